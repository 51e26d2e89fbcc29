//! What `ax verify` says of a program, next to the truth.

use super::outcome::{Kind, Truth};
use crate::command;
use serde_json::Value;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The program to test.
pub struct Subject {
    pub ax: PathBuf,
    pub limit: Duration,
}

/// An error in the answer of `ax`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub kind: String,
    pub line: u64,
    /// The run is claimed to be one of the program.
    pub real: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Pass,
    Fail(Vec<Told>),
    Incomplete(String),
    /// Exit status 2: the program is not taken.
    Refused(String),
    Crashed(String),
    TimeLimit,
}

/// How an answer relates to the truth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Judgement {
    Right,
    WrongPass,
    WrongFail,
    /// A failure that `ax` itself does not call real.
    Doubted,
    Incomplete,
    Refused,
    Crashed,
}

impl Judgement {
    pub const ALL: [Judgement; 7] = [
        Judgement::Right,
        Judgement::WrongPass,
        Judgement::WrongFail,
        Judgement::Doubted,
        Judgement::Incomplete,
        Judgement::Refused,
        Judgement::Crashed,
    ];

    pub fn is_wrong(self) -> bool {
        matches!(self, Judgement::WrongPass | Judgement::WrongFail | Judgement::Crashed)
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Judgement::Right => "right",
            Judgement::WrongPass => "wrong pass",
            Judgement::WrongFail => "wrong fail",
            Judgement::Doubted => "fail, not real",
            Judgement::Incomplete => "incomplete",
            Judgement::Refused => "refused",
            Judgement::Crashed => "crashed",
        })
    }
}

impl Subject {
    /// Asks about the file of this name in the folder.
    pub fn ask(&self, folder: &Path, file: &str) -> io::Result<Answer> {
        let arguments = ["verify", "--no-cache", file, "--format", "json"].map(String::from);
        let outcome = command::run(&self.ax, &arguments, folder, self.limit)?;
        if outcome.status.is_none() {
            return Ok(Answer::TimeLimit);
        }
        let message = outcome.stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or("no message").to_string();
        if outcome.code() == Some(2) {
            return Ok(Answer::Refused(message));
        }
        let Ok(json) = serde_json::from_str::<Value>(&outcome.stdout) else { return Ok(Answer::Crashed(message)) };
        Ok(read(&json))
    }
}

fn read(json: &Value) -> Answer {
    let properties = json["properties"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    match json["verdict"].as_str() {
        Some("pass") => Answer::Pass,
        Some("fail") => Answer::Fail(
            properties
                .iter()
                .flat_map(|property| property["errors"].as_array().cloned().unwrap_or_default())
                .map(|error| Told {
                    kind: text(&error["kind"]),
                    line: error["at"]["line"].as_u64().unwrap_or(0),
                    real: error["real"].as_bool().unwrap_or(true),
                })
                .collect(),
        ),
        _ => {
            let reasons = properties.iter().map(|property| text(&property["incomplete"]));
            Answer::Incomplete(reasons.filter(|reason| !reason.is_empty()).collect::<Vec<_>>().join("; "))
        }
    }
}

/// Compares; a failure must be of a kind that some run shows, an assertion must be one that some run violates.
pub fn judge(truth: &Truth, answer: &Answer) -> Judgement {
    let told_right = |told: &Told| {
        // Models tell a bad index or divisor as `runtime`, a deadlock as `end-state`.
        let kind = match told.kind.as_str() {
            "runtime" if truth.kinds().contains(&Kind::Division) => Kind::Division,
            "runtime" => Kind::Memory,
            "end-state" => Kind::Deadlock,
            other => match Kind::parse(other) {
                Some(kind) => kind,
                None => return false,
            },
        };
        truth.failures.iter().any(|failure| {
            let line = failure.kind != Kind::Assertion || told.line == 0 || told.line == failure.line;
            failure.kind.is_told_by(kind) && line
        })
    };
    match answer {
        Answer::Pass if truth.failures.is_empty() => Judgement::Right,
        Answer::Pass => Judgement::WrongPass,
        Answer::Fail(errors) if errors.iter().all(|told| !told.real) => Judgement::Doubted,
        Answer::Fail(errors) if errors.iter().filter(|told| told.real).all(told_right) => Judgement::Right,
        Answer::Fail(_) => Judgement::WrongFail,
        Answer::Incomplete(_) | Answer::TimeLimit => Judgement::Incomplete,
        Answer::Refused(_) => Judgement::Refused,
        Answer::Crashed(_) => Judgement::Crashed,
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Pass => f.write_str("PASS"),
            Answer::Fail(errors) => {
                f.write_str("FAIL")?;
                for told in errors {
                    write!(f, " {} at line {}{}", told.kind, told.line, if told.real { "" } else { " (not real)" })?;
                }
                Ok(())
            }
            Answer::Incomplete(reason) => write!(f, "INCOMPLETE {reason}"),
            Answer::Refused(message) => write!(f, "refused: {message}"),
            Answer::Crashed(message) => write!(f, "crashed: {message}"),
            Answer::TimeLimit => f.write_str("time limit"),
        }
    }
}
