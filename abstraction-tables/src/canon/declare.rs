//! Declarations: `short s,E=0,cnt=0`, `struct Buffer *p,b[2]`, `int (*f)(int)`.

use super::parse::{self, Reading};
use super::token::{Token, TokenKind, joined};
use super::tree::{Op, Tree};
use super::types;

/// A declaration with at least one declarator; `None` if the tokens are none.
pub fn declaration(tokens: &[Token], reading: Reading) -> Option<Tree> {
    let start = specifiers(tokens)?;
    let specifiers = types::text(&tokens[..start]);
    let mut kids = Vec::new();
    for part in split(&tokens[start..], ",") {
        kids.push(declarator(part, reading)?);
    }
    Some(Tree::Node(Op::Declare(specifiers), kids))
}

/// Where the first declarator begins. There is a type before it.
fn specifiers(tokens: &[Token]) -> Option<usize> {
    let mut at = 0;
    let mut typed = false;
    while let Some(token) = tokens.get(at) {
        if token.kind != TokenKind::Word {
            break;
        }
        let word = token.text.as_str();
        if matches!(word, "struct" | "union" | "enum") {
            at += 1;
            at += usize::from(tokens.get(at).is_some_and(|t| t.kind == TokenKind::Word));
            if tokens.get(at).is_some_and(|t| t.is("{")) {
                at = closing(tokens, at)? + 1;
            }
            typed = true;
        } else if matches!(word, "typeof" | "__typeof__" | "__typeof" | "_Alignas" | "__attribute__" | "_Atomic")
            && tokens.get(at + 1).is_some_and(|t| t.is("("))
        {
            typed |= !matches!(word, "_Alignas" | "__attribute__");
            at = closing(tokens, at + 1)? + 1;
        } else if types::is_type_word(word) {
            typed |= !types::is_qualifier(word) && word != "_Atomic";
            at += 1;
        } else if !typed && !types::is_keyword(word) && is_declarator_next(&tokens[at + 1..]) {
            typed = true;
            at += 1;
        } else {
            break;
        }
    }
    (typed && at < tokens.len()).then_some(at)
}

/// After a type's name: another name, a star, or `(*f)(…)`.
fn is_declarator_next(tokens: &[Token]) -> bool {
    match tokens {
        [first, ..] if matches!(first.kind, TokenKind::Word | TokenKind::Meta) || first.is("*") => true,
        [open, star, ..] => open.is("(") && star.is("*"),
        _ => false,
    }
}

fn declarator(tokens: &[Token], reading: Reading) -> Option<Tree> {
    let equals = position(tokens, "=");
    let (name, init) = match equals {
        Some(at) => (&tokens[..at], Some(&tokens[at + 1..])),
        None => (tokens, None),
    };
    // `x:3`, `*const p` and the like are no expressions, but have a name.
    let named =
        |t: &Token| matches!(t.kind, TokenKind::Meta) || (t.kind == TokenKind::Word && !types::is_keyword(&t.text));
    if !name.iter().any(named) || name.iter().zip(name.iter().skip(1)).any(|(a, b)| named(a) && named(b)) {
        return None;
    }
    let tree = parse::expression(name, reading).unwrap_or_else(|| Tree::Leaf(joined(name)));
    match init {
        None => Some(tree),
        Some(init) => Some(Tree::Node(Op::Init, vec![tree, parse::initialiser(init, reading)?])),
    }
}

/// The parts between separators that are in no bracket.
fn split<'a>(tokens: &'a [Token], separator: &str) -> Vec<&'a [Token]> {
    let mut parts = Vec::new();
    let mut rest = tokens;
    while let Some(at) = position(rest, separator) {
        parts.push(&rest[..at]);
        rest = &rest[at + 1..];
    }
    parts.push(rest);
    parts
}

fn position(tokens: &[Token], wanted: &str) -> Option<usize> {
    let mut depth = 0i32;
    for (i, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::Punct {
            continue;
        }
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            text if depth == 0 && text == wanted => return Some(i),
            _ => {}
        }
    }
    None
}

fn closing(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0i32;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        if token.kind != TokenKind::Punct {
            continue;
        }
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth -= 1;
                if depth == 0 {
                    return Some(i);
                }
            }
            _ => {}
        }
    }
    None
}
