//! Random sequential C programs whose inputs decide.
//!
//! Everything in them has one meaning for gcc (`-fwrapv`) and for `ax`: divisors and amounts to shift by are constants,
//! loops end, an index is cut to its array.

use crate::generator::random::Random;
use std::fmt::Write;

/// A type, and what `__VERIFIER_nondet_` calls it.
const TYPES: [(&str, &str); 8] = [
    ("signed char", "schar"),
    ("unsigned char", "uchar"),
    ("short", "short"),
    ("unsigned short", "ushort"),
    ("int", "int"),
    ("unsigned", "uint"),
    ("long", "long"),
    ("unsigned long", "ulong"),
];

/// Comparisons of these decide most often.
const CONSTANTS: [i64; 14] = [0, 1, -1, 2, 7, 10, 100, 127, 128, 255, 1000, 32768, 65536, 2_147_483_647];

/// The functions that a program calls, for gcc: numbers come from the file `inputs`, one after the other.
pub fn runtime() -> String {
    let mut out = "#include <stdio.h>\n#include <stdlib.h>\n\
        static unsigned long next(void) {\n    static FILE *file;\n    char line[64];\n    \
        if (file == 0) file = fopen(\"inputs\", \"r\");\n    \
        if (file == 0 || fgets(line, sizeof line, file) == 0) exit(43);\n    \
        return line[0] == '-' ? (unsigned long)strtoll(line, 0, 10) : strtoull(line, 0, 10);\n}\n\
        void reach_error(void) { exit(42); }\n\
        void __VERIFIER_assume(int condition) { if (!condition) exit(0); }\n"
        .to_string();
    for (ty, name) in TYPES {
        let _ = writeln!(out, "{ty} __VERIFIER_nondet_{name}(void) {{ return ({ty})next(); }}");
    }
    out
}

/// A number that decides more often than others.
pub fn number(random: &mut Random) -> i64 {
    match random.below(4) {
        0 => random.between(-20, 20),
        1 => random.pick(&CONSTANTS).copied().unwrap_or(0) + random.between(-1, 1),
        2 => [i64::MIN, i64::MAX, i64::from(i32::MIN), i64::from(u32::MAX)][random.below(4)],
        _ => random.next() as i64,
    }
}

pub fn program(seed: u64) -> String {
    let mut program = Program { random: Random::new(seed), text: String::new(), types: Vec::new(), depth: 1 };
    program.text.push_str("extern void reach_error(void);\nextern void __VERIFIER_assume(int condition);\n");
    for (ty, name) in TYPES {
        let _ = writeln!(program.text, "extern {ty} __VERIFIER_nondet_{name}(void);");
    }
    program.text.push_str("static int table[4] = {3, 1, 4, 1};\nint main(void) {\n");
    for _ in 0..2 + program.random.below(3) {
        program.input();
    }
    for _ in 0..3 + program.random.below(6) {
        program.statement(2);
    }
    let last = program.condition();
    program.line(&format!("if ({last}) reach_error();"));
    program.text.push_str("    return 0;\n}\n");
    program.text
}

struct Program {
    random: Random,
    text: String,
    /// Of the variables `x0`, `x1`, …
    types: Vec<usize>,
    depth: usize,
}

impl Program {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(self.depth));
    }

    fn input(&mut self) {
        let ty = self.random.below(TYPES.len());
        let (spelling, name) = TYPES[ty];
        let text = format!("{spelling} x{} = __VERIFIER_nondet_{name}();", self.types.len());
        self.types.push(ty);
        self.line(&text);
    }

    fn variable(&mut self) -> String {
        format!("x{}", self.random.below(self.types.len()))
    }

    fn constant(&mut self) -> i64 {
        self.random.pick(&CONSTANTS).copied().unwrap_or(0)
    }

    fn statement(&mut self, nesting: usize) {
        match self.random.below(if nesting > 0 { 10 } else { 5 }) {
            0..3 => {
                let (to, value) = (self.variable(), self.expression());
                self.line(&format!("{to} = {value};"));
            }
            3 => {
                let (index, value) = (self.variable(), self.variable());
                self.line(&format!("table[{index} & 3] = {value};"));
            }
            4 => {
                let (to, name) = (self.variable(), TYPES[self.random.below(TYPES.len())].1);
                self.line(&format!("{to} = __VERIFIER_nondet_{name}();"));
            }
            5 => {
                let condition = self.condition();
                self.line(&format!("__VERIFIER_assume({condition});"));
            }
            6 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) reach_error();"));
            }
            7 => {
                let (turns, condition) = (1 + self.random.below(4), self.condition());
                self.line(&format!("for (int i = 0; i < {turns} && {condition}; i++) {{"));
                self.block(nesting);
                self.line("}");
            }
            _ => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.block(nesting);
                if self.random.chance(50) {
                    self.line("} else {");
                    self.block(nesting);
                }
                self.line("}");
            }
        }
    }

    fn block(&mut self, nesting: usize) {
        self.depth += 1;
        for _ in 0..1 + self.random.below(2) {
            self.statement(nesting - 1);
        }
        self.depth -= 1;
    }

    fn expression(&mut self) -> String {
        let (a, b, c) = (self.variable(), self.variable(), self.constant());
        let divisor = [2, 3, 8, 10, 256][self.random.below(5)];
        match self.random.below(16) {
            0..4 => format!("{a} + {c}"),
            4..6 => format!("{a} - {c}"),
            6 => format!("-{a}"),
            7 => format!("~{a}"),
            8 => format!("{a} % {divisor}"),
            9 => format!("{a} / {divisor}"),
            10 => format!("{a} >> {}", self.random.below(5)),
            11 => format!("{a} & {}", [1, 3, 7, 15, 255][self.random.below(5)]),
            12 => format!("({})({a} + {c})", TYPES[self.random.below(TYPES.len())].0),
            13 => format!("{a} - {b}"),
            14 => format!("{a} < {b} ? {a} : {b} + {c}"),
            _ => format!("table[{a} & 3]"),
        }
    }

    fn condition(&mut self) -> String {
        let first = self.comparison();
        match self.random.below(6) {
            0 => format!("({first} && {})", self.comparison()),
            1 => format!("({first} || {})", self.comparison()),
            2 => format!("!({first})"),
            _ => first,
        }
    }

    fn comparison(&mut self) -> String {
        let op = ["<", "<=", ">", ">=", "==", "!="][self.random.below(6)];
        let (a, b, c) = (self.variable(), self.variable(), self.constant());
        match self.random.below(6) {
            0..3 => format!("{a} {op} {c}"),
            3 => format!("{a} {op} {b}"),
            4 => format!("{a} + {c} {op} {b}"),
            _ => format!("{a} % 10 {op} {}", self.random.below(10)),
        }
    }
}

#[cfg(test)]
mod tests {
    /// Seeds are written down in bug reports.
    #[test]
    fn a_seed_means_one_program() {
        assert_eq!(super::program(7), super::program(7));
        assert_ne!(super::program(7), super::program(8));
    }
}
