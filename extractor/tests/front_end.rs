//! File tests of the C front end.
//!
//! `front_end/normal`: what the parser gets in place of what lang-c rejects or misreads.
//! `front_end/place`: the place and the spelling of each statement.
//! `front_end/error`: the findings about sources that cannot be read.

use checker::finding::Findings;
use checker::source::Sources;
use extractor::c::{self, Options, Unit};
use lang_c::ast::Statement;
use lang_c::span::Span;
use lang_c::visit::{self, Visit};
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
    insta::with_settings!({ snapshot_path => format!("front_end/{folder}"), prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
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
