//! Which token of the user's file a preprocessed token is.
//!
//! Line markers give the file and the line; the column has to be found. A token that no macro made
//! stands in the user's line with the same text, and in the same order: so the preprocessed tokens of
//! a line are matched with the tokens of the original line, where a use of a macro stands for any
//! number of tokens ([`chunk`]). Which names are macros is known from `-dD` ([`macros`]).
//! A token that a macro made has the place of the macro's use; a token of an argument has its own.
//! Where the original does not fit (generated code whose `#line` is off), the line stands in.

mod chunk;
mod macros;
mod original;

use super::files::Files;
use super::token::{EventKind, Preprocessed};
use macros::Macros;
use original::Original;
use promela::source::{FileId, Sources, Span};

/// The place of each preprocessed token.
#[derive(Debug, Default)]
pub struct Alignment {
    places: Vec<Span>,
    made: Vec<bool>,
}

impl Alignment {
    /// Where the token is in the user's file, or the use of the macro that made it.
    pub fn place(&self, token: u32) -> Span {
        self.places.get(token as usize).or(self.places.last()).copied().unwrap_or_default()
    }

    /// Whether a macro made the token.
    pub fn made_by_macro(&self, token: u32) -> bool {
        self.made.get(token as usize).copied().unwrap_or(false)
    }
}

/// A file of the user and how far its tokens have been matched.
struct Reached {
    original: Original,
    cursor: usize,
    line: u32,
}

/// Finds the place of every token; the files that line markers name are added to `sources`.
/// A token whose file cannot be read is placed in the preprocessed text, whose lines are called as the
/// markers say; `text` if that is a file already.
pub fn align(source: &Preprocessed, files: &mut Files, text: Option<FileId>, sources: &mut Sources) -> Alignment {
    let opened: Vec<Option<FileId>> = source.files.iter().map(|name| files.open(name, sources)).collect();
    let lost = source.tokens.iter().any(|t| opened[t.file as usize].is_none());
    let stand_in = if lost { text.unwrap_or_else(|| add_preprocessed(source, sources)) } else { FileId::default() };
    let mut reached: Vec<Option<Reached>> = (0..opened.len()).map(|_| None).collect();
    let mut macros = Macros::new(source);
    let mut events = source.events.iter().peekable();
    let mut alignment = Alignment::default();
    let mut first = 0;
    while let Some(token) = source.tokens.get(first) {
        while let Some(event) = events.next_if(|e| e.token as usize <= first) {
            macros.apply(&event.kind);
            if let EventKind::Enter(file) = event.kind
                && let Some(state) = &mut reached[file as usize]
            {
                (state.cursor, state.line) = (0, 0);
            }
        }
        let limit = events.peek().map_or(source.tokens.len(), |e| e.token as usize);
        let same = |t: &&super::token::Token| (t.file, t.line) == (token.file, token.line);
        let end = first + source.tokens[first..limit.max(first + 1)].iter().take_while(same).count();
        match opened[token.file as usize] {
            None => {
                for token in &source.tokens[first..end] {
                    alignment.push(Span::new(stand_in, token.start as usize, token.end as usize));
                }
            }
            Some(file) => {
                let text = sources.file(file).text.as_str();
                let slot = &mut reached[token.file as usize];
                let state = slot.get_or_insert_with(|| Reached::new(text));
                if token.line < state.line {
                    state.cursor = 0;
                }
                state.line = token.line;
                let start = state.cursor.max(state.original.first_on(token.line));
                let mut chunk = chunk::Chunk::new(source, &macros, file, text, &state.original);
                state.cursor = chunk.place(first..end, start, token.line, &mut alignment);
            }
        }
        first = end;
    }
    alignment
}

/// Adds the preprocessed text as a file.
fn add_preprocessed(source: &Preprocessed, sources: &mut Sources) -> FileId {
    let file = sources.add(&format!("{} (preprocessed)", source.files[0]), source.text.clone());
    name_lines(source, file, sources);
    file
}

/// Calls the lines of the preprocessed text as its markers say.
pub fn name_lines(source: &Preprocessed, file: FileId, sources: &mut Sources) {
    for marker in &source.markers {
        let name = &source.files[marker.file as usize];
        sources.mark_line(file, marker.offset as usize, Some(name), marker.line);
    }
}

impl Reached {
    fn new(text: &str) -> Reached {
        Reached { original: Original::new(text), cursor: 0, line: 0 }
    }
}

impl Alignment {
    fn push(&mut self, span: Span) {
        self.places.push(span);
        self.made.push(false);
    }

    fn push_made(&mut self, span: Span) {
        self.places.push(span);
        self.made.push(true);
    }
}
