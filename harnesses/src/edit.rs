//! Changes to the text of a model that keep what is known of its places.

use crate::closed::Place;
use std::ops::Range;

/// A part of a text, and what comes in its place. An empty range inserts.
pub type Edit = (Range<usize>, String);

/// The text with all edits made, and the places where they are then. Edits do not overlap.
pub fn apply(text: &str, places: &[Place], mut edits: Vec<Edit>) -> (String, Vec<Place>) {
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
    let shifted = places.iter().map(|place| {
        let (start, end) = (place.range.start, place.range.end);
        let before = |range: &Range<usize>| range.end <= start && (range.is_empty() || range.start < start);
        let within = |range: &Range<usize>| range.end <= end && range.start < end;
        Place { range: moved(&before, start)..moved(&within, end), ..place.clone() }
    });
    let shifted = shifted.collect();
    (out, shifted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use promela::source::Span;

    fn place(range: Range<usize>) -> Place {
        Place { range, span: Span::default(), generalised: None, frame: crate::closed::FrameId(0) }
    }

    #[test]
    fn places_move_with_their_text() {
        let text = "aa bbb cc dd";
        let places = [place(0..2), place(3..6), place(7..9), place(10..12)];
        let edits = vec![(3..6, "longer".to_string()), (7..7, "L: ".to_string())];
        let (text, places) = apply(text, &places, edits);
        assert_eq!(text, "aa longer L: cc dd");
        let shown: Vec<&str> = places.iter().map(|p| &text[p.range.clone()]).collect();
        assert_eq!(shown, ["aa", "longer", "cc", "dd"]);
    }
}
