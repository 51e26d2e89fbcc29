//! What a process can do where nobody has asked before: it is worked out on the state itself, and kept.

use super::Engine;
use super::site::options;
use crate::collapse::ExpandError;
use crate::collapse::fields::{self, Key};
use crate::collapse::memo::{Entry, KeyStep};
use crate::collapse::touch::{TouchId, Who};
use crate::exec::Machine;
use crate::model::TransitionId;
use crate::model::accesses::{Access, Nothing};
use crate::successors::{Attempt, Tried};

/// For `Engine::receives`: not known yet, and never possible.
pub const UNKNOWN: u32 = 0;
pub const NEVER: u32 = u32::MAX;

/// What is tried when there is no answer yet.
#[derive(Clone, Copy)]
pub struct Question {
    pub pid: u32,
    pub site: u32,
    /// The options to try, and whether one before them was possible.
    pub first: u32,
    pub end: u32,
    pub moved: bool,
    /// They are tried one by one.
    pub alone: bool,
    pub timeout: bool,
    /// The message that is offered, or 0.
    pub message: u32,
}

impl<'m, 's, const K: usize> Engine<'m, 's, K> {
    /// What a step changes in a key, and whether all of that is among the parts that it was known to touch. `None` if
    /// there is no room.
    pub(super) fn change(
        &mut self,
        machine: &mut Machine,
        from: (&Key<K>, &[u32]),
        (at, len): (usize, usize),
        touch: u32,
    ) -> Option<(Key<K>, bool)> {
        let touched = self.touches.parts(TouchId(touch));
        let changed = self.inner.change(machine, from, self.found.words(at, len), touched);
        self.refresh();
        changed
    }

    /// A message is offered to a process at a site for the first time. What to ask.
    #[cold]
    pub(super) fn first_offer(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        (pid, at): (u32, u32),
        message: u32,
    ) -> u32 {
        let (model, channel) = (self.model, self.messages.get(message)[0]);
        let may = |t: u32| {
            let t = TransitionId(t);
            let parts = model.parts_of(t);
            parts.first().map_or(model.transition(t).receives, |part| model.transition(part.transition).receives)
        };
        let site = self.sites[at as usize];
        let mut is_possible = (site.first..site.end).any(may);
        // What is so here is so in all states of the site, if it is known what the site depends on.
        if is_possible && !site.wild {
            self.unpack(machine, key);
            is_possible = self.touches.receives(&options(machine, &self.row, Who::Process(pid)), channel);
        }
        let asked = if is_possible { self.questions(1) } else { NEVER };
        let at = at as usize;
        if self.receives.len() <= at {
            self.receives.resize_with(at + 1, Vec::new);
        }
        let list = &mut self.receives[at];
        if list.len() <= message as usize {
            list.resize(message as usize + 1, UNKNOWN);
        }
        list[message as usize] = asked;
        asked
    }

    /// Works out the answer to a question, and keeps it if it is the same whenever this is asked. `None` if an option
    /// begins a rendezvous and all were to be tried: then they have to be tried one by one, from now on.
    #[cold]
    #[inline(never)]
    pub(super) fn answer(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        question: Question,
    ) -> Result<Option<(Entry, bool)>, ExpandError> {
        self.missed += 1;
        let Question { pid, first, end, alone, timeout, message, .. } = question;
        let model = self.model;
        self.unpack(machine, key);
        let row = std::mem::take(&mut self.row);
        self.found.clear();
        let (at, len) = (self.found.write(&row), row.len());
        self.expander.begin_attempts();
        let place = machine.shapes().get(row[0]).processes[pid as usize];
        let (mut moved, mut escape, mut no_message) = (question.moved, 0, false);
        let mut taken: Vec<(u32, usize, usize, u32)> = Vec::new();
        let mut entry = None;
        for transition in first..end {
            let info = &model.transitions[transition as usize];
            if escape > 0 && escape != info.escape {
                break;
            }
            if no_message && info.repeats {
                continue;
            }
            no_message = false;
            self.offer_again(message);
            let attempt = Attempt { at, len, pid, place, transition, moved, timeout };
            match self.expander.attempt(machine, attempt, &mut self.found) {
                Err(_) => {
                    entry = Some(Entry::UNUSUAL);
                    break;
                }
                Ok(Tried::Blocked) => {}
                Ok(Tried::NoMessage) => no_message = true,
                Ok(Tried::Done(at, len)) => {
                    (moved, escape) = (true, info.escape);
                    let offers = if self.expander.hidden[0] == 0 {
                        0
                    } else if alone || (message == 0 && !self.looks_at_others(first, end)) {
                        self.messages.number(&self.expander.hidden)
                    } else if message == 0 {
                        self.sites[question.site as usize].by_options = true;
                        self.renew_spot(question.site);
                        self.row = row;
                        return Ok(None);
                    } else {
                        entry = Some(Entry::UNUSUAL);
                        break;
                    };
                    // The end of a process inside of an atomic sequence.
                    if info.atomic && info.target.0 == 0 {
                        entry = Some(Entry::UNUSUAL);
                        break;
                    }
                    taken.push((transition, at, len, offers));
                }
            }
        }
        self.expander.hidden[0] = 0;
        let site = self.sites[question.site as usize];
        let mut within = !site.wild;
        let entry = match entry {
            Some(entry) => entry,
            None if alone && no_message => Entry::NO_MESSAGE,
            None => {
                let mut steps: Vec<KeyStep<K>> = Vec::with_capacity(taken.len());
                for &(transition, at, len, offers) in &taken {
                    let Some((delta, inside)) = self.change(machine, (key, &row), (at, len), site.touch) else {
                        self.row = row;
                        return Err(ExpandError::Full);
                    };
                    within &= inside;
                    let atomic = model.transitions[transition as usize].atomic && offers == 0;
                    steps.push(KeyStep::new(delta, transition, atomic, offers));
                }
                self.memo.add(&steps)
            }
        };
        self.row = row;
        // The fields may have changed.
        let site = &mut self.sites[question.site as usize];
        if !within {
            // It changes what it was not known to touch.
            site.wild = true;
            self.renew_spot(question.site);
            return Ok(Some((entry, false)));
        }
        let asked = match (message, alone) {
            (0, false) => site.asked,
            (0, true) => site.asked + 1 + 2 * (first - site.first) + u32::from(question.moved),
            (message, _) => self.receives[question.site as usize][message as usize],
        };
        let touched = fields::and(*key, &site.mask);
        self.memo.keep(asked, &touched, entry);
        Ok(Some((entry, true)))
    }

    /// Whether one of these options depends on what comes of another.
    fn looks_at_others(&self, first: u32, end: u32) -> bool {
        let model = self.model;
        (first..end).any(|t| {
            let t = TransitionId(t);
            let first = model.parts_of(t).first().map_or(t, |part| part.transition);
            model.transition(t).escape != 0
                || model.transition(first).accesses(&Nothing).all().any(|a| *a == Access::Else { inside: false })
        })
    }

    /// The rendezvous under way becomes the one of this message, or none.
    fn offer_again(&mut self, message: u32) {
        if message == 0 {
            self.expander.hidden[0] = 0;
        } else {
            self.expander.hidden.copy_from_slice(self.messages.get(message));
        }
    }
}
