//! Searching the states of a model. Read this file first: what is asked and what is answered.
//!
//! One worker loop ([`explorer`]) takes steps and goes back; [`depth`], [`wide`] and [`nested`] are its visitors ([`visitor`]) and say what to do
//! with a state that is reached; [`errors`] keeps what went wrong; [`store`] remembers states. [`graph`] keeps the whole space for [`lasso`]. [`level`] is breadth first under symmetry, [`mirror`] tries whether there is one. What may be left out is decided by `optimise`; how, here.

mod accepts;
mod depth;
mod errors;
mod estimate;
mod explorer;
mod graph;
mod lasso;
mod level;
mod mirror;
mod nested;
mod pages;
mod prefetch;
mod reduction;
mod report;
pub mod store;
mod visitor;
mod wide;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

pub use mirror::{Effort, Mirrored, mirror};
pub use store::Loss;

use crate::exec::FaultKind;
use crate::model::{Model, TransitionId};
use crate::native::Engine;
use crate::source::Span;
use crate::symmetry::Symmetry;

/// What to search for, and how far.
#[derive(Clone, Debug)]
pub struct Search {
    pub property: Property,
    pub fairness: Fairness,
    pub order: Order,
    /// Go on after an error and count them all.
    pub all_errors: bool,
    /// Look for states in which nothing can move and not all processes may stop.
    pub end_states: bool,
    pub assertions: bool,
    /// Look for infinite runs in a cheaper way where there is one. Counts are then not those of Spin.
    pub optimize: bool,
    /// Who takes the steps. The results are the same.
    pub engine: Engine,
    pub storage: Storage,
    /// Processes that can be exchanged, if states that differ in nothing else are to be searched once. For bad states only.
    pub symmetry: Option<Arc<Symmetry>>,
    /// How many threads may take part in a breadth-first search.
    pub threads: usize,
    /// A level of fewer states is left to one of them.
    pub alone: usize,
    pub limits: Limits,
}

/// Which runs are errors, besides those that come to a bad state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Property {
    /// None.
    #[default]
    Safety,
    /// Infinite runs that pass an accept label, of a process or of the claim, again and again.
    Acceptance,
    /// Infinite runs that pass no progress label from some point on. The claim of the model has to be
    /// `compile::ClaimChoice::NonProgress`.
    Progress,
}

/// Which infinite runs count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Fairness {
    /// All.
    #[default]
    None,
    /// Those in which no process can move from some point on for ever and never does.
    Weak,
    /// Those in which no process can move again and again and never does.
    Strong,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Depth,
    /// The first error has a shortest trail; for an infinite run, with its cycle.
    Breadth,
}

/// How the states that were seen are kept. What is not exact may miss states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Storage {
    #[default]
    Exact,
    /// Exact, and smaller.
    Tree,
    /// A hash of each state.
    Hash,
    /// A few bits of each state.
    Bits { bytes: u64, functions: u32, seed: u64 },
}

/// When to give up. `None`: never.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Steps from the initial state.
    pub depth: Option<u64>,
    /// Bytes for states and the search stack.
    pub memory: Option<u64>,
    pub time: Option<Duration>,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            property: Property::default(),
            fairness: Fairness::default(),
            order: Order::Depth,
            all_errors: false,
            end_states: true,
            assertions: true,
            optimize: false,
            engine: Engine::default(),
            storage: Storage::Exact,
            symmetry: None,
            threads: 1,
            alone: 1024,
            limits: Limits::default(),
        }
    }
}

/// What the search found.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The errors with trails: the first few.
    pub errors: Vec<ErrorFound>,
    pub errors_total: u64,
    pub statistics: Statistics,
    pub unreached: Vec<Unreached>,
    /// Which states of the claim in use were reached, by their number.
    pub claim_reached: Vec<bool>,
    /// Why not everything was searched.
    pub incomplete: Option<Incomplete>,
    /// How much of it may have been missed, if states were not kept exactly.
    pub loss: Option<Loss>,
    /// Processes that were taken for ones that can be exchanged turned out to be different: nothing was exchanged. That is an error of the checker.
    pub asymmetric: bool,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    pub stored: u64,
    pub matched: u64,
    /// States that were gone through once more by the second search of a search for cycles.
    pub revisited: u64,
    pub atomic_steps: u64,
    /// The longest path.
    pub depth: u64,
    /// The largest state, in bytes.
    pub state_bytes: u64,
    /// Memory for states, tables and stacks.
    pub memory_bytes: u64,
    pub seconds: f64,
}

impl Statistics {
    /// As Spin counts them.
    pub fn transitions(&self) -> u64 {
        self.stored + self.revisited + self.matched
    }
}

#[derive(Clone, Debug)]
pub struct ErrorFound {
    pub kind: ErrorKind,
    pub message: String,
    /// As Spin reports it.
    pub depth: u64,
    /// From the initial state to the error.
    pub trail: Vec<Move>,
    /// For an infinite run, the number of the step after which it repeats what follows. The whole trail if the system stands
    /// still at its end.
    pub cycle: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ErrorKind {
    Assertion,
    EndState,
    /// The claim came to its end: it describes what must not happen, and it happened.
    Claim,
    /// An event that the trace does not allow.
    Trace,
    Runtime,
    AcceptanceCycle,
    ProgressCycle,
}

impl From<FaultKind> for ErrorKind {
    fn from(kind: FaultKind) -> ErrorKind {
        match kind {
            FaultKind::Assertion => ErrorKind::Assertion,
            FaultKind::Runtime => ErrorKind::Runtime,
            FaultKind::Trace => ErrorKind::Trace,
        }
    }
}

/// One step of a trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// `exec::CLAIM` for a step of the claim.
    pub pid: u32,
    pub transition: TransitionId,
}

/// A statement that was never tried.
#[derive(Clone, Debug)]
pub struct Unreached {
    pub proctype: String,
    pub span: Span,
    pub statement: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incomplete {
    Depth,
    Memory,
    Time,
    Interrupted,
    /// States were not kept exactly: some may have been taken for others.
    Lossy,
}

/// What a long search tells while it runs.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub stored: u64,
    pub matched: u64,
    pub revisited: u64,
    /// The longest path so far.
    pub depth: u64,
    pub memory_bytes: u64,
    pub elapsed: Duration,
    /// How much may have been missed so far, if states are not kept exactly.
    pub loss: Option<Loss>,
    /// The level that a breadth-first search is in.
    pub level: Option<LevelSize>,
    /// For a depth-first search, a guess at the share that is done, from 0 to 1.
    pub done: Option<f64>,
}

impl Progress {
    /// As Spin counts them.
    pub fn transitions(&self) -> u64 {
        self.stored + self.revisited + self.matched
    }
}

/// A level of a breadth-first search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelSize {
    /// Its distance from the initial state.
    pub number: u64,
    pub states: u64,
    /// How many states the level before it has.
    pub before: u64,
}

impl LevelSize {
    /// The next level, of so many states.
    fn then(self, number: u64, states: usize) -> LevelSize {
        LevelSize { number, states: states as u64, before: self.states }
    }
}

/// Whoever drives a search: may stop it and watches it.
pub struct Control<'c> {
    pub stop: &'c AtomicBool,
    /// Called about ten times a second.
    pub progress: &'c mut dyn FnMut(Progress),
}

/// Errors that are kept when all are counted, and the steps that their trails may have together. The first is kept
/// whatever its length.
const KEPT_ERRORS: usize = 16;
const KEPT_STEPS: usize = 2000;

/// Searches a model.
pub fn search(model: &Model, what: &Search, control: &mut Control) -> Outcome {
    let started = Instant::now();
    if let Some(symmetry) = &what.symmetry
        && (what.property != Property::Safety || !mirror::holds(model, symmetry))
    {
        let mut outcome = search(model, &Search { symmetry: None, ..what.clone() }, control);
        outcome.asymmetric = what.property == Property::Safety;
        return outcome;
    }
    let mut outcome = match (what.property, what.order) {
        (Property::Safety, Order::Breadth) if what.symmetry.is_some() => level::search(model, what, control, started),
        (Property::Safety, Order::Depth) => depth::search(model, what, control, started),
        (Property::Safety, Order::Breadth) => wide::search(model, what, control, started),
        (Property::Acceptance | Property::Progress, Order::Depth) if what.fairness != Fairness::Strong => {
            nested::search(model, what, control, started)
        }
        (Property::Acceptance | Property::Progress, _) => lasso::search(model, what, control, started),
    };
    outcome.statistics.seconds = started.elapsed().as_secs_f64();
    outcome
}
