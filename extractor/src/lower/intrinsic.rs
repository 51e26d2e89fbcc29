//! The functions that the machine itself gives: `__ax_*`, and `setjmp` and its kin.

use super::builder::Builder;
use crate::program::{Expr, TypeId};
use machine::code::{Instruction, Intrinsic, Reg};
use machine::types::Type as M;

impl<'p> Builder<'_, 'p> {
    /// The call of an intrinsic; `None` if the name is none.
    pub(super) fn intrinsic(&mut self, name: &str, arguments: &'p [Expr]) -> Option<Reg> {
        match name {
            "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" | "__sigsetjmp_cancel" | "__builtin_setjmp" => {
                let buffer = self.argument(arguments, 0, TypeId::VOID_POINTER);
                self.uses_setjmp = true;
                let to = self.fresh(M::I32);
                self.emit(Instruction::Intrinsic(Intrinsic::SetJump { to, buffer }));
                return Some(to);
            }
            "longjmp" | "_longjmp" | "siglongjmp" | "__builtin_longjmp" => {
                let buffer = self.argument(arguments, 0, TypeId::VOID_POINTER);
                let value = self.argument(arguments, 1, TypeId::INT);
                return Some(self.without_result(Intrinsic::LongJump { buffer, value }));
            }
            _ => {}
        }
        let short = name.strip_prefix("__ax_")?;
        if short == "wait" {
            self.emit(Instruction::Intrinsic(Intrinsic::WaitBegin));
            let condition = self.argument(arguments, 0, TypeId::INT);
            return Some(self.without_result(Intrinsic::WaitEnd { condition }));
        }
        self.plain_intrinsic(short, arguments)
    }

    fn plain_intrinsic(&mut self, short: &str, arguments: &'p [Expr]) -> Option<Reg> {
        let (int, long, pointer) = (TypeId::INT, TypeId::LONG, TypeId::VOID_POINTER);
        let at = |b: &mut Self, index, ty| b.argument(arguments, index, ty);
        let intrinsic = match short {
            "atomic_begin" => Intrinsic::AtomicBegin,
            "atomic_end" => Intrinsic::AtomicEnd,
            "choose" => {
                let (low, high) = (at(self, 0, int), at(self, 1, int));
                Intrinsic::Choose { to: self.fresh(M::I32), low, high }
            }
            "unknown" => {
                let (low, high) = (at(self, 0, long), at(self, 1, long));
                Intrinsic::Unknown { to: self.fresh(M::I64), low, high }
            }
            "known" => {
                let value = at(self, 0, long);
                Intrinsic::Known { to: self.fresh(M::I32), value }
            }
            "assume" => Intrinsic::Assume { condition: at(self, 0, int) },
            "error" => Intrinsic::Error { kind: at(self, 0, int), text: at(self, 1, pointer) },
            "self" => Intrinsic::This { to: self.fresh(M::I32) },
            "own" => Intrinsic::Own { to: self.fresh(M::I32) },
            "spawn" => {
                let (function, argument) = (at(self, 0, pointer), at(self, 1, pointer));
                Intrinsic::Spawn { to: self.fresh(M::I32), function, argument }
            }
            "end_thread" => Intrinsic::EndThread,
            "has_ended" => {
                let thread = at(self, 0, int);
                Intrinsic::HasEnded { to: self.fresh(M::I32), thread }
            }
            "gave_value" => Intrinsic::GaveValue { to: self.fresh(M::I32) },
            "joined" => Intrinsic::Joined { thread: at(self, 0, int) },
            "reclaim" => Intrinsic::Reclaim { thread: at(self, 0, int) },
            "exit" => Intrinsic::Exit { status: at(self, 0, int) },
            "abort" => Intrinsic::Abort,
            "allocate" => {
                let size = at(self, 0, TypeId::ULONG);
                Intrinsic::Allocate { to: self.fresh(M::U64), size }
            }
            "release" => Intrinsic::Release { address: at(self, 0, pointer) },
            "size" => {
                let address = at(self, 0, pointer);
                Intrinsic::Size { to: self.fresh(M::U64), address }
            }
            "print" => Intrinsic::Print { text: at(self, 0, pointer), length: at(self, 1, TypeId::ULONG) },
            "lock_taken" => Intrinsic::LockTaken { lock: at(self, 0, pointer), exclusive: at(self, 1, int) },
            "lock_dropped" => Intrinsic::LockDropped { lock: at(self, 0, pointer) },
            _ => return None,
        };
        let to = sets(&intrinsic);
        self.emit(Instruction::Intrinsic(intrinsic));
        Some(match to {
            Some(to) => to,
            None => Reg(0),
        })
    }

    pub(super) fn without_result(&mut self, intrinsic: Intrinsic) -> Reg {
        self.emit(Instruction::Intrinsic(intrinsic));
        Reg(0)
    }

    /// An argument as a value of a type; 0 if it is missing.
    pub(super) fn argument(&mut self, arguments: &'p [Expr], index: usize, ty: TypeId) -> Reg {
        let Some(e) = arguments.get(index) else { return self.integer(0, ty) };
        let value = self.value(e);
        let mut value = self.convert(value, self.decayed_type(e), ty);
        for later in &arguments[index + 1..] {
            value = self.hold(value, later);
        }
        value
    }
}

fn sets(intrinsic: &Intrinsic) -> Option<Reg> {
    match intrinsic {
        Intrinsic::Choose { to, .. }
        | Intrinsic::Unknown { to, .. }
        | Intrinsic::Known { to, .. }
        | Intrinsic::This { to }
        | Intrinsic::Own { to }
        | Intrinsic::GaveValue { to }
        | Intrinsic::Spawn { to, .. }
        | Intrinsic::HasEnded { to, .. }
        | Intrinsic::Allocate { to, .. }
        | Intrinsic::Size { to, .. } => Some(*to),
        _ => None,
    }
}
