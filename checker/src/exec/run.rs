//! The interpreter: one loop over [`Op`]s, a table of what each does. What that is, is told with the data (`data`), the
//! processes (`processes`), the channels (`channel`) and the stack that it is about.

use super::fault::FaultKind;
use super::machine::{Machine, Printed};
use super::memory::Mark;
use super::op::Op;
use super::wide::Flow;
use crate::model::CodeRef;
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

/// Why the next op does not follow.
enum Stop {
    /// The transition is not possible here; inside of a `d_step` another place may go on.
    Block,
    /// Something went wrong that cannot be gone past.
    Fail,
}

/// What happens after an op: the next one, in any case.
macro_rules! next {
    ($e:expr) => {{
        $e;
        continue;
    }};
}

/// The next one if it holds, else the op blocks.
macro_rules! wait {
    ($e:expr) => {
        if $e { continue } else { Stop::Block }
    };
}

/// The next one if it holds, else the code is given up.
macro_rules! must {
    ($e:expr) => {
        if $e { continue } else { Stop::Fail }
    };
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
        let mut wide: Option<usize> = None; // where values of other types begin
        loop {
            let op = ops[at];
            at += 1;
            let to = |by: i32| at.wrapping_add_signed(by as isize);
            let stop = match op {
                Op::Done => return self.done(in_d_step, started),
                Op::Const(n) => next!(self.stack.push(n)),
                Op::LoadGlobal(s) => next!(self.stack.push(self.global(s))),
                Op::LoadLocal(s) => next!(self.stack.push(self.local(s))),
                Op::LoadHidden(s) => next!(self.stack.push(self.hidden(s))),
                Op::LoadIndexGlobal { at, len, cell } => next!(self.load_index(0, at, len, cell)),
                Op::LoadIndexLocal { at, len, cell } => next!(self.load_index(self.frame, at, len, cell)),
                Op::LoadGlobalAtLocal { at, len, cell, word, shift, bits } => {
                    self.stack.push(self.index_in_frame(word, shift, bits));
                    next!(self.load_index(0, at, u32::from(len), cell))
                }
                Op::Address { at, .. } => next!(self.stack.push(at as i32)),
                Op::Index { len, stride } => next!(self.index(len, stride)),
                Op::LoadAt { base, cell } => next!(self.load_at(base, cell)),
                Op::Drop => next!(self.stack.pop()),
                Op::Pick(i) => next!(self.stack.push(self.stack.get(bottom + usize::from(i)))),
                Op::Neg => next!(self.stack.change(i32::wrapping_neg)),
                Op::Not => next!(self.stack.change(|a| i32::from(a == 0))),
                Op::BitNot => next!(self.stack.change(|a| !a)),
                Op::Bool => next!(self.stack.change(|a| i32::from(a != 0))),
                Op::Add => next!(self.stack.join(i32::wrapping_add)),
                Op::Sub => next!(self.stack.join(i32::wrapping_sub)),
                Op::Mul => next!(self.stack.join(i32::wrapping_mul)),
                Op::Div => must!(self.divide(i32::wrapping_div)),
                Op::Rem => must!(self.divide(i32::wrapping_rem)),
                Op::BitAnd => next!(self.stack.join(|a, b| a & b)),
                Op::BitXor => next!(self.stack.join(|a, b| a ^ b)),
                Op::BitOr => next!(self.stack.join(|a, b| a | b)),
                Op::Shl => next!(self.stack.join(|a, b| a.wrapping_shl(b as u32))),
                Op::Shr => next!(self.stack.join(|a, b| a.wrapping_shr(b as u32))),
                Op::Lt => next!(self.stack.join(|a, b| i32::from(a < b))),
                Op::Gt => next!(self.stack.join(|a, b| i32::from(a > b))),
                Op::Le => next!(self.stack.join(|a, b| i32::from(a <= b))),
                Op::Ge => next!(self.stack.join(|a, b| i32::from(a >= b))),
                Op::Eq => next!(self.stack.join(|a, b| i32::from(a == b))),
                Op::Ne => next!(self.stack.join(|a, b| i32::from(a != b))),
                Op::BinaryGlobal { op, slot } => next!(self.with_global(op, slot)),
                Op::BinaryLocal { op, slot } => next!(self.with_local(op, slot)),
                Op::BinaryConst { op, value } => next!(self.stack.change(|a| op.apply(a, value))),
                Op::AddConst(n) => next!(self.stack.change(|a| a.wrapping_add(n))),
                Op::EqConst(n) => next!(self.stack.change(|a| i32::from(a == n))),
                Op::NeConst(n) => next!(self.stack.change(|a| i32::from(a != n))),
                Op::LtConst(n) => next!(self.stack.change(|a| i32::from(a < n))),
                Op::GtConst(n) => next!(self.stack.change(|a| i32::from(a > n))),
                Op::Jump(by) => {
                    backward += u64::from(by < 0);
                    let goes_on = by >= 0 || !backward.is_multiple_of(1024) || !self.stuck(backward);
                    at = to(by);
                    must!(goes_on)
                }
                Op::JumpIfZero(by) => next!(at = if self.stack.pop() == 0 { to(by) } else { at }),
                Op::AndJump(by) => next!(at = if self.stack.leave_zero() { to(by) } else { at }),
                Op::OrJump(by) => next!(at = if self.stack.leave_one() { to(by) } else { at }),
                Op::Foreign(step) => must!(self.foreign_step(step)),
                Op::Pid => next!(self.stack.push(self.pid as i32)),
                Op::ProcessCount => next!(self.stack.push(self.processes())),
                Op::Timeout => next!(self.stack.push(i32::from(self.timeout))),
                Op::NonProgress => next!(self.stack.push(i32::from(!self.stutter && !self.at_progress()))),
                Op::Enabled => next!(self.push_enabled()),
                Op::PcValue => next!(self.push_control_state()),
                Op::GetPriority => next!(self.push_priority()),
                Op::FirstPid(proctype) => next!(self.stack.push(self.first_pid(proctype))),
                Op::Label(i) => next!(self.stack.push(self.model.label_refs[i as usize].0 as i32)),
                Op::LoadRemote { proctype, slot } => next!(self.load_remote(proctype, slot)),
                Op::LoadRemoteIndex { proctype: p, at, len, cell } => next!(self.load_remote_index(p, at, len, cell)),
                Op::Run { proctype, args, priority } => must!(self.run_process(ProctypeId(proctype), priority, args)),
                Op::SetPriority => must!(self.set_priority()),
                Op::End => wait!(self.end()),
                Op::Len => next!(self.push_of_channel(|m, q| m.length(q))),
                Op::IsEmpty => next!(self.push_of_channel(|m, q| i32::from(m.length(q) == 0))),
                Op::NotEmpty => next!(self.push_of_channel(|m, q| i32::from(m.length(q) > 0))),
                Op::IsFull => next!(self.push_of_channel(|m, q| i32::from(m.is_full(q)))),
                Op::NotFull => next!(self.push_of_channel(|m, q| i32::from(!m.is_full(q)))),
                Op::Poll { mask, random, .. } => next!(self.push_poll(mask, random)),
                Op::SendOpen => wait!(self.open_top(|m, q| m.open_send(q))),
                Op::Send { args, sorted } => must!(self.send(args as usize, sorted, in_d_step)),
                Op::ReceiveOpen { keep } => wait!(self.open_top(|m, q| m.open_receive(q, keep))),
                Op::ReceiveMatch(i) => wait!(self.stack.pop() == self.open_field(i as usize)),
                Op::ReceiveMatchConst { field, value } => wait!(self.open_field(field as usize) == value),
                Op::SendOpenAt { number, ty, at } => wait!(self.open_send_at(number, ty, at)),
                Op::ReceiveBuffered { number, ty, at, .. } => wait!(self.open_buffered(number, ty, at)),
                Op::ReceiveOpenAt { number: q, keep, ty, at } => {
                    wait!(self.open_receive_at(u32::from(q), ty, at, keep))
                }
                Op::ReceiveFind { mask } => wait!(self.find(mask)),
                Op::ReceiveField(i) => next!(self.push_field(i)),
                Op::ReceiveClose { keep, args } => next!(self.close_receive(keep, args as usize)),
                Op::Require => wait!(self.stack.pop() != 0),
                Op::RequireBinary(op) => wait!(self.stack.pop_joined(|a, b| op.apply(a, b)) != 0),
                Op::RequireGlobal { slot, compare, value } => wait!(compare.holds(self.global(slot), value)),
                Op::RequireLocal { slot, compare, value } => wait!(compare.holds(self.local(slot), value)),
                Op::RequireElse => wait!(!self.moved),
                Op::AddGlobal { slot, by } => next!(self.add(slot.word, slot, by)),

                Op::AddLocal { slot, by } => next!(self.add(self.frame + slot.word, slot, by)),
                Op::StoreGlobal(slot) => next!(self.store_top(slot.word, slot)),
                Op::StoreLocal(slot) => next!(self.store_top(self.frame + slot.word, slot)),
                Op::StoreHidden(slot) => next!(self.store_hidden(slot)),
                Op::StoreConstGlobal { slot, value } => next!(self.store(slot.word, slot, value)),
                Op::StoreConstLocal { slot, value } => next!(self.store(self.frame + slot.word, slot, value)),
                Op::StoreIndexGlobal { at, len, cell } => next!(self.store_index(0, at, len, cell)),
                Op::StoreIndexLocal { at, len, cell } => next!(self.store_index(self.frame, at, len, cell)),
                Op::StoreAt { base, cell } => next!(self.store_at(base, cell)),
                Op::Assert(message) => next!(self.assert(MessageId(message))),
                Op::Print { format, args } => next!(self.print(format, args)),
                Op::PrintMtype(subtype) => next!(self.print_mtype(subtype)),
                Op::OnBlock(by) => next!(on_block = OnBlock::Go(to(by))),
                // `enabled` asks for the first statement of a d_step only.
                Op::OnBlockFail(_) if self.testing > 0 => return true,
                Op::OnBlockFail(line) => next!(on_block = OnBlock::Fail(line)),
                Op::OnBlockReturn => next!(on_block = OnBlock::Return),
                Op::Block => Stop::Block,
                Op::NoRendezvous => wait!(self.rendezvous() == 0),
                Op::InDStep => next!(in_d_step = true),
                Op::Wide(op) => match self.run_wide(op, *wide.get_or_insert(self.wide.len())) {
                    Flow::Next => continue,
                    Flow::Block => Stop::Block,
                    Flow::Fail => Stop::Fail,
                },
                Op::EventIs { send } => wait!(self.event_is_top(send)),
                Op::EventMatch(i) => wait!(self.stack.pop() == self.event_field(i as usize)),
            };
            self.stack.truncate(bottom);
            if let Some(bottom) = wide {
                self.wide.truncate(bottom);
            }
            match (stop, on_block) {
                (Stop::Fail, _) | (Stop::Block, OnBlock::Return) => return false,
                (Stop::Block, OnBlock::Go(to)) => at = to,
                (Stop::Block, OnBlock::Fail(line)) => {
                    self.fault(FaultKind::BlocksInDStep { line });
                    return false;
                }
            }
        }
    }

    /// The end of code: the transition is taken.
    #[inline(always)]
    fn done(&mut self, in_d_step: bool, started: Mark) -> bool {
        if in_d_step {
            self.memory.compact(started);
        }
        true
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

    /// Divides, or takes the rest of a division. False if that cannot be done.
    #[inline(always)]
    fn divide(&mut self, f: impl FnOnce(i32, i32) -> i32) -> bool {
        if self.stack.top() == 0 {
            self.fault(FaultKind::DivisionByZero);
            return false;
        }
        self.stack.join(f);
        true
    }

    #[inline(always)]
    fn assert(&mut self, message: MessageId) {
        if self.stack.pop() == 0 {
            self.fault(FaultKind::Assertion(message));
        }
    }

    #[inline(always)]
    fn print(&mut self, format: u32, args: u16) {
        if self.printing {
            self.show(format, args);
        }
        let first = self.stack.len() - args as usize;
        self.stack.truncate(first);
    }

    #[inline(always)]
    fn print_mtype(&mut self, subtype: u32) {
        let value = self.stack.pop();
        if self.printing {
            self.show_mtype(subtype, value);
        }
    }

    #[cold]
    fn show(&mut self, format: u32, args: u16) {
        let first = self.stack.len() - args as usize;
        let text = self.format(&self.model.formats[format as usize], self.stack.from(first));
        self.printed.push(Printed { pid: self.pid, text });
    }

    #[cold]
    fn show_mtype(&mut self, subtype: u32, value: i32) {
        let name = super::value::mtype_name(self.model, subtype, value);
        let text = name.map_or_else(|| value.to_string(), str::to_string);
        self.printed.push(Printed { pid: self.pid, text });
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
}
