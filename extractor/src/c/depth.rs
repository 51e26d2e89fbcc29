//! A bound on the nesting of a source, counted on its tokens.
//!
//! lang-c recurses on nesting and is slow on it, and every later walk over the tree recurses too. The
//! depth of the tree at a token is bounded by the brackets open there plus, at each level, the
//! operators, `else`s, labels and statement keywords since the statement (or list element) began:
//! `a + b + c`, `if … else if …`, `case 1: case 2:` and `while (x) while (y)` all nest in the tree.

use super::token::{Kind, Preprocessed};

/// How deep a source may be nested.
pub const LIMIT: u32 = 3000;

/// How many brackets may be open at once; lang-c takes quadratic time in this.
pub const BRACKET_LIMIT: u32 = 600;

/// Nesting that is too deep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooDeep {
    /// The token where it gets too deep.
    pub token: u32,
    pub limit: u32,
}

/// One open bracket.
#[derive(Default)]
struct Level {
    brace: bool,
    /// Operators since the statement or element began.
    operators: u32,
    /// Keywords since the statement began.
    keywords: u32,
    /// Keywords of a statement that goes on if the next token is `else`.
    ended: u32,
}

/// Finds the first place that is nested too deeply.
pub fn check(source: &Preprocessed) -> Result<(), TooDeep> {
    let mut levels = vec![Level { brace: true, ..Level::default() }];
    let mut total = 0;
    for (index, token) in source.tokens.iter().enumerate() {
        let text = source.text(index);
        let depth = levels.len() as u32;
        let Some(level) = levels.last_mut() else { break };
        match (token.kind, text) {
            (Kind::Punct, "(" | "[" | "{") => {
                level.ended = 0;
                levels.push(Level { brace: text == "{", ..Level::default() });
                total += 1;
                if depth > BRACKET_LIMIT {
                    return Err(TooDeep { token: index as u32, limit: BRACKET_LIMIT });
                }
            }
            (Kind::Punct, ")" | "]" | "}") if depth > 1 => {
                total -= 1 + level.operators + level.keywords;
                levels.pop();
                if let Some(outer) = levels.last_mut()
                    && text == "}"
                {
                    total -= outer.end();
                }
            }
            (Kind::Punct, ";" | ",") => total -= level.end(),
            (Kind::Punct, _) => {
                level.ended = 0;
                level.operators += 1;
                total += 1;
            }
            (Kind::Word, "else") => {
                let links = level.ended + 1;
                (level.keywords, level.ended) = (level.keywords + links, 0);
                total += links;
            }
            (Kind::Word, word) if nests(word) => {
                level.ended = 0;
                level.keywords += 1;
                total += 1;
            }
            _ => level.ended = 0,
        }
        if total > LIMIT {
            return Err(TooDeep { token: index as u32, limit: LIMIT });
        }
    }
    Ok(())
}

/// Words in front of a statement or an operand.
fn nests(word: &str) -> bool {
    const STATEMENTS: [&str; 7] = ["if", "while", "do", "for", "switch", "case", "default"];
    const OPERATORS: [&str; 10] = [
        "sizeof",
        "_Alignof",
        "__alignof",
        "__alignof__",
        "alignof",
        "__real",
        "__real__",
        "__imag",
        "__imag__",
        "__auto_type",
    ];
    STATEMENTS.contains(&word) || OPERATORS.contains(&word)
}

impl Level {
    /// A statement or element ends; the number of links that are gone.
    fn end(&mut self) -> u32 {
        let links = self.operators + self.keywords;
        self.ended = if self.brace { self.keywords } else { 0 };
        (self.operators, self.keywords) = (0, 0);
        links
    }
}
