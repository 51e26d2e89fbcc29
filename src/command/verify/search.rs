//! What the command line is to a search: its limits, the cache, the terminal.

use super::super::BAD_INPUT;
use super::super::check::spare_memory;
use super::cache::{Cache, Key};
use super::load::Loaded;
use super::target::Job;
use crate::args::{self, Verify};
use crate::interrupt;
use crate::report::findings;
use crate::report::progress::Lines;
use checker::search::{Limits, Progress};
use harnesses::ask::outcome::Kept;
use harnesses::ask::{Host, Wrong};
use promela::finding::{Finding, Findings, Severity};
use promela::source::Span;
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

/// The limits of the command line, or else those of the harness.
pub fn limits(job: &Job, args: &Verify) -> Result<Limits, u8> {
    let own = &job.harness.limits;
    let refuse = |key: &str, e: String| {
        eprintln!("ax: the harness {}: `{key}` under `[limits]`: {e}", job.name);
        BAD_INPUT
    };
    let memory = own.memory.as_deref().map(args::size).transpose().map_err(|e| refuse("memory", e))?;
    let time = own.time.as_deref().map(args::duration).transpose().map_err(|e| refuse("time", e))?;
    Ok(Limits {
        depth: args.depth.or(own.depth),
        memory: args.memory.or(memory).or_else(spare_memory),
        time: args.time.or(time),
    })
}

/// The terminal and the user's cache.
pub struct Terminal<'c> {
    cache: &'c Cache,
    lines: RefCell<Lines>,
}

impl<'c> Terminal<'c> {
    pub fn new(cache: &'c Cache) -> Terminal<'c> {
        Terminal { cache, lines: RefCell::new(Lines::new(false)) }
    }
}

impl Host for Terminal<'_> {
    fn known(&self, what: &str) -> Option<Kept> {
        self.cache.outcome(&key(what))
    }

    fn keep(&self, what: &str, kept: &Kept) {
        self.cache.keep(&key(what), kept);
    }

    fn stop(&self) -> &AtomicBool {
        &interrupt::STOP
    }

    fn progress(&self, progress: &Progress) {
        self.lines.borrow_mut().tell(progress);
    }

    fn defect(&self, property: &str) {
        eprintln!("ax: {property}: the slice has an error that the whole model does not have");
        eprintln!("    this is a defect of ax; the answer is that of the whole model");
    }
}

fn key(what: &str) -> Key {
    let mut key = Key::new("outcome");
    key.add(what);
    key
}

/// Tells why there is nothing to check: at the table entry that says it, where there is one.
pub fn wrong(wrong: Wrong, loaded: &Loaded) -> u8 {
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
    not_right()
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

/// What comes after the errors of a model.
pub fn not_right() -> u8 {
    eprintln!("ax: the model cannot be checked: its text, which `--model FILE` writes, is not right");
    eprintln!("    the Promela of a table or of the harness may be wrong; if there is none, this is a defect of ax");
    BAD_INPUT
}
