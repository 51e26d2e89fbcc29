//! Writes syntax trees as text.
//!
//! [`program`] gives a readable, indented model which Spin accepts and which parses to the same tree,
//! spans aside. [`stmt`] and [`expr`] give one line, for messages. [`spin_stmt`] and [`spin_expr`] give the
//! spelling that `pan -d` and Spin's trails use.
//!
//! What the tree does not have cannot come back: macros, inlines, comments, and which of `;` and `->`
//! stood between two statements.

mod decl;
mod expr;
mod spin;
mod stmt;
mod unit;

pub use spin::{spin_expr, spin_stmt};

use super::ast::{Expr, Program, Stmt, TypeName, Unit};

/// A whole program, indented.
pub fn program(program: &Program) -> String {
    let mut writer = Writer::new(Layout::Lines);
    let mut before: Option<&Unit> = None;
    for unit in &program.units {
        // Declarations stand together; everything else is set off by an empty line.
        let together = matches!((before, unit), (Some(Unit::Decl(_)), Unit::Decl(_)));
        if before.is_some() && !together {
            writer.text.push('\n');
        }
        writer.unit(unit);
        writer.text.push('\n');
        before = Some(unit);
    }
    writer.text
}

/// A statement in one line.
pub fn stmt(stmt: &Stmt) -> String {
    let mut writer = Writer::new(Layout::OneLine);
    writer.stmt(stmt);
    writer.text
}

/// A unit, indented.
pub(super) fn unit(unit: &Unit) -> String {
    let mut writer = Writer::new(Layout::Lines);
    writer.unit(unit);
    writer.text
}

/// A type as it is written.
pub(super) fn type_text(ty: &TypeName) -> String {
    let mut writer = Writer::new(Layout::OneLine);
    writer.type_name(ty);
    writer.text
}

/// An expression, with no more parentheses than it needs.
pub fn expr(expr: &Expr) -> String {
    let mut writer = Writer::new(Layout::OneLine);
    writer.expr(expr);
    writer.text
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Lines,
    OneLine,
}

/// Text being written.
struct Writer {
    text: String,
    layout: Layout,
    indent: usize,
}

impl Writer {
    fn new(layout: Layout) -> Writer {
        Writer { text: String::new(), layout, indent: 0 }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Begins a new line, or leaves a space if all goes in one line.
    fn line(&mut self) {
        match self.layout {
            Layout::OneLine => self.text.push(' '),
            Layout::Lines => {
                self.text.push('\n');
                self.text.extend(std::iter::repeat_n('\t', self.indent));
            }
        }
    }

    /// Items with `separator` between them.
    fn list<T>(&mut self, items: &[T], separator: &str, mut write: impl FnMut(&mut Writer, &T)) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.push(separator);
            }
            write(self, item);
        }
    }
}
