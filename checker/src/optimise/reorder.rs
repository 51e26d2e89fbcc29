//! The options of each state in another order, for searches that are to differ (`search::swarm`).
//!
//! What can happen stays the same, only what is tried first changes. `else` stays behind the options that it depends
//! on, and escapes of `unless` before what they interrupt.

use crate::model::{Action, Model, ProctypeKind, Transition, TransitionId};
use crate::random::Random;

/// In which order options are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionOrder {
    Written,
    Reversed,
    Shuffled { seed: u64 },
}

/// Changes the order in which the search tries options. To be done after `optimise` and before `reduce`.
pub fn reorder(model: &mut Model, order: OptionOrder) {
    let mut random = match order {
        OptionOrder::Written => return,
        OptionOrder::Reversed => None,
        OptionOrder::Shuffled { seed } => Some(Random::new(seed)),
    };
    for p in 0..model.proctypes.len() {
        let proctype = &model.proctypes[p];
        let is_process = matches!(proctype.kind, ProctypeKind::Proctype | ProctypeKind::Init);
        // Which of two options is the one too many depends on their order.
        if !is_process || proctype.deterministic {
            continue;
        }
        let states = proctype.base as usize..proctype.base as usize + proctype.states.len();
        for option in states {
            let (first, end) = model.options[option];
            let mut row: Vec<u32> = (first..end).collect();
            for group in row.chunk_by_mut(|a, b| go_together(model, *a, *b)) {
                match &mut random {
                    None => group.reverse(),
                    Some(random) => shuffle(group, random),
                }
            }
            if row.iter().is_sorted() {
                continue;
            }
            let start = model.transitions.len() as u32;
            for t in row {
                let copy = Transition { repeats: false, ..model.transitions[t as usize].clone() };
                let origin = model.origin(TransitionId(t));
                model.transitions.push(copy);
                model.origins.push(origin);
            }
            model.options[option] = (start, model.transitions.len() as u32);
        }
    }
}

/// Whether the order of two options next to each other does not matter.
fn go_together(model: &Model, a: u32, b: u32) -> bool {
    let (a, b) = (&model.transitions[a as usize], &model.transitions[b as usize]);
    a.escape == b.escape && !is_else(model, a) && !is_else(model, b)
}

fn is_else(model: &Model, t: &Transition) -> bool {
    match t.action {
        Action::Parts { first, .. } => model.transition(model.parts[first as usize].transition).is_else(),
        Action::Never | Action::Skip | Action::Else | Action::Code(_) => t.is_else(),
    }
}

/// Fisher and Yates.
fn shuffle(row: &mut [u32], random: &mut Random) {
    for i in (1..row.len()).rev() {
        row.swap(i, random.below(i + 1));
    }
}
