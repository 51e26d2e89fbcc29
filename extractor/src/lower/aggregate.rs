//! Structs and unions as values: where they are, and how they are copied.
//!
//! A copy goes word by word with the shadow, so that members that were never set and padding move as they are.
//! Objects above 128 bytes are copied by a loop.

use super::address::{Address, Base};
use super::builder::Builder;
use super::is_aggregate;
use super::place::{Memory, Place};
use crate::program::{Expr, ExprKind, Member, Stmt, StmtKind, Type, TypeId};
use machine::code::{Binary, Compare, Instruction, Intrinsic, Reg, TextId};
use machine::types::Type as M;

/// Which side of a copy is atomic.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    From,
    To,
}

/// Above this size copies and fills are loops.
const UNROLLED: u64 = 128;

impl<'p> Builder<'_, 'p> {
    /// Where the value of an expression of a struct type is.
    pub(super) fn aggregate(&mut self, e: &'p Expr) -> Address {
        let around = std::mem::replace(&mut self.span, e.span);
        let address = self.aggregate_inside(e);
        self.span = around;
        address
    }

    fn aggregate_inside(&mut self, e: &'p Expr) -> Address {
        match &e.kind {
            ExprKind::Object(_) | ExprKind::Deref(_) | ExprKind::Index(..) | ExprKind::Member { .. }
                if self.program.types.is_atomic(e.ty) =>
            {
                let from = self.address(e);
                let text = self.lvalue_text(e);
                let copy = self.temporary_of(e.ty);
                self.copy_atomic(&copy, &from, e.ty, text, Side::From);
                copy
            }
            ExprKind::Object(_)
            | ExprKind::Deref(_)
            | ExprKind::Index(..)
            | ExprKind::Member { .. }
            | ExprKind::Compound { .. } => self.address(e),
            ExprKind::Call { callee, arguments } => Address::reg(self.call(e, callee, arguments, true)),
            ExprKind::Assign(assign) => Address::reg(self.assign(assign, true)),
            ExprKind::Comma(parts) => {
                let Some((last, before)) = parts.split_last() else { return self.no_aggregate(e) };
                before.iter().for_each(|p| self.effect(p));
                self.aggregate(last)
            }
            ExprKind::Conditional { condition, then: Some(then), otherwise } => {
                let (yes, no, after) = (self.label(), self.label(), self.label());
                let result = self.variable(M::U64);
                self.branch(condition, yes, no);
                self.bind(yes);
                let address = self.aggregate(then);
                let address = self.materialise(&address);
                self.set(result, address);
                self.jump_to(after);
                self.bind(no);
                let address = self.aggregate(otherwise);
                let address = self.materialise(&address);
                self.set(result, address);
                self.bind(after);
                Address::reg(result)
            }
            ExprKind::Cast { operand, .. } if self.program.compatible(operand.ty, e.ty) => self.aggregate(operand),
            // `(union u)x`: the member of the type of `x` is set.
            ExprKind::Cast { operand, .. } if !is_aggregate(self.program, operand.ty) => {
                let room = self.temporary_of(e.ty);
                let value = self.value(operand);
                let ty = self.decayed_type(operand);
                let text = self.lvalue_text(e);
                self.store(&Place::Memory(Memory { address: room, ty, atomic: false, text }), value);
                room
            }
            ExprKind::Statement(list) => self.statement_aggregate(list, e),
            ExprKind::Temp { original, .. } => self.aggregate(original),
            ExprKind::VaArg { list, .. } => self.va_arg_address(list, e.ty),
            _ => self.no_aggregate(e),
        }
    }

    fn no_aggregate(&mut self, e: &Expr) -> Address {
        let text = self.text_of(e);
        self.not_modelled(&format!("`{text}` as a value of a struct or union"));
        Address::reg(self.constant(M::U64, 0))
    }

    /// `({ …; s; })`: the value is copied before the scope ends it.
    fn statement_aggregate(&mut self, list: &'p [Stmt], e: &'p Expr) -> Address {
        let kept = self.temporary_of(e.ty);
        let Some((last, before)) = list.split_last() else { return kept };
        self.enter_block(list);
        self.statements(before);
        let mut last = last;
        while let StmtKind::Label { name, body } = &last.kind {
            self.named_label(name);
            last = body;
        }
        match &last.kind {
            StmtKind::Expr(value) => {
                let from = self.aggregate(value);
                let text = self.lvalue_text(value);
                self.copy_object(&kept, &from, e.ty, text);
            }
            _ => self.statement(last),
        }
        self.leave();
        kept
    }

    /// Room for a value of a type until the end of the statement.
    pub(super) fn temporary_of(&mut self, ty: TypeId) -> Address {
        let size = self.program.size_of(ty).unwrap_or(0);
        let align = self.program.align_of(ty).unwrap_or(1);
        let slot = self.temporary(size, align);
        Address { base: Base::Slot(slot), offset: 0 }
    }

    pub(super) fn copy_object(&mut self, to: &Address, from: &Address, ty: TypeId, text: Option<TextId>) {
        let Some(size) = self.program.size_of(ty) else {
            return self.not_modelled("a copy of an object whose size is not known");
        };
        self.copy_bytes(to, from, size, text);
    }

    /// A copy from or to an `_Atomic` struct: one access if an instruction can do it, else an atomic section.
    pub(super) fn copy_atomic(&mut self, to: &Address, from: &Address, ty: TypeId, text: Option<TextId>, side: Side) {
        let size = self.program.size_of(ty).unwrap_or(0);
        match M::unsigned(size).filter(|_| !self.has_padding(ty)) {
            Some(word) => {
                let (source, target) = (self.materialise(from), self.materialise(to));
                let value = self.fresh(word);
                let atomic = side == Side::From;
                self.emit_access(Instruction::Load { to: value, address: source, ty: word, atomic }, text);
                let store = Instruction::Store { address: target, value, ty: word, atomic: !atomic };
                self.emit_access(store, text);
                if side == Side::To {
                    self.fence();
                }
            }
            None => {
                self.emit(Instruction::Intrinsic(Intrinsic::AtomicBegin));
                self.copy_object(to, from, ty, text);
                self.emit(Instruction::Intrinsic(Intrinsic::AtomicEnd));
            }
        }
    }

    /// Whether a struct has bytes that belong to no member, which may never have been set; of a union nobody knows.
    fn has_padding(&self, ty: TypeId) -> bool {
        let Type::Record(record) = self.program.ty(ty) else { return false };
        let record = self.program.record(*record);
        let members = record.members.as_deref().unwrap_or(&[]);
        let used: u64 = members.iter().map(|m| self.program.size_of(m.ty).unwrap_or(0)).sum();
        let plain =
            |m: &Member| m.bits.is_none() && !matches!(self.program.ty(m.ty), Type::Record(_) | Type::Array(..));
        record.union || Some(used) != self.program.size_of(ty) || !members.iter().all(plain)
    }

    pub(super) fn copy_bytes(&mut self, to: &Address, from: &Address, size: u64, text: Option<TextId>) {
        let looped = if size > UNROLLED { size / 8 * 8 } else { 0 };
        if looped > 0 {
            let source = self.materialise(from);
            let target = self.materialise(to);
            self.each_word(looped, &mut |builder, at| {
                let from = builder.binary(Binary::Add, M::U64, source, at);
                let to = builder.binary(Binary::Add, M::U64, target, at);
                builder.copy_word(from, to, M::U64, text);
            });
        }
        for (at, ty) in words(looped, size) {
            let from = self.materialise(&from.plus(at));
            let to = self.materialise(&to.plus(at));
            self.copy_word(from, to, ty, text);
        }
    }

    fn copy_word(&mut self, from: Reg, to: Reg, ty: M, text: Option<TextId>) {
        let (value, shadow) = (self.fresh(ty), self.fresh(ty));
        self.emit_access(Instruction::LoadRaw { to: value, shadow, address: from, ty }, text);
        self.emit_access(Instruction::StoreRaw { address: to, value, shadow, ty }, text);
    }

    /// Sets bytes to 0.
    pub(super) fn zero_fill(&mut self, to: &Address, size: u64, text: Option<TextId>) {
        let looped = if size > UNROLLED { size / 8 * 8 } else { 0 };
        if looped > 0 {
            let target = self.materialise(to);
            let zero = self.constant(M::U64, 0);
            self.each_word(looped, &mut |builder, at| {
                let address = builder.binary(Binary::Add, M::U64, target, at);
                builder.emit_access(Instruction::Store { address, value: zero, ty: M::U64, atomic: false }, text);
            });
        }
        for (at, ty) in words(looped, size) {
            let address = self.materialise(&to.plus(at));
            let value = self.constant(ty, 0);
            self.emit_access(Instruction::Store { address, value, ty, atomic: false }, text);
        }
    }

    /// A loop over the multiples of 8 below a size.
    fn each_word(&mut self, size: u64, body: &mut dyn FnMut(&mut Self, Reg)) {
        self.each_step(size / 8, 8, body);
    }

    /// A loop that runs a number of times, with a multiple of the step each time.
    pub(super) fn each_step(&mut self, count: u64, step: u64, body: &mut dyn FnMut(&mut Self, Reg)) {
        let at = self.variable(M::U64);
        self.emit(Instruction::Const { to: at, bits: 0 });
        let (again, after) = (self.label(), self.label());
        self.bind(again);
        body(self, at);
        let end = self.constant(M::U64, u128::from(count.wrapping_mul(step)));
        let step = self.constant(M::U64, u128::from(step));
        let next = self.binary(Binary::Add, M::U64, at, step);
        self.set(at, next);
        let more = self.compare(Compare::Lt, M::U64, at, end);
        self.branch_to(more, again, after);
        self.bind(after);
    }
}

/// The parts of bytes from a place to the end: 8, 4, 2 or 1 at a time.
pub(super) fn words(start: u64, end: u64) -> Vec<(u64, M)> {
    let mut list = Vec::new();
    let mut at = start;
    while at < end {
        let size = [8, 4, 2, 1].into_iter().find(|s| at + s <= end).unwrap_or(1);
        list.push((at, M::unsigned(size).unwrap_or(M::U8)));
        at += size;
    }
    list
}
