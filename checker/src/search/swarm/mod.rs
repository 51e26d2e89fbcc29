//! A swarm: many small searches that differ, each with a table of bits, instead of one large search (Holzmann, Joshi,
//! Groce 2011, "Swarm Verification Techniques"; sequential multihash of Holzmann 1998).
//!
//! One search is described by a [`Task`] and answers with a [`Finding`], both plain values: a task means the same in
//! any process on any machine, and findings can be joined in any order ([`join`]). Tasks follow from a [`Plan`] and
//! their number. They differ in the hash functions, the size of the table, the depth limit, and the order in which
//! processes and options are tried.
//!
//! | part | file |
//! |---|---|
//! | which searches there are | `task` |
//! | one search | `worker` |
//! | what they found together | `join` |
//!
//! Tasks belong to batches. Once a search of a batch has found an error, later batches do not count; so the result
//! depends on plan and number of searches, not on threads or speed, as long as no time limit is hit. A swarm never
//! proves anything: states are missed.

mod join;
mod task;
mod worker;

pub use join::join;
pub use task::{BATCH, Plan, ProcessOrder, Task};
pub use worker::run;

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use super::distinct::Distinct;
use super::{Control, Incomplete, Outcome, Progress, Search};
use crate::model::Model;
use crate::optimise::Visible;

/// What one search found.
#[derive(Clone, Debug)]
pub struct Finding {
    pub task: Task,
    pub outcome: Outcome,
    /// The states it came to, for an estimate of all that the swarm came to.
    pub distinct: Distinct,
}

/// What all searches of a swarm have in common.
#[derive(Clone, Debug)]
pub struct Swarm {
    pub plan: Plan,
    /// How many searches; without, as many as there is time for.
    pub searches: Option<u64>,
    pub threads: usize,
    /// Let each search leave out processes where that is safe.
    pub reduces: Option<Visible>,
}

/// The stack of a thread.
const STACK: usize = 64 << 20;

/// How often the one who waits looks at the clock and at Ctrl-C.
const WAIT: Duration = Duration::from_millis(20);

/// Searches a model, which is not reduced yet, by a swarm. Gives what was found together, and by each search in the
/// order of their numbers.
pub fn search(model: &Model, what: &Search, swarm: &Swarm, control: &mut Control) -> (Outcome, Vec<Finding>) {
    let started = Instant::now();
    let count = swarm.searches.unwrap_or(u64::MAX);
    let next = AtomicU64::new(0);
    // The first batch with an error.
    let last_batch = AtomicU64::new(u64::MAX);
    let over = AtomicBool::new(false);
    let threads = swarm.threads.clamp(1, usize::try_from(count).unwrap_or(usize::MAX).max(1));
    let running: Vec<Running> = (0..threads).map(|_| Running::default()).collect();
    let (sender, receiver) = channel();
    let mut findings: Vec<Finding> = Vec::new();
    std::thread::scope(|scope| {
        for own in &running {
            let (sender, next, last_batch, over) = (sender.clone(), &next, &last_batch, &over);
            let work = move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let is_late = what.limits.time.is_some_and(|t| started.elapsed() > t) && number > 0;
                    let is_over = over.load(Ordering::Relaxed) || is_late;
                    if number >= count || is_over || number / BATCH > last_batch.load(Ordering::Relaxed) {
                        return;
                    }
                    own.number.store(number, Ordering::Relaxed);
                    let task = swarm.plan.task(number);
                    let mut tell = |p: Progress| *own.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(p);
                    let mut control = Control { stop: &own.stop, progress: &mut tell };
                    let finding = run(model, what, &task, swarm.reduces, &mut control, started);
                    own.progress.lock().unwrap_or_else(PoisonError::into_inner).take();
                    if finding.outcome.errors_total > 0 {
                        last_batch.fetch_min(number / BATCH, Ordering::Relaxed);
                    }
                    if sender.send(finding).is_err() {
                        return;
                    }
                }
            };
            // Facts about a model are found by recursion. A thread that cannot be started leaves its searches to the
            // others.
            let _ = Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        drop(sender);
        let mut last_told = started;
        loop {
            match receiver.recv_timeout(WAIT) {
                Ok(finding) => findings.push(finding),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let interrupted = control.stop.load(Ordering::Relaxed);
            over.fetch_or(interrupted, Ordering::Relaxed);
            for own in &running {
                let late = own.number.load(Ordering::Relaxed) / BATCH > last_batch.load(Ordering::Relaxed);
                own.stop.fetch_or(interrupted || late, Ordering::Relaxed);
            }
            if last_told.elapsed() >= Duration::from_secs(1) {
                last_told = Instant::now();
                (control.progress)(progress_of(&findings, &running, started));
            }
        }
    });
    findings.retain(|f| f.task.number / BATCH <= last_batch.load(Ordering::Relaxed));
    findings.sort_by_key(|f| f.task.number);
    let mut outcome = join(&findings);
    if outcome.errors_total == 0 && control.stop.load(Ordering::Relaxed) {
        outcome.incomplete = Some(Incomplete::Interrupted);
    }
    outcome.statistics.memory_bytes *= threads.min(findings.len()) as u64;
    outcome.statistics.seconds = started.elapsed().as_secs_f64();
    (outcome, findings)
}

/// What a thread is doing.
#[derive(Default)]
struct Running {
    number: AtomicU64,
    stop: AtomicBool,
    progress: Mutex<Option<Progress>>,
}

/// What all searches have done so far.
fn progress_of(findings: &[Finding], running: &[Running], started: Instant) -> Progress {
    let mut all = Progress { elapsed: started.elapsed(), ..Progress::default() };
    for finding in findings {
        let s = &finding.outcome.statistics;
        all.stored += s.stored;
        all.matched += s.matched;
        all.depth = all.depth.max(s.depth);
    }
    for own in running {
        if let Some(p) = *own.progress.lock().unwrap_or_else(PoisonError::into_inner) {
            all.stored += p.stored;
            all.matched += p.matched;
            all.depth = all.depth.max(p.depth);
            all.memory_bytes += p.memory_bytes;
        }
    }
    all
}
