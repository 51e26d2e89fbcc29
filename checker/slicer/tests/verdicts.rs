//! The slicer: verdicts are those of the whole model. Each model here once had another one when sliced.

use checker::compile;
use checker::search::{self, Control, Fairness, Order, Search};
use promela::NoFiles;
use promela::ast::Program;
use promela::claim::ClaimChoice;
use promela::finding::Findings;
use promela::source::Sources;
use slicer::{Cycles, Property, cut};
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

static STOP: AtomicBool = AtomicBool::new(false);

fn parse(text: &str) -> (Program, Sources) {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let program = promela::parse("m.pml", text.to_string(), &Default::default(), &NoFiles, &mut sources, &mut findings);
    assert!(!findings.has_errors(), "{text}");
    (program, sources)
}

fn verdict(program: &Program, sources: &Sources, property: &Property) -> String {
    let mut findings = Findings::default();
    let options = compile::Options { claim: property.claim.clone(), ..Default::default() };
    let model = compile::compile(program, &options, sources, &mut findings);
    let model = model.unwrap_or_else(|| panic!("{:?}\n{}", findings.list, promela::print(program)));
    let what = Search {
        property: match property.cycles {
            Cycles::None => search::Property::Safety,
            Cycles::Acceptance => search::Property::Acceptance,
            Cycles::Progress => search::Property::Progress,
        },
        fairness: Fairness::None,
        order: Order::DepthFirst,
        all_errors: false,
        end_states: property.end_states,
        assertions: property.assertions,
        optimize: true,
        ..Search::default()
    };
    let outcome = search::search(&model, &what, &mut Control { stop: &STOP, progress: &mut |_| {} });
    outcome.errors.first().map_or("pass".to_string(), |e| format!("{:?}", e.kind))
}

/// The verdict for assertions and for deadlock, which must be the same after slicing.
fn same(text: &str) -> (String, String) {
    let (program, sources) = parse(text);
    let one = |property: Property| {
        let sliced = cut(&program, &property);
        let (before, after) = (verdict(&program, &sources, &property), verdict(&sliced.program, &sources, &property));
        assert_eq!(before, after, "{}", promela::print(&sliced.program));
        let (again, again_sources) = parse(&promela::print(&sliced.program));
        assert_eq!(after, verdict(&again, &again_sources, &property));
        after
    };
    (one(Property::assertions()), one(Property::deadlock()))
}

fn pair(a: &str, b: &str) -> (String, String) {
    (a.to_string(), b.to_string())
}

#[test]
fn code_after_an_endless_loop_stays_out_of_reach() {
    let text = "byte x; active proctype p() { do :: x = 1 - x od; assert(false) }";
    assert_eq!(same(text), pair("pass", "pass"));
}

#[test]
fn an_argument_that_can_fail_stays() {
    let text = "chan q = [1] of { byte, byte }; chan none; active proctype p() { q!1,len(none); q?_,_ }";
    assert_eq!(same(text), pair("Runtime", "Runtime"));
}

#[test]
fn channels_of_structures_keep_their_fields() {
    let text = "typedef T { chan c = [1] of { byte, byte } }; T t; byte x;
        active proctype p() { t.c!1,2; t.c?x,_; assert(x == 1) }";
    assert_eq!(same(text), pair("pass", "pass"));
}

#[test]
fn a_deterministic_process_keeps_its_choices() {
    let text = "byte x, y; active D_proctype p() { if :: x = 1 :: y == 0 fi }";
    assert_eq!(same(text), pair("Runtime", "Runtime"));
}

#[test]
fn a_single_bit_of_a_message_stays_a_bit() {
    let text = "chan q = [1] of { byte, bit }; byte x; active proctype p() { q!5,2; q?_,x; assert(x == 0) }";
    assert_eq!(same(text), pair("pass", "pass"));
}

#[test]
fn a_variable_set_in_the_middle_is_not_set_at_the_start() {
    let text = "byte g, h; active proctype p() { h = 3; byte x = g; assert(x == 0) }
        active proctype q() { atomic { g = 1; assert(true) } }";
    assert_eq!(same(text), pair("Assertion", "pass"));
}

#[test]
fn an_else_beside_a_rendezvous_sees_who_waits() {
    let text = "chan q = [0] of { bit }; byte x;
        active proctype p() { if :: q!1 :: else -> assert(false) fi }
        active proctype r() { x = 1; q?_ }";
    assert_eq!(same(text), pair("Assertion", "EndState"));
}

#[test]
fn an_escape_needs_its_steps() {
    let text = "byte x, y; active proctype p() { { x = 1; y = 2 } unless { x == 1 -> assert(false) } }";
    assert_eq!(same(text), pair("Assertion", "pass"));
}

#[test]
fn an_endless_process_is_no_deadlock() {
    let text = "byte x, y; active proctype p() { do :: y = 1 - y od } active proctype q() { x == 1 }";
    assert_eq!(same(text), pair("pass", "pass"));
}

#[test]
fn a_loop_that_may_not_end_is_seen_by_liveness_only() {
    let text = "byte x, y; active proctype p() { do :: y = 1 - y od } active proctype q() { x = 1 }
        ltl reached { <> (x == 1) } ltl small { [] (x < 2) }";
    let (program, sources) = parse(text);
    for (name, expected, left) in [("reached", "AcceptanceCycle", true), ("small", "pass", false)] {
        let claim = ClaimChoice::Named(name.to_string());
        let property = Property { cycles: Cycles::Acceptance, ..Property::claim(claim) };
        let sliced = cut(&program, &property);
        assert_eq!(verdict(&program, &sources, &property), expected);
        assert_eq!(verdict(&sliced.program, &sources, &property), expected);
        assert_eq!(promela::print(&sliced.program).contains("proctype p"), left);
    }
}

/// Models of C fetch values into one local, one after another: only the values that reach a use matter.
#[test]
fn a_local_with_two_lives_keeps_one() {
    let text = "int x, y; active [2] proctype p() { int t; t = x; x = t + 1; t = y; y = t + 1; t = x; assert(t < 2) }";
    assert_eq!(same(text), pair("Assertion", "pass"));
    let (program, _) = parse(text);
    let gone = |property: Property| {
        let sliced = cut(&program, &property);
        let mut names: Vec<String> = sliced.dropped.iter().map(|d| d.name.clone()).collect();
        names.sort();
        names
    };
    assert_eq!(gone(Property::assertions()), ["t = y", "y", "y = t + 1"]);
}

/// A way round a loop, out of an `unless` or past an option brings other values to the same use.
#[test]
fn every_way_to_a_use_counts() {
    let around = "byte x; active proctype p() { byte t; do :: t == 3 -> assert(x == 0) :: t < 3 -> t++ od }";
    assert_eq!(same(around), pair("pass", "pass"));
    let option = "byte x; active proctype p() { byte t = 1; if :: t = 2 :: x = 1 fi; assert(t != 1) }";
    assert_eq!(same(option).0, "Assertion");
    let last = "byte x; active proctype p() { byte t = 1; do :: t = 2; t = 0 :: break od; assert(t != 0) }";
    assert_eq!(same(last).0, "Assertion");
    let escape = "byte x; active proctype p() { byte t; { t = 1; x = 1; t = 2; x = 2; t = 0 } unless { x == 1 };
        assert(t == 0) } active proctype q() { byte u; u = x; x = u }";
    assert_eq!(same(escape).0, "Assertion");
    let step = "byte x; active proctype p() { byte t; d_step { t = x; t = t + 1 }; x = t; assert(x == 0) }";
    assert_eq!(same(step).0, "Assertion");
    let counted = "byte x; active proctype p() { byte t; for (t : 1 .. 3) { x = t }; assert(t != 4) }";
    assert_eq!(same(counted).0, "Assertion");
    let remote = "active proctype p() { byte t; t = 1; t = 2; t = 3 } active proctype q() { assert(p:t != 2) }";
    assert_eq!(same(remote).0, "Assertion");
    let received = "chan c = [2] of { byte, byte }; byte x; active proctype p() { byte t; c!1,2; c!3,4; c?t,_; x = t;
        c?_,t; assert(t != 4) }";
    assert_eq!(same(received).0, "Assertion");
}

#[test]
fn spans_are_those_of_the_original() {
    let text = "byte x, y;\nactive proctype p()\n{\n\ty = 1;\n\tx = 1;\n\tassert(x == 0)\n}\n";
    let (program, sources) = parse(text);
    let sliced = cut(&program, &Property::assertions());
    let mut findings = Findings::default();
    let model = compile::compile(&sliced.program, &Default::default(), &sources, &mut findings).expect("a model");
    let lines: Vec<u32> = model.statements.iter().map(|s| sources.place(s.span).line).collect();
    assert_eq!(lines, [5, 6, 7]);
    assert_eq!(sliced.dropped.iter().map(|d| d.name.as_str()).collect::<Vec<_>>(), ["y", "y = 1"]);
}

/// Ten thousand lines in less than a second; a debug build or a busy machine may take some.
#[test]
fn large_models_are_sliced_at_once() {
    let mut text = "chan q = [2] of { byte, int }; byte x;\n".to_string();
    for p in 0..100 {
        let _ = writeln!(text, "active proctype p{p}() {{ int v, w, u; byte i;");
        for k in 0..12 {
            let _ = writeln!(
                text,
                "do\n:: v < {k} ->\nv++;\nw = w + v;\nif\n:: w > 3 -> u = w\n:: else -> u = 0\nfi\n\
                 :: v >= {k} -> break\nod;"
            );
        }
        text.push_str("q!i,w;\nq?i,u;\nx = (x + 1) % 4;\nassert(x < 4)\n}\n");
    }
    assert!(text.lines().count() > 10_000);
    let (program, _) = parse(&text);
    let start = std::time::Instant::now();
    let sliced = cut(&program, &Property::assertions());
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    assert!(!sliced.is_whole());
}
