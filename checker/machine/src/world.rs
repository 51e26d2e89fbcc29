//! The memory of a program that runs: one state, taken apart.
//!
//! A state is a list of numbers of parts (see `intern`):
//!
//! ```text
//!   page 0, page 1, …       static objects that can be written, PAGE bytes each (and their shadow, if a bit is not
//!   set)
//!   n                       how many numbers of threads follow
//!   thread 0, … thread n-1  0: no such thread; 1: it has ended; else its bytes
//!   unknowns                their intervals, and the cells of memory made of them
//!   (slot, object) …        the heap, in order of slots
//! ```
//!
//! Parts are read when they are needed and made again only if they were changed. The thread that runs is apart.

use crate::address::{self, Area, Layout, PAGE, Placed};
use crate::code::{FunctionId, Pc, Program};
use crate::intern::{Intern, PartId};
use crate::live::Live;
use crate::numbers::{self, Numbers};
use crate::object::HeapObject;
use crate::order::Order;
use crate::outcome::{FaultKind, ObjectName};
use crate::parts::{Look, Parts};
use crate::sharing::Threads;
use crate::thread::{Held, Shape, Thread, may_hold_address, slot_range};
use crate::unknown::{Cell, Interval, Symbol, is_symbol};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What the search keeps of all states, and the code.
pub struct Shared<'p> {
    pub program: &'p Program,
    pub layout: Layout,
    pub live: Vec<Live>,
    pub numbers: Vec<Numbers>,
    pub parts: Intern<u8>,
    pub sites: Sites,
}

/// Places that allocate: the instruction of the innermost function that is not the library's.
#[derive(Debug, Default)]
pub struct Sites {
    pub list: Vec<(FunctionId, Pc)>,
    index: FxHashMap<(FunctionId, Pc), u32>,
}

/// One state.
#[derive(Default)]
pub struct World {
    pub parts: Parts,
    /// Unknown values, by identity.
    pub unknowns: Vec<Interval>,
    /// What is known of their differences.
    pub order: Order,
    /// Memory that holds unknown values, by address; the bytes there are 0.
    pub cells: BTreeMap<u64, Cell>,
    /// Identities are left as they are: while a run is told.
    pub keeps_identities: bool,
    /// The thread that runs, and its number.
    pub running: Thread,
    pub current: u32,
}

/// Where bytes are.
#[derive(Clone, Copy, Debug)]
pub enum Spot {
    Static {
        at: usize,
    },
    /// In the stack of a thread; `frame` is none for thread-local objects.
    Stack {
        thread: u32,
        at: usize,
        frame: Option<usize>,
        slot: u32,
        start: usize,
    },
    Heap {
        slot: u32,
        at: usize,
    },
}

impl Sites {
    pub fn number(&mut self, site: (FunctionId, Pc)) -> u32 {
        let list = &mut self.list;
        *self.index.entry(site).or_insert_with(|| {
            list.push(site);
            (list.len() - 1) as u32
        })
    }
}

impl<'p> Shared<'p> {
    pub fn new(program: &'p Program) -> Shared<'p> {
        let mut parts = Intern::default();
        parts.add(&[0]);
        Shared {
            program,
            layout: Layout::new(program),
            live: program.functions.iter().map(Live::new).collect(),
            numbers: numbers::numbers(program),
            parts,
            sites: Sites::default(),
        }
    }

    pub fn shape(&self) -> Shape<'_> {
        Shape { program: self.program, layout: &self.layout, live: &self.live, numbers: &self.numbers }
    }
}

fn number(bytes: &[u8]) -> u128 {
    let mut buffer = [0; 16];
    buffer[..bytes.len()].copy_from_slice(bytes);
    u128::from_le_bytes(buffer)
}

impl World {
    /// The first state: static objects, and thread 0 at the start of a function.
    pub fn initial(shared: &Shared, entry: FunctionId) -> World {
        let writable = shared.layout.writable;
        let mut running = Thread { lives: u64::MAX, ..Thread::new(&shared.layout) };
        running.push(&shared.shape(), entry.0);
        let parts = Parts::new(&shared.layout.image, writable);
        World { parts, running, ..World::default() }
    }

    /// Sets whether condition variables wake up without a signal, in this state and in those that come of it.
    pub fn set_spurious(&mut self, shared: &Shared, spurious: bool) {
        let Some(place) = shared.program.spurious else { return };
        let at = shared.layout.statics.iter().find(|placed| placed.id == place).map(|placed| placed.offset as usize);
        if let Some(at) = at.filter(|at| *at < self.parts.writable()) {
            self.parts.statics_mut(at, 1).0[0] = u8::from(spurious);
        }
    }

    /// Takes a state apart; `current` is going to run.
    pub fn load(&mut self, shared: &Shared, state: &[u32], current: u32) {
        let unknowns = self.parts.load(&shared.parts, state, current);
        self.load_unknowns(shared.parts.get(unknowns));
        self.current = current;
        let pages = self.parts.writable() / PAGE;
        self.running = Thread::decode(&shared.shape(), shared.parts.get(state[pages + 1 + current as usize]), current);
    }

    /// The state as a list of parts.
    pub fn save(&mut self, shared: &mut Shared) -> Vec<u32> {
        if !self.unknowns.is_empty() && !self.keeps_identities {
            self.number_unknowns(shared);
        }
        let mut state = Vec::new();
        let Shared { program, layout, live, numbers, parts, .. } = &mut *shared;
        let shape = Shape { program, layout, live, numbers };
        self.parts.save(parts, &shape, (self.current, &self.running), &mut state);
        let mut buffer = Vec::new();
        self.save_unknowns(&mut buffer);
        state.push(shared.parts.add(&buffer).0);
        self.parts.save_heap(&mut shared.parts, &mut state);
        state
    }

    /// What was looked at since the state was loaded.
    pub fn looked(&self) -> &[Look] {
        self.parts.looked()
    }

    /// Threads that have not ended.
    pub fn alive(&self) -> Threads {
        self.parts.alive()
    }

    pub fn has_ended(&self, thread: i64) -> bool {
        self.parts.has_ended(thread)
    }

    /// A new thread, with the lowest number that is free.
    pub fn spawn(&mut self, thread: Thread) -> Option<u32> {
        let free = self.parts.free_number();
        if free >= address::THREADS {
            return None;
        }
        self.parts.begin_thread(free, thread);
        Some(free)
    }

    /// What a number of a thread is in the state, of a thread that does not run: see `Parts::part_of`.
    pub fn part_of(&mut self, number: u32) -> PartId {
        self.parts.part_of(number)
    }

    /// A thread takes the number of one that has ended, and gives it its own.
    pub fn swap_with_ended(&mut self, shared: &Shared, number: u32, ended: u32) {
        self.parts.swap_with_ended(&shared.shape(), &shared.parts, number, ended);
    }

    /// How many numbers of threads are in use.
    pub fn thread_count(&self) -> u32 {
        self.parts.thread_count()
    }

    /// Bytes of static memory that can be written, and their shadow.
    pub fn static_bytes(&mut self, at: usize, size: usize) -> (&mut [u8], &mut [u8]) {
        self.parts.statics_mut(at, size)
    }

    /// The same, to read.
    pub fn static_content(&mut self, at: usize, size: usize) -> (&[u8], Option<&[u8]>) {
        self.parts.statics(at, size)
    }

    /// The running thread ends.
    pub fn end_running(&mut self) {
        self.parts.end_thread(self.current, self.running.reclaimed);
        self.running = Thread::default();
    }

    /// Nobody asks for a thread any more.
    pub fn reclaim(&mut self, shared: &Shared, number: i64) {
        let Some(n) = u32::try_from(number).ok().filter(|n| *n < self.parts.thread_count()) else { return };
        if self.has_ended(number) {
            self.parts.end_thread(n, true);
            self.running.lives |= 1 << n;
        } else {
            self.thread_mut(shared, n).reclaimed = true;
        }
    }

    /// A thread that has not ended.
    pub fn thread(&mut self, shared: &Shared, number: u32) -> &Thread {
        if number == self.current {
            return &self.running;
        }
        self.parts.thread(&shared.shape(), &shared.parts, number).0
    }

    pub fn thread_mut(&mut self, shared: &Shared, number: u32) -> &mut Thread {
        if number == self.current {
            return &mut self.running;
        }
        let (thread, changed) = self.parts.thread(&shared.shape(), &shared.parts, number);
        *changed = true;
        thread
    }

    /// A thread that has not ended, and whether it was changed.
    fn thread_entry(&mut self, shared: &Shared, number: u32) -> (&mut Thread, Option<&mut bool>) {
        if number == self.current {
            return (&mut self.running, None);
        }
        let (thread, changed) = self.parts.thread(&shared.shape(), &shared.parts, number);
        (thread, Some(changed))
    }

    pub fn object(&mut self, shared: &Shared, slot: u32) -> Option<&HeapObject> {
        self.parts.object(&shared.parts, slot).map(|(object, _)| &*object)
    }

    pub fn object_mut(&mut self, shared: &Shared, slot: u32) -> Option<&mut HeapObject> {
        let (object, changed) = self.parts.object(&shared.parts, slot)?;
        *changed = true;
        Some(object)
    }

    /// The slots of the heap that are taken, in order.
    pub fn heap_slots(&mut self) -> Vec<u32> {
        self.parts.slots()
    }

    pub fn is_taken(&mut self, slot: u32) -> bool {
        self.parts.is_taken(slot)
    }

    pub fn allocate(&mut self, slot: u32, object: HeapObject) {
        self.parts.allocate(slot, object);
    }

    /// An object of the heap is gone. Copies of its address are marked.
    pub fn release(&mut self, shared: &Shared, slot: u32) {
        self.parts.release(slot);
        self.forget_cells(address::heap(slot), address::heap(slot + 1));
        self.mark_stale(shared, address::heap(slot), address::heap(slot + 1));
    }

    /// Where `size` bytes at an address are.
    pub fn resolve(&mut self, shared: &Shared, address: u64, size: u64, write: bool) -> Result<Spot, FaultKind> {
        match address::area(address) {
            Area::Null => Err(FaultKind::Null { write, size, address }),
            Area::Static(offset) => {
                let Some(o) = address::find(&shared.layout.statics, offset) else {
                    return Err(FaultKind::Wild { write, size, address });
                };
                let into = offset - o.offset;
                if into + size > o.size {
                    let object = ObjectName::Named(shared.program.object(o.id).name.clone());
                    return Err(FaultKind::Bounds { write, size, object, offset: into as i64, length: o.size });
                }
                if write && !o.writable {
                    let object = ObjectName::Named(shared.program.object(o.id).name.clone());
                    return Err(FaultKind::ReadOnly { object });
                }
                Ok(Spot::Static { at: offset as usize })
            }
            Area::Heap { slot, offset } => {
                let length = self.object(shared, slot).map(|o| o.memory.len() as u64);
                if length.is_none_or(|length| offset + size > length)
                    && let Some(fault) = self.before_object(shared, address, size, write)
                {
                    return Err(fault);
                }
                let Some(length) = length else {
                    return Err(FaultKind::Freed {
                        write,
                        size,
                        object: ObjectName::Heap { size: 0, allocated: None },
                    });
                };
                if offset + size > length {
                    let object = self.heap_name(shared, slot);
                    return Err(FaultKind::Bounds { write, size, object, offset: offset as i64, length });
                }
                Ok(Spot::Heap { slot, at: offset as usize })
            }
            Area::Stack { thread, offset } => self.resolve_stack(shared, address, thread, offset, size, write),
            Area::Stale => {
                let object = ObjectName::Heap { size: 0, allocated: None };
                Err(FaultKind::Freed { write, size, object })
            }
            Area::Nowhere => {
                let fault = self.before_object(shared, address, size, write);
                Err(fault.unwrap_or(FaultKind::Wild { write, size, address }))
            }
            Area::Function(_) | Area::Arguments => Err(FaultKind::Wild { write, size, address }),
        }
    }

    /// The fault of an access that misses an object of the heap by a little, before its beginning.
    fn before_object(&mut self, shared: &Shared, address: u64, size: u64, write: bool) -> Option<FaultKind> {
        let (slot, before) = address::heap_behind(address)?;
        let length = self.object(shared, slot)?.memory.len() as u64;
        let object = self.heap_name(shared, slot);
        Some(FaultKind::Bounds { write, size, object, offset: -(before as i64), length })
    }

    fn resolve_stack(
        &mut self,
        shared: &Shared,
        address: u64,
        thread: u32,
        offset: u64,
        size: u64,
        write: bool,
    ) -> Result<Spot, FaultKind> {
        if self.has_ended(i64::from(thread)) {
            let object = ObjectName::Heap { size: 0, allocated: None };
            return Err(FaultKind::Freed { write, size, object });
        }
        let at = offset as usize;
        if offset < shared.layout.first_frame() {
            return match address::find(&shared.layout.locals, offset) {
                Some(Placed { offset: start, size: length, .. }) if offset - start + size <= *length => {
                    Ok(Spot::Stack { thread, at, frame: None, slot: 0, start: *start as usize })
                }
                _ => Err(FaultKind::Wild { write, size, address }),
            };
        }
        let owner = self.thread(shared, thread);
        let gone = FaultKind::Freed { write, size, object: ObjectName::Heap { size: 0, allocated: None } };
        let Some(depth) = owner.frame_at(at) else { return Err(gone) };
        let frame = &owner.frames[depth];
        let function = FunctionId(frame.function);
        let offsets = &shared.layout.frames[frame.function as usize].offsets;
        let Some(slot) = offsets.partition_point(|o| frame.base + *o as usize <= at).checked_sub(1) else {
            return Err(gone);
        };
        let data = &shared.program.function(function).slots[slot];
        let start = frame.base + offsets[slot] as usize;
        let into = (at - start) as u64;
        let name = || ObjectName::Local { name: data.name.clone(), function, thread };
        if into >= data.size + 16 {
            return Err(gone);
        }
        if !frame.has(slot) {
            return Err(FaultKind::Freed { write, size, object: name() });
        }
        if into + size > data.size {
            return Err(FaultKind::Bounds { write, size, object: name(), offset: into as i64, length: data.size });
        }
        Ok(Spot::Stack { thread, at, frame: Some(depth), slot: slot as u32, start })
    }

    /// The bits there, and which of them were never set.
    pub fn read(&mut self, shared: &Shared, spot: Spot, size: usize) -> (u128, u128) {
        match spot {
            Spot::Static { at } => {
                let (bytes, shadow) = self.parts.statics(at, size);
                (number(bytes), shadow.map_or(0, number))
            }
            Spot::Stack { thread, at, .. } => {
                let thread = self.thread(shared, thread);
                (number(&thread.memory[at..at + size]), number(&thread.shadow[at..at + size]))
            }
            Spot::Heap { slot, at } => match self.object(shared, slot) {
                Some(o) => (number(&o.memory[at..at + size]), number(&o.shadow[at..at + size])),
                None => (0, 0),
            },
        }
    }

    /// Bits that are not set are 0.
    pub fn write(&mut self, shared: &Shared, spot: Spot, size: usize, bits: u128, shadow: u128) {
        let bytes = &(bits & !shadow).to_le_bytes()[..size];
        let shadow = &shadow.to_le_bytes()[..size];
        match spot {
            Spot::Static { at } => {
                let (to, to_shadow) = self.parts.statics_mut(at, size);
                to.copy_from_slice(bytes);
                to_shadow.copy_from_slice(shadow);
            }
            Spot::Stack { thread, at, frame, .. } => {
                let thread = self.thread_mut(shared, thread);
                thread.memory[at..at + size].copy_from_slice(bytes);
                if frame.is_some() {
                    thread.shadow[at..at + size].copy_from_slice(shadow);
                }
            }
            Spot::Heap { slot, at } => {
                if let Some(o) = self.object_mut(shared, slot) {
                    o.memory[at..at + size].copy_from_slice(bytes);
                    o.shadow[at..at + size].copy_from_slice(shadow);
                }
            }
        }
    }

    /// Copies of addresses from `low` up to `high` are marked: what was there is gone.
    pub fn mark_stale(&mut self, shared: &Shared, low: u64, high: u64) {
        let inside = |value: u64| (low..high).contains(&value);
        for at in (0..self.parts.writable()).step_by(8) {
            if word(self.parts.statics(at, 8).0).is_some_and(inside) {
                mark_word(self.parts.statics_mut(at, 8).0, inside);
            }
        }
        for number in 0..self.parts.thread_count() {
            if self.has_ended(i64::from(number)) {
                continue;
            }
            let thread = self.thread(shared, number);
            let held = |thread: &Thread| {
                !thread.buffer.is_empty()
                    || thread.memory.chunks_exact(8).any(|w| word(w).is_some_and(inside))
                    || thread.registers.iter().any(|r| u64::try_from(*r).is_ok_and(inside))
            };
            if held(thread) {
                let thread = self.thread_mut(shared, number);
                thread.memory.chunks_exact_mut(8).for_each(|w| {
                    mark_word(w, inside);
                });
                mark_registers(shared, thread, inside);
                thread.buffer.forget(low, high, address::stale);
            }
        }
        for slot in self.heap_slots() {
            if self.object(shared, slot).is_some_and(|o| o.memory.chunks_exact(8).any(|w| word(w).is_some_and(inside)))
                && let Some(object) = self.object_mut(shared, slot)
            {
                object.memory.chunks_exact_mut(8).for_each(|w| {
                    mark_word(w, inside);
                });
            }
        }
    }

    /// As [`World::mark_stale`], for copies that the running thread has.
    pub fn mark_stale_running(&mut self, shared: &Shared, low: u64, high: u64) {
        let inside = |value: u64| (low..high).contains(&value);
        self.running.memory.chunks_exact_mut(8).for_each(|w| {
            mark_word(w, inside);
        });
        mark_registers(shared, &mut self.running, inside);
        self.running.buffer.forget(low, high, address::stale);
    }

    /// The address of a slot of a frame is stored outside of that frame.
    pub fn note_stored(&mut self, shared: &Shared, thread: u32, offset: u64, target: Spot) {
        if self.has_ended(i64::from(thread)) {
            return;
        }
        let Some(depth) = self.thread(shared, thread).frame_at(offset as usize) else { return };
        if matches!(target, Spot::Stack { thread: t, frame: Some(d), .. } if t == thread && d == depth)
            || self.thread(shared, thread).frames[depth].stored
        {
            return;
        }
        self.thread_mut(shared, thread).frames[depth].stored = true;
    }

    /// Whether another thread has a lock that should be one's own now.
    pub fn is_held_by_another(&mut self, shared: &Shared, held: Held) -> bool {
        self.parts.is_held(&shared.parts, self.current, held)
    }

    /// Whether another thread has the life of a thread.
    pub fn is_life_taken(&mut self, shared: &Shared, thread: u32) -> bool {
        self.parts.is_life_had(&shared.parts, self.current, thread)
    }

    /// A thread that was started has its life, and nobody else has it any more. Whether another thread than the running
    /// one had it.
    pub fn give_life(&mut self, shared: &Shared, thread: u32) -> bool {
        let taken_away = self.is_life_taken(shared, thread);
        if taken_away {
            for other in 0..self.parts.thread_count() {
                if other != self.current && !self.has_ended(i64::from(other)) {
                    self.thread_mut(shared, other).lives &= !(1 << thread);
                }
            }
        }
        self.running.lives &= !(1 << thread);
        self.thread_mut(shared, thread).lives = 1 << thread;
        taken_away
    }

    /// Whether other threads may read what is at a place.
    pub fn is_open(&mut self, shared: &Shared, spot: Spot) -> bool {
        match spot {
            Spot::Static { .. } => true,
            Spot::Stack { thread, frame, .. } => {
                thread != self.current || frame.is_some_and(|depth| self.running.frames[depth].shared)
            }
            Spot::Heap { slot, .. } => self.object(shared, slot).is_some_and(|o| o.shared),
        }
    }

    /// Calls `f` with each value in memory or in a register that may be an address, in any thread.
    pub fn each_value(&mut self, shared: &Shared, mut f: impl FnMut(u64)) {
        self.each_root(shared, &mut f);
        for slot in self.heap_slots() {
            if let Some(object) = self.object(shared, slot) {
                object.memory.chunks_exact(8).filter_map(word).for_each(&mut f);
            }
        }
    }

    /// Calls `f` with all bytes that can be read, apart from the heap, in pieces.
    pub fn each_byte_run(&mut self, shared: &Shared, mut f: impl FnMut(&[u8])) {
        let writable = self.parts.writable();
        f(self.parts.statics(0, writable).0);
        for number in 0..self.parts.thread_count() {
            if !self.has_ended(i64::from(number)) {
                f(&self.thread(shared, number).memory);
            }
        }
    }

    /// Calls `f` with all values that are not in memory: in registers, locks that threads have, unknown values with an
    /// offset.
    pub fn each_loose_value(&mut self, shared: &Shared, mut f: impl FnMut(u64)) {
        for number in 0..self.parts.thread_count() {
            if !self.has_ended(i64::from(number)) {
                let thread = self.thread(shared, number);
                thread.registers.iter().flat_map(|r| [*r as u64, (*r >> 64) as u64]).for_each(&mut f);
                thread.held.iter().for_each(|held| f(held.lock));
            }
        }
        self.cells.values().for_each(|cell| f(cell.bits as u64));
    }

    /// Calls `f` with the bytes of an object from 7 before a place to 7 behind its end, as far as there are, and where
    /// the place is in them.
    pub fn around<R>(&mut self, shared: &Shared, spot: Spot, size: usize, f: &dyn Fn(&[u8], usize) -> R) -> R {
        let part = |bytes: &[u8], at: usize, f: &dyn Fn(&[u8], usize) -> R| {
            let first = at.saturating_sub(7);
            f(&bytes[first..(at + size + 7).min(bytes.len())], at - first)
        };
        match spot {
            Spot::Static { at } => {
                let (first, end) = (at.saturating_sub(7), (at + size + 7).min(self.parts.statics_size()));
                let bytes = self.parts.statics(first, end - first).0;
                f(bytes, at - first)
            }
            Spot::Stack { thread, at, .. } => part(&self.thread(shared, thread).memory, at, f),
            Spot::Heap { slot, at } => match self.object(shared, slot) {
                Some(object) => part(&object.memory, at, f),
                None => f(&[], 0),
            },
        }
    }

    pub fn has_heap(&self) -> bool {
        self.parts.has_heap()
    }

    /// Objects that are garbage are gone: nothing leads to them.
    pub fn drop_objects(&mut self, slots: &[u32]) {
        for slot in slots {
            self.parts.release(*slot);
            self.forget_cells(address::heap(*slot), address::heap(*slot + 1));
        }
    }

    /// As [`World::each_value`], without the heap.
    pub fn each_root(&mut self, shared: &Shared, mut f: impl FnMut(u64)) {
        let writable = self.parts.writable();
        self.parts.statics(0, writable).0.chunks_exact(8).filter_map(word).for_each(&mut f);
        for number in 0..self.parts.thread_count() {
            if !self.has_ended(i64::from(number)) {
                let thread = self.thread(shared, number);
                thread.memory.chunks_exact(8).filter_map(word).for_each(&mut f);
                thread.registers.iter().filter_map(|r| u64::try_from(*r).ok()).for_each(&mut f);
                thread.buffer.each_word(&mut f);
            }
        }
    }

    /// Other threads may reach what is at an address, and all that is reached from there.
    pub fn publish(&mut self, shared: &Shared, value: u64) {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match address::area(value) {
                Area::Heap { slot, .. } => {
                    if self.object(shared, slot).is_some_and(|o| !o.shared)
                        && let Some(object) = self.object_mut(shared, slot)
                    {
                        object.shared = true;
                        open.extend(object.memory.chunks_exact(8).filter_map(word).filter(|v| address::is_dynamic(*v)));
                    }
                }
                Area::Stack { thread, offset } if !self.has_ended(i64::from(thread)) => {
                    let owner = self.thread(shared, thread);
                    let Some(depth) = owner.frame_at(offset as usize) else { continue };
                    if owner.frames[depth].shared {
                        continue;
                    }
                    let owner = self.thread_mut(shared, thread);
                    owner.frames[depth].shared = true;
                    owner.frames[depth].stored = true;
                    let end = owner.frames.get(depth + 1).map_or(owner.memory.len(), |f| f.base);
                    let bytes = &owner.memory[owner.frames[depth].base..end];
                    open.extend(bytes.chunks_exact(8).filter_map(word).filter(|v| address::is_dynamic(*v)));
                }
                Area::Null
                | Area::Static(_)
                | Area::Function(_)
                | Area::Arguments
                | Area::Stale
                | Area::Nowhere
                | Area::Stack { .. } => {}
            }
        }
    }

    /// The name of an object of the heap.
    pub fn heap_name(&mut self, shared: &Shared, slot: u32) -> ObjectName {
        match self.object(shared, slot) {
            Some(o) => ObjectName::Heap {
                size: o.memory.len() as u64,
                allocated: shared.sites.list.get(o.site as usize).copied(),
            },
            None => ObjectName::Heap { size: 0, allocated: None },
        }
    }

    /// As [`World::name`]; a member or an element that threads meet at has a name of its own.
    pub fn part_name(&mut self, shared: &Shared, spot: Spot) -> (Option<ObjectName>, u64) {
        if let Spot::Static { at } = spot
            && let Some(o) = address::find(&shared.layout.statics, at as u64)
        {
            let object = shared.program.object(o.id);
            let part = object.meeting_points.iter().find(|(offset, _)| *offset == at as u64 - o.offset);
            if let Some((_, path)) = part {
                return (Some(ObjectName::Named(format!("{}{path}", object.name))), 0);
            }
        }
        self.name(shared, spot)
    }

    /// The name of what is at a place, and how far into it.
    pub fn name(&mut self, shared: &Shared, spot: Spot) -> (Option<ObjectName>, u64) {
        match spot {
            Spot::Static { at } => match address::find(&shared.layout.statics, at as u64) {
                Some(o) => {
                    let name = shared.program.object(o.id).name.clone();
                    (Some(ObjectName::Named(name)), at as u64 - o.offset)
                }
                None => (None, 0),
            },
            Spot::Stack { thread, at, frame: Some(depth), slot, start } => {
                let function = FunctionId(self.thread(shared, thread).frames[depth].function);
                let name = shared.program.function(function).slots[slot as usize].name.clone();
                (Some(ObjectName::Local { name, function, thread }), (at - start) as u64)
            }
            Spot::Stack { at, start, .. } => match address::find(&shared.layout.locals, at as u64) {
                Some(o) => {
                    let name = shared.program.object(o.id).name.clone();
                    (Some(ObjectName::Named(name)), (at - start) as u64)
                }
                None => (None, 0),
            },
            Spot::Heap { slot, at } => (Some(self.heap_name(shared, slot)), at as u64),
        }
    }
}

fn word(bytes: &[u8]) -> Option<u64> {
    bytes.try_into().ok().map(u64::from_le_bytes)
}

/// Marks the address that 8 bytes are, if it is one of those meant.
fn mark_word(bytes: &mut [u8], inside: impl Fn(u64) -> bool) -> bool {
    match word(bytes) {
        Some(value) if inside(value) => {
            bytes.copy_from_slice(&address::stale(value).to_le_bytes());
            true
        }
        _ => false,
    }
}

fn mark_registers(shared: &Shared, thread: &mut Thread, inside: impl Fn(u64) -> bool) {
    for frame in &thread.frames {
        let types = &shared.program.functions[frame.function as usize].registers;
        for (r, register) in types.iter().enumerate() {
            let value = &mut thread.registers[frame.registers + r];
            if may_hold_address(register.ty) && u64::try_from(*value).is_ok_and(&inside) {
                *value = u128::from(address::stale(*value as u64));
            }
        }
    }
}

/// The bytes of a slot, for those who have a frame at hand.
pub fn slot_addresses(shared: &Shared, number: u32, frame: &crate::thread::Frame, slot: usize) -> std::ops::Range<u64> {
    let range = slot_range(&shared.shape(), frame, slot);
    let start = address::stack(number);
    start + range.start as u64..start + range.end as u64
}

/// Unknown values.
impl World {
    /// The bytes: the count of intervals and their ends, their order, then cells with address, size and bits.
    fn save_unknowns(&self, out: &mut Vec<u8>) {
        if self.unknowns.is_empty() {
            return;
        }
        out.extend_from_slice(&(self.unknowns.len() as u32).to_le_bytes());
        for unknown in &self.unknowns {
            out.extend_from_slice(&unknown.low.to_le_bytes());
            out.extend_from_slice(&unknown.high.to_le_bytes());
        }
        self.order.save(out);
        for (address, cell) in &self.cells {
            out.extend_from_slice(&address.to_le_bytes());
            out.push(cell.size);
            out.extend_from_slice(&cell.bits.to_le_bytes());
        }
    }

    fn load_unknowns(&mut self, bytes: &[u8]) {
        self.unknowns.clear();
        self.cells.clear();
        self.order.clear();
        let Some((count, rest)) = bytes.split_at_checked(4) else { return };
        let intervals = number(count) as usize * 32;
        for pair in rest[..intervals].chunks_exact(32) {
            let (low, high) = (number(&pair[..16]) as i128, number(&pair[16..]) as i128);
            self.unknowns.push(Interval { low, high });
        }
        for cell in self.order.load(&rest[intervals..]).chunks_exact(25) {
            self.cells.insert(number(&cell[..8]) as u64, Cell { size: cell[8], bits: number(&cell[9..]) });
        }
    }

    /// Numbers the unknowns in the order of memory and of the live registers of threads; others are dropped.
    fn number_unknowns(&mut self, shared: &Shared) {
        let mut names: Vec<Option<u16>> = vec![None; self.unknowns.len()];
        let mut order: Vec<Interval> = Vec::new();
        let unknowns = std::mem::take(&mut self.unknowns);
        let mut rename = |bits: &mut u128| {
            let symbol = Symbol::unpack(*bits);
            let name = *names[symbol.id as usize].get_or_insert_with(|| {
                order.push(unknowns[symbol.id as usize]);
                (order.len() - 1) as u16
            });
            let changed = name != symbol.id;
            *bits = Symbol { id: name, ..symbol }.pack();
            changed
        };
        self.cells.values_mut().for_each(|cell| {
            rename(&mut cell.bits);
        });
        for number in 0..self.parts.thread_count() {
            if self.has_ended(i64::from(number)) {
                continue;
            }
            let (thread, is_changed) = self.thread_entry(shared, number);
            let mut changed = false;
            each_live_register(shared, thread, |bits| changed |= rename(bits));
            if let Some(is_changed) = is_changed {
                *is_changed |= changed;
            }
        }
        self.unknowns = order;
        self.order.rename(&names);
    }

    /// An unknown is within a smaller interval; what follows for others is known, too.
    pub fn narrow(&mut self, shared: &Shared, id: u16, interval: Interval) {
        let wide = self.wide(id);
        self.unknowns[id as usize] = interval;
        if wide.len() > 1 {
            self.order.close(&mut self.unknowns);
        }
        self.settle_single(shared, &wide);
    }

    /// The difference of two unknowns is within a smaller interval.
    pub fn restrict(&mut self, shared: &Shared, (a, b): (u16, u16), difference: Interval) {
        let wide = [self.wide(a), self.wide(b)].concat();
        self.order.restrict(&mut self.unknowns, (a, b), difference);
        self.settle_single(shared, &wide);
    }

    /// The unknowns of more than one value that may be fewer where one is: itself, and those in order if it is.
    fn wide(&self, id: u16) -> Vec<u16> {
        let ordered = self.order.ids();
        let mut ids = if ordered.binary_search(&id).is_ok() { ordered } else { vec![id] };
        ids.retain(|id| self.unknowns[*id as usize].count() > 1);
        ids
    }

    /// What is made of unknowns with one value has that.
    fn settle_single(&mut self, shared: &Shared, ids: &[u16]) {
        for id in ids {
            let interval = self.unknowns[*id as usize];
            if interval.low == interval.high {
                self.become_known(shared, *id, interval.low);
            }
        }
    }

    /// How many live registers and cells are made of an unknown.
    pub fn references(&mut self, shared: &Shared, id: u16, cells: bool) -> usize {
        let refers = |bits: u128| Symbol::unpack(bits).id == id;
        let mut count = if cells { self.cells.values().filter(|c| refers(c.bits)).count() } else { 0 };
        for number in 0..self.parts.thread_count() {
            if self.has_ended(i64::from(number)) {
                continue;
            }
            let (thread, _) = self.thread_entry(shared, number);
            each_live_register(shared, thread, |bits| count += usize::from(refers(*bits)));
        }
        count
    }

    /// An unknown has one value: everything that is made of it has, too.
    pub fn become_known(&mut self, shared: &Shared, id: u16, value: i128) {
        let cells: Vec<(u64, Cell)> = self.cells.iter().map(|(a, c)| (*a, *c)).collect();
        for (address, cell) in cells.into_iter().filter(|(_, c)| Symbol::unpack(c.bits).id == id) {
            self.cells.remove(&address);
            let known = Symbol::unpack(cell.bits).value(value) as u128;
            let bits = if cell.size == 16 { known } else { known & ((1 << (u32::from(cell.size) * 8)) - 1) };
            if let Ok(spot) = self.resolve(shared, address, u64::from(cell.size), false) {
                self.write(shared, spot, cell.size as usize, bits, 0);
            }
        }
        for number in 0..self.parts.thread_count() {
            if self.has_ended(i64::from(number)) {
                continue;
            }
            let refers = |bits: u128, ty| is_symbol(bits, ty) && Symbol::unpack(bits).id == id;
            let thread = self.thread(shared, number);
            if !thread.registers.iter().any(|bits| refers(*bits, crate::types::Type::U64)) {
                continue;
            }
            let thread = self.thread_mut(shared, number);
            for frame in &thread.frames {
                let types = &shared.program.functions[frame.function as usize].registers;
                for (r, register) in types.iter().enumerate() {
                    let bits = &mut thread.registers[frame.registers + r];
                    if refers(*bits, register.ty) {
                        *bits = register.ty.cut(Symbol::unpack(*bits).value(value) as u128);
                    }
                }
            }
        }
    }

    /// Memory that is gone holds nothing.
    pub fn forget_cells(&mut self, low: u64, high: u64) {
        if !self.cells.is_empty() {
            self.cells.retain(|address, _| !(low..high).contains(address));
        }
    }

    /// The cells that overlap bytes.
    pub fn cells_at(&self, address: u64, size: u64) -> Vec<(u64, Cell)> {
        let near = self.cells.range(address.saturating_sub(15)..address + size);
        near.filter(|(a, c)| **a + u64::from(c.size) > address).map(|(a, c)| (*a, *c)).collect()
    }
}

/// Calls `f` with each live register of a thread that holds a symbol.
fn each_live_register(shared: &Shared, thread: &mut Thread, mut f: impl FnMut(&mut u128)) {
    let depth = thread.frames.len();
    for (i, frame) in thread.frames.iter().enumerate() {
        let live = &shared.live[frame.function as usize];
        let set = if i + 1 == depth { live.before(frame.pc) } else { live.during(frame.pc) };
        let types = &shared.program.functions[frame.function as usize].registers;
        for r in crate::live::each(set) {
            let bits = &mut thread.registers[frame.registers + r];
            if is_symbol(*bits, types[r].ty) {
                f(bits);
            }
        }
    }
}
