//! Searches a closed C program with the machine and prints what it came to, in one line for scripts, or with its run:
//! `exact [--run] [--execute] [--leak] [--overflow] [--race] [--naive] [--all-errors] [--states N] [--time SECONDS]
//! FILE.c…`

use extractor::{c, link, lower};
use machine::outcome::{FaultKind, Location, Options};
use promela::finding::Findings;
use promela::source::Sources;

fn main() {
    if let Err(error) = c::with_large_stack(run) {
        eprintln!("{error}");
    }
}

fn run() {
    let mut options = Options { time: Some(std::time::Duration::from_secs(60)), ..Options::default() };
    options.memory = Some(4 << 30);
    let mut files = Vec::new();
    let mut shows_run = false;
    let mut executes = false;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--execute" => executes = true,
            "--run" => shows_run = true,
            "--leak" => options.leak = true,
            "--overflow" => options.overflow = true,
            "--naive" => options.naive = true,
            "--all-errors" => options.all_errors = true,
            "--race" => options.race = true,
            "--states" => options.states = args.next().and_then(|n| n.parse().ok()),
            "--time" => {
                options.time = args.next().and_then(|n| n.parse().ok()).map(std::time::Duration::from_secs_f64);
            }
            _ => files.push(arg),
        }
    }
    let mut sources = Sources::default();
    let mut findings = Findings::default();
    let units: Vec<_> =
        files.iter().filter_map(|f| c::read(f.as_ref(), &c::Options::default(), &mut sources, &mut findings)).collect();
    let linked = link::link(&units.iter().collect::<Vec<_>>(), &mut sources, &mut findings);
    let arguments: Vec<String> = Vec::new();
    let code = lower::lower(&linked.program, &lower::Options::of(&linked, &arguments));
    if executes {
        if let Some(execution) = machine::execute(&code, &options, 1 << 20) {
            print!("{}", String::from_utf8_lossy(&execution.output));
            if !execution.ended {
                println!("not ended: {:?} {:?}", execution.fault, execution.obstacles);
            }
        }
        return;
    }
    let outcome = machine::search(&code, &options, &|| false);
    let place = |l: &Location| {
        let user = std::iter::once((l.function, l.pc)).chain(l.calls.iter().rev().copied());
        let at = user.into_iter().find(|(f, _)| !code.function(*f).library).unwrap_or((l.function, l.pc));
        let origin = code.function(at.0).origins[at.1.0 as usize];
        sources.place(origin.span).to_string()
    };
    if shows_run && let Some(found) = outcome.errors.first() {
        for (i, step) in found.run.iter().enumerate() {
            for event in &step.events {
                let function = code.function(event.location.function);
                if !function.library {
                    println!("{i:4} thread {} {} {:?}", step.thread, place(&event.location), event.kind);
                }
            }
        }
    }
    let verdict = match (outcome.errors.first(), outcome.obstacles.first(), outcome.limit) {
        (Some(found), ..) => {
            let kind = match &found.fault {
                FaultKind::Deadlock { waiting } => {
                    let places: Vec<String> =
                        waiting.iter().map(|w| format!("{} at {}", w.thread, place(&w.location))).collect();
                    format!("Deadlock {places:?}")
                }
                other => format!("{other:?}"),
            };
            format!("FAIL {} {kind}", place(&found.location))
        }
        (None, None, None) => "PASS".to_string(),
        (None, Some(obstacle), _) => format!("INCOMPLETE {obstacle:?}"),
        (None, None, Some(limit)) => format!("INCOMPLETE {limit:?}"),
    };
    let s = outcome.statistics;
    println!(
        "{verdict} | states {} matched {} transitions {} restarts {} races {} ends {:?} {:.3} s",
        s.stored,
        s.matched,
        s.transitions,
        s.restarts,
        outcome.races.len(),
        outcome.exits,
        s.seconds
    );
}
