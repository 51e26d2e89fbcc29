//! Points of the grammar where it is easy to go wrong.

use super::{codes, parse_text, printed, printed_body};
use promela::ast::{ExprKind, StmtKind, Unit};
use promela::finding::Findings;
use promela::source::Sources;
use promela::{Options, parse_formula, spin_text};

/// Each pair: the text of a body, and the same with every separator and parenthesis written out.
const SEPARATORS: [(&str, &str); 13] = [
    ("x = 1\n-y", "x = 1; -y"),
    ("q!x\n(y)", "q!x; y"),
    ("q!x(y)", "q!x, y"),
    ("x\n!y", "x; !y"),
    ("x !y", "x!y"),
    ("x --> y", "x; y"),
    ("x = (1\n-y)", "x = 1 - y"),
    ("x = 1 +\ny", "x = 1 + y"),
    ("{ x = 1 } y = 2", "{ x = 1 }; y = 2"),
    ("{ x = 1 }\nunless { y }", "{ x = 1 } unless { y }"),
    ("x++\ny--", "x++; y--"),
    ("x = y /* \n */ - 1", "x = y; -1"),
    ("timeout\nx", "timeout; x"),
];

#[test]
fn line_ends_stand_for_semicolons() {
    for (text, expected) in SEPARATORS {
        assert_eq!(printed_body(text), expected, "{text:?}");
    }
}

#[test]
fn operators_bind_as_in_spin() {
    let formula = |text: &str| {
        let (mut sources, mut findings) = (Sources::new(), Findings::default());
        let formula = parse_formula(text, &Options::default(), &mut sources, &mut findings);
        formula.map_or_else(|| format!("{:?}", findings.list), |formula| spin_text(&formula))
    };
    for (text, expected) in [
        ("a + b * c - d", "((a+(b*c))-d)"),
        ("a == b & c", "((a==b)&c)"),
        ("a | b ^ c & d == e < f << g + h * i", "(a|(b^(c&(d==(e<(f<<(g+(h*i))))))))"),
        ("!a == b", "(!(a)==b)"),
        ("-a * b", "(-(a)*b)"),
        ("a || b && c || d", "((a||(b&&c))||d)"),
        ("p U q U r", "((p U q) U r)"),
        ("p && q U r || s", "((p&&(q U r))||s)"),
        ("p -> q -> r", "((p -> q) -> r)"),
        ("p -> q <-> r", "((p -> q) <-> r)"),
        ("[] p -> <> q", "([] (p) -> <> (q))"),
        ("X p U q", "(X (p) U q)"),
        ("[]<>p", "[] (<> (p))"),
        ("always eventually p implies next q", "([] (<> (p)) -> X (q))"),
        ("p W q V r", "((p W q) V r)"),
        ("proc[2]@lab && proc:v == 2", "((proc[2]._p==lab)&&(proc.v==2))"),
    ] {
        assert_eq!(formula(text), expected, "{text:?}");
    }
}

#[test]
fn words_of_formulas_are_names_elsewhere() {
    assert_eq!(printed("int U, X, always; init { U = X + always }"), "int U, X, always; init { U = X + always }");
}

#[test]
fn a_colon_after_a_proctype_is_a_remote_reference() {
    let program =
        parse_text("proctype p() { int v; l: skip } never { p:v == 1; q: (p[0]@l -> p[1]:v : 2) }").expect_ok();
    let Some(Unit::Never(claim)) = program.units.last() else { panic!("no claim") };
    let [first, second] = claim.body.steps.as_slice() else { panic!("not two steps") };
    assert!(matches!(&first.kind, StmtKind::Expr(e) if matches!(e.kind, ExprKind::Binary(..))));
    assert_eq!(second.labels.len(), 1);
    assert!(matches!(&second.kind, StmtKind::Expr(e) if matches!(e.kind, ExprKind::Conditional(..))));
}

#[test]
fn labels_that_stand_alone_are_on_a_skip() {
    assert_eq!(printed_body("x = 1; a: b:"), "x = 1; a: b: skip");
    assert_eq!(printed_body("if :: a: :: x -> b: fi"), "if :: a: skip :: x -> b: skip fi");
    assert_eq!(printed_body("a: unless { b: }"), "a: skip unless { b: skip }");
}

#[test]
fn select_between_numbers_is_an_if_as_in_spin() {
    assert_eq!(printed_body("select (i : 1 .. 3)"), "if :: i = 1 :: i = 2 :: i = 3 fi");
    assert_eq!(printed_body("select(i:0..33)"), "i = 0; do :: (i < 33) -> i++ :: break od");
    assert_eq!(printed_body("select (my_i : 1 .. 3)"), "select (my_i : (1) .. 3)");
    assert_eq!(printed_body("select (i : n .. 3)"), "select (i : (n) .. 3)");
    assert_eq!(printed("inline f() { select (i : 1 .. 2) } init { f() }"), "init { { select (i : (1) .. 2) } }");
}

#[test]
fn numbers_beyond_32_bits_are_cut() {
    assert_eq!(codes("int x = 4294967295;"), ["P029"]);
    assert_eq!(printed("int x = 4294967295; int y = 99999999999999999999;"), "int x = 4294967295; int y = 4294967295;");
    assert_eq!(printed_body("q?-3, 2147483648"), "q?-3, -2147483648");
}

#[test]
fn errors_do_not_hide_what_follows() {
    let outcome =
        parse_text("proctype p() { x = ; y = 1 } int ; byte b; init { if :: x = 1 fi } proctype q() { skip }");
    assert_eq!(outcome.findings.list.len(), 2, "{}", outcome.report());
    assert_eq!(outcome.program.units.len(), 4);
}
