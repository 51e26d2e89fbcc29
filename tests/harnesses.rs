//! Harness files: the samples have the verdicts they expect, and every mistake has its own words.

mod common;

use common::{Ax, Run, ax_in};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn ax(folder: &Path, cache: &Path, arguments: &[&str]) -> Run {
    Ax { folder, cache, ..Ax::default() }.run(arguments)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A new folder for what a test writes.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn json(ran: &Run) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", ran.stdout, ran.stderr))
}

/// The answers of a run, one for each harness.
fn answers(value: &Value) -> Vec<&Value> {
    match value["harnesses"].as_array() {
        Some(list) => list.iter().collect(),
        None => vec![value],
    }
}

#[test]
fn every_sample_has_the_verdicts_it_expects() {
    let ran = ax_in(root(), &["verify", "samples", "--format", "json"]);
    let value = json(&ran);
    let answers = answers(&value);
    assert!(answers.len() >= 3, "{} harnesses", answers.len());
    let mut wrong = Vec::new();
    for answer in answers {
        for property in answer["properties"].as_array().expect("properties") {
            let (name, found) = (&property["name"], property["verdict"].as_str());
            let expected = property["expect"].as_str();
            if expected.is_none() || expected != found {
                wrong.push(format!("{} {name}: {expected:?} expected, {found:?} found", answer["harness"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A harness whose properties go different roads: each its own, and all of them in the order of the harness.
#[test]
fn each_property_goes_its_road() {
    let folder = scratch("harness-roads");
    // A pointer to a pointer: what a model has no words for.
    let source = "#include <assert.h>
#include <pthread.h>
static int count, rounds;
static int *to = &count, **way = &to;
static void *worker(void *arg) { **way = 1; return arg; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    pthread_join(a, 0);
    rounds++;
    assert(count == END);
    return 0;
}
";
    std::fs::write(folder.join("a.c"), source).expect("a source");
    let properties = "[[property]]\nltl = \"[] (rounds <= 1)\"\n[[property]]\nname = \"one\"\nexpect = \"pass\"\n\
                      [[property]]\nkind = \"termination\"\n[[property]]\nkind = \"deadlock\"\n";
    let run = |end: &str| {
        let text = format!("[preprocessor]\ndefine = [\"END={end}\"]\n{properties}");
        std::fs::write(folder.join("a.ax.toml"), text).expect("a harness");
        json(&ax(&folder, &folder.join("cache"), &["verify", "a.ax.toml", "--format", "json"]))
    };
    let told = |value: &Value| -> Vec<String> {
        let list = value["properties"].as_array().expect("properties").iter();
        list.map(|p| format!("{} {}", p["name"], p["verdict"]).replace('"', "")).collect()
    };
    let good = run("1");
    let found = told(&good);
    assert_eq!((found[1].as_str(), found[3].as_str()), ("one pass", "deadlock pass"), "{found:?}");
    assert!(found[0].starts_with("[] (rounds <= 1) ") && found[2].starts_with("termination "), "{found:?}");
    let checked = |at: usize| good["properties"][at]["checked"].to_string();
    assert!(checked(1).contains("\"null\"") && checked(3) == "[\"deadlock\"]", "{} {}", checked(1), checked(3));
    // An assertion that fails ends the program: no deadlock, and no doubt about that.
    let found = told(&run("2"));
    assert_eq!((found[1].as_str(), found[3].as_str()), ("one fail", "deadlock pass"), "{found:?}");
    // What only the machine can do is refused where some property needs a model.
    let ran = ax(&folder, &folder.join("cache"), &["verify", "a.ax.toml", "--spurious"]);
    assert_eq!(ran.status, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("`--spurious` is for closed programs"), "{}", ran.stderr);
}

/// Of kind `deadlock`: what is undefined before it stands in the way, what ends the program does not.
#[test]
fn a_deadlock_is_looked_for_alone() {
    let folder = scratch("harness-deadlock");
    let lines = [
        ("ends", "assert(x);", "pass"),
        ("aborts", "if (!x) abort();", "pass"),
        ("null", "int *p = 0; x = *p;", "incomplete"),
        ("unset", "int y; if (y) x = 1;", "incomplete"),
        ("waits", "pthread_mutex_lock(&m); pthread_mutex_lock(&m);", "fail"),
        ("waits_first", "pthread_mutex_lock(&m); pthread_mutex_lock(&m); assert(0);", "fail"),
        ("verifier", "__VERIFIER_assert(x);", "incomplete"),
    ];
    for (name, line, expected) in lines {
        let source = format!(
            "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\nvoid __VERIFIER_assert(int);\n\
             static int x;\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
             int main(void)\n{{\n    {line}\n    return 0;\n}}\n"
        );
        std::fs::write(folder.join(format!("{name}.c")), source).expect("a source");
        let harness = format!("[[property]]\nkind = \"deadlock\"\nexpect = \"{expected}\"\n");
        std::fs::write(folder.join(format!("{name}.ax.toml")), harness).expect("a harness");
    }
    let ran = ax(&folder, &folder.join("cache"), &["verify", ".", "--format", "json"]);
    for answer in answers(&json(&ran)) {
        let property = &answer["properties"][0];
        assert_eq!(property["verdict"], property["expect"], "{}: {property}", answer["harness"]);
    }
    // Assertions only: a deadlock is not one.
    std::fs::write(folder.join("waits.ax.toml"), "[[property]]\nkind = \"assertions\"\n").expect("a harness");
    let value = json(&ax(&folder, &folder.join("cache"), &["verify", "waits.ax.toml", "--format", "json"]));
    assert_eq!(value["verdict"], "pass", "{value}");
}

/// Every property of every sample: the verdict, the reason for doubt and the run are those of the whole model.
#[test]
fn slicing_changes_no_answer() {
    let ran = |more: &[&str]| {
        // A bound on the depth asks for models, which are sliced.
        let bounded = ["verify", "samples", "--depth", "1000000", "--format", "json"];
        let ran = ax_in(root(), &[&bounded, more].concat());
        assert_eq!(ran.stderr, "", "a slice that has an error of its own is told");
        json(&ran)
    };
    let (sliced, whole) = (ran(&[]), ran(&["--no-slice"]));
    let (mut smaller, mut compared) = (0, 0);
    for (slice, whole) in answers(&sliced).into_iter().zip(answers(&whole)) {
        let harness = &slice["harness"];
        assert_eq!(harness, &whole["harness"]);
        let list = |answer: &Value| answer["properties"].as_array().expect("properties").clone();
        for (slice, whole) in list(slice).iter().zip(&list(whole)) {
            let name = &slice["name"];
            for key in ["name", "verdict", "incomplete", "errors", "generalisations", "obstacles", "rests_on"] {
                assert_eq!(slice[key], whole[key], "{harness} {name}: {key}");
            }
            assert_eq!(whole["sliced"].as_array().map(Vec::len), Some(0), "{harness} {name}");
            if slice["verdict"] == "fail" {
                assert_eq!(slice["errors"][0]["real"], true, "{harness} {name}");
            }
            let states = |p: &Value| p["stored"].as_u64().expect("states");
            assert!(states(slice) <= states(whole), "{harness} {name}");
            smaller += u32::from(states(slice) < states(whole));
            compared += 1;
        }
        // What is not in a slice cannot be seen to be out of reach; nothing else may be said to be.
        let places = |answer: &Value| answer["unreached"].as_array().expect("statements").clone();
        let all = places(whole);
        assert!(places(slice).iter().all(|place| all.contains(place)), "{harness}");
    }
    assert!(compared >= 40 && smaller >= 10, "{smaller} of {compared}");
}

const COUNTS: &str = "#include <assert.h>
#include <pthread.h>
static int cnt, level;
static struct { int calls, spare; } statistics;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg)
{
    cnt++;
    statistics.calls++;
    pthread_mutex_lock(&m);
    level++;
    assert(level == 1);
    level--;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
";

#[test]
fn what_no_property_depends_on_goes() {
    // A bound on the depth asks for the model, which is sliced; the exact search is not.
    let folder = scratch("harness-slice");
    std::fs::write(folder.join("a.c"), COUNTS).expect("a source");
    let states = |arguments: &[&str]| {
        let ran = ax(
            &folder,
            &folder.join("cache"),
            &[&["verify", "a.c", "--depth", "100000", "--format", "json"], arguments].concat(),
        );
        let property = json(&ran)["properties"][0].clone();
        assert_eq!(property["cached"], false, "the switch is part of what a result depends on");
        (property["stored"].as_u64().expect("states"), property["sliced"].clone())
    };
    let (whole, nothing) = states(&["--no-slice"]);
    let (slice, gone) = states(&[]);
    assert!(slice * 2 < whole, "{slice} of {whole}");
    assert_eq!(nothing, serde_json::json!([]));
    let lines: Vec<&str> = gone.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    for name in ["cnt", "statistics"] {
        let line = format!("{name}: no property depends on it");
        assert!(lines.contains(&line.as_str()), "{line} of {lines:?}");
    }
    assert!(!lines.iter().any(|line| ["level", "ax_", "arg"].iter().any(|name| line.starts_with(name))), "{lines:?}");
    let told = ax_in(&folder, &["verify", "a.c", "--depth", "100000"]).stdout;
    let end = "Sliced away, without influence on this:\n  cnt: no property depends on it\n";
    assert!(told.contains(end), "{told}");
    // With two properties it is told which of them does not depend on it.
    let formula = "[] (cnt <= 2)";
    let harness =
        format!("sources = [\"a.c\"]\n[limits]\ndepth = 100000\n[[property]]\n[[property]]\nltl = \"{formula}\"\n");
    std::fs::write(folder.join("f.ax.toml"), harness).expect("a harness");
    let told = ax_in(&folder, &["verify", "f.ax.toml"]).stdout;
    assert!(told.contains("  for `safety`: cnt\n"), "{told}");
    assert!(told.contains(&format!("  for `{formula}`: level\n")), "{told}");
    assert!(told.contains("  statistics: no property depends on it\n"), "{told}");
}

/// The whole model is too deep for the limit, its slice is not: then the run of the slice is told, and says nothing of
/// what is not in it.
#[test]
fn a_run_of_a_slice_says_so() {
    let folder = scratch("harness-slice-run");
    let source = |value: &str| {
        format!(
            "#include <assert.h>\nextern int g(void);\nint x, y;\nvoid f(void) {{ {value}; y = 1; \
             y = 2; y = 3; y = 4; y = 5; assert(x == 0); }}\n"
        )
    };
    let harness = "sources = [\"a.c\"]\n[[process]]\nfunction = \"f\"\n";
    std::fs::write(folder.join("ax.toml"), harness).expect("a harness");
    std::fs::write(folder.join("a.c"), source("x = 1")).expect("a source");
    let ran = ax_in(&folder, &["verify", ".", "--depth", "4", "--format", "json"]);
    let property = &json(&ran)["properties"][0];
    assert_eq!(property["verdict"], "fail", "{}", ran.stdout);
    let error = &property["errors"][0];
    assert_eq!((&error["real"], &error["sliced"]), (&Value::from(true), &Value::from(true)), "{}", ran.stdout);
    let changes: Vec<&Value> =
        error["trail"].as_array().expect("a run").iter().flat_map(|s| s["changes"].as_array()).flatten().collect();
    assert_eq!(changes, ["x = 1 (was 0)"], "{}", ran.stdout);
    let told = ax_in(&folder, &["verify", ".", "--depth", "4"]).stdout;
    assert!(told.contains("The run is told without what the property does not depend on."), "{told}");
    // A step that may be more than C allows leaves the run in doubt, in the slice or out of it.
    for value in ["x = g()", "if (g()) y = 7; x = 1"] {
        std::fs::write(folder.join("a.c"), source(value)).expect("a source");
        let verdict = |depth: &[&str]| {
            let ran = ax_in(&folder, &[&["verify", ".", "--format", "json"], depth].concat());
            let property = json(&ran)["properties"][0].clone();
            (property["verdict"].clone(), property["incomplete"].clone(), property["errors"][0]["real"].clone())
        };
        let doubt = (Value::from("incomplete"), Value::from("spurious"), Value::from(false));
        assert_eq!(verdict(&[]), doubt, "{value}");
        assert_eq!(verdict(&["--no-slice"]), doubt, "{value}");
        assert_eq!(verdict(&["--depth", "4"]), doubt, "{value}");
    }
    let told = ax_in(&folder, &["verify", ".", "--depth", "4"]).stdout;
    assert!(told.contains("spurious: steps that are left out of the run may be more than C allows.\n"), "{told}");
}

#[test]
fn surprises_are_told() {
    let folder = scratch("harness-expect");
    std::fs::write(folder.join("a.c"), "int x; int main(void) { x = 1; }\n").expect("a source");
    let property =
        |expect: &str| format!("sources = [\"a.c\"]\n[[property]]\nltl = \"[] (x == 0)\"\nexpect = \"{expect}\"\n");
    std::fs::write(folder.join("f.ax.toml"), property("fail")).expect("a harness");
    std::fs::write(folder.join("g.ax.toml"), property("fail")).expect("a harness");
    let ran = ax_in(&folder, &["verify"]);
    assert_eq!(ran.status, 1, "an error is one, also if it is expected");
    assert!(ran.stdout.contains("FAIL  g: "), "several answers have names: {}", ran.stdout);
    assert!(ran.stdout.ends_with("2 answers: 2 fail; all as expected\n"), "{}", ran.stdout);
    std::fs::write(folder.join("g.ax.toml"), property("pass")).expect("a harness");
    let ran = ax_in(&folder, &["verify"]);
    assert!(ran.stdout.contains("Not as expected: the harness says `expect = \"pass\"`."), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("2 answers: 2 fail; 1 not as expected\n"), "{}", ran.stdout);
}

/// Whoever reads the reference sees what is searched.
#[test]
fn the_reference_shows_the_library() {
    let document = std::fs::read_to_string(root().join("docs/harnesses.md")).expect("the reference");
    let folder = std::fs::read_dir(root().join("harnesses/environments")).expect("the library");
    for entry in folder {
        let path = entry.expect("an environment").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        assert!(document.contains(text.trim_end()), "docs/harnesses.md does not show {}", path.display());
    }
}

/// Section 6.5 of the notes: 14 states stored, 2 matched, 16 transitions, depth 13, no unreached code.
#[test]
fn the_alternating_bit_protocol_has_the_counts_of_the_notes() {
    let ran = ax_in(root(), &["verify", "samples/abp/notes.ax.toml", "--no-slice", "--format", "json"]);
    let value = json(&ran);
    let property = &value["properties"][0];
    let counts: Vec<u64> =
        ["stored", "matched", "transitions", "depth"].iter().filter_map(|name| property[*name].as_u64()).collect();
    assert_eq!(counts, [14, 2, 16, 13]);
    assert_eq!(value["unreached"].as_array().map(Vec::len), Some(0));
}

const SOURCE: &str = "int x; enum mode { OFF, ON };
extern int get(void);
void put(int v) { x = v; }
int proc(int n) {
    int i = 0;
again:
    while (get()) {
        i = 1 - i;
        put(i);
    }
    return n;
}
";

#[test]
fn mistakes_have_their_own_words() {
    let folder = scratch("harness-mistakes");
    std::fs::write(folder.join("a.c"), SOURCE).expect("a source");
    std::fs::write(folder.join("bad.lut"), "F: get( keep\n:::\n").expect("a table");
    let process = "[[process]]\nfunction = \"proc\"\n";
    let with = |text: &str| format!("{process}{text}");
    let cases: &[(String, &[&str])] = &[
        ("procces = 1".into(), &["ax.toml:1:1", "no key `procces`", "did you mean `process`"]),
        ("[[process]]\nfunktion = \"proc\"".into(), &["no key `funktion`", "`function`"]),
        ("[[process]]\nfunction = \"prok\"".into(), &["ax.toml:2:12", "no function `prok`", "`proc`"]),
        ("[[process]]\nfunction = \"get\"".into(), &["ax.toml:2:12", "no function `get`"]),
        ("sources = [\"none.c\"]".into(), &["none.c"]),
        (with("table = \"none.lut\""), &["ax.toml:3:9", "cannot read the table", "none.lut"]),
        (with("table = \"bad.lut\""), &["bad.lut:2:"]),
        (with("arguments = [1, 2]"), &["`proc` has 1 parameters, and 2 arguments"]),
        (with("instances = 3\narguments = [[1], [2]]"), &["2 lists of arguments for 3 instances"]),
        (with("[[property]]\nltl = \"[] (y > 0)\""), &["ax.toml:4:12", "no variable `y`", "it has `x`"]),
        (with("[[property]]\nltl = \"[] (proc:j > 0)\""), &["has no variable `j`"]),
        (with("[[property]]\nltl = \"[] (prok:i > 0)\""), &["no process runs the function `prok`"]),
        (with("[[property]]\nltl = \"[] proc@agian\""), &["has no label `agian`", "`again`"]),
        (with("[[property]]\nltl = \"[] reached(a.c:99)\""), &["no statement of the model stands at `a.c:99`"]),
        (with("[[property]]\nltl = \"[] called(putt)\""), &["no function `putt`", "`put`"]),
        (with("[[property]]\nltl = \"[] (x ==)\""), &["ax.toml:4:", "not a formula"]),
        (with("[[property]]\nkind = \"ltl\""), &["ax.toml:4:8", "needs the key `ltl`"]),
        (with("[[property]]\nkind = \"progress\""), &["needs the key `at`"]),
        (with("[[property]]\nkind = \"lifeness\""), &["`lifeness`"]),
        (with("[[environment]]\nuse = \"lossi\""), &["ax.toml:4:7", "no environment `lossi`", "`lossy`"]),
        (with("[[environment]]\nuse = \"lossy\""), &["needs to know its parameter `from`"]),
        (
            with(
                "[channels]\nq = { size = 1, of = [\"bit\"] }\n[[environment]]\nuse = \"lossy\"\n\
                    with = { from = \"q\", to = \"p\" }",
            ),
            &["no channel `p`"],
        ),
        (
            with(
                "[channels]\nq = { size = 1, of = [\"bit\"] }\n[[environment]]\nuse = \"lossy\"\n\
                    with = { from = \"q\", two = \"q\" }",
            ),
            &["no parameter `two`", "`to`"],
        ),
        (format!("declarations = \"int 3;\"\n{process}"), &["int 3;", "cannot be checked"]),
        (format!("[limits]\ntime = \"soon\"\n{process}"), &["`time` under `[limits]`"]),
        ("[channels]\nq = { of = [\"bit\"] }".into(), &["ax.toml:2:5", "`[channels]` needs a `[[process]]`"]),
        ("declarations = \"int y;\"".into(), &["ax.toml:1:16", "`declarations` needs a `[[process]]`"]),
        ("[[environment]]\nuse = \"user\"".into(), &["ax.toml:2:7", "`[[environment]]` needs a `[[process]]`"]),
        ("name = 3 4".into(), &["ax.toml:1:"]),
    ];
    for (text, expected) in cases {
        std::fs::write(folder.join("ax.toml"), text).expect("a harness");
        let ran = ax_in(&folder, &["verify", "ax.toml"]);
        assert_eq!(ran.status, 2, "{text}\n{}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.stdout, "", "a verdict over an error: {text}");
        for part in *expected {
            assert!(ran.stderr.contains(part), "{text}\n`{part}` is not in\n{}", ran.stderr);
        }
    }
}

#[test]
fn formulas_speak_of_c() {
    let folder = scratch("harness-formulas");
    std::fs::write(folder.join("a.c"), SOURCE).expect("a source");
    let cases = [
        ("[] (x == 0 || x == 1)", "pass"),
        ("[] (x == OFF || x == ON)", "pass"),
        ("[] (x == 0)", "fail"),
        ("[] !called(put)", "fail"),
        ("[] (called(put) -> proc:i == x || x != proc:i)", "pass"),
        ("[] !reached(a.c:8)", "fail"),
        ("[] (reached(9) -> proc:i >= 0)", "pass"),
        ("<> proc@again", "pass"),
    ];
    for (formula, expected) in cases {
        let text = format!("[[process]]\nfunction = \"proc\"\n[[property]]\nltl = \"{formula}\"\n");
        std::fs::write(folder.join("ax.toml"), text).expect("a harness");
        let ran = ax_in(&folder, &["verify", "ax.toml", "--format", "json"]);
        let value = json(&ran);
        let found = value["properties"][0]["verdict"].as_str().expect("a verdict");
        // `get` is unknown: an error on a run through it may be spurious.
        let found = if found == "incomplete" { "fail" } else { found };
        assert_eq!(found, expected, "{formula}: {}", ran.stdout);
    }
}

#[test]
fn what_did_not_change_is_not_done_again() {
    let folder = scratch("harness-cache");
    let cache = folder.join("cache");
    let two = "int x, y; void f(void) { x = 1; } void g(void) { y = 1; }\n";
    std::fs::write(folder.join("a.c"), two).expect("a source");
    std::fs::write(folder.join("f.ax.toml"), "sources = [\"a.c\"]\n[[process]]\nfunction = \"f\"\n")
        .expect("a harness");
    std::fs::write(folder.join("g.ax.toml"), "sources = [\"a.c\"]\n[[process]]\nfunction = \"g\"\n")
        .expect("a harness");
    let cached = || {
        let ran = ax(&folder, &cache, &["verify", ".", "--format", "json"]);
        assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
        let value = json(&ran);
        let list: Vec<bool> =
            answers(&value).iter().map(|a| a["properties"][0]["cached"].as_bool().expect("cached")).collect();
        list
    };
    assert_eq!(cached(), [false, false]);
    assert_eq!(cached(), [true, true]);
    // A comment changes neither model; another statement in `g` changes the model of `g` alone.
    std::fs::write(folder.join("a.c"), format!("/* new */\n{two}")).expect("a source");
    assert_eq!(cached(), [true, true]);
    std::fs::write(folder.join("a.c"), two.replace("y = 1", "y = 2")).expect("a source");
    assert_eq!(cached(), [true, false]);
    assert_eq!(cached(), [true, true]);
    // A cache that is broken is no cache.
    for entry in std::fs::read_dir(&cache).expect("a cache") {
        std::fs::write(entry.expect("an entry").path(), "{ broken").expect("an entry");
    }
    assert_eq!(cached(), [false, false]);
}

/// An answer from the cache was given though another source had come to the folder.
#[test]
fn a_new_source_is_seen() {
    let folder = scratch("harness-new-source");
    let cache = folder.join("cache");
    std::fs::write(folder.join("a.c"), "extern void g(void);\nvoid f(void) { g(); }\n").expect("a source");
    std::fs::write(folder.join("ax.toml"), "[[process]]\nfunction = \"f\"\n").expect("a harness");
    let verdict = || json(&ax(&folder, &cache, &["verify", ".", "--format", "json"]))["verdict"].clone();
    assert_eq!(verdict(), "pass");
    assert_eq!(verdict(), "pass");
    std::fs::write(folder.join("b.c"), "#include <assert.h>\nvoid g(void) { assert(0); }\n").expect("a source");
    assert_eq!(verdict(), "fail");
    std::fs::remove_file(folder.join("b.c")).expect("a source that goes");
    assert_eq!(verdict(), "pass");
}

/// Flags of the compiler are part of what an answer depends on.
#[test]
fn other_flags_are_seen() {
    let folder = scratch("harness-new-flags");
    let cache = folder.join("cache");
    let source = "#include <assert.h>\nint main(void) { assert(LEVEL < 2); return 0; }\n";
    std::fs::write(folder.join("a.c"), source).expect("a source");
    let flags = |level: u32| {
        let entry = format!(
            "[{{\"directory\": {:?}, \"file\": \"a.c\", \"command\": \"cc -DLEVEL={level} -c a.c\"}}]",
            folder.display().to_string()
        );
        std::fs::write(folder.join("compile_commands.json"), entry).expect("flags");
    };
    let arguments = ["verify", "a.c", "--compile-commands", ".", "--format", "json"];
    let verdict = || json(&ax(&folder, &cache, &arguments))["verdict"].clone();
    flags(1);
    assert_eq!(verdict(), "pass");
    flags(2);
    assert_eq!(verdict(), "fail");
}

const LIFT: &str = "#include <assert.h>
#include <stdbool.h>
enum event { UP, DOWN };
extern enum event next_event(void);
extern bool ready(void);
extern int more(void);
static int level;
void lift(void)
{
    while (more()) {
        enum event e = next_event();
        if (e == UP)
            level++;
        else if (level > 0)
            level--;
        if (e == UP && e == DOWN)
            assert(0);
        assert(level < 4);
    }
}
";

#[test]
fn the_most_general_world_gives_every_result() {
    let folder = scratch("harness-general");
    std::fs::write(folder.join("lift.c"), LIFT).expect("a source");
    let ran = ax_in(&folder, &["verify", "lift.c"]);
    assert_eq!(ran.status, 2, "{}", ran.stdout);
    let ran = ax_in(&folder, &["verify", "lift.c", "--environment", "most-general", "--format", "json"]);
    let value = json(&ran);
    assert_eq!(value["verdict"], "fail", "{}", ran.stdout);
    // The event is one value, not two: the first assertion does not fail, and nothing is in doubt.
    assert_eq!(value["properties"][0]["errors"][0]["real"], true);
    assert_eq!(value["properties"][0]["errors"][0]["at"]["line"], 18);
    assert_eq!(value["most_general"], true);
    // It is real under an assumption, which is told.
    let ran = ax_in(&folder, &["verify", "lift.c", "--environment", "most-general"]);
    let told = "one of the C program, where functions outside of the sources may return anything.";
    assert!(ran.stdout.contains(told), "{}", ran.stdout);
    std::fs::write(folder.join("lift.c"), LIFT.replace("level < 4", "level >= 0")).expect("a source");
    std::fs::write(
        folder.join("lift.c"),
        LIFT.replace("level < 4", "level >= 0").replace("if (e == UP)", "if (e == UP && level < 9)"),
    )
    .expect("a source");
    let ran = ax_in(&folder, &["verify", "lift.c", "--environment", "most-general", "--format", "json"]);
    assert_eq!(json(&ran)["verdict"], "pass", "{}", ran.stdout);
}

#[test]
fn a_first_harness_is_written_and_works() {
    let folder = scratch("harness-init");
    std::fs::write(folder.join("a.c"), SOURCE).expect("a source");
    let ran = ax_in(&folder, &["init"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    insta::assert_snapshot!(std::fs::read_to_string(folder.join("ax.toml")).expect("a harness"));
    let ran = ax_in(&folder, &["verify", "--format", "json"]);
    assert_eq!(json(&ran)["verdict"], "pass", "{}", ran.stdout);
    // What is there stays.
    std::fs::write(folder.join("ax.toml"), "# mine\n").expect("a harness");
    let ran = ax_in(&folder, &["init"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("is there already"), "{}", ran.stderr);
    assert_eq!(std::fs::read_to_string(folder.join("ax.toml")).expect("a harness"), "# mine\n");
}

#[test]
fn changes_since_a_commit_are_told() {
    let folder = scratch("harness-since");
    let git = |arguments: &[&str]| {
        let done = Command::new("git")
            .args(["-c", "user.name=ax", "-c", "user.email=ax@example.org", "-c", "init.defaultBranch=main"])
            .args(arguments)
            .current_dir(&folder)
            .output();
        assert!(done.is_ok_and(|o| o.status.success()), "git {arguments:?}");
    };
    std::fs::write(folder.join("a.c"), SOURCE).expect("a source");
    std::fs::write(folder.join("proc.lut"), "C: (!get())  true  /* generalisation */\n").expect("a table");
    let text = "[[process]]\nfunction = \"proc\"\n[[property]]\nname = \"small\"\nltl = \"[] (x <= 1)\"\n";
    std::fs::write(folder.join("ax.toml"), text).expect("a harness");
    git(&["init", "-q"]);
    git(&["add", "-A"]);
    git(&["commit", "-q", "-m", "one"]);
    let ran = ax_in(&folder, &["verify", "--since", "HEAD"]);
    assert!(ran.stdout.contains("no statement, table or verdict changed"), "{}{}", ran.stdout, ran.stderr);
    std::fs::write(folder.join("a.c"), SOURCE.replace("x = v", "x = v + 1")).expect("a source");
    std::fs::write(folder.join("proc.lut"), "C: (!get())  false  /* restriction */\n").expect("a table");
    let ran = ax_in(&folder, &["verify", "--since", "HEAD", "--format", "json"]);
    let since = &json(&ran)["since"];
    let texts: Vec<&str> =
        since["statements"].as_array().expect("statements").iter().filter_map(|s| s["text"].as_str()).collect();
    assert_eq!(texts, ["A: x=(v+1)"], "{since}");
    assert_eq!(since["tables"][0]["effect"], "restrictions: errors may be missed");
    let ran = ax_in(&folder, &["verify", "--since", "no-such-commit"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("there is no such commit"), "{}", ran.stderr);
}

#[test]
fn strict_and_reviewed_refuse_what_nobody_answers_for() {
    let folder = scratch("harness-strict");
    std::fs::write(folder.join("a.c"), "int x; extern void log_it(void); void f(void) { x = 1; x = 2; }\n")
        .expect("a source");
    std::fs::write(folder.join("ax.toml"), "[[process]]\nfunction = \"f\"\n").expect("a harness");
    let status = |table: &str, option: &str| {
        std::fs::write(folder.join("f.lut"), table).expect("a table");
        ax_in(&folder, &["verify", option]).status
    };
    assert_eq!(status("A: x=1  hide\n", "--strict"), 1);
    assert_eq!(status("A: x=1  hide  /* restriction: the first value is of no interest */\n", "--strict"), 0);
    assert_eq!(status("A: x=1  keep  /* NEW */\n", "--reviewed"), 1);
    assert_eq!(status("A: x=1  keep\n", "--reviewed"), 0);
}

/// What each environment of the library does to two messages, 1 and 0: nothing greater than 1 comes out; a 1 comes out.
#[test]
fn the_library_does_what_it_says() {
    let folder = scratch("harness-library");
    let source = "extern void put(int); extern int get(void); int got;
void snd(void) { put(1); put(0); }
void rcv(void) { int v; while ((v = get()) >= 0) got = v; }
";
    std::fs::write(folder.join("a.c"), source).expect("a source");
    std::fs::write(folder.join("snd.lut"), "F: put($x)  out!$x  /* exact */\n").expect("a table");
    std::fs::write(folder.join("rcv.lut"), "A: v=get()  back?v  /* exact */\n").expect("a table");
    let cases = [
        ("reliable", "from = 'out', to = 'back'", ["pass", "pass"]),
        ("lossy", "from = 'out', to = 'back'", ["pass", "fail"]),
        ("lossy", "from = 'out', to = 'back', times = 1", ["pass", "fail"]),
        ("duplicating", "from = 'out', to = 'back', times = 2", ["pass", "pass"]),
        ("reordering", "from = 'out', to = 'back'", ["pass", "pass"]),
        ("corrupting", "from = 'out', to = 'back', field = 1, values = [5, 6]", ["fail", "fail"]),
        ("demon", "requests = 'out', replies = 'back', answers = [7, 8]", ["fail", "fail"]),
        ("user", "to = 'back', events = [3, 4], times = 2", ["fail", "fail"]),
        ("timer", "start = 'out', expire = 'back', signal = 9", ["fail", "fail"]),
        ("timer", "start = 'out', stop = 'halt', expire = 'back', signal = 9", ["fail", "fail"]),
    ];
    for (name, with, expected) in cases {
        let channel = |name: &str| format!("{name} = {{ size = 1, of = ['byte'] }}\n");
        let text = format!(
            "[[process]]\nfunction = 'snd'\n[[process]]\nfunction = 'rcv'\n[channels]\n{}{}{}\
             [[environment]]\nuse = '{name}'\nwith = {{ {with} }}\n\
             [[property]]\nltl = '[] (got <= 1)'\n[[property]]\nltl = '<> (got == 1)'\n",
            channel("out"),
            channel("back"),
            channel("halt")
        );
        std::fs::write(folder.join("ax.toml"), text).expect("a harness");
        let ran = ax_in(&folder, &["verify", "ax.toml", "--format", "json"]);
        let value = json(&ran);
        let found: Vec<&str> =
            value["properties"].as_array().expect("properties").iter().filter_map(|p| p["verdict"].as_str()).collect();
        assert_eq!(found, expected, "{name}: {with}");
    }
}

#[test]
fn progress_is_asked_of_infinite_runs() {
    let folder = scratch("harness-progress");
    let source =
        "int x; void work(void) { x = 1 - x; }\nvoid f(void) { for (;;) { if (x == 0) work(); else x = x; } }\n";
    std::fs::write(folder.join("a.c"), source).expect("a source");
    let verdict = |source: &str| {
        std::fs::write(folder.join("a.c"), source).expect("a source");
        let text = "[[process]]\nfunction = 'f'\n[[property]]\nkind = 'progress'\nat = 'called(work)'\n";
        std::fs::write(folder.join("ax.toml"), text).expect("a harness");
        let ran = ax_in(&folder, &["verify", "ax.toml", "--format", "json"]);
        json(&ran)["verdict"].as_str().expect("a verdict").to_string()
    };
    assert_eq!(verdict(source), "fail");
    assert_eq!(verdict(&source.replace("else x = x", "else x = 0")), "pass");
}

/// An answer from the cache was given though a new header stood before the one that was read.
#[test]
fn a_header_that_comes_before_another_asks_again() {
    let folder = scratch("harness-header");
    let _ = std::fs::remove_file(folder.join("v.h"));
    std::fs::create_dir_all(folder.join("inc")).expect("a folder");
    let put = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    put("inc/v.h", "#define V 0\n");
    put("m.c", "#include <assert.h>\n#include \"v.h\"\nint main(void) { assert(V == 0); return 0; }\n");
    let answer = || {
        let value = json(&ax(&folder, &folder.join("cache"), &["verify", "m.c", "-I", "inc", "--format", "json"]));
        (value["verdict"].clone(), value["properties"][0]["cached"].clone())
    };
    assert_eq!(answer(), ("pass".into(), false.into()));
    assert_eq!(answer(), ("pass".into(), true.into()));
    put("v.h", "#define V 1\n");
    assert_eq!(answer(), ("fail".into(), false.into()));
    std::fs::remove_file(folder.join("v.h")).expect("it was there");
    put("inc/v.h", "#define V 2\n");
    assert_eq!(answer(), ("fail".into(), false.into()));
}

/// What a function may do wrong, and its model does not say.
#[test]
fn what_the_model_of_a_function_does_not_say_stands_in_the_way() {
    let asked = |name: &str, source: &str, properties: &str| {
        let folder = scratch(&format!("harness-unsaid-{name}"));
        std::fs::write(folder.join("a.c"), source).expect("a source");
        let harness = format!("sources = [\"a.c\"]\n\n[[process]]\nfunction = \"f\"\n{properties}");
        std::fs::write(folder.join("ax.toml"), harness).expect("a harness");
        ax_in(&folder, &["verify"])
    };
    let pointer = "struct s { int x; };\nint n;\nvoid f(struct s *p)\n{\n    if (p->x)\n        n = 1;\n}\n";
    let ran = asked("pointer", pointer, "");
    assert_eq!(ran.status, 3, "{}", ran.stdout);
    assert!(ran.stdout.contains("`p->x`: whether the pointer leads to a live object"), "{}", ran.stdout);
    // Who asks for something else is told what it rests on.
    let ran = asked("property", pointer, "\n[[property]]\nname = \"n\"\nltl = \"[] (n <= 1)\"\n");
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert!(ran.stdout.contains("`p->x`: whether the pointer leads to a live object"), "{}", ran.stdout);
    // One that is there is followed.
    let there = "struct s { int x; } one;\nint n;\nvoid f(void)\n{\n    struct s *p = &one;\n    if (p->x)\n        \
                 n = 1;\n}\n";
    let ran = asked("object", there, "");
    assert_eq!(ran.status, 0, "{}", ran.stdout);

    let result = |end: &str| {
        let value = format!("int n;\nstatic int value(int x)\n{{\n    if (x)\n        return 1;\n{end}}}\n");
        format!("{value}void f(void)\n{{\n    n = value(n);\n}}\n")
    };
    let ran = asked("no-value", &result(""), "");
    assert_eq!(ran.status, 3, "{}", ran.stdout);
    assert!(ran.stdout.contains("`value` may end without a value"), "{}", ran.stdout);
    let ran = asked("value", &result("    return 0;\n"), "");
    assert_eq!(ran.status, 0, "{}", ran.stdout);

    let quotient =
        |divisor: &str| format!("int d, n = -2147483647 - 1;\nvoid f(void)\n{{\n    {divisor}\n    n = n / d;\n}}\n");
    let ran = asked("quotient", &quotient("d = -1;"), "");
    assert_eq!(ran.status, 3, "{}", ran.stdout);
    assert!(ran.stdout.contains("INT_MIN / -1"), "{}", ran.stdout);
    let ran = asked("positive", &quotient("d = 2;"), "");
    assert_eq!(ran.status, 0, "{}", ran.stdout);
}
