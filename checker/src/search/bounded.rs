//! Depth-bounded search that finds every state within its bound, and iterative deepening.
//!
//! A plain depth-first search with a depth limit misses states: one that is first reached by a long way is cut off
//! below, and not looked at again when a short way leads there. Here each state is kept with the shortest way by which
//! it was reached so far, and is gone through again when there is a shorter one (what `pan -DREACH` does). In the end,
//! every state within the bound was looked at: whether it is an end state, and what goes wrong in its next steps.
//! States just beyond are kept too, though not counted: if each of them was reached within the bound as well, nothing
//! was cut off, and the answer is complete.
//!
//! [`deepening`] starts with a small bound and doubles it. After the first error it closes in on the smallest bound
//! that still has one.
//!
//! A way is as long as it has steps: statements of an atomic sequence count, a rendezvous counts twice, as in Spin. An
//! atomic sequence is never cut off in its middle. Nothing is left out by partial order reduction, because that makes
//! ways longer. Only states that are kept exactly can be kept with their depth. States may be gone through very often:
//! the bound should be near what is needed.

use std::time::Instant;

use super::explorer::Explorer;
use super::store::Store;
use super::visitor::{Visit, Visitor};
use super::{Control, Covered, Incomplete, Limits, Outcome, Search, report};
use crate::exec::Machine;
use crate::model::Model;
use crate::successors::Flags;

/// The first bound of iterative deepening.
const FIRST_BOUND: u32 = 16;

/// Depths fit in a note of the store.
const LARGEST_BOUND: u32 = u32::MAX - 1;

struct Within {
    /// With the depth of each state for its note.
    store: Store,
    bound: u32,
    /// Nodes of the path.
    length: u32,
    /// States that were reached beyond the bound only.
    outside: u64,
}

impl Visitor for Within {
    fn visit(&mut self, state: &[u32], _flags: Flags) -> Visit {
        let depth = self.length.saturating_sub(1);
        let is_inside = depth <= self.bound;
        let stored = match self.store.insert_with_note(state, depth) {
            Ok(_) if is_inside => return Visit::Expand,
            Ok(_) => {
                self.outside += 1;
                return Visit::Seen;
            }
            Err(stored) => stored,
        };
        let note = &mut self.store.notes_mut(stored, state.len())[0];
        let before = *note;
        *note = before.min(depth);
        if depth >= before || !is_inside {
            Visit::Seen
        } else if before > self.bound {
            self.outside -= 1;
            Visit::Expand
        } else {
            Visit::Revisit
        }
    }

    fn bytes(&self) -> u64 {
        self.store.bytes()
    }

    fn pushed(&mut self, _machine: &Machine, _pid: u32) {
        self.length = self.length.saturating_add(1);
    }

    fn popped(&mut self) {
        self.length -= 1;
    }
}

/// What a search with one bound gave.
struct Round {
    outcome: Outcome,
    /// The depth of the state where something is wrong, or from where a step goes wrong.
    error_at: u32,
}

fn round(model: &Model, what: &Search, bound: u32, control: &mut Control, started: Instant) -> Round {
    let unbounded = Search { limits: Limits { depth: None, ..what.limits }, ..what.clone() };
    let mut explorer = Explorer::new(model, &unbounded, started);
    let mut visitor = Within { store: Store::with_notes(1), bound, length: 0, outside: 0 };
    let flags = explorer.initial_flags();
    explorer.run(flags, &mut visitor, true, control);
    let error_at = u32::try_from(explorer.nodes.len().saturating_sub(1)).unwrap_or(u32::MAX);
    if visitor.outside > 0 && !explorer.is_over() {
        explorer.incomplete.get_or_insert(Incomplete::Depth);
    }
    let bytes = visitor.bytes() + explorer.bytes();
    let mut outcome = report::outcome(explorer, bytes);
    if matches!(outcome.incomplete, None | Some(Incomplete::Depth)) {
        outcome.covered = Some(Covered::Within { steps: Some(u64::from(bound)), bounds: 1 });
    } else {
        outcome.covered = Some(Covered::Within { steps: None, bounds: 1 });
    }
    Round { outcome, error_at }
}

fn bound_of(limits: &Limits) -> u32 {
    limits.depth.map_or(LARGEST_BOUND, |depth| u32::try_from(depth).unwrap_or(LARGEST_BOUND).min(LARGEST_BOUND))
}

/// One search, with the depth limit for its bound.
pub fn within(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    round(model, what, bound_of(&what.limits), control, started).outcome
}

/// Searches with larger and larger bounds, up to the depth limit.
pub fn deepening(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    let most = bound_of(&what.limits);
    let mut bound = FIRST_BOUND.min(most);
    let mut bounds = 0;
    // No error is within fewer steps than this.
    let mut clear = 0;
    let last = loop {
        bounds += 1;
        let round = round(model, what, bound, control, started);
        let found = round.outcome.errors_total > 0 && !what.all_errors;
        if found || round.outcome.incomplete != Some(Incomplete::Depth) || bound == most {
            break round;
        }
        clear = bound + 1;
        bound = bound.saturating_mul(2).min(most);
    };
    let mut best = last;
    let mut is_shortest = true;
    if best.outcome.errors_total > 0 && !what.all_errors {
        let mut with_error = best.error_at.min(bound);
        while clear < with_error {
            bounds += 1;
            let middle = clear + (with_error - clear) / 2;
            let round = round(model, what, middle, control, started);
            if round.outcome.errors_total > 0 {
                with_error = round.error_at.min(middle);
                if round.error_at <= best.error_at {
                    best = round;
                }
            } else if matches!(round.outcome.incomplete, None | Some(Incomplete::Depth)) {
                clear = middle + 1;
            } else {
                // A limit ended it: there may be a shorter one.
                is_shortest = false;
                best.outcome.incomplete = round.outcome.incomplete;
                break;
            }
        }
    }
    let mut outcome = best.outcome;
    let steps = match outcome.incomplete {
        None | Some(Incomplete::Depth) if outcome.errors_total == 0 || what.all_errors => Some(u64::from(bound)),
        _ => clear.checked_sub(1).map(u64::from),
    };
    if is_shortest && outcome.errors_total > 0 && !what.all_errors {
        outcome.incomplete = None;
    }
    outcome.covered = Some(Covered::Within { steps, bounds });
    outcome
}
