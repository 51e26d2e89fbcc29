//! Sizes, alignments and places of members, bit-fields among them, in random records.

use super::random::Random;
use super::{read, run};
use extractor::program::{Program, RecordId, Type};
use std::fmt::Write;

const TYPES: [&str; 16] = [
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
    "_Bool",
    "float",
    "double",
    "long double",
    "void *",
    "__int128",
];
const BIT_TYPES: [(&str, u64); 10] = [
    ("char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 64),
    ("unsigned long", 64),
    ("_Bool", 1),
    ("enum E", 32),
];

struct Maker {
    random: Random,
    /// For member names.
    count: u32,
}

/// A member to ask about: its path, and whether it is a bit-field.
struct Asked {
    path: String,
    bits: bool,
}

impl Maker {
    /// The members of a record; the paths of those with an address or bits go to `asked`.
    fn members(&mut self, depth: u32, known: u32, union: bool, prefix: &str, asked: &mut Vec<Asked>) -> String {
        let mut text = String::new();
        let count = 1 + self.random.below(6);
        for index in 0..count {
            self.count += 1;
            let name = format!("m{}", self.count);
            let attribute = match self.random.below(24) {
                0 => " __attribute__((aligned(8)))",
                1 => " __attribute__((packed))",
                2 => " __attribute__((aligned(32)))",
                _ => "",
            };
            match self.random.below(12) {
                0 | 1 if depth > 0 => {
                    let word = if self.random.one_in(3) { "union" } else { "struct" };
                    let anonymous = self.random.one_in(2);
                    let inner_prefix = if anonymous { prefix.to_string() } else { format!("{prefix}{name}.") };
                    let inner = self.members(depth - 1, known, word == "union", &inner_prefix, asked);
                    let packed = if self.random.one_in(6) { " __attribute__((packed))" } else { "" };
                    let shown = if anonymous { String::new() } else { format!(" {name}") };
                    let _ = write!(text, "{word} {{ {inner}}}{packed}{shown}; ");
                    if !anonymous {
                        asked.push(Asked { path: format!("{prefix}{name}"), bits: false });
                    }
                }
                2..=5 => {
                    let (ty, most) = *self.random.pick(&BIT_TYPES);
                    if self.random.one_in(6) {
                        let width = if self.random.one_in(2) { 0 } else { 1 + self.random.below(most) };
                        let _ = write!(text, "{ty} : {width}; ");
                    } else {
                        let width = 1 + self.random.below(most);
                        let _ = write!(text, "{ty} {name} : {width}; ");
                        asked.push(Asked { path: format!("{prefix}{name}"), bits: true });
                    }
                }
                6 => {
                    let ty = *self.random.pick(&TYPES);
                    let length = self.random.below(5);
                    let _ = write!(text, "{ty} {name}[{length}][2]{attribute}; ");
                    asked.push(Asked { path: format!("{prefix}{name}"), bits: false });
                }
                7 if known > 0 => {
                    let which = self.random.below(known.into());
                    let _ = write!(text, "struct R{which} {name}{attribute}; ");
                    asked.push(Asked { path: format!("{prefix}{name}"), bits: false });
                }
                8 => {
                    let ty = *self.random.pick(&["wide_int", "byte_long", "enum E"]);
                    let _ = write!(text, "{ty} {name}{attribute}; ");
                    asked.push(Asked { path: format!("{prefix}{name}"), bits: false });
                }
                9 if index + 1 == count && index > 0 && !union && prefix.is_empty() && !asked.is_empty() => {
                    let _ = write!(text, "{} {name}[]; ", self.random.pick(&TYPES));
                    asked.push(Asked { path: format!("{prefix}{name}"), bits: false });
                }
                _ => {
                    let ty = *self.random.pick(&TYPES);
                    let _ = write!(text, "{ty} {name}{attribute}; ");
                    asked.push(Asked { path: format!("{prefix}{name}"), bits: false });
                }
            }
        }
        text
    }
}

/// The offset in bits of a member, anonymous members seen through.
fn offset(program: &Program, record: RecordId, path: &str) -> Option<u64> {
    let (name, rest) = path.split_once('.').map_or((path, None), |(n, r)| (n, Some(r)));
    for member in program.record(record).members.as_ref()? {
        let inner = match program.ty(member.ty) {
            Type::Record(inner) => Some(*inner),
            _ => None,
        };
        match (&member.name, rest, inner) {
            (Some(n), None, _) if n == name => return Some(member.offset),
            (Some(n), Some(rest), Some(inner)) if n == name => {
                return Some(member.offset + offset(program, inner, rest)?);
            }
            (None, _, Some(inner)) => {
                if let Some(found) = offset(program, inner, path) {
                    return Some(member.offset + found);
                }
            }
            _ => {}
        }
    }
    None
}

#[test]
fn layouts() {
    let mut maker = Maker { random: Random::new(20240607), count: 0 };
    let mut definitions = String::from(
        "enum E { E0, E1, E2 }; typedef int wide_int __attribute__((aligned(16)));\n\
         typedef long byte_long __attribute__((aligned(1)));\n",
    );
    let mut all = Vec::new();
    for index in 0..600 {
        let mut asked = Vec::new();
        // Records with a flexible member are not put into others.
        let known = if index < 300 { 0 } else { 300 };
        let text = maker.members(2, known, false, "", &mut asked);
        let packed = match maker.random.below(8) {
            0 => " __attribute__((packed))",
            1 => " __attribute__((aligned(16)))",
            2 => " __attribute__((packed, aligned(4)))",
            _ => "",
        };
        let text = if index < 300 { text.replace("[];", "[3];") } else { text };
        let _ = writeln!(definitions, "struct R{index} {{ {text}}}{packed};");
        all.push(asked);
    }
    let program = read(&definitions);
    let mut probe = format!(
        "#include <stdio.h>\n#include <string.h>\n#include <stddef.h>\n{definitions}\n\
         static int first_bit(unsigned char *p, int n) {{ for (int i = 0; i < 8*n; i++) if (p[i/8] >> (i%8) & 1) \
         return i; return -1; }}\n"
    );
    let mut expected = Vec::new();
    for (index, asked) in all.iter().enumerate() {
        let _ = writeln!(probe, "static void f{index}(void) {{ static struct R{index} v; int n = sizeof v;");
        let _ = writeln!(probe, "printf(\"R{index} %d %d\\n\", n, (int)_Alignof(struct R{index}));");
        let record = program.records.iter().position(|r| r.tag.as_deref() == Some(&format!("R{index}"))).unwrap();
        let record = RecordId(record as u32);
        let layout = program.record(record).layout.unwrap();
        expected.push(format!("R{index} {} {}", layout.size, layout.align));
        for Asked { path, bits } in asked {
            let place = offset(&program, record, path).unwrap_or_else(|| panic!("no {path} in R{index}"));
            if *bits {
                let _ = writeln!(
                    probe,
                    "memset(&v, 0, n); v.{path} = -1; printf(\"R{index}.{path} %d\\n\", first_bit((void *)&v, n));"
                );
            } else {
                let _ =
                    writeln!(probe, "printf(\"R{index}.{path} %d\\n\", 8 * (int)offsetof(struct R{index}, {path}));");
            }
            expected.push(format!("R{index}.{path} {place}"));
        }
        probe.push_str("}\n");
    }
    probe.push_str("int main(void) {\n");
    for index in 0..all.len() {
        let _ = writeln!(probe, "f{index}();");
    }
    probe.push_str("return 0; }\n");
    let got = run("layouts", &probe);
    assert_eq!(got.len(), expected.len());
    for (ours, theirs) in expected.iter().zip(&got) {
        let name = ours.split([' ', '.']).next().unwrap();
        let definition = definitions.lines().find(|l| l.starts_with(&format!("struct {name} "))).unwrap_or("");
        assert_eq!(ours, theirs, "{definition}");
    }
}
