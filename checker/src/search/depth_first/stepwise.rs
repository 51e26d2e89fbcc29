//! Depth-first search step by step: with a limit on the depth, and where the worker loop decides what to leave out.

use crate::exec::Machine;
use crate::search::explorer::Explorer;
use crate::search::store::{IdSet, Visited};
use crate::search::visitor::{Visit, Visitor};
use crate::search::{Control, Incomplete, Outcome, Progress, report};
use crate::successors::Flags;

/// The visitor. `REDUCES`: it knows which states are on the path.
struct Depth<S: Visited, const REDUCES: bool> {
    store: S,
    path: Vec<Option<S::Id>>,
    /// The state of the node that comes next.
    ahead: Option<S::Id>,
    on_path: S::Set,
}

impl<S: Visited, const REDUCES: bool> Visitor for Depth<S, REDUCES> {
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
        match self.store.add(state) {
            Ok(id) => {
                if REDUCES {
                    self.on_path.add(id);
                    self.ahead = Some(id);
                }
                Visit::Expand
            }
            Err(id) if REDUCES && self.on_path.has(id) => Visit::Again,
            Err(_) => Visit::Seen,
        }
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + self.on_path.bytes() + (self.path.capacity() * size_of::<Option<S::Id>>()) as u64
    }

    fn tells(&self, progress: &mut Progress) {
        progress.loss = self.store.loss();
    }

    #[inline]
    fn pushed(&mut self, _machine: &Machine, _pid: u32) {
        if REDUCES {
            self.path.push(self.ahead.take());
        }
    }

    #[inline]
    fn popped(&mut self) {
        if REDUCES && let Some(Some(id)) = self.path.pop() {
            self.on_path.remove(id);
        }
    }
}

pub fn search<S: Visited>(store: S, explorer: Explorer, control: &mut Control) -> Outcome {
    if explorer.search.reduces() {
        search_with::<S, true>(store, explorer, control)
    } else {
        search_with::<S, false>(store, explorer, control)
    }
}

fn search_with<S: Visited, const REDUCES: bool>(store: S, mut explorer: Explorer, control: &mut Control) -> Outcome {
    let mut visitor = Depth::<S, REDUCES> { store, path: Vec::new(), ahead: None, on_path: S::Set::default() };
    let flags = explorer.initial_flags();
    explorer.run(flags, &mut visitor, true, control);
    let bytes = visitor.bytes() + explorer.bytes();
    let loss = visitor.store.loss();
    if loss.is_some() {
        explorer.incomplete.get_or_insert(Incomplete::Lossy);
    }
    Outcome { loss, ..report::outcome(explorer, bytes) }
}
