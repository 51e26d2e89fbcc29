//! Answers for people: verdicts, what they rest on, and how it comes to an error.

use super::{Answer, Error, Place, Property, Verdict};
use crate::report::style::{Paint, Style, counted, shorten};
use std::fmt::Write;

/// The answers one after another, and a summary if there are several.
pub fn text(answers: &[Answer], style: Style) -> String {
    let mut out = String::new();
    for (index, answer) in answers.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        one(answer, style, &mut out);
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
    format!("{} answers: {}", answers.len(), parts.collect::<Vec<_>>().join(", "))
}

fn one(answer: &Answer, style: Style, out: &mut String) {
    for p in &answer.properties {
        property(answer, p, style, out);
    }
    if answer.properties.iter().all(|p| p.verdict == Verdict::Pass) {
        rests_on(answer, out);
        unreached(answer, out);
    }
}

fn property(answer: &Answer, property: &Property, style: Style, out: &mut String) {
    let states = counted(property.stored, "state");
    let harness = &answer.harness;
    let incomplete = style.paint(Paint::Unsure, "INCOMPLETE");
    if property.errors.is_empty() {
        let line = match (property.verdict, property.incomplete.as_deref()) {
            (Verdict::Pass, _) => {
                format!("{}  {harness}: {} ({states})", style.paint(Paint::Good, "PASS"), holds(&property.name))
            }
            (Verdict::Fail, _) => format!("{}  {harness}: {}", style.paint(Paint::Bad, "FAIL"), property.name),
            (Verdict::Incomplete, Some("obstacles")) => {
                format!("{incomplete}  {harness}: no error in {states}, but what these do is not in the model:")
            }
            (Verdict::Incomplete, limit) => format!(
                "{incomplete}  {harness}: {}: no error in {states}, then the limit on {} was hit",
                property.name,
                limit.unwrap_or("the search")
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
                let _ = writeln!(out, "{}  {headline}", style.paint(Paint::Bad, "FAIL"));
            }
            false => {
                let _ = writeln!(out, "{incomplete}  perhaps: {headline}");
            }
        }
        story(error, out);
        doubts(error, out);
    }
}

/// Whether the error is one of the C program.
fn doubts(error: &Error, out: &mut String) {
    if error.real {
        let _ = writeln!(out, "The error is real: each step is one of the C program.");
        return;
    }
    let _ = writeln!(out, "The error may be spurious, because of the steps marked with `?`:");
    let mut told: Vec<&Place> = Vec::new();
    for step in &error.trail {
        if let Some(reason) = &step.generalised
            && !told.contains(&&step.at)
        {
            let _ = writeln!(out, "  {}: {}: {reason}", step.at.short(), step.at.statement);
            told.push(&step.at);
        }
    }
}

fn rests_on(answer: &Answer, out: &mut String) {
    let mut told = Vec::new();
    for basis in answer.properties.iter().flat_map(|p| &p.rests_on) {
        if !told.contains(&basis) {
            told.push(basis);
        }
    }
    if told.is_empty() {
        let _ = writeln!(out, "It holds for all runs: nothing was left out.");
        return;
    }
    let heading = match answer.verdict {
        // Every property holds: only `--strict` makes a failure of that.
        Verdict::Fail => "A failure under --strict, because it rests on this:",
        _ => "It rests on this:",
    };
    let _ = writeln!(out, "{heading}");
    for basis in told {
        let at = basis.at.as_ref().map_or(String::new(), |at| format!("  ({})", at.short()));
        let entry = basis.entry.as_deref().map_or(String::new(), |entry| format!("  [{entry}]"));
        let _ = writeln!(out, "  {}{at}{entry}", basis.what);
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

fn holds(property: &str) -> &str {
    match property {
        "safety" => "no assertion fails, no index is out of range, no deadlock",
        "termination" => "every thread ends, if each gets its turn",
        other => other,
    }
}

/// The run as a table, and where everybody is at its end.
fn story(error: &Error, out: &mut String) {
    let steps = &error.trail;
    let _ = writeln!(out, "\nHow it comes to that, in {}:", counted(steps.len() as u64, "step"));
    let widest = |list: &mut dyn Iterator<Item = &str>| list.map(|t| t.chars().count()).max().unwrap_or(0);
    let places: Vec<String> = steps.iter().map(|s| s.at.short()).collect();
    let lines: Vec<String> = steps.iter().map(|s| shorten(&s.at.statement, 56)).collect();
    let who = widest(&mut steps.iter().map(|s| s.thread.as_str()));
    let at = widest(&mut places.iter().map(String::as_str)).min(40);
    let what = widest(&mut lines.iter().map(String::as_str));
    let left_out = left_out(steps.len(), error.cycle);
    for (index, ((step, place), line)) in steps.iter().zip(&places).zip(&lines).enumerate() {
        if left_out.contains(&index) {
            if index == left_out.start {
                let _ = writeln!(
                    out,
                    "      … {} more (`--format json` has them all)",
                    counted(left_out.len() as u64, "step")
                );
            }
            continue;
        }
        if error.cycle == Some(index) {
            let _ = writeln!(out, "      and then, again and again:");
        }
        let mark = if step.generalised.is_some() { '?' } else { ' ' };
        let changes = shorten(&step.changes.join(", "), 120);
        let row = format!("{:4}{mark} {:who$}  {place:at$}  {line:what$}  {changes}", index + 1, step.thread);
        let _ = writeln!(out, "{}", row.trim_end());
    }
    if error.kind == "deadlock" {
        let _ = writeln!(out, "\nWhere the threads are then:");
        let who = widest(&mut error.standing.iter().map(|s| s.thread.as_str()));
        for standing in &error.standing {
            let text = match &standing.at {
                Some(at) => format!("{}: {}", at.short(), at.statement),
                None => "has ended".to_string(),
            };
            let _ = writeln!(out, "  {:who$}  {text}", standing.thread);
        }
    }
    out.push('\n');
}

/// Of a very long run, the steps that are not shown: neither the first nor the last ones.
fn left_out(steps: usize, cycle: Option<usize>) -> std::ops::Range<usize> {
    const SHOWN: usize = 120;
    if steps <= 2 * SHOWN {
        return 0..0;
    }
    match cycle {
        // What repeats begins late: its beginning is of interest.
        Some(cycle) if cycle > SHOWN && cycle + SHOWN > steps => SHOWN..cycle.min(steps - 1),
        _ => SHOWN..steps - SHOWN,
    }
}

impl Error {
    /// What goes wrong, and where.
    pub fn headline(&self) -> String {
        match &self.at {
            Some(at) => format!("{}  ({})", self.message, at.short()),
            None => self.message.clone(),
        }
    }
}

impl Place {
    /// `m.c:7`
    pub fn short(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }
}
