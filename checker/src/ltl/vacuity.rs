//! Formulas that hold for a reason that was hardly meant.
//!
//! A formula holds *vacuously* if a part of it could be replaced by anything and it would still hold (Beer et
//! al. 1997; Kupferman and Vardi 1999). It is enough to try the worst: `false` for a part that helps the formula,
//! `true` for one that hurts it. A special case everybody meets is a response whose trigger never happens:
//! `[](p -> <>q)` holds with `false` in the place of `<>q`.
//!
//! Parts below `<->` both help and hurt, and are left out. Does not check anything: it gives the formulas to check.

use promela::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use promela::source::Span;

/// A stronger formula. If it holds too, the formula holds vacuously.
#[derive(Clone, Debug)]
pub struct Witness {
    pub kind: WitnessKind,
    pub stronger: Expr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WitnessKind {
    /// An implication whose left side never holds where it counts.
    Trigger { trigger: Span, consequence: Span, when: When },
    /// A part that has no influence; `worst` is what it was replaced by.
    Part { part: Span, worst: bool },
}

/// At which states an implication counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// At all: `[](p -> q)`.
    Always,
    /// At the first one: `p -> q`.
    AtStart,
    /// At those that the rest of the formula leads to.
    There,
}

/// For each implication that helps the formula, the formula with `false` on its right side.
pub fn triggers(formula: &Expr) -> Vec<Witness> {
    let mut found = Vec::new();
    let mut inside = formula;
    while let ExprKind::Unary(UnaryOp::Always, a) = &inside.kind {
        inside = a;
    }
    let when = |expr: &Expr| match (std::ptr::eq(expr, formula), std::ptr::eq(expr, inside)) {
        (true, _) => When::AtStart,
        (false, true) => When::Always,
        (false, false) => When::There,
    };
    occurrences(formula, true, &mut 0, &mut |place, expr, positive| {
        if let (ExprKind::Binary(BinaryOp::Implies, trigger, consequence), true) = (&expr.kind, positive) {
            let kind = WitnessKind::Trigger { trigger: trigger.span, consequence: consequence.span, when: when(expr) };
            let never = Expr { kind: ExprKind::Unary(UnaryOp::Not, trigger.clone()), span: trigger.span };
            found.push(Witness { kind, stronger: replaced(formula, place, never) });
        }
    });
    found
}

/// For each part of the formula other than the whole, the formula with the worst in its place. Constants are no parts.
pub fn parts(formula: &Expr) -> Vec<Witness> {
    let mut found = Vec::new();
    occurrences(formula, true, &mut 0, &mut |place, expr, positive| {
        if place == 0 || matches!(expr.kind, ExprKind::Const(_)) {
            return;
        }
        let worst = Expr { kind: ExprKind::Const(i32::from(!positive)), span: expr.span };
        let kind = WitnessKind::Part { part: expr.span, worst: !positive };
        found.push(Witness { kind, stronger: replaced(formula, place, worst) });
    });
    found
}

/// Visits the parts that have one polarity, outside first, each with its place in this order.
fn occurrences<'a>(expr: &'a Expr, positive: bool, place: &mut usize, visit: &mut dyn FnMut(usize, &'a Expr, bool)) {
    visit(*place, expr, positive);
    *place += 1;
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Not, a) => occurrences(a, !positive, place, visit),
        ExprKind::Unary(UnaryOp::Next | UnaryOp::Always | UnaryOp::Eventually, a) => {
            occurrences(a, positive, place, visit)
        }
        ExprKind::Binary(op, a, b) if keeps_polarity(*op) => {
            occurrences(a, positive != (*op == BinaryOp::Implies), place, visit);
            occurrences(b, positive, place, visit);
        }
        _ => {}
    }
}

fn keeps_polarity(op: BinaryOp) -> bool {
    use BinaryOp::{And, Implies, Or, Release, Until, WeakUntil};
    matches!(op, And | Or | Implies | Until | WeakUntil | Release)
}

/// The expression with another part at a place in the order of `occurrences`.
fn replaced(expr: &Expr, place: usize, by: Expr) -> Expr {
    let mut result = expr.clone();
    let mut by = Some(by);
    replace(&mut result, &mut { place }, &mut by);
    result
}

fn replace(expr: &mut Expr, left: &mut usize, by: &mut Option<Expr>) {
    if *left == 0 {
        if let Some(by) = by.take() {
            *expr = by;
        }
        return;
    }
    *left -= 1;
    match &mut expr.kind {
        ExprKind::Unary(UnaryOp::Not | UnaryOp::Next | UnaryOp::Always | UnaryOp::Eventually, a) => {
            replace(a, left, by)
        }
        ExprKind::Binary(op, a, b) if keeps_polarity(*op) => {
            replace(a, left, by);
            if by.is_some() {
                replace(b, left, by);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use promela::finding::Findings;
    use promela::source::Sources;
    use promela::{Options, parse_formula, print_expr};

    fn stronger(text: &str, witnesses: fn(&Expr) -> Vec<Witness>) -> Vec<String> {
        let (mut sources, mut findings) = (Sources::new(), Findings::default());
        let formula = parse_formula(text, &Options::default(), &mut sources, &mut findings).expect("a formula");
        witnesses(&formula).iter().map(|w| print_expr(&w.stronger)).collect()
    }

    #[test]
    fn triggers_are_denied() {
        assert_eq!(stronger("[](p -> <>q)", triggers), ["[] (!p)"]);
        assert_eq!(stronger("[](q -> [](p -> <>s))", triggers), ["[] (!q)", "[] (q -> [] (!p))"]);
        assert_eq!(stronger("!(p -> q)", triggers), Vec::<String>::new());
        assert_eq!(stronger("(p -> q) -> r", triggers), ["!(p -> q)"]);
    }

    #[test]
    fn parts_get_the_worst_value() {
        assert_eq!(stronger("[](p -> !q)", parts), ["[] 0", "[] (1 -> !q)", "[] (p -> 0)", "[] (p -> !1)"]);
        assert_eq!(stronger("p <-> q", parts), Vec::<String>::new());
    }
}
