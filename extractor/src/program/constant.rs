//! Constant expressions, computed in C's types.
//!
//! More is folded than the standard asks for, as gcc does: floating arithmetic, `0 && f()`, addresses
//! through a null pointer (the old spelling of `offsetof`). What C leaves undefined (division by zero,
//! shifts by too much) has no value; signed overflow wraps.

use super::literals::float_value;
use super::number::Value;
use super::{Binary, BinaryOp, Expr, ExprKind, Program, Type, TypeId, UnaryOp};
use machine::code;
use machine::extended;
use machine::types::Type as M;
use std::cmp::Ordering;

impl Value {
    pub(super) fn truth(self) -> bool {
        match self {
            Value::Int(v) => v != 0,
            Value::Float(v) => v != 0.0,
            Value::Extended(v) => extended::order(v, 0) != Some(Ordering::Equal),
        }
    }
}

impl Program {
    /// The value of an expression of integer (or pointer) type that is a constant. A value of
    /// `unsigned __int128` that does not fit appears as its bits.
    pub fn constant(&self, e: &Expr) -> Option<i128> {
        match self.value(e)? {
            Value::Int(v) => Some(v),
            Value::Float(_) | Value::Extended(_) => None,
        }
    }

    /// The bits of a constant of a floating type.
    pub fn float_constant(&self, e: &Expr) -> Option<u128> {
        match self.value(e)? {
            Value::Float(v) if matches!(self.ty(self.underlying(e.ty)), Type::Float(32)) => {
                Some(u128::from((v as f32).to_bits()))
            }
            Value::Float(v) => Some(u128::from(v.to_bits())),
            Value::Extended(v) => Some(v),
            Value::Int(_) => None,
        }
    }

    /// Whether an expression is a constant equal to zero.
    pub fn is_zero(&self, e: &Expr) -> bool {
        self.constant(e) == Some(0)
    }

    /// A value converted to an integer or pointer type.
    pub fn wrap(&self, value: i128, ty: TypeId) -> i128 {
        match self.ty(self.underlying(ty)) {
            Type::Bool => i128::from(value != 0),
            Type::Int { bits, signed, .. } => wrap_bits(value, *bits, *signed),
            Type::Pointer(_) => wrap_bits(value, 64, false),
            _ => value,
        }
    }

    pub(super) fn convert(&self, value: Value, ty: TypeId) -> Option<Value> {
        match (self.ty(self.underlying(ty)), value) {
            (Type::Bool, v) => Some(Value::Int(i128::from(v.truth()))),
            (Type::Int { .. }, Value::Float(v)) => v.is_finite().then(|| Value::Int(self.wrap(v as i128, ty))),
            (Type::Int { .. } | Type::Pointer(_), Value::Int(v)) => Some(Value::Int(self.wrap(v, ty))),
            (Type::Int { .. }, Value::Extended(v)) => {
                let finite = extended::to_double(v).is_finite();
                finite.then(|| Value::Int(self.wrap(extended::to_integer(v, M::I128) as i128, ty)))
            }
            (Type::Float(32), v) => Some(Value::Float(f64::from(match v {
                Value::Int(v) => v as f32,
                Value::Float(v) => v as f32,
                Value::Extended(v) => extended::to_single(v),
            }))),
            (Type::Float(64), v) => Some(Value::Float(match v {
                Value::Int(v) => v as f64,
                Value::Float(v) => v,
                Value::Extended(v) => extended::to_double(v),
            })),
            (Type::Float(80), v) => Some(Value::Extended(match v {
                Value::Int(v) => extended::of_signed(v),
                Value::Float(v) => extended::of_double(v),
                Value::Extended(v) => v,
            })),
            _ => None,
        }
    }

    /// A value of a type converted to another: bits of an `unsigned __int128` are no negative number.
    pub(super) fn cast(&self, value: Value, from: TypeId, into: TypeId) -> Option<Value> {
        match (value, self.ty(self.underlying(into))) {
            (Value::Int(v), Type::Float(bits)) if v < 0 && self.integer(from) == Some((128, false)) => {
                let v = v as u128;
                match bits {
                    32 => Some(Value::Float(f64::from(v as f32))),
                    64 => Some(Value::Float(v as f64)),
                    80 => Some(Value::Extended(extended::of_unsigned(v))),
                    _ => None,
                }
            }
            _ => self.convert(value, into),
        }
    }

    pub(super) fn value(&self, e: &Expr) -> Option<Value> {
        match &e.kind {
            ExprKind::Int { value, .. } => Some(Value::Int(*value)),
            ExprKind::Enumerator { of, index } => {
                self.enumeration(*of).constants.get(*index as usize).map(|c| Value::Int(c.value))
            }
            ExprKind::Float(text) => float_value(text, self.ty(self.underlying(e.ty))),
            ExprKind::Size { value, .. } => value.map(Value::Int),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, e.ty),
            ExprKind::Binary(_) | ExprKind::Logical { .. } => self.chain(e),
            ExprKind::Conditional { condition, then, otherwise } => {
                let decided = self.value(condition)?;
                let chosen = match (decided.truth(), then) {
                    (true, Some(then)) => self.value(then)?,
                    (true, None) => decided,
                    (false, _) => self.value(otherwise)?,
                };
                self.convert(chosen, e.ty)
            }
            ExprKind::Cast { operand, .. } => self.cast(self.value(operand)?, operand.ty, e.ty),
            ExprKind::Comma(parts) => {
                let mut last = None;
                for part in parts {
                    last = Some(self.value(part)?);
                }
                last
            }
            ExprKind::AddressOf(place) => self.address(place).map(Value::Int),
            _ => None,
        }
    }

    /// A left-leaning chain of operators, from the inside out.
    fn chain(&self, e: &Expr) -> Option<Value> {
        let mut spine = Vec::new();
        let mut current = e;
        loop {
            match &current.kind {
                ExprKind::Binary(b) => {
                    spine.push(current);
                    current = &b.left;
                }
                ExprKind::Logical { left, .. } => {
                    spine.push(current);
                    current = left;
                }
                _ => break,
            }
        }
        let mut left = self.value(current);
        for node in spine.into_iter().rev() {
            left = match &node.kind {
                ExprKind::Binary(b) => self.binary(b, left?, node.ty),
                ExprKind::Logical { and, right, .. } => match left?.truth() {
                    false if *and => Some(Value::Int(0)),
                    true if !*and => Some(Value::Int(1)),
                    _ => Some(Value::Int(i128::from(self.value(right)?.truth()))),
                },
                _ => None,
            };
        }
        left
    }

    fn unary(&self, op: UnaryOp, operand: &Expr, ty: TypeId) -> Option<Value> {
        let value = self.value(operand)?;
        self.unary_value(op, value, ty)
    }

    pub(super) fn unary_value(&self, op: UnaryOp, value: Value, ty: TypeId) -> Option<Value> {
        if op == UnaryOp::Not {
            return Some(Value::Int(i128::from(!value.truth())));
        }
        match (op, self.convert(value, ty)?) {
            (UnaryOp::Minus, Value::Int(v)) => Some(Value::Int(self.wrap(v.wrapping_neg(), ty))),
            (UnaryOp::Minus, Value::Float(v)) => Some(Value::Float(-v)),
            (UnaryOp::Minus, Value::Extended(v)) => Some(Value::Extended(extended::negated(v))),
            (UnaryOp::Complement, Value::Int(v)) => Some(Value::Int(self.wrap(!v, ty))),
            (UnaryOp::Plus, v) => Some(v),
            _ => None,
        }
    }

    fn binary(&self, b: &Binary, left: Value, ty: TypeId) -> Option<Value> {
        let right = self.value(&b.right)?;
        self.binary_values(b, left, right, ty)
    }

    pub(super) fn binary_values(&self, b: &Binary, left: Value, right: Value, ty: TypeId) -> Option<Value> {
        if let Some(to) = self.pointee(b.common) {
            return self.pointer_arithmetic(b, left, right, to, ty);
        }
        let left = self.cast(left, b.left.ty, b.common)?;
        if matches!(b.op, BinaryOp::Shl | BinaryOp::Shr) {
            let right = self.convert(right, self.promoted(&b.right))?;
            let (Value::Int(l), Value::Int(r)) = (left, right) else { return None };
            return self.shift(b.op, l, r, b.common).map(Value::Int);
        }
        match (left, self.cast(right, b.right.ty, b.common)?) {
            (Value::Int(l), Value::Int(r)) => self.integers(b.op, l, r, b.common).map(Value::Int),
            (Value::Float(l), Value::Float(r)) => self.floats(b.op, l, r, b.common),
            (Value::Extended(l), Value::Extended(r)) => long_doubles(b.op, l, r),
            _ => None,
        }
    }

    fn shift(&self, op: BinaryOp, left: i128, right: i128, ty: TypeId) -> Option<i128> {
        let (bits, signed) = self.integer(ty)?;
        if right < 0 || right >= i128::from(bits) {
            return None;
        }
        let by = right as u32;
        let value = match op {
            BinaryOp::Shl => left.wrapping_shl(by),
            _ if signed || bits < 128 => left >> by,
            _ => ((left as u128) >> by) as i128,
        };
        Some(self.wrap(value, ty))
    }

    fn integers(&self, op: BinaryOp, l: i128, r: i128, ty: TypeId) -> Option<i128> {
        let wide = self.integer(ty) == Some((128, false));
        let compare = || if wide { (l as u128).cmp(&(r as u128)) } else { l.cmp(&r) };
        let value = match op {
            BinaryOp::Mul => l.wrapping_mul(r),
            BinaryOp::Div | BinaryOp::Rem if r == 0 => return None,
            BinaryOp::Div if wide => (l as u128 / r as u128) as i128,
            BinaryOp::Rem if wide => (l as u128 % r as u128) as i128,
            BinaryOp::Div => l.wrapping_div(r),
            BinaryOp::Rem => l.wrapping_rem(r),
            BinaryOp::Add => l.wrapping_add(r),
            BinaryOp::Sub => l.wrapping_sub(r),
            BinaryOp::And => l & r,
            BinaryOp::Xor => l ^ r,
            BinaryOp::Or => l | r,
            BinaryOp::Lt => return Some(compare().is_lt().into()),
            BinaryOp::Gt => return Some(compare().is_gt().into()),
            BinaryOp::Le => return Some(compare().is_le().into()),
            BinaryOp::Ge => return Some(compare().is_ge().into()),
            BinaryOp::Eq => return Some((l == r).into()),
            BinaryOp::Ne => return Some((l != r).into()),
            BinaryOp::Shl | BinaryOp::Shr => return None,
        };
        Some(self.wrap(value, ty))
    }

    fn floats(&self, op: BinaryOp, l: f64, r: f64, ty: TypeId) -> Option<Value> {
        let value = match op {
            BinaryOp::Mul => l * r,
            BinaryOp::Div => l / r,
            BinaryOp::Add => l + r,
            BinaryOp::Sub => l - r,
            BinaryOp::Lt => return Some(Value::Int((l < r).into())),
            BinaryOp::Gt => return Some(Value::Int((l > r).into())),
            BinaryOp::Le => return Some(Value::Int((l <= r).into())),
            BinaryOp::Ge => return Some(Value::Int((l >= r).into())),
            BinaryOp::Eq => return Some(Value::Int((l == r).into())),
            BinaryOp::Ne => return Some(Value::Int((l != r).into())),
            _ => return None,
        };
        self.convert(Value::Float(value), ty)
    }

    fn pointer_arithmetic(&self, b: &Binary, left: Value, right: Value, to: TypeId, ty: TypeId) -> Option<Value> {
        let (Value::Int(l), Value::Int(r)) = (left, right) else { return None };
        let size = || self.size_of(to).map(i128::from);
        let value = match b.op {
            BinaryOp::Add if self.is_integer(b.left.ty) => r.wrapping_add(l.wrapping_mul(size()?)),
            BinaryOp::Add => l.wrapping_add(r.wrapping_mul(size()?)),
            BinaryOp::Sub if self.is_integer(b.right.ty) => l.wrapping_sub(r.wrapping_mul(size()?)),
            BinaryOp::Sub => wrap_bits(l.wrapping_sub(r), 64, true).checked_div(size()?)?,
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => {
                let (l, r) = (wrap_bits(l, 64, false), wrap_bits(r, 64, false));
                return self.integers(b.op, l, r, TypeId::ULONG).map(Value::Int);
            }
            _ => return None,
        };
        Some(Value::Int(self.wrap(value, ty)))
    }

    /// The address of a place that is reached from a constant pointer.
    fn address(&self, place: &Expr) -> Option<i128> {
        let base = |e: &Expr| match self.ty(e.ty) {
            Type::Array(..) => self.address(e),
            _ => self.constant(e),
        };
        match &place.kind {
            ExprKind::Deref(pointer) => base(pointer),
            ExprKind::Member { base: of, arrow, record, member } => {
                let start = if *arrow { base(of)? } else { self.address(of)? };
                let member = self.record(*record).members.as_ref()?.get(*member as usize)?;
                start.checked_add(i128::from(member.offset / 8))
            }
            ExprKind::Index(of, index) => {
                let start = base(of)?;
                let size = i128::from(self.size_of(place.ty)?);
                start.checked_add(self.constant(index)?.checked_mul(size)?)
            }
            _ => None,
        }
    }
}

fn long_doubles(op: BinaryOp, l: u128, r: u128) -> Option<Value> {
    use Ordering::{Equal, Greater, Less};
    let calculated = |op| Some(Value::Extended(extended::binary(op, l, r)));
    let order = extended::order(l, r);
    let is = |wanted: &[Ordering]| Some(Value::Int(order.is_some_and(|o| wanted.contains(&o)).into()));
    match op {
        BinaryOp::Mul => calculated(code::Binary::Mul),
        BinaryOp::Div => calculated(code::Binary::Div),
        BinaryOp::Add => calculated(code::Binary::Add),
        BinaryOp::Sub => calculated(code::Binary::Sub),
        BinaryOp::Lt => is(&[Less]),
        BinaryOp::Gt => is(&[Greater]),
        BinaryOp::Le => is(&[Less, Equal]),
        BinaryOp::Ge => is(&[Greater, Equal]),
        BinaryOp::Eq => is(&[Equal]),
        BinaryOp::Ne => Some(Value::Int((order != Some(Equal)).into())),
        BinaryOp::Rem | BinaryOp::And | BinaryOp::Xor | BinaryOp::Or | BinaryOp::Shl | BinaryOp::Shr => None,
    }
}

fn wrap_bits(value: i128, bits: u8, signed: bool) -> i128 {
    let shift = 128 - u32::from(bits.clamp(1, 128));
    if signed { (value << shift) >> shift } else { (((value as u128) << shift) >> shift) as i128 }
}
