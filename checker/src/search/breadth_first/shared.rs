//! What the threads of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use super::arena::{Arena, PLACE_BITS, StateRef};
use crate::exec::Machine;
use crate::search::table::Table;
use crate::successors::Flags;

/// Eight segments: nobody waits long while one of them grows.
pub type StateTable = Table<3>;

/// The predecessor of the initial state, in bits.
pub const NOWHERE: u64 = (1 << PLACE_BITS) - 1;

/// What is noted with a state: where it was reached from, and what is so about it.
#[inline(always)]
pub fn note_of(from: u64, flags: Flags) -> u64 {
    from | u64::from(flags.to_bits()) << PLACE_BITS
}

#[inline(always)]
pub fn flags_of(note: u64) -> Flags {
    Flags::from_bits((note >> PLACE_BITS) as u8)
}

#[derive(Debug)]
pub struct Shared {
    pub arena: Arena,
    table: RwLock<StateTable>,
    /// Somebody waits to make the table larger.
    growing: AtomicBool,
    table_bytes: AtomicU64,
    /// Bytes of states.
    pub written: AtomicU64,
    /// There is no place left in the arena.
    pub full: AtomicBool,
}

impl Shared {
    pub fn new(threads: usize) -> Shared {
        let table = StateTable::new(threads);
        Shared {
            arena: Arena::default(),
            table_bytes: AtomicU64::new(table.bytes()),
            table: RwLock::new(table),
            growing: AtomicBool::new(false),
            written: AtomicU64::new(0),
            full: AtomicBool::new(false),
        }
    }

    pub fn table(&self) -> RwLockReadGuard<'_, StateTable> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the table larger where it is full. The caller must not hold it.
    pub fn grow(&self) {
        self.growing.store(true, Ordering::Relaxed);
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        table.grow();
        self.table_bytes.store(table.bytes(), Ordering::Relaxed);
        self.growing.store(false, Ordering::Relaxed);
    }

    pub fn is_growing(&self) -> bool {
        self.growing.load(Ordering::Relaxed)
    }

    pub fn bytes(&self) -> u64 {
        self.written.load(Ordering::Relaxed) + self.table_bytes.load(Ordering::Relaxed)
    }

    /// The words of a state.
    #[inline(always)]
    pub fn state(&self, place: StateRef, machine: &mut Machine) -> &[u32] {
        self.arena.get(place, |shape| machine.words_of(shape))
    }

    /// The states from the initial one to another.
    pub fn path_to(&self, place: StateRef) -> Vec<StateRef> {
        let mut path = vec![place];
        let mut here = place;
        loop {
            let from = self.arena.note(here) & NOWHERE;
            if from == NOWHERE {
                break;
            }
            here = StateRef::from_bits(from);
            path.push(here);
        }
        path.reverse();
        path
    }
}
