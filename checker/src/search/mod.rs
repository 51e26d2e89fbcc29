//! Searching the states of a model. Read this file first: what is asked and what is answered.
//!
//! One worker loop ([`explorer`]) takes steps and goes back; [`depth`], [`wide`] and [`nested`] are its visitors ([`visitor`]) and say what to do
//! with a state that is reached; [`errors`] keeps what went wrong; [`store`] remembers states. [`graph`] keeps the whole space for [`lasso`]. What may be left out is decided by `optimise`; how, here.
//! Other ways to search: [`bounded`] finds all states within a bound, [`stateless`] keeps none, [`walk`] goes at random, [`swarm`] is many small searches.

mod accepts;
mod bounded;
mod depth;
pub mod distinct;
mod errors;
mod explorer;
mod graph;
mod lasso;
mod nested;
mod pages;
mod prefetch;
mod reduction;
mod report;
mod stateless;
pub mod store;
pub mod swarm;
mod visitor;
mod walk;
mod wide;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

pub use store::Loss;

use crate::exec::FaultKind;
use crate::model::{Model, TransitionId};
use crate::native::Engine;
use crate::source::Span;

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
    /// Depth first, and a state that is reached again by a shorter way is gone through again: every state within the depth limit is found.
    Within,
    /// The same with a limit that grows until nothing is cut off. The first error has a shortest trail.
    Deepening,
    /// Depth first, and no state is kept.
    Stateless(Sets),
    /// Runs at random.
    Walk {
        walks: u64,
        seed: u64,
    },
}

/// What a search that keeps no states leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sets {
    /// Only the processes of a persistent set are tried at a state.
    pub persistent: bool,
    /// Steps are not tried that were tried before steps they do not depend on.
    pub sleep: bool,
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
    /// What was searched, where the number of stored states does not tell.
    pub covered: Option<Covered>,
}

/// What a search covered that does not simply store every state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Covered {
    /// Every state within so many steps, and what can go wrong in a step from there. `None`: not even one bound was searched to its end.
    Within { steps: Option<u64>, bounds: u32 },
    /// Runs of at most `bound` steps, without keeping states.
    Runs {
        bound: u64,
        /// Nobody asked for this bound.
        by_default: bool,
        /// States that were come to, each as often as it was.
        visits: u64,
        /// How many different ones they are, about.
        distinct: f64,
        /// Runs that were cut off at the bound.
        cut: u64,
        /// Steps that were left out because of sleep sets.
        slept: u64,
    },
    Walks {
        walks: u64,
        /// All of them together.
        steps: u64,
        /// Of one walk.
        bound: u64,
        distinct: f64,
    },
    Swarm {
        searches: u64,
        /// Different states of all searches together, about.
        distinct: f64,
    },
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
    /// Some runs were taken at random.
    Random,
}

/// What a long search tells while it runs.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub stored: u64,
    pub matched: u64,
    pub depth: u64,
    pub memory_bytes: u64,
    pub elapsed: Duration,
}

/// Whoever drives a search: may stop it and watches it.
pub struct Control<'c> {
    pub stop: &'c AtomicBool,
    /// Called about once a second.
    pub progress: &'c mut dyn FnMut(Progress),
}

/// Errors that are kept when all are counted, and the steps that their trails may have together. The first is kept
/// whatever its length.
const KEPT_ERRORS: usize = 16;
const KEPT_STEPS: usize = 2000;

/// Searches a model. Orders other than depth first and breadth first look for bad states only, whatever the property.
pub fn search(model: &Model, what: &Search, control: &mut Control) -> Outcome {
    let started = Instant::now();
    let mut outcome = match (what.property, what.order) {
        (Property::Safety, Order::Depth) => depth::search(model, what, control, started),
        (Property::Safety, Order::Breadth) => wide::search(model, what, control, started),
        (_, Order::Within) => bounded::within(model, what, control, started),
        (_, Order::Deepening) => bounded::deepening(model, what, control, started),
        (_, Order::Stateless(sets)) => stateless::search(model, what, sets, control, started),
        (_, Order::Walk { walks, seed }) => walk::search(model, what, walk::Walks { walks, seed }, control, started),
        (Property::Acceptance | Property::Progress, Order::Depth) if what.fairness != Fairness::Strong => {
            nested::search(model, what, control, started)
        }
        (Property::Acceptance | Property::Progress, _) => lasso::search(model, what, control, started),
    };
    outcome.statistics.seconds = started.elapsed().as_secs_f64();
    outcome
}
