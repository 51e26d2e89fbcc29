//! `ax check --checkpoint`: a search that was ended goes on where it was, and ends with the numbers of one that was
//! not.

mod common;

use common::{ax_in, scratch};
use serde_json::Value;
use std::path::{Path, PathBuf};

const MODEL: &str = "byte x[3]; active [3] proctype p() { end: do :: x[_pid] < 40 -> x[_pid]++ :: x[_pid] > 0 -> \
    x[_pid]-- :: atomic { x[_pid] == 5 -> x[(_pid + 1) % 3] = 3; x[_pid] = 1 } od }\n";

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = scratch(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn json(stdout: &str) -> Value {
    serde_json::from_str(stdout).unwrap_or_else(|e| panic!("{e}: {stdout}"))
}

/// What two searches have to agree on. With reductions, how often a step is tried once more depends on how long it was
/// looked for sets in vain.
fn counts<'r>(result: &'r Value, ways: &[&str]) -> Vec<&'r Value> {
    let names = ["verdict", "stored", "atomic_steps", "errors_total", "unreached", "matched"];
    let count = if ways.contains(&"on") { names.len() - 1 } else { names.len() };
    names[..count].iter().map(|name| &result[*name]).collect()
}

fn interrupted(folder: &Path, ways: &[&str], rounds: usize) {
    let whole = ax_in(folder, &[&["check", "m.pml", "--format", "json", "--all-errors"], ways].concat());
    let whole = json(&whole.stdout);
    let kept = ["--checkpoint", "c.ax", "--memory"];
    for (parts, round) in (1..rounds).enumerate() {
        let limit = format!("{}k", (100.0 * 1.2f64.powi(round as i32)) as u64);
        let start = ["check", "m.pml", "--format", "json", "--all-errors"];
        let ran = ax_in(folder, &[&start[..], ways, &kept, &[&limit]].concat());
        let result = json(&ran.stdout);
        if result["incomplete"].is_null() {
            assert_eq!(counts(&result, ways), counts(&whole, ways), "{ways:?}");
            assert!(!folder.join("c.ax").exists(), "what is over cannot go on");
            assert!(parts > 2, "it was ended {parts} times only: {ways:?}");
            return;
        }
        assert!(folder.join("c.ax").exists(), "{}", ran.stderr);
        assert!(round == 1 || ran.stderr.contains("ax: going on from c.ax"), "{}", ran.stderr);
    }
    panic!("it never came to its end");
}

#[test]
fn a_search_goes_on_where_it_was_ended() {
    let folder = folder("checkpoint");
    let model = MODEL.replace("40", "12");
    std::fs::write(folder.join("m.pml"), &model).expect("a model");
    for ways in [
        &["--por", "off"][..],
        &["--por", "off", "--search", "bfs", "--threads", "1"],
        &["--por", "off", "--search", "bfs", "--threads", "2"],
    ] {
        interrupted(&folder, ways, 40);
    }
    // With an error in some states, and steps left out.
    let failing = model.replace("x[_pid] > 0 -> x[_pid]--", "x[_pid] > 0 -> x[_pid]--; assert(x[0] < 6)");
    std::fs::write(folder.join("m.pml"), failing).expect("a model");
    interrupted(&folder, &["--por", "off"], 40);
    interrupted(&folder, &["--por", "off", "--search", "bfs", "--threads", "2"], 40);
    interrupted(&folder, &["--por", "on", "--search", "bfs", "--threads", "1"], 40);
}

#[test]
fn a_file_of_another_search_is_refused() {
    let folder = folder("checkpoint-other");
    std::fs::write(folder.join("m.pml"), MODEL).expect("a model");
    let start = ["check", "m.pml", "--por", "off", "--checkpoint", "c.ax"];
    let ran = ax_in(&folder, &[&start[..], &["--memory", "200k"]].concat());
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    let file = std::fs::read(folder.join("c.ax")).expect("a checkpoint");
    let refused = |why: &str, arguments: &[&str]| {
        let ran = ax_in(&folder, &[&start[..], arguments].concat());
        assert_eq!(ran.status, 2, "{}", ran.stderr);
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
        assert_eq!(ran.stdout, "");
    };
    refused("another model, of other options", &["--search", "bfs"]);
    refused("cannot be written", &["--store", "tree"]);
    let mut damaged = file.clone();
    damaged[file.len() / 2] ^= 1;
    std::fs::write(folder.join("c.ax"), &damaged).expect("a file");
    refused("damaged", &[]);
    std::fs::write(folder.join("c.ax"), &file[..file.len() - 100]).expect("a file");
    refused("damaged", &[]);
    std::fs::write(folder.join("m.pml"), MODEL.replace("40", "41")).expect("a model");
    std::fs::write(folder.join("c.ax"), &file).expect("a file");
    refused("another model", &[]);
}
