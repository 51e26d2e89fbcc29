//! Visits every statement of a program in the order of the text, and numbers them.

use checker::promela::ast::{Program, Sequence, Stmt, StmtKind, Unit};

index! {
    /// A statement, numbered in the order of the text; inner statements come after the one they are in.
    StmtId, "stmt"
}

/// Calls `f` for every statement of all processes, claims and traces.
pub fn statements<'a>(program: &'a Program, f: &mut dyn FnMut(&'a Stmt)) {
    for unit in &program.units {
        match unit {
            Unit::Proctype(p) => sequence(&p.body, f),
            Unit::Never(c) => sequence(&c.body, f),
            Unit::Trace(t) => sequence(&t.body, f),
            _ => {}
        }
    }
}

/// Calls `f` for every statement of a sequence, inner ones included.
pub fn sequence<'a>(seq: &'a Sequence, f: &mut dyn FnMut(&'a Stmt)) {
    seq.steps.iter().for_each(|s| stmt(s, f));
}

/// Calls `f` for a statement and those inside it.
pub fn stmt<'a>(s: &'a Stmt, f: &mut dyn FnMut(&'a Stmt)) {
    f(s);
    match &s.kind {
        StmtKind::If(options) | StmtKind::Do(options) => options.iter().for_each(|o| sequence(o, f)),
        StmtKind::For { body: b, .. } | StmtKind::Atomic(b) | StmtKind::DStep(b) | StmtKind::Block(b) => {
            sequence(b, f);
        }
        StmtKind::Unless(a, b) => {
            stmt(a, f);
            stmt(b, f);
        }
        _ => {}
    }
}
