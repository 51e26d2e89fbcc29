//! Judgements and models of the functions in `tests/models`, without any table.
//!
//! The functions of a file run together: what one makes unknown is unknown in all.

use abstraction_tables::tables::Tables;
use extractor::{c, extract, program};
use promela::finding::Findings;
use promela::source::Sources;
use std::fmt::Write;

fn models(text: &str) -> String {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let unit = c::read_preprocessed("source.c", text.to_string(), &mut sources, &mut findings);
    let unit = unit.expect("the source is read");
    let prepared = extract::prepare(program::build(&[&unit], &mut findings), true);
    let tables = Tables::default();
    let roots: Vec<extract::Root> = (0..prepared.program.functions.len() as u32)
        .map(program::FunctionId)
        .filter(|f| prepared.program.function(*f).body.is_some() && !prepared.program.function(*f).internal)
        .map(|function| extract::Root { function, tables: &tables, prelude: "", options: Default::default() })
        .collect();
    let mut out = String::new();
    for made in extract::extract_together(&prepared, &sources, &roots) {
        for row in &made.rows {
            let (action, kind) = (row.judgement.action.table_text(), row.judgement.kind.name());
            let reason = row.judgement.reason.as_deref().map_or(String::new(), |r| format!(" ({r})"));
            let _ = writeln!(out, "// {}: {}    {action}    {kind}{reason}", row.class, row.text);
        }
        for unknown in &made.unknown {
            let _ = writeln!(out, "// unknown: {}, {}", unknown.data, unknown.why);
        }
        let _ = writeln!(out, "{}", made.model.text());
    }
    out
}

#[test]
fn known() {
    insta::assert_snapshot!(models(include_str!("models/known.c")));
}

#[test]
fn unknown() {
    insta::assert_snapshot!(models(include_str!("models/unknown.c")));
}

#[test]
fn calls() {
    insta::assert_snapshot!(models(include_str!("models/calls.c")));
}

#[test]
fn control() {
    insta::assert_snapshot!(models(include_str!("models/control.c")));
}
