//! A closed program by its exact meaning: linked with the library, lowered to code of the machine, searched.
//!
//! This road has no slices, and no tables but those that only keep: a program, all of its runs, and what goes wrong in
//! them. What needs a model (a formula, termination, a table, processes of a harness, steps of whole statements) goes
//! the other one; of a harness that asks for both each property goes its own.

use super::super::BAD_INPUT;
use super::super::source::{self, Parsed};
use super::checks::Checks;
use super::input::{self, World};
use super::kept::{Kept, kept};
use super::load;
use super::search::limits;
use super::target::Job;
use crate::args::{CheckKind, ExactOrder, Granularity, MemoryModelKind, Switch, SymmetryKind, Verify};
use crate::interrupt;
use crate::report::answer::Answer;
use crate::report::answer::build::Verification;
use crate::report::findings;
use extractor::{link, lower};
use harnesses::ask::FailureKind;
use harnesses::exact::{self, Asked, Settled, Subject};
use harnesses::harness::{Expect, Outside, Property, PropertyKind};
use machine::outcome::{MemoryModel, Options, Order};
use promela::finding::Severity;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// An answer, and the files that were read for it.
pub struct Answered {
    pub answer: Answer,
    pub files: Vec<PathBuf>,
    /// Of what the preprocessor printed.
    pub fingerprint: u64,
}

/// A property that the machine answers.
pub struct Wanted {
    /// Its number among those of the harness.
    pub index: usize,
    name: String,
    kind: PropertyKind,
    expect: Option<Expect>,
}

/// The properties of a job that are about a program by itself.
pub fn wanted(job: &Job, args: &Verify) -> Vec<Wanted> {
    let properties = &job.harness.property;
    if !applies(job, args) {
        return Vec::new();
    }
    if properties.is_empty() {
        let kind = PropertyKind::Safety;
        return vec![Wanted { index: 0, name: kind.name().to_string(), kind, expect: None }];
    }
    let of = |(index, p): (usize, &Property)| {
        let kind = p.kind.as_ref().map_or(PropertyKind::Safety, |k| *k.get_ref());
        let safety = matches!(kind, PropertyKind::Safety | PropertyKind::Assertions | PropertyKind::Deadlock);
        let name = p.name.clone().unwrap_or_else(|| kind.name().to_string());
        (safety && p.ltl.is_none()).then_some(Wanted { index, name, kind, expect: p.expect })
    };
    properties.iter().enumerate().filter_map(of).collect()
}

/// Whether nothing says that the program needs a model.
fn applies(job: &Job, args: &Verify) -> bool {
    let harness = &job.harness;
    let world = !harness.process.is_empty()
        || !harness.channels.is_empty()
        || !harness.environment.is_empty()
        || harness.declarations.is_some()
        || !harness.promela.is_empty()
        || harness.abstraction.environment == Some(Outside::MostGeneral);
    let abstraction = load::abstraction(job, args);
    !world
        && kept(job).is_some()
        && harness.main.as_ref().is_none_or(|main| job.file.is_some() && main.get_ref() == "main")
        && harness.limits.depth.is_none()
        && !args.terminates
        && args.ltl.is_empty()
        && args.environment.is_none()
        && args.model.is_none()
        && args.depth.is_none()
        && abstraction.granularity == Granularity::Access
        && !abstraction.no_shipped_tables
}

/// What only this road can do is an error on the other one, and never forgotten.
pub fn refuse(args: &Verify) -> Result<(), u8> {
    let given = [
        (args.spurious, "--spurious"),
        (args.preemptions.is_some(), "--preemptions"),
        (args.search != ExactOrder::Bfs, "--search"),
        (args.por == Switch::Off, "--por off"),
        (args.symmetry != SymmetryKind::Auto, "--symmetry"),
        (args.memory_model != MemoryModelKind::Sc, "--memory-model"),
    ];
    let Some((_, option)) = given.into_iter().find(|(given, _)| *given) else { return Ok(()) };
    eprintln!(
        "ax: `{option}` is for closed programs: C sources with a `main`, without processes of a harness, a table,"
    );
    eprintln!("    a formula, `--terminates` or other properties and options that need a model");
    Err(BAD_INPUT)
}

/// The answer; `None` if the program has no `main`. Warnings are told unless somebody else tells them.
pub fn answer(job: &Job, args: &Verify, wanted: &[Wanted], warn: bool) -> Result<Option<Answered>, u8> {
    let mut files = job.sources()?;
    let preprocessor = load::preprocessor(job, args);
    let parsed = source::parse(&files, &preprocessor).ok_or(BAD_INPUT)?;
    let Parsed { mut sources, findings: mut found, units, dependencies, fingerprint } = parsed;
    files.extend(dependencies);
    files.extend(job.file.clone());
    let Kept { files: tables, unreviewed } = kept(job).unwrap_or_default();
    files.extend(tables);
    files.extend(preprocessor.compile_commands.as_deref().map(extractor::c::compile_commands::file));
    let linked = link::link(&units.iter().collect::<Vec<_>>(), &mut sources, &mut found);
    drop(units);
    let users = linked.program.functions.iter().filter(|f| f.source < linked.library);
    let has_main = users.clone().any(|f| f.name == "main" && f.body.is_some());
    if !has_main && !found.has_errors() {
        return Ok(None);
    }
    let least = if warn { Severity::Warning } else { Severity::Error };
    found.list.retain(|f| f.severity >= least);
    findings::print(&found, &sources);
    if found.has_errors() {
        return Err(BAD_INPUT);
    }
    let name = job.sources()?.first().map_or(String::new(), |f| f.display().to_string());
    let World { input, given, bounds } = input::world(job, args, &linked, &mut sources)?;
    // Those that nobody gave are the world's choice.
    let arguments: Vec<String> = given.into_iter().flat_map(|given| [vec![name.clone()], given].concat()).collect();
    let code = lower::lower(&linked.program, &lower::Options { input, ..lower::Options::of(&linked, &arguments) });
    let subject = Subject { program: &code, sources: &sources };
    let mut all = Vec::new();
    for property in wanted {
        all.push(settled(job, args, property, subject)?);
    }
    files.sort();
    files.dedup();
    let mut rests_on = bounds;
    for restriction in all.iter().flat_map(|s| &s.rests_on) {
        if !rests_on.contains(restriction) {
            rests_on.push(restriction.clone());
        }
    }
    // A search that came to an error has not seen all of these; those that came to their end agree.
    let unreached = all.iter().map(|s| s.unreached.clone()).max_by_key(Vec::len).unwrap_or_default();
    let warnings = all.iter().map(|s| s.warnings.clone()).max_by_key(Vec::len).unwrap_or_default();
    let verification = Verification {
        program: job.name.clone(),
        properties: all.into_iter().map(|s| s.property).collect(),
        restrictions: &rests_on,
        assumed: Vec::new(),
        generalised: Vec::new(),
        trusted: Vec::new(),
        unreached,
        warnings,
        unreviewed,
        strict: args.strict,
        reviewed: args.reviewed,
        most_general: false,
    };
    Ok(Some(Answered { answer: verification.answer(&sources), files, fingerprint }))
}

fn memory_model(args: &Verify) -> MemoryModel {
    match args.memory_model {
        MemoryModelKind::Sc => MemoryModel::Sc,
        MemoryModelKind::Tso => MemoryModel::Tso,
    }
}

/// The answer to one property.
fn settled(job: &Job, args: &Verify, property: &Wanted, subject: Subject) -> Result<Settled, u8> {
    let Wanted { name, kind, expect, .. } = property;
    let checks = Checks::of(args);
    let asks = |check: CheckKind| {
        checks.has(check)
            && match kind {
                PropertyKind::Deadlock => check == CheckKind::Deadlock,
                PropertyKind::Assertions => check != CheckKind::Deadlock,
                _ => true,
            }
    };
    let options = Options { uninitialised: checks.has(CheckKind::Uninitialised), ..options(job, args, &asks)? };
    let outcome = machine::search(subject.program, &options, &|| interrupt::STOP.load(Ordering::Relaxed));
    // What has no name on the command line is always asked for.
    let wants = |failure: FailureKind| {
        let check = CheckKind::ALL.into_iter().find(|check| check.name() == failure.name());
        check.map_or(*kind != PropertyKind::Deadlock, asks)
    };
    // In a program for a verifier what was never set is an input.
    let claimed =
        |check: &&CheckKind| asks(**check) && !(subject.program.dialect && **check == CheckKind::Uninitialised);
    let checked = CheckKind::ALL.iter().filter(claimed).map(|check| check.name().to_string()).collect();
    let (name, spurious) = (name.clone(), args.spurious);
    let memory_model = memory_model(args);
    let asked = Asked { name, kind: *kind, expect: *expect, wants: &wants, checked, spurious, memory_model };
    Ok(exact::settle(subject, &outcome, &asked))
}

fn options(job: &Job, args: &Verify, asks: &dyn Fn(CheckKind) -> bool) -> Result<Options, u8> {
    let limits = limits(job, args)?;
    if args.preemptions.is_some() && args.memory_model == MemoryModelKind::Tso {
        eprintln!("ax: `--preemptions` counts switches between threads; with `--memory-model tso` stores reach memory");
        eprintln!("    between them, and what a bound covers is not defined");
        return Err(BAD_INPUT);
    }
    // Errors of a kind that nobody asked for must not hide others.
    let all = CheckKind::ALL.iter().filter(|kind| !OPTIONAL.contains(kind)).all(|kind| asks(*kind));
    Ok(Options {
        overflow: asks(CheckKind::Overflow),
        leak: asks(CheckKind::Leak),
        race: asks(CheckKind::Race),
        deadlock: asks(CheckKind::Deadlock),
        all_errors: args.all_errors || !all,
        spurious: args.spurious,
        symmetry: args.symmetry != SymmetryKind::Off,
        memory_model: memory_model(args),
        naive: args.por == Switch::Off,
        order: match (args.preemptions, args.search) {
            (Some(most), _) => Order::Preemptions(most),
            (None, ExactOrder::Bfs) => Order::BreadthFirst,
            (None, ExactOrder::Dfs) => Order::DepthFirst,
            (None, ExactOrder::Walk) => Order::Walk,
        },
        time: limits.time,
        memory: limits.memory,
        ..Options::default()
    })
}

/// What the machine can be told not to look for.
const OPTIONAL: [CheckKind; 5] =
    [CheckKind::Overflow, CheckKind::Leak, CheckKind::Race, CheckKind::Uninitialised, CheckKind::Deadlock];
