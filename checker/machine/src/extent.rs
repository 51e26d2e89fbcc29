//! The object that an address belongs to, for those who calculate with addresses: one right behind the end belongs to
//! the object, too, and nobody asks whether it may be accessed.

use crate::address::{self, Area};
use crate::world::{Shared, World};

/// Where an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    pub start: u64,
    pub size: u64,
    /// What C promises of its address: a multiple of this.
    pub align: u64,
}

impl Extent {
    /// Whether an address points into the object or right behind it.
    pub fn has(self, address: u64) -> bool {
        (self.start..=self.start + self.size).contains(&address)
    }
}

impl World {
    /// None if no object is there.
    pub fn extent(&mut self, shared: &Shared, address: u64) -> Option<Extent> {
        let found = match address::area(address) {
            Area::Static(offset) => {
                let placed = address::find(&shared.layout.statics, offset)?;
                let align = shared.program.object(placed.id).align;
                Extent { start: address - (offset - placed.offset), size: placed.size, align }
            }
            Area::Heap { slot, .. } => {
                let size = self.object(shared, slot)?.memory.len() as u64;
                Extent { start: address::heap(slot), size, align: 16 }
            }
            Area::Stack { thread, offset } => self.stack_extent(shared, thread, offset)?,
            Area::Function(offset) if offset / 16 < shared.program.functions.len() as u64 => {
                Extent { start: address - offset % 16, size: 1, align: 1 }
            }
            Area::Null | Area::Function(_) | Area::Arguments | Area::Stale | Area::Nowhere => return None,
        };
        found.has(address).then_some(found)
    }

    fn stack_extent(&mut self, shared: &Shared, thread: u32, offset: u64) -> Option<Extent> {
        if self.has_ended(i64::from(thread)) {
            return None;
        }
        let start = address::stack(thread);
        if offset < shared.layout.first_frame() {
            let placed = address::find(&shared.layout.locals, offset)?;
            let align = shared.program.object(placed.id).align;
            return Some(Extent { start: start + placed.offset, size: placed.size, align });
        }
        let owner = self.thread(shared, thread);
        let frame = &owner.frames[owner.frame_at(offset as usize)?];
        let offsets = &shared.layout.frames[frame.function as usize].offsets;
        let slot = offsets.partition_point(|o| frame.base as u64 + *o <= offset).checked_sub(1)?;
        let data = &shared.program.functions[frame.function as usize].slots[slot];
        Some(Extent { start: start + frame.base as u64 + offsets[slot], size: data.size, align: data.align })
    }
}
