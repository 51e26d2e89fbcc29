//! Atomic operations: on `_Atomic` objects, and the builtins `__atomic_*`, `__sync_*` and `__c11_atomic_*`.
//!
//! The order that the program asks for decides whether a store is followed by a fence, as on x86: of a store that is
//! sequentially consistent, and where the order is not a constant. Loads and operations that read and write in one are
//! the same in all orders; of the fences the sequentially consistent one is one. What has no single
//! instruction (`*=` on an `_Atomic` object) is a loop with a compare-and-exchange, as compilers make it.

use super::address::Address;
use super::builder::Builder;
use super::place::{Memory, Place, Wanted};
use super::{is_aggregate, scalar};
use crate::program::{BinaryOp, Expr, ExprKind, Type, TypeId};
use machine::code::{Binary, Instruction, Intrinsic, Reg, Rmw};
use machine::types::Type as M;

/// `memory_order_seq_cst`.
const SEQUENTIALLY_CONSISTENT: i128 = 5;

/// The operation of an assignment that one instruction can do.
pub(super) fn rmw(op: BinaryOp) -> Option<Rmw> {
    match op {
        BinaryOp::Add => Some(Rmw::Add),
        BinaryOp::Sub => Some(Rmw::Sub),
        BinaryOp::And => Some(Rmw::And),
        BinaryOp::Or => Some(Rmw::Or),
        BinaryOp::Xor => Some(Rmw::Xor),
        BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::Lt
        | BinaryOp::Gt
        | BinaryOp::Le
        | BinaryOp::Ge
        | BinaryOp::Eq
        | BinaryOp::Ne => None,
    }
}

fn rmw_name(name: &str) -> Option<Rmw> {
    Some(match name {
        "add" => Rmw::Add,
        "sub" => Rmw::Sub,
        "and" => Rmw::And,
        "or" => Rmw::Or,
        "xor" => Rmw::Xor,
        "nand" => Rmw::Nand,
        _ => return None,
    })
}

impl<'p> Builder<'_, 'p> {
    /// Both what was there before and what is there then.
    pub(super) fn read_modify_write(&mut self, op: Rmw, ty: M, memory: &Memory, value: Reg) -> (Reg, Reg) {
        let address = self.materialise(&memory.address);
        let old = self.fresh(ty);
        self.emit_access(Instruction::Rmw { op, ty, to: old, address, value }, memory.text);
        let new = self.modified(op, ty, old, value);
        (old, new)
    }

    /// What an operation makes of a value; it wraps.
    fn modified(&mut self, op: Rmw, ty: M, old: Reg, value: Reg) -> Reg {
        let plain = M::unsigned(ty.bytes()).unwrap_or(ty);
        let op = match op {
            Rmw::Exchange => return value,
            Rmw::Add => Binary::Add,
            Rmw::Sub => Binary::Sub,
            Rmw::And | Rmw::Nand => Binary::BitAnd,
            Rmw::Or => Binary::BitOr,
            Rmw::Xor => Binary::BitXor,
        };
        self.binary(op, plain, old, value)
    }

    /// Sets a place to what is computed from its old value, in one step in the end.
    pub(super) fn exchange_loop(
        &mut self,
        ty: M,
        memory: &Memory,
        compute: &mut dyn FnMut(&mut Self, Reg) -> Reg,
    ) -> (Reg, Reg) {
        let address = self.materialise(&memory.address);
        let old = self.variable(ty);
        self.emit_access(Instruction::Load { to: old, address, ty, atomic: true }, memory.text);
        let (again, failed, after) = (self.label(), self.label(), self.label());
        self.bind(again);
        let new = compute(self, old);
        let (seen, done) = (self.fresh(ty), self.fresh(M::I32));
        let exchange = Instruction::CompareExchange { ty, to: seen, done, address, expected: old, desired: new };
        self.emit_access(exchange, memory.text);
        self.branch_to(done, after, failed);
        self.bind(failed);
        self.emit(Instruction::Move { to: old, from: seen });
        self.jump_to(again);
        self.bind(after);
        (old, new)
    }

    /// `__atomic_*`, `__c11_atomic_*` and `__sync_*`; `None` if the name is none of them.
    pub(super) fn atomic_builtin(&mut self, name: &str, e: &'p Expr, arguments: &'p [Expr]) -> Option<Reg> {
        if let Some(short) = name.strip_prefix("__sync_") {
            return self.sync_builtin(short, e, arguments);
        }
        let (short, c11) = match name.strip_prefix("__c11_atomic_") {
            Some(short) => (short, true),
            None => (name.strip_prefix("__atomic_")?, false),
        };
        match (short, arguments) {
            ("thread_fence", _) => {
                self.fence_of(arguments.first());
                Some(self.constant(M::I32, 0))
            }
            ("signal_fence", _) => Some(self.constant(M::I32, 0)),
            ("always_lock_free" | "is_lock_free", _) => Some(self.constant(M::U8, 1)),
            ("load_n", [object, ..]) => Some(self.atomic_load(object)),
            ("load", [object, _]) if c11 => Some(self.atomic_load(object)),
            ("load", [object, into, _]) => {
                let value = self.atomic_load(object);
                self.store_pointed(into, value, object);
                Some(value)
            }
            ("init", [object, value, ..]) => Some(self.atomic_store(object, value)),
            ("store_n", [object, value, order @ ..]) => Some(self.ordered_store(object, value, order.first())),
            ("store", [object, value, order]) if c11 => Some(self.ordered_store(object, value, Some(order))),
            ("store", [object, from, order]) => {
                let value = self.load_pointed(from, object);
                let stored = self.atomic_store_value(object, value);
                self.fence_of(Some(order));
                Some(stored)
            }
            ("exchange_n", [object, value, ..]) => Some(self.atomic_exchange(object, value)),
            ("exchange", [object, value, _]) if c11 => Some(self.atomic_exchange(object, value)),
            ("exchange", [object, from, into, _]) => {
                let value = self.load_pointed(from, object);
                let (memory, ty) = self.atomic_memory(object);
                let old = self.read_modify_write(Rmw::Exchange, ty, &memory, value).0;
                self.store_pointed(into, old, object);
                Some(old)
            }
            (
                "compare_exchange_n" | "compare_exchange_strong" | "compare_exchange_weak",
                [object, expected, desired, ..],
            ) => {
                let (_, ty) = self.pointed_type(object);
                let desired = self.value_as(desired, ty);
                Some(self.compare_exchange(object, expected, desired))
            }
            ("compare_exchange", [object, expected, desired, ..]) => {
                let desired = self.load_pointed(desired, object);
                Some(self.compare_exchange(object, expected, desired))
            }
            ("test_and_set", [object, ..]) => {
                let one = self.constant(M::U8, 1);
                let memory = self.byte(object);
                let old = self.read_modify_write(Rmw::Exchange, M::U8, &memory, one).0;
                Some(old)
            }
            ("clear", [object, order @ ..]) => {
                let memory = self.byte(object);
                let address = self.materialise(&memory.address);
                let value = self.constant(M::U8, 0);
                self.emit_access(Instruction::Store { address, value, ty: M::U8, atomic: true }, memory.text);
                self.fence_of(order.first());
                Some(value)
            }
            (_, [object, value, ..]) => {
                if let Some(op) = short.strip_prefix("fetch_").and_then(rmw_name) {
                    return Some(self.fetch_and(op, object, value, c11).0);
                }
                let op = short.strip_suffix("_fetch").and_then(rmw_name)?;
                let pair = self.fetch_and(op, object, value, c11);
                Some(pair.1)
            }
            _ => {
                let _ = e;
                None
            }
        }
    }

    fn sync_builtin(&mut self, short: &str, e: &'p Expr, arguments: &'p [Expr]) -> Option<Reg> {
        let _ = e;
        match (short, arguments) {
            ("synchronize", _) => {
                self.fence();
                Some(self.constant(M::I32, 0))
            }
            ("lock_test_and_set", [object, value, ..]) => Some(self.atomic_exchange(object, value)),
            ("lock_release", [object, ..]) => {
                let (_, ty) = self.pointed_type(object);
                let zero = self.integer(0, ty);
                Some(self.atomic_store_value(object, zero))
            }
            ("bool_compare_and_swap" | "val_compare_and_swap", [object, expected, desired, ..]) => {
                let (machine, ty) = self.pointed_type(object);
                let (memory, _) = self.atomic_memory(object);
                let expected_value = self.value_as(expected, ty);
                let expected_value = self.hold(expected_value, desired);
                let desired = self.value_as(desired, ty);
                let address = self.materialise(&memory.address);
                let (to, done) = (self.fresh(machine), self.fresh(M::I32));
                self.emit_access(
                    Instruction::CompareExchange { ty: machine, to, done, address, expected: expected_value, desired },
                    memory.text,
                );
                Some(match short {
                    "val_compare_and_swap" => to,
                    _ => self.convert_register(done, M::I32, M::U8),
                })
            }
            (_, [object, value, ..]) => {
                if let Some(op) = short.strip_prefix("fetch_and_").and_then(rmw_name) {
                    return Some(self.fetch_and(op, object, value, false).0);
                }
                let op = short.strip_suffix("_and_fetch").and_then(rmw_name)?;
                Some(self.fetch_and(op, object, value, false).1)
            }
            _ => None,
        }
    }

    /// What an argument points to: its type in a register, and in C.
    fn pointed_type(&self, object: &Expr) -> (M, TypeId) {
        let ty = match self.program.ty(object.ty) {
            Type::Pointer(to) | Type::Array(to, _) => *to,
            _ => TypeId::INT,
        };
        if is_aggregate(self.program, ty) {
            let size = self.program.size_of(ty).unwrap_or(0);
            return (M::unsigned(size).unwrap_or(M::U128), ty);
        }
        (scalar(self.program, ty).unwrap_or(M::I32), ty)
    }

    fn atomic_memory(&mut self, object: &'p Expr) -> (Memory, M) {
        let (machine, ty) = self.pointed_type(object);
        let known =
            !is_aggregate(self.program, ty) || self.program.size_of(ty).is_some_and(|size| M::unsigned(size).is_some());
        if !known {
            self.not_modelled("an atomic operation on a struct that no instruction can move at once");
        }
        let text = match &object.kind {
            ExprKind::AddressOf(inner) => self.lvalue_text(inner),
            _ => {
                let text = format!("*{}", self.text_of(object));
                Some(self.module.text(&text))
            }
        };
        let address = self.pointer(object);
        let address = Address::reg(self.materialise(&address));
        (Memory { address, ty, atomic: true, text }, machine)
    }

    /// `atomic_flag` and its kin: one byte.
    fn byte(&mut self, object: &'p Expr) -> Memory {
        let (mut memory, _) = self.atomic_memory(object);
        memory.ty = TypeId::UCHAR;
        memory
    }

    fn atomic_load(&mut self, object: &'p Expr) -> Reg {
        let (memory, ty) = self.atomic_memory(object);
        let address = self.materialise(&memory.address);
        let to = self.fresh(ty);
        self.emit_access(Instruction::Load { to, address, ty, atomic: true }, memory.text);
        to
    }

    fn value_as(&mut self, e: &'p Expr, ty: TypeId) -> Reg {
        if is_aggregate(self.program, ty) {
            let (machine, _) = self.machine_of(ty);
            let from = self.aggregate(e);
            return self.load_bits_of(&from, machine);
        }
        let value = self.value(e);
        self.convert(value, self.decayed_type(e), ty)
    }

    fn machine_of(&self, ty: TypeId) -> (M, u64) {
        let size = self.program.size_of(ty).unwrap_or(8);
        (M::unsigned(size).unwrap_or(M::U64), size)
    }

    fn load_bits_of(&mut self, from: &Address, ty: M) -> Reg {
        let address = self.materialise(from);
        let (to, shadow) = (self.fresh(ty), self.fresh(ty));
        self.emit(Instruction::LoadRaw { to, shadow, address, ty });
        to
    }

    fn atomic_store(&mut self, object: &'p Expr, value: &'p Expr) -> Reg {
        let (_, ty) = self.pointed_type(object);
        let value = self.value_as(value, ty);
        self.atomic_store_value(object, value)
    }

    fn ordered_store(&mut self, object: &'p Expr, value: &'p Expr, order: Option<&'p Expr>) -> Reg {
        let stored = self.atomic_store(object, value);
        self.fence_of(order);
        stored
    }

    pub(super) fn fence(&mut self) {
        self.emit(Instruction::Intrinsic(Intrinsic::Fence));
    }

    /// A fence, unless an order is known to be weaker than sequentially consistent.
    fn fence_of(&mut self, order: Option<&Expr>) {
        let order = order.and_then(|order| self.program.constant(order));
        if order.is_none_or(|order| order >= SEQUENTIALLY_CONSISTENT) {
            self.fence();
        }
    }

    fn atomic_store_value(&mut self, object: &'p Expr, value: Reg) -> Reg {
        let value = self.hold(value, object);
        let (memory, ty) = self.atomic_memory(object);
        let address = self.materialise(&memory.address);
        self.emit_access(Instruction::Store { address, value, ty, atomic: true }, memory.text);
        value
    }

    fn atomic_exchange(&mut self, object: &'p Expr, value: &'p Expr) -> Reg {
        let (memory, ty) = self.atomic_memory(object);
        let (_, c_type) = self.pointed_type(object);
        let value = self.value_as(value, c_type);
        self.read_modify_write(Rmw::Exchange, ty, &memory, value).0
    }

    fn fetch_and(&mut self, op: Rmw, object: &'p Expr, value: &'p Expr, scaled: bool) -> (Reg, Reg) {
        let (memory, ty) = self.atomic_memory(object);
        let (_, c_type) = self.pointed_type(object);
        let from = self.decayed_type(value);
        let operand = self.value(value);
        let operand = match self.program.pointee(c_type) {
            // gcc's builtins count bytes, those of C11 elements.
            Some(to) => {
                let wide = self.convert(operand, from, TypeId::LONG);
                match self.program.size_of(to) {
                    Some(size) if scaled && size != 1 => {
                        let size = self.constant(M::U64, u128::from(size));
                        self.binary(Binary::Mul, M::U64, wide, size)
                    }
                    _ => wide,
                }
            }
            None => self.convert(operand, from, c_type),
        };
        let (old, new) = self.read_modify_write(op, ty, &memory, operand);
        if op != Rmw::Nand {
            return (old, new);
        }
        let not = self.fresh(ty);
        self.emit(Instruction::Unary { op: machine::code::Unary::BitNot, ty, to: not, value: new });
        (old, not)
    }

    /// Compares with `*expected`; what was found goes there if it is another value.
    fn compare_exchange(&mut self, object: &'p Expr, expected: &'p Expr, desired: Reg) -> Reg {
        let (machine, _) = self.pointed_type(object);
        let desired = self.hold(desired, object);
        let (memory, _) = self.atomic_memory(object);
        let place = self.pointed(expected);
        let value = self.load_as(&place, machine);
        let value = if self.is_variable(value) { self.copy(value) } else { value };
        let address = self.materialise(&memory.address);
        let (seen, done) = (self.fresh(machine), self.fresh(M::I32));
        self.emit_access(
            Instruction::CompareExchange { ty: machine, to: seen, done, address, expected: value, desired },
            memory.text,
        );
        let (failed, after) = (self.label(), self.label());
        self.branch_to(done, after, failed);
        self.bind(failed);
        self.store_as(&place, seen, machine);
        self.bind(after);
        self.convert_register(done, M::I32, M::U8)
    }

    /// The place that an argument points to: `&x` is `x`, which may be in a register.
    fn pointed(&mut self, e: &'p Expr) -> Place {
        match &e.kind {
            ExprKind::AddressOf(inner) if self.program.bit_field(inner).is_none() => {
                self.place_for(inner, Wanted::Access)
            }
            _ => {
                let ty = self.pointed_type(e).1;
                let text = format!("*{}", self.text_of(e));
                let text = Some(self.module.text(&text));
                let address = self.pointer(e);
                let address = Address::reg(self.materialise(&address));
                Place::Memory(Memory { address, ty, atomic: false, text })
            }
        }
    }

    /// The value that an argument points to, as wide as the object.
    fn load_pointed(&mut self, from: &'p Expr, object: &'p Expr) -> Reg {
        let (machine, _) = self.pointed_type(object);
        let place = self.pointed(from);
        self.load_as(&place, machine)
    }

    fn store_pointed(&mut self, into: &'p Expr, value: Reg, object: &'p Expr) {
        let (machine, _) = self.pointed_type(object);
        let place = self.pointed(into);
        self.store_as(&place, value, machine);
    }

    fn load_as(&mut self, place: &Place, ty: M) -> Reg {
        match place {
            Place::Memory(memory) => {
                let address = self.materialise(&memory.address);
                let to = self.fresh(ty);
                if is_aggregate(self.program, memory.ty) {
                    let shadow = self.fresh(ty);
                    self.emit_access(Instruction::LoadRaw { to, shadow, address, ty }, memory.text);
                } else {
                    self.emit_access(Instruction::Load { to, address, ty, atomic: memory.atomic }, memory.text);
                }
                to
            }
            Place::Variable { .. } | Place::Bits(_) => self.load(place),
        }
    }

    fn store_as(&mut self, place: &Place, value: Reg, ty: M) {
        match place {
            Place::Memory(memory) => {
                let address = self.materialise(&memory.address);
                self.emit_access(Instruction::Store { address, value, ty, atomic: memory.atomic }, memory.text);
            }
            Place::Variable { .. } | Place::Bits(_) => {
                self.store(place, value);
            }
        }
    }
}
