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
        let (mut braces, mut options) = (0u32, 0u32);
        loop {
            let inside = braces > 0 || options > 0;
            match self.tok() {
                Tok::End => return,
                Tok::Keyword(keyword) if keyword.begins_unit() => return,
                Tok::Semi | Tok::Arrow | Tok::Sep if !inside => return,
                Tok::RBrace if braces == 0 => return,
                Tok::Keyword(Keyword::Fi | Keyword::Od) if !inside => return,
                Tok::LBrace => braces += 1,
                Tok::RBrace => braces -= 1,
                Tok::Keyword(Keyword::If | Keyword::Do) => options += 1,
                Tok::Keyword(Keyword::Fi | Keyword::Od) => options = options.saturating_sub(1),
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
