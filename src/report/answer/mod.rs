//! The answer of `ax verify`: plain data, exactly the JSON object that it prints.
//!
//! Every renderer takes answers and nothing else, so that one can be kept in a file and told again later, in any form
//! (`ax explain`). `build` makes an answer from what was found out; nothing here looks at C sources or models.

pub mod build;
mod chart;
mod columns;
mod joined;
mod json;
mod junit;
mod read;
mod rules;
mod sarif;
mod sequence;
mod since;
mod sliced;
mod status;
mod steps;
mod svg;
mod text;
mod wrap;

pub use json::json;
pub use junit::junit;
pub use read::read;
pub use sarif::sarif;
pub use status::status;
pub use svg::svg;
pub use text::{Telling, text};

use serde::{Deserialize, Serialize};

/// What was found out about one program or harness.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    pub verdict: Verdict,
    /// The harness, or the sources of the program.
    pub harness: String,
    pub properties: Vec<Property>,
    /// Entries of tables that nobody has read yet.
    #[serde(default)]
    pub unreviewed: Vec<String>,
    #[serde(default)]
    pub findings: Vec<String>,
    /// C statements that no run comes to.
    #[serde(default)]
    pub unreached: Vec<SourceRange>,
    /// Functions outside of the sources may return anything, and that is no reason for doubt.
    #[serde(default)]
    pub most_general: bool,
    /// Statements that do more in the model than in C, or whose data is unknown there.
    #[serde(default)]
    pub generalised: Vec<Basis>,
    /// What changed since a commit, if that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
}

/// What changed since a commit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Since {
    pub revision: String,
    /// The harness could be checked as it was.
    pub known: bool,
    /// New statements: those first that may make a verdict wrong.
    pub statements: Vec<Statement>,
    pub gone: Vec<Statement>,
    pub tables: Vec<TableChange>,
    pub verdicts: Vec<VerdictChange>,
}

/// A statement of the C program, and what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Statement {
    pub file: String,
    pub line: u32,
    pub function: String,
    /// As tables have it: `A: x=1`.
    pub text: String,
    pub mapping: String,
    pub kind: String,
}

/// A line of a table that is new, gone or different.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableChange {
    pub table: String,
    /// What it means for a verdict.
    pub effect: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

/// A property whose verdict is another one, or that is new.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VerdictChange {
    pub property: String,
    pub before: Option<Verdict>,
    pub after: Verdict,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Pass,
    Incomplete,
    Fail,
}

impl Verdict {
    /// As a harness and the JSON spell it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Incomplete => "incomplete",
            Verdict::Fail => "fail",
        }
    }
}

impl Answer {
    /// Everything that goes wrong, what may be spurious too.
    pub fn errors(&self) -> impl Iterator<Item = &Error> {
        self.properties.iter().flat_map(|p| &p.errors)
    }

    /// It is a failure though every property holds: something else was asked for too.
    pub fn is_refused(&self) -> bool {
        self.verdict == Verdict::Fail && self.properties.iter().all(|p| p.verdict == Verdict::Pass)
    }
}

/// What was found out about one property.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Property {
    pub name: String,
    /// `safety`, `assertions`, `deadlock`, `termination`, `progress`, `ltl`
    #[serde(default)]
    pub kind: String,
    pub verdict: Verdict,
    /// The verdict that the owner of the harness expects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<String>,
    pub errors: Vec<Error>,
    pub errors_total: u64,
    pub stored: u64,
    pub matched: u64,
    pub transitions: u64,
    pub atomic_steps: u64,
    pub depth: u64,
    pub state_bytes: u64,
    pub memory_bytes: u64,
    pub seconds: f64,
    /// Why the answer is incomplete: the limit that was hit, `spurious`, or `obstacles`.
    pub incomplete: Option<String>,
    /// What the verdict rests on, a line each: `rests_on` in words.
    pub restrictions: Vec<String>,
    #[serde(default)]
    pub rests_on: Vec<Basis>,
    /// Steps of the errors that may be more than C allows, a line each.
    pub generalisations: Vec<String>,
    /// Statements whose effect is not in the model: they stand in the way of a pass.
    #[serde(default)]
    pub obstacles: Vec<Basis>,
    pub cached: bool,
    /// What the search left out because the property does not depend on it, a line each.
    pub sliced: Vec<String>,
    /// What a pass has checked: `assertion`, `bounds`, …
    #[serde(default)]
    pub checked: Vec<String>,
}

/// Something that a verdict rests on, or that stands in its way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Basis {
    pub what: String,
    #[serde(default)]
    pub at: Option<SourceRange>,
    /// `table:line` of the entry behind it.
    #[serde(default)]
    pub entry: Option<String>,
    /// Why it is right, in the words of the entry's comment.
    #[serde(default)]
    pub reason: Option<String>,
}

/// A piece of a C source.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct SourceRange {
    pub file: String,
    /// Counted from 1, as columns are; the end is the first place behind it.
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
    /// The source line it begins in, without the space around it.
    pub statement: String,
}

/// A violation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Error {
    pub kind: String,
    pub message: String,
    /// The C statement that fails, if it is one.
    #[serde(default)]
    pub at: Option<SourceRange>,
    /// What the failing expression read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub operands: Vec<Operand>,
    /// What the run was given, in the order in which it asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Input>,
    /// Every step is one of the C program.
    pub real: bool,
    /// Entries of a person's tables without which it may not be real.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trusted: Vec<Basis>,
    /// The run has only the steps that the property depends on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sliced: bool,
    /// How many steps there are.
    pub depth: u64,
    pub trail: Vec<Step>,
    /// The steps from this one on (counted from 0) repeat for ever.
    #[serde(default)]
    pub cycle: Option<usize>,
    /// Where each thread is at the end.
    #[serde(default)]
    pub standing: Vec<Standing>,
}

/// Something that a failing expression read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Operand {
    pub expression: String,
    pub value: String,
    /// The function that read it, if another one is meant than that of the operands before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

/// A number that nothing in the program decides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Input {
    /// The call that gave it, or what was never set.
    pub expression: String,
    /// Several, with commas, if the call asked for more than one.
    pub value: String,
    /// The least and the greatest value with which the run goes the same way, whatever the other inputs are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<(i64, i64)>,
    #[serde(default)]
    pub at: Option<SourceRange>,
}

/// A C statement, executed by one thread.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    pub process: u32,
    /// The function that the thread runs.
    pub proctype: String,
    /// What the thread is called: `worker 2`.
    pub thread: String,
    /// The function that the statement is in.
    pub function: String,
    /// The calls between the two, the outermost first.
    #[serde(default)]
    pub calls: Vec<Call>,
    #[serde(flatten)]
    pub at: SourceRange,
    pub changes: Vec<String>,
    #[serde(default)]
    pub events: Vec<Event>,
    /// It may be more than C allows; why.
    pub generalised: Option<String>,
    /// It is part of what repeats for ever.
    pub cycle: bool,
}

/// A call that is open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Call {
    pub function: String,
    /// The statement that calls.
    #[serde(flatten)]
    pub at: SourceRange,
}

/// Something between threads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    Starts { process: u32, thread: String },
    Locks { object: String },
    Unlocks { object: String },
    Sends { channel: String, message: String },
    Receives { channel: String, message: String },
    Waits { object: String },
    Wakes { object: String, process: u32, thread: String },
}

/// Where a thread is when a run is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Standing {
    pub process: u32,
    pub proctype: String,
    pub thread: String,
    /// `None` if it has ended.
    pub at: Option<SourceRange>,
    #[serde(default)]
    pub calls: Vec<Call>,
    /// What it waits for, if it cannot move.
    pub waits_for: Option<String>,
}

/// Why an answer is incomplete, if some runs were searched whole: before the number of their preemptions.
pub const PREEMPTIONS: &str = "preemptions: ";

/// What was covered, if that is why an answer is incomplete.
pub fn covered(incomplete: &str) -> Option<String> {
    let most: u64 = incomplete.strip_prefix(PREEMPTIONS)?.parse().ok()?;
    let most = crate::report::style::counted(most, "preemption");
    Some(format!("all runs with at most {most} were searched"))
}
