//! Searches with a bound find what a search of all runs up to that bound finds.

use super::{compiled, leads_to_error, random_models, run};
use checker::model::Model;
use checker::search::{Covered, ErrorKind, Incomplete, Limits, Order, Search};
use checker::simulate::{Simulation, Status};
use std::collections::HashSet;

fn within(bound: u64) -> Search {
    let limits = Limits { depth: Some(bound), ..Limits::default() };
    Search { order: Order::Within, all_errors: true, limits, ..Search::default() }
}

/// The states within so many steps, by following all runs. `None` if there are too many.
fn states_within(model: &Model, bound: usize) -> Option<HashSet<Vec<u32>>> {
    fn follow(s: &mut Simulation, left: usize, states: &mut HashSet<Vec<u32>>, steps: &mut u32) -> bool {
        *steps += 1;
        if *steps > 20_000 {
            return false;
        }
        // Also finds out whether an atomic sequence is blocked here.
        let choices = s.choices().to_vec();
        if s.is_state() {
            states.insert(s.machine.state().to_vec());
        }
        for choice in choices.iter().filter(|c| left > 0 && !c.fails) {
            s.take(choice);
            let done = follow(s, left - 1, states, steps);
            s.undo();
            if !done {
                return false;
            }
        }
        true
    }
    let mut simulation = Simulation::new(model);
    if !matches!(simulation.status(), Status::Running) {
        return None;
    }
    let mut states = HashSet::new();
    follow(&mut simulation, bound, &mut states, &mut 0).then_some(states)
}

#[test]
fn every_state_within_the_bound_is_found() {
    let (mut compared, mut missed) = (0, 0);
    // What is hidden is no part of a state: runs that differ in it are not told apart.
    for (text, model) in random_models(300).filter(|(text, _)| !text.contains("hidden ")) {
        for bound in [1, 3, 6, 9, 12] {
            let Some(expected) = states_within(&model, bound) else { break };
            let found = run(&model, &within(bound as u64));
            // The simulator stops at a step that cannot be completed, where the search lets others go on.
            let is_late = found.incomplete == Some(Incomplete::Time);
            if is_late || found.errors.iter().any(|e| e.kind == ErrorKind::Runtime) {
                break;
            }
            assert_eq!(found.statistics.stored, expected.len() as u64, "within {bound}:\n{text}");
            compared += 1;
            let plain = Search { order: Order::DepthFirst, ..within(bound as u64 + 1) };
            missed += u32::from(run(&model, &plain).statistics.stored < found.statistics.stored);
        }
    }
    assert!(compared > 500, "{compared}");
    // What the plain search misses is why this one is there.
    assert!(missed > 20, "{missed}");
}

#[test]
fn a_bound_that_cuts_nothing_off_gives_the_whole_space() {
    let mut complete = 0;
    for (text, model) in random_models(300) {
        let full = run(&model, &Search { all_errors: true, ..Search::default() });
        if full.incomplete.is_some() || full.statistics.stored > 5_000 || text.contains("hidden ") {
            continue;
        }
        for order in [Order::Within, Order::Deepening] {
            let found = run(&model, &Search { order, all_errors: true, ..Search::default() });
            assert_eq!(found.incomplete, None, "{order:?}:\n{text}");
            assert_eq!(found.statistics.stored, full.statistics.stored, "{order:?}:\n{text}");
            assert_eq!(found.errors_total > 0, full.errors_total > 0, "{order:?}:\n{text}");
            assert_eq!(found.unreached.len(), full.unreached.len(), "{order:?}:\n{text}");
        }
        complete += 1;
    }
    assert!(complete > 150, "{complete}");
}

#[test]
fn deepening_finds_the_smallest_depth_with_an_error() {
    let mut found = 0;
    for (text, model) in random_models(300).filter(|(text, _)| !text.contains("hidden ")) {
        let deepening = run(&model, &Search { order: Order::Deepening, ..Search::default() });
        let Some(error) = deepening.errors.first() else { continue };
        assert!(leads_to_error(&model, &error.trail), "{text}");
        // The first bound with an error, one by one.
        let first = (0..400).find(|bound| run(&model, &within(*bound)).errors_total > 0);
        let first = first.expect("there is an error");
        if !text.contains("atomic") && !text.contains("d_step") {
            let steps = error.trail.len() as u64;
            assert!(steps == first || steps == first + 1, "{steps} steps, within {first}:\n{text}");
        }
        let Some(Covered::Within { steps, .. }) = deepening.covered else { panic!("it says what it covered") };
        assert!(steps.is_none_or(|s| s < first), "{text}");
        found += 1;
    }
    assert!(found > 50, "{found}");
}

#[test]
fn deepening_says_how_far_it_came() {
    let model = compiled("int x;\nactive proctype p() { do :: x++ od }").expect("a model");
    let limits = Limits { depth: Some(100), ..Limits::default() };
    let found = run(&model, &Search { order: Order::Deepening, limits, ..Search::default() });
    assert_eq!(found.incomplete, Some(Incomplete::Depth));
    assert_eq!(found.covered, Some(Covered::Within { steps: Some(100), bounds: 4 }));
    assert_eq!(found.statistics.stored, 101);
}
