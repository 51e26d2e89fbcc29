//! One program under Spin and under `ax`.

use crate::ax::{self, Ax, Order, Request};
use crate::counts;
use crate::kind;
use crate::scratch::Scratch;
use crate::spin::{self, Claim, Reduction, Search};
use std::fmt;
use std::io;
use std::path::Path;
use std::time::Duration;

/// Larger programs are skipped: they say no more and take longer.
const MOST_STATES: u64 = 20_000;

const MODEL: &str = "model.pml";

/// What Spin says of a program, once per mode.
#[derive(Clone, Debug)]
pub struct Reference {
    pub modes: Vec<(Claim, Result<spin::Report, spin::Failure>)>,
}

impl Reference {
    /// Why the program is of no use, if it is not.
    pub fn unusable(&self) -> Option<Unusable> {
        self.modes.iter().find_map(|(_, result)| match result {
            Err(spin::Failure::Refused(message)) => Some(Unusable::Refused(message.clone())),
            Err(spin::Failure::NotCompiled(message)) => Some(Unusable::NotCompiled(message.clone())),
            Err(spin::Failure::Killed) => Some(Unusable::Killed),
            Err(spin::Failure::TimeLimit) => Some(Unusable::TooLarge),
            Err(spin::Failure::NoCounts(_)) => Some(Unusable::NoCounts),
            Ok(report) if report.truncated || report.counts.stored > MOST_STATES => Some(Unusable::TooLarge),
            Ok(_) => None,
        })
    }

    /// States of the first mode.
    pub fn states(&self) -> u64 {
        match self.modes.first() {
            Some((_, Ok(report))) => report.counts.stored,
            _ => 0,
        }
    }

    pub fn first_error(&self) -> Option<&str> {
        match self.modes.first() {
            Some((_, Ok(report))) => report.first_error.as_deref(),
            _ => None,
        }
    }
}

/// Why Spin gives nothing to compare with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unusable {
    Refused(String),
    NotCompiled(String),
    Killed,
    TooLarge,
    NoCounts,
}

/// How `ax` differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divergence {
    pub sort: Sort,
    pub detail: String,
}

/// The sort of a difference; shrinking a program keeps it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// `ax` refuses a program that Spin takes.
    Refused,
    Crashed,
    TimeLimit,
    /// The state space is not the same.
    Counts,
    /// The state space is not the same when searched breadth first.
    BreadthFirst,
    /// Another verdict or another kind of error.
    Verdict,
    /// Both reduce the state space, and `ax` has fewer states.
    Fewer,
    /// Only atomic steps, depth or the number of errors.
    Weak,
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Refused => "refused",
            Sort::Crashed => "crashed",
            Sort::TimeLimit => "time limit",
            Sort::Counts => "counts",
            Sort::BreadthFirst => "breadth first",
            Sort::Verdict => "verdict",
            Sort::Fewer => "fewer",
            Sort::Weak => "weak",
        })
    }
}

/// A folder to compare programs in, one after the other.
pub struct Bench {
    scratch: Scratch,
}

impl Bench {
    pub fn new() -> io::Result<Bench> {
        Ok(Bench { scratch: Scratch::new()? })
    }

    fn folder(&self) -> &Path {
        self.scratch.path()
    }

    /// Runs Spin on the program, with its claim and, when it has one, without.
    pub fn reference(&self, text: &str, reduction: Reduction) -> io::Result<Reference> {
        std::fs::write(self.folder().join(MODEL), text)?;
        let search = Search { limit: Duration::from_secs(1), reduction, ..Search::default() };
        let mut modes = vec![(Claim::First, spin::check(self.folder(), MODEL, Claim::First, &search)?)];
        let usable = modes[0].1.is_ok();
        if usable && has_claim(text) {
            let result = match spin::compile_for(self.folder(), Claim::None, reduction)? {
                Ok(()) => spin::verify(self.folder(), &search)?,
                Err(failure) => Err(failure),
            };
            modes.push((Claim::None, result));
        }
        Ok(Reference { modes })
    }

    /// Runs `ax` on the program and compares.
    pub fn compare(&self, ax: &Ax, text: &str, reference: &Reference) -> io::Result<Option<Divergence>> {
        std::fs::write(self.folder().join(MODEL), text)?;
        let mut weak = None;
        for (claim, result) in &reference.modes {
            let Ok(report) = result else { continue };
            match self.compare_mode(ax, *claim, report)? {
                Some(divergence) if matches!(divergence.sort, Sort::Weak | Sort::Fewer) => {
                    weak = weak.or(Some(divergence))
                }
                Some(divergence) => return Ok(Some(divergence)),
                None => {}
            }
        }
        Ok(weak)
    }

    fn compare_mode(&self, ax: &Ax, claim: Claim, report: &spin::Report) -> io::Result<Option<Divergence>> {
        let model = self.folder().join(MODEL);
        let request = Request { all_errors: report.exact(), reduction: ax.reduction, ..Request::all(claim) };
        let label = if claim == Claim::None { " without claim" } else { "" };
        let differs = |sort, detail| Ok(Some(Divergence { sort, detail: format!("{detail}{label}") }));
        let failed = |failure: ax::Failure| match failure {
            ax::Failure::Refused(message) => differs(Sort::Refused, message),
            ax::Failure::Crashed(message) => differs(Sort::Crashed, message),
            ax::Failure::TimeLimit => differs(Sort::TimeLimit, "time limit".to_string()),
        };
        let ours = match ax.check(self.folder(), &model, &request)? {
            Ok(ours) => ours,
            Err(failure) => return failed(failure),
        };
        if ours.no_channel {
            return Ok(None);
        }
        let mut fewer = None;
        if report.exact() {
            let strong = report.counts.differences(&ours.counts);
            let reduces = ax.reduction != Reduction::None;
            if !strong.is_empty() && reduces && ours.counts.stored < report.counts.stored {
                fewer = Some(counts::listed(&strong));
            } else if !strong.is_empty() {
                return differs(Sort::Counts, counts::listed(&strong));
            }
        }
        // Reduced by its own rules, a search in another order has another number of states.
        if report.exact() && ax.breadth_first && ax.reduction == Reduction::None {
            let request = Request { order: Order::BreadthFirst, ..request };
            let ours = match ax.check(self.folder(), &model, &request)? {
                Ok(ours) => ours,
                Err(failure) => return failed(failure),
            };
            let strong = report.counts.differences(&ours.counts);
            if !strong.is_empty() {
                return differs(Sort::BreadthFirst, counts::listed(&strong));
            }
        }
        if let Some(detail) = verdict_difference(report, &ours) {
            return differs(Sort::Verdict, detail);
        }
        if let Some(how) = fewer {
            return differs(Sort::Fewer, how);
        }
        if report.exact() {
            let weak = report.counts.weak_differences(&ours.counts);
            if !weak.is_empty() {
                return differs(Sort::Weak, counts::listed(&weak));
            }
        }
        Ok(None)
    }
}

fn has_claim(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("never") || line.starts_with("ltl"))
}

fn verdict_difference(spin: &spin::Report, ours: &ax::Report) -> Option<String> {
    let expected = if spin.first_error.is_some() { "fail" } else { "pass" };
    if ours.verdict != expected {
        return Some(format!("verdict {} instead of {expected}", ours.verdict));
    }
    let kinds = kind::of_error(spin.first_error.as_deref()?);
    let first = ours.kinds.first()?;
    if kinds.is_empty() || kinds.contains(&first.as_str()) {
        return None;
    }
    Some(format!("first error {first} instead of {}", kinds.join(" or ")))
}
