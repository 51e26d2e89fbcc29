//! `ax monitor`: verdicts on streams of observations.

mod common;

use common::{ax, ax_with_input, shown};

const ANSWERED: &str = r#"{"request": false, "answer": false}
{"request": true, "answer": false}
{"request": false, "answer": true}
"#;
const STARVED: &str = r#"{"request": true, "answer": false, "queue": 1}
{"request": false, "answer": false, "queue": 2}
{"answer": false, "request": false, "queue": 2}
"#;

fn monitor(arguments: &[&str], input: &str) -> String {
    shown(&ax_with_input(&[&["monitor"], arguments].concat(), input))
}

#[test]
fn a_response() {
    let formula = "[](request -> <>answer)";
    insta::assert_snapshot!(monitor(&["--ltl", formula, "--all-steps"], ANSWERED));
    insta::assert_snapshot!(monitor(&["--ltl", formula], STARVED));
    insta::assert_snapshot!(monitor(&["--ltl", formula, "--format", "json"], STARVED));
}

#[test]
fn bad_prefixes_and_good_ones() {
    insta::assert_snapshot!(monitor(&["--ltl", "[](queue < 2)"], STARVED));
    insta::assert_snapshot!(monitor(&["--ltl", "<>(queue * 2 == 4)", "--algorithm", "deterministic"], STARVED));
    insta::assert_snapshot!(monitor(
        &["--ltl", "[]((len(q) > 0) -> a[1] > 2)"],
        "{\"len(q) > 0\": true, \"a\": [0, 3]}\n"
    ));
}

#[test]
fn errors() {
    let formula = "[](request -> <>answer)";
    let mut text = String::new();
    for (arguments, input) in [
        (vec!["--ltl", formula, "--algorithm", "deterministic"], ANSWERED),
        (vec!["--ltl", formula], "{\"request\": true}\n"),
        (vec!["--ltl", formula], "{\"request\": \"yes\", \"answer\": 0}\n"),
        (vec!["--ltl", formula], "true\n"),
        (vec!["--ltl", formula], "{\n"),
        (vec!["--ltl", "[](request"], ANSWERED),
        (vec!["--ltl", "[](len(q) > 0)"], "{}\n"),
        (vec!["--ltl", "[](x / y == 1)"], "{\"x\": 1, \"y\": 0}\n"),
    ] {
        text += &monitor(&arguments, input);
    }
    insta::assert_snapshot!(text);
    assert_eq!(ax(&["monitor", "--ltl", "[]p", "no-such-file"]).status, 2);
}
