//! Hash-compact: of each state only a hash of 64 bits is kept. Two states with the same hash are taken for one.

use super::keys::Keys;
use super::{Loss, PathSet, Visited};
use crate::hash::hash;

#[derive(Debug, Default)]
pub struct Compact {
    keys: Keys,
}

impl Visited for Compact {
    type Id = u64;
    type Set = PathSet<u64>;

    #[inline(always)]
    fn key(&mut self, state: &[u32]) -> u64 {
        hash(state).max(1)
    }

    #[inline(always)]
    fn prefetch(&self, key: u64, _state: &[u32]) {
        self.keys.prefetch(key);
    }

    #[inline]
    fn find(&self, key: u64, _state: &[u32]) -> Option<u64> {
        self.keys.has(key).then_some(key)
    }

    #[inline]
    fn insert(&mut self, key: u64, _state: &[u32]) -> Result<u64, u64> {
        if self.keys.insert(key) { Ok(key) } else { Err(key) }
    }

    fn bytes(&self) -> u64 {
        self.keys.bytes()
    }

    fn loss(&self) -> Option<Loss> {
        // Each pair of states has the same hash once in 2^64 cases.
        let n = self.keys.len() as f64;
        Some(Loss::Compact { missing: n * n / 2f64.powi(65) })
    }
}
