//! Successors next to each other in one piece of memory.

use super::flags::Flags;
use crate::bytes::{damaged, get, get_row, put, put_row};
use crate::exec::Move;
use crate::exec::native::ROUND;
use crate::model::TransitionId;
use std::io::{self, Read, Write};

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

    pub fn words(&self) -> usize {
        self.len as usize
    }
}

/// A point in the past of [`Successors`].
#[derive(Clone, Copy, Debug)]
pub struct SuccessorsMark {
    used: usize,
    count: usize,
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

    /// Where it stands now, to go back to.
    #[inline(always)]
    pub fn mark(&self) -> SuccessorsMark {
        SuccessorsMark { used: self.used, count: self.list.len() }
    }

    /// Forgets what came since.
    pub fn back_to(&mut self, mark: SuccessorsMark) {
        self.used = mark.used;
        self.list.truncate(mark.count);
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

    /// Makes sure that there is room for rows of so many words behind those in use.
    #[inline(always)]
    fn reserve(&mut self, words: usize) {
        if self.rows.len() < self.used + words {
            self.rows.resize((self.used + words).next_power_of_two(), 0);
        }
    }

    /// A row, and room for so many of the same length behind all rows. The lengths are rounded up.
    #[inline(always)]
    pub fn row_and_room(&mut self, at: usize, words: usize, count: usize) -> (&[u32], &mut [u32]) {
        self.reserve(words * count);
        let (rows, room) = self.rows.split_at_mut(self.used);
        (&rows[at..at + words], &mut room[..words * count])
    }

    /// The first so many rows of the room are in use now. Where they begin.
    #[inline(always)]
    pub fn take_room(&mut self, words: usize, count: usize) -> usize {
        let at = self.used;
        self.used += words * count;
        at
    }

    /// Writes a row. Where it begins.
    #[inline(always)]
    pub fn write(&mut self, state: &[u32]) -> usize {
        let words = state.len().next_multiple_of(ROUND);
        self.reserve(words);
        self.rows[self.used..][..state.len()].copy_from_slice(state);
        self.take_room(words, 1)
    }

    /// Writes the first words of a row once more. Where it begins.
    pub fn write_again(&mut self, at: usize, len: usize) -> usize {
        let words = len.next_multiple_of(ROUND);
        self.reserve(words);
        self.rows.copy_within(at..at + len, self.used);
        self.take_room(words, 1)
    }

    #[inline(always)]
    pub fn word(&self, at: usize) -> u32 {
        self.rows[at]
    }

    pub fn set_word(&mut self, at: usize, word: u32) {
        self.rows[at] = word;
    }

    pub fn words(&self, at: usize, len: usize) -> &[u32] {
        &self.rows[at..at + len]
    }

    /// A row that was written is this successor.
    #[inline(always)]
    pub fn keep(&mut self, at: usize, successor: Successor) {
        self.list.push(Successor { at: at as u32, ..successor });
    }

    /// Adds a successor.
    #[inline]
    pub fn push(&mut self, state: &[u32], successor: Successor) {
        let at = self.write(state);
        self.keep(at, successor);
    }

    /// Writes all successors.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        put_row(out, &self.rows[..self.used])?;
        put(out, self.list.len() as u64)?;
        for s in &self.list {
            put(out, s.key)?;
            let by = s.by.map_or([u32::MAX; 2], |step| [step.pid, step.transition.0]);
            put_row(out, &[s.at, s.len, s.depth, u32::from(s.flags.to_bits()), by[0], by[1]])?;
        }
        Ok(())
    }

    /// Reads what was written.
    pub fn load(&mut self, input: &mut dyn Read) -> io::Result<()> {
        self.rows = get_row(input)?;
        self.used = self.rows.len();
        self.list.clear();
        for _ in 0..get(input)? {
            let key = get(input)?;
            let &[at, len, depth, flags, pid, transition] = &get_row(input)?[..] else { return Err(damaged()) };
            if (at + len) as usize > self.used {
                return Err(damaged());
            }
            let by = (transition != u32::MAX).then_some(Move { pid, transition: TransitionId(transition) });
            let flags = Flags::from_bits(flags as u8);
            self.list.push(Successor { key, at, ..Successor::new(len as usize, depth, flags, by) });
        }
        Ok(())
    }

    /// Words in use, with those that are passed through.
    pub fn used(&self) -> usize {
        self.used
    }

    pub fn bytes(&self) -> u64 {
        (self.rows.capacity() * 4 + self.list.capacity() * size_of::<Successor>()) as u64
    }
}
