//! From text to verdict, as a user types it: `spin -a`, `cc`, `./pan` against `ax check`, over all models of Spin's
//! package.

use super::Setting;
use super::catalogue::Model;
use super::numbers::{geometric_mean, least, verdict};
use super::page::Section;
use crate::ax::Ax;
use crate::command;
use crate::table::Table;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Models that need longer are shown and not counted.
const LIMIT: Duration = Duration::from_secs(60);

/// What either side says, and how long it took.
pub(super) struct Answer {
    pub seconds: f64,
    verdict: String,
}

pub fn measure(setting: &Setting) -> Result<Section, String> {
    let mut table = Table::new(&["model", "spin+cc+pan ms", "ax ms", "times faster", "pan says", "ax says"]);
    let (mut ratios, mut skipped) = (Vec::new(), Vec::new());
    let models: Vec<String> = models(setting.root()).into_iter().filter(|model| setting.wants(model)).collect();
    for path in models.iter().step_by(if setting.quick { 12 } else { 1 }) {
        eprintln!("small: {path} …");
        let model = Model::spins(setting.root(), path);
        let (pan, ours) = match best(setting, &model)? {
            Ok(answers) => answers,
            Err(why) => {
                skipped.push(format!("`{path}` ({why})"));
                continue;
            }
        };
        let milliseconds = |answer: &Answer| format!("{:.1}", answer.seconds * 1000.0);
        let factor = pan.seconds / ours.seconds;
        ratios.push(factor);
        table.row(vec![
            path.clone(),
            milliseconds(&pan),
            milliseconds(&ours),
            format!("{factor:.1}"),
            pan.verdict.clone(),
            ours.verdict.clone(),
        ]);
    }
    let (mean, least) = (geometric_mean(ratios.iter().copied()), least(ratios.iter().copied()));
    let reached = verdict(mean >= 20.0);
    let mut findings = vec![format!(
        "From text to verdict: {mean:.1} times as fast in the mean of {} models, {least:.1} at least; the goal of 20 \
            is {reached}.",
        ratios.len()
    )];
    if !skipped.is_empty() {
        findings.push(format!("Not counted: {}.", skipped.join(", ")));
    }
    Ok(Section {
        part: "small",
        title: "From text to verdict",
        words: format!(
            "The whole time of `spin -a`, `cc -o pan pan.c` and `./pan` against `ax check`, all with their defaults, \
                over all models of Spin's package that both \
             accept and that neither needs more than {} seconds for. The defaults differ: `ax check` looks for \
             infinite runs where labels or claims ask for it, \
             and has no bound on the depth; `pan` stops at 10,000 steps and says so.",
            LIMIT.as_secs()
        ),
        tables: vec![table],
        findings,
        pictures: Vec::new(),
        agrees: true,
    })
}

/// All models below a folder, but for ours.
pub(super) fn models(root: &Path) -> Vec<String> {
    let (mut found, mut folders) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(root.join(&folder)) else { continue };
        for entry in entries.flatten() {
            let path = folder.join(entry.file_name());
            let name = path.display().to_string();
            if root.join(&path).is_dir() {
                folders.extend((name != "own").then_some(path));
            } else if name.ends_with(".pml") && !name.contains("scaled-") {
                found.push(name);
            }
        }
    }
    found.sort();
    found
}

/// The best of both; the inner error says why they cannot be compared.
fn best(setting: &Setting, model: &Model) -> Result<Result<(Answer, Answer), String>, String> {
    let (mut pan_best, mut ax_best): (Option<Answer>, Option<Answer>) = (None, None);
    let keep = |best: &mut Option<Answer>, answer: Answer| {
        if best.as_ref().is_none_or(|best| answer.seconds < best.seconds) {
            *best = Some(answer);
        }
    };
    for _ in 0..setting.rounds {
        match (ours(&setting.ax, model)?, theirs(model)?) {
            (Ok(ours), Ok(theirs)) => {
                keep(&mut ax_best, ours);
                keep(&mut pan_best, theirs);
            }
            (ours, theirs) => return Ok(Err(format!("ax: {}; spin+cc+pan: {}", told(ours), told(theirs)))),
        }
    }
    Ok(pan_best.zip(ax_best).ok_or_else(|| "no runs".to_string()))
}

/// What one side came to, for a model that is not counted.
fn told(side: Result<Answer, String>) -> String {
    match side {
        Ok(answer) => format!("{} in {:.1} s", answer.verdict, answer.seconds),
        Err(why) => why,
    }
}

pub(super) fn ours(ax: &Ax, model: &Model) -> Result<Result<Answer, String>, String> {
    let args = ["check".to_string(), model.file.clone()];
    let outcome = command::run(&ax.program, &args, &model.folder, LIMIT).map_err(|error| error.to_string())?;
    let verdict = match (outcome.status, outcome.code()) {
        (None, _) => return Ok(Err(format!("more than {} s", LIMIT.as_secs()))),
        (_, Some(0)) => "pass",
        (_, Some(1)) => "fail",
        (_, Some(3)) => "incomplete",
        (_, Some(2)) => return Ok(Err("refused".to_string())),
        _ => return Err(format!("{}: ax crashes: {}", model.name, outcome.stderr)),
    };
    Ok(Ok(Answer { seconds: outcome.elapsed.as_secs_f64(), verdict: verdict.to_string() }))
}

fn theirs(model: &Model) -> Result<Result<Answer, String>, String> {
    let verifier = model.folder.join("pan");
    // What an earlier model left behind is not this model's.
    for litter in [model.folder.join("pan.c"), verifier.clone()] {
        let _ = std::fs::remove_file(litter);
    }
    let steps: [(&Path, &[&str]); 3] =
        [(Path::new("spin"), &["-a", &model.file]), (Path::new("cc"), &["-o", "pan", "pan.c"]), (&verifier, &[])];
    let (mut seconds, mut last) = (0.0, String::new());
    for (program, args) in steps {
        let args: Vec<String> = args.iter().map(|arg| arg.to_string()).collect();
        let outcome = command::run(program, &args, &model.folder, LIMIT);
        let Ok(outcome) = outcome else { return Ok(Err("refused".to_string())) };
        if outcome.status.is_none() {
            return Ok(Err(format!("{} takes more than {} s", program_name(program), LIMIT.as_secs())));
        }
        seconds += outcome.elapsed.as_secs_f64();
        last = outcome.stdout;
    }
    let errors = last.lines().find_map(|line| line.split_once("errors: ")).map(|(_, number)| number.trim().to_string());
    let verdict = match errors.as_deref() {
        None => return Ok(Err("no answer".to_string())),
        Some("0") if last.contains("max search depth too small") => "pass up to its depth",
        Some("0") => "pass",
        Some(_) if last.contains("partial order reduction invalid") => "gives up: reduction invalid",
        Some(_) => "fail",
    };
    Ok(Ok(Answer { seconds, verdict: verdict.to_string() }))
}

fn program_name(program: &Path) -> String {
    program.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
