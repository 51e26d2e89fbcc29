//! The parts of the state that is taken apart, and which of them a step looked at.
//!
//! The fields are private: whoever reads or changes a part comes through a method that notes it, so that nothing can
//! be looked at without a note (see `memo`). Which threads are there, have ended or are not there is not noted: that
//! belongs to what a remembered step is found by. Parts are read when they are needed, and made again when changed.

use crate::address::PAGE;
use crate::intern::{Intern, PartId};
use crate::object::HeapObject;
use crate::sharing::Threads;
use crate::thread::{Held, Shape, Thread};

/// The part of a thread that has ended.
pub const ENDED: PartId = 1;
/// The part of a thread that is not there, of an object that is not there.
pub const NONE: PartId = 0;

/// What a step looked at, in the state from which it began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// A page of static memory.
    Page(u32),
    /// A thread that does not run.
    Thread(u32),
    /// An object of the heap, or that there is none.
    Slot(u32),
    /// Which slots of the heap are taken.
    Slots,
    /// Whether one of these threads has a lock that conflicts.
    Held { held: Held, threads: Threads },
    /// Whether one of these threads has the life of a thread.
    Life { of: u32, threads: Threads },
}

#[derive(Default)]
pub struct Parts {
    /// Static objects: those that can be written come first, in pages; the others never change.
    statics: Vec<u8>,
    shadow: Vec<u8>,
    pages: Vec<Page>,
    threads: Vec<ThreadEntry>,
    /// In order of slots.
    heap: Vec<HeapEntry>,
    looked: Vec<Look>,
}

#[derive(Clone, Copy, Default)]
struct Page {
    part: PartId,
    changed: bool,
    looked: bool,
}

#[derive(Default)]
struct ThreadEntry {
    part: PartId,
    thread: Option<Box<Thread>>,
    changed: bool,
    looked: bool,
}

#[derive(Default)]
struct HeapEntry {
    slot: u32,
    part: PartId,
    object: Option<Box<HeapObject>>,
    changed: bool,
    looked: bool,
}

impl Parts {
    /// Static objects, and one thread that runs.
    pub fn new(image: &[u8], writable: usize) -> Parts {
        Parts {
            statics: image.to_vec(),
            shadow: vec![0; writable],
            pages: vec![Page { part: NONE, changed: true, looked: false }; writable / PAGE],
            threads: vec![ThreadEntry { changed: true, ..ThreadEntry::default() }],
            ..Parts::default()
        }
    }

    /// What was looked at since the state was loaded, in order.
    pub fn looked(&self) -> &[Look] {
        &self.looked
    }

    /// Takes a state apart but for its unknowns, whose part is given. The running thread is not kept here.
    pub fn load(&mut self, parts: &Intern<u8>, state: &[u32], current: u32) -> PartId {
        self.looked.clear();
        let pages = self.pages.len();
        for (i, part) in state[..pages].iter().enumerate() {
            let page = &mut self.pages[i];
            if page.changed || page.part != *part {
                let bytes = parts.get(*part);
                self.statics[i * PAGE..(i + 1) * PAGE].copy_from_slice(&bytes[..PAGE]);
                let shadow = &mut self.shadow[i * PAGE..(i + 1) * PAGE];
                if bytes.len() > PAGE { shadow.copy_from_slice(&bytes[PAGE..]) } else { shadow.fill(0) }
            }
            *page = Page { part: *part, changed: false, looked: false };
        }
        let count = state[pages] as usize;
        self.threads.clear();
        let threads = state[pages + 1..][..count].iter();
        self.threads.extend(threads.map(|part| ThreadEntry { part: *part, ..ThreadEntry::default() }));
        self.threads[current as usize].changed = true;
        self.heap.clear();
        let pairs = state[pages + 2 + count..].chunks_exact(2);
        self.heap.extend(pairs.map(|p| HeapEntry { slot: p[0], part: p[1], ..HeapEntry::default() }));
        state[pages + 1 + count]
    }

    /// The pages and threads, as numbers of parts.
    pub fn save(&mut self, parts: &mut Intern<u8>, shape: &Shape, current: (u32, &Thread), state: &mut Vec<u32>) {
        let mut buffer = Vec::new();
        for (i, page) in self.pages.iter_mut().enumerate() {
            if page.changed {
                buffer.clear();
                buffer.extend_from_slice(&self.statics[i * PAGE..(i + 1) * PAGE]);
                let shadow = &self.shadow[i * PAGE..(i + 1) * PAGE];
                if shadow.iter().any(|b| *b != 0) {
                    buffer.extend_from_slice(shadow);
                }
                page.part = parts.add(&buffer).0;
                page.changed = false;
            }
            state.push(page.part);
        }
        while self.threads.len() > 1 && self.threads.last().is_some_and(|t| t.part == NONE && !t.changed) {
            self.threads.pop();
        }
        state.push(self.threads.len() as u32);
        for (i, entry) in self.threads.iter().enumerate() {
            let thread = if i as u32 == current.0 { Some(current.1) } else { entry.thread.as_deref() };
            state.push(match thread {
                Some(thread) if entry.changed => {
                    buffer.clear();
                    thread.encode(shape, i as u32, &mut buffer);
                    parts.add(&buffer).0
                }
                _ => entry.part,
            });
        }
    }

    /// The heap, as numbers of slots and parts.
    pub fn save_heap(&self, parts: &mut Intern<u8>, state: &mut Vec<u32>) {
        let mut buffer = Vec::new();
        for entry in &self.heap {
            state.push(entry.slot);
            state.push(match &entry.object {
                Some(object) if entry.changed => {
                    buffer.clear();
                    object.encode(&mut buffer);
                    parts.add(&buffer).0
                }
                _ => entry.part,
            });
        }
    }

    fn look_at(&mut self, at: usize, size: usize) {
        if size == 0 {
            return;
        }
        for i in at / PAGE..=(at + size - 1) / PAGE {
            if let Some(page) = self.pages.get_mut(i)
                && !std::mem::replace(&mut page.looked, true)
            {
                self.looked.push(Look::Page(i as u32));
            }
        }
    }

    /// Bytes of static objects, and their shadow if they can be written.
    pub fn statics(&mut self, at: usize, size: usize) -> (&[u8], Option<&[u8]>) {
        self.look_at(at, size);
        (&self.statics[at..at + size], self.shadow.get(at..at + size))
    }

    pub fn statics_mut(&mut self, at: usize, size: usize) -> (&mut [u8], &mut [u8]) {
        self.look_at(at, size);
        for page in [at / PAGE, (at + size - 1) / PAGE] {
            self.pages[page].changed = true;
        }
        (&mut self.statics[at..at + size], &mut self.shadow[at..at + size])
    }

    /// How many bytes of static objects can be written.
    pub fn writable(&self) -> usize {
        self.pages.len() * PAGE
    }

    /// How many numbers of threads are in use.
    pub fn thread_count(&self) -> u32 {
        self.threads.len() as u32
    }

    /// Threads that have not ended.
    pub fn alive(&self) -> Threads {
        let there = self.threads.iter().enumerate().filter(|(_, t)| t.part > ENDED || t.changed);
        there.fold(0, |set, (i, _)| set | 1 << i)
    }

    pub fn has_ended(&self, thread: i64) -> bool {
        usize::try_from(thread).ok().and_then(|t| self.threads.get(t)).is_none_or(|t| t.part <= ENDED && !t.changed)
    }

    /// What a number of a thread is in the state: a thread that does not run and was not changed, one that has ended,
    /// or none.
    pub fn part_of(&mut self, number: u32) -> PartId {
        let Some(entry) = self.threads.get_mut(number as usize) else { return NONE };
        if entry.part > ENDED && !std::mem::replace(&mut entry.looked, true) {
            self.looked.push(Look::Thread(number));
        }
        entry.part
    }

    /// Two threads that do not run change their numbers; the second has ended.
    pub fn swap_with_ended(&mut self, shape: &Shape, parts: &Intern<u8>, number: u32, ended: u32) {
        let entry = self.entry(shape, parts, number);
        entry.changed = true;
        if let Some(thread) = &mut entry.thread {
            thread.lives = thread.lives.rotate_right(number).rotate_left(ended);
        }
        self.threads.swap(number as usize, ended as usize);
    }

    /// The lowest number that no thread has.
    pub fn free_number(&self) -> u32 {
        let free = self.threads.iter().position(|t| t.part == NONE && !t.changed);
        free.unwrap_or(self.threads.len()) as u32
    }

    /// A thread begins.
    pub fn begin_thread(&mut self, number: u32, thread: Thread) {
        let entry = ThreadEntry { part: NONE, thread: Some(Box::new(thread)), changed: true, looked: true };
        match self.threads.get_mut(number as usize) {
            Some(old) => *old = entry,
            None => self.threads.push(entry),
        }
    }

    /// The running thread ends, or one that has ended is forgotten.
    pub fn end_thread(&mut self, number: u32, forgotten: bool) {
        let part = if forgotten { NONE } else { ENDED };
        self.threads[number as usize] = ThreadEntry { part, thread: None, changed: false, looked: true };
    }

    fn entry(&mut self, shape: &Shape, parts: &Intern<u8>, number: u32) -> &mut ThreadEntry {
        let entry = &mut self.threads[number as usize];
        if !std::mem::replace(&mut entry.looked, true) {
            self.looked.push(Look::Thread(number));
        }
        let part = entry.part;
        entry.thread.get_or_insert_with(|| Box::new(Thread::decode(shape, parts.get(part), number)));
        entry
    }

    /// A thread that does not run and has not ended, and whether it was changed.
    pub fn thread(&mut self, shape: &Shape, parts: &Intern<u8>, number: u32) -> (&mut Thread, &mut bool) {
        let entry = self.entry(shape, parts, number);
        let thread = entry.thread.get_or_insert_default();
        (thread, &mut entry.changed)
    }

    /// Whether a thread that does not run has a lock that conflicts with one.
    pub fn is_held(&mut self, parts: &Intern<u8>, current: u32, held: Held) -> bool {
        let threads = self.unlooked(current);
        if threads != 0 {
            self.looked.push(Look::Held { held, threads });
        }
        self.threads.iter().enumerate().any(|(i, entry)| match &entry.thread {
            _ if i as u32 == current => false,
            Some(thread) => thread.held.iter().any(|h| conflicts(*h, held)),
            None => entry.part > ENDED && has_lock(parts, entry.part, held),
        })
    }

    /// Whether a thread that does not run has the life of a thread.
    pub fn is_life_had(&mut self, parts: &Intern<u8>, current: u32, of: u32) -> bool {
        let threads = self.unlooked(current);
        if threads != 0 {
            self.looked.push(Look::Life { of, threads });
        }
        self.threads.iter().enumerate().any(|(i, entry)| match &entry.thread {
            _ if i as u32 == current => false,
            Some(other) => other.lives >> of & 1 == 1,
            None => entry.part > ENDED && has_life(parts, entry.part, i as u32, of),
        })
    }

    /// Threads that are there, do not run, and were not looked at.
    fn unlooked(&self, current: u32) -> Threads {
        let there =
            self.threads.iter().enumerate().filter(|(i, t)| *i as u32 != current && t.part > ENDED && !t.looked);
        there.fold(0, |set, (i, _)| set | 1 << i)
    }

    fn find(&self, slot: u32) -> Result<usize, usize> {
        self.heap.binary_search_by_key(&slot, |e| e.slot)
    }

    fn look_at_slot(&mut self, slot: u32) {
        match self.find(slot) {
            Ok(at) if std::mem::replace(&mut self.heap[at].looked, true) => {}
            Err(_) if self.looked.contains(&Look::Slot(slot)) => {}
            _ => self.looked.push(Look::Slot(slot)),
        }
    }

    /// An object of the heap, and whether it was changed.
    pub fn object(&mut self, parts: &Intern<u8>, slot: u32) -> Option<(&mut HeapObject, &mut bool)> {
        self.look_at_slot(slot);
        let at = self.find(slot).ok()?;
        let entry = &mut self.heap[at];
        let part = entry.part;
        let object = entry.object.get_or_insert_with(|| Box::new(HeapObject::decode(parts.get(part))));
        Some((object, &mut entry.changed))
    }

    /// The bytes of all static objects, those that are only read too.
    pub fn statics_size(&self) -> usize {
        self.statics.len()
    }

    pub fn has_heap(&self) -> bool {
        !self.heap.is_empty()
    }

    pub fn slots(&mut self) -> Vec<u32> {
        if !self.looked.contains(&Look::Slots) {
            self.looked.push(Look::Slots);
        }
        self.heap.iter().map(|e| e.slot).collect()
    }

    pub fn is_taken(&mut self, slot: u32) -> bool {
        self.look_at_slot(slot);
        self.find(slot).is_ok()
    }

    pub fn allocate(&mut self, slot: u32, object: HeapObject) {
        self.look_at_slot(slot);
        let entry = HeapEntry { slot, part: NONE, object: Some(Box::new(object)), changed: true, looked: true };
        match self.find(slot) {
            Ok(at) => self.heap[at] = entry,
            Err(at) => self.heap.insert(at, entry),
        }
    }

    pub fn release(&mut self, slot: u32) {
        self.look_at_slot(slot);
        if let Ok(at) = self.find(slot) {
            self.heap.remove(at);
        }
    }
}

fn conflicts(a: Held, b: Held) -> bool {
    a.lock == b.lock && (a.exclusive || b.exclusive)
}

/// Whether the thread that a part stands for has a lock that conflicts with one.
pub fn has_lock(parts: &Intern<u8>, part: PartId, held: Held) -> bool {
    Thread::held_in(parts.get(part)).0.iter().any(|h| conflicts(*h, held))
}

/// Whether the thread that a part stands for has the life of a thread.
pub fn has_life(parts: &Intern<u8>, part: PartId, number: u32, of: u32) -> bool {
    Thread::held_in(parts.get(part)).1.rotate_left(number) >> of & 1 == 1
}
