//! What the documents show is what the binary prints.
//!
//! In `README.md`, in the samples' READMEs and in `docs/`, a block that begins with `$ ax …` or
//! `$ cargo run --release -- …` is run at the top of the project, and its output must be the rest of the block; a last
//! line `…` stands for more. Times, rates and memory may differ. With `AX_UPDATE=1` the blocks are written anew.

mod common;

use common::ax_in;
use std::path::{Path, PathBuf};

/// Blocks of this kind are sessions.
const FENCE: &str = "```console";

/// One command with what it prints, and the lines of the document where that stands.
struct Session {
    command: String,
    shown: Vec<String>,
    /// The lines of `shown`, from and up to.
    lines: std::ops::Range<usize>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The documents that may hold sessions.
fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md")];
    for folder in ["samples", "docs"] {
        let walk = walkdir::WalkDir::new(root().join(folder)).sort_by_file_name();
        let entries = walk.into_iter().map(|entry| entry.expect("a readable folder").into_path());
        found.extend(entries.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    found
}

fn sessions(document: &str) -> Vec<Session> {
    let lines: Vec<&str> = document.lines().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some(command) = lines.get(at + 1).and_then(|line| line.strip_prefix("$ ")).filter(|_| lines[at] == FENCE)
        else {
            at += 1;
            continue;
        };
        let start = at + 2;
        let length = lines[start..].iter().position(|line| *line == "```").expect("every block ends");
        found.push(Session {
            command: command.to_string(),
            shown: lines[start..start + length].iter().map(|line| line.to_string()).collect(),
            lines: start..start + length,
        });
        at = start + length;
    }
    found
}

/// Runs the binary as a session says. Gives what it prints and its exit status.
fn run(command: &str) -> (Vec<String>, i32) {
    let arguments = command
        .strip_prefix("ax ")
        .or_else(|| command.strip_prefix("cargo run --release -- "))
        .unwrap_or_else(|| panic!("`{command}` is not a command of ax"));
    let words = words(arguments);
    let ran = ax_in(root(), &words.iter().map(String::as_str).collect::<Vec<_>>());
    let text = ran.stdout + &ran.stderr;
    (text.lines().map(|line| line.trim_end().to_string()).collect(), ran.status)
}

/// The words of a command; what stands in single quotes is one.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in command.split('\'').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(String::from)),
            _ => words.push(part.to_string()),
        }
    }
    words
}

/// Takes out what is different in each run: memory, time and rate.
fn normal(line: &str) -> &str {
    match line.find(" per state, ") {
        Some(at) => &line[..at],
        None => line,
    }
}

/// Whether a session shows what was printed.
fn agrees(session: &Session, printed: &[String]) -> bool {
    let (shown, printed) = match session.shown.split_last() {
        Some((last, shown)) if last == "…" => (shown, &printed[..shown.len().min(printed.len())]),
        _ => (&session.shown[..], printed),
    };
    shown.len() == printed.len() && shown.iter().zip(printed).all(|(a, b)| normal(a) == normal(b))
}

/// The document with the session's output replaced. What was cut short stays as long as it was.
fn updated(document: &str, session: &Session, printed: &[String]) -> String {
    let mut lines: Vec<String> = document.lines().map(String::from).collect();
    let mut output = printed.to_vec();
    if session.shown.last().is_some_and(|last| last == "…") {
        output.truncate(session.shown.len() - 1);
        output.push("…".to_string());
    }
    lines.splice(session.lines.clone(), output);
    lines.join("\n") + "\n"
}

#[test]
fn documents_show_what_the_binary_prints() {
    let update = std::env::var_os("AX_UPDATE").is_some();
    let (mut count, mut failures) = (0, Vec::new());
    // What the documents write goes there, and is new each time.
    let _ = std::fs::remove_dir_all(root().join("target/guide"));
    for path in documents() {
        let mut document = std::fs::read_to_string(&path).expect("the document was listed");
        let ran: Vec<_> = sessions(&document).into_iter().map(|session| (run(&session.command), session)).collect();
        // From the last to the first, so that an update moves nothing that is still to come.
        for ((printed, status), session) in ran.into_iter().rev() {
            count += 1;
            let starts = |word: &str| printed.iter().any(|line| line.starts_with(word));
            let expected = match printed.first().map(String::as_str) {
                Some(first) if first.starts_with("error") => 2,
                // Several answers: the worst counts.
                _ if starts("FAIL") => 1,
                _ if starts("INCOMPLETE") => 3,
                _ if starts("PASS") => 0,
                _ => status,
            };
            assert_eq!(status, expected, "exit status of `{}`", session.command);
            if agrees(&session, &printed) {
                continue;
            }
            if update {
                document = updated(&document, &session, &printed);
                std::fs::write(&path, &document).expect("the document can be written");
            } else {
                let name = path.strip_prefix(root()).unwrap_or(&path).display();
                failures.push(format!("{name}: `{}` prints\n{}", session.command, printed.join("\n")));
            }
        }
    }
    assert!(count >= 6, "only {count} sessions were found");
    assert!(failures.is_empty(), "run with AX_UPDATE=1 if this is right:\n{}", failures.join("\n\n"));
}

/// A sample is a folder with a README that shows each of its models being checked.
#[test]
fn every_sample_is_shown() {
    let mut models = 0;
    for entry in walkdir::WalkDir::new(root().join("samples")) {
        let path = entry.expect("a readable folder").into_path();
        if path.extension().is_none_or(|ending| ending != "pml") {
            continue;
        }
        models += 1;
        let readme = path.with_file_name("README.md");
        let document = std::fs::read_to_string(&readme).unwrap_or_else(|e| panic!("{}: {e}", readme.display()));
        let name = path.strip_prefix(root()).expect("a path below the root").display().to_string();
        let shown = sessions(&document).iter().any(|s| s.command.starts_with("ax check") && s.command.contains(&name));
        assert!(shown, "{} does not show a check of {name}", readme.display());
    }
    assert!(models >= 4, "only {models} samples were found");
}
