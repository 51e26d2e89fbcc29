//! File tests of the typed program: each `tests/program/*.c` is read, and what it means is printed.
//!
//! The files hold preprocessed C. The snapshot has the whole program with all types, the canonical text
//! of every statement, and the findings.

use extractor::c;
use extractor::program::{self, Program, Stmt, StmtKind, dump, print};
use promela::finding::Findings;
use promela::source::Sources;
use std::fmt::Write;

/// A preprocessed text as a program, and the findings.
fn read(name: &str, text: &str) -> (Program, Findings, Sources) {
    let mut sources = Sources::new();
    let mut findings = Findings::default();
    let unit = c::read_preprocessed(name, text.to_string(), &mut sources, &mut findings);
    let unit = unit.unwrap_or_else(|| panic!("{name} does not parse: {findings:?}"));
    let program = program::build(&[&unit], &mut findings);
    (program, findings, sources)
}

/// The canonical text of every expression and declaration, in order.
fn canonical(program: &Program, statements: &[Stmt], out: &mut String) {
    for s in statements {
        let expressions: Vec<&program::Expr> = match &s.kind {
            StmtKind::Expr(e) | StmtKind::ComputedGoto(e) | StmtKind::Return(Some(e)) => vec![e],
            StmtKind::If { condition, .. }
            | StmtKind::While { condition, .. }
            | StmtKind::DoWhile { condition, .. }
            | StmtKind::Switch { value: condition, .. } => vec![condition],
            StmtKind::For { condition, step, .. } => condition.iter().chain(step).collect(),
            _ => Vec::new(),
        };
        if let StmtKind::Declaration(d) = &s.kind {
            let _ = writeln!(out, "{}", print::declaration(program, d));
        }
        for e in expressions {
            let _ = writeln!(out, "{}", print::expression(program, e));
        }
        let bodies: Vec<&Stmt> = match &s.kind {
            StmtKind::Block(body) => body.iter().collect(),
            StmtKind::If { then, otherwise, .. } => {
                [Some(then), otherwise.as_ref()].into_iter().flatten().map(|b| &**b).collect()
            }
            StmtKind::For { init, body, .. } => init.iter().chain([body]).map(|b| &**b).collect(),
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::Switch { body, .. }
            | StmtKind::Case { body, .. }
            | StmtKind::Default { body }
            | StmtKind::Label { body, .. } => vec![body],
            _ => Vec::new(),
        };
        for body in bodies {
            canonical(program, std::slice::from_ref(body), out);
        }
    }
}

fn report((program, findings, sources): (Program, Findings, Sources)) -> String {
    let mut out = dump::dump(&program);
    for function in &program.functions {
        if let Some(body) = &function.body {
            let _ = writeln!(out, "--- {}", function.name);
            canonical(&program, body, &mut out);
        }
    }
    if !findings.list.is_empty() {
        out.push_str("--- findings\n");
    }
    for f in &findings.list {
        let place = f.span.map_or(String::new(), |s| sources.place(s).to_string());
        let place = place.rsplit('/').next().unwrap_or("");
        let _ = writeln!(out, "{:?} {} {place}: {}", f.severity, f.code, f.message);
    }
    out
}

fn folder() -> String {
    format!("{}/tests/program", env!("CARGO_MANIFEST_DIR"))
}

fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

#[test]
fn files() {
    let mut names: Vec<_> = walkdir::WalkDir::new(folder())
        .max_depth(1)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|e| e.path().extension().is_some_and(|e| e == "c"))
        .map(|e| e.into_path())
        .collect();
    names.sort();
    assert!(!names.is_empty());
    settings().bind(|| {
        for path in names {
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            let printed = report(read(&format!("{stem}.c"), &text));
            insta::assert_snapshot!(stem, printed);
        }
    });
}

/// Two sources with a header are one program: what the header declares is there once, `static` names
/// stay apart, and two definitions of one name are an error.
#[test]
fn two_sources() {
    let mut sources = Sources::new();
    let mut findings = Findings::default();
    let mut unit = |name: &str| {
        let path = format!("{}/sources/{name}", folder());
        c::read(path.as_ref(), &c::Options::default(), &mut sources, &mut findings).unwrap()
    };
    let units = [unit("first.c"), unit("second.c")];
    let program = program::build(&[&units[0], &units[1]], &mut findings);
    settings().bind(|| insta::assert_snapshot!("sources", report((program, findings, sources))));
}

/// Whatever parses is built and printed without a panic.
#[test]
fn broken_sources() {
    let mut texts = Vec::new();
    for entry in walkdir::WalkDir::new(folder()).max_depth(1).into_iter().filter_map(Result::ok) {
        if entry.path().extension().is_some_and(|e| e == "c") {
            texts.push(std::fs::read_to_string(entry.path()).unwrap());
        }
    }
    let tokens: Vec<Vec<&str>> = texts.iter().map(|t| t.split_inclusive([' ', ';', '(', ')', ',']).collect()).collect();
    let mut seed = 12345u64;
    let mut below = |end: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % end as u64) as usize
    };
    let mut built = 0;
    for _ in 0..3000 {
        let mut tokens = tokens[below(tokens.len())].clone();
        for _ in 0..1 + below(3) {
            let (from, to) = (below(tokens.len()), below(tokens.len()));
            match below(3) {
                0 => tokens[to] = tokens[from],
                1 => drop(tokens.remove(to)),
                _ => tokens.insert(to, tokens[from]),
            }
        }
        let mut sources = Sources::new();
        let mut findings = Findings::default();
        if let Some(unit) = c::read_preprocessed("broken.c", tokens.concat(), &mut sources, &mut findings) {
            built += 1;
            report((program::build(&[&unit], &mut findings), findings, sources));
        }
    }
    assert!(built > 500, "{built}");
}

/// A chain of thousands of operators or `else if`s takes time in proportion to its length.
#[test]
fn long_chains() {
    let sum = (0..2_900).map(|i| format!("x{}", i % 3)).collect::<Vec<_>>().join("+");
    let mut chain = String::new();
    for i in 0..700 {
        let _ = write!(chain, "if (x0 == {i}) x1 = {i}; else ");
    }
    let text = format!(
        "int x0, x1, x2;\nint f(void) {{ {chain} x2 = 1; return {sum}; }}\nenum {{ A = {} 1 }};\n",
        "1+".repeat(2_900)
    );
    c::with_large_stack(|| {
        let mut sources = Sources::new();
        let mut findings = Findings::default();
        let unit = c::read_preprocessed("long.c", text, &mut sources, &mut findings);
        let Some(unit) = unit else { panic!("{findings:?}") };
        let start = std::time::Instant::now();
        let program = program::build(&[&unit], &mut findings);
        let mut out = String::new();
        canonical(&program, program.functions[0].body.as_ref().unwrap(), &mut out);
        assert_eq!(program.enums[0].constants[0].value, 2_901);
        assert!(out.len() > 20_000);
        assert!(start.elapsed().as_secs_f64() < 2.0, "{:?}", start.elapsed());
    })
    .unwrap();
}
