//! The trees of a model's statements, by where they stand: a compiled model has only their text.
//!
//! What a table or an inline says is several statements at one place; these are told apart by how they are spelled. Two
//! that are spelled alike in one place of a proctype do the same.

use checker::model::{Model, Statement};
use promela::ast::{Init, Proctype, Program, Stmt, StmtKind, Unit, VarRef};
use promela::source::Span;
use promela::visit::{Visit, each_stmt, look};
use promela::{build, spin_stmt_text};
use std::collections::HashMap;

/// Basic statements. A declaration with a value is an assignment.
#[derive(Default)]
pub struct Statements {
    /// By proctype, place and Spin's spelling.
    list: HashMap<(String, Span, String), StmtKind>,
}

impl Statements {
    pub fn of_program(program: &Program) -> Statements {
        let mut statements = Statements::default();
        for unit in &program.units {
            if let Unit::Proctype(p) = unit {
                each_stmt(&p.body, &mut |s| statements.add(p, s));
            }
        }
        statements
    }

    fn add(&mut self, proctype: &Proctype, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Decl(decl) => {
                for var in &decl.vars {
                    if let Some(Init::Expr(value)) = &var.init {
                        let assigned = build::assign(build::var(&var.name.name), value.clone());
                        self.put(proctype, var.span, assigned);
                    }
                }
            }
            StmtKind::If(_)
            | StmtKind::Do(_)
            | StmtKind::For { .. }
            | StmtKind::Select { .. }
            | StmtKind::Atomic(_)
            | StmtKind::DStep(_)
            | StmtKind::Block(_)
            | StmtKind::Unless(..) => {}
            _ => self.put(proctype, stmt.span, Stmt::made(stmt.kind.clone())),
        }
    }

    fn put(&mut self, proctype: &Proctype, span: Span, stmt: Stmt) {
        let text = spin_stmt_text(&stmt);
        self.list.entry((proctype.name.name.clone(), span, text)).or_insert(stmt.kind);
    }

    /// The tree of a basic statement of the model that was compiled from the program.
    pub fn of(&self, model: &Model, statement: &Statement) -> Option<&StmtKind> {
        let proctype = model.proctype(statement.proctype).name.clone();
        self.list.get(&(proctype, statement.span, statement.text.clone()))
    }
}

/// Whether a statement has a variable of this name in it.
pub fn mentions(stmt: &StmtKind, name: &str) -> bool {
    struct Mentions<'n> {
        name: &'n str,
        found: bool,
    }
    impl Visit for Mentions<'_> {
        fn var(&mut self, var: &VarRef) {
            self.found |= var.parts.first().is_some_and(|part| part.name.name == self.name);
            look::var(self, var);
        }
    }
    let mut walk = Mentions { name, found: false };
    walk.stmt(&Stmt::made(stmt.clone()));
    walk.found
}
