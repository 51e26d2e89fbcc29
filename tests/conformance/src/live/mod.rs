//! `conformance live`: random models and formulas, searched for infinite runs by Spin and by `ax`.
//!
//! Each model is checked without and with weak fairness. The verdict and the kind of error must be the same. Counts are
//! compared too, up to the first error, unless Spin's search was cut off by its depth limit. Trails go both ways: `ax`
//! must come around the cycle that Spin found, and Spin must be able to follow the trail of `ax`.

mod formula;
mod model;

use crate::ax::{Ax, Fairness, Order, Property, Report, Request};
use crate::command::{self, Outcome};
use crate::counts;
use crate::generator::random::{Random, derive};
use crate::kind;
use crate::pool;
use crate::random;
use crate::scratch::Scratch;
use crate::spin::{self, Compiler};
use crate::table::Table;
use crate::trails;
use model::Labels;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Options {
    /// Number of models.
    #[arg(long, default_value_t = 150)]
    count: u64,
    /// Seed of the run; each model has a seed of its own, which is printed when it differs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The checker.
    #[arg(long, default_value = "target/release/ax")]
    ax: PathBuf,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Print the model of one seed, and compare nothing.
    #[arg(long)]
    show: Option<u64>,
    /// List differences in counts.
    #[arg(long)]
    counts: bool,
}

/// A model, and what is asked of it.
pub struct Subject {
    pub text: String,
    pub property: Property,
}

/// What became of one search.
#[derive(Default)]
struct Trial {
    what: String,
    fails: bool,
    /// Spin gives nothing to compare with.
    skipped: Option<String>,
    /// Spin's depth limit cut it off, so that its counts say nothing.
    cut_off: bool,
    counts: Option<String>,
    problems: Vec<String>,
    trails: usize,
    /// No run is an error under strong fairness.
    passes_strongly: bool,
}

const MODEL: &str = "model.pml";
const LIMIT: Duration = Duration::from_secs(10);
/// More than the models need.
const DEPTH: u64 = 20_000;

pub fn run(options: &Options) -> Result<bool, String> {
    if let Some(seed) = options.show {
        println!("{}", subject(seed).text);
        return Ok(true);
    }
    let ax = random::checker(&options.ax)?;
    let seeds: Vec<u64> = (0..options.count).map(|index| derive(options.seed, index)).collect();
    let trials = pool::map(&seeds, options.jobs, |&seed| compare(&ax, seed));
    let trials: Vec<Vec<Trial>> = trials.into_iter().collect::<io::Result<_>>().map_err(|error| error.to_string())?;
    let trials: Vec<Trial> = trials.into_iter().flatten().collect();
    println!("{}", overview(&trials).text());
    for trial in &trials {
        for problem in &trial.problems {
            println!("{}: {problem}", trial.what);
        }
        if let (true, Some(how)) = (options.counts, &trial.counts) {
            println!("{}: {how}", trial.what);
        }
        if let (true, Some(why)) = (options.counts, &trial.skipped) {
            println!("{}: skipped: {why}", trial.what);
        }
    }
    let count = |wanted: fn(&Trial) -> bool| trials.iter().filter(|trial| wanted(trial)).count();
    println!(
        "{} searches agree, {} differ, {} agree but for counts, {} skipped; {} trails replayed",
        count(|trial| trial.problems.is_empty() && trial.counts.is_none() && trial.skipped.is_none()),
        count(|trial| !trial.problems.is_empty()),
        count(|trial| trial.problems.is_empty() && trial.counts.is_some()),
        count(|trial| trial.skipped.is_some()),
        trials.iter().map(|trial| trial.trails).sum::<usize>(),
    );
    Ok(trials.iter().all(|trial| trial.problems.is_empty()))
}

/// The model of a seed, with a formula unless labels say what is asked.
pub fn text(seed: u64) -> String {
    subject(seed).text
}

pub fn subject(seed: u64) -> Subject {
    let mut random = Random::new(seed);
    let (labels, property) = match random.below(10) {
        0 | 1 => (Labels::Progress, Property::Progress),
        2 | 3 => (Labels::Accept, Property::Acceptance),
        4 => (Labels::Accept, Property::Safety),
        _ => (Labels::None, Property::Safety),
    };
    let mut text = model::model(&mut random, labels);
    // What is no other property is a formula.
    if property == Property::Safety {
        let (atoms, operators) = (model::atoms(&mut random), 1 + random.below(5));
        text.push_str(&format!("ltl goal {{ {} }}\n", formula::formula(&mut random, &atoms, operators)));
    }
    let property = if property == Property::Safety { Property::Acceptance } else { property };
    Subject { text, property }
}

fn compare(ax: &Ax, seed: u64) -> io::Result<Vec<Trial>> {
    let scratch = Scratch::new()?;
    let subject = subject(seed);
    std::fs::write(scratch.path().join(MODEL), &subject.text)?;
    let flags: &[&str] = match subject.property {
        Property::Progress => &["-DNOREDUCE", "-DNFAIR=4", "-DNP"],
        Property::Safety | Property::Acceptance => &["-DNOREDUCE", "-DNFAIR=4"],
    };
    let mut built = spin::generate(scratch.path(), MODEL)?;
    if built.is_ok() {
        built = spin::compile_with(scratch.path(), Compiler::Tcc, flags)?;
    }
    let mut trials = Vec::new();
    for fair in [false, true] {
        let mut trial = Trial { what: format!("seed {seed}{}", if fair { " fair" } else { "" }), ..Trial::default() };
        match &built {
            // Spin overlooks fair runs in which a process may not move: see docs/conformance.md.
            Ok(()) if fair && subject.text.contains("provided") => {
                trial.skipped = Some("fairness with a provided clause".to_string());
            }
            Ok(()) => search(ax, scratch.path(), &subject, fair, &mut trial)?,
            Err(failure) => trial.skipped = Some(format!("{failure:?}")),
        }
        trials.push(trial);
    }
    Ok(trials)
}

fn search(ax: &Ax, folder: &Path, subject: &Subject, fair: bool, trial: &mut Trial) -> io::Result<()> {
    let trail = folder.join(format!("{MODEL}.trail"));
    if trail.exists() {
        std::fs::remove_file(&trail)?;
    }
    let kind = if subject.property == Property::Progress { "-l" } else { "-a" };
    let mut args = strings(&["-n", "-w16", &format!("-m{DEPTH}"), kind]);
    args.extend(fair.then(|| "-f".to_string()));
    let theirs = match spin::judge(&command::run(&folder.join("pan"), &args, folder, LIMIT)?) {
        Ok(theirs) => theirs,
        Err(failure) => {
            trial.skipped = Some(format!("{failure:?}"));
            return Ok(());
        }
    };
    trial.cut_off = theirs.truncated;
    if theirs.truncated && theirs.first_error.is_none() {
        trial.skipped = Some("Spin was cut off".to_string());
        return Ok(());
    }
    let request = Request::live(subject.property, if fair { Fairness::Weak } else { Fairness::None });
    let ours = match ax.check(folder, &folder.join(MODEL), &request)? {
        Ok(ours) => ours,
        Err(failure) => {
            trial.problems.push(failure.to_string());
            return Ok(());
        }
    };
    trial.fails = theirs.first_error.is_some();
    let expected = if trial.fails { "fail" } else { "pass" };
    let kinds = theirs.first_error.as_deref().map_or(&[][..], kind::of_error);
    let found = ours.kinds.first().map_or("none", String::as_str);
    if fair && theirs.first_error.as_deref().is_some_and(|error| error.contains("accept stutter")) {
        // Spin takes a final state for accepting because of what its counter passed before: see docs/conformance.md.
        trial.skipped = Some("accept stutter under fairness".to_string());
        return Ok(());
    }
    if fair && !trial.fails && ours.stands_still {
        // Spin does not see accept states that the claim comes to while the system stands still: see
        // docs/conformance.md.
        trial.skipped = Some("fairness of a run that stands still".to_string());
        return Ok(());
    }
    if ours.verdict != expected {
        trial.problems.push(format!("verdict {} instead of {expected}", ours.verdict));
    } else if trial.fails && !kinds.contains(&found) && !theirs.truncated {
        trial.problems.push(format!("first error {found} instead of {}", kinds.join(" or ")));
    } else if trial.fails && kinds.contains(&found) && found.ends_with("cycle") {
        replay(ax, folder, &request, &trail, trial)?;
    }
    // Accept labels of processes count as long as the claim can move, which depends on its automaton. With fairness
    // Spin overlooks runs that stop: see docs/conformance.md.
    if !fair && !subject.text.contains("accept_") {
        let small = small_verdict(ax, folder, &request)?;
        if small != expected {
            trial.problems.push(format!("verdict {small} instead of {expected} with the small automaton"));
        }
    }
    others(ax, folder, &request, &ours, trial)?;
    let differences = theirs.counts.differences(&ours.counts);
    if !theirs.truncated && !differences.is_empty() {
        trial.counts = Some(counts::listed(&differences));
    }
    Ok(())
}

/// What `ax` says by default: with the small automaton, and with one search where one is enough.
fn small_verdict(ax: &Ax, folder: &Path, request: &Request) -> io::Result<String> {
    let mut args = Ax::arguments(&folder.join(MODEL), request);
    args.iter_mut().filter(|arg| *arg == "spin").for_each(|arg| *arg = "small".to_string());
    if let Some(index) = args.iter().position(|arg| arg == "--optimize") {
        args[index + 1] = "on".to_string();
    }
    let outcome = command::run(&ax.program, &args, folder, LIMIT)?;
    let object: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap_or_default();
    Ok(object["verdict"].as_str().unwrap_or("none").to_string())
}

/// What `ax` says breadth first must be the same, and shorter. Under strong fairness fewer runs count.
fn others(ax: &Ax, folder: &Path, request: &Request, depth: &Report, trial: &mut Trial) -> io::Result<()> {
    let model = folder.join(MODEL);
    let breadth = Request { order: Order::BreadthFirst, ..request.clone() };
    match ax.check(folder, &model, &breadth)? {
        Err(failure) => trial.problems.push(format!("breadth first: {failure}")),
        Ok(report) if report.verdict != depth.verdict => {
            trial.problems.push(format!("breadth first {}, depth first {}", report.verdict, depth.verdict));
        }
        Ok(report) => {
            if report.steps > depth.steps && request.fairness == Fairness::None {
                trial.problems.push(format!("{} steps breadth first, {} depth first", report.steps, depth.steps));
            }
            comes_around(ax, folder, &breadth, trial)?;
        }
    }
    if request.fairness == Fairness::Weak {
        let strong = Request { fairness: Fairness::Strong, ..request.clone() };
        match ax.check(folder, &model, &strong)? {
            Err(failure) => trial.problems.push(format!("strong fairness: {failure}")),
            Ok(report) if report.verdict == "fail" && depth.verdict != "fail" => {
                trial.problems.push("fails with strong fairness only".to_string());
            }
            Ok(report) if report.verdict == "fail" => comes_around(ax, folder, &strong, trial)?,
            Ok(_) => trial.passes_strongly = true,
        }
    }
    Ok(())
}

/// Whether the trail that `ax` writes leads around, if it has a cycle.
fn comes_around(ax: &Ax, folder: &Path, request: &Request, trial: &mut Trial) -> io::Result<()> {
    let mut check = Ax::arguments(&folder.join(MODEL), request);
    check.extend(strings(&["--trail", "ours.trail"]));
    // There is none if an earlier search has found nothing.
    let _ = std::fs::remove_file(folder.join("ours.trail"));
    command::run(&ax.program, &check, folder, LIMIT)?;
    let text = std::fs::read_to_string(folder.join("ours.trail")).unwrap_or_default();
    if text.contains("-1:-1:-1") {
        let model = folder.join(MODEL).display().to_string();
        let replay = command::run(
            &ax.program,
            &strings(&["simulate", &model, "--claim-automaton", "spin", "--trail", "ours.trail"]),
            folder,
            LIMIT,
        )?;
        if !came_around(&replay) {
            trial.problems.push(format!(
                "own trail, {:?} {:?}: {}",
                request.order,
                request.fairness,
                last_line(&replay)
            ));
        }
        trial.trails += 1;
    }
    Ok(())
}

/// Spin's trail with `ax`, and the trail of `ax` with both.
fn replay(ax: &Ax, folder: &Path, request: &Request, theirs: &Path, trial: &mut Trial) -> io::Result<()> {
    let run = |program: &Path, args: &[&str]| command::run(program, &strings(args), folder, LIMIT);
    let model = folder.join(MODEL).display().to_string();
    let mut check = Ax::arguments(&folder.join(MODEL), request);
    check.extend(strings(&["--trail", "ours.trail"]));
    command::run(&ax.program, &check, folder, LIMIT)?;
    // A run that stops in an accept state has no cycle in its trail.
    let has_cycle = |trail: &Path| std::fs::read_to_string(trail).is_ok_and(|text| text.contains("-1:-1:-1"));
    if !has_cycle(&folder.join("ours.trail")) {
        return Ok(());
    }
    let own = run(&ax.program, &["simulate", &model, "--claim-automaton", "spin", "--trail", "ours.trail"])?;
    if !came_around(&own) {
        trial.problems.push(format!("own trail: {}", last_line(&own)));
    }
    let mut spins = run(Path::new("spin"), &["-t", "-k", "ours.trail", "-p", MODEL])?;
    // The claim for progress is in no model: Spin passes over its steps.
    spins.stdout = spins.stdout.replace("couldn't find claim", "");
    if let Some(line) = trails::lost(&spins) {
        trial.problems.push(format!("Spin does not follow our trail: {line}"));
    }
    trial.trails += 2;
    if has_cycle(theirs) {
        let theirs = theirs.display().to_string();
        let other = run(&ax.program, &["simulate", &model, "--claim-automaton", "spin", "--trail", &theirs])?;
        if !came_around(&other) {
            trial.problems.push(format!("Spin's trail: {}", last_line(&other)));
        }
        trial.trails += 1;
    }
    Ok(())
}

fn came_around(replay: &Outcome) -> bool {
    replay.code() == Some(1) && replay.stdout.contains("repeat for ever")
}

fn last_line(outcome: &Outcome) -> &str {
    outcome.stderr.lines().chain(outcome.stdout.lines()).last().unwrap_or("nothing was said")
}

fn strings(args: &[&str]) -> Vec<String> {
    args.iter().map(|arg| arg.to_string()).collect()
}

fn overview(trials: &[Trial]) -> Table {
    let mut table = Table::new(&["searches", "number"]);
    let mut row = |name: &str, wanted: &dyn Fn(&Trial) -> bool| {
        table.row(vec![name.to_string(), trials.iter().filter(|trial| wanted(trial)).count().to_string()]);
    };
    let fair = |trial: &Trial| trial.what.ends_with("fair");
    let compared = |trial: &Trial| trial.skipped.is_none();
    row("to compare", &compared);
    row("  with an error", &|trial| compared(trial) && !fair(trial) && trial.fails);
    row("  without", &|trial| compared(trial) && !fair(trial) && !trial.fails);
    row("  fair, with an error", &|trial| compared(trial) && fair(trial) && trial.fails);
    row("  fair, without", &|trial| compared(trial) && fair(trial) && !trial.fails);
    row("  fair, with an error, without one under strong fairness", &|trial| trial.fails && trial.passes_strongly);
    row("  by verdict only", &|trial| compared(trial) && trial.cut_off);
    table
}
