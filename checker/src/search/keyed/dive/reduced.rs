//! What is left out at a state: as in [`depth`](crate::search::depth), but by keys.
//!
//! Which options are possible is known without a look at the state. The state itself is needed only where a stubborn set has to be
//! looked for.

use super::Dive;
use crate::collapse::{Engine, Key, Trouble};
use crate::exec::Machine;
use crate::search::keyed::set::KeySet;
use crate::search::reduction::Found;
use crate::stubborn::{Glimpse, Processes, Sight};

/// What is known of the processes of a state.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Where their control states are in the order of `Model::options`.
    states: Vec<u32>,
    /// Which of their options are possible.
    possible: Vec<u64>,
    /// The state itself.
    row: Vec<u32>,
}

impl<const K: usize, S: KeySet<K>, const REDUCES: bool> Dive<'_, '_, '_, K, S, REDUCES> {
    /// Finds as few successors of a key as are enough.
    pub(super) fn expand_reduced(&mut self, key: &Key<K>) -> Result<(), Trouble> {
        self.engine.begin();
        let Some(steps) = self.engine.steps_of_claim(&mut self.explorer.machine, key)? else {
            return if self.leave_out(key, 0)? { Ok(()) } else { Err(Trouble::Unusual) };
        };
        for next in steps {
            if !self.leave_out(&next, 1)? {
                return Err(Trouble::Unusual);
            }
        }
        Ok(())
    }

    /// Tries as few processes as are enough, so many steps away from the state that is expanded. Whether one could move.
    fn leave_out(&mut self, key: &Key<K>, depth: u32) -> Result<bool, Trouble> {
        let first = self.found.len();
        let count = self.engine.processes_at(&mut self.explorer.machine, key);
        if count < 2 {
            return self.try_all(key, depth, first);
        }
        self.scratch.states.clear();
        for pid in 0..count {
            let state = self.engine.control_state(&mut self.explorer.machine, key, pid);
            self.scratch.states.push(state);
        }
        let mut below = count as i32 - 1;
        // As in Spin: one that may be taken alone, or after one that led back another one.
        while let Some(pid) = self.safe_process(count, below) {
            self.drop_found(first);
            self.try_some(key, Processes::only(pid), depth)?;
            if self.look_up(first) {
                self.alone += 1;
                return Ok(true);
            }
            below = pid as i32 - 1;
            if self.found.len() > first && self.safe_process(count, below).is_none() {
                return self.try_all(key, depth, first);
            }
        }
        self.drop_found(first);
        if !self.explorer.reduction.looks_for_sets() {
            return self.try_all(key, depth, first);
        }
        let (found, is_seen) = self.stubborn_set(key, count)?;
        let set = match found {
            Found::Paused => return self.try_all(key, depth, first),
            Found::All(set) | Found::Set(set) => set,
        };
        self.try_some(key, set, depth)?;
        let after = self.found.len();
        if after == first {
            return self.try_all(key, depth, first);
        }
        if self.look_up(first) || matches!(found, Found::All(_)) {
            return Ok(true);
        }
        if self.explorer.model.claim.is_some() {
            self.explorer.reduction.was_not_enough();
            return self.try_all(key, depth, first);
        }
        // It does not matter what is put off, but for what can go wrong.
        match self.overdue(key, set, is_seen) {
            Found::Set(Processes(0)) => Ok(true),
            Found::Set(more) => {
                self.try_some(key, more, depth)?;
                Ok(true)
            }
            Found::All(_) | Found::Paused => {
                self.explorer.reduction.was_not_enough();
                self.try_all(key, depth, first)
            }
        }
    }

    fn safe_process(&self, count: u32, from: i32) -> Option<u32> {
        let states = &self.scratch.states;
        self.explorer.reduction.safe_among(count, from, |pid| states[pid as usize] as usize)
    }

    /// A stubborn set, and whether it is known what each process can do.
    fn stubborn_set(&mut self, key: &Key<K>, count: u32) -> Result<(Found, bool), Trouble> {
        let machine = &mut self.explorer.machine;
        self.scratch.possible.clear();
        for pid in 0..count {
            match self.engine.possible(machine, key, pid)? {
                Some(bits) => self.scratch.possible.push(bits),
                None => break,
            }
        }
        if self.scratch.possible.len() < count as usize {
            let state = self.engine.unpack(machine, key).to_vec();
            machine.load(&state);
            return Ok((self.explorer.reduction.set_of(machine), false));
        }
        let Scratch { states, possible, .. } = &self.scratch;
        let mut lazy = Lazy { engine: &mut self.engine, machine, key, is_there: false };
        Ok((self.explorer.reduction.set_seen(states, possible, &mut lazy), true))
    }

    /// What has to be tried besides a set that led back.
    fn overdue(&mut self, key: &Key<K>, set: Processes, is_seen: bool) -> Found {
        let explorer = &mut self.explorer;
        self.scratch.row.clear();
        self.scratch.row.extend_from_slice(self.engine.unpack(&mut explorer.machine, key));
        let state = &self.scratch.row;
        let reached = self.engine.reached();
        if !is_seen {
            explorer.machine.load(state);
            return explorer.reduction.overdue(&mut explorer.machine, reached, set);
        }
        let here = Sight { model: explorer.model, shape: explorer.machine.shapes().get(state[0]), state };
        explorer.reduction.overdue_seen(here, &self.scratch.possible, reached, set)
    }

    fn try_some(&mut self, key: &Key<K>, among: Processes, depth: u32) -> Result<bool, Trouble> {
        self.engine.expand_some(&mut self.explorer.machine, key, (among, depth), &mut self.found)
    }

    fn try_all(&mut self, key: &Key<K>, depth: u32, first: usize) -> Result<bool, Trouble> {
        self.drop_found(first);
        self.engine.expand_all(&mut self.explorer.machine, key, depth, &mut self.found)
    }

    /// What was found led back and is not enough. It counts all the same, as in Spin.
    fn drop_found(&mut self, first: usize) {
        self.explorer.statistics.matched += (self.found.len() - first) as u64;
        self.found.truncate(first);
        self.known.truncate(first);
    }
}

/// The state of a key, which is not unpacked before somebody wants to see it.
struct Lazy<'a, 'm, 's, const K: usize> {
    engine: &'a mut Engine<'m, 's, K>,
    machine: &'a mut Machine<'m>,
    key: &'a Key<K>,
    is_there: bool,
}

impl<const K: usize> Glimpse for Lazy<'_, '_, '_, K> {
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
