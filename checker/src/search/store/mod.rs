//! The states seen so far, in several ways. [`exact`] keeps every word; [`tree`] keeps every word as well, parts that
//! states have in common only once; [`compact`] keeps a hash of each state; [`bits`] keeps a few bits. The last two may
//! take a state for one that was seen and say how likely that is.

pub mod bits;
pub mod compact;
pub mod exact;
pub mod keys;
mod pairs;
mod plan;
pub mod symmetric;
pub mod tree;

pub use exact::{Store, Stored, StoredSet};

use crate::exec::shape::CommonShapes;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::io::{self, Read, Write};

/// A set of states that a depth-first search has visited.
pub trait Visited {
    /// Tells states apart, as far as the set can.
    type Id: Copy;
    type Set: IdSet<Self::Id>;

    /// It can give states back.
    const KEEPS: bool = false;

    /// A state that is kept. Only if it [keeps](Visited::KEEPS) them.
    fn state(&self, _id: Self::Id) -> &[u32] {
        &[]
    }

    /// What a state is found by.
    fn key(&mut self, state: &[u32]) -> u64;

    /// Asks for the memory in which a state is looked up first, and some time later for what lies behind it.
    fn prefetch(&self, _key: u64, _state: &[u32]) {}
    fn prefetch_more(&self, _key: u64) {}

    /// Whether the state of this key is there, or one that the set cannot tell from it. Once it is, it stays.
    fn find(&self, key: u64, state: &[u32]) -> Option<Self::Id>;

    /// Adds the state of this key. `Err` if it was there, or if the set cannot tell it from another.
    fn insert(&mut self, key: u64, state: &[u32]) -> Result<Self::Id, Self::Id>;

    /// Adds a state.
    fn add(&mut self, state: &[u32]) -> Result<Self::Id, Self::Id> {
        let key = self.key(state);
        self.insert(key, state)
    }

    fn bytes(&self) -> u64;

    /// Writes the states, for stores that can give them back.
    fn save(&self, _out: &mut dyn Write) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }

    /// Reads states that were written. How long a state is, its first word tells.
    fn load(&mut self, _input: &mut dyn Read, _len: &mut dyn FnMut(u32) -> usize) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }

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

/// A set of ids that are hashes already, or nearly. Two states may have the same id: the set has it until both are
/// removed.
pub type PathSet<Id> = HashMap<Id, u32, BuildHasherDefault<Mixer>>;

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
        *self.entry(id).or_default() += 1;
    }

    fn remove(&mut self, id: Id) {
        if let Some(count) = self.get_mut(&id) {
            *count -= 1;
            if *count == 0 {
                HashMap::remove(self, &id);
            }
        }
    }

    fn has(&self, id: Id) -> bool {
        self.contains_key(&id)
    }

    fn bytes(&self) -> u64 {
        (self.capacity() * size_of::<(Id, u32)>()) as u64
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
