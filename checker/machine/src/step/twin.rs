//! What a step asks about threads that are exchangeable: see `twins`.

use super::Machine;
use super::section::{ENDED_PLACE, Noted};
use crate::address;
use crate::code::{Binary, Compare, Instruction};
use crate::parts::{ENDED, NONE};
use crate::sharing::{PlaceKey, Threads};
use crate::thread::Shape;
use crate::twins::{self, FRESH, KNOWN, UNUSED, has_stack_address, is_stack, is_twin, members};
use crate::world::{Shared, Spot};

/// Of static memory: see `step::access`.
const GRANULE: usize = 4;
/// Where in a mutex its owner is, and how large it is.
const OWNER: u64 = 8;
const MUTEX: u64 = 40;

impl Machine<'_> {
    /// The labels of all numbers that are in use. Empty without twins.
    fn labels(&mut self) -> Vec<u8> {
        let Some(twins) = self.twins.as_ref().filter(|_| self.takes_twins) else { return Vec::new() };
        let at = twins.label_at(0);
        self.world.static_content(at, self.world.thread_count() as usize).0.to_vec()
    }

    fn set_label(&mut self, thread: u32, label: u8) {
        let Some(twins) = self.twins.as_ref().filter(|_| self.takes_twins) else { return };
        self.world.static_bytes(twins.label_at(thread), 1).0[0] = label;
    }

    /// Who the running thread could be in other runs that come to this.
    pub(super) fn note_twins(&mut self) {
        let labels = self.labels();
        let own = self.world.current as usize;
        self.step.twins = match labels.get(own) {
            Some(label) if is_twin(*label) => members(&labels, *label),
            _ => 1 << own,
        };
        self.step.some_twins = labels.iter().any(|l| is_twin(*l));
    }

    pub(super) fn is_twin(&self) -> bool {
        self.step.twins.count_ones() > 1
    }

    /// The running thread shows who it is.
    #[inline(always)]
    pub(super) fn shows_itself(&mut self) {
        self.told_apart |= self.is_twin();
    }

    /// The others that a number could be of, if that was not asked yet.
    fn others_like(&mut self, thread: u32) -> Threads {
        if !self.step.some_twins {
            return 0;
        }
        let labels = self.labels();
        match labels.get(thread as usize) {
            Some(label) if is_twin(*label) => members(&labels, *label) & !(1 << thread),
            _ => 0,
        }
    }

    /// Something is asked about a number other than whether its thread has ended.
    pub(super) fn asks_about(&mut self, thread: u32) {
        self.told_apart |= thread != self.world.current && self.others_like(thread) != 0;
    }

    /// A step asks whether a thread has ended: which of its twins has the number is chosen, one that has ended or one
    /// that has not.
    pub(super) fn resolve_twin(&mut self, thread: u32) {
        let others = self.others_like(thread);
        let all = others | 1 << thread;
        if others == 0 || thread == self.world.current || self.step.not_ended >> thread & 1 == 1 {
            return;
        }
        if all >> self.world.current & 1 == 1 || !self.world.unknowns.is_empty() {
            self.told_apart = true;
            return;
        }
        let numbers: Vec<u32> = (0..address::THREADS).filter(|t| all >> t & 1 == 1).collect();
        let parts: Vec<u32> = numbers.iter().map(|t| self.world.part_of(*t)).collect();
        if parts.contains(&NONE) {
            self.told_apart = true;
            return;
        }
        let mut ended: Vec<u32> = Vec::new();
        for (t, _) in numbers.iter().zip(&parts).filter(|(_, part)| **part == ENDED) {
            if !ended.iter().any(|e| self.have_same_elements(*e, *t)) {
                ended.push(*t);
            }
        }
        let some_live = parts.iter().any(|part| *part > ENDED);
        let way = self.choose_twin(ended.len() as u32 + u32::from(some_live)) as usize;
        let Some(chosen) = ended.get(way) else {
            self.step.not_ended |= 1 << thread;
            // It is only good for a wait.
            self.told_apart |= !self.step.looks_at_wait;
            return;
        };
        if !self.world.has_ended(i64::from(thread)) && !self.swap(thread, *chosen) {
            self.told_apart = true;
            return;
        }
        if self.world.part_of(thread) == ENDED && *chosen != thread {
            self.swap_elements(thread, *chosen);
            self.step.swaps.extend([(thread, *chosen), (*chosen, thread)]);
            self.note_threads();
        }
        self.set_label(thread, KNOWN);
    }

    /// Puts the twins of a state in order: see [`Twins::order`].
    pub fn order_twins(&mut self, pages: usize, state: &mut [u32]) -> twins::Moved {
        let Machine { twins, shared, takes_twins, .. } = self;
        let Some(twins) = twins.as_mut().filter(|_| *takes_twins) else { return Vec::new() };
        let Shared { program, layout, live, numbers, parts, .. } = shared;
        twins.order(parts, &Shape { program, layout, live, numbers }, pages, state)
    }

    /// In the last step a thread waits for a number because its twin has not ended: those that change places so that it
    /// is so.
    pub fn twin_that_waits(&mut self, thread: u32) -> twins::Moved {
        if !self.world.has_ended(i64::from(thread)) {
            return Vec::new();
        }
        let others = self.others_like(thread);
        let live = (0..address::THREADS).find(|t| others >> t & 1 == 1 && !self.world.has_ended(i64::from(*t)));
        live.map_or(Vec::new(), |t| vec![(t, thread), (thread, t)])
    }

    pub(super) fn is_said_not_to_have_ended(&self, thread: i32) -> bool {
        u32::try_from(thread).is_ok_and(|t| t < address::THREADS && self.step.not_ended >> t & 1 == 1)
    }

    /// A thread that has not ended and one that has change their numbers. Not if it cannot be done.
    fn swap(&mut self, thread: u32, ended: u32) -> bool {
        let shape = self.shared.shape();
        let other = self.world.thread(&self.shared, thread);
        let held = other.held.clone();
        if other.lives != 1 << thread || !twins::is_clean_but_for_locks(&shape, other) {
            return false;
        }
        for lock in held {
            let Ok(spot) = self.world.resolve(&self.shared, lock.lock + OWNER, 4, true) else { return false };
            if self.world.read(&self.shared, spot, 4) != (u128::from(thread + 1), 0) {
                return false;
            }
            self.world.write(&self.shared, spot, 4, u128::from(ended + 1), 0);
        }
        self.world.swap_with_ended(&self.shared, thread, ended);
        true
    }

    fn element(&mut self, array: twins::ByThread, thread: u32) -> (Vec<u8>, Vec<u8>) {
        let (bytes, shadow) = self.world.static_content(array.at(thread), array.stride);
        (bytes.to_vec(), shadow.unwrap_or_default().to_vec())
    }

    fn arrays(&self) -> Vec<twins::ByThread> {
        self.twins.as_ref().map_or(Vec::new(), |t| t.arrays.clone())
    }

    fn have_same_elements(&mut self, a: u32, b: u32) -> bool {
        self.arrays().into_iter().all(|array| self.element(array, a) == self.element(array, b))
    }

    fn swap_elements(&mut self, a: u32, b: u32) {
        for array in self.arrays() {
            let (of_a, of_b) = (self.element(array, a), self.element(array, b));
            for (at, (bytes, shadow)) in [(b, of_a), (a, of_b)] {
                let to = self.world.static_bytes(array.at(at), array.stride);
                to.0.copy_from_slice(&bytes);
                to.1.copy_from_slice(&shadow);
            }
        }
    }

    /// A wait has found what it waits for: then nothing was told about numbers that may have ended.
    pub(super) fn ends_wait(&mut self) {
        self.told_apart |= self.step.not_ended != 0;
        self.step.looks_at_wait = false;
    }

    /// A thread is given a number.
    pub(super) fn gives_number(&mut self, number: u32) {
        let labels = self.labels();
        let Some(label) = labels.get(number as usize) else { return };
        let new = if *label == UNUSED { FRESH } else { KNOWN };
        self.told_apart |= is_twin(*label) && members(&labels, *label).count_ones() > 1;
        self.set_label(number, new);
    }

    /// An access to memory: arrays by thread, and locks that others have.
    pub(super) fn guard_access(&mut self, spot: Spot, address: u64, size: u64, write: bool) {
        let Some(twins) = self.twins.as_ref() else { return };
        if let Spot::Static { at } = spot
            && let Some((array, thread)) = twins.array_at(at)
            && thread != self.world.current
        {
            let others = self.others_like(thread);
            if others != 0
                && (write || self.step.not_ended >> thread & 1 == 0 || !self.is_same_for(array, others, thread))
            {
                self.told_apart = true;
            }
        }
        let library = self
            .world
            .running
            .frames
            .last()
            .is_some_and(|f| self.shared.program.functions[f.function as usize].library);
        if self.world.running.atomic == 0 || !library {
            let Some(twins) = self.twins.as_ref() else { return };
            let near = address.saturating_sub(MUTEX - 1)..address + size;
            if !twins.locks.is_empty() && near.into_iter().any(|at| twins.locks.contains(&at)) {
                self.told_apart = true;
            }
        }
    }

    /// Whether an element is the same for all twins that have not ended.
    fn is_same_for(&mut self, array: twins::ByThread, others: Threads, thread: u32) -> bool {
        let all: Vec<u32> = (0..address::THREADS).filter(|t| (others | 1 << thread) >> t & 1 == 1).collect();
        let live: Vec<u32> = all.into_iter().filter(|t| self.world.part_of(*t) > ENDED).collect();
        let own = self.element(array, thread);
        live.into_iter().all(|t| self.element(array, t) == own)
    }

    /// A lock is taken: nobody may look at it but who takes and drops locks.
    pub(super) fn notes_lock(&mut self, lock: u64) {
        if let Some(twins) = &mut self.twins {
            twins.locks.insert(lock);
        }
    }

    /// An instruction of a twin, before it is run: whether it makes something of an address in its stack that does not
    /// lead there.
    pub(super) fn guard_identity(&mut self, instruction: &Instruction, base: usize) {
        let is = |bits: u128| has_stack_address(bits);
        let fine = match instruction {
            Instruction::Binary { op, ty, left, right, .. } => {
                let (left, right) = (self.get(base, *left), self.get(base, *right));
                let (a, b) = (left as u64, right as u64);
                match (is(left), is(right)) {
                    (false, false) => true,
                    _ if ty.bits() != 64 || ty.is_float() => false,
                    (true, true) => *op == Binary::Sub && is_in_same(a, b),
                    (of_left, _) => match op {
                        Binary::Add => is_in_same(a.wrapping_add(b), if of_left { a } else { b }),
                        Binary::Sub => of_left && is_in_same(a.wrapping_sub(b), a),
                        _ => false,
                    },
                }
            }
            Instruction::Compare { op, left, right, .. } => {
                let (left, right) = (self.get(base, *left), self.get(base, *right));
                let equality = matches!(op, Compare::Eq | Compare::Ne);
                match (is(left), is(right)) {
                    (false, false) | (true, true) => true,
                    (true, false) => equality && (right == 0 || address::is_address(right as u64)),
                    (false, true) => equality && (left == 0 || address::is_address(left as u64)),
                }
            }
            Instruction::Unary { value, .. } => !is(self.get(base, *value)),
            Instruction::Switch { value, .. } => !is(self.get(base, *value)),
            Instruction::Convert { into, value, .. } => {
                !is(self.get(base, *value)) || into.bits() == 64 && !into.is_float()
            }
            Instruction::CompareExchange { expected, .. } => !is(self.get(base, *expected)),
            _ => true,
        };
        self.told_apart |= !fine;
    }

    /// The places that stand for one in other runs, with who comes there: see [`crate::twins`].
    pub(super) fn like_places(&self, noted: &Noted) -> Vec<(PlaceKey, Threads)> {
        let own = self.world.current;
        let shifted = |t: u32| -> Option<PlaceKey> {
            if noted.place == ENDED_PLACE | u64::from(own) {
                return Some(ENDED_PLACE | u64::from(t));
            }
            let at = usize::try_from(noted.place).ok()?.checked_mul(GRANULE)?;
            let (array, thread) = self.twins.as_ref()?.array_at(at)?;
            (thread == own).then(|| ((at - array.at(own) + array.at(t)) / GRANULE) as PlaceKey)
        };
        if self.is_twin() && shifted(own).is_some() {
            let all = (0..address::THREADS).filter(|t| self.step.twins >> t & 1 == 1);
            return all.filter_map(|t| Some((shifted(t)?, 1 << t))).collect();
        }
        vec![(noted.place, self.step.twins)]
    }
}

fn is_in_same(result: u64, address: u64) -> bool {
    match (address::area(address::plain(result)), address::area(address::plain(address))) {
        (address::Area::Stack { thread: a, .. }, address::Area::Stack { thread: b, .. }) => a == b && is_stack(result),
        _ => false,
    }
}
