//! Damaged models: whatever is done to a model, it is refused, or compiled, searched and run, without a panic and
//! without a hang.
//!
//! The damage is done to words rather than to bytes, so that many models stay sound enough to run. The numbers are
//! fixed; `AX_FUZZ_CASES` and `AX_FUZZ_SEED` make a longer run by hand.

mod common;

use checker::compile;
use checker::model::Model;
use checker::random::Random;
use checker::search::{Limits, Order, Search};
use checker::simulate::{Picture, Simulation};
use checker::trail::{Trail, text};
use common::{compiled_with, run};
use promela::claim::ClaimChoice;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Cases in all, over all models.
const CASES: u64 = 4_000;

/// What the front end may need for the deepest trees it allows.
const STACK: usize = 512 << 20;

/// A case that takes longer than this hangs. A `d_step` that goes on for ever is the slowest thing allowed.
const TOO_LONG: Duration = Duration::from_secs(60);

/// Words that are put in: numbers at the edges, operators, statements.
const WORDS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "255",
    "256",
    "32767",
    "-1",
    "2147483647",
    "(1<<31)",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<<",
    ">>",
    "!",
    "!!",
    "?",
    "??",
    "&&",
    "||",
    "->",
    ";",
    "::",
    "==",
    "<",
    "else",
    "timeout",
    "skip;",
    "break;",
    "goto end;",
    "end:",
    "accept:",
    "true",
    "false",
    "_pid",
    "_nr_pr",
    "_last",
    "np_",
    "len",
    "full",
    "nempty",
    "eval",
    "enabled",
    "pc_value",
    "run",
    "assert(0);",
    "atomic {",
    "d_step {",
    "}",
    "if :: skip fi;",
    "do :: break od;",
    "unless { skip };",
    "byte",
    "bit",
    "int",
    "chan",
    "mtype",
    "hidden",
    "x",
    "q",
    "q!1;",
    "q?_;",
    "[0]",
    "[3]",
    "(",
    ")",
    "{",
    ",",
    "@",
    ":",
];

fn models() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["promela/tests/models", "../tests/conformance/features", "../tests/trails", "../samples/mutex"];
    let mut found: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(here.join(folder)).expect("a folder of models"))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "pml"))
        .collect();
    found.sort();
    found
}

/// Words, numbers, signs and white space, each a piece.
fn pieces(text: &str) -> Vec<&str> {
    let sort = |c: char| if c.is_alphanumeric() || c == '_' { 1 } else { 2 + u32::from(c) };
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut last = 0;
    for (at, c) in text.char_indices() {
        if at > 0 && sort(c) != last {
            pieces.push(&text[start..at]);
            start = at;
        }
        last = sort(c);
    }
    pieces.push(&text[start..]);
    pieces
}

/// A damaged copy of a text.
fn damage(text: &str, random: &mut Random) -> String {
    let mut pieces = pieces(text);
    for _ in 0..=random.below(2) {
        let at = random.below(pieces.len());
        let other = pieces[random.below(pieces.len())];
        match random.below(6) {
            // A word for a word, a sign for a sign: most of what runs comes of this.
            0 => {
                let is_word = |piece: &str| piece.starts_with(|c: char| c.is_alphanumeric() || c == '_');
                if is_word(pieces[at]) == is_word(other) && !pieces[at].trim().is_empty() {
                    pieces[at] = other;
                }
            }
            1 => pieces[at] = WORDS[random.below(WORDS.len())],
            2 => pieces.insert(at, WORDS[random.below(WORDS.len())]),
            3 => drop(pieces.remove(at)),
            4 => {
                let length = random.below(30).min(pieces.len() - at);
                let copy: Vec<&str> = pieces[at..at + length].to_vec();
                let place = random.below(pieces.len());
                pieces.splice(place..place, copy);
            }
            _ => {
                // Numbers matter most to what runs.
                let numbers: Vec<usize> =
                    (0..pieces.len()).filter(|&i| pieces[i].starts_with(|c: char| c.is_ascii_digit())).collect();
                if let Some(&number) = numbers.get(random.below(numbers.len().max(1))) {
                    pieces[number] = WORDS[random.below(10)];
                }
            }
        }
        if pieces.is_empty() {
            pieces.push("");
        }
    }
    pieces.concat()
}

/// Searches and runs a model for a while. The trail of an error must come back from its text.
fn exercise(model: &Model, random: &mut Random) {
    for (order, all_errors) in [(Order::BreadthFirst, false), (Order::DepthFirst, true)] {
        let limits = Limits { depth: Some(300), memory: Some(64 << 20), time: Some(Duration::from_millis(200)) };
        let what = Search { order, all_errors, limits, ..Search::default() };
        let outcome = run(model, &what);
        for error in &outcome.errors {
            let trail = Trail::of(model, &error.trail, error.cycle);
            let read = text::read(&trail.to_string()).expect("a trail that was written can be read");
            assert_eq!(read.steps.len(), trail.steps.len());
        }
        // A `d_step` that goes on until it is given up takes seconds: once is enough.
        if outcome.errors.iter().any(|error| error.message.contains("does not end")) {
            return;
        }
    }
    let mut simulation = Simulation::new(model);
    for _ in 0..50 {
        let choices = simulation.choices().to_vec();
        if choices.is_empty() {
            break;
        }
        let before = Picture::of(&simulation.machine);
        simulation.take(&choices[random.below(choices.len())]);
        Picture::of(&simulation.machine);
        before.changes(&Picture::of(&simulation.machine), model);
        simulation.status();
    }
    while simulation.undo() {}
}

fn from_environment(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

fn fuzz() {
    let models = models();
    assert!(models.len() > 100, "only {} models were found", models.len());
    let (cases, seed) = (from_environment("AX_FUZZ_CASES", CASES), from_environment("AX_FUZZ_SEED", 1));
    let mut sound = 0;
    for case in 0..cases {
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(case));
        let path = &models[case as usize % models.len()];
        let original = std::fs::read_to_string(path).expect("the model was listed");
        let text = damage(&original, &mut random);
        let claim = if random.below(4) == 0 { ClaimChoice::None } else { ClaimChoice::First };
        let started = Instant::now();
        let done = std::panic::catch_unwind(|| {
            let options = compile::Options { claim, ..Default::default() };
            let model = compiled_with(&path.to_string_lossy(), &text, options).ok();
            if let Some(model) = &model {
                exercise(model, &mut Random::new(case));
            }
            model.is_some()
        });
        match done {
            Ok(ran) => sound += u64::from(ran),
            Err(_) => panic!("case {case} of seed {seed} panics:\n{text}"),
        }
        assert!(started.elapsed() < TOO_LONG, "case {case} of seed {seed} takes {:?}:\n{text}", started.elapsed());
    }
    assert!(sound * 5 > cases, "only {sound} of {cases} models were sound enough to run");
}

#[test]
fn damaged_models_are_refused_or_run() {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(fuzz).expect("a thread");
    if let Err(panic) = worker.join() {
        std::panic::resume_unwind(panic);
    }
}
