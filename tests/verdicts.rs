//! `ax verify` on small C programs whose true verdict is known (`tests/verdicts/README.md`).
//!
//! No program gets a PASS that is wrong, or a FAIL that is wrong; INCOMPLETE is never wrong. How many of each kind are
//! answered is a snapshot, so that progress and its loss are seen. Each is asked twice: as it is, and by way of a
//! model, where most answers are incomplete, and none may be wrong either. Does not look at how an answer is told.

mod common;

use common::{Run, ax_in, project, scratch};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The kinds of programs: how their names begin.
const KINDS: [&str; 39] = [
    "algorithm",
    "asm",
    "assert",
    "assume",
    "atomic",
    "bitfield",
    "callback",
    "constructor",
    "detach",
    "dialect",
    "division",
    "escape",
    "float",
    "fork",
    "function_table",
    "goto",
    "heap",
    "increment",
    "index",
    "initialiser",
    "join",
    "layout",
    "library",
    "mutex",
    "null",
    "overflow",
    "pointer",
    "posix",
    "race",
    "recursion",
    "return_missing",
    "rwlock",
    "thread",
    "twin",
    "uninit",
    "union",
    "unknown_call",
    "unreached",
    "wide",
];

/// Programs that are answered wrongly today, and why. The list only gets shorter: a program in it that is no longer
/// answered wrongly fails the test, too.
const KNOWN_WRONG: [(&str, &str); 0] = [];

/// The same by way of a model.
const KNOWN_WRONG_OF_MODELS: [(&str, &str); 2] = [
    ("posix_errors", "the tables say that initialising calls never fail, whatever they are given"),
    ("race_trylock_ignored", "races are not looked for in models, and the lock is known to be free"),
];

/// How a program is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Road {
    Exact,
    Model,
}

/// No program here needs a second: where a search takes longer, something is not reduced, and the answer is incomplete.
const LIMIT: &str = "10s";

/// What a program says of itself in its first line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    Safe,
    /// Errors of one of these kinds, and of no other.
    Error(&'static [&'static str]),
    /// FAIL or INCOMPLETE.
    NotSafe,
    /// INCOMPLETE.
    NotReal,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Right,
    Incomplete,
    WrongPass,
    WrongFail,
}

fn truth(expected: &str) -> Option<Truth> {
    Some(match expected {
        "safe" => Truth::Safe,
        "assert" => Truth::Error(&["assertion"]),
        "bounds" => Truth::Error(&["bounds", "memory"]),
        "null" => Truth::Error(&["null", "memory"]),
        "memory" => Truth::Error(&["memory", "bounds", "null"]),
        "deadlock" => Truth::Error(&["deadlock", "end-state"]),
        "race" => Truth::Error(&["race"]),
        "overflow" => Truth::Error(&["overflow"]),
        "not safe" => Truth::NotSafe,
        "not safe, not real" => Truth::NotReal,
        _ => return None,
    })
}

/// What follows `expect:` in the first line.
fn expected(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a program");
    let first = text.lines().next().unwrap_or_default();
    let expected = first.strip_prefix("/* expect: ").and_then(|rest| rest.strip_suffix(" */"));
    expected.unwrap_or_else(|| panic!("{} does not say what to expect", path.display())).to_string()
}

fn programs() -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(project("tests/verdicts")).sort_by_file_name();
    let files = walk.into_iter().map(|entry| entry.expect("the folder can be read").into_path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "c")).collect()
}

fn name(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

fn kind(name: &str) -> &'static str {
    let of = |kind: &&str| name == *kind || name.strip_prefix(kind).is_some_and(|rest| rest.starts_with('_'));
    KINDS.into_iter().find(of).unwrap_or_else(|| panic!("{name} is of no kind"))
}

/// The kinds of all errors that a failed property of an answer names.
fn error_kinds(json: &Value) -> BTreeSet<&str> {
    let properties = json["properties"].as_array().into_iter().flatten();
    let failed = properties.filter(|property| property["verdict"] == "fail");
    let errors = failed.flat_map(|property| property["errors"].as_array().into_iter().flatten());
    errors.filter_map(|error| error["kind"].as_str()).collect()
}

/// Judges an answer. A source that is refused has no verdict: that is incomplete.
fn judge(truth: Truth, ran: &Run, name: &str) -> Answer {
    assert!((0..=3).contains(&ran.status), "{name}: status {}: {}", ran.status, ran.stderr);
    let json: Value = match serde_json::from_str(&ran.stdout) {
        Ok(json) => json,
        Err(_) => return Answer::Incomplete,
    };
    match json["verdict"].as_str().expect("a verdict") {
        "pass" if truth == Truth::Safe => Answer::Right,
        "pass" => Answer::WrongPass,
        "fail" => match truth {
            Truth::NotSafe => Answer::Right,
            Truth::Safe | Truth::NotReal => Answer::WrongFail,
            Truth::Error(kinds) => {
                let found = error_kinds(&json);
                match !found.is_empty() && found.iter().all(|kind| kinds.contains(kind)) {
                    true => Answer::Right,
                    false => Answer::WrongFail,
                }
            }
        },
        _ if matches!(truth, Truth::NotSafe | Truth::NotReal) => Answer::Right,
        _ => Answer::Incomplete,
    }
}

fn answer(path: &Path, road: Road) -> Answer {
    let expected = expected(path);
    let truth = truth(&expected).unwrap_or_else(|| panic!("{}: `{expected}` is no verdict", path.display()));
    let file = path.file_name().expect("a name").to_string_lossy();
    let mut arguments = vec!["verify", &*file, "--format", "json", "--time", LIMIT];
    if expected == "race" || file.starts_with("race_") {
        arguments.extend(["--check", "race"]);
    }
    if file.starts_with("overflow_") {
        arguments.extend(["--check", "overflow"]);
    }
    // Whoever wants the model to be written gets an answer about it.
    let model = scratch(&format!("verdicts-{}.pml", name(path)));
    if road == Road::Model {
        arguments.extend(["--no-cache", "--model", model.to_str().expect("a path in UTF-8")]);
    }
    let answer = judge(truth, &ax_in(&project("tests/verdicts"), &arguments), &file);
    let _ = std::fs::remove_file(model);
    answer
}

/// The answer to each program, by as many threads as there are cores.
fn answers(road: Road) -> BTreeMap<String, Answer> {
    let left = Mutex::new(programs());
    let found = Mutex::new(BTreeMap::new());
    let next = || left.lock().expect("no thread panics here").pop();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(path) = next() {
                    let answer = answer(&path, road);
                    found.lock().expect("no thread panics here").insert(name(&path), answer);
                }
            });
        }
    });
    found.into_inner().expect("no thread panics here")
}

/// Right, incomplete and wrong answers for each kind of programs.
fn table(answers: &BTreeMap<String, Answer>) -> String {
    let mut text = format!("{:<16}{:>9}{:>7}{:>12}{:>7}\n", "kind", "programs", "right", "incomplete", "wrong");
    let mut line = |kind: &str, of: &dyn Fn(&str) -> bool| {
        let count = |which: &[Answer]| answers.iter().filter(|(n, a)| of(n) && which.contains(a)).count();
        let (right, incomplete) = (count(&[Answer::Right]), count(&[Answer::Incomplete]));
        let wrong = count(&[Answer::WrongPass, Answer::WrongFail]);
        let all = right + incomplete + wrong;
        writeln!(text, "{kind:<16}{all:>9}{right:>7}{incomplete:>12}{wrong:>7}").expect("a string takes all");
    };
    for each in KINDS {
        line(each, &|name| kind(name) == each);
    }
    line("all", &|_| true);
    text
}

/// Whether the wrong answers are those that are known.
fn assert_known(answers: &BTreeMap<String, Answer>, known_wrong: &[(&str, &str)]) {
    assert!(answers.len() >= 400, "{} programs", answers.len());
    let mut complaints = Vec::new();
    for (name, answer) in answers {
        let wrong = matches!(answer, Answer::WrongPass | Answer::WrongFail);
        match known_wrong.iter().any(|(known, _)| known == name) {
            false if wrong => complaints.push(format!("{name}: {answer:?}")),
            true if !wrong => {
                complaints.push(format!("{name}: {answer:?}, take it off the list of known wrong answers"))
            }
            true | false => {}
        }
    }
    let gone = known_wrong.iter().filter(|(known, _)| !answers.contains_key(*known));
    complaints.extend(gone.map(|(known, _)| format!("{known}: there is no such program")));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn no_program_is_answered_wrongly() {
    let answers = answers(Road::Exact);
    assert_known(&answers, &KNOWN_WRONG);
    insta::assert_snapshot!(table(&answers));
}

#[test]
fn no_model_is_answered_wrongly() {
    let answers = answers(Road::Model);
    assert_known(&answers, &KNOWN_WRONG_OF_MODELS);
    let right = answers.values().filter(|answer| **answer == Answer::Right).count();
    assert!(right > 150, "{right} programs are answered, the others incomplete");
}

/// Each kind has programs with a defect and correct ones; every program says what it shows.
#[test]
fn each_kind_has_defects_and_correct_neighbours() {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("a program");
        let second = text.lines().nth(1).unwrap_or_default();
        assert!(second.starts_with("/* ") && second.ends_with(" */"), "{}", path.display());
        let count = counts.entry(kind(&name(&path))).or_default();
        match truth(&expected(&path)) {
            Some(Truth::Safe) => count.1 += 1,
            Some(Truth::Error(_) | Truth::NotSafe | Truth::NotReal) => count.0 += 1,
            None => panic!("{} expects what is no verdict", path.display()),
        }
    }
    for kind in KINDS {
        let (defects, correct) = counts.get(kind).copied().unwrap_or_default();
        assert!(defects >= 1 && correct >= 1 && defects + correct >= 5, "{kind}: {defects} and {correct}");
    }
}
