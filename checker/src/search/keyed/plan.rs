//! Searches with states as keys of their parts (see `collapse`): how long keys have to be, and whether it pays.
//!
//! A search begins with the longest keys there are. When some thousand states are known, it is known as well how many
//! values the parts have, and the search begins anew with keys that are as long as they have to be. Where keys turn out
//! to be too short it begins once more, with longer ones. Where too many steps are new in each state, the frames of
//! processes are split into their variables; where that does not help, states are kept as they are.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

use super::set::{Buckets, KeySet, Lines};
use crate::collapse::{MOST_WORDS, Plan, Questions, Space};
use crate::model::Model;
use crate::search::{Collapse, Outcome, Search};
use crate::successors::Expander;

/// So many states tell how long keys have to be, and whether steps repeat.
const TRIAL: u64 = 5_000;

/// The same where it is not asked whether it pays: less is learned, and keys are more often too short.
const SHORT_TRIAL: u64 = 200;

/// Of a thousand questions so many were new in the trial: with fewer, the frames of processes are left whole; with
/// more, nothing is gained.
const FEW_NEW: u64 = 30;
const MANY_NEW: u64 = 400;

/// The same where it is clear after a short while.
const HARDLY_ANY: u64 = 900;

/// With more new questions for each frame, frames are left whole as well.
const MANY_PER_FRAME: u64 = 16;

/// If the answers of a trial take so many bytes, those of the whole search do not fit into any cache.
const HEAVY: u64 = 4 << 20;

/// A process with fewer frames is not split.
const MANY_FRAMES: usize = 24;

/// With more global words there are too many parts for one state.
const MOST_WORDS_OF_GLOBALS: u32 = 1 << 14;

/// A search that can be done with keys of any length.
pub trait Runner {
    fn run<const K: usize, S: KeySet<K> + Send>(&mut self, task: &Task) -> Result<Outcome, Why>;
}

/// Whether states of a model can be kept as keys.
pub fn is_possible(model: &Model, what: &Search) -> bool {
    what.collapse != Collapse::Off
        && what.limits.depth.is_none()
        && what.checkpoint.is_none()
        && what.symmetry.is_none()
        && model.global_words <= MOST_WORDS_OF_GLOBALS
        && Expander::steps(model)
}

/// `None` if the model is to be searched in another way. `MARKS`: bits that the search marks keys with.
pub fn search<const MARKS: u32>(model: &Model, what: &Search, runner: &mut impl Runner) -> Option<Outcome> {
    let mut space = Space::new(model, &Plan::unknown());
    let trial = Task::trial(what, &space);
    match runner.run::<MOST_WORDS, Buckets<MOST_WORDS, MARKS>>(&trial) {
        Ok(outcome) if what.collapse != Collapse::Split => return Some(outcome),
        Ok(_) | Err(Why::Enough) => {}
        Err(_) => return None,
    }
    let mut questions = trial.questions();
    // Where there are few frames, they are not what makes questions new.
    let by_frames = questions.missed < MANY_PER_FRAME * questions.sites;
    let frames = match what.collapse {
        Collapse::Split => Some(0),
        Collapse::Auto if questions.share_of_new() > FEW_NEW && by_frames => Some(MANY_FRAMES),
        _ => None,
    };
    if let Some(split) = frames.and_then(|frames| space.split(model, frames)) {
        let trial = Task::trial(what, &split);
        match runner.run::<MOST_WORDS, Buckets<MOST_WORDS, MARKS>>(&trial) {
            Ok(outcome) => return Some(outcome),
            Err(Why::Enough) => {
                let others = trial.questions();
                if others.missed * 10 < questions.missed * 9 || what.collapse == Collapse::Split {
                    (questions, space) = (others, split);
                }
            }
            Err(_) => {}
        }
    }
    if questions.share_of_new() > MANY_NEW && what.collapse == Collapse::Auto {
        return None;
    }
    let mut words = 1;
    loop {
        let plan = space.plan(words)?;
        words = plan.words;
        space = space.again(&plan);
        let heavy = questions.bytes > HEAVY && what.collapse == Collapse::Auto;
        let task = Task { states: u64::MAX, heavy, ..Task::trial(what, &space) };
        let outcome = match words {
            1 => runner.run::<1, Lines<MARKS>>(&task),
            2 => runner.run::<2, Buckets<2, MARKS>>(&task),
            3 => runner.run::<3, Buckets<3, MARKS>>(&task),
            _ => runner.run::<MOST_WORDS, Buckets<MOST_WORDS, MARKS>>(&task),
        };
        match outcome {
            Ok(outcome) => return Some(outcome),
            Err(Why::Full) if words < MOST_WORDS => words += 1,
            Err(_) => return None,
        }
    }
}

/// A search with keys of a certain length.
pub struct Task<'a> {
    pub space: &'a Space,
    /// It goes on whether it pays or not.
    pub always: bool,
    /// Answers are far away in memory: several threads are in each other's way, and depth first it does not pay.
    pub heavy: bool,
    /// After so many states it is enough.
    states: u64,
    /// Why it was given up, or 0.
    gave_up: AtomicU8,
    /// What was asked until it was given up.
    questions: Mutex<Questions>,
}

/// Why a search was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Why {
    /// There is no room in keys of this length.
    Full = 1,
    /// Steps hardly ever repeat.
    DoesNotPay = 2,
    /// All the states that were wanted are known.
    Enough = 3,
    /// Reductions leave out nothing, or hardly anything.
    IsNotReduced = 4,
}

impl<'a> Task<'a> {
    fn trial(what: &Search, space: &'a Space) -> Task<'a> {
        let always = what.collapse != Collapse::Auto;
        let states = if always { SHORT_TRIAL } else { TRIAL };
        Task { space, always, heavy: false, states, gave_up: AtomicU8::new(0), questions: Mutex::default() }
    }

    fn questions(&self) -> Questions {
        *self.questions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this is the first of several searches, by one thread.
    pub fn is_trial(&self) -> bool {
        self.states != u64::MAX
    }

    #[cold]
    pub fn give_up(&self, why: Why) {
        self.gave_up.store(why as u8, Ordering::Relaxed);
    }

    #[inline(always)]
    pub fn is_given_up(&self) -> bool {
        self.gave_up.load(Ordering::Relaxed) != 0
    }

    /// Gives up if so many states are enough.
    #[inline(always)]
    pub fn has_stored(&self, states: u64, questions: impl Fn() -> Questions) {
        // Where hardly any step has repeated so far, few states tell.
        let is_hopeless = || questions().share_of_new() > HARDLY_ANY;
        if states > self.states || (self.is_trial() && !self.always && states > SHORT_TRIAL && is_hopeless()) {
            *self.questions.lock().unwrap_or_else(PoisonError::into_inner) = questions();
            self.give_up(Why::Enough);
        }
    }

    /// An outcome, if the search was not given up.
    pub fn outcome(&self, outcome: Option<Outcome>) -> Result<Outcome, Why> {
        match (self.gave_up.load(Ordering::Relaxed), outcome) {
            (0, Some(outcome)) => Ok(outcome),
            (1, _) => Err(Why::Full),
            (3, _) => Err(Why::Enough),
            (4, _) => Err(Why::IsNotReduced),
            _ => Err(Why::DoesNotPay),
        }
    }
}
