//! Functions of `<math.h>` that the machine knows, in their three precisions.

use super::builder::Builder;
use super::scalar;
use crate::program::{Expr, TypeId};
use machine::code::{Compare, Instruction, Intrinsic, Math, Reg};
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
            .or_else(|| plain.strip_suffix('f').and_then(operation))
            .or_else(|| plain.strip_suffix('l').and_then(operation));
        let (op, two) = known?;
        if arguments.len() != 1 + usize::from(two) {
            return None;
        }
        let left = self.argument(arguments, 0, TypeId::DOUBLE);
        let right = if two { self.argument(arguments, 1, TypeId::DOUBLE) } else { left };
        let to = self.fresh(M::F64);
        self.emit(Instruction::Intrinsic(Intrinsic::Math { op, to, left, right }));
        Some(self.convert(to, TypeId::DOUBLE, e.ty))
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
                let value = self.argument(arguments, 0, TypeId::DOUBLE);
                let size = self.fresh(M::F64);
                let op = Math::Fabs;
                self.emit(Instruction::Intrinsic(Intrinsic::Math { op, to: size, left: value, right: value }));
                let infinite = self.constant(M::F64, u128::from(f64::INFINITY.to_bits()));
                let op = if plain == "isfinite" { Compare::Lt } else { Compare::Eq };
                Some(self.compare(op, M::F64, size, infinite))
            }
            ("isgreater" | "isgreaterequal" | "isless" | "islessequal", [_, _]) => {
                let left = self.argument(arguments, 0, TypeId::DOUBLE);
                let right = self.argument(arguments, 1, TypeId::DOUBLE);
                let op = match plain {
                    "isgreater" => Compare::Gt,
                    "isgreaterequal" => Compare::Ge,
                    "isless" => Compare::Lt,
                    _ => Compare::Le,
                };
                Some(self.compare(op, M::F64, left, right))
            }
            _ => None,
        }
    }
}
