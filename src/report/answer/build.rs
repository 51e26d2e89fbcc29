//! From what was found out to an [`Answer`]: places become files, lines and text.

use super::{Answer, Basis, Call, Error, Event, SourceRange, Standing, Step};
use crate::report::json;
use harnesses::ask::{Failure, Property, Verdict};
use harnesses::closed::{Restriction, Trusted};
use harnesses::story;
use machine::outcome::Limit;
use promela::source::{Sources, Span};

/// What was found out about a program.
pub struct Verification<'a> {
    /// The harness, or the sources of the program.
    pub program: String,
    pub properties: Vec<Property>,
    pub restrictions: &'a [Restriction],
    /// Functions that are taken to leave the data of the program alone.
    pub assumed: Vec<String>,
    /// Statements that do more in the model than in C.
    pub generalised: Vec<Restriction>,
    /// What an error takes from the tables of a person.
    pub trusted: Vec<Trusted>,
    /// C statements that no run comes to.
    pub unreached: Vec<Span>,
    /// What should be looked at, and is no error by itself.
    pub warnings: Vec<Restriction>,
    /// Table entries that no person has read.
    pub unreviewed: Vec<String>,
    /// A pass that rests on something without a reason is a failure.
    pub strict: bool,
    /// A pass with entries that nobody has read is a failure.
    pub reviewed: bool,
    /// Functions outside of the sources may return anything.
    pub most_general: bool,
}

impl Verification<'_> {
    pub fn answer(&self, sources: &Sources) -> Answer {
        let assumed = self.assumed.iter().map(|name| Basis {
            what: format!("`{name}` is not in the model: it is taken to leave the program's data alone"),
            at: None,
            entry: None,
            reason: None,
        });
        let rests_on: Vec<Basis> = self.restrictions.iter().map(|r| basis(r, sources)).chain(assumed).collect();
        let properties: Vec<super::Property> =
            self.properties.iter().map(|p| property(p, sources, &rests_on, &self.trusted)).collect();
        let worst = properties.iter().map(|p| p.verdict).max().unwrap_or(super::Verdict::Pass);
        let verdict = match worst {
            super::Verdict::Pass if self.strict && rests_on.iter().any(|b| b.reason.is_none()) => super::Verdict::Fail,
            super::Verdict::Pass if self.reviewed && !self.unreviewed.is_empty() => super::Verdict::Fail,
            other => other,
        };
        Answer {
            verdict,
            harness: self.program.clone(),
            properties,
            unreviewed: self.unreviewed.clone(),
            findings: self.warnings.iter().map(|w| warning(w, sources)).collect(),
            most_general: self.most_general,
            generalised: self.generalised.iter().map(|r| basis(r, sources)).collect(),
            since: None,
            unreached: self.unreached.iter().map(|span| place(sources, *span)).collect(),
        }
    }
}

fn property(property: &Property, sources: &Sources, rests_on: &[Basis], trusted: &[Trusted]) -> super::Property {
    let (verdict, incomplete) = match &property.verdict {
        Verdict::Pass => (super::Verdict::Pass, None),
        Verdict::Fail(_) => (super::Verdict::Fail, None),
        Verdict::Possible(..) => (super::Verdict::Incomplete, Some("spurious".to_string())),
        Verdict::Unsure(_) => (super::Verdict::Incomplete, Some("obstacles".to_string())),
        Verdict::Limited(limit) => (super::Verdict::Incomplete, Some(json::incomplete_name(*limit).to_string())),
        Verdict::Stopped(limit) => (super::Verdict::Incomplete, Some(stopped(*limit))),
        Verdict::Bounded => {
            (super::Verdict::Incomplete, Some("the number of threads or the depth of recursion".to_string()))
        }
    };
    let errors: Vec<Error> = match &property.verdict {
        Verdict::Fail(failure) => {
            [failure].into_iter().chain(&property.further).map(|f| error(f, true, sources, trusted)).collect()
        }
        Verdict::Possible(failure, _) => vec![error(failure, false, sources, &[])],
        _ => Vec::new(),
    };
    let obstacles = match &property.verdict {
        Verdict::Unsure(list) | Verdict::Possible(_, list) => list.iter().map(|r| basis(r, sources)).collect(),
        _ => Vec::new(),
    };
    let steps = errors.iter().flat_map(|e| &e.trail);
    let generalised = steps.filter_map(|s| Some(format!("{}: {}", s.at.short(), s.generalised.as_ref()?)));
    let s = &property.statistics;
    super::Property {
        name: property.name.clone(),
        kind: property.kind.name().to_string(),
        expect: property.expect.map(|e| e.name().to_string()),
        verdict,
        errors_total: errors.len() as u64,
        stored: s.stored,
        matched: s.matched,
        transitions: s.transitions(),
        atomic_steps: s.atomic_steps,
        depth: s.depth,
        state_bytes: s.state_bytes,
        memory_bytes: s.memory_bytes,
        seconds: s.seconds,
        incomplete,
        restrictions: rests_on.iter().map(|b| b.what.clone()).collect(),
        rests_on: rests_on.to_vec(),
        generalisations: generalised.collect(),
        obstacles,
        cached: property.cached,
        sliced: property.sliced.clone(),
        checked: if verdict == super::Verdict::Pass { property.checked.clone() } else { Vec::new() },
        errors,
    }
}

/// `m.c:7: data race on x …`
fn warning(warning: &Restriction, sources: &Sources) -> String {
    match warning.span {
        Some(span) => format!("{}: {}", place(sources, span).short(), warning.what),
        None => warning.what.clone(),
    }
}

/// A limit of the machine; those that another run may not hit are called as those of other searches.
fn stopped(limit: Limit) -> String {
    let what = match limit {
        Limit::Time => "time",
        Limit::Memory => "memory",
        Limit::Interrupted => "interrupted",
        Limit::States => "the number of states",
        Limit::Calls => "open calls (is there a recursion without an end?)",
        Limit::NoEntry => "a function `main`: there is none",
        Limit::Step => "one step of a thread (is there a loop without an end in an atomic section?)",
        Limit::Preemptions(most) => return format!("{}{most}", super::PREEMPTIONS),
    };
    what.to_string()
}

fn error(failure: &Failure, real: bool, sources: &Sources, trusted: &[Trusted]) -> Error {
    let story = &failure.story;
    let mut trail: Vec<Step> = Vec::new();
    let mut cycle = None;
    for (index, s) in story.steps.iter().enumerate() {
        let begins = story.cycle == Some(index);
        if begins {
            cycle = Some(trail.len());
        }
        let next = step(s, story.cycle.is_some_and(|c| index >= c), sources);
        match trail.last_mut() {
            Some(last) if !begins && last.goes_on(&next) => last.take_in(next),
            _ => trail.push(next),
        }
    }
    let steps_on = |span: Option<Span>| story.steps.iter().any(|s| Some(s.span) == span);
    let of_run = trusted.iter().filter(|t| !t.in_run || steps_on(t.what.span));
    Error {
        trusted: of_run.map(|t| basis(&t.what, sources)).collect(),
        kind: failure.kind.name().to_string(),
        message: failure.message.clone(),
        at: failure.at.map(|span| place(sources, span)),
        operands: failure.operands.iter().map(operand).collect(),
        inputs: failure.inputs.iter().map(|i| input(i, sources)).collect(),
        real,
        sliced: failure.sliced,
        depth: trail.len() as u64,
        // What repeats may be that nothing happens any more.
        cycle: cycle.or(story.cycle.map(|_| trail.len())),
        trail,
        standing: story.standing.iter().map(|s| standing(s, sources)).collect(),
    }
}

impl Step {
    /// Whether the next step only goes on with the same line: the test of a `for` after its start, a declaration after
    /// the call in it.
    fn goes_on(&self, next: &Step) -> bool {
        let where_it_is = |s: &Step| (s.process, s.at.file.clone(), s.at.line, s.at.statement.clone());
        let same = where_it_is(self) == where_it_is(next) && self.calls == next.calls;
        let (a, b) = (&self.at, &next.at);
        let overlap =
            (a.line, a.column) < (b.end_line, b.end_column) && (b.line, b.column) < (a.end_line, a.end_column);
        same && (overlap || self.changes.is_empty() || next.changes.is_empty())
    }

    fn take_in(&mut self, next: Step) {
        if self.changes.is_empty() {
            self.at = next.at;
        }
        self.changes.extend(next.changes);
        self.events.extend(next.events);
        self.generalised = self.generalised.take().or(next.generalised);
    }
}

fn step(step: &story::Step, cycle: bool, sources: &Sources) -> Step {
    Step {
        process: step.thread.pid,
        proctype: step.thread.function.clone(),
        thread: step.thread.name(),
        function: step.calls.last().map_or(&step.thread.function, |c| &c.function).clone(),
        calls: calls(&step.calls, sources),
        at: place(sources, step.span),
        changes: step.changes.clone(),
        events: step.events.iter().map(event).collect(),
        generalised: step.generalised.clone(),
        cycle,
    }
}

fn calls(list: &[story::Call], sources: &Sources) -> Vec<Call> {
    list.iter().map(|c| Call { function: c.function.clone(), at: place(sources, c.span) }).collect()
}

fn operand(operand: &harnesses::ask::Operand) -> super::Operand {
    let harnesses::ask::Operand { expression, value, function } = operand.clone();
    super::Operand { expression, value, function }
}

fn input(input: &harnesses::ask::Input, sources: &Sources) -> super::Input {
    let harnesses::ask::Input { expression, value, interval, at } = input.clone();
    super::Input { expression, value, interval, at: at.map(|span| place(sources, span)) }
}

fn event(event: &story::Event) -> Event {
    match event.clone() {
        story::Event::Starts(thread) => Event::Starts { process: thread.pid, thread: thread.name() },
        story::Event::Locks { object } => Event::Locks { object },
        story::Event::Unlocks { object } => Event::Unlocks { object },
        story::Event::Sends { channel, message } => Event::Sends { channel, message },
        story::Event::Receives { channel, message } => Event::Receives { channel, message },
        story::Event::Waits { object } => Event::Waits { object },
        story::Event::Wakes { object, thread } => Event::Wakes { object, process: thread.pid, thread: thread.name() },
    }
}

fn standing(s: &story::Standing, sources: &Sources) -> Standing {
    Standing {
        process: s.thread.pid,
        proctype: s.thread.function.clone(),
        thread: s.thread.name(),
        at: s.at.map(|span| place(sources, span)),
        calls: calls(&s.calls, sources),
        waits_for: s.waits_for.clone(),
    }
}

fn basis(r: &Restriction, sources: &Sources) -> Basis {
    Basis {
        what: r.what.clone(),
        at: r.span.map(|span| place(sources, span)),
        entry: r.entry.clone(),
        reason: r.reason.clone(),
    }
}

/// A span with its source line.
fn place(sources: &Sources, span: Span) -> SourceRange {
    let start = sources.place(span);
    let end = sources.place(Span { start: span.end, ..span });
    let file = sources.file(span.file);
    let line = file.line_index(span.start as usize) as usize;
    let text = file.line_range(line).and_then(|range| file.text.get(range)).unwrap_or_default();
    SourceRange {
        file: start.file.to_string(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        statement: text.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}
