//! Random formulas, the same in every run.

use promela::ast::{BinaryOp, Expr, UnaryOp};

use crate::text::{binary, unary, variable};

/// A small generator of numbers (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    /// A formula over `p`, `q`, `r` with that many operators.
    pub fn formula(&mut self, operators: usize, with_next: bool) -> Expr {
        if operators == 0 {
            return variable(["p", "q", "r"][self.below(3)]);
        }
        const UNARY: [UnaryOp; 4] = [UnaryOp::Not, UnaryOp::Always, UnaryOp::Eventually, UnaryOp::Next];
        const BINARY: [BinaryOp; 7] = [
            BinaryOp::And,
            BinaryOp::Or,
            BinaryOp::Until,
            BinaryOp::Release,
            BinaryOp::WeakUntil,
            BinaryOp::Implies,
            BinaryOp::Equiv,
        ];
        if self.below(2) == 0 {
            let op = UNARY[self.below(if with_next { 4 } else { 3 })];
            return unary(op, self.formula(operators - 1, with_next));
        }
        let op = BINARY[self.below(BINARY.len())];
        let left = self.below(operators);
        let a = self.formula(left, with_next);
        binary(op, a, self.formula(operators - 1 - left, with_next))
    }
}
