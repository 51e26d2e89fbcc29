//! Running Spin and the verifier it generates, and reading what they print.
//!
//! The options are those of the reference runs: no optimisation (`-o1 -o2 -o3`), no partial order
//! reduction, safety only. Comparisons compile with tcc, which takes milliseconds; benchmarks with gcc.

use crate::command::{self, Outcome};
use crate::counts::Counts;
use crate::kind;
use std::io;
use std::path::Path;
use std::time::Duration;

/// How `pan.c` is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compiler {
    /// `tcc`: for counts.
    Tcc,
    /// `gcc -O2`: for speed.
    Gcc,
}

/// Whether the model's first claim takes part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    First,
    /// `-DNOCLAIM`
    None,
}

/// What Spin and `ax` may leave out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Reduction {
    /// Nothing: `-o1 -o2 -o3`, `-DNOREDUCE`
    #[default]
    None,
    /// Statements are merged, dead variables reset: `-DNOREDUCE`
    Merged,
    /// Spin's defaults.
    Full,
}

/// How `pan` searches.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// `-c0`: go on after an error.
    pub all_errors: bool,
    /// `-m`
    pub depth: u64,
    /// `-w`: logarithm of the number of hash table slots.
    pub table: u32,
    pub limit: Duration,
    pub reduction: Reduction,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            all_errors: true,
            depth: 100_000,
            table: 16,
            limit: Duration::from_secs(5),
            reduction: Reduction::None,
        }
    }
}

/// What `pan` said.
#[derive(Clone, Debug)]
pub struct Report {
    pub counts: Counts,
    /// Text of the first error, without its number and depth.
    pub first_error: Option<String>,
    /// The depth limit was hit, so that the counts are not those of the model.
    pub truncated: bool,
    /// The search went through the whole state space.
    pub completed: bool,
    /// `pan` went on after reading outside of the model's data.
    pub spoiled: bool,
    /// Bytes per state vector.
    pub vector: u64,
}

impl Report {
    /// Whether the counts are those of the model's whole state space.
    pub fn exact(&self) -> bool {
        self.completed && !self.truncated && !self.spoiled
    }
}

/// Why there are no counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Spin refuses the model.
    Refused(String),
    /// The C compiler refuses what Spin generated.
    NotCompiled(String),
    /// `pan` was killed by a signal, as it is on a division by zero.
    Killed,
    /// `pan` hit the time limit.
    TimeLimit,
    /// `pan` printed no counts.
    NoCounts(String),
}

const GENERATE_LIMIT: Duration = Duration::from_secs(30);
const COMPILE_LIMIT: Duration = Duration::from_secs(300);

fn strings(args: &[&str]) -> Vec<String> {
    args.iter().map(|arg| arg.to_string()).collect()
}

/// `spin -o1 -o2 -o3 -a MODEL` in the folder of the model.
pub fn generate(folder: &Path, model: &str) -> io::Result<Result<(), Failure>> {
    generate_with(folder, model, Reduction::None)
}

/// `spin -a MODEL` in the folder of the model.
pub fn generate_with(folder: &Path, model: &str, reduction: Reduction) -> io::Result<Result<(), Failure>> {
    generate_defining(folder, model, reduction, &[])
}

/// `spin -a MODEL` with macros, each as `NAME=VALUE`.
pub fn generate_defining(
    folder: &Path,
    model: &str,
    reduction: Reduction,
    defines: &[String],
) -> io::Result<Result<(), Failure>> {
    let mut args = match reduction {
        Reduction::None => strings(&["-o1", "-o2", "-o3"]),
        Reduction::Merged | Reduction::Full => Vec::new(),
    };
    args.extend(defines.iter().map(|define| format!("-D{define}")));
    args.extend(strings(&["-a", model]));
    // Spin leaves the verifier of an earlier model standing when it refuses one.
    let verifier = folder.join("pan.c");
    if verifier.exists() {
        std::fs::remove_file(&verifier)?;
    }
    let outcome = command::run(Path::new("spin"), &args, folder, GENERATE_LIMIT)?;
    if outcome.success() && verifier.is_file() {
        return Ok(Ok(()));
    }
    let mut lines = outcome.stdout.lines().chain(outcome.stderr.lines());
    let warns = |line: &&str| line.contains("dubious use of") || line.contains("placed incorrectly");
    let error = lines.find(|line| line.to_lowercase().contains("error") && !warns(line));
    Ok(Err(Failure::Refused(error.map_or_else(|| last_line(&outcome), String::from))))
}

fn last_line(outcome: &Outcome) -> String {
    let text = if outcome.stderr.trim().is_empty() { &outcome.stdout } else { &outcome.stderr };
    text.lines().last().unwrap_or("no output").to_string()
}

/// Compiles `pan.c` in `folder` to `pan`.
pub fn compile(folder: &Path, compiler: Compiler, claim: Claim, extra: &[&str]) -> io::Result<Result<(), Failure>> {
    let mut flags = vec!["-DNOREDUCE", "-DSAFETY"];
    if claim == Claim::None {
        flags.push("-DNOCLAIM");
    }
    flags.extend(extra);
    compile_with(folder, compiler, &flags)
}

/// Compiles `pan.c` in `folder` to `pan`, for a search for bad states.
pub fn compile_for(folder: &Path, claim: Claim, reduction: Reduction) -> io::Result<Result<(), Failure>> {
    match (reduction, claim) {
        (Reduction::Full, Claim::First) => compile_with(folder, Compiler::Tcc, &["-DSAFETY"]),
        (Reduction::Full, Claim::None) => compile_with(folder, Compiler::Tcc, &["-DSAFETY", "-DNOCLAIM"]),
        (Reduction::None | Reduction::Merged, claim) => compile(folder, Compiler::Tcc, claim, &[]),
    }
}

/// Compiles `pan.c` in `folder` to `pan` with these flags and no others.
pub fn compile_with(folder: &Path, compiler: Compiler, flags: &[&str]) -> io::Result<Result<(), Failure>> {
    let program = match compiler {
        Compiler::Tcc => "tcc",
        Compiler::Gcc => "gcc",
    };
    let mut args = strings(&["-w"]);
    if compiler == Compiler::Gcc {
        args.push("-O2".to_string());
    }
    args.extend(strings(flags));
    args.extend(strings(&["-o", "pan", "pan.c"]));
    let outcome = command::run(Path::new(program), &args, folder, COMPILE_LIMIT)?;
    match outcome.success() {
        true => Ok(Ok(())),
        false => Ok(Err(Failure::NotCompiled(last_line(&outcome)))),
    }
}

/// The arguments of `pan` for a search.
pub fn arguments(search: &Search) -> Vec<String> {
    let mut args = vec![format!("-w{}", search.table), format!("-m{}", search.depth), "-n".to_string()];
    if search.all_errors {
        args.push("-c0".to_string());
    }
    args
}

/// Runs the compiled `pan`.
pub fn verify(folder: &Path, search: &Search) -> io::Result<Result<Report, Failure>> {
    let outcome = command::run(&folder.join("pan"), &arguments(search), folder, search.limit)?;
    Ok(judge(&outcome))
}

/// Reads the outcome of a run of `pan`.
pub fn judge(outcome: &Outcome) -> Result<Report, Failure> {
    match outcome.status {
        None => Err(Failure::TimeLimit),
        Some(status) if status.code().is_none() => Err(Failure::Killed),
        Some(_) => parse(&outcome.stdout).ok_or_else(|| Failure::NoCounts(last_line(outcome))),
    }
}

/// All three stages on one model.
pub fn check(folder: &Path, model: &str, claim: Claim, search: &Search) -> io::Result<Result<Report, Failure>> {
    if let Err(failure) = generate_with(folder, model, search.reduction)? {
        return Ok(Err(failure));
    }
    if let Err(failure) = compile_for(folder, claim, search.reduction)? {
        return Ok(Err(failure));
    }
    verify(folder, search)
}

/// Reads `pan`'s report.
pub fn parse(text: &str) -> Option<Report> {
    let mut counts = Counts::default();
    let spoiled = kind::spoils_counts(text);
    let mut report = Report { counts, first_error: None, truncated: false, completed: true, spoiled, vector: 0 };
    let mut complete = 0;
    for line in text.lines() {
        let trimmed = line.trim();
        if let Some(rest) = trimmed.strip_prefix("pan:1: ") {
            let message = rest.rsplit_once(" (at depth").map_or(rest, |(message, _)| message);
            report.first_error.get_or_insert(message.trim().to_string());
        } else if trimmed.starts_with("error: max search depth too small") {
            report.truncated = true;
        } else if trimmed.starts_with("Warning: Search not completed") {
            report.completed = false;
        } else if let Some(rest) = trimmed.strip_prefix("State-vector ") {
            report.vector = leading_number(rest)?;
            counts.depth = leading_number(rest.split_once("depth reached ")?.1)?;
            counts.errors = leading_number(rest.split_once("errors: ")?.1)?;
            complete += 1;
        } else if let Some(number) = number_before(trimmed, " states, stored") {
            counts.stored = number;
            complete += 1;
        } else if let Some(number) = number_before(trimmed, " states, matched") {
            counts.matched = number;
            complete += 1;
        } else if let Some(number) = number_before(trimmed, " transitions (= ") {
            counts.transitions = number;
            complete += 1;
        } else if let Some(number) = number_before(trimmed, " atomic steps") {
            counts.atomic_steps = number;
            complete += 1;
        }
    }
    report.counts = counts;
    (complete == 5).then_some(report)
}

fn leading_number(text: &str) -> Option<u64> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn number_before(line: &str, words: &str) -> Option<u64> {
    let (number, _) = line.split_once(words)?;
    number.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "\
pan:1: assertion violated (i<3) (at depth 11)
pan:4: invalid end state (at depth 9)

(Spin Version 6.5.2 -- 6 December 2019)

State-vector 20 byte, depth reached 22, errors: 40
       88 states, stored
       33 states, matched
      121 transitions (= stored+matched)
        5 atomic steps
hash conflicts:         0 (resolved)
";

    #[test]
    fn reads_a_report() {
        let report = parse(REPORT).expect("a report");
        let counts = Counts { stored: 88, matched: 33, transitions: 121, atomic_steps: 5, depth: 22, errors: 40 };
        assert_eq!(report.counts, counts);
        assert_eq!(report.first_error.as_deref(), Some("assertion violated (i<3)"));
        assert_eq!(report.vector, 20);
        assert!(report.completed && !report.truncated);
    }

    #[test]
    fn half_a_report_is_none() {
        assert!(parse("       88 states, stored\n").is_none());
    }
}
