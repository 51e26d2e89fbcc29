//! Taking the steps of a trail again.
//!
//! A trail fits a model if each of its steps can be taken when it comes up. One that was recorded by a verifier that
//! merges statements names only the first statement of each group. After such a step the process goes on alone, as long
//! as it has one way to go, until it is where its next recorded step begins. What follows a last step is not recorded
//! at all: the processes go on in the same way if that leads to an error. Jumps that cost no step here do cost one in
//! such a verifier; they are passed over. `ax` records all statements of a group, but between them the claim does not
//! move.
//!
//! Breadth-first verifiers of Spin add a last step that was never taken; it is passed over if there is an error without
//! it.

use super::options::Choice;
use super::simulation::{Simulation, Status};
use crate::exec::CLAIM;
use crate::model::{Action, Model, StatementKind, TransitionId};
use crate::trail::{Trail, TrailStep};
use std::collections::{HashMap, VecDeque};

/// Statements that one recorded step can stand for.
const LONGEST_GROUP: usize = 10_000;

/// Goes along a trail.
#[derive(Debug)]
pub struct Replay<'t> {
    trail: &'t Trail,
    /// The next recorded step.
    next: usize,
    /// For each step, the next one of the same process.
    later: Vec<Option<usize>>,
    /// The recorded step that was just taken, if it may stand for several statements.
    group: Option<usize>,
    /// Steps that were not recorded and come next.
    unrecorded: VecDeque<(u32, TransitionId)>,
    /// What follows the last step was looked for.
    at_end: bool,
}

/// A step of a trail that cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Which step, counted from 1.
    pub step: usize,
    pub recorded: TrailStep,
    pub reason: MisfitReason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisfitReason {
    /// There is no such process at this point.
    NoProcess,
    /// No statement of the model has this number.
    NoTransition,
    /// The statement is not one that the process could take from where it is.
    Elsewhere(TransitionId),
    /// The process is there, but the statement cannot be executed now.
    Blocked(TransitionId),
}

impl<'t> Replay<'t> {
    pub fn new(trail: &'t Trail) -> Replay<'t> {
        let mut latest: HashMap<u32, usize> = HashMap::new();
        let mut later = vec![None; if trail.merged { trail.steps.len() } else { 0 }];
        for (i, slot) in later.iter_mut().enumerate().rev() {
            *slot = latest.insert(trail.steps[i].pid, i);
        }
        Replay { trail, next: 0, later, group: None, unrecorded: VecDeque::new(), at_end: false }
    }

    /// How many recorded steps were taken.
    pub fn position(&self) -> usize {
        self.next
    }

    /// The step to take now. `None` at the end of the trail.
    pub fn next(&mut self, simulation: &mut Simulation) -> Result<Option<Choice>, Misfit> {
        if let Some(at) = self.group.take() {
            self.unrecorded = self.group_of(at, simulation).unwrap_or_default();
        }
        if let Some(choice) = self.next_unrecorded(simulation) {
            return Ok(Some(choice));
        }
        while let Some(&step) = self.trail.steps.get(self.next) {
            self.next += 1;
            if step.pid == CLAIM && simulation.model().claim.is_none() {
                continue;
            }
            match self.recorded(step, simulation) {
                Ok(choice) => {
                    self.group = self.trail.merged.then_some(self.next - 1);
                    return Ok(Some(choice));
                }
                Err(misfit) if self.can_be_passed_over(&misfit, simulation) => {}
                Err(misfit) => return Err(misfit),
            }
        }
        if self.trail.merged && !std::mem::replace(&mut self.at_end, true) {
            self.unrecorded = self.way_to_error(simulation);
        }
        Ok(self.next_unrecorded(simulation))
    }

    fn next_unrecorded(&mut self, simulation: &mut Simulation) -> Option<Choice> {
        let (pid, transition) = self.unrecorded.pop_front()?;
        simulation.options_of(pid).into_iter().find(|c| c.transition == transition)
    }

    fn recorded(&self, step: TrailStep, simulation: &mut Simulation) -> Result<Choice, Misfit> {
        let model = simulation.model();
        let fits = |c: &&Choice| c.pid == step.pid && model.transition(c.transition).id == step.id;
        if let Some(choice) = simulation.choices().iter().find(fits) {
            return Ok(choice.clone());
        }
        // Groups of statements take the claim's turn along; so do those of which each statement was recorded.
        let goes_on = self.next >= 2 && self.trail.steps[self.next - 2].pid == step.pid;
        if (self.trail.merged || goes_on)
            && let Some(choice) = simulation.options_of(step.pid).iter().find(fits)
        {
            return Ok(choice.clone());
        }
        Err(Misfit { step: self.next, recorded: step, reason: self.reason(step, simulation) })
    }

    fn can_be_passed_over(&self, misfit: &Misfit, simulation: &mut Simulation) -> bool {
        let is_jump = match misfit.reason {
            MisfitReason::Elsewhere(t) => is_jump(simulation.model(), t),
            _ => false,
        };
        (self.trail.merged && is_jump) || (self.next == self.trail.steps.len() && simulation.status().is_error())
    }

    fn reason(&self, step: TrailStep, simulation: &Simulation) -> MisfitReason {
        let model = simulation.model();
        let Some(place) = place(simulation, step.pid) else { return MisfitReason::NoProcess };
        let Some(anywhere) = find(model, step.id) else { return MisfitReason::NoTransition };
        let state = simulation.machine.pc(place) as usize;
        let mut here = model.proctype(place.proctype).states[state].transitions();
        match here.find(|&i| model.transitions[i as usize].id == step.id) {
            Some(i) => MisfitReason::Blocked(TransitionId(i)),
            None => MisfitReason::Elsewhere(anywhere),
        }
    }

    /// The statements that a recorded step stands for besides its own: those that lead to the next recorded step of the
    /// process.
    fn group_of(&self, at: usize, simulation: &mut Simulation) -> Option<VecDeque<(u32, TransitionId)>> {
        let pid = self.trail.steps[at].pid;
        let mut wanted = Vec::new();
        let mut next = self.later[at];
        while let Some(i) = next {
            let id = self.trail.steps[i].id;
            wanted.push(id);
            // A jump may not be a step here: then what comes after it is wanted.
            let is_jump = find(simulation.model(), id).is_some_and(|t| is_jump(simulation.model(), t));
            next = if is_jump { self.later[i] } else { None };
        }
        let mut path = VecDeque::new();
        let mut found = wanted.is_empty() || is_at(simulation, pid, &wanted);
        while !found && path.len() < LONGEST_GROUP && simulation.status() == Status::Running {
            let Some(choice) = only_way(simulation, pid) else { break };
            simulation.take(&choice);
            path.push_back((pid, choice.transition));
            found = is_at(simulation, pid, &wanted);
        }
        for _ in 0..path.len() {
            simulation.undo();
        }
        found.then_some(path)
    }

    /// Lets each process, the last one that moved first, go on while it has one way, in search of an error.
    fn way_to_error(&self, simulation: &mut Simulation) -> VecDeque<(u32, TransitionId)> {
        if simulation.status() != Status::Running {
            return VecDeque::new();
        }
        let last = self.trail.steps.last().map(|s| s.pid);
        let others = (0..simulation.machine.process_count()).filter(|&pid| Some(pid) != last);
        let order: Vec<u32> = last.into_iter().chain(others).collect();
        let mut path = VecDeque::new();
        'processes: for pid in order {
            while let Some(choice) = only_way(simulation, pid) {
                if path.len() >= LONGEST_GROUP {
                    break 'processes;
                }
                simulation.take(&choice);
                path.push_back((choice.pid, choice.transition));
                if simulation.status() != Status::Running {
                    break 'processes;
                }
            }
        }
        let found = simulation.status().is_error();
        for _ in 0..path.len() {
            simulation.undo();
        }
        if found { path } else { VecDeque::new() }
    }
}

impl Misfit {
    /// What does not fit, in words.
    pub fn explain(&self, model: &Model) -> String {
        let TrailStep { pid, id } = self.recorded;
        let who = if pid == CLAIM { "the claim".to_string() } else { format!("process {pid}") };
        let text = |t: TransitionId| &model.statement_of(t).text;
        match self.reason {
            MisfitReason::NoProcess => {
                format!("step {} is one of {who}, but there is no such process at this point", self.step)
            }
            MisfitReason::NoTransition => {
                format!("step {} of {who} has number {id}, but the model has no statement of this number", self.step)
            }
            MisfitReason::Elsewhere(t) => {
                format!("step {} lets {who} execute `{}`, but it is not at this statement", self.step, text(t))
            }
            MisfitReason::Blocked(t) => {
                format!("step {} lets {who} execute `{}`, which is not possible now", self.step, text(t))
            }
        }
    }
}

fn place(simulation: &Simulation, pid: u32) -> Option<crate::exec::shape::ProcessPlace> {
    if pid == CLAIM {
        return simulation.machine.claim_place();
    }
    simulation.machine.shape().processes.get(pid as usize).copied()
}

fn find(model: &Model, id: u32) -> Option<TransitionId> {
    model.transitions.iter().position(|t| t.id == id).map(|i| TransitionId(i as u32))
}

/// Whether one of these transitions begins where the process is.
fn is_at(simulation: &Simulation, pid: u32, ids: &[u32]) -> bool {
    let Some(place) = place(simulation, pid) else { return false };
    let model = simulation.model();
    let state = simulation.machine.pc(place) as usize;
    model.proctype(place.proctype).states[state].transitions().any(|i| ids.contains(&model.transitions[i as usize].id))
}

/// Whether a transition only leads to another place.
fn is_jump(model: &Model, t: TransitionId) -> bool {
    model.transition(t).action == Action::Skip && model.statement_of(t).silent
}

/// The step of a process that has just one. Sends, receives and the end never follow another statement in a group.
fn only_way(simulation: &mut Simulation, pid: u32) -> Option<Choice> {
    let mut options = simulation.options_of(pid);
    let choice = options.pop()?;
    let kind = simulation.model().statement_of(choice.transition).kind;
    let alone = matches!(kind, StatementKind::Send | StatementKind::Receive | StatementKind::End);
    (options.is_empty() && !alone).then_some(choice)
}
