//! `ax verify`: from C sources to an answer about them.

use super::check::{spare_memory, tell_progress};
use super::source::{self, Read};
use crate::args::{Format, Granularity, Verify};
use crate::interrupt;
use crate::report::answer::build::{Failure, Property, Verdict, Verification};
use crate::report::style::{self, Style};
use crate::report::{answer, findings, json};
use abstraction_tables::entry::Kind;
use abstraction_tables::write;
use checker::compile::{self, ClaimChoice};
use checker::finding::Findings;
use checker::model::Model;
use checker::promela::{self, NoFiles};
use checker::search::{self, Control, ErrorFound, ErrorKind, Fairness, Limits, Order, Outcome, Progress, Search};
use checker::source::{FileId, Sources, Span};
use extractor::abstraction::Form;
use extractor::emit::Row;
use extractor::extract;
use harnesses::closed::Closed;
use harnesses::program;
use harnesses::story::Lift;
use std::collections::BTreeSet;
use std::io::IsTerminal;

/// Every thread ends, or the program does.
const TERMINATION: &str = "\nltl ax_terminates { <> (ax_exited || ax_running == 0) }\n";

pub fn run(args: &Verify) -> u8 {
    match work(args) {
        Ok(status) | Err(status) => status,
    }
}

fn work(args: &Verify) -> Result<u8, u8> {
    let granularity = args.abstraction.granularity;
    let mut read = source::read(&args.sources.files, &args.sources.cpp, granularity).ok_or(super::BAD_INPUT)?;
    let main = read.function(&args.main).ok_or(super::BAD_INPUT)?;
    let table = match &args.table {
        Some(path) => write::read(path).map_err(|e| {
            eprintln!("ax: cannot read {}: {e}", path.display());
            super::BAD_INPUT
        })?,
        None => String::new(),
    };
    let path = args.table.clone().unwrap_or_default();
    let tables = read.tables(&path, &table, &args.abstraction).ok_or(super::BAD_INPUT)?;
    read.tell();
    let Read { sources, prepared, .. } = read;
    let mut prepared = extract::prepare_closed(prepared.program, granularity == Granularity::Access, main);
    let options = source::options(Form::Active, &args.abstraction);
    let closed = program::close(&mut prepared, &tables, &sources, main, options);
    if let Some(path) = &args.model {
        write::replace(path, &closed.text).map_err(|e| {
            eprintln!("ax: cannot write {}: {e}", path.display());
            super::BAD_INPUT
        })?;
    }
    interrupt::watch();
    let mut properties = Vec::new();
    let mut unreached = Vec::new();
    let (safety, outcome) = check(args, &closed, "safety", "")?;
    if let Some((model, text)) = outcome {
        unreached = unreached_statements(&closed, &model, text, &safety.1);
    }
    properties.push(safety.0);
    if args.terminates && matches!(properties[0].verdict, Verdict::Pass) {
        properties.push(check(args, &closed, "termination", TERMINATION)?.0.0);
    }
    let rows: Vec<&Row> = closed.processes.iter().flat_map(|p| &p.rows).collect();
    let names: Vec<String> = args.sources.files.iter().map(|f| f.display().to_string()).collect();
    let verification = Verification {
        program: names.join(" "),
        properties,
        restrictions: &closed.restrictions,
        assumed: assumed(&rows),
        unreached,
        strict: args.strict,
    };
    let answers = [verification.answer(&sources)];
    style::out(&match args.format {
        Format::Text => answer::text(&answers, Style::of_stdout()),
        Format::Json => answer::json(&answers),
    });
    Ok(answer::status(&answers))
}

type Checked = ((Property, Outcome), Option<(Model, FileId)>);

/// Checks one property; a violation that may be spurious is looked for again without what makes it so.
fn check(args: &Verify, closed: &Closed, name: &'static str, claim: &str) -> Result<Checked, u8> {
    let (model, text) = compiled(&format!("{}{claim}", closed.text))?;
    let outcome = searched(args, &model, name);
    let verdict = match outcome.errors.first() {
        None => match outcome.incomplete {
            Some(limit) => Verdict::Incomplete(json::incomplete_name(limit)),
            None if !closed.obstacles.is_empty() => Verdict::Unsure(closed.obstacles.clone()),
            None => Verdict::Pass,
        },
        Some(error) => {
            let lift = Lift { closed, model: &model, text };
            let failure = failure(&lift, error, name);
            match failure.story.steps.iter().any(|s| s.generalised.is_some()) {
                false => bounded(failure),
                true => match real(args, closed, name, claim)? {
                    Some(real) => bounded(real),
                    None => Verdict::Possible(failure),
                },
            }
        }
    };
    let statistics = outcome.statistics;
    Ok(((Property { name: name.to_string(), verdict, statistics }, outcome), Some((model, text))))
}

/// More threads than the model numbers is no error of the program.
fn bounded(failure: Failure) -> Verdict {
    if failure.kind == "bound" {
        Verdict::Incomplete("the number of threads or the depth of recursion")
    } else {
        Verdict::Fail(failure)
    }
}

/// An error on a run whose every step is one of the C program.
fn real(args: &Verify, closed: &Closed, name: &'static str, claim: &str) -> Result<Option<Failure>, u8> {
    let closed = closed.real_runs();
    let (model, text) = compiled(&format!("{}{claim}", closed.text))?;
    let outcome = searched(args, &model, name);
    let lift = Lift { closed: &closed, model: &model, text };
    Ok(outcome.errors.first().map(|error| failure(&lift, error, name)).filter(|f| f.kind != "bound"))
}

fn compiled(text: &str) -> Result<(Model, FileId), u8> {
    let mut sources = Sources::new();
    let mut list = Findings::default();
    let options = promela::Options { defines: Vec::new(), include_dirs: Vec::new() };
    let program = promela::parse("model.pml", text.to_string(), &options, &NoFiles, &mut sources, &mut list);
    let claim = if text.contains("ltl ax_terminates") { ClaimChoice::First } else { ClaimChoice::None };
    let model = if list.has_errors() {
        None
    } else {
        compile::compile(&program, &compile::Options { claim, automaton: Default::default() }, &sources, &mut list)
    };
    match model {
        Some(model) => Ok((model, FileId(0))),
        None => {
            findings::print(&list, &sources);
            eprintln!(
                "ax: the model of the program cannot be checked (this is a defect of ax, please report it with the input)"
            );
            Err(super::BAD_INPUT)
        }
    }
}

fn searched(args: &Verify, model: &Model, name: &str) -> Outcome {
    let liveness = name == "termination";
    let what = Search {
        property: if liveness { search::Property::Acceptance } else { search::Property::Safety },
        fairness: if liveness { Fairness::Weak } else { Fairness::None },
        order: if liveness { Order::Depth } else { Order::Breadth },
        all_errors: false,
        end_states: false,
        assertions: true,
        optimize: true,
        limits: Limits { depth: args.depth, memory: args.memory.or_else(spare_memory), time: args.time },
    };
    let tell = std::io::stderr().is_terminal();
    let mut progress = |p: Progress| {
        if tell {
            tell_progress(p);
        }
    };
    search::search(model, &what, &mut Control { stop: &interrupt::STOP, progress: &mut progress })
}

/// An error in terms of the C program.
fn failure(lift: &Lift, error: &ErrorFound, property: &str) -> Failure {
    let story = lift.story(&error.trail, error.cycle);
    let last = error.trail.last().map(|step| lift.model.statement_of(step.transition));
    let in_watch = last.is_some_and(|s| lift.model.proctype(s.proctype).name == "ax_watch");
    let text = last.map_or("", |s| s.text.as_str());
    let at = story.steps.last().map(|s| s.span);
    let (kind, message, at) = match error.kind {
        _ if property == "termination" => ("termination", "the program may run for ever".to_string(), None),
        ErrorKind::Assertion if in_watch => ("deadlock", "deadlock: no thread can go on".to_string(), None),
        ErrorKind::Assertion if text.contains("_nr_pr<=") => ("bound", "too many threads".to_string(), at),
        ErrorKind::Assertion => ("assertion", "assertion fails".to_string(), at),
        ErrorKind::Runtime if error.message.starts_with("index") => ("bounds", error.message.clone(), at),
        ErrorKind::Runtime => ("runtime", error.message.clone(), at),
        other => (json::kind_name(other), error.message.clone(), at),
    };
    Failure { kind, message, at, story }
}

/// Functions outside of the model that no table speaks of.
fn assumed(rows: &[&Row]) -> Vec<String> {
    let names: BTreeSet<String> = rows
        .iter()
        .filter(|row| row.judgement.kind == Kind::Generalisation && row.judgement.origin.is_none())
        .filter_map(|row| row.judgement.reason.as_deref()?.strip_suffix("` is not in the model"))
        .map(|name| name.trim_start_matches('`').to_string())
        .collect();
    names.into_iter().collect()
}

/// C statements of which no part was reached.
fn unreached_statements(closed: &Closed, _model: &Model, text: FileId, outcome: &Outcome) -> Vec<Span> {
    let mut list: Vec<Span> = Vec::new();
    for unreached in outcome.unreached.iter().filter(|u| u.span.file == text) {
        if let Some(place) = closed.place(unreached.span.start as usize..unreached.span.end as usize)
            && !list.contains(&place.span)
        {
            list.push(place.span);
        }
    }
    list
}
