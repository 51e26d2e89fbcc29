//! Symmetry between processes: the same verdicts, real trails, and processes that are alike wherever that was said.
//!
//! Random models are made from fixed seeds; `AX_SYMMETRY_CASES` and `AX_SYMMETRY_SEED` make a longer run by hand.

#[path = "../common/mod.rs"]
mod common;
mod generator;

use checker::model::Model;
use checker::optimise::{Visible, optimise};
use checker::por::Por;
use checker::search::{Collapse, Effort, ErrorKind, Limits, Order, Outcome, Search, Storage, test_symmetry};
use checker::simulate::{Replay, Simulation};
use checker::symmetry::{self, Symmetry};
use checker::trail::Trail;
use promela::claim::ClaimChoice;
use std::collections::BTreeSet;
use std::sync::Arc;

fn compiled(text: &str) -> Model {
    common::compiled(text, ClaimChoice::First).expect("it compiles")
}

fn run(model: &Model, what: &Search) -> Outcome {
    let limits = Limits { memory: Some(8 << 20), ..Limits::default() };
    common::run(model, &Search { limits, ..what.clone() })
}

fn kinds(outcome: &Outcome) -> BTreeSet<ErrorKind> {
    outcome.errors.iter().map(|e| e.kind).collect()
}

fn unreached(outcome: &Outcome) -> BTreeSet<String> {
    outcome.unreached.iter().map(|u| format!("{} {:?}", u.proctype, u.span)).collect()
}

/// Each trail can be taken again and ends in what it says.
fn check_trails(model: &Model, outcome: &Outcome, text: &str) {
    for error in &outcome.errors {
        let trail = Trail::of(model, &error.trail, error.cycle);
        let (mut simulation, mut replay) = (Simulation::new(model), Replay::new(&trail));
        loop {
            match replay.next(&mut simulation) {
                Ok(Some(choice)) => drop(simulation.take(&choice)),
                Ok(None) => break,
                Err(misfit) => panic!("{misfit:?} of {:?}\n{text}", error.trail),
            }
        }
        assert!(simulation.status().is_error(), "nothing goes wrong along {:?}\n{text}", error.trail);
    }
}

/// Compares searches of a model with and without symmetry. Gives the number of states of both, if the model is small
/// enough.
fn compare(text: &str, optimised: bool) -> Option<(u64, u64, Arc<Symmetry>)> {
    let mut model = compiled(text);
    if optimised {
        optimise(&mut model);
    }
    let symmetry = Arc::new(symmetry::find(&mut model));
    // Collapsed states need less memory: the search without symmetry could then be whole where the others are not.
    let plain = Search { all_errors: true, collapse: Collapse::Off, ..Search::default() };
    let full = run(&model, &plain);
    if full.incomplete.is_some() {
        return None;
    }
    let effort = Effort { exchanges: 2000, steps: 400, walk: 40, seed: 7 };
    let tested = test_symmetry(&model, &symmetry, effort);
    assert_eq!((tested.different, tested.apart), (None, 0), "{text}");
    let symmetric = Search { symmetry: Some(Arc::clone(&symmetry)), ..plain.clone() };
    let mut stored = None;
    for order in [Order::DepthFirst, Order::BreadthFirst] {
        let found = run(&model, &Search { order, ..symmetric.clone() });
        assert!(!found.asymmetric);
        assert_eq!(found.errors_total > 0, full.errors_total > 0, "{order:?}\n{text}");
        assert!(found.statistics.stored <= full.statistics.stored, "{order:?}\n{text}");
        // Of many errors only a few are kept.
        if full.errors_total < 16 {
            assert_eq!(kinds(&found), kinds(&full), "{order:?}\n{text}");
        }
        assert_eq!(unreached(&found), unreached(&full), "{order:?}\n{text}");
        check_trails(&model, &found, text);
        stored.get_or_insert(found.statistics.stored);
    }
    let first = Search { all_errors: false, ..symmetric.clone() };
    for storage in [Storage::Tree, Storage::Hash] {
        let found = run(&model, &Search { storage, ..first.clone() });
        assert_eq!(found.errors_total > 0, full.errors_total > 0, "{storage:?}\n{text}");
    }
    let first = Search { por: Por::of(&model, Visible::default()), ..first };
    for order in [Order::DepthFirst, Order::BreadthFirst] {
        let found = run(&model, &Search { order, ..first.clone() });
        assert_eq!(found.errors_total > 0, full.errors_total > 0, "reduced, {order:?}\n{text}");
        check_trails(&model, &found, text);
    }
    Some((full.statistics.stored, stored?, symmetry))
}

fn from_environment(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

#[test]
fn random_models_have_the_same_verdicts() {
    let (cases, seed) = (from_environment("AX_SYMMETRY_CASES", 300), from_environment("AX_SYMMETRY_SEED", 1));
    let (mut symmetric, mut smaller, mut refused, mut full, mut left) = (0, 0, 0, 0, 0);
    for case in 0..cases {
        let text = generator::model(seed.wrapping_mul(1_000_003).wrapping_add(case));
        let done = std::panic::catch_unwind(|| compare(&text, case % 2 == 0));
        let Ok(done) = done else { panic!("case {case} of seed {seed}:\n{text}") };
        let Some((all, some, symmetry)) = done else { continue };
        symmetric += u64::from(!symmetry.seen().is_empty());
        refused += u64::from(!symmetry.refused.is_empty());
        smaller += u64::from(some < all);
        (full, left) = (full + all, left + some);
    }
    println!(
        "{symmetric} symmetric, {smaller} smaller, {refused} refused of {cases}; {full} states, {left} with symmetry"
    );
    assert!(symmetric * 2 > cases && smaller * 3 > cases && refused * 20 > cases);
}
