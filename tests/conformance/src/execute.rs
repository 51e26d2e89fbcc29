//! `conformance execute`: whole programs of csmith, with all that it can make, on the machine of the exact road. Their
//! output has to be that of the program that gcc makes.
//!
//! Needs Debian's packages `csmith`, `libcsmith-dev` and `gcc`. A program that the compiled code does not end within
//! five seconds is dropped. One that the machine does not take to its end, because it has no meaning for something or
//! the time is over, is incomplete; more than 3 in 100 of these are a difference, too.

use crate::command;
use crate::pool;
use crate::scratch::Scratch;
use extractor::{c, link, lower};
use machine::outcome;
use promela::finding::Findings;
use promela::source::Sources;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Options {
    /// Number of programs.
    #[arg(long, default_value_t = 40)]
    count: u64,
    /// Seed of the first program; the others follow.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Seconds for each program on the machine.
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// Folder for the programs whose output differs.
    #[arg(long)]
    keep: Option<PathBuf>,
}

/// What csmith does not do unless it is told; by seed, none of these first.
const FEATURES: [&[&str]; 4] =
    [&[], &["--float"], &["--inline-function", "--unary-plus-operator"], &["--builtins", "--float"]];

/// Where the package puts the header of its runtime.
const INCLUDE: &str = "/usr/include/csmith";

/// Turns of the scheduler of one run; the time ends it before that.
const STEPS: u64 = 1 << 40;

enum Verdict {
    Same,
    Differs(String),
    Incomplete(String),
    /// The compiler refuses it, or it does not end.
    Dropped,
}

pub fn run(options: &Options) -> Result<bool, String> {
    let seeds: Vec<u64> = (options.seed..options.seed + options.count).collect();
    let verdicts = pool::map(&seeds, options.jobs, |seed| judge(*seed, options));
    let (mut same, mut differ, mut incomplete, mut dropped) = (0, 0, 0, 0);
    for (seed, verdict) in seeds.iter().zip(verdicts) {
        match verdict.map_err(|error| error.to_string())? {
            Verdict::Same => same += 1,
            Verdict::Dropped => dropped += 1,
            Verdict::Differs(text) => {
                differ += 1;
                println!("seed {seed} differs: {text}");
            }
            Verdict::Incomplete(text) => {
                incomplete += 1;
                println!("seed {seed} is incomplete: {text}");
            }
        }
    }
    println!("{same} the same, {differ} differ, {incomplete} incomplete, {dropped} dropped");
    Ok(differ == 0 && incomplete * 100 <= (same + incomplete) * 3)
}

fn judge(seed: u64, options: &Options) -> io::Result<Verdict> {
    let scratch = Scratch::new()?;
    let folder = scratch.path();
    let source = folder.join("program.c");
    let words = |list: &[&str]| list.iter().map(|word| word.to_string()).collect::<Vec<String>>();
    let mut arguments = words(&["--output", "program.c", "--seed", &seed.to_string()]);
    arguments.extend(words(FEATURES[seed as usize % FEATURES.len()]));
    let made = command::run(Path::new("csmith"), &arguments, folder, Duration::from_secs(30))?;
    if !made.success() {
        return Err(io::Error::other(format!("csmith does not take {arguments:?}")));
    }
    let arguments = words(&["-w", "-O0", "-I", INCLUDE, "program.c", "-o", "program"]);
    let compiled = command::run(Path::new("gcc"), &arguments, folder, Duration::from_secs(60))?;
    if !compiled.success() {
        return Ok(Verdict::Dropped);
    }
    let truth = command::run(&folder.join("program"), &[], folder, Duration::from_secs(5))?;
    if !truth.success() {
        return Ok(Verdict::Dropped);
    }
    let verdict = compare(&source, &truth.stdout, Duration::from_secs(options.limit));
    if let (Verdict::Differs(_), Some(keep)) = (&verdict, &options.keep) {
        std::fs::create_dir_all(keep)?;
        std::fs::copy(&source, keep.join(format!("csmith{seed}.c")))?;
    }
    Ok(verdict)
}

/// The program on the machine, against what the compiled one printed.
fn compare(source: &Path, truth: &str, limit: Duration) -> Verdict {
    let (source, truth) = (source.to_owned(), truth.to_string());
    let work = move || {
        let (mut sources, mut findings) = (Sources::default(), Findings::default());
        let reading = c::Options { include: vec![INCLUDE.into()], ..c::Options::default() };
        let Some(unit) = c::read(&source, &reading, &mut sources, &mut findings) else {
            let first = findings.list.first().map_or(String::new(), |f| f.message.clone());
            return Verdict::Incomplete(format!("refused: {first}"));
        };
        let linked = link::link(&[&unit], &mut sources, &mut findings);
        let code = lower::lower(&linked.program, &lower::Options::of(&linked, &["program".to_string()]));
        let options = outcome::Options { time: Some(limit), ..outcome::Options::default() };
        let Some(run) = machine::execute(&code, &options, STEPS) else {
            return Verdict::Incomplete("no main".to_string());
        };
        match (run.ended, &run.fault) {
            (true, _) if run.output == truth.as_bytes() && run.obstacles.is_empty() => Verdict::Same,
            (true, _) if run.obstacles.is_empty() => {
                Verdict::Differs(format!("{:?} for {truth:?}", String::from_utf8_lossy(&run.output)))
            }
            (false, Some(fault)) => Verdict::Differs(format!("{fault:?}")),
            _ => Verdict::Incomplete(format!("{:?}", run.obstacles.first())),
        }
    };
    c::with_large_stack(work).unwrap_or_else(|error| Verdict::Differs(format!("a panic: {error}")))
}
