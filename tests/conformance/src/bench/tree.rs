//! Compressed states: bytes a state, memory next to `pan -DCOLLAPSE`, and what it costs in time.

use super::Setting;
use super::catalogue::{self, Model};
use super::measure::{self, Measure, keep_best};
use super::numbers::{geometric_mean, grouped, megabytes, most, per_state, ratio, seconds, verdict};
use super::page::Section;
use super::pan::Pan;
use super::ways::{DEPTH, TREE, WHOLE};
use crate::ax::Request;
use crate::spin::Claim;
use crate::table::Table;

/// Fewer states are not worth compressing: the rest of the process counts for more.
const LEAST_STATES: u64 = 1_000_000;

struct Row {
    model: Model,
    pan: Measure,
    exact: Measure,
    tree: Measure,
    agrees: bool,
}

impl Row {
    fn slowdown(&self) -> f64 {
        self.tree.seconds / self.exact.seconds
    }

    /// The part of pan's memory that the tree needs.
    fn part(&self) -> f64 {
        self.tree.peak_bytes as f64 / (self.pan.peak_bytes as f64).max(1.0)
    }

    fn reported(&self) -> f64 {
        per_state(self.tree.reported_bytes, self.tree.counts.stored)
    }
}

pub fn measure(setting: &Setting) -> Result<Section, String> {
    let mut rows = Vec::new();
    for model in setting.models(catalogue::LARGE.iter())? {
        eprintln!("tree: {} …", model.name);
        rows.extend(row(setting, model)?);
    }
    let mut table = Table::new(&[
        "model",
        "states",
        "exact s",
        "tree s",
        "slowdown",
        "tree bytes/state, as told",
        "tree bytes/state, whole process",
        "exact MB",
        "tree MB",
        "pan -DCOLLAPSE MB",
        "part of pan's",
        "pan -DCOLLAPSE s",
        "counts",
    ]);
    for row in &rows {
        table.row(vec![
            row.model.name.clone(),
            grouped(row.tree.counts.stored),
            seconds(row.exact.seconds),
            seconds(row.tree.seconds),
            ratio(row.slowdown()),
            format!("{:.1}", row.reported()),
            format!("{:.1}", per_state(row.tree.peak_bytes, row.tree.counts.stored)),
            megabytes(row.exact.peak_bytes),
            megabytes(row.tree.peak_bytes),
            megabytes(row.pan.peak_bytes),
            ratio(row.part()),
            seconds(row.pan.seconds),
            if row.agrees { "equal" } else { "DIFFER" }.to_string(),
        ]);
    }
    Ok(Section {
        part: "tree",
        title: "Compressed states",
        words: "Models of more than a million states, depth first, nothing left out. `--store tree` against `--store \
            exact`, and against `pan -DCOLLAPSE` with the \
                smallest `-w` and `-m` that will do. Memory is the peak of the whole process, with code and path; \"as \
                told\" is what `ax` reports for states, tables and \
                path."
            .to_string(),
        tables: vec![table],
        findings: goals(&rows),
        pictures: Vec::new(),
        agrees: rows.iter().all(|row| row.agrees),
    })
}

fn row(setting: &Setting, model: Model) -> Result<Option<Row>, String> {
    let request = Request::all(Claim::First);
    let (first, _) = measure::check(&setting.ax, &model, &request, &[WHOLE, DEPTH.args])?;
    if first.counts.stored < LEAST_STATES {
        return Ok(None);
    }
    let pan = Pan::build(&model, "collapse", &["-DNOREDUCE", "-DSAFETY", "-DCOLLAPSE"])?;
    let (fitting, _) = pan.fitting(&[])?;
    let (mut pan_best, mut exact_best, mut tree_best) = (None, None, None);
    let mut agrees = true;
    for _ in 0..setting.rounds {
        let (outcome, report) = pan.run(&fitting)?;
        keep_best(&mut pan_best, Measure::of_pan(&outcome, report.counts));
        let (exact, _) = measure::check(&setting.ax, &model, &request, &[WHOLE, DEPTH.args])?;
        let (tree, _) = measure::check(&setting.ax, &model, &request, &[WHOLE, TREE.args])?;
        agrees &= [&exact, &tree].iter().all(|ours| report.counts.differences(&ours.counts).is_empty());
        keep_best(&mut exact_best, exact);
        keep_best(&mut tree_best, tree);
    }
    let (Some(pan), Some(exact), Some(tree)) = (pan_best, exact_best, tree_best) else { return Err("no runs".into()) };
    Ok(Some(Row { model, pan, exact, tree, agrees }))
}

fn goals(rows: &[Row]) -> Vec<String> {
    let worst = |number: fn(&Row) -> f64| most(rows.iter().map(number));
    let mean = |number: fn(&Row) -> f64| geometric_mean(rows.iter().map(number));
    let line = |what: &str, number: fn(&Row) -> f64, goal: f64| {
        let (mean, worst) = (mean(number), worst(number));
        format!(
            "{what}: {mean:.2} in the mean, {worst:.2} at most; the goal of at most {goal} on each is {}.",
            verdict(worst <= goal)
        )
    };
    vec![
        line("Bytes a state, as told", Row::reported, 12.0),
        line("Bytes a state, whole process", |row| per_state(row.tree.peak_bytes, row.tree.counts.stored), 12.0),
        line("Part of pan's memory with -DCOLLAPSE", Row::part, 0.25),
        line("Slowdown against exact states", Row::slowdown, 1.3),
    ]
}
