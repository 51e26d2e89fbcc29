//! Declarations of locals: slots, initialisers, arrays whose length is not a constant.

use super::address::{Address, Base};
use super::aggregate::words;
use super::builder::{Builder, Home};
use super::is_aggregate;
use super::place::{Memory, Place, Size};
use crate::program::{
    Declaration, Declarator, Expr, ExprKind, Init, InitItem, InitStep, ObjectId, RecordId, Storage, Type, TypeId,
    VariableSize, literal_bytes,
};
use machine::code::{Binary, Instruction, Intrinsic, Reg, TextId};
use machine::types::Type as M;

/// A range of elements that is longer than this is set by a loop.
const UNROLLED: u64 = 16;

impl<'p> Builder<'_, 'p> {
    pub(super) fn declaration(&mut self, declaration: &'p Declaration) {
        for declarator in &declaration.declarators {
            let object = self.program.object(declarator.object);
            let mark = self.live_temporaries.len();
            match object.storage {
                Storage::Local | Storage::Shared | Storage::Parameter => self.local(declarator),
                Storage::Global
                | Storage::External
                | Storage::FileStatic
                | Storage::LocalStatic
                | Storage::ThreadLocal => {}
            }
            self.end_temporaries(mark);
        }
    }

    fn local(&mut self, declarator: &'p Declarator) {
        let id = declarator.object;
        let object = self.program.object(id);
        self.take_lengths(&declarator.length_types, &declarator.lengths);
        let text = Some(self.module.text(&object.name));
        if matches!(self.program.ty(object.ty), Type::Array(..)) && self.program.size_of(object.ty).is_none() {
            return self.variable_array(id);
        }
        if self.program.size_of(object.ty).is_none() {
            return self.not_modelled(&format!("the size of `{}`", object.name));
        }
        match self.home(id) {
            Home::Register { reg, shadow } => {
                let place = Place::Variable { reg, shadow, text };
                match &object.init {
                    Some(init) => self.initialise_scalar(&place, init, object.ty),
                    None => {
                        if let Some(shadow) = shadow {
                            let bits = self.register_type(shadow).cut(u128::MAX);
                            self.emit(Instruction::Const { to: shadow, bits });
                        }
                    }
                }
            }
            Home::Slot(slot) => {
                if let Some(scope) = self.open.last() {
                    self.scopes[scope.0 as usize].declared.push(slot);
                }
                self.emit(Instruction::SlotBegin { slot });
                if let Some(init) = &object.init {
                    let address = Address { base: Base::Slot(slot), offset: 0 };
                    self.initialise(&address, object.ty, init, text);
                }
            }
            Home::Indirect(_) | Home::Static(_) => {}
        }
        if object.cleanup.is_some()
            && let Some(scope) = self.open.last()
        {
            self.scopes[scope.0 as usize].cleanups.push(id);
        }
    }

    /// Evaluates the lengths in a type, from left to right.
    pub(super) fn take_lengths(&mut self, types: &[TypeId], lengths: &'p [Expr]) {
        for (ty, length) in types.iter().zip(lengths) {
            let length = self.length(length);
            self.lengths.insert(*ty, length);
        }
    }

    /// The length of an array, in a register of its own.
    fn length(&mut self, e: &'p Expr) -> Reg {
        let value = self.value(e);
        let value = self.convert(value, self.decayed_type(e), TypeId::ULONG);
        let kept = self.variable(M::U64);
        self.set(kept, value);
        kept
    }

    fn variable_array(&mut self, id: ObjectId) {
        let object = self.program.object(id);
        let address = match self.homes.get(&id) {
            Some(Home::Indirect(address)) => *address,
            _ => self.variable(M::U64),
        };
        self.homes.insert(id, Home::Indirect(address));
        let scope = self.open.last().copied();
        if let Some(scope) = scope {
            self.scopes[scope.0 as usize].arrays.push(address);
        }
        // A jump back over the declaration leaves the one before.
        self.emit(Instruction::Intrinsic(Intrinsic::ReleaseLocal { address }));
        let size = match self.size(object.ty) {
            Some(Size::Known(size)) => self.constant(M::U64, u128::from(size)),
            Some(Size::At(reg)) => reg,
            None => return self.not_modelled(&format!("the size of `{}`", object.name)),
        };
        self.emit(Instruction::Intrinsic(Intrinsic::AllocateLocal { to: address, size }));
    }

    pub(super) fn compound_literal(&mut self, e: &'p Expr, init: &'p Init) -> Address {
        let size = self.program.size_of(e.ty).unwrap_or(0);
        let align = self.program.align_of(e.ty).unwrap_or(1);
        let slot = self.new_slot("compound literal", size, align);
        self.begin_temporary(slot);
        let address = Address { base: Base::Slot(slot), offset: 0 };
        let text = self.lvalue_text(e);
        self.initialise(&address, e.ty, init, text);
        address
    }

    fn initialise_scalar(&mut self, place: &Place, init: &'p Init, ty: TypeId) {
        match init {
            Init::Expr(e) => {
                if matches!(self.program.ty(ty), Type::Int { bits: 8, .. }) && self.character_source(e).is_some() {
                    let (value, shadow) = self.character(e);
                    self.store_character(place, value, shadow);
                    return;
                }
                let value = self.value(e);
                let value = self.convert(value, self.decayed_type(e), ty);
                self.store(place, value);
            }
            Init::List(items) => match items.first() {
                Some(item) => {
                    let value = self.value(&item.value);
                    let value = self.convert(value, self.decayed_type(&item.value), ty);
                    self.store(place, value);
                }
                None => {
                    let zero = self.integer(0, ty);
                    self.store(place, zero);
                }
            },
            Init::Opaque(_) => self.not_modelled("this initialiser"),
        }
    }

    /// Gives an object in memory its first value.
    pub(super) fn initialise(&mut self, to: &Address, ty: TypeId, init: &'p Init, text: Option<TextId>) {
        match init {
            Init::Expr(e) => self.initialise_part(to, ty, e, text),
            Init::List(items) if matches!(self.program.ty(ty), Type::Array(..) | Type::Record(_)) => {
                self.fill_unnamed(to, ty, items, text);
                for item in items {
                    let around = std::mem::replace(&mut self.span, item.value.span);
                    self.item(to, ty, item, text);
                    self.span = around;
                }
            }
            Init::List(_) => {
                let place = Place::Memory(Memory { address: *to, ty, atomic: false, text });
                self.initialise_scalar(&place, init, ty);
            }
            Init::Opaque(_) => self.not_modelled("this initialiser"),
        }
    }

    fn initialise_part(&mut self, to: &Address, ty: TypeId, e: &'p Expr, text: Option<TextId>) {
        if let (ExprKind::Str(spelling), Type::Array(..)) = (&e.kind, self.program.ty(ty)) {
            return self.fill_string(to, ty, spelling, text);
        }
        if is_aggregate(self.program, ty) || matches!(self.program.ty(ty), Type::Array(..)) {
            let from = match self.program.ty(e.ty) {
                Type::Array(..) => self.address(e),
                _ => self.aggregate(e),
            };
            return self.copy_object(to, &from, ty, text);
        }
        let place = Place::Memory(Memory { address: *to, ty, atomic: false, text });
        if matches!(self.program.ty(ty), Type::Int { bits: 8, .. }) && self.character_source(e).is_some() {
            let (value, shadow) = self.character(e);
            self.store_character(&place, value, shadow);
            return;
        }
        let value = self.value(e);
        let value = self.convert(value, self.decayed_type(e), ty);
        self.store(&place, value);
    }

    /// The bytes of a string, and zeros behind it.
    fn fill_string(&mut self, to: &Address, ty: TypeId, spelling: &str, text: Option<TextId>) {
        let (mut bytes, _) = literal_bytes(spelling);
        let size = self.program.size_of(ty).unwrap_or(bytes.len() as u64);
        bytes.resize((bytes.len() as u64).min(size) as usize, 0);
        let end = bytes.len() as u64;
        for (at, word) in words(0, end) {
            let from = at as usize;
            let mut raw = [0u8; 16];
            raw[..word.bytes() as usize].copy_from_slice(&bytes[from..from + word.bytes() as usize]);
            let value = self.constant(word, u128::from_le_bytes(raw));
            let address = self.materialise(&to.plus(at));
            self.emit_access(Instruction::Store { address, value, ty: word, atomic: false }, text);
        }
        self.zero_fill(&to.plus(end), size - end, text);
    }

    /// Zeros for the words that a list does not fill.
    fn fill_unnamed(&mut self, to: &Address, ty: TypeId, items: &[InitItem], text: Option<TextId>) {
        let size = self.program.size_of(ty).unwrap_or(0);
        if size > 1 << 12 {
            return self.zero_fill(to, size, text);
        }
        let mut named = vec![false; size as usize];
        for item in items {
            if let Some(Part { offsets, ty: part, field: None }) = self.path(ty, &item.path) {
                let bytes = self.program.size_of(part).unwrap_or(0);
                for offset in offsets.all() {
                    let end = (offset + bytes).min(size);
                    named[offset.min(end) as usize..end as usize].fill(true);
                }
            }
        }
        let open = |(at, word): &(u64, M)| named[*at as usize..(*at + word.bytes()) as usize].iter().any(|n| !n);
        let missing: Vec<(u64, M)> = words(0, size).into_iter().filter(open).collect();
        if missing.len() as u64 == words(0, size).len() as u64 {
            return self.zero_fill(to, size, text);
        }
        for (at, word) in missing {
            let address = self.materialise(&to.plus(at));
            let value = self.constant(word, 0);
            self.emit_access(Instruction::Store { address, value, ty: word, atomic: false }, text);
        }
    }

    fn item(&mut self, to: &Address, ty: TypeId, item: &'p InitItem, text: Option<TextId>) {
        let Some(Part { offsets, ty: part, field }) = self.path(ty, &item.path) else {
            return self.not_modelled("this initialiser");
        };
        if let Some((record, member)) = field {
            let members = self.program.record(record).members.as_deref().unwrap_or(&[]);
            let value = self.value(&item.value);
            let value = self.convert(value, self.decayed_type(&item.value), part);
            for offset in offsets.all() {
                let bits = self.bit_field(to.plus(offset), record, &members[member as usize], text);
                self.store_bits(&bits, value);
            }
            return;
        }
        if offsets.count() == 1 {
            return self.initialise_part(&to.plus(offsets.start), part, &item.value, text);
        }
        // The value of a range is evaluated once.
        let first = offsets.all().next().unwrap_or(0);
        self.initialise_part(&to.plus(first), part, &item.value, text);
        let size = self.program.size_of(part).unwrap_or(0);
        let source = to.plus(first);
        match offsets.steps[..] {
            [(count, step)] if count > UNROLLED => {
                let base = self.materialise(&source);
                self.each_step(count - 1, step, &mut |builder, at| {
                    let next = builder.binary(Binary::Add, M::U64, base, at);
                    builder.copy_bytes(&Address::reg(next).plus(step), &source, size, text);
                });
            }
            _ => {
                for offset in offsets.all().skip(1) {
                    self.copy_bytes(&to.plus(offset), &source, size, text);
                }
            }
        }
    }

    /// Where a path leads: the offsets, the type there, and the member if it is a bit-field.
    fn path(&self, ty: TypeId, path: &[InitStep]) -> Option<Part> {
        let mut ty = ty;
        let mut offsets = Offsets::default();
        let mut field = None;
        for step in path {
            match (step, self.program.ty(ty)) {
                (InitStep::Member(index), Type::Record(record)) => {
                    let member = self.program.record(*record).members.as_ref()?.get(*index as usize)?;
                    if member.bits.is_some() {
                        field = Some((*record, *index));
                    } else {
                        offsets.start += member.offset / 8;
                    }
                    ty = member.ty;
                }
                (InitStep::Elements(low, high), Type::Array(of, _)) => {
                    let size = self.program.size_of(*of)?;
                    offsets.start += low * size;
                    if high > low {
                        offsets.steps.push((high - low + 1, size));
                    }
                    ty = *of;
                }
                _ => return None,
            }
        }
        Some(Part { offsets, ty, field })
    }

    /// The size of an element that an expression is.
    pub(super) fn size_of_expression(&mut self, e: &Expr) -> Size {
        self.size_or_trap(e.ty, e)
    }

    /// The size of what a pointer (or array) leads to.
    pub(super) fn size_of_pointee(&mut self, e: &Expr) -> Size {
        match self.program.ty(e.ty) {
            Type::Pointer(to) | Type::Array(to, _) => self.size_or_trap(*to, e),
            _ => Size::Known(1),
        }
    }

    fn size_or_trap(&mut self, ty: TypeId, e: &Expr) -> Size {
        self.size(ty).unwrap_or_else(|| {
            let text = self.text_of(e);
            self.not_modelled(&format!("the size of what `{text}` leads to"));
            Size::Known(1)
        })
    }

    /// The size of a type, which may depend on lengths that were evaluated.
    pub(super) fn size(&mut self, ty: TypeId) -> Option<Size> {
        if let Some(size) = self.program.size_of(ty) {
            return Some(Size::Known(size));
        }
        let Type::Array(of, length) = self.program.ty(ty) else { return None };
        let inner = self.size(*of)?;
        let inner = match inner {
            Size::Known(size) => self.constant(M::U64, u128::from(size)),
            Size::At(reg) => reg,
        };
        let length = match length {
            Some(length) => self.constant(M::U64, u128::from(*length)),
            None => *self.lengths.get(&ty)?,
        };
        Some(Size::At(self.binary(Binary::Mul, M::U64, length, inner)))
    }

    /// `sizeof` of what is not a constant.
    pub(super) fn variable_size(&mut self, of: &'p VariableSize, text: &str) -> Reg {
        self.take_lengths(&of.length_types, &of.lengths);
        match self.size(of.ty) {
            Some(Size::Known(size)) => self.constant(M::U64, u128::from(size)),
            Some(Size::At(reg)) => reg,
            None => self.no_value(&format!("`{text}`"), TypeId::ULONG),
        }
    }
}

/// What a path in an initialiser leads to.
struct Part {
    offsets: Offsets,
    ty: TypeId,
    /// If it is a bit-field: the record it is in, and which member.
    field: Option<(RecordId, u32)>,
}

/// The places that a path with ranges leads to.
#[derive(Default)]
struct Offsets {
    start: u64,
    /// How many, and how far apart; from the outermost.
    steps: Vec<(u64, u64)>,
}

impl Offsets {
    fn count(&self) -> u64 {
        self.steps.iter().map(|(count, _)| count).product()
    }

    fn all(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.count()).map(|index| {
            let mut rest = index;
            let mut offset = self.start;
            for (count, step) in self.steps.iter().rev() {
                offset += rest % count * step;
                rest /= count;
            }
            offset
        })
    }
}
