//! A table that keeps all that it names: with it a program means what it means without it, and needs no model.

use super::target::Job;
use abstraction_tables::{Shipped, Tables, status, write};
use promela::DiskLoader;
use promela::finding::Findings;
use promela::source::Sources;
use std::path::PathBuf;

/// What of such a table an answer looks at.
#[derive(Default)]
pub struct Kept {
    /// The table, and those that it includes.
    pub files: Vec<PathBuf>,
    /// Entries that nobody has read.
    pub unreviewed: Vec<String>,
}

/// `None` if the table of the job does more than to keep, or cannot be read: whoever makes a model tells of that.
pub fn kept(job: &Job) -> Option<Kept> {
    let Some(named) = &job.harness.table else { return Some(Kept::default()) };
    let path = job.folder.join(named.get_ref());
    let text = write::read(&path).ok()?;
    let shown = path.display().to_string();
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let tables = Tables::load(&shown, &text, Shipped::OnlyIncluded, &DiskLoader, &mut sources, &mut findings);
    if findings.has_errors() || !tables.tables().all(|table| table.only_keeps()) {
        return None;
    }
    let unreviewed = status::status(&text).unreviewed.into_iter();
    let told =
        |u: status::Unreviewed| format!("{shown}:{}: `{}` is {} until a person reads it", u.line, u.left, u.mapping);
    Some(Kept {
        files: tables.tables().map(|table| PathBuf::from(&table.name)).collect(),
        unreviewed: unreviewed.map(told).collect(),
    })
}
