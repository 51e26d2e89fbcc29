//! A run side by side: a column for each thread, time goes down.
//!
//! ```text
//!       main                      worker 2
//!    1  20: pthread_create(…);
//!         worker 2 starts
//!    2                            12: counter++;
//!                                   reads counter, which is 0
//! ```
//!
//! A number before a statement is its line. `> f` and `< f` say that a thread goes into a function, or back to one.

use super::wrap::wrapped;
use super::{Error, Step, steps};
use crate::report::style::counted;
use std::collections::HashMap;
use std::fmt::Write;

/// A column is never narrower than this, even if the lines become too long.
const NARROWEST: usize = 18;
/// The numbers of the steps.
const MARGIN: usize = 6;

pub fn columns(error: &Error, width: usize) -> String {
    let mut threads: Vec<(u32, &str)> = error.trail.iter().map(|s| (s.process, s.thread.as_str())).collect();
    threads.sort();
    threads.dedup_by_key(|t| t.0);
    let each = (width.saturating_sub(MARGIN) / threads.len().max(1)).max(NARROWEST);
    let mut out = format!("\nHow it comes to that, in {}:\n\n", counted(error.trail.len() as u64, "step"));
    let names: Vec<String> = threads.iter().map(|(_, name)| format!("{name:each$}")).collect();
    line(&mut out, &format!("{}{}", " ".repeat(MARGIN), names.concat()));
    let rules: Vec<String> = threads.iter().map(|_| format!("{:each$}", "-".repeat(each - 2))).collect();
    line(&mut out, &format!("{}{}", " ".repeat(MARGIN), rules.concat()));
    let mut functions: HashMap<u32, Vec<String>> = HashMap::new();
    for (index, step) in error.trail.iter().enumerate() {
        if error.cycle == Some(index) {
            line(&mut out, "      and then, again and again:");
        }
        let column = threads.iter().position(|t| t.0 == step.process).unwrap_or(0);
        let mark = if step.generalised.is_some() { '?' } else { ' ' };
        let mut number = format!("{:4}{mark}", index + 1);
        for text in cell(step, functions.entry(step.process).or_default(), each - 2) {
            let gap = " ".repeat(column * each);
            line(&mut out, &format!("{number:MARGIN$}{gap}{text}"));
            number.clear();
        }
    }
    if error.kind == "deadlock" {
        out.push_str(&steps::standing(error));
    }
    out.push('\n');
    out
}

fn line(out: &mut String, text: &str) {
    let _ = writeln!(out, "{}", text.trim_end());
}

/// What stands in the column of a thread for one step.
fn cell(step: &Step, open: &mut Vec<String>, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let now: Vec<String> = step.calls.iter().map(|c| c.function.clone()).collect();
    if *open != now {
        let arrow = if now.len() >= open.len() { '>' } else { '<' };
        lines.push(format!("{arrow} {}", step.function));
        *open = now;
    }
    lines.extend(wrapped(&format!("{}: {}", step.at.line, step.at.statement), width));
    for change in &step.changes {
        lines.extend(wrapped(change, width.saturating_sub(2)).into_iter().map(|l| format!("  {l}")));
    }
    lines
}
