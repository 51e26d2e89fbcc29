//! Calls: bodies of followed functions, results, `return`.

use super::Item;
use super::build::{Builder, Tail};
use crate::abstraction::judge::RESULT;
use crate::abstraction::translate::{Translator, fetched_name};
use crate::abstraction::{Action, InstanceId, Judgement, Place, Var};
use crate::flow::{StepId, StepKind};
use crate::program::{Expr, ExprKind, Type, TypeId};
use abstraction_tables::entry::Piece;
use promela::ast::{self, VarRef};
use promela::build;
use promela::source::Span;

impl Builder<'_, '_> {
    /// The body of a function, with its arguments before and its result after.
    pub fn call(
        &mut self,
        at: InstanceId,
        child: InstanceId,
        target: Option<&Expr>,
        call: &Expr,
        span: Span,
        out: &mut Vec<Item>,
    ) {
        self.enter(at, child, call, span, out);
        let Some(target) = target else { return };
        let Ok(place) = self.abstraction.resolve(at, target) else { return };
        let result = self.abstraction.result(child);
        if matches!(self.abstraction.program.ty(place.ty), Type::Record(_)) {
            return self.copy(&place, &result, Some(span), out);
        }
        if self.abstraction.why_unknown(&place).is_some() || self.abstraction.why_unknown(&result).is_some() {
            return;
        }
        let Ok(scalar) = self.abstraction.scalar_at(&place) else { return };
        let stores = u32::from(self.abstraction.is_shared(place.var));
        let said = self.say(stores, |t| {
            let value = crate::abstraction::arithmetic::stored(t.load(&result)?, scalar);
            Ok((t.place(&place)?, value))
        });
        if let Ok((before, (target, value))) = said {
            out.extend(before);
            out.push(Item::statement(build::assign(target, value.expr), Some(span)));
        }
    }

    fn enter(&mut self, at: InstanceId, child: InstanceId, call: &Expr, span: Span, out: &mut Vec<Item>) {
        let ExprKind::Call { arguments, .. } = &call.kind else { return };
        let function = self.abstraction.program.function(self.abstraction.instance(child).function);
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            if self.abstraction.instance(child).aliases.contains_key(parameter) {
                continue;
            }
            let place = Place {
                var: Var::Local(child, *parameter),
                path: Vec::new(),
                ty: self.abstraction.program.object(*parameter).ty,
            };
            if matches!(self.abstraction.program.ty(place.ty), Type::Record(_)) {
                if let Ok(source) = self.abstraction.resolve(at, argument) {
                    self.copy(&place, &source, Some(span), out);
                }
            } else if self.abstraction.why_unknown(&place).is_none() {
                self.store(at, &place, argument, None, Some(span), out);
            }
        }
        for (var, e) in &self.abstraction.instance(child).frozen {
            let place = Place { var: *var, path: Vec::new(), ty: TypeId::INT };
            if self.abstraction.why_unknown(&place).is_none() {
                self.store(at, &place, e, None, Some(span), out);
            }
        }
        let flow = self.abstraction.flow(child);
        self.block(child, &flow.body, &[Tail::Return(child)], out);
        self.place_label(Tail::Return(child), out);
    }

    /// `return e` of a followed function, or of the root. The jump is not part of it.
    pub fn returned(&mut self, at: InstanceId, id: StepId, out: &mut Vec<Item>) {
        let step = self.abstraction.flow(at).step(id);
        let StepKind::Return(value) = &step.kind else { return };
        let judgement = self.abstraction.judge(at, id, false);
        match (&judgement.action, value) {
            (Action::Keep, Some(value)) if at != super::ROOT => {
                let result = self.abstraction.result(at);
                if matches!(self.abstraction.program.ty(result.ty), Type::Record(_)) {
                    if let Ok(source) = self.abstraction.resolve(at, value) {
                        self.copy(&result, &source, Some(step.span), out);
                    }
                } else if self.abstraction.why_unknown(&result).is_none() {
                    self.store(at, &result, value, None, Some(step.span), out);
                }
            }
            (Action::Keep, _) | (Action::Hide, _) => self.checks(at, id, out),
            _ => self.step(at, id, out),
        }
    }

    /// A call in a condition: what happens before, and its value.
    pub fn called_condition(
        &mut self,
        at: InstanceId,
        id: StepId,
        call: &Expr,
        judgement: &Judgement,
        span: Span,
        before: &mut Vec<Item>,
    ) -> Option<ast::Expr> {
        match &judgement.action {
            Action::Follow(child) => {
                self.enter(at, *child, call, span, before);
                let result = self.abstraction.result(*child);
                if self.abstraction.why_unknown(&result).is_some() {
                    return None;
                }
                self.say(0, |t| t.load(&result)).ok().map(|(_, v)| v.expr)
            }
            Action::Promela(pieces) if mentions_result(pieces) => {
                let kind = &self.abstraction.flow(at).step(id).kind;
                self.first_free = 0;
                if super::operand::is_shipped(judgement) {
                    self.fetch_operands(at, pieces, kind, Some(span), before);
                }
                let code = self.promela(at, pieces, kind, judgement.origin.as_ref());
                before.push(Item::Statement(super::Statement::new(code, Some(span))));
                self.operands.clear();
                Some(build::load(self.result_place(at, kind)))
            }
            _ => None,
        }
    }

    /// The variable that holds the result of a call that a table says.
    pub fn result_place(&mut self, at: InstanceId, kind: &StepKind) -> VarRef {
        if let StepKind::Call { target: Some(target), .. } = kind
            && let Ok(place) = self.abstraction.resolve(at, target)
            && self.abstraction.scalar_at(&place).is_ok()
            && self.abstraction.why_unknown(&place).is_none()
            && let Ok(said) = Translator::new(self.abstraction, &mut self.book).place(&place)
        {
            let converts = self.abstraction.scalar_at(&place).is_ok_and(|s| s.wraps_by_itself());
            if converts && !self.abstraction.is_shared(place.var) {
                return said;
            }
            self.result = Some(build::var(&fetched_name(self.first_free)));
        }
        self.fetched = self.fetched.max(self.first_free + 1);
        build::var(&fetched_name(self.first_free))
    }
}

fn mentions_result(pieces: &[Piece]) -> bool {
    pieces.iter().any(|p| matches!(p, Piece::Bound { c, .. } if c == RESULT))
}
