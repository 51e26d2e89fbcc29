//! Wrong files, wrong models and limits: a clear message and the right exit status, never a panic, a hang or an
//! overflow.

mod common;

use common::{Run, ax};
use std::path::{Path, PathBuf};

/// A folder of its own for each test, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bad-input-{name}"));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, content).expect("a file for the test");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs `ax` and expects this status, and this text in what it prints.
fn expect(arguments: &[&str], status: i32, text: &str) -> Run {
    let ran = ax(arguments);
    let shown = format!("{}\n{}", cut(&ran.stdout), cut(&ran.stderr));
    let command = arguments.join(" ");
    assert_eq!(ran.status, status, "status of `ax {command}`:\n{shown}");
    assert!(ran.stdout.contains(text) || ran.stderr.contains(text), "`ax {command}` does not say {text:?}:\n{shown}");
    for sign in ["panicked", "internal error", "overflowed its stack", "RUST_BACKTRACE"] {
        assert!(!ran.stderr.contains(sign), "`ax {command}`:\n{shown}");
    }
    // An error message that fills the screen many times over helps nobody.
    assert!(ran.stderr.len() < 100_000, "`ax {command}` says too much: {} bytes", ran.stderr.len());
    ran
}

fn cut(text: &str) -> String {
    text.chars().take(2_000).collect()
}

/// Checks a model given as text.
fn check(name: &str, model: impl AsRef<[u8]>, options: &[&str], status: i32, text: &str) -> Run {
    let folder = Folder::new(name);
    let path = folder.file("model.pml", model).display().to_string();
    let mut arguments = vec!["check", path.as_str()];
    arguments.extend(options);
    expect(&arguments, status, text)
}

const BIG: &str = "byte a, b, c, d;\n\
    active proctype p() { do :: a++ :: b++ :: c++ :: d++ :: a + b + c + d < 0 -> break od }\n";

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::new("files");
    let missing = folder.0.join("missing.pml").display().to_string();
    expect(&["check", &missing], 2, "cannot read");
    expect(&["simulate", &missing], 2, "cannot read");
    expect(&["check", &folder.0.display().to_string()], 2, "cannot read");
    expect(&["check", "-"], 2, "no process");
}

#[cfg(unix)]
#[test]
fn files_without_permission() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("permission");
    let path = folder.file("model.pml", "init { skip }");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).expect("permissions can be set");
    // The superuser reads it all the same.
    if std::fs::read(&path).is_err() {
        expect(&["check", &path.display().to_string()], 2, "cannot read");
    } else {
        expect(&["check", &path.display().to_string()], 0, "PASS");
    }
}

#[test]
fn wrong_usage() {
    expect(&[], 2, "Usage");
    expect(&["check"], 2, "MODEL");
    expect(&["check", "--no-such-option", "x.pml"], 2, "--no-such-option");
    expect(&["check", "--depth", "many", "x.pml"], 2, "many");
    expect(&["check", "--memory", "4X", "x.pml"], 2, "not a unit");
    expect(&["check", "--time", "soon", "x.pml"], 2, "60s");
    expect(&["frobnicate"], 2, "frobnicate");
    check("no-claim", "init { skip }", &["--ltl", "nothing"], 2, "nothing");
    check("bad-formula", "init { skip }", &["--ltl", "[] ("], 2, "error");
}

#[test]
fn texts_that_are_no_models() {
    check("empty", "", &[], 2, "no process");
    check("blank", " \n\t\n", &[], 2, "no process");
    let garbage: Vec<u8> = (0..200_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    check("garbage", garbage, &[], 2, "error");
    check("zeros", vec![0u8; 100_000], &[], 2, "error");
    check("comment", "init { skip } /* and then", &[], 2, "comment");
    check("string", "init { printf(\"x) }", &[], 2, "error");
    check("one-line", format!("init {{ {} }}", "x ".repeat(200_000)), &[], 2, "error");
    check("embedded-c", "init { c_code { x++ } }", &[], 2, "embedded C");
}

#[test]
fn deep_and_long_texts() {
    let n = 100_000;
    check("parentheses", format!("init {{ ({}1{}) }}", "(".repeat(n), ")".repeat(n)), &[], 2, "nest");
    check("open-parentheses", format!("init {{ {}", "(".repeat(n)), &[], 2, "nest");
    check("blocks", format!("init {{ {}skip{} }}", "{".repeat(n), "}".repeat(n)), &[], 2, "nest");
    check("chain", format!("int x;\ninit {{ x = {} }}", vec!["1"; n].join("+")), &[], 2, "too deep");
    check("long-chain", format!("int x;\ninit {{ x = {} }}", vec!["1"; 3_000].join("+")), &[], 0, "PASS");
    check("statements", format!("byte x;\ninit {{ {} }}", "x = 1; ".repeat(30_000)), &[], 0, "PASS");
}

#[test]
fn recursion_in_the_text() {
    check("inline", "inline f() { g() }\ninline g() { f() }\ninit { f() }", &[], 2, "f");
    check("macro", "#define A B\n#define B A\nbyte A;\ninit { A = 1 }", &[], 0, "PASS");
    let doubling: String = (1..40).map(|i| format!("#define m{i} m{} m{}\n", i - 1, i - 1)).collect();
    check("doubling", format!("#define m0 skip;\n{doubling}init {{ m39 }}"), &[], 2, "error");
    let inlines: String = (1..40).map(|i| format!("inline i{i}() {{ i{}(); i{}() }}\n", i - 1, i - 1)).collect();
    check("doubling-inline", format!("inline i0() {{ skip }}\n{inlines}init {{ i39() }}"), &[], 2, "tokens");

    let folder = Folder::new("include");
    let own = folder.file("own.pml", "#include \"own.pml\"\ninit { skip }\n").display().to_string();
    expect(&["check", &own], 2, "include");
    folder.file("one.h", "#include \"two.h\"\n#include \"two.h\"\n");
    folder.file("two.h", "#include \"one.h\"\n#include \"one.h\"\n");
    let two = folder.file("pair.pml", "#include \"one.h\"\ninit { skip }\n").display().to_string();
    expect(&["check", &two], 2, "include");
    let gone = folder.file("gone.pml", "#include \"gone.h\"\ninit { skip }\n").display().to_string();
    expect(&["check", &gone], 2, "gone.h");
}

#[test]
fn many_processes() {
    check("active-300", "active [300] proctype p() { skip }", &[], 2, "255");
    let model = "init { byte n; do :: n < 250 -> run p(); n++ :: else -> break od; run p(); run p(); run p();\n\
                 run p(); run p(); run p(); run p(); run p() }\nproctype p() { false }\n";
    check("run-300", model, &[], 1, "255");
    check("run-for-ever", "active proctype p() { run p(); false }", &[], 1, "too many processes");
    // With an `end` label the 255 processes may stay as they are.
    check("active-255", "active [255] proctype p() { end: false }", &[], 0, "PASS");
}

#[test]
fn large_vectors() {
    // A state of a megabyte, a hundred of them; and a limit that holds although few steps use it up.
    let model =
        "int a[250000];\nactive proctype p() { byte i; do :: i < 50 -> a[i * 1000] = i; i++ :: else -> break od }";
    check("megabyte", model, &[], 0, "PASS");
    let ran = check("megabyte-limit", model, &["--memory", "20M", "--format", "json"], 3, "memory");
    let result: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one JSON object");
    let used = result["memory_bytes"].as_u64().expect("a number");
    assert!(used < 60 << 20, "a limit of 20 MB, and {used} bytes are used");
    check("too-large", "int a[1000000000];\ninit { a[0] = 1 }", &[], 2, "256 MB");
    check("negative", "int a[0 - 1];\ninit { a[0] = 1 }", &[], 2, "error");
    check("long-channel", "chan q = [256] of { byte };\ninit { q!1 }", &[], 2, "255");
    let wide = "typedef T { int a[60000] };\nchan q = [255] of { T };\nT t;\ninit { q!t }";
    let ran = ax(&["check", &Folder::new("wide").file("m.pml", wide).display().to_string()]);
    assert!(ran.status >= 0, "a wide channel kills it");
}

#[test]
fn limits() {
    check("memory", BIG, &["--memory", "1M"], 3, "INCOMPLETE");
    check("memory-bfs", BIG, &["--memory", "1M", "--search", "bfs"], 3, "memory");
    check("depth", BIG, &["--depth", "10"], 3, "depth limit");
    check("time", BIG, &["--time", "100ms"], 3, "time limit");
    check("time-bfs", BIG, &["--time", "100ms", "--search", "bfs"], 3, "time limit");
    let ran = check("json", BIG, &["--depth", "10", "--format", "json"], 3, "\"verdict\":\"incomplete\"");
    let result: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one JSON object");
    assert_eq!(result["incomplete"], "depth");
    // An error that was found counts, limit or not.
    check("found", "byte x;\ninit { x = 1; assert(x == 2) }", &["--depth", "5", "--all-errors"], 1, "FAIL");
}

#[test]
fn endless_d_step() {
    check("d-step", "byte x;\ninit { d_step { do :: x++ od } }", &[], 1, "d_step");
    // Each turn of the loop has an error: they must not pile up.
    let faulty = "byte a[4], i, n;\ninit { d_step { do :: n < 4 -> a[i + 4] = 1; i++ :: else -> break od } }";
    check("faulty-d-step", faulty, &["--all-errors"], 1, "outside of an array of 4");
    check("atomic", "byte x;\ninit { atomic { do :: x = 1 - x od } }", &[], 0, "PASS");
}

#[test]
fn runtime_errors() {
    let run = |name: &str, model: &str, text: &str| {
        check(name, model, &[], 1, text);
        check(&format!("{name}-bfs"), model, &["--search", "bfs", "--all-errors"], 1, text);
    };
    run("division", "int x, y;\ninit { y = 1 / x }", "division by zero");
    run("remainder", "int x, y;\ninit { y = 1 % x }", "zero");
    run("index", "byte a[3], i;\ninit { i = 3; a[i] = 1 }", "index 3 is outside of an array of 3");
    run("negative-index", "byte a[3]; int i;\ninit { i = i - 1; a[i] = 1 }", "index -1");
    run("no-channel", "chan q;\ninit { q!1 }", "not initialised");
    run("no-channel-len", "chan q;\ninit { len(q) == 1 }", "not initialised");
    // The smallest number divided by -1 is too large for an int.
    let smallest = "int x, y;\ninit { x = 1 << 31; y = x / (0 - 1); y = x % (0 - 1); y = x << 99; y = x >> (0 - 5) }";
    check("overflow", smallest, &[], 0, "PASS");
}

#[test]
fn trails_that_do_not_fit() {
    let folder = Folder::new("trails");
    let model = folder.file("model.pml", "byte x;\ninit { x = 1; x = 2 }").display().to_string();
    for (name, content, text) in [
        ("empty.trail", "", ""),
        ("words.trail", "these are words\n", "line 1"),
        ("numbers.trail", "1:9:9\n2:0:77\n", ""),
        ("huge.trail", "99999999999999999999:1:1\n", "line 1"),
        ("bad.json", "{ \"errors\": 3 }", "ax check --format json"),
        ("none.json", "{ \"errors\": [] }", "no trail"),
    ] {
        let trail = folder.file(name, content).display().to_string();
        let ran = ax(&["simulate", "--trail", &trail, &model]);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(ran.status >= 0 && !said.contains("panicked"), "{name}: {said}");
        assert!(said.contains(text), "{name} does not say {text:?}: {said}");
    }
    let nowhere = folder.0.join("no/such/folder/x.trail").display().to_string();
    let failing = folder.file("failing.pml", "init { assert(false) }").display().to_string();
    expect(&["check", "--trail", &nowhere, &failing], 2, "cannot write");
}

/// The step that failed is still in memory: other processes must not be tried from there.
#[test]
fn the_first_error_ends_the_search() {
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/mutex/flawed.pml");
    for order in ["dfs", "bfs"] {
        let ran = expect(&["check", model, "--search", order, "--format", "json"], 1, "assertion");
        let result: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one JSON object");
        assert_eq!(result["errors_total"], 1, "{order}");
    }
}

#[test]
fn what_cannot_be_meant_is_told() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad-meant");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    for name in ["a.c", "a.cpp"] {
        std::fs::write(folder.join(name), "int main(void)\n{\n    return 0;\n}\n").expect("a source");
    }
    for (command, expected) in [
        (vec!["verify", "a.cpp"], "a.cpp: C++ is not supported"),
        (vec!["-a", "main", "a.cpp"], "a.cpp: C++ is not supported"),
        (vec!["verfy", "a.c"], "did you mean `verify`?"),
        (vec!["tabel"], "did you mean `table`?"),
        (vec!["-a", "main", "nothing.c"], "cannot read `nothing.c`"),
    ] {
        let ran = common::ax_in(&folder, &command);
        assert_eq!(ran.status, 2, "{command:?}");
        assert!(ran.stderr.contains(expected), "{command:?}: {}", ran.stderr);
    }
}
