//! Promela that somebody wrote: the right-hand sides of tables, and C that a user keeps as it is.
//!
//! A text is read where its metavariables are bound: a tree stands in the place of each. It is written as it was. What
//! is not Promela is a problem, told at the line of its table; the text of the model has it all the same.

use super::build::Builder;
use super::used::{Used, words};
use crate::abstraction::judge::RESULT;
use crate::abstraction::translate::Translator;
use crate::abstraction::{InstanceId, Judgement};
use crate::flow::StepKind;
use abstraction_tables::entry::{self, Origin};
use promela::ast::{Note, Piece, Stmt, Written};
use promela::build;
use promela::document::{self, Part, Shared};
use promela::finding::Finding;
use promela::fragment::{self, Filler};
use std::collections::BTreeSet;

/// What a metavariable stands for.
enum Bound {
    Tree(Filler),
    /// A name that is no expression: of a member, of a function.
    Name(String),
}

/// A part of a text that is being read.
pub enum TextPart {
    Text(String),
    Tree(Filler),
}

impl Builder<'_, '_> {
    /// The Promela of a table, with its metavariables translated.
    pub fn promela(
        &mut self,
        at: InstanceId,
        pieces: &[entry::Piece],
        kind: &StepKind,
        origin: Option<&Origin>,
    ) -> Vec<Stmt> {
        let mut parts = Vec::new();
        for piece in pieces {
            match piece {
                entry::Piece::Text(text) => {
                    self.mention(at, text);
                    parts.push(TextPart::Text(text.clone()));
                }
                entry::Piece::Bound { name, c } => parts.push(match self.bound(at, name, c, kind) {
                    Bound::Tree(filler) => TextPart::Tree(filler),
                    Bound::Name(name) => TextPart::Text(name),
                }),
            }
        }
        self.read(parts, origin)
    }

    /// Statements of a text with trees in it.
    pub fn read(&mut self, parts: Vec<TextPart>, origin: Option<&Origin>) -> Vec<Stmt> {
        let (mut text, mut fillers, mut written) = (String::new(), Vec::new(), Vec::new());
        for part in trimmed(parts) {
            match part {
                TextPart::Text(t) => {
                    text.push_str(&t);
                    written.push(Piece::Text(t));
                }
                TextPart::Tree(filler) => {
                    text.push_str(&fragment::hole(fillers.len()));
                    written.push(Piece::Filled(filler.expr()));
                    fillers.push(filler);
                }
            }
        }
        if text.is_empty() {
            return Vec::new();
        }
        let mut steps = self.statements(&text, &fillers).unwrap_or_else(|problem| {
            self.problem(problem, origin);
            vec![build::condition(build::word("skip"))]
        });
        for (index, step) in steps.iter_mut().enumerate() {
            let own = if index == 0 { Written::Text(std::mem::take(&mut written)) } else { Written::Continued };
            step.note.0 = Some(Box::new(Note { written: Some(own), ..Note::default() }));
        }
        steps
    }

    fn statements(&self, text: &str, fillers: &[Filler]) -> Result<Vec<Stmt>, String> {
        let mut used = Used::default();
        used.text(text);
        let mut before = vec![self.abstraction.prelude];
        before.extend(self.abstraction.tables.promela_for(&used.names));
        let mut steps = fragment::parse_statements(&before, text).map_err(|finding| finding.message)?;
        for step in &mut steps {
            promela::move_stmt_spans(step, &|_| Default::default());
        }
        match fragment::fill(&mut steps, fillers) {
            Ok(()) => Ok(steps),
            Err(fragment::NotAPlace) => Err("a value stands where only a variable can".to_string()),
        }
    }

    fn problem(&mut self, message: String, origin: Option<&Origin>) {
        let what = format!("the Promela of this entry cannot be read: {message}");
        self.problems.push(match origin {
            Some(origin) => Finding::error("T040", origin.span, what),
            None => Finding::new(promela::finding::Severity::Error, "T040", None, what),
        });
    }

    /// A C expression that a metavariable stands for: a place if it is one, a value otherwise.
    fn bound(&mut self, at: InstanceId, name: &str, c: &str, kind: &StepKind) -> Bound {
        if let Some(value) = self.operands.get(&(name.to_string(), c.to_string())) {
            return Bound::Tree(Filler::Value(value.clone()));
        }
        if c == RESULT {
            return Bound::Tree(Filler::Place(self.result_place(at, kind)));
        }
        if let StepKind::Call { target: Some(t), .. } = kind
            && crate::program::print::expression(self.abstraction.program, t) == c
        {
            return Bound::Tree(Filler::Place(self.result_place(at, kind)));
        }
        let Some(e) = self.abstraction.bound_expression(kind, c) else { return Bound::Name(c.to_string()) };
        let mut translator = Translator::new(self.abstraction, &mut self.book);
        translator.insist = true;
        if let Ok(place) = self.abstraction.resolve(at, &e)
            && let Ok(place) = translator.place(&place)
        {
            return Bound::Tree(Filler::Place(place));
        }
        match translator.value(at, &e) {
            Ok(value) => Bound::Tree(Filler::Value(value.expr)),
            Err(_) => Bound::Name(c.to_string()),
        }
    }

    /// The user's own words: strings that are names stand for themselves.
    pub fn literal(&mut self, text: &str, judgement: &Judgement) -> Vec<Stmt> {
        self.mention(super::ROOT, text);
        let text = self.substituted(&spaced_assignment(&unquoted(text)));
        self.read(vec![TextPart::Text(text)], judgement.origin.as_ref())
    }

    pub fn substituted(&self, text: &str) -> String {
        self.abstraction.tables.substituted(text)
    }

    /// A tree, subject to the Substitute rules: what they changed is the user's text.
    pub fn substituted_tree(&self, e: promela::ast::Expr) -> Result<promela::ast::Expr, String> {
        if self.abstraction.tables.substitutes().next().is_none() {
            return Ok(e);
        }
        let text = document::expression(&e);
        let new = self.substituted(&text);
        if new == text { Ok(e) } else { Err(new) }
    }

    /// What the tables declare for a model that uses these names.
    pub fn declared_by_tables(&mut self, names: &BTreeSet<String>) -> Vec<Part> {
        let texts = self.abstraction.tables.promela_for(names);
        let mut all = vec![self.abstraction.prelude];
        all.extend(&texts);
        let units = match fragment::parse_texts(&all) {
            Ok(units) => units,
            Err(finding) => {
                self.problem(finding.message, None);
                vec![Vec::new(); all.len()]
            }
        };
        let part = |(text, units): (&&str, Vec<promela::ast::Unit>)| {
            let name = first_name(text);
            match text.starts_with("#define") {
                // A macro may be defined twice alike.
                true => Part::Define { name, text: text.to_string(), value: None },
                false => Part::Shared(Shared { name, text: Some(text.to_string()), units, repeated: false }),
            }
        };
        texts.iter().zip(units.into_iter().skip(1)).map(part).collect()
    }
}

/// The name that a declaration declares, for its guard.
fn first_name(text: &str) -> String {
    let mut words = words(text);
    let first = words.next().unwrap_or("text");
    words.next().unwrap_or(first).to_string()
}

/// Without space at both ends.
fn trimmed(mut parts: Vec<TextPart>) -> Vec<TextPart> {
    if let Some(TextPart::Text(first)) = parts.first_mut() {
        *first = first.trim_start().to_string();
    }
    if let Some(TextPart::Text(last)) = parts.last_mut() {
        *last = last.trim_end().to_string();
    }
    parts
}

/// Strings that are names, without their quotes.
fn unquoted(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('"') {
        let inner = &rest[start + 1..];
        let Some(end) = inner.find('"') else { break };
        let word = &inner[..end];
        let name = !word.is_empty()
            && word.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !word.starts_with(|c: char| c.is_ascii_digit());
        out.push_str(&rest[..start]);
        out.push_str(if name { word } else { &rest[start..start + end + 2] });
        rest = &inner[end + 1..];
    }
    out + rest
}

/// `a=b` as `a = b`.
fn spaced_assignment(text: &str) -> String {
    match crate::flow::condition::assignment(text) {
        Some((left, right)) => format!("{left} = {right}"),
        None => text.to_string(),
    }
}
