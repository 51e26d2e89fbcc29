//! Running `ax check` and reading its JSON.

use crate::command;
use crate::counts::Counts;
use crate::spin::{Claim, Reduction};
use serde_json::Value;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How to call `ax`.
#[derive(Clone, Debug)]
pub struct Ax {
    pub program: PathBuf,
    pub limit: Duration,
    /// Compare random programs in a breadth-first search as well: the same states, whatever the order.
    pub breadth_first: bool,
    /// How random programs are searched.
    pub reduction: Reduction,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    DepthFirst,
    BreadthFirst,
}

/// Which infinite runs are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Property {
    /// None: `-DSAFETY`
    Safety,
    /// `pan -a`
    Acceptance,
    /// `-DNP`, `pan -l`
    Progress,
}

/// Which infinite runs count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fairness {
    None,
    /// `pan -f`
    Weak,
    /// Spin has none.
    Strong,
}

/// What is asked of one run.
#[derive(Clone, Debug)]
pub struct Request {
    pub claim: Claim,
    /// The name of the claim, if it is not the first.
    pub name: Option<String>,
    pub property: Property,
    pub fairness: Fairness,
    pub order: Order,
    pub all_errors: bool,
    pub reduction: Reduction,
}

impl Request {
    /// The run that mirrors `pan -c0`.
    pub fn all(claim: Claim) -> Request {
        Request {
            claim,
            name: None,
            property: Property::Safety,
            fairness: Fairness::None,
            order: Order::DepthFirst,
            all_errors: true,
            reduction: Reduction::None,
        }
    }

    /// The run that mirrors `pan -a` or `pan -l`.
    pub fn live(property: Property, fairness: Fairness) -> Request {
        Request { property, fairness, all_errors: false, ..Request::all(Claim::First) }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    pub verdict: String,
    /// In the order found.
    pub kinds: Vec<String>,
    /// A channel was used that does not exist. Spin does not always notice.
    pub no_channel: bool,
    /// The steps of the first error.
    pub steps: usize,
    /// In its cycle only the claim moves.
    pub stands_still: bool,
    pub counts: Counts,
    pub state_bytes: u64,
    pub memory_bytes: u64,
    /// The time of the search alone.
    pub seconds: f64,
    /// What cut the search short.
    pub incomplete: Option<String>,
}

/// Why there is no report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Exit status 2: `ax` refuses the model. The text is its first message.
    Refused(String),
    /// Any other end without JSON; a panic, most likely.
    Crashed(String),
    TimeLimit,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused(message) => write!(f, "refused: {message}"),
            Failure::Crashed(message) => write!(f, "crashed: {message}"),
            Failure::TimeLimit => write!(f, "time limit"),
        }
    }
}

impl Ax {
    /// All arguments of a request.
    pub fn arguments(model: &Path, request: &Request) -> Vec<String> {
        let mut args = Ax::question(model, request);
        let (por, optimize) = match request.reduction {
            Reduction::None => ("off", "off"),
            Reduction::Merged => ("off", "on"),
            Reduction::Full => ("on", "on"),
        };
        args.extend(["--por", por, "--optimize", optimize].map(String::from));
        if request.order == Order::BreadthFirst {
            args.extend(["--search", "bfs"].map(String::from));
        }
        args
    }

    /// The arguments that say what is asked, and not how it is searched, with the claims that Spin makes of formulas.
    pub fn question(model: &Path, request: &Request) -> Vec<String> {
        let mut args = Ax::asked(model, request);
        args.extend(["--claim-automaton", "spin"].map(String::from));
        args
    }

    /// The arguments that say what is asked.
    pub fn asked(model: &Path, request: &Request) -> Vec<String> {
        let mut args: Vec<String> = vec!["check".into(), model.display().to_string()];
        args.extend(["--vacuity", "off", "--format", "json"].map(String::from));
        if request.all_errors {
            args.push("--all-errors".into());
        }
        match request.property {
            Property::Safety => args.push("--safety".into()),
            Property::Acceptance => args.extend(["--acceptance", "--no-end-states"].map(String::from)),
            Property::Progress => args.push("--progress".into()),
        }
        match request.fairness {
            Fairness::None => {}
            Fairness::Weak => args.push("--fair".into()),
            Fairness::Strong => args.push("--fair=strong".into()),
        }
        if let Some(name) = &request.name {
            args.extend(["--ltl".into(), name.clone()]);
        }
        if request.claim == Claim::None {
            args.push("--no-claim".into());
        }
        args
    }

    pub fn check(&self, folder: &Path, model: &Path, request: &Request) -> io::Result<Result<Report, Failure>> {
        let outcome = command::run(&self.program, &Ax::arguments(model, request), folder, self.limit)?;
        if outcome.status.is_none() {
            return Ok(Err(Failure::TimeLimit));
        }
        if let Some(report) = parse(&outcome.stdout) {
            return Ok(Ok(report));
        }
        let message = first_line(&outcome.stderr);
        Ok(Err(match outcome.code() {
            Some(2) => Failure::Refused(message),
            _ => Failure::Crashed(message),
        }))
    }
}

fn first_line(text: &str) -> String {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or("no message").trim().to_string()
}

/// Reads the one object that `--format json` prints.
pub fn parse(text: &str) -> Option<Report> {
    let value: Value = serde_json::from_str(text).ok()?;
    let number = |name: &str| value.get(name).and_then(Value::as_u64);
    let errors = value.get("errors")?.as_array()?;
    let about_channel = |error: &Value| {
        let message = error.get("message").and_then(Value::as_str).unwrap_or_default();
        message.contains("not initialised") || message.contains("does not exist")
    };
    Some(Report {
        verdict: value.get("verdict")?.as_str()?.to_string(),
        no_channel: errors.iter().any(about_channel),
        stands_still: errors.first().and_then(cycle_of_claim).unwrap_or(false),
        steps: errors.first().and_then(|error| Some(error.get("trail")?.as_array()?.len())).unwrap_or(0),
        kinds: errors.iter().filter_map(|error| Some(error.get("kind")?.as_str()?.to_string())).collect(),
        counts: Counts {
            stored: number("stored")?,
            matched: number("matched")?,
            transitions: number("transitions")?,
            atomic_steps: number("atomic_steps")?,
            depth: number("depth")?,
            errors: number("errors_total")?,
        },
        state_bytes: number("state_bytes").unwrap_or(0),
        memory_bytes: number("memory_bytes").unwrap_or(0),
        seconds: value.get("seconds").and_then(Value::as_f64).unwrap_or(0.0),
        incomplete: value.get("incomplete").and_then(Value::as_str).map(String::from),
    })
}

/// Whether an error has a cycle, and all of its steps are the claim's.
fn cycle_of_claim(error: &Value) -> Option<bool> {
    let mut cycle = error.get("trail")?.as_array()?.iter().filter(|step| step["cycle"] == true).peekable();
    cycle.peek()?;
    Some(cycle.all(|step| step["process"] == -1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_json_of_the_design() {
        let text = r#"{ "verdict": "fail",
            "errors": [ { "kind": "end-state", "message": "m", "depth": 12, "trail": [] } ],
            "errors_total": 1, "stored": 14, "matched": 2, "transitions": 16, "atomic_steps": 0, "depth": 13,
            "state_bytes": 36, "memory_bytes": 0, "seconds": 0.0, "unreached": [], "incomplete": null }"#;
        let report = parse(text).expect("a report");
        assert_eq!(report.verdict, "fail");
        assert_eq!(report.kinds, ["end-state"]);
        assert_eq!(report.counts.transitions, 16);
    }
}
