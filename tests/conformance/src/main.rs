//! Compares `ax` with Spin: reference models, random programs, features, speed.
//!
//! Needs Debian's packages `spin` and, except for `models`, `tcc`. Exit status: 0 no difference,
//! 1 differences, 2 bad usage or a tool that is missing.

mod automata;
mod ax;
mod bench;
mod command;
mod compare;
mod counts;
mod csv;
mod examples;
mod execute;
mod features;
mod formula;
mod generator;
mod kind;
mod live;
mod meaning;
mod models;
mod modes;
mod oracle;
mod pool;
mod printed;
mod random;
mod reductions;
mod reference;
mod scratch;
mod sharing;
mod shrink;
mod sizes;
mod slice;
mod spin;
mod table;
mod trails;
mod witness;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(about, version)]
struct Arguments {
    #[command(subcommand)]
    job: Job,
}

#[derive(Subcommand)]
enum Job {
    /// Compare on Spin's own example models with the reference table.
    Models(models::Options),
    /// Compare on random programs.
    Random(random::Options),
    /// Compare on small models of single features.
    Features(features::Options),
    /// Measure speed and memory next to Spin.
    Bench(bench::Options),
    /// Compare the control flow of models state by state.
    Automata(automata::Options),
    /// Compare the sizes of the automata of ltl formulas.
    AutomataSize(sizes::Options),
    /// Replay trails of Spin with ax and trails of ax with Spin.
    Trails(trails::Options),
    /// Compare searches for infinite runs on random models and formulas.
    Live(live::Options),
    /// Compare random C programs with the models that are extracted from them.
    Meaning(meaning::Options),
    /// Compare models of C programs, as ax prints them, under Spin and ax.
    Printed(printed::Options),
    /// Compare the output of whole programs of csmith with that of the compiled program.
    Execute(execute::Options),
    /// Compare verdicts on random concurrent C programs with what all schedules of the compiled program come to.
    Oracle(oracle::Options),
    /// Compare what random concurrent C programs come to with few scheduling points and with one at every access.
    Sharing(oracle::points::Options),
    /// Give the inputs that a failure tells to the compiled program.
    Witness(witness::Options),
    /// Compare verdicts with and without slicing.
    Slice(slice::Options),
    /// Compare verdicts with and without reductions on random programs.
    Reductions(reductions::Options),
    /// Compare every way to search with the full search by one thread.
    Modes(modes::Options),
    /// Print the random program of a seed.
    Show {
        #[arg(long)]
        seed: u64,
    },
    /// Make a random program that differs as small as possible.
    Shrink(shrink::Options),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().job {
        Job::Models(options) => models::run(&options),
        Job::Random(options) => random::run(&options),
        Job::Features(options) => features::run(&options),
        Job::Bench(options) => bench::run(&options),
        Job::Automata(options) => automata::run(&options),
        Job::AutomataSize(options) => sizes::run(&options),
        Job::Trails(options) => trails::run(&options),
        Job::Live(options) => live::run(&options),
        Job::Meaning(options) => meaning::run(&options),
        Job::Printed(options) => printed::run(&options),
        Job::Execute(options) => execute::run(&options),
        Job::Oracle(options) => oracle::run(&options),
        Job::Sharing(options) => oracle::points::run(&options),
        Job::Witness(options) => witness::run(&options),
        Job::Slice(options) => slice::run(&options),
        Job::Reductions(options) => reductions::run(&options),
        Job::Modes(options) => modes::run(&options),
        Job::Show { seed } => {
            println!("{}", random::listing(&generator::generate(seed), None));
            Ok(true)
        }
        Job::Shrink(options) => shrink::run(&options),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("conformance: {message}");
            ExitCode::from(2)
        }
    }
}
