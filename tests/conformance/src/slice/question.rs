//! A model, what can be asked of it, and the answer of a search.

use checker::compile;
use checker::search::{self, Control, Fairness, Limits, Order, Outcome, Search, search};
use promela::DiskLoader;
use promela::ast::{Program, Unit};
use promela::claim::ClaimChoice;
use promela::finding::Findings;
use promela::source::Sources;
use slicer::{Cycles, Decisions, Property, cut};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A model that can be searched.
pub struct Subject {
    program: Program,
    sources: Arc<Sources>,
    slicing: Duration,
}

/// What is asked.
pub struct Question {
    pub name: &'static str,
    pub property: Property,
    pub fairness: Fairness,
}

/// What a search says.
pub struct Answer {
    /// `pass`, `incomplete`, or the kind of the first error
    pub verdict: String,
    pub states: u64,
    pub time: Duration,
    pub slicing: Duration,
}

/// How far a search goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Errors {
    First,
    All,
}

impl Answer {
    pub fn fails(&self) -> bool {
        !matches!(self.verdict.as_str(), "pass" | "incomplete")
    }
}

static STOP: AtomicBool = AtomicBool::new(false);

impl Subject {
    /// `None` if it is no model.
    pub fn read(path: &Path, text: String) -> Option<Subject> {
        let mut sources = Sources::new();
        let mut findings = Findings::default();
        let options = promela::Options::default();
        let name = path.display().to_string();
        let program = promela::parse(&name, text, &options, &DiskLoader, &mut sources, &mut findings);
        if findings.has_errors() {
            return None;
        }
        Some(Subject { program, sources: Arc::new(sources), slicing: Duration::ZERO })
    }

    /// All that can be asked of the model.
    pub fn questions(&self) -> Vec<Question> {
        let ask = |name: &'static str, property: Property| Question { name, property, fairness: Fairness::None };
        let fair = |q: Question, name: &'static str| Question { name, fairness: Fairness::Weak, ..q };
        let mut list = vec![ask("assertions", Property::assertions()), ask("deadlock", Property::deadlock())];
        let both = Property { assertions: true, ..Property::deadlock() };
        list.push(ask("both", both.clone()));
        list.push(ask("both, complements", Property { decisions: Decisions::Complements, ..both }));
        let has_claim = self.program.units.iter().any(|unit| matches!(unit, Unit::Ltl(_) | Unit::Never(_)));
        if has_claim {
            let claim = || Property { cycles: Cycles::Acceptance, ..Property::claim(ClaimChoice::First) };
            list.push(ask("claim", claim()));
            list.push(fair(ask("", claim()), "claim, fair"));
        }
        let none = Property { end_states: false, ..Property::deadlock() };
        if self.has_label("accept") {
            let accept = || Property { cycles: Cycles::Acceptance, ..none.clone() };
            list.push(ask("acceptance", accept()));
            list.push(fair(ask("", accept()), "acceptance, fair"));
        }
        if self.has_label("progress") {
            let progress = || Property { cycles: Cycles::Progress, claim: ClaimChoice::NonProgress, ..none.clone() };
            list.push(ask("progress", progress()));
            list.push(fair(ask("", progress()), "progress, fair"));
        }
        list
    }

    /// Some process has such a label.
    fn has_label(&self, prefix: &str) -> bool {
        let bodies = self.program.units.iter().filter_map(|unit| match unit {
            Unit::Proctype(p) => Some(p),
            _ => None,
        });
        let text: String =
            bodies.map(|p| promela::print(&Program { units: vec![Unit::Proctype(p.clone())] })).collect();
        text.lines().any(|line| line.trim_start().starts_with(prefix) && line.trim_end().ends_with(':'))
    }

    pub fn sliced(&self, question: &Question) -> Subject {
        let start = Instant::now();
        let sliced = cut(&self.program, &question.property);
        Subject { program: sliced.program, sources: self.sources.clone(), slicing: start.elapsed() }
    }

    pub fn printed(&self) -> String {
        promela::print(&self.program)
    }

    pub fn search(&self, question: &Question, limit: Duration) -> Result<Answer, String> {
        let start = Instant::now();
        let outcome = self.outcome(question, limit, Errors::First)?;
        let verdict = match (outcome.errors.first(), &outcome.incomplete) {
            (Some(error), _) => format!("{:?}", error.kind),
            (None, Some(_)) => "incomplete".to_string(),
            (None, None) => "pass".to_string(),
        };
        Ok(Answer { verdict, states: outcome.statistics.stored, time: start.elapsed(), slicing: self.slicing })
    }

    /// The kinds of all errors.
    pub fn errors(&self, question: &Question, limit: Duration) -> BTreeSet<String> {
        let outcome = self.outcome(question, limit, Errors::All);
        outcome.iter().flat_map(|o| &o.errors).map(|error| format!("{:?}", error.kind)).collect()
    }

    fn outcome(&self, question: &Question, limit: Duration, errors: Errors) -> Result<Outcome, String> {
        let mut findings = Findings::default();
        let property = &question.property;
        let options = compile::Options { claim: property.claim.clone(), ..Default::default() };
        let Some(model) = compile::compile(&self.program, &options, &self.sources, &mut findings) else {
            let messages: Vec<&str> = findings.list.iter().map(|finding| finding.message.as_str()).collect();
            return Err(messages.join("; "));
        };
        let what = Search {
            property: match property.cycles {
                Cycles::None => search::Property::Safety,
                Cycles::Acceptance => search::Property::Acceptance,
                Cycles::Progress => search::Property::Progress,
            },
            fairness: question.fairness,
            order: Order::DepthFirst,
            all_errors: errors == Errors::All,
            end_states: property.end_states,
            assertions: property.assertions,
            optimize: true,
            limits: Limits { depth: None, memory: Some(2 << 30), time: Some(limit) },
            ..Search::default()
        };
        Ok(search(&model, &what, &mut Control { stop: &STOP, progress: &mut |_| {} }))
    }
}
