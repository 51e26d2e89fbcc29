//! Statements, and the scopes they open.

use super::build::{Builder, is_async};
use super::codes;
use super::{Stmt, StmtKind, TypeId};
use lang_c::ast;
use lang_c::span::Node;

impl<'u> Builder<'u, '_> {
    /// The statements of a function's body, whose outermost scope is that of the parameters.
    pub(super) fn body(&mut self, node: &'u Node<ast::Statement>) -> Vec<Stmt> {
        match &node.node {
            ast::Statement::Compound(items) => self.block_items(items),
            _ => vec![self.statement(node)],
        }
    }

    pub(super) fn block_items(&mut self, items: &'u [Node<ast::BlockItem>]) -> Vec<Stmt> {
        let mut result = Vec::with_capacity(items.len());
        for item in items {
            match &item.node {
                ast::BlockItem::Declaration(d) => {
                    if let Some(declaration) = self.declaration(d) {
                        let span = self.span(d.span);
                        result.push(Stmt { kind: StmtKind::Declaration(declaration), span });
                    }
                }
                ast::BlockItem::StaticAssert(assertion) => self.static_assert(assertion),
                ast::BlockItem::Statement(s) => result.push(self.statement(s)),
            }
        }
        result
    }

    /// A statement with a scope of its own.
    fn scoped(&mut self, node: &'u Node<ast::Statement>) -> Box<Stmt> {
        self.scopes.enter();
        let result = self.statement(node);
        self.scopes.leave();
        Box::new(result)
    }

    pub(super) fn statement(&mut self, node: &'u Node<ast::Statement>) -> Stmt {
        let kind = match &node.node {
            ast::Statement::Labeled(labeled) => self.labeled(labeled),
            ast::Statement::Compound(items) => {
                self.scopes.enter();
                let result = self.block_items(items);
                self.scopes.leave();
                StmtKind::Block(result)
            }
            ast::Statement::Expression(None) => StmtKind::Empty,
            ast::Statement::Expression(Some(e)) => match computed_goto(e) {
                Some(target) => StmtKind::ComputedGoto(self.expression(target)),
                None => StmtKind::Expr(self.expression(e)),
            },
            ast::Statement::If(_) => return self.if_chain(node),
            ast::Statement::Switch(switch) => {
                let value = self.expression(&switch.node.expression);
                self.switches.push(self.program.promoted(&value));
                let body = self.scoped(&switch.node.statement);
                self.switches.pop();
                StmtKind::Switch { value, body }
            }
            ast::Statement::While(w) => {
                let condition = self.condition(&w.node.expression);
                StmtKind::While { condition, body: self.scoped(&w.node.statement) }
            }
            ast::Statement::DoWhile(w) => {
                let body = self.scoped(&w.node.statement);
                StmtKind::DoWhile { body, condition: self.condition(&w.node.expression) }
            }
            ast::Statement::For(f) => {
                self.scopes.enter();
                let result = self.for_loop(f);
                self.scopes.leave();
                result
            }
            ast::Statement::Goto(label) => StmtKind::Goto(self.name(label).to_string()),
            ast::Statement::Continue => StmtKind::Continue,
            ast::Statement::Break => StmtKind::Break,
            ast::Statement::Return(e) => StmtKind::Return(e.as_ref().map(|e| self.expression(e))),
            ast::Statement::Asm(asm) => self.asm(asm),
        };
        Stmt { kind, span: self.span(node.span) }
    }

    /// `if … else if … else …`, from the first to the last, so that a long chain does not nest calls.
    fn if_chain(&mut self, node: &'u Node<ast::Statement>) -> Stmt {
        let mut links = Vec::new();
        let mut current = node;
        let mut otherwise = loop {
            let ast::Statement::If(i) = &current.node else {
                break Some(self.scoped(current));
            };
            let condition = self.condition(&i.node.condition);
            let then = self.scoped(&i.node.then_statement);
            links.push((condition, then, current.span));
            match &i.node.else_statement {
                Some(next) => current = next,
                None => break None,
            }
        };
        let mut result = Stmt { kind: StmtKind::Empty, span: self.span(node.span) };
        while let Some((condition, then, span)) = links.pop() {
            let span = self.span(span);
            result = Stmt { kind: StmtKind::If { condition, then, otherwise }, span };
            if links.is_empty() {
                return result;
            }
            otherwise = Some(Box::new(std::mem::replace(&mut result, Stmt { kind: StmtKind::Empty, span })));
        }
        result
    }

    fn for_loop(&mut self, f: &'u Node<ast::ForStatement>) -> StmtKind {
        let initializer = &f.node.initializer;
        let init = match &initializer.node {
            ast::ForInitializer::Empty => None,
            ast::ForInitializer::Expression(e) => Some(StmtKind::Expr(self.expression(e))),
            ast::ForInitializer::Declaration(d) => self.declaration(d).map(StmtKind::Declaration),
            ast::ForInitializer::StaticAssert(assertion) => {
                self.static_assert(assertion);
                None
            }
        };
        let init = init.map(|kind| Box::new(Stmt { kind, span: self.span(initializer.span) }));
        let condition = f.node.condition.as_ref().map(|e| self.condition(e));
        let step = f.node.step.as_ref().map(|e| self.expression(e));
        StmtKind::For { init, condition, step, body: self.scoped(&f.node.statement) }
    }

    fn labeled(&mut self, labeled: &'u Node<ast::LabeledStatement>) -> StmtKind {
        match &labeled.node.label.node {
            ast::Label::Identifier(id) => {
                let name = self.name(id).to_string();
                if is_async(&name) {
                    self.needs_async();
                }
                StmtKind::Label { name, body: Box::new(self.statement(&labeled.node.statement)) }
            }
            ast::Label::Default => StmtKind::Default { body: Box::new(self.statement(&labeled.node.statement)) },
            ast::Label::Case(e) => {
                let (value, text) = self.case_value(e);
                let body = Box::new(self.statement(&labeled.node.statement));
                StmtKind::Case { low: value, high: value, text, body }
            }
            ast::Label::CaseRange(range) => {
                let (low, from) = self.case_value(&range.node.low);
                let (high, to) = self.case_value(&range.node.high);
                let body = Box::new(self.statement(&labeled.node.statement));
                StmtKind::Case { low, high, text: format!("{from}...{to}"), body }
            }
        }
    }

    fn case_value(&mut self, node: &'u Node<ast::Expression>) -> (i128, String) {
        let e = self.expression(node);
        let value = self.program.constant(&e);
        if value.is_none() {
            self.warn(codes::NOT_CONSTANT, node.span, "this `case` label is not a constant that can be computed");
        }
        let ty = self.switches.last().copied().unwrap_or(TypeId::INT);
        let value = self.program.wrap(value.unwrap_or(0), ty);
        (value, super::print::expression(&self.program, &e))
    }

    fn asm(&mut self, asm: &'u Node<ast::AsmStatement>) -> StmtKind {
        let text = super::text::statement(&self.unit.names, self.source_text(asm.span));
        match &asm.node {
            ast::AsmStatement::GnuBasic(_) => StmtKind::Asm { outputs: Vec::new(), inputs: Vec::new(), text },
            ast::AsmStatement::GnuExtended(extended) => {
                let mut outputs = Vec::new();
                let mut inputs = Vec::new();
                for operand in &extended.outputs {
                    let e = self.expression(&operand.node.variable_name);
                    if operand.node.constraints.node.iter().any(|c| c.contains('+')) {
                        inputs.push(e.clone());
                    }
                    outputs.push(e);
                }
                for operand in &extended.inputs {
                    inputs.push(self.expression(&operand.node.variable_name));
                }
                StmtKind::Asm { outputs, inputs, text }
            }
        }
    }
}

/// The target of `__ax_goto(e)`, as the front end writes `goto *e`.
fn computed_goto(e: &Node<ast::Expression>) -> Option<&Node<ast::Expression>> {
    let ast::Expression::Call(call) = &e.node else { return None };
    let ast::Expression::Identifier(id) = &call.node.callee.node else { return None };
    if id.node.name != "__ax_goto" {
        return None;
    }
    call.node.arguments.first()
}
