//! What one thread of a search has found, for the one that reports.

use super::explorer::Explorer;
use super::traced::Traced;
use super::{Incomplete, Statistics};

pub struct Share<From> {
    errors: Vec<Traced<From>>,
    errors_total: u64,
    statistics: Statistics,
    incomplete: Option<Incomplete>,
    reached: Vec<bool>,
}

impl<From> Share<From> {
    /// Takes what was found since the last time.
    pub fn take(explorer: &mut Explorer, errors: &mut Vec<Traced<From>>) -> Share<From> {
        Share {
            errors: std::mem::take(errors),
            errors_total: std::mem::take(&mut explorer.errors_total),
            statistics: std::mem::take(&mut explorer.statistics),
            incomplete: explorer.incomplete,
            reached: explorer.reached.clone(),
        }
    }

    /// Adds it to what another thread has found.
    pub fn add_to(self, explorer: &mut Explorer, errors: &mut Vec<Traced<From>>) {
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
