//! Small C programs that the machine searches, each about one thing: `tests/machine/*.c`.
//!
//! Lines at the head of a file say what the search must come to, with few scheduling points and with one at each
//! access:
//!
//! - `// ends: 0 1 2`      what the program gives to `exit`, over all runs
//! - `// fails: Freed`     the kinds of errors (of `FaultKind`), or nothing; with few scheduling points at least one
//! - `// races: 1`         how many pairs of places race; not looked at if there is no such line
//! - `// begins anew`      the search used a promise that was broken
//! - `// states: 12`       with few scheduling points there are at most so many
//! - `// obstacles: Input` what stands in the way of a pass
//! - `// tso ends: 0 1`   asks for the same with stores that wait in buffers; so do `tso fails:` and `tso obstacles:`,
//!   which are nothing where they are not there; not with a scheduling point at each access if
//!   there is a line `tso is large`

use extractor::{c, link, lower};
use machine::outcome::{MemoryModel, Options, Outcome};
use promela::finding::Findings;
use promela::source::Sources;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/machine");
    let entries = std::fs::read_dir(folder).expect("the folder of programs");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

fn search(file: &Path, naive: bool, memory_model: MemoryModel) -> Outcome {
    let outcome = c::with_large_stack(|| {
        let (mut sources, mut findings) = (Sources::default(), Findings::default());
        let unit = c::read(file, &c::Options::default(), &mut sources, &mut findings).expect("a unit");
        let linked = link::link(&[&unit], &mut sources, &mut findings);
        assert!(!findings.has_errors(), "{:?}", findings.list.iter().map(|f| &f.message).collect::<Vec<_>>());
        let code = lower::lower(&linked.program, &lower::Options::of(&linked, &[]));
        assert_eq!(machine::verify::verify(&code), Vec::<String>::new());
        // A search that begins anew for ever must end, too.
        let time = Some(std::time::Duration::from_secs(120));
        let states = Some(500_000);
        let options =
            Options { naive, memory_model, recheck: true, all_errors: true, states, time, ..Options::default() };
        machine::search(&code, &options, &|| false)
    });
    outcome.unwrap_or_else(|message| panic!("{}: {message}", file.display()))
}

/// What a line of the head says.
fn said<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(name)).map(str::trim)
}

fn word(text: String) -> String {
    text.split([' ', '{']).next().unwrap_or_default().to_string()
}

/// What a search came to that the head of the program does not say.
fn surprises(text: &str, outcome: &Outcome, naive: bool, memory_model: MemoryModel) -> Vec<String> {
    let prefix = if memory_model == MemoryModel::Tso { "tso " } else { "" };
    let mut surprises = Vec::new();
    let mut expect = |holds: bool, surprise: String| {
        if !holds {
            surprises.push(surprise);
        }
    };
    let words = |name: &str| -> BTreeSet<String> {
        said(text, &format!("{prefix}{name}")).unwrap_or_default().split_whitespace().map(String::from).collect()
    };
    expect(outcome.limit.is_none(), format!("{:?}", outcome.limit));
    let fails = words("fails:");
    let ends: BTreeSet<String> = outcome.exits.iter().map(i32::to_string).collect();
    let found: BTreeSet<String> = outcome.errors.iter().map(|e| word(format!("{:?}", e.fault))).collect();
    // What comes after an error is not searched, and there are fewer places to stop before it.
    if naive || fails.is_empty() {
        expect(ends == words("ends:"), format!("ends {ends:?}"));
        expect(found == fails, format!("errors {found:?}"));
    } else {
        expect(ends.is_subset(&words("ends:")), format!("ends {ends:?}"));
        expect(found.is_subset(&fails) && !found.is_empty(), format!("errors {found:?}"));
    }
    let obstacles: BTreeSet<String> = outcome.obstacles.iter().map(|o| word(format!("{o:?}"))).collect();
    expect(obstacles == words("obstacles:"), format!("obstacles {obstacles:?}"));
    let races = outcome.races.len().to_string();
    expect(said(text, "races:").is_none_or(|said| said == races), format!("{races} races"));
    if !naive && memory_model == MemoryModel::Sc {
        let statistics = &outcome.statistics;
        let anew = said(text, "begins anew").is_some();
        expect(!anew || statistics.restarts > 0, "does not begin anew".to_string());
        let most = said(text, "states:").and_then(|states| states.parse().ok()).unwrap_or(u64::MAX);
        expect(statistics.stored <= most, format!("{} states", statistics.stored));
    }
    surprises
}

#[test]
fn each_program_comes_to_what_it_says() {
    let mut all = Vec::new();
    for file in files() {
        let text = std::fs::read_to_string(&file).expect("a program");
        let tso = said(&text, "tso ends:").map(|_| MemoryModel::Tso);
        let models = std::iter::once(MemoryModel::Sc).chain(tso);
        for (model, naive) in models.flat_map(|model| [(model, false), (model, true)]) {
            if naive && model == MemoryModel::Tso && said(&text, "tso is large").is_some() {
                continue;
            }
            let surprises = surprises(&text, &search(&file, naive, model), naive, model);
            let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            all.extend(surprises.into_iter().map(|surprise| format!("{name}, {model:?}, naive {naive}: {surprise}")));
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}
