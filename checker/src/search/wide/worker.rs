//! One thread of the search: takes states of a level and finds the next level.

use std::ops::Range;

use super::arena::Place;
use crate::search::explorer::Explorer;
use crate::search::{Control, ErrorFound, ErrorKind, KEPT_ERRORS, Move};

/// An error, and the state from which its trail goes on.
pub struct Traced {
    pub error: ErrorFound,
    pub from: Place,
    pub level: u64,
}

impl Traced {
    /// Which error comes first, whoever found it. Where a step goes wrong, nothing may be able to move just because of that: so standing still
    /// comes last.
    pub fn order(&self) -> (u64, bool, usize, ErrorKind, &str) {
        let error = &self.error;
        (self.level, error.kind == ErrorKind::EndState, error.trail.len(), error.kind, &error.message)
    }
}

/// What every thread has.
pub struct Common<'m, 'w> {
    pub explorer: Explorer<'m, 'w>,
    /// New states, in the order in which they were found.
    pub next: Vec<Place>,
    /// States of the level that were taken and not expanded, because a limit was met.
    pub left: Vec<Place>,
    pub errors: Vec<Traced>,
}

impl<'m, 'w> Common<'m, 'w> {
    pub fn new(explorer: Explorer<'m, 'w>) -> Common<'m, 'w> {
        Common { explorer, next: Vec::new(), left: Vec::new(), errors: Vec::new() }
    }

    /// Takes the errors of the worker loop, and keeps the least: those are the same whichever thread found them.
    pub fn keep_errors(&mut self, from: Place) {
        if self.explorer.errors.is_empty() {
            return;
        }
        let level = self.explorer.base_depth;
        self.errors.extend(self.explorer.errors.drain(..).map(|error| Traced { error, from, level }));
        if self.errors.len() > KEPT_ERRORS {
            self.errors.sort_by(|a, b| a.order().cmp(&b.order()));
            self.errors.truncate(KEPT_ERRORS);
        }
    }
}

/// The level that a search goes on with, how deep it is, and what is known of the next one.
pub type Resumed = (Vec<Place>, u64, Vec<Place>);

/// One thread's part in the search, whatever way it keeps states.
pub trait Worker<'m, 'w> {
    fn common(&mut self) -> &mut Common<'m, 'w>;

    fn into_common(self) -> Common<'m, 'w>;

    /// Keeps the initial state.
    fn begin(&mut self);

    /// Expands states of a level.
    fn expand(&mut self, level: &[Place], range: Range<usize>, control: &mut Control);

    /// Looks up what was gathered and brings the accounts up to date.
    fn settle(&mut self);

    /// Which control states were reached.
    fn reached(&mut self) -> Vec<bool>;

    /// The steps from the initial state to another.
    fn steps_to(&mut self, place: Place) -> Vec<Move>;

    /// Bytes of all threads.
    fn bytes(&self) -> u64;

    /// Whether the search has to begin anew, in another way.
    fn gives_up(&self) -> bool {
        false
    }

    /// Writes the search: the states, those of the level that are to be expanded, and those of the next one.
    fn save(&self, _level: &[Place], _depth: u64, _next: &[Place]) {}

    /// Goes on from where an earlier search was written.
    fn resume(&mut self) -> Option<Resumed> {
        None
    }
}
