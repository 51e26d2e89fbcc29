//! One model, searched in every way and compared with the full search by one thread.

use super::eager;
use super::subject::Subject;
use super::ways::{FULL, Promise, WAYS, Way};
use crate::ax::{self, Ax, Report};
use crate::command;
use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::time::Duration;

/// What the full search says.
pub struct Full {
    /// Of all errors, where these can be asked for; otherwise up to the first one.
    pub report: Report,
    /// The trail of its first error leads to an error again. That of a run which just stops in an accept state never
    /// does.
    pub replays: bool,
}

/// How one way came out.
pub enum Judgement {
    Agrees,
    /// The verdict agrees, and counts depend on the order.
    VerdictOnly,
    Differs(String),
    Skipped(String),
}

/// How long searches may take.
#[derive(Clone, Copy)]
pub struct Limits {
    /// The full search, in seconds; a model that needs more is skipped.
    pub full: u64,
    /// Any other, in seconds.
    pub other: u64,
}

impl Limits {
    /// After this `ax` is killed: it does not end by itself.
    fn patience(self) -> Duration {
        Duration::from_secs(2 * self.other + 10)
    }
}

/// The answer of one search; an error is a message.
fn search(
    ax: &Ax,
    subject: &Subject,
    way: &[&str],
    all_errors: bool,
    seconds: u64,
    limits: Limits,
) -> io::Result<Result<Report, String>> {
    let mut args = subject.question(all_errors);
    args.extend(way.iter().map(|arg| arg.to_string()));
    args.extend(["--time".to_string(), format!("{seconds}s")]);
    let trail = trail(subject);
    if !all_errors {
        // A trail of an earlier search is not one of this search.
        let _ = std::fs::remove_file(&trail);
        args.extend(["--trail".to_string(), trail.display().to_string()]);
    }
    let outcome = command::run(&ax.program, &args, subject.folder(), limits.patience())?;
    if outcome.status.is_none() {
        return Ok(Err("does not end".to_string()));
    }
    Ok(ax::parse(&outcome.stdout).ok_or_else(|| {
        let message = outcome.stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or("no message");
        format!("gives no report: {message}")
    }))
}

fn trail(subject: &Subject) -> std::path::PathBuf {
    subject.scratch.path().join("found.trail")
}

/// The full search, for all errors where that is possible. The inner error says why there is nothing to compare with.
pub fn full(ax: &Ax, subject: &Subject, limits: Limits) -> io::Result<Result<Report, String>> {
    let report = search(ax, subject, FULL, !subject.is_live(), limits.full, limits)?;
    Ok(report.and_then(|report| match &report.incomplete {
        None => Ok(report),
        Some(limit) => Err(format!("the full search hits the limit of {limit}")),
    }))
}

impl Full {
    pub fn of(ax: &Ax, subject: &Subject, report: Report, limits: Limits) -> io::Result<Full> {
        let replays = report.verdict == "fail"
            && search(ax, subject, FULL, false, limits.other, limits)?.is_ok_and(|first| first.verdict == "fail")
            && replay(ax, subject, limits)?.is_none();
        Ok(Full { report, replays })
    }

    fn kinds(&self) -> BTreeSet<&str> {
        self.report.kinds.iter().map(String::as_str).collect()
    }

    /// Whether each error has been told with its kind.
    fn knows_all_kinds(&self, subject: &Subject) -> bool {
        !subject.is_live() && self.report.counts.errors == self.report.kinds.len() as u64
    }
}

/// Every way, in the order of [`names`].
pub fn compare(ax: &Ax, subject: &Subject, full: &Full, limits: Limits) -> io::Result<Vec<Judgement>> {
    (0..names().len()).map(|way| one(ax, subject, full, way, limits)).collect()
}

/// The way of one number, in the order of [`names`].
pub fn one(ax: &Ax, subject: &Subject, full: &Full, way: usize, limits: Limits) -> io::Result<Judgement> {
    match WAYS.get(way) {
        Some(way) => judge(ax, subject, full, way, limits),
        None => Ok(eager::judge(subject, full, way - WAYS.len(), limits.other)),
    }
}

/// The names of all ways.
pub fn names() -> Vec<&'static str> {
    WAYS.iter().map(|way| way.name).chain(eager::NAMES).collect()
}

/// One way.
fn judge(ax: &Ax, subject: &Subject, full: &Full, way: &Way, limits: Limits) -> io::Result<Judgement> {
    // What is hidden is no part of a state: breadth first it may have another value.
    if way.is_breadth_first() && subject.text.contains("hidden ") {
        return Ok(Judgement::Skipped("hidden variables".to_string()));
    }
    // Where infinite runs are looked for, breadth first is another algorithm with other counts.
    let counts = way.promise == Promise::Counts && !(subject.is_live() && way.is_breadth_first());
    let all_errors = counts && !subject.is_live();
    let found = match search(ax, subject, way.args, all_errors, limits.other, limits)? {
        Ok(report) => report,
        Err(message) if subject.is_live() && way.may_refuse_infinite_runs() && message.contains("works with") => {
            return Ok(Judgement::Skipped("not for infinite runs".to_string()));
        }
        Err(message) => return Ok(Judgement::Differs(message)),
    };
    if matches!(found.incomplete.as_deref(), Some("time" | "memory")) && found.verdict != "fail" {
        return Ok(Judgement::Skipped("too large".to_string()));
    }
    let verdict = match way.promise {
        Promise::Lossy => lossy_difference(&full.report, &found, way),
        Promise::Counts | Promise::Verdict => verdict_difference(&full.report, &found),
    };
    let counted = || counts_difference(&full.report, &found).filter(|_| counts);
    let by_verdict = counts && way.is_breadth_first() && subject.depends_on_order() && counted().is_some();
    let told = || kind_difference(subject, full, &found, all_errors);
    if let Some(how) = verdict.or_else(|| counted().filter(|_| !by_verdict)).or_else(told) {
        return Ok(Judgement::Differs(how));
    }
    if found.verdict == "fail"
        && full.replays
        && !all_errors
        && let Some(last) = replay(ax, subject, limits)?
    {
        return Ok(Judgement::Differs(format!("its trail does not replay: {last}")));
    }
    Ok(if by_verdict { Judgement::VerdictOnly } else { Judgement::Agrees })
}

fn verdict_difference(full: &Report, found: &Report) -> Option<String> {
    (found.verdict != full.verdict).then(|| format!("{} instead of {}", found.verdict, full.verdict))
}

fn lossy_difference(full: &Report, found: &Report, way: &Way) -> Option<String> {
    match (full.verdict.as_str(), found.verdict.as_str()) {
        ("fail", "fail") | ("pass", "incomplete") => None,
        // With room for every state, an error is missed only if two hashes are equal by accident.
        ("fail", "incomplete") if !way.reaches_all() => None,
        (expected, verdict) => Some(format!("{verdict}, and the full search says {expected}")),
    }
}

fn counts_difference(full: &Report, found: &Report) -> Option<String> {
    let (expected, counts) = (full.counts, found.counts);
    let differs = (expected.stored, expected.matched) != (counts.stored, counts.matched);
    differs.then(|| {
        format!(
            "{} states and {} matches instead of {} and {}",
            counts.stored, counts.matched, expected.stored, expected.matched
        )
    })
}

/// An error must be of a kind that the full search knows, and all of them of all kinds.
fn kind_difference(subject: &Subject, full: &Full, found: &Report, all_errors: bool) -> Option<String> {
    if !full.knows_all_kinds(subject) {
        return None;
    }
    let (expected, kinds): (_, BTreeSet<&str>) = (full.kinds(), found.kinds.iter().map(String::as_str).collect());
    let complete = all_errors && found.counts.errors == found.kinds.len() as u64;
    let same = if complete { kinds == expected } else { kinds.is_subset(&expected) };
    (!same).then(|| format!("errors {kinds:?} instead of {expected:?}"))
}

/// What is said last if the trail does not lead to an error.
fn replay(ax: &Ax, subject: &Subject, limits: Limits) -> io::Result<Option<String>> {
    let path = |path: &Path| path.display().to_string();
    let mut args = ["simulate", "--claim-automaton", "spin"].map(String::from).to_vec();
    args.extend([path(&subject.model), "--trail".to_string(), path(&trail(subject))]);
    if let Some(name) = &subject.request.name {
        args.extend(["--ltl".to_string(), name.clone()]);
    }
    let outcome = command::run(&ax.program, &args, subject.folder(), limits.patience())?;
    let last = outcome.stderr.lines().chain(outcome.stdout.lines()).last().unwrap_or("nothing was said");
    Ok((outcome.code() != Some(1)).then(|| last.to_string()))
}
