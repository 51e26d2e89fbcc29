//! All tables that count for an extraction: the user's, what it includes, and those that come with `ax`.
//!
//! The order of an answer: the entries of the user's table, then those of the tables it includes (in each, the
//! exact entry before patterns before prefixes before regular expressions); their `Data` rules; the entries of
//! the shipped tables; class defaults.

use crate::codes;
use crate::entry::{Class, Decision, Mapping, Statement};
use crate::lookup::{Indexed, Match, Question};
use crate::shipped;
use crate::table::{Declare, Item, Scope, Substitute, Table, TypeRule, What};
use promela::finding::{Finding, Findings};
use promela::source::{Sources, Span};
use promela::{Loader, decode};
use std::collections::BTreeSet;

/// So many tables may include each other in a row.
const MAX_DEPTH: usize = 32;

/// Tables in the order they are asked.
#[derive(Debug, Default)]
pub struct Tables {
    /// The user's first, shipped ones last.
    list: Vec<Indexed>,
}

/// Which of the shipped tables count without an `Include`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shipped {
    All,
    OnlyIncluded,
}

/// An object that a table declares.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredObject<'t> {
    pub ty: &'t str,
    pub name: &'t str,
    pub scope: &'t Scope,
    pub span: Span,
}

impl Tables {
    /// Reads the user's table and all it includes. `path` is where it is, or will be; included files are looked for
    /// beside the table that includes them.
    pub fn load(
        path: &str,
        text: &str,
        shipped: Shipped,
        loader: &dyn Loader,
        sources: &mut Sources,
        findings: &mut Findings,
    ) -> Tables {
        let mut stack = Stack { loader, sources, findings, local: Vec::new(), shipped: Vec::new(), open: Vec::new() };
        stack.add(path, text.to_string(), false);
        if shipped == Shipped::All {
            for (name, text) in shipped::TABLES {
                if !stack.knows(name) {
                    stack.add(name, text.to_string(), true);
                }
            }
        }
        let list: Vec<Table> = stack.local.into_iter().chain(stack.shipped).collect();
        Tables { list: list.into_iter().map(Indexed::new).collect() }
    }

    /// The tables in the order they are asked.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.list.iter().map(|indexed| &indexed.table)
    }

    /// What the tables decide about a statement; `None` if they have nothing to say.
    pub fn lookup(&self, statement: &Statement) -> Option<Decision> {
        let question = Question::of(statement);
        let entry = |shipped: bool| {
            self.list.iter().filter(|t| t.table.shipped == shipped).find_map(|table| {
                let first = table.matches(&question).into_iter().next()?;
                Some(table.decision(first.item, first.mapping, false))
            })
        };
        entry(false)
            .or_else(|| self.by_data(statement))
            .or_else(|| entry(true))
            .or_else(|| self.class_default(statement.class))
    }

    /// What `Data` rules say. A declaration is only hidden whole if there is a rule for each of its objects; for single
    /// ones ask [`Tables::data_rule`].
    fn by_data(&self, statement: &Statement) -> Option<Decision> {
        let mut rules = statement.objects.iter().map(|object| self.data_rule(object));
        if statement.class != Class::Declaration {
            return rules.flatten().next();
        }
        let first = rules.next()??;
        rules.all(|rule| rule.is_some_and(|rule| rule.mapping == first.mapping)).then_some(first)
    }

    /// `Data cnt hide`
    pub fn data_rule(&self, object: &str) -> Option<Decision> {
        self.find(|item| match &item.what {
            What::Data { object: known, mapping } if known == object => Some(mapping.clone()),
            _ => None,
        })
    }

    /// `Default A print`
    pub fn class_default(&self, class: Class) -> Option<Decision> {
        self.find(|item| match &item.what {
            What::Default { class: known, mapping } if *known == class => Some(mapping.clone()),
            _ => None,
        })
    }

    fn find(&self, mapping: impl Fn(&Item) -> Option<Mapping>) -> Option<Decision> {
        self.list.iter().find_map(|table| {
            table.table.items.iter().find_map(|item| Some(table.decision(item, mapping(item)?, true)))
        })
    }

    /// Reports entries that are as good as each other for a statement and say different things.
    pub fn overlaps(&self, statement: &Statement, findings: &mut Findings) {
        let question = Question::of(statement);
        for table in &self.list {
            let matches = table.matches(&question);
            let Some(first) = matches.first() else { continue };
            for other in &matches[1..] {
                if is_tie(first, other) && first.mapping != other.mapping {
                    findings.push(overlap(&question.text, first, other));
                }
            }
            return;
        }
    }

    /// The rules for the text of kept statements, in the order they apply.
    pub fn substitutes(&self) -> impl Iterator<Item = &Substitute> {
        self.items().filter_map(|(_, item)| match &item.what {
            What::Substitute(rule) => Some(rule),
            _ => None,
        })
    }

    /// Text of a kept statement with all rules applied. Rules for words replace whole words only.
    pub fn substituted(&self, text: &str) -> String {
        self.substitutes().fold(text.to_string(), |text, rule| rule.apply(&text))
    }

    /// `Declare` of the user's tables and, after them, of the shipped ones.
    pub fn declares(&self) -> impl Iterator<Item = (&Table, &Declare)> {
        self.items().filter_map(|(table, item)| match &item.what {
            What::Declare(declare) => Some((table, declare)),
            _ => None,
        })
    }

    /// `Declare int number main`: objects that the source does not have.
    pub fn declared_objects(&self) -> impl Iterator<Item = DeclaredObject<'_>> {
        self.items().filter_map(|(table, item)| match &item.what {
            What::Declare(Declare::Object { ty, name, scope }) if !table.shipped => {
                Some(DeclaredObject { ty, name, scope, span: item.span })
            }
            _ => None,
        })
    }

    /// Promela text to put before a model: all that the user's tables declare, and of what the shipped tables declare
    /// what a model that uses these names needs.
    pub fn promela_for(&self, names: &BTreeSet<String>) -> Vec<&str> {
        let all: Vec<(bool, &str)> = self
            .declares()
            .filter_map(|(table, declare)| match declare {
                Declare::Promela(text) => Some((table.shipped, text.as_str())),
                Declare::Object { .. } => None,
            })
            .collect();
        let mut needed: Vec<bool> = all.iter().map(|(shipped, _)| !shipped).collect();
        loop {
            let before = needed.clone();
            for i in 0..all.len() {
                let used = |text: &str| declared_names(all[i].1).any(|name| has_word(text, name));
                let wanted = declared_names(all[i].1).any(|name| names.contains(name));
                needed[i] |= wanted || (0..all.len()).any(|j| j != i && before[j] && used(all[j].1));
            }
            if needed == before {
                break;
            }
        }
        all.iter().zip(needed).filter(|(_, needed)| *needed).map(|((_, text), _)| *text).collect()
    }

    /// `Import number main`: objects that must be part of the model, with their scope.
    pub fn imports(&self) -> impl Iterator<Item = (&str, &Scope, Span)> {
        self.items().filter_map(|(_, item)| match &item.what {
            What::Import { object, scope } => Some((object.as_str(), scope, item.span)),
            _ => None,
        })
    }

    /// `Constant LIMIT=8`: names that stand for integers, and the values that are given.
    pub fn constants(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let list = self.items().filter_map(|(_, item)| match &item.what {
            What::Constant(names) => Some(names),
            _ => None,
        });
        list.flatten().map(|(name, value)| (name.as_str(), value.as_deref()))
    }

    /// How objects of a C type are declared in the model.
    pub fn type_rule(&self, c: &str) -> Option<&TypeRule> {
        self.items().find_map(|(_, item)| match &item.what {
            What::Type(rule) if rule.c == c => Some(rule),
            _ => None,
        })
    }

    fn items(&self) -> impl Iterator<Item = (&Table, &Item)> {
        self.tables().flat_map(|table| table.items.iter().map(move |item| (table, item)))
    }
}

/// Whether nothing but the order in the file decides between two entries.
fn is_tie(a: &Match, b: &Match) -> bool {
    a.level == b.level && a.same_class == b.same_class
}

fn overlap(text: &str, first: &Match, other: &Match) -> Finding {
    let message = format!("two entries say different things of `{text}`: the first one counts");
    Finding::warning(codes::OVERLAP, other.item.span, message)
        .label(format!("says {}", other.mapping.text()))
        .related(first.item.span, format!("says {}", first.mapping.text()))
        .help("remove one of them")
}

impl Substitute {
    pub fn apply(&self, text: &str) -> String {
        if self.from.is_empty() {
            return text.to_string();
        }
        let wordy = |c: char| c.is_alphanumeric() || c == '_';
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(&self.from) {
            let after = &rest[at + self.from.len()..];
            let joined_before =
                self.from.starts_with(wordy) && (rest[..at].ends_with(wordy) || (at == 0 && out.ends_with(wordy)));
            let joined_after = self.from.ends_with(wordy) && after.starts_with(wordy);
            out.push_str(&rest[..at]);
            out.push_str(if joined_before || joined_after { &self.from } else { &self.to });
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn has_word(text: &str, wanted: &str) -> bool {
    words(text).any(|word| word == wanted)
}

/// The names that Promela text declares: of a `typedef` or `inline` the first word after it, of an `mtype` all of its
/// names.
fn declared_names(text: &str) -> impl Iterator<Item = &str> {
    let count = if text.starts_with("mtype") { usize::MAX } else { 1 };
    words(text).skip(1).take(count)
}

/// Tables being read.
struct Stack<'a> {
    loader: &'a dyn Loader,
    sources: &'a mut Sources,
    findings: &'a mut Findings,
    local: Vec<Table>,
    shipped: Vec<Table>,
    /// The tables that include each other down to this one.
    open: Vec<String>,
}

impl Stack<'_> {
    fn knows(&self, name: &str) -> bool {
        self.local.iter().chain(&self.shipped).any(|table| table.name == name)
    }

    fn add(&mut self, name: &str, text: String, shipped: bool) {
        let file = self.sources.add(name, text.clone());
        let mut table = Table::parse(name, &text, file, self.findings);
        table.shipped = shipped;
        let includes: Vec<(String, Span)> = table
            .items
            .iter()
            .filter_map(|item| match &item.what {
                What::Include(included) => Some((included.clone(), item.span)),
                _ => None,
            })
            .collect();
        if shipped {
            self.shipped.push(table)
        } else {
            self.local.push(table)
        }
        self.open.push(name.to_string());
        for (included, span) in includes {
            self.include(name, &included, span);
        }
        self.open.pop();
    }

    fn include(&mut self, from: &str, included: &str, span: Span) {
        let folder = from.rfind('/').map_or("", |slash| &from[..=slash]);
        let beside = if included.starts_with('/') { included.to_string() } else { format!("{folder}{included}") };
        for path in [beside.clone(), format!("{beside}.lut")] {
            if self.open.contains(&path) {
                return self.cycle(&path, span);
            }
            if self.knows(&path) {
                return;
            }
            if let Ok(bytes) = self.loader.load(&path) {
                if self.open.len() >= MAX_DEPTH {
                    let message = format!("tables include each other more than {MAX_DEPTH} deep");
                    return self.findings.push(Finding::error(codes::INCLUDE_CYCLE, span, message));
                }
                return self.add(&path, decode(bytes), false);
            }
        }
        let name = included.strip_suffix(".lut").unwrap_or(included);
        if self.open.iter().any(|open| open == name) {
            return self.cycle(name, span);
        }
        if self.knows(name) {
            return;
        }
        match shipped::table(name) {
            Some(text) => self.add(name, text.to_string(), true),
            None => {
                let names: Vec<&str> = shipped::TABLES.iter().map(|(name, _)| *name).collect();
                let message = format!("there is no table `{included}`");
                let finding = Finding::error(codes::CANNOT_INCLUDE, span, message).label(format!("no file {beside}"));
                let help = format!("give a file beside this table, or one that comes with ax: {}", names.join(", "));
                self.findings.push(finding.help(help));
            }
        }
    }

    fn cycle(&mut self, path: &str, span: Span) {
        let way = self.open.iter().skip_while(|open| *open != path).cloned().collect::<Vec<_>>().join(" includes ");
        let message = format!("this table includes itself: {way} includes {path}");
        self.findings.push(Finding::error(codes::INCLUDE_CYCLE, span, message).help("remove one of the Include lines"));
    }
}
