//! The states seen so far, exactly.
//!
//! States lie one after the other in chunks of memory; a table of 64-bit slots finds them:
//!
//! ```text
//!   slot 0                  empty
//!   bits  0..28             the low bits of the state's hash; they give the index, too
//!   bits 28..64             place + 1; place = chunk * CHUNK + offset, in words
//! ```
//!
//! A state says its own length: word 0 is its shape. After its words may come a few more for notes, which are no part
//! of it. The table grows by doubling, which needs no look at the states while 28 bits of hash are enough for the
//! index; states never move.

use super::{IdSet, Visited};
use crate::bytes::{damaged, get, get_row, put, put_row};
use crate::hash::hash;
use crate::prefetch::prefetch;
use crate::search::pages::{Slots, Words};
use std::io::{self, Read, Write};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::Ordering::Relaxed;

/// Words of a chunk.
const CHUNK_BITS: u32 = 20;
const CHUNK: usize = 1 << CHUNK_BITS;
const TAG_BITS: u32 = 28;
const TAG: u64 = (1 << TAG_BITS) - 1;

/// A stored state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Stored(u64);

impl Stored {
    pub fn place(self) -> u64 {
        self.0
    }
}

/// A set of stored states: one bit for each word in which a state may begin.
#[derive(Debug, Default)]
pub struct StoredSet(Vec<u64>);

impl IdSet<Stored> for StoredSet {
    #[inline]
    fn add(&mut self, stored: Stored) {
        let word = (stored.0 / 64) as usize;
        if word >= self.0.len() {
            self.0.resize((word + 1).next_power_of_two(), 0);
        }
        self.0[word] |= 1 << (stored.0 % 64);
    }

    #[inline]
    fn remove(&mut self, stored: Stored) {
        if let Some(word) = self.0.get_mut((stored.0 / 64) as usize) {
            *word &= !(1 << (stored.0 % 64));
        }
    }

    #[inline]
    fn has(&self, stored: Stored) -> bool {
        self.0.get((stored.0 / 64) as usize).is_some_and(|word| word & 1 << (stored.0 % 64) != 0)
    }

    fn bytes(&self) -> u64 {
        self.0.len() as u64 * 8
    }
}

/// States one after the other. The first chunk grows and moves, so that few states need little memory.
#[derive(Debug)]
enum Chunk {
    Growing(Vec<u32>),
    Fixed(Words),
}

impl Chunk {
    /// A chunk for so many words at least.
    fn new(words: usize) -> Chunk {
        Words::new(CHUNK.max(words)).map_or_else(|| Chunk::Growing(Vec::with_capacity(CHUNK.max(words))), Chunk::Fixed)
    }

    fn capacity(&self) -> usize {
        match self {
            Chunk::Growing(words) => words.capacity(),
            Chunk::Fixed(words) => words.capacity(),
        }
    }

    #[inline(always)]
    fn extend(&mut self, state: &[u32], zeroes: usize) -> bool {
        match self {
            Chunk::Growing(words) => {
                if words.len() + state.len() + zeroes > CHUNK && !words.is_empty() {
                    return false;
                }
                words.extend_from_slice(state);
                words.resize(words.len() + zeroes, 0);
                true
            }
            Chunk::Fixed(words) => words.extend(state, zeroes),
        }
    }
}

impl Deref for Chunk {
    type Target = [u32];

    #[inline(always)]
    fn deref(&self) -> &[u32] {
        match self {
            Chunk::Growing(words) => words,
            Chunk::Fixed(words) => words,
        }
    }
}

impl DerefMut for Chunk {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u32] {
        match self {
            Chunk::Growing(words) => words,
            Chunk::Fixed(words) => words,
        }
    }
}

#[derive(Debug)]
pub struct Store {
    chunks: Vec<Chunk>,
    /// Length of the states of each shape.
    lengths: Vec<u32>,
    /// Words for notes after each state.
    notes: usize,
    table: Slots,
    mask: usize,
    count: u64,
    chunk_bytes: u64,
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl Store {
    pub fn new() -> Store {
        Store::with_notes(0)
    }

    /// A store that keeps so many words of notes with each state, 0 at first.
    pub fn with_notes(notes: usize) -> Store {
        Store {
            chunks: vec![Chunk::Growing(Vec::new())],
            lengths: Vec::new(),
            notes,
            table: Slots::new(1 << 10),
            mask: (1 << 10) - 1,
            count: 0,
            chunk_bytes: 0,
        }
    }

    pub fn len(&self) -> u64 {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn bytes(&self) -> u64 {
        self.chunk_bytes + self.table.len() as u64 * 8
    }

    /// Adds a state with this for its first note. `Err` gives where it was already.
    pub fn insert_with_note(&mut self, state: &[u32], note: u32) -> Result<Stored, Stored> {
        let stored = self.insert(state)?;
        self.notes_mut(stored, state.len())[0] = note;
        Ok(stored)
    }

    /// Adds a state. `Err` gives where it was already.
    #[inline]
    pub fn insert(&mut self, state: &[u32]) -> Result<Stored, Stored> {
        self.insert_hashed(hash(state), state)
    }

    /// The same for a state whose hash is known.
    #[inline]
    pub fn insert_hashed(&mut self, hash: u64, state: &[u32]) -> Result<Stored, Stored> {
        if self.count as usize * 4 >= self.table.len() * 3 {
            self.grow();
        }
        match self.look_up(hash, state) {
            Ok(stored) => Err(stored),
            Err(i) => {
                let place = self.append(state);
                *self.table[i].get_mut() = (place + 1) << TAG_BITS | hash & TAG;
                self.count += 1;
                Ok(Stored(place))
            }
        }
    }

    /// Where a state is, or the slot where it would be found.
    #[inline(always)]
    fn look_up(&self, hash: u64, state: &[u32]) -> Result<Stored, usize> {
        let tag = hash & TAG;
        let mut i = hash as usize & self.mask;
        loop {
            let slot = self.table[i].load(Relaxed);
            if slot == 0 {
                return Err(i);
            }
            if slot & TAG == tag && self.same((slot >> TAG_BITS) - 1, state) {
                return Ok(Stored((slot >> TAG_BITS) - 1));
            }
            i = (i + 1) & self.mask;
        }
    }

    #[inline]
    pub fn find_hashed(&self, hash: u64, state: &[u32]) -> Option<Stored> {
        self.look_up(hash, state).ok()
    }

    /// Asks for the memory in which a state with this hash is looked up first.
    #[inline(always)]
    pub fn prefetch_slot(&self, hash: u64) {
        prefetch(&raw const self.table[hash as usize & self.mask]);
    }

    /// Prefetches the state that is probably this one.
    #[inline(always)]
    pub fn prefetch_state(&self, hash: u64) {
        let mut i = hash as usize & self.mask;
        loop {
            let slot = self.table[i].load(Relaxed);
            if slot == 0 {
                return;
            }
            if slot & TAG == hash & TAG {
                let place = (slot >> TAG_BITS) - 1;
                let chunk = &self.chunks[(place >> CHUNK_BITS) as usize];
                prefetch(chunk.as_ptr().wrapping_add(place as usize & (CHUNK - 1)));
                return;
            }
            i = (i + 1) & self.mask;
        }
    }

    #[inline]
    fn same(&self, place: u64, state: &[u32]) -> bool {
        let chunk = &self.chunks[(place >> CHUNK_BITS) as usize];
        let at = place as usize & (CHUNK - 1);
        chunk.get(at..at + state.len()) == Some(state)
    }

    fn append(&mut self, state: &[u32]) -> u64 {
        let shape = state.first().map_or(0, |w| *w as usize);
        if shape >= self.lengths.len() {
            self.lengths.resize(shape + 1, 0);
        }
        self.lengths[shape] = state.len() as u32;
        let last = self.chunks.len() - 1;
        let at = self.chunks[last].len();
        if let Chunk::Growing(words) = &mut self.chunks[last] {
            self.chunk_bytes -= words.capacity() as u64 * 4;
        }
        let fits = self.chunks[last].extend(state, self.notes);
        if let Chunk::Growing(words) = &mut self.chunks[last] {
            self.chunk_bytes += words.capacity() as u64 * 4;
        }
        if fits {
            return (last as u64) << CHUNK_BITS | at as u64;
        }
        let mut chunk = Chunk::new(state.len() + self.notes);
        if let Chunk::Fixed(_) = chunk {
            self.chunk_bytes += chunk.capacity() as u64 * 4;
        }
        chunk.extend(state, self.notes);
        self.chunks.push(chunk);
        (self.chunks.len() as u64 - 1) << CHUNK_BITS
    }

    /// The notes of a stored state of this length.
    #[inline]
    pub fn notes_mut(&mut self, stored: Stored, len: usize) -> &mut [u32] {
        let at = (stored.0 as usize & (CHUNK - 1)) + len;
        &mut self.chunks[(stored.0 >> CHUNK_BITS) as usize][at..at + self.notes]
    }

    /// The words of a stored state.
    pub fn get(&self, stored: Stored) -> &[u32] {
        let chunk = &self.chunks[(stored.0 >> CHUNK_BITS) as usize];
        let at = stored.0 as usize & (CHUNK - 1);
        let len = self.lengths[chunk[at] as usize] as usize;
        &chunk[at..at + len]
    }

    /// All states, in the order in which they came.
    pub fn states(&self) -> impl Iterator<Item = &[u32]> {
        let mut next = (0, 0);
        std::iter::from_fn(move || {
            while self.chunks.get(next.0).is_some_and(|chunk| next.1 >= chunk.len()) {
                next = (next.0 + 1, 0);
            }
            let chunk = self.chunks.get(next.0)?;
            let len = self.lengths[chunk[next.1] as usize] as usize;
            let state = &chunk[next.1..next.1 + len];
            next.1 += len + self.notes;
            Some(state)
        })
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.mask = size - 1;
        let old = std::mem::replace(&mut self.table, Slots::new(size));
        let known = size <= 1 << TAG_BITS;
        for slot in old.iter().map(|s| s.load(Relaxed)).filter(|s| *s != 0) {
            let hash = if known { slot & TAG } else { hash(self.get(Stored((slot >> TAG_BITS) - 1))) };
            let mut i = hash as usize & self.mask;
            while *self.table[i].get_mut() != 0 {
                i = (i + 1) & self.mask;
            }
            *self.table[i].get_mut() = slot;
        }
    }
}

impl Visited for Store {
    type Id = Stored;
    type Set = StoredSet;

    const KEEPS: bool = true;

    #[inline]
    fn state(&self, id: Stored) -> &[u32] {
        self.get(id)
    }

    #[inline(always)]
    fn key(&mut self, state: &[u32]) -> u64 {
        hash(state)
    }

    #[inline(always)]
    fn prefetch(&self, key: u64, _state: &[u32]) {
        self.prefetch_slot(key);
    }

    #[inline(always)]
    fn prefetch_more(&self, key: u64) {
        self.prefetch_state(key);
    }

    #[inline]
    fn find(&self, key: u64, state: &[u32]) -> Option<Stored> {
        self.find_hashed(key, state)
    }

    #[inline]
    fn insert(&mut self, key: u64, state: &[u32]) -> Result<Stored, Stored> {
        self.insert_hashed(key, state)
    }

    fn bytes(&self) -> u64 {
        Store::bytes(self)
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, self.chunks.len() as u64)?;
        self.chunks.iter().try_for_each(|chunk| put_row(out, chunk))
    }

    fn load(&mut self, input: &mut dyn Read, len: &mut dyn FnMut(u32) -> usize) -> io::Result<()> {
        for _ in 0..get(input)? {
            let words = get_row(input)?;
            let mut rest = &words[..];
            while let [first, ..] = rest {
                let (state, more) = rest.split_at_checked(len(*first)).ok_or_else(damaged)?;
                // They come in the order in which they came first, and so to the same places.
                let _ = self.insert(state);
                rest = &more[self.notes.min(more.len())..];
            }
        }
        Ok(())
    }
}
