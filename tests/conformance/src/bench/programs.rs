//! C programs of `tests/families`: states and time of `ax verify`, and what each reduction buys.
//!
//! One reduction is switched off at a time. GenMC, Nidhugg and CBMC run beside it where they are installed; what they
//! answer is not compared, only their time is taken.

use super::Setting;
use super::numbers::grouped;
use super::page::Section;
use crate::command;
use crate::table::Table;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A program, its size, and the verdict.
struct Family {
    program: &'static str,
    size: &'static [&'static str],
    verdict: &'static str,
}

const fn family(program: &'static str, size: &'static [&'static str], verdict: &'static str) -> Family {
    Family { program, size, verdict }
}

const FAMILIES: [Family; 16] = [
    family("counter", &["N=4", "K=3"], "pass"),
    family("counter", &["N=8", "K=4"], "pass"),
    family("philosophers", &["N=6"], "pass"),
    family("philosophers", &["N=8"], "pass"),
    family("philosophers", &["N=6", "NAIVE"], "fail"),
    family("philosophers", &["N=20", "NAIVE"], "fail"),
    family("buffer", &["K=2"], "pass"),
    family("buffer", &["K=3"], "pass"),
    family("readers", &["N=8"], "pass"),
    family("indexer", &["N=11"], "pass"),
    family("peterson", &["K=8"], "pass"),
    family("treiber", &["N=3", "K=2"], "pass"),
    family("fib", &["K=5"], "pass"),
    family("szymanski", &["K=3"], "pass"),
    family("lamport", &["N=3"], "pass"),
    family("ring", &["N=6", "K=4"], "pass"),
];

/// What is left out when a reduction is switched off.
const WAYS: [(&str, &[&str]); 3] =
    [("`ax verify`", &[]), ("`--symmetry off`", &["--symmetry", "off"]), ("`--por off`", &["--por", "off"])];

/// Other checkers, with the arguments before the definitions and the file.
const PEERS: [(&str, &[&str]); 3] =
    [("genmc", &["--sc", "--"]), ("nidhuggc", &["--sc"]), ("cbmc", &["--unwind", "12"])];

/// No run takes longer.
const LIMIT: Duration = Duration::from_secs(20);

pub fn measure(setting: &Setting) -> Result<Section, String> {
    let folder = std::fs::canonicalize("tests/families").map_err(|error| format!("tests/families: {error}"))?;
    let peers: Vec<_> = PEERS.iter().filter_map(|(name, args)| Some((*name, installed(name)?, *args))).collect();
    let mut heads = vec!["program".to_string(), "verdict".to_string()];
    heads.extend(WAYS.iter().flat_map(|(name, _)| [format!("{name}: states"), "s".to_string()]));
    heads.extend(peers.iter().map(|(name, ..)| format!("{name} s")));
    let mut table = Table::new(&heads.iter().map(String::as_str).collect::<Vec<_>>());
    let mut agrees = true;
    let wanted = FAMILIES.iter().filter(|f| setting.wants(f.program));
    for family in wanted.step_by(if setting.quick { 4 } else { 1 }) {
        let mut cells = vec![format!("{} {}", family.program, family.size.join(" ")), family.verdict.to_string()];
        for (name, args) in WAYS {
            eprintln!("programs: {} {} {name} …", family.program, family.size.join(" "));
            let best = best(setting, &folder, family, args)?;
            agrees &= best.as_ref().is_none_or(|run| run.verdict == family.verdict);
            cells.extend(match best {
                Some(run) => [grouped(run.states), format!("{:.2}", run.seconds)],
                None => [String::new(), format!("over {}", LIMIT.as_secs())],
            });
        }
        for (_, program, args) in &peers {
            cells.push(peer(program, args, &folder, family)?);
        }
        table.row(cells);
    }
    Ok(Section {
        part: "programs",
        title: "C programs",
        words: format!(
            "`ax verify` on the programs of `tests/families`, from text to verdict, the preprocessor included; one \
                reduction switched off at a time. A run has {} seconds.",
            LIMIT.as_secs()
        ),
        tables: vec![table],
        findings: Vec::new(),
        pictures: Vec::new(),
        agrees,
    })
}

struct Run {
    verdict: String,
    states: u64,
    seconds: f64,
}

/// The fastest of some runs; none if it takes too long.
fn best(setting: &Setting, folder: &Path, family: &Family, way: &[&str]) -> Result<Option<Run>, String> {
    let mut best: Option<Run> = None;
    for _ in 0..setting.rounds {
        let file = format!("{}.c", family.program);
        let mut args = vec!["verify", "--no-cache", "--format", "json", &file];
        family.size.iter().for_each(|size| args.extend(["-D", size]));
        args.extend(way);
        let args: Vec<String> = args.into_iter().map(str::to_string).collect();
        let program = std::fs::canonicalize(&setting.ax.program).unwrap_or(setting.ax.program.clone());
        let outcome = command::run(&program, &args, folder, LIMIT).map_err(|e| format!("{}: {e}", family.program))?;
        if outcome.status.is_none() {
            return Ok(None);
        }
        let json: Value = serde_json::from_str(&outcome.stdout).map_err(|e| format!("{}: {e}", family.program))?;
        let run = Run {
            verdict: json["verdict"].as_str().unwrap_or_default().to_string(),
            states: json["properties"][0]["stored"].as_u64().unwrap_or(0),
            seconds: outcome.elapsed.as_secs_f64(),
        };
        if best.as_ref().is_none_or(|best| run.seconds < best.seconds) {
            best = Some(run);
        }
    }
    Ok(best)
}

/// The time of another checker.
fn peer(program: &Path, args: &[&str], folder: &Path, family: &Family) -> Result<String, String> {
    let mut all: Vec<String> = args.iter().map(|a| a.to_string()).collect();
    all.extend(family.size.iter().map(|size| format!("-D{size}")));
    all.push(format!("{}.c", family.program));
    let outcome = command::run(program, &all, folder, LIMIT).map_err(|e| format!("{}: {e}", program.display()))?;
    Ok(match outcome.status {
        Some(_) => format!("{:.2}", outcome.elapsed.as_secs_f64()),
        None => format!("over {}", LIMIT.as_secs()),
    })
}

fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}
