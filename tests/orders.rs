//! `--preemptions`, `--search`, `--por`, `--symmetry` and `--memory-model` of `ax verify` on closed programs: verdicts,
//! and what an answer says that did not see everything. That nothing is missed is compared by `conformance sharing`.

mod common;

use common::{Run, ax_in};
use serde_json::Value;
use std::path::Path;

fn verify(program: &str, arguments: &[&str]) -> Run {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/families"));
    ax_in(folder, &[&["verify", "--no-cache", program], arguments].concat())
}

/// The verdict, why it is incomplete, and the number of states.
fn answer(program: &str, arguments: &[&str]) -> (String, String, u64) {
    let run = verify(program, &[arguments, &["--format", "json"]].concat());
    let json: Value = serde_json::from_str(&run.stdout).expect("an answer");
    let property = &json["properties"][0];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    (text(&json["verdict"]), text(&property["incomplete"]), property["stored"].as_u64().unwrap_or(0))
}

#[test]
fn a_bound_on_preemptions_is_no_pass_unless_there_are_no_other_runs() {
    let naive = ["-D", "N=2", "-D", "NAIVE", "--preemptions"];
    let (verdict, incomplete, _) = answer("philosophers.c", &[&naive[..], &["0"]].concat());
    assert_eq!((verdict.as_str(), incomplete.as_str()), ("incomplete", "preemptions: 0"));
    assert_eq!(answer("philosophers.c", &[&naive[..], &["1"]].concat()).0, "fail");
    let counter = ["-D", "N=3", "-D", "K=2", "--preemptions"];
    assert_eq!(answer("counter.c", &[&counter[..], &["1"]].concat()).1, "preemptions: 1");
    assert_eq!(answer("counter.c", &[&counter[..], &["20"]].concat()).0, "pass");
}

#[test]
fn what_was_covered_is_said() {
    let run = verify("counter.c", &["-D", "N=3", "-D", "K=2", "--preemptions", "1"]);
    assert!(run.stdout.contains("; all runs with at most 1 preemption were searched"), "{}", run.stdout);
}

#[test]
fn random_runs_find_errors_and_prove_nothing() {
    let found = answer("philosophers.c", &["-D", "N=5", "-D", "NAIVE", "--search", "walk", "--time", "20s"]);
    assert_eq!(found.0, "fail");
    let none = answer("counter.c", &["-D", "N=2", "-D", "K=1", "--search", "walk", "--time", "1s"]);
    assert_eq!((none.0.as_str(), none.1.as_str()), ("incomplete", "time"));
}

#[test]
fn stores_wait_where_that_is_asked_for() {
    let litmus = "../../extractor/tests/machine/";
    let ask = |file: &str, more: &[&str]| verify(&format!("{litmus}{file}"), more);
    let tso = ["--memory-model", "tso"];
    let found = ask("tso_peterson.c", &tso);
    assert_eq!(found.status, 1);
    assert!(found.stdout.contains("the store to wants leaves the buffer: others see it"), "{}", found.stdout);
    assert_eq!(ask("tso_peterson.c", &["--memory-model", "sc"]).status, 0);
    assert_eq!(ask("tso_peterson_fence.c", &tso).status, 0);
    assert_eq!(ask("tso_peterson.c", &[&tso[..], &["--search", "dfs"]].concat()).status, 1);
    assert_eq!(ask("tso_peterson.c", &[&tso[..], &["--search", "walk", "--time", "30s"]].concat()).status, 1);
    let full = ask("tso_full.c", &tso);
    assert_eq!(full.status, 3);
    assert!(full.stdout.contains("more than 8 stores of a thread that wait"), "{}", full.stdout);
    let refused = ask("tso_peterson.c", &[&tso[..], &["--preemptions", "2"]].concat());
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("what a bound covers is not defined"), "{}", refused.stderr);
    assert_eq!(ask("tso_peterson.c", &[&tso[..], &["--terminates"]].concat()).status, 2);
}

#[test]
fn orders_and_reductions_change_no_verdict() {
    let all = answer("counter.c", &["-D", "N=3", "-D", "K=2", "--symmetry", "off"]);
    let few = answer("counter.c", &["-D", "N=3", "-D", "K=2"]);
    let naive = answer("counter.c", &["-D", "N=3", "-D", "K=2", "--por", "off"]);
    let depth = answer("counter.c", &["-D", "N=3", "-D", "K=2", "--search", "dfs"]);
    assert!([&all, &few, &naive, &depth].iter().all(|a| a.0 == "pass"));
    assert!(few.2 < all.2 && all.2 < naive.2, "{few:?} {all:?} {naive:?}");
    assert_eq!(answer("philosophers.c", &["-D", "N=4", "-D", "NAIVE", "--search", "dfs"]).0, "fail");
}

#[test]
fn models_refuse_them() {
    for option in [&["--preemptions", "2"][..], &["--search", "dfs"], &["--por", "off"], &["--symmetry", "off"]] {
        let run = verify("counter.c", &[&["-D", "N=2", "-D", "K=1", "--terminates"], option].concat());
        assert_eq!(run.status, 2, "{option:?}");
        assert!(run.stderr.contains("is for closed programs"), "{}", run.stderr);
    }
}
