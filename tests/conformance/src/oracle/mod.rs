//! `conformance oracle`: random concurrent C programs, with the truth by exhaustive scheduling of the compiled program.
//!
//! For each program the exact set of outcomes is computed (`explorer`, sequential consistency), questions with a known
//! answer are made of it (`question`), and `ax verify` is asked. A wrong PASS or FAIL is a difference; an answer that
//! is incomplete is counted.
//!
//! What the truth leaves out: wake-ups without a signal, reuse of freed addresses, weak memory, data races as errors.
//! Where gcc's instrumentation is coarser than C, see `dialect`. Left open on purpose are the order in which C does not
//! fix evaluation (the generator avoids it) and how a struct is copied (a program that depends on it is dropped).

mod alike;
mod dialect;
mod explorer;
mod generator;
mod litmus;
mod outcome;
pub mod points;
mod question;
mod real;
mod trial;
mod verdict;

#[cfg(test)]
mod tests;

use crate::generator::random;
use crate::pool;
use crate::table::Table;
use explorer::{Explorer, Unusable};
use generator::feature::Feature;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use trial::{Answered, Bench, Found, Trial};
use verdict::{Judgement, Subject};

#[derive(clap::Args)]
pub struct Options {
    /// Number of programs.
    #[arg(long, default_value_t = 300)]
    count: u64,
    /// Seed of the run; each program has a seed of its own, which is printed with a wrong answer.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value = "target/release/ax")]
    ax: PathBuf,
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Only programs with some of these features.
    #[arg(long, value_delimiter = ',')]
    features: Vec<String>,
    /// Folder for the programs that are answered wrong, each with the truth and a schedule.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Make the programs that are kept as small as possible.
    #[arg(long)]
    reduce: bool,
    /// Only the program of this seed, as it was printed.
    #[arg(long)]
    only: Option<u64>,
    /// Print the programs with their outcomes instead of asking.
    #[arg(long)]
    show: bool,
    /// Run each program so many times with real threads, and compare with what was computed.
    #[arg(long, default_value_t = 0)]
    real: usize,
    /// Programs with more states are dropped.
    #[arg(long, default_value_t = 200_000)]
    states: u64,
    /// Seconds for one answer.
    #[arg(long, default_value_t = 60)]
    limit: u64,
}

pub fn run(options: &Options) -> Result<bool, String> {
    let features = features(&options.features)?;
    let ax = options.ax.canonicalize().map_err(|error| format!("{}: {error}", options.ax.display()))?;
    let subject = Subject { ax, limit: Duration::from_secs(options.limit) };
    let seeds: Vec<u64> = match options.only {
        Some(seed) => vec![seed],
        None => (0..options.count).map(|index| random::derive(options.seed, index)).collect(),
    };
    let explorers = (0..options.jobs.max(1)).map(|_| Explorer::new(options.states)).collect::<io::Result<Vec<_>>>();
    let explorers = Mutex::new(explorers.map_err(|error| error.to_string())?);
    let start = Instant::now();
    let trials = pool::map(&seeds, options.jobs, |&seed| -> io::Result<Trial> {
        let taken = explorers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let explorer = taken.map_or_else(|| Explorer::new(options.states), Ok)?;
        let trial = one(options, &Bench { explorer: &explorer, subject: &subject }, seed, &features);
        explorers.lock().unwrap_or_else(PoisonError::into_inner).push(explorer);
        trial
    });
    let trials: Vec<Trial> = trials.into_iter().collect::<io::Result<_>>().map_err(|error| error.to_string())?;
    println!("{}", by_feature(&trials).text());
    println!("{}", totals(&trials, start.elapsed()).text());
    let differ = trials.iter().filter_map(|trial| trial.found.as_ref().ok()).any(|found| found.outcomes.is_err());
    Ok(!differ && !answers(&trials).any(|(_, _, answered)| answered.judgement.is_wrong()))
}

fn features(names: &[String]) -> Result<Vec<Feature>, String> {
    if names.is_empty() {
        return Ok(Feature::ALL.to_vec());
    }
    let parse = |name: &String| Feature::parse(name).ok_or_else(|| format!("no feature `{name}`: {:?}", Feature::ALL));
    names.iter().map(parse).collect()
}

/// Tries the program of a seed; tells and keeps what is wrong.
fn one(options: &Options, bench: &Bench, seed: u64, features: &[Feature]) -> io::Result<Trial> {
    if options.show || options.real > 0 {
        return look(options, bench, seed, features);
    }
    let trial = bench.try_seed(seed, features)?;
    let Ok(found) = &trial.found else { return Ok(trial) };
    if let Err(difference) = &found.outcomes {
        println!("seed {seed}: {difference}");
        if let Some(folder) = &options.keep {
            std::fs::create_dir_all(folder)?;
            let tree = trial.program.ending(&question::observation(&trial.program));
            let text = dialect::expand(&tree.render(), dialect::Reader::Plain);
            std::fs::write(folder.join(format!("outcomes-{seed}.c")), format!("/* {difference} */{text}"))?;
        }
    }
    for answered in found.answers.iter().filter(|answered| answered.judgement == Judgement::Incomplete) {
        println!("seed {seed}, {}: {}", answered.question.name, answered.answer);
    }
    for answered in found.answers.iter().filter(|answered| answered.judgement.is_wrong()) {
        println!("seed {seed}, {}: {}: {}", answered.question.name, answered.judgement, answered.answer);
        let Some(folder) = &options.keep else { continue };
        std::fs::create_dir_all(folder)?;
        let name = format!("{}-{seed}-{}", answered.judgement.to_string().replace(' ', "-"), answered.question.name);
        std::fs::write(folder.join(format!("{name}.c")), bench.listing(seed, answered)?)?;
        if options.reduce {
            let small = bench.reduce(answered)?;
            std::fs::write(folder.join(format!("{name}.min.c")), bench.listing(seed, &small)?)?;
        }
    }
    Ok(trial)
}

/// Shows a program and its outcomes, or compares them with real runs; `ax` is not asked.
fn look(options: &Options, bench: &Bench, seed: u64, features: &[Feature]) -> io::Result<Trial> {
    let program = generator::generate(seed, features);
    let text = program.ending(&question::observation(&program)).render();
    let start = Instant::now();
    let truth = bench.explorer.explore(&text)?;
    if options.show {
        println!("/* seed {seed} */{text}/* {truth:?} */\n");
    }
    if let Ok(truth) = &truth {
        // A run of a program that may go wrong says nothing about memory after an error.
        let unseen = |values: &Vec<i64>| !values.is_empty() && !truth.values.contains(values);
        let surprises: Vec<Vec<i64>> = match truth.failures.is_empty() {
            true => real::run(bench.explorer, &text, options.real)?.into_iter().filter(unseen).collect(),
            false => Vec::new(),
        };
        if !surprises.is_empty() {
            return Err(io::Error::other(format!("seed {seed}: real runs end with {surprises:?}\n{text}")));
        }
    }
    let found = |truth| Found {
        truth,
        answers: Vec::new(),
        outcomes: Ok(()),
        exploring: start.elapsed(),
        asking: Duration::ZERO,
    };
    Ok(Trial { seed, program, found: truth.map(found) })
}

fn answers(trials: &[Trial]) -> impl Iterator<Item = (&Trial, &Found, &Answered)> {
    let found = trials.iter().filter_map(|trial| Some((trial, trial.found.as_ref().ok()?)));
    found.flat_map(|(trial, found)| found.answers.iter().map(move |answered| (trial, found, answered)))
}

/// How many questions about programs with a feature were answered how.
fn by_feature(trials: &[Trial]) -> Table {
    let mut heading = vec!["feature".to_string(), "questions".to_string()];
    heading.extend(Judgement::ALL.map(|judgement| judgement.to_string()));
    let mut table = Table::new(&heading.iter().map(String::as_str).collect::<Vec<_>>());
    for &feature in Feature::ALL {
        let of: Vec<Judgement> = answers(trials)
            .filter(|(trial, ..)| trial.program.features.contains(&feature))
            .map(|(_, _, answered)| answered.judgement)
            .collect();
        let mut row = vec![feature.to_string(), of.len().to_string()];
        row.extend(Judgement::ALL.map(|judgement| of.iter().filter(|&&one| one == judgement).count().to_string()));
        table.row(row);
    }
    table
}

fn totals(trials: &[Trial], elapsed: Duration) -> Table {
    let mut table = Table::new(&["total", "number"]);
    let mut row = |name: &str, number: String| table.row(vec![name.to_string(), number]);
    let found: Vec<&Found> = trials.iter().filter_map(|trial| trial.found.as_ref().ok()).collect();
    row("programs", trials.len().to_string());
    row("  with a known truth", found.len().to_string());
    row("  of which some run goes wrong", found.iter().filter(|f| !f.truth.failures.is_empty()).count().to_string());
    row("  of which outcomes depend on the schedule", found.iter().filter(|f| depends(f)).count().to_string());
    row("  of which not all outcomes are the same", found.iter().filter(|f| f.outcomes.is_err()).count().to_string());
    let mut dropped: BTreeMap<&str, (usize, String)> = BTreeMap::new();
    for trial in trials {
        let Err(unusable) = &trial.found else { continue };
        let entry = dropped.entry(unusable.name()).or_insert((0, format!("first: seed {}", trial.seed)));
        entry.0 += 1;
        if let Unusable::NotC(message) = unusable {
            entry.1 = format!("seed {}: {message}", trial.seed);
        }
    }
    for (name, (count, first)) in dropped {
        row(&format!("  dropped: {name}"), format!("{count} ({first})"));
    }
    row("questions", answers(trials).count().to_string());
    for judgement in Judgement::ALL {
        let count = answers(trials).filter(|(_, _, answered)| answered.judgement == judgement).count();
        row(&format!("  {judgement}"), count.to_string());
    }
    let seconds = |of: fn(&Found) -> Duration| found.iter().map(|found| of(found).as_secs_f64()).sum::<f64>();
    let transitions: u64 = found.iter().map(|found| found.truth.transitions).sum();
    let states: u64 = found.iter().map(|found| found.truth.states).sum();
    row("states of the programs", states.to_string());
    row("transitions", transitions.to_string());
    row("seconds compiling and exploring", format!("{:.1}", seconds(|found| found.exploring)));
    row("seconds in ax", format!("{:.1}", seconds(|found| found.asking)));
    row("seconds", format!("{:.1}", elapsed.as_secs_f64()));
    table
}

fn depends(found: &Found) -> bool {
    found.truth.values.len() + found.truth.kinds().len() > 1
}
