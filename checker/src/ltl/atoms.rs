//! Which parts of a Promela expression are temporal, and which are atoms.
//!
//! An atom is a largest part without temporal operators and without `<->`: `[](p && !q)` has the one
//! atom `p && !q`. Implications inside an atom become disjunctions, because only formulas have them.

use super::limits::LtlError;
use promela::ast::{BinaryOp, Expr, ExprKind, ReceiveArg, UnaryOp, VarRef};

/// Whether the operator belongs to the temporal part of a formula.
fn is_temporal(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Unary(op, _) => matches!(op, UnaryOp::Next | UnaryOp::Always | UnaryOp::Eventually),
        ExprKind::Binary(op, ..) => {
            matches!(op, BinaryOp::Until | BinaryOp::WeakUntil | BinaryOp::Release | BinaryOp::Equiv)
        }
        _ => false,
    }
}

/// Whether the truth of a formula can depend on how often a state is repeated: it contains `X`.
pub fn is_stutter_sensitive(formula: &Expr) -> bool {
    walk(formula).any(|(expr, _)| matches!(expr.kind, ExprKind::Unary(UnaryOp::Next, _)))
}

/// Fails if the expression nests deeper than `limit`.
pub(super) fn check_depth(formula: &Expr, limit: u32) -> Result<(), LtlError> {
    match walk(formula).any(|(_, depth)| depth > limit) {
        true => Err(LtlError::TooDeep { limit }),
        false => Ok(()),
    }
}

/// Fails if there is a temporal operator in an expression that has to be an atom.
pub(super) fn check_atom(expr: &Expr) -> Result<(), LtlError> {
    match walk(expr).find(|(part, _)| is_temporal(&part.kind)) {
        Some((part, _)) => Err(LtlError::Misplaced { span: part.span }),
        None => Ok(()),
    }
}

/// The expression with `a -> b` written as `!a || b`.
pub(super) fn without_implications(expr: &Expr) -> Expr {
    let mut result = expr.clone();
    let mut pending = vec![&mut result];
    while let Some(part) = pending.pop() {
        if let ExprKind::Binary(op @ BinaryOp::Implies, premise, _) = &mut part.kind {
            *op = BinaryOp::Or;
            let inner = std::mem::replace(&mut **premise, Expr { kind: ExprKind::Timeout, span: part.span });
            **premise = negation(inner);
        }
        operands_mut(part, &mut pending);
    }
    result
}

/// `!expr`, at the same place.
pub(super) fn negation(expr: Expr) -> Expr {
    let span = expr.span;
    Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(expr)), span }
}

/// The expression and all its parts, each with its depth; from the left to the right, outside first.
fn walk(expr: &Expr) -> impl Iterator<Item = (&Expr, u32)> {
    let mut pending = vec![(expr, 0)];
    std::iter::from_fn(move || {
        let (expr, depth) = pending.pop()?;
        let first = pending.len();
        operands(expr, &mut |operand| pending.push((operand, depth + 1)));
        pending[first..].reverse();
        Some((expr, depth))
    })
}

fn operands<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Timeout | ExprKind::NonProgress | ExprKind::EmbeddedC(_) => {}
        ExprKind::Unary(_, a) | ExprKind::Enabled(a) | ExprKind::PcValue(a) | ExprKind::GetPriority(a) => visit(a),
        ExprKind::Named { value, .. } => visit(value),
        ExprKind::Binary(_, a, b) => {
            visit(a);
            visit(b);
        }
        ExprKind::Conditional(a, b, c) => {
            visit(a);
            visit(b);
            visit(c);
        }
        ExprKind::Run { args, priority, .. } => {
            args.iter().for_each(&mut *visit);
            priority.iter().for_each(|p| visit(p));
        }
        ExprKind::Var(var) | ExprKind::Len(var) | ExprKind::Probe(_, var) => indices(var, visit),
        ExprKind::Poll { channel, args, .. } => {
            indices(channel, visit);
            for arg in args {
                match arg {
                    ReceiveArg::Var(var) => indices(var, visit),
                    ReceiveArg::Eval(e) | ReceiveArg::Const(e) => visit(e),
                }
            }
        }
        ExprKind::RemoteLabel { pid, .. } => pid.iter().for_each(|p| visit(p)),
        ExprKind::RemoteVar { pid, var, .. } => {
            pid.iter().for_each(|p| visit(p));
            indices(var, visit);
        }
    }
}

fn indices<'a>(var: &'a VarRef, visit: &mut dyn FnMut(&'a Expr)) {
    var.parts.iter().filter_map(|part| part.index.as_deref()).for_each(visit);
}

fn operands_mut<'a>(expr: &'a mut Expr, to: &mut Vec<&'a mut Expr>) {
    match &mut expr.kind {
        ExprKind::Const(_) | ExprKind::Timeout | ExprKind::NonProgress | ExprKind::EmbeddedC(_) => {}
        ExprKind::Unary(_, a) | ExprKind::Enabled(a) | ExprKind::PcValue(a) | ExprKind::GetPriority(a) => to.push(a),
        ExprKind::Named { value, .. } => to.push(value),
        ExprKind::Binary(_, a, b) => to.extend([&mut **a, b]),
        ExprKind::Conditional(a, b, c) => to.extend([&mut **a, b, c]),
        ExprKind::Run { args, priority, .. } => {
            to.extend(args);
            to.extend(priority.as_deref_mut());
        }
        ExprKind::Var(var) | ExprKind::Len(var) | ExprKind::Probe(_, var) => indices_mut(var, to),
        ExprKind::Poll { channel, args, .. } => {
            indices_mut(channel, to);
            for arg in args {
                match arg {
                    ReceiveArg::Var(var) => indices_mut(var, to),
                    ReceiveArg::Eval(e) | ReceiveArg::Const(e) => to.push(e),
                }
            }
        }
        ExprKind::RemoteLabel { pid, .. } => to.extend(pid.as_deref_mut()),
        ExprKind::RemoteVar { pid, var, .. } => {
            to.extend(pid.as_deref_mut());
            indices_mut(var, to);
        }
    }
}

fn indices_mut<'a>(var: &'a mut VarRef, to: &mut Vec<&'a mut Expr>) {
    to.extend(var.parts.iter_mut().filter_map(|part| part.index.as_deref_mut()));
}
