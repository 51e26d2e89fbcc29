//! What changed since a commit, for people: new statements first.

use super::{Answer, Since, Statement, Verdict};
use crate::report::style::counted;
use std::fmt::Write;

pub fn since(answer: &Answer, since: &Since, out: &mut String) {
    let _ = writeln!(out, "{}, since {}:", answer.harness, since.revision);
    if !since.known {
        let _ = writeln!(out, "  it was not there, or cannot be checked as it was: all is new");
    }
    if since.statements.is_empty() && since.gone.is_empty() && since.tables.is_empty() && since.verdicts.is_empty() {
        let _ = writeln!(out, "  no statement, table or verdict changed");
    }
    if since.known {
        list(&since.statements, "new", out);
        list(&since.gone, "gone", out);
    } else {
        let _ = writeln!(out, "  {}", counted(since.statements.len() as u64, "statement"));
    }
    for change in &since.tables {
        let text = match (&change.before, &change.after) {
            (None, Some(after)) => format!("new      {after}"),
            (Some(before), None) => format!("gone     {before}"),
            (before, after) => {
                format!("changed  {} -> {}", before.as_deref().unwrap_or(""), after.as_deref().unwrap_or(""))
            }
        };
        let _ = writeln!(out, "  {}: {text}  ({})", change.table, change.effect);
    }
    for change in &since.verdicts {
        let before = change.before.map_or("not checked", name);
        let _ = writeln!(out, "  verdict  {}: {before} -> {}", change.property, name(change.after));
    }
}

fn list(statements: &[Statement], what: &str, out: &mut String) {
    for s in statements {
        let _ = writeln!(out, "  {what:4}  {}:{}: {}  {}  ({})", s.file, s.line, s.text, s.mapping, s.kind);
    }
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "pass",
        Verdict::Fail => "fail",
        Verdict::Incomplete => "incomplete",
    }
}
