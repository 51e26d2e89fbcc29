//! The answer to one question: searched, or known from before; an error is told in terms of C.

use super::super::BAD_INPUT;
use super::super::check::{spare_memory, threads};
use super::cache::{Cache, Key};
use super::checks::Checks;
use super::outcome::Kept;
use super::subject::{Extent, Subject, TEXT};
use super::target::Job;
use crate::args::{self, Verify};
use crate::interrupt;
use crate::report::answer::build::{Failure, Property, Verdict};
use crate::report::json;
use crate::report::progress::Lines;
use checker::exec::CLAIM;
use checker::model::Model;
use checker::optimise::{Visible, optimise};
use checker::por::Por;
use checker::search::{self, Control, ErrorFound, ErrorKind, Fairness, Limits, Order, Outcome, Progress, Search};
use extractor::abstraction::audit::BOUNDS;
use harnesses::closed::{Closed, Closing, Restriction};
use harnesses::harness::{Fair, PropertyKind};
use harnesses::question::{Claim, Question};
use harnesses::story::Lift;
use promela::source::Span;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// Answers the questions about one model.
pub struct Asker<'a> {
    pub closed: &'a Closed,
    pub limits: Limits,
    pub cache: &'a Cache,
    pub extent: Extent,
    pub checks: &'a Checks,
}

/// An error of a slice is looked for in the whole model for so long, and for so many times what the search of the slice took.
const PATIENCE: (Duration, u32) = (Duration::from_secs(10), 10);

/// Up to so many states, the graph of all of them is no burden.
const SMALL: u64 = 300_000;

/// A question on its way.
struct Found {
    subject: Subject,
    model: Model,
    outcome: Outcome,
    cached: bool,
}

/// The limits of the command line, or else those of the harness.
pub fn limits(job: &Job, args: &Verify) -> Result<Limits, u8> {
    let own = &job.harness.limits;
    let refuse = |key: &str, e: String| {
        eprintln!("ax: the harness {}: `{key}` under `[limits]`: {e}", job.name);
        BAD_INPUT
    };
    let memory = own.memory.as_deref().map(args::size).transpose().map_err(|e| refuse("memory", e))?;
    let time = own.time.as_deref().map(args::duration).transpose().map_err(|e| refuse("time", e))?;
    Ok(Limits {
        depth: args.depth.or(own.depth),
        memory: args.memory.or(memory).or_else(spare_memory),
        time: args.time.or(time),
    })
}

impl Asker<'_> {
    /// The answer, and the C statements that no run comes to, if the search can tell.
    pub fn ask(&self, question: &Question) -> Result<(Property, Option<Vec<Span>>), u8> {
        let (found, left_out) = self.settled(question)?;
        let outcome = &found.outcome;
        let obstacles = self.checks.obstacles(self.closed);
        let verdict = match outcome.errors.first() {
            None => match outcome.incomplete {
                Some(limit) => Verdict::Incomplete(json::incomplete_name(limit)),
                None if !obstacles.is_empty() => Verdict::Unsure(obstacles),
                None => Verdict::Pass,
            },
            Some(error) => self.judged(question, &found, failure(question, &found, error))?,
        };
        let complete = outcome.errors.is_empty() && outcome.incomplete.is_none() && question.claim == Claim::None;
        let unreached = complete.then(|| unreached(&question.closed, &found));
        let property = Property {
            name: question.name.clone(),
            kind: question.kind.name(),
            verdict,
            statistics: outcome.statistics,
            cached: found.cached,
            expect: question.expect.map(|e| e.name()),
            sliced: left_out,
            checked: self.checks.claimed(self.closed, question.kind),
        };
        Ok((property, unreached))
    }

    /// Whether an error of the model is one of the program.
    fn judged(&self, question: &Question, found: &Found, failure: Failure) -> Result<Verdict, u8> {
        if !self.checks.wants(failure.kind) {
            let what = format!("{}: nobody asked for it, and what comes after it is not known", failure.message);
            return Ok(Verdict::Unsure(vec![Restriction { what, span: failure.at, entry: None, reason: None }]));
        }
        if !self.closed.doubts.is_empty() {
            return Ok(Verdict::Possible(failure, self.closed.doubts.clone()));
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
    fn real(&self, question: &Question) -> Result<Option<Failure>, u8> {
        let question = question.real();
        // A cut would be an infinite run that does nothing.
        if question.claim == Claim::NonProgress {
            return Ok(None);
        }
        let (found, _) = self.settled(&question)?;
        let error = found.outcome.errors.first();
        Ok(error.map(|error| failure(&question, &found, error)).filter(|f| f.kind != "bound"))
    }

    /// What a search finds, and what it left out.
    ///
    /// An error of a slice is looked for in the whole model too: its run has all steps and all values of the program, and the
    /// marks of those that are in doubt. If that takes too long, the run of the slice is told.
    fn settled(&self, question: &Question) -> Result<(Found, Vec<String>), u8> {
        let mut found = self.found(question, self.extent, self.limits)?;
        let left_out = std::mem::take(&mut found.subject.left_out);
        if found.subject.extent == Extent::Whole || found.outcome.errors.is_empty() {
            return Ok((found, left_out));
        }
        let enough = PATIENCE.0 + Duration::from_secs_f64(found.outcome.statistics.seconds) * PATIENCE.1;
        let limits = Limits { time: Some(self.limits.time.map_or(enough, |time| time.min(enough))), ..self.limits };
        let whole = self.found(question, Extent::Whole, limits)?;
        if whole.outcome.errors.is_empty() && whole.outcome.incomplete.is_none() {
            eprintln!("ax: {}: the slice has an error that the whole model does not have", question.name);
            eprintln!("    this is a defect of ax; the answer is that of the whole model");
            return Ok((whole, Vec::new()));
        }
        match whole.outcome.errors.is_empty() {
            true => Ok((found, left_out)),
            false => Ok((whole, left_out)),
        }
    }

    fn found(&self, question: &Question, extent: Extent, limits: Limits) -> Result<Found, u8> {
        let subject = Subject::of(question, extent)?;
        let model = subject.model()?;
        let mut key = Key::new("outcome");
        key.add(&question.text());
        key.add(&format!(
            "{:?} {:?} {} {} {:?} {:?}",
            question.claim, question.fair, question.end_states, question.assertions, limits.depth, subject.extent
        ));
        let known = self.cache.outcome::<Kept>(&key).and_then(|kept| kept.outcome(model.transitions.len()));
        if let Some(outcome) = known {
            return Ok(Found { subject, model, outcome, cached: true });
        }
        let order = if question.is_liveness() { Order::Depth } else { Order::Breadth };
        let mut outcome = self.reduced(question, &subject, order, limits)?;
        // The run that a reduced search finds need not be a short one.
        if outcome.as_ref().is_none_or(|o| !o.errors.is_empty()) {
            outcome = Some(self.searched(question, &model, None, order, limits));
        }
        let mut outcome = outcome.unwrap_or_default();
        // A depth-first search for infinite runs finds long ones. Where the whole graph fits, a short one is found.
        if question.is_liveness() && !outcome.errors.is_empty() && outcome.statistics.stored < SMALL {
            let short = self.searched(question, &model, None, Order::Breadth, limits);
            if !short.errors.is_empty() {
                outcome.errors = short.errors;
            }
        }
        if let Some(kept) = Kept::of(&outcome) {
            self.cache.keep(&key, &kept);
        }
        Ok(Found { subject, model, outcome, cached: false })
    }

    /// The outcome of a search that leaves out what nobody can tell apart; `None` if there is no such search.
    ///
    /// Programs that close themselves are searched in full: their processes look at each other all the time.
    fn reduced(
        &self,
        question: &Question,
        subject: &Subject,
        order: Order,
        limits: Limits,
    ) -> Result<Option<Outcome>, u8> {
        if question.closed.closing == Closing::Program || question.claim != Claim::None {
            return Ok(None);
        }
        let mut model = subject.model()?;
        optimise(&mut model);
        let por = Por::of(&model, Visible::default());
        Ok(Some(self.searched(question, &model, por, order, limits)))
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
            threads: threads(None, por.is_some(), property),
            por,
            ..Search::default()
        };
        let mut lines = Lines::new(false);
        let mut progress = |p: Progress| lines.tell(&p);
        let mut run = |what: &Search| {
            search::search(model, what, &mut Control { stop: &interrupt::STOP, progress: &mut progress })
        };
        let outcome = run(&what);
        if outcome.errors_total > 0 && order == Order::Breadth && what.threads > 1 {
            // Of several shortest runs, several threads find now one, now another. The same program gets the same answer.
            return run(&Search { threads: 1, ..what });
        }
        outcome
    }
}

/// More threads than the model numbers is no error of the program, and what is left open is none for certain.
fn bounded(failure: Failure) -> Verdict {
    match failure.kind {
        "bound" => Verdict::Incomplete("the number of threads or the depth of recursion"),
        _ if failure.open => {
            let what = "POSIX leaves open what this call does here".to_string();
            let why = Restriction { what, span: failure.at, entry: None, reason: None };
            Verdict::Possible(failure, vec![why])
        }
        _ => Verdict::Fail(failure),
    }
}

/// Some step of the run, or one that a slice left out of it, may be more than C allows.
fn in_doubt(question: &Question, found: &Found, failure: &Failure) -> bool {
    let told = failure.story.steps.iter().any(|s| s.generalised.is_some());
    let sliced = found.subject.extent == Extent::Slice;
    told || (sliced && question.closed.places.iter().any(|p| p.generalised.is_some()))
}

/// An error in terms of the C program.
fn failure(question: &Question, found: &Found, error: &ErrorFound) -> Failure {
    let model = &found.model;
    let lift = Lift { closed: &question.closed, model, text: TEXT, numbers: &found.subject.numbers };
    let story = lift.story(&error.trail, error.cycle);
    let last = error.trail.last().map(|step| model.statement_of(step.transition));
    let in_watch = last.is_some_and(|s| model.proctype(s.proctype).name == "ax_watch");
    let text = last.map_or("", |s| s.text.as_str());
    let at = story.steps.last().map(|s| s.span);
    let (kind, message, at) = match error.kind {
        // The test of an index in a statement that the model does not have reads another array.
        ErrorKind::Runtime if error.message.starts_with("index") && text.contains(BOUNDS) => {
            let index = error.message.split(" is outside").next().unwrap_or("an index");
            ("bounds", format!("{index} is out of range"), at)
        }
        ErrorKind::Runtime if error.message.starts_with("index") => ("bounds", error.message.clone(), at),
        ErrorKind::Runtime if error.message.starts_with("division") => ("division", error.message.clone(), at),
        ErrorKind::Runtime => ("runtime", error.message.clone(), at),
        _ if question.kind == PropertyKind::Termination => {
            ("termination", "the program may run for ever".to_string(), None)
        }
        ErrorKind::Assertion if error.trail.last().is_some_and(|step| step.pid == CLAIM) => {
            (json::kind_name(ErrorKind::Claim), format!("{}: does not hold", question.name), None)
        }
        ErrorKind::Assertion if in_watch => ("deadlock", "deadlock: no thread can go on".to_string(), None),
        ErrorKind::EndState => ("deadlock", "deadlock: no process can go on".to_string(), None),
        ErrorKind::Assertion if text.contains("_nr_pr<=") => ("bound", "too many threads".to_string(), at),
        ErrorKind::Assertion => ("assertion", "assertion fails".to_string(), at),
        ErrorKind::ProgressCycle => {
            ("progress-cycle", format!("{}: the program may go on without it", question.name), None)
        }
        ErrorKind::Claim | ErrorKind::AcceptanceCycle => {
            (json::kind_name(error.kind), format!("{}: does not hold", question.name), None)
        }
        ErrorKind::Trace => (json::kind_name(error.kind), error.message.clone(), at),
    };
    // Tables say so of what the standard leaves open.
    let open = error.kind == ErrorKind::Assertion && text.contains("posix_open");
    Failure { kind, message, at, story, open, sliced: found.subject.extent == Extent::Slice }
}

/// C statements of which no part was reached, in no call of their function.
fn unreached(closed: &Closed, found: &Found) -> Vec<Span> {
    let open: HashSet<Span> = found.outcome.unreached.iter().map(|u| u.span).collect();
    let mut list: Vec<Span> = Vec::new();
    // What was reached, or is not seen: a place whose statements are all those of an inline.
    let mut reached: HashSet<Span> = HashSet::new();
    let mut seen: HashSet<(usize, usize)> = HashSet::new();
    for statement in found.model.statements.iter().filter(|s| s.span.file == TEXT && !s.silent) {
        let range = statement.span.start as usize..statement.span.end as usize;
        let Some(place) = closed.place(range).filter(|place| !closed.is_environment(place)) else { continue };
        seen.insert((place.range.start, place.range.end));
        match open.contains(&statement.span) {
            true if !list.contains(&place.span) => list.push(place.span),
            true => {}
            false => {
                reached.insert(place.span);
            }
        }
    }
    let unseen = closed.places.iter().filter(|place| !seen.contains(&(place.range.start, place.range.end)));
    reached.extend(unseen.map(|place| place.span));
    list.retain(|span| !reached.contains(span));
    list
}
