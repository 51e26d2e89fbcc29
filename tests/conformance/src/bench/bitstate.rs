//! A few bits a state: how many states `ax --store bitstate` reaches, and how many `pan -DBITSTATE` with the same
//! memory and as many bits.
//!
//! Which states are missed is a matter of luck, of the hash functions: either has several tries with different ones,
//! and the best counts.

use super::Setting;
use super::catalogue::{self, Model};
use super::measure;
use super::numbers::{geometric_mean, grouped, least, verdict};
use super::page::Section;
use super::pan::Pan;
use super::ways::{BITSTATE, DEPTH, WHOLE};
use crate::ax::Request;
use crate::spin::Claim;
use crate::table::Table;

const MODELS: [&str; 6] = ["sliding-window", "peterson-n", "spawn", "rendezvous-ring", "cambridge", "pftp.ses"];

/// Bits of the table for each state of the model, as powers of two: from plenty to far too few.
const BITS_PER_STATE: [i32; 5] = [5, 3, 1, -1, -3];

const FUNCTIONS: u32 = 3;

/// The hash functions of pan that are tried (`-h`); `ax` tries as many (`--passes`).
const SEEDS: [u32; 5] = [0, 7, 21, 42, 64];

pub fn measure(setting: &Setting) -> Result<Section, String> {
    let mut table = Table::new(&[
        "model",
        "states",
        "table",
        "bits/state",
        "pan",
        "pan, least to most",
        "ax",
        "ax found",
        "ax/pan",
    ]);
    let mut ratios = Vec::new();
    for model in setting.models(MODELS.iter().filter_map(|name| catalogue::entry(name)))? {
        eprintln!("bitstate: {} …", model.name);
        let request = Request::all(Claim::First);
        let (exact, _) = measure::check(&setting.ax, &model, &request, &[WHOLE, DEPTH.args])?;
        let states = exact.counts.stored;
        let pan = Pan::build(&model, "bits", &["-DNOREDUCE", "-DSAFETY", "-DBITSTATE"])?;
        let least_table = 63 - states.next_power_of_two().leading_zeros() as i32;
        for power in BITS_PER_STATE {
            let bits = (least_table + power) as u32;
            let found = theirs(&pan, bits)?;
            let ours = ours(setting, &model, &request, bits)?;
            ratios.push(ours as f64 / found as f64);
            table.row(vec![
                model.name.clone(),
                grouped(states),
                size(bits),
                format!("{:.2}", (1u64 << bits) as f64 / states as f64),
                grouped(found),
                grouped(ours),
                format!("{:.2}%", 100.0 * ours as f64 / states as f64),
                format!("{:.4}", ours as f64 / found as f64),
            ]);
        }
    }
    let worst = least(ratios.iter().copied());
    let mean = geometric_mean(ratios.iter().copied());
    Ok(Section {
        part: "bitstate",
        title: "A few bits a state",
        words: format!(
            "`ax check --store bitstate --bits {FUNCTIONS}` against `pan -DBITSTATE -k{FUNCTIONS}`, both depth first \
                with a table of the same size and nothing left out: \
             how many states each reaches. Which ones are missed depends on the hash functions, so each has {} tries \
             with different ones (`--passes`, `-h`), of which the best counts; \
             a percent either way is luck.",
            SEEDS.len()
        ),
        tables: vec![table],
        findings: vec![format!(
            "Coverage: {mean:.4} times pan's in the mean of {} comparisons, {worst:.4} at least; the goal of as much \
                as pan, give or take a percent of luck, is {}.",
            ratios.len(),
            verdict(worst >= 0.99 && mean >= 0.999)
        )],
        pictures: Vec::new(),
        agrees: true,
    })
}

/// The most states that pan reaches.
fn theirs(pan: &Pan, bits: u32) -> Result<u64, String> {
    let run = |seed: &u32| {
        let mut arguments = ["-m8000000", "-n", "-c0"].map(String::from).to_vec();
        arguments.extend([format!("-w{bits}"), format!("-k{FUNCTIONS}"), format!("-h{seed}")]);
        pan.run(&arguments).map(|(_, report)| report.counts.stored)
    };
    let found: Vec<u64> = SEEDS.iter().map(run).collect::<Result<_, _>>()?;
    Ok(found.into_iter().max().unwrap_or(0))
}

/// The most states that `ax` reaches.
fn ours(setting: &Setting, model: &Model, request: &Request, bits: u32) -> Result<u64, String> {
    let (bytes, functions, passes) = ((1u64 << bits >> 3).to_string(), FUNCTIONS.to_string(), SEEDS.len().to_string());
    let store: [&str; 6] = ["--bits", &functions, "--bit-table", &bytes, "--passes", &passes];
    let (measure, _) = measure::check(&setting.ax, model, request, &[WHOLE, BITSTATE, &store])?;
    Ok(measure.counts.stored)
}

fn size(bits: u32) -> String {
    let bytes = 1u64 << bits >> 3;
    if bytes >= 1 << 20 { format!("{} MB", bytes >> 20) } else { format!("{} KB", bytes >> 10) }
}
