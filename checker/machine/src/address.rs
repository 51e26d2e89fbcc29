//! Addresses: where every object stands.
//!
//! ```text
//!   0 .. 0xfff                 nobody's
//!   ARGUMENTS                  arguments that nobody gave
//!   HEAP + slot << 24          heap objects; slot = number << 6 | thread that allocated
//!   STACKS + thread << 36 + …  objects of a thread: thread-local ones, then its frames, as a stack that grows up
//!   FUNCTIONS + function << 4  functions
//!   STATICS ..                 static objects, in the order of the program: first those that are written
//! ```
//!
//! Both halves of an address are large, so that neither a number nor two that stand side by side are likely to be taken
//! for one ([`is_address`]).
//!
//! Bytes are little endian. Each object stands at a multiple of 16 (or of its alignment) with at least 16 bytes behind
//! it that are nobody's. No address depends on what happened before, but for the lowest free number on the heap.
//!
//! When an object is gone, the copies of its address that are left over get a mark in the upper 16 bits ([`stale`]): an
//! access through them is an error even if something else stands there now. Comparisons do not see the mark.

use crate::code::{Function, FunctionId, Program, StaticId, Target};

pub const PAGE: usize = 256;
const STATICS: u64 = 0x5555_9d6f_0000;
const FUNCTIONS: u64 = 0x5000_8c40_0000;
const HEAP: u64 = 0x2b3c_9600_0000;
const HEAP_SHIFT: u32 = 24;
const STACKS: u64 = 0x4000_7a50_0000;
const STACK_SHIFT: u32 = 36;
const STACKS_END: u64 = STACKS + ((THREADS as u64) << STACK_SHIFT);
const END: u64 = STATICS + (1 << 32);
/// Arguments of the program that nobody gave: they are there, and nothing is known of them.
pub const ARGUMENTS: u64 = 1 << 44;
const ARGUMENTS_END: u64 = ARGUMENTS + (1 << 40);
const GAP: u64 = 16;
/// So many bytes before an object of the heap an access is told as one that misses it.
const BEFORE: u64 = 1 << 12;
const MARK: u64 = 0x5a1e << 48;
const PLAIN: u64 = (1 << 48) - 1;

/// So many threads can be there at once.
pub const THREADS: u32 = 64;
/// The largest object of the heap.
pub const LARGEST: u64 = (1 << HEAP_SHIFT) - 64;
pub const HEAP_NUMBERS: u32 = 1 << 14;

/// What an address says by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Area {
    Null,
    /// Bytes from the first static object.
    Static(u64),
    Function(u64),
    Heap {
        slot: u32,
        offset: u64,
    },
    Stack {
        thread: u32,
        offset: u64,
    },
    /// Arguments that nobody gave.
    Arguments,
    /// Of an object that is gone.
    Stale,
    Nowhere,
}

pub fn area(address: u64) -> Area {
    match address {
        0..0x1000 => Area::Null,
        STATICS..END => Area::Static(address - STATICS),
        HEAP..STACKS => {
            let inside = address - HEAP;
            Area::Heap { slot: (inside >> HEAP_SHIFT) as u32, offset: inside & ((1 << HEAP_SHIFT) - 1) }
        }
        STACKS..STACKS_END => {
            let inside = address - STACKS;
            let thread = (inside >> STACK_SHIFT) as u32;
            Area::Stack { thread, offset: inside & ((1 << STACK_SHIFT) - 1) }
        }
        FUNCTIONS..STATICS => Area::Function(address - FUNCTIONS),
        ARGUMENTS..ARGUMENTS_END => Area::Arguments,
        _ if is_stale(address) => Area::Stale,
        _ => Area::Nowhere,
    }
}

pub fn stack(thread: u32) -> u64 {
    STACKS + (u64::from(thread) << STACK_SHIFT)
}

pub fn heap(slot: u32) -> u64 {
    HEAP + (u64::from(slot) << HEAP_SHIFT)
}

/// The slot of the heap whose object begins a little behind an address, and how far.
pub fn heap_behind(address: u64) -> Option<(u32, u64)> {
    let behind = address.wrapping_add(BEFORE).wrapping_sub(HEAP);
    let distance = BEFORE.checked_sub(behind & ((1 << HEAP_SHIFT) - 1))?;
    ((HEAP - BEFORE..STACKS).contains(&address) && distance > 0).then_some(((behind >> HEAP_SHIFT) as u32, distance))
}

/// The slot of the heap that a value may lead to, marked or not.
#[inline(always)]
pub fn heap_slot(value: u64) -> Option<u32> {
    match area(plain(value)) {
        Area::Heap { slot, .. } => Some(slot),
        _ => None,
    }
}

/// Whether a value could be an address, marked or not.
#[inline(always)]
pub fn is_address(value: u64) -> bool {
    (ARGUMENTS..END).contains(&value) || is_stale(value)
}

/// Whether a value could be the address of an object that is not there for ever.
#[inline(always)]
pub fn is_dynamic(value: u64) -> bool {
    (HEAP..STACKS_END).contains(&value)
}

#[inline(always)]
pub fn is_stale(value: u64) -> bool {
    value >> 48 == MARK >> 48 && (HEAP..STACKS_END).contains(&(value & PLAIN))
}

/// With the mark of an address whose object is gone.
pub fn stale(value: u64) -> u64 {
    (value & PLAIN) | MARK
}

/// Without it.
#[inline(always)]
pub fn plain(value: u64) -> u64 {
    if is_stale(value) { value & PLAIN } else { value }
}

/// Whether 8 bytes may lead to the heap, asked quickly.
#[inline(always)]
pub fn may_be_heap(bytes: &[u8]) -> bool {
    const FIRST: u8 = (HEAP >> 40) as u8;
    const LAST: u8 = ((HEAP + ((HEAP_NUMBERS as u64 * THREADS as u64) << HEAP_SHIFT)) >> 40) as u8;
    (FIRST..=LAST).contains(&bytes[5])
}

pub fn function(id: FunctionId) -> u64 {
    FUNCTIONS + (u64::from(id.0) << 4)
}

pub fn function_at(program: &Program, address: u64) -> Option<FunctionId> {
    match area(address) {
        Area::Function(offset) if offset % 16 == 0 && (offset / 16) < program.functions.len() as u64 => {
            Some(FunctionId((offset / 16) as u32))
        }
        _ => None,
    }
}

/// Where the objects of a program stand.
#[derive(Debug)]
pub struct Layout {
    /// In rising order of address.
    pub statics: Vec<Placed>,
    /// By `StaticId`: the address, or the distance from the start of the thread's stack.
    addresses: Vec<u64>,
    /// The bytes at the start, static objects one behind the other.
    pub image: Vec<u8>,
    /// So many of them can change.
    pub writable: usize,
    /// Thread-local objects, by distance from the start of the stack, and their bytes.
    pub locals: Vec<Placed>,
    pub local_image: Vec<u8>,
    /// By function.
    pub frames: Vec<FrameLayout>,
}

#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// From the first static object, or from the start of the stack.
    pub offset: u64,
    pub size: u64,
    pub id: StaticId,
    pub writable: bool,
}

#[derive(Debug)]
pub struct FrameLayout {
    /// Where each slot begins.
    pub offsets: Vec<u64>,
    /// With the gap behind the last one.
    pub size: u64,
}

impl Layout {
    pub fn new(program: &Program) -> Layout {
        let mut layout = Layout {
            statics: Vec::new(),
            addresses: vec![0; program.statics.len()],
            image: Vec::new(),
            writable: 0,
            locals: Vec::new(),
            local_image: Vec::new(),
            frames: program.functions.iter().map(frame).collect(),
        };
        let mut at = 0;
        let of = |thread_local: bool, writable: bool| {
            program
                .statics
                .iter()
                .enumerate()
                .filter(move |(_, s)| s.thread_local == thread_local && (thread_local || s.writable == writable))
        };
        for writable in [true, false] {
            for (i, s) in of(false, writable) {
                at = place(at, s.align);
                let id = StaticId(i as u32);
                layout.statics.push(Placed { offset: at, size: s.bytes.len() as u64, id, writable });
                layout.addresses[i] = STATICS + at;
                at += s.bytes.len() as u64 + GAP;
            }
            at = at.next_multiple_of(PAGE as u64);
            if writable {
                layout.writable = at as usize;
            }
        }
        layout.image = vec![0; at as usize];
        let mut at = 0;
        for (i, s) in of(true, true) {
            at = place(at, s.align);
            let id = StaticId(i as u32);
            layout.locals.push(Placed { offset: at, size: s.bytes.len() as u64, id, writable: true });
            layout.addresses[i] = at;
            at += s.bytes.len() as u64 + GAP;
        }
        layout.local_image = vec![0; at as usize];
        for (i, s) in program.statics.iter().enumerate() {
            let mut bytes = s.bytes.clone();
            for r in &s.addresses {
                let offset = r.offset as usize;
                let target = match r.target {
                    Target::Static(id) => layout.addresses[id.0 as usize],
                    Target::Function(id) => function(id),
                };
                if let Some(place) = bytes.get_mut(offset..offset + 8) {
                    let addend = u64::from_le_bytes(place.try_into().unwrap_or_default());
                    place.copy_from_slice(&target.wrapping_add(addend).to_le_bytes());
                }
            }
            let image = if s.thread_local { &mut layout.local_image } else { &mut layout.image };
            let at = layout.addresses[i] - if s.thread_local { 0 } else { STATICS };
            image[at as usize..at as usize + bytes.len()].copy_from_slice(&bytes);
        }
        layout
    }

    /// Of an object, in a thread if it is thread-local.
    pub fn address(&self, program: &Program, object: StaticId, thread: u32) -> u64 {
        let at = self.addresses[object.0 as usize];
        if program.object(object).thread_local { stack(thread) + at } else { at }
    }

    /// Where the frames of a thread begin, from the start of its stack.
    pub fn first_frame(&self) -> u64 {
        (self.local_image.len() as u64).next_multiple_of(16)
    }
}

/// The object that is at or before a place.
pub fn find(objects: &[Placed], offset: u64) -> Option<&Placed> {
    objects[..objects.partition_point(|o| o.offset <= offset)].last()
}

fn place(at: u64, align: u64) -> u64 {
    at.next_multiple_of(align.max(16).next_power_of_two())
}

fn frame(function: &Function) -> FrameLayout {
    let mut at = 0;
    let mut offsets = Vec::with_capacity(function.slots.len());
    for slot in &function.slots {
        at = place(at, slot.align.min(4096));
        offsets.push(at);
        at += slot.size + GAP;
    }
    FrameLayout { offsets, size: at.next_multiple_of(16) }
}
