//! Which locals need memory: those whose address is taken, and arrays, structs and unions.
//!
//! `_Atomic` and `volatile` locals whose address is not taken stay in registers: nobody else can see them. A plain
//! `&x` that an atomic builtin is given for a value of its own (as the macros of `<stdatomic.h>` do) does not
//! count. Also the walk over the parts of statements and expressions that others use.

use super::{builtin, is_aggregate, jump};
use crate::program::{Expr, ExprKind, ObjectId, Program, Stmt, StmtKind, Type};
use std::collections::HashSet;

/// A part of a statement.
pub(super) enum Part<'a> {
    Statement(&'a Stmt),
    Expression(&'a Expr),
    /// A declared object; its initialiser is in the program.
    Object(ObjectId),
}

/// The locals of a body that need memory; further expressions are those of its parameters' lengths.
pub(super) fn taken(program: &Program, body: &[Stmt], further: &[Expr]) -> HashSet<ObjectId> {
    let mut walk = Walk { program, taken: HashSet::new() };
    body.iter().for_each(|s| walk.statement(s));
    further.iter().for_each(|e| walk.expression(e));
    walk.taken
}

struct Walk<'p> {
    program: &'p Program,
    taken: HashSet<ObjectId>,
}

impl Walk<'_> {
    fn statement(&mut self, statement: &Stmt) {
        parts(statement, &mut |part| match part {
            Part::Statement(s) => self.statement(s),
            Part::Expression(e) => self.expression(e),
            Part::Object(id) => self.object(id),
        });
    }

    fn object(&mut self, id: ObjectId) {
        let object = self.program.object(id);
        self.if_aggregate(id);
        if object.cleanup.is_some() {
            self.taken.insert(id);
        }
        if let Some(init) = &object.init {
            jump::init_values(init, &mut |e| self.expression(e));
        }
    }

    fn if_aggregate(&mut self, id: ObjectId) {
        let ty = self.program.object(id).ty;
        if is_aggregate(self.program, ty) || matches!(self.program.ty(ty), Type::Array(..) | Type::Other { .. }) {
            self.taken.insert(id);
        }
    }

    fn expression(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::AddressOf(place) => self.place(place),
            ExprKind::Object(id) => self.if_aggregate(*id),
            ExprKind::Statement(list) => return list.iter().for_each(|s| self.statement(s)),
            ExprKind::Call { callee, arguments } => {
                for (index, argument) in arguments.iter().enumerate() {
                    match &argument.kind {
                        ExprKind::AddressOf(place)
                            if matches!(place.kind, ExprKind::Object(_))
                                && builtin::takes_place(self.program, callee, index) => {}
                        _ => self.expression(argument),
                    }
                }
                return self.expression(callee);
            }
            _ => {}
        }
        operands(e, &mut |operand| self.expression(operand));
    }

    /// The variable that a place lies in.
    fn place(&mut self, place: &Expr) {
        let mut place = place;
        loop {
            match &place.kind {
                ExprKind::Object(id) => {
                    self.taken.insert(*id);
                    return;
                }
                ExprKind::Member { base, arrow: false, .. } => place = base,
                ExprKind::Index(base, _) if matches!(self.program.ty(base.ty), Type::Array(..)) => place = base,
                ExprKind::Cast { operand, .. } => place = operand,
                _ => return,
            }
        }
    }
}

/// The parts of a statement, in order.
pub(super) fn parts<'a>(statement: &'a Stmt, each: &mut dyn FnMut(Part<'a>)) {
    match &statement.kind {
        StmtKind::Block(list) => list.iter().for_each(|s| each(Part::Statement(s))),
        StmtKind::Declaration(declaration) => {
            for declarator in &declaration.declarators {
                declarator.lengths.iter().for_each(|e| each(Part::Expression(e)));
                each(Part::Object(declarator.object));
            }
        }
        StmtKind::Expr(e) | StmtKind::ComputedGoto(e) | StmtKind::Return(Some(e)) => each(Part::Expression(e)),
        StmtKind::Empty | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Return(None) => {}
        StmtKind::If { condition, then, otherwise } => {
            each(Part::Expression(condition));
            each(Part::Statement(then));
            otherwise.iter().for_each(|s| each(Part::Statement(s)));
        }
        StmtKind::While { condition, body } => {
            each(Part::Expression(condition));
            each(Part::Statement(body));
        }
        StmtKind::DoWhile { body, condition } => {
            each(Part::Statement(body));
            each(Part::Expression(condition));
        }
        StmtKind::For { init, condition, step, body } => {
            init.iter().for_each(|s| each(Part::Statement(s)));
            condition.iter().chain(step).for_each(|e| each(Part::Expression(e)));
            each(Part::Statement(body));
        }
        StmtKind::Switch { value, body } => {
            each(Part::Expression(value));
            each(Part::Statement(body));
        }
        StmtKind::Case { body, .. } | StmtKind::Default { body } | StmtKind::Label { body, .. } => {
            each(Part::Statement(body));
        }
        StmtKind::Asm { outputs, inputs, .. } => outputs.iter().chain(inputs).for_each(|e| each(Part::Expression(e))),
    }
}

/// The operands of an expression, in order; not the statements of a statement expression.
pub(super) fn operands<'a>(e: &'a Expr, each: &mut dyn FnMut(&'a Expr)) {
    match &e.kind {
        ExprKind::Int { .. }
        | ExprKind::Enumerator { .. }
        | ExprKind::Float(_)
        | ExprKind::Str(_)
        | ExprKind::Object(_)
        | ExprKind::Function(_)
        | ExprKind::LabelAddress(_)
        | ExprKind::Statement(_) => {}
        ExprKind::Size { of, .. } => of.iter().for_each(|of| of.lengths.iter().for_each(&mut *each)),
        ExprKind::Unary(_, operand)
        | ExprKind::Deref(operand)
        | ExprKind::AddressOf(operand)
        | ExprKind::Step { operand, .. }
        | ExprKind::Member { base: operand, .. }
        | ExprKind::Cast { operand, .. }
        | ExprKind::VaArg { list: operand, .. }
        | ExprKind::Temp { original: operand, .. } => each(operand),
        ExprKind::Binary(b) => {
            each(&b.left);
            each(&b.right);
        }
        ExprKind::Logical { left, right, .. } | ExprKind::Index(left, right) => {
            each(left);
            each(right);
        }
        ExprKind::Assign(a) => {
            each(&a.left);
            each(&a.right);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            each(condition);
            then.iter().for_each(|e| each(e));
            each(otherwise);
        }
        ExprKind::Comma(parts) | ExprKind::Opaque { operands: parts, .. } => parts.iter().for_each(each),
        ExprKind::Call { callee, arguments } => {
            each(callee);
            arguments.iter().for_each(each);
        }
        ExprKind::Compound { init, .. } => jump::init_values(init, each),
    }
}

/// Whether evaluating an expression may set a variable of this function.
pub(super) fn has_assignment(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Assign(_) | ExprKind::Step { .. } | ExprKind::Statement(_) => true,
        ExprKind::Call { arguments, .. } if arguments.iter().any(|a| matches!(a.kind, ExprKind::AddressOf(_))) => true,
        _ => {
            let mut found = false;
            operands(e, &mut |operand| found = found || has_assignment(operand));
            found
        }
    }
}

/// Whether statements name a variable.
pub(super) fn mentions(program: &Program, list: &[Stmt], object: ObjectId) -> bool {
    list.iter().any(|s| statement_mentions(program, s, object))
}

fn statement_mentions(program: &Program, statement: &Stmt, object: ObjectId) -> bool {
    let mut found = false;
    parts(statement, &mut |part| match part {
        Part::Statement(s) => found = found || statement_mentions(program, s, object),
        Part::Expression(e) => found = found || expression_mentions(program, e, object),
        Part::Object(id) => {
            if let Some(init) = &program.object(id).init {
                jump::init_values(init, &mut |e| found = found || expression_mentions(program, e, object));
            }
        }
    });
    found
}

fn expression_mentions(program: &Program, e: &Expr, object: ObjectId) -> bool {
    match &e.kind {
        ExprKind::Object(id) => *id == object,
        ExprKind::Statement(list) => mentions(program, list, object),
        _ => {
            let mut found = false;
            operands(e, &mut |operand| found = found || expression_mentions(program, operand, object));
            found
        }
    }
}
