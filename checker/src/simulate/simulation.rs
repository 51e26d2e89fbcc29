//! A model in one state, the way it came there, and where it can go.

use super::options::{self, Choice, Situation};
use crate::exec::{CLAIM, FaultKind, Machine, Mark, Move, Printed};
use crate::model::{Model, TransitionId};

/// A run of a model that can be extended, step by step, and taken back.
#[derive(Debug)]
pub struct Simulation<'m> {
    pub machine: Machine<'m>,
    turn: Turn,
    /// Found when they are asked for.
    choices: Option<Vec<Choice>>,
    past: Vec<Past>,
    /// Errors of the initial values, or of the last step.
    faults: Vec<FaultKind>,
}

/// Who may move next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Turn {
    /// The claim.
    claim: bool,
    /// This process, which is inside an atomic sequence.
    inside: Option<u32>,
    /// Whoever can receive: this process has begun a rendezvous.
    sender: Option<u32>,
}

/// How to go back to before a step.
#[derive(Debug)]
struct Past {
    mark: Mark,
    turn: Turn,
}

/// A step that was taken.
#[derive(Clone, Debug)]
pub struct Taken {
    pub pid: u32,
    pub transition: TransitionId,
    /// What it printed.
    pub printed: Vec<Printed>,
}

/// How a run stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// There are steps to take.
    Running,
    /// Nothing can move, and every process may stop where it is.
    Ended,
    /// Nothing can move, and some process may not stop where it is: an invalid end state.
    Stuck,
    /// The claim came to its end: what must not happen has happened.
    ClaimViolated,
    /// Something went wrong in the last step.
    Faulty(Vec<FaultKind>),
}

impl Status {
    pub fn is_error(&self) -> bool {
        matches!(self, Status::Stuck | Status::ClaimViolated | Status::Faulty(_))
    }
}

impl<'m> Simulation<'m> {
    /// A run at its start.
    pub fn new(model: &'m Model) -> Simulation<'m> {
        let mut machine = Machine::new(model);
        let faults = std::mem::take(&mut machine.faults);
        machine.printing = true;
        let turn = Turn { claim: model.claim.is_some(), ..Turn::default() };
        Simulation { machine, turn, choices: None, past: Vec::new(), faults }
    }

    pub fn model(&self) -> &'m Model {
        self.machine.model
    }

    /// The steps that can be taken now.
    pub fn choices(&mut self) -> &[Choice] {
        if self.choices.is_none() {
            self.choices = Some(self.possible());
        }
        self.choices.as_deref().unwrap_or(&[])
    }

    /// How many steps were taken.
    pub fn length(&self) -> usize {
        self.past.len()
    }

    /// Whether this is a state of the state space: nobody is inside an atomic sequence that can go on, or of a
    /// rendezvous.
    pub fn is_state(&mut self) -> bool {
        self.choices();
        self.turn.inside.is_none() && self.turn.sender.is_none()
    }

    /// Whether `timeout` holds here.
    pub fn is_timeout(&mut self) -> bool {
        self.choices().first().is_some_and(|c| c.situation.timeout)
    }

    pub fn status(&mut self) -> Status {
        if !self.faults.is_empty() {
            Status::Faulty(self.faults.clone())
        } else if self.claim_ended() {
            Status::ClaimViolated
        } else if !self.choices().is_empty() {
            Status::Running
        } else if self.model().claim.is_some() || self.machine.is_valid_end() {
            Status::Ended
        } else {
            Status::Stuck
        }
    }

    fn claim_ended(&self) -> bool {
        self.machine.claim_place().is_some_and(|place| {
            let states = &self.model().proctype(place.proctype).states;
            states.get(self.machine.pc(place) as usize).is_some_and(|s| s.end)
        })
    }

    /// Takes one of the [`choices`](Simulation::choices). What went wrong on the way is in the status then.
    pub fn take(&mut self, choice: &Choice) -> Taken {
        self.begin();
        (self.machine.timeout, self.machine.stutter) = (choice.situation.timeout, choice.situation.stutter);
        self.machine.moved = choice.moved;
        let done = self.step(choice.pid, choice.transition);
        let taken = self.complete(choice.pid, choice.transition, done);
        self.faults = choice.faults.clone();
        taken
    }

    /// Takes a step that is known to be possible, without asking what else is.
    pub fn follow(&mut self, m: Move) -> Taken {
        self.begin();
        let mark = self.machine.mark();
        let mut done = false;
        for situation in [(false, false), (true, false), (true, true), (false, true)] {
            self.machine.undo(mark);
            self.machine.printed.clear();
            self.machine.faults.clear();
            (self.machine.timeout, self.machine.stutter) = situation;
            self.machine.moved = false;
            done = self.step(m.pid, m.transition);
            if done || !self.machine.faults.is_empty() {
                break;
            }
        }
        self.complete(m.pid, m.transition, done)
    }

    fn begin(&mut self) {
        self.past.push(Past { mark: self.machine.mark(), turn: self.turn });
        self.choices = None;
        self.faults.clear();
    }

    fn step(&mut self, pid: u32, transition: TransitionId) -> bool {
        let place = match pid {
            CLAIM => self.machine.claim_place(),
            pid => self.machine.shape().processes.get(pid as usize).copied(),
        };
        let t = self.model().transition(transition);
        place.is_some_and(|place| self.machine.step(place, pid, t))
    }

    fn complete(&mut self, pid: u32, transition: TransitionId, done: bool) -> Taken {
        let model = self.model();
        let t = model.transition(transition);
        let printed = std::mem::take(&mut self.machine.printed);
        self.faults = std::mem::take(&mut self.machine.faults);
        if done && pid != CLAIM {
            self.machine.set_last(pid);
        }
        self.turn = if self.machine.rendezvous() != 0 {
            Turn { sender: Some(pid), ..Turn::default() }
        } else if pid == CLAIM {
            Turn { claim: t.atomic, ..Turn::default() }
        } else if t.atomic {
            Turn { inside: Some(pid), ..Turn::default() }
        } else {
            Turn { claim: model.claim.is_some(), ..Turn::default() }
        };
        Taken { pid, transition, printed }
    }

    /// The steps of a process, or of the claim, whether or not it is its turn.
    pub fn options_of(&mut self, pid: u32) -> Vec<Choice> {
        let mut out = Vec::new();
        for timeout in [false, true] {
            let situation = Situation { timeout, stutter: false };
            if pid == CLAIM {
                out = options::of_claim(&mut self.machine, situation);
            } else if pid < self.machine.process_count() {
                options::of_process(&mut self.machine, pid, situation, &mut out);
            }
            if !out.is_empty() || !self.model().has_timeout {
                break;
            }
        }
        out
    }

    /// Takes the last step back. False if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(past) = self.past.pop() else { return false };
        self.machine.undo(past.mark);
        self.turn = past.turn;
        self.choices = None;
        self.faults.clear();
        true
    }

    /// Forgets the way that led here, to save memory: it cannot be taken back any more.
    pub fn forget(&mut self) {
        if self.machine.rendezvous() == 0 {
            let state = self.machine.state().to_vec();
            self.machine.load(&state);
            self.past.clear();
        }
    }

    /// Finds out who can move.
    fn possible(&mut self) -> Vec<Choice> {
        let machine = &mut self.machine;
        let model = machine.model;
        let plain = Situation::default();
        if self.turn.sender.is_some() {
            return options::of_system(machine, plain, self.turn.sender);
        }
        if let Some(pid) = self.turn.inside {
            let mut out = Vec::new();
            if pid < machine.process_count() {
                options::of_process(machine, pid, plain, &mut out);
            }
            if !out.is_empty() {
                return out;
            }
            // The atomic sequence blocks: control goes to anybody.
            self.turn = Turn { claim: model.claim.is_some(), ..Turn::default() };
        }
        let timeout = Situation { timeout: true, stutter: false };
        let mut system = options::of_system(machine, plain, None);
        let stuck = system.is_empty() && model.has_timeout;
        if self.turn.claim {
            let mut out = options::of_claim(machine, plain);
            if stuck {
                // The claim may look at `timeout` too.
                let more = options::of_claim(machine, timeout);
                out.extend(more.into_iter().filter(|c| c.faults.is_empty()));
                out.sort_by_key(|c| c.transition);
                out.dedup_by_key(|c| c.transition);
            }
            return out;
        }
        if stuck {
            system = options::of_system(machine, timeout, None);
        }
        if system.is_empty() && model.claim.is_some() {
            return options::of_claim(machine, Situation { timeout: model.has_timeout, stutter: true });
        }
        system
    }
}
