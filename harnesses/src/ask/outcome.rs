//! The outcome of a search, as it is kept in the cache.
//!
//! Only that of a search that came to its end is kept. A trail is kept as numbers of processes and transitions: they
//! mean the same for the same text.

use checker::exec::{FaultKind, Move};
use checker::model::TransitionId;
use checker::search::{ErrorFound, ErrorKind, Outcome, Statistics, Unreached};
use promela::source::{FileId, Span};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub struct Kept {
    errors: Vec<KeptError>,
    errors_total: u64,
    stored: u64,
    matched: u64,
    revisited: u64,
    atomic_steps: u64,
    depth: u64,
    state_bytes: u64,
    memory_bytes: u64,
    seconds: f64,
    unreached: Vec<KeptStatement>,
}

#[derive(Serialize, Deserialize)]
struct KeptError {
    kind: u8,
    message: String,
    fault: Option<KeptFault>,
    depth: u64,
    trail: Vec<(u32, u32)>,
    cycle: Option<usize>,
}

/// The faults that answers tell apart.
#[derive(Serialize, Deserialize)]
enum KeptFault {
    Index { index: i64, len: u64 },
    Division,
}

impl KeptFault {
    fn of(fault: FaultKind) -> Option<KeptFault> {
        match fault {
            FaultKind::Index { index, len } => Some(KeptFault::Index { index, len }),
            FaultKind::DivisionByZero => Some(KeptFault::Division),
            _ => None,
        }
    }

    fn fault(&self) -> FaultKind {
        match *self {
            KeptFault::Index { index, len } => FaultKind::Index { index, len },
            KeptFault::Division => FaultKind::DivisionByZero,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct KeptStatement {
    proctype: String,
    file: u32,
    start: u32,
    end: u32,
    statement: String,
}

/// Their places are their numbers in the cache.
const KINDS: [ErrorKind; 7] = [
    ErrorKind::Assertion,
    ErrorKind::EndState,
    ErrorKind::Claim,
    ErrorKind::Trace,
    ErrorKind::Runtime,
    ErrorKind::AcceptanceCycle,
    ErrorKind::ProgressCycle,
];

impl Kept {
    pub fn of(outcome: &Outcome) -> Option<Kept> {
        if outcome.incomplete.is_some() {
            return None;
        }
        let s = &outcome.statistics;
        let error = |e: &ErrorFound| KeptError {
            kind: KINDS.iter().position(|k| *k == e.kind).unwrap_or(0) as u8,
            message: e.message.clone(),
            fault: e.fault.and_then(KeptFault::of),
            depth: e.depth,
            trail: e.trail.iter().map(|m| (m.pid, m.transition.0)).collect(),
            cycle: e.cycle,
        };
        let statement = |u: &Unreached| KeptStatement {
            proctype: u.proctype.clone(),
            file: u.span.file.0,
            start: u.span.start,
            end: u.span.end,
            statement: u.statement.clone(),
        };
        Some(Kept {
            errors: outcome.errors.iter().map(error).collect(),
            errors_total: outcome.errors_total,
            stored: s.stored,
            matched: s.matched,
            revisited: s.revisited,
            atomic_steps: s.atomic_steps,
            depth: s.depth,
            state_bytes: s.state_bytes,
            memory_bytes: s.memory_bytes,
            seconds: s.seconds,
            unreached: outcome.unreached.iter().map(statement).collect(),
        })
    }

    /// `None` if it does not fit a model with so many transitions: then it is of another one.
    pub fn outcome(self, transitions: usize) -> Option<Outcome> {
        let mut errors = Vec::new();
        for e in self.errors {
            if e.trail.iter().any(|(_, t)| *t as usize >= transitions) {
                return None;
            }
            let trail = e.trail.iter().map(|(pid, t)| Move { pid: *pid, transition: TransitionId(*t) });
            errors.push(ErrorFound {
                kind: *KINDS.get(e.kind as usize)?,
                message: e.message,
                fault: e.fault.as_ref().map(KeptFault::fault),
                depth: e.depth,
                trail: trail.collect(),
                cycle: e.cycle,
            });
        }
        let statement = |u: KeptStatement| Unreached {
            proctype: u.proctype,
            span: Span { file: FileId(u.file), start: u.start, end: u.end },
            statement: u.statement,
        };
        Some(Outcome {
            errors,
            errors_total: self.errors_total,
            statistics: Statistics {
                stored: self.stored,
                matched: self.matched,
                revisited: self.revisited,
                atomic_steps: self.atomic_steps,
                depth: self.depth,
                state_bytes: self.state_bytes,
                memory_bytes: self.memory_bytes,
                seconds: self.seconds,
            },
            unreached: self.unreached.into_iter().map(statement).collect(),
            claim_reached: Vec::new(),
            incomplete: None,
            loss: None,
            asymmetric: false,
            covered: None,
        })
    }
}
