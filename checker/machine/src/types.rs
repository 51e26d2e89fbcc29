//! Types of values in registers.
//!
//! A register holds the bits of its value, extended with zeros: `-1` of type `i32` is `0xffff_ffff`. Operations say the
//! type of their operands. `f80` is C's `long double`: see `extended`.

use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Type {
    I8,
    I16,
    I32,
    I64,
    I128,
    U8,
    U16,
    U32,
    /// Addresses are of this type.
    U64,
    U128,
    F32,
    F64,
    /// 80 bits; 16 bytes in memory, 6 of which are padding.
    F80,
}

impl Type {
    pub fn name(self) -> &'static str {
        match self {
            Type::I8 => "i8",
            Type::I16 => "i16",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::I128 => "i128",
            Type::U8 => "u8",
            Type::U16 => "u16",
            Type::U32 => "u32",
            Type::U64 => "u64",
            Type::U128 => "u128",
            Type::F32 => "f32",
            Type::F64 => "f64",
            Type::F80 => "f80",
        }
    }

    /// In memory.
    pub fn bytes(self) -> u64 {
        match self {
            Type::I8 | Type::U8 => 1,
            Type::I16 | Type::U16 => 2,
            Type::I32 | Type::U32 | Type::F32 => 4,
            Type::I64 | Type::U64 | Type::F64 => 8,
            Type::I128 | Type::U128 | Type::F80 => 16,
        }
    }

    /// As many bytes as a store writes: padding stays what it was.
    pub fn stored_bytes(self) -> u64 {
        match self {
            Type::F80 => 10,
            _ => self.bytes(),
        }
    }

    /// In a register.
    pub fn bits(self) -> u32 {
        match self {
            Type::F80 => 80,
            _ => self.bytes() as u32 * 8,
        }
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::I128)
    }

    pub fn is_float(self) -> bool {
        matches!(self, Type::F32 | Type::F64 | Type::F80)
    }

    /// The unsigned integer of a size in bytes: 1, 2, 4, 8 or 16.
    pub fn unsigned(bytes: u64) -> Option<Type> {
        Some(match bytes {
            1 => Type::U8,
            2 => Type::U16,
            4 => Type::U32,
            8 => Type::U64,
            16 => Type::U128,
            _ => return None,
        })
    }

    /// The bits of a value cut to the size of the type.
    #[inline(always)]
    pub fn cut(self, bits: u128) -> u128 {
        match self.bits() {
            128 => bits,
            n => bits & ((1 << n) - 1),
        }
    }

    /// The value of the bits of an integer, as a number with 128 bits: extended with its sign if it has one.
    #[inline(always)]
    pub fn extend(self, bits: u128) -> u128 {
        if !self.is_signed() {
            return bits;
        }
        let free = 128 - self.bits();
        ((bits << free) as i128 >> free) as u128
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}
