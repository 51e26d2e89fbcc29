//! Expressions.

use super::Generator;
use super::effects::Effects;
use super::place::Purpose;
use super::scope::{Access, Variable};
use super::types::{Int, OBJECT_TYPES, Range, Type};
use crate::generator::tree::{self, Node, text};

/// An integer expression, with what is known of its value.
#[derive(Clone, Debug)]
pub struct Value {
    pub node: Node,
    pub ty: Int,
    pub range: Range,
    pub level: Level,
}

/// How tightly an expression binds, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    Comma,
    Assignment,
    Conditional,
    LogicalOr,
    LogicalAnd,
    Or,
    Xor,
    And,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Unary,
    Primary,
}

impl Value {
    pub fn new(parts: Vec<Node>, ty: Int, range: Range, level: Level) -> Value {
        Value { node: tree::expression(parts), ty, range, level }
    }

    /// The expression as an operand of an operator that binds so tightly.
    pub fn at_least(&self, level: Level) -> Node {
        match self.level >= level {
            true => self.node.clone(),
            false => tree::group(vec![text("("), self.node.clone(), text(")")]),
        }
    }
}

/// Numbers at the edges of C's types.
const LARGE: &[i128] = &[
    127, 128, 129, 255, 256, 257, 1000, 32767, 32768, 65535, 65536, 1000000, 2147483646, 2147483647, 2147483648,
    2863311530, 4294967294, 4294967295,
];

impl Generator {
    /// An expression of at most 32 bits; `depth` bounds its nesting.
    pub fn value(&mut self, depth: usize, effects: &mut Effects) -> Value {
        if depth == 0 || self.random.chance(22) {
            return self.leaf(effects);
        }
        let on = |feature: bool, weight: usize| if feature { weight } else { 0 };
        let f = self.features;
        let choices = [
            (30, 0),
            (10, 1),
            (9, 2),
            (8, 3),
            (on(f.sequence_points, 7), 4),
            (on(f.sequence_points, 6), 5),
            (on(f.sequence_points, 2), 6),
            (on(f.sequence_points && f.side_effects, 3), 7),
            (on(f.side_effects, 6), 8),
            (on(f.side_effects, 5), 9),
            (on(f.calls && f.side_effects, 9), 10),
            (on(f.wide, 6), 11),
            (on(f.sequence_points && f.side_effects, 2), 13),
            (on(f.pointers, 2), 14),
            (12, 12),
        ];
        let made = match self.random.weighted(&choices) {
            Some(0) => Some(self.arithmetic(depth, effects)),
            Some(1) => Some(self.comparison(depth, effects)),
            Some(2) => Some(self.unary(depth, effects)),
            Some(3) => Some(self.cast(depth, effects)),
            Some(4) => Some(self.logical(depth, effects)),
            Some(5) => Some(self.conditional(depth, effects)),
            Some(6) => Some(self.elvis(depth, effects)),
            Some(7) => Some(self.comma(depth, effects)),
            Some(8) => self.assignment(depth, effects),
            Some(9) => self.increment(depth, effects),
            Some(10) => self.call_value(depth, effects),
            Some(11) => Some(self.narrowed(depth, effects)),
            Some(13) => Some(self.statement_expression(depth, effects)),
            Some(14) => self.pointer_test(),
            _ => self.variable(depth, effects),
        };
        made.unwrap_or_else(|| self.leaf(effects))
    }

    fn leaf(&mut self, effects: &mut Effects) -> Value {
        if self.random.chance(66)
            && let Some(value) = self.variable(0, effects)
        {
            return value;
        }
        self.constant()
    }

    fn variable(&mut self, depth: usize, effects: &mut Effects) -> Option<Value> {
        let place = self.scalar(Purpose::Read, depth, effects)?;
        effects.read(place.cell);
        self.read(place)
    }

    pub fn constant(&mut self) -> Value {
        if self.features.enums && self.random.chance(12) {
            let constants: Vec<(String, i128)> = self.enums.iter().flat_map(|e| e.constants.clone()).collect();
            if let Some((name, value)) = self.random.pick(&constants) {
                let node = text(name.clone());
                return Value::new(vec![node], Int::Int, Range::new(*value, *value), Level::Primary);
            }
        }
        if self.random.chance(3)
            && let Some(variable) = self.random.pick(&self.globals)
        {
            // `sizeof` is 64 bits wide; only its low bits are of interest.
            let parts = vec![text(format!("(int)sizeof({})", variable.name))];
            return Value::new(parts, Int::Int, Range::new(1, 1 << 20), Level::Unary);
        }
        if self.features.large_constants && self.random.chance(20) {
            let value = *self.random.pick(LARGE).unwrap_or(&255);
            return self.literal(value, value > 2147483647);
        }
        if self.random.chance(5) {
            let letters = [
                ("'a'", 97),
                ("'~'", 126),
                ("' '", 32),
                ("'\\n'", 10),
                ("'\\xff'", -1),
                ("'\\''", 39),
                ("'\\200'", -128),
            ];
            let (letter, value) = *self.random.pick(&letters).unwrap_or(&letters[0]);
            return Value::new(vec![text(letter)], Int::Int, Range::new(value, value), Level::Primary);
        }
        let value = i128::from(self.random.between(-4, 12));
        let unsigned = self.features.unsigned && value >= 0 && self.random.chance(12);
        match value < 0 {
            true => Value::new(vec![text(format!("{value}"))], Int::Int, Range::new(value, value), Level::Unary),
            false => self.literal(value, unsigned),
        }
    }

    /// A number that is not negative.
    fn literal(&mut self, value: i128, unsigned: bool) -> Value {
        let ty = if unsigned { Int::Unsigned } else { Int::Int };
        let suffix = if unsigned { "u" } else { "" };
        let node = match self.random.below(8) {
            0 => text(format!("{value:#x}{suffix}")),
            1 => text(format!("0{value:o}{suffix}")),
            2 if value < 256 => text(format!("{value:#b}{suffix}")),
            _ if unsigned => text(format!("{value}{suffix}")),
            _ => tree::number(value as i64),
        };
        Value::new(vec![node], ty, Range::new(value, value), Level::Primary)
    }

    fn cast(&mut self, depth: usize, effects: &mut Effects) -> Value {
        let inner = self.value(depth - 1, effects);
        let to = self.int_type();
        self.cast_to(inner, to)
    }

    pub fn cast_to(&self, inner: Value, to: Int) -> Value {
        let range = inner.range.converted(to);
        let parts = vec![text(format!("({})", self.spelling().int(to))), inner.at_least(Level::Unary)];
        Value::new(parts, to, range, Level::Unary)
    }

    /// A type that an object may have.
    pub fn int_type(&mut self) -> Int {
        if self.features.enums && self.random.chance(10) && !self.enums.is_empty() {
            return self.enum_type();
        }
        for _ in 0..16 {
            let ty = *self.random.pick(&OBJECT_TYPES).unwrap_or(&Int::Int);
            let narrow = ty.bits() < 32;
            let unsigned = !ty.signed() && ty != Int::Bool;
            if (!narrow || self.features.narrow) && (!unsigned || self.features.unsigned) {
                return ty;
            }
        }
        Int::Int
    }

    fn enum_type(&mut self) -> Int {
        let index = self.random.below(self.enums.len());
        let signed = self.enums[index].constants.iter().any(|(_, value)| *value < 0);
        Int::Enum { index, signed }
    }

    fn logical(&mut self, depth: usize, effects: &mut Effects) -> Value {
        let before = effects.clone();
        let left = self.value(depth - 1, effects);
        let mut second = before;
        let right = self.value(depth - 1, &mut second);
        effects.add(&second);
        let (op, level) = if self.random.chance(50) { (" && ", Level::LogicalAnd) } else { (" || ", Level::LogicalOr) };
        let parts = vec![left.at_least(level), text(op), right.at_least(level)];
        Value::new(parts, Int::Int, Range::new(0, 1), level)
    }

    fn conditional(&mut self, depth: usize, effects: &mut Effects) -> Value {
        let before = effects.clone();
        let condition = self.value(depth - 1, effects);
        let (mut first, mut second) = (before.clone(), before);
        let then = self.value(depth - 1, &mut first);
        let otherwise = self.value(depth - 1, &mut second);
        effects.add(&first);
        effects.add(&second);
        let ty = then.ty.common(otherwise.ty);
        let range = then.range.converted(ty).union(otherwise.range.converted(ty));
        let parts = vec![
            condition.at_least(Level::LogicalOr),
            text(" ? "),
            then.at_least(Level::Assignment),
            text(" : "),
            otherwise.at_least(Level::Conditional),
        ];
        Value::new(parts, ty, range, Level::Conditional)
    }

    /// `a ?: b`
    fn elvis(&mut self, depth: usize, effects: &mut Effects) -> Value {
        let before = effects.clone();
        let first = self.value(depth - 1, effects);
        let mut second = before;
        let other = self.value(depth - 1, &mut second);
        effects.add(&second);
        let ty = first.ty.common(other.ty);
        let range = first.range.converted(ty).union(other.range.converted(ty));
        let parts = vec![first.at_least(Level::LogicalOr), text(" ?: "), other.at_least(Level::Conditional)];
        Value::new(parts, ty, range, Level::Conditional)
    }

    fn comma(&mut self, depth: usize, effects: &mut Effects) -> Value {
        let before = effects.clone();
        let first = match self.assignment(depth, effects) {
            Some(value) => value,
            None => self.value(depth - 1, effects),
        };
        let mut second = before;
        let last = self.value(depth - 1, &mut second);
        effects.add(&second);
        let parts =
            vec![text("("), first.at_least(Level::Assignment), text(", "), last.at_least(Level::Assignment), text(")")];
        Value::new(parts, last.ty, last.range, Level::Primary)
    }

    /// `({ int x = e; x + 1; })`
    fn statement_expression(&mut self, depth: usize, effects: &mut Effects) -> Value {
        let before = effects.clone();
        let first = self.value(depth - 1, effects);
        let ty = self.int_type();
        let name = self.name("x");
        let declared = self.spelling().declaration(&Type::Int(ty), &name);
        let mut second = before;
        let last = self.scoped(|generator| {
            let cell = generator.local_cell();
            generator.declare(Variable {
                name,
                ty: Type::Int(ty),
                cell,
                access: Access::Direct,
                frozen: false,
                addressable: false,
                range: None,
                constant: false,
            });
            generator.value(depth - 1, &mut second)
        });
        effects.add(&second);
        let parts = vec![
            text(format!("({{ {declared} = ")),
            first.at_least(Level::Assignment),
            text("; "),
            last.at_least(Level::Comma),
            text("; })"),
        ];
        Value::new(parts, last.ty, last.range, Level::Primary)
    }

    /// `p != 0`, which holds
    fn pointer_test(&mut self) -> Option<Value> {
        let pointers: Vec<Variable> = self
            .visible()
            .into_iter()
            .filter(|v| v.access == Access::Pointer && !matches!(v.ty, Type::Array(..)))
            .collect();
        let name = self.random.pick(&pointers)?.name.clone();
        let (parts, level) = match self.random.below(3) {
            0 => (format!("!{name}"), Level::Unary),
            1 => (format!("{name} != 0"), Level::Equality),
            _ => (format!("{name} == (void *)0"), Level::Equality),
        };
        Some(Value::new(vec![text(parts)], Int::Int, Range::new(0, 1), level))
    }

    /// A condition: mostly something that is neither always true nor always false.
    pub fn condition(&mut self, depth: usize, effects: &mut Effects) -> Value {
        match self.random.below(10) {
            0..=4 => self.comparison(depth.max(1), effects),
            5 | 6 if self.features.sequence_points => self.logical(depth.max(1), effects),
            _ => self.value(depth, effects),
        }
    }

    /// An expression for a place that converts it: wide ones as well.
    pub fn converted(&mut self, depth: usize, effects: &mut Effects) -> Value {
        match self.features.wide && self.random.chance(8) {
            true => self.wide(depth, effects),
            false => self.value(depth, effects),
        }
    }

    /// An expression for an object of an integer type; not a wide one for `_Bool`, where all bits count.
    pub fn converted_to(&mut self, ty: Int, depth: usize, effects: &mut Effects) -> Value {
        match ty {
            Int::Bool => self.value(depth, effects),
            _ => self.converted(depth, effects),
        }
    }

    /// The integer type behind a type, if it is one.
    pub fn int_of(ty: &Type) -> Option<Int> {
        match ty {
            Type::Int(int) => Some(*int),
            _ => None,
        }
    }
}
