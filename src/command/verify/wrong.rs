//! A model that means nothing: why, told where somebody wrote it.
//!
//! Does not look for the place of what stands in the text of a harness.

use super::super::BAD_INPUT;
use super::load::Loaded;
use super::search;
use crate::report::findings;
use harnesses::ask::Wrong;
use promela::finding::{Finding, Findings, Severity};
use promela::source::Span;

/// Tells why there is nothing to check: at the table entry that says it, where there is one.
pub fn tell(wrong: Wrong, loaded: &Loaded) -> u8 {
    let (mut of_tables, mut others) = (Findings::default(), Findings::default());
    for finding in wrong.findings.list.iter().filter(|f| f.severity == Severity::Error) {
        match in_table(finding, &wrong, loaded) {
            Some(found) => of_tables.push(found),
            None => others.push(finding.clone()),
        }
    }
    findings::print(&of_tables, &loaded.sources);
    if others.list.is_empty() {
        return BAD_INPUT;
    }
    findings::print(&others, &wrong.sources);
    search::not_right()
}

/// The finding at the right-hand side of the entry whose text it is about. The line of the model is a note.
fn in_table(finding: &Finding, wrong: &Wrong, loaded: &Loaded) -> Option<Finding> {
    let span = finding.span?;
    let c = loaded.closed.place(wrong.places.origin(span)?)?.span;
    // The place is that of a whole statement; a name that the message speaks of is nearer.
    let words = finding.message.split('`').nth(1).unwrap_or_else(|| wrong.sources.text(span));
    let rows = loaded.closed.processes.iter().flat_map(|p| &p.rows).filter(|row| row.span == c);
    rows.filter_map(|row| row.judgement.origin.as_ref()).find_map(|origin| {
        let right = origin.right;
        let at = loaded.sources.text(right).find(words)? as u32 + right.start;
        let file = wrong.sources.file(span.file);
        let line = file.line_range(file.line_index(span.start as usize) as usize)?;
        let note = format!("in the model: {}", file.text.get(line)?.trim());
        let span = Span { file: right.file, start: at, end: at + words.len() as u32 };
        Some(Finding { span: Some(span), label: note, related: Vec::new(), ..finding.clone() })
    })
}
