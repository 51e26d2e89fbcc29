//! All successors of a key.
//!
//! What is looked up is known from an earlier state; what is not is worked out on the state itself, by the code that `successors` runs. The
//! order of processes, atomic sequences and rendezvous are as in `successors::expander`.

use super::fields::{self, Field, Key};
use super::memo::{Entry, Memo, Step};
use super::space::{CLAIM as CLAIM_PART, Inner, SHAPE, Space};
use super::touch::{TouchId, Touches};
use super::values::Values;
use super::Trouble;
use std::num::NonZeroU32;
use crate::exec::{CLAIM, Machine};
use crate::exec::shape::ProcessPlace;
use crate::model::op::Op;
use crate::model::{Action, Model, ProctypeId, TransitionId};
use crate::search::Flags;
use crate::successors::{Attempt, Expander, Successors, Tried};

/// Steps on top of each other inside of atomic sequences: beyond, the worker loop has to find out whether that goes in circles.
const DEEPEST: u32 = 1000;

/// What is asked is looked at after so many questions: too few answers that are known, and it does not pay.
const WINDOW: u64 = 1 << 16;

/// A successor.
#[derive(Clone, Copy, Debug)]
pub struct Reached<const K: usize> {
    pub key: Key<K>,
    /// How many steps it takes to get there.
    pub depth: u32,
    pub flags: Flags,
}

/// What is known of a process with a certain frame.
#[derive(Clone, Copy, Debug)]
struct Site<const K: usize> {
    /// Which bits of a key its options touch.
    mask: Key<K>,
    /// What is asked of the memo, from 1; 0 if nothing is known yet.
    asked: u32,
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

/// What is known of the claim in a certain control state: what it touches depends on what it finds.
#[derive(Clone, Copy, Debug)]
struct ClaimSite<const K: usize> {
    mask: Key<K>,
    touch: u32,
    /// What is asked of the memo, from 1, to find a [`ClaimSight`]; 0 if nothing is known yet.
    asked: u32,
    wild: bool,
}

#[derive(Clone, Copy, Debug)]
struct ClaimSight<const K: usize> {
    mask: Key<K>,
    touch: u32,
    asked: u32,
}

/// For [`Engine::receives`]: not known yet, and never possible.
const UNKNOWN: u32 = 0;
const NEVER: u32 = u32::MAX;

/// What is tried when there is no answer yet.
#[derive(Clone, Copy)]
struct Question {
    pid: u32,
    site: (usize, usize),
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
    space: &'s Space,
    expander: Expander<'m>,
    /// What is known of the space's fields.
    version: u32,
    shape: Field,
    claim: Field,
    processes: Vec<Field>,
    /// How many processes a shape has, by its number as a part.
    counts: Vec<u8>,
    /// By pid and whether `timeout` holds, then by the number of the frame.
    sites: Vec<Vec<Site<K>>>,
    /// By the number of the claim as a part, and what they lead to.
    claim_sites: Vec<ClaimSite<K>>,
    claim_sights: Vec<ClaimSight<K>>,
    /// What the states are that it reaches.
    flags: Flags,
    /// By pid, then by the number of the frame, then by the message: what is asked of the memo.
    receives: Vec<Vec<Vec<u32>>>,
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
            space,
            expander,
            version: u32::MAX,
            shape: Field::default(),
            claim: Field::default(),
            processes: Vec::new(),
            counts: Vec::new(),
            sites: Vec::new(),
            claim_sites: Vec::new(),
            claim_sights: Vec::new(),
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
        let sites = self.sites.iter().map(|list| list.capacity() * size_of::<Site<K>>()).sum::<usize>();
        self.memo.bytes() + self.touches.bytes() + sites as u64
    }

    pub fn debug(&self) -> String {
        format!("asked {} missed {} sites {} sequences {} never {} memo {}K", self.asked, self.missed, self.sites.iter().flatten().filter(|s|s.asked!=0).count(), self.sequences.len(), self.sequences.iter().filter(|s|s.never).count(), self.memo.bytes()/1024)
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

    /// The key of a state.
    pub fn pack(&mut self, machine: &mut Machine, row: &[u32]) -> Result<Key<K>, Trouble> {
        let space = self.space;
        let mut inner = space.lock();
        let key = inner.pack(machine, row);
        self.refresh(&inner);
        space.tell(&inner);
        key.ok_or(Trouble::Full)
    }

    /// The state of a key.
    pub fn unpack(&mut self, machine: &mut Machine, key: &Key<K>) -> &[u32] {
        self.space.lock().unpack(machine, key, &mut self.row);
        &self.row
    }

    /// Learns what other threads have added to the space. To be called before keys of theirs are expanded.
    #[inline(always)]
    pub fn catch_up(&mut self) {
        if self.version != self.space.version() {
            let space = self.space;
            self.refresh(&space.lock());
        }
    }

    #[inline(always)]
    fn refresh(&mut self, inner: &Inner) {
        if self.version != inner.version {
            self.learn_fields(inner);
        }
    }

    #[cold]
    fn learn_fields(&mut self, inner: &Inner) {
        self.version = inner.version;
        self.shape = inner.fields.get(SHAPE).clone();
        if self.model.claim.is_some() {
            self.claim = inner.fields.get(CLAIM_PART).clone();
        }
        self.processes = inner.processes().iter().map(|&part| inner.fields.get(part).clone()).collect();
        self.sites.resize_with(self.processes.len() * 2, Vec::new);
        self.receives.resize_with(self.processes.len(), Vec::new);
        let masks: Vec<Key<K>> = self.touches.all().map(|parts| mask_of(inner, parts)).collect();
        for site in self.sites.iter_mut().flatten().filter(|site| site.asked != 0 && !site.wild) {
            site.mask = masks[site.touch as usize];
        }
        for sequence in &mut self.sequences[1..] {
            sequence.mask = masks[sequence.touch as usize];
        }
        for site in self.claim_sites.iter_mut().filter(|site| site.asked != 0 && !site.wild) {
            site.mask = masks[site.touch as usize];
        }
        for sight in &mut self.claim_sights {
            sight.mask = masks[sight.touch as usize];
        }
    }

    /// Adds the successors of a key. The machine may be in another state afterwards.
    #[inline]
    pub fn expand(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        out: &mut Vec<Reached<K>>,
    ) -> Result<(), Trouble> {
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
        let site = match self.claim_sites.get(number) {
            Some(site) if site.asked != 0 => *site,
            _ => self.look_at_claim(machine, key, number).0,
        };
        if site.wild {
            return Err(Trouble::Unusual);
        }
        self.asked += 1;
        let sight = match self.memo.find(site.asked, &fields::and(*key, &site.mask)) {
            Some(sight) => self.claim_sights[sight.first()],
            None => {
                let (site, sight) = self.look_at_claim(machine, key, number);
                // It may turn out that more has to be known first.
                if site.wild {
                    return Err(Trouble::Unusual);
                }
                sight
            }
        };
        let entry = match self.memo.find(sight.asked, &fields::and(*key, &sight.mask)) {
            Some(entry) => entry,
            None => self.answer_of_claim(machine, key, sight)?,
        };
        if entry == Entry::UNUSUAL {
            return Err(Trouble::Unusual);
        }
        self.deepest = 1;
        let mut at = entry.first();
        // Where the claim cannot move, nobody goes on.
        while at > 0 {
            let step = self.memo.step(at);
            let next = fields::xor(*key, &step.delta);
            if !self.all_processes(machine, &next, (1, false), out)? {
                return Ok(false);
            }
            at = if step.is_last() { 0 } else { at + 1 };
        }
        Ok(true)
    }

    /// Finds out what the claim looks at in a state.
    #[cold]
    fn look_at_claim(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        number: usize,
    ) -> (ClaimSite<K>, ClaimSight<K>) {
        let space = self.space;
        let mut inner = space.lock();
        inner.unpack(machine, key, &mut self.row);
        let found = self.touches.find_claim(&mut inner, machine, &self.row);
        self.refresh(&inner);
        space.tell(&inner);
        let wild = found.is_none();
        let (guide, touch) = found.unwrap_or((TouchId(0), TouchId(0)));
        let known = self.claim_sites.get(number).copied().filter(|site| site.asked != 0);
        let mut site = match known {
            Some(site) => site,
            None => ClaimSite { mask: [0; K], touch: guide.0, asked: self.questions(1), wild },
        };
        site.wild |= wild || site.touch != guide.0;
        if self.claim_sites.len() <= number {
            self.claim_sites.resize(number + 1, ClaimSite { asked: 0, ..site });
        }
        if site.wild {
            self.claim_sites[number] = site;
            return (site, ClaimSight { mask: [0; K], touch: 0, asked: 0 });
        }
        site.mask = mask_of(&inner, self.touches.parts(guide));
        self.claim_sites[number] = site;
        let mask = mask_of(&inner, self.touches.parts(touch));
        drop(inner);
        let sight = ClaimSight { mask, touch: touch.0, asked: self.questions(1) };
        let index = self.claim_sights.len();
        self.claim_sights.push(sight);
        let guide = fields::and(*key, &site.mask);
        if self.memo.find(site.asked, &guide).is_none() {
            self.memo.keep(site.asked, &guide, Entry::of(index));
        }
        (site, sight)
    }

    /// Works out what the claim can do.
    #[cold]
    fn answer_of_claim(&mut self, machine: &mut Machine, key: &Key<K>, sight: ClaimSight<K>) -> Result<Entry, Trouble> {
        self.missed += 1;
        let space = self.space;
        let mut row = std::mem::take(&mut self.row);
        space.lock().unpack(machine, key, &mut row);
        let steps = self.steps_of_claim(machine, key, &row, sight);
        self.row = row;
        let entry = match steps? {
            Some(steps) => self.memo.add(&steps),
            None => Entry::UNUSUAL,
        };
        let mask = mask_of(&space.lock(), self.touches.parts(TouchId(sight.touch)));
        self.memo.keep(sight.asked, &fields::and(*key, &mask), entry);
        Ok(entry)
    }

    /// `None` if the worker loop has to see to it: something goes wrong, or the claim comes to its end.
    fn steps_of_claim(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        row: &[u32],
        sight: ClaimSight<K>,
    ) -> Result<Option<Vec<Step<K>>>, Trouble> {
        let (model, space) = (self.model, self.space);
        let Some(claim) = model.claim else { return Ok(None) };
        let place = ProcessPlace::new(model, claim.proctype, claim.frame);
        let ends = |state: u32| state == 0 || model.proctype(claim.proctype).states[state as usize].end;
        let state = row[claim.frame as usize] & place.pc_mask;
        if ends(state) {
            return Ok(None);
        }
        self.found.clear();
        let (at, len) = (self.found.write(row), row.len());
        self.expander.begin_attempts();
        let (first, end) = self.expander.options(place.base + state);
        let (mut moved, mut steps) = (false, Vec::new());
        for transition in first..end {
            let t = &model.transitions[transition as usize];
            self.expander.hidden[0] = 0;
            let attempt = Attempt { at, len, pid: CLAIM, place, transition, moved, timeout: false };
            match self.expander.attempt(machine, attempt, &mut self.found) {
                Ok(Tried::Blocked | Tried::NoMessage) => {}
                Ok(Tried::Done(at, len)) if !ends(t.target.0) && !t.atomic && t.escape == 0 => {
                    moved = true;
                    let new = self.found.words(at, len);
                    let mut inner = space.lock();
                    let touched = self.touches.parts(TouchId(sight.touch));
                    let changed = inner.change(machine, (key, row), new, touched);
                    space.tell(&inner);
                    let version = inner.version;
                    if self.version != version {
                        self.learn_fields(&inner);
                    }
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
            let at = (pid as usize * 2 + usize::from(timeout), number);
            let site = match self.sites[at.0].get(number) {
                Some(site) if site.asked != 0 => *site,
                _ => self.make_site(pid, at),
            };
            any |= match site.sequence {
                Some(sequence) => self.sequence(machine, key, (pid, at, timeout), (sequence, depth), out)?,
                None => self.process(machine, key, (pid, at, timeout), &site, depth, out)?,
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
        let inner = self.space.lock();
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
        (pid, at, timeout): (u32, (usize, usize), bool),
        site: &Site<K>,
        depth: u32,
        out: &mut Vec<Reached<K>>,
    ) -> Result<bool, Trouble> {
        if site.by_options || site.wild {
            return self.by_options(machine, key, (pid, at, timeout), depth, out);
        }
        let touched = fields::and(*key, &site.mask);
        self.asked += 1;
        let entry = match self.memo.find(site.asked, &touched) {
            Some(entry) => entry,
            None => {
                let &Site { first, end, .. } = site;
                let question =
                    Question { pid, site: at, first, end, moved: false, alone: false, timeout, message: 0 };
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
        asks: (u32, (usize, usize), bool),
        (number, depth): (NonZeroU32, u32),
        out: &mut Vec<Reached<K>>,
    ) -> Result<bool, Trouble> {
        let sequence = &mut self.sequences[number.get() as usize];
        if sequence.never {
            let site = self.sites[asks.1.0][asks.1.1];
            return self.process(machine, key, asks, &site, depth, out);
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
        asks: (u32, (usize, usize), bool),
        (number, depth): (usize, u32),
        out: &mut Vec<Reached<K>>,
    ) -> Result<bool, Trouble> {
        let before = (std::mem::take(&mut self.atomic_steps), std::mem::take(&mut self.deepest), out.len());
        self.trace = Trace { on: true, ..Trace::default() };
        let site = self.sites[asks.1.0][asks.1.1];
        let found = self.process(machine, key, asks, &site, depth, out);
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
            let mask = mask_of(&self.space.lock(), self.touches.parts(touch));
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
        let at = (pid as usize * 2, number);
        let site = match self.sites[at.0].get(number) {
            Some(site) if site.asked != 0 => *site,
            _ => self.make_site(pid, at),
        };
        if self.trace.on && !self.trace.touches.contains(&site.touch) {
            self.trace.touches.push(site.touch);
        }
        if !self.process(machine, key, (pid, at, false), &site, depth, out)? {
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
        (pid, site, timeout): (u32, (usize, usize), bool),
        depth: u32,
        out: &mut Vec<Reached<K>>,
    ) -> Result<bool, Trouble> {
        let model = self.model;
        self.trace.wild = true;
        let Site { mask, asked, first, end, wild, .. } = self.sites[site.0][site.1];
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
            let receives = self.receives[pid as usize].get(number).and_then(|list| list.get(message as usize));
            let asked = receives.copied().unwrap_or(UNKNOWN);
            if asked == NEVER {
                continue;
            }
            let at = (pid as usize * 2, number);
            let site = match self.sites[at.0].get(number) {
                Some(site) if site.asked != 0 => *site,
                _ => self.make_site(pid, at),
            };
            let asked = if asked == UNKNOWN { self.first_offer(pid, number, message, &site) } else { asked };
            if asked == NEVER {
                continue;
            }
            self.asked += 1;
            let touched = fields::and(*key, &site.mask);
            let known = if site.wild { None } else { self.memo.find(asked, &touched) };
            let Site { first, end, .. } = site;
            let question =
                Question { pid, site: at, first, end, moved: false, alone: false, timeout: false, message };
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

    /// A process with a certain frame is offered a message for the first time. What to ask.
    #[cold]
    fn first_offer(&mut self, pid: u32, number: usize, message: u32, site: &Site<K>) -> u32 {
        let model = self.model;
        let may = |t: u32| {
            let t = TransitionId(t);
            let parts = model.parts_of(t);
            parts.first().map_or(model.transition(t).receives, |part| model.transition(part.transition).receives)
        };
        let asked = if (site.first..site.end).any(may) { self.questions(1) } else { NEVER };
        let list = &mut self.receives[pid as usize];
        if list.len() <= number {
            list.resize_with(number + 1, Vec::new);
        }
        let list = &mut list[number];
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

    #[cold]
    fn make_site(&mut self, pid: u32, (list, number): (usize, usize)) -> Site<K> {
        let space = self.space;
        let mut inner = space.lock();
        let part = inner.process(pid);
        let (proctype, frame) = inner.frame(part, number as u32);
        let place = ProcessPlace::new(self.model, ProctypeId(proctype), 0);
        let state = place.base + (frame[0] & place.pc_mask);
        let frame = frame.to_vec();
        let touch = self.touches.find(self.model, &mut inner, (pid, place), &frame, state);
        self.refresh(&inner);
        space.tell(&inner);
        let (first, end) = self.expander.options(state);
        let mask = touch.map_or([0; K], |touch| mask_of(&inner, self.touches.parts(touch)));
        drop(inner);
        // One for all options together, and for each option with and without another one before it.
        let asked = self.questions(1 + 2 * (end - first));
        let atomic = (first..end).any(|t| self.model.transitions[t as usize].atomic);
        let sequence = touch.filter(|_| atomic).and_then(|touch| {
            let asked = self.questions(1);
            self.sequences.push(Sequence { mask, touch: touch.0, asked, tries: 0, misses: 0, never: false });
            NonZeroU32::new(self.sequences.len() as u32 - 1)
        });
        let (touch, wild) = (touch.map_or(0, |touch| touch.0), touch.is_none());
        let site = Site { mask, asked, first, end, touch, wild, by_options: false, sequence };
        let sites = &mut self.sites[list];
        if sites.len() <= number {
            sites.resize(number + 1, Site { asked: 0, ..site });
        }
        sites[number] = site;
        site
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
        let (model, space) = (self.model, self.space);
        let mut row = std::mem::take(&mut self.row);
        space.lock().unpack(machine, key, &mut row);
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
                        let site = &mut self.sites[question.site.0][question.site.1];
                        site.by_options = true;
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
        let site = self.sites[question.site.0][question.site.1];
        let mut within = !site.wild;
        let entry = match entry {
            Some(entry) => entry,
            None if alone && no_message => Entry::NO_MESSAGE,
            None => {
                let touched: &[u32] = if within { self.touches.parts(TouchId(site.touch)) } else { &[] };
                let mut inner = space.lock();
                let mut steps: Vec<Step<K>> = Vec::with_capacity(taken.len());
                let mut full = false;
                for &(transition, at, len, offers) in &taken {
                    let new = self.found.words(at, len);
                    let Some((delta, inside)) = inner.change(machine, (key, &row), new, touched) else {
                        full = true;
                        break;
                    };
                    within &= inside;
                    let atomic = model.transitions[transition as usize].atomic && offers == 0;
                    steps.push(Step::new(delta, transition, atomic, offers));
                }
                self.refresh(&inner);
                space.tell(&inner);
                drop(inner);
                if full {
                    self.row = row;
                    return Err(Trouble::Full);
                }
                self.memo.add(&steps)
            }
        };
        self.row = row;
        // The fields may have changed.
        let site = &mut self.sites[question.site.0][question.site.1];
        if !within {
            // It changes what it was not known to touch.
            site.wild = true;
            return Ok(Some((entry, false)));
        }
        let asked = match (message, alone) {
            (0, false) => site.asked,
            (0, true) => site.asked + 1 + 2 * (first - site.first) + u32::from(question.moved),
            (message, _) => self.receives[pid as usize][question.site.1][message as usize],
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

/// The bits of these parts.
fn mask_of<const K: usize>(inner: &Inner, parts: &[u32]) -> Key<K> {
    parts.iter().fold([0; K], |mask, &part| fields::xor(mask, &inner.fields.get(part).mask()))
}
