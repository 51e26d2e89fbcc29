//! From C to code: each `tests/lower/*.c` is read, lowered, verified and printed.
//!
//! The files hold preprocessed C. The library and the programs of `tests/verdicts` are lowered and verified, too,
//! without a snapshot. The programs in `tests/lower/run` are executed.

use extractor::lower::{self, Options};
use extractor::program::{FunctionId, Linked};
use extractor::{c, library, link};
use machine::code;
use promela::finding::Findings;
use promela::source::Sources;
use std::path::{Path, PathBuf};

/// The code of a text, with every function of it.
fn read(name: &str, text: &str) -> code::Program {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let unit = c::read_preprocessed(name, text.to_string(), &mut sources, &mut findings);
    let unit = unit.unwrap_or_else(|| panic!("{name} does not parse: {findings:?}"));
    all(&link::link(&[&unit], &mut sources, &mut findings))
}

/// The code of everything the user wrote and what it needs.
fn all(linked: &Linked) -> code::Program {
    let program = &linked.program;
    let defined =
        |id: &FunctionId| program.function(*id).body.is_some() && program.function(*id).source < linked.library;
    let roots: Vec<FunctionId> = (0..program.functions.len() as u32).map(FunctionId).filter(defined).collect();
    let arguments = ["program".to_string()];
    lower::lower_with(program, &Options::of(linked, &arguments), &roots)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut names: Vec<_> = walkdir::WalkDir::new(folder)
        .max_depth(1)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|e| e.path().extension().is_some_and(|e| e == "c"))
        .map(|e| e.into_path())
        .collect();
    names.sort();
    assert!(!names.is_empty());
    names
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower")
}

#[test]
fn programs() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for path in files(&folder()) {
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            let code = read(&format!("{stem}.c"), &text);
            assert_eq!(machine::verify::verify(&code), Vec::<String>::new(), "{stem}");
            insta::assert_snapshot!(stem, printed(&code));
        }
    });
}

/// The functions that are not the library's.
fn printed(code: &code::Program) -> String {
    let ids = (0..code.functions.len() as u32).map(code::FunctionId);
    ids.filter(|id| !code.function(*id).library).map(|id| machine::print::function(code, id)).collect()
}

/// Programs that hold when they are compiled by gcc hold in the machine.
#[test]
fn runs() {
    for path in files(&folder().join("run")) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let (mut sources, mut findings) = (Sources::new(), Findings::default());
        let unit = c::read(&path, &c::Options::default(), &mut sources, &mut findings);
        let unit = unit.unwrap_or_else(|| panic!("{name} does not parse: {findings:?}"));
        let linked = link::link(&[&unit], &mut sources, &mut findings);
        let arguments = ["program".to_string()];
        let code = lower::lower(&linked.program, &Options::of(&linked, &arguments));
        assert_eq!(machine::verify::verify(&code), Vec::<String>::new(), "{name}");
        let outcome = machine::search(&code, &machine::outcome::Options::default(), &|| false);
        let errors: Vec<_> = outcome.errors.iter().map(|e| (&e.fault, &e.location)).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        assert!(outcome.obstacles.is_empty() && outcome.limit.is_none(), "{name}: {:?}", outcome.obstacles);
    }
}

/// Traps of code that should have none.
fn traps(code: &code::Program) -> Vec<String> {
    let mut found = Vec::new();
    for function in &code.functions {
        for instruction in &function.code {
            if let code::Instruction::Trap { kind: code::Trap::NotModelled, text } = instruction {
                found.push(format!("{}: {}", function.name, code.text(*text)));
            }
        }
    }
    found
}

#[test]
fn the_library() {
    for file in library::FILES {
        let code = read(file.name, file.text);
        assert_eq!(machine::verify::verify(&code), Vec::<String>::new(), "{}", file.name);
        let traps: Vec<String> = traps(&code).into_iter().filter(|t| !t.contains("defined nowhere")).collect();
        assert_eq!(traps, Vec::<String>::new(), "{}", file.name);
    }
}

#[test]
fn verdicts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/verdicts");
    let mut errors = Vec::new();
    let mut trapped = Vec::new();
    for path in files(&folder) {
        let (mut sources, mut findings) = (Sources::new(), Findings::default());
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let Some(unit) = c::read(&path, &c::Options::default(), &mut sources, &mut findings) else { continue };
        let code = all(&link::link(&[&unit], &mut sources, &mut findings));
        errors.extend(machine::verify::verify(&code).into_iter().map(|e| format!("{name}: {e}")));
        trapped.extend(traps(&code).into_iter().map(|t| format!("{name}: {t}")));
    }
    println!("{}", trapped.join("\n"));
    assert_eq!(errors, Vec::<String>::new());
}

/// Whatever parses is lowered without a panic, and to code that is well-formed.
#[test]
fn broken_sources() {
    let texts: Vec<String> = [folder(), folder().join("../program")]
        .iter()
        .flat_map(|f| files(f))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    let tokens: Vec<Vec<&str>> = texts.iter().map(|t| t.split_inclusive([' ', ';', '(', ')', ',']).collect()).collect();
    let rounds = std::env::var("AX_BROKEN_SOURCES").ok().and_then(|n| n.parse().ok()).unwrap_or(600);
    let mut seed = 4711u64;
    let mut below = |end: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % end as u64) as usize
    };
    let mut lowered = 0;
    for _ in 0..rounds {
        let (one, other) = (&tokens[below(tokens.len())], &tokens[below(tokens.len())]);
        let mut changed = one.clone();
        for _ in 0..1 + below(3) {
            let (from, to) = (below(other.len()), below(changed.len()));
            match below(3) {
                0 => changed[to] = other[from],
                1 if changed.len() > 1 => drop(changed.remove(to)),
                _ => changed.insert(to, other[from]),
            }
        }
        let text = changed.concat();
        let (mut sources, mut findings) = (Sources::new(), Findings::default());
        if let Some(unit) = c::read_preprocessed("broken.c", text.clone(), &mut sources, &mut findings) {
            lowered += 1;
            let code = all(&link::link(&[&unit], &mut sources, &mut findings));
            let errors = machine::verify::verify(&code);
            assert!(errors.is_empty(), "{errors:#?}\n{text}");
        }
    }
    assert!(lowered > rounds / 5, "{lowered}");
}
