//! A set of keys of several words: lines of lanes ([`probe`](super::probe)), and the keys themselves in the same order.
//!
//! A lane has some bits of the key's hash. Only if they are the same, the key is looked at, and hardly ever in vain.

use std::collections::HashMap;

use super::probe::{Probe, SEGMENT_BITS, SEGMENTS, mark_bits, marked, marks_of, more_lines, most_lanes};
use super::scan::{Line, WORDS, scan};
use super::{KeySet, Put, Room};
use crate::collapse::Key;
use crate::prefetch::prefetch;
use crate::search::pages::Row;

/// Lines of the first segment at the beginning.
const FEWEST: usize = 4;

#[derive(Debug)]
pub struct Buckets<const K: usize, const MARKS: u32> {
    segments: [Segment; SEGMENTS],
    room: Room,
    /// Those that found no place, with their marks.
    apart: HashMap<Key<K>, u8>,
}

#[derive(Debug)]
struct Segment {
    lines: Row<Line>,
    /// The keys of all lanes.
    keys: Row<u64>,
    used: usize,
    /// With so many it grows.
    most: usize,
}

/// What came of looking for a key.
enum Found {
    At(Probe, u32),
    /// It is not there, and would be in this lane.
    Free(Probe, u32),
    Apart,
    /// It is not there, and there is no place for it.
    NoPlace,
}

impl<const K: usize, const MARKS: u32> Buckets<K, MARKS> {
    #[inline(always)]
    fn probe(&self, key: &Key<K>) -> Probe {
        let hash = hash(key);
        let segment = (hash >> (64 - SEGMENT_BITS)) as usize;
        let lines = self.segments[segment].lines.len() as u128;
        Probe::new::<MARKS>(segment, ((u128::from(hash << SEGMENT_BITS) * lines) >> 64) as usize, hash as u32)
    }

    #[inline(always)]
    fn find(&self, mut probe: Probe, key: &Key<K>) -> Found {
        let segment = &self.segments[probe.segment()];
        loop {
            let (mut found, free) = scan(&segment.lines[probe.line()], probe.lane, mark_bits(MARKS));
            while found != 0 {
                let lane = found.trailing_zeros();
                if segment.key::<K>(probe, lane) == key {
                    return Found::At(probe, lane);
                }
                found &= found - 1;
            }
            if free != 0 {
                return Found::Free(probe, free.trailing_zeros());
            }
            if !probe.next::<MARKS>(segment.lines.len()) {
                return if self.apart.contains_key(key) { Found::Apart } else { Found::NoPlace };
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn resize(&mut self, number: usize) {
        let lines = more_lines(self.room, self.segments[number].lines.len());
        let old = std::mem::replace(&mut self.segments[number], Segment::new::<K>(lines, self.room));
        let apart = std::mem::take(&mut self.apart);
        for (lane, key) in old.lines.iter().flat_map(|line| line.0).zip(old.keys.chunks_exact(K)) {
            if lane != 0 {
                let key: Key<K> = std::array::from_fn(|i| key[i]);
                self.add(self.probe(&key), &key, marks_of(lane, MARKS));
            }
        }
        for (key, marks) in apart {
            self.add(self.probe(&key), &key, marks);
        }
    }

    /// Adds a key that is not there.
    #[inline(always)]
    fn add(&mut self, mut probe: Probe, key: &Key<K>, marks: u8) {
        loop {
            let segment = &mut self.segments[probe.segment()];
            let free = scan(&segment.lines[probe.line()], 0, 0).1;
            if free != 0 {
                return segment.write(probe, free.trailing_zeros(), key, marked(marks, MARKS));
            }
            if !probe.next::<MARKS>(segment.lines.len()) {
                self.apart.insert(*key, marks);
                return;
            }
        }
    }
}

impl Segment {
    fn new<const K: usize>(lines: usize, room: Room) -> Segment {
        let keys = lines * WORDS * K;
        let (lines, keys) = match room {
            Room::Tight => (Row::small(lines), Row::small(keys)),
            Room::Ample => (Row::new(lines), Row::new(keys)),
        };
        let most = (lines.len() * WORDS * most_lanes(room) / 100).max(1);
        Segment { lines, keys, used: 0, most }
    }

    /// Where the key of a lane begins.
    #[inline(always)]
    fn at<const K: usize>(probe: Probe, lane: u32) -> usize {
        (probe.line() * WORDS + lane as usize) * K
    }

    #[inline(always)]
    fn key<const K: usize>(&self, probe: Probe, lane: u32) -> &[u64] {
        &self.keys[Segment::at::<K>(probe, lane)..][..K]
    }

    #[inline(always)]
    fn write<const K: usize>(&mut self, probe: Probe, lane: u32, key: &Key<K>, marks: u32) {
        self.lines[probe.line()].0[lane as usize & 15] = probe.lane | marks;
        self.keys[Segment::at::<K>(probe, lane)..][..K].copy_from_slice(key);
        self.used += 1;
    }
}

#[inline(always)]
fn hash<const K: usize>(key: &Key<K>) -> u64 {
    let mut hash = 0x9e37_79b9_7f4a_7c15;
    for word in key {
        let product = u128::from(hash ^ word) * 0xd6e8_feb8_6659_fd93_u128;
        hash = (product >> 64) as u64 ^ product as u64;
    }
    hash.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<const K: usize, const MARKS: u32> KeySet<K> for Buckets<K, MARKS> {
    type Ticket = Probe;

    fn new(room: Room, _bits: u32) -> Self {
        // They begin with different lengths, so that they do not all grow at the same time.
        let segments = std::array::from_fn(|i| Segment::new::<K>(FEWEST + i * FEWEST / SEGMENTS, room));
        Buckets { segments, room, apart: HashMap::new() }
    }

    #[inline(always)]
    fn prefetch(&self, key: &Key<K>) -> Probe {
        let probe = self.probe(key);
        prefetch(&raw const self.segments[probe.segment()].lines[probe.line()]);
        probe
    }

    #[inline(always)]
    fn peek(&self, probe: Probe) {
        let segment = &self.segments[probe.segment()];
        let (found, free) = scan(&segment.lines[probe.line()], probe.lane, mark_bits(MARKS));
        let lane = if found != 0 { found } else { free }.trailing_zeros() & 15;
        prefetch(segment.keys.as_ptr().wrapping_add(Segment::at::<K>(probe, lane)));
    }

    #[inline(always)]
    fn has(&self, probe: Probe, key: &Key<K>) -> bool {
        matches!(self.find(probe, key), Found::At(..) | Found::Apart)
    }

    #[inline(always)]
    fn marks(&self, probe: Probe, key: &Key<K>) -> Option<u8> {
        match self.find(probe, key) {
            Found::At(probe, lane) => {
                let lane = self.segments[probe.segment()].lines[probe.line()].0[lane as usize];
                Some(marks_of(lane, MARKS))
            }
            Found::Apart => self.apart.get(key).copied(),
            Found::Free(..) | Found::NoPlace => None,
        }
    }

    #[inline(always)]
    fn put(&mut self, probe: Probe, key: &Key<K>, marks: u8) -> Put {
        match self.find(probe, key) {
            Found::At(..) | Found::Apart => return Put::Known,
            Found::Free(probe, lane) => {
                self.segments[probe.segment()].write(probe, lane, key, marked(marks, MARKS));
            }
            Found::NoPlace => {
                self.apart.insert(*key, marks);
            }
        }
        let segment = &self.segments[probe.segment()];
        if segment.used < segment.most {
            return Put::New;
        }
        self.resize(probe.segment());
        Put::Moved
    }

    #[inline]
    fn mark(&mut self, probe: Probe, key: &Key<K>, marks: u8) {
        match self.find(probe, key) {
            Found::At(probe, lane) => {
                let lane = &mut self.segments[probe.segment()].lines[probe.line()].0[lane as usize];
                *lane = *lane & !mark_bits(MARKS) | marked(marks, MARKS);
            }
            Found::Apart => {
                self.apart.insert(*key, marks);
            }
            Found::Free(..) | Found::NoPlace => {}
        }
    }

    fn widen(&mut self, _bits: u32) {}

    fn bytes(&self) -> u64 {
        let rows: u64 = self.segments.iter().map(|segment| segment.lines.bytes() + segment.keys.bytes()).sum();
        rows + self.apart.capacity() as u64 * (size_of::<Key<K>>() as u64 + 2)
    }
}
