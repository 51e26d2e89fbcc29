//! Which steps are possible in a state, by the rules of the search.

use crate::exec::shape::ProcessPlace;
use crate::exec::{CLAIM, FaultKind, Machine};
use crate::model::{Action, TransitionId};

/// A step that can be taken now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// `exec::CLAIM` for a step of the claim.
    pub pid: u32,
    pub transition: TransitionId,
    /// What goes wrong when it is taken.
    pub faults: Vec<FaultKind>,
    /// It goes wrong before it is complete: the process does not come further.
    pub fails: bool,
    /// Under which circumstances it is possible.
    pub(super) situation: Situation,
    /// Options before this one were possible.
    pub(super) moved: bool,
}

/// What holds for the whole system when a step is tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Situation {
    /// Nothing else can move: `timeout` holds.
    pub timeout: bool,
    /// The claim moves while the system is stuck.
    pub stutter: bool,
}

/// The steps of all processes, from the youngest to the oldest. While a rendezvous is under way its sender cannot move.
pub fn of_system(machine: &mut Machine, situation: Situation, sender: Option<u32>) -> Vec<Choice> {
    let mut out = Vec::new();
    for pid in (0..machine.process_count()).rev() {
        if sender != Some(pid) {
            of_process(machine, pid, situation, &mut out);
        }
    }
    out
}

/// The steps of one process, in the order of the text.
pub fn of_process(machine: &mut Machine, pid: u32, situation: Situation, out: &mut Vec<Choice>) {
    let place = machine.process(pid);
    machine.timeout = situation.timeout;
    machine.stutter = situation.stutter;
    machine.moved = false;
    if machine.model.has_provided && !quietly(machine, |m| m.provided(place, pid)) {
        return;
    }
    if machine.model.has_priority && !quietly(machine, |m| m.has_highest_priority(pid)) {
        return;
    }
    of_place(machine, pid, place, situation, out);
}

/// The steps of the claim.
pub fn of_claim(machine: &mut Machine, situation: Situation) -> Vec<Choice> {
    let mut out = Vec::new();
    if let Some(place) = machine.claim_place() {
        of_place(machine, CLAIM, place, situation, &mut out);
    }
    out
}

fn of_place(machine: &mut Machine, pid: u32, place: ProcessPlace, situation: Situation, out: &mut Vec<Choice>) {
    let model = machine.model;
    let proctype = model.proctype(place.proctype);
    let Some(state) = proctype.states.get(machine.pc(place) as usize) else { return };
    let (mut moved, mut escape) = (false, 0);
    let printing = std::mem::replace(&mut machine.printing, false);
    let mark = machine.mark();
    for index in state.transitions() {
        let t = &model.transitions[index as usize];
        if escape > 0 && escape != t.escape {
            break;
        }
        (machine.timeout, machine.stutter, machine.moved) = (situation.timeout, situation.stutter, moved);
        let outside = machine.rendezvous() == 0;
        let mut possible = machine.step(place, pid, t);
        let mut faults = std::mem::take(&mut machine.faults);
        if possible && moved && proctype.deterministic && matches!(t.action, Action::Code(_)) {
            faults.push(FaultKind::NotDeterministic);
        }
        if possible && outside && machine.rendezvous() != 0 {
            // A rendezvous is possible only if somebody receives.
            possible = !of_system(machine, Situation::default(), Some(pid)).is_empty();
            machine.faults.clear();
        }
        machine.undo(mark);
        if possible || !faults.is_empty() {
            out.push(Choice { pid, transition: TransitionId(index), faults, fails: !possible, situation, moved });
        }
        if possible {
            moved = true;
            escape = t.escape;
        }
    }
    machine.printing = printing;
}

/// Asks something of the machine without leaving a trace in it.
fn quietly(machine: &mut Machine, ask: impl FnOnce(&mut Machine) -> bool) -> bool {
    let printing = std::mem::replace(&mut machine.printing, false);
    let mark = machine.mark();
    let answer = ask(machine);
    machine.undo(mark);
    machine.faults.clear();
    machine.printing = printing;
    answer
}
