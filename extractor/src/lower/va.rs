//! `va_start`, `va_arg`, `va_copy`, `va_end`.
//!
//! The first 8 bytes of a `va_list` are the address of the next cell of the block that the caller made (see `call`).
//! `va_end` makes the list one that was ended: address 0.

use super::address::Address;
use super::builder::Builder;
use super::call::CELL;
use super::is_aggregate;
use super::place::{Memory, Place};
use crate::program::{Expr, TypeId};
use machine::code::{Binary, Instruction, Reg};
use machine::types::Type as M;

impl<'p> Builder<'_, 'p> {
    /// The address of a `va_list`, which may itself be passed by its address.
    fn va_list(&mut self, list: &'p Expr) -> Reg {
        self.value(list)
    }

    pub(super) fn va_start(&mut self, list: &'p Expr) {
        let list = self.va_list(list);
        let Some(block) = self.variadic_block else {
            return self.not_modelled("`va_start` in a function without `...`");
        };
        self.emit(Instruction::Store { address: list, value: block, ty: M::U64, atomic: false });
    }

    pub(super) fn va_end(&mut self, list: &'p Expr) {
        let list = self.va_list(list);
        let value = self.constant(M::U64, 0);
        self.emit(Instruction::Store { address: list, value, ty: M::U64, atomic: false });
    }

    pub(super) fn va_copy(&mut self, to: &'p Expr, from: &'p Expr) {
        let to = self.va_list(to);
        let from = self.va_list(from);
        let value = self.fresh(M::U64);
        self.emit(Instruction::Load { to: value, address: from, ty: M::U64, atomic: false });
        self.emit(Instruction::Store { address: to, value, ty: M::U64, atomic: false });
    }

    /// The next argument's address; the list goes on behind it.
    pub(super) fn va_arg_address(&mut self, list: &'p Expr, ty: TypeId) -> Address {
        let list = self.va_list(list);
        let cell = self.fresh(M::U64);
        self.emit(Instruction::Load { to: cell, address: list, ty: M::U64, atomic: false });
        let cells = self.program.size_of(ty).unwrap_or(8).div_ceil(CELL).max(1);
        let size = self.constant(M::U64, u128::from(cells * CELL));
        let next = self.binary(Binary::Add, M::U64, cell, size);
        self.emit(Instruction::Store { address: list, value: next, ty: M::U64, atomic: false });
        Address::reg(cell)
    }

    pub(super) fn va_arg_value(&mut self, list: &'p Expr, ty: TypeId) -> Reg {
        if is_aggregate(self.program, ty) {
            let address = self.va_arg_address(list, ty);
            return self.materialise(&address);
        }
        let address = self.va_arg_address(list, ty);
        // A list that is passed on is passed by its address.
        let ty = if ty == TypeId::VA_LIST { TypeId::VOID_POINTER } else { ty };
        let text = Some(self.module.text("the next argument"));
        self.load(&Place::Memory(Memory { address, ty, atomic: false, text }))
    }
}
