//! All states of a program, breadth first if nothing else is asked for: the first error has a shortest run (`frontier`
//! has the orders). When there are many states, random runs are tried every now and then (see `walk`), for a quarter of
//! the time. Steps that were made before are remembered (see `memo`).
//!
//! A search that used a promise about a place in memory which turned out to be wrong begins anew (see `sharing`); an
//! error that was found before counts all the same, because each run of the search is a run of the program.

use crate::code::{Compare, Instruction, Program};
use crate::frontier::Frontier;
use crate::intern::Intern;
use crate::name::{name, replay};
use crate::outcome::{FaultKind, Found, Limit, Options, Order, Outcome, ThreadNumber};
use crate::parts::ENDED;
use crate::random::Random;
use crate::shorten::shorten;
use crate::step::{Choice, End, Machine, Pending, next_script};
use crate::steps::{Steps, Taken};
use crate::tell::{Move, Telling, tell, tell_error};
use crate::thread::Thread;
use crate::walk::walk;
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How a state was reached: from which, by which thread, and the how manieth of its ways.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    thread: u16,
    way: u32,
}

/// The first random runs are made when so many states were expanded, the next at four times as many, and so on.
const FIRST_WALKS: u64 = 4096;

/// They are made after this time at the latest.
const EARLY: Duration = Duration::from_millis(250);

/// Random runs are made for so long at least.
const LEAST_WALKS: Duration = Duration::from_millis(200);

/// Where nothing else is asked for and no time is given, they end after this.
const WALKS: Duration = Duration::from_secs(10);

/// An error that is in doubt is looked for again so often: another run to it may be real.
const DOUBTS: usize = 8;

/// After a promise was broken the search goes on for so many states, to find others that are.
const MORE: u64 = 200;

pub fn search(program: &Program, options: &Options, interrupted: &dyn Fn() -> bool) -> Outcome {
    let Some(mut machine) = Machine::new(program, options.clone()) else {
        return Outcome { limit: Some(Limit::NoEntry), ..Outcome::default() };
    };
    machine.inputs = interesting(program);
    let start = Instant::now();
    let mut restarts = 0;
    loop {
        machine.sharing.broken = false;
        if std::mem::take(&mut machine.told_apart) {
            machine.twins = None;
        }
        // Who ran last would tell twins apart.
        machine.takes_twins = machine.twins.is_some() && !matches!(options.order, Order::Preemptions(_));
        machine.obstacles.clear();
        machine.reached.iter_mut().for_each(|f| f.fill(false));
        machine.exits.clear();
        let mut search = Search {
            machine: &mut machine,
            states: Intern::default(),
            links: Vec::new(),
            frontier: Frontier::new(options.order),
            last: 0,
            preempts: false,
            walked_early: false,
            outcome: Outcome::default(),
            raced: FxHashSet::default(),
            steps: Steps::default(),
            start,
            interrupted,
        };
        search.run();
        let Search { states, mut outcome, .. } = search;
        let wrong = machine.sharing.broken || machine.told_apart;
        let again = wrong && outcome.errors.is_empty() && outcome.limit.is_none();
        if again {
            restarts += 1;
            continue;
        }
        outcome.obstacles = std::mem::take(&mut machine.obstacles);
        outcome.reached = std::mem::take(&mut machine.reached);
        outcome.exits = std::mem::take(&mut machine.exits);
        outcome.statistics.restarts = restarts;
        outcome.statistics.seconds = start.elapsed().as_secs_f64();
        outcome.statistics.memory_bytes = states.bytes() + machine.shared.parts.bytes();
        return outcome;
    }
}

struct Search<'a, 'p> {
    machine: &'a mut Machine<'p>,
    /// Number 0 is the empty list; states begin at 1.
    states: Intern<u32>,
    links: Vec<Link>,
    frontier: Frontier,
    /// Who ran last before the step that is made, or after it if it is kept; and whether it preempts somebody.
    last: ThreadNumber,
    preempts: bool,
    /// Random runs were made although there are few states: these take long.
    walked_early: bool,
    outcome: Outcome,
    /// Pairs of places that were found to race.
    raced: FxHashSet<[(u32, u32); 2]>,
    steps: Steps,
    start: Instant,
    interrupted: &'a dyn Fn() -> bool,
}

impl Search<'_, '_> {
    fn run(&mut self) {
        let Some(entry) = self.machine.program().entry else { return };
        self.machine.world = crate::world::World::initial(&self.machine.shared, entry);
        self.machine.world.set_spurious(&self.machine.shared, self.machine.options.spurious);
        let first = self.machine.world.save(&mut self.machine.shared);
        if self.machine.options.order == Order::Walk {
            return self.only_walk(&first);
        }
        let whole = if self.frontier.counts_preemptions() { [&first[..], &[0]].concat() } else { first.clone() };
        self.states.add(&whole);
        self.links.resize(2, Link { parent: 0, thread: 0, way: 0 });
        self.frontier.reach(1, true, false);
        let mut expanded = 0;
        let mut broken_at = None;
        let mut walks_at = FIRST_WALKS;
        while let Some(next) = self.frontier.next() {
            expanded += 1;
            if expanded % 256 == 0 && self.is_over() {
                break;
            }
            if self.machine.sharing.broken && expanded - *broken_at.get_or_insert(expanded) > MORE {
                break;
            }
            if expanded < FIRST_WALKS && !self.walked_early && self.start.elapsed() > EARLY {
                self.walked_early = true;
                self.walk(&first, LEAST_WALKS);
            }
            if expanded == walks_at {
                walks_at *= 4;
                self.walk(&first, (self.start.elapsed() / 4).max(LEAST_WALKS));
            }
            if !self.is_done() {
                self.expand(next);
            }
            if self.is_done() || self.machine.told_apart {
                break;
            }
        }
        self.outcome.statistics.stored = self.links.len() as u64 - 1;
        self.covers();
    }

    /// What a search by preemptions has covered, if that is not all.
    fn covers(&mut self) {
        // What was believed is wrong: nothing is covered.
        if self.machine.sharing.broken || self.machine.told_apart {
            return;
        }
        let level = self.frontier.level();
        self.outcome.limit = match self.outcome.limit {
            None if !self.is_done() && self.frontier.is_more() => Some(Limit::Preemptions(level)),
            Some(Limit::Time | Limit::Memory | Limit::States) if level > 0 => Some(Limit::Preemptions(level - 1)),
            other => other,
        };
    }

    /// Random runs until time is up.
    fn only_walk(&mut self, first: &[u32]) {
        self.machine.takes_twins = false;
        for i in 1.. {
            let time = self.machine.options.time.unwrap_or(WALKS);
            if self.start.elapsed() > time {
                self.outcome.limit = Some(Limit::Time);
            }
            if self.is_done() || self.is_over() {
                return;
            }
            self.machine.sharing.broken = false;
            self.walk_on(first, Random(0x9e37_79b9_7f4a_7c15 ^ i), LEAST_WALKS);
        }
    }

    /// Whether there is nothing more to look for.
    fn is_done(&self) -> bool {
        // After an error in doubt a real one may come.
        let found = self.outcome.errors.iter().any(|e| e.real);
        found && !self.machine.options.all_errors || self.outcome.limit.is_some()
    }

    /// Whether a limit was hit.
    fn is_over(&mut self) -> bool {
        let options = &self.machine.options;
        let memory = self.states.bytes() + self.machine.shared.parts.bytes() + self.links.capacity() as u64 * 12;
        let memory = memory + self.steps.bytes();
        let limit = if (self.interrupted)() {
            Limit::Interrupted
        } else if options.time.is_some_and(|t| self.start.elapsed() >= t) {
            Limit::Time
        } else if options.memory.is_some_and(|m| memory >= m) {
            Limit::Memory
        } else if options.states.is_some_and(|s| self.links.len() as u64 > s) {
            Limit::States
        } else {
            return false;
        };
        self.outcome.limit = Some(limit);
        true
    }

    /// The threads of a state that have not ended.
    fn threads(&self, state: &[u32]) -> Vec<ThreadNumber> {
        let pages = self.machine.shared.layout.writable / crate::address::PAGE;
        let count = state[pages] as usize;
        let threads = state[pages + 1..][..count].iter().enumerate();
        threads.filter(|(_, part)| **part > ENDED).map(|(i, _)| i as u32).collect()
    }

    /// A state as a list of parts, and who ran last if that counts.
    fn state(&self, id: u32) -> (Vec<u32>, ThreadNumber) {
        let mut state = self.states.get(id).to_vec();
        let last = if self.frontier.counts_preemptions() { state.pop() } else { None };
        (state, last.unwrap_or(0))
    }

    fn expand(&mut self, id: u32) {
        let (state, last) = self.state(id);
        let mut threads = self.threads(&state);
        (self.last, self.preempts) = (last, false);
        let mut waiting = Vec::new();
        if threads.len() > 1 && self.expand_alone(id, &state, &threads, &mut waiting) {
            return;
        }
        // Who ran last comes first: it is not preempted if it cannot go on.
        if self.frontier.counts_preemptions()
            && let Some(at) = threads.iter().position(|t| *t == last)
        {
            threads[..=at].rotate_right(1);
        }
        let mut goes_on = false;
        let mut moved = false;
        // A thread that waits if a number is that of a twin that has not ended, with the way in which it does.
        let mut may_wait: Vec<Link> = Vec::new();
        let mut moved_for_sure = false;
        let mut pending: Vec<(ThreadNumber, Rc<Pending>)> = Vec::new();
        let mut sections: Vec<(Link, Rc<[Pending]>)> = Vec::new();
        let mut dropped: Vec<(Link, Rc<[Pending]>)> = Vec::new();
        for thread in threads.iter().filter(|t| !waiting.contains(*t)) {
            if let Some(twin) = self.like_before(&state, *thread) {
                let access = pending.iter().find(|(t, _)| *t == twin).map(|(_, access)| access.clone());
                pending.extend(access.map(|access| (*thread, access)));
                let own = sections.iter().filter(|(link, _)| u32::from(link.thread) == twin);
                let own = own.map(|(link, list)| (Link { thread: *thread as u16, ..*link }, list.clone()));
                sections.extend(own.collect::<Vec<_>>());
                continue;
            }
            (self.last, self.preempts) = (*thread, goes_on && *thread != last);
            let mut script = Vec::new();
            let mut waits = None;
            let mut moves = false;
            for way in 0u32.. {
                let Taken { end, first, plain_in_sections, .. } =
                    self.steps.take(self.machine, &state, *thread, &mut script);
                if matches!(end, End::Waits) && script.iter().any(|c| c.twin) {
                    waits = Some(Link { parent: id, thread: *thread as u16, way });
                }
                moves |= !matches!(end, End::Waits);
                if let Some(access) = first
                    && way == 0
                {
                    pending.push((*thread, access));
                }
                if let Some(list) = plain_in_sections {
                    let link = Link { parent: id, thread: *thread as u16, way };
                    match end {
                        End::Rest | End::Exit => sections.push((link, list)),
                        End::Dropped => dropped.push((link, list)),
                        End::Waits | End::Fault(_) | End::Limit(_) => {}
                    }
                }
                self.ended(end, Link { parent: id, thread: *thread as u16, way });
                if self.is_done() || way % 1024 == 1023 && self.is_over() || !next_script(&mut script) {
                    break;
                }
            }
            moved |= moves;
            goes_on |= moves && *thread == last;
            moved_for_sure |= moves && waits.is_none();
            may_wait.extend(waits.filter(|_| moves));
        }
        if self.is_done() || self.machine.told_apart {
            return;
        }
        self.look_for_races(id, &pending, &sections);
        self.look_for_late_races(&state, &pending, &dropped);
        // Nothing promises a wake-up without a signal.
        if moved && self.machine.options.spurious && self.machine.options.deadlock {
            moved = threads.iter().any(|t| !self.machine.waits_for_others(&state, *t));
        }
        // Each of these waits for some choice; whether all do for one is not looked into.
        if moved && !moved_for_sure && may_wait.len() > 1 {
            self.machine.told_apart = true;
            return;
        }
        let stuck = !moved || !moved_for_sure && may_wait.len() == 1;
        if stuck && !threads.is_empty() && self.machine.options.deadlock && !self.machine.sharing.broken {
            self.deadlock(id, &state, may_wait.first().copied());
        }
    }

    /// A thread before this one that does all that it does: see `twins`.
    fn like_before(&mut self, state: &[u32], thread: ThreadNumber) -> Option<ThreadNumber> {
        let Machine { twins, shared, .. } = &mut *self.machine;
        let pages = shared.layout.writable / crate::address::PAGE;
        twins.as_mut()?.is_same_as_before(&shared.parts, &shared.shape(), pages, state, thread)
    }

    /// Keeps the state after the last step; whether it is new.
    fn keep(&mut self, link: Link) -> bool {
        let pages = self.machine.shared.layout.writable / crate::address::PAGE;
        self.machine.order_twins(pages, &mut self.steps.next);
        if self.frontier.counts_preemptions() {
            self.steps.next.push(self.last);
        }
        let (id, new) = self.states.add(&self.steps.next);
        if new {
            self.links.push(link);
        }
        if !self.frontier.reach(id, new, self.preempts) {
            return false;
        }
        self.links[id as usize] = link;
        true
    }

    /// All threads of a state wait; one of them perhaps only in the way of a link.
    fn deadlock(&mut self, id: u32, state: &[u32], waits: Option<Link>) {
        let mut path = self.path(id);
        let mut last = state.to_vec();
        if self.machine.takes_twins {
            let waits = waits.map(|link| self.script(link));
            let named = name(self.machine, &path, waits.as_ref());
            path = named.path;
            match replay(self.machine, &path) {
                Some((End::Rest, state)) => last = state,
                _ => return self.machine.told_apart = true,
            }
        }
        let threads = self.threads(&last);
        let mut waiting: Vec<_> = threads.iter().map(|t| self.machine.waits_at(&last, *t)).collect();
        waiting.sort_by_key(|w| w.thread);
        let Some((thread, location)) = waiting.first().map(|w| (w.thread, w.location.clone())) else { return };
        let fault = FaultKind::Deadlock { waiting };
        if self.is_told(|e| e.fault == fault) {
            return;
        }
        let Telling { run, operands } = tell_error(self.machine, &path, &fault, &location);
        self.outcome.errors.push(Found { fault, thread, location, run, operands, real: !self.machine.in_doubt });
    }

    /// Takes a step alone that has no scheduling point, if there is one that leads to a new state: it commutes with all
    /// that others do before it, and does not keep them from doing it (see `sharing`). States that are not new are
    /// expanded by all threads, so that nobody is left out for ever. Notes threads that are found to wait.
    fn expand_alone(
        &mut self,
        id: u32,
        state: &[u32],
        threads: &[ThreadNumber],
        waiting: &mut Vec<ThreadNumber>,
    ) -> bool {
        if self.machine.options.naive {
            return false;
        }
        let pages = self.machine.shared.layout.writable / crate::address::PAGE;
        for thread in threads {
            let part = state[pages + 1 + *thread as usize];
            if !Thread::waits_or_starts(&self.machine.shared.shape(), self.machine.shared.parts.get(part)) {
                continue;
            }
            // A wake-up without a signal need not come: it never stands for what all threads do.
            if self.machine.options.spurious && self.machine.waits_for_others(state, *thread) {
                continue;
            }
            let mut script = Vec::new();
            let Taken { end, invisible, .. } = self.steps.take(self.machine, state, *thread, &mut script);
            if matches!(end, End::Waits) && script.is_empty() {
                waiting.push(*thread);
            }
            if !matches!(end, End::Rest) || !script.is_empty() || !invisible {
                continue;
            }
            if self.keep(Link { parent: id, thread: *thread as u16, way: 0 }) {
                self.outcome.statistics.transitions += 1;
                return true;
            }
        }
        false
    }

    fn ended(&mut self, end: End, link: Link) {
        self.outcome.statistics.transitions += u64::from(!matches!(end, End::Waits));
        match end {
            End::Waits | End::Dropped => {}
            End::Limit(limit) => self.outcome.limit = Some(limit),
            End::Rest => {
                self.outcome.statistics.matched += u64::from(!self.keep(link));
            }
            End::Exit => {
                if self.machine.options.leak {
                    let objects = self.machine.lost_objects();
                    if !objects.is_empty() {
                        self.found(FaultKind::Leak { objects }, link);
                    }
                }
            }
            End::Fault(fault) => self.found(fault, link),
        }
    }

    /// Whether an error was found already: with a run that is real, or with so many that are in doubt.
    fn is_told(&self, same: impl Fn(&Found) -> bool) -> bool {
        let known = || self.outcome.errors.iter().filter(|e| same(e));
        known().any(|e| e.real) || known().count() >= DOUBTS
    }

    /// An error at the end of a step.
    fn found(&mut self, fault: FaultKind, link: Link) {
        // What was believed is wrong: the search begins anew, and comes here again.
        if self.machine.sharing.broken || self.machine.told_apart {
            return;
        }
        let location = self.machine.location();
        let same =
            |e: &Found| std::mem::discriminant(&e.fault) == std::mem::discriminant(&fault) && e.location == location;
        if self.is_told(same) {
            return;
        }
        let mut path = self.path(link.parent);
        path.push(self.script(link));
        let Some((path, thread)) = self.named(path, u32::from(link.thread)) else { return };
        let Telling { run, operands } = tell_error(self.machine, &path, &fault, &location);
        self.outcome.errors.push(Found { fault, thread, location, run, operands, real: !self.machine.in_doubt });
    }

    /// Two threads are about to access the same bytes, one of them writes, and not both accesses are atomic. What is
    /// done in an atomic section of the user's is atomic towards others.
    fn look_for_races(&mut self, id: u32, pending: &[(ThreadNumber, Rc<Pending>)], sections: &[(Link, Rc<[Pending]>)]) {
        if self.machine.sharing.broken {
            return;
        }
        for (i, (thread, a)) in pending.iter().enumerate() {
            for (other, b) in &pending[..i] {
                self.race(*thread, a, Link { parent: id, thread: *other as u16, way: 0 }, b);
            }
            for (link, list) in sections.iter().filter(|(link, _)| u32::from(link.thread) != *thread) {
                list.iter().for_each(|b| self.race(*thread, a, *link, b));
            }
        }
    }

    /// An assumption in a section that holds only after what another thread is about to write outside of any: the two
    /// follow each other directly, and nothing orders them.
    fn look_for_late_races(
        &mut self,
        state: &[u32],
        pending: &[(ThreadNumber, Rc<Pending>)],
        dropped: &[(Link, Rc<[Pending]>)],
    ) {
        for (thread, a) in pending.iter().filter(|(_, a)| a.write && !a.atomic) {
            for (link, list) in dropped.iter().filter(|(link, _)| u32::from(link.thread) != *thread) {
                if self.machine.sharing.broken || self.is_done() || !list.iter().any(|b| a.meets(b)) {
                    continue;
                }
                let mut script = Vec::new();
                if !matches!(self.steps.take(self.machine, state, *thread, &mut script).end, End::Rest) {
                    continue;
                }
                let after = self.steps.next.clone();
                let taken = self.steps.take(self.machine, &after, u32::from(link.thread), &mut Vec::new());
                let (End::Rest | End::Exit, Some(list)) = (taken.end, taken.plain_in_sections) else { continue };
                let before = Link { thread: *thread as u16, way: 0, ..*link };
                list.iter().for_each(|b| self.race(u32::from(link.thread), b, before, a));
            }
        }
    }

    /// Whether what a thread is about to do races with the step of another.
    fn race(&mut self, thread: ThreadNumber, a: &Pending, other: Link, b: &Pending) {
        if !a.meets(b) || !(a.write || b.write) || (a.atomic && b.atomic) {
            return;
        }
        let mut pair = [&a.location, &b.location].map(|l| (l.function.0, l.pc.0));
        pair.sort_unstable();
        if !self.raced.insert(pair) {
            return;
        }
        let mut path = self.path(other.parent);
        path.push(self.script(other));
        let named = name(self.machine, &path, None);
        let (thread, other) = (named.number(thread), named.number(u32::from(other.thread)));
        let run = tell(self.machine, &named.path);
        let spot = self.machine.world.resolve(&self.machine.shared, a.address, a.size, false).ok();
        let object = spot.and_then(|s| self.machine.world.name(&self.machine.shared, s).0);
        let fault = FaultKind::Race {
            other: b.location.clone(),
            other_thread: other,
            write: a.write,
            other_write: b.write,
            object,
        };
        let found = Found {
            fault,
            thread,
            location: a.location.clone(),
            run,
            operands: Vec::new(),
            real: !self.machine.in_doubt,
        };
        match self.machine.options.race {
            true => self.outcome.errors.push(found),
            false => self.outcome.races.push(found),
        }
    }

    /// Random runs, for some time.
    fn walk(&mut self, first: &[u32], until: Duration) {
        let takes = std::mem::take(&mut self.machine.takes_twins);
        self.walk_on(first, Random(0x9e37_79b9_7f4a_7c15 ^ self.links.len() as u64), until);
        self.machine.takes_twins = takes;
    }

    fn walk_on(&mut self, first: &[u32], mut random: Random, until: Duration) {
        let begin = Instant::now();
        let pages = self.machine.shared.layout.writable / crate::address::PAGE;
        for i in 0.. {
            if begin.elapsed() > until || i % 16 == 0 && self.is_over() {
                return;
            }
            if let Some(found) = walk(self.machine, first, pages, i, &mut random) {
                if self.machine.sharing.broken {
                    return;
                }
                let found = shorten(self.machine, found, first, pages);
                let Telling { run, operands } = tell_error(self.machine, &found.path, &found.fault, &found.location);
                let thread = found.path.last().map_or(0, |m| m.thread);
                let location = found.location;
                self.outcome.errors.push(Found {
                    fault: found.fault,
                    thread,
                    location,
                    run,
                    operands,
                    real: !self.machine.in_doubt,
                });
                return;
            }
        }
    }

    /// A run to an error as a run without twins, and the number of a thread in it. `None` if it does not come to the
    /// error: then twins were none.
    fn named(&mut self, path: Vec<Move>, thread: ThreadNumber) -> Option<(Vec<Move>, ThreadNumber)> {
        if !self.machine.takes_twins {
            return Some((path, thread));
        }
        let named = name(self.machine, &path, None);
        let comes = matches!(replay(self.machine, &named.path), Some((End::Fault(_) | End::Exit, _)));
        self.machine.told_apart |= !comes;
        comes.then(|| (named.path.clone(), named.number(thread)))
    }

    /// The steps from the start to a state.
    fn path(&mut self, id: u32) -> Vec<Move> {
        let mut links = Vec::new();
        let mut at = id;
        while at > 1 {
            let link = self.links[at as usize];
            links.push(link);
            at = link.parent;
        }
        links.reverse();
        links.into_iter().map(|link| self.script(link)).collect()
    }

    /// What a step chose.
    fn script(&mut self, link: Link) -> Move {
        let (state, _) = self.state(link.parent);
        let thread = u32::from(link.thread);
        let mut script: Vec<Choice> = Vec::new();
        for way in 0..=link.way {
            self.machine.world.load(&self.machine.shared, &state, thread);
            self.machine.run(&mut script);
            if way < link.way && !next_script(&mut script) {
                break;
            }
        }
        Move { thread, script }
    }
}

/// Numbers that the program compares with, and their neighbours: values worth trying for an input.
fn interesting(program: &Program) -> Vec<i64> {
    let mut values = FxHashSet::default();
    for function in program.functions.iter().filter(|f| !f.library) {
        let mut constants = rustc_hash::FxHashMap::default();
        for instruction in &function.code {
            match instruction {
                Instruction::Const { to, bits } => {
                    let value = function.registers[to.0 as usize].ty.extend(*bits) as i64;
                    constants.insert(*to, value);
                }
                Instruction::Compare { op, left, right, .. } => {
                    for value in [left, right].into_iter().filter_map(|r| constants.get(r)) {
                        values.insert(*value);
                        if !matches!(op, Compare::Eq | Compare::Ne) {
                            values.insert(value.wrapping_sub(1));
                        }
                        values.insert(value.wrapping_add(1));
                    }
                }
                Instruction::Switch { cases, .. } => values.extend(cases.iter().map(|c| c.low as i64)),
                _ => {}
            }
        }
    }
    let mut values: Vec<i64> = values.into_iter().collect();
    values.sort_unstable_by_key(|v| (v.unsigned_abs(), *v));
    values.truncate(12);
    values
}
