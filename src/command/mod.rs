//! One file for each subcommand, and what they share: reading a model.

mod cache;
mod check;
mod checkpoint;
mod explain;
mod extract;
mod init;
mod library;
mod load;
mod ltl;
mod monitor;
mod saved;
mod show;
mod simulate;
mod slice;
mod source;
mod swarm;
mod table;
mod tell;
mod vacuity;
mod verify;

use crate::args::{Cli, Command};
use crate::exit::{BAD_INPUT, HOLDS, INCOMPLETE, VIOLATED};
use std::process::ExitCode;

pub fn run(cli: Cli) -> ExitCode {
    let status = match cli.command {
        None => extract::run(&cli.extract),
        Some(command) => subcommand(command),
    };
    ExitCode::from(status)
}

fn subcommand(command: Command) -> u8 {
    match command {
        Command::Extract(args) => extract::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Cache(args) => cache::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Init(args) => init::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Swarm(args) => swarm::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Slice(args) => slice::run(&args),
        Command::Ltl(args) => ltl::run(&args),
        Command::Monitor(args) => monitor::run(&args),
    }
}
