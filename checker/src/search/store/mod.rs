//! The states seen so far, in several ways. [`exact`] keeps every word; [`tree`] keeps every word as well, parts that states have in
//! common only once; [`compact`] keeps a hash of each state; [`bits`] keeps a few bits. The last two may take a state for one that was seen
//! and say how likely that is.

pub mod bits;
pub mod compact;
pub mod exact;
pub mod keys;
mod pairs;
mod plan;
pub mod symmetric;
pub mod tree;

pub use exact::{Store, Stored, StoredSet, hash};

use crate::exec::shape::CommonShapes;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A set of states that a depth-first search has visited.
pub trait Visited {
    /// Tells states apart, as far as the set can.
    type Id: Copy;
    type Set: IdSet<Self::Id>;

    /// Adds a state. `Err` if it was there, or if the set cannot tell it from another.
    fn insert(&mut self, state: &[u32]) -> Result<Self::Id, Self::Id>;

    fn bytes(&self) -> u64;

    /// The shapes by which it understands states: machines whose states it is given share them.
    fn shapes(&self) -> Option<&CommonShapes> {
        None
    }

    /// How much may have been missed.
    fn loss(&self) -> Option<Loss> {
        None
    }
}

/// A few states of a [`Visited`]: those on the path.
pub trait IdSet<Id>: Default {
    fn add(&mut self, id: Id);
    fn remove(&mut self, id: Id);
    fn has(&self, id: Id) -> bool;
    fn bytes(&self) -> u64;
}

/// A set of ids that are hashes already, or nearly.
pub type PathSet<Id> = HashSet<Id, BuildHasherDefault<Mixer>>;

#[derive(Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|b| self.write_u64(u64::from(*b)));
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = keys::mix(self.0 ^ n);
    }
}

impl<Id: Copy + Eq + Hash> IdSet<Id> for PathSet<Id> {
    fn add(&mut self, id: Id) {
        self.insert(id);
    }

    fn remove(&mut self, id: Id) {
        HashSet::remove(self, &id);
    }

    fn has(&self, id: Id) -> bool {
        self.contains(&id)
    }

    fn bytes(&self) -> u64 {
        (self.capacity() * size_of::<Id>()) as u64
    }
}

/// What a set that does not keep states says of itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    Compact {
        /// States that are expected to be missing.
        missing: f64,
    },
    Bits {
        /// Bits of the table for each state.
        factor: f64,
        functions: u32,
        /// Part of the states that came up which are expected to have been kept apart, from 0 to 1.
        coverage: f64,
    },
}
