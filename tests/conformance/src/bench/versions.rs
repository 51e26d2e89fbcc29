//! `ax` next to another build of it: the same models, the same ways to search, the same counts.
//!
//! What counts is the time that a processor was busy, except with two threads: so what else runs on the machine
//! matters less. The builds take turns, and the best run of each counts.

use super::Setting;
use super::catalogue::{self, Model};
use super::measure::{self, Measure};
use super::numbers::{geometric_mean, grouped, least, ratio};
use super::page::Section;
use super::small;
use super::ways::{BOTH_CORES, BREADTH, DEFAULTS, DEPTH, WHOLE};
use crate::ax::{Ax, Request};
use crate::spin::Claim;
use crate::table::Table;

/// A column: what is left out, and the order of search.
const COLUMNS: [(&str, &[&[&str]]); 5] = [
    ("dfs", &[WHOLE, DEPTH.args]),
    ("bfs", &[WHOLE, BREADTH.args]),
    ("bfs, 2 threads", &[WHOLE, BOTH_CORES.args]),
    ("dfs, reduced", &[DEFAULTS, DEPTH.args]),
    ("bfs, reduced", &[DEFAULTS, BREADTH.args]),
];

/// Runs that take less are no measure of a search.
const SHORT: f64 = 0.05;

pub fn measure(setting: &Setting) -> Result<Section, String> {
    let before = setting.before.as_ref().ok_or("--only versions needs --before, another build of ax")?;
    let heads: Vec<&str> = ["model", "states"].into_iter().chain(COLUMNS.iter().map(|column| column.0)).collect();
    let mut table = Table::new(&heads);
    let (mut ratios, mut differing) = (Vec::new(), Vec::new());
    let large = setting.models(catalogue::LARGE.iter())?;
    for model in &large {
        eprintln!("versions: {} …", model.name);
        let mut cells = vec![model.name.clone(), String::new()];
        for (name, args) in COLUMNS {
            let [ours, theirs] = best(setting, before, model, args)?;
            cells[1] = if cells[1].is_empty() { grouped(ours.counts.stored) } else { cells[1].clone() };
            if !ours.counts.differences(&theirs.counts).is_empty() {
                let counts = [&theirs, &ours].map(|measure| grouped(measure.counts.stored));
                differing.push(format!("{} {name} ({} states before, {} now)", model.name, counts[0], counts[1]));
            }
            let time = |measure: &Measure| match args.contains(&BOTH_CORES.args) {
                true => measure.seconds,
                false => measure.processor_seconds,
            };
            if time(&theirs) < SHORT || time(&ours) < SHORT {
                cells.push("-".to_string());
                continue;
            }
            let speed = time(&theirs) / time(&ours);
            ratios.push(speed);
            cells.push(ratio(speed));
        }
        table.row(cells);
    }
    let (texts, count) = small_models(setting, before)?;
    Ok(Section {
        part: "versions",
        title: "This version next to another",
        words: "How many times as fast as the other build; processor time of the whole process, with two threads the \
            time on the clock. Runs of less than 50 ms are left out."
            .to_string(),
        tables: vec![table],
        findings: vec![
            format!(
                "{} searches: {:.3} times as fast in the mean, {:.2} at least.",
                ratios.len(),
                geometric_mean(ratios.iter().copied()),
                least(ratios.iter().copied())
            ),
            format!("From text to verdict, {count} models of Spin's package, all together: {texts:.3} times as fast."),
            match differing.is_empty() {
                true => "All counts are the same.".to_string(),
                false => format!("Other counts: {}.", differing.join(", ")),
            },
        ],
        pictures: Vec::new(),
        agrees: differing.is_empty(),
    })
}

/// The best runs: ours, and those of the other build.
fn best(setting: &Setting, before: &Ax, model: &Model, args: &[&[&str]]) -> Result<[Measure; 2], String> {
    let request = Request::all(Claim::First);
    let mut best: [Option<Measure>; 2] = [None, None];
    for _ in 0..setting.rounds {
        for (ax, best) in [&setting.ax, before].into_iter().zip(&mut best) {
            let (measure, _) = measure::check(ax, model, &request, args)?;
            match best {
                Some(best) => {
                    best.seconds = best.seconds.min(measure.seconds);
                    best.processor_seconds = best.processor_seconds.min(measure.processor_seconds);
                }
                None => *best = Some(measure),
            }
        }
    }
    let [Some(ours), Some(theirs)] = best else { return Err("no runs".to_string()) };
    Ok([ours, theirs])
}

/// How many times as fast from text to verdict, and on how many models.
fn small_models(setting: &Setting, before: &Ax) -> Result<(f64, usize), String> {
    let (mut seconds, mut count) = ([0.0; 2], 0);
    for path in small::models(setting.root()).iter().filter(|model| setting.wants(model)) {
        let model = Model::spins(setting.root(), path);
        let mut best = [f64::INFINITY; 2];
        for _ in 0..setting.rounds.max(3) {
            for (ax, best) in [&setting.ax, before].into_iter().zip(&mut best) {
                if let Ok(answer) = small::ours(ax, &model)? {
                    *best = best.min(answer.seconds);
                }
            }
        }
        if best.iter().all(|time| time.is_finite()) {
            (0..2).for_each(|i| seconds[i] += best[i]);
            count += 1;
        }
    }
    Ok((seconds[1] / seconds[0], count))
}
