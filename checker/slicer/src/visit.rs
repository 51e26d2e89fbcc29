//! Visits every statement of a program in the order of the text, and numbers them.

use promela::ast::{Expr, Program, ReceiveArg, Sequence, Stmt, StmtKind, Unit, VarRef};
use promela::index;

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

/// Calls `f` for every variable that a statement sets, as often as statements set it. Declarations and arguments of
/// `run` are not counted.
pub fn set<'a>(program: &'a Program, f: &mut dyn FnMut(&'a VarRef)) {
    statements(program, &mut |s| match &s.kind {
        StmtKind::Assign(v, _)
        | StmtKind::Increment(v)
        | StmtKind::Decrement(v)
        | StmtKind::For { var: v, .. }
        | StmtKind::Select { var: v, .. } => f(v),
        StmtKind::Receive { args, .. } => {
            for a in args {
                if let ReceiveArg::Var(v) = a {
                    f(v);
                }
            }
        }
        _ => {}
    });
}

/// Calls `f` for the expressions of all statements, clauses and claims.
pub fn expressions<'a>(program: &'a Program, f: &mut dyn FnMut(&'a Expr)) {
    statements(program, &mut |s| match &s.kind {
        StmtKind::Assign(_, e) | StmtKind::Expr(e) | StmtKind::Assert(e) | StmtKind::Printm(e) => f(e),
        StmtKind::Send { args, .. } | StmtKind::Printf { args, .. } => args.iter().for_each(&mut *f),
        _ => {}
    });
    for unit in &program.units {
        match unit {
            Unit::Proctype(p) => p.provided.iter().for_each(&mut *f),
            Unit::Ltl(l) => f(&l.formula),
            _ => {}
        }
    }
}
