//! From a Promela expression to a temporal formula, simplified on the way.
//!
//! The operators of the source become the few of [`Formula`], negations go down to the atoms, and each
//! operator is simplified when it is made (Etessami and Holzmann 2000, "Optimizing Büchi automata"). The
//! rules, their order and the order in which operands are looked at are those of Spin 6.5.2; a rule that
//! would fit only after another one has been applied is not tried again.

use super::atoms::{check_atom, check_depth, negation, without_implications};
use super::canonical::Rewriter;
use super::formula::{Formula, FormulaId, Junction};
use super::limits::LtlError;
use promela::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

/// The negation of an expression as a formula.
pub fn negated_formula(rewriter: &mut Rewriter, expr: &Expr) -> Result<FormulaId, LtlError> {
    check_depth(expr, rewriter.formulas.limits().depth)?;
    let formula = match rewriter.read(expr)? {
        Rewritten::Formula(formula) => formula,
        Rewritten::Plain => rewriter.atom(expr)?,
    };
    let negated = rewriter.negate(formula)?;
    rewriter.join_modalities(negated)
}

/// What an expression turned out to be.
#[derive(Clone, Copy)]
enum Rewritten {
    /// It has no temporal operators; the largest such expression becomes an atom.
    Plain,
    Formula(FormulaId),
}

impl Rewriter {
    fn read(&mut self, expr: &Expr) -> Result<Rewritten, LtlError> {
        self.formulas.spend(1)?;
        let formula = match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, a) => match self.read(a)? {
                Rewritten::Plain => return Ok(Rewritten::Plain),
                Rewritten::Formula(a) => self.negate(a)?,
            },
            ExprKind::Unary(UnaryOp::Next, a) => {
                let a = self.operand(a)?;
                self.next(a)?
            }
            ExprKind::Unary(UnaryOp::Always, a) => {
                let a = self.operand(a)?;
                self.always(a)?
            }
            ExprKind::Unary(UnaryOp::Eventually, a) => {
                let a = self.operand(a)?;
                self.eventually(a)?
            }
            ExprKind::Binary(BinaryOp::Until, a, b) => {
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                self.until(a, b)?
            }
            ExprKind::Binary(BinaryOp::Release, a, b) => {
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                self.release(a, b)?
            }
            ExprKind::Binary(BinaryOp::WeakUntil, a, b) => {
                let kept = self.operand(a)?;
                let forever = self.always(kept)?;
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                let until = self.until(a, b)?;
                self.either(forever, until)?
            }
            ExprKind::Binary(BinaryOp::Equiv, a, b) => {
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                self.equivalent(a, b)?
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies), a, b) => {
                let left = match (self.read(a)?, op) {
                    (Rewritten::Formula(a), BinaryOp::Implies) => Rewritten::Formula(self.negate(a)?),
                    (left, _) => left,
                };
                let (left, right) = match (left, self.read(b)?) {
                    (Rewritten::Plain, Rewritten::Plain) => return Ok(Rewritten::Plain),
                    (Rewritten::Plain, right) if *op == BinaryOp::Implies => {
                        (self.atom(&negation((**a).clone()))?, right)
                    }
                    (left, right) => (self.formula_of(left, a)?, right),
                };
                let right = self.formula_of(right, b)?;
                match op {
                    BinaryOp::And => self.both(left, right)?,
                    _ => self.either(left, right)?,
                }
            }
            _ => {
                check_atom(expr)?;
                return Ok(Rewritten::Plain);
            }
        };
        Ok(Rewritten::Formula(formula))
    }

    fn operand(&mut self, expr: &Expr) -> Result<FormulaId, LtlError> {
        let part = self.read(expr)?;
        self.formula_of(part, expr)
    }

    fn formula_of(&mut self, part: Rewritten, expr: &Expr) -> Result<FormulaId, LtlError> {
        match part {
            Rewritten::Plain => self.atom(expr),
            Rewritten::Formula(formula) => Ok(formula),
        }
    }

    fn atom(&mut self, expr: &Expr) -> Result<FormulaId, LtlError> {
        self.formulas.literal(without_implications(expr), false)
    }

    /// `X a`
    fn next(&mut self, a: FormulaId) -> Result<FormulaId, LtlError> {
        match self.formulas.get(a) {
            Formula::True => Ok(a),
            _ => self.formulas.make(Formula::Next(a)),
        }
    }

    /// `[] a`
    fn always(&mut self, a: FormulaId) -> Result<FormulaId, LtlError> {
        match self.formulas.get(a) {
            Formula::True | Formula::False | Formula::Release(FormulaId::FALSE, _) => Ok(a),
            // [] (p V q) = [] q
            Formula::Release(_, q) => self.formulas.make(Formula::Release(FormulaId::FALSE, q)),
            _ => self.formulas.make(Formula::Release(FormulaId::FALSE, a)),
        }
    }

    /// `<> a`
    fn eventually(&mut self, a: FormulaId) -> Result<FormulaId, LtlError> {
        match self.formulas.get(a) {
            Formula::True | Formula::False | Formula::Until(FormulaId::TRUE, _) => Ok(a),
            // <> (p U q) = <> q
            Formula::Until(_, q) => self.formulas.make(Formula::Until(FormulaId::TRUE, q)),
            _ => self.formulas.make(Formula::Until(FormulaId::TRUE, a)),
        }
    }

    /// `a U b`
    fn until(&mut self, a: FormulaId, b: FormulaId) -> Result<FormulaId, LtlError> {
        let f = &mut self.formulas;
        if matches!(b, FormulaId::TRUE | FormulaId::FALSE) || a == FormulaId::FALSE || f.same(a, b)? {
            return Ok(b);
        }
        match (f.get(a), f.get(b)) {
            // (b U q) U b = q U b
            (Formula::Until(p, q), _) if f.same(p, b)? => f.make(Formula::Until(q, b)),
            (_, Formula::Until(FormulaId::TRUE, _)) => Ok(b),
            (Formula::Next(p), Formula::Next(q)) => {
                let until = f.make(Formula::Until(p, q))?;
                f.make(Formula::Next(until))
            }
            _ => f.make(Formula::Until(a, b)),
        }
    }

    /// `a V b`
    fn release(&mut self, a: FormulaId, b: FormulaId) -> Result<FormulaId, LtlError> {
        let f = &mut self.formulas;
        if matches!(b, FormulaId::TRUE | FormulaId::FALSE) || a == FormulaId::TRUE || f.same(a, b)? {
            return Ok(b);
        }
        match f.get(b) {
            Formula::Release(p, q) if a == FormulaId::FALSE || p == FormulaId::FALSE => {
                f.make(Formula::Release(FormulaId::FALSE, q))
            }
            _ => f.make(Formula::Release(a, b)),
        }
    }

    /// `a <-> b`
    fn equivalent(&mut self, a: FormulaId, b: FormulaId) -> Result<FormulaId, LtlError> {
        if self.formulas.same(a, b)? {
            return Ok(FormulaId::TRUE);
        }
        let holds = self.formulas.and(a, b)?;
        let holds = self.rewrite(holds)?;
        let (a, b) = self.negate_both(a, b)?;
        let fails = self.formulas.and(a, b)?;
        let fails = self.rewrite(fails)?;
        let either = self.formulas.or(holds, fails)?;
        self.rewrite(either)
    }

    /// `a && b`
    fn both(&mut self, a: FormulaId, b: FormulaId) -> Result<FormulaId, LtlError> {
        use Formula::{Next, Release, Until};
        let f = &mut self.formulas;
        match (f.get(a), f.get(b)) {
            // a && (p U a) = a, and a && (p V a) = p V a; either way around
            (_, Until(_, q)) if f.same(q, a)? => return Ok(a),
            (Until(_, q), _) if f.same(q, b)? => return Ok(b),
            (_, Release(_, q)) if f.same(q, a)? => return Ok(b),
            (Release(_, q), _) if f.same(q, b)? => return Ok(a),
            (Until(p, q), Until(r, s)) if f.same(q, s)? => {
                let both = f.and(p, r)?;
                return f.make(Until(both, q));
            }
            (Release(p, q), Release(r, s)) if f.same(p, r)? => {
                let both = f.and(q, s)?;
                return f.make(Release(r, both));
            }
            (Next(p), Next(q)) => {
                let both = f.and(q, p)?;
                return f.make(Next(both));
            }
            _ => {}
        }
        if f.same(a, b)? || b == FormulaId::FALSE || a == FormulaId::TRUE {
            return Ok(b);
        }
        if b == FormulaId::TRUE || a == FormulaId::FALSE {
            return Ok(a);
        }
        match (f.get(a), f.get(b)) {
            // (p V q) && (r U q) = p V q
            (Release(_, q), Until(_, s)) if f.same(q, s)? => Ok(a),
            _ => f.and(a, b),
        }
    }

    /// `a || b`
    fn either(&mut self, a: FormulaId, b: FormulaId) -> Result<FormulaId, LtlError> {
        use Formula::{Release, Until};
        let f = &mut self.formulas;
        match (f.get(a), f.get(b)) {
            (_, Until(_, q)) if f.same(q, a)? => return Ok(b),
            (_, Release(_, q)) if f.same(q, a)? => return Ok(a),
            (Until(p, q), Until(r, s)) if f.same(p, r)? => {
                let either = f.or(q, s)?;
                return f.make(Until(r, either));
            }
            _ => {}
        }
        if f.same(a, b)? || b == FormulaId::FALSE || a == FormulaId::TRUE {
            return Ok(a);
        }
        if b == FormulaId::TRUE || a == FormulaId::FALSE {
            return Ok(b);
        }
        match (f.get(a), f.get(b)) {
            (Release(p, q), Release(r, s)) if f.same(q, s)? => {
                let either = f.or(p, r)?;
                f.make(Release(either, s))
            }
            // (p V q) || (r U q) = r U q
            (Release(_, q), Until(_, s)) if f.same(q, s)? => Ok(b),
            _ => f.or(a, b),
        }
    }

    /// Joins `[]p && []q` to `[](p && q)` and `<>p || <>q` to `<>(p || q)`, at every level.
    fn join_modalities(&mut self, id: FormulaId) -> Result<FormulaId, LtlError> {
        use Formula::{Next, Release, Until};
        self.formulas.spend(1)?;
        let joined = match self.formulas.get(id) {
            Formula::True | Formula::False | Formula::Literal { .. } => return Ok(id),
            Next(a) => Next(self.join_modalities(a)?),
            Until(a, b) => Until(self.join_modalities(a)?, self.join_modalities(b)?),
            Release(a, b) => Release(self.join_modalities(a)?, self.join_modalities(b)?),
            Formula::Junction(j, a, b) => {
                let (a, b) = (self.join_modalities(a)?, self.join_modalities(b)?);
                match (j, self.formulas.get(a), self.formulas.get(b)) {
                    (Junction::And, Release(FormulaId::FALSE, p), Release(FormulaId::FALSE, q)) => {
                        Release(FormulaId::FALSE, self.formulas.and(p, q)?)
                    }
                    (Junction::Or, Until(FormulaId::TRUE, p), Until(FormulaId::TRUE, q)) => {
                        Until(FormulaId::TRUE, self.formulas.or(p, q)?)
                    }
                    _ => Formula::Junction(j, a, b),
                }
            }
        };
        self.formulas.make(joined)
    }
}
