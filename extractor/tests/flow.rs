//! The control-flow graphs of every statement of C: `tests/flow/statements.c`.

use extractor::{c, extract, flow, program};
use promela::finding::Findings;
use promela::source::Sources;
use std::fmt::Write;

#[test]
fn graphs() {
    let text = include_str!("flow/statements.c").to_string();
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let unit = c::read_preprocessed("source.c", text, &mut sources, &mut findings).expect("the source is read");
    let prepared = extract::prepare(program::build(&[&unit], &mut findings), true);
    let mut out = String::new();
    for (function, lowered) in prepared.program.functions.iter().zip(&prepared.flows) {
        if function.body.is_some() {
            let graph = flow::graph::build(lowered);
            let _ = writeln!(out, "{}:\n{}", function.name, flow::print::text(&graph, &prepared.program));
        }
    }
    insta::assert_snapshot!(out);
}
