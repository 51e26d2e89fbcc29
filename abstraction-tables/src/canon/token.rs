//! The tokens of C text, as tables and statements are compared. Comments are white space.
//!
//! Never fails: what C has no token for becomes one of a single character.

/// A token and where it stands, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub text: String,
    pub start: usize,
    pub end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A name or a keyword.
    Word,
    Number,
    /// A string or a character constant, with its quotes.
    Quoted,
    /// `$x`; the text is the name without the `$`.
    Meta,
    /// `...` or `$...`
    Dots,
    Punct,
}

const LONG: [&str; 22] = [
    "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=",
    "^=", "|=", "::",
];

impl Token {
    /// Whether it is this keyword or operator.
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Punct) && self.text == text
    }

    /// Names and numbers run into each other when nothing stands between them.
    pub fn is_wordy(&self) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Number | TokenKind::Meta)
    }
}

/// Splits C text into tokens.
pub fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut list = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let c = rest.chars().next().unwrap_or(' ');
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        if rest.starts_with("/*") {
            at = rest.find("*/").map_or(text.len(), |n| at + n + 2);
            continue;
        }
        if rest.starts_with("//") {
            at = rest.find('\n').map_or(text.len(), |n| at + n);
            continue;
        }
        let (kind, length) = one(rest, c);
        let shown = match kind {
            TokenKind::Meta => &rest[1..length],
            TokenKind::Dots => "...",
            _ => &rest[..length],
        };
        list.push(Token { kind, text: shown.to_string(), start: at, end: at + length });
        at += length;
    }
    list
}

fn one(rest: &str, c: char) -> (TokenKind, usize) {
    let wide = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let run = |from: usize| rest[from..].find(|c: char| !wide(c)).map_or(rest.len(), |n| from + n);
    if c == '"' || c == '\'' {
        return (TokenKind::Quoted, quoted(rest, 0));
    }
    if rest.starts_with("$...") {
        return (TokenKind::Dots, 4);
    }
    if rest.starts_with("...") {
        return (TokenKind::Dots, 3);
    }
    if c == '$' && rest[1..].starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return (
            TokenKind::Meta,
            rest[1..].find(|c: char| !c.is_alphanumeric() && c != '_').map_or(rest.len(), |n| n + 1),
        );
    }
    if c.is_ascii_digit() || (c == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit())) {
        return (TokenKind::Number, number(rest));
    }
    if wide(c) {
        let end = run(0);
        // `L"…"` and `u8'x'` are one constant.
        if matches!(&rest[..end], "L" | "u" | "U" | "u8") && rest[end..].starts_with(['"', '\'']) {
            return (TokenKind::Quoted, quoted(rest, end));
        }
        return (TokenKind::Word, end);
    }
    match LONG.iter().find(|op| rest.starts_with(**op)) {
        Some(op) => (TokenKind::Punct, op.len()),
        None => (TokenKind::Punct, c.len_utf8()),
    }
}

/// Where the constant ends whose quote stands at `open`; an open one ends with the text.
fn quoted(rest: &str, open: usize) -> usize {
    let bytes = rest.as_bytes();
    let quote = bytes[open];
    let mut at = open + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b if b == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

fn number(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        let sign = matches!(bytes[at], b'+' | b'-');
        let exponent = sign
            && match bytes[at - 1] {
                b'e' | b'E' => !rest.starts_with("0x") && !rest.starts_with("0X"),
                b'p' | b'P' => true,
                _ => false,
            };
        // `1...` is the number one before an ellipsis.
        let dot = bytes[at] == b'.' && !rest[at..].starts_with("...");
        if bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_' || dot || exponent {
            at += 1;
        } else {
            break;
        }
    }
    at
}

/// Tokens as text, with white space only where two words or operators would run together.
pub fn joined(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        let shown = if token.kind == TokenKind::Meta { format!("${}", token.text) } else { token.text.clone() };
        push(&mut text, &shown);
    }
    text
}

/// Adds a token to text that ends in one.
pub fn push(text: &mut String, token: &str) {
    let wordy = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let (Some(last), Some(first)) = (text.chars().last(), token.chars().next()) else {
        return text.push_str(token);
    };
    let both_operators = is_operator(last) && is_operator(first) || last == '.' && first.is_ascii_digit();
    let prefixed = wordy(last) && matches!(first, '"' | '\'');
    let number_goes_on = last.is_ascii_alphanumeric() && matches!(first, '.' | '+' | '-') && ends_in_number(text);
    if (wordy(last) && wordy(first)) || both_operators || prefixed || number_goes_on {
        text.push(' ');
    }
    text.push_str(token);
}

fn is_operator(c: char) -> bool {
    "+-*/%&|^<>=!?:.".contains(c)
}

fn ends_in_number(text: &str) -> bool {
    let word = text.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '.').next().unwrap_or("");
    word.starts_with(|c: char| c.is_ascii_digit() || c == '.')
}
