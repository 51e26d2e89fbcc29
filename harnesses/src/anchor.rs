//! Where a label can stand so that a process is there when it is about to execute a statement.
//!
//! A label stands before the statement; before the `if` or `do` for the guard of an option, because Promela allows none there.

use std::collections::HashMap;

/// The places of guards in a text, each with the place of the `if` or `do` around it.
pub struct Anchors(HashMap<usize, usize>);

impl Anchors {
    pub fn of(text: &str) -> Anchors {
        let mut heads: Vec<usize> = Vec::new();
        let mut guards = HashMap::new();
        let mut after_colons = false;
        for (at, token) in tokens(text) {
            if after_colons && let Some(head) = heads.last() {
                guards.insert(at, *head);
            }
            after_colons = token == "::";
            match token {
                "if" | "do" => heads.push(at),
                "fi" | "od" => {
                    heads.pop();
                }
                _ => {}
            }
        }
        Anchors(guards)
    }

    /// Where the label for the statement at a place stands.
    pub fn label_place(&self, statement: usize) -> usize {
        let mut at = statement;
        while let Some(head) = self.0.get(&at) {
            at = *head;
        }
        at
    }
}

/// The words and signs of a text with their places; strings and comments are left out.
fn tokens(text: &str) -> Vec<(usize, &str)> {
    let bytes = text.as_bytes();
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let mut list = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let length = if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if bytes[at] == b'"' {
            let mut end = 1;
            while end < rest.len() && rest.as_bytes()[end] != b'"' {
                end += 1 + usize::from(rest.as_bytes()[end] == b'\\');
            }
            (end + 1).min(rest.len())
        } else if bytes[at].is_ascii_whitespace() {
            1
        } else if is_word(bytes[at]) {
            let end = rest.bytes().position(|b| !is_word(b)).unwrap_or(rest.len());
            list.push((at, &rest[..end]));
            end
        } else {
            let length = if rest.starts_with("::") { 2 } else { rest.chars().next().map_or(1, char::len_utf8) };
            list.push((at, &rest[..length]));
            length
        };
        at += length;
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guard_is_labelled_at_the_head_of_its_choice() {
        let text = "x = 1; do :: a -> b :: if :: c -> d fi; printf(\"do :: x\") od";
        let anchors = Anchors::of(text);
        let label = |of: &str| anchors.label_place(text.find(of).expect("in the text"));
        let outer = text.find("do").expect("a loop");
        assert_eq!(label("x = 1"), 0);
        assert_eq!(label("a ->"), outer);
        assert_eq!(label("b ::"), text.find("b ::").expect("a statement"));
        assert_eq!(label("c ->"), outer);
        assert_eq!(label("d fi"), text.find("d fi").expect("a statement"));
    }
}
