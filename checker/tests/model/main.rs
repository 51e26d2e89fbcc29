//! The typed model: its text form, its verifier, and what runs mean that Promela cannot say.
//!
//! Each file `*.model` is read, verified, printed and read again, and run in every way that there is. Its comments say
//! what comes out:
//!
//! ```text
//! ; ends x=5 y=-1          the values of all globals when no process can move; one line for each outcome
//! ; fault division by zero what goes wrong; one line for each
//! ; refused TEXT           the reader or the verifier says this
//! ```

mod accesses;
#[path = "../common/mod.rs"]
mod common;

use checker::exec::{Machine, lower};
use checker::model::{Model, read, verify};
use promela::claim::ClaimChoice;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|f| f.expect("a file").path())
        .filter(|f| f.extension().is_some_and(|e| e == extension))
        .collect();
    files.sort();
    files
}

/// What comments that begin with a word say.
fn expected(text: &str, word: &str) -> BTreeSet<String> {
    let lines = text.lines().filter_map(|l| l.strip_prefix("; ")?.strip_prefix(word));
    lines.map(|l| l.trim().to_string()).collect()
}

/// The values of all globals.
fn values(machine: &Machine) -> String {
    let state = machine.state();
    let value = |leaf: &checker::model::layout::Leaf| {
        let slot = leaf.slot;
        let word = |i: u32| state[(slot.word + i) as usize];
        let value = match (slot.bits, slot.signed) {
            (64, true) => i128::from((u64::from(word(0)) | u64::from(word(1)) << 32) as i64),
            (64, false) => i128::from(u64::from(word(0)) | u64::from(word(1)) << 32),
            (32, false) => i128::from(word(0)),
            _ => i128::from(slot.get(word(0))),
        };
        format!("{}={value}", leaf.name)
    };
    machine.model.global_leaves.iter().map(value).collect::<Vec<_>>().join(" ")
}

/// All ends and all faults of a model.
fn outcomes(model: &Model) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut ends, mut faults) = (BTreeSet::new(), BTreeSet::new());
    let mut machine = Machine::new(model);
    faults.extend(machine.faults.drain(..).map(|f| f.message(model)));
    let mut seen = BTreeSet::from([machine.state().to_vec()]);
    let mut open = vec![machine.state().to_vec()];
    while let Some(state) = open.pop() {
        machine.load(&state);
        let mut moved = false;
        for pid in 0..machine.process_count() {
            let place = machine.process(pid);
            let at = machine.pc(place);
            for t in model.proctype(place.proctype).states[at as usize].transitions() {
                let t = &model.transitions[t as usize];
                loop {
                    machine.load(&state);
                    machine.choices.begin();
                    let possible = machine.step(place, pid, t);
                    let went_wrong = !machine.faults.is_empty();
                    faults.extend(machine.faults.drain(..).map(|f| f.message(model)));
                    moved |= possible || went_wrong;
                    if possible && !went_wrong && seen.insert(machine.state().to_vec()) {
                        open.push(machine.state().to_vec());
                    }
                    if !machine.choices.advance() {
                        break;
                    }
                }
            }
        }
        if !moved {
            machine.load(&state);
            ends.insert(values(&machine));
        }
    }
    (ends, faults)
}

#[test]
fn models_in_text_form_do_what_they_say() {
    let files = files("tests/model", "model");
    assert!(files.len() > 8);
    for file in files {
        let name = file.display();
        let text = std::fs::read_to_string(&file).expect("a model");
        let refused = expected(&text, "refused");
        let mut model = match read(&text) {
            Ok(model) => model,
            Err(e) => {
                assert_eq!(BTreeSet::from([e.to_string()]), refused, "{name}");
                continue;
            }
        };
        assert_eq!(verify(&model).into_iter().collect::<BTreeSet<_>>(), refused, "{name}");
        if !refused.is_empty() {
            continue;
        }
        let printed = model.text();
        let again = read(&printed).unwrap_or_else(|e| panic!("{name}: {e}\n{printed}"));
        assert_eq!(again.text(), printed, "{name}");
        assert!(lower(&mut model), "{name}: there is code for all of it");
        let (ends, faults) = outcomes(&model);
        assert_eq!(ends, expected(&text, "ends"), "{name}");
        assert_eq!(faults, expected(&text, "fault"), "{name}");
    }
}

/// What the compiler makes passes the verifier, and its text means the same: it has the same code.
#[test]
fn compiled_models_survive_their_text_form() {
    let mut count = 0;
    for folder in ["../tests/trails", "../tests/conformance/features"] {
        for file in files(folder, "pml") {
            let name = file.display().to_string();
            let text = std::fs::read_to_string(&file).expect("a model");
            let options = checker::compile::Options { claim: ClaimChoice::First, ..Default::default() };
            let Ok(model) = common::compiled_with(&name, &text, options) else { continue };
            assert_eq!(verify(&model), Vec::<String>::new(), "{name}");
            let printed = model.text();
            let mut again = read(&printed).unwrap_or_else(|e| panic!("{name}: {e}\n{printed}"));
            assert_eq!(again.text(), printed, "{name}");
            assert!(lower(&mut again), "{name}");
            assert_eq!(format!("{:?}", again.prepared), format!("{:?}", model.prepared), "{name}");
            assert_eq!(again.options, model.options, "{name}");
            count += 1;
        }
    }
    assert!(count > 80, "{count}");
}
