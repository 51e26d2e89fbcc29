//! Errors on the current path: what is kept of each, and the steps that lead to it.

use super::explorer::{Explorer, NO_STEP};
use super::{ErrorFound, ErrorKind, KEPT_ERRORS, KEPT_STEPS, Property};
use crate::exec::{CLAIM, Move};
use crate::model::TransitionId;

/// What is wrong with a run that stays in an accept state.
pub const STOPS: &str = "acceptance cycle: the run stops in an accept state";

impl Explorer<'_, '_> {
    pub(super) fn take_faults(&mut self, last: Move) {
        let depth = self.depth();
        // Of a step of several parts, those up to the one that went wrong.
        let failed = self.machine.failed_part.take();
        for fault in std::mem::take(&mut self.machine.faults) {
            let kind = ErrorKind::from(fault);
            // The assertions of a claim are the claim.
            if kind == ErrorKind::Assertion && !self.search.assertions && last.pid != CLAIM {
                continue;
            }
            let steps = failed.map_or(usize::MAX, |part| part as usize + 1);
            self.found(kind, fault.message(self.model), depth, Some((last, steps)));
        }
    }

    /// Whether the errors from this one on, found at the end of a path of so many states, are to have trails. They are dropped if not.
    pub(super) fn keeps_trails(&mut self, from: usize, states: usize) -> bool {
        let total: usize = self.errors[..from].iter().map(|e| e.trail.len()).sum();
        let keeps = from == 0 || total + states <= KEPT_STEPS;
        if !keeps {
            self.errors.truncate(from);
        }
        keeps
    }

    /// Puts the steps of a path before those of the errors from this one on.
    pub(super) fn complete_trails(&mut self, from: usize, steps: &[Move]) {
        let mut total: usize = self.errors[..from].iter().map(|e| e.trail.len()).sum();
        for mut error in self.errors.split_off(from) {
            total += steps.len() + error.trail.len();
            if self.errors.is_empty() || total <= KEPT_STEPS {
                error.trail.splice(0..0, steps.iter().copied());
                self.errors.push(error);
            }
        }
    }

    /// Faults of initial values.
    pub(super) fn report_faults(&mut self, depth: u64) {
        for fault in std::mem::take(&mut self.machine.faults) {
            self.found(ErrorKind::from(fault), fault.message(self.model), depth, None);
        }
    }

    #[cold]
    pub(super) fn found(&mut self, kind: ErrorKind, message: String, depth: u64, extra: Option<(Move, usize)>) {
        if !self.quiet {
            self.keep(kind, message, depth, extra, None);
        }
    }

    /// The state of the top node is that of another node, and what lies between them must not go on for ever.
    #[cold]
    pub(super) fn found_cycle(&mut self, node: usize) {
        let before = self.nodes[..=node].iter().filter(|n| n.transition != NO_STEP).count();
        let (kind, message) = self.cycle_message();
        self.keep(kind, message, node as u64, None, Some(before));
    }

    /// The run ends where it must not stay for ever.
    #[cold]
    pub(super) fn found_stop(&mut self, depth: u64) {
        let steps = self.path().count();
        self.keep(ErrorKind::AcceptanceCycle, STOPS.to_string(), depth, None, Some(steps));
    }

    /// What a cycle is called.
    pub fn cycle_message(&self) -> (ErrorKind, String) {
        match self.search.property {
            Property::Progress => {
                (ErrorKind::ProgressCycle, "non-progress cycle: no progress state is ever passed again".to_string())
            }
            Property::Safety | Property::Acceptance => {
                (ErrorKind::AcceptanceCycle, "acceptance cycle: an accept state is passed again and again".to_string())
            }
        }
    }

    /// `extra`: a step that failed, and how many of its parts belong to the trail.
    fn keep(
        &mut self,
        kind: ErrorKind,
        message: String,
        depth: u64,
        extra: Option<(Move, usize)>,
        cycle: Option<usize>,
    ) {
        self.errors_total += 1;
        let steps = self.nodes.len() + self.errors.iter().map(|e| e.trail.len()).sum::<usize>();
        if self.errors.is_empty() || (self.errors.len() < KEPT_ERRORS && steps <= KEPT_STEPS) {
            let last = extra.into_iter().flat_map(|(last, parts)| {
                let steps = self.model.steps_of(last.transition);
                steps.into_iter().take(parts).map(move |transition| Move { transition, ..last })
            });
            let trail = self.path().chain(last).collect();
            self.errors.push(ErrorFound { kind, message, depth, trail, cycle });
        }
    }

    /// The steps from the root of the path to its top.
    pub fn path(&self) -> impl Iterator<Item = Move> {
        let steps = self.nodes.iter().filter(|n| n.transition != NO_STEP);
        steps.map(|n| Move { pid: n.pid, transition: TransitionId(n.transition) })
    }
}
