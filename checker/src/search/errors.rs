//! Errors on the current path: what is kept of each, and the steps that lead to it.

use super::explorer::{Explorer, NO_STEP};
use super::{ErrorFound, ErrorKind, KEPT_ERRORS, KEPT_STEPS, Property};
use crate::exec::{CLAIM, FaultKind, Move};
use crate::model::{Model, TransitionId};

/// What is wrong, without the trail that leads there.
pub struct Violation {
    pub kind: ErrorKind,
    pub message: String,
    fault: Option<FaultKind>,
}

impl Violation {
    /// Of a state or of a run.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Violation {
        Violation { kind, message: message.into(), fault: None }
    }

    /// Of a step.
    pub fn fault(fault: FaultKind, model: &Model) -> Violation {
        Violation { kind: fault.into(), message: fault.message(model), fault: Some(fault) }
    }

    /// The error, with how it is reached.
    pub fn reached(self, depth: u64, trail: Vec<Move>, cycle: Option<usize>) -> ErrorFound {
        let Violation { kind, message, fault } = self;
        ErrorFound { kind, message, fault, depth, trail, cycle }
    }
}

/// A step that failed, and how many of its parts belong to the trail.
pub struct FailedStep {
    pub step: Move,
    pub parts: usize,
}

/// The claim came to its end.
pub const CLAIM_ENDED: &str = "the claim is violated: it came to its end";
/// No process can move, and one is not where it may end.
pub const STUCK: &str = "invalid end state: nothing can move";
/// No process can move, and events of the trace are missing.
pub const TRACE_OPEN: &str = "invalid end state: the trace is not completed";
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
            let parts = failed.map_or(usize::MAX, |part| part as usize + 1);
            self.found(Violation::fault(fault, self.model), depth, Some(FailedStep { step: last, parts }));
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
