//! What steps read, write, wait for and may do wrong.

use crate::common;
use checker::model::accesses::{Access, Accesses, Data, Known, Nothing, Used};
use checker::model::layout::Slot;
use checker::model::{Model, Region};
use promela::claim::ClaimChoice;

fn model(text: &str) -> Model {
    common::compiled(text, ClaimChoice::None).expect("a model")
}

/// The name of the variable that data is in.
fn name(model: &Model, data: &Data) -> String {
    let of = |region: Region, bit: u32| {
        let leaves = match region {
            Region::Global => &model.global_leaves,
            Region::Local => &model.proctypes[0].leaves,
            Region::Hidden => &model.hidden_leaves,
        };
        let found = leaves.iter().find(|l| l.slot.word * 32 + u32::from(l.slot.shift) == bit);
        found.map_or_else(|| format!("{region} {bit}"), |l| l.name.clone())
    };
    match data {
        Data::Scalar { region, slot } => of(*region, slot.word * 32 + u32::from(slot.shift)),
        Data::Element { region, first, last, .. } => format!("{}..{}", of(*region, first * 8), of(*region, last * 8)),
        Data::Remote { process, .. } => format!("{process:?}"),
        Data::Somewhere => "somewhere".to_string(),
    }
}

fn used(model: &Model, used: &Used) -> String {
    match used {
        Used::Stored(data) => format!("stored in {}", name(model, data)),
        other => format!("{other:?}"),
    }
}

fn say(model: &Model, access: &Access) -> String {
    match access {
        Access::Read { data, used: how } => format!("read {}, {}", name(model, data), used(model, how)),
        Access::Write { data, value: Some(n), .. } => format!("write {} = {n}", name(model, data)),
        Access::Write { data, from: Some(from), .. } => {
            format!("write {} from {}", name(model, data), name(model, from))
        }
        Access::Write { data, .. } => format!("write {}", name(model, data)),
        Access::Count { data, by } => format!("count {} by {by}", name(model, data)),
        Access::Channel { used: c, .. } => format!("channel {:?} {:?} {:?}", c.channel, c.how, c.fields),
        Access::Ask { question, .. } => format!("ask {question:?}"),
        Access::Start { proctype, kept, .. } => format!("start {proctype}, {}", used(model, kept)),
        other => format!("{other:?}"),
    }
}

/// The accesses of the statement with this text.
fn of(model: &Model, text: &str, known: &impl Known) -> (Accesses, Vec<String>) {
    let t = model.transitions.iter().find(|t| model.statements[t.statement as usize].text.contains(text));
    let t =
        t.unwrap_or_else(|| panic!("no {text} in {:?}", model.statements.iter().map(|s| &s.text).collect::<Vec<_>>()));
    let accesses = t.accesses(known);
    let list = accesses.all().map(|a| say(model, a)).collect();
    (accesses, list)
}

#[track_caller]
fn check(model: &Model, text: &str, expected: &[&str]) {
    assert_eq!(of(model, text, &Nothing).1, expected, "{text}");
}

const MODEL: &str = "
    byte x, a[4]; chan q = [2] of { byte, byte }; int n; typedef pair { byte u; short v }; pair s[3];
    active proctype p() {
        byte i; short k; chan c;
        x++; a[i] = x; a[2] = 5; x = 300; i = a[i] + a[1]; k = 7 / i; s[i].v = 1; n = run r(i, q);
        q!i,3; q?x,_; q?eval(x),i; c!1,2; (x > 3 && a[0] != 2); (q?[1,2]); nempty(q); assert(x < n); printf(\"%d\", x);
        (r[n]@here);
        d_step { do :: i < 3 -> i++ :: else -> break od; x = 0 }
    }
    proctype r(byte z; chan d) { here: d?z,_ }";

#[test]
fn accesses_come_in_order_with_what_becomes_of_them() {
    let m = &model(MODEL);
    check(m, "x = (x+1)", &["count x by 1"]);
    check(m, "a[i] = x", &["read i, AsIndex", "read x, stored in a[0]..a[3]", "write a[0]..a[3] from x"]);
    check(m, "a[2] = 5", &["write a[2] = 5"]);
    check(m, "x = 300", &["write x = 44"]);
    check(m, "i = (a[i]+a[1])", &["read i, AsIndex", "read a[0]..a[3], Otherwise", "read a[1], Otherwise", "write i"]);
    check(m, "s[i].v = 1", &["read i, AsIndex", "write s[0].v..s[2].v"]);
    check(
        m,
        "n = run r(i,q)",
        &[
            "read i, Argument { proctype: ProctypeId(1), parameter: 0 }",
            "read q, Argument { proctype: ProctypeId(1), parameter: 1 }",
            "start proctype1, stored in n",
            "write n",
        ],
    );
    check(m, "q!i,3", &["read q, AsChannel", "channel None Send { sorted: false } Some(2)", "read i, Sent"]);
    check(m, "q?x,_", &["read q, AsChannel", "channel None Receive { random: false, keep: false } Some(2)", "write x"]);
    check(m, "(nempty(q))", &["read q, AsChannel", "channel None Ask(NotEmpty) None"]);
    check(m, "assert((x<n))", &["read x, Otherwise", "read n, Otherwise"]);
    check(m, "printf('%d',x)", &["read x, Printed", "Print { only_numbers: true }"]);
    check(m, "((r[n]._p==here))", &["read n, AsProcess { label: true }", "ask IsAt(Any, LabelId(0))"]);
}

#[test]
fn what_is_waited_for_and_may_go_wrong() {
    use checker::model::Compare::{Gt, Ne};
    use checker::model::accesses::Fault;
    let m = &model(MODEL);
    let faults = |text: &str| of(m, text, &Nothing).0.faults;
    assert_eq!(faults("a[i] = x"), [Fault::Index]);
    assert_eq!(faults("k = (7/i)"), [Fault::Division]);
    assert_eq!(faults("a[2] = 5"), []);
    assert_eq!(faults("assert((x<n))"), [Fault::Assertion]);
    let waits = of(m, "(((x>3)&&(a[0]!=2)))", &Nothing).0.waits;
    let tests: Vec<_> = waits.tests.iter().map(|t| (t.compare, t.value)).collect();
    assert_eq!(tests, [(Gt, 3), (Ne, 2)]);
    assert!(waits.at_all);
    assert!(!of(m, "x = 300", &Nothing).0.waits.at_all);
    assert!(of(m, "q!i,3", &Nothing).0.waits.at_all);
}

/// Locals are 1, globals that hold channels are known.
struct Some1;

impl Known for Some1 {
    fn local(&self, _slot: Slot) -> Option<i32> {
        Some(1)
    }
}

#[test]
fn what_is_known_makes_accesses_exact() {
    let m = &model(MODEL);
    assert_eq!(of(m, "a[i] = x", &Some1).1, ["read x, stored in a[1]", "write a[1] from x"]);
    assert_eq!(of(m, "a[i] = x", &Some1).0.faults, []);
    assert_eq!(of(m, "c!1,2", &Some1).1, ["channel Some(1) Send { sorted: false } Some(2)"]);
}

#[test]
fn a_d_step_has_pieces_that_follow_each_other() {
    let m = &model(MODEL);
    let t = m.transitions.iter().find(|t| m.statements[t.statement as usize].text.starts_with("D_STEP"));
    let accesses = t.expect("a d_step").accesses(&Nothing);
    assert!(accesses.d_step && accesses.has_loop());
    let pieces: Vec<_> = accesses.pieces.iter().map(|p| (p.accesses.len(), p.next.clone(), p.leaves)).collect();
    let expected =
        [(0, vec![1, 3], false), (1, vec![2], false), (1, vec![0], false), (1, vec![4], false), (1, vec![], true)];
    assert_eq!(pieces, expected);
}
