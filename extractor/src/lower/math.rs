//! Functions of `<math.h>` that the machine knows, in their three precisions.

use super::builder::Builder;
use super::scalar;
use crate::program::{Expr, TypeId};
use machine::code::{Compare, Instruction, Intrinsic, Math, Reg};
use machine::extended;
use machine::types::Type as M;

/// The operation, and whether it has two operands.
fn operation(root: &str) -> Option<(Math, bool)> {
    Some(match root {
        "sqrt" => (Math::Sqrt, false),
        "fabs" => (Math::Fabs, false),
        "floor" => (Math::Floor, false),
        "ceil" => (Math::Ceil, false),
        "trunc" => (Math::Trunc, false),
        "round" => (Math::Round, false),
        "fmod" => (Math::Fmod, true),
        "pow" => (Math::Pow, true),
        "exp" => (Math::Exp, false),
        "log" => (Math::Log, false),
        "sin" => (Math::Sin, false),
        "cos" => (Math::Cos, false),
        "tan" => (Math::Tan, false),
        "atan2" => (Math::Atan2, true),
        _ => return None,
    })
}

impl<'p> Builder<'_, 'p> {
    pub(super) fn math(&mut self, name: &str, e: &'p Expr, arguments: &'p [Expr]) -> Option<Reg> {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        if let Some(value) = self.float_test(plain, e, arguments) {
            return Some(value);
        }
        let known = operation(plain)
            .map(|o| (o, TypeId::DOUBLE))
            .or_else(|| Some((plain.strip_suffix('f').and_then(operation)?, TypeId::DOUBLE)))
            .or_else(|| Some((plain.strip_suffix('l').and_then(operation)?, TypeId::LDOUBLE)));
        let ((op, two), ty) = known?;
        let in_range = ty == TypeId::DOUBLE || extended::math(op, 0, 0).is_some();
        if arguments.len() != 1 + usize::from(two) || !in_range {
            return None;
        }
        let left = self.argument(arguments, 0, ty);
        let right = if two { self.argument(arguments, 1, ty) } else { left };
        let to = self.math_operation(op, ty, left, right);
        Some(self.convert(to, ty, e.ty))
    }

    fn math_operation(&mut self, op: Math, ty: TypeId, left: Reg, right: Reg) -> Reg {
        let ty = if ty == TypeId::LDOUBLE { M::F80 } else { M::F64 };
        let to = self.fresh(ty);
        self.emit(Instruction::Intrinsic(Intrinsic::Math { op, ty, to, left, right }));
        to
    }

    /// The type that arguments of a function for all floating types are compared in.
    fn widest(&self, arguments: &[Expr]) -> TypeId {
        let long = arguments.iter().any(|a| scalar(self.program, a.ty) == Some(M::F80));
        if long { TypeId::LDOUBLE } else { TypeId::DOUBLE }
    }

    /// Constants and tests of floating numbers.
    fn float_test(&mut self, plain: &str, e: &'p Expr, arguments: &'p [Expr]) -> Option<Reg> {
        let constant = |b: &mut Self, value: f64| {
            let reg = b.constant(M::F64, u128::from(value.to_bits()));
            b.convert(reg, TypeId::DOUBLE, e.ty)
        };
        match (plain, arguments) {
            ("inf" | "inff" | "infl" | "huge_val" | "huge_valf" | "huge_vall", []) => {
                Some(constant(self, f64::INFINITY))
            }
            ("nan" | "nanf" | "nanl", [_]) => Some(constant(self, f64::NAN)),
            ("isnan" | "isnanf" | "isnanl" | "__isnan" | "__isnanf", [x]) => {
                let ty = scalar(self.program, x.ty)?;
                let value = self.value(x);
                Some(self.compare(Compare::Ne, ty, value, value))
            }
            ("isinf_sign" | "isinf" | "isfinite", [_]) => {
                let ty = self.widest(arguments);
                let value = self.argument(arguments, 0, ty);
                let size = self.math_operation(Math::Fabs, ty, value, value);
                let infinite = self.constant(M::F64, u128::from(f64::INFINITY.to_bits()));
                let infinite = self.convert(infinite, TypeId::DOUBLE, ty);
                let op = if plain == "isfinite" { Compare::Lt } else { Compare::Eq };
                Some(self.compare(op, scalar(self.program, ty)?, size, infinite))
            }
            ("isgreater" | "isgreaterequal" | "isless" | "islessequal", [_, _]) => {
                let ty = self.widest(arguments);
                let left = self.argument(arguments, 0, ty);
                let right = self.argument(arguments, 1, ty);
                let op = match plain {
                    "isgreater" => Compare::Gt,
                    "isgreaterequal" => Compare::Ge,
                    "isless" => Compare::Lt,
                    _ => Compare::Le,
                };
                Some(self.compare(op, scalar(self.program, ty)?, left, right))
            }
            _ => None,
        }
    }
}
