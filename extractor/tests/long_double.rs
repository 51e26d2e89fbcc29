//! `long double` in the machine against the code that `cc` makes: random expressions over `float`, `double`,
//! `long double` and integers of all sizes. Each value is printed in its bits.
//!
//! `AX_LONG_DOUBLE=2000` makes so many programs; without it there are a few, always the same.

use extractor::{c, link, lower};
use machine::outcome::Options;
use promela::finding::Findings;
use promela::source::Sources;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const INTEGERS: [&str; 11] = [
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "__int128",
    "unsigned __int128",
    "_Bool",
];

const HEAD: &str = r#"
#include <math.h>
#include <stdio.h>
typedef union { long double v; struct { unsigned long m; unsigned short e; } p; } bits;
static long double of(unsigned long m, unsigned short e) { bits b; b.p.m = m; b.p.e = e; return b.v; }
static void show_long_double(long double v) {
    bits b = {v};
    /* gcc makes b - a of -a + b: the sign of what is no number is not that of the text. */
    printf("%04x %016lx\n", v != v ? b.p.e & 0x7fff : b.p.e, b.p.m);
}
static void show_result(long double v) { if (v != v) printf("nan\n"); else show_long_double(v); }
static void show_double(double v) {
    union { double v; unsigned long b; } u = {v};
    printf("%016lx\n", v != v ? 0 : u.b);
}
static void show_float(float v) { union { float v; unsigned b; } u = {v}; printf("%08x\n", v != v ? 0 : u.b); }
static void show_integer(unsigned __int128 v) { printf("%016lx %016lx\n", (unsigned long)(v >> 64), (unsigned long)v); }
#define GUARDED(name, type, low, high) static type name(long double v) { return v > low && v < high ? (type)v : 0; }
GUARDED(to0, signed char, -129, 128) GUARDED(to1, unsigned char, -1, 256) GUARDED(to2, short, -32769, 32768)
GUARDED(to3, unsigned short, -1, 65536) GUARDED(to4, int, -2147483649.0L, 2147483648.0L)
GUARDED(to5, unsigned, -1, 4294967296.0L) GUARDED(to6, long, -9223372036854775808.0L, 9223372036854775808.0L)
GUARDED(to7, unsigned long, -1, 18446744073709551616.0L) GUARDED(to8, __int128, -1.7e38L, 1.7e38L)
GUARDED(to9, unsigned __int128, -1, 3.4e38L) static _Bool to10(long double v) { return v; }
"#;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 11) % n
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }

    fn integer(&mut self) -> String {
        let value = self.next() >> self.below(64);
        match self.below(4) {
            0 => format!("{value}ul"),
            1 => format!("{}", self.below(20) as i64 - 10),
            2 => format!("(-(__int128){value}ul * {}ul)", self.next() >> self.below(64)),
            _ => format!("{}l", value as i64 >> 1),
        }
    }

    fn constant(&mut self) -> String {
        let fraction = self.next() >> self.below(64);
        match self.below(7) {
            0 => format!("{}.{}L", self.below(1000), self.below(100_000)),
            1 => format!("{fraction}e{}L", self.below(60) as i64 - 30),
            2 => format!("0x{:x}.{:x}p{}L", self.below(1 << 20), fraction, self.below(200) as i64 - 100),
            3 => format!("{}.{}", self.below(1000), self.below(100_000)),
            4 => format!("{}.{}f", self.below(1000), self.below(100_000)),
            5 => format!("{fraction}e{}L", self.below(9000) as i64 - 4500),
            _ => format!("0x{fraction:x}p{}L", self.below(32_000) as i64 - 16_300),
        }
    }

    /// The value that a variable of 80 bits begins with.
    fn extended(&mut self) -> String {
        const FRACTIONS: [&str; 6] = ["0ul", "1ul << 63", "3ul << 62", "~0ul", "1ul << 63 | 1", "1ul"];
        let fraction = match self.below(3) {
            0 => self.of(&FRACTIONS).to_string(),
            _ => format!("{}ul", self.next() | 1 << 63),
        };
        let exponent = match self.below(8) {
            0 => 0,
            1 => 0x7fff,
            2 => self.below(0x7fff),
            3 => 1,
            _ => 0x3fff - 70 + self.below(140),
        };
        // Without the bit of the whole part the processor takes only what is nearly 0; libraries look at bits.
        let whole = if exponent == 0 { "" } else { " | 1ul << 63" };
        format!("of({fraction}{whole}, {})", exponent | self.below(2) << 15)
    }

    /// An expression of any arithmetic type.
    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 {
            return match self.below(5) {
                0 => self.constant(),
                1 => format!("i{}", self.below(11)),
                2 => format!("d{}", self.below(4)),
                3 => format!("f{}", self.below(4)),
                _ => format!("x{}", self.below(8)),
            };
        }
        let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.below(12) {
            0..=5 => format!("({left} {} {right})", self.of(&["+", "-", "*", "/ (long double)"])),
            6 => format!("({left} {} {right})", self.of(&["<", ">", "<=", ">=", "==", "!="])),
            7 => format!("({left} {} {right} ? {left} : {right})", self.of(&["<", ">", "&&", "||"])),
            8 => format!("({})({left})", self.of(&["float", "double", "long double"])),
            9 => self.cast(&left),
            10 => format!("-({left})"),
            _ => format!("!({left})"),
        }
    }

    /// To an integer, as far as it fits: C promises nothing beyond.
    fn cast(&mut self, value: &str) -> String {
        format!("to{}({value})", self.below(INTEGERS.len() as u64))
    }

    fn program(&mut self) -> String {
        let mut text = String::from(HEAD);
        for i in 0..4 {
            let _ = writeln!(text, "static float f{i} = {};", self.constant());
            let _ = writeln!(text, "static double d{i} = {};", self.constant());
            let _ = writeln!(text, "static long double x{i} = {};", self.constant());
        }
        for (i, ty) in INTEGERS.iter().enumerate() {
            let _ = writeln!(text, "static {ty} i{i} = ({ty}){};", self.integer());
        }
        text.push_str("int main(void) {\n");
        for i in 4..8 {
            let _ = writeln!(text, "    long double x{i} = {};", self.extended());
        }
        for _ in 0..30 {
            let depth = 1 + self.below(3) as u32;
            let e = self.expression(depth);
            let _ = match self.below(9) {
                0 => writeln!(text, "    show_double({e});"),
                1 => writeln!(text, "    show_float({e});"),
                2 => writeln!(text, "    show_integer((__int128)({}));", self.cast(&e)),
                3 => writeln!(text, "    {} {} {e};", self.of(&["x5", "x0"]), self.of(&["=", "+=", "*="])),
                4 => writeln!(text, "    d{} {} x{};", self.below(4), self.of(&["=", "+=", "/="]), self.below(8)),
                5 => {
                    let function = self.of(&["sqrtl", "fabsl", "floorl", "ceill", "truncl", "roundl"]);
                    writeln!(text, "    show_result({function}({e}));")
                }
                6 => writeln!(text, "    show_result(fmodl(x{}, {e}));", self.below(8)),
                _ => writeln!(text, "    show_long_double({e});"),
            };
        }
        text.push_str("    return 0;\n}\n");
        text
    }
}

/// What the machine prints.
fn executed(file: &Path) -> String {
    c::with_large_stack(|| {
        let (mut sources, mut findings) = (Sources::default(), Findings::default());
        let unit = c::read(file, &c::Options::default(), &mut sources, &mut findings);
        let unit = unit.unwrap_or_else(|| panic!("{}: {:?}", file.display(), findings.list));
        let linked = link::link(&[&unit], &mut sources, &mut findings);
        let code = lower::lower(&linked.program, &lower::Options::of(&linked, &["program".to_string()]));
        assert_eq!(machine::verify::verify(&code), Vec::<String>::new());
        let run = machine::execute(&code, &Options::default(), 1 << 40).expect("a main");
        assert!(run.obstacles.is_empty(), "{}: {:?}", file.display(), run.obstacles);
        assert!(run.fault.is_none() && run.ended, "{}: {:?}", file.display(), run.fault);
        String::from_utf8_lossy(&run.output).into_owned()
    })
    .unwrap_or_else(|message| panic!("{}: {message}", file.display()))
}

#[test]
fn expressions() {
    let there = Command::new("cc").arg("--version").output().is_ok_and(|o| o.status.success());
    if !there || !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        eprintln!("skipped: it needs cc on x86-64 Linux");
        return;
    }
    let programs = std::env::var("AX_LONG_DOUBLE").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("long-double");
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for number in 0..programs {
        let (source, compiled) = (folder.join("program.c"), folder.join("program"));
        std::fs::write(&source, random.program()).expect("the program is written");
        let mut compile = Command::new("cc");
        compile.args(["-w", "-O0", "-fwrapv", "-o"]).arg(&compiled).arg(&source).arg("-lm");
        assert!(compile.status().expect("cc runs").success(), "program {number} does not compile");
        let truth = Command::new(&compiled).output().expect("the program runs");
        let truth = String::from_utf8_lossy(&truth.stdout).into_owned();
        let ours = executed(&source);
        let apart = truth.lines().zip(ours.lines()).position(|(a, b)| a != b);
        let apart = apart.map(|i| (i, truth.lines().nth(i), ours.lines().nth(i)));
        assert!(truth == ours, "program {number}, {}: line, cc, machine: {apart:?}", source.display());
    }
}
