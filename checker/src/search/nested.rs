//! Nested depth-first search for acceptance cycles (Courcoubetis, Vardi, Wolper, Yannakakis 1992), with weak
//! fairness by Choueka's flag construction.
//!
//! When the first search leaves an accepting state, a second one looks for a way back to it. It goes through each state
//! once in all, because the first search leaves states in postorder. As in Spin's verifiers, and different from the
//! paper:
//! - The second search ends at any state on the path of the first one, not only at the one it began with.
//! - The first search notices a cycle by itself when it comes back to a state on its path from, or to, an accepting
//!   state.
//!
//! With fairness there are as many copies of the state space as processes, and two more. The *counter* says in which
//! one a node is. It is 0 until an accepting state is passed; then it goes from the number of processes plus 1 down to
//! 1, by one whenever the process that it stands for moves or cannot move; from 1 it goes back to 0. A run that comes
//! through copy 1 again and again is fair and accepting. So the second search begins at states with counter 1. A
//! process that does not exist any more counts as one that cannot move. The counters are not part of the stored states:
//! a state has notes, which say in which copies it was seen.
//!
//! ```text
//!   bits 0..4    on the path: first search with counter 0, with a counter above; second search with 0, above
//!   bit  4       all processes were tried though one could have been taken alone
//!   then         two bits for each counter from 0: seen by the first search, by the second
//! ```
//!
//! When nothing can move all processes have had their turn, and the counter goes to 1 at once. Different from Spin, it
//! is raised from 0 at accept states that the claim comes to while the system stands still.
//!
//! With `optimize` the second search is left out where the first is enough: see `is_weak`.
//!
//! Without it, counts are those of `pan -a` and `pan -a -f`. Does not look for short trails.

use std::time::Instant;

use super::accepts::Accepts;
use super::explorer::Explorer;
use super::store::{Store, Stored};
use super::visitor::{Choice, Judgement, Turn, Visit, Visitor};
use super::{Control, Fairness, Outcome, Property, Search, report};
use crate::exec::Machine;
use crate::model::{AcceptKind, Model};
use crate::successors::Flags;

/// What the search for cycles knows of a node, besides what the worker loop does.
#[derive(Clone, Copy, Debug, Default)]
struct PathState {
    /// Its state, if it is one of the space, and the length of it.
    stored: Option<(Stored, u32)>,
    accepting: bool,
    /// The counter was raised from 0, or lowered to it, when the node began.
    raised: bool,
    lowered: bool,
    /// The counter was above the number of processes when the node began: it was so much.
    cut: u32,
    /// The process that the counter stood for has its turn, or has had it and could not move.
    granted: bool,
    current: bool,
    /// The node is one in which the system stands still: the counter before it.
    stands_still: Option<u32>,
}

/// The visitor. `FAIR`: with weak fairness. `REDUCES`: processes are taken alone where that is safe.
struct Nested<const FAIR: bool, const REDUCES: bool> {
    store: Store,
    path: Vec<PathState>,
    accepts: Accepts,
    has_claim: bool,
    /// Where the second search began, if it is on: the number of the node and its state.
    root: Option<usize>,
    root_state: Vec<u32>,
    /// The counter of the top node, and the one to go back to after the second search.
    counter: u32,
    first_counter: u32,
    /// Nodes are told that the system stands still.
    standing: Option<u32>,
    /// In a search for progress the claim does not move when the system is stuck.
    progress: bool,
    /// One search is enough.
    single: bool,
    /// The largest counter that the notes have room for; one larger was needed.
    room: u32,
    too_small: bool,
}

const PATH_BITS: u32 = 5;

/// All processes were tried from this state on, though one could have been taken alone.
const ALL_TRIED: u32 = 1 << 4;

impl<const FAIR: bool, const REDUCES: bool> Nested<FAIR, REDUCES> {
    fn new(model: &Model, what: &Search, notes: usize) -> Nested<FAIR, REDUCES> {
        Nested {
            store: Store::with_notes(notes),
            path: Vec::new(),
            accepts: Accepts::of(model, what),
            has_claim: model.claim.is_some(),
            root: None,
            root_state: Vec::new(),
            counter: 0,
            first_counter: 0,
            standing: None,
            progress: what.property == Property::Progress,
            single: !FAIR && one_is_enough(model, what),
            room: (notes as u32 * 32 - PATH_BITS) / 2 - 1,
            too_small: false,
        }
    }

    #[inline(always)]
    fn top(&mut self) -> &mut PathState {
        let last = self.path.len() - 1;
        &mut self.path[last]
    }

    /// The bit of the path notes that stands for a search and the copy the node is in.
    #[inline(always)]
    fn path_bit(&self, second: bool) -> u32 {
        1 << (u32::from(FAIR && self.counter > 0) + 2 * u32::from(second))
    }

    /// The state of the space that the top node belongs to: the claim has moved since, if there is one.
    fn state_of_top(&self) -> Option<(Stored, usize)> {
        let top = self.path.len() - 1;
        let own = self.path[top].stored;
        let place = if self.has_claim && own.is_none() && top > 0 { self.path[top - 1].stored } else { own };
        place.map(|(stored, len)| (stored, len as usize))
    }

    /// The node below the top that has this state: `from` and up to, but not with, `to`.
    #[cold]
    fn node_of(&self, stored: Stored, from: usize, to: usize) -> usize {
        let is_it = |p: &PathState| p.stored.is_some_and(|(s, _)| s == stored);
        self.path[from..to].iter().rposition(is_it).map_or(from, |i| from + i)
    }
}

impl<const FAIR: bool, const REDUCES: bool> Visitor for Nested<FAIR, REDUCES> {
    const CYCLES: bool = true;
    const FAIR: bool = FAIR;
    const REDUCES: bool = REDUCES;

    #[inline]
    fn visit(&mut self, state: &[u32], _flags: Flags) -> Visit {
        if FAIR && self.counter > self.room {
            self.too_small = true;
            return Visit::Found;
        }
        let (stored, fresh) = match self.store.insert(state) {
            Ok(stored) => (stored, true),
            Err(stored) => (stored, false),
        };
        let second = self.root.is_some();
        let (own, others) = (self.path_bit(second), self.path_bit(false));
        let copy = PATH_BITS + 2 * self.counter + u32::from(second);
        let top = self.path.len() - 1;
        let below_root = self.root.is_none_or(|root| top > root);
        let notes = self.store.notes_mut(stored, state.len());
        let seen = &mut notes[copy as usize / 32];
        let is_new = *seen & 1 << (copy % 32) == 0;
        *seen |= 1 << (copy % 32);
        let on_path = notes[0];
        if !is_new {
            if on_path & own == 0 {
                return Visit::Seen;
            }
            if second && on_path & others != 0 && below_root && (!FAIR || self.counter == 1) {
                let root = self.root.unwrap_or(top);
                return Visit::Cycle(self.node_of(stored, 0, root + 1));
            }
            let accepting = self.path[top].accepting || (top > 0 && self.path[top - 1].accepting);
            if !FAIR && accepting && below_root && top > 0 {
                return Visit::Cycle(self.node_of(stored, self.root.unwrap_or(0), top));
            }
            return Visit::Again;
        }
        if second && on_path & others != 0 && below_root && (!FAIR || self.counter == 1) {
            let root = self.root.unwrap_or(top);
            return Visit::Cycle(self.node_of(stored, 0, root + 1));
        }
        notes[0] |= own;
        self.path[top].stored = Some((stored, state.len() as u32));
        if fresh { Visit::Expand } else { Visit::Revisit }
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + (self.path.capacity() * size_of::<PathState>()) as u64
    }

    #[inline]
    fn pushed(&mut self, machine: &Machine, _pid: u32) {
        let accepting = self.accepts.at(machine);
        self.path.push(PathState { accepting, stands_still: self.standing.take(), ..PathState::default() });
    }

    #[inline]
    fn popped(&mut self) {
        let place = self.path.pop();
        if FAIR && let Some(PathState { stands_still: Some(counter), .. }) = place {
            self.counter = counter;
        }
    }

    #[inline]
    fn closes(&self, state: &[u32]) -> Option<usize> {
        let root = self.root?;
        let is_below = self.path.len() - 1 > root;
        (is_below && (!FAIR || self.counter == 1) && state == self.root_state).then_some(root)
    }

    /// The second search does what the first has done.
    fn may_choose(&mut self) -> bool {
        self.root.is_none()
            || self.state_of_top().is_none_or(|(s, len)| self.store.notes_mut(s, len)[0] & ALL_TRIED == 0)
    }

    fn repeats(&self) -> bool {
        self.root.is_some()
    }

    fn tries_all(&mut self) {
        if let Some((stored, len)) = self.state_of_top() {
            self.store.notes_mut(stored, len)[0] |= ALL_TRIED;
        }
    }

    /// No step of a process that is taken alone may lead back: what the others do on that cycle would be put off for
    /// ever.
    fn judges(&mut self, choice: Choice) -> Judgement {
        if !choice.moved {
            return Judgement::Another;
        }
        if !choice.back || self.root.is_some() {
            return Judgement::Enough;
        }
        self.tries_all();
        Judgement::All
    }

    fn accepts_end(&self) -> bool {
        self.path.last().is_some_and(|p| p.accepting)
    }

    #[inline]
    fn leaves(&mut self, flags: Flags, any: bool, machine: &Machine) -> bool {
        let second = self.root.is_some();
        if flags.has(Flags::INSIDE) {
            return false;
        }
        let own = self.path_bit(second);
        let &mut PathState { stored, accepting, .. } = self.top();
        if let Some((stored, len)) = stored {
            self.store.notes_mut(stored, len as usize)[0] &= !own;
        }
        if second || !any || self.single {
            return false;
        }
        if self.has_claim && (!flags.has(Flags::CLAIM) || (machine.process_count() == 0 && !accepting)) {
            return false;
        }
        if if FAIR { self.counter != 1 } else { !accepting } {
            return false;
        }
        self.root = Some(self.path.len() - 1);
        self.root_state.clear();
        self.root_state.extend_from_slice(machine.state());
        self.first_counter = self.counter;
        true
    }

    #[inline]
    fn ends_second_search(&mut self, node: usize) -> bool {
        if self.root != Some(node) {
            return false;
        }
        self.root = None;
        self.counter = self.first_counter;
        true
    }

    #[inline]
    fn opens(&mut self, turn: Turn, processes: u32) {
        let (counter, progress) = (self.counter, self.progress);
        let place = self.top();
        (place.raised, place.lowered, place.granted, place.current, place.cut) = (false, false, false, false, 0);
        match turn {
            Turn::Passing => {}
            Turn::Stuck if progress => {}
            _ if counter == 1 => {
                place.lowered = true;
                self.counter = 0;
            }
            Turn::System | Turn::Stuck if counter == 0 && place.accepting => {
                place.raised = true;
                self.counter = processes + 1;
            }
            Turn::System | Turn::Stuck if counter > processes + 1 => {
                place.cut = counter;
                self.counter = processes + 1;
            }
            Turn::Claim | Turn::System | Turn::Stuck => {}
        }
    }

    #[inline]
    fn begins(&mut self, pid: u32) {
        self.top().current = false;
        self.receives(pid);
    }

    #[inline]
    fn receives(&mut self, pid: u32) {
        let counter = self.counter;
        let place = self.top();
        if !place.granted && counter == pid + 2 {
            place.granted = true;
            place.current = true;
            self.counter -= 1;
        }
    }

    #[inline]
    fn ends(&mut self, moved: bool, any: bool) -> bool {
        let place = self.top();
        if !(place.granted && place.current) {
            return false;
        }
        if moved {
            place.granted = false;
            self.counter += 1;
            return false;
        }
        // It cannot move: the processes before it have to be tried with the counter that comes after it.
        place.current = !any;
        any
    }

    #[inline]
    fn stands_still(&mut self, stuck: bool) -> bool {
        let place = self.top();
        if std::mem::take(&mut place.granted) {
            self.counter += 1;
        }
        if stuck && self.counter > 0 && !self.progress {
            self.standing = Some(self.counter);
            self.counter = 1;
            return true;
        }
        let place = self.top();
        if std::mem::take(&mut place.raised) {
            self.counter = 0;
        }
        let place = self.top();
        if std::mem::take(&mut place.lowered) {
            self.counter = 1;
        }
        let place = self.top();
        if place.cut > 0 {
            self.counter = std::mem::take(&mut place.cut);
        }
        false
    }
}

/// Whether every cycle that passes one accepting state has only such. Then the first search closes one of them: it
/// comes back to a state on its path, and both ends of that step are accepting. Non-progress cycles are always of this
/// kind (Holzmann's notes, section 2.14).
fn is_weak(model: &Model, what: &Search) -> bool {
    let by_processes = what.property != Property::Progress && model.processes_can_accept();
    model.claim_accepts() == AcceptKind::Weak && !by_processes
}

/// Whether the first search finds all there is, without fairness.
pub fn one_is_enough(model: &Model, what: &Search) -> bool {
    what.optimize && is_weak(model, what)
}

/// With fairness nothing is reduced: whether a process could have moved is visible then.
pub fn search(model: &Model, what: &Search, control: &mut Control, started: Instant) -> Outcome {
    match (what.fairness, what.reduces()) {
        (Fairness::None, false) => search_with::<false, false>(model, what, control, started),
        (Fairness::None, true) => search_with::<false, true>(model, what, control, started),
        (Fairness::Weak | Fairness::Strong, _) => search_with::<true, false>(model, what, control, started),
    }
}

fn search_with<const FAIR: bool, const REDUCES: bool>(
    model: &Model,
    what: &Search,
    control: &mut Control,
    started: Instant,
) -> Outcome {
    let mut notes = 1;
    loop {
        let mut explorer = Explorer::new(model, what, started);
        let mut visitor = Nested::<FAIR, REDUCES>::new(model, what, notes);
        if FAIR && visitor.accepts.at(&explorer.machine) {
            visitor.counter = explorer.machine.process_count() + 1;
        }
        let flags = explorer.initial_flags();
        explorer.run(flags, &mut visitor, true, control);
        if !visitor.too_small {
            let bytes = visitor.bytes() + explorer.bytes();
            return report::outcome(explorer, bytes);
        }
        notes *= 2;
    }
}
