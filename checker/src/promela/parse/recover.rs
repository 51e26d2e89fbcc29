//! Getting back on track after an error.

use super::super::symbol::Keyword;
use super::super::token::Tok;
use super::Parser;

impl Parser<'_> {
    /// Whether the current token ends a sequence of statements.
    pub(super) fn at_sequence_end(&self) -> bool {
        match self.tok() {
            Tok::RBrace | Tok::Sep | Tok::End => true,
            Tok::Keyword(keyword) => matches!(keyword, Keyword::Fi | Keyword::Od) || keyword.begins_unit(),
            _ => false,
        }
    }

    /// Skips the rest of a statement: to the next `;` or `->`, or to the end of the sequence it is in.
    pub(super) fn skip_statement(&mut self) {
        self.cursor.parens = 0;
        let mut depth = 0u32;
        loop {
            match self.tok() {
                Tok::End => return,
                Tok::Keyword(keyword) if keyword.begins_unit() => return,
                Tok::Semi | Tok::Arrow if depth == 0 => return,
                Tok::RBrace | Tok::Sep | Tok::Keyword(Keyword::Fi | Keyword::Od) if depth == 0 => return,
                Tok::LBrace | Tok::Keyword(Keyword::If | Keyword::Do) => depth += 1,
                Tok::RBrace | Tok::Keyword(Keyword::Fi | Keyword::Od) => depth -= 1,
                _ => {}
            }
            self.bump();
            self.cursor.parens = 0;
        }
    }

    /// Skips to the next thing at top level that looks like the beginning of a unit.
    pub(super) fn skip_unit(&mut self) {
        self.cursor.parens = 0;
        self.cursor.in_body = false;
        self.ltl = false;
        let mut depth = 0u32;
        loop {
            match self.tok() {
                Tok::End => return,
                Tok::Keyword(keyword) if keyword.begins_unit() => return,
                Tok::Semi if depth == 0 => return,
                Tok::LBrace => depth += 1,
                Tok::RBrace => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.bump();
                        return;
                    }
                }
                _ => {}
            }
            self.bump();
        }
    }
}
