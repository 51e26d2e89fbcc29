//! What the tests share: statements from text, and random ones.
#![allow(dead_code)]

use abstraction_tables::Found;
use abstraction_tables::canon;
use abstraction_tables::entry::{Class, Statement};

/// `A: x=1`
pub fn statement(line: &str) -> Statement {
    let (class, text) = line.split_once(": ").expect("a class");
    let class = Class::ALL.into_iter().find(|c| c.letter().to_string() == class).expect("a class letter");
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty());
    let objects = words.map(str::to_string).collect();
    Statement { class, text: text.to_string(), objects, spelling: None, place: "a.c:7".to_string() }
}

pub fn found(lines: &[&str]) -> Vec<Found> {
    let one = |line: &&str| {
        let (line, mapping) = line.split_once(" => ").unwrap_or((line, "keep"));
        Found { statement: statement(line), mapping: mapping.to_string(), kind: None, note: None, covered: false }
    };
    lines.iter().map(one).collect()
}

/// xorshift64*
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n.max(1)
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    fn blank(&mut self) -> &'static str {
        ["", "", "", " ", "  ", "\t"][self.below(6)]
    }

    /// An expression with white space and parentheses here and there.
    pub fn expression(&mut self, depth: u32) -> String {
        let leaf = depth == 0 || self.below(4) == 0;
        let text = if leaf {
            self.pick(&[
                "x",
                "y",
                "cnt",
                "S",
                "0",
                "1",
                "0x1fUL",
                "1.5e-3",
                "'a'",
                "\"a  b\\\"\"",
                "NULL",
                "p",
                "größe",
            ])
            .to_string()
        } else {
            let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
            let (s, t) = (self.blank(), self.blank());
            match self.below(16) {
                0..=3 => {
                    let op = self.pick(&["+", "-", "*", "/", "%", "<<", ">=", "==", "!=", "&", "|", "^", "&&", "||"]);
                    format!("({a}){s}{op}{t}({b})")
                }
                4 => format!("!{s}({a})"),
                5 => format!("!(!({a}))"),
                6 => format!("&{s}({a})"),
                7 => format!("*({a})"),
                8 => format!("-{s}({a})"),
                9 => format!("f{s}({a},{t}{b})"),
                10 => format!("({a})[{b}]"),
                11 => format!("({a})->m.n"),
                12 => format!("(int{s} *)({a})"),
                13 => format!("({a}){s}?{b}:{t}c"),
                14 => format!("sizeof({a})"),
                _ => format!("g({s})"),
            }
        };
        if self.below(4) == 0 { format!("({text})") } else { text }
    }

    /// A statement of any class.
    pub fn statement(&mut self) -> Statement {
        let class = *self.pick(&Class::ALL);
        let e = self.expression(3);
        let text = match class {
            Class::Declaration => {
                let ty = self.pick(&["int", "unsigned char", "Buffer", "struct s", "static const char"]);
                let name = self.pick(&["x", "*p", "a[10]", "(*f)(int)", "x,y"]);
                if self.below(2) == 0 { format!("{ty} {name}") } else { format!("{ty} {name}={e}") }
            }
            Class::Assignment => {
                format!("{} {} {e}", self.pick(&["x", "p->q", "a[i]", "*(p)"]), self.pick(&["=", "+=", "<<="]))
            }
            Class::Condition => e,
            Class::Call => format!("f{}({e})", self.below(5)),
            Class::Return => format!("return {e}"),
            Class::Expression => {
                self.pick(&["x++", "--x", "a[i]++", "asm volatile(\"nop\" : : \"r\"(x))", "goto *p"]).to_string()
            }
        };
        let text = canon::canonical(class, &text);
        Statement { class, text, objects: vec!["x".to_string()], spelling: None, place: "a.c:1".to_string() }
    }
}
