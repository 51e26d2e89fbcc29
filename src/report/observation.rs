//! Observations of a running system: what formulas say of them, and the verdicts of a monitor.

use super::style::counted;
use crate::args::Format;
use checker::ltl::monitor::{Reason, Verdict};
use promela::ast::{BinaryOp, Expr, ExprKind, UnaryOp, VarRef};
use promela::print_expr;
use serde_json::{Value, json};

/// Whether an atom holds in an observed state: the value of its own text if the state has it (`"len(q) > 0": true`), or
/// what comes out for the values of its variables.
pub fn truth(atom: &Expr, state: &Value) -> Result<bool, String> {
    match state.get(print_expr(atom)) {
        Some(value) => number(value).map(|n| n != 0).ok_or_else(|| format!("`{}` is no number", print_expr(atom))),
        None => evaluate(atom, state).map(|n| n != 0),
    }
}

fn number(value: &Value) -> Option<i64> {
    value.as_bool().map(i64::from).or_else(|| value.as_i64())
}

fn evaluate(expr: &Expr, state: &Value) -> Result<i64, String> {
    match &expr.kind {
        ExprKind::Const(value) => Ok(i64::from(*value)),
        ExprKind::Var(var) => variable(var, state),
        ExprKind::Unary(op, a) => {
            let a = evaluate(a, state)?;
            Ok(match op {
                UnaryOp::Not => i64::from(a == 0),
                UnaryOp::Neg => a.wrapping_neg(),
                _ => !a,
            })
        }
        ExprKind::Binary(op, a, b) => binary(*op, evaluate(a, state)?, evaluate(b, state)?),
        ExprKind::Conditional(c, a, b) => evaluate(if evaluate(c, state)? != 0 { a } else { b }, state),
        _ => Err(format!("the state has no `{}`: a monitor cannot work it out", print_expr(expr))),
    }
}

fn variable(var: &VarRef, state: &Value) -> Result<i64, String> {
    let mut value = state;
    let mut path = String::new();
    for part in &var.parts {
        path = if path.is_empty() { part.name.name.clone() } else { format!("{path}.{}", part.name.name) };
        value = value.get(&part.name.name).ok_or_else(|| format!("the state has no `{path}`"))?;
        if let Some(index) = &part.index {
            let index = evaluate(index, state)?;
            path = format!("{path}[{index}]");
            let element = usize::try_from(index).ok().and_then(|i| value.get(i));
            value = element.ok_or_else(|| format!("the state has no `{path}`"))?;
        }
    }
    number(value).ok_or_else(|| format!("`{path}` is neither a number nor true or false"))
}

fn binary(op: BinaryOp, a: i64, b: i64) -> Result<i64, String> {
    let shift = |n: i64| u32::try_from(n).ok().filter(|n| *n < 64).ok_or("a shift is out of range".to_string());
    let divisor = || if b == 0 { Err("division by zero".to_string()) } else { Ok(b) };
    Ok(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div => a.wrapping_div(divisor()?),
        BinaryOp::Rem => a.wrapping_rem(divisor()?),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::BitOr => a | b,
        BinaryOp::Shl => a << shift(b)?,
        BinaryOp::Shr => a >> shift(b)?,
        BinaryOp::Lt => i64::from(a < b),
        BinaryOp::Gt => i64::from(a > b),
        BinaryOp::Le => i64::from(a <= b),
        BinaryOp::Ge => i64::from(a >= b),
        BinaryOp::Eq => i64::from(a == b),
        BinaryOp::Ne => i64::from(a != b),
        BinaryOp::And => i64::from(a != 0 && b != 0),
        BinaryOp::Or => i64::from(a != 0 || b != 0),
        _ => return Err("a temporal operator inside of an atom".to_string()),
    })
}

/// What a monitor says of one step.
pub fn line(step: u64, verdict: Verdict, format: Format) -> String {
    let (word, settled, reason) = match verdict {
        Verdict::Pass => ("pass", false, None),
        Verdict::PassForGood => ("pass", true, Some("no continuation can violate the formula")),
        Verdict::Fail(Reason::Prefix) => ("fail", true, Some("no continuation can satisfy the formula")),
        Verdict::Fail(Reason::Cycle) => {
            ("fail", true, Some("the same state as before: repeated for ever, this violates the formula"))
        }
    };
    match format {
        Format::Json => {
            let object = json!({ "step": step, "verdict": word, "settled": settled, "reason": reason });
            format!("{object}\n")
        }
        _ => match reason {
            Some(reason) => format!("step {step}: {word}: {reason}\n"),
            None => format!("step {step}: {word}\n"),
        },
    }
}

/// The last line of the text.
pub fn summary(steps: u64, verdict: Verdict) -> String {
    let steps = counted(steps, "step");
    match verdict {
        Verdict::Pass => format!("PASS  no violation in {steps}; it is not decided yet\n"),
        Verdict::PassForGood => format!("PASS  the formula holds, whatever follows ({steps})\n"),
        Verdict::Fail(_) => format!("FAIL  the formula is violated ({steps})\n"),
    }
}
