//! Random models without loops: processes that share variables and channels.

use super::generator::random::Random;
use std::fmt::Write;

/// The model of a seed. Its state space has no cycles.
pub fn model(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text =
        "byte x, y, z;\nchan q = [1] of { byte };\nchan r = [0] of { byte };\nchan s = [2] of { byte };\n".to_string();
    let processes = 2 + random.below(3);
    for p in 0..processes {
        let _ = writeln!(text, "active proctype p{p}() {{\n  byte v;");
        for _ in 0..2 + random.below(if processes > 3 { 2 } else { 4 }) {
            let statement = statement(&mut random, 0);
            let _ = writeln!(text, "  {statement};");
        }
        text.push_str("  skip\n}\n");
    }
    text
}

fn statement(random: &mut Random, depth: usize) -> String {
    let variable = |random: &mut Random| *random.pick(&["x", "y", "z", "v"]).expect("one of them");
    let (a, b, n) = (variable(random), variable(random), random.below(3));
    let choices = if depth > 1 { 12 } else { 17 };
    match random.below(choices) {
        0 | 1 => format!("{a} = {n}"),
        2 => format!("{a} = ({b} + 1) % 4"),
        3 => format!("{a} == {n}"),
        4 => format!("q!{n}"),
        5 => "q?v".to_string(),
        6 => format!("r!{n}"),
        7 => "r?v".to_string(),
        8 => format!("s!{a}"),
        9 => format!("s?{n}"),
        10 => format!("assert({a} != {n} || {b} != 2)"),
        11 => format!("{a}++; {a} = {a} % 3"),
        12 | 13 => {
            let first = statement(random, depth + 1);
            let second = statement(random, depth + 1);
            let other = if random.chance(30) { "else".to_string() } else { format!("{b} != {n}; {second}") };
            format!("if :: {a} == {n}; {first} :: {other} fi")
        }
        14 => format!("atomic {{ {}; {} }}", statement(random, depth + 1), statement(random, depth + 1)),
        15 => format!("d_step {{ {a} = {n}; {b} = {a} + 1 }}"),
        _ => format!("if :: nempty(s); {} :: empty(s) :: timeout fi", statement(random, depth + 1)),
    }
}
