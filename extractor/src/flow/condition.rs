//! Questions about expressions: side effects, reads of shared data, constants.

use super::StepKind;
use crate::program::{Expr, ExprKind, FunctionId, Init, Program, Stmt, StmtKind, Storage, Type};

/// The function that a call names, if it names one.
pub fn callee(call: &Expr) -> Option<FunctionId> {
    let ExprKind::Call { callee, .. } = &call.kind else { return None };
    let mut e = &**callee;
    loop {
        match &e.kind {
            ExprKind::Function(f) => return Some(*f),
            ExprKind::Deref(x) | ExprKind::AddressOf(x) | ExprKind::Cast { operand: x, .. } => e = x,
            _ => return None,
        }
    }
}

/// Functions of the C library that do not return, for sources that call them without a declaration.
const NEVER_RETURN: [&str; 8] =
    ["abort", "exit", "_exit", "_Exit", "quick_exit", "pthread_exit", "thrd_exit", "__assert_fail"];

/// A call that does not return: its function says so, or is known for it. One with a body is followed and not believed.
pub fn never_returns(program: &Program, call: &Expr) -> bool {
    callee(call).map(|f| program.function(f)).is_some_and(|f| {
        let known = NEVER_RETURN.contains(&f.name.as_str())
            || matches!(f.name.as_str(), "__builtin_unreachable" | "__builtin_trap" | "__builtin_abort");
        f.body.is_none() && (f.noreturn || known)
    })
}

/// The first argument of `__builtin_expect`: the call is a hint, not a call.
pub fn expected<'e>(program: &Program, e: &'e Expr) -> Option<&'e Expr> {
    let ExprKind::Call { arguments, .. } = &e.kind else { return None };
    match program.function(callee(e)?).name.as_str() {
        "__builtin_expect" | "__builtin_expect_with_probability" => arguments.first(),
        _ => None,
    }
}

/// Calls `visit` for each direct operand.
pub fn operands<'e>(e: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    match &e.kind {
        ExprKind::Int { .. }
        | ExprKind::Enumerator { .. }
        | ExprKind::Float(_)
        | ExprKind::Str(_)
        | ExprKind::Object(_)
        | ExprKind::Function(_)
        | ExprKind::Size { .. }
        | ExprKind::LabelAddress(_)
        | ExprKind::Temp { .. }
        | ExprKind::Statement(_) => {}
        ExprKind::VaArg { list, .. } => visit(list),
        ExprKind::Unary(_, x) | ExprKind::Deref(x) | ExprKind::AddressOf(x) => visit(x),
        ExprKind::Step { operand, .. } | ExprKind::Cast { operand, .. } => visit(operand),
        ExprKind::Member { base, .. } => visit(base),
        ExprKind::Index(a, b) => {
            visit(a);
            visit(b);
        }
        ExprKind::Logical { left, right, .. } => {
            visit(left);
            visit(right);
        }
        ExprKind::Binary(b) => {
            visit(&b.left);
            visit(&b.right);
        }
        ExprKind::Assign(a) => {
            visit(&a.left);
            visit(&a.right);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            visit(condition);
            if let Some(t) = then {
                visit(t);
            }
            visit(otherwise);
        }
        ExprKind::Comma(list) => list.iter().for_each(visit),
        ExprKind::Call { callee, arguments } => {
            visit(callee);
            arguments.iter().for_each(visit);
        }
        ExprKind::Compound { init, .. } => match &**init {
            Init::Expr(x) => visit(x),
            Init::List(items) => items.iter().for_each(|i| visit(&i.value)),
            Init::Opaque(_) => {}
        },
        ExprKind::Opaque { operands, .. } => operands.iter().for_each(visit),
    }
}

/// No side effects. A hint to the compiler counts as what it is about.
pub fn is_pure(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Assign(_) | ExprKind::Step { .. } | ExprKind::Statement(_) | ExprKind::Call { .. } => false,
        ExprKind::Comma(_) => false,
        // The middle is evaluated once: a step of its own.
        ExprKind::Conditional { then: None, .. } => false,
        _ => {
            let mut pure = true;
            operands(e, &mut |x| pure = pure && is_pure(x));
            pure
        }
    }
}

/// How often shared data is read: objects that live outside of functions, and what pointers lead to.
pub fn shared_reads(program: &Program, e: &Expr) -> u32 {
    let own = match &e.kind {
        ExprKind::Object(id) => {
            let o = program.object(*id);
            let shared = matches!(
                o.storage,
                Storage::Global | Storage::External | Storage::FileStatic | Storage::LocalStatic | Storage::Shared
            );
            u32::from(shared && !o.constant)
        }
        ExprKind::AddressOf(_) => return 0,
        // It may lead to what others see.
        ExprKind::Deref(_) | ExprKind::Member { arrow: true, .. } => 1,
        ExprKind::Index(base, _) if matches!(program.ty(base.ty), Type::Pointer(_)) => 1,
        _ => 0,
    };
    let mut sum = own;
    operands(e, &mut |x| sum += shared_reads(program, x));
    sum
}

/// A number, whatever is done to it.
pub fn is_constant(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int { .. }
        | ExprKind::Enumerator { .. }
        | ExprKind::Float(_)
        | ExprKind::Size { .. }
        | ExprKind::Str(_) => true,
        ExprKind::Unary(_, x) | ExprKind::Cast { operand: x, .. } => is_constant(x),
        ExprKind::Binary(b) => is_constant(&b.left) && is_constant(&b.right),
        _ => false,
    }
}

/// The text of the negation of a condition: `!(s==E)`, `!recv(&(s))`.
pub fn negated(text: &str) -> String {
    let simple = text.starts_with('(') && closes_at_end(text);
    let word = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let call = text.find('(').is_some_and(|i| {
        i > 0 && text[..i].chars().all(|c| c.is_alphanumeric() || c == '_') && closes_at_end(&text[i..])
    });
    if simple || word || call { format!("!{text}") } else { format!("!({text})") }
}

/// Whether the parenthesis that opens the text closes at its end.
fn closes_at_end(text: &str) -> bool {
    let (mut depth, mut quote, mut escaped) = (0i32, None, false);
    for (i, c) in text.char_indices() {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => {
                depth -= 1;
                if depth == 0 {
                    return i + 1 == text.len();
                }
            }
            _ => {}
        }
    }
    false
}

/// Whether a call starts a thread.
pub fn starts_thread(program: &Program, call: &Expr) -> bool {
    let starts = |name: &str| name == "pthread_create" || name == "thrd_create";
    callee(call).is_some_and(|f| program.function(f).body.is_none() && starts(&program.function(f).name))
}

/// The labels of a function, in order: where a computed `goto` may go.
pub fn labels(list: &[Stmt], found: &mut Vec<String>) {
    for s in list {
        match &s.kind {
            StmtKind::Block(inner) => labels(inner, found),
            StmtKind::If { then, otherwise, .. } => {
                labels(std::slice::from_ref(then), found);
                if let Some(o) = otherwise {
                    labels(std::slice::from_ref(o), found);
                }
            }
            StmtKind::Label { name, body } => {
                found.push(name.clone());
                labels(std::slice::from_ref(body), found);
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::Switch { body, .. }
            | StmtKind::Case { body, .. }
            | StmtKind::Default { body } => labels(std::slice::from_ref(body), found),
            _ => {}
        }
    }
}

/// The sides of the assignment that a canonical text is, if it is one.
pub fn assignment(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let (mut depth, mut quote, mut at) = (0i32, 0u8, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote != 0 => at += 1,
            c if quote != 0 => quote = if c == quote { 0 } else { quote },
            c @ (b'"' | b'\'') => quote = c,
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'=' if depth == 0 => {
                let alone = bytes.get(at + 1) != Some(&b'=') && !(at > 0 && b"=!<>+-*/%&|^".contains(&bytes[at - 1]));
                return alone.then(|| (&text[..at], &text[at + 1..]));
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Every expression of a step, outermost first.
pub fn step_expressions<'k>(kind: &'k StepKind, visit: &mut dyn FnMut(&'k Expr)) {
    fn walk<'e>(e: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
        visit(e);
        operands(e, &mut |x| walk(x, visit));
    }
    match kind {
        StepKind::Declare { inits, .. } => {
            for (_, init) in inits {
                match init {
                    Init::Expr(e) => walk(e, visit),
                    Init::List(items) => items.iter().for_each(|i| walk(&i.value, visit)),
                    Init::Opaque(_) => {}
                }
            }
        }
        StepKind::Assign { target, value } => {
            walk(target, visit);
            walk(value, visit);
        }
        StepKind::Call { target, call } => {
            if let Some(t) = target {
                walk(t, visit);
            }
            walk(call, visit);
        }
        StepKind::Condition(e) | StepKind::Assert(e) | StepKind::Evaluate(e) => walk(e, visit),
        StepKind::Case { value, .. } | StepKind::Default { value, .. } => walk(value, visit),
        StepKind::Return(value) => {
            if let Some(v) = value {
                walk(v, visit);
            }
        }
        StepKind::Opaque { writes, reads } => writes.iter().chain(reads).for_each(|e| walk(e, visit)),
    }
}
