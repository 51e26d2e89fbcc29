//! Operands of calls that our own tables give Promela for.
//!
//! The Promela of a table is one step, or few. A value that is passed to the call is evaluated before: where it reads
//! shared data, each read is a step of its own. And Promela stores with the width of its own types: a place that is
//! narrower in C than in the model must be given values that it has.

use super::judge::RESULT;
use super::translate::{NoNames, Translator};
use super::{Abstraction, InstanceId};
use crate::flow::{StepId, StepKind};
use crate::program::{Expr, ExprKind};
use abstraction_tables::entry::Piece;

impl Abstraction<'_> {
    /// The expression that a metavariable stands for, if it is a value that is passed: not a place whose address is.
    pub fn passed_value(&self, kind: &StepKind, piece: &Piece) -> Option<Expr> {
        let Piece::Bound { name, c } = piece else { return None };
        let call = match kind {
            StepKind::Call { call, .. } => call,
            StepKind::Condition(e) => e,
            _ => return None,
        };
        let ExprKind::Call { arguments, .. } = &call.kind else { return None };
        let text = |e: &Expr| crate::program::print::expression(self.program, e);
        let place = |e: &Expr| matches!(&e.kind, ExprKind::AddressOf(x) if text(x) == *c);
        // `atomic_fetch_add(&x, x)`: our tables call values `$v`.
        if arguments.iter().any(place) && name != "v" {
            return None;
        }
        arguments.iter().find(|a| text(a) == *c).cloned()
    }

    /// Whether the Promela of a table can store to its places as C does. Results are converted where they arrive.
    pub fn stores_fit(&self, at: InstanceId, id: StepId, pieces: &[Piece]) -> bool {
        let kind = &self.flow(at).step(id).kind;
        let computes = pieces.iter().any(|p| matches!(p, Piece::Text(t) if computes(t)));
        pieces.iter().all(|piece| {
            let Piece::Bound { c, .. } = piece else { return true };
            if c == RESULT || self.passed_value(kind, piece).is_some() {
                return true;
            }
            let Some(place) = self.bound_expression(kind, c).and_then(|e| self.resolve(at, &e).ok()) else {
                return true;
            };
            let Ok(scalar) = self.scalar_at(&place) else { return true };
            if scalar.wraps_by_itself() || self.table_type(place.ty).is_some() {
                return true;
            }
            let (low, high) = scalar.range();
            let fits = |other: &Piece| match other {
                Piece::Bound { c: o, .. } if o != c && o != RESULT => {
                    let mut names = NoNames;
                    let value = self.bound_expression(kind, o);
                    let value = value.and_then(|e| Translator::new(self, &mut names).value(at, &e).ok());
                    value.is_some_and(|v| v.low >= low && v.high <= high)
                }
                Piece::Bound { .. } | Piece::Text(_) => true,
            };
            !computes && pieces.iter().all(fits)
        })
    }
}

/// A sum or a difference of what is on both sides.
fn computes(text: &str) -> bool {
    let text = text.replace("_pid + 1", "");
    [" + ", " - ", "++", "--"].iter().any(|op| text.contains(op))
}
