//! From what was typed to harnesses: files, folders, plain C sources.

use super::super::{BAD_INPUT, source};
use super::trust;
use crate::args::Verify;
use crate::report::findings;
use harnesses::harness::{self, Harness, Property, PropertyKind};
use promela::finding::Findings;
use promela::source::{FileId, Sources};
use std::path::{Path, PathBuf};
use toml::Spanned;
use walkdir::WalkDir;

/// A harness to check.
pub struct Job {
    /// How reports call it.
    pub name: String,
    /// What paths in it start from.
    pub folder: PathBuf,
    /// Where it was read; `None` for plain C sources.
    pub file: Option<PathBuf>,
    pub text: String,
    pub harness: Harness,
}

/// The harnesses that the command line means. An error was told then.
pub fn jobs(args: &Verify) -> Result<Vec<Job>, u8> {
    let (sources, others): (Vec<&PathBuf>, Vec<&PathBuf>) = args.targets.iter().partition(|t| is_source(t));
    if args.targets.iter().any(|target| source::refuse(target)) {
        return Err(BAD_INPUT);
    }
    let mut jobs = Vec::new();
    if !sources.is_empty() {
        jobs.push(program(args, &sources));
    }
    let here = PathBuf::from(".");
    let others = if args.targets.is_empty() { vec![&here] } else { others };
    for target in others {
        if target.is_dir() {
            let found = below(target);
            if found.is_empty() {
                eprintln!("ax: there is no harness below {}", target.display());
                eprintln!(
                    "    a harness is a file `ax.toml` or `NAME.ax.toml`: `ax init {}` writes a first one,",
                    target.display()
                );
                eprintln!("    and `ax verify FILE.c …` checks a program without one");
                return Err(BAD_INPUT);
            }
            for file in found {
                jobs.push(read(&file, args)?);
            }
        } else {
            jobs.push(read(target, args)?);
        }
    }
    Ok(jobs)
}

/// The harness files that are named, or lie in the folders that are named. An error was told then.
pub fn harnesses(targets: &[PathBuf]) -> Result<Vec<PathBuf>, u8> {
    let mut files = Vec::new();
    for target in targets {
        match target.is_dir() {
            true => files.extend(below(target)),
            false if is_harness(target) => files.push(target.clone()),
            false => {
                eprintln!("ax: {} is no harness: `ax.toml`, `NAME.ax.toml`, or a folder", target.display());
                return Err(BAD_INPUT);
            }
        }
    }
    Ok(files)
}

/// The harness files of a folder and of those in it, by name.
fn below(folder: &Path) -> Vec<PathBuf> {
    let hidden = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with('.') && name.len() > 1;
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    let walk = walk.filter_entry(move |e| e.depth() == 0 || (!hidden(e.file_name()) && e.file_name() != "target"));
    let files = walk.filter_map(Result::ok).map(walkdir::DirEntry::into_path);
    files.filter(|path| is_harness(path)).collect()
}

pub fn is_harness(path: &Path) -> bool {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    name == "ax.toml" || name.ends_with(".ax.toml")
}

/// Whether a file is something that `ax verify` checks: a C source or a harness.
pub fn is_checked(path: &Path) -> bool {
    is_source(path) || is_harness(path)
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "c" || e == "i")
}

/// The job of the plain C sources that were named.
pub fn plain(args: &Verify) -> Result<Job, u8> {
    let sources: Vec<&PathBuf> = args.targets.iter().filter(|t| is_source(t)).collect();
    if sources.iter().all(|s| s.is_file()) { Ok(program(args, &sources)) } else { Err(BAD_INPUT) }
}

/// Plain C sources: one program that closes itself.
fn program(args: &Verify, sources: &[&PathBuf]) -> Job {
    let unplaced = |text: String| Spanned::new(0..0, text);
    let harness = Harness {
        sources: Some(sources.iter().map(|s| unplaced(s.display().to_string())).collect()),
        main: args.main.clone().map(unplaced),
        table: args.table.as_ref().map(|t| unplaced(t.display().to_string())),
        ..Harness::default()
    };
    let names: Vec<String> = sources.iter().map(|f| f.display().to_string()).collect();
    Job { name: names.join(" "), folder: PathBuf::new(), file: None, text: String::new(), harness }
}

/// Reads a harness file. A command in it that is not trusted is an error.
pub fn read(path: &Path, args: &Verify) -> Result<Job, u8> {
    let job = parsed(path)?;
    if !args.allow_commands && args.cpp.cpp.is_none() {
        trust::check(&job.harness, &job.folder, path, &job.text)?;
    }
    Ok(job)
}

/// The same, whatever it runs.
pub fn parsed(path: &Path) -> Result<Job, u8> {
    let text = std::fs::read_to_string(path).map_err(|e| {
        eprintln!("ax: cannot read the harness {}: {e}", path.display());
        BAD_INPUT
    })?;
    let mut sources = Sources::new();
    let file = sources.add(&path.display().to_string(), text.clone());
    let mut list = Findings::default();
    let harness = harness::read(&text, file, &mut list);
    findings::print(&list, &sources);
    let harness = harness.ok_or(BAD_INPUT)?;
    let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let folder = folder.strip_prefix(".").map(Path::to_path_buf).unwrap_or(folder);
    let name = harness.name.clone().unwrap_or_else(|| default_name(path));
    Ok(Job { name, folder, file: Some(path.to_path_buf()), text, harness })
}

/// `lossy` of `lossy.ax.toml`; the name of the folder for `ax.toml`.
fn default_name(path: &Path) -> String {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let parent = path.parent().map(|p| p.display().to_string());
    let parent = parent.map(|p| p.trim_start_matches("./").to_string()).filter(|p| !p.is_empty() && p != ".");
    match (name.strip_suffix(".ax.toml"), parent) {
        (Some(stem), Some(parent)) => format!("{parent}/{stem}"),
        (Some(stem), None) => stem.to_string(),
        (None, Some(parent)) => parent,
        (None, None) => {
            let here = std::env::current_dir().ok();
            here.and_then(|d| Some(d.file_name()?.to_string_lossy().into_owned())).unwrap_or(name)
        }
    }
}

impl Job {
    /// The C sources: those named, or those that the name of the harness implies.
    pub fn sources(&self) -> Result<Vec<PathBuf>, u8> {
        if let Some(named) = &self.harness.sources {
            return Ok(named.iter().map(|s| self.folder.join(s.get_ref())).collect());
        }
        let name = self.file.as_ref().and_then(|f| f.file_name()).map(|n| n.to_string_lossy().into_owned());
        let found = match name.as_deref().and_then(|n| n.strip_suffix(".ax.toml")) {
            Some(stem) => vec![self.folder.join(format!("{stem}.c"))],
            None => c_files(&self.folder),
        };
        match found.iter().all(|f| f.is_file()) && !found.is_empty() {
            true => Ok(found),
            false => {
                eprintln!("ax: the harness {} names no sources: `sources = [\"FILE.c\"]`", self.name);
                Err(BAD_INPUT)
            }
        }
    }

    /// The properties to check: those of the harness, or what is checked by default.
    pub fn has_kind(&self, kind: PropertyKind) -> bool {
        let of = |p: &Property| p.kind.as_ref().map(|k| *k.get_ref());
        self.harness.property.iter().any(|p| of(p) == Some(kind))
    }

    /// The number of the harness file among sources.
    pub fn add_to(&self, sources: &mut Sources) -> FileId {
        match &self.file {
            Some(file) => sources.add(&file.display().to_string(), self.text.clone()),
            None => sources.add("the command line", String::new()),
        }
    }
}

/// The C sources of a folder, by name.
pub fn c_files(folder: &Path) -> Vec<PathBuf> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut list: Vec<PathBuf> = std::fs::read_dir(here)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(folder.join(entry.ok()?.file_name())))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    list.sort();
    list
}
