//! States as trees of pairs (recursive indexing, Laarman, van de Pol and Weber 2011): exact, and about ten bytes a
//! state.
//!
//! The words of a state are taken in pairs; each pair gets a number, the same pair always the same; the numbers are
//! taken in pairs again, until one pair is left, which stands for the state:
//!
//! ```text
//!                 (7, 3)              the root: kept as it is, 8 bytes
//!               /        \
//!          (1, 4)        (2, 2)       numbered
//!          /    \        /    \
//!       (w0,w1)(w2,w3)(w4,w5)(w6,w7)  numbered
//! ```
//!
//! States of one shape have the same tree, and the roots of each shape are a set of their own. Which words are put
//! together is decided when some states of a shape are known (see [`Plan`](super::plan::Plan)); until then they are
//! kept word by word.
//!
//! From one state to the next few words change: only the pairs above those are looked up again. States share most
//! pairs, so the table of pairs stays small and in the cache; only the last lookup waits for memory.

use super::exact::Store;
use super::keys::Keys;
use super::pairs::Pairs;
use super::plan::{Child, Plan, Variety};
use super::{PathSet, Visited};
use crate::hash::hash;
use std::collections::HashMap;

/// So many states of a shape are looked at before its tree is planned.
const SAMPLE: u64 = 4096;

#[derive(Debug, Default)]
pub struct Tree {
    pairs: Pairs,
    /// By shape: the first word of a state.
    shapes: Vec<Shape>,
    /// If ids have to last: those that states had before the tree of their shape was planned.
    early: Option<HashMap<Id, Id>>,
}

/// The root of a state and its shape. Of a state that came before its shape was planned: its place, and a number above
/// all shapes.
type Id = (u64, u32);

/// The states of one shape.
#[derive(Debug)]
enum Shape {
    /// Few so far.
    Sample(Box<Sample>),
    Trees(Box<Trees>),
}

#[derive(Debug, Default)]
struct Sample {
    store: Store,
    variety: Variety,
}

#[derive(Debug)]
struct Trees {
    plan: Plan,
    roots: Keys,
    /// The state that was looked up last, and the numbers of its pairs.
    words: Vec<u32>,
    numbers: Vec<u32>,
    /// Pairs that have to be looked up again, one bit each.
    stale: Vec<u64>,
}

impl Trees {
    fn new(plan: Plan) -> Trees {
        let (words, nodes) = (plan.above.len(), plan.nodes.len());
        let stale = vec![0; nodes.div_ceil(64)];
        Trees { plan, roots: Keys::default(), words: vec![0; words], numbers: vec![0; nodes], stale }
    }

    /// The root of a state's tree. Not 0.
    #[inline]
    fn root(&mut self, state: &[u32], pairs: &mut Pairs) -> u64 {
        for (i, (&new, old)) in state.iter().zip(&mut self.words).enumerate() {
            if new != *old {
                *old = new;
                let pair = self.plan.above[i] as usize;
                self.stale[pair / 64] |= 1 << (pair % 64);
            }
        }
        let root = self.plan.nodes.len() - 1;
        for block in 0..self.stale.len() {
            while self.stale[block] != 0 {
                let pair = block * 64 + self.stale[block].trailing_zeros() as usize;
                self.stale[block] &= self.stale[block] - 1;
                if pair == root {
                    break;
                }
                let node = self.plan.nodes[pair];
                let number = pairs.number(self.value(node.left), self.value(node.right));
                if number != self.numbers[pair] {
                    self.numbers[pair] = number;
                    let above = node.above as usize;
                    self.stale[above / 64] |= 1 << (above % 64);
                }
            }
        }
        let node = self.plan.nodes[root];
        u64::from(self.value(node.left)) | u64::from(self.value(node.right)) << 32
    }

    #[inline(always)]
    fn value(&self, child: Child) -> u32 {
        match child {
            Child::Word(word) => self.words[word as usize],
            Child::Pair(pair) => self.numbers[pair as usize],
        }
    }

    /// Fills all numbers: for the first state.
    fn fill(&mut self, pairs: &mut Pairs) {
        for pair in 0..self.plan.nodes.len() - 1 {
            let node = self.plan.nodes[pair];
            self.numbers[pair] = pairs.number(self.value(node.left), self.value(node.right));
        }
    }
}

impl Tree {
    /// A tree that always says the same of a state: for searches that have to know what is on their path.
    pub fn with_lasting_ids() -> Tree {
        Tree { early: Some(HashMap::new()), ..Tree::default() }
    }

    /// Plans the tree of a shape and moves its states there.
    #[cold]
    fn plan(&mut self, shape: usize) {
        let Shape::Sample(sample) = &mut self.shapes[shape] else { return };
        let mut trees = Trees::new(Plan::new(&sample.variety.weights()));
        trees.fill(&mut self.pairs);
        let states: Vec<Vec<u32>> = sample.store.states().map(<[u32]>::to_vec).collect();
        for state in states {
            let root = trees.root(&state, &mut self.pairs);
            trees.roots.insert(key(root));
            if let Some(early) = &mut self.early {
                let (Ok(stored) | Err(stored)) = sample.store.insert(&state);
                early.insert((key(root), shape as u32), early_id(stored, shape));
            }
        }
        self.shapes[shape] = Shape::Trees(Box::new(trees));
    }

    /// What a state is called whose tree has this key.
    #[inline(always)]
    fn lasting(&self, key: u64, shape: usize) -> Id {
        let id = (key, shape as u32);
        self.early.as_ref().map_or(id, |early| early.get(&id).copied().unwrap_or(id))
    }

    /// Whether there are more parts than can be told apart.
    pub fn is_full(&self) -> bool {
        self.pairs.is_full()
    }
}

/// The root of a tree of two words can be 0; keys cannot. Such a tree has few states: the first word is the shape, the
/// same in all of them.
#[inline(always)]
fn key(root: u64) -> u64 {
    if root == 0 { u64::MAX } else { root }
}

/// What a state is called that came before its shape was planned.
fn early_id(stored: super::Stored, shape: usize) -> Id {
    (stored.place(), u32::MAX - shape as u32)
}

impl Visited for Tree {
    type Id = Id;
    type Set = PathSet<Id>;

    /// The root of its tree; 0 while there are no trees of its shape.
    #[inline]
    fn key(&mut self, state: &[u32]) -> u64 {
        match self.shapes.get_mut(state[0] as usize) {
            Some(Shape::Trees(trees)) => key(trees.root(state, &mut self.pairs)),
            _ => 0,
        }
    }

    #[inline(always)]
    fn prefetch(&self, key: u64, state: &[u32]) {
        if let Some(Shape::Trees(trees)) = self.shapes.get(state[0] as usize) {
            trees.roots.prefetch(key);
        }
    }

    #[inline]
    fn find(&self, key: u64, state: &[u32]) -> Option<Id> {
        let shape = state[0] as usize;
        match self.shapes.get(shape)? {
            Shape::Sample(sample) => Some(early_id(sample.store.find_hashed(hash(state), state)?, shape)),
            Shape::Trees(trees) => trees.roots.has(key).then(|| self.lasting(key, shape)),
        }
    }

    #[inline]
    fn insert(&mut self, key: u64, state: &[u32]) -> Result<Id, Id> {
        let shape = state[0] as usize;
        if shape >= self.shapes.len() {
            self.shapes.resize_with(shape + 1, || Shape::Sample(Box::default()));
        }
        if let Shape::Sample(sample) = &mut self.shapes[shape] {
            if state.len() < 2 || sample.store.len() < SAMPLE {
                sample.variety.add(state);
                let id = |stored| early_id(stored, shape);
                return sample.store.insert(state).map(id).map_err(id);
            }
            self.plan(shape);
        }
        // The trees may have been planned since the key was asked for.
        let key = if key == 0 { Visited::key(self, state) } else { key };
        let Shape::Trees(trees) = &mut self.shapes[shape] else { unreachable!("it was planned just now") };
        let new = trees.roots.insert(key);
        let id = self.lasting(key, shape);
        if new { Ok(id) } else { Err(id) }
    }

    fn bytes(&self) -> u64 {
        let shapes = self.shapes.iter().map(|shape| match shape {
            Shape::Sample(sample) => sample.store.bytes(),
            Shape::Trees(trees) => trees.roots.bytes(),
        });
        self.pairs.bytes() + shapes.sum::<u64>()
    }
}
