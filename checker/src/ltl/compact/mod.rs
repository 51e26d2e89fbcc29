//! From a formula to a small Büchi automaton.
//!
//! Where the rest of `ltl` gives what Spin gives, this gives as little as it can:
//!
//! | step | module |
//! |---|---|
//! | reading, negation normal form | `read`, `formula` |
//! | rewriting | `simplify` |
//! | generalised automaton with marks on edges (Couvreur 1999) | `tableau`, `graph` |
//! | marks that do not matter | `marks` |
//! | merging states, dropping edges | `simulation` |
//! | accepting states in place of marks | `degeneralise` |
//! | the result, and as a claim | `automaton`, `claim` |
//! | whether repetitions count | `stutter` |
//!
//! Boolean functions are decision diagrams (`bdd`). Does not look for the smallest automaton there is.

pub mod automaton;
mod bdd;
pub mod claim;
mod degeneralise;
mod formula;
mod graph;
mod marks;
mod read;
mod simplify;
mod simulation;
mod stutter;
mod tableau;

pub use self::stutter::is_stutter_invariant;

use self::automaton::Automaton;
use self::bdd::Bdds;
use self::formula::Formulas;
use self::graph::Graph;
use self::marks::Passing;
use self::read::Atoms;
use super::limits::{Limits, LtlError};
use promela::ast::Expr;

/// Whose words the automaton accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// Those that satisfy the formula.
    Formula,
    /// Those that violate it: what a claim needs.
    Negation,
}

/// A step is more work here than in the translation in the manner of Spin: this is a few seconds.
const MAX_STEPS: u64 = 8_000_000;

/// The automaton of a formula.
pub fn automaton(formula: &Expr, sense: Sense, limits: &Limits) -> Result<Automaton, LtlError> {
    let limits = &Limits { steps: limits.steps.min(MAX_STEPS), ..*limits };
    let mut formulas = Formulas::new(limits.steps);
    let mut atoms = Atoms::default();
    let read = read::read(&mut formulas, &mut atoms, formula, limits.depth)?;
    let wanted = if sense == Sense::Negation { formulas.negate(read) } else { read };
    let graph = tableau::automaton(&mut formulas, atoms.list.len(), wanted, limits.states)?;
    let bdds = &mut formulas.bdds;
    let exhausted = LtlError::TooManySteps { limit: limits.steps };
    if bdds.is_exhausted() {
        return Err(exhausted);
    }
    let graph = reduced(bdds, graph);
    let automaton = Automaton::of(bdds, atoms.list, &graph);
    if bdds.is_exhausted() { Err(exhausted) } else { Ok(automaton) }
}

/// A small Büchi automaton for the same words.
fn reduced(bdds: &mut Bdds, mut graph: Graph) -> Graph {
    graph.prune();
    marks::reduce(&mut graph);
    loop {
        let size = (graph.edges.len(), graph.edge_count());
        for passing in [Passing::NoMarks, Passing::AllMarks] {
            marks::set_passing(&mut graph, passing);
            simulation::saturate(bdds, &mut graph);
            simulation::forwards(bdds, &mut graph);
        }
        marks::reduce(&mut graph);
        if (graph.edges.len(), graph.edge_count()) >= size || bdds.is_exhausted() {
            break;
        }
    }
    let mut best: Option<Graph> = None;
    for order in orders(graph.marks) {
        let candidate = degeneralise::degeneralise(&graph, &order);
        for passing in [[Passing::NoMarks, Passing::AllMarks], [Passing::AllMarks, Passing::NoMarks]] {
            let candidate = improved(bdds, candidate.clone(), passing);
            let size = |g: &Graph| (g.edges.len(), g.edge_count());
            if best.as_ref().is_none_or(|best| size(&candidate) < size(best)) {
                best = Some(candidate);
            }
        }
    }
    let mut best = best.unwrap_or(graph);
    marks::reduce_states(&mut best, Passing::NoMarks);
    best
}

/// Simplifies a Büchi automaton until nothing gets smaller.
fn improved(bdds: &mut Bdds, mut graph: Graph, passing: [Passing; 2]) -> Graph {
    loop {
        let size = (graph.edges.len(), graph.edge_count());
        for passing in passing {
            marks::reduce_states(&mut graph, passing);
            simulation::saturate(bdds, &mut graph);
            simulation::forwards(bdds, &mut graph);
            simulation::backwards(bdds, &mut graph);
        }
        if (graph.edges.len(), graph.edge_count()) >= size || bdds.is_exhausted() {
            return graph;
        }
    }
}

/// Orders in which marks may be waited for: all if they are few.
fn orders(marks: u32) -> Vec<Vec<u32>> {
    let plain: Vec<u32> = (0..marks).collect();
    if marks > 3 {
        return vec![plain.clone(), plain.into_iter().rev().collect()];
    }
    let mut orders = vec![Vec::new()];
    for mark in plain {
        orders = orders
            .iter()
            .flat_map(|order| {
                (0..=order.len()).map(move |at| {
                    let mut order = order.clone();
                    order.insert(at, mark);
                    order
                })
            })
            .collect();
    }
    orders
}
