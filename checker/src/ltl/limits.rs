//! How large a formula and its automaton may grow, and the errors of the translation.
//!
//! The translation is exponential in the worst case. Every pass counts its elementary steps, so that
//! a formula that is too large ends in an error and not in a hang.

use std::cell::Cell;
use std::fmt;

use promela::source::Span;

/// What a translation may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How deep the formula may nest; the formulas made from it may nest four times as deep.
    pub depth: u32,
    /// States of the automaton before it is reduced.
    pub states: usize,
    /// Elementary steps (visits of a formula, comparisons of transitions) over all passes.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: 1_000, states: 20_000, steps: 100_000_000 }
    }
}

/// Why a formula has no claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LtlError {
    /// A temporal operator or `<->` is an operand of something that is not logical: `([] p) + 1`.
    Misplaced { span: Span },
    /// The formula, or a formula made from it, nests too deep.
    TooDeep { limit: u32 },
    /// The automaton has too many states.
    TooManyStates { limit: usize },
    /// The translation takes too long.
    TooManySteps { limit: u64 },
    /// The formula has too many untils.
    TooManyUntils { limit: u32 },
}

impl LtlError {
    /// The place the error is about, if it is not about the whole formula.
    pub fn span(&self) -> Option<Span> {
        match self {
            LtlError::Misplaced { span } => Some(*span),
            LtlError::TooDeep { .. }
            | LtlError::TooManyStates { .. }
            | LtlError::TooManySteps { .. }
            | LtlError::TooManyUntils { .. } => None,
        }
    }
}

impl fmt::Display for LtlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LtlError::Misplaced { .. } => {
                write!(f, "a temporal operator cannot be an operand of an operator that is not logical")
            }
            LtlError::TooDeep { limit } => write!(f, "the ltl formula nests deeper than {limit} levels"),
            LtlError::TooManyStates { limit } => {
                write!(f, "the automaton of the ltl formula has more than {limit} states; split the formula")
            }
            LtlError::TooManySteps { limit } => {
                write!(f, "the ltl formula takes more than {limit} steps to translate; split the formula")
            }
            LtlError::TooManyUntils { limit } => {
                write!(f, "the ltl formula has more than {limit} parts that must come true; split the formula")
            }
        }
    }
}

impl std::error::Error for LtlError {}

/// The steps that are left.
#[derive(Debug)]
pub(super) struct Budget {
    limit: u64,
    left: Cell<u64>,
}

impl Budget {
    pub(super) fn new(limit: u64) -> Budget {
        Budget { limit, left: Cell::new(limit) }
    }

    pub(super) fn spend(&self, steps: usize) -> Result<(), LtlError> {
        match self.left.get().checked_sub(steps as u64) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(LtlError::TooManySteps { limit: self.limit }),
        }
    }
}
