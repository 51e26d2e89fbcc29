//! What resembles what: renamed statements, and the parts of two lines that differ.

use crate::canon::token::tokens;
use similar::{Algorithm, ChangeTag, TextDiff, capture_diff_slices, get_diff_ratio};
use std::ops::Range;

/// From this share of common characters on, two statements are perhaps one.
const ALIKE: f32 = 0.6;
/// More pairs than this are not compared.
const MAX_PAIRS: usize = 20_000;

/// Pairs of old and new that resemble each other, each used once, the most alike first.
pub fn pairs<T>(old: &[T], new: &[T], text: impl Fn(&T) -> &str) -> Vec<(usize, usize)> {
    if old.len().saturating_mul(new.len()) > MAX_PAIRS {
        return Vec::new();
    }
    let mut candidates: Vec<(f32, usize, usize)> = Vec::new();
    for (i, a) in old.iter().enumerate() {
        for (j, b) in new.iter().enumerate() {
            let ratio = ratio(text(a), text(b));
            if ratio >= ALIKE {
                candidates.push((ratio, i, j));
            }
        }
    }
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (_, i, j) in candidates {
        if pairs.iter().all(|(a, b)| *a != i && *b != j) {
            pairs.push((i, j));
        }
    }
    pairs
}

/// How alike two statements are, from 0 to 1. Of different classes: not at all.
fn ratio(a: &str, b: &str) -> f32 {
    if class(a) != class(b) {
        return 0.0;
    }
    let (a, b) = (body(a), body(b));
    if a.len() + b.len() > 400 {
        let (a, b) = (parts(a), parts(b));
        let changes = capture_diff_slices(Algorithm::Myers, &a, &b);
        return get_diff_ratio(&changes, a.len(), b.len());
    }
    TextDiff::from_chars(a, b).ratio()
}

fn class(text: &str) -> &str {
    text.split_once(": ").map_or("", |(class, _)| class)
}

fn body(text: &str) -> &str {
    text.split_once(": ").map_or(text, |(_, body)| body)
}

/// The byte ranges in which two lines differ, of each line.
pub fn highlight(old: &str, new: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (a, b) = (parts(old), parts(new));
    let diff = TextDiff::from_slices(&a, &b);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let (mut at_left, mut at_right) = (0, 0);
    for change in diff.iter_all_changes() {
        let length = change.value().len();
        if change.tag() != ChangeTag::Insert {
            at_left += length;
        }
        if change.tag() != ChangeTag::Delete {
            at_right += length;
        }
        match change.tag() {
            ChangeTag::Delete => join(&mut left, at_left - length..at_left),
            ChangeTag::Insert => join(&mut right, at_right - length..at_right),
            ChangeTag::Equal => {}
        }
    }
    (left, right)
}

fn join(list: &mut Vec<Range<usize>>, range: Range<usize>) {
    match list.last_mut() {
        Some(last) if last.end == range.start => last.end = range.end,
        _ => list.push(range),
    }
}

/// Tokens and what stands between them.
fn parts(text: &str) -> Vec<&str> {
    let mut list = Vec::new();
    let mut end = 0;
    for token in tokens(text) {
        if token.start > end {
            list.push(&text[end..token.start]);
        }
        list.push(&text[token.start..token.end]);
        end = token.end;
    }
    if end < text.len() {
        list.push(&text[end..]);
    }
    list
}
