//! The whole state space as a graph, breadth first, for questions that one pass cannot answer.
//!
//! An edge leads from one state of the space to the next; it may be several steps, through atomic sequences and
//! rendezvous. It knows which processes moved, and whether an accept label was passed at its end. A state knows which
//! processes can move in it: those that take the first step of an edge, and the partner if that step is a rendezvous.
//!
//! The steps of an edge are not kept. They are found again by its place among the edges of its state, because the order
//! in which the worker loop tries things never changes.

use std::collections::HashMap;
use std::time::Instant;

use super::accepts::Accepts;
use super::explorer::Explorer;
use super::store::{Store, Stored};
use super::visitor::{Visit, Visitor};
use super::{Control, Search};
use crate::exec::{CLAIM, Machine, Move};
use crate::model::Model;
use crate::successors::Flags;

/// A set of processes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Processes([u64; 4]);

impl Processes {
    pub fn add(&mut self, pid: u32) {
        self.0[pid as usize / 64 % 4] |= 1 << (pid % 64);
    }

    pub fn add_all(&mut self, others: Processes) {
        for (a, b) in self.0.iter_mut().zip(others.0) {
            *a |= b;
        }
    }

    pub fn keep(&mut self, others: Processes) {
        for (a, b) in self.0.iter_mut().zip(others.0) {
            *a &= b;
        }
    }

    pub fn without(mut self, others: Processes) -> Processes {
        for (a, b) in self.0.iter_mut().zip(others.0) {
            *a &= !b;
        }
        self
    }

    pub fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    pub fn has(self, pid: u32) -> bool {
        self.0[pid as usize / 64 % 4] & 1 << (pid % 64) != 0
    }

    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..256).filter(move |&pid| self.has(pid))
    }
}

/// A state of the space.
#[derive(Clone, Copy)]
struct Entry {
    state: Stored,
    /// The entry it was reached from first, and by which of its edges; its own number for the initial state.
    from: u32,
    edge: u32,
    flags: Flags,
}

pub struct Graph {
    store: Store,
    entries: Vec<Entry>,
    /// Where the edges of each entry begin; one more at the end.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// For each edge, twice the number of its set of processes, and 1 if it accepts.
    labels: Vec<u32>,
    /// For each entry, the number of the set of processes that can move.
    enabled: Vec<u32>,
    /// Accepting nodes at which the run stops, and stays for ever.
    pub ends: Vec<usize>,
    sets: Vec<Processes>,
    numbers: HashMap<Processes, u32>,
}

impl Graph {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn successors(&self, node: usize) -> &[u32] {
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The numbers of the edges of a node.
    pub fn edges(&self, node: usize) -> std::ops::Range<usize> {
        self.starts[node] as usize..self.starts[node + 1] as usize
    }

    pub fn target(&self, edge: usize) -> usize {
        self.targets[edge] as usize
    }

    pub fn accepts(&self, edge: usize) -> bool {
        self.labels[edge] & 1 != 0
    }

    pub fn movers(&self, edge: usize) -> Processes {
        self.sets[self.labels[edge] as usize / 2]
    }

    pub fn enabled(&self, node: usize) -> Processes {
        self.sets[self.enabled[node] as usize]
    }

    /// The edges of a shortest way from the initial state.
    pub fn path_to(&self, node: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut here = node;
        while self.entries[here].from as usize != here {
            path.push(self.entries[here].edge as usize);
            here = self.entries[here].from as usize;
        }
        path.reverse();
        path
    }

    /// The node that an edge begins at.
    pub fn source(&self, edge: usize) -> usize {
        self.starts.partition_point(|&s| s as usize <= edge) - 1
    }

    /// The steps of an edge.
    pub fn steps(&self, explorer: &mut Explorer, edge: usize) -> Vec<Move> {
        let node = self.source(edge);
        let Entry { state, flags, .. } = self.entries[node];
        let mut countdown = Countdown(edge - self.starts[node] as usize);
        explorer.steps_between(self.store.get(state), flags, &mut countdown)
    }

    fn number(&mut self, set: Processes) -> u32 {
        *self.numbers.entry(set).or_insert_with(|| {
            self.sets.push(set);
            self.sets.len() as u32 - 1
        })
    }
}

/// Stops at the state that is met after so many others.
struct Countdown(usize);

impl Visitor for Countdown {
    fn visit(&mut self, _state: &[u32], _flags: Flags) -> Visit {
        match self.0.checked_sub(1) {
            Some(left) => {
                self.0 = left;
                Visit::Seen
            }
            None => Visit::Found,
        }
    }

    fn bytes(&self) -> u64 {
        0
    }
}

/// A node of the path from the entry that is followed.
#[derive(Clone, Copy)]
struct PathNode {
    pid: u32,
    accepting: bool,
    sends: bool,
}

/// Follows one entry after the other.
struct Builder {
    graph: Graph,
    accepts: Accepts,
    path: Vec<PathNode>,
    /// The entry that is followed; `None` before the first.
    current: Option<u32>,
    enabled: Processes,
}

impl Visitor for Builder {
    const CYCLES: bool = true;

    fn visit(&mut self, state: &[u32], flags: Flags) -> Visit {
        let graph = &mut self.graph;
        let (fresh, stored) = match graph.store.insert_with_note(state, graph.entries.len() as u32) {
            Ok(stored) => (true, stored),
            Err(stored) => (false, stored),
        };
        let target = graph.store.notes_mut(stored, state.len())[0];
        let edge = graph.targets.len() as u32;
        if let Some(current) = self.current {
            let mut movers = Processes::default();
            for step in self.path[1..].iter().filter(|s| s.pid != CLAIM) {
                movers.add(step.pid);
            }
            let mut first = self.path[1..].iter().skip_while(|s| s.pid == CLAIM);
            if let Some(step) = first.next() {
                self.enabled.add(step.pid);
                if step.sends
                    && let Some(partner) = first.next()
                {
                    self.enabled.add(partner.pid);
                }
            }
            let end = self.path.len() - 1;
            let accepting = self.path[end].accepting || (end > 1 && self.path[end - 1].accepting);
            let set = graph.number(movers);
            graph.targets.push(target);
            graph.labels.push(2 * set + u32::from(accepting));
            if fresh {
                graph.entries.push(Entry { state: stored, from: current, edge, flags });
            }
        } else {
            graph.entries.push(Entry { state: stored, from: 0, edge, flags });
        }
        if fresh { Visit::Later } else { Visit::Seen }
    }

    fn bytes(&self) -> u64 {
        let g = &self.graph;
        let words = g.starts.capacity() + g.targets.capacity() + g.labels.capacity() + g.enabled.capacity();
        g.store.bytes() + (g.entries.capacity() * size_of::<Entry>() + words * 4) as u64
    }

    fn pushed(&mut self, machine: &Machine, pid: u32) {
        let accepting = self.accepts.at(machine);
        self.path.push(PathNode { pid, accepting, sends: machine.rendezvous() != 0 });
    }

    fn popped(&mut self) {
        self.path.pop();
    }
}

/// Builds the graph. What goes wrong on the way is among the errors of the explorer; the graph is whole if there is
/// none and no limit was hit.
pub fn build<'m: 'w, 'w>(
    model: &'m Model,
    what: &'w Search,
    control: &mut Control,
    started: Instant,
) -> (Graph, Explorer<'m, 'w>, u64) {
    let mut explorer = Explorer::new(model, what, started);
    let graph = Graph {
        store: Store::with_notes(1),
        entries: Vec::new(),
        starts: Vec::new(),
        targets: Vec::new(),
        labels: Vec::new(),
        enabled: Vec::new(),
        ends: Vec::new(),
        sets: Vec::new(),
        numbers: HashMap::new(),
    };
    let accepts = Accepts::of(model, what);
    let mut builder = Builder { graph, accepts, path: Vec::new(), current: None, enabled: Processes::default() };
    let flags = explorer.initial_flags();
    explorer.run(flags, &mut builder, true, control);
    let (mut at, mut level_end) = (0, builder.graph.entries.len());
    while at < builder.graph.entries.len() && !explorer.is_over() && !explorer.is_incomplete() {
        if at == level_end {
            explorer.base_depth += 1;
            level_end = builder.graph.entries.len();
        }
        let entry = builder.graph.entries[at];
        builder.graph.starts.push(builder.graph.targets.len() as u32);
        builder.current = Some(at as u32);
        builder.enabled = Processes::default();
        builder.path.clear();
        explorer.machine.load(builder.graph.store.get(entry.state));
        let before = explorer.errors.len();
        explorer.run(entry.flags, &mut builder, false, control);
        let set = builder.graph.number(builder.enabled);
        builder.graph.enabled.push(set);
        let stops = model.claim.is_none() && builder.graph.targets.len() == builder.graph.starts[at] as usize;
        if stops && explorer.machine.process_count() > 0 && accepts.at(&explorer.machine) {
            builder.graph.ends.push(at);
        }
        if explorer.errors.len() > before {
            builder.graph.starts.push(builder.graph.targets.len() as u32);
            let path: Vec<Move> =
                builder.graph.path_to(at).into_iter().flat_map(|e| builder.graph.steps(&mut explorer, e)).collect();
            builder.graph.starts.pop();
            for error in &mut explorer.errors[before..] {
                error.trail.splice(0..0, path.iter().copied());
                error.depth = (error.trail.len() as u64).saturating_sub(1);
                error.cycle = error.cycle.map(|c| c + path.len());
            }
        }
        at += 1;
    }
    // Nodes that were not followed have no edges.
    let (nodes, edges) = (builder.graph.entries.len(), builder.graph.targets.len() as u32);
    let nobody = builder.graph.number(Processes::default());
    builder.graph.starts.resize(nodes + 1, edges);
    builder.graph.enabled.resize(nodes, nobody);
    let bytes = builder.bytes() + explorer.bytes();
    (builder.graph, explorer, bytes)
}
