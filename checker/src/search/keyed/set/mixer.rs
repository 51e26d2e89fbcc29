//! Spreads numbers of so many bits over all numbers of so many bits, each to one of its own.

/// A permutation of the numbers of a few bits. They are written from the topmost bit of a word on; so a product needs
/// no care.
#[derive(Clone, Copy, Debug)]
pub struct Mixer {
    bits: u32,
    /// Bits of a word that are not of a number.
    below: u32,
    mask: u64,
}

impl Mixer {
    /// For numbers of 32 to 63 bits.
    pub fn new(bits: u32) -> Mixer {
        Mixer { bits, below: 64 - bits, mask: u64::MAX << (64 - bits) }
    }

    /// The lowest bits of a number, spread.
    #[inline(always)]
    pub fn mix(self, number: u64) -> u64 {
        // Each step can be undone: the shift is by half of the bits or more, the factors are odd.
        let mut x = (number << self.below).wrapping_mul(0xd6e8_feb8_6659_fd93);
        x ^= x >> 32 & self.mask;
        x.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Spread in another way for each number of other bits; in the usual way for 0.
    #[inline(always)]
    pub fn mix_with(self, number: u64, above: u64) -> u64 {
        self.mix(number ^ above.wrapping_mul(0xa076_1d64_78bd_642f))
    }

    pub fn bits(self) -> u32 {
        self.bits
    }

    /// Bits of a word that are not of a number.
    #[inline(always)]
    pub fn below(self) -> u32 {
        self.below
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_numbers_become_one() {
        for bits in [32, 33, 44, 57, 63] {
            let mixer = Mixer::new(bits);
            let numbers = |n: u64| [n, n << (bits - 13), n << (bits / 2 - 6)];
            let mixed: HashSet<u64> = (1..1 << 13).flat_map(numbers).map(|n| mixer.mix_with(n, 5)).collect();
            let all: HashSet<u64> = (1..1 << 13).flat_map(numbers).collect();
            assert_eq!(mixed.len(), all.len());
            assert!(mixed.iter().all(|x| x & !mixer.mask == 0));
        }
    }
}
