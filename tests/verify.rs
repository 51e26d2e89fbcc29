//! `ax verify` on ordinary programs with threads: the verdict that each program names in its first line.

mod common;

use common::{Run, ax_in, project};
use serde_json::Value;
use std::path::Path;

/// `// name: value` in the first lines of a program.
fn said<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let prefix = format!("// {name}: ");
    text.lines().take(3).find_map(|line| line.strip_prefix(&prefix))
}

/// The verdict, and the kind of the first error if it is a failure.
fn verdict(ran: &Run, file: &str) -> String {
    let json: Value =
        serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{file}: {e}: {}{}", ran.stdout, ran.stderr));
    let name = json["verdict"].as_str().expect("a verdict").to_string();
    let status = match name.as_str() {
        "pass" => 0,
        "fail" => 1,
        _ => 3,
    };
    assert_eq!(ran.status, status, "{file}: {name}");
    let properties = json["properties"].as_array().expect("properties");
    let kind = properties.iter().find_map(|p| p["errors"][0]["kind"].as_str());
    match kind.filter(|_| name == "fail") {
        Some(kind) => format!("{name} {kind}"),
        None => name,
    }
}

fn compare(name: &str, least: usize) {
    let folder = project(name);
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in walkdir::WalkDir::new(&folder).sort_by_file_name() {
        let path = entry.expect("the folder can be read").into_path();
        if path.extension().is_none_or(|e| e != "c") {
            continue;
        }
        count += 1;
        let text = std::fs::read_to_string(&path).expect("a program");
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        let expected = said(&text, "expect").unwrap_or_else(|| panic!("{file} does not say what to expect"));
        let mut arguments = vec!["verify", &file, "--format", "json"];
        arguments.extend(said(&text, "options").into_iter().flat_map(str::split_whitespace));
        let found = verdict(&ax_in(&folder, &arguments), &file);
        arguments.push("--no-slice");
        let whole = verdict(&ax_in(&folder, &arguments), &file);
        if found != whole {
            wrong.push(format!("{file}: {found} of the slice, {whole} of the whole"));
        }
        if found != expected {
            wrong.push(format!("{file}: {expected} expected, {found} found"));
        }
    }
    assert!(count >= least, "{count} programs");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ordinary_programs_are_answered_right() {
    compare("tests/verify/programs", 50);
}

#[test]
fn programs_beyond_the_model_are_not_answered_wrongly() {
    compare("tests/verify/beyond", 8);
}

/// Addresses that go where they are not followed, data that is not set, steps of atomics and bit-fields, wide results:
/// the answer is the truth, or it is incomplete. Where a program says that the answer is exact, it is the truth.
#[test]
fn data_that_the_model_does_not_hold_is_not_answered_wrongly() {
    let folder = project("tests/verify/data");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        count += 1;
        let text = std::fs::read_to_string(&path).expect("a program");
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        let truth = said(&text, "truth").unwrap_or_else(|| panic!("{file} does not say what is true"));
        let found = verdict(&ax_in(&folder, &["verify", &file, "--format", "json"]), &file);
        let exact = text.lines().nth(1).is_some_and(|line| line.ends_with("the answer is exact."));
        let right = found == truth || (truth == "not pass" && found != "pass");
        if !right && (exact || found != "incomplete") {
            wrong.push(format!("{file}: {truth} is true, {found} found"));
        }
    }
    assert!(count >= 70, "{count} programs");
    wrong.sort();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Programs near those that were once answered wrongly: indices that nothing checked, results of joins, kinds of
/// mutexes, callbacks, calls that nobody knows, assumptions.
#[test]
fn what_is_not_in_the_model_is_no_pass_and_no_failure() {
    compare("tests/verify/neighbours", 80);
}

/// A failure tells what the failing expression read, each operand once, and the inputs of the run in their order. The
/// head of each program says which.
#[test]
fn failures_tell_the_values_they_rest_on() {
    let folder = project("tests/verify/operands");
    let (mut wrong, mut count) = (Vec::new(), 0);
    for entry in std::fs::read_dir(&folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        count += 1;
        let text = std::fs::read_to_string(&path).expect("a program");
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        let all = |word: &str| {
            let start = format!("// {word}: ");
            text.lines().filter_map(|line| line.strip_prefix(&start)).map(str::to_string).collect::<Vec<_>>()
        };
        let options = all("options").concat();
        let arguments: Vec<&str> =
            ["verify", &file, "--format", "json"].into_iter().chain(options.split_whitespace()).collect();
        let answer = ax_in(&folder, &arguments);
        let error =
            serde_json::from_str::<serde_json::Value>(&answer.stdout).expect("an answer")["properties"][0]["errors"][0]
                .clone();
        let part = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_string();
        let list = |name: &str| error[name].as_array().cloned().unwrap_or_default();
        let reads = list("operands").into_iter().map(|o| {
            let function = o["function"].as_str().map_or(String::new(), |f| format!("  (in {f})"));
            format!("{} = {}{function}", part(&o["expression"]), part(&o["value"]))
        });
        let inputs = list("inputs").into_iter().map(|i| {
            let interval =
                i["interval"].as_array().map_or(String::new(), |i| format!(" (any from {} to {})", i[0], i[1]));
            format!("{} = {}{interval}", part(&i["expression"]), part(&i["value"]))
        });
        for (what, told, said) in
            [("reads", reads.collect::<Vec<String>>(), all("reads")), ("input", inputs.collect(), all("input"))]
        {
            if told != said {
                wrong.push(format!("{file}: {what}: told {told:#?}, but it is {said:#?}"));
            }
        }
    }
    assert!(count >= 20, "{count} programs");
    wrong.sort();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is asked for is looked for, and what is not asked for is no failure.
#[test]
fn checks_are_asked_for_by_kind() {
    let cases = [
        ("--check race", "pass"),
        ("--check leak,overflow", "pass"),
        ("--check bounds,null", "pass"),
        ("--check race --no-check race", "pass"),
        ("--no-check deadlock,assertion", "pass"),
    ];
    for (options, expected) in cases {
        let arguments: Vec<&str> =
            "verify counter_mutex.c --format json".split(' ').chain(options.split(' ')).collect();
        let ran = ax_in(&project("tests/verify/programs"), &arguments);
        assert_eq!(verdict(&ran, options), expected, "{options}");
    }
    let hidden = ["verify", "index_scanf.c", "--format", "json", "--no-check", "bounds,memory,null"];
    let ran = ax_in(&project("tests/verify/neighbours"), &hidden);
    assert_eq!(verdict(&ran, "index_scanf.c"), "incomplete", "nobody asked for indices, and what follows is undefined");
    let ran = ax_in(&project("tests/verify/programs"), &["verify", "counter_mutex.c", "--check", "rase"]);
    assert_eq!(ran.status, 2, "{}", ran.stdout);
}

/// A pass names what was checked, and no more.
#[test]
fn a_pass_claims_what_was_checked() {
    let checked = |options: &[&str]| {
        let arguments = [&["verify", "counter_mutex.c", "--format", "json"], options].concat();
        let ran = ax_in(&project("tests/verify/programs"), &arguments);
        let json: Value = serde_json::from_str(&ran.stdout).expect("an answer");
        json["properties"][0]["checked"].to_string()
    };
    assert_eq!(checked(&[]), r#"["assertion","bounds","null","memory","uninitialised","division","deadlock"]"#);
    assert_eq!(
        checked(&["--no-check", "bounds"]),
        r#"["assertion","null","memory","uninitialised","division","deadlock"]"#
    );
}

#[test]
fn the_samples_have_the_verdicts_their_readmes_name() {
    let expected = [
        ("bounded-buffer/lost.c", "fail deadlock"),
        ("bounded-buffer/fixed.c", "pass"),
        ("ring-buffer/ring.c", "pass"),
        ("ring-buffer/broken.c", "fail assertion"),
        ("mutual-exclusion/flawed.c", "fail assertion"),
        ("mutual-exclusion/repaired.c", "pass"),
        ("leader-election/election.c", "pass"),
        ("dining/phil.c", "fail deadlock"),
        ("dining/ordered.c", "pass"),
        ("connection/conn.c", "pass"),
        ("connection/late.c", "fail assertion"),
    ];
    for (file, verdict_expected) in expected {
        let ran = ax_in(&project("samples"), &["verify", file, "--format", "json"]);
        assert_eq!(verdict(&ran, file), verdict_expected, "{file}");
    }
    for n in 2..=6 {
        let ran = ax_in(&project("samples"), &["verify", "-D", &format!("N={n}"), "dining/phil.c", "--format", "json"]);
        assert_eq!(verdict(&ran, "dining/phil.c"), "fail deadlock", "{n} philosophers");
    }
}

fn shown(folder_name: &str, arguments: &str) -> String {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let ran = ax_in(&project(folder_name), &arguments);
    format!("{}{}--- status {}\n", ran.stdout, ran.stderr, ran.status)
}

#[test]
fn a_lost_update_is_told_as_c() {
    insta::assert_snapshot!(shown("tests/verify/programs", "verify counter_lost.c"));
}

/// A parameter of a called function was told as `change_amount`.
#[test]
fn variables_of_called_functions_have_their_names_in_c() {
    insta::assert_snapshot!(shown("tests/verify/programs", "verify transfer_split.c"));
}

#[test]
fn a_deadlock_tells_where_each_thread_waits() {
    insta::assert_snapshot!(shown("tests/verify/programs", "verify lock_order.c"));
}

#[test]
fn an_endless_run_tells_its_cycle() {
    insta::assert_snapshot!(shown("tests/verify/programs", "verify --terminates starved_stop.c"));
}

#[test]
fn a_pass_says_what_it_rests_on() {
    insta::assert_snapshot!(shown("tests/verify/programs", "verify counter_mutex.c"));
}

#[test]
fn an_error_that_may_be_spurious_says_why() {
    insta::assert_snapshot!(shown("tests/verify/beyond", "verify handler_table.c --depth 10000"));
}

#[test]
fn errors_have_their_own_words() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verify-bad");
    std::fs::create_dir_all(&scratch).expect("a folder");
    let cases: &[(&str, &str, &str)] = &[
        ("int f(void) { return 0; }\n", "verify c.c", "there is no function `main`"),
        ("int main(void) { return = 0; }\n", "verify c.c", "c.c:1:"),
        ("int main(void) { return 0; }\n", "verify c.c --cpp no-such-command", "no-such-command"),
        ("int main(void) { return 0; }\n", "verify c.c --table none.lut", "none.lut"),
        ("int main(void) { return 0; }\n", "verify none.c", "none.c"),
    ];
    for (source, arguments, expected) in cases {
        std::fs::write(scratch.join("c.c"), source).expect("a source");
        let ran = ax_in(&scratch, &arguments.split_whitespace().collect::<Vec<_>>());
        assert_eq!(ran.status, 2, "{arguments}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(expected), "{arguments}: {}", ran.stderr);
        assert_eq!(ran.stdout, "", "{arguments}: a verdict over an error");
    }
}

#[test]
fn a_limit_makes_the_answer_incomplete() {
    let ran =
        ax_in(&project("tests/verify/programs"), &["verify", "counter_mutex.c", "--depth", "3", "--format", "json"]);
    assert_eq!(verdict(&ran, "counter_mutex.c"), "incomplete");
}

#[test]
fn the_model_can_be_checked_by_itself() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verify-model.pml");
    let model = scratch.display().to_string();
    let ran = ax_in(&project("tests/verify/programs"), &["verify", "args_struct.c", "--model", &model]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    // The same verdict when the model is checked as it stands.
    let ran = ax_in(Path::new("."), &["check", &model, "--no-end-states", "--format", "json"]);
    assert_eq!(ran.status, 0, "{}", ran.stdout);
}

/// Arguments behind `--` are those that the program gets, and no others; they are part of what an answer depends on.
#[test]
fn a_program_gets_the_arguments_that_are_given() {
    let given = |arguments: &[&str]| {
        let all = [&["verify", "exact_argument_text.c", "--format", "json", "--"], arguments].concat();
        verdict(&ax_in(&project("tests/verify/neighbours"), &all), "exact_argument_text.c")
    };
    assert_eq!(given(&["secret"]), "fail assertion");
    assert_eq!(given(&["other", "secret"]), "pass");
}
