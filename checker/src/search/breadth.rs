//! Breadth-first search: level by level, so that the first error has a shortest trail.
//!
//! Each state of the space is followed once, through atomic sequences and rendezvous, up to the next states of the space.
//! Only the predecessor of a state is kept; the steps of a trail are found again by searching from
//! each state on the way for the next one.

use std::time::Instant;

use super::explorer::Explorer;
use super::store::{Store, Stored};
use super::visitor::{Flags, Visit, Visitor};
use super::{Control, Move, Outcome, Search, report};
use crate::model::Model;

/// A state of the space that was reached.
#[derive(Clone, Copy)]
struct Entry {
    state: Stored,
    /// The entry it was reached from; its own number for the initial state.
    from: u32,
    flags: Flags,
}

struct Breadth<const REDUCES: bool> {
    store: Store,
    entries: Vec<Entry>,
    current: u32,
}

impl<const REDUCES: bool> Visitor for Breadth<REDUCES> {
    const REDUCES: bool = REDUCES;
    const AT_ONCE: bool = true;

    fn visit(&mut self, state: &[u32], flags: Flags) -> Visit {
        match self.store.insert(state) {
            Ok(stored) => {
                self.entries.push(Entry { state: stored, from: self.current, flags });
                Visit::Later
            }
            // Only a new state is sure to be followed later.
            Err(_) if REDUCES => Visit::Again,
            Err(_) => Visit::Seen,
        }
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + (self.entries.capacity() * size_of::<Entry>()) as u64
    }
}

/// Looks for one state.
struct Target<'a>(&'a [u32]);

impl Visitor for Target<'_> {
    fn visit(&mut self, state: &[u32], _flags: Flags) -> Visit {
        if state == self.0 { Visit::Found } else { Visit::Seen }
    }

    fn bytes(&self) -> u64 {
        0
    }
}

pub fn search(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    if model.ample.is_some() {
        search_with::<true>(model, what, control, started)
    } else {
        search_with::<false>(model, what, control, started)
    }
}

fn search_with<const REDUCES: bool>(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    let mut explorer = Explorer::new(model, what, started);
    let mut visitor = Breadth::<REDUCES> { store: Store::new(), entries: Vec::new(), current: 0 };
    let flags = explorer.initial_flags();
    explorer.run(flags, &mut visitor, true, control);
    let mut level_end = visitor.entries.len();
    let mut at = 0;
    while at < visitor.entries.len() && !explorer.is_over() && !explorer.is_incomplete() {
        if at == level_end {
            explorer.base_depth += 1;
            level_end = visitor.entries.len();
        }
        let entry = visitor.entries[at];
        visitor.current = at as u32;
        explorer.machine.load(visitor.store.get(entry.state));
        let before = explorer.errors.len();
        explorer.run(entry.flags, &mut visitor, false, control);
        if explorer.errors.len() > before {
            let way = steps_to(&mut explorer, &visitor, at);
            for error in &mut explorer.errors[before..] {
                error.trail.splice(0..0, way.iter().copied());
                error.depth = (error.trail.len() as u64).saturating_sub(1);
            }
        }
        at += 1;
    }
    let bytes = visitor.bytes() + explorer.bytes();
    report::outcome(explorer, bytes)
}

/// The steps from the initial state to an entry.
fn steps_to<const REDUCES: bool>(explorer: &mut Explorer, visitor: &Breadth<REDUCES>, at: usize) -> Vec<Move> {
    let mut way = vec![at];
    let mut here = at;
    while visitor.entries[here].from as usize != here {
        here = visitor.entries[here].from as usize;
        way.push(here);
    }
    way.reverse();
    let mut steps = Vec::new();
    for pair in way.windows(2) {
        let (from, to) = (visitor.entries[pair[0]], visitor.entries[pair[1]]);
        let mut target = Target(visitor.store.get(to.state));
        steps.extend(explorer.steps_between(visitor.store.get(from.state), from.flags, &mut target));
    }
    steps
}
