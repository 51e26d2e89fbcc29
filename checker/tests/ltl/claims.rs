//! Claims for fixed formulas. Each is the claim of Spin 6.5.2 (of a build with `NXT` where there is an `X`).

use crate::text::claim_text;

/// The claims for some formulas, one after the other.
fn claims(formulas: &[&str]) -> String {
    formulas.iter().map(|text| format!("ltl {{ {text} }}\n{}\n", claim_text(text))).collect()
}

#[test]
fn of_one_operator() {
    insta::assert_snapshot!(claims(&["p", "!p", "p -> q", "p <-> q", "[]p", "<>p", "X p", "p U q", "p V q", "p W q"]));
}

#[test]
fn of_constants() {
    insta::assert_snapshot!(claims(&["true", "false", "[]true", "true U p", "<>(p && false)"]));
}

#[test]
fn of_common_properties() {
    insta::assert_snapshot!(claims(&[
        "[]<>p",
        "<>[]p",
        "[](p -> <>q)",
        "[](p -> q U r)",
        "[](p -> X q)",
        "[]<>p -> []<>q",
        "<>[]p -> []<>q",
        "[](p -> [](q -> <>r))",
        "<>p && <>q && <>r",
        "[]p && []q",
        "<>p || <>q",
        "![]<>p -> []<>(q -> <>r)",
    ]));
}

/// Patterns of Dwyer, Avrunin and Corbett, as in Spin's examples.
#[test]
fn of_patterns() {
    insta::assert_snapshot!(claims(&[
        "<>r -> (!p U r)",
        "[](q -> [](!p))",
        "[]((q && !r && <>r) -> (!p U r))",
        "[](q && !r -> (!p W r))",
        "!r W (p && !r)",
        "[](!q || <>(q && <>p))",
        "[](q && !r -> (!r W (p && !r)))",
        "[](!q) || <>(q && (!p W s))",
        "<>r -> (p -> (!r U (s && !r))) U r",
    ]));
}

/// Operands that do not come out sorted, contradictions, states that swap, and the like.
#[test]
fn of_odd_formulas() {
    insta::assert_snapshot!(claims(&[
        "(p U q) U r",
        "p U (q U r)",
        "([]p <-> q) && <>r",
        "[](p <-> X !p)",
        "<>(p && !p)",
        "[](x == 1 -> <>(y > 2))",
        "X X (p || X q)",
        "!(<>(p && <>(q && <>r)))",
    ]));
}
