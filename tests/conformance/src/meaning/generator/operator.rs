//! Operators, kept where C gives them a meaning.

use super::Generator;
use super::effects::Effects;
use super::place::{Place, Purpose};
use super::types::{Int, Range};
use super::value::{Level, Value};
use crate::generator::tree::{self, Node, text};

/// A binary operator with a number as its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
}

impl Op {
    pub fn text(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Rem => "%",
            Op::Shl => "<<",
            Op::Shr => ">>",
            Op::And => "&",
            Op::Or => "|",
            Op::Xor => "^",
        }
    }

    pub fn level(self) -> Level {
        match self {
            Op::Add | Op::Sub => Level::Additive,
            Op::Mul | Op::Div | Op::Rem => Level::Multiplicative,
            Op::Shl | Op::Shr => Level::Shift,
            Op::And => Level::And,
            Op::Or => Level::Or,
            Op::Xor => Level::Xor,
        }
    }

    /// The level that the right operand needs.
    pub fn right_level(self) -> Level {
        match self.level() {
            Level::Additive => Level::Multiplicative,
            Level::Multiplicative => Level::Unary,
            Level::Shift => Level::Additive,
            Level::And => Level::Equality,
            Level::Xor => Level::And,
            _ => Level::Xor,
        }
    }
}

impl Generator {
    pub fn operator(&mut self) -> Op {
        let division = if self.features.division { 4 } else { 0 };
        let shifts = if self.features.shifts { 4 } else { 0 };
        let choices = [
            (8, Op::Add),
            (7, Op::Sub),
            (5, Op::Mul),
            (division, Op::Div),
            (division, Op::Rem),
            (shifts, Op::Shl),
            (shifts, Op::Shr),
            (4, Op::And),
            (3, Op::Or),
            (3, Op::Xor),
        ];
        self.random.weighted(&choices).unwrap_or(Op::Add)
    }

    pub fn arithmetic(&mut self, depth: usize, effects: &mut Effects) -> Value {
        let op = self.operator();
        let left = self.value(depth - 1, effects);
        let right = self.value(depth - 1, effects);
        let right = self.fitting(op, left.ty.common(right.ty), left.range, right);
        self.apply(op, left, right)
    }

    /// The right operand, changed so that a division or a shift by it has a meaning.
    fn fitting(&mut self, op: Op, common: Int, left: Range, right: Value) -> Value {
        match op {
            Op::Div | Op::Rem => {
                let converted = right.range.converted(common);
                let zero = converted.low <= 0 && converted.high >= 0;
                let overflow =
                    common.signed() && left.low <= common.range().low && converted.low <= -1 && converted.high >= -1;
                if !zero && !overflow {
                    return right;
                }
                if self.random.chance(45) {
                    let divisor = self.random.between(1, 13);
                    let negative = common.signed() && divisor > 1 && self.random.chance(25);
                    let value = i128::from(if negative { -divisor } else { divisor });
                    return Value::new(
                        vec![tree::number(value as i64)],
                        Int::Int,
                        Range::new(value, value),
                        Level::Unary,
                    );
                }
                let parts = vec![text("(("), right.at_least(Level::And), text(" & 15) + 1)")];
                Value::new(parts, right.ty.promoted(), Range::new(1, 16), Level::Primary)
            }
            Op::Shl | Op::Shr => {
                if right.range.within(Range::new(0, 31)) {
                    return right;
                }
                if self.random.chance(40) {
                    let amount = self.random.between(0, 31);
                    let range = Range::new(amount.into(), amount.into());
                    return Value::new(vec![tree::number(amount)], Int::Int, range, Level::Primary);
                }
                let mask = *self.random.pick(&[3, 7, 15, 31]).unwrap_or(&7);
                let parts = vec![text("("), right.at_least(Level::And), text(format!(" & {mask})"))];
                Value::new(parts, right.ty.promoted(), Range::new(0, mask), Level::Primary)
            }
            _ => right,
        }
    }

    /// `left op right`; computed in unsigned arithmetic where the signed result might not fit.
    pub fn apply(&mut self, op: Op, left: Value, right: Value) -> Value {
        let shift = matches!(op, Op::Shl | Op::Shr);
        let common = if shift { left.ty.promoted() } else { left.ty.common(right.ty) };
        let (l, r) = (left.range.converted(common), if shift { right.range } else { right.range.converted(common) });
        let exact = result(op, l, r);
        if common.signed() && !exact.is_some_and(|range| range.within(common.range())) {
            let left = self.cast_to(left, common.unsigned());
            let value = self.apply(op, left, right);
            return match self.random.chance(40) {
                true => self.cast_to(value, common),
                false => value,
            };
        }
        let range = exact.map_or(common.range(), |range| range.converted(common));
        let parts = vec![left.at_least(op.level()), text(format!(" {} ", op.text())), right.at_least(op.right_level())];
        Value::new(parts, common, range, op.level())
    }

    pub fn comparison(&mut self, depth: usize, effects: &mut Effects) -> Value {
        let left = self.value(depth - 1, effects);
        let right = match self.random.chance(40) {
            true => self.constant(),
            false => self.value(depth - 1, effects),
        };
        self.compare(left, right)
    }

    pub fn compare(&mut self, left: Value, right: Value) -> Value {
        let op = *self.random.pick(&["<", ">", "<=", ">=", "==", "!="]).unwrap_or(&"<");
        let level = if op == "==" || op == "!=" { Level::Equality } else { Level::Relational };
        let above = if level == Level::Equality { Level::Relational } else { Level::Shift };
        let parts = vec![left.at_least(level), text(format!(" {op} ")), right.at_least(above)];
        Value::new(parts, Int::Int, Range::new(0, 1), level)
    }

    pub fn unary(&mut self, depth: usize, effects: &mut Effects) -> Value {
        let inner = self.value(depth - 1, effects);
        let ty = inner.ty.promoted();
        match self.random.below(7) {
            0 | 1 => {
                Value::new(vec![text("!"), inner.at_least(Level::Unary)], Int::Int, Range::new(0, 1), Level::Unary)
            }
            2 | 3 => {
                let range = if ty.signed() { Range::new(!inner.range.high, !inner.range.low) } else { ty.range() };
                Value::new(vec![text("~"), inner.at_least(Level::Unary)], ty, range, Level::Unary)
            }
            4 => Value::new(vec![text("+"), inner.at_least(Level::Primary)], ty, inner.range, Level::Unary),
            _ => self.negated(inner),
        }
    }

    pub fn negated(&mut self, inner: Value) -> Value {
        let ty = inner.ty.promoted();
        let inner = match ty.signed() && inner.range.low <= ty.range().low {
            true => self.cast_to(inner, ty.unsigned()),
            false => inner,
        };
        let ty = inner.ty.promoted();
        let range = Range::new(-inner.range.high, -inner.range.low).converted(ty);
        Value::new(vec![text("-"), inner.at_least(Level::Primary)], ty, range, Level::Unary)
    }

    /// `place = value` and `place op= value`, as an expression.
    pub fn assignment(&mut self, depth: usize, effects: &mut Effects) -> Option<Value> {
        let place = self.scalar(Purpose::Write, depth.saturating_sub(1), effects)?;
        // What is assigned may read the place, but not write it.
        effects.read(place.cell);
        let ty = Generator::int_of(&place.ty)?;
        let (parts, range) = if self.random.chance(60) {
            let value = self.converted_to(ty, depth.saturating_sub(1), effects);
            (vec![place.node.clone(), text(" = "), value.at_least(Level::Assignment)], value.range)
        } else {
            let op = self.operator();
            let value = self.compound_operand(op, &place, ty, depth, effects);
            let node = value.at_least(Level::Assignment);
            (vec![place.node.clone(), text(format!(" {}= ", op.text())), node], ty.range())
        };
        effects.write(place.cell);
        Some(self.stored(parts, &place, ty, range))
    }

    /// What `place op= value` computes with; in unsigned arithmetic where the signed result might not fit.
    fn compound_operand(&mut self, op: Op, place: &Place, ty: Int, depth: usize, effects: &mut Effects) -> Value {
        let value = self.value(depth.saturating_sub(1), effects);
        let promoted = match place.bits {
            Some(bits) if bits < 32 => Int::Int,
            _ => ty,
        };
        let left = place.range;
        let value = self.fitting(op, promoted.common(value.ty), left, value);
        let shift = matches!(op, Op::Shl | Op::Shr);
        let common = if shift { promoted.promoted() } else { promoted.common(value.ty) };
        let right = if shift { value.range } else { value.range.converted(common) };
        let fits = result(op, left.converted(common), right).is_some_and(|range| range.within(common.range()));
        if !common.signed() || fits {
            return value;
        }
        match op {
            // Nothing on the right makes the left side unsigned.
            Op::Shl => Value::new(vec![text("0")], Int::Int, Range::new(0, 0), Level::Primary),
            _ => self.cast_to(value, common.unsigned()),
        }
    }

    /// `x++` and its kin, as an expression.
    pub fn increment(&mut self, depth: usize, effects: &mut Effects) -> Option<Value> {
        let place = self.scalar(Purpose::Write, depth.saturating_sub(1), effects)?;
        effects.read(place.cell);
        effects.write(place.cell);
        let ty = Generator::int_of(&place.ty)?;
        let op = if self.random.chance(50) { "++" } else { "--" };
        let operand = match place.level {
            Level::Primary => place.node.clone(),
            _ => tree::group(vec![text("("), place.node.clone(), text(")")]),
        };
        let (parts, level) = match self.random.chance(50) {
            true => (vec![text(op), operand], Level::Unary),
            false => (vec![operand, text(op)], Level::Primary),
        };
        let mut value = self.stored(parts, &place, ty, ty.range());
        value.level = level;
        Some(value)
    }

    /// The value of an assignment: converted to the type of its target.
    fn stored(&mut self, parts: Vec<Node>, place: &Place, ty: Int, range: Range) -> Value {
        let within = Value { node: text(""), ty, range: place.range, level: Level::Assignment };
        let range = if range.within(within.range) { range } else { within.range };
        // The type of a bit-field's value is its declared type, or `int` when it is narrower.
        let ty = self.read(place.clone()).map_or(ty, |value| value.ty);
        Value::new(parts, ty, range, Level::Assignment)
    }
}

/// The mathematical result of an operator; `None` where it has none or is not needed.
fn result(op: Op, l: Range, r: Range) -> Option<Range> {
    let corners = |f: &dyn Fn(i128, i128) -> i128| {
        let all = [f(l.low, r.low), f(l.low, r.high), f(l.high, r.low), f(l.high, r.high)];
        Range::new(all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0))
    };
    let bits = |value: i128| (1i128 << (128 - value.leading_zeros())) - 1;
    let natural = l.low >= 0 && r.low >= 0;
    Some(match op {
        Op::Add => Range::new(l.low + r.low, l.high + r.high),
        Op::Sub => Range::new(l.low - r.high, l.high - r.low),
        Op::Mul => corners(&|a, b| a * b),
        Op::Div if l.low >= 0 && r.low > 0 => Range::new(0, l.high / r.low),
        Op::Div if r.low > 0 => Range::new(l.low.min(0), l.high.max(0)),
        Op::Div => {
            let most = l.low.abs().max(l.high.abs());
            let most = if r.high < -1 { most / 2 } else { most };
            Range::new(-most, most)
        }
        Op::Rem => {
            let most = (r.low.abs().max(r.high.abs()) - 1).max(0);
            Range::new(if l.low < 0 { -most } else { 0 }, most.min(l.high.max(-l.low)))
        }
        Op::Shl if l.low >= 0 => Range::new(0, l.high << r.high),
        Op::Shl => return None,
        Op::Shr => Range::new(l.low.min(0), l.high.max(0)),
        Op::And if natural => Range::new(0, l.high.min(r.high)),
        Op::And if l.low >= 0 => Range::new(0, l.high),
        Op::And if r.low >= 0 => Range::new(0, r.high),
        Op::Or | Op::Xor if natural => Range::new(0, bits(l.high.max(r.high))),
        Op::And | Op::Or | Op::Xor => {
            let width = |value: i128| bits(if value < 0 { !value } else { value });
            let most = [l.low, l.high, r.low, r.high].into_iter().map(width).max().unwrap_or(0);
            Range::new(-most - 1, most)
        }
    })
}
