//! A formula and its automaton, as text and as JSON.

use super::drawing::guard_text;
use super::style::counted;
use checker::ltl::compact::automaton::{Automaton, StateId};
use serde::Serialize;
use std::fmt::Write;

/// What is known of a formula.
pub struct Facts<'a> {
    /// As it was typed.
    pub text: &'a str,
    /// The automaton is that of the negation.
    pub negated: bool,
    /// `None`: it would take too long to find out.
    pub stutter_invariant: Option<bool>,
    pub tautology: bool,
    pub unsatisfiable: bool,
    pub automaton: &'a Automaton,
}

impl Facts<'_> {
    pub fn title(&self) -> String {
        if self.negated { format!("!({})", self.text) } else { self.text.to_string() }
    }

    pub fn text(&self) -> String {
        let automaton = self.automaton;
        let accepting = automaton.states.iter().filter(|s| s.accepting).count() as u64;
        let mut text = format!("{}\n", self.title());
        let sensitive = match self.stutter_invariant {
            Some(true) => "stutter-invariant",
            Some(false) => "not stutter-invariant: it can tell how often a state is repeated",
            None => "with X; whether it is stutter-invariant would take too long to find out",
        };
        let _ = writeln!(text, "      {sensitive}");
        let kind = if automaton.is_deterministic() { "deterministic" } else { "non-deterministic" };
        let _ =
            writeln!(text, "      {}, {accepting} accepting, {kind}", counted(automaton.states.len() as u64, "state"));
        for id in automaton.ids() {
            let _ = writeln!(text, "{id}{}", notes(automaton, id));
            for transition in &automaton.state(id).transitions {
                let _ = writeln!(text, "      {} -> {}", guard_text(automaton, &transition.guard), transition.target);
            }
        }
        text
    }

    pub fn json(&self) -> String {
        let automaton = self.automaton;
        let states = automaton.ids().map(|id| State {
            name: id.to_string(),
            accepting: automaton.state(id).accepting,
            transitions: automaton
                .state(id)
                .transitions
                .iter()
                .map(|t| Transition { guard: guard_text(automaton, &t.guard), target: t.target.to_string() })
                .collect(),
        });
        let object = Object {
            formula: self.text,
            negated: self.negated,
            stutter_invariant: self.stutter_invariant,
            tautology: self.tautology,
            unsatisfiable: self.unsatisfiable,
            deterministic: automaton.is_deterministic(),
            atoms: automaton.atoms.iter().map(|atom| promela::print_expr(&atom.expr)).collect(),
            initial: Automaton::INITIAL.to_string(),
            states: states.collect(),
        };
        serde_json::to_string(&object).map_or_else(|e| format!("{{\"error\": \"{e}\"}}\n"), |text| format!("{text}\n"))
    }
}

fn notes(automaton: &Automaton, id: StateId) -> String {
    let mut notes = Vec::new();
    if id == Automaton::INITIAL {
        notes.push("start");
    }
    if automaton.accepts_everything(id) {
        notes.push("accepts everything");
    } else if automaton.state(id).accepting {
        notes.push("accepting");
    }
    if automaton.state(id).transitions.is_empty() {
        notes.push("accepts nothing");
    }
    if notes.is_empty() { String::new() } else { format!("  ({})", notes.join(", ")) }
}

#[derive(Serialize)]
struct Object<'a> {
    formula: &'a str,
    negated: bool,
    stutter_invariant: Option<bool>,
    tautology: bool,
    unsatisfiable: bool,
    deterministic: bool,
    atoms: Vec<String>,
    initial: String,
    states: Vec<State>,
}

#[derive(Serialize)]
struct State {
    name: String,
    accepting: bool,
    transitions: Vec<Transition>,
}

#[derive(Serialize)]
struct Transition {
    guard: String,
    target: String,
}
