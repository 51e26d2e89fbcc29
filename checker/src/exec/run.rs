//! The interpreter: one loop over [`Op`]s.

use super::fault::FaultKind;
use super::machine::{Machine, Printed};
use super::op::{Base, Cell, Op};
use super::wide::Flow;
use crate::model::CodeRef;
use crate::model::layout::{extract, insert};
use crate::model::{MessageId, ProctypeId};

/// A `d_step` that runs longer than this many ops does not end.
const MAX_OPS: u64 = 200_000_000;

/// A loop in a `d_step` that has met this many faults is given up.
const MAX_FAULTS: usize = 1_000;

/// Where control goes when an op blocks.
#[derive(Clone, Copy, PartialEq)]
enum OnBlock {
    Return,
    Go(usize),
    Fail(u32),
}

impl Machine<'_> {
    /// Runs code to its end. False if it blocked; stores made by then are not undone.
    pub(super) fn run(&mut self, code: CodeRef) -> bool {
        let ops = &self.code.ops[..];
        let bottom = self.stack.len();
        let mut at = code.0 as usize;
        let mut on_block = OnBlock::Return;
        let mut in_d_step = false;
        let started = self.memory.mark();
        let mut backward: u64 = 0;
        // Where values of other types begin, if there are any.
        let mut wide: Option<usize> = None;
        macro_rules! pop {
            () => {
                self.stack.pop()
            };
        }
        macro_rules! push {
            ($v:expr) => {{
                let v = $v;
                self.stack.push(v);
            }};
        }
        macro_rules! binary {
            ($f:expr) => {{
                let b = pop!();
                let a = pop!();
                let f: fn(i32, i32) -> i32 = $f;
                push!(f(a, b));
            }};
        }
        macro_rules! top {
            ($f:expr) => {
                let f = $f;
                let v = f(self.stack.top());
                self.stack.set_top(v);
            };
        }
        // The transition is not possible here; inside of a d_step another place may go on.
        macro_rules! block {
            () => {{
                self.stack.truncate(bottom);
                if let Some(bottom) = wide {
                    self.wide.truncate(bottom);
                }
                match on_block {
                    OnBlock::Return => return false,
                    OnBlock::Go(to) => {
                        at = to;
                        continue;
                    }
                    OnBlock::Fail(line) => {
                        self.fault(FaultKind::BlocksInDStep { line });
                        return false;
                    }
                }
            }};
        }
        // Something went wrong that cannot be gone past.
        macro_rules! fail {
            () => {{
                self.stack.truncate(bottom);
                if let Some(bottom) = wide {
                    self.wide.truncate(bottom);
                }
                return false;
            }};
        }
        loop {
            let op = ops[at];
            at += 1;
            match op {
                Op::Done => {
                    if in_d_step {
                        self.memory.compact(started);
                    }
                    return true;
                }
                Op::Const(n) => push!(n),
                Op::LoadGlobal(s) => push!(s.get(self.memory.get(s.word))),
                Op::LoadLocal(s) => push!(s.get(self.memory.get(self.frame + s.word))),
                Op::LoadHidden(s) => push!(s.get(self.memory.get_hidden(self.hidden_base + s.word))),
                Op::LoadIndexGlobal { at, len, cell } => {
                    let i = pop!();
                    let v = match self.in_range(i, len) {
                        Some(i) => self.load_byte(0, at + i * cell.bytes(), cell),
                        None => 0,
                    };
                    push!(v);
                }
                Op::LoadIndexLocal { at, len, cell } => {
                    let i = pop!();
                    let v = match self.in_range(i, len) {
                        Some(i) => self.load_byte(self.frame, at + i * cell.bytes(), cell),
                        None => 0,
                    };
                    push!(v);
                }
                Op::Address { at, .. } => push!(at as i32),
                Op::Index { len, stride } => {
                    let i = pop!();
                    let address = pop!();
                    let i = self.in_range(i, len).unwrap_or(0);
                    push!(address + (i * stride) as i32);
                }
                Op::LoadAt { base, cell } => {
                    let address = pop!() as u32;
                    push!(match base {
                        Base::Global => self.load_byte(0, address, cell),
                        Base::Local => self.load_byte(self.frame, address, cell),
                        Base::Hidden => {
                            let word = self.memory.get_hidden(self.hidden_base + address / 4);
                            extract(word, (address % 4 * 8) as u8, cell.bits, cell.signed)
                        }
                    });
                }
                Op::Drop => {
                    pop!();
                }
                Op::Pick(i) => push!(self.stack.get(bottom + usize::from(i))),
                Op::Neg => {
                    top!(|t: i32| t.wrapping_neg());
                }
                Op::Not => {
                    top!(|t: i32| i32::from(t == 0));
                }
                Op::BitNot => {
                    top!(|t: i32| !t);
                }
                Op::Bool => {
                    top!(|t: i32| i32::from(t != 0));
                }
                Op::Add => binary!(i32::wrapping_add),
                Op::Sub => binary!(i32::wrapping_sub),
                Op::Mul => binary!(i32::wrapping_mul),
                Op::Div | Op::Rem => {
                    let b = pop!();
                    let a = pop!();
                    if b == 0 {
                        self.fault(FaultKind::DivisionByZero);
                        fail!();
                    } else if op == Op::Div {
                        push!(a.wrapping_div(b));
                    } else {
                        push!(a.wrapping_rem(b));
                    }
                }
                Op::BitAnd => binary!(|a, b| a & b),
                Op::BitXor => binary!(|a, b| a ^ b),
                Op::BitOr => binary!(|a, b| a | b),
                Op::Shl => binary!(|a, b| a.wrapping_shl(b as u32)),
                Op::Shr => binary!(|a, b| a.wrapping_shr(b as u32)),
                Op::Lt => binary!(|a, b| i32::from(a < b)),
                Op::Gt => binary!(|a, b| i32::from(a > b)),
                Op::Le => binary!(|a, b| i32::from(a <= b)),
                Op::Ge => binary!(|a, b| i32::from(a >= b)),
                Op::Eq => binary!(|a, b| i32::from(a == b)),
                Op::Ne => binary!(|a, b| i32::from(a != b)),
                Op::BinaryGlobal { op, slot } => {
                    let b = slot.get(self.memory.get(slot.word));
                    top!(|t: i32| op.apply(t, b));
                }
                Op::BinaryLocal { op, slot } => {
                    let b = slot.get(self.memory.get(self.frame + slot.word));
                    top!(|t: i32| op.apply(t, b));
                }
                Op::BinaryConst { op, value } => {
                    top!(|t: i32| op.apply(t, value));
                }
                Op::LoadGlobalAtLocal { at, len, cell, word, shift, bits } => {
                    let i = extract(self.memory.get(self.frame + u32::from(word)), shift, bits, false);
                    let v = match self.in_range(i, u32::from(len)) {
                        Some(i) => self.load_byte(0, at + i * cell.bytes(), cell),
                        None => 0,
                    };
                    push!(v);
                }
                Op::RequireBinary(op) => {
                    let b = pop!();
                    let a = pop!();
                    if op.apply(a, b) == 0 {
                        block!();
                    }
                }
                Op::AddConst(n) => {
                    top!(|t: i32| t.wrapping_add(n));
                }
                Op::EqConst(n) => {
                    top!(|t: i32| i32::from(t == n));
                }
                Op::NeConst(n) => {
                    top!(|t: i32| i32::from(t != n));
                }
                Op::LtConst(n) => {
                    top!(|t: i32| i32::from(t < n));
                }
                Op::GtConst(n) => {
                    top!(|t: i32| i32::from(t > n));
                }
                Op::Jump(by) => {
                    if by < 0 {
                        backward += 1;
                        if backward.is_multiple_of(1024) && self.stuck(backward) {
                            fail!();
                        }
                    }
                    at = at.wrapping_add_signed(by as isize);
                }
                Op::JumpIfZero(by) => {
                    if pop!() == 0 {
                        at = at.wrapping_add_signed(by as isize);
                    }
                }
                Op::AndJump(by) => {
                    if self.stack.top() == 0 {
                        at = at.wrapping_add_signed(by as isize);
                    } else {
                        pop!();
                    }
                }
                Op::OrJump(by) => {
                    if self.stack.top() == 0 {
                        pop!();
                    } else {
                        self.stack.set_top(1);
                        at = at.wrapping_add_signed(by as isize);
                    }
                }
                Op::Pid => push!(self.pid as i32),
                // As in Spin, the claim counts.
                Op::ProcessCount => push!((self.process_count() + u32::from(self.model.claim.is_some())) as i32),
                Op::Timeout => push!(i32::from(self.timeout)),
                Op::NonProgress => push!(i32::from(!self.stutter && !self.at_progress())),
                Op::Enabled => {
                    let pid = pop!();
                    let enabled = self.test_enabled(pid);
                    push!(i32::from(enabled));
                }
                Op::PcValue => {
                    let pid = pop!();
                    push!(self.remote(pid).map_or(0, |p| self.pc(p) as i32));
                }
                Op::GetPriority => {
                    let pid = pop!();
                    push!(u32::try_from(pid).map_or(0, |p| self.priority(p) as i32));
                }
                Op::FirstPid(proctype) => {
                    let found = self.shape().processes.iter().position(|p| p.proctype.0 == proctype);
                    push!(found.map_or(-1, |i| i as i32));
                }
                Op::Label(i) => push!(self.model.label_refs[i as usize].0 as i32),
                Op::LoadRemote { proctype, slot } => {
                    let pid = pop!();
                    let v = self.remote_of(pid, proctype).map_or(0, |f| slot.get(self.memory.get(f + slot.word)));
                    push!(v);
                }
                Op::LoadRemoteIndex { proctype, at, len, cell } => {
                    let pid = pop!();
                    let i = pop!();
                    let v = match (self.remote_of(pid, proctype), self.in_range(i, len)) {
                        (Some(f), Some(i)) => self.load_byte(f, at + i * cell.bytes(), cell),
                        _ => 0,
                    };
                    push!(v);
                }
                Op::Run { proctype, args, priority } => {
                    if !self.run_process(ProctypeId(proctype), priority, args) {
                        fail!();
                    }
                }
                Op::SetPriority => {
                    let priority = pop!();
                    let pid = pop!();
                    if !self.set_priority(pid, priority) {
                        fail!();
                    }
                }
                Op::End => {
                    if !self.end() {
                        block!();
                    }
                }
                Op::Len => {
                    let q = pop!();
                    let n = self.length(q);
                    push!(n);
                }
                Op::IsEmpty => {
                    let q = pop!();
                    let n = self.length(q);
                    push!(i32::from(n == 0));
                }
                Op::NotEmpty => {
                    let q = pop!();
                    let n = self.length(q);
                    push!(i32::from(n > 0));
                }
                Op::IsFull => {
                    let q = pop!();
                    let full = self.is_full(q);
                    push!(i32::from(full));
                }
                Op::NotFull => {
                    let q = pop!();
                    let full = self.is_full(q);
                    push!(i32::from(!full));
                }
                Op::Poll { mask, random, .. } => {
                    let found = self.poll(mask, random);
                    push!(i32::from(found));
                }
                Op::SendOpen => {
                    let q = pop!();
                    if !self.open_send(q) {
                        block!();
                    }
                }
                Op::Send { args, sorted } => {
                    if !self.send(args as usize, sorted, in_d_step) {
                        fail!();
                    }
                }
                Op::ReceiveOpen { keep } => {
                    let q = pop!();
                    if !self.open_receive(q, keep) {
                        block!();
                    }
                }
                Op::ReceiveMatch(i) => {
                    let wanted = pop!();
                    if self.open_field(i as usize) != wanted {
                        block!();
                    }
                }
                Op::ReceiveMatchConst { field, value } => {
                    if self.open_field(field as usize) != value {
                        block!();
                    }
                }
                Op::SendOpenAt { number, ty, at } => {
                    if !self.open_send_at(number, ty, at) {
                        block!();
                    }
                }
                Op::ReceiveBuffered { number, ty, at, .. } => {
                    if !self.open_buffered(number, ty, at) {
                        block!();
                    }
                }
                Op::ReceiveOpenAt { number, keep, ty, at } => {
                    if !self.open_receive_at(u32::from(number), ty, at, keep) {
                        block!();
                    }
                }
                Op::ReceiveFind { mask } => {
                    if !self.find(mask) {
                        block!();
                    }
                }
                Op::ReceiveField(i) => {
                    let v = self.open_field(i as usize);
                    push!(v);
                }
                Op::ReceiveClose { keep, args } => self.close_receive(keep, args as usize),
                Op::Require => {
                    if pop!() == 0 {
                        block!();
                    }
                }
                Op::RequireGlobal { slot, compare, value } => {
                    if !compare.holds(slot.get(self.memory.get(slot.word)), value) {
                        block!();
                    }
                }
                Op::RequireLocal { slot, compare, value } => {
                    if !compare.holds(slot.get(self.memory.get(self.frame + slot.word)), value) {
                        block!();
                    }
                }
                Op::AddGlobal { slot, by } => {
                    let word = self.memory.get(slot.word);
                    self.memory.set(slot.word, slot.set(word, slot.get(word).wrapping_add(by)));
                }
                Op::AddLocal { slot, by } => {
                    let i = self.frame + slot.word;
                    let word = self.memory.get(i);
                    self.memory.set(i, slot.set(word, slot.get(word).wrapping_add(by)));
                }
                Op::RequireElse => {
                    if self.moved {
                        block!();
                    }
                }
                Op::StoreGlobal(slot) => {
                    let v = pop!();
                    let word = self.memory.get(slot.word);
                    self.memory.set(slot.word, slot.set(word, v));
                }
                Op::StoreLocal(slot) => {
                    let v = pop!();
                    let i = self.frame + slot.word;
                    let word = self.memory.get(i);
                    self.memory.set(i, slot.set(word, v));
                }
                Op::StoreHidden(slot) => {
                    let v = pop!();
                    let i = self.hidden_base + slot.word;
                    let word = self.memory.get_hidden(i);
                    self.memory.set_hidden(i, slot.set(word, v));
                }
                Op::StoreConstGlobal { slot, value } => {
                    let word = self.memory.get(slot.word);
                    self.memory.set(slot.word, slot.set(word, value));
                }
                Op::StoreConstLocal { slot, value } => {
                    let i = self.frame + slot.word;
                    let word = self.memory.get(i);
                    self.memory.set(i, slot.set(word, value));
                }
                Op::StoreIndexGlobal { at, len, cell } => {
                    let v = pop!();
                    let i = pop!();
                    if let Some(i) = self.in_range(i, len) {
                        self.store_byte(0, at + i * cell.bytes(), cell, v);
                    }
                }
                Op::StoreIndexLocal { at, len, cell } => {
                    let v = pop!();
                    let i = pop!();
                    if let Some(i) = self.in_range(i, len) {
                        self.store_byte(self.frame, at + i * cell.bytes(), cell, v);
                    }
                }
                Op::StoreAt { base, cell } => {
                    let v = pop!();
                    let address = pop!() as u32;
                    match base {
                        Base::Global => self.store_byte(0, address, cell, v),
                        Base::Local => self.store_byte(self.frame, address, cell, v),
                        Base::Hidden => {
                            let i = self.hidden_base + address / 4;
                            let word = self.memory.get_hidden(i);
                            self.memory.set_hidden(i, insert(word, (address % 4 * 8) as u8, cell.bits, v));
                        }
                    }
                }
                Op::Assert(message) => {
                    if pop!() == 0 {
                        self.fault(FaultKind::Assertion(MessageId(message)));
                    }
                }
                Op::Print { format, args } => {
                    if self.printing {
                        self.print(format, args);
                    }
                    let first = self.stack.len() - args as usize;
                    self.stack.truncate(first);
                }
                Op::PrintMtype(subtype) => {
                    let v = pop!();
                    if self.printing {
                        self.print_mtype(subtype, v);
                    }
                }
                Op::OnBlock(by) => on_block = OnBlock::Go(at.wrapping_add_signed(by as isize)),
                Op::OnBlockFail(line) => {
                    // `enabled` asks for the first statement of a d_step only.
                    if self.testing > 0 {
                        return true;
                    }
                    on_block = OnBlock::Fail(line);
                }
                Op::OnBlockReturn => on_block = OnBlock::Return,
                Op::Block => block!(),
                Op::NoRendezvous => {
                    if self.rendezvous() != 0 {
                        block!();
                    }
                }
                Op::InDStep => in_d_step = true,
                Op::Wide(op) => {
                    let bottom = *wide.get_or_insert(self.wide.len());
                    match self.run_wide(op, bottom) {
                        Flow::Next => {}
                        Flow::Block => block!(),
                        Flow::Fail => fail!(),
                    }
                }
                Op::EventIs { send } => {
                    let q = pop!();
                    if !self.event_is(q, send) {
                        block!();
                    }
                }
                Op::EventMatch(i) => {
                    let wanted = pop!();
                    if self.event_field(i as usize) != wanted {
                        block!();
                    }
                }
            }
        }
    }

    /// Whether a loop in a `d_step` has run for too long.
    fn stuck(&mut self, jumps: u64) -> bool {
        if jumps > MAX_OPS {
            self.fault(FaultKind::EndlessDStep);
            return true;
        }
        if self.faults.len() > MAX_FAULTS {
            return true;
        }
        self.interrupted.load(std::sync::atomic::Ordering::Relaxed)
    }

    #[inline(always)]
    fn in_range(&mut self, i: i32, len: u32) -> Option<u32> {
        if (i as u32) < len {
            return Some(i as u32);
        }
        self.fault(FaultKind::Index { index: i64::from(i), len: u64::from(len) });
        None
    }

    #[cold]
    fn print(&mut self, format: u32, args: u16) {
        let first = self.stack.len() - args as usize;
        let text = self.format(&self.model.formats[format as usize], self.stack.from(first));
        self.printed.push(Printed { pid: self.pid, text });
    }

    #[cold]
    fn print_mtype(&mut self, subtype: u32, value: i32) {
        let name = super::value::mtype_name(self.model, subtype, value);
        let text = name.map_or_else(|| value.to_string(), str::to_string);
        self.printed.push(Printed { pid: self.pid, text });
    }

    /// Starts a process with the arguments on the stack; leaves its pid there.
    #[inline(never)]
    fn run_process(&mut self, proctype: ProctypeId, priority: u8, args: u16) -> bool {
        let first = self.stack.len() - args as usize;
        let values = self.stack.from(first).to_vec();
        self.stack.truncate(first);
        match self.start(proctype, priority, &values) {
            Some(pid) => {
                self.stack.push(pid as i32);
                true
            }
            None => false,
        }
    }

    /// Whether code blocks at its first op. Most transitions that are tried do, so this saves a call of [`Self::run`].
    #[inline(always)]
    pub(super) fn blocks_at_once(&mut self, code: CodeRef) -> bool {
        match self.code.ops[code.0 as usize] {
            Op::RequireGlobal { slot, compare, value } => !compare.holds(slot.get(self.memory.get(slot.word)), value),
            Op::RequireLocal { slot, compare, value } => {
                !compare.holds(slot.get(self.memory.get(self.frame + slot.word)), value)
            }
            Op::ReceiveBuffered { at, .. } => {
                self.no_message = self.rendezvous() != 0 || self.memory.get(at) & 0xff == 0;
                self.no_message
            }
            _ => false,
        }
    }

    #[inline(always)]
    fn load_byte(&self, frame: u32, byte: u32, cell: Cell) -> i32 {
        extract(self.memory.get(frame + byte / 4), (byte % 4 * 8) as u8, cell.bits, cell.signed)
    }

    #[inline(always)]
    fn store_byte(&mut self, frame: u32, byte: u32, cell: Cell, value: i32) {
        let i = frame + byte / 4;
        let word = self.memory.get(i);
        self.memory.set(i, insert(word, (byte % 4 * 8) as u8, cell.bits, value));
    }

    fn remote(&self, pid: i32) -> Option<super::shape::ProcessPlace> {
        self.shape().processes.get(usize::try_from(pid).ok()?).copied()
    }

    /// The frame of a process that must be of this proctype.
    #[inline(never)]
    fn remote_of(&mut self, pid: i32, proctype: u32) -> Option<u32> {
        let p = self.remote(pid)?;
        if p.proctype.0 == proctype {
            return Some(p.frame);
        }
        self.fault(FaultKind::Remote { wanted: ProctypeId(proctype), process: pid, found: p.proctype });
        None
    }

    #[inline(never)]
    fn test_enabled(&mut self, pid: i32) -> bool {
        match u32::try_from(pid) {
            Ok(p) if p == self.pid && self.model.claim.is_none_or(|c| c.frame != self.frame) => {
                self.fault(FaultKind::EnabledOfSelf);
                false
            }
            Ok(p) => self.is_enabled(p),
            Err(_) => false,
        }
    }

    #[inline(never)]
    fn set_priority(&mut self, pid: i32, priority: i32) -> bool {
        let Some(place) = self.remote(pid) else { return true };
        if !(1..=255).contains(&priority) {
            self.fault(FaultKind::Priority { priority });
            return false;
        }
        if let Some(slot) = self.model.proctype(place.proctype).priority {
            let i = place.frame + slot.word;
            let word = self.memory.get(i);
            self.memory.set(i, slot.set(word, priority));
        }
        true
    }
}
