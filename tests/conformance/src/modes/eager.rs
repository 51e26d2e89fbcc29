//! Threads and native code from the first state on, in this process.
//!
//! `ax check` leaves small levels to one thread and makes native code only for transitions that are tried often, so
//! that on small models the command would test neither. Here every level is shared out, and every transition is native
//! at once.

use super::subject::Subject;
use super::trial::{Full, Judgement};
use crate::ax::{self, Property};
use crate::spin::Claim;
use checker::compile::{self, ClaimAutomaton};
use checker::exec::Engine;
use checker::model::Model;
use checker::optimise::{Visible, optimise};
use checker::por::Por;
use checker::search::{self, Control, Fairness, Incomplete, Limits, Order, Outcome, Search, Storage, search};
use promela::DiskLoader;
use promela::claim::ClaimChoice;
use promela::finding::Findings;
use promela::source::Sources;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A way to search that does not wait for a model to be large.
struct Eager {
    order: Order,
    threads: usize,
    storage: Storage,
    /// Statements are merged and steps left out: only the verdict is the same.
    reduced: bool,
}

pub const NAMES: [&str; 6] = [
    "native at once",
    "native at once, tree",
    "2 threads at once",
    "3 threads at once",
    "reduced, native at once",
    "reduced, 2 threads at once",
];

const WAYS: [Eager; NAMES.len()] = [
    Eager { order: Order::DepthFirst, threads: 1, storage: Storage::Exact, reduced: false },
    Eager { order: Order::DepthFirst, threads: 1, storage: Storage::Tree, reduced: false },
    Eager { order: Order::BreadthFirst, threads: 2, storage: Storage::Exact, reduced: false },
    Eager { order: Order::BreadthFirst, threads: 3, storage: Storage::Exact, reduced: false },
    Eager { order: Order::DepthFirst, threads: 1, storage: Storage::Exact, reduced: true },
    Eager { order: Order::BreadthFirst, threads: 2, storage: Storage::Exact, reduced: true },
];

static STOP: AtomicBool = AtomicBool::new(false);

/// The way of one number, in the order of [`NAMES`].
pub fn judge(subject: &Subject, full: &Full, way: usize, seconds: u64) -> Judgement {
    let way = &WAYS[way];
    if way.order == Order::BreadthFirst && subject.text.contains("hidden ") {
        return Judgement::Skipped("hidden variables".to_string());
    }
    if subject.is_live() && way.storage != Storage::Exact {
        return Judgement::Skipped("not for infinite runs".to_string());
    }
    // What is compared is counted; of a run with errors the whole space is searched.
    let searched = catch_unwind(AssertUnwindSafe(|| {
        let model = compiled(subject, way.reduced)?;
        Some(run(subject, &model, way, seconds))
    }));
    let outcome = match searched {
        Ok(Some(outcome)) => outcome,
        Ok(None) => return Judgement::Differs("the model is refused".to_string()),
        Err(_) => return Judgement::Differs("panics".to_string()),
    };
    let verdict = match (outcome.errors_total, outcome.incomplete) {
        (1.., _) => "fail",
        (0, None) => "pass",
        (0, Some(Incomplete::Time | Incomplete::Memory)) => return Judgement::Skipped("too large".to_string()),
        (0, Some(_)) => "incomplete",
    };
    if verdict != full.report.verdict {
        return Judgement::Differs(format!("{verdict} instead of {}", full.report.verdict));
    }
    let found = (outcome.statistics.stored, outcome.statistics.matched);
    let expected = (full.report.counts.stored, full.report.counts.matched);
    let is_counted = !way.reduced && !subject.is_live();
    if is_counted && found != expected {
        if way.order == Order::BreadthFirst && subject.depends_on_order() {
            return Judgement::VerdictOnly;
        }
        return Judgement::Differs(format!("{found:?} states and matches instead of {expected:?}"));
    }
    Judgement::Agrees
}

fn compiled(subject: &Subject, reduced: bool) -> Option<Model> {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let name = subject.model.display().to_string();
    let options = promela::Options::default();
    let program = promela::parse(&name, subject.text.clone(), &options, &DiskLoader, &mut sources, &mut findings);
    let request = &subject.request;
    let claim = match (&request.name, request.property, request.claim) {
        (Some(name), ..) => ClaimChoice::Named(name.clone()),
        (None, Property::Progress, _) => ClaimChoice::NonProgress,
        (None, _, Claim::None) => ClaimChoice::None,
        (None, _, Claim::First) => ClaimChoice::First,
    };
    let options = compile::Options { claim, automaton: ClaimAutomaton::Spin, ..Default::default() };
    let mut model = compile::compile(&program, &options, &sources, &mut findings)?;
    if reduced {
        optimise(&mut model);
    }
    Some(model)
}

fn run(subject: &Subject, model: &Model, way: &Eager, seconds: u64) -> Outcome {
    let request = &subject.request;
    let visible = Visible { accept: request.property == Property::Acceptance, progress: model.has_np };
    let what = Search {
        property: match request.property {
            Property::Safety => search::Property::Safety,
            Property::Acceptance => search::Property::Acceptance,
            Property::Progress => search::Property::Progress,
        },
        fairness: match request.fairness {
            ax::Fairness::None => Fairness::None,
            ax::Fairness::Weak => Fairness::Weak,
            ax::Fairness::Strong => Fairness::Strong,
        },
        order: way.order,
        all_errors: !subject.is_live() && !way.reduced,
        end_states: request.property != Property::Acceptance,
        optimize: way.reduced,
        engine: Engine::NativeAtOnce,
        storage: way.storage,
        por: if way.reduced { Por::of(model, visible) } else { None },
        threads: way.threads,
        alone: 1,
        limits: Limits { depth: None, memory: Some(4 << 30), time: Some(Duration::from_secs(seconds)) },
        ..Search::default()
    };
    search(model, &what, &mut Control { stop: &STOP, progress: &mut |_| {} })
}
