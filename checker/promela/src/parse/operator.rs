//! Operators and how tightly they bind.

use super::super::ast::{BinaryOp, UnaryOp};
use super::super::token::Tok;
use super::Parser;

/// A binary operator at the current token.
pub(super) struct Infix {
    pub op: BinaryOp,
    /// Higher binds tighter. All are left-associative.
    pub precedence: u8,
    /// How many tokens it takes.
    pub tokens: u8,
}

/// The precedence of an operator.
pub fn precedence(op: BinaryOp) -> u8 {
    use BinaryOp::*;
    match op {
        Implies | Equiv => 1,
        Or => 2,
        And => 3,
        Until | WeakUntil | Release => 4,
        BitOr => 5,
        BitXor => 6,
        BitAnd => 7,
        Eq | Ne => 8,
        Lt | Gt | Le | Ge => 9,
        Shl | Shr => 10,
        Add | Sub => 11,
        Mul | Div | Rem => 12,
    }
}

/// Whether an operator exists in ltl formulas only.
pub fn is_temporal(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Until | WeakUntil | Release | Implies | Equiv)
}

impl Parser<'_> {
    /// The binary operator at the current token.
    pub(super) fn infix(&mut self) -> Option<Infix> {
        let mut tokens = 1;
        let op = match self.tok() {
            Tok::Lt if self.ltl && self.peek() == Tok::Arrow => {
                tokens = 2;
                BinaryOp::Equiv
            }
            Tok::Arrow if self.ltl => BinaryOp::Implies,
            Tok::Name if self.ltl => match self.cursor.pre.spelling(self.token()) {
                "U" | "until" | "stronguntil" => BinaryOp::Until,
                "W" | "weakuntil" => BinaryOp::WeakUntil,
                "V" | "release" => BinaryOp::Release,
                "implies" => BinaryOp::Implies,
                "equivalent" => BinaryOp::Equiv,
                _ => return None,
            },
            Tok::PipePipe => BinaryOp::Or,
            Tok::AmpAmp => BinaryOp::And,
            Tok::Pipe => BinaryOp::BitOr,
            Tok::Caret => BinaryOp::BitXor,
            Tok::Amp => BinaryOp::BitAnd,
            Tok::EqEq => BinaryOp::Eq,
            Tok::NotEq => BinaryOp::Ne,
            Tok::Lt => BinaryOp::Lt,
            Tok::Gt => BinaryOp::Gt,
            Tok::Le => BinaryOp::Le,
            Tok::Ge => BinaryOp::Ge,
            Tok::Shl => BinaryOp::Shl,
            Tok::Shr => BinaryOp::Shr,
            Tok::Plus => BinaryOp::Add,
            Tok::Minus => BinaryOp::Sub,
            Tok::Star => BinaryOp::Mul,
            Tok::Slash => BinaryOp::Div,
            Tok::Percent => BinaryOp::Rem,
            _ => return None,
        };
        Some(Infix { op, precedence: precedence(op), tokens })
    }

    /// The unary operator at the current token, and how many tokens it takes.
    pub(super) fn prefix(&mut self) -> Option<(UnaryOp, u8)> {
        match self.tok() {
            Tok::Not => Some((UnaryOp::Not, 1)),
            Tok::Minus => Some((UnaryOp::Neg, 1)),
            Tok::Tilde => Some((UnaryOp::BitNot, 1)),
            Tok::LBracket if self.ltl && self.peek() == Tok::RBracket => Some((UnaryOp::Always, 2)),
            Tok::Lt if self.ltl && self.peek() == Tok::Gt => Some((UnaryOp::Eventually, 2)),
            Tok::Name if self.ltl => match self.cursor.pre.spelling(self.token()) {
                "X" | "next" => Some((UnaryOp::Next, 1)),
                "always" => Some((UnaryOp::Always, 1)),
                "eventually" => Some((UnaryOp::Eventually, 1)),
                _ => None,
            },
            _ => None,
        }
    }
}
