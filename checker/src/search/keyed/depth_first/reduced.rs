//! What is left out at a state ([`leave_out`]), by keys.
//!
//! Which options are possible is known without a look at the state. The state itself is needed only where a stubborn
//! set has to be looked for.

use super::DepthFirst;
use crate::collapse::{Engine, ExpandError, Key};
use crate::exec::Machine;
use crate::search::keyed::set::KeySet;
use crate::search::leave_out::{Chooser, Expanded, leave_out};
use crate::search::reduction::Found;
use crate::stubborn::{LazyState, Processes, Sight};

/// What is known of the processes of a state.
#[derive(Debug, Default)]
pub struct Scratch<const K: usize> {
    /// The keys that the claim leads to.
    after_claim: Vec<Key<K>>,
    /// Where their control states are in the order of `Model::options`.
    states: Vec<u32>,
    /// Which of their options are possible.
    possible: Vec<u64>,
    /// The state itself.
    row: Vec<u32>,
}

impl<const K: usize, S: KeySet<K>, const REDUCES: bool> DepthFirst<'_, '_, '_, K, S, REDUCES> {
    /// Finds as few successors of a key as are enough.
    pub(super) fn expand_reduced(&mut self, key: &Key<K>) -> Result<(), ExpandError> {
        self.engine.begin();
        if self.explorer.model.claim.is_none() {
            return self.expand_from(key, 0);
        }
        // The system moves from where the claim has led.
        let mut after = std::mem::take(&mut self.scratch.after_claim);
        after.clear();
        let expanded = self
            .engine
            .steps_of_claim(&mut self.explorer.machine, key, &mut after)
            .and_then(|()| after.iter().try_for_each(|next| self.expand_from(next, 1)));
        self.scratch.after_claim = after;
        expanded
    }

    /// The same for a key that is so many steps away from the one that is expanded.
    fn expand_from(&mut self, key: &Key<K>, depth: u32) -> Result<(), ExpandError> {
        let first = self.found.len();
        let mut here = Here { search: self, key, depth, first, is_seen: false };
        if leave_out(&mut here)? { Ok(()) } else { Err(ExpandError::Unusual) }
    }
}

/// A key, so many steps away from the one that is expanded.
struct Here<'a, 'm, 'w, 's, const K: usize, S: KeySet<K>, const REDUCES: bool> {
    search: &'a mut DepthFirst<'m, 'w, 's, K, S, REDUCES>,
    key: &'a Key<K>,
    depth: u32,
    /// Its successors come after those that were found before.
    first: usize,
    /// It is known what each process can do.
    is_seen: bool,
}

impl<const K: usize, S: KeySet<K>, const REDUCES: bool> Chooser for Here<'_, '_, '_, '_, K, S, REDUCES> {
    type Error = ExpandError;

    #[inline(always)]
    fn safe_process(&mut self, from: i32) -> Option<u32> {
        let states = &self.search.scratch.states;
        self.search.explorer.reduction.safe_among(states.len() as u32, from, |pid| states[pid as usize] as usize)
    }

    fn stubborn_set(&mut self) -> Result<Found, ExpandError> {
        let DepthFirst { engine, explorer, scratch, .. } = &mut *self.search;
        if !explorer.reduction.looks_for_sets() {
            return Ok(Found::Paused);
        }
        let machine = &mut explorer.machine;
        scratch.possible.clear();
        for pid in 0..scratch.states.len() as u32 {
            match engine.possible(machine, self.key, pid)? {
                Some(bits) => scratch.possible.push(bits),
                None => break,
            }
        }
        self.is_seen = scratch.possible.len() == scratch.states.len();
        if !self.is_seen {
            let state = engine.unpack(machine, self.key).to_vec();
            machine.load(&state);
            return Ok(explorer.reduction.set_of(machine));
        }
        let mut lazy = Lazy { engine, machine, key: self.key, is_there: false };
        Ok(explorer.reduction.set_seen(&scratch.states, &scratch.possible, &mut lazy))
    }

    fn overdue(&mut self, tried: Processes) -> Found {
        let DepthFirst { engine, explorer, scratch, .. } = &mut *self.search;
        // With a claim, all that is put off matters.
        if explorer.model.claim.is_some() {
            return Found::All(Processes::ALL);
        }
        scratch.row.clear();
        scratch.row.extend_from_slice(engine.unpack(&mut explorer.machine, self.key));
        let (state, reached) = (&scratch.row, engine.reached());
        if !self.is_seen {
            explorer.machine.load(state);
            return explorer.reduction.overdue(&mut explorer.machine, reached, tried);
        }
        let here = Sight { model: explorer.model, shape: explorer.machine.shapes().get(state[0]), state };
        explorer.reduction.overdue_seen(here, &scratch.possible, reached, tried)
    }

    fn was_not_enough(&mut self) {
        self.search.explorer.reduction.was_not_enough();
    }
}

impl<const K: usize, S: KeySet<K>, const REDUCES: bool> Expanded for Here<'_, '_, '_, '_, K, S, REDUCES> {
    #[inline(always)]
    fn processes(&mut self) -> u32 {
        let DepthFirst { engine, explorer, scratch, .. } = &mut *self.search;
        let count = engine.processes_at(&mut explorer.machine, self.key);
        scratch.states.clear();
        for pid in 0..count {
            scratch.states.push(engine.control_state(&mut explorer.machine, self.key, pid));
        }
        count
    }

    #[inline(always)]
    fn try_some(&mut self, among: Processes) -> Result<(), ExpandError> {
        let DepthFirst { engine, explorer, found, .. } = &mut *self.search;
        engine.expand_some(&mut explorer.machine, self.key, (among, self.depth), found).map(|_| ())
    }

    fn try_all(&mut self) -> Result<bool, ExpandError> {
        self.drop_found();
        let DepthFirst { engine, explorer, found, .. } = &mut *self.search;
        engine.expand_all(&mut explorer.machine, self.key, self.depth, found)
    }

    #[inline(always)]
    fn has_found(&self) -> bool {
        self.search.found.len() > self.first
    }

    #[inline(always)]
    fn leads_ahead(&mut self) -> bool {
        self.search.look_up(self.first)
    }

    #[inline(always)]
    fn drop_found(&mut self) {
        let DepthFirst { explorer, found, known, .. } = &mut *self.search;
        explorer.statistics.matched += (found.len() - self.first) as u64;
        found.truncate(self.first);
        known.truncate(self.first);
    }

    #[inline(always)]
    fn was_alone(&mut self) {
        self.search.alone += 1;
    }
}

/// The state of a key, which is not unpacked before somebody wants to see it.
struct Lazy<'a, 'm, 's, const K: usize> {
    engine: &'a mut Engine<'m, 's, K>,
    machine: &'a mut Machine<'m>,
    key: &'a Key<K>,
    is_there: bool,
}

impl<const K: usize> LazyState for Lazy<'_, '_, '_, K> {
    fn shape(&mut self) -> u32 {
        self.engine.shape_of(self.key)
    }

    fn word(&mut self, word: u32) -> u32 {
        self.engine.global_word(self.key, word)
    }

    fn sight(&mut self) -> Sight<'_> {
        if !self.is_there {
            self.is_there = true;
            self.engine.unpack(self.machine, self.key);
        }
        let state = self.engine.last_unpacked();
        Sight { model: self.machine.model, shape: self.machine.shapes().get(state[0]), state }
    }
}
