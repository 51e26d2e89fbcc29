//! Random walks: runs from the start in which each next step is drawn from those that are possible.
//!
//! An error that is found is real, and its trail is the walk. That none is found proves nothing: the answer is never
//! complete. Nothing is kept but the walk itself and a small table that estimates how many different states were come
//! to. Each walk is made from the seed and its number alone. Steps are those of the simulator, without reductions and
//! merged statements; all that are possible are equally likely, which does not make all states equally likely.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::distinct::Counter;
use super::store::keys::mix;
use super::violation::{CLAIM_ENDED, STUCK, TRACE_OPEN, Violation};
use super::{
    Control, Covered, ErrorFound, ErrorKind, Incomplete, KEPT_ERRORS, KEPT_STEPS, Outcome, Progress, Search,
    Statistics, report,
};
use crate::exec::{CLAIM, FaultKind, Move};
use crate::model::Model;
use crate::random::Random;
use crate::simulate::{Simulation, Status};

/// Steps of a walk if no depth limit is asked for.
const BOUND: u64 = 10_000;

/// Limits are looked at after this many steps.
const LOOK_AROUND: u64 = 256;

/// How many walks, from which seed.
#[derive(Clone, Copy, Debug)]
pub struct Walks {
    pub walks: u64,
    pub seed: u64,
}

struct Walker<'m, 'w> {
    what: &'w Search,
    simulation: Simulation<'m>,
    path: Vec<Move>,
    bound: usize,
    errors: Vec<ErrorFound>,
    errors_total: u64,
    incomplete: Option<Incomplete>,
    reached: Vec<bool>,
    counter: Counter,
    steps: u64,
    longest: u64,
    started: Instant,
    last_progress: Instant,
}

pub fn search(model: &Model, what: &Search, walks: Walks, control: &mut Control, started: Instant) -> Outcome {
    let mut simulation = Simulation::new(model);
    simulation.machine.printing = false;
    let bound = what.limits.depth.unwrap_or(BOUND);
    let mut walker = Walker {
        what,
        simulation,
        path: Vec::new(),
        bound: usize::try_from(bound).unwrap_or(usize::MAX),
        errors: Vec::new(),
        errors_total: 0,
        incomplete: None,
        reached: vec![false; model.options.len()],
        counter: Counter::default(),
        steps: 0,
        longest: 0,
        started,
        last_progress: started,
    };
    let mut done = 0;
    while done < walks.walks && !walker.is_over() {
        // A walk may end before it has taken a step.
        if done.is_multiple_of(LOOK_AROUND) {
            walker.look_around(control);
        }
        while walker.simulation.undo() {}
        walker.path.clear();
        walker.walk(&mut Random::new(mix(walks.seed) ^ mix(!done)), control);
        walker.longest = walker.longest.max(walker.path.len() as u64);
        done += 1;
    }
    walker.outcome(done, bound)
}

impl Walker<'_, '_> {
    fn is_over(&self) -> bool {
        self.incomplete.is_some() || (self.errors_total > 0 && !self.what.all_errors)
    }

    /// Walks from the start until an error, an end, or the bound.
    fn walk(&mut self, random: &mut Random, control: &mut Control) {
        let model = self.simulation.model();
        loop {
            if !self.goes_on() || self.path.len() >= self.bound {
                return;
            }
            let choices = self.simulation.choices();
            if choices.is_empty() {
                return;
            }
            let choice = choices[random.below(choices.len())].clone();
            self.simulation.take(&choice);
            self.path.push(Move { pid: choice.pid, transition: choice.transition });
            self.steps += 1;
            let t = model.transition(choice.transition);
            let base = model.proctype(model.statement_of(choice.transition).proctype).base;
            self.reached[(base + t.target.0) as usize] = true;
            if self.steps.is_multiple_of(LOOK_AROUND) {
                self.look_around(control);
                if self.incomplete.is_some() {
                    return;
                }
            }
        }
    }

    /// Looks at the state that was come to. Whether the walk can go on.
    fn goes_on(&mut self) -> bool {
        let steps = self.path.len() as u64;
        let status = self.simulation.status();
        if self.simulation.is_state() {
            self.counter.learn(&self.simulation.machine);
            self.counter.count(self.simulation.machine.state());
        }
        match status {
            Status::Running => true,
            Status::Faulty(faults) => {
                let by_claim = self.path.last().is_some_and(|m| m.pid == CLAIM);
                let counts =
                    |f: &&FaultKind| ErrorKind::from(**f) != ErrorKind::Assertion || self.what.assertions || by_claim;
                let found: Vec<FaultKind> = faults.iter().filter(counts).cloned().collect();
                for fault in found {
                    self.found(Violation::fault(fault, self.simulation.machine.model), steps.saturating_sub(1));
                }
                !self.is_over()
            }
            Status::ClaimViolated => {
                self.found(Violation::new(ErrorKind::Claim, CLAIM_ENDED), steps);
                false
            }
            Status::Stuck | Status::Ended => {
                let message = if status == Status::Stuck {
                    STUCK
                } else if self.simulation.model().claim.is_none() && !self.simulation.machine.is_trace_complete() {
                    TRACE_OPEN
                } else {
                    return false;
                };
                if self.what.end_states {
                    self.found(Violation::new(ErrorKind::EndState, message), steps.saturating_sub(1));
                }
                false
            }
        }
    }

    fn found(&mut self, violation: Violation, depth: u64) {
        self.errors_total += 1;
        let kept = self.path.len() + self.errors.iter().map(|e| e.trail.len()).sum::<usize>();
        if self.errors.is_empty() || (self.errors.len() < KEPT_ERRORS && kept <= KEPT_STEPS) {
            self.errors.push(violation.reached(depth, self.path.clone(), None));
        }
    }

    fn look_around(&mut self, control: &mut Control) {
        if control.stop.load(Ordering::Relaxed) {
            self.incomplete = Some(Incomplete::Interrupted);
        }
        let now = Instant::now();
        let elapsed = now - self.started;
        if self.what.limits.time.is_some_and(|t| elapsed > t) {
            self.incomplete = Some(Incomplete::Time);
        }
        if self.what.limits.memory.is_some_and(|m| self.bytes() > m) {
            self.incomplete = Some(Incomplete::Memory);
        }
        if now - self.last_progress >= Duration::from_secs(1) {
            self.last_progress = now;
            (control.progress)(Progress {
                stored: self.counter.table.estimate() as u64,
                matched: self.steps,
                depth: self.longest,
                memory_bytes: self.bytes(),
                elapsed,
                ..Progress::default()
            });
        }
    }

    fn bytes(&self) -> u64 {
        let path = self.path.capacity() * size_of::<(Move, u64, u64)>();
        self.counter.bytes() + (path + self.simulation.machine.memory_bytes()) as u64
    }

    fn outcome(self, walks: u64, bound: u64) -> Outcome {
        let bytes = self.bytes();
        let model = self.simulation.model();
        let shapes = self.simulation.machine.shapes();
        let statistics = Statistics {
            revisited: self.steps,
            depth: self.longest,
            state_bytes: u64::from(shapes.most_words()) * 4,
            memory_bytes: bytes,
            ..Statistics::default()
        };
        let distinct = self.counter.table.estimate();
        Outcome {
            unreached: report::unreached(model, &self.reached, &shapes.proctypes()),
            claim_reached: report::claim_reached(model, &self.reached),
            errors: self.errors,
            errors_total: self.errors_total,
            statistics,
            incomplete: self.incomplete.or(Some(Incomplete::Random)),
            loss: None,
            asymmetric: false,
            covered: Some(Covered::Walks { walks, steps: self.steps, bound, distinct }),
        }
    }
}
