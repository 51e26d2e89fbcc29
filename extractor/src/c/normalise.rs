//! Rewrites preprocessed tokens into C that lang-c reads rightly.

use super::stream::Stream;
use super::token::Preprocessed;

/// The tokens for the parser.
pub fn normalise(source: &Preprocessed) -> Stream<'_> {
    let mut stream = Stream::default();
    let mut index = 0;
    while index < source.tokens.len() {
        match source.text(index) {
            "__attribute__" | "__attribute" => index = after_parentheses(source, index + 1),
            "__extension__" => index += 1,
            text => {
                stream.push(text, index);
                index += 1;
            }
        }
    }
    stream
}

/// The index after the group that `(` at `index` opens.
fn after_parentheses(source: &Preprocessed, mut index: usize) -> usize {
    let mut depth = 0;
    while index < source.tokens.len() {
        match source.text(index) {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        index += 1;
        if depth <= 0 {
            break;
        }
    }
    index
}
