//! What random walks find is real, and they never claim more than they saw.

use super::{leads_to_error, random_models, run};
use checker::search::{Covered, Incomplete, Limits, Order, Search};

fn walks(walks: u64, seed: u64) -> Search {
    let limits = Limits { depth: Some(300), ..Limits::default() };
    Search { order: Order::Walk { walks, seed }, limits, ..Search::default() }
}

#[test]
fn errors_are_real_and_nothing_is_proved() {
    let (mut found, mut there) = (0, 0);
    for (text, model) in random_models(300) {
        let full = run(&model, &Search::default());
        if full.incomplete.is_some() {
            continue;
        }
        let walked = run(&model, &walks(50, 1));
        assert!(walked.errors_total <= full.errors_total, "{text}");
        there += full.errors_total;
        found += walked.errors_total;
        match walked.errors.first() {
            Some(error) => assert!(leads_to_error(&model, &error.trail), "{text}"),
            None => assert_eq!(walked.incomplete, Some(Incomplete::Random), "{text}"),
        }
    }
    assert!(found * 10 >= there * 9 && there > 50, "{found} of {there}");
}

#[test]
fn the_same_seed_gives_the_same_walks() {
    for (text, model) in random_models(30) {
        let of = |seed| {
            let found = run(&model, &walks(20, seed));
            (found.covered, found.errors.first().map(|e| e.trail.clone()))
        };
        assert_eq!(of(3), of(3), "{text}");
    }
}

#[test]
fn states_are_estimated() {
    let mut compared = 0;
    for (text, model) in random_models(150).filter(|(text, _)| !text.contains("hidden ")) {
        let full = run(&model, &Search { all_errors: true, ..Search::default() });
        let walked = run(&model, &Search { all_errors: true, ..walks(500, 1) });
        let Some(Covered::Walks { distinct, walks, .. }) = walked.covered else { panic!("it says what it covered") };
        if full.incomplete.is_some() || walked.incomplete == Some(Incomplete::Time) {
            continue;
        }
        assert_eq!(walks, 500);
        let states = full.statistics.stored as f64;
        assert!(distinct <= states * 1.05 + 1.0, "{distinct} of {states}:\n{text}");
        compared += 1;
    }
    assert!(compared > 80, "{compared}");
}
