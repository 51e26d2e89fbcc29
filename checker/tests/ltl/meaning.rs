//! The automaton of a formula accepts the words that violate the formula.

use checker::ltl::{Limits, automaton_as_spin, is_stutter_sensitive};

use crate::lasso::Lasso;
use crate::random::Random;
use crate::text::{formula, print_formula};

/// Compares formula and automaton on random words; returns how many words were compared.
fn compare(seed: u64, formulas: usize, with_next: bool) -> usize {
    let mut random = Random::new(seed);
    let mut words = 0;
    for i in 0..formulas {
        let formula = random.formula(1 + i % 5, with_next);
        let limits = Limits { steps: 1_000_000, ..Limits::default() };
        let Ok((formulas, automaton)) = automaton_as_spin(&formula, &limits) else { continue };
        for _ in 0..10 {
            let word = Lasso::random(&mut random);
            assert_eq!(
                word.is_accepted(&formulas, &automaton),
                !word.satisfies(&formula),
                "{} on {word:?}",
                print_formula(&formula)
            );
            words += 1;
        }
    }
    words
}

#[test]
fn automata_accept_what_violates_formulas() {
    assert!(compare(1, 500, false) > 4000);
}

#[test]
fn automata_accept_what_violates_formulas_with_next() {
    assert!(compare(2, 500, true) > 4000);
}

#[test]
fn only_next_makes_a_formula_sensitive_to_stuttering() {
    assert!(is_stutter_sensitive(&formula("[](p -> X q)")));
    assert!(!is_stutter_sensitive(&formula("[](p -> q U r) && <>(p V q)")));
}
