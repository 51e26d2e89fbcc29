//! Tables: what is unread, and what changed between two versions.

use super::style::{Paint, Style};
use abstraction_tables::diff::{Change, Diff, Effect, Side};
use abstraction_tables::status::Status;
use serde::Serialize;
use similar::{ChangeTag, TextDiff};
use std::fmt::Write;

pub fn status(list: &[(String, Status)]) -> String {
    let mut out = String::new();
    for (name, s) in list {
        let gone = if s.gone > 0 { format!(", {} commented out", s.gone) } else { String::new() };
        let _ = writeln!(out, "{name}: {} entries, {} to read{gone}", s.entries, s.unreviewed.len());
        for u in &s.unreviewed {
            let kind = u.kind.map_or("", |k| k.name());
            let reason = u.reason.as_deref().unwrap_or("");
            let _ = writeln!(out, "  line {}: {}  {}  {kind}  {reason}", u.line, u.left, u.mapping);
        }
    }
    out
}

#[derive(Serialize)]
struct StatusJson<'s> {
    table: &'s str,
    entries: usize,
    gone: usize,
    unreviewed: Vec<UnreviewedJson<'s>>,
}

#[derive(Serialize)]
struct UnreviewedJson<'s> {
    line: u32,
    statement: &'s str,
    mapping: &'s str,
    kind: Option<&'static str>,
    reason: Option<&'s str>,
}

pub fn status_json(list: &[(String, Status)]) -> String {
    let all: Vec<StatusJson> = list
        .iter()
        .map(|(name, s)| StatusJson {
            table: name,
            entries: s.entries,
            gone: s.gone,
            unreviewed: s
                .unreviewed
                .iter()
                .map(|u| UnreviewedJson {
                    line: u.line,
                    statement: &u.left,
                    mapping: &u.mapping,
                    kind: u.kind.map(|k| k.name()),
                    reason: u.reason.as_deref(),
                })
                .collect(),
        })
        .collect();
    with_newline(serde_json::to_string_pretty(&all))
}

fn with_newline(text: serde_json::Result<String>) -> String {
    text.unwrap_or_default() + "\n"
}

pub fn diff(name: &str, diff: &Diff) -> String {
    let style = Style::of_stdout();
    let mut out = String::new();
    if diff.changes.is_empty() {
        let _ = writeln!(out, "{name}: no mapping differs");
    }
    let mut heading: Option<Effect> = None;
    for change in &diff.changes {
        if heading != Some(change.effect) {
            heading = Some(change.effect);
            let _ = writeln!(out, "{name}: {}", change.effect.heading());
        }
        line(&mut out, change, style);
    }
    for (gone, new) in &diff.renamed {
        if let (Some(from), Some(to)) = (&diff.changes[*gone].before, &diff.changes[*new].after) {
            let _ = writeln!(out, "  `{}` is perhaps `{}` now", from.left, to.left);
        }
    }
    if !diff.reviewed.is_empty() {
        let _ = writeln!(out, "{name}: {} entries were read and left as they were", diff.reviewed.len());
    }
    out
}

fn line(out: &mut String, change: &Change, style: Style) {
    let side = |s: &Side| {
        let reason = s.reason.as_ref().map_or(String::new(), |r| format!("  /* {r} */"));
        let new = if s.new { "  (unread)" } else { "" };
        format!("{}  {}{reason}{new}", s.left, s.mapping)
    };
    match (&change.before, &change.after) {
        (None, Some(after)) => {
            let _ = writeln!(out, "  {}", style.paint(Paint::Good, &format!("+ line {}: {}", after.line, side(after))));
        }
        (Some(before), None) => {
            let _ =
                writeln!(out, "  {}", style.paint(Paint::Bad, &format!("- line {}: {}", before.line, side(before))));
        }
        (Some(before), Some(after)) => {
            let (old, new) = (side(before), side(after));
            let words = TextDiff::from_words(old.as_str(), new.as_str());
            let marked = |skip: ChangeTag, paint: Paint| -> String {
                let changes = words.iter_all_changes().filter(|c| c.tag() != skip);
                changes
                    .map(|c| {
                        if c.tag() == ChangeTag::Equal { c.value().to_string() } else { style.paint(paint, c.value()) }
                    })
                    .collect()
            };
            let _ = writeln!(out, "  - line {}: {}", before.line, marked(ChangeTag::Insert, Paint::Bad));
            let _ = writeln!(out, "  + line {}: {}", after.line, marked(ChangeTag::Delete, Paint::Good));
        }
        (None, None) => {}
    }
}

#[derive(Serialize)]
struct DiffJson<'d> {
    table: &'d str,
    changes: Vec<ChangeJson<'d>>,
    reviewed: usize,
}

#[derive(Serialize)]
struct ChangeJson<'d> {
    effect: &'static str,
    before: Option<SideJson<'d>>,
    after: Option<SideJson<'d>>,
}

#[derive(Serialize)]
struct SideJson<'d> {
    line: u32,
    statement: &'d str,
    mapping: &'d str,
    kind: Option<&'static str>,
    reason: Option<&'d str>,
    new: bool,
}

pub fn diff_json(name: &str, diff: &Diff) -> String {
    let changes = diff
        .changes
        .iter()
        .map(|c| ChangeJson {
            effect: effect_name(c.effect),
            before: c.before.as_ref().map(side_json),
            after: c.after.as_ref().map(side_json),
        })
        .collect();
    with_newline(serde_json::to_string_pretty(&DiffJson { table: name, changes, reviewed: diff.reviewed.len() }))
}

fn side_json(s: &Side) -> SideJson<'_> {
    SideJson {
        line: s.line,
        statement: &s.left,
        mapping: &s.mapping,
        kind: s.kind.map(|k| k.name()),
        reason: s.reason.as_deref(),
        new: s.new,
    }
}

fn effect_name(effect: Effect) -> &'static str {
    match effect {
        Effect::MayMiss => "may-miss-errors",
        Effect::MayBeSpurious => "may-report-spurious-errors",
        Effect::Unclear => "unclear",
        Effect::Stronger => "stronger",
        Effect::Same => "same",
    }
}
