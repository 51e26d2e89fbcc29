//! Searches for infinite runs by several threads against the search by one: on random models and formulas, those of
//! `conformance live`.
//!
//! The verdict is the same for every number of threads, with and without reductions. Without reductions, where there is
//! no error, so is the number of states. Every trail is a run of the model that comes around.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../tests/conformance/src/generator"]
mod generator {
    #[allow(dead_code)]
    pub mod random;
}
#[path = "../../../tests/conformance/src/live/formula.rs"]
mod formula;
#[path = "../../../tests/conformance/src/live/model.rs"]
mod model;

use checker::compile::{self, ClaimAutomaton};
use checker::exec::Machine;
use checker::model::Model;
use checker::optimise::{Visible, optimise};
use checker::por::Por;
use checker::search::{Control, ErrorFound, ErrorKind, Incomplete, Limits, Outcome, Property, Search, Storage, search};
use checker::simulate::Simulation;
use generator::random::{Random, derive};
use model::Labels;
use promela::claim::ClaimChoice;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A model as text, and what is asked of it.
struct Subject {
    text: String,
    property: Property,
}

fn subject(seed: u64) -> Subject {
    let mut random = Random::new(seed);
    let (labels, property, has_formula) = match random.below(10) {
        0 | 1 => (Labels::Progress, Property::Progress, false),
        2 | 3 => (Labels::Accept, Property::Acceptance, false),
        4 => (Labels::Accept, Property::Acceptance, true),
        _ => (Labels::None, Property::Acceptance, true),
    };
    let mut text = model::model(&mut random, labels);
    if has_formula {
        let (atoms, operators) = (model::atoms(&mut random), 1 + random.below(5));
        text.push_str(&format!("ltl goal {{ {} }}\n", formula::formula(&mut random, &atoms, operators)));
    }
    Subject { text, property }
}

/// How a model is made ready for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// As Spin does it.
    Plain,
    /// Statements merged, one search where one is enough.
    Optimised,
    Reduced,
}

fn compiled(subject: &Subject, way: Way) -> Option<Model> {
    let claim = match subject.property {
        Property::Progress => ClaimChoice::NonProgress,
        Property::Safety | Property::Acceptance => ClaimChoice::First,
    };
    let automaton = if way == Way::Plain { ClaimAutomaton::Spin } else { ClaimAutomaton::Small };
    let mut model =
        common::compiled_with("model", &subject.text, compile::Options { claim, automaton, ..Default::default() })
            .ok()?;
    if way != Way::Plain {
        optimise(&mut model);
    }
    Some(model)
}

fn por(model: &Model, property: Property, way: Way) -> Option<Arc<Por>> {
    let visible = Visible { accept: property == Property::Acceptance, progress: model.has_np };
    if way == Way::Reduced { Por::of(model, visible) } else { None }
}

fn run(model: &Model, what: &Search) -> Outcome {
    let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
    common::run(model, &Search { limits, ..what.clone() })
}

fn accepts(machine: &Machine) -> bool {
    machine.at_accept() || machine.claim_accepts() || machine.trace_accepts()
}

/// Follows a trail step by step. Every step has to be possible, and an infinite run has to come back to where its cycle
/// begins, past an accepting state.
fn assert_is_run(model: &Model, error: &ErrorFound, text: &str) {
    let mut simulation = Simulation::new(model);
    let mut states = vec![simulation.machine.state().to_vec()];
    let mut accepting = vec![accepts(&simulation.machine)];
    for (i, step) in error.trail.iter().enumerate() {
        let found = simulation.choices().iter().find(|c| c.pid == step.pid && c.transition == step.transition).cloned();
        let choice = found.unwrap_or_else(|| panic!("step {i} is not possible: {step:?} of {error:?}\n{text}"));
        simulation.take(&choice);
        states.push(simulation.machine.state().to_vec());
        accepting.push(accepts(&simulation.machine));
    }
    if let Some(start) = error.cycle {
        assert_eq!(states[start], states[error.trail.len()], "the run does not come around: {error:?}\n{text}");
        assert!(accepting[start..].contains(&true), "nothing on the cycle accepts: {error:?}\n{text}");
    }
}

/// What a set of comparisons has seen, so that it is known to have seen enough.
#[derive(Default, Debug)]
struct Seen {
    models: u32,
    cycles: u32,
    passes: u32,
    states: u64,
}

fn compare(seed: u64, way: Way, seen: &mut Seen) {
    let subject = subject(seed);
    let Some(model) = compiled(&subject, way) else { return };
    let (property, text) = (subject.property, &subject.text);
    let por = por(&model, property, way);
    let one = Search { property, optimize: way != Way::Plain, alone: 0, por, ..Search::default() };
    let expected = run(&model, &one);
    seen.models += 1;
    seen.passes += u32::from(expected.errors_total == 0);
    seen.states += expected.statistics.stored;
    for threads in [2, 3, 5] {
        let found = run(&model, &Search { threads, ..one.clone() });
        let what = format!("seed {seed}, {way:?}, {threads} threads:\n{text}");
        assert_eq!(found.incomplete, None, "{what}");
        assert_eq!(found.errors_total, expected.errors_total, "{what}");
        if let Some(error) = found.errors.first() {
            assert_is_run(&model, error, &what);
            let is_cycle = matches!(error.kind, ErrorKind::AcceptanceCycle | ErrorKind::ProgressCycle);
            seen.cycles += u32::from(is_cycle);
            assert_eq!(is_cycle, error.cycle.is_some(), "{what}");
        } else if way != Way::Reduced {
            assert_eq!(found.statistics.stored, expected.statistics.stored, "{what}");
            assert_eq!(found.unreached.len(), expected.unreached.len(), "{what}");
            assert_eq!(found.claim_reached, expected.claim_reached, "{what}");
        }
    }
}

fn compare_all(first: u64, count: u64, way: Way) {
    let mut seen = Seen::default();
    for index in 0..count {
        compare(derive(first, index), way, &mut seen);
    }
    assert!(u64::from(seen.models) > count * 9 / 10, "{seen:?}");
    assert!(u64::from(seen.cycles) > count / 2 && u64::from(seen.passes) > count / 8, "{seen:?}");
    println!("{way:?}: {seen:?}");
}

/// How many models are compared in each way; `AX_CYCLES` says how many, for a long run.
fn count() -> u64 {
    std::env::var("AX_CYCLES").ok().and_then(|count| count.parse().ok()).unwrap_or(250)
}

fn seed() -> u64 {
    std::env::var("AX_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1)
}

#[test]
fn two_searches() {
    compare_all(seed(), count(), Way::Plain);
}

#[test]
fn one_search_where_that_is_enough() {
    compare_all(seed() + 1, count(), Way::Optimised);
}

#[test]
fn reductions() {
    compare_all(seed() + 2, count(), Way::Reduced);
}

/// Every way to keep states gives the verdict of the exact one, and finds runs that are runs; what is not exact proves
/// nothing.
#[test]
fn stores() {
    let mut cycles = 0;
    for index in 0..count() {
        let subject = subject(derive(seed() + 3, index));
        for way in [Way::Plain, Way::Optimised, Way::Reduced] {
            let Some(model) = compiled(&subject, way) else { continue };
            let por = por(&model, subject.property, way);
            let exact = Search { property: subject.property, optimize: way != Way::Plain, por, ..Search::default() };
            let expected = run(&model, &exact);
            for storage in [Storage::Tree, Storage::Hash, Storage::Bits { bytes: 4 << 20, functions: 3, seed: 1 }] {
                let found = run(&model, &Search { storage, ..exact.clone() });
                let what = format!("index {index}, {way:?}, {storage:?}:\n{}", subject.text);
                assert_eq!(found.errors_total, expected.errors_total, "{what}");
                let incomplete = (storage != Storage::Tree).then_some(Incomplete::Lossy);
                assert_eq!(found.incomplete, incomplete, "{what}");
                assert_eq!(found.loss.is_some(), storage != Storage::Tree, "{what}");
                if let Some(error) = found.errors.first() {
                    assert_is_run(&model, error, &what);
                    cycles += u32::from(error.cycle.is_some());
                } else if way != Way::Reduced {
                    let (stored, all) = (found.statistics.stored, expected.statistics.stored);
                    let is_right = if matches!(storage, Storage::Bits { .. }) { stored <= all } else { stored == all };
                    assert!(is_right, "{stored} of {all} states, {what}");
                }
            }
        }
    }
    assert!(cycles > 100);
}

/// States are called the same before and after the tree of their shape is planned: else a cycle to an early state would
/// be missed, where one search has to find it.
#[test]
fn trees_find_cycles_to_early_states() {
    let text = "int x; active proctype p() { do :: x < 6000 -> x++ :: else -> x = 0 od } ltl goal { <> (x == 7000) }";
    let subject = Subject { text: text.to_string(), property: Property::Acceptance };
    let model = compiled(&subject, Way::Optimised).expect("it compiles");
    let what = Search { property: subject.property, optimize: true, storage: Storage::Tree, ..Search::default() };
    let found = run(&model, &what);
    assert_eq!(found.errors.first().map(|e| e.kind), Some(ErrorKind::AcceptanceCycle));
    assert!(found.statistics.stored > 5000);
}

/// A ring of processes with a few hundred thousand states, in which nothing comes to a standstill.
fn ring(formula: &str) -> Subject {
    let text = format!(
        "byte x[7]; byte y;
         active [7] proctype p() {{ do :: x[_pid] = (x[_pid] + 1) % 5 :: x[_pid] == 4 -> x[_pid] = 0; y = _pid od }}
         ltl goal {{ {formula} }}"
    );
    Subject { text, property: Property::Acceptance }
}

/// Every step is counted once, though several threads may take it.
#[test]
fn steps_are_counted_once() {
    let subject = ring("[]<>(y == 9) -> []<>(y == 3)");
    for way in [Way::Plain, Way::Optimised] {
        let model = compiled(&Subject { text: subject.text.replace('7', "4"), ..subject }, way).expect("it compiles");
        let one = Search { property: subject.property, optimize: way != Way::Plain, alone: 0, ..Search::default() };
        let counts = |threads| {
            let found = run(&model, &Search { threads, ..one.clone() });
            (found.errors_total, found.statistics.stored, found.statistics.transitions())
        };
        let expected = counts(1);
        assert!(expected.0 == 0 && expected.1 > 1000, "{expected:?}");
        for threads in [2, 2, 3, 5] {
            assert_eq!(counts(threads), expected, "{threads} threads, {way:?}");
        }
    }
}

#[test]
fn limits_end_all_threads() {
    let model = compiled(&ring("[]<>(y == 9) -> []<>(y == 3)"), Way::Plain).expect("it compiles");
    for threads in [2, 4] {
        let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
        let what = Search { property: Property::Acceptance, threads, alone: 0, limits, ..Search::default() };
        let never = AtomicBool::new(false);
        let found = search(&model, &what, &mut Control { stop: &never, progress: &mut |_| {} });
        assert_eq!((found.errors_total, found.incomplete), (0, Some(Incomplete::Time)));
        let limits = Limits { memory: Some(2 << 20), ..Limits::default() };
        let found =
            search(&model, &Search { limits, ..what.clone() }, &mut Control { stop: &never, progress: &mut |_| {} });
        assert_eq!((found.errors_total, found.incomplete), (0, Some(Incomplete::Memory)));
        let stopped = AtomicBool::new(true);
        let found = search(
            &model,
            &Search { limits: Limits::default(), ..what },
            &mut Control { stop: &stopped, progress: &mut |_| {} },
        );
        assert_eq!((found.errors_total, found.incomplete), (0, Some(Incomplete::Interrupted)));
    }
}
