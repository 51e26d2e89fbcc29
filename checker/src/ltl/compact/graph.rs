//! Automata under construction: generalised, with marks on edges.
//!
//! A run is accepted when it takes edges with each mark infinitely often; without marks every infinite
//! run is. A Büchi automaton is one with a single mark that all edges of a state have or none.

use super::bdd::Bdd;

/// An automaton. States are numbered from 0.
#[derive(Clone, Debug)]
pub struct Graph {
    pub edges: Vec<Vec<Edge>>,
    pub initial: usize,
    pub marks: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    pub target: usize,
    /// A bit for each mark.
    pub marks: u64,
    /// When it may be taken: a function of the atoms, not false.
    pub label: Bdd,
}

/// The strongly connected components of an automaton.
#[derive(Debug)]
pub struct Components {
    /// Of each state; an edge never leads to a component with a higher number.
    pub of: Vec<usize>,
    pub count: usize,
}

impl Graph {
    pub fn all_marks(&self) -> u64 {
        if self.marks == 0 { 0 } else { u64::MAX >> (64 - self.marks) }
    }

    pub fn edge_count(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    /// The automaton of no word.
    pub fn nothing() -> Graph {
        Graph { edges: vec![Vec::new()], initial: 0, marks: 0 }
    }

    /// Tarjan's algorithm, without recursion.
    pub fn components(&self) -> Components {
        let n = self.edges.len();
        const NEW: usize = usize::MAX;
        let (mut index, mut low, mut of) = (vec![NEW; n], vec![0; n], vec![NEW; n]);
        let (mut stack, mut path, mut next, mut count) = (Vec::new(), Vec::<(usize, usize)>::new(), 0, 0);
        for root in 0..n {
            if index[root] != NEW {
                continue;
            }
            path.push((root, 0));
            while let Some((state, edge)) = path.pop() {
                if edge == 0 {
                    (index[state], low[state]) = (next, next);
                    next += 1;
                    stack.push(state);
                }
                match self.edges[state].get(edge) {
                    Some(e) => {
                        path.push((state, edge + 1));
                        if index[e.target] == NEW {
                            path.push((e.target, 0));
                        } else if of[e.target] == NEW {
                            low[state] = low[state].min(index[e.target]);
                        }
                    }
                    None => {
                        if low[state] == index[state] {
                            while let Some(member) = stack.pop() {
                                of[member] = count;
                                if member == state {
                                    break;
                                }
                            }
                            count += 1;
                        }
                        if let Some((parent, _)) = path.last() {
                            low[*parent] = low[*parent].min(low[state]);
                        }
                    }
                }
            }
        }
        Components { of, count }
    }

    /// For each component the marks on its inner edges: of all and of any; `None` if it has no inner edge.
    pub fn inner_marks(&self, components: &Components) -> Vec<Option<(u64, u64)>> {
        let mut inner = vec![None; components.count];
        for (state, edges) in self.edges.iter().enumerate() {
            for edge in edges.iter().filter(|e| components.of[e.target] == components.of[state]) {
                let known = inner[components.of[state]].get_or_insert((u64::MAX, 0));
                *known = (known.0 & edge.marks, known.1 | edge.marks);
            }
        }
        inner
    }

    /// Which components can be gone round in with every mark.
    pub fn accepting(&self, components: &Components) -> Vec<bool> {
        let all = self.all_marks();
        self.inner_marks(components).iter().map(|i| i.is_some_and(|(_, any)| any & all == all)).collect()
    }

    /// Leaves out states from which nothing is accepted and states that cannot be reached.
    pub fn prune(&mut self) {
        let components = self.components();
        let accepting = self.accepting(&components);
        // Components come after those they lead to.
        let mut alive = accepting;
        let mut order: Vec<usize> = (0..self.edges.len()).collect();
        order.sort_by_key(|s| components.of[*s]);
        for &state in &order {
            if self.edges[state].iter().any(|e| alive[components.of[e.target]]) {
                alive[components.of[state]] = true;
            }
        }
        for state in 0..self.edges.len() {
            self.edges[state].retain(|e| alive[components.of[e.target]]);
        }
        let initial_is_alive = alive[components.of[self.initial]];
        if !initial_is_alive {
            *self = Graph::nothing();
            return;
        }
        let mut place = vec![usize::MAX; self.edges.len()];
        let mut kept = Vec::new();
        let mut pending = std::collections::VecDeque::from([self.initial]);
        place[self.initial] = 0;
        while let Some(state) = pending.pop_front() {
            kept.push(state);
            for edge in &self.edges[state] {
                if place[edge.target] == usize::MAX {
                    place[edge.target] = kept.len() + pending.len();
                    pending.push_back(edge.target);
                }
            }
        }
        let edges = kept.iter().map(|s| {
            let mut edges = std::mem::take(&mut self.edges[*s]);
            edges.iter_mut().for_each(|e| e.target = place[e.target]);
            edges
        });
        self.edges = edges.collect();
        self.initial = 0;
    }
}
