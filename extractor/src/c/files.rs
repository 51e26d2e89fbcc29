//! The user's files, opened once each.
//!
//! Line markers and compilers name files; [`Files`] finds them relative to where the compiler ran
//! and adds them to [`Sources`] under the name the user knows. A file that is there already (with the
//! same name and text, from another unit) is used again.

use super::decode;
use promela::source::{FileId, Sources, Span};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The names of the C source that is read.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// As the user typed it.
    pub shown: String,
    /// As the compiler gets it; line markers repeat it.
    pub compiled: PathBuf,
    /// Where the compiler runs, if not here.
    pub directory: Option<PathBuf>,
}

#[derive(Debug)]
pub struct Files {
    paths: Paths,
    known: HashMap<String, Option<FileId>>,
}

impl Files {
    pub fn new(paths: Paths) -> Files {
        Files { paths, known: HashMap::new() }
    }

    /// The file a line marker names; `None` if it cannot be read.
    pub fn open(&mut self, name: &str, sources: &mut Sources) -> Option<FileId> {
        if let Some(found) = self.known.get(name) {
            return *found;
        }
        let file = self.read(name, sources);
        self.known.insert(name.to_string(), file);
        file
    }

    fn read(&self, name: &str, sources: &mut Sources) -> Option<FileId> {
        if name.starts_with('<') {
            return None;
        }
        let main = Path::new(name) == self.paths.compiled;
        let path = match &self.paths.directory {
            Some(directory) => directory.join(name),
            None => PathBuf::from(name),
        };
        let shown = if main { self.paths.shown.clone() } else { path.display().to_string() };
        let text = decode::shown(&std::fs::read(&path).ok()?);
        Some(add(&shown, text, sources))
    }

    /// The empty place at a line and column (both from 1, in bytes) of an open file.
    pub fn place(&self, sources: &Sources, file: FileId, line: u32, column: u32) -> Span {
        let text = sources.file(file);
        let index = (line.max(1) as usize - 1).min(text.line_count() - 1);
        let range = text.line_range(index).unwrap_or(0..0);
        let line_end = range.start + text.text[range.clone()].trim_end_matches(['\n', '\r']).len();
        let mut start = (range.start + column.max(1) as usize - 1).min(line_end);
        while !text.text.is_char_boundary(start) {
            start -= 1;
        }
        let rest = &text.text[start..line_end];
        let first = rest.chars().next();
        let length = match first {
            Some('"' | '<') => rest[1..].find(['"', '>']).map_or(1, |end| end + 2),
            _ => rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()),
        };
        Span::new(file, start, start + length.max(first.map_or(0, char::len_utf8)))
    }
}

/// Adds a file, unless the same is there.
pub fn add(name: &str, text: String, sources: &mut Sources) -> FileId {
    let found = sources.files().find(|(_, f)| &*f.name == name && f.text == text).map(|(id, _)| id);
    found.unwrap_or_else(|| sources.add(name, text))
}
