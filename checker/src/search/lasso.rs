//! Infinite runs in the whole graph: under strong fairness, or with a short path to a short cycle.
//!
//! The states that a run passes for ever lie in one strongly connected component. Such a component has an accepting run
//! if it has an accepting edge. Fairness asks more:
//! - weak: each process moves in it, or cannot move in one of its states;
//! - strong: each process that can move in one of its states moves in it. If one does not, no fair run stays in those
//!   states for ever: they are taken out, and what is left is cut into components again (Emerson and Lei 1987; the
//!   condition is one of Streett's).
//!
//! Without fairness the run that is given is the one with the fewest states, path and cycle together, unless the graph
//! is so large that not all could be compared. With fairness the cycle goes through all that the condition asks for, by
//! shortest paths.

use std::collections::VecDeque;
use std::time::Instant;

use super::graph::{self, Graph, Processes};
use super::violation::STOPS;
use super::{Control, Fairness, Outcome, Search, report};
use crate::components::{NONE, components};
use crate::exec::Move;
use crate::model::Model;

/// Edges that may be looked at in search of the shortest run.
const BUDGET: u64 = 50_000_000;

/// A run: the edges to the cycle, and the cycle.
struct Lasso {
    path: Vec<usize>,
    cycle: Vec<usize>,
}

/// What a cycle has to pass.
enum Stop {
    Edge(usize),
    Node(usize),
}

pub fn search(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    let (graph, mut explorer, bytes) = graph::build(model, what, control, started);
    let whole = explorer.errors_total == 0 && explorer.incomplete.is_none_or(|i| i == super::Incomplete::Depth);
    // A bad state ends the search, but a run around in what was seen before may be shorter.
    let bad_state = explorer.errors_total > 0 && !what.all_errors && what.fairness == Fairness::None;
    if !whole && !bad_state {
        return report::outcome(explorer, bytes);
    }
    let end = graph.ends.first().map(|&n| Lasso { path: graph.path_to(n), cycle: Vec::new() });
    let found = match what.fairness {
        Fairness::None => shortest(&graph, end),
        // Where nothing can move everything is fair.
        Fairness::Weak | Fairness::Strong => end.or_else(|| fair(&graph, what.fairness)),
    };
    if let Some(lasso) = found {
        let mut steps =
            |edges: &[usize]| -> Vec<Move> { edges.iter().flat_map(|&e| graph.steps(&mut explorer, e)).collect() };
        let mut trail = steps(&lasso.path);
        let before = trail.len();
        trail.extend(steps(&lasso.cycle));
        let mut violation = explorer.cycle_violation();
        if lasso.cycle.is_empty() {
            violation.message = STOPS.to_string();
        }
        if explorer.errors.first().is_none_or(|e| e.trail.len() > trail.len()) {
            explorer.errors_total = 1;
            explorer.errors = vec![violation.reached(before as u64, trail, Some(before))];
        }
    }
    report::outcome(explorer, bytes)
}

/// A fair accepting run, if there is one.
fn fair(graph: &Graph, fairness: Fairness) -> Option<Lasso> {
    let mut inside = vec![true; graph.len()];
    let mut open: Vec<Vec<usize>> = vec![(0..graph.len()).collect()];
    while let Some(nodes) = open.pop() {
        // What is outside of these nodes was taken out, or is looked at by itself.
        inside.fill(false);
        for &node in &nodes {
            inside[node] = true;
        }
        let of = components(graph.len(), |n| graph.successors(n), |n| inside[n]);
        for part in parts(&nodes, &of) {
            let within = |edge: usize| of[graph.target(edge)] == of[part[0]];
            let edges = || part.iter().flat_map(|&n| graph.edges(n)).filter(|&e| within(e));
            if !edges().any(|e| graph.accepts(e)) {
                continue;
            }
            let mut moving = Processes::default();
            edges().for_each(|e| moving.add_all(graph.movers(e)));
            let (mut sometimes, mut always) = (Processes::default(), graph.enabled(part[0]));
            for &node in &part {
                sometimes.add_all(graph.enabled(node));
                always.keep(graph.enabled(node));
            }
            let asked = if fairness == Fairness::Strong { sometimes } else { always };
            let starved = asked.without(moving);
            if starved.is_empty() {
                let stops = stops(graph, &part, &edges().collect::<Vec<_>>(), sometimes, moving);
                return Some(around(graph, &of, &part, &stops));
            }
            if fairness == Fairness::Strong {
                let left = |&&n: &&usize| starved.without(graph.enabled(n)) == starved;
                let left: Vec<usize> = part.iter().filter(left).copied().collect();
                if !left.is_empty() {
                    open.push(left);
                }
            }
        }
    }
    None
}

/// The components, each as a list of nodes.
fn parts(nodes: &[usize], of: &[u32]) -> Vec<Vec<usize>> {
    let count = nodes.iter().map(|&n| of[n] + 1).max().unwrap_or(0) as usize;
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); count];
    for &node in nodes {
        parts[of[node] as usize].push(node);
    }
    parts.retain(|p| !p.is_empty());
    parts
}

/// An accepting edge, and for each process that can move a move of it, or else a state in which it cannot move.
fn stops(graph: &Graph, part: &[usize], edges: &[usize], sometimes: Processes, moving: Processes) -> Vec<Stop> {
    let mut stops: Vec<Stop> = edges.iter().find(|&&e| graph.accepts(e)).map(|&e| Stop::Edge(e)).into_iter().collect();
    for pid in sometimes.iter() {
        let stop = if moving.has(pid) {
            edges.iter().find(|&&e| graph.movers(e).has(pid)).map(|&e| Stop::Edge(e))
        } else {
            part.iter().find(|&&n| !graph.enabled(n).has(pid)).map(|&n| Stop::Node(n))
        };
        stops.extend(stop);
    }
    stops
}

/// The run to a component and around in it, past all the stops.
fn around(graph: &Graph, of: &[u32], part: &[usize], stops: &[Stop]) -> Lasso {
    let start = part[0];
    let mut cycle: Vec<usize> = Vec::new();
    let mut here = start;
    for stop in stops {
        match *stop {
            Stop::Edge(e) if cycle.contains(&e) => {}
            Stop::Edge(e) => {
                cycle.extend(path(graph, of, here, graph.source(e)));
                cycle.push(e);
                here = graph.target(e);
            }
            Stop::Node(n) => {
                cycle.extend(path(graph, of, here, n));
                here = n;
            }
        }
    }
    cycle.extend(path(graph, of, here, start));
    Lasso { path: graph.path_to(start), cycle }
}

/// The edges of a shortest path between two nodes of a component.
fn path(graph: &Graph, of: &[u32], from: usize, to: usize) -> Vec<usize> {
    let mut by: Vec<Option<(usize, usize)>> = vec![None; graph.len()];
    let mut open = VecDeque::from([from]);
    let mut done = from == to;
    while let Some(node) = open.pop_front().filter(|_| !done) {
        for edge in graph.edges(node) {
            let next = graph.target(edge);
            if of[next] == of[from] && next != from && by[next].is_none() {
                by[next] = Some((node, edge));
                done |= next == to;
                open.push_back(next);
            }
        }
    }
    let mut out = Vec::new();
    let mut here = to;
    while let Some((before, edge)) = by[here].filter(|_| here != from) {
        out.push(edge);
        here = before;
    }
    out.reverse();
    out
}

/// The accepting run with the fewest states; one that is known already is `end`.
fn shortest(graph: &Graph, end: Option<Lasso>) -> Option<Lasso> {
    let of = components(graph.len(), |n| graph.successors(n), |_| true);
    let mut accepting = vec![false; of.iter().filter(|&&c| c != NONE).map(|&c| c as usize + 1).max().unwrap_or(0)];
    for node in 0..graph.len() {
        for edge in graph.edges(node) {
            if graph.accepts(edge) && of[node] == of[graph.target(edge)] {
                accepting[of[node] as usize] = true;
            }
        }
    }
    let stop = end.as_ref().map_or(usize::MAX, |l| l.path.len());
    let mut best: Option<(usize, usize, Vec<usize>)> = None;
    let mut budget = BUDGET;
    let mut search = Cycles::new(graph, &of);
    // Nodes are numbered in the order of their distance.
    for node in (0..graph.len()).filter(|&n| accepting[of[n] as usize]) {
        let before = graph.path_to(node).len();
        let limit = best.as_ref().map_or(stop, |b| b.0);
        if before + 1 >= limit || (best.is_some() && budget == 0) {
            break;
        }
        if let Some(cycle) = search.through(node, limit - before, &mut budget)
            && before + cycle.len() < limit
        {
            best = Some((before + cycle.len(), node, cycle));
        }
    }
    best.map(|(_, node, cycle)| Lasso { path: graph.path_to(node), cycle }).or(end)
}

/// Looks for accepting cycles: in two copies of the graph, the second one after an accepting edge.
struct Cycles<'g> {
    graph: &'g Graph,
    of: &'g [u32],
    /// For each node, twice: the round in which it was seen, the place it was seen from, the edge.
    seen: Vec<(u32, u32, u32)>,
    round: u32,
}

impl Cycles<'_> {
    fn new<'g>(graph: &'g Graph, of: &'g [u32]) -> Cycles<'g> {
        Cycles { graph, of, seen: vec![(0, 0, 0); graph.len() * 2], round: 0 }
    }

    /// A shortest accepting cycle through a node, if it has fewer edges than `limit`.
    fn through(&mut self, node: usize, limit: usize, budget: &mut u64) -> Option<Vec<usize>> {
        self.round += 1;
        let mut open = VecDeque::from([(node * 2, 0usize)]);
        while let Some((place, length)) = open.pop_front() {
            if length >= limit {
                return None;
            }
            for edge in self.graph.edges(place / 2) {
                *budget = budget.saturating_sub(1);
                let next = self.graph.target(edge);
                if self.of[next] != self.of[node] {
                    continue;
                }
                let to = next * 2 + (place % 2).max(usize::from(self.graph.accepts(edge)));
                if self.seen[to].0 == self.round || to == node * 2 {
                    continue;
                }
                self.seen[to] = (self.round, place as u32, edge as u32);
                if to == node * 2 + 1 {
                    return Some(self.back(to, node * 2));
                }
                open.push_back((to, length + 1));
            }
        }
        None
    }

    fn back(&self, mut place: usize, start: usize) -> Vec<usize> {
        let mut out = Vec::new();
        while place != start {
            out.push(self.seen[place].2 as usize);
            place = self.seen[place].1 as usize;
        }
        out.reverse();
        out
    }
}
