//! What compilers build in: `__builtin_*`, and functions of the library without a body there.

use super::builder::Builder;
use super::place::{Memory, Place};
use super::scalar;
use crate::program::{Expr, Type, TypeId};
use machine::code::{Binary, Compare, Instruction, Intrinsic, Reg, Trap};
use machine::types::Type as M;

impl<'p> Builder<'_, 'p> {
    /// The call of a function without a body that has a meaning here.
    pub(super) fn built_in(&mut self, name: &str, e: &'p Expr, arguments: &'p [Expr]) -> Option<Reg> {
        if let Some(value) = self.intrinsic(name, arguments) {
            return Some(value);
        }
        if let Some(value) = self.atomic_builtin(name, e, arguments) {
            return Some(value);
        }
        if let Some(value) = self.math(name, e, arguments) {
            return Some(value);
        }
        if name == "alloca" {
            return self.builtin("alloca", e, arguments);
        }
        let short = name.strip_prefix("__builtin_")?;
        if let Some(value) = self.builtin(short, e, arguments) {
            return Some(value);
        }
        let (plain, count) = checked_name(short);
        let arguments = &arguments[..arguments.len().min(count)];
        Some(self.call_by_name(plain, e, arguments))
    }

    fn builtin(&mut self, short: &str, e: &'p Expr, arguments: &'p [Expr]) -> Option<Reg> {
        match (short, arguments) {
            ("va_start" | "c23_va_start", [list, ..]) => {
                self.va_start(list);
                Some(Reg(0))
            }
            ("va_end", [list]) => {
                self.va_end(list);
                Some(Reg(0))
            }
            ("va_copy", [to, from]) => {
                self.va_copy(to, from);
                Some(Reg(0))
            }
            ("unreachable", _) => Some(self.builtin_trap(Trap::Unreachable, "__builtin_unreachable()", e)),
            ("trap", _) => Some(self.builtin_trap(Trap::Abort, "__builtin_trap()", e)),
            ("alloca" | "alloca_with_align", [_, ..]) => {
                let size = self.argument(&arguments[..1], 0, TypeId::ULONG);
                let to = self.fresh(M::U64);
                self.emit(Instruction::Intrinsic(Intrinsic::AllocateLocal { to, size }));
                Some(to)
            }
            ("prefetch" | "ia32_pause" | "__clear_cache" | "cpu_init", _) => {
                arguments.iter().for_each(|a| self.effect(a));
                Some(Reg(0))
            }
            ("assume_aligned" | "launder", [pointer, ..]) => Some(self.value(pointer)),
            ("expect" | "expect_with_probability", [value, ..]) => {
                let from = self.decayed_type(value);
                let value = self.value(value);
                Some(self.convert(value, from, e.ty))
            }
            ("constant_p", _) => Some(self.integer(0, e.ty)),
            ("object_size" | "dynamic_object_size", [_, kind]) => {
                let kind = self.program.constant(kind).unwrap_or(0);
                Some(self.integer(if kind & 2 == 0 { -1 } else { 0 }, e.ty))
            }
            _ if short.contains("_overflow") => self.overflow(short, arguments),
            _ => self.bit_builtin(short, e, arguments),
        }
    }

    fn builtin_trap(&mut self, kind: Trap, text: &str, e: &Expr) -> Reg {
        let text = self.module.text(text);
        self.emit(Instruction::Trap { kind, text });
        let ty = scalar(self.program, e.ty).unwrap_or(M::U64);
        self.constant(ty, 0)
    }

    /// `__builtin_add_overflow(a, b, &r)` and its kin: computed with 128 bits.
    fn overflow(&mut self, short: &str, arguments: &'p [Expr]) -> Option<Reg> {
        let [left, right, to] = arguments else { return None };
        let only_asks = short.ends_with("_p");
        let op = match () {
            () if short.contains("add") => Binary::Add,
            () if short.contains("sub") => Binary::Sub,
            () if short.contains("mul") => Binary::Mul,
            () => return None,
        };
        let ty = match self.program.ty(to.ty) {
            Type::Pointer(ty) if !only_asks => *ty,
            _ => to.ty,
        };
        let target = scalar(self.program, ty)?;
        let widest = [left.ty, right.ty, ty].iter().any(|t| scalar(self.program, *t).is_none_or(|t| t.bits() > 64));
        let l = self.value(left);
        let l = self.convert(l, left.ty, TypeId::INT128);
        let l = self.hold(l, right);
        let r = self.value(right);
        let r = self.convert(r, right.ty, TypeId::INT128);
        if widest {
            self.not_modelled("an overflow test on 128 bits");
        }
        // Products of two 64-bit numbers that are not negative may need the 128th bit: unsigned then.
        let unsigned = [left.ty, right.ty].iter().all(|t| scalar(self.program, *t).is_some_and(|t| !t.is_signed()));
        let wide = if unsigned && op == Binary::Mul { M::U128 } else { M::I128 };
        let exact = self.binary(op, wide, l, r);
        let cut = self.convert_register(exact, wide, target);
        if !only_asks {
            let address = self.pointer(to);
            let text = Some(self.module.text(&format!("*{}", self.text_of(to))));
            self.store(&Place::Memory(Memory { address, ty, atomic: false, text }), cut);
        } else {
            self.effect(to);
        }
        let back = self.convert_register(cut, target, wide);
        let lost = self.compare(Compare::Ne, wide, back, exact);
        Some(self.convert_register(lost, M::I32, M::U8))
    }

    /// `__builtin_popcount`, `clz`, `ctz`, `ffs`, `parity`, `bswap`, `abs`.
    fn bit_builtin(&mut self, short: &str, e: &'p Expr, arguments: &'p [Expr]) -> Option<Reg> {
        let [operand] = arguments else { return None };
        let (root, ty) = match short {
            "popcount" | "clz" | "ctz" | "ffs" | "parity" | "clrsb" => (short, M::U32),
            "popcountl" | "clzl" | "ctzl" | "ffsl" | "parityl" | "clrsbl" => (&short[..short.len() - 1], M::U64),
            "popcountll" | "clzll" | "ctzll" | "ffsll" | "parityll" | "clrsbll" => (&short[..short.len() - 2], M::U64),
            "bswap16" => ("bswap", M::U16),
            "bswap32" => ("bswap", M::U32),
            "bswap64" => ("bswap", M::U64),
            "abs" => ("abs", M::I32),
            "labs" | "llabs" => ("abs", M::I64),
            _ => return None,
        };
        let from = scalar(self.program, operand.ty)?;
        let value = self.value(operand);
        let value = self.convert_register(value, from, ty);
        let value = self.copy(value);
        Some(match root {
            "popcount" => self.population(value, ty),
            "parity" => {
                let count = self.population(value, ty);
                let one = self.constant(M::I32, 1);
                self.binary(Binary::BitAnd, M::I32, count, one)
            }
            "ctz" => self.trailing(value, ty),
            "ffs" => {
                let result = self.variable(M::I32);
                self.emit(Instruction::Const { to: result, bits: 0 });
                let (some, after) = (self.label(), self.label());
                self.branch_to(value, some, after);
                self.bind(some);
                let zeros = self.trailing(value, ty);
                let one = self.constant(M::I32, 1);
                let found = self.binary(Binary::Add, M::I32, zeros, one);
                self.set(result, found);
                self.bind(after);
                result
            }
            "clz" => self.leading(value, ty),
            "bswap" => self.swapped(value, ty),
            "abs" => self.absolute(value, ty),
            _ => self.no_value(&format!("`__builtin_{short}`"), e.ty),
        })
    }

    /// How many bits are 1, by adding neighbours.
    fn population(&mut self, value: Reg, ty: M) -> Reg {
        let ones = ty.cut(u128::MAX);
        let mut value = value;
        let mut width = 1;
        while width < ty.bits() {
            let group = (1u128 << width) - 1;
            let mask = (0..ty.bits()).step_by(2 * width as usize).fold(0, |m, at| m | group << at) & ones;
            let mask = self.constant(ty, mask);
            let by = self.constant(ty, u128::from(width));
            let low = self.binary(Binary::BitAnd, ty, value, mask);
            let high = self.binary(Binary::Shr, ty, value, by);
            let high = self.binary(Binary::BitAnd, ty, high, mask);
            value = self.binary(Binary::Add, ty, low, high);
            width *= 2;
        }
        self.convert_register(value, ty, M::I32)
    }

    /// Zeros below the lowest 1: the population of what lies below it.
    fn trailing(&mut self, value: Reg, ty: M) -> Reg {
        let one = self.constant(ty, 1);
        let below = self.binary(Binary::Sub, ty, value, one);
        let not = self.fresh(ty);
        self.emit(Instruction::Unary { op: machine::code::Unary::BitNot, ty, to: not, value });
        let mask = self.binary(Binary::BitAnd, ty, below, not);
        self.population(mask, ty)
    }

    /// Zeros above the highest 1: the ones are spread downwards, and what is left is counted.
    fn leading(&mut self, value: Reg, ty: M) -> Reg {
        let mut value = value;
        let mut by = 1;
        while by < ty.bits() {
            let amount = self.constant(ty, u128::from(by));
            let moved = self.binary(Binary::Shr, ty, value, amount);
            value = self.binary(Binary::BitOr, ty, value, moved);
            by *= 2;
        }
        let not = self.fresh(ty);
        self.emit(Instruction::Unary { op: machine::code::Unary::BitNot, ty, to: not, value });
        self.population(not, ty)
    }

    fn swapped(&mut self, value: Reg, ty: M) -> Reg {
        let bytes = ty.bytes();
        let mut result = self.constant(ty, 0);
        let mask = self.constant(ty, 0xff);
        for at in 0..bytes {
            let down = self.constant(ty, u128::from(8 * at));
            let up = self.constant(ty, u128::from(8 * (bytes - 1 - at)));
            let byte = self.binary(Binary::Shr, ty, value, down);
            let byte = self.binary(Binary::BitAnd, ty, byte, mask);
            let byte = self.binary(Binary::Shl, ty, byte, up);
            result = self.binary(Binary::BitOr, ty, result, byte);
        }
        result
    }

    fn absolute(&mut self, value: Reg, ty: M) -> Reg {
        let result = self.variable(ty);
        self.emit(Instruction::Move { to: result, from: value });
        let zero = self.constant(ty, 0);
        let negative = self.compare(Compare::Lt, ty, value, zero);
        let (below, after) = (self.label(), self.label());
        self.branch_to(negative, below, after);
        self.bind(below);
        self.emit(Instruction::Unary { op: machine::code::Unary::Neg, ty, to: result, value });
        self.bind(after);
        result
    }
}

/// The function that a builtin stands for, and how many arguments it is given: `__memcpy_chk` has one more.
fn checked_name(short: &str) -> (&str, usize) {
    match short.strip_prefix("__").and_then(|s| s.strip_suffix("_chk")) {
        Some(plain) => {
            let count = match plain {
                "memcpy" | "memmove" | "memset" | "mempcpy" | "strncpy" | "stpncpy" | "strncat" => 3,
                "strcpy" | "strcat" | "stpcpy" => 2,
                _ => usize::MAX,
            };
            (plain, count)
        }
        None => (short, usize::MAX),
    }
}
