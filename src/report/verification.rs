//! The answer of `ax verify`, for people and for scripts.

use super::story::{Step, Story, source_line};
use super::style::{Paint, Style, counted, place, shorten};
use checker::search::Statistics;
use checker::source::{Sources, Span};
use harnesses::closed::Restriction;
use serde::Serialize;
use std::fmt::Write;

/// What was found out about a program.
pub struct Verification<'a> {
    pub program: String,
    pub properties: Vec<Property>,
    pub restrictions: &'a [Restriction],
    /// Functions that are taken to leave the data of the program alone.
    pub assumed: Vec<String>,
    /// C statements that no run comes to.
    pub unreached: Vec<Span>,
    pub strict: bool,
}

/// What was found out about one property.
pub struct Property {
    pub name: &'static str,
    pub verdict: Verdict,
    pub statistics: Statistics,
}

pub enum Verdict {
    Pass,
    /// A run of the C program violates it.
    Fail(Failure),
    /// A run of the model violates it, and the C program may have no such run.
    Possible(Failure),
    /// No run of the model violates it, but these statements are not in the model.
    Unsure(Vec<Restriction>),
    /// A limit was hit: which.
    Incomplete(&'static str),
}

pub struct Failure {
    pub kind: &'static str,
    pub message: String,
    /// The C statement that failed.
    pub at: Option<Span>,
    pub story: Story,
}

impl Verdict {
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail(_) => "fail",
            Verdict::Possible(_) | Verdict::Unsure(_) | Verdict::Incomplete(_) => "incomplete",
        }
    }

    fn failure(&self) -> Option<&Failure> {
        match self {
            Verdict::Fail(f) | Verdict::Possible(f) => Some(f),
            _ => None,
        }
    }
}

impl Verification<'_> {
    pub fn verdict(&self) -> &'static str {
        let has = |name: &str| self.properties.iter().any(|p| p.verdict.name() == name);
        match (has("fail"), has("incomplete")) {
            (true, _) => "fail",
            (_, true) => "incomplete",
            _ if self.strict && self.rests_on_something() => "fail",
            _ => "pass",
        }
    }

    fn rests_on_something(&self) -> bool {
        !self.restrictions.is_empty() || !self.assumed.is_empty()
    }

    pub fn text(&self, sources: &Sources, style: Style) -> String {
        let mut out = String::new();
        for property in &self.properties {
            self.property(property, sources, style, &mut out);
        }
        if self.properties.iter().all(|p| matches!(p.verdict, Verdict::Pass)) {
            self.rests_on(sources, &mut out);
            self.unreached(sources, &mut out);
        }
        out
    }

    fn property(&self, property: &Property, sources: &Sources, style: Style, out: &mut String) {
        let states = counted(property.statistics.stored, "state");
        match &property.verdict {
            Verdict::Pass => {
                let _ = writeln!(
                    out,
                    "{}  {}: {} ({states})",
                    style.paint(Paint::Good, "PASS"),
                    self.program,
                    holds(property.name)
                );
            }
            Verdict::Unsure(obstacles) => {
                let verdict = style.paint(Paint::Unsure, "INCOMPLETE");
                let _ = writeln!(
                    out,
                    "{verdict}  {}: no error in {states}, but what these do is not in the model:",
                    self.program
                );
                for o in obstacles {
                    let at = o.span.map_or(String::new(), |span| place(sources, span));
                    let _ = writeln!(out, "  {at}: {}", o.what);
                }
            }
            Verdict::Incomplete(limit) => {
                let verdict = style.paint(Paint::Unsure, "INCOMPLETE");
                let _ = writeln!(
                    out,
                    "{verdict}  {}: {}: no error in {states}, then the limit on {limit} was hit",
                    self.program, property.name
                );
            }
            Verdict::Fail(failure) => {
                let _ = writeln!(out, "{}  {}", style.paint(Paint::Bad, "FAIL"), headline(failure, sources));
                story(&failure.story, failure.kind == "deadlock", sources, out);
                let _ = writeln!(out, "The error is real: each step is one of the C program.");
            }
            Verdict::Possible(failure) => {
                let verdict = style.paint(Paint::Unsure, "INCOMPLETE");
                let _ = writeln!(out, "{verdict}  perhaps: {}", headline(failure, sources));
                story(&failure.story, failure.kind == "deadlock", sources, out);
                let _ = writeln!(out, "The error may be spurious, because of the steps marked with `?`:");
                let mut told = Vec::new();
                for step in failure.story.steps.iter().filter(|s| s.generalised.is_some()) {
                    if told.contains(&step.span) {
                        continue;
                    }
                    let reason = step.generalised.as_deref().unwrap_or_default();
                    let _ =
                        writeln!(out, "  {}: {}: {reason}", place(sources, step.span), source_line(sources, step.span));
                    told.push(step.span);
                }
            }
        }
    }

    fn rests_on(&self, sources: &Sources, out: &mut String) {
        if !self.rests_on_something() {
            let _ = writeln!(out, "It holds for all runs: nothing was left out.");
            return;
        }
        let _ = writeln!(out, "It rests on this:");
        for r in self.restrictions {
            let at = r.span.map_or(String::new(), |span| format!("  ({})", place(sources, span)));
            let entry = r.entry.as_deref().map_or(String::new(), |entry| format!("  [{entry}]"));
            let _ = writeln!(out, "  {}{at}{entry}", r.what);
        }
        for name in &self.assumed {
            let _ = writeln!(out, "  `{name}` is not in the model: it is taken to leave the program's data alone");
        }
    }

    fn unreached(&self, sources: &Sources, out: &mut String) {
        if self.unreached.is_empty() {
            return;
        }
        let _ = writeln!(out, "No run comes to these statements:");
        for span in &self.unreached {
            let _ = writeln!(out, "  {}: {}", place(sources, *span), source_line(sources, *span));
        }
    }

    pub fn json(&self, sources: &Sources) -> String {
        let at = |span: Span| {
            let p = sources.place(span);
            (p.file.to_string(), p.line, p.column)
        };
        let step = |(index, s): (usize, &Step), cycle: Option<usize>| {
            let (file, line, column) = at(s.span);
            StepJson {
                process: s.thread.pid,
                proctype: s.thread.function.clone(),
                file,
                line,
                column,
                statement: source_line(sources, s.span),
                changes: s.changes.clone(),
                generalised: s.generalised.clone(),
                cycle: cycle.is_some_and(|c| index >= c),
            }
        };
        let restrictions: Vec<String> = self
            .restrictions
            .iter()
            .map(|r| r.what.clone())
            .chain(self.assumed.iter().map(|name| format!("`{name}` leaves the program's data alone")))
            .collect();
        let properties = self.properties.iter().map(|p| {
            let failure = p.verdict.failure();
            let errors: Vec<ErrorJson> = failure
                .iter()
                .map(|f| ErrorJson {
                    kind: f.kind,
                    message: f.message.clone(),
                    depth: f.story.steps.len(),
                    trail: f.story.steps.iter().enumerate().map(|s| step(s, f.story.cycle)).collect(),
                })
                .collect();
            let generalisations = failure.map_or(Vec::new(), |f| {
                f.story
                    .steps
                    .iter()
                    .filter_map(|s| {
                        s.generalised.as_ref().map(|why| {
                            let (file, line, _) = at(s.span);
                            format!("{file}:{line}: {why}")
                        })
                    })
                    .collect()
            });
            let s = &p.statistics;
            PropertyJson {
                name: p.name,
                verdict: p.verdict.name(),
                errors_total: errors.len(),
                errors,
                stored: s.stored,
                matched: s.matched,
                transitions: s.transitions(),
                atomic_steps: s.atomic_steps,
                depth: s.depth,
                state_bytes: s.state_bytes,
                memory_bytes: s.memory_bytes,
                seconds: s.seconds,
                incomplete: match &p.verdict {
                    Verdict::Incomplete(limit) => Some(limit),
                    Verdict::Possible(_) => Some("spurious"),
                    Verdict::Unsure(_) => Some("obstacles"),
                    _ => None,
                },
                restrictions: restrictions.clone(),
                generalisations,
                cached: false,
                sliced: Vec::new(),
            }
        });
        let json = Json {
            verdict: self.verdict(),
            harness: &self.program,
            properties: properties.collect(),
            unreviewed: Vec::new(),
            findings: Vec::new(),
            unreached: self
                .unreached
                .iter()
                .map(|span| {
                    let (file, line, _) = at(*span);
                    UnreachedJson { file, line, statement: source_line(sources, *span) }
                })
                .collect(),
        };
        serde_json::to_string_pretty(&json).unwrap_or_default() + "\n"
    }
}

fn holds(property: &str) -> String {
    match property {
        "safety" => "no assertion fails, no index is out of range, no deadlock".to_string(),
        "termination" => "every thread ends, if each gets its turn".to_string(),
        other => other.to_string(),
    }
}

fn headline(failure: &Failure, sources: &Sources) -> String {
    match failure.at {
        Some(span) => format!("{}  ({})", failure.message, place(sources, span)),
        None => failure.message.clone(),
    }
}

/// The run as a table, and where everybody is at its end.
fn story(story: &Story, standing: bool, sources: &Sources, out: &mut String) {
    let steps = &story.steps;
    let _ = writeln!(out, "\nHow it comes to that, in {}:", counted(steps.len() as u64, "step"));
    let who = steps.iter().map(|s| s.thread.name().chars().count()).max().unwrap_or(0);
    let at = steps.iter().map(|s| place(sources, s.span).chars().count()).max().unwrap_or(0).min(40);
    let lines: Vec<String> = steps.iter().map(|s| shorten(&source_line(sources, s.span), 56)).collect();
    let what = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    for (index, (step, line)) in steps.iter().zip(&lines).enumerate() {
        if story.cycle == Some(index) {
            let _ = writeln!(out, "      and then, again and again:");
        }
        let mark = if step.generalised.is_some() { '?' } else { ' ' };
        let changes = shorten(&step.changes.join(", "), 120);
        let row = format!(
            "{:4}{mark} {:who$}  {:at$}  {line:what$}  {changes}",
            index + 1,
            step.thread.name(),
            place(sources, step.span)
        );
        let _ = writeln!(out, "{}", row.trim_end());
    }
    if standing {
        let _ = writeln!(out, "\nWhere the threads are then:");
        let who = story.standing.iter().map(|s| s.thread.name().chars().count()).max().unwrap_or(0);
        for standing in &story.standing {
            let text = match standing.at {
                Some(span) => format!("{}: {}", place(sources, span), source_line(sources, span)),
                None => "has ended".to_string(),
            };
            let _ = writeln!(out, "  {:who$}  {text}", standing.thread.name());
        }
    }
    out.push('\n');
}

#[derive(Serialize)]
struct Json<'a> {
    verdict: &'static str,
    harness: &'a str,
    properties: Vec<PropertyJson>,
    unreviewed: Vec<String>,
    findings: Vec<String>,
    unreached: Vec<UnreachedJson>,
}

#[derive(Serialize)]
struct PropertyJson {
    name: &'static str,
    verdict: &'static str,
    errors: Vec<ErrorJson>,
    errors_total: usize,
    stored: u64,
    matched: u64,
    transitions: u64,
    atomic_steps: u64,
    depth: u64,
    state_bytes: u64,
    memory_bytes: u64,
    seconds: f64,
    incomplete: Option<&'static str>,
    restrictions: Vec<String>,
    generalisations: Vec<String>,
    cached: bool,
    sliced: Vec<String>,
}

#[derive(Serialize)]
struct ErrorJson {
    kind: &'static str,
    message: String,
    depth: usize,
    trail: Vec<StepJson>,
}

#[derive(Serialize)]
struct StepJson {
    process: u32,
    proctype: String,
    file: String,
    line: u32,
    column: u32,
    statement: String,
    changes: Vec<String>,
    generalised: Option<String>,
    cycle: bool,
}

#[derive(Serialize)]
struct UnreachedJson {
    file: String,
    line: u32,
    statement: String,
}
