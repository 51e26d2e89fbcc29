//! Texts that go into the tree as written: specifiers, declarators, type names.
//!
//! They are cut from the parsed text, token by token: attributes, `asm` labels and line markers are
//! left out, what the front end spelled differently is spelled back, and white space stays only where two words meet.

use crate::c::Names;

/// The tokens of a piece of C, without white space, line markers, attributes and `asm` labels.
/// The first `keep_first` tokens are kept whatever they are.
fn tokens<'a>(names: &'a Names, text: &'a str, keep_first: usize) -> Vec<&'a str> {
    let bytes = text.as_bytes();
    let mut result: Vec<&str> = Vec::new();
    let mut at = 0;
    let mut line_start = false;
    while at < bytes.len() {
        let start = at;
        let byte = bytes[at];
        match byte {
            b'\n' => {
                at += 1;
                line_start = true;
                continue;
            }
            _ if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'#' if line_start => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
                continue;
            }
            b'"' | b'\'' => at = quoted(bytes, at),
            _ if is_word(byte) => {
                while at < bytes.len() && is_word(bytes[at]) {
                    at += 1;
                }
            }
            _ => at += 1,
        }
        line_start = false;
        let token = text.get(start..at).unwrap_or("");
        match token {
            "__extension__" => {}
            "__attribute__" | "__attribute" | "__asm__" | "__asm" | "asm" if result.len() >= keep_first => {
                at = after_parentheses(bytes, at);
            }
            // `__auto_type x = e` is read as `__typeof__((0, e)) x = e`.
            "__typeof__" if starts_with_tokens(&bytes[at..], b"((0,") => {
                at = after_parentheses(bytes, at);
                result.push("__auto_type");
            }
            // `__int128` is read as `long long long`.
            "long" if result.ends_with(&["long", "long"]) => {
                result.truncate(result.len() - 2);
                result.push("__int128");
            }
            _ => result.push(names.original(token)),
        }
    }
    result
}

/// Whether a text starts with these characters, white space apart.
fn starts_with_tokens(bytes: &[u8], wanted: &[u8]) -> bool {
    let mut solid = bytes.iter().filter(|b| !b.is_ascii_whitespace());
    wanted.iter().all(|w| solid.next() == Some(w))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The offset after the string or character constant that starts at `at`.
fn quoted(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let mut at = at + 1;
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// The offset after the group in parentheses that starts at or after `at`.
fn after_parentheses(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    let mut depth = 0usize;
    while at < bytes.len() {
        match bytes[at] {
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            b'"' | b'\'' => {
                at = quoted(bytes, at);
                continue;
            }
            _ if depth == 0 && !bytes[at].is_ascii_whitespace() => return at,
            _ => {}
        }
        at += 1;
    }
    at
}

/// `struct Buffer`, `*p`, `a[10]`, `(*f)(int,char*)`: a space only between words.
pub(super) fn compact(names: &Names, text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for token in tokens(names, text, 0) {
        push(&mut result, token);
    }
    result
}

/// An `asm` statement, likewise.
pub(super) fn statement(names: &Names, text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for token in tokens(names, text, 1) {
        push(&mut result, token);
    }
    result
}

fn push(result: &mut String, token: &str) {
    let meet = |b: Option<&u8>| b.is_some_and(|b| is_word(*b));
    if meet(result.as_bytes().last()) && meet(token.as_bytes().first()) {
        result.push(' ');
    }
    result.push_str(token);
}

/// The specifiers of a declaration. The body of a struct, union or enum with a tag is left out:
/// `struct S { int a; } x` says `struct S`.
pub(super) fn specifiers(names: &Names, text: &str) -> String {
    let tokens = tokens(names, text, 0);
    let mut result = String::new();
    let mut depth = 0usize;
    let mut hidden = 0usize;
    for (i, token) in tokens.iter().enumerate() {
        match *token {
            "{" => {
                let tagged = i >= 2
                    && matches!(tokens[i - 2], "struct" | "union" | "enum")
                    && tokens[i - 1].bytes().all(is_word);
                depth += 1;
                if hidden == 0 && tagged {
                    hidden = depth;
                    continue;
                }
            }
            "}" => {
                let ended = hidden == depth;
                depth = depth.saturating_sub(1);
                if ended && hidden > 0 {
                    hidden = 0;
                    continue;
                }
            }
            _ => {}
        }
        if hidden == 0 {
            push(&mut result, token);
        }
    }
    result
}

/// `int *`, `unsigned char`, `int (*)(void)`: specifiers, a space, and the rest.
pub(super) fn type_name(names: &Names, specifiers_text: &str, declarator: &str) -> String {
    let mut result = specifiers(names, specifiers_text);
    let declarator = compact(names, declarator);
    if !declarator.is_empty() {
        result.push(' ');
        result.push_str(&declarator);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_only_between_words() {
        assert_eq!(compact(&Names::default(), " * const\n# 3 \"x.h\"\n p "), "*const p");
        assert_eq!(
            compact(&Names::default(), "( * f ) ( int , char * ) __attribute__ ( (noreturn) )"),
            "(*f)(int,char*)"
        );
    }

    #[test]
    fn bodies_of_tagged_types_are_left_out() {
        assert_eq!(
            specifiers(&Names::default(), "static struct S { int a ; struct { int b; } c; }"),
            "static struct S"
        );
        assert_eq!(specifiers(&Names::default(), "struct __attribute__((packed)) { int a ; }"), "struct{int a;}");
        assert_eq!(specifiers(&Names::default(), "unsigned  char"), "unsigned char");
    }

    #[test]
    fn what_the_front_end_spelled_is_spelled_back() {
        assert_eq!(specifiers(&Names::default(), "unsigned long long long"), "unsigned __int128");
        assert_eq!(specifiers(&Names::default(), "static __typeof__ ( ( 0 , f ( x ) ) )"), "static __auto_type");
    }

    #[test]
    fn type_names_have_one_space_before_the_declarator() {
        assert_eq!(type_name(&Names::default(), "const  Buffer", "* *"), "const Buffer **");
        assert_eq!(type_name(&Names::default(), "int", " "), "int");
        assert_eq!(type_name(&Names::default(), "int", "( * ) (void)"), "int (*)(void)");
    }
}
