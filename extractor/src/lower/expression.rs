//! Expressions: their values, and their effects where the value is not wanted.
//!
//! A value is a register. It may be the register of a variable: whoever evaluates something else before using it asks
//! [`Builder::hold`], which copies it if the other expression may set a variable.

use super::builder::{Builder, Home, Label};
use super::convert::Fit;
use super::place::{Memory, Place, Wanted};
use super::{is_aggregate, scalar, tree};
use crate::program::{Expr, ExprKind, Stmt, StmtKind, Type, TypeId, UnaryOp, print};
use machine::code::{Compare, Instruction, Pc, Reg, TextId, Unary};
use machine::extended;
use machine::types::Type as M;

impl<'p> Builder<'_, 'p> {
    /// Evaluates an expression that is not wanted for its value.
    pub(super) fn effect(&mut self, e: &'p Expr) {
        let around = std::mem::replace(&mut self.span, e.span);
        match &e.kind {
            ExprKind::Cast { operand, .. } if e.ty == TypeId::VOID => self.effect(operand),
            ExprKind::Comma(parts) => parts.iter().for_each(|p| self.effect(p)),
            ExprKind::Call { callee, arguments } => {
                self.call(e, callee, arguments, false);
            }
            ExprKind::Assign(assign) => {
                self.assign(assign, false);
            }
            ExprKind::Step { prefix, decrement, operand } => {
                let _ = prefix;
                self.step(operand, true, *decrement);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional_effect(condition, then.as_deref(), otherwise);
            }
            ExprKind::Logical { .. } => {
                let after = self.label();
                self.branch(e, after, after);
                self.bind(after);
            }
            ExprKind::Statement(list) => self.statement_effect(list),
            // A variable in a register that is only named: nothing is read.
            ExprKind::Object(id) if matches!(self.home(*id), Home::Register { .. }) => {}
            _ if e.ty == TypeId::VOID => {
                self.void(e);
            }
            _ => {
                self.value(e);
            }
        }
        self.span = around;
    }

    fn void(&mut self, e: &'p Expr) {
        match &e.kind {
            // `*p` of a pointer to `void` reads nothing.
            ExprKind::Deref(pointer) => self.effect(pointer),
            ExprKind::Opaque { text, operands } => {
                operands.iter().for_each(|o| self.effect(o));
                self.not_modelled(&format!("`{text}`"));
            }
            _ => {
                self.value(e);
            }
        }
    }

    /// The value in a register; of arrays, functions and structs the address.
    pub(super) fn value(&mut self, e: &'p Expr) -> Reg {
        let around = std::mem::replace(&mut self.span, e.span);
        let value = self.value_inside(e);
        self.span = around;
        value
    }

    fn value_inside(&mut self, e: &'p Expr) -> Reg {
        if is_aggregate(self.program, e.ty) {
            let address = self.aggregate(e);
            return self.materialise(&address);
        }
        match &e.kind {
            ExprKind::Int { value, .. } => self.integer(*value, e.ty),
            ExprKind::Enumerator { of, index } => {
                let constants = &self.program.enumeration(*of).constants;
                let value = constants.get(*index as usize).map_or(0, |c| c.value);
                self.integer(value, e.ty)
            }
            ExprKind::Float(_) => self.float(e),
            ExprKind::Size { value: Some(value), .. } => self.integer(*value, e.ty),
            ExprKind::Size { value: None, text, of } => match of {
                Some(of) => self.variable_size(of, text),
                None => self.no_value(&format!("`{text}`"), e.ty),
            },
            ExprKind::VaArg { list, .. } => self.va_arg_value(list, e.ty),
            ExprKind::LabelAddress(name) => {
                let number = self.function.and_then(|f| self.module.label_number(f, name)).unwrap_or(0);
                self.constant(M::U64, u128::from(number))
            }
            ExprKind::Function(id) => {
                let function = self.function_id(*id);
                let to = self.fresh(M::U64);
                self.emit(Instruction::FunctionAddress { to, function });
                to
            }
            ExprKind::Object(_)
            | ExprKind::Deref(_)
            | ExprKind::Index(..)
            | ExprKind::Member { .. }
            | ExprKind::Str(_)
            | ExprKind::Compound { .. } => self.lvalue(e),
            ExprKind::AddressOf(place) => {
                let address = self.address_for(place, Wanted::Address);
                self.materialise(&address)
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand, e.ty),
            ExprKind::Step { prefix, decrement, operand } => self.step(operand, *prefix, *decrement),
            ExprKind::Binary(binary) => self.binary_operator(binary, e.ty),
            ExprKind::Logical { .. } => self.truth(e),
            ExprKind::Assign(assign) => self.assign(assign, true),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional(condition, then.as_deref(), otherwise, e.ty)
            }
            ExprKind::Comma(parts) => {
                let Some((last, before)) = parts.split_last() else { return self.no_value("an empty list", e.ty) };
                before.iter().for_each(|p| self.effect(p));
                self.value(last)
            }
            ExprKind::Call { callee, arguments } => self.call(e, callee, arguments, true),
            ExprKind::Cast { operand, .. } => {
                if e.ty == TypeId::VOID {
                    self.effect(operand);
                    return self.constant(M::I32, 0);
                }
                let value = self.value(operand);
                let from = self.decayed_type(operand);
                self.convert(value, from, e.ty)
            }
            ExprKind::Statement(list) => self.statement_value(list, e.ty),
            ExprKind::Temp { original, .. } => self.value(original),
            ExprKind::Opaque { text, operands } => self.opaque(text, operands, e),
        }
    }

    fn opaque(&mut self, text: &str, operands: &'p [Expr], e: &Expr) -> Reg {
        operands.iter().for_each(|o| self.effect(o));
        self.no_value(&format!("`{text}`"), e.ty)
    }

    /// The type of an operand for conversions: arrays and functions are addresses.
    pub(super) fn decayed_type(&self, e: &Expr) -> TypeId {
        match self.program.ty(e.ty) {
            Type::Array(..) | Type::Function { .. } => TypeId::VOID_POINTER,
            _ => e.ty,
        }
    }

    pub(super) fn integer(&mut self, value: i128, ty: TypeId) -> Reg {
        let ty = scalar(self.program, ty).unwrap_or(M::I32);
        match ty {
            M::F32 => self.constant(ty, u128::from((value as f32).to_bits())),
            M::F64 => self.constant(ty, u128::from((value as f64).to_bits())),
            M::F80 => self.constant(ty, extended::of_signed(value)),
            _ => self.constant(ty, value as u128),
        }
    }

    fn float(&mut self, e: &Expr) -> Reg {
        let (Some(bits), Some(ty)) = (self.program.float_constant(e), scalar(self.program, e.ty)) else {
            return self.no_value("a floating constant", e.ty);
        };
        self.constant(ty, bits)
    }

    /// A register that keeps its value while another expression is evaluated.
    pub(super) fn hold(&mut self, reg: Reg, other: &Expr) -> Reg {
        if self.is_variable(reg) && tree::has_assignment(other) { self.copy(reg) } else { reg }
    }

    /// The value of an lvalue, or its address if it is an array.
    fn lvalue(&mut self, e: &'p Expr) -> Reg {
        match self.program.ty(e.ty) {
            Type::Array(..) => {
                let address = self.address_for(e, Wanted::Address);
                return self.materialise(&address);
            }
            Type::Function { .. } => {
                if let ExprKind::Deref(pointer) = &e.kind {
                    return self.value(pointer);
                }
                let address = self.address(e);
                return self.materialise(&address);
            }
            _ => {}
        }
        let place = self.place(e);
        self.load(&place)
    }

    /// Reads a place.
    pub(super) fn load(&mut self, place: &Place) -> Reg {
        match place {
            Place::Variable { reg, shadow, text, .. } => {
                if let (Some(shadow), Some(text)) = (shadow, text) {
                    self.emit(Instruction::CheckSet { shadow: *shadow, value: Some(*reg), text: *text });
                }
                *reg
            }
            Place::Memory(memory) => self.load_memory(memory),
            Place::Bits(bits) => self.load_bits(bits),
        }
    }

    fn load_memory(&mut self, memory: &Memory) -> Reg {
        let Some(ty) = scalar(self.program, memory.ty) else {
            return self.no_value("a value that is a complex number, a vector or of no known type", memory.ty);
        };
        let address = self.materialise(&memory.address);
        let to = self.fresh(ty);
        self.emit_access(Instruction::Load { to, address, ty, atomic: memory.atomic }, memory.text);
        to
    }

    /// Writes a value of the place's type; the value that the place has then.
    pub(super) fn store(&mut self, place: &Place, value: Reg) -> Reg {
        match place {
            Place::Variable { reg, shadow, .. } => {
                if !self.retarget(value, *reg) && value != *reg {
                    self.emit(Instruction::Move { to: *reg, from: value });
                }
                if let Some(shadow) = shadow {
                    self.emit(Instruction::Const { to: *shadow, bits: 0 });
                }
                *reg
            }
            Place::Memory(memory) => {
                let Some(ty) = scalar(self.program, memory.ty) else {
                    self.not_modelled("a value that is a complex number, a vector or of no known type");
                    return value;
                };
                let address = self.materialise(&memory.address);
                self.emit_access(Instruction::Store { address, value, ty, atomic: memory.atomic }, memory.text);
                if memory.atomic {
                    self.fence();
                }
                value
            }
            Place::Bits(bits) => self.store_bits(bits, value),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &'p Expr, ty: TypeId) -> Reg {
        if op == UnaryOp::Not {
            let value = self.value(operand);
            let from = scalar(self.program, operand.ty).unwrap_or(M::I32);
            let zero = self.constant(from, 0);
            return self.compare(Compare::Eq, from, value, zero);
        }
        let value = self.value(operand);
        let value = self.convert(value, operand.ty, ty);
        let Some(machine) = scalar(self.program, ty) else {
            return self.no_value("an operation on complex numbers or vectors", ty);
        };
        let op = match op {
            UnaryOp::Minus => Unary::Neg,
            UnaryOp::Complement => Unary::BitNot,
            UnaryOp::Plus | UnaryOp::Not => return value,
        };
        let to = self.fresh(machine);
        self.emit(Instruction::Unary { op, ty: machine, to, value });
        if self.program.is_odd(ty) { self.cut(to, ty, Fit::Checked) } else { to }
    }

    /// Goes to one label or the other.
    pub(super) fn branch(&mut self, e: &'p Expr, then: Label, otherwise: Label) {
        let mut inner = e;
        while let ExprKind::Unary(UnaryOp::Not, operand) = &inner.kind {
            inner = operand;
        }
        let whole = matches!(inner.kind, ExprKind::Logical { .. }).then(|| self.text_of(e));
        let whole = whole.map(|text| self.module.text(&text));
        self.branch_part(e, whole, then, otherwise);
    }

    /// A part of a condition whose text is known if it has several.
    fn branch_part(&mut self, e: &'p Expr, whole: Option<TextId>, then: Label, otherwise: Label) {
        let around = std::mem::replace(&mut self.span, e.span);
        match &e.kind {
            ExprKind::Logical { and, left, right } => {
                let second = self.label();
                match and {
                    true => self.branch_part(left, whole, second, otherwise),
                    false => self.branch_part(left, whole, then, second),
                }
                self.bind(second);
                self.branch_part(right, whole, then, otherwise);
            }
            ExprKind::Unary(UnaryOp::Not, operand) => self.branch_part(operand, whole, otherwise, then),
            _ => {
                let value = self.value(e);
                let ty = scalar(self.program, e.ty).unwrap_or(M::I32);
                let condition = if ty.is_float() { self.is_not_zero(value, ty) } else { value };
                let branch = Instruction::Branch { condition, then: Pc(then.0), otherwise: Pc(otherwise.0) };
                self.emit_access(branch, whole);
            }
        }
        self.span = around;
    }

    /// `a && b` as 0 or 1.
    fn truth(&mut self, e: &'p Expr) -> Reg {
        let (then, otherwise, after) = (self.label(), self.label(), self.label());
        let result = self.variable(M::I32);
        self.branch(e, then, otherwise);
        self.bind(then);
        self.emit(Instruction::Const { to: result, bits: 1 });
        self.jump_to(after);
        self.bind(otherwise);
        self.emit(Instruction::Const { to: result, bits: 0 });
        self.bind(after);
        result
    }

    fn conditional_effect(&mut self, condition: &'p Expr, then: Option<&'p Expr>, otherwise: &'p Expr) {
        let (yes, no, after) = (self.label(), self.label(), self.label());
        self.branch(condition, yes, no);
        self.bind(yes);
        if let Some(then) = then {
            self.effect(then);
        }
        self.jump_to(after);
        self.bind(no);
        self.effect(otherwise);
        self.bind(after);
    }

    fn conditional(&mut self, condition: &'p Expr, then: Option<&'p Expr>, otherwise: &'p Expr, ty: TypeId) -> Reg {
        let (yes, no, after) = (self.label(), self.label(), self.label());
        let Some(machine) = scalar(self.program, ty) else {
            self.conditional_effect(condition, then, otherwise);
            return self.constant(M::I32, 0);
        };
        let result = self.variable(machine);
        let same = match then {
            Some(_) => {
                self.branch(condition, yes, no);
                None
            }
            None => {
                let value = self.value(condition);
                let from = scalar(self.program, condition.ty).unwrap_or(M::I32);
                let truth = if from.is_float() { self.is_not_zero(value, from) } else { value };
                self.branch_to(truth, yes, no);
                Some((value, self.decayed_type(condition)))
            }
        };
        self.bind(yes);
        let (value, from) = match (same, then) {
            (Some(same), _) => same,
            (None, Some(then)) => (self.value(then), self.decayed_type(then)),
            (None, None) => return result,
        };
        let value = self.convert(value, from, ty);
        self.set(result, value);
        self.jump_to(after);
        self.bind(no);
        let value = self.value(otherwise);
        let value = self.convert(value, self.decayed_type(otherwise), ty);
        self.set(result, value);
        self.bind(after);
        result
    }

    /// Sets a register of our own.
    pub(super) fn set(&mut self, to: Reg, from: Reg) {
        if !self.retarget(from, to) {
            self.emit(Instruction::Move { to, from });
        }
    }

    fn statement_effect(&mut self, list: &'p [Stmt]) {
        self.enter_block(list);
        self.statements(list);
        self.leave();
    }

    fn statement_value(&mut self, list: &'p [Stmt], ty: TypeId) -> Reg {
        let Some((last, before)) = list.split_last() else { return self.constant(M::I32, 0) };
        self.enter_block(list);
        self.statements(before);
        let mut last = last;
        while let StmtKind::Label { name, body } = &last.kind {
            self.named_label(name);
            last = body;
        }
        let value = match (&last.kind, scalar(self.program, ty)) {
            (StmtKind::Expr(e), Some(machine)) => {
                let value = self.value(e);
                // The scope may end what the value was read from, and the variable may be set again.
                let kept = self.variable(machine);
                self.set(kept, value);
                kept
            }
            _ => {
                self.statement(last);
                self.constant(M::I32, 0)
            }
        };
        self.leave();
        value
    }

    /// The text of an expression, for a trap.
    pub(super) fn text_of(&self, e: &Expr) -> String {
        print::expression(self.program, e)
    }
}
