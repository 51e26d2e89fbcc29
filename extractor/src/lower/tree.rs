//! Walks over the trees of a body: parts of statements, operands of expressions, labels, what is set and named.

use crate::program::{Expr, ExprKind, FunctionId, Init, ObjectId, Program, Stmt, StmtKind};

/// A part of a statement.
pub(super) enum Part<'a> {
    Statement(&'a Stmt),
    Expression(&'a Expr),
    /// A declared object; its initialiser is in the program.
    Object(ObjectId),
}

/// The parts of a statement, in order.
pub(super) fn parts<'a>(statement: &'a Stmt, each: &mut dyn FnMut(Part<'a>)) {
    match &statement.kind {
        StmtKind::Block(list) => list.iter().for_each(|s| each(Part::Statement(s))),
        StmtKind::Declaration(declaration) => {
            for declarator in &declaration.declarators {
                declarator.lengths.iter().for_each(|e| each(Part::Expression(e)));
                each(Part::Object(declarator.object));
            }
        }
        StmtKind::Expr(e) | StmtKind::ComputedGoto(e) | StmtKind::Return(Some(e)) => each(Part::Expression(e)),
        StmtKind::Empty | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Return(None) => {}
        StmtKind::If { condition, then, otherwise } => {
            each(Part::Expression(condition));
            each(Part::Statement(then));
            otherwise.iter().for_each(|s| each(Part::Statement(s)));
        }
        StmtKind::While { condition, body } => {
            each(Part::Expression(condition));
            each(Part::Statement(body));
        }
        StmtKind::DoWhile { body, condition } => {
            each(Part::Statement(body));
            each(Part::Expression(condition));
        }
        StmtKind::For { init, condition, step, body } => {
            init.iter().for_each(|s| each(Part::Statement(s)));
            condition.iter().chain(step).for_each(|e| each(Part::Expression(e)));
            each(Part::Statement(body));
        }
        StmtKind::Switch { value, body } => {
            each(Part::Expression(value));
            each(Part::Statement(body));
        }
        StmtKind::Case { body, .. } | StmtKind::Default { body } | StmtKind::Label { body, .. } => {
            each(Part::Statement(body));
        }
        StmtKind::Asm { outputs, inputs, .. } => outputs.iter().chain(inputs).for_each(|e| each(Part::Expression(e))),
    }
}

/// The operands of an expression, in order; not the statements of a statement expression.
pub(super) fn operands<'a>(e: &'a Expr, each: &mut dyn FnMut(&'a Expr)) {
    match &e.kind {
        ExprKind::Int { .. }
        | ExprKind::Enumerator { .. }
        | ExprKind::Float(_)
        | ExprKind::Str(_)
        | ExprKind::Object(_)
        | ExprKind::Function(_)
        | ExprKind::LabelAddress(_)
        | ExprKind::Statement(_) => {}
        ExprKind::Size { of, .. } => of.iter().for_each(|of| of.lengths.iter().for_each(&mut *each)),
        ExprKind::Unary(_, operand)
        | ExprKind::Deref(operand)
        | ExprKind::AddressOf(operand)
        | ExprKind::Step { operand, .. }
        | ExprKind::Member { base: operand, .. }
        | ExprKind::Cast { operand, .. }
        | ExprKind::VaArg { list: operand, .. }
        | ExprKind::Temp { original: operand, .. } => each(operand),
        ExprKind::Binary(b) => {
            each(&b.left);
            each(&b.right);
        }
        ExprKind::Logical { left, right, .. } | ExprKind::Index(left, right) => {
            each(left);
            each(right);
        }
        ExprKind::Assign(a) => {
            each(&a.left);
            each(&a.right);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            each(condition);
            then.iter().for_each(|e| each(e));
            each(otherwise);
        }
        ExprKind::Comma(parts) | ExprKind::Opaque { operands: parts, .. } => parts.iter().for_each(each),
        ExprKind::Call { callee, arguments } => {
            each(callee);
            arguments.iter().for_each(each);
        }
        ExprKind::Compound { init, .. } => init_values(init, each),
    }
}

/// Whether evaluating an expression may set a variable of this function.
pub(super) fn has_assignment(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Assign(_) | ExprKind::Step { .. } | ExprKind::Statement(_) => true,
        ExprKind::Call { arguments, .. } if arguments.iter().any(|a| matches!(a.kind, ExprKind::AddressOf(_))) => true,
        _ => {
            let mut found = false;
            operands(e, &mut |operand| found = found || has_assignment(operand));
            found
        }
    }
}

/// Whether statements name a variable.
pub(super) fn mentions(program: &Program, list: &[Stmt], object: ObjectId) -> bool {
    list.iter().any(|s| statement_mentions(program, s, object))
}

fn statement_mentions(program: &Program, statement: &Stmt, object: ObjectId) -> bool {
    let mut found = false;
    parts(statement, &mut |part| match part {
        Part::Statement(s) => found = found || statement_mentions(program, s, object),
        Part::Expression(e) => found = found || expression_mentions(program, e, object),
        Part::Object(id) => {
            if let Some(init) = &program.object(id).init {
                init_values(init, &mut |e| found = found || expression_mentions(program, e, object));
            }
        }
    });
    found
}

fn expression_mentions(program: &Program, e: &Expr, object: ObjectId) -> bool {
    match &e.kind {
        ExprKind::Object(id) => *id == object,
        ExprKind::Statement(list) => mentions(program, list, object),
        _ => {
            let mut found = false;
            operands(e, &mut |operand| found = found || expression_mentions(program, operand, object));
            found
        }
    }
}

/// The labels of a body, in the order of the text, those in statement expressions included.
pub(super) fn labels(body: &[Stmt]) -> Vec<&str> {
    let mut found = Vec::new();
    for statement in body {
        in_statement(statement, &mut found);
    }
    found
}

fn in_statement<'a>(statement: &'a Stmt, found: &mut Vec<&'a str>) {
    if let StmtKind::Label { name, .. } = &statement.kind {
        found.push(name);
    }
    parts(statement, &mut |part| match part {
        Part::Statement(s) => in_statement(s, found),
        Part::Expression(e) => in_expression(e, found),
        Part::Object(_) => {}
    });
}

fn in_expression<'a>(e: &'a Expr, found: &mut Vec<&'a str>) {
    if let ExprKind::Statement(list) = &e.kind {
        list.iter().for_each(|s| in_statement(s, found));
        return;
    }
    operands(e, &mut |operand| in_expression(operand, found));
}

/// Whether a block has a label of C anywhere inside, so that its declarations can be jumped over.
pub(super) fn has_label(list: &[Stmt]) -> bool {
    !labels(list).is_empty()
}

/// The expressions of an initialiser.
pub(super) fn init_values<'a>(init: &'a Init, each: &mut dyn FnMut(&'a Expr)) {
    match init {
        Init::Expr(e) => each(e),
        Init::List(items) => items.iter().for_each(|i| each(&i.value)),
        Init::Opaque(_) => {}
    }
}

/// The function that is called by its name: `f(x)`, `(*f)(x)`, `(&f)(x)`.
pub(super) fn named_function(callee: &Expr) -> Option<FunctionId> {
    let mut callee = callee;
    loop {
        match &callee.kind {
            ExprKind::Function(id) => return Some(*id),
            ExprKind::Deref(inner) | ExprKind::AddressOf(inner) => callee = inner,
            _ => return None,
        }
    }
}
