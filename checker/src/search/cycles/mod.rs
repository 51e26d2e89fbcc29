//! Searching for cycles by several threads: CNDFS (Evangelista, Laarman, Petrucci, van de Pol: Improved multi-core
//! nested depth-first search, ATVA 2012).
//!
//! Each thread does a nested depth-first search from the initial state, in an order of its own. They share the states
//! ([`states`]) and two colours: a state is blue when a first search has left it, and no first search goes there again;
//! red when a second search has gone through it, and no cycle that is an error can be reached from it. A thread that
//! has done a second search paints what it went through red when all accepting states among it are red: another thread
//! that works on one of them is waited for ([`waiting`]).
//!
//! Where one search is enough (`nested::is_weak`) there are no red states and nothing to wait for: of all states on a
//! cycle of accepting states, the first to turn blue has its successor on the path of the thread that leaves it, and
//! that thread has reported it.
//!
//! Which states there are, what is stored and the verdict do not depend on the number of threads. Which error is told
//! may differ from run to run. The longest path and the steps inside of atomic sequences are those of all threads
//! together.
//!
//! Different from the search by one thread: states in which the claim moves alone, because the system is stuck, are
//! told from those in which it moves in turn (see [`walker`]); so what is stored does not depend on the order.
//!
//! Not done here, but by one thread: fairness, counting all errors, a limit on the depth (a search that is cut off may
//! wait for states that nobody comes to), `hidden` variables, accept labels inside of atomic sequences (which runs they
//! count in depends on the order), and reductions unless one search is enough: the second search would have to know
//! what the first one of another thread has left out.

mod states;
mod waiting;
mod walker;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Barrier, Condvar, Mutex, PoisonError};
use std::time::Instant;

use super::explorer::Explorer;
use super::share::Share;
use super::{
    Control, ErrorFound, Fairness, Order, Outcome, Progress, Property, Search, Storage, nested, packed, report,
};
use crate::exec::shape::CommonShapes;
use crate::model::{Model, ProctypeKind};
use states::States;
use waiting::Waiting;
use walker::Walker;

/// Why one thread searches for cycles, though several may be asked for.
pub fn why_one(model: &Model, what: &Search) -> Option<&'static str> {
    if what.order == Order::BreadthFirst || what.fairness == Fairness::Strong {
        Some("the whole graph is kept")
    } else if what.fairness == Fairness::Weak {
        Some("fairness needs a search by one")
    } else if what.storage != Storage::Exact {
        Some("several threads share exact states only")
    } else if what.all_errors {
        Some("which errors are counted depends on the order")
    } else if what.limits.depth.is_some() {
        Some("what a limit on the depth cuts off depends on the order")
    } else if !model.hidden_leaves.is_empty() {
        Some("there are hidden variables")
    } else if nested::one_is_enough(model, what) {
        None
    } else if what.reduces() {
        Some("accept states need a second search, which has to repeat what --por left out")
    } else if accepts_inside(model, what) {
        Some("there are accept labels inside of atomic sequences")
    } else {
        None
    }
}

/// Whether a process has an accept label inside of an atomic sequence.
fn accepts_inside(model: &Model, what: &Search) -> bool {
    let counts = |kind| !matches!(kind, ProctypeKind::Claim | ProctypeKind::Ltl);
    what.property != Property::Progress
        && model.proctypes.iter().filter(|p| counts(p.kind)).any(|p| {
            let all = p.states.iter().flat_map(|state| state.transitions());
            let mut inside = all.map(|t| &model.transitions[t as usize]).filter(|t| t.atomic);
            inside.any(|t| p.states[t.target.0 as usize].accept)
        })
}

pub fn search(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    let threads = if why_one(model, what).is_some() { 1 } else { what.threads };
    let found = if threads <= 1 {
        None
    } else if what.reduces() {
        search_with::<true>(model, what, threads, control, started)
    } else {
        search_with::<false>(model, what, threads, control, started)
    };
    if let Some(found) = found {
        return found;
    }
    match (what.storage, what.fairness) {
        (Storage::Tree | Storage::Hash | Storage::Bits { .. }, Fairness::None) => {
            packed::search(model, what, control, started)
        }
        _ => nested::search(model, what, control, started),
    }
}

/// What the threads have in common.
struct Shared<'c> {
    states: States,
    /// One search is enough.
    single: bool,
    /// No thread has to go on: an error was found, or a limit was met.
    over: AtomicBool,
    /// Whether the other threads may begin.
    begun: Mutex<bool>,
    begin: Condvar,
    /// Where all threads meet first, if none is to begin alone.
    start: Option<Barrier>,
    waiting: Waiting,
    stop: &'c AtomicBool,
    deadline: Option<Instant>,
    told: Box<[Told]>,
}

/// What a thread tells of itself now and then.
#[derive(Default)]
struct Told {
    path_bytes: AtomicU64,
    stored: AtomicU64,
    edges: AtomicU64,
}

impl Shared<'_> {
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn end(&self) {
        self.over.store(true, Ordering::SeqCst);
        self.begin();
    }

    /// Lets the other threads begin.
    fn begin(&self) {
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.begin.notify_all();
    }

    fn wait_for_begin(&self) {
        if self.start.is_some() {
            return;
        }
        let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = self.begin.wait_while(begun, |begun| !*begun);
        drop(begun.unwrap_or_else(PoisonError::into_inner));
    }

    fn tell(&self, number: usize, path_bytes: u64, stored: u64, edges: u64) {
        let told = &self.told[number];
        told.path_bytes.store(path_bytes, Ordering::Relaxed);
        told.stored.store(stored, Ordering::Relaxed);
        told.edges.store(edges, Ordering::Relaxed);
    }

    /// Bytes of the paths of all threads.
    fn paths(&self) -> u64 {
        self.told.iter().map(|t| t.path_bytes.load(Ordering::Relaxed)).sum()
    }

    fn stored(&self) -> u64 {
        self.told.iter().map(|t| t.stored.load(Ordering::Relaxed)).sum()
    }

    fn edges(&self) -> u64 {
        self.told.iter().map(|t| t.edges.load(Ordering::Relaxed)).sum()
    }
}

/// What another thread found.
struct ThreadResult {
    share: Share<ErrorFound>,
    counts: Counts,
}

/// What one thread counted.
#[derive(Clone, Copy, Default)]
struct Counts {
    stored: u64,
    edges: u64,
    revisited: u64,
    rematched: u64,
}

impl<const REDUCES: bool> Walker<'_, REDUCES> {
    fn counts(&self) -> Counts {
        Counts { stored: self.stored, edges: self.edges, revisited: self.revisited, rematched: self.rematched }
    }
}

/// `None` if the threads came to a halt.
fn search_with<const REDUCES: bool>(
    model: &Model,
    what: &Search,
    threads: usize,
    control: &mut Control,
    started: Instant,
) -> Option<Outcome> {
    let shared = &Shared {
        states: States::new(threads),
        single: nested::one_is_enough(model, what),
        over: AtomicBool::new(false),
        begun: Mutex::new(false),
        begin: Condvar::new(),
        start: (what.alone == 0).then(|| Barrier::new(threads)),
        waiting: Waiting::new(threads),
        stop: control.stop,
        deadline: what.limits.time.map(|time| started + time),
        told: (0..threads).map(|_| Told::default()).collect(),
    };
    let mut explorer = Explorer::new(model, what, started);
    let shapes = &explorer.machine.shapes().to_common();
    explorer.machine.share_shapes(shapes);
    let mut walker = Walker::<REDUCES>::new(shared, 0, model, what);
    let mut progress = |p: Progress| {
        let (stored, edges) = (shared.stored(), shared.edges());
        (control.progress)(Progress { stored, matched: (edges + 1).saturating_sub(stored), ..p });
    };
    let control = &mut Control { stop: control.stop, progress: &mut progress };
    let others = std::thread::scope(|scope| {
        let help = |number: usize| move || shared.help::<REDUCES>(number, model, what, shapes, started);
        let others: Vec<_> = (1..threads).map(|number| scope.spawn(help(number))).collect();
        let done = catch_unwind(AssertUnwindSafe(|| shared.walk(&mut explorer, &mut walker, control)));
        if let Err(panic) = done {
            shared.end();
            resume_unwind(panic);
        }
        let join = |t: std::thread::ScopedJoinHandle<_>| t.join().unwrap_or_else(|panic| resume_unwind(panic));
        others.into_iter().map(join).collect::<Vec<ThreadResult>>()
    });
    explorer.incomplete = explorer.incomplete.or(walker.incomplete);
    let has_errors = explorer.errors_total > 0 || others.iter().any(|other| other.share.has_errors());
    let was_cut_off = explorer.incomplete.is_some() || others.iter().any(|other| other.share.is_incomplete());
    if shared.is_over() && !has_errors && !was_cut_off && !shared.single {
        return None;
    }
    let bytes = {
        use super::visitor::Visitor;
        walker.bytes() + explorer.bytes()
    };
    let counts = walker.counts();
    Some(finish(explorer, counts, others, bytes))
}

impl Shared<'_> {
    /// Another thread. It begins when there is something to do.
    fn help<const REDUCES: bool>(
        &self,
        number: usize,
        model: &Model,
        what: &Search,
        shapes: &CommonShapes,
        started: Instant,
    ) -> ThreadResult {
        self.wait_for_begin();
        let mut explorer = Explorer::new(model, what, started);
        explorer.machine.share_shapes(shapes);
        let mut walker = Walker::<REDUCES>::new(self, number, model, what);
        let mut control = Control { stop: self.stop, progress: &mut |_| {} };
        let done = catch_unwind(AssertUnwindSafe(|| self.walk(&mut explorer, &mut walker, &mut control)));
        if let Err(panic) = done {
            self.end();
            resume_unwind(panic);
        }
        explorer.incomplete = explorer.incomplete.or(walker.incomplete);
        let mut errors = std::mem::take(&mut explorer.errors);
        ThreadResult { share: Share::take(&mut explorer, &mut errors), counts: walker.counts() }
    }

    /// One thread's search, from the initial state.
    fn walk<const REDUCES: bool>(&self, explorer: &mut Explorer, walker: &mut Walker<REDUCES>, control: &mut Control) {
        if let Some(start) = &self.start {
            start.wait();
        }
        let flags = explorer.initial_flags();
        explorer.run(flags, walker, true, control);
        walker.rest();
        // With two threads, the states that one has left out are blue because the other one has left them: there are no
        // others.
        let all_is_known = self.single && self.told.len() == 2;
        if all_is_known || explorer.errors_total > 0 || explorer.is_incomplete() {
            self.end();
        }
        self.waiting.left();
        self.begin();
    }
}

/// Puts together what the threads have found.
fn finish(mut explorer: Explorer, counts: Counts, others: Vec<ThreadResult>, bytes: u64) -> Outcome {
    explorer.machine.learn_shapes();
    let mut all = counts;
    let mut errors = std::mem::take(&mut explorer.errors);
    for other in others {
        other.share.add_to(&mut explorer, &mut errors);
        let Counts { stored, edges, revisited, rematched } = other.counts;
        all.stored += stored;
        all.edges += edges;
        all.revisited += revisited;
        all.rematched += rematched;
    }
    explorer.errors = errors;
    // Several may have found one; the shortest is told.
    explorer.errors.sort_by_key(|error| error.trail.len());
    explorer.errors.truncate(1);
    explorer.errors_total = explorer.errors.len() as u64;
    let statistics = &mut explorer.statistics;
    statistics.stored = all.stored;
    statistics.revisited = all.revisited;
    // Every step but the one to the initial state comes from a state.
    statistics.matched = (all.edges + 1).saturating_sub(all.stored) + all.rematched;
    report::outcome(explorer, bytes)
}
