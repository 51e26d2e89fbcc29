//! Atomic sequences: where they end is kept, not where they pass.

use super::Engine;
use super::site::{SEQUENCE_TRIES, Sequence, Turn, mask_of};
use crate::collapse::ExpandError;
use crate::collapse::fields::{self, Key};
use crate::collapse::memo::{Entry, KeyStep};
use crate::collapse::reached::{Reached, Sink};
use crate::collapse::touch::Who;
use crate::exec::Machine;
use std::num::NonZeroU32;

/// Steps on top of each other inside of atomic sequences: beyond, the worker loop has to find out whether that goes in
/// cycles.
pub const DEEPEST: u32 = 1000;

/// What was touched on the way through atomic sequences.
#[derive(Debug, Default)]
pub struct Trace {
    pub on: bool,
    pub touches: Vec<u32>,
    /// It may have been anything.
    pub wild: bool,
}

impl<const K: usize> Engine<'_, '_, K> {
    /// The same for one that leads into atomic sequences: all that they lead to at once.
    #[inline(always)]
    pub(super) fn sequence(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        turn: Turn,
        (number, depth): (NonZeroU32, u32),
        out: &mut impl Sink<K>,
    ) -> Result<bool, ExpandError> {
        let sequence = &mut self.sequences[number.get() as usize];
        if sequence.never {
            return self.process(machine, key, turn, depth, out);
        }
        sequence.tries += 1;
        self.asked += 1;
        let touched = fields::and(*key, &sequence.mask);
        let Some(entry) = self.memo.find(sequence.asked, &touched) else {
            return self.follow_sequence(machine, key, turn, (number.get() as usize, depth), out);
        };
        self.take_sequence(key, entry, depth, out)
    }

    /// Takes what atomic sequences lead to.
    #[inline(always)]
    pub(super) fn take_sequence(
        &mut self,
        key: &Key<K>,
        entry: Entry,
        depth: u32,
        out: &mut impl Sink<K>,
    ) -> Result<bool, ExpandError> {
        if entry == Entry::NOTHING {
            return Ok(false);
        }
        if entry == Entry::UNUSUAL {
            return Err(ExpandError::Unusual);
        }
        // The first tells how many steps it takes.
        let head = self.memo.step(entry.first());
        self.atomic_steps += u64::from(head.transition);
        self.deepest = self.deepest.max(depth + head.message());
        let mut at = entry.first() + 1;
        loop {
            let step = self.memo.step(at);
            let key = fields::xor(*key, &step.delta);
            out.push(Reached { key, depth: depth + step.message(), flags: self.flags });
            if step.is_last() {
                return Ok(true);
            }
            at += 1;
        }
    }

    /// Follows atomic sequences step by step, and keeps where they end.
    #[inline(never)]
    pub(super) fn follow_sequence(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        turn: Turn,
        (number, depth): (usize, u32),
        out: &mut impl Sink<K>,
    ) -> Result<bool, ExpandError> {
        let before = (std::mem::take(&mut self.atomic_steps), std::mem::take(&mut self.deepest), out.count());
        self.trace = Trace { on: true, ..Trace::default() };
        let found = self.process(machine, key, turn, depth, out);
        let mut trace = std::mem::take(&mut self.trace);
        let (steps, deepest) = (self.atomic_steps, self.deepest);
        (self.atomic_steps, self.deepest) = (before.0 + steps, before.1.max(deepest));
        if found == Err(ExpandError::Full) {
            return found;
        }
        let sequence = &mut self.sequences[number];
        sequence.misses += 1;
        let fails = sequence.tries > SEQUENCE_TRIES && sequence.misses > sequence.tries / 2;
        if trace.wild || fails || steps > u64::from(u32::MAX) {
            sequence.never = true;
            self.renew_spot(turn.site);
            return found;
        }
        trace.touches.push(sequence.touch);
        let touch = self.touches.join(&trace.touches);
        if touch.0 != sequence.touch {
            let asked = self.questions(1);
            let mask = mask_of(&self.inner, self.touches.parts(touch));
            let sequence = &mut self.sequences[number];
            (sequence.touch, sequence.asked, sequence.mask) = (touch.0, asked, mask);
            self.renew_spot(turn.site);
        }
        let entry = match found {
            Err(_) => Entry::UNUSUAL,
            Ok(false) => Entry::NOTHING,
            Ok(true) => {
                let head = KeyStep::new([0; K], steps as u32, false, deepest.saturating_sub(depth));
                let end = |r: Reached<K>| KeyStep::new(fields::xor(*key, &r.key), 0, false, r.depth - depth);
                let ends = (before.2..out.count()).map(|i| end(out.at(i)));
                let steps: Vec<KeyStep<K>> = std::iter::once(head).chain(ends).collect();
                self.memo.add(&steps)
            }
        };
        let Sequence { mask, asked, .. } = self.sequences[number];
        self.memo.keep(asked, &fields::and(*key, &mask), entry);
        found
    }

    /// The same for a step that does not end with itself.
    #[inline(never)]
    pub(super) fn take_further(
        &mut self,
        machine: &mut Machine,
        next: &Key<K>,
        pid: u32,
        step: &KeyStep<K>,
        depth: u32,
        out: &mut impl Sink<K>,
    ) -> Result<bool, ExpandError> {
        if step.is_atomic() {
            self.atomic_steps += 1;
            self.go_on(machine, next, pid, depth, out)?;
            return Ok(true);
        }
        self.offer(machine, next, pid, step.message(), depth, out)
    }

    /// A process is inside of an atomic sequence: only it can move.
    #[inline(never)]
    pub(super) fn go_on(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        pid: u32,
        depth: u32,
        out: &mut impl Sink<K>,
    ) -> Result<(), ExpandError> {
        if depth >= DEEPEST {
            return Err(ExpandError::Unusual);
        }
        self.deepest = self.deepest.max(depth);
        let number = self.processes[pid as usize].number(key) as usize;
        let at = self.site(machine, key, (Who::Process(pid), false), number);
        let touch = self.sites[at as usize].touch;
        if self.trace.on && !self.trace.touches.contains(&touch) {
            self.trace.touches.push(touch);
        }
        if !self.process(machine, key, Turn { pid, site: at, timeout: false }, depth, out)? {
            // The sequence blocks: this is a state after all.
            out.push(Reached { key: *key, depth, flags: self.flags });
        }
        Ok(())
    }
}
