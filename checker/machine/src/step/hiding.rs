//! Values that are made of the address of an object on the heap, and do not lead to it: see `garbage`.

use super::Machine;
use crate::address::{heap_slot, may_be_heap};
use crate::code::Binary;
use crate::types::Type;
use crate::world::Spot;

/// Bits of an address that are known: objects on the heap begin at multiples of 16.
const TAGS: u64 = 15;

impl Machine<'_> {
    /// Addresses may be hidden from here on: nothing is garbage.
    pub(super) fn hides(&mut self) {
        self.hides_addresses = true;
    }

    /// A number is made of two; whether it still leads to where an operand leads to.
    #[inline(always)]
    pub(super) fn hides_in(&mut self, left: u64, right: u64, result: u64) {
        let lost = |value: u64| heap_slot(value).is_some() && heap_slot(value) != heap_slot(result);
        if lost(left) || lost(right) {
            self.hides();
        }
    }

    /// The result of an operation on numbers of 64 bits. What keeps no more than a tag of an address, or loses no more,
    /// hides nothing.
    pub(super) fn hides_by(&mut self, op: Binary, left: u64, right: u64) {
        if heap_slot(left).is_none() && heap_slot(right).is_none() {
            return;
        }
        match op {
            Binary::Add => self.hides_in(left, right, left.wrapping_add(right)),
            // A distance within an object leads to it together with the other address.
            Binary::Sub if heap_slot(left) == heap_slot(right) => {}
            Binary::Sub => self.hides_in(left, right, left.wrapping_sub(right)),
            Binary::BitOr => self.hides_in(left, right, left | right),
            Binary::BitXor => self.hides_in(left, right, left ^ right),
            Binary::BitAnd if left <= TAGS || right <= TAGS => {}
            Binary::BitAnd => self.hides_in(left, right, left & right),
            Binary::Rem if right.is_power_of_two() && right <= TAGS + 1 => {}
            Binary::Shr if (47..64).contains(&right) => {}
            Binary::Mul | Binary::Div | Binary::Rem | Binary::Shl | Binary::Shr => self.hides(),
        }
    }

    /// Nothing is kept of a value but what cannot be taken back.
    pub(super) fn hides_all(&mut self, value: u64) {
        if heap_slot(value).is_some() {
            self.hides();
        }
    }

    /// A part of an address is loaded, or an address together with something else.
    pub(super) fn hides_part(&mut self, spot: Spot, ty: Type) {
        if self.hides_addresses || !self.world.has_heap() {
            return;
        }
        let size = ty.bytes() as usize;
        let hidden = self.world.around(&self.shared, spot, size, &|bytes, at| {
            bytes.windows(8).enumerate().any(|(i, window)| {
                let whole = i == at && size == 8 && !ty.is_float();
                let covers = i < at + size && i + 8 > at && !whole;
                covers
                    && may_be_heap(window)
                    && window.try_into().is_ok_and(|w| heap_slot(u64::from_le_bytes(w)).is_some())
            })
        });
        if hidden {
            self.hides();
        }
    }
}
