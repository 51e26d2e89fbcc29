//! A search without stored states gives the verdicts of the full search on spaces without cycles, whatever its sets
//! leave out.

use super::{compiled, leads_to_error, random_models, run, straight};
use checker::model::Model;
use checker::optimise::{Visible, optimise};
use checker::por::Por;
use checker::search::{Covered, Incomplete, Limits, Order, Outcome, Search, Sets};
use std::time::Duration;

const NONE: Sets = Sets { persistent: false, sleep: false };
const SLEEP: Sets = Sets { persistent: false, sleep: true };
const PERSISTENT: Sets = Sets { persistent: true, sleep: false };
const BOTH: Sets = Sets { persistent: true, sleep: true };

fn stateless(sets: Sets) -> Search {
    let limits = Limits { depth: Some(200), time: Some(Duration::from_millis(100)), ..Limits::default() };
    Search { order: Order::Stateless(sets), limits, ..Search::default() }
}

/// The same search with what may be left out in this model.
fn reducing(model: &Model, what: Search) -> Search {
    Search { por: Por::of(model, Visible::default()), ..what }
}

/// The different questions: errors of one kind may hide that others are missed.
fn questions(of: &Search) -> [Search; 3] {
    [of.clone(), Search { assertions: false, ..of.clone() }, Search { end_states: false, ..of.clone() }]
}

/// Visits and steps that slept; different states.
fn covered(outcome: &Outcome) -> (u64, u64, f64) {
    match outcome.covered {
        Some(Covered::Runs { visits, slept, distinct, .. }) => (visits, slept, distinct),
        _ => panic!("it says what it covered"),
    }
}

/// Compares all combinations of sets with the full search. How many questions were answered by a pass and by a fail;
/// `None` if runs are too long or too many.
fn compare(text: &str, full: &Model, reduced: &Model) -> Option<(u32, u32)> {
    let (mut passes, mut fails) = (0, 0);
    for (question, plain) in questions(&Search::default()).iter().zip(questions(&stateless(NONE))) {
        let expected = run(full, question);
        let all_runs = run(full, &plain);
        if expected.incomplete.is_some() || (all_runs.incomplete.is_some() && all_runs.errors_total == 0) {
            return None;
        }
        assert_eq!(all_runs.errors_total > 0, expected.errors_total > 0, "all runs:\n{text}");
        fails += u32::from(expected.errors_total > 0);
        passes += u32::from(expected.errors_total == 0);
        for sets in [SLEEP, PERSISTENT, BOTH] {
            let limits = Limits { time: Some(Duration::from_secs(60)), ..plain.limits };
            let what = Search { order: Order::Stateless(sets), limits, ..plain.clone() };
            let found = run(reduced, &reducing(reduced, what));
            if found.errors_total == 0 && found.incomplete.is_some() && expected.errors_total > 0 {
                // A cycle: what goes wrong may have been put off to beyond the bound.
                continue;
            }
            assert_eq!(found.errors_total > 0, expected.errors_total > 0, "{sets:?} {question:?}:\n{text}");
            if found.errors_total == 0 {
                assert_eq!(found.incomplete, None, "{sets:?}:\n{text}");
            }
            if let Some(error) = found.errors.first() {
                assert!(leads_to_error(reduced, &error.trail), "{sets:?}:\n{text}");
            }
        }
    }
    Some((passes, fails))
}

#[test]
fn verdicts_are_those_of_the_full_search_on_straight_models() {
    let (mut passes, mut fails) = (0, 0);
    let mut sums = [0; 4];
    for seed in 0..400 {
        let text = straight::model(seed);
        let full = compiled(&text).expect("a model");
        let mut reduced = compiled(&text).expect("a model");
        if seed % 2 == 0 {
            optimise(&mut reduced);
        }
        let Some((passed, failed)) = compare(&text, &full, &reduced) else { continue };
        (passes, fails) = (passes + passed, fails + failed);
        let counts =
            |sets| covered(&run(&reduced, &reducing(&reduced, Search { all_errors: true, ..stateless(sets) }))).0;
        for (sum, sets) in sums.iter_mut().zip([NONE, SLEEP, PERSISTENT, BOTH]) {
            *sum += counts(sets);
        }
    }
    assert!(passes > 200 && fails > 300, "{passes} pass, {fails} fail");
    let [none, sleep, persistent, both] = sums;
    assert!(sleep * 2 < none && persistent * 2 < none && both < sleep.min(persistent), "{sums:?}");
}

#[test]
fn verdicts_are_those_of_the_full_search_on_random_programs() {
    let (mut passes, mut fails) = (0, 0);
    for (text, full) in random_models(150) {
        let reduced = compiled(&text).expect("it was compiled before");
        if let Some((passed, failed)) = compare(&text, &full, &reduced) {
            (passes, fails) = (passes + passed, fails + failed);
        }
    }
    assert!(passes > 50 && fails > 100, "{passes} pass, {fails} fail");
}

/// Two steps of each process touch nothing of the others, and one does.
const INDEPENDENT: &str = "byte a[3], sum;
active [3] proctype p() { a[_pid] = 1; a[_pid] = 2; sum = sum + a[_pid] }";

#[test]
fn sleep_sets_cut_steps_and_persistent_sets_cut_states() {
    let model = compiled(INDEPENDENT).expect("a model");
    let states = run(&compiled(INDEPENDENT).expect("a model"), &Search::default()).statistics.stored;
    let none = covered(&run(&model, &reducing(&model, stateless(NONE))));
    let sleep = covered(&run(&model, &reducing(&model, stateless(SLEEP))));
    let persistent = covered(&run(&model, &reducing(&model, stateless(PERSISTENT))));
    let both = covered(&run(&model, &reducing(&model, stateless(BOTH))));
    // Without sets every interleaving is a run. Sleep sets still come to every state, by far fewer steps.
    assert!((none.2 - states as f64).abs() <= 0.05 * states as f64, "{none:?} {states}");
    assert!((sleep.2 - states as f64).abs() <= 0.05 * states as f64, "{sleep:?} {states}");
    assert!(sleep.1 > 0 && sleep.0 * 10 < none.0, "{sleep:?} {none:?}");
    // Persistent sets leave out states.
    assert!(persistent.2 * 2.0 < states as f64, "{persistent:?} {states}");
    assert!(both.0 <= persistent.0 && both.0 < sleep.0, "{both:?}");
}

#[test]
fn a_run_around_a_cycle_is_cut_off_and_told() {
    let model = compiled("bit b;\nactive proctype p() { do :: b = 1 - b od }").expect("a model");
    let found = run(&model, &reducing(&model, Search { order: Order::Stateless(BOTH), ..Search::default() }));
    assert_eq!(found.incomplete, Some(Incomplete::Depth));
    let Some(Covered::Runs { bound, by_default, cut, .. }) = found.covered else { panic!("it says what it covered") };
    assert_eq!((bound, by_default, cut), (10_000, true, 1));
}

/// A step that sleeps wakes up when something happens that it depends on. The processes that are declared last are
/// tried first.
#[test]
fn steps_wake_up_in_time() {
    // The send was tried with `b` for its receiver. When `b` has gone another way, `c` receives.
    let receivers = "chan r = [0] of { byte };
bit gone;
active proctype b() { if :: r?1 :: gone = 1 fi }
active proctype c() { gone == 1; r?1; assert(false) }
active proctype a() { r!1 }";
    // Each waits until nothing else can move: after one of them has gone on, the other waits again.
    let timeouts = "bit set;
active proctype b() { timeout; set = 1 }
active proctype a() { timeout; assert(set == 0) }";
    for text in [receivers, timeouts] {
        let model = compiled(text).expect("a model");
        for sets in [NONE, SLEEP, PERSISTENT, BOTH] {
            let what = reducing(&model, Search { end_states: false, ..stateless(sets) });
            let found = run(&model, &what);
            assert_eq!(found.errors_total, 1, "{sets:?}:\n{text}");
        }
    }
}
