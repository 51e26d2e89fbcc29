//! The preprocessor: macros, inclusion, line markers, names of places.

use super::{Outcome, codes, parse_text, parse_with, printed};
use promela::{MemoryLoader, Options, definitions};

/// Parses the first of some files, the others being there to be included.
fn parse_files(files: &[(&str, &str)]) -> Outcome {
    let loader = MemoryLoader(files.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect());
    parse_with(files[0].0, files[0].1, &Options::default(), &loader)
}

#[test]
fn macros_expand_as_in_c() {
    for (text, expected) in [
        ("#define A B\n#define B A\nint A;", "int A;"),
        ("#define N 3\nint x = N;", "int x = 3;"),
        ("#define F(x) x\nint F, y = F(F);", "int F, y = F;"),
        ("#define S(x) #x\ninit { printf(S(a  \"b\\n\" + c)) }", "init { printf(\"a \\\"b\\\\n\\\" + c\") }"),
        ("#define P(a,b) a##b\nint P(x,1), P(,y), P(z,);", "int x1, y, z;"),
        ("#define X(a) a##_1 = a\n#define N 7\nint X(N);", "int N_1 = 7;"),
        ("#define V(f, ...) init { printf(f, ## __VA_ARGS__) }\nV(\"a\")", "init { printf(\"a\") }"),
        ("#define V(f, x...) init { printf(f, x) }\nV(\"a\", b, c)", "init { printf(\"a\", b, c) }"),
        ("#define EMPTY()\nint EMPTY() x;", "int x;"),
        ("#define OBJECT (x)\nint x, y = OBJECT;", "int x, y = x;"),
        ("#define int byte\nint x;", "byte x;"),
        ("#define A 1\n#undef A\nint A;", "int A;"),
        ("#define LINE __LINE__\nint x =\nLINE;", "int x = 3;"),
        ("#define f(a) a*g\n#define g(a) f(a)\nint g, x = f(2)(9);", "int g, x = 2 * 9 * g;"),
    ] {
        assert_eq!(printed(text), expected, "{text:?}");
    }
}

#[test]
fn conditions_are_those_of_c() {
    for (condition, holds) in [
        ("1", true),
        ("0", false),
        ("UNKNOWN", false),
        ("defined(N) && N == 3", true),
        ("!defined N || (N & 1) == 0", false),
        ("0x10 == 16 && 010 == 8 && 5UL > 3", true),
        ("1 ? 0 : 1 / 0", false),
        ("0 && 1 / 0", false),
        ("-1 < 0 && ~0 == -1 && !0", true),
        ("'a' == 97", true),
        ("2 * 3 + 4 % 3 << 1 == 14", true),
        ("SQUARE(3) == 9", true),
    ] {
        let text =
            format!("#define N 3\n#define SQUARE(x) ((x) * (x))\n#if {condition}\nint yes;\n#else\nint no;\n#endif");
        assert_eq!(printed(&text), if holds { "int yes;" } else { "int no;" }, "{condition}");
    }
}

#[test]
fn command_line_definitions_come_first() {
    let defines = vec![("N".to_string(), "3".to_string()), ("F(x)".to_string(), "x + N".to_string())];
    let options = Options { defines, include_dirs: Vec::new() };
    let outcome = parse_with("m.pml", "int x = F(1);\nint y = @;", &options, &MemoryLoader(Vec::new()));
    assert!(outcome.report().starts_with("m.pml:2:9: error"), "{}", outcome.report());
}

#[test]
fn definitions_can_be_handed_on() {
    let text = "#define p (x > 3)\n#define both(a, b) a && b\n#undef q\n".to_string();
    let mut list = definitions("m.pml", text, &Options::default(), &MemoryLoader(Vec::new()));
    list.sort();
    let expected = [("both(a,b)", "a && b"), ("p", "(x > 3)")];
    assert_eq!(list, expected.map(|(name, text)| (name.to_string(), text.to_string())));
}

#[test]
fn files_are_found_next_to_the_including_one() {
    let outcome = parse_files(&[
        ("dir/m.pml", "#include \"sub/a.h\"\nint m = A + B;"),
        ("dir/sub/a.h", "#define A 1\n#include \"b.h\""),
        ("dir/sub/b.h", "#define B 2\nint b;"),
    ]);
    assert_eq!(outcome.expect_ok().units.len(), 2);
}

#[test]
fn recursive_inclusion_is_reported_with_the_chain() {
    let outcome =
        parse_files(&[("m.pml", "#include \"a.h\""), ("a.h", "#include \"b.h\""), ("b.h", "\n#include \"a.h\"")]);
    let report = outcome.report();
    assert!(report.contains("error[P006]") && report.contains("b.h:2:10: included from here"), "{report}");
    assert_eq!(outcome.findings.list.len(), 1);
}

#[test]
fn doubling_inclusions_end() {
    let names: Vec<String> = (0..40).map(|i| format!("f{i}")).collect();
    let texts: Vec<String> = (1..=40).map(|i| format!("#include \"f{i}\"\n#include \"f{i}\"\n")).collect();
    let mut files: Vec<(&str, &str)> = names.iter().zip(&texts).map(|(n, t)| (n.as_str(), t.as_str())).collect();
    files.push(("f40", "int x;\n"));
    assert!(parse_files(&files).report().contains("P006"));
}

#[test]
fn line_markers_rename_places() {
    let outcome = parse_text("int x;\n# 7 \"other.pml\"\nint y = ;\n#line 3\nint z = ;");
    let report = outcome.report();
    assert!(report.contains("other.pml:7:9") && report.contains("other.pml:3:9"), "{report}");
}

#[test]
fn doubling_macros_end() {
    let mut text = String::from("#define A0 1 +\n");
    for i in 1..60 {
        text += &format!("#define A{i} A{0} A{0}\n", i - 1);
    }
    text += "int x = A59 1;";
    let found = codes(&text);
    assert!(found.contains(&"P013") || found.contains(&"P027"), "{found:?}");
    let arguments = "#define D(x) x x\nint x; init { ".to_string() + &"D(".repeat(40) + "x" + &")".repeat(40) + " }";
    assert!(codes(&arguments).contains(&"P013"));
}

#[test]
fn deep_macro_calls_end() {
    let text = "#define F(x) x\nint y = ".to_string() + &"F(".repeat(5000) + "1" + &")".repeat(5000) + ";";
    assert_eq!(codes(&text), ["P027"]);
    let text = "#define F(x) x\nint y = ".to_string() + &"F(".repeat(90) + "1" + &")".repeat(90) + ";";
    assert!(codes(&text).is_empty());
}

#[test]
fn binary_files_give_one_error() {
    let garbage: Vec<u8> = (0..20_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let text = promela::decode(garbage);
    assert_eq!(codes(&text), ["P003"]);
    assert_eq!(codes("\0"), ["P003"]);
    let latin1 = promela::decode(b"/* caf\xe9 */ int x; // na\xefve".to_vec());
    assert!(codes(&latin1).is_empty());
}
