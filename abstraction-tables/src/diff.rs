//! Two versions of a table: what is new, gone and changed, grouped by what it means for a verdict.

use crate::alike;
use crate::canon;
use crate::entry::Kind;
use crate::table::{Item, Left, Table, What};
use promela::finding::Findings;
use promela::source::FileId;
use std::collections::HashMap;

/// What a change means. The weightiest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Effect {
    /// A restriction came in: errors may be missed.
    MayMiss,
    /// A generalisation came in: a reported error may be spurious.
    MayBeSpurious,
    /// The table does not say of what kind a mapping is.
    Unclear,
    /// A restriction or generalisation went away: verdicts rest on less.
    Stronger,
    /// The kind is what it was, or says nothing against a verdict.
    Same,
}

/// A line that is not the same in both tables.
#[derive(Debug)]
pub struct Change {
    pub effect: Effect,
    /// `None`: the entry is new.
    pub before: Option<Side>,
    /// `None`: the entry is gone.
    pub after: Option<Side>,
}

/// One of the two versions of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    pub line: u32,
    /// `A: x=1`, `Data cnt`
    pub left: String,
    /// `keep`
    pub mapping: String,
    pub kind: Option<Kind>,
    pub reason: Option<String>,
    pub new: bool,
}

#[derive(Debug, Default)]
pub struct Diff {
    /// By effect, then by line.
    pub changes: Vec<Change>,
    /// Entries whose `/* NEW */` mark a person took away, and nothing else.
    pub reviewed: Vec<Side>,
    /// Perhaps one statement under two names: indices into `changes`, of a gone and of a new entry.
    pub renamed: Vec<(usize, usize)>,
}

/// Compares two versions of a table. Broken lines do not count; of entries for one statement the first does.
pub fn diff(old: &str, new: &str) -> Diff {
    let (old, new) = (sides(old), sides(new));
    let mut diff = Diff::default();
    let old_by_key: HashMap<&str, &Side> = old.iter().rev().map(|(key, side)| (key.as_str(), side)).collect();
    let new_by_key: HashMap<&str, &Side> = new.iter().rev().map(|(key, side)| (key.as_str(), side)).collect();
    for (key, side) in &old {
        if !new_by_key.contains_key(key.as_str()) && std::ptr::eq(old_by_key[key.as_str()], side) {
            diff.changes.push(change(Some(side), None));
        }
    }
    for (key, side) in &new {
        if !std::ptr::eq(new_by_key[key.as_str()], side) {
            continue;
        }
        match old_by_key.get(key.as_str()) {
            None => diff.changes.push(change(None, Some(side))),
            Some(before) if before.mapping != side.mapping || before.kind != side.kind => {
                diff.changes.push(change(Some(before), Some(side)));
            }
            Some(before) if before.new && !side.new => diff.reviewed.push(side.clone()),
            Some(_) => {}
        }
    }
    let line = |change: &Change| change.after.as_ref().or(change.before.as_ref()).map_or(0, |side| side.line);
    diff.changes.sort_by_key(|change| (change.effect, line(change)));
    diff.renamed = renamed(&diff.changes);
    diff
}

fn sides(text: &str) -> Vec<(String, Side)> {
    let table = Table::parse("", text, FileId::default(), &mut Findings::default());
    table.items.iter().map(|item| (key(item), side(item))).collect()
}

fn side(item: &Item) -> Side {
    let (left, mapping) = item.what.sides();
    let plain = match &item.what {
        What::Entry(entry) => entry.mapping.plain_kind(),
        What::Default { mapping, .. } | What::Data { mapping, .. } => mapping.plain_kind(),
        _ => None,
    };
    let kind = item.remark.kind.or(plain);
    Side { line: item.line, left, mapping, kind, reason: item.remark.reason.clone(), new: item.remark.new }
}

/// What makes two lines lines about the same thing, however they are written.
fn key(item: &Item) -> String {
    let What::Entry(entry) = &item.what else { return item.what.sides().0 };
    let class = entry.class.map_or(String::new(), |class| format!("{class}: "));
    match &entry.left {
        Left::Exact { tree, .. } | Left::Pattern { tree, .. } => format!("{class}{}", canon::print(tree)),
        Left::Prefix { tokens, .. } => format!("{class}{}...", tokens.concat()),
        Left::Expression(regex) => format!("{class}/{regex}/"),
    }
}

fn change(before: Option<&Side>, after: Option<&Side>) -> Change {
    let kind = |side: Option<&Side>| side.map(|side| side.kind);
    let effect = match (kind(before), kind(after)) {
        (Some(Some(a)), Some(Some(b))) if a == b => Effect::Same,
        (_, Some(Some(Kind::Restriction))) => Effect::MayMiss,
        (_, Some(Some(Kind::Generalisation))) => Effect::MayBeSpurious,
        (_, Some(None)) | (Some(None), None) => Effect::Unclear,
        (Some(Some(Kind::Restriction | Kind::Generalisation)), _) => Effect::Stronger,
        _ => Effect::Same,
    };
    Change { effect, before: before.cloned(), after: after.cloned() }
}

fn renamed(changes: &[Change]) -> Vec<(usize, usize)> {
    let only = |wanted: fn(&Change) -> Option<&Side>| -> Vec<(usize, &str)> {
        changes.iter().enumerate().filter_map(|(i, c)| wanted(c).map(|side| (i, side.left.as_str()))).collect()
    };
    let gone = only(|c| if c.after.is_none() { c.before.as_ref() } else { None });
    let new = only(|c| if c.before.is_none() { c.after.as_ref() } else { None });
    alike::pairs(&gone, &new, |(_, text)| text).into_iter().map(|(i, j)| (gone[i].0, new[j].0)).collect()
}

impl Effect {
    /// As the heading of a group.
    pub fn heading(self) -> &'static str {
        match self {
            Effect::MayMiss => "restrictions: errors may be missed",
            Effect::MayBeSpurious => "generalisations: an error may be spurious",
            Effect::Unclear => "of no stated kind",
            Effect::Stronger => "no longer restricted or generalised",
            Effect::Same => "without effect on what a verdict means",
        }
    }
}
