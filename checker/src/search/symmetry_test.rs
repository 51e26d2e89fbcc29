//! Tries whether processes that are said to be alike really are.
//!
//! Along random walks, two processes are exchanged in a state, and the states that come next are compared with those
//! that come next without the exchange: they have to be the same but for the exchange. What `symmetry` finds should
//! never fail this; it is a second look at something that is not to be believed. A state in which one of the two is
//! about to end is passed over: only the youngest process can end.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::explorer::Explorer;
use super::visitor::{Visit, Visitor};
use super::{Control, Search};
use crate::model::Model;
use crate::random::Random;
use crate::successors::Flags;
use crate::symmetry::Symmetry;
use crate::symmetry::canonical::Canonical;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// States in which processes are exchanged.
    pub exchanges: u32,
    /// Steps of all walks together.
    pub steps: u32,
    /// Steps of one walk.
    pub walk: u32,
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { exchanges: 200, steps: 600, walk: 60, seed: 1 }
    }
}

/// What came of trying.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SymmetryTest {
    /// States in which processes were exchanged, and nothing was different but for the exchange.
    pub same: u32,
    /// Two processes that turned out to be different.
    pub different: Option<(u32, u32)>,
    /// States of which the exchanged one is not taken for the same. That only makes a search longer.
    pub apart: u32,
}

/// Whether no difference was found.
pub fn holds(model: &Model, symmetry: &Arc<Symmetry>) -> bool {
    test_symmetry(model, symmetry, Effort::default()).different.is_none()
}

/// Exchanges processes on random walks, up to the first difference.
pub fn test_symmetry(model: &Model, symmetry: &Arc<Symmetry>, effort: Effort) -> SymmetryTest {
    let mut found = SymmetryTest::default();
    if symmetry.proctypes.is_empty() {
        return found;
    }
    let what = Search { all_errors: true, ..Search::default() };
    let mut explorer = Explorer::new(model, &what, Instant::now());
    let mut canonical = Canonical::new(symmetry, model);
    explorer.machine.share_shapes(canonical.shapes());
    let initial = (explorer.machine.state().to_vec(), explorer.initial_flags());
    let mut random = Random::new(effort.seed);
    let (mut at, mut walked) = (initial.clone(), 0);
    for _ in 0..effort.steps {
        let next = successors(&mut explorer, &at.0, at.1);
        if let Some((a, b, exchanged)) = canonical.exchanged(&at.0, |n| random.below(n))
            && !is_ending(&mut explorer, &at.0, a)
            && !is_ending(&mut explorer, &at.0, b)
        {
            found.apart += u32::from(canonical.canonical(&at.0).to_vec() != canonical.canonical(&exchanged));
            let mut there = successors(&mut explorer, &exchanged, at.1);
            let back = next.states.iter().map(|(state, flags)| Some((canonical.exchange(state, a, b)?, *flags)));
            let Some(mut here) = back.collect::<Option<Vec<_>>>() else {
                // A process went away, or another one came: there is nothing to compare.
                at = step(&next, &mut random, &initial, &mut walked, effort);
                continue;
            };
            here.sort_by(|x, y| (&x.0, x.1.to_bits()).cmp(&(&y.0, y.1.to_bits())));
            there.states.sort_by(|x, y| (&x.0, x.1.to_bits()).cmp(&(&y.0, y.1.to_bits())));
            if here != there.states || next.errors != there.errors {
                found.different = Some((a, b));
                return found;
            }
            found.same += 1;
            if found.same >= effort.exchanges {
                return found;
            }
        }
        at = step(&next, &mut random, &initial, &mut walked, effort);
    }
    found
}

/// The next state of a walk: a successor, or the initial state again.
fn step(
    next: &Successors,
    random: &mut Random,
    initial: &(Vec<u32>, Flags),
    walked: &mut u32,
    effort: Effort,
) -> (Vec<u32>, Flags) {
    *walked += 1;
    if next.states.is_empty() || *walked >= effort.walk {
        *walked = 0;
        return initial.clone();
    }
    next.states[random.below(next.states.len())].clone()
}

/// The states that come next, in no order, and how much goes wrong on the way.
#[derive(Default)]
struct Successors {
    states: Vec<(Vec<u32>, Flags)>,
    errors: u64,
}

impl Visitor for Successors {
    fn visit(&mut self, state: &[u32], flags: Flags) -> Visit {
        self.states.push((state.to_vec(), flags));
        Visit::Seen
    }

    fn bytes(&self) -> u64 {
        0
    }
}

fn successors(explorer: &mut Explorer, state: &[u32], flags: Flags) -> Successors {
    let mut found = Successors::default();
    explorer.machine.load(state);
    let before = explorer.errors_total;
    let never = AtomicBool::new(false);
    explorer.run(flags, &mut found, false, &mut Control { stop: &never, progress: &mut |_| {} });
    found.errors = explorer.errors_total - before;
    explorer.errors.clear();
    found
}

/// Whether a process can do nothing but end.
fn is_ending(explorer: &mut Explorer, state: &[u32], pid: u32) -> bool {
    explorer.machine.load(state);
    let (model, place) = (explorer.model, explorer.machine.process(pid));
    let pc = explorer.machine.pc(place) as usize;
    model.proctype(place.proctype).states[pc].transitions().any(|t| model.transitions[t as usize].ends())
}
