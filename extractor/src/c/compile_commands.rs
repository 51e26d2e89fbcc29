//! Compiler flags of a source from a `compile_commands.json`.
//!
//! The file is an array of entries with `directory`, `file`, and `command` (one string, quoted as
//! for a shell) or `arguments` (a list). Which of the flags are passed on, [`super::flags`] knows. The
//! compiler that the entry names is not called.

use super::{codes, flags};
use promela::finding::{Finding, Findings, Severity};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Where the compiler ran and its flags; nothing for a source when no database was given. `None`
/// after an error finding.
pub fn flags(path: &Path, database: Option<&Path>, findings: &mut Findings) -> Option<(Option<PathBuf>, Vec<String>)> {
    let Some(database) = database else { return Some((None, Vec::new())) };
    match find(path, database) {
        Ok((directory, arguments)) => {
            let name = path.file_name();
            let is_source = |word: &str| !word.starts_with('-') && Path::new(word).file_name() == name;
            let sorted = flags::sort(arguments.into_iter().skip(1).collect(), is_source);
            if !sorted.dropped.is_empty() {
                let message =
                    format!("flags of `{}` that are not passed on: {}", path.display(), sorted.dropped.join(" "));
                findings.push(
                    Finding::new(Severity::Note, codes::FLAGS, None, message)
                        .help("if the source needs them, name a preprocessor with --cpp COMMAND"),
                );
            }
            Some((Some(directory), sorted.passed))
        }
        Err(message) => {
            findings.push(Finding::new(Severity::Error, codes::COMPILE_COMMANDS, None, message));
            None
        }
    }
}

/// The file that is meant: a folder means the one in it.
pub fn file(database: &Path) -> PathBuf {
    if database.is_dir() { database.join("compile_commands.json") } else { database.to_path_buf() }
}

/// The directory and the arguments (with the compiler's name) of the entry for `path`.
fn find(path: &Path, database: &Path) -> Result<(PathBuf, Vec<String>), String> {
    let file = file(database);
    let shown = file.display();
    let text = std::fs::read_to_string(&file).map_err(|e| format!("cannot read `{shown}`: {e}"))?;
    let json: Value = serde_json::from_str(&text).map_err(|e| format!("`{shown}` is not JSON: {e}"))?;
    let entries = json.as_array().ok_or_else(|| format!("`{shown}` is not a list of compile commands"))?;
    let here = file.parent().unwrap_or(Path::new(".")).to_path_buf();
    let wanted = identity(path);
    for entry in entries {
        let directory = here.join(entry["directory"].as_str().unwrap_or("."));
        let Some(source) = entry["file"].as_str() else { continue };
        if identity(&directory.join(source)) == wanted {
            return Ok((directory, arguments(entry)));
        }
    }
    Err(format!("`{shown}` has no entry for `{}`", path.display()))
}

/// A path as the file system knows it, so that two spellings of one file are equal.
fn identity(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_path_buf())
}

fn arguments(entry: &Value) -> Vec<String> {
    match entry["arguments"].as_array() {
        Some(list) => list.iter().filter_map(|a| a.as_str().map(str::to_string)).collect(),
        None => split(entry["command"].as_str().unwrap_or("")),
    }
}

/// Splits a command as a shell does: blanks separate, quotes and backslashes protect.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, ' ' | '\t' | '\n') => words.extend(word.take()),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(q), _) if c == q => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let words = split(r#"cc -DNAME="a b" '-DX=\1' -c x\ y.c"#);
        assert_eq!(words, ["cc", "-DNAME=a b", r"-DX=\1", "-c", "x y.c"]);
    }
}
