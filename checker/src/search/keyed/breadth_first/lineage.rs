//! Where the states of a breadth-first search come from, in about two bytes a state.
//!
//! A state is known by the part that owns it, its level, and how many states of that level the part has found before
//! it. For each state, in that order:
//!
//! ```text
//!   2 * (its predecessor's index - that of the one before from the same part)
//!     + (1 if that is of another part than the last one)
//!   the number of the part, if so
//!   which successor of its predecessor it is
//! ```
//!
//! All as [`varint`]. Indices begin at 0 in each level. The states themselves are not kept: they come back
//! when the way to one is followed from the initial state.

use crate::search::keyed::varint;

/// A state of the level before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    pub part: u32,
    pub index: u32,
}

/// A state of some level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    pub level: u64,
    pub of: Origin,
}

/// The origins of the states that one part owns.
#[derive(Debug, Default)]
pub struct Lineage {
    bytes: Vec<u8>,
    /// Where the levels after the first one begin.
    levels: Vec<usize>,
    last: Last,
}

/// What the next origin is told by.
#[derive(Debug, Default)]
struct Last {
    part: u32,
    /// By part.
    index: Vec<u32>,
}

impl Last {
    #[inline(always)]
    fn of(&mut self, part: u32) -> &mut u32 {
        if self.index.len() <= part as usize {
            self.index.resize(part as usize + 1, 0);
        }
        &mut self.index[part as usize]
    }
}

impl Lineage {
    pub fn begin_level(&mut self) {
        self.levels.push(self.bytes.len());
        self.last = Last::default();
    }

    /// Another state, the successor of this number.
    #[inline(always)]
    pub fn add(&mut self, from: Origin, successor: u32) {
        let last = std::mem::replace(self.last.of(from.part), from.index);
        let more = u64::from(from.index.wrapping_sub(last)) << 1;
        if from.part == self.last.part {
            if let (Ok(more @ 0..0x80), Ok(successor @ 0..0x80)) = (u8::try_from(more), u8::try_from(successor)) {
                return self.bytes.extend_from_slice(&[more, successor]);
            }
            varint::put(&mut self.bytes, more);
        } else {
            varint::put(&mut self.bytes, more | 1);
            varint::put(&mut self.bytes, u64::from(from.part));
            self.last.part = from.part;
        }
        varint::put(&mut self.bytes, u64::from(successor));
    }

    /// Where a state comes from, and which successor it is; it must be there.
    pub fn get(&self, level: u64, index: u32) -> (Origin, u32) {
        let mut at = self.levels[level as usize - 1];
        let mut last = Last::default();
        let mut number = || varint::get(&self.bytes, &mut at);
        let mut found = (Origin::default(), 0);
        for _ in 0..=index {
            let more = number();
            if more & 1 != 0 {
                last.part = number() as u32;
            }
            let part = last.part;
            let index = last.of(part);
            *index = index.wrapping_add((more >> 1) as u32);
            found = (Origin { part, index: *index }, number() as u32);
        }
        found
    }

    pub fn bytes(&self) -> u64 {
        (self.bytes.capacity() + self.levels.capacity() * 8) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_come_back() {
        let mut lineage = Lineage::default();
        let origin = |n: u32| Origin { part: n / 40 % 3, index: n * n / 50 };
        let successor = |n: u32| if n.is_multiple_of(97) { n * 1000 } else { n % 7 };
        for level in 1..4 {
            lineage.begin_level();
            (0..1000).for_each(|n| lineage.add(origin(n * level), successor(n)));
        }
        for level in 1..4 {
            for n in (0..1000).step_by(37) {
                assert_eq!(lineage.get(u64::from(level), n), (origin(n * level), successor(n)));
            }
        }
    }
}
