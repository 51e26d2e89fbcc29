//! Finds keys of states; several threads at once.
//!
//! As in `wide::table`, the table is cut into segments that grow one by one. A slot is a key, of as many words as keys have; it is empty
//! while its first word is 0. Whoever puts a key writes its first word first, and nobody takes a key for another one before all its
//! words are there: no word of a key is 0. A slot is written once.

use super::pages::Slots;
use crate::collapse::Key;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

const SEGMENT_BITS: u32 = 3;
const SEGMENTS: usize = 1 << SEGMENT_BITS;

/// Slots of the first segment at the beginning.
const FEWEST: usize = 512;

/// A thread tells of its new slots when it has so many of a segment.
const TOLD: u8 = 8;

/// Words of a large page.
const PAGE: usize = (2 << 20) / 8;

/// A segment of fewer slots grows four times as large, others twice.
const SMALL: usize = 1 << 16;

/// What counts more: time or memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    Ample,
    Tight,
}

impl Room {
    /// How full a segment may be, in percent, before it grows.
    fn full(self) -> usize {
        match self {
            Room::Ample => 70,
            Room::Tight => 85,
        }
    }

    /// How long a segment becomes that is full.
    fn larger(self, len: usize) -> usize {
        match self {
            Room::Ample if len < SMALL => len * 4,
            Room::Ample => len * 2,
            Room::Tight => len + len / 3,
        }
    }
}

#[derive(Debug)]
pub struct Keys<const K: usize> {
    segments: Vec<Segment>,
    /// Slots of a segment that may be in use without having been told.
    slack: usize,
    /// There is one thread only.
    alone: bool,
    room: Room,
}

#[derive(Debug)]
struct Segment {
    words: Slots,
    len: usize,
    used: AtomicU32,
}

/// New slots that a thread has not told of yet.
#[derive(Debug, Default)]
pub struct Untold([u8; SEGMENTS]);

/// What came of putting a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Put {
    Known,
    New,
    /// It is new, and the table has to grow before anything else is put.
    Full,
}

#[inline(always)]
pub fn hash<const K: usize>(key: &Key<K>) -> u64 {
    let mut hash = 0x9e37_79b9_7f4a_7c15;
    for word in key {
        let product = u128::from(hash ^ word) * 0xd6e8_feb8_6659_fd93_u128;
        hash = (product >> 64) as u64 ^ product as u64;
    }
    hash.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<const K: usize> Keys<K> {
    pub fn new(threads: usize, room: Room) -> Keys<K> {
        let slack = TOLD as usize * threads;
        let fewest = FEWEST.max(slack * 8) as f64;
        let lengths = (0..SEGMENTS).map(|i| (fewest * 1.5f64.powf(i as f64 / SEGMENTS as f64)) as usize);
        Keys { segments: lengths.map(|len| Segment::new::<K>(len, room)).collect(), slack, alone: threads == 1, room }
    }

    #[inline(always)]
    fn home(&self, hash: u64) -> (usize, usize) {
        let segment = (hash >> (64 - SEGMENT_BITS)) as usize;
        let at = (u128::from(hash << SEGMENT_BITS) * self.segments[segment].len as u128) >> 64;
        (segment, at as usize)
    }

    /// Where a key with this hash is looked for first.
    #[inline(always)]
    pub fn address(&self, hash: u64) -> *const AtomicU64 {
        let (segment, at) = self.home(hash);
        &raw const self.segments[segment].words[at * K]
    }

    /// Whether a key that has this hash is there.
    #[inline(always)]
    pub fn has(&self, hash: u64, key: &Key<K>) -> bool {
        let (number, mut at) = self.home(hash);
        let segment = &self.segments[number];
        loop {
            let slot = &segment.words[at * K..(at + 1) * K];
            let first = slot[0].load(Ordering::Acquire);
            if first == 0 {
                return false;
            }
            if first == key[0] && (1..K).all(|i| wait_for(&slot[i]) == key[i]) {
                return true;
            }
            at = if at + 1 == segment.len { 0 } else { at + 1 };
        }
    }

    /// Puts a key that has this hash, if it is not there.
    #[inline(always)]
    pub fn put(&self, hash: u64, key: &Key<K>, untold: &mut Untold) -> Put {
        let (number, mut at) = self.home(hash);
        let segment = &self.segments[number];
        loop {
            let slot = &segment.words[at * K..(at + 1) * K];
            let mut first = slot[0].load(Ordering::Acquire);
            if first == 0 {
                let put = if self.alone {
                    slot[0].store(key[0], Ordering::Relaxed);
                    Ok(0)
                } else {
                    slot[0].compare_exchange(0, key[0], Ordering::AcqRel, Ordering::Acquire)
                };
                match put {
                    Ok(_) => {
                        for i in 1..K {
                            slot[i].store(key[i], Ordering::Release);
                        }
                        return self.count(number, untold);
                    }
                    Err(other) => first = other,
                }
            }
            if first == key[0] && (1..K).all(|i| wait_for(&slot[i]) == key[i]) {
                return Put::Known;
            }
            at = if at + 1 == segment.len { 0 } else { at + 1 };
        }
    }

    #[inline(always)]
    fn count(&self, segment: usize, untold: &mut Untold) -> Put {
        untold.0[segment] += 1;
        if untold.0[segment] < TOLD {
            return Put::New;
        }
        untold.0[segment] = 0;
        let told = u32::from(TOLD);
        let used = self.segments[segment].used.fetch_add(told, Ordering::Relaxed) + told;
        if self.is_full(segment, used as usize) { Put::Full } else { Put::New }
    }

    fn is_full(&self, segment: usize, used: usize) -> bool {
        (used + self.slack) * 100 >= self.segments[segment].len * self.room.full()
    }
}

/// The word of a key whose first word is there: another thread may still have to write it.
#[inline(always)]
fn wait_for(word: &AtomicU64) -> u64 {
    loop {
        let now = word.load(Ordering::Acquire);
        if now != 0 {
            return now;
        }
        std::hint::spin_loop();
    }
}

impl Segment {
    /// One of at least so many slots: where there is ample room, what would be left of the last page is used as well.
    fn new<const K: usize>(len: usize, room: Room) -> Segment {
        let words = len * K;
        let (words, len) = match room {
            Room::Tight => (Slots::small(words), len),
            Room::Ample if words < PAGE => (Slots::new(words), len),
            Room::Ample => {
                let words = words.next_multiple_of(PAGE);
                (Slots::new(words), words / K)
            }
        };
        Segment { words, len, used: AtomicU32::new(0) }
    }
}

impl<const K: usize> Keys<K> {
    pub fn bytes(&self) -> u64 {
        self.segments.iter().map(|s| s.words.len() as u64 * 8).sum()
    }

    /// Makes the segments larger that are full. The longest that anybody waits is for one segment of eight.
    pub fn grow(&mut self) {
        for i in 0..SEGMENTS {
            let used = *self.segments[i].used.get_mut();
            if !self.is_full(i, used as usize) {
                continue;
            }
            let len = self.segments[i].len;
            let mut larger = Segment::new::<K>(self.room.larger(len), self.room);
            *larger.used.get_mut() = used;
            let old = std::mem::replace(&mut self.segments[i], larger);
            for slot in old.words.chunks_exact(K) {
                let key: Key<K> = std::array::from_fn(|i| slot[i].load(Ordering::Relaxed));
                if key[0] == 0 {
                    continue;
                }
                let (segment, mut at) = self.home(hash(&key));
                let Segment { words, len, .. } = &mut self.segments[segment];
                while *words[at * K].get_mut() != 0 {
                    at = if at + 1 == *len { 0 } else { at + 1 };
                }
                for (i, word) in key.into_iter().enumerate() {
                    *words[at * K + i].get_mut() = word;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_again_after_growing() {
        for room in [Room::Ample, Room::Tight] {
            put_and_find(Keys::new(2, room));
        }
    }

    fn put_and_find(mut keys: Keys<2>) {
        let mut untold = Untold::default();
        let key = |n: u64| [n << 3 | 1 << 63, (n % 7) | 1 << 63];
        for n in 0..20_000 {
            match keys.put(hash(&key(n)), &key(n), &mut untold) {
                Put::Known => panic!("{n} was not there"),
                Put::New => {}
                Put::Full => keys.grow(),
            }
        }
        assert!(!keys.has(hash(&key(20_000)), &key(20_000)));
        for n in 0..20_000 {
            assert!(keys.has(hash(&key(n)), &key(n)));
            assert_eq!(keys.put(hash(&key(n)), &key(n), &mut untold), Put::Known);
        }
    }
}
