//! Which token of the user's file a preprocessed token is.

use super::files::Files;
use super::token::Preprocessed;
use checker::source::{FileId, Sources, Span};

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

/// Finds the place of every token; the files that line markers name are added to `sources`.
pub fn align(source: &Preprocessed, files: &mut Files, fallback: FileId, sources: &mut Sources) -> Alignment {
    let opened: Vec<Option<FileId>> = source.files.iter().map(|name| files.open(name, sources)).collect();
    let mut places = Vec::with_capacity(source.tokens.len());
    for token in &source.tokens {
        let file = opened[token.file as usize];
        let span = match file {
            Some(file) => {
                let text = sources.file(file);
                let index = (token.line.max(1) as usize - 1).min(text.line_count() - 1);
                let range = text.line_range(index).unwrap_or(0..0);
                let line = text.text[range.clone()].trim_end();
                let indent = line.len() - line.trim_start().len();
                Span::new(file, range.start + indent, range.start + line.len())
            }
            None => Span::new(fallback, 0, 0),
        };
        places.push(span);
    }
    Alignment { places, made: vec![false; source.tokens.len()] }
}
