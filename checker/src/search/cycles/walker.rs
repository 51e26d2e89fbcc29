//! What one thread does at a state: the two searches of CNDFS (see the module above).
//!
//! A state is one of the graph together with its [`Mode`]: after the system got stuck, the claim moves alone, and what
//! follows is not the same as when claim and system move in turn. So what follows from a state never depends on who
//! comes to it first.

use std::sync::atomic::Ordering;
use std::time::Instant;

use super::Shared;
use super::states::{Colour, Keeper, Mode, StateSlot};
use super::waiting::Patience;
use crate::exec::Machine;
use crate::model::Model;
use crate::search::accepts::Accepts;
use crate::search::explorer::Node;
use crate::search::visitor::{Choice, Judgement, Visit, Visitor};
use crate::search::{Incomplete, Search};
use crate::successors::Flags;

/// What is known of a node, besides what the worker loop knows.
#[derive(Clone, Copy, Debug)]
struct PathNode {
    /// Its state, if it is one of the space.
    stored: Option<(StateSlot, Mode)>,
    accepting: bool,
    /// Steps from its state to states of the space.
    edges: u32,
    /// The last node up to this one that has a state of the space; its own place on the path if it has one.
    base: Option<u32>,
}

/// A state that the second search came to.
struct Reached {
    place: StateSlot,
    mode: Mode,
    accepting: bool,
}

/// The visitor of one thread. `REDUCES`: processes are taken alone where that is safe; only if one search is enough.
pub struct Walker<'s, const REDUCES: bool> {
    shared: &'s Shared<'s>,
    keeper: Keeper<'s>,
    /// Which thread this is.
    number: usize,
    /// The first thread finds so many states before the others begin.
    alone: u64,
    path: Vec<PathNode>,
    accepts: Accepts,
    has_claim: bool,
    /// Where the second search began, if it is on: the number of the node and its state.
    root: Option<usize>,
    root_state: Vec<u32>,
    reached: Vec<Reached>,
    random: u64,
    pub stored: u64,
    /// Steps from states that this thread was the first to leave.
    pub edges: u64,
    /// States that second searches went through, and steps of theirs that led to states they knew.
    pub revisited: u64,
    pub rematched: u64,
    pub incomplete: Option<Incomplete>,
}

impl<'s, const REDUCES: bool> Walker<'s, REDUCES> {
    pub fn new(shared: &'s Shared<'s>, number: usize, model: &Model, what: &Search) -> Walker<'s, REDUCES> {
        Walker {
            shared,
            keeper: Keeper::new(&shared.states),
            number,
            alone: what.alone.max(1) as u64,
            path: Vec::new(),
            accepts: Accepts::of(model, what),
            has_claim: model.claim.is_some(),
            root: None,
            root_state: Vec::new(),
            reached: Vec::new(),
            random: (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            stored: 0,
            edges: 0,
            revisited: 0,
            rematched: 0,
            incomplete: None,
        }
    }

    /// Lets go of what the other threads may wait for.
    pub fn rest(&mut self) {
        self.keeper.pause();
    }

    /// The node from which a step led to the top node.
    fn source(&mut self) -> Option<&mut PathNode> {
        let base = self.path.last()?.base?;
        self.path.get_mut(base as usize)
    }

    /// The last node up to, but not with, `to` that has this state.
    #[cold]
    fn node_of(&self, place: StateSlot, mode: Mode, to: usize) -> usize {
        self.path[..to].iter().rposition(|step| step.stored == Some((place, mode))).unwrap_or(0)
    }

    fn is_accepting(&self, node: usize) -> bool {
        self.path[node].accepting
    }

    fn visit_first(&mut self, place: StateSlot, mode: Mode, is_new: bool) -> Visit {
        let top = self.path.len() - 1;
        if let Some(source) = self.source() {
            source.edges += 1;
        }
        let cyan = Colour::Cyan(self.number);
        if self.keeper.has(place, mode, cyan) {
            let accepting = self.is_accepting(top) || (top > 0 && self.is_accepting(top - 1));
            if accepting && top > 0 {
                return Visit::Cycle(self.node_of(place, mode, top));
            }
            return Visit::Again;
        }
        if self.keeper.has(place, mode, Colour::Blue) {
            return Visit::Seen;
        }
        self.keeper.paint(place, mode, cyan);
        let step = &mut self.path[top];
        (step.stored, step.base, step.edges) = (Some((place, mode)), Some(top as u32), 0);
        if is_new { Visit::Expand } else { Visit::Revisit }
    }

    fn visit_second(&mut self, place: StateSlot, mode: Mode, is_new: bool, root: usize) -> Visit {
        let top = self.path.len() - 1;
        if top > root && self.keeper.has(place, mode, Colour::Cyan(self.number)) {
            return Visit::Cycle(self.node_of(place, mode, root + 1));
        }
        let pink = Colour::Pink(self.number);
        if self.keeper.has(place, mode, Colour::Red) || !self.keeper.paint(place, mode, pink) {
            self.rematched += 1;
            return Visit::Seen;
        }
        self.reached.push(Reached { place, mode, accepting: top > root && self.is_accepting(top) });
        self.revisited += 1;
        if is_new { Visit::Expand } else { Visit::Revisit }
    }

    /// Waits until the other threads are done with the accepting states that the second search came to. False if the
    /// search is over.
    fn others_are_done(&mut self) -> bool {
        let mut patience = None;
        for i in 0..self.reached.len() {
            let Reached { place, mode, accepting } = self.reached[i];
            while accepting && !self.keeper.has(place, mode, Colour::Red) {
                if self.shared.is_over() {
                    return false;
                }
                let patience = patience.get_or_insert_with(|| Patience::new(&self.shared.waiting));
                self.keeper.pause();
                if self.shared.stop.load(Ordering::Relaxed) {
                    self.incomplete = Some(Incomplete::Interrupted);
                } else if self.shared.deadline.is_some_and(|end| Instant::now() > end) {
                    self.incomplete = Some(Incomplete::Time);
                } else if patience.wait() {
                    continue;
                }
                self.shared.end();
                return false;
            }
        }
        true
    }
}

impl<const REDUCES: bool> Visitor for Walker<'_, REDUCES> {
    const CYCLES: bool = true;
    const REDUCES: bool = REDUCES;
    const TURNS: bool = true;

    #[inline]
    fn visit(&mut self, state: &[u32], flags: Flags) -> Visit {
        if self.shared.is_over() {
            return Visit::Found;
        }
        let Some((place, is_new)) = self.keeper.insert(state) else {
            self.incomplete = Some(Incomplete::Memory);
            self.shared.end();
            return Visit::Found;
        };
        self.stored += u64::from(is_new);
        if is_new && self.number == 0 && self.stored == self.alone {
            self.shared.begin();
        }
        // A node that a claim came to alone is the system's turn at first; when that was found to be stuck, the
        // claim's.
        let alone = self.has_claim && (!flags.has(Flags::CLAIM) || flags.has(Flags::STUTTER));
        let mode = if alone { Mode::Alone } else { Mode::InTurn };
        match self.root {
            None => self.visit_first(place, mode, is_new),
            Some(root) => self.visit_second(place, mode, is_new, root),
        }
    }

    fn bytes(&self) -> u64 {
        let own = self.path.capacity() * (size_of::<PathNode>() + size_of::<Node>())
            + self.reached.capacity() * size_of::<Reached>();
        self.shared.tell(self.number, own as u64, self.stored, self.edges);
        self.keeper.bytes() + self.shared.paths() - (self.path.capacity() * size_of::<Node>()) as u64
    }

    #[inline]
    fn pushed(&mut self, machine: &Machine, _pid: u32) {
        let accepting = self.accepts.at(machine);
        let base = self.path.last().and_then(|step| step.base);
        self.path.push(PathNode { stored: None, accepting, edges: 0, base });
    }

    #[inline]
    fn popped(&mut self) {
        self.path.pop();
    }

    /// Different orders, so that the threads spread out. The first thread keeps the order of a search by one.
    #[inline]
    fn turn(&mut self, processes: u32) -> u8 {
        if self.number == 0 {
            return 0;
        }
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        ((self.random >> 32) % u64::from(processes.max(1))) as u8
    }

    #[inline]
    fn closes(&self, state: &[u32]) -> Option<usize> {
        let root = self.root?;
        (self.path.len() - 1 > root && state == self.root_state).then_some(root)
    }

    fn repeats(&self) -> bool {
        self.root.is_some()
    }

    /// As in the search by one thread. No step of a process that is taken alone may lead back to the path of the thread
    /// that turns the state blue: of all states on a cycle, the one that is blue first would have its next one on the
    /// path then, and so be a state at which all are tried.
    fn judges(&mut self, choice: Choice) -> Judgement {
        match choice {
            Choice { moved: false, .. } => Judgement::Another,
            Choice { back: false, .. } => Judgement::Enough,
            _ => Judgement::All,
        }
    }

    fn accepts_end(&self) -> bool {
        self.path.last().is_some_and(|step| step.accepting)
    }

    #[inline]
    fn leaves(&mut self, flags: Flags, any: bool, machine: &Machine) -> bool {
        if flags.has(Flags::INSIDE) || self.root.is_some() {
            return false;
        }
        let top = self.path.len() - 1;
        let PathNode { stored: Some((place, mode)), accepting, edges, .. } = self.path[top] else { return false };
        let asks_for_second = accepting && !self.shared.single;
        if asks_for_second && !any {
            // Nothing follows from it. Others may wait for it to be red.
            self.keeper.paint(place, mode, Colour::Red);
        }
        if self.keeper.paint(place, mode, Colour::Blue) {
            self.edges += u64::from(edges);
        }
        if asks_for_second && !self.keeper.has(place, mode, Colour::Red) {
            self.root = Some(top);
            self.root_state.clear();
            self.root_state.extend_from_slice(machine.state());
            return true;
        }
        self.keeper.wipe(place, mode, Colour::Cyan(self.number));
        false
    }

    #[inline]
    fn ends_second_search(&mut self, node: usize) -> bool {
        if self.root != Some(node) {
            return false;
        }
        self.root = None;
        let done = self.others_are_done();
        for Reached { place, mode, .. } in std::mem::take(&mut self.reached) {
            if done {
                self.keeper.paint(place, mode, Colour::Red);
            }
            self.keeper.wipe(place, mode, Colour::Pink(self.number));
        }
        if let Some((place, mode)) = self.path[node].stored {
            self.keeper.wipe(place, mode, Colour::Cyan(self.number));
        }
        if done {
            self.shared.waiting.moved();
        }
        true
    }
}
