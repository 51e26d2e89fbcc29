//! Levels of a breadth-first search that several threads expand together.
//!
//! All threads meet before such a level and after it. Between two of them the first thread is alone: it puts together
//! what was found, and expands levels by itself that are too small to be shared. The others are started when the first
//! level is shared. A thread that panics keeps nobody waiting: all meet once more, and the panic goes on from there.
//!
//! How a level is shared, and what belongs to whom, is for the search to say: [`breadth_first`](super::breadth_first)
//! has a common table of states, in [`keyed`](super::keyed) each key belongs to one thread.

mod gate;

use super::{Control, Progress};
use gate::Gate;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The threads of a search.
pub struct Team {
    threads: usize,
    begin: Gate,
    end: Gate,
    over: AtomicBool,
    /// What others than the first thread have counted so far, for whoever tells progress.
    stored: AtomicU64,
    matched: AtomicU64,
}

/// A search whose levels can be expanded by several threads together.
pub trait SharedLevels: Sync {
    /// What one thread needs.
    type Worker;
    /// What a thread other than the first has found when the search is over.
    type Found: Send;

    fn team(&self) -> &Team;

    /// Another thread begins; none if it cannot.
    fn worker(&self, number: usize) -> Option<Self::Worker>;

    /// A thread expands its part of the level; without a worker it tells that it cannot.
    fn take_part(&self, worker: Option<&mut Self::Worker>, control: &mut Control);

    /// Another thread has done its part. Whether it has handed over what it found: it counts anew then.
    fn hand_over(&self, _worker: &mut Self::Worker) -> bool {
        false
    }

    fn found(&self, worker: Self::Worker) -> Self::Found;
}

impl Team {
    pub fn new(threads: usize) -> Team {
        Team {
            threads,
            begin: Gate::new(threads),
            end: Gate::new(threads),
            over: AtomicBool::new(false),
            stored: AtomicU64::new(0),
            matched: AtomicU64::new(0),
        }
    }

    #[inline(always)]
    pub fn threads(&self) -> usize {
        self.threads
    }

    fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.begin.wait();
    }

    /// Another thread: takes part in each level that is shared, until the search is over.
    fn help<S: SharedLevels>(&self, search: &S, number: usize, stop: &AtomicBool) -> Option<S::Found> {
        let told = Cell::new((0, 0));
        let tell = |stored: u64, matched: u64| {
            let before = told.replace((stored, matched));
            self.stored.fetch_add(stored.wrapping_sub(before.0), Ordering::Relaxed);
            self.matched.fetch_add(matched.wrapping_sub(before.1), Ordering::Relaxed);
        };
        let mut control = Control { stop, progress: &mut |p| tell(p.stored, p.matched) };
        let mut worker = search.worker(number);
        loop {
            self.begin.wait();
            if self.over.load(Ordering::Relaxed) {
                return worker.map(|worker| search.found(worker));
            }
            let done = catch_unwind(AssertUnwindSafe(|| search.take_part(worker.as_mut(), &mut control)));
            if worker.as_mut().is_some_and(|worker| search.hand_over(worker)) {
                tell(0, 0);
            }
            self.end.wait();
            if let Err(panic) = done {
                self.begin.wait();
                resume_unwind(panic);
            }
        }
    }
}

/// Expands all levels. `next_to_share` does what one thread does alone, up to the next level that is to be shared;
/// false when there is none. What the other threads have found when all is over.
pub fn expand<S: SharedLevels>(
    search: &S,
    main: &mut S::Worker,
    control: &mut Control,
    mut next_to_share: impl FnMut(&mut S::Worker, &mut Control) -> bool,
) -> Vec<S::Found> {
    let team = search.team();
    let mut progress = |mut p: Progress| {
        p.stored += team.stored.load(Ordering::Relaxed);
        p.matched += team.matched.load(Ordering::Relaxed);
        (control.progress)(p);
    };
    let control = &mut Control { stop: control.stop, progress: &mut progress };
    std::thread::scope(|scope| {
        let mut others = Vec::new();
        while next_to_share(main, control) {
            while others.len() + 1 < team.threads {
                let (number, stop) = (others.len() + 1, control.stop);
                others.push(scope.spawn(move || team.help(search, number, stop)));
            }
            team.begin.wait();
            let done = catch_unwind(AssertUnwindSafe(|| search.take_part(Some(main), control)));
            team.end.wait();
            if let Err(panic) = done {
                team.end();
                resume_unwind(panic);
            }
        }
        if !others.is_empty() {
            team.end();
        }
        let found = others.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        found.flatten().collect()
    })
}
