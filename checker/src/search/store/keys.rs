//! A set of 64-bit keys, packed: at least two thirds of it is full once it is large.

use crate::prefetch::prefetch;
use crate::search::pages::Slots;
use std::sync::atomic::Ordering::Relaxed;

const SEGMENT_BITS: u32 = 4;
const SEGMENTS: usize = 1 << SEGMENT_BITS;

/// Slots of a segment at first.
const FEWEST: usize = 32;

/// How full a segment may be, in percent, before it grows by a fifth.
const FULL: usize = 82;

/// Keys lie in segments that grow one by one. They begin with different lengths, so that they do not grow all at the
/// same time.
#[derive(Debug)]
pub struct Keys {
    segments: Vec<Slots>,
    used: [usize; SEGMENTS],
}

impl Default for Keys {
    fn default() -> Keys {
        let lengths = (0..SEGMENTS).map(|i| FEWEST + i * FEWEST / SEGMENTS / 4);
        Keys { segments: lengths.map(Slots::new).collect(), used: [0; SEGMENTS] }
    }
}

impl Keys {
    /// Adds a key, which must not be 0. False if it was there.
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        let hash = mix(key);
        let segment = (hash >> (64 - SEGMENT_BITS)) as usize;
        let slots = &mut self.segments[segment];
        let mut at = home(hash, slots.len());
        loop {
            let slot = slots[at].get_mut();
            if *slot == key {
                return false;
            }
            if *slot == 0 {
                *slot = key;
                break;
            }
            at = if at + 1 == slots.len() { 0 } else { at + 1 };
        }
        self.used[segment] += 1;
        if self.used[segment] * 100 >= self.segments[segment].len() * FULL {
            self.grow(segment);
        }
        true
    }

    /// Asks for the memory in which a key is looked up first.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        let hash = mix(key);
        let slots = &self.segments[(hash >> (64 - SEGMENT_BITS)) as usize];
        prefetch(&raw const slots[home(hash, slots.len())]);
    }

    /// Whether a key is there.
    #[inline]
    pub fn has(&self, key: u64) -> bool {
        let hash = mix(key);
        let slots = &self.segments[(hash >> (64 - SEGMENT_BITS)) as usize];
        let mut at = home(hash, slots.len());
        loop {
            match slots[at].load(Relaxed) {
                0 => return false,
                there if there == key => return true,
                _ => at = if at + 1 == slots.len() { 0 } else { at + 1 },
            }
        }
    }

    #[cold]
    fn grow(&mut self, segment: usize) {
        let len = self.segments[segment].len();
        let larger = Slots::new(if len < 4096 { len * 2 } else { len + len / 5 });
        let mut old = std::mem::replace(&mut self.segments[segment], larger);
        let slots = &mut self.segments[segment];
        for key in old.iter_mut().map(|slot| *slot.get_mut()).filter(|key| *key != 0) {
            let mut at = home(mix(key), slots.len());
            while *slots[at].get_mut() != 0 {
                at = if at + 1 == slots.len() { 0 } else { at + 1 };
            }
            *slots[at].get_mut() = key;
        }
    }

    pub fn len(&self) -> u64 {
        self.used.iter().sum::<usize>() as u64
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn bytes(&self) -> u64 {
        self.segments.iter().map(|s| s.len() as u64 * 8).sum()
    }
}

/// Where a key with this hash belongs in a segment.
#[inline(always)]
fn home(hash: u64, len: usize) -> usize {
    let low = hash << SEGMENT_BITS >> 32;
    ((low * len as u64) >> 32) as usize
}

/// Spreads keys that differ in few bits.
#[inline(always)]
pub fn mix(key: u64) -> u64 {
    let factor = 0xe703_7ed1_a0b4_28db_9e37_79b9_7f4a_7c15;
    let product = u128::from(key ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(factor);
    (product >> 64) as u64 ^ product as u64
}
