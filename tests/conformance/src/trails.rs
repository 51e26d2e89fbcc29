//! `conformance trails`: Spin and `ax` replay each other's trails.
//!
//! For each model with an error:
//! - `pan` to `ax`: trails of verifiers without statement merging, with Spin's defaults, and breadth-first must lead
//!   `ax simulate --trail` to an error;
//! - `ax` to `spin`: `spin -t` must be able to follow the trails of `ax check`, depth-first and breadth-first;
//! - the state at the end: every variable and place that `ax` shows, `spin -t` shows too;
//! - the depth-first trail of `ax` must be that of `pan`, byte for byte.
//!
//! Left out, because they say nothing about trails: limits of `pan` and its complaints about `xr` and `xs`;
//! breadth-first trails of `pan` with a claim, whose steps it does not record, and of a D_proctype, whose last one it
//! does not; others with a claim to which it adds steps of another path, so that `spin -t` loses them too; runtime
//! errors, where Spin's simulator fails in ways of its own.

use crate::command::{self, Outcome};
use crate::examples;
use crate::generator;
use crate::kind;
use crate::pool;
use crate::random;
use crate::reference::{self, Mode};
use crate::scratch::Scratch;
use serde_json::Value;
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Options {
    /// The checker.
    #[arg(long, default_value = "target/release/ax")]
    ax: PathBuf,
    /// Folders of models.
    #[arg(long, default_values = ["tests/trails", "tests/conformance/features"])]
    folder: Vec<PathBuf>,
    /// Number of random programs.
    #[arg(long, default_value_t = 100)]
    count: u64,
    /// Seed of the random programs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only models whose path contains this.
    #[arg(long, default_value = "")]
    filter: String,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// A way to build a verifier.
struct Build {
    name: &'static str,
    spin: &'static [&'static str],
    cc: &'static [&'static str],
}

const BUILDS: [Build; 3] = [
    Build { name: "no merging", spin: &["-o1", "-o2", "-o3"], cc: &["-DNOREDUCE", "-DSAFETY"] },
    Build { name: "defaults", spin: &[], cc: &["-DSAFETY"] },
    Build { name: "breadth-first", spin: &["-o3"], cc: &["-DBFS", "-DNOREDUCE", "-DSAFETY"] },
];

const LIMIT: Duration = Duration::from_secs(20);

/// How often something was right, and what was not.
#[derive(Default)]
struct Tally {
    pan_to_ax: u32,
    ax_to_spin: u32,
    states: u32,
    same: u32,
    left_out: u32,
    problems: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.pan_to_ax += other.pan_to_ax;
        self.ax_to_spin += other.ax_to_spin;
        self.states += other.states;
        self.same += other.same;
        self.left_out += other.left_out;
        self.problems.extend(other.problems);
    }
}

/// A model in a folder of its own, next to the files it may include.
struct Place<'a> {
    ax: &'a Path,
    folder: &'a Path,
    file: &'a str,
}

pub fn run(options: &Options) -> Result<bool, String> {
    let describe = |error: io::Error| error.to_string();
    let ax = random::checker(&options.ax)?.program;
    let scratch = Scratch::new().map_err(describe)?;
    examples::copy_to(scratch.path()).map_err(describe)?;
    let models = models(options, scratch.path())?;
    let tallies = pool::map(&models, options.jobs, |model| of_model(&ax, model));
    let mut all = Tally::default();
    for tally in tallies {
        all.add(tally.map_err(describe)?);
    }
    for problem in &all.problems {
        println!("{problem}");
    }
    println!(
        "{} models: ax replays {} trails of pan, spin replays {} of ax; {} final states agree, {} trails are the same; \
         {} problems, {} left out",
        models.len(),
        all.pan_to_ax,
        all.ax_to_spin,
        all.states,
        all.same,
        all.problems.len(),
        all.left_out,
    );
    Ok(all.problems.is_empty())
}

/// Models of the folders, Spin's examples that have an error, and random programs.
fn models(options: &Options, scratch: &Path) -> Result<Vec<PathBuf>, String> {
    let mut out = Vec::new();
    for folder in &options.folder {
        let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        out.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
    }
    let mut seen = HashSet::new();
    for row in reference::rows(reference::TABLE)? {
        if row.mode == Mode::First && row.verdict != "pass" && seen.insert(row.model.clone()) {
            out.push(scratch.join(&row.model));
        }
    }
    let random = scratch.join("random");
    std::fs::create_dir_all(&random).map_err(|error| error.to_string())?;
    for index in 0..options.count {
        let seed = generator::random::derive(options.seed, index);
        let path = random.join(format!("{seed}.pml"));
        std::fs::write(&path, generator::generate(seed).program.render()).map_err(|error| error.to_string())?;
        out.push(path);
    }
    out.retain(|path| {
        path.extension().is_some_and(|extension| extension == "pml") && path.to_string_lossy().contains(&options.filter)
    });
    out.sort();
    Ok(out)
}

fn of_model(ax: &Path, model: &Path) -> io::Result<Tally> {
    let scratch = Scratch::new()?;
    let Some(file) = model.file_name().and_then(|name| name.to_str()) else { return Ok(Tally::default()) };
    let is_random = model.parent().is_some_and(|folder| folder.ends_with("random"));
    if is_random {
        std::fs::copy(model, scratch.path().join(file))?;
    } else {
        for entry in std::fs::read_dir(model.parent().unwrap_or(Path::new(".")))? {
            let path = entry?.path();
            if let (true, Some(name)) = (path.is_file(), path.file_name()) {
                std::fs::copy(&path, scratch.path().join(name))?;
            }
        }
    }
    let place = Place { ax, folder: scratch.path(), file };
    let mut tally = Tally::default();
    for build in &BUILDS {
        place.pan_to_ax(build, &mut tally)?;
    }
    for order in ["dfs", "bfs"] {
        place.ax_to_spin(order, &mut tally)?;
    }
    Ok(tally)
}

impl Place<'_> {
    fn run(&self, program: &Path, args: &[&str]) -> io::Result<Outcome> {
        let args: Vec<String> = args.iter().map(|arg| arg.to_string()).collect();
        command::run(program, &args, self.folder, LIMIT)
    }

    fn problem(&self, tally: &mut Tally, what: &str, detail: &str) {
        tally.problems.push(format!("{}: {what}: {detail}", self.file));
    }

    /// The trail of a verifier, and the error it reports. `None` if there is none that counts.
    fn record(&self, build: &Build, tally: &mut Tally) -> io::Result<Option<String>> {
        for name in ["pan.c", "pan", &format!("{}.trail", self.file)] {
            // It is there only if the build before this one went so far.
            let _ = std::fs::remove_file(self.folder.join(name));
        }
        let generated = self.run(Path::new("spin"), &[build.spin, &["-a", self.file]].concat())?;
        if !generated.success() || !self.folder.join("pan.c").is_file() {
            return Ok(None);
        }
        let compiled = self.run(Path::new("tcc"), &[&["-w"], build.cc, &["-o", "pan", "pan.c"]].concat())?;
        if !compiled.success() {
            return Ok(None);
        }
        let pan = self.run(&self.folder.join("pan"), &["-w18", "-m100000", "-n"])?;
        let Ok(trail) = std::fs::read_to_string(self.folder.join(format!("{}.trail", self.file))) else {
            return Ok(None);
        };
        let error = pan.stdout.lines().find_map(|line| line.strip_prefix("pan:1: ")).unwrap_or("").to_string();
        let no_error = ["VECTORSZ", "not supported in BFS", "reduction invalid"].iter().any(|t| error.contains(t))
            || pan.stdout.contains("max search depth too small");
        let breadth_first = build.name == "breadth-first" && (trail.starts_with("-2:") || error.contains("D_proctype"));
        if no_error || kind::of_error(&error).is_empty() || breadth_first {
            tally.left_out += 1;
            return Ok(None);
        }
        Ok(Some(error))
    }

    fn pan_to_ax(&self, build: &Build, tally: &mut Tally) -> io::Result<()> {
        let Some(error) = self.record(build, tally)? else { return Ok(()) };
        let trail = format!("{}.trail", self.file);
        let spin = self.run(Path::new("spin"), &["-t", "-p", self.file])?;
        if build.name != "breadth-first" && lost(&spin).is_some() && !kind::of_error(&error).contains(&"runtime") {
            tally.left_out += 1;
            return Ok(());
        }
        let replay = self.run(self.ax, &["simulate", self.file, "--claim-automaton", "spin", "--trail", &trail])?;
        if replay.code() == Some(1) {
            tally.pan_to_ax += 1;
        } else if replay.code() == Some(0) && self.check("dfs")?.1 == "runtime" {
            // What is an error for ax just blocks for pan: a channel that is not initialised.
            tally.left_out += 1;
            return Ok(());
        } else {
            let said = replay.stderr.lines().last().unwrap_or("no error");
            self.problem(tally, &format!("trail of pan, {}", build.name), &format!("pan says {error}, ax: {said}"));
            return Ok(());
        }
        if build.name != "no merging" {
            return Ok(());
        }
        self.check("dfs")?;
        let read = |name: &str| std::fs::read_to_string(self.folder.join(name)).unwrap_or_default();
        let (ours, theirs) = (read("ours.trail"), read(&trail));
        if ours == theirs {
            tally.same += 1;
            if !kind::of_error(&error).contains(&"runtime") {
                self.compare_states(&replay, &spin, tally);
            }
        } else if error.starts_with("end state in claim") && is_one_longer(&theirs, &ours) {
            tally.left_out += 1;
        } else {
            self.problem(tally, "another trail than pan's", &error);
        }
        Ok(())
    }

    /// Lets `ax` write its trail to `ours.trail`. Whether there is an error, and of what kind.
    fn check(&self, order: &str) -> io::Result<(bool, String)> {
        let what = ["check", self.file, "--safety", "--por", "off", "--optimize", "off", "--claim-automaton", "spin"];
        let what = what.into_iter().chain(["--search", order, "--time", "10s"]).collect::<Vec<_>>();
        let found = self.run(self.ax, &[&what[..], &["--trail", "ours.trail", "--format", "json"]].concat())?;
        let result: Value = serde_json::from_str(&found.stdout).unwrap_or_default();
        let kind = result["errors"][0]["kind"].as_str().unwrap_or_default().to_string();
        Ok((found.code() == Some(1), kind))
    }

    fn ax_to_spin(&self, order: &str, tally: &mut Tally) -> io::Result<()> {
        let (failed, kind) = self.check(order)?;
        if !failed {
            return Ok(());
        }
        if kind == "runtime" {
            tally.left_out += 1;
            return Ok(());
        }
        let spin = self.run(Path::new("spin"), &["-t", "-k", "ours.trail", "-p", self.file])?;
        match lost(&spin) {
            Some(_) if self.is_simulated_otherwise(&spin) => tally.left_out += 1,
            Some(line) => self.problem(tally, &format!("trail of ax, {order}"), line),
            None => tally.ax_to_spin += 1,
        }
        let replay =
            self.run(self.ax, &["simulate", self.file, "--claim-automaton", "spin", "--trail", "ours.trail"])?;
        if replay.code() != Some(1) {
            self.problem(tally, &format!("own trail, {order}"), replay.stderr.lines().last().unwrap_or("no error"));
        }
        self.compare_states(&replay, &spin, tally);
        Ok(())
    }

    /// Spin's simulator differs from its verifiers: it cuts values that are sent but not those in structures, `_last`
    /// is another process, and a rendezvous channel is full.
    fn is_simulated_otherwise(&self, spin: &Outcome) -> bool {
        let text = std::fs::read_to_string(self.folder.join(self.file)).unwrap_or_default();
        spin.stdout.contains("truncated in assignment")
            || ["_last", "typedef", "full(", "empty("].iter().any(|word| text.contains(word))
    }

    /// Spin may show more: channels that have another number, names of labels that are referred to.
    fn compare_states(&self, ours: &Outcome, spins: &Outcome, tally: &mut Tally) {
        let theirs = final_state(&spins.stdout);
        // Spin shows no place for a process whose last statement failed.
        let unknown = theirs.iter().any(|line| !line.contains(" = ") && !line.contains("(state"));
        if unknown || self.is_simulated_otherwise(spins) {
            tally.left_out += 1;
            return;
        }
        match final_state(&ours.stdout).iter().find(|line| !theirs.contains(*line)) {
            Some(line) => self.problem(tally, "Spin ends in another state, without", line),
            None => tally.states += 1,
        }
    }
}

/// Where Spin loses a trail.
pub fn lost(spin: &Outcome) -> Option<&str> {
    let words = ["no matching", "invalid statement", "transition failed", "stop error", "(?)", "couldn't find"];
    spin.stdout.lines().find(|line| words.iter().any(|text| line.contains(text)))
}

/// When a claim is violated, `pan` may write a last step that is left over from another path.
fn is_one_longer(long: &str, short: &str) -> bool {
    long.strip_prefix(short).is_some_and(|rest| rest.lines().count() == 1)
}

/// Variables, and the states of processes, at the end of a run. Lines of jumps and misplaced end labels are a matter of
/// taste.
fn final_state(text: &str) -> HashSet<String> {
    let lines = text.lines().skip_while(|line| !line.starts_with("#processes"));
    let shown = lines.filter_map(|line| {
        if line.starts_with("\t\t") && line.contains(" = ") {
            return Some(line.trim().to_string());
        }
        let (_, place) = line.split_once(":\tproc ")?;
        let who = place.split(") ").next().unwrap_or(place);
        let state = place.split_once(" (state ").and_then(|(_, s)| Some(format!(" (state {})", s.split(')').next()?)));
        (!place.starts_with(" - "))
            .then(|| format!("{})", who.trim().trim_end_matches(')')) + &state.unwrap_or_default())
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::final_state;

    #[test]
    fn the_final_state_has_variables_and_places() {
        let text = "x\n#processes: 1\n\t\tx = 3\n\t\tqueue 1 (c): [1]\n 25:\tproc  0 (A:1) m.pml:2 (state 10)\n\
                    25:\tproc  - (never_0:1) m.pml:5 (state 7) <valid end state>\n3 processes created\n";
        let mut state: Vec<String> = final_state(text).into_iter().collect();
        state.sort();
        assert_eq!(state, ["0 (A:1) (state 10)", "x = 3"]);
    }
}
