//! Arithmetic in 64 bits, of which the low bits are used or which is compared.
//!
//! The model computes in 32 bits. So there is no division, no shift to the right and no test for zero in 64 bits here,
//! and only what was extended to 64 bits is compared, not what was computed there.

use super::Generator;
use super::effects::Effects;
use super::operator::Op;
use super::types::{Int, Range};
use super::value::{Level, Value};
use crate::generator::tree::text;

impl Generator {
    /// A wide expression.
    pub fn wide(&mut self, depth: usize, effects: &mut Effects) -> Value {
        if depth == 0 || self.random.chance(35) {
            return self.extended(depth, effects);
        }
        if self.random.chance(15) {
            let inner = self.wide(depth - 1, effects);
            return match self.random.chance(50) {
                true => self.negated(inner),
                false => {
                    let range = if inner.ty.signed() {
                        Range::new(!inner.range.high, !inner.range.low)
                    } else {
                        inner.ty.range()
                    };
                    Value::new(vec![text("~"), inner.at_least(Level::Unary)], inner.ty, range, Level::Unary)
                }
            };
        }
        let op = *self.random.pick(&[Op::Add, Op::Sub, Op::Mul, Op::And, Op::Or, Op::Xor]).unwrap_or(&Op::Add);
        let wide = self.wide(depth - 1, effects);
        let other = match self.random.chance(50) {
            true => self.wide(depth - 1, effects),
            false => self.value(depth - 1, effects),
        };
        match self.random.chance(50) {
            true => self.apply(op, wide, other),
            false => self.apply(op, other, wide),
        }
    }

    /// A narrow expression as a wide one.
    fn extended(&mut self, depth: usize, effects: &mut Effects) -> Value {
        if self.random.chance(20) {
            let value = self.random.between(0, 100000);
            let unsigned = self.random.chance(30);
            let ty = if unsigned { Int::UnsignedLong } else { Int::Long };
            let suffix =
                *self.random.pick(if unsigned { &["ul", "ull", "LU"] } else { &["l", "L", "ll"] }).unwrap_or(&"L");
            return Value::new(
                vec![text(format!("{value}{suffix}"))],
                ty,
                Range::new(value.into(), value.into()),
                Level::Primary,
            );
        }
        let inner = self.value(depth.saturating_sub(1), effects);
        let to = if self.random.chance(65) { Int::Long } else { Int::UnsignedLong };
        self.cast_to(inner, to)
    }

    /// A narrow expression made of wide ones: truncated, or a comparison.
    pub fn narrowed(&mut self, depth: usize, effects: &mut Effects) -> Value {
        if self.random.chance(15) {
            // Whether it is zero does not change when it is extended.
            let wide = self.extended(depth - 1, effects);
            return match self.random.chance(50) {
                true => {
                    Value::new(vec![text("!"), wide.at_least(Level::Unary)], Int::Int, Range::new(0, 1), Level::Unary)
                }
                false => self.cast_to(wide, Int::Bool),
            };
        }
        if self.random.chance(50) {
            let wide = self.wide(depth - 1, effects);
            let mut to = self.int_type();
            if to == Int::Bool {
                to = Int::Int;
            }
            return self.cast_to(wide, to);
        }
        let left = self.extended(depth - 1, effects);
        let right = match self.random.chance(40) {
            true => self.value(depth - 1, effects),
            false => self.extended(depth - 1, effects),
        };
        match self.random.chance(50) {
            true => self.compare(left, right),
            false => self.compare(right, left),
        }
    }
}
