//! From the code of transitions to Cranelift's.
//!
//! A function tries one transition, or all options of a control state one after the other. It gets a state and room for
//! as many others, the hidden words, the frame and the size of the state, who runs (see [`Who`]), and a list for the
//! options that are possible. It answers with how many these are, in the low half, and an [`Ending`] in the high half.
//! The state is only read. Just before the first store of an option it is copied, and from there on the copy is read
//! and written; if the option is done, the copy is its successor, and the next option gets the room behind it. Scalars
//! at fixed places live in variables until the transition is done; only then are they stored. So a guard that does not
//! hold has copied and stored nothing. What is reached by an index or in a channel is stored at once.
//!
//! The stack of values exists only here: how deep it is at each op is known. An op may be reached in several ways
//! (another place to go when it blocks, another type of channel); then there is one block of code for each.

mod channel;
mod words;

pub(super) use channel::Channels;
pub(super) use words::PIECE;

use super::access::{Access, Area, RENDEZVOUS, View, WordPlace};
use super::{Answer, Who};
use crate::exec::op::Base;
use crate::model::layout::Slot;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value, types};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::{FunctionBuilder, Variable};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use words::Kept;

/// A function that would have more blocks, or ops, is not made.
const MAX_BLOCKS: usize = 4_000;
const MAX_OPS: usize = 20_000;

/// Backward jumps before a loop is left to the interpreter.
const MAX_JUMPS: i64 = 1 << 20;

/// Where control goes when an op blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum OnBlock {
    Return,
    Go(u32),
    Fail,
}

/// The channel of a send or receive that has begun. Its number and place, if they are not known now, are in variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Open {
    pub ty: u32,
    /// Number and first word.
    pub fixed: Option<(u32, u32)>,
    /// Whether there is a message, or room for one, has been tested.
    pub tested: bool,
}

/// What is known when control is at an op.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
    pub unit: usize,
    pub at: u32,
    pub depth: usize,
    pub on_block: OnBlock,
    pub in_d_step: bool,
    pub open: Option<Open>,
    /// The state has been copied: see [`Emit::begin_stores`].
    pub copied: bool,
}

impl State {
    /// The same op once more, with a channel.
    pub fn again(&self, open: Open) -> State {
        State { at: self.at - 1, open: Some(open), ..*self }
    }
}

pub(super) struct Emit<'f, 'm> {
    pub b: FunctionBuilder<'f>,
    pub view: View<'m>,
    pub access: &'f Access<'m>,
    pub channels: &'f Channels,
    /// The state that is read, and its copy: the first word, and the first word of the frame.
    pub source: [Value; 2],
    pub target: [Value; 2],
    /// Bytes of a state.
    pub bytes: Value,
    /// From here on, the copy counts.
    pub copied: bool,
    pub hidden: Value,
    pub who: Value,
    frame_bytes: Value,
    /// An option was possible: 0 or 1.
    moved: Variable,
    /// The room for the next successor, the list, and how many are in it.
    room: Variable,
    list: Value,
    count: Variable,
    pub jumps: Variable,
    pub kept: BTreeMap<WordPlace, Kept>,
    /// Kept words whose variables are set here.
    pub loaded: BTreeSet<WordPlace>,
    /// Those for which this is so after the first branch.
    pub loaded_at_entry: BTreeSet<WordPlace>,
    /// No way but the straight one leads here.
    pub at_entry: bool,
    pub stack: Vec<Value>,
    pub stack_variables: Vec<Variable>,
    pub open_number: Variable,
    pub open_at: Variable,
    pub open_length: Variable,
    blocks: HashMap<State, Block>,
    waiting: Vec<(State, Block)>,
    exits: HashMap<Answer, Block>,
    /// The control state that the transition leads to.
    next: u32,
    ops: usize,
}

/// Whether the code of a block goes on.
pub(super) type Flow = Result<(), Stop>;

/// Why not.
pub(super) enum Stop {
    /// The block is complete.
    Ends,
    /// There will be no function.
    Refused,
}

pub(super) fn trusted() -> MemFlagsData {
    MemFlagsData::trusted()
}

/// One of the transitions that a function tries.
pub(super) struct Candidate<'m> {
    pub access: Access<'m>,
    /// The control state that it leads to.
    pub target: u32,
    /// It receives from the same channel as the one before it.
    pub repeats: bool,
}

/// How a function ended, in the high half of what it answers.
pub(super) enum Ending {
    /// All candidates were tried.
    End = 0,
    /// The interpreter has to see to the last one of the list, and to those behind it.
    GaveUp = 1,
    /// The only one found no message.
    NoMessage = 2,
}

/// Fills a function. False if it has to be interpreted after all.
pub(super) fn emit<'f, 'm>(
    b: FunctionBuilder<'f>,
    view: View<'m>,
    candidates: &'f [Candidate<'m>],
    channels: &'f Channels,
    config: TargetFrontendConfig,
) -> bool {
    let Some(first) = candidates.first() else { return false };
    let Some(mut e) = Emit::new(b, view, first, channels) else { return false };
    let mut starts: Vec<Block> = candidates.iter().map(|_| e.b.create_block()).collect();
    let (end, no_message) = (e.b.create_block(), e.b.create_block());
    starts.push(end);
    e.b.ins().jump(starts[0], &[]);
    for (i, candidate) in candidates.iter().enumerate() {
        let other = (i + 1..candidates.len()).find(|&next| !candidates[next].repeats).unwrap_or(candidates.len());
        let without = if candidates.len() == 1 { no_message } else { starts[other] };
        e.begin(candidate, starts[i], starts[i + 1], without);
        if !e.one() {
            return false;
        }
        e.end(i, starts[i + 1]);
    }
    for (block, ending) in [(end, Ending::End), (no_message, Ending::NoMessage)] {
        e.b.switch_to_block(block);
        e.answer(ending);
    }
    e.b.seal_all_blocks();
    e.b.finalize(config);
    true
}

/// In place of an op: the unit begins.
const NEW: u32 = u32::MAX;

impl<'f, 'm> Emit<'f, 'm> {
    fn new(
        mut b: FunctionBuilder<'f>,
        view: View<'m>,
        first: &'f Candidate<'m>,
        channels: &'f Channels,
    ) -> Option<Emit<'f, 'm>> {
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let &[source, target, hidden, frame, who, list] = b.block_params(entry) else { return None };
        let jumps = b.declare_var(types::I32);
        let bytes = b.ins().ushr_imm_u(frame, 32);
        let frame = b.ins().ireduce(types::I32, frame);
        let frame = b.ins().uextend(types::I64, frame);
        let frame_bytes = b.ins().ishl_imm_u(frame, 2);
        let source = [source, b.ins().iadd(source, frame_bytes)];
        let [room, count] = [(); 2].map(|()| b.declare_var(types::I64));
        b.def_var(room, target);
        let zero = b.ins().iconst(types::I64, 0);
        b.def_var(count, zero);
        let moved = b.declare_var(types::I32);
        let flag = b.ins().ushr_imm_u(who, i64::from(Who::MOVED));
        let flag = b.ins().ireduce(types::I32, flag);
        let flag = b.ins().band_imm_u(flag, 1);
        b.def_var(moved, flag);
        let [open_number, open_length] = [(); 2].map(|()| b.declare_var(types::I32));
        let open_at = b.declare_var(types::I64);
        Some(Emit {
            b,
            view,
            access: &first.access,
            channels,
            source,
            target: source,
            bytes,
            copied: false,
            hidden,
            who,
            frame_bytes,
            moved,
            room,
            list,
            count,
            jumps,
            kept: BTreeMap::new(),
            loaded: BTreeSet::new(),
            loaded_at_entry: BTreeSet::new(),
            at_entry: true,
            stack: Vec::new(),
            stack_variables: Vec::new(),
            open_number,
            open_at,
            open_length,
            blocks: HashMap::new(),
            waiting: Vec::new(),
            exits: HashMap::new(),
            next: 0,
            ops: 0,
        })
    }

    /// Begins with a candidate; `next` is where to go on if it blocks, `without` if there is no message for it.
    fn begin(&mut self, candidate: &'f Candidate<'m>, start: Block, next: Block, without: Block) {
        self.b.switch_to_block(start);
        self.access = &candidate.access;
        self.next = candidate.target;
        let room = self.b.use_var(self.room);
        self.target = [room, self.b.ins().iadd(room, self.frame_bytes)];
        let zero = self.b.ins().iconst(types::I32, 0);
        self.b.def_var(self.jumps, zero);
        self.kept.clear();
        for (&place, w) in &candidate.access.words {
            let old = self.b.declare_var(types::I32);
            let variable = |&(s, written)| (s, self.b.declare_var(types::I32), written);
            let scalars = w.scalars.iter().map(variable).collect();
            self.kept.insert(place, Kept { old, scalars, written: w.written });
        }
        self.loaded.clear();
        self.loaded_at_entry.clear();
        (self.at_entry, self.copied) = (true, false);
        self.blocks.clear();
        self.exits = HashMap::from([(Answer::Blocked, next), (Answer::NoMessage, without)]);
    }

    /// The code of a candidate. False if there is none.
    fn one(&mut self) -> bool {
        let start =
            State { unit: 0, at: 0, depth: 0, on_block: OnBlock::Return, in_d_step: false, open: None, copied: false };
        let mut result = self.begin_unit(start);
        loop {
            if matches!(result, Err(Stop::Refused)) || self.ops > MAX_OPS || self.blocks.len() > MAX_BLOCKS {
                return false;
            }
            let Some((state, block)) = self.waiting.pop() else { return true };
            self.b.switch_to_block(block);
            self.loaded = self.loaded_at_entry.clone();
            self.copied = state.copied;
            self.stack.clear();
            for i in 0..state.depth {
                let v = self.b.use_var(self.stack_variables[i]);
                self.stack.push(v);
            }
            result = if state.at == NEW { self.begin_unit(state) } else { self.straight(state) };
        }
    }

    /// The ways out of a candidate.
    fn end(&mut self, index: usize, next: Block) {
        for (answer, block) in std::mem::take(&mut self.exits) {
            let gives_up = match answer {
                Answer::Done => false,
                Answer::GiveUp => true,
                Answer::Blocked | Answer::NoMessage => continue,
            };
            self.b.switch_to_block(block);
            let count = self.b.use_var(self.count);
            let at = self.b.ins().ishl_imm_u(count, 2);
            let at = self.b.ins().iadd(self.list, at);
            let number = self.int(index as i32);
            self.b.ins().store(trusted(), number, at, 0);
            let count = self.b.ins().iadd_imm_u(count, 1);
            self.b.def_var(self.count, count);
            if gives_up {
                self.answer(Ending::GaveUp);
                continue;
            }
            let room = self.b.use_var(self.room);
            let room = self.b.ins().iadd(room, self.bytes);
            self.b.def_var(self.room, room);
            let one = self.int(1);
            self.b.def_var(self.moved, one);
            self.b.ins().jump(next, &[]);
        }
    }

    fn answer(&mut self, ending: Ending) {
        let count = self.b.use_var(self.count);
        let ending = self.b.ins().iconst(types::I64, (ending as i64) << 32);
        let answer = self.b.ins().bor(count, ending);
        self.b.ins().return_(&[answer]);
    }

    pub fn exit(&mut self, answer: Answer) -> Block {
        if let Some(&block) = self.exits.get(&answer) {
            return block;
        }
        let block = self.b.create_block();
        if answer == Answer::GiveUp {
            self.b.set_cold_block(block);
        }
        self.exits.insert(answer, block);
        block
    }

    /// The block for a state, to which control goes now.
    pub fn block_for(&mut self, state: State) -> Block {
        let state = State { copied: self.copied, ..state };
        self.leave_entry();
        while self.stack_variables.len() < self.stack.len() {
            let variable = self.b.declare_var(types::I32);
            self.stack_variables.push(variable);
        }
        for i in 0..state.depth.min(self.stack.len()) {
            self.b.def_var(self.stack_variables[i], self.stack[i]);
        }
        if let Some(&block) = self.blocks.get(&state) {
            return block;
        }
        let block = self.b.create_block();
        self.blocks.insert(state, block);
        self.waiting.push((state, block));
        block
    }

    pub fn goto(&mut self, state: State) -> Flow {
        let block = self.block_for(state);
        self.b.ins().jump(block, &[]);
        Err(Stop::Ends)
    }

    /// Where control goes when an op blocks here.
    pub fn blocked(&mut self, state: &State, answer: Answer) -> Block {
        match state.on_block {
            OnBlock::Return => self.exit(answer),
            OnBlock::Fail => self.exit(Answer::GiveUp),
            OnBlock::Go(at) => self.block_for(State { at, depth: 0, open: None, ..*state }),
        }
    }

    /// Goes on only if the value is not 0.
    pub fn go_on_if(&mut self, value: Value, otherwise: Block) {
        let next = self.b.create_block();
        self.b.ins().brif(value, next, &[], otherwise, &[]);
        self.b.switch_to_block(next);
    }

    /// Blocks unless the value is not 0.
    pub fn require(&mut self, state: &State, value: Value) {
        let otherwise = self.blocked(state, Answer::Blocked);
        self.go_on_if(value, otherwise);
    }

    /// Blocks for want of a message unless the value is not 0.
    pub fn require_message(&mut self, state: &State, value: Value) {
        let otherwise = self.blocked(state, Answer::NoMessage);
        self.go_on_if(value, otherwise);
    }

    /// Leaves the step to the interpreter unless the value is not 0.
    pub fn check(&mut self, value: Value) {
        let otherwise = self.exit(Answer::GiveUp);
        self.go_on_if(value, otherwise);
    }

    /// Leaves the step to the interpreter.
    pub fn give_up(&mut self) -> Flow {
        let block = self.exit(Answer::GiveUp);
        self.b.ins().jump(block, &[]);
        Err(Stop::Ends)
    }

    /// Goes to one of several states, by what a value is; the interpreter has to see to other values.
    pub fn dispatch(&mut self, value: Value, cases: &[(i32, State)]) -> Flow {
        for &(case, state) in cases {
            let block = self.block_for(State { depth: self.stack.len(), ..state });
            let other = self.compare_int(IntCC::NotEqual, value, case);
            self.go_on_if(other, block);
        }
        self.give_up()
    }

    /// The number of the channel of the rendezvous under way.
    pub fn rendezvous(&mut self) -> Value {
        if self.view.model.has_rendezvous {
            self.load_slot((Area::Hidden, RENDEZVOUS), Slot::word(RENDEZVOUS))
        } else {
            self.int(0)
        }
    }

    fn begin_unit(&mut self, state: State) -> Flow {
        let access = self.access;
        let Some(unit) = access.units.get(state.unit) else {
            self.store_kept();
            let done = self.exit(Answer::Done);
            self.b.ins().jump(done, &[]);
            return Err(Stop::Ends);
        };
        let fresh = State { at: 0, depth: 0, on_block: OnBlock::Return, in_d_step: false, open: None, ..state };
        self.stack.clear();
        if self.view.model.has_rendezvous && !unit.receives {
            let number = self.rendezvous();
            let none = self.compare_int(IntCC::Equal, number, 0);
            self.require(&fresh, none);
        }
        if unit.is_else {
            self.require_else(&fresh);
        }
        match unit.code {
            None => self.end_unit(fresh),
            Some(at) if access.leaders.contains(&at) => self.goto(State { at, ..fresh }),
            Some(at) => self.straight(State { at, ..fresh }),
        }
    }

    /// The unit is done: resets, and on to the next one.
    pub fn end_unit(&mut self, state: State) -> Flow {
        let access = self.access;
        for reset in access.units[state.unit].resets {
            if reset.base != Base::Hidden {
                let value = self.int(reset.value);
                self.store(reset.base, reset.slot, value);
            }
        }
        let unit = state.unit + 1;
        if unit == access.units.len() && self.next > 0 {
            let pc = self.view.model.proctype(self.view.proctype).pc;
            let target = self.int(self.next as i32);
            self.store(Base::Local, pc, target);
        }
        let next =
            State { unit, at: NEW, depth: 0, on_block: OnBlock::Return, in_d_step: false, open: None, copied: false };
        if self.at_entry { self.begin_unit(next) } else { self.goto(next) }
    }

    pub fn require_else(&mut self, state: &State) {
        let moved = self.b.use_var(self.moved);
        let not = self.compare_int(IntCC::Equal, moved, 0);
        self.require(state, not);
    }

    /// A bit of `who`, as 0 or 1.
    pub fn flag(&mut self, bit: u32) -> Value {
        let down = self.b.ins().ushr_imm_u(self.who, i64::from(bit));
        let low = self.b.ins().ireduce(types::I32, down);
        self.b.ins().band_imm_u(low, 1)
    }

    /// Code from an op to the next place where ways meet or part.
    pub fn straight(&mut self, mut state: State) -> Flow {
        let access = self.access;
        loop {
            self.ops += 1;
            if self.ops > MAX_OPS {
                return Err(Stop::Refused);
            }
            let op = self.view.code.ops[state.at as usize];
            state.at += 1;
            self.op(op, &mut state)?;
            state.depth = self.stack.len();
            if access.leaders.contains(&state.at) {
                return self.goto(state);
            }
        }
    }

    pub fn jump_to(&mut self, state: &State, by: i32) -> Result<State, Stop> {
        let at = state.at.checked_add_signed(by).ok_or(Stop::Refused)?;
        Ok(State { at, depth: self.stack.len(), ..*state })
    }

    /// Counts a backward jump.
    pub fn count_jump(&mut self, by: i32) {
        if by >= 0 {
            return;
        }
        self.leave_entry();
        let jumps = self.b.use_var(self.jumps);
        let jumps = self.b.ins().iadd_imm_u(jumps, 1);
        self.b.def_var(self.jumps, jumps);
        let few = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, jumps, MAX_JUMPS);
        self.check(few);
    }
}
