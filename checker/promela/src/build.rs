//! Trees made by a program: short names for the constructors. Nothing made here has a place.

use super::ast::{
    BinaryOp, Decl, Declarator, Expr, ExprKind, Ident, Init, Sequence, Stmt, StmtKind, TypeName, UnaryOp, VarPart,
    VarRef, Visibility,
};
use super::source::Span;

pub fn ident(name: &str) -> Ident {
    Ident { name: name.to_string(), span: Span::default() }
}

pub fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

/// A variable without members and subscripts.
pub fn var(name: &str) -> VarRef {
    VarRef { parts: vec![part(name)], span: Span::default() }
}

pub fn part(name: &str) -> VarPart {
    VarPart { name: ident(name), index: None }
}

/// The value of a place.
pub fn load(var: VarRef) -> Expr {
    expr(ExprKind::Var(var))
}

/// A number, negative ones as Promela says them: `-5`, `-2147483647-1`.
pub fn number(value: i32) -> Expr {
    match value {
        i32::MIN => {
            let least = binary(BinaryOp::Sub, number(-i32::MAX), number(1));
            named("(-2147483647-1)", least)
        }
        v if v < 0 => unary(UnaryOp::Neg, number(-v)),
        v => expr(ExprKind::Const(v)),
    }
}

pub fn unary(op: UnaryOp, operand: Expr) -> Expr {
    expr(ExprKind::Unary(op, Box::new(operand)))
}

pub fn not(operand: Expr) -> Expr {
    unary(UnaryOp::Not, operand)
}

pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(left), Box::new(right)))
}

/// `(condition -> then : otherwise)`
pub fn conditional(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    expr(ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise)))
}

/// A value that the text calls by a name.
pub fn named(name: &str, value: Expr) -> Expr {
    expr(ExprKind::Named { name: name.to_string(), args: Vec::new(), value: Box::new(value) })
}

/// The value in parentheses.
pub fn parenthesised(value: Expr) -> Expr {
    expr(ExprKind::Named { name: String::new(), args: vec![value.clone()], value: Box::new(value) })
}

/// `(a||b||c)`
pub fn any(list: Vec<Expr>) -> Expr {
    let value = list.iter().cloned().reduce(|one, other| binary(BinaryOp::Or, one, other));
    let value = Box::new(value.unwrap_or_else(|| number(0)));
    expr(ExprKind::Named { name: "||".to_string(), args: list, value })
}

/// Whether the text of an expression is in parentheses.
pub fn is_parenthesised(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Binary(..) | ExprKind::Conditional(..) | ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot, _) => true,
        ExprKind::Named { name, .. } => name.is_empty() || name.starts_with(['(', '|']),
        _ => false,
    }
}

/// `true`, `false`, `skip`
pub fn word(word: &str) -> Expr {
    named(word, number(i32::from(word != "false")))
}

pub fn assign(place: VarRef, value: Expr) -> Stmt {
    Stmt::made(StmtKind::Assign(place, value))
}

/// An expression as a statement.
pub fn condition(e: Expr) -> Stmt {
    Stmt::made(StmtKind::Expr(e))
}

pub fn sequence(steps: Vec<Stmt>) -> Sequence {
    Sequence { steps }
}

/// A type by its name.
pub fn type_name(name: &str) -> TypeName {
    match name {
        "bit" => TypeName::Bit,
        "bool" => TypeName::Bool,
        "byte" => TypeName::Byte,
        "pid" => TypeName::Pid,
        "short" => TypeName::Short,
        "int" => TypeName::Int,
        "unsigned" => TypeName::Unsigned,
        "chan" => TypeName::Chan,
        "mtype" => TypeName::Mtype(None),
        other => TypeName::User(ident(other)),
    }
}

pub fn declarator(name: &str) -> Declarator {
    Declarator { name: ident(name), width: None, size: None, init: None, span: Span::default() }
}

pub fn initialised(name: &str, value: Expr) -> Declarator {
    Declarator { init: Some(Init::Expr(value)), ..declarator(name) }
}

pub fn decl(ty: TypeName, vars: Vec<Declarator>) -> Decl {
    Decl { visibility: Visibility::Plain, ty, vars, span: Span::default() }
}
