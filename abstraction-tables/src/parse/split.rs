//! Where the left-hand side of an entry ends.
//!
//! White space separates the sides, but both may have white space of their own. Taken in this order:
//! the word at the end if it is one of `keep`, `hide` … and the rest is C; the first tab or run of blanks
//! before which there is C; the first blank before which there is C. Blanks inside brackets and strings
//! do not count. Then the same again without asking for C.

use crate::canon::token::{Token, TokenKind, tokens};
use crate::canon::{self, Reading, is_infix};
use crate::entry::Class;
use crate::parse::right::is_keyword;
use std::ops::Range;

/// So many places are looked at in one line.
const MAX_PLACES: usize = 64;

/// The sides of an entry, as ranges of its text.
#[derive(Debug, PartialEq, Eq)]
pub struct Sides {
    pub left: Range<usize>,
    pub right: Range<usize>,
    /// The left-hand side ends in `...`, with brackets open.
    pub prefix: bool,
}

pub enum SplitError {
    NoRight,
    NoSeparator,
}

struct Gap {
    /// The token after it.
    next: usize,
    strong: bool,
    /// In no bracket.
    outside: bool,
}

/// Splits `text`, in which comments are blanks.
pub fn split(class: Option<Class>, text: &str) -> Result<Sides, SplitError> {
    let list = tokens(text);
    let Some(last) = list.last() else { return Err(SplitError::NoRight) };
    let gaps = gaps(text, &list);
    let sides = |next: usize| Sides {
        left: list[0].start..list[next - 1].end,
        right: list[next].start..last.end,
        prefix: false,
    };
    if let Some(dots) = prefix_end(&list) {
        let open = canon::strict(class, &list[..=dots], Reading::Pattern).is_none();
        return match list.get(dots + 1) {
            Some(_) => Ok(Sides { prefix: open, ..sides(dots + 1) }),
            None => Err(SplitError::NoRight),
        };
    }
    let is_c = |gap: &&Gap| {
        let left = canon::trimmed(list[..gap.next].to_vec());
        let read = canon::strict(class, &left, Reading::Pattern);
        gap.outside && read.is_some_and(|tree| class.is_none_or(|class| canon::fits(class, &tree)))
    };
    let is_right = |gap: &&Gap| !is_infix(&list[gap.next]);
    // `f (x)` is a call, unless more white space says otherwise.
    let is_apart = |gap: &&Gap| gap.strong || !(list[gap.next].is("(") && list[gap.next - 1].is_wordy());
    let keyword = gaps.last().filter(|gap| gap.next == list.len() - 1 && is_keyword(&last.text));
    let strong = || gaps.iter().filter(|gap| gap.strong).take(MAX_PLACES);
    let weak = || gaps.iter().filter(|gap| !gap.strong).take(MAX_PLACES);

    let found = keyword
        .filter(is_c)
        .or_else(|| strong().filter(is_right).find(is_c))
        .or_else(|| keyword.filter(|gap| gap.strong))
        .or_else(|| weak().filter(is_right).filter(is_apart).find(is_c))
        .or(keyword)
        .or_else(|| strong().find(|gap| gap.outside))
        .or_else(|| strong().next());
    match found {
        Some(gap) => Ok(sides(gap.next)),
        None if canon::strict(class, &canon::trimmed(list.clone()), Reading::Pattern).is_some() => {
            Err(SplitError::NoRight)
        }
        None if gaps.is_empty() => Err(SplitError::NoRight),
        None => Err(SplitError::NoSeparator),
    }
}

/// `memcpy(... hide`: the dots that end a prefix. Those before a `)` are an argument.
fn prefix_end(list: &[Token]) -> Option<usize> {
    let dots = list.iter().position(|t| t.kind == TokenKind::Dots)?;
    let closed = list.get(dots + 1).is_some_and(|t| t.is(")") || t.start == list[dots].end);
    (!closed).then_some(dots)
}

fn gaps(text: &str, list: &[Token]) -> Vec<Gap> {
    let mut depth = 0i32;
    let mut gaps = Vec::new();
    for next in 1..list.len() {
        let before = &list[next - 1];
        if before.kind == TokenKind::Punct {
            match before.text.as_str() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
        }
        let space = &text[before.end..list[next].start];
        if !space.is_empty() {
            gaps.push(Gap { next, strong: space.contains('\t') || space.chars().count() > 1, outside: depth == 0 });
        }
    }
    gaps
}
