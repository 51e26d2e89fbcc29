//! Which transitions touch only their own process: no other process can see them, help them or stop them.

use super::access::{Access, Code};
use crate::model::op::{Base, Op};
use crate::model::{Action, Model, Proctype, Transition, TransitionId};

/// The code of a transition, if it is nothing but code.
pub fn code_of(model: &Model, t: TransitionId) -> Option<Code<'_>> {
    match model.transition(t).action {
        Action::Code(code) => Some(Code::at(&model.code, code)),
        _ => None,
    }
}

/// Whether a transition touches nothing but the frame of its process. Not so for the start and the end of a process.
pub fn is_local(model: &Model, t: &Transition) -> bool {
    touches_only(model, t, |op| super::access::of(op).into_iter().flatten().all(is_own))
}

/// Whether the claim may tell how often a state is repeated, so that no step may be left out. One that is a formula tells by itself. One that was written by
/// hand does not, if it is in the same place whenever the system moves, and looks at globals only: it says the same of every state.
pub fn claim_counts_steps(model: &Model) -> bool {
    model.claim.is_some_and(|c| c.counts_steps && !stays(model, model.proctype(c.proctype)))
}

fn stays(model: &Model, claim: &Proctype) -> bool {
    let is_global = |access| matches!(access, Access::Read(Base::Global, _));
    let mut seen = vec![false; claim.states.len()];
    let mut open = vec![claim.start.0];
    while let Some(state) = open.pop() {
        if std::mem::replace(&mut seen[state as usize], true) {
            continue;
        }
        for t in claim.states[state as usize].transitions().map(|t| &model.transitions[t as usize]) {
            let looks = |op: &Op| super::access::of(op).into_iter().flatten().all(is_global);
            if !touches_only(model, t, looks) || !(t.atomic || t.target == claim.start) {
                return false;
            }
            open.push(t.target.0);
        }
    }
    true
}

/// Whether a transition starts processes and touches nothing else outside of its own.
pub fn only_runs(model: &Model, t: &Transition) -> bool {
    let is_run = |op: &Op| matches!(op, Op::Run { .. });
    !is_local(model, t)
        && touches_only(model, t, |op| is_run(op) || super::access::of(op).into_iter().flatten().all(is_own))
}

/// Whether a transition sends or receives and touches nothing else outside of its own process.
pub fn uses_one_channel(model: &Model, t: &Transition) -> bool {
    let is_open = |op: &Op| matches!(op, Op::SendOpen | Op::ReceiveOpen { .. });
    touches_only(model, t, |op| is_open(op) || super::access::of(op).into_iter().flatten().all(is_own))
}

/// Whether a transition sets the priority of its own process to a number. That is no local step: others may come before the next one.
pub fn sets_priority(model: &Model, t: &Transition) -> bool {
    let ops = match t.action {
        Action::Code(code) => &model.code[code.0 as usize..],
        _ => &[],
    };
    matches!(ops, [Op::Pid, Op::Const(_), Op::SetPriority, Op::Done, ..])
}

/// Whether a transition prints the priority of its own process, and touches nothing else outside of it. What is printed changes nothing.
pub fn prints_priority(model: &Model, t: &Transition) -> bool {
    let Action::Code(code) = t.action else { return false };
    let is_print = |op: &Op| {
        matches!(op, Op::Pid | Op::GetPriority | Op::Const(_) | Op::LoadLocal(_) | Op::Print { .. } | Op::Done)
    };
    let ops = Code::at(&model.code, code).ops;
    let is_own = |pair: &[(&Op, Vec<usize>)]| *pair[1].0 != Op::GetPriority || *pair[0].0 == Op::Pid;
    ops.iter().all(|(op, _)| is_print(op)) && ops.windows(2).all(is_own)
}

fn touches_only(model: &Model, t: &Transition, allowed: impl Fn(&Op) -> bool) -> bool {
    match t.action {
        Action::Never | Action::Skip | Action::Else => true,
        Action::Parts { .. } => false,
        Action::Code(code) => Code::at(&model.code, code).ops.iter().all(|(op, _)| allowed(op)),
    }
}

fn is_own(access: Access) -> bool {
    match access {
        Access::Read(base, _) | Access::Write(base, _) | Access::Change(base, _) | Access::WritePart(base, _) => {
            base == Base::Local
        }
        _ => false,
    }
}
