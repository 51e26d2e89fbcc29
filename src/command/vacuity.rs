//! After a property was found to hold: how much of it mattered.
//!
//! Which states of the property automaton were reached, and whether the property would hold with a stronger
//! formula too: then the search found no reason to look at a part of it.

use super::load::Loaded;
use crate::args::Vacuity;
use crate::interrupt;
use crate::report::drawing::{dot, drawing, svg};
use crate::report::property::{Idle, PropertyUse};
use checker::compile::{self, ClaimAutomaton};
use checker::ltl::Limits;
use checker::ltl::compact::{self, Sense, claim};
use checker::ltl::vacuity::{Witness, WitnessKind, parts, triggers};
use checker::model::{Model, ProctypeKind};
use checker::search::{Control, Outcome, Property, Search, search};
use promela::ast::{Expr, Unit};
use promela::claim::ClaimChoice;
use promela::finding::Findings;
use promela::source::Span;
use std::path::Path;

/// A formula that was checked, and its name.
pub struct Checked {
    pub name: String,
    pub formula: Expr,
}

/// The formula behind the claim in use, if it is one.
pub fn checked(loaded: &Loaded, model: &Model, choice: &ClaimChoice) -> Option<Checked> {
    let proctype = model.proctype(model.claim?.proctype);
    if proctype.kind != ProctypeKind::Ltl {
        return None;
    }
    let name = proctype.name.clone();
    if let ClaimChoice::Formula(formula) = choice {
        return Some(Checked { name, formula: formula.clone() });
    }
    let mut unnamed = 0;
    loaded.program.units.iter().find_map(|unit| {
        let Unit::Ltl(ltl) = unit else { return None };
        let own = ltl.name.as_ref().map_or_else(|| format!("ltl_{unnamed}"), |n| n.name.clone());
        unnamed += usize::from(ltl.name.is_none());
        (own == name).then(|| Checked { name: own, formula: ltl.formula.clone() })
    })
}

/// What of the property was used. Searches again for each stronger formula, after a pass only.
pub fn examine(
    loaded: &Loaded,
    model: &Model,
    checked: &Checked,
    what: &Search,
    outcome: &Outcome,
    how: Vacuity,
) -> PropertyUse {
    let automaton = (loaded.automaton == ClaimAutomaton::Small)
        .then(|| compact::automaton(&checked.formula, Sense::Negation, &Limits::default()).ok())
        .flatten();
    let proctype = model.claim.map(|c| model.proctype(c.proctype));
    let reached = automaton.as_ref().map(|automaton| {
        let is_reached = |label: &str| {
            let state =
                proctype.and_then(|p| p.labels.iter().find(|(name, _)| name == label)).map(|(_, state)| state.0);
            state.is_some_and(|s| outcome.claim_reached.get(s as usize).copied().unwrap_or(false))
        };
        automaton.ids().map(|id| is_reached(&claim::label(automaton, id))).collect()
    });
    let passed = outcome.errors_total == 0 && outcome.incomplete.is_none();
    let witnesses = match how {
        _ if !passed => Vec::new(),
        Vacuity::Off => Vec::new(),
        Vacuity::Triggers => triggers(&checked.formula),
        Vacuity::Full => triggers(&checked.formula).into_iter().chain(parts(&checked.formula)).collect(),
    };
    let mut idle: Vec<Idle> = Vec::new();
    for witness in &witnesses {
        let known = idle.iter().any(|i| contains(i.span(), span(witness)));
        if !known && holds(loaded, witness, what) {
            idle.push(match witness.kind {
                WitnessKind::Trigger { trigger, consequence, when } => Idle::Trigger { trigger, consequence, when },
                WitnessKind::Part { part, worst } => Idle::Part { part, worst },
            });
        }
    }
    PropertyUse { name: checked.name.clone(), formula: checked.formula.span, automaton, reached, idle }
}

/// The part of the formula that has no influence if the witness holds.
fn span(witness: &Witness) -> Span {
    match witness.kind {
        WitnessKind::Trigger { consequence, .. } => consequence,
        WitnessKind::Part { part, .. } => part,
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

/// Whether the stronger formula holds too, for sure.
fn holds(loaded: &Loaded, witness: &Witness, what: &Search) -> bool {
    let claim = ClaimChoice::Formula(witness.stronger.clone());
    let options =
        compile::Options { claim, automaton: ClaimAutomaton::Small, embedded: Some(harnesses::embedded::MAKER) };
    let model = compile::compile(&loaded.program, &options, &loaded.sources, &mut Findings::default());
    let Some(model) = model else { return false };
    let property =
        if model.can_accept() && what.property != Property::Safety { Property::Acceptance } else { Property::Safety };
    let what = Search { property, all_errors: false, por: None, ..what.clone() };
    let outcome = search(&model, &what, &mut Control { stop: &interrupt::STOP, progress: &mut |_| {} });
    outcome.errors_total == 0 && outcome.incomplete.is_none()
}

/// Writes the picture of the property automaton, by the ending of the file's name.
pub fn draw(path: &Path, loaded: &Loaded, property: Option<&PropertyUse>) -> Result<(), String> {
    let parts = property.and_then(|p| p.automaton.as_ref().map(|automaton| (p, automaton)));
    let Some((property, automaton)) = parts else {
        return Err("--draw-claim draws the small automaton of an ltl formula, and there is none".to_string());
    };
    let title = format!("!({})", loaded.sources.text(property.formula));
    let drawing = drawing(automaton, &title, property.reached.as_deref());
    let text = match path.extension().and_then(|e| e.to_str()) {
        Some("dot") => dot(&drawing),
        Some("svg") => svg(&drawing),
        _ => return Err(format!("{}: give the picture a name that ends in .dot or .svg", path.display())),
    };
    std::fs::write(path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

/// Checks the name of a picture before the search.
pub fn can_draw(path: Option<&Path>) -> Result<(), String> {
    match path {
        Some(path) if !path.extension().is_some_and(|e| e == "dot" || e == "svg") => {
            Err(format!("{}: give the picture a name that ends in .dot or .svg", path.display()))
        }
        _ => Ok(()),
    }
}
