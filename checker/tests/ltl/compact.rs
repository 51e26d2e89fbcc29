//! Small automata accept the right words: by emptiness of products, and on random words.

use checker::ltl::compact::automaton::Automaton;
use checker::ltl::compact::{self, Sense};
use checker::ltl::{Limits, LtlError};
use promela::ast::{BinaryOp, Expr, UnaryOp};

use crate::lasso::Lasso;
use crate::random::Random;
use crate::text::{binary, formula, print_formula, unary, variable};

const PATTERNS: &str = include_str!("../../../tests/conformance/patterns.ltl");

fn patterns() -> Vec<Expr> {
    let lines = PATTERNS.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(':')).map(|(_, text)| formula(text)).collect()
}

fn automaton(formula: &Expr, sense: Sense) -> Automaton {
    compact::automaton(formula, sense, &Limits::default()).expect("small enough")
}

/// Whether there is a word that both accept.
fn intersect(a: &Automaton, b: &Automaton) -> bool {
    let place = |text: &str, of: &Automaton| of.atoms.iter().position(|atom| atom.text == text);
    // Both count atoms by their first occurrence in one formula.
    assert!(a.atoms.iter().enumerate().all(|(i, atom)| place(&atom.text, b).is_none_or(|j| i == j)));
    let successors = |(s, t): (usize, usize)| {
        let pairs =
            a.states[s].transitions.iter().flat_map(move |x| b.states[t].transitions.iter().map(move |y| (x, y)));
        pairs.filter(|(x, y)| x.guard.overlaps(&y.guard)).map(|(x, y)| (x.target.index(), y.target.index()))
    };
    let reach = |from: Vec<(usize, usize)>| {
        let mut seen = vec![false; a.states.len() * b.states.len()];
        let mut pending = from;
        let mut list = Vec::new();
        while let Some(pair) = pending.pop() {
            if !std::mem::replace(&mut seen[pair.0 * b.states.len() + pair.1], true) {
                list.push(pair);
                pending.extend(successors(pair));
            }
        }
        list
    };
    // A circle through an accepting state of `a` and one of `b`.
    reach(vec![(0, 0)]).into_iter().filter(|pair| a.states[pair.0].accepting).any(|pair| {
        let from_here = reach(successors(pair).collect());
        from_here.iter().any(|other| {
            b.states[other.1].accepting && (*other == pair || reach(successors(*other).collect()).contains(&pair))
        }) && from_here.contains(&pair)
    })
}

/// Compares both automata of each formula with the formula; gives the number of words compared.
fn compare(formulas: &[Expr], words: usize, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut compared = 0;
    for formula in formulas {
        let (yes, no) = (automaton(formula, Sense::Formula), automaton(formula, Sense::Negation));
        assert!(!intersect(&yes, &no), "{}", print_formula(formula));
        for _ in 0..words {
            let word = Lasso::random_of(&mut random, 6);
            let holds = word.satisfies(formula);
            assert_eq!(word.is_accepted_by(&yes), holds, "{} on {word:?}", print_formula(formula));
            assert_eq!(word.is_accepted_by(&no), !holds, "not {} on {word:?}", print_formula(formula));
            compared += 1;
        }
    }
    compared
}

#[test]
fn of_the_patterns() {
    let patterns = patterns();
    assert_eq!(patterns.len(), 60);
    assert_eq!(compare(&patterns, 100, 1), 6000);
}

#[test]
fn of_random_formulas() {
    let mut random = Random::new(3);
    let formulas: Vec<Expr> = (0..1000).map(|i| random.formula(1 + i % 8, i % 2 == 0)).collect();
    assert_eq!(compare(&formulas, 100, 4), 100_000);
}

/// The product of an automaton with itself is not empty, so that `intersect` can say yes.
#[test]
fn products_can_be_full() {
    for text in ["[]<>p", "<>[]p", "p U q", "[](p -> <>q) && <>p"] {
        let automaton = automaton(&formula(text), Sense::Formula);
        assert!(intersect(&automaton, &automaton), "{text}");
    }
}

#[test]
fn constants_and_contradictions() {
    for text in ["false", "p && !p", "<>[]p && []<>!p", "[](p -> X p) && p && <>!p"] {
        assert!(automaton(&formula(text), Sense::Formula).is_empty(), "{text}");
    }
    for text in ["true", "<>p || []!p", "(p U q) -> <>q", "[]<>p || <>[]!p"] {
        assert!(automaton(&formula(text), Sense::Negation).is_empty(), "{text}");
    }
}

#[test]
fn comparisons_and_their_opposites_are_one_atom() {
    let formula = formula("[](x > 3 -> <>(x == 1))");
    assert_eq!(automaton(&formula, Sense::Negation).atoms.len(), 2);
}

#[test]
fn explosions_have_a_limit() {
    let numbered = |op: UnaryOp, i: usize| unary(op, variable(&format!("p{i}")));
    let nested = |depth: usize, f: &dyn Fn(usize, Expr) -> Expr| (0..depth).fold(variable("p"), |g, i| f(i, g));
    let limits = Limits { steps: 300_000, ..Limits::default() };
    let equivalences = nested(30, &|i, f| binary(BinaryOp::Equiv, numbered(UnaryOp::Eventually, i), f));
    assert_eq!(
        compact::automaton(&equivalences, Sense::Negation, &limits),
        Err(LtlError::TooManySteps { limit: 300_000 })
    );
    let responses =
        nested(70, &|i, f| binary(BinaryOp::And, f, unary(UnaryOp::Always, numbered(UnaryOp::Eventually, i))));
    assert_eq!(compact::automaton(&responses, Sense::Formula, &limits), Err(LtlError::TooManySteps { limit: 300_000 }));
    let eventualities =
        nested(70, &|i, f| unary(UnaryOp::Next, binary(BinaryOp::And, f, numbered(UnaryOp::Eventually, i))));
    assert!(compact::automaton(&eventualities, Sense::Formula, &limits).is_err());
    let deep = nested(1001, &|_, f| unary(UnaryOp::Next, f));
    assert_eq!(compact::automaton(&deep, Sense::Formula, &limits), Err(LtlError::TooDeep { limit: 1000 }));
    let deep = nested(900, &|_, f| unary(UnaryOp::Next, f));
    assert!(compact::automaton(&deep, Sense::Formula, &Limits::default()).is_ok());
}
