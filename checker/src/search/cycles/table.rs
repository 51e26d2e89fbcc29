//! Finds states by their hash; several threads at once. Made like the table of the breadth-first search, but simpler: a
//! search for cycles puts fewer states a second.
//!
//! The table is cut into a few segments that grow one by one: more would mean shorter waits, but more of them, and a
//! thread waits for all others each time, even for one that the system has put aside. A slot of 64 bits:
//!
//! ```text
//!   0                       empty
//!   bits  0..28             the tag: bits of the hash that give the place in the segment, too
//!   bits 28..64             where the state lies, plus one
//! ```
//!
//! A slot is written once. Growing needs no look at the states, because the place in a segment depends on the tag
//! alone.

use crate::search::pages::Slots;
use std::sync::atomic::{AtomicUsize, Ordering};

const SEGMENT_BITS: u32 = 2;
const SEGMENTS: usize = 1 << SEGMENT_BITS;
const TAG_BITS: u32 = 28;
const TAG: u64 = (1 << TAG_BITS) - 1;

/// Slots of a segment at first.
const FEWEST: usize = 512;

/// How full a segment may be, in percent, before it grows.
const FULL: usize = 75;

#[derive(Debug)]
pub struct Table {
    segments: Vec<Segment>,
    /// So many states may be put into a segment after it was found to be full: one by each thread.
    slack: usize,
}

#[derive(Debug)]
struct Segment {
    slots: Slots,
    used: AtomicUsize,
}

/// A place in the table where a state may be, or may be put.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    segment: usize,
    at: usize,
    tag: u64,
}

/// What a probe met.
pub enum Met {
    Empty,
    /// A state with the same tag: this was put there.
    Same(u64),
}

impl Table {
    pub fn new(threads: usize) -> Table {
        let length = FEWEST.max(threads * 8);
        // They begin with different lengths, so that they do not grow all at the same time.
        let segment =
            |i: usize| Segment { slots: Slots::new(length + i * length / SEGMENTS), used: AtomicUsize::new(0) };
        Table { segments: (0..SEGMENTS).map(segment).collect(), slack: threads }
    }

    pub fn bytes(&self) -> u64 {
        self.segments.iter().map(|s| s.slots.len() as u64 * 8).sum()
    }

    /// How many states were put.
    #[cfg(test)]
    pub fn len(&self) -> u64 {
        self.segments.iter().map(|s| s.used.load(Ordering::Relaxed) as u64).sum()
    }

    /// Where to begin to look for a state with this hash.
    #[inline(always)]
    pub fn probe(&self, hash: u64) -> Probe {
        let segment = (hash >> (64 - SEGMENT_BITS)) as usize;
        let tag = (hash >> (64 - SEGMENT_BITS - TAG_BITS)) & TAG;
        Probe { segment, at: home(tag, self.segments[segment].slots.len()), tag }
    }

    /// Goes on to the next slot that is empty or has the tag.
    #[inline(always)]
    pub fn look(&self, probe: &mut Probe) -> Met {
        let slots = &self.segments[probe.segment].slots;
        loop {
            let slot = slots[probe.at].load(Ordering::Acquire);
            if slot == 0 {
                return Met::Empty;
            }
            if slot & TAG == probe.tag {
                return Met::Same((slot >> TAG_BITS) - 1);
            }
            probe.at = next(probe.at, slots.len());
        }
    }

    /// Goes past a slot that has the tag but is not what was looked for.
    #[inline(always)]
    pub fn pass(&self, probe: &mut Probe) {
        probe.at = next(probe.at, self.segments[probe.segment].slots.len());
    }

    /// Puts something into the empty slot that was met. False if another thread was faster.
    #[inline(always)]
    pub fn put(&self, probe: Probe, what: u64) -> bool {
        let slot = &self.segments[probe.segment].slots[probe.at];
        let put = slot.compare_exchange(0, (what + 1) << TAG_BITS | probe.tag, Ordering::AcqRel, Ordering::Acquire);
        if put.is_ok() {
            self.segments[probe.segment].used.fetch_add(1, Ordering::Relaxed);
        }
        put.is_ok()
    }

    /// Whether the segment has to grow before anything else is put.
    #[inline(always)]
    pub fn is_full(&self, probe: Probe) -> bool {
        self.segments[probe.segment].is_full(self.slack)
    }

    /// Makes the segments larger that are full.
    pub fn grow(&mut self) {
        let slack = self.slack;
        for segment in self.segments.iter_mut().filter(|s| s.is_full(slack)) {
            let len = segment.slots.len();
            let old = std::mem::replace(&mut segment.slots, Slots::new(if len < 1 << 18 { len * 4 } else { len * 2 }));
            let slots = &mut segment.slots;
            for slot in old.iter().map(|s| s.load(Ordering::Relaxed)).filter(|s| *s != 0) {
                let mut at = home(slot & TAG, slots.len());
                while *slots[at].get_mut() != 0 {
                    at = next(at, slots.len());
                }
                *slots[at].get_mut() = slot;
            }
        }
    }
}

impl Segment {
    #[inline(always)]
    fn is_full(&self, slack: usize) -> bool {
        (self.used.load(Ordering::Relaxed) + slack) * 100 >= self.slots.len() * FULL
    }
}

#[inline(always)]
fn next(at: usize, len: usize) -> usize {
    if at + 1 == len { 0 } else { at + 1 }
}

#[inline(always)]
fn home(tag: u64, len: usize) -> usize {
    ((tag * len as u64) >> TAG_BITS) as usize
}
