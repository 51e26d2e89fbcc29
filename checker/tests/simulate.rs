//! The simulator and the search agree: the states that steps of the simulator lead to are those that the search stores.

mod common;

use checker::compile;
use checker::exec::CLAIM;
use checker::model::Model;
use checker::random::Random;
use checker::search::Search;
use checker::simulate::{Replay, Simulation};
use checker::trail::{Trail, TrailStep};
use common::{compiled_with, run};
use promela::claim::ClaimChoice;
use std::collections::HashSet;

fn model(name: &str, text: &str) -> Model {
    let options = compile::Options { claim: ClaimChoice::None, ..Default::default() };
    compiled_with(name, text, options).expect("it compiles")
}

/// All states that the simulator reaches by taking every choice.
fn states(model: &Model) -> HashSet<Vec<u32>> {
    let mut simulation = Simulation::new(model);
    let mut seen = HashSet::new();
    let mut todo: Vec<Vec<checker::simulate::Choice>> = Vec::new();
    loop {
        let is_state = simulation.is_state();
        let new = !is_state || seen.insert(simulation.machine.state().to_vec());
        let choices =
            if new { simulation.choices().iter().filter(|c| !c.fails).cloned().collect() } else { Vec::new() };
        todo.push(choices);
        loop {
            let Some(choices) = todo.last_mut() else { return seen };
            if let Some(choice) = choices.pop() {
                simulation.take(&choice);
                break;
            }
            todo.pop();
            simulation.undo();
        }
    }
}

fn models() -> Vec<(String, Model)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/trails");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("a folder").map(|f| f.expect("a file").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "pml"));
    assert!(files.len() > 20);
    files
        .into_iter()
        .map(|file| {
            let name = file.display().to_string();
            let text = std::fs::read_to_string(&file).expect("a model");
            let model = model(&name, &text);
            (name, model)
        })
        .collect()
}

#[test]
fn the_simulator_reaches_the_states_that_the_search_stores() {
    for (name, model) in models() {
        let what = Search { all_errors: true, ..Search::default() };
        let outcome = run(&model, &what);
        assert_eq!(outcome.incomplete, None);
        assert_eq!(states(&model).len() as u64, outcome.statistics.stored, "{name}");
    }
}

#[test]
fn undo_leads_back_to_the_same_state_and_choices() {
    let text = "chan c = [0] of { byte }; byte x;
        active proctype p() {
            do :: c!x :: atomic { x < 9 -> x++; x++ } :: x > 4 -> x = 0; run q(x) :: timeout -> break od
        }
        active proctype q(byte n) { byte v; c?v; assert(v >= n); c?v }";
    let model = model("m.pml", text);
    let mut simulation = Simulation::new(&model);
    let mut random = Random::new(1);
    let mut past = Vec::new();
    for _ in 0..200 {
        let choices = simulation.choices().to_vec();
        if choices.is_empty() {
            break;
        }
        past.push((simulation.machine.state().to_vec(), choices.clone()));
        simulation.take(&choices[random.below(choices.len())]);
    }
    assert!(past.len() > 20);
    for (state, choices) in past.into_iter().rev() {
        assert!(simulation.undo());
        assert_eq!(simulation.machine.state(), state);
        assert_eq!(simulation.choices(), choices);
    }
    assert!(!simulation.undo());
}

/// Trails that nobody recorded: each ends with a misfit or with an error, never with a panic.
#[test]
fn any_trail_can_be_tried() {
    for (_, model) in models() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let mut simulation = Simulation::new(&model);
            let mut trail = Trail { merged: seed % 2 == 0, ..Trail::default() };
            for _ in 0..30 {
                // Mostly steps that are possible, so that the others come up in many places.
                let choices = simulation.choices().to_vec();
                if choices.is_empty() || random.below(20) == 0 {
                    let id = model.transitions[random.below(model.transitions.len())].id;
                    let pid = if random.below(4) == 0 { CLAIM } else { random.below(4) as u32 };
                    trail.steps.push(TrailStep { pid, id });
                } else {
                    let choice = &choices[random.below(choices.len())];
                    trail.steps.push(TrailStep { pid: choice.pid, id: model.transition(choice.transition).id });
                    simulation.take(choice);
                }
            }
            let mut simulation = Simulation::new(&model);
            let mut replay = Replay::new(&trail);
            loop {
                match replay.next(&mut simulation) {
                    Ok(Some(choice)) => simulation.take(&choice),
                    Ok(None) => break,
                    Err(misfit) => {
                        assert!(!misfit.explain(&model).is_empty());
                        break;
                    }
                };
            }
        }
    }
}
