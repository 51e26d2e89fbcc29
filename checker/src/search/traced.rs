//! Errors of a breadth-first search: which of them are kept does not depend on who finds them.

use super::explorer::Explorer;
use super::{ErrorFound, ErrorKind, KEPT_ERRORS};
use crate::exec::Move;

/// An error, and the state from which its trail goes on.
pub struct Traced<From> {
    pub error: ErrorFound,
    pub from: From,
    pub level: u64,
}

impl<From> Traced<From> {
    /// Which error comes first, whoever found it. Where a step goes wrong, nothing may be able to move just because of
    /// that: so standing still comes last.
    fn order(&self) -> (u64, bool, usize, ErrorKind, &str) {
        let error = &self.error;
        (self.level, error.kind == ErrorKind::EndState, error.trail.len(), error.kind, &error.message)
    }
}

impl<From> Traced<From> {
    /// The error, with the way to the state from which its trail goes on.
    pub fn after(self, path: Vec<Move>) -> ErrorFound {
        let mut error = self.error;
        error.trail.splice(0..0, path);
        error.depth = (error.trail.len() as u64).saturating_sub(1);
        error
    }
}

/// Takes the errors of the worker loop, which were found from a state, and keeps the least.
pub fn keep<From: Copy>(errors: &mut Vec<Traced<From>>, explorer: &mut Explorer, from: From) {
    if explorer.errors.is_empty() {
        return;
    }
    let level = explorer.base_depth;
    errors.extend(explorer.errors.drain(..).map(|error| Traced { error, from, level }));
    if errors.len() > KEPT_ERRORS {
        keep_least(errors, KEPT_ERRORS);
    }
}

/// Keeps so many errors at the most.
pub fn keep_least<From>(errors: &mut Vec<Traced<From>>, count: usize) {
    errors.sort_by(|a, b| a.order().cmp(&b.order()));
    errors.truncate(count);
}

/// Keeps those errors of several threads that are reported.
pub fn keep_reported<From>(errors: &mut Vec<Traced<From>>, explorer: &mut Explorer) {
    let all = explorer.search.all_errors;
    keep_least(errors, if all { KEPT_ERRORS } else { 1 });
    if !all {
        explorer.errors_total = explorer.errors_total.min(1);
    }
}
