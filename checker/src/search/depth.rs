//! Depth-first search: follows every new state at once.

use std::time::Instant;

use super::explorer::Explorer;
use super::store::{Store, Stored, StoredSet};
use super::visitor::{Flags, Visit, Visitor};
use super::{Control, Outcome, Search, report};
use crate::exec::Machine;
use crate::model::Model;

/// The visitor. `REDUCES`: it knows which states are on the path.
struct Depth<const REDUCES: bool> {
    store: Store,
    path: Vec<Option<Stored>>,
    /// The state of the node that comes next.
    ahead: Option<Stored>,
    on_path: StoredSet,
}

impl<const REDUCES: bool> Visitor for Depth<REDUCES> {
    const REDUCES: bool = REDUCES;
    const AT_ONCE: bool = true;

    #[inline]
    fn visit(&mut self, state: &[u32], flags: Flags) -> Visit {
        let visit = self.visit_ahead(state, flags);
        if REDUCES && let Some(top) = self.path.last_mut() {
            *top = self.ahead.take();
        }
        visit
    }

    #[inline]
    fn visit_ahead(&mut self, state: &[u32], _flags: Flags) -> Visit {
        match self.store.insert(state) {
            Ok(stored) => {
                if REDUCES {
                    self.on_path.add(stored);
                    self.ahead = Some(stored);
                }
                Visit::Expand
            }
            Err(stored) if REDUCES && self.on_path.has(stored) => Visit::Again,
            Err(_) => Visit::Seen,
        }
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + self.on_path.bytes() + (self.path.capacity() * size_of::<Option<Stored>>()) as u64
    }

    #[inline]
    fn pushed(&mut self, _machine: &Machine, _pid: u32) {
        if REDUCES {
            self.path.push(self.ahead.take());
        }
    }

    #[inline]
    fn popped(&mut self) {
        if REDUCES && let Some(Some(stored)) = self.path.pop() {
            self.on_path.remove(stored);
        }
    }
}

pub fn search(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    if model.ample.is_some() {
        search_with::<true>(model, what, control, started)
    } else {
        search_with::<false>(model, what, control, started)
    }
}

fn search_with<const REDUCES: bool>(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    let mut explorer = Explorer::new(model, what, started);
    let mut visitor =
        Depth::<REDUCES> { store: Store::new(), path: Vec::new(), ahead: None, on_path: StoredSet::default() };
    let flags = explorer.initial_flags();
    explorer.run(flags, &mut visitor, true, control);
    let bytes = visitor.bytes() + explorer.bytes();
    report::outcome(explorer, bytes)
}
