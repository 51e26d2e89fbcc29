//! All successors of a key.
//!
//! What is looked up is known from an earlier state; what is not is worked out on the state itself, by the code that `successors` runs. The
//! order of processes, atomic sequences and rendezvous are as in `successors::expander`.

use super::Trouble;
use super::fields::{self, Field, Key};
use super::memo::{Entry, Memo, Step};
use super::space::{CLAIM as CLAIM_PART, Inner, SHAPE, Space};
use super::touch::{Options, Touch, TouchId, Touches, Who};
use super::values::Values;
use crate::exec::shape::ProcessPlace;
use crate::exec::{CLAIM, Machine};
use crate::model::op::Op;
use crate::model::{Action, Model, TransitionId};
use crate::search::{Flags, Move};
use crate::successors::{Attempt, Expander, Successors, Tried};
use std::num::NonZeroU32;

/// Steps on top of each other inside of atomic sequences: beyond, the worker loop has to find out whether that goes in circles.
const DEEPEST: u32 = 1000;

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

/// A successor.
#[derive(Clone, Copy, Debug)]
pub struct Reached<const K: usize> {
    pub key: Key<K>,
    /// How many steps it takes to get there.
    pub depth: u32,
    pub flags: Flags,
}

/// What is known of the options of a process, or of the claim, where its part has a certain number.
#[derive(Clone, Copy, Debug)]
struct Site<const K: usize> {
    /// Which bits of a key they touch.
    mask: Key<K>,
    /// What is asked of the memo.
    asked: u32,
    /// Which bits these are depends on the state: the answer of the memo is another site.
    guided: bool,
    /// Its options.
    first: u32,
    end: u32,
    touch: u32,
    /// It may touch anything.
    wild: bool,
    /// One of its options begins a rendezvous, and another one depends on what comes of that: they are tried one by one.
    by_options: bool,
    /// One of its options leads into an atomic sequence: see [`Sequence`].
    sequence: Option<NonZeroU32>,
}

/// What is known of a process with a certain frame whose options lead into atomic sequences: where these end is kept, not where they pass.
/// Whatever is touched on the way counts as touched.
#[derive(Clone, Debug)]
struct Sequence<const K: usize> {
    mask: Key<K>,
    touch: u32,
    /// What is asked of the memo. When more turns out to be touched, what was answered before counts no more.
    asked: u32,
    /// How often it was asked, and how often the answer was not known.
    tries: u32,
    misses: u32,
    /// What is touched is not known, or too much.
    never: bool,
}

/// A sequence is asked about so often before it is judged.
const SEQUENCE_TRIES: u32 = 2000;

/// What was touched on the way through atomic sequences.
#[derive(Debug, Default)]
struct Trace {
    on: bool,
    touches: Vec<u32>,
    /// It may have been anything.
    wild: bool,
}

/// For [`Engine::receives`]: not known yet, and never possible.
const UNKNOWN: u32 = 0;
const NEVER: u32 = u32::MAX;

/// No site yet.
const NO_SITE: u32 = 0;

/// What is tried when there is no answer yet.
#[derive(Clone, Copy)]
struct Question {
    pid: u32,
    site: u32,
    /// The options to try, and whether one before them was possible.
    first: u32,
    end: u32,
    moved: bool,
    /// They are tried one by one.
    alone: bool,
    timeout: bool,
    /// The message that is offered, or 0.
    message: u32,
}

/// Expands keys of one model.
#[derive(Debug)]
pub struct Engine<'m, 's, const K: usize> {
    model: &'m Model,
    /// What is known of the space.
    inner: Inner<'s>,
    expander: Expander<'m>,
    /// What is known of the space's fields.
    version: u32,
    shape: Field,
    claim: Field,
    processes: Vec<Field>,
    /// How many processes a shape has, by its number as a part.
    counts: Vec<u8>,
    /// The first is none.
    sites: Vec<Site<K>>,
    /// Which site it is, by pid and whether `timeout` holds, then by the number of the process as a part.
    places: Vec<Vec<u32>>,
    /// The same for the claim.
    claim_places: Vec<u32>,
    /// What the states are that it reaches.
    flags: Flags,
    /// By site, then by the message: what is asked of the memo.
    receives: Vec<Vec<u32>>,
    /// Messages that were offered: the rendezvous and its message. The first is none.
    messages: Values,
    touches: Touches,
    /// The first is none.
    sequences: Vec<Sequence<K>>,
    trace: Trace,
    memo: Memo<K>,
    next_question: u32,
    found: Successors,
    row: Vec<u32>,
    /// Questions that were asked, and those of them whose answer was not known; the same when it was last looked at.
    asked: u64,
    missed: u64,
    before: (u64, u64),
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
            places: Vec::new(),
            claim_places: Vec::new(),
            flags: if machine.model.claim.is_some() { Flags::CLAIM } else { Flags::default() },
            receives: Vec::new(),
            messages,
            touches: Touches::default(),
            sequences: vec![Sequence { mask: [0; K], touch: 0, asked: 0, tries: 0, misses: 0, never: true }],
            trace: Trace::default(),
            memo: Memo::new(),
            next_question: 1,
            found: Successors::default(),
            row: Vec::new(),
            asked: 0,
            missed: 0,
            before: (0, 0),
            atomic_steps: 0,
            deepest: 0,
        })
    }

    pub fn bytes(&self) -> u64 {
        let places = self.places.iter().map(|list| list.capacity() * 4).sum::<usize>();
        self.memo.bytes() + self.touches.bytes() + (self.sites.capacity() * size_of::<Site<K>>() + places) as u64
    }

    /// Which control states were reached, in the order of `Model::options`.
    pub fn reached(&self) -> &[bool] {
        &self.expander.reached
    }

    /// Whether answers are known often enough. Counts from the last time it was asked, and takes its time before it says no.
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

    /// The key of a state.
    pub fn pack(&mut self, machine: &mut Machine, row: &[u32]) -> Result<Key<K>, Trouble> {
        let key = self.inner.pack(machine, row);
        self.refresh();
        key.ok_or(Trouble::Full)
    }

    /// The state of a key.
    pub fn unpack(&mut self, machine: &mut Machine, key: &Key<K>) -> &[u32] {
        self.inner.unpack(machine, key, &mut self.row);
        &self.row
    }

    /// Learns what other threads have added to the space. To be called before keys of theirs are expanded.
    #[inline(always)]
    pub fn catch_up(&mut self) {
        self.inner.catch_up();
        self.refresh();
    }

    #[inline(always)]
    fn refresh(&mut self) {
        if self.version != self.inner.fields_version {
            self.learn_fields();
        }
    }

    #[cold]
    fn learn_fields(&mut self) {
        let inner = &self.inner;
        self.version = inner.fields_version;
        self.shape = inner.fields.get(SHAPE).clone();
        if self.model.claim.is_some() {
            self.claim = inner.fields.get(CLAIM_PART).clone();
        }
        self.processes = inner.processes().iter().map(|&part| inner.fields.get(part).clone()).collect();
        self.places.resize_with(self.processes.len() * 2, Vec::new);
        let masks: Vec<Key<K>> = self.touches.all().map(|parts| mask_of(inner, parts)).collect();
        for site in self.sites.iter_mut().filter(|site| site.asked != 0 && !site.wild) {
            site.mask = masks[site.touch as usize];
        }
        for sequence in &mut self.sequences[1..] {
            sequence.mask = masks[sequence.touch as usize];
        }
    }

    /// Asks for memory that will be looked at when a key is expanded.
    #[inline(always)]
    pub fn look_ahead(&self, key: &Key<K>) {
        if !self.memo.is_large() {
            return;
        }
        let count = self.counts.get(self.shape.number(key) as usize).map_or(0, |&count| usize::from(count));
        for (field, places) in self.processes.iter().zip(self.places.iter().step_by(2)).take(count) {
            let at = places.get(field.number(key) as usize).copied().unwrap_or(NO_SITE);
            let site = &self.sites[at as usize];
            match site.sequence {
                Some(number) => {
                    let Sequence { mask, asked, .. } = &self.sequences[number.get() as usize];
                    self.memo.ask(*asked, &fields::and(*key, mask));
                }
                None => self.memo.ask(site.asked, &fields::and(*key, &site.mask)),
            }
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
    pub fn expand(&mut self, machine: &mut Machine, key: &Key<K>, out: &mut Vec<Reached<K>>) -> Result<(), Trouble> {
        (self.atomic_steps, self.deepest) = (0, 0);
        let before = out.len();
        let moved = match self.model.claim {
            Some(_) => self.with_claim(machine, key, out),
            None => match self.all_processes(machine, key, (0, false), out) {
                Ok(false) if self.model.has_timeout => self.all_processes(machine, key, (0, true), out),
                moved => moved,
            },
        };
        let trouble = match moved {
            Ok(true) => return Ok(()),
            // Whether it may stop here is for the worker loop to say.
            Ok(false) => Trouble::Unusual,
            Err(trouble) => trouble,
        };
        out.truncate(before);
        Err(trouble)
    }

    /// The claim moves, then the system. False if the system cannot: then the claim may go on alone.
    fn with_claim(&mut self, machine: &mut Machine, key: &Key<K>, out: &mut Vec<Reached<K>>) -> Result<bool, Trouble> {
        let number = self.claim.number(key) as usize;
        let site = self.site(machine, key, (Who::Claim, false), number);
        let Site { mask, asked, wild, .. } = self.sites[site as usize];
        if wild {
            return Err(Trouble::Unusual);
        }
        self.asked += 1;
        let entry = match self.memo.find(asked, &fields::and(*key, &mask)) {
            Some(entry) => entry,
            None => self.answer_of_claim(machine, key, site)?,
        };
        if entry == Entry::UNUSUAL {
            return Err(Trouble::Unusual);
        }
        let mut at = entry.first();
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

    /// Works out what the claim can do.
    #[cold]
    fn answer_of_claim(&mut self, machine: &mut Machine, key: &Key<K>, site: u32) -> Result<Entry, Trouble> {
        self.missed += 1;
        let mut row = std::mem::take(&mut self.row);
        self.inner.unpack(machine, key, &mut row);
        let steps = self.steps_of_claim(machine, key, &row, site);
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
    fn steps_of_claim(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        row: &[u32],
        site: u32,
    ) -> Result<Option<Vec<Step<K>>>, Trouble> {
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
                    let (delta, within) = changed.ok_or(Trouble::Full)?;
                    if !within || self.expander.hidden[0] != 0 {
                        return Ok(None);
                    }
                    steps.push(Step::new(delta, transition, false, 0));
                }
                Ok(Tried::Done(..)) | Err(_) => return Ok(None),
            }
        }
        Ok(Some(steps))
    }

    /// What a step changes in a key, and whether all of that is among the parts that it was known to touch. `None` if there is no room.
    fn change(
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

    /// Tries all processes. Whether one could move.
    #[inline(always)]
    fn all_processes(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        (depth, timeout): (u32, bool),
        out: &mut Vec<Reached<K>>,
    ) -> Result<bool, Trouble> {
        let mut any = false;
        for pid in (0..self.process_count(machine, key)).rev() {
            let number = self.processes[pid as usize].number(key) as usize;
            let at = self.site(machine, key, (Who::Process(pid), timeout), number);
            let site = &self.sites[at as usize];
            any |= match site.sequence {
                Some(sequence) => self.sequence(machine, key, (pid, at, timeout), (sequence, depth), out)?,
                None => self.process(machine, key, (pid, at, timeout), depth, out)?,
            };
        }
        Ok(any)
    }

    #[inline(always)]
    fn process_count(&mut self, machine: &mut Machine, key: &Key<K>) -> u32 {
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
    fn process(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        (pid, at, timeout): (u32, u32, bool),
        depth: u32,
        out: &mut Vec<Reached<K>>,
    ) -> Result<bool, Trouble> {
        let site = &self.sites[at as usize];
        if site.by_options || site.wild {
            return self.by_options(machine, key, (pid, at, timeout), depth, out);
        }
        let touched = fields::and(*key, &site.mask);
        self.asked += 1;
        let entry = match self.memo.find(site.asked, &touched) {
            Some(entry) => entry,
            None => {
                let &Site { first, end, .. } = site;
                let question = Question { pid, site: at, first, end, moved: false, alone: false, timeout, message: 0 };
                let Some((entry, _)) = self.answer(machine, key, question)? else {
                    return self.by_options(machine, key, (pid, at, timeout), depth, out);
                };
                entry
            }
        };
        self.take(machine, key, pid, entry, depth, out)
    }

    /// The same for one that leads into atomic sequences: all that they lead to at once.
    #[inline(always)]
    fn sequence(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        asks: (u32, u32, bool),
        (number, depth): (NonZeroU32, u32),
        out: &mut Vec<Reached<K>>,
    ) -> Result<bool, Trouble> {
        let sequence = &mut self.sequences[number.get() as usize];
        if sequence.never {
            return self.process(machine, key, asks, depth, out);
        }
        sequence.tries += 1;
        self.asked += 1;
        let touched = fields::and(*key, &sequence.mask);
        let Some(entry) = self.memo.find(sequence.asked, &touched) else {
            return self.follow_sequence(machine, key, asks, (number.get() as usize, depth), out);
        };
        if entry == Entry::NOTHING {
            return Ok(false);
        }
        if entry == Entry::UNUSUAL {
            return Err(Trouble::Unusual);
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
    fn follow_sequence(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        asks: (u32, u32, bool),
        (number, depth): (usize, u32),
        out: &mut Vec<Reached<K>>,
    ) -> Result<bool, Trouble> {
        let before = (std::mem::take(&mut self.atomic_steps), std::mem::take(&mut self.deepest), out.len());
        self.trace = Trace { on: true, ..Trace::default() };
        let found = self.process(machine, key, asks, depth, out);
        let mut trace = std::mem::take(&mut self.trace);
        let (steps, deepest) = (self.atomic_steps, self.deepest);
        (self.atomic_steps, self.deepest) = (before.0 + steps, before.1.max(deepest));
        if found == Err(Trouble::Full) {
            return found;
        }
        let sequence = &mut self.sequences[number];
        sequence.misses += 1;
        let fails = sequence.tries > SEQUENCE_TRIES && sequence.misses > sequence.tries / 2;
        if trace.wild || fails || steps > u64::from(u32::MAX) {
            sequence.never = true;
            return found;
        }
        trace.touches.push(sequence.touch);
        let touch = self.touches.join(&trace.touches);
        if touch.0 != sequence.touch {
            let asked = self.questions(1);
            let mask = mask_of(&self.inner, self.touches.parts(touch));
            let sequence = &mut self.sequences[number];
            (sequence.touch, sequence.asked, sequence.mask) = (touch.0, asked, mask);
        }
        let entry = match found {
            Err(_) => Entry::UNUSUAL,
            Ok(false) => Entry::NOTHING,
            Ok(true) => {
                let head = Step::new([0; K], steps as u32, false, deepest.saturating_sub(depth));
                let end = |r: &Reached<K>| Step::new(fields::xor(*key, &r.key), 0, false, r.depth - depth);
                let steps: Vec<Step<K>> = std::iter::once(head).chain(out[before.2..].iter().map(end)).collect();
                self.memo.add(&steps)
            }
        };
        let Sequence { mask, asked, .. } = self.sequences[number];
        self.memo.keep(asked, &fields::and(*key, &mask), entry);
        found
    }

    /// Takes the steps of an entry. Whether any of them is possible: a message that is offered has to be received.
    #[inline(always)]
    fn take(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        pid: u32,
        entry: Entry,
        depth: u32,
        out: &mut Vec<Reached<K>>,
    ) -> Result<bool, Trouble> {
        if entry == Entry::NOTHING {
            return Ok(false);
        }
        if entry == Entry::UNUSUAL {
            return Err(Trouble::Unusual);
        }
        let (mut at, mut any) = (entry.first(), false);
        loop {
            let step = self.memo.step(at);
            let next = fields::xor(*key, &step.delta);
            if step.is_atomic() {
                self.atomic_steps += 1;
                self.go_on(machine, &next, pid, depth + 1, out)?;
                any = true;
            } else if step.message() == 0 {
                out.push(Reached { key: next, depth: depth + 1, flags: self.flags });
                any = true;
            } else {
                any |= self.offer(machine, &next, pid, step.message(), depth + 1, out)?;
            }
            if step.is_last() {
                return Ok(any);
            }
            at += 1;
        }
    }

    /// A process is inside of an atomic sequence: only it can move.
    #[inline(never)]
    fn go_on(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        pid: u32,
        depth: u32,
        out: &mut Vec<Reached<K>>,
    ) -> Result<(), Trouble> {
        if depth >= DEEPEST {
            return Err(Trouble::Unusual);
        }
        self.deepest = self.deepest.max(depth);
        let number = self.processes[pid as usize].number(key) as usize;
        let at = self.site(machine, key, (Who::Process(pid), false), number);
        let touch = self.sites[at as usize].touch;
        if self.trace.on && !self.trace.touches.contains(&touch) {
            self.trace.touches.push(touch);
        }
        if !self.process(machine, key, (pid, at, false), depth, out)? {
            // The sequence blocks: this is a state after all.
            out.push(Reached { key: *key, depth, flags: self.flags });
        }
        Ok(())
    }

    /// The same as [`Engine::process`], option by option.
    #[inline(never)]
    fn by_options(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        (pid, site, timeout): (u32, u32, bool),
        depth: u32,
        out: &mut Vec<Reached<K>>,
    ) -> Result<bool, Trouble> {
        let model = self.model;
        self.trace.wild = true;
        let Site { mask, asked, first, end, wild, .. } = self.sites[site as usize];
        let touched = fields::and(*key, &mask);
        let (mut moved, mut escape, mut no_message) = (false, 0, false);
        for (i, t) in (first..end).enumerate() {
            let info = &model.transitions[t as usize];
            if escape > 0 && escape != info.escape {
                break;
            }
            if no_message && info.repeats {
                continue;
            }
            no_message = false;
            self.asked += 1;
            let number = asked + 1 + 2 * i as u32 + u32::from(moved);
            let known = if wild { None } else { self.memo.find(number, &touched) };
            let question = Question { pid, site, first: t, end: t + 1, moved, alone: true, timeout, message: 0 };
            let (entry, kept) = match known {
                Some(entry) => (entry, true),
                None => self.answer(machine, key, question)?.ok_or(Trouble::Unusual)?,
            };
            match entry {
                Entry::NOTHING => continue,
                Entry::NO_MESSAGE => {
                    no_message = true;
                    continue;
                }
                Entry::UNUSUAL => return Err(Trouble::Unusual),
                _ => {}
            }
            escape = info.escape;
            let step = self.memo.step(entry.first());
            if step.message() == 0 {
                moved = true;
                self.take(machine, key, pid, entry, depth, out)?;
            } else if self.offer(machine, &fields::xor(*key, &step.delta), pid, step.message(), depth + 1, out)? {
                moved = true;
            } else {
                // Nobody received: the send was not possible after all.
                escape = 0;
            }
            if !kept {
                self.memo.forget(entry);
            }
        }
        Ok(moved)
    }

    /// A process offers a message: whoever can receives it. Whether anybody did.
    fn offer(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        sender: u32,
        message: u32,
        depth: u32,
        out: &mut Vec<Reached<K>>,
    ) -> Result<bool, Trouble> {
        if depth >= DEEPEST {
            return Err(Trouble::Unusual);
        }
        self.deepest = self.deepest.max(depth);
        // Who receives depends on all processes.
        self.trace.wild = true;
        let mut any = false;
        for pid in (0..self.process_count(machine, key)).rev().filter(|&pid| pid != sender) {
            let number = self.processes[pid as usize].number(key) as usize;
            let at = self.site(machine, key, (Who::Process(pid), false), number);
            let asked = self.receives.get(at as usize).and_then(|list| list.get(message as usize));
            let asked = match asked.copied().unwrap_or(UNKNOWN) {
                UNKNOWN => self.first_offer(at, message),
                asked => asked,
            };
            if asked == NEVER {
                continue;
            }
            let site = self.sites[at as usize];
            self.asked += 1;
            let touched = fields::and(*key, &site.mask);
            let known = if site.wild { None } else { self.memo.find(asked, &touched) };
            let Site { first, end, .. } = site;
            let question = Question { pid, site: at, first, end, moved: false, alone: false, timeout: false, message };
            let (entry, kept) = match known {
                Some(entry) => (entry, true),
                None => self.answer(machine, key, question)?.ok_or(Trouble::Unusual)?,
            };
            any |= self.take(machine, key, pid, entry, depth, out)?;
            if !kept {
                self.memo.forget(entry);
            }
        }
        Ok(any)
    }

    /// A message is offered to a site for the first time. What to ask.
    #[cold]
    fn first_offer(&mut self, site: u32, message: u32) -> u32 {
        let (model, at) = (self.model, site as usize);
        let site = self.sites[at];
        let may = |t: u32| {
            let t = TransitionId(t);
            let parts = model.parts_of(t);
            parts.first().map_or(model.transition(t).receives, |part| model.transition(part.transition).receives)
        };
        let asked = if (site.first..site.end).any(may) { self.questions(1) } else { NEVER };
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

    /// Numbers for so many questions.
    fn questions(&mut self, count: u32) -> u32 {
        let first = self.next_question;
        self.next_question += count;
        first
    }

    /// The site of a process, or of the claim, whose part has this number.
    #[inline(always)]
    fn site(&mut self, machine: &mut Machine, key: &Key<K>, (who, timeout): (Who, bool), number: usize) -> u32 {
        let places = match who {
            Who::Process(pid) => &self.places[pid as usize * 2 + usize::from(timeout)],
            Who::Claim => &self.claim_places,
        };
        let mut at = places.get(number).copied().unwrap_or(NO_SITE);
        if at == NO_SITE {
            at = self.make_site(machine, key, (who, timeout), number);
        }
        let site = &self.sites[at as usize];
        if !site.guided {
            return at;
        }
        self.asked += 1;
        match self.memo.find(site.asked, &fields::and(*key, &site.mask)) {
            Some(entry) => entry.first() as u32,
            None => self.guide(machine, key, at, who),
        }
    }

    /// Finds out what is touched where a part has a certain number.
    #[cold]
    fn make_site(&mut self, machine: &mut Machine, key: &Key<K>, (who, timeout): (Who, bool), number: usize) -> u32 {
        self.inner.unpack(machine, key, &mut self.row);
        let options = options(machine, &self.row, who);
        let touch = self.touches.find(&mut self.inner, &options);
        let whole = matches!(who, Who::Process(pid) if !self.inner.is_split(pid));
        let touch = match touch {
            // The part tells all there is to know.
            Touch::Guided(_) if whole => {
                self.touches.see(&mut self.inner, &options).map_or(Touch::Anything, Touch::Fixed)
            }
            touch => touch,
        };
        let state = options.state;
        let at = self.add_site(touch, state);
        self.refresh();
        let places = match who {
            Who::Process(pid) => &mut self.places[pid as usize * 2 + usize::from(timeout)],
            Who::Claim => &mut self.claim_places,
        };
        if places.len() <= number {
            places.resize(number + 1, NO_SITE);
        }
        places[number] = at;
        at
    }

    /// Finds out what is touched in a state, where that depends on the state.
    #[cold]
    fn guide(&mut self, machine: &mut Machine, key: &Key<K>, from: u32, who: Who) -> u32 {
        self.missed += 1;
        self.inner.unpack(machine, key, &mut self.row);
        let options = options(machine, &self.row, who);
        let state = options.state;
        let touch = self.touches.see(&mut self.inner, &options).map_or(Touch::Anything, Touch::Fixed);
        let at = self.add_site(touch, state);
        self.refresh();
        let Site { mask, asked, .. } = self.sites[from as usize];
        self.memo.keep(asked, &fields::and(*key, &mask), Entry::of(at as usize));
        at
    }

    fn add_site(&mut self, touch: Touch, state: u32) -> u32 {
        let (first, end) = self.expander.options(state);
        let (touch, guided) = match touch {
            Touch::Anything => (None, false),
            Touch::Fixed(touch) => (Some(touch), false),
            Touch::Guided(touch) => (Some(touch), true),
        };
        let mask = touch.map_or([0; K], |touch| mask_of(&self.inner, self.touches.parts(touch)));
        // One for all options together, and for each option with and without another one before it.
        let asked = self.questions(1 + 2 * (end - first));
        let atomic = (first..end).any(|t| self.model.transitions[t as usize].atomic);
        let sequence = touch.filter(|_| atomic && !guided).and_then(|touch| {
            let asked = self.questions(1);
            self.sequences.push(Sequence { mask, touch: touch.0, asked, tries: 0, misses: 0, never: false });
            NonZeroU32::new(self.sequences.len() as u32 - 1)
        });
        let (touch, wild) = (touch.map_or(0, |touch| touch.0), touch.is_none());
        self.sites.push(Site { mask, asked, guided, first, end, touch, wild, by_options: false, sequence });
        self.sites.len() as u32 - 1
    }

    /// Works out the answer to a question, and keeps it if it is the same whenever this is asked. `None` if an option begins a rendezvous and
    /// all were to be tried: then they have to be tried one by one, from now on.
    #[cold]
    #[inline(never)]
    fn answer(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        question: Question,
    ) -> Result<Option<(Entry, bool)>, Trouble> {
        self.missed += 1;
        let Question { pid, first, end, alone, timeout, message, .. } = question;
        let model = self.model;
        let mut row = std::mem::take(&mut self.row);
        self.inner.unpack(machine, key, &mut row);
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
                let mut steps: Vec<Step<K>> = Vec::with_capacity(taken.len());
                for &(transition, at, len, offers) in &taken {
                    let Some((delta, inside)) = self.change(machine, (key, &row), (at, len), site.touch) else {
                        self.row = row;
                        return Err(Trouble::Full);
                    };
                    within &= inside;
                    let atomic = model.transitions[transition as usize].atomic && offers == 0;
                    steps.push(Step::new(delta, transition, atomic, offers));
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
            let (transition, part) = (model.transition(t), model.parts_of(t).first());
            let action = part.map_or(transition.action, |part| model.transition(part.transition).action);
            transition.escape != 0
                || match action {
                    Action::Else => true,
                    Action::Code(code) => {
                        let code = model.code[code.0 as usize..].iter();
                        code.take_while(|op| **op != Op::Done).any(|op| *op == Op::RequireElse)
                    }
                    Action::Skip | Action::Never | Action::Parts { .. } => false,
                }
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

impl<const K: usize> Site<K> {
    const NONE: Site<K> = Site {
        mask: [0; K],
        asked: 0,
        guided: false,
        first: 0,
        end: 0,
        touch: 0,
        wild: true,
        by_options: false,
        sequence: None,
    };
}

/// The options of a process, or of the claim, in a state. The machine knows its shape.
fn options<'a, 'm>(machine: &'a Machine<'m>, row: &'a [u32], who: Who) -> Options<'a, 'm> {
    let place = match (who, machine.claim_place()) {
        (Who::Process(pid), _) => machine.shapes().get(row[0]).processes[pid as usize],
        (Who::Claim, Some(place)) => place,
        (Who::Claim, None) => unreachable!("only a claim that is there is asked for"),
    };
    let state = place.base + (row[place.frame as usize] & place.pc_mask);
    Options { machine, who, place, state, row }
}

/// The bits of these parts.
fn mask_of<const K: usize>(inner: &Inner, parts: &[u32]) -> Key<K> {
    parts.iter().fold([0; K], |mask, &part| fields::xor(mask, &inner.fields.get(part).mask()))
}
