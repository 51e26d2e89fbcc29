//! Depth first with states as keys of their parts: see `collapse`.
//!
//! As in [`depth`](crate::search::depth_first): a state is expanded at once, successors that are known are counted and
//! forgotten, the others wait on a stack until what lies below those before them has been searched ([`path`]). The
//! steps between the states of the path are found again when a trail is wanted. `REDUCES`: processes are left out where
//! that is safe ([`reduced`]); states of the path have a mark then.

mod path;
mod reduced;

use std::time::Instant;

use super::plan::{self, Runner, Task, Why};
use super::set::{KeySet, Put, Room};
use crate::collapse::{Engine, ExpandError, Key, Reached};
use crate::exec::Move;
use crate::model::Model;
use crate::search::estimate;
use crate::search::explorer::Explorer;
use crate::search::reduction::Ends;
use crate::search::visitor::{Collector, Target};
use crate::search::{Control, Outcome, Progress, Search, Storage, report};
use crate::successors::{Flags, Successors};
use path::{Again, Path, PathKey, Waiting};
use reduced::Scratch;

/// More bytes of steps that are known cost more than they are worth: depth first, hardly any of them is near when it is
/// asked for.
const MOST_MEMO: u64 = 12 << 20;

/// So many states of the path are kept as they are, at least; the second number is for those who have little memory.
const HOT: [usize; 2] = [1 << 19, 1 << 11];

/// Where no sets are looked for, and in fewer than one of so many states a process can be taken alone, reductions are
/// of no use.
const RARELY: u64 = 64;

/// The mark of a state that is on the path.
const ON_PATH: u8 = 1;

/// `None` if the model is to be searched in another way. A search that is to do all as Spin does it comes to the first
/// error in the order of Spin, which is not the order here.
pub fn search(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Option<Outcome> {
    let takes = plan::is_possible(model, what)
        && matches!(what.storage, Storage::Exact | Storage::Tree)
        && (what.optimize || what.all_errors);
    if !takes {
        return None;
    }
    let mut depth = Depth { model, what, control, started };
    if let Some(por) = &what.por {
        // Where there might be too many processes, it has to be counted how many are made.
        if por.ample.as_ref().is_some_and(|ample| !ample.few && !ample.numbers_show) {
            return None;
        }
        let mut reduced = Reduced { depth, is_useless: false };
        let outcome = plan::search::<1>(model, what, &mut reduced);
        if !reduced.is_useless {
            return outcome;
        }
        depth = reduced.depth;
    }
    plan::search::<0>(model, what, &mut depth)
}

struct Depth<'a, 'c> {
    model: &'a Model,
    what: &'a Search,
    control: &'a mut Control<'c>,
    started: Instant,
}

/// The same with reductions.
struct Reduced<'a, 'c> {
    depth: Depth<'a, 'c>,
    /// They turned out to be of no use.
    is_useless: bool,
}

impl Runner for Depth<'_, '_> {
    fn run<const K: usize, S: KeySet<K> + Send>(&mut self, task: &Task) -> Result<Outcome, Why> {
        self.run_as::<K, S, false>(task)
    }
}

impl Runner for Reduced<'_, '_> {
    fn run<const K: usize, S: KeySet<K> + Send>(&mut self, task: &Task) -> Result<Outcome, Why> {
        let outcome = self.depth.run_as::<K, S, true>(task);
        self.is_useless = outcome.as_ref().is_err_and(|why| *why == Why::IsNotReduced);
        outcome
    }
}

impl Depth<'_, '_> {
    fn run_as<const K: usize, S: KeySet<K>, const REDUCES: bool>(&mut self, task: &Task) -> Result<Outcome, Why> {
        if task.heavy {
            return Err(Why::DoesNotPay);
        }
        // A key of one word is smaller than a state in a tree, a longer one is not.
        if self.what.storage == Storage::Tree && K > 1 && !task.is_trial() {
            return Err(Why::DoesNotPay);
        }
        let mut explorer = Explorer::new(self.model, self.what, self.started);
        if REDUCES {
            explorer.reduction.take_ends(Ends::of(self.what.por.as_deref()));
        }
        let outcome = DepthFirst::<K, S, REDUCES>::new(explorer, task).and_then(|search| search.search(self.control));
        task.outcome(outcome)
    }
}

struct DepthFirst<'m, 'w, 's, const K: usize, S: KeySet<K>, const REDUCES: bool> {
    explorer: Explorer<'m, 'w>,
    engine: Engine<'m, 's, K>,
    task: &'s Task<'s>,
    keys: S,
    /// Bits of keys that the set knows of.
    bits: u32,
    path: Path<K>,
    /// The successors of the state that is expanded now, and where they are looked up.
    found: Vec<Reached<K>>,
    tickets: Vec<S::Ticket>,
    /// Those of them that were looked up: whether they are known.
    known: Vec<bool>,
    /// Flags of states, unless a claim moves alone.
    usual: Flags,
    /// What the worker loop finds.
    rows: Successors,
    scratch: Scratch<K>,
    /// States in which one process could be taken alone.
    alone: u64,
}

impl<'m, 'w, 's, const K: usize, S: KeySet<K>, const REDUCES: bool> DepthFirst<'m, 'w, 's, K, S, REDUCES> {
    /// `None` if states of this model are never usual.
    fn new(explorer: Explorer<'m, 'w>, task: &'s Task<'s>) -> Option<Self> {
        let tight = explorer.search.storage == Storage::Tree;
        // What a reduction leaves out depends on what is on the path: a state that is expanded once more may have other
        // successors.
        let hot = (!REDUCES).then_some(HOT[usize::from(tight)]);
        Some(DepthFirst {
            engine: Engine::new(&explorer.machine, task.space)?,
            usual: explorer.initial_flags(),
            explorer,
            task,
            keys: S::new(if tight { Room::Tight } else { Room::Ample }, task.space.bits()),
            bits: 0,
            path: Path::new(hot),
            found: Vec::new(),
            tickets: Vec::new(),
            known: Vec::new(),
            rows: Successors::default(),
            scratch: Scratch::default(),
            alone: 0,
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
        self.keys.bytes() + self.task.space.bytes() + self.engine.bytes() + self.path.bytes()
    }

    /// Goes on from a state until all is done, an error stops it, or a limit is met.
    fn follow(&mut self, first: Reached<K>, control: &mut Control) {
        self.widen();
        self.visit(first, 0, 0, control);
        loop {
            let Some(node) = self.path.nodes.last() else {
                if self.path.is_empty() {
                    return;
                }
                self.warm_up();
                continue;
            };
            if self.explorer.is_over() || self.explorer.is_incomplete() || self.task.is_given_up() {
                return;
            }
            if node.first as usize == self.path.waiting.len() {
                self.back();
                continue;
            }
            let depth = node.depth;
            let Some(next) = self.path.waiting.pop() else { return };
            self.visit(next.reached(), next.number, depth, control);
        }
    }

    #[inline(always)]
    fn back(&mut self) {
        let node = self.path.nodes.pop();
        if REDUCES && let Some(node) = node {
            self.keys.mark(self.keys.prefetch(&node.key), &node.key, 0);
        }
    }

    /// A state is reached, the successor of this number, from one of this depth: if it is new, it becomes the top of
    /// the path and is expanded.
    #[inline]
    fn visit(&mut self, reached: Reached<K>, number: u32, from: u64, control: &mut Control) {
        let Reached { key, depth, flags } = reached;
        let mark = if REDUCES { ON_PATH } else { 0 };
        if self.keys.put(self.keys.prefetch(&key), &key, mark) == Put::Known {
            self.explorer.statistics.matched += 1;
            return;
        }
        let depth = from + u64::from(depth);
        let statistics = &mut self.explorer.statistics;
        statistics.stored += 1;
        statistics.depth = statistics.depth.max(depth);
        let first = self.path.waiting.len() as u32;
        self.path.nodes.push(PathKey { key, depth, first, count: 0, number, flags, odd: false });
        self.expand(&key, flags, depth, control);
        self.wait();
        let count = self.path.waiting.len() as u32 - first;
        if let Some(node) = self.path.nodes.last_mut() {
            node.count = count;
        }
        self.path.cool_down();
        self.tick(count as usize, control);
    }

    /// Finds the successors of a key.
    #[inline(always)]
    fn expand(&mut self, key: &Key<K>, flags: Flags, depth: u64, control: &mut Control) {
        // A claim that moved alone is for the worker loop.
        let expanded = if flags != self.usual {
            Err(ExpandError::Unusual)
        } else if REDUCES {
            self.expand_reduced(key)
        } else {
            self.engine.expand(&mut self.explorer.machine, key, &mut self.found)
        };
        match expanded {
            Ok(()) => {
                let statistics = &mut self.explorer.statistics;
                statistics.atomic_steps += self.engine.atomic_steps;
                statistics.depth = statistics.depth.max(depth + u64::from(self.engine.deepest));
            }
            Err(ExpandError::Unusual) => self.explore(key, flags, depth, control),
            Err(ExpandError::Full) => self.task.give_up(Why::Full),
        }
    }

    #[inline(always)]
    fn widen(&mut self) {
        if self.bits != self.engine.bits() {
            self.bits = self.engine.bits();
            self.keys.widen(self.bits);
        }
    }

    /// Finds out which successors from this one on are known. Whether one of them is not on the path.
    #[inline(always)]
    fn look_up(&mut self, from: usize) -> bool {
        self.widen();
        self.tickets.clear();
        self.tickets.extend(self.found[from..].iter().map(|reached| self.keys.prefetch(&reached.key)));
        self.known.truncate(from);
        let mut ahead = false;
        for (reached, &ticket) in self.found[from..].iter().zip(&self.tickets) {
            if REDUCES {
                let marks = self.keys.marks(ticket, &reached.key);
                ahead |= marks != Some(ON_PATH);
                self.known.push(marks.is_some());
            } else {
                self.known.push(self.keys.has(ticket, &reached.key));
            }
        }
        ahead
    }

    /// Those of the successors that are not known wait.
    #[inline(always)]
    fn wait(&mut self) {
        if self.known.len() < self.found.len() {
            self.look_up(self.known.len());
        }
        for (number, (&reached, known)) in self.found.iter().zip(&self.known).enumerate().rev() {
            if *known {
                self.explorer.statistics.matched += 1;
                continue;
            }
            match Waiting::new(reached, number as u32) {
                Some(waiting) => self.path.waiting.push(waiting),
                None => self.task.give_up(Why::DoesNotPay),
            }
        }
        self.found.clear();
        self.known.clear();
    }

    /// Looks around now and then.
    #[inline(always)]
    fn tick(&mut self, successors: usize, control: &mut Control) {
        let (keys, space, engine, path) = (&self.keys, self.task.space, &self.engine, &self.path);
        let bytes = || keys.bytes() + space.bytes() + engine.bytes() + path.bytes();
        let tells = |progress: &mut Progress| progress.done = Some(estimate::share(path.shares()));
        if self.explorer.ticked(1, successors, bytes, tells, control) {
            let pays = self.engine.pays() && self.engine.bytes() < MOST_MEMO;
            if !pays && !self.task.always && !self.task.is_trial() {
                self.task.give_up(Why::DoesNotPay);
            }
        }
        if REDUCES && self.explorer.reduction.sets_are_useless() && self.is_rarely_alone() {
            self.task.give_up(Why::IsNotReduced);
        }
        self.task.has_stored(self.explorer.statistics.stored, || self.engine.questions_asked());
    }

    #[cold]
    fn is_rarely_alone(&self) -> bool {
        self.explorer.model.claim.is_none() && self.alone * RARELY < self.explorer.statistics.stored
    }

    /// Lets the worker loop expand a state.
    #[cold]
    fn explore(&mut self, key: &Key<K>, flags: Flags, depth: u64, control: &mut Control) {
        self.found.clear();
        self.known.clear();
        if let Some(node) = self.path.nodes.last_mut() {
            node.odd = true;
        }
        let errors = self.explorer.errors.len();
        let state = self.engine.unpack(&mut self.explorer.machine, key).to_vec();
        self.explorer.base_depth = depth;
        self.explorer.machine.load(&state);
        self.rows.clear();
        let mut collector = Collector { found: &mut self.rows, depth };
        self.explorer.run(flags, &mut collector, false, control);
        self.pack_rows();
        if self.explorer.errors.len() > errors {
            let nodes = self.path.len();
            if self.explorer.keeps_trails(errors, nodes) {
                let steps = self.steps();
                self.explorer.complete_trails(errors, &steps);
            }
        }
    }

    /// Takes what the worker loop found.
    fn pack_rows(&mut self) {
        for successor in &self.rows.list {
            match self.engine.pack(&mut self.explorer.machine, self.rows.row(successor)) {
                Ok(key) => self.found.push(Reached { key, depth: successor.depth, flags: successor.flags }),
                Err(_) => return self.task.give_up(Why::Full),
            }
        }
    }

    /// The search has come back to a cold piece of the path.
    #[cold]
    fn warm_up(&mut self) {
        let mut path = std::mem::replace(&mut self.path, Path::new(None));
        self.explorer.statistics.matched += path.warm_up(self);
        self.path = path;
    }

    /// The steps from the initial state to the top of the path.
    fn steps(&mut self) -> Vec<Move> {
        let found = (std::mem::take(&mut self.found), std::mem::take(&mut self.known));
        let path = std::mem::replace(&mut self.path, Path::new(None));
        let states = path.states(self);
        self.path = path;
        let mut steps = Vec::new();
        for pair in states.windows(2) {
            let (from, to) = (&pair[0].0, &pair[1].0);
            let machine = &mut self.explorer.machine;
            if let Some(step) = self.engine.step_between(machine, from, to) {
                steps.push(step);
                continue;
            }
            let from = self.engine.unpack(machine, from).to_vec();
            let to = self.engine.unpack(machine, to).to_vec();
            steps.extend(self.explorer.steps_between(&from, pair[0].1, &mut Target(&to)));
        }
        (self.found, self.known) = found;
        steps
    }
}

impl<const K: usize, S: KeySet<K>, const REDUCES: bool> Again<K> for DepthFirst<'_, '_, '_, K, S, REDUCES> {
    fn successors(&mut self, key: &Key<K>) -> Vec<Reached<K>> {
        let mut found = Vec::new();
        if self.engine.expand(&mut self.explorer.machine, key, &mut found).is_err() {
            unreachable!("what was usual once is usual for ever");
        }
        found
    }

    fn prefetch(&mut self, key: &Key<K>) {
        self.keys.prefetch(key);
    }

    fn knows(&mut self, key: &Key<K>) -> bool {
        self.keys.has(self.keys.prefetch(key), key)
    }
}
