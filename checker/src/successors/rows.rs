//! Successors next to each other in one piece of memory.

use crate::native::ROUND;
use crate::search::{Flags, Move};

/// One successor.
#[derive(Clone, Copy, Debug)]
pub struct Successor {
    /// Its hash, or what else a store finds it by. Whoever wants it sets it.
    pub key: u64,
    /// Where its row begins, and how many words it has.
    at: u32,
    len: u32,
    /// How many steps it takes to get there.
    pub depth: u32,
    pub flags: Flags,
    /// It was seen before. Whoever finds out sets it.
    pub known: bool,
    /// The step, if it is a single one.
    pub by: Option<Move>,
    /// Where it comes from, for searches that want to know.
    pub from: u64,
}

impl Successor {
    /// One of so many words, so many steps away.
    pub fn new(words: usize, depth: u32, flags: Flags, by: Option<Move>) -> Successor {
        Successor { key: 0, at: 0, len: words as u32, depth, flags, known: false, by, from: 0 }
    }
}

/// The successors of a state, in the order in which Spin finds them.
#[derive(Debug, Default)]
pub struct Successors {
    rows: Vec<u32>,
    /// Words in use.
    used: usize,
    pub list: Vec<Successor>,
}

impl Successors {
    pub fn clear(&mut self) {
        self.used = 0;
        self.list.clear();
    }

    /// Keeps the first successors only.
    pub fn truncate(&mut self, count: usize) {
        if let Some(next) = self.list.get(count) {
            self.used = next.at as usize;
            self.list.truncate(count);
        }
    }

    /// Takes the last successor away. Its row stays where it is until another one comes.
    pub fn pop(&mut self) -> Option<Successor> {
        let last = self.list.pop()?;
        self.used = last.at as usize;
        Some(last)
    }

    pub fn row(&self, successor: &Successor) -> &[u32] {
        &self.rows[successor.at as usize..][..successor.len as usize]
    }

    /// Room for a successor of so many words.
    #[inline(always)]
    pub fn room(&mut self, words: usize) -> &mut [u32] {
        let len = words.next_multiple_of(ROUND);
        if self.rows.len() < self.used + len {
            self.rows.resize((self.used + len).next_power_of_two(), 0);
        }
        &mut self.rows[self.used..self.used + len]
    }

    /// What was written to the room is this successor.
    #[inline(always)]
    pub fn keep(&mut self, successor: Successor) {
        self.list.push(Successor { at: self.used as u32, ..successor });
        self.used += (successor.len as usize).next_multiple_of(ROUND);
    }

    /// Adds a successor.
    #[inline]
    pub fn push(&mut self, state: &[u32], successor: Successor) {
        self.room(state.len())[..state.len()].copy_from_slice(state);
        self.keep(successor);
    }

    pub fn bytes(&self) -> u64 {
        (self.rows.capacity() * 4 + self.list.capacity() * size_of::<Successor>()) as u64
    }
}
