//! Splits text into tokens.
//!
//! One function, [`scan`], from a place in the text to the next token. It knows comments and continued
//! lines but no directives and no reserved words. It takes the numbers of C
//! (`0x1f`, `3u`) as one token, so that the parser can say what is wrong with them.

use super::token::{Flags, Tok};

/// How far [`scan`] may go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// To the end of the text.
    Text,
    /// To the end of the line: for directives. Comments and continued lines do not end it.
    Line,
}

/// A token as a range of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raw {
    pub tok: Tok,
    pub flags: Flags,
    pub start: usize,
    pub end: usize,
    pub fault: Option<Fault>,
}

/// What of a token's text is not closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A comment that began here is not closed; the token is the end of the text.
    Comment(usize),
    /// The string is not closed on its line.
    Str,
    /// The character constant is not closed on its line.
    Char,
}

/// The token at or after `pos`. At the end (see [`Mode`]) the token is [`Tok::End`].
pub fn scan(text: &[u8], pos: usize, mode: Mode) -> Raw {
    let mut flags = if pos == 0 { Flags::NEWLINE.with(Flags::LINE_START) } else { Flags::NONE };
    let mut at = pos;
    loop {
        match text.get(at) {
            None => return Raw { tok: Tok::End, flags, start: text.len(), end: text.len(), fault: None },
            Some(b'\n') => {
                if mode == Mode::Line {
                    return Raw { tok: Tok::End, flags, start: at, end: at, fault: None };
                }
                flags = flags.with(Flags::NEWLINE).with(Flags::LINE_START);
                at += 1;
            }
            Some(b' ' | b'\t' | b'\r' | 0x0b | 0x0c) => {
                flags = flags.with(Flags::SPACE);
                at += 1;
            }
            Some(b'\\') => match continued_line(text, at) {
                Some(next) => {
                    flags = flags.with(Flags::NEWLINE).with(Flags::SPACE);
                    at = next;
                }
                None => break,
            },
            Some(b'/') => match text.get(at + 1) {
                Some(b'/') => {
                    flags = flags.with(Flags::SPACE);
                    at = line_end(text, at);
                }
                Some(b'*') => {
                    flags = flags.with(Flags::SPACE);
                    let Some(end) = comment_end(text, at + 2, &mut flags) else {
                        let fault = Some(Fault::Comment(at));
                        return Raw { tok: Tok::End, flags, start: text.len(), end: text.len(), fault };
                    };
                    at = end;
                }
                _ => break,
            },
            // The byte order mark some editors put first.
            Some(0xef) if at == 0 && text.starts_with(b"\xef\xbb\xbf") => at = 3,
            Some(_) => break,
        }
    }
    let (tok, end, fault) = token(text, at);
    Raw { tok, flags, start: at, end, fault }
}

/// The place after a backslash and the end of its line, if that is what stands at `at`.
fn continued_line(text: &[u8], at: usize) -> Option<usize> {
    let blanks = text[at + 1..].iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
    let end = at + 1 + blanks;
    (text.get(end) == Some(&b'\n')).then_some(end + 1)
}

fn line_end(text: &[u8], mut at: usize) -> usize {
    while let Some(byte) = text.get(at) {
        match byte {
            b'\n' => break,
            b'\\' => at = continued_line(text, at).unwrap_or(at + 1),
            _ => at += 1,
        }
    }
    at
}

fn comment_end(text: &[u8], mut at: usize, flags: &mut Flags) -> Option<usize> {
    loop {
        match text.get(at)? {
            b'*' if text.get(at + 1) == Some(&b'/') => return Some(at + 2),
            b'\n' => *flags = flags.with(Flags::NEWLINE),
            _ => {}
        }
        at += 1;
    }
}

fn token(text: &[u8], at: usize) -> (Tok, usize, Option<Fault>) {
    let first = text[at];
    let second = text.get(at + 1).copied().unwrap_or(0);
    let two = |tok| (tok, at + 2, None);
    let one = |tok| (tok, at + 1, None);
    match first {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => (Tok::Name, word_end(text, at), None),
        b'0'..=b'9' => (Tok::Number, number_end(text, at), None),
        b'"' => quoted(text, at, Tok::Str, Fault::Str),
        b'\'' => quoted(text, at, Tok::Char, Fault::Char),
        b'(' => one(Tok::LParen),
        b')' => one(Tok::RParen),
        b'[' => one(Tok::LBracket),
        b']' => one(Tok::RBracket),
        b'{' => one(Tok::LBrace),
        b'}' => one(Tok::RBrace),
        b',' => one(Tok::Comma),
        b';' => one(Tok::Semi),
        b':' if second == b':' => two(Tok::Sep),
        b':' => one(Tok::Colon),
        b'.' if second == b'.' => two(Tok::DotDot),
        b'.' => one(Tok::Dot),
        b'-' if second == b'>' => two(Tok::Arrow),
        // Spin takes `-->` for an arrow too.
        b'-' if second == b'-' && text.get(at + 2) == Some(&b'>') => (Tok::Arrow, at + 3, None),
        b'-' if second == b'-' => two(Tok::MinusMinus),
        b'-' => one(Tok::Minus),
        b'+' if second == b'+' => two(Tok::PlusPlus),
        b'+' => one(Tok::Plus),
        b'=' if second == b'=' => two(Tok::EqEq),
        b'=' => one(Tok::Assign),
        b'!' if second == b'=' => two(Tok::NotEq),
        b'!' if second == b'!' => two(Tok::NotNot),
        b'!' => one(Tok::Not),
        b'?' if second == b'?' => two(Tok::QuestionQuestion),
        b'?' => one(Tok::Question),
        b'<' if second == b'<' => two(Tok::Shl),
        b'<' if second == b'=' => two(Tok::Le),
        b'<' => one(Tok::Lt),
        b'>' if second == b'>' => two(Tok::Shr),
        b'>' if second == b'=' => two(Tok::Ge),
        b'>' => one(Tok::Gt),
        b'&' if second == b'&' => two(Tok::AmpAmp),
        b'&' => one(Tok::Amp),
        b'|' if second == b'|' => two(Tok::PipePipe),
        b'|' => one(Tok::Pipe),
        b'#' if second == b'#' => two(Tok::HashHash),
        b'#' => one(Tok::Hash),
        b'*' => one(Tok::Star),
        b'/' => one(Tok::Slash),
        b'%' => one(Tok::Percent),
        b'^' => one(Tok::Caret),
        b'~' => one(Tok::Tilde),
        b'@' => one(Tok::At),
        _ => (Tok::Other, character_end(text, at), None),
    }
}

fn word_end(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count()
}

/// The end of a number. Promela has decimal digits only; the numbers of C with a base or a suffix are
/// taken whole, for `#if` and for a good message. Other letters begin a name: `2priority` is two tokens.
fn number_end(text: &[u8], at: usize) -> usize {
    let digits = at + text[at..].iter().take_while(|b| b.is_ascii_digit()).count();
    let word = word_end(text, at);
    let suffix = &text[digits..word];
    let of_c = matches!(suffix.first(), Some(b'x' | b'X')) || suffix.iter().all(|b| b"uUlL".contains(b));
    if of_c { word } else { digits }
}

/// The end of the (possibly many-byte) character at `at`.
fn character_end(text: &[u8], at: usize) -> usize {
    at + 1 + text[at + 1..].iter().take_while(|b| **b & 0xc0 == 0x80).count()
}

fn quoted(text: &[u8], at: usize, tok: Tok, fault: Fault) -> (Tok, usize, Option<Fault>) {
    let quote = text[at];
    let mut end = at + 1;
    loop {
        match text.get(end) {
            Some(b'\\') if continued_line(text, end).is_some() => end = continued_line(text, end).unwrap_or(end + 1),
            Some(b'\\') if end + 1 < text.len() => end = character_end(text, end + 1),
            // The rest of the line goes with it: looking at it again would take quadratic time.
            Some(b'\n' | b'\\') | None => return (Tok::Other, end, Some(fault)),
            Some(byte) if *byte == quote => {
                // `'''` is the constant of the quote itself.
                if quote == b'\'' && end == at + 1 && text.get(end + 1) == Some(&quote) {
                    return (tok, end + 2, None);
                }
                return (tok, end + 1, None);
            }
            Some(_) => end = character_end(text, end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<(Tok, &str)> {
        let mut pos = 0;
        let mut tokens = Vec::new();
        loop {
            let raw = scan(text.as_bytes(), pos, Mode::Text);
            if raw.tok == Tok::End {
                return tokens;
            }
            tokens.push((raw.tok, &text[raw.start..raw.end]));
            pos = raw.end;
        }
    }

    #[test]
    fn takes_the_longest_operator() {
        let toks: Vec<Tok> = all("a->b--c!!d!=e??f<<=g::h:i..j").into_iter().map(|t| t.0).collect();
        use Tok::*;
        assert_eq!(
            toks,
            [
                Name,
                Arrow,
                Name,
                MinusMinus,
                Name,
                NotNot,
                Name,
                NotEq,
                Name,
                QuestionQuestion,
                Name,
                Shl,
                Assign,
                Name,
                Sep,
                Name,
                Colon,
                Name,
                DotDot,
                Name
            ]
        );
    }

    #[test]
    fn quotes_and_comments() {
        assert_eq!(all(r#"'a' '\'' ''' "x\"y" /* " */ z // '"#).len(), 5);
        assert_eq!(scan(b"  /* x", 0, Mode::Text).fault, Some(Fault::Comment(2)));
        assert_eq!(scan(b"\"abc\n\"", 0, Mode::Text).fault, Some(Fault::Str));
        assert_eq!(scan(b"'", 0, Mode::Text).fault, Some(Fault::Char));
        assert_eq!(scan(b"\"\\", 0, Mode::Text).fault, Some(Fault::Str));
    }

    #[test]
    fn lines_are_seen_through_comments_but_directives_are_not() {
        let raw = scan(b"x /* \n */ # y", 1, Mode::Text);
        assert!(raw.flags.has(Flags::NEWLINE) && !raw.flags.has(Flags::LINE_START));
        let raw = scan(b"x \\\n y", 1, Mode::Text);
        assert!(raw.flags.has(Flags::NEWLINE) && !raw.flags.has(Flags::LINE_START));
    }
}
