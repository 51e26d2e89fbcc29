//! Small models, each of one part of Promela, checked by the real binary and compared with what Spin 6.5.2
//! says of them (`spin -o1 -o2 -o3 -a`, `-DNOREDUCE -DSAFETY`, `pan -c0`; a second row with `-DNOCLAIM` for
//! models with a claim). The table is written by `conformance features --regenerate`.

mod common;

use common::ax;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// One row of `expected.csv`.
struct Row<'a> {
    model: &'a str,
    claim: &'a str,
    /// Whether the counts mean something; `pan` stops or reads stray memory after some errors.
    exact: bool,
    kinds: Vec<&'a str>,
    stored: u64,
    matched: u64,
    transitions: u64,
    atomic_steps: u64,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/features")
}

/// Reads a row. The one cell that may hold commas, the error text, is not needed here.
fn row(line: &str) -> Row<'_> {
    let front: Vec<&str> = line.split(',').collect();
    let back: Vec<u64> = line.rsplit(',').take(6).map(|cell| cell.parse().expect("a number")).collect();
    let [_errors, _depth, atomic_steps, transitions, matched, stored] = back[..] else { panic!("six numbers: {line}") };
    Row {
        model: front[0],
        claim: front[1],
        exact: front[2] == "1",
        kinds: front[3].split_whitespace().collect(),
        stored,
        matched,
        transitions,
        atomic_steps,
    }
}

fn check(row: &Row<'_>) -> Result<(), String> {
    let model = folder().join(row.model).display().to_string();
    let mut arguments = vec!["check", &model, "--por", "off", "--optimize", "off", "--claim-automaton", "spin"];
    arguments.extend(["--safety", "--format", "json"]);
    if row.exact {
        arguments.push("--all-errors");
    }
    if row.claim == "none" {
        arguments.push("--no-claim");
    }
    let ran = ax(&arguments);
    let report: Value = serde_json::from_str(&ran.stdout).map_err(|_| format!("no JSON: {}", ran.stderr.trim()))?;

    let verdict = if row.kinds.is_empty() { "pass" } else { "fail" };
    if report["verdict"] != verdict {
        return Err(format!("verdict {} instead of {verdict}", report["verdict"]));
    }
    if let Some(kind) = report["errors"][0]["kind"].as_str().filter(|kind| !row.kinds.contains(kind)) {
        return Err(format!("first error {kind} instead of {}", row.kinds.join(" or ")));
    }
    let numbers = [
        ("stored", row.stored),
        ("matched", row.matched),
        ("transitions", row.transitions),
        ("atomic_steps", row.atomic_steps),
    ];
    for (name, expected) in numbers {
        if row.exact && report[name] != expected {
            return Err(format!("{name} {} instead of {expected}", report[name]));
        }
    }
    Ok(())
}

#[test]
fn every_feature_counts_as_in_spin() {
    let table = std::fs::read_to_string(folder().join("expected.csv")).expect("the table of expectations");
    let rows: Vec<Row<'_>> = table.lines().skip(1).map(row).collect();
    assert!(rows.len() >= 100, "the table has shrunk to {} rows", rows.len());
    let failures: Vec<String> = rows
        .iter()
        .filter_map(|row| Some(format!("{} (claim {}): {}", row.model, row.claim, check(row).err()?)))
        .collect();
    assert!(failures.is_empty(), "{} of {} rows differ:\n{}", failures.len(), rows.len(), failures.join("\n"));
}
