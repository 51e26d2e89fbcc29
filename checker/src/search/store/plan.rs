//! How the words of a state are put together to a tree of pairs.
//!
//! A tree is small if few different pairs lie below its root: if what varies is spread evenly over its two sides. So
//! the words are weighed by how many values they have, and each part is cut where its weight is halved.

use std::collections::HashSet;

/// A word or a pair below a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Child {
    Word(u32),
    Pair(u32),
}

/// A pair of the tree; each comes after those below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    pub left: Child,
    pub right: Child,
    /// The pair above; its own place for the root.
    pub above: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    pub nodes: Vec<Pair>,
    /// For each word, the pair above it.
    pub above: Vec<u32>,
}

impl Plan {
    /// The tree for words of these weights. There must be two at least.
    pub fn new(weights: &[f64]) -> Plan {
        let mut plan = Plan { nodes: Vec::new(), above: vec![0; weights.len()] };
        plan.part(weights, 0);
        let root = plan.nodes.len() as u32 - 1;
        plan.nodes[root as usize].above = root;
        plan
    }

    /// Adds the pairs for a part of the words that begins at `first`.
    fn part(&mut self, weights: &[f64], first: u32) -> Child {
        if weights.len() == 1 {
            return Child::Word(first);
        }
        let cut = middle(weights);
        let left = self.part(&weights[..cut], first);
        let right = self.part(&weights[cut..], first + cut as u32);
        let place = self.nodes.len() as u32;
        for child in [left, right] {
            match child {
                Child::Word(word) => self.above[word as usize] = place,
                Child::Pair(pair) => self.nodes[pair as usize].above = place,
            }
        }
        self.nodes.push(Pair { left, right, above: place });
        Child::Pair(place)
    }
}

/// Where to cut so that both sides weigh about the same. The sides are never empty.
fn middle(weights: &[f64]) -> usize {
    let all: f64 = weights.iter().sum();
    let mut left = 0.0;
    let mut best = (f64::INFINITY, 1);
    for (i, weight) in weights.iter().enumerate().take(weights.len() - 1) {
        left += weight;
        // Words that do not vary are shared out evenly.
        let uneven = (all - 2.0 * left).abs() + 0.01 * (weights.len() as f64 / 2.0 - (i + 1) as f64).abs();
        if uneven < best.0 {
            best = (uneven, i + 1);
        }
    }
    best.1
}

/// More values than this of one word are not told apart when words are weighed.
const MOST_VALUES: usize = 4096;

/// How many values the words of some states have.
#[derive(Debug, Default)]
pub struct Variety(Vec<HashSet<u32>>);

impl Variety {
    pub fn add(&mut self, state: &[u32]) {
        self.0.resize_with(state.len().max(self.0.len()), HashSet::new);
        for (values, word) in self.0.iter_mut().zip(state) {
            if values.len() < MOST_VALUES {
                values.insert(*word);
            }
        }
    }

    /// The bits that would tell the values of each word apart.
    pub fn weights(&self) -> Vec<f64> {
        self.0.iter().map(|values| (values.len().max(1) as f64).log2()).collect()
    }
}
