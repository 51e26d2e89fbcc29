//! `conformance witness`: the inputs that a failure tells, given to the compiled program, must lead to it.
//!
//! Random sequential C programs that ask for numbers of all integer types, calculate with them, compare them with
//! constants and with each other, and call `reach_error` in places (`generator`). gcc compiles each with functions that
//! read the numbers from a file. Where `ax verify` fails, the program is run with the inputs of the answer, in their
//! order, and must come to `reach_error`, having asked for no more. Where it passes, the program is run with random
//! numbers and with those at the ends of the types: a run that comes to `reach_error` is a wrong answer, too.
//!
//! Needs `gcc`. What stays incomplete is counted.

mod generator;

use crate::command;
use crate::generator::random::{Random, derive};
use crate::pool;
use crate::scratch::Scratch;
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Options {
    /// Number of programs.
    #[arg(long, default_value_t = 40)]
    count: u64,
    /// Seed of the run; each program has a seed of its own, which is printed with a difference.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value = "target/release/ax")]
    ax: PathBuf,
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Only the program of this seed, as it was printed.
    #[arg(long)]
    only: Option<u64>,
    /// Seconds for one answer.
    #[arg(long, default_value_t = 20)]
    limit: u64,
    /// Folder for the programs that differ.
    #[arg(long)]
    keep: Option<PathBuf>,
}

enum Verdict {
    /// It failed, and the program came to the error with its inputs.
    Led,
    Passed,
    Incomplete(String),
    Differs(String),
}

/// Exit statuses of the compiled program.
const REACHED: i32 = 42;
/// Runs with random numbers of a program that passes.
const TRIES: u64 = 40;

pub fn run(options: &Options) -> Result<bool, String> {
    let ax = options.ax.canonicalize().map_err(|error| format!("{}: {error}", options.ax.display()))?;
    let seeds: Vec<u64> = match options.only {
        Some(seed) => vec![seed],
        None => (0..options.count).map(|index| derive(options.seed, index)).collect(),
    };
    let verdicts = pool::map(&seeds, options.jobs, |seed| judge(&ax, *seed, options));
    let (mut led, mut passed, mut incomplete, mut differ) = (0, 0, 0, 0);
    for (seed, verdict) in seeds.iter().zip(verdicts) {
        match verdict.map_err(|error| error.to_string())? {
            Verdict::Led => led += 1,
            Verdict::Passed => passed += 1,
            Verdict::Incomplete(why) => {
                incomplete += 1;
                println!("seed {seed} is incomplete: {why}");
            }
            Verdict::Differs(why) => {
                differ += 1;
                println!("seed {seed} differs: {why}");
            }
        }
    }
    println!("{led} led to the error, {passed} passed, {incomplete} incomplete, {differ} differ");
    Ok(differ == 0)
}

fn judge(ax: &Path, seed: u64, options: &Options) -> io::Result<Verdict> {
    let scratch = Scratch::new()?;
    let folder = scratch.path();
    let program = generator::program(seed);
    std::fs::write(folder.join("program.c"), &program)?;
    std::fs::write(folder.join("runtime.c"), generator::runtime())?;
    let limit = Duration::from_secs(options.limit);
    let time = format!("{}s", options.limit);
    let words = ["verify", "--no-cache", "--format", "json", "--time", &time, "program.c"];
    let asked = command::run(ax, &words.map(str::to_string), folder, limit * 2)?;
    let words = ["-w", "-O0", "-fwrapv", "program.c", "runtime.c", "-o", "program"];
    let compiled = command::run(Path::new("gcc"), &words.map(str::to_string), folder, Duration::from_secs(60))?;
    if !compiled.success() {
        return Err(io::Error::other(format!("seed {seed}: gcc says {}", compiled.stderr)));
    }
    let verdict = compare(folder, asked.code(), &asked.stdout, seed)?;
    if let (Verdict::Differs(_), Some(keep)) = (&verdict, &options.keep) {
        std::fs::create_dir_all(keep)?;
        std::fs::write(keep.join(format!("{seed}.c")), &program)?;
    }
    Ok(verdict)
}

fn compare(folder: &Path, status: Option<i32>, answer: &str, seed: u64) -> io::Result<Verdict> {
    let answer: Value = serde_json::from_str(answer).unwrap_or_default();
    let property = &answer["properties"][0];
    match status {
        Some(0) => {
            let mut random = Random::new(seed);
            for _ in 0..TRIES {
                let inputs: Vec<String> = (0..64).map(|_| generator::number(&mut random).to_string()).collect();
                if execute(folder, &inputs)? == Some(REACHED) {
                    return Ok(Verdict::Differs(format!("a pass, and {inputs:?} lead to the error")));
                }
            }
            Ok(Verdict::Passed)
        }
        Some(1) => {
            let told = property["errors"][0]["inputs"].as_array().cloned().unwrap_or_default();
            let inputs: Vec<String> =
                told.iter().filter_map(|input| input["value"].as_str()).map(str::to_string).collect();
            match execute(folder, &inputs)? {
                Some(REACHED) => Ok(Verdict::Led),
                other => Ok(Verdict::Differs(format!("{inputs:?} lead to exit status {other:?}"))),
            }
        }
        Some(3) => Ok(Verdict::Incomplete(property["incomplete"].as_str().unwrap_or("?").to_string())),
        other => Ok(Verdict::Differs(format!("exit status {other:?}"))),
    }
}

/// Runs the compiled program with inputs; its exit status.
fn execute(folder: &Path, inputs: &[String]) -> io::Result<Option<i32>> {
    std::fs::write(folder.join("inputs"), inputs.join("\n"))?;
    Ok(command::run(&folder.join("program"), &[], folder, Duration::from_secs(10))?.code())
}
