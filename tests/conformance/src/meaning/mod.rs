//! `conformance meaning`: random C programs, compiled and extracted; the values at the end must be the same.
//!
//! The compiler says what a program does: `cc` with the sanitizer for undefined behaviour, whose complaint drops the
//! program. `ax` extracts the function `f`, and a closed model asserts at its end that every scalar of the global data
//! has the value that the compiled program printed. Every statement must be exact: a generalisation is a difference.
//!
//! `--wild` is about programs that the model cannot hold. There the model must be able to end with the values of the
//! compiled program, in all variables it has: it may do more, never less.

mod bench;
mod csmith;
mod generator;
mod judge;
mod subject;
mod truth;

use crate::generator::random;
use crate::pool;
use crate::shrink;
use crate::table::Table;
use bench::{Bench, Form, Mode};
use generator::Kind;
use judge::{Difference, Verdict};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use subject::Subject;

#[derive(clap::Args)]
pub struct Options {
    /// Number of programs.
    #[arg(long, default_value_t = 150)]
    count: u64,
    /// Seed of the run; each program has a seed of its own, which is printed when it differs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value = "target/release/ax")]
    ax: PathBuf,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Folder for the programs that differ, and for their minimal forms.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Make the first programs that differ as small as possible; at most this many.
    #[arg(long, default_value_t = 3)]
    shrink: usize,
    /// Ask Spin as well, for so many of a hundred programs.
    #[arg(long, default_value_t = 15)]
    spin: u64,
    /// Only the program of this seed, as it was printed when it differed.
    #[arg(long)]
    only: Option<u64>,
    /// Take programs of csmith, not our own.
    #[arg(long)]
    csmith: bool,
    /// Programs with statements that no model can hold: what they do must be among what the model can do.
    #[arg(long, conflicts_with = "csmith")]
    wild: bool,
    /// Print the programs instead of comparing them.
    #[arg(long)]
    show: bool,
}

impl Options {
    fn subject(&self, seed: u64) -> io::Result<Subject> {
        let kind = if self.wild { Kind::Wild } else { Kind::Exact };
        if self.csmith { csmith::generate(seed) } else { Ok(Subject::generated(seed, kind)) }
    }
}

/// What became of one program.
struct Trial {
    subject: Subject,
    mode: Mode,
    verdict: Verdict,
}

pub fn run(options: &Options) -> Result<bool, String> {
    let seeds: Vec<u64> = match options.only {
        Some(seed) => vec![seed],
        None => (0..options.count).map(|index| random::derive(options.seed, index)).collect(),
    };
    if options.show {
        for seed in seeds {
            println!("{}", options.subject(seed).map_err(|error| error.to_string())?.program.render());
        }
        return Ok(true);
    }
    let ax = options.ax.canonicalize().map_err(|error| format!("{}: {error}", options.ax.display()))?;
    let trials = pool::map(&seeds, options.jobs, |&seed| -> io::Result<Trial> {
        let subject = options.subject(seed)?;
        let mode = mode(seed, options);
        let verdict = Bench::new(&ax)?.judge(&subject, mode)?;
        Ok(Trial { subject, mode, verdict })
    });
    let trials: Vec<Trial> = trials.into_iter().collect::<io::Result<_>>().map_err(|error| error.to_string())?;
    let differing: Vec<(&Trial, &Difference)> = trials
        .iter()
        .filter_map(|trial| match &trial.verdict {
            Verdict::Differs(difference) => Some((trial, difference)),
            _ => None,
        })
        .collect();
    for (trial, difference) in &differing {
        println!("seed {}: {}: {}", trial.subject.seed, difference.sort, difference.detail);
    }
    if !differing.is_empty() {
        println!("\n{}\n", suspects(&trials).text());
    }
    println!("{}", population(&trials).text());
    for (reason, (count, seed)) in dropped(&trials) {
        println!("{count} dropped: {reason} (seed {seed})");
    }
    let bench = Bench::new(&ax).map_err(|error| error.to_string())?;
    keep(options, &bench, &differing).map_err(|error| error.to_string())?;
    let agree = trials.iter().filter(|trial| matches!(trial.verdict, Verdict::Agrees(_))).count();
    println!("{agree} programs agree, {} differ, {} dropped", differing.len(), trials.len() - agree - differing.len());
    Ok(differing.is_empty())
}

/// How a program is extracted and closed; by its seed, so that a difference is found again.
fn mode(seed: u64, options: &Options) -> Mode {
    Mode {
        kind: if options.wild { Kind::Wild } else { Kind::Exact },
        form: if seed.is_multiple_of(3) { Form::Passive } else { Form::Active },
        by_statement: seed.is_multiple_of(4),
        spin: !options.wild && seed / 16 % 100 < options.spin,
    }
}

/// What was compared.
fn population(trials: &[Trial]) -> Table {
    let mut table = Table::new(&["compared", "number"]);
    let agreements: Vec<_> = trials
        .iter()
        .filter_map(|trial| match &trial.verdict {
            Verdict::Agrees(agreement) => Some((trial, agreement)),
            _ => None,
        })
        .collect();
    let mut row = |name: &str, number: u64| table.row(vec![name.to_string(), number.to_string()]);
    row("programs that agree", agreements.len() as u64);
    row("  values at the end", agreements.iter().map(|(_, a)| a.values).sum());
    row("  of which not the initial ones", agreements.iter().map(|(_, a)| a.changed).sum());
    row("  statements and conditions", agreements.iter().map(|(_, a)| a.statements).sum());
    row("  states of the models", agreements.iter().map(|(_, a)| a.states).sum());
    row("  by statement, not by access", agreements.iter().filter(|(t, _)| t.mode.by_statement).count() as u64);
    row("  as passive proctypes", agreements.iter().filter(|(t, _)| t.mode.form == Form::Passive).count() as u64);
    row("  with Spin as well", agreements.iter().filter(|(t, _)| t.mode.spin).count() as u64);
    table
}

/// Why programs were dropped: how many, and the seed of the first.
fn dropped(trials: &[Trial]) -> BTreeMap<&str, (usize, u64)> {
    let mut reasons = BTreeMap::new();
    for trial in trials {
        if let Verdict::Dropped(reason) = &trial.verdict {
            reasons.entry(reason.as_str()).or_insert((0, trial.subject.seed)).0 += 1;
        }
    }
    reasons
}

/// For each feature, how many of the programs that may use it differ, the worst first.
fn suspects(trials: &[Trial]) -> Table {
    let mut features: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for trial in trials.iter().filter(|trial| !matches!(trial.verdict, Verdict::Dropped(_))) {
        for name in trial.subject.features.split_whitespace() {
            let (differing, all) = features.entry(name).or_default();
            *differing += usize::from(matches!(trial.verdict, Verdict::Differs(_)));
            *all += 1;
        }
    }
    let mut rows: Vec<(&str, usize, usize)> = features.iter().map(|(&name, &(d, all))| (name, d, all)).collect();
    rows.sort_by(|a, b| (b.1 * a.2).cmp(&(a.1 * b.2)));
    let mut table = Table::new(&["feature", "differ", "of"]);
    for (name, differing, all) in rows.into_iter().filter(|row| row.1 > 0).take(8) {
        table.row(vec![name.to_string(), differing.to_string(), all.to_string()]);
    }
    table
}

fn keep(options: &Options, bench: &Bench, differing: &[(&Trial, &Difference)]) -> io::Result<()> {
    let Some(folder) = &options.keep else { return Ok(()) };
    std::fs::create_dir_all(folder)?;
    for (index, (trial, difference)) in differing.iter().enumerate() {
        let seed = trial.subject.seed;
        std::fs::write(folder.join(format!("{seed}.c")), listing(&trial.subject, difference))?;
        if index < options.shrink {
            let (small, difference) = minimal(&trial.subject, trial.mode, difference, bench)?;
            std::fs::write(folder.join(format!("{seed}.min.c")), listing(&small, &difference))?;
            println!("seed {seed}: minimal form kept: {}", difference.detail);
        }
    }
    Ok(())
}

/// The smallest program found that differs as this one does.
fn minimal(subject: &Subject, mode: Mode, difference: &Difference, bench: &Bench) -> io::Result<(Subject, Difference)> {
    let mut last = difference.clone();
    let program = shrink::reduce(subject.program.clone(), |candidate| {
        match bench.judge(&Subject { program: candidate.clone(), ..subject.clone() }, mode)? {
            Verdict::Differs(found) if found.is_like(difference) => {
                last = found;
                Ok(true)
            }
            _ => Ok(false),
        }
    })?;
    Ok((Subject { program, ..subject.clone() }, last))
}

/// The program with a comment that says where it comes from.
fn listing(subject: &Subject, difference: &Difference) -> String {
    format!(
        "/* seed {}; features: {}\n * {}: {}\n */\n{}",
        subject.seed,
        subject.features,
        difference.sort,
        difference.detail.replace("*/", "* /"),
        subject.program.render()
    )
}
