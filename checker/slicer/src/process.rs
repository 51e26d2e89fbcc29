//! A process, made ready for the fixed point.

use super::bubble;
use super::facts::Context;
use super::graph::{self, Statements};
use super::property::{Licence, Property, Steps, Waiting};
use super::relevant::{self, Process};
use promela::ast::{Init, Proctype};

/// What the fixed point has to know of a process.
pub fn process(
    p: &Proctype,
    graph: graph::Graph,
    context: &Context,
    all: &Statements,
    property: &Property,
    licence: &Licence,
) -> Process {
    let owns_channel =
        context.names.variables.iter().any(|v| {
            v.owner.as_deref() == Some(p.name.name.as_str()) && matches!(v.declarator.init, Some(Init::Chan(_)))
        });
    let provided = p.provided.as_ref().map(|e| context.expression(e).reads).unwrap_or_default();
    let stays = licence.waiting != Waiting::Unseen;
    let endless = relevant::on_cycles(&graph).iter().any(|&c| c);
    let strict = p.deterministic || owns_channel || licence.steps == Steps::Exact;
    let bubbles = if strict { Vec::new() } else { bubble::find(&graph, all, property.decisions) };
    let numbered = licence.pids && licence.runs;
    Process {
        name: p.name.name.clone(),
        bubbles,
        strict,
        provided,
        needed: (stays && (endless || p.provided.is_some())) || numbered || licence.steps == Steps::Exact,
        graph,
    }
}
