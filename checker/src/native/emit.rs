//! From the code of a transition to Cranelift's.
//!
//! The function gets the words, the hidden words, the end of the log, the frame and who runs (see [`Who`]), and answers with the new end of
//! the log and an [`Answer`] in its low bits. Scalars at fixed places live in variables until the transition is done; only then
//! are they stored, each changed word once, with what it was in the log. So a guard that does not hold has stored nothing. What is
//! reached by an index or in a channel is stored at once. If the code has loops, such stores are not logged: the words are copied
//! before the first one, and at the end those that differ are logged.
//!
//! The stack of values exists only here: how deep it is at each op is known. An op may be reached in several ways (another place to go when
//! it blocks, another type of channel); then there is one block of code for each.

use super::access::{Access, Area, Place, RENDEZVOUS, View};
use super::channel::Channels;
use super::{Answer, Who};
use crate::model::layout::Slot;
use crate::model::op::{Base, Binary, Cell, Compare, Op};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, StackSlot, StackSlotData, StackSlotKind, Value, types};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::{FunctionBuilder, Variable};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// In the log, marks a word of the hidden part: see `exec::memory`.
const HIDDEN: u32 = 1 << 31;

/// A function that would have more blocks, or ops, is not made.
const MAX_BLOCKS: usize = 4_000;
const MAX_OPS: usize = 20_000;

/// Backward jumps before a loop is left to the interpreter.
const MAX_JUMPS: i64 = 1 << 20;

/// Words reached by an index that code with loops may write.
const MAX_COPIED: u32 = 256;

/// Where control goes when an op blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum OnBlock {
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
    unit: usize,
    at: u32,
    depth: usize,
    on_block: OnBlock,
    pub in_d_step: bool,
    pub open: Option<Open>,
}

impl State {
    /// The same op once more, with a channel.
    pub fn again(&self, open: Open) -> State {
        State { at: self.at - 1, open: Some(open), ..*self }
    }
}

/// A word that is kept in variables.
struct Kept {
    /// What it was.
    old: Variable,
    scalars: Vec<(Slot, Variable, bool)>,
    written: bool,
}

pub(super) struct Emit<'f, 'm> {
    pub b: FunctionBuilder<'f>,
    pub view: View<'m>,
    access: &'f Access<'m>,
    pub channels: &'f Channels,
    words: Value,
    frame_words: Value,
    hidden: Value,
    frame: Value,
    who: Value,
    log: Variable,
    jumps: Variable,
    kept: BTreeMap<Place, Kept>,
    /// Kept words whose variables are set here.
    loaded: BTreeSet<Place>,
    /// Those for which this is so after the first branch.
    loaded_at_entry: BTreeSet<Place>,
    /// No way but the straight one leads here.
    at_entry: bool,
    /// The copies of the ranges, once they are made.
    copies: Option<StackSlot>,
    stack: Vec<Value>,
    stack_variables: Vec<Variable>,
    pub open_number: Variable,
    pub open_at: Variable,
    pub open_length: Variable,
    blocks: HashMap<State, Block>,
    waiting: Vec<(State, Block)>,
    exits: HashMap<(Answer, bool), Block>,
    target: u32,
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

/// Fills a function. False if it has to be interpreted after all.
pub(super) fn emit<'m>(
    b: FunctionBuilder<'_>,
    view: View<'m>,
    access: &Access<'m>,
    channels: &Channels,
    target: u32,
    config: TargetFrontendConfig,
) -> bool {
    let copied: u32 = access.ranges.iter().filter(|r| r.written).map(|r| r.end - r.first).sum();
    if access.loops && copied > MAX_COPIED {
        return false;
    }
    let Some(mut e) = Emit::new(b, view, access, channels, target) else { return false };
    let start = State { unit: 0, at: 0, depth: 0, on_block: OnBlock::Return, in_d_step: false, open: None };
    let mut result = e.begin_unit(start);
    loop {
        if matches!(result, Err(Stop::Refused)) || e.ops > MAX_OPS || e.blocks.len() > MAX_BLOCKS {
            return false;
        }
        let Some((state, block)) = e.waiting.pop() else { break };
        e.b.switch_to_block(block);
        e.loaded = e.loaded_at_entry.clone();
        e.stack.clear();
        for i in 0..state.depth {
            let v = e.b.use_var(e.stack_variables[i]);
            e.stack.push(v);
        }
        result = if state.at == NEW { e.begin_unit(state) } else { e.straight(state) };
    }
    e.finish(config);
    true
}

/// In place of an op: the unit begins.
const NEW: u32 = u32::MAX;

impl<'f, 'm> Emit<'f, 'm> {
    fn new(
        mut b: FunctionBuilder<'f>,
        view: View<'m>,
        access: &'f Access<'m>,
        channels: &'f Channels,
        target: u32,
    ) -> Option<Emit<'f, 'm>> {
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let &[words, hidden, log_end, frame, who] = b.block_params(entry) else { return None };
        let log = b.declare_var(types::I64);
        b.def_var(log, log_end);
        let jumps = b.declare_var(types::I32);
        let zero = b.ins().iconst(types::I32, 0);
        b.def_var(jumps, zero);
        let offset = b.ins().ishl_imm_u(frame, 2);
        let frame_words = b.ins().iadd(words, offset);
        let kept = access
            .words
            .iter()
            .map(|(&place, w)| {
                let old = b.declare_var(types::I32);
                let scalars = w.scalars.iter().map(|&(s, written)| (s, b.declare_var(types::I32), written)).collect();
                (place, Kept { old, scalars, written: w.written })
            })
            .collect();
        let [open_number, open_length] = [(); 2].map(|()| b.declare_var(types::I32));
        let open_at = b.declare_var(types::I64);
        Some(Emit {
            b,
            view,
            access,
            channels,
            words,
            frame_words,
            hidden,
            frame,
            who,
            log,
            jumps,
            kept,
            loaded: BTreeSet::new(),
            loaded_at_entry: BTreeSet::new(),
            at_entry: true,
            copies: None,
            stack: Vec::new(),
            stack_variables: Vec::new(),
            open_number,
            open_at,
            open_length,
            blocks: HashMap::new(),
            waiting: Vec::new(),
            exits: HashMap::new(),
            target,
            ops: 0,
        })
    }

    // Values.

    pub fn int(&mut self, value: i32) -> Value {
        self.b.ins().iconst(types::I32, i64::from(value as u32))
    }

    pub fn push(&mut self, value: Value) {
        self.stack.push(value);
    }

    pub fn pop(&mut self) -> Result<Value, Stop> {
        self.stack.pop().ok_or(Stop::Refused)
    }

    /// The topmost values, the lowest first.
    pub fn pop_many(&mut self, count: usize) -> Result<Vec<Value>, Stop> {
        let first = self.stack.len().checked_sub(count).ok_or(Stop::Refused)?;
        Ok(self.stack.split_off(first))
    }

    pub fn compare(&mut self, cc: IntCC, a: Value, b: Value) -> Value {
        let c = self.b.ins().icmp(cc, a, b);
        self.b.ins().uextend(types::I32, c)
    }

    fn compare_int(&mut self, cc: IntCC, a: Value, b: i32) -> Value {
        let b = self.int(b);
        self.compare(cc, a, b)
    }

    /// A scalar out of its word.
    pub fn extract(&mut self, word: Value, shift: u8, bits: u8, signed: bool) -> Value {
        if bits == 32 {
            return word;
        }
        if signed {
            let up = self.b.ins().ishl_imm_u(word, i64::from(32 - shift - bits));
            return self.b.ins().sshr_imm_u(up, i64::from(32 - bits));
        }
        let down = if shift == 0 { word } else { self.b.ins().ushr_imm_u(word, i64::from(shift)) };
        if shift + bits == 32 { down } else { self.b.ins().band_imm_u(down, low_bits(bits)) }
    }

    /// The word with a scalar in it. The scalar may have more bits than there is room for.
    fn insert(&mut self, word: Value, slot: Slot, value: Value) -> Value {
        if slot.bits == 32 {
            return value;
        }
        let mask = low_bits(slot.bits) << slot.shift;
        let rest = self.b.ins().band_imm_u(word, i64::from(!(mask as u32)));
        let value = self.b.ins().band_imm_u(value, low_bits(slot.bits));
        let value = if slot.shift == 0 { value } else { self.b.ins().ishl_imm_u(value, i64::from(slot.shift)) };
        self.b.ins().bor(rest, value)
    }

    /// What is left of a value that is stored in a scalar and loaded again.
    fn cut(&mut self, slot: Slot, value: Value) -> Value {
        match (slot.bits, slot.signed) {
            (32, _) => value,
            (_, true) => self.extract(value, 0, slot.bits, true),
            (bits, false) => self.b.ins().band_imm_u(value, low_bits(bits)),
        }
    }

    // Memory.

    /// A pointer to the first word of an area.
    fn area(&self, area: Area) -> Value {
        match area {
            Area::Global => self.words,
            Area::Frame => self.frame_words,
            Area::Hidden => self.hidden,
        }
    }

    fn word_at(&mut self, (area, word): Place) -> Value {
        let pointer = self.area(area);
        self.b.ins().load(types::I32, trusted(), pointer, offset(word))
    }

    /// A pointer to a byte of an area.
    fn pointer(&mut self, area: Area, byte: Value) -> Value {
        let byte = self.b.ins().uextend(types::I64, byte);
        let base = self.area(area);
        self.b.ins().iadd(base, byte)
    }

    pub fn global_word(&mut self, index: Value, plus: u32) -> Value {
        let offset_ = self.b.ins().ishl_imm_u(index, 2);
        let pointer = self.b.ins().iadd(self.words, offset_);
        self.b.ins().load(types::I32, trusted(), pointer, offset(plus))
    }

    pub fn global_byte(&mut self, index: Value, plus: u32) -> Value {
        let offset_ = self.b.ins().ishl_imm_u(index, 2);
        let pointer = self.b.ins().iadd(self.words, offset_);
        self.b.ins().uload8(types::I32, trusted(), pointer, offset(plus))
    }

    /// The number of a word in the log.
    fn logged(&mut self, (area, word): Place) -> Value {
        match area {
            Area::Global => self.b.ins().iconst(types::I64, i64::from(word)),
            Area::Frame if word == 0 => self.frame,
            Area::Frame => self.b.ins().iadd_imm_u(self.frame, i64::from(word)),
            Area::Hidden => self.b.ins().iconst(types::I64, i64::from(word | HIDDEN)),
        }
    }

    /// Stores a word, and what it was in the log if it differs.
    fn store_logged(&mut self, pointer: Value, at: i32, number: Value, old: Value, new: Value) {
        let log = self.b.use_var(self.log);
        let high = self.b.ins().uextend(types::I64, old);
        let high = self.b.ins().ishl_imm_u(high, 32);
        let entry = self.b.ins().bor(high, number);
        self.b.ins().store(trusted(), entry, log, 0);
        self.b.ins().store(trusted(), new, pointer, at);
        let changed = self.b.ins().icmp(IntCC::NotEqual, old, new);
        let changed = self.b.ins().uextend(types::I64, changed);
        let step = self.b.ins().ishl_imm_u(changed, 3);
        let log = self.b.ins().iadd(log, step);
        self.b.def_var(self.log, log);
    }

    /// Stores a word of a range.
    fn store_word(&mut self, pointer: Value, at: i32, number: Value, old: Value, new: Value) {
        if self.access.loops {
            self.copy_ranges();
            self.b.ins().store(trusted(), new, pointer, at);
        } else {
            self.store_logged(pointer, at, number, old, new);
        }
    }

    /// Stores a word of a channel.
    pub fn store_global(&mut self, index: Value, plus: u32, old: Value, new: Value) {
        let bytes = self.b.ins().ishl_imm_u(index, 2);
        let pointer = self.b.ins().iadd(self.words, bytes);
        let number = self.b.ins().iadd_imm_u(index, i64::from(plus));
        self.store_word(pointer, offset(plus), number, old, new);
    }

    // Scalars at fixed places.

    pub fn load_slot(&mut self, place: Place, slot: Slot) -> Value {
        if !self.kept.contains_key(&place) {
            let word = self.word_at(place);
            return self.extract(word, slot.shift, slot.bits, slot.signed);
        }
        self.ensure(place);
        match self.variable(place, slot) {
            (variable, true) => self.b.use_var(variable),
            (variable, false) => {
                let word = self.b.use_var(variable);
                self.extract(word, slot.shift, slot.bits, slot.signed)
            }
        }
    }

    pub fn store_slot(&mut self, place: Place, slot: Slot, value: Value) {
        if !self.kept.contains_key(&place) {
            let old = self.word_at(place);
            let new = self.insert(old, slot, value);
            let (pointer, number) = (self.area(place.0), self.logged(place));
            self.store_word(pointer, offset(place.1), number, old, new);
            return;
        }
        self.ensure(place);
        match self.variable(place, slot) {
            (variable, true) => {
                let value = self.cut(slot, value);
                self.b.def_var(variable, value);
            }
            (variable, false) => {
                let word = self.b.use_var(variable);
                let word = self.insert(word, slot, value);
                self.b.def_var(variable, word);
            }
        }
    }

    /// The variable of a scalar; false if it is that of the whole word.
    fn variable(&self, place: Place, slot: Slot) -> (Variable, bool) {
        let scalars = &self.kept[&place].scalars;
        let same = |s: &Slot| s.shift == slot.shift && s.bits == slot.bits && (s.signed == slot.signed || s.bits == 32);
        match scalars.iter().find(|(s, _, _)| same(s)) {
            Some(&(_, variable, _)) => (variable, true),
            None => (scalars[0].1, false),
        }
    }

    /// Sets the variables of a kept word, unless they are.
    fn ensure(&mut self, place: Place) {
        if !self.loaded.insert(place) {
            return;
        }
        let word = self.word_at(place);
        self.b.def_var(self.kept[&place].old, word);
        for (slot, variable, _) in self.kept[&place].scalars.clone() {
            let value = self.extract(word, slot.shift, slot.bits, slot.signed);
            self.b.def_var(variable, value);
        }
    }

    /// Before the first branch: what is written later, and in loops what is read, is loaded here, where all ways begin.
    fn leave_entry(&mut self) {
        if !self.at_entry {
            return;
        }
        self.at_entry = false;
        let needed: Vec<Place> =
            self.kept.iter().filter(|(_, k)| k.written || self.access.loops).map(|(&place, _)| place).collect();
        for place in needed {
            self.ensure(place);
        }
        if self.access.loops {
            self.copy_ranges();
        }
        self.loaded_at_entry = self.loaded.clone();
    }

    /// Stores what was kept.
    fn store_kept(&mut self) {
        let written: Vec<Place> = self.kept.iter().filter(|(_, k)| k.written).map(|(&place, _)| place).collect();
        for place in written {
            self.ensure(place);
            let old = self.b.use_var(self.kept[&place].old);
            let mut new = old;
            for (slot, variable, written) in self.kept[&place].scalars.clone() {
                if written {
                    let value = self.b.use_var(variable);
                    new = self.insert(new, slot, value);
                }
            }
            let (pointer, number) = (self.area(place.0), self.logged(place));
            self.store_logged(pointer, offset(place.1), number, old, new);
        }
    }

    fn written_ranges(&self) -> Vec<Place> {
        let words: BTreeSet<Place> = self
            .access
            .ranges
            .iter()
            .filter(|r| r.written)
            .flat_map(|r| (r.first..r.end).map(|w| (r.area, w)))
            .collect();
        words.into_iter().collect()
    }

    /// Copies what stores without a log may change.
    fn copy_ranges(&mut self) {
        if self.copies.is_some() {
            return;
        }
        let words = self.written_ranges();
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, words.len() as u32 * 4, 3);
        let slot = self.b.create_sized_stack_slot(data);
        self.copies = Some(slot);
        let copy = self.b.ins().stack_addr(types::I64, slot, 0);
        for (i, place) in words.into_iter().enumerate() {
            let word = self.word_at(place);
            self.b.ins().store(trusted(), word, copy, offset(i as u32));
        }
    }

    /// Logs what differs from the copies.
    fn log_ranges(&mut self, slot: StackSlot) {
        let copy = self.b.ins().stack_addr(types::I64, slot, 0);
        for (i, place) in self.written_ranges().into_iter().enumerate() {
            let old = self.b.ins().load(types::I32, trusted(), copy, offset(i as u32));
            let new = self.word_at(place);
            let (pointer, number) = (self.area(place.0), self.logged(place));
            self.store_logged(pointer, offset(place.1), number, old, new);
        }
    }

    // Control.

    fn exit(&mut self, answer: Answer) -> Block {
        let copied = self.copies.is_some();
        if let Some(&block) = self.exits.get(&(answer, copied)) {
            return block;
        }
        let block = self.b.create_block();
        if answer == Answer::GiveUp {
            self.b.set_cold_block(block);
        }
        self.exits.insert((answer, copied), block);
        block
    }

    /// The block for a state, to which control goes now.
    fn block_for(&mut self, state: State) -> Block {
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

    fn goto(&mut self, state: State) -> Flow {
        let block = self.block_for(state);
        self.b.ins().jump(block, &[]);
        Err(Stop::Ends)
    }

    /// Where control goes when an op blocks here.
    fn blocked(&mut self, state: &State, answer: Answer) -> Block {
        match state.on_block {
            OnBlock::Return => self.exit(answer),
            OnBlock::Fail => self.exit(Answer::GiveUp),
            OnBlock::Go(at) => self.block_for(State { at, depth: 0, open: None, ..*state }),
        }
    }

    /// Goes on only if the value is not 0.
    fn go_on_if(&mut self, value: Value, otherwise: Block) {
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
    fn end_unit(&mut self, state: State) -> Flow {
        let access = self.access;
        for reset in access.units[state.unit].resets {
            if reset.base != Base::Hidden {
                let value = self.int(reset.value);
                self.store(reset.base, reset.slot, value);
            }
        }
        let unit = state.unit + 1;
        if unit == access.units.len() && self.target > 0 {
            let pc = self.view.model.proctype(self.view.proctype).pc;
            let target = self.int(self.target as i32);
            self.store(Base::Local, pc, target);
        }
        let next = State { unit, at: NEW, depth: 0, on_block: OnBlock::Return, in_d_step: false, open: None };
        if self.at_entry { self.begin_unit(next) } else { self.goto(next) }
    }

    fn require_else(&mut self, state: &State) {
        let moved = self.flag(Who::MOVED);
        let not = self.compare_int(IntCC::Equal, moved, 0);
        self.require(state, not);
    }

    /// A bit of `who`, as 0 or 1.
    fn flag(&mut self, bit: u32) -> Value {
        let down = self.b.ins().ushr_imm_u(self.who, i64::from(bit));
        let low = self.b.ins().ireduce(types::I32, down);
        self.b.ins().band_imm_u(low, 1)
    }

    /// Code from an op to the next place where ways meet or part.
    fn straight(&mut self, mut state: State) -> Flow {
        let access = self.access;
        loop {
            self.ops += 1;
            if self.ops > MAX_OPS {
                return Err(Stop::Refused);
            }
            let op = self.view.model.code[state.at as usize];
            state.at += 1;
            self.op(op, &mut state)?;
            state.depth = self.stack.len();
            if access.leaders.contains(&state.at) {
                return self.goto(state);
            }
        }
    }

    fn jump_to(&mut self, state: &State, by: i32) -> Result<State, Stop> {
        let at = state.at.checked_add_signed(by).ok_or(Stop::Refused)?;
        Ok(State { at, depth: self.stack.len(), ..*state })
    }

    /// Counts a backward jump.
    fn count_jump(&mut self, by: i32) {
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

    fn load(&mut self, base: Base, slot: Slot) -> Value {
        let place = self.view.place(base, slot.word);
        self.load_slot(place, slot)
    }

    fn store(&mut self, base: Base, slot: Slot, value: Value) {
        let place = self.view.place(base, slot.word);
        self.store_slot(place, slot, value);
    }

    /// An index that is inside of an array; else the interpreter reports it.
    fn check_index(&mut self, index: Value, len: u32) {
        let inside = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, index, i64::from(len));
        self.check(inside);
    }

    /// An address that is inside of its area. It always is: this is for the safety of the memory only.
    fn check_address(&mut self, base: Base, address: Value, cell: Cell) {
        let model = self.view.model;
        let words = match base {
            Base::Global => model.global_words,
            Base::Local => model.proctype(self.view.proctype).frame_words,
            Base::Hidden => model.hidden_words,
        };
        self.check_index(address, (words * 4).saturating_sub(u32::from(cell.bits.div_ceil(8)) - 1));
    }

    /// The byte at which an element begins. The frame of the claim is at a fixed place.
    fn element(&mut self, base: Base, at: u32, index: Value, cell: Cell) -> (Area, Value) {
        let scaled = match cell.bytes() {
            1 => index,
            2 => self.b.ins().ishl_imm_u(index, 1),
            _ => self.b.ins().ishl_imm_u(index, 2),
        };
        self.shifted(base, at, scaled)
    }

    fn shifted(&mut self, base: Base, at: u32, byte: Value) -> (Area, Value) {
        let (area, first) = self.view.place(base, 0);
        let at = at + first * 4;
        let byte = if at == 0 { byte } else { self.b.ins().iadd_imm_u(byte, i64::from(at)) };
        (area, byte)
    }

    fn load_cell(&mut self, area: Area, byte: Value, cell: Cell) -> Value {
        let pointer = self.pointer(area, byte);
        match (cell.bits, cell.signed) {
            (8, false) => self.b.ins().uload8(types::I32, trusted(), pointer, 0),
            (8, true) => self.b.ins().sload8(types::I32, trusted(), pointer, 0),
            (16, false) => self.b.ins().uload16(types::I32, trusted(), pointer, 0),
            (16, true) => self.b.ins().sload16(types::I32, trusted(), pointer, 0),
            (32, _) => self.b.ins().load(types::I32, trusted(), pointer, 0),
            // Fields of structures may have fewer bits than they have room for.
            (bits, signed) => {
                let word = self.b.ins().uload8(types::I32, trusted(), pointer, 0);
                let word = if bits <= 8 { word } else { self.wide(pointer, bits) };
                self.extract(word, 0, bits, signed)
            }
        }
    }

    /// Loads the room of a field of more than 8 bits.
    fn wide(&mut self, pointer: Value, bits: u8) -> Value {
        if bits <= 16 {
            self.b.ins().uload16(types::I32, trusted(), pointer, 0)
        } else {
            self.b.ins().load(types::I32, trusted(), pointer, 0)
        }
    }

    fn store_cell(&mut self, area: Area, byte: Value, cell: Cell, value: Value) {
        if self.access.loops && matches!(cell.bits, 8 | 16 | 32) {
            self.copy_ranges();
            let pointer = self.pointer(area, byte);
            match cell.bits {
                8 => self.b.ins().istore8(trusted(), value, pointer, 0),
                16 => self.b.ins().istore16(trusted(), value, pointer, 0),
                _ => self.b.ins().store(trusted(), value, pointer, 0),
            };
            return;
        }
        let start = self.b.ins().band_imm_u(byte, i64::from(!3u32));
        let pointer = self.pointer(area, start);
        let old = self.b.ins().load(types::I32, trusted(), pointer, 0);
        let new = if cell.bits == 32 {
            value
        } else {
            let shift = self.b.ins().band_imm_u(byte, 3);
            let shift = self.b.ins().ishl_imm_u(shift, 3);
            let mask = self.b.ins().iconst(types::I32, low_bits(cell.bits));
            let value = self.b.ins().band(value, mask);
            let mask = self.b.ins().ishl(mask, shift);
            let value = self.b.ins().ishl(value, shift);
            let rest = self.b.ins().band_not(old, mask);
            self.b.ins().bor(rest, value)
        };
        let word = self.b.ins().ushr_imm_u(byte, 2);
        let word = self.b.ins().uextend(types::I64, word);
        let number = match area {
            Area::Global => word,
            Area::Frame => self.b.ins().iadd(word, self.frame),
            Area::Hidden => self.b.ins().bor_imm_u(word, i64::from(HIDDEN)),
        };
        self.store_word(pointer, 0, number, old, new);
    }

    fn binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
        match op {
            Binary::Add => self.b.ins().iadd(a, b),
            Binary::Sub => self.b.ins().isub(a, b),
            Binary::Mul => self.b.ins().imul(a, b),
            Binary::BitAnd => self.b.ins().band(a, b),
            Binary::BitXor => self.b.ins().bxor(a, b),
            Binary::BitOr => self.b.ins().bor(a, b),
            Binary::Lt => self.compare(IntCC::SignedLessThan, a, b),
            Binary::Gt => self.compare(IntCC::SignedGreaterThan, a, b),
            Binary::Le => self.compare(IntCC::SignedLessThanOrEqual, a, b),
            Binary::Ge => self.compare(IntCC::SignedGreaterThanOrEqual, a, b),
            Binary::Eq => self.compare(IntCC::Equal, a, b),
            Binary::Ne => self.compare(IntCC::NotEqual, a, b),
            Binary::Rem => self.divide(a, b, true),
        }
    }

    /// Division by something that is not 0. The processor has no answer for the smallest number divided by -1.
    fn divide(&mut self, a: Value, b: Value, remainder: bool) -> Value {
        let minus = self.b.ins().icmp_imm_s(IntCC::Equal, b, -1);
        let one = self.int(1);
        let safe = self.b.ins().select(minus, one, b);
        if remainder {
            return self.b.ins().srem(a, safe);
        }
        let quotient = self.b.ins().sdiv(a, safe);
        let negated = self.b.ins().ineg(a);
        self.b.ins().select(minus, negated, quotient)
    }

    fn top(&mut self, f: impl FnOnce(&mut Self, Value) -> Value) -> Flow {
        let value = self.pop()?;
        let value = f(self, value);
        self.push(value);
        Ok(())
    }

    fn two(&mut self, op: Binary) -> Flow {
        let b = self.pop()?;
        self.top(|e, a| e.binary(op, a, b))
    }

    fn compare_slot(&mut self, state: &State, base: Base, slot: Slot, compare: Compare, value: i32) {
        let a = self.load(base, slot);
        let holds = self.compare_int(condition(compare), a, value);
        self.require(state, holds);
    }

    fn add_to(&mut self, base: Base, slot: Slot, by: i32) {
        let value = self.load(base, slot);
        let by = self.int(by);
        let value = self.b.ins().iadd(value, by);
        self.store(base, slot, value);
    }

    fn op(&mut self, op: Op, state: &mut State) -> Flow {
        match op {
            Op::Done => return self.end_unit(*state),
            Op::Const(n) => {
                let v = self.int(n);
                self.push(v);
            }
            Op::LoadGlobal(s) => {
                let v = self.load(Base::Global, s);
                self.push(v);
            }
            Op::LoadLocal(s) => {
                let v = self.load(Base::Local, s);
                self.push(v);
            }
            Op::LoadHidden(s) => {
                let v = self.load(Base::Hidden, s);
                self.push(v);
            }
            Op::LoadIndexGlobal { at, len, cell } => self.load_element(Base::Global, at, len, cell)?,
            Op::LoadIndexLocal { at, len, cell } => self.load_element(Base::Local, at, len, cell)?,
            Op::LoadGlobalAtLocal { at, len, cell, word, shift, bits } => {
                let index = self.load(Base::Local, Slot { word: u32::from(word), shift, bits, signed: false });
                self.push(index);
                self.load_element(Base::Global, at, u32::from(len), cell)?;
            }
            Op::Address { at, .. } => {
                let v = self.int(at as i32);
                self.push(v);
            }
            Op::Index { len, stride } => {
                let index = self.pop()?;
                let address = self.pop()?;
                self.check_index(index, len);
                let stride = self.int(stride as i32);
                let by = self.b.ins().imul(index, stride);
                let v = self.b.ins().iadd(address, by);
                self.push(v);
            }
            Op::LoadAt { base, cell } => {
                let address = self.pop()?;
                self.check_address(base, address, cell);
                let (area, byte) = self.shifted(base, 0, address);
                let v = self.load_cell(area, byte, cell);
                self.push(v);
            }
            Op::Drop => {
                self.pop()?;
            }
            Op::Neg => self.top(|e, v| e.b.ins().ineg(v))?,
            Op::Not => self.top(|e, v| e.compare_int(IntCC::Equal, v, 0))?,
            Op::Bool => self.top(|e, v| e.compare_int(IntCC::NotEqual, v, 0))?,
            Op::BitNot => self.top(|e, v| e.b.ins().bnot(v))?,
            Op::Add => self.two(Binary::Add)?,
            Op::Sub => self.two(Binary::Sub)?,
            Op::Mul => self.two(Binary::Mul)?,
            Op::BitAnd => self.two(Binary::BitAnd)?,
            Op::BitXor => self.two(Binary::BitXor)?,
            Op::BitOr => self.two(Binary::BitOr)?,
            Op::Lt => self.two(Binary::Lt)?,
            Op::Gt => self.two(Binary::Gt)?,
            Op::Le => self.two(Binary::Le)?,
            Op::Ge => self.two(Binary::Ge)?,
            Op::Eq => self.two(Binary::Eq)?,
            Op::Ne => self.two(Binary::Ne)?,
            Op::Div | Op::Rem => {
                let b = self.pop()?;
                self.check(b);
                self.top(|e, a| e.divide(a, b, op == Op::Rem))?;
            }
            Op::Shl => {
                let b = self.pop()?;
                self.top(|e, a| e.b.ins().ishl(a, b))?;
            }
            Op::Shr => {
                let b = self.pop()?;
                self.top(|e, a| e.b.ins().sshr(a, b))?;
            }
            Op::AddConst(n) => self.with_const(Binary::Add, n)?,
            Op::EqConst(n) => self.with_const(Binary::Eq, n)?,
            Op::NeConst(n) => self.with_const(Binary::Ne, n)?,
            Op::LtConst(n) => self.with_const(Binary::Lt, n)?,
            Op::GtConst(n) => self.with_const(Binary::Gt, n)?,
            Op::BinaryConst { op, value } => self.with_const(op, value)?,
            Op::BinaryGlobal { op, slot } => {
                let b = self.load(Base::Global, slot);
                self.top(|e, a| e.binary(op, a, b))?;
            }
            Op::BinaryLocal { op, slot } => {
                let b = self.load(Base::Local, slot);
                self.top(|e, a| e.binary(op, a, b))?;
            }
            Op::Jump(by) => {
                self.count_jump(by);
                let to = self.jump_to(state, by)?;
                return self.goto(to);
            }
            Op::JumpIfZero(by) => {
                let v = self.pop()?;
                self.count_jump(by);
                let to = self.jump_to(state, by)?;
                let block = self.block_for(to);
                self.go_on_if(v, block);
            }
            Op::AndJump(by) => {
                let v = self.pop()?;
                let zero = self.int(0);
                self.push(zero);
                self.count_jump(by);
                let to = self.jump_to(state, by)?;
                let block = self.block_for(to);
                self.go_on_if(v, block);
                self.pop()?;
            }
            Op::OrJump(by) => {
                let v = self.pop()?;
                let one = self.int(1);
                self.push(one);
                self.count_jump(by);
                let to = self.jump_to(state, by)?;
                let block = self.block_for(to);
                let zero = self.compare_int(IntCC::Equal, v, 0);
                self.go_on_if(zero, block);
                self.pop()?;
            }
            Op::Pid => {
                let v = self.b.ins().ireduce(types::I32, self.who);
                self.push(v);
            }
            Op::Timeout => {
                let v = self.flag(Who::TIMEOUT);
                self.push(v);
            }
            Op::Label(i) => {
                let v = self.int(self.view.model.label_refs[i as usize].0 as i32);
                self.push(v);
            }
            Op::Len | Op::IsEmpty | Op::NotEmpty | Op::IsFull | Op::NotFull => self.channel_test(op)?,
            Op::SendOpen => {
                self.open_any(state)?;
                self.open_send(state)?;
            }
            Op::ReceiveOpen { keep } => {
                self.open_any(state)?;
                self.open_receive(state, keep)?;
            }
            Op::SendOpenAt { number, ty, at } => {
                state.open = Some(Open { ty, fixed: Some((number, at)), tested: true });
                self.open_send(state)?;
            }
            Op::ReceiveBuffered { number, keep, ty, at } | Op::ReceiveOpenAt { number, keep, ty, at } => {
                state.open = Some(Open { ty, fixed: Some((u32::from(number), at)), tested: true });
                self.open_receive(state, keep)?;
            }
            Op::Send { args, .. } => self.send(state, args)?,
            Op::ReceiveMatch(i) => {
                let wanted = self.pop()?;
                let v = self.field(state, i)?;
                let same = self.compare(IntCC::Equal, v, wanted);
                self.require(state, same);
            }
            Op::ReceiveMatchConst { field, value } => {
                let v = self.field(state, field)?;
                let same = self.compare_int(IntCC::Equal, v, value);
                self.require(state, same);
            }
            Op::ReceiveField(i) => {
                let v = self.field(state, i)?;
                self.push(v);
            }
            Op::ReceiveClose { keep, args } => self.close(state, keep, args)?,
            Op::Require => {
                let v = self.pop()?;
                self.require(state, v);
            }
            Op::RequireBinary(op) => {
                let b = self.pop()?;
                let a = self.pop()?;
                let v = self.binary(op, a, b);
                self.require(state, v);
            }
            Op::RequireGlobal { slot, compare, value } => self.compare_slot(state, Base::Global, slot, compare, value),
            Op::RequireLocal { slot, compare, value } => self.compare_slot(state, Base::Local, slot, compare, value),
            Op::RequireElse => self.require_else(state),
            Op::StoreGlobal(slot) => {
                let v = self.pop()?;
                self.store(Base::Global, slot, v);
            }
            Op::StoreLocal(slot) => {
                let v = self.pop()?;
                self.store(Base::Local, slot, v);
            }
            Op::StoreHidden(slot) => {
                let v = self.pop()?;
                self.store(Base::Hidden, slot, v);
            }
            Op::AddGlobal { slot, by } => self.add_to(Base::Global, slot, by),
            Op::AddLocal { slot, by } => self.add_to(Base::Local, slot, by),
            Op::StoreConstGlobal { slot, value } => {
                let v = self.int(value);
                self.store(Base::Global, slot, v);
            }
            Op::StoreConstLocal { slot, value } => {
                let v = self.int(value);
                self.store(Base::Local, slot, v);
            }
            Op::StoreIndexGlobal { at, len, cell } => self.store_element(Base::Global, at, len, cell)?,
            Op::StoreIndexLocal { at, len, cell } => self.store_element(Base::Local, at, len, cell)?,
            Op::StoreAt { base, cell } => {
                let value = self.pop()?;
                let address = self.pop()?;
                self.check_address(base, address, cell);
                let (area, byte) = self.shifted(base, 0, address);
                self.store_cell(area, byte, cell, value);
            }
            Op::Assert(_) => {
                let v = self.pop()?;
                self.check(v);
            }
            // Nothing is printed in a search.
            Op::Print { args, .. } => {
                self.pop_many(usize::from(args))?;
            }
            Op::PrintMtype(_) => {
                self.pop()?;
            }
            Op::OnBlock(by) => state.on_block = OnBlock::Go(state.at.checked_add_signed(by).ok_or(Stop::Refused)?),
            Op::OnBlockFail(_) => state.on_block = OnBlock::Fail,
            Op::OnBlockReturn => state.on_block = OnBlock::Return,
            Op::Block => {
                let block = self.blocked(state, Answer::Blocked);
                self.b.ins().jump(block, &[]);
                return Err(Stop::Ends);
            }
            Op::NoRendezvous => {
                let number = self.rendezvous();
                let none = self.compare_int(IntCC::Equal, number, 0);
                self.require(state, none);
            }
            Op::InDStep => state.in_d_step = true,
            Op::Enabled
            | Op::NonProgress
            | Op::ProcessCount
            | Op::PcValue
            | Op::GetPriority
            | Op::FirstPid(_)
            | Op::LoadRemote { .. }
            | Op::LoadRemoteIndex { .. }
            | Op::Run { .. }
            | Op::SetPriority
            | Op::End
            | Op::Poll { .. }
            | Op::ReceiveFind { .. }
            | Op::EventIs { .. }
            | Op::EventMatch(_) => return Err(Stop::Refused),
        }
        Ok(())
    }

    fn with_const(&mut self, op: Binary, value: i32) -> Flow {
        let a = self.pop()?;
        let v = match (op, value) {
            (Binary::Rem, 0) => return Err(Stop::Refused),
            (Binary::Rem, -1) => self.int(0),
            (Binary::Rem, _) => {
                let b = self.int(value);
                self.b.ins().srem(a, b)
            }
            _ => {
                let b = self.int(value);
                self.binary(op, a, b)
            }
        };
        self.push(v);
        Ok(())
    }

    fn load_element(&mut self, base: Base, at: u32, len: u32, cell: Cell) -> Flow {
        let index = self.pop()?;
        self.check_index(index, len);
        let (area, byte) = self.element(base, at, index, cell);
        let v = self.load_cell(area, byte, cell);
        self.push(v);
        Ok(())
    }

    fn store_element(&mut self, base: Base, at: u32, len: u32, cell: Cell) -> Flow {
        let value = self.pop()?;
        let index = self.pop()?;
        self.check_index(index, len);
        let (area, byte) = self.element(base, at, index, cell);
        self.store_cell(area, byte, cell, value);
        Ok(())
    }

    /// The ways out.
    fn finish(mut self, config: TargetFrontendConfig) {
        for ((answer, copied), block) in std::mem::take(&mut self.exits) {
            self.b.switch_to_block(block);
            if let (true, Some(slot)) = (copied, self.copies) {
                self.log_ranges(slot);
            }
            let log = self.b.use_var(self.log);
            let result = self.b.ins().bor_imm_u(log, answer as i64);
            self.b.ins().return_(&[result]);
        }
        self.b.seal_all_blocks();
        self.b.finalize(config);
    }
}

/// A word's place in bytes. Fixed places are small: `compile` bounds the size of a state.
pub(super) fn offset(word: u32) -> i32 {
    word as i32 * 4
}

fn low_bits(bits: u8) -> i64 {
    i64::from(u32::MAX >> (32 - u32::from(bits)))
}

fn condition(compare: Compare) -> IntCC {
    match compare {
        Compare::Eq => IntCC::Equal,
        Compare::Ne => IntCC::NotEqual,
        Compare::Lt => IntCC::SignedLessThan,
        Compare::Gt => IntCC::SignedGreaterThan,
    }
}
