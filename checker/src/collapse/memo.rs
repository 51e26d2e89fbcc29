//! What is known of steps: from the parts that they touch to what they change.

use super::fields::Key;
use crate::prefetch::prefetch;

/// One step.
#[derive(Clone, Copy, Debug)]
pub struct KeyStep<const K: usize> {
    /// What it changes in the key.
    pub delta: Key<K>,
    pub transition: u32,
    /// Flags, and the message that it offers, or 0.
    rest: u32,
}

const LAST: u32 = 1 << 31;
const ATOMIC: u32 = 1 << 30;
const MESSAGE: u32 = ATOMIC - 1;

impl<const K: usize> KeyStep<K> {
    /// `atomic`: the process goes on. `message`: a rendezvous begins.
    pub fn new(delta: Key<K>, transition: u32, atomic: bool, message: u32) -> KeyStep<K> {
        KeyStep { delta, transition, rest: message | if atomic { ATOMIC } else { 0 } }
    }

    /// It neither goes on nor begins a rendezvous.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        self.rest & !LAST == 0
    }

    #[inline(always)]
    pub fn is_last(&self) -> bool {
        self.rest & LAST != 0
    }

    #[inline(always)]
    pub fn is_atomic(&self) -> bool {
        self.rest & ATOMIC != 0
    }

    #[inline(always)]
    pub fn message(&self) -> u32 {
        self.rest & MESSAGE
    }
}

/// The bit of an entry that has one step, which is plain.
const ONE: u32 = 1 << 30;

/// What came of trying the options of a process: where its steps begin, or one of those below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry(u32);

impl Entry {
    /// Nothing can move.
    pub const NOTHING: Entry = Entry(0);
    /// Nothing can move, for want of a message.
    pub const NO_MESSAGE: Entry = Entry(1 << 31 | 1);
    /// The worker loop has to see to it.
    pub const UNUSUAL: Entry = Entry(1 << 31);

    /// One that stands for something else than steps.
    pub fn of(index: usize) -> Entry {
        Entry(index as u32)
    }

    #[inline(always)]
    pub fn first(self) -> usize {
        (self.0 & (ONE - 1)) as usize
    }

    /// Whether it is nothing, or one plain step.
    #[inline(always)]
    pub fn is_simple(self) -> bool {
        self.is_one() | (self.0 == 0)
    }

    /// Whether it is one plain step.
    #[inline(always)]
    pub fn is_one(self) -> bool {
        self.0 >> 30 == 1
    }
}

#[derive(Clone, Copy, Debug)]
struct Slot<const K: usize> {
    /// The parts that are touched.
    key: Key<K>,
    /// What was asked, from 1; 0 if the slot is empty.
    asked: u32,
    entry: Entry,
}

/// A table of entries.
#[derive(Debug)]
pub struct Memo<const K: usize> {
    /// As many as a power of two.
    slots: Vec<Slot<K>>,
    /// What is left of a hash if so many bits are taken away tells the slot.
    shift: u32,
    used: usize,
    /// The steps of entries one after the other. The first is none.
    steps: Vec<KeyStep<K>>,
}

const FEWEST: usize = 1 << 10;

impl<const K: usize> Memo<K> {
    const EMPTY: Slot<K> = Slot { key: [0; K], asked: 0, entry: Entry::NOTHING };

    pub fn new() -> Memo<K> {
        Memo {
            slots: vec![Memo::EMPTY; FEWEST],
            shift: 64 - FEWEST.ilog2(),
            used: 0,
            steps: vec![KeyStep::new([0; K], 0, false, 0)],
        }
    }

    pub fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Slot<K>>() + self.steps.capacity() * size_of::<KeyStep<K>>()) as u64
    }

    #[inline(always)]
    fn home(&self, asked: u32, key: &Key<K>) -> usize {
        let mut hash = u64::from(asked) << 40;
        for word in key {
            hash = (hash ^ hash >> 32 ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
        }
        (hash >> self.shift) as usize
    }

    #[inline(always)]
    pub fn find(&self, asked: u32, key: &Key<K>) -> Option<Entry> {
        let mut at = self.home(asked, key);
        loop {
            let slot = &self.slots[at];
            if slot.asked == asked && slot.key == *key {
                return Some(slot.entry);
            }
            if slot.asked == 0 {
                return None;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Asks for the memory of the first step of an entry, if it has any.
    #[inline(always)]
    pub fn prefetch_step(&self, entry: Entry) {
        prefetch(self.steps.as_ptr().wrapping_add(entry.first()));
    }

    /// Keeps an entry that is not there.
    pub fn keep(&mut self, asked: u32, key: &Key<K>, entry: Entry) {
        if (self.used + 1) * 3 > self.slots.len() * 2 {
            let larger = vec![Memo::EMPTY; self.slots.len() * 2];
            let old = std::mem::replace(&mut self.slots, larger);
            self.shift -= 1;
            for slot in old.into_iter().filter(|slot| slot.asked != 0) {
                self.put(slot);
            }
        }
        self.used += 1;
        self.put(Slot { key: *key, asked, entry });
    }

    fn put(&mut self, slot: Slot<K>) {
        let mut at = self.home(slot.asked, &slot.key);
        while self.slots[at].asked != 0 {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = slot;
    }

    /// Adds steps. There may be none.
    pub fn add(&mut self, steps: &[KeyStep<K>]) -> Entry {
        let Some((last, others)) = steps.split_last() else { return Entry::NOTHING };
        let is_one = others.is_empty() && last.is_plain();
        let entry = Entry(self.steps.len() as u32 | if is_one { ONE } else { 0 });
        self.steps.extend_from_slice(others);
        self.steps.push(KeyStep { rest: last.rest | LAST, ..*last });
        entry
    }

    #[inline(always)]
    pub fn step(&self, at: usize) -> KeyStep<K> {
        self.steps[at]
    }

    /// Forgets steps that nobody kept, if they are the last ones.
    pub fn forget(&mut self, entry: Entry) {
        let first = entry.first();
        if first == 0 || first >= self.steps.len() {
            return;
        }
        if self.steps[first..].iter().position(KeyStep::is_last) == Some(self.steps.len() - 1 - first) {
            self.steps.truncate(first);
        }
    }
}
