//! Asking the checker, and settling what its answer means for the C program.
//!
//! Read this file first. An [`Asker`] searches the model of a [`Question`]: the slice that the property depends on
//! ([`subject`]), the whole model if the slice has an error, and the model of real runs if a step of the error is in
//! doubt. What it found is told in terms of C. Where results are kept and progress is shown is for a [`Host`] to say.

pub mod outcome;
mod subject;

pub use subject::{Extent, Wrong};

use crate::closed::{Closed, Closing, Restriction};
use crate::harness::{Expect, Fair, PropertyKind};
use crate::own;
use crate::question::{Claim, Question};
use crate::story::{Lift, Statements, Story, mentions};
use checker::exec::{CLAIM, FaultKind};
use checker::model::Model;
use checker::optimise::{Visible, optimise};
use checker::por::Por;
use checker::search::{
    self, Control, ErrorFound, ErrorKind, Fairness, Incomplete, Limits, Order, Outcome, Progress, Search, Statistics,
};
use outcome::Kept;
use promela::ast::OriginId;
use promela::source::Span;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use subject::Subject;

/// What was found out about one property.
pub struct Property {
    pub name: String,
    pub kind: PropertyKind,
    pub verdict: Verdict,
    /// Errors besides that of the verdict, if all were asked for; as real as that one.
    pub further: Vec<Failure>,
    pub statistics: Statistics,
    /// It was known from before.
    pub cached: bool,
    /// The verdict that the owner of the harness expects.
    pub expect: Option<Expect>,
    /// What the property does not depend on, in terms of C.
    pub sliced: Vec<String>,
    /// What a pass has checked.
    pub checked: Vec<String>,
}

pub enum Verdict {
    Pass,
    /// A run of the C program violates it.
    Fail(Failure),
    /// A run of the model violates it, and the C program may have no such run; because of these, or of steps of the
    /// run.
    Possible(Failure, Vec<Restriction>),
    /// No run of the model violates it, but these statements are not in the model.
    Unsure(Vec<Restriction>),
    /// A limit was hit.
    Limited(Incomplete),
    /// The model numbers no more threads, or follows no more calls.
    Bounded,
    /// A limit of the machine was hit.
    Stopped(machine::outcome::Limit),
}

pub struct Failure {
    pub kind: FailureKind,
    pub message: String,
    /// The C statement that failed.
    pub at: Option<Span>,
    pub story: Story,
    /// What the failing expression read, where that is known.
    pub operands: Vec<Operand>,
    /// What the run was given, in the order in which it asked.
    pub inputs: Vec<Input>,
    /// The standard leaves open what happens.
    pub open: bool,
    /// The run has only the steps that the property depends on.
    pub sliced: bool,
}

/// Something that a failing expression read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    /// As the user wrote it: `p->next`.
    pub expression: String,
    pub value: String,
    /// The function that read it, if it is not the innermost of those that are told.
    pub function: Option<String>,
}

/// A number that nothing in the program decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// The call that gave it, or what was never set.
    pub expression: String,
    /// Several, if the call asked for more than one.
    pub value: String,
    /// With each value in here the run goes the same way, whatever the others are.
    pub interval: Option<(i64, i64)>,
    pub at: Option<Span>,
}

/// What is wrong with a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    Assertion,
    Bounds,
    Null,
    Memory,
    Uninitialised,
    Division,
    Race,
    Leak,
    Overflow,
    Runtime,
    Deadlock,
    Termination,
    Claim,
    AcceptanceCycle,
    ProgressCycle,
    /// More threads than the model numbers: no error of the program.
    Threads,
}

impl FailureKind {
    /// As scripts know it.
    pub fn name(self) -> &'static str {
        match self {
            FailureKind::Assertion => "assertion",
            FailureKind::Bounds => "bounds",
            FailureKind::Division => "division",
            FailureKind::Null => "null",
            FailureKind::Memory => "memory",
            FailureKind::Uninitialised => "uninitialised",
            FailureKind::Race => "race",
            FailureKind::Leak => "leak",
            FailureKind::Overflow => "overflow",
            FailureKind::Runtime => "runtime",
            FailureKind::Deadlock => "deadlock",
            FailureKind::Termination => "termination",
            FailureKind::Claim => "claim",
            FailureKind::AcceptanceCycle => "acceptance-cycle",
            FailureKind::ProgressCycle => "progress-cycle",
            FailureKind::Threads => "bound",
        }
    }
}

/// What is looked for, and what a pass may claim.
pub trait Checks {
    /// Whether an error of this kind was asked for; kinds that nobody can ask for always are.
    fn wants(&self, kind: FailureKind) -> bool;

    /// What stands in the way of a pass of a property of this kind.
    fn obstacles(&self, closed: &Closed, kind: PropertyKind) -> Vec<Restriction>;

    /// What a pass of a property has checked.
    fn claimed(&self, closed: &Closed, kind: PropertyKind) -> Vec<String>;
}

/// Who asks: where results are kept, and what a user sees of a search.
pub trait Host {
    /// The outcome of a search from before. `what` tells all that it depends on.
    fn known(&self, what: &str) -> Option<Kept>;

    fn keep(&self, what: &str, kept: &Kept);

    /// Set when a search is to end.
    fn stop(&self) -> &AtomicBool;

    fn progress(&self, progress: &Progress);

    /// A slice has an error that the whole model does not have: a defect of ax.
    fn defect(&self, property: &str);
}

/// Answers the questions about one model.
pub struct Asker<'a> {
    pub closed: &'a Closed,
    /// Of one search. The time is that of all of them together, from the moment on when the asker was made.
    pub limits: Limits,
    pub since: Instant,
    pub host: &'a dyn Host,
    pub extent: Extent,
    pub checks: &'a dyn Checks,
}

/// An error of a slice is looked for in the whole model for so long, and for so many times what the search of the slice
/// took.
const PATIENCE: (Duration, u32) = (Duration::from_secs(10), 10);

/// Up to so many states, the graph of all of them is no burden.
const SMALL: u64 = 300_000;

/// A question on its way.
struct Found<'s> {
    subject: &'s Subject,
    extent: Extent,
    outcome: Outcome,
    cached: bool,
}

impl Found<'_> {
    fn model(&self) -> &Model {
        self.subject.model(self.extent)
    }
}

impl Asker<'_> {
    /// The answer, and the C statements that no run comes to, if the search can tell.
    pub fn ask(&self, question: &Question) -> Result<(Property, Option<Vec<Span>>), Box<Wrong>> {
        let subject = Subject::of(question, self.extent)?;
        let found = self.settled(question, &subject);
        let outcome = &found.outcome;
        let obstacles = self.obstacles(question, &subject);
        let verdict = match outcome.errors.first() {
            None => match outcome.incomplete {
                Some(limit) => Verdict::Limited(limit),
                None if !obstacles.is_empty() => Verdict::Unsure(obstacles),
                None => Verdict::Pass,
            },
            Some(error) => self.judged(question, &found, failure(question, &found, error))?,
        };
        let complete = outcome.errors.is_empty() && outcome.incomplete.is_none() && question.claim == Claim::None;
        let unreached = complete.then(|| unreached(&question.closed, &found));
        let property = Property {
            name: question.name.clone(),
            kind: question.kind,
            verdict,
            further: Vec::new(),
            statistics: outcome.statistics,
            cached: found.cached,
            expect: question.expect,
            // If only the slice has an error, the answer is that of the whole model.
            sliced: match found.extent == Extent::Whole && outcome.errors.is_empty() {
                true => Vec::new(),
                false => subject.left_out().to_vec(),
            },
            checked: self.checks.claimed(self.closed, question.kind),
        };
        Ok((property, unreached))
    }

    /// What stands in the way of a pass: the model computes a quotient that C does not have.
    fn obstacles(&self, question: &Question, subject: &Subject) -> Vec<Restriction> {
        let mut list = self.checks.obstacles(self.closed, question.kind);
        if !self.checks.wants(FailureKind::Division) {
            return list;
        }
        for span in subject.quotients() {
            let place = subject.places().origin(span).and_then(|origin| question.closed.place(origin));
            let Some(place) = place.filter(|place| !question.closed.is_environment(place)) else { continue };
            let what = "a quotient may not fit its type, which is not checked: INT_MIN / -1".to_string();
            let restriction = Restriction { what, span: Some(place.span), entry: None, reason: None };
            if !list.contains(&restriction) {
                list.push(restriction);
            }
        }
        list
    }

    /// Whether an error of the model is one of the program.
    fn judged(&self, question: &Question, found: &Found, failure: Failure) -> Result<Verdict, Box<Wrong>> {
        if !self.checks.wants(failure.kind) {
            let what = format!("{}: nobody asked for it, and what comes after it is not known", failure.message);
            return Ok(Verdict::Unsure(vec![Restriction { what, span: failure.at, entry: None, reason: None }]));
        }
        if !self.closed.doubts.is_empty() {
            return Ok(Verdict::Possible(failure, self.closed.doubts.clone()));
        }
        if !self.closed.apart.is_empty() {
            return Ok(Verdict::Possible(failure, self.closed.apart.clone()));
        }
        if !in_doubt(question, found, &failure) {
            return Ok(bounded(failure));
        }
        Ok(match self.real(question)? {
            Some(real) => bounded(real),
            None => Verdict::Possible(failure, Vec::new()),
        })
    }

    /// An error on a run whose every step is one of the C program.
    fn real(&self, question: &Question) -> Result<Option<Failure>, Box<Wrong>> {
        let question = question.real();
        // A cut would be an infinite run that does nothing.
        if question.claim == Claim::NonProgress {
            return Ok(None);
        }
        let subject = Subject::of(&question, self.extent)?;
        let found = self.settled(&question, &subject);
        let error = found.outcome.errors.first();
        Ok(error.map(|error| failure(&question, &found, error)).filter(|f| f.kind != FailureKind::Threads))
    }

    /// What a search finds.
    ///
    /// An error of a slice is looked for in the whole model too: its run has all steps and all values of the program,
    /// and the marks of those that are in doubt. If that takes too long, the run of the slice is told.
    fn settled<'s>(&self, question: &Question, subject: &'s Subject) -> Found<'s> {
        let found = self.found(question, subject, subject.extent(), self.limits);
        if found.extent == Extent::Whole || found.outcome.errors.is_empty() {
            return found;
        }
        let enough = PATIENCE.0 + Duration::from_secs_f64(found.outcome.statistics.seconds) * PATIENCE.1;
        let limits = Limits { time: Some(self.limits.time.map_or(enough, |time| time.min(enough))), ..self.limits };
        let whole = self.found(question, subject, Extent::Whole, limits);
        if whole.outcome.errors.is_empty() && whole.outcome.incomplete.is_none() {
            self.host.defect(&question.name);
            return whole;
        }
        if whole.outcome.errors.is_empty() { found } else { whole }
    }

    fn found<'s>(&self, question: &Question, subject: &'s Subject, extent: Extent, limits: Limits) -> Found<'s> {
        let model = subject.model(extent);
        let what = format!(
            "{} {:?} {} {} {:?} {extent:?}",
            subject.text(),
            question.fair,
            question.end_states,
            question.assertions,
            limits.depth
        );
        let known = self.host.known(&what).and_then(|kept| kept.outcome(model.transitions.len()));
        if let Some(outcome) = known {
            return Found { subject, extent, outcome, cached: true };
        }
        let order = if question.is_liveness() { Order::DepthFirst } else { Order::BreadthFirst };
        let mut outcome = self.reduced(question, model, order, limits);
        // The run that a reduced search finds need not be a short one.
        if outcome.as_ref().is_none_or(|o| !o.errors.is_empty()) {
            outcome = Some(self.searched(question, model, None, order, limits));
        }
        let mut outcome = outcome.unwrap_or_default();
        // A depth-first search for infinite runs finds long ones. Where the whole graph fits, a short one is found.
        if question.is_liveness() && !outcome.errors.is_empty() && outcome.statistics.stored < SMALL {
            let short = self.searched(question, model, None, Order::BreadthFirst, limits);
            if !short.errors.is_empty() {
                outcome.errors = short.errors;
            }
        }
        if let Some(kept) = Kept::of(&outcome) {
            self.host.keep(&what, &kept);
        }
        Found { subject, extent, outcome, cached: false }
    }

    /// The outcome of a search that leaves out what nobody can tell apart; `None` if there is no such search.
    ///
    /// Programs that close themselves are searched in full: their processes look at each other all the time.
    fn reduced(&self, question: &Question, model: &Model, order: Order, limits: Limits) -> Option<Outcome> {
        if question.closed.closing == Closing::Program || question.claim != Claim::None {
            return None;
        }
        let mut model = model.clone();
        optimise(&mut model);
        let por = Por::of(&model, Visible::default());
        Some(self.searched(question, &model, por, order, limits))
    }

    fn searched(
        &self,
        question: &Question,
        model: &Model,
        por: Option<Arc<Por>>,
        order: Order,
        limits: Limits,
    ) -> Outcome {
        let property = match question.claim {
            Claim::None => search::Property::Safety,
            Claim::Ltl(_) => search::Property::Acceptance,
            Claim::NonProgress => search::Property::Progress,
        };
        // With reductions, which states are left out depends on who comes first; of infinite runs, which one is told.
        let threads = match por.is_some() || property != search::Property::Safety {
            true => 1,
            false => std::thread::available_parallelism().map_or(1, usize::from),
        };
        let left = self.limits.time.map(|time| time.saturating_sub(self.since.elapsed()));
        let limits = Limits { time: limits.time.map(|time| left.map_or(time, |left| left.min(time))), ..limits };
        let what = Search {
            property,
            fairness: match question.fair {
                Fair::None => Fairness::None,
                Fair::Weak => Fairness::Weak,
                Fair::Strong => Fairness::Strong,
            },
            order,
            all_errors: false,
            end_states: question.end_states,
            assertions: question.assertions,
            optimize: true,
            limits,
            threads,
            por,
            ..Search::default()
        };
        let mut progress = |p: Progress| self.host.progress(&p);
        let mut run = |what: &Search| {
            search::search(model, what, &mut Control { stop: self.host.stop(), progress: &mut progress })
        };
        let outcome = run(&what);
        if outcome.errors_total > 0 && order == Order::BreadthFirst && what.threads > 1 {
            // Of several shortest runs, several threads find now one, now another. The same program gets the same
            // answer.
            return run(&Search { threads: 1, ..what });
        }
        outcome
    }
}

/// More threads than the model numbers is no error of the program, and what is left open is none for certain.
fn bounded(failure: Failure) -> Verdict {
    if failure.kind == FailureKind::Threads {
        return Verdict::Bounded;
    }
    if failure.open {
        let what = "POSIX leaves open what this call does here".to_string();
        let why = Restriction { what, span: failure.at, entry: None, reason: None };
        return Verdict::Possible(failure, vec![why]);
    }
    Verdict::Fail(failure)
}

/// Some step of the run, or one that a slice left out of it, may be more than C allows.
fn in_doubt(question: &Question, found: &Found, failure: &Failure) -> bool {
    let told = failure.story.steps.iter().any(|s| s.generalised.is_some());
    let sliced = found.extent == Extent::Slice;
    told || (sliced && question.closed.places.iter().any(|p| p.generalised.is_some()))
}

/// An error in terms of the C program.
fn failure(question: &Question, found: &Found, error: &ErrorFound) -> Failure {
    let model = found.model();
    let numbers = found.subject.numbers(found.extent);
    let statements = Statements::of_program(found.subject.program(found.extent));
    let places = found.subject.places();
    let lift = Lift { closed: &question.closed, model, places, statements: &statements, numbers };
    let story = lift.story(&error.trail, error.cycle);
    let last = error.trail.last().map(|step| model.statement_of(step.transition));
    let in_watch = last.is_some_and(|s| model.proctype(s.proctype).name == own::WATCHER);
    let starts = last.and_then(|s| lift.place(s.span)).is_some_and(|place| place.starts_thread);
    let statement = last.and_then(|s| statements.of(model, s));
    let reads = |name: &str| statement.is_some_and(|s| mentions(s, name));
    let at = story.steps.last().map(|s| s.span);
    let does_not_hold = || format!("{}: does not hold", question.name);
    let (kind, message, at) = match error.kind {
        ErrorKind::Runtime => match error.fault {
            // The test of an index in a statement that the model does not have reads another array.
            Some(FaultKind::Index { index, .. }) if reads(own::BOUNDS) => {
                (FailureKind::Bounds, format!("index {index} is out of range"), at)
            }
            Some(FaultKind::Index { .. }) => (FailureKind::Bounds, error.message.clone(), at),
            Some(FaultKind::DivisionByZero) => (FailureKind::Division, error.message.clone(), at),
            _ => (FailureKind::Runtime, error.message.clone(), at),
        },
        _ if question.kind == PropertyKind::Termination => {
            (FailureKind::Termination, "the program may run for ever".to_string(), None)
        }
        ErrorKind::Assertion if error.trail.last().is_some_and(|step| step.pid == CLAIM) => {
            (FailureKind::Claim, does_not_hold(), None)
        }
        ErrorKind::Assertion if in_watch => (FailureKind::Deadlock, "deadlock: no thread can go on".to_string(), None),
        ErrorKind::EndState => (FailureKind::Deadlock, "deadlock: no process can go on".to_string(), None),
        ErrorKind::Assertion if starts => (FailureKind::Threads, "too many threads".to_string(), at),
        ErrorKind::Assertion => (FailureKind::Assertion, "assertion fails".to_string(), at),
        ErrorKind::ProgressCycle => {
            (FailureKind::ProgressCycle, format!("{}: the program may go on without it", question.name), None)
        }
        ErrorKind::Claim => (FailureKind::Claim, does_not_hold(), None),
        ErrorKind::AcceptanceCycle => (FailureKind::AcceptanceCycle, does_not_hold(), None),
        ErrorKind::Trace => (FailureKind::Claim, error.message.clone(), at),
    };
    // Tables say so of what the standard leaves open.
    let open = error.kind == ErrorKind::Assertion && reads(own::LEFT_OPEN);
    Failure {
        kind,
        message,
        at,
        story,
        operands: Vec::new(),
        inputs: Vec::new(),
        open,
        sliced: found.extent == Extent::Slice,
    }
}

/// C statements of which no part was reached, in no call of their function.
fn unreached(closed: &Closed, found: &Found) -> Vec<Span> {
    let open: HashSet<Span> = found.outcome.unreached.iter().map(|u| u.span).collect();
    let places = found.subject.places();
    let mut list: Vec<Span> = Vec::new();
    // What was reached, or has no statement that can be.
    let mut reached: HashSet<Span> = HashSet::new();
    let mut seen: HashSet<OriginId> = HashSet::new();
    for statement in found.model().statements.iter().filter(|s| !s.silent) {
        let Some(origin) = places.origin(statement.span) else { continue };
        let Some(place) = closed.place(origin).filter(|place| !closed.is_environment(place)) else { continue };
        seen.insert(origin);
        match open.contains(&statement.span) {
            true if !list.contains(&place.span) => list.push(place.span),
            true => {}
            false => {
                reached.insert(place.span);
            }
        }
    }
    let unseen = places.origins().filter(|origin| !seen.contains(origin)).filter_map(|origin| closed.place(origin));
    reached.extend(unseen.map(|place| place.span));
    list.retain(|span| !reached.contains(span));
    list
}
