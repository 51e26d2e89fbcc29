//! Watching one execution of a system (Holzmann, "Software analysis and model checking", section 3.1).
//!
//! A monitor follows the automaton of the runs that violate a requirement, one observation of the system's
//! abstract state at a time. A run that comes back to an accepting state while the system is observed in the
//! same abstract state may go on like this for ever: that is a *fail*. [`Algorithm::Deterministic`] is Figure 6 of the
//! paper, [`Algorithm::Pairs`] is Figure 7.
//!
//! Differs from the figures: a state that accepts everything is a fail when it is entered, because nothing that
//! follows can help; and the pairs of a state are those of the runs that are in it now, where the figure adds
//! them to sets that are never emptied. With the figure's sets, pairs of a run that has ended would count for
//! another one that comes to the same state later.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::compact::automaton::{Automaton, StateId};

/// How the automaton is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// One state at a time; for deterministic automata only.
    Deterministic,
    /// All states, each with the pairs of abstract state and accepting state on the way to it.
    Pairs,
}

/// An abstract state of the system: equal numbers for equal observations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Observation(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No violation so far.
    Pass,
    /// None is possible any more.
    PassForGood,
    Fail(Reason),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// What was seen violates the requirement, whatever follows.
    Prefix,
    /// The system was in this abstract state before, and may repeat for ever what it did since.
    Cycle,
}

/// What a monitor is doing.
#[derive(Debug)]
enum Track {
    /// `t`, with `States(t)` of all states.
    One(StateId, HashSet<(StateId, Observation)>),
    /// `t`, with `Pairs(t)` of each of its states.
    Many(BTreeMap<StateId, BTreeSet<(Observation, StateId)>>),
    Passed,
    Failed(Reason),
}

#[derive(Debug)]
pub struct Monitor<'a> {
    automaton: &'a Automaton,
    track: Track,
}

impl<'a> Monitor<'a> {
    /// A monitor at its start. `automaton` is that of the violations. `None` if the algorithm needs a deterministic
    /// one.
    pub fn new(automaton: &'a Automaton, algorithm: Algorithm) -> Option<Monitor<'a>> {
        let start = Automaton::INITIAL;
        let track = match algorithm {
            _ if automaton.accepts_everything(start) => Track::Failed(Reason::Prefix),
            Algorithm::Deterministic if !automaton.is_deterministic() => return None,
            Algorithm::Deterministic => Track::One(start, HashSet::new()),
            Algorithm::Pairs => Track::Many(BTreeMap::from([(start, BTreeSet::new())])),
        };
        Some(Monitor { automaton, track })
    }

    /// Takes an observation: the values of the atoms, and which abstract state it is.
    pub fn step(&mut self, value: impl Fn(usize) -> bool, seen: Observation) -> Verdict {
        let automaton = self.automaton;
        let successors = |state: StateId| {
            let taken = automaton.state(state).transitions.iter().filter(|t| t.guard.holds(&value));
            taken.map(|t| t.target).collect::<Vec<StateId>>()
        };
        let next = match &mut self.track {
            Track::Passed => return Verdict::PassForGood,
            Track::Failed(reason) => return Verdict::Fail(*reason),
            Track::One(state, states) => {
                if automaton.state(*state).accepting && !states.insert((*state, seen)) {
                    Track::Failed(Reason::Cycle)
                } else {
                    match successors(*state)[..] {
                        [] => Track::Passed,
                        [target, ..] => Track::One(target, std::mem::take(states)),
                    }
                }
            }
            Track::Many(current) => {
                let mut next: BTreeMap<StateId, BTreeSet<(Observation, StateId)>> = BTreeMap::new();
                let mut repeated = false;
                for (state, pairs) in current.iter_mut() {
                    repeated |= pairs.contains(&(seen, *state));
                    if automaton.state(*state).accepting {
                        pairs.insert((seen, *state));
                    }
                    for target in successors(*state) {
                        next.entry(target).or_default().extend(pairs.iter().copied());
                    }
                }
                match repeated {
                    true => Track::Failed(Reason::Cycle),
                    false if next.is_empty() => Track::Passed,
                    false => Track::Many(next),
                }
            }
        };
        let lost = |state: &StateId| automaton.accepts_everything(*state);
        self.track = match next {
            Track::One(state, _) if lost(&state) => Track::Failed(Reason::Prefix),
            Track::Many(states) if states.keys().any(lost) => Track::Failed(Reason::Prefix),
            other => other,
        };
        match self.track {
            Track::Passed => Verdict::PassForGood,
            Track::Failed(reason) => Verdict::Fail(reason),
            Track::One(..) | Track::Many(_) => Verdict::Pass,
        }
    }
}
