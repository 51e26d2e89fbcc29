//! Which locals need memory: those whose address is taken, arrays, structs and unions, and those that a statement
//! names that runs as a thread of its own (`async_label`).
//!
//! `_Atomic` and `volatile` locals whose address is not taken stay in registers: nobody else can see them. A plain
//! `&x` that an atomic builtin is given for a value of its own (as the macros of `<stdatomic.h>` do) does not
//! count.

use super::async_label::named_locals;
use super::is_aggregate;
use super::tree::{Part, init_values, named_function, operands, parts};
use crate::program::{Expr, ExprKind, ObjectId, Program, Stmt, StmtKind, Type, is_async};
use std::collections::HashSet;

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
        if let StmtKind::Label { name, body } = &statement.kind
            && is_async(name)
        {
            self.taken.extend(named_locals(self.program, body));
        }
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
            init_values(init, &mut |e| self.expression(e));
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
                                && takes_place(self.program, callee, index) => {}
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

/// Whether `&x` as an argument of a builtin stands for `x` itself.
fn takes_place(program: &Program, callee: &Expr, index: usize) -> bool {
    named_function(callee).is_some_and(|id| {
        let function = program.function(id);
        function.body.is_none() && is_place(&function.name, index)
    })
}

/// Arguments whose `&x` stands for the variable itself: 1 and 2 of the generic builtins.
fn is_place(name: &str, index: usize) -> bool {
    match name {
        "__atomic_load" | "__atomic_store" => index == 1,
        "__atomic_exchange" | "__atomic_compare_exchange" => index == 1 || index == 2,
        "__atomic_compare_exchange_n" | "__c11_atomic_compare_exchange_strong" => index == 1,
        "__c11_atomic_compare_exchange_weak" => index == 1,
        _ => false,
    }
}
