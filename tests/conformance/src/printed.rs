//! `conformance printed`: models of C programs as `ax verify --model` prints them, under Spin.
//!
//! Spin has to take each of them and to come to the verdict and the counts of `ax check`. Does not look at what the
//! model means: see `meaning` and `oracle`.

use crate::ax::Ax;
use crate::command;
use crate::compare::{Bench, Divergence, Sort};
use crate::pool;
use crate::random;
use crate::scratch::Scratch;
use crate::spin::{Failure, Reduction};
use crate::table::Table;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Options {
    #[arg(long, default_value = "target/release/ax")]
    ax: PathBuf,
    /// Folders with harnesses, or with C programs that have none.
    #[arg(long, value_delimiter = ',', default_value = "samples,tests/verify/programs")]
    folders: Vec<PathBuf>,
    /// Only those whose path contains this.
    #[arg(long, default_value = "")]
    filter: String,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// What came of a model.
enum Found {
    Same,
    Differs(String),
    /// Nothing to compare, and why.
    Skipped(&'static str),
}

/// A model has to be printed before this; its search may end there.
const LIMIT: Duration = Duration::from_secs(60);

pub fn run(options: &Options) -> Result<bool, String> {
    let ax = random::checker(&options.ax)?;
    let mut inputs = Vec::new();
    for folder in &options.folders {
        collect(folder, &mut inputs).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    inputs.retain(|path| path.to_string_lossy().contains(&options.filter));
    inputs.sort();
    let found = pool::map(&inputs, options.jobs, |path| compare(&ax, path));
    let found: Vec<Found> = found.into_iter().collect::<io::Result<_>>().map_err(|error| error.to_string())?;
    let mut table = Table::new(&["program", "result"]);
    let (mut same, mut differing) = (0, 0);
    for (path, found) in inputs.iter().zip(&found) {
        let text = match found {
            Found::Same => {
                same += 1;
                continue;
            }
            Found::Differs(text) => {
                differing += 1;
                format!("DIFFERS: {text}")
            }
            Found::Skipped(why) => format!("skipped: {why}"),
        };
        table.row(vec![path.display().to_string(), text]);
    }
    let skipped = found.len() - same - differing;
    println!("{}{same} models agree, {differing} differ, {skipped} skipped", table.text());
    Ok(differing == 0 && same > 0)
}

/// Harnesses below a folder; where there is none, C programs.
fn collect(folder: &Path, inputs: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, inputs)? } else { paths.push(path) }
    }
    let ends = |end: &'static str| move |path: &&PathBuf| path.to_string_lossy().ends_with(end);
    let harnesses: Vec<&PathBuf> = paths.iter().filter(ends(".ax.toml")).collect();
    match harnesses.is_empty() {
        true => inputs.extend(paths.iter().filter(ends(".c")).cloned()),
        false => inputs.extend(harnesses.into_iter().cloned()),
    }
    Ok(())
}

fn compare(ax: &Ax, path: &Path) -> io::Result<Found> {
    let scratch = Scratch::new()?;
    let model = scratch.path().join("printed.pml");
    let args = ["verify", "--no-cache", "--time", "5s", "--model"].map(str::to_string).into_iter();
    let args: Vec<String> = args.chain([model.display().to_string(), path.display().to_string()]).collect();
    let outcome = command::run(&ax.program, &args, Path::new("."), LIMIT)?;
    let Ok(text) = std::fs::read_to_string(&model) else {
        return Ok(match outcome.code() {
            Some(2) => Found::Skipped("ax refuses it"),
            Some(_) => Found::Skipped("it has no model"),
            None => Found::Differs(format!("ax does not end: {}", outcome.stderr)),
        });
    };
    let bench = Bench::new()?;
    let reference = bench.reference(&text, Reduction::None)?;
    if let Some(Err(Failure::Refused(why) | Failure::NotCompiled(why))) = reference.modes.first().map(|mode| &mode.1) {
        return Ok(Found::Differs(format!("Spin refuses the model: {why}")));
    }
    if reference.unusable().is_some() {
        return Ok(Found::Skipped("too large for Spin"));
    }
    Ok(match bench.compare(ax, &text, &reference)? {
        None | Some(Divergence { sort: Sort::Weak, .. }) => Found::Same,
        Some(divergence) => Found::Differs(format!("{}: {}", divergence.sort, divergence.detail)),
    })
}
