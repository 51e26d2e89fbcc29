//! No function of the product is longer than a reader can take in, unless it is a flat table, and no line is longer
//! than a window is wide.
//!
//! Sources are formatted: a function ends at the brace that stands below its first word.

use std::path::{Path, PathBuf};

/// A longer one does more than one thing.
const MOST_LINES: usize = 150;

/// The width of a line, texts and comments included, which the formatter leaves alone.
const MOST_COLUMNS: usize = 120;

/// Functions that are longer because they are a table of one row for each of many things, with the reason.
const TABLES: [(&str, &str, &str); 0] = [];

struct Function {
    file: String,
    name: String,
    lines: usize,
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The name of a function that begins in a line.
fn function(line: &str) -> Option<&str> {
    let words = ["pub", "const", "unsafe", "async"];
    let mut rest = line.trim_start();
    while let Some(word) = words.iter().find(|w| rest.strip_prefix(**w).is_some_and(|r| r.starts_with([' ', '(']))) {
        rest = rest[word.len()..].trim_start();
        if let Some(inside) = rest.strip_prefix('(') {
            rest = inside.split_once(')')?.1.trim_start();
        }
    }
    let name = rest.strip_prefix("fn ")?;
    Some(&name[..name.find(['(', '<'])?])
}

fn functions(file: &str, text: &str) -> Vec<Function> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let Some(name) = function(line) else { continue };
        let end = format!("{}}}", &line[..line.len() - line.trim_start().len()]);
        // A function of one line, or one that a trait only declares, has no such brace before the next.
        let length = lines[i..].iter().position(|l| *l == end || (l.ends_with(';') && !l.starts_with("    ")));
        if let Some(length) = length.filter(|_| !line.ends_with(['}', ';'])) {
            found.push(Function { file: file.to_string(), name: name.to_string(), lines: length + 1 });
        }
    }
    found
}

#[test]
fn functions_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut count, mut long) = (0, String::new());
    for folder in super::CRATES {
        let mut files = Vec::new();
        sources(&root.join(folder).join("src"), &mut files);
        for path in files {
            let text = std::fs::read_to_string(&path).expect("a source");
            let file = path.strip_prefix(root).unwrap_or(&path).display().to_string();
            for f in functions(&file, &text) {
                count += 1;
                let is_table = TABLES.iter().any(|(file, name, _)| f.file.ends_with(file) && f.name == *name);
                if f.lines > MOST_LINES && !is_table {
                    long += &format!("{}: `{}` has {} lines\n", f.file, f.name, f.lines);
                }
            }
        }
    }
    assert!(count > 3000, "only {count} functions were found");
    assert!(long.is_empty(), "split these, or say in TABLES why not:\n{long}");
}

#[test]
fn lines_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut count, mut long) = (0, String::new());
    for folder in
        super::CRATES.iter().flat_map(|folder| [root.join(folder).join("src"), root.join(folder).join("tests")])
    {
        let mut files = Vec::new();
        if folder.is_dir() {
            sources(&folder, &mut files);
        }
        for path in files {
            let text = std::fs::read_to_string(&path).expect("a source");
            for (i, line) in text.lines().enumerate() {
                count += 1;
                if line.chars().count() > MOST_COLUMNS {
                    long += &format!("{}:{}\n", path.strip_prefix(root).unwrap_or(&path).display(), i + 1);
                }
            }
        }
    }
    assert!(count > 100_000, "only {count} lines were found");
    assert!(long.is_empty(), "wider than {MOST_COLUMNS} columns:\n{long}");
}

#[test]
fn lengths_are_counted() {
    let text = "impl A {\n    pub(super) const fn f<T>(\n        a: T,\n    ) -> bool {\n        g(a);\n        \
        true\n    }\n}\n\
                fn h() {}\nfn k() {\n    let x = 1;\n}\n";
    let found: Vec<_> = functions("a.rs", text).into_iter().map(|f| (f.name, f.lines)).collect();
    assert_eq!(found, [("f".to_string(), 6), ("k".to_string(), 3)]);
}
