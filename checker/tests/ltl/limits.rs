//! Formulas that are too large end in an error, soon and without running out of stack.

use checker::ltl::{Limits, LtlError, claim_as_spin};
use promela::ast::{BinaryOp, Claim, Expr, UnaryOp};
use promela::source::Span;

use crate::text::{binary, formula, unary, variable};

fn translate(formula: &Expr, limits: &Limits) -> Result<Claim, LtlError> {
    claim_as_spin(None, formula, Span::default(), limits)
}

/// `f(f(…f(p)…))`
fn nested(depth: usize, f: impl Fn(usize, Expr) -> Expr) -> Expr {
    (0..depth).fold(variable("p"), |formula, i| f(i, formula))
}

/// A temporal formula that is like no other with another number.
fn numbered(op: UnaryOp, i: usize) -> Expr {
    unary(op, variable(&format!("p{i}")))
}

#[test]
fn depth_has_a_limit() {
    let deep = |depth| nested(depth, |_, f| unary(UnaryOp::Next, f));
    assert!(translate(&deep(900), &Limits::default()).is_ok());
    assert_eq!(translate(&deep(1001), &Limits::default()), Err(LtlError::TooDeep { limit: 1000 }));
}

#[test]
fn deep_formulas_do_not_run_out_of_stack() {
    let shapes: [&dyn Fn(usize, Expr) -> Expr; 12] = [
        &|_, f| unary(UnaryOp::Not, unary(UnaryOp::Next, f)),
        &|i, f| binary(BinaryOp::And, f, numbered(UnaryOp::Always, i)),
        &|i, f| binary(BinaryOp::And, numbered(UnaryOp::Always, i), f),
        &|i, f| binary(BinaryOp::Or, f, numbered(UnaryOp::Always, i)),
        &|i, f| binary(BinaryOp::Or, numbered(UnaryOp::Next, i), f),
        &|i, f| binary(BinaryOp::Until, variable(&format!("p{i}")), f),
        &|i, f| binary(BinaryOp::Until, f, variable(&format!("p{i}"))),
        &|i, f| binary(BinaryOp::Release, variable(&format!("p{i}")), f),
        &|i, f| binary(BinaryOp::WeakUntil, variable(&format!("p{i}")), f),
        &|i, f| binary(BinaryOp::Implies, f, numbered(UnaryOp::Eventually, i)),
        &|i, f| binary(BinaryOp::Equiv, numbered(UnaryOp::Next, i), f),
        &|i, f| unary([UnaryOp::Always, UnaryOp::Next][i % 2], binary(BinaryOp::Or, variable("q"), f)),
    ];
    for (i, shape) in shapes.iter().enumerate() {
        let result = translate(&nested(490, shape), &Limits { steps: 3_000_000, ..Limits::default() });
        match result {
            Ok(_) | Err(LtlError::TooManyStates { .. } | LtlError::TooManySteps { .. }) => {}
            Err(other) => panic!("shape {i}: {other}"),
        }
    }
}

#[test]
fn explosions_have_a_limit() {
    let equivalences = nested(30, |i, f| binary(BinaryOp::Equiv, numbered(UnaryOp::Eventually, i), f));
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    assert_eq!(translate(&equivalences, &limits), Err(LtlError::TooManySteps { limit: 1_000_000 }));
    let responses =
        nested(30, |i, f| binary(BinaryOp::Or, f, unary(UnaryOp::Always, numbered(UnaryOp::Eventually, i))));
    let limits = Limits { states: 100, ..Limits::default() };
    assert_eq!(translate(&responses, &limits), Err(LtlError::TooManyStates { limit: 100 }));
}

#[test]
fn temporal_operators_are_operands_of_logical_ones_only() {
    let sum = binary(BinaryOp::Add, formula("[]p"), variable("q"));
    let result = translate(&unary(UnaryOp::Eventually, sum), &Limits::default());
    assert!(matches!(result, Err(LtlError::Misplaced { .. })));
}
