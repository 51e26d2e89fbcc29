//! Answers for people: verdicts, what they rest on, and how it comes to an error.

use super::{
    Answer, Basis, Error, Operand, Property, SourceRange, Standing, Verdict, chart, columns, since, sliced, steps,
};
use crate::args::View;
use crate::report::style::{Paint, Style, counted};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// How runs are told.
#[derive(Clone, Copy, Debug)]
pub struct Telling {
    pub view: View,
    /// Characters in a line, for views that can be made to fit.
    pub width: usize,
    pub style: Style,
}

/// The answers one after another, and a summary if there are several.
pub fn text(answers: &[Answer], telling: Telling) -> String {
    let mut out = String::new();
    for (index, answer) in answers.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        // One answer alone needs no name: the command has just been typed.
        let name = if answers.len() > 1 { format!("{}: ", answer.harness) } else { String::new() };
        one(answer, &name, telling, &mut out);
    }
    if answers.len() > 1 {
        let _ = writeln!(out, "\n{}", summary(answers));
    }
    out
}

/// `3 harnesses: 1 pass, 1 fail, 1 incomplete`
fn summary(answers: &[Answer]) -> String {
    let count = |verdict: Verdict| answers.iter().filter(|a| a.verdict == verdict).count();
    let parts = [(Verdict::Pass, "pass"), (Verdict::Fail, "fail"), (Verdict::Incomplete, "incomplete")];
    let parts = parts.into_iter().filter(|(v, _)| count(*v) > 0).map(|(v, name)| format!("{} {name}", count(v)));
    format!("{} answers: {}{}", answers.len(), parts.collect::<Vec<_>>().join(", "), expectations(answers))
}

/// Whether all is as the owners of the harnesses expect it.
fn expectations(answers: &[Answer]) -> String {
    let properties: Vec<&Property> = answers.iter().flat_map(|a| &a.properties).collect();
    let surprises = properties.iter().filter(|p| surprise(p).is_some()).count();
    match surprises {
        0 if properties.iter().all(|p| p.expect.is_some()) => "; all as expected".to_string(),
        0 => String::new(),
        n => format!("; {n} not as expected"),
    }
}

/// The verdict that was expected, if it is another one.
fn surprise(property: &Property) -> Option<&str> {
    property.expect.as_deref().filter(|expected| *expected != property.verdict.name())
}

fn one(answer: &Answer, name: &str, telling: Telling, out: &mut String) {
    if let Some(changes) = &answer.since {
        since::since(answer, changes, out);
    }
    for p in &answer.properties {
        property(answer, p, name, telling, out);
        if let Some(expected) = surprise(p) {
            let _ = writeln!(out, "Not as expected: the harness says `expect = \"{expected}\"`.");
        }
    }
    rests_on(answer, out);
    out.push_str(&sliced::sliced(answer));
    refused(answer, out);
    for finding in &answer.findings {
        let _ = writeln!(out, "{}: {finding}", telling.style.paint(Paint::Unsure, "warning"));
    }
    if answer.properties.iter().all(|p| p.verdict == Verdict::Pass) {
        unreached(answer, out);
    }
}

fn property(answer: &Answer, property: &Property, name: &str, telling: Telling, out: &mut String) {
    let style = telling.style;
    let states = counted(property.stored, "state");
    let states = if property.cached { format!("{states}, from the cache") } else { states };
    let harness = &answer.harness;
    let incomplete = style.paint(Paint::Unsure, "INCOMPLETE");
    if property.errors.is_empty() {
        let line = match (property.verdict, property.incomplete.as_deref()) {
            (Verdict::Pass, _) => {
                format!("{}  {harness}: {} ({states})", style.paint(Paint::Good, "PASS"), holds(property))
            }
            (Verdict::Fail, _) => format!("{}  {harness}: {}", style.paint(Paint::Bad, "FAIL"), property.name),
            (Verdict::Incomplete, Some("obstacles")) => {
                format!("{incomplete}  {harness}: no error in {states}, but this stands in the way of a pass:")
            }
            (Verdict::Incomplete, Some("interrupted")) => {
                format!("{incomplete}  {harness}: {}: no error in {states}, then it was interrupted", property.name)
            }
            // It is not known how far a search was.
            (Verdict::Incomplete, Some(limit @ ("time" | "memory"))) if property.stored == 0 => {
                format!("{incomplete}  {harness}: the limit on {limit} was hit before there was an answer")
            }
            (Verdict::Incomplete, limit) => format!(
                "{incomplete}  {harness}: {}: no error in {states}{}",
                property.name,
                match super::covered(limit.unwrap_or_default()) {
                    Some(covered) => format!("; {covered}"),
                    None => format!(", then the limit on {} was hit", limit.unwrap_or("the search")),
                }
            ),
        };
        let _ = writeln!(out, "{line}");
        for o in &property.obstacles {
            let at = o.at.as_ref().map_or(String::new(), |at| format!("{}: ", at.short()));
            let _ = writeln!(out, "  {at}{}", o.what);
        }
    }
    for error in &property.errors {
        let headline = error.headline();
        match error.real {
            true => {
                let _ = writeln!(out, "{}  {name}{headline}", style.paint(Paint::Bad, "FAIL"));
            }
            false => {
                let _ = writeln!(out, "{incomplete}  {name}perhaps: {headline}");
            }
        }
        out.push_str(&error.operand_lines());
        out.push_str(&match telling.view {
            View::Steps => steps::steps(error),
            View::Columns => columns::columns(error, telling.width),
            View::Chart => chart::chart(error, telling.width),
        });
        out.push_str(&error.input_lines());
        if error.sliced {
            let _ = writeln!(out, "The run is told without what the property does not depend on.");
        }
        doubts(answer, property, error, out);
    }
}

/// Whether the error is one of the C program.
fn doubts(answer: &Answer, property: &Property, error: &Error, out: &mut String) {
    if error.real {
        let told = error.trail.iter().map(|s| &s.at).chain(property.rests_on.iter().filter_map(|b| b.at.as_ref()));
        let of = match told.into_iter().any(|at| at.file.ends_with(".toml")) {
            true => "the C program or of the world that the harness describes",
            false => "the C program",
        };
        let world = match answer.most_general {
            true => ", where functions outside of the sources may return anything",
            false => "",
        };
        if error.trusted.is_empty() {
            let _ = writeln!(out, "The error is real: each step is one of {of}{world}.");
            return;
        }
        let entries = entries(&error.trusted);
        let _ = writeln!(out, "The error is real if these table entries are right: {entries}.");
        let _ = writeln!(out, "All other steps are steps of {of}{world}.");
        return;
    }
    if !property.obstacles.is_empty() {
        let _ = writeln!(out, "The error may be spurious, because what these do is not in the model:");
        for o in &property.obstacles {
            let at = o.at.as_ref().map_or(String::new(), |at| format!("{}: ", at.short()));
            let _ = writeln!(out, "  {at}{}", o.what);
        }
        return;
    }
    if error.trail.iter().all(|step| step.generalised.is_none()) {
        let why = "steps that are left out of the run may be more than C allows";
        let _ = writeln!(out, "The error may be spurious: {why}.");
        return;
    }
    let _ = writeln!(out, "The error may be spurious, because of the steps marked with `?`:");
    let mut told: Vec<&SourceRange> = Vec::new();
    for step in &error.trail {
        if let Some(reason) = &step.generalised
            && !told.contains(&&step.at)
        {
            let _ = writeln!(out, "  {}: {}: {reason}", step.at.short(), step.at.statement);
            told.push(&step.at);
        }
    }
}

/// What holds under which assumptions.
fn rests_on(answer: &Answer, out: &mut String) {
    let passed: Vec<&Property> = answer.properties.iter().filter(|p| p.verdict == Verdict::Pass).collect();
    let all = passed.len() == answer.properties.len();
    let mut told = Vec::new();
    for basis in passed.iter().flat_map(|p| &p.rests_on) {
        if !told.contains(&basis) {
            told.push(basis);
        }
    }
    if told.is_empty() {
        if all {
            match answer.generalised.as_slice() {
                [] => out.push_str("It holds for all runs: nothing was left out.\n"),
                list => generalised(list, out),
            }
        }
        return;
    }
    let heading = if all { "It rests on this:" } else { "What passes rests on this:" };
    let _ = writeln!(out, "{heading}");
    for basis in told {
        let at = basis.at.as_ref().map_or(String::new(), |at| format!("  ({})", at.short()));
        let entry = basis.entry.as_deref().map_or(String::new(), |entry| format!("  [{entry}]"));
        let _ = writeln!(out, "  {}{at}{entry}", basis.what);
    }
}

/// `a.lut:1, 4; b.lut:2`
fn entries(list: &[Basis]) -> String {
    let mut tables: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for (table, line) in list.iter().filter_map(|basis| basis.entry.as_deref()?.rsplit_once(':')) {
        tables.entry(table).or_default().extend(line.parse::<u32>());
    }
    let lines = |lines: BTreeSet<u32>| lines.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    tables.into_iter().map(|(table, l)| format!("{table}:{}", lines(l))).collect::<Vec<_>>().join("; ")
}

/// What the model does more than the program: a pass holds for that too.
fn generalised(list: &[Basis], out: &mut String) {
    const MOST: usize = 8;
    out.push_str("It holds for all runs, and for what these may do in the model besides:\n");
    for basis in list.iter().take(MOST) {
        let at = basis.at.as_ref().map_or(String::new(), |at| format!("{}: ", at.short()));
        let _ = writeln!(out, "  {at}{}", basis.what);
    }
    if list.len() > MOST {
        let _ = writeln!(out, "  and {} more", list.len() - MOST);
    }
}

/// Why an answer is a failure though every property holds: `--strict` or `--reviewed`.
fn refused(answer: &Answer, out: &mut String) {
    if !answer.is_refused() {
        return;
    }
    let bare = answer.properties.iter().flat_map(|p| &p.rests_on).any(|b| b.reason.is_none());
    if !answer.unreviewed.is_empty() {
        let _ = writeln!(out, "Nobody has read these table entries; under --reviewed that is a failure:");
        for entry in &answer.unreviewed {
            let _ = writeln!(out, "  {entry}");
        }
    }
    if bare {
        let _ = writeln!(out, "Under --strict, what a pass rests on needs a reason: the comment of a table entry.");
    }
}

fn unreached(answer: &Answer, out: &mut String) {
    if answer.unreached.is_empty() {
        return;
    }
    let _ = writeln!(out, "No run comes to these statements:");
    for at in &answer.unreached {
        let _ = writeln!(out, "  {}: {}", at.short(), at.statement);
    }
}

/// What a pass says: no more than was checked.
fn holds(property: &Property) -> String {
    match property.name.as_str() {
        "safety" => {}
        "termination" => return "every thread ends, if each gets its turn".to_string(),
        other => return other.to_string(),
    }
    let words = [
        ("assertion", "no assertion fails"),
        ("bounds", "no index is out of range"),
        ("null", "no null pointer is followed"),
        ("memory", "no bad access to memory"),
        ("uninitialised", "nothing is read before it was set"),
        ("division", "no division by zero"),
        ("overflow", "no signed overflow"),
        ("leak", "no leak"),
        ("race", "no data race"),
        ("deadlock", "no deadlock"),
    ];
    // Divisions are told where all of memory was checked.
    let memory = property.checked.iter().any(|c| c == "memory");
    let words = words.iter().filter(|(kind, _)| memory || *kind != "division");
    let said: Vec<&str> =
        words.filter(|(kind, _)| property.checked.iter().any(|c| c == kind)).map(|(_, words)| *words).collect();
    if said.is_empty() { property.name.clone() } else { said.join(", ") }
}

impl Error {
    /// What goes wrong, and where.
    pub fn headline(&self) -> String {
        match &self.at {
            Some(at) => format!("{}  ({})", self.message, at.short()),
            None => self.message.clone(),
        }
    }

    /// The inputs of the run, a line each.
    fn input_lines(&self) -> String {
        const MOST: usize = 40;
        if self.inputs.is_empty() {
            return String::new();
        }
        let mut out = "Its inputs, in the order in which it asks for them:\n".to_string();
        for input in self.inputs.iter().take(MOST) {
            let at = input.at.as_ref().map_or(String::new(), |at| format!("{}: ", at.short()));
            let any = input.interval.map_or(String::new(), |(low, high)| format!("  (any from {low} to {high})"));
            let _ = writeln!(out, "  {at}{} = {}{any}", input.expression, input.value);
        }
        if self.inputs.len() > MOST {
            let _ = writeln!(out, "  … {} more (`--format json` has them all)", self.inputs.len() - MOST);
        }
        out + "\n"
    }

    /// What the failing expression read, a line each.
    pub fn operand_lines(&self) -> String {
        self.operands.iter().map(|o| format!("  {}\n", o.words())).collect()
    }
}

impl Operand {
    /// `a[i] = 5`, `n = 3 (in main)`
    pub fn words(&self) -> String {
        let function = self.function.as_ref().map_or(String::new(), |f| format!("  (in {f})"));
        format!("{} = {}{function}", self.expression, self.value)
    }
}

impl Standing {
    /// `waits for m, held by worker 2`
    pub fn words(&self) -> String {
        match (&self.at, &self.waits_for) {
            (_, Some(what)) => format!("waits {what}"),
            (None, None) => "has ended".to_string(),
            _ => String::new(),
        }
    }
}

impl SourceRange {
    /// `m.c:7`
    pub fn short(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }
}
