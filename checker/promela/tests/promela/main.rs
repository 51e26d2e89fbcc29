//! Tests of the Promela front end: models that must parse, texts that must be refused, and limits.

mod errors;
mod examples;
mod fuzz;
mod inline;
mod limits;
mod models;
mod preprocess;
mod print;
mod syntax;

use promela::ast::Program;
use promela::finding::{Finding, Findings, Severity};
use promela::source::Sources;
use promela::{Loader, NoFiles, Options, erase_spans, parse, print};
use std::path::{Path, PathBuf};

/// The outcome of parsing a text.
struct Outcome {
    program: Program,
    sources: Sources,
    findings: Findings,
}

impl Outcome {
    /// The findings, one line each, with their help under them.
    fn report(&self) -> String {
        self.findings.list.iter().map(|finding| render(finding, &self.sources)).collect()
    }

    /// The program, if there are no errors.
    fn expect_ok(self) -> Program {
        assert!(!self.findings.has_errors(), "{}", self.report());
        self.program
    }
}

fn render(finding: &Finding, sources: &Sources) -> String {
    let severity = match finding.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let place = finding.span.map_or("-".to_string(), |span| sources.place(span).to_string());
    let mut text = format!("{place}: {severity}[{}]: {}\n", finding.code, finding.message);
    if !finding.label.is_empty() {
        text += &format!("    {}\n", finding.label);
    }
    for (span, message) in &finding.related {
        text += &format!("    {}: {message}\n", sources.place(*span));
    }
    if let Some(help) = &finding.help {
        text += &format!("    help: {help}\n");
    }
    text
}

fn parse_with(name: &str, text: &str, options: &Options, loader: &dyn Loader) -> Outcome {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let program = parse(name, text.to_string(), options, loader, &mut sources, &mut findings);
    Outcome { program, sources, findings }
}

fn parse_text(text: &str) -> Outcome {
    parse_with("m.pml", text, &Options::default(), &NoFiles)
}

/// The printed form of a text, in one line.
fn printed(text: &str) -> String {
    let program = parse_text(text).expect_ok();
    print(&program).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The printed form of the statements of a proctype that has `x`, `y`, `z`, `a` and the channel `q` around it.
fn printed_body(body: &str) -> String {
    let text = printed(&format!("init {{ {body} }}"));
    text.strip_prefix("init { ").and_then(|text| text.strip_suffix(" }")).unwrap_or(&text).to_string()
}

/// The codes of the findings of a text.
fn codes(text: &str) -> Vec<&'static str> {
    parse_text(text).findings.list.iter().map(|finding| finding.code).collect()
}

/// Asserts that a program printed and parsed again is the same program.
fn assert_round_trip(name: &str, mut program: Program) {
    let text = print(&program);
    let mut again = parse_with(name, &text, &Options::default(), &NoFiles).expect_ok();
    erase_spans(&mut program);
    erase_spans(&mut again);
    assert_eq!(program, again, "{name}: the printed program is another one:\n{text}");
}

/// The files in a folder next to the tests, with the given ending, in order.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut list: Vec<PathBuf> =
        std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    list.retain(|path| path.extension().is_some_and(|ending| ending == "pml"));
    list.sort();
    assert!(!list.is_empty(), "no models in {}", folder.display());
    list
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
