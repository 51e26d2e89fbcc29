//! How many different states were come to, about, without keeping them: HyperLogLog (Flajolet, Fusy, Gandouet, Meunier
//! 2007).
//!
//! Each state chooses one of 16,384 registers by some bits of its hash; the register keeps the longest row of zeros
//! that the other bits began with. Few states are counted by the registers that are still empty. The error is about one
//! percent. Tables of several searches can be joined: the result is that of one search that came to the states of all.
//! The hash does not depend on the search: a shape is known by its proctypes, not by its number.

use super::store::keys::mix;
use crate::exec::Machine;
use crate::hash::hash;

const BITS: u32 = 14;
const REGISTERS: usize = 1 << BITS;

/// A table of registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distinct(Vec<u8>);

impl Default for Distinct {
    fn default() -> Distinct {
        Distinct(vec![0; REGISTERS])
    }
}

impl Distinct {
    pub fn add(&mut self, hash: u64) {
        let hash = spread(hash);
        let register = (hash >> (64 - BITS)) as usize;
        // The bit at the end is there so that a row of zeros ends.
        let row = (hash << BITS | 1 << (BITS - 1)).leading_zeros() as u8 + 1;
        self.0[register] = self.0[register].max(row);
    }

    /// As if all that was added to another one had been added here.
    pub fn join(&mut self, other: &Distinct) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(*other);
        }
    }

    /// How many different ones were added, about.
    pub fn estimate(&self) -> f64 {
        let registers = REGISTERS as f64;
        let empty = self.0.iter().filter(|r| **r == 0).count();
        let alpha = 0.7213 / (1.0 + 1.079 / registers);
        let raw = alpha * registers * registers / self.0.iter().map(|r| 0.5f64.powi(i32::from(*r))).sum::<f64>();
        if raw <= 2.5 * registers && empty > 0 { registers * (registers / empty as f64).ln() } else { raw }
    }
}

/// Lets every bit depend on every other (the end of SplitMix64): hashes that lie too evenly would seem to be more.
fn spread(hash: u64) -> u64 {
    let z = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Counts states.
#[derive(Debug, Default)]
pub struct Counter {
    pub table: Distinct,
    /// By number, a hash of each shape; 0 for those that are not known.
    shapes: Vec<u64>,
}

impl Counter {
    /// Knows the shape that the machine is in. To be asked before a state of it is counted.
    #[inline]
    pub fn learn(&mut self, machine: &Machine) {
        let number = machine.state()[0] as usize;
        if self.shapes.get(number).is_none_or(|hash| *hash == 0) {
            self.add_shape(number, machine);
        }
    }

    #[cold]
    fn add_shape(&mut self, number: usize, machine: &Machine) {
        if number >= self.shapes.len() {
            self.shapes.resize(number + 1, 0);
        }
        let proctypes: Vec<u32> = machine.shape().processes.iter().map(|p| p.proctype.0).collect();
        self.shapes[number] = mix(hash(&proctypes)) | 1;
    }

    #[inline]
    pub fn count(&mut self, state: &[u32]) {
        let shape = self.shapes.get(state[0] as usize).copied().unwrap_or_default();
        self.table.add(mix(hash(&state[1..]) ^ shape));
    }

    pub fn bytes(&self) -> u64 {
        (REGISTERS + self.shapes.len() * 8) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::Distinct;
    use crate::hash::hash;
    use crate::search::store::keys::mix;

    fn of(numbers: std::ops::Range<u64>) -> Distinct {
        let mut distinct = Distinct::default();
        // As states are added. Numbers in a row that are only mixed are spread more evenly than chance would.
        numbers.for_each(|n| distinct.add(mix(hash(&[n as u32, (n >> 32) as u32]))));
        distinct
    }

    #[test]
    fn estimates_are_near_the_truth() {
        for count in [0, 1, 10, 1000, 30_000, 100_000, 3_000_000] {
            let estimate = of(0..count).estimate();
            let wrong = (estimate - count as f64).abs();
            assert!(wrong <= (0.03 * count as f64).max(0.5), "{estimate} for {count}");
        }
    }

    #[test]
    fn joined_tables_count_what_they_share_once() {
        let mut left = of(0..60_000);
        left.join(&of(40_000..100_000));
        assert_eq!(left, of(0..100_000));
    }
}
