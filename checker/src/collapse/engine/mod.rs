//! All successors of a key.
//!
//! What is looked up is known from an earlier state; what is not is worked out on the state itself, by the code that
//! `successors` runs. The order of processes, atomic sequences and rendezvous are as in `successors::expander`.
//!
//! | part | file |
//! |---|---|
//! | where a process can be, as far as that makes a difference to what it touches | `site` |
//! | working out what is not known | `answer` |
//! | the part of a claim | `claim` |
//! | looking up what is known, for several keys together | `look` |
//! | what atomic sequences lead to, and messages that are handed over | `sequence`, `rendezvous` |

mod answer;
mod claim;
mod lookup;
mod rendezvous;
mod sequence;
mod site;

pub use lookup::Lookups;

use crate::collapse::ExpandError;
use crate::collapse::fields::{self, Field, Key};
use crate::collapse::memo::{Entry, Memo};
use crate::collapse::reached::{Reached, Sink};
use crate::collapse::space::{Inner, Space};
use crate::collapse::touch::{Touches, Who};
use crate::collapse::values::Values;
use crate::exec::{Machine, Move};
use crate::model::{Model, TransitionId};
use crate::stubborn::Processes;
use crate::successors::{Expander, Flags, Successors};
use answer::Question;
use sequence::Trace;
use site::{Places, Sequence, Site, Turn, View};

/// What is asked is looked at after so many questions: too few answers that are known, and it does not pay.
const WINDOW: u64 = 1 << 16;

/// What an engine was asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Questions {
    pub asked: u64,
    /// How many of them were new.
    pub missed: u64,
    /// About how many frames, or control states.
    pub sites: u64,
    /// Bytes of the answers.
    pub bytes: u64,
}

impl Questions {
    /// Of a thousand.
    pub fn share_of_new(&self) -> u64 {
        self.missed * 1000 / self.asked.max(1)
    }
}

/// Expands keys of one model.
#[derive(Debug)]
pub struct Engine<'m, 's, const K: usize> {
    pub(super) model: &'m Model,
    /// What is known of the space.
    pub(super) inner: Inner<'s>,
    pub(super) expander: Expander<'m>,
    /// What is known of the space's fields.
    pub(super) version: u32,
    pub(super) shape: Field,
    pub(super) claim: Field,
    pub(super) processes: Vec<Field>,
    /// How many processes a shape has, by its number as a part.
    pub(super) counts: Vec<u8>,
    /// The first is none.
    pub(super) sites: Vec<Site<K>>,
    /// Where to look first, by pid.
    pub(super) views: Vec<View<K>>,
    /// The same if `timeout` holds, and for the claim.
    pub(super) late_places: Vec<Places<K>>,
    pub(super) claim_places: Places<K>,
    /// What the states are that it reaches.
    pub(super) flags: Flags,
    /// By site, then by the message: what is asked of the memo.
    pub(super) receives: Vec<Vec<u32>>,
    /// Messages that were offered: the rendezvous and its message. The first is none.
    pub(super) messages: Values,
    pub(super) touches: Touches,
    /// The first is none.
    pub(super) sequences: Vec<Sequence<K>>,
    pub(super) trace: Trace,
    pub(super) memo: Memo<K>,
    pub(super) next_question: u32,
    pub(super) found: Successors,
    pub(super) lookups: Lookups,
    /// The state that was last looked at, and its key; no key is 0.
    pub(super) row: Vec<u32>,
    pub(super) row_of: Key<K>,
    /// Questions that were asked, and those of them whose answer was not known; the same when it was last looked at.
    pub(super) asked: u64,
    pub(super) missed: u64,
    pub(super) before: (u64, u64),
    /// Of the last key: steps inside of atomic sequences, and how many steps led away the farthest.
    pub atomic_steps: u64,
    pub deepest: u32,
}

impl<'m, 's, const K: usize> Engine<'m, 's, K> {
    /// `None` if states of this model are never usual.
    pub fn new(machine: &Machine<'m>, space: &'s Space) -> Option<Engine<'m, 's, K>> {
        if !Expander::steps(machine.model) {
            return None;
        }
        let expander = Expander::for_steps(machine);
        let mut messages = Values::default();
        messages.number(&[]);
        Some(Engine {
            model: machine.model,
            inner: space.copy(),
            expander,
            version: u32::MAX,
            shape: Field::default(),
            claim: Field::default(),
            processes: Vec::new(),
            counts: Vec::new(),
            sites: vec![Site::NONE],
            views: Vec::new(),
            late_places: Vec::new(),
            claim_places: Places::default(),
            flags: if machine.model.claim.is_some() { Flags::CLAIM } else { Flags::default() },
            receives: Vec::new(),
            messages,
            touches: Touches::new(machine.model),
            sequences: vec![Sequence { mask: [0; K], touch: 0, asked: 0, tries: 0, misses: 0, never: true }],
            trace: Trace::default(),
            memo: Memo::new(),
            next_question: 1,
            found: Successors::default(),
            lookups: Lookups::default(),
            row: Vec::new(),
            row_of: [0; K],
            asked: 0,
            missed: 0,
            before: (0, 0),
            atomic_steps: 0,
            deepest: 0,
        })
    }

    pub fn bytes(&self) -> u64 {
        let places = self.views.iter().map(|view| view.places.bytes()).sum::<usize>();
        self.memo.bytes() + self.touches.bytes() + (self.sites.capacity() * size_of::<Site<K>>() + places) as u64
    }

    /// Which control states were reached, in the order of `Model::options`.
    pub fn reached(&self) -> &[bool] {
        &self.expander.reached
    }

    /// Whether answers are known often enough. Counts from the last time it was asked, and takes its time before it
    /// says no.
    #[inline(always)]
    pub fn pays(&mut self) -> bool {
        let (asked, missed) = (self.asked - self.before.0, self.missed - self.before.1);
        if asked < WINDOW {
            return true;
        }
        self.before = (self.asked, self.missed);
        missed * 3 < asked
    }

    /// What was asked so far.
    pub fn questions_asked(&self) -> Questions {
        Questions { asked: self.asked, missed: self.missed, sites: self.sites.len() as u64, bytes: self.memo.bytes() }
    }

    /// Bits of keys that are in use, as far as it knows.
    #[inline(always)]
    pub fn bits(&self) -> u32 {
        self.inner.fields.bits()
    }

    /// The key of a state.
    pub fn pack(&mut self, machine: &mut Machine, row: &[u32]) -> Result<Key<K>, ExpandError> {
        let key = self.inner.pack(machine, row);
        self.refresh();
        key.ok_or(ExpandError::Full)
    }

    /// The state of a key.
    pub fn unpack(&mut self, machine: &mut Machine, key: &Key<K>) -> &[u32] {
        if self.row_of != *key {
            self.row_of = *key;
            self.inner.unpack(machine, key, &mut self.row);
        }
        &self.row
    }

    /// The state that was unpacked last.
    pub fn last_unpacked(&self) -> &[u32] {
        &self.row
    }

    /// A global word of the state of a key.
    #[inline(always)]
    pub fn global_word(&self, key: &Key<K>, word: u32) -> u32 {
        self.inner.global_word(key, word)
    }

    /// The shape of the state of a key.
    #[inline(always)]
    pub fn shape_of(&self, key: &Key<K>) -> u32 {
        self.inner.shape(self.shape.number(key))
    }

    /// Learns what other threads have added to the space. To be called before keys of theirs are expanded.
    #[inline(always)]
    pub fn catch_up(&mut self) {
        self.inner.catch_up();
        self.refresh();
    }

    #[inline(always)]
    pub(super) fn refresh(&mut self) {
        if self.version != self.inner.fields_version {
            self.learn_fields();
        }
    }

    /// The step from a key that was expanded to a successor, if it is known and a single one.
    pub fn step_between(&mut self, machine: &mut Machine, from: &Key<K>, to: &Key<K>) -> Option<Move> {
        if self.model.claim.is_some() {
            return None;
        }
        for pid in (0..self.process_count(machine, from)).rev() {
            let number = self.processes[pid as usize].number(from) as usize;
            let at = self.site(machine, from, (Who::Process(pid), false), number);
            let Site { mask, asked, .. } = self.sites[at as usize];
            let Some(entry) = self.memo.find(asked, &fields::and(*from, &mask)) else { continue };
            let mut at = entry.first();
            while entry != Entry::UNUSUAL && at > 0 {
                let step = self.memo.step(at);
                let ends = !step.is_atomic() && step.message() == 0;
                if ends && fields::xor(*from, &step.delta) == *to {
                    return Some(Move { pid, transition: TransitionId(step.transition) });
                }
                at = if step.is_last() { 0 } else { at + 1 };
            }
        }
        None
    }

    /// Adds the successors of a key. The machine may be in another state afterwards.
    #[inline]
    pub fn expand(&mut self, machine: &mut Machine, key: &Key<K>, out: &mut impl Sink<K>) -> Result<(), ExpandError> {
        let mut lookups = std::mem::take(&mut self.lookups);
        self.look_up_all(machine, std::slice::from_ref(key), &mut lookups);
        let expanded = self.expand_next(machine, key, &mut lookups, out);
        self.lookups = lookups;
        expanded
    }

    /// The same for the next of the keys that it was asked to look at.
    #[inline]
    pub fn expand_next(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        lookups: &mut Lookups,
        out: &mut impl Sink<K>,
    ) -> Result<(), ExpandError> {
        self.begin();
        let before = out.count();
        let moved = match self.model.claim {
            Some(_) => self.with_claim(machine, key, out),
            None => match self.all_looked(machine, key, 0, lookups, out) {
                Ok(false) if self.model.has_timeout => self.all_processes(machine, key, (0, true), out),
                moved => moved,
            },
        };
        let trouble = match moved {
            Ok(true) => return Ok(()),
            // Whether it may stop here is for the worker loop to say.
            Ok(false) => ExpandError::Unusual,
            Err(trouble) => trouble,
        };
        out.forget(before);
        Err(trouble)
    }

    /// How many processes there are at a key.
    pub fn processes_at(&mut self, machine: &mut Machine, key: &Key<K>) -> u32 {
        self.process_count(machine, key)
    }

    /// Where the control state of a process is in the order of `Model::options`.
    #[inline(always)]
    pub fn control_state(&mut self, machine: &mut Machine, key: &Key<K>, pid: u32) -> u32 {
        let number = self.processes[pid as usize].number(key) as usize;
        match self.views[pid as usize].places.control_state(number) {
            Some(state) => state,
            None => {
                self.site(machine, key, (Who::Process(pid), false), number);
                self.views[pid as usize].places.control_state(number).unwrap_or(0)
            }
        }
    }

    /// Nothing is counted yet of the key that is expanded next by [`Engine::expand_some`] and [`Engine::expand_all`].
    #[inline(always)]
    pub fn begin(&mut self) {
        (self.atomic_steps, self.deepest) = (0, 0);
    }

    /// Adds what all processes can do, so many steps away from the key that is expanded. Whether one could move.
    pub fn expand_all(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        depth: u32,
        out: &mut impl Sink<K>,
    ) -> Result<bool, ExpandError> {
        match self.all_processes(machine, key, (depth, false), out) {
            // With a claim it is tried again from where the claim was.
            Ok(false) if self.model.has_timeout && self.model.claim.is_none() => {
                self.all_processes(machine, key, (depth, true), out)
            }
            moved => moved,
        }
    }

    /// Adds what some processes can do, so many steps away from the key that is expanded. Whether one could move.
    #[inline(always)]
    pub fn expand_some(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        (among, depth): (Processes, u32),
        out: &mut impl Sink<K>,
    ) -> Result<bool, ExpandError> {
        let mut any = false;
        for pid in (0..self.process_count(machine, key)).rev().filter(|&pid| among.has(pid)) {
            let looked = self.look_up(key, pid as usize);
            self.asked += 1;
            any |= self.take_looked(machine, key, (pid, looked), depth, out)?;
        }
        Ok(any)
    }

    /// Which options of a process are possible: a bit for each, in their order. `None` if that does not depend on this
    /// process alone, or is not known.
    pub fn possible(&mut self, machine: &mut Machine, key: &Key<K>, pid: u32) -> Result<Option<u64>, ExpandError> {
        let number = self.processes[pid as usize].number(key) as usize;
        let at = self.site(machine, key, (Who::Process(pid), false), number);
        let Site { mask, asked, first, end, by_options, wild, .. } = self.sites[at as usize];
        if by_options || wild || end - first > 64 {
            return Ok(None);
        }
        let entry = match self.memo.find(asked, &fields::and(*key, &mask)) {
            Some(entry) => entry,
            None => {
                let question =
                    Question { pid, site: at, first, end, moved: false, alone: false, timeout: false, message: 0 };
                match self.answer(machine, key, question)? {
                    Some((entry, true)) => entry,
                    _ => return Ok(None),
                }
            }
        };
        if entry == Entry::NOTHING {
            return Ok(Some(0));
        }
        if entry == Entry::UNUSUAL {
            return Ok(None);
        }
        let (mut at, mut bits) = (entry.first(), 0);
        loop {
            let step = self.memo.step(at);
            if step.message() != 0 {
                return Ok(None);
            }
            bits |= 1 << (step.transition - first);
            if step.is_last() {
                return Ok(Some(bits));
            }
            at += 1;
        }
    }

    /// Tries all processes. Whether one could move.
    #[inline(always)]
    pub(super) fn all_processes(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        (depth, timeout): (u32, bool),
        out: &mut impl Sink<K>,
    ) -> Result<bool, ExpandError> {
        if !timeout {
            let mut lookups = std::mem::take(&mut self.lookups);
            lookups.clear();
            self.look(machine, key, &mut lookups);
            let moved = self.all_looked(machine, key, depth, &mut lookups, out);
            self.lookups = lookups;
            return moved;
        }
        let mut any = false;
        for pid in (0..self.process_count(machine, key)).rev() {
            any |= self.try_process(machine, key, (pid, timeout), depth, out)?;
        }
        Ok(any)
    }

    /// Tries one process. Whether it could move.
    pub(super) fn try_process(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        (pid, timeout): (u32, bool),
        depth: u32,
        out: &mut impl Sink<K>,
    ) -> Result<bool, ExpandError> {
        let number = self.processes[pid as usize].number(key) as usize;
        let site = self.site(machine, key, (Who::Process(pid), timeout), number);
        match self.sites[site as usize].sequence {
            Some(sequence) => self.sequence(machine, key, Turn { pid, site, timeout }, (sequence, depth), out),
            None => self.process(machine, key, Turn { pid, site, timeout }, depth, out),
        }
    }

    #[inline(always)]
    pub(super) fn process_count(&mut self, machine: &mut Machine, key: &Key<K>) -> u32 {
        let shape = self.shape.number(key) as usize;
        match self.counts.get(shape) {
            Some(&count) => u32::from(count),
            None => self.count_processes(machine, shape),
        }
    }

    #[cold]
    fn count_processes(&mut self, machine: &mut Machine, last: usize) -> u32 {
        let inner = &self.inner;
        for number in self.counts.len()..=last {
            let shape = inner.shape(number as u32);
            machine.words_of(shape);
            // There are at most 255.
            self.counts.push(machine.shapes().get(shape).processes.len() as u8);
        }
        u32::from(self.counts[last])
    }

    /// Adds what a process can do from a key on that is so many steps away from the first one. Whether it can move.
    #[inline(always)]
    pub(super) fn process(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        turn: Turn,
        depth: u32,
        out: &mut impl Sink<K>,
    ) -> Result<bool, ExpandError> {
        let Turn { pid, site: at, timeout } = turn;
        let site = &self.sites[at as usize];
        if site.by_options || site.wild {
            return self.by_options(machine, key, turn, depth, out);
        }
        let touched = fields::and(*key, &site.mask);
        self.asked += 1;
        let entry = match self.memo.find(site.asked, &touched) {
            Some(entry) => entry,
            None => {
                let &Site { first, end, .. } = site;
                let question = Question { pid, site: at, first, end, moved: false, alone: false, timeout, message: 0 };
                let Some((entry, _)) = self.answer(machine, key, question)? else {
                    return self.by_options(machine, key, turn, depth, out);
                };
                entry
            }
        };
        self.take(machine, key, pid, entry, depth, out)
    }

    /// Takes the steps of an entry. Whether any of them is possible: a message that is offered has to be received.
    #[inline(always)]
    pub(super) fn take(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        pid: u32,
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
        let (mut at, mut any) = (entry.first(), false);
        loop {
            let step = self.memo.step(at);
            let next = fields::xor(*key, &step.delta);
            if step.is_plain() {
                out.push(Reached { key: next, depth: depth + 1, flags: self.flags });
                any = true;
            } else {
                any |= self.take_further(machine, &next, pid, &step, depth + 1, out)?;
            }
            if step.is_last() {
                return Ok(any);
            }
            at += 1;
        }
    }

    /// Numbers for so many questions.
    pub(super) fn questions(&mut self, count: u32) -> u32 {
        let first = self.next_question;
        self.next_question += count;
        first
    }
}
