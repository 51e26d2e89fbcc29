//! Reductions: no more states than Spin's, and no more time than without.

use super::Setting;
use super::catalogue::{self, Model};
use super::measure::{self, Measure, keep_best};
use super::numbers::{geometric_mean, grouped, ratio, seconds, verdict};
use super::page::Section;
use super::ways::{DEFAULTS, DEPTH, OPTIMIZED};
use crate::ax::{Ax, Fairness, Property, Request};
use crate::reference::{self, Mode, Row};
use crate::spin::Claim;
use crate::table::Table;
use std::time::Duration;

/// What LTSmin's stubborn sets leave of the twelve philosophers.
const PHILOSOPHERS: u64 = 398;

/// Why `ax` leaves out less than Spin: docs/conformance.md has more on each.
const EXPLAINED: [(&str, &str); 1] = [("werkplaats.pml", "Spin takes the never claim for insensitive to stuttering")];

/// A search that is not reduced may take this long; after that it is not compared.
const LIMIT: Duration = Duration::from_secs(60);

/// Slower by a tenth, and by more than the noise of starting a process.
const SLOWER: f64 = 1.1;
const NOISE: f64 = 0.02;

pub fn measure(setting: &Setting) -> Result<Section, String> {
    let ax = Ax { limit: LIMIT, ..setting.ax.clone() };
    let (states, more, compared, mut skipped) = states(setting, &ax)?;
    let (times, slower, speeds) = times(setting, &ax, &mut skipped)?;
    let philosophers = catalogue::entry("phils").ok_or("no philosophers")?;
    let philosophers = philosophers.prepare(setting.root()).map_err(|error| error.to_string())?;
    let request = Request { all_errors: true, ..Request::all(Claim::First) };
    let (found, _) = measure::check_by_default(&setting.ax, &philosophers, &request, &[DEFAULTS, DEPTH.args])?;
    let found = found.counts.stored;
    let mut findings = vec![
        format!(
            "More states than Spin on {} of {compared} searches of the reference table{}; the goal of none is {}.",
            more.len(),
            if more.is_empty() { String::new() } else { format!(" ({})", more.join(", ")) },
            verdict(more.is_empty())
        ),
        format!(
            "Twelve philosophers (`bench/phils`): {found} states, LTSmin's stubborn sets {PHILOSOPHERS}; the goal of \
                twice that is {}.",
            verdict(found <= 2 * PHILOSOPHERS)
        ),
        format!(
            "With `--por on` {:.2} times as fast as with `--por off` in the mean; slower by more than a tenth and 20 \
                ms on {} of {}{}; the goal of none is {}.",
            geometric_mean(speeds.iter().copied()),
            slower.len(),
            speeds.len(),
            if slower.is_empty() { String::new() } else { format!(" ({})", slower.join(", ")) },
            verdict(slower.is_empty())
        ),
    ];
    if !skipped.is_empty() {
        findings.push(format!("Not compared: {}.", skipped.join(", ")));
    }
    Ok(Section {
        part: "reduction",
        title: "Reductions",
        words: "The first table: states of `ax check` with its defaults against those of Spin with its own, for the \
            searches of the reference table that Spin \
                finished, where either leaves something out; the second: time with `--por on` against `--por off`, \
                merging and dead variables on in both, all errors \
                asked for, where a search takes more than 20 ms. Depth first, one thread. docs/conformance.md tells \
                where Spin leaves out what can be noticed."
            .to_string(),
        tables: vec![states, times],
        findings,
        pictures: Vec::new(),
        agrees: true,
    })
}

fn request(row: &Row) -> Request {
    let request = match row.mode {
        Mode::ReducedAcceptance => Request::live(Property::Acceptance, Fairness::None),
        Mode::ReducedProgress => Request::live(Property::Progress, Fairness::None),
        _ => Request::all(Claim::First),
    };
    Request { name: row.claim.clone(), ..request }
}

/// The name of a search.
fn named(row: &Row) -> String {
    let claim = row.claim.as_ref().map_or(String::new(), |claim| format!(" {claim}"));
    let mode = match row.mode {
        Mode::ReducedAcceptance => " -a",
        Mode::ReducedProgress => " -l",
        _ => "",
    };
    format!("{}{mode}{claim}", row.model)
}

/// The table of states; the searches with more than Spin's; how many were compared; and what was not.
fn states(setting: &Setting, ax: &Ax) -> Result<(Table, Vec<String>, usize, Vec<String>), String> {
    let mut table = Table::new(&["search", "Spin, nothing left out", "Spin", "ax", "ax/Spin", "why more"]);
    let rows = reference::rows(reference::TABLE)?;
    let whole = |row: &Row| {
        let mode = match row.mode {
            Mode::ReducedAcceptance => Mode::Acceptance,
            Mode::ReducedProgress => Mode::Progress,
            _ => Mode::All,
        };
        rows.iter()
            .find(|other| other.model == row.model && other.mode == mode && other.claim == row.claim && other.complete)
    };
    let (mut more, mut compared, mut skipped, mut ratios) = (Vec::new(), 0, Vec::new(), Vec::new());
    let reduced = rows.iter().filter(|row| {
        let is_reduced = matches!(row.mode, Mode::Default | Mode::ReducedAcceptance | Mode::ReducedProgress);
        is_reduced && row.complete && !row.is_truncated && setting.wants(&row.model)
    });
    for row in reduced.step_by(if setting.quick { 10 } else { 1 }) {
        if row.first_error.contains("partial order reduction invalid") {
            skipped.push(format!("`{}` (pan says that its reduction is invalid)", named(row)));
            continue;
        }
        eprintln!("reduction: {} …", named(row));
        let model = Model::spins(setting.root(), &row.model);
        let (measure, _) = match measure::check_by_default(ax, &model, &request(row), &[DEFAULTS, DEPTH.args]) {
            Ok(found) => found,
            Err(why) => {
                skipped.push(format!("`{}` ({})", named(row), short(&why)));
                continue;
            }
        };
        compared += 1;
        let (ours, theirs) = (measure.counts.stored, row.counts.stored);
        ratios.push(ours as f64 / (theirs as f64).max(1.0));
        if ours > theirs {
            more.push(format!("`{}` {} instead of {}", named(row), grouped(ours), grouped(theirs)));
        }
        let all = whole(row).map(|row| row.counts.stored);
        if ours != theirs || all.is_some_and(|all| all != theirs) {
            let all = all.map_or("not finished".to_string(), grouped);
            let factor = ratio(ours as f64 / (theirs as f64).max(1.0));
            let explained = EXPLAINED.iter().find(|(model, _)| *model == row.model && ours > theirs);
            let why = explained.map_or(String::new(), |(_, why)| why.to_string());
            table.row(vec![named(row), all, grouped(theirs), grouped(ours), factor, why]);
        }
    }
    let mean = ratio(geometric_mean(ratios.into_iter()));
    let blank = String::new;
    table.row(vec!["geometric mean of all".to_string(), blank(), blank(), blank(), mean, blank()]);
    Ok((table, more, compared, skipped))
}

/// The table of times; the models that take longer with reduction; all ratios of time without to time with.
fn times(setting: &Setting, ax: &Ax, skipped: &mut Vec<String>) -> Result<(Table, Vec<String>, Vec<f64>), String> {
    let mut table = Table::new(&["model", "states, off", "states, on", "off s", "on s", "times as fast", "slower"]);
    let (mut slower, mut speeds) = (Vec::new(), Vec::new());
    let mut models = setting.models(catalogue::LARGE.iter())?;
    let rows = reference::rows(reference::TABLE)?;
    let spins = rows.iter().filter(|row| row.mode == Mode::Default && setting.wants(&row.model));
    models
        .extend(spins.step_by(if setting.quick { 10 } else { 1 }).map(|row| Model::spins(setting.root(), &row.model)));
    for model in models {
        eprintln!("reduction: time of {} …", model.name);
        let (off, on) = match both(setting, ax, &model) {
            Ok(both) => both,
            Err(why) => {
                skipped.push(format!("time of `{}` ({})", model.name, short(&why)));
                continue;
            }
        };
        speeds.push(off.seconds / on.seconds);
        let is_slower = on.seconds > SLOWER * off.seconds && on.seconds > off.seconds + NOISE;
        if is_slower {
            slower.push(format!("`{}` {:.2} s instead of {:.2} s", model.name, on.seconds, off.seconds));
        }
        if on.seconds.max(off.seconds) > NOISE {
            table.row(vec![
                model.name.clone(),
                grouped(off.counts.stored),
                grouped(on.counts.stored),
                seconds(off.seconds),
                seconds(on.seconds),
                ratio(off.seconds / on.seconds),
                if is_slower { "SLOWER" } else { "" }.to_string(),
            ]);
        }
    }
    Ok((table, slower, speeds))
}

fn both(setting: &Setting, ax: &Ax, model: &Model) -> Result<(Measure, Measure), String> {
    let request = Request::all(Claim::First);
    let (mut off, mut on) = (None, None);
    for _ in 0..setting.rounds {
        keep_best(&mut on, measure::check_by_default(ax, model, &request, &[DEFAULTS, DEPTH.args])?.0);
        keep_best(&mut off, measure::check_by_default(ax, model, &request, &[OPTIMIZED, DEPTH.args])?.0);
    }
    off.zip(on).ok_or_else(|| "no runs".to_string())
}

/// A reason on one line, without the name of the model.
fn short(why: &str) -> String {
    let why = why.split_once(": ").map_or(why, |(_, why)| why);
    let line = why.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    line.trim().chars().take(80).collect()
}
