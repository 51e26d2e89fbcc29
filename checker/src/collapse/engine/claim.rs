//! Claims: they move first, then the system does.

use super::Engine;
use super::site::Site;
use crate::collapse::ExpandError;
use crate::collapse::fields::{self, Key};
use crate::collapse::memo::{Entry, KeyStep};
use crate::collapse::reached::Sink;
use crate::collapse::touch::Who;
use crate::exec::shape::ProcessPlace;
use crate::exec::{CLAIM, Machine};
use crate::successors::{Attempt, Tried};

impl<'m, 's, const K: usize> Engine<'m, 's, K> {
    /// The claim moves, then the system. False if the system cannot: then the claim may go on alone.
    pub(super) fn with_claim(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        out: &mut impl Sink<K>,
    ) -> Result<bool, ExpandError> {
        let mut at = self.entry_of_claim(machine, key)?.first();
        // Where the claim cannot move, nobody goes on.
        while at > 0 {
            self.deepest = self.deepest.max(1);
            let step = self.memo.step(at);
            let next = fields::xor(*key, &step.delta);
            if !self.all_processes(machine, &next, (1, false), out)? {
                return Ok(false);
            }
            at = if step.is_last() { 0 } else { at + 1 };
        }
        Ok(true)
    }

    /// What the claim can do.
    #[inline(always)]
    fn entry_of_claim(&mut self, machine: &mut Machine, key: &Key<K>) -> Result<Entry, ExpandError> {
        let number = self.claim.number(key) as usize;
        let site = self.site(machine, key, (Who::Claim, false), number);
        let Site { mask, asked, wild, .. } = self.sites[site as usize];
        if wild {
            return Err(ExpandError::Unusual);
        }
        self.asked += 1;
        let entry = match self.memo.find(asked, &fields::and(*key, &mask)) {
            Some(entry) => entry,
            None => self.answer_of_claim(machine, key, site)?,
        };
        if entry == Entry::UNUSUAL { Err(ExpandError::Unusual) } else { Ok(entry) }
    }

    /// Adds the keys that the claim can lead to.
    pub fn steps_of_claim(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        keys: &mut Vec<Key<K>>,
    ) -> Result<(), ExpandError> {
        let mut at = self.entry_of_claim(machine, key)?.first();
        while at > 0 {
            self.deepest = self.deepest.max(1);
            let step = self.memo.step(at);
            keys.push(fields::xor(*key, &step.delta));
            at = if step.is_last() { 0 } else { at + 1 };
        }
        Ok(())
    }

    /// Works out what the claim can do.
    #[cold]
    fn answer_of_claim(&mut self, machine: &mut Machine, key: &Key<K>, site: u32) -> Result<Entry, ExpandError> {
        self.missed += 1;
        self.unpack(machine, key);
        let row = std::mem::take(&mut self.row);
        let steps = self.work_out_claim(machine, key, &row, site);
        self.row = row;
        let entry = match steps? {
            Some(steps) => self.memo.add(&steps),
            None => Entry::UNUSUAL,
        };
        // The fields may have changed.
        let Site { mask, asked, .. } = self.sites[site as usize];
        self.memo.keep(asked, &fields::and(*key, &mask), entry);
        Ok(entry)
    }

    /// `None` if the worker loop has to see to it: something goes wrong, or the claim comes to its end.
    fn work_out_claim(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        row: &[u32],
        site: u32,
    ) -> Result<Option<Vec<KeyStep<K>>>, ExpandError> {
        let model = self.model;
        let Some(claim) = model.claim else { return Ok(None) };
        let place = ProcessPlace::new(model, claim.proctype, claim.frame);
        let ends = |state: u32| state == 0 || model.proctype(claim.proctype).states[state as usize].end;
        if ends(row[claim.frame as usize] & place.pc_mask) {
            return Ok(None);
        }
        self.found.clear();
        let (at, len) = (self.found.write(row), row.len());
        self.expander.begin_attempts();
        let Site { first, end, touch, .. } = self.sites[site as usize];
        let (mut moved, mut steps) = (false, Vec::new());
        for transition in first..end {
            let t = &model.transitions[transition as usize];
            self.expander.hidden[0] = 0;
            let attempt = Attempt { at, len, pid: CLAIM, place, transition, moved, timeout: false };
            match self.expander.attempt(machine, attempt, &mut self.found) {
                Ok(Tried::Blocked | Tried::NoMessage) => {}
                Ok(Tried::Done(at, len)) if !ends(t.target.0) && !t.atomic && t.escape == 0 => {
                    moved = true;
                    let changed = self.change(machine, (key, row), (at, len), touch);
                    let (delta, within) = changed.ok_or(ExpandError::Full)?;
                    if !within || self.expander.hidden[0] != 0 {
                        return Ok(None);
                    }
                    steps.push(KeyStep::new(delta, transition, false, 0));
                }
                Ok(Tried::Done(..)) | Err(_) => return Ok(None),
            }
        }
        Ok(Some(steps))
    }
}
