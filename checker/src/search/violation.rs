//! What is wrong with a step, a state or a run, before it is known how it is reached.

use super::{ErrorFound, ErrorKind};
use crate::exec::{FaultKind, Move};
use crate::model::Model;

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
