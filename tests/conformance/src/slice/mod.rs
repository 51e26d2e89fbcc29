//! `conformance slice`: verdicts with and without slicing must be the same.
//!
//! Random models (those of `random` for bad states, those of `live` for formulas and labels), or with `--models` Spin's
//! own. Each is searched as it is, as sliced, and as the printed slice says when it is read again; that one must have
//! the counts of the slice.

mod question;

use crate::examples;
use crate::generator;
use crate::generator::random::derive;
use crate::live;
use crate::pool;
use crate::scratch::Scratch;
use crate::table::Table;
use question::{Answer, Question};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Options {
    /// Number of random models.
    #[arg(long, default_value_t = 300)]
    count: u64,
    /// Seed of the run; each model has a seed of its own, which is printed when it differs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Seconds per search.
    #[arg(long, default_value_t = 10)]
    limit: u64,
    /// Spin's models instead of random ones.
    #[arg(long)]
    models: bool,
    /// Only models whose path contains this.
    #[arg(long, default_value = "")]
    filter: String,
    /// These models instead of random ones.
    #[arg(value_name = "MODEL")]
    files: Vec<PathBuf>,
    /// Write the table of models to this file.
    #[arg(long)]
    markdown: Option<PathBuf>,
}

/// How one model and property came out.
struct Trial {
    model: String,
    property: &'static str,
    outcome: Outcome,
}

enum Outcome {
    Compared { before: Answer, after: Answer },
    Differs(String),
    Skipped(String),
}

const STACK: usize = 256 << 20;

pub fn run(options: &Options) -> Result<bool, String> {
    // Parsing recurses over the model.
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || compare_all(options));
        match worker.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            _ => Err("the comparison ended early".to_string()),
        }
    })
}

fn compare_all(options: &Options) -> Result<bool, String> {
    let describe = |error: io::Error| error.to_string();
    let limit = Duration::from_secs(options.limit);
    let listed = options.models || !options.files.is_empty();
    let trials: Vec<Trial> = if listed {
        let scratch = Scratch::new().map_err(describe)?;
        let mut list: Vec<(String, PathBuf)> =
            options.files.iter().map(|path| (path.display().to_string(), path.clone())).collect();
        if options.models {
            examples::copy_to(scratch.path()).map_err(describe)?;
            let rows = crate::reference::rows(crate::reference::TABLE)?;
            list.extend(rows.into_iter().map(|row| (row.model.clone(), scratch.path().join(&row.model))));
        }
        list.retain(|(name, _)| name.contains(&options.filter));
        list.dedup();
        pool::map(&list, options.jobs, |(name, path)| of_file(name, path, limit)).into_iter().flatten().collect()
    } else {
        let seeds: Vec<u64> = (0..options.count).map(|index| derive(options.seed, index)).collect();
        pool::map(&seeds, options.jobs, |&seed| of_seed(seed, limit)).into_iter().flatten().collect()
    };
    let table = if listed { per_model(&trials) } else { per_property(&trials) };
    println!("{}", table.text());
    for trial in &trials {
        if let Outcome::Differs(how) = &trial.outcome {
            println!("{} {}: {how}", trial.model, trial.property);
        }
    }
    let summary = summary(&trials);
    println!("{summary}");
    if let Some(path) = &options.markdown {
        let text = format!("{}\n{summary}.\n", table.markdown());
        std::fs::write(path, text).map_err(describe)?;
    }
    Ok(!trials.iter().any(|trial| matches!(trial.outcome, Outcome::Differs(_))))
}

/// Every third model has a formula or labels for infinite runs.
fn of_seed(seed: u64, limit: Duration) -> Vec<Trial> {
    let text = if seed.is_multiple_of(3) { live::text(seed) } else { generator::generate(seed).program.render() };
    compare(&format!("seed {seed}"), Path::new("model.pml"), text, limit)
}

fn of_file(name: &str, path: &Path, limit: Duration) -> Vec<Trial> {
    match std::fs::read(path) {
        Ok(bytes) => compare(name, path, promela::decode(bytes), limit),
        Err(error) => vec![Trial {
            model: name.to_string(),
            property: "",
            outcome: Outcome::Skipped(format!("cannot be read: {error}")),
        }],
    }
}

fn compare(model: &str, path: &Path, text: String, limit: Duration) -> Vec<Trial> {
    let Some(subject) = question::Subject::read(path, text) else {
        let outcome = Outcome::Skipped("refused".to_string());
        return vec![Trial { model: model.to_string(), property: "", outcome }];
    };
    let trial = |question: Question| {
        let outcome = judge(&subject, &question, limit);
        Trial { model: model.to_string(), property: question.name, outcome }
    };
    subject.questions().into_iter().map(trial).collect()
}

fn judge(subject: &question::Subject, question: &Question, limit: Duration) -> Outcome {
    let before = match subject.search(question, limit) {
        Ok(answer) => answer,
        Err(why) => return Outcome::Skipped(why),
    };
    if before.verdict == "incomplete" {
        return Outcome::Skipped("too large".to_string());
    }
    let sliced = subject.sliced(question);
    // A slice that is not smaller may take a little longer.
    let after = match sliced.search(question, limit * 3) {
        Ok(answer) => answer,
        Err(why) => return Outcome::Differs(format!("the slice does not compile: {why}")),
    };
    // Of several errors the first one found may be another one.
    let same = before.verdict == after.verdict
        || (before.fails() && after.fails() && subject.errors(question, limit) == sliced.errors(question, limit * 3));
    if !same {
        return Outcome::Differs(format!(
            "{} became {} ({} and {} states)",
            before.verdict, after.verdict, before.states, after.states
        ));
    }
    let printed = question::Subject::read(Path::new("sliced.pml"), sliced.printed());
    match printed.map(|printed| printed.search(question, limit * 3)) {
        Some(Ok(again)) if again.verdict == after.verdict && again.states == after.states => {
            Outcome::Compared { before, after }
        }
        Some(Ok(again)) => Outcome::Differs(format!(
            "the printed slice is another model: {} with {} states instead of {} with {}",
            again.verdict, again.states, after.verdict, after.states
        )),
        Some(Err(why)) => Outcome::Differs(format!("the printed slice does not compile: {why}")),
        None => Outcome::Differs("the printed slice cannot be read".to_string()),
    }
}

fn per_property(trials: &[Trial]) -> Table {
    let mut table =
        Table::new(&["property", "compared", "violated", "fewer states", "more states", "states", "states sliced"]);
    let mut names: Vec<&str> = trials.iter().map(|trial| trial.property).filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let list: Vec<(&Answer, &Answer)> = trials
            .iter()
            .filter(|trial| trial.property == name)
            .filter_map(|trial| match &trial.outcome {
                Outcome::Compared { before, after } => Some((before, after)),
                _ => None,
            })
            .collect();
        // Up to the first error states say nothing.
        let passed: Vec<&(&Answer, &Answer)> = list.iter().filter(|(before, _)| before.verdict == "pass").collect();
        table.row(vec![
            name.to_string(),
            list.len().to_string(),
            (list.len() - passed.len()).to_string(),
            passed.iter().filter(|(before, after)| after.states < before.states).count().to_string(),
            passed.iter().filter(|(before, after)| after.states > before.states).count().to_string(),
            passed.iter().map(|(before, _)| before.states).sum::<u64>().to_string(),
            passed.iter().map(|(_, after)| after.states).sum::<u64>().to_string(),
        ]);
    }
    table
}

fn per_model(trials: &[Trial]) -> Table {
    let mut table = Table::new(&["model", "property", "verdict", "states", "sliced", "time", "sliced", "slicing"]);
    let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
    for trial in trials {
        let mut row = vec![trial.model.clone(), trial.property.to_string()];
        match &trial.outcome {
            Outcome::Compared { before, after } => row.extend([
                before.verdict.clone(),
                before.states.to_string(),
                after.states.to_string(),
                seconds(before.time),
                seconds(after.time),
                format!("{:.1} ms", after.slicing.as_secs_f64() * 1e3),
            ]),
            Outcome::Differs(how) => row.extend([format!("DIFFERS: {how}")]),
            Outcome::Skipped(why) => row.extend([format!("skipped: {why}")]),
        }
        row.resize(8, String::new());
        table.row(row);
    }
    table
}

fn summary(trials: &[Trial]) -> String {
    let count = |wanted: fn(&Outcome) -> bool| trials.iter().filter(|trial| wanted(&trial.outcome)).count();
    format!(
        "{} verdicts are the same, {} differ, {} skipped",
        count(|outcome| matches!(outcome, Outcome::Compared { .. })),
        count(|outcome| matches!(outcome, Outcome::Differs(_))),
        count(|outcome| matches!(outcome, Outcome::Skipped(_)))
    )
}
