//! Which variables in registers may be read before they are set.
//!
//! The code is made as if every local could be: each has a shadow register, and a check before each read. Here a
//! forward analysis over the code finds where a shadow is always 0, and what is not needed is taken out. It knows
//! of a shadow only "0" or "perhaps not 0", and of a function that uses `setjmp` nothing: then all checks stay. The
//! shadow of a variable is set by `Const`, `Move` and `LoadRaw` only, and used by `CheckSet`, `Move` and
//! `StoreRaw`.

use machine::code::{Function, Instruction, Pc, Reg};
use std::collections::HashMap;

/// Takes out the checks that never fail, and then the shadows that nobody asks.
pub(super) fn settle(function: &mut Function, shadows: &[Reg], keep_all: bool) {
    if !keep_all && !shadows.is_empty() {
        let known = Known::new(function, shadows);
        let mut keep = vec![true; function.code.len()];
        for (pc, keep) in keep.iter_mut().enumerate() {
            simplify(&mut function.code[pc], known.zero_at(pc), keep);
        }
        compact(function, &keep);
        drop_unused(function, shadows);
    }
    drop_jumps(function);
}

/// For each instruction the shadows that are 0 before it, as a set of bits.
struct Known {
    index: HashMap<Reg, usize>,
    words: usize,
    /// `None`: the instruction cannot be reached.
    before: Vec<Option<Vec<u64>>>,
}

/// The shadows that are 0 at a place.
struct Zero<'a> {
    known: &'a Known,
    set: Option<&'a [u64]>,
}

impl Zero<'_> {
    fn contains(&self, reg: Reg) -> bool {
        match (self.known.index.get(&reg), self.set) {
            (Some(at), Some(set)) => set[at / 64] >> (at % 64) & 1 == 1,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }
}

impl Known {
    fn new(function: &Function, shadows: &[Reg]) -> Known {
        let index: HashMap<Reg, usize> = shadows.iter().enumerate().map(|(at, reg)| (*reg, at)).collect();
        let words = shadows.len().div_ceil(64);
        let mut known = Known { index, words, before: vec![None; function.code.len()] };
        let mut work = vec![0usize];
        known.before[0] = Some(vec![0; words]);
        while let Some(start) = work.pop() {
            known.follow(function, start, &mut work);
        }
        known
    }

    /// Goes from an instruction on as long as there is one successor, and something new to say of it.
    fn follow(&mut self, function: &Function, start: usize, work: &mut Vec<usize>) {
        let Some(mut state) = self.before[start].clone() else { return };
        let mut pc = start;
        loop {
            self.apply(&function.code[pc], &mut state);
            let mut next = successors(&function.code, pc).into_iter();
            let first = next.next();
            for other in next {
                if self.join(other, &state) {
                    work.push(other);
                }
            }
            match first {
                Some(first) if self.join(first, &state) => {
                    pc = first;
                    let Some(joined) = self.before[pc].clone() else { return };
                    state = joined;
                }
                _ => return,
            }
        }
    }

    fn join(&mut self, at: usize, state: &[u64]) -> bool {
        match &mut self.before[at] {
            None => {
                self.before[at] = Some(state.to_vec());
                true
            }
            Some(old) => {
                let mut changed = false;
                for (old, new) in old.iter_mut().zip(state) {
                    changed |= *old & !new != 0;
                    *old &= new;
                }
                changed
            }
        }
    }

    fn apply(&self, instruction: &Instruction, state: &mut [u64]) {
        let (to, zero) = match instruction {
            Instruction::Const { to, bits } => (to, *bits == 0),
            Instruction::Move { to, from } => (to, self.index.get(from).is_some_and(|at| bit(state, *at))),
            Instruction::LoadRaw { shadow, .. } => (shadow, false),
            _ => return,
        };
        if let Some(at) = self.index.get(to) {
            match zero {
                true => state[at / 64] |= 1 << (at % 64),
                false => state[at / 64] &= !(1 << (at % 64)),
            }
        }
    }

    fn zero_at(&self, pc: usize) -> Zero<'_> {
        debug_assert!(self.before[pc].as_ref().is_none_or(|s| s.len() == self.words));
        Zero { known: self, set: self.before[pc].as_deref() }
    }
}

fn bit(state: &[u64], at: usize) -> bool {
    state[at / 64] >> (at % 64) & 1 == 1
}

fn successors(code: &[Instruction], pc: usize) -> Vec<usize> {
    match &code[pc] {
        Instruction::Jump { target } => vec![target.0 as usize],
        Instruction::Branch { then, otherwise, .. } => vec![then.0 as usize, otherwise.0 as usize],
        Instruction::Switch { cases, otherwise, .. } => {
            let mut all: Vec<usize> = cases.iter().map(|c| c.target.0 as usize).collect();
            all.push(otherwise.0 as usize);
            all
        }
        other if super::builder::ends(other) => Vec::new(),
        _ if pc + 1 < code.len() => vec![pc + 1],
        _ => Vec::new(),
    }
}

fn simplify(instruction: &mut Instruction, zero: Zero, keep: &mut bool) {
    match instruction {
        Instruction::CheckSet { shadow, .. } if zero.contains(*shadow) => *keep = false,
        Instruction::Move { to, from } if zero.contains(*from) => {
            *instruction = Instruction::Const { to: *to, bits: 0 };
        }
        Instruction::StoreRaw { address, value, shadow, ty } if zero.contains(*shadow) => {
            *instruction = Instruction::Store { address: *address, value: *value, ty: *ty, atomic: false };
        }
        _ => {}
    }
}

/// Shadows that are only set go.
fn drop_unused(function: &mut Function, shadows: &[Reg]) {
    let mut used: HashMap<Reg, bool> = shadows.iter().map(|reg| (*reg, false)).collect();
    // A shadow that is copied into one that is used is used.
    loop {
        let mut changed = false;
        for instruction in &function.code {
            let target = match instruction {
                Instruction::Move { to, .. } => used.get(to).copied(),
                _ => None,
            };
            if target == Some(false) {
                continue;
            }
            let reg = match instruction {
                Instruction::CheckSet { shadow, .. } | Instruction::StoreRaw { shadow, .. } => shadow,
                Instruction::Move { from, .. } => from,
                _ => continue,
            };
            if let Some(used) = used.get_mut(reg)
                && !*used
            {
                *used = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let unused = |reg: &Reg| used.get(reg) == Some(&false);
    let mut keep = vec![true; function.code.len()];
    for (instruction, keep) in function.code.iter().zip(&mut keep) {
        if let Instruction::Const { to, .. } | Instruction::Move { to, .. } = instruction {
            *keep = !unused(to);
        }
    }
    compact(function, &keep);
}

/// Jumps to the next instruction go.
fn drop_jumps(function: &mut Function) {
    let next = |pc: usize, i: &Instruction| matches!(i, Instruction::Jump { target } if target.0 as usize == pc + 1);
    let keep: Vec<bool> = function.code.iter().enumerate().map(|(pc, i)| !next(pc, i)).collect();
    compact(function, &keep);
}

/// Takes instructions out; jumps to them go to what follows.
pub(super) fn compact(function: &mut Function, keep: &[bool]) {
    if keep.iter().all(|k| *k) {
        return;
    }
    let mut place = Vec::with_capacity(keep.len());
    let mut count = 0;
    for keep in keep {
        place.push(Pc(count));
        count += u32::from(*keep);
    }
    let mut at = 0;
    function.code.retain(|_| {
        at += 1;
        keep[at - 1]
    });
    at = 0;
    function.origins.retain(|_| {
        at += 1;
        keep[at - 1]
    });
    for instruction in &mut function.code {
        match instruction {
            Instruction::Jump { target } => *target = place[target.0 as usize],
            Instruction::Branch { then, otherwise, .. } => {
                *then = place[then.0 as usize];
                *otherwise = place[otherwise.0 as usize];
            }
            Instruction::Switch { cases, otherwise, .. } => {
                cases.iter_mut().for_each(|c| c.target = place[c.target.0 as usize]);
                *otherwise = place[otherwise.0 as usize];
            }
            _ => {}
        }
    }
}
