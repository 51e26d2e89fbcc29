//! What each technique buys: one is switched off, or another one taken, and the rest stays.

use super::Setting;
use super::catalogue::{self, Model};
use super::measure::{self, Measure, keep_best};
use super::numbers::{geometric_mean, grouped, least, most, ratio, seconds};
use super::page::Section;
use super::ways::{
    BOTH_CORES, BREADTH, BROAD_ROWS, DEFAULTS, DEPTH, INTERPRETED, OPTIMIZED, REDUCED, ROWS, TREE, WHOLE,
};
use crate::ax::Request;
use crate::spin::Claim;
use crate::table::Table;

/// A way to search with what is left out.
type Setup = (&'static [&'static str], &'static [&'static str]);

const BASE: Setup = (WHOLE, DEPTH.args);

/// A technique: with it, and without it.
struct Technique {
    name: &'static str,
    with: Setup,
    without: Setup,
}

const fn technique(name: &'static str, with: Setup, without: Setup) -> Technique {
    Technique { name, with, without }
}

const TECHNIQUES: [Technique; 9] = [
    technique("collapsing", BASE, (WHOLE, ROWS.args)),
    technique("collapsing, bfs", (WHOLE, BREADTH.args), (WHOLE, BROAD_ROWS.args)),
    technique("native code", (WHOLE, ROWS.args), (WHOLE, INTERPRETED.args)),
    technique("breadth first", (WHOLE, BREADTH.args), BASE),
    technique("second thread", (WHOLE, BOTH_CORES.args), (WHOLE, BREADTH.args)),
    technique("exact, not tree", BASE, (WHOLE, TREE.args)),
    technique("--optimize on", (OPTIMIZED, DEPTH.args), BASE),
    technique("--por on", (REDUCED, DEPTH.args), BASE),
    technique("both", (DEFAULTS, DEPTH.args), BASE),
];

pub fn measure(setting: &Setting) -> Result<Section, String> {
    let mut heads = vec!["model", "states", "s"];
    heads.extend(TECHNIQUES.iter().map(|technique| technique.name));
    let mut speeds = Table::new(&heads);
    let mut fewer = Table::new(&["model", "states", "--optimize on", "--por on", "both"]);
    let mut columns = vec![Vec::new(); TECHNIQUES.len()];
    for model in setting.models(catalogue::LARGE.iter())? {
        eprintln!("ablation: {} …", model.name);
        let measures = all(setting, &model)?;
        let of = |setup: Setup| &measures[setups().iter().position(|other| *other == setup).unwrap_or_default()];
        let base = of(BASE);
        let mut cells = vec![model.name.clone(), grouped(base.counts.stored), seconds(base.seconds)];
        for (technique, column) in TECHNIQUES.iter().zip(&mut columns) {
            let factor = of(technique.without).seconds / of(technique.with).seconds;
            column.push(factor);
            cells.push(ratio(factor));
        }
        speeds.row(cells);
        let states = |left_out| grouped(of((left_out, DEPTH.args)).counts.stored);
        fewer.row(vec![model.name.clone(), states(WHOLE), states(OPTIMIZED), states(REDUCED), states(DEFAULTS)]);
    }
    let mut last = |name: &str, number: &dyn Fn(&[f64]) -> f64| {
        let mut cells = vec![name.to_string(), String::new(), String::new()];
        cells.extend(columns.iter().map(|column| ratio(number(column))));
        speeds.row(cells);
    };
    last("geometric mean", &|column| geometric_mean(column.iter().copied()));
    last("least", &|column| least(column.iter().copied()));
    last("most", &|column| most(column.iter().copied()));
    Ok(Section {
        part: "ablation",
        title: "What each technique buys",
        words: "How many times as fast a search is with a technique as without it, the rest being equal: depth first \
            on one thread with collapsed, exact states, native code, \
                nothing left out, unless the column says otherwise; native code is compared without collapsing; the \
                second thread is compared with one thread breadth first. Below 1 it costs. The second table \
                has the states that reductions leave, depth first."
            .to_string(),
        tables: vec![speeds, fewer],
        findings: Vec::new(),
        pictures: Vec::new(),
        agrees: true,
    })
}

/// All that is measured, each once.
fn setups() -> Vec<Setup> {
    let mut setups: Vec<Setup> = Vec::new();
    for setup in TECHNIQUES.iter().flat_map(|technique| [technique.with, technique.without]) {
        if !setups.contains(&setup) {
            setups.push(setup);
        }
    }
    setups
}

fn all(setting: &Setting, model: &Model) -> Result<Vec<Measure>, String> {
    let setups = setups();
    let request = Request::all(Claim::First);
    let mut best: Vec<Option<Measure>> = vec![None; setups.len()];
    for _ in 0..setting.rounds {
        for ((left_out, way), best) in setups.iter().zip(&mut best) {
            keep_best(best, measure::check(&setting.ax, model, &request, &[left_out, way])?.0);
        }
    }
    Ok(best.into_iter().flatten().collect())
}
