//! Fewer registers: values on the way that nobody reads go, those that live inside of one straight piece of code
//! share.
//!
//! Every value on the way is made with a register of its own. Here those whose uses all lie between two places that
//! control can come to or leave from are given one of a few registers of their type, free again behind the last
//! use. Variables, parameters, and what lives longer keep their own.

use super::unset::compact;
use machine::code::{Binary, Function, Instruction, Intrinsic, Reg, Register};
use machine::operands::{operands, rename};
use machine::types::Type;
use std::collections::HashMap;

/// Where a register is met.
#[derive(Clone, Copy)]
enum Use {
    Never,
    /// In one piece of code, from an instruction that sets it to the last that uses it.
    Inside {
        piece: u32,
        first: usize,
        last: usize,
    },
    Beyond,
}

pub(super) fn pack(function: &mut Function) {
    drop_unread(function);
    let pieces = pieces(&function.code);
    let uses = uses(function, &pieces);
    let mut registers: Vec<Register> = Vec::new();
    let mut new = vec![Reg(0); function.registers.len()];
    let given = function.parameters as usize + usize::from(function.variadic);
    for (index, register) in function.registers.iter().enumerate() {
        let stays = index < given || matches!(uses[index], Use::Beyond);
        if stays {
            new[index] = Reg(registers.len() as u32);
            registers.push(register.clone());
        }
    }
    let mut starts: HashMap<usize, Vec<usize>> = HashMap::new();
    for (index, used) in uses.iter().enumerate().skip(given) {
        if let Use::Inside { first, .. } = used {
            starts.entry(*first).or_default().push(index);
        }
    }
    let mut free: HashMap<Type, Vec<Reg>> = HashMap::new();
    let mut busy: Vec<(usize, Type, Reg)> = Vec::new();
    for pc in 0..function.code.len() {
        // Free behind its last use, so that no instruction sets what it reads.
        busy.retain(|(last, ty, reg)| {
            let ended = *last < pc;
            if ended {
                free.entry(*ty).or_default().push(*reg);
            }
            !ended
        });
        for index in starts.get(&pc).into_iter().flatten() {
            let Use::Inside { last, .. } = uses[*index] else { continue };
            let ty = function.registers[*index].ty;
            let reg = free.get_mut(&ty).and_then(Vec::pop).unwrap_or_else(|| {
                registers.push(Register { ty, name: None });
                Reg(registers.len() as u32 - 1)
            });
            new[*index] = reg;
            busy.push((last, ty, reg));
        }
        rename(&mut function.code[pc], &mut |reg| *reg = new[reg.0 as usize]);
    }
    function.registers = registers;
}

/// Takes out what only computes a value on the way that nobody reads.
fn drop_unread(function: &mut Function) {
    loop {
        let mut read = vec![false; function.registers.len()];
        for instruction in &function.code {
            operands(instruction, |reg| read[reg.0 as usize] = true);
        }
        let unread = |reg: Reg| !read[reg.0 as usize] && function.registers[reg.0 as usize].name.is_none();
        let keep: Vec<bool> = function.code.iter().map(|i| !result_of_pure(i).is_some_and(unread)).collect();
        if keep.iter().all(|k| *k) {
            return;
        }
        compact(function, &keep);
    }
}

/// The register that is all an instruction sets, if it does nothing else and cannot fail.
fn result_of_pure(instruction: &Instruction) -> Option<Reg> {
    match instruction {
        Instruction::Const { to, .. }
        | Instruction::Move { to, .. }
        | Instruction::Compare { to, .. }
        | Instruction::Convert { to, .. }
        | Instruction::StaticAddress { to, .. }
        | Instruction::SlotAddress { to, .. }
        | Instruction::FunctionAddress { to, .. } => Some(*to),
        Instruction::Binary { op, ty, to, .. } => {
            let divides = matches!(op, Binary::Div | Binary::Rem);
            let can_fail = divides || ty.is_signed() || matches!(op, Binary::Shl | Binary::Shr);
            (!can_fail).then_some(*to)
        }
        Instruction::Unary { ty, to, .. } => (!ty.is_signed()).then_some(*to),
        _ => None,
    }
}

/// The straight piece of code that each instruction belongs to.
fn pieces(code: &[Instruction]) -> Vec<u32> {
    let mut starts = vec![false; code.len() + 1];
    for (pc, instruction) in code.iter().enumerate() {
        let mut ends = false;
        match instruction {
            Instruction::Jump { target } => {
                starts[target.0 as usize] = true;
                ends = true;
            }
            Instruction::Branch { then, otherwise, .. } => {
                starts[then.0 as usize] = true;
                starts[otherwise.0 as usize] = true;
                ends = true;
            }
            Instruction::Switch { cases, otherwise, .. } => {
                cases.iter().for_each(|c| starts[c.target.0 as usize] = true);
                starts[otherwise.0 as usize] = true;
                ends = true;
            }
            // Control comes back to these.
            Instruction::Intrinsic(Intrinsic::SetJump { .. } | Intrinsic::WaitBegin | Intrinsic::WaitEnd { .. }) => {
                ends = true;
            }
            _ => {}
        }
        if ends {
            starts[pc + 1] = true;
        }
    }
    let mut piece = 0;
    let number = |start: &bool| {
        piece += u32::from(*start);
        piece
    };
    starts.iter().take(code.len()).map(number).collect()
}

fn uses(function: &Function, pieces: &[u32]) -> Vec<Use> {
    let mut uses = vec![Use::Never; function.registers.len()];
    let named = |reg: Reg| function.registers[reg.0 as usize].name.is_some();
    for (pc, instruction) in function.code.iter().enumerate() {
        let mut read = Vec::new();
        let set = operands(instruction, |reg| read.push(reg));
        for reg in read {
            let used = &mut uses[reg.0 as usize];
            *used = match *used {
                Use::Inside { piece, first, .. } if piece == pieces[pc] => Use::Inside { piece, first, last: pc },
                _ => Use::Beyond,
            };
        }
        for reg in set.into_iter().flatten() {
            let used = &mut uses[reg.0 as usize];
            *used = match *used {
                Use::Never if !named(reg) => Use::Inside { piece: pieces[pc], first: pc, last: pc },
                Use::Inside { piece, first, .. } if piece == pieces[pc] => Use::Inside { piece, first, last: pc },
                _ => Use::Beyond,
            };
        }
    }
    uses
}
