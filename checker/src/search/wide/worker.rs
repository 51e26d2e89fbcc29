//! One thread of the search: takes states of a level and finds the next level.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::arena::Place;
use super::keeper::Keeper;
use super::pending::{Item, Pending};
use super::shared::{NOWHERE, Shared, flags_of};
use crate::search::explorer::Explorer;
use crate::search::store::hash;
use crate::search::visitor::{Flags, Visit, Visitor};
use crate::search::{Control, ErrorFound, ErrorKind, Incomplete, KEPT_ERRORS, Move, Progress};

/// Puts the states that a thread reaches into the row, and those that are new into the next level. `REDUCES`: the search needs
/// to know at once whether a state is new.
pub struct Finder<'s, const REDUCES: bool> {
    pub keeper: Keeper<'s>,
    pending: Pending,
    /// The state that is expanded, in bits.
    from: u64,
    stored: u64,
    matched: u64,
    depth: u64,
}

impl<'s, const REDUCES: bool> Finder<'s, REDUCES> {
    pub fn new(shared: &'s Shared, words: usize) -> Finder<'s, REDUCES> {
        let (keeper, pending) = (Keeper::new(shared), Pending::new(words));
        Finder { keeper, pending, from: NOWHERE, stored: 0, matched: 0, depth: 0 }
    }

    #[inline(always)]
    fn reach(&mut self, state: &[u32], flags: Flags) {
        if !self.pending.has_room(state.len()) {
            self.make_room(state.len());
        }
        let hash = hash(state);
        self.keeper.ask_for_slot(hash);
        self.pending.push(state, Item { hash, from: self.from, flags, ..Item::default() });
        if let Some(item) = self.pending.middle() {
            self.keeper.ask_for_state(item.hash);
        }
    }

    #[inline(always)]
    fn make_room(&mut self, words: usize) {
        self.look_up_first();
        if !self.pending.has_room(words) {
            self.look_up();
            self.pending.widen(words);
        }
    }

    #[inline(always)]
    fn look_up_first(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let (item, state) = self.pending.first();
        if self.keeper.insert(state, &item) {
            self.stored += 1;
            self.depth = self.depth.max(item.depth);
        } else {
            self.matched += 1;
        }
        self.pending.pop();
    }

    /// Looks up all states that are waiting.
    fn look_up(&mut self) {
        while !self.pending.is_empty() {
            self.look_up_first();
        }
    }
}

impl<const REDUCES: bool> Visitor for Finder<'_, REDUCES> {
    const REDUCES: bool = REDUCES;
    const AT_ONCE: bool = true;

    #[inline]
    fn visit(&mut self, state: &[u32], flags: Flags) -> Visit {
        if REDUCES {
            let item = Item { hash: hash(state), from: self.from, flags, ..Item::default() };
            // Only a new state is sure to be followed later.
            return if self.keeper.insert(state, &item) { Visit::Later } else { Visit::Again };
        }
        self.reach(state, flags);
        Visit::Deferred
    }

    #[inline(always)]
    fn deferred(&mut self, depth: u64) {
        self.pending.last_mut().depth = depth;
    }

    fn bytes(&self) -> u64 {
        self.keeper.bytes()
    }

    fn tells(&self, progress: &mut Progress) {
        progress.stored += self.stored;
        progress.matched += self.matched;
    }
}

/// An error, and the state from which its trail goes on.
pub struct Traced {
    pub error: ErrorFound,
    pub from: Place,
    level: u64,
}

impl Traced {
    /// Which error comes first, whoever found it. Where a step goes wrong, nothing may be able to move just because of that: so standing still
    /// comes last.
    pub fn order(&self) -> (u64, bool, usize, ErrorKind, &str) {
        let error = &self.error;
        (self.level, error.kind == ErrorKind::EndState, error.trail.len(), error.kind, &error.message)
    }
}

/// One thread's part in the search.
pub struct Worker<'m, 'w, 's, const REDUCES: bool> {
    pub explorer: Explorer<'m, 'w>,
    pub finder: Finder<'s, REDUCES>,
    pub errors: Vec<Traced>,
}

impl<const REDUCES: bool> Worker<'_, '_, '_, REDUCES> {
    /// The initial state.
    pub fn begin(&mut self, control: &mut Control) {
        let flags = self.explorer.initial_flags();
        self.explorer.run(flags, &mut self.finder, true, control);
        self.settle();
    }

    /// Expands states of a level.
    pub fn expand(&mut self, level: &[Place], range: Range<usize>, control: &mut Control) {
        for &place in &level[range] {
            if self.explorer.is_over() || self.explorer.is_incomplete() {
                break;
            }
            let shared = self.finder.keeper.shared;
            let flags = flags_of(shared.arena.note(place));
            let state = shared.state(place, &mut self.explorer.machine);
            self.explorer.machine.load(state);
            self.finder.from = place.to_bits();
            self.explorer.run(flags, &mut self.finder, false, control);
            if !self.explorer.errors.is_empty() {
                self.keep_errors(place);
            }
        }
        self.finder.keeper.make_way();
    }

    /// Keeps the least errors: those are the same whichever thread found them.
    fn keep_errors(&mut self, from: Place) {
        let found = self.explorer.errors.drain(..);
        let level = self.explorer.base_depth;
        self.errors.extend(found.map(|error| Traced { error, from, level }));
        if self.errors.len() > KEPT_ERRORS {
            self.errors.sort_by(|a, b| a.order().cmp(&b.order()));
            self.errors.truncate(KEPT_ERRORS);
        }
    }

    /// Looks up what is waiting and brings the accounts up to date.
    pub fn settle(&mut self) {
        self.finder.look_up();
        self.finder.keeper.pause();
        let statistics = &mut self.explorer.statistics;
        statistics.stored += std::mem::take(&mut self.finder.stored);
        statistics.matched += std::mem::take(&mut self.finder.matched);
        statistics.depth = statistics.depth.max(self.finder.depth);
        if self.finder.keeper.shared.full.load(Ordering::Relaxed) {
            self.explorer.incomplete = Some(Incomplete::Memory);
        }
    }

    /// The steps from the initial state to another.
    pub fn steps_to(&mut self, place: Place) -> Vec<Move> {
        let shared = self.finder.keeper.shared;
        let way = shared.way_to(place);
        let mut steps = Vec::new();
        for pair in way.windows(2) {
            let from = shared.state(pair[0], &mut self.explorer.machine);
            let to = shared.state(pair[1], &mut self.explorer.machine);
            let flags = flags_of(shared.arena.note(pair[0]));
            steps.extend(self.explorer.steps_between(from, flags, &mut Target(to)));
        }
        steps
    }
}

/// Looks for one state.
struct Target<'a>(&'a [u32]);

impl Visitor for Target<'_> {
    fn visit(&mut self, state: &[u32], _flags: Flags) -> Visit {
        if state == self.0 { Visit::Found } else { Visit::Seen }
    }

    fn bytes(&self) -> u64 {
        0
    }
}
