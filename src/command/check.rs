//! `ax check`: searches a Promela model.

use super::{checkpoint, load, saved, vacuity};
use crate::args::{Check, ClaimAutomaton, Format, Input, OnMemoryLimit, SearchOrder, StoreKind, Switch, SymmetryKind};
use crate::report::progress::Lines;
use crate::report::style::{Style, counted};
use crate::report::timeline::Timeline;
use crate::watchdog::{self, spare_memory};
use crate::{interrupt, report};
use checker::model::Model;
use checker::optimise::{Visible, optimise};
use checker::por::Por;
use checker::search::{
    Control, Fairness, Incomplete, Limits, Order, Outcome, Progress, Property, Search, Sets, Storage, search,
    why_one_thread,
};
use checker::symmetry;
use checker::trail::Trail;
use clap::ValueEnum;
use promela::claim::ClaimChoice;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub fn run(args: &Check) -> u8 {
    let limits = limits(args.time, args.memory);
    let format = args.format;
    watchdog::watch(limits, move |why| unfinished(why, format));
    let Some(mut loaded) = load::parse(&args.input) else { return super::BAD_INPUT };
    // With --optimize off all is as Spin does it.
    let by_default = if args.optimize == Switch::On { ClaimAutomaton::Small } else { ClaimAutomaton::Spin };
    let automaton = args.claim_automaton.unwrap_or(by_default);
    loaded.automaton = automaton.into();
    let claim = match &args.ltl {
        Some(text) => match loaded.claim_or_formula(text, &args.input) {
            Some(claim) => claim,
            None => return super::BAD_INPUT,
        },
        None if args.progress => ClaimChoice::NonProgress,
        None if args.no_claim => ClaimChoice::None,
        None => ClaimChoice::First,
    };
    if let Err(message) = vacuity::can_draw(args.draw_claim.as_deref()) {
        eprintln!("ax: {message}");
        return super::BAD_INPUT;
    }
    let Some(mut model) = loaded.compile(claim.clone()) else { return super::BAD_INPUT };
    if args.optimize == Switch::On {
        optimise(&mut model);
    }
    let property = property(args, &model);
    let symmetry = (args.symmetry != SymmetryKind::Off).then(|| Arc::new(symmetry::find(&mut model)));
    let order = order(args);
    // What is within a bound is another question in a reduced space, and a walk goes where it likes.
    let reduces = args.por == Switch::On && !matches!(order, Order::Within | Order::Deepening | Order::Walk { .. });
    let visible = Visible { accept: property == Property::Acceptance, progress: model.has_np };
    let por = if reduces { Por::of(&model, visible) } else { None };
    let mut what = Search {
        property,
        fairness: args.fair.map_or(Fairness::None, Fairness::from),
        order,
        all_errors: args.all_errors,
        end_states: !args.no_end_states,
        assertions: !args.no_assertions,
        optimize: args.optimize == Switch::On,
        engine: args.engine.into(),
        collapse: args.collapse.into(),
        storage: storage(args, 0),
        threads: threads(args.threads, por.is_some(), property),
        por,
        symmetry,
        limits: Limits { depth: args.depth, memory: limits.memory, time: args.time.map(watchdog::remaining) },
        ..Search::default()
    };
    let can = can_search(args, &what).and_then(|()| can_store(args, &what)).and_then(|()| can_put_back(&model, &what));
    if let Err(message) = can {
        eprintln!("ax: {message}");
        return super::BAD_INPUT;
    }
    if let Some(path) = &args.checkpoint
        && let Err(message) = checkpoint::keep(&mut what, &model, path, args.checkpoint_every)
    {
        eprintln!("ax: {message}");
        return super::BAD_INPUT;
    }
    let mut watch = match Watch::new(args) {
        Ok(watch) => watch,
        Err(message) => {
            eprintln!("ax: {message}");
            return super::BAD_INPUT;
        }
    };
    if what.threads > 1
        && property != Property::Safety
        && let Some(why) = why_one_thread(&model, &what)
    {
        eprintln!("ax: --threads {}: one thread searches: {why}", what.threads);
    }
    let outcome = searched(args, &model, &what, &mut watch);
    watchdog::telling();
    let over = outcome.incomplete.is_none() || (outcome.errors_total > 0 && !args.all_errors);
    if let Some(path) = args.checkpoint.as_deref().filter(|_| over) {
        checkpoint::remove(path);
    }
    let kept = watch.timeline.map_or(Ok(()), |timeline| timeline.finish(&outcome));
    let formula = vacuity::checked(&loaded, &model, &claim);
    let used = formula.map(|f| {
        vacuity::examine(&loaded, &model, &f, &Search { symmetry: None, ..what.clone() }, &outcome, args.vacuity)
    });
    let drawn = args.draw_claim.as_deref().map_or(Ok(()), |path| vacuity::draw(path, &loaded, used.as_ref()));
    let written = write_trail(args.trail.as_deref(), &model, &outcome).and_then(|written| drawn.map(|()| written));
    let replay = match (&args.trail, &written) {
        (Some(path), Ok(true)) => {
            let spin = if automaton == ClaimAutomaton::Spin { " --claim-automaton spin" } else { "" };
            Some(format!("ax simulate -p --trail {}{spin}{} {}", path.display(), typed(&args.input), loaded.name))
        }
        _ => None,
    };
    match args.format {
        Format::Text => report::text::print(&report::text::Report {
            model: &model,
            search: &what,
            outcome: &outcome,
            sources: &loaded.sources,
            full_trail: args.full_trail,
            replay,
            used: used.as_ref(),
            all_symmetry: args.symmetry == SymmetryKind::On,
            style: Style::of_stdout(),
        }),
        Format::Json => report::json::print(&model, &what, &outcome, used.as_ref(), &loaded.sources),
    }
    if let Err(message) = written.and(kept) {
        eprintln!("ax: {message}");
        return super::BAD_INPUT;
    }
    match report::json::verdict(&outcome) {
        "pass" => super::HOLDS,
        "fail" => super::VIOLATED,
        _ => super::INCOMPLETE,
    }
}

/// What a command may use.
pub fn limits(time: Option<Duration>, memory: Option<u64>) -> watchdog::Limits {
    watchdog::Limits { time, memory: memory.or_else(spare_memory) }
}

/// The answer if a limit is hit before there is one.
pub fn unfinished(why: Incomplete, format: Format) -> u8 {
    match format {
        Format::Text => report::text::unfinished(why),
        Format::Json => report::json::unfinished(why),
    }
    super::INCOMPLETE
}

/// Who is told how far a search is.
struct Watch {
    lines: Lines,
    timeline: Option<Timeline>,
}

impl Watch {
    fn new(args: &Check) -> Result<Watch, String> {
        let timeline = args.stats.as_deref().map(Timeline::create).transpose()?;
        Ok(Watch { lines: Lines::new(args.progress_lines), timeline })
    }

    fn begin(&mut self) {
        self.lines.begin();
        self.timeline.iter_mut().for_each(Timeline::begin);
    }

    fn tell(&mut self, p: Progress) {
        self.lines.tell(&p);
        self.timeline.iter_mut().for_each(|timeline| timeline.add(&p));
    }
}

/// How many threads search: as many as was asked for, or one for each core. With reductions it is one, unless more were
/// asked for: which states are left out depends on who comes first. So it is for infinite runs, because which one is
/// told does, too.
pub fn threads(asked: Option<u16>, reduces: bool, property: Property) -> usize {
    match asked {
        Some(threads) => usize::from(threads),
        None if reduces || property != Property::Safety => 1,
        None => std::thread::available_parallelism().map_or(1, usize::from),
    }
}

fn order(args: &Check) -> Order {
    match args.search {
        SearchOrder::Dfs if args.exact_depth => Order::Within,
        SearchOrder::Dfs => Order::DepthFirst,
        SearchOrder::Bfs => Order::BreadthFirst,
        SearchOrder::Iddfs => Order::Deepening,
        SearchOrder::Stateless => {
            let is_on = args.por == Switch::On;
            Order::Stateless(Sets { persistent: is_on, sleep: is_on })
        }
        SearchOrder::Walk => Order::Walk { walks: args.walks, seed: args.seed },
    }
}

/// How states are kept; each pass with other functions.
fn storage(args: &Check, pass: u32) -> Storage {
    match args.store {
        StoreKind::Exact => Storage::Exact,
        StoreKind::Tree => Storage::Tree,
        StoreKind::Hash => Storage::Hash,
        StoreKind::Bitstate => bits(args, args.bit_table, pass),
    }
}

fn bits(args: &Check, bytes: u64, pass: u32) -> Storage {
    let bytes = args.memory.map_or(bytes, |limit| bytes.min(limit / 8 * 7));
    Storage::Bits { bytes, functions: args.bits, seed: u64::from(pass).wrapping_mul(0x2545_f491_4f6c_dd1d) }
}

/// Whether the search that is asked for can find what is looked for.
fn can_search(args: &Check, what: &Search) -> Result<(), String> {
    let name = args.search.to_possible_value().map_or(String::new(), |v| v.get_name().to_string());
    if args.exact_depth && args.search != SearchOrder::Dfs {
        return Err(format!("--exact-depth belongs to --search dfs: leave out --search {name}, or --exact-depth"));
    }
    if what.property == Property::Safety || matches!(what.order, Order::DepthFirst | Order::BreadthFirst) {
        return Ok(());
    }
    let why = if args.exact_depth { "--exact-depth".to_string() } else { format!("--search {name}") };
    Err(format!("{why} finds bad states, not infinite runs: add --safety to look for bad states only"))
}

/// Whether the search puts back data of embedded C that is no part of a state.
fn can_put_back(model: &Model, what: &Search) -> Result<(), String> {
    let unmatched = model.foreign.as_ref().is_some_and(|f| f.unmatched);
    if !unmatched || (what.property == Property::Safety && what.order == Order::DepthFirst) {
        return Ok(());
    }
    Err("C data that does not tell states apart (UnMatched, Hidden) is put back by depth-first searches for bad \
         states only: search with --search dfs --safety, or track the data"
        .to_string())
}

/// Whether the search that is asked for can do with the store that is asked for.
fn can_store(args: &Check, what: &Search) -> Result<(), String> {
    let searches = what.property == Property::Safety || what.fairness == Fairness::None;
    if args.store == StoreKind::Exact || (what.order == Order::DepthFirst && searches) {
        return Ok(());
    }
    let (why, instead) = match what.order {
        Order::DepthFirst => ("--fair", "leave out --fair"),
        Order::BreadthFirst => ("--search bfs", "search with --search dfs"),
        Order::Within => ("--exact-depth", "search with --search dfs"),
        Order::Deepening => ("--search iddfs", "search with --search dfs"),
        Order::Stateless(_) => ("--search stateless keeps no states and", "search with --search dfs"),
        Order::Walk { .. } => ("--search walk keeps no states and", "search with --search dfs"),
    };
    let name = args.store.to_possible_value().map_or(String::new(), |v| v.get_name().to_string());
    Err(format!("{why} works with --store exact only: leave out --store {name}, or {instead}"))
}

/// Searches as often as was asked for, and once more if memory did not do.
fn searched(args: &Check, model: &Model, what: &Search, watch: &mut Watch) -> Outcome {
    let mut run = |what: &Search| {
        watch.begin();
        search(model, what, &mut Control { stop: &interrupt::STOP, progress: &mut |p| watch.tell(p) })
    };
    let mut outcome = run(what);
    for pass in 1..args.passes {
        if args.store != StoreKind::Bitstate
            || outcome.errors_total > 0
            || outcome.incomplete != Some(Incomplete::Lossy)
        {
            break;
        }
        let seconds = outcome.statistics.seconds;
        let next = run(&Search { storage: storage(args, pass), ..what.clone() });
        if next.errors_total > 0 || next.statistics.stored > outcome.statistics.stored {
            outcome = next;
        }
        outcome.statistics.seconds += seconds;
    }
    let is_plain = what.property == Property::Safety && matches!(what.order, Order::DepthFirst | Order::BreadthFirst);
    if outcome.incomplete != Some(Incomplete::Memory) || outcome.errors_total > 0 || !is_plain {
        return outcome;
    }
    let spare = what.limits.memory.unwrap_or(args.bit_table);
    let storage = match args.on_memory_limit {
        OnMemoryLimit::Stop => return outcome,
        OnMemoryLimit::Compact => Storage::Hash,
        OnMemoryLimit::Bitstate => bits(args, spare / 4 * 3, 0),
    };
    let stored = counted(outcome.statistics.stored, "state");
    eprintln!("ax: the memory limit was reached after {stored}: starting over with {}", storage_name(storage));
    run(&Search { storage, order: Order::DepthFirst, ..what.clone() })
}

fn storage_name(storage: Storage) -> &'static str {
    match storage {
        Storage::Exact => "--store exact",
        Storage::Tree => "--store tree",
        Storage::Hash => "--store hash",
        Storage::Bits { .. } => "--store bitstate",
    }
}

/// Which infinite runs are looked for: what was asked, or else acceptance cycles if there are accept labels.
fn property(args: &Check, model: &Model) -> Property {
    if args.progress {
        Property::Progress
    } else if args.safety || !model.can_accept() || (args.optimize == Switch::Off && !args.acceptance) {
        Property::Safety
    } else {
        Property::Acceptance
    }
}

/// Writes the trail of the first error where the user wants it. False if there is nothing to write.
pub fn write_trail(path: Option<&Path>, model: &Model, outcome: &Outcome) -> Result<bool, String> {
    match (path, outcome.errors.first()) {
        (Some(path), Some(error)) => saved::write(path, &Trail::of(model, &error.trail, error.cycle)).map(|()| true),
        _ => Ok(false),
    }
}

/// The options that say how a model is read, as they were typed: ` -D N=3 -I lib`.
pub fn typed(input: &Input) -> String {
    let defines = input.define.iter().map(|define| format!(" -D {define}"));
    let folders = input.include.iter().map(|folder| format!(" -I {}", folder.display()));
    defines.chain(folders).collect()
}
