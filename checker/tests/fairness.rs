//! Fairness against its definition: on small models every set of states is tried.
//!
//! A run that never ends passes some set of states for ever. It is one that its steps connect both ways, and any such
//! set is passed by some run. So there is a fair accepting run if and only if there is such a set with an accept state
//! in it, in which each process moves that can always move (weak), or can ever move (strong).

mod common;

use checker::exec::CLAIM;
use checker::model::Model;
use checker::random::Random;
use checker::search::{Fairness, Order, Property, Search};
use checker::simulate::Simulation;
use common::{compiled, run};
use promela::claim::ClaimChoice;
use std::collections::HashMap;

/// Models with more states are left out: there are too many sets.
const STATES: usize = 12;

/// One process that goes around past an accept label, until another one, which can sometimes move, sets `z`.
fn model(random: &mut Random) -> String {
    let guards = ["x == 0", "x == 1", "y == 0", "y == 1", "x != y", "true"];
    let effects = ["x = 1 - x", "y = 1 - y", "x = 0", "y = 1", "skip"];
    let mut text = String::from("bit x, y, z;\nactive proctype goes() { do ");
    for _ in 0..1 + random.below(2) {
        let (guard, effect) = (guards[random.below(6)], effects[random.below(5)]);
        text.push_str(&format!(":: atomic {{ z == 0 && {guard} -> {effect} }} "));
    }
    let (guard, effect) = (guards[random.below(6)], effects[random.below(5)]);
    text.push_str(&format!(":: z == 0 && {guard} -> accept_a: {effect} od }}\n"));
    for number in 0..1 + random.below(2) {
        let (guard, effect) = (guards[random.below(6)], if number == 0 { "z = 1" } else { effects[random.below(5)] });
        text.push_str(&format!("active proctype p{number}() {{ end: do :: atomic {{ {guard} -> {effect} }} od }}\n"));
    }
    text
}

/// A graph made by running the model, with nothing of the search.
#[derive(Default)]
struct Explicit {
    accepting: Vec<bool>,
    /// For each state, who goes where.
    edges: Vec<Vec<(u32, usize)>>,
}

fn explicit(model: &Model) -> Option<Explicit> {
    let mut simulation = Simulation::new(model);
    let mut graph = Explicit::default();
    let mut numbers: HashMap<Vec<u32>, usize> = HashMap::new();
    visit(&mut simulation, &mut graph, &mut numbers)?;
    Some(graph)
}

fn visit(simulation: &mut Simulation, graph: &mut Explicit, numbers: &mut HashMap<Vec<u32>, usize>) -> Option<usize> {
    let state = simulation.machine.state().to_vec();
    if let Some(&number) = numbers.get(&state) {
        return Some(number);
    }
    let number = numbers.len();
    if number >= STATES {
        return None;
    }
    numbers.insert(state, number);
    graph.accepting.push(simulation.machine.at_accept());
    graph.edges.push(Vec::new());
    for choice in simulation.choices().to_vec() {
        assert_ne!(choice.pid, CLAIM);
        let mut steps = 1;
        simulation.take(&choice);
        // Through an atomic sequence: here it has one way to go.
        while !simulation.is_state() && simulation.choices().len() == 1 {
            let next = simulation.choices()[0].clone();
            simulation.take(&next);
            steps += 1;
        }
        let target = visit(simulation, graph, numbers);
        for _ in 0..steps {
            simulation.undo();
        }
        graph.edges[number].push((choice.pid, target?));
    }
    Some(number)
}

impl Explicit {
    fn has_fair_run(&self, fairness: Fairness) -> bool {
        let count = self.edges.len();
        // A state in which nothing can move is passed for ever by itself.
        (0..count).any(|s| self.accepting[s] && self.edges[s].is_empty())
            || (1u32..1 << count).any(|set| self.is_fair(set, fairness))
    }

    fn is_fair(&self, set: u32, fairness: Fairness) -> bool {
        let has = |s: usize| set & 1 << s != 0;
        let states: Vec<usize> = (0..self.edges.len()).filter(|&s| has(s)).collect();
        if !states.iter().any(|&s| self.accepting[s]) || !states.iter().all(|&s| self.reaches_all(s, set)) {
            return false;
        }
        let inner = || states.iter().flat_map(|&s| &self.edges[s]).filter(|e| has(e.1));
        if inner().next().is_none() {
            return false;
        }
        let enabled = |s: usize, pid: u32| self.edges[s].iter().any(|e| e.0 == pid);
        (0..8).all(|pid| {
            let moves = inner().any(|e| e.0 == pid);
            let asked = match fairness {
                Fairness::None => false,
                Fairness::Weak => states.iter().all(|&s| enabled(s, pid)),
                Fairness::Strong => states.iter().any(|&s| enabled(s, pid)),
            };
            moves || !asked
        })
    }

    fn reaches_all(&self, from: usize, set: u32) -> bool {
        let (mut seen, mut open) = (1u32 << from, vec![from]);
        while let Some(s) = open.pop() {
            for &(_, t) in &self.edges[s] {
                if set & 1 << t != 0 && seen & 1 << t == 0 {
                    seen |= 1 << t;
                    open.push(t);
                }
            }
        }
        seen == set
    }
}

fn fails(model: &Model, fairness: Fairness, order: Order) -> bool {
    let what = Search { property: Property::Acceptance, fairness, order, end_states: false, ..Search::default() };
    let outcome = run(model, &what);
    assert!(outcome.incomplete.is_none());
    outcome.errors_total > 0
}

#[test]
fn small_models_by_the_definition() {
    let mut random = Random::new(7);
    let (mut compared, mut told_apart) = (0, [0; 3]);
    while compared < 400 {
        let text = model(&mut random);
        let model = compiled(&text, ClaimChoice::None).expect("it compiles");
        let Some(graph) = explicit(&model) else { continue };
        compared += 1;
        let by_definition =
            [Fairness::None, Fairness::Weak, Fairness::Strong].map(|fairness| graph.has_fair_run(fairness));
        assert!(by_definition[0] >= by_definition[1] && by_definition[1] >= by_definition[2], "{text}");
        for (i, fairness) in [Fairness::None, Fairness::Weak, Fairness::Strong].into_iter().enumerate() {
            for order in [Order::DepthFirst, Order::BreadthFirst] {
                assert_eq!(fails(&model, fairness, order), by_definition[i], "{fairness:?} {order:?}\n{text}");
            }
            told_apart[i] += usize::from(by_definition[i]);
        }
    }
    // The models are no good if fairness makes no difference.
    assert!(told_apart[0] > told_apart[1] && told_apart[1] > told_apart[2] && told_apart[2] > 0, "{told_apart:?}");
}
