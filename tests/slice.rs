//! `ax slice`: the part of a model that a property depends on, what is redundant, and why.

mod common;

use common::{ax, ax_with_input, scratch, shown};

const INVARIANT: &str = "[] (nc >= nl)";
const WORDCOUNT: &str = "../../samples/word-count-model/wordcount.pml";

#[test]
fn the_word_count_of_the_notes() {
    insta::assert_snapshot!(shown(&ax(&["slice", "--ltl", INVARIANT, WORDCOUNT])));
}

/// The notes keep all lines but the second choice and the last statement.
#[test]
fn the_word_count_loses_the_lines_that_the_notes_name() {
    let output = ax(&["slice", "--ltl", INVARIANT, "--format", "json", WORDCOUNT]);
    let json: serde_json::Value = serde_json::from_str(&output.stdout).expect("one object");
    let lines: std::collections::BTreeSet<u64> = json["dropped"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|d| d["what"] == "statement")
        .filter_map(|d| d["line"].as_u64())
        .collect();
    assert_eq!(lines.into_iter().collect::<Vec<_>>(), [16, 17, 18, 20, 21, 22, 26]);
    let sent: Vec<&str> = json["ranges"].as_array().expect("a list").iter().filter_map(|r| r.as_str()).collect();
    assert_eq!(sent, ["c, input:symbol: -1, 0 for others of 0 .. 127, 10"]);
}

#[test]
fn why_something_is_in_the_slice() {
    let why = |name: &str| shown(&ax(&["slice", "--ltl", INVARIANT, "--why", name, WORDCOUNT]));
    insta::assert_snapshot!(why("c"));
    insta::assert_snapshot!(why("stdin"));
    insta::assert_snapshot!(why("inword"));
    insta::assert_snapshot!(why("no_such"));
}

/// The slice has the 14 states of the notes; `.ci/run` asks Spin too.
#[test]
fn the_alternating_bit_protocol_of_the_notes() {
    let folder = scratch("slice-abp");
    let out = folder.display().to_string();
    let out = out.as_str();
    let extracted = ax(&[
        "-a",
        "abp_receiver",
        "-a",
        "abp_sender",
        "../../samples/abp/abp.c",
        "--tables",
        "../../samples/abp",
        "--keep-tables",
        "-o",
        out,
    ]);
    assert_eq!(extracted.status, 0, "{}", shown(&extracted));
    let sliced = ax(&["slice", "--deadlock", "-I", out, "../../samples/abp/abp.pml"]);
    let text = &sliced.stdout;
    let model = &text[text.find("mtype").expect("a model")..];
    insta::assert_snapshot!(model);
    let checked = shown(&ax_with_input(&["check", "-"], model));
    assert!(checked.contains("14 states stored, 2 matched; 16 transitions"), "{checked}");
    assert!(checked.contains("depth 13"), "{checked}");
}

#[test]
fn what_is_asked_decides() {
    let model = "\
byte x, y, z;
chan q = [2] of { byte, byte };
active proctype sender() { do :: x < 3 -> x++; q!x,y :: else -> break od; z = 7 }
active proctype receiver() { byte a, b; do :: q?a,b -> y = b od }
active proctype other() { do :: z = 1 :: z = 2 od }
";
    let slice = |options: &[&str]| {
        let mut all = vec!["slice", "-"];
        all.extend(options);
        shown(&ax_with_input(&all, model))
    };
    insta::assert_snapshot!(slice(&["--ltl", "[] (x <= 3)"]));
    insta::assert_snapshot!(slice(&["--ltl", "<> (x == 3)"]));
    insta::assert_snapshot!(slice(&["--ltl", "X (x == 0)"]));
    insta::assert_snapshot!(slice(&["--deadlock"]));
}

#[test]
fn a_wrong_model_is_told() {
    let output = ax_with_input(&["slice", "-"], "active proctype p() { x = 1 }");
    assert_eq!(output.status, 2);
    let output = ax_with_input(&["slice", "--ltl", "[] (", "-"], "active proctype p() { skip }");
    assert_eq!(output.status, 2);
}
