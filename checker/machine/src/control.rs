//! Which branches decide whether an instruction is run: control dependence, by way of postdominators.
//!
//! An instruction depends on a branch if from one of its targets every run comes to the instruction, and from the
//! branch itself not (Ferrante, Ottenstein and Warren 1987). Postdominators are found as Cooper, Harvey and Kennedy do
//! (2001). What never comes to the end of the function has no postdominators: only where a branch leads to at once is
//! known to depend on it there.

use crate::code::Function;
use crate::operands::successors;

/// For each instruction of a function, the branches on which it depends directly.
#[derive(Debug)]
pub struct Control {
    branches: Vec<Vec<u32>>,
}

impl Control {
    pub fn new(function: &Function) -> Control {
        let count = function.code.len();
        let end = count;
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); count + 1];
        for (pc, instruction) in function.code.iter().enumerate() {
            successors(instruction, pc, |to| next[pc].push(to.min(end)));
            if next[pc].is_empty() {
                next[pc].push(end);
            }
            // A branch whose targets are one decides nothing.
            next[pc].sort_unstable();
            next[pc].dedup();
            next[pc].iter().for_each(|to| before[*to].push(pc));
        }
        let order = postorder(&before, end);
        let nearest = nearest(&next, &order, end);
        let mut branches = vec![Vec::new(); count];
        for pc in (0..count).filter(|pc| next[*pc].len() > 1) {
            for to in &next[pc] {
                let mut at = *to;
                while at != end && Some(at) != nearest[pc] {
                    if branches[at].last() != Some(&(pc as u32)) {
                        branches[at].push(pc as u32);
                    }
                    let Some(up) = nearest[at] else { break };
                    at = up;
                }
            }
        }
        Control { branches }
    }

    /// The branches, in the order of the code.
    pub fn of(&self, pc: u32) -> &[u32] {
        self.branches.get(pc as usize).map_or(&[], Vec::as_slice)
    }
}

/// The instructions from which control comes to the end, in the order of a depth-first search from there.
fn postorder(before: &[Vec<usize>], end: usize) -> Vec<usize> {
    let mut seen = vec![false; end + 1];
    let mut order = Vec::new();
    let mut stack = vec![(end, 0)];
    seen[end] = true;
    while let Some((node, at)) = stack.pop() {
        match before[node].get(at) {
            Some(to) => {
                stack.push((node, at + 1));
                if !std::mem::replace(&mut seen[*to], true) {
                    stack.push((*to, 0));
                }
            }
            None => order.push(node),
        }
    }
    order
}

/// The nearest postdominator of each instruction; the end is its own.
fn nearest(next: &[Vec<usize>], order: &[usize], end: usize) -> Vec<Option<usize>> {
    let mut number = vec![0; end + 1];
    order.iter().enumerate().for_each(|(i, node)| number[*node] = i);
    let mut nearest: Vec<Option<usize>> = vec![None; end + 1];
    nearest[end] = Some(end);
    loop {
        let mut changed = false;
        for node in order.iter().rev().copied().filter(|node| *node != end) {
            let mut found: Option<usize> = None;
            for to in next[node].iter().copied().filter(|to| nearest[*to].is_some()) {
                found = Some(match found {
                    None => to,
                    Some(other) => meet(&nearest, &number, to, other),
                });
            }
            changed |= nearest[node] != found;
            nearest[node] = found;
        }
        if !changed {
            return nearest;
        }
    }
}

fn meet(nearest: &[Option<usize>], number: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let lower = if number[a] < number[b] { &mut a } else { &mut b };
        match nearest[*lower] {
            Some(up) => *lower = up,
            None => return *lower,
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{Instruction, Pc, Reg};

    fn branch(then: u32, otherwise: u32) -> Instruction {
        Instruction::Branch { condition: Reg(0), then: Pc(then), otherwise: Pc(otherwise) }
    }

    fn set() -> Instruction {
        Instruction::Const { to: Reg(0), bits: 0 }
    }

    fn control(code: Vec<Instruction>) -> Vec<Vec<u32>> {
        let count = code.len() as u32;
        let control = Control::new(&Function { code, ..Function::default() });
        (0..count).map(|pc| control.of(pc).to_vec()).collect()
    }

    #[test]
    fn the_arms_of_a_branch_depend_on_it() {
        let code =
            vec![branch(1, 3), set(), Instruction::Jump { target: Pc(4) }, set(), Instruction::Return { value: None }];
        assert_eq!(control(code), [vec![], vec![0], vec![0], vec![0], vec![]]);
    }

    /// `if (!(a && b)) error();`
    #[test]
    fn both_operands_of_a_conjunction_decide() {
        let code = vec![branch(1, 2), branch(3, 2), set(), Instruction::Return { value: None }];
        assert_eq!(control(code), [vec![], vec![0], vec![0, 1], vec![]]);
    }

    #[test]
    fn a_loop_depends_on_its_test_and_one_without_an_end_on_nothing() {
        let code = vec![branch(1, 3), set(), Instruction::Jump { target: Pc(0) }, Instruction::Return { value: None }];
        assert_eq!(control(code), [vec![0], vec![0], vec![0], vec![]]);
        let code = vec![set(), branch(0, 0)];
        assert_eq!(control(code), [Vec::<u32>::new(), vec![]]);
    }
}
