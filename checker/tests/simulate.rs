//! The simulator and the search agree: the states that steps of the simulator lead to are those that the search stores.

use checker::compile::{self, ClaimChoice};
use checker::finding::Findings;
use checker::model::Model;
use checker::promela::{self, DiskLoader};
use checker::search::{Control, Search, search};
use checker::simulate::{Random, Simulation};
use checker::source::Sources;
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

fn model(name: &str, text: &str) -> Model {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let options = promela::Options::default();
    let program = promela::parse(name, text.to_string(), &options, &DiskLoader, &mut sources, &mut findings);
    let options = compile::Options { claim: ClaimChoice::None };
    let model = compile::compile(&program, &options, &sources, &mut findings);
    model.unwrap_or_else(|| panic!("{name} does not compile: {:?}", findings.list))
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

#[test]
fn the_simulator_reaches_the_states_that_the_search_stores() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/trails");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("a folder").map(|f| f.expect("a file").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "pml"));
    assert!(files.len() > 20);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a model");
        let model = model(&file.display().to_string(), &text);
        let what = Search { all_errors: true, ..Search::default() };
        let never = AtomicBool::new(false);
        let outcome = search(&model, &what, &mut Control { stop: &never, progress: &mut |_| {} });
        assert_eq!(outcome.incomplete, None);
        assert_eq!(states(&model).len() as u64, outcome.statistics.stored, "{}", file.display());
    }
}

#[test]
fn undo_leads_back_to_the_same_state_and_choices() {
    let text = "chan c = [0] of { byte }; byte x;
        active proctype p() { do :: c!x :: atomic { x < 9 -> x++; x++ } :: x > 4 -> x = 0; run q(x) :: timeout -> break od }
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
