//! Native code for transitions, made with Cranelift while the search runs.
//!
//! A transition that is tried often gets a function ([`emit`]) that tests it and makes the successor out of a state,
//! which it leaves as it is. The interpreter (`exec::run`) stays the reference: whatever goes wrong in a step, and
//! whatever is rare, makes the function *give up*, and the interpreter takes the step, with its faults and messages.
//! Transitions that `access` does not cover have no function at all. So both engines give the same states, verdicts and
//! trails.
//!
//! Where there is no Cranelift for the processor, nothing is compiled, and everything is interpreted.

mod access;
mod emit;
mod jit;
mod op;

use crate::model::{Model, ProctypeId, TransitionId};
use access::View;
use emit::Candidate;
use emit::Channels;
use jit::{Function, Jit};
pub(crate) use jit::{ROUND, Rows};

/// Who takes the steps of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// The interpreter.
    Interpret,
    /// Native code for transitions that are tried often.
    #[default]
    Native,
    /// Native code from the first step on, for tests.
    NativeAtOnce,
}

/// What a function answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Answer {
    /// The transition is not possible now.
    Blocked = 0,
    /// It is taken.
    Done = 1,
    /// The interpreter has to see to it.
    GiveUp = 2,
    /// It is not possible, because a channel has no message for it.
    NoMessage = 3,
}

/// Who runs: the pid in the low half, and flags above it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Who(u64);

impl Who {
    const MOVED: u32 = 32;
    const TIMEOUT: u32 = 33;

    #[inline(always)]
    pub fn new(pid: u32, moved: bool, timeout: bool) -> Who {
        Who(u64::from(pid) | u64::from(moved) << Who::MOVED | u64::from(timeout) << Who::TIMEOUT)
    }

    pub fn pid(self) -> u32 {
        self.0 as u32
    }

    pub fn moved(self) -> bool {
        self.0 >> Who::MOVED & 1 != 0
    }

    pub fn timeout(self) -> bool {
        self.0 >> Who::TIMEOUT & 1 != 0
    }
}

/// A function is made for a control state that has been visited so often.
const TRIES: u32 = 1_000;

/// And for a transition that has been tried so many times as often without one.
const ALONE: u32 = 4;

/// Other transitions that have been tried a fraction of that get theirs at the same time.
const NEARLY: u32 = 8;

/// A function that gives up so often is not called any more.
const MAX_GIVEN_UP: u32 = 10_000;

/// How often a transition was tried without a function, and how often its function gave up.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// `u32::MAX`: it has a function, or gets none.
    tries: u32,
    given_up: u32,
}

/// The functions of a model.
#[derive(Debug)]
pub struct Native<'m> {
    model: &'m Model,
    hidden_base: u32,
    /// By transition.
    functions: Vec<Option<Function>>,
    counts: Vec<Count>,
    /// For all options of a control state, in the order of `Model::options`.
    sweeps: Vec<Option<Function>>,
    visits: Vec<u32>,
    /// There when the first function is made.
    made: Option<Made>,
    tries: u32,
}

/// What it takes to make functions.
#[derive(Debug)]
struct Made {
    /// None if there is no native code on this machine.
    jit: Option<Jit>,
    channels: Channels,
    /// Whose transition each is.
    owners: Vec<Option<ProctypeId>>,
}

impl<'m> Native<'m> {
    /// `at_once`: functions are made before a transition is first tried.
    pub(crate) fn new(model: &'m Model, hidden_base: u32, at_once: bool) -> Native<'m> {
        Native {
            model,
            hidden_base,
            functions: model.transitions.iter().map(|_| None).collect(),
            counts: vec![Count::default(); model.transitions.len()],
            sweeps: model.options.iter().map(|_| None).collect(),
            visits: vec![0; model.options.len()],
            made: None,
            tries: if at_once { 1 } else { TRIES },
        }
    }

    /// Tries a transition. Unless it is done, the target means nothing, and hidden words may have been changed.
    #[inline(always)]
    pub(crate) fn step(&mut self, mut rows: Rows, frame: u32, who: Who, transition: u32) -> Answer {
        match &self.functions[transition as usize] {
            Some(function) => {
                let tried = jit::call(function, &mut rows, frame, who.0, &mut [0]);
                if tried.gave_up() {
                    self.gave_up(transition);
                    Answer::GiveUp
                } else if tried.count > 0 {
                    Answer::Done
                } else if tried.found_no_message() {
                    Answer::NoMessage
                } else {
                    Answer::Blocked
                }
            }
            None if self.counts[transition as usize].tries == u32::MAX => Answer::GiveUp,
            None => self.first_steps(rows, frame, who, transition),
        }
    }

    /// Tries all options of a control state, if there is a function for that. Writes those that are possible to the
    /// list, counted from the first one, and answers how many these are, and which option the function left to others,
    /// with all behind it.
    #[inline(always)]
    pub(crate) fn sweep(
        &mut self,
        mut rows: Rows,
        frame: u32,
        who: Who,
        state: u32,
        list: &mut [u32],
    ) -> Option<(usize, Option<u32>)> {
        let Some(function) = &self.sweeps[state as usize] else {
            self.visit(state);
            return None;
        };
        let tried = jit::call(function, &mut rows, frame, who.0, list);
        if tried.gave_up() {
            return Some((tried.count - 1, Some(list[tried.count - 1])));
        }
        Some((tried.count, None))
    }

    /// Counts a visit of a control state that has no function.
    #[inline(always)]
    fn visit(&mut self, state: u32) {
        let visits = &mut self.visits[state as usize];
        if *visits < self.tries {
            *visits += 1;
            if *visits == self.tries {
                self.compile_sweeps();
            }
        }
    }

    #[cold]
    fn gave_up(&mut self, transition: u32) {
        let count = &mut self.counts[transition as usize];
        count.given_up += 1;
        if count.given_up == MAX_GIVEN_UP {
            self.functions[transition as usize] = None;
        }
    }

    /// Counts a step without a function, and makes functions when it is time.
    #[inline(never)]
    fn first_steps(&mut self, rows: Rows, frame: u32, who: Who, transition: u32) -> Answer {
        let count = &mut self.counts[transition as usize];
        count.tries += 1;
        if count.tries < self.tries * ALONE {
            return Answer::GiveUp;
        }
        self.compile();
        if self.functions[transition as usize].is_none() {
            return Answer::GiveUp;
        }
        self.step(rows, frame, who, transition)
    }

    /// Makes functions for the transitions that are tried often.
    #[cold]
    fn compile(&mut self) {
        let model = self.model;
        let due = (self.tries * ALONE).div_ceil(NEARLY);
        let Made { jit, channels, owners } = self.made.get_or_insert_with(|| Made::new(model));
        let mut defined = Vec::new();
        for (i, count) in self.counts.iter_mut().enumerate() {
            if count.tries < due || count.tries == u32::MAX {
                continue;
            }
            count.tries = u32::MAX;
            let (Some(jit), Some(owner)) = (jit.as_mut(), owners[i]) else { continue };
            let view = View::new(model, self.hidden_base, owner);
            let Some(candidate) = candidate(view, i as u32) else { continue };
            if let Some(d) = jit.define(view, &[candidate], channels) {
                defined.push((i, d));
            }
        }
        let Some(jit) = jit.as_mut().filter(|_| !defined.is_empty()) else { return };
        if jit.finish() {
            for (i, d) in defined {
                self.functions[i] = jit.function(d);
            }
        }
    }

    /// Makes functions for the control states that are visited often.
    #[cold]
    fn compile_sweeps(&mut self) {
        let model = self.model;
        let due = self.tries.div_ceil(NEARLY);
        let Made { jit, channels, owners } = self.made.get_or_insert_with(|| Made::new(model));
        let Some(jit) = jit else { return };
        let mut defined = Vec::new();
        for (i, visits) in self.visits.iter_mut().enumerate() {
            let (first, end) = model.options[i];
            if *visits < due || *visits == u32::MAX || first == end {
                continue;
            }
            *visits = u32::MAX;
            let Some(owner) = owners[first as usize] else { continue };
            let view = View::new(model, self.hidden_base, owner);
            let candidates: Option<Vec<Candidate>> = (first..end).map(|t| sweepable(view, t)).collect();
            let Some(candidates) = candidates else { continue };
            if let Some(d) = jit.define(view, &candidates, channels) {
                defined.push((i, d));
            }
        }
        if !defined.is_empty() && jit.finish() {
            for (i, d) in defined {
                self.sweeps[i] = jit.function(d);
            }
        }
    }
}

impl Made {
    fn new(model: &Model) -> Made {
        Made { jit: Jit::new(), channels: Channels::new(model), owners: owners(model) }
    }
}

/// A transition of a function. None if it has to be interpreted.
fn candidate(view: View, transition: u32) -> Option<Candidate> {
    let id = TransitionId(transition);
    let t = view.model.transition(id);
    Some(Candidate { access: access::scan(view, id)?, target: t.target.0, repeats: t.repeats })
}

/// The same for one that is tried together with others: none of a rendezvous, and no escape.
fn sweepable(view: View, transition: u32) -> Option<Candidate> {
    let candidate = candidate(view, transition)?;
    let meets = candidate.access.changes_rendezvous();
    (!meets && view.model.transition(TransitionId(transition)).escape == 0).then_some(candidate)
}

/// Whose transition each is; none if that is not clear.
fn owners(model: &Model) -> Vec<Option<ProctypeId>> {
    let mut owners = vec![None; model.transitions.len()];
    for (i, p) in model.proctypes.iter().enumerate() {
        let own = p.states.iter().map(|s| (s.first, s.first + s.count));
        let searched = model.options.iter().skip(p.base as usize).take(p.states.len()).copied();
        for (first, end) in own.chain(searched) {
            for t in first..end {
                owners[t as usize] = Some(ProctypeId(i as u32));
            }
        }
    }
    owners
}
