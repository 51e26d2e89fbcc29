//! Bitstate storage: each state sets a few bits of one large table, found by as many hash functions. A state whose bits
//! are all set is taken for one that was seen (Holzmann 1988; a Bloom filter).
//!
//! The functions are made from two hashes by adding one to the other again and again (Kirsch and Mitzenmacher 2008).
//! Different seeds give different functions, so that several passes miss different states.

use super::keys::mix;
use super::{Loss, PathSet, Visited};
use crate::hash::hash;
use crate::prefetch::prefetch;
use crate::search::pages::Slots;
use std::sync::atomic::Ordering::Relaxed;

#[derive(Debug)]
pub struct Bits {
    table: Slots,
    bits: u64,
    functions: u32,
    seed: u64,
    stored: u64,
    /// How many of the states that were taken for seen are expected to have been new: what each insertion adds to it.
    missed: f64,
}

impl Bits {
    /// A table of so many bytes, and so many functions.
    pub fn new(bytes: u64, functions: u32, seed: u64) -> Bits {
        let words = (bytes / 8).max(8) as usize;
        let table = Slots::new(words);
        Bits { table, bits: words as u64 * 64, functions: functions.max(1), seed, stored: 0, missed: 0.0 }
    }

    #[inline(always)]
    fn bit(&self, hash: u64) -> u64 {
        ((u128::from(hash) * u128::from(self.bits)) >> 64) as u64
    }

    /// The part of the bits that is set, as expected after so many states.
    fn filling(&self) -> f64 {
        1.0 - (-(f64::from(self.functions) * self.stored as f64) / self.bits as f64).exp()
    }
}

impl Visited for Bits {
    type Id = u64;
    type Set = PathSet<u64>;

    #[inline(always)]
    fn key(&mut self, state: &[u32]) -> u64 {
        mix(hash(state) ^ self.seed)
    }

    #[inline(always)]
    fn prefetch(&self, key: u64, _state: &[u32]) {
        let second = mix(key) | 1;
        let mut at = key;
        for _ in 0..self.functions {
            prefetch(&raw const self.table[(self.bit(at) / 64) as usize]);
            at = at.wrapping_add(second);
        }
    }

    #[inline]
    fn find(&self, key: u64, _state: &[u32]) -> Option<u64> {
        let second = mix(key) | 1;
        let mut at = key;
        for _ in 0..self.functions {
            let bit = self.bit(at);
            if self.table[(bit / 64) as usize].load(Relaxed) & 1 << (bit % 64) == 0 {
                return None;
            }
            at = at.wrapping_add(second);
        }
        Some(key)
    }

    #[inline]
    fn insert(&mut self, first: u64, _state: &[u32]) -> Result<u64, u64> {
        let second = mix(first) | 1;
        let mut new = false;
        let mut at = first;
        for _ in 0..self.functions {
            let bit = self.bit(at);
            let word = self.table[(bit / 64) as usize].get_mut();
            new |= *word & 1 << (bit % 64) == 0;
            *word |= 1 << (bit % 64);
            at = at.wrapping_add(second);
        }
        if !new {
            return Err(first);
        }
        if self.stored.is_multiple_of(1024) {
            // A state that is new now would be missed with this probability; so would, about, the next thousand.
            self.missed += 1024.0 * self.filling().powi(self.functions as i32);
        }
        self.stored += 1;
        Ok(first)
    }

    fn bytes(&self) -> u64 {
        self.bits / 8
    }

    fn loss(&self) -> Option<Loss> {
        let stored = self.stored.max(1) as f64;
        let (factor, coverage) = (self.bits as f64 / stored, stored / (stored + self.missed));
        Some(Loss::Bits { factor, functions: self.functions, coverage })
    }
}
