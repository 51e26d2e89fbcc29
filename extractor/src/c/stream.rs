//! The tokens that the parser gets: those of the preprocessed text, rewritten.
//!
//! The normaliser pushes tokens one by one, as they are or changed; each keeps the number of the
//! preprocessed token it came from (or was made for). [`Stream::finish`] writes the *parsed text* and
//! the table that leads from its byte offsets back to the preprocessed tokens.

use super::token::Preprocessed;
use std::borrow::Cow;

/// One token for the parser.
#[derive(Clone, Debug)]
pub struct Piece<'a> {
    pub text: Cow<'a, str>,
    /// The preprocessed token it stands for.
    pub origin: u32,
}

/// Tokens for the parser, in order.
#[derive(Debug, Default)]
pub struct Stream<'a> {
    pub pieces: Vec<Piece<'a>>,
}

/// The parsed text and where its tokens are and come from.
#[derive(Debug, Default)]
pub struct Parsed {
    pub text: String,
    /// Start and end of each token in the text, rising.
    pub ranges: Vec<(u32, u32)>,
    /// The preprocessed token of each.
    pub origins: Vec<u32>,
}

impl<'a> Stream<'a> {
    pub fn push(&mut self, text: impl Into<Cow<'a, str>>, origin: usize) {
        self.pieces.push(Piece { text: text.into(), origin: origin as u32 });
    }

    /// Where the next token will be; for [`Stream::insert`] and [`Stream::copy`].
    pub fn mark(&self) -> usize {
        self.pieces.len()
    }

    /// Puts a token before the one at `mark`, with the origin of that one.
    pub fn insert(&mut self, mark: usize, text: impl Into<Cow<'a, str>>) {
        let origin = self.pieces.get(mark).or(self.pieces.last()).map_or(0, |p| p.origin);
        self.pieces.insert(mark.min(self.pieces.len()), Piece { text: text.into(), origin });
    }

    /// The preprocessed token behind the one at `mark`.
    pub fn origin(&self, mark: usize) -> Option<u32> {
        self.pieces.get(mark).map(|p| p.origin)
    }

    /// Writes the text: one line for each line of the preprocessed text that has tokens, and one
    /// blank between tokens. The line structure is for people who look at it.
    pub fn finish(&self, source: &Preprocessed) -> Parsed {
        let size: usize = self.pieces.iter().map(|p| p.text.len() + 1).sum();
        let mut parsed = Parsed {
            text: String::with_capacity(size),
            ranges: Vec::with_capacity(self.pieces.len()),
            origins: Vec::with_capacity(self.pieces.len()),
        };
        let mut last_line = None;
        for piece in &self.pieces {
            let line = source.tokens.get(piece.origin as usize).map(|t| (t.file, t.line));
            parsed.text.push(if line == last_line { ' ' } else { '\n' });
            last_line = line;
            let start = parsed.text.len() as u32;
            parsed.text.push_str(&piece.text);
            parsed.ranges.push((start, parsed.text.len() as u32));
            parsed.origins.push(piece.origin);
        }
        parsed.text.push('\n');
        parsed
    }
}
