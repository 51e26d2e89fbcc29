//! Every way to keep states, and every number of threads, finds the same states and gives the same verdict as a plain
//! search.

mod common;

use checker::compile;
use checker::model::Model;
use checker::optimise::{Visible, optimise};
use checker::por::Por;
use checker::search::{Incomplete, Limits, Order, Outcome, Search, Storage};
use promela::claim::ClaimChoice;
use std::fs;
use std::path::Path;
use std::time::Duration;

fn compiled(path: &Path) -> Option<Model> {
    let text = fs::read_to_string(path).expect("the model can be read");
    let options = compile::Options { claim: ClaimChoice::First, ..compile::Options::default() };
    common::compiled_with(&path.display().to_string(), &text, options).ok()
}

fn run(model: &Model, what: &Search) -> Outcome {
    let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
    common::run(model, &Search { limits, ..what.clone() })
}

/// What all searches of the whole space agree on.
fn counts(outcome: &Outcome) -> (u64, u64, u64, u64) {
    let s = &outcome.statistics;
    (s.stored, s.matched, s.atomic_steps, outcome.errors_total)
}

/// Models with all features of the language: those that are compared with Spin.
fn models() -> Vec<(String, Model)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance/features");
    let mut paths: Vec<_> = fs::read_dir(folder).expect("the folder is there").map(|e| e.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "pml"));
    paths.sort();
    let models = paths.iter().filter_map(|path| Some((path.file_name()?.to_str()?.to_string(), compiled(path)?)));
    models.collect()
}

#[test]
fn threads_count_the_same() {
    let models = models();
    assert!(models.len() > 100);
    for (name, model) in &models {
        let one = Search { order: Order::BreadthFirst, all_errors: true, ..Search::default() };
        let expected = run(model, &one);
        for threads in [2, 5] {
            let found = run(model, &Search { threads, alone: 1, ..one.clone() });
            assert_eq!(counts(&found), counts(&expected), "{name} with {threads} threads");
            assert_eq!(found.statistics.depth, expected.statistics.depth, "{name} with {threads} threads");
            assert_eq!(found.unreached.len(), expected.unreached.len(), "{name} with {threads} threads");
        }
        let first = run(model, &Search { all_errors: false, ..one.clone() });
        for _ in 0..3 {
            let found = run(model, &Search { all_errors: false, threads: 3, alone: 1, ..one.clone() });
            assert_eq!(found.errors_total, first.errors_total, "{name}");
            let shortest = |o: &Outcome| o.errors.first().map(|e| e.trail.len());
            if model.claim.is_none() {
                assert!(shortest(&found) <= shortest(&first), "{name}: the trail is not the shortest");
            }
        }
    }
}

#[test]
fn trees_count_the_same() {
    for (name, model) in &models() {
        for all_errors in [true, false] {
            let exact = Search { all_errors, ..Search::default() };
            let expected = run(model, &exact);
            let found = run(model, &Search { storage: Storage::Tree, ..exact });
            assert_eq!(counts(&found), counts(&expected), "{name}");
            assert_eq!(found.incomplete, expected.incomplete, "{name}");
        }
    }
}

#[test]
fn hashes_find_all_states_and_prove_nothing() {
    let bits = Storage::Bits { bytes: 4 << 20, functions: 3, seed: 1 };
    for (name, model) in &models() {
        for storage in [Storage::Hash, bits] {
            let exact = Search { all_errors: true, ..Search::default() };
            let expected = run(model, &exact);
            let found = run(model, &Search { storage, ..exact });
            assert_eq!(counts(&found), counts(&expected), "{name}");
            assert_eq!(found.incomplete, expected.incomplete.or(Some(Incomplete::Lossy)), "{name}");
            assert!(found.loss.is_some());
        }
    }
}

#[test]
fn few_bits_miss_states_and_say_so() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance/bench/sliding-window.pml");
    let model = compiled(&path).expect("it compiles");
    let all = run(&model, &Search::default()).statistics.stored;
    let storage = Storage::Bits { bytes: 64 << 10, functions: 3, seed: 0 };
    let found = run(&model, &Search { storage, ..Search::default() });
    let Some(checker::search::Loss::Bits { coverage, .. }) = found.loss else { panic!("no loss was told") };
    assert!(found.statistics.stored < all);
    assert!(coverage < 0.9, "coverage {coverage} with {} of {all} states", found.statistics.stored);
}

/// Reductions decide by what is on the path: each store has to tell them.
#[test]
fn reductions_work_with_every_store() {
    for (name, mut model) in models() {
        optimise(&mut model);
        let visible = Visible { accept: false, progress: model.has_np };
        let por = Por::of(&model, visible);
        let exact = Search { all_errors: true, por, ..Search::default() };
        let expected = run(&model, &exact);
        for storage in [Storage::Tree, Storage::Hash] {
            let found = run(&model, &Search { storage, ..exact.clone() });
            assert_eq!(counts(&found), counts(&expected), "{name}");
        }
        let wide = run(&model, &Search { order: Order::BreadthFirst, ..exact.clone() });
        let several = run(&model, &Search { order: Order::BreadthFirst, threads: 3, alone: 1, ..exact.clone() });
        assert_eq!(several.errors_total > 0, wide.errors_total > 0, "{name}");
        assert_eq!(expected.errors_total > 0, wide.errors_total > 0, "{name}");
    }
}
