//! The exit status that goes with answers.

use super::{Answer, Verdict};
use crate::exit::{HOLDS, INCOMPLETE, VIOLATED};

/// The verdict of several answers: the worst of them.
pub fn verdict(answers: &[Answer]) -> Verdict {
    answers.iter().map(|a| a.verdict).max().unwrap_or(Verdict::Pass)
}

/// The exit status that says so.
pub fn status(answers: &[Answer]) -> u8 {
    match verdict(answers) {
        Verdict::Pass => HOLDS,
        Verdict::Fail => VIOLATED,
        Verdict::Incomplete => INCOMPLETE,
    }
}
