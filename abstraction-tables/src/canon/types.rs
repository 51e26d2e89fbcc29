//! Telling types from expressions without knowing the program's types: by keywords and by shape.

use super::token::{Token, TokenKind};

const TYPE_WORDS: [&str; 34] = [
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "_Bool",
    "bool",
    "_Complex",
    "struct",
    "union",
    "enum",
    "const",
    "volatile",
    "restrict",
    "__restrict",
    "__const",
    "__volatile__",
    "__signed__",
    "_Atomic",
    "typeof",
    "__typeof__",
    "__typeof",
    "static",
    "extern",
    "register",
    "auto",
    "inline",
    "_Thread_local",
    "__thread",
    "typedef",
];

/// Specifiers that say nothing of the type.
const QUALIFIERS: [&str; 19] = [
    "const",
    "volatile",
    "restrict",
    "__restrict",
    "__const",
    "__volatile__",
    "static",
    "extern",
    "register",
    "auto",
    "inline",
    "_Thread_local",
    "__thread",
    "typedef",
    "constexpr",
    "thread_local",
    "_Noreturn",
    "__inline",
    "__extension__",
];

const STATEMENT_WORDS: [&str; 16] = [
    "if",
    "else",
    "while",
    "do",
    "for",
    "switch",
    "case",
    "break",
    "continue",
    "goto",
    "return",
    "asm",
    "__asm__",
    "__asm",
    "_Generic",
    "_Static_assert",
];

/// A word that begins or continues the specifiers of a declaration.
pub fn is_type_word(word: &str) -> bool {
    TYPE_WORDS.contains(&word) || QUALIFIERS.contains(&word)
}

pub fn is_qualifier(word: &str) -> bool {
    QUALIFIERS.contains(&word)
}

/// A word that no expression can be made of. `default` can: the tables name the default of a switch by it.
pub fn is_keyword(word: &str) -> bool {
    is_type_word(word) || STATEMENT_WORDS.contains(&word) || is_size_word(word)
}

pub fn is_size_word(word: &str) -> bool {
    matches!(word, "sizeof" | "_Alignof" | "alignof" | "__alignof__" | "__alignof")
}

/// A name that by custom is a type's.
fn is_type_name(word: &str) -> bool {
    word.ends_with("_t") && word.len() > 2
}

/// Words and stars only, beginning with a word that must be a type's.
pub fn is_plain_type(tokens: &[Token]) -> bool {
    tokens.first().is_some_and(|t| {
        t.kind == TokenKind::Word && is_type_word(&t.text) && !STATEMENT_WORDS.contains(&t.text.as_str())
    }) || is_pointer_type(tokens)
}

/// `Buffer *`, `size_t **`
fn is_pointer_type(tokens: &[Token]) -> bool {
    match tokens {
        [word, stars @ ..] => {
            word.kind == TokenKind::Word
                && !is_keyword(&word.text)
                && !stars.is_empty()
                && stars.iter().all(|t| t.is("*") || is_qualifier(&t.text))
        }
        [] => false,
    }
}

/// Between the parentheses of a `sizeof`; a single name is taken as it is.
pub fn is_type(tokens: &[Token]) -> bool {
    is_plain_type(tokens)
}

/// Whether `(inside)` before `next` is a cast.
pub fn is_cast(inside: &[Token], next: &Token) -> bool {
    let operand = match next.kind {
        TokenKind::Word | TokenKind::Number | TokenKind::Quoted | TokenKind::Meta => true,
        TokenKind::Punct => matches!(next.text.as_str(), "(" | "!" | "~"),
        TokenKind::Dots => false,
    };
    let sign = next.kind == TokenKind::Punct && matches!(next.text.as_str(), "*" | "&" | "-" | "+" | "++" | "--");
    if is_plain_type(inside) {
        return operand || sign;
    }
    match inside {
        [name] if name.kind == TokenKind::Word && !is_keyword(&name.text) => {
            operand || (sign && is_type_name(&name.text))
        }
        _ => false,
    }
}

/// A type as text: `unsigned char`, `int *`, `const char *const *`.
pub fn text(tokens: &[Token]) -> String {
    let mut out = String::new();
    for (i, token) in tokens.iter().enumerate() {
        let before = i.checked_sub(1).map(|b| &tokens[b]);
        let star = token.is("*") && before.is_some_and(Token::is_wordy);
        if before.is_some_and(|b| b.is_wordy() && token.is_wordy()) || star {
            out.push(' ');
        }
        if token.kind == TokenKind::Meta {
            out.push('$');
        }
        out.push_str(&token.text);
    }
    out
}
