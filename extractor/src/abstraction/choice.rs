//! The most general environment: a call of a function outside of the sources gives every result it can have.
//!
//! A result of few values (`_Bool`, an `enum`, 8 bits) is chosen and kept. Others stay unknown: they have too many
//! values.

use super::{Abstraction, InstanceId, Place};
use crate::flow::{StepId, StepKind, condition};
use crate::program::{Expr, Type};

/// The values that a result can have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    Values(Vec<i32>),
    /// From the first to the last.
    Range(i32, i32),
}

impl Abstraction<'_> {
    /// The values of the result of a call, and where it goes.
    pub fn choice(&self, at: InstanceId, id: StepId) -> Option<(Choice, Place)> {
        let StepKind::Call { target: Some(target), call } = &self.flow(at).step(id).kind else { return None };
        if !self.is_outside(at, id, call) {
            return None;
        }
        let choice = match self.program.ty(call.ty) {
            Type::Bool => Choice::Values(vec![0, 1]),
            Type::Enum(id) => {
                let constants = &self.program.enumeration(*id).constants;
                let mut values: Vec<i32> = constants.iter().filter_map(|c| i32::try_from(c.value).ok()).collect();
                values.sort_unstable();
                values.dedup();
                Choice::Values(values)
            }
            Type::Int { bits: 8, signed: true, .. } => Choice::Range(-128, 127),
            Type::Int { bits: 8, signed: false, .. } => Choice::Range(0, 255),
            _ => return None,
        };
        let place = self.resolve(at, target).ok()?;
        self.scalar_at(&place).ok()?;
        Some((choice, place))
    }

    /// A condition that is the call of a function outside: both ways are what the world may do.
    pub fn is_free(&self, at: InstanceId, id: StepId) -> bool {
        match &self.flow(at).step(id).kind {
            StepKind::Condition(call) => self.is_outside(at, id, call),
            _ => false,
        }
    }

    fn is_outside(&self, at: InstanceId, id: StepId, call: &Expr) -> bool {
        let undecided = || {
            let rows = [false, true].map(|negated| self.row_decision(at, id, negated));
            rows.iter().flatten().chain(&self.call_decision(at, id)).all(|d| d.new)
        };
        self.options.most_general && condition::callee(call).is_some_and(|f| !self.has_own_body(f)) && undecided()
    }
}
