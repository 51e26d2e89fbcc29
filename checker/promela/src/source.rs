//! Source files and places in them.
//!
//! Every file that takes part in a model (the model itself and what it includes) is kept whole in
//! [`Sources`]; every node of the syntax tree carries a [`Span`] into one of them. Line markers
//! (`#line 7 "x.pml"`) change what a place is *called*, not where it is: see [`Sources::place`].

use std::fmt;
use std::sync::Arc;

/// A file of a model. Prints as `file0`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct FileId(pub u32);

impl fmt::Display for FileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "file{}", self.0)
    }
}

/// A range of bytes in a file. Text that came out of a macro has the span of the macro's use;
/// text of an inline has the span of its place in the inline's body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The smallest span that holds both; `self` if they are in different files.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A place as the user knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub file: Arc<str>,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in characters.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// One file: its name, its text and where its lines start.
#[derive(Debug)]
pub struct File {
    pub name: Arc<str>,
    pub text: String,
    line_starts: Vec<u32>,
    /// Line markers: from this offset on, the lines are called so. In rising order of offset.
    markers: Vec<Marker>,
}

#[derive(Debug)]
struct Marker {
    /// Index of the first physical line (from 0) the marker speaks of.
    first_line: u32,
    name: Arc<str>,
    line: u32,
}

/// All files of a model.
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<File>,
}

impl Sources {
    pub fn new() -> Sources {
        Sources::default()
    }

    pub fn add(&mut self, name: &str, text: String) -> FileId {
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        self.files.push(File { name: name.into(), text, line_starts, markers: Vec::new() });
        FileId(self.files.len() as u32 - 1)
    }

    pub fn file(&self, id: FileId) -> &File {
        &self.files[id.0 as usize]
    }

    pub fn files(&self) -> impl Iterator<Item = (FileId, &File)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f))
    }

    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// From the line after `offset` on, lines are called `name:line`, `name:line+1`, …
    pub fn mark_line(&mut self, file: FileId, offset: usize, name: Option<&str>, line: u32) {
        let current = self.place(Span::new(file, offset, offset)).file;
        let f = &mut self.files[file.0 as usize];
        let first_line = f.line_index(offset) + 1;
        let name = name.map_or(current, Arc::from);
        f.markers.push(Marker { first_line, name, line });
    }

    /// Where a span starts, in the user's terms.
    pub fn place(&self, span: Span) -> Position {
        let f = self.file(span.file);
        let index = f.line_index(span.start as usize);
        let start = f.line_starts[index as usize] as usize;
        let column = f.text.get(start..span.start as usize).map_or(1, |s| s.chars().count() as u32 + 1);
        match f.markers.iter().rev().find(|m| m.first_line <= index) {
            Some(m) => Position { file: m.name.clone(), line: m.line + (index - m.first_line), column },
            None => Position { file: f.name.clone(), line: index + 1, column },
        }
    }
}

impl File {
    /// The physical line (from 0) that holds `offset`.
    pub fn line_index(&self, offset: usize) -> u32 {
        match self.line_starts.binary_search(&(offset as u32)) {
            Ok(i) => i as u32,
            Err(i) => i as u32 - 1,
        }
    }

    /// The byte range of a physical line (from 0).
    pub fn line_range(&self, index: usize) -> Option<std::ops::Range<usize>> {
        let start = *self.line_starts.get(index)? as usize;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |e| *e as usize);
        Some(start..end)
    }

    /// How many lines the file has.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }
}
