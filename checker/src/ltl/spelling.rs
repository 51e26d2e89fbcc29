//! The text of an atom, as Spin writes it between the parser and the translator.
//!
//! Spin tells atoms apart by this text and orders the operands of conjunctions by it, so it decides how
//! the automaton looks. Logical operators at the top of an atom are written `(p) && (q)` and `! (p)`;
//! below any other operator the same are `(p&&q)` and `!(p)`. Differs from Spin: the index of a remote
//! array element is written (Spin forgets it).

use std::fmt::{self, Display, Formatter};

use promela::ast::{BinaryOp, Expr, ExprKind, Probe, ReceiveArg, UnaryOp, VarRef};

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
                write!(f, "({}) {} ({})", Logical(a), op.text(), Logical(b))
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
            ExprKind::Binary(op, a, b) => write!(f, "({}{}{})", Value(a), op.text(), Value(b)),
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
            ExprKind::Named { value, .. } => Value(value).fmt(f),
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

#[cfg(test)]
mod tests {
    use super::*;
    use promela::ast::{Ident, VarPart};
    use promela::source::Span;

    fn expr(kind: ExprKind) -> Expr {
        Expr { kind, span: Span::default() }
    }

    fn ident(name: &str) -> Ident {
        Ident { name: name.to_owned(), span: Span::default() }
    }

    fn var(parts: &[(&str, Option<Expr>)]) -> VarRef {
        let parts = parts.iter().map(|(name, index)| VarPart { name: ident(name), index: index.clone().map(Box::new) });
        VarRef { parts: parts.collect(), span: Span::default() }
    }

    fn name(name: &str) -> Expr {
        expr(ExprKind::Var(var(&[(name, None)])))
    }

    fn number(value: i32) -> Expr {
        expr(ExprKind::Const(value))
    }

    fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
        expr(ExprKind::Binary(op, Box::new(a), Box::new(b)))
    }

    fn not(a: Expr) -> Expr {
        expr(ExprKind::Unary(UnaryOp::Not, Box::new(a)))
    }

    /// The expected texts are what `spin -a` prints for these atoms.
    #[test]
    fn atoms_are_written_as_spin_does() {
        let next_x = binary(BinaryOp::Add, name("x"), number(1));
        let is_three = binary(BinaryOp::Eq, name("x"), number(3));
        let element = expr(ExprKind::Var(var(&[("u", Some(next_x.clone())), ("g", Some(name("x")))])));
        let cases = [
            (binary(BinaryOp::And, element, not(is_three.clone())), "(u[(x+1)].g[x]) && (! ((x==3)))"),
            (binary(BinaryOp::Eq, name("q"), not(is_three)), "(q==!((x==3)))"),
            (binary(BinaryOp::Eq, name("q"), binary(BinaryOp::And, name("q"), name("q"))), "(q==(q&&q))"),
            (binary(BinaryOp::Gt, name("x"), expr(ExprKind::Unary(UnaryOp::Neg, Box::new(number(1))))), "(x>-(1))"),
            (
                expr(ExprKind::Poll {
                    channel: var(&[("c", None)]),
                    random: false,
                    args: vec![ReceiveArg::Var(var(&[("m", None)])), ReceiveArg::Eval(next_x.clone())],
                }),
                "c?[m,eval((x+1))]",
            ),
            (expr(ExprKind::Len(var(&[("d", Some(number(1)))]))), "len(d[1])"),
            (
                expr(ExprKind::RemoteLabel { proctype: ident("A"), pid: Some(Box::new(next_x)), label: ident("L") }),
                "(A[(x+1)]@L)",
            ),
            (expr(ExprKind::RemoteVar { proctype: ident("A"), pid: None, var: var(&[("loc", None)]) }), "A:loc"),
        ];
        for (expr, text) in cases {
            assert_eq!(spelling(&expr), text);
        }
    }
}
