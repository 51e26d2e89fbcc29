//! Pictures of automata: what is drawn, and the two ways to draw it.

mod dot;
mod layout;
mod svg;

pub use dot::dot;
pub use svg::{escaped, svg};

use checker::ltl::compact::automaton::{Automaton, Guard, Literal};

/// A graph with labelled edges. The first node is where it starts.
pub struct Drawing {
    pub title: String,
    pub nodes: Vec<DrawnState>,
    pub edges: Vec<Edge>,
}

pub struct DrawnState {
    pub name: String,
    /// Drawn with a double line.
    pub accepting: bool,
    /// Drawn as something that never happened.
    pub unreached: bool,
}

pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub label: String,
}

/// An automaton as a drawing; `reached` says which states were, if that is known.
pub fn drawing(automaton: &Automaton, title: &str, reached: Option<&[bool]>) -> Drawing {
    let nodes = automaton.ids().map(|id| DrawnState {
        name: id.to_string(),
        accepting: automaton.state(id).accepting,
        unreached: reached.is_some_and(|reached| !reached[id.index()]),
    });
    let edges = automaton.ids().flat_map(|id| {
        automaton.state(id).transitions.iter().map(move |t| Edge {
            from: id.index(),
            to: t.target.index(),
            label: guard_text(automaton, &t.guard),
        })
    });
    Drawing { title: title.to_string(), nodes: nodes.collect(), edges: edges.collect() }
}

/// A guard in the words of the formula: `p && !q || r`.
pub fn guard_text(automaton: &Automaton, guard: &Guard) -> String {
    if guard.is_true() {
        return "true".to_string();
    }
    let literal = |literal: &Literal| {
        let text = promela::print_expr(&automaton.atoms[literal.atom].expr);
        let simple = text.chars().all(|c| c.is_alphanumeric() || "_.@[]".contains(c));
        match (literal.negated, simple) {
            (false, true) => text,
            (false, false) => format!("({text})"),
            (true, true) => format!("!{text}"),
            (true, false) => format!("!({text})"),
        }
    };
    let cube = |cube: &Vec<Literal>| cube.iter().map(literal).collect::<Vec<_>>().join(" && ");
    guard.cubes.iter().map(cube).collect::<Vec<_>>().join(" || ")
}
