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
        let inside = comment.strip_prefix("/*").map(|c| c.strip_suffix("*/").unwrap_or(c));
        let inside = inside.or(comment.strip_prefix("//")).unwrap_or(comment);
        let mut words: Vec<&str> = inside.split_whitespace().collect();
        if words.first() == Some(&NEW) {
            remark.new = true;
            words.remove(0);
        }
        if !words.is_empty() {
            reasons.push(words.join(" "));
        }
    }
    if !reasons.is_empty() {
        let reason = reasons.join("; ");
        remark.kind = kind(&reason);
        remark.reason = Some(reason);
    }
    remark
}

/// The kind that the first telling word of a comment names.
pub fn kind(comment: &str) -> Option<Kind> {
    let lower = comment.to_lowercase();
    let mut before = "";
    for word in lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let kind = match word {
            "exact" | "literal" => Kind::Exact,
            "conversion" if before == "syntax" => Kind::Exact,
            "generalisation" | "generalization" => Kind::Generalisation,
            "restriction" => Kind::Restriction,
            "slicing" | "irrelevant" => Kind::Irrelevant,
            _ => {
                before = word;
                continue;
            }
        };
        return Some(kind);
    }
    None
}
