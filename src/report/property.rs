//! How much of a property mattered: states of its automaton that were reached, and parts without influence.

use super::style::counted;
use checker::ltl::compact::automaton::Automaton;
use checker::ltl::vacuity::When;
use promela::source::{Sources, Span};
use serde::Serialize;
use std::fmt::Write;

/// What a search made of a formula.
pub struct PropertyUse {
    pub name: String,
    pub formula: Span,
    /// The automaton of the claim; not known for claims in the manner of Spin.
    pub automaton: Option<Automaton>,
    /// For each state of the automaton.
    pub reached: Option<Vec<bool>>,
    /// Parts that had no influence; found after a pass only.
    pub idle: Vec<Idle>,
}

#[derive(Clone, Copy)]
pub enum Idle {
    /// It never holds where it counts, so that what follows from it was never asked for.
    Trigger { trigger: Span, consequence: Span, when: When },
    /// The property holds with this value in its place.
    Part { part: Span, worst: bool },
}

impl Idle {
    pub fn span(&self) -> Span {
        match self {
            Idle::Trigger { consequence, .. } => *consequence,
            Idle::Part { part, .. } => *part,
        }
    }

    /// In the words of the formula.
    pub fn message(&self, sources: &Sources) -> String {
        match self {
            Idle::Trigger { trigger, consequence, when } => {
                let (trigger, consequence) = (sources.text(*trigger), sources.text(*consequence));
                let never = match when {
                    When::Always => "never happens",
                    When::AtStart => "does not hold at the start",
                    When::There => "does not hold where the formula asks for it",
                };
                format!("`{trigger}` {never}, so `{consequence}` was never needed")
            }
            Idle::Part { part, worst } => {
                format!("`{}` does not matter: the property holds with `{worst}` in its place", sources.text(*part))
            }
        }
    }
}

impl PropertyUse {
    pub fn text(&self, sources: &Sources) -> String {
        let mut text = String::new();
        if let (Some(automaton), Some(reached)) = (&self.automaton, &self.reached) {
            let missing: Vec<String> =
                automaton.ids().filter(|id| !reached[id.index()]).map(|id| id.to_string()).collect();
            let (all, count) = (reached.len() as u64, (reached.len() - missing.len()) as u64);
            let rest = if missing.is_empty() { String::new() } else { format!("; not {}", missing.join(", ")) };
            let _ = writeln!(text, "      {count} of {} of its automaton reached{rest}", counted(all, "state"));
        }
        for idle in &self.idle {
            let _ = writeln!(text, "      warning: it holds vacuously: {}", idle.message(sources));
        }
        text
    }

    pub fn json(&self, sources: &Sources) -> Json {
        let names = |wanted: bool| match (&self.automaton, &self.reached) {
            (Some(automaton), Some(reached)) => {
                automaton.ids().filter(|id| reached[id.index()] == wanted).map(|id| id.to_string()).collect()
            }
            _ => Vec::new(),
        };
        Json {
            name: self.name.clone(),
            formula: sources.text(self.formula).to_string(),
            states_reached: names(true),
            states_unreached: names(false),
            vacuous: self.idle.iter().map(|idle| idle.message(sources)).collect(),
        }
    }
}

/// The field `property` of the JSON object.
#[derive(Serialize)]
pub struct Json {
    name: String,
    formula: String,
    states_reached: Vec<String>,
    states_unreached: Vec<String>,
    /// Why the property holds vacuously; empty if it does not.
    vacuous: Vec<String>,
}
