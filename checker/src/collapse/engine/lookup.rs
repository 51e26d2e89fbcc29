//! Looking up what processes can do, for several keys before the first of them is expanded: memory comes meanwhile.
//!
//! Only what is known and simple is taken from there. The rest is left for later, and asked once more.

use super::Engine;
use super::site::Spot;
use crate::collapse::ExpandError;
use crate::collapse::fields::{self, Key};
use crate::collapse::memo::Entry;
use crate::collapse::reached::{Reached, Sink};
use crate::exec::Machine;
use std::num::NonZeroU32;

/// What was looked up of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Looked {
    entry: Entry,
    /// The sequence that the entry is of, or 0.
    sequence: u32,
}

/// What was looked up for some keys.
#[derive(Debug, Default)]
pub struct Lookups {
    list: Vec<Looked>,
    /// Where that of the next key begins.
    next: usize,
}

impl Lookups {
    pub fn clear(&mut self) {
        self.list.clear();
        self.next = 0;
    }
}

impl Looked {
    /// Whether there is nothing, or one plain step.
    #[inline(always)]
    fn is_simple(self) -> bool {
        self.entry.is_simple() & (self.sequence == 0)
    }

    /// It is not known yet, or more complicated.
    const LATER: Looked = Looked { entry: Entry::UNUSUAL, sequence: u32::MAX };
}

impl<const K: usize> Engine<'_, '_, K> {
    /// Lookups up what the processes can do at some keys, so that [`Engine::expand_next`] has it at hand for each of
    /// them, in this order. Whatever is not known is left for later.
    #[inline]
    pub fn look_up_all(&mut self, machine: &mut Machine, keys: &[Key<K>], lookups: &mut Lookups) {
        lookups.clear();
        if self.model.claim.is_some() {
            return;
        }
        for key in keys {
            self.look(machine, key, lookups);
        }
    }

    #[inline(always)]
    pub(super) fn look(&mut self, machine: &mut Machine, key: &Key<K>, lookups: &mut Lookups) {
        let count = self.process_count(machine, key) as usize;
        // The youngest comes first.
        let pids = (0..count).rev();
        lookups.list.extend(pids.map(|pid| self.look_up(key, pid)));
    }

    #[inline(always)]
    pub(super) fn look_up(&self, key: &Key<K>, pid: usize) -> Looked {
        let view = &self.views[pid];
        let number = match view.run {
            Some(run) => run.number(key) as usize,
            None => self.processes[pid].number(key) as usize,
        };
        let Some(spot) = view.places.spots.get(number) else { return Looked::LATER };
        if spot.sequence == Spot::<K>::OTHER {
            return self.look_closer(key, view.places.site(number)).unwrap_or(Looked::LATER);
        }
        match self.memo.find(spot.asked, &fields::and(*key, &spot.mask)) {
            Some(entry) => {
                self.memo.prefetch_step(entry);
                Looked { entry, sequence: spot.sequence }
            }
            None => Looked::LATER,
        }
    }

    /// The same at a site where it is more complicated.
    #[inline(never)]
    pub(super) fn look_closer(&self, key: &Key<K>, at: u32) -> Option<Looked> {
        let site = &self.sites[at as usize];
        if !site.guided {
            return None;
        }
        let entry = self.memo.find(site.asked, &fields::and(*key, &site.mask))?;
        self.look_further(key, entry.first())
    }

    /// The same at a site that another one has led to.
    pub(super) fn look_further(&self, key: &Key<K>, at: usize) -> Option<Looked> {
        let site = &self.sites[at];
        let number = site.sequence.map_or(0, NonZeroU32::get);
        let sequence = &self.sequences[number as usize];
        if !sequence.never {
            let entry = self.memo.find(sequence.asked, &fields::and(*key, &sequence.mask))?;
            return Some(Looked { entry, sequence: number });
        }
        if site.by_options || site.wild {
            return None;
        }
        let entry = self.memo.find(site.asked, &fields::and(*key, &site.mask))?;
        Some(Looked { entry, sequence: 0 })
    }

    /// Takes all that was looked up for the next key. Whether a process could move.
    #[inline(always)]
    pub(super) fn all_looked(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        depth: u32,
        lookups: &mut Lookups,
        out: &mut impl Sink<K>,
    ) -> Result<bool, ExpandError> {
        let count = self.process_count(machine, key);
        let looked = &lookups.list[lookups.next..][..count as usize];
        // Whatever comes of it, the next key is the next one.
        lookups.next += count as usize;
        self.asked += u64::from(count);
        let mut any = false;
        for (pid, &looked) in (0..count).rev().zip(looked) {
            any |= self.take_looked(machine, key, (pid, looked), depth, out)?;
        }
        Ok(any)
    }

    /// Takes what was looked up of a process. Whether it could move.
    #[inline(always)]
    pub(super) fn take_looked(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        (pid, looked): (u32, Looked),
        depth: u32,
        out: &mut impl Sink<K>,
    ) -> Result<bool, ExpandError> {
        if looked.is_simple() {
            // Where there is no step, there is still one to read.
            let next = fields::xor(*key, &self.memo.step(looked.entry.first()).delta);
            let is_one = looked.entry.is_one();
            out.push_if(Reached { key: next, depth: depth + 1, flags: self.flags }, is_one);
            return Ok(is_one);
        }
        if looked.sequence == 0 {
            self.take(machine, key, pid, looked.entry, depth, out)
        } else if looked == Looked::LATER {
            // It is asked once more, and counted then.
            self.asked -= 1;
            self.try_process(machine, key, (pid, false), depth, out)
        } else {
            self.sequences[looked.sequence as usize].tries += 1;
            self.take_sequence(key, looked.entry, depth, out)
        }
    }
}
