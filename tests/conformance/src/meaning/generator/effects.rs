//! What an expression reads and writes, so that no program depends on an order that C leaves open.

use std::collections::BTreeSet;

/// A variable as far as effects go. Everything whose address is taken is one: a pointer may lead to any of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell(pub u32);

/// What a pointer may lead to.
pub const MEMORY: Cell = Cell(0);

#[derive(Clone, Default, Debug)]
pub struct Effects {
    reads: BTreeSet<Cell>,
    writes: BTreeSet<Cell>,
}

impl Effects {
    /// A read is in order when nothing beside it writes.
    pub fn may_read(&self, cell: Cell) -> bool {
        !self.writes.contains(&cell)
    }

    /// A write is in order when nothing beside it reads or writes.
    pub fn may_write(&self, cell: Cell) -> bool {
        !self.writes.contains(&cell) && !self.reads.contains(&cell)
    }

    pub fn read(&mut self, cell: Cell) {
        self.reads.insert(cell);
    }

    pub fn write(&mut self, cell: Cell) {
        self.writes.insert(cell);
    }

    /// Whether a call with these effects may stand beside.
    pub fn may_call(&self, call: &Effects) -> bool {
        call.reads.iter().all(|cell| self.may_read(*cell)) && call.writes.iter().all(|cell| self.may_write(*cell))
    }

    pub fn add(&mut self, other: &Effects) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
    }

    /// The effects that a caller can see.
    pub fn visible(&self, is_visible: impl Fn(Cell) -> bool) -> Effects {
        let keep = |set: &BTreeSet<Cell>| set.iter().copied().filter(|cell| is_visible(*cell)).collect();
        Effects { reads: keep(&self.reads), writes: keep(&self.writes) }
    }
}
