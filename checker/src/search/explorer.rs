//! The worker loop: takes steps from a state, one process after the other, and goes back.
//!
//! Counts, orders and stores as Spin's verifier does without reduction. A *node* is a state on the
//! current path. Nodes in the middle of an atomic sequence or of a rendezvous are not states of the
//! space: they are passed through and not stored. With a claim, claim and system move in turn, and a
//! state of the space is one in which it is the claim's turn. When the system is stuck, the claim goes on
//! alone (stuttering).
//!
//! What happens at a state of the space is decided by a [`Visitor`]: a depth-first search goes on below a new one, a
//! breadth-first search puts it aside, a search for cycles goes through it a second time. What only the last one needs
//! is asked for under `Visitor::CYCLES` and `Visitor::FAIR`, which are known when the loop is compiled.

use super::estimate::{self, Options};
use super::leave_out::{self, Attempt, Chooser};
use super::reduction::{Found, Reduction};
use super::violation::{CLAIM_ENDED, FailedStep, STUCK, TRACE_OPEN, Violation};
use super::visitor::{Choice, Judgement, Turn, Visit, Visitor};
use super::{Control, ErrorFound, ErrorKind, Incomplete, Order, Progress, Search, Statistics};
use crate::exec::Move;
use crate::exec::shape::ProcessPlace;
use crate::exec::{CLAIM, FaultKind, Machine, Mark};
use crate::model::{Action, Model, StatementKind, Transition, TransitionId};
use crate::stubborn::Processes;
use crate::successors::Flags;
use std::convert::Infallible;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// A node of the current path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Where the memory was before the step to this node.
    mark: Mark,
    /// The step to this node.
    pub(super) transition: u32,
    pub(super) pid: u32,
    /// The process that is tried now, and the last one to try. The claim is -1.
    current: i32,
    to: i32,
    /// The next transition of the current process; `START` before the first.
    next: u32,
    /// The escape of `unless` that was taken in the current process.
    escape: u32,
    flags: Flags,
    /// The step to this node began a rendezvous.
    sends: bool,
    /// An option of the current process was possible.
    moved: bool,
    /// Some step was possible here.
    any: bool,
    /// Not all processes are tried: one is taken alone, or those of a set.
    alone: bool,
    among: Processes,
    /// If all processes are tried: how far their order is turned.
    turn: u8,
    /// Steps led to states that are not on the path, and to such that are.
    ahead: bool,
    back: bool,
    /// How many nodes up to this one were passed through without being states of the space.
    inside: u32,
}

/// A row of this many nodes that are not states of the space may be on a cycle.
const LONG_INSIDE: u32 = 16;

/// A node of a long row that is not stored; the same node again below it is a cycle (Brent's method).
#[derive(Debug)]
struct Watched {
    /// Its place on the path.
    node: usize,
    state: Vec<u32>,
    flags: Flags,
}

/// Limits are looked at after this many steps, sooner if states are large.
const LOOK_AROUND: u32 = 4096;

/// A state of so many words counts as one more step.
const LARGE_STATE: usize = 256;

/// How often progress is told.
const TELL: Duration = Duration::from_millis(100);

const START: u32 = u32::MAX;

/// The transition of a node that no step leads to.
pub(super) const NO_STEP: u32 = u32::MAX;

pub struct Explorer<'m, 'w> {
    pub machine: Machine<'m>,
    pub(super) model: &'m Model,
    pub(super) search: &'w Search,
    pub(super) nodes: Vec<Node>,
    pub errors: Vec<ErrorFound>,
    pub errors_total: u64,
    pub statistics: Statistics,
    pub incomplete: Option<Incomplete>,
    /// Which states were reached, in the order of `Model::options`.
    pub reached: Vec<bool>,
    /// Go on after an error.
    pub all_errors: bool,
    /// Added to the depth of the path: where the path begins.
    pub base_depth: u64,
    max_depth: u64,
    pub(super) started: Instant,
    last_progress: Instant,
    ticks: u32,
    /// A visitor found what it looked for.
    stopped: bool,
    /// Errors are not counted.
    pub(super) quiet: bool,
    /// Limits do not count: the steps of a trail are looked for.
    unlimited: bool,
    watched: Option<Watched>,
    pub(super) reduction: Reduction<'w>,
}

impl<'m, 'w> Explorer<'m, 'w> {
    pub fn new(model: &'m Model, search: &'w Search, started: Instant) -> Explorer<'m, 'w>
    where
        'm: 'w,
    {
        let mut machine = Machine::new(model);
        machine.use_engine(search.engine);
        let reached = vec![false; model.options.len()];
        Explorer {
            machine,
            model,
            search,
            nodes: Vec::new(),
            errors: Vec::new(),
            errors_total: 0,
            statistics: Statistics::default(),
            incomplete: None,
            reached,
            all_errors: search.all_errors,
            base_depth: 0,
            max_depth: search.limits.depth.unwrap_or(u64::MAX),
            started,
            last_progress: started,
            ticks: 0,
            stopped: false,
            quiet: false,
            unlimited: false,
            watched: None,
            reduction: Reduction::new(model, search.por.as_deref()),
        }
    }

    /// The flags of the initial state.
    pub fn initial_flags(&self) -> Flags {
        if self.model.claim.is_some() { Flags::CLAIM } else { Flags::default() }
    }

    /// Explores from the machine's state. Ends when all is done, an error stops it, or a limit is hit.
    pub fn run<V: Visitor>(&mut self, flags: Flags, visitor: &mut V, visit_root: bool, control: &mut Control) {
        self.nodes.clear();
        self.report_faults(0);
        // A search that calls this for each state may never come to the end of the loop below.
        if self.is_over() || self.met_limit(visitor, control) {
            return;
        }
        self.push_without_step(flags, visitor);
        let expand = if visit_root { self.enter(visitor, false) } else { self.open_node(visitor, false) };
        if !expand {
            return;
        }
        loop {
            let advance = self.advance(visitor);
            if advance != Advance::No {
                let down = match advance {
                    Advance::Entered => self.open_node(visitor, false),
                    _ => self.enter(visitor, false),
                };
                if self.is_over() {
                    return;
                }
                if !down {
                    self.back(visitor);
                }
            } else {
                if self.is_over() {
                    return;
                }
                match self.finish(visitor) {
                    After::Again => {}
                    After::Enter => {
                        if !self.enter(visitor, true) {
                            if self.is_over() || self.nodes.len() == 1 {
                                return;
                            }
                            self.back(visitor);
                        }
                    }
                    After::Down => {
                        if !self.enter(visitor, false) {
                            if self.is_over() {
                                return;
                            }
                            self.back(visitor);
                        }
                    }
                    After::Back => {
                        if V::CYCLES && self.search_again(visitor) {
                            continue;
                        }
                        if self.is_over() || self.nodes.len() == 1 {
                            return;
                        }
                        self.back(visitor);
                    }
                }
                if self.is_over() {
                    return;
                }
            }
            self.ticks += 1;
            if self.met_limit(visitor, control) {
                return;
            }
        }
    }

    /// Looks around now and then. Whether the search has to end.
    #[inline(always)]
    fn met_limit(&mut self, visitor: &impl Visitor, control: &mut Control) -> bool {
        if self.ticks < LOOK_AROUND || self.unlimited {
            return false;
        }
        self.ticks = 0;
        self.look_around(visitor.bytes(), |progress| visitor.tells(progress), control);
        self.is_incomplete()
    }

    /// The same for a search that expands states itself, and uses so many bytes: to be called for each state, with its
    /// words and its successors. Whether it was time to look around.
    #[inline(always)]
    pub(super) fn ticked(
        &mut self,
        words: usize,
        successors: usize,
        bytes: impl Fn() -> u64,
        tells: impl Fn(&mut Progress),
        control: &mut Control,
    ) -> bool {
        self.ticks += (1 + successors * (1 + words / LARGE_STATE)) as u32;
        if self.ticks < LOOK_AROUND {
            return false;
        }
        self.ticks = 0;
        self.look_around(bytes(), tells, control);
        true
    }

    /// A node that no step leads to: the root, or a state in which the system stands still.
    fn push_without_step(&mut self, flags: Flags, visitor: &mut impl Visitor) {
        self.push_node(NO_STEP, 0, self.machine.mark(), flags, false, 0);
        visitor.pushed(&self.machine, CLAIM);
    }

    #[inline(always)]
    fn push_node(&mut self, transition: u32, pid: u32, mark: Mark, flags: Flags, sends: bool, inside: u32) {
        self.nodes.push(Node {
            mark,
            transition,
            pid,
            current: 0,
            to: 0,
            next: START,
            escape: 0,
            flags,
            sends,
            moved: false,
            any: false,
            alone: false,
            among: Processes::ALL,
            turn: 0,
            ahead: false,
            back: false,
            inside,
        });
    }

    /// After the first search is done with the top node: starts the second one from it, if the visitor wants it.
    fn search_again(&mut self, visitor: &mut impl Visitor) -> bool {
        let top = self.nodes.len() - 1;
        let Node { flags, any, .. } = self.nodes[top];
        let starts = visitor.leaves(flags, any, &self.machine);
        if starts {
            // What else can go wrong from here on, the first search has seen.
            self.quiet = true;
            if self.enter(visitor, false) {
                return true;
            }
        }
        if visitor.ends_second_search(top) {
            self.quiet = false;
        }
        false
    }

    /// Whether the whole search is to end.
    pub fn is_over(&self) -> bool {
        self.stopped || (self.errors_total > 0 && !self.all_errors)
    }

    /// The steps from one state of the space to a successor of it. Counts nothing, reports nothing.
    pub fn steps_between(&mut self, from: &[u32], flags: Flags, to: &mut impl Visitor) -> Vec<Move> {
        let statistics = self.statistics;
        let errors = (std::mem::take(&mut self.errors), self.errors_total, self.incomplete, self.stopped);
        self.errors_total = 0;
        self.stopped = false;
        self.quiet = true;
        self.unlimited = true;
        self.machine.load(from);
        let never = std::sync::atomic::AtomicBool::new(false);
        self.run(flags, to, false, &mut Control { stop: &never, progress: &mut |_| {} });
        let steps = self.path().collect();
        self.quiet = false;
        self.unlimited = false;
        self.statistics = statistics;
        (self.errors, self.errors_total, self.incomplete, self.stopped) = errors;
        steps
    }

    /// Whether a limit or the user ended the search. A depth limit only cuts off what is below it.
    pub fn is_incomplete(&self) -> bool {
        self.incomplete.is_some_and(|i| i != Incomplete::Depth)
    }

    pub(super) fn depth(&self) -> u64 {
        self.base_depth + self.nodes.len() as u64 - 1
    }

    /// Arrives at the top node. False if nothing is to be done below it.
    #[inline]
    fn enter<V: Visitor>(&mut self, visitor: &mut V, released: bool) -> bool {
        let depth = self.depth();
        if depth >= self.max_depth && !released {
            self.statistics.matched += 1;
            self.incomplete.get_or_insert(Incomplete::Depth);
            self.led::<V>(self.nodes.len() - 1, false);
            return false;
        }
        let top = self.nodes.len() - 1;
        let flags = self.nodes[top].flags;
        let turn = self.model.claim.is_none() || flags.has(Flags::CLAIM) || self.follows_stutter(top);
        if V::CYCLES
            && turn
            && self.machine.rendezvous() == 0
            && let Some(node) = visitor.closes(self.machine.state())
        {
            self.found_cycle(node);
            return false;
        }
        if turn && !flags.has(Flags::INSIDE) && self.machine.rendezvous() == 0 {
            let state = self.machine.state();
            self.ticks += (state.len() / LARGE_STATE) as u32;
            match visitor.visit(state, flags) {
                Visit::Seen => {
                    self.statistics.matched += 1;
                    self.led::<V>(top, true);
                    return false;
                }
                Visit::Again => {
                    self.statistics.matched += 1;
                    self.led::<V>(top, false);
                    return false;
                }
                Visit::Later => {
                    self.statistics.stored += 1;
                    self.statistics.depth = self.statistics.depth.max(depth);
                    self.led::<V>(top, true);
                    return false;
                }
                Visit::Deferred => {
                    visitor.deferred(depth);
                    return false;
                }
                Visit::Expand => {
                    self.statistics.stored += 1;
                    self.led::<V>(top, true);
                }
                Visit::Revisit => {
                    self.statistics.revisited += 1;
                    self.led::<V>(top, true);
                }
                Visit::Found => {
                    self.stopped = true;
                    return false;
                }
                Visit::Cycle(node) => {
                    self.found_cycle(node);
                    return false;
                }
            }
            self.nodes[top].inside = 0;
        } else if self.nodes[top].inside >= LONG_INSIDE && self.is_on_cycle(top) {
            self.led::<V>(top, false);
            return false;
        }
        self.open_node(visitor, released)
    }

    /// The node below learns where its step led: ahead, or back to where it came from.
    #[inline(always)]
    fn led<V: Visitor>(&mut self, top: usize, ahead: bool) {
        if V::REDUCES && top > 0 {
            let parent = &mut self.nodes[top - 1];
            parent.ahead |= ahead;
            parent.back |= !ahead;
        }
    }

    /// Not all processes were tried: whether others have to be. They are set up then.
    fn is_not_enough<V: Visitor>(&mut self, top: usize, visitor: &mut V) -> bool {
        let node = &self.nodes[top];
        let judgement = visitor.judges(Choice { moved: node.any, ahead: node.ahead, back: node.back });
        if judgement == Judgement::Enough {
            return false;
        }
        let (moved, among) = (node.any, node.among);
        let attempt = if among == Processes::ALL { Attempt::Alone(node.to as u32) } else { Attempt::Set(among) };
        let Ok(next) = leave_out::next(&mut AtNode { explorer: self, top, visitor }, attempt, moved, judgement);
        let node = &mut self.nodes[top];
        node.alone = false;
        let Some(next) = next else { return false };
        node.next = START;
        if !matches!(next, Attempt::Overdue(_)) {
            (node.any, node.ahead, node.back) = (false, false, false);
        }
        self.set_up(top, next);
        true
    }

    /// The node is going to try these processes.
    fn set_up(&mut self, top: usize, attempt: Attempt) {
        let last = self.machine.process_count() as i32 - 1;
        let node = &mut self.nodes[top];
        (node.current, node.to, node.among) = (last, 0, Processes::ALL);
        match attempt {
            Attempt::Alone(pid) => {
                (node.current, node.to, node.turn, node.alone) = (pid as i32, pid as i32, 0, true);
            }
            Attempt::Set(set) => (node.among, node.alone) = (set, true),
            Attempt::Moving(among) | Attempt::Overdue(among) => node.among = among,
            Attempt::All => {}
        }
    }

    /// Whether the step to a node was one of a claim that moved alone.
    #[inline(always)]
    fn follows_stutter(&self, node: usize) -> bool {
        node > 0 && self.nodes[node - 1].flags.has(Flags::STUTTER)
    }

    /// Whether a long row of nodes inside of an atomic sequence, or of a claim that moves alone, has come back to
    /// where it was. Nothing new can come of it.
    #[cold]
    fn is_on_cycle(&mut self, top: usize) -> bool {
        let node = &self.nodes[top];
        if self.machine.rendezvous() != 0 {
            return false;
        }
        if node.inside.is_power_of_two() {
            self.watched = Some(Watched { node: top, state: self.machine.state().to_vec(), flags: node.flags });
            return false;
        }
        // A watched node that is not on the path any more, or not in this row, tells nothing.
        let first = top - node.inside as usize;
        self.watched
            .as_ref()
            .is_some_and(|w| w.node > first && w.node < top && w.flags == node.flags && w.state == self.machine.state())
    }

    /// Prepares the top node for trying its processes.
    #[inline]
    fn open_node<V: Visitor>(&mut self, visitor: &mut V, released: bool) -> bool {
        let depth = self.depth();
        self.statistics.depth = self.statistics.depth.max(depth);
        let last = self.machine.process_count() as i32 - 1;
        let top = self.nodes.len() - 1;
        let node = &mut self.nodes[top];
        if self.model.claim.is_none() || node.flags.has(Flags::CLAIM) {
            node.flags.clear(Flags::TIMEOUT);
            node.flags.clear(Flags::RETRY);
        }
        node.any = false;
        node.next = START;
        node.turn = 0;
        if node.flags.has(Flags::CLAIM) {
            (node.current, node.to) = (-1, -1);
        } else if node.flags.has(Flags::INSIDE) && !node.sends && !released {
            (node.current, node.to) = (node.pid as i32, node.pid as i32);
        } else {
            (node.current, node.to) = (last, 0);
            if V::TURNS {
                node.turn = visitor.turn(last as u32 + 1);
            }
            if V::REDUCES {
                (node.alone, node.ahead, node.back) = (false, false, false);
                node.among = Processes::ALL;
                if last > 0 && self.machine.rendezvous() == 0 && visitor.may_choose() {
                    let Ok(attempt) = leave_out::first(&mut AtNode { explorer: self, top, visitor }, last);
                    self.set_up(top, attempt);
                }
            }
        }
        if let Some(place) = self.machine.claim_place() {
            let state = self.machine.pc(place) as usize;
            if state == 0 || self.model.proctype(place.proctype).states[state].end {
                self.found(Violation::new(ErrorKind::Claim, CLAIM_ENDED), depth, None);
                if self.is_over() {
                    return false;
                }
            }
        }
        if V::FAIR {
            self.tell_turn(visitor);
        }
        true
    }

    /// Tells the visitor whose turn it is.
    fn tell_turn(&self, visitor: &mut impl Visitor) {
        let top = self.nodes.len() - 1;
        let flags = self.nodes[top].flags;
        let turn = if flags.has(Flags::CLAIM) {
            Turn::Claim
        } else if flags.has(Flags::INSIDE) || self.machine.rendezvous() != 0 {
            Turn::Passing
        } else if self.follows_stutter(top) {
            Turn::Stuck
        } else {
            Turn::System
        };
        visitor.opens(turn, self.machine.process_count());
    }

    /// Takes the next step that is possible.
    #[inline]
    fn advance<V: Visitor>(&mut self, visitor: &mut V) -> Advance {
        let top = self.nodes.len() - 1;
        loop {
            let node = &mut self.nodes[top];
            if node.current < node.to {
                return Advance::No;
            }
            let (pid, place) = if node.current < 0 {
                (CLAIM, self.machine.claim_place().expect("the claim moves only if there is one"))
            } else if V::TURNS && node.turn != 0 {
                let pid = (node.current as u32 + u32::from(node.turn)) % self.machine.process_count();
                (pid, self.machine.process(pid))
            } else {
                let mut pid = node.current as u32;
                let is_one =
                    (node.alone && node.among == Processes::ALL) || (node.flags.has(Flags::INSIDE) && !node.sends);
                if V::ORDERS && !is_one {
                    pid = visitor.in_place_of(pid, self.machine.process_count());
                }
                (pid, self.machine.process(pid))
            };
            let (first, end) = self.model.options[(place.base + self.machine.pc(place)) as usize];
            if node.next == START {
                if V::FAIR && pid != CLAIM && self.machine.rendezvous() == 0 {
                    visitor.begins(pid);
                }
                let left_out = V::REDUCES && pid != CLAIM && !node.among.has(pid);
                if left_out || !self.may_move(top, pid, place) {
                    self.nodes[top].moved = false;
                    self.next_process(top, visitor);
                    continue;
                }
                let node = &mut self.nodes[top];
                node.next = first;
                node.moved = false;
                node.escape = 0;
            }
            let advance = self.try_transitions(top, pid, place, end, visitor);
            if advance != Advance::No {
                return advance;
            }
            if self.errors_total > 0 && self.is_over() {
                // The step that failed has not been undone: nobody may move from here.
                return Advance::No;
            }
            self.next_process(top, visitor);
        }
    }

    /// Goes on with the next process of a node, or with all of them once more.
    #[inline(always)]
    fn next_process<V: Visitor>(&mut self, top: usize, visitor: &mut V) {
        let node = &mut self.nodes[top];
        node.current -= 1;
        node.next = START;
        if V::FAIR && visitor.ends(node.moved, node.any) {
            node.current = self.machine.process_count() as i32 - 1;
        }
    }

    /// Whether a process may be tried at all.
    #[inline]
    fn may_move(&mut self, top: usize, pid: u32, place: ProcessPlace) -> bool {
        if pid == CLAIM {
            return true;
        }
        let node = &self.nodes[top];
        if node.sends && node.pid == pid {
            return false;
        }
        if self.model.has_provided && !self.machine.provided(place, pid) {
            return false;
        }
        if self.model.has_priority {
            self.machine.moved = false;
            self.machine.timeout = node.flags.has(Flags::TIMEOUT);
            return self.machine.has_highest_priority(pid);
        }
        true
    }

    /// Takes the next transition of a process that is possible.
    #[inline]
    fn try_transitions<V: Visitor>(
        &mut self,
        top: usize,
        pid: u32,
        place: ProcessPlace,
        end: u32,
        visitor: &mut V,
    ) -> Advance {
        let model = self.model;
        let Node { mut next, mut escape, mut moved, flags, .. } = self.nodes[top];
        self.machine.timeout = flags.has(Flags::TIMEOUT);
        self.machine.stutter = flags.has(Flags::STUTTER);
        self.machine.moved = moved;
        let mark = self.machine.mark();
        let at_once = V::AT_ONCE
            && !flags.has(Flags::INSIDE)
            && (self.model.claim.is_none() || !flags.has(Flags::CLAIM))
            && self.depth() + 1 < self.max_depth;
        let mut no_message = false;
        while next < end {
            let t = &model.transitions[next as usize];
            if escape > 0 && escape != t.escape {
                return Advance::No;
            }
            if no_message && t.repeats {
                next += 1;
                continue;
            }
            if V::SLEEPS && visitor.sleeps(&self.machine, pid, next) {
                let node = &mut self.nodes[top];
                (node.moved, node.any, node.escape) = (true, true, t.escape);
                (moved, escape, self.machine.moved) = (true, t.escape, true);
                next += 1;
                continue;
            }
            self.machine.no_message = false;
            let possible = self.machine.step_by(place, pid, next);
            if !self.machine.faults.is_empty() {
                self.take_faults(Move { pid, transition: TransitionId(next) });
                if self.is_over() {
                    return Advance::No;
                }
            }
            if possible {
                if moved && self.is_choice_of_deterministic(place, t) {
                    let violation = Violation::fault(FaultKind::NotDeterministic, self.model);
                    let step = Move { pid, transition: TransitionId(next) };
                    self.found(violation, self.depth(), Some(FailedStep { step, parts: 1 }));
                    if self.is_over() {
                        return Advance::No;
                    }
                }
                self.nodes[top].next = next + 1;
                if V::FAIR && self.nodes[top].sends && self.machine.rendezvous() == 0 {
                    visitor.receives(pid);
                }
                // Most steps lead to a state that is known, or that is put aside: no node is needed to find out.
                if at_once && !t.atomic && self.machine.rendezvous() == 0 {
                    self.took(top, pid, place, next);
                    if !self.visit_ahead(top, visitor) {
                        if self.is_over() {
                            return Advance::No;
                        }
                        self.machine.undo(mark);
                        next += 1;
                        no_message = false;
                        moved = true;
                        escape = t.escape;
                        self.machine.moved = true;
                        continue;
                    }
                    self.push_node(next, pid, mark, self.initial_flags(), false, 0);
                    visitor.pushed(&self.machine, pid);
                    return Advance::Entered;
                }
                self.push(top, pid, place, next, mark);
                visitor.pushed(&self.machine, pid);
                return Advance::Arrived;
            }
            no_message = self.machine.no_message;
            self.machine.undo(mark);
            next += 1;
        }
        Advance::No
    }

    /// Whether a second option like this one is an error in a D_proctype. As in Spin, a `d_step` is none.
    fn is_choice_of_deterministic(&self, place: ProcessPlace, t: &Transition) -> bool {
        let d_step = || self.model.statements[t.statement as usize].kind == StatementKind::DStep;
        let first = match t.action {
            Action::Parts { first, .. } => self.model.transition(self.model.parts[first as usize].transition).action,
            action => action,
        };
        self.model.proctype(place.proctype).deterministic && matches!(first, Action::Code(_)) && !d_step()
    }

    /// A step from the top node was possible: what that node and the statistics keep of it.
    #[inline(always)]
    fn took(&mut self, top: usize, pid: u32, place: ProcessPlace, index: u32) {
        let t = &self.model.transitions[index as usize];
        let node = &mut self.nodes[top];
        node.moved = true;
        node.any = true;
        node.escape = t.escape;
        if pid != CLAIM {
            self.machine.set_last(pid);
        }
        self.reached[(place.base + t.target.0) as usize] = true;
        if let Action::Parts { first, count } = t.action {
            self.reach_inside(place, first, count);
        }
    }

    /// Shows a state of the space to the visitor before it becomes a node. Whether it has to become one.
    #[inline(always)]
    fn visit_ahead<V: Visitor>(&mut self, top: usize, visitor: &mut V) -> bool {
        let state = self.machine.state();
        self.ticks += 1 + (state.len() / LARGE_STATE) as u32;
        let visit = visitor.visit_ahead(state, self.initial_flags());
        if V::REDUCES {
            let node = &mut self.nodes[top];
            node.ahead |= visit != Visit::Again;
            node.back |= visit == Visit::Again;
        }
        match visit {
            Visit::Seen | Visit::Again => self.statistics.matched += 1,
            Visit::Later => {
                self.statistics.stored += 1;
                self.statistics.depth = self.statistics.depth.max(self.depth() + 1);
            }
            Visit::Deferred => visitor.deferred(self.depth() + 1),
            Visit::Expand => {
                self.statistics.stored += 1;
                return true;
            }
            Visit::Found => self.stopped = true,
            Visit::Revisit | Visit::Cycle(_) => unreachable!("a visitor that looks for cycles needs the node first"),
        }
        false
    }

    #[inline]
    fn push(&mut self, top: usize, pid: u32, place: ProcessPlace, index: u32, mark: Mark) {
        let t = &self.model.transitions[index as usize];
        let sends = self.machine.rendezvous() != 0;
        let node = &self.nodes[top];
        let (moved, any) = (node.moved, node.any);
        self.took(top, pid, place, index);
        let node = &mut self.nodes[top];
        if sends {
            (node.moved, node.any) = (moved, any);
        }
        let (parent, inside) = (node.flags, node.inside);
        let mut flags = Flags::default();
        if sends || t.atomic {
            flags.set(Flags::INSIDE);
            if parent.has(Flags::CLAIM) {
                flags.set(Flags::CLAIM);
            }
        } else if self.model.claim.is_some() && !parent.has(Flags::CLAIM) {
            flags.set(Flags::CLAIM);
        }
        if self.model.claim.is_some() && parent.has(Flags::TIMEOUT) && !flags.has(Flags::CLAIM) {
            flags.set(Flags::TIMEOUT);
        }
        if !sends && t.atomic {
            self.statistics.atomic_steps += 1;
        }
        self.push_node(index, pid, mark, flags, sends, inside + 1);
    }

    /// The states that a step of several parts passes through were reached, too.
    fn reach_inside(&mut self, place: ProcessPlace, first: u32, count: u32) {
        for part in &self.model.parts[first as usize..(first + count - 1) as usize] {
            let target = self.model.transition(part.transition).target;
            self.reached[(place.base + target.0) as usize] = true;
        }
    }

    /// Goes back from the top node to the one below it.
    #[inline]
    fn back<V: Visitor>(&mut self, visitor: &mut V) {
        let Some(node) = self.nodes.pop() else { return };
        visitor.popped();
        if node.inside >= LONG_INSIDE && self.watched.as_ref().is_some_and(|w| w.node >= self.nodes.len()) {
            self.watched = None;
        }
        self.machine.undo(node.mark);
        let Some(parent) = self.nodes.last_mut() else { return };
        if V::REDUCES && node.flags.has(Flags::INSIDE) {
            parent.ahead |= node.ahead;
            parent.back |= node.back;
        }
        if V::FAIR && node.transition == NO_STEP {
            parent.any = true;
        }
        if node.sends {
            if node.any {
                parent.any = true;
                parent.moved = true;
            } else {
                // Nobody received: the send was not possible after all.
                parent.escape = 0;
            }
        }
    }

    /// All processes of the top node have been tried: what now?
    fn finish<V: Visitor>(&mut self, visitor: &mut V) -> After {
        let top = self.nodes.len() - 1;
        let has_claim = self.model.claim.is_some();
        let flags = self.nodes[top].flags;
        if V::REDUCES && self.nodes[top].alone && self.is_not_enough(top, visitor) {
            return After::Again;
        }
        if V::FAIR {
            let stuck = !self.nodes[top].any
                && self.machine.rendezvous() == 0
                && !flags.has(Flags::CLAIM)
                && !flags.has(Flags::INSIDE)
                && (!self.model.has_timeout || flags.has(Flags::TIMEOUT));
            if visitor.stands_still(stuck) {
                self.push_without_step(self.initial_flags(), visitor);
                return After::Down;
            }
        }
        if self.nodes[top].any && !(flags.has(Flags::CLAIM) && flags.has(Flags::RETRY)) {
            return After::Back;
        }
        let processes = self.machine.process_count();
        if self.machine.rendezvous() != 0
            || (processes == 0 && !has_claim)
            || (processes == 0 && self.machine.claim_place().is_some_and(|c| self.machine.pc(c) == 0))
            || self.depth() >= self.max_depth.saturating_sub(1)
        {
            return After::Back;
        }
        let node = &mut self.nodes[top];
        if flags.has(Flags::INSIDE) && !flags.has(Flags::CLAIM) {
            // The atomic sequence blocks: control goes to anybody, and this is a state after all.
            node.flags.clear(Flags::TIMEOUT);
            node.flags.clear(Flags::INSIDE);
            if has_claim {
                node.flags.set(Flags::CLAIM);
            }
            return After::Enter;
        }
        if self.model.has_timeout && !flags.has(Flags::TIMEOUT) {
            if !has_claim {
                node.flags.set(Flags::TIMEOUT);
                (node.current, node.to, node.next, node.among) = (processes as i32 - 1, 0, START, Processes::ALL);
                return self.again(visitor);
            }
            if flags.has(Flags::CLAIM) {
                if flags.has(Flags::RETRY) {
                    node.flags.set(Flags::TIMEOUT);
                    node.flags.clear(Flags::RETRY);
                    (node.current, node.to, node.next) = (-1, -1, START);
                    return self.again(visitor);
                }
            } else {
                if top > 0 {
                    self.nodes[top - 1].flags.set(Flags::RETRY);
                }
                return After::Back;
            }
        }
        if has_claim {
            if !flags.has(Flags::CLAIM) {
                node.flags.set(Flags::CLAIM);
                node.flags.set(Flags::STUTTER);
                (node.current, node.to, node.next) = (-1, -1, START);
                return self.again(visitor);
            }
            return After::Back;
        }
        let depth = self.depth().saturating_sub(1);
        if self.search.end_states && !self.machine.is_valid_end() {
            self.found(Violation::new(ErrorKind::EndState, STUCK), depth, None);
        } else if self.search.end_states && !self.machine.is_trace_complete() {
            self.found(Violation::new(ErrorKind::EndState, TRACE_OPEN), depth, None);
        } else if V::CYCLES && visitor.accepts_end() && !self.quiet {
            self.found_stop(depth);
        }
        After::Back
    }

    fn again<V: Visitor>(&mut self, visitor: &mut V) -> After {
        if V::FAIR {
            self.tell_turn(visitor);
        }
        After::Again
    }

    /// Now and then: limits, interruption, progress.
    #[cold]
    fn look_around(&mut self, bytes: u64, tells: impl Fn(&mut Progress), control: &mut Control) {
        let bytes = bytes + self.bytes();
        self.statistics.memory_bytes = self.statistics.memory_bytes.max(bytes);
        if control.stop.load(Ordering::Relaxed) {
            self.incomplete = Some(Incomplete::Interrupted);
        }
        if self.search.limits.memory.is_some_and(|m| bytes > m) {
            self.incomplete = Some(Incomplete::Memory);
        }
        let now = Instant::now();
        let elapsed = now - self.started;
        if self.search.limits.time.is_some_and(|t| elapsed > t) {
            self.incomplete = Some(Incomplete::Time);
        }
        if now - self.last_progress >= TELL {
            self.last_progress = now;
            let mut progress = Progress {
                stored: self.statistics.stored,
                matched: self.statistics.matched,
                revisited: self.statistics.revisited,
                depth: self.statistics.depth,
                memory_bytes: bytes,
                elapsed,
                loss: None,
                level: None,
                done: (self.search.order == Order::DepthFirst).then(|| self.done()),
            };
            tells(&mut progress);
            (control.progress)(progress);
        }
    }

    /// A guess at the share of the search that is done.
    fn done(&self) -> f64 {
        let last = self.machine.process_count() as i32 - 1;
        // Which option of its process is under way at a node, the next node tells.
        let under_way = self.nodes.iter().skip(1).map(|n| Some(n.transition)).chain([None]);
        estimate::share(self.nodes.iter().zip(under_way).map(|(node, step)| {
            let tried = |pid: i32| node.among == Processes::ALL || (pid >= 0 && node.among.has(pid as u32));
            let first = if node.alone && node.to == node.current { node.current } else { last.max(node.current) };
            let all = (node.to..=first).filter(|&pid| tried(pid)).count() as f64;
            let done = (node.current + 1..=first).filter(|&pid| tried(pid)).count() as f64;
            let row = |t: u32| self.model.options.iter().find(|row| row.0 <= t && t < row.1);
            match step.and_then(|t| row(t).map(|row| (t, row))) {
                Some((t, row)) => {
                    let options = f64::from(row.1 - row.0);
                    Options { all: all * options, done: done * options + f64::from(t - row.0) }
                }
                None => Options { all, done },
            }
        }))
    }

    /// Bytes of the path and the machine.
    pub fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node>() + self.machine.memory_bytes()) as u64
    }
}

/// A node that chooses processes.
struct AtNode<'a, 'm, 'w, V> {
    explorer: &'a mut Explorer<'m, 'w>,
    top: usize,
    visitor: &'a mut V,
}

impl<V: Visitor> AtNode<'_, '_, '_, V> {
    fn is_timeout(&self) -> bool {
        self.explorer.nodes[self.top].flags.has(Flags::TIMEOUT)
    }
}

impl<V: Visitor> Chooser for AtNode<'_, '_, '_, V> {
    type Error = Infallible;

    fn safe_process(&mut self, from: i32) -> Option<u32> {
        self.explorer.reduction.safe_process(&self.explorer.machine, from)
    }

    fn stubborn_set(&mut self) -> Result<Found, Infallible> {
        if self.is_timeout() {
            return Ok(Found::Paused);
        }
        let found = self.explorer.reduction.stubborn_set(&mut self.explorer.machine, self.visitor.repeats());
        if found == Found::Paused {
            self.visitor.tries_all();
        }
        Ok(found)
    }

    /// With a claim, or if a cycle is looked for, all that is put off matters.
    fn overdue(&mut self, tried: Processes) -> Found {
        if V::CYCLES || self.explorer.model.claim.is_some() || self.is_timeout() {
            return Found::All(Processes::ALL);
        }
        let Explorer { reduction, machine, reached, .. } = &mut *self.explorer;
        reduction.overdue(machine, reached, tried)
    }

    fn was_not_enough(&mut self) {}
}

/// What came of looking for the next step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Advance {
    /// There is none.
    No,
    /// There is a new top node, to be entered.
    Arrived,
    /// There is a new top node, and the visitor has seen its state.
    Entered,
}

/// What to do with a node whose processes have all been tried.
enum After {
    /// Try its processes again, under other flags.
    Again,
    /// There is a new top node.
    Down,
    /// It has become a state of the space.
    Enter,
    Back,
}
