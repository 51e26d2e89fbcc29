//! Registers of the library's that are made of the number of a thread: at rest, a thread in which one of them lives
//! says which one it is (see `twins`).
//!
//! What is loaded from memory counts as no number: the library keeps numbers there only as owners of mutexes, and looks
//! at these within one step.

use crate::code::{FunctionId, Instruction, Intrinsic, Program, Reg};
use crate::operands::operands;

/// Which registers of a function of the library are made of the number of a thread.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    registers: Vec<u64>,
    /// A number is an argument: all may be.
    pub all: bool,
}

impl Numbers {
    pub fn has(&self, r: usize) -> bool {
        self.all || self.registers.get(r / 64).is_some_and(|w| w >> (r % 64) & 1 == 1)
    }

    fn add(&mut self, r: Reg) -> bool {
        let (word, bit) = (r.0 as usize / 64, 1 << (r.0 % 64));
        if self.registers.len() <= word {
            self.registers.resize(word + 1, 0);
        }
        let new = self.registers[word] & bit == 0;
        self.registers[word] |= bit;
        new
    }
}

/// For each function, the registers that are made of the number of a thread. Only the library has such: see
/// `Intrinsic::Own`. A function that is given one is not looked into.
pub fn numbers(program: &Program) -> Vec<Numbers> {
    let mut numbers = vec![Numbers::default(); program.functions.len()];
    for (i, function) in program.functions.iter().enumerate().filter(|(_, f)| f.library) {
        let mut given: Vec<FunctionId> = Vec::new();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for instruction in &function.code {
                let of = &mut numbers[i];
                let mut reads = false;
                let sets = operands(instruction, |r| reads |= of.has(r.0 as usize));
                let own = matches!(instruction, Instruction::Intrinsic(Intrinsic::Own { .. }));
                let loads = matches!(instruction, Instruction::Load { .. } | Instruction::LoadRaw { .. });
                if own || reads && !loads {
                    sets.into_iter().flatten().for_each(|r| changed |= of.add(r));
                }
                if let (true, Instruction::Call { function, .. }) = (reads, instruction) {
                    given.push(*function);
                }
            }
        }
        given.into_iter().for_each(|f| numbers[f.0 as usize].all = true);
    }
    numbers
}
