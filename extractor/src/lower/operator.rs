//! Operators with two operands, assignments, `++` and `--`.

use super::aggregate::Side;
use super::atomic;
use super::builder::Builder;
use super::convert::Fit;
use super::place::{Memory, Place, Size};
use super::{is_aggregate, scalar};
use crate::program::{Assign, Binary, BinaryOp, Expr, ExprKind, Type, TypeId};
use machine::code::{self, Compare, Instruction, Reg};
use machine::types::Type as M;

/// What an operator does with numbers of a type.
enum Operation {
    Arithmetic(code::Binary),
    Comparison(Compare),
}

fn operation(op: BinaryOp) -> Operation {
    match op {
        BinaryOp::Mul => Operation::Arithmetic(code::Binary::Mul),
        BinaryOp::Div => Operation::Arithmetic(code::Binary::Div),
        BinaryOp::Rem => Operation::Arithmetic(code::Binary::Rem),
        BinaryOp::Add => Operation::Arithmetic(code::Binary::Add),
        BinaryOp::Sub => Operation::Arithmetic(code::Binary::Sub),
        BinaryOp::Shl => Operation::Arithmetic(code::Binary::Shl),
        BinaryOp::Shr => Operation::Arithmetic(code::Binary::Shr),
        BinaryOp::And => Operation::Arithmetic(code::Binary::BitAnd),
        BinaryOp::Xor => Operation::Arithmetic(code::Binary::BitXor),
        BinaryOp::Or => Operation::Arithmetic(code::Binary::BitOr),
        BinaryOp::Lt => Operation::Comparison(Compare::Lt),
        BinaryOp::Gt => Operation::Comparison(Compare::Gt),
        BinaryOp::Le => Operation::Comparison(Compare::Le),
        BinaryOp::Ge => Operation::Comparison(Compare::Ge),
        BinaryOp::Eq => Operation::Comparison(Compare::Eq),
        BinaryOp::Ne => Operation::Comparison(Compare::Ne),
    }
}

/// A value and the C type it has; where it came from, for sizes of what it points to.
#[derive(Clone, Copy)]
pub(super) struct Operand<'p> {
    pub value: Reg,
    pub ty: TypeId,
    pub expr: &'p Expr,
}

impl<'p> Builder<'_, 'p> {
    pub(super) fn binary_operator(&mut self, binary: &'p Binary, ty: TypeId) -> Reg {
        let left = self.value(&binary.left);
        let left = self.hold(left, &binary.right);
        let right = self.value(&binary.right);
        let left = Operand { value: left, ty: self.decayed_type(&binary.left), expr: &binary.left };
        let right = Operand { value: right, ty: self.decayed_type(&binary.right), expr: &binary.right };
        self.compute(binary.op, left, right, binary.common, ty)
    }

    /// `left op right`, where both are converted to `common`; the result is of a type.
    fn compute(&mut self, op: BinaryOp, left: Operand<'p>, right: Operand<'p>, common: TypeId, ty: TypeId) -> Reg {
        if self.program.is_pointer(common) && !op.is_comparison() {
            return self.pointer_arithmetic(op, left, right);
        }
        let Some(machine) = scalar(self.program, common) else {
            return self.no_value("an operation on complex numbers or vectors", ty);
        };
        let l = self.convert(left.value, left.ty, common);
        let r = match op {
            BinaryOp::Shl | BinaryOp::Shr => {
                let from = scalar(self.program, right.ty).unwrap_or(M::I32);
                self.convert_register(right.value, from, machine)
            }
            _ => self.convert(right.value, right.ty, common),
        };
        match operation(op) {
            Operation::Arithmetic(op) if self.program.is_odd(common) => self.odd_arithmetic(op, machine, l, r, common),
            Operation::Arithmetic(op) => self.binary(op, machine, l, r),
            Operation::Comparison(op) => self.compare(op, machine, l, r),
        }
    }

    /// With the width of a bit-field.
    fn odd_arithmetic(&mut self, op: code::Binary, machine: M, left: Reg, right: Reg, ty: TypeId) -> Reg {
        let result = self.binary(op, machine, left, right);
        if matches!(op, code::Binary::Shl | code::Binary::Shr) {
            // Too large an amount for the width, where that is looked for: 1 is shifted by as much more as the width
            // is smaller than the register.
            let unsigned = M::unsigned(machine.bytes()).unwrap_or(machine);
            let width = self.program.integer(ty).map_or(64, |(bits, _)| u32::from(bits));
            let more = self.constant(unsigned, u128::from(machine.bits() - width));
            let amount = self.binary(code::Binary::Add, unsigned, right, more);
            let one = self.constant(unsigned, 1);
            self.binary(code::Binary::Shl, unsigned, one, amount);
        }
        self.cut(result, ty, Fit::Checked)
    }

    fn pointer_arithmetic(&mut self, op: BinaryOp, left: Operand<'p>, right: Operand<'p>) -> Reg {
        let is_integer = |b: &Self, o: &Operand| b.program.is_integer(o.ty);
        match op {
            BinaryOp::Add if is_integer(self, &left) => {
                let distance = self.scaled_pointee(left.value, left.ty, right.expr);
                self.binary(code::Binary::Add, M::U64, right.value, distance)
            }
            BinaryOp::Add | BinaryOp::Sub if is_integer(self, &right) => {
                let distance = self.scaled_pointee(right.value, right.ty, left.expr);
                let op = if op == BinaryOp::Add { code::Binary::Add } else { code::Binary::Sub };
                self.binary(op, M::U64, left.value, distance)
            }
            BinaryOp::Sub => {
                let bytes = self.binary(code::Binary::Sub, M::U64, left.value, right.value);
                match self.size_of_pointee(left.expr) {
                    Size::Known(0 | 1) => bytes,
                    Size::Known(size) => {
                        let size = self.constant(M::I64, u128::from(size));
                        self.binary(code::Binary::Div, M::I64, bytes, size)
                    }
                    Size::At(size) => self.binary(code::Binary::Div, M::I64, bytes, size),
                }
            }
            _ => self.no_value("an operation on pointers that C does not have", TypeId::VOID_POINTER),
        }
    }

    /// An index times the size of what a pointer points to.
    fn scaled_pointee(&mut self, index: Reg, ty: TypeId, pointer: &'p Expr) -> Reg {
        let from = scalar(self.program, ty).unwrap_or(M::I32);
        let index = self.convert_register(index, from, M::U64);
        match self.size_of_pointee(pointer) {
            Size::Known(1) => index,
            Size::Known(size) => {
                let size = self.constant(M::U64, u128::from(size));
                self.binary(code::Binary::Mul, M::U64, index, size)
            }
            Size::At(size) => self.binary(code::Binary::Mul, M::U64, index, size),
        }
    }

    /// The value of the assignment; `used` tells whether somebody looks at it.
    pub(super) fn assign(&mut self, assign: &'p Assign, used: bool) -> Reg {
        let ty = assign.left.ty;
        if let Some(op) = assign.op {
            return self.compound_assign(op, assign);
        }
        if is_aggregate(self.program, ty) {
            let from = self.aggregate(&assign.right);
            let to = self.address(&assign.left);
            let text = self.lvalue_text(&assign.left);
            match self.program.types.is_atomic(ty) {
                true => self.copy_atomic(&to, &from, ty, text, Side::To),
                false => self.copy_object(&to, &from, ty, text),
            }
            return self.materialise(&to);
        }
        if self.is_character_copy(&assign.left, &assign.right) {
            let (value, shadow) = self.character(&assign.right);
            let place = self.place(&assign.left);
            if let (true, Some(shadow)) = (used, shadow) {
                let text = self.module.text(&self.text_of(&assign.right));
                self.emit(Instruction::CheckSet { shadow, value: None, text });
            }
            return self.store_character(&place, value, shadow);
        }
        let value = self.value(&assign.right);
        let value = self.convert(value, self.decayed_type(&assign.right), ty);
        let value = self.hold(value, &assign.left);
        let place = self.place(&assign.left);
        self.store(&place, value)
    }

    fn compound_assign(&mut self, op: BinaryOp, assign: &'p Assign) -> Reg {
        let value = self.value(&assign.right);
        let value = self.hold(value, &assign.left);
        let right = Operand { value, ty: self.decayed_type(&assign.right), expr: &assign.right };
        let place = self.place(&assign.left);
        if let Place::Memory(memory @ Memory { atomic: true, .. }) = place {
            return self.atomic_assign(op, &memory, assign, right);
        }
        let old = self.load(&place);
        let new = self.updated(op, old, assign, right);
        self.store(&place, new)
    }

    /// `old op right`, as a value of the type of the left side.
    fn updated(&mut self, op: BinaryOp, old: Reg, assign: &'p Assign, right: Operand<'p>) -> Reg {
        let ty = assign.left.ty;
        let left = Operand { value: old, ty, expr: &assign.left };
        let result = if self.program.is_pointer(assign.common) { ty } else { assign.common };
        let new = self.compute(op, left, right, assign.common, result);
        self.convert(new, result, ty)
    }

    fn atomic_assign(&mut self, op: BinaryOp, memory: &Memory, assign: &'p Assign, right: Operand<'p>) -> Reg {
        let ty = assign.left.ty;
        let plain = match self.program.ty(self.program.underlying(ty)) {
            Type::Pointer(_) => true,
            Type::Int { .. } => self.program.is_integer(assign.common),
            _ => false,
        };
        if let (true, Some(rmw), Some(machine)) = (plain, atomic::rmw(op), scalar(self.program, ty)) {
            let operand = match self.program.is_pointer(ty) {
                true => self.scaled_pointee(right.value, right.ty, &assign.left),
                false => self.convert(right.value, right.ty, ty),
            };
            let (_, new) = self.read_modify_write(rmw, machine, memory, operand);
            return new;
        }
        let Some(machine) = scalar(self.program, ty) else {
            return self.no_value("an operation on complex numbers or vectors", ty);
        };
        let (_, new) = self.exchange_loop(machine, memory, &mut |builder, old| builder.updated(op, old, assign, right));
        new
    }

    /// `x++` and its kin.
    pub(super) fn step(&mut self, operand: &'p Expr, prefix: bool, decrement: bool) -> Reg {
        let place = self.place(operand);
        let Some(machine) = scalar(self.program, operand.ty) else {
            return self.no_value("a step of a complex number or vector", operand.ty);
        };
        if let Place::Memory(memory @ Memory { atomic: true, .. }) = place {
            return self.atomic_step(operand, &memory, machine, prefix, decrement);
        }
        let loaded = self.load(&place);
        let old = match (&place, prefix) {
            (Place::Variable { .. }, false) => self.copy(loaded),
            _ => loaded,
        };
        let new = self.stepped(operand, old, machine, decrement);
        let new = self.store(&place, new);
        if prefix { new } else { old }
    }

    fn stepped(&mut self, operand: &'p Expr, old: Reg, machine: M, decrement: bool) -> Reg {
        let op = if decrement { code::Binary::Sub } else { code::Binary::Add };
        let ty = operand.ty;
        if self.program.is_pointer(ty) {
            let one = match self.size_of_pointee(operand) {
                Size::Known(size) => self.constant(M::U64, u128::from(size)),
                Size::At(size) => size,
            };
            return self.binary(op, M::U64, old, one);
        }
        if machine.is_float() {
            let one = self.integer(1, ty);
            return self.binary(op, machine, old, one);
        }
        if self.is_bool(ty) {
            // `++` makes it true, `--` the opposite of what it was.
            let wide = self.convert_register(old, machine, M::I32);
            let one = self.constant(M::I32, 1);
            let new = self.binary(op, M::I32, wide, one);
            return self.convert(new, TypeId::INT, ty);
        }
        // Small integers are computed as `int`.
        let common = self.program.promoted_type(ty);
        let wide_type = scalar(self.program, common).unwrap_or(machine);
        let wide = self.convert_register(old, machine, wide_type);
        let one = self.constant(wide_type, 1);
        let new = self.binary(op, wide_type, wide, one);
        match self.program.is_odd(ty) {
            true => self.cut(new, ty, Fit::Checked),
            false => self.convert_register(new, wide_type, machine),
        }
    }

    fn atomic_step(&mut self, operand: &'p Expr, memory: &Memory, machine: M, prefix: bool, decrement: bool) -> Reg {
        let ty = operand.ty;
        let pair = if self.is_bool(ty) || machine.is_float() {
            self.exchange_loop(machine, memory, &mut |builder, old| builder.stepped(operand, old, machine, decrement))
        } else {
            let one = match self.program.is_pointer(ty) {
                true => match self.size_of_pointee(operand) {
                    Size::Known(size) => self.constant(M::U64, u128::from(size)),
                    Size::At(size) => size,
                },
                false => self.constant(machine, 1),
            };
            let rmw = if decrement { code::Rmw::Sub } else { code::Rmw::Add };
            self.read_modify_write(rmw, machine, memory, one)
        };
        if prefix { pair.1 } else { pair.0 }
    }

    /// Whether an assignment only moves a character, so that it may never have been set.
    pub(super) fn is_character_copy(&self, left: &Expr, right: &Expr) -> bool {
        self.is_character(left) && self.character_source(right).is_some()
    }

    fn is_character(&self, e: &Expr) -> bool {
        matches!(self.program.ty(e.ty), Type::Int { bits: 8, .. }) && self.program.bit_field(e).is_none()
    }

    /// The place that a character is read from.
    pub(super) fn character_source<'a>(&self, e: &'a Expr) -> Option<&'a Expr> {
        let mut e = e;
        while let ExprKind::Cast { operand, .. } = &e.kind
            && self.is_character(e)
        {
            e = operand;
        }
        if self.program.types.is_atomic(e.ty) {
            return None;
        }
        let place = match &e.kind {
            ExprKind::Object(id) => !self.program.object(*id).atomic,
            ExprKind::Deref(_) | ExprKind::Index(..) => true,
            ExprKind::Member { record, member, .. } => {
                let members = self.program.record(*record).members.as_deref().unwrap_or(&[]);
                !members.get(*member as usize).is_some_and(|m| m.atomic)
            }
            _ => false,
        };
        (place && self.is_character(e)).then_some(e)
    }

    /// A character and its shadow.
    pub(super) fn character(&mut self, e: &'p Expr) -> (Reg, Option<Reg>) {
        let Some(source) = self.character_source(e) else { return (self.value(e), None) };
        let around = std::mem::replace(&mut self.span, source.span);
        let place = self.place(source);
        let pair = match place {
            Place::Variable { reg, shadow, .. } => (reg, shadow),
            Place::Memory(memory) if !memory.atomic => {
                let address = self.materialise(&memory.address);
                let (to, shadow) = (self.fresh(M::U8), self.fresh(M::U8));
                self.emit_access(Instruction::LoadRaw { to, shadow, address, ty: M::U8 }, memory.text);
                (to, Some(shadow))
            }
            Place::Memory(_) | Place::Bits(_) => (self.load(&place), None),
        };
        self.span = around;
        pair
    }

    pub(super) fn store_character(&mut self, place: &Place, value: Reg, shadow: Option<Reg>) -> Reg {
        let Some(shadow) = shadow else { return self.store(place, value) };
        match place {
            Place::Variable { reg, shadow: own, .. } => {
                if value != *reg {
                    self.emit(Instruction::Move { to: *reg, from: value });
                }
                match own {
                    Some(own) => self.emit(Instruction::Move { to: *own, from: shadow }),
                    // A parameter: it is set, or the program fails here.
                    None => {
                        let text = self.module.text("a character that is copied");
                        self.emit(Instruction::CheckSet { shadow, value: None, text });
                    }
                }
                *reg
            }
            Place::Memory(memory) if !memory.atomic => {
                let address = self.materialise(&memory.address);
                self.emit_access(Instruction::StoreRaw { address, value, shadow, ty: M::U8 }, memory.text);
                value
            }
            Place::Memory(_) | Place::Bits(_) => {
                let text = self.module.text("a character that is copied");
                self.emit(Instruction::CheckSet { shadow, value: None, text });
                self.store(place, value)
            }
        }
    }
}
