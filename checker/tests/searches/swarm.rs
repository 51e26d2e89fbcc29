//! A swarm depends on its seed alone, finds real errors, and its searches see the space that every search sees.

use super::{NEVER, compiled, leads_to_error, random_models, run};
use checker::optimise::{OptionOrder, Visible, reorder};
use checker::search::swarm::{Finding, Plan, Swarm, join, search};
use checker::search::{Control, Covered, Incomplete, Outcome, Search};

fn swarm(searches: u64, threads: usize) -> Swarm {
    let plan = Plan { seed: 5, bytes: 1 << 16, depth: None };
    Swarm { plan, searches: Some(searches), threads, reduces: Some(Visible::default()) }
}

fn swarmed(model: &checker::model::Model, how: &Swarm) -> (Outcome, Vec<Finding>) {
    search(model, &Search::default(), how, &mut Control { stop: &NEVER, progress: &mut |_| {} })
}

/// Options in another order are the same options.
#[test]
fn reordered_models_have_the_same_space() {
    let mut changed = 0;
    for (text, model) in random_models(150) {
        let full = run(&model, &Search { all_errors: true, ..Search::default() });
        if full.incomplete.is_some() || text.contains("hidden ") {
            continue;
        }
        for order in [OptionOrder::Reversed, OptionOrder::Shuffled { seed: 3 }] {
            let mut other = compiled(&text).expect("it was compiled before");
            reorder(&mut other, order);
            changed += u32::from(other.transitions.len() > model.transitions.len());
            let found = run(&other, &Search { all_errors: true, ..Search::default() });
            let counts = |o: &Outcome| (o.statistics.stored, o.statistics.matched, o.unreached.len());
            assert_eq!(counts(&found), counts(&full), "{order:?}:\n{text}");
            assert_eq!(found.errors_total > 0, full.errors_total > 0, "{order:?}:\n{text}");
        }
    }
    assert!(changed > 100, "{changed}");
}

#[test]
fn verdicts_are_those_of_the_full_search() {
    let (mut fails, mut passes) = (0, 0);
    for (text, model) in random_models(150) {
        let full = run(&model, &Search::default());
        if full.incomplete.is_some() {
            continue;
        }
        let (outcome, findings) = swarmed(&model, &swarm(32, 2));
        assert_eq!(outcome.errors_total, full.errors_total, "{text}");
        match outcome.errors.first() {
            Some(error) => {
                fails += 1;
                assert!(leads_to_error(&model, &error.trail), "{text}");
                let lengths = findings.iter().filter_map(|f| Some(f.outcome.errors.first()?.trail.len()));
                assert_eq!(lengths.min(), Some(error.trail.len()), "{text}");
                assert_eq!(findings.len(), 16, "{text}");
            }
            None => {
                passes += 1;
                assert_eq!(outcome.incomplete, Some(Incomplete::Lossy));
                assert_eq!(findings.len(), 32);
                // Statements that none reached: a full search may reach more, never fewer.
                assert!(outcome.unreached.len() >= full.unreached.len(), "{text}");
                let Some(Covered::Swarm { distinct, .. }) = outcome.covered else { panic!("it says what it covered") };
                assert!(distinct <= full.statistics.stored as f64 * 1.05 + 1.0, "{distinct}:\n{text}");
            }
        }
    }
    assert!(fails > 30 && passes > 30, "{fails} {passes}");
}

#[test]
fn threads_do_not_matter() {
    let told = |(outcome, findings): (Outcome, Vec<Finding>)| {
        let one =
            |f: &Finding| (f.task, f.outcome.statistics.stored, f.outcome.statistics.matched, f.outcome.errors_total);
        (outcome.errors.first().map(|e| e.trail.clone()), findings.iter().map(one).collect::<Vec<_>>(), outcome.covered)
    };
    for (text, model) in random_models(40) {
        assert_eq!(told(swarmed(&model, &swarm(24, 1))), told(swarmed(&model, &swarm(24, 3))), "{text}");
    }
}

#[test]
fn findings_can_be_joined_in_any_order() {
    for (text, model) in random_models(20) {
        let (_, mut findings) = swarmed(&model, &swarm(16, 2));
        let told =
            |o: Outcome| (o.errors.first().map(|e| e.trail.clone()), o.statistics.stored, o.unreached.len(), o.covered);
        let forwards = told(join(&findings));
        findings.reverse();
        assert_eq!(told(join(&findings)), forwards, "{text}");
    }
}
