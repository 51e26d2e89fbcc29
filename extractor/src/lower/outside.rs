//! Functions that no source defines, and that can do nothing but give a number.
//!
//! Such a function is given no pointer, and nothing of the program can be reached by its name: all data is `static` or
//! `const`, and so is every function but `main`; nor was a pointer handed to any other function outside of the sources.
//! Its result is any number then, and all else stays as it is. Whoever writes for a verifier means that of all
//! functions without a body that are given no pointer. A run through such a call is not called real, because nobody
//! knows what the function gives; by CBMC's habit one whose name begins with `nondet` gives every number.

use super::tree::{Part, init_values, named_function, operands, parts};
use super::{Module, is_aggregate};
use crate::program::{Expr, ExprKind, Function, Program, Stmt, Storage, Type, TypeId};

/// Calls of the system that are given numbers, and do more than give one.
const SYSTEM: [&str; 22] = [
    "fork",
    "vfork",
    "_Fork",
    "clone",
    "daemon",
    "alarm",
    "ualarm",
    "pause",
    "raise",
    "kill",
    "killpg",
    "tgkill",
    "pthread_kill",
    "sigpause",
    "sigsetmask",
    "sigblock",
    "sighold",
    "sigrelse",
    "sigignore",
    "syscall",
    "prctl",
    "ptrace",
];

/// Whether calls without pointers of functions without a body reach nothing of the program.
pub(super) fn reach_nothing(program: &Program, library: u32) -> bool {
    let users = || program.functions.iter().filter(|f| f.source < library);
    let first = program.functions.iter().filter(|f| f.source >= library).map(|f| f.span.file).min();
    let is_users = |file| first.is_none_or(|first| file < first);
    // What headers declare and nobody defines is not the program's.
    let named = |o: &crate::program::Object| o.storage == Storage::Global && !o.constant;
    let data = program.objects.iter().any(|o| named(o) && is_users(o.span.file));
    let functions = users().any(|f| f.body.is_some() && !f.internal && f.name != "main");
    let errno = |f: &Function| f.name == "__errno_location";
    let mut reads_errno = false;
    let mut gives_pointer = false;
    for body in users().filter_map(|f| f.body.as_deref()) {
        let mut each = |e: &Expr| {
            if let ExprKind::Call { callee, arguments } = &e.kind
                && let Some(id) = named_function(callee)
            {
                let function = program.function(id);
                reads_errno |= errno(function);
                gives_pointer |= function.body.is_none() && !arguments.iter().all(|a| is_number(program, a.ty));
            }
        };
        body.iter().for_each(|s| in_statement(program, s, &mut each));
    }
    !data && !functions && !reads_errno && !gives_pointer
}

/// Whether a call of a function without a body gives a number (or nothing) and does nothing else.
pub(super) fn is_number_only(module: &Module, function: &Function, result: TypeId, arguments: &[TypeId]) -> bool {
    let program = module.program;
    let by_value = arguments.iter().all(|ty| is_number(program, *ty));
    let gives = matches!(program.ty(result), Type::Void) || (is_number(program, result) && !is_float(program, result));
    let own = program.functions.iter().filter(|f| !module.is_library(f.source) && f.body.is_some());
    // What a header declares is another library's, and it does what that library says.
    let declared_here = own.map(|f| f.span.file).any(|file| file == function.span.file);
    (module.out.dialect || module.outside_reaches_nothing)
        && by_value
        && gives
        && declared_here
        && !function.noreturn
        && !function.linked
        && !SYSTEM.contains(&function.name.as_str())
}

fn is_number(program: &Program, ty: TypeId) -> bool {
    matches!(program.ty(ty), Type::Bool | Type::Int { .. } | Type::Enum(_) | Type::Float(_))
        && !is_aggregate(program, ty)
}

fn is_float(program: &Program, ty: TypeId) -> bool {
    matches!(program.ty(ty), Type::Float(_) | Type::Int { bits: 65.., .. })
}

fn in_statement(program: &Program, statement: &Stmt, each: &mut dyn FnMut(&Expr)) {
    parts(statement, &mut |part| match part {
        Part::Statement(s) => in_statement(program, s, each),
        Part::Expression(e) => in_expression(program, e, each),
        Part::Object(id) => {
            if let Some(init) = &program.object(id).init {
                init_values(init, &mut |e| in_expression(program, e, each));
            }
        }
    });
}

fn in_expression(program: &Program, e: &Expr, each: &mut dyn FnMut(&Expr)) {
    each(e);
    if let ExprKind::Statement(list) = &e.kind {
        list.iter().for_each(|s| in_statement(program, s, each));
        return;
    }
    operands(e, &mut |operand| in_expression(program, operand, each));
}
