//! Accesses to memory: what they do, and whether others can see them.

use super::section::Noted;
use super::{Flow, Machine, Pending};
use crate::address::{self, Area};
use crate::buffer::Waiting;
use crate::code::{Instruction, TextId};
use crate::outcome::{EventKind, FaultKind, Obstacle};
use crate::sharing::PlaceKey;
use crate::types::Type;
use crate::unknown::{Cell, Interval, Symbol, is_symbol};
use crate::value;
use crate::world::Spot;

/// Places are so many bytes: elements of arrays of `int` are told apart.
const GRANULE: usize = 4;
/// Keys of places: of static memory, and of kinds of objects.
const THREAD_LOCAL: PlaceKey = 1 << 61;
const FRAME: PlaceKey = 1 << 62;
const HEAP: PlaceKey = 1 << 63;

/// What an instruction does to memory.
#[derive(Clone, Copy)]
pub(super) struct Operation {
    pub address: u64,
    pub ty: Type,
    pub write: bool,
    pub atomic: bool,
}

impl<'p> Machine<'p> {
    /// Runs an instruction that makes an access.
    pub(super) fn memory(&mut self, instruction: &'p Instruction, pc: u32, base: usize) -> Flow {
        use Instruction as I;
        let (register, ty, write, atomic) = match instruction {
            I::Load { address, ty, atomic, .. } => (*address, *ty, false, *atomic),
            I::LoadRaw { address, ty, .. } => (*address, *ty, false, false),
            I::Store { address, ty, atomic, .. } => (*address, *ty, true, *atomic),
            I::StoreRaw { address, ty, .. } => (*address, *ty, true, false),
            I::Rmw { address, ty, .. } | I::CompareExchange { address, ty, .. } => (*address, *ty, true, true),
            other => unreachable!("{other:?} makes no access"),
        };
        let address = self.get(base, register) as u64;
        let op = Operation { address, ty, write, atomic };
        let size = ty.bytes();
        if atomic && !address.is_multiple_of(size) {
            return self.fault(pc, FaultKind::Misaligned { address, size });
        }
        let spot = match self.world.resolve(&self.shared, address, size, write) {
            Ok(spot) => spot,
            Err(_) if address::area(address) == Area::Arguments => return self.more_arguments(pc),
            Err(fault) => return self.fault(pc, fault),
        };
        if self.step.some_twins {
            self.guard_access(spot, address, size, write);
        }
        let noted = self.in_section();
        let visible = self.step.watched && self.is_visible(spot, op);
        // An operation that reads and writes in one is a fence.
        let drains = self.has_waiting() && matches!(instruction, I::Rmw { .. } | I::CompareExchange { .. });
        if visible || drains {
            if self.acts() {
                return Flow::Stop;
            }
            if visible && self.world.running.atomic == 0 {
                self.set_pc(pc);
                let location = self.location();
                self.step.first = Some(Pending { address, size, write, atomic, location });
            }
        }
        if drains {
            self.let_leave(usize::MAX);
        }
        if self.waits_for_parts(op) {
            return Flow::Stop;
        }
        let waits = match instruction {
            I::Store { value, .. } | I::StoreRaw { value, .. } => {
                let bits = self.get(base, *value);
                self.buffers(spot, op, visible, bits, pc)
            }
            _ => false,
        };
        if self.world.running.atomic > 0 && self.in_section() > noted && !atomic {
            self.note_plain(pc, (address, size, write));
        }
        if !self.world.unknowns.is_empty()
            && !self.finds_waiting(op)
            && let Some(flow) = self.unknown_memory(instruction, spot, op, base)
        {
            return flow;
        }
        let loads = !matches!(instruction, I::Store { .. } | I::StoreRaw { .. });
        if loads && (size != 8 || !address.is_multiple_of(8) || ty.is_float()) {
            self.hides_part(spot, ty);
        }
        // Of the wide ones it is asked where their values are known.
        if self.step.learns && size < 8 {
            self.learns_layout(instruction, pc, base);
        }
        let learns = self.step.learns && size == 8 && !ty.is_float();
        match instruction {
            I::Load { to, .. } => match self.load(spot, op, pc) {
                Ok(bits) => self.set(base, *to, bits),
                Err(flow) => return flow,
            },
            I::Store { value, .. } => {
                let bits = self.get(base, *value);
                self.store(spot, op, (bits, 0), waits);
            }
            I::LoadRaw { to, shadow, .. } => {
                let (bits, unset) = self.read(spot, op);
                self.set(base, *to, bits);
                self.set(base, *shadow, unset);
                self.note_read(spot, op, bits);
            }
            I::StoreRaw { value, shadow, .. } => {
                let (bits, unset) = (self.get(base, *value), self.get(base, *shadow));
                self.store(spot, op, (bits, unset), waits);
            }
            I::Rmw { op: rmw, to, value, .. } => match self.load(spot, op, pc) {
                Ok(before) => {
                    let value = self.get(base, *value);
                    let other = match learns {
                        true => self.updated(*rmw, (before as u64, value as u64), pc),
                        false => None,
                    };
                    let bits = other.map_or_else(|| value::rmw(*rmw, ty, before, value), u128::from);
                    if *rmw != crate::code::Rmw::Exchange {
                        self.hides_in(before as u64, 0, bits as u64);
                    }
                    self.store(spot, op, (bits, 0), false);
                    self.set(base, *to, before);
                }
                Err(flow) => return flow,
            },
            I::CompareExchange { to, done, expected, desired, .. } => match self.load(spot, op, pc) {
                Ok(before) => {
                    // C compares bytes: two zeros differ, and what is no number is the same as itself.
                    let expected = self.get(base, *expected);
                    if learns {
                        self.compared(crate::code::Compare::Eq, before as u64, expected as u64, pc);
                    }
                    let same = match ty.is_float() {
                        true => before == expected,
                        false => value::compare(crate::code::Compare::Eq, ty, before, expected),
                    };
                    if same {
                        let bits = self.get(base, *desired);
                        self.store(spot, op, (bits, 0), false);
                    }
                    self.set(base, *to, before);
                    self.set(base, *done, u128::from(same));
                }
                Err(flow) => return flow,
            },
            _ => {}
        }
        Flow::Next
    }

    /// The program looks at arguments that nobody gave.
    fn more_arguments(&mut self, pc: u32) -> Flow {
        if self.ends_run() {
            return Flow::Stop;
        }
        self.set_pc(pc);
        let location = self.location();
        self.obstacle(Obstacle::Arguments { location });
        Flow::End(super::End::Dropped)
    }

    /// An access to memory that holds unknown values, or that stores one. `None` if what is there is known now.
    fn unknown_memory(&mut self, instruction: &Instruction, spot: Spot, op: Operation, base: usize) -> Option<Flow> {
        use Instruction as I;
        let size = op.ty.bytes();
        let whole = |at: u64, cell: &Cell| at == op.address && u64::from(cell.size) == size && !op.ty.is_float();
        let cells = self.world.cells_at(op.address, size);
        match instruction {
            I::Load { to, .. } | I::LoadRaw { to, .. } => {
                if let [(at, cell)] = cells[..]
                    && whole(at, &cell)
                {
                    self.set(base, *to, cell.bits);
                    if let I::LoadRaw { shadow, .. } = instruction {
                        self.set(base, *shadow, 0);
                    }
                    return Some(Flow::Next);
                }
            }
            I::Store { value, .. } | I::StoreRaw { value, .. } => {
                let covered = |at: u64, cell: &Cell| at >= op.address && at + u64::from(cell.size) <= op.address + size;
                for (at, cell) in &cells {
                    match covered(*at, cell) {
                        true => drop(self.world.cells.remove(at)),
                        false => self.settle_cell(*cell),
                    }
                }
                if !is_symbol(self.get(base, *value), op.ty) {
                    return None;
                }
                if op.ty.is_float() {
                    self.settle(base, *value);
                    return None;
                }
                self.fit(base, *value, op.ty)?;
                let cell = Cell { size: size as u8, bits: self.get(base, *value) };
                self.world.write(&self.shared, spot, size as usize, 0, 0);
                self.world.cells.insert(op.address, cell);
                return Some(Flow::Next);
            }
            _ => {}
        }
        cells.into_iter().for_each(|(_, cell)| self.settle_cell(cell));
        None
    }

    /// What a cell of memory is made of becomes known.
    pub(super) fn settle_cell(&mut self, cell: Cell) {
        let id = Symbol::unpack(cell.bits).id;
        let interval = self.world.unknowns[id as usize];
        if interval.low < interval.high {
            let value = self.settle_unknown(interval);
            self.narrow(id, Interval { low: value, high: value });
        }
    }

    fn load(&mut self, spot: Spot, op: Operation, pc: u32) -> Result<u128, Flow> {
        let (bits, unset) = self.read(spot, op);
        let (bits, unset) = match op.ty {
            // Padding may never have been set.
            Type::F80 => (op.ty.cut(bits), op.ty.cut(unset)),
            _ => (bits, unset),
        };
        if unset != 0 && self.takes_unset_for_input(pc) {
            return self.any_content(spot, op, unset, pc);
        }
        if unset != 0 {
            let (object, _) = self.world.name(&self.shared, spot);
            let text = self.origin_text(pc);
            return Err(self.fault(pc, FaultKind::Unset { text, object }));
        }
        self.note_read(spot, op, bits);
        Ok(bits)
    }

    /// Memory that was never set holds any number, from its first read on.
    fn any_content(&mut self, spot: Spot, op: Operation, unset: u128, pc: u32) -> Result<u128, Flow> {
        let size = op.ty.bytes() as usize;
        let whole = unset == u128::MAX >> (128 - 8 * size as u32);
        let bits = match whole {
            true => self.any_of(op.ty, pc),
            false => None,
        };
        let Some(bits) = bits else { return Err(self.never_set(pc)) };
        if is_symbol(bits, op.ty) {
            self.world.write(&self.shared, spot, size, 0, 0);
            self.world.cells.insert(op.address, Cell { size: size as u8, bits });
        } else {
            self.world.write(&self.shared, spot, size, bits, 0);
        }
        Ok(bits)
    }

    fn store(&mut self, spot: Spot, op: Operation, (bits, shadow): (u128, u128), waits: bool) {
        let size = op.ty.bytes() as usize;
        if self.events.is_some() {
            let (before, unset) = self.world.read(&self.shared, spot, size);
            let (object, offset) = self.world.name(&self.shared, spot);
            self.note(EventKind::Write {
                address: op.address,
                before: (unset == 0).then_some(before),
                bits,
                bytes: size as u32,
                atomic: op.atomic,
                object,
                offset,
            });
        }
        if size >= 8 {
            for half in [bits as u64, (bits >> 64) as u64] {
                if address::is_dynamic(half) {
                    self.note_pointer(spot, half);
                }
                if self.is_twin() && crate::twins::is_stack(half) {
                    self.shows_itself();
                }
            }
        }
        let stored = op.ty.stored_bytes();
        match waits {
            true => {
                let store = Waiting { address: op.address, size: stored as u8, bits: bits & !shadow, shadow };
                self.world.running.buffer.push(store);
            }
            false => self.world.write(&self.shared, spot, stored as usize, bits, shadow),
        }
    }

    /// An address is stored.
    fn note_pointer(&mut self, spot: Spot, value: u64) {
        if let Area::Stack { thread, offset } = address::area(value) {
            self.world.note_stored(&self.shared, thread, offset, spot);
        }
        if self.world.is_open(&self.shared, spot) {
            self.world.publish(&self.shared, value);
        }
    }

    fn note_read(&mut self, spot: Spot, op: Operation, bits: u128) {
        if self.events.is_some() {
            let (object, offset) = self.world.name(&self.shared, spot);
            let bytes = op.ty.bytes() as u32;
            self.note(EventKind::Read { address: op.address, bits, bytes, atomic: op.atomic, object, offset });
        }
    }

    fn origin_text(&self, pc: u32) -> Option<TextId> {
        let frame = self.world.running.frames.last()?;
        self.shared.program.functions[frame.function as usize].origins.get(pc as usize)?.text
    }

    /// Objects in a part of memory are about to be gone: for others that is as if all of it were written. Whether it is
    /// a scheduling point.
    pub(super) fn ends_visibly(&mut self, address: u64, size: u64) -> bool {
        if !self.step.watched || size == 0 {
            return false;
        }
        let mut visible = false;
        for at in (0..size).step_by(GRANULE) {
            let op = Operation { address: address + at, ty: Type::U8, write: true, atomic: false };
            match self.world.resolve(&self.shared, op.address, 1, false) {
                Ok(spot) if !self.is_made_and_unshared(spot) => visible |= self.is_visible(spot, op),
                _ => {}
            }
        }
        visible
    }

    /// The slots of the innermost frame are about to be gone.
    pub(super) fn frame_ends_visibly(&mut self) -> bool {
        let Some(frame) = self.world.running.frames.last() else { return false };
        let slots = self.shared.program.functions[frame.function as usize].slots.len();
        let mut visible = false;
        for slot in 0..slots {
            visible |= self.slot_ends_visibly(slot);
        }
        let owned = self.world.running.frames.last().map_or(Vec::new(), |f| f.owned.clone());
        for slot in owned {
            let size = self.world.object(&self.shared, slot).map_or(0, |o| o.memory.len());
            visible |= self.ends_visibly(address::heap(slot), size as u64);
        }
        visible
    }

    pub(super) fn slot_ends_visibly(&mut self, slot: usize) -> bool {
        let Some(frame) = self.world.running.frames.last() else { return false };
        if !self.step.watched || !frame.has(slot) {
            return false;
        }
        let range = crate::world::slot_addresses(&self.shared, self.world.current, frame, slot);
        self.ends_visibly(range.start, range.end - range.start)
    }

    /// An object of the running thread that nobody else can reach, as far as is known.
    fn is_made_and_unshared(&mut self, spot: Spot) -> bool {
        let thread = self.world.current;
        match spot {
            Spot::Static { .. } => false,
            Spot::Stack { thread: owner, frame: None, .. } => owner == thread && !self.sharing.is_exposed(THREAD_LOCAL),
            Spot::Stack { thread: owner, frame: Some(depth), slot, .. } => {
                let frame = &self.world.thread(&self.shared, owner).frames[depth];
                let kind = frame_kind(frame.function, slot);
                owner == thread && !frame.shared && !self.sharing.is_exposed(kind)
            }
            Spot::Heap { slot, .. } => match self.world.object(&self.shared, slot) {
                Some(object) => {
                    let (site, shared) = (object.site, object.shared);
                    slot % address::THREADS == thread && !shared && !self.sharing.is_exposed(heap_kind(site))
                }
                None => true,
            },
        }
    }

    /// Whether the access is a scheduling point. Called while more than one thread is there.
    fn is_visible(&mut self, spot: Spot, op: Operation) -> bool {
        if self.options.naive {
            return true;
        }
        let thread = self.world.current;
        let (kind, at, maker, known) = match spot {
            Spot::Static { at } => (0, at, None, true),
            Spot::Stack { thread: owner, at, frame: None, .. } => (THREAD_LOCAL, at, Some(owner), false),
            Spot::Stack { thread: owner, at, frame: Some(depth), slot, start } => {
                let frame = &self.world.thread(&self.shared, owner).frames[depth];
                let kind = frame_kind(frame.function, slot);
                (kind, at - start, Some(owner), frame.shared)
            }
            Spot::Heap { slot, at } => match self.world.object(&self.shared, slot) {
                Some(object) => (heap_kind(object.site), at, Some(slot % address::THREADS), object.shared),
                None => return false,
            },
        };
        let made = maker.map(|m| m == thread);
        if !known && !self.sharing.is_exposed(kind) {
            if made == Some(true) {
                return false;
            }
            self.sharing.expose(kind);
            self.world.publish(&self.shared, op.address);
        }
        let object = matches!(spot, Spot::Heap { .. }).then(|| op.address - at as u64);
        let mut visible = false;
        let (first, last) = (at / GRANULE, (at + op.ty.bytes() as usize - 1) / GRANULE);
        for granule in first..=last {
            visible |= self.judge(Noted { place: kind | granule as u64, made, write: op.write, object });
        }
        visible
    }
}

/// A slot of a function.
fn frame_kind(function: u32, slot: u32) -> PlaceKey {
    FRAME | u64::from(function) << 40 | u64::from(slot) << 28
}

/// The objects that one place allocates.
pub(super) fn heap_kind(site: u32) -> PlaceKey {
    HEAP | u64::from(site) << 32
}
