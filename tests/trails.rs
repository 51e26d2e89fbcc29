//! Every trail that `ax check` gives leads `ax simulate` to the same error, in both formats and both orders of search.

mod common;

use common::{ax, models, scratch};
use serde_json::Value;

/// What `ax simulate` says went wrong.
fn message_of(stdout: &str) -> Option<&str> {
    let line = stdout.lines().find_map(|l| l.strip_prefix("FAIL  "))?;
    // The place follows the message.
    Some(line.rsplit_once("  (").map_or(line, |(message, _)| message))
}

/// Also keeps away: a breadth-first trail without the step into a state behind an atomic sequence that blocks
/// (`atomic.pml`), and a second error reported for the state of the first (`errors_total`).
#[test]
fn every_trail_leads_to_its_error() {
    for model in models() {
        let name = model.file_name().and_then(|n| n.to_str()).expect("a name");
        let text = std::fs::read_to_string(&model).expect("a model");
        let kind = text.trim_start_matches("/* ").split(':').next().expect("a kind");
        for order in ["dfs", "bfs"] {
            let trail = scratch(&format!("{name}.{order}.trail")).display().to_string();
            let json = scratch(&format!("{name}.{order}.json")).display().to_string();
            let check = ax(&["check", name, "--search", order, "--trail", &trail, "--format", "json"]);
            assert_eq!(check.status, 1, "{name}: {}", check.stderr);
            std::fs::write(&json, &check.stdout).expect("the scratch folder can be written");
            let result: Value = serde_json::from_str(&check.stdout).expect("JSON");
            assert_eq!(result["errors"][0]["kind"], kind, "{name} {order}");
            assert_eq!(result["errors_total"], 1, "{name} {order}");
            let message = result["errors"][0]["message"].as_str().expect("a message");
            let steps = result["errors"][0]["trail"].as_array().expect("steps").len();
            for file in [&trail, &json] {
                let replay = ax(&["simulate", name, "--trail", file]);
                assert_eq!(replay.status, 1, "{name} {order}: {}{}", replay.stdout, replay.stderr);
                assert_eq!(message_of(&replay.stdout), Some(message), "{name} {order}");
                let end = format!("the trail ends after {steps} step");
                assert!(replay.stdout.contains(&end), "{name} {order}: {}", replay.stdout);
            }
        }
    }
}

#[test]
fn trails_of_pan_are_replayed() {
    // Written by verifiers of Spin 6.5.2: with a claim (`spin -o3 -a`), and with merged statements (`spin -a`).
    for (model, trail, error) in [
        ("never_claim.pml", PAN_NEVER_CLAIM, "the claim is violated: it came to its end"),
        ("rendezvous.pml", PAN_RENDEZVOUS, "assertion violated: (seen!=9)"),
        ("atomic.pml", PAN_ATOMIC, "assertion violated: (x==1)"),
    ] {
        let lines = trail.split_whitespace().fold(String::new(), |text, line| text + line + "\n");
        let file = common::scratch_with(&format!("pan-{model}.trail"), &lines);
        let replay = ax(&["simulate", model, "--trail", &file]);
        assert_eq!(message_of(&replay.stdout), Some(error), "{}{}", replay.stdout, replay.stderr);
        assert_eq!(replay.status, 1);
    }
}

/// Spaces stand for ends of lines.
const PAN_NEVER_CLAIM: &str = "-2:1:-2 1:0:9 2:1:0 3:0:9 4:1:1 5:0:9 6:1:0 7:0:9 8:1:1 9:0:9 10:1:0 11:0:9 12:1:1 \
    13:0:7 \
    14:1:0 15:0:15 16:1:1 17:0:13";
const PAN_RENDEZVOUS: &str = "-4:-4:-4 1:0:0 2:0:1 3:1:12 4:1:16 5:1:18 6:0:2 7:0:0 8:0:1 9:1:12 10:1:16 11:1:18 \
    12:0:2 \
    13:0:0 14:0:1 15:1:12 16:1:16 17:1:18 18:0:2 19:0:5 20:0:10 21:1:12 22:1:14 23:1:22 24:1:23";
const PAN_ATOMIC: &str = "-4:-4:-4 1:0:0 2:1:6 3:1:10 4:0:1";

/// The lower part of a path that is this long is not kept, but found again.
#[test]
fn a_trail_from_a_long_path() {
    let model = "int n, m;\n\
                 active proctype p() { do :: n < 9000 -> n++ :: n < 9000 -> n = n + 2 :: n >= 8999 -> break od; \
                 assert(m < 2) }\n\
                 active proctype q() { m = 1; n > 8000; m = 2 }\n";
    let file = common::scratch_with("long-path.pml", model);
    let mut all = Vec::new();
    for store in ["exact", "tree"] {
        let trail = scratch(&format!("long-path.{store}.trail")).display().to_string();
        let ways = ["--store", store, "--collapse", "always", "--por", "off", "--optimize", "off", "--format", "json"];
        let check = ax(&[&["check", &file, "--trail", &trail][..], &ways].concat());
        assert_eq!(check.status, 1, "{}", check.stderr);
        let result: Value = serde_json::from_str(&check.stdout).expect("JSON");
        assert!(result["depth"].as_u64() > Some(9_000), "{}", result["depth"]);
        let replay = ax(&["simulate", &file, "--trail", &trail]);
        assert_eq!(message_of(&replay.stdout), Some("assertion violated: (m<2)"), "{}{}", replay.stdout, replay.stderr);
        let whole = ax(&[&["check", &file, "--all-errors"][..], &ways].concat());
        let whole: Value = serde_json::from_str(&whole.stdout).expect("JSON");
        let counts = |result: &Value| ["stored", "matched", "depth"].map(|name| result[name].clone());
        all.push([counts(&result), counts(&whole)]);
    }
    assert_eq!(all[0], all[1]);
}
