//! What the tests of the checker share: from text to a compiled model, and a search that nothing stops.

#![allow(dead_code)]

use checker::compile;
use checker::model::Model;
use checker::search::{Control, Outcome, Search, search};
use promela::DiskLoader;
use promela::claim::ClaimChoice;
use promela::finding::Findings;
use promela::source::Sources;
use std::sync::atomic::AtomicBool;

/// The compiled model, or what is wrong with its text.
pub fn compiled(text: &str, claim: ClaimChoice) -> Result<Model, String> {
    compiled_with("m.pml", text, compile::Options { claim, ..compile::Options::default() })
}

/// The same for a text that has a name, with all options.
pub fn compiled_with(name: &str, text: &str, options: compile::Options) -> Result<Model, String> {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let parsing = promela::Options::default();
    let program = promela::parse(name, text.to_string(), &parsing, &DiskLoader, &mut sources, &mut findings);
    let model = compile::compile(&program, &options, &sources, &mut findings);
    model.filter(|_| !findings.has_errors()).ok_or_else(|| format!("{:?}\n{text}", findings.list))
}

/// Searches until the end, or until a limit of the search.
pub fn run(model: &Model, what: &Search) -> Outcome {
    static NEVER: AtomicBool = AtomicBool::new(false);
    search(model, what, &mut Control { stop: &NEVER, progress: &mut |_| {} })
}
