//! Direct simulation, forwards and backwards, and what it allows to leave out.
//!
//! A state *simulates* another if it can answer each edge of it, whatever the atoms are, by an edge with at
//! least the same marks to a state that simulates the target. States that simulate each other are merged;
//! an edge is narrowed by what a better edge of the same state covers. States that simulate the automaton
//! of all words are replaced by it.

use super::bdd::{Bdd, Bdds};
use super::graph::{Edge, Graph};

/// Larger automata are left as they are: the relation is quadratic.
const MAX_STATES: usize = 300;

/// For each state, which others are at least as good.
type Relation = Vec<Vec<bool>>;

/// Merges states that simulate each other and drops edges that others cover. Says whether there is less now.
pub fn forwards(bdds: &mut Bdds, graph: &mut Graph) -> bool {
    if graph.edges.len() > MAX_STATES {
        return false;
    }
    let before = (graph.edges.len(), graph.edge_count());
    let relation = simulation(bdds, &graph.edges, |_, _| true);
    if bdds.is_exhausted() {
        return false;
    }
    let n = graph.edges.len();
    // The smallest of the states that are as good as each other stands for all.
    let leader: Vec<usize> = (0..n).map(|s| (0..n).find(|t| relation[s][*t] && relation[*t][s]).unwrap_or(s)).collect();
    for state in 0..n {
        if leader[state] != state {
            graph.edges[state].clear();
            continue;
        }
        graph.edges[state].iter_mut().for_each(|e| e.target = leader[e.target]);
        let edges = narrowed(bdds, &graph.edges[state], |a, b| relation[a][b]);
        graph.edges[state] = edges;
    }
    graph.initial = leader[graph.initial];
    graph.prune();
    (graph.edges.len(), graph.edge_count()) < before
}

/// Drops what better edges cover, and joins edges that differ in their labels only.
fn narrowed(bdds: &mut Bdds, edges: &[Edge], at_most: impl Fn(usize, usize) -> bool) -> Vec<Edge> {
    let joined = joined(bdds, edges);
    let mut kept: Vec<Edge> = Vec::new();
    for (i, edge) in joined.iter().enumerate() {
        bdds.spend(1 + joined.len());
        if bdds.is_exhausted() {
            break;
        }
        let mut label = edge.label;
        for (j, other) in joined.iter().enumerate() {
            let covers = i != j && at_most(edge.target, other.target) && edge.marks & !other.marks == 0;
            // After merging, two different edges can not cover each other.
            if covers {
                label = bdds.without(label, other.label);
            }
        }
        if label != Bdd::FALSE {
            kept.push(Edge { label, ..*edge });
        }
    }
    kept
}

fn joined(bdds: &mut Bdds, edges: &[Edge]) -> Vec<Edge> {
    let mut joined: Vec<Edge> = Vec::new();
    for edge in edges {
        bdds.spend(1 + joined.len() / 4);
        match joined.iter_mut().find(|e| e.target == edge.target && e.marks == edge.marks) {
            Some(known) => known.label = bdds.or(known.label, edge.label),
            None => joined.push(*edge),
        }
    }
    joined
}

/// Merges states of a Büchi automaton that are reached in the same ways.
pub fn backwards(bdds: &mut Bdds, graph: &mut Graph) -> bool {
    let n = graph.edges.len();
    if n > MAX_STATES {
        return false;
    }
    let accepting: Vec<bool> = graph.edges.iter().map(|edges| edges.iter().any(|e| e.marks != 0)).collect();
    let mut reversed: Vec<Vec<Edge>> = vec![Vec::new(); n];
    for (state, edges) in graph.edges.iter().enumerate() {
        for edge in edges {
            reversed[edge.target].push(Edge { target: state, marks: 0, label: edge.label });
        }
    }
    let initial = graph.initial;
    let relation =
        simulation(bdds, &reversed, |s, t| (s != initial || t == initial) && (!accepting[s] || accepting[t]));
    if bdds.is_exhausted() {
        return false;
    }
    let leader: Vec<usize> = (0..n).map(|s| (0..n).find(|t| relation[s][*t] && relation[*t][s]).unwrap_or(s)).collect();
    if leader.iter().enumerate().all(|(s, l)| s == *l) {
        return false;
    }
    let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); n];
    for (state, old) in graph.edges.iter().enumerate() {
        edges[leader[state]].extend(old.iter().map(|e| Edge { target: leader[e.target], ..*e }));
    }
    graph.edges = edges.iter().map(|list| joined(bdds, list)).collect();
    graph.initial = leader[initial];
    graph.prune();
    graph.edges.len() < n
}

/// The largest simulation within `allowed`.
fn simulation(bdds: &mut Bdds, edges: &[Vec<Edge>], allowed: impl Fn(usize, usize) -> bool) -> Relation {
    let n = edges.len();
    let mut relation: Relation = (0..n).map(|s| (0..n).map(|t| allowed(s, t)).collect()).collect();
    let mut changed = true;
    while changed && !bdds.is_exhausted() {
        changed = false;
        for s in 0..n {
            for t in 0..n {
                if s != t && relation[s][t] && !answers(bdds, &edges[s], &edges[t], &relation) {
                    relation[s][t] = false;
                    changed = true;
                }
            }
        }
    }
    relation
}

/// Whether `better` has an answer to each of the edges.
fn answers(bdds: &mut Bdds, edges: &[Edge], better: &[Edge], relation: &Relation) -> bool {
    bdds.spend(1 + edges.len() * better.len() / 4);
    edges.iter().all(|edge| {
        let mut open = edge.label;
        for answer in better {
            if relation[edge.target][answer.target] && edge.marks & !answer.marks == 0 {
                open = bdds.without(open, answer.label);
                if open == Bdd::FALSE {
                    return true;
                }
            }
        }
        open == Bdd::FALSE
    })
}

/// Makes one state without conditions of all states that accept every word and can be seen to.
pub fn saturate(bdds: &mut Bdds, graph: &mut Graph) {
    if graph.edges.len() > MAX_STATES {
        return;
    }
    let all = graph.all_marks();
    let everything = graph.edges.len();
    graph.edges.push(vec![Edge { target: everything, marks: all, label: Bdd::TRUE }]);
    let relation = simulation(bdds, &graph.edges, |_, _| true);
    if bdds.is_exhausted() {
        return;
    }
    for (state, edges) in graph.edges.iter_mut().enumerate() {
        if relation[everything][state] {
            *edges = vec![Edge { target: everything, marks: all, label: Bdd::TRUE }];
        }
    }
    if relation[everything][graph.initial] {
        graph.initial = everything;
    }
    for edges in &mut graph.edges {
        for edge in edges.iter_mut() {
            if relation[everything][edge.target] {
                edge.target = everything;
            }
        }
    }
    graph.prune();
}
