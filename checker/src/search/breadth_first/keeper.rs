//! A thread's way to the states that are kept.

use std::sync::RwLockReadGuard;
use std::sync::atomic::Ordering;

use super::arena::{StateRef, Writer};
use super::shared::{Shared, StateTable, note_of};
use crate::prefetch::prefetch;
use crate::search::table::{Met, PendingCounts};
use crate::successors::Flags;

pub struct Keeper<'s> {
    pub shared: &'s Shared,
    /// Held while states are looked up: nobody can grow the table then.
    table: Option<RwLockReadGuard<'s, StateTable>>,
    writer: Writer,
    pending: PendingCounts,
    told_bytes: u64,
}

impl<'s> Keeper<'s> {
    pub fn new(shared: &'s Shared) -> Keeper<'s> {
        let (writer, pending) = (Writer::default(), PendingCounts::default());
        Keeper { shared, table: None, writer, pending, told_bytes: 0 }
    }

    /// Asks for the memory in which a state with this hash is looked up first.
    #[inline(always)]
    pub fn prefetch_slot(&mut self, hash: u64) {
        let shared = self.shared;
        prefetch(self.table.get_or_insert_with(|| shared.table()).address(hash));
    }

    /// Prefetches the state that is probably this one.
    #[inline(always)]
    pub fn prefetch_state(&mut self, hash: u64, words: usize) {
        let shared = self.shared;
        let table = &**self.table.get_or_insert_with(|| shared.table());
        let mut probe = table.probe(hash);
        if let Met::Same(bits) = table.find(&mut probe) {
            let address = shared.arena.address(StateRef::from_bits(bits));
            prefetch(address);
            prefetch(address.wrapping_add(words));
        }
    }

    /// Looks a state up and keeps it if it is new, with the place it was reached from. Its own place is added to the
    /// list.
    #[inline(always)]
    pub fn insert(&mut self, hash: u64, state: &[u32], from: u64, flags: Flags, next: &mut Vec<StateRef>) -> bool {
        let shared = self.shared;
        let table = &**self.table.get_or_insert_with(|| shared.table());
        let mut probe = table.probe(hash);
        let mut place = None;
        loop {
            match table.find(&mut probe) {
                Met::Empty => {
                    let note = note_of(from, flags);
                    let Some(new) = place.or_else(|| shared.arena.append(&mut self.writer, state, note)) else {
                        shared.full.store(true, Ordering::Relaxed);
                        return false;
                    };
                    if table.put(probe, new.to_bits()) {
                        next.push(new);
                        if table.count(probe, &mut self.pending) {
                            self.grow();
                        }
                        return true;
                    }
                    place = Some(new);
                }
                Met::Same(bits) => {
                    if shared.arena.is(StateRef::from_bits(bits), state) {
                        if place.is_some() {
                            shared.arena.take_back(&mut self.writer, state);
                        }
                        return false;
                    }
                    table.pass(&mut probe);
                }
            }
        }
    }

    /// Puts a state that lies in the arena into the table. It must not be there.
    pub fn put(&mut self, hash: u64, place: StateRef) {
        let shared = self.shared;
        let table = &**self.table.get_or_insert_with(|| shared.table());
        let mut probe = table.probe(hash);
        while let Met::Same(_) = table.find(&mut probe) {
            table.pass(&mut probe);
        }
        if table.put(probe, place.to_bits()) && table.count(probe, &mut self.pending) {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.table = None;
        self.shared.grow();
    }

    /// Lets another thread grow the table, if it waits for that.
    #[inline(always)]
    pub fn make_way(&mut self) {
        if self.shared.is_growing() {
            self.pause();
        }
    }

    /// Gives the table free, and tells how much was written.
    pub fn pause(&mut self) {
        self.table = None;
        self.shared.arena.tell(&self.writer);
        let bytes = self.writer.bytes();
        self.shared.written.fetch_add(bytes - self.told_bytes, Ordering::Relaxed);
        self.told_bytes = bytes;
    }

    /// Bytes of all threads.
    pub fn bytes(&self) -> u64 {
        self.shared.bytes() + self.writer.bytes() - self.told_bytes
    }
}
