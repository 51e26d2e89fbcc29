//! What the command line is to a search: its limits, the cache, the terminal.

use super::super::BAD_INPUT;
use super::cache::{Cache, Key};
use super::target::Job;
use crate::args::{self, Verify};
use crate::interrupt;
use crate::report::progress::Lines;
use crate::watchdog::{remaining, spare_memory};
use checker::search::{Limits, Progress};
use harnesses::ask::Host;
use harnesses::ask::outcome::Kept;
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

/// The limits of the command line, as far as they are not used up, or else those of the harness.
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
        time: args.time.map(remaining).or(time),
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

/// What comes after the errors of a model.
pub fn not_right() -> u8 {
    eprintln!("ax: the model cannot be checked: its text, which `--model FILE` writes, is not right");
    eprintln!("    the Promela of a table or of the harness may be wrong; if there is none, this is a defect of ax");
    BAD_INPUT
}
