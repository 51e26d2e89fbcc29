//! What `ax verify` answers when a limit is hit in a phase that does not look at limits itself: the answers that it
//! has, and "incomplete" for the harnesses that have none.

use super::super::check;
use super::super::tell;
use super::target::Job;
use crate::args::Verify;
use crate::report::answer::Answer;
use crate::report::answer::build::Verification;
use crate::watchdog;
use checker::search::{Incomplete, Statistics};
use harnesses::ask::{Property, Verdict};
use harnesses::harness::PropertyKind;
use promela::source::Sources;
use std::sync::{Arc, Mutex, PoisonError};

/// Limits hold from now on. `done`: the answers to the first of these jobs.
pub fn watch(jobs: &[Job], args: &Verify, done: Arc<Mutex<Vec<Answer>>>) {
    let names: Vec<String> = jobs.iter().map(|job| job.name.clone()).collect();
    let told = args.told.clone();
    watchdog::watch(check::limits(args.time, args.memory), move |why| {
        let mut answers = std::mem::take(&mut *done.lock().unwrap_or_else(PoisonError::into_inner));
        answers.extend(names[answers.len()..].iter().map(|name| unfinished(name, why)).collect::<Vec<_>>());
        tell::tell(&answers, &told)
    });
}

fn unfinished(name: &str, why: Incomplete) -> Answer {
    let property = Property {
        name: PropertyKind::Safety.name().to_string(),
        kind: PropertyKind::Safety,
        verdict: Verdict::Limited(why),
        further: Vec::new(),
        statistics: Statistics::default(),
        cached: false,
        expect: None,
        sliced: Vec::new(),
        checked: Vec::new(),
    };
    let verification = Verification {
        program: name.to_string(),
        properties: vec![property],
        restrictions: &[],
        assumed: Vec::new(),
        generalised: Vec::new(),
        trusted: Vec::new(),
        unreached: Vec::new(),
        warnings: Vec::new(),
        unreviewed: Vec::new(),
        strict: false,
        reviewed: false,
        most_general: false,
    };
    verification.answer(&Sources::new())
}
