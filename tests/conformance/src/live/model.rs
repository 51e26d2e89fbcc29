//! Random small models that run for ever: processes that go around, wait for each other, start others that die.
//!
//! A model is a function of its seed. Variables take three values, so that there are circles and few states. Labels are
//! put where Spin takes them. There are no assertions: errors are infinite runs.

use crate::generator::random::Random;
use std::fmt::Write;

/// Which labels a model has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labels {
    None,
    Accept,
    Progress,
}

/// What a model may use.
struct Drawing<'r> {
    random: &'r mut Random,
    labels: Labels,
    buffered: bool,
    rendezvous: bool,
    child: bool,
    timeout: bool,
    atomic: bool,
    /// Labels used so far, for their numbers.
    used: usize,
}

/// A model that has a label of the wanted sort: without one Spin would look for something else.
pub fn model(random: &mut Random, labels: Labels) -> String {
    let word = match labels {
        Labels::None => "",
        Labels::Accept => "accept",
        Labels::Progress => "progress",
    };
    let mut text = draw(random, labels);
    while !text.contains(word) {
        text = draw(random, labels);
    }
    text
}

fn draw(random: &mut Random, labels: Labels) -> String {
    let mut drawing = Drawing {
        labels,
        buffered: random.chance(50),
        rendezvous: random.chance(40),
        child: random.chance(30),
        timeout: random.chance(25),
        atomic: random.chance(40),
        used: 0,
        random,
    };
    drawing.model()
}

/// What formulas can be about.
pub fn atoms(random: &mut Random) -> Vec<String> {
    let number = |random: &mut Random| random.below(3);
    vec![
        format!("x == {}", number(random)),
        format!("y == {}", number(random)),
        format!("x {} y", ["==", "<", "!="][random.below(3)]),
        "z".to_string(),
    ]
}

impl Drawing<'_> {
    fn model(&mut self) -> String {
        let mut out = String::from("byte x, y;\nbool z;\n");
        if self.buffered {
            let _ = writeln!(out, "chan b = [{}] of {{ byte }};", 1 + self.random.below(2));
        }
        if self.rendezvous {
            out.push_str("chan r = [0] of { byte };\n");
        }
        if self.child {
            let statements = 1 + self.random.below(2);
            let body = self.body(statements);
            let _ = writeln!(out, "proctype child() {{\n{body}}}");
        }
        for number in 0..2 + self.random.below(3) {
            let provided = if self.random.chance(6) { " provided (x < 2)" } else { "" };
            let ends = self.random.chance(25);
            let before = if self.random.chance(30) { self.body(1) } else { String::new() };
            let _ = writeln!(out, "active proctype p{number}(){provided} {{\n{before}");
            out.push_str(&if ends { self.body(2) } else { self.circle() });
            out.push_str("}\n");
        }
        out
    }

    /// A loop without an end.
    fn circle(&mut self) -> String {
        let label = self.label("end", 12) + &self.marked();
        let mut out = format!("\t{label}do\n");
        for _ in 0..1 + self.random.below(3) {
            let guard = self.guard();
            let rest = 1 + self.random.below(2);
            let _ = write!(out, "\t:: {guard}");
            for statement in 0..rest {
                let (mark, text) = (self.marked(), self.statement(2));
                let _ = write!(out, "{} {mark}{text}", if statement == 0 { " ->" } else { ";" });
            }
            out.push('\n');
        }
        if self.random.chance(20) {
            out.push_str("\t:: else -> x = 0\n");
        }
        out + "\tod\n"
    }

    fn body(&mut self, statements: usize) -> String {
        let mut out = String::new();
        for _ in 0..statements {
            let (mark, text) = (self.marked(), self.statement(2));
            let _ = writeln!(out, "\t{mark}{text};");
        }
        out
    }

    /// A label that the search looks at, now and then.
    fn marked(&mut self) -> String {
        match self.labels {
            Labels::None => String::new(),
            Labels::Accept => self.label("accept", 20),
            Labels::Progress => self.label("progress", 30),
        }
    }

    fn label(&mut self, word: &str, percent: usize) -> String {
        if !self.random.chance(percent) {
            return String::new();
        }
        self.used += 1;
        format!("{word}_{}: ", self.used)
    }

    fn guard(&mut self) -> String {
        let value = self.random.below(3);
        match self.random.below(12) {
            0 | 1 => format!("x == {value}"),
            2 => format!("y == {value}"),
            3 => format!("x != {value}"),
            4 => "z".to_string(),
            5 => "!z".to_string(),
            6 if self.timeout => "timeout".to_string(),
            7 if self.buffered => "b?x".to_string(),
            8 if self.rendezvous => "r?y".to_string(),
            9 if self.rendezvous => format!("r!{value}"),
            10 if self.buffered => format!("b!{value}"),
            _ => "true".to_string(),
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        let value = self.random.below(3);
        match self.random.below(16) {
            0 | 1 => "x = (x + 1) % 3".to_string(),
            2 => "y = (y + 1) % 3".to_string(),
            3 => format!("x = {value}"),
            4 => format!("y = {value}"),
            5 => "z = !z".to_string(),
            6 => format!("z = x == {value}"),
            7 if self.buffered => format!("b!{value}"),
            8 if self.buffered => "b?x".to_string(),
            9 if self.rendezvous => format!("r!{value}"),
            10 if self.rendezvous => "r?y".to_string(),
            11 if self.child => "if :: _nr_pr < 6 -> run child() :: else fi".to_string(),
            12 if self.atomic && depth > 0 => {
                let (guard, first, second) = (self.guard(), self.statement(0), self.statement(0));
                format!("atomic {{ {guard}; {first}; {second} }}")
            }
            13 if depth > 0 => {
                let (a, b) = (self.guard(), self.guard());
                let (first, second) = (self.statement(0), self.statement(depth - 1));
                let other = if self.random.chance(30) { " :: else" } else { "" };
                format!("if :: {a} -> {first} :: {b} -> {second}{other} fi")
            }
            14 => self.guard(),
            _ => "skip".to_string(),
        }
    }
}
