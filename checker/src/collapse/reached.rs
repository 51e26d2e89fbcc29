//! Successors, and who takes them.

use super::fields::Key;
use crate::successors::Flags;

/// A successor.
#[derive(Clone, Copy, Debug)]
pub struct Reached<const K: usize> {
    pub key: Key<K>,
    /// How many steps it takes to get there.
    pub depth: u32,
    pub flags: Flags,
}

/// Takes successors, one after the other.
pub trait Sink<const K: usize> {
    fn push(&mut self, reached: Reached<K>);

    /// The same on a condition, and without asking which way to go: the condition is hard to guess.
    #[inline(always)]
    fn push_if(&mut self, reached: Reached<K>, is_so: bool) {
        if is_so {
            self.push(reached);
        }
    }

    /// How many there are.
    fn count(&self) -> usize;

    fn at(&self, index: usize) -> Reached<K>;

    /// Forgets those from this one on.
    fn forget(&mut self, from: usize);
}

impl<const K: usize> Sink<K> for Vec<Reached<K>> {
    #[inline(always)]
    fn push(&mut self, reached: Reached<K>) {
        Vec::push(self, reached);
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    fn at(&self, index: usize) -> Reached<K> {
        self[index]
    }

    fn forget(&mut self, from: usize) {
        self.truncate(from);
    }
}
