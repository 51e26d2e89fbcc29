//! What can be typed.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Checks real C code with a model checker, without models built by hand.
#[derive(Parser, Debug)]
#[command(name = "ax", version, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check a Promela model
    Check(Check),
    /// Look inside a stage
    #[command(subcommand)]
    Show(Show),
    /// Run a Promela model: at random, by hand, or along a trail
    Simulate(Simulate),
}

#[derive(Args, Debug)]
pub struct Input {
    /// The Promela model; `-` reads standard input
    pub model: PathBuf,
    /// Define a macro, as in C
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Look for included files in this folder too
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub enum Show {
    /// The states and transitions of each proctype
    Automata(ShowAutomata),
    /// The model as it is after macros and inlines
    Model(ShowModel),
}

#[derive(Args, Debug)]
pub struct ShowAutomata {
    #[command(flatten)]
    pub input: Input,
    /// `spin` prints what `pan -d` prints
    #[arg(long, default_value = "text")]
    pub format: AutomataFormat,
}

#[derive(Args, Debug)]
pub struct ShowModel {
    #[command(flatten)]
    pub input: Input,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutomataFormat {
    Text,
    Spin,
}

#[derive(Args, Debug)]
pub struct Check {
    #[command(flatten)]
    pub input: Input,
    /// Partial order reduction; without effect in this version, which never reduces
    #[arg(long, value_name = "on|off", default_value = "on")]
    pub por: Switch,
    /// Statement merging, dead variables and such; without effect in this version, which has none
    #[arg(long, value_name = "on|off", default_value = "on")]
    pub optimize: Switch,
    /// The order in which states are searched; `bfs` gives a shortest trail
    #[arg(long, default_value = "dfs")]
    pub search: SearchOrder,
    /// How states are stored
    #[arg(long, default_value = "exact")]
    pub store: StoreKind,
    /// Check this claim of the model (a `never` or `ltl` by its name), or this formula
    #[arg(long, value_name = "NAME-OR-FORMULA")]
    pub ltl: Option<String>,
    /// Ignore the claims of the model
    #[arg(long, conflicts_with = "ltl")]
    pub no_claim: bool,
    /// Go on after an error and count all of them
    #[arg(long)]
    pub all_errors: bool,
    /// Do not report states in which nothing can move
    #[arg(long)]
    pub no_end_states: bool,
    /// Do not report violated assertions
    #[arg(long)]
    pub no_assertions: bool,
    /// Do not go further than N steps from the start
    #[arg(long, value_name = "N")]
    pub depth: Option<u64>,
    /// Use at most this much memory for states, for instance `4G` [default: most of what is free]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
    /// Stop after this time, for instance `60s`, `5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Write the trail of the first error, in Spin's format, to this file
    #[arg(long, value_name = "FILE")]
    pub trail: Option<PathBuf>,
    /// Show all steps of a long trail
    #[arg(long)]
    pub full_trail: bool,
    /// Tell the progress once a second even if stderr is no terminal
    #[arg(long)]
    pub progress_lines: bool,
    #[arg(long, default_value = "text")]
    pub format: Format,
}

#[derive(Args, Debug)]
pub struct Simulate {
    #[command(flatten)]
    pub input: Input,
    /// Make the choices of a random run from this number; the same number gives the same run
    #[arg(long, value_name = "N", conflicts_with_all = ["trail", "interactive"])]
    pub seed: Option<u64>,
    /// Stop after N steps [default: 10000 at random, else no limit]
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Take the steps of this trail: a file of Spin, or the result of `ax check --format json`
    #[arg(long, value_name = "FILE")]
    pub trail: Option<PathBuf>,
    /// Ask for each step; with `--trail`, after the trail
    #[arg(short, long)]
    pub interactive: bool,
    /// Let this claim of the model, or this formula, take part in the run
    #[arg(long, value_name = "NAME-OR-FORMULA")]
    pub ltl: Option<String>,
    /// Show messages in columns, one for each process
    #[arg(short, long)]
    pub columns: bool,
    /// Show every statement
    #[arg(short = 'p', long)]
    pub statements: bool,
    /// Show the global variables that a step changes, and channels
    #[arg(short, long)]
    pub globals: bool,
    /// Show the local variables that a step changes
    #[arg(short, long)]
    pub locals: bool,
    /// Show what is received
    #[arg(short, long)]
    pub receives: bool,
    /// Show what is sent
    #[arg(short, long)]
    pub sends: bool,
    /// Do not indent what a process prints
    #[arg(short = 'T', long)]
    pub no_tabs: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    On,
    Off,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchOrder {
    Dfs,
    Bfs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreKind {
    Exact,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Text,
    Json,
}

fn size(s: &str) -> Result<u64, String> {
    let split = s.find(|c: char| !c.is_ascii_digit()).unwrap_or(s.len());
    let (digits, unit) = s.split_at(split);
    let number: u64 = digits.parse().map_err(|_| "a number is needed, for instance `4G`".to_string())?;
    let shift = match unit.trim_end_matches(['b', 'B', 'i']).to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(format!("`{unit}` is not a unit: use K, M, G or T")),
    };
    number.checked_shl(shift).filter(|n| n >> shift == number).ok_or_else(|| "too large".to_string())
}

fn duration(s: &str) -> Result<Duration, String> {
    let split = s.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(s.len());
    let (digits, unit) = s.split_at(split);
    let number: f64 = digits.parse().map_err(|_| "a number is needed, for instance `60s`".to_string())?;
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is not a unit: use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(number * seconds).map_err(|e| e.to_string())
}
