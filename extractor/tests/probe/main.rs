//! Compares the typed program with the C compiler: layouts, constants, types, initialisers.
//!
//! Each test generates C from a fixed seed, compiles it with `cc` into a program that prints what the
//! compiler made of it, and compares that with what `program::build` says. The machine must be x86-64.

mod expressions;
mod images;
mod initialisers;
mod layouts;
mod random;

use extractor::c;
use extractor::program::{self, Program};
use promela::finding::Findings;
use promela::source::Sources;
use std::process::Command;

/// The program of a preprocessed text. There must be no finding.
fn read(text: &str) -> Program {
    let mut sources = Sources::new();
    let mut findings = Findings::default();
    let unit = c::read_preprocessed("probe.c", text.to_string(), &mut sources, &mut findings);
    let unit = unit.unwrap_or_else(|| panic!("does not parse: {findings:?}"));
    let program = program::build(&[&unit], &mut findings);
    assert!(findings.list.is_empty(), "{:?}\n{text}", &findings.list[..findings.list.len().min(5)]);
    program
}

/// The lines that a C program prints.
fn run(name: &str, text: &str) -> Vec<String> {
    let folder = std::env::temp_dir().join(format!("ax-probe-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let source = folder.join("probe.c");
    let binary = folder.join("probe");
    std::fs::write(&source, text).unwrap();
    let compiled = Command::new("cc")
        .args(["-std=gnu11", "-O0", "-w", "-fwrapv", "-o"])
        .arg(&binary)
        .arg(&source)
        .output()
        .expect("cc is needed");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(&binary).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    std::fs::remove_dir_all(&folder).unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect()
}
