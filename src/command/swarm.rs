//! `ax swarm`: looks for errors in a Promela model by many small searches that differ.

use super::{check, load};
use crate::args::{ClaimAutomaton, Format, Swarm, Switch};
use crate::report::progress::Lines;
use crate::report::style::Style;
use crate::{interrupt, report, watchdog};
use checker::optimise::{Visible, optimise};
use checker::search::swarm::{self, Plan};
use checker::search::{Control, Limits, Progress, Search};
use promela::claim::ClaimChoice;

/// Searches if neither their number nor a time is given.
const SEARCHES: u64 = 64;

pub fn run(args: &Swarm) -> u8 {
    let (whole, format) = (check::limits(args.time, args.memory), args.format);
    watchdog::watch(whole, move |why| check::unfinished(why, format));
    let Some(mut loaded) = load::parse(&args.input) else { return super::BAD_INPUT };
    let automaton = if args.optimize == Switch::On { ClaimAutomaton::Small } else { ClaimAutomaton::Spin };
    loaded.automaton = automaton.into();
    let claim = match &args.ltl {
        Some(text) => match loaded.claim_or_formula(text, &args.input) {
            Some(claim) => claim,
            None => return super::BAD_INPUT,
        },
        None if args.no_claim => ClaimChoice::None,
        None => ClaimChoice::First,
    };
    let Some(mut model) = loaded.compile(claim) else { return super::BAD_INPUT };
    if model.foreign.is_some() {
        eprintln!("ax: a model with embedded C is not searched by a swarm: `ax check` does it, with `--store hash` or");
        eprintln!("    `--depth` where it is too large");
        return super::BAD_INPUT;
    }
    if args.optimize == Switch::On {
        optimise(&mut model);
    }
    let memory = whole.memory.unwrap_or(u64::MAX);
    let bytes = args.bit_table.min(memory / 2).max(64);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from);
    // A search needs some memory besides its table: as much again is a guess on the safe side.
    let at_once = usize::try_from(memory / (2 * bytes)).unwrap_or(usize::MAX).max(1);
    let threads = threads.min(at_once);
    let limits =
        Limits { depth: None, memory: Some(memory / threads as u64), time: args.time.map(watchdog::remaining) };
    let what = Search {
        end_states: !args.no_end_states,
        assertions: !args.no_assertions,
        optimize: args.optimize == Switch::On,
        limits,
        ..Search::default()
    };
    let swarm = swarm::Swarm {
        plan: Plan { seed: args.seed, bytes, depth: args.depth },
        searches: args.searches.or(args.time.is_none().then_some(SEARCHES)),
        threads,
        reduces: (args.por == Switch::On).then_some(Visible { accept: false, progress: model.has_np }),
    };
    let mut lines = Lines::new(args.progress_lines);
    let mut progress = |p: Progress| lines.tell(&p);
    let mut control = Control { stop: &interrupt::STOP, progress: &mut progress };
    let (outcome, findings) = swarm::search(&model, &what, &swarm, &mut control);
    watchdog::telling();
    let written = check::write_trail(args.trail.as_deref(), &model, &outcome);
    let replay = match (&args.trail, &written) {
        (Some(path), Ok(true)) => {
            let spin = if automaton == ClaimAutomaton::Spin { " --claim-automaton spin" } else { "" };
            let typed = check::typed(&args.input);
            Some(format!("ax simulate -p --trail {}{spin}{typed} {}", path.display(), loaded.name))
        }
        _ => None,
    };
    match args.format {
        Format::Text => report::text::print(&report::text::Report {
            model: &model,
            search: &what,
            outcome: &outcome,
            sources: &loaded.sources,
            all_symmetry: false,
            full_trail: args.full_trail,
            replay,
            used: None,
            style: Style::of_stdout(),
        }),
        Format::Json => report::json::print_with(&model, &what, &outcome, None, Some(&findings), &loaded.sources),
    }
    if let Err(message) = written {
        eprintln!("ax: {message}");
        return super::BAD_INPUT;
    }
    if outcome.errors_total > 0 { super::VIOLATED } else { super::INCOMPLETE }
}
