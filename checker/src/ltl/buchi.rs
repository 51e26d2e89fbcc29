//! Büchi automata with formulas as guards.
//!
//! A guard has no until and no release. It may have `X p`, which counts as true: what it asks for is
//! checked by the states that follow.

use std::fmt;

use super::formula::FormulaId;

/// A state of an automaton. Prints as `q7`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StateId(u32);

impl StateId {
    pub fn new(index: usize) -> StateId {
        StateId(index as u32)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for StateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "q{}", self.0)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    pub states: Vec<State>,
    pub initial: StateId,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    /// What a claim calls the state.
    pub name: String,
    /// All labels of the state in a claim, its name among them.
    pub labels: Vec<String>,
    pub accepting: bool,
    /// In the order in which a claim tries them.
    pub transitions: Vec<Transition>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    pub guard: FormulaId,
    pub target: Target,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Target {
    State(StateId),
    /// `accept_all`: whatever follows is accepted.
    Everything,
}

impl Automaton {
    pub fn state(&self, id: StateId) -> &State {
        &self.states[id.index()]
    }

    /// Which states can be reached from the initial one.
    pub fn reachable(&self) -> Vec<bool> {
        let mut reachable = vec![false; self.states.len()];
        let mut pending = vec![self.initial];
        while let Some(id) = pending.pop() {
            if std::mem::replace(&mut reachable[id.index()], true) {
                continue;
            }
            pending.extend(self.state(id).transitions.iter().filter_map(|t| match t.target {
                Target::State(target) => Some(target),
                Target::Everything => None,
            }));
        }
        reachable
    }
}
