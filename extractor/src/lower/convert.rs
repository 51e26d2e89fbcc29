//! Conversions of values between C types.

use super::builder::Builder;
use super::scalar;
use crate::program::{Type, TypeId};
use machine::code::{Binary, Compare, Reg};
use machine::types::Type as M;

/// What a signed value that does not fit into the width of a bit-field is: a conversion, or an overflow, which is an
/// error where these are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    Wraps,
    Checked,
}

impl Builder<'_, '_> {
    /// A value of a type, as a value of another.
    pub(super) fn convert(&mut self, value: Reg, from: TypeId, into: TypeId) -> Reg {
        if from == into || into == TypeId::VOID {
            return value;
        }
        let (Some(source), Some(target)) = (scalar(self.program, from), scalar(self.program, into)) else {
            return self.no_value("a conversion of complex numbers, vectors or unknown types", into);
        };
        if self.is_bool(into) && !self.is_bool(from) {
            let truth = self.is_not_zero(value, source);
            return self.convert_register(truth, M::I32, M::U8);
        }
        let value = self.convert_register(value, source, target);
        if self.program.is_odd(into) { self.cut(value, into, Fit::Wraps) } else { value }
    }

    /// What a value is in a type with the width of a bit-field: its upper bits go, or are copies of its sign.
    pub(super) fn cut(&mut self, value: Reg, ty: TypeId, fit: Fit) -> Reg {
        let (Some((bits, signed)), Some(machine)) = (self.program.integer(ty), scalar(self.program, ty)) else {
            return value;
        };
        let free = machine.bits() - u32::from(bits);
        if !signed {
            let mask = self.constant(machine, (1 << bits) - 1);
            return self.binary(Binary::BitAnd, machine, value, mask);
        }
        let by = self.constant(machine, u128::from(free));
        let high = match fit {
            Fit::Wraps => {
                let unsigned = M::unsigned(machine.bytes()).unwrap_or(machine);
                self.binary(Binary::Shl, unsigned, value, by)
            }
            // The product is too large exactly if the value does not fit.
            Fit::Checked => {
                let factor = self.constant(machine, 1 << free);
                self.binary(Binary::Mul, machine, value, factor)
            }
        };
        self.binary(Binary::Shr, machine, high, by)
    }

    pub(super) fn is_bool(&self, ty: TypeId) -> bool {
        matches!(self.program.ty(self.program.underlying(ty)), Type::Bool)
    }

    /// An `i32`: whether a value is not 0.
    pub(super) fn is_not_zero(&mut self, value: Reg, ty: M) -> Reg {
        let zero = self.constant(ty, 0);
        self.compare(Compare::Ne, ty, value, zero)
    }

    /// The type that a value has as an argument without a parameter.
    pub(super) fn default_promotion(&self, ty: TypeId) -> TypeId {
        match self.program.ty(ty) {
            Type::Float(32) => TypeId::DOUBLE,
            _ => self.program.promoted_type(ty),
        }
    }
}
