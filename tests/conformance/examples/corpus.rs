//! Tries the front end on real code: how much of what the compiler accepts does it read?
//!
//! `corpus FOLDER…` takes every folder as one project: all its folders with headers are include
//! folders. Sources (`.c`) that `cc -fsyntax-only` accepts are read; so are preprocessed ones (`.i`).
//! `corpus FILE.json` takes the sources of a compilation database, with their flags.
//! With `--models` a default model of every function is made and read by the checker; with `--spin=N`
//! every Nth of them is given to Spin too.
//! With `--symbols` the names of the functions are compared with those in the object file.

use abstraction_tables::{Shipped, Tables};
use extractor::c;
use lang_c::ast::{Declarator, DeclaratorKind, ExternalDeclaration};
use promela::NoFiles;
use promela::finding::Findings;
use promela::source::Sources;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use walkdir::WalkDir;

#[derive(Default)]
struct Tally {
    accepted: usize,
    read: usize,
    failures: Vec<String>,
    missing: Vec<String>,
    slowest: Vec<(Duration, String)>,
    /// Files whose functions all gave a model.
    complete: usize,
    functions: usize,
    models: usize,
    bad: Vec<String>,
    spin: usize,
}

/// What to do with each file.
#[derive(Clone, Copy)]
struct Wanted {
    symbols: bool,
    models: bool,
    spin: Option<usize>,
}

struct Job {
    file: PathBuf,
    options: c::Options,
    directory: PathBuf,
    /// For the compiler that judges the source.
    flags: Vec<String>,
}

/// The jobs of a compilation database with `arguments`.
fn database(path: &str) -> Vec<Job> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let entries = json.as_array().cloned().unwrap_or_default();
    let jobs = entries.iter().filter_map(|entry| {
        let directory = PathBuf::from(entry["directory"].as_str()?);
        let file = directory.join(entry["file"].as_str()?);
        let arguments = entry["arguments"].as_array()?.iter().filter_map(|a| a.as_str());
        let produced = |a: &&str| !matches!(*a, "-c" | "-o") && !a.ends_with(".o") && !a.ends_with(".c");
        let flags = arguments.skip(1).filter(produced).map(str::to_string).collect();
        let options = c::Options { compile_commands: Some(path.into()), ..c::Options::default() };
        Some(Job { file, options, directory, flags })
    });
    jobs.collect()
}

fn main() {
    let spin = std::env::args().find_map(|a| a.strip_prefix("--spin=").and_then(|n| n.parse().ok()));
    let has = |flag: &str| std::env::args().any(|a| a == flag);
    let wanted = Wanted { symbols: has("--symbols"), models: has("--models") || spin.is_some(), spin };
    let mut jobs = Vec::new();
    for folder in std::env::args().skip(1).filter(|a| !a.starts_with("--")) {
        if folder.ends_with(".json") {
            jobs.extend(database(&folder));
            continue;
        }
        let mut include = BTreeSet::new();
        let mut files = Vec::new();
        for entry in WalkDir::new(&folder).sort_by_file_name().into_iter().flatten() {
            let path = entry.path();
            match path.extension().and_then(|e| e.to_str()) {
                Some("h") => include.extend(path.parent().map(Path::to_path_buf)),
                Some("c" | "i") => files.push(path.to_path_buf()),
                _ => {}
            }
        }
        let options = c::Options { include: include.into_iter().collect(), ..c::Options::default() };
        let flags: Vec<String> = options.include.iter().map(|f| format!("-I{}", f.display())).collect();
        jobs.extend(files.into_iter().map(|file| Job {
            file,
            options: options.clone(),
            directory: ".".into(),
            flags: flags.clone(),
        }));
    }
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    try_one(job, wanted, &tally);
                }
            });
        }
    });
    let mut tally = tally.into_inner().unwrap_or_default();
    tally.slowest.sort();
    for line in tally.failures.iter().chain(&tally.missing).chain(&tally.bad) {
        println!("{line}");
    }
    for (time, file) in tally.slowest.iter().rev().take(5) {
        println!("{time:.2?} {file}");
    }
    let share = 100.0 * tally.read as f64 / tally.accepted.max(1) as f64;
    println!("{} files, {} accepted by cc, {} read ({share:.2}%)", jobs.len(), tally.accepted, tally.read);
    if wanted.models {
        let share = 100.0 * tally.complete as f64 / tally.accepted.max(1) as f64;
        println!(
            "{} of {} functions have a model; {} files complete ({share:.2}% of those cc accepts)",
            tally.models, tally.functions, tally.complete
        );
        println!("{} models given to Spin; {} complaints in all", tally.spin, tally.bad.len());
    }
}

/// A default model of every function, read by the checker and perhaps by Spin.
fn try_models(unit: &c::Unit, file: &Path, sources: &mut Sources, spin: Option<usize>, tally: &Mutex<Tally>) {
    let mut findings = Findings::default();
    let program = extractor::program::build(&[unit], &mut findings);
    let prepared = extractor::extract::prepare(program, true);
    let tables = Tables::load("none.lut", "", Shipped::All, &NoFiles, sources, &mut findings);
    let (mut count, mut good, mut asked, mut bad) = (0, 0, 0, Vec::new());
    if findings.has_errors() {
        let first = findings.list.iter().find(|f| f.severity == promela::finding::Severity::Error);
        bad.push(format!("{}: {}", file.display(), first.map_or("", |f| &f.message)));
    }
    for (index, function) in prepared.program.functions.iter().enumerate() {
        if function.body.is_none() || function.span.file != unit.file {
            continue;
        }
        count += 1;
        let id = extractor::program::FunctionId(index as u32);
        let start = Instant::now();
        let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            extractor::extract::extract(&prepared, &tables, sources, id, Default::default())
        }));
        let Ok(made) = made else {
            bad.push(format!("{}: {}: panic", file.display(), function.name));
            continue;
        };
        if start.elapsed().as_millis() > 1000 {
            bad.push(format!("{}: {}: took {:.1?}", file.display(), function.name, start.elapsed()));
        }
        match compiled(&made.model.text()) {
            None => good += 1,
            Some(complaint) => bad.push(format!("{}: {}: {complaint}", file.display(), function.name)),
        }
        if spin.is_some_and(|n| count % n == 0) {
            asked += 1;
            if let Some(complaint) = asked_spin(&made.model.text()) {
                bad.push(format!("{}: {}: Spin: {complaint}", file.display(), function.name));
            }
        }
    }
    let mut tally = tally.lock().unwrap_or_else(|e| e.into_inner());
    tally.functions += count;
    tally.models += good;
    tally.complete += usize::from(good == count);
    tally.spin += asked;
    tally.bad.extend(bad);
}

/// What the checker has against a model.
fn compiled(text: &str) -> Option<String> {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let text = text.to_string();
    let program = promela::parse("m.pml", text, &Default::default(), &NoFiles, &mut sources, &mut findings);
    if !findings.has_errors() {
        checker::compile::compile(&program, &Default::default(), &sources, &mut findings);
    }
    let first = findings.list.iter().find(|f| f.severity == promela::finding::Severity::Error)?;
    let place = first.span.map_or(String::new(), |s| sources.place(s).to_string());
    Some(format!("{place}: {}", first.message))
}

/// What Spin has against a model.
fn asked_spin(text: &str) -> Option<String> {
    let folder = std::env::temp_dir().join(format!("corpus-spin-{:?}", std::thread::current().id()));
    std::fs::create_dir_all(&folder).ok()?;
    std::fs::write(folder.join("m.pml"), text).ok()?;
    let output = Command::new("spin").args(["-a", "m.pml"]).current_dir(&folder).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let complaint = text.lines().find(|l| l.contains("Error") || l.contains("error")).map(str::to_string);
    complaint.or_else(|| (!output.status.success()).then(|| text.lines().last().unwrap_or("failed").to_string()))
}

fn try_one(job: &Job, wanted: Wanted, tally: &Mutex<Tally>) {
    let symbols = wanted.symbols;
    let file = job.file.as_path();
    let object = std::env::temp_dir().join(format!("corpus-{:?}.o", std::thread::current().id()));
    if file.extension().is_some_and(|e| e == "c") && !accepted(job, symbols.then_some(&object)) {
        return;
    }
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let start = Instant::now();
    let unit = c::read(file, &job.options, &mut sources, &mut findings);
    let time = start.elapsed();
    if let Some(unit) = unit.as_ref().filter(|_| wanted.models) {
        try_models(unit, file, &mut sources, wanted.spin, tally);
    }
    let mut tally = tally.lock().unwrap_or_else(|e| e.into_inner());
    tally.accepted += 1;
    tally.slowest.push((time, file.display().to_string()));
    match unit {
        Some(unit) => {
            tally.read += 1;
            if symbols {
                let absent: Vec<String> = defined(&object).difference(&functions(&unit)).cloned().collect();
                if !absent.is_empty() {
                    tally.missing.push(format!("{}: not found: {}", file.display(), absent.join(" ")));
                }
            }
        }
        None => {
            let finding = findings.list.first();
            let place = finding.and_then(|f| f.span).map_or(String::new(), |s| sources.place(s).to_string());
            let text = finding.map_or(String::new(), |f| format!("{} {}", f.message, f.label));
            tally.failures.push(format!("{}: {place}: {text}", file.display()));
        }
    }
}

fn accepted(job: &Job, object: Option<&PathBuf>) -> bool {
    let mut command = Command::new("cc");
    command.args(&job.flags).current_dir(&job.directory);
    match object {
        Some(object) => command.args(["-c", "-w", "-o"]).arg(object),
        None => command.args(["-fsyntax-only", "-w"]),
    };
    let file = std::path::absolute(&job.file).unwrap_or_else(|_| job.file.clone());
    command.arg(file).output().is_ok_and(|o| o.status.success())
}

/// The functions an object file defines.
fn defined(object: &Path) -> BTreeSet<String> {
    let output = Command::new("nm").arg(object).output();
    let text = output.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
    let functions = text.lines().filter_map(|l| l.split_once(" T ").or(l.split_once(" t ")));
    functions.map(|(_, name)| name.split('.').next().unwrap_or(name).to_string()).filter(|n| !n.is_empty()).collect()
}

/// The functions a unit defines.
fn functions(unit: &c::Unit) -> BTreeSet<String> {
    let definitions = unit.ast.0.iter().filter_map(|item| match &item.node {
        ExternalDeclaration::FunctionDefinition(f) => name(&f.node.declarator.node),
        _ => None,
    });
    definitions.map(|name| unit.names.original(name).to_string()).collect()
}

fn name(mut declarator: &Declarator) -> Option<&str> {
    loop {
        match &declarator.kind.node {
            DeclaratorKind::Abstract => return None,
            DeclaratorKind::Identifier(name) => return Some(&name.node.name),
            DeclaratorKind::Declarator(inner) => declarator = &inner.node,
        }
    }
}
