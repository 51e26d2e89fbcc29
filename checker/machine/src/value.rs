//! Arithmetic on values in registers, as x86-64 does it.

use crate::address::plain;
use crate::code::{Binary, Compare, Math, Rmw, Unary};
use crate::extended;
use crate::types::Type;

/// What can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    DivisionByZero,
    DivisionOverflow,
    /// The exact result does not fit; only where that is asked for.
    Overflow,
    Shift,
}

/// An `f32` or `f64`.
fn float(ty: Type, bits: u128) -> f64 {
    match ty {
        Type::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits as u64),
    }
}

/// `checked`: a negative that does not fit into a signed type is wrong.
pub fn unary(op: Unary, ty: Type, value: u128, checked: bool) -> Result<u128, Wrong> {
    Ok(match (op, ty) {
        (Unary::Neg, Type::F32) => u128::from((-f32::from_bits(value as u32)).to_bits()),
        (Unary::Neg, Type::F64) => u128::from((-f64::from_bits(value as u64)).to_bits()),
        (Unary::Neg, Type::F80) => extended::negated(value),
        (Unary::Neg, _) => return binary(Binary::Sub, ty, 0, value, checked),
        (Unary::BitNot, _) => ty.cut(!value),
    })
}

/// `checked`: results that do not fit into a signed type, and bad amounts to shift by, are wrong.
pub fn binary(op: Binary, ty: Type, left: u128, right: u128, checked: bool) -> Result<u128, Wrong> {
    match ty {
        Type::F32 => {
            let (a, b) = (f32::from_bits(left as u32), f32::from_bits(right as u32));
            return Ok(u128::from(float_binary(op, a, b).to_bits()));
        }
        Type::F80 => return Ok(extended::binary(op, left, right)),
        Type::F64 => {
            let (a, b) = (f64::from_bits(left as u64), f64::from_bits(right as u64));
            return Ok(u128::from(float_binary(op, a, b).to_bits()));
        }
        _ => {}
    }
    let result = match op {
        Binary::Add => left.wrapping_add(right),
        Binary::Sub if ty == Type::U64 => u128::from(plain(left as u64).wrapping_sub(plain(right as u64))),
        Binary::Sub => left.wrapping_sub(right),
        Binary::Mul => left.wrapping_mul(right),
        Binary::Div | Binary::Rem => divide(op, ty, left, right)?,
        Binary::BitAnd => left & right,
        Binary::BitXor => left ^ right,
        Binary::BitOr => left | right,
        Binary::Shl | Binary::Shr => {
            let size = u128::from(ty.bits());
            if checked && right >= size {
                return Err(Wrong::Shift);
            }
            let amount = (right % size) as u32;
            match op {
                Binary::Shl => left << amount,
                _ if ty.is_signed() => ((ty.extend(left) as i128) >> amount) as u128,
                _ => left >> amount,
            }
        }
    };
    if checked && ty.is_signed() && overflows(op, ty, left, right) {
        return Err(Wrong::Overflow);
    }
    Ok(ty.cut(result))
}

fn overflows(op: Binary, ty: Type, left: u128, right: u128) -> bool {
    let (a, b) = (ty.extend(left) as i128, ty.extend(right) as i128);
    let exact = match op {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::Shl => {
            // A negative number must not be shifted; a positive one must fit.
            if a < 0 {
                return true;
            }
            let amount = right as u32;
            if a.leading_zeros() > amount { Some(a << amount) } else { None }
        }
        Binary::Div | Binary::Rem | Binary::BitAnd | Binary::BitXor | Binary::BitOr | Binary::Shr => return false,
    };
    exact.is_none_or(|exact| ty.extend(ty.cut(exact as u128)) as i128 != exact)
}

fn divide(op: Binary, ty: Type, left: u128, right: u128) -> Result<u128, Wrong> {
    if right == 0 {
        return Err(Wrong::DivisionByZero);
    }
    if !ty.is_signed() {
        return Ok(match (op, u64::try_from(left), u64::try_from(right)) {
            (Binary::Div, Ok(a), Ok(b)) => u128::from(a / b),
            (_, Ok(a), Ok(b)) => u128::from(a % b),
            (Binary::Div, ..) => left / right,
            _ => left % right,
        });
    }
    let (a, b) = (ty.extend(left) as i128, ty.extend(right) as i128);
    let least = i128::MIN >> (128 - ty.bits());
    if a == least && b == -1 {
        return Err(Wrong::DivisionOverflow);
    }
    Ok(if op == Binary::Div { a / b } else { a % b } as u128)
}

/// What floating point numbers of both sizes can do.
trait Float: Copy {
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn div(self, other: Self) -> Self;
}

macro_rules! float {
    ($ty:ty) => {
        impl Float for $ty {
            fn add(self, other: Self) -> Self {
                self + other
            }
            fn sub(self, other: Self) -> Self {
                self - other
            }
            fn mul(self, other: Self) -> Self {
                self * other
            }
            fn div(self, other: Self) -> Self {
                self / other
            }
        }
    };
}
float!(f32);
float!(f64);

fn float_binary<F: Float>(op: Binary, a: F, b: F) -> F {
    match op {
        Binary::Add => a.add(b),
        Binary::Sub => a.sub(b),
        Binary::Mul => a.mul(b),
        Binary::Div => a.div(b),
        // The verifier of code refuses these.
        Binary::Rem | Binary::BitAnd | Binary::BitXor | Binary::BitOr | Binary::Shl | Binary::Shr => a,
    }
}

pub fn compare(op: Compare, ty: Type, left: u128, right: u128) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let order = if ty == Type::F80 {
        extended::order(left, right)
    } else if ty.is_float() {
        float(ty, left).partial_cmp(&float(ty, right))
    } else if ty.bits() == 64 {
        let (a, b) = (plain(left as u64), plain(right as u64));
        Some(if ty.is_signed() { (a as i64).cmp(&(b as i64)) } else { a.cmp(&b) })
    } else if ty.is_signed() {
        Some((ty.extend(left) as i128).cmp(&(ty.extend(right) as i128)))
    } else {
        Some(left.cmp(&right))
    };
    match op {
        Compare::Eq => order == Some(Equal),
        Compare::Ne => order != Some(Equal),
        Compare::Lt => order == Some(Less),
        Compare::Gt => order == Some(Greater),
        Compare::Le => matches!(order, Some(Less | Equal)),
        Compare::Ge => matches!(order, Some(Greater | Equal)),
    }
}

pub fn convert(from: Type, into: Type, bits: u128) -> u128 {
    match (from, into) {
        (Type::F80, Type::F80) => return bits,
        (Type::F80, Type::F64) => return u128::from(extended::to_double(bits).to_bits()),
        (Type::F80, Type::F32) => return u128::from(extended::to_single(bits).to_bits()),
        (Type::F80, _) => return into.cut(extended::to_integer(bits, into)),
        (Type::F64, Type::F80) => return extended::of_double(f64::from_bits(bits as u64)),
        (Type::F32, Type::F80) => return extended::of_single(f32::from_bits(bits as u32)),
        (_, Type::F80) if from.is_signed() => return extended::of_signed(from.extend(bits) as i128),
        (_, Type::F80) => return extended::of_unsigned(bits),
        _ => {}
    }
    match (from.is_float(), into) {
        (false, Type::F32) => {
            let value = from.extend(bits);
            let rounded = if from.is_signed() { value as i128 as f32 } else { value as f32 };
            u128::from(rounded.to_bits())
        }
        (false, Type::F64) => {
            let value = from.extend(bits);
            let rounded = if from.is_signed() { value as i128 as f64 } else { value as f64 };
            u128::from(rounded.to_bits())
        }
        (false, _) => into.cut(from.extend(bits)),
        (true, Type::F32) if from == Type::F32 => bits,
        (true, Type::F32) => u128::from((float(from, bits) as f32).to_bits()),
        (true, Type::F64) => u128::from(float(from, bits).to_bits()),
        (true, _) => into.cut(truncate(float(from, bits), into)),
    }
}

/// A floating point number as an integer. Where it does not fit, C promises nothing and the processor gives its
/// "integer indefinite" value, in the size that gcc calculates in.
fn truncate(value: f64, into: Type) -> u128 {
    let fits = |low: f64, high: f64| value > low && value < high;
    match into {
        Type::I8 | Type::I16 | Type::I32 | Type::U8 | Type::U16 => {
            if fits(-2147483649.0, 2147483648.0) {
                value as i32 as u128
            } else {
                i32::MIN as u128
            }
        }
        Type::U32 | Type::I64 => {
            if fits(-9223372036854777856.0, 9223372036854775808.0) {
                value as i64 as u128
            } else {
                i64::MIN as u128
            }
        }
        Type::U64 => {
            if value < 9223372036854775808.0 {
                truncate(value, Type::I64)
            } else {
                (truncate(value - 9223372036854775808.0, Type::I64) as u64 ^ (1 << 63)).into()
            }
        }
        Type::I128 => value as i128 as u128,
        Type::U128 => value as u128,
        Type::F32 | Type::F64 | Type::F80 => 0,
    }
}

pub fn rmw(op: Rmw, ty: Type, before: u128, value: u128) -> u128 {
    ty.cut(match op {
        Rmw::Exchange => value,
        Rmw::Add => before.wrapping_add(value),
        Rmw::Sub => before.wrapping_sub(value),
        Rmw::And => before & value,
        Rmw::Or => before | value,
        Rmw::Xor => before ^ value,
        Rmw::Nand => !(before & value),
    })
}

/// `None` where the result is not known to the last bit.
pub fn math(op: Math, ty: Type, left: u128, right: u128) -> Option<u128> {
    if ty == Type::F80 {
        return extended::math(op, left, right);
    }
    let (a, b) = (f64::from_bits(left as u64), f64::from_bits(right as u64));
    let result = match op {
        Math::Sqrt => a.sqrt(),
        Math::Fabs => a.abs(),
        Math::Floor => a.floor(),
        Math::Ceil => a.ceil(),
        Math::Trunc => a.trunc(),
        Math::Round => a.round(),
        Math::Fmod => a % b,
        Math::Pow => a.powf(b),
        Math::Exp => a.exp(),
        Math::Log => a.ln(),
        Math::Sin => a.sin(),
        Math::Cos => a.cos(),
        Math::Tan => a.tan(),
        Math::Atan2 => a.atan2(b),
    };
    Some(u128::from(result.to_bits()))
}
