//! `ax show`: looks inside a stage.

use super::load;
use crate::args::Show;
use crate::report::{automata, style};
use checker::compile::ClaimChoice;

pub fn run(args: &Show) -> u8 {
    match args {
        Show::Automata(a) => {
            let Some(mut loaded) = load::parse(&a.input) else { return super::BAD_INPUT };
            let Some(model) = loaded.compile(ClaimChoice::First) else { return super::BAD_INPUT };
            style::out(&automata::text(&model, &loaded.sources, a.format));
        }
        Show::Model(a) => {
            let Some(loaded) = load::parse(&a.input) else { return super::BAD_INPUT };
            crate::report::findings::print(&loaded.findings, &loaded.sources);
            if loaded.findings.has_errors() {
                return super::BAD_INPUT;
            }
            style::out(&checker::promela::print(&loaded.program));
        }
    }
    super::HOLDS
}
