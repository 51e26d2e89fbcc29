//! Search without a memory for states (Godefroid 1997, "Model Checking for Programming Languages using VeriSoft",
//! Algorithm 2).
//!
//! Every run is followed to its end, or to a bound. *Persistent sets* say which processes have to be tried at a state:
//! what the others do does not disturb them, so it can be done later. *Sleep sets* ([`sleep`]) say which steps need not
//! be tried because they were tried before and nothing that they depend on has happened since. If no run was cut off,
//! the state space has no cycles, and every deadlock and every step that goes wrong was found (Theorem 2 there). If one
//! was cut off, the answer is incomplete: steps that go wrong may have been put off to beyond the bound.
//!
//! Persistent sets are the possible steps of stubborn sets, or single processes that nobody can notice. Different from
//! the paper: a process has several steps at a state (nondeterminism), a set has all of them or none; an atomic
//! sequence is one step; a rendezvous sleeps as its send, for all receivers together. Going back is undoing, not
//! running again from the start.
//!
//! With a claim nothing is left out, because the claim sees every step. Cycles are not noticed: a run around one is cut
//! off at the bound.

mod sleep;

use std::time::Instant;

use super::distinct::Counter;
use super::explorer::Explorer;
use super::visitor::{Choice, Judgement, Visit, Visitor};
use super::{Control, Covered, Incomplete, Limits, Outcome, Search, Sets, report};
use crate::exec::Machine;
use crate::model::Model;
use crate::stubborn::Stubborn;
use crate::successors::Flags;
use sleep::Sleep;

/// The bound if none is asked for.
const BOUND: u64 = 10_000;

/// The visitor. `PERSISTENT`: not all processes are tried.
struct Stateless<'m, const PERSISTENT: bool> {
    bound: u64,
    cut: u64,
    length: u64,
    counter: Counter,
    sleep: Option<Sleep<'m>>,
}

impl<const PERSISTENT: bool> Visitor for Stateless<'_, PERSISTENT> {
    const REDUCES: bool = PERSISTENT;
    const SLEEPS: bool = true;

    fn visit(&mut self, state: &[u32], _flags: Flags) -> Visit {
        if self.length > self.bound + 1 {
            self.cut += 1;
            return Visit::Seen;
        }
        self.counter.count(state);
        if let Some(sleep) = &mut self.sleep {
            sleep.arrives();
        }
        Visit::Revisit
    }

    fn bytes(&self) -> u64 {
        self.counter.bytes() + self.sleep.as_ref().map_or(0, Sleep::bytes)
    }

    fn pushed(&mut self, machine: &Machine, _pid: u32) {
        self.length += 1;
        self.counter.learn(machine);
        if let Some(sleep) = &mut self.sleep {
            sleep.pushed(machine);
        }
    }

    fn popped(&mut self) {
        self.length -= 1;
        if let Some(sleep) = &mut self.sleep {
            sleep.popped();
        }
    }

    fn sleeps(&mut self, machine: &Machine, pid: u32, transition: u32) -> bool {
        self.sleep.as_mut().is_some_and(|sleep| sleep.sleeps(machine, pid, transition))
    }

    /// Sets are looked for at every state: what is left out here is a whole tree of runs.
    fn repeats(&self) -> bool {
        true
    }

    /// A run without an end is cut off, and nothing else can put off a process for ever.
    fn judges(&mut self, choice: Choice) -> Judgement {
        if choice.moved { Judgement::Enough } else { Judgement::Another }
    }
}

pub fn search(model: &Model, what: &Search, sets: Sets, control: &mut Control, started: Instant) -> Outcome {
    let is_free = model.claim.is_none();
    if sets.persistent && is_free && what.reduces() {
        search_with::<true>(model, what, sets, control, started)
    } else {
        search_with::<false>(model, what, sets, control, started)
    }
}

fn search_with<const PERSISTENT: bool>(
    model: &Model,
    what: &Search,
    sets: Sets,
    control: &mut Control,
    started: Instant,
) -> Outcome {
    let unbounded = Search { limits: Limits { depth: None, ..what.limits }, ..what.clone() };
    let mut explorer = Explorer::new(model, &unbounded, started);
    let facts = what.por.as_ref().and_then(|por| por.stubborn.as_ref()).filter(|_| sets.sleep && model.claim.is_none());
    let sleep = facts.map(|facts| Sleep::new(Stubborn::new(model, facts)));
    let bound = what.limits.depth.unwrap_or(BOUND);
    let mut visitor = Stateless::<PERSISTENT> { bound, cut: 0, length: 0, counter: Counter::default(), sleep };
    let flags = explorer.initial_flags();
    explorer.run(flags, &mut visitor, true, control);
    if visitor.cut > 0 {
        explorer.incomplete.get_or_insert(Incomplete::Depth);
    }
    let covered = Covered::Runs {
        bound,
        by_default: what.limits.depth.is_none(),
        visits: explorer.statistics.revisited,
        distinct: visitor.counter.table.estimate(),
        cut: visitor.cut,
        slept: visitor.sleep.as_ref().map_or(0, |sleep| sleep.slept),
    };
    let bytes = visitor.bytes() + explorer.bytes();
    Outcome { covered: Some(covered), ..report::outcome(explorer, bytes) }
}
