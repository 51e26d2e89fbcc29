//! Objects of the heap that no run can reach any more, and that were not freed: garbage.
//!
//! A program that loses objects would have a new state for each, and what they hold would tell states apart that behave
//! alike. So garbage is dropped when an object is allocated, if leaks are not asked for, and no stores wait in buffers.
//!
//! Why a run misses nothing. An access needs the address of a byte of the object, in a register. All that a thread
//! will ever have there is made of what is in registers and memory now, of numbers in the code, and of inputs. Three
//! things have to be so for an object to be lost for good:
//!
//! - Nothing that can be read has a value in its slot, at any place, a multiple of 8 or not: in static memory, in the
//!   stack of a thread, in a register, in the locks that a thread has, in an object that is not garbage itself. A
//!   slot is larger than its object: a pointer to the middle, to the end, with a tag, a little before the object
//!   counts.
//! - No value is made of an address in such a way that it is not in the slot any more, and the address can be made of
//!   it again. Instructions that could do so (`step::hiding`) are noticed when they are run: sums that leave the
//!   slot, the exclusive or with anything that is not a tag, products, shifts, parts of an address that are loaded (a
//!   `memcpy` by bytes is one), 128 bits, floating point numbers. From the first one on nothing is dropped any more.
//!   It is enough to look at what was run: a value in a state was made on the run to it.
//! - The number is not guessed. A number in the code or an input that is the address by chance is one only in the
//!   layout that the machine has chosen.
//!
//! What is dropped changes nothing for others: nobody can tell, except by the addresses that are given out later,
//! which are a choice of the machine's anyway (`step::layout`).
//!
//! Differs from collectors as in Iosif (2001) in that states between two allocations keep their garbage.

use crate::address;
use crate::world::{Shared, World};

/// The slots of objects that are garbage.
pub fn garbage(world: &mut World, shared: &Shared) -> Vec<u32> {
    let slots = world.heap_slots();
    if slots.is_empty() {
        return Vec::new();
    }
    let mut marks = Marks { reached: vec![false; slots.len()], open: Vec::new(), slots };
    // Those that end with a function are nobody's to lose.
    for (i, slot) in marks.slots.clone().into_iter().enumerate() {
        if world.object(shared, slot).is_none_or(|o| o.local) {
            marks.reach(i);
        }
    }
    world.each_byte_run(shared, |bytes| marks.bytes(bytes));
    world.each_loose_value(shared, |value| marks.value(value));
    while let Some(i) = marks.open.pop() {
        if let Some(object) = world.object(shared, marks.slots[i]) {
            marks.bytes(&object.memory);
        }
    }
    let Marks { reached, slots, .. } = marks;
    slots.into_iter().zip(reached).filter(|(_, reached)| !reached).map(|(slot, _)| slot).collect()
}

struct Marks {
    slots: Vec<u32>,
    reached: Vec<bool>,
    /// Reached, and not looked at.
    open: Vec<usize>,
}

impl Marks {
    fn reach(&mut self, i: usize) {
        if !std::mem::replace(&mut self.reached[i], true) {
            self.open.push(i);
        }
    }

    fn value(&mut self, value: u64) {
        if let Some(slot) = address::heap_slot(value)
            && let Ok(i) = self.slots.binary_search(&slot)
        {
            self.reach(i);
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for window in bytes.windows(8) {
            if address::may_be_heap(window)
                && let Ok(word) = window.try_into()
            {
                self.value(u64::from_le_bytes(word));
            }
        }
    }
}
