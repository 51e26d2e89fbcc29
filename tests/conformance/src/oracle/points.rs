//! `conformance sharing`: the machine with its scheduling points against the machine with one at every access.
//!
//! The machine gives way only before accesses that another thread can see, and believes what it has seen so far about
//! that (`checker/machine/src/sharing.rs`). Here the programs of the oracle are searched twice, the second time with
//! `naive`, and what both came to must be the same: what the program gives to `exit` (a number made of all that it
//! read), the instructions that some run came to, errors, races, and what stands in the way of a pass. A run ends with
//! its first error, and the search with fewer scheduling points does not stop before one: of a program with an error
//! only the verdict must be the same, and each error must be one of the other search, too.

use super::alike;
use super::dialect::{self, Reader};
use super::generator;
use super::generator::feature::Feature;
use super::litmus::Litmus;
use super::outcome::Truth;
use crate::generator::random;
use crate::generator::tree::Node;
use crate::pool;
use crate::scratch::Scratch;
use crate::table::Table;
use extractor::{c, link, lower};
use machine::code::Program;
use machine::outcome::{FaultKind, Limit, Location, MemoryModel, Outcome};
use promela::finding::Findings;
use promela::source::Sources;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(clap::Args, Clone)]
pub struct Options {
    /// Number of programs.
    #[arg(long, default_value_t = 300)]
    count: u64,
    /// Seed of the run; each program has a seed of its own, which is printed with a difference.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Only programs with some of these features.
    #[arg(long, value_delimiter = ',')]
    features: Vec<String>,
    /// Folder for the programs that differ, as small as possible.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Only the program of this seed, as it was printed.
    #[arg(long)]
    only: Option<u64>,
    /// Programs whose threads are alike.
    #[arg(long)]
    alike: bool,
    /// Litmus tests: small programs of loads, stores, fences and locks, compared with all runs by the definition, too.
    #[arg(long, conflicts_with = "alike")]
    litmus: bool,
    /// Stores wait in buffers (total store order).
    #[arg(long)]
    tso: bool,
    /// Programs with more states at every access are left out.
    #[arg(long, default_value_t = 150_000)]
    states: u64,
}

/// A search that began anew so often does not end.
const MANY_RESTARTS: u64 = 300;

/// What a search came to, without its runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Found {
    exits: BTreeSet<i32>,
    /// Kind and place.
    faults: BTreeSet<String>,
    races: BTreeSet<[(u32, u32); 2]>,
    obstacles: BTreeSet<String>,
    reached: BTreeSet<(usize, usize)>,
    /// A limit was hit: the rest says nothing.
    limited: bool,
    /// The limit was time.
    late: bool,
    restarts: u64,
    states: u64,
}

enum Comparison {
    /// The front end does not take the program.
    Refused(String),
    /// A limit was hit.
    Large,
    Same(Box<(Found, Found)>),
    Differs(String),
}

struct Trial {
    seed: u64,
    comparison: Comparison,
}

pub fn run(options: &Options) -> Result<bool, String> {
    let features = super::features(&options.features)?;
    let seeds: Vec<u64> = match options.only {
        Some(seed) => vec![seed],
        None => (0..options.count).map(|index| random::derive(options.seed, index)).collect(),
    };
    let start = Instant::now();
    let trials = pool::map(&seeds, options.jobs, |&seed| one(options, seed, &features));
    let trials: Vec<Trial> = trials.into_iter().collect::<io::Result<_>>().map_err(|error| error.to_string())?;
    println!("{}", totals(&trials, start.elapsed()).text());
    Ok(!trials.iter().any(|trial| matches!(trial.comparison, Comparison::Differs(_))))
}

fn one(options: &Options, seed: u64, features: &[Feature]) -> io::Result<Trial> {
    let scratch = Scratch::new()?;
    if options.litmus {
        return one_litmus(options, seed, scratch.path());
    }
    if options.alike {
        return one_alike(options, seed, scratch.path());
    }
    let program = generator::generate(seed, features);
    let tree = program.ending(&status(&program));
    let comparison = compare(&tree, scratch.path(), options)?;
    if let Comparison::Differs(difference) = &comparison {
        println!("seed {seed}: {difference}");
        if let Some(folder) = &options.keep {
            std::fs::create_dir_all(folder)?;
            let small = crate::shrink::reduce(tree, |candidate| {
                Ok(matches!(compare(candidate, scratch.path(), options)?, Comparison::Differs(_)))
            })?;
            let text = dialect::expand(&small.render(), Reader::Plain);
            let told = match compare(&small, scratch.path(), options)? {
                Comparison::Differs(difference) => difference,
                _ => difference.clone(),
            };
            std::fs::write(folder.join(format!("sharing-{seed}.c")), format!("/* seed {seed}: {told} */{text}"))?;
        }
    }
    Ok(Trial { seed, comparison })
}

/// A program whose threads are alike.
fn one_alike(options: &Options, seed: u64, scratch: &Path) -> io::Result<Trial> {
    let text = alike::generate(seed);
    let comparison = compare_text(&text, scratch, options)?;
    if let Comparison::Differs(difference) = &comparison {
        println!("seed {seed}: {difference}");
        if let Some(folder) = &options.keep {
            std::fs::create_dir_all(folder)?;
            std::fs::write(folder.join(format!("alike-{seed}.c")), format!("/* seed {seed}: {difference} */\n{text}"))?;
        }
    }
    Ok(Trial { seed, comparison })
}

/// A litmus test: what the machine comes to against all runs by the definition, in both memory models.
fn one_litmus(options: &Options, seed: u64, scratch: &Path) -> io::Result<Trial> {
    let litmus = Litmus::random(seed);
    let text = litmus.program();
    let code = match read(&text, scratch)? {
        Ok(code) => code,
        Err(message) => return Ok(Trial { seed, comparison: Comparison::Refused(message) }),
    };
    let mut both = Box::new((Found::default(), Found::default()));
    for tso in [false, true] {
        let right = litmus.ends(tso);
        let found = c::with_large_stack(|| {
            let options = machine_options(&Options { tso, ..options.clone() }, false);
            Found::of(&machine::search(&code, &options, &|| false), &code)
        });
        let found = found.map_err(io::Error::other)?;
        if found.late && found.restarts < MANY_RESTARTS {
            return Ok(Trial { seed, comparison: Comparison::Large });
        }
        let (missing, strange) = (right.difference(&found.exits).count(), found.exits.difference(&right).count());
        if missing + strange + found.obstacles.len() + found.faults.len() > 0 || found.limited {
            let difference =
                format!("{missing} ends are missing and {strange} are none, of {}: {found:?}", right.len());
            println!("seed {seed}, tso {tso}: {difference}");
            if let Some(folder) = &options.keep {
                std::fs::create_dir_all(folder)?;
                std::fs::write(folder.join(format!("litmus-{seed}.c")), &text)?;
            }
            return Ok(Trial { seed, comparison: Comparison::Differs(difference) });
        }
        if tso { both.0 = found } else { both.1 = found }
    }
    Ok(Trial { seed, comparison: Comparison::Same(both) })
}

/// How the machine searches, perhaps with a scheduling point at each access.
fn machine_options(options: &Options, naive: bool) -> machine::outcome::Options {
    machine::outcome::Options {
        naive,
        memory_model: if options.tso { MemoryModel::Tso } else { MemoryModel::Sc },
        recheck: true,
        all_errors: true,
        states: Some(options.states),
        time: Some(Duration::from_secs(60)),
        ..machine::outcome::Options::default()
    }
}

/// The end of a program whose status tells what it read.
fn status(program: &generator::Program) -> String {
    let mut text = "unsigned status = 1;".to_string();
    for index in 0..program.probes.len() {
        let _ = write!(text, " status = status * 31 + (unsigned)r{index};");
    }
    text + " return (int)status;"
}

/// The status of a run that ends with these values; one that ends before has the status 0.
fn status_of(values: &[i64], probes: usize) -> i32 {
    match values.len() == probes {
        true => values.iter().fold(1u32, |status, value| status.wrapping_mul(31).wrapping_add(*value as u32)) as i32,
        false => 0,
    }
}

/// Compares all that a program without errors comes to with the truth: what differs, if anything does.
pub fn outcomes(program: &generator::Program, truth: &Truth, folder: &Path) -> io::Result<Result<(), String>> {
    let tree = program.ending(&status(program));
    let code = match read(&plain(&tree), folder)? {
        Ok(code) => code,
        Err(message) => return Ok(Err(message)),
    };
    let options = machine::outcome::Options {
        recheck: true,
        all_errors: true,
        time: Some(Duration::from_secs(60)),
        ..machine::outcome::Options::default()
    };
    let outcome = machine::search(&code, &options, &|| false);
    if outcome.limit.is_some() || !outcome.obstacles.is_empty() {
        return Ok(Ok(()));
    }
    let right: BTreeSet<i32> = truth.values.iter().map(|values| status_of(values, program.probes.len())).collect();
    let strange = outcome.exits.difference(&right).count();
    let missing: Vec<&Vec<i64>> = truth
        .values
        .iter()
        .filter(|values| !outcome.exits.contains(&status_of(values, program.probes.len())))
        .collect();
    Ok(if let Some(fault) = outcome.errors.first() {
        Err(format!("an error that is none: {:?}", fault.fault))
    } else if strange == 0 && missing.is_empty() {
        Ok(())
    } else {
        Err(format!("{strange} outcomes that are none, and {} are missing: {:?}", missing.len(), missing.first()))
    })
}

fn plain(tree: &Node) -> String {
    dialect::expand(&tree.render(), Reader::Plain)
}

fn read(text: &str, folder: &Path) -> io::Result<Result<Program, String>> {
    let file = folder.join("program.c");
    std::fs::write(&file, text)?;
    let code = c::with_large_stack(|| {
        let mut sources = Sources::default();
        let mut findings = Findings::default();
        let unit = c::read(&file, &c::Options::default(), &mut sources, &mut findings);
        let linked = link::link(&unit.iter().collect::<Vec<_>>(), &mut sources, &mut findings);
        if findings.has_errors() {
            return Err("the front end reports errors".to_string());
        }
        Ok(lower::lower(&linked.program, &lower::Options::of(&linked, &[])))
    });
    Ok(code.and_then(|code| code))
}

fn compare(tree: &Node, folder: &Path, options: &Options) -> io::Result<Comparison> {
    compare_text(&plain(tree), folder, options)
}

fn compare_text(text: &str, folder: &Path, options: &Options) -> io::Result<Comparison> {
    let code = match read(text, folder)? {
        Ok(code) => code,
        Err(message) => return Ok(Comparison::Refused(message)),
    };
    let compared = c::with_large_stack(|| {
        let search = |naive| {
            let options = machine_options(options, naive);
            Found::of(&machine::search(&code, &options, &|| false), &code)
        };
        let naive = search(true);
        // With a full buffer runs are missing, of each search others.
        if naive.limited || options.tso && !naive.obstacles.is_empty() {
            return Comparison::Large;
        }
        let few = search(false);
        match difference(&few, &naive) {
            // A busy machine, unless the search begins anew for ever.
            _ if few.late && few.restarts < MANY_RESTARTS => Comparison::Large,
            _ if few.limited => Comparison::Differs("a limit was hit with fewer scheduling points only".to_string()),
            None => Comparison::Same(Box::new((few, naive))),
            Some(text) => Comparison::Differs(text),
        }
    });
    Ok(compared.unwrap_or_else(Comparison::Refused))
}

fn difference(few: &Found, naive: &Found) -> Option<String> {
    let strange: Vec<&String> = few.faults.difference(&naive.faults).collect();
    if !strange.is_empty() {
        return Some(format!("errors that are none at every access: {strange:?}"));
    }
    if few.faults.is_empty() != naive.faults.is_empty() {
        return Some(format!("no error, and at every access {:?}", naive.faults));
    }
    let strange = few.exits.difference(&naive.exits).count();
    if strange > 0 {
        return Some(format!("{strange} ends that there are none of at every access"));
    }
    if !few.races.is_subset(&naive.races) {
        return Some(format!("races that are none at every access: {:?}", few.races.difference(&naive.races)));
    }
    if !few.reached.is_subset(&naive.reached) {
        return Some("instructions that no run comes to at every access".to_string());
    }
    // What comes after the first error of a run is not searched.
    if !naive.faults.is_empty() {
        return None;
    }
    let missing: Vec<&i32> = naive.exits.difference(&few.exits).collect();
    if !missing.is_empty() {
        return Some(format!("{} of {} ends are missing", missing.len(), naive.exits.len()));
    }
    if few.races != naive.races {
        return Some(format!("{} races, and {} at every access", few.races.len(), naive.races.len()));
    }
    if few.reached != naive.reached {
        let missing: Vec<_> = naive.reached.difference(&few.reached).collect();
        return Some(format!("instructions that are not reached: {missing:?}"));
    }
    (few.obstacles != naive.obstacles)
        .then(|| format!("{:?}, and at every access {:?}", few.obstacles, naive.obstacles))
}

impl Found {
    fn of(outcome: &Outcome, code: &Program) -> Found {
        let place = |location: &Location| (location.function.0, location.pc.0);
        // Where in the library a thread waits depends on where it stopped last: the user's call counts.
        let called = |location: &Location| {
            let calls = std::iter::once((location.function, location.pc)).chain(location.calls.iter().rev().copied());
            calls.into_iter().find(|(function, _)| !code.function(*function).library).map(|(f, pc)| (f.0, pc.0))
        };
        let word = |text: String| text.split([' ', '{']).next().unwrap_or_default().to_string();
        let races = outcome.races.iter().filter_map(|race| match &race.fault {
            FaultKind::Race { other, .. } => {
                let mut pair = [place(&race.location), place(other)];
                pair.sort_unstable();
                Some(pair)
            }
            _ => None,
        });
        let fault = |found: &machine::outcome::Found| match &found.fault {
            FaultKind::Deadlock { waiting } => {
                let waiting: Vec<_> = waiting.iter().map(|w| (w.thread, called(&w.location))).collect();
                format!("Deadlock {waiting:?}")
            }
            other => format!("{} at {:?}", word(format!("{other:?}")), place(&found.location)),
        };
        let reached = outcome.reached.iter().enumerate();
        Found {
            exits: outcome.exits.clone(),
            faults: outcome.errors.iter().map(fault).collect(),
            races: races.collect(),
            obstacles: outcome.obstacles.iter().map(|obstacle| word(format!("{obstacle:?}"))).collect(),
            // Where the library goes may depend on which of two free addresses is given out: `memcpy` compares them.
            reached: reached
                .filter(|(function, _)| !code.functions[*function].library)
                .flat_map(|(function, code)| {
                    code.iter().enumerate().filter(|(_, reached)| **reached).map(move |(pc, _)| (function, pc))
                })
                .collect(),
            limited: outcome.limit.is_some(),
            late: outcome.limit == Some(Limit::Time),
            restarts: outcome.statistics.restarts,
            states: outcome.statistics.stored,
        }
    }
}

fn totals(trials: &[Trial], elapsed: Duration) -> Table {
    let mut table = Table::new(&["total", "number"]);
    let mut row = |name: &str, number: String| table.row(vec![name.to_string(), number]);
    let same: Vec<&(Found, Found)> = trials
        .iter()
        .filter_map(|trial| match &trial.comparison {
            Comparison::Same(both) => Some(&**both),
            _ => None,
        })
        .collect();
    let refused = trials.iter().filter_map(|trial| match &trial.comparison {
        Comparison::Refused(message) => Some(format!("seed {}: {message}", trial.seed)),
        _ => None,
    });
    let refused: Vec<String> = refused.collect();
    let count = |of: fn(&Comparison) -> bool| trials.iter().filter(|trial| of(&trial.comparison)).count().to_string();
    row("programs", trials.len().to_string());
    row("  the same", same.len().to_string());
    row("    of which with an error", same.iter().filter(|(_, naive)| !naive.faults.is_empty()).count().to_string());
    row("    of which with races", same.iter().filter(|(_, naive)| !naive.races.is_empty()).count().to_string());
    row("    of which with several ends", same.iter().filter(|(_, naive)| naive.exits.len() > 1).count().to_string());
    row("  different", count(|comparison| matches!(comparison, Comparison::Differs(_))));
    row("  left out: too many states", count(|comparison| matches!(comparison, Comparison::Large)));
    let first = refused.first().map_or(String::new(), |first| format!(" ({first})"));
    row("  left out: refused", format!("{}{first}", refused.len()));
    row("states at every access", same.iter().map(|(_, naive)| naive.states).sum::<u64>().to_string());
    row("states", same.iter().map(|(few, _)| few.states).sum::<u64>().to_string());
    row("seconds", format!("{:.1}", elapsed.as_secs_f64()));
    table
}
