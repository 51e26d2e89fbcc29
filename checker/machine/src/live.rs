//! Live registers: those whose value a run may still read.
//!
//! The others are no part of a state, so that a value that nobody reads again does not tell states apart. A backward
//! analysis over the code of one function. In a function that calls `setjmp`, any call may come back there: what is
//! live after a `setjmp` is live at each call.

use crate::code::{Function, Instruction, Intrinsic};
use crate::operands::{operands, successors};

/// For each instruction of a function, the registers that are live before it; and those that stay live while a call
/// that it makes is open.
#[derive(Debug)]
pub struct Live {
    words: usize,
    before: Vec<u64>,
    during: Vec<u64>,
}

impl Live {
    pub fn new(function: &Function) -> Live {
        let words = function.registers.len().div_ceil(64).max(1);
        let count = function.code.len();
        let mut live = Live { words, before: vec![0; words * count], during: vec![0; words * count] };
        let returns: Vec<usize> = (0..count)
            .filter(|pc| matches!(function.code[*pc], Instruction::Intrinsic(Intrinsic::SetJump { .. })))
            .map(|pc| pc + 1)
            .collect();
        loop {
            let mut changed = false;
            for pc in (0..count).rev() {
                changed |= live.update(function, pc, &returns);
            }
            if !changed {
                return live;
            }
        }
    }

    fn update(&mut self, function: &Function, pc: usize, returns: &[usize]) -> bool {
        let instruction = &function.code[pc];
        let words = self.words;
        let mut set = vec![0u64; words];
        let before = &self.before;
        let mut join = |at: usize| {
            if let Some(there) = before.get(at * words..(at + 1) * words) {
                set.iter_mut().zip(there).for_each(|(word, more)| *word |= more);
            }
        };
        successors(instruction, pc, &mut join);
        let mut reads = Vec::new();
        let sets = operands(instruction, |r| reads.push(r));
        for r in sets.iter().flatten() {
            set[r.0 as usize / 64] &= !(1 << (r.0 % 64));
        }
        // A jump out of the call comes before its result is set.
        if may_come_back(instruction) {
            for at in returns {
                let there = &before[at * words..(at + 1) * words];
                set.iter_mut().zip(there).for_each(|(word, more)| *word |= more);
            }
        }
        self.during[pc * words..][..words].copy_from_slice(&set);
        for r in reads {
            set[r.0 as usize / 64] |= 1 << (r.0 % 64);
        }
        let old = &mut self.before[pc * words..][..words];
        let changed = *old != set[..];
        old.copy_from_slice(&set);
        changed
    }

    /// Before an instruction.
    pub fn before(&self, pc: u32) -> &[u64] {
        &self.before[pc as usize * self.words..][..self.words]
    }

    /// While a call made by an instruction is open.
    pub fn during(&self, pc: u32) -> &[u64] {
        &self.during[pc as usize * self.words..][..self.words]
    }
}

fn may_come_back(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Call { .. } | Instruction::CallAddress { .. } | Instruction::Intrinsic(Intrinsic::LongJump { .. })
    )
}

/// The registers of a set, in order.
pub fn each(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(w, bits)| {
        let mut bits = *bits;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let at = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(w * 64 + at)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{Binary, FunctionId, Pc, Reg, Register};
    use crate::types::Type;

    fn function(registers: usize, code: Vec<Instruction>) -> Function {
        Function {
            name: "f".to_string(),
            parameters: 0,
            variadic: false,
            registers: (0..registers).map(|_| Register { ty: Type::I32, name: None }).collect(),
            slots: Vec::new(),
            result: Some(Type::I32),
            origins: vec![Default::default(); code.len()],
            code,
            atomic: false,
            library: false,
            hides_layout: false,
            span: Default::default(),
        }
    }

    fn live(set: &[u64]) -> Vec<usize> {
        each(set).collect()
    }

    fn add(to: u32, left: u32, right: u32) -> Instruction {
        Instruction::Binary { op: Binary::Add, ty: Type::I32, to: Reg(to), left: Reg(left), right: Reg(right) }
    }

    #[test]
    fn a_register_is_live_until_it_is_read_last() {
        let code = vec![
            Instruction::Const { to: Reg(0), bits: 1 },
            Instruction::Const { to: Reg(70), bits: 2 },
            add(1, 0, 70),
            Instruction::Return { value: Some(Reg(1)) },
        ];
        let found = Live::new(&function(71, code));
        assert_eq!(live(found.before(0)), [0usize; 0]);
        assert_eq!(live(found.before(1)), [0]);
        assert_eq!(live(found.before(2)), [0, 70]);
        assert_eq!(live(found.before(3)), [1]);
    }

    #[test]
    fn what_a_loop_reads_is_live_around_it() {
        let code = vec![
            add(1, 1, 0),
            Instruction::Branch { condition: Reg(1), then: Pc(0), otherwise: Pc(2) },
            Instruction::Return { value: None },
        ];
        let found = Live::new(&function(3, code));
        assert_eq!(live(found.before(0)), [0, 1]);
        assert_eq!(live(found.before(1)), [0, 1]);
        assert_eq!(live(found.before(2)), [0usize; 0]);
    }

    #[test]
    fn a_call_may_come_back_to_setjmp_before_it_sets_its_result() {
        let code = vec![
            Instruction::Intrinsic(Intrinsic::SetJump { to: Reg(1), buffer: Reg(2) }),
            Instruction::Branch { condition: Reg(1), then: Pc(4), otherwise: Pc(2) },
            Instruction::Call { function: FunctionId(0), arguments: vec![], result: Some(Reg(0)) },
            Instruction::Return { value: None },
            Instruction::Return { value: Some(Reg(0)) },
        ];
        let found = Live::new(&function(3, code));
        assert_eq!(live(found.during(2)), [0, 1]);
        assert_eq!(live(found.before(0)), [0, 2]);
    }
}
