//! Large models: states per second and memory without reductions, in every way to search, next to `pan -DNOREDUCE
//! -DSAFETY`.

use super::Setting;
use super::catalogue::{self, Model};
use super::chart::{self, Bar};
use super::measure::{self, Measure, keep_best};
use super::numbers::{geometric_mean, grouped, least, megabytes, per_state, ratio, verdict};
use super::page::{Picture, Section};
use super::pan::Pan;
use super::ways::{self, LARGE, WHOLE, Way};
use crate::ax::Request;
use crate::spin::Claim;
use crate::table::Table;

struct Row {
    model: Model,
    vector: u64,
    pan: Measure,
    /// In the order of [`LARGE`].
    ways: Vec<Measure>,
    agrees: bool,
}

impl Row {
    /// How many times as many states per second as pan.
    fn speed(&self, way: usize) -> f64 {
        self.ways[way].rate() / self.pan.rate()
    }
}

pub fn measure(setting: &Setting) -> Result<Section, String> {
    let mut rows = Vec::new();
    for model in setting.models(catalogue::LARGE.iter())? {
        eprintln!("large: {} …", model.name);
        rows.push(row(setting, model)?);
    }
    Ok(Section {
        part: "large",
        title: "Large models",
        words: "`spin -o1 -o2 -o3 -a`, `gcc -O2 -DNOREDUCE -DSAFETY`, `pan -c0` with the smallest `-w` and `-m` that \
            will do, against `ax check --por off \
                --optimize off --all-errors`, all with exact states. Each cell is how many times as many states per \
                second as pan; the time is that of the whole \
                process, for `ax` with reading the model, for pan without making it. All must count the same states, \
                matches and (depth first) transitions."
            .to_string(),
        tables: vec![speeds(&rows), memory(&rows)],
        findings: goals(&rows),
        pictures: vec![picture(&rows)],
        agrees: rows.iter().all(|row| row.agrees),
    })
}

fn row(setting: &Setting, model: Model) -> Result<Row, String> {
    let pan = Pan::build(&model, "plain", &["-DNOREDUCE", "-DSAFETY"])?;
    let (fitting, report) = pan.fitting(&[])?;
    let request = Request::all(Claim::First);
    let (mut pan_best, mut best) = (None, vec![None; LARGE.len()]);
    let mut agrees = true;
    for _ in 0..setting.rounds {
        let (outcome, report) = pan.run(&fitting)?;
        keep_best(&mut pan_best, Measure::of_pan(&outcome, report.counts));
        for (way, best) in LARGE.iter().zip(&mut best) {
            let (measure, _) = measure::check(&setting.ax, &model, &request, &[WHOLE, way.args])?;
            agrees &= counts_agree(way, &report.counts, &measure);
            keep_best(best, measure);
        }
    }
    let pan = pan_best.ok_or("no runs")?;
    Ok(Row { vector: report.vector, model, pan, ways: best.into_iter().flatten().collect(), agrees })
}

/// Depth first the transitions are as many, too.
fn counts_agree(way: &Way, pan: &crate::counts::Counts, ours: &Measure) -> bool {
    let differences = pan.differences(&ours.counts);
    let order_counts = *way != ways::BREADTH && *way != ways::BOTH_CORES;
    differences.iter().all(|difference| difference.name == "transitions" && !order_counts)
}

fn speeds(rows: &[Row]) -> Table {
    let mut heads = vec!["model", "stresses", "states", "vector", "pan s", "pan states/s"];
    heads.extend(LARGE.iter().map(|way| way.name));
    heads.push("counts");
    let mut table = Table::new(&heads);
    for row in rows {
        let mut cells = vec![
            row.model.name.clone(),
            row.model.kind.to_string(),
            grouped(row.pan.counts.stored),
            row.vector.to_string(),
            format!("{:.2}", row.pan.seconds),
            grouped(row.pan.rate() as u64),
        ];
        cells.extend((0..LARGE.len()).map(|way| ratio(row.speed(way))));
        cells.push(if row.agrees { "equal" } else { "DIFFER" }.to_string());
        table.row(cells);
    }
    let mut last = |name: &str, number: &dyn Fn(usize) -> f64| {
        let mut cells = vec![String::new(); 6];
        cells[0] = name.to_string();
        cells.extend((0..LARGE.len()).map(|way| ratio(number(way))));
        cells.push(String::new());
        table.row(cells);
    };
    last("geometric mean", &|way| geometric_mean(rows.iter().map(|row| row.speed(way))));
    last("least", &|way| least(rows.iter().map(|row| row.speed(way))));
    table
}

fn memory(rows: &[Row]) -> Table {
    let mut heads = vec!["peak memory, MB", "pan", "pan bytes/state"];
    heads.extend(LARGE.iter().map(|way| way.name));
    heads.push("dfs/pan");
    let mut table = Table::new(&heads);
    for row in rows {
        let mut cells = vec![row.model.name.clone(), megabytes(row.pan.peak_bytes)];
        cells.push(format!("{:.0}", per_state(row.pan.peak_bytes, row.pan.counts.stored)));
        cells.extend(row.ways.iter().map(|way| megabytes(way.peak_bytes)));
        cells.push(ratio(row.memory(0)));
        table.row(cells);
    }
    let mut cells = vec![String::new(); heads.len()];
    cells[0] = "geometric mean".to_string();
    cells[heads.len() - 1] = ratio(geometric_mean(rows.iter().map(|row| row.memory(0))));
    table.row(cells);
    table
}

impl Row {
    fn memory(&self, way: usize) -> f64 {
        self.ways[way].peak_bytes as f64 / (self.pan.peak_bytes as f64).max(1.0)
    }
}

/// The goals of the project, and what came of them.
fn goals(rows: &[Row]) -> Vec<String> {
    let column = |way: Way| {
        let index = LARGE.iter().position(|other| *other == way).unwrap_or_default();
        let speeds = || rows.iter().map(move |row| row.speed(index));
        (geometric_mean(speeds()), least(speeds()))
    };
    let single = |way: Way| {
        let (mean, least) = column(way);
        let reached = verdict(mean >= 3.0 && least >= 1.5);
        format!(
            "One thread, {}: {mean:.2} times pan in the mean, {least:.2} at least; the goal of 3.00 and 1.50 is \
                {reached}.",
            way.name
        )
    };
    let (mean, least) = column(ways::BOTH_CORES);
    let reached = verdict(mean >= 5.0);
    vec![
        single(ways::DEPTH),
        single(ways::BREADTH),
        format!(
            "Two threads: {mean:.2} times pan in the mean, {least:.2} at least; the goal of 5.00 in the mean is \
                {reached}."
        ),
    ]
}

fn picture(rows: &[Row]) -> Picture {
    let ways: [usize; 3] = [0, 1, 2];
    let bars: Vec<Bar> = rows
        .iter()
        .map(|row| Bar { name: row.model.name.clone(), values: ways.iter().map(|way| row.speed(*way)).collect() })
        .collect();
    let names: Vec<&str> = ways.iter().map(|way| LARGE[*way].name).collect();
    Picture {
        file: "performance-speed.svg".to_string(),
        caption: "States per second, as a multiple of pan's".to_string(),
        svg: chart::bars("States per second, as a multiple of pan's", &names, &bars),
    }
}
