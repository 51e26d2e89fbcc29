//! Which bracket closes which.
//!
//! One table over the tokens, so that later stages can step over a group in one go. Brackets that
//! fit nothing are left for the parser to complain about: an opener that is never closed is closed
//! by the end of the text.

use super::token::{Kind, Preprocessed};

/// For each token that opens a group, the token that closes it.
#[derive(Debug)]
pub struct Brackets {
    partner: Vec<u32>,
}

impl Brackets {
    pub fn new(source: &Preprocessed) -> Brackets {
        let count = source.tokens.len() as u32;
        let mut partner = vec![0; source.tokens.len()];
        let mut open: Vec<(u32, &str)> = Vec::new();
        for (index, token) in source.tokens.iter().enumerate() {
            if token.kind != Kind::Punct {
                continue;
            }
            match source.text(index) {
                "(" => open.push((index as u32, ")")),
                "[" => open.push((index as u32, "]")),
                "{" => open.push((index as u32, "}")),
                close @ (")" | "]" | "}") => {
                    // A wrong closer ends the groups up to the one it fits, if there is one.
                    let Some(fit) = open.iter().rposition(|(_, wanted)| *wanted == close) else { continue };
                    for (opener, _) in open.drain(fit..) {
                        partner[opener as usize] = index as u32;
                    }
                }
                _ => {}
            }
        }
        for (opener, _) in open {
            partner[opener as usize] = count;
        }
        Brackets { partner }
    }

    /// The token that closes the group opened at `opener`; the number of tokens if nothing does.
    pub fn close(&self, opener: usize) -> usize {
        self.partner.get(opener).map_or(self.partner.len(), |p| *p as usize)
    }
}
