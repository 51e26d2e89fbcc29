//! One search of `ax swarm`, as JSON.

use checker::optimise::OptionOrder;
use checker::search::swarm::{Finding, Task};
use serde::Serialize;

#[derive(Serialize)]
pub struct Json {
    number: u64,
    verdict: &'static str,
    /// Of the hash functions.
    seed: u64,
    functions: u32,
    table_bytes: u64,
    depth_limit: Option<u64>,
    oldest_first: bool,
    shift: u32,
    options: &'static str,
    /// Of shuffled options.
    #[serde(skip_serializing_if = "Option::is_none")]
    options_seed: Option<u64>,
    stored: u64,
    matched: u64,
    depth: u64,
    seconds: f64,
    /// Steps of the trail.
    #[serde(skip_serializing_if = "Option::is_none")]
    trail_length: Option<usize>,
    incomplete: Option<&'static str>,
    loss: Option<super::LossOf>,
}

pub fn json(finding: &Finding) -> Json {
    let Finding { task, outcome, .. } = finding;
    let Task { number, seed, functions, bytes, depth, processes, options } = *task;
    let (options, options_seed) = match options {
        OptionOrder::Written => ("written", None),
        OptionOrder::Reversed => ("reversed", None),
        OptionOrder::Shuffled { seed } => ("shuffled", Some(seed)),
    };
    Json {
        number,
        verdict: super::verdict(outcome),
        seed,
        functions,
        table_bytes: bytes,
        depth_limit: depth,
        oldest_first: processes.oldest_first,
        shift: processes.shift,
        options,
        options_seed,
        stored: outcome.statistics.stored,
        matched: outcome.statistics.matched,
        depth: outcome.statistics.depth,
        seconds: outcome.statistics.seconds,
        trail_length: outcome.errors.first().map(|e| e.trail.len()),
        incomplete: outcome.incomplete.map(super::incomplete_name),
        loss: outcome.loss.map(super::loss),
    }
}
