//! Promela that somebody wrote: the right-hand sides of tables, and C that a user keeps as it is.
//!
//! A text is read where its metavariables are bound: a tree stands in the place of each. It is written as it was. What
//! is not Promela is a problem, told at the line of its table; the text of the model has it all the same.

use super::build::Builder;
use super::names;
use super::used::{Used, words};
use crate::abstraction::judge::RESULT;
use crate::abstraction::translate::{Names, Translator};
use crate::abstraction::{InstanceId, Judgement};
use crate::flow::StepKind;
use crate::program::{FunctionId, ObjectId, RecordId};
use abstraction_tables::entry::{self, Origin};
use abstraction_tables::table::{Declare, Scope};
use abstraction_tables::tables::DeclaredObject;
use promela::ast::{Note, Piece, Stmt, Written};
use promela::build;
use promela::document::{self, Part, Shared};
use promela::finding::{Finding, Severity};
use promela::fragment::{self, Filler};
use promela::source::{FileId, Span};
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
    /// What stands for a metavariable of the table.
    Bound(Filler, String),
    /// A name for another one in the table.
    Name {
        text: String,
        written: String,
    },
}

impl TextPart {
    /// How long it is in the table.
    fn length(&self) -> usize {
        match self {
            TextPart::Text(text) => text.len(),
            TextPart::Tree(_) => 0,
            TextPart::Bound(_, name) => name.len() + 1,
            TextPart::Name { written, .. } => written.len(),
        }
    }
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
                    self.in_model(at, text, origin, &mut parts);
                }
                entry::Piece::Bound { name, c } => parts.push(match self.bound(at, name, c, kind) {
                    Bound::Tree(filler) => TextPart::Bound(filler, name.clone()),
                    Bound::Name(text) => TextPart::Name { text, written: format!("${name}") },
                }),
            }
        }
        self.read(parts, origin)
    }

    /// Statements of a text with trees in it.
    pub fn read(&mut self, parts: Vec<TextPart>, origin: Option<&Origin>) -> Vec<Stmt> {
        let (mut text, mut fillers, mut written) = (String::new(), Vec::new(), Vec::new());
        // Where the parts begin, here and in the table.
        let (mut begins, mut names, mut place) = (Vec::new(), Vec::new(), 0);
        for part in trimmed(parts) {
            begins.push((text.len(), place));
            place += part.length();
            let bound = match &part {
                TextPart::Bound(_, name) => Some(name.clone()),
                TextPart::Text(_) | TextPart::Tree(_) | TextPart::Name { .. } => None,
            };
            match part {
                TextPart::Text(t) | TextPart::Name { text: t, .. } => {
                    text.push_str(&t);
                    written.push(Piece::Text(t));
                }
                TextPart::Bound(filler, _) | TextPart::Tree(filler) => {
                    let hole = fragment::hole(fillers.len());
                    names.extend(bound.map(|name| (hole.clone(), format!("${name}"))));
                    text.push_str(&hole);
                    written.push(Piece::Filled(filler.expr()));
                    fillers.push(filler);
                }
            }
        }
        if text.is_empty() {
            return Vec::new();
        }
        let mut steps = self.statements(&text, &fillers).unwrap_or_else(|problem| {
            // What the table has in the place of a hole.
            let said = names
                .iter()
                .fold(problem.message.clone(), |said, (hole, name): &(String, String)| said.replace(hole, name));
            let span = problem.span.filter(|span| span.file == FileId(0)).zip(origin).map(|(found, origin)| {
                let at = |offset: usize| {
                    let (here, table) = begins[begins.partition_point(|(here, _)| *here <= offset).max(1) - 1];
                    let last = origin.right.end.saturating_sub(1);
                    (origin.right.start + (table + offset - here) as u32).min(last.max(origin.right.start))
                };
                let start = at((found.start as usize).min(text.len()));
                let end = at((found.end as usize).clamp(1, text.len()) - 1) + 1;
                Span { file: origin.right.file, start, end: end.max(start) }
            });
            self.problem(said, span, origin);
            vec![build::condition(build::word("skip"))]
        });
        for (index, step) in steps.iter_mut().enumerate() {
            let own = if index == 0 { Written::Text(std::mem::take(&mut written)) } else { Written::Continued };
            step.note.0 = Some(Box::new(Note { written: Some(own), ..Note::default() }));
        }
        steps
    }

    fn statements(&self, text: &str, fillers: &[Filler]) -> Result<Vec<Stmt>, Box<Finding>> {
        let mut used = Used::default();
        used.text(text);
        let mut before = vec![self.abstraction.prelude];
        before.extend(self.abstraction.tables.promela_for(&used.names));
        let mut steps = fragment::parse_statements(&before, text)?;
        for step in &mut steps {
            promela::move_stmt_spans(step, &|_| Default::default());
        }
        match fragment::fill(&mut steps, fillers) {
            Ok(()) => Ok(steps),
            Err(fragment::NotAPlace) => {
                let what = "a value stands where only a variable can";
                Err(Box::new(Finding::new(Severity::Error, "T040", None, what)))
            }
        }
    }

    fn problem(&mut self, message: String, place: Option<Span>, origin: Option<&Origin>) {
        let what = format!("the Promela of this entry cannot be read: {message}");
        let span = place.or(origin.map(|origin| origin.right));
        self.problems.push(Finding::new(Severity::Error, "T040", span, what));
    }

    /// A text of a table with the names that its C names have in the model: `n` of a function that is followed into is
    /// `f_n` there. Names that the tables or the harness declare are theirs.
    fn in_model(&mut self, at: InstanceId, text: &str, origin: Option<&Origin>, parts: &mut Vec<TextPart>) {
        let mut done = 0;
        for (range, word) in free_words(text) {
            if names::is_statement_word(word) || self.is_declared_by_tables(word) {
                continue;
            }
            let Some(named) = self.model_name(at, word, origin) else { continue };
            if named != word {
                parts.push(TextPart::Text(text[done..range.start].to_string()));
                parts.push(TextPart::Name { text: named, written: word.to_string() });
                done = range.end;
            }
        }
        parts.push(TextPart::Text(text[done..].to_string()));
    }

    /// The name in the model of what a C name means in a function. What it cannot mean is a problem.
    fn model_name(&mut self, at: InstanceId, word: &str, origin: Option<&Origin>) -> Option<String> {
        let abstraction = self.abstraction;
        let function = abstraction.instance(at).function;
        let all = abstraction.program.objects.iter().enumerate();
        let named: Vec<ObjectId> =
            all.filter(|(_, o)| o.name == word).map(|(index, _)| ObjectId(index as u32)).collect();
        let of =
            |f: Option<FunctionId>| named.iter().copied().filter(move |o| abstraction.program.object(*o).function == f);
        let object = of(Some(function)).next().or_else(|| of(None).next())?;
        let several = of(Some(function)).count() > 1;
        let followed = at != super::ROOT && abstraction.is_alias(at, object);
        if several || followed {
            let why = match several {
                true => format!("`{word}` is the name of several variables here"),
                false => format!("`{word}` is a pointer, and what it points to differs from call to call"),
            };
            let span = origin.map(|origin| origin.right);
            let finding = Finding::new(Severity::Error, "T041", span, why);
            let finding = finding.help("write $x in its place on the left-hand side, and $x here");
            self.problems.push(finding);
            return None;
        }
        Some(self.book.name(abstraction.var(at, object)))
    }

    /// The typedef of a struct is in the text of tables or of the harness.
    pub fn declares_record(&mut self, record: RecordId) -> bool {
        let name = self.book.record(record);
        self.is_declared_by_tables(&name)
    }

    fn is_declared_by_tables(&self, word: &str) -> bool {
        let texts = self.abstraction.tables.declares().filter_map(|(_, declare)| match declare {
            Declare::Promela(text) => Some(text.as_str()),
            Declare::Object { .. } => None,
        });
        let objects = self.abstraction.tables.declared_objects().any(|object| base(object.name) == word);
        objects || texts.chain([self.abstraction.prelude]).any(|text| words(text).any(|w| w == word))
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
                self.problem(finding.message, None, None);
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
        let mut parts: Vec<Part> = texts.iter().zip(units.into_iter().skip(1)).map(part).collect();
        parts.extend(self.declared_objects());
        parts
    }

    /// `Declare int number Global`
    fn declared_objects(&mut self) -> Vec<Part> {
        let mut parts = Vec::new();
        for object in self.abstraction.tables.declared_objects().filter(|o| *o.scope == Scope::Global) {
            let text = self.object_declaration(object);
            match fragment::parse_texts(&[self.abstraction.prelude, &text]) {
                Ok(mut units) => {
                    let units = units.pop().unwrap_or_default();
                    let name = base(object.name).to_string();
                    parts.push(Part::Shared(Shared { name, text: Some(text), units, repeated: false }));
                }
                Err(_) => self.no_type(object),
            }
        }
        parts
    }

    /// `Declare int number main`
    pub fn declared_locals(&mut self) -> Vec<Stmt> {
        let root = self.abstraction.instance(super::ROOT).function;
        let root = &self.abstraction.program.function(root).name;
        let mut list = Vec::new();
        for object in self.abstraction.tables.declared_objects() {
            if !matches!(object.scope, Scope::Function(name) if name == root) {
                continue;
            }
            let text = self.object_declaration(object);
            match fragment::parse_statements(&[self.abstraction.prelude], text.trim_end_matches(';')) {
                Ok(mut steps) => {
                    steps.iter_mut().for_each(|step| promela::move_stmt_spans(step, &|_| Default::default()));
                    list.append(&mut steps);
                }
                Err(_) => self.no_type(object),
            }
        }
        list
    }

    fn object_declaration(&self, object: DeclaredObject<'_>) -> String {
        let tables = self.abstraction.tables;
        match tables.type_rule(object.ty) {
            Some(rule) => match &rule.init {
                Some(init) => format!("{} {} = {init};", rule.promela, object.name),
                None => format!("{} {};", rule.promela, object.name),
            },
            None => format!("{} {};", tables.substituted(object.ty), object.name),
        }
    }

    fn no_type(&mut self, object: DeclaredObject<'_>) {
        let what = format!("Promela has no type `{}`", object.ty);
        let help = format!("say one: byte, short, int, bool; or write   Type {} int", object.ty);
        self.problems.push(Finding::error("T042", object.span, what).help(help));
    }

    /// `Import number main`: the object is in the model though nothing in the source speaks of it.
    pub fn imported(&mut self, names: &mut BTreeSet<String>) {
        let abstraction = self.abstraction;
        let root = abstraction.instance(super::ROOT).function;
        for (object, scope, span) in abstraction.tables.imports() {
            let function = match scope {
                Scope::Global => None,
                Scope::Function(name) if *name == abstraction.program.function(root).name => Some(root),
                Scope::Function(_) => continue,
            };
            let found = abstraction.program.objects.iter().position(|o| o.name == object && o.function == function);
            let Some(index) = found else {
                let what = format!("the source has no `{object}` there");
                self.problems.push(Finding::error("T043", span, what).help(format!("Declare int {object} {scope}")));
                continue;
            };
            let name = self.book.var(abstraction.var(super::ROOT, ObjectId(index as u32)));
            names.insert(name);
        }
    }
}

/// The words of a text that are not in a string and not a member: `v` in `x.v` is none.
fn free_words(text: &str) -> Vec<(std::ops::Range<usize>, &str)> {
    let (mut list, mut quoted, mut begin) = (Vec::new(), false, None);
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if c.is_alphanumeric() || c == '_' {
            begin = begin.or(Some(at));
            continue;
        }
        if let Some(start) = begin.take()
            && !quoted
            && !text[..start].trim_end().ends_with('.')
        {
            list.push((start..at, &text[start..at]));
        }
        quoted ^= c == '"' && !text[..at].ends_with('\\');
    }
    list
}

/// `x` of `x[4]`
fn base(name: &str) -> &str {
    name.split('[').next().unwrap_or(name)
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
