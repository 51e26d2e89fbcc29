//! The types of random expressions, and the values of random constant expressions.

use super::random::Random;
use super::{read, run};
use extractor::program::{Program, StmtKind, TypeId, print};
use std::fmt::Write;

const DECLARATIONS: &str = "\
enum Small { S0, S1 = 7, S2 }; enum Negative { N0 = -3, N1 }; enum Large { L0 = 5, L1 = 0x123456789, L2 };\n\
enum Huge { H0 = 0xfffffffffffffff0u, H1 };\n\
struct Bits { unsigned u3 : 3; int i5 : 5; unsigned u32 : 32; int i32 : 32; unsigned long u40 : 40; long i33 : 33;\n\
  unsigned char c4 : 4; _Bool b1 : 1; unsigned long u20 : 20; enum Small e3 : 4; };\n\
struct Bits bits; enum Small es; enum Negative en; enum Large el; enum Huge eh;\n\
_Bool b; char c; signed char sc; unsigned char uc; short s; unsigned short us; int i; unsigned u; long l; unsigned \
long ul;\n\
long long ll; unsigned long long ull; __int128 w; unsigned __int128 uw; float f; double d; long double ld;\n\
int *pi; char *pc; void *pv; int ai[5]; char ac[3]; int (*pa)[5]; int aa[2][3]; int **ppi; int fn(void); int \
(*pf)(void);\n";

const OBJECTS: [&str; 32] = [
    "b", "c", "sc", "uc", "s", "us", "i", "u", "l", "ul", "ll", "ull", "w", "uw", "es", "en", "el", "eh", "bits.u3",
    "bits.i5", "bits.u32", "bits.i32", "bits.c4", "bits.b1", "bits.e3", "S1", "N0", "L0", "L1", "L2", "H0", "H1",
];
const POINTERS: [&str; 8] = ["pi", "pc", "pv", "ai", "ac", "ppi", "aa[1]", "&i"];
const FLOATS: [&str; 3] = ["f", "d", "ld"];
const CASTS: [&str; 14] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "enum Small",
    "enum Negative",
];

struct Maker {
    random: Random,
    /// Only constants.
    constant: bool,
}

impl Maker {
    fn literal(&mut self) -> String {
        let value = match self.random.below(6) {
            0 => self.random.below(4),
            1 => self.random.below(300),
            2 => 0x7fff_ffff + self.random.below(3),
            3 => 0xffff_ffff - self.random.below(2) + self.random.below(4),
            4 => self.random.next() >> self.random.below(64),
            _ => (1 << self.random.below(63)) - self.random.below(2),
        };
        let suffix = *self.random.pick(&["", "", "", "u", "l", "ul", "ll", "ULL", "U", "LU"]);
        match self.random.below(8) {
            0 => format!("0x{value:x}{suffix}"),
            1 => format!("0{value:o}{suffix}"),
            2 => format!("0b{value:b}{suffix}"),
            3 => self
                .random
                .pick(&["'a'", "'\\377'", "'\\x80'", "'ab'", "L'\\xff'", "'\\n'", "u'z'", "U'q'"])
                .to_string(),
            // A decimal literal that needs more than `long` is read in different ways.
            _ if suffix.contains(['u', 'U']) => format!("{value}{suffix}"),
            _ => format!("{}{suffix}", value >> 1),
        }
    }

    fn leaf(&mut self) -> String {
        if self.constant || self.random.one_in(4) {
            match self.random.below(8) {
                0 => self.random.pick(&["S0", "S1", "N0", "N1", "L0", "L1", "L2", "H0", "H1"]).to_string(),
                1 => {
                    format!("sizeof({})", self.random.pick(&["int", "struct Bits", "char[7]", "long *", "enum Large"]))
                }
                2 => format!("_Alignof({})", self.random.pick(&["int", "struct Bits", "double", "__int128"])),
                3 => format!("sizeof {}", self.random.pick(&["ai", "aa[1]", "bits", "\"abc\" \"d\"", "L\"x\"", "el"])),
                _ => self.literal(),
            }
        } else {
            self.random.pick(&OBJECTS).to_string()
        }
    }

    /// An expression of integer type.
    fn integer(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.leaf();
        }
        let depth = depth - 1;
        match self.random.below(22) {
            0 => format!("(-{})", self.parted(depth)),
            1 => format!("(~{})", self.parted(depth)),
            2 => format!("(!{})", self.parted(depth)),
            3 => format!("(+{})", self.parted(depth)),
            4 | 5 => {
                let ty = *self.random.pick(&CASTS);
                format!("(({ty}){})", self.parted(depth))
            }
            6 | 7 => {
                let op = *self.random.pick(&["/", "%"]);
                format!("({} {op} ((({}) & 15) + 1))", self.integer(depth), self.integer(depth))
            }
            8 | 9 => {
                let op = *self.random.pick(&["<<", ">>"]);
                format!("({} {op} (({}) & 31))", self.integer(depth), self.integer(depth))
            }
            10 | 11 => {
                let op = *self.random.pick(&["<", ">", "<=", ">=", "==", "!=", "&&", "||"]);
                format!("({} {op} {})", self.integer(depth), self.integer(depth))
            }
            12 => format!("({} ? {} : {})", self.integer(depth), self.integer(depth), self.integer(depth)),
            // A bit-field has no size.
            13 => format!("sizeof(+{})", self.parted(depth)),
            14 => {
                let op = *self.random.pick(&["<", ">", "==", "!="]);
                format!("({} {op} {})", self.float(depth), self.float(depth))
            }
            15 => format!("((int)({}))", self.small_float()),
            16 if !self.constant => {
                let op = *self.random.pick(&["<", ">", "==", "!=", "-"]);
                format!("(pi {op} ai)")
            }
            17 if !self.constant => {
                let target = *self.random.pick(&["c", "us", "i", "ul", "bits.u3", "bits.i32", "es", "bits.u20"]);
                let op = *self.random.pick(&["=", "+=", "-=", "<<=", "|="]);
                format!("({target} {op} {})", self.integer(depth))
            }
            18 if !self.constant => format!("({}, {})", self.integer(depth), self.integer(depth)),
            _ => {
                let op = *self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({} {op} {})", self.integer(depth), self.integer(depth))
            }
        }
    }

    /// In parentheses when a sign before it would run together.
    fn parted(&mut self, depth: u32) -> String {
        let inner = self.integer(depth);
        if inner.starts_with('(') { inner } else { format!("({inner})") }
    }

    fn small_float(&mut self) -> String {
        let numbers = ["1.5", "2.25f", "0x1p3", "100.0L", "3e2", ".75", "7."];
        let op = *self.random.pick(&["+", "-", "*", "/"]);
        format!("{} {op} {}", self.random.pick(&numbers), self.random.pick(&numbers))
    }

    fn float(&mut self, depth: u32) -> String {
        if !self.constant && self.random.one_in(2) {
            return self.random.pick(&FLOATS).to_string();
        }
        match self.random.below(3) {
            0 => format!("((double)(int)({}))", self.integer(depth)),
            1 => format!("({} + (short)({}))", self.small_float(), self.integer(depth)),
            _ => format!("({})", self.small_float()),
        }
    }

    /// An expression of any type.
    fn any(&mut self) -> String {
        match self.random.below(16) {
            0 => format!("({} + {})", self.random.pick(&POINTERS[..2]), self.integer(1)),
            1 => format!("({} ? {} : {})", self.integer(1), self.random.pick(&POINTERS), self.random.pick(&POINTERS)),
            2 => format!("({} ? {} : 0)", self.integer(1), self.random.pick(&POINTERS)),
            3 => format!("({} ? (void *)0 : {})", self.integer(1), self.random.pick(&POINTERS)),
            4 => format!("(&{})", self.random.pick(&["i", "ai", "aa", "pi", "ai[1]", "aa[1]", "fn", "*pa", "ul"])),
            5 => format!("(*{})", self.random.pick(&["pi", "pc", "ai", "aa", "pa", "ppi", "pf", "fn"])),
            6 => format!("({} + {})", self.random.pick(&FLOATS), self.integer(1)),
            7 => format!("({} * {})", self.random.pick(&FLOATS), self.random.pick(&FLOATS)),
            8 => format!("({} ? {} : {})", self.integer(1), self.random.pick(&FLOATS), self.integer(1)),
            9 => self
                .random
                .pick(&["fn()", "pf()", "(*pf)()", "fn", "\"ab\"", "aa", "pa[1]", "1[ai]", "pi++", "--us"])
                .to_string(),
            10 => format!("({}, {})", self.integer(1), self.random.pick(&POINTERS)),
            11 => format!("({{ {}; }})", self.random.pick(&["ai", "c", "fn", "us", "pf()", "f"])),
            12 => format!("({} ?: {})", self.integer(1), self.integer(1)),
            _ => self.integer(3),
        }
    }
}

/// The type of each statement of the only function.
fn statements(program: &Program) -> Vec<&extractor::program::Expr> {
    let function = program.functions.iter().find(|f| f.name == "probe").unwrap();
    let statements = function.body.as_ref().unwrap().iter();
    statements
        .map(|s| match &s.kind {
            StmtKind::Expr(e) => e,
            other => panic!("{other:?}"),
        })
        .collect()
}

/// The type as `_Generic` tells it: arrays and functions decayed, an enum as its integer.
fn told(program: &mut Program, ty: TypeId) -> String {
    use extractor::program::Type;
    let decayed = match program.ty(ty).clone() {
        Type::Array(of, _) => program.types.pointer(of),
        Type::Function { .. } => program.types.pointer(ty),
        Type::Enum(_) => program.underlying(ty),
        _ => ty,
    };
    print::type_name(program, decayed)
}

const TOLD: [&str; 30] = [
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "__int128",
    "unsigned __int128",
    "float",
    "double",
    "long double",
    "int *",
    "char *",
    "void *",
    "int **",
    "int (*)[5]",
    "int (*)[3]",
    "int (*)[2][3]",
    "int (*)(void)",
    "int (**)(void)",
    "unsigned long *",
    "struct Bits",
    "int ***",
    "long *",
];

#[test]
fn types() {
    let mut maker = Maker { random: Random::new(77), constant: false };
    let expressions: Vec<String> = (0..4000).map(|_| maker.any()).collect();
    let mut text = format!("{DECLARATIONS}void probe(void) {{\n");
    for e in &expressions {
        let _ = writeln!(text, "{e};");
    }
    text.push_str("}\n");
    let mut program = read(&text);
    // A bit-field as such has a type that no `_Generic` can name.
    let bit_fields: Vec<bool> = statements(&program).iter().map(|e| program.bit_field(e).is_some()).collect();
    let ours: Vec<TypeId> = statements(&program).iter().map(|e| e.ty).collect();
    let ours: Vec<String> = ours.into_iter().map(|ty| told(&mut program, ty)).collect();

    let associations: Vec<String> = TOLD.iter().map(|t| format!("{t}: \"{t}\"")).collect();
    let mut probe = format!(
        "#include <stdio.h>\n#define T(e) puts(_Generic((e), {}, default: \"?\"))\n{DECLARATIONS}",
        associations.join(", ")
    );
    for (index, part) in expressions.chunks(200).enumerate() {
        let _ = writeln!(probe, "void part{index}(void) {{");
        for e in part {
            let _ = writeln!(probe, "T(({e}));");
        }
        probe.push_str("}\n");
    }
    let calls: String = (0..expressions.chunks(200).len()).map(|i| format!("part{i}(); ")).collect();
    let _ = writeln!(probe, "int fn(void) {{ return 0; }} int main(void) {{ {calls} return 0; }}");
    let theirs = run("types", &probe);
    assert_eq!(ours.len(), theirs.len());
    for (((e, ours), theirs), bit_field) in expressions.iter().zip(&ours).zip(&theirs).zip(bit_fields) {
        assert!(bit_field || ours == theirs, "{e} is {ours}, and the compiler says {theirs}");
    }
}

/// The canonical text of an expression has the same type and the same text.
#[test]
fn texts() {
    let mut maker = Maker { random: Random::new(31), constant: false };
    let mut texts: Vec<String> = (0..3000).map(|_| maker.any()).collect();
    let mut before: Option<Vec<(String, String)>> = None;
    for _ in 0..2 {
        let program = read(&format!("{DECLARATIONS}void probe(void) {{\n{};\n}}\n", texts.join(";\n")));
        let now: Vec<(String, String)> = statements(&program)
            .iter()
            .map(|e| (print::expression(&program, e), print::type_name(&program, e.ty)))
            .collect();
        if let Some(before) = &before {
            for ((before, now), source) in before.iter().zip(&now).zip(&texts) {
                assert_eq!(before, now, "{source}");
            }
        }
        texts = now.iter().map(|(text, _)| text.clone()).collect();
        before = Some(now);
    }
}

#[test]
fn values() {
    let mut maker = Maker { random: Random::new(4711), constant: true };
    let expressions: Vec<String> = (0..6000).map(|i| maker.integer(1 + i % 4)).collect();
    let mut text = format!("{DECLARATIONS}void probe(void) {{\n");
    for e in &expressions {
        let _ = writeln!(text, "{e};");
    }
    text.push_str("}\n");
    let program = read(&text);
    let mut probe = format!("#include <stdio.h>\n{DECLARATIONS}static const unsigned long long values[] = {{\n");
    let mut asked = Vec::new();
    for (text, e) in expressions.iter().zip(statements(&program)) {
        // A shift by more than the width has no value; all else has.
        if let Some(value) = program.constant(e) {
            let _ = writeln!(probe, "(unsigned long long)({text}),");
            asked.push((text, value));
        }
    }
    assert!(asked.len() * 100 > expressions.len() * 99, "only {} have a value", asked.len());
    probe.push_str(
        "};\nint main(void) { for (unsigned i = 0; i < sizeof values / 8; i++) printf(\"%llu\\n\", \
        values[i]); return 0; }\n",
    );
    let theirs = run("values", &probe);
    assert_eq!(asked.len(), theirs.len());
    for ((text, value), theirs) in asked.iter().zip(&theirs) {
        assert_eq!((*value as u64).to_string(), *theirs, "{text}");
    }
}
