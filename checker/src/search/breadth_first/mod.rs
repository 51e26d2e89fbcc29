//! Breadth-first search, by one thread or several: level by level, so that the first error has a shortest trail.
//!
//! Each state of the space is followed once, through atomic sequences and rendezvous, up to the next states of the
//! space. The threads of a level take its states in blocks from a common list ([`worker`]). What they reach is gathered
//! until memory has been fetched, is looked up in a common table ([`table`]) and, if new, written behind the states
//! that the thread has found before ([`arena`]). Which states are found and what is counted does not depend on the
//! number of threads. With several threads the level in which an error is found is searched to its end, and the error
//! that is reported is the least of all.
//!
//! Only the predecessor of a state is kept; the steps of a trail are found again by searching from
//! each state on the way for the next one.

mod arena;
mod keeper;
mod shared;
pub mod symmetric;
mod worker;

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Instant;

use super::explorer::Explorer;
use super::levels::{self, SharedLevels, Team};
use super::share::Share;
use super::traced::{self, Traced};
use super::{Control, LevelSize, Outcome, Progress, Search, checkpoint, keyed, report};
use crate::exec::shape::CommonShapes;
use crate::model::Model;
use arena::StateRef;
use shared::Shared;
use worker::Worker;

/// States that a thread takes at a time.
const BLOCK: usize = 64;

pub fn search(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    // Variables that are not part of the state would be seen by whoever comes next.
    let threads = if model.hidden_leaves.is_empty() { what.threads.max(1) } else { 1 };
    if let Some(outcome) = keyed::breadth_first::search(model, what, threads, control, started) {
        return outcome;
    }
    search_rows(model, what, threads, control, started)
}

/// A search by several threads, and what they agree on at each level.
struct Rows<'m, 'w, 's> {
    model: &'m Model,
    what: &'w Search,
    started: Instant,
    shared: &'s Shared,
    shapes: CommonShapes,
    team: Team,
    level: RwLock<Level>,
    /// The next state of the level that nobody has taken.
    taken: AtomicUsize,
    /// A thread met a limit.
    stopped: AtomicBool,
    found: Mutex<Vec<Vec<StateRef>>>,
    /// States of the level that were taken and not expanded.
    left: Mutex<Vec<StateRef>>,
    errors: AtomicU64,
    /// What the other threads found in the level.
    parts: Mutex<Vec<Share<Traced<StateRef>>>>,
}

#[derive(Default)]
struct Level {
    states: Vec<StateRef>,
    depth: u64,
}

/// With states as they are.
fn search_rows(model: &Model, what: &Search, threads: usize, control: &mut Control, started: Instant) -> Outcome {
    let shared = Shared::new(threads);
    let mut main = Worker::new(Explorer::new(model, what, started), &shared);
    let shapes = main.explorer.machine.shapes().to_common();
    main.explorer.machine.share_shapes(&shapes);
    let rows = Rows {
        model,
        what,
        started,
        shared: &shared,
        shapes,
        team: Team::new(threads),
        level: RwLock::default(),
        taken: AtomicUsize::new(0),
        stopped: AtomicBool::new(false),
        found: Mutex::default(),
        left: Mutex::default(),
        errors: AtomicU64::new(0),
        parts: Mutex::default(),
    };
    let size = Cell::new(LevelSize::default());
    let mut progress = |mut p: Progress| {
        p.level = Some(size.get());
        (control.progress)(p);
    };
    let control = &mut Control { stop: control.stop, progress: &mut progress };
    let mut level = rows.first(&mut main);
    levels::expand(&rows, &mut main, control, |main, control| {
        if let Some(next) = rows.after_shared(main) {
            level = next;
        }
        while !level.states.is_empty() && !rows.is_over(main) {
            size.set(size.get().then(level.depth, level.states.len()));
            if checkpoint::is_due(what) {
                main.save(&level.states, level.depth, &[]);
            }
            if threads > 1 && level.states.len() >= what.alone {
                rows.taken.store(0, Ordering::Relaxed);
                *rows.level.write().unwrap_or_else(PoisonError::into_inner) = std::mem::take(&mut level);
                return true;
            }
            level = rows.alone(main, &level, control);
        }
        false
    });
    finish(main, threads)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Rows<'_, '_, '_> {
    /// The level to begin with.
    fn first(&self, main: &mut Worker) -> Level {
        let Some((states, depth, next)) = main.resume() else {
            main.begin();
            return Level { states: std::mem::take(&mut main.next), depth: 0 };
        };
        self.errors.store(main.explorer.errors_total, Ordering::Relaxed);
        // A limit may be met with the last state of a level.
        if states.is_empty() {
            return Level { states: next, depth: depth + 1 };
        }
        main.next = next;
        Level { states, depth }
    }

    fn is_over(&self, main: &Worker) -> bool {
        main.explorer.is_over()
            || main.explorer.is_incomplete()
            || self.stopped.load(Ordering::Relaxed)
            || (self.errors.load(Ordering::Relaxed) > 0 && !self.what.all_errors)
    }

    /// One thread expands a level. The next one.
    fn alone(&self, main: &mut Worker, level: &Level, control: &mut Control) -> Level {
        main.explorer.base_depth = level.depth;
        main.explorer.all_errors = self.what.all_errors;
        expand_in_blocks(main, &level.states, control);
        self.errors.store(main.explorer.errors_total, Ordering::Relaxed);
        let next = std::mem::take(&mut main.next);
        if main.explorer.is_incomplete() {
            let left = std::mem::take(&mut main.left);
            main.save(&left, level.depth, &next);
        }
        Level { states: next, depth: level.depth + 1 }
    }

    /// After a level that was shared: the next one.
    fn after_shared(&self, main: &mut Worker) -> Option<Level> {
        let level = self.level.read().unwrap_or_else(PoisonError::into_inner);
        if level.states.is_empty() {
            return None;
        }
        for part in std::mem::take(&mut *lock(&self.parts)) {
            part.add_to(&mut main.explorer, &mut main.errors);
        }
        let next = std::mem::take(&mut *lock(&self.found)).concat();
        if self.stopped.load(Ordering::Relaxed) && main.explorer.is_incomplete() {
            let mut left = std::mem::take(&mut *lock(&self.left));
            left.extend(level.states.iter().skip(self.taken.load(Ordering::Relaxed)));
            main.save(&left, level.depth, &next);
        }
        let depth = level.depth + 1;
        drop(level);
        *self.level.write().unwrap_or_else(PoisonError::into_inner) = Level::default();
        Some(Level { states: next, depth })
    }
}

/// A thread that panics ends the search.
struct Panics<'a>(&'a AtomicBool);

impl Drop for Panics<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl<'m: 'w, 'w, 's> SharedLevels for Rows<'m, 'w, 's> {
    type Worker = Worker<'m, 'w, 's>;
    type Found = ();

    fn team(&self) -> &Team {
        &self.team
    }

    fn worker(&self, _number: usize) -> Option<Self::Worker> {
        let mut worker = Worker::new(Explorer::new(self.model, self.what, self.started), self.shared);
        worker.explorer.machine.share_shapes(&self.shapes);
        Some(worker)
    }

    /// Takes blocks of the level until there are none.
    fn take_part(&self, worker: Option<&mut Self::Worker>, control: &mut Control) {
        let Some(worker) = worker else { return };
        let _panics = Panics(&self.stopped);
        let level = self.level.read().unwrap_or_else(PoisonError::into_inner);
        worker.explorer.base_depth = level.depth;
        // Others may find a lesser one.
        worker.explorer.all_errors = true;
        let before = worker.explorer.errors_total;
        loop {
            if self.stopped.load(Ordering::Relaxed) {
                break;
            }
            let first = self.taken.fetch_add(BLOCK, Ordering::Relaxed);
            if first >= level.states.len() {
                break;
            }
            worker.expand(&level.states, first..(first + BLOCK).min(level.states.len()), control);
            if worker.explorer.is_incomplete() {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
        worker.settle();
        self.errors.fetch_add(worker.explorer.errors_total - before, Ordering::Relaxed);
        lock(&self.left).append(&mut worker.left);
        let next = std::mem::take(&mut worker.next);
        lock(&self.found).push(next);
    }

    fn hand_over(&self, worker: &mut Self::Worker) -> bool {
        worker.take_reached();
        lock(&self.parts).push(Share::take(&mut worker.explorer, &mut worker.errors));
        true
    }

    fn found(&self, _worker: Self::Worker) {}
}

/// The outcome, with trails from the initial state on.
fn finish(mut main: Worker, threads: usize) -> Outcome {
    let mut found = std::mem::take(&mut main.errors);
    main.explorer.machine.learn_shapes();
    main.take_reached();
    if threads > 1 {
        traced::keep_reported(&mut found, &mut main.explorer);
    }
    let with_paths = found.into_iter().map(|traced| {
        let path = main.steps_to(traced.from);
        traced.after(path)
    });
    let errors = with_paths.collect::<Vec<_>>();
    main.explorer.errors.splice(0..0, errors);
    let bytes = main.bytes() + main.explorer.bytes();
    report::outcome(main.explorer, bytes)
}

fn expand_in_blocks(worker: &mut Worker, level: &[StateRef], control: &mut Control) {
    for first in (0..level.len()).step_by(BLOCK * 16) {
        let Worker { explorer, left, .. } = worker;
        if explorer.is_over() || explorer.is_incomplete() {
            left.extend_from_slice(&level[first..]);
            break;
        }
        worker.expand(level, first..(first + BLOCK * 16).min(level.len()), control);
    }
    worker.settle();
}

#[cfg(test)]
mod tests {
    use super::super::checkpoint::Archive;
    use super::*;
    use crate::compile;
    use promela::finding::Findings;
    use promela::source::Sources;
    use std::io::{self, Read, Write};
    use std::sync::Arc;

    #[derive(Debug, Default)]
    struct Memory(Vec<u8>);

    impl Archive for Memory {
        fn is_due(&self) -> bool {
            false
        }

        fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
            write(&mut self.0).expect("memory takes all");
        }

        fn saved(&mut self) -> Option<Box<dyn Read>> {
            Some(Box::new(io::Cursor::new(self.0.clone())))
        }
    }

    /// A search that was ended between two levels took the next one for the end of the search.
    #[test]
    fn a_search_that_ended_with_a_level_goes_on_with_the_next() {
        let (mut sources, mut findings) = (Sources::new(), Findings::default());
        let text = "byte x; active proctype p() { do :: x < 20 -> x++ :: else -> break od }".to_string();
        let program =
            promela::parse("m.pml", text, &promela::Options::default(), &promela::NoFiles, &mut sources, &mut findings);
        let model = compile::compile(&program, &compile::Options::default(), &sources, &mut findings).expect("a model");
        let stop = AtomicBool::new(false);
        let search = |what: &Search| {
            let mut progress = |_: Progress| {};
            let mut control = Control { stop: &stop, progress: &mut progress };
            search_rows(&model, what, 1, &mut control, Instant::now())
        };
        let whole = search(&Search::default());
        let what = Search { checkpoint: Some(Arc::new(Mutex::new(Memory::default()))), ..Search::default() };
        let shared = Shared::new(1);
        let mut worker = Worker::new(Explorer::new(&model, &what, Instant::now()), &shared);
        worker.begin();
        worker.save(&[], 0, &worker.next);
        let resumed = search(&what);
        assert_eq!(resumed.statistics.stored, whole.statistics.stored);
        assert!(whole.statistics.stored > 20);
    }
}
