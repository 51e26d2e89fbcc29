//! Integer types and their constants.

use super::feature::Feature;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Integer {
    pub bits: u32,
    pub signed: bool,
    /// Written as in `<stdint.h>`.
    pub fixed: bool,
}

impl Integer {
    pub const INT: Integer = Integer { bits: 32, signed: true, fixed: false };
    pub const LONG: Integer = Integer { bits: 64, signed: true, fixed: false };
    pub const UNSIGNED: Integer = Integer { bits: 32, signed: false, fixed: false };
    pub const BYTE: Integer = Integer { bits: 8, signed: false, fixed: false };

    pub fn name(self) -> &'static str {
        match (self.fixed, self.bits, self.signed) {
            (false, 8, true) => "signed char",
            (false, 8, false) => "unsigned char",
            (false, 16, true) => "short",
            (false, 16, false) => "unsigned short",
            (false, 64, true) => "long",
            (false, 64, false) => "unsigned long",
            (true, 8, true) => "int8_t",
            (true, 8, false) => "uint8_t",
            (true, 16, true) => "int16_t",
            (true, 16, false) => "uint16_t",
            (true, 32, true) => "int32_t",
            (true, 32, false) => "uint32_t",
            (true, 64, true) => "int64_t",
            (true, 64, false) => "uint64_t",
            (_, _, true) => "int",
            (_, _, false) => "unsigned",
        }
    }

    /// The features that a variable of this type stands for.
    pub fn features(self) -> Vec<Feature> {
        let mut features = Vec::new();
        if self.bits < 32 {
            features.push(Feature::Narrow);
        }
        if self.bits > 32 {
            features.push(Feature::Wide);
        }
        if !self.signed {
            features.push(Feature::Unsigned);
        }
        features
    }

    /// A value as a constant expression of this type's width.
    pub fn literal(self, value: i64) -> String {
        match (self.bits, self.signed) {
            (64, false) => format!("{}UL", value as u64),
            (64, true) if value == i64::MIN => "(-9223372036854775807L - 1)".to_string(),
            (64, true) => format!("{value}L"),
            (32, false) => format!("{}U", value as u32),
            _ if value == i64::from(i32::MIN) => "(-2147483647 - 1)".to_string(),
            _ => value.to_string(),
        }
    }

    /// The value after conversion to this type, as the explorer prints it (as `long`).
    pub fn wrap(self, value: i64) -> i64 {
        let shift = 64 - self.bits;
        if self.signed { value << shift >> shift } else { ((value as u64) << shift >> shift) as i64 }
    }

    /// Values where something interesting happens; overflow of signed arithmetic is not among it.
    pub fn limits(self) -> &'static [i64] {
        match (self.bits, self.signed) {
            (8, true) => &[127, -128, -1],
            (8, false) => &[255, 128, 254],
            (16, true) => &[32767, -32768, -1],
            (16, false) => &[65535, 32768, 256],
            (64, true) => &[0x1_0000_0000, 0x1_0000_0001, -1, 0x7fff_ffff, 0x8000_0000],
            (64, false) => &[-1, 0x1_0000_0000, 0xffff_ffff, i64::MIN],
            (_, true) => &[-1, 65536, 255, 256],
            (_, false) => &[0xffff_ffff, 0x8000_0000, 65536],
        }
    }
}
