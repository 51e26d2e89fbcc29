//! Changes to a text, and where parts of it are afterwards.

use std::ops::Range;

/// A part of a text, and what comes in its place. An empty range inserts.
pub type Edit = (Range<usize>, String);

/// The text with all edits made. Parts of it are told where they are then. Edits do not overlap.
pub fn apply<'p>(text: &str, parts: impl Iterator<Item = &'p mut Range<usize>>, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (range, new) in &edits {
        out.push_str(&text[from..range.start]);
        out.push_str(new);
        from = range.end;
    }
    out.push_str(&text[from..]);
    let moved = |counts: &dyn Fn(&Range<usize>) -> bool, at: usize| {
        let grown = edits.iter().filter(|(range, _)| counts(range));
        grown.fold(at, |at, (range, new)| at + new.len() - range.len())
    };
    for part in parts {
        let (start, end) = (part.start, part.end);
        let before = |range: &Range<usize>| range.end <= start && (range.is_empty() || range.start < start);
        let within = |range: &Range<usize>| range.end <= end && range.start < end;
        *part = moved(&before, start)..moved(&within, end);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_move_with_their_text() {
        let mut parts = [0..2, 3..6, 7..9, 10..12];
        let edits = vec![(3..6, "longer".to_string()), (7..7, "L: ".to_string())];
        let text = apply("aa bbb cc dd", parts.iter_mut(), edits);
        assert_eq!(text, "aa longer L: cc dd");
        assert_eq!(parts.map(|part| &text[part]), ["aa", "longer", "cc", "dd"]);
    }
}
