//! The tokens of a file as the user wrote it, before the preprocessor.

use super::super::token::{Kind, comment_end, token_end};

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub start: u32,
    pub end: u32,
    /// Counted from 1.
    pub line: u32,
    pub kind: Kind,
}

/// The tokens of a file, without directives, comments and line continuations.
#[derive(Debug, Default)]
pub struct Original {
    pub tokens: Vec<Token>,
}

impl Original {
    pub fn new(text: &str) -> Original {
        let bytes = text.as_bytes();
        let mut tokens = Vec::with_capacity(bytes.len() / 5);
        let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let (mut at, mut line, mut line_start) = (mark, 1, true);
        while at < bytes.len() {
            let start = at;
            match bytes[at] {
                b'\n' => {
                    at += 1;
                    line_start = true;
                }
                b'#' if line_start => at = directive_end(bytes, at),
                b'/' if matches!(bytes.get(at + 1), Some(b'*' | b'/')) => at = comment_end(bytes, at),
                b'\\' if continues(bytes, at) => at += 1 + usize::from(bytes[at + 1] == b'\r') + 1,
                byte if byte.is_ascii_whitespace() || byte == 0x0b || byte == 0 => at += 1,
                _ => {
                    let (end, kind) = token_end(bytes, at);
                    tokens.push(Token { start: at as u32, end: end as u32, line, kind });
                    at = end;
                    line_start = false;
                }
            }
            line += bytes[start..at].iter().filter(|b| **b == b'\n').count() as u32;
        }
        Original { tokens }
    }

    /// The first token on `line` or after it.
    pub fn first_on(&self, line: u32) -> usize {
        self.tokens.partition_point(|t| t.line < line)
    }

    /// The token that closes the parenthesis at `open`; nothing if it is very far or missing.
    pub fn close(&self, text: &str, open: usize) -> Option<usize> {
        const FAR: usize = 50_000;
        let mut depth = 0;
        for (index, token) in self.tokens.iter().enumerate().skip(open).take(FAR) {
            match &text[token.start as usize..token.end as usize] {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(index);
            }
        }
        None
    }
}

/// Whether the backslash at `at` is followed by the end of the line.
fn continues(bytes: &[u8], at: usize) -> bool {
    matches!((bytes.get(at + 1), bytes.get(at + 2)), (Some(b'\n'), _) | (Some(b'\r'), Some(b'\n')))
}

/// Where a directive ends: at a newline that no backslash precedes and no comment holds.
fn directive_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => return at,
            b'\\' if continues(bytes, at) => at += 1 + usize::from(bytes[at + 1] == b'\r') + 1,
            b'/' if matches!(bytes.get(at + 1), Some(b'*' | b'/')) => at = comment_end(bytes, at),
            b'"' | b'\'' => at = token_end(bytes, at).0,
            _ => at += 1,
        }
    }
    at
}
