//! Reading a table: lines, then what each says. Never fails; a line with an error is left out.

mod directive;
pub mod lines;
pub mod right;
mod split;

use crate::canon::token::tokens;
use crate::canon::{self, Reading, Tree};
use crate::codes;
use crate::entry::{Class, Mapping, Piece};
use crate::table::{Entry, Item, Left, Rank, Table, What};
use lines::{LogicalKind, logical_lines};
use promela::finding::{Finding, Findings};
use promela::source::{FileId, Span};
use regex::{Regex, RegexBuilder};
use split::SplitError;
use std::ops::Range;

impl Table {
    /// Reads a table. `name` is its path; findings point into `file`, which holds the text.
    pub fn parse(name: &str, text: &str, file: FileId, findings: &mut Findings) -> Table {
        let (lines, open) = logical_lines(text);
        for start in open {
            let finding =
                Finding::error(codes::OPEN_COMMENT, Span::new(file, start, start + 2), "a comment is not closed");
            findings.push(finding.help("end it with */").label("taken to end with the line"));
        }
        let mut items = Vec::new();
        for line in lines {
            let LogicalKind::Text { body, comments } = line.kind else { continue };
            let remark = right::remark(comments.iter().filter_map(|range| text.get(range.clone())));
            for range in &comments {
                let comment = text.get(range.clone()).unwrap_or("");
                if let Some(kind) = right::meant_kind(comment) {
                    let span = Span::new(file, range.start, range.end);
                    let message = "this comment begins with a word that is no kind of mapping";
                    findings.push(Finding::error(codes::KIND_WORD, span, message).help(format!("write {kind}")));
                }
            }
            let mut reader = Reader { body: &body, start: line.range.start, file, findings };
            let trimmed = trimmed(&body, 0..body.len());
            let span = reader.span(&trimmed);
            let above = text[line.range.start..span.start as usize].matches('\n').count();
            if let Some(what) = reader.what(trimmed) {
                items.push(Item { what, remark, line: (line.lines.start + above) as u32 + 1, span, bytes: line.range });
            }
        }
        Table { name: name.to_string(), shipped: false, items }
    }
}

/// Reads one line.
struct Reader<'a> {
    /// The line with comments as blanks.
    body: &'a str,
    /// Where it starts in the file.
    start: usize,
    file: FileId,
    findings: &'a mut Findings,
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    let end = range.start + part.trim_end().len();
    start..end.max(start)
}

impl Reader<'_> {
    fn span(&self, range: &Range<usize>) -> Span {
        Span::new(self.file, self.start + range.start, self.start + range.end)
    }

    fn what(&mut self, range: Range<usize>) -> Option<What> {
        match directive::keyword(&self.body[range.clone()]) {
            Some(word) => self.directive(word, range),
            None => self.entry(range).map(What::Entry),
        }
    }

    fn entry(&mut self, range: Range<usize>) -> Option<Entry> {
        let (class, rest) = self.class(range.clone())?;
        let text = &self.body[rest.clone()];
        if text.starts_with('/') {
            return self.regular(class, rest);
        }
        let sides = match split::split(class, text) {
            Ok(sides) => sides,
            Err(SplitError::NoRight) => {
                let finding = Finding::error(codes::NO_MAPPING, self.span(&range), "this entry has no right-hand side");
                self.findings
                    .push(finding.help(format!("say what becomes of it:   {}    keep", self.body[range].trim())));
                return None;
            }
            Err(SplitError::NoSeparator) => {
                let message = "it cannot be told where the left-hand side of this entry ends";
                let finding = Finding::error(codes::NO_SEPARATOR, self.span(&range), message);
                self.findings.push(finding.help("put a tab or some blanks between the statement and its mapping"));
                return None;
            }
        };
        let left_range = rest.start + sides.left.start..rest.start + sides.left.end;
        let right_range = rest.start + sides.right.start..rest.start + sides.right.end;
        let left = self.left(class, left_range.clone(), sides.prefix);
        self.complete(class, left, left_range, right_range)
    }

    /// `A: x=1 …`; the class may be left out.
    fn class(&mut self, range: Range<usize>) -> Option<(Option<Class>, Range<usize>)> {
        let text = &self.body[range.clone()];
        let Some((before, _)) = text.split_once(':') else { return Some((None, range)) };
        let letter = before.trim_end();
        if letter.chars().count() != 1
            || !letter.starts_with(char::is_alphabetic)
            || text[before.len()..].starts_with("::")
        {
            return Some((None, range));
        }
        let rest = trimmed(self.body, range.start + before.len() + 1..range.end);
        match Class::ALL.into_iter().find(|class| letter.starts_with(class.letter())) {
            Some(class) => Some((Some(class), rest)),
            None => {
                let span = self.span(&(range.start..range.start + before.len() + 1));
                let message = format!("`{letter}:` is no class of statements");
                let finding = Finding::error(codes::BAD_CLASS, span, message);
                self.findings.push(finding.help(
                    "D: declaration, A: assignment, C: condition, F: function call, R: return, E: other expression",
                ));
                None
            }
        }
    }

    fn left(&mut self, class: Option<Class>, range: Range<usize>, prefix: bool) -> Left {
        let text = &self.body[range.clone()];
        if prefix {
            return prefix_left(class, text);
        }
        let list = canon::trimmed(tokens(text));
        let tree = canon::tree(class, text, Reading::Pattern);
        if tree.is_tokens() && !is_balanced(&list) {
            let message = "the brackets of this left-hand side do not close; it will match nothing";
            let finding = Finding::warning(codes::UNBALANCED, self.span(&range), message);
            self.findings.push(finding.help(format!("close them, or write a prefix:   {}...", text.trim_end())));
        } else if let Some(class) = class
            && !tree.is_tokens()
            && !canon::fits(class, &tree)
        {
            self.wrong_class(class, &tree, &range);
        }
        if tree.is_pattern() {
            let rank = Rank::of(&tree);
            return Left::Pattern { tree, rank };
        }
        let declaration = if class.is_none() { canon::as_declaration(text) } else { None };
        Left::Exact { declaration: declaration.filter(|other| *other != tree), tree }
    }

    fn wrong_class(&mut self, class: Class, tree: &Tree, range: &Range<usize>) {
        let fitting = match tree {
            Tree::Node(canon::Op::Assign(_), _) => Class::Assignment,
            tree if tree.is_call() => Class::Call,
            _ => Class::Expression,
        };
        let text = self.body[range.clone()].trim();
        let message = format!("`{text}` is never of class {class}; this entry will match nothing");
        let finding = Finding::warning(codes::WRONG_CLASS, self.span(range), message);
        self.findings.push(finding.help(format!("write   {fitting}: {text}")));
    }

    /// `A: /re/ hide`
    fn regular(&mut self, class: Option<Class>, rest: Range<usize>) -> Option<Entry> {
        let text = &self.body[rest.clone()];
        let Some(close) = closing_slash(text) else {
            let finding =
                Finding::error(codes::BAD_EXPRESSION, self.span(&rest), "this regular expression is not closed");
            self.findings.push(finding.help("end it with /; a slash inside is written \\/"));
            return None;
        };
        let pattern = text[1..close].replace("\\/", "/");
        let left = match compiled(&pattern) {
            Ok(regex) => Left::Expression(regex),
            Err(error) => {
                let reason = error.to_string().lines().last().unwrap_or("").trim_start_matches("error: ").to_string();
                let span = self.span(&(rest.start..rest.start + close + 1));
                let message = format!("this regular expression cannot be used: {reason}");
                self.findings.push(Finding::error(codes::BAD_EXPRESSION, span, message));
                return None;
            }
        };
        let right = trimmed(self.body, rest.start + close + 1..rest.end);
        self.complete(class, left, rest.start..rest.start + close + 1, right)
    }

    /// The entry, when its right-hand side has been read too.
    fn complete(&mut self, class: Option<Class>, left: Left, at: Range<usize>, right: Range<usize>) -> Option<Entry> {
        let written = self.body[at.clone()].to_string();
        let right = trimmed(self.body, right);
        if right.is_empty() {
            let finding = Finding::error(codes::NO_MAPPING, self.span(&at), "this entry has no right-hand side");
            self.findings.push(finding.help(format!("say what becomes of it:   {written}    hide")));
            return None;
        }
        let mapping = self.mapping(&right)?;
        if !self.is_bound(&left, &mapping, &right) {
            return None;
        }
        let shift = |range: Range<usize>| self.start + range.start..self.start + range.end;
        Some(Entry { class, left, mapping, left_bytes: shift(at), right_bytes: shift(right), written })
    }

    fn mapping(&mut self, range: &Range<usize>) -> Option<Mapping> {
        let text = self.body[range.clone()].trim();
        if matches!(text, "C_code" | "C_expr") {
            let message = format!("`{text}` puts C code into the model, which `ax` does not do");
            let finding = Finding::error(codes::NOT_SUPPORTED, self.span(range), message);
            self.findings.push(finding.help("use keep, or write what it means in Promela"));
            return None;
        }
        if let Some(keyword) = right::meant(text) {
            let message = format!("`{text}` is taken as Promela text; perhaps `{keyword}` is meant");
            self.findings
                .push(Finding::warning(codes::MISTYPED, self.span(range), message).help(format!("write {keyword}")));
        }
        Some(right::mapping(text))
    }

    fn is_bound(&mut self, left: &Left, mapping: &Mapping, range: &Range<usize>) -> bool {
        let Mapping::Promela(pieces) = mapping else { return true };
        let known: Vec<&str> = match left {
            Left::Exact { .. } => Vec::new(),
            Left::Pattern { tree, .. } => tree.metas(),
            Left::Prefix { tree, .. } => tree.iter().flat_map(Tree::metas).collect(),
            Left::Expression(regex) => regex.capture_names().flatten().collect(),
        };
        for piece in pieces {
            if let Piece::Bound { name, .. } = piece
                && !known.contains(&name.as_str())
            {
                let message = format!("`${name}` is not on the left-hand side");
                let finding = Finding::error(codes::UNBOUND, self.span(range), message);
                let help = format!("write ${name} on the left, in the place of the expression it stands for");
                self.findings.push(finding.help(help));
                return false;
            }
        }
        true
    }
}

/// `memcpy(...`: the text before the dots, and the pattern that closing the brackets makes of it.
fn prefix_left(class: Option<Class>, text: &str) -> Left {
    let mut closed = text.to_string();
    let mut open = Vec::new();
    for token in tokens(text) {
        match token.text.as_str() {
            _ if token.kind != canon::token::TokenKind::Punct => {}
            "(" => open.push(')'),
            "[" => open.push(']'),
            "{" => open.push('}'),
            ")" | "]" | "}" => drop(open.pop()),
            _ => {}
        }
    }
    closed.extend(open.into_iter().rev());
    let tree = canon::strict(class, &tokens(&closed), Reading::Pattern).filter(Tree::is_pattern);
    let mut list = tokens(text);
    list.pop();
    if list.iter().any(|t| t.kind == canon::token::TokenKind::Meta)
        && let Some(tree) = tree
    {
        let rank = Rank::of(&tree);
        return Left::Pattern { tree, rank };
    }
    Left::Prefix { tokens: list.into_iter().map(|token| token.text).collect(), tree }
}

/// Whether all brackets close.
pub(crate) fn is_balanced(list: &[canon::token::Token]) -> bool {
    let count = |open: &str, close: &str| {
        list.iter().filter(|t| t.is(open)).count() == list.iter().filter(|t| t.is(close)).count()
    };
    count("(", ")") && count("[", "]") && count("{", "}")
}

fn closing_slash(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'/' => return Some(at),
            _ => at += 1,
        }
    }
    None
}

fn compiled(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern).size_limit(1 << 20).dfa_size_limit(1 << 20).nest_limit(50).build()
}
