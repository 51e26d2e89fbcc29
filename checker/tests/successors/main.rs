//! States that are expanded at once have the successors that the worker loop finds step by step: all counts are the
//! same.
//!
//! A limit on the depth that is never met makes a depth-first search go step by step.

#[path = "../common/mod.rs"]
mod common;
#[allow(dead_code)]
#[path = "../../../tests/conformance/src/generator/mod.rs"]
mod generator;

use checker::exec::Engine;
use checker::model::Model;
use checker::optimise::optimise;
use checker::search::{Collapse, Limits, Order, Outcome, Search, Storage};
use common::{compiled, run};
use promela::claim::ClaimChoice;
use std::path::Path;
use std::time::Duration;

/// What all searches of the whole space agree on.
fn counts(outcome: &Outcome) -> (u64, u64, u64, u64, usize) {
    let s = &outcome.statistics;
    (s.stored, s.matched, s.atomic_steps, outcome.errors_total, outcome.unreached.len())
}

/// Whether the model is small enough to be compared.
fn compare(name: &str, text: &str, model: &Model) -> bool {
    let limits = Limits { depth: Some(1 << 40), time: Some(Duration::from_secs(2)), ..Limits::default() };
    let all = Search { all_errors: true, ..Search::default() };
    // Only this search has a limit on time, which tells the models that are too large: the others must come to their
    // end.
    let expected = run(model, &Search { limits, engine: Engine::Interpret, ..all.clone() });
    if expected.incomplete.is_some() || expected.statistics.stored > 100_000 {
        return false;
    }
    for engine in [Engine::NativeAtOnce, Engine::Interpret] {
        for order in [Order::DepthFirst, Order::BreadthFirst] {
            // Where the claim goes on alone, breadth first has other states in between.
            if order == Order::BreadthFirst && model.claim.is_some() {
                continue;
            }
            let found = run(model, &Search { order, engine, ..all.clone() });
            assert_eq!(counts(&found), counts(&expected), "{name}, {engine:?}, {order:?}\n{text}");
            if order == Order::DepthFirst {
                assert_eq!(found.statistics.depth, expected.statistics.depth, "{name}, {engine:?}\n{text}");
            }
        }
    }
    if model.claim.is_none() {
        let ways = [
            (1, Engine::Interpret, Collapse::Always),
            (1, Engine::NativeAtOnce, Collapse::Split),
            (3, Engine::Native, Collapse::Always),
            (3, Engine::Native, Collapse::Split),
        ];
        for (threads, engine, collapse) in ways {
            let what = Search { order: Order::BreadthFirst, collapse, threads, alone: 0, engine, ..all.clone() };
            assert_eq!(
                counts(&run(model, &what)),
                counts(&expected),
                "{name}, {collapse:?}, {threads} threads\n{text}"
            );
        }
    }
    if model.claim.is_some() {
        // In the same order, the claim goes on alone from the same states.
        let breadth = |collapse| run(model, &Search { order: Order::BreadthFirst, collapse, ..all.clone() });
        let expected = breadth(Collapse::Off);
        for collapse in [Collapse::Always, Collapse::Split] {
            assert_eq!(counts(&breadth(collapse)), counts(&expected), "{name}, {collapse:?}, with a claim\n{text}");
        }
    }
    let first = run(model, &Search { optimize: true, ..Search::default() });
    assert_eq!(first.errors_total > 0, expected.errors_total > 0, "{name}\n{text}");
    for storage in [Storage::Tree, Storage::Hash] {
        let found = run(model, &Search { storage, ..all.clone() });
        assert_eq!(counts(&found), counts(&expected), "{name}, {storage:?}\n{text}");
    }
    true
}

#[test]
fn features_of_the_language() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance/features");
    let mut compared = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let name = path.display().to_string();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let Ok(mut model) = compiled(&text, ClaimChoice::First) else { continue };
        // As in Spin, what is hidden is seen by whoever comes next: the order counts.
        if !model.hidden_leaves.is_empty() {
            continue;
        }
        compared += u32::from(compare(&name, &text, &model));
        optimise(&mut model);
        compare(&name, &text, &model);
    }
    assert!(compared > 100, "{compared} models only");
}

#[test]
fn random_programs() {
    let count = std::env::var("AX_SUCCESSORS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let mut compared = 0;
    for n in 0..count {
        let text = generator::generate(generator::random::derive(23, n)).program.render();
        let Ok(mut model) = compiled(&text, ClaimChoice::First) else { continue };
        if !model.hidden_leaves.is_empty() {
            continue;
        }
        if n % 2 == 0 {
            optimise(&mut model);
        }
        compared += u64::from(compare(&format!("program {n}"), &text, &model));
    }
    assert!(compared * 2 > count, "{compared} of {count} programs only");
}

/// Two receives from one channel are two options, though a receive from another channel before them found no message.
#[test]
fn a_receive_after_one_from_an_empty_channel() {
    let channels = "chan none = [1] of { byte }; chan some = [1] of { byte }; chan meet = [0] of { byte }; byte a;\n";
    let buffered = "active proctype p() { some!1; if :: none?_ :: some?_ -> a = 1 :: some?_ -> assert(false) fi }";
    let same = "active [2] proctype p() { some!1; do :: none?_ :: some?_ :: some?_ -> a = 1; assert(_pid != 1) od }";
    let meeting = "active proctype p() { if :: none?_ :: meet?_ :: meet?_ -> assert(false) fi }\n\
                   active proctype q() { meet!1 }";
    for text in [buffered, same, meeting] {
        let text = format!("{channels}{text}");
        let model = compiled(&text, ClaimChoice::First).expect("a model");
        assert!(compare("two receives", &text, &model));
        for order in [Order::DepthFirst, Order::BreadthFirst] {
            let found = run(&model, &Search { order, optimize: true, ..Search::default() });
            assert!(found.errors_total > 0, "{order:?}\n{text}");
        }
    }
}
