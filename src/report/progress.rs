//! The line on stderr that tells how far a search is.

use super::style::{counted, grouped, size};
use checker::search::{LevelSize, Loss, Progress};
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// How often there is a line.
const EVERY: Duration = Duration::from_secs(1);

/// Tells a line now and then, if anybody looks.
pub struct Lines {
    wanted: bool,
    next: Duration,
}

impl Lines {
    /// `wanted`: even if stderr is no terminal.
    pub fn new(wanted: bool) -> Lines {
        Lines { wanted: wanted || std::io::stderr().is_terminal(), next: EVERY }
    }

    /// A search begins.
    pub fn begin(&mut self) {
        self.next = EVERY;
    }

    pub fn tell(&mut self, p: &Progress) {
        if !self.wanted {
            return;
        }
        if p.elapsed < self.next {
            return;
        }
        self.next = p.elapsed + EVERY;
        // A closed stderr is no reason to fail.
        let _ = std::io::stderr().write_all(line(p).as_bytes());
    }
}

fn line(p: &Progress) -> String {
    let seconds = p.elapsed.as_secs_f64();
    let rate = p.stored as f64 / seconds.max(1e-6);
    format!(
        "ax: {seconds:.0} s: {}, {} matched, {}, {}, {} states/s{}\n",
        counted(p.stored, "state"),
        grouped(p.matched),
        p.level.map_or_else(|| format!("depth {}", grouped(p.depth)), level),
        size(p.memory_bytes),
        grouped(rate as u64),
        coverage(p),
    )
}

/// `level 12 of 3,400 states (growing 1.20 times)`
fn level(level: LevelSize) -> String {
    let change = match (level.states as f64 / level.before.max(1) as f64, level.before) {
        (_, 0) => String::new(),
        (by, _) if by > 1.005 => format!(" (growing {by:.2} times)"),
        (by, _) if by < 0.995 => format!(" (shrinking to {by:.2})"),
        _ => " (steady)".to_string(),
    };
    format!("level {} of {}{change}", grouped(level.number), counted(level.states, "state"))
}

/// What can be said of how much is done, and what may be missing.
fn coverage(p: &Progress) -> String {
    match (p.loss, p.done) {
        (Some(Loss::Bits { factor, coverage, .. }), _) => {
            format!(", expected coverage so far {:.2}%, hash factor {factor:.1}", 100.0 * coverage)
        }
        (Some(Loss::Compact { missing }), _) => format!(", {missing:.2} states expected to be missing so far"),
        (None, Some(done)) => format!(", about {:.1}% of the options at the start of the path done", 100.0 * done),
        (None, None) => String::new(),
    }
}
