//! Reads one C source and prints what the front end made of it: the parsed text and where it is from.

use checker::finding::Findings;
use checker::source::Sources;
use extractor::c;
use lang_c::ast::ExternalDeclaration;
use std::path::Path;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_default();
    let options = c::Options { flags: arguments.collect(), ..c::Options::default() };
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let unit = c::read(Path::new(&path), &options, &mut sources, &mut findings);
    for finding in &findings.list {
        let place = finding.span.map_or(String::new(), |s| sources.place(s).to_string());
        println!("{} {place}: {} {}", finding.code, finding.message, finding.label);
    }
    let Some(unit) = unit else { return };
    for node in &unit.ast.0 {
        let span = unit.positions.span(node.span.start, node.span.end);
        if span.file == unit.file {
            let kind = match node.node {
                ExternalDeclaration::Declaration(_) => "declaration",
                ExternalDeclaration::StaticAssert(_) => "assertion",
                ExternalDeclaration::FunctionDefinition(_) => "function",
            };
            println!("{kind} at {}", sources.place(span));
            println!("{}", unit.text[node.span.start..node.span.end].trim_end());
        }
    }
}
