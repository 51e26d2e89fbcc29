//! What a step touches, as exactly as can be told before it runs: bits of the global data, channels by number, processes.
//!
//! The code of a step is run with values that may be unknown. What a process never changes in its frame is known, and so are its
//! number and globals that nobody sets: then `fork[_pid]` is one place, and `q!x` a send on one channel. What is unknown
//! makes the footprint larger, never smaller. Data of the frame is kept apart: only the process itself can touch it.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::layout::{Slot, extract};
use crate::model::op::{Base, Binary, Cell, CodeRef, Compare, Op};

/// A row of bits of the global part, or of a frame. Hidden data stands above all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Range {
    pub from: u64,
    pub to: u64,
}

const HIDDEN: u64 = 1 << 40;

/// Where the state of a `trace` is taken to be.
pub const TRACE: Range = Range { from: HIDDEN << 1, to: (HIDDEN << 1) + 1 };

impl Range {
    pub fn of(slot: Slot) -> Range {
        let from = u64::from(slot.word) * 32 + u64::from(slot.shift);
        Range { from, to: from + u64::from(slot.bits) }
    }

    /// Cells from a byte to another.
    fn cells(first: i64, last: i64, cell: Cell) -> Range {
        Range { from: first as u64 * 8, to: last as u64 * 8 + u64::from(cell.bits) }
    }

    fn hidden(self) -> Range {
        Range { from: self.from + HIDDEN, to: self.to + HIDDEN }
    }

    pub fn meets(self, other: Range) -> bool {
        self.from < other.to && other.from < self.to
    }
}

/// A place that a step sets, and the value if it is always the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    pub range: Range,
    pub value: Option<i32>,
}

/// A comparison of a global with a constant that has to hold before the step can be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    pub slot: Slot,
    pub compare: Compare,
    pub value: i32,
}

impl Test {
    /// Whether a state passes.
    pub fn holds(self, state: &[u32]) -> bool {
        self.holds_for(state[self.slot.word as usize])
    }

    /// Whether a state passes that has this word.
    pub fn holds_for(self, word: u32) -> bool {
        self.compare.holds(self.slot.get(word), self.value)
    }

    /// Whether no value passes both.
    pub fn excludes(self, other: Test) -> bool {
        use Compare::{Eq, Gt, Lt, Ne};
        self.slot == other.slot
            && match (self.compare, other.compare) {
                (Eq, c) => !c.holds(self.value, other.value),
                (c, Eq) => !c.holds(other.value, self.value),
                (Lt, Gt) => i64::from(self.value) - 1 < i64::from(other.value) + 1,
                (Gt, Lt) => i64::from(other.value) - 1 < i64::from(self.value) + 1,
                (Ne | Lt | Gt, _) => false,
            }
    }
}

/// What is done with a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// A message is put at the end; waits for room.
    Send,
    /// The first message is taken; waits for it.
    Receive,
    /// The first message that fits is taken; waits for it.
    Find,
    /// Waits for something that another message at the end does not undo: `nempty(q)`, `q?[…]`.
    NotEmpty,
    /// Waits for room.
    NotFull,
    IsEmpty,
    IsFull,
    /// Its messages are looked at.
    Look,
    /// Anything.
    Change,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChannelUse {
    /// Its number; `None` if it can be any.
    pub channel: Option<u32>,
    pub how: Use,
    /// The number of fields that the statement gives.
    pub args: Option<u16>,
}

/// What a step touches.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    pub reads: Vec<Range>,
    pub writes: Vec<Write>,
    /// In the frame of the process.
    pub local_reads: Vec<Range>,
    pub local_writes: Vec<Range>,
    pub channels: Vec<ChannelUse>,
    /// All of them have to hold. There may be more conditions.
    pub tests: Vec<Test>,
    /// It ends the process.
    pub ends: bool,
    /// It starts a process.
    pub runs: bool,
    /// It looks at which processes there are.
    pub counts: bool,
    /// It waits for `timeout`, and for nothing else before that.
    pub timeout: bool,
    /// Processes whose frames or control states it looks at; `None` if that can be any. Only [`touched`] tells.
    pub remotes: Vec<Option<u32>>,
    /// It may depend on anything.
    pub wild: bool,
    /// Something can go wrong in it: an assertion, an index, a division, a `d_step` that blocks or does not end.
    pub risky: bool,
    /// Its code could not be read: what it sets is not in the lists.
    pub opaque: bool,
}

impl Footprint {
    pub fn wild() -> Footprint {
        Footprint { wild: true, opaque: true, risky: true, ..Footprint::default() }
    }

    /// Adds what a later part of the same step touches: it cannot wait any more, and whether it is there at all may depend on what it finds.
    pub fn add_rest(&mut self, rest: Footprint) {
        self.reads.extend(rest.reads);
        self.writes.extend(rest.writes);
        self.local_reads.extend(rest.local_reads);
        self.local_writes.extend(rest.local_writes);
        self.channels.extend(rest.channels.into_iter().map(|c| ChannelUse { how: c.how.at_any_time(), ..c }));
        self.ends |= rest.ends;
        self.runs |= rest.runs;
        self.counts |= rest.counts;
        self.wild |= rest.wild || rest.timeout;
        self.risky |= rest.risky;
        self.opaque |= rest.opaque;
    }

    /// Adds what another option of the same process waits for: `else` waits for the opposite.
    pub fn add_opposite(&mut self, other: &Footprint) {
        self.reads.extend(&other.reads);
        self.local_reads.extend(&other.local_reads);
        self.channels.extend(other.channels.iter().map(|c| ChannelUse { how: Use::Look, args: None, ..*c }));
        self.counts |= other.counts || other.ends;
        self.wild |= other.wild;
    }

    pub fn tidy(&mut self) {
        self.reads.sort_unstable();
        self.reads.dedup();
        self.local_reads.sort_unstable();
        self.local_reads.dedup();
        self.local_writes.sort_unstable();
        self.local_writes.dedup();
    }
}

impl Use {
    /// The same in the middle of a step.
    fn at_any_time(self) -> Use {
        match self {
            Use::Send | Use::Receive | Use::Find | Use::Change => Use::Change,
            Use::NotEmpty | Use::NotFull | Use::IsEmpty | Use::IsFull | Use::Look => Use::Look,
        }
    }

    pub fn is_send(self) -> bool {
        matches!(self, Use::Send | Use::Change)
    }

    pub fn is_receive(self) -> bool {
        matches!(self, Use::Receive | Use::Find | Use::Change)
    }
}

/// What is known before a step runs.
pub trait Known {
    fn pid(&self) -> Option<i32>;
    fn local(&self, slot: Slot) -> Option<i32>;
    fn global(&self, slot: Slot) -> Option<i32>;

    /// The first process of a proctype, or -1.
    fn first_pid(&self, _proctype: u32) -> Option<i32> {
        None
    }
}

/// Nothing.
pub struct Nothing;

impl Known for Nothing {
    fn pid(&self) -> Option<i32> {
        None
    }
    fn local(&self, _slot: Slot) -> Option<i32> {
        None
    }
    fn global(&self, _slot: Slot) -> Option<i32> {
        None
    }
}

/// A value on the stack.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Known(i32),
    /// A byte address between these two, both included.
    Address(i64, i64),
    /// What a global holds.
    Load(Slot),
    Holds(Test),
    Timeout,
    Unknown,
}

impl Value {
    fn known(self) -> Option<i32> {
        match self {
            Value::Known(n) => Some(n),
            _ => None,
        }
    }

    fn join(self, other: Value) -> Value {
        match (self, other) {
            (a, b) if a == b => a,
            (Value::Address(a, b), Value::Address(c, d)) => Value::Address(a.min(c), b.max(d)),
            _ => Value::Unknown,
        }
    }
}

/// The footprint of a piece of code.
pub fn of(code: &[Op], start: CodeRef, known: &impl Known) -> Footprint {
    let mut reader = Reader { code, known, found: Footprint::default(), asks_timeout: false, asks_else: false };
    if !reader.follow(start.0 as usize) || reader.asks_else || !reader.found.remotes.is_empty() {
        return Footprint::wild();
    }
    let asks_timeout = reader.asks_timeout;
    let mut found = reader.found;
    if found.channels.len() > 1 || found.wild {
        for c in &mut found.channels {
            c.how = c.how.at_any_time();
        }
    }
    let mut reader = Reader { code, known, found: Footprint::default(), asks_timeout: false, asks_else: false };
    reader.wait(start.0 as usize);
    found.tests = reader.found.tests;
    found.timeout = reader.found.timeout;
    found.wild |= asks_timeout && !found.timeout;
    found
}

/// All that a piece of code may touch, whatever it waits for: what is told of waiting means nothing. `None` if it may be anything.
pub fn touched(code: &[Op], start: CodeRef, known: &impl Known) -> Option<Footprint> {
    let mut reader = Reader { code, known, found: Footprint::default(), asks_timeout: false, asks_else: false };
    reader.follow(start.0 as usize).then_some(reader.found)
}

struct Reader<'a, K> {
    code: &'a [Op],
    known: &'a K,
    found: Footprint,
    asks_timeout: bool,
    /// It depends on what the other options of the process can do.
    asks_else: bool,
}

impl<K: Known> Reader<'_, K> {
    /// Goes through all that can be reached. False if that cannot be done.
    fn follow(&mut self, start: usize) -> bool {
        let mut stacks: BTreeMap<usize, Vec<Value>> = BTreeMap::from([(start, Vec::new())]);
        let mut open = BTreeSet::from([start]);
        let mut catches = false;
        while let Some(at) = open.pop_first() {
            let Some(&op) = self.code.get(at) else { return false };
            let mut stack = stacks[&at].clone();
            let to = |by: i32| (at + 1).wrapping_add_signed(by as isize);
            let mut next: Vec<(usize, Vec<Value>)> = Vec::new();
            match op {
                Op::Done | Op::Block => {}
                Op::Jump(by) => {
                    self.found.risky |= by < 0;
                    next.push((to(by), stack));
                }
                Op::JumpIfZero(by) => {
                    stack.pop();
                    next.extend([(at + 1, stack.clone()), (to(by), stack)]);
                }
                Op::AndJump(by) | Op::OrJump(by) => {
                    let mut left = stack.clone();
                    left.pop();
                    left.push(Value::Unknown);
                    stack.pop();
                    next.extend([(at + 1, stack), (to(by), left)]);
                }
                Op::OnBlock(by) => {
                    catches = true;
                    // Blocking empties the stack.
                    next.extend([(at + 1, stack), (to(by), Vec::new())]);
                }
                Op::OnBlockFail(_) | Op::OnBlockReturn => {
                    catches = true;
                    next.push((at + 1, stack));
                }
                op => {
                    if !self.apply(op, at, &mut stack) {
                        return false;
                    }
                    next.push((at + 1, stack));
                }
            }
            for (to, stack) in next {
                match stacks.get_mut(&to) {
                    None => {
                        stacks.insert(to, stack);
                        open.insert(to);
                    }
                    Some(old) if old.len() != stack.len() => return false,
                    Some(old) => {
                        let joined: Vec<Value> = old.iter().zip(&stack).map(|(a, b)| a.join(*b)).collect();
                        if joined != *old {
                            *old = joined;
                            open.insert(to);
                        }
                    }
                }
            }
        }
        if catches {
            self.found.risky = true;
            for c in &mut self.found.channels {
                c.how = c.how.at_any_time();
            }
        }
        true
    }

    /// Reads the conditions that come first, one after the other, up to the first thing that can go wrong.
    fn wait(&mut self, start: usize) {
        let mut stack: Vec<Value> = Vec::new();
        let mut at = start;
        while let Some(&op) = self.code.get(at) {
            match op {
                Op::RequireGlobal { slot, compare, value } => self.found.tests.push(Test { slot, compare, value }),
                Op::Require => match stack.pop() {
                    Some(Value::Timeout) if at == start + 1 => self.found.timeout = true,
                    Some(value) => self.found.tests.extend(as_test(value)),
                    None => return,
                },
                Op::RequireBinary(op) => {
                    let (Some(b), Some(a)) = (stack.pop(), stack.pop()) else { return };
                    if let Value::Holds(test) = binary(op, a, b) {
                        self.found.tests.push(test);
                    }
                }
                // One of several conditions, if the last of them is what the step waits for.
                Op::AndJump(by) => {
                    let to = (at + 1).wrapping_add_signed(by as isize);
                    if by < 0 || !matches!(self.code.get(to), Some(Op::Require)) {
                        return;
                    }
                    let Some(value) = stack.pop() else { return };
                    self.found.tests.extend(as_test(value));
                }
                Op::NoRendezvous | Op::RequireLocal { .. } | Op::InDStep => {}
                op if is_value(&op) && !may_fail(op, &stack) => {
                    if !self.apply(op, at, &mut stack) {
                        return;
                    }
                }
                _ => return,
            }
            at += 1;
        }
    }

    fn global(&mut self, slot: Slot) -> Value {
        match self.known.global(slot) {
            Some(n) => Value::Known(n),
            None => {
                self.found.reads.push(Range::of(slot));
                Value::Load(slot)
            }
        }
    }

    fn local(&mut self, slot: Slot) -> Value {
        match self.known.local(slot) {
            Some(n) => Value::Known(n),
            None => {
                self.found.local_reads.push(Range::of(slot));
                Value::Unknown
            }
        }
    }

    /// An element of an array that begins at a byte.
    fn element(&mut self, base: Base, at: u32, len: u32, cell: Cell, index: Value) -> Value {
        self.found.risky |= index.known().is_none_or(|i| i as u32 >= len);
        match index.known() {
            Some(i) if (i as u32) < len => self.load(base, Value::Known((at + i as u32 * cell.bytes()) as i32), cell),
            Some(_) => Value::Known(0),
            None => {
                let (first, last) = (i64::from(at), i64::from(at + (len.max(1) - 1) * cell.bytes()));
                self.load(base, Value::Address(first, last), cell)
            }
        }
    }

    fn load(&mut self, base: Base, address: Value, cell: Cell) -> Value {
        let (first, last) = extent(address);
        if first == last && base != Base::Hidden {
            let slot = cell_slot(first, cell);
            return if base == Base::Global { self.global(slot) } else { self.local(slot) };
        }
        let range = Range::cells(first, last, cell);
        match base {
            Base::Global => self.found.reads.push(range),
            Base::Local => self.found.local_reads.push(range),
            Base::Hidden => self.found.reads.push(range.hidden()),
        }
        Value::Unknown
    }

    fn store_element(&mut self, base: Base, at: u32, len: u32, cell: Cell, index: Value, value: Value) {
        self.found.risky |= index.known().is_none_or(|i| i as u32 >= len);
        match index.known() {
            Some(i) if (i as u32) < len => {
                self.store(base, Value::Known((at + i as u32 * cell.bytes()) as i32), cell, value);
            }
            Some(_) => {}
            None => {
                let (first, last) = (i64::from(at), i64::from(at + (len.max(1) - 1) * cell.bytes()));
                self.store(base, Value::Address(first, last), cell, Value::Unknown);
            }
        }
    }

    fn store(&mut self, base: Base, address: Value, cell: Cell, value: Value) {
        let (first, last) = extent(address);
        let range = Range::cells(first, last, cell);
        let value = value.known().filter(|_| first == last).map(|v| cut(v, cell.bits, cell.signed));
        match base {
            Base::Global => self.found.writes.push(Write { range, value }),
            Base::Local => self.found.local_writes.push(range),
            Base::Hidden => self.found.writes.push(Write { range: range.hidden(), value }),
        }
    }

    fn store_slot(&mut self, slot: Slot, value: Value) {
        let value = value.known().map(|v| cut(v, slot.bits, slot.signed));
        self.found.writes.push(Write { range: Range::of(slot), value });
    }

    fn uses(&mut self, channel: Value, how: Use) {
        // 0 is no channel: that is an error, and touches none.
        let channel = channel.known().map(|n| n.max(0) as u32);
        self.found.risky |= channel.is_none_or(|n| n == 0);
        self.found.channels.push(ChannelUse { channel, how, args: None });
    }

    /// It looks at a process: which one there is, and what is in its frame.
    fn looks_at(&mut self, pid: Value) {
        self.found.counts = true;
        self.found.remotes.push(pid.known().map(|pid| pid as u32));
    }

    /// Whether a test of a channel is all that a step waits for at this place.
    fn waits(&self, at: usize) -> bool {
        matches!(self.code.get(at + 1), Some(Op::Require))
    }

    /// Runs an op that goes on with the next one. False if it cannot be told what it does.
    fn apply(&mut self, op: Op, at: usize, stack: &mut Vec<Value>) -> bool {
        macro_rules! pop {
            () => {{
                let Some(value) = stack.pop() else { return false };
                value
            }};
        }
        match op {
            Op::Const(n) => stack.push(Value::Known(n)),
            Op::LoadGlobal(slot) => {
                let v = self.global(slot);
                stack.push(v);
            }
            Op::LoadLocal(slot) => {
                let v = self.local(slot);
                stack.push(v);
            }
            Op::LoadHidden(slot) => {
                self.found.reads.push(Range::of(slot).hidden());
                stack.push(Value::Unknown);
            }
            Op::LoadIndexGlobal { at, len, cell } => {
                let i = pop!();
                let v = self.element(Base::Global, at, len, cell, i);
                stack.push(v);
            }
            Op::LoadIndexLocal { at, len, cell } => {
                let i = pop!();
                let v = self.element(Base::Local, at, len, cell, i);
                stack.push(v);
            }
            Op::LoadGlobalAtLocal { at, len, cell, word, shift, bits } => {
                let i = self.local(Slot { word: u32::from(word), shift, bits, signed: false });
                let v = self.element(Base::Global, at, u32::from(len), cell, i);
                stack.push(v);
            }
            Op::Address { at, .. } => stack.push(Value::Address(i64::from(at), i64::from(at))),
            Op::Index { len, stride } => {
                let index = pop!();
                let (first, last) = extent(pop!());
                self.found.risky |= index.known().is_none_or(|i| i as u32 >= len);
                stack.push(match index.known() {
                    Some(i) => {
                        let by = if (i as u32) < len { i64::from(i as u32 * stride) } else { 0 };
                        Value::Address(first + by, last + by)
                    }
                    None => Value::Address(first, last + i64::from((len.max(1) - 1) * stride)),
                });
            }
            Op::LoadAt { base, cell } => {
                let address = pop!();
                let v = self.load(base, address, cell);
                stack.push(v);
            }
            Op::Drop => {
                pop!();
            }
            Op::Pick(i) => {
                let Some(&value) = stack.get(usize::from(i)) else { return false };
                stack.push(value);
            }
            Op::Neg | Op::BitNot => {
                let v = pop!();
                stack.push(match (op, v) {
                    (Op::Neg, Value::Known(n)) => Value::Known(n.wrapping_neg()),
                    (_, Value::Known(n)) => Value::Known(!n),
                    _ => Value::Unknown,
                });
            }
            Op::Not => {
                let v = pop!();
                stack.push(negated(v));
            }
            Op::Bool => {
                let v = pop!();
                stack.push(match v {
                    Value::Known(n) => Value::Known(i32::from(n != 0)),
                    Value::Load(slot) => Value::Holds(Test { slot, compare: Compare::Ne, value: 0 }),
                    other => other,
                });
            }
            Op::Add => self.two(Some(Binary::Add), stack),
            Op::Sub => self.two(Some(Binary::Sub), stack),
            Op::Mul => self.two(Some(Binary::Mul), stack),
            Op::BitAnd => self.two(Some(Binary::BitAnd), stack),
            Op::BitXor => self.two(Some(Binary::BitXor), stack),
            Op::BitOr => self.two(Some(Binary::BitOr), stack),
            Op::Lt => self.two(Some(Binary::Lt), stack),
            Op::Gt => self.two(Some(Binary::Gt), stack),
            Op::Le => self.two(Some(Binary::Le), stack),
            Op::Ge => self.two(Some(Binary::Ge), stack),
            Op::Eq => self.two(Some(Binary::Eq), stack),
            Op::Ne => self.two(Some(Binary::Ne), stack),
            Op::Rem => match stack.last() {
                Some(Value::Known(n)) if *n > 0 => self.two(Some(Binary::Rem), stack),
                _ => {
                    self.found.risky = true;
                    self.two(None, stack);
                }
            },
            Op::Div => {
                self.found.risky |= stack.last().and_then(|v| v.known()).is_none_or(|n| n == 0);
                self.two(None, stack);
            }
            Op::Shl | Op::Shr => self.two(None, stack),
            Op::AddConst(n) => self.with(Binary::Add, n, stack),
            Op::EqConst(n) => self.with(Binary::Eq, n, stack),
            Op::NeConst(n) => self.with(Binary::Ne, n, stack),
            Op::LtConst(n) => self.with(Binary::Lt, n, stack),
            Op::GtConst(n) => self.with(Binary::Gt, n, stack),
            Op::BinaryConst { op, value } => self.with(op, value, stack),
            Op::BinaryGlobal { op, slot } => {
                let (a, b) = (pop!(), self.global(slot));
                stack.push(binary(op, a, b));
            }
            Op::BinaryLocal { op, slot } => {
                let (a, b) = (pop!(), self.local(slot));
                stack.push(binary(op, a, b));
            }
            Op::Pid => stack.push(self.known.pid().map_or(Value::Unknown, Value::Known)),
            Op::ProcessCount => {
                self.found.counts = true;
                stack.push(Value::Unknown);
            }
            Op::FirstPid(proctype) => {
                self.found.counts = true;
                stack.push(self.known.first_pid(proctype).map_or(Value::Unknown, Value::Known));
            }
            Op::Label(_) => stack.push(Value::Unknown),
            Op::PcValue | Op::LoadRemote { .. } => {
                let pid = pop!();
                self.looks_at(pid);
                stack.push(Value::Unknown);
            }
            Op::LoadRemoteIndex { .. } => {
                let pid = pop!();
                pop!();
                self.looks_at(pid);
                stack.push(Value::Unknown);
            }
            Op::Timeout => {
                self.asks_timeout = true;
                stack.push(Value::Timeout);
            }
            Op::Run { args, .. } => {
                for _ in 0..args {
                    pop!();
                }
                self.found.runs = true;
                stack.push(Value::Unknown);
            }
            Op::End => self.found.ends = true,
            Op::Len => {
                let q = pop!();
                self.uses(q, Use::Look);
                stack.push(Value::Unknown);
            }
            Op::IsEmpty | Op::IsFull | Op::NotEmpty | Op::NotFull => {
                let q = pop!();
                let how = match op {
                    _ if !self.waits(at) => Use::Look,
                    Op::IsEmpty => Use::IsEmpty,
                    Op::IsFull => Use::IsFull,
                    Op::NotEmpty => Use::NotEmpty,
                    _ => Use::NotFull,
                };
                self.uses(q, how);
                stack.push(Value::Unknown);
            }
            Op::Poll { mask, .. } => {
                for _ in 0..mask.count_ones() {
                    pop!();
                }
                let q = pop!();
                let how = if self.waits(at) { Use::NotEmpty } else { Use::Look };
                self.uses(q, how);
                stack.push(Value::Unknown);
            }
            Op::SendOpen => {
                let q = pop!();
                self.uses(q, Use::Send);
            }
            Op::SendOpenAt { number, .. } => self.uses(Value::Known(number as i32), Use::Send),
            Op::Send { args, sorted } => {
                for _ in 0..args {
                    pop!();
                }
                if let Some(last) = self.found.channels.last_mut() {
                    last.args = Some(args);
                    if sorted {
                        last.how = Use::Change;
                    }
                }
            }
            Op::ReceiveOpen { .. } => {
                let q = pop!();
                self.uses(q, Use::Receive);
            }
            Op::ReceiveOpenAt { number, .. } | Op::ReceiveBuffered { number, .. } => {
                self.uses(Value::Known(i32::from(number)), Use::Receive);
            }
            Op::ReceiveMatch(_) => {
                pop!();
            }
            Op::ReceiveFind { mask } => {
                for _ in 0..mask.count_ones() {
                    pop!();
                }
                if let Some(last) = self.found.channels.last_mut() {
                    last.how = Use::Find;
                }
            }
            Op::ReceiveField(_) => stack.push(Value::Unknown),
            Op::ReceiveMatchConst { .. } => {}
            Op::ReceiveClose { args, .. } => {
                if let Some(last) = self.found.channels.last_mut() {
                    last.args = Some(args);
                }
            }
            Op::Require | Op::PrintMtype(_) => {
                pop!();
            }
            Op::Assert(_) => {
                pop!();
                self.found.risky = true;
            }
            Op::RequireBinary(_) => {
                pop!();
                pop!();
            }
            Op::RequireGlobal { slot, .. } => self.found.reads.push(Range::of(slot)),
            Op::RequireLocal { slot, .. } => self.found.local_reads.push(Range::of(slot)),
            Op::StoreGlobal(slot) => {
                let v = pop!();
                self.store_slot(slot, v);
            }
            Op::StoreConstGlobal { slot, value } => self.store_slot(slot, Value::Known(value)),
            Op::AddGlobal { slot, .. } => {
                self.found.reads.push(Range::of(slot));
                self.store_slot(slot, Value::Unknown);
            }
            Op::StoreLocal(slot) => {
                pop!();
                self.found.local_writes.push(Range::of(slot));
            }
            Op::StoreConstLocal { slot, .. } => self.found.local_writes.push(Range::of(slot)),
            Op::AddLocal { slot, .. } => {
                self.found.local_reads.push(Range::of(slot));
                self.found.local_writes.push(Range::of(slot));
            }
            Op::StoreHidden(slot) => {
                pop!();
                self.found.writes.push(Write { range: Range::of(slot).hidden(), value: None });
            }
            Op::StoreIndexGlobal { at, len, cell } => {
                let (v, i) = (pop!(), pop!());
                self.store_element(Base::Global, at, len, cell, i, v);
            }
            Op::StoreIndexLocal { at, len, cell } => {
                let (v, i) = (pop!(), pop!());
                self.store_element(Base::Local, at, len, cell, i, v);
            }
            Op::StoreAt { base, cell } => {
                let (v, address) = (pop!(), pop!());
                self.store(base, address, cell, v);
            }
            Op::Print { args, .. } => {
                for _ in 0..args {
                    pop!();
                }
            }
            Op::NoRendezvous => {}
            Op::InDStep => self.found.risky = true,
            Op::RequireElse => self.asks_else = true,
            // What depends on other processes as such.
            Op::NonProgress
            | Op::Wide(_)
            | Op::Enabled
            | Op::GetPriority
            | Op::SetPriority
            | Op::EventIs { .. }
            | Op::EventMatch(_) => return false,
            Op::Done
            | Op::Block
            | Op::Jump(_)
            | Op::JumpIfZero(_)
            | Op::AndJump(_)
            | Op::OrJump(_)
            | Op::OnBlock(_)
            | Op::OnBlockFail(_)
            | Op::OnBlockReturn => return false,
        }
        true
    }

    fn two(&mut self, op: Option<Binary>, stack: &mut Vec<Value>) {
        let (b, a) = (stack.pop().unwrap_or(Value::Unknown), stack.pop().unwrap_or(Value::Unknown));
        stack.push(op.map_or(Value::Unknown, |op| binary(op, a, b)));
    }

    fn with(&mut self, op: Binary, value: i32, stack: &mut Vec<Value>) {
        let a = stack.pop().unwrap_or(Value::Unknown);
        stack.push(match (op, a) {
            (Binary::Add, Value::Address(first, last)) => {
                Value::Address(first + i64::from(value), last + i64::from(value))
            }
            _ => binary(op, a, Value::Known(value)),
        });
    }
}

/// Ops that only make values.
fn is_value(op: &Op) -> bool {
    matches!(
        op,
        Op::Const(_)
            | Op::LoadGlobal(_)
            | Op::LoadLocal(_)
            | Op::LoadIndexGlobal { .. }
            | Op::LoadGlobalAtLocal { .. }
            | Op::LoadIndexLocal { .. }
            | Op::Address { .. }
            | Op::Index { .. }
            | Op::LoadAt { .. }
            | Op::Not
            | Op::Bool
            | Op::Add
            | Op::Sub
            | Op::Lt
            | Op::Gt
            | Op::Le
            | Op::Ge
            | Op::Eq
            | Op::Ne
            | Op::Rem
            | Op::AddConst(_)
            | Op::EqConst(_)
            | Op::NeConst(_)
            | Op::LtConst(_)
            | Op::GtConst(_)
            | Op::BinaryConst { .. }
            | Op::BinaryGlobal { .. }
            | Op::BinaryLocal { .. }
            | Op::Pid
            | Op::Timeout
    )
}

/// Whether an index may be out of range, or a divisor 0. What comes after it need not hold for the error to show.
fn may_fail(op: Op, stack: &[Value]) -> bool {
    let top = stack.last().and_then(|v| v.known());
    match op {
        Op::LoadIndexGlobal { len, .. } | Op::LoadIndexLocal { len, .. } | Op::Index { len, .. } => {
            top.is_none_or(|i| i as u32 >= len)
        }
        Op::LoadGlobalAtLocal { .. } => true,
        Op::Rem => top.is_none_or(|n| n == 0),
        _ => false,
    }
}

fn binary(op: Binary, a: Value, b: Value) -> Value {
    let test = |slot, compare, value| Value::Holds(Test { slot, compare, value });
    match (a, b) {
        (Value::Known(_), Value::Known(0)) if op == Binary::Rem => Value::Unknown,
        (Value::Known(a), Value::Known(b)) => Value::Known(op.apply(a, b)),
        (Value::Load(slot), Value::Known(n)) => match op {
            Binary::Eq => test(slot, Compare::Eq, n),
            Binary::Ne => test(slot, Compare::Ne, n),
            Binary::Lt => test(slot, Compare::Lt, n),
            Binary::Gt => test(slot, Compare::Gt, n),
            Binary::Le if n < i32::MAX => test(slot, Compare::Lt, n + 1),
            Binary::Ge if n > i32::MIN => test(slot, Compare::Gt, n - 1),
            _ => Value::Unknown,
        },
        (Value::Known(n), Value::Load(slot)) => match op {
            Binary::Eq => test(slot, Compare::Eq, n),
            Binary::Ne => test(slot, Compare::Ne, n),
            Binary::Lt => test(slot, Compare::Gt, n),
            Binary::Gt => test(slot, Compare::Lt, n),
            Binary::Le if n > i32::MIN => test(slot, Compare::Gt, n - 1),
            Binary::Ge if n < i32::MAX => test(slot, Compare::Lt, n + 1),
            _ => Value::Unknown,
        },
        _ => Value::Unknown,
    }
}

fn negated(value: Value) -> Value {
    match value {
        Value::Known(n) => Value::Known(i32::from(n == 0)),
        Value::Load(slot) => Value::Holds(Test { slot, compare: Compare::Eq, value: 0 }),
        Value::Holds(test) => match test.compare {
            Compare::Eq => Value::Holds(Test { compare: Compare::Ne, ..test }),
            Compare::Ne => Value::Holds(Test { compare: Compare::Eq, ..test }),
            Compare::Lt if test.value > i32::MIN => {
                Value::Holds(Test { compare: Compare::Gt, value: test.value - 1, ..test })
            }
            Compare::Gt if test.value < i32::MAX => {
                Value::Holds(Test { compare: Compare::Lt, value: test.value + 1, ..test })
            }
            Compare::Lt | Compare::Gt => Value::Unknown,
        },
        _ => Value::Unknown,
    }
}

fn as_test(value: Value) -> Option<Test> {
    match value {
        Value::Holds(test) => Some(test),
        Value::Load(slot) => Some(Test { slot, compare: Compare::Ne, value: 0 }),
        _ => None,
    }
}

/// The first and the last byte that an address may be.
fn extent(address: Value) -> (i64, i64) {
    match address {
        Value::Known(n) => (i64::from(n), i64::from(n)),
        Value::Address(first, last) => (first.max(0), last.max(0)),
        _ => (0, i64::from(u32::MAX)),
    }
}

fn cell_slot(byte: i64, cell: Cell) -> Slot {
    Slot { word: (byte / 4) as u32, shift: (byte % 4 * 8) as u8, bits: cell.bits, signed: cell.signed }
}

fn cut(value: i32, bits: u8, signed: bool) -> i32 {
    extract(value as u32, 0, bits, signed)
}
