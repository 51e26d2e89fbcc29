//! The C front end: preprocessor, token normaliser, lang-c, positions.
//!
//! Read [`Unit`] first. What comes out is lang-c's syntax tree over the *parsed text* (preprocessed
//! and normalised), and a map from there to the user's files.

use checker::source::Span;
use lang_c::ast::TranslationUnit;

/// One C source, preprocessed and parsed.
pub struct Unit {
    pub ast: TranslationUnit,
    /// The text that lang-c read; its spans are byte offsets into this.
    pub text: String,
    pub positions: Positions,
}

/// From byte offsets of the parsed text to places in the user's files.
pub struct Positions {}

impl Positions {
    /// The place in the user's file that a range of the parsed text came from. What a macro made has
    /// the place of the macro's use. Never fails: the nearest known place stands in.
    pub fn span(&self, _start: usize, _end: usize) -> Span {
        Span::default()
    }
}
