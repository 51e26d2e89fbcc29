//! States that were reached and not looked up yet.
//!
//! A lookup waits for memory twice: for the slot of the table, then for the state it points to. So a state waits in a
//! short row: when it comes in, its slot is asked for; when it is in the middle, the state that the slot points to; when it leaves,
//! all is there.

use crate::search::visitor::Flags;

/// How long the row is. A power of two.
const ROW: usize = 32;

/// A state on its way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Item {
    pub hash: u64,
    /// The state it was reached from, in bits.
    pub from: u64,
    pub depth: u64,
    pub flags: Flags,
    pub len: usize,
}

#[derive(Debug)]
pub struct Pending {
    items: [Item; ROW],
    /// The states, each in a part of its own.
    words: Vec<u32>,
    part: usize,
    /// How many came in and went out.
    came: usize,
    left: usize,
}

impl Pending {
    pub fn new(words: usize) -> Pending {
        let part = words.max(8);
        Pending { items: [Item::default(); ROW], words: vec![0; part * ROW], part, came: 0, left: 0 }
    }

    /// Whether a state of so many words can come in.
    #[inline(always)]
    pub fn has_room(&self, words: usize) -> bool {
        self.came - self.left < ROW && words <= self.part
    }

    /// Makes room for larger states. There must be none in the row.
    pub fn widen(&mut self, words: usize) {
        debug_assert!(self.is_empty());
        if words > self.part {
            self.part = words.next_power_of_two();
            self.words = vec![0; self.part * ROW];
        }
    }

    pub fn is_empty(&self) -> bool {
        self.came == self.left
    }

    #[inline(always)]
    pub fn push(&mut self, state: &[u32], item: Item) {
        let at = self.came % ROW;
        self.items[at] = Item { len: state.len(), ..item };
        self.words[at * self.part..][..state.len()].copy_from_slice(state);
        self.came += 1;
    }

    /// The state that came in last.
    #[inline(always)]
    pub fn last_mut(&mut self) -> &mut Item {
        &mut self.items[(self.came - 1) % ROW]
    }

    /// The state that is in the middle now, if the row is that long.
    #[inline(always)]
    pub fn middle(&self) -> Option<&Item> {
        (self.came - self.left > ROW / 2).then(|| &self.items[(self.came - 1 - ROW / 2) % ROW])
    }

    /// The state that leaves next.
    #[inline(always)]
    pub fn first(&self) -> (Item, &[u32]) {
        let at = self.left % ROW;
        let item = self.items[at];
        (item, &self.words[at * self.part..][..item.len])
    }

    #[inline(always)]
    pub fn pop(&mut self) {
        self.left += 1;
    }
}
