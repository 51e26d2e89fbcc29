//! What the C library is made of.

use super::{End, Flow, Machine};
use crate::address;
use crate::code::{FunctionId, Intrinsic, Pc, Reg};
use crate::object::HeapObject;
use crate::outcome::{EventKind, FaultKind, Limit, MemoryModel, ObjectName, Obstacle};
use crate::thread::{Held, Thread};
use crate::types::Type;
use crate::unknown::{Interval, is_symbol, numbers};
use crate::value;

/// Ranges up to this are tried whole.
const SMALL: i64 = 8;

/// Kinds of errors of the library: `enum ax_error`.
const ASSERTION: u32 = 1;
const NOT_INITIALISED: u32 = 4;
const OVERFLOW: u32 = 5;
const NOT_MODELLED: u32 = 6;
const CLOCK_BACK: u32 = 7;
/// Of a call that the extractor has put in the place of a function outside of the sources.
const UNKNOWN_CALL: u32 = 8;

impl<'p> Machine<'p> {
    pub(super) fn intrinsic(&mut self, intrinsic: &'p Intrinsic, pc: u32, base: usize) -> Flow {
        use Intrinsic as N;
        match intrinsic {
            N::AtomicBegin => {
                self.set_pc(pc);
                if self.enters_section() {
                    return Flow::Stop;
                }
                self.world.running.atomic += 1;
            }
            N::AtomicEnd => self.leaves_section(),
            N::Fence => return self.at_fence(),
            N::WaitBegin => {
                self.step.wait = pc;
                self.step.looks_at_wait = true;
                self.step.clean_wait = self.begin_wait();
            }
            N::WaitEnd { condition } => {
                if self.get(base, *condition) == 0 {
                    return self.wait();
                }
                self.ends_wait();
            }
            N::Choose { to, low, high } => {
                let (low, high) = (self.get(base, *low) as i32, self.get(base, *high) as i32);
                if high < low {
                    return Flow::End(End::Dropped);
                }
                let value = low.wrapping_add(self.choose(high.abs_diff(low).saturating_add(1)) as i32);
                self.set_pc(pc);
                self.note(EventKind::Chooses { value: i64::from(value), input: false, interval: None });
                self.set(base, *to, u128::from(value as u32));
            }
            N::Unknown { to, low, high } => {
                let (low, high) = (self.get(base, *low) as i64, self.get(base, *high) as i64);
                let value = self.input(low, high, pc);
                self.set(base, *to, value);
            }
            N::Known { to, .. } => {
                let known = self.knows(true);
                self.set(base, *to, u128::from(known));
            }
            N::Assume { condition } => {
                if self.get(base, *condition) == 0 {
                    return if self.ends_run() { Flow::Stop } else { Flow::End(End::Dropped) };
                }
            }
            N::Error { kind, text } => {
                let (kind, text) = (self.get(base, *kind) as u32, self.get(base, *text) as u64);
                return self.error(kind, text, pc);
            }
            N::This { .. }
            | N::Own { .. }
            | N::Spawn { .. }
            | N::EndThread
            | N::GaveValue { .. }
            | N::HasEnded { .. }
            | N::Joined { .. }
            | N::Reclaim { .. } => return self.thread_intrinsic(intrinsic, pc, base),
            N::Exit { status } => {
                let status = self.get(base, *status) as i32;
                self.set_pc(pc);
                if self.acts() {
                    return Flow::Stop;
                }
                self.exits.insert(status);
                self.note(EventKind::Exits { status });
                return Flow::End(End::Exit);
            }
            N::Abort if self.program().dialect => {
                self.set_pc(pc);
                if self.acts() {
                    return Flow::Stop;
                }
                self.note(EventKind::Exits { status: 134 });
                return Flow::End(End::Exit);
            }
            N::Abort => return self.fault(pc, FaultKind::Abort),
            N::Allocate { to, size } | N::AllocateLocal { to, size } => {
                let local = matches!(intrinsic, N::AllocateLocal { .. });
                let size = self.get(base, *size) as u64;
                match self.allocate(size, local, pc) {
                    Ok(address) => self.set(base, *to, u128::from(address)),
                    Err(flow) => return flow,
                }
            }
            N::Release { address } => {
                let address = self.get(base, *address) as u64;
                return self.release(address, pc);
            }
            N::ReleaseLocal { address } => {
                if let Some(slot) = address::heap_slot(self.get(base, *address) as u64) {
                    if let Some(frame) = self.world.running.frames.last_mut() {
                        frame.owned.retain(|s| *s != slot);
                    }
                    self.world.release(&self.shared, slot);
                }
            }
            N::Size { to, address } => {
                let address = self.get(base, *address) as u64;
                let size = address::heap_slot(address)
                    .and_then(|slot| self.world.object(&self.shared, slot))
                    .map_or(0, |o| o.memory.len());
                self.set(base, *to, size as u128);
            }
            N::Print { text, length } => {
                if self.events.is_some() || self.output.is_some() {
                    let (text, length) = (self.get(base, *text) as u64, self.get(base, *length) as u64);
                    let bytes = self.bytes(text, length);
                    if let Some(output) = &mut self.output {
                        output.extend_from_slice(&bytes);
                    }
                    self.note(EventKind::Prints { text: String::from_utf8_lossy(&bytes).into_owned() });
                }
            }
            N::SetJump { .. } | N::LongJump { .. } if self.fence() => return Flow::Stop,
            N::SetJump { to, buffer } => {
                let buffer = self.get(base, *buffer) as u64;
                return self.set_jump(*to, buffer, pc, base);
            }
            N::LongJump { buffer, value } => {
                let (buffer, value) = (self.get(base, *buffer) as u64, self.get(base, *value) as i32);
                return self.long_jump(buffer, value, pc);
            }
            N::LockTaken { lock, exclusive } => {
                let held = Held { lock: self.get(base, *lock) as u64, exclusive: self.get(base, *exclusive) != 0 };
                self.lock(held, true, pc);
            }
            N::LockDropped { lock } => {
                let lock = self.get(base, *lock) as u64;
                self.lock(Held { lock, exclusive: false }, false, pc);
            }
            N::Math { op, ty, to, left, right } => {
                // The verifier of code refuses what has no value.
                let bits = value::math(*op, *ty, self.get(base, *left), self.get(base, *right));
                self.set(base, *to, bits.unwrap_or(0));
            }
        }
        Flow::Next
    }

    /// Threads: who runs, starts and ends.
    fn thread_intrinsic(&mut self, intrinsic: &'p Intrinsic, pc: u32, base: usize) -> Flow {
        use Intrinsic as N;
        match intrinsic {
            N::This { to } => {
                self.shows_itself();
                self.set(base, *to, u128::from(self.world.current));
            }
            N::Own { to } => {
                let frame = self.world.running.frames.last();
                if frame.is_none_or(|f| !self.shared.program.functions[f.function as usize].library) {
                    self.shows_itself();
                }
                self.set(base, *to, u128::from(self.world.current));
            }
            N::Spawn { to, function, argument } => {
                let (function, argument) = (self.get(base, *function) as u64, self.get(base, *argument) as u64);
                match self.spawn(function, argument, pc) {
                    Ok(number) => self.set(base, *to, u128::from(number)),
                    Err(flow) => return flow,
                }
            }
            N::EndThread => {
                self.set_pc(pc);
                if self.accesses_end(self.world.current, true) && self.acts() {
                    return Flow::Stop;
                }
                self.releases();
                self.note(EventKind::Ends);
                return self.end_thread();
            }
            N::GaveValue { to } => self.set(base, *to, u128::from(!self.step.without_value)),
            N::HasEnded { to, thread } => {
                let thread = self.get(base, *thread) as i32;
                if let Ok(number) = u32::try_from(thread) {
                    self.resolve_twin(number);
                }
                let ended = self.world.has_ended(i64::from(thread)) && !self.is_said_not_to_have_ended(thread);
                self.asked_end = u32::try_from(thread).ok();
                if (0..address::THREADS as i32).contains(&thread)
                    && self.accesses_end(thread as u32, false)
                    && self.acts()
                {
                    return Flow::Stop;
                }
                self.set(base, *to, u128::from(ended));
            }
            N::Joined { thread } => {
                let thread = self.get(base, *thread) as i32;
                if (0..address::THREADS as i32).contains(&thread) {
                    self.asks_about(thread as u32);
                    self.has_joined(thread as u32);
                }
            }
            N::Reclaim { thread } => {
                if self.uses_numbers() && self.acts() {
                    return Flow::Stop;
                }
                let thread = i64::from(self.get(base, *thread) as i32);
                if let Ok(number) = u32::try_from(thread) {
                    self.asks_about(number);
                }
                self.world.reclaim(&self.shared, thread);
                self.note_threads();
            }
            other => unreachable!("{other:?} is not about threads"),
        }
        Flow::Next
    }

    /// A condition does not hold. If the step did nothing before, there is no step; else the thread rests at the
    /// condition, and other threads can run although it is inside of an atomic section.
    fn wait(&mut self) -> Flow {
        let at = self.step.wait;
        self.set_pc(at);
        self.forget_wait();
        if self.step.clean_wait {
            return Flow::End(End::Waits);
        }
        Flow::End(End::Rest)
    }

    fn lock(&mut self, held: Held, taken: bool, pc: u32) {
        if taken && self.world.is_held_by_another(&self.shared, held) {
            self.sharing.distrust_locks();
        }
        self.section_locks(held, taken);
        self.notes_lock(held.lock);
        let list = &mut self.world.running.held;
        match taken {
            true => {
                let at = list.partition_point(|h| h < &held);
                list.insert(at, held);
            }
            false => {
                if let Some(at) = list.iter().rposition(|h| h.lock == held.lock) {
                    list.remove(at);
                }
            }
        }
        if self.events.is_some() {
            self.set_pc(pc);
            let (object, offset) = self.meeting_point(held.lock);
            let lock = held.lock;
            self.note(match taken {
                true => EventKind::Takes { lock, object, offset },
                false => EventKind::Drops { lock, object, offset },
            });
        }
    }

    /// A value from outside.
    fn input(&mut self, low: i64, high: i64, pc: u32) -> u128 {
        self.set_pc(pc);
        let span = high.wrapping_sub(low) as u64;
        let mut interval = None;
        let value = if high >= low && span < SMALL as u64 {
            low.wrapping_add(i64::from(self.choose(span as u32 + 1)))
        } else if let Some(values) = &mut self.told.values {
            let input = values.pop_front();
            interval = input.and_then(|input| input.interval);
            input.map_or(low, |input| input.value)
        } else {
            let range = Interval { low: i128::from(low), high: i128::from(high.max(low)) };
            if self.world.unknowns.len() < usize::from(u16::MAX) {
                if self.world.keeps_identities {
                    self.told.asked.push(self.world.unknowns.len() as u16);
                }
                return self.new_unknown(range, Type::I64);
            }
            self.settle_unknown(range) as i64
        };
        self.note(EventKind::Chooses { value, input: true, interval });
        u128::from(value as u64)
    }

    /// A variable that was never set is any number of its type.
    pub(super) fn any_variable(&mut self, value: Option<Reg>, shadow: Reg, pc: u32, base: usize) -> Flow {
        let Some(bits) = value.and_then(|r| self.any_of(self.register_type(r), pc)) else {
            return self.never_set(pc);
        };
        value.iter().for_each(|r| self.set(base, *r, bits));
        self.set(base, shadow, 0);
        Flow::Next
    }

    /// Any number of an integer type.
    pub(super) fn any_of(&mut self, ty: Type, pc: u32) -> Option<u128> {
        if ty.is_float() || ty.bits() > 64 {
            return None;
        }
        let all = numbers(ty);
        // Those of 64 bits without a sign are the same bits.
        let (low, high) = if ty.bits() == 64 { (i64::MIN, i64::MAX) } else { (all.low as i64, all.high as i64) };
        let bits = self.input(low, high, pc);
        Some(if is_symbol(bits, ty) { bits } else { ty.cut(bits) })
    }

    /// Whether what was never set is any value, and no error: where nobody asks for such errors, and in a program for a
    /// verifier; there a pass would claim too much.
    pub(super) fn takes_unset_for_input(&mut self, pc: u32) -> bool {
        if self.options.uninitialised && self.program().dialect {
            self.set_pc(pc);
            let location = self.location();
            self.obstacle(Obstacle::Unset { location });
        }
        !self.options.uninitialised || self.program().dialect
    }

    /// A value that was never set, where it cannot be taken for an input.
    pub(super) fn never_set(&mut self, pc: u32) -> Flow {
        self.not_modelled("a value that was never set".to_string(), pc)
    }

    fn error(&mut self, kind: u32, text: u64, pc: u32) -> Flow {
        let text = self.string(text);
        let fault = match kind {
            ASSERTION => FaultKind::Assertion { text },
            NOT_INITIALISED => FaultKind::NotInitialised { text },
            OVERFLOW if !self.options.overflow => return Flow::Next,
            OVERFLOW => FaultKind::Overflow,
            NOT_MODELLED => return self.not_modelled(text, pc),
            // A real-time clock was set back.
            CLOCK_BACK | UNKNOWN_CALL => {
                self.in_doubt = true;
                return Flow::Next;
            }
            _ => FaultKind::Undefined { text },
        };
        self.fault(pc, fault)
    }

    fn spawn(&mut self, function: u64, argument: u64, pc: u32) -> Result<u32, Flow> {
        let Some(id) = address::function_at(self.shared.program, function) else {
            return Err(self.fault(pc, FaultKind::BadCall { address: function }));
        };
        if self.uses_numbers() && self.acts() {
            return Err(Flow::Stop);
        }
        let mut thread = Thread::new(&self.shared.layout);
        thread.push(&self.shared.shape(), id.0);
        if let Some(r) = thread.registers.first_mut()
            && self.shared.program.function(id).parameters > 0
        {
            *r = u128::from(argument);
        }
        self.world.publish(&self.shared, argument);
        self.set_pc(pc);
        let Some(number) = self.world.spawn(thread) else {
            // Those that are there go on first.
            if self.ends_run() {
                return Err(Flow::Stop);
            }
            let location = self.location();
            self.obstacle(Obstacle::NotModelled { text: "more than 64 threads at once".to_string(), location });
            return Err(Flow::End(End::Dropped));
        };
        self.gives_number(number);
        self.sharing.starts(self.step.twins, number);
        if self.world.give_life(&self.shared, number) {
            self.sharing.distrust_life(number);
        }
        self.accesses_end(number, true);
        self.releases();
        self.note_threads();
        // The library starts its own function, with the user's as argument.
        let started = address::function_at(self.shared.program, argument).unwrap_or(id);
        self.note(EventKind::Starts { thread: number, function: Some(started) });
        if let Some(reading) = &mut self.reading {
            reading.starts(number);
        }
        Ok(number)
    }

    fn end_thread(&mut self) -> Flow {
        if !self.world.running.held.is_empty() {
            self.shows_itself();
        }
        while !self.world.running.frames.is_empty() {
            self.frame_ends_visibly();
            self.close_frame(0);
        }
        self.close_section();
        self.world.running.atomic = 0;
        self.world.end_running();
        Flow::End(End::Rest)
    }

    /// The heap gives an object: at the lowest free number of the thread, or where an object was of which an address is
    /// still somewhere.
    fn allocate(&mut self, size: u64, local: bool, pc: u32) -> Result<u64, Flow> {
        self.set_pc(pc);
        self.shows_itself();
        if size > address::LARGEST {
            // Other runs may ask for less.
            if self.ends_run() {
                return Err(Flow::Stop);
            }
            let text = format!("an object of {size} bytes");
            let location = self.location();
            self.obstacle(Obstacle::NotModelled { text, location });
            return Err(Flow::End(End::Dropped));
        }
        let waits = self.options.memory_model != MemoryModel::Sc;
        if !self.hides_addresses && !self.options.leak && !waits {
            let garbage = crate::garbage::garbage(&mut self.world, &self.shared);
            self.world.drop_objects(&garbage);
        }
        let thread = self.world.current;
        let mut stale: Vec<u32> = Vec::new();
        self.world.each_value(&self.shared, |value| {
            if address::is_stale(value)
                && let Some(slot) = address::heap_slot(value)
                && !stale.contains(&slot)
            {
                stale.push(slot);
            }
        });
        let fresh = (0..address::HEAP_NUMBERS)
            .map(|n| n * address::THREADS + thread)
            .find(|slot| !self.world.is_taken(*slot) && !stale.contains(slot));
        let Some(fresh) = fresh else {
            return Err(Flow::End(End::Limit(Limit::Memory)));
        };
        stale.retain(|slot| !self.world.is_taken(*slot));
        stale.sort_unstable();
        let at = if local { 0 } else { self.choose(stale.len() as u32 + 1) as usize };
        let slot = if at == 0 { fresh } else { stale[at - 1] };
        let site = self.shared.sites.number(self.site());
        self.world.allocate(slot, HeapObject::new(size as usize, site, local));
        if local && let Some(frame) = self.world.running.frames.last_mut() {
            frame.owned.push(slot);
        }
        Ok(address::heap(slot))
    }

    /// The innermost instruction that is not the library's.
    fn site(&self) -> (FunctionId, Pc) {
        let frames = &self.world.running.frames;
        let user = frames.iter().rev().find(|f| !self.shared.program.functions[f.function as usize].library);
        let frame = user.or(frames.last());
        frame.map_or((FunctionId(0), Pc(0)), |f| (FunctionId(f.function), Pc(f.pc)))
    }

    fn release(&mut self, address: u64, pc: u32) -> Flow {
        let slot = match address::area(address) {
            address::Area::Heap { slot, offset: 0 } => slot,
            address::Area::Stale => {
                let fault = FaultKind::BadFree { address: address::plain(address), object: None, freed: true };
                return self.fault(pc, fault);
            }
            _ => {
                let spot = self.world.resolve(&self.shared, address, 0, false).ok();
                let object = spot.and_then(|s| self.world.name(&self.shared, s).0);
                return self.fault(pc, FaultKind::BadFree { address, object, freed: false });
            }
        };
        match self.world.object(&self.shared, slot) {
            None => self.fault(pc, FaultKind::BadFree { address, object: None, freed: true }),
            Some(object) if object.local => {
                let object = Some(self.world.heap_name(&self.shared, slot));
                self.fault(pc, FaultKind::BadFree { address, object, freed: false })
            }
            Some(_) => {
                let Some(size) = self.world.object(&self.shared, slot).map(|o| o.memory.len() as u64) else {
                    return Flow::Next;
                };
                if self.ends_visibly(address, size) && self.acts() {
                    return Flow::Stop;
                }
                self.world.release(&self.shared, slot);
                Flow::Next
            }
        }
    }

    fn set_jump(&mut self, to: crate::code::Reg, buffer: u64, pc: u32, base: usize) -> Flow {
        let spot = match self.world.resolve(&self.shared, buffer, 16, true) {
            Ok(spot) => spot,
            Err(fault) => return self.fault(pc, fault),
        };
        self.shows_itself();
        let frames = &self.world.running.frames;
        let depth = frames.len() as u128;
        let function = frames.last().map_or(0, |f| u128::from(f.function));
        let mark = depth | function << 32 | u128::from(pc) << 64 | u128::from(self.world.current + 1) << 96;
        self.world.write(&self.shared, spot, 16, mark, 0);
        self.set(base, to, 0);
        Flow::Next
    }

    fn long_jump(&mut self, buffer: u64, value: i32, pc: u32) -> Flow {
        let spot = match self.world.resolve(&self.shared, buffer, 16, false) {
            Ok(spot) => spot,
            Err(fault) => return self.fault(pc, fault),
        };
        let (mark, unset) = self.world.read(&self.shared, spot, 16);
        let (depth, function) = (mark as u32 as usize, (mark >> 32) as u32);
        let (target, thread) = ((mark >> 64) as u32, (mark >> 96) as u32);
        let frame = depth.checked_sub(1).and_then(|d| self.world.running.frames.get(d));
        if unset != 0 || thread != self.world.current + 1 || frame.is_none_or(|f| f.function != function) {
            return self.fault(pc, FaultKind::BadJump);
        }
        self.set_pc(pc);
        while self.world.running.frames.len() > depth {
            self.frame_ends_visibly();
            self.close_frame(0);
        }
        let Some(frame) = self.world.running.frames.last_mut() else { return Flow::End(End::Rest) };
        frame.pc = target + 1;
        let base = frame.registers;
        let code = &self.shared.program.functions[function as usize].code;
        if let Some(crate::code::Instruction::Intrinsic(Intrinsic::SetJump { to, .. })) = code.get(target as usize) {
            let value = if value == 0 { 1 } else { value };
            self.set(base, *to, u128::from(value as u32));
        }
        Flow::Enter
    }

    /// The bytes at an address, as far as they can be read.
    fn bytes(&mut self, address: u64, length: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        for i in 0..length.min(4096) {
            let Ok(spot) = self.world.resolve(&self.shared, address.wrapping_add(i), 1, false) else { break };
            bytes.push(self.world.read(&self.shared, spot, 1).0 as u8);
        }
        bytes
    }

    fn string(&mut self, address: u64) -> String {
        let bytes = self.bytes(address, 512);
        let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
        String::from_utf8_lossy(&bytes[..end]).into_owned()
    }

    /// Objects of the heap that nothing leads to from static memory or an open thread.
    pub fn lost_objects(&mut self) -> Vec<ObjectName> {
        let mut reached: Vec<u32> = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        self.world.each_root(&self.shared, |value| open.extend(address::heap_slot(value)));
        while let Some(slot) = open.pop() {
            if reached.contains(&slot) {
                continue;
            }
            if let Some(object) = self.world.object(&self.shared, slot) {
                reached.push(slot);
                let words = object.memory.chunks_exact(8).filter_map(|w| w.try_into().ok().map(u64::from_le_bytes));
                open.extend(words.filter_map(address::heap_slot));
            }
        }
        let slots = self.world.heap_slots();
        slots.into_iter().filter(|s| !reached.contains(s)).map(|s| self.world.heap_name(&self.shared, s)).collect()
    }
}
