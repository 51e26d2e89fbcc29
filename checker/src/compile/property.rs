//! Claims from ltl formulas.

use super::types::{Scalar, Type};
use super::{ClaimAutomaton, Compiler};
use crate::ltl::compact::{self, Sense};
use crate::ltl::{self, Limits, LtlError};
use promela::ast::{BinaryOp, Claim, Expr, ExprKind, UnaryOp, VarRef};
use promela::finding::Finding;
use promela::source::Span;

/// The claim against a formula.
pub(super) fn claim(formula: &Expr, block: Span, automaton: ClaimAutomaton) -> Result<Claim, LtlError> {
    let limits = Limits::default();
    match automaton {
        ClaimAutomaton::Spin => ltl::claim_as_spin(None, formula, block, &limits),
        ClaimAutomaton::Small => {
            compact::automaton(formula, Sense::Negation, &limits).map(|a| compact::claim::claim(&a, None, block))
        }
    }
}

/// Whether the truth of a formula may depend on how often a state is repeated.
pub(super) fn counts_steps(formula: &Expr) -> bool {
    !matches!(compact::is_stutter_invariant(formula, &Limits::default()), Ok(Some(true)))
}

impl Compiler<'_> {
    /// Reports parts of a formula that are neither true nor false.
    pub(super) fn check_atoms(&mut self, formula: &Expr) {
        match &formula.kind {
            ExprKind::Unary(UnaryOp::Not | UnaryOp::Next | UnaryOp::Always | UnaryOp::Eventually, a) => {
                self.check_atoms(a);
            }
            ExprKind::Binary(
                BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Implies
                | BinaryOp::Equiv
                | BinaryOp::Until
                | BinaryOp::WeakUntil
                | BinaryOp::Release,
                a,
                b,
            ) => {
                self.check_atoms(a);
                self.check_atoms(b);
            }
            ExprKind::Var(var) => self.check_truth(var),
            _ => {}
        }
    }

    fn check_truth(&mut self, var: &VarRef) {
        let [part] = &var.parts[..] else { return };
        let name = &part.name.name;
        let global = self.global_names.get(name).map(|i| self.globals[*i].ty);
        let finding = match global {
            Some(Type::Scalar(Scalar::Chan)) => {
                Finding::error("C089", var.span, format!("`{name}` is a channel, which is neither true nor false"))
                    .help(format!("ask for its messages: `len({name}) > 0` or `full({name})`"))
            }
            Some(Type::Scalar(Scalar::Mtype(_))) => Finding::warning(
                "C090",
                var.span,
                format!("`{name}` is an mtype: it is true as soon as it has a value"),
            )
            .help(format!("compare it: `{name} == NAME`")),
            None if self.mtype_values.contains_key(name) => {
                Finding::warning("C090", var.span, format!("`{name}` is an mtype constant: it is always true"))
                    .help(format!("compare with it: `x == {name}`"))
            }
            _ => return,
        };
        self.findings.push(finding);
    }
}
