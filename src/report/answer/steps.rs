//! A run as a table, a row for each step, and where everybody is at its end.
//!
//! ```text
//!    3  worker 2 > add  count.c:12  total += n;  reads total, which is 0
//! ```
//!
//! `>` leads from the function of the thread to the one that it is in.

use super::{Call, Error, Step};
use crate::report::style::{counted, shorten};
use std::fmt::Write;

/// The longest source line, and the longest list of changes.
const WIDEST_LINE: usize = 56;
const WIDEST_CHANGES: usize = 120;

pub fn steps(error: &Error) -> String {
    let mut out = String::new();
    let rows: Vec<[String; 4]> = error.trail.iter().map(row).collect();
    let widths = widths(&rows);
    let _ = writeln!(out, "\nHow it comes to that, in {}:", counted(rows.len() as u64, "step"));
    let left_out = left_out(rows.len(), error.cycle);
    for (index, (step, row)) in error.trail.iter().zip(&rows).enumerate() {
        if left_out.contains(&index) {
            if index == left_out.start {
                let count = counted(left_out.len() as u64, "step");
                let _ = writeln!(out, "      … {count} more (`--format json` has them all)");
            }
            continue;
        }
        if error.cycle == Some(index) {
            let _ = writeln!(out, "      and then, again and again:");
        }
        let mark = if step.generalised.is_some() { '?' } else { ' ' };
        let line = format!("{:4}{mark} {}", index + 1, joined(row, &widths));
        let _ = writeln!(out, "{}", line.trim_end());
    }
    if error.cycle.is_some_and(|cycle| cycle >= error.trail.len()) {
        let _ = writeln!(out, "      and then nothing happens any more");
    }
    if error.kind == "deadlock" {
        out.push_str(&standing(error));
    }
    out.push('\n');
    out
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

fn row(step: &Step) -> [String; 4] {
    let changes = shorten(&step.changes.join(", "), WIDEST_CHANGES);
    [whereabouts(&step.thread, &step.calls), step.at.short(), shorten(&step.at.statement, WIDEST_LINE), changes]
}

/// Where each thread is at the end, and what it waits for.
pub fn standing(error: &Error) -> String {
    let who = if error.message.contains("process") { "processes" } else { "threads" };
    let mut out = format!("\nWhere the {who} are then:\n");
    let row = |s: &super::Standing| match &s.at {
        Some(at) => [whereabouts(&s.thread, &s.calls), at.short(), shorten(&at.statement, WIDEST_LINE), s.words()],
        None => [s.thread.clone(), s.words(), String::new(), String::new()],
    };
    let rows: Vec<[String; 4]> = error.standing.iter().map(row).collect();
    let widths = widths(&rows);
    for row in &rows {
        let _ = writeln!(out, "  {}", joined(row, &widths).trim_end());
    }
    out
}

fn widths(rows: &[[String; 4]]) -> [usize; 4] {
    [0, 1, 2, 3].map(|column| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0))
}

fn joined(row: &[String; 4], widths: &[usize; 4]) -> String {
    let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
    cells.join("  ")
}

/// A thread, and the calls that it is in: `worker 2 > enter > lock`.
pub fn whereabouts(thread: &str, calls: &[Call]) -> String {
    let functions: Vec<&str> = calls.iter().map(|c| c.function.as_str()).collect();
    match functions.as_slice() {
        [] => thread.to_string(),
        [_] | [_, _] => format!("{thread} > {}", functions.join(" > ")),
        [.., last] => format!("{thread} > … > {last}"),
    }
}
