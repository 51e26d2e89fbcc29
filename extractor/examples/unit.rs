//! Reads one C source and prints what the front end made of it: every statement of the source with
//! its place and, where macros hid it, its spelling. `unit FILE --text` prints the parsed text instead.

use extractor::c;
use lang_c::ast::Statement;
use lang_c::span::Span;
use lang_c::visit::{self, Visit};
use promela::finding::Findings;
use promela::source::Sources;
use std::path::Path;

struct Printer<'a> {
    unit: &'a c::Unit,
    sources: &'a Sources,
}

impl<'ast> Visit<'ast> for Printer<'_> {
    fn visit_statement(&mut self, statement: &'ast Statement, span: &'ast Span) {
        let place = self.unit.positions.span(span.start, span.end);
        if !matches!(statement, Statement::Compound(_)) && place.file == self.unit.file {
            let text = self.unit.text[span.start..span.end].split_whitespace().collect::<Vec<_>>().join(" ");
            println!("{}: {text}", self.sources.place(place));
            println!("    source: {}", self.sources.text(place));
            if let Some(spelling) = self.unit.positions.spelling(self.sources, span.start, span.end) {
                println!("    spelling: {spelling}");
            }
        }
        visit::visit_statement(self, statement, span);
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_default();
    let (own, flags): (Vec<String>, Vec<String>) = arguments.partition(|a| a == "--text");
    let options = c::Options { flags, ..c::Options::default() };
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let unit = c::read(Path::new(&path), &options, &mut sources, &mut findings);
    for finding in &findings.list {
        let place = finding.span.map_or(String::new(), |s| sources.place(s).to_string());
        println!("{} {place}: {} {}", finding.code, finding.message, finding.label);
    }
    let Some(unit) = unit else { return };
    if own.is_empty() {
        Printer { unit: &unit, sources: &sources }.visit_translation_unit(&unit.ast);
    } else {
        print!("{}", unit.text);
    }
}
