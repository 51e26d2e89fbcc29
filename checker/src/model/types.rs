//! Types of values, and constants.
//!
//! Every operation of an [`Expr`](super::Expr) says the type of its operands. Promela calculates with `i32` only; the
//! others are there for C. How a
//! scalar is stored is another matter: see [`layout`](super::layout).

use std::fmt;

/// The type of a value. Prints as its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Type {
    I8,
    I16,
    /// Truth values are of this type, too: 0 or 1.
    I32,
    I64,
    U8,
    U16,
    U32,
    /// Addresses are of this type.
    U64,
    F32,
    F64,
}

impl Type {
    pub const ALL: [Type; 10] =
        [Type::I8, Type::I16, Type::I32, Type::I64, Type::U8, Type::U16, Type::U32, Type::U64, Type::F32, Type::F64];

    pub fn name(self) -> &'static str {
        match self {
            Type::I8 => "i8",
            Type::I16 => "i16",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::U8 => "u8",
            Type::U16 => "u16",
            Type::U32 => "u32",
            Type::U64 => "u64",
            Type::F32 => "f32",
            Type::F64 => "f64",
        }
    }

    /// The type of a name.
    pub fn named(name: &str) -> Option<Type> {
        Type::ALL.into_iter().find(|t| t.name() == name)
    }

    pub fn bits(self) -> u8 {
        match self {
            Type::I8 | Type::U8 => 8,
            Type::I16 | Type::U16 => 16,
            Type::I32 | Type::U32 | Type::F32 => 32,
            Type::I64 | Type::U64 | Type::F64 => 64,
        }
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Type::I8 | Type::I16 | Type::I32 | Type::I64)
    }

    pub fn is_float(self) -> bool {
        matches!(self, Type::F32 | Type::F64)
    }

    /// The bits of a value of this type that has been calculated with 64 bits: an integer is cut to its size and
    /// extended again.
    #[inline(always)]
    pub fn wrap(self, bits: u64) -> u64 {
        match self {
            Type::I8 => bits as i8 as u64,
            Type::I16 => bits as i16 as u64,
            Type::I32 => bits as i32 as u64,
            Type::U8 => u64::from(bits as u8),
            Type::U16 => u64::from(bits as u16),
            Type::U32 | Type::F32 => u64::from(bits as u32),
            Type::I64 | Type::U64 | Type::F64 => bits,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A value of a type: 64 bits, extended as [`Type::wrap`] says. Two are the same if their bits are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Constant {
    pub ty: Type,
    pub bits: u64,
}

impl Constant {
    pub fn new(ty: Type, bits: u64) -> Constant {
        Constant { ty, bits: ty.wrap(bits) }
    }

    pub fn i32(value: i32) -> Constant {
        Constant { ty: Type::I32, bits: value as u64 }
    }

    /// The value if it is an `i32`.
    pub fn as_i32(self) -> Option<i32> {
        (self.ty == Type::I32).then_some(self.bits as i32)
    }

    /// The value of an integer.
    pub fn integer(self) -> Option<i128> {
        match self.ty {
            Type::I8 | Type::I16 | Type::I32 | Type::I64 => Some(i128::from(self.bits as i64)),
            Type::U8 | Type::U16 | Type::U32 | Type::U64 => Some(i128::from(self.bits)),
            Type::F32 | Type::F64 => None,
        }
    }
}

/// `i32 5`, `f64 0x3ff0000000000000`: a floating point number is given by its bits, so that nothing is lost.
impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.integer() {
            Some(n) => write!(f, "{n}:{}", self.ty),
            None => write!(f, "{:#x}:{}", self.bits, self.ty),
        }
    }
}
