//! `ax explain`: an answer that was kept is told as it was told at first.

mod common;

use common::{Ax, Run, project};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs `ax` in a folder, with this on its standard input.
fn ax(folder: &Path, arguments: &[&str], input: &str) -> Run {
    Ax { folder, input, ..Ax::default() }.run(arguments)
}

/// The programs of the tests of `ax verify`, with the options that each names.
fn programs() -> Vec<(PathBuf, Vec<String>)> {
    let files = ["tests/verify/programs", "tests/verify/beyond"].map(project);
    let files = files.iter().flat_map(|f| walkdir::WalkDir::new(f).sort_by_file_name());
    let files = files.map(|e| e.expect("the folder can be read").into_path());
    files
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a program");
            let options = text.lines().take(3).find_map(|line| line.strip_prefix("// options: ")).unwrap_or_default();
            (path, options.split_whitespace().map(str::to_string).collect())
        })
        .collect()
}

/// What is told, and the exit status.
fn shown(folder_name: &str, arguments: &str) -> String {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let ran = ax(&project(folder_name), &arguments, "");
    format!("{}{}--- status {}\n", ran.stdout, ran.stderr, ran.status)
}

#[test]
fn an_answer_from_a_file_is_told_as_a_fresh_one() {
    for (path, options) in programs() {
        let folder = path.parent().expect("a folder");
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        let mut arguments = vec!["verify", file.as_str()];
        arguments.extend(options.iter().map(String::as_str));
        let fresh = ax(folder, &arguments, "");
        arguments.extend(["--format", "json"]);
        let kept = ax(folder, &arguments, "");
        let told = ax(folder, &["explain", "-"], &kept.stdout);
        assert_eq!(told.stdout, fresh.stdout, "{file}: {}", told.stderr);
        assert_eq!((told.status, kept.status), (fresh.status, fresh.status), "{file}");
        let again = ax(folder, &["explain", "-", "--format", "json"], &kept.stdout);
        assert_eq!(again.stdout, kept.stdout, "{file}");
    }
}

#[test]
fn threads_stand_side_by_side() {
    insta::assert_snapshot!(shown("tests/verify/programs", "verify transfer_split.c --view columns"));
}

#[test]
fn a_chart_shows_who_hands_a_lock_to_whom() {
    insta::assert_snapshot!(shown("samples/bounded-buffer", "verify lost.c --view chart"));
}

#[test]
fn a_chart_of_an_endless_run_shows_what_repeats() {
    insta::assert_snapshot!(shown("tests/verify/programs", "verify --terminates starved_stop.c --view chart"));
}

#[test]
fn messages_are_arrows() {
    insta::assert_snapshot!(shown("tests/explain", "explain messages.json --view chart"));
}

/// Two processes of a harness: one channel holds a message, at the other the two meet.
#[test]
fn messages_of_a_harness_are_told() {
    let steps = shown("tests/explain/link", "verify");
    let chart = shown("tests/explain/link", "verify --view chart");
    insta::assert_snapshot!(format!("{steps}{chart}"));
}

#[test]
fn several_answers_are_told_one_after_another() {
    insta::assert_snapshot!(shown("tests/explain", "explain messages.json"));
}

#[test]
fn junit_escapes_what_xml_cannot_hold() {
    insta::assert_snapshot!(shown("tests/explain", "explain messages.json --format junit"));
}

#[test]
fn junit_tells_failures_and_strictness() {
    let without_times = |text: String| {
        let parts: Vec<&str> = text.split(" time=\"").collect();
        let rest = parts[1..].iter().map(|part| part.split_once('"').map_or(*part, |(_, rest)| rest));
        format!("{}{}", parts[0], rest.collect::<String>())
    };
    let both = [
        shown("tests/verify/programs", "verify lock_order.c --format junit"),
        shown("tests/verify/programs", "verify counter_mutex.c --strict --format junit"),
    ];
    insta::assert_snapshot!(both.map(without_times).concat());
}

#[test]
fn sarif_has_flows_warnings_and_notes() {
    insta::assert_snapshot!(shown("tests/explain", "explain messages.json --format sarif"));
}

/// Every result has a place, a rule of the list and a level; every flow is in the order of the run.
#[test]
fn sarif_of_all_programs_is_well_formed() {
    for (path, options) in programs() {
        let folder = path.parent().expect("a folder");
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        let mut arguments = vec!["verify", file.as_str(), "--format", "sarif"];
        arguments.extend(options.iter().map(String::as_str));
        let log: Value = serde_json::from_str(&ax(folder, &arguments, "").stdout).expect("JSON");
        let run = &log["runs"][0];
        assert_eq!(log["version"], "2.1.0");
        for result in run["results"].as_array().expect("results") {
            let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("an index") as usize];
            assert_eq!(rule["id"], result["ruleId"], "{file}");
            assert!(["error", "warning", "note"].contains(&result["level"].as_str().expect("a level")), "{file}");
            let place = &result["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"]["uri"], file.as_str());
            assert!(place["region"]["startLine"].as_u64().is_some_and(|line| line > 0), "{file}");
            for flow in result["codeFlows"].as_array().into_iter().flatten() {
                for thread in flow["threadFlows"].as_array().expect("threads") {
                    let steps = thread["locations"].as_array().expect("steps");
                    let order: Vec<u64> = steps.iter().filter_map(|s| s["executionOrder"].as_u64()).collect();
                    assert!(!order.is_empty() && order.is_sorted(), "{file}: {order:?}");
                }
            }
        }
    }
}

#[test]
fn a_chart_can_be_drawn() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explain-chart.svg");
    let _ = std::fs::remove_file(&scratch);
    let path = scratch.display().to_string();
    let ran = ax(&project("tests/explain"), &["explain", "messages.json", "--svg", &path], "");
    assert_eq!((ran.status, ran.stderr.as_str()), (3, ""));
    insta::assert_snapshot!(std::fs::read_to_string(&scratch).expect("a picture"));
}

#[test]
fn nothing_is_drawn_where_nothing_fails() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explain-none.svg").display().to_string();
    let _ = std::fs::remove_file(&path);
    let ran = ax(&project("tests/verify/programs"), &["verify", "counter_mutex.c", "--svg", &path], "");
    assert_eq!(ran.status, 0);
    assert!(ran.stderr.contains("no run to draw"), "{}", ran.stderr);
    assert!(!Path::new(&path).exists());
}

#[test]
fn wrong_files_have_their_own_words() {
    let checked = ax(&project("samples"), &["check", "-", "--format", "json"], "active proctype p() { assert(false) }");
    let passed = ax(&project("tests/verify/programs"), &["verify", "counter_mutex.c", "--format", "json"], "");
    let cases = [
        ("int main(void) { return 0; }", 2, "not JSON"),
        (checked.stdout.as_str(), 2, "the result of `ax check`"),
        ("[1, 2]", 2, "no answer of `ax verify"),
        ("{}", 2, "no answer of `ax verify"),
        ("{ \"harness\": \"x\", \"verdict\": \"perhaps\", \"properties\": [] }", 2, "damaged, or of another version"),
        (passed.stdout.as_str(), 0, "no failure in it to explain"),
    ];
    for (text, status, words) in cases {
        let ran = ax(&project("samples"), &["explain", "-"], text);
        assert_eq!(ran.status, status, "{words}: {}", ran.stderr);
        assert!(ran.stderr.contains(words), "{words}: {}", ran.stderr);
    }
    let ran = ax(&project("samples"), &["explain", "none.json"], "");
    assert!(ran.status == 2 && ran.stderr.contains("cannot read none.json"), "{}", ran.stderr);
}

/// An answer is data from outside: damaged numbers must not bring the views down.
#[test]
fn strange_answers_do_no_harm() {
    let text = std::fs::read_to_string(project("tests/explain").join("messages.json")).expect("the answer");
    let strange = [
        text.replace("\"line\": 12", "\"line\": 0").replace("\"column\": 5", "\"column\": 0"),
        text.replace("\"cycle\": null", "\"cycle\": 999"),
        text.replace("\"process\": 1", "\"process\": 4294967295"),
        text.replace("\"process\": 1", "\"process\": 0"),
        text.replace("\"thread\": \"receiver 1\"", "\"thread\": \"\""),
        text.replace("\"event\": \"sends\"", "\"event\": \"receives\""),
        text.replace("msg,1", &"é".repeat(300)),
    ];
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explain-strange.svg").display().to_string();
    for (number, text) in strange.iter().enumerate() {
        for view in ["steps", "columns", "chart"] {
            let ran = ax(&project("samples"), &["explain", "-", "--view", view, "--svg", &scratch], text);
            assert_eq!((ran.status, ran.stderr.as_str()), (3, ""), "{number}, {view}");
        }
        for format in ["sarif", "junit"] {
            assert_eq!(ax(&project("samples"), &["explain", "-", "--format", format], text).status, 3, "{number}");
        }
    }
}

/// The script of docs/ci writes every report, and its exit status is that of the answer.
#[test]
fn the_script_for_ci_writes_all_reports() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explain-ci");
    let _ = std::fs::remove_dir_all(&scratch);
    let binary = Path::new(env!("CARGO_BIN_EXE_ax"));
    let path =
        format!("{}:{}", binary.parent().expect("a folder").display(), std::env::var("PATH").unwrap_or_default());
    let run = |program: &str, incomplete: &str| {
        let out = Command::new("sh")
            .arg(project("docs/ci/ax-verify.sh"))
            .arg(project("tests/verify").join(program))
            .envs([("PATH", path.as_str()), ("AX_CACHE", "off"), ("AX_INCOMPLETE", incomplete), ("NO_COLOR", "1")])
            .env("AX_REPORTS", &scratch)
            .output()
            .expect("sh starts");
        out.status.code()
    };
    assert_eq!(run("programs/lock_order.c", "fail"), Some(1));
    for file in ["answer.json", "ax.sarif", "ax-junit.xml", "ax.svg", "chart.txt"] {
        let text = std::fs::read_to_string(scratch.join(file)).expect(file);
        assert!(!text.is_empty(), "{file}");
    }
    assert_eq!(run("programs/counter_mutex.c", "fail"), Some(0));
    assert_eq!(run("neighbours/unknown_after.c", "fail"), Some(3));
    assert_eq!(run("neighbours/unknown_after.c", "warn"), Some(0));
    assert_eq!(run("programs/none.c", "warn"), Some(2));
}
