//! States one after the other in chunks of memory, written by several threads.
//!
//! Each chunk belongs to one [`Writer`] and is only ever written behind what the writer has given out: a state whose
//! [`StateRef`] is known to somebody never changes and never moves. Before each state lie two words with a note of the
//! search.

#![allow(unsafe_code)]

use crate::bytes::{damaged, get, get_row, put, put_row};
use crate::search::pages::Pages;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Words of a chunk, as a power of two.
const CHUNK_BITS: u32 = 22;
const CHUNK: usize = 1 << CHUNK_BITS;

/// Bits of a place: room for 256 GiB of states.
pub const PLACE_BITS: u32 = 36;
const CHUNKS: usize = 1 << (PLACE_BITS - CHUNK_BITS);

/// Words before a state.
const NOTE: usize = 2;

/// Where a state lies: the word at which its note begins. Only [`Arena::append`] makes places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct StateRef(u64);

impl StateRef {
    pub fn to_bits(self) -> u64 {
        self.0
    }

    /// The place that gave these bits.
    pub fn from_bits(bits: u64) -> StateRef {
        StateRef(bits)
    }
}

#[derive(Debug)]
pub struct Arena {
    chunks: Box<[AtomicPtr<u32>]>,
    /// Words of each chunk that were given out, as far as the writers have told.
    ends: Box<[AtomicU32]>,
    /// The memory of the chunks.
    pages: Mutex<Vec<Pages>>,
    used: AtomicUsize,
}

/// The right to write into one chunk of an arena.
#[derive(Debug, Default)]
pub struct Writer {
    chunk: usize,
    base: Option<*mut u32>,
    /// Words given out of the chunk.
    used: usize,
    size: usize,
    /// Bytes of chunks that are full, for accounts.
    full: u64,
}

// The pointer is to memory that the arena owns and that nobody else writes.
unsafe impl Send for Writer {}

impl Writer {
    /// Bytes that were written.
    pub fn bytes(&self) -> u64 {
        self.full + self.used as u64 * 4
    }
}

impl Default for Arena {
    fn default() -> Arena {
        // Zeroed memory that is not touched costs nothing.
        let chunks = (0..CHUNKS).map(|_| AtomicPtr::new(std::ptr::null_mut())).collect();
        let ends = (0..CHUNKS).map(|_| AtomicU32::new(0)).collect();
        Arena { chunks, ends, pages: Mutex::default(), used: AtomicUsize::new(0) }
    }
}

impl Arena {
    /// Adds a state. Nobody knows of it until its place is told.
    #[inline]
    pub fn append(&self, writer: &mut Writer, state: &[u32], note: u64) -> Option<StateRef> {
        let words = state.len() + NOTE;
        if writer.used + words > writer.size && !self.next_chunk(writer, words) {
            return None;
        }
        let base = writer.base?;
        let at = writer.used;
        // SAFETY: `at + words` is within the chunk, which only this writer writes, and behind all that was given out.
        unsafe {
            let to = base.add(at);
            to.write(note as u32);
            to.add(1).write((note >> 32) as u32);
            std::ptr::copy_nonoverlapping(state.as_ptr(), to.add(NOTE), state.len());
        }
        writer.used += words;
        Some(StateRef((writer.chunk as u64) << CHUNK_BITS | at as u64))
    }

    /// Takes the last state back, whose place has not been told to anybody.
    #[inline]
    pub fn take_back(&self, writer: &mut Writer, state: &[u32]) {
        writer.used -= state.len() + NOTE;
    }

    /// Tells how much a writer has given out.
    pub fn tell(&self, writer: &Writer) {
        if writer.base.is_some() {
            self.ends[writer.chunk].store(writer.used as u32, Ordering::Release);
        }
    }

    /// Writes all states. All writers must have told what they have.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let chunks = self.used.load(Ordering::Acquire).min(CHUNKS);
        put(out, chunks as u64)?;
        for number in 0..chunks {
            put_row(out, self.chunk(number))?;
        }
        Ok(())
    }

    /// The words of a chunk that were given out.
    fn chunk(&self, number: usize) -> &[u32] {
        let base = self.chunks[number].load(Ordering::Acquire);
        let end = self.ends[number].load(Ordering::Acquire) as usize;
        if base.is_null() {
            return &[];
        }
        // SAFETY: so many words were written before they were told, and nobody writes them any more.
        unsafe { std::slice::from_raw_parts(base, end) }
    }

    /// Reads what was written, to the same places. The arena must be empty.
    pub fn load(&self, input: &mut dyn Read) -> io::Result<()> {
        for _ in 0..get(input)? {
            let (words, mut writer) = (get_row(input)?, Writer::default());
            if !self.next_chunk(&mut writer, words.len()) {
                return Err(damaged());
            }
            let Some(base) = writer.base else { return Err(damaged()) };
            // SAFETY: the chunk has room for so many words, and only this writer writes it.
            unsafe { std::ptr::copy_nonoverlapping(words.as_ptr(), base, words.len()) }
            writer.used = words.len();
            self.tell(&writer);
        }
        Ok(())
    }

    /// The places of all states.
    pub fn places(&self, mut len: impl FnMut(u32) -> usize) -> Vec<StateRef> {
        let mut places = Vec::new();
        for number in 0..self.used.load(Ordering::Acquire).min(CHUNKS) {
            let (words, mut at) = (self.chunk(number), 0);
            while at + NOTE < words.len() {
                places.push(StateRef((number as u64) << CHUNK_BITS | at as u64));
                at += NOTE + len(words[at + NOTE]);
            }
        }
        places
    }

    #[cold]
    fn next_chunk(&self, writer: &mut Writer, words: usize) -> bool {
        let number = self.used.fetch_add(1, Ordering::Relaxed);
        if number >= CHUNKS {
            return false;
        }
        let size = CHUNK.max(words);
        let Some(pages) = Pages::new(size * 4) else { return false };
        let base = pages.base().cast::<u32>();
        self.pages.lock().unwrap_or_else(PoisonError::into_inner).push(pages);
        self.chunks[number].store(base, Ordering::Release);
        self.tell(writer);
        writer.full += writer.used as u64 * 4;
        (writer.chunk, writer.base, writer.used, writer.size) = (number, Some(base), 0, size);
        true
    }

    /// The first word of the note of a state, for a look ahead.
    #[inline(always)]
    pub fn address(&self, place: StateRef) -> *const u32 {
        let base = self.chunks[(place.0 >> CHUNK_BITS) as usize].load(Ordering::Relaxed);
        base.wrapping_add(place.0 as usize & (CHUNK - 1))
    }

    /// The first `len` words of a state; it must have that many.
    #[inline(always)]
    fn words(&self, place: StateRef, len: usize) -> &[u32] {
        let base = self.chunks[(place.0 >> CHUNK_BITS) as usize].load(Ordering::Acquire);
        debug_assert!(!base.is_null());
        // SAFETY: a place is told only after its words were written, through a slot of the table or a level of the
        // search, and both order memory. From then on nobody writes them. All of a state's words lie in the chunk.
        unsafe { std::slice::from_raw_parts(base.add((place.0 as usize & (CHUNK - 1)) + NOTE), len) }
    }

    /// Whether the state there is this one.
    #[inline(always)]
    pub fn is(&self, place: StateRef, state: &[u32]) -> bool {
        // The first word tells the length: only if it is the same, there are that many words.
        self.words(place, 1)[0] == state[0] && self.words(place, state.len()) == state
    }

    /// The state there, given how long a state with such a first word is.
    #[inline(always)]
    pub fn get(&self, place: StateRef, length: impl FnOnce(u32) -> usize) -> &[u32] {
        let first = self.words(place, 1)[0];
        self.words(place, length(first))
    }

    #[inline(always)]
    pub fn note(&self, place: StateRef) -> u64 {
        let base = self.chunks[(place.0 >> CHUNK_BITS) as usize].load(Ordering::Acquire);
        // SAFETY: as in `words`; the note lies before the state.
        unsafe {
            let at = base.add(place.0 as usize & (CHUNK - 1));
            u64::from(at.read()) | u64::from(at.add(1).read()) << 32
        }
    }
}
