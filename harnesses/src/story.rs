//! A trail told as a run of the C program: who, where, in which call, what changed.
//!
//! Steps of the model that belong to one C statement are one step here. What only the model has (counters of threads,
//! values between two accesses) is left out. Source text is not looked at: a [`Span`] says where it is.

mod statements;
mod waiting;

use crate::closed::{Closed, Closing, FrameId, StatementOrigin};
use crate::names::base;
use crate::own;
pub use statements::{Statements, mentions};

use checker::exec::{CLAIM, Move};
use checker::model::{Model, Statement, StatementKind};
use checker::simulate::{Change, Picture, Simulation, Taken, fields};
use promela::ast::{Expr, ExprKind, OriginId, StmtKind, VarRef};
use promela::source::Span;
use promela::{build, spin_text};
use std::ops::Range;
use waiting::Waiting;

/// A run of the program.
pub struct Story {
    pub steps: Vec<Step>,
    /// Where the threads are at its end.
    pub standing: Vec<Standing>,
    /// The steps from this one on repeat for ever.
    pub cycle: Option<usize>,
}

/// A C statement, executed by one thread without another in between.
pub struct Step {
    pub thread: Thread,
    pub span: Span,
    /// The calls that are open, the outermost first: none in the function of the thread.
    pub calls: Vec<Call>,
    /// What is different after it, in words.
    pub changes: Vec<String>,
    /// What it does with other threads.
    pub events: Vec<Event>,
    /// It may be more than C allows; why.
    pub generalised: Option<String>,
}

/// A call that is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub function: String,
    /// The statement that calls.
    pub span: Span,
}

/// Something between threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Starts(Thread),
    Locks {
        object: String,
    },
    Unlocks {
        object: String,
    },
    Sends {
        channel: String,
        message: String,
    },
    Receives {
        channel: String,
        message: String,
    },
    /// Waits on a condition variable from now on.
    Waits {
        object: String,
    },
    /// A thread that waits on a condition variable may go on.
    Wakes {
        object: String,
        thread: Thread,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    pub pid: u32,
    pub function: String,
    /// Tells threads of one function apart.
    pub number: Option<u32>,
}

/// Where a thread is when the run is over.
pub struct Standing {
    pub thread: Thread,
    /// The statement it is at; `None` if it has ended.
    pub at: Option<Span>,
    /// The calls that are open there, the outermost first.
    pub calls: Vec<Call>,
    /// What it waits for, if it cannot move.
    pub waits_for: Option<String>,
}

/// What the search ran on, and where it came from.
pub struct Lift<'a> {
    pub closed: &'a Closed,
    pub model: &'a Model,
    /// Which part of its text comes from where.
    pub places: &'a Places,
    /// The trees of its statements.
    pub statements: &'a Statements,
    /// The numbers that the first processes have in the whole model, if this is a slice of it.
    pub numbers: &'a [u32],
}

/// Where the statements of a text come from.
#[derive(Debug, Default)]
pub struct Places(Vec<(Range<usize>, OriginId)>);

impl Places {
    pub fn new(mut list: Vec<(Range<usize>, OriginId)>) -> Places {
        list.sort_by_key(|(range, _)| (range.start, range.len()));
        Places(list)
    }

    /// All origins that the text has.
    pub fn origins(&self) -> impl Iterator<Item = OriginId> {
        self.0.iter().map(|(_, origin)| *origin)
    }

    /// The origin of the statement at a place: of the smallest one that holds its beginning.
    pub fn origin(&self, span: Span) -> Option<OriginId> {
        let at = span.start as usize;
        let before = self.0.partition_point(|(range, _)| range.start <= at);
        let holds = self.0[..before].iter().filter(|(range, _)| at < range.end);
        holds.min_by_key(|(range, _)| range.len()).map(|(_, origin)| *origin)
    }
}

impl Lift<'_> {
    pub fn story(&self, trail: &[Move], cycle: Option<usize>) -> Story {
        let mut simulation = Simulation::new(self.model);
        let mut steps: Vec<Step> = Vec::new();
        let mut last: Vec<Option<&StatementOrigin>> = Vec::new();
        let mut starts = None;
        for (index, &step) in trail.iter().enumerate() {
            if cycle == Some(index) {
                starts = Some(steps.len());
            }
            let before = Picture::of(&simulation.machine);
            let taken = simulation.follow(step);
            let after = Picture::of(&simulation.machine);
            if step.pid == CLAIM {
                continue;
            }
            let statement = self.model.statement_of(step.transition);
            let proctype = &self.model.proctype(statement.proctype).name;
            if own::is_own_process(proctype) {
                continue;
            }
            let thread = self.named(step.pid, proctype);
            let pid = step.pid as usize;
            last.resize(last.len().max(pid + 1), None);
            let own = self.place(statement.span);
            let Some(place) = own.or(last[pid]) else { continue };
            last[pid] = Some(place);
            let function = self.closed.frames.get(place.frame.0 as usize).map_or("", |f| f.function.as_str());
            let mut told = self.told(step.pid, function, &before, &after);
            if let Some((event, words)) = self.message(&taken, &before, &after, &simulation) {
                told.events.push(event);
                told.changes.extend(words);
            }
            let quiet = told.changes.is_empty();
            told.changes.extend(self.read(statement, step.pid, quiet, &after));
            let generalised = own.and_then(|p| p.generalised.clone());
            let calls = self.calls(place.frame);
            let begins = starts == Some(steps.len());
            match steps.last_mut() {
                Some(open) if open.thread == thread && open.span == place.span && open.calls == calls && !begins => {
                    open.changes.extend(told.changes);
                    open.events.extend(told.events);
                    open.generalised = open.generalised.take().or(generalised);
                }
                _ => {
                    let Told { changes, events } = told;
                    steps.push(Step { thread, span: place.span, calls, changes, events, generalised });
                }
            }
        }
        let standing = self.standing(&mut simulation);
        Story { steps, standing, cycle: starts.or(cycle.map(|_| trail.len())) }
    }

    /// The C statement behind a place of the model.
    pub fn place(&self, span: Span) -> Option<&StatementOrigin> {
        self.closed.place(self.places.origin(span)?)
    }

    fn calls(&self, frame: FrameId) -> Vec<Call> {
        let mut list = Vec::new();
        let mut here = self.closed.frames.get(frame.0 as usize);
        while let Some(frame) = here
            && let Some((caller, span)) = frame.caller
        {
            list.push(Call { function: frame.function.clone(), span });
            here = self.closed.frames.get(caller.0 as usize);
        }
        list.reverse();
        list
    }

    /// A value that is fetched from shared data before it is used, and a store that changes nothing.
    fn read(&self, statement: &Statement, pid: u32, same: bool, after: &Picture) -> Option<String> {
        let names = &self.closed.names;
        let proctype = &self.model.proctype(statement.proctype).name;
        let (name, from) = match self.statements.of(self.model, statement)? {
            StmtKind::Assign(name, from) => (name, Some(from)),
            StmtKind::Increment(name) | StmtKind::Decrement(name) => (name, None),
            _ => return None,
        };
        let name = &spelled(name);
        let locals = after.locals(self.model, pid);
        let global = after.globals(self.model).into_iter().find(|v| v.name == *name);
        let value = locals.into_iter().find(|v| v.name == *name).or(global.clone())?.value;
        // Macros of the C library keep a value in a variable of their own.
        let kept = |from: &Expr| {
            let unnamed = names.local(proctype, name).is_none() && !names.is_result(proctype, name);
            unnamed && matches!(&from.kind, ExprKind::Var(var) if names.global(&spelled(var)).is_some())
        };
        if let Some(from) = from.filter(|from| names.is_fetched(proctype, name) || kept(from)) {
            let from = spin_text(&names.expression(proctype, from));
            return Some(format!("reads {from}, which is {value}"));
        }
        if names.is_result(proctype, name) {
            return Some(format!("returns {value}"));
        }
        let shared = names.global(name).filter(|_| same && global.is_some())?;
        Some(format!("{shared} = {value} (as it was)"))
    }

    /// The message of a send or a receive that was just taken, and words for it if no channel holds it.
    fn message(
        &self,
        taken: &Taken,
        before: &Picture,
        after: &Picture,
        run: &Simulation,
    ) -> Option<(Event, Option<String>)> {
        let statement = self.model.statement_of(taken.transition);
        let machine = &run.machine;
        let (number, slot) = machine.last_channel();
        let (old, new) = (before.messages(number), after.messages(number));
        let sends = match statement.kind {
            StatementKind::Send => true,
            StatementKind::Receive => false,
            _ => return None,
        };
        let rendezvous = machine.channel_type(number)?.capacity == 0;
        let message = if rendezvous {
            machine.offered_message(number)
        } else if sends {
            let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
            new.get(same)?.clone()
        } else {
            old.get(slot as usize)?.clone()
        };
        let ty = machine.shape().channels.get((number as usize).checked_sub(1)?)?.ty;
        let message = fields(self.model, ty, &message);
        let base = match self.statements.of(self.model, statement) {
            Some(StmtKind::Send { channel, .. } | StmtKind::Receive { channel, .. }) => channel.parts.first(),
            _ => None,
        };
        let named = base.and_then(|base| before.element_name(self.model, taken.pid, &base.name.name, number));
        let channel = named.unwrap_or_else(|| before.channel_name(self.model, number).1);
        let verb = if sends { "sends" } else { "receives" };
        let words = rendezvous.then(|| format!("{verb} {channel}: {message}"));
        let event = if sends { Event::Sends { channel, message } } else { Event::Receives { channel, message } };
        Some((event, words))
    }

    /// The thread with this number.
    pub fn thread(&self, pid: u32, picture: &Picture) -> Thread {
        let process = picture.processes.get(pid as usize);
        let proctype = process.map_or("?", |p| self.model.proctype(p.proctype).name.as_str());
        self.named(pid, proctype)
    }

    /// Threads are numbered in the order they start; processes of a harness only if several run one function.
    fn named(&self, pid: u32, proctype: &str) -> Thread {
        let names = &self.closed.names;
        let pid = self.numbers.get(pid as usize).copied().unwrap_or(pid);
        let number = match self.closed.closing {
            Closing::Harness => names.instance(pid),
            // The process that watches for deadlocks is started with `main`.
            Closing::Program => {
                let watched = self.model.proctypes.iter().any(|p| p.name == own::WATCHER);
                (pid > 0).then(|| pid - u32::from(watched))
            }
        };
        Thread { pid, function: names.function(proctype).to_string(), number }
    }

    /// What a step of a thread changed, as far as the C program knows it.
    fn told(&self, pid: u32, function: &str, before: &Picture, after: &Picture) -> Told {
        let mut told = Told::default();
        let changes = before.changes(after, self.model);
        let starts = changes.iter().any(|c| matches!(c, Change::Started { .. }));
        for change in changes {
            match change {
                Change::Started { pid, .. } => {
                    let thread = self.thread(pid, after);
                    told.changes.push(format!("{} starts", thread.name()));
                    told.events.push(Event::Starts(thread));
                }
                // The handle of the thread that starts is a number that the program never sees.
                Change::Value { .. } if starts => {}
                Change::Value { pid: None, name, old, new } => {
                    let Some(c) = self.closed.names.global(&name) else { continue };
                    if self.closed.locks.contains(base(&c)) {
                        self.lock(c, &old, &new, after, &mut told);
                    } else if self.closed.conditions.contains(base(&c)) {
                        self.condition(c, pid, &old, &new, after, &mut told);
                    } else {
                        told.changes.push(format!("{c} = {new} (was {old})"));
                    }
                }
                Change::Value { pid: Some(owner), name, old, new } => {
                    let Some(process) = after.processes.get(owner as usize) else { continue };
                    let proctype = &self.model.proctype(process.proctype).name;
                    let Some(c) = self.closed.names.local(proctype, &name) else { continue };
                    told.changes.push(match self.closed.names.owner(proctype, &name) {
                        // A parameter gets its value where the function is called.
                        Some(called) if called != function => format!("{c} = {new} in {called}"),
                        _ => format!("{c} = {new} (was {old})"),
                    });
                }
                Change::Messages { name, new, .. } if new.is_empty() => told.changes.push(format!("{name} is empty")),
                Change::Messages { name, new, .. } => told.changes.push(format!("{name} holds {new}")),
                Change::Ended { .. } => {}
            }
        }
        told
    }

    /// A mutex or a spin lock: its value is the number of its owner, from 1; 0 if it is free.
    fn lock(&self, object: String, old: &str, new: &str, after: &Picture, told: &mut Told) {
        let holder = |value: &str| match value.parse::<u32>() {
            Ok(n) if n > 0 => format!("held by {}", self.thread(n - 1, after).name()),
            _ => "free".to_string(),
        };
        if new == "0" {
            told.changes.push(format!("{object} is free"));
            told.events.push(Event::Unlocks { object });
        } else {
            told.changes.push(format!("{object} is {} (was {})", holder(new), holder(old)));
            told.events.push(Event::Locks { object });
        }
    }

    /// A condition variable: its value is the set of the threads that wait.
    fn condition(&self, object: String, pid: u32, old: &str, new: &str, after: &Picture, told: &mut Told) {
        let set = |value: &str| value.parse::<i32>().unwrap_or(0) as u32;
        let (old, new) = (set(old), set(new));
        let members = |set: u32| (0..32).filter(move |pid| set >> pid & 1 == 1);
        let waiting: Vec<String> = members(new).map(|pid| self.thread(pid, after).name()).collect();
        let list = if waiting.is_empty() { "nobody".to_string() } else { waiting.join(", ") };
        told.changes.push(format!("waiting for {object}: {list}"));
        if members(new & !old).any(|p| p == pid) {
            told.events.push(Event::Waits { object: object.clone() });
        }
        for woken in members(old & !new).filter(|p| *p != pid) {
            told.events.push(Event::Wakes { object: object.clone(), thread: self.thread(woken, after) });
        }
    }

    fn standing(&self, simulation: &mut Simulation) -> Vec<Standing> {
        let mut list = Vec::new();
        let picture = Picture::of(&simulation.machine);
        for (pid, process) in picture.processes.iter().enumerate() {
            let proctype = &self.model.proctype(process.proctype).name;
            if own::is_own_process(proctype) {
                continue;
            }
            let pid = pid as u32;
            let statements = self.next(pid, &picture);
            let at = statements.iter().find_map(|s| self.place(s.span));
            let here = at.is_some() || !self.closed.names.is_function(proctype);
            let stuck = here && simulation.options_of(pid).is_empty();
            let waiting = Waiting { lift: self, picture: &picture, pid, proctype };
            let waits_for = stuck.then(|| waiting.words(&statements)).flatten();
            // What stands for the world around has no place in C: it is told only if it waits.
            if waits_for.is_none() && !self.closed.names.is_function(proctype) {
                continue;
            }
            let calls = at.map_or(Vec::new(), |place| self.calls(place.frame));
            list.push(Standing { thread: self.thread(pid, &picture), at: at.map(|p| p.span), calls, waits_for });
        }
        list
    }

    /// The statements that a process is at.
    fn next(&self, pid: u32, picture: &Picture) -> Vec<&Statement> {
        let Some(process) = picture.processes.get(pid as usize) else { return Vec::new() };
        let state = self.model.proctype(process.proctype).states.get(process.state.0 as usize);
        let transitions = state.into_iter().flat_map(|s| s.transitions());
        let statements =
            transitions.map(|i| &self.model.statements[self.model.transitions[i as usize].statement as usize]);
        statements.filter(|s| s.kind != StatementKind::End).collect()
    }

    /// A thread that has ended stays as a process, at no statement of C.
    pub fn has_ended(&self, pid: u32, picture: &Picture) -> bool {
        !self.next(pid, picture).iter().any(|s| self.place(s.span).is_some())
    }
}

/// A variable as the model's text has it.
fn spelled(var: &VarRef) -> String {
    spin_text(&build::load(var.clone()))
}

/// What is told of a step.
#[derive(Default)]
struct Told {
    changes: Vec<String>,
    events: Vec<Event>,
}

impl Thread {
    /// `main`, `worker 2`
    pub fn name(&self) -> String {
        match self.number {
            None => self.function.clone(),
            Some(number) => format!("{} {number}", self.function),
        }
    }
}
