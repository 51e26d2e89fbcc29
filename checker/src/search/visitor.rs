//! What a search asks of its visitor at each state of the space, and what the visitor answers.

use super::Progress;
use crate::exec::Machine;
use crate::successors::{Flags, Successor, Successors};

/// The answer of a visitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// New: go on from here.
    Expand,
    /// Seen before, but not in this way: go on from here.
    Revisit,
    /// New, but not to be followed now.
    Later,
    /// Not to be followed now; whether it is new is found out and counted later.
    Deferred,
    /// Seen before.
    Seen,
    /// Seen before, and to come to it again may put off other processes for ever: it is on the path, or the visitor
    /// cannot tell.
    Again,
    /// This is what was looked for: stop.
    Found,
    /// It is the state of this node of the path: an infinite run that is an error.
    Cycle(usize),
}

/// Whose turn it is at a node that is about to try its processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    Claim,
    System,
    /// The system after a claim that moved alone because the system is stuck.
    Stuck,
    /// The system inside of an atomic sequence or a rendezvous.
    Passing,
}

/// What came of taking a process alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// It could move.
    pub moved: bool,
    /// A step of it led to a state that is new, or at least not on the path.
    pub ahead: bool,
    /// A step of it led back.
    pub back: bool,
}

/// Whether it is enough to have taken one process alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    Enough,
    /// No: another one may do, or else all.
    Another,
    /// No: all have to be tried.
    All,
}

/// Decides what to do with a state of the space.
pub trait Visitor {
    /// It looks for cycles.
    const CYCLES: bool = false;
    /// Only for those in which every process gets its turn.
    const FAIR: bool = false;
    /// Processes are taken alone where that is safe.
    const REDUCES: bool = false;

    /// Some steps are not tried because they were elsewhere.
    const SLEEPS: bool = false;
    /// It says in which order processes are tried.
    const ORDERS: bool = false;

    /// It can be asked about a state before the step to it is a node of the path.
    const AT_ONCE: bool = false;

    /// It turns the order in which processes are tried, at each node anew.
    const TURNS: bool = false;

    fn visit(&mut self, state: &[u32], flags: Flags) -> Visit;

    /// The same before the node is there. If it is to be expanded, the node is pushed next.
    #[inline(always)]
    fn visit_ahead(&mut self, state: &[u32], flags: Flags) -> Visit {
        self.visit(state, flags)
    }

    /// How deep the state is whose visit was deferred just now.
    #[inline(always)]
    fn deferred(&mut self, _depth: u64) {}

    /// Bytes it uses.
    fn bytes(&self) -> u64;

    /// Adds what it knows to what is told while the search runs.
    fn tells(&self, _progress: &mut Progress) {}

    /// A node came onto the path, by a step of this process; the claim's for a node that no step leads to.
    #[inline(always)]
    fn pushed(&mut self, _machine: &Machine, _pid: u32) {}

    /// The top node is about to try a step of a process. Whether that is left out; the step must be possible then.
    #[inline(always)]
    fn sleeps(&mut self, _machine: &Machine, _pid: u32, _transition: u32) -> bool {
        false
    }

    /// The process to try when it would be the turn of `pid`, of so many: each once.
    #[inline(always)]
    fn in_place_of(&self, pid: u32, _processes: u32) -> u32 {
        pid
    }

    /// The top node left the path.
    #[inline(always)]
    fn popped(&mut self) {}

    /// The node whose state this is, if the run from there to here is an error.
    #[inline(always)]
    fn closes(&self, _state: &[u32]) -> Option<usize> {
        None
    }

    /// Whether the run is an error if it stops at the top node.
    #[inline(always)]
    fn accepts_end(&self) -> bool {
        false
    }

    /// All of the top node has been tried; `any` if something could move. Whether a second search is to start from it.
    #[inline(always)]
    fn leaves(&mut self, _flags: Flags, _any: bool, _machine: &Machine) -> bool {
        false
    }

    /// Whether the second search began at this node; it is over then.
    #[inline(always)]
    fn ends_second_search(&mut self, _node: usize) -> bool {
        false
    }

    /// Whether a process may be taken alone at the top node.
    #[inline(always)]
    fn may_choose(&mut self) -> bool {
        true
    }

    /// Whether the processes to try at the top node have to be those of an earlier visit.
    #[inline(always)]
    fn repeats(&self) -> bool {
        false
    }

    /// All processes of the top node are tried, though it was not looked for a reason.
    #[inline(always)]
    fn tries_all(&mut self) {}

    /// A process was taken alone at the top node, or some processes. Whether that is enough.
    #[inline(always)]
    fn judges(&mut self, choice: Choice) -> Judgement {
        if choice.ahead { Judgement::Enough } else { Judgement::Another }
    }

    /// How far the order of so many processes is turned at the top node.
    #[inline(always)]
    fn turn(&mut self, _processes: u32) -> u8 {
        0
    }

    /// The top node begins to try its processes, of which there are so many.
    #[inline(always)]
    fn opens(&mut self, _turn: Turn, _processes: u32) {}

    /// The top node begins with this process.
    #[inline(always)]
    fn begins(&mut self, _pid: u32) {}

    /// This process completes the rendezvous that the top node is in.
    #[inline(always)]
    fn receives(&mut self, _pid: u32) {}

    /// The top node is done with a process. Whether all processes have to be tried again.
    #[inline(always)]
    fn ends(&mut self, _moved: bool, _any: bool) -> bool {
        false
    }

    /// The top node is done with all processes; `stuck` if nothing could move. Whether it moves by standing still.
    #[inline(always)]
    fn stands_still(&mut self, _stuck: bool) -> bool {
        false
    }
}

/// Looks for one state.
pub struct Target<'a>(pub &'a [u32]);

impl Visitor for Target<'_> {
    fn visit(&mut self, state: &[u32], _flags: Flags) -> Visit {
        if state == self.0 { Visit::Found } else { Visit::Seen }
    }

    fn bytes(&self) -> u64 {
        0
    }
}

/// Puts all successors of a state aside.
pub struct Collector<'a> {
    pub found: &'a mut Successors,
    /// How deep the state is.
    pub depth: u64,
}

impl Visitor for Collector<'_> {
    const AT_ONCE: bool = true;

    #[inline]
    fn visit(&mut self, state: &[u32], flags: Flags) -> Visit {
        self.found.push(state, Successor::new(state.len(), 0, flags, None));
        Visit::Deferred
    }

    #[inline(always)]
    fn deferred(&mut self, depth: u64) {
        if let Some(last) = self.found.list.last_mut() {
            last.depth = (depth - self.depth) as u32;
        }
    }

    fn bytes(&self) -> u64 {
        self.found.bytes()
    }
}
