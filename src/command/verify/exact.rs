//! A closed program by its exact meaning: linked with the library, lowered to code of the machine, searched.
//!
//! This road has no tables and no slices: a program, all of its runs, and what goes wrong in them. Who asks for what
//! needs a model (a formula, termination, a table, processes of a harness, steps of whole statements) goes the other
//! one.

use super::super::BAD_INPUT;
use super::super::source::{self, Parsed};
use super::checks::Checks;
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
use machine::outcome::{MemoryModel, Order};
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

/// Whether the question is one about a program by itself.
pub fn applies(job: &Job, args: &Verify) -> bool {
    let abstraction = &args.abstraction;
    job.file.is_none()
        && job.harness.table.is_none()
        && job.harness.main.is_none()
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
    eprintln!("ax: `{option}` is for closed programs: C sources with a `main`, without a harness, a table, a formula,");
    eprintln!("    `--terminates` or other options that need a model");
    Err(BAD_INPUT)
}

/// The answer; `None` if the program has no `main`.
pub fn answer(job: &Job, args: &Verify) -> Result<Option<Answered>, u8> {
    let mut files = job.sources()?;
    let preprocessor = load::preprocessor(job, args);
    let parsed = source::parse(&files, &preprocessor).ok_or(BAD_INPUT)?;
    let Parsed { mut sources, findings: mut found, units, dependencies, fingerprint } = parsed;
    files.extend(dependencies);
    files.extend(preprocessor.compile_commands.as_deref().map(extractor::c::compile_commands::file));
    let linked = link::link(&units.iter().collect::<Vec<_>>(), &mut sources, &mut found);
    drop(units);
    let users = linked.program.functions.iter().filter(|f| f.source < linked.library);
    let has_main = users.clone().any(|f| f.name == "main" && f.body.is_some());
    if !has_main && !found.has_errors() {
        return Ok(None);
    }
    found.list.retain(|f| f.severity > Severity::Note);
    findings::print(&found, &sources);
    if found.has_errors() {
        return Err(BAD_INPUT);
    }
    let name = job.sources()?.first().map_or(String::new(), |f| f.display().to_string());
    // Those that nobody gave are the world's choice.
    let given = args.arguments.iter().map(|given| [vec![name.clone()], given.clone()].concat());
    let arguments: Vec<String> = given.flatten().collect();
    let code = lower::lower(&linked.program, &lower::Options::of(&linked, &arguments));
    let checks = Checks::of(args);
    let outcome = machine::search(&code, &options(job, args, &checks)?, &|| interrupt::STOP.load(Ordering::Relaxed));
    let wants = |kind: FailureKind| harnesses::ask::Checks::wants(&checks, kind);
    // In a program for a verifier what was never set is an input.
    let claimed = |kind: &&CheckKind| checks.has(**kind) && !(code.dialect && **kind == CheckKind::Uninitialised);
    let checked = CheckKind::ALL.iter().filter(claimed).map(|kind| kind.name().to_string());
    let asked =
        Asked { wants: &wants, checked: checked.collect(), spurious: args.spurious, memory_model: memory_model(args) };
    let subject = Subject { program: &code, sources: &sources };
    let Settled { property, unreached, warnings, rests_on } = exact::settle(subject, &outcome, &asked);
    files.sort();
    files.dedup();
    let verification = Verification {
        program: job.name.clone(),
        properties: vec![property],
        restrictions: &rests_on,
        assumed: Vec::new(),
        generalised: Vec::new(),
        trusted: Vec::new(),
        unreached,
        warnings,
        unreviewed: Vec::new(),
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

fn options(job: &Job, args: &Verify, checks: &Checks) -> Result<machine::outcome::Options, u8> {
    let limits = limits(job, args)?;
    if args.preemptions.is_some() && args.memory_model == MemoryModelKind::Tso {
        eprintln!("ax: `--preemptions` counts switches between threads; with `--memory-model tso` stores reach memory");
        eprintln!("    between them, and what a bound covers is not defined");
        return Err(BAD_INPUT);
    }
    // Errors of a kind that nobody asked for must not hide others.
    let all = CheckKind::ALL.iter().filter(|kind| !OPTIONAL.contains(kind)).all(|kind| checks.has(*kind));
    Ok(machine::outcome::Options {
        overflow: checks.has(CheckKind::Overflow),
        leak: checks.has(CheckKind::Leak),
        race: checks.has(CheckKind::Race),
        uninitialised: checks.has(CheckKind::Uninitialised),
        deadlock: checks.has(CheckKind::Deadlock),
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
        ..machine::outcome::Options::default()
    })
}

/// What the machine can be told not to look for.
const OPTIONAL: [CheckKind; 5] =
    [CheckKind::Overflow, CheckKind::Leak, CheckKind::Race, CheckKind::Uninitialised, CheckKind::Deadlock];
