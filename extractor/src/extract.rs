//! From C sources to models: the stages in a row.

use crate::abstraction::expand::{Given, expand};
use crate::abstraction::{Abstraction, Followed, Options, facts, unknown};
use crate::emit::{self, Model, Row};
use crate::flow::{Flow, lower};
use crate::program::{FunctionId, Program};
use abstraction_tables::tables::Tables;
use checker::source::{Sources, Span};

/// A program ready for extraction: what does not depend on tables is done.
pub struct Prepared {
    pub program: Program,
    /// By function.
    pub flows: Vec<Flow>,
    pub facts: facts::Facts,
}

/// The outcome for one function.
pub struct Extraction {
    pub model: Model,
    pub rows: Vec<Row>,
    /// A call was not followed because recursion is bounded.
    pub bounded: bool,
}

/// Control flow and facts of every function.
pub fn prepare(program: Program, split: bool) -> Prepared {
    let options = lower::Options { split_shared: split };
    let flows: Vec<Flow> =
        (0..program.functions.len()).map(|f| lower::lower(&program, FunctionId(f as u32), options)).collect();
    let facts = facts::find(&program, &flows);
    Prepared { program, flows, facts }
}

/// The model and the table rows of one function.
pub fn extract(
    prepared: &Prepared,
    tables: &Tables,
    sources: &Sources,
    function: FunctionId,
    options: Options,
) -> Extraction {
    let spelling = |span: Span| spelling(sources, span);
    let given = Given {
        program: &prepared.program,
        flows: &prepared.flows,
        facts: &prepared.facts,
        tables,
        spelling: &spelling,
    };
    let mut abstraction = expand(&given, function, options);
    unknown::find(&mut abstraction);
    finish(&abstraction)
}

fn finish(abstraction: &Abstraction<'_>) -> Extraction {
    let bounded = abstraction.instances.iter().any(|i| i.calls.values().any(|c| *c == Followed::Bound));
    Extraction { model: emit::emit(abstraction), rows: emit::rows(abstraction), bounded }
}

/// A statement as the user wrote it, on one line.
pub fn spelling(sources: &Sources, span: Span) -> Option<String> {
    let text = sources.text(span);
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let joined = joined.trim_end_matches([';', ' ']).to_string();
    (!joined.is_empty() && joined.len() < 400).then_some(joined)
}
