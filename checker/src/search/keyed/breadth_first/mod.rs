//! Breadth first with states as keys of their parts, by one thread or several: level by level, so that the first error
//! has a shortest trail.
//!
//! Every key belongs to one thread, whichever finds it: the one that [`Crew::owner`] says. That thread keeps it, and
//! expands it in the next level. What it finds for others it hands over in long lists ([`partition`]). So no set of
//! keys is shared, and one that grows keeps nobody waiting. A level of few states is left to one thread, which holds
//! all parts meanwhile.
//!
//! Of a state only that is kept which tells how it was reached ([`lineage`]). Which states are found, and what is
//! counted, does not depend on the number of threads. With several threads the level in which an error is found is
//! searched to its end, and the error that is reported is the least of all.

mod lineage;
mod partition;
mod worker;

use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use super::plan::{self, Runner, Task, Why};
use super::set::KeySet;
use crate::exec::shape::CommonShapes;
use crate::model::Model;
use crate::search::explorer::Explorer;
use crate::search::levels::{self, SharedLevels, Team};
use crate::search::share::Share;
use crate::search::traced::{self, Traced};
use crate::search::{Control, LevelSize, Outcome, Progress, Search, report};
use lineage::Member;
use partition::{Inbox, Partition, Partitions, lock};
use worker::Worker;

/// `None` if the model is to be searched in another way.
pub fn search(
    model: &Model,
    what: &Search,
    threads: usize,
    control: &mut Control,
    started: Instant,
) -> Option<Outcome> {
    // What may be left out breadth first, the worker loop knows.
    if what.reduces() || !plan::is_possible(model, what) {
        return None;
    }
    plan::search::<0>(model, what, &mut Breadth { model, what, threads, control, started })
}

struct Breadth<'a, 'c> {
    model: &'a Model,
    what: &'a Search,
    threads: usize,
    control: &'a mut Control<'c>,
    started: Instant,
}

impl Runner for Breadth<'_, '_> {
    fn run<const K: usize, S: KeySet<K> + Send>(&mut self, task: &Task) -> Result<Outcome, Why> {
        let threads = if task.is_trial() || task.heavy { 1 } else { self.threads };
        let crew = Crew::<K, S>::new(threads, task.space.bits());
        let search =
            BreadthFirst { model: self.model, what: self.what, started: self.started, crew: &crew, task, shapes: None };
        task.outcome(search.search(self.control))
    }
}

/// What the threads share.
pub struct Crew<const K: usize, S> {
    parts: Vec<Mutex<Partition<K, S>>>,
    inboxes: Vec<Inbox<K>>,
    team: Team,
    /// Threads that have expanded their states of the level.
    finished: AtomicUsize,
    level: AtomicU64,
    /// A thread met a limit, or gave up.
    stopped: AtomicBool,
    errors: AtomicU64,
    bytes: AtomicU64,
}

impl<const K: usize, S: KeySet<K>> Crew<K, S> {
    fn new(threads: usize, bits: u32) -> Crew<K, S> {
        Crew {
            parts: (0..threads).map(|_| Mutex::new(Partition::new(bits))).collect(),
            inboxes: (0..threads).map(|_| Inbox::default()).collect(),
            team: Team::new(threads),
            finished: AtomicUsize::new(0),
            level: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            errors: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        }
    }

    #[inline(always)]
    pub fn threads(&self) -> usize {
        self.team.threads()
    }

    pub fn inbox(&self, owner: usize) -> &Inbox<K> {
        &self.inboxes[owner]
    }
}

/// A search.
struct BreadthFirst<'m, 'w, 's, const K: usize, S> {
    model: &'m Model,
    what: &'w Search,
    started: Instant,
    crew: &'s Crew<K, S>,
    task: &'s Task<'s>,
    /// Shapes of states, in common.
    shapes: Option<CommonShapes>,
}

/// What one thread does with all parts.
#[derive(Clone, Copy)]
enum Job {
    /// Keeps the initial state.
    Begin,
    /// Expands a level.
    Level,
}

impl Job {
    fn run<const K: usize, S: KeySet<K>, P: Partitions<K, S>>(
        self,
        main: &mut Worker<K, S>,
        parts: &mut P,
        control: &mut Control,
    ) {
        match self {
            Job::Begin => main.begin(parts),
            Job::Level => (0..parts.count()).for_each(|part| main.expand_part(part, parts, control)),
        }
        main.tell_bytes(parts);
    }
}

impl<'m: 'w, 'w, 's, const K: usize, S: KeySet<K> + Send> BreadthFirst<'m, 'w, 's, K, S> {
    fn worker_of(&self, me: usize) -> Option<Worker<'m, 'w, 's, K, S>> {
        Worker::new(me, Explorer::new(self.model, self.what, self.started), self.crew, self.task)
    }

    /// `None` if it was given up.
    fn search(mut self, control: &mut Control) -> Option<Outcome> {
        let (crew, what) = (self.crew, self.what);
        let mut main = self.worker_of(0)?;
        let shapes = main.explorer.machine.shapes().to_common();
        main.explorer.machine.share_shapes(&shapes);
        self.shapes = Some(shapes);
        let size = Cell::new(LevelSize::default());
        let mut progress = |mut p: Progress| {
            p.level = Some(size.get());
            (control.progress)(p);
        };
        let control = &mut Control { stop: control.stop, progress: &mut progress };
        self.alone(&mut main, Job::Begin, control);
        let mut levels = 0..;
        let shares = levels::expand(&self, &mut main, control, |main, control| {
            for level in levels.by_ref() {
                let states = crew.parts.iter().map(|part| lock(part).level.keys.len()).sum();
                if states == 0 || self.is_over(main) {
                    break;
                }
                size.set(size.get().then(level, states));
                main.explorer.base_depth = level;
                if crew.threads() > 1 && states >= what.alone {
                    crew.level.store(level, Ordering::Relaxed);
                    crew.finished.store(0, Ordering::Relaxed);
                    return true;
                }
                main.explorer.all_errors = what.all_errors;
                self.alone(main, Job::Level, control);
                crew.errors.fetch_max(main.explorer.errors_total, Ordering::Relaxed);
            }
            false
        });
        (!self.task.is_given_up()).then(|| self.finish(main, shares))
    }

    fn is_over(&self, main: &Worker<K, S>) -> bool {
        main.is_done()
            || self.crew.stopped.load(Ordering::Relaxed)
            || (self.crew.errors.load(Ordering::Relaxed) > 0 && !self.what.all_errors)
    }

    /// One thread does something with all parts, and then their next level is the level.
    fn alone(&self, main: &mut Worker<'m, 'w, 's, K, S>, job: Job, control: &mut Control) {
        if let [only] = &self.crew.parts[..] {
            let part = &mut *lock(only);
            job.run(main, part, control);
            return part.turn();
        }
        let mut locks: Vec<_> = self.crew.parts.iter().map(lock).collect();
        let mut held: Vec<Option<&mut Partition<K, S>>> = locks.iter_mut().map(|lock| Some(&mut **lock)).collect();
        main.catch_up();
        job.run(main, &mut held, control);
        held.iter_mut().flatten().for_each(|part| part.turn());
    }

    /// The outcome, with trails from the initial state on.
    fn finish(&self, mut main: Worker<'m, 'w, 's, K, S>, shares: Vec<Share<Traced<Member>>>) -> Outcome {
        main.catch_up();
        main.take_reached();
        main.explorer.machine.learn_shapes();
        for share in shares {
            share.add_to(&mut main.explorer, &mut main.errors);
        }
        let mut found = std::mem::take(&mut main.errors);
        if self.crew.threads() > 1 {
            traced::keep_reported(&mut found, &mut main.explorer);
        }
        let with_paths = found.into_iter().map(|traced| {
            let path = self.path_to(traced.from);
            traced.after(main.steps_along(&path))
        });
        let errors: Vec<_> = with_paths.collect();
        main.explorer.errors.splice(0..0, errors);
        let bytes = self.crew.bytes.load(Ordering::Relaxed) + self.task.space.bytes() + main.explorer.bytes();
        report::outcome(main.explorer, bytes)
    }

    /// The number of the successor that leads on from each state on the way to one.
    fn path_to(&self, member: Member) -> Vec<u32> {
        let parts: Vec<_> = self.crew.parts.iter().map(lock).collect();
        let mut here = member.of;
        let up = (1..=member.level).rev().map(|level| {
            let (from, successor) = parts[here.part as usize].lineage.get(level, here.index);
            here = from;
            successor
        });
        let mut path: Vec<u32> = up.collect();
        path.reverse();
        path
    }
}

impl<'m: 'w, 'w, 's, const K: usize, S: KeySet<K> + Send> SharedLevels for BreadthFirst<'m, 'w, 's, K, S> {
    type Worker = Worker<'m, 'w, 's, K, S>;
    type Found = Share<Traced<Member>>;

    fn team(&self) -> &Team {
        &self.crew.team
    }

    fn worker(&self, number: usize) -> Option<Self::Worker> {
        let mut worker = self.worker_of(number)?;
        if let Some(shapes) = &self.shapes {
            worker.explorer.machine.share_shapes(shapes);
        }
        Some(worker)
    }

    /// Expands the states of the level that the thread owns.
    fn take_part(&self, worker: Option<&mut Self::Worker>, control: &mut Control) {
        let crew = self.crew;
        let finished = Finished { crew, well: false };
        let Some(worker) = worker else { return };
        let me = worker.number();
        let mut part = lock(&crew.parts[me]);
        let mut held: Vec<Option<&mut Partition<K, S>>> = (0..crew.threads()).map(|_| None).collect();
        held[me] = Some(&mut *part);
        worker.explorer.base_depth = crew.level.load(Ordering::Relaxed);
        // Others may find a lesser one.
        worker.explorer.all_errors = true;
        let before = worker.explorer.errors_total;
        worker.catch_up();
        worker.expand_part(me, &mut held, control);
        if worker.explorer.is_incomplete() || self.task.is_given_up() {
            crew.stopped.store(true, Ordering::Relaxed);
        }
        worker.settle(&mut held, finished);
        worker.tell_bytes(&held);
        crew.errors.fetch_add(worker.explorer.errors_total - before, Ordering::Relaxed);
        held.iter_mut().flatten().for_each(|part| part.turn());
    }

    fn found(&self, mut worker: Self::Worker) -> Self::Found {
        worker.take_reached();
        Share::take(&mut worker.explorer, &mut worker.errors)
    }
}

/// Tells that a thread has expanded its states and handed over what it found. One that panics has finished, too: nobody
/// is to wait for it.
struct Finished<'s, const K: usize, S> {
    crew: &'s Crew<K, S>,
    well: bool,
}

impl<const K: usize, S> Finished<'_, K, S> {
    fn tell(mut self) {
        self.well = true;
    }
}

impl<const K: usize, S> Drop for Finished<'_, K, S> {
    fn drop(&mut self) {
        if !self.well {
            self.crew.stopped.store(true, Ordering::Relaxed);
        }
        self.crew.finished.fetch_add(1, Ordering::AcqRel);
    }
}
