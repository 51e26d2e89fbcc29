//! Other ways to search, against the definition and against the full search, on random models.

mod bounded;
#[path = "../common/mod.rs"]
mod common;
#[allow(dead_code)]
#[path = "../../../tests/conformance/src/generator/mod.rs"]
mod generator;
mod sets;
mod stateless;
mod straight;
mod swarm;
mod walk;

use checker::exec::Move;
use checker::model::Model;
use checker::search::{Limits, Outcome, Search};
use checker::simulate::{Choice, Simulation};
use promela::claim::ClaimChoice;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

static NEVER: AtomicBool = AtomicBool::new(false);

/// A model without its claims. `None` if there are errors in it.
fn compiled(text: &str) -> Option<Model> {
    common::compiled(text, ClaimChoice::None).ok()
}

/// Random programs over the whole language, with their text.
fn random_models(count: u64) -> impl Iterator<Item = (String, Model)> {
    (0..count).filter_map(|n| {
        let text = generator::generate(generator::random::derive(7, n)).program.render();
        let model = compiled(&text)?;
        Some((text, model))
    })
}

/// Gives up after a while: then it is incomplete.
fn run(model: &Model, what: &Search) -> Outcome {
    let limits = Limits { time: what.limits.time.or(Some(Duration::from_secs(1))), ..what.limits };
    common::run(model, &Search { limits, ..what.clone() })
}

/// Whether the steps of a trail can be taken and lead to an error.
fn leads_to_error(model: &Model, trail: &[Move]) -> bool {
    let mut simulation = Simulation::new(model);
    for step in trail {
        let fits = |c: &&Choice| (c.pid, c.transition) == (step.pid, step.transition);
        let Some(choice) = simulation.choices().iter().find(fits).cloned() else { return false };
        simulation.take(&choice);
    }
    simulation.status().is_error() || !simulation.machine.is_trace_complete()
}
