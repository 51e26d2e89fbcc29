//! The states that one thread owns, and how the others hand it theirs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::lineage::{Lineage, Origin};
use crate::collapse::{Key, Reached};
use crate::prefetch::prefetch_to_write;
use crate::search::keyed::set::{KeySet, Room};
use crate::successors::Flags;

/// The keys that belong to one thread: those known, those of the level, and those of the next one.
#[derive(Debug)]
pub struct Partition<const K: usize, S> {
    pub set: S,
    pub level: States<K>,
    pub next: States<K>,
    pub lineage: Lineage,
}

/// States of a level.
#[derive(Debug)]
pub struct States<const K: usize> {
    pub keys: Vec<Key<K>>,
    /// By index, those that have other flags than the usual ones.
    pub odd: Vec<(u32, Flags)>,
}

impl<const K: usize> Default for States<K> {
    fn default() -> States<K> {
        States { keys: Vec::new(), odd: Vec::new() }
    }
}

/// How a state was reached: from where, and which successor it is.
pub type Arrival = (Origin, u32);

impl<const K: usize, S: KeySet<K>> Partition<K, S> {
    pub fn new(bits: u32) -> Partition<K, S> {
        Partition {
            set: S::new(Room::Ample, bits),
            level: States::default(),
            next: States::default(),
            lineage: Lineage::default(),
        }
    }

    /// A key is new.
    #[inline(always)]
    pub fn add(&mut self, key: &Key<K>, (from, successor): Arrival) {
        self.next.keys.push(*key);
        self.lineage.add(from, successor);
    }

    /// Flags of the state that was added last.
    pub fn is_odd(&mut self, flags: Flags, usual: Flags) {
        if flags != usual {
            self.next.odd.push((self.next.keys.len() as u32 - 1, flags));
        }
    }

    /// The next level becomes the level.
    pub fn turn(&mut self) {
        std::mem::swap(&mut self.level, &mut self.next);
        self.next.keys.clear();
        self.next.odd.clear();
        self.lineage.begin_level();
    }

    pub fn bytes(&self) -> u64 {
        let keys = self.level.keys.capacity() + self.next.keys.capacity();
        self.set.bytes() + self.lineage.bytes() + (keys * size_of::<Key<K>>()) as u64
    }
}

/// The parts that a thread holds.
pub trait Partitions<const K: usize, S> {
    /// There is more than one.
    const MANY: bool;

    /// The part that a key belongs to, held or not.
    fn owner(&self, key: &Key<K>) -> usize;

    /// A part, if it is held.
    fn get(&self, number: usize) -> Option<&Partition<K, S>>;

    fn get_mut(&mut self, number: usize) -> Option<&mut Partition<K, S>>;

    /// How many there are, held or not.
    fn count(&self) -> usize;
}

/// The only one there is.
impl<const K: usize, S> Partitions<K, S> for Partition<K, S> {
    const MANY: bool = false;

    #[inline(always)]
    fn owner(&self, _key: &Key<K>) -> usize {
        0
    }

    #[inline(always)]
    fn get(&self, _number: usize) -> Option<&Partition<K, S>> {
        Some(self)
    }

    #[inline(always)]
    fn get_mut(&mut self, _number: usize) -> Option<&mut Partition<K, S>> {
        Some(self)
    }

    #[inline(always)]
    fn count(&self) -> usize {
        1
    }
}

/// Those of several that are held.
impl<const K: usize, S> Partitions<K, S> for Vec<Option<&mut Partition<K, S>>> {
    const MANY: bool = true;

    /// Sets of keys mix them in another way: what is owned by one thread is spread over all of its set.
    #[inline(always)]
    fn owner(&self, key: &Key<K>) -> usize {
        let mut hash = 0u64;
        for word in key {
            hash = (hash ^ word).wrapping_mul(0xa076_1d64_78bd_642f);
            hash ^= hash >> 31;
        }
        (((hash.wrapping_mul(0xe703_7ed1_a0b4_28db) >> 32) * self.len() as u64) >> 32) as usize
    }

    #[inline(always)]
    fn get(&self, number: usize) -> Option<&Partition<K, S>> {
        self[number].as_deref()
    }

    #[inline(always)]
    fn get_mut(&mut self, number: usize) -> Option<&mut Partition<K, S>> {
        self[number].as_deref_mut()
    }

    fn count(&self) -> usize {
        self.len()
    }
}

/// A state that was reached, on its way to the thread that owns it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Message<const K: usize> {
    pub key: Key<K>,
    /// The index of its predecessor, and which successor it is.
    pub from: u32,
    pub successor: u16,
    pub depth: u16,
}

/// One that does not fit into a [`Message`], or has other flags than the usual ones.
#[derive(Clone, Copy, Debug)]
pub struct Odd<const K: usize> {
    pub reached: Reached<K>,
    pub from: u32,
    pub successor: u32,
}

/// Messages, all with predecessors of one part.
#[derive(Debug)]
pub struct Messages<const K: usize> {
    pub from: u32,
    pub list: Vec<Message<K>>,
    pub odd: Vec<Odd<K>>,
}

impl<const K: usize> Messages<K> {
    pub fn new(from: u32) -> Messages<K> {
        Messages { from, list: Vec::new(), odd: Vec::new() }
    }

    #[inline(always)]
    pub fn push(&mut self, message: Message<K>) {
        self.list.push(message);
        // The memory of a list that is written again is still with the thread that has read it.
        prefetch_to_write(self.list.as_ptr().wrapping_add(self.list.len() + AHEAD));
    }

    pub fn len(&self) -> usize {
        self.list.len() + self.odd.len()
    }

    pub fn clear(&mut self) {
        self.list.clear();
        self.odd.clear();
    }
}

/// Memory is prefetched so many messages ahead.
const AHEAD: usize = 32;

/// Messages that a thread has not read yet.
#[derive(Debug)]
pub struct Inbox<const K: usize> {
    new: Mutex<Vec<Messages<K>>>,
    has_new: AtomicBool,
    /// Lists that were read, to be written again.
    read: Mutex<Vec<Messages<K>>>,
}

impl<const K: usize> Default for Inbox<K> {
    fn default() -> Inbox<K> {
        Inbox { new: Mutex::default(), has_new: AtomicBool::new(false), read: Mutex::default() }
    }
}

impl<const K: usize> Inbox<K> {
    /// Hands over messages. An empty list comes back.
    pub fn send(&self, messages: &mut Messages<K>) {
        let empty = lock(&self.read).pop().unwrap_or_else(|| Messages::new(messages.from));
        let full = std::mem::replace(messages, Messages { from: messages.from, ..empty });
        let mut new = lock(&self.new);
        new.push(full);
        self.has_new.store(true, Ordering::Release);
    }

    /// What came since the last time.
    #[inline(always)]
    pub fn receive(&self, into: &mut Vec<Messages<K>>) {
        if self.has_new.load(Ordering::Acquire) {
            let mut new = lock(&self.new);
            into.append(&mut new);
            self.has_new.store(false, Ordering::Release);
        }
    }

    /// Gives a list back that was read.
    pub fn give_back(&self, mut messages: Messages<K>) {
        messages.clear();
        lock(&self.read).push(messages);
    }
}

pub fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
