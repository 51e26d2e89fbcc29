//! What a search of the machine found out, as an answer about the C program.
//!
//! Read this file first. [`settle`] makes the verdict: an error that was asked for and is real is a failure; without an
//! error, a limit or an obstacle leaves the answer open; only what is neither is a pass, and [`audit`] has looked at
//! every instruction that a run came to. [`words`] says what a fault or an obstacle is, [`run`] tells a run in terms of
//! C: what the library does is told at the call in the user's code; [`value`] says what the failing expression read.
//!
//! Nothing here looks at the text of sources or renders anything.

mod arguments;
pub mod audit;
mod run;
mod value;
pub(crate) mod words;

use crate::ask::{Failure, FailureKind, Property, Verdict};
use crate::closed::Restriction;
use crate::harness::{Expect, PropertyKind};
use checker::search::Statistics;
use machine::code::{FunctionId, Instruction, Pc, Program};
use machine::outcome::{FaultKind, Found, Location, MemoryModel, ObjectName, Outcome};
use promela::source::{Sources, Span};
use std::collections::HashSet;

/// The program that was searched.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub program: &'a Program,
    pub sources: &'a Sources,
}

/// What was asked for.
pub struct Asked<'a> {
    /// How the property is called.
    pub name: String,
    pub kind: PropertyKind,
    pub expect: Option<Expect>,
    /// Whether errors of a kind are.
    pub wants: &'a dyn Fn(FailureKind) -> bool,
    /// What a pass has checked.
    pub checked: Vec<String>,
    /// Whether wake-ups without a signal were searched.
    pub spurious: bool,
    pub memory_model: MemoryModel,
}

/// An answer about the safety of a program.
pub struct Settled {
    pub property: Property,
    /// Statements of the user's that no run comes to; known after a search of all states.
    pub unreached: Vec<Span>,
    /// Races that nobody asked for: what races, and where.
    pub warnings: Vec<Restriction>,
    /// What the library leaves out of functions that were called.
    pub rests_on: Vec<Restriction>,
}

/// The verdict, and what goes with it.
pub fn settle(subject: Subject, outcome: &Outcome, asked: &Asked) -> Settled {
    let (wanted, others): (Vec<&Found>, Vec<&Found>) =
        outcome.errors.iter().partition(|found| (asked.wants)(words::kind(&found.fault)));
    let mut obstacles: Vec<Restriction> = outcome.obstacles.iter().map(|o| subject.obstacle(o)).collect();
    for hole in audit::audit(subject.program, outcome) {
        let what = words::hole(subject.program, &hole);
        let started = hole.kind != audit::HoleKind::NotStarted;
        obstacles.push(restriction(what, started.then(|| subject.span(hole.function, hole.pc))));
    }
    // An assertion that fails ends the program, and then there is no deadlock. A verifier's words need not end it.
    let ends = |found: &Found| match found.fault {
        FaultKind::Assertion { .. } | FaultKind::Abort => {
            asked.kind == PropertyKind::Deadlock && !subject.program.dialect
        }
        _ => false,
    };
    obstacles.extend(others.iter().filter(|found| !ends(found)).map(|found| {
        let failure = subject.failure(found);
        let what = format!("{}: nobody asked for it, and what comes after it is not known", failure.message);
        restriction(what, failure.at)
    }));
    let mut failures: Vec<(bool, Failure)> = wanted.iter().map(|f| (f.real, subject.failure(f))).collect();
    // What is real comes first.
    failures.sort_by_key(|(real, _)| !*real);
    let mut failures = failures.into_iter();
    let (verdict, further) = match (failures.next(), outcome.limit) {
        (Some((true, first)), _) => (Verdict::Fail(first), failures.filter(|f| f.0).map(|f| f.1).collect()),
        (Some((false, first)), _) => (Verdict::Possible(first, obstacles), Vec::new()),
        (None, Some(limit)) => (Verdict::Stopped(limit), Vec::new()),
        (None, None) if !obstacles.is_empty() => (Verdict::Unsure(obstacles), Vec::new()),
        (None, None) => (Verdict::Pass, Vec::new()),
    };
    let complete = outcome.errors.is_empty() && outcome.limit.is_none();
    let s = &outcome.statistics;
    let property = Property {
        name: asked.name.clone(),
        kind: asked.kind,
        verdict,
        further,
        statistics: Statistics {
            stored: s.stored,
            matched: s.matched,
            revisited: s.transitions.saturating_sub(s.stored + s.matched),
            depth: s.depth,
            memory_bytes: s.memory_bytes,
            seconds: s.seconds,
            ..Statistics::default()
        },
        cached: false,
        expect: asked.expect,
        sliced: Vec::new(),
        checked: asked.checked.clone(),
    };
    Settled {
        property,
        unreached: if complete { subject.unreached(outcome) } else { Vec::new() },
        warnings: subject.warnings(outcome),
        rests_on: subject.rests_on(outcome, asked),
    }
}

fn restriction(what: String, span: Option<Span>) -> Restriction {
    Restriction { what, span, entry: None, reason: None }
}

impl Subject<'_> {
    /// Where an instruction comes from.
    fn span(&self, function: FunctionId, pc: Pc) -> Span {
        let function = self.program.function(function);
        function.origins.get(pc.0 as usize).map_or(function.span, |o| o.span)
    }

    /// Whether a function is the user's: not the library's, and not the one that the program is started with.
    fn is_users(&self, function: FunctionId) -> bool {
        !self.program.function(function).library && self.program.entry != Some(function)
    }

    /// The open calls of the user's functions, the innermost last.
    fn frames(&self, location: &Location) -> Vec<(FunctionId, Pc)> {
        let all = location.calls.iter().copied().chain([(location.function, location.pc)]);
        all.filter(|(function, _)| self.is_users(*function)).collect()
    }

    /// The statement of the user's that is executed.
    fn place(&self, location: &Location) -> Option<Span> {
        self.frames(location).last().map(|(function, pc)| self.span(*function, *pc))
    }

    /// The library's function that the user called, if it is executed.
    fn called(&self, location: &Location) -> Option<FunctionId> {
        let all: Vec<FunctionId> = location.calls.iter().map(|c| c.0).chain([location.function]).collect();
        let last = all.iter().rposition(|f| self.is_users(*f))?;
        all.get(last + 1).copied()
    }

    fn failure(&self, found: &Found) -> Failure {
        let (story, inputs) = run::story(*self, found);
        let deadlock = matches!(found.fault, FaultKind::Deadlock { .. });
        Failure {
            kind: words::kind(&found.fault),
            message: words::fault(*self, &found.fault, self.called(&found.location)),
            at: if deadlock { None } else { self.place(&found.location) },
            story,
            operands: value::operands(*self, found),
            inputs,
            open: false,
            sliced: false,
        }
    }

    fn obstacle(&self, obstacle: &machine::outcome::Obstacle) -> Restriction {
        restriction(words::obstacle(*self, obstacle), self.place(words::location(obstacle)))
    }

    /// The races, one for each object.
    fn warnings(&self, outcome: &Outcome) -> Vec<Restriction> {
        let mut list: Vec<(Option<&ObjectName>, &Found, usize)> = Vec::new();
        for found in &outcome.races {
            let FaultKind::Race { object, .. } = &found.fault else { continue };
            match list.iter_mut().find(|(of, ..)| object.is_some() && *of == object.as_ref()) {
                Some((_, _, more)) => *more += 1,
                None => list.push((object.as_ref(), found, 0)),
            }
        }
        let told = list.into_iter().map(|(_, found, more)| {
            let more = match more {
                0 => String::new(),
                n => format!("; {n} more pairs of accesses"),
            };
            restriction(words::fault(*self, &found.fault, None) + &more, self.place(&found.location))
        });
        told.collect()
    }

    /// Functions of the library that may do more than was searched: each once, at the first call that was reached.
    fn rests_on(&self, outcome: &Outcome, asked: &Asked) -> Vec<Restriction> {
        let mut list: Vec<Restriction> = Vec::new();
        let mut told = HashSet::new();
        for (index, function) in self.program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            let reached = outcome.reached.get(index).map_or(&[][..], Vec::as_slice);
            for (pc, instruction) in function.code.iter().enumerate().filter(|(pc, _)| reached.get(*pc) == Some(&true))
            {
                let called = match instruction {
                    Instruction::Call { function, .. } | Instruction::FunctionAddress { function, .. } => *function,
                    _ => continue,
                };
                let callee = self.program.function(called);
                let said = words::left_out(&callee.name, asked).filter(|_| callee.library && self.is_users(id));
                if let Some(said) = said
                    && told.insert(called)
                {
                    list.push(restriction(format!("`{}` {said}", callee.name), Some(self.span(id, Pc(pc as u32)))));
                }
            }
        }
        list
    }

    /// Statements that no run comes to. A statement is its line: one whose instructions were all left out.
    fn unreached(&self, outcome: &Outcome) -> Vec<Span> {
        let line = |span: Span| (span.file, self.sources.place(span).line);
        let mut reached = HashSet::new();
        let mut open: Vec<Span> = Vec::new();
        for (index, function) in self.program.functions.iter().enumerate() {
            if !self.is_users(FunctionId(index as u32)) {
                continue;
            }
            for (pc, origin) in function.origins.iter().enumerate() {
                // What stands for the end of a function is no statement.
                if origin.span.start == origin.span.end || origin.span == function.span {
                    continue;
                }
                match outcome.reached.get(index).and_then(|f| f.get(pc)) {
                    Some(true) => {
                        reached.insert(line(origin.span));
                    }
                    Some(false) | None => open.push(origin.span),
                }
            }
        }
        let mut told = HashSet::new();
        open.retain(|span| !reached.contains(&line(*span)) && told.insert(line(*span)));
        open
    }
}
