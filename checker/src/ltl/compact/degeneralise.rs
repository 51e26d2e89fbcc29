//! From a generalised automaton to a Büchi automaton with accepting states.
//!
//! A state gets a *level* for each mark that was waited for and seen, in a fixed order; several levels may
//! be passed at once (Gastin and Oddoux 2001). Levels count only inside a component: whoever enters one
//! starts at level 0, and a component that needs no waiting has no levels (Babiak et al. 2013).

use std::collections::HashMap;

use super::graph::{Edge, Graph};

/// The Büchi automaton; marks are waited for in that order. `graph.marks` is as `marks::reduce` left it.
pub fn degeneralise(graph: &Graph, order: &[u32]) -> Graph {
    let components = graph.components();
    let inner = graph.inner_marks(&components);
    let all = graph.all_marks();
    let last = order.len();
    // Where a component has all marks on all edges every state is at the last level.
    let first: Vec<usize> =
        inner.iter().map(|i| if i.is_some_and(|(each, _)| each & all == all) { last } else { 0 }).collect();
    let start = (graph.initial, first[components.of[graph.initial]]);
    let mut places = HashMap::from([(start, 0)]);
    let mut states = vec![start];
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    while edges.len() < states.len() {
        let (state, level) = states[edges.len()];
        let mark = u64::from(level == last);
        let mut list = Vec::new();
        for edge in &graph.edges[state] {
            let component = components.of[edge.target];
            let level = if component != components.of[state] || first[component] == last {
                first[component]
            } else if inner[component].is_some_and(|(_, any)| any & all != all) {
                0
            } else {
                let mut level = if level == last { 0 } else { level };
                while level < last && edge.marks >> order[level] & 1 == 1 {
                    level += 1;
                }
                level
            };
            let target = (edge.target, level);
            let place = *places.entry(target).or_insert_with(|| {
                states.push(target);
                states.len() - 1
            });
            list.push(Edge { target: place, marks: mark, label: edge.label });
        }
        edges.push(list);
    }
    let mut result = Graph { edges, initial: 0, marks: 1 };
    redirect(&mut result, &states);
    result.prune();
    result
}

/// All levels of a state accept the same words. Who comes from another component may as well go to the level
/// from which the fewest states can be reached.
fn redirect(graph: &mut Graph, states: &[(usize, usize)]) {
    let components = graph.components();
    let mut best: HashMap<usize, usize> = HashMap::new();
    for (place, (state, _)) in states.iter().enumerate() {
        let known = best.entry(*state).or_insert(place);
        if components.of[place] < components.of[*known] {
            *known = place;
        }
    }
    for from in 0..states.len() {
        for edge in &mut graph.edges[from] {
            let to = best[&states[edge.target].0];
            if components.of[to] < components.of[edge.target] {
                edge.target = to;
            }
        }
    }
    let initial = best[&states[graph.initial].0];
    if components.of[initial] < components.of[graph.initial] {
        graph.initial = initial;
    }
}
