//! `conformance features`: small models, each of one part of the language, with what Spin says of them.
//!
//! The expectations stand in `features/expected.csv` and are written by Spin itself (`--regenerate`), so
//! that the tests of the root package can compare without Spin.

use crate::ax::{Ax, Request};
use crate::compare::{Bench, Reference};
use crate::counts::{self, Counts};
use crate::csv;
use crate::kind;
use crate::pool;
use crate::random;
use crate::spin::{self, Claim, Reduction};
use crate::table::Table;
use std::io;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Options {
    #[arg(long, default_value = "target/release/ax")]
    ax: PathBuf,
    /// The folder of the models and of `expected.csv`.
    #[arg(long, default_value = "tests/conformance/features")]
    folder: PathBuf,
    /// Ask Spin again, and write `expected.csv`.
    #[arg(long)]
    regenerate: bool,
    /// Only models whose name contains this.
    #[arg(long, default_value = "")]
    filter: String,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

const HEADING: &str = "model,claim,exact,kinds,first_error,stored,matched,transitions,atomic,depth,errors";

/// What Spin says of a model in one mode.
struct Expectation {
    model: String,
    claim: Claim,
    /// The counts are those of the whole state space; otherwise only the verdict counts.
    exact: bool,
    /// The kinds of `ax` one of which the first error must have; none when there is no error.
    kinds: Vec<String>,
    first_error: String,
    counts: Counts,
}

pub fn run(options: &Options) -> Result<bool, String> {
    let describe = |error: io::Error| error.to_string();
    if options.regenerate {
        let text = regenerate(options)?;
        std::fs::write(options.folder.join("expected.csv"), text).map_err(describe)?;
        return Ok(true);
    }
    let ax = random::checker(&options.ax)?;
    let text = std::fs::read_to_string(options.folder.join("expected.csv")).map_err(describe)?;
    let mut expectations = parse(&text)?;
    expectations.retain(|expectation| expectation.model.contains(&options.filter));
    let results = pool::map(&expectations, options.jobs, |expectation| judge(&ax, &options.folder, expectation));
    let results: Vec<(String, String)> = results.into_iter().collect::<io::Result<_>>().map_err(describe)?;
    let mut table = Table::new(&["model", "claim", "result", "also"]);
    for (expectation, (strong, weak)) in expectations.iter().zip(&results) {
        if !strong.is_empty() || !weak.is_empty() {
            let result = if strong.is_empty() { "agrees".to_string() } else { format!("DIFFERS: {strong}") };
            table.row(vec![expectation.model.clone(), claim_name(expectation.claim).into(), result, weak.clone()]);
        }
    }
    let differing = results.iter().filter(|(strong, _)| !strong.is_empty()).count();
    println!("{}{} rows agree, {differing} differ", table.text(), results.len() - differing);
    Ok(differing == 0)
}

fn judge(ax: &Ax, folder: &Path, expectation: &Expectation) -> io::Result<(String, String)> {
    let model = folder.canonicalize()?.join(&expectation.model);
    let request = Request { all_errors: expectation.exact, ..Request::all(expectation.claim) };
    let report = match ax.check(folder, &model, &request)? {
        Ok(report) => report,
        Err(failure) => return Ok((failure.to_string(), String::new())),
    };
    let mut strong = Vec::new();
    let verdict = if expectation.kinds.is_empty() { "pass" } else { "fail" };
    if report.verdict != verdict {
        strong.push(format!("verdict {} instead of {verdict}", report.verdict));
    }
    if let Some(kind) = report.kinds.first().filter(|kind| !expectation.kinds.contains(kind)) {
        let expected = expectation.kinds.join(" or ");
        strong.push(format!("first error {kind} instead of {expected} ({})", expectation.first_error));
    }
    let mut weak = String::new();
    if expectation.exact {
        strong.extend(expectation.counts.differences(&report.counts).iter().map(|difference| difference.to_string()));
        weak = counts::listed(&expectation.counts.weak_differences(&report.counts));
    }
    Ok((strong.join(", "), weak))
}

/// What Spin says of every model of the folder, as the text of `expected.csv`.
fn regenerate(options: &Options) -> Result<String, String> {
    let mut models: Vec<String> = std::fs::read_dir(&options.folder)
        .map_err(|error| format!("{}: {error}", options.folder.display()))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".pml"))
        .collect();
    models.sort();
    let references = pool::map(&models, options.jobs, |model| -> io::Result<Reference> {
        let text = std::fs::read_to_string(options.folder.join(model))?;
        Bench::new()?.reference(&text, Reduction::None)
    });
    let mut out = format!("{HEADING}\n");
    for (model, reference) in models.iter().zip(references) {
        let reference = reference.map_err(|error| error.to_string())?;
        if let Some(unusable) = reference.unusable() {
            return Err(format!("{model}: {unusable:?}"));
        }
        for (claim, result) in &reference.modes {
            if let Ok(report) = result {
                out.push_str(&line(model, *claim, report)?);
                out.push('\n');
            }
        }
    }
    Ok(out)
}

fn line(model: &str, claim: Claim, report: &spin::Report) -> Result<String, String> {
    let first_error = report.first_error.clone().unwrap_or_default();
    let kinds = if first_error.is_empty() { &[] } else { kind::of_error(&first_error) };
    if !first_error.is_empty() && kinds.is_empty() {
        return Err(format!("{model}: no kind of ours answers {first_error:?}"));
    }
    let mut cells = vec![
        model.to_string(),
        claim_name(claim).to_string(),
        u8::from(report.exact()).to_string(),
        kinds.join(" "),
        first_error,
    ];
    let counts = report.counts;
    let numbers = [counts.stored, counts.matched, counts.transitions, counts.atomic_steps, counts.depth, counts.errors];
    cells.extend(numbers.map(|number| number.to_string()));
    Ok(csv::line(&cells))
}

fn claim_name(claim: Claim) -> &'static str {
    match claim {
        Claim::First => "first",
        Claim::None => "none",
    }
}

fn parse(text: &str) -> Result<Vec<Expectation>, String> {
    text.lines().skip(1).map(parse_line).collect()
}

fn parse_line(line: &str) -> Result<Expectation, String> {
    let cells = csv::cells(line);
    let [model, claim, exact, kinds, first_error, numbers @ ..] = cells.as_slice() else {
        return Err(format!("too few cells: {line}"));
    };
    let numbers: Vec<u64> = numbers.iter().filter_map(|cell| cell.parse().ok()).collect();
    let [stored, matched, transitions, atomic_steps, depth, errors] = numbers.as_slice() else {
        return Err(format!("not six numbers: {line}"));
    };
    Ok(Expectation {
        model: model.clone(),
        claim: if claim == "none" { Claim::None } else { Claim::First },
        exact: exact == "1",
        kinds: kinds.split_whitespace().map(String::from).collect(),
        first_error: first_error.clone(),
        counts: Counts {
            stored: *stored,
            matched: *matched,
            transitions: *transitions,
            atomic_steps: *atomic_steps,
            depth: *depth,
            errors: *errors,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = include_str!("../features/expected.csv");

    #[test]
    fn the_table_can_be_read() {
        let expectations = parse(TABLE).expect("a readable table");
        assert!(expectations.len() > 100);
        let failing = expectations.iter().filter(|expectation| !expectation.first_error.is_empty());
        assert!(failing.clone().count() > 20 && failing.clone().all(|expectation| !expectation.kinds.is_empty()));
    }
}
