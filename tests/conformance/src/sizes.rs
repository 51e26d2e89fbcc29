//! `conformance automata-size`: the automata of formulas next to those of `spin -f`.
//!
//! Compares, for the specification patterns and for random formulas, the number of states of the claim
//! against the formula. Both are counted in the same way: each loop of the claim is a state, and so is
//! `accept_all`. Spin as Debian builds it has no `X`: for such formulas the count is that of our own
//! translation in the manner of Spin, which the tests compare with Spin's.

use crate::command;
use crate::formula;
use crate::pool;
use checker::ltl::buchi::Target;
use checker::ltl::compact::{self, Sense};
use checker::ltl::{self, Limits};
use promela::Options as ParseOptions;
use promela::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use promela::finding::Findings;
use promela::source::Sources;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub struct Options {
    /// A file of formulas, one to a line after a name and a colon.
    #[arg(long, default_value = "tests/conformance/patterns.ltl")]
    patterns: PathBuf,
    /// How many random formulas to compare too.
    #[arg(long, default_value_t = 1000)]
    count: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Print the numbers of each formula.
    #[arg(long)]
    list: bool,
}

const LIMIT: Duration = Duration::from_secs(4);

/// In sum we have at most this part of Spin's states.
const PART: (usize, usize) = (2, 3);

struct Job {
    name: String,
    text: String,
}

struct Sizes {
    ax: usize,
    /// `None` if Spin took too long.
    spin: Option<usize>,
    time: Duration,
}

pub fn run(options: &Options) -> Result<bool, String> {
    let text = std::fs::read_to_string(&options.patterns)
        .map_err(|error| format!("cannot read {}: {error}", options.patterns.display()))?;
    let patterns = formula::patterns(&text).into_iter().map(|(name, text)| Job { name, text }).collect();
    let random = (0..options.count)
        .map(|i| Job { name: format!("random {}", options.seed + i), text: formula::random(options.seed + i) })
        .collect();
    let patterns_hold = compare("patterns", patterns, options)?;
    let random_hold = compare("random formulas", random, options)?;
    Ok(patterns_hold && random_hold)
}

/// Compares a list; says whether no automaton is larger than Spin's and the sum is small enough.
fn compare(what: &str, jobs: Vec<Job>, options: &Options) -> Result<bool, String> {
    if jobs.is_empty() {
        return Ok(true);
    }
    let results = pool::map(&jobs, options.jobs, sizes);
    let (mut ax_sum, mut spin_sum, mut larger, mut equal, mut skipped) = (0, 0, 0, 0, 0);
    let mut slowest = (Duration::ZERO, String::new());
    for (job, result) in jobs.iter().zip(results) {
        let sizes = result.map_err(|error| format!("{}: {error}", job.text))?;
        if sizes.time > slowest.0 {
            slowest = (sizes.time, job.name.clone());
        }
        let Some(spin) = sizes.spin else {
            skipped += 1;
            continue;
        };
        ax_sum += sizes.ax;
        spin_sum += spin;
        equal += usize::from(sizes.ax == spin);
        larger += usize::from(sizes.ax > spin);
        if options.list || sizes.ax > spin {
            println!(
                "{:>3} {spin:>3}  {:>7.2} ms  {}: {}",
                sizes.ax,
                sizes.time.as_secs_f64() * 1e3,
                job.name,
                job.text
            );
        }
    }
    let compared = jobs.len() - skipped;
    println!(
        "{what}: {compared} compared, {skipped} skipped (Spin took longer than {} s): ax {ax_sum} states, Spin \
            {spin_sum} ({:.2}); \
         {larger} larger, {equal} equal; slowest {:.2} ms ({})",
        LIMIT.as_secs(),
        ax_sum as f64 / spin_sum as f64,
        slowest.0.as_secs_f64() * 1e3,
        slowest.1
    );
    Ok(larger == 0 && ax_sum * PART.1 <= spin_sum * PART.0)
}

fn sizes(job: &Job) -> Result<Sizes, String> {
    let formula = parse(&job.text)?;
    let translate = || compact::automaton(&formula, Sense::Negation, &Limits::default()).map_err(|e| e.to_string());
    let automaton = translate()?;
    let time = (0..3).map(|_| measure(translate)).min().unwrap_or_default();
    let spin = if ltl::is_stutter_sensitive(&formula) { own_states(&formula)? } else { spin_states(&formula)? };
    Ok(Sizes { ax: automaton.states.len(), spin, time })
}

/// The best of some runs is what the work costs when nothing else disturbs it.
fn measure<T>(work: impl Fn() -> T) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

fn parse(text: &str) -> Result<Expr, String> {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let formula = promela::parse_formula(text, &ParseOptions::default(), &mut sources, &mut findings);
    formula.ok_or_else(|| findings.list.first().map_or_else(String::new, |f| f.message.clone()))
}

/// The states of the claim that Spin makes of the negation.
fn spin_states(formula: &Expr) -> Result<Option<usize>, String> {
    let text = spin_text(formula);
    let args = ["-f".to_string(), format!("!({text})")];
    let output = command::run(Path::new("spin"), &args, Path::new("."), LIMIT).map_err(|e| e.to_string())?;
    if output.status.is_none() {
        return Ok(None);
    }
    let states = output.stdout.lines().filter(|line| ["do", "if", "skip"].contains(&line.trim())).count();
    if states == 0 { Err(format!("spin -f gave no claim: {}", output.stdout)) } else { Ok(Some(states)) }
}

/// The formula with all parentheses: the operators of `spin -f` bind otherwise than those of ltl blocks, and it
/// does not know `W`, for which it gets what ltl blocks make of it.
fn spin_text(formula: &Expr) -> String {
    match &formula.kind {
        ExprKind::Unary(op, a) => {
            let symbol = match op {
                UnaryOp::Always => "[]",
                UnaryOp::Eventually => "<>",
                _ => "!",
            };
            format!("{symbol}({})", spin_text(a))
        }
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (spin_text(a), spin_text(b));
            let symbol = match op {
                BinaryOp::WeakUntil => return format!("([]({a}) || (({a}) U ({b})))"),
                BinaryOp::And => "&&",
                BinaryOp::Or => "||",
                BinaryOp::Implies => "->",
                BinaryOp::Equiv => "<->",
                BinaryOp::Until => "U",
                _ => "V",
            };
            format!("(({a}) {symbol} ({b}))")
        }
        _ => promela::print_expr(formula),
    }
}

fn own_states(formula: &Expr) -> Result<Option<usize>, String> {
    let Ok((_, automaton)) = ltl::automaton_as_spin(formula, &Limits::default()) else { return Ok(None) };
    let to_everything = automaton.states.iter().flat_map(|s| &s.transitions).any(|t| t.target == Target::Everything);
    Ok(Some(automaton.states.len() + usize::from(to_everything)))
}
