//! Embedded C: what goes wrong in it, what cannot be followed, and the same verdict whatever the search.

mod common;

use common::ax;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn model(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("embedded");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.pml"));
    std::fs::write(&path, text).expect("the model is written");
    path
}

/// Verdict, first message, and why it is incomplete.
fn asked(name: &str, text: &str, options: &[&str]) -> (String, String, String) {
    let path = model(name, text).display().to_string();
    let mut arguments = vec!["check", &path, "--format", "json"];
    arguments.extend(options);
    let ran = ax(&arguments);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{name}: {}", ran.stderr));
    let word = |value: &Value| value.as_str().unwrap_or_default().to_string();
    (word(&report["verdict"]), word(&report["errors"][0]["message"]), word(&report["incomplete"]))
}

/// A model whose process runs this C, and then fails if `n` is not 7.
fn running(c: &str) -> String {
    format!(
        "c_decl {{ int a[3]; int *null; struct node {{ struct node *next; }} node; }}\n\
         c_track \"a\" \"sizeof(a)\"\nbyte n;\n\
         active proctype p() {{\n  byte i = 3;\n  c_code {{ {c} }};\n  assert(n == 7)\n}}\n"
    )
}

#[test]
fn errors_tell_their_place() {
    let cases = [
        ("index", "a[Pp->i] = 1;", "index 3 is outside of an array of 3, in embedded C"),
        ("null", "*null = 1;", "write through a null pointer, in embedded C"),
        ("member", "node.next->next = 0;", "write through a null pointer, in embedded C"),
        ("division", "now.n = 1 / (Pp->i - 3);", "division by zero, in embedded C"),
        ("unset", "int u; now.n = u;", "`u` is read before it was set, in embedded C"),
        ("assert", "assert(Pp->i == 4);", "assertion fails, in embedded C"),
        ("abort", "abort();", "the program calls abort, in embedded C"),
    ];
    for (name, c, expected) in cases {
        let (verdict, message, _) = asked(name, &running(c), &[]);
        assert_eq!(verdict, "fail", "{name}");
        assert!(message.starts_with(expected) && message.ends_with(".pml:6)"), "{name}: {message}");
    }
}

/// Neither a pass nor an error: nothing is known of what comes after.
#[test]
fn what_cannot_be_followed_is_incomplete() {
    let cases = [
        ("heap", "null = malloc(4);"),
        ("body", "now.n = unknown_function(1);"),
        ("choice", "now.n = rand();"),
        ("exit", "exit(0);"),
        ("loop", "while (1) now.n++;"),
        ("left-unset", "struct node *u; node.next = u;"),
    ];
    for (name, c) in cases {
        let (verdict, message, incomplete) = asked(name, &running(c), &[]);
        assert!(verdict == "incomplete" || message.contains("read before it was set"), "{name}: {verdict} {message}");
        assert!(verdict == "fail" || incomplete == "embedded C", "{name}: {incomplete}");
    }
    let text = "byte n;\nactive proctype p() { c_expr { now.n++ < 3 } }\n";
    assert_eq!(asked("changes", text, &[]).0, "incomplete");
}

#[test]
fn memory_within_a_step_and_output() {
    let c = "int *p = malloc(8); p[1] = 7; now.n = p[1]; free(p); printf(\"%d\\n\", now.n);";
    assert_eq!(asked("within", &running(c), &[]).0, "pass");
}

/// Data that C writes tells states apart, so that no run is lost; `UnMatched` is put back.
#[test]
fn data_of_c_is_put_back() {
    let untracked = "c_decl { int count; }\nbyte n;\n\
        active proctype p() { do :: n < 2 -> n++; c_code { count++; } :: n > 0 -> n--; c_code { count = 0; } \
        :: c_expr { count == 2 } -> assert(n == 2) :: c_expr { count == 1 } -> break od }\n";
    assert_eq!(asked("untracked", untracked, &[]).0, "pass");
    let wrong = untracked.replace("assert(n == 2)", "assert(n == 1)");
    let searches: [&[&str]; 9] = [
        &[],
        &["--search", "bfs"],
        &["--search", "bfs", "--threads", "2"],
        &["--store", "tree"],
        &["--por", "off", "--optimize", "off"],
        &["--collapse", "always"],
        &["--engine", "native"],
        &["--symmetry", "on"],
        &["--search", "iddfs"],
    ];
    for options in searches {
        assert_eq!(asked("untracked", untracked, options).0, "pass", "{options:?}");
        assert_eq!(asked("wrong", &wrong, options).0, "fail", "{options:?}");
    }
    let unmatched = format!("c_track \"&count\" \"sizeof(int)\" \"UnMatched\"\n{untracked}");
    let path = model("unmatched", &unmatched).display().to_string();
    let refused = ax(&["check", &path, "--search", "bfs"]);
    assert!(refused.stderr.contains("does not tell states apart"), "{}", refused.stderr);
}

#[test]
fn bad_c_is_an_error() {
    for (name, text) in [
        ("syntax", "byte n;\nactive proctype p() { c_code { now.n = ; } }\n"),
        ("owner", "c_state \"int x\" \"Local q\"\nactive proctype p() { skip }\n"),
        ("address", "c_decl { int *p; }\nc_track \"p\" \"4\"\nactive proctype p() { skip }\n"),
        ("place", "active proctype p() { c_decl { int x; } }\n"),
    ] {
        let path = model(name, text).display().to_string();
        let ran = ax(&["check", &path]);
        assert!(ran.stderr.contains("error[C04"), "{name}: {}{}", ran.stdout, ran.stderr);
    }
}
