//! From byte offsets of the parsed text to places in the user's files.
//!
//! Built once for a unit: a table of the parsed tokens (in the order of the text), the preprocessed
//! token behind each, and the place of each preprocessed token ([`super::align`]). A query is a
//! binary search.

use super::align::Alignment;
use super::stream::Parsed;
use promela::source::{Sources, Span};

/// From byte offsets of the parsed text to places in the user's files.
#[derive(Debug, Default)]
pub struct Positions {
    ranges: Vec<(u32, u32)>,
    origins: Vec<u32>,
    alignment: Alignment,
}

impl Positions {
    pub(super) fn new(parsed: &Parsed, alignment: Alignment) -> Positions {
        Positions { ranges: parsed.ranges.clone(), origins: parsed.origins.clone(), alignment }
    }

    /// The place in the user's file that a range of the parsed text came from. What a macro made has
    /// the place of the macro's use. Never fails: the nearest known place stands in.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let Some((first, last)) = self.tokens(start, end) else { return Span::default() };
        self.place(first).to(self.place(last))
    }

    /// The source text of a range that macros hid: `errno == EAGAIN` where the parsed text has
    /// `( * __errno_location ( ) ) == 11`. `None` if no macro had a part in it. Comments and line
    /// breaks become single blanks.
    pub fn spelling(&self, sources: &Sources, start: usize, end: usize) -> Option<String> {
        let (first, last) = self.tokens(start, end)?;
        let hidden = (first..=last).any(|i| self.alignment.made_by_macro(self.origins[i]));
        if !hidden {
            return None;
        }
        let span = self.place(first).to(self.place(last));
        Some(plain_text(sources.text(span)))
    }

    /// The preprocessed token behind the one at an offset.
    pub(super) fn origin(&self, start: usize) -> Option<u32> {
        let (first, _) = self.tokens(start, start + 1)?;
        Some(self.origins[first])
    }

    /// The place of a preprocessed token.
    pub(super) fn place_of(&self, token: u32) -> Span {
        self.alignment.place(token)
    }

    /// The first and the last token of a range; the token after it if there is none in it.
    fn tokens(&self, start: usize, end: usize) -> Option<(usize, usize)> {
        let count = self.ranges.len();
        let first = self.ranges.partition_point(|r| r.1 as usize <= start).min(count.checked_sub(1)?);
        let after = self.ranges.partition_point(|r| (r.0 as usize) < end);
        Some((first, after.saturating_sub(1).max(first)))
    }

    fn place(&self, token: usize) -> Span {
        self.alignment.place(self.origins[token])
    }
}

/// Source text on one line: comments and white space become single blanks.
fn plain_text(text: &str) -> String {
    use super::token::{comment_end, token_end};
    let bytes = text.as_bytes();
    let (mut at, mut plain, mut gap) = (0, String::new(), false);
    while at < bytes.len() {
        match bytes[at] {
            b'/' if matches!(bytes.get(at + 1), Some(b'*' | b'/')) => {
                at = comment_end(bytes, at);
                gap = true;
            }
            b if b.is_ascii_whitespace() || b == b'\\' => {
                at += 1;
                gap = true;
            }
            _ => {
                let (end, _) = token_end(bytes, at);
                if gap && !plain.is_empty() {
                    plain.push(' ');
                }
                plain.push_str(&text[at..end]);
                (at, gap) = (end, false);
            }
        }
    }
    plain
}
