//! One run of `ax check` or of pan, measured, and the best of several.

use super::catalogue::Model;
use super::pan::LIMIT;
use crate::ax::{self, Ax, Report, Request};
use crate::command::{self, Outcome};
use crate::counts::Counts;

/// A search, measured from outside.
#[derive(Clone, Debug)]
pub struct Measure {
    /// Of the whole process.
    pub seconds: f64,
    /// The time its threads had a processor.
    pub processor_seconds: f64,
    /// The peak of the whole process.
    pub peak_bytes: u64,
    /// What `ax` says it needed for states, tables and stacks; 0 for pan.
    pub reported_bytes: u64,
    /// What `ax` says the search took; for pan as `seconds`.
    pub search_seconds: f64,
    pub counts: Counts,
}

impl Measure {
    pub fn of_pan(outcome: &Outcome, counts: Counts) -> Measure {
        let seconds = outcome.elapsed.as_secs_f64();
        Measure {
            seconds,
            processor_seconds: outcome.processor.as_secs_f64(),
            peak_bytes: outcome.peak_bytes,
            reported_bytes: 0,
            search_seconds: seconds,
            counts,
        }
    }

    /// States per second.
    pub fn rate(&self) -> f64 {
        self.counts.stored as f64 / self.seconds
    }
}

/// Keeps the faster of two runs.
pub fn keep_best(best: &mut Option<Measure>, measure: Measure) {
    if best.as_ref().is_none_or(|best| measure.seconds < best.seconds) {
        *best = Some(measure);
    }
}

/// Runs `ax check` once, and reads its report.
pub fn check(ax: &Ax, model: &Model, request: &Request, way: &[&[&str]]) -> Result<(Measure, Report), String> {
    run(ax, model, Ax::question(&model.path(), request), way)
}

/// The same with the automata that `ax` makes of formulas.
pub fn check_by_default(
    ax: &Ax,
    model: &Model,
    request: &Request,
    way: &[&[&str]],
) -> Result<(Measure, Report), String> {
    run(ax, model, Ax::asked(&model.path(), request), way)
}

fn run(ax: &Ax, model: &Model, mut args: Vec<String>, way: &[&[&str]]) -> Result<(Measure, Report), String> {
    args.extend(model.definitions());
    args.extend(way.concat().iter().map(|arg| arg.to_string()));
    let limit = ax.limit.min(LIMIT);
    let outcome = command::run(&ax.program, &args, &model.folder, limit).map_err(|e| format!("{}: {e}", model.name))?;
    if outcome.status.is_none() {
        return Err(format!("{}: ax did not end within {} s", model.name, limit.as_secs()));
    }
    let report = ax::parse(&outcome.stdout)
        .ok_or_else(|| format!("{}: ax {} gives no report: {}", model.name, args.join(" "), outcome.stderr))?;
    let measure = Measure {
        seconds: outcome.elapsed.as_secs_f64(),
        processor_seconds: outcome.processor.as_secs_f64(),
        peak_bytes: outcome.peak_bytes,
        reported_bytes: report.memory_bytes,
        search_seconds: report.seconds,
        counts: report.counts,
    };
    Ok((measure, report))
}
