//! Steps that were made before, so that they need not be made again.
//!
//! A step of a thread is a function of
//!
//! - the thread that runs: its number and its part, and the script of its choices;
//! - which threads are there, have ended, or are not there;
//! - other parts of the state that it looks at: pages, other threads, objects of the heap, which slots are taken;
//! - what is known about sharing, and whether addresses were mixed (`Machine::knowledge` counts the changes of both);
//! - the program and the options, which stay as they are.
//!
//! The first two are the key of a step. Parts can be reached only by methods that note which they are (`parts`): what
//! a step looked at is a list of questions about the state from which it began, each with its answer. The next question
//! depends on nothing but the key and the answers before it, so the steps with one key make a tree: a question at each
//! node, a branch for each answer, and at its leaves what the step came to: parts that are others now. A part that
//! was not looked at is as it was, because changing one is looking at it.
//!
//! What a step does besides: it notes accesses in `sharing`, instructions in `reached`, and `obstacles` and `exits`. A
//! step is remembered only if it changed nothing that is known about sharing; while that stays the same, it would
//! change nothing again. When it changes all steps are forgotten. The others are sets that only grow during a search; a
//! new search begins with an empty memo. (`in_doubt` is made anew when a run is told, and nothing else reads it.)
//!
//! Not remembered: faults, limits, steps from or to states with unknown values, and the end of the program where
//! leaks are looked for, because these need the whole state. With `Options::recheck` each step that is
//! found is made all the same, and compared.

use crate::intern::{Intern, PartId};
use crate::parts::{ENDED, Look, NONE, has_life, has_lock};
use crate::step::{Choice, Pending};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a step came to.
#[derive(Clone, Debug)]
pub struct Result {
    pub end: Ended,
    pub script: Vec<Choice>,
    pub first: Option<Rc<Pending>>,
    pub plain_in_sections: Option<Rc<[Pending]>>,
    pub invisible: bool,
}

/// How a step that is remembered ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    Rest,
    Waits,
    Dropped,
    Exit,
}

/// Parts that are others after a step.
#[derive(Default, Debug)]
struct Changes {
    pages: Vec<(u32, PartId)>,
    /// How many numbers of threads there are.
    count: u32,
    threads: Vec<(u32, PartId)>,
    /// Slots in order; 0 if the object is gone.
    heap: Vec<(u32, PartId)>,
}

#[derive(Debug)]
enum Node {
    Ask(Look),
    Leaf(Box<(Result, Changes)>),
}

/// The thread, its part, the script, and which threads are there: two bits each.
type Key = (u32, PartId, u32, u128);

#[derive(Default)]
pub struct Memo {
    /// The knowledge for which it holds.
    knowledge: u64,
    roots: FxHashMap<Key, u32>,
    edges: FxHashMap<(u32, u32), u32>,
    nodes: Vec<Node>,
    scripts: Intern<u32>,
    /// Lists of slots.
    slots: Intern<u32>,
    words: Vec<u32>,
}

/// With so many nodes it is emptied.
const MOST: usize = 3_000_000;

/// A state as a list of parts.
#[derive(Clone, Copy)]
pub struct State<'a> {
    pub list: &'a [u32],
    pub pages: usize,
}

impl<'a> State<'a> {
    pub fn threads(self) -> &'a [u32] {
        &self.list[self.pages + 1..][..self.list[self.pages] as usize]
    }

    fn unknowns(self) -> PartId {
        self.list[self.pages + 1 + self.threads().len()]
    }

    fn heap(self) -> impl Iterator<Item = (u32, PartId)> + 'a {
        self.list[self.pages + 2 + self.threads().len()..].chunks_exact(2).map(|p| (p[0], p[1]))
    }

    /// Two bits for each thread: not there, ended, there. Threads that are not there at the end are not in the list.
    fn presence(self) -> u128 {
        let bits = self.threads().iter().map(|part| u128::from((*part).min(ENDED + 1)));
        bits.enumerate().fold(0, |set, (i, bits)| set | bits << (2 * i))
    }

    fn any(self, threads: u64, has: impl Fn(u32, PartId) -> bool) -> bool {
        let there = self.threads().iter().enumerate().filter(|(i, part)| threads >> i & 1 == 1 && **part > ENDED);
        there.into_iter().any(|(i, part)| has(i as u32, *part))
    }
}

impl Memo {
    fn key(&mut self, state: State, thread: u32, script: &[Choice]) -> Key {
        self.words.clear();
        self.words.extend(script.iter().flat_map(|c| [c.taken, c.of, u32::from(c.part) | u32::from(c.twin) << 1]));
        let script = self.scripts.add(&self.words).0;
        (thread, state.threads()[thread as usize], script, state.presence())
    }

    /// The answer of a state to a question.
    fn answer(&mut self, parts: &Intern<u8>, state: State, look: Look) -> u32 {
        match look {
            Look::Page(page) => state.list[page as usize],
            Look::Thread(thread) => state.threads().get(thread as usize).copied().unwrap_or(NONE),
            Look::Slot(slot) => state.heap().find(|(s, _)| *s == slot).map_or(NONE, |(_, part)| part),
            Look::Slots => {
                self.words.clear();
                self.words.extend(state.heap().map(|(slot, _)| slot));
                self.slots.add(&self.words).0
            }
            Look::Held { held, threads } => u32::from(state.any(threads, |_, part| has_lock(parts, part, held))),
            Look::Life { of, threads } => {
                u32::from(state.any(threads, |thread, part| has_life(parts, part, thread, of)))
            }
        }
    }

    /// A step that was made before: what it came to, with the state after it in `next` if it rests.
    pub fn find(
        &mut self,
        parts: &Intern<u8>,
        knowledge: u64,
        (list, pages): (&[u32], usize),
        (thread, script): (u32, &[Choice]),
        next: &mut Vec<u32>,
    ) -> Option<Result> {
        let state = State { list, pages };
        if self.knowledge != knowledge || self.nodes.len() > MOST {
            *self = Memo { knowledge, ..Memo::default() };
        }
        if state.unknowns() != NONE {
            return None;
        }
        let key = self.key(state, thread, script);
        let mut at = *self.roots.get(&key)?;
        while let Node::Ask(look) = &self.nodes[at as usize] {
            let answer = self.answer(parts, state, *look);
            at = *self.edges.get(&(at, answer))?;
        }
        let Node::Leaf(leaf) = &self.nodes[at as usize] else { return None };
        let (result, changes) = &**leaf;
        if result.end == Ended::Rest {
            changes.apply(state, next);
        }
        Some(result.clone())
    }

    /// Remembers a step. What it looked at, and the state after it if it rests.
    pub fn add(
        &mut self,
        parts: &Intern<u8>,
        (list, pages): (&[u32], usize),
        (thread, script): (u32, &[Choice]),
        looked: &[Look],
        (result, next): (Result, &[u32]),
    ) {
        let state = State { list, pages };
        let mut changes = Changes::default();
        if result.end == Ended::Rest {
            let after = State { list: next, pages };
            if after.unknowns() != NONE {
                return;
            }
            changes = Changes::between(state, after);
        }
        if state.unknowns() != NONE {
            return;
        }
        let key = self.key(state, thread, script);
        let mut edge = None;
        for look in looked {
            let at = self.node(key, edge, || Node::Ask(*look));
            edge = Some((at, self.answer(parts, state, *look)));
        }
        self.node(key, edge, || Node::Leaf(Box::new((result, changes))));
    }

    /// The node behind an edge, or the root of a key.
    fn node(&mut self, key: Key, edge: Option<(u32, u32)>, make: impl FnOnce() -> Node) -> u32 {
        let nodes = &mut self.nodes;
        let new = || {
            nodes.push(make());
            (nodes.len() - 1) as u32
        };
        match edge {
            Some(edge) => *self.edges.entry(edge).or_insert_with(new),
            None => *self.roots.entry(key).or_insert_with(new),
        }
    }

    /// About how much memory this takes.
    pub fn bytes(&self) -> u64 {
        (self.nodes.len() * 160 + self.edges.capacity() * 16 + self.roots.capacity() * 56) as u64
    }
}

impl Changes {
    fn between(before: State, after: State) -> Changes {
        let pages = (0..before.pages).filter(|i| before.list[*i] != after.list[*i]);
        let old = |i: usize| before.threads().get(i).copied();
        let threads = after.threads().iter().enumerate().filter(|(i, part)| old(*i) != Some(**part));
        let mut heap: Vec<(u32, PartId)> = Vec::new();
        let (mut left, mut right) = (before.heap().peekable(), after.heap().peekable());
        loop {
            match (left.peek().copied(), right.peek().copied()) {
                (None, None) => break,
                (Some(l), Some(r)) if l == r => {
                    left.next();
                    right.next();
                }
                (Some(l), r) if r.is_none_or(|r| l.0 < r.0) => {
                    heap.push((l.0, NONE));
                    left.next();
                }
                (l, Some(r)) => {
                    heap.push(r);
                    right.next();
                    if l.is_some_and(|l| l.0 == r.0) {
                        left.next();
                    }
                }
                (Some(_), None) => break,
            }
        }
        Changes {
            pages: pages.map(|i| (i as u32, after.list[i])).collect(),
            count: after.threads().len() as u32,
            threads: threads.map(|(i, part)| (i as u32, *part)).collect(),
            heap,
        }
    }

    fn apply(&self, state: State, next: &mut Vec<u32>) {
        next.clear();
        next.extend_from_slice(&state.list[..state.pages]);
        self.pages.iter().for_each(|(i, part)| next[*i as usize] = *part);
        next.push(self.count);
        let threads = next.len();
        next.extend(state.threads().iter().take(self.count as usize));
        next.resize(threads + self.count as usize, NONE);
        self.threads.iter().for_each(|(i, part)| next[threads + *i as usize] = *part);
        next.push(NONE);
        let mut changed = self.heap.iter().copied().peekable();
        for (slot, part) in state.heap() {
            while let Some(new) = changed.next_if(|c| c.0 < slot) {
                next.extend([new.0, new.1]);
            }
            match changed.next_if(|c| c.0 == slot) {
                Some((_, NONE)) => {}
                Some((_, new)) => next.extend([slot, new]),
                None => next.extend([slot, part]),
            }
        }
        changed.for_each(|(slot, part)| next.extend([slot, part]));
    }
}
