//! The parts of the states of a model: from states to keys and back.
//!
//! Threads of a search share a space: a value has the same number for all of them. A number and its place in a key
//! never change, so that keys can be compared by anybody. Parts of processes and channels that are not there have the
//! number 0.
//!
//! Each thread has a copy of what is known ([`Inner`]) and works with that. Only what is new is asked of the space, and
//! whatever else is new there is learned at the same time: so threads hardly ever wait for each other.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::fields::{self, Fields, Key, Plan};
use super::values::Values;
use crate::exec::Machine;
use crate::exec::shape::ProcessPlace;
use crate::model::layout::{Leaf, Slot};
use crate::model::{Model, ProctypeId};

/// More global scalars than that are taken together, by words.
const MOST_SCALARS: usize = 1000;

/// What a part is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Which processes there are: word 0.
    Shape,
    /// Bits of a global word.
    Bits { word: u32, mask: u32 },
    /// A channel, by its number less 1: its type and its words.
    Channel(u32),
    /// A process, by its pid: its proctype and its frame, or only its control state if its frame is split.
    Process(u32),
    /// Bits of the frame of a process whose frame is split. 0 has the number 0, whether the process is there or not.
    Local { pid: u32, word: u32, mask: u32 },
}

/// Index of the part that tells the shape.
pub const SHAPE: u32 = 0;

/// Index of the part that tells where the claim is, if there is one: the first word of its frame.
pub const CLAIM: u32 = 1;

/// No part.
const NONE: u32 = u32::MAX;

/// What threads share.
#[derive(Debug)]
pub struct Space {
    inner: Mutex<Inner<'static>>,
    /// How often something new came up.
    version: AtomicU32,
    /// Bytes of the values, and how often they are there.
    bytes: AtomicU64,
    copies: AtomicU64,
}

/// Parts and their values, as far as they are known.
#[derive(Debug)]
pub struct Inner<'s> {
    /// The space that this is a copy of.
    space: Option<&'s Space>,
    parts: Vec<Part>,
    values: Vec<Values>,
    pub fields: Fields,
    /// How often something new came up, and how often fields have changed.
    version: u32,
    pub fields_version: u32,
    /// The parts of global scalars come one after the other; and those of each global word.
    globals: std::ops::Range<u32>,
    of_word: Vec<Box<[u32]>>,
    /// By pid, and by channel number less 1.
    processes: Vec<u32>,
    channels: Vec<u32>,
    /// By pid: processes whose frames are split into scalars, each a part of its own. They are always of this proctype.
    split: Vec<Option<ProctypeId>>,
    /// By pid: the parts of its scalars.
    locals: Vec<Vec<u32>>,
    /// A process of another proctype came where frames are split.
    confused: bool,
    /// Channels that exist from the start.
    global_channels: u32,
    /// The global words in which all numbers are 0.
    template: Vec<u32>,
    scratch: Vec<u32>,
    row: Vec<u32>,
}

impl Space {
    pub fn new(model: &Model, plan: &Plan) -> Space {
        Space::of(Inner::new(model, Fields::new(plan)))
    }

    fn of(inner: Inner<'static>) -> Space {
        let version = AtomicU32::new(inner.version);
        let space = Space { inner: Mutex::new(inner), version, bytes: AtomicU64::new(0), copies: AtomicU64::new(1) };
        space.tell(&space.lock());
        space
    }

    /// The same values with the same numbers, in fields that were made for them.
    pub fn again(self, plan: &Plan) -> Space {
        let mut inner = self.inner.into_inner().unwrap_or_else(PoisonError::into_inner);
        inner.fields = Fields::new(plan);
        inner.version += 1;
        inner.fields_version += 1;
        Space::of(inner)
    }

    fn lock(&self) -> MutexGuard<'_, Inner<'static>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is known.
    fn change<T>(&self, change: impl FnOnce(&mut Inner<'static>) -> T, copy: &mut Inner) -> T {
        let mut inner = self.lock();
        let result = change(&mut inner);
        self.tell(&inner);
        copy.learn(&inner);
        result
    }

    /// Adds a value of a part. `None` if there is no room for it.
    fn add_value(&self, part: u32, value: &[u32], copy: &mut Inner) -> Option<u32> {
        let mut inner = self.lock();
        let before = inner.version;
        let number = inner.number_of(part, value);
        if copy.version != before || copy.fields_version != inner.fields_version || number.is_none() {
            self.tell(&inner);
            copy.learn(&inner);
            return number;
        }
        // Nothing else is new.
        self.version.store(inner.version, Ordering::Release);
        copy.version = inner.version;
        let values = &mut copy.values[part as usize];
        let bytes = values.bytes();
        values.number(value);
        self.bytes.fetch_add(values.bytes() - bytes, Ordering::Relaxed);
        if let Part::Bits { word, .. } = copy.parts[part as usize] {
            copy.template[word as usize] = inner.template[word as usize];
        }
        number
    }

    /// Tells what others look at without the lock.
    fn tell(&self, inner: &Inner) {
        self.version.store(inner.version, Ordering::Release);
        self.bytes.store(inner.values.iter().map(Values::bytes).sum(), Ordering::Relaxed);
    }

    /// A copy to work with.
    pub fn copy(&self) -> Inner<'_> {
        let inner = self.lock();
        self.copies.fetch_add(1, Ordering::Relaxed);
        Inner {
            space: Some(self),
            parts: inner.parts.clone(),
            values: inner.values.clone(),
            fields: inner.fields.clone(),
            version: inner.version,
            fields_version: inner.fields_version,
            globals: inner.globals.clone(),
            of_word: inner.of_word.clone(),
            processes: inner.processes.clone(),
            channels: inner.channels.clone(),
            split: inner.split.clone(),
            locals: inner.locals.clone(),
            confused: inner.confused,
            global_channels: inner.global_channels,
            template: inner.template.clone(),
            scratch: Vec::new(),
            row: Vec::new(),
        }
    }

    /// Bytes of the values, with all copies.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed) * self.copies.load(Ordering::Relaxed)
    }

    /// Bits of keys that are in use.
    pub fn bits(&self) -> u32 {
        self.lock().fields.bits()
    }

    /// A plan for the values that came up, with keys of at least so many words.
    pub fn plan(&self, at_least: usize) -> Option<Plan> {
        let counts: Vec<usize> = self.lock().values.iter().map(Values::len).collect();
        Plan::of(&counts, at_least)
    }

    /// The same model in a space in which the frames of processes are split that came up with more values. `None` if
    /// there are none.
    pub fn split(&self, model: &Model, frames: usize) -> Option<Space> {
        let inner = self.lock();
        let worth = |&part: &u32| inner.worth_splitting(part, frames);
        let split: Vec<Option<ProctypeId>> = inner.processes.iter().map(worth).collect();
        split.iter().any(Option::is_some).then(|| {
            let mut new = Inner::new(model, Fields::new(&Plan::unknown()));
            new.split = split;
            Space::of(new)
        })
    }
}

impl Inner<'_> {
    fn new(model: &Model, fields: Fields) -> Inner<'static> {
        let mut inner = Inner {
            space: None,
            parts: Vec::new(),
            values: Vec::new(),
            fields,
            version: 0,
            fields_version: 0,
            globals: 0..0,
            of_word: Vec::new(),
            processes: Vec::new(),
            channels: Vec::new(),
            split: Vec::new(),
            locals: Vec::new(),
            confused: false,
            global_channels: model.global_channels.len() as u32,
            template: vec![0; model.global_words as usize],
            scratch: Vec::new(),
            row: Vec::new(),
        };
        inner.add(Part::Shape);
        let first = inner.parts.len() as u32;
        let mut of_word = vec![Vec::new(); model.global_words as usize];
        for (word, mask) in scalars(model) {
            of_word[word as usize].push(inner.add(Part::Bits { word, mask }));
        }
        inner.of_word = of_word.into_iter().map(Vec::into_boxed_slice).collect();
        inner.globals = first..inner.parts.len() as u32;
        for (i, &ty) in model.global_channels.iter().enumerate() {
            // A rendezvous channel has no words.
            let part =
                if model.channel_types[ty as usize].words > 0 { inner.add(Part::Channel(i as u32)) } else { NONE };
            inner.channels.push(part);
        }
        inner
    }

    fn add(&mut self, part: Part) -> u32 {
        let index = self.parts.len() as u32;
        let mut values = Values::default();
        match part {
            Part::Process(_) | Part::Channel(_) => values.number(&[]),
            Part::Local { .. } => values.number(&[0]),
            Part::Shape | Part::Bits { .. } => 0,
        };
        self.parts.push(part);
        self.values.push(values);
        if self.fields.len() < self.parts.len() {
            self.fields.add();
        }
        index
    }

    /// Learns what the space knows that this is a copy of.
    #[inline(always)]
    pub fn catch_up(&mut self) {
        if let Some(space) = self.space
            && self.version != space.version.load(Ordering::Acquire)
        {
            self.learn(&space.lock());
        }
    }

    #[cold]
    fn learn(&mut self, from: &Inner) {
        if self.fields_version != from.fields_version {
            self.fields = from.fields.clone();
            self.fields_version = from.fields_version;
        }
        self.version = from.version;
        self.confused = from.confused;
        self.parts.extend_from_slice(&from.parts[self.parts.len()..]);
        self.values.resize_with(from.values.len(), Values::default);
        for (values, theirs) in self.values.iter_mut().zip(&from.values) {
            for number in values.len()..theirs.len() {
                values.number(theirs.get(number as u32));
            }
        }
        self.processes.clone_from(&from.processes);
        self.channels.clone_from(&from.channels);
        self.locals.clone_from(&from.locals);
        self.template.clone_from(&from.template);
    }

    /// The part of a process.
    pub fn process(&mut self, model: &Model, pid: u32) -> u32 {
        if let Some(space) = self.space.filter(|_| self.processes.len() <= pid as usize) {
            return space.change(|inner| inner.process(model, pid), self);
        }
        while self.processes.len() <= pid as usize {
            let pid = self.processes.len() as u32;
            let part = self.add(Part::Process(pid));
            self.processes.push(part);
            let split = self.split.get(pid as usize).copied().flatten();
            let locals = split.map_or(Vec::new(), |proctype| frame_scalars(model, proctype));
            let locals = locals.into_iter().map(|(word, mask)| self.add(Part::Local { pid, word, mask })).collect();
            self.locals.push(locals);
            self.version += 1;
            self.fields_version += 1;
        }
        self.processes[pid as usize]
    }

    /// Whether the frame of a process is split.
    pub fn is_split(&self, pid: u32) -> bool {
        self.split.get(pid as usize).is_some_and(Option::is_some)
    }

    /// The parts of bits of the frame of a process, besides the one of the process itself.
    pub fn locals(&self, pid: u32, from: u64, to: u64) -> impl Iterator<Item = u32> {
        let parts = self.locals.get(pid as usize).map_or(&[][..], Vec::as_slice);
        parts.iter().copied().filter(move |&part| self.meets(part, from, to))
    }

    /// The proctype of a process that came up with many frames, and never as another one.
    fn worth_splitting(&self, part: u32, frames: usize) -> Option<ProctypeId> {
        let values = &self.values[part as usize];
        // One stands for a process that is not there.
        let proctype = (values.len() > frames + 1).then(|| values.get(1)[0])?;
        (1..values.len() as u32).all(|n| values.get(n)[0] == proctype).then_some(ProctypeId(proctype))
    }

    pub fn processes(&self) -> &[u32] {
        &self.processes
    }

    /// The part of a channel, by its number; none if it has no words.
    pub fn channel(&mut self, number: u32) -> Option<u32> {
        let index = number.checked_sub(1)? as usize;
        if let Some(space) = self.space.filter(|_| self.channels.len() <= index) {
            return space.change(|inner| inner.channel(number), self);
        }
        while self.channels.len() <= index {
            let part = self.add(Part::Channel(self.channels.len() as u32));
            self.channels.push(part);
            self.version += 1;
            self.fields_version += 1;
        }
        Some(self.channels[index]).filter(|&part| part != NONE)
    }

    /// The parts of the channels that exist from the start.
    pub fn global_channels(&self) -> impl Iterator<Item = u32> {
        self.channels[..self.global_channels as usize].iter().copied().filter(|&part| part != NONE)
    }

    /// The parts of channels that were created by processes.
    pub fn other_channels(&self) -> impl Iterator<Item = u32> {
        self.channels[self.global_channels as usize..].iter().copied()
    }

    /// The parts of global bits from one to another.
    pub fn globals(&self, from: u64, to: u64) -> impl Iterator<Item = u32> {
        self.globals.clone().filter(move |&part| self.meets(part, from, to))
    }

    /// Whether a part of some bits has one from here to there.
    fn meets(&self, part: u32, from: u64, to: u64) -> bool {
        match self.parts[part as usize] {
            Part::Bits { word, mask } | Part::Local { word, mask, .. } => {
                let first = u64::from(word) * 32 + u64::from(mask.trailing_zeros());
                let end = u64::from(word) * 32 + 32 - u64::from(mask.leading_zeros());
                first < to && from < end
            }
            Part::Shape | Part::Channel(_) | Part::Process(_) => false,
        }
    }

    /// The shape that has a number as a part.
    pub fn shape(&self, number: u32) -> u32 {
        self.values[SHAPE as usize].get(number)[0]
    }

    /// The key of a state. `None` if there is no room for it.
    pub fn pack<const K: usize>(&mut self, machine: &mut Machine, row: &[u32]) -> Option<Key<K>> {
        machine.words_of(row[0]);
        self.know_parts(machine, row[0]);
        let mut key = fields::empty();
        for part in 0..self.parts.len() as u32 {
            let number = self.number(machine, part, row)?;
            key = fields::xor(key, &self.fields.get(part).spread(number));
        }
        Some(key)
    }

    /// Makes parts for what is there in a shape.
    fn know_parts(&mut self, machine: &Machine, shape: u32) {
        let shape = machine.shapes().get(shape);
        if let Some(last) = shape.processes.len().checked_sub(1) {
            self.process(machine.model, last as u32);
        }
        let other = |(split, place): (&Option<ProctypeId>, &ProcessPlace)| split.is_some_and(|p| p != place.proctype);
        if self.split.iter().zip(&shape.processes).any(other) {
            self.confused = true;
        }
        self.channel(shape.channels.len() as u32);
    }

    /// The number of a part of a state. `None` if there is no room for it.
    fn number(&mut self, machine: &Machine, part: u32, row: &[u32]) -> Option<u32> {
        let mut value = std::mem::take(&mut self.scratch);
        self.value(machine, part, row, &mut value);
        let number = self.number_of(part, &value);
        self.scratch = value;
        number
    }

    fn number_of(&mut self, part: u32, value: &[u32]) -> Option<u32> {
        if self.confused {
            return None;
        }
        if let Some(number) = self.values[part as usize].find(value) {
            return Some(number);
        }
        if let Some(space) = self.space {
            return space.add_value(part, value, self);
        }
        let values = &mut self.values[part as usize];
        let (number, count) = (values.number(value), values.len());
        self.version += 1;
        self.fields_version += u32::from(self.fields.fit(part, count)?);
        if let (0, Part::Bits { word, .. }) = (number, self.parts[part as usize]) {
            self.template[word as usize] |= value[0];
        }
        Some(number)
    }

    /// What a part of a state is.
    fn value(&self, machine: &Machine, part: u32, row: &[u32], value: &mut Vec<u32>) {
        value.clear();
        let shape = machine.shapes().get(row[0]);
        match self.parts[part as usize] {
            Part::Shape => value.push(row[0]),
            Part::Bits { word, mask } => value.push(row[word as usize] & mask),
            Part::Channel(index) => {
                if let Some(place) = shape.channels.get(index as usize) {
                    let words = machine.model.channel_types[place.ty as usize].words;
                    value.push(place.ty);
                    value.extend_from_slice(&row[place.at as usize..(place.at + words) as usize]);
                }
            }
            Part::Local { pid, word, mask } => {
                let place = shape.processes.get(pid as usize);
                value.push(place.map_or(0, |place| row[(place.frame + word) as usize] & mask));
            }
            Part::Process(pid) if self.is_split(pid) => {
                if let Some(place) = shape.processes.get(pid as usize) {
                    value.extend([place.proctype.0, row[place.frame as usize] & place.pc_mask]);
                }
            }
            Part::Process(pid) => {
                if let Some(place) = shape.processes.get(pid as usize) {
                    let words = machine.model.proctype(place.proctype).frame_words;
                    value.push(place.proctype.0);
                    value.extend_from_slice(&row[place.frame as usize..(place.frame + words) as usize]);
                }
            }
        }
    }

    /// A global word of the state of a key.
    pub fn global_word<const K: usize>(&self, key: &Key<K>, word: u32) -> u32 {
        let bits = |&part: &u32| self.values[part as usize].get(self.fields.get(part).number(key))[0];
        self.of_word[word as usize].iter().map(bits).fold(0, |all, bits| all | bits)
    }

    /// The state of a key.
    pub fn unpack<const K: usize>(&self, machine: &mut Machine, key: &Key<K>, row: &mut Vec<u32>) {
        let number = |part: u32| self.fields.get(part).number(key);
        let shape = self.shape(number(SHAPE));
        let words = machine.words_of(shape);
        row.clear();
        row.extend_from_slice(&self.template);
        row.resize(words, 0);
        row[0] = shape;
        for part in self.globals.clone() {
            let number = number(part);
            if let (true, Part::Bits { word, mask }) = (number > 0, self.parts[part as usize]) {
                let bits = self.values[part as usize].get(number)[0];
                row[word as usize] = row[word as usize] & !mask | bits;
            }
        }
        let shape = machine.shapes().get(shape);
        let mut put = |part: u32, at: u32| {
            let value = &self.values[part as usize].get(number(part))[1..];
            row[at as usize..at as usize + value.len()].copy_from_slice(value);
        };
        for (place, &part) in shape.processes.iter().zip(&self.processes) {
            put(part, place.frame);
        }
        for (place, &part) in shape.channels.iter().zip(&self.channels).filter(|(_, part)| **part != NONE) {
            put(part, place.at);
        }
        for (place, &part) in shape.processes.iter().zip(&self.locals).flat_map(|(p, l)| l.iter().map(move |l| (p, l)))
        {
            let number = number(part);
            if let (true, Part::Local { word, .. }) = (number > 0, self.parts[part as usize]) {
                row[(place.frame + word) as usize] |= self.values[part as usize].get(number)[0];
            }
        }
    }

    /// What a step between states of the same shape changes, if all of that is among these parts. `None` if there is no
    /// room.
    fn change_within<const K: usize>(
        &mut self,
        machine: &Machine,
        (key, old): (&Key<K>, &[u32]),
        new: &[u32],
        touched: &[u32],
    ) -> Option<Option<Key<K>>> {
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        row.extend_from_slice(old);
        let mut delta = [0; K];
        for &part in touched {
            if !self.copy_part(machine, part, new, &mut row) {
                continue;
            }
            let before = self.fields.get(part).number(key);
            let Some(after) = self.number(machine, part, new) else {
                self.row = row;
                return None;
            };
            let field = self.fields.get(part);
            delta = fields::xor(delta, &fields::xor(field.spread(before), &field.spread(after)));
        }
        let is_all = row == new;
        self.row = row;
        Some(is_all.then_some(delta))
    }

    /// Copies a part of a state to another one of the same shape. Whether it was different.
    fn copy_part(&self, machine: &Machine, part: u32, from: &[u32], to: &mut [u32]) -> bool {
        let shape = machine.shapes().get(from[0]);
        let bits = |at: u32, mask: u32, to: &mut [u32]| {
            let changed = (from[at as usize] ^ to[at as usize]) & mask;
            to[at as usize] ^= changed;
            changed != 0
        };
        let words = |at: u32, count: u32, to: &mut [u32]| {
            let range = at as usize..(at + count) as usize;
            let changed = from[range.clone()] != to[range.clone()];
            to[range.clone()].copy_from_slice(&from[range]);
            changed
        };
        match self.parts[part as usize] {
            Part::Shape => false,
            Part::Bits { word, mask } => bits(word, mask, to),
            Part::Channel(index) => shape
                .channels
                .get(index as usize)
                .is_some_and(|place| words(place.at, machine.model.channel_types[place.ty as usize].words, to)),
            Part::Local { pid, word, mask } => {
                shape.processes.get(pid as usize).is_some_and(|place| bits(place.frame + word, mask, to))
            }
            Part::Process(pid) => shape.processes.get(pid as usize).is_some_and(|place| {
                if self.is_split(pid) {
                    bits(place.frame, place.pc_mask, to)
                } else {
                    words(place.frame, machine.model.proctype(place.proctype).frame_words, to)
                }
            }),
        }
    }

    /// What a step from a state to another changes in the key, and whether all of that is among these parts. `None` if
    /// there is no room for a number.
    pub fn change<const K: usize>(
        &mut self,
        machine: &mut Machine,
        (key, old): (&Key<K>, &[u32]),
        new: &[u32],
        touched: &[u32],
    ) -> Option<(Key<K>, bool)> {
        machine.words_of(new[0]);
        if old[0] == new[0] {
            let known = self.change_within(machine, (key, old), new, touched)?;
            if let Some(delta) = known {
                return Some((delta, true));
            }
        }
        self.know_parts(machine, new[0]);
        let (mut delta, mut within) = ([0; K], true);
        let globals = self.template.len();
        let same = old[..globals] == new[..globals];
        for part in 0..self.parts.len() as u32 {
            let kind = self.parts[part as usize];
            let changed = match kind {
                Part::Shape => old[0] != new[0],
                Part::Bits { word, mask } => !same && (old[word as usize] ^ new[word as usize]) & mask != 0,
                Part::Channel(_) | Part::Process(_) | Part::Local { .. } if old[0] != new[0] => true,
                Part::Channel(index) => {
                    // Beyond its words a state is not looked at.
                    machine.shapes().get(new[0]).channels.get(index as usize).is_some_and(|place| {
                        let words = machine.model.channel_types[place.ty as usize].words;
                        let range = place.at as usize..(place.at + words) as usize;
                        old[range.clone()] != new[range]
                    })
                }
                Part::Local { pid, word, mask } => {
                    machine.shapes().get(new[0]).processes.get(pid as usize).is_some_and(|place| {
                        let at = (place.frame + word) as usize;
                        (old[at] ^ new[at]) & mask != 0
                    })
                }
                Part::Process(pid) => machine.shapes().get(new[0]).processes.get(pid as usize).is_some_and(|place| {
                    let words = machine.model.proctype(place.proctype).frame_words;
                    let range = place.frame as usize..(place.frame + words) as usize;
                    old[range.clone()] != new[range]
                }),
            };
            if !changed {
                continue;
            }
            let (before, after) = (self.fields.get(part).number(key), self.number(machine, part, new)?);
            if before != after {
                let field = self.fields.get(part);
                delta = fields::xor(delta, &fields::xor(field.spread(before), &field.spread(after)));
                // What is not there has the number 0 in every state of this shape.
                let appears = before == 0
                    && match kind {
                        Part::Channel(_) | Part::Process(_) => true,
                        Part::Local { pid, .. } => machine.shapes().get(old[0]).processes.len() <= pid as usize,
                        Part::Shape | Part::Bits { .. } => false,
                    };
                within &= touched.contains(&part) || (appears && touched.contains(&SHAPE));
            }
        }
        Some((delta, within))
    }
}

/// The bits of the global words, in pieces that are touched together: each is in one piece. The claim comes first.
fn scalars(model: &Model) -> Vec<(u32, u32)> {
    let claim = model.claim.map(|claim| Slot::word(claim.frame));
    // Word 0 is the shape.
    let mut pieces = pieces(claim.into_iter().chain(few(&model.global_leaves)), model.global_words);
    pieces.retain(|(word, _)| *word > 0);
    pieces
}

/// The bits of a frame, but for the program counter.
fn frame_scalars(model: &Model, proctype: ProctypeId) -> Vec<(u32, u32)> {
    let p = model.proctype(proctype);
    let pc = Slot { shift: 0, ..p.pc };
    let mut pieces = pieces(std::iter::once(pc).chain(few(&p.leaves)), p.frame_words);
    pieces.remove(0);
    pieces
}

/// The places of scalars, unless there are too many.
fn few(leaves: &[Leaf]) -> impl Iterator<Item = Slot> {
    leaves.iter().map(|leaf| leaf.slot).take(if leaves.len() > MOST_SCALARS { 0 } else { MOST_SCALARS })
}

/// Cuts words into these scalars and what is left besides them.
fn pieces(slots: impl Iterator<Item = Slot>, words: u32) -> Vec<(u32, u32)> {
    let mut left = vec![u32::MAX; words as usize];
    let mut pieces = Vec::new();
    for slot in slots.chain((0..words).map(Slot::word)) {
        let Some(left) = left.get_mut(slot.word as usize) else { continue };
        let piece = slot.set(0, -1) & *left;
        *left &= !piece;
        if piece != 0 {
            pieces.push((slot.word, piece));
        }
    }
    pieces
}
