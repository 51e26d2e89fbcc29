//! The other ways to search, through the real binary: verdicts, exit status, trails that replay, and what is claimed.

mod common;

use common::{Run, ax, models, scratch, scratch_with};
use serde_json::Value;

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", run.stdout, run.stderr))
}

/// Three philosophers who take the left fork first.
const PHILOSOPHERS: &str = "bit fork[3];
active [3] proctype phil() {
  do
  :: fork[_pid] == 0; fork[_pid] = 1;
     fork[(_pid + 1) % 3] == 0; fork[(_pid + 1) % 3] = 1;
     fork[_pid] = 0; fork[(_pid + 1) % 3] = 0
  od
}
";

/// No cycles, no errors.
const STRAIGHT: &str = "byte a[3], sum;
active [3] proctype p() { a[_pid] = 1; sum = sum + a[_pid]; assert(sum <= 3) }
";

/// A long way leads to where a short way goes, too: a plain search that takes the long one first stops before the
/// error.
const DETOUR: &str = "byte x;
active proctype p() {
  if
  :: x = 1; x = 2; x = 3; x = 4; x = 5
  :: x = 5
  fi;
  x = 6; x = 7; x = 8; assert(x != 8)
}
";

/// Every error of the models with errors is found in every way, and its trail leads there.
#[test]
fn every_way_to_search_finds_the_errors() {
    let ways: [&[&str]; 5] = [
        &["check", "--safety", "--search", "iddfs"],
        &["check", "--safety", "--exact-depth", "--depth", "1000"],
        &["check", "--safety", "--search", "stateless", "--depth", "300"],
        &["check", "--safety", "--search", "walk", "--walks", "2000"],
        &["swarm", "--searches", "16", "--bit-table", "64K"],
    ];
    for model in models() {
        let name = model.file_name().and_then(|n| n.to_str()).expect("a name");
        let text = std::fs::read_to_string(&model).expect("a model");
        let kind = text.trim_start_matches("/* ").split(':').next().expect("a kind");
        if kind.ends_with("cycle") {
            continue;
        }
        for (i, way) in ways.iter().enumerate() {
            let trail = scratch(&format!("{name}.{i}.trail")).display().to_string();
            // Some of the models have end states besides, which are found sooner in some ways.
            let only = if kind == "end-state" { "--no-assertions" } else { "--no-end-states" };
            let found = ax(&[way, &[name, only, "--trail", &trail, "--format", "json"][..]].concat());
            assert_eq!(found.status, 1, "{name} {way:?}: {}{}", found.stdout, found.stderr);
            let result = json(&found);
            assert_eq!(result["verdict"], "fail", "{name} {way:?}");
            assert_eq!(result["errors"][0]["kind"], kind, "{name} {way:?}");
            let replay = ax(&["simulate", name, "--trail", &trail]);
            assert_eq!(replay.status, 1, "{name} {way:?}: {}{}", replay.stdout, replay.stderr);
        }
    }
}

#[test]
fn an_exact_depth_finds_what_is_within_reach() {
    let model = scratch_with("detour.pml", DETOUR);
    let plain = ax(&["check", &model, "--depth", "6", "--optimize", "off"]);
    assert_eq!(plain.status, 3, "{}", plain.stdout);
    let exact = ax(&["check", &model, "--depth", "6", "--exact-depth", "--optimize", "off"]);
    assert_eq!(exact.status, 1, "{}", exact.stdout);
    // Within three steps there is no error, and more states than those.
    let near = ax(&["check", &model, "--depth", "3", "--exact-depth", "--optimize", "off", "--format", "json"]);
    assert_eq!(near.status, 3);
    let near = json(&near);
    assert_eq!(near["incomplete"], "depth");
    assert_eq!(near["covered"]["within"]["steps"], 3);
    // The start; x is 1, 2, 3; x is 5, 6, 7 by the short way.
    assert_eq!(near["stored"], 7);
    // A bound that cuts nothing off gives a whole answer.
    let whole = ax(&["check", &model, "--depth", "50", "--exact-depth", "--no-assertions"]);
    assert_eq!(whole.status, 0, "{}", whole.stdout);
}

#[test]
fn deepening_gives_a_shortest_trail_and_whole_answers() {
    let model = scratch_with("philosophers.pml", PHILOSOPHERS);
    let length = |args: &[&str]| {
        let run = ax(&[&["check", &model, "--optimize", "off", "--format", "json"], args].concat());
        assert_eq!(run.status, 1, "{}", run.stderr);
        json(&run)["errors"][0]["trail"].as_array().expect("a trail").len()
    };
    let shortest = length(&["--search", "bfs", "--por", "off"]);
    assert_eq!(length(&["--search", "iddfs"]), shortest);
    assert!(length(&["--search", "dfs", "--por", "off"]) > shortest);
    let straight = scratch_with("deepening.pml", STRAIGHT);
    let whole = ax(&["check", &straight, "--search", "iddfs"]);
    assert_eq!(whole.status, 0, "{}", whole.stdout);
    let cut = ax(&["check", &straight, "--search", "iddfs", "--depth", "2"]);
    assert_eq!(cut.status, 3, "{}", cut.stdout);
    assert!(cut.stdout.contains("every state within 2 steps of the start was searched"), "{}", cut.stdout);
}

#[test]
fn a_search_without_states_passes_only_if_no_run_was_cut_off() {
    let straight = scratch_with("straight.pml", STRAIGHT);
    let whole = ax(&["check", &straight, "--search", "stateless", "--format", "json"]);
    assert_eq!(whole.status, 0, "{}", whole.stdout);
    let whole = json(&whole);
    assert_eq!(whole["stored"], 0);
    let all = json(&ax(&["check", &straight, "--search", "stateless", "--por", "off", "--format", "json"]));
    let visits = |result: &Value| result["covered"]["stateless"]["visits"].as_u64().expect("a number");
    assert!(visits(&whole) < visits(&all), "{whole} {all}");
    let philosophers = scratch_with("cycles.pml", PHILOSOPHERS);
    let cut = ax(&["check", &philosophers, "--search", "stateless", "--no-end-states", "--depth", "16"]);
    assert_eq!(cut.status, 3, "{}", cut.stdout);
    assert!(cut.stdout.contains("cut off at the bound of 16 steps"), "{}", cut.stdout);
    // A bound that nobody asked for is told.
    let default = ax(&["check", &straight, "--search", "stateless"]);
    assert!(default.stdout.contains("10,000 steps, as nothing was said"), "{}", default.stdout);
}

#[test]
fn walks_prove_nothing() {
    let straight = scratch_with("walks.pml", STRAIGHT);
    let args = ["check", &straight, "--search", "walk", "--walks", "40", "--seed", "9", "--format", "json"];
    let walked = ax(&args);
    assert_eq!(walked.status, 3, "{}", walked.stdout);
    let walked = json(&walked);
    assert_eq!(walked["verdict"], "incomplete");
    assert_eq!(walked["incomplete"], "random");
    // Nine statements and three ends of a process.
    assert_eq!(walked["covered"]["walks"]["steps"], 40 * 12);
    assert_eq!(json(&ax(&args))["covered"], walked["covered"]);
}

#[test]
fn a_swarm_depends_on_its_seed() {
    let model = scratch_with("swarm.pml", PHILOSOPHERS);
    let run = |threads: &str, seed: &str| {
        let args = ["swarm", &model, "--searches", "20", "--seed", seed, "--threads", threads, "--format", "json"];
        let found = ax(&args);
        assert_eq!(found.status, 1, "{}{}", found.stdout, found.stderr);
        let mut result = json(&found);
        // Times and memory differ.
        for field in ["seconds", "memory_bytes"] {
            result[field] = Value::Null;
        }
        for search in result["searches"].as_array_mut().expect("a list") {
            search["seconds"] = Value::Null;
        }
        result
    };
    let first = run("1", "4");
    assert_eq!(run("2", "4"), first);
    assert_ne!(run("1", "5")["searches"], first["searches"]);
    // All of the first batch, and the shortest of their trails.
    let searches = first["searches"].as_array().expect("a list");
    assert_eq!(searches.len(), 16);
    let lengths = searches.iter().filter_map(|s| s["trail_length"].as_u64());
    let steps = first["errors"][0]["trail"].as_array().expect("a trail").len() as u64;
    assert_eq!(lengths.min(), Some(steps));
}

#[test]
fn a_swarm_without_errors_is_incomplete() {
    let model = scratch_with("calm.pml", STRAIGHT);
    let calm = ax(&["swarm", &model, "--searches", "8", "--format", "json"]);
    assert_eq!(calm.status, 3, "{}", calm.stdout);
    let calm = json(&calm);
    assert_eq!(calm["verdict"], "incomplete");
    assert_eq!(calm["searches"].as_array().map(Vec::len), Some(8));
    assert!(calm["unreached"].as_array().is_some_and(Vec::is_empty), "{calm}");
    let timed = ax(&["swarm", &model, "--time", "300ms"]);
    assert_eq!(timed.status, 3, "{}", timed.stdout);
}

#[test]
fn what_does_not_go_together_is_told() {
    let model = scratch_with("live.pml", "bit b;\nactive proctype p() { accept: do :: b = 1 - b od }");
    for (args, needle) in [
        (&["--search", "iddfs"][..], "add --safety"),
        (&["--exact-depth", "--depth", "5"], "add --safety"),
        (&["--exact-depth"], "--depth"),
        (&["--exact-depth", "--depth", "5", "--search", "bfs", "--safety"], "--exact-depth belongs to --search dfs"),
        (&["--search", "stateless", "--store", "tree", "--safety"], "keeps no states"),
    ] {
        let refused = ax(&[&["check", &model], args].concat());
        assert_eq!(refused.status, 2, "{args:?}: {}", refused.stdout);
        assert!(refused.stderr.contains(needle), "{args:?}: {}", refused.stderr);
    }
}
