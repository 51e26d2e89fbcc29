//! The path of a depth-first search: its states, and their successors that wait.
//!
//! A search may go as deep as there are states. So only the upper end of a long path is kept as it is; what lies below
//! is *cold*: of each state only that remains which successor the path goes on with, and how many others wait, two
//! bytes most of the time. When the search comes back there, the states are expanded once more. Those of the others
//! that have become known meanwhile count as matched then.

use super::super::varint;
use crate::collapse::{Key, Reached};
use crate::search::estimate::Options;
use crate::successors::Flags;

/// A state on the path.
#[derive(Clone, Copy, Debug)]
pub struct PathKey<const K: usize> {
    pub key: Key<K>,
    pub depth: u64,
    /// Where its successors begin among those that wait.
    pub first: u32,
    /// How many successors it had to follow.
    pub count: u32,
    /// Which successor it is of the state below it.
    pub number: u32,
    pub flags: Flags,
    /// The worker loop has expanded it.
    pub odd: bool,
}

/// A successor that waits to be followed.
#[derive(Clone, Copy, Debug)]
pub struct Waiting<const K: usize> {
    key: Key<K>,
    /// Which successor it is.
    pub number: u32,
    depth: u16,
    flags: Flags,
}

impl<const K: usize> Waiting<K> {
    /// `None` if it is too many steps away.
    #[inline(always)]
    pub fn new(reached: Reached<K>, number: u32) -> Option<Waiting<K>> {
        let Reached { key, depth, flags } = reached;
        Some(Waiting { key, number, depth: u16::try_from(depth).ok()?, flags })
    }

    #[inline(always)]
    pub fn reached(&self) -> Reached<K> {
        Reached { key: self.key, depth: u32::from(self.depth), flags: self.flags }
    }
}

#[derive(Debug)]
pub struct Path<const K: usize> {
    pub nodes: Vec<PathKey<K>>,
    /// Successors that wait, of all these states, the next one last.
    pub waiting: Vec<Waiting<K>>,
    cold: Vec<Cold<K>>,
    /// Of the lowest states that are cold, how many successors they had to follow, and how many of them are done.
    shares: Vec<Options>,
    /// When there are twice as many states, so many become cold.
    most: usize,
}

/// A piece of the path that is cold.
#[derive(Debug)]
struct Cold<const K: usize> {
    first: PathKey<K>,
    /// For each state, which successor the path goes on with, and how many others wait.
    bytes: Vec<u8>,
    /// By their place in the piece: those that the worker loop has expanded, with the successor that the path goes on
    /// with, and those that wait.
    odd: Vec<(u32, Reached<K>, Vec<Waiting<K>>)>,
    states: u32,
}

/// So many states tell how much is done.
const SHARES: usize = 64;

/// Expands states again.
pub trait Again<const K: usize> {
    /// The successors of a usual state that was expanded before.
    fn successors(&mut self, key: &Key<K>) -> Vec<Reached<K>>;

    /// It will be asked whether a state is known.
    fn prefetch(&mut self, key: &Key<K>);

    fn knows(&mut self, key: &Key<K>) -> bool;
}

impl<const K: usize> Path<K> {
    /// `most`: how many states are kept as they are, at least. `None`: all.
    pub fn new(most: Option<usize>) -> Path<K> {
        Path {
            nodes: Vec::new(),
            waiting: Vec::new(),
            cold: Vec::new(),
            shares: Vec::new(),
            most: most.unwrap_or(usize::MAX / 2),
        }
    }

    pub fn bytes(&self) -> u64 {
        let cold = self.cold.iter().map(|cold| cold.bytes.capacity() + size_of::<Cold<K>>()).sum::<usize>();
        let hot = self.nodes.capacity() * size_of::<PathKey<K>>() + self.waiting.capacity() * size_of::<Waiting<K>>();
        (cold + hot) as u64
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.nodes.len() + self.cold.iter().map(|cold| cold.states as usize).sum::<usize>()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.cold.is_empty()
    }

    /// Makes the lower half cold, if there are too many states.
    #[inline(always)]
    pub fn cool_down(&mut self) {
        if self.nodes.len() >= 2 * self.most {
            self.cool();
        }
    }

    #[cold]
    fn cool(&mut self) {
        let mut cold = Cold { first: self.nodes[0], bytes: Vec::new(), odd: Vec::new(), states: self.most as u32 };
        for i in 0..self.most {
            let (node, next) = (self.nodes[i], self.nodes[i + 1]);
            let waits = (next.first - node.first) as usize;
            if self.cold.is_empty() && i < SHARES {
                self.shares.push(options(&node, waits));
            }
            varint::put(&mut cold.bytes, u64::from(next.number));
            varint::put(&mut cold.bytes, waits as u64);
            if node.odd {
                let PathKey { key, depth, flags, .. } = next;
                let reached = Reached { key, depth: (depth - node.depth) as u32, flags };
                let others = self.waiting[node.first as usize..next.first as usize].to_vec();
                cold.odd.push((i as u32, reached, others));
            }
        }
        cold.bytes.shrink_to_fit();
        self.cold.push(cold);
        let gone = self.nodes[self.most].first;
        self.nodes.drain(..self.most);
        self.waiting.drain(..gone as usize);
        self.nodes.iter_mut().for_each(|node| node.first -= gone);
    }

    /// Brings the uppermost cold piece back. How many successors that waited have become known meanwhile.
    #[cold]
    pub fn warm_up(&mut self, again: &mut impl Again<K>) -> u64 {
        let Some(cold) = self.cold.pop() else { return 0 };
        if self.cold.is_empty() {
            self.shares.clear();
        }
        let mut matched = 0;
        let (nodes, waiting) = (&mut self.nodes, &mut self.waiting);
        cold.each(again, |again, node, successors, (next, waits)| {
            let first = waiting.len();
            match successors {
                Found::All(found) => {
                    let after = (next + 1..).zip(found.iter().skip(next as usize + 1));
                    let after: Vec<(u32, &Reached<K>)> = after.collect();
                    after.iter().for_each(|(_, reached)| again.prefetch(&reached.key));
                    let left = after.into_iter().rev().filter(|(_, reached)| !again.knows(&reached.key));
                    // What has waited before is not too far away.
                    waiting.extend(left.filter_map(|(number, &reached)| Waiting::new(reached, number)));
                }
                Found::Others(others) => {
                    waiting.extend(others.iter().filter(|waiting| !again.knows(&waiting.key)));
                }
            }
            let count = (waiting.len() - first) as u32;
            matched += waits - u64::from(count);
            nodes.push(PathKey { first: first as u32, count: count + 1, ..node });
        });
        matched
    }

    /// All states of the path, from the first one on.
    pub fn states(&self, again: &mut impl Again<K>) -> Vec<(Key<K>, Flags)> {
        let mut states = Vec::with_capacity(self.len());
        for cold in &self.cold {
            cold.each(again, |_, node, _, _| states.push((node.key, node.flags)));
        }
        states.extend(self.nodes.iter().map(|node| (node.key, node.flags)));
        states
    }

    /// Of the states of the path, how many successors each had to follow, and how many of them are done. Where part of
    /// it is cold, of some of them.
    pub fn shares(&self) -> impl Iterator<Item = Options> {
        let ends = self.nodes.iter().skip(1).map(|node| node.first as usize).chain([self.waiting.len()]);
        let hot = self.nodes.iter().zip(ends).map(|(node, end)| options(node, end - node.first as usize));
        self.shares.iter().copied().chain(hot)
    }
}

/// What is known of the successors of a cold state.
enum Found<'a, const K: usize> {
    All(&'a [Reached<K>]),
    /// Those that waited.
    Others(&'a [Waiting<K>]),
}

impl<const K: usize> Cold<K> {
    /// Goes through the states: each with its successors, the one that the path goes on with, and how many others
    /// waited.
    fn each<A: Again<K>>(&self, again: &mut A, mut sees: impl FnMut(&mut A, PathKey<K>, Found<K>, (u32, u64))) {
        let (mut node, mut at) = (self.first, 0);
        let mut odd = self.odd.iter().peekable();
        for i in 0..self.states {
            let next = varint::get(&self.bytes, &mut at) as u32;
            let waits = varint::get(&self.bytes, &mut at);
            let reached = match odd.next_if(|odd| odd.0 == i) {
                Some((_, child, others)) => {
                    sees(again, PathKey { odd: true, ..node }, Found::Others(others), (next, waits));
                    *child
                }
                None => {
                    let found = again.successors(&node.key);
                    sees(again, PathKey { odd: false, ..node }, Found::All(&found), (next, waits));
                    found[next as usize]
                }
            };
            let Reached { key, depth, flags } = reached;
            node = PathKey { key, depth: node.depth + u64::from(depth), number: next, flags, ..node };
        }
    }
}

/// Of the successors of a state that had to be followed, so many wait.
fn options<const K: usize>(node: &PathKey<K>, waits: usize) -> Options {
    let (all, left) = (f64::from(node.count), waits as f64);
    // The one before those that are left is under way.
    Options { all, done: (all - left - 1.0).max(0.0) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// A graph in which each state has up to four successors, some of which the worker loop finds.
    struct Graph {
        states: u64,
        known: HashSet<u64>,
    }

    impl Graph {
        fn is_odd(key: u64) -> bool {
            key % 11 == 3
        }
    }

    impl Again<1> for Graph {
        fn successors(&mut self, key: &Key<1>) -> Vec<Reached<1>> {
            let mix = key[0].wrapping_add(77).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
            let reached = |i| Reached {
                key: [(mix >> (9 * i)) % self.states],
                depth: 1 + (mix >> i) as u32 % 3,
                flags: Flags::default(),
            };
            (0..mix % 5).map(reached).collect()
        }

        fn prefetch(&mut self, _key: &Key<1>) {}

        fn knows(&mut self, key: &Key<1>) -> bool {
            self.known.contains(&key[0])
        }
    }

    /// A new state, its depth, and the path to it.
    type Seen = (u64, u64, Vec<u64>);

    /// What a depth-first search sees, how many successors were known, and how many pieces of the path were cold.
    fn search(states: u64, most: Option<usize>) -> (Vec<Seen>, u64, usize) {
        let mut graph = Graph { states, known: HashSet::new() };
        let mut path = Path::<1>::new(most);
        let (mut seen, mut matched, mut cold) = (Vec::new(), 0, 0);
        let mut next = Some((Reached { key: [0], depth: 0, flags: Flags::default() }, 0, 0));
        loop {
            if let Some((Reached { key, depth, flags }, number, from)) = next.take() {
                if !graph.known.insert(key[0]) {
                    matched += 1;
                    continue;
                }
                let (depth, first) = (from + u64::from(depth), path.waiting.len() as u32);
                path.nodes.push(PathKey { key, depth, first, count: 0, number, flags, odd: Graph::is_odd(key[0]) });
                let found = graph.successors(&key);
                for (number, &reached) in found.iter().enumerate().rev() {
                    match graph.knows(&reached.key) {
                        true => matched += 1,
                        false => path.waiting.extend(Waiting::new(reached, number as u32)),
                    }
                }
                path.cool_down();
                cold = cold.max(path.cold.len());
                let below: Vec<u64> = path.states(&mut graph).iter().map(|(key, _)| key[0]).collect();
                assert_eq!(path.len(), below.len());
                seen.push((key[0], depth, below));
            }
            let Some(node) = path.nodes.last() else {
                if path.is_empty() {
                    return (seen, matched, cold);
                }
                matched += path.warm_up(&mut graph);
                continue;
            };
            if node.first as usize == path.waiting.len() {
                path.nodes.pop();
                continue;
            }
            let depth = node.depth;
            next = path.waiting.pop().map(|waiting| (waiting.reached(), waiting.number, depth));
        }
    }

    #[test]
    fn a_cold_path_is_the_same_path() {
        for states in [10, 100, 500, 1500] {
            let (seen, matched, _) = search(states, None);
            for most in [1, 2, 7, 40] {
                let cold = search(states, Some(most));
                assert!(cold.2 > 0 || seen.len() < 4 * most, "{states} states, {most} at least: none is cold");
                assert_eq!((&seen, matched), (&cold.0, cold.1), "{states} states, {most} at least");
            }
        }
    }
}
