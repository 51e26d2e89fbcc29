//! Variables: how ops load and store them, by slot, by index and by address.

use super::fault::FaultKind;
use super::machine::Machine;
use super::op::{Base, Binary, Cell};
use crate::model::layout::{Slot, extract, insert};

impl Machine<'_> {
    #[inline(always)]
    pub(super) fn global(&self, slot: Slot) -> i32 {
        slot.get(self.memory.get(slot.word))
    }

    #[inline(always)]
    pub(super) fn local(&self, slot: Slot) -> i32 {
        slot.get(self.memory.get(self.frame + slot.word))
    }

    #[inline(always)]
    pub(super) fn hidden(&self, slot: Slot) -> i32 {
        slot.get(self.memory.get_hidden(self.hidden_base + slot.word))
    }

    /// An index that is a local scalar without a sign.
    #[inline(always)]
    pub(super) fn index_in_frame(&self, word: u16, shift: u8, bits: u8) -> i32 {
        extract(self.memory.get(self.frame + u32::from(word)), shift, bits, false)
    }

    #[inline(always)]
    pub(super) fn with_global(&mut self, op: Binary, slot: Slot) {
        let b = self.global(slot);
        self.stack.change(|a| op.apply(a, b));
    }

    #[inline(always)]
    pub(super) fn with_local(&mut self, op: Binary, slot: Slot) {
        let b = self.local(slot);
        self.stack.change(|a| op.apply(a, b));
    }

    /// Stores a value in a slot, which is in this word.
    #[inline(always)]
    pub(super) fn store(&mut self, word: u32, slot: Slot, value: i32) {
        let old = self.memory.get(word);
        self.memory.set(word, slot.set(old, value));
    }

    #[inline(always)]
    pub(super) fn store_top(&mut self, word: u32, slot: Slot) {
        let value = self.stack.pop();
        self.store(word, slot, value);
    }

    #[inline(always)]
    pub(super) fn add(&mut self, word: u32, slot: Slot, by: i32) {
        let old = self.memory.get(word);
        self.memory.set(word, slot.set(old, slot.get(old).wrapping_add(by)));
    }

    #[inline(always)]
    pub(super) fn store_hidden(&mut self, slot: Slot) {
        let value = self.stack.pop();
        let i = self.hidden_base + slot.word;
        let word = self.memory.get_hidden(i);
        self.memory.set_hidden(i, slot.set(word, value));
    }

    /// Pops an index; pushes the element of an array that begins at a byte of a frame.
    #[inline(always)]
    pub(super) fn load_index(&mut self, frame: u32, at: u32, len: u32, cell: Cell) {
        let i = self.stack.pop();
        let value = match self.in_range(i, len) {
            Some(i) => self.load_byte(frame, at + i * cell.bytes(), cell),
            None => 0,
        };
        self.stack.push(value);
    }

    /// Pops a value and an index.
    #[inline(always)]
    pub(super) fn store_index(&mut self, frame: u32, at: u32, len: u32, cell: Cell) {
        let value = self.stack.pop();
        let i = self.stack.pop();
        if let Some(i) = self.in_range(i, len) {
            self.store_byte(frame, at + i * cell.bytes(), cell, value);
        }
    }

    /// Pops an index and an address; pushes the address of the element.
    #[inline(always)]
    pub(super) fn index(&mut self, len: u32, stride: u32) {
        let i = self.stack.pop();
        let i = self.in_range(i, len).unwrap_or(0);
        self.stack.change(|address| address + (i * stride) as i32);
    }

    /// Pops an address; pushes what is there.
    #[inline(always)]
    pub(super) fn load_at(&mut self, base: Base, cell: Cell) {
        let address = self.stack.pop() as u32;
        let value = match base {
            Base::Global => self.load_byte(0, address, cell),
            Base::Local => self.load_byte(self.frame, address, cell),
            Base::Hidden => {
                let word = self.memory.get_hidden(self.hidden_base + address / 4);
                extract(word, (address % 4 * 8) as u8, cell.bits, cell.signed)
            }
        };
        self.stack.push(value);
    }

    /// Pops a value and an address.
    #[inline(always)]
    pub(super) fn store_at(&mut self, base: Base, cell: Cell) {
        let value = self.stack.pop();
        let address = self.stack.pop() as u32;
        match base {
            Base::Global => self.store_byte(0, address, cell, value),
            Base::Local => self.store_byte(self.frame, address, cell, value),
            Base::Hidden => {
                let i = self.hidden_base + address / 4;
                let word = self.memory.get_hidden(i);
                self.memory.set_hidden(i, insert(word, (address % 4 * 8) as u8, cell.bits, value));
            }
        }
    }

    /// Pops a pid; pushes what is in the frame of that process.
    #[inline(always)]
    pub(super) fn load_remote(&mut self, proctype: u32, slot: Slot) {
        let pid = self.stack.pop();
        let value = self.remote_of(pid, proctype).map_or(0, |f| slot.get(self.memory.get(f + slot.word)));
        self.stack.push(value);
    }

    /// Pops a pid and an index.
    #[inline(always)]
    pub(super) fn load_remote_index(&mut self, proctype: u32, at: u32, len: u32, cell: Cell) {
        let pid = self.stack.pop();
        let i = self.stack.pop();
        let value = match (self.remote_of(pid, proctype), self.in_range(i, len)) {
            (Some(f), Some(i)) => self.load_byte(f, at + i * cell.bytes(), cell),
            (Some(_) | None, _) => 0,
        };
        self.stack.push(value);
    }

    #[inline(always)]
    fn in_range(&mut self, i: i32, len: u32) -> Option<u32> {
        if (i as u32) < len {
            return Some(i as u32);
        }
        self.fault(FaultKind::Index { index: i64::from(i), len: u64::from(len) });
        None
    }

    #[inline(always)]
    fn load_byte(&self, frame: u32, byte: u32, cell: Cell) -> i32 {
        extract(self.memory.get(frame + byte / 4), (byte % 4 * 8) as u8, cell.bits, cell.signed)
    }

    #[inline(always)]
    fn store_byte(&mut self, frame: u32, byte: u32, cell: Cell, value: i32) {
        let i = frame + byte / 4;
        let word = self.memory.get(i);
        self.memory.set(i, insert(word, (byte % 4 * 8) as u8, cell.bits, value));
    }
}
