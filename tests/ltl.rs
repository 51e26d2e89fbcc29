//! `ax ltl`, and what is said of formulas with errors.

mod common;

use common::{ax, ax_with_input, scratch_with, shown};

const MODEL: &str = "\
byte x;
bool p, q;
chan c = [1] of { byte };
mtype = { red, green };
mtype light;
active proctype counter() {
    do
    :: x < 5 -> x++
    :: x == 5 -> p = true; q = true; break
    od
}
";

#[test]
fn text() {
    let formulas = ["[](p -> <>q)", "[]<>p && <>[](x > 3 || q)", "false", "p U q"];
    let runs: Vec<String> = formulas.iter().map(|formula| shown(&ax(&["ltl", formula]))).collect();
    insta::assert_snapshot!(runs.join("\n"));
}

#[test]
fn never_claims() {
    let formulas = ["[](p -> <>q)", "[](p -> q)", "[]<>p -> []<>q", "<>p"];
    let runs: Vec<String> =
        formulas.iter().map(|formula| shown(&ax(&["ltl", "--negate", formula, "--format", "never"]))).collect();
    insta::assert_snapshot!(runs.join("\n"));
}

#[test]
fn drawings() {
    insta::assert_snapshot!("dot", shown(&ax(&["ltl", "[](p -> <>q)", "--format", "dot"])));
    insta::assert_snapshot!("svg", shown(&ax(&["ltl", "<>p && <>q", "--format", "svg"])));
}

#[test]
fn json() {
    insta::assert_snapshot!(shown(&ax(&["ltl", "--negate", "[](x > 3 -> X p)", "--format", "json"])));
}

/// `X` does not make a formula sensitive to repetitions by itself.
#[test]
fn stutter_invariance_is_decided() {
    for (formula, invariant) in [
        ("[](p -> <>q)", true),
        ("X p", false),
        ("X <>p", false),
        ("[](p -> X p)", true),
        ("<>(p && X !p)", true),
        ("[]<>(X p)", true),
        ("X X []p", false),
        ("p || X(!p -> p U q)", false),
        ("<>(!p && X p) -> <>(p && X q)", false),
    ] {
        let said = ax(&["ltl", formula]).stdout.lines().nth(1).unwrap_or_default().trim().to_string();
        assert_eq!(said == "stutter-invariant", invariant, "{formula}: {said}");
    }
}

#[test]
fn formulas_that_say_nothing() {
    insta::assert_snapshot!(["<>p || []!p", "<>[]p && []<>!p"].map(|formula| shown(&ax(&["ltl", formula]))).join("\n"));
}

const WRONG: [&str; 14] = [
    "[](x > 3 -> <>q",
    "[]p)",
    "[](p -> <> )",
    "[]p && & q",
    "p => q",
    "alway p",
    "p untl q",
    "[]p ? q",
    "<>(x + []p)",
    "[](pp -> <>q)",
    "[](counter@foo -> q)",
    "[](x[2] -> q)",
    "[](p -> <>c)",
    "[](light -> red)",
];

#[test]
fn errors_point_at_the_place() {
    let model = scratch_with("errors.pml", MODEL);
    let mut text = String::new();
    for formula in WRONG {
        let run = ax(&["ltl", formula, "--model", &model]);
        let check = ax(&["check", "--ltl", formula, &model]);
        text += &format!("== {formula}\n{}", run.stderr);
        // Warnings leave it to the user.
        let expected = if run.stderr.contains("error[") { 2 } else { 0 };
        assert_eq!(run.status, expected, "{formula}");
        assert_eq!(check.stderr, run.stderr, "{formula}");
    }
    insta::assert_snapshot!(text);
}

/// Without a model names are free.
#[test]
fn names_need_no_model() {
    assert_eq!(ax(&["ltl", "[](request -> <>answer)"]).status, 0);
}

#[test]
fn a_formula_that_explodes_is_stopped() {
    let parts: Vec<String> = (0..40).map(|i| format!("([]<>p{i} <-> <>[]q{i})")).collect();
    let run = ax(&["ltl", &parts.join(" && ")]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("split the formula"), "{}", run.stderr);
}

/// The claim with few states finds what the claim of Spin finds.
#[test]
fn both_automata_give_one_verdict() {
    for formula in ["[](x <= 5)", "[](x < 5)", "[](p -> q)", "p W (x == 5)", "[](x == 3 -> p)", "!p U (x > 2)"] {
        let verdict =
            |kind: &str| ax_with_input(&["check", "--ltl", formula, "--claim-automaton", kind, "-"], MODEL).status;
        assert_eq!(verdict("small"), verdict("spin"), "{formula}");
    }
}
