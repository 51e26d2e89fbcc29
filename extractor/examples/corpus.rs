//! Tries the front end on real code: how much of what the compiler accepts does it read?
//!
//! `corpus FOLDER…` takes every folder as one project: all its folders with headers are include
//! folders. Sources (`.c`) that `cc -fsyntax-only` accepts are read; so are preprocessed ones (`.i`).
//! `corpus FILE.json` takes the sources of a compilation database, with their flags.
//! With `--symbols` the names of the functions are compared with those in the object file.

use checker::finding::Findings;
use checker::source::Sources;
use extractor::c;
use lang_c::ast::{Declarator, DeclaratorKind, ExternalDeclaration};
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
    let symbols = std::env::args().any(|a| a == "--symbols");
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
                    try_one(job, symbols, &tally);
                }
            });
        }
    });
    let mut tally = tally.into_inner().unwrap_or_default();
    tally.slowest.sort();
    for line in tally.failures.iter().chain(&tally.missing) {
        println!("{line}");
    }
    for (time, file) in tally.slowest.iter().rev().take(5) {
        println!("{time:.2?} {file}");
    }
    let share = 100.0 * tally.read as f64 / tally.accepted.max(1) as f64;
    println!("{} files, {} accepted by cc, {} read ({share:.2}%)", jobs.len(), tally.accepted, tally.read);
}

fn try_one(job: &Job, symbols: bool, tally: &Mutex<Tally>) {
    let file = job.file.as_path();
    let object = std::env::temp_dir().join(format!("corpus-{:?}.o", std::thread::current().id()));
    if file.extension().is_some_and(|e| e == "c") && !accepted(job, symbols.then_some(&object)) {
        return;
    }
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let start = Instant::now();
    let unit = c::read(file, &job.options, &mut sources, &mut findings);
    let time = start.elapsed();
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
