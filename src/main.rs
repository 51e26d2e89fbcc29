//! `ax`: the command line. What was typed becomes ready objects in `args`; each subcommand has a file.

mod args;
mod command;
mod exit;
mod interrupt;
mod report;
mod watchdog;

use clap::Parser;
use std::process::ExitCode;

/// Parsing and compiling recurse over the input; their depth is bounded to what this stack holds.
const STACK: usize = 512 << 20;

fn main() -> ExitCode {
    watchdog::start();
    let cli = args::Cli::parse_from(args::typed());
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || command::run(cli));
    let ended = worker.map(std::thread::JoinHandle::join);
    watchdog::telling();
    match ended {
        Ok(Ok(status)) => written(status),
        Ok(Err(_)) => {
            eprintln!("ax: internal error (this is a defect of ax, please report it with the input)");
            ExitCode::from(exit::BAD_INPUT)
        }
        Err(e) => {
            eprintln!("ax: cannot start: {e}");
            ExitCode::from(exit::BAD_INPUT)
        }
    }
}

/// What could not be written is an error, whatever the answer was; nobody reads on is none.
fn written(status: ExitCode) -> ExitCode {
    match report::style::lost() {
        Some(error) => {
            eprintln!("ax: cannot write to standard output: {error}");
            ExitCode::from(exit::BAD_INPUT)
        }
        None => status,
    }
}
