//! Native code and the interpreter agree: on whole searches, and step by step on random programs.

mod common;

use checker::compile;
use checker::exec::Engine;
use checker::exec::Machine;
use checker::model::Model;
use checker::optimise::{Visible, optimise};
use checker::por::Por;
use checker::search::{Fairness, Limits, Order, Outcome, Property, Search};
use common::{compiled_with, run};
use promela::claim::ClaimChoice;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn model(name: &str, text: &str) -> Option<Model> {
    let options = compile::Options { claim: ClaimChoice::First, ..Default::default() };
    compiled_with(name, text, options).ok()
}

/// Everything that the engines have to agree on.
fn told(outcome: &Outcome) -> String {
    let s = outcome.statistics;
    let counts = (s.stored, s.matched, s.revisited, s.atomic_steps, s.depth, s.state_bytes);
    let unreached: Vec<&str> = outcome.unreached.iter().map(|u| u.statement.as_str()).collect();
    format!(
        "{counts:?} {} {:?} {unreached:?} {:?} {:?}",
        outcome.errors_total, outcome.incomplete, outcome.claim_reached, outcome.errors
    )
}

fn searched(model: &Model, what: &Search) -> String {
    told(&run(model, what))
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|f| f.expect("a file").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "pml"));
    files.sort();
    files
}

/// The ways to search a model.
fn ways(model: &Model) -> Vec<Search> {
    let limits = Limits { depth: Some(2_000), ..Limits::default() };
    let basic = Search { limits, ..Search::default() };
    let mut ways = vec![
        basic.clone(),
        Search { all_errors: true, ..basic.clone() },
        Search { order: Order::BreadthFirst, all_errors: true, ..basic.clone() },
    ];
    if model.can_accept() {
        let accepting = Search { property: Property::Acceptance, ..basic.clone() };
        ways.push(Search { fairness: Fairness::Weak, ..accepting.clone() });
        ways.push(accepting);
    }
    ways
}

fn compare_searches(name: &str, model: &Model, por: Option<Arc<Por>>) {
    for what in ways(model) {
        let what = Search { por: por.clone(), ..what };
        let [interpreted, native] =
            [Engine::Interpret, Engine::NativeAtOnce].map(|engine| searched(model, &Search { engine, ..what.clone() }));
        assert_eq!(interpreted, native, "{name}: {what:?}");
    }
}

#[test]
fn searches_give_the_same_counts_and_trails() {
    let mut seen = 0;
    for folder in ["tests/conformance/features", "tests/trails", "samples"] {
        for file in files(folder) {
            let name = file.display().to_string();
            let text = std::fs::read_to_string(&file).expect("a model");
            let Some(mut m) = model(&name, &text) else { continue };
            seen += 1;
            compare_searches(&name, &m, None);
            optimise(&mut m);
            compare_searches(&name, &m, None);
            compare_searches(&name, &m, Por::of(&m, Visible::default()));
        }
    }
    assert!(seen > 150, "{seen}");
}

/// A small random generator, so that every run sees the same programs.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % u64::from(n)) as u32
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u32) as usize]
    }
}

const DECLARATIONS: &str = "
    typedef pair { byte x; short y[3]; bit b };
    typedef box { int n; pair p[2]; byte c[3] };
    bit gb; bool gf; byte g; short gs; int gi; unsigned gu : 5;
    byte ga[6]; short gsa[3]; int gia[2]; bool gba[4];
    pair gp; box gx[2];
    hidden byte h; hidden short ha[3]; hidden int hi;
    chan c0 = [0] of { byte, short }; chan c1 = [1] of { byte, short }; chan c3 = [3] of { byte, short };
    chan b4 = [4] of { byte }; chan b9 = [9] of { byte }; chan s2 = [2] of { bit, byte };
    chan w2 = [2] of { int, byte };
    chan any[4] = [2] of { byte, short };
";

const LOCALS: &str =
    "    bit lb; byte k, l, m; short ls; int li; unsigned lu : 3; byte la[5]; int lia[2]; pair lp; box lx; chan q;\n";

const SCALARS: [&str; 17] =
    ["gb", "gf", "g", "gs", "gi", "gu", "gp.x", "gp.b", "h", "hi", "lb", "l", "m", "ls", "li", "lu", "lp.x"];

/// A place: mostly a scalar, at times an element, whose index may be out of range.
fn place(r: &mut Random, depth: u32) -> String {
    if depth > 2 || r.below(3) > 0 {
        return r.of(&SCALARS).to_string();
    }
    let index = if r.below(4) == 0 { r.below(3).to_string() } else { format!("({}) & 1", expression(r, depth + 1)) };
    let index = if r.below(12) == 0 { expression(r, depth + 1) } else { index };
    match r.below(11) {
        0 => format!("ga[{index}]"),
        1 => format!("gsa[{index}]"),
        2 => format!("gia[{index}]"),
        3 => format!("gba[{index}]"),
        4 => format!("gp.y[{index}]"),
        5 => format!("gx[{index}].p[{}].y[{}]", r.below(2), r.below(3)),
        6 => format!("gx[{index}].n"),
        7 => format!("la[{index}]"),
        8 => format!("lia[{index}]"),
        9 => format!("lx.p[{index}].x"),
        _ => format!("ha[{index}]"),
    }
}

fn expression(r: &mut Random, depth: u32) -> String {
    if depth > 3 {
        return if r.below(2) == 0 { r.below(9).to_string() } else { place(r, depth) };
    }
    match r.below(12) {
        0 => r.below(300).to_string(),
        1 => format!("(-{})", r.below(40_000)),
        2..=4 => place(r, depth),
        5 => r.of(&["_pid", "len(b4)", "len(any[1])", "timeout", "2147483647", "(-2147483647-1)"]).to_string(),
        6 => format!("({}({}))", r.of(&["-", "!", "~"]), expression(r, depth + 1)),
        7 => format!("({} -> {} : {})", expression(r, depth + 1), expression(r, depth + 1), expression(r, depth + 1)),
        _ => {
            let op = r.of(&[
                "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&&", "||",
            ]);
            format!("({} {op} {})", expression(r, depth + 1), expression(r, depth + 1))
        }
    }
}

fn statement(r: &mut Random, depth: u32, in_d_step: bool) -> String {
    match r.below(if depth > 2 { 9 } else { 14 }) {
        0..=3 => format!("{} = {}", place(r, 0), expression(r, 0)),
        4 => format!("{}{}", place(r, 0), r.of(&["++", "--"])),
        5 => format!("assert(({}) != 7)", expression(r, 1)),
        6 => match r.below(if in_d_step { 5 } else { 7 }) {
            0 => format!("b4!{}", expression(r, 1)),
            1 => format!("s2!{},{}", expression(r, 1), expression(r, 1)),
            2 => format!("w2!{},{}", expression(r, 1), expression(r, 1)),
            3 => format!("any[{}]!{},{}", r.below(4), expression(r, 1), expression(r, 1)),
            4 => format!("b9!{}", expression(r, 1)),
            5 => format!("c0!{},{}", expression(r, 1), expression(r, 1)),
            _ => format!("q!{},{}", expression(r, 1), expression(r, 1)),
        },
        7 => match r.below(9) {
            0 => format!("b4?{}", place(r, 1)),
            1 => format!("s2?{},{}", r.below(2), place(r, 1)),
            2 => format!("w2?{},{}", place(r, 1), place(r, 1)),
            3 => format!("any[{}]?{},eval({})", r.below(4), place(r, 1), place(r, 2)),
            4 => format!("b9?{}", place(r, 1)),
            5 => format!("c0?{},{}", place(r, 1), place(r, 1)),
            6 => format!("q?{},{}", place(r, 1), place(r, 1)),
            7 => format!("c3?<{},{}>", place(r, 1), place(r, 1)),
            _ => format!("c1?{},{}", place(r, 1), place(r, 1)),
        },
        8 => match r.below(4) {
            0 => format!("q = {}", r.of(&["c0", "c1", "c3", "any[1]", "any[3]"])),
            1 => format!("c1!{},{}", expression(r, 1), expression(r, 1)),
            2 => format!("c3!{},{}", expression(r, 1), expression(r, 1)),
            _ => format!("printf(\"%d\", {})", expression(r, 1)),
        },
        9 => format!(
            "if :: {} -> {} :: {} -> {} :: else -> {} fi",
            expression(r, 1),
            statement(r, depth + 1, in_d_step),
            expression(r, 1),
            statement(r, depth + 1, in_d_step),
            statement(r, depth + 1, in_d_step)
        ),
        10 => format!("k = 0; do :: k < {} -> {}; k++ :: else -> break od", r.below(6), statement(r, 3, in_d_step)),
        11 => format!("({})", expression(r, 0)),
        _ => format!("{}; {}", statement(r, depth + 1, in_d_step), statement(r, depth + 1, in_d_step)),
    }
}

fn program(r: &mut Random) -> String {
    let mut text = DECLARATIONS.to_string();
    for name in ["p", "q"] {
        let _ = writeln!(text, "active [{}] proctype {name}() {{\n{LOCALS}", 1 + r.below(2));
        text.push_str("    do\n");
        for _ in 0..3 + r.below(5) {
            let first = statement(r, 0, true);
            let line = match r.below(4) {
                0 => format!("d_step {{ {first}; {}; {} }}", statement(r, 0, true), statement(r, 0, true)),
                1 => format!("atomic {{ {}; {} }}", statement(r, 0, false), statement(r, 0, false)),
                2 => format!("{}; {}", statement(r, 0, false), statement(r, 0, false)),
                _ => format!("({}) -> {first}", expression(r, 0)),
            };
            let _ = writeln!(text, "    :: {line}");
        }
        text.push_str("    od\n}\n");
    }
    text
}

/// Walks at random with both engines, and tries every transition at every state.
fn walk(text: &str, model: &Model, r: &mut Random, steps: usize) {
    let mut interpreted = Machine::new(model);
    let mut native = Machine::new(model);
    native.use_engine(Engine::NativeAtOnce);
    for _ in 0..steps {
        let mut possible = Vec::new();
        for pid in 0..interpreted.process_count() {
            let place = interpreted.process(pid);
            let (first, end) = model.options[(place.base + interpreted.pc(place)) as usize];
            for t in first..end {
                let before = interpreted.state().to_vec();
                let (a, b) = (interpreted.mark(), native.mark());
                let moved = r.below(4) == 0;
                for m in [&mut interpreted, &mut native] {
                    (m.moved, m.timeout) = (moved, r.0 & 64 == 0);
                }
                let done = interpreted.step(place, pid, &model.transitions[t as usize]);
                let same = native.step_by(place, pid, t);
                assert_eq!(done, same, "transition {t} of process {pid}\n{text}");
                assert_eq!(interpreted.faults, native.faults, "transition {t} of process {pid}\n{text}");
                if done {
                    assert_eq!(interpreted.state(), native.state(), "transition {t} of process {pid}\n{text}");
                    assert_eq!(interpreted.rendezvous(), native.rendezvous(), "{text}");
                    if interpreted.faults.is_empty() {
                        possible.push((place, pid, t, moved));
                    }
                }
                interpreted.undo(a);
                native.undo(b);
                assert_eq!(before, native.state(), "undoing transition {t} of process {pid}\n{text}");
                assert_eq!(interpreted.rendezvous(), native.rendezvous(), "{text}");
                for m in [&mut interpreted, &mut native] {
                    m.faults.clear();
                    m.failed_part = None;
                }
            }
        }
        if possible.is_empty() {
            return;
        }
        let (place, pid, t, moved) = possible[r.below(possible.len() as u32) as usize];
        for m in [&mut interpreted, &mut native] {
            (m.moved, m.timeout) = (moved, false);
        }
        // What was possible depends on `timeout`, too: then nothing happens here.
        let (a, b) = (interpreted.mark(), native.mark());
        let done = interpreted.step(place, pid, &model.transitions[t as usize]);
        assert_eq!(done, native.step_by(place, pid, t), "{text}");
        if !done {
            interpreted.undo(a);
            native.undo(b);
        }
        for m in [&mut interpreted, &mut native] {
            m.faults.clear();
            m.failed_part = None;
        }
    }
}

/// The number of random programs; more with `NATIVE_PROGRAMS`.
fn programs() -> u32 {
    std::env::var("NATIVE_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

#[test]
fn steps_of_random_programs_are_the_same() {
    let mut compiled = 0;
    for seed in 1..=programs() {
        let mut r = Random(u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let text = program(&mut r);
        // Some divide by a constant 0.
        let Some(mut m) = model("random.pml", &text) else { continue };
        compiled += 1;
        walk(&text, &m, &mut r, 150);
        optimise(&mut m);
        walk(&text, &m, &mut r, 150);
    }
    assert!(compiled > programs() / 2, "{compiled}");
}
