//! A set of keys of one word that keeps of a key only what its place does not tell (Cleary 1984: "Compact hash tables
//! using bidirectional linear probing"; here with lines of a cache instead of single slots).
//!
//! A key is mixed to a number from which it could be had back. The upper bits of the number say which line it belongs
//! to; its lowest bits, as many as tell apart the numbers that belong to the same line, are kept there: the *rest*. If
//! the line is full, the rest goes to another one, at a distance that the rest itself tells, so that it is enough to
//! keep how often that happened. Bits that keys get later do not take part in the mixing: they are kept with the rest,
//! and what was put before stays where it is.
//!
//! ```text
//!  a line, 16 words of 32 bits                              lanes   bits of a rest, without marks
//!  | lane 0 | … | lane 15                          |          16     28
//!  | lane 0 | … | lane 11 | 12 times 10 bits more  |          12     38
//!  | lane 0 | … | lane 7  |  8 times 32 bits more  |           8     60
//!
//! ```
//!
//! A lane has the lowest bits of the rest ([`probe`](super::probe)); those above are the bits more.
//!
//! The lanes of a line are filled from the first to the last, and never free again. So a line with a free lane is the
//! last one to look at. Lines lie in segments that grow one by one. A key that finds all of its lines full, which
//! hardly ever happens, is kept apart.

use std::collections::HashMap;

use super::mixer::Mixer;
use super::probe::{
    Probe, SEGMENT_BITS, SEGMENTS, home_of, mark_bits, marked, marks_of, more_lines, most_lanes, rest_bits, rest_of,
};
use super::scan::{Line, WORDS, scan};
use super::{KeySet, Put, Room};
use crate::collapse::Key;
use crate::prefetch::prefetch;
use crate::search::pages::Row;

/// Lines of the first segment at the beginning.
const FEWEST: usize = 16;

/// At least so many bits are mixed: more than any set has keys, and few enough for 16 lanes in a set of a hundred
/// thousand.
const FEWEST_BITS: u32 = 44;

/// Bits of a key of one word.
const MOST_BITS: u32 = 63;

/// The bit of a key that says nothing.
const TOP: u64 = 1 << 63;

#[derive(Debug)]
pub struct Lines<const MARKS: u32> {
    mixer: Mixer,
    /// Bits of keys that are in use besides those that are mixed.
    more: u32,
    segments: [Segment; SEGMENTS],
    room: Room,
    /// Those that found no place, with their marks.
    apart: HashMap<Mixed, u8>,
}

#[derive(Debug)]
struct Segment {
    lines: Row<Line>,
    /// Of a rest, the bits that were mixed. Those that were not are above.
    mixed: u32,
    /// The same as a mask.
    mask: u64,
    lanes: u32,
    /// A bit for each lane.
    all: u32,
    used: usize,
    /// With so many it grows.
    most: usize,
}

/// A key that was mixed, and its bits that were not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Mixed {
    hash: u64,
    above: u64,
}

/// What is kept of a key, and in which line.
#[derive(Clone, Copy, Debug)]
pub struct Ticket {
    probe: Probe,
    high: u32,
}

/// What came of looking for a key.
enum Found {
    /// In the line of the ticket, in this lane.
    At(Ticket, u32),
    /// It is not there, and would be in this lane.
    Free(Ticket, u32),
    Apart,
    /// It is not there, and there is no place for it.
    NoPlace,
}

impl Mixed {
    fn segment(self) -> usize {
        (self.hash >> (64 - SEGMENT_BITS)) as usize
    }
}

impl Ticket {
    #[inline(always)]
    fn segment(self) -> usize {
        self.probe.segment()
    }

    #[inline(always)]
    fn line(self) -> usize {
        self.probe.line()
    }
}

impl<const MARKS: u32> Lines<MARKS> {
    /// Bits of a rest that are in a lane.
    const IN_LANE: u32 = rest_bits(MARKS);

    #[inline(always)]
    fn mixed(&self, key: &Key<1>) -> Mixed {
        if self.more == 0 {
            return Mixed { hash: self.mixer.mix(key[0]), above: 0 };
        }
        let above = (key[0] & !TOP) >> self.mixer.bits();
        Mixed { hash: self.mixer.mix_with(key[0], above), above }
    }

    #[inline(always)]
    fn ticket(&self, mixed: Mixed) -> Ticket {
        let Mixed { hash, above } = mixed;
        let number = mixed.segment();
        let segment = &self.segments[number];
        let line = ((u128::from(hash << SEGMENT_BITS) * segment.lines.len() as u128) >> 64) as usize;
        let mut rest = hash >> self.mixer.below() & segment.mask;
        if self.more > 0 {
            rest |= above << segment.mixed;
        }
        Ticket { probe: Probe::new::<MARKS>(number, line, rest as u32), high: (rest >> Self::IN_LANE) as u32 }
    }

    #[inline(always)]
    fn find(&self, mut ticket: Ticket, key: &Key<1>) -> Found {
        let segment = &self.segments[ticket.segment()];
        loop {
            let line = &segment.lines[ticket.line()];
            let (mut found, free) = scan(line, ticket.probe.lane, mark_bits(MARKS));
            found &= segment.all;
            while found != 0 {
                let lane = found.trailing_zeros();
                if segment.lanes == WORDS as u32 || segment.high(line, lane) == ticket.high {
                    return Found::At(ticket, lane);
                }
                found &= found - 1;
            }
            let free = free & segment.all;
            if free != 0 {
                return Found::Free(ticket, free.trailing_zeros());
            }
            if !ticket.probe.next::<MARKS>(segment.lines.len()) {
                return if self.apart.contains_key(&self.mixed(key)) { Found::Apart } else { Found::NoPlace };
            }
        }
    }

    /// Adds a key that is not there to a segment that has room.
    #[inline(always)]
    fn add(&mut self, mixed: Mixed, marks: u8) {
        let mut ticket = self.ticket(mixed);
        let segment = &mut self.segments[mixed.segment()];
        segment.used += 1;
        loop {
            let free = scan(&segment.lines[ticket.line()], 0, 0).1 & segment.all;
            if free != 0 {
                ticket.probe.lane |= marked(marks, MARKS);
                return segment.write(ticket, free.trailing_zeros());
            }
            if !ticket.probe.next::<MARKS>(segment.lines.len()) {
                self.apart.insert(mixed, marks);
                return;
            }
        }
    }

    /// Gives a segment so many lines.
    #[cold]
    #[inline(never)]
    fn resize(&mut self, number: usize, lines: usize) {
        let new = Segment::new::<MARKS>(lines, self.mixer.bits(), self.more, self.room);
        let old = std::mem::replace(&mut self.segments[number], new);
        let bits = self.mixer.bits() - SEGMENT_BITS;
        old.each::<MARKS>(bits, |found, above, marks| {
            let hash = (number as u64) << (64 - SEGMENT_BITS) | found << (64 - SEGMENT_BITS - bits);
            self.add(Mixed { hash, above }, marks);
        });
        for (mixed, marks) in std::mem::take(&mut self.apart) {
            if mixed.segment() == number {
                self.add(mixed, marks);
            } else {
                self.apart.insert(mixed, marks);
            }
        }
    }
}

impl Segment {
    fn new<const MARKS: u32>(lines: usize, bits: u32, more: u32, room: Room) -> Segment {
        // A line stands for so many numbers: their lowest bits tell them apart.
        let mixed = (bits - SEGMENT_BITS).saturating_sub(lines.ilog2()).max(1);
        let lanes = match (mixed + more).saturating_sub(Lines::<MARKS>::IN_LANE) {
            0 => 16,
            1..=10 => 12,
            _ => 8,
        };
        let row = match room {
            Room::Tight => Row::small(lines),
            Room::Ample => Row::new(lines),
        };
        let most = (lines * lanes as usize * most_lanes(room) / 100).max(1);
        Segment { lines: row, mixed, mask: (1 << mixed) - 1, lanes, all: (1 << lanes) - 1, used: 0, most }
    }

    /// Whether there is room for rests with so many bits that are not mixed.
    fn fits<const MARKS: u32>(&self, more: u32) -> bool {
        let room = match self.lanes {
            16 => 0,
            12 => 10,
            _ => 32,
        };
        self.mixed + more <= Lines::<MARKS>::IN_LANE + room
    }

    /// The bits of a rest that are not in its lane.
    #[inline(always)]
    fn high(&self, line: &Line, lane: u32) -> u32 {
        match self.lanes {
            8 => line.0[8 + (lane as usize & 7)],
            12 => line.0[(12 + lane as usize / 3) & 15] >> (lane % 3 * 10) & 0x3ff,
            _ => 0,
        }
    }

    #[inline(always)]
    fn write(&mut self, ticket: Ticket, lane: u32) {
        let line = &mut self.lines[ticket.line()].0;
        line[lane as usize & 15] = ticket.probe.lane;
        match self.lanes {
            8 => line[8 + (lane as usize & 7)] = ticket.high,
            12 => line[(12 + lane as usize / 3) & 15] |= ticket.high << (lane % 3 * 10),
            _ => {}
        }
    }

    /// The number that a rest stands for, given the least of all that belong to the same line.
    #[inline(always)]
    fn number(&self, rest: u64, least: u64) -> u64 {
        let same = least & !self.mask | rest & self.mask;
        if same < least { same + self.mask + 1 } else { same }
    }

    #[inline(always)]
    fn rest<const MARKS: u32>(&self, low: u32, line: &Line, lane: u32) -> u64 {
        u64::from(rest_of(low, MARKS)) | u64::from(self.high(line, lane)) << Lines::<MARKS>::IN_LANE
    }

    /// All keys of a segment: the number, the bits that were not mixed, and the marks. Those of a line come after those
    /// of the lines before it.
    fn each<const MARKS: u32>(&self, bits: u32, mut sees: impl FnMut(u64, u64, u8)) {
        let (lines, firsts) = (self.lines.len(), Firsts::new(self.lines.len(), bits));
        for at in 0..lines {
            let line = &self.lines[at];
            for lane in 0..self.lanes {
                let low = line.0[lane as usize & 15];
                let Some(home) = home_of::<MARKS>(low, at, lines) else { break };
                let rest = self.rest::<MARKS>(low, line, lane);
                sees(self.number(rest, firsts.of(home)), rest >> self.mixed, marks_of(low, MARKS));
            }
        }
    }
}

/// The least numbers that belong to the lines of a segment.
struct Firsts {
    lines: u64,
    /// How many numbers belong to a line, and what is left of that.
    whole: u64,
    part: u64,
}

impl Firsts {
    fn new(lines: usize, bits: u32) -> Firsts {
        let lines = lines as u64;
        Firsts { lines, whole: (1 << bits) / lines, part: (1 << bits) % lines }
    }

    /// There are fewer than 2^32 lines.
    #[inline(always)]
    fn of(&self, line: usize) -> u64 {
        line as u64 * self.whole + (line as u64 * self.part).div_ceil(self.lines)
    }
}

impl<const MARKS: u32> KeySet<1> for Lines<MARKS> {
    type Ticket = Ticket;

    fn new(room: Room, bits: u32) -> Self {
        let bits = bits.clamp(FEWEST_BITS, MOST_BITS);
        // They begin with different lengths, so that they do not all grow at the same time.
        let lines = |i: usize| FEWEST + i * FEWEST / SEGMENTS;
        let segments = std::array::from_fn(|i| Segment::new::<MARKS>(lines(i), bits, 0, room));
        Lines { mixer: Mixer::new(bits), more: 0, segments, room, apart: HashMap::new() }
    }

    #[inline(always)]
    fn prefetch(&self, key: &Key<1>) -> Ticket {
        let ticket = self.ticket(self.mixed(key));
        prefetch(&raw const self.segments[ticket.segment()].lines[ticket.line()]);
        ticket
    }

    #[inline(always)]
    fn has(&self, ticket: Ticket, key: &Key<1>) -> bool {
        matches!(self.find(ticket, key), Found::At(..) | Found::Apart)
    }

    #[inline(always)]
    fn marks(&self, ticket: Ticket, key: &Key<1>) -> Option<u8> {
        match self.find(ticket, key) {
            Found::At(ticket, lane) => {
                let lane = self.segments[ticket.segment()].lines[ticket.line()].0[lane as usize];
                Some(marks_of(lane, MARKS))
            }
            Found::Apart => self.apart.get(&self.mixed(key)).copied(),
            Found::Free(..) | Found::NoPlace => None,
        }
    }

    #[inline(always)]
    fn put(&mut self, ticket: Ticket, key: &Key<1>, marks: u8) -> Put {
        match self.find(ticket, key) {
            Found::At(..) | Found::Apart => return Put::Known,
            Found::Free(mut ticket, lane) => {
                ticket.probe.lane |= marked(marks, MARKS);
                let segment = &mut self.segments[ticket.segment()];
                segment.write(ticket, lane);
                segment.used += 1;
            }
            Found::NoPlace => {
                self.apart.insert(self.mixed(key), marks);
            }
        }
        let segment = &self.segments[ticket.segment()];
        if segment.used < segment.most {
            return Put::New;
        }
        self.resize(ticket.segment(), more_lines(self.room, segment.lines.len()));
        Put::Moved
    }

    #[inline]
    fn mark(&mut self, ticket: Ticket, key: &Key<1>, marks: u8) {
        match self.find(ticket, key) {
            Found::At(ticket, lane) => {
                let line = &mut self.segments[ticket.segment()].lines[ticket.line()];
                let lane = &mut line.0[lane as usize];
                *lane = *lane & !mark_bits(MARKS) | marked(marks, MARKS);
            }
            Found::Apart => {
                self.apart.insert(self.mixed(key), marks);
            }
            Found::Free(..) | Found::NoPlace => {}
        }
    }

    #[cold]
    fn widen(&mut self, bits: u32) {
        self.more = self.more.max(bits.saturating_sub(self.mixer.bits()));
        for number in 0..SEGMENTS {
            let segment = &self.segments[number];
            if !segment.fits::<MARKS>(self.more) {
                // Fewer lanes have to do for as many keys: at least half of them are to be free.
                let fewer = if segment.lanes == 16 { 12 } else { 8 };
                self.resize(number, segment.lines.len().max(segment.used * 2 / fewer));
            }
        }
    }

    fn bytes(&self) -> u64 {
        let lines: u64 = self.segments.iter().map(|segment| segment.lines.bytes()).sum();
        lines + self.apart.capacity() as u64 * 17
    }
}
