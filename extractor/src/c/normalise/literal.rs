//! Literals and names, spelled as lang-c reads them and with the same value.

use super::super::decode::stray_byte;
use std::borrow::Cow;
use std::fmt::Write;

/// A string literal or character constant: `\e`, `\u00e9`, escapes that mean the character itself,
/// raw strings, stray bytes and the prefix `u8` of a character.
pub fn quoted(text: &str) -> Cow<'_, str> {
    let start = text.find(['"', '\'']).unwrap_or(0);
    let prefix = &text[..start];
    if let Some(prefix) = prefix.strip_suffix('R') {
        return Cow::Owned(raw(prefix, &text[start..]));
    }
    let character = text[start..].starts_with('\'');
    let prefix = if character && prefix == "u8" { "" } else { prefix };
    let plain = !text.contains('\\') && text.is_ascii();
    if plain && prefix.len() == start {
        return Cow::Borrowed(text);
    }
    let mut result = prefix.to_string();
    let mut chars = text[start..].chars().peekable();
    while let Some(c) = chars.next() {
        match (c, stray_byte(c)) {
            (_, Some(byte)) => octal(&mut result, byte),
            ('\\', _) => escape(&mut result, &mut chars),
            _ => result.push(c),
        }
    }
    Cow::Owned(result)
}

fn octal(result: &mut String, byte: u8) {
    let _ = write!(result, "\\{byte:03o}");
}

/// What follows a backslash.
fn escape(result: &mut String, chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    match chars.next() {
        Some('e' | 'E') => octal(result, 0x1b),
        Some(c @ ('u' | 'U')) => {
            let mut code = 0;
            let mut digits = if c == 'u' { 4 } else { 8 };
            while digits > 0
                && let Some(digit) = chars.peek().and_then(|c| c.to_digit(16))
            {
                code = code * 16 + digit;
                digits -= 1;
                chars.next();
            }
            result.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        Some(c @ ('\'' | '"' | '?' | '\\' | 'a' | 'b' | 'c' | 'f' | 'n' | 'r' | 't' | 'v' | 'x' | '0'..='7')) => {
            result.push('\\');
            result.push(c);
        }
        // Compilers warn about `\q` and take it as `q`.
        Some(c) => result.push(c),
        None => {}
    }
}

/// `R"delimiter(text)delimiter"` as an ordinary literal.
fn raw(prefix: &str, text: &str) -> String {
    let body = text.split_once('(').map_or("", |(_, rest)| rest);
    let body = body.rsplit_once(')').map_or(body, |(body, _)| body);
    let mut result = format!("{prefix}\"");
    for c in body.chars() {
        match (c, stray_byte(c)) {
            (_, Some(byte)) => octal(&mut result, byte),
            ('\n', _) => result.push_str("\\n"),
            ('"' | '\\', _) => {
                result.push('\\');
                result.push(c);
            }
            _ => result.push(c),
        }
    }
    result.push('"');
    result
}

/// A number: without digit separators, and with suffixes that lang-c knows.
pub fn number(text: &str) -> Cow<'_, str> {
    let hex = text.starts_with("0x") || text.starts_with("0X");
    let quad = text.ends_with(['q', 'Q', 'w', 'W']);
    // `1.0d` is a double; `1.0dd` is not.
    let double = !hex && text.ends_with(['d', 'D']) && !text.ends_with("dd") && !text.ends_with("DD");
    if !quad && !double && !text.contains('\'') {
        return Cow::Borrowed(text);
    }
    let mut result: String = text.chars().filter(|c| *c != '\'').collect();
    if quad || double {
        result.pop();
    }
    if quad {
        result.push_str("f128");
    }
    Cow::Owned(result)
}

/// A name in the characters lang-c knows; the same for the same name. `None` if it is fine as it is.
pub fn plain_name(text: &str) -> Option<String> {
    if text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return None;
    }
    let mut result = "__ax_n_".to_string();
    for c in spelled_out(text).chars() {
        match c {
            '_' | 'a'..='z' | 'A'..='Z' | '0'..='9' => result.push(c),
            _ => {
                let _ = write!(result, "__{:x}_", u32::from(c));
            }
        }
    }
    Some(result)
}

/// A name with `\u00e9` written as the character.
pub fn spelled_out(text: &str) -> String {
    let mut result = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\\' { escape(&mut result, &mut chars) } else { result.push(c) }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_keep_their_value() {
        assert_eq!(quoted(r#""\e[0m""#), r#""\033[0m""#);
        assert_eq!(quoted(r#""\u00e9\q\x41\n""#), r#""éq\x41\n""#);
        assert_eq!(quoted(r"u8'a'"), r"'a'");
        assert_eq!(quoted(r#"LR"x(a"\)x""#), r#"L"a\"\\""#);
        assert_eq!(quoted("\"\u{10ffe9}\""), r#""\351""#);
        assert_eq!(number("1'000'000ull"), "1000000ull");
        assert_eq!(number("0x1'F"), "0x1F");
        assert_eq!(number("1.5q"), "1.5f128");
        assert_eq!(number("0x1p-3Q"), "0x1p-3f128");
        assert_eq!((number("1.5d"), number("1.5dd")), ("1.5".into(), "1.5dd".into()));
        assert_eq!(plain_name("a$b").as_deref(), Some("__ax_n_a__24_b"));
        assert_eq!(plain_name("\\u00e9"), plain_name("é"));
    }
}
