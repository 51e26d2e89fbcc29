//! From C sources to models: the stages in a row.

use crate::abstraction::audit::{self, Hole, HoleKind};
use crate::abstraction::expand::{Given, expand};
use crate::abstraction::{
    Abstraction, Cell, Followed, Obstacle, Options, Var, Why, facts, judge, memory, obey, unknown, unset,
};
use crate::emit::{self, Model, Row};
use crate::flow::{Flow, lower};
use crate::program::{FunctionId, Program, Storage};
use crate::threads::{self, ThreadId, Threads};
use abstraction_tables::tables::Tables;
use promela::source::{Sources, Span};
use std::collections::{BTreeMap, BTreeSet};

/// A program ready for extraction: what does not depend on tables is done.
pub struct Prepared {
    pub program: Program,
    /// By function.
    pub flows: Vec<Flow>,
    pub facts: facts::Facts,
    pub threads: Threads,
}

/// The outcome for one function.
pub struct Extraction {
    pub model: Model,
    pub rows: Vec<Row>,
    /// A call was not followed because recursion is bounded.
    pub bounded: bool,
    pub unknown: Vec<Unknown>,
    /// Threads whose argument cannot be said at one of the starts.
    pub unsaid: Vec<ThreadId>,
    /// What may be read before it is set, in a model that is closed.
    pub obstacles: Vec<Obstacle>,
    /// What may go wrong and is not looked for.
    pub holes: Vec<Hole>,
    /// The kinds of threads that the function starts, or a function that it calls.
    pub starts: Vec<ThreadId>,
}

/// Shared data without a value in the model.
pub struct Unknown {
    /// `x`, `s.m`; all elements of an array are one.
    pub data: String,
    pub why: String,
}

/// Control flow and facts of every function.
pub fn prepare(program: Program, split: bool) -> Prepared {
    let options = lower::Options { split_shared: split };
    let flows: Vec<Flow> =
        (0..program.functions.len()).map(|f| lower::lower(&program, FunctionId(f as u32), options)).collect();
    let facts = facts::find(&program, &flows);
    let threads = threads::find(&program, &flows);
    Prepared { program, flows, facts, threads }
}

/// The same for a program that is closed: what `main` shares with its threads lives outside of functions, because
/// `main` runs once.
pub fn prepare_closed(program: Program, split: bool, main: FunctionId) -> Prepared {
    let mut prepared = prepare(program, split);
    let shared = threads::shared_locals(&prepared.program, &prepared.threads, main);
    if shared.is_empty() {
        return prepared;
    }
    for object in shared {
        prepared.program.objects[object.0 as usize].storage = Storage::Shared;
    }
    prepare(prepared.program, split)
}

/// A function to extract.
#[derive(Clone, Copy)]
pub struct Root<'t> {
    pub function: FunctionId,
    pub tables: &'t Tables,
    /// Promela that comes before the model: the text of tables may use its macros, inlines and types.
    pub prelude: &'t str,
    pub options: Options,
}

/// The model and the table rows of one function.
pub fn extract(
    prepared: &Prepared,
    tables: &Tables,
    sources: &Sources,
    function: FunctionId,
    options: Options,
) -> Extraction {
    let root = Root { function, tables, prelude: "", options };
    with(prepared, sources, &root, &Outside::default(), |abstraction| finish(&abstraction))
}

/// The models of functions that run together. What one of them makes unknown is unknown in all.
pub fn extract_together(prepared: &Prepared, sources: &Sources, roots: &[Root]) -> Vec<Extraction> {
    let mut outside = Outside::default();
    // One function at a time, so that a large program needs the memory of its largest function only.
    while roots.len() > 1 {
        let mut more = outside.clone();
        for root in roots {
            with(prepared, sources, root, &outside, |abstraction| more.add(&abstraction));
        }
        if more == outside {
            break;
        }
        outside = more;
    }
    roots.iter().map(|root| with(prepared, sources, root, &outside, |abstraction| finish(&abstraction))).collect()
}

/// What the other functions do to the data that all share.
#[derive(Clone, Default, PartialEq)]
struct Outside {
    unknown: BTreeMap<Cell, Why>,
    escaped: BTreeSet<Var>,
}

impl Outside {
    fn add(&mut self, abstraction: &Abstraction<'_>) {
        let shared = |var: &Var| matches!(var, Var::Global(_));
        for (cell, why) in abstraction.unknown.iter().filter(|(cell, _)| shared(&cell.var)) {
            self.unknown.entry(cell.clone()).or_insert_with(|| why.clone());
        }
        self.escaped.extend(abstraction.escaped.iter().filter(|var| shared(var)));
    }
}

fn with<T>(
    prepared: &Prepared,
    sources: &Sources,
    root: &Root,
    outside: &Outside,
    then: impl FnOnce(Abstraction<'_>) -> T,
) -> T {
    let spelling = |span: Span| spelling(sources, span);
    let given = Given {
        program: &prepared.program,
        flows: &prepared.flows,
        facts: &prepared.facts,
        threads: &prepared.threads,
        tables: root.tables,
        prelude: root.prelude,
        spelling: &spelling,
    };
    let mut abstraction = expand(&given, root.function, root.options);
    abstraction.unknown = outside.unknown.clone();
    abstraction.escaped = outside.escaped.clone();
    abstraction.unset = unset::find(&abstraction);
    unknown::find(&mut abstraction);
    then(abstraction)
}

fn finish(abstraction: &Abstraction<'_>) -> Extraction {
    let bounded = abstraction.instances.iter().any(|i| i.calls.values().any(|c| *c == Followed::Bound));
    let unset = abstraction.unset.iter().map(|u| u.obstacle.clone());
    let mut model = emit::emit(abstraction);
    model.problems.list.extend(obey::refusals(abstraction).list);
    Extraction {
        model,
        rows: emit::rows(abstraction),
        bounded,
        unknown: unknown(abstraction),
        unsaid: unsaid(abstraction),
        obstacles: unset.collect(),
        holes: holes(abstraction),
        starts: starts(abstraction),
    }
}

/// What the audit finds, and every access through a pointer that is not known to be right. A pointer of which the audit
/// speaks is told once.
fn holes(abstraction: &Abstraction<'_>) -> Vec<Hole> {
    let mut holes = audit::audit(abstraction);
    let within =
        |inner: Span, outer: Span| inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end;
    let accesses = memory::obstacles(abstraction);
    // The access has its own words, and its place is smaller than the statement.
    let again = |hole: &Hole| hole.kind == HoleKind::Memory && accesses.iter().any(|o| within(o.span, hole.span));
    holes.retain(|hole| !again(hole));
    holes.extend(accesses.into_iter().map(|o| Hole { kind: HoleKind::Memory, span: o.span, what: o.what }));
    holes.sort_by_key(|hole| (hole.span.file, hole.span.start, hole.kind));
    holes
}

/// The kinds of threads that are started.
fn starts(abstraction: &Abstraction<'_>) -> Vec<ThreadId> {
    let calls = abstraction.instances.iter().flat_map(|i| i.calls.values());
    let mut found: Vec<ThreadId> = calls
        .filter_map(|followed| match followed {
            Followed::Thread(thread) => Some(*thread),
            Followed::Into(_) | Followed::Bound | Followed::TooLarge => None,
        })
        .collect();
    found.sort();
    found.dedup();
    found
}

/// Threads whose argument is not known where they start.
fn unsaid(abstraction: &Abstraction<'_>) -> Vec<ThreadId> {
    let mut found = Vec::new();
    for at in abstraction.instance_ids() {
        for (id, followed) in &abstraction.instance(at).calls {
            let Followed::Thread(thread) = followed else { continue };
            if !abstraction.can_pass(at, *id, *thread) {
                found.push(*thread);
            }
        }
    }
    found
}

/// The shared data that the function speaks of and the model does not hold.
fn unknown(abstraction: &Abstraction<'_>) -> Vec<Unknown> {
    let spoken: BTreeSet<Var> = abstraction
        .instance_ids()
        .flat_map(|at| abstraction.flow(at).steps.iter().map(move |step| (at, step)))
        .flat_map(|(at, step)| judge::step_objects(&step.kind).into_iter().map(move |object| (at, object)))
        .map(|(at, object)| abstraction.var(at, object))
        .chain(abstraction.instances.iter().flat_map(|i| i.aliases.values().map(|pointee| pointee.place.var)))
        .collect();
    let of_interest = |cell: &Cell| matches!(cell.var, Var::Global(_)) && spoken.contains(&cell.var);
    let list = abstraction.unknown.iter().filter(|(cell, _)| of_interest(cell));
    list.map(|(cell, why)| Unknown { data: abstraction.cell_name(cell), why: why.to_string() }).collect()
}

/// A statement as the user wrote it, on one line.
pub fn spelling(sources: &Sources, span: Span) -> Option<String> {
    let text = sources.text(span);
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let joined = joined.trim_end_matches([';', ' ']).to_string();
    (!joined.is_empty() && joined.len() < 400).then_some(joined)
}
