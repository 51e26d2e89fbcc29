//! Marks that cannot matter.
//!
//! Only what a run does forever counts: a mark on an edge between two components, or in a component that
//! cannot be gone round in with all marks, says nothing. Within a component, a mark that every cycle has
//! anyway asks for nothing, nor does one that comes with every occurrence of another.

use super::graph::{Components, Graph};

/// What edges that no run takes forever are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    NoMarks,
    AllMarks,
}

/// Gives every component as few marks as it needs, numbered from 0, and all others to all its edges.
pub fn reduce(graph: &mut Graph) {
    let components = graph.components();
    let accepting = graph.accepting(&components);
    // Per component the marks it needs.
    let needed: Vec<Vec<u32>> = (0..components.count)
        .map(|component| if accepting[component] { needed(graph, &components, component) } else { Vec::new() })
        .collect();
    let marks = needed.iter().map(|marks| marks.len() as u32).max().unwrap_or(0);
    // One mark tells components that accept from those that do not.
    let marks = if marks == 0 && accepting.iter().any(|is| !is) { 1 } else { marks };
    for state in 0..graph.edges.len() {
        let component = components.of[state];
        for edge in &mut graph.edges[state] {
            let inner = components.of[edge.target] == component && accepting[component];
            let list = &needed[component];
            edge.marks = match inner {
                false => 0,
                true => (0..marks)
                    .filter(|i| list.get(*i as usize).is_none_or(|old| edge.marks >> old & 1 == 1))
                    .fold(0, |set, i| set | 1 << i),
            };
        }
    }
    graph.marks = marks;
}

fn needed(graph: &Graph, components: &Components, component: usize) -> Vec<u32> {
    let states: Vec<usize> = (0..graph.edges.len()).filter(|s| components.of[*s] == component).collect();
    let inner = || {
        states
            .iter()
            .flat_map(|s| graph.edges[*s].iter().filter(|e| components.of[e.target] == component).map(move |e| (*s, e)))
    };
    let mut needed: Vec<u32> = (0..graph.marks).filter(|mark| has_cycle_without(graph, &states, *mark)).collect();
    let mut i = 0;
    while i < needed.len() {
        let mark = needed[i];
        let implied = needed
            .iter()
            .any(|other| *other != mark && inner().all(|(_, e)| e.marks >> other & 1 == 0 || e.marks >> mark & 1 == 1));
        if implied {
            needed.remove(i);
        } else {
            i += 1;
        }
    }
    needed
}

/// Whether one can go round among these states without taking an edge with the mark.
fn has_cycle_without(graph: &Graph, states: &[usize], mark: u32) -> bool {
    let mut place = vec![usize::MAX; graph.edges.len()];
    for (i, state) in states.iter().enumerate() {
        place[*state] = i;
    }
    let edges = states.iter().map(|state| {
        let kept = graph.edges[*state].iter().filter(|e| place[e.target] != usize::MAX && e.marks >> mark & 1 == 0);
        kept.map(|e| super::graph::Edge { target: place[e.target], ..*e }).collect()
    });
    let part = Graph { edges: edges.collect(), initial: 0, marks: 0 };
    let components = part.components();
    part.accepting(&components).contains(&true)
}

/// Sets the marks of edges that are not inside an accepting component.
pub fn set_passing(graph: &mut Graph, passing: Passing) {
    let components = graph.components();
    let all = graph.all_marks();
    for state in 0..graph.edges.len() {
        for edge in &mut graph.edges[state] {
            if components.of[edge.target] != components.of[state] {
                edge.marks = if passing == Passing::AllMarks { all } else { 0 };
            }
        }
    }
}

/// For a Büchi automaton: makes states accepting where that changes nothing, so that more states look
/// alike. A component without a cycle that avoids acceptance becomes accepting as a whole, one that
/// cannot accept loses its marks, and states outside of cycles are set as asked.
pub fn reduce_states(graph: &mut Graph, passing: Passing) {
    let components = graph.components();
    let inner = graph.inner_marks(&components);
    let mut value: Vec<Option<u64>> = Vec::new();
    for (component, marks) in inner.iter().enumerate() {
        let states: Vec<usize> = (0..graph.edges.len()).filter(|s| components.of[*s] == component).collect();
        value.push(match marks {
            None if passing == Passing::AllMarks => Some(1),
            None => Some(0),
            Some((_, 0)) => Some(0),
            Some(_) if !has_cycle_without(graph, &states, 0) => Some(1),
            Some(_) => None,
        });
    }
    for state in 0..graph.edges.len() {
        if let Some(marks) = value[components.of[state]] {
            graph.edges[state].iter_mut().for_each(|e| e.marks = marks);
        }
    }
}
