//! Whether the model says all that a program does: what a pass must not overlook.
//!
//! Walks every step of every call that is followed. What the model has as itself is checked by the search: it evaluates
//! each index and each divisor. A step that is hidden or generalised is not evaluated there, so that its indices,
//! divisors and pointers are looked at here: what can be proven is done, what can be said becomes a [`Check`] that the
//! model makes in the step's place, and the rest is a [`Hole`]. A step that a person's table decides is that person's
//! word, and no hole.
//!
//! Does not look at the order of steps or at what a branch tells of a value.

mod library;

use super::arithmetic::Value;
use super::translate::{NoNames, Translator, within};
use super::{Abstraction, Action, InstanceId, Judgement, Selector, Subscript, Var, Why};
use crate::flow::{Node, StepId, StepKind, condition};
use crate::program::{BinaryOp, Expr, ExprKind, Init, ObjectId, Type, TypeId};
use crate::threads::Argument;
use abstraction_tables::entry::Piece;
use promela::source::Span;
use promela::{ast, build};

/// The array that a check of an index reads: the place 0 where the index is right, no place of it otherwise.
pub const BOUNDS: &str = "ax_bounds";

/// Something that may go wrong in the program and is not looked for in the model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hole {
    pub kind: HoleKind,
    pub span: Span,
    /// In words, with the statement.
    pub what: String,
}

/// What a hole stands in the way of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HoleKind {
    /// What a call or `asm` does is not known: nothing is sure after it.
    Effect,
    /// An index, or the size of a block of memory.
    Bounds,
    /// Where a pointer leads, and whether something is there.
    Memory,
    /// A division by what may be 0.
    Division,
}

/// What the model tests in the place of a step that it does not have.
#[derive(Clone, Debug)]
pub struct Check {
    test: Test,
    /// It is only evaluated where these came out so.
    guards: Vec<(Expr, bool)>,
    at: InstanceId,
}

impl Check {
    pub fn is_index(&self) -> bool {
        matches!(self.test, Test::Index { .. })
    }
}

#[derive(Clone, Debug)]
enum Test {
    Index { subscript: Subscript, length: u64 },
    Divisor(Expr),
}

/// What the audit of one step finds.
#[derive(Debug, Default)]
pub struct StepAudit {
    pub checks: Vec<Check>,
    pub holes: Vec<(HoleKind, String)>,
}

/// All holes of a model, in the order of the source, each once.
pub fn audit(abstraction: &Abstraction<'_>) -> Vec<Hole> {
    let mut holes = Vec::new();
    for at in abstraction.instance_ids() {
        let flow = abstraction.flow(at);
        for (index, step) in flow.steps.iter().enumerate() {
            let found = abstraction.audit_step(at, StepId(index as u32)).holes;
            let hole = |(kind, why): (HoleKind, String)| Hole {
                kind,
                span: step.span,
                what: format!("`{}`: {why}", step.text),
            };
            holes.extend(found.into_iter().map(hole));
        }
        abstraction.audit_lets(at, &flow.body, &mut holes);
    }
    holes.sort_by_key(|hole| (hole.span.file, hole.span.start, hole.kind));
    holes.dedup();
    holes
}

/// A walk over expressions that the model does not evaluate.
struct Walk {
    at: InstanceId,
    guards: Vec<(Expr, bool)>,
    found: StepAudit,
}

impl Abstraction<'_> {
    /// What a step may do wrong that the model does not evaluate.
    pub fn audit_step(&self, at: InstanceId, id: StepId) -> StepAudit {
        let step = self.flow(at).step(id);
        let judgement = self.judge(at, id, false);
        let other = matches!(step.kind, StepKind::Condition(_)).then(|| self.judge(at, id, true));
        let mut walk = Walk { at, guards: Vec::new(), found: StepAudit::default() };
        for j in [Some(&judgement), other.as_ref()].into_iter().flatten() {
            if j.action == Action::Lost {
                let why = j.reason.clone().unwrap_or_default();
                walk.found.holes.push((HoleKind::Effect, why));
                break;
            }
        }
        if [Some(&judgement), other.as_ref()].into_iter().flatten().any(decided_by_user) {
            return walk.found;
        }
        self.wide_subscripts(&step.kind, &mut walk);
        self.library_call(at, &step.kind, &mut walk);
        match &step.kind {
            StepKind::Declare { inits, .. } => {
                let hidden = !matches!(judgement.action, Action::Keep | Action::Literal);
                for (object, init) in inits {
                    self.initialiser_audit(at, *object, init, hidden, &mut walk);
                }
            }
            StepKind::Call { target, call } => {
                self.call_audit(at, id, &judgement, target.as_ref(), call, &mut walk);
            }
            StepKind::Condition(e) if matches!(e.kind, ExprKind::Call { .. }) => {
                self.call_audit(at, id, &judgement, None, e, &mut walk);
            }
            StepKind::Condition(e) | StepKind::Assert(e) | StepKind::Evaluate(e) => {
                let kept = |j: &Judgement| matches!(j.action, Action::Keep | Action::Literal);
                if !kept(&judgement) && !other.as_ref().is_some_and(kept) {
                    self.value_audit(e, &mut walk);
                }
            }
            StepKind::Case { value, .. } | StepKind::Default { value, .. } => {
                if judgement.action != Action::Keep {
                    self.value_audit(value, &mut walk);
                }
            }
            StepKind::Assign { target, value } => {
                if !matches!(judgement.action, Action::Keep | Action::Literal) {
                    self.value_audit(value, &mut walk);
                    self.access_audit(target, &mut walk);
                }
            }
            StepKind::Return(Some(value)) => {
                if judgement.action != Action::Keep || self.is_root(at) {
                    self.value_audit(value, &mut walk);
                }
            }
            StepKind::Return(None) => {}
            StepKind::Opaque { writes, reads } => {
                writes.iter().for_each(|w| self.access_audit(w, &mut walk));
                reads.iter().for_each(|r| self.value_audit(r, &mut walk));
            }
        }
        walk.found
    }

    /// What the value between two steps may do wrong that the model does not evaluate.
    pub fn audit_let(&self, at: InstanceId, temp: u32, value: &Expr) -> StepAudit {
        let mut walk = Walk { at, guards: Vec::new(), found: StepAudit::default() };
        let var = Var::Temp(at, temp);
        let ty = self.var_type(var);
        let place = super::Place { var, path: Vec::new(), ty };
        let known = self.scalar_at(&place).is_ok() && self.why_unknown(&place).is_none();
        let copied = matches!(self.program.ty(ty), Type::Record(_)) && self.copies(&place, at, value);
        if !known && !copied {
            self.value_audit(value, &mut walk);
        }
        walk.found
    }

    fn audit_lets(&self, at: InstanceId, nodes: &[Node], holes: &mut Vec<Hole>) {
        for node in nodes {
            match node {
                Node::Let { temp, value } => {
                    let text = crate::program::print::expression(self.program, value);
                    let hole = |(kind, why): (HoleKind, String)| Hole {
                        kind,
                        span: value.span,
                        what: format!("`{text}`: {why}"),
                    };
                    holes.extend(self.audit_let(at, *temp, value).holes.into_iter().map(hole));
                }
                Node::If { then, otherwise, .. } => {
                    self.audit_lets(at, then, holes);
                    self.audit_lets(at, otherwise, holes);
                }
                Node::Loop(l) => {
                    self.audit_lets(at, &l.body, holes);
                    self.audit_lets(at, &l.next, holes);
                }
                Node::Switch(s) => s.arms.iter().for_each(|arm| self.audit_lets(at, &arm.body, holes)),
                Node::Step(_)
                | Node::Label(_)
                | Node::Goto(_)
                | Node::AnyLabel(..)
                | Node::Break(_)
                | Node::Continue(_)
                | Node::Return(_)
                | Node::Exit => {}
            }
        }
    }

    /// Whether a copy of a struct has a part in the model, so that the place it comes from is evaluated.
    fn copies(&self, to: &super::Place, at: InstanceId, value: &Expr) -> bool {
        let Ok(from) = self.resolve(at, value) else { return false };
        let (Some(to), Some(from)) = (self.leaves(to), self.leaves(&from)) else { return false };
        to.iter().zip(&from).any(|(to, from)| self.why_unknown(to).is_none() && self.why_unknown(from).is_none())
    }

    fn initialiser_audit(&self, at: InstanceId, object: ObjectId, init: &Init, hidden: bool, walk: &mut Walk) {
        let whole = super::Place { var: self.var(at, object), path: Vec::new(), ty: self.program.object(object).ty };
        let hidden = hidden || self.undeclarable(whole.var).is_some();
        match init {
            Init::Opaque(_) => {}
            Init::Expr(e) => {
                let record = matches!(self.program.ty(whole.ty), Type::Record(_));
                if hidden || (record && !self.copies(&whole, at, e)) {
                    self.value_audit(e, walk);
                }
            }
            Init::List(items) => {
                for item in items {
                    let part = self.part(&whole, &item.path);
                    let known = part.is_some_and(|p| self.scalar(p.ty).is_ok() && self.why_unknown(&p).is_none());
                    if hidden || !known {
                        self.value_audit(&item.value, walk);
                    }
                }
            }
        }
    }

    fn call_audit(
        &self,
        at: InstanceId,
        id: StepId,
        judgement: &Judgement,
        target: Option<&Expr>,
        call: &Expr,
        walk: &mut Walk,
    ) {
        let ExprKind::Call { callee, arguments } = &call.kind else { return };
        if condition::callee(call).is_none() {
            self.value_audit(callee, walk);
        }
        let lost_target = target.filter(|t| match self.resolve(at, t) {
            Ok(place) => self.why_unknown(&place).is_some() || self.scalar_at(&place).is_err(),
            Err(_) => true,
        });
        match &judgement.action {
            Action::Follow(child) => {
                let parameters = &self.program.function(self.instance(*child).function).parameters;
                for (index, argument) in arguments.iter().enumerate() {
                    let said = parameters.get(index).is_some_and(|p| {
                        let place = super::Place {
                            var: Var::Local(*child, *p),
                            path: Vec::new(),
                            ty: self.program.object(*p).ty,
                        };
                        self.instance(*child).aliases.contains_key(p)
                            || (self.why_unknown(&place).is_none()
                                && (self.scalar_at(&place).is_ok() || self.copies(&place, at, argument)))
                    });
                    if !said {
                        self.value_audit(argument, walk);
                    }
                }
                let unknown = self.why_unknown(&self.result(*child)).is_some();
                if let Some(t) = target.filter(|_| unknown).or(lost_target) {
                    self.access_audit(t, walk);
                }
            }
            Action::Start(thread) => {
                if let Some(start) = self.threads.starts.get(&(self.flow(at).function, id)) {
                    if self.threads.thread_of(*thread).argument == Argument::Unknown {
                        self.value_audit(&start.argument, walk);
                    }
                    let handle = self.pointee(at, &start.handle).ok().map(|p| self.first_of(p));
                    let said = handle.is_some_and(|p| self.why_unknown(&p).is_none() && self.scalar_at(&p).is_ok());
                    if !said {
                        self.handle_audit(&start.handle, walk);
                    }
                }
                if let Some(t) = lost_target {
                    self.access_audit(t, walk);
                }
            }
            Action::Promela(pieces) => {
                arguments.iter().for_each(|a| self.unbound_audit(a, pieces, walk));
                if let Some(t) = lost_target {
                    self.access_audit(t, walk);
                }
            }
            Action::Choose => {
                arguments.iter().for_each(|a| self.value_audit(a, walk));
            }
            Action::Keep
            | Action::Literal
            | Action::Hide
            | Action::Print
            | Action::Comment
            | Action::Skip
            | Action::True
            | Action::False
            | Action::Bound
            | Action::Lost
            | Action::EndProgram
            | Action::EndThread => {
                arguments.iter().for_each(|a| self.value_audit(a, walk));
                if let Some(t) = target {
                    self.access_audit(t, walk);
                }
            }
        }
    }

    /// What `&e` is given to somebody who stores there.
    fn handle_audit(&self, handle: &Expr, walk: &mut Walk) {
        let mut e = handle;
        while let ExprKind::Cast { operand, .. } = &e.kind {
            e = operand;
        }
        match &e.kind {
            ExprKind::AddressOf(x) => self.access_audit(x, walk),
            _ if matches!(self.program.ty(e.ty), Type::Array(..)) => self.value_audit(e, walk),
            _ => walk.hole(HoleKind::Memory, self.pointer_words(e)),
        }
    }

    /// The parts of an argument that no metavariable of a table's Promela stands for.
    fn unbound_audit(&self, e: &Expr, pieces: &[Piece], walk: &mut Walk) {
        let text = crate::program::print::expression(self.program, e);
        let through = format!("*({text})");
        let bound = |p: &Piece| matches!(p, Piece::Bound { c, .. } if *c == text || *c == through);
        if pieces.iter().any(bound) {
            return;
        }
        if let ExprKind::AddressOf(x) | ExprKind::Cast { operand: x, .. } = &e.kind {
            return self.unbound_audit(x, pieces, walk);
        }
        self.value_audit(e, walk);
    }

    /// An expression whose value somebody wants.
    fn value_audit(&self, e: &Expr, walk: &mut Walk) {
        if matches!(self.program.ty(e.ty), Type::Array(..)) {
            return self.address_audit(e, walk);
        }
        match &e.kind {
            ExprKind::AddressOf(x) => self.address_audit(x, walk),
            ExprKind::Index(..) | ExprKind::Deref(_) | ExprKind::Member { .. } => self.access_audit(e, walk),
            ExprKind::Logical { and, left, right } => {
                self.value_audit(left, walk);
                self.guarded_audit(left, *and, right, walk);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.value_audit(condition, walk);
                if let Some(then) = then {
                    self.guarded_audit(condition, true, then, walk);
                }
                self.guarded_audit(condition, false, otherwise, walk);
            }
            ExprKind::Binary(b) => {
                self.value_audit(&b.left, walk);
                self.value_audit(&b.right, walk);
                if matches!(b.op, BinaryOp::Div | BinaryOp::Rem) && self.program.is_integer(b.common) {
                    self.divisor_audit(&b.right, walk);
                }
            }
            _ => condition::operands(e, &mut |x| self.value_audit(x, walk)),
        }
    }

    fn guarded_audit(&self, guard: &Expr, holds: bool, e: &Expr, walk: &mut Walk) {
        walk.guards.push((guard.clone(), holds));
        self.value_audit(e, walk);
        walk.guards.pop();
    }

    /// An lvalue whose address is wanted: what it is computed from is evaluated, the place itself is not accessed.
    fn address_audit(&self, e: &Expr, walk: &mut Walk) {
        match &e.kind {
            ExprKind::Index(base, index) => {
                match self.program.ty(base.ty) {
                    Type::Array(..) => self.address_audit(base, walk),
                    _ => self.value_audit(base, walk),
                }
                self.value_audit(index, walk);
            }
            ExprKind::Member { base, arrow: true, .. } => self.value_audit(base, walk),
            ExprKind::Member { base, .. } => self.address_audit(base, walk),
            ExprKind::Deref(p) => self.value_audit(p, walk),
            ExprKind::Object(_) | ExprKind::Temp { .. } | ExprKind::Str(_) => {}
            _ => condition::operands(e, &mut |x| self.value_audit(x, walk)),
        }
    }

    /// An lvalue that is read or written.
    fn access_audit(&self, e: &Expr, walk: &mut Walk) {
        if matches!(self.program.ty(e.ty), Type::Function { .. }) {
            return self.address_audit(e, walk);
        }
        self.address_audit(e, walk);
        self.reached_audit(e, walk);
    }

    /// Whether an lvalue is inside of an object.
    fn reached_audit(&self, e: &Expr, walk: &mut Walk) {
        if library::is_own_place(self.program, e) {
            return;
        }
        if let Ok(place) = self.resolve(walk.at, e) {
            return self.path_audit(self.var_type(place.var), &place.path, walk);
        }
        match &e.kind {
            ExprKind::Index(base, index) => match self.program.ty(base.ty) {
                Type::Array(_, length) => {
                    let subscript = match self.program.constant(index) {
                        Some(c) => Subscript::Constant(c),
                        None => Subscript::Expr(walk.at, (**index).clone()),
                    };
                    self.subscript_audit(subscript, *length, walk);
                    self.reached_audit(base, walk);
                }
                _ => walk.hole(HoleKind::Memory, self.pointer_words(base)),
            },
            ExprKind::Deref(p) => walk.hole(HoleKind::Memory, self.pointer_words(p)),
            ExprKind::Member { base, arrow: true, .. } => walk.hole(HoleKind::Memory, self.pointer_words(base)),
            ExprKind::Member { base, .. } => self.reached_audit(base, walk),
            _ => {}
        }
    }

    fn pointer_words(&self, pointer: &Expr) -> String {
        let text = crate::program::print::expression(self.program, pointer);
        format!("whether `{text}` leads to an object is not checked")
    }

    /// Every subscript on the way to a place.
    fn path_audit(&self, ty: TypeId, path: &[Selector], walk: &mut Walk) {
        let mut ty = ty;
        for selector in path {
            match (selector, self.program.ty(ty)) {
                (Selector::Index(subscript), Type::Array(element, length)) => {
                    self.subscript_audit(subscript.clone(), *length, walk);
                    ty = *element;
                }
                (Selector::Member(record, member), _) => {
                    let members = self.program.record(*record).members.as_deref().unwrap_or(&[]);
                    let Some(member) = members.get(*member as usize) else { return };
                    ty = member.ty;
                }
                (Selector::Index(_), _) => return,
            }
        }
    }

    fn subscript_audit(&self, subscript: Subscript, length: Option<u64>, walk: &mut Walk) {
        let Some(length) = length.filter(|n| i32::try_from(*n).is_ok()) else {
            return walk.hole(HoleKind::Bounds, "how long the array is is not known".to_string());
        };
        if let Subscript::Constant(c) = &subscript {
            if !(0..i128::from(length)).contains(c) {
                walk.hole(HoleKind::Bounds, format!("index {c} is outside of an array of {length}"));
            }
            return;
        }
        self.tested(Test::Index { subscript, length }, HoleKind::Bounds, "its index is not checked", walk);
    }

    fn divisor_audit(&self, divisor: &Expr, walk: &mut Walk) {
        if self.program.constant(divisor).is_some_and(|c| c != 0) {
            return;
        }
        self.tested(Test::Divisor(divisor.clone()), HoleKind::Division, "it may divide by zero", walk);
    }

    /// What can be said becomes a check; the rest is a hole.
    fn tested(&self, test: Test, kind: HoleKind, words: &str, walk: &mut Walk) {
        let check = Check { test, guards: walk.guards.clone(), at: walk.at };
        match Translator::new(self, &mut NoNames).check(&check) {
            Ok(None) => {}
            Ok(Some(_)) if self.makes_checks() => walk.found.checks.push(check),
            Ok(Some(_)) => walk.hole(kind, words.to_string()),
            Err(why) => walk.hole(kind, format!("{words}: {why}")),
        }
    }

    /// The model has the array that checks of indices need.
    fn makes_checks(&self) -> bool {
        !self.others_write()
    }

    /// The model computes the low 32 bits of an index: one of a wider type may be another one.
    fn wide_subscripts(&self, kind: &StepKind, walk: &mut Walk) {
        let mut wide = false;
        condition::step_expressions(kind, &mut |e| {
            if let ExprKind::Index(_, index) = &e.kind {
                wide |= self.is_wide(index);
            }
        });
        if wide {
            walk.hole(HoleKind::Bounds, "its index is computed in more than 32 bits".to_string());
        }
    }

    fn is_wide(&self, index: &Expr) -> bool {
        if let Some(c) = self.program.constant(index) {
            return i32::try_from(c).is_err();
        }
        match &index.kind {
            _ if self.scalar(index.ty).is_ok() => false,
            ExprKind::Cast { operand, .. } => self.is_wide(operand),
            _ => true,
        }
    }
}

impl Walk {
    fn hole(&mut self, kind: HoleKind, what: String) {
        self.found.holes.push((kind, what));
    }
}

/// A person's table decides what becomes of the step.
fn decided_by_user(judgement: &Judgement) -> bool {
    let own = |action: &Action| matches!(action, Action::Keep | Action::Follow(_) | Action::Lost);
    judgement.origin.as_ref().is_some_and(|o| !o.shipped) && !own(&judgement.action)
}

impl Translator<'_, '_> {
    /// The condition that a check tests, which fails where the program does; `None` if it cannot.
    pub fn check(&mut self, check: &Check) -> Result<Option<ast::Expr>, Why> {
        let mut test = match &check.test {
            Test::Index { subscript, length } => {
                let Value { expr, low, high } = self.subscript(subscript)?;
                if low >= 0 && high < *length as i64 {
                    return Ok(None);
                }
                let mut place = build::var(BOUNDS);
                let index = build::conditional(within(&expr, *length), build::number(0), expr);
                place.parts[0].index = Some(Box::new(index));
                build::binary(ast::BinaryOp::Eq, build::load(place), build::number(0))
            }
            Test::Divisor(e) => {
                self.abstraction.scalar(e.ty)?;
                let Value { expr, low, high } = self.value(check.at, e)?;
                if low > 0 || high < 0 {
                    return Ok(None);
                }
                let quotient = build::binary(ast::BinaryOp::Div, build::number(1), expr);
                build::binary(ast::BinaryOp::Le, quotient, build::number(1))
            }
        };
        for (guard, holds) in check.guards.iter().rev() {
            let guard = self.truth(check.at, guard)?;
            test = match holds {
                true => build::conditional(guard, test, build::number(1)),
                false => build::conditional(guard, build::number(1), test),
            };
        }
        Ok(Some(test))
    }
}
