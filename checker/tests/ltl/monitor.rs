//! Monitors agree with each other and with direct evaluation.

use checker::ltl::Limits;
use checker::ltl::compact::{self, Sense};
use checker::ltl::monitor::{Algorithm, Monitor, Observation, Verdict};
use promela::ast::Expr;

use crate::lasso::Lasso;
use crate::random::Random;
use crate::text::{formula, print_formula};

/// What the algorithm says of each step of a word that goes round often enough to see a circle. Each place of the word
/// is an abstract state of its own. `None` if the automaton is not for the algorithm.
fn run(formula: &Expr, word: &Lasso, algorithm: Algorithm) -> Option<Vec<Verdict>> {
    let automaton = compact::automaton(formula, Sense::Negation, &Limits::default()).expect("small enough");
    let truth: Vec<Vec<bool>> = automaton.atoms.iter().map(|atom| word.truth(&atom.expr)).collect();
    let mut monitor = Monitor::new(&automaton, algorithm)?;
    let mut at = 0;
    let steps = word.length() * (automaton.states.len() + 2);
    let verdicts = (0..steps).map(|_| {
        let verdict = monitor.step(|atom| truth[atom][at], Observation(at as u32));
        at = word.next(at);
        verdict
    });
    Some(verdicts.collect())
}

fn fails(verdicts: &[Verdict]) -> bool {
    verdicts.iter().any(|verdict| matches!(verdict, Verdict::Fail(_)))
}

#[test]
fn a_violation_is_found_and_nothing_else() {
    let mut random = Random::new(11);
    let (mut deterministic, mut failed) = (0, 0);
    for i in 0..400 {
        let formula = random.formula(1 + i % 6, i % 3 == 0);
        for _ in 0..20 {
            let word = Lasso::random(&mut random);
            let violated = !word.satisfies(&formula);
            let pairs = run(&formula, &word, Algorithm::Pairs).expect("pairs take any automaton");
            assert_eq!(fails(&pairs), violated, "{} on {word:?}", print_formula(&formula));
            failed += usize::from(violated);
            if let Some(one) = run(&formula, &word, Algorithm::Deterministic) {
                assert_eq!(one, pairs, "{} on {word:?}", print_formula(&formula));
                deterministic += 1;
            }
        }
    }
    assert!(deterministic > 2000 && failed > 2000, "{deterministic} {failed}");
}

/// Verdicts do not change any more after a fail or a pass for good.
#[test]
fn verdicts_persist() {
    let mut random = Random::new(12);
    for i in 0..200 {
        let formula = random.formula(1 + i % 6, false);
        let word = Lasso::random(&mut random);
        let verdicts = run(&formula, &word, Algorithm::Pairs).expect("pairs take any automaton");
        let last = *verdicts.last().expect("a verdict");
        let first = verdicts.iter().position(|v| *v != Verdict::Pass).unwrap_or(verdicts.len());
        assert!(verdicts[first..].iter().all(|v| *v == last), "{}", print_formula(&formula));
    }
}

/// A run that was left does not lend its pairs to another one: with sets that are never emptied this fails.
#[test]
fn pairs_belong_to_runs() {
    let formula = formula("<>[]p -> <>q");
    let word = Lasso::of(&[1, 0, 1, 0], 0);
    assert!(!fails(&run(&formula, &word, Algorithm::Pairs).expect("pairs take any automaton")));
}
