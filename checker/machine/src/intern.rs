//! Parts of states, each kept once and named by a number.
//!
//! A state is a list of these numbers (see `state`). Number 0 is the empty part.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A part of a state.
pub type PartId = u32;

#[derive(Debug)]
pub struct Intern<T> {
    table: HashTable<PartId>,
    ends: Vec<usize>,
    items: Vec<T>,
}

fn hash<T: Item>(items: &[T]) -> u64 {
    let mut hasher = FxHasher::default();
    T::feed(items, &mut hasher);
    hasher.finish()
}

/// What parts and states are made of.
pub trait Item: Copy + Eq {
    fn feed(items: &[Self], hasher: &mut FxHasher)
    where
        Self: Sized;
}

impl Item for u8 {
    fn feed(items: &[u8], hasher: &mut FxHasher) {
        hasher.write(items);
    }
}

impl Item for u32 {
    fn feed(items: &[u32], hasher: &mut FxHasher) {
        for pair in items.chunks(2) {
            let high = pair.get(1).copied().unwrap_or(u32::MAX);
            hasher.write_u64(u64::from(pair[0]) | u64::from(high) << 32);
        }
        hasher.write_usize(items.len());
    }
}

impl<T: Item> Default for Intern<T> {
    fn default() -> Intern<T> {
        let mut intern = Intern { table: HashTable::new(), ends: vec![0], items: Vec::new() };
        intern.add(&[]);
        intern
    }
}

impl<T: Item> Intern<T> {
    pub fn get(&self, id: PartId) -> &[T] {
        &self.items[self.ends[id as usize]..self.ends[id as usize + 1]]
    }

    /// The number of a part, and whether it is new.
    pub fn add(&mut self, part: &[T]) -> (PartId, bool) {
        let hash_of = hash(part);
        let (ends, items) = (&self.ends, &self.items);
        let get = |id: PartId| &items[ends[id as usize]..ends[id as usize + 1]];
        if let Some(id) = self.table.find(hash_of, |id| get(*id) == part) {
            return (*id, false);
        }
        let id = (self.ends.len() - 1) as PartId;
        self.table.insert_unique(hash_of, id, |id| hash(get(*id)));
        self.items.extend_from_slice(part);
        self.ends.push(self.items.len());
        (id, true)
    }

    /// About how much memory this takes.
    pub fn bytes(&self) -> u64 {
        (self.items.capacity() * size_of::<T>() + self.ends.capacity() * 8 + self.table.capacity() * 5) as u64
    }
}
