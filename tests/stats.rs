//! The time line of a search, and the progress lines: what they hold, and that they are whole whatever ends the search.

mod common;

use common::{Ax, ax, ax_with_input, scratch, scratch_with};
use serde_json::Value;
use std::process::Command;
use std::time::{Duration, Instant};

/// Never done in any time that a test has.
const ENDLESS: &str = "int x, y; active [3] proctype p() { do :: x++ :: y = y + 2 :: x + y == 1 - 2 -> break od }";

/// Some hundred thousand states.
const LONG: &str = "byte x, y, z; active [3] proctype p() { byte i; do :: x = (x + 1) % 16 :: y = (y + 1) % 16 :: z = \
    (z + 1) % 16 \
                    :: i < 3 -> i++ :: i == 3 -> i = 0 od }";

fn points(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(file).expect("the time line is there");
    let points: Vec<Value> = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    let number = |p: &Value, field: &str| p[field].as_f64().unwrap_or_else(|| panic!("{field} of {p}"));
    for pair in points.windows(2) {
        for field in ["seconds", "search", "stored", "matched", "transitions", "depth"] {
            assert!(number(&pair[0], field) <= number(&pair[1], field), "{field} goes back: {pair:?}");
        }
        assert_eq!(pair[0]["final"], false);
    }
    for p in &points {
        assert!(number(p, "rate") >= 0.0 && number(p, "memory_bytes") > 0.0);
        assert_eq!(number(p, "transitions"), number(p, "stored") + number(p, "matched"));
    }
    assert_eq!(points.last().expect("a last point")["final"], true);
    points
}

/// Searches the endless model for a while, and gives the points of the time line but the last.
fn endless(name: &str, options: &[&str]) -> Vec<Value> {
    let file = scratch(name).display().to_string();
    let all = [&["check", "-", "--time", "700ms", "--stats", &file], options].concat();
    let run = ax_with_input(&all, ENDLESS);
    assert_eq!(run.status, 3, "{}{}", run.stdout, run.stderr);
    let mut points = points(&file);
    points.pop();
    assert!((3..=7).contains(&points.len()), "{} points", points.len());
    points
}

#[test]
fn the_last_point_is_what_the_report_says() {
    for order in ["dfs", "bfs"] {
        let file = scratch(&format!("whole-{order}.json")).display().to_string();
        let run = ax_with_input(&["check", "-", "--search", order, "--stats", &file, "--format", "json"], LONG);
        let report: Value = serde_json::from_str(&run.stdout).expect("a report");
        let points = points(&file);
        let last = points.last().expect("a point");
        for field in ["stored", "matched", "transitions", "depth", "memory_bytes"] {
            assert_eq!(last[field], report[field], "{field}");
        }
    }
}

#[test]
fn a_short_search_has_one_point() {
    let file = scratch("short.json").display().to_string();
    let run = ax(&["check", "goto_label.pml", "--stats", &file]);
    assert_eq!(run.status, 1);
    assert_eq!(points(&file).len(), 1);
}

#[test]
fn breadth_first_tells_the_level() {
    for threads in ["1", "2"] {
        for p in endless(&format!("bfs{threads}.json"), &["--search", "bfs", "--threads", threads]) {
            let [number, states, before] =
                ["number", "states", "before"].map(|f| p["level"][f].as_u64().expect("a number"));
            assert!(number > 0 && states > before, "levels grow: {p}");
            assert!(p["done_estimate"].is_null());
            assert!(p["stored"].as_u64() >= Some(states), "{p}");
        }
    }
}

#[test]
fn depth_first_tells_a_guess() {
    for p in endless("dfs.json", &[]) {
        let done = p["done_estimate"].as_f64().expect("a number");
        assert!((0.0..0.5).contains(&done), "{p}");
        assert!(p["level"].is_null() && p["hash_factor"].is_null() && p["expected_coverage"].is_null());
    }
}

#[test]
fn bitstate_tells_coverage_and_hash_factor() {
    let points = endless("bits.json", &["--store", "bitstate", "--bit-table", "64M"]);
    let all = |field: &str| points.iter().map(|p| p[field].as_f64().expect("a number")).collect::<Vec<_>>();
    let (coverage, factor) = (all("expected_coverage"), all("hash_factor"));
    assert!(coverage.iter().all(|c| (0.0..=1.0).contains(c)) && coverage.is_sorted_by(|a, b| a >= b), "{coverage:?}");
    for (factor, p) in factor.iter().zip(&points) {
        let bits = factor * p["stored"].as_f64().expect("a number");
        assert!((bits - 8.0 * 64.0 * 1024.0 * 1024.0).abs() < 0.1 * bits, "{p}");
    }
}

#[test]
fn several_passes_are_told_apart() {
    let file = scratch("passes.json").display().to_string();
    let options = ["check", "-", "--store", "bitstate", "--bit-table", "64K", "--passes", "3", "--stats", &file];
    let run = ax_with_input(&options, "byte x; active [2] proctype p() { do :: x++ od }");
    assert_eq!(run.status, 3, "{}{}", run.stdout, run.stderr);
    assert_eq!(points(&file).last().expect("a point")["search"], 3);
}

#[test]
fn an_interrupted_search_leaves_a_whole_file() {
    let model = scratch_with("endless.pml", ENDLESS);
    let file = scratch("interrupted.json").display().to_string();
    let mut child = Ax::default().start(&["check", &model, "--stats", &file]);
    let begun = Instant::now();
    let seen = || std::fs::read_to_string(&file).is_ok_and(|text| text.lines().count() > 3);
    while !seen() && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    // While it runs, what is there can be read.
    let text = std::fs::read_to_string(&file).expect("the time line is there");
    let running: Vec<Value> = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    assert!(running.iter().all(|p| p["final"] == false));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill can be started");
    assert!(killed.success());
    assert_eq!(child.wait().expect("ax ends").code(), Some(3));
    assert!(points(&file).len() > running.len());
}

#[test]
fn a_time_line_that_cannot_be_written_is_told_before_the_search() {
    let run = ax_with_input(&["check", "-", "--stats", "/no/such/folder/x.json"], ENDLESS);
    assert_eq!(run.status, 2);
    assert!(run.stderr.starts_with("ax: cannot write /no/such/folder/x.json: "), "{}", run.stderr);
}

#[test]
fn progress_lines_tell_what_is_known_of_the_coverage() {
    let told = |options: &[&str]| {
        let all = [&["check", "-", "--time", "1300ms", "--progress-lines"], options].concat();
        ax_with_input(&all, ENDLESS).stderr
    };
    let line = told(&[]);
    assert!(line.contains(", about 0.") && line.contains("% of the options at the start of the path done\n"), "{line}");
    let line = told(&["--search", "bfs"]);
    assert!(line.contains("matched, level ") && line.contains(" states ("), "{line}");
    let line = told(&["--store", "bitstate", "--bit-table", "64M"]);
    assert!(line.contains("expected coverage so far ") && line.contains("%, hash factor "), "{line}");
    let line = told(&["--store", "hash"]);
    assert!(line.contains("states expected to be missing so far\n"), "{line}");
}
