//! Right-hand sides, and what the comment beside them says.

use crate::canon::token::{TokenKind, tokens};
use crate::entry::{KEYWORDS, Kind, Mapping, Piece, Remark};

pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|(name, _)| *name == word)
}

/// The mapping that a right-hand side says. Metavariables are not bound yet.
pub fn mapping(text: &str) -> Mapping {
    let text = text.trim().trim_end_matches(';').trim_end();
    match KEYWORDS.iter().find(|(name, _)| *name == text) {
        Some((_, mapping)) => mapping.clone(),
        None => Mapping::Promela(pieces(text)),
    }
}

/// The keyword that a word was perhaps meant to be.
pub fn meant(word: &str) -> Option<&'static str> {
    let lower = word.to_ascii_lowercase();
    KEYWORDS.iter().map(|(name, _)| *name).find(|name| *name != word && near(&lower, name))
}

/// Equal, or one letter too many, too few, wrong, or exchanged with its neighbour.
fn near(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (rest_a, rest_b) = (&a[same..], &b[same..]);
    let tail = |x: &[u8], n: usize| x.get(n..).map(<[u8]>::to_vec).unwrap_or_default();
    if a.len().min(b.len()) < 3 {
        return false;
    }
    let swapped = rest_a.len() >= 2 && rest_b.len() >= 2 && rest_a[0] == rest_b[1] && rest_a[1] == rest_b[0];
    (a.len() == b.len() && tail(rest_a, 1) == tail(rest_b, 1))
        || (a.len() + 1 == b.len() && rest_a == tail(rest_b, 1))
        || (a.len() == b.len() + 1 && tail(rest_a, 1) == rest_b)
        || (swapped && tail(rest_a, 2) == tail(rest_b, 2))
}

/// Promela text with its metavariables. White space outside strings is one blank.
fn pieces(text: &str) -> Vec<Piece> {
    let mut list: Vec<Piece> = Vec::new();
    let mut end = 0;
    let push = |list: &mut Vec<Piece>, text: &str| match list.last_mut() {
        Some(Piece::Text(last)) => last.push_str(text),
        _ if text.is_empty() => {}
        _ => list.push(Piece::Text(text.to_string())),
    };
    for token in tokens(text) {
        if token.start > end && end > 0 {
            push(&mut list, " ");
        }
        if token.kind == TokenKind::Meta {
            list.push(Piece::Bound { name: token.text.clone(), c: String::new() });
        } else {
            push(&mut list, &text[token.start..token.end]);
        }
        end = token.end;
    }
    list
}

/// The mark of an entry that no person has read yet.
pub const NEW: &str = "NEW";

pub fn remark<'a>(comments: impl Iterator<Item = &'a str>) -> Remark {
    let mut remark = Remark::default();
    let mut reasons: Vec<String> = Vec::new();
    for comment in comments {
        let mut words: Vec<&str> = inside(comment).split_whitespace().collect();
        if words.first() == Some(&NEW) {
            remark.new = true;
            words.remove(0);
        }
        if !words.is_empty() {
            reasons.push(words.join(" "));
        }
    }
    remark.kind = reasons.iter().find_map(|reason| kind(reason));
    remark.reason = (!reasons.is_empty()).then(|| reasons.join("; "));
    remark
}

/// The kind that a comment names. What a person claims (`exact`, `irrelevant`) must be the first word: `not exact` is
/// no claim. What takes away from a verdict (`generalisation`, `restriction`) counts wherever it stands.
pub fn kind(comment: &str) -> Option<Kind> {
    let lower = comment.to_lowercase();
    let mut words = words(&lower).peekable();
    match (words.next()?, words.peek()) {
        ("exact" | "literal", _) | ("syntax", Some(&"conversion")) => return Some(Kind::Exact),
        ("slicing" | "irrelevant", _) => return Some(Kind::Irrelevant),
        _ => {}
    }
    self::words(&lower).find_map(|word| match word {
        "generalisation" | "generalization" => Some(Kind::Generalisation),
        "restriction" => Some(Kind::Restriction),
        _ => None,
    })
}

/// The word for a kind that the first word of a comment was perhaps meant to be.
pub fn meant_kind(comment: &str) -> Option<&'static str> {
    const WORDS: [&str; 6] = ["exact", "literal", "generalisation", "restriction", "irrelevant", "slicing"];
    let lower = inside(comment).to_lowercase();
    let first = words(&lower).find(|word| *word != NEW.to_lowercase())?;
    let known = kind(&lower).is_some() || WORDS.contains(&first);
    WORDS.into_iter().find(|word| !known && near(first, word))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// A comment without what marks it as one.
fn inside(comment: &str) -> &str {
    let block = comment.strip_prefix("/*").map(|c| c.strip_suffix("*/").unwrap_or(c));
    block.or(comment.strip_prefix("//")).unwrap_or(comment)
}
