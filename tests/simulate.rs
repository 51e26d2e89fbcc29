//! `ax simulate`: at random, by hand, along trails; what it shows and how it ends.

mod common;

use common::{ax, ax_with_input, scratch_with, shown};

#[test]
fn a_random_run_shows_what_is_asked_for() {
    insta::assert_snapshot!(shown(&ax(&["simulate", "data.pml", "--seed", "1"])));
    insta::assert_snapshot!(shown(&ax(&["simulate", "run_and_die.pml", "--seed", "1", "-p", "-g", "-l", "-r", "-s"])));
    insta::assert_snapshot!(shown(&ax(&["simulate", "sorted_random.pml", "--seed", "1", "-r", "-s"])));
    insta::assert_snapshot!(shown(&ax(&["simulate", "assertion.pml", "--seed", "2", "-g"])));
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let run = |seed: &str| ax(&["simulate", "unless_escape.pml", "-p", "--seed", seed]).stdout;
    assert_eq!(run("5"), run("5"));
    assert!((0..20).any(|seed| run(&seed.to_string()) != run("5")));
}

#[test]
fn a_seed_that_was_not_given_is_told() {
    let run = ax(&["simulate", "deadlock.pml"]);
    let seed = run.stderr.trim().strip_prefix("ax: --seed ").and_then(|s| s.strip_suffix(" repeats this run"));
    let again = ax(&["simulate", "deadlock.pml", "--seed", seed.expect("a seed")]);
    assert_eq!(again.stdout, run.stdout);
    assert_eq!(again.stderr, "");
}

/// Figure 22 of the notes, with its columns as in section 6.5.
const ABP: &str = r#"
mtype = { A, M };
typedef Buffer { int size; mtype data };
chan rq = [2] of { Buffer, bit };
chan sq = [2] of { Buffer, bit };

active proctype abp_receiver()
{	Buffer Bufinp, Bufout;
	short s, E = 0, cnt = 0;
	Bufout.size = 1;
	do
	:: rq?Bufinp,s ->
		cnt++;
		sq!Bufout,s;
		if
		:: (s == E) -> E = (1-E); printf("C: !(!put_data(&(Bufinp)))\n")
		:: !(s == E)
		fi
	:: timeout -> break
	od
}

active proctype abp_sender()
{	Buffer Bufinp, Bufout;
	short s, S = 0, cnt = 0;
	do
	:: printf("C: !(!get_data(&(Bufout)))\n");
		cnt++;
		rq!Bufout,S;
		if
		:: sq?Bufinp,s
		:: timeout -> break
		fi;
		if
		:: s == S -> S = (1-S)
		:: else
		fi
	od
}
"#;

#[test]
fn columns_have_one_place_for_each_process() {
    insta::assert_snapshot!(shown(&ax_with_input(&["simulate", "-", "-c", "--seed", "1", "--steps", "40"], ABP)));
    insta::assert_snapshot!(shown(&ax(&["simulate", "rendezvous.pml", "-c", "--seed", "1"])));
}

#[test]
fn what_processes_print_is_indented_unless_asked_otherwise() {
    let model = "active [3] proctype p() { printf(\"I am %d\\n\", _pid) }";
    let run = ax_with_input(&["simulate", "-", "--seed", "1"], model);
    for (pid, indent) in [(0, 6), (1, 10), (2, 14)] {
        let line = format!("{}I am {pid}", " ".repeat(indent));
        assert!(run.stdout.lines().any(|l| l == line), "{}", run.stdout);
    }
    assert!(run.stdout.ends_with("3 processes created\n"), "{}", run.stdout);
    let run = ax_with_input(&["simulate", "-", "--seed", "1", "-T"], model);
    assert!(run.stdout.lines().any(|l| l == "I am 2"), "{}", run.stdout);
}

#[test]
fn by_hand_with_undo() {
    let choices = "2\n1\nu\n7\nnonsense\n1\n1\n1\n1\n1\nq\n";
    insta::assert_snapshot!(shown(&ax_with_input(&["simulate", "assertion.pml", "-i", "-p"], choices)));
    // The end of the input ends the run.
    insta::assert_snapshot!(shown(&ax_with_input(&["simulate", "initial.pml", "-i"], "u\n")));
}

#[test]
fn a_trail_with_a_claim() {
    let trail = "-2:1:-2\n1:0:2\n2:1:0\n3:0:3\n4:1:1\n5:0:4\n6:0:5\n7:0:6\n";
    let file = scratch_with("stutter.trail", trail);
    insta::assert_snapshot!(shown(&ax(&["simulate", "stutter.pml", "--trail", &file, "-p"])));
}

#[test]
fn a_trail_that_does_not_fit_is_refused_with_the_step() {
    for (trail, why) in [
        ("1:0:0\n2:7:0\n", "step 2 is one of process 7, but there is no such process at this point"),
        ("1:0:999\n", "step 1 of process 0 has number 999, but the model has no statement of this number"),
        ("1:0:1\n", "step 1 lets process 0 execute `count = (copy+1)`, but it is not at this statement"),
        ("1:0:0\n2:0:1\n3:0:2\n4:0:3\n", "step 4 lets process 0 execute `-end-`, which is not possible now"),
    ] {
        let file = scratch_with("misfit.trail", trail);
        let run = ax(&["simulate", "assertion.pml", "--trail", &file]);
        assert_eq!(run.stderr, format!("ax: the trail does not fit the model: {why}\n"));
        assert_eq!(run.status, 2);
    }
}

#[test]
fn bad_input_is_told() {
    let not_a_trail = scratch_with("bad.trail", "1:0:0\nhello\n");
    let no_errors = scratch_with("pass.json", "{\"errors\": []}");
    let not_json = scratch_with("bad.json", "{\"errors\": 7");
    let no_numbers = scratch_with("old.json", "{\"errors\": [{\"trail\": [{\"process\": 0, \"proctype\": \"p\"}]}]}");
    for (arguments, message) in [
        (&["simulate", "assertion.pml", "--trail", "/no/such.trail"][..], "cannot read /no/such.trail"),
        (&["simulate", "assertion.pml", "--trail", &not_a_trail], "line 2: this is no line of a trail"),
        (&["simulate", "assertion.pml", "--trail", &no_errors], "there is no error in this result"),
        (&["simulate", "assertion.pml", "--trail", &not_json], "this is not what `ax check --format json` prints"),
        (&["simulate", "assertion.pml", "--trail", &no_numbers], "step 1 has no `transition`"),
        (&["simulate", "-", "-i"], "the model cannot come from standard input in an interactive run"),
        (&["simulate", "no_such.pml"], "cannot read no_such.pml"),
    ] {
        let run = ax(arguments);
        assert!(run.stderr.contains(message), "{}", run.stderr);
        assert_eq!(run.status, 2);
    }
}

#[test]
fn the_limit_of_steps_is_told_and_seen_in_the_status() {
    let run = ax(&["simulate", "provided_clause.pml", "--seed", "1", "--steps", "7", "-p"]);
    assert!(run.stdout.contains("-------------\nthe limit of 7 steps is reached\n"), "{}", run.stdout);
    assert_eq!(run.status, if run.stdout.contains("FAIL") { 1 } else { 3 });
    let endless = "byte x; active proctype p() { do :: x++ od }";
    let run = ax_with_input(&["simulate", "-", "--seed", "1"], endless);
    assert!(run.stdout.contains("the limit of 10,000 steps is reached"), "{}", run.stdout);
    assert_eq!(run.status, 3);
}
