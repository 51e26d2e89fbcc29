//! Depth-first search: follows every new state before the next one.
//!
//! A state is expanded at once ([`successors`](crate::successors)), so that all its successors are prefetched
//! before the first one is looked up. A successor that was seen before will have been seen when its turn comes: it
//! is counted and forgotten. The others wait on a stack, until what lies below those before them has been searched. So
//! states are found in the order of Spin's search, but an error in a step is found before what lies below the steps
//! before it.
//!
//! Of the path only the steps are kept; where a step is made of several, the state it leads to, from which they are
//! found again when a trail is wanted. Of the states that wait, too, only the step is kept, and the step is taken once
//! more when its turn comes: a stepwise search has many of them, and memory is what costs it most.

mod stepwise;

use std::io::{self, Read};
use std::time::Instant;

use super::checkpoint::{self, Kind};
use super::estimate::{self, Options};
use super::explorer::Explorer;
use super::leave_out::{Chooser, Expanded, leave_out};
use super::reduction::{Ends, Found};
use super::store::bits::Bits;
use super::store::compact::Compact;
use super::store::symmetric::Symmetric;
use super::store::tree::Tree;
use super::store::{IdSet, Store, Visited};
use super::visitor::{Collector, Target};
use super::{Control, Incomplete, Outcome, Progress, Search, Storage, keyed, report};
use crate::bytes::{get, put, put_words};
use crate::exec::Move;
use crate::model::{Model, TransitionId};
use crate::stubborn::Processes;
use crate::successors::{Expander, Flags, Successor, Successors};

pub fn search(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    if let Some(outcome) = keyed::depth_first::search(model, what, control, started) {
        return outcome;
    }
    // A search that is to go on later, or that exchanges processes, counts on it that a state says all.
    let ends =
        if what.symmetry.is_none() && what.checkpoint.is_none() { Ends::of(what.por.as_deref()) } else { Ends::Late };
    let (outcome, may_exceed_limits) = search_with(ends, model, what, control, started);
    if may_exceed_limits && outcome.errors_total == 0 && !outcome.incomplete.is_some_and(|i| i != Incomplete::Depth) {
        // Nothing went wrong, but it might if processes that have ended had stayed.
        return search_with(Ends::Late, model, what, control, started).0;
    }
    outcome
}

/// The outcome, and whether there might have been too many processes: see [`Ends`].
fn search_with(ends: Ends, model: &Model, what: &Search, control: &mut Control, started: Instant) -> (Outcome, bool) {
    match what.storage {
        Storage::Exact => search_in(Store::new(), ends, model, what, control, started),
        Storage::Tree if what.reduces() => search_in(Tree::with_lasting_ids(), ends, model, what, control, started),
        Storage::Tree => search_in(Tree::default(), ends, model, what, control, started),
        Storage::Hash => search_in(Compact::default(), ends, model, what, control, started),
        Storage::Bits { bytes, functions, seed } => {
            search_in(Bits::new(bytes, functions, seed), ends, model, what, control, started)
        }
    }
}

fn search_in<S: Visited>(
    store: S,
    ends: Ends,
    model: &Model,
    what: &Search,
    control: &mut Control,
    started: Instant,
) -> (Outcome, bool) {
    let mut explorer = Explorer::new(model, what, started);
    explorer.reduction.take_ends(ends);
    match &what.symmetry {
        Some(symmetry) => search_by(Symmetric::new(store, symmetry, model), explorer, control),
        None => search_by(store, explorer, control),
    }
}

fn search_by<S: Visited>(store: S, mut explorer: Explorer, control: &mut Control) -> (Outcome, bool) {
    let model = explorer.model;
    store.shapes().into_iter().for_each(|shapes| explorer.machine.share_shapes(shapes));
    let expander = Expander::new(&explorer.machine);
    if !is_by_states(model, explorer.search) {
        explorer.reduction.take_ends(Ends::Late);
        return (stepwise::search(store, explorer, control), false);
    }
    if explorer.search.reduces() {
        Depth::<S, true>::new(store, explorer, expander).search(control)
    } else {
        Depth::<S, false>::new(store, explorer, expander).search(control)
    }
}

/// Whether a search can go from state to state. What is below a limit counts differently; what to leave out where there
/// is a claim, only the worker loop knows; and hidden variables are no part of a state. A search that is to do all as
/// Spin does it comes to the first error in the order of Spin.
pub fn is_by_states(model: &Model, what: &Search) -> bool {
    what.limits.depth.is_none()
        && model.hidden_words == 0
        && (what.optimize || what.all_errors)
        && (Expander::takes(model) || (what.optimize && !what.reduces()))
}

/// A state on the path.
struct PathState<Id> {
    depth: u64,
    /// Where its successors begin on the stack.
    first: usize,
    /// The step to it. Where that is none, its row is among those of the path.
    by: Option<Move>,
    id: Option<Id>,
    /// How many successors it had to follow.
    count: u32,
}

/// Of the states of a path, how many successors each had to follow, and how many of them are done.
fn shares<Id>(path: &[PathState<Id>], waiting: usize) -> impl Iterator<Item = Options> {
    let ends = path.iter().skip(1).map(|node| node.first).chain([waiting]);
    path.iter().zip(ends).map(|(node, end)| {
        let (all, left) = (f64::from(node.count), (end - node.first) as f64);
        // The one before those that are left is under way.
        Options { all, done: (all - left - 1.0).max(0.0) }
    })
}

/// A successor that waits to be followed.
#[derive(Clone, Copy)]
struct Waiting {
    key: u64,
    depth: u32,
    pid: u32,
    /// `NO_STEP` if no single step leads there; then its row is kept.
    transition: u32,
}

const NO_STEP: u32 = u32::MAX;

/// `REDUCES`: processes are left out where that is safe, and so it has to be known which states are on the path.
struct Depth<'m, 'w, S: Visited, const REDUCES: bool> {
    explorer: Explorer<'m, 'w>,
    expander: Option<Expander<'m>>,
    store: S,
    path: Vec<PathState<S::Id>>,
    /// States of the path that no single step leads to; the initial one is the first.
    rows: Successors,
    /// States of the path, if the store does not keep them.
    own_rows: Successors,
    /// Successors that wait, of all states of the path, the next one last; and the rows of those that no single step
    /// leads to.
    waiting: Vec<Waiting>,
    kept: Successors,
    /// Where the next one of them is among those that were found last.
    fresh: Option<usize>,
    /// The state that is expanded now, and its successors.
    state: Vec<u32>,
    found: Successors,
    on_path: S::Set,
    /// It is time to see whether the search is to be written.
    looked_around: bool,
    /// So many of the successors of a state have been looked up.
    looked_up: usize,
}

impl<'m, 'w, S: Visited, const REDUCES: bool> Depth<'m, 'w, S, REDUCES> {
    fn new(store: S, explorer: Explorer<'m, 'w>, expander: Option<Expander<'m>>) -> Self {
        Depth {
            state: explorer.machine.state().to_vec(),
            explorer,
            expander,
            store,
            path: Vec::new(),
            rows: Successors::default(),
            own_rows: Successors::default(),
            waiting: Vec::new(),
            kept: Successors::default(),
            fresh: None,
            found: Successors::default(),
            on_path: S::Set::default(),
            looked_around: false,
            looked_up: 0,
        }
    }

    /// Writes the search.
    #[cold]
    fn save(&mut self) {
        let (store, rows, kept, waiting, path) = (&self.store, &self.rows, &self.kept, &self.waiting, &self.path);
        checkpoint::save(&self.explorer, self.expander.as_ref(), Kind::DepthFirst, &mut |out| {
            store.save(out)?;
            rows.save(out)?;
            kept.save(out)?;
            put(out, waiting.len() as u64)?;
            for w in waiting {
                put(out, w.key)?;
                put_words(out, &[w.depth, w.pid, w.transition, 0])?;
            }
            put(out, path.len() as u64)?;
            for node in path {
                put(out, node.depth)?;
                put(out, node.first as u64)?;
                let by = node.by.map_or([u32::MAX; 2], |step| [step.pid, step.transition.0]);
                put_words(out, &by)?;
            }
            Ok(())
        });
    }

    /// Goes on from where an earlier search was written. False if there was none.
    fn resume(&mut self) -> bool {
        let Some(mut input) = checkpoint::saved(&mut self.explorer, Kind::DepthFirst) else { return false };
        self.load(&mut *input).is_ok()
    }

    fn load(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let machine = &mut self.explorer.machine;
        self.store.load(input, &mut |shape| machine.words_of(shape))?;
        self.rows.load(input)?;
        self.kept.load(input)?;
        for _ in 0..get(input)? {
            let (key, low, high) = (get(input)?, get(input)?, get(input)?);
            let (depth, pid, transition) = (low as u32, (low >> 32) as u32, high as u32);
            self.waiting.push(Waiting { key, depth, pid, transition });
        }
        for _ in 0..get(input)? {
            let (depth, first, by) = (get(input)?, get(input)? as usize, get(input)?);
            let step = Move { pid: by as u32, transition: TransitionId((by >> 32) as u32) };
            let by = (by != u64::MAX).then_some(step);
            self.path.push(PathState { depth, first, by, id: None, count: 1 });
        }
        let states = self.states();
        for (node, state) in self.path.iter_mut().zip(&states) {
            let key = self.store.key(state);
            node.id = self.store.find(key, state);
            if REDUCES {
                node.id.into_iter().for_each(|id| self.on_path.add(id));
            }
        }
        Ok(())
    }

    fn search(mut self, control: &mut Control) -> (Outcome, bool) {
        self.explorer.report_faults(0);
        if !self.explorer.is_over() && !self.resume() {
            let flags = self.explorer.initial_flags();
            let new = self.store.add(&self.state);
            self.explorer.statistics.stored += 1;
            self.expand(&Successor::new(self.state.len(), 0, flags, None), 0, new.ok(), control);
        }
        self.follow(control);
        if self.explorer.is_incomplete() {
            self.save();
        }
        if let Some(expander) = &self.expander {
            for (all, here) in self.explorer.reached.iter_mut().zip(&expander.reached) {
                *all |= here;
            }
        }
        let bytes = self.bytes() + self.explorer.bytes();
        let loss = self.store.loss();
        if loss.is_some() {
            self.explorer.incomplete.get_or_insert(Incomplete::Lossy);
        }
        let may_exceed_limits = self.explorer.reduction.may_exceed_limits(&self.explorer.machine);
        (Outcome { loss, ..report::outcome(self.explorer, bytes) }, may_exceed_limits)
    }

    fn bytes(&self) -> u64 {
        let path = self.path.capacity() * size_of::<PathState<S::Id>>();
        self.store.bytes() + self.on_path.bytes() + self.waiting_bytes() + path as u64
    }

    fn waiting_bytes(&self) -> u64 {
        let rows = self.rows.bytes() + self.own_rows.bytes() + self.kept.bytes();
        rows + (self.waiting.capacity() * size_of::<Waiting>()) as u64
    }

    /// Goes on until all is done, an error stops it, or a limit is met.
    fn follow(&mut self, control: &mut Control) {
        while let Some(node) = self.path.last() {
            if self.explorer.is_over() || self.explorer.is_incomplete() {
                return;
            }
            if self.looked_around {
                self.looked_around = false;
                if checkpoint::is_due(self.explorer.search) {
                    self.save();
                }
                continue;
            }
            if node.first == self.waiting.len() {
                self.back();
                continue;
            }
            let depth = node.depth;
            let Some(waiting) = self.waiting.pop() else { return };
            let successor = self.take(&waiting);
            match self.store.insert(waiting.key, &self.state) {
                Ok(id) => {
                    self.explorer.statistics.stored += 1;
                    self.expand(&successor, depth + u64::from(successor.depth), Some(id), control);
                }
                Err(_) => self.explorer.statistics.matched += 1,
            }
        }
    }

    /// The next state becomes one that waited, at the top of the path.
    #[inline]
    fn take(&mut self, waiting: &Waiting) -> Successor {
        let fresh = self.fresh.take();
        if waiting.transition == NO_STEP
            && let Some(successor) = self.kept.pop()
        {
            self.state.clear();
            self.state.extend_from_slice(self.kept.row(&successor));
            return successor;
        }
        let step = Move { pid: waiting.pid, transition: TransitionId(waiting.transition) };
        let row = match fresh {
            Some(index) => self.found.row(&self.found.list[index]),
            None => {
                let (at, len) = self.step_again(step);
                self.found.words(at, len)
            }
        };
        self.state.clear();
        self.state.extend_from_slice(row);
        Successor::new(self.state.len(), waiting.depth, Flags::default(), Some(step))
    }

    /// Where among the rows that were found is what a step from the top of the path leads to.
    fn step_again(&mut self, step: Move) -> (usize, usize) {
        self.found.clear();
        let id = self.path.last().and_then(|node| node.id);
        let state = match (S::KEEPS, id, self.own_rows.list.last()) {
            (true, Some(id), _) => self.store.state(id),
            (_, _, Some(row)) => self.own_rows.row(row),
            _ => unreachable!("a state of the path is kept by the store or here"),
        };
        let machine = &mut self.explorer.machine;
        let again = self.expander.as_mut().and_then(|e| e.follow(machine, state, step, &mut self.found));
        again.unwrap_or_else(|| unreachable!("a step that was possible is possible"))
    }

    fn back(&mut self) {
        let Some(node) = self.path.pop() else { return };
        if REDUCES && let Some(id) = node.id {
            self.on_path.remove(id);
        }
        if node.by.is_none() {
            self.rows.pop();
        }
        if !S::KEEPS {
            self.own_rows.pop();
        }
    }

    /// The state becomes the top of the path and is expanded.
    #[inline]
    fn expand(&mut self, here: &Successor, depth: u64, id: Option<S::Id>, control: &mut Control) {
        let statistics = &mut self.explorer.statistics;
        statistics.depth = statistics.depth.max(depth);
        if REDUCES && let Some(id) = id {
            self.on_path.add(id);
        }
        self.path.push(PathState { depth, first: self.waiting.len(), by: here.by, id, count: 0 });
        if here.by.is_none() {
            self.rows.push(&self.state, *here);
        }
        if !S::KEEPS {
            self.own_rows.push(&self.state, *here);
        }
        self.found.clear();
        let usual = if REDUCES { leave_out(self).is_ok() } else { self.try_processes(Processes::ALL) };
        if !usual {
            self.explore(here.flags, depth, control);
        }
        self.look_up(if REDUCES && usual { self.looked_up } else { 0 });
        let found = &self.found;
        self.fresh = None;
        for (i, successor) in found.list.iter().enumerate().rev() {
            if successor.known {
                self.explorer.statistics.matched += 1;
                continue;
            }
            let &Successor { key, depth, by, .. } = successor;
            let (pid, transition) = by.map_or((0, NO_STEP), |step| (step.pid, step.transition.0));
            if by.is_none() {
                self.kept.push(found.row(successor), *successor);
            }
            self.waiting.push(Waiting { key, depth, pid, transition });
            self.fresh = Some(i);
        }
        if let Some(node) = self.path.last_mut() {
            node.count = (self.waiting.len() - node.first) as u32;
        }
        let (store, waiting, path) = (&self.store, &self.waiting, &self.path);
        let rows = self.rows.bytes() + self.own_rows.bytes() + self.kept.bytes();
        let lists = waiting.capacity() * size_of::<Waiting>() + path.capacity() * size_of::<PathState<S::Id>>();
        let bytes = || store.bytes() + rows + lists as u64;
        let tells = |progress: &mut Progress| {
            progress.loss = store.loss();
            progress.done = Some(estimate::share(shares(path, waiting.len())));
        };
        self.looked_around = self.explorer.ticked(self.state.len(), self.found.list.len(), bytes, tells, control);
    }

    /// Adds what these processes can do. False if the worker loop has to see to it.
    #[inline]
    fn try_processes(&mut self, among: Processes) -> bool {
        let Some(expander) = &mut self.expander else { return false };
        if expander.expand(&mut self.explorer.machine, &self.state, among, &mut self.found).is_err() {
            return false;
        }
        let depth = self.path.last().map_or(0, |node| node.depth);
        let statistics = &mut self.explorer.statistics;
        statistics.atomic_steps += expander.atomic_steps;
        statistics.depth = statistics.depth.max(depth + u64::from(expander.deepest));
        true
    }

    /// Finds out which successors are known, from this one on. Whether one led to a state that is not on the path.
    #[inline(always)]
    fn look_up(&mut self, from: usize) -> bool {
        let mut list = std::mem::take(&mut self.found.list);
        for successor in &mut list[from..] {
            let row = self.found.row(successor);
            successor.key = self.store.key(row);
            self.store.prefetch(successor.key, row);
        }
        for successor in &list[from..] {
            self.store.prefetch_more(successor.key);
        }
        let (mut ahead, mut back) = (false, false);
        for successor in &mut list[from..] {
            let known = self.store.find(successor.key, self.found.row(successor));
            successor.known = known.is_some();
            if REDUCES {
                let leads_back = known.is_some_and(|id| self.on_path.has(id));
                ahead |= !leads_back;
                back |= leads_back;
            }
        }
        self.found.list = list;
        if REDUCES && back && self.explorer.reduction.watches_starts() {
            self.explorer.machine.load(&self.state);
            self.explorer.reduction.led_back(&self.explorer.machine);
        }
        ahead
    }

    /// Lets the worker loop expand the state.
    #[cold]
    fn explore(&mut self, flags: Flags, depth: u64, control: &mut Control) {
        self.found.clear();
        let errors = self.explorer.errors.len();
        self.explorer.base_depth = depth;
        self.explorer.machine.load(&self.state);
        let mut collector = Collector { found: &mut self.found, depth };
        self.explorer.run(flags, &mut collector, false, control);
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
        self.walk(|this, (here, flags), node, to| match node {
            Some(step) => steps.push(step),
            None => steps.extend(this.explorer.steps_between(here, flags, &mut Target(to))),
        });
        steps
    }

    /// The states of the path.
    fn states(&mut self) -> Vec<Vec<u32>> {
        let mut states: Vec<Vec<u32>> = self.rows.list.first().map(|r| self.rows.row(r).to_vec()).into_iter().collect();
        self.walk(|_, _, _, to| states.push(to.to_vec()));
        states
    }

    /// Goes along the path: where it comes from, the step if it is a single one, where it leads.
    fn walk(&mut self, mut sees: impl FnMut(&mut Self, (&[u32], Flags), Option<Move>, &[u32])) {
        let rows: Vec<(Vec<u32>, Flags)> =
            self.rows.list.iter().map(|r| (self.rows.row(r).to_vec(), r.flags)).collect();
        let steps: Vec<Option<Move>> = self.path.iter().skip(1).map(|node| node.by).collect();
        let mut rows = rows.into_iter();
        let Some(mut here) = rows.next() else { return };
        for by in steps {
            let next = match by {
                Some(step) => {
                    let machine = &mut self.explorer.machine;
                    machine.load(&here.0);
                    machine.moved = false;
                    machine.timeout = false;
                    if !machine.step_by(machine.process(step.pid), step.pid, step.transition.0) {
                        // Only `timeout` can have made it possible.
                        machine.load(&here.0);
                        machine.timeout = true;
                        machine.step_by(machine.process(step.pid), step.pid, step.transition.0);
                    }
                    (machine.state().to_vec(), here.1)
                }
                None => match rows.next() {
                    Some(next) => next,
                    None => return,
                },
            };
            sees(self, (&here.0, here.1), by, &next.0);
            here = next;
        }
    }
}

/// The worker loop has to see to the state.
struct Unusual;

impl<S: Visited, const REDUCES: bool> Chooser for Depth<'_, '_, S, REDUCES> {
    type Error = Unusual;

    fn safe_process(&mut self, from: i32) -> Option<u32> {
        self.explorer.machine.load(&self.state);
        self.explorer.reduction.safe_process(&self.explorer.machine, from)
    }

    fn stubborn_set(&mut self) -> Result<Found, Unusual> {
        Ok(self.explorer.reduction.stubborn_set(&mut self.explorer.machine, false))
    }

    fn overdue(&mut self, tried: Processes) -> Found {
        self.explorer.machine.load(&self.state);
        let Explorer { reduction, machine, reached, .. } = &mut self.explorer;
        let reached = self.expander.as_ref().map_or(&*reached, |e| &e.reached);
        reduction.overdue(machine, reached, tried)
    }

    fn was_not_enough(&mut self) {
        self.explorer.reduction.was_not_enough();
    }
}

impl<S: Visited, const REDUCES: bool> Expanded for Depth<'_, '_, S, REDUCES> {
    fn processes(&mut self) -> u32 {
        self.looked_up = 0;
        self.explorer.machine.load(&self.state);
        self.explorer.machine.process_count()
    }

    fn try_some(&mut self, among: Processes) -> Result<(), Unusual> {
        if self.try_processes(among) { Ok(()) } else { Err(Unusual) }
    }

    fn try_all(&mut self) -> Result<bool, Unusual> {
        self.drop_found();
        self.try_some(Processes::ALL).map(|()| self.has_found())
    }

    fn has_found(&self) -> bool {
        !self.found.list.is_empty()
    }

    fn leads_ahead(&mut self) -> bool {
        self.looked_up = self.found.list.len();
        self.look_up(0)
    }

    fn drop_found(&mut self) {
        self.explorer.statistics.matched += self.found.list.len() as u64;
        self.found.clear();
        self.looked_up = 0;
    }
}
