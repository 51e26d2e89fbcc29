//! Random models like the dining philosophers: a few processes of one or two kinds that take and give back shared
//! things by index, and send and receive on channels by index or by parameter. What each process touches can be told
//! before it runs, so that stubborn sets have something to leave out.

use crate::ax::{Fairness, Property, Request};
use crate::generator::random::Random;
use crate::spin::Claim;

/// A model, and what is asked of it: deadlocks and assertions, or a formula.
pub fn model(seed: u64) -> (String, Request) {
    let mut writer = Writer { random: Random::new(seed), text: String::new(), size: 0, by_parameter: false };
    let is_live = writer.random.chance(30);
    writer.model(is_live);
    let request = if is_live {
        Request::live(Property::Acceptance, Fairness::None)
    } else {
        Request { all_errors: false, ..Request::all(Claim::First) }
    };
    (writer.text, request)
}

struct Writer {
    random: Random,
    text: String,
    /// The number of processes, of forks and of channels.
    size: usize,
    /// Processes are started with their number and a channel.
    by_parameter: bool,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        self.text.push_str(&"\t".repeat(depth));
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn one<'a>(&mut self, items: &[&'a str]) -> &'a str {
        self.random.pick(items).copied().unwrap_or("skip")
    }

    fn model(&mut self, is_live: bool) {
        self.size = 2 + self.random.below(3);
        self.by_parameter = self.random.chance(50);
        let capacity = self.random.below(3);
        let size = self.size;
        let width = self.one(&["bit", "byte"]);
        self.line(0, &format!("#define N {size}"));
        self.line(0, &format!("{width} fork[N];"));
        self.line(0, "byte a, b;");
        self.line(0, &format!("chan c[N] = [{capacity}] of {{ byte }};"));
        let kinds = 1 + self.random.below(2);
        for kind in 0..kinds {
            self.proctype(kind, kinds);
        }
        if self.by_parameter {
            let opening = self.one(&["atomic {", "{"]);
            self.line(0, &format!("init {{ {opening}"));
            for i in 0..size {
                let (kind, to) = (i % kinds, (i + 1) % size);
                self.line(1, &format!("run p{kind}({i}, c[{to}]);"));
            }
            self.line(0, "} }");
        }
        if is_live {
            let (p, q) = (self.condition(), self.condition());
            let shape = self.random.below(4);
            let formula = match shape {
                0 => format!("[] ({p})"),
                1 => format!("<> ({p})"),
                2 => format!("[] (({p}) -> <> ({q}))"),
                _ => format!("<> [] ({p})"),
            };
            self.line(0, &format!("ltl f {{ {formula} }}"));
        }
    }

    /// A condition on what is shared, for a formula.
    fn condition(&mut self) -> String {
        let place = self.random.below(self.size);
        match self.random.below(5) {
            0 => format!("fork[{place}] == 1"),
            1 => format!("len(c[{place}]) > 0"),
            2 => "a > b".to_string(),
            3 => "b == 0".to_string(),
            _ => "a < 2".to_string(),
        }
    }

    fn proctype(&mut self, kind: usize, kinds: usize) {
        if self.by_parameter {
            self.line(0, &format!("proctype p{kind}(byte me; chan out) {{"));
        } else {
            let count = if kind == 0 { self.size - (kinds - 1) } else { 1 };
            self.line(0, &format!("active [{count}] proctype p{kind}() {{"));
        }
        self.line(1, "byte x;");
        let goes_on = self.random.chance(65);
        if goes_on {
            if self.random.chance(20) {
                self.line(0, "end:");
            }
            self.line(1, "do");
            for _ in 0..1 + self.random.below(2) {
                let first = self.guard();
                self.line(1, &format!(":: {first};"));
                self.steps(2);
            }
            if self.random.chance(25) {
                let last = self.one(&["else -> break", "timeout -> break", "a == 3 -> break"]);
                self.line(1, &format!(":: {last}"));
            }
            self.line(1, "od");
        } else {
            self.steps(1);
            self.steps(1);
            self.line(1, "skip");
        }
        self.line(0, "}");
    }

    fn steps(&mut self, depth: usize) {
        for _ in 0..1 + self.random.below(3) {
            let step = self.step();
            self.line(depth, &format!("{step};"));
        }
        if self.random.chance(20) {
            let (a, b) = (self.guard(), self.step());
            let other = self.one(&["else", "x > 0", "fork[0] == 1"]);
            self.line(depth, &format!("if :: {a} -> {b} :: {other} fi;"));
        }
    }

    fn index(&mut self) -> &'static str {
        if self.by_parameter {
            self.one(&["me", "me", "(me + 1) % N", "(me + 1) % N", "x % N", "0"])
        } else {
            self.one(&["_pid", "_pid", "(_pid + 1) % N", "(_pid + 1) % N", "x % N", "0"])
        }
    }

    fn channel(&mut self) -> String {
        if self.by_parameter && self.random.chance(50) { "out".to_string() } else { format!("c[{}]", self.index()) }
    }

    fn guard(&mut self) -> String {
        match self.random.below(8) {
            0..3 => self.take(),
            3 => format!("{}!{}", self.channel(), self.one(&["1", "2", "x"])),
            4 => format!("{}?{}", self.channel(), self.one(&["x", "1", "eval(a)"])),
            5 => self.one(&["a < 3", "b == a", "a > 0 && b < 2", "x < 2"]).to_string(),
            6 => "true".to_string(),
            _ => format!("fork[{}] == {}", self.index(), self.one(&["0", "1"])),
        }
    }

    fn take(&mut self) -> String {
        let index = self.index();
        if self.random.chance(80) {
            format!("atomic {{ fork[{index}] == 0 -> fork[{index}] = 1 }}")
        } else {
            format!("fork[{index}] == 0; fork[{index}] = 1")
        }
    }

    fn step(&mut self) -> String {
        match self.random.below(14) {
            0..2 => self.take(),
            2..5 => format!("fork[{}] = 0", self.index()),
            5 => self.one(&["a = (a + 1) % 4", "b = (b + 1) % 3", "a = b", "b = 1 - b % 2"]).to_string(),
            6 => self.one(&["x = (x + 1) % 3", "x = a", "x = 1"]).to_string(),
            7 => format!("{}!{}", self.channel(), self.one(&["1", "2", "x", "a"])),
            8 => format!("{}?{}", self.channel(), self.one(&["x", "x", "1", "eval(x)"])),
            9 => self.one(&["assert(a < 4)", "assert(a != 2 || b != 1)", "assert(x < 2)", "assert(b < 3)"]).to_string(),
            10 => format!("d_step {{ x = a; a = (a + {}) % 4 }}", self.one(&["1", "2"])),
            11 => format!("atomic {{ {}; a = (x + 1) % 3 }}", self.guard()),
            12 => format!("assert(fork[{}] <= 1)", self.index()),
            _ => self.guard(),
        }
    }
}
