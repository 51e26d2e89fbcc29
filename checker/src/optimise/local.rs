//! Which transitions touch only their own process: no other process can see them, help them or stop them.

use crate::model::accesses::{Access, Accesses, Data, Nothing, Process, Question, Use, Used};
use crate::model::{Action, Model, Proctype, Region, Transition};

/// Whether a transition touches nothing but the frame of its process. Not so for the start and the end of a process.
pub fn is_local(t: &Transition) -> bool {
    touches_only(t, is_own)
}

/// Whether the claim may tell how often a state is repeated, so that no step may be left out. One that is a formula
/// tells by itself. One that was written by hand does not, if it is in the same place whenever the system moves, and
/// looks at globals only: it says the same of every state.
pub fn claim_counts_steps(model: &Model) -> bool {
    model.claim.is_some_and(|c| c.counts_steps && !stays(model, model.proctype(c.proctype)))
}

fn stays(model: &Model, claim: &Proctype) -> bool {
    let looks = |access: &Access| match access {
        Access::Read { data, .. } => data.region() == Some(Region::Global),
        Access::Ask { question, .. } => *question == Question::Pid,
        Access::Else { .. } | Access::Print { .. } => true,
        Access::Write { .. } | Access::Count { .. } | Access::Channel { .. } | Access::Start { .. } => false,
        Access::End | Access::SetPriority { .. } | Access::Event => false,
    };
    let mut seen = vec![false; claim.states.len()];
    let mut open = vec![claim.start.0];
    while let Some(state) = open.pop() {
        if std::mem::replace(&mut seen[state as usize], true) {
            continue;
        }
        for t in claim.states[state as usize].transitions().map(|t| &model.transitions[t as usize]) {
            if !touches_only(t, looks) || !(t.atomic || t.target == claim.start) {
                return false;
            }
            open.push(t.target.0);
        }
    }
    true
}

/// Whether a transition starts processes and touches nothing else outside of its own.
pub fn only_runs(t: &Transition) -> bool {
    !is_local(t) && touches_only(t, |access| matches!(access, Access::Start { .. }) || is_own(access))
}

/// Whether a transition sends or receives and touches nothing else outside of its own process.
pub fn uses_one_channel(t: &Transition) -> bool {
    let is_open = |access: &Access| match access {
        Access::Channel { used, .. } => matches!(used.how, Use::Send { .. } | Use::Receive { .. }),
        other => is_own(other),
    };
    touches_only(t, is_open)
}

/// Whether a transition sets the priority of its own process to a number. That is no local step: others may come before
/// the next one.
pub fn sets_priority(t: &Transition) -> bool {
    let Some(accesses) = of(t) else { return false };
    let sets = |access: &Access| match access {
        Access::SetPriority { process, value } => *process == Process::Own && value.is_some(),
        other => is_pid(other),
    };
    !accesses.waits.at_all
        && accesses.all().all(sets)
        && accesses.all().any(|a| matches!(a, Access::SetPriority { .. }))
}

/// Whether a transition prints the priority of its own process, and touches nothing else outside of it. What is printed
/// changes nothing.
pub fn prints_priority(t: &Transition) -> bool {
    let Some(accesses) = of(t) else { return false };
    let prints = |access: &Access| match access {
        Access::Read { data, used } => data.scalar(Region::Local).is_some() && *used == Used::Printed,
        Access::Ask { question, .. } => *question == Question::Priority(Process::Own) || is_pid(access),
        Access::Print { only_numbers } => *only_numbers,
        Access::Write { .. } | Access::Count { .. } | Access::Channel { .. } | Access::Start { .. } => false,
        Access::End | Access::SetPriority { .. } | Access::Else { .. } | Access::Event => false,
    };
    !accesses.may_fail() && !accesses.waits.at_all && accesses.all().all(prints)
}

/// What a transition of the program does.
fn of(t: &Transition) -> Option<Accesses> {
    (!matches!(t.action, Action::Parts { .. })).then(|| t.accesses(&Nothing))
}

fn touches_only(t: &Transition, allowed: impl Fn(&Access) -> bool) -> bool {
    of(t).is_some_and(|accesses| !accesses.other_types && accesses.all().all(allowed))
}

fn is_pid(access: &Access) -> bool {
    matches!(access, Access::Ask { question: Question::Pid, .. })
}

fn is_own(access: &Access) -> bool {
    match access {
        Access::Read { data, .. } | Access::Write { data, .. } | Access::Count { data, .. } => is_own_data(data),
        Access::Ask { question, .. } => *question == Question::Pid,
        Access::Else { .. } | Access::Print { .. } => true,
        Access::Channel { .. } | Access::Start { .. } | Access::End => false,
        Access::SetPriority { .. } | Access::Event => false,
    }
}

fn is_own_data(data: &Data) -> bool {
    data.region() == Some(Region::Local)
}
