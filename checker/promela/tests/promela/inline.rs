//! Inlines.

use super::{codes, parse_text, printed};

#[test]
fn arguments_are_put_in_as_text() {
    let text = "int x; inline f(p) { x = p*2 } init { f(1+2) }";
    assert_eq!(printed(text), "int x; init { { x = 1 + 2 * 2 } }");
    let text = "int x, y; inline swap(a, b) { a = b; b = a } init { swap(y, x) }";
    assert_eq!(printed(text), "int x, y; init { { y = x; x = y } }");
    let text = "inline f(q, m) { q!m(1); q?[m] } init { f(c[2], a) }";
    assert_eq!(printed(text), "init { { c[2]!a, 1; c[2]?[a] } }");
    let text = "inline f(a) { lab: goto a } init { f(lab) }";
    assert_eq!(printed(text), "init { { lab: goto lab } }");
}

#[test]
fn calls_nest_and_give_results() {
    let text = "inline g(x) { return x+1 } inline f(x) { y = g(x*2); z = y } init { f(3) y = g(4) }";
    assert_eq!(printed(text), "init { { { y = 3 * 2 + 1 }; z = y }; { y = 4 + 1 } }");
}

#[test]
fn statements_have_the_place_of_the_body() {
    let outcome = parse_text("inline f(v)\n{\n\tv = ;\n}\ninit { f(x) }");
    let report = outcome.report();
    assert!(report.starts_with("m.pml:3:6: error[P020]"), "{report}");
    assert!(report.contains("m.pml:5:8: in this call of inline `f`"), "{report}");
}

#[test]
fn recursion_is_refused() {
    assert_eq!(codes("inline f() { f() } init { f() }"), ["P034"]);
    assert_eq!(codes("inline f() { g() } inline g() { f() } init { f(); skip }"), ["P034"]);
}

#[test]
fn doubling_inlines_end() {
    let mut text = String::from("inline f0() { x = 1 }\n");
    for i in 1..60 {
        text += &format!("inline f{i}() {{ f{0}(); f{0}() }}\n", i - 1);
    }
    assert_eq!(codes(&(text + "init { f59() }")), ["P013"]);
}
