//! `conformance modes`: every way to search gives the verdict of the full search by one thread, depth first.
//!
//! Random models (programs for bad states; models with formulas and labels for infinite runs; models like the dining
//! philosophers) or, with `--models`, those of the reference table. What each way promises is in `ways`. Spin is needed
//! for its models only.

mod eager;
mod smaller;
mod subject;
mod trial;
mod ways;

use crate::ax::{Ax, Report};
use crate::examples;
use crate::generator::random::derive;
use crate::pool;
use crate::random;
use crate::reference::{self, Row};
use crate::scratch::Scratch;
use crate::table::Table;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use subject::{Sort, Subject};
use trial::{Full, Judgement, Limits};

#[derive(clap::Args)]
pub struct Options {
    /// Number of random models.
    #[arg(long, default_value_t = 100)]
    count: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Spin's own models instead of random ones.
    #[arg(long)]
    models: bool,
    /// With --models: only models whose path contains this.
    #[arg(long, default_value = "")]
    filter: String,
    /// Seconds for a search; larger models are skipped [default: 2 for the full search and 20 for the others, with
    /// --models 60 for each].
    #[arg(long)]
    limit: Option<u64>,
    /// The checker.
    #[arg(long, default_value = "target/release/ax")]
    ax: PathBuf,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Folder for the models that differ, and for their minimal forms.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Make the first models that differ as small as possible; at most this many.
    #[arg(long, default_value_t = 3)]
    shrink: usize,
}

/// What became of one model.
struct Trial {
    subject: Subject,
    /// Or why there is nothing to compare with.
    full: Result<Report, String>,
    /// In the order of the ways; empty if there is nothing to compare with.
    judgements: Vec<Judgement>,
}

pub fn run(options: &Options) -> Result<bool, String> {
    let describe = |error: io::Error| error.to_string();
    let ax = random::checker(&options.ax)?;
    let limits = if options.models { Limits { full: 60, other: 60 } } else { Limits { full: 2, other: 20 } };
    let limits = options.limit.map_or(limits, |seconds| Limits { full: seconds, other: seconds });
    let trials = if options.models {
        let scratch = Scratch::new().map_err(describe)?;
        examples::copy_to(scratch.path()).map_err(describe)?;
        let rows = distinct_rows(&options.filter)?;
        let trials = pool::map(&rows, options.jobs, |row| of_row(&ax, scratch.path(), row, limits));
        finish(options, &ax, trials, limits).map_err(describe)?
    } else {
        let indices: Vec<u64> = (0..options.count).collect();
        let trials = pool::map(&indices, options.jobs, |&index| {
            let full = |subject: &Subject| trial::full(&ax, subject, limits);
            let (subject, report) = Subject::random(derive(options.seed, index), Sort::of(index), full)?;
            compared(&ax, subject, report, limits)
        });
        finish(options, &ax, trials, limits).map_err(describe)?
    };
    let differing = trials.iter().filter(|trial| trial.differs()).count();
    println!("{}\n{}", table(&trials).text(), summary(&trials));
    Ok(differing == 0)
}

/// Tells the differences, and keeps their models.
fn finish(options: &Options, ax: &Ax, trials: Vec<io::Result<Trial>>, limits: Limits) -> io::Result<Vec<Trial>> {
    let trials: Vec<Trial> = trials.into_iter().collect::<io::Result<_>>()?;
    for trial in &trials {
        if let (Err(why), true) = (&trial.full, options.models) {
            println!("{}: skipped: {why}", trial.subject.name);
        }
        for (name, judgement) in trial::names().iter().zip(&trial.judgements) {
            if let Judgement::Differs(how) = judgement {
                println!("{}: {name}: {how}", trial.subject.name);
            }
        }
    }
    for (number, trial) in trials.iter().filter(|trial| trial.differs()).enumerate() {
        let Some(way) = trial.judgements.iter().position(|judgement| matches!(judgement, Judgement::Differs(_))) else {
            continue;
        };
        let file = trial.subject.name.replace([' ', '/', ':'], "-");
        if let Some(folder) = &options.keep {
            std::fs::create_dir_all(folder)?;
            std::fs::write(folder.join(format!("{file}.pml")), &trial.subject.text)?;
        }
        // Spin's models include others, which are not in one text.
        if number < options.shrink && !options.models {
            let small = smaller::smaller(ax, &trial.subject, way, limits)?;
            println!("{}, as small as it gets:\n{small}", trial.subject.name);
            if let Some(folder) = &options.keep {
                std::fs::write(folder.join(format!("{file}.min.pml")), small)?;
            }
        }
    }
    Ok(trials)
}

/// Rows of the reference table that ask different things of a model.
fn distinct_rows(filter: &str) -> Result<Vec<Row>, String> {
    let mut seen = BTreeSet::new();
    let mut rows = reference::rows(reference::TABLE)?;
    rows.retain(|row| row.model.contains(filter));
    rows.retain(|row| seen.insert((row.model.clone(), row.claim.clone(), subject::asked(row.mode))));
    Ok(rows)
}

fn of_row(ax: &Ax, root: &Path, row: &Row, limits: Limits) -> io::Result<Trial> {
    let subject = Subject::of_row(root, row)?;
    eprintln!("{} …", subject.name);
    let report = trial::full(ax, &subject, limits)?;
    compared(ax, subject, report, limits)
}

fn compared(ax: &Ax, subject: Subject, report: Result<Report, String>, limits: Limits) -> io::Result<Trial> {
    let report = match report {
        Ok(report) => report,
        full => return Ok(Trial { subject, full, judgements: Vec::new() }),
    };
    let full = Full::of(ax, &subject, report, limits)?;
    let judgements = trial::compare(ax, &subject, &full, limits)?;
    // Told at once: a long run may be cut short.
    for (name, judgement) in trial::names().iter().zip(&judgements) {
        if let Judgement::Differs(how) = judgement {
            eprintln!("differs: {}: {name}: {how}", subject.name);
        }
    }
    Ok(Trial { subject, full: Ok(full.report), judgements })
}

impl Trial {
    fn differs(&self) -> bool {
        self.judgements.iter().any(|judgement| matches!(judgement, Judgement::Differs(_)))
    }
}

fn table(trials: &[Trial]) -> Table {
    let mut table = Table::new(&["way to search", "agree", "by verdict", "differ", "skipped", "why"]);
    for (way, name) in trial::names().iter().enumerate() {
        let judgements = || trials.iter().filter_map(|trial| trial.judgements.get(way));
        let count = |wanted: fn(&Judgement) -> bool| judgements().filter(|judgement| wanted(judgement)).count();
        let reasons: BTreeSet<&str> = judgements()
            .filter_map(|judgement| match judgement {
                Judgement::VerdictOnly => Some("a claim goes on while the system stands still"),
                Judgement::Skipped(why) => Some(why.as_str()),
                _ => None,
            })
            .collect();
        table.row(vec![
            name.to_string(),
            count(|judgement| matches!(judgement, Judgement::Agrees)).to_string(),
            count(|judgement| matches!(judgement, Judgement::VerdictOnly)).to_string(),
            count(|judgement| matches!(judgement, Judgement::Differs(_))).to_string(),
            count(|judgement| matches!(judgement, Judgement::Skipped(_))).to_string(),
            reasons.into_iter().collect::<Vec<_>>().join(", "),
        ]);
    }
    table
}

fn summary(trials: &[Trial]) -> String {
    let compared: Vec<&Report> = trials.iter().filter_map(|trial| trial.full.as_ref().ok()).collect();
    let differing = trials.iter().filter(|trial| trial.differs()).count();
    let states: u64 = compared.iter().map(|report| report.counts.stored).sum();
    format!(
        "{} models agree in all ways to search, {differing} differ, {} skipped; {} have an error; {states} states in \
            the full searches, {} in the largest",
        compared.len() - differing,
        trials.len() - compared.len(),
        compared.iter().filter(|report| report.verdict == "fail").count(),
        compared.iter().map(|report| report.counts.stored).max().unwrap_or(0),
    )
}
