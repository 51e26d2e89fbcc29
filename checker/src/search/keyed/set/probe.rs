//! Lanes of lines, and where a key is looked for.
//!
//! ```text
//!  a lane: bits 0..4    lines that were full before, and 1 more; 0 if the lane is free
//!          then MARKS   marks of the search
//!          then         bits that tell keys of the same line apart
//! ```
//!
//! A key that finds its line full goes to another one, at a distance that the bits above tell: so the line where it
//! belongs follows from where it is. The lanes of a line are filled from the first to the last, and never free again.
//! So a line with a free lane is the last one to look at.

use super::Room;

/// Lines lie in segments that grow one by one.
pub const SEGMENT_BITS: u32 = 1;
pub const SEGMENTS: usize = 1 << SEGMENT_BITS;

/// Bits of a lane that count full lines.
const TRIES_BITS: u32 = 4;

/// So many lines are tried.
const MOST_TRIES: u32 = (1 << TRIES_BITS) - 1;

/// With fewer lines the next one is tried, with more one farther away.
const FEW: usize = 512;

/// How full a segment may be, in percent, before it grows.
pub fn most_lanes(room: Room) -> usize {
    match room {
        Room::Ample => 82,
        Room::Tight => 92,
    }
}

/// How many lines a segment gets that is full.
pub fn more_lines(room: Room, lines: usize) -> usize {
    match room {
        Room::Tight if lines >= 64 => lines + lines / 2,
        Room::Ample | Room::Tight => lines * 2,
    }
}

/// What is looked for, and in which line.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// The number of the line, times the number of segments, and the number of the segment.
    place: u32,
    /// The lane without marks.
    pub lane: u32,
}

impl Probe {
    /// `rest`: its lowest bits tell keys apart.
    #[inline(always)]
    pub fn new<const MARKS: u32>(segment: usize, line: usize, rest: u32) -> Probe {
        Probe { place: ((line * SEGMENTS) | segment) as u32, lane: rest << (TRIES_BITS + MARKS) | 1 }
    }

    #[inline(always)]
    pub fn segment(self) -> usize {
        self.place as usize % SEGMENTS
    }

    #[inline(always)]
    pub fn line(self) -> usize {
        self.place as usize / SEGMENTS
    }

    /// Goes on to the next line, of so many. False if there is none.
    #[inline(always)]
    pub fn next<const MARKS: u32>(&mut self, lines: usize) -> bool {
        if self.lane & MOST_TRIES == MOST_TRIES {
            return false;
        }
        let next = self.line() + step(self.lane, MARKS, lines);
        let next = if next >= lines { next - lines } else { next };
        self.place = ((next * SEGMENTS) | self.segment()) as u32;
        self.lane += 1;
        true
    }
}

/// How far it is from a line that is full to the next one.
#[inline(always)]
fn step(lane: u32, marks: u32, lines: usize) -> usize {
    if lines < FEW { 1 } else { rest_of(lane, marks) as usize & 0xff | 1 }
}

/// The line, of so many, where the key belongs that has this lane of a line. `None` if the lane is free.
#[inline(always)]
pub fn home_of<const MARKS: u32>(lane: u32, line: usize, lines: usize) -> Option<usize> {
    let tries = (lane & MOST_TRIES).checked_sub(1)?;
    let away = tries as usize * step(lane, MARKS, lines) % lines;
    Some(if tries == 0 { line } else { (line + lines - away) % lines })
}

/// Bits of a lane that tell keys apart.
pub const fn rest_bits(marks: u32) -> u32 {
    32 - TRIES_BITS - marks
}

#[inline(always)]
pub fn rest_of(lane: u32, marks: u32) -> u32 {
    lane >> (TRIES_BITS + marks)
}

/// The bits of marks.
#[inline(always)]
pub const fn mark_bits(marks: u32) -> u32 {
    ((1 << marks) - 1) << TRIES_BITS
}

#[inline(always)]
pub fn marks_of(lane: u32, marks: u32) -> u8 {
    ((lane & mark_bits(marks)) >> TRIES_BITS) as u8
}

/// Marks where a lane has them.
#[inline(always)]
pub fn marked(these: u8, marks: u32) -> u32 {
    u32::from(these) << TRIES_BITS & mark_bits(marks)
}
