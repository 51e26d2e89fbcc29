//! Scopes: which objects end when a block is left.
//!
//! A slot begins where its declaration is reached, and at the start of its block if a label of C lies inside, because
//! then the declaration can be jumped over. It ends wherever control leaves the block; `return` ends all by itself.

use super::builder::{Builder, Item, Scope, ScopeId};
use crate::program::ObjectId;
use machine::code::{Instruction, Slot, SlotId};

impl Builder<'_, '_> {
    pub(super) fn enter(&mut self) -> ScopeId {
        let id = ScopeId(self.scopes.len() as u32);
        self.scopes.push(Scope::default());
        self.open.push(id);
        id
    }

    /// Leaves the innermost scope at the end of its text.
    pub(super) fn leave(&mut self) {
        if self.reachable() {
            self.end_scopes(self.open.len() - 1);
        }
        self.open.pop();
    }

    /// What must be done when control leaves all scopes but the outermost ones; they stay open in the text.
    pub(super) fn end_scopes(&mut self, depth: usize) {
        for at in (depth..self.open.len()).rev() {
            let scope = self.open[at];
            self.call_cleanups(scope);
            let origin = self.origin();
            self.items.push(Item::End(scope, origin));
        }
    }

    pub(super) fn call_cleanups(&mut self, scope: ScopeId) {
        let objects = self.scopes[scope.0 as usize].cleanups.clone();
        for object in objects.into_iter().rev() {
            self.call_cleanup(object);
        }
    }

    pub(super) fn call_cleanup(&mut self, object: ObjectId) {
        let Some(function) = self.program.object(object).cleanup else { return };
        let address = self.object_address(object);
        let address = self.materialise(&address);
        self.call_plain(function, vec![address]);
    }

    pub(super) fn new_slot(&mut self, name: &str, size: u64, align: u64) -> SlotId {
        let id = SlotId(self.slots.len() as u32);
        self.slots.push(Slot { name: name.to_string(), size, align, parameter: false });
        id
    }

    /// A slot for a value on the way. It lives until the end of the statement.
    pub(super) fn temporary(&mut self, size: u64, align: u64) -> SlotId {
        let fits = |slot: &Slot| slot.size == size && slot.align == align;
        let free = self.free_slots.iter().position(|s| fits(&self.slots[s.0 as usize]));
        let slot = match free {
            Some(at) => self.free_slots.remove(at),
            None => self.new_slot("temporary value", size, align),
        };
        self.live_temporaries.push(slot);
        self.begin_temporary(slot);
        slot
    }

    /// The slot begins, and ends with the innermost scope at the latest.
    pub(super) fn begin_temporary(&mut self, slot: SlotId) {
        if let Some(scope) = self.open.last() {
            let list = &mut self.scopes[scope.0 as usize].temporaries;
            if !list.contains(&slot) {
                list.push(slot);
            }
        }
        self.emit(Instruction::SlotBegin { slot });
    }

    /// Ends the values on the way that are younger than a mark.
    pub(super) fn end_temporaries(&mut self, mark: usize) {
        let ended = self.live_temporaries.split_off(mark.min(self.live_temporaries.len()));
        if self.reachable() {
            for slot in ended.iter().rev() {
                self.emit(Instruction::SlotEnd { slot: *slot });
            }
        }
        self.free_slots.extend(ended);
    }

    /// As [`Self::end_temporaries`] where control goes on in two places: they live until the end of the scope.
    pub(super) fn keep_temporaries(&mut self, mark: usize) {
        self.live_temporaries.truncate(mark);
    }
}
