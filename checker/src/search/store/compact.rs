//! Hash-compact: of each state only a hash of 64 bits is kept. Two states with the same hash are taken for one.

use super::exact::hash;
use super::keys::Keys;
use super::{Loss, PathSet, Visited};

#[derive(Debug, Default)]
pub struct Compact {
    keys: Keys,
}

impl Visited for Compact {
    type Id = u64;
    type Set = PathSet<u64>;

    #[inline]
    fn insert(&mut self, state: &[u32]) -> Result<u64, u64> {
        let key = hash(state).max(1);
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
