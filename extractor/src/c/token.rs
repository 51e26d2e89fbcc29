//! Tokens of preprocessed C, with the place each one claims.
//!
//! [`Preprocessed::new`] cuts the output of a C preprocessor into [`Token`]s and takes the lines that
//! start with `#` apart: line markers say where the following tokens come from, `#define` and
//! `#undef` (present with `-dD`) say which names are macros from there on; everything else (`#pragma`)
//! is dropped. White space is what C says, and form feeds, comments and stray NUL bytes besides.
//! Tokens are cut without judging them: whether they make sense is the parser's business.

use std::collections::HashMap;

/// One token: a range of the preprocessed text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub start: u32,
    pub end: u32,
    pub kind: Kind,
    /// The file it claims to come from: an index into [`Preprocessed::files`].
    pub file: u32,
    /// The line it claims to come from, counted from 1.
    pub line: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An identifier or a keyword.
    Word,
    Number,
    /// A string literal, with its prefix.
    Str,
    /// A character constant, with its prefix.
    Char,
    Punct,
    /// A character that C has no use for, or a literal that is not closed.
    Odd,
}

/// Something between the tokens.
#[derive(Clone, Debug)]
pub struct Event {
    /// Takes effect before this token.
    pub token: u32,
    pub kind: EventKind,
}

#[derive(Clone, Debug)]
pub enum EventKind {
    /// The file (an index) is entered at its first line.
    Enter(u32),
    /// `#define name(parameters) body`: the ranges of the name and of what follows it.
    Define { name: (u32, u32), rest: (u32, u32) },
    /// `#undef name`
    Undef { name: (u32, u32) },
}

/// Preprocessed text, cut into tokens.
#[derive(Debug, Default)]
pub struct Preprocessed {
    pub text: String,
    pub tokens: Vec<Token>,
    /// The names of the files, as the line markers spell them.
    pub files: Vec<String>,
    pub events: Vec<Event>,
    /// The line markers.
    pub markers: Vec<Marker>,
}

/// `# 7 "file.c"`: the next line is line 7 of the file.
#[derive(Clone, Copy, Debug)]
pub struct Marker {
    /// Where the marker stands in the text.
    pub offset: u32,
    pub file: u32,
    pub line: u32,
}

impl Preprocessed {
    /// Cuts `text`, which came from the file `name` until a line marker says otherwise.
    pub fn new(name: &str, text: String) -> Preprocessed {
        let mut cutter = Cutter::new(name, &text);
        cutter.run();
        let Cutter { tokens, files, events, markers, .. } = cutter;
        Preprocessed { text, tokens, files, events, markers }
    }

    /// The text of the token with this index, digraphs as what they stand for; empty past the end.
    pub fn text(&self, index: usize) -> &str {
        let Some(token) = self.tokens.get(index) else { return "" };
        match &self.text[token.start as usize..token.end as usize] {
            "<:" => "[",
            ":>" => "]",
            "<%" => "{",
            "%>" => "}",
            text => text,
        }
    }

    pub fn slice(&self, range: (u32, u32)) -> &str {
        &self.text[range.0 as usize..range.1 as usize]
    }
}

/// Line markers may say what they like; beyond this line they are not believed.
const FAR: u32 = 1 << 30;

struct Cutter<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    file: u32,
    line: u32,
    line_start: bool,
    tokens: Vec<Token>,
    files: Vec<String>,
    numbers: HashMap<String, u32>,
    events: Vec<Event>,
    markers: Vec<Marker>,
}

impl<'a> Cutter<'a> {
    fn new(name: &str, text: &'a str) -> Cutter<'a> {
        Cutter {
            text,
            bytes: text.as_bytes(),
            // A byte order mark is no token.
            at: if text.starts_with('\u{feff}') { 3 } else { 0 },
            file: 0,
            line: 1,
            line_start: true,
            tokens: Vec::with_capacity(text.len() / 5),
            files: vec![name.to_string()],
            numbers: HashMap::from([(name.to_string(), 0)]),
            events: Vec::new(),
            markers: Vec::new(),
        }
    }

    fn run(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' => {
                    self.line += 1;
                    self.line_start = true;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0 => self.at += 1,
                b'#' if self.line_start => self.directive(),
                b'/' if matches!(self.bytes.get(self.at + 1), Some(b'*' | b'/')) => {
                    let end = comment_end(self.bytes, self.at);
                    self.line += newlines(&self.bytes[self.at..end]);
                    self.at = end;
                }
                _ => {
                    let (end, kind) = token_end(self.bytes, self.at);
                    let (start, end) = (self.at as u32, end as u32);
                    self.tokens.push(Token { start, end, kind, file: self.file, line: self.line });
                    self.line += if kind == Kind::Str { newlines(&self.bytes[self.at..end as usize]) } else { 0 };
                    self.at = end as usize;
                    self.line_start = false;
                }
            }
        }
    }

    /// A line that starts with `#`: takes it apart and goes to the end of the line.
    fn directive(&mut self) {
        let rest = &self.text[self.at + 1..];
        let end = self.at + 1 + rest.find('\n').unwrap_or(rest.len());
        let body = &self.text[self.at + 1..end];
        let words = body.trim_start();
        let numbered = words.strip_prefix("line").map_or(words, str::trim_start);
        if numbered.starts_with(|c: char| c.is_ascii_digit()) {
            self.marker(numbered);
        } else if let Some(rest) = words.strip_prefix("define ") {
            self.macro_event(rest, |name, rest| EventKind::Define { name, rest }, end);
        } else if let Some(rest) = words.strip_prefix("undef ") {
            self.macro_event(rest, |name, _| EventKind::Undef { name }, end);
        }
        self.at = end;
    }

    /// `7 "file.c" 1 3`: the next line is line 7 of the file; flag 1 says that the file begins.
    fn marker(&mut self, body: &str) {
        let digits = body.find(|c: char| !c.is_ascii_digit()).unwrap_or(body.len());
        let line: u32 = body[..digits].parse().unwrap_or(1).min(FAR);
        let rest = body[digits..].trim_start();
        let mut flags = "";
        if let Some(quoted) = rest.strip_prefix('"') {
            let (name, after) = unquote(quoted);
            flags = after;
            let next = self.files.len() as u32;
            self.file = *self.numbers.entry(name).or_insert_with_key(|name| {
                self.files.push(name.clone());
                next
            });
        }
        if flags.split_ascii_whitespace().any(|flag| flag == "1") {
            self.events.push(Event { token: self.tokens.len() as u32, kind: EventKind::Enter(self.file) });
        }
        self.markers.push(Marker { offset: self.at as u32, file: self.file, line });
        // The newline that ends the marker counts up to `line`.
        self.line = line.saturating_sub(1);
    }

    /// `name rest`, where both are ranges of the text that ends at `end`.
    fn macro_event(&mut self, text: &str, kind: impl Fn((u32, u32), (u32, u32)) -> EventKind, end: usize) {
        let text = text.trim_start();
        let start = end - text.len();
        let name_end = start + text.find(|c: char| !is_word_char(c)).unwrap_or(text.len());
        let kind = kind((start as u32, name_end as u32), (name_end as u32, end as u32));
        self.events.push(Event { token: self.tokens.len() as u32, kind });
    }
}

fn is_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$' || !c.is_ascii()
}

fn newlines(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|b| **b == b'\n').count() as u32
}

/// The text up to the closing quote with `\"` and `\\` undone, and what follows the quote.
fn unquote(text: &str) -> (String, &str) {
    let mut name = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (name, &text[at + 1..]),
            '\\' => name.extend(chars.next().map(|(_, c)| c)),
            _ => name.push(c),
        }
    }
    (name, "")
}

/// Where the comment at `at` ends; the end of the text if it is not closed.
pub fn comment_end(bytes: &[u8], at: usize) -> usize {
    let body = &bytes[at + 2..];
    if bytes[at + 1] == b'/' {
        at + 2 + body.iter().position(|b| *b == b'\n').unwrap_or(body.len())
    } else {
        at + 2 + body.windows(2).position(|w| w == b"*/").map_or(body.len(), |p| p + 2)
    }
}

/// Where the token at `at` ends, and what it is. `at` is not white space.
pub fn token_end(bytes: &[u8], at: usize) -> (usize, Kind) {
    let byte = bytes[at];
    let next = bytes.get(at + 1).copied().unwrap_or(0);
    match byte {
        b'"' => quoted_end(bytes, at, Kind::Str),
        b'\'' => quoted_end(bytes, at, Kind::Char),
        b'0'..=b'9' => (number_end(bytes, at), Kind::Number),
        b'.' if next.is_ascii_digit() => (number_end(bytes, at), Kind::Number),
        _ if is_word_byte(byte) || starts_universal(bytes, at) => word_end(bytes, at),
        _ => match punct_len(&bytes[at..]) {
            0 => (at + 1, Kind::Odd),
            len => (at + len, Kind::Punct),
        },
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// `\u00e9` as a part of an identifier.
fn starts_universal(bytes: &[u8], at: usize) -> bool {
    bytes[at] == b'\\' && matches!(bytes.get(at + 1), Some(b'u' | b'U'))
}

fn word_end(bytes: &[u8], at: usize) -> (usize, Kind) {
    let mut end = at;
    while end < bytes.len() && (is_word_byte(bytes[end]) || starts_universal(bytes, end)) {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    match (&bytes[at..end], bytes.get(end)) {
        (b"L" | b"u" | b"U" | b"u8", Some(b'"')) => quoted_end(bytes, end, Kind::Str),
        (b"L" | b"u" | b"U" | b"u8", Some(b'\'')) => quoted_end(bytes, end, Kind::Char),
        (b"R" | b"LR" | b"uR" | b"UR" | b"u8R", Some(b'"')) => raw_end(bytes, end),
        _ => (end, Kind::Word),
    }
}

/// A preprocessing number: also what is not a number in the end.
fn number_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(&byte) = bytes.get(end) {
        let signed = matches!(byte, b'+' | b'-') && matches!(bytes[end - 1], b'e' | b'E' | b'p' | b'P');
        let separated = byte == b'\'' && bytes.get(end + 1).is_some_and(|b| b.is_ascii_alphanumeric());
        if !(is_word_byte(byte) || byte == b'.' || signed || separated) {
            break;
        }
        end += 1;
    }
    // `1...3` in a case range is `1`, `...`, `3` for the compilers that accept it.
    bytes[at..end].windows(3).position(|w| w == b"...").map_or(end, |dots| at + dots)
}

fn quoted_end(bytes: &[u8], quote: usize, kind: Kind) -> (usize, Kind) {
    let mut end = quote + 1;
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'\\' if end + 1 < bytes.len() => end += 2,
            b'\n' => break,
            _ if byte == bytes[quote] => return (end + 1, kind),
            _ => end += 1,
        }
    }
    // Not closed: never in the middle of a character.
    (end.min(bytes.len()), Kind::Odd)
}

/// `R"delimiter(text)delimiter"`
fn raw_end(bytes: &[u8], quote: usize) -> (usize, Kind) {
    let Some(open) = bytes[quote..].iter().position(|b| *b == b'(') else {
        return quoted_end(bytes, quote, Kind::Str);
    };
    let delimiter = &bytes[quote + 1..quote + open];
    let mut closing = vec![b')'];
    closing.extend_from_slice(delimiter);
    closing.push(b'"');
    let body = &bytes[quote + open..];
    match body.windows(closing.len()).position(|w| w == closing) {
        Some(found) => (quote + open + found + closing.len(), Kind::Str),
        None => quoted_end(bytes, quote, Kind::Str),
    }
}

/// The length of the punctuator at the start of `bytes`; 0 if there is none.
fn punct_len(bytes: &[u8]) -> usize {
    const LONG: [&[u8]; 4] = [b"...", b"<<=", b">>=", b"%:%:"];
    const TWO: [&[u8]; 24] = [
        b"->", b"++", b"--", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"*=", b"/=", b"%=", b"+=", b"-=",
        b"&=", b"^=", b"|=", b"##", b"<:", b":>", b"<%", b"%>",
    ];
    let pairs = bytes.get(1).is_some_and(|second| b"=<>-+&|:%#.".contains(second));
    let known = LONG.iter().chain(&TWO).filter(|_| pairs).find(|p| bytes.starts_with(p));
    match known {
        Some(p) => p.len(),
        None => usize::from(b"[](){}.&*+-~!/%<>^|?:;=,#".contains(&bytes[0])),
    }
}
