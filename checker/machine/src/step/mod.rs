//! One step of a thread: what it does first that others can see, and all that follows and that they cannot see.
//!
//! A step ends before the next access that others can see (see `sharing`), before the next atomic section, at the end
//! of the thread or of the program, or with a fault. An atomic section is part of one step. While only one thread is
//! there it runs on. A thread that runs on for long is stopped at a jump backward or a call: the state is stored, so
//! that a loop that never ends is met again.
//!
//! Choices (`__ax_choose`, inputs, which freed address is given out again) are made by a script: a step is run once for
//! each, from the same state.

mod access;
mod drain;
mod hiding;
mod intrinsic;
mod layout;
mod section;
mod symbolic;
mod told;
mod twin;

use crate::address;
use crate::code::{Binary, FunctionId, Instruction, Pc, Program, Reg, Trap};
use crate::operands::next;
use crate::outcome::{
    Event, EventKind, FaultKind, Limit, Location, ObjectName, Obstacle, Options, ThreadNumber, Waiting,
};
use crate::random::Random;
use crate::reading::Reading;
use crate::sharing::Sharing;
use crate::twins::Twins;
use crate::types::Type;
use crate::unknown::is_symbol;
use crate::value::{self, Wrong};
use crate::world::{Shared, World};

/// After so many instructions a thread is stopped at the next jump backward or call.
const LONG: u64 = 20_000;
/// So is one that has made so many choices: they multiply the ways of a step, and the states behind them are often few.
const MANY_CHOICES: usize = 6;
/// An atomic section that has run for so many does not end.
const ENDLESS: u64 = 20_000_000;
/// So many calls can be open in a thread.
const CALLS: usize = 10_000;

/// The program with the state it is in.
pub struct Machine<'p> {
    pub shared: Shared<'p>,
    pub world: World,
    pub sharing: Sharing,
    pub options: Options,
    /// Values to try for an input of a wide range.
    pub inputs: Vec<i64>,
    pub obstacles: Vec<Obstacle>,
    /// For each function, the instructions that were run.
    pub reached: Vec<Vec<bool>>,
    pub exits: std::collections::BTreeSet<i32>,
    /// While a run is told: what inputs are, in the order in which they are asked for.
    pub told: Told,
    /// Choices are made at random while a random run is under way.
    pub choices: Option<Random>,
    /// What the program prints is kept only where somebody asks for it.
    pub output: Option<Vec<u8>>,
    /// Some run asked whether a value is known that was not.
    pub asked_known: bool,
    /// Some run made values of addresses that do not lead to the object: see `garbage`.
    hides_addresses: bool,
    /// Some run made the exclusive or of two addresses.
    mixes_addresses: bool,
    /// The run under way does what the real program may never do: it depends on where objects stand, or on a clock
    /// that was set back.
    pub in_doubt: bool,
    /// The thread whose end was asked for last.
    asked_end: Option<ThreadNumber>,
    /// What is known about threads that are exchangeable, if the program has threads and nothing has told them apart.
    pub twins: Option<Twins>,
    /// They are taken for exchangeable: not while a run is told, nor in random runs.
    pub takes_twins: bool,
    /// A step asked which one of several twins is which.
    pub told_apart: bool,
    /// The locks that count for an access, while it is judged.
    locks: Vec<u64>,
    /// Events are kept only while a run is told.
    pub events: Option<Vec<Event>>,
    /// What the thread that fails reads, while a run to an error is told.
    pub reading: Option<Reading>,
    step: Progress,
}

/// Inputs of a run that is told. First it is run with unknown values, to know what they must be; then with these.
#[derive(Default)]
pub struct Told {
    /// The unknowns that are inputs.
    pub asked: Vec<u16>,
    /// Unknowns that were made of others.
    pub made: Vec<Made>,
    /// The values, while the run is made for the second time.
    pub values: Option<std::collections::VecDeque<Input>>,
    /// What the library was told of values being known.
    pub known: std::collections::VecDeque<bool>,
    /// After how many instructions each step was cut because it was long, if it was. With the values fewer choices are
    /// made.
    pub cuts: std::collections::VecDeque<Option<u64>>,
}

/// What an input is in a run that is told.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    pub value: i64,
    /// With each of these the run goes the same way, whatever the others are.
    pub interval: Option<(i64, i64)>,
}

/// An unknown that was made of another: `of op by`.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    pub id: u16,
    pub of: u16,
    /// The value of which it was made is `± of + offset`.
    pub symbol: crate::unknown::Symbol,
    pub op: crate::code::Binary,
    pub modulus: i128,
}

/// What is under way in a step.
#[derive(Default)]
struct Progress {
    choices: Vec<Choice>,
    made: usize,
    /// The program can learn from the innermost function where objects stand.
    learns: bool,
    /// Something was done that others can see: the step ends before the next scheduling point.
    acted: bool,
    count: u64,
    /// More than one thread is there.
    many: bool,
    /// Accesses count: there are others, or were, and not all were joined.
    watched: bool,
    /// The first access that others can see.
    first: Option<Pending>,
    /// What was done in atomic sections of the user's before anything else that others can see.
    plain_in_sections: Vec<Pending>,
    /// There was a scheduling point.
    visible: bool,
    /// It was stopped because it is long.
    cut: bool,
    /// Where that is to be, if it is known.
    cut_at: Option<Option<u64>>,
    /// Where the wait that is being looked at began, and whether the step did nothing before it that others can see.
    wait: u32,
    clean_wait: bool,
    /// The atomic section that is open.
    section: section::Section,
    /// The function that returned last gave no value, and should have.
    without_value: bool,
    /// Threads whose accesses can conflict.
    others: crate::sharing::Threads,
    /// Who the running thread could be, itself among them; and whether any thread could be another.
    twins: crate::sharing::Threads,
    some_twins: bool,
    /// Numbers of which it was said that their threads have not ended, for the wait that is being looked at.
    not_ended: crate::sharing::Threads,
    looks_at_wait: bool,
    /// Twins that took the number of another: from where to where.
    swaps: crate::twins::Moved,
}

/// A choice in a step: which of how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    pub taken: u32,
    pub of: u32,
    /// Of a part of an unknown's interval: not there if the value is known.
    pub part: bool,
    /// Which of several twins has a number.
    pub twin: bool,
}

/// What a thread is about to do to memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Pending {
    pub address: u64,
    pub size: u64,
    pub write: bool,
    pub atomic: bool,
    pub location: Location,
}

impl Pending {
    /// Whether they have a byte in common.
    pub fn meets(&self, other: &Pending) -> bool {
        self.address < other.address + other.size && other.address < self.address + self.size
    }
}

/// How a step ended.
#[derive(Debug)]
pub enum End {
    /// At rest.
    Rest,
    /// It has to wait: there was no step.
    Waits,
    /// An assumption does not hold, or what comes is not modelled: the run ends here, and that is no deadlock.
    Dropped,
    /// The program has ended.
    Exit,
    Fault(FaultKind),
    Limit(Limit),
}

/// What an instruction says of the step.
enum Flow {
    Next,
    Jump(u32),
    /// The frames changed.
    Enter,
    /// Ends the step, before the instruction.
    Stop,
    End(End),
}

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, options: Options) -> Option<Machine<'p>> {
        let shared = Shared::new(program);
        let mut world = World::initial(&shared, program.entry?);
        world.set_spurious(&shared, options.spurious);
        let twins = (options.symmetry && !options.naive && !options.spurious).then(|| Twins::new(&shared)).flatten();
        Some(Machine {
            shared,
            world,
            sharing: Sharing::default(),
            options,
            inputs: Vec::new(),
            obstacles: Vec::new(),
            reached: program.functions.iter().map(|f| vec![false; f.code.len()]).collect(),
            exits: std::collections::BTreeSet::new(),
            told: Told::default(),
            choices: None,
            output: None,
            asked_known: false,
            hides_addresses: false,
            mixes_addresses: false,
            twins,
            takes_twins: false,
            told_apart: false,
            locks: Vec::new(),
            in_doubt: false,
            asked_end: None,
            events: None,
            reading: None,
            step: Progress::default(),
        })
    }

    pub fn program(&self) -> &'p Program {
        self.shared.program
    }

    /// Runs a step of the current thread, with the choices of a script; it is made longer by what else was chosen.
    pub fn run(&mut self, script: &mut Vec<Choice>) -> End {
        let cut_at = if self.told.values.is_some() { self.told.cuts.pop_front() } else { None };
        self.step = Progress { choices: std::mem::take(script), cut_at, ..Progress::default() };
        self.note_threads();
        self.note_twins();
        if self.world.running.atomic > 0 {
            self.open_section(false, false);
        }
        let end = self.leaves_first().unwrap_or_else(|| self.go());
        // A run that ends inside of a section, or rests at a wait there.
        if matches!(end, End::Rest | End::Dropped | End::Exit) {
            self.close_section();
        }
        *script = std::mem::take(&mut self.step.choices);
        // Nothing is believed.
        self.sharing.broken &= !self.options.naive;
        end
    }

    /// The twins that took the numbers of others in the last step; and a number of which it was said that its thread
    /// has not ended.
    pub fn swaps(&self) -> (&[(u32, u32)], Option<u32>) {
        let not_ended = self.step.not_ended;
        (&self.step.swaps, (not_ended != 0).then(|| not_ended.trailing_zeros()))
    }

    /// How often what steps depend on beside the state has changed: see `memo`.
    pub fn knowledge(&self) -> u64 {
        self.sharing.version() << 2 | u64::from(self.hides_addresses) << 1 | u64::from(self.mixes_addresses)
    }

    /// Whether the last step was no scheduling point: nobody else can see what it did, but that they can go on.
    pub fn was_invisible(&self) -> bool {
        !self.step.visible && !self.step.cut
    }

    /// The first access of the last step that others could see.
    pub fn first_access(&mut self) -> Option<Pending> {
        self.step.first.take()
    }

    /// What the last step did in atomic sections of the user's, before anything else that others could see. Towards
    /// others it is atomic.
    pub fn plain_in_sections(&mut self) -> Vec<Pending> {
        std::mem::take(&mut self.step.plain_in_sections)
    }

    fn go(&mut self) -> End {
        loop {
            let Some(frame) = self.world.running.frames.last() else { return End::Rest };
            let (function, pc, base) = (frame.function, frame.pc, frame.registers);
            let code: &'p [Instruction] = &self.shared.program.functions[function as usize].code;
            self.step.learns = !self.shared.program.functions[function as usize].hides_layout;
            match self.run_frame(code, function, pc, base) {
                Flow::End(end) => return end,
                Flow::Stop => return End::Rest,
                Flow::Next | Flow::Jump(_) | Flow::Enter => {}
            }
        }
    }

    /// Runs the innermost frame until another is the innermost.
    fn run_frame(&mut self, code: &'p [Instruction], function: u32, mut pc: u32, base: usize) -> Flow {
        loop {
            self.step.count += 1;
            self.reached[function as usize][pc as usize] = true;
            let flow = match self.events {
                None => self.run_instruction(&code[pc as usize], pc, base),
                Some(_) => self.run_told(&code[pc as usize], pc, base),
            };
            match flow {
                Flow::Next => pc += 1,
                Flow::Jump(target) => {
                    if target <= pc && self.is_long() {
                        if self.world.running.atomic == 0 {
                            self.set_pc(target);
                            self.step.cut = true;
                            return Flow::Stop;
                        }
                        if self.step.count > ENDLESS {
                            return Flow::End(End::Limit(Limit::Step));
                        }
                    }
                    pc = target;
                }
                Flow::Stop => {
                    self.set_pc(pc);
                    return Flow::Stop;
                }
                other => return other,
            }
        }
    }

    /// Whether the step has run for long, at a jump backward.
    fn is_long(&self) -> bool {
        let (count, made) = (self.step.count, self.step.made);
        match self.step.cut_at {
            None => count > LONG || made >= MANY_CHOICES,
            Some(at) => at == Some(count) || count > ENDLESS,
        }
    }

    /// After how many instructions the last step was cut because it was long.
    pub fn cut_after(&self) -> Option<u64> {
        self.step.cut.then_some(self.step.count)
    }

    #[inline(always)]
    fn run_instruction(&mut self, instruction: &'p Instruction, pc: u32, base: usize) -> Flow {
        if self.is_twin() {
            self.guard_identity(instruction, base);
        }
        if !self.world.unknowns.is_empty() {
            self.shows_itself();
            self.set_pc(pc);
            if let Some(flow) = self.symbolic(instruction, pc, base) {
                return flow;
            }
        }
        self.instruction(instruction, pc, base)
    }

    fn set_pc(&mut self, pc: u32) {
        if let Some(frame) = self.world.running.frames.last_mut() {
            frame.pc = pc;
        }
    }

    #[inline(always)]
    fn get(&self, base: usize, r: Reg) -> u128 {
        self.world.running.registers[base + r.0 as usize]
    }

    #[inline(always)]
    fn set(&mut self, base: usize, r: Reg, bits: u128) {
        if self.events.is_some() {
            self.note_set(base, r, bits);
        }
        self.world.running.registers[base + r.0 as usize] = bits;
    }

    #[inline(always)]
    fn instruction(&mut self, instruction: &'p Instruction, pc: u32, base: usize) -> Flow {
        use Instruction as I;
        match instruction {
            I::Const { to, bits } => self.set(base, *to, *bits),
            I::Move { to, from } => {
                let bits = self.get(base, *from);
                self.set(base, *to, bits);
            }
            I::Unary { op, ty, to, value } => {
                if self.step.learns {
                    self.learns_layout(instruction, pc, base);
                }
                match value::unary(*op, *ty, self.get(base, *value), self.options.overflow) {
                    Ok(bits) => self.set(base, *to, bits),
                    Err(wrong) => return self.fault(pc, wrong.into()),
                }
            }
            I::Binary { op, ty, to, left, right } => {
                let (left, right) = (self.get(base, *left), self.get(base, *right));
                if self.step.learns
                    && let Some(bits) = self.learns_layout(instruction, pc, base)
                {
                    self.set(base, *to, u128::from(bits));
                    return Flow::Next;
                }
                if !self.step.learns && matches!(op, Binary::Mul | Binary::Div | Binary::Shl) && ty.bits() == 64 {
                    self.hides_by(*op, left as u64, right as u64);
                }
                match value::binary(*op, *ty, left, right, self.options.overflow) {
                    Ok(bits) => self.set(base, *to, bits),
                    Err(wrong) => return self.fault(pc, wrong.into()),
                }
            }
            I::Compare { op, ty, to, left, right } => {
                let (left, right) = (self.get(base, *left), self.get(base, *right));
                if self.step.learns {
                    self.learns_layout(instruction, pc, base);
                }
                let result = value::compare(*op, *ty, left, right);
                self.set(base, *to, u128::from(result));
            }
            I::Convert { from, into, to, value } => {
                if self.step.learns {
                    self.learns_layout(instruction, pc, base);
                }
                let bits = value::convert(*from, *into, self.get(base, *value));
                self.set(base, *to, bits);
            }
            I::StaticAddress { to, object, offset } => {
                let address = self.shared.layout.address(self.shared.program, *object, self.world.current);
                self.set(base, *to, u128::from(address.wrapping_add(*offset)));
            }
            I::SlotAddress { to, slot } => {
                let frame = &self.world.running.frames[self.world.running.frames.len() - 1];
                let at =
                    frame.base as u64 + self.shared.layout.frames[frame.function as usize].offsets[slot.0 as usize];
                self.set(base, *to, u128::from(address::stack(self.world.current) + at));
            }
            I::FunctionAddress { to, function } => self.set(base, *to, u128::from(address::function(*function))),
            I::SlotBegin { slot } => {
                if self.slot_ends_visibly(slot.0 as usize) && self.acts() {
                    return Flow::Stop;
                }
                self.begin_slot(slot.0 as usize);
            }
            I::SlotEnd { slot } => {
                if self.slot_ends_visibly(slot.0 as usize) && self.acts() {
                    return Flow::Stop;
                }
                self.end_slot(slot.0 as usize);
            }
            I::Load { .. }
            | I::Store { .. }
            | I::LoadRaw { .. }
            | I::StoreRaw { .. }
            | I::Rmw { .. }
            | I::CompareExchange { .. } => return self.memory(instruction, pc, base),
            I::CheckIndex { index, ty, length, end } => {
                let index = ty.extend(self.get(base, *index)) as i128;
                if index < 0 || index > i128::from(*length) || (index == i128::from(*length) && !end) {
                    return self.fault(pc, FaultKind::Index { index, length: *length });
                }
            }
            I::CheckSet { shadow, value, text } => {
                if self.get(base, *shadow) != 0 {
                    if self.takes_unset_for_input(pc) {
                        return self.any_variable(*value, *shadow, pc, base);
                    }
                    return self.fault(pc, FaultKind::Unset { text: Some(*text), object: None });
                }
            }
            I::Jump { target } => return Flow::Jump(target.0),
            I::Branch { condition, then, otherwise } => {
                return Flow::Jump(if self.get(base, *condition) != 0 { then.0 } else { otherwise.0 });
            }
            I::Switch { value, ty, cases, otherwise } => {
                if self.step.learns {
                    self.learns_layout(instruction, pc, base);
                }
                let value = ty.extend(self.get(base, *value)) as i128;
                let case = cases.iter().find(|c| (c.low..=c.high).contains(&value));
                return Flow::Jump(case.map_or(otherwise.0, |c| c.target.0));
            }
            I::Call { function, arguments, .. } => return self.call(*function, arguments, pc, base),
            I::CallAddress { address, arguments, .. } => {
                let address = self.get(base, *address) as u64;
                return match address::function_at(self.shared.program, address) {
                    Some(function) => match self.misfit(function, arguments) {
                        Some(text) => self.not_modelled(text, pc),
                        None => self.call(function, arguments, pc, base),
                    },
                    None => self.fault(pc, FaultKind::BadCall { address }),
                };
            }
            I::Return { value } => {
                let value = value.map(|v| self.get(base, v));
                self.set_pc(pc);
                if self.frame_ends_visibly() && self.acts() {
                    return Flow::Stop;
                }
                return self.leave(value);
            }
            I::Trap { kind, text } => return self.trap(*kind, *text, pc),
            I::Intrinsic(intrinsic) => return self.intrinsic(intrinsic, pc, base),
        }
        Flow::Next
    }

    /// Why a call through a pointer of another type has no meaning: a parameter gets nothing, or an integer where it is
    /// a floating-point number.
    fn misfit(&self, function: FunctionId, arguments: &[Reg]) -> Option<String> {
        let called = self.shared.program.function(function);
        if called.code.is_empty() {
            return None;
        }
        if arguments.len() < called.parameters as usize {
            return Some(format!("a call of `{}` with too few arguments", called.name));
        }
        let caller = self.shared.program.function(FunctionId(self.world.running.frames.last()?.function));
        let parameters = called.registers.iter().take(called.parameters as usize);
        let differs = arguments.iter().zip(parameters).any(|(argument, parameter)| {
            caller.registers[argument.0 as usize].ty.is_float() != parameter.ty.is_float()
        });
        differs.then(|| format!("a call of `{}` with an argument of another kind", called.name))
    }

    /// The run goes no further.
    fn not_modelled(&mut self, text: String, pc: u32) -> Flow {
        if self.ends_run() {
            return Flow::Stop;
        }
        self.set_pc(pc);
        let location = self.location();
        self.obstacle(Obstacle::NotModelled { text, location });
        Flow::End(End::Dropped)
    }

    fn call(&mut self, function: FunctionId, arguments: &[Reg], pc: u32, base: usize) -> Flow {
        self.set_pc(pc);
        let code = self.shared.program.function(function);
        if code.code.is_empty() {
            if self.ends_run() {
                return Flow::Stop;
            }
            let location = self.location();
            self.obstacle(Obstacle::NoBody { name: code.name.clone(), location });
            return Flow::End(End::Dropped);
        }
        if self.step.count > LONG && self.world.running.atomic == 0 {
            return Flow::Stop;
        }
        if self.step.count > ENDLESS {
            return Flow::End(End::Limit(Limit::Step));
        }
        if code.atomic && self.enters_section() {
            return Flow::Stop;
        }
        if self.world.running.frames.len() >= CALLS {
            return Flow::End(End::Limit(Limit::Calls));
        }
        self.note(EventKind::Calls { function });
        self.world.running.push(&self.shared.shape(), function.0);
        let frame = self.world.running.frames[self.world.running.frames.len() - 1].registers;
        let parameters = code.parameters as usize + usize::from(code.variadic);
        for (i, r) in arguments.iter().take(parameters).enumerate() {
            let bits = self.passed(self.get(base, *r), code.registers[i].ty);
            self.world.running.registers[frame + i] = bits;
        }
        if code.atomic {
            self.world.running.atomic += 1;
        }
        Flow::Enter
    }

    /// A value that goes from one function to another. An unknown stays what it is.
    fn passed(&self, bits: u128, ty: Type) -> u128 {
        if is_symbol(bits, ty) { bits } else { ty.cut(bits) }
    }

    /// Returns from the innermost frame.
    fn leave(&mut self, value: Option<u128>) -> Flow {
        let Some(frame) = self.world.running.frames.last() else { return Flow::End(End::Rest) };
        let code = self.shared.program.function(FunctionId(frame.function));
        let function = FunctionId(frame.function);
        if code.atomic {
            self.leaves_section();
        }
        self.note(EventKind::Returns { function, value });
        self.step.without_value = value.is_none();
        let value = self.close_frame(value.unwrap_or(0));
        let Some(frame) = self.world.running.frames.last_mut() else {
            // The function that a thread was started with has returned; the library's calls `__ax_end_thread`.
            self.let_leave(usize::MAX);
            self.world.end_running();
            return Flow::Stop;
        };
        let caller = self.shared.program.function(FunctionId(frame.function));
        let (pc, base) = (frame.pc, frame.registers);
        frame.pc = next(Pc(pc)).0;
        if let Instruction::Call { result: Some(r), .. } | Instruction::CallAddress { result: Some(r), .. } =
            &caller.code[pc as usize]
        {
            // The library asks whether there was a value.
            if self.step.without_value && !caller.library && self.options.uninitialised {
                return self.fault(pc, FaultKind::NoValue { function });
            }
            let bits = self.passed(value, caller.registers[r.0 as usize].ty);
            self.set(base, *r, bits);
        }
        Flow::Enter
    }

    /// Closes the innermost frame: what it owned is gone, and copies of its addresses are marked. Gives a value that
    /// goes on, marked if it is such an address.
    fn close_frame(&mut self, value: u128) -> u128 {
        let Some(frame) = self.world.running.pop() else { return value };
        let start = address::stack(self.world.current);
        let size = self.shared.layout.frames[frame.function as usize].size;
        let (low, high) = (start + frame.base as u64, start + frame.base as u64 + size);
        self.world.forget_cells(low, high);
        if size > 0 && frame.stored {
            self.world.mark_stale(&self.shared, low, high);
        }
        let owned = |v: u64| frame.owned.iter().any(|slot| address::heap_slot(v) == Some(*slot));
        for slot in &frame.owned {
            self.world.release(&self.shared, *slot);
        }
        match u64::try_from(value) {
            Ok(v) if (low..high).contains(&v) || owned(v) => u128::from(address::stale(v)),
            _ => value,
        }
    }

    fn begin_slot(&mut self, slot: usize) {
        self.end_slot(slot);
        self.world.running.begin(&self.shared.shape(), slot);
    }

    fn end_slot(&mut self, slot: usize) {
        let Some(frame) = self.world.running.frames.last_mut() else { return };
        if !frame.has(slot) {
            return;
        }
        frame.set(slot, false);
        let frame = frame.clone();
        let range = crate::world::slot_addresses(&self.shared, self.world.current, &frame, slot);
        self.world.forget_cells(range.start, range.end);
        if frame.stored {
            self.world.mark_stale(&self.shared, range.start, range.end);
        } else {
            // Copies within the thread count, too: the frame is still open.
            self.world.mark_stale_running(&self.shared, range.start, range.end);
        }
    }

    /// Something that others can see is about to be done; whether the step ends before it.
    fn acts(&mut self) -> bool {
        if !self.step.many {
            return false;
        }
        self.step.visible = true;
        if self.world.running.atomic == 0 {
            return std::mem::replace(&mut self.step.acted, true);
        }
        if !self.step.section.covered && self.step.section.acted_before {
            self.sharing.stop_at(self.step.section.site);
        }
        self.step.section.covered = true;
        self.step.acted = true;
        false
    }

    /// The run is about to end without an error; whether the step ends before that, so that others can do something.
    /// A section in which that happens is a scheduling point.
    fn ends_run(&mut self) -> bool {
        self.acts()
    }

    /// An atomic section begins; whether the step ends before it.
    fn enters_section(&mut self) -> bool {
        if self.world.running.atomic > 0 {
            return false;
        }
        let stops = self.options.naive || self.has_waiting() || self.sharing.stops(self.section_site());
        let stops = self.step.many && stops;
        if stops && self.step.acted {
            return true;
        }
        // Others see it when the section has ended.
        self.let_leave(usize::MAX);
        self.open_section(stops, self.step.acted);
        self.step.acted |= stops;
        self.step.visible |= stops;
        false
    }

    /// One of the atomic sections that are open ends.
    fn leaves_section(&mut self) {
        let open = self.world.running.atomic;
        if open == 1 {
            self.close_section();
        }
        self.world.running.atomic = open.saturating_sub(1);
    }

    /// Where in the code an atomic section begins: its function, and the instruction of the user's that led to it.
    fn section_site(&self) -> u64 {
        let frames = &self.world.running.frames;
        let inner = frames.last().map_or(0, |f| f.function);
        let user = frames.iter().rev().find(|f| !self.shared.program.functions[f.function as usize].library);
        let (function, pc) = user.or(frames.last()).map_or((0, 0), |f| (f.function, f.pc));
        u64::from(inner) << 48 ^ u64::from(function) << 32 ^ u64::from(pc)
    }

    /// Threads that can do something before or after what the running thread does.
    fn note_threads(&mut self) {
        let there = self.world.alive();
        self.step.many = there.count_ones() > 1;
        self.step.watched = self.step.many || self.world.running.lives != u64::MAX;
        self.step.others = self.sharing.others(there, self.world.current);
    }

    fn trap(&mut self, kind: Trap, text: crate::code::TextId, pc: u32) -> Flow {
        self.set_pc(pc);
        let location = self.location();
        let text = self.program().text(text).to_string();
        if matches!(kind, Trap::NotModelled | Trap::NoBody) && self.ends_run() {
            return Flow::Stop;
        }
        match kind {
            Trap::NotModelled => self.obstacle(Obstacle::NotModelled { text, location }),
            Trap::NoBody => self.obstacle(Obstacle::NoBody { name: text, location }),
            Trap::Unreachable => return self.fault(pc, FaultKind::Unreachable),
            Trap::Abort => return self.fault(pc, FaultKind::Abort),
            Trap::Error => return self.fault(pc, FaultKind::Assertion { text }),
        }
        Flow::End(End::Dropped)
    }

    fn fault(&mut self, pc: u32, fault: FaultKind) -> Flow {
        self.set_pc(pc);
        self.note(EventKind::Fault);
        Flow::End(End::Fault(fault))
    }

    pub fn obstacle(&mut self, obstacle: Obstacle) {
        let same = |o: &Obstacle| match (o, &obstacle) {
            (Obstacle::NoBody { name: a, .. }, Obstacle::NoBody { name: b, .. }) => a == b,
            (Obstacle::NotModelled { text: a, .. }, Obstacle::NotModelled { text: b, .. }) => a == b,
            (Obstacle::Arguments { .. }, Obstacle::Arguments { .. })
            | (Obstacle::Unset { .. }, Obstacle::Unset { .. })
            | (Obstacle::AddressOrder { .. }, Obstacle::AddressOrder { .. }) => true,
            (a, b) => a == b,
        };
        if !self.obstacles.iter().any(same) {
            self.obstacles.push(obstacle);
        }
    }

    /// Where the running thread is.
    pub fn location(&self) -> Location {
        location(&self.world.running)
    }

    /// Whether a thread waits in a state, as long as nothing wakes it but a signal.
    pub fn waits_for_others(&mut self, state: &[u32], thread: ThreadNumber) -> bool {
        self.world.load(&self.shared, state, thread);
        self.world.set_spurious(&self.shared, false);
        matches!(self.run(&mut Vec::new()), End::Waits)
    }

    /// Where a thread that cannot move waits: it may rest before statements that nobody else can see.
    pub fn waits_at(&mut self, state: &[u32], thread: ThreadNumber) -> Waiting {
        self.world.load(&self.shared, state, thread);
        self.world.set_spurious(&self.shared, false);
        self.asked_end = None;
        self.run(&mut Vec::new());
        let frames = &self.world.running.frames;
        let users = frames.iter().rposition(|f| !self.shared.program.functions[f.function as usize].library);
        let called = users.and_then(|user| frames.get(user + 1));
        let argument = called.and_then(|f| self.world.running.registers.get(f.registers));
        let argument = argument.and_then(|bits| u64::try_from(*bits).ok()).unwrap_or(0);
        let (object, offset) = self.meeting_point(argument);
        Waiting { thread, location: self.location(), argument, object, offset, ended: self.asked_end }
    }

    /// The name of what is at the address of a lock or the like, and how far into that the address is.
    pub(super) fn meeting_point(&mut self, address: u64) -> (Option<ObjectName>, u64) {
        match self.world.resolve(&self.shared, address, 1, false) {
            Ok(spot) => self.world.part_name(&self.shared, spot),
            Err(_) => (None, 0),
        }
    }

    /// One of several ways to go on; fewer than 2 need no choice.
    fn choose(&mut self, of: u32) -> u32 {
        self.choose_one(of, false)
    }

    /// Which of several twins has a number.
    fn choose_twin(&mut self, of: u32) -> u32 {
        self.choose_one(of, true)
    }

    fn choose_one(&mut self, of: u32, twin: bool) -> u32 {
        if of < 2 {
            return 0;
        }
        let at = self.step.made;
        self.step.made += 1;
        if at == self.step.choices.len() {
            let taken = self.choices.as_mut().map_or(0, |random| random.below(of as usize) as u32);
            self.step.choices.push(Choice { taken, of, part: false, twin });
        }
        // The script of another run need not fit: one that is being made shorter.
        let choice = &mut self.step.choices[at];
        if choice.of != of {
            *choice = Choice { taken: choice.taken % of, of, part: false, twin };
        }
        choice.taken
    }

    fn note(&mut self, kind: EventKind) {
        if self.events.is_some() {
            let location = self.location();
            if let Some(events) = &mut self.events {
                events.push(Event { location, kind });
            }
        }
    }

    fn note_set(&mut self, base: usize, r: Reg, bits: u128) {
        let Some(frame) = self.world.running.frames.last() else { return };
        let function = self.shared.program.function(FunctionId(frame.function));
        if frame.registers == base && function.registers[r.0 as usize].name.is_some() {
            let before = self.world.running.registers[base + r.0 as usize];
            self.note(EventKind::Set { register: r.0, before: Some(before), bits });
        }
    }
}

impl From<Wrong> for FaultKind {
    fn from(wrong: Wrong) -> FaultKind {
        match wrong {
            Wrong::DivisionByZero => FaultKind::Division,
            Wrong::DivisionOverflow => FaultKind::DivisionOverflow,
            Wrong::Overflow => FaultKind::Overflow,
            Wrong::Shift => FaultKind::Shift,
        }
    }
}

fn location(thread: &crate::thread::Thread) -> Location {
    let mut calls: Vec<(FunctionId, Pc)> = thread.frames.iter().map(|f| (FunctionId(f.function), Pc(f.pc))).collect();
    let (function, pc) = calls.pop().unwrap_or((FunctionId(0), Pc(0)));
    Location { function, pc, calls }
}

/// The next script after one that was run: the last choice that has another way is changed, and what follows dropped.
pub fn next_script(script: &mut Vec<Choice>) -> bool {
    while let Some(last) = script.last_mut() {
        if last.taken + 1 < last.of {
            last.taken += 1;
            return true;
        }
        script.pop();
    }
    false
}
