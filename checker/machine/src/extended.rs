//! C's `long double` on x86-64: the 80-bit format of the x87 unit, bit for bit as gcc's code calculates with it.
//!
//! A value is its 80 bits: 63 of the fraction, one for the whole part, 15 of the exponent, the sign. Numbers are
//! calculated by `rustc_apfloat`, rounded to nearest, half to even. What it says of values that are no number is not
//! what the processor says, so that these are answered here: an operation without a result gives the negative quiet NaN
//! ("indefinite"); one on NaNs gives the one with the larger fraction, made quiet. Encodings that the processor refuses
//! (an exponent, but no whole part) are none of the operands it takes: the result is indefinite.
//!
//! Square roots are rounded exactly here. Powers, logarithms and angles are not there: no two libraries agree on them.

use crate::code::{Binary, Math};
use crate::types::Type;
use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};
use std::cmp::Ordering;

type X87 = X87DoubleExtended;

const BITS: u128 = (1 << 80) - 1;
const SIGN: u128 = 1 << 79;
const WHOLE: u128 = 1 << 63;
const QUIET: u128 = 1 << 62;
const EXPONENT: u128 = 0x7fff << 64;
const INDEFINITE: u128 = SIGN | EXPONENT | WHOLE | QUIET;

fn exponent(bits: u128) -> u128 {
    bits >> 64 & 0x7fff
}

/// An encoding that the processor does not take.
fn is_refused(bits: u128) -> bool {
    exponent(bits) != 0 && bits & WHOLE == 0
}

fn is_nan(bits: u128) -> bool {
    exponent(bits) == 0x7fff && bits & WHOLE != 0 && bits & (WHOLE - 1) != 0
}

/// What an operation on values gives that are not all numbers; `None` if they are.
fn without_number(values: &[u128]) -> Option<u128> {
    if values.iter().any(|v| is_refused(*v)) {
        return Some(INDEFINITE);
    }
    // Of equal fractions the positive one.
    let first = values.iter().filter(|v| is_nan(**v)).max_by_key(|v| (*v & (WHOLE - 1), *v & SIGN == 0));
    first.map(|v| v | QUIET)
}

fn calculated(operands: &[u128], result: impl Fn() -> X87) -> u128 {
    without_number(operands).unwrap_or_else(|| {
        let result = result();
        if result.is_nan() { INDEFINITE } else { result.to_bits() }
    })
}

/// Of an operator; those of integers give the left operand, the verifier of code refuses them.
pub fn binary(op: Binary, left: u128, right: u128) -> u128 {
    let (a, b) = (X87::from_bits(left), X87::from_bits(right));
    calculated(&[left, right], || match op {
        Binary::Add => (a + b).value,
        Binary::Sub => (a - b).value,
        Binary::Mul => (a * b).value,
        Binary::Div => (a / b).value,
        Binary::Rem | Binary::BitAnd | Binary::BitXor | Binary::BitOr | Binary::Shl | Binary::Shr => a,
    })
}

pub fn negated(bits: u128) -> u128 {
    bits ^ SIGN
}

/// `None` if one of them is no number.
pub fn order(left: u128, right: u128) -> Option<Ordering> {
    match without_number(&[left, right]) {
        Some(_) => None,
        None => X87::from_bits(left).partial_cmp(&X87::from_bits(right)),
    }
}

pub fn of_double(value: f64) -> u128 {
    let value: X87 = Double::from_bits(u128::from(value.to_bits())).convert(&mut false).value;
    value.to_bits()
}

pub fn of_single(value: f32) -> u128 {
    let value: X87 = Single::from_bits(u128::from(value.to_bits())).convert(&mut false).value;
    value.to_bits()
}

pub fn to_double(bits: u128) -> f64 {
    let bits = if is_refused(bits) { INDEFINITE } else { bits };
    let value: Double = X87::from_bits(bits).convert(&mut false).value;
    f64::from_bits(value.to_bits() as u64)
}

pub fn to_single(bits: u128) -> f32 {
    let bits = if is_refused(bits) { INDEFINITE } else { bits };
    let value: Single = X87::from_bits(bits).convert(&mut false).value;
    f32::from_bits(value.to_bits() as u32)
}

pub fn of_signed(value: i128) -> u128 {
    X87::from_i128(value).value.to_bits()
}

pub fn of_unsigned(value: u128) -> u128 {
    X87::from_u128(value).value.to_bits()
}

/// As an integer of a type, rounded towards zero. Where it does not fit, C promises nothing and the processor gives the
/// least number of the size that gcc calculates in.
pub fn to_integer(bits: u128, into: Type) -> u128 {
    if into == Type::U128 {
        return X87::from_bits(bits).to_u128_r(128, Round::TowardZero, &mut false).value;
    }
    let (value, fits) = match without_number(&[bits]) {
        Some(_) => (0, false),
        None => (X87::from_bits(bits).to_i128_r(128, Round::TowardZero, &mut false).value, true),
    };
    let stored = |width: u32| {
        let least = i128::MIN >> (128 - width);
        (if fits && value >= least && value <= !least { value } else { least }) as u128
    };
    match into {
        Type::I8 | Type::U8 | Type::I16 => stored(16),
        Type::U16 | Type::I32 => stored(32),
        Type::U32 | Type::I64 => stored(64),
        Type::U64 if value < 1 << 63 => stored(64),
        Type::U64 if value < 1 << 64 => value as u128,
        Type::U64 => 0,
        Type::I128 => stored(128),
        Type::U128 | Type::F32 | Type::F64 | Type::F80 => 0,
    }
}

/// `None` for functions whose result is not known to the last bit.
pub fn math(op: Math, left: u128, right: u128) -> Option<u128> {
    let (a, b) = (X87::from_bits(left), X87::from_bits(right));
    let rounded = |round: Round| Some(calculated(&[left], || a.round_to_integral(round).value));
    match op {
        Math::Sqrt => Some(square_root(left)),
        Math::Fabs => Some(left & !SIGN),
        Math::Floor => rounded(Round::TowardNegative),
        Math::Ceil => rounded(Round::TowardPositive),
        Math::Trunc => rounded(Round::TowardZero),
        Math::Round => rounded(Round::NearestTiesToAway),
        Math::Fmod => Some(calculated(&[left, right], || a.c_fmod(b).value)),
        Math::Pow | Math::Exp | Math::Log | Math::Sin | Math::Cos | Math::Tan | Math::Atan2 => None,
    }
}

fn square_root(bits: u128) -> u128 {
    if let Some(result) = without_number(&[bits]) {
        return result;
    }
    let value = X87::from_bits(bits);
    if value.is_zero() || value.is_pos_infinity() {
        return bits;
    }
    if value.is_negative() {
        return INDEFINITE;
    }
    // m * 2^e with 64 bits in m, then with an even exponent and 127 or 128 bits: the root has 64.
    let mut power = 0;
    let fraction = value.frexp(&mut power).scalbn(64).to_u128(64).value;
    let odd = power.rem_euclid(2) as u32;
    let wide = fraction << (64 - odd);
    let root = wide.isqrt();
    // A root is never half way between two numbers of 64 bits.
    let up = wide - root * root > root;
    X87::from_u128(root + u128::from(up)).value.scalbn((power + odd as i32) / 2 - 64).to_bits()
}

/// A decimal or hexadecimal constant of C without its suffix, rounded once.
pub fn parse(text: &str) -> Option<u128> {
    text.parse::<X87>().ok().map(Float::to_bits)
}

pub fn parse_double(text: &str) -> Option<f64> {
    text.parse::<Double>().ok().map(|v| f64::from_bits(v.to_bits() as u64))
}

pub fn parse_single(text: &str) -> Option<f32> {
    text.parse::<Single>().ok().map(|v| f32::from_bits(v.to_bits() as u32))
}

/// For people: as a `double` where it is one.
pub fn text(bits: u128) -> String {
    let double = to_double(bits);
    if of_double(double) == bits & BITS || double.is_nan() {
        return double.to_string();
    }
    X87::from_bits(bits & BITS).to_string().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots() {
        let root = |v: f64| to_double(square_root(of_double(v)));
        assert_eq!(root(4.0), 2.0);
        assert_eq!(root(2.0), 2f64.sqrt());
        assert_eq!(root(1e-310), 1e-310f64.sqrt());
        assert_eq!(square_root(1), parse("0x1.6a09e667f3bcc908p-8223").unwrap_or(0), "the least number");
        assert_eq!(square_root(of_double(-1.0)), INDEFINITE);
    }

    #[test]
    fn values_that_are_no_numbers() {
        let (one, infinite) = (of_double(1.0), of_double(f64::INFINITY));
        assert_eq!(binary(Binary::Sub, infinite, infinite), INDEFINITE);
        let (small, large) = (EXPONENT | WHOLE | 1, SIGN | EXPONENT | WHOLE | QUIET | 2);
        assert_eq!(binary(Binary::Add, small, one), small | QUIET);
        assert_eq!(binary(Binary::Add, small, large), large);
        let signalling = EXPONENT | WHOLE | 3;
        assert_eq!(binary(Binary::Add, signalling, large), large, "a quiet one goes before one that is not");
        assert_eq!(binary(Binary::Mul, 1 << 64, one), INDEFINITE, "no whole part");
        assert_eq!(order(small, one), None);
    }
}
