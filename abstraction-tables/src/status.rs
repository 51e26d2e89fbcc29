//! What of a table a person has not read yet.

use crate::entry::Kind;
use crate::parse::lines::{LogicalKind, logical_lines};
use crate::table::{Table, What};
use promela::finding::Findings;
use promela::source::FileId;

/// The state of a table.
#[derive(Debug, Default)]
pub struct Status {
    /// How many entries it has.
    pub entries: usize,
    /// Those that carry `/* NEW */`.
    pub unreviewed: Vec<Unreviewed>,
    /// Lines that are commented out because their statement is gone.
    pub gone: usize,
    /// How many entries are said to be of each kind; `None`: nothing is said.
    pub kinds: Vec<(Option<Kind>, usize)>,
}

/// An entry the tool wrote and no person has read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreviewed {
    pub line: u32,
    /// `A: x=1`
    pub left: String,
    /// `keep`
    pub mapping: String,
    pub kind: Option<Kind>,
    /// Its comment without the mark: the place, the spelling.
    pub reason: Option<String>,
}

/// The state of the table with this text. Broken lines are not counted.
pub fn status(text: &str) -> Status {
    let table = Table::parse("", text, FileId::default(), &mut Findings::default());
    let mut status = Status::default();
    for item in &table.items {
        let What::Entry(entry) = &item.what else { continue };
        status.entries += 1;
        let kind = item.remark.kind.or(entry.mapping.plain_kind());
        match status.kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => status.kinds.push((kind, 1)),
        }
        if item.remark.new {
            let (left, mapping) = item.what.sides();
            let reason = item.remark.reason.clone();
            status.unreviewed.push(Unreviewed { line: item.line, left, mapping, kind, reason });
        }
    }
    status.kinds.sort();
    let (lines, _) = logical_lines(text);
    status.gone = lines.iter().filter(|line| matches!(line.kind, LogicalKind::Gone)).count();
    status
}
