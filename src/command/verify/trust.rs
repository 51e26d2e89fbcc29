//! Which commands of harnesses may run: those that the user has looked at.
//!
//! A harness comes with a source tree, and a tree from elsewhere must not run programs because somebody verifies it. So
//! a `[preprocessor] command` runs only if the user trusts it: by `ax trust`, by `--allow-commands`, or because the
//! command line names another one. Trust is kept outside of the tree, in `ax/trusted` below the user's folder for data,
//! and by content: the words of the command, and the text of each file among them. A changed script is not trusted.
//!
//! What a script calls is not looked at, nor what a program does that is found by its name alone.

use super::super::BAD_INPUT;
use crate::report::findings;
use abstraction_tables::write;
use harnesses::harness::{self, Harness};
use promela::finding::{Finding, Findings};
use promela::source::Sources;
use std::path::{Path, PathBuf};

/// Tells that a command of a harness is not trusted, and what to do.
pub fn check(harness: &Harness, folder: &Path, file: &Path, text: &str) -> Result<(), u8> {
    let Some(command) = &harness.preprocessor.command else { return Ok(()) };
    let content = content(folder, command.get_ref());
    // The whole content is compared: its hash could be met on purpose.
    let is_known = record(&content).is_some_and(|path| std::fs::read(path).is_ok_and(|kept| kept == content));
    if is_known {
        return Ok(());
    }
    let shown = file.display().to_string();
    let mut sources = Sources::new();
    let span = harness::span(command, sources.add(&shown, text.to_string()));
    let mut list = Findings::default();
    list.push(
        Finding::error("H050", span, "this harness runs a command that you have not trusted")
            .help(format!("look at it; then `ax trust {shown}`, or `--allow-commands` for this time")),
    );
    findings::print(&list, &sources);
    Err(BAD_INPUT)
}

/// The command, and each file that it names.
pub fn content(folder: &Path, command: &str) -> Vec<u8> {
    let mut content = command.as_bytes().to_vec();
    for word in command.split_whitespace() {
        for path in [folder.join(word), PathBuf::from(word)] {
            if let Ok(text) = std::fs::read(&path) {
                content.extend(format!("\n{word} {}\n", text.len()).into_bytes());
                content.extend(text);
            }
        }
    }
    content
}

/// Where the trust in this content is kept; `None` if the user has no folder for that.
pub fn record(content: &[u8]) -> Option<PathBuf> {
    let below = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let data = below("XDG_DATA_HOME").or_else(|| below("HOME").map(|home| home.join(".local/share")))?;
    Some(data.join("ax/trusted").join(format!("{:032x}", xxhash_rust::xxh3::xxh3_128(content))))
}

/// From now on this content is trusted.
pub fn keep(path: &Path, content: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    write::replace(path, &String::from_utf8_lossy(content))?;
    match std::fs::read(path)? == content {
        true => Ok(()),
        false => Err(std::io::Error::new(std::io::ErrorKind::InvalidData, "the command names a file that is no text")),
    }
}
