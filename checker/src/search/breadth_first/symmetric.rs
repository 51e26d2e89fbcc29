//! Breadth-first search in which states that differ only by an exchange of processes are one; by one thread.
//!
//! The set of states has the one that stands for all. The search itself goes on from the states that were really
//! reached, so that trails are runs of the model: the states of two levels are kept for that, and of each state the one
//! before it and a hash of itself. The steps of a trail are found again by searching from each state on the way for a
//! successor with the hash of the next. Does not keep states in any other way than exactly.

use std::time::Instant;

use crate::exec::Move;
use crate::hash::hash;
use crate::model::Model;
use crate::search::explorer::Explorer;
use crate::search::store::Store;
use crate::search::visitor::{Visit, Visitor};
use crate::search::{Control, LevelSize, Outcome, Progress, Search, report};
use crate::successors::Flags;
use crate::symmetry::canonical::Canonical;

/// A state that was reached.
#[derive(Clone, Copy)]
struct Entry {
    /// The number of the state before it.
    from: u32,
    flags: Flags,
    hash: u64,
}

struct Finder<'m, const REDUCES: bool> {
    canonical: Canonical<'m>,
    store: Store,
    entries: Vec<Entry>,
    /// The words of the next level, state by state.
    next: Vec<u32>,
    /// The state that is expanded.
    from: u32,
    size: LevelSize,
    level_bytes: u64,
}

impl<const REDUCES: bool> Visitor for Finder<'_, REDUCES> {
    const REDUCES: bool = REDUCES;

    fn visit(&mut self, state: &[u32], flags: Flags) -> Visit {
        if self.store.insert(self.canonical.canonical(state)).is_err() {
            // Only a new state is sure to be followed later.
            return if REDUCES { Visit::Again } else { Visit::Seen };
        }
        self.entries.push(Entry { from: self.from, flags, hash: hash(state) });
        self.next.extend_from_slice(state);
        Visit::Later
    }

    fn bytes(&self) -> u64 {
        self.store.bytes()
            + self.level_bytes
            + (self.entries.capacity() * size_of::<Entry>() + self.next.capacity() * 4) as u64
    }

    fn tells(&self, progress: &mut Progress) {
        progress.level = Some(self.size);
    }
}

pub fn search(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    if what.reduces() {
        search_with::<true>(model, what, control, started)
    } else {
        search_with::<false>(model, what, control, started)
    }
}

fn search_with<const REDUCES: bool>(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    let Some(symmetry) = &what.symmetry else { return Outcome::default() };
    let mut explorer = Explorer::new(model, what, started);
    let canonical = Canonical::new(symmetry, model);
    explorer.machine.share_shapes(canonical.shapes());
    let initial = explorer.machine.state().to_vec();
    let mut finder = Finder::<REDUCES> {
        canonical,
        store: Store::new(),
        entries: Vec::new(),
        next: Vec::new(),
        from: 0,
        size: LevelSize::default(),
        level_bytes: 0,
    };
    let flags = explorer.initial_flags();
    explorer.run(flags, &mut finder, true, control);
    let mut first = 0;
    while first < finder.entries.len() && !explorer.is_over() && !explorer.is_incomplete() {
        let (level, last) = (std::mem::take(&mut finder.next), finder.entries.len());
        finder.level_bytes = level.capacity() as u64 * 4;
        finder.size = finder.size.then(explorer.base_depth, last - first);
        let mut at = 0;
        for number in first..last {
            if explorer.is_over() || explorer.is_incomplete() {
                break;
            }
            let words = explorer.machine.words_of(level[at]);
            explorer.machine.load(&level[at..at + words]);
            at += words;
            finder.from = number as u32;
            let before = explorer.errors.len();
            explorer.run(finder.entries[number].flags, &mut finder, false, control);
            if explorer.errors.len() > before {
                let path = path_to(&finder.entries, number);
                let steps = steps(&mut explorer, &initial, &path);
                for error in &mut explorer.errors[before..] {
                    error.trail.splice(0..0, steps.iter().copied());
                    error.depth = (error.trail.len() as u64).saturating_sub(1);
                }
            }
        }
        explorer.base_depth += 1;
        first = last;
    }
    let bytes = finder.bytes() + explorer.bytes();
    report::outcome(explorer, bytes)
}

/// The states from the initial one to another.
fn path_to(entries: &[Entry], number: usize) -> Vec<Entry> {
    let mut path = vec![entries[number]];
    let mut here = number;
    while here > 0 {
        here = entries[here].from as usize;
        path.push(entries[here]);
    }
    path.reverse();
    path
}

/// The steps along a row of states.
fn steps(explorer: &mut Explorer, initial: &[u32], path: &[Entry]) -> Vec<Move> {
    let mut steps = Vec::new();
    let mut state = initial.to_vec();
    for pair in path.windows(2) {
        steps.extend(explorer.steps_between(&state, pair[0].flags, &mut Target(pair[1].hash)));
        state = explorer.machine.state().to_vec();
    }
    steps
}

/// Looks for a state with a hash.
struct Target(u64);

impl Visitor for Target {
    fn visit(&mut self, state: &[u32], _flags: Flags) -> Visit {
        if hash(state) == self.0 { Visit::Found } else { Visit::Seen }
    }

    fn bytes(&self) -> u64 {
        0
    }
}
