//! Breadth-first search, by one thread or several: level by level, so that the first error has a shortest trail.
//!
//! Each state of the space is followed once, through atomic sequences and rendezvous, up to the next states of the space.
//! The threads of a level take its states in blocks from a common list ([`worker`]). What they reach waits in a short row until
//! memory has been fetched ([`pending`]), is looked up in a common table ([`table`]) and, if new, written behind the
//! states that the thread has found before ([`arena`]).
//! Which states are found and what is counted does not depend on the number of threads. With several
//! threads the level in which an error is found is searched to its end, and the error that is reported is the least of all.
//!
//! Only the predecessor of a state is kept; the steps of a trail are found again by searching from
//! each state on the way for the next one.

mod arena;
mod keeper;
mod pending;
mod shared;
mod table;
mod worker;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, PoisonError, RwLock};
use std::time::Instant;

use super::explorer::Explorer;
use super::{Control, LevelSize, Outcome, Progress, Search, report};
use crate::exec::shape::CommonShapes;
use crate::model::Model;
use arena::Place;
use shared::Shared;
use worker::{Finder, Traced, Worker};

/// States that a thread takes at a time.
const BLOCK: usize = 64;

pub fn search(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    // Variables that are not part of the state would be seen by whoever comes next.
    let threads = if model.hidden_leaves.is_empty() { what.threads.max(1) } else { 1 };
    if model.reduces() {
        search_with::<true>(model, what, threads, control, started)
    } else {
        search_with::<false>(model, what, threads, control, started)
    }
}

/// What the threads agree on at each level.
struct Levels {
    shared: Shared,
    level: RwLock<Level>,
    /// The next state of the level that nobody has taken.
    taken: AtomicUsize,
    /// All threads meet here before a level and after it.
    begin: Barrier,
    end: Barrier,
    over: AtomicBool,
    /// A thread met a limit.
    stopped: AtomicBool,
    found: Mutex<Vec<Vec<Place>>>,
    errors: AtomicU64,
    /// What the other threads have counted.
    stored: AtomicU64,
    matched: AtomicU64,
}

#[derive(Default)]
struct Level {
    states: Vec<Place>,
    depth: u64,
}

fn search_with<const REDUCES: bool>(
    model: &Model,
    what: &Search,
    threads: usize,
    control: &mut Control,
    started: Instant,
) -> Outcome {
    let levels = Levels {
        shared: Shared::new(threads),
        level: RwLock::default(),
        taken: AtomicUsize::new(0),
        begin: Barrier::new(threads),
        end: Barrier::new(threads),
        over: AtomicBool::new(false),
        stopped: AtomicBool::new(false),
        found: Mutex::default(),
        errors: AtomicU64::new(0),
        stored: AtomicU64::new(0),
        matched: AtomicU64::new(0),
    };
    let mut main = Worker::<REDUCES>::new(model, what, &levels.shared, started);
    let shapes = main.explorer.machine.shapes().to_common();
    main.explorer.machine.share_shapes(&shapes);
    let size = Cell::new(LevelSize::default());
    let mut progress = |mut p: Progress| {
        p.level = Some(size.get());
        p.stored += levels.stored.load(Ordering::Relaxed);
        p.matched += levels.matched.load(Ordering::Relaxed);
        (control.progress)(p);
    };
    let control = &mut Control { stop: control.stop, progress: &mut progress };
    let others = std::thread::scope(|scope| {
        let mut others = Vec::new();
        main.begin(control);
        let mut level = Level { states: std::mem::take(&mut main.finder.keeper.next), depth: 0 };
        while !level.states.is_empty() && !levels.is_over(&main, what) {
            size.set(size.get().then(level.depth, level.states.len()));
            if threads == 1 || level.states.len() < what.alone {
                main.explorer.base_depth = level.depth;
                main.explorer.all_errors = what.all_errors;
                main.expand_in_blocks(&level.states, control);
                levels.errors.store(main.explorer.errors_total, Ordering::Relaxed);
                level.states = std::mem::take(&mut main.finder.keeper.next);
                level.depth += 1;
                continue;
            }
            while others.len() + 1 < threads {
                let (levels, shapes, stop) = (&levels, &shapes, control.stop);
                let start = move || levels.help::<REDUCES>(model, what, shapes, stop, started);
                others.push(scope.spawn(start));
            }
            let depth = level.depth + 1;
            levels.taken.store(0, Ordering::Relaxed);
            *levels.level.write().unwrap_or_else(PoisonError::into_inner) = level;
            levels.begin.wait();
            let done = catch_unwind(AssertUnwindSafe(|| levels.take_part(&mut main, control)));
            levels.end.wait();
            if let Err(panic) = done {
                levels.over.store(true, Ordering::Relaxed);
                levels.begin.wait();
                resume_unwind(panic);
            }
            let found = std::mem::take(&mut *levels.found.lock().unwrap_or_else(PoisonError::into_inner));
            level = Level { states: found.concat(), depth };
        }
        if !others.is_empty() {
            levels.over.store(true, Ordering::Relaxed);
            levels.begin.wait();
        }
        let join = |t: std::thread::ScopedJoinHandle<_>| t.join().unwrap_or_else(|panic| resume_unwind(panic));
        others.into_iter().map(join).collect::<Vec<Part>>()
    });
    finish(main, others, what, threads)
}

/// What another thread found.
struct Part {
    errors: Vec<Traced>,
    errors_total: u64,
    statistics: super::Statistics,
    incomplete: Option<super::Incomplete>,
    reached: Vec<bool>,
}

impl Levels {
    fn is_over<const REDUCES: bool>(&self, main: &Worker<REDUCES>, what: &Search) -> bool {
        main.explorer.is_over()
            || main.explorer.is_incomplete()
            || self.stopped.load(Ordering::Relaxed)
            || (self.errors.load(Ordering::Relaxed) > 0 && !what.all_errors)
    }

    /// Another thread: takes part in each level until the search is over.
    fn help<const REDUCES: bool>(
        &self,
        model: &Model,
        what: &Search,
        shapes: &CommonShapes,
        stop: &AtomicBool,
        started: Instant,
    ) -> Part {
        let mut worker = Worker::<REDUCES>::new(model, what, &self.shared, started);
        worker.explorer.machine.share_shapes(shapes);
        // What this thread has counted so far, told to the one that tells progress.
        let told = Cell::new((0, 0));
        let tell = |stored: u64, matched: u64| {
            let before = told.replace((stored, matched));
            self.stored.fetch_add(stored.wrapping_sub(before.0), Ordering::Relaxed);
            self.matched.fetch_add(matched.wrapping_sub(before.1), Ordering::Relaxed);
        };
        let mut control = Control { stop, progress: &mut |p| tell(p.stored, p.matched) };
        loop {
            self.begin.wait();
            if self.over.load(Ordering::Relaxed) {
                break;
            }
            let done = catch_unwind(AssertUnwindSafe(|| self.take_part(&mut worker, &mut control)));
            if done.is_err() {
                self.stopped.store(true, Ordering::Relaxed);
            }
            tell(worker.explorer.statistics.stored, worker.explorer.statistics.matched);
            self.end.wait();
            if let Err(panic) = done {
                self.begin.wait();
                resume_unwind(panic);
            }
        }
        let explorer = worker.explorer;
        Part {
            errors: worker.errors,
            errors_total: explorer.errors_total,
            statistics: explorer.statistics,
            incomplete: explorer.incomplete,
            reached: explorer.reached,
        }
    }

    /// Takes blocks of the level until there are none.
    fn take_part<const REDUCES: bool>(&self, worker: &mut Worker<REDUCES>, control: &mut Control) {
        let level = self.level.read().unwrap_or_else(PoisonError::into_inner);
        worker.explorer.base_depth = level.depth;
        // Others may find a lesser one.
        worker.explorer.all_errors = true;
        let before = worker.explorer.errors_total;
        loop {
            let first = self.taken.fetch_add(BLOCK, Ordering::Relaxed);
            if first >= level.states.len() || self.stopped.load(Ordering::Relaxed) {
                break;
            }
            worker.expand(&level.states, first..(first + BLOCK).min(level.states.len()), control);
            if worker.explorer.is_incomplete() {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
        worker.settle();
        self.errors.fetch_add(worker.explorer.errors_total - before, Ordering::Relaxed);
        let next = std::mem::take(&mut worker.finder.keeper.next);
        self.found.lock().unwrap_or_else(PoisonError::into_inner).push(next);
    }
}

/// Puts together what the threads have found.
fn finish<const REDUCES: bool>(mut main: Worker<REDUCES>, others: Vec<Part>, what: &Search, threads: usize) -> Outcome {
    let mut found = std::mem::take(&mut main.errors);
    main.explorer.machine.learn_shapes();
    for part in others {
        found.extend(part.errors);
        let (all, part_of) = (&mut main.explorer.statistics, part.statistics);
        all.stored += part_of.stored;
        all.matched += part_of.matched;
        all.atomic_steps += part_of.atomic_steps;
        all.depth = all.depth.max(part_of.depth);
        all.memory_bytes = all.memory_bytes.max(part_of.memory_bytes);
        main.explorer.errors_total += part.errors_total;
        main.explorer.incomplete = main.explorer.incomplete.or(part.incomplete);
        for (all, part_of) in main.explorer.reached.iter_mut().zip(part.reached) {
            *all |= part_of;
        }
    }
    if threads > 1 {
        found.sort_by(|a, b| a.order().cmp(&b.order()));
        if !what.all_errors {
            found.truncate(1);
            main.explorer.errors_total = main.explorer.errors_total.min(1);
        }
        found.truncate(super::KEPT_ERRORS);
    }
    let with_ways = found.into_iter().map(|mut traced| {
        let way = main.steps_to(traced.from);
        traced.error.trail.splice(0..0, way);
        traced.error.depth = (traced.error.trail.len() as u64).saturating_sub(1);
        traced.error
    });
    let errors = with_ways.collect::<Vec<_>>();
    main.explorer.errors.splice(0..0, errors);
    let bytes = main.finder.keeper.bytes() + main.explorer.bytes();
    report::outcome(main.explorer, bytes)
}

impl<'m, 'w, 's, const REDUCES: bool> Worker<'m, 'w, 's, REDUCES> {
    fn new(model: &'m Model, what: &'w Search, shared: &'s Shared, started: Instant) -> Worker<'m, 'w, 's, REDUCES> {
        let explorer = Explorer::new(model, what, started);
        let words = explorer.machine.state().len();
        Worker { explorer, finder: Finder::new(shared, words), errors: Vec::new() }
    }

    fn expand_in_blocks(&mut self, level: &[Place], control: &mut Control) {
        for first in (0..level.len()).step_by(BLOCK * 16) {
            if self.explorer.is_over() || self.explorer.is_incomplete() {
                break;
            }
            self.expand(level, first..(first + BLOCK * 16).min(level.len()), control);
        }
        self.settle();
    }
}
