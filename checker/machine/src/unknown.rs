//! Unknown values: inputs of a wide range, kept as what they may be.
//!
//! An unknown has an identity and an interval; copies share it. A value made of it is `± unknown + offset`, a number of
//! its type: in a register that is one word of 128 bits with a mark ([`Symbol::pack`]), in memory a cell beside the
//! bytes. A test splits the interval and the search goes both ways, with all copies knowing; a comparison of two
//! unknowns splits what their difference may be (`order`). What cannot be said so (a product, an address, a single
//! byte) makes the value known: each one where there are few, some of them where there are many, and then the answer
//! cannot be a pass.
//!
//! Identities are numbered anew in each state, in the order of memory and registers, so that they do not tell states
//! apart; an unknown that nothing refers to any more is dropped.

use crate::types::Type;

/// What an unknown may be, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    pub low: i128,
    pub high: i128,
}

/// `± unknown + offset`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbol {
    pub id: u16,
    pub negated: bool,
    pub offset: i128,
}

/// A symbol in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    pub size: u8,
    pub bits: u128,
}

const MARK: u128 = 0xa5c3 << 112;
const OFFSET_BITS: u32 = 95;

/// Whether the bits of a register are a symbol. Values of 128 bits never are.
#[inline(always)]
pub fn is_symbol(bits: u128, ty: Type) -> bool {
    bits >> 112 == MARK >> 112 && ty.bits() <= 64
}

impl Symbol {
    /// Mark, 16 bits of identity, sign, 95 bits of offset.
    pub fn pack(self) -> u128 {
        MARK | u128::from(self.id) << 96
            | u128::from(self.negated) << OFFSET_BITS
            | (self.offset as u128 & ((1 << OFFSET_BITS) - 1))
    }

    /// Of bits that [`is_symbol`] says are one.
    pub fn unpack(bits: u128) -> Symbol {
        let free = 128 - OFFSET_BITS;
        Symbol {
            id: (bits >> 96) as u16,
            negated: bits >> OFFSET_BITS & 1 == 1,
            offset: (bits << free) as i128 >> free,
        }
    }

    /// What it may be.
    pub fn range(self, unknown: Interval) -> Interval {
        if self.negated {
            Interval { low: self.offset - unknown.high, high: self.offset - unknown.low }
        } else {
            Interval { low: unknown.low + self.offset, high: unknown.high + self.offset }
        }
    }

    /// What the unknown is if this is so much, and the other way round.
    pub fn solve(self, value: i128) -> i128 {
        if self.negated { self.offset - value } else { value - self.offset }
    }

    pub fn value(self, unknown: i128) -> i128 {
        if self.negated { self.offset - unknown } else { unknown + self.offset }
    }
}

impl Interval {
    pub fn count(self) -> u128 {
        (self.high - self.low) as u128 + 1
    }

    /// The parts between cuts: each cut begins a part.
    pub fn cut(self, cuts: &[i128]) -> Vec<Interval> {
        let mut cuts: Vec<i128> = cuts.iter().copied().filter(|c| *c > self.low && *c <= self.high).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let mut low = self.low;
        let mut parts = Vec::with_capacity(cuts.len() + 1);
        for cut in cuts {
            parts.push(Interval { low, high: cut - 1 });
            low = cut;
        }
        parts.push(Interval { low, high: self.high });
        parts
    }
}

/// The numbers of an integer type.
pub fn numbers(ty: Type) -> Interval {
    match ty.is_signed() {
        true => Interval { low: -(1 << (ty.bits() - 1)), high: (1 << (ty.bits() - 1)) - 1 },
        false => Interval { low: 0, high: (1 << ty.bits()) - 1 },
    }
}
