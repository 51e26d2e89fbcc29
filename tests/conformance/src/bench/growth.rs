//! Time per state as models grow, from a hundred thousand states to ten million.

use super::Setting;
use super::catalogue::Model;
use super::chart::{self, Line};
use super::measure::{self, Measure, keep_best};
use super::numbers::{grouped, verdict};
use super::page::{Picture, Section};
use super::pan::Pan;
use super::ways::{GROWTH, WHOLE};
use crate::ax::Request;
use crate::spin::Claim;
use crate::table::Table;

/// A model of ours whose number of states a macro sets: values for about 10^5, 3*10^5, 10^6, 3*10^6 and 10^7.
struct Scale {
    model: &'static str,
    define: &'static str,
    values: [u32; 5],
}

const SCALES: [Scale; 2] = [
    Scale { model: "arithmetic", define: "N", values: [9, 16, 29, 51, 93] },
    Scale { model: "sliding-window", define: "TICKS", values: [3, 9, 29, 88, 294] },
];

/// Time per state at ten million states over that at a hundred thousand.
const GOAL: f64 = 1.5;

/// One size: states, pan and the ways in the order of [`GROWTH`].
struct Size {
    states: u64,
    pan: Measure,
    ways: Vec<Measure>,
}

impl Size {
    fn nanoseconds(&self, measure: &Measure) -> f64 {
        measure.search_seconds * 1e9 / self.states as f64
    }
}

pub fn measure(setting: &Setting) -> Result<Section, String> {
    let mut heads = vec!["model", "states", "pan ns/state"];
    let names: Vec<String> = GROWTH.iter().map(|way| format!("{} ns/state", way.name)).collect();
    heads.extend(names.iter().map(String::as_str));
    let mut table = Table::new(&heads);
    let (mut findings, mut pictures, mut agrees) = (Vec::new(), Vec::new(), true);
    for scale in SCALES.iter().filter(|scale| setting.wants(scale.model)) {
        let mut sizes: Vec<Size> = Vec::new();
        let count = if setting.quick { 3 } else { scale.values.len() };
        for value in &scale.values[..count] {
            eprintln!("growth: {} {}={value} …", scale.model, scale.define);
            let (size, same) = size(setting, scale, *value)?;
            agrees &= same;
            let mut cells =
                vec![scale.model.to_string(), grouped(size.states), format!("{:.0}", size.nanoseconds(&size.pan))];
            cells.extend(size.ways.iter().map(|way| format!("{:.0}", size.nanoseconds(way))));
            table.row(cells);
            sizes.push(size);
        }
        findings.push(told(scale, &sizes));
        pictures.push(picture(scale, &sizes));
    }
    Ok(Section {
        part: "growth",
        title: "Time per state as models grow",
        words: "Nothing left out, exact states and trees. For `ax` the time of the search alone, as it reports it, so \
            that starting up does not make small models look \
                slow; for pan the whole process, with a table of the right size from the start. `ax` starts small and \
                grows its tables."
            .to_string(),
        tables: vec![table],
        findings,
        pictures,
        agrees,
    })
}

fn size(setting: &Setting, scale: &Scale, value: u32) -> Result<(Size, bool), String> {
    let model = Model::own(setting.root(), scale.model, &[format!("{}={value}", scale.define)]);
    let pan = Pan::build(&model, "growth", &["-DNOREDUCE", "-DSAFETY"])?;
    let (fitting, _) = pan.fitting(&[])?;
    let request = Request::all(Claim::First);
    let (mut pan_best, mut best) = (None, vec![None; GROWTH.len()]);
    let (mut agrees, mut states) = (true, 0);
    for _ in 0..setting.rounds {
        let (outcome, report) = pan.run(&fitting)?;
        states = report.counts.stored;
        keep_best(&mut pan_best, Measure::of_pan(&outcome, report.counts));
        for (way, best) in GROWTH.iter().zip(&mut best) {
            let (measure, _) = measure::check(&setting.ax, &model, &request, &[WHOLE, way.args])?;
            agrees &= measure.counts.stored == states;
            keep_best(best, measure);
        }
    }
    let pan = pan_best.ok_or("no runs")?;
    Ok((Size { states, pan, ways: best.into_iter().flatten().collect() }, agrees))
}

fn told(scale: &Scale, sizes: &[Size]) -> String {
    let (Some(first), Some(last)) = (sizes.first(), sizes.last()) else { return String::new() };
    let growth = |way: usize| last.nanoseconds(&last.ways[way]) / first.nanoseconds(&first.ways[way]);
    let factors: Vec<String> =
        GROWTH.iter().enumerate().map(|(way, named)| format!("{} {:.2}", named.name, growth(way))).collect();
    let reached = (0..GROWTH.len()).all(|way| growth(way) <= GOAL);
    format!(
        "{}: time per state at {} states over that at {}: {}; pan {:.2}; the goal of at most {GOAL} is {}.",
        scale.model,
        grouped(last.states),
        grouped(first.states),
        factors.join(", "),
        last.nanoseconds(&last.pan) / first.nanoseconds(&first.pan),
        verdict(reached)
    )
}

fn picture(scale: &Scale, sizes: &[Size]) -> Picture {
    let points = |number: &dyn Fn(&Size) -> f64| sizes.iter().map(|size| (size.states as f64, number(size))).collect();
    let mut lines: Vec<Line> = GROWTH
        .iter()
        .enumerate()
        .map(|(way, named)| Line {
            name: named.name.to_string(),
            points: points(&|size| size.nanoseconds(&size.ways[way])),
        })
        .collect();
    lines.push(Line { name: "pan".to_string(), points: points(&|size| size.nanoseconds(&size.pan)) });
    let title = format!("Time per state as {} grows", scale.model);
    Picture {
        file: format!("performance-growth-{}.svg", scale.model),
        caption: title.clone(),
        svg: chart::lines(&title, "states", "nanoseconds per state", &lines),
    }
}
