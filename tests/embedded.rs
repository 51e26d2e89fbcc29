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

/// What a compiler refuses is an error at its line, whether a run comes to it or not.
#[test]
fn names_that_nothing_declares_are_errors() {
    let cases = [
        ("name", "now.n = nosuch + 1;", "`nosuch` is not declared here"),
        ("global", "now.m = 1;", "has no member `m`"),
        ("local", "Pp->j = 1;", "has no member `j`"),
        ("process", "Pq->i = 1;", "`Pq` is not declared here"),
        ("never", "if (0) now.n = nosuch;", "`nosuch` is not declared here"),
        ("type", "nosuch *p = 0; now.n = p == 0;", "nosuch"),
    ];
    for (name, c, expected) in cases {
        let path = model(&format!("undeclared-{name}"), &running(c)).display().to_string();
        let ran = ax(&["check", &path]);
        assert_eq!(ran.status, 2, "{name}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains("error[C04") && ran.stderr.contains(expected), "{name}: {}", ran.stderr);
        assert!(ran.stderr.contains(".pml:6)"), "{name}: {}", ran.stderr);
    }
    // Functions of the library need no declaration.
    assert_eq!(asked("library", &running("now.n = atoi(\"7\");"), &[]).0, "pass");
}

/// Data of C is told like variables: what changed at a step, with the name that C has for it.
#[test]
fn trails_show_data_of_c() {
    let text = "c_decl { int count; struct { char kind; unsigned bits : 3; short list[2]; } s; long wide; }\n\
                c_track \"&count\" \"sizeof(int)\"\nc_state \"short g\" \"Global\"\n\
                c_state \"int t\" \"Local p\"\nc_state \"unsigned char h\" \"Hidden\"\nbyte n;\n\
                active [2] proctype p() {\n  c_code { count = 3; now.g = -4; now.n = 2; };\n  \
                c_code { count++; Pp->t = 5; s.kind = -1; s.bits = 5; s.list[1] = 7; h = 200; wide = 9; };\n  \
                assert(n == 7)\n}\n";
    let path = model("shown", text).display().to_string();
    let told = ax(&["check", &path]).stdout;
    let step = |starts: &str| told.lines().find(|l| l.contains(starts)).unwrap_or_else(|| panic!("{told}")).to_string();
    assert!(step("now.g = -4").ends_with("n = 0 -> 2, now.g = 0 -> -4, count = 0 -> 3"), "{told}");
    let second = step("Pp->t = 5");
    for change in ["count = 3 -> 4", "t = 0 -> 5", "s.kind = 0 -> -1", "s.bits = 0 -> 5", "s.list[1] = 0 -> 7"] {
        assert!(second.contains(change), "{change}: {told}");
    }
    assert!(second.contains("h = 0 -> 200") && second.contains("wide, low 32 bits, = 0 -> 9"), "{told}");
    assert!(!told.contains("s.list[0] ="), "{told}");
}
