//! A trail told as a run of the C program: who, where, the source line, what changed.
//!
//! Steps of the model that belong to one C statement are one step here. What only the model has (counters of threads, values between
//! two accesses) is left out.

use checker::exec::CLAIM;
use checker::model::{Model, StatementKind};
use checker::search::Move;
use checker::simulate::{Change, Picture, Simulation};
use checker::source::{Sources, Span};
use harnesses::closed::{Closed, Place};

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
    pub changes: Vec<String>,
    /// It may be more than C allows; why.
    pub generalised: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    pub pid: u32,
    pub function: String,
}

/// Where a thread is when the run is over.
pub struct Standing {
    pub thread: Thread,
    /// The statement it waits at; `None` if it has ended.
    pub at: Option<Span>,
}

/// What the search ran on, and where it came from.
pub struct Lift<'a> {
    pub closed: &'a Closed,
    pub model: &'a Model,
    /// The file of the model in its own sources.
    pub text: checker::source::FileId,
}

impl Lift<'_> {
    pub fn story(&self, trail: &[Move], cycle: Option<usize>) -> Story {
        let mut simulation = Simulation::new(self.model);
        let mut steps: Vec<Step> = Vec::new();
        let mut last: Vec<Option<&Place>> = Vec::new();
        let mut starts = None;
        for (index, &step) in trail.iter().enumerate() {
            if cycle == Some(index) {
                starts = Some(steps.len());
            }
            let before = Picture::of(&simulation.machine);
            simulation.follow(step);
            let after = Picture::of(&simulation.machine);
            if step.pid == CLAIM {
                continue;
            }
            let statement = self.model.statement_of(step.transition);
            let thread = Thread { pid: step.pid, function: self.model.proctype(statement.proctype).name.clone() };
            let pid = step.pid as usize;
            last.resize(last.len().max(pid + 1), None);
            let own = self.place(statement.span);
            let inline = || {
                let at = (statement.span.file == self.text).then_some(statement.span.start as usize)?;
                self.closed.place_of_inline(at, last[pid].map(|p| &p.range))
            };
            let Some(place) = own.or_else(inline).or(last[pid]) else { continue };
            let span = place.span;
            last[pid] = Some(place);
            let mut changes = self.changes(&before, &after);
            changes.extend(self.read(&statement.text, step.pid, changes.is_empty(), &after));
            let generalised = own.and_then(|p| p.generalised.clone());
            let begins = starts == Some(steps.len());
            match steps.last_mut() {
                Some(open) if open.thread == thread && open.span == span && !begins => {
                    open.changes.extend(changes);
                    open.generalised = open.generalised.take().or(generalised);
                }
                _ => steps.push(Step { thread, span, changes, generalised }),
            }
        }
        let standing = self.standing(&simulation);
        Story { steps, standing, cycle: starts.or(cycle.map(|_| trail.len())) }
    }

    /// The C statement behind a place of the model.
    fn place(&self, span: Span) -> Option<&Place> {
        (span.file == self.text).then(|| self.closed.place(span.start as usize..span.end as usize))?
    }

    /// A value that is fetched from shared data before it is used, and a store that changes nothing.
    fn read(&self, statement: &str, pid: u32, same: bool, after: &Picture) -> Option<String> {
        let (name, from) = statement.split_once('=')?;
        let (name, from) = (name.trim(), from.trim());
        let locals = after.locals(self.model, pid);
        let value = &locals.into_iter().chain(after.globals(self.model)).find(|v| v.name == name)?.value;
        if name.strip_prefix("tmp").is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit())) {
            return Some(format!("reads {}, which is {value}", in_c(from)));
        }
        let shared = after.globals(self.model).iter().any(|v| v.name == name);
        (same && shared && !is_internal(name)).then(|| format!("{} = {value} (as it was)", in_c(name)))
    }

    fn changes(&self, before: &Picture, after: &Picture) -> Vec<String> {
        let thread = |pid: u32| {
            let process = after.processes.get(pid as usize);
            let name = process.map_or("?", |p| self.model.proctype(p.proctype).name.as_str());
            display(name, pid)
        };
        let mut list = Vec::new();
        let changes = before.changes(after, self.model);
        let starts = changes.iter().any(|c| matches!(c, Change::Started { .. }));
        for change in changes {
            match change {
                Change::Started { pid, .. } => list.push(format!("{} starts", thread(pid))),
                // The handle of the thread that starts is a number that the program never sees.
                Change::Value { .. } if starts => {}
                Change::Value { name, old, new, .. } if self.is_lock(&name) => {
                    let holder = |value: &str| match value.parse::<u32>() {
                        Ok(n) if n > 0 => format!("held by {}", thread(n - 1)),
                        _ => "free".to_string(),
                    };
                    list.push(if new == "0" {
                        format!("{name} is free")
                    } else {
                        format!("{name} is {} (was {})", holder(&new), holder(&old))
                    });
                }
                Change::Value { name, new, .. } if self.is_condition(&name) => {
                    let set = new.parse::<u32>().unwrap_or(0);
                    let waiting: Vec<String> = (0..32).filter(|pid| set >> pid & 1 == 1).map(thread).collect();
                    let list_of = if waiting.is_empty() { "nobody".to_string() } else { waiting.join(", ") };
                    list.push(format!("waiting for {name}: {list_of}"));
                }
                Change::Value { name, old, new, .. } if !is_internal(&name) => {
                    list.push(format!("{} = {new} (was {old})", in_c(&name)));
                }
                Change::Messages { name, old, new, .. } => list.push(format!("{name}: {old} -> {new}")),
                _ => {}
            }
        }
        list
    }

    /// A mutex or a spin lock: its value is the number of its owner.
    fn is_lock(&self, name: &str) -> bool {
        self.closed.locks.contains(base(name))
    }

    fn is_condition(&self, name: &str) -> bool {
        self.closed.conditions.contains(base(name))
    }

    fn standing(&self, simulation: &Simulation) -> Vec<Standing> {
        let mut list = Vec::new();
        for (pid, process) in Picture::of(&simulation.machine).processes.iter().enumerate() {
            let proctype = self.model.proctype(process.proctype);
            if proctype.name == "ax_watch" {
                continue;
            }
            let Some(state) = proctype.states.get(process.state.0 as usize) else { continue };
            let statements = state
                .transitions()
                .map(|i| &self.model.statements[self.model.transitions[i as usize].statement as usize]);
            let waits = statements.filter(|s| s.kind != StatementKind::End).find_map(|s| self.place(s.span));
            let thread = Thread { pid: pid as u32, function: proctype.name.clone() };
            list.push(Standing { thread, at: waits.map(|p| p.span) });
        }
        list
    }
}

/// `main`, `worker 2`
fn display(function: &str, pid: u32) -> String {
    if pid == 0 { function.to_string() } else { format!("{function} {pid}") }
}

impl Thread {
    pub fn name(&self) -> String {
        display(&self.function, self.pid)
    }
}

/// The variable that a name begins with: `a` of `a[2].m`.
fn base(name: &str) -> &str {
    name.split(['[', '.']).next().unwrap_or(name)
}

/// The name in C of a variable that could not keep it, because it is a word of Promela.
fn in_c(name: &str) -> String {
    let (base, rest) = name.split_at(base(name).len());
    let words =
        ["in", "len", "run", "next", "init", "empty", "full", "pid", "show", "local", "priority", "active", "timeout"];
    match base.strip_suffix("_1").filter(|plain| words.contains(plain)) {
        Some(plain) => format!("{plain}{rest}"),
        None => name.to_string(),
    }
}

/// Variables that the C program does not have.
fn is_internal(name: &str) -> bool {
    let number = |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit());
    name.starts_with("ax_")
        || ["tmp", "t"].iter().any(|p| name.strip_prefix(p).is_some_and(number))
        || ["pthread_finished", "pthread_who", "svcomp_atomic"].contains(&name)
        || name.ends_with("_result")
        || name.contains("__")
}

/// The line of a C source that a span starts in, without the space around it.
pub fn source_line(sources: &Sources, span: Span) -> String {
    let file = sources.file(span.file);
    let line = file.line_index(span.start as usize) as usize;
    let text = file.line_range(line).and_then(|range| file.text.get(range)).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
