//! `conformance random`: random programs under Spin and `ax`.

use crate::ax::Ax;
use crate::compare::{Bench, Divergence, Reference, Sort, Unusable};
use crate::generator::{self, Generated};
use crate::pool;
use crate::shrink;
use crate::spin::Reduction;
use crate::table::Table;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Options {
    /// Number of programs.
    #[arg(long, default_value_t = 300)]
    count: u64,
    /// Seed of the run; each program has a seed of its own, which is printed when it differs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The checker; without one only Spin runs, and the programs are counted.
    #[arg(long)]
    ax: Option<PathBuf>,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Folder for the programs that differ, and for their minimal forms.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Make the first programs that differ as small as possible; at most this many.
    #[arg(long, default_value_t = 3)]
    shrink: usize,
    /// Also fail on differences in atomic steps, depth and number of errors.
    #[arg(long)]
    strict: bool,
    /// Search breadth first as well; the counts must be the same.
    #[arg(long)]
    bfs: bool,
    /// What both leave out of the state space.
    #[arg(long, value_enum, default_value = "none")]
    reduction: Reduction,
    /// Print the programs Spin refuses.
    #[arg(long)]
    show_refused: bool,
}

/// What became of one program.
struct Trial {
    generated: Generated,
    states: u64,
    error: Option<String>,
    exact: bool,
    unusable: Option<Unusable>,
    divergence: Option<Divergence>,
}

pub fn run(options: &Options) -> Result<bool, String> {
    let ax = options.ax.as_deref().map(checker).transpose()?;
    let ax = ax.map(|ax| Ax { breadth_first: options.bfs, reduction: options.reduction, ..ax });
    let seeds: Vec<u64> = (0..options.count).map(|index| generator::random::derive(options.seed, index)).collect();
    let trials = pool::map(&seeds, options.jobs, |&seed| draw(seed, ax.as_ref()));
    let trials: Vec<Trial> = trials.into_iter().collect::<io::Result<_>>().map_err(|error| error.to_string())?;

    println!("{}", population(&trials).text());
    if options.show_refused {
        show_refused(&trials);
    }
    let Some(ax) = ax else { return Ok(true) };
    let differing: Vec<&Trial> = trials.iter().filter(|trial| trial.divergence.is_some()).collect();
    for trial in &differing {
        if let Some(divergence) = &trial.divergence {
            println!("seed {}: {}: {}", trial.generated.seed, divergence.sort, divergence.detail);
        }
    }
    if !differing.is_empty() {
        println!("\n{}", suspects(&trials).text());
    }
    keep(options, &ax, &differing).map_err(|error| error.to_string())?;
    let grave = differing.iter().filter(|trial| options.strict || is_grave(trial, options.reduction)).count();
    let compared = trials.iter().filter(|trial| trial.unusable.is_none()).count();
    println!(
        "{} programs agree, {grave} differ, {} differ in {}, {} skipped",
        compared - differing.len(),
        differing.len() - grave,
        match options.reduction {
            Reduction::None => "depth, atomic steps or number of errors only",
            _ => "ways that docs/conformance.md explains",
        },
        trials.len() - compared
    );
    Ok(grave == 0)
}

/// Finds the checker and sets its time limit.
pub fn checker(path: &Path) -> Result<Ax, String> {
    let program = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Ax { program, limit: Duration::from_secs(10), breadth_first: false, reduction: Reduction::None })
}

fn is_grave(trial: &Trial, reduction: Reduction) -> bool {
    trial.divergence.as_ref().is_some_and(|divergence| match divergence.sort {
        Sort::Weak | Sort::Fewer => false,
        Sort::Counts => reduction == Reduction::None || !is_reduced_with_care(&trial.generated.features),
        _ => true,
    })
}

/// Whether a program has features that keep `ax` from reducing where Spin does: see docs/conformance.md.
fn is_reduced_with_care(features: &str) -> bool {
    const WITH_CARE: [&str; 11] = [
        "never",
        "priority",
        "pc_value",
        "_last",
        "enabled",
        "provided",
        "remote-vars",
        "remote-labels",
        "visibility",
        "xr-xs",
        "run",
    ];
    features.split_whitespace().any(|feature| WITH_CARE.contains(&feature))
}

/// How often to draw for a program that is worth comparing.
const DRAWS: u64 = 4;

/// Programs with fewer states are drawn again; some are kept, because small is not wrong.
const FEW_STATES: u64 = 60;

/// Compares one program: of a few drawn, the first one that is large enough but not too large, or else the
/// largest of them that Spin can check at all.
fn draw(seed: u64, ax: Option<&Ax>) -> io::Result<Trial> {
    let bench = Bench::new()?;
    let mut best: Option<(Generated, Reference)> = None;
    for number in 0..DRAWS {
        let generated = generator::generate(if number == 0 { seed } else { generator::random::derive(seed, number) });
        let reduction = ax.map_or(Reduction::None, |ax| ax.reduction);
        let reference = bench.reference(&generated.program.render(), reduction)?;
        let states = |reference: &Reference| match reference.unusable() {
            None => Some(reference.states()),
            Some(_) => None,
        };
        let found = states(&reference);
        if best.as_ref().is_none_or(|(_, best)| states(best) <= found) {
            best = Some((generated, reference));
        }
        if found >= Some(FEW_STATES) || (found.is_some() && seed.is_multiple_of(5)) {
            break;
        }
    }
    let (generated, reference) = best.ok_or_else(|| io::Error::other("no program drawn"))?;
    let unusable = reference.unusable();
    let divergence = match (ax, &unusable) {
        (Some(ax), None) => bench.compare(ax, &generated.program.render(), &reference)?,
        _ => None,
    };
    Ok(Trial {
        generated,
        states: reference.states(),
        error: reference.first_error().map(String::from),
        exact: reference.modes.iter().all(|(_, result)| result.as_ref().is_ok_and(|report| report.exact())),
        unusable,
        divergence,
    })
}

/// What the generated programs are like, by Spin's word.
fn population(trials: &[Trial]) -> Table {
    let mut table = Table::new(&["programs", "number"]);
    let mut row = |name: &str, number: usize| table.row(vec![name.to_string(), number.to_string()]);
    let unusable = |wanted: fn(&Unusable) -> bool| {
        trials.iter().filter(|trial| trial.unusable.as_ref().is_some_and(wanted)).count()
    };
    let usable: Vec<&Trial> = trials.iter().filter(|trial| trial.unusable.is_none()).collect();
    row("generated", trials.len());
    row("refused by Spin", unusable(|reason| matches!(reason, Unusable::Refused(_))));
    row("refused by the C compiler", unusable(|reason| matches!(reason, Unusable::NotCompiled(_))));
    row("that kill pan", unusable(|reason| matches!(reason, Unusable::Killed)));
    row("without counts", unusable(|reason| matches!(reason, Unusable::NoCounts)));
    row("too large", unusable(|reason| matches!(reason, Unusable::TooLarge)));
    row("to compare", usable.len());
    row("  of which by verdict only", usable.iter().filter(|trial| !trial.exact).count());
    let errors = |start: &str| {
        usable.iter().filter(|trial| trial.error.as_ref().is_some_and(|error| error.starts_with(start))).count()
    };
    row("  without errors", usable.iter().filter(|trial| trial.error.is_none()).count());
    row("  first error an invalid end state", errors("invalid end state"));
    row("  first error an assertion", errors("assertion violated"));
    row("  first error of the claim", errors("end state in claim"));
    row("  first error of the trace", errors("event_trace"));
    let mut sizes: Vec<u64> = usable.iter().map(|trial| trial.states).collect();
    sizes.sort_unstable();
    for percent in [10, 25, 50, 75, 90] {
        let size = sizes.get(sizes.len() * percent / 100).copied().unwrap_or(0);
        row(&format!("  states, {percent}th percentile"), size as usize);
    }
    table
}

fn show_refused(trials: &[Trial]) {
    for trial in trials {
        if let Some(Unusable::Refused(message) | Unusable::NotCompiled(message)) = &trial.unusable {
            println!("seed {}: {message}", trial.generated.seed);
        } else if let Some(unusable) = &trial.unusable {
            println!("seed {}: {unusable:?}", trial.generated.seed);
        }
    }
}

/// For each feature, how many of the programs that may use it differ, the worst first.
fn suspects(trials: &[Trial]) -> Table {
    let mut features: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for trial in trials.iter().filter(|trial| trial.unusable.is_none()) {
        for name in trial.generated.features.split_whitespace() {
            let (differing, all) = features.entry(name).or_default();
            *differing += usize::from(trial.divergence.is_some());
            *all += 1;
        }
    }
    let mut rows: Vec<(&str, usize, usize)> = features.iter().map(|(&name, &(d, all))| (name, d, all)).collect();
    rows.sort_by(|a, b| (b.1 * a.2).cmp(&(a.1 * b.2)));
    let mut table = Table::new(&["feature", "differ", "of"]);
    for (name, differing, all) in rows.into_iter().filter(|row| row.1 > 0).take(12) {
        table.row(vec![name.to_string(), differing.to_string(), all.to_string()]);
    }
    table
}

fn keep(options: &Options, ax: &Ax, differing: &[&Trial]) -> io::Result<()> {
    let Some(folder) = &options.keep else { return Ok(()) };
    std::fs::create_dir_all(folder)?;
    for (index, trial) in differing.iter().enumerate() {
        let seed = trial.generated.seed;
        std::fs::write(folder.join(format!("{seed}.pml")), listing(&trial.generated, trial.divergence.as_ref()))?;
        if index < options.shrink
            && let Some((small, divergence)) = shrink::minimal(&trial.generated, ax)?
        {
            std::fs::write(folder.join(format!("{seed}.min.pml")), listing(&small, Some(&divergence)))?;
            println!("seed {seed}: minimal form kept: {}", divergence.detail);
        }
    }
    Ok(())
}

/// The program with a comment that says where it comes from.
pub fn listing(generated: &Generated, divergence: Option<&Divergence>) -> String {
    let detail = divergence.map_or(String::new(), |divergence| format!("{}: {}", divergence.sort, divergence.detail));
    let detail = detail.replace("*/", "* /");
    format!(
        "/* seed {}; features: {}\n * {detail}\n */\n{}",
        generated.seed,
        generated.features,
        generated.program.render()
    )
}
