//! Conversions of values between C types.

use super::builder::Builder;
use super::scalar;
use crate::program::{Type, TypeId};
use machine::code::{Compare, Reg};
use machine::types::Type as M;

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
        self.convert_register(value, source, target)
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
