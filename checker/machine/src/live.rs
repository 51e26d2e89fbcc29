//! Live registers: those whose value a run may still read.
//!
//! The others are no part of a state, so that a value that nobody reads again does not tell states apart. A backward
//! analysis over the code of one function. In a function that calls `setjmp`, any call may come back there: what is live
//! after a `setjmp` is live at each call.

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
        if may_come_back(instruction) {
            returns.iter().for_each(|at| join(*at));
        }
        let mut reads = Vec::new();
        let sets = operands(instruction, |r| reads.push(r));
        for r in sets.iter().flatten() {
            set[r.0 as usize / 64] &= !(1 << (r.0 % 64));
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
