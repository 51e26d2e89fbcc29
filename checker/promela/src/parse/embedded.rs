//! Embedded C. It is kept as text, macros expanded and comments gone; nobody here looks inside.

use super::super::ast::EmbeddedC;
use super::super::codes;
use super::super::token::{Flags, Tok, Token};
use super::{Parsed, Parser};

impl Parser<'_> {
    /// `c_code [precondition] { … }`, `c_decl { … }`, `c_expr { … }`
    pub(super) fn embedded_c(&mut self) -> Parsed<EmbeddedC> {
        let keyword = self.bump();
        let start = keyword.span;
        let precondition = if self.at(Tok::LBracket) {
            let open = self.cursor.take_raw();
            let text = self.balanced(Tok::LBracket, Tok::RBracket, open)?;
            self.cursor.take_raw();
            Some(text)
        } else {
            None
        };
        if !self.at(Tok::LBrace) {
            return Err(self.expected("`{`"));
        }
        let open = self.cursor.take_raw();
        let text = self.balanced(Tok::LBrace, Tok::RBrace, open)?;
        self.cursor.end_embedded();
        let span = self.span_from(start);
        Ok(EmbeddedC { keyword: keyword.tok.text().to_string(), precondition, text, span })
    }

    /// `c_state "…" "…"`, `c_track "…" "…" "…"`
    pub(super) fn tracked_c(&mut self) -> Parsed<EmbeddedC> {
        let keyword = self.bump();
        let mut strings = Vec::new();
        while strings.len() < 3 && self.at(Tok::Str) {
            let token = self.bump();
            strings.push(self.text(token));
        }
        if strings.len() < 2 {
            return Err(self.expected("a string"));
        }
        let span = self.span_from(keyword.span);
        let keyword = keyword.tok.text().to_string();
        Ok(EmbeddedC { keyword, precondition: None, text: strings.join(" "), span })
    }

    /// The text up to the bracket that closes `open`, which becomes the current token.
    fn balanced(&mut self, opening: Tok, closing: Tok, open: Token) -> Parsed<String> {
        let mut text = String::new();
        let mut depth = 0u32;
        loop {
            let token = self.token();
            if token.tok == Tok::End {
                let finding = self.unexpected(codes::NOT_CLOSED, &format!("`{}`", closing.text()));
                return Err(self.report(finding.related(open.span, "opened here")));
            }
            if token.tok == opening {
                depth += 1;
            }
            if token.tok == closing {
                if depth == 0 {
                    return Ok(text);
                }
                depth -= 1;
            }
            if !text.is_empty() && token.flags.has(Flags::NEWLINE) {
                text.push('\n');
            } else if !text.is_empty() && token.flags.has(Flags::SPACE) {
                text.push(' ');
            }
            text.push_str(self.cursor.pre.spelling(token));
            self.cursor.take_raw();
        }
    }
}
