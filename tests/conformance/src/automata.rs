//! `conformance automata`: our control flow against Spin's, transition by transition.
//!
//! Compares `ax show automata MODEL --format spin` with `pan -d`. Both print, under a line `proctype p`,
//! `init` or `claim c`, one line for each transition in the order it is tried:
//! ```text
//!     state   1 -(tr   6)-> state   4  [id   2 tp 503] [----G] m.pml:5 => c?y
//! ```
//! Compared are the states, the order, the source line and the text; what stands in brackets and the
//! transition's number are Spin's own business.

use crate::ax::Ax;
use crate::command;
use crate::examples;
use crate::pool;
use crate::random;
use crate::scratch::Scratch;
use crate::spin::{self, Claim, Compiler};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Options {
    /// Models; without any, those of the features folder and Spin's examples.
    models: Vec<PathBuf>,
    #[arg(long, default_value = "target/release/ax")]
    ax: PathBuf,
    #[arg(long, default_value = "tests/conformance/features")]
    folder: PathBuf,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Transitions to print for each model that differs.
    #[arg(long, default_value_t = 4)]
    show: usize,
}

const LIMIT: Duration = Duration::from_secs(60);

/// A transition as both print it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Transition {
    to: u32,
    line: u32,
    text: String,
}

/// Per process name and state, the transitions in the order they are tried.
type Automata = BTreeMap<(String, u32), Vec<Transition>>;

/// What is wrong with one model; empty when nothing is.
enum Judgement {
    Compared(Vec<String>),
    Skipped(String),
}

pub fn run(options: &Options) -> Result<bool, String> {
    let describe = |error: io::Error| error.to_string();
    let ax = random::checker(&options.ax)?;
    let scratch = Scratch::new().map_err(describe)?;
    let mut models = options.models.clone();
    if models.is_empty() {
        examples::copy_to(scratch.path()).map_err(describe)?;
        collect(scratch.path(), &mut models).map_err(describe)?;
        collect(&options.folder, &mut models).map_err(describe)?;
    }
    let judgements = pool::map(&models, options.jobs, |model| judge(&ax, model));
    let (mut agree, mut differ, mut skipped) = (0, 0, 0);
    for (model, judgement) in models.iter().zip(judgements) {
        let name = model.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        match judgement.map_err(describe)? {
            Judgement::Compared(differences) if differences.is_empty() => agree += 1,
            Judgement::Compared(differences) => {
                differ += 1;
                println!("{name}: {} states differ", differences.len());
                differences.iter().take(options.show).for_each(|difference| println!("{difference}"));
            }
            Judgement::Skipped(why) => {
                skipped += 1;
                println!("{name}: skipped: {why}");
            }
        }
    }
    println!("{agree} models agree, {differ} differ, {skipped} skipped");
    Ok(differ == 0)
}

/// The models below a folder, sorted.
fn collect(folder: &Path, models: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        entries.push(entry?.path());
    }
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            collect(&entry, models)?;
        } else if entry.extension().is_some_and(|extension| extension == "pml") {
            models.push(entry);
        }
    }
    Ok(())
}

fn judge(ax: &Ax, model: &Path) -> io::Result<Judgement> {
    let model = model.canonicalize()?;
    // Beside the model lie the files it includes, so that Spin runs on a copy of them all.
    let scratch = Scratch::new()?;
    for entry in std::fs::read_dir(model.parent().unwrap_or(Path::new(".")))? {
        let path = entry?.path();
        if let (true, Some(name)) = (path.is_file(), path.file_name()) {
            std::fs::copy(&path, scratch.path().join(name))?;
        }
    }
    let name = model.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    if let Err(failure) = spin::generate(scratch.path(), &name)? {
        return Ok(Judgement::Skipped(format!("{failure:?}")));
    }
    if let Err(failure) = spin::compile(scratch.path(), Compiler::Tcc, Claim::First, &[])? {
        return Ok(Judgement::Skipped(format!("{failure:?}")));
    }
    let pan = command::run(&scratch.path().join("pan"), &["-d".to_string()], scratch.path(), LIMIT)?;
    let args = ["show", "automata", &name, "--format", "spin"].map(String::from);
    let ours = command::run(&ax.program, &args, scratch.path(), LIMIT)?;
    Ok(Judgement::Compared(differences(&parse(&pan.stdout), &parse(&ours.stdout))))
}

fn differences(spin: &Automata, ax: &Automata) -> Vec<String> {
    let mut keys: Vec<&(String, u32)> = spin.keys().chain(ax.keys()).collect();
    keys.sort();
    keys.dedup();
    let differs = |key: &&&(String, u32)| spin.get(**key) != ax.get(**key);
    keys.iter().filter(differs).map(|key| describe(key, spin.get(*key), ax.get(*key))).collect()
}

fn describe(key: &(String, u32), spin: Option<&Vec<Transition>>, ax: Option<&Vec<Transition>>) -> String {
    let list = |transitions: Option<&Vec<Transition>>| match transitions {
        None => "      none\n".to_string(),
        Some(transitions) => transitions
            .iter()
            .map(|transition| format!("      to {} line {} {}\n", transition.to, transition.line, transition.text))
            .collect(),
    };
    format!("  {} state {}\n    Spin\n{}    ax\n{}", key.0, key.1, list(spin), list(ax)).trim_end().to_string()
}

fn parse(text: &str) -> Automata {
    let mut automata = Automata::new();
    let mut process = String::new();
    for line in text.lines() {
        if let Some(((from, transition), true)) = parse_transition(line).zip(Some(!process.is_empty())) {
            automata.entry((process.clone(), from)).or_default().push(transition);
        } else if is_heading(line) {
            process = line.trim().to_string();
        }
    }
    automata
}

fn is_heading(line: &str) -> bool {
    ["proctype ", "claim ", "init", "trace ", "notrace "].iter().any(|word| line.starts_with(word))
}

/// `state 1 -(tr 6)-> state 4 [...] [...] m.pml:5 => c?y`
fn parse_transition(line: &str) -> Option<(u32, Transition)> {
    let rest = line.trim().strip_prefix("state")?;
    let (from, rest) = rest.split_once(" -(tr")?;
    let (_, rest) = rest.split_once("-> state")?;
    let rest = rest.trim_start();
    let to = rest.split_whitespace().next()?.parse().ok()?;
    let (place, text) = rest.split_once(" => ")?;
    let line = place.rsplit_once(':')?.1.trim().parse().ok()?;
    Some((from.trim().parse().ok()?, Transition { to, line, text: text.trim().to_string() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "\
proctype p
	state   1 -(tr   6)-> state   4  [id   2 tp 503 org   3] [----G] m.pml:5 => c?y
	state   1 -(tr   5)-> state   2  [id   0 tp   2] [----G] m.pml:5 => x = 1

Transition Type: A=atomic; D=d_step; L=local; G=global
";

    #[test]
    fn reads_what_pan_prints() {
        let automata = parse(PRINTED);
        let transitions = &automata[&("proctype p".to_string(), 1)];
        assert_eq!(transitions.len(), 2);
        assert_eq!(transitions[0], Transition { to: 4, line: 5, text: "c?y".into() });
    }

    #[test]
    fn the_order_of_options_counts() {
        let swapped: Vec<&str> = PRINTED.lines().collect();
        let swapped = [swapped[0], swapped[2], swapped[1]].join("\n");
        assert_eq!(differences(&parse(PRINTED), &parse(&swapped)).len(), 1);
    }
}
