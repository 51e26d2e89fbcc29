//! Statements and blocks.

use super::address::Address;
use super::builder::{Breakable, Builder, Item, Label};
use super::tree::has_label;
use super::{is_aggregate, scalar};
use crate::program::{Expr, Stmt, StmtKind, Type, TypeId, is_async};
use machine::code::{Instruction, Reg};

impl<'p> Builder<'_, 'p> {
    pub(super) fn statements(&mut self, list: &'p [Stmt]) {
        list.iter().for_each(|s| self.statement(s));
    }

    /// Opens the scope of a block; its slots begin here if they can be jumped over.
    pub(super) fn enter_block(&mut self, list: &[Stmt]) {
        let scope = self.enter();
        if has_label(list) {
            let origin = self.origin();
            self.items.push(Item::Begin(scope, origin));
        }
    }

    pub(super) fn statement(&mut self, statement: &'p Stmt) {
        let around = std::mem::replace(&mut self.span, statement.span);
        let mark = self.live_temporaries.len();
        self.statement_inside(statement);
        self.keep_temporaries(mark);
        self.span = around;
    }

    fn statement_inside(&mut self, statement: &'p Stmt) {
        match &statement.kind {
            StmtKind::Block(list) => {
                self.enter_block(list);
                self.statements(list);
                self.leave();
            }
            StmtKind::Declaration(declaration) => self.declaration(declaration),
            StmtKind::Expr(e) => {
                let mark = self.live_temporaries.len();
                self.effect(e);
                self.end_temporaries(mark);
            }
            StmtKind::Empty => {}
            StmtKind::If { .. } => self.if_chain(statement),
            StmtKind::While { condition, body } => {
                let (again, inside, after) = (self.label(), self.label(), self.label());
                self.bind(again);
                self.branch(condition, inside, after);
                self.bind(inside);
                self.loop_body(body, after, again);
                self.jump_to(again);
                self.bind(after);
            }
            StmtKind::DoWhile { body, condition } => {
                let (again, next, after) = (self.label(), self.label(), self.label());
                self.bind(again);
                self.loop_body(body, after, next);
                self.bind(next);
                self.branch(condition, again, after);
                self.bind(after);
            }
            StmtKind::For { init, condition, step, body } => {
                self.for_loop(init.as_deref(), condition.as_ref(), step.as_ref(), body);
            }
            StmtKind::Switch { value, body } => self.switch(value, body),
            StmtKind::Case { low, high, body, .. } => {
                self.case(*low, *high);
                self.statement(body);
            }
            StmtKind::Default { body } => {
                self.default();
                self.statement(body);
            }
            StmtKind::Label { name, body } => {
                self.named_label(name);
                if is_async(name) {
                    return self.start_async(body);
                }
                self.statement(body);
            }
            StmtKind::Goto(name) => self.goto(name),
            StmtKind::ComputedGoto(e) => self.computed_goto(e),
            StmtKind::Break => self.leave_breakable(false),
            StmtKind::Continue => self.leave_breakable(true),
            StmtKind::Return(value) => self.return_statement(value.as_ref()),
            StmtKind::Asm { outputs, inputs, text } => self.assembly(outputs, inputs, text),
        }
    }

    /// `if … else if … else …`, without nesting calls.
    fn if_chain(&mut self, statement: &'p Stmt) {
        let after = self.label();
        let mut current = Some(statement);
        while let Some(statement) = current {
            let StmtKind::If { condition, then, otherwise } = &statement.kind else {
                self.scoped(statement);
                break;
            };
            let (yes, no) = (self.label(), self.label());
            self.span = statement.span;
            self.branch(condition, yes, no);
            self.bind(yes);
            self.scoped(then);
            if otherwise.is_some() && self.reachable() {
                self.jump_to(after);
            }
            self.bind(no);
            current = otherwise.as_deref();
        }
        self.bind(after);
    }

    /// A statement with a scope of its own.
    fn scoped(&mut self, statement: &'p Stmt) {
        match &statement.kind {
            StmtKind::Block(_) => self.statement(statement),
            _ => {
                self.enter();
                self.statement(statement);
                self.leave();
            }
        }
    }

    fn loop_body(&mut self, body: &'p Stmt, after: Label, next: Label) {
        let depth = self.open.len();
        self.breakables.push(Breakable { after, next: Some(next), depth });
        self.scoped(body);
        self.breakables.pop();
    }

    fn for_loop(
        &mut self,
        init: Option<&'p Stmt>,
        condition: Option<&'p Expr>,
        step: Option<&'p Expr>,
        body: &'p Stmt,
    ) {
        self.enter();
        if let Some(init) = init {
            self.statement(init);
        }
        let (again, inside, next, after) = (self.label(), self.label(), self.label(), self.label());
        self.bind(again);
        if let Some(condition) = condition {
            self.branch(condition, inside, after);
        }
        self.bind(inside);
        self.loop_body(body, after, next);
        self.bind(next);
        if let Some(step) = step {
            let mark = self.live_temporaries.len();
            self.effect(step);
            self.end_temporaries(mark);
        }
        self.jump_to(again);
        self.bind(after);
        self.leave();
    }

    fn leave_breakable(&mut self, to_next: bool) {
        let found = self.breakables.iter().rev().find(|b| !to_next || b.next.is_some());
        let Some((label, depth)) = found.map(|b| (if to_next { b.next } else { Some(b.after) }, b.depth)) else {
            return self.not_modelled("a `break` or `continue` outside of a loop");
        };
        self.end_scopes(depth);
        if let Some(label) = label {
            self.jump_to(label);
        }
    }

    fn return_statement(&mut self, value: Option<&'p Expr>) {
        let result = value.and_then(|e| self.result(e));
        let mut value = result;
        if let Some(reg) = value
            && self.is_variable(reg)
            && self.open.iter().any(|s| !self.scopes[s.0 as usize].cleanups.is_empty())
        {
            value = Some(self.copy(reg));
        }
        for scope in self.open.clone().into_iter().rev() {
            self.call_cleanups(scope);
        }
        self.emit(Instruction::Return { value });
    }

    /// The value that a function gives back; a struct is copied to where the caller wants it.
    fn result(&mut self, e: &'p Expr) -> Option<Reg> {
        let ty = match self.function.map(|f| self.program.ty(self.program.function(f).ty)) {
            Some(Type::Function { result, .. }) => *result,
            _ => TypeId::VOID,
        };
        if is_aggregate(self.program, ty) {
            let from = self.aggregate(e);
            let text = self.lvalue_text(e);
            if let Some(address) = self.result_address {
                self.copy_object(&Address::reg(address), &from, ty, text);
            }
            return None;
        }
        if ty == TypeId::VOID || e.ty == TypeId::VOID || scalar(self.program, ty).is_none() {
            self.effect(e);
            return None;
        }
        let value = self.value(e);
        Some(self.convert(value, self.decayed_type(e), ty))
    }

    /// An empty text is a barrier for the compiler, and nothing here; some words only take time.
    fn assembly(&mut self, outputs: &'p [Expr], inputs: &'p [Expr], text: &str) {
        let instruction = text.split('"').nth(1).unwrap_or("").trim();
        let harmless = ["", "nop", "pause", "rep; nop", "rep;nop", "rep nop", "mfence", "lfence", "sfence"];
        // An empty text leaves what it reads and writes (`"+r"(x)`) as it is.
        let unchanged = outputs.is_empty() || (instruction.is_empty() && !text.contains("\"="));
        if unchanged && harmless.contains(&instruction) {
            inputs.iter().for_each(|e| self.effect(e));
            if instruction == "mfence" {
                self.fence();
            }
            return;
        }
        self.not_modelled(&format!("assembly: `{text}`"));
    }
}
