//! What one thread of a search has found, for the one that reports.

use super::explorer::Explorer;
use super::{Incomplete, Statistics};

/// What it has found, with its errors as the search keeps them.
pub struct Share<E> {
    errors: Vec<E>,
    errors_total: u64,
    statistics: Statistics,
    incomplete: Option<Incomplete>,
    reached: Vec<bool>,
}

impl<E> Share<E> {
    /// Takes what was found since the last time.
    pub fn take(explorer: &mut Explorer, errors: &mut Vec<E>) -> Share<E> {
        Share {
            errors: std::mem::take(errors),
            errors_total: std::mem::take(&mut explorer.errors_total),
            statistics: std::mem::take(&mut explorer.statistics),
            incomplete: explorer.incomplete,
            reached: explorer.reached.clone(),
        }
    }

    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    pub fn is_incomplete(&self) -> bool {
        self.incomplete.is_some()
    }

    /// Adds it to what another thread has found.
    pub fn add_to(self, explorer: &mut Explorer, errors: &mut Vec<E>) {
        errors.extend(self.errors);
        let (all, own) = (&mut explorer.statistics, self.statistics);
        all.stored += own.stored;
        all.matched += own.matched;
        all.atomic_steps += own.atomic_steps;
        all.depth = all.depth.max(own.depth);
        all.memory_bytes = all.memory_bytes.max(own.memory_bytes);
        explorer.errors_total += self.errors_total;
        explorer.incomplete = explorer.incomplete.or(self.incomplete);
        for (all, own) in explorer.reached.iter_mut().zip(self.reached) {
            *all |= own;
        }
    }
}
