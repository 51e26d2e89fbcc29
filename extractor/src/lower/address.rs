//! Addresses of the places that code reads and writes, before they are in a register.

use machine::code::{Reg, SlotId, StaticId};

#[derive(Clone, Copy, Debug)]
pub(super) enum Base {
    Reg(Reg),
    Slot(SlotId),
    Static(StaticId),
}

/// An address that is not in a register yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    pub base: Base,
    pub offset: i64,
}

impl Address {
    pub fn reg(reg: Reg) -> Address {
        Address { base: Base::Reg(reg), offset: 0 }
    }

    pub fn plus(self, offset: u64) -> Address {
        Address { base: self.base, offset: self.offset.wrapping_add(offset as i64) }
    }
}
