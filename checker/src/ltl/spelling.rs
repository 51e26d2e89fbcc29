//! The text of an atom, as Spin writes it between the parser and the translator.
//!
//! Spin tells atoms apart by this text and orders the operands of conjunctions by it, so it decides how
//! the automaton looks. Logical operators at the top of an atom are written `(p) && (q)` and `! (p)`;
//! below any other operator the same are `(p&&q)` and `!(p)`. Differs from Spin: the index of a remote
//! array element is written (Spin forgets it).

use std::fmt::{self, Display, Formatter};

use crate::promela::ast::{BinaryOp, Expr, ExprKind, Probe, ReceiveArg, UnaryOp, VarRef};

/// The text of an expression that stands at the place of an atom.
pub fn spelling(expr: &Expr) -> String {
    Logical(expr).to_string()
}

/// An expression where a formula is expected.
struct Logical<'a>(&'a Expr);

/// An expression below an operator that is not logical.
struct Value<'a>(&'a Expr);

struct Variable<'a>(&'a VarRef);

struct Argument<'a>(&'a ReceiveArg);

impl Display for Logical<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            ExprKind::Unary(UnaryOp::Not, a) => write!(f, "! ({})", Logical(a)),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                write!(f, "({}) {} ({})", Logical(a), symbol(*op), Logical(b))
            }
            _ => Value(self.0).fmt(f),
        }
    }
}

impl Display for Value<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            ExprKind::Const(value) => write!(f, "{value}"),
            ExprKind::Var(var) => Variable(var).fmt(f),
            ExprKind::Unary(op, a) => {
                let symbol = match op {
                    UnaryOp::Not => "!",
                    UnaryOp::Neg => "-",
                    UnaryOp::BitNot => "~",
                    UnaryOp::Next => "X",
                    UnaryOp::Always => "[]",
                    UnaryOp::Eventually => "<>",
                };
                write!(f, "{symbol}({})", Value(a))
            }
            ExprKind::Binary(op, a, b) => write!(f, "({}{}{})", Value(a), symbol(*op), Value(b)),
            ExprKind::Conditional(c, a, b) => write!(f, "( ({}) -> ({}) : ({}) )", Value(c), Value(a), Value(b)),
            ExprKind::Run { proctype, args, .. } => {
                write!(f, "run {}(", proctype.name)?;
                list(f, args.iter().map(Value))?;
                f.write_str(")")
            }
            ExprKind::Len(channel) => write!(f, "len({})", Variable(channel)),
            ExprKind::Probe(probe, channel) => {
                let name = match probe {
                    Probe::Full => "full",
                    Probe::Empty => "empty",
                    Probe::NFull => "nfull",
                    Probe::NEmpty => "nempty",
                };
                write!(f, "{name}({})", Variable(channel))
            }
            ExprKind::Poll { channel, random, args } => {
                write!(f, "{}{}[", Variable(channel), if *random { "??" } else { "?" })?;
                list(f, args.iter().map(Argument))?;
                f.write_str("]")
            }
            ExprKind::Enabled(pid) => write!(f, "enabled({})", Value(pid)),
            ExprKind::PcValue(pid) => write!(f, "pc_value({})", Value(pid)),
            ExprKind::GetPriority(pid) => write!(f, "get_priority({})", Value(pid)),
            ExprKind::Timeout => f.write_str("timeout"),
            ExprKind::NonProgress => f.write_str("np_"),
            ExprKind::RemoteLabel { proctype, pid, label } => {
                write!(f, "({}", proctype.name)?;
                index(f, pid.as_deref())?;
                write!(f, "@{})", label.name)
            }
            ExprKind::RemoteVar { proctype, pid, var } => {
                f.write_str(&proctype.name)?;
                index(f, pid.as_deref())?;
                write!(f, ":{}", Variable(var))
            }
            ExprKind::EmbeddedC(code) => write!(f, "c_expr {{{}}}", code.text),
        }
    }
}

impl Display for Variable<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, part) in self.0.parts.iter().enumerate() {
            if i > 0 {
                f.write_str(".")?;
            }
            f.write_str(&part.name.name)?;
            index(f, part.index.as_deref())?;
        }
        Ok(())
    }
}

impl Display for Argument<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            ReceiveArg::Var(var) => Variable(var).fmt(f),
            ReceiveArg::Eval(expr) => write!(f, "eval({})", Value(expr)),
            ReceiveArg::Const(expr) => Value(expr).fmt(f),
        }
    }
}

fn index(f: &mut Formatter<'_>, index: Option<&Expr>) -> fmt::Result {
    match index {
        Some(expr) => write!(f, "[{}]", Value(expr)),
        None => Ok(()),
    }
}

fn list<T: Display>(f: &mut Formatter<'_>, items: impl Iterator<Item = T>) -> fmt::Result {
    for (i, item) in items.enumerate() {
        if i > 0 {
            f.write_str(",")?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Until => "U",
        BinaryOp::WeakUntil => "W",
        BinaryOp::Release => "V",
        BinaryOp::Implies => "->",
        BinaryOp::Equiv => "<->",
    }
}
