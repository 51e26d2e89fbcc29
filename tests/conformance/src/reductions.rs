//! `conformance reductions`: a search that leaves something out must give the verdict of one that leaves nothing out.
//!
//! Random programs are searched for bad states, random models with formulas and labels for infinite runs, models like
//! the dining philosophers for either, each with all combinations of `--por` and `--optimize`, and breadth first. The
//! trail of an error must replay. Spin is not needed.

use crate::ax::{Ax, Order, Request};
use crate::command;
use crate::generator;
use crate::generator::random::derive;
use crate::live;
use crate::pool;
use crate::random;
use crate::scratch::Scratch;
use crate::sharing;
use crate::spin::{Claim, Reduction};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Options {
    /// Number of random programs, as many random models for infinite runs, and as many models like the dining
    /// philosophers.
    #[arg(long, default_value_t = 150)]
    count: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The checker.
    #[arg(long, default_value = "target/release/ax")]
    ax: PathBuf,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Folder for the programs with different verdicts.
    #[arg(long)]
    keep: Option<PathBuf>,
}

/// Where a model comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Program,
    Live,
    Sharing,
}

/// What became of one program.
#[derive(Default)]
struct Trial {
    name: String,
    text: String,
    compared: bool,
    fails: bool,
    /// States without and with all reductions.
    states: (u64, u64),
    problems: Vec<String>,
}

const MODEL: &str = "model.pml";
const LIMIT: Duration = Duration::from_secs(10);
/// More steps than a search that ends in time takes.
const STATES: &str = "2s";

pub fn run(options: &Options) -> Result<bool, String> {
    let ax = random::checker(&options.ax)?;
    let mut seeds: Vec<(u64, Sort)> = Vec::new();
    for index in 0..options.count {
        let seed = derive(options.seed, index);
        seeds.extend([(seed, Sort::Program), (seed, Sort::Live), (seed, Sort::Sharing)]);
    }
    let trials = pool::map(&seeds, options.jobs, |&(seed, sort)| compare(&ax, seed, sort));
    let trials: Vec<Trial> = trials.into_iter().collect::<io::Result<_>>().map_err(|error| error.to_string())?;
    for trial in &trials {
        for problem in &trial.problems {
            println!("{}: {problem}", trial.name);
        }
        if let (Some(folder), false) = (&options.keep, trial.problems.is_empty()) {
            let save = || {
                std::fs::create_dir_all(folder)?;
                std::fs::write(folder.join(format!("{}.pml", trial.name.replace(' ', "-"))), &trial.text)
            };
            save().map_err(|error: io::Error| error.to_string())?;
        }
    }
    let passed = trials.iter().filter(|t| t.compared && !t.fails);
    let (full, reduced) = passed.fold((0, 0), |(a, b), t| (a + t.states.0, b + t.states.1));
    let problems = trials.iter().filter(|t| !t.problems.is_empty()).count();
    println!(
        "{} models compared, {} with an error; {problems} differ, {} too large; without errors {full} states, reduced \
            {reduced}",
        trials.iter().filter(|t| t.compared).count(),
        trials.iter().filter(|t| t.compared && t.fails).count(),
        trials.iter().filter(|t| !t.compared && t.problems.is_empty()).count(),
    );
    Ok(problems == 0)
}

fn compare(ax: &Ax, seed: u64, sort: Sort) -> io::Result<Trial> {
    let scratch = Scratch::new()?;
    let (text, request) = match sort {
        Sort::Program => {
            (generator::generate(seed).program.render(), Request { all_errors: false, ..Request::all(Claim::First) })
        }
        Sort::Live => {
            let subject = live::subject(seed);
            (subject.text, Request::live(subject.property, crate::ax::Fairness::None))
        }
        Sort::Sharing => sharing::model(seed),
    };
    std::fs::write(scratch.path().join(MODEL), &text)?;
    let kind = match sort {
        Sort::Program => "",
        Sort::Live => "live ",
        Sort::Sharing => "sharing ",
    };
    let mut trial = Trial { name: format!("{kind}seed {seed}"), text, ..Trial::default() };
    let Some((verdict, states)) = verdict(ax, scratch.path(), &request, &["--trail", "found.trail"])? else {
        return Ok(trial);
    };
    if verdict == "incomplete" {
        return Ok(trial);
    }
    trial.compared = true;
    trial.fails = verdict == "fail";
    let replays = trial.fails && replay(ax, scratch.path())?.is_none();
    let orders = [Order::DepthFirst, Order::BreadthFirst];
    for (reduction, order) in [Reduction::Merged, Reduction::Full].into_iter().flat_map(|r| orders.map(|o| (r, o))) {
        let other = Request { reduction, order, ..request.clone() };
        match self::verdict(ax, scratch.path(), &other, &["--trail", "found.trail"])? {
            None => trial.problems.push(format!("{reduction:?} {order:?}: no verdict")),
            Some((found, _)) if found == "incomplete" => {}
            // What is hidden is no part of a state: breadth first it may have another value.
            Some(_) if order == Order::BreadthFirst && trial.text.contains("hidden ") => {}
            Some((found, _)) if found != verdict => {
                trial.problems.push(format!("{reduction:?} {order:?}: {found} instead of {verdict}"));
            }
            Some((_, reduced)) => {
                if order == Order::DepthFirst {
                    trial.states = (states, reduced);
                }
                if replays && let Some(last) = replay(ax, scratch.path())? {
                    trial.problems.push(format!("{reduction:?} {order:?}: its trail does not replay: {last}"));
                }
            }
        }
    }
    Ok(trial)
}

/// The verdict and the number of states.
fn verdict(ax: &Ax, folder: &Path, request: &Request, more: &[&str]) -> io::Result<Option<(String, u64)>> {
    let mut args = Ax::arguments(&folder.join(MODEL), request);
    args.extend(["--time", STATES].map(String::from));
    args.extend(more.iter().map(|arg| arg.to_string()));
    let outcome = command::run(&ax.program, &args, folder, LIMIT)?;
    let object: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap_or_default();
    Ok(object["verdict"].as_str().map(|verdict| (verdict.to_string(), object["stored"].as_u64().unwrap_or(0))))
}

/// What is said last if the trail does not lead to an error. A run that just stops in an accept state never does.
fn replay(ax: &Ax, folder: &Path) -> io::Result<Option<String>> {
    let model = folder.join(MODEL).display().to_string();
    let args = ["simulate", &model, "--claim-automaton", "spin", "--trail", "found.trail"].map(String::from).to_vec();
    let outcome = command::run(&ax.program, &args, folder, LIMIT)?;
    let last = outcome.stderr.lines().chain(outcome.stdout.lines()).last().unwrap_or("nothing was said");
    Ok((outcome.code() != Some(1)).then(|| last.to_string()))
}
