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

    pub fn compare_slot(&mut self, state: &State, base: Base, slot: Slot, compare: Compare, value: i32) {
        let a = self.load(base, slot);
        let holds = self.compare_int(condition(compare), a, value);
        self.require(state, holds);
    }

    pub fn add_to(&mut self, base: Base, slot: Slot, by: i32) {
        let value = self.load(base, slot);
        let by = self.int(by);
        let value = self.b.ins().iadd(value, by);
        self.store(base, slot, value);
    }

    pub fn op(&mut self, op: Op, state: &mut State) -> Flow {
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
            | Op::Pick(_)
            | Op::Wide(_)
            | Op::EventIs { .. }
            | Op::EventMatch(_) => return Err(Stop::Refused),
        }
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
