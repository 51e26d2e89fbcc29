//! What the world chooses, within bounds that somebody gave: the arguments of the program, the values of functions.

use super::builder::Builder;
use super::scalar;
use crate::program::TypeId;
use machine::code::{Binary, Compare, Instruction, Intrinsic, Reg};
use machine::types::Type as M;
use std::collections::BTreeMap;

/// Bounds of arguments that nobody gave, and of what functions give.
#[derive(Clone, Debug)]
pub struct Input {
    /// How many arguments there are at most, the name of the program not counted.
    pub arguments: u32,
    /// How many characters each has at most.
    pub length: u32,
    /// The characters, as ranges in rising order; none: all.
    pub alphabet: Vec<[u8; 2]>,
    /// There are no other arguments. If there may be, a program that looks for them is not answered.
    pub closed: bool,
    /// What functions give, by name: the least and the greatest value. One without a body does nothing else.
    pub values: BTreeMap<String, [i64; 2]>,
}

impl Default for Input {
    fn default() -> Input {
        Input { arguments: 1, length: 3, alphabet: Vec::new(), closed: false, values: BTreeMap::new() }
    }
}

impl Builder<'_, '_> {
    /// What somebody says of the values of a function that the user's code calls.
    pub(super) fn values_of(&self, name: &str) -> Option<[i64; 2]> {
        let from_library = self.function.is_some_and(|f| self.module.is_library(self.program.function(f).source));
        if from_library { None } else { self.module.options.input.values.get(name).copied() }
    }

    /// A value between two, both included, of the type that a function gives.
    pub(super) fn any_of(&mut self, range: [i64; 2], ty: TypeId) -> Reg {
        let Some(ty) = scalar(self.program, ty) else { return Reg(0) };
        let [low, high] = range.map(|end| self.constant(M::I64, u128::from(end as u64)));
        let to = self.fresh(M::I64);
        self.emit(Instruction::Intrinsic(Intrinsic::Unknown { to, low, high }));
        self.convert_register(to, M::I64, ty)
    }

    /// Runs in which a value is not between the two are left out.
    pub(super) fn assume_between(&mut self, value: Reg, [low, high]: [i64; 2]) {
        let ty = self.register_type(value);
        let [low, high] = [low, high].map(|end| self.constant(ty, end as i128 as u128));
        let above = self.compare(Compare::Le, ty, low, value);
        let below = self.compare(Compare::Le, ty, value, high);
        let condition = self.binary(Binary::BitAnd, M::I32, above, below);
        self.emit(Instruction::Intrinsic(Intrinsic::Assume { condition }));
    }
}
