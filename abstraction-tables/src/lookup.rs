//! What one table says of one statement, best answer first.

use crate::canon::{self, Reading, Tree};
use crate::entry::{Class, Decision, Mapping, Origin, Piece, Statement};
use crate::matching::{self, Bindings};
use crate::table::{Entry, Item, Left, Rank, Table, What};
use promela::source::Span;
use std::cmp::Reverse;
use std::collections::HashMap;

/// A statement, read for comparison.
pub struct Question {
    pub class: Class,
    pub tree: Tree,
    /// Its canonical text.
    pub text: String,
    /// The tokens of that.
    tokens: Vec<String>,
}

impl Question {
    pub fn of(statement: &Statement) -> Question {
        let tree = canon::tree(Some(statement.class), &statement.text, Reading::Statement);
        let text = canon::print(&tree);
        let tokens = canon::token::tokens(&text).into_iter().map(|token| token.text).collect();
        Question { class: statement.class, tree, text, tokens }
    }
}

/// How an entry is about a statement. The smaller wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    Exact,
    Pattern(Reverse<Rank>),
    /// The length of the prefix.
    Prefix(Reverse<usize>),
    Expression,
}

pub struct Match<'a> {
    pub item: &'a Item,
    pub level: Level,
    /// The entry's class is the statement's, or is left out; not `F` for a condition or `C` for a call.
    pub same_class: bool,
    pub mapping: Mapping,
}

/// A table with its exact entries in order.
#[derive(Debug)]
pub struct Indexed {
    pub table: Table,
    exact: HashMap<Tree, Vec<usize>>,
    /// Patterns and prefixes about calls, by the function that must be called.
    by_callee: HashMap<String, Vec<usize>>,
    others: Vec<usize>,
}

impl Indexed {
    pub fn new(table: Table) -> Indexed {
        let mut exact: HashMap<Tree, Vec<usize>> = HashMap::new();
        let mut by_callee: HashMap<String, Vec<usize>> = HashMap::new();
        let mut others = Vec::new();
        for (i, item) in table.items.iter().enumerate() {
            let What::Entry(entry) = &item.what else { continue };
            match &entry.left {
                Left::Exact { tree, declaration } => {
                    exact.entry(tree.clone()).or_default().push(i);
                    if let Some(tree) = declaration {
                        exact.entry(tree.clone()).or_default().push(i);
                    }
                }
                left => match callee(left) {
                    Some(name) => by_callee.entry(name.to_string()).or_default().push(i),
                    None => others.push(i),
                },
            }
        }
        Indexed { table, exact, by_callee, others }
    }

    /// All entries about a statement, the one that counts first. In shipped tables an `F` entry is for calls whose
    /// result is not used, and never for conditions.
    pub fn matches(&self, question: &Question) -> Vec<Match<'_>> {
        let exact = self.exact.get(&question.tree).into_iter().flatten();
        let mut callees = question.tree.callees();
        callees.sort_unstable();
        callees.dedup();
        let calls = callees.into_iter().filter_map(|name| self.by_callee.get(name)).flatten();
        // What could not be read as C may call anything.
        let unread = self.by_callee.values().flatten().filter(|_| question.tree.is_tokens());
        let mut numbers: Vec<usize> = exact.chain(calls).chain(unread).chain(&self.others).copied().collect();
        numbers.sort_unstable();
        let mut list: Vec<Match> = numbers
            .into_iter()
            .filter_map(|i| {
                let item = &self.table.items[i];
                let What::Entry(entry) = &item.what else { return None };
                entry_match(item, entry, question).filter(|m| m.same_class || !self.table.shipped)
            })
            .collect();
        // The sort is stable: of equals the first in the file comes first.
        list.sort_by_key(|m| (level_number(m.level), !m.same_class, m.level));
        list
    }

    pub fn origin(&self, item: &Item) -> Origin {
        let right = match &item.what {
            What::Entry(entry) => Span::new(item.span.file, entry.right_bytes.start, entry.right_bytes.end),
            _ => item.span,
        };
        Origin { table: self.table.name.clone(), line: item.line, span: item.span, right, shipped: self.table.shipped }
    }

    pub fn decision(&self, item: &Item, mapping: Mapping, general: bool) -> Decision {
        Decision {
            mapping,
            kind: item.remark.kind,
            origin: self.origin(item),
            new: item.remark.new,
            general,
            reason: item.remark.reason.clone(),
        }
    }
}

/// The function that a statement must call for this left-hand side to be about it, if that can be told.
fn callee(left: &Left) -> Option<&str> {
    match left {
        Left::Pattern { tree, .. } | Left::Prefix { tree: Some(tree), .. } => tree.callees().first().copied(),
        _ => None,
    }
}

pub fn level_number(level: Level) -> u8 {
    match level {
        Level::Exact => 0,
        Level::Pattern(_) => 1,
        Level::Prefix(_) => 2,
        Level::Expression => 3,
    }
}

/// Whether an entry is about a statement, and what it says of it then.
pub fn entry_match<'a>(item: &'a Item, entry: &'a Entry, question: &Question) -> Option<Match<'a>> {
    let same_class = class_match(entry.class, question)?;
    let (level, bindings) = match &entry.left {
        Left::Exact { tree, declaration } => {
            let equal = *tree == question.tree || declaration.as_ref() == Some(&question.tree);
            (Level::Exact, equal.then(Vec::new)?)
        }
        Left::Pattern { tree, rank } => (Level::Pattern(Reverse(*rank)), matching::matches(tree, &question.tree)?),
        Left::Prefix { tokens, tree } => {
            let by_tree = tree.as_ref().is_some_and(|tree| matching::matches(tree, &question.tree).is_some());
            let matches = by_tree || begins(&question.tokens, tokens, question.class == Class::Condition);
            let length = tokens.iter().map(String::len).sum();
            (Level::Prefix(Reverse(length)), matches.then(Vec::new)?)
        }
        Left::Expression(regex) => {
            let captures = regex.captures(&question.text)?;
            let named = regex.capture_names().flatten();
            let bind = |name: &str| {
                let text = captures.name(name)?.as_str();
                Some((name.to_string(), canon::tree(None, text, Reading::Statement)))
            };
            (Level::Expression, named.filter_map(bind).collect())
        }
    };
    Some(Match { item, level, same_class, mapping: bound(&entry.mapping, &bindings) })
}

/// `None` if an entry of this class is not about the statement. A call used as a condition is under `C` and `F` alike.
fn class_match(class: Option<Class>, question: &Question) -> Option<bool> {
    match (class, question.class) {
        (None, _) => Some(true),
        (Some(a), b) if a == b => Some(true),
        (Some(Class::Call), Class::Condition) | (Some(Class::Condition), Class::Call) => {
            question.tree.under_not().is_call().then_some(false)
        }
        _ => None,
    }
}

/// Whether a statement begins with a prefix, token by token; the last token of the prefix may be the beginning of a
/// longer one. Parentheses round the whole of a condition do not count.
fn begins(statement: &[String], prefix: &[String], condition: bool) -> bool {
    let opening = |tokens: &[String]| tokens.iter().take_while(|token| *token == "(").count();
    let (parentheses, others) = (opening(prefix), opening(statement));
    let comparable = parentheses == others || parentheses == 0 || (others == 0 && condition);
    let Some((last, first)) = prefix[parentheses..].split_last() else { return comparable };
    let rest = &statement[others..];
    comparable && rest.starts_with(first) && rest.get(first.len()).is_some_and(|token| token.starts_with(last.as_str()))
}

fn bound(mapping: &Mapping, bindings: &Bindings) -> Mapping {
    let Mapping::Promela(pieces) = mapping else { return mapping.clone() };
    let piece = |piece: &Piece| match piece {
        Piece::Bound { name, .. } => {
            let tree = bindings.iter().find(|(known, _)| known == name).map(|(_, tree)| tree);
            Piece::Bound { name: name.clone(), c: tree.map(canon::print).unwrap_or_default() }
        }
        text => text.clone(),
    };
    Mapping::Promela(pieces.iter().map(piece).collect())
}
