//! `ax verify`: from C sources to an answer about them, for each harness.
//!
//! [`target`] finds the harnesses. A program that closes itself is searched with the exact meaning of C: [`exact`]. For
//! others, and for properties that need a model, [`load`] makes questions of a harness, `harnesses::ask` answers them;
//! [`search`] is what that needs of a command line, [`cache`] knows what was answered before.

pub mod cache;
mod checks;
mod exact;
mod input;
mod kept;
mod load;
mod search;
mod since;
mod tables;
pub mod target;
pub mod trust;
mod unfinished;
mod wrong;

pub use tables::{statements, update as update_tables};
pub use target::{c_files, is_checked, is_harness};

use crate::args::Verify;
use crate::report::answer::Answer;
use crate::report::answer::build::Verification;
use crate::watchdog;
use abstraction_tables::write;
use cache::{Cache, Inputs, Key, Start};
use harnesses::ask::{Asker, Extent};
use harnesses::harness::PropertyKind;
use load::Loaded;
use promela::source::FileId;
use since::Snapshot;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use target::Job;

/// The closed model of a C program or a harness, as if its text had been read. What is wrong with it was told.
pub fn closed_model(args: &Verify) -> Result<super::load::Loaded, u8> {
    let jobs = target::jobs(args)?;
    let [job] = jobs.as_slice() else {
        eprintln!("ax: one model is shown, and {} harnesses are meant: name one", jobs.len());
        return Err(super::BAD_INPUT);
    };
    let printed = load::load(job, args)?.closed.document.print(FileId(0));
    let program = printed.plain();
    Ok(super::load::Loaded::made(&job.name, program, printed.text))
}

pub fn run(args: &Verify) -> u8 {
    match work(args) {
        Ok(status) | Err(status) => status,
    }
}

fn work(args: &Verify) -> Result<u8, u8> {
    let jobs = target::jobs(args)?;
    if args.model.is_some() && jobs.len() > 1 {
        eprintln!("ax: `--model` writes one model, and {} harnesses are meant: name one", jobs.len());
        return Err(super::BAD_INPUT);
    }
    let done: Arc<Mutex<Vec<Answer>>> = Arc::default();
    unfinished::watch(&jobs, args, Arc::clone(&done));
    let cache = Cache::open(args.no_cache);
    let answers = match &args.since {
        None => {
            for job in &jobs {
                let answer = answered(job, args, &cache)?;
                done.lock().unwrap_or_else(PoisonError::into_inner).push(answer);
            }
            watchdog::telling();
            std::mem::take(&mut *done.lock().unwrap_or_else(PoisonError::into_inner))
        }
        Some(revision) => {
            let answers = compared(revision, &jobs, args, &cache)?;
            watchdog::telling();
            answers
        }
    };
    Ok(super::tell::tell(&answers, &args.told))
}

/// The answers, with what changed since a commit.
fn compared(revision: &str, jobs: &[Job], args: &Verify, cache: &Cache) -> Result<Vec<Answer>, u8> {
    let snapshot = |job: &Job| -> Result<Snapshot, u8> {
        let FoundOut { answer, loaded, .. } = found_out(job, args, cache)?;
        let loaded = loaded.map_or_else(|| load::load(job, args), Ok)?;
        Ok(Snapshot::of(answer, &loaded))
    };
    let unpacked = since::unpack(revision)?;
    let mut answers = Vec::new();
    for job in jobs {
        let new = snapshot(job)?;
        let old = since::inside(&unpacked.here, || {
            let old = match &job.file {
                Some(file) if file.is_file() => target::read(file, args),
                Some(_) => return None,
                None => target::plain(args),
            };
            old.and_then(|job| snapshot(&job)).ok()
        });
        let since = since::compare(&unpacked.revision, old.flatten().as_ref(), &new);
        answers.push(Answer { since: Some(since), ..new.answer });
    }
    Ok(answers)
}

/// The answer to one harness, from the cache if nothing has changed.
fn answered(job: &Job, args: &Verify, cache: &Cache) -> Result<Answer, u8> {
    let files = job.sources()?;
    let preprocessor = load::preprocessor(job, args);
    let key = key(job, args, &files);
    let known = cache.answer(&key, &files, &preprocessor).filter(|_| args.model.is_none());
    if let Some(mut answer) = known.and_then(|text| serde_json::from_str::<Answer>(&text).ok()) {
        answer.properties.iter_mut().for_each(|p| p.cached = true);
        return Ok(answer);
    }
    let folders = files.iter().filter_map(|file| file.parent()).map(|folder| Path::new(".").join(folder));
    let start = Start::after(&[files.clone(), folders.collect(), job.file.iter().cloned().collect()].concat());
    let FoundOut { answer, files: read, fingerprint, .. } = found_out(job, args, cache)?;
    let inputs = Inputs { start, sources: &files, files: &read, preprocessor: &preprocessor, fingerprint };
    keep(&answer, &key, &inputs, cache);
    Ok(answer)
}

/// An answer, and what it was made of.
struct FoundOut {
    answer: Answer,
    /// If some property needed a model.
    loaded: Option<Loaded>,
    /// All files that were read.
    files: Vec<PathBuf>,
    /// Of what the preprocessor printed.
    fingerprint: u64,
}

/// Each property of a harness goes its road.
fn found_out(job: &Job, args: &Verify, cache: &Cache) -> Result<FoundOut, u8> {
    let mut wanted = exact::wanted(job, args);
    let alone = wanted.len() == job.harness.property.len().max(1);
    // A mistake in the harness is told before anything is searched.
    let loaded = if alone { None } else { Some(load_model(job, args)?) };
    let exact = match wanted.as_slice() {
        [] => None,
        some => exact::answer(job, args, some, loaded.is_none())?,
    };
    match exact {
        Some(exact::Answered { answer, files, fingerprint }) if alone => {
            return Ok(FoundOut { answer, loaded: None, files, fingerprint });
        }
        Some(_) => {}
        None => wanted.clear(),
    }
    let loaded = loaded.map_or_else(|| load_model(job, args), Ok)?;
    let places: Vec<usize> = wanted.iter().map(|w| w.index).collect();
    let model = asked(job, args, &loaded, cache, &places)?;
    let (mut files, fingerprint) = (loaded.files.clone(), loaded.fingerprint);
    let answer = match exact {
        Some(exact) => {
            files.extend(exact.files);
            files.sort();
            files.dedup();
            exact.answer.joined(model, &places)
        }
        None => model,
    };
    Ok(FoundOut { answer, loaded: Some(loaded), files, fingerprint })
}

/// The model of a job, which is written if that was asked for.
fn load_model(job: &Job, args: &Verify) -> Result<Loaded, u8> {
    exact::refuse(args)?;
    input::refuse(job)?;
    let loaded = load::load(job, args)?;
    if let Some(path) = &args.model {
        write::replace(path, &loaded.closed.text()).map_err(|e| {
            eprintln!("ax: cannot write {}: {e}", path.display());
            super::BAD_INPUT
        })?;
    }
    Ok(loaded)
}

/// Keeps an answer, unless another run may have another one.
fn keep(answer: &Answer, key: &Key, inputs: &Inputs, cache: &Cache) {
    let limits = answer.properties.iter().map(|p| p.incomplete.as_deref().unwrap_or_default());
    // How far a search by preemptions comes may depend on its time.
    let lasting =
        limits.into_iter().all(|limit| !LIMITS.contains(&limit) && crate::report::answer::covered(limit).is_none());
    if lasting && let Ok(text) = serde_json::to_string(answer) {
        cache.keep_answer(key, inputs, text);
    }
}

/// Limits that another run may not hit.
const LIMITS: &[&str] = &["memory", "time", "interrupted"];

/// What compilers look at besides their arguments. A command of the user's may look at more: see [`cache`].
const ENVIRONMENT: [&str; 9] = [
    "CC",
    "CPATH",
    "C_INCLUDE_PATH",
    "PATH",
    "GCC_EXEC_PREFIX",
    "COMPILER_PATH",
    "SOURCE_DATE_EPOCH",
    "CCC_OVERRIDE_OPTIONS",
    "SDKROOT",
];

/// What an answer depends on, besides files.
fn key(job: &Job, args: &Verify, sources: &[PathBuf]) -> Key {
    let mut key = Key::new("answer");
    key.add(&job.name);
    key.add(&format!("{:?} {:?}", job.file, std::env::current_dir().ok()));
    key.add(&job.text);
    // A harness that names no sources means those of its folder: there may be more of them now.
    key.add(&format!("{sources:?}"));
    key.add(&args.relevant());
    for name in ENVIRONMENT {
        key.add(&format!("{:?}", std::env::var_os(name)));
    }
    key
}

/// Asks all questions of a harness but those that have an answer.
fn asked(job: &Job, args: &Verify, loaded: &Loaded, cache: &Cache, answered: &[usize]) -> Result<Answer, u8> {
    let Loaded { sources, closed, questions, .. } = loaded;
    let extent = if args.no_slice { Extent::Whole } else { Extent::Slice };
    let checks = checks::Checks::of(args);
    let terminal = search::Terminal::new(cache);
    let limits = search::limits(job, args)?;
    let asker = Asker { closed, limits, since: Instant::now(), host: &terminal, extent, checks: &checks };
    let mut properties = Vec::new();
    let mut unreached = None;
    let open = questions.iter().enumerate().filter(|(index, _)| !answered.contains(index));
    for (_, question) in open {
        let (property, open) = asker.ask(question).map_err(|w| wrong::tell(*w, loaded))?;
        unreached = unreached.or(open);
        properties.push(property);
    }
    let kinds: Vec<PropertyKind> = questions.iter().map(|question| question.kind).collect();
    let mut restrictions = closed.restrictions.clone();
    restrictions.extend(checks.unchecked(closed, &kinds));
    let verification = Verification {
        program: job.name.clone(),
        properties,
        restrictions: &restrictions,
        assumed: assumed(loaded),
        generalised: harnesses::closed::generalised(&closed.processes),
        trusted: harnesses::closed::trusted(&closed.processes),
        unreached: unreached.unwrap_or_default(),
        warnings: Vec::new(),
        unreviewed: loaded.unreviewed.clone(),
        strict: args.strict,
        reviewed: args.reviewed,
        most_general: loaded.most_general,
    };
    Ok(verification.answer(sources))
}

/// Functions outside of the model that no table speaks of.
fn assumed(loaded: &Loaded) -> Vec<String> {
    let rows = loaded.closed.processes.iter().flat_map(|p| &p.rows);
    let functions = rows.filter_map(|row| row.outside);
    let names: BTreeSet<&str> = functions.map(|f| loaded.program.function(f).name.as_str()).collect();
    names.into_iter().map(str::to_string).collect()
}
