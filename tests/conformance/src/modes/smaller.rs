//! Makes a model that differs in one way to search as small as possible while it still differs in that way.
//!
//! Programs of the generator are cut along their tree (see `shrink`), other texts line by line. What does not end in
//! time or is refused by `ax` does not count as a difference, so that the outcome is a model.

use super::subject::Subject;
use super::trial::{self, Full, Judgement, Limits};
use crate::ax::Ax;
use crate::shrink;
use std::io;

/// A smaller model that still differs in the way of this number.
pub fn smaller(ax: &Ax, subject: &Subject, way: usize, limits: Limits) -> io::Result<String> {
    let differs = |text: &str| -> io::Result<bool> {
        let candidate = subject.with_text(text)?;
        let Ok(report) = trial::full(ax, &candidate, limits)? else { return Ok(false) };
        let full = Full::of(ax, &candidate, report, limits)?;
        Ok(matches!(trial::one(ax, &candidate, &full, way, limits)?, Judgement::Differs(_)))
    };
    match &subject.program {
        Some(program) => Ok(shrink::reduce(program.clone(), |node| differs(&node.render()))?.render()),
        None => lines(&subject.text, differs),
    }
}

/// Takes out lines, many at a time at first, as long as `holds`.
fn lines(text: &str, mut holds: impl FnMut(&str) -> io::Result<bool>) -> io::Result<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut length = lines.len() / 2;
    while length > 0 {
        let (before, mut start) = (lines.len(), 0);
        while start + length <= lines.len() {
            let mut candidate = lines.clone();
            candidate.drain(start..start + length);
            if holds(&joined(&candidate))? {
                lines = candidate;
            } else {
                start += 1;
            }
        }
        // Single lines are tried again until none can go.
        if length > 1 || lines.len() == before {
            length /= 2;
        }
    }
    Ok(joined(&lines))
}

fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn finds_the_lines_that_matter() {
        let text: String = (0..40).map(|number| format!("{number}\n")).collect();
        let has = |text: &str, wanted: &str| text.lines().any(|line| line == wanted);
        let small = super::lines(&text, |text| Ok(has(text, "7") && has(text, "31"))).expect("no trouble");
        assert_eq!(small, "7\n31\n");
    }
}
