//! Stores that wait in a buffer (`--memory-model tso`): which wait, when they leave, and what a fence does.
//!
//! A store waits if it is a scheduling point: see [`crate::sharing`]. Others cannot see the rest before the thread
//! comes to a fence, so these reach memory at once:
//!
//! - *apart*, *made*: no other thread that is there makes a conflicting access; to start another is a fence.
//! - *locked*, *lives*: all others have the lock or the life when they look, and who gives it away comes to a fence.
//!
//! A store to bytes for which one waits already waits behind it.
//!
//! That the oldest store leaves is a step of its own: a choice at the beginning of each step of the thread. A fence
//! lets all leave at once; that others see them one by one is what the runs show in which they left before. Fences are
//! `Fence`, which follows stores that are sequentially consistent; operations that read and write in one; all atomic
//! sections, so that locks, the start, the end and the join of threads and sections of the user's are; and jumps out of
//! functions. Of the library's functions that is more than what x86 does for a few, which `words` of the harnesses
//! names.
//!
//! The accesses that are no scheduling points commute with the leaving of other threads' stores as they do with their
//! writes: a store that waits is to a place where accesses are scheduling points as long as its thread is there.

use super::access::Operation;
use super::{End, Flow, Machine};
use crate::buffer::{Forwarded, MOST, Waiting};
use crate::outcome::{EventKind, MemoryModel, Obstacle};
use crate::unknown::is_symbol;
use crate::world::Spot;

impl Machine<'_> {
    /// Whether stores of the running thread wait.
    pub(super) fn has_waiting(&self) -> bool {
        !self.world.running.buffer.is_empty()
    }

    /// At the beginning of a step: the oldest store leaves, if that is chosen, and that is all of the step.
    pub(super) fn leaves_first(&mut self) -> Option<End> {
        if !self.has_waiting() || self.world.running.atomic > 0 {
            return None;
        }
        if !self.step.many {
            self.let_leave(usize::MAX);
            return None;
        }
        if self.choose(2) == 0 {
            return None;
        }
        self.step.visible = true;
        self.step.acted = true;
        self.let_leave(1);
        Some(End::Rest)
    }

    /// Some of the oldest stores reach memory.
    pub(super) fn let_leave(&mut self, count: usize) {
        for _ in 0..count {
            let Some(store) = self.world.running.buffer.take() else { return };
            let Waiting { address, size, bits, shadow } = store;
            // What was there may be gone: then nobody can look.
            let Ok(spot) = self.world.resolve(&self.shared, address, u64::from(size), true) else { continue };
            if self.events.is_some() {
                let (object, offset) = self.world.name(&self.shared, spot);
                self.note(EventKind::Leaves { address, bits, bytes: u32::from(size), object, offset });
            }
            for (at, cell) in self.world.cells_at(address, u64::from(size)) {
                match at >= address && at + u64::from(cell.size) <= address + u64::from(size) {
                    true => drop(self.world.cells.remove(&at)),
                    false => self.settle_cell(cell),
                }
            }
            self.world.write(&self.shared, spot, usize::from(size), bits, shadow);
        }
    }

    /// All stores that wait reach memory; whether the step ends before that.
    pub(super) fn fence(&mut self) -> bool {
        if !self.has_waiting() {
            return false;
        }
        if self.acts() {
            return true;
        }
        self.let_leave(usize::MAX);
        false
    }

    /// A read finds a part of what it reads in the buffer: it waits until that has left. Whether the step ends before.
    pub(super) fn waits_for_parts(&mut self, op: Operation) -> bool {
        if op.write || !self.has_waiting() {
            return false;
        }
        let Forwarded::Parts(count) = self.world.running.buffer.forward(op.address, op.ty.bytes()) else {
            return false;
        };
        if self.acts() {
            return true;
        }
        self.let_leave(count);
        false
    }

    /// Whether a store waits. `visible`: it is a scheduling point.
    pub(super) fn buffers(&mut self, spot: Spot, op: Operation, visible: bool, bits: u128, pc: u32) -> bool {
        if self.options.memory_model == MemoryModel::Sc || self.world.running.atomic > 0 {
            return false;
        }
        let size = op.ty.bytes();
        let open = !self.options.naive || self.world.is_open(&self.shared, spot);
        let waits = self.step.many && visible && open || self.world.running.buffer.meets(op.address, size);
        if !waits {
            return false;
        }
        let unknown = !self.world.unknowns.is_empty()
            && (is_symbol(bits, op.ty) || !self.world.cells_at(op.address, size).is_empty());
        if unknown {
            self.lacks("an input of a wide range that waits in a store buffer", pc);
            self.let_leave(usize::MAX);
            return false;
        }
        if self.world.running.buffer.len() >= MOST {
            self.lacks(&format!("more than {MOST} stores of a thread that wait in its store buffer"), pc);
            self.let_leave(1);
        }
        true
    }

    /// Not all runs are searched.
    fn lacks(&mut self, what: &str, pc: u32) {
        self.set_pc(pc);
        let location = self.location();
        self.obstacle(Obstacle::NotModelled { text: what.to_string(), location });
    }

    /// What the running thread reads: what waits, or what is in memory.
    pub(super) fn read(&mut self, spot: Spot, op: Operation) -> (u128, u128) {
        if self.has_waiting()
            && let Forwarded::Whole(bits, unset) = self.world.running.buffer.forward(op.address, op.ty.bytes())
        {
            return (bits, unset);
        }
        self.world.read(&self.shared, spot, op.ty.bytes() as usize)
    }

    /// Whether a load finds what it reads in the buffer, whatever unknown value is in memory.
    pub(super) fn finds_waiting(&self, op: Operation) -> bool {
        let forwarded = || self.world.running.buffer.forward(op.address, op.ty.bytes());
        !op.write && self.has_waiting() && matches!(forwarded(), Forwarded::Whole(..))
    }

    /// A fence of the program's.
    pub(super) fn at_fence(&mut self) -> Flow {
        if self.fence() { Flow::Stop } else { Flow::Next }
    }
}
