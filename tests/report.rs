//! What `ax check` tells people, in the words of the real binary.

mod common;

use common::{ax, ax_with_input, scratch, scratch_with, shown};

fn check(name: &str, arguments: &[&str]) -> String {
    let mut all = vec!["check", name, "--por", "off", "--optimize", "off"];
    all.extend(arguments);
    shown(&ax(&all))
}

#[test]
fn an_assertion_with_values_and_processes() {
    insta::assert_snapshot!(check("run_and_die.pml", &[]));
}

#[test]
fn structures_mtypes_and_messages() {
    insta::assert_snapshot!(check("data.pml", &[]));
}

#[test]
fn a_deadlock_tells_what_each_process_waits_for() {
    insta::assert_snapshot!(check("deadlock.pml", &[]));
    let model = "chan c = [1] of { byte }; byte x;
        active proctype p() { byte v; do :: c?v :: x == 9 -> break :: c??3 unless x == 8 od }
        active proctype q() { end: x == 7 }
        active proctype r() { skip }";
    insta::assert_snapshot!(shown(&ax_with_input(&["check", "-"], model)));
}

#[test]
fn an_error_in_the_initial_state() {
    insta::assert_snapshot!(check("initial.pml", &[]));
}

#[test]
fn steps_of_a_claim_stand_out_by_their_name() {
    insta::assert_snapshot!(check("stutter.pml", &[]));
    insta::assert_snapshot!(check("ltl_safety.pml", &["--search", "bfs"]));
}

#[test]
fn a_d_step_is_shown_as_it_is_written() {
    insta::assert_snapshot!(check("d_step_blocks.pml", &[]));
}

#[test]
fn runtime_errors() {
    insta::assert_snapshot!(check("out_of_range.pml", &[]));
    insta::assert_snapshot!(check("division.pml", &["--search", "bfs"]));
}

#[test]
fn what_the_model_prints() {
    insta::assert_snapshot!(check("printing.pml", &[]));
}

#[test]
fn all_errors_are_counted() {
    insta::assert_snapshot!(check("assertion.pml", &["--all-errors"]));
}

const LONG: &str = "byte x; active proctype p() { do :: x < 40 -> x++ :: x == 40 -> break od; assert(false) }";

#[test]
fn a_long_trail_is_cut_in_its_middle() {
    let model = scratch_with("long.pml", LONG);
    let short = ax(&["check", &model]).stdout;
    assert_eq!(short.lines().filter(|l| l.contains("process 0 (p)")).count(), 1 + 20 + 30);
    assert!(short.contains("… 32 steps left out: --full-trail shows all …"), "{short}");
    let whole = ax(&["check", &model, "--full-trail"]).stdout;
    assert_eq!(whole.lines().filter(|l| l.contains("process 0 (p)")).count(), 1 + 82);
    assert!(!whole.contains("left out"));
}

#[test]
fn a_clean_result_is_short() {
    let model = "byte x; active proctype p() { do :: x < 3 -> x++ :: x == 3 -> break :: x > 3 -> x = 0 od }";
    insta::assert_snapshot!(shown(&ax_with_input(&["check", "-"], model)));
}

#[test]
fn a_claim_that_can_be_violated_by_infinite_runs_only_and_another_one() {
    let model = "byte x; ltl live { <> (x == 2) } ltl also { [] (x < 3) }
        active proctype p() { x = 1; x = 2 }";
    insta::assert_snapshot!(shown(&ax_with_input(&["check", "-"], model)));
    insta::assert_snapshot!(shown(&ax_with_input(&["check", "-", "--safety"], model)));
}

#[test]
fn limits_come_with_advice() {
    insta::assert_snapshot!(check("provided_clause.pml", &["--no-assertions", "--depth", "3"]));
    let model = "int x; active [2] proctype p() { do :: x++ :: x == 1 - 2 -> break od }";
    for (limit, advice) in [("--memory=1M", "allow more with --memory"), ("--time=50ms", "allow more with --time")] {
        let run = ax_with_input(&["check", "-", limit], model);
        assert!(run.stdout.starts_with("INCOMPLETE  no error in the "), "{}", run.stdout);
        assert!(run.stdout.contains(advice), "{}", run.stdout);
        assert_eq!(run.status, 3);
    }
}

#[test]
fn progress_is_told_when_asked_for() {
    let model = "int x; active [2] proctype p() { do :: x++ :: x == 1 - 2 -> break od }";
    let run = ax_with_input(&["check", "-", "--time", "1500ms", "--progress-lines"], model);
    assert!(run.stderr.starts_with("ax: 1 s: ") && run.stderr.contains(" states/s"), "{}", run.stderr);
    let quiet = ax_with_input(&["check", "-", "--time", "1100ms"], model);
    assert_eq!(quiet.stderr, "");
}

#[test]
fn a_trail_is_written_only_if_there_is_an_error_and_only_whole() {
    let file = scratch("written.trail").display().to_string();
    let run = ax(&["check", "goto_label.pml", "--trail", &file]);
    let told = format!("To run it again: ax simulate -p --trail {file} goto_label.pml");
    assert!(run.stdout.contains(&told), "{}", run.stdout);
    let written = std::fs::read_to_string(&file).expect("the trail is there");
    assert!(written.starts_with("1:0:0\n2:0:1\n"), "{written}");
    let none = scratch("none.trail");
    let run = ax(&["check", "goto_label.pml", "--no-assertions", "--trail", &none.display().to_string()]);
    assert_eq!((run.status, none.exists()), (0, false));
    let run = ax(&["check", "goto_label.pml", "--trail", "/no/such/folder/x.trail"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.starts_with("ax: cannot write /no/such/folder/x.trail: "), "{}", run.stderr);
}
