//! Searches for infinite runs, with the real binary: verdicts, trails, fairness.

mod common;

use common::{ax, ax_with_input, scratch, scratch_with, shown};

/// The field of the result that scripts read.
fn json(arguments: &[&str], model: &str) -> serde_json::Value {
    let mut all = vec!["check", "-", "--format", "json"];
    all.extend(arguments);
    serde_json::from_str(&ax_with_input(&all, model).stdout).expect("a result")
}

fn verdict(arguments: &[&str], model: &str) -> String {
    let result = json(arguments, model);
    let kind = result["errors"][0]["kind"].as_str().unwrap_or("none");
    format!("{} {kind}", result["verdict"].as_str().unwrap_or("?"))
}

/// Process A can always stop B from ever being answered, unless the scheduler is fair.
const UNFAIR: &str = "bool asked, answered;
active proctype A() { do :: asked = true od }
active proctype B() { do :: asked -> answered = true; answered = false od }
ltl answer { [] (asked -> <> answered) }
";

#[test]
fn a_violated_formula_with_prefix_and_cycle() {
    insta::assert_snapshot!(shown(&ax_with_input(&["check", "-"], UNFAIR)));
    assert_eq!(verdict(&["--fair"], UNFAIR), "pass none");
    assert_eq!(verdict(&["--fair", "weak"], UNFAIR), "pass none");
    assert_eq!(verdict(&["--safety"], UNFAIR), "pass none");
}

#[test]
fn the_steps_of_the_cycle_are_marked() {
    let result = json(&[], UNFAIR);
    let steps = result["errors"][0]["trail"].as_array().expect("a trail");
    let marks: Vec<bool> = steps.iter().map(|s| s["cycle"] == true).collect();
    let first = marks.iter().position(|m| *m).expect("a cycle");
    assert!(first > 0 && marks[first..].iter().all(|m| *m), "{marks:?}");
    assert_eq!(result["errors"][0]["depth"], first);
}

#[test]
fn accept_labels_of_processes() {
    let model = "byte x; active proctype p() { do :: x < 2 -> x++ :: x == 2 -> accept: x = 0 od }";
    insta::assert_snapshot!(shown(&ax_with_input(&["check", "-"], model)));
    assert_eq!(verdict(&["--safety"], model), "pass none");
}

#[test]
fn a_run_that_stops_in_an_accept_state() {
    let model = "byte x; active proctype p() { x = 1; accept: end: x == 0 }";
    insta::assert_snapshot!(shown(&ax_with_input(&["check", "-"], model)));
    let stuck = "byte x; active proctype p() { x = 1; accept: x == 0 }";
    assert_eq!(verdict(&[], stuck), "fail end-state");
    assert_eq!(verdict(&["--no-end-states"], stuck), "fail acceptance-cycle");
}

#[test]
fn runs_that_end_are_extended() {
    let model = "byte x; ltl live { <> (x == 2) } active proctype p() { x = 1 }";
    assert_eq!(verdict(&[], model), "fail acceptance-cycle");
    let reaches = "byte x; ltl live { <> (x == 2) } active proctype p() { x = 1; x = 2 }";
    assert_eq!(verdict(&[], reaches), "pass none");
}

const SLOW: &str = "byte x;
active proctype A() { do :: x = 1 - x od }
active proctype B() { do :: x == 1 -> progress: skip od }
";

#[test]
fn non_progress_cycles() {
    insta::assert_snapshot!(shown(&ax_with_input(&["check", "-", "--progress"], SLOW)));
    let fine = "byte x; active proctype A() { do :: progress: x = 1 - x od }";
    assert_eq!(verdict(&["--progress"], fine), "pass none");
    // B is not always able to move: weak fairness does not help it.
    assert_eq!(verdict(&["--progress", "--fair"], SLOW), "fail progress-cycle");
}

#[test]
fn a_process_that_has_died_does_not_hold_up_the_others() {
    // The counter of the fairness construction may stand for a process that is gone.
    let model = "bool go; active proctype A() { accept_a: do :: go = true od } active proctype B() { skip }";
    assert_eq!(verdict(&["--fair"], model), "fail acceptance-cycle");
}

#[test]
fn a_process_that_may_not_move_need_not() {
    // Spin finds nothing here.
    let model = "byte x; bool z; chan b = [2] of { byte };
        active proctype p0() provided (x < 2) { do :: z -> x = (x + 1) % 3 :: b!1 -> b?x; progress_1: skip od }
        active proctype p1() { z = !z; do :: b?x -> b!2 :: z -> b!0; progress_2: skip od }";
    assert_eq!(verdict(&["--progress", "--fair"], model), "fail progress-cycle");
}

#[test]
fn trails_with_a_cycle_are_replayed_from_both_formats() {
    let model = scratch_with("unfair.pml", UNFAIR);
    let trail = scratch("unfair.trail").display().to_string();
    ax(&["check", &model, "--trail", &trail]);
    let written = std::fs::read_to_string(&trail).expect("the trail is there");
    assert_eq!(written.lines().filter(|l| *l == "-1:-1:-1").count(), 1, "{written}");
    let spins = ax(&["simulate", &model, "--trail", &trail]);
    assert_eq!(spins.status, 1);
    assert!(spins.stdout.contains("<<<<<START OF CYCLE>>>>>"), "{}", spins.stdout);
    assert!(spins.stdout.contains("repeat for ever"), "{}", spins.stdout);
    let json = scratch_with("unfair.json", &ax(&["check", &model, "--format", "json"]).stdout);
    let ours = ax(&["simulate", &model, "--trail", &json]);
    assert_eq!((ours.status, &ours.stdout), (1, &spins.stdout));
}

#[test]
fn the_trail_of_a_non_progress_cycle_is_replayed() {
    let model = scratch_with("slow.pml", SLOW);
    let trail = scratch("slow.trail").display().to_string();
    ax(&["check", &model, "--progress", "--trail", &trail]);
    let run = ax(&["simulate", &model, "--trail", &trail]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stdout.contains("repeat for ever"), "{}", run.stdout);
}

#[test]
fn strong_fairness_helps_a_process_that_can_move_now_and_then() {
    let model = "byte x; bool got;
        active proctype A() { do :: x = 1 - x od }
        active proctype B() { do :: x == 1 -> got = true od }
        ltl some_day { <> got }";
    assert_eq!(verdict(&["--fair", "weak"], model), "fail acceptance-cycle");
    assert_eq!(verdict(&["--fair", "strong"], model), "pass none");
    assert_eq!(verdict(&["--progress", "--fair", "strong"], SLOW), "pass none");
}

#[test]
fn a_run_that_stands_still_is_fair() {
    // The claim comes to its accept state while nothing can move any more; Spin does not see it under fairness.
    let model = "byte x, y; bool z;
        active proctype p0() { x = (x + 1) % 3; x == 0 }
        active proctype p1() { do :: x != 0 -> x = (x + 1) % 3 :: x == 2 -> z; z = x == 0 od }
        ltl goal { ((<> (((y == 0)) -> ([] (x == y)))) || ((x == 2))) }";
    for fair in ["--fair=weak", "--fair=strong"] {
        assert_eq!(verdict(&[fair], model), "fail acceptance-cycle", "{fair}");
        assert_eq!(verdict(&[fair, "--search", "bfs"], model), "fail acceptance-cycle", "{fair}");
    }
}

#[test]
fn breadth_first_finds_a_short_run() {
    let model = "byte x; active proctype p() { do :: x < 100 -> x++ :: x == 3 || x == 90 -> accept: skip :: x == 100 \
        -> x = 0 od }";
    let steps = |order: &str| json(&["--search", order], model)["errors"][0]["trail"].as_array().map_or(0, Vec::len);
    assert_eq!(steps("bfs"), 8);
    assert!(steps("dfs") > 8);
    let stops = "byte x; active proctype p() { do :: x < 9 -> x++ :: x == 1 -> accept_a: break :: x == 9 -> break od; \
        accept_b: end: false }";
    assert_eq!(json(&["--search", "bfs"], stops)["errors"][0]["trail"].as_array().map_or(0, Vec::len), 4);
}

#[test]
fn a_claim_counts_without_assertions() {
    // The claim of a safety formula ends in an assertion of its own.
    let model = "int x; active proctype p() { x = 1 } ltl goal { [] (x == 0) }";
    assert!(verdict(&["--no-assertions"], model).starts_with("fail"));
}

#[test]
fn options_that_do_not_go_together() {
    for pair in [["--acceptance", "--progress"], ["--safety", "--acceptance"], ["--progress", "--safety"]] {
        let run = ax_with_input(&["check", "-", pair[0], pair[1]], UNFAIR);
        assert_eq!(run.status, 2, "{pair:?}");
    }
    assert_eq!(ax_with_input(&["check", "-", "--fair=sometimes"], UNFAIR).status, 2);
}

/// Two processes that count for ever: enough states for a second thread to begin.
const COUNTERS: &str = "byte a, b, c;
active proctype A() { do :: a < 12 -> a++ :: a > 0 -> a = 0 od }
active proctype B() { do :: b < 12 -> b++ :: b > 0 -> b = 0 od }
active proctype C() { do :: c < 10 -> c++ :: a == 12 && b == 12 && c == 10 -> c = 0 od }
ltl stays { <>[] (c == 10) }
ltl holds { [] (a <= 12 && <> (c <= 10)) }
";

#[test]
fn several_threads_give_the_same_verdict_and_a_run_that_replays() {
    let model = scratch_with("counters.pml", COUNTERS);
    let trail = scratch("counters.trail").display().to_string();
    let one = json(&["--ltl", "holds", "--por", "off", "--optimize", "off", "--acceptance"], COUNTERS);
    assert!(one["verdict"] == "pass" && one["stored"].as_u64() > Some(10_000), "{one}");
    for threads in ["1", "2", "3"] {
        let arguments = ["check", &model, "--ltl", "stays", "--por", "off", "--threads", threads, "--trail", &trail];
        let found = ax(&arguments);
        assert_eq!((found.status, found.stderr.as_str()), (1, ""), "{}", found.stdout);
        let run = ax(&["simulate", &model, "--ltl", "stays", "--trail", &trail]);
        assert_eq!(run.status, 1, "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("repeat for ever"), "{}", run.stdout);
        let as_spin = ["--ltl", "holds", "--por", "off", "--optimize", "off", "--acceptance", "--threads", threads];
        let result = json(&as_spin, COUNTERS);
        assert_eq!((&result["verdict"], &result["stored"]), (&one["verdict"], &one["stored"]), "{threads} threads");
    }
}

#[test]
fn it_is_told_why_one_thread_searches() {
    let told = |arguments: &[&str]| {
        let mut all = vec!["check", "-", "--threads", "2", "--ltl", "holds"];
        all.extend(arguments);
        ax_with_input(&all, COUNTERS).stderr
    };
    assert_eq!(told(&["--por", "off"]), "");
    assert_eq!(told(&["--fair"]), "ax: --threads 2: one thread searches: fairness needs a search by one\n");
    assert!(told(&["--depth", "100"]).contains("a limit on the depth"));
    assert!(told(&["--store", "tree"]).contains("exact states only"));
}

#[test]
fn other_stores_find_infinite_runs_and_what_is_not_exact_proves_nothing() {
    for store in ["tree", "hash", "bitstate"] {
        assert_eq!(verdict(&["--store", store], UNFAIR), "fail acceptance-cycle", "{store}");
        let holds = if store == "tree" { "pass none" } else { "incomplete none" };
        assert_eq!(verdict(&["--store", store, "--ltl", "holds"], COUNTERS), holds, "{store}");
        let refused = ax_with_input(&["check", "-", "--store", store, "--fair"], UNFAIR);
        assert_eq!(refused.status, 2);
        assert!(refused.stderr.contains("--fair works with --store exact only"), "{}", refused.stderr);
    }
}
