//! Bubbles: parts of a graph between one decision and the point where all its ways meet again, without a cycle and
//! without a decision that can block (the notes, section 5.1).
//!
//! The exit of a bubble is the immediate dominator of its entry in the reversed graph; that no way leads into it from
//! elsewhere needs no check, because from any of its points all ways lead to the exit without blocking. Whether a
//! bubble holds a relevant statement is asked later, again and again, as statements become relevant.

use super::facts::are_complements;
use super::graph::{EdgeKind, Graph, Point, Statements};
use super::property::Decisions;

/// A part of a graph that decides nothing by itself.
#[derive(Clone, Debug)]
pub struct Bubble {
    pub entry: Point,
    /// All edges inside.
    pub edges: Vec<u32>,
}

/// Bubbles larger than this are not looked for.
const LIMIT: usize = 4_000;

/// The bubbles of a graph: of each decision the smallest one that begins with it.
pub fn find(graph: &Graph, all: &Statements, decisions: Decisions) -> Vec<Bubble> {
    let exits = exits(graph);
    (0..graph.places.len() as u32)
        .map(Point)
        .filter(|&p| graph.edges_of(p).any(|e| e.kind != EdgeKind::Free))
        .filter_map(|p| grow(graph, all, decisions, p, exits[p.0 as usize]?))
        .collect()
}

/// Some step of a point can always be taken.
pub fn is_sure(graph: &Graph, decisions: Decisions, p: Point) -> bool {
    let mut conditions = Vec::new();
    for e in graph.edges_of(p) {
        if e.kind != EdgeKind::Waits {
            return true;
        }
        conditions.extend(graph.conditions.get(&e.stmt));
    }
    decisions == Decisions::Complements
        && conditions.iter().enumerate().any(|(i, a)| conditions[i + 1..].iter().any(|b| are_complements(a, b)))
}

fn grow(graph: &Graph, all: &Statements, decisions: Decisions, entry: Point, exit: Point) -> Option<Bubble> {
    let mut edges = Vec::new();
    // 1 open, 2 done: an edge to an open point closes a cycle.
    let mut state = std::collections::HashMap::new();
    let mut stack = vec![(entry, 0)];
    while let Some((p, i)) = stack.pop() {
        if i == 0 {
            let place = graph.places[p.0 as usize];
            if place.strict || !is_sure(graph, decisions, p) || edges.len() > LIMIT {
                return None;
            }
            state.insert(p, 1);
        }
        let Some(&e) = graph.outs[p.0 as usize].get(i) else {
            if graph.outs[p.0 as usize].is_empty() {
                return None;
            }
            state.insert(p, 2);
            continue;
        };
        stack.push((p, i + 1));
        let edge = &graph.edges[e as usize];
        let facts = &all.facts[edge.stmt.0 as usize];
        if facts.is_timeout || facts.endless {
            return None;
        }
        edges.push(e);
        if edge.to == exit {
            continue;
        }
        match state.get(&edge.to) {
            Some(1) => return None,
            Some(_) => {}
            None => stack.push((edge.to, 0)),
        }
    }
    Some(Bubble { entry, edges })
}

/// The immediate dominator of each point in the reversed graph. Loops count as ways out, so that endless processes have
/// them too.
fn exits(graph: &Graph) -> Vec<Option<Point>> {
    let n = graph.places.len();
    let root = n;
    let mut preds: Vec<Vec<usize>> = vec![Vec::new(); n + 1];
    let mut succs: Vec<Vec<usize>> = vec![Vec::new(); n + 1];
    for (p, ways) in succs.iter_mut().enumerate().take(n) {
        let mut next: Vec<usize> = graph.edges_of(Point(p as u32)).map(|e| e.to.0 as usize).collect();
        if next.is_empty() || graph.places[p].head {
            next.push(root);
        }
        next.sort_unstable();
        next.dedup();
        for &q in &next {
            preds[q].push(p);
        }
        *ways = next;
    }
    // Order of the reversed graph, by depth-first search from the way out.
    let mut order = Vec::new();
    let mut number = vec![usize::MAX; n + 1];
    let mut seen = vec![false; n + 1];
    let mut stack = vec![(root, 0)];
    seen[root] = true;
    while let Some((p, i)) = stack.pop() {
        match preds[p].get(i) {
            Some(&q) => {
                stack.push((p, i + 1));
                if !seen[q] {
                    seen[q] = true;
                    stack.push((q, 0));
                }
            }
            None => {
                number[p] = order.len();
                order.push(p);
            }
        }
    }
    // Cooper, Harvey, Kennedy: a simple, fast dominance algorithm.
    let mut dominator = vec![usize::MAX; n + 1];
    dominator[root] = root;
    loop {
        let mut changed = false;
        for &p in order.iter().rev().filter(|&&p| p != root) {
            let mut new = usize::MAX;
            for &q in succs[p].iter().filter(|&&q| dominator[q] != usize::MAX) {
                new = if new == usize::MAX { q } else { meet(&dominator, &number, new, q) };
            }
            if new != dominator[p] {
                dominator[p] = new;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    (0..n).map(|p| (dominator[p] < root).then(|| Point(dominator[p] as u32))).collect()
}

fn meet(dominator: &[usize], number: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while number[a] < number[b] {
            a = dominator[a];
        }
        while number[b] < number[a] {
            b = dominator[b];
        }
    }
    a
}
