//! One thread of the search: takes states of a level and finds the next level.

use std::ops::Range;
use std::sync::atomic::Ordering;

use std::io::{self, Read};

use super::arena::StateRef;
use super::keeper::Keeper;
use super::shared::{NOWHERE, Shared, flags_of};
use crate::bytes::{get, put};
use crate::exec::Move;
use crate::hash::hash;
use crate::search::checkpoint::{self, Kind, get_error, put_error};
use crate::search::explorer::Explorer;
use crate::search::leave_out::{Chooser, Expanded, leave_out};
use crate::search::reduction::Found;
use crate::search::traced::{self, Traced};
use crate::search::visitor::{Collector, Judgement, Target, Visit, Visitor};
use crate::search::{Control, Incomplete};
use crate::stubborn::Processes;
use crate::successors::{Expander, Flags, Successors, SuccessorsMark};

/// So many successors are gathered before they are looked up, so that their memory is there by then.
const GATHERED: usize = 64;

/// The level that a search goes on with, how deep it is, and what is known of the next one.
pub type Resumed = (Vec<StateRef>, u64, Vec<StateRef>);

/// One thread's part in the search.
pub struct Worker<'m, 'w, 's> {
    pub explorer: Explorer<'m, 'w>,
    /// New states, in the order in which they were found.
    pub next: Vec<StateRef>,
    /// States of the level that were taken and not expanded, because a limit was met.
    pub left: Vec<StateRef>,
    pub errors: Vec<Traced<StateRef>>,
    expander: Option<Expander<'m>>,
    keeper: Keeper<'s>,
    /// Successors that were not looked up yet, those of several states.
    found: Successors,
}

impl<'m, 'w, 's> Worker<'m, 'w, 's> {
    pub fn new(explorer: Explorer<'m, 'w>, shared: &'s Shared) -> Worker<'m, 'w, 's> {
        // What is below a limit counts differently: only the worker loop knows how.
        let limited = explorer.search.limits.depth.is_some();
        let expander = if limited { None } else { Expander::new(&explorer.machine) };
        Worker {
            explorer,
            next: Vec::new(),
            left: Vec::new(),
            errors: Vec::new(),
            expander,
            keeper: Keeper::new(shared),
            found: Successors::default(),
        }
    }

    /// Adds what these processes can do. False if the worker loop has to see to it.
    #[inline]
    fn try_processes(&mut self, state: &[u32], among: Processes) -> bool {
        let Some(expander) = &mut self.expander else { return false };
        if expander.expand(&mut self.explorer.machine, state, among, &mut self.found).is_err() {
            return false;
        }
        let (depth, statistics) = (self.explorer.base_depth, &mut self.explorer.statistics);
        statistics.atomic_steps += expander.atomic_steps;
        statistics.depth = statistics.depth.max(depth + u64::from(expander.deepest));
        true
    }

    /// Prefetches the successors from this one on.
    #[inline(always)]
    fn prefetch(&mut self, first: usize, from: StateRef) {
        let mut list = std::mem::take(&mut self.found.list);
        for successor in &mut list[first..] {
            successor.key = hash(self.found.row(successor));
            successor.from = from.to_bits();
            self.keeper.prefetch_slot(successor.key);
        }
        self.found.list = list;
    }

    /// Looks up the successors from this one on. Whether one is new.
    #[inline]
    fn look_up(&mut self, first: usize) -> bool {
        for successor in &self.found.list[first..] {
            self.keeper.prefetch_state(successor.key, successor.words());
        }
        let (depth, statistics) = (self.explorer.base_depth, &mut self.explorer.statistics);
        let mut any = false;
        for successor in &self.found.list[first..] {
            let row = self.found.row(successor);
            if self.keeper.insert(successor.key, row, successor.from, successor.flags, &mut self.next) {
                statistics.stored += 1;
                statistics.depth = statistics.depth.max(depth + u64::from(successor.depth));
                any = true;
            } else {
                statistics.matched += 1;
            }
        }
        any
    }

    /// Adds as few successors as are enough. Only a state that is new is sure to be followed later.
    fn expand_reduced(&mut self, state: &[u32], place: StateRef, control: &mut Control) {
        if self.expander.is_none() {
            return self.explore_reduced(state, place, control);
        }
        let before = self.found.mark();
        let mut here = Here { first: self.found.list.len(), before, has_found: false, worker: self, state, place };
        if leave_out(&mut here).is_err() {
            self.found.back_to(before);
            self.explore(state, place, control);
        }
    }

    /// Lets the worker loop expand a state.
    #[cold]
    fn explore(&mut self, state: &[u32], place: StateRef, control: &mut Control) {
        let flags = flags_of(self.keeper.shared.arena.note(place));
        self.explorer.machine.load(state);
        let mut collector = Collector { found: &mut self.found, depth: self.explorer.base_depth };
        self.explorer.run(flags, &mut collector, false, control);
        traced::keep(&mut self.errors, &mut self.explorer, place);
    }

    /// Lets the worker loop expand a state and decide what to leave out.
    fn explore_reduced(&mut self, state: &[u32], place: StateRef, control: &mut Control) {
        let flags = flags_of(self.keeper.shared.arena.note(place));
        self.explorer.machine.load(state);
        let mut finder = Finder { keeper: &mut self.keeper, from: place.to_bits(), next: &mut self.next };
        self.explorer.run(flags, &mut finder, false, control);
        traced::keep(&mut self.errors, &mut self.explorer, place);
    }

    fn load(&mut self, input: &mut dyn Read) -> io::Result<Resumed> {
        let shared = self.keeper.shared;
        shared.arena.load(input)?;
        let machine = &mut self.explorer.machine;
        let places = shared.arena.places(|shape| machine.words_of(shape));
        let depth = get(input)?;
        let mut list = || -> io::Result<Vec<StateRef>> {
            (0..get(input)?).map(|_| Ok(StateRef::from_bits(get(input)?))).collect()
        };
        let (level, next) = (list()?, list()?);
        for _ in 0..get(input)? {
            let error = get_error(input)?;
            self.errors.push(Traced { error, from: StateRef::from_bits(get(input)?), level: get(input)? });
        }
        for place in places {
            let state = shared.state(place, &mut self.explorer.machine);
            self.keeper.put(hash(state), place);
        }
        self.keeper.pause();
        Ok((level, depth, next))
    }

    /// Bytes of all threads.
    pub fn bytes(&self) -> u64 {
        self.keeper.bytes()
    }

    /// Keeps the initial state.
    pub fn begin(&mut self) {
        self.explorer.report_faults(0);
        if self.explorer.is_over() {
            return;
        }
        let (state, flags) = (self.explorer.machine.state(), self.explorer.initial_flags());
        self.keeper.insert(hash(state), state, NOWHERE, flags, &mut self.next);
        self.explorer.statistics.stored += 1;
        self.settle();
    }

    /// Expands states of a level.
    pub fn expand(&mut self, level: &[StateRef], range: Range<usize>, control: &mut Control) {
        let reduces = self.explorer.search.reduces();
        for (i, &place) in level[range.clone()].iter().enumerate() {
            if self.explorer.is_over() || self.explorer.is_incomplete() {
                self.left.extend_from_slice(&level[range.start + i..range.end]);
                break;
            }
            let shared = self.keeper.shared;
            let state = shared.state(place, &mut self.explorer.machine);
            let first = self.found.list.len();
            if reduces {
                self.expand_reduced(state, place, control);
            } else if !self.try_processes(state, Processes::ALL) {
                self.explore(state, place, control);
            }
            self.prefetch(first, place);
            let (keeper, words, count) = (&self.keeper, state.len(), self.found.list.len() - first);
            self.explorer.ticked(words, count, || keeper.bytes(), |_| {}, control);
            if self.found.list.len() >= GATHERED {
                self.look_up(0);
                self.found.clear();
            }
        }
        self.keeper.make_way();
    }

    /// Looks up what was gathered and brings the accounts up to date.
    pub fn settle(&mut self) {
        self.look_up(0);
        self.found.clear();
        self.keeper.pause();
        if self.keeper.shared.full.load(Ordering::Relaxed) {
            self.explorer.incomplete = Some(Incomplete::Memory);
        }
    }

    /// Which control states were reached.
    pub fn take_reached(&mut self) {
        if let Some(expander) = &self.expander {
            for (all, here) in self.explorer.reached.iter_mut().zip(&expander.reached) {
                *all |= here;
            }
        }
    }

    /// Writes the search: the states, those of the level that are to be expanded, and those of the next one.
    pub fn save(&self, level: &[StateRef], depth: u64, next: &[StateRef]) {
        let arena = &self.keeper.shared.arena;
        checkpoint::save(&self.explorer, self.expander.as_ref(), Kind::BreadthFirst, &mut |out| {
            arena.save(out)?;
            put(out, depth)?;
            for places in [level, next] {
                put(out, places.len() as u64)?;
                places.iter().try_for_each(|place| put(out, place.to_bits()))?;
            }
            put(out, self.errors.len() as u64)?;
            self.errors.iter().try_for_each(|traced| {
                put_error(out, &traced.error)?;
                put(out, traced.from.to_bits())?;
                put(out, traced.level)
            })
        });
    }

    /// Goes on from where an earlier search was written.
    pub fn resume(&mut self) -> Option<Resumed> {
        let mut input = checkpoint::saved(&mut self.explorer, Kind::BreadthFirst)?;
        self.load(&mut *input).ok()
    }

    /// The steps from the initial state to another.
    pub fn steps_to(&mut self, place: StateRef) -> Vec<Move> {
        let shared = self.keeper.shared;
        let path = shared.path_to(place);
        let mut steps = Vec::new();
        for pair in path.windows(2) {
            let from = shared.state(pair[0], &mut self.explorer.machine);
            let to = shared.state(pair[1], &mut self.explorer.machine);
            let flags = flags_of(shared.arena.note(pair[0]));
            steps.extend(self.explorer.steps_between(from, flags, &mut Target(to)));
        }
        steps
    }
}

/// A state that is expanded, and the successors of it that are not looked up yet.
struct Here<'a, 'm, 'w, 's> {
    worker: &'a mut Worker<'m, 'w, 's>,
    state: &'a [u32],
    place: StateRef,
    /// Its successors come after those of other states.
    before: SuccessorsMark,
    first: usize,
    /// The last attempt found some.
    has_found: bool,
}

/// The worker loop has to see to the state.
struct Unusual;

impl Chooser for Here<'_, '_, '_, '_> {
    type Error = Unusual;

    fn safe_process(&mut self, from: i32) -> Option<u32> {
        let Explorer { machine, reduction, .. } = &mut self.worker.explorer;
        machine.load(self.state);
        reduction.safe_process(machine, from)
    }

    fn stubborn_set(&mut self) -> Result<Found, Unusual> {
        let Explorer { machine, reduction, .. } = &mut self.worker.explorer;
        Ok(reduction.stubborn_set(machine, false))
    }

    fn overdue(&mut self, tried: Processes) -> Found {
        let Explorer { machine, reduction, reached, .. } = &mut self.worker.explorer;
        machine.load(self.state);
        let reached = self.worker.expander.as_ref().map_or(&*reached, |e| &e.reached);
        reduction.overdue(machine, reached, tried)
    }

    fn was_not_enough(&mut self) {
        self.worker.explorer.reduction.was_not_enough();
    }
}

impl Expanded for Here<'_, '_, '_, '_> {
    /// Most states that are not new were met in this level: another process that may be taken alone would hardly lead
    /// to one that is, and was found to cost more than it saves.
    const JUDGEMENT: Judgement = Judgement::All;

    fn processes(&mut self) -> u32 {
        let machine = &mut self.worker.explorer.machine;
        machine.load(self.state);
        machine.process_count()
    }

    fn try_some(&mut self, among: Processes) -> Result<(), Unusual> {
        if !self.worker.try_processes(self.state, among) {
            return Err(Unusual);
        }
        self.has_found = self.worker.found.list.len() > self.first;
        Ok(())
    }

    fn try_all(&mut self) -> Result<bool, Unusual> {
        self.drop_found();
        self.try_some(Processes::ALL).map(|()| self.has_found)
    }

    fn has_found(&self) -> bool {
        self.has_found
    }

    /// What was looked up is done with.
    fn leads_ahead(&mut self) -> bool {
        self.worker.prefetch(self.first, self.place);
        let ahead = self.worker.look_up(self.first);
        self.worker.found.back_to(self.before);
        ahead
    }

    fn drop_found(&mut self) {
        self.worker.found.back_to(self.before);
    }
}

/// Puts the states that the worker loop reaches into the table. The worker loop needs to know at once whether a state
/// is new.
struct Finder<'a, 's> {
    keeper: &'a mut Keeper<'s>,
    from: u64,
    next: &'a mut Vec<StateRef>,
}

impl Visitor for Finder<'_, '_> {
    const REDUCES: bool = true;
    const AT_ONCE: bool = true;

    #[inline]
    fn visit(&mut self, state: &[u32], flags: Flags) -> Visit {
        let is_new = self.keeper.insert(hash(state), state, self.from, flags, self.next);
        if is_new { Visit::Later } else { Visit::Again }
    }

    fn bytes(&self) -> u64 {
        self.keeper.bytes()
    }
}
