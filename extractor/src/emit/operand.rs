//! Steps before and after a statement that C has in it: operands of calls that a table has Promela for, their results,
//! the neighbours of a bit-field; and the operations of C that are one step where their value is wanted.

use super::Item;
use super::build::Builder;
use crate::abstraction::arithmetic::{self, Value};
use crate::abstraction::place::Scalar;
use crate::abstraction::translate::{Translator, fetched_name};
use crate::abstraction::{Action, InstanceId, Judgement, Place, Var, Why};
use crate::flow::{StepId, StepKind, condition};
use crate::program::{Expr, ExprKind};
use abstraction_tables::entry::Piece;
use promela::ast::{self, Stmt, StmtKind, VarRef};
use promela::build;
use promela::source::Span;

impl Builder<'_, '_> {
    /// A bit-field is written together with those that share a byte with it: they are read before and written back.
    pub fn with_neighbours(&mut self, place: &Place, mut store: Vec<Stmt>, before: &mut Vec<Item>) -> Vec<Stmt> {
        let mut reads = Vec::new();
        for neighbour in self.abstraction.neighbours(place) {
            let Ok(other) = Translator::new(self.abstraction, &mut self.book).place(&neighbour) else { continue };
            let name = fetched_name(before.len() + reads.len());
            reads.push(build::assign(build::var(&name), build::load(other.clone())));
            store.push(build::assign(other, build::load(build::var(&name))));
        }
        if reads.is_empty() {
            return store;
        }
        self.fetched = self.fetched.max(before.len() + reads.len());
        let read = if reads.len() == 1 { reads.remove(0) } else { at_once(reads) };
        before.push(Item::statement(read, None));
        vec![at_once(store)]
    }

    /// Values that are passed to a call which a table has Promela for are evaluated before it, if others see what they
    /// read.
    pub fn fetch_operands(
        &mut self,
        at: InstanceId,
        pieces: &[Piece],
        kind: &StepKind,
        span: Option<Span>,
        out: &mut Vec<Item>,
    ) {
        let mut values: Vec<((String, String), Expr)> = Vec::new();
        for piece in pieces {
            if let Piece::Bound { name, c } = piece
                && !values.iter().any(|(key, _)| key.0 == *name)
                && let Some(e) = self.abstraction.passed_value(kind, piece)
            {
                values.push(((name.clone(), c.clone()), e));
            }
        }
        // A condition alone reads the last of them itself.
        let tests = |piece: &Piece| match piece {
            Piece::Text(text) => ![" = ", "++", "--", "atomic", "d_step"].iter().any(|word| text.contains(word)),
            Piece::Bound { .. } => self.abstraction.passed_value(kind, piece).is_some(),
        };
        let accesses = u32::from(!pieces.iter().all(tests));
        let said = self.say(accesses, |t| {
            let said: Result<Vec<ast::Expr>, Why> = values.iter().map(|(_, e)| Ok(t.value(at, e)?.expr)).collect();
            Ok((said?, t.shared_reads))
        });
        self.first_free = 0;
        let Ok((before, (said, reads))) = said else { return };
        if reads == 0 {
            return;
        }
        self.first_free = before.len();
        out.extend(before.into_iter().map(|item| item.at(span)));
        self.operands = values.into_iter().map(|(key, _)| key).zip(said).collect();
    }

    /// The result of a call that a table has Promela for goes to where C wants it, in a step of its own.
    pub fn store_result(
        &mut self,
        at: InstanceId,
        kind: &StepKind,
        result: VarRef,
        span: Option<Span>,
        out: &mut Vec<Item>,
    ) {
        let StepKind::Call { target: Some(target), .. } = kind else { return };
        let Ok(place) = self.abstraction.resolve(at, target) else { return };
        let Ok(scalar) = self.abstraction.scalar_at(&place) else { return };
        if self.abstraction.why_unknown(&place).is_some() {
            return;
        }
        let value = arithmetic::stored(Value::new(build::load(result), Scalar::INT.range()), scalar);
        if let Ok((before, target)) = self.say(0, |t| t.place(&place)) {
            out.extend(before.into_iter().map(|item| item.at(span)));
            out.push(Item::statement(build::assign(target, value.expr), span));
        }
    }

    /// An operation on an `_Atomic` whose value is wanted: reading, computing and storing is one step. Whether it is
    /// one.
    pub fn atomic_update(&mut self, at: InstanceId, temp: u32, value: &Expr, id: StepId, out: &mut Vec<Item>) -> bool {
        let step = self.abstraction.flow(at).step(id);
        let StepKind::Assign { target, value: stored } = &step.kind else { return false };
        let Ok(place) = self.abstraction.resolve(at, target) else { return false };
        let var = Var::Temp(at, temp);
        let kept = Place { var, path: Vec::new(), ty: self.abstraction.var_type(var) };
        let scalars = (self.abstraction.scalar_at(&place), self.abstraction.scalar_at(&kept));
        let (Ok(scalar), Ok(kept_scalar)) = scalars else { return false };
        if !self.is_atomic(&place)
            || !self.abstraction.is_shared(place.var)
            || updating(&step.text).is_none()
            || !updates(value, stored, temp)
            || self.abstraction.why_unknown(&kept).is_some()
            || self.abstraction.judge(at, id, false).action != Action::Keep
        {
            return false;
        }
        let said = self.say(1, |t| {
            t.atomic = Some(place.var);
            let value = t.converted(at, value, kept_scalar)?;
            let stored = t.converted(at, stored, scalar)?;
            let first = build::assign(t.place(&kept)?, value.expr);
            Ok(at_once(vec![first, build::assign(t.place(&place)?, stored.expr)]))
        });
        let Ok((before, code)) = said else { return false };
        let span = Some(step.span);
        out.extend(before.into_iter().map(|item| item.at(span)));
        out.push(Item::statement(code, span));
        true
    }
}

fn at_once(steps: Vec<Stmt>) -> Stmt {
    Stmt::made(StmtKind::DStep(build::sequence(steps)))
}

/// Decided by a table that comes with ax.
pub fn is_shipped(judgement: &Judgement) -> bool {
    judgement.origin.as_ref().is_some_and(|o| o.shipped)
}

/// `x op y` where `x` is not a value that was read before.
pub fn reads_itself(value: &Expr) -> bool {
    matches!(&value.kind, ExprKind::Binary(b) if !matches!(b.left.kind, ExprKind::Temp { .. }))
}

/// Whether a value is made of what is stored in the end: `++x`, `x++`, `x += 2`, whose value is kept in `temp`.
fn updates(value: &Expr, stored: &Expr, temp: u32) -> bool {
    let is_temp = |e: &Expr| matches!(e.kind, ExprKind::Temp { temp: t, .. } if t == temp);
    let prefix = is_temp(stored) && matches!(value.kind, ExprKind::Binary(_));
    let postfix = matches!(&stored.kind, ExprKind::Binary(b) if is_temp(&b.left));
    prefix || postfix
}

/// `++` or `--` if the step is nothing but that; empty if it is `+=` and its kin, which read and write at once.
pub fn updating(text: &str) -> Option<&str> {
    let step =
        ["++", "--"].into_iter().find(|op| text.ends_with(op) || text.starts_with(op)).filter(|_| !text.contains('='));
    step.or_else(|| condition::assignment(text).is_none().then_some(""))
}
