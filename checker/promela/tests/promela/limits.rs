//! Deep and long texts: an answer, not a stack overflow, and in linear time.

use super::{assert_round_trip, codes, parse_text};

#[test]
fn deep_nesting_is_an_error() {
    let deep = |open: &str, middle: &str, close: &str| {
        format!("init {{ {}{middle}{} }}", open.repeat(100_000), close.repeat(100_000))
    };
    for text in [
        deep("(", "x", ")"),
        deep("{", "skip", "}"),
        deep("if :: ", "skip", " fi"),
        deep("do :: ", "skip", " od;"),
        deep("atomic { ", "skip", " }"),
        deep("a[", "x", "]"),
        deep("(x -> ", "x", " : x)"),
        deep("len(", "x", ")"),
        deep("q?(", "x", ")"),
        deep("for (i : 1 .. 2) { ", "skip", " }"),
        deep("run p(", "x", ")"),
    ] {
        let found = codes(&text);
        assert!(
            found.contains(&"P027") || found.len() == 1 || found.contains(&"P020"),
            "{found:?} for {}",
            &text[..30]
        );
    }
    assert_eq!(codes(&deep("(", "x", ")")), ["P027"]);
    assert_eq!(codes(&deep("{", "skip", "}")), ["P027"]);
}

#[test]
fn unclosed_nesting_is_an_error() {
    for open in
        ["(", "{", "if :: ", "a[", "atomic {", "q?", "((", "f(", "/*", "\"", "'", "#if 1\n", "c_code {", "::", "->"]
    {
        let text = format!("init {{ {}", open.repeat(100_000));
        assert!(!codes(&text).is_empty(), "{open}");
        // Separators alone are a model, if an empty one.
        assert!(open == "->" || !codes(&open.repeat(100_000)).is_empty(), "{open}");
    }
}

#[test]
fn long_expressions_are_an_error_beyond_a_limit() {
    for operator in ["+", "&&", "-", "*"] {
        let chain = |terms: usize| format!("init {{ x = {} }}", vec!["y"; terms].join(operator));
        assert_eq!(codes(&chain(100_000)), ["P027"]);
        assert_round_trip("chain", parse_text(&chain(3_900)).expect_ok());
    }
    assert_eq!(codes(&format!("init {{ x = {}y }}", "- ".repeat(100_000))), ["P027"]);
    assert_round_trip("signs", parse_text(&format!("init {{ x = {}y }}", "- ".repeat(190))).expect_ok());
}

#[test]
fn allowed_nesting_survives_everything() {
    let nested = |open: &str, middle: &str, close: &str, n: usize| {
        format!("init {{ {}{middle}{} }}", open.repeat(n), close.repeat(n))
    };
    for text in [
        nested("(", "x", ")", 190),
        nested("{ ", "skip", " }", 190),
        nested("if :: ", "skip", " fi", 190),
        nested("a[", "x", "]", 190),
        nested("(x -> y : ", "x", ")", 190),
    ] {
        let program = parse_text(&text).expect_ok();
        assert_eq!(program.clone(), program);
        assert_round_trip("nested", program);
    }
}

#[test]
fn long_models_take_linear_time() {
    let statement = "\tif :: x > 3 -> a[x % 4] = y * (z - 1) :: else -> skip fi;\n";
    let text = format!("init {{\n{}\tskip\n}}\n", statement.repeat(20_000));
    assert!(codes(&text).is_empty());
    let text = format!("init {{ {} skip }}", "l: ".repeat(50_000));
    assert!(codes(&text).is_empty());
    let text = format!("#if 0\n{}\n#endif\nint x;", "don't \"\\\"\\\" ".repeat(50_000));
    assert!(codes(&text).is_empty());
}
