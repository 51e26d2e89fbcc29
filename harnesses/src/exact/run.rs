//! A run of the machine, told as a run of the C program.
//!
//! One step here is one line of the user's code, executed by one thread without another in between. What the library
//! does is told at the call: locks taken and given back, threads started, output, choices; its own memory is nobody's
//! business. Reads of the thread's own locals are left out; what the failing expression read is told beside the run
//! (see `value`).

use super::arguments::Arguments;
use super::value::{self, is_reserved, number};
use super::{Subject, words};
use crate::ask::Input;
use crate::story::{Call, Event, Standing, Step, Story, Thread};
use machine::code::{FunctionId, Instruction, Pc};
use machine::outcome::{self, EventKind, FaultKind, Found, Location, ObjectName, ThreadNumber};
use machine::types::Type;
use promela::source::Span;
use std::collections::HashMap;

/// Longer output is cut.
const WIDEST_OUTPUT: usize = 60;

/// How it comes to an error, and the inputs on the way, in the order in which they were asked for.
pub fn story(subject: Subject, found: &Found) -> (Story, Vec<Input>) {
    let mut teller = Teller::new(subject, found);
    for step in &found.run {
        teller.step(step);
    }
    teller.end(found);
    let standing = match &found.fault {
        FaultKind::Deadlock { waiting } => waiting.iter().map(|waiting| teller.standing(waiting)).collect(),
        _ => Vec::new(),
    };
    let inputs = teller.arguments.told().into_iter().chain(std::mem::take(&mut teller.inputs)).collect();
    (Story { steps: teller.without_beginnings(), standing, cycle: None }, inputs)
}

/// A step that is being told, and the instruction it has come to.
struct Open {
    step: Step,
    frames: Vec<(FunctionId, Pc)>,
    line: u32,
}

/// The values of named registers in the open calls of a thread, by depth and number.
type Variables = HashMap<(usize, u32), u128>;

struct Teller<'a> {
    subject: Subject<'a>,
    /// Who has a number now: numbers are given out again.
    threads: HashMap<ThreadNumber, Thread>,
    /// How many threads ran a function so far.
    counts: HashMap<String, u32>,
    pids: u32,
    steps: Vec<Step>,
    open: Option<Open>,
    /// Which locks a thread has, by its number, in the order it took them.
    held: HashMap<ThreadNumber, Vec<(u64, String)>>,
    variables: HashMap<ThreadNumber, Variables>,
    /// Where the error is: its line.
    fault: Option<(Span, u32)>,
    inputs: Vec<Input>,
    arguments: Arguments<'a>,
    /// What was chosen in functions of the library that have not returned.
    chosen: HashMap<ThreadNumber, Chosen>,
}

/// What a function of the library that the user called has chosen.
struct Chosen {
    function: FunctionId,
    location: Location,
    values: Vec<i64>,
    interval: Option<(i64, i64)>,
}

impl<'a> Teller<'a> {
    fn new(subject: Subject<'a>, found: &Found) -> Teller<'a> {
        let main = Thread { pid: 0, function: "main".to_string(), number: None };
        let somewhere = !matches!(found.fault, FaultKind::Deadlock { .. } | FaultKind::Leak { .. });
        let place = subject.place(&found.location).filter(|_| somewhere);
        Teller {
            subject,
            threads: HashMap::from([(0, main)]),
            counts: HashMap::new(),
            pids: 0,
            steps: Vec::new(),
            open: None,
            held: HashMap::new(),
            variables: HashMap::new(),
            fault: place.map(|span| (span, subject.sources.place(span).line)),
            inputs: Vec::new(),
            arguments: Arguments::new(subject),
            chosen: HashMap::new(),
        }
    }

    fn thread(&self, number: ThreadNumber) -> Thread {
        let unknown = || Thread { pid: number, function: "thread".to_string(), number: Some(number) };
        self.threads.get(&number).cloned().unwrap_or_else(unknown)
    }

    fn started(&mut self, number: ThreadNumber, function: Option<FunctionId>) -> Thread {
        let function = function.map_or("thread".to_string(), |f| self.subject.program.function(f).name.clone());
        let count = self.counts.entry(function.clone()).or_default();
        *count += 1;
        self.pids += 1;
        let thread = Thread { pid: self.pids, function, number: Some(*count) };
        self.threads.insert(number, thread.clone());
        self.variables.remove(&number);
        self.held.remove(&number);
        thread
    }

    fn step(&mut self, step: &outcome::Step) {
        self.close();
        for event in &step.events {
            self.event(step.thread, event);
        }
        self.close();
    }

    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.steps.push(open.step);
        }
    }

    /// The step of an event: the one that is open, if the event goes on with it.
    fn at(&mut self, thread: ThreadNumber, location: &Location) -> Option<&mut Step> {
        let frames = self.subject.frames(location);
        let (function, pc) = *frames.last()?;
        let span = self.subject.span(function, pc);
        let line = self.subject.sources.place(span).line;
        let goes_on = self.open.as_ref().is_some_and(|open| {
            let (last, earlier) = (open.frames.last(), &open.frames[..open.frames.len() - 1]);
            open.line == line
                && open.step.span.file == span.file
                && earlier == &frames[..frames.len() - 1]
                && last.is_some_and(|(f, at)| *f == function && at.0 <= pc.0)
        });
        if !goes_on {
            self.close();
            let calls = self.calls(&frames);
            let thread = self.thread(thread);
            let (changes, events) = (Vec::new(), Vec::new());
            let step = Step { thread, span, calls, changes, events, generalised: None };
            self.open = Some(Open { step, frames: frames.clone(), line });
        }
        let open = self.open.as_mut()?;
        open.frames = frames;
        open.step.span = open.step.span.to(span);
        Some(&mut open.step)
    }

    fn calls(&self, frames: &[(FunctionId, Pc)]) -> Vec<Call> {
        let called = frames.windows(2).map(|pair| Call {
            function: self.subject.program.function(pair[1].0).name.clone(),
            span: self.subject.span(pair[0].0, pair[0].1),
        });
        called.collect()
    }

    fn event(&mut self, thread: ThreadNumber, event: &outcome::Event) {
        let location = &event.location;
        let users = self.subject.is_users(location.function);
        match &event.kind {
            EventKind::Read { bits, object, .. } if users => {
                let own = matches!(object, Some(ObjectName::Local { thread: owner, .. }) if *owner == thread);
                let value = self.value(location, *bits);
                let text = self.text(location, object.as_ref()).filter(|_| !own);
                let change = text.map(|text| format!("reads {text}, which is {value}"));
                let step = self.at(thread, location);
                if let (Some(step), Some(change)) = (step, change)
                    && !step.changes.contains(&change)
                {
                    step.changes.push(change);
                }
            }
            EventKind::Write { before, bits, object, .. } if users => {
                let new = self.value(location, *bits);
                let old = before.map(|before| self.value(location, before));
                let text = self.text(location, object.as_ref());
                self.change(thread, location, text.map(|text| assigned(&text, &new, old.as_deref())));
            }
            EventKind::Set { register, before, bits } if users => {
                let depth = self.subject.frames(location).len();
                // What a register holds before its variable is set means nothing.
                let known = self.variables.entry(thread).or_default().insert((depth, *register), *bits).is_some();
                let function = self.subject.program.function(location.function);
                let Some(variable) = function.registers.get(*register as usize) else { return };
                let Some(name) = variable.name.as_ref().filter(|name| !is_reserved(name) && !name.ends_with('?'))
                else {
                    return;
                };
                let old = before.filter(|_| known).map(|b| number(variable.ty, b));
                let new = number(variable.ty, *bits);
                self.change(thread, location, Some(assigned(name, &new, old.as_deref())));
            }
            EventKind::Read { .. } | EventKind::Write { .. } | EventKind::Set { .. } => {}
            EventKind::Returns { function, value } => self.returns(thread, *function, *value),
            EventKind::Calls { .. } if users => {
                let depth = self.subject.frames(location).len();
                self.variables.entry(thread).or_default().retain(|(at, _), _| *at <= depth);
                self.change(thread, location, None);
            }
            EventKind::Calls { .. } => {}
            EventKind::Starts { thread: number, function } => {
                let started = self.started(*number, *function);
                self.change(thread, location, Some(format!("{} starts", started.name())));
                self.between(thread, location, Event::Starts(started));
            }
            EventKind::Ends => self.change(thread, location, None),
            // Whom a signal wakes, for instance: it shows in who goes on.
            EventKind::Chooses { .. } if self.is_synchronisation(location) => self.change(thread, location, None),
            EventKind::Chooses { value, input, interval } => {
                self.chooses(thread, location, *value, *interval);
                let what = if *input { "the input is" } else { "chooses" };
                self.change(thread, location, Some(format!("{what} {value}")));
            }
            EventKind::Takes { lock, object, offset } => {
                let object = self.lock_name(*lock, object.as_ref(), *offset);
                let name = self.thread(thread).name();
                self.held.entry(thread).or_default().push((*lock, object.clone()));
                self.change(thread, location, Some(format!("{object} is held by {name}")));
                self.between(thread, location, Event::Locks { object });
            }
            EventKind::Drops { lock, object, offset } => {
                let object = self.lock_name(*lock, object.as_ref(), *offset);
                self.held.entry(thread).or_default().retain(|(held, _)| held != lock);
                self.change(thread, location, Some(format!("{object} is free")));
                self.between(thread, location, Event::Unlocks { object });
            }
            EventKind::Leaves { object, .. } => {
                let what = object.as_ref().map_or("a store".to_string(), |object| match object {
                    ObjectName::Named(name) | ObjectName::Local { name, .. } => format!("the store to {name}"),
                    object => format!("the store to {}", words::named(self.subject, object)),
                });
                self.change(thread, location, Some(format!("{what} leaves the buffer: others see it")));
            }
            EventKind::Prints { text } => {
                let mut shown: String = text.chars().take(WIDEST_OUTPUT).collect();
                if shown.len() < text.len() {
                    shown.push('…');
                }
                self.change(thread, location, Some(format!("prints {shown:?}")));
            }
            EventKind::Exits { status } => {
                self.change(thread, location, Some(format!("the program ends with status {status}")));
            }
            EventKind::Fault => self.change(thread, location, None),
        }
    }

    /// A number that nothing in the program decides: of a function of the library's, or where none was set.
    fn chooses(&mut self, thread: ThreadNumber, location: &Location, value: i64, interval: Option<(i64, i64)>) {
        let Some(function) = self.subject.called(location) else {
            let Some(at) = self.subject.place(location) else { return self.arguments.chooses(location, value) };
            let expression = value::source(self.subject, at);
            self.inputs.push(Input { expression, value: value.to_string(), interval, at: Some(at) });
            return;
        };
        let location = location.clone();
        let chosen = self.chosen.entry(thread).or_insert(Chosen { function, location, values: Vec::new(), interval });
        chosen.values.push(value);
    }

    fn returns(&mut self, thread: ThreadNumber, function: FunctionId, value: Option<u128>) {
        let Some(chosen) = self.chosen.remove(&thread) else { return };
        if chosen.function != function {
            self.chosen.insert(thread, chosen);
            return;
        }
        let at = self.subject.place(&chosen.location);
        let result = self.subject.program.function(function).result;
        let (value, interval) = match (value, result, &chosen.values[..]) {
            (Some(bits), Some(ty), [one]) => {
                let told = value::decimal(ty, bits);
                let same = told == one.to_string();
                (told, chosen.interval.filter(|_| same))
            }
            (_, _, all) => (all.iter().map(i64::to_string).collect::<Vec<_>>().join(", "), None),
        };
        let frames = self.subject.frames(&chosen.location);
        let expression = frames.last().map_or(String::new(), |at| value::call(self.subject, *at, function));
        self.inputs.push(Input { expression, value, interval, at });
    }

    fn change(&mut self, thread: ThreadNumber, location: &Location, change: Option<String>) {
        if let Some(step) = self.at(thread, location) {
            step.changes.extend(change);
        }
    }

    fn between(&mut self, thread: ThreadNumber, location: &Location, event: Event) {
        if let Some(step) = self.at(thread, location) {
            step.events.push(event);
        }
    }

    /// Whether the user called a function of the library that waits or wakes.
    fn is_synchronisation(&self, location: &Location) -> bool {
        let called = self.subject.called(location).map(|f| self.subject.program.function(f).name.as_str());
        called.is_some_and(|name| ["pthread_", "sem_", "cnd_", "mtx_", "thrd_"].iter().any(|p| name.starts_with(p)))
    }

    /// What is read or written, as the user wrote it, or the object.
    fn text(&self, location: &Location, object: Option<&ObjectName>) -> Option<String> {
        let function = self.subject.program.function(location.function);
        let text = function.origins.get(location.pc.0 as usize).and_then(|o| o.text);
        let text = text.map(|text| self.subject.program.text(text)).filter(|text| !is_reserved(text));
        match (text, object) {
            (Some(text), _) => Some(text.to_string()),
            (None, Some(ObjectName::Local { name, .. })) if is_reserved(name) => None,
            (None, Some(ObjectName::Named(name) | ObjectName::Local { name, .. })) => Some(name.clone()),
            (None, Some(object)) => Some(words::named(self.subject, object)),
            (None, None) => None,
        }
    }

    fn lock_name(&self, lock: u64, object: Option<&ObjectName>, offset: u64) -> String {
        let name = match object {
            Some(ObjectName::Named(name) | ObjectName::Local { name, .. }) => name.clone(),
            Some(object) => words::named(self.subject, object),
            None => return format!("the lock at {lock:#x}"),
        };
        if offset == 0 { name } else { format!("offset {offset} of {name}") }
    }

    /// A value in the type of the access.
    fn value(&self, location: &Location, bits: u128) -> String {
        let function = self.subject.program.function(location.function);
        let ty = match function.code.get(location.pc.0 as usize) {
            Some(
                Instruction::Load { ty, .. }
                | Instruction::Store { ty, .. }
                | Instruction::LoadRaw { ty, .. }
                | Instruction::StoreRaw { ty, .. }
                | Instruction::Rmw { ty, .. }
                | Instruction::CompareExchange { ty, .. },
            ) => *ty,
            _ => Type::U64,
        };
        number(ty, bits)
    }

    /// The line that fails, if nothing happened there that was told.
    fn end(&mut self, found: &Found) {
        let frames = self.subject.frames(&found.location);
        let (Some(_), Some((span, line))) = (frames.last(), self.fault) else { return };
        let thread = self.thread(found.thread);
        let same = self.steps.last().is_some_and(|last| {
            last.thread == thread && last.span.file == span.file && self.subject.sources.place(last.span).line == line
        });
        if !same {
            let calls = self.calls(&frames);
            self.steps.push(Step { thread, span, calls, changes: Vec::new(), events: Vec::new(), generalised: None });
        }
    }

    fn standing(&self, waiting: &outcome::Waiting) -> Standing {
        let (number, location) = (waiting.thread, &waiting.location);
        let frames = self.subject.frames(location);
        let called = self.subject.called(location).map(|f| self.subject.program.function(f).name.as_str());
        let held: Vec<&str> = self.held.get(&number).into_iter().flatten().map(|(_, name)| name.as_str()).collect();
        let mut waits_for = called.map_or("here".to_string(), |function| self.waits_for(function, waiting));
        if !held.is_empty() {
            waits_for.push_str(&format!(", and holds {}", held.join(", ")));
        }
        Standing {
            thread: self.thread(number),
            at: self.subject.place(location),
            calls: self.calls(&frames),
            waits_for: Some(waits_for),
        }
    }

    /// What a thread waits for in a function of the library, and who has it: "waits …".
    fn waits_for(&self, function: &str, waiting: &outcome::Waiting) -> String {
        if let "pthread_join" | "thrd_join" = function {
            let thread = waiting.ended.and_then(|n| self.threads.get(&n));
            return thread.map_or(waits(function), |thread| format!("for {} to end", thread.name()));
        }
        let what = waits(function);
        if waiting.object.is_none() || what.starts_with("in ") {
            return what;
        }
        let name = self.lock_name(waiting.argument, waiting.object.as_ref(), waiting.offset);
        let has = |of: &&ThreadNumber| self.held[*of].iter().any(|(lock, _)| *lock == waiting.argument);
        let mut owners: Vec<&ThreadNumber> = self.held.keys().filter(has).collect();
        owners.sort_unstable();
        let owners: Vec<String> = owners.into_iter().map(|of| self.thread(*of).name()).collect();
        let who = if owners.is_empty() { String::new() } else { format!(", which {} has", owners.join(" and ")) };
        match function {
            "pthread_cond_wait" | "cnd_wait" => format!("{what} to {name}"),
            "pthread_barrier_wait" => format!("{what}, {name}"),
            _ => format!("{what}, {name}{who}"),
        }
    }

    /// The steps without those that only begin what the next one of the thread does: a call that has to wait.
    fn without_beginnings(self) -> Vec<Step> {
        let mut kept: Vec<Step> = Vec::new();
        let mut next: HashMap<u32, (Span, Vec<Call>)> = HashMap::new();
        for step in self.steps.into_iter().rev() {
            let pid = step.thread.pid;
            let same = next.get(&pid).is_some_and(|(span, calls)| {
                let overlap = span.file == step.span.file && span.start < step.span.end && step.span.start < span.end;
                overlap && *calls == step.calls
            });
            let empty = step.changes.is_empty() && step.events.is_empty();
            next.insert(pid, (step.span, step.calls.clone()));
            if !(empty && same) {
                kept.push(step);
            }
        }
        kept.reverse();
        kept
    }
}

/// What a thread waits for in a function of the library: "waits …".
fn waits(function: &str) -> String {
    let what = match function {
        "pthread_mutex_lock" | "mtx_lock" | "pthread_mutex_timedlock" | "mtx_timedlock" => "for a mutex",
        "pthread_spin_lock" => "for a spin lock",
        "pthread_join" | "thrd_join" => "for a thread to end",
        "pthread_cond_wait" | "cnd_wait" => "for a signal",
        "pthread_barrier_wait" => "for others at a barrier",
        "pthread_rwlock_rdlock" | "pthread_rwlock_wrlock" => "for a read-write lock",
        "sem_wait" => "for a semaphore",
        other => return format!("in {other}"),
    };
    what.to_string()
}

/// `x = 1 (was 0)`
fn assigned(name: &str, new: &str, old: Option<&str>) -> String {
    match old {
        Some(old) if old == new => format!("{name} = {new} (as it was)"),
        Some(old) => format!("{name} = {new} (was {old})"),
        None => format!("{name} = {new}"),
    }
}
