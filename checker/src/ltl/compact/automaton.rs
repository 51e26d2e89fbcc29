//! Büchi automata with guards over the atoms of a formula: what the translation gives. Read this file first.

use std::fmt;

use super::bdd::{self, Bdds};
use super::graph::Graph;
use crate::ltl::formula::Atom;

/// A state. Prints as `s7`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StateId(u32);

impl StateId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for StateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

/// An automaton. It starts in state 0, and its states are numbered in the order of a breadth-first walk.
#[derive(Clone, PartialEq, Debug)]
pub struct Automaton {
    pub atoms: Vec<Atom>,
    pub states: Vec<State>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub accepting: bool,
    pub transitions: Vec<Transition>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Transition {
    pub guard: Guard,
    pub target: StateId,
}

/// A disjunction of conjunctions of literals; the empty conjunction is true.
#[derive(Clone, PartialEq, Debug)]
pub struct Guard {
    pub cubes: Vec<Vec<Literal>>,
}

/// An atom, by its place in [`Automaton::atoms`], or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    pub atom: usize,
    pub negated: bool,
}

impl Automaton {
    pub const INITIAL: StateId = StateId(0);

    pub(super) fn of(bdds: &mut Bdds, atoms: Vec<Atom>, graph: &Graph) -> Automaton {
        let mut guard = |label| {
            let cubes = bdds.cubes(label);
            let literal = |(atom, value): bdd::Literal| Literal { atom: atom as usize, negated: !value };
            Guard { cubes: cubes.into_iter().map(|cube| cube.into_iter().map(literal).collect()).collect() }
        };
        let states = graph.edges.iter().map(|edges| State {
            accepting: edges.iter().any(|e| e.marks != 0),
            transitions: edges
                .iter()
                .map(|e| Transition { guard: guard(e.label), target: StateId(e.target as u32) })
                .collect(),
        });
        let mut automaton = Automaton { states: states.collect(), atoms };
        automaton.order();
        automaton
    }

    /// Puts first what leads to an error soonest: a search tries transitions in their order.
    fn order(&mut self) {
        for id in self.ids() {
            let end = |t: &Transition| self.accepts_everything(t.target);
            let mut transitions = self.state(id).transitions.clone();
            transitions.sort_by_key(|t| (!end(t), t.target == id, !self.state(t.target).accepting));
            self.states[id.index()].transitions = transitions;
        }
    }

    pub fn state(&self, id: StateId) -> &State {
        &self.states[id.index()]
    }

    pub fn ids(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.states.len() as u32).map(StateId)
    }

    /// Whether the state accepts every word, and says so by a transition to itself.
    pub fn accepts_everything(&self, id: StateId) -> bool {
        let state = self.state(id);
        state.accepting && state.transitions.iter().any(|t| t.target == id && t.guard.is_true())
    }

    /// Whether no word is accepted.
    pub fn is_empty(&self) -> bool {
        self.states.iter().all(|state| state.transitions.is_empty())
    }

    /// Whether at most one transition can be taken, whatever the atoms are.
    pub fn is_deterministic(&self) -> bool {
        self.states.iter().all(|state| {
            let pairs = state.transitions.iter().enumerate();
            pairs.into_iter().all(|(i, a)| state.transitions[..i].iter().all(|b| !a.guard.overlaps(&b.guard)))
        })
    }
}

impl Guard {
    pub fn is_true(&self) -> bool {
        self.cubes.iter().any(Vec::is_empty)
    }

    /// Whether it holds when the atoms have these values.
    pub fn holds(&self, value: impl Fn(usize) -> bool) -> bool {
        self.cubes.iter().any(|cube| cube.iter().all(|literal| value(literal.atom) != literal.negated))
    }

    /// Whether both can hold at once.
    pub fn overlaps(&self, other: &Guard) -> bool {
        let conflict = |a: &[Literal], b: &[Literal]| {
            a.iter().any(|x| b.iter().any(|y| x.atom == y.atom && x.negated != y.negated))
        };
        self.cubes.iter().any(|a| other.cubes.iter().any(|b| !conflict(a, b)))
    }
}
