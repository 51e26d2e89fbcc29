//! Searching the states of a model. Read this file first: what is asked and what is answered.
//!
//! One worker loop ([`explorer`]) takes steps and goes back; [`depth_first`], [`breadth_first`] and [`nested`] are its
//! visitors ([`visitor`]) and say what to do with a state that is reached; [`cycles`] is [`nested`] by several threads,
//! [`packed`] in other stores than the exact one; [`errors`] keeps what went wrong; [`store`] remembers states.
//! [`graph`] keeps the whole space for [`lasso`]. [`symmetry_test`] tries whether a symmetry holds. What may be left
//! out is decided by `optimise`; how, here. Other ways to search: [`bounded`] finds all states within a bound,
//! [`stateless`] keeps none, [`walk`] goes at random, [`swarm`] is many small searches.

mod accepts;
mod bounded;
mod breadth_first;
pub mod checkpoint;
mod cycles;
mod depth_first;
pub mod distinct;
mod errors;
mod estimate;
mod explorer;
mod graph;
mod keyed;
mod lasso;
mod leave_out;
mod levels;
mod nested;
mod packed;
mod pages;
mod reduction;
mod report;
mod share;
mod stateless;
pub mod store;
pub mod swarm;
mod symmetry_test;
mod table;
mod traced;
mod violation;
mod visitor;
mod walk;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

pub use store::Loss;
pub use symmetry_test::{Effort, SymmetryTest, test_symmetry};

use crate::exec::Engine;
use crate::exec::{FaultKind, Move};
use crate::model::Model;
use crate::por::Por;
use crate::symmetry::Symmetry;
use promela::source::Span;

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
    /// Look for infinite runs in a cheaper way where there is one, and for the first error in a faster order. Counts
    /// are then not those of Spin.
    pub optimize: bool,
    /// Who takes the steps. The results are the same.
    pub engine: Engine,
    pub storage: Storage,
    /// Whether exact states are kept as numbers of their parts. The results are the same.
    pub collapse: Collapse,
    /// Where processes may be left out, if they are to be. Of the model that is searched, and no other.
    pub por: Option<Arc<Por>>,
    /// Processes that can be exchanged, if states that differ in nothing else are to be searched once. For bad states
    /// only.
    pub symmetry: Option<Arc<Symmetry>>,
    /// How many threads may take part in a breadth-first search, or in one for infinite runs.
    pub threads: usize,
    /// A level of fewer states, or so many states at the beginning, are left to one of them. With 0 all begin at the
    /// same time.
    pub alone: usize,
    pub limits: Limits,
    /// Where the search is kept, so that it can go on later: for searches for bad states with exact storage.
    pub checkpoint: Option<checkpoint::SharedArchive>,
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
    /// `promela::claim::ClaimChoice::NonProgress`.
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
    DepthFirst,
    /// The first error has a shortest trail; for an infinite run, with its cycle.
    BreadthFirst,
    /// Depth first, and a state that is reached again by a shorter way is gone through again: every state within the
    /// depth limit is found.
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

/// When exact states are kept as numbers of their parts, and steps as changes of these numbers: see `collapse`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Collapse {
    /// Where that pays.
    #[default]
    Auto,
    /// Wherever it can be done.
    Always,
    /// The same, with the frames of processes split into their variables.
    Split,
    Off,
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

impl Search {
    /// Whether it may leave out processes.
    pub fn reduces(&self) -> bool {
        self.por.is_some()
    }
}

impl Default for Search {
    fn default() -> Search {
        Search {
            property: Property::default(),
            fairness: Fairness::default(),
            order: Order::DepthFirst,
            all_errors: false,
            end_states: true,
            assertions: true,
            optimize: false,
            engine: Engine::default(),
            storage: Storage::Exact,
            collapse: Collapse::default(),
            por: None,
            symmetry: None,
            threads: 1,
            alone: 256,
            limits: Limits::default(),
            checkpoint: None,
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
    /// Processes that were taken for ones that can be exchanged turned out to be different: nothing was exchanged. That
    /// is an error of the checker.
    pub asymmetric: bool,
    /// What was searched, where the number of stored states does not tell.
    pub covered: Option<Covered>,
}

/// What a search covered that does not simply store every state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Covered {
    /// Every state within so many steps, and what can go wrong in a step from there. `None`: not even one bound was
    /// searched to its end.
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
    /// What a step did wrong. `None` for errors of states and runs, and for what comes from a checkpoint.
    pub fault: Option<FaultKind>,
    /// As Spin reports it.
    pub depth: u64,
    /// From the initial state to the error.
    pub trail: Vec<Move>,
    /// For an infinite run, the number of the step after which it repeats what follows. The whole trail if the system
    /// stands still at its end.
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
            FaultKind::Assertion(_) => ErrorKind::Assertion,
            FaultKind::TraceRefuses | FaultKind::NotraceComplete => ErrorKind::Trace,
            FaultKind::Index { .. }
            | FaultKind::DivisionByZero
            | FaultKind::Address { .. }
            | FaultKind::ConstantObject { .. }
            | FaultKind::NoChannel { .. }
            | FaultKind::SendFields { .. }
            | FaultKind::ReceiveTooMany { .. }
            | FaultKind::ReceiveMissing { .. }
            | FaultKind::PollOfRendezvous
            | FaultKind::RendezvousInDStep
            | FaultKind::BlocksInDStep { .. }
            | FaultKind::EndlessDStep
            | FaultKind::Remote { .. }
            | FaultKind::EnabledOfSelf
            | FaultKind::EnabledOfEnabled
            | FaultKind::Priority { .. }
            | FaultKind::TooManyProcesses
            | FaultKind::NotDeterministic
            | FaultKind::TraceAmbiguous => ErrorKind::Runtime,
        }
    }
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
#[derive(Clone, Copy, Debug, Default)]
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

/// Why a search for infinite runs is done by one thread, though several may be asked for. `None` if several can do it.
pub fn why_one_thread(model: &Model, what: &Search) -> Option<&'static str> {
    cycles::why_one(model, what)
}

/// Whether a search can be written and go on later.
pub fn can_go_on_later(model: &Model, what: &Search) -> bool {
    what.property == Property::Safety
        && what.storage == Storage::Exact
        && what.limits.depth.is_none()
        && model.hidden_words == 0
        && what.symmetry.is_none()
        && match what.order {
            Order::BreadthFirst => true,
            Order::DepthFirst => depth_first::is_by_states(model, what),
            _ => false,
        }
}

/// Searches a model. Orders other than depth first and breadth first look for bad states only, whatever the property.
pub fn search(model: &Model, what: &Search, control: &mut Control) -> Outcome {
    let started = Instant::now();
    assert!(what.por.as_ref().is_none_or(|por| por.fits(model)), "what may be left out was found for another model");
    if let Some(symmetry) = &what.symmetry
        && (what.property != Property::Safety || !symmetry_test::holds(model, symmetry))
    {
        let mut outcome = search(model, &Search { symmetry: None, ..what.clone() }, control);
        outcome.asymmetric = what.property == Property::Safety;
        return outcome;
    }
    let mut outcome = match (what.property, what.order) {
        (Property::Safety, Order::BreadthFirst) if what.symmetry.is_some() => {
            breadth_first::symmetric::search(model, what, control, started)
        }
        (Property::Safety, Order::DepthFirst) => depth_first::search(model, what, control, started),
        (Property::Safety, Order::BreadthFirst) => breadth_first::search(model, what, control, started),
        (_, Order::Within) => bounded::within(model, what, control, started),
        (_, Order::Deepening) => bounded::deepening(model, what, control, started),
        (_, Order::Stateless(sets)) => stateless::search(model, what, sets, control, started),
        (_, Order::Walk { walks, seed }) => walk::search(model, what, walk::Walks { walks, seed }, control, started),
        (Property::Acceptance | Property::Progress, Order::DepthFirst) if what.fairness != Fairness::Strong => {
            cycles::search(model, what, control, started)
        }
        (Property::Acceptance | Property::Progress, _) => lasso::search(model, what, control, started),
    };
    outcome.statistics.seconds += started.elapsed().as_secs_f64();
    outcome
}
