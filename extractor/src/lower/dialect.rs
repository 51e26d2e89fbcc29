//! Whether a program is written for a verifier: it calls the words of SV-COMP, CBMC, ESBMC or Goblint.
//!
//! To them `abort` is the end of a run and no error, a local that was never set is any value of its type, and a call of
//! `reach_error` is the error whatever its body does. Elsewhere C's meaning counts: a read of what was never set and
//! `abort` are errors.

use super::tree::{Part, init_values, operands, parts};
use crate::program::{Expr, ExprKind, Program, Stmt, StmtKind, is_async};

/// Of sources before this number.
pub fn is_spoken(program: &Program, library: u32) -> bool {
    let users = program.functions.iter().filter(|f| f.source < library);
    users.filter_map(|f| f.body.as_deref()).any(|body| body.iter().any(|s| in_statement(program, s)))
}

/// `reach_error` and its name of former years.
pub fn is_error(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

fn in_statement(program: &Program, statement: &Stmt) -> bool {
    let mut found = matches!(&statement.kind, StmtKind::Label { name, .. } if is_async(name));
    parts(statement, &mut |part| match part {
        Part::Statement(s) => found = found || in_statement(program, s),
        Part::Expression(e) => found = found || in_expression(program, e),
        Part::Object(id) => {
            if let Some(init) = &program.object(id).init {
                init_values(init, &mut |e| found = found || in_expression(program, e));
            }
        }
    });
    found
}

fn in_expression(program: &Program, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Function(id) => is_word(&program.function(*id).name),
        ExprKind::Statement(list) => list.iter().any(|s| in_statement(program, s)),
        _ => {
            let mut found = false;
            operands(e, &mut |operand| found = found || in_expression(program, operand));
            found
        }
    }
}

/// GenMC's words that look the same are no such: it reports what was never set.
fn is_word(name: &str) -> bool {
    let svcomp = ["nondet_", "atomic_", "assert"];
    is_error(name)
        || name == "assume_abort_if_not"
        || name.strip_prefix("__VERIFIER_").is_some_and(|rest| svcomp.iter().any(|word| rest.starts_with(word)))
        || name.starts_with("__CPROVER_")
        || name.starts_with("__ESBMC_")
        || name.starts_with("__goblint_")
}
