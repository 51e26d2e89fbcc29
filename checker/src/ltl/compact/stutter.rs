//! Whether a formula can tell how often a state is repeated.
//!
//! A formula without `X` cannot. For others it is decided by automata (Michaud and Duret-Lutz 2015): both
//! the automaton of the formula and that of its negation may read a letter again without moving; the
//! formula is sensitive if and only if there is a word that both accept then.

use std::collections::HashMap;

use super::automaton::Automaton;
use super::bdd::Bdd;
use super::graph::{Edge, Graph};
use super::{Sense, automaton};
use crate::ltl::atoms::is_stutter_sensitive;
use crate::ltl::limits::{Limits, LtlError};
use promela::ast::Expr;

/// Letters and pairs of states that are looked at; beyond, the answer is not known.
const MAX_ATOMS: usize = 8;
const MAX_PAIRS: usize = 200_000;

/// Whether the formula is insensitive to stuttering; `None` if that would take too long to find out.
pub fn is_stutter_invariant(formula: &Expr, limits: &Limits) -> Result<Option<bool>, LtlError> {
    if !is_stutter_sensitive(formula) {
        return Ok(Some(true));
    }
    let (yes, no) = (automaton(formula, Sense::Formula, limits)?, automaton(formula, Sense::Negation, limits)?);
    if yes.atoms.len() > MAX_ATOMS {
        return Ok(None);
    }
    Ok(Stuttering { automata: [&yes, &no] }.product().map(|mut graph| {
        graph.prune();
        graph.edges[graph.initial].is_empty()
    }))
}

/// The states of both, and the letter that was read last.
type Pair = (usize, usize, Option<usize>);

struct Stuttering<'a> {
    automata: [&'a Automaton; 2],
}

impl Stuttering<'_> {
    fn product(&self) -> Option<Graph> {
        let start: Pair = (0, 0, None);
        let mut places = HashMap::from([(start, 0)]);
        let mut pairs = vec![start];
        let mut graph = Graph { edges: Vec::new(), initial: 0, marks: 2 };
        while graph.edges.len() < pairs.len() {
            let mut edges = Vec::new();
            for (pair, marks) in self.successors(pairs[graph.edges.len()]) {
                let target = *places.entry(pair).or_insert_with(|| {
                    pairs.push(pair);
                    pairs.len() - 1
                });
                edges.push(Edge { target, marks, label: Bdd::TRUE });
            }
            edges.sort_unstable();
            edges.dedup();
            graph.edges.push(edges);
            if pairs.len() > MAX_PAIRS {
                return None;
            }
        }
        Some(graph)
    }

    fn successors(&self, (a, b, last): Pair) -> Vec<(Pair, u64)> {
        let [first, second] = self.automata;
        let marks = [u64::from(first.states[a].accepting), u64::from(second.states[b].accepting) << 1];
        let mut successors = Vec::new();
        for letter in 0..1 << first.atoms.len() {
            let (left, right) = (targets(first, a, letter), targets(second, b, letter));
            for &a in &left {
                successors.extend(right.iter().map(|b| ((a, *b, Some(letter)), marks[0] | marks[1])));
            }
            if last == Some(letter) {
                successors.extend(left.iter().map(|a| ((*a, b, last), marks[0])));
                successors.extend(right.iter().map(|b| ((a, *b, last), marks[1])));
            }
        }
        successors
    }
}

fn targets(automaton: &Automaton, state: usize, letter: usize) -> Vec<usize> {
    let taken = automaton.states[state].transitions.iter().filter(|t| t.guard.holds(|atom| letter >> atom & 1 == 1));
    taken.map(|t| t.target.index()).collect()
}
