//! A thread: its frames, registers and stack, and the bytes that stand for it in a state.
//!
//! The bytes, numbers with 7 bits a byte: flags (nobody will ask for it, stores wait); open atomic sections; locks
//! held; lives, counted from that of the thread itself, so that the bytes do not tell its number; thread-local bytes;
//! frames from the outermost on, each with its function, instruction, flags, objects of the heap that it owns, living
//! slots with their bytes (and shadow, if a bit was never set), and the live registers; the stores that wait, if any
//! do. What is not live is not there.

use crate::address::Layout;
use crate::buffer::Buffer;
use crate::code::Program;
use crate::live::{Live, each};
use crate::numbers::Numbers;
use crate::types::Type;

#[derive(Clone, Debug, Default)]
pub struct Thread {
    pub frames: Vec<Frame>,
    /// Of all frames.
    pub registers: Vec<u128>,
    /// From the start of the stack: thread-local objects, then frames.
    pub memory: Vec<u8>,
    /// Bits that are 1 were never set.
    pub shadow: Vec<u8>,
    /// Open atomic sections. At rest only of a thread that waits inside of one.
    pub atomic: u32,
    pub held: Vec<Held>,
    /// Stores that nobody else sees yet.
    pub buffer: Buffer,
    /// Threads whose lives it has: see `sharing`.
    pub lives: u64,
    /// Nobody will ask for it: its number is free when it ends.
    pub reclaimed: bool,
}

#[derive(Clone, Debug)]
pub struct Frame {
    pub function: u32,
    /// The next instruction; of a frame that has called another, the call.
    pub pc: u32,
    /// Where its slots begin in the thread's memory.
    pub base: usize,
    /// Where its registers begin.
    pub registers: usize,
    /// The slots that live.
    pub slots: Vec<u64>,
    /// The address of a slot is somewhere outside of the frame.
    pub stored: bool,
    /// Other threads may reach its slots.
    pub shared: bool,
    /// Objects on the heap that end with it.
    pub owned: Vec<u32>,
}

/// A lock that a thread has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Held {
    pub lock: u64,
    pub exclusive: bool,
}

/// What the code says of the bytes.
pub struct Shape<'a> {
    pub program: &'a Program,
    pub layout: &'a Layout,
    pub live: &'a [Live],
    pub numbers: &'a [Numbers],
}

impl Frame {
    pub fn has(&self, slot: usize) -> bool {
        self.slots.get(slot / 64).is_some_and(|w| w >> (slot % 64) & 1 == 1)
    }

    pub fn set(&mut self, slot: usize, lives: bool) {
        let (word, bit) = (slot / 64, 1 << (slot % 64));
        if self.slots.len() <= word {
            self.slots.resize(word + 1, 0);
        }
        if lives { self.slots[word] |= bit } else { self.slots[word] &= !bit }
    }
}

impl Thread {
    pub fn new(layout: &Layout) -> Thread {
        let mut thread = Thread { memory: layout.local_image.clone(), ..Thread::default() };
        thread.shadow = vec![0; thread.memory.len()];
        thread
    }

    /// Opens a frame. Arguments are put into its registers by who calls.
    pub fn push(&mut self, shape: &Shape, function: u32) {
        let code = &shape.program.functions[function as usize];
        let base = match self.frames.last() {
            Some(f) => f.base + shape.layout.frames[f.function as usize].size as usize,
            None => shape.layout.first_frame() as usize,
        };
        let registers = self.registers.len();
        let size = shape.layout.frames[function as usize].size as usize;
        self.registers.resize(registers + code.registers.len(), 0);
        self.memory.resize(base + size, 0);
        self.shadow.resize(base + size, 0);
        self.frames.push(Frame {
            function,
            pc: 0,
            base,
            registers,
            slots: Vec::new(),
            stored: false,
            shared: false,
            owned: Vec::new(),
        });
        for (i, slot) in code.slots.iter().enumerate() {
            if slot.parameter {
                self.begin(shape, i);
            }
        }
    }

    /// A slot of the innermost frame begins to live.
    pub fn begin(&mut self, shape: &Shape, slot: usize) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.set(slot, true);
        let range = slot_range(shape, frame, slot);
        self.memory[range.clone()].fill(0);
        self.shadow[range].fill(0xff);
    }

    /// Closes the innermost frame.
    pub fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.registers.truncate(frame.registers);
        self.memory.truncate(frame.base);
        self.shadow.truncate(frame.base);
        Some(frame)
    }

    /// The frame whose slots are at or before a place of the stack.
    pub fn frame_at(&self, offset: usize) -> Option<usize> {
        self.frames.partition_point(|f| f.base <= offset).checked_sub(1)
    }

    pub fn encode(&self, shape: &Shape, own: u32, out: &mut Vec<u8>) {
        out.push(2 | u8::from(self.reclaimed) | u8::from(!self.buffer.is_empty()) << 2);
        number(out, u64::from(self.atomic));
        number(out, self.held.len() as u64);
        for held in &self.held {
            number(out, held.lock << 1 | u64::from(held.exclusive));
        }
        number(out, self.lives.rotate_right(own));
        out.extend_from_slice(&self.memory[..shape.layout.local_image.len()]);
        number(out, self.frames.len() as u64);
        for (depth, frame) in self.frames.iter().enumerate() {
            number(out, u64::from(frame.function));
            number(out, u64::from(frame.pc));
            out.push(u8::from(frame.stored) | u8::from(frame.shared) << 1 | u8::from(frame.owned.is_empty()) << 2);
            if !frame.owned.is_empty() {
                number(out, frame.owned.len() as u64);
                frame.owned.iter().for_each(|slot| number(out, u64::from(*slot)));
            }
            for slot in 0..shape.program.functions[frame.function as usize].slots.len() {
                self.encode_slot(shape, frame, slot, out);
            }
            let live = live_set(shape, frame, depth + 1 == self.frames.len());
            for r in each(live) {
                number128(out, self.registers[frame.registers + r]);
            }
        }
        if !self.buffer.is_empty() {
            self.buffer.encode(out);
        }
    }

    fn encode_slot(&self, shape: &Shape, frame: &Frame, slot: usize, out: &mut Vec<u8>) {
        if !frame.has(slot) {
            out.push(0);
            return;
        }
        let range = slot_range(shape, frame, slot);
        let shadow = &self.shadow[range.clone()];
        let whole = shadow.iter().all(|b| *b == 0);
        out.push(1 + u8::from(!whole));
        out.extend_from_slice(&self.memory[range]);
        if !whole {
            out.extend_from_slice(shadow);
        }
    }

    /// The locks and lives of a thread, from the bytes that stand for it; lives are counted from its own.
    pub fn held_in(bytes: &[u8]) -> (Vec<Held>, u64) {
        let mut input = Input { bytes, at: 1 };
        input.number();
        (held(&mut input), input.number())
    }

    /// Whether a thread at rest may go on without a scheduling point, from the bytes that stand for it: it was waiting
    /// inside of an atomic section, or has just been started. Others rest before a scheduling point.
    pub fn waits_or_starts(shape: &Shape, bytes: &[u8]) -> bool {
        let mut input = Input { bytes, at: 1 };
        if input.number() > 0 {
            return true;
        }
        held(&mut input);
        input.number();
        input.take(shape.layout.local_image.len());
        let frames = input.number();
        input.number();
        frames == 1 && input.number() == 0
    }

    /// Whether a thread has just been started, from the bytes that stand for it.
    pub fn starts(shape: &Shape, bytes: &[u8]) -> bool {
        let thread = Thread::decode(shape, bytes, 0);
        thread.atomic == 0 && matches!(&thread.frames[..], [frame] if frame.pc == 0)
    }

    pub fn decode(shape: &Shape, bytes: &[u8], number: u32) -> Thread {
        let mut input = Input { bytes, at: 0 };
        let flags = input.byte();
        let waiting = flags & 4 != 0;
        let mut thread = Thread { reclaimed: flags & 1 != 0, ..Thread::default() };
        thread.atomic = input.number() as u32;
        thread.held = held(&mut input);
        thread.lives = input.number().rotate_left(number);
        let local = shape.layout.local_image.len();
        thread.memory.extend_from_slice(input.take(local));
        thread.shadow.resize(local, 0);
        let frames = input.number() as usize;
        for depth in 0..frames {
            thread.push(shape, input.number() as u32);
            let pc = input.number() as u32;
            let flags = input.byte();
            let mut owned = Vec::new();
            if flags & 4 == 0 {
                for _ in 0..input.number() {
                    owned.push(input.number() as u32);
                }
            }
            let (base, function) = (thread.frames[depth].registers, thread.frames[depth].function);
            for slot in 0..shape.program.functions[function as usize].slots.len() {
                let kind = input.byte();
                thread.frames[depth].set(slot, kind != 0);
                let range = slot_range(shape, &thread.frames[depth], slot);
                if kind != 0 {
                    let bytes = input.take(range.len());
                    thread.memory[range.clone()].copy_from_slice(bytes);
                    match kind {
                        1 => thread.shadow[range].fill(0),
                        _ => thread.shadow[range.clone()].copy_from_slice(input.take(range.len())),
                    }
                }
            }
            let frame = &mut thread.frames[depth];
            (frame.pc, frame.stored, frame.shared, frame.owned) = (pc, flags & 1 != 0, flags & 2 != 0, owned);
            for r in each(live_set(shape, frame, depth + 1 == frames)) {
                thread.registers[base + r] = input.number128();
            }
        }
        if waiting {
            thread.buffer = Buffer::decode(|size| input.take(size).to_vec());
        }
        thread
    }
}

fn held(input: &mut Input) -> Vec<Held> {
    let count = input.number();
    (0..count)
        .map(|_| {
            let n = input.number();
            Held { lock: n >> 1, exclusive: n & 1 == 1 }
        })
        .collect()
}

fn live_set<'a>(shape: &Shape<'a>, frame: &Frame, innermost: bool) -> &'a [u64] {
    let live = &shape.live[frame.function as usize];
    if innermost { live.before(frame.pc) } else { live.during(frame.pc) }
}

/// The bytes of a slot in the thread's memory.
pub fn slot_range(shape: &Shape, frame: &Frame, slot: usize) -> std::ops::Range<usize> {
    let start = frame.base + shape.layout.frames[frame.function as usize].offsets[slot] as usize;
    start..start + shape.program.functions[frame.function as usize].slots[slot].size as usize
}

/// A register holds an address at most if it is as wide as one.
pub fn may_hold_address(ty: Type) -> bool {
    ty.bits() >= 64 && !ty.is_float()
}

/// With 7 bits a byte, the lowest first.
pub fn number(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn number128(out: &mut Vec<u8>, mut n: u128) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// Bytes that are read one after the other.
pub struct Input<'a> {
    pub bytes: &'a [u8],
    pub at: usize,
}

impl<'a> Input<'a> {
    pub fn byte(&mut self) -> u8 {
        self.at += 1;
        self.bytes[self.at - 1]
    }

    pub fn take(&mut self, count: usize) -> &'a [u8] {
        self.at += count;
        &self.bytes[self.at - count..self.at]
    }

    pub fn number(&mut self) -> u64 {
        self.number128() as u64
    }

    fn number128(&mut self) -> u128 {
        let mut result = 0;
        for shift in (0..).step_by(7) {
            let byte = self.byte();
            result |= u128::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        result
    }
}
