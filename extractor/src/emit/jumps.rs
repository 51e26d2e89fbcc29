//! A `d_step` to which a jump leads becomes an `atomic`, because Spin refuses the first.
//!
//! A `break` is such a jump if the `d_step` is the next statement after the loop. Only a row of statements that can
//! always be taken, and in one way, is changed: there both words mean the same. What a table says stays as it is
//! written.

use promela::ast::{Sequence, Stmt, StmtKind};
use promela::visit::{Rewrite, change};

pub fn mend(body: &mut Sequence) {
    Mender.sequence(body);
}

struct Mender;

impl Rewrite for Mender {
    fn sequence(&mut self, sequence: &mut Sequence) {
        let mut after_loop = false;
        for stmt in &mut sequence.steps {
            let jumps = (after_loop || !stmt.labels.is_empty()) && stmt.note.get().is_none_or(|n| n.written.is_none());
            match &mut stmt.kind {
                StmtKind::DStep(steps) if jumps && steps.steps.iter().all(is_plain) => {
                    stmt.kind = StmtKind::Atomic(std::mem::replace(steps, Sequence { steps: Vec::new() }));
                }
                _ => {}
            }
            after_loop = ends_with_loop(stmt);
            change::stmt(self, stmt);
        }
    }
}

/// Whether a `break` leads to what comes after a statement.
fn ends_with_loop(stmt: &Stmt) -> bool {
    let last = |sequence: &Sequence| sequence.steps.last().is_some_and(ends_with_loop);
    match &stmt.kind {
        StmtKind::Do(_) | StmtKind::For { .. } => true,
        StmtKind::If(options) => options.iter().any(last),
        StmtKind::Block(body) | StmtKind::Atomic(body) => last(body),
        StmtKind::Unless(main, escape) => ends_with_loop(main) || ends_with_loop(escape),
        _ => false,
    }
}

/// A statement that can always be taken, and in one way.
fn is_plain(stmt: &Stmt) -> bool {
    matches!(
        stmt.kind,
        StmtKind::Assign(..)
            | StmtKind::Increment(_)
            | StmtKind::Decrement(_)
            | StmtKind::Assert(_)
            | StmtKind::Printf { .. }
            | StmtKind::Printm(_)
    )
}
