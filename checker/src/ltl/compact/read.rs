//! From a Promela expression to a formula.
//!
//! Logical operators are taken apart down to the atoms: comparisons, variables, remote references and the
//! like. Two atoms are one when their text is; `x > 3` is the negation of `x <= 3` if that was there first.

use std::collections::HashMap;

use super::formula::{Formulas, Id};
use crate::ltl::atoms::{check_atom, check_depth};
use crate::ltl::formula::Atom;
use crate::ltl::limits::LtlError;
use crate::ltl::spelling::spelling;
use promela::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

/// The atoms of a formula in the order of its text; the variables of its functions are their places.
#[derive(Debug, Default)]
pub struct Atoms {
    pub list: Vec<Atom>,
    places: HashMap<String, u32>,
}

/// Reads an expression.
pub fn read(formulas: &mut Formulas, atoms: &mut Atoms, expr: &Expr, depth: u32) -> Result<Id, LtlError> {
    check_depth(expr, depth)?;
    Reader { formulas, atoms }.formula(expr)
}

struct Reader<'a> {
    formulas: &'a mut Formulas,
    atoms: &'a mut Atoms,
}

impl Reader<'_> {
    fn formula(&mut self, expr: &Expr) -> Result<Id, LtlError> {
        Ok(match &expr.kind {
            ExprKind::Const(value) => self.formulas.constant(*value != 0),
            ExprKind::Unary(UnaryOp::Not, a) => {
                let a = self.formula(a)?;
                self.formulas.negate(a)
            }
            ExprKind::Unary(UnaryOp::Next, a) => {
                let a = self.formula(a)?;
                self.formulas.next(a)
            }
            ExprKind::Unary(UnaryOp::Always, a) => {
                let a = self.formula(a)?;
                self.formulas.always(a)
            }
            ExprKind::Unary(UnaryOp::Eventually, a) => {
                let a = self.formula(a)?;
                self.formulas.eventually(a)
            }
            ExprKind::Binary(op, a, b) => match op {
                BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Implies
                | BinaryOp::Equiv
                | BinaryOp::Until
                | BinaryOp::Release
                | BinaryOp::WeakUntil => {
                    let (a, b) = (self.formula(a)?, self.formula(b)?);
                    self.binary(*op, a, b)
                }
                _ => self.atom(expr)?,
            },
            _ => self.atom(expr)?,
        })
    }

    fn binary(&mut self, op: BinaryOp, a: Id, b: Id) -> Id {
        let formulas = &mut *self.formulas;
        match op {
            BinaryOp::And => formulas.and(&[a, b]),
            BinaryOp::Or => formulas.or(&[a, b]),
            BinaryOp::Until => formulas.until(a, b),
            BinaryOp::Release => formulas.release(a, b),
            BinaryOp::WeakUntil => {
                let either = formulas.or(&[a, b]);
                formulas.release(b, either)
            }
            BinaryOp::Implies => {
                let not_a = formulas.negate(a);
                formulas.or(&[not_a, b])
            }
            _ => {
                let (not_a, not_b) = (formulas.negate(a), formulas.negate(b));
                let (both, neither) = (formulas.and(&[a, b]), formulas.and(&[not_a, not_b]));
                formulas.or(&[both, neither])
            }
        }
    }

    fn atom(&mut self, expr: &Expr) -> Result<Id, LtlError> {
        check_atom(expr)?;
        let text = spelling(expr);
        let (place, value) = match (self.atoms.places.get(&text), opposite(expr)) {
            (Some(place), _) => (*place, true),
            (None, Some(opposite)) if self.atoms.places.contains_key(&opposite) => {
                (self.atoms.places[&opposite], false)
            }
            _ => {
                let place = self.atoms.list.len() as u32;
                self.atoms.list.push(Atom { expr: expr.clone(), text: text.clone() });
                self.atoms.places.insert(text, place);
                (place, true)
            }
        };
        let literal = self.formulas.bdds.literal((place, value));
        Ok(self.formulas.function(literal))
    }
}

/// The text of the comparison that holds when this one does not.
fn opposite(expr: &Expr) -> Option<String> {
    let ExprKind::Binary(op, a, b) = &expr.kind else { return None };
    let op = match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        _ => return None,
    };
    Some(spelling(&Expr { kind: ExprKind::Binary(op, a.clone(), b.clone()), span: expr.span }))
}
