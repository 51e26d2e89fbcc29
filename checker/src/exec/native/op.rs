//! One op after the other.

use super::emit::{Emit, Flow, OnBlock, Open, State, Stop};
use super::{Answer, Who};
use crate::exec::op::{Base, Binary, Cell, Compare, Op};
use crate::model::layout::Slot;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

impl Emit<'_, '_> {
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

    pub fn compare_int(&mut self, cc: IntCC, a: Value, b: i32) -> Value {
        let b = self.int(b);
        self.compare(cc, a, b)
    }

    pub fn binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
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
    pub fn divide(&mut self, a: Value, b: Value, remainder: bool) -> Value {
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

    pub fn top(&mut self, f: impl FnOnce(&mut Self, Value) -> Value) -> Flow {
        let value = self.pop()?;
        let value = f(self, value);
        self.push(value);
        Ok(())
    }

    pub fn two(&mut self, op: Binary) -> Flow {
        let b = self.pop()?;
        self.top(|e, a| e.binary(op, a, b))
    }

    pub fn compare_slot(&mut self, state: &State, base: Base, slot: Slot, compare: Compare, value: i32) -> Flow {
        let a = self.load(base, slot);
        let holds = self.compare_int(condition(compare), a, value);
        self.require(state, holds);
        Ok(())
    }

    pub fn add_to(&mut self, base: Base, slot: Slot, by: i32) -> Flow {
        let value = self.load(base, slot);
        let by = self.int(by);
        let value = self.b.ins().iadd(value, by);
        self.store(base, slot, value);
        Ok(())
    }

    /// What an op does: a table, one row for each.
    pub fn op(&mut self, op: Op, state: &mut State) -> Flow {
        match op {
            Op::Done => self.end_unit(*state),
            Op::Const(n) => self.push_int(n),
            Op::LoadGlobal(s) => self.push_slot(Base::Global, s),
            Op::LoadLocal(s) => self.push_slot(Base::Local, s),
            Op::LoadHidden(s) => self.push_slot(Base::Hidden, s),
            Op::LoadIndexGlobal { at, len, cell } => self.load_element(Base::Global, at, len, cell),
            Op::LoadIndexLocal { at, len, cell } => self.load_element(Base::Local, at, len, cell),
            Op::LoadGlobalAtLocal { at, len, cell, word, shift, bits } => {
                self.push_slot(Base::Local, Slot { word: u32::from(word), shift, bits, signed: false })?;
                self.load_element(Base::Global, at, u32::from(len), cell)
            }
            Op::Address { at, .. } => self.push_int(at as i32),
            Op::Index { len, stride } => self.index(len, stride),
            Op::LoadAt { base, cell } => self.load_at(base, cell),
            Op::Drop => self.pop().map(|_| ()),
            Op::Neg => self.top(|e, v| e.b.ins().ineg(v)),
            Op::Not => self.top(|e, v| e.compare_int(IntCC::Equal, v, 0)),
            Op::Bool => self.top(|e, v| e.compare_int(IntCC::NotEqual, v, 0)),
            Op::BitNot => self.top(|e, v| e.b.ins().bnot(v)),
            Op::Add => self.two(Binary::Add),
            Op::Sub => self.two(Binary::Sub),
            Op::Mul => self.two(Binary::Mul),
            Op::BitAnd => self.two(Binary::BitAnd),
            Op::BitXor => self.two(Binary::BitXor),
            Op::BitOr => self.two(Binary::BitOr),
            Op::Lt => self.two(Binary::Lt),
            Op::Gt => self.two(Binary::Gt),
            Op::Le => self.two(Binary::Le),
            Op::Ge => self.two(Binary::Ge),
            Op::Eq => self.two(Binary::Eq),
            Op::Ne => self.two(Binary::Ne),
            Op::Div => self.checked_division(false),
            Op::Rem => self.checked_division(true),
            Op::Shl => self.operands(|e, a, b| e.b.ins().ishl(a, b)),
            Op::Shr => self.operands(|e, a, b| e.b.ins().sshr(a, b)),
            Op::AddConst(n) => self.with_const(Binary::Add, n),
            Op::EqConst(n) => self.with_const(Binary::Eq, n),
            Op::NeConst(n) => self.with_const(Binary::Ne, n),
            Op::LtConst(n) => self.with_const(Binary::Lt, n),
            Op::GtConst(n) => self.with_const(Binary::Gt, n),
            Op::BinaryConst { op, value } => self.with_const(op, value),
            Op::BinaryGlobal { op, slot } => self.with_slot(op, Base::Global, slot),
            Op::BinaryLocal { op, slot } => self.with_slot(op, Base::Local, slot),
            Op::Jump(by) => self.jump(state, by),
            Op::JumpIfZero(by) => self.jump_if_zero(state, by),
            Op::AndJump(by) => self.short_circuit(state, by, 0),
            Op::OrJump(by) => self.short_circuit(state, by, 1),
            Op::Pid => self.push_pid(),
            Op::Timeout => self.push_timeout(),
            Op::Label(i) => self.push_int(self.view.model.label_refs[i as usize].0 as i32),
            Op::Len | Op::IsEmpty | Op::NotEmpty | Op::IsFull | Op::NotFull => self.channel_test(op),
            Op::SendOpen => self.open_any(state).and_then(|()| self.open_send(state)),
            Op::ReceiveOpen { keep } => self.open_any(state).and_then(|()| self.open_receive(state, keep)),
            Op::SendOpenAt { number, ty, at } => {
                state.open = Some(Open { ty, fixed: Some((number, at)), tested: true });
                self.open_send(state)
            }
            Op::ReceiveBuffered { number, keep, ty, at } | Op::ReceiveOpenAt { number, keep, ty, at } => {
                state.open = Some(Open { ty, fixed: Some((u32::from(number), at)), tested: true });
                self.open_receive(state, keep)
            }
            Op::Send { args, .. } => self.send(state, args),
            Op::ReceiveMatch(i) => self.require_field(state, i, None),
            Op::ReceiveMatchConst { field, value } => self.require_field(state, field, Some(value)),
            Op::ReceiveField(i) => self.push_field(state, i),
            Op::ReceiveClose { keep, args } => self.close(state, keep, args),
            Op::Require => self.require_top(state),
            Op::RequireBinary(op) => self.two(op).and_then(|()| self.require_top(state)),
            Op::RequireGlobal { slot, compare, value } => self.compare_slot(state, Base::Global, slot, compare, value),
            Op::RequireLocal { slot, compare, value } => self.compare_slot(state, Base::Local, slot, compare, value),
            Op::RequireElse => self.require_other(state),
            Op::StoreGlobal(slot) => self.store_top(Base::Global, slot),
            Op::StoreLocal(slot) => self.store_top(Base::Local, slot),
            Op::StoreHidden(slot) => self.store_top(Base::Hidden, slot),
            Op::AddGlobal { slot, by } => self.add_to(Base::Global, slot, by),
            Op::AddLocal { slot, by } => self.add_to(Base::Local, slot, by),
            Op::StoreConstGlobal { slot, value } => self.store_const(Base::Global, slot, value),
            Op::StoreConstLocal { slot, value } => self.store_const(Base::Local, slot, value),
            Op::StoreIndexGlobal { at, len, cell } => self.store_element(Base::Global, at, len, cell),
            Op::StoreIndexLocal { at, len, cell } => self.store_element(Base::Local, at, len, cell),
            Op::StoreAt { base, cell } => self.store_at(base, cell),
            Op::Assert(_) => self.check_top(),
            // Nothing is printed in a search.
            Op::Print { args, .. } => self.pop_many(usize::from(args)).map(|_| ()),
            Op::PrintMtype(_) => self.pop().map(|_| ()),
            Op::OnBlock(by) => self.on_block(state, OnBlock::Go(state.at.checked_add_signed(by).ok_or(Stop::Refused)?)),
            Op::OnBlockFail(_) => self.on_block(state, OnBlock::Fail),
            Op::OnBlockReturn => self.on_block(state, OnBlock::Return),
            Op::Block => self.block(state),
            Op::NoRendezvous => self.require_no_rendezvous(state),
            Op::InDStep => self.in_d_step(state),
            Op::Enabled | Op::NonProgress | Op::ProcessCount | Op::PcValue | Op::GetPriority => Err(Stop::Refused),
            Op::FirstPid(_) | Op::LoadRemote { .. } | Op::LoadRemoteIndex { .. } => Err(Stop::Refused),
            Op::Run { .. } | Op::SetPriority | Op::End | Op::Poll { .. } | Op::ReceiveFind { .. } => Err(Stop::Refused),
            Op::Foreign(_) | Op::Pick(_) | Op::Wide(_) | Op::EventIs { .. } | Op::EventMatch(_) => Err(Stop::Refused),
        }
    }

    fn push_int(&mut self, value: i32) -> Flow {
        let v = self.int(value);
        self.push(v);
        Ok(())
    }

    fn push_slot(&mut self, base: Base, slot: Slot) -> Flow {
        let v = self.load(base, slot);
        self.push(v);
        Ok(())
    }

    fn push_pid(&mut self) -> Flow {
        let v = self.b.ins().ireduce(types::I32, self.who);
        self.push(v);
        Ok(())
    }

    fn push_timeout(&mut self) -> Flow {
        let v = self.flag(Who::TIMEOUT);
        self.push(v);
        Ok(())
    }

    fn push_field(&mut self, state: &State, field: u16) -> Flow {
        let v = self.field(state, field)?;
        self.push(v);
        Ok(())
    }

    /// Pops an index and an address; pushes the address of the element.
    fn index(&mut self, len: u32, stride: u32) -> Flow {
        let index = self.pop()?;
        let address = self.pop()?;
        self.check_index(index, len);
        let stride = self.int(stride as i32);
        let by = self.b.ins().imul(index, stride);
        let v = self.b.ins().iadd(address, by);
        self.push(v);
        Ok(())
    }

    fn load_at(&mut self, base: Base, cell: Cell) -> Flow {
        let address = self.pop()?;
        self.check_address(base, address, cell);
        let (area, byte) = self.shifted(base, 0, address);
        let v = self.load_cell(area, byte, cell);
        self.push(v);
        Ok(())
    }

    fn store_at(&mut self, base: Base, cell: Cell) -> Flow {
        let value = self.pop()?;
        let address = self.pop()?;
        self.check_address(base, address, cell);
        let (area, byte) = self.shifted(base, 0, address);
        self.store_cell(area, byte, cell, value);
        Ok(())
    }

    fn store_top(&mut self, base: Base, slot: Slot) -> Flow {
        let v = self.pop()?;
        self.store(base, slot, v);
        Ok(())
    }

    fn store_const(&mut self, base: Base, slot: Slot, value: i32) -> Flow {
        let v = self.int(value);
        self.store(base, slot, v);
        Ok(())
    }

    fn operands(&mut self, f: impl FnOnce(&mut Self, Value, Value) -> Value) -> Flow {
        let b = self.pop()?;
        self.top(|e, a| f(e, a, b))
    }

    /// Division by something that may be 0.
    fn checked_division(&mut self, remainder: bool) -> Flow {
        let b = self.pop()?;
        self.check(b);
        self.top(|e, a| e.divide(a, b, remainder))
    }

    fn with_slot(&mut self, op: Binary, base: Base, slot: Slot) -> Flow {
        let b = self.load(base, slot);
        self.top(|e, a| e.binary(op, a, b))
    }

    fn jump(&mut self, state: &State, by: i32) -> Flow {
        self.count_jump(by);
        let to = self.jump_to(state, by)?;
        self.goto(to)
    }

    fn jump_if_zero(&mut self, state: &State, by: i32) -> Flow {
        let v = self.pop()?;
        self.jump_unless(state, by, v)
    }

    /// `&&` and `||`: leaves a value and jumps if it is that one, else takes it away.
    fn short_circuit(&mut self, state: &State, by: i32, value: i32) -> Flow {
        let v = self.pop()?;
        self.push_int(value)?;
        let goes_on = if value == 0 { v } else { self.compare_int(IntCC::Equal, v, 0) };
        self.jump_unless(state, by, goes_on)?;
        self.pop().map(|_| ())
    }

    fn jump_unless(&mut self, state: &State, by: i32, goes_on: Value) -> Flow {
        self.count_jump(by);
        let to = self.jump_to(state, by)?;
        let block = self.block_for(to);
        self.go_on_if(goes_on, block);
        Ok(())
    }

    fn require_top(&mut self, state: &State) -> Flow {
        let v = self.pop()?;
        self.require(state, v);
        Ok(())
    }

    /// A field has to have a value: this one, or the one on top.
    fn require_field(&mut self, state: &State, field: u16, value: Option<i32>) -> Flow {
        let wanted = match value {
            Some(n) => self.int(n),
            None => self.pop()?,
        };
        let v = self.field(state, field)?;
        let same = self.compare(IntCC::Equal, v, wanted);
        self.require(state, same);
        Ok(())
    }

    fn require_other(&mut self, state: &State) -> Flow {
        self.require_else(state);
        Ok(())
    }

    fn require_no_rendezvous(&mut self, state: &State) -> Flow {
        let number = self.rendezvous();
        let none = self.compare_int(IntCC::Equal, number, 0);
        self.require(state, none);
        Ok(())
    }

    fn check_top(&mut self) -> Flow {
        let v = self.pop()?;
        self.check(v);
        Ok(())
    }

    fn on_block(&mut self, state: &mut State, on_block: OnBlock) -> Flow {
        state.on_block = on_block;
        Ok(())
    }

    fn block(&mut self, state: &State) -> Flow {
        let block = self.blocked(state, Answer::Blocked);
        self.b.ins().jump(block, &[]);
        Err(Stop::Ends)
    }

    fn in_d_step(&mut self, state: &mut State) -> Flow {
        state.in_d_step = true;
        Ok(())
    }

    pub fn with_const(&mut self, op: Binary, value: i32) -> Flow {
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

    pub fn load_element(&mut self, base: Base, at: u32, len: u32, cell: Cell) -> Flow {
        let index = self.pop()?;
        self.check_index(index, len);
        let (area, byte) = self.element(base, at, index, cell);
        let v = self.load_cell(area, byte, cell);
        self.push(v);
        Ok(())
    }

    pub fn store_element(&mut self, base: Base, at: u32, len: u32, cell: Cell) -> Flow {
        let value = self.pop()?;
        let index = self.pop()?;
        self.check_index(index, len);
        let (area, byte) = self.element(base, at, index, cell);
        self.store_cell(area, byte, cell, value);
        Ok(())
    }
}

fn condition(compare: Compare) -> IntCC {
    match compare {
        Compare::Eq => IntCC::Equal,
        Compare::Ne => IntCC::NotEqual,
        Compare::Lt => IntCC::SignedLessThan,
        Compare::Gt => IntCC::SignedGreaterThan,
    }
}
