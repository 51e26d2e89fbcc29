//! `ax`: the command line. What was typed becomes ready objects in `args`; each subcommand has a file.

mod args;
mod command;
mod exit;
mod interrupt;
mod report;

use clap::Parser;
use std::process::ExitCode;

/// Parsing and compiling recurse over the input; their depth is bounded to what this stack holds.
const STACK: usize = 512 << 20;

fn main() -> ExitCode {
    let cli = args::Cli::parse_from(args::typed());
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || command::run(cli));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => status,
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
