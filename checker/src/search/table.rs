//! Finds states by their hash; several threads at once.
//!
//! The table is cut into segments that grow one by one, so that nobody waits long for one of them. More segments mean
//! shorter waits, but more of them, and a thread waits for all others each time, even for one that the system has put
//! aside. They begin with different lengths, so that they do not grow all at the same time. A slot of 64 bits:
//!
//! ```text
//!   0                       empty
//!   bits  0..28             the tag: bits of the hash that give the place in the segment, too
//!   bits 28..64             what is found, plus one
//! ```
//!
//! A slot is written once. Growing needs no look at the states, because the tag is all that the place in a segment
//! depends on.

use crate::search::pages::Slots;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// No table has more segments.
const MOST_SEGMENTS: usize = 8;
const TAG_BITS: u32 = 28;
const TAG: u64 = (1 << TAG_BITS) - 1;

/// Slots of the first segment at the beginning.
const FEWEST: usize = 512;

/// A thread tells of its new slots when it has so many of a segment.
const TOLD: u8 = 8;

/// A segment of fewer slots grows four times as large, others twice.
const SMALL: usize = 1 << 16;

/// How full a segment may be, in percent, before it grows.
const FULL: usize = 80;

/// A table of so many segments: the number of bits of a hash that tell which.
#[derive(Debug)]
pub struct Table<const SEGMENT_BITS: u32> {
    segments: Vec<Slots>,
    /// Slots in use, as far as the threads have told.
    used: Box<[AtomicU32]>,
    /// Slots of a segment that may be in use without having been told.
    slack: usize,
}

/// New slots that a thread has not told of yet.
#[derive(Debug)]
pub struct PendingCounts([u8; MOST_SEGMENTS]);

impl Default for PendingCounts {
    fn default() -> PendingCounts {
        PendingCounts([0; MOST_SEGMENTS])
    }
}

/// A place in the table where a state may be, or may be put.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    segment: u32,
    at: u32,
    tag: u64,
}

/// What a probe met.
pub enum Met {
    Empty,
    /// A state with the same tag: this was put there.
    Same(u64),
}

impl<const SEGMENT_BITS: u32> Table<SEGMENT_BITS> {
    const SEGMENTS: usize = 1 << SEGMENT_BITS;

    pub fn new(threads: usize) -> Table<SEGMENT_BITS> {
        const { assert!(1 << SEGMENT_BITS <= MOST_SEGMENTS) };
        let slack = TOLD as usize * threads;
        let fewest = FEWEST.max(slack * 8) as f64;
        let lengths = (0..Self::SEGMENTS).map(|i| (fewest * 1.5f64.powf(i as f64 / Self::SEGMENTS as f64)) as usize);
        let segments = lengths.map(Slots::new).collect();
        Table { segments, used: (0..Self::SEGMENTS).map(|_| AtomicU32::new(0)).collect(), slack }
    }

    /// Where to begin to look for a state with this hash.
    #[inline(always)]
    pub fn probe(&self, hash: u64) -> Probe {
        let segment = (hash >> (64 - SEGMENT_BITS)) as u32;
        let tag = (hash >> (64 - SEGMENT_BITS - TAG_BITS)) & TAG;
        Probe { segment, at: home(tag, self.segments[segment as usize].len()), tag }
    }

    #[inline(always)]
    pub fn address(&self, hash: u64) -> *const AtomicU64 {
        let probe = self.probe(hash);
        &raw const self.segments[probe.segment as usize][probe.at as usize]
    }

    /// Goes on to the next slot that is empty or has the tag.
    #[inline(always)]
    pub fn find(&self, probe: &mut Probe) -> Met {
        let slots = &self.segments[probe.segment as usize];
        loop {
            let slot = slots[probe.at as usize].load(Ordering::Acquire);
            if slot == 0 {
                return Met::Empty;
            }
            if slot & TAG == probe.tag {
                return Met::Same((slot >> TAG_BITS) - 1);
            }
            probe.next(slots.len());
        }
    }

    /// Goes past a slot that has the tag but is not what was looked for.
    #[inline(always)]
    pub fn pass(&self, probe: &mut Probe) {
        probe.next(self.segments[probe.segment as usize].len());
    }

    /// Puts something into the empty slot that was met. False if another thread was faster.
    #[inline(always)]
    pub fn put(&self, probe: Probe, what: u64) -> bool {
        let slot = &self.segments[probe.segment as usize][probe.at as usize];
        slot.compare_exchange(0, (what + 1) << TAG_BITS | probe.tag, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// Counts a slot that was put into. True if its segment has to grow before anything else is put.
    #[inline(always)]
    pub fn count(&self, probe: Probe, pending: &mut PendingCounts) -> bool {
        let segment = probe.segment as usize;
        pending.0[segment] += 1;
        if pending.0[segment] < TOLD {
            return false;
        }
        pending.0[segment] = 0;
        self.tell(segment, TOLD)
    }

    /// The same for a thread that tells of each slot at once.
    #[inline(always)]
    pub fn count_at_once(&self, probe: Probe) -> bool {
        self.tell(probe.segment as usize, 1)
    }

    #[inline(always)]
    fn tell(&self, segment: usize, slots: u8) -> bool {
        let used = self.used[segment].fetch_add(u32::from(slots), Ordering::Relaxed) as usize + usize::from(slots);
        self.is_full(segment, used)
    }

    /// How many slots are in use, as far as was told.
    #[cfg(test)]
    pub fn len(&self) -> u64 {
        self.used.iter().map(|used| u64::from(used.load(Ordering::Relaxed))).sum()
    }

    fn is_full(&self, segment: usize, used: usize) -> bool {
        (used + self.slack) * 100 >= self.segments[segment].len() * FULL
    }

    pub fn bytes(&self) -> u64 {
        self.segments.iter().map(|s| s.len() as u64 * 8).sum()
    }

    /// Makes the segments larger that are full. Nobody waits longer than for one segment.
    pub fn grow(&mut self) {
        for i in 0..Self::SEGMENTS {
            let used = *self.used[i].get_mut() as usize;
            if self.is_full(i, used) {
                let len = self.segments[i].len();
                let larger = Slots::new(if len < SMALL { len * 4 } else { len * 2 });
                let old = std::mem::replace(&mut self.segments[i], larger);
                let slots = &mut self.segments[i];
                for slot in old.iter().map(|s| s.load(Ordering::Relaxed)).filter(|s| *s != 0) {
                    let mut at = home(slot & TAG, slots.len()) as usize;
                    while *slots[at].get_mut() != 0 {
                        at = if at + 1 == slots.len() { 0 } else { at + 1 };
                    }
                    *slots[at].get_mut() = slot;
                }
            }
        }
    }
}

impl Probe {
    #[inline(always)]
    fn next(&mut self, len: usize) {
        self.at = if self.at as usize + 1 == len { 0 } else { self.at + 1 };
    }
}

#[inline(always)]
fn home(tag: u64, len: usize) -> u32 {
    ((tag * len as u64) >> TAG_BITS) as u32
}
