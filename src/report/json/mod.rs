//! The JSON object of `ax check --format json`. Scripts rely on its fields.

mod swarm;

use super::covered;
use super::property::{self, PropertyUse};
use checker::exec::CLAIM;
use checker::model::Model;
use checker::search::swarm::Finding;
use checker::search::{ErrorFound, ErrorKind, Incomplete, Loss, Outcome, Property, Search};
use promela::source::Sources;
use serde::Serialize;

#[derive(Serialize, Default)]
pub struct Result<'a> {
    verdict: &'a str,
    errors: Vec<Error>,
    errors_total: u64,
    stored: u64,
    matched: u64,
    /// States that the second search for cycles went through once more.
    revisited: u64,
    transitions: u64,
    atomic_steps: u64,
    depth: u64,
    state_bytes: u64,
    memory_bytes: u64,
    seconds: f64,
    unreached: Vec<Statement>,
    incomplete: Option<&'a str>,
    /// For an ltl formula, how much of it mattered.
    #[serde(skip_serializing_if = "Option::is_none")]
    property: Option<property::Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<LossOf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetry: Option<super::symmetry::Json>,
    covered: Option<covered::Json>,
    /// Only of `ax swarm`.
    #[serde(skip_serializing_if = "Option::is_none")]
    searches: Option<Vec<swarm::Json>>,
}

#[derive(Serialize)]
struct Error {
    kind: &'static str,
    message: String,
    depth: u64,
    trail: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    /// The pid; -1 for the claim.
    process: i64,
    proctype: String,
    file: String,
    line: u32,
    statement: String,
    /// Spin's number of the transition: with it the step can be taken again.
    transition: u32,
    cycle: bool,
}

#[derive(Serialize)]
struct Statement {
    proctype: String,
    file: String,
    line: u32,
    statement: String,
}

/// What a store that does not keep states says of itself.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LossOf {
    /// How many states are expected to be missing.
    Hash {
        missing: f64,
    },
    Bitstate {
        hash_factor: f64,
        functions: u32,
        coverage: f64,
    },
}

pub fn loss(loss: Loss) -> LossOf {
    match loss {
        Loss::Compact { missing } => LossOf::Hash { missing },
        Loss::Bits { factor, functions, coverage } => LossOf::Bitstate { hash_factor: factor, functions, coverage },
    }
}

pub fn kind_name(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Assertion => "assertion",
        ErrorKind::EndState => "end-state",
        ErrorKind::Claim => "claim",
        // A trace is a claim about events.
        ErrorKind::Trace => "claim",
        ErrorKind::Runtime => "runtime",
        ErrorKind::AcceptanceCycle => "acceptance-cycle",
        ErrorKind::ProgressCycle => "progress-cycle",
    }
}

pub fn verdict(outcome: &Outcome) -> &'static str {
    if outcome.errors_total > 0 {
        "fail"
    } else if outcome.incomplete.is_some() {
        "incomplete"
    } else {
        "pass"
    }
}

pub fn incomplete_name(i: Incomplete) -> &'static str {
    match i {
        Incomplete::Depth => "depth",
        Incomplete::Memory => "memory",
        Incomplete::Time => "time",
        Incomplete::Interrupted => "interrupted",
        Incomplete::Lossy => "store",
        Incomplete::Random => "random",
        Incomplete::Foreign(_) => "embedded C",
    }
}

pub fn print(model: &Model, what: &Search, outcome: &Outcome, used: Option<&PropertyUse>, sources: &Sources) {
    print_with(model, what, outcome, used, None, sources);
}

/// `searches`: the findings of a swarm.
pub fn print_with(
    model: &Model,
    what: &Search,
    outcome: &Outcome,
    used: Option<&PropertyUse>,
    searches: Option<&[Finding]>,
    sources: &Sources,
) {
    let s = &outcome.statistics;
    let result = Result {
        verdict: verdict(outcome),
        errors: outcome.errors.iter().map(|e| error(model, e, sources)).collect(),
        errors_total: outcome.errors_total,
        stored: s.stored,
        matched: s.matched,
        revisited: s.revisited,
        transitions: s.transitions(),
        atomic_steps: s.atomic_steps,
        depth: s.depth,
        state_bytes: s.state_bytes,
        memory_bytes: s.memory_bytes,
        seconds: s.seconds,
        unreached: outcome
            .unreached
            .iter()
            .map(|u| {
                let place = sources.place(u.span);
                Statement {
                    proctype: u.proctype.clone(),
                    file: place.file.to_string(),
                    line: place.line,
                    statement: u.statement.clone(),
                }
            })
            .collect(),
        incomplete: outcome.incomplete.map(incomplete_name),
        property: used.map(|used| used.json(sources)),
        loss: outcome.loss.map(loss),
        symmetry: what
            .symmetry
            .as_ref()
            .filter(|_| what.property == Property::Safety && !outcome.asymmetric)
            .map(|symmetry| super::symmetry::json(model, symmetry, sources)),
        covered: outcome.covered.map(covered::json),
        searches: searches.map(|list| list.iter().map(swarm::json).collect()),
    };
    match serde_json::to_string(&result) {
        Ok(text) => {
            super::style::out(&format!("{text}\n"));
        }
        Err(e) => eprintln!("ax: cannot write the result: {e}"),
    }
}

/// A limit was hit before there was an answer.
pub fn unfinished(why: Incomplete) {
    let result = Result { verdict: "incomplete", incomplete: Some(incomplete_name(why)), ..Result::default() };
    if let Ok(text) = serde_json::to_string(&result) {
        super::style::out(&format!("{text}\n"));
    }
}

fn error(model: &Model, e: &ErrorFound, sources: &Sources) -> Error {
    let trail = e.trail.iter().enumerate().map(|(i, m)| {
        let s = model.statement_of(m.transition);
        let place = sources.place(s.span);
        Step {
            process: if m.pid == CLAIM { -1 } else { i64::from(m.pid) },
            proctype: model.proctype(s.proctype).name.clone(),
            file: place.file.to_string(),
            line: place.line,
            statement: s.text.clone(),
            transition: model.transition(m.transition).id,
            cycle: e.cycle.is_some_and(|c| i >= c),
        }
    });
    Error { kind: kind_name(e.kind), message: e.message.clone(), depth: e.depth, trail: trail.collect() }
}
