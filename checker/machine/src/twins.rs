//! Threads that are exchangeable: of the states that differ only by who of them is where, one is searched.
//!
//! Threads that are found at the start of the same function, with the same argument and with numbers that nobody had
//! before, become *twins* of each other: they get one label. From then on, as long as no step has asked which of them
//! is which, it holds:
//!
//! > Whatever state a run can come to, another run can come to the state in which twins have changed places: what each
//! > has done so far (its frames, and its elements of the arrays that have one for each thread) belongs to the number
//! > of the other. Nothing else changes: `pthread_t`s in memory stay as they are, and lead to the number, as before.
//!
//! It holds when they get the label, because the two states are the same, and a step leads from states that are so to
//! states that are so: who made it in one run, its twin makes in the other. Hence of all such states one is kept: twins
//! stand in the order of what they are (as numbers of parts). All else follows from what a step can ask:
//!
//! - *Who am I?* `__ax_self` by one of several twins ends all this: the search begins anew, without twins. So does all
//!   that leaves a trace of a number or may: an object from the heap (its address has the number), a stored address of
//!   the own stack or what is calculated with one but sums and differences that stay inside of it, `setjmp`, unknown
//!   values, the end of a thread that has a lock, copies of a locked mutex. `__ax_own` asks, too, but what the library
//!   does with the answer is the same for all: an index into arrays by thread, or the owner of a mutex.
//! - *Has that one ended?* Which of the twins has a number is not known before it is asked for: any of them, so it is a
//!   choice ([`Machine::resolve_twin`]). One that has ended takes the number, and is no twin any more. Or none of those
//!   that have ended has it: then the answer is no, and because nothing was changed for it, it is only good for a wait
//!   that goes on waiting. Whether all threads wait depends on that choice, too: see `search`.
//! - *What is in the arrays at that number?* Nothing else may look before the question was answered; but a wait that
//!   was told no may read what is the same for all twins that have not ended.
//! - *Which numbers are free?* A number of twins that is free again ends all this when it is given out.
//!
//! Twins change places only where it is plain that nothing in the state says who they are (`is_clean`): no lock is
//! held, no store waits, no register that lives has a number (of the library's: a taint analysis, see `numbers`) or an
//! address of the stack. Others stay where they are: that costs states, and nothing else.
//!
//! What is known about accesses (`sharing`) is known of each twin, whoever made them, because in another run it did:
//! an access counts for all, without the lives that not all of them had, and one to one's own element in an array by
//! thread or to one's own end counts as one of each to its own.
//!
//! A run that is told is made again without twins: each takes the number that it has at the end ([`Numbers`]), and if
//! the run does not come to its error then, the search begins anew without twins.

use crate::address::{self, PAGE, THREADS};
use crate::intern::{Intern, PartId};
use crate::live::each;
use crate::parts::ENDED;
use crate::sharing::Threads;
use crate::thread::{Shape, Thread};
use crate::world::Shared;
use rustc_hash::{FxHashMap, FxHashSet};

/// Labels of numbers of threads, one byte each: never given out; given out once; given out again, or known by number.
/// All others are labels of twins.
pub const UNUSED: u8 = 0;
pub const FRESH: u8 = 1;
pub const KNOWN: u8 = 0xff;

pub fn is_twin(label: u8) -> bool {
    label > FRESH && label < KNOWN
}

/// An array of the library with an element for each thread, in static memory.
#[derive(Clone, Copy, Debug)]
pub struct ByThread {
    pub start: usize,
    /// The size of an element.
    pub stride: usize,
}

impl ByThread {
    /// The thread whose element is at a place.
    pub fn element(&self, at: usize) -> Option<u32> {
        let into = at.checked_sub(self.start)?;
        (into < self.stride * THREADS as usize).then_some((into / self.stride) as u32)
    }

    pub fn at(&self, thread: u32) -> usize {
        self.start + thread as usize * self.stride
    }
}

#[derive(Debug)]
pub struct Twins {
    /// Where the labels are in static memory.
    labels: usize,
    pub arrays: Vec<ByThread>,
    /// Whether a part says who it is.
    clean: FxHashMap<PartId, bool>,
    /// Mutexes that were locked.
    pub locks: FxHashSet<u64>,
}

/// The twins of a state that change places: from where to where.
pub type Moved = Vec<(u32, u32)>;

impl Twins {
    /// `None` for programs without threads.
    pub fn new(shared: &Shared) -> Option<Twins> {
        let program = shared.program;
        let at = |id| shared.layout.statics.iter().find(|placed| placed.id == id).map(|p| p.offset as usize);
        let mut arrays = Vec::new();
        for id in &program.by_thread {
            let stride = program.object(*id).bytes.len() / THREADS as usize;
            arrays.push(ByThread { start: at(*id)?, stride });
        }
        Some(Twins { labels: at(program.twins?)?, arrays, clean: FxHashMap::default(), locks: FxHashSet::default() })
    }

    /// Where the label of a number is.
    pub fn label_at(&self, thread: u32) -> usize {
        self.labels + thread as usize
    }

    /// The array by thread that a place is in, and whose element.
    pub fn array_at(&self, at: usize) -> Option<(ByThread, u32)> {
        self.arrays.iter().find_map(|array| Some((*array, array.element(at)?)))
    }

    /// Puts the twins of a state in order, and finds threads that become twins.
    pub fn order(&mut self, parts: &mut Intern<u8>, shape: &Shape, pages: usize, state: &mut [u32]) -> Moved {
        let mut moved = Vec::new();
        let count = state[pages] as usize;
        if count < 3 || state[pages + 1 + count] != 0 {
            return moved;
        }
        let labels = self.labels(parts, state, count);
        if labels.contains(&FRESH) && self.find_new(parts, shape, pages, state, &labels) {
            return moved;
        }
        let mut seen = 0u64;
        for first in 1..count {
            if !is_twin(labels[first]) || seen >> first & 1 == 1 {
                continue;
            }
            let mut group: Vec<usize> = vec![first];
            for other in first + 1..count {
                if labels[other] == labels[first] && self.have_same_elements(parts, state, first, other) {
                    group.push(other);
                }
            }
            group.iter().for_each(|t| seen |= 1 << t);
            group.retain(|t| self.is_clean(parts, shape, state[pages + 1 + t]));
            let mut order: Vec<(PartId, usize)> = group.iter().map(|t| (state[pages + 1 + t], *t)).collect();
            order.sort_unstable();
            for (to, (part, from)) in group.iter().zip(order) {
                if from != *to {
                    moved.push((from as u32, *to as u32));
                }
                state[pages + 1 + to] = part;
            }
        }
        moved
    }

    /// A twin with a lower number that is as this one in all: what one of them does the other does, too.
    pub fn is_same_as_before(
        &mut self,
        parts: &Intern<u8>,
        shape: &Shape,
        pages: usize,
        state: &[u32],
        thread: u32,
    ) -> Option<u32> {
        let count = state[pages] as usize;
        let part = state[pages + 1 + thread as usize];
        let threads = &state[pages + 1..][..count];
        if !threads[1..thread.max(1) as usize].contains(&part) || state[pages + 1 + count] != 0 {
            return None;
        }
        let labels = self.labels(parts, state, count);
        let label = labels[thread as usize];
        if !is_twin(label) || !self.is_clean(parts, shape, part) {
            return None;
        }
        let mut before = 1..thread as usize;
        let same = before.find(|t| {
            threads[*t] == part && labels[*t] == label && self.have_same_elements(parts, state, *t, thread as usize)
        });
        same.map(|t| t as u32)
    }

    fn labels(&self, parts: &Intern<u8>, state: &[u32], count: usize) -> Vec<u8> {
        (0..count).map(|t| byte(parts, state, self.labels + t).0).collect()
    }

    fn have_same_elements(&self, parts: &Intern<u8>, state: &[u32], a: usize, b: usize) -> bool {
        self.arrays.iter().all(|array| {
            let (a, b) = (array.at(a as u32), array.at(b as u32));
            (0..array.stride).all(|i| byte(parts, state, a + i) == byte(parts, state, b + i))
        })
    }

    /// Threads that have just been started, and are the same, become twins.
    fn find_new(
        &mut self,
        parts: &mut Intern<u8>,
        shape: &Shape,
        pages: usize,
        state: &mut [u32],
        labels: &[u8],
    ) -> bool {
        let mut labels = labels.to_vec();
        let mut found = false;
        for first in 1..labels.len() {
            let part = state[pages + 1 + first];
            if labels[first] != FRESH || part <= ENDED || !Thread::starts(shape, parts.get(part)) {
                continue;
            }
            let same = |t: &usize| {
                labels[*t] == FRESH && state[pages + 1 + t] == part && self.have_same_elements(parts, state, first, *t)
            };
            let group: Vec<usize> = (first..labels.len()).filter(same).collect();
            if group.len() > 1 && self.is_clean(parts, shape, part) {
                let free = (FRESH + 1..KNOWN).find(|l| !labels.contains(l)).unwrap_or(FRESH);
                group.iter().for_each(|t| labels[*t] = free);
                found = true;
            }
        }
        if found {
            for (t, label) in labels.iter().enumerate() {
                set_byte(parts, state, self.labels + t, *label);
            }
        }
        found
    }

    /// Whether nothing in a thread says which one it is. One that has ended is.
    fn is_clean(&mut self, parts: &Intern<u8>, shape: &Shape, part: PartId) -> bool {
        match part {
            ENDED => true,
            0 => false,
            _ => *self.clean.entry(part).or_insert_with(|| is_clean(shape, &Thread::decode(shape, parts.get(part), 0))),
        }
    }
}

/// A byte of static memory in a state, and its shadow.
fn byte(parts: &Intern<u8>, state: &[u32], at: usize) -> (u8, u8) {
    let page = parts.get(state[at / PAGE]);
    (page[at % PAGE], page.get(PAGE + at % PAGE).copied().unwrap_or(0))
}

fn set_byte(parts: &mut Intern<u8>, state: &mut [u32], at: usize, value: u8) {
    let mut page = parts.get(state[at / PAGE]).to_vec();
    page[at % PAGE] = value;
    state[at / PAGE] = parts.add(&page).0;
}

/// Of a thread with number 0.
fn is_clean(shape: &Shape, thread: &Thread) -> bool {
    thread.held.is_empty() && thread.lives == 1 && is_clean_but_for_locks(shape, thread)
}

/// Whether nothing in a thread says which one it is, but for locks, whose owner it is, and lives.
pub fn is_clean_but_for_locks(shape: &Shape, thread: &Thread) -> bool {
    let depth = thread.frames.len();
    thread.atomic == 0
        && thread.buffer.is_empty()
        && !thread.memory.chunks(8).any(is_stack_word)
        && thread.frames.iter().enumerate().all(|(i, frame)| {
            let live = &shape.live[frame.function as usize];
            let live = if i + 1 == depth { live.before(frame.pc) } else { live.during(frame.pc) };
            let numbers = &shape.numbers[frame.function as usize];
            let clean = |r| !numbers.has(r) && !has_stack_address(thread.registers[frame.registers + r]);
            !frame.stored && !frame.shared && frame.owned.is_empty() && !numbers.all && each(live).all(clean)
        })
}

fn is_stack_word(bytes: &[u8]) -> bool {
    bytes.try_into().is_ok_and(|word| is_stack(u64::from_le_bytes(word)))
}

/// Whether a value is an address in a stack, marked or not.
pub fn is_stack(value: u64) -> bool {
    matches!(address::area(address::plain(value)), address::Area::Stack { .. })
}

pub fn has_stack_address(bits: u128) -> bool {
    is_stack(bits as u64) || is_stack((bits >> 64) as u64)
}

/// The number that each thread of a run has in the end, if twins had changed places only in name.
#[derive(Debug)]
pub struct Names {
    /// Who is at each number.
    at: Vec<usize>,
    /// The number at which each was last.
    number: Vec<u32>,
}

impl Names {
    pub fn new() -> Names {
        Names { at: vec![0], number: vec![0] }
    }

    pub fn who(&self, thread: u32) -> usize {
        self.at.get(thread as usize).copied().unwrap_or(0)
    }

    pub fn number(&self, who: usize) -> u32 {
        self.number[who]
    }

    /// Twins have changed places.
    pub fn moved(&mut self, moved: &[(u32, u32)]) {
        let before = self.at.clone();
        for (from, to) in moved {
            self.at[*to as usize] = before[*from as usize];
            self.number[before[*from as usize]] = *to;
        }
    }

    /// A step was made: those that are there now and were not before are new.
    pub fn step(&mut self, before: &[u32], after: &[u32]) {
        for (t, part) in after.iter().enumerate() {
            if *part > ENDED && before.get(t).is_none_or(|b| *b <= ENDED) {
                self.at.resize(self.at.len().max(t + 1), 0);
                self.at[t] = self.number.len();
                self.number.push(t as u32);
            }
        }
    }
}

/// A set of twins, one bit each.
pub fn members(labels: &[u8], label: u8) -> Threads {
    let same = labels.iter().enumerate().filter(|(_, l)| **l == label);
    same.fold(0, |set, (t, _)| set | 1 << t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_element_of_a_thread() {
        let array = ByThread { start: 96, stride: 8 };
        assert_eq!(array.element(95), None);
        assert_eq!(array.element(96 + 8 * 3 + 7), Some(3));
        assert_eq!(array.element(96 + 8 * THREADS as usize), None);
        assert_eq!(array.at(2), 112);
    }

    #[test]
    fn labels() {
        assert!(![UNUSED, FRESH, KNOWN].into_iter().any(is_twin));
        assert_eq!(members(&[0, 2, 3, 2], 2), 0b1010);
    }

    #[test]
    fn each_has_the_number_that_it_has_last() {
        let mut names = Names::new();
        names.step(&[5], &[5, 7, 7]);
        let (first, second) = (names.who(1), names.who(2));
        names.moved(&[(1, 2), (2, 1)]);
        assert_eq!((names.number(first), names.number(second)), (2, 1));
        // The second has ended and was joined; its number is given out again.
        names.step(&[5, 1, 7], &[5, 8, 7]);
        assert_eq!((names.number(first), names.number(second)), (2, 1));
        assert_ne!(names.who(1), second);
    }
}
