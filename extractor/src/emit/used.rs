//! Which names a model uses.

use promela::ast::{Decl, Expr, ExprKind, Note, Piece, Stmt, TypeName, Unit, VarRef, Written};
use promela::visit::{Visit, look};
use std::collections::BTreeSet;

/// The names that trees use: of variables, members, proctypes and macros, and all words of what somebody wrote.
#[derive(Default)]
pub struct Used {
    pub names: BTreeSet<String>,
}

impl Used {
    pub fn text(&mut self, text: &str) {
        self.names.extend(words(text).map(str::to_string));
    }
}

impl Visit for Used {
    fn stmt(&mut self, stmt: &Stmt) {
        match stmt.note.get() {
            Some(Note { written: Some(Written::Text(pieces)), .. }) => {
                for piece in pieces {
                    match piece {
                        Piece::Text(text) => self.text(text),
                        Piece::Filled(e) => self.expr(e),
                    }
                }
            }
            Some(Note { written: Some(Written::Continued), .. }) => {}
            _ => look::stmt(self, stmt),
        }
    }

    fn decl(&mut self, decl: &Decl) {
        if let TypeName::User(name) = &decl.ty {
            self.names.insert(name.name.clone());
        }
        self.names.extend(decl.vars.iter().map(|v| v.name.name.clone()));
        look::decl(self, decl);
    }

    fn unit(&mut self, unit: &Unit) {
        if let Unit::Typedef(typedef) = unit {
            self.names.insert(typedef.name.name.clone());
        }
        look::unit(self, unit);
    }

    fn var(&mut self, var: &VarRef) {
        self.names.extend(var.parts.iter().map(|p| p.name.name.clone()));
        look::var(self, var);
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Named { name, args, .. } => {
                self.names.insert(name.clone());
                args.iter().for_each(|a| self.expr(a));
            }
            ExprKind::Run { proctype, .. } => {
                self.names.insert(proctype.name.clone());
                look::expr(self, e);
            }
            _ => look::expr(self, e),
        }
    }
}

/// The words of a text.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}
