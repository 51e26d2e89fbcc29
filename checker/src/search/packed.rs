//! Nested depth-first search for acceptance cycles in stores without room for notes: trees, hashes, bits.
//!
//! As [`nested`](super::nested), without fairness. What the first search has seen and what the second has seen are
//! different states of the store: each has one word more, which says by whom. Which states are on the path is known by
//! what the store calls them.
//!
//! A store that is not exact may take a state for one that was seen, so that a cycle is missed. It may also take one
//! for another that is on the path: so every cycle is gone around once before it is told.
//!
//! Reductions need one search to be enough: the second would have to know what the first has left out. Counts are those
//! of `nested` if nothing is missed, except for states that only the claim comes to while the system is stuck.

use std::time::Instant;

use super::accepts::Accepts;
use super::explorer::Explorer;
use super::nested::one_is_enough;
use super::store::bits::Bits;
use super::store::compact::Compact;
use super::store::tree::Tree;
use super::store::{IdSet, Visited};
use super::visitor::{Choice, Judgement, Visit, Visitor};
use super::{Control, Incomplete, Outcome, Search, Storage, report};
use crate::exec::Machine;
use crate::model::Model;
use crate::successors::Flags;

/// What is known of a node, besides what the worker loop knows.
struct PathState<Id> {
    /// Its state, if it is one of the space that the first search came to.
    stored: Option<Id>,
    accepting: bool,
}

struct Packed<S: Visited, const REDUCES: bool> {
    store: S,
    /// A state and who has seen it.
    words: Vec<u32>,
    path: Vec<PathState<S::Id>>,
    on_path: S::Set,
    accepts: Accepts,
    has_claim: bool,
    /// Where the second search began, if it is on: the number of the node and its state.
    root: Option<usize>,
    root_state: Vec<u32>,
    single: bool,
}

/// Who has seen a state.
const FIRST: u32 = 0;
const SECOND: u32 = 1;

impl<S: Visited, const REDUCES: bool> Packed<S, REDUCES>
where
    S::Id: PartialEq,
{
    fn insert(&mut self, state: &[u32], by: u32) -> Result<S::Id, S::Id> {
        self.words.clear();
        self.words.extend_from_slice(state);
        self.words.push(by);
        self.store.add(&self.words)
    }

    /// The last node up to, but not with, `to` that has this state.
    #[cold]
    fn cycle(&self, id: S::Id, to: usize) -> Visit {
        Visit::Cycle(self.path[..to].iter().rposition(|place| place.stored == Some(id)).unwrap_or(0))
    }
}

impl<S: Visited, const REDUCES: bool> Visitor for Packed<S, REDUCES>
where
    S::Id: PartialEq,
{
    const CYCLES: bool = true;
    const REDUCES: bool = REDUCES;

    fn visit(&mut self, state: &[u32], _flags: Flags) -> Visit {
        let top = self.path.len() - 1;
        let first = self.insert(state, FIRST);
        let is_new = first.is_ok();
        let (Ok(id) | Err(id)) = first;
        let is_on_path = !is_new && self.on_path.has(id);
        let Some(root) = self.root else {
            if is_new {
                self.on_path.add(id);
                self.path[top].stored = Some(id);
                return Visit::Expand;
            }
            let accepting = self.path[top].accepting || (top > 0 && self.path[top - 1].accepting);
            return match is_on_path {
                true if accepting && top > 0 => self.cycle(id, top),
                true => Visit::Again,
                false => Visit::Seen,
            };
        };
        if is_on_path && top > root {
            return self.cycle(id, root + 1);
        }
        match self.insert(state, SECOND) {
            Ok(_) if is_new => Visit::Expand,
            Ok(_) => Visit::Revisit,
            Err(_) => Visit::Seen,
        }
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + self.on_path.bytes() + (self.path.capacity() * size_of::<PathState<S::Id>>()) as u64
    }

    fn pushed(&mut self, machine: &Machine, _pid: u32) {
        self.path.push(PathState { stored: None, accepting: self.accepts.at(machine) });
    }

    fn popped(&mut self) {
        self.path.pop();
    }

    fn closes(&self, state: &[u32]) -> Option<usize> {
        let root = self.root?;
        (self.path.len() - 1 > root && state == self.root_state).then_some(root)
    }

    /// As in `nested`: no step of a process that is taken alone may lead back.
    fn judges(&mut self, choice: Choice) -> Judgement {
        match choice {
            Choice { moved: false, .. } => Judgement::Another,
            Choice { back: false, .. } => Judgement::Enough,
            _ => Judgement::All,
        }
    }

    fn accepts_end(&self) -> bool {
        self.path.last().is_some_and(|place| place.accepting)
    }

    fn leaves(&mut self, flags: Flags, any: bool, machine: &Machine) -> bool {
        if flags.has(Flags::INSIDE) || self.root.is_some() {
            return false;
        }
        let top = self.path.len() - 1;
        let accepting = self.path[top].accepting;
        let starts = any && accepting && !self.single && (!self.has_claim || flags.has(Flags::CLAIM));
        if starts {
            self.root = Some(top);
            self.root_state.clear();
            self.root_state.extend_from_slice(machine.state());
        } else if let Some(id) = self.path[top].stored {
            self.on_path.remove(id);
        }
        starts
    }

    fn ends_second_search(&mut self, node: usize) -> bool {
        if self.root != Some(node) {
            return false;
        }
        self.root = None;
        if let Some(id) = self.path[node].stored {
            self.on_path.remove(id);
        }
        true
    }
}

pub fn search(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    match what.storage {
        // Not asked for here: exact states have room for notes.
        Storage::Exact | Storage::Tree => search_in(Tree::with_lasting_ids(), model, what, control, started),
        Storage::Hash => search_in(Compact::default(), model, what, control, started),
        Storage::Bits { bytes, functions, seed } => {
            search_in(Bits::new(bytes, functions, seed), model, what, control, started)
        }
    }
}

fn search_in<S: Visited>(store: S, model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome
where
    S::Id: PartialEq,
{
    if what.reduces() && one_is_enough(model, what) {
        search_with::<S, true>(store, model, what, control, started)
    } else {
        search_with::<S, false>(store, model, what, control, started)
    }
}

fn search_with<S: Visited, const REDUCES: bool>(
    store: S,
    model: &Model,
    what: &Search,
    control: &mut Control,
    started: Instant,
) -> Outcome
where
    S::Id: PartialEq,
{
    let mut explorer = Explorer::new(model, what, started);
    let mut visitor = Packed::<S, REDUCES> {
        store,
        words: Vec::new(),
        path: Vec::new(),
        on_path: S::Set::default(),
        accepts: Accepts::of(model, what),
        has_claim: model.claim.is_some(),
        root: None,
        root_state: Vec::new(),
        single: one_is_enough(model, what),
    };
    let flags = explorer.initial_flags();
    explorer.run(flags, &mut visitor, true, control);
    let bytes = visitor.bytes() + explorer.bytes();
    let loss = visitor.store.loss();
    if loss.is_some() {
        explorer.incomplete.get_or_insert(Incomplete::Lossy);
    }
    let mut outcome = Outcome { loss, ..report::outcome(explorer, bytes) };
    if loss.is_some() {
        // Two states with the same hash are no cycle.
        let is_real = |e: &super::ErrorFound| e.cycle.is_none_or(|start| report::comes_around(model, &e.trail, start));
        let kept = outcome.errors.len();
        outcome.errors.retain(is_real);
        outcome.errors_total -= (kept - outcome.errors.len()) as u64;
    }
    outcome
}
