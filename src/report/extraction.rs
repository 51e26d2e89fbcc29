//! What an extraction did: models, tables, and what changed in them.

use abstraction_tables::Update;
use abstraction_tables::entry::Kind;
use abstraction_tables::update::Line;
use extractor::emit::Row;
use extractor::extract::Unknown;
use serde::Serialize;
use std::fmt::Write;

/// One function.
pub struct Outcome {
    pub function: String,
    pub model: String,
    pub table: String,
    pub is_new_table: bool,
    pub written: bool,
    /// The model.
    pub text: String,
    pub rows: Vec<Row>,
    /// Where each row stands first.
    pub places: Vec<String>,
    pub open: Vec<String>,
    /// Shared data that the model does not hold.
    pub unknown: Vec<Unknown>,
    /// What holds for the model as a whole: errors may be missed because of it.
    pub restrictions: Vec<String>,
    pub update: Update,
    /// Its table was not told with another function.
    pub tells_table: bool,
}

const KINDS: [(Kind, &str); 4] = [
    (Kind::Exact, "exact"),
    (Kind::Irrelevant, "irrelevant"),
    (Kind::Generalisation, "generalised"),
    (Kind::Restriction, "restricted"),
];

pub fn text(outcomes: &[Outcome]) -> String {
    let mut out = String::new();
    for o in outcomes {
        let counts: Vec<String> = KINDS
            .iter()
            .map(|(k, name)| (o.rows.iter().filter(|r| r.judgement.kind == *k).count(), name))
            .filter(|(n, _)| *n > 0)
            .map(|(n, name)| format!("{n} {name}"))
            .collect();
        if o.written {
            let _ = writeln!(out, "{}: {} statements and conditions: {}", o.model, o.rows.len(), counts.join(", "));
        }
        for name in &o.open {
            let _ = writeln!(
                out,
                "  `{name}` is for your model to declare: the table keeps what ax has no exact words for"
            );
        }
        for text in &o.restrictions {
            let _ = writeln!(out, "  restriction: {text}");
        }
        if o.tells_table {
            table(&o.table, o.is_new_table, &o.update, &mut out);
        }
    }
    out
}

/// A table that was brought up to date.
pub struct Updated {
    pub table: String,
    pub is_new: bool,
    pub update: Update,
}

/// `ax table update HARNESS`
pub fn updated(list: &[Updated]) -> String {
    let mut out = String::new();
    list.iter().for_each(|one| table(&one.table, one.is_new, &one.update, &mut out));
    out
}

#[derive(Serialize)]
struct UpdatedJson<'o> {
    table: &'o str,
    added: Vec<LineJson<'o>>,
    gone: Vec<LineJson<'o>>,
    revived: Vec<LineJson<'o>>,
    unused: Vec<LineJson<'o>>,
}

pub fn updated_json(list: &[Updated]) -> String {
    let one = |u: &'_ Updated| {
        serde_json::to_value(UpdatedJson {
            table: &u.table,
            added: line_json(&u.update.added),
            gone: line_json(&u.update.gone),
            revived: line_json(&u.update.revived),
            unused: line_json(&u.update.unused),
        })
    };
    let all: Vec<_> = list.iter().filter_map(|u| one(u).ok()).collect();
    serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"
}

fn table(name: &str, is_new: bool, u: &Update, out: &mut String) {
    let same = u.added.is_empty() && u.gone.is_empty() && u.revived.is_empty();
    if is_new {
        let _ = writeln!(out, "{name}: new, {} entries to read", u.added.len());
    } else if same {
        let _ = writeln!(out, "{name}: unchanged");
    } else {
        let _ = writeln!(out, "{name}: {} new, {} gone, {} back", u.added.len(), u.gone.len(), u.revived.len());
        lines(out, "new", &u.added);
        lines(out, "gone", &u.gone);
        lines(out, "back", &u.revived);
        for (gone, added) in &u.renamed {
            let (from, to) = (&u.gone[*gone], &u.added[*added]);
            let _ = writeln!(out, "  `{}` is perhaps `{}` now: its mapping was `{}`", from.left, to.left, from.mapping);
        }
    }
    for l in &u.unused {
        let _ = writeln!(out, "  line {}: `{}` matches nothing any more", l.line, l.left);
    }
}

fn lines(out: &mut String, what: &str, list: &[Line]) {
    for l in list {
        let _ = writeln!(out, "  {what}  line {}: {}  {}", l.line, l.left, l.mapping);
    }
}

#[derive(Serialize)]
struct Json<'o> {
    functions: Vec<FunctionJson<'o>>,
}

#[derive(Serialize)]
struct FunctionJson<'o> {
    function: &'o str,
    model: &'o str,
    table: &'o str,
    mappings: Vec<RowJson<'o>>,
    open: &'o [String],
    unknown: Vec<UnknownJson<'o>>,
    restrictions: &'o [String],
    added: Vec<LineJson<'o>>,
    gone: Vec<LineJson<'o>>,
    revived: Vec<LineJson<'o>>,
    unused: Vec<LineJson<'o>>,
}

#[derive(Serialize)]
struct UnknownJson<'o> {
    data: &'o str,
    reason: &'o str,
}

#[derive(Serialize)]
struct LineJson<'o> {
    line: u32,
    statement: &'o str,
    mapping: &'o str,
}

/// A row of a table, as scripts read it.
#[derive(Serialize)]
pub struct RowJson<'o> {
    class: char,
    statement: &'o str,
    mapping: String,
    kind: &'static str,
    reason: Option<&'o str>,
    /// `table:line` of the entry that decided; null for the default.
    entry: Option<String>,
    place: &'o str,
    function: &'o str,
    count: u32,
}

pub fn row_json<'o>(row: &'o Row, place: &'o str) -> RowJson<'o> {
    RowJson {
        class: row.class.letter(),
        statement: &row.text,
        mapping: row.judgement.action.table_text(),
        kind: row.judgement.kind.name(),
        reason: row.judgement.reason.as_deref(),
        entry: row.judgement.origin.as_ref().map(|o| format!("{}:{}", o.table, o.line)),
        place,
        function: &row.function,
        count: row.count,
    }
}

pub fn json(outcomes: &[Outcome]) -> String {
    let functions = outcomes
        .iter()
        .map(|o| FunctionJson {
            function: &o.function,
            model: &o.model,
            table: &o.table,
            mappings: o.rows.iter().zip(&o.places).map(|(r, p)| row_json(r, p)).collect(),
            open: &o.open,
            unknown: o.unknown.iter().map(|u| UnknownJson { data: &u.data, reason: &u.why }).collect(),
            restrictions: &o.restrictions,
            added: line_json(&o.update.added),
            gone: line_json(&o.update.gone),
            revived: line_json(&o.update.revived),
            unused: line_json(&o.update.unused),
        })
        .collect();
    let mut text = serde_json::to_string_pretty(&Json { functions }).unwrap_or_default();
    text.push('\n');
    text
}

fn line_json(lines: &[Line]) -> Vec<LineJson<'_>> {
    lines.iter().map(|l| LineJson { line: l.line, statement: &l.left, mapping: &l.mapping }).collect()
}

/// `ax show mappings`
pub fn mappings(rows: &[Row], places: &[String]) -> String {
    let mut out = String::new();
    let width = |f: &dyn Fn(&Row) -> usize| rows.iter().map(f).max().unwrap_or(0).min(48);
    let left = width(&|r| r.text.chars().count() + 3);
    let right = width(&|r| r.judgement.action.table_text().chars().count()).min(24);
    for (row, place) in rows.iter().zip(places) {
        let text = format!("{}: {}", row.class, row.text);
        let _ = write!(
            out,
            "{text:left$}  {:right$}  {:14}  {place}",
            row.judgement.action.table_text(),
            row.judgement.kind.name()
        );
        if let Some(o) = &row.judgement.origin {
            let _ = write!(out, "  [{}:{}]", o.table, o.line);
        }
        if let Some(reason) = &row.judgement.reason {
            let _ = write!(out, "  {reason}");
        }
        out.push('\n');
    }
    out
}
