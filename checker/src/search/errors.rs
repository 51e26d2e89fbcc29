//! Errors on the current path: what is kept of each, and the steps that lead to it.

use super::explorer::{Explorer, NO_STEP};
use super::violation::{FailedStep, STOPS, Violation};
use super::{ErrorKind, KEPT_ERRORS, KEPT_STEPS, Property};
use crate::exec::{CLAIM, Move};
use crate::model::TransitionId;

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
            let parts = failed.map_or(usize::MAX, |part| part as usize + 1);
            self.found(Violation::fault(fault, self.model), depth, Some(FailedStep { step: last, parts }));
        }
    }

    /// Whether the errors from this one on, found at the end of a path of so many states, are to have trails. They are
    /// dropped if not.
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
            self.found(Violation::fault(fault, self.model), depth, None);
        }
    }

    #[cold]
    pub(super) fn found(&mut self, violation: Violation, depth: u64, failed: Option<FailedStep>) {
        if !self.quiet {
            self.keep(violation, depth, failed, None);
        }
    }

    /// The state of the top node is that of another node, and what lies between them must not go on for ever.
    #[cold]
    pub(super) fn found_cycle(&mut self, node: usize) {
        let before = self.nodes[..=node].iter().filter(|n| n.transition != NO_STEP).count();
        self.keep(self.cycle_violation(), node as u64, None, Some(before));
    }

    /// The run ends where it must not stay for ever.
    #[cold]
    pub(super) fn found_stop(&mut self, depth: u64) {
        let steps = self.path().count();
        self.keep(Violation::new(ErrorKind::AcceptanceCycle, STOPS), depth, None, Some(steps));
    }

    /// What a cycle is called.
    pub fn cycle_violation(&self) -> Violation {
        match self.search.property {
            Property::Progress => {
                Violation::new(ErrorKind::ProgressCycle, "non-progress cycle: no progress state is ever passed again")
            }
            Property::Safety | Property::Acceptance => {
                let message = "acceptance cycle: an accept state is passed again and again";
                Violation::new(ErrorKind::AcceptanceCycle, message)
            }
        }
    }

    fn keep(&mut self, violation: Violation, depth: u64, failed: Option<FailedStep>, cycle: Option<usize>) {
        self.errors_total += 1;
        let steps = self.nodes.len() + self.errors.iter().map(|e| e.trail.len()).sum::<usize>();
        if self.errors.is_empty() || (self.errors.len() < KEPT_ERRORS && steps <= KEPT_STEPS) {
            let last = failed.into_iter().flat_map(|FailedStep { step, parts }| {
                let steps = self.model.steps_of(step.transition);
                steps.into_iter().take(parts).map(move |transition| Move { transition, ..step })
            });
            let trail = self.path().chain(last).collect();
            self.errors.push(violation.reached(depth, trail, cycle));
        }
    }

    /// The steps from the root of the path to its top.
    pub fn path(&self) -> impl Iterator<Item = Move> {
        let steps = self.nodes.iter().filter(|n| n.transition != NO_STEP);
        steps.map(|n| Move { pid: n.pid, transition: TransitionId(n.transition) })
    }
}
