//! Depth-first search: follows every new state at once.

use std::time::Instant;

use super::explorer::{Explorer, Flags, Visit, Visitor};
use super::store::Store;
use super::{Control, Outcome, Search, report};
use crate::model::Model;

struct Depth {
    store: Store,
}

impl Visitor for Depth {
    #[inline]
    fn visit(&mut self, state: &[u32], _flags: Flags) -> Visit {
        match self.store.insert(state) {
            Ok(_) => Visit::Expand,
            Err(_) => Visit::Seen,
        }
    }

    fn bytes(&self) -> u64 {
        self.store.bytes()
    }
}

pub fn search(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    let mut explorer = Explorer::new(model, what, started);
    let mut visitor = Depth { store: Store::new() };
    let flags = explorer.initial_flags();
    explorer.run(flags, &mut visitor, true, control);
    let bytes = visitor.bytes() + explorer.bytes();
    report::outcome(explorer, bytes)
}
