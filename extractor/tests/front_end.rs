//! File tests of the C front end.
//!
//! `front_end/normal`: what the parser gets in place of what lang-c rejects or misreads.
//! `front_end/place`: the place and the spelling of each statement.
//! `front_end/error`: the findings about sources that cannot be read.

use extractor::c::{self, Options, Unit};
use lang_c::ast::Statement;
use lang_c::span::Span;
use lang_c::visit::{self, Visit};
use promela::finding::Findings;
use promela::source::Sources;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Tests run in the folder of the crate; a source is called by its path from there.
fn inputs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new("tests/front_end").join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder of inputs is there");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "c"));
    files.sort();
    files
}

fn read(path: &Path, options: &Options) -> (Option<Unit>, Sources, Findings) {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let unit = c::read(path, options, &mut sources, &mut findings);
    (unit, sources, findings)
}

fn shown(findings: &Findings, sources: &Sources) -> String {
    let mut text = String::new();
    for finding in &findings.list {
        let place = finding.span.map_or(String::new(), |s| format!("{}: ", sources.place(s)));
        let _ = writeln!(text, "{}: {place}{}", finding.code, finding.message);
        let marked = finding.span.map_or("", |s| sources.text(s));
        if !marked.is_empty() {
            let _ = writeln!(text, "    at: {marked}");
        }
        if !finding.label.is_empty() {
            let _ = writeln!(text, "    {}", finding.label);
        }
        if let Some(help) = &finding.help {
            let _ = writeln!(text, "    help: {help}");
        }
    }
    text
}

fn snapshot(folder: &str, path: &Path, text: &str) {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().replace('.', "_");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("front_end/{folder}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn normalised() {
    for path in inputs("normal") {
        let mut options = Options::default();
        if path.ends_with("c23.c") {
            options.flags.push("-std=gnu2x".to_string());
        }
        let (unit, sources, findings) = read(&path, &options);
        let mut text = shown(&findings, &sources);
        if let Some(unit) = unit {
            text.push_str(unit.text.trim());
        }
        snapshot("normal", &path, &text);
    }
}

/// Prints every statement of the source.
struct Places<'a> {
    unit: &'a Unit,
    sources: &'a Sources,
    text: String,
}

impl<'ast> Visit<'ast> for Places<'_> {
    fn visit_statement(&mut self, statement: &'ast Statement, span: &'ast Span) {
        if !matches!(statement, Statement::Compound(_)) {
            let place = self.unit.positions.span(span.start, span.end);
            let parsed: Vec<&str> = self.unit.text[span.start..span.end].split_whitespace().collect();
            let _ = writeln!(self.text, "{}: {}", self.sources.place(place), parsed.join(" "));
            let _ = writeln!(self.text, "    source:   {:?}", self.sources.text(place));
            if let Some(spelling) = self.unit.positions.spelling(self.sources, span.start, span.end) {
                let _ = writeln!(self.text, "    spelling: {spelling}");
            }
        }
        visit::visit_statement(self, statement, span);
    }
}

#[test]
fn places() {
    for path in inputs("place") {
        let (unit, sources, findings) = read(&path, &Options::default());
        let mut text = shown(&findings, &sources);
        if let Some(unit) = unit {
            let mut places = Places { unit: &unit, sources: &sources, text: String::new() };
            places.visit_translation_unit(&unit.ast);
            text.push_str(&places.text);
        }
        snapshot("place", &path, &text);
    }
}

#[test]
fn errors() {
    for path in inputs("error") {
        let (unit, sources, findings) = read(&path, &Options::default());
        assert!(unit.is_none(), "{} must not be read", path.display());
        assert!(findings.has_errors(), "{} must give an error", path.display());
        snapshot("error", &path, &shown(&findings, &sources));
    }
}

/// A folder for the files of one test, empty at the start.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("front-end-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    folder
}

/// Reads `text` from a file of its own; the findings are `code: line:column: message`.
fn read_text(name: &str, text: &str) -> (Option<Unit>, Vec<String>) {
    let path = folder(name).join("input.c");
    std::fs::write(&path, text).expect("a temporary file can be written");
    let (unit, sources, findings) = read(&path, &Options::default());
    (unit, listed(&findings, &sources))
}

fn listed(findings: &Findings, sources: &Sources) -> Vec<String> {
    let line = |f: &promela::finding::Finding| {
        let place = f.span.map_or(String::new(), |s| {
            let place = sources.place(s);
            format!("{}:{}: ", place.line, place.column)
        });
        format!("{}: {place}{}", f.code, f.message)
    };
    findings.list.iter().map(line).collect()
}

#[test]
fn missing_file() {
    let (unit, _, findings) = read(Path::new("tests/front_end/no_such_file.c"), &Options::default());
    assert!(unit.is_none());
    assert_eq!(findings.list[0].code, c::codes::NO_SOURCE);
    assert!(findings.list[0].message.contains("tests/front_end/no_such_file.c"));
}

#[test]
fn missing_compiler() {
    let options = Options { preprocessor: Some("no-such-preprocessor -E".to_string()), ..Options::default() };
    let (unit, _, findings) = read(Path::new("tests/front_end/place/utf8.c"), &options);
    assert!(unit.is_none());
    assert_eq!(findings.list[0].code, c::codes::NO_PREPROCESSOR);
    assert!(findings.list[0].help.is_some());
}

#[test]
fn explicit_preprocessor() {
    for command in ["cpp", "cc", "gcc -E"] {
        let options = Options { preprocessor: Some(command.to_string()), ..Options::default() };
        let (unit, _, findings) = read(Path::new("tests/front_end/place/macros.c"), &options);
        assert!(unit.is_some(), "{command}: {findings:?}");
    }
}

#[test]
fn empty_source() {
    let (unit, findings) = read_text("empty", "");
    assert_eq!(findings, [""; 0]);
    assert_eq!(unit.map(|u| u.ast.0.len()), Some(0));
}

#[test]
fn byte_order_mark() {
    let (unit, findings) = read_text("mark", "\u{feff}int x;\n");
    assert_eq!(findings, [""; 0]);
    assert_eq!(unit.map(|u| u.ast.0.len()), Some(1));
}

#[test]
fn includes_defines_and_undefines() {
    let folder = folder("options");
    std::fs::create_dir_all(folder.join("headers")).expect("a folder can be made");
    std::fs::write(folder.join("headers/wanted.h"), "typedef int wanted;\n").expect("a header can be written");
    let path = folder.join("input.c");
    std::fs::write(&path, "#include \"wanted.h\"\n#ifdef GONE\n#error gone\n#endif\nwanted x = VALUE;\n")
        .expect("a source can be written");
    let options = Options {
        include: vec![folder.join("headers")],
        define: vec!["VALUE=3".to_string(), "GONE".to_string()],
        undefine: vec!["GONE".to_string()],
        ..Options::default()
    };
    let (unit, _, findings) = read(&path, &options);
    assert!(unit.is_some(), "{findings:?}");
}

#[test]
fn compilation_database() {
    let folder = folder("database");
    std::fs::create_dir_all(folder.join("src/include")).expect("a folder can be made");
    std::fs::write(folder.join("src/include/a.h"), "typedef int a;\n").expect("a header can be written");
    std::fs::write(folder.join("src/x.c"), "#include \"a.h\"\na x = VALUE;\n").expect("a source can be written");
    let json = r#"[{ "directory": "src", "file": "y.c", "command": "cc -c y.c" },
                   { "directory": "src", "file": "x.c", "command": "cc -Iinclude '-DVALUE=(1 + 2)' -o x.o -c x.c" }]"#;
    std::fs::write(folder.join("compile_commands.json"), json).expect("a database can be written");
    let options = Options { compile_commands: Some(folder.clone()), ..Options::default() };
    let (unit, sources, findings) = read(&folder.join("src/x.c"), &options);
    let unit = unit.unwrap_or_else(|| panic!("{findings:?}"));
    let last = unit.ast.0.last().expect("a declaration");
    let span = unit.positions.span(last.span.start, last.span.end);
    assert_eq!(span.file, unit.file);
    assert_eq!(sources.text(span), "a x = VALUE;");
    assert_eq!(*sources.place(span).file, *folder.join("src/x.c").display().to_string());

    let (unit, _, findings) = read(Path::new("tests/front_end/place/utf8.c"), &options);
    assert!(unit.is_none());
    assert_eq!(findings.list[0].code, c::codes::COMPILE_COMMANDS);
}

#[test]
fn preprocessed_text() {
    let text = "# 1 \"lost.c\"\nint x;\n# 7 \"lost.c\"\nint f(void) { return y ?: 1; }\nint g( { }\n";
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let unit = c::read_preprocessed("lost.i", text.to_string(), &mut sources, &mut findings);
    assert!(unit.is_none());
    let place = findings.list[0].span.map(|s| sources.place(s).to_string());
    assert_eq!(place.as_deref(), Some("lost.c:8:8"));
}

/// Deep nesting must neither overflow the stack nor take for ever.
#[test]
fn deep_nesting() {
    let cases = [
        ("parentheses", "int f(int x) { return ", "(", "x", ")", "; }"),
        ("braces", "void f(void) { ", "{", "", "}", "}"),
        ("initialisers", "int x = ", "{", "1", "}", ";"),
        ("operators", "int f(int x) { return ", "!", "x", "", "; }"),
        ("else", "void f(int x) { ", "if (x) x++; else ", "x--;", "", "}"),
        ("labels", "void f(int x) { switch (x) { ", "case 1: ", ";", "", "} }"),
        ("sums", "int f(int x) { return ", "x + ", "x", "", "; }"),
        ("brackets", "int f(int *x) { return ", "x[", "0", "]", "; }"),
        ("parts", "double f(_Complex double x) { return ", "__real__ ", "x", "", "; }"),
    ];
    for (name, before, open, middle, close, after) in cases {
        let text = format!("{before}{}{middle}{}{after}\n", open.repeat(20_000), close.repeat(20_000));
        let (unit, findings) = read_text(name, &text);
        assert!(unit.is_none(), "{name}");
        assert!(findings[0].starts_with(c::codes::TOO_DEEP), "{name}: {findings:?}");
        let text = format!("{before}{}{middle}{}{after}\n", open.repeat(300), close.repeat(300));
        let (unit, findings) = read_text(name, &text);
        assert!(unit.is_some(), "{name}: {findings:?}");
    }
}

#[test]
fn names_are_recoverable() {
    let (unit, findings) = read_text("names", "typedef int T; int f(int T, int $x) { return T + $x; }\n");
    assert_eq!(findings, [""; 0]);
    let names = unit.expect("it is read").names;
    assert_eq!(names.original("__ax_p_T"), "T");
    assert_eq!(names.original("__ax_n___24_x"), "$x");
    assert_eq!(names.original("other"), "other");
}

/// Broken sources give findings or a tree, and never a panic.
#[test]
fn mutations() {
    const PARTS: [&str; 26] = [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        ",",
        ":",
        "?",
        "*",
        "&&",
        "=",
        "\"",
        "'",
        "\\",
        "#",
        "...",
        "struct",
        "typedef",
        "__attribute__",
        "case",
        "else",
        "asm",
        "__auto_type",
        "T",
    ];
    let mut state: u64 = 0x2545_f491_4f6c_dd1d;
    let mut random = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % limit.max(1) as u64) as usize
    };
    for path in ["normal", "place", "error"].iter().flat_map(|f| inputs(f)) {
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("an input")).into_owned();
        let words: Vec<&str> = text.split_inclusive([' ', '\n', '(', ')', ';']).collect();
        for _ in 0..60 {
            let mut mutated = words.clone();
            for _ in 0..=random(3) {
                let at = random(mutated.len());
                match if mutated.is_empty() { 1 } else { random(4) } {
                    0 => drop(mutated.remove(at)),
                    1 => mutated.insert(at, PARTS[random(PARTS.len())]),
                    2 => mutated[at] = PARTS[random(PARTS.len())],
                    _ => mutated.truncate(at.max(1)),
                }
            }
            let text = mutated.concat();
            let (mut sources, mut findings) = (Sources::new(), Findings::default());
            let unit = c::read_preprocessed("mutated.i", text.clone(), &mut sources, &mut findings);
            let broken = findings.list.iter().any(|f| f.message.contains("parser failed"));
            assert!(!broken, "{findings:?} for:\n{text}");
            assert_eq!(unit.is_none(), findings.has_errors(), "{findings:?} for:\n{text}");
        }
    }
}

/// A tree from elsewhere runs no program and writes no file by way of its flags or of the names of its files.
#[test]
fn flags_and_names_run_nothing() {
    let folder = folder("hostile");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let script = "#!/bin/sh\ntouch \"$(dirname \"$0\")/ran\"\nexec \"$@\"\n";
    std::fs::write(folder.join("evil"), script).expect("a script can be written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.join("evil"), mode).expect("a script can be run");
    std::fs::write(folder.join("x.c"), "int x;\n").expect("a source can be written");
    std::fs::write(folder.join("args"), "-o written\n").expect("a file can be written");
    let hostile =
        ["-wrapper ./evil", "-B./", "@args", "-o written", "-MD -MF written", "-Wp,-MD,written", "-dumpdir w"];
    for flags in hostile {
        let json = format!(r#"[{{ "directory": ".", "file": "x.c", "command": "cc {flags} -c x.c" }}]"#);
        std::fs::write(folder.join("compile_commands.json"), json).expect("a database can be written");
        let options = Options { compile_commands: Some(folder.clone()), ..Options::default() };
        let (unit, _, findings) = read(&folder.join("x.c"), &options);
        assert!(unit.is_some(), "{flags}: {findings:?}");
        assert!(!folder.join("ran").exists() && !folder.join("written").exists(), "{flags}");
    }
    // The name of a source is no flag.
    for name in ["-o written.c", "@args"] {
        let there = std::env::current_dir().expect("a folder");
        let path = Path::new(name).with_extension("c");
        std::fs::write(there.join(&path), "int x;\n").expect("a source can be written");
        let (unit, _, findings) = read(&path, &Options::default());
        std::fs::remove_file(there.join(&path)).expect("it was written");
        assert!(unit.is_some(), "{name}: {findings:?}");
    }
}
