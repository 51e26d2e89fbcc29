//! Depth first with states as keys of their parts: see `collapse`.
//!
//! As in [`depth`](super::depth): a state is expanded at once, successors that are known are counted and forgotten, the others wait on a stack
//! until what lies below those before them has been searched. The keys of the path are kept; the steps between them are found again when a
//! trail is wanted.

use std::time::Instant;

use super::estimate::{self, Options};
use super::explorer::Explorer;
use super::key_table::{Keys, Put, Room, Untold, hash};
use super::plan::{self, Runner, Task, Why};
use super::prefetch::prefetch;
use super::visitor::{Collector, Flags, Target};
use super::{Control, Move, Outcome, Progress, Search, Storage, report};
use crate::collapse::{Engine, Key, Reached, Trouble};
use crate::model::Model;
use crate::successors::Successors;

/// More bytes of steps that are known cost more than they are worth: depth first, hardly any of them is near when it is asked for.
const MOST_MEMO: u64 = 12 << 20;

/// `None` if the model is to be searched in another way. A search that is to do all as Spin does it comes to the first error in the order
/// of Spin, which is not the order here.
pub fn search(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Option<Outcome> {
    let takes = plan::is_possible(model, what)
        && matches!(what.storage, Storage::Exact | Storage::Tree)
        && (what.optimize || what.all_errors);
    takes.then(|| plan::search(model, what, &mut Depth { model, what, control, started }))?
}

struct Depth<'a, 'c> {
    model: &'a Model,
    what: &'a Search,
    control: &'a mut Control<'c>,
    started: Instant,
}

impl Runner for Depth<'_, '_> {
    fn run<const K: usize>(&mut self, task: &Task) -> Result<Outcome, Why> {
        if task.heavy {
            return Err(Why::DoesNotPay);
        }
        // A key of one word is smaller than a state in a tree, a longer one is not.
        if self.what.storage == Storage::Tree && K > 1 && !task.is_trial() {
            return Err(Why::DoesNotPay);
        }
        let explorer = Explorer::new(self.model, self.what, self.started);
        let outcome = Dive::<K>::new(explorer, task).and_then(|dive| dive.search(self.control));
        task.outcome(outcome)
    }
}

/// A state on the path.
#[derive(Clone, Copy)]
struct Node<const K: usize> {
    key: Key<K>,
    depth: u64,
    /// Where its successors begin on the stack, and how many it had to follow.
    first: usize,
    count: u32,
    flags: Flags,
}

struct Dive<'m, 'w, 's, const K: usize> {
    explorer: Explorer<'m, 'w>,
    engine: Engine<'m, 's, K>,
    task: &'s Task<'s>,
    keys: Keys<K>,
    untold: Untold,
    path: Vec<Node<K>>,
    /// Successors that wait, of all states of the path, the next one last.
    waiting: Vec<Reached<K>>,
    /// Those of the state that is expanded now, and their hashes.
    found: Vec<Reached<K>>,
    hashes: Vec<u64>,
    /// What is so about states, unless a claim moves alone.
    usual: Flags,
    /// What the worker loop finds.
    rows: Successors,
}

impl<'m, 'w, 's, const K: usize> Dive<'m, 'w, 's, K> {
    fn new(explorer: Explorer<'m, 'w>, task: &'s Task<'s>) -> Option<Dive<'m, 'w, 's, K>> {
        let tight = explorer.search.storage == Storage::Tree;
        Some(Dive {
            engine: Engine::new(&explorer.machine, task.space)?,
            usual: explorer.initial_flags(),
            explorer,
            task,
            keys: Keys::new(1, if tight { Room::Tight } else { Room::Ample }),
            untold: Untold::default(),
            path: Vec::new(),
            waiting: Vec::new(),
            found: Vec::new(),
            hashes: Vec::new(),
            rows: Successors::default(),
        })
    }

    /// `None` if it was given up.
    fn search(mut self, control: &mut Control) -> Option<Outcome> {
        self.explorer.report_faults(0);
        if !self.explorer.is_over() {
            let state = self.explorer.machine.state().to_vec();
            match self.engine.pack(&mut self.explorer.machine, &state) {
                Ok(key) => self.follow(Reached { key, depth: 0, flags: self.usual }, control),
                Err(_) => self.task.give_up(Why::Full),
            }
        }
        if self.task.is_given_up() {
            return None;
        }
        for (all, here) in self.explorer.reached.iter_mut().zip(self.engine.reached()) {
            *all |= here;
        }
        let bytes = self.bytes() + self.explorer.bytes();
        Some(report::outcome(self.explorer, bytes))
    }

    fn bytes(&self) -> u64 {
        let path = self.path.capacity() * size_of::<Node<K>>();
        let waiting = self.waiting.capacity() * size_of::<Reached<K>>();
        self.keys.bytes() + self.task.space.bytes() + self.engine.bytes() + (path + waiting) as u64
    }

    /// Goes on from a state until all is done, an error stops it, or a limit is met.
    fn follow(&mut self, first: Reached<K>, control: &mut Control) {
        self.visit(&first, 0, control);
        while let Some(node) = self.path.last() {
            if self.explorer.is_over() || self.explorer.is_incomplete() || self.task.is_given_up() {
                return;
            }
            if node.first == self.waiting.len() {
                self.path.pop();
                continue;
            }
            let depth = node.depth;
            let Some(next) = self.waiting.pop() else { return };
            self.visit(&next, depth, control);
        }
    }

    /// A state is reached from one of this depth: if it is new, it becomes the top of the path and is expanded.
    #[inline]
    fn visit(&mut self, reached: &Reached<K>, from: u64, control: &mut Control) {
        match self.keys.put(hash(&reached.key), &reached.key, &mut self.untold) {
            Put::Known => {
                self.explorer.statistics.matched += 1;
                return;
            }
            Put::New => {}
            Put::Full => self.keys.grow(),
        }
        let depth = from + u64::from(reached.depth);
        let statistics = &mut self.explorer.statistics;
        statistics.stored += 1;
        statistics.depth = statistics.depth.max(depth);
        let (first, flags) = (self.waiting.len(), reached.flags);
        self.path.push(Node { key: reached.key, depth, first, count: 0, flags });
        self.expand(&reached.key, flags, depth, control);
        self.look_up();
        let count = (self.waiting.len() - first) as u32;
        if let Some(node) = self.path.last_mut() {
            node.count = count;
        }
        self.tick(control);
    }

    /// Adds the successors of a key.
    #[inline(always)]
    fn expand(&mut self, key: &Key<K>, flags: Flags, depth: u64, control: &mut Control) {
        // A claim that moved alone is for the worker loop.
        let expanded = if flags == self.usual {
            self.engine.expand(&mut self.explorer.machine, key, &mut self.found)
        } else {
            Err(Trouble::Unusual)
        };
        match expanded {
            Ok(()) => {
                let statistics = &mut self.explorer.statistics;
                statistics.atomic_steps += self.engine.atomic_steps;
                statistics.depth = statistics.depth.max(depth + u64::from(self.engine.deepest));
            }
            Err(Trouble::Unusual) => self.explore(key, flags, depth, control),
            Err(Trouble::Full) => self.task.give_up(Why::Full),
        }
    }

    /// Those of the successors that are not known wait.
    #[inline(always)]
    fn look_up(&mut self) {
        for reached in &self.found {
            let hash = hash(&reached.key);
            prefetch(self.keys.address(hash));
            self.hashes.push(hash);
        }
        for (reached, &hash) in self.found.iter().zip(&self.hashes).rev() {
            if self.keys.has(hash, &reached.key) {
                self.explorer.statistics.matched += 1;
            } else {
                self.waiting.push(*reached);
            }
        }
        self.found.clear();
        self.hashes.clear();
        if let Some(next) = self.waiting.last() {
            self.engine.look_ahead(&next.key);
        }
    }

    /// Looks around now and then.
    #[inline(always)]
    fn tick(&mut self, control: &mut Control) {
        let count = self.path.last().map_or(0, |node| node.count as usize);
        let (keys, space, engine) = (&self.keys, self.task.space, &self.engine);
        let lists = self.path.capacity() * size_of::<Node<K>>() + self.waiting.capacity() * size_of::<Reached<K>>();
        let bytes = || keys.bytes() + space.bytes() + engine.bytes() + lists as u64;
        let (path, waiting) = (&self.path, self.waiting.len());
        let tells = |progress: &mut Progress| progress.done = Some(estimate::share(shares(path, waiting)));
        if self.explorer.ticked(1, count, bytes, tells, control) {
            let pays = self.engine.pays() && self.engine.bytes() < MOST_MEMO;
            if !pays && !self.task.always && !self.task.is_trial() {
                self.task.give_up(Why::DoesNotPay);
            }
        }
        self.task.has_stored(self.explorer.statistics.stored, || self.engine.questions_asked());
    }

    /// Lets the worker loop expand a state.
    #[cold]
    fn explore(&mut self, key: &Key<K>, flags: Flags, depth: u64, control: &mut Control) {
        let errors = self.explorer.errors.len();
        let state = self.engine.unpack(&mut self.explorer.machine, key).to_vec();
        self.explorer.base_depth = depth;
        self.explorer.machine.load(&state);
        self.rows.clear();
        let mut collector = Collector { found: &mut self.rows, depth };
        self.explorer.run(flags, &mut collector, false, control);
        for successor in &self.rows.list {
            match self.engine.pack(&mut self.explorer.machine, self.rows.row(successor)) {
                Ok(key) => self.found.push(Reached { key, depth: successor.depth, flags: successor.flags }),
                Err(_) => return self.task.give_up(Why::Full),
            }
        }
        if self.explorer.errors.len() > errors {
            let nodes = self.path.len();
            if self.explorer.keeps_trails(errors, nodes) {
                let steps = self.steps();
                self.explorer.complete_trails(errors, &steps);
            }
        }
    }

    /// The steps from the initial state to the top of the path.
    fn steps(&mut self) -> Vec<Move> {
        let mut steps = Vec::new();
        for pair in self.path.windows(2) {
            let machine = &mut self.explorer.machine;
            if let Some(step) = self.engine.step_between(machine, &pair[0].key, &pair[1].key) {
                steps.push(step);
                continue;
            }
            let from = self.engine.unpack(machine, &pair[0].key).to_vec();
            let to = self.engine.unpack(machine, &pair[1].key).to_vec();
            steps.extend(self.explorer.steps_between(&from, pair[0].flags, &mut Target(&to)));
        }
        steps
    }
}

/// Of the states of a path, how many successors each had to follow, and how many of them are done.
fn shares<const K: usize>(path: &[Node<K>], waiting: usize) -> impl Iterator<Item = Options> {
    let ends = path.iter().skip(1).map(|node| node.first).chain([waiting]);
    path.iter().zip(ends).map(|(node, end)| {
        let (all, left) = (f64::from(node.count), (end - node.first) as f64);
        // The one before those that are left is under way.
        Options { all, done: (all - left - 1.0).max(0.0) }
    })
}
