//! `ax table`: the life of a table.

use super::extract::save;
use super::{extract, verify};
use crate::args::{Extract, Format, Table, Verify};
use crate::report::{extraction, findings, style, tables};
use abstraction_tables::Found;
use abstraction_tables::write::{self, Before, Change};
use promela::finding::Findings;
use promela::source::Sources;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

pub fn run(args: &Table) -> u8 {
    match args {
        Table::Status { tables, format } => status(tables, *format),
        Table::Diff { old, new, format } => diff(old, new.as_deref(), *format),
        Table::Fmt { tables, check } => format_all(tables, *check),
        Table::Lint { targets } => lint(targets),
        Table::Update(args) if of_harnesses(args) => match verify::update_tables(&harnesses(args)) {
            Ok(list) => {
                style::out(&match args.format {
                    Format::Text => extraction::updated(&list),
                    Format::Json => extraction::updated_json(&list),
                });
                super::HOLDS
            }
            Err(status) => status,
        },
        Table::Update(args) => match extract::work(args, false) {
            Ok(outcomes) => {
                style::out(&match args.format {
                    Format::Text => extraction::text(&outcomes),
                    Format::Json => extraction::json(&outcomes),
                });
                super::HOLDS
            }
            Err(status) => status,
        },
    }
}

/// No function is named, and what is named are harnesses.
fn of_harnesses(args: &Extract) -> bool {
    let functions = args.active.iter().chain(&args.passive).chain(&args.inline).count();
    let all = args.sources.files.iter().all(|path| path.is_dir() || verify::is_harness(path));
    functions == 0 && !args.all && all
}

fn harnesses(args: &Extract) -> Verify {
    Verify {
        cpp: args.sources.cpp.clone(),
        abstraction: args.abstraction.clone(),
        ..Verify::named(&args.sources.files)
    }
}

/// Exit status 1 if something is odd.
fn lint(targets: &[PathBuf]) -> u8 {
    let (tables, others): (Vec<&PathBuf>, Vec<&PathBuf>) =
        targets.iter().partition(|path| path.extension().is_some_and(|e| e == "lut"));
    let mut lists: BTreeMap<PathBuf, Option<Vec<Found>>> = tables.into_iter().map(|t| (t.clone(), None)).collect();
    if lists.is_empty() || !others.is_empty() {
        let named: Vec<PathBuf> = others.into_iter().cloned().collect();
        let found = match verify::statements(&Verify::named(&named)) {
            Ok(found) => found,
            Err(status) => return status,
        };
        let all = found.into_iter().filter(|(path, _)| path.is_file());
        lists.extend(all.map(|(path, shares)| (path, Some(shares.into_iter().flat_map(|(_, f)| f).collect()))));
    }
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    for (path, found) in &lists {
        let Some(text) = read(path) else { return super::BAD_INPUT };
        let name = path.display().to_string();
        let file = sources.add(&name, text.clone());
        abstraction_tables::lint(&name, &text, file, found.as_deref(), &mut findings);
    }
    findings::print(&findings, &sources);
    match (findings.has_errors(), findings.list.is_empty()) {
        (true, _) => super::BAD_INPUT,
        (false, true) => super::HOLDS,
        (false, false) => super::VIOLATED,
    }
}

fn read(path: &Path) -> Option<String> {
    write::read(path).map_err(|e| eprintln!("ax: cannot read {}: {e}", path.display())).ok()
}

/// Exit status 1 while something is unread.
fn status(paths: &[std::path::PathBuf], format: Format) -> u8 {
    let mut list = Vec::new();
    for path in paths {
        let Some(text) = read(path) else { return super::BAD_INPUT };
        list.push((path.display().to_string(), abstraction_tables::status(&text)));
    }
    style::out(&match format {
        Format::Text => tables::status(&list),
        Format::Json => tables::status_json(&list),
    });
    if list.iter().any(|(_, s)| !s.unreviewed.is_empty()) { super::VIOLATED } else { super::HOLDS }
}

/// Exit status 1 if the tables differ.
fn diff(old: &Path, new: Option<&Path>, format: Format) -> u8 {
    let texts = match new {
        Some(new) => read(old).zip(read(new)),
        None => committed(old).zip(read(old)),
    };
    let Some((before, after)) = texts else { return super::BAD_INPUT };
    let diff = abstraction_tables::diff(&before, &after);
    let name = new.unwrap_or(old).display().to_string();
    style::out(&match format {
        Format::Text => tables::diff(&name, &diff),
        Format::Json => tables::diff_json(&name, &diff),
    });
    if diff.changes.is_empty() { super::HOLDS } else { super::VIOLATED }
}

/// A table as it was in the last commit; empty if it was not there.
fn committed(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(name) = path.file_name() else {
        eprintln!("ax: {} is not a file", path.display());
        return None;
    };
    let git = |arguments: &[&std::ffi::OsStr]| Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let object = format!("HEAD:./{}", name.to_string_lossy());
    match git(&["rev-parse".as_ref(), "--verify".as_ref(), "--quiet".as_ref(), "HEAD".as_ref()]) {
        Err(e) => {
            eprintln!("ax: cannot run git to find the last commit: {e}");
            return None;
        }
        Ok(o) if !o.status.success() => {
            eprintln!(
                "ax: {} is not in a git repository with a commit: name two tables, `ax table diff OLD NEW`",
                path.display()
            );
            return None;
        }
        Ok(_) => {}
    }
    match git(&["show".as_ref(), object.as_ref()]) {
        Ok(o) if o.status.success() => Some(String::from_utf8_lossy(&o.stdout).into_owned()),
        _ => Some(String::new()),
    }
}

fn format_all(paths: &[std::path::PathBuf], check: bool) -> u8 {
    let mut result = super::HOLDS;
    for path in paths {
        let Some(text) = read(path) else { return super::BAD_INPUT };
        let formatted = abstraction_tables::format(&text);
        if formatted == text {
            continue;
        }
        if check {
            style::out(&format!("{}: not formatted\n", path.display()));
            result = super::VIOLATED;
        } else if let Err(status) = save(&[Change { path, before: Before::Text(&text), text: &formatted }]) {
            return status;
        }
    }
    result
}
