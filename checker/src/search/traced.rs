//! Errors of a breadth-first search: which of them are kept does not depend on who finds them.

use super::explorer::Explorer;
use super::{ErrorFound, ErrorKind, KEPT_ERRORS};

/// An error, and the state from which its trail goes on.
pub struct Traced<From> {
    pub error: ErrorFound,
    pub from: From,
    pub level: u64,
}

impl<From> Traced<From> {
    /// Which error comes first, whoever found it. Where a step goes wrong, nothing may be able to move just because of that: so standing still
    /// comes last.
    fn order(&self) -> (u64, bool, usize, ErrorKind, &str) {
        let error = &self.error;
        (self.level, error.kind == ErrorKind::EndState, error.trail.len(), error.kind, &error.message)
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
