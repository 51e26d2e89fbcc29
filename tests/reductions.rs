//! What is left out of the state space by default: counts, trails and verdicts stay right.

mod common;

use common::{ax, ax_with_input, scratch_with};

/// The alternating bit protocol of the notes (section 6.5), extracted with the buffer irrelevant.
const ABP: &str = r#"
chan rq = [2] of { bit };
chan sq = [2] of { bit };
active proctype abp_receiver()
{	short s, E=0;
	do
	:: rq?s ->
		sq!s;
		if
		:: (s==E) -> E = (1-E);  printf("x\n")
		:: !(s==E)
		fi
	:: timeout -> break
	od
}
active proctype abp_sender()
{	short s, S=0;
	do
	:: printf("C\n");
		rq!S;
		if
		:: sq?s
		:: timeout -> break
		fi;
		if
		:: (s==S) -> S = (1-S)
		:: !(s==S)
		fi
	od
}
"#;

fn json(arguments: &[&str], model: &str) -> serde_json::Value {
    let all: Vec<&str> = ["check", "-", "--format", "json"].iter().chain(arguments).copied().collect();
    let run = ax_with_input(&all, model);
    serde_json::from_str(&run.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", run.stdout, run.stderr))
}

fn counts(result: &serde_json::Value) -> [u64; 4] {
    ["stored", "matched", "transitions", "depth"].map(|name| result[name].as_u64().expect("a number"))
}

#[test]
fn the_counts_of_the_notes() {
    assert_eq!(counts(&json(&[], ABP)), [14, 2, 16, 13]);
    assert_eq!(counts(&json(&["--por", "off"], ABP)), [22, 9, 31, 15]);
    assert_eq!(counts(&json(&["--por", "off", "--optimize", "off"], ABP)), [58, 34, 92, 31]);
    assert_eq!(json(&["--search", "bfs"], ABP)["stored"], 14);
}

#[test]
fn a_trail_tells_each_statement_of_a_row_up_to_the_one_that_fails() {
    let model = "active proctype p() { byte x; x = 1; x = 2; assert(x == 3); x = 4 }";
    let result = json(&[], model);
    let trail = result["errors"][0]["trail"].as_array().expect("a trail");
    let statements: Vec<&str> = trail.iter().map(|s| s["statement"].as_str().expect("a text")).collect();
    assert_eq!(statements, ["x = 1", "x = 2", "assert((x==3))"]);
    // One step for the search.
    assert_eq!(result["depth"], 0);
}

#[test]
fn a_trail_of_rows_replays_with_a_claim() {
    let model = scratch_with(
        "rows.pml",
        "byte g; ltl low { [] (g < 3) }\n\
         active proctype p() { byte x; do :: x = g; x = x + 1; g = x od }\n",
    );
    let trail = common::scratch("rows.trail").display().to_string();
    let checked = ax(&["check", &model, "--trail", &trail]);
    assert_eq!(checked.status, 1, "{}", checked.stdout);
    let replayed = ax(&["simulate", &model, "--trail", &trail]);
    assert_eq!(replayed.status, 1, "{}{}", replayed.stdout, replayed.stderr);
}

/// A variable that another process or the claim looks at is not dead.
#[test]
fn what_others_look_at_is_not_reset() {
    let model = "active proctype p() { byte x; x = 1; skip; skip }\n\
                 active proctype q() { p[0]:x == 1 -> skip; assert(p[0]:x == 1) }";
    assert_eq!(json(&["--no-end-states"], model)["verdict"], "pass");
    let reached = "active proctype p() { byte x; x = 1; skip; skip }\n\
                   active proctype q() { p[0]:x == 1 -> assert(false) }";
    assert_eq!(json(&[], reached)["verdict"], "fail");
}

/// Between two visits to a label that a formula asks for, the process was somewhere else: Spin's merging hides that.
#[test]
fn leaving_a_label_stays_visible() {
    let model = "active proctype p() { byte x; again: do :: x < 3 -> x = x + 1 :: else -> x = 0 od }\n\
                 ltl leaves { [] <> (!(p@again)) }";
    let without = json(&["--por", "off", "--optimize", "off", "--acceptance"], model);
    assert_eq!(without["verdict"], "pass");
    assert_eq!(json(&[], model)["verdict"], "pass");
}

/// A process that goes around by itself must not put off another one for ever.
#[test]
fn nothing_is_put_off_for_ever() {
    let model = "byte g; active proctype other() { g = 1; assert(false) }\n\
                 active proctype busy() { byte x; do :: x = 1 - x od }";
    for order in ["dfs", "bfs"] {
        assert_eq!(json(&["--search", order], model)["verdict"], "fail", "{order}");
    }
    // The run in which only `busy` moves is one, and so is the run in which the other comes along.
    let model = "byte g; ltl never_one { [] (g == 0) }\n\
                 active proctype other() { g = 1 }\n\
                 active proctype busy() { byte x; do :: x = 1 - x od }";
    assert_eq!(json(&[], model)["verdict"], "fail");
    let live = "byte g; ltl some_time { <> (g == 1) }\n\
                active proctype other() { g = 1 }\n\
                active proctype busy() { byte x; do :: x = 1 - x od }";
    assert_eq!(json(&[], live)["verdict"], "fail");
}

/// The number of a process depends on which ones have ended: their order matters to whoever looks.
#[test]
fn numbers_of_processes_are_visible() {
    let model = "byte seen;\n\
                 active proctype starter() { run child() }\n\
                 active proctype brief() { skip }\n\
                 proctype child() { seen = _pid; assert(seen == 1) }";
    assert_eq!(json(&[], model)["verdict"], "fail");
    let other = model.replace("seen == 1", "seen == 2");
    assert_eq!(json(&[], &other)["verdict"], "fail");
}

/// A claim that counts steps sees all of them.
#[test]
fn a_claim_with_next_sees_each_step() {
    let model = "byte g; active proctype p() { byte x; x = 1; x = 2; x = 3; g = 1 }\n\
                 ltl three { X (X (X (g == 1))) }";
    let off = json(&["--por", "off", "--optimize", "off", "--acceptance"], model);
    assert_eq!(json(&[], model)["verdict"], off["verdict"]);
}

#[test]
fn statements_inside_of_a_row_are_reached() {
    let model =
        "byte g; active proctype p() { byte x; x = 1; x = 2; x = 3; g = x; if :: x == 9 -> x = 1; x = 2 :: else fi }";
    let result = json(&[], model);
    let unreached: Vec<&str> = result["unreached"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|u| u["statement"].as_str().expect("a text"))
        .collect();
    assert_eq!(unreached, ["x = 1", "x = 2"]);
}

/// Twelve philosophers, as in the BEEM collection (phils.5): 3^12 - 1 states. LTSmin's stubborn sets leave 398 of them.
const PHILOSOPHERS: &str = include_str!("conformance/bench/phils.pml");

#[test]
fn stubborn_sets_reduce_philosophers() {
    for order in ["dfs", "bfs"] {
        let result = json(&["--search", order, "--all-errors"], PHILOSOPHERS);
        assert_eq!((&result["verdict"], &result["errors"][0]["kind"]), (&"fail".into(), &"end-state".into()));
        assert!(result["stored"].as_u64() <= Some(796), "{}", result["stored"]);
    }
    assert_eq!(json(&["--por", "off", "--all-errors"], PHILOSOPHERS)["stored"], 531_440);
}

/// That `p` waits at its receive decides whether the `else` can be taken: `p` must not be moved there first.
#[test]
fn a_process_that_waits_for_a_rendezvous_shows_beside_else() {
    let model = "chan q = [0] of { bit };\n\
         active proctype p() { byte x; x = 1; q?_ }\n\
         active proctype r() { if :: q!1 :: else fi }\n";
    for arguments in [&[][..], &["--por", "off"], &["--search", "bfs"]] {
        assert_eq!(json(arguments, model)["verdict"], "fail", "{arguments:?}");
    }
}

/// What can go wrong is not put off for ever by a process that goes round and round.
#[test]
fn an_assertion_is_not_put_off() {
    let model = "byte a, b;\n\
         active proctype p() { do :: a = 1 - a od }\n\
         active proctype r() { b = 1; b = 2; assert(b == 3) }\n";
    for arguments in [&[][..], &["--search", "bfs"], &["--optimize", "off"]] {
        assert_eq!(json(arguments, model)["verdict"], "fail", "{arguments:?}");
    }
    let reached = "byte a, b;\n\
         active proctype p() { do :: a = 1 - a od }\n\
         active proctype r() { b = 1; b = 2; b = 3 }\n";
    let unreached = json(&[], reached)["unreached"].to_string();
    assert!(!unreached.contains("\"r\""), "{unreached}");
}

/// A claim by hand that stays where it is says the same of every state, however often it is repeated. One that counts
/// does not.
#[test]
fn claims_that_stay_are_reduced_by() {
    let work =
        "byte g, done; active [3] proctype p() { byte x; do :: x < 3 -> x++ :: else -> break od; g++; done++ }\n";
    let stored = |claim: &str, verdict: &str| {
        let model = format!("{work}never {{ {claim} }}");
        let (all, reduced) = (json(&["--por", "off", "--optimize", "off"], &model), json(&[], &model));
        assert_eq!((&all["verdict"], &reduced["verdict"]), (&verdict.into(), &verdict.into()), "{claim}");
        (all["stored"].as_u64(), reduced["stored"].as_u64())
    };
    for stays in ["do :: assert(done <= 3) od", "do :: atomic { g >= done -> assert(done <= 3) } od"] {
        let (all, reduced) = stored(stays, "pass");
        assert!(reduced < all, "{stays}: {reduced:?} of {all:?}");
    }
    assert!(stored("do :: assert(done < 3) od", "fail").1.is_some());
    for counts in ["do :: assert(done <= 3); true od", "byte n; do :: n < 9 -> n++ od"] {
        let model = format!("{work}never {{ {counts} }}");
        let stored = |arguments: &[&str]| json(arguments, &model)["stored"].as_u64();
        assert_eq!(stored(&["--optimize", "off"]), stored(&["--optimize", "off", "--por", "off"]), "{counts}");
    }
}

/// What Spin leaves out and `ax` does not, because it can be noticed (docs/conformance.md).
#[test]
fn what_can_be_noticed_is_not_left_out() {
    let same_number = "proctype child() { skip }\n\
                       init { pid a, b; a = run child(); b = run child(); assert(a != b) }";
    assert_eq!(json(&[], same_number)["verdict"], "fail");
    let too_many = "chan c = [0] of { bit }; proctype child() { c!0 }\n\
                    init { short i; do :: i < 300 -> run child(); c?_; i++ :: else -> break od }";
    assert_eq!(json(&[], too_many)["errors"][0]["kind"], "runtime");
    let priorities = "byte cnt; active proctype medium() priority 5 { assert(cnt == 0) }\n\
                      active proctype high() priority 10 { _priority = 1; _priority = 10; cnt++ }";
    assert_eq!(json(&[], priorities)["verdict"], "pass");
}

/// A process that has ended and one that is gone are the same where nobody can tell the numbers of processes and
/// channels (Spin's `calculator`).
#[test]
fn the_end_of_a_process_does_not_wait_for_starts() {
    let sum = "chan f = [4] of { bit, byte };\n\
               proctype sum(chan you) { chan me = [0] of { byte }; byte x, y;\n\
               if :: f?1(x) -> run sum(me); me?x; run sum(me); me?y; you!(x + y) :: f?0(x) -> you!x fi }\n\
               init { chan me = [0] of { byte }; byte x; f!1(0); f!0(1); f!0(2); run sum(me); me?x; assert(x == 3) }";
    let states = |arguments: &[&str], model: &str| {
        let result = json(arguments, model);
        assert_eq!(result["verdict"], "pass");
        result["stored"].as_u64()
    };
    assert_eq!((states(&["--por", "off"], sum), states(&[], sum)), (Some(29), Some(18)));
    // Whoever asks for a number can tell.
    let asks = sum.replace("byte x, y;", "byte x, y; assert(_pid < 3);");
    assert_eq!(json(&[], &asks)["verdict"], "fail");
}

/// Processes that have ended may stay until there are too many, also where nobody can tell their numbers.
#[test]
fn processes_that_have_ended_may_be_too_many() {
    for times in ["i < 300 -> i++", "true", "i < 3 -> i++"] {
        for child in ["c!0", "chan own = [1] of { bit }; own!0; c!0"] {
            let model = format!(
                "chan c = [0] of {{ bit }}; proctype child() {{ {child} }}\n\
                 init {{ short i; do :: {times}; run child(); c?_ :: else -> break od }}"
            )
            .replace("true", "1");
            let model = if times == "true" { model.replace(":: else -> break ", "") } else { model };
            let verdict = if times.contains("< 3 ") { "pass" } else { "fail" };
            assert_eq!(json(&[], &model)["verdict"], verdict, "{model}");
        }
    }
}

/// What a process prints of itself needs no step of its own, also with priorities (Spin's `rtos1`). What it tests does.
/// A process that has lowered its priority may never have its turn again: what can go wrong after that is not merged
/// with it.
#[test]
fn with_priorities_what_can_go_wrong_waits_for_its_turn() {
    let model = "active proctype high() priority 5 { byte x; do :: x = 1 - x od }\n\
                 active proctype low() priority 9 { byte y; set_priority(_pid, 1); y = 1; assert(y == 0) }\n";
    for arguments in [&[][..], &["--por", "off", "--optimize", "off"]] {
        assert_eq!(json(arguments, model)["verdict"], "pass", "{arguments:?}");
    }
}

#[test]
fn with_priorities_local_steps_are_merged() {
    let model = "byte cnt;\n\
                 active proctype medium() priority 5 { byte x; cnt == 1; x = 1; x = 2; cnt = x }\n\
                 active proctype high() priority 10 { byte y; _priority = 1; printf(\"%d\\n\", _priority); y = 3; \
                 cnt++; y = cnt }";
    let stored = |model: &str| {
        let (all, merged) = (json(&["--optimize", "off"], model), json(&[], model));
        assert_eq!(all["verdict"], merged["verdict"]);
        (all["stored"].as_u64(), merged["stored"].as_u64())
    };
    assert_eq!(stored(model), (Some(12), Some(9)));
    let tests = model.replace("y = 3", "y = _priority; assert(y == 1)");
    assert_eq!(json(&[], &tests)["verdict"], "pass");
    // Whoever waits at a rendezvous is seen by others: nothing is merged.
    let meets =
        format!("chan c = [0] of {{ bit }};\n{}", model.replace("cnt == 1;", "c?0;").replace("cnt++;", "c!0; cnt++;"));
    let (all, merged) = stored(&meets);
    assert_eq!(all, merged);
}

/// In which order processes are started makes no difference if their numbers are only names (Spin's `mobile1`).
#[test]
fn numbers_that_are_names_do_not_show() {
    let model = "byte a;\n\
                 proctype one() { run two(); run two() }\n\
                 proctype two() { do :: skip od }\n\
                 proctype three() { here: do :: skip od }\n\
                 active proctype first() { run one(); do :: skip od }\n\
                 active proctype second() { a = run three(); do :: skip od }\n\
                 ltl { [] !three[a]@here }";
    let states = |model: &str| {
        let (all, reduced) = (json(&["--por", "off"], model), json(&[], model));
        assert_eq!(all["verdict"], reduced["verdict"]);
        (all["verdict"] == "pass", all["stored"].as_u64(), reduced["stored"].as_u64())
    };
    assert!(!states(model).0);
    let pass = model.replace("[] !three[a]@here", "[] (three[a]@here -> [] three[a]@here)");
    let (passes, all, reduced) = states(&pass);
    assert!(passes && reduced < all, "{reduced:?} of {all:?}");
    // The number itself is asked for.
    let asked = model.replace("[] !three[a]@here", "[] (a != 5)");
    assert!(!states(&asked).0);
    let asked = model.replace("[] !three[a]@here", "[] (a != 2)");
    assert!(!states(&asked).0);
}

/// A process that is started where it waits for a rendezvous shows beside `else`.
#[test]
fn the_start_of_a_process_that_waits_shows_beside_else() {
    let model = "chan c = [0] of { bit };\n\
                 proctype child() { end: do :: c?_ od }\n\
                 active proctype other() { if :: c!1 :: else -> assert(false) fi }\n\
                 init { run child() }";
    assert_eq!(json(&[], model)["verdict"], "fail");
}

/// Philosophers who pick up either fork first: what stubborn sets leave out is not worth their cost.
const FORKS: &str = r#"
bool fork[5];
active [5] proctype philosopher() {
end:
  do
  :: !fork[_pid] -> fork[_pid] = true;
    !fork[(_pid + 1) % 5] -> fork[(_pid + 1) % 5] = true;
    atomic { fork[(_pid + 1) % 5] = false; fork[_pid] = false }
  :: !fork[(_pid + 1) % 5] -> fork[(_pid + 1) % 5] = true;
    !fork[_pid] -> fork[_pid] = true;
    atomic { fork[(_pid + 1) % 5] = false; fork[_pid] = false }
  od
}
"#;

#[test]
fn a_search_that_reductions_do_not_help_is_the_one_without_them() {
    let (with, without) = (json(&["--all-errors"], FORKS), json(&["--all-errors", "--por", "off"], FORKS));
    assert_eq!(counts(&with), counts(&without));
    assert!(counts(&with)[0] > 20_000, "{:?}", counts(&with));
    assert_eq!((&with["verdict"], &without["verdict"]), (&"fail".into(), &"fail".into()));
    let kinds = |result: &serde_json::Value| -> Vec<String> {
        let errors = result["errors"].as_array().expect("errors");
        errors.iter().map(|error| error["kind"].to_string()).collect()
    };
    assert_eq!(kinds(&with), kinds(&without));
}
