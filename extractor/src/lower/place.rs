//! Lvalues: a variable in a register, memory at an address, a bit-field.

use super::address::{Address, Base};
use super::bits::Bits;
use super::builder::{Builder, Home};
use super::{is_aggregate, scalar};
use crate::program::{Expr, ExprKind, ObjectId, Storage, Type, TypeId, literal_bytes, print};
use machine::code::{Binary, Instruction, Reg, TextId};
use machine::types::Type as M;

#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    pub address: Address,
    pub ty: TypeId,
    pub atomic: bool,
    /// The lvalue as written.
    pub text: Option<TextId>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Variable { reg: Reg, shadow: Option<Reg>, text: Option<TextId> },
    Memory(Memory),
    Bits(Bits),
}

/// Whether only the address of an element is wanted, so that it may be the one past the end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Access,
    Address,
}

impl<'p> Builder<'_, 'p> {
    pub(super) fn materialise(&mut self, address: &Address) -> Reg {
        let reg = match address.base {
            Base::Reg(reg) => reg,
            Base::Slot(slot) => {
                let to = self.fresh(M::U64);
                self.emit(Instruction::SlotAddress { to, slot });
                to
            }
            Base::Static(object) => {
                let to = self.fresh(M::U64);
                let offset = address.offset.max(0) as u64;
                self.emit(Instruction::StaticAddress { to, object, offset });
                if address.offset >= 0 {
                    return to;
                }
                to
            }
        };
        if address.offset == 0 {
            return reg;
        }
        let offset = self.constant(M::U64, address.offset as u64 as u128);
        self.binary(Binary::Add, M::U64, reg, offset)
    }

    pub(super) fn lvalue_text(&mut self, e: &Expr) -> Option<TextId> {
        let text = print::expression(self.program, e);
        Some(self.module.text(&text))
    }

    pub(super) fn place(&mut self, e: &'p Expr) -> Place {
        self.place_for(e, Wanted::Access)
    }

    pub(super) fn place_for(&mut self, e: &'p Expr, wanted: Wanted) -> Place {
        let around = std::mem::replace(&mut self.span, e.span);
        let place = self.place_inside(e, wanted);
        self.span = around;
        place
    }

    fn place_inside(&mut self, e: &'p Expr, wanted: Wanted) -> Place {
        let is_atomic = self.program.types.is_atomic(e.ty);
        let memory = |address: Address, atomic: bool, text: Option<TextId>| {
            Place::Memory(Memory { address, ty: e.ty, atomic: atomic || is_atomic, text })
        };
        match &e.kind {
            ExprKind::Object(id) => self.object_place(*id, e),
            ExprKind::Deref(pointer) => {
                if let ExprKind::AddressOf(inner) = &pointer.kind {
                    return self.place_for(inner, wanted);
                }
                let address = self.pointer(pointer);
                let text = self.lvalue_text(e);
                memory(address, false, text)
            }
            ExprKind::Index(base, index) => {
                let (address, atomic) = self.element(base, index, e, wanted);
                let text = self.lvalue_text(e);
                memory(address, atomic, text)
            }
            ExprKind::Member { base, arrow, record, member } => {
                let address = if *arrow { self.pointer(base) } else { self.address_of_record(base) };
                let members = self.program.record(*record).members.as_deref().unwrap_or(&[]);
                let Some(member) = members.get(*member as usize) else {
                    return self.no_place("a member that is not known", e);
                };
                let text = self.lvalue_text(e);
                if member.bits.is_some() {
                    let bits = self.bit_field(address, *record, member, text);
                    return Place::Bits(Bits { ty: e.ty, ..bits });
                }
                memory(address.plus(member.offset / 8), member.atomic, text)
            }
            ExprKind::Str(spelling) => {
                let (bytes, align) = literal_bytes(spelling);
                let object = self.module.literal(bytes, align, spelling);
                let text = self.lvalue_text(e);
                memory(Address { base: Base::Static(object), offset: 0 }, false, text)
            }
            ExprKind::Compound { init, .. } => {
                let address = self.compound_literal(e, init);
                let text = self.lvalue_text(e);
                memory(address, false, text)
            }
            ExprKind::Cast { operand, .. } if is_aggregate(self.program, e.ty) => self.place_for(operand, wanted),
            ExprKind::Comma(parts) => {
                let Some((last, before)) = parts.split_last() else { return self.no_place("an empty list", e) };
                before.iter().for_each(|e| self.effect(e));
                self.place_for(last, wanted)
            }
            ExprKind::Temp { original, .. } => self.place_for(original, wanted),
            _ if is_aggregate(self.program, e.ty) => {
                let address = self.aggregate(e);
                let text = self.lvalue_text(e);
                memory(address, false, text)
            }
            _ => {
                let text = print::expression(self.program, e);
                self.no_place(&format!("`{text}` as a place"), e)
            }
        }
    }

    fn no_place(&mut self, text: &str, e: &Expr) -> Place {
        self.not_modelled(text);
        let zero = self.constant(M::U64, 0);
        Place::Memory(Memory { address: Address::reg(zero), ty: e.ty, atomic: false, text: None })
    }

    fn object_place(&mut self, id: ObjectId, e: &Expr) -> Place {
        let object = self.program.object(id);
        let text = Some(self.module.text(&object.name));
        if let Home::Register { reg, shadow } = self.home(id) {
            return Place::Variable { reg, shadow, text };
        }
        let address = self.object_address(id);
        Place::Memory(Memory { address, ty: e.ty, atomic: object.atomic, text })
    }

    /// The address of a variable that is in memory.
    pub(super) fn object_address(&mut self, id: ObjectId) -> Address {
        let object = self.program.object(id);
        if object.storage == Storage::External {
            self.not_modelled(&format!("`{}`, which is declared `extern` and defined nowhere", object.name));
        }
        let base = match self.home(id) {
            Home::Static(object) => Base::Static(object),
            Home::Slot(slot) => Base::Slot(slot),
            Home::Indirect(reg) => Base::Reg(reg),
            Home::Register { .. } => {
                self.not_modelled(&format!("the address of `{}`, which is in a register", object.name));
                Base::Reg(self.constant(M::U64, 0))
            }
        };
        Address { base, offset: 0 }
    }

    /// The address that a pointer, or an array that becomes one, leads to.
    pub(super) fn pointer(&mut self, e: &'p Expr) -> Address {
        match (&e.kind, self.program.ty(e.ty)) {
            (_, Type::Array(..)) => self.address_for(e, Wanted::Address),
            (ExprKind::AddressOf(inner), _) if self.program.bit_field(inner).is_none() => {
                self.address_for(inner, Wanted::Address)
            }
            _ => Address::reg(self.value(e)),
        }
    }

    /// The address of something in memory.
    pub(super) fn address(&mut self, e: &'p Expr) -> Address {
        self.address_for(e, Wanted::Access)
    }

    pub(super) fn address_for(&mut self, e: &'p Expr, wanted: Wanted) -> Address {
        if let (ExprKind::Function(_), _) | (_, Type::Function { .. }) = (&e.kind, self.program.ty(e.ty)) {
            return Address::reg(self.value(e));
        }
        match self.place_for(e, wanted) {
            Place::Memory(memory) => memory.address,
            Place::Variable { .. } | Place::Bits(_) => {
                self.not_modelled("the address of something that has none");
                Address::reg(self.constant(M::U64, 0))
            }
        }
    }

    /// The address of a struct, which may be a value on the way.
    fn address_of_record(&mut self, e: &'p Expr) -> Address {
        match is_aggregate(self.program, e.ty) {
            true => self.aggregate(e),
            false => self.address(e),
        }
    }

    /// `base[index]`; whether its elements are atomic.
    fn element(&mut self, base: &'p Expr, index: &'p Expr, e: &'p Expr, wanted: Wanted) -> (Address, bool) {
        let (address, atomic) = match self.program.ty(base.ty) {
            Type::Array(..) => match self.place_for(base, Wanted::Access) {
                Place::Memory(memory) => (memory.address, memory.atomic),
                Place::Variable { .. } | Place::Bits(_) => (self.pointer(base), false),
            },
            _ => (Address::reg(self.value(base)), false),
        };
        let length = self.checked_length(base);
        let size = self.program.size_of(e.ty);
        if let (Some(constant), Some(size)) = (self.program.constant(index), size)
            && length.is_none_or(|n| constant >= 0 && constant < n as i128)
        {
            let offset = (constant as u64).wrapping_mul(size);
            return (address.plus(offset), atomic);
        }
        let address = self.hold_address(address, index);
        let value = self.value(index);
        if let (Some(length), Some(ty)) = (length, scalar(self.program, index.ty)) {
            let end = wanted == Wanted::Address;
            self.emit(Instruction::CheckIndex { index: value, ty, length, end });
        }
        let scaled = self.scaled(value, index.ty, e);
        (self.add_to(address, scaled), atomic)
    }

    /// The address keeps its value while another expression is evaluated.
    fn hold_address(&mut self, address: Address, other: &Expr) -> Address {
        match address.base {
            Base::Reg(reg) => Address { base: Base::Reg(self.hold(reg, other)), offset: address.offset },
            Base::Slot(_) | Base::Static(_) => address,
        }
    }

    fn add_to(&mut self, address: Address, distance: Reg) -> Address {
        let base = self.materialise(&Address { base: address.base, offset: 0 });
        let sum = self.binary(Binary::Add, M::U64, base, distance);
        Address { base: Base::Reg(sum), offset: address.offset }
    }

    /// The length that an index is checked against: that of an array of known length, unless it is the last member of
    /// a struct with a length of 0 or 1, which programs use for as many elements as there is room for.
    fn checked_length(&self, base: &Expr) -> Option<u64> {
        let Type::Array(_, Some(length)) = self.program.ty(base.ty) else { return None };
        if let ExprKind::Member { record, member, .. } = &base.kind
            && *length <= 1
        {
            let record = self.program.record(*record);
            let last = record.members.as_ref().map_or(0, Vec::len) == *member as usize + 1;
            if last || record.union {
                return None;
            }
        }
        Some(*length)
    }

    /// An index times the size of the element that an expression is.
    pub(super) fn scaled(&mut self, index: Reg, index_ty: TypeId, element: &'p Expr) -> Reg {
        let from = scalar(self.program, index_ty).unwrap_or(M::I32);
        let index = self.convert_register(index, from, M::U64);
        match self.size_of_expression(element) {
            Size::Known(1) => index,
            Size::Known(size) => {
                let size = self.constant(M::U64, size as u128);
                self.binary(Binary::Mul, M::U64, index, size)
            }
            Size::At(size) => self.binary(Binary::Mul, M::U64, index, size),
        }
    }
}

/// A size in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Size {
    Known(u64),
    At(Reg),
}
