//! The condition of an `#if`: a constant expression of C, evaluated in 64 bits.
//!
//! Names that are no macros count as 0, as in C. There are no unsigned values: the suffix `u` is read
//! and has no effect.

use super::super::codes;
use super::super::token::{Tok, Token};
use super::{Preprocessor, Sym};
use crate::finding::Finding;
use crate::source::Span;

/// Parentheses and operators may be nested so deeply.
const MAX_DEPTH: u32 = 100;

impl Preprocessor<'_> {
    /// The truth of a condition; false, with a finding, if it has none.
    pub(super) fn condition(&mut self, line: &[Token], directive: Span) -> bool {
        let Some(last) = line.last() else {
            self.report.error(codes::BAD_CONDITION, directive, "the condition is missing");
            return false;
        };
        let end = Span { start: last.span.end, ..last.span };
        let line = self.replace_defined(line);
        let line = self.expand_tokens(line);
        let mut evaluation = Evaluation { pre: self, line: &line, at: 0, end, depth: 0 };
        let value = evaluation.whole();
        match value {
            Ok(value) => value != 0,
            Err((span, message)) => {
                self.report.push(Finding::error(codes::BAD_CONDITION, span, message));
                false
            }
        }
    }

    /// Replaces `defined NAME` and `defined(NAME)` by 1 or 0, before names are expanded.
    fn replace_defined(&mut self, line: &[Token]) -> Vec<Token> {
        let defined = self.symbols.intern("defined");
        let mut result = Vec::with_capacity(line.len());
        let mut at = 0;
        while let Some(token) = line.get(at) {
            let name = |i: usize| line.get(i).filter(|t| t.tok == Tok::Name).map(|t| t.text);
            let tok = |i: usize| line.get(i).map(|t| t.tok);
            let (macro_name, length): (Option<Sym>, usize) = if token.tok != Tok::Name || token.text != defined {
                (None, 1)
            } else if tok(at + 1) == Some(Tok::LParen) && tok(at + 3) == Some(Tok::RParen) {
                (name(at + 2), 4)
            } else {
                (name(at + 1), 2)
            };
            match macro_name {
                Some(macro_name) => {
                    let value = if self.macros.get(macro_name).is_some() { "1" } else { "0" };
                    let text = self.symbols.intern(value);
                    result.push(Token { tok: Tok::Number, text, ..*token });
                    at += length;
                }
                None => {
                    result.push(*token);
                    at += 1;
                }
            }
        }
        result
    }
}

type Value = Result<i64, (Span, String)>;

struct Evaluation<'p, 'a> {
    pre: &'p Preprocessor<'a>,
    line: &'p [Token],
    at: usize,
    end: Span,
    depth: u32,
}

impl Evaluation<'_, '_> {
    fn whole(&mut self) -> Value {
        let value = self.conditional(true)?;
        match self.line.get(self.at) {
            None => Ok(value),
            Some(token) => Err((token.span, format!("`{}` is not expected here", self.pre.spelling(*token)))),
        }
    }

    fn tok(&self) -> Tok {
        self.line.get(self.at).map_or(Tok::End, |t| t.tok)
    }

    fn span(&self) -> Span {
        self.line.get(self.at).map_or(self.end, |t| t.span)
    }

    fn eat(&mut self, tok: Tok) -> bool {
        let found = self.tok() == tok;
        self.at += usize::from(found);
        found
    }

    /// `c ? a : b`. What is not chosen is read but not `live`: its faults do not matter.
    fn conditional(&mut self, live: bool) -> Value {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err((self.span(), "the condition is nested too deeply".to_string()));
        }
        let condition = self.binary(1, live)?;
        let value = if self.eat(Tok::Question) {
            let yes = self.conditional(live && condition != 0)?;
            if !self.eat(Tok::Colon) {
                return Err((self.span(), "`?` without `:`".to_string()));
            }
            let no = self.conditional(live && condition == 0)?;
            if condition != 0 { yes } else { no }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, minimum: u8, live: bool) -> Value {
        let mut left = self.unary(live)?;
        loop {
            let operator = self.tok();
            let precedence = match operator {
                Tok::PipePipe => 1,
                Tok::AmpAmp => 2,
                Tok::Pipe => 3,
                Tok::Caret => 4,
                Tok::Amp => 5,
                Tok::EqEq | Tok::NotEq => 6,
                Tok::Lt | Tok::Le | Tok::Gt | Tok::Ge => 7,
                Tok::Shl | Tok::Shr => 8,
                Tok::Plus | Tok::Minus => 9,
                Tok::Star | Tok::Slash | Tok::Percent => 10,
                _ => return Ok(left),
            };
            if precedence < minimum {
                return Ok(left);
            }
            let span = self.span();
            self.at += 1;
            let needed = match operator {
                Tok::PipePipe => live && left == 0,
                Tok::AmpAmp => live && left != 0,
                _ => live,
            };
            let right = self.binary(precedence + 1, needed)?;
            left = match operator {
                Tok::PipePipe => i64::from(left != 0 || right != 0),
                Tok::AmpAmp => i64::from(left != 0 && right != 0),
                Tok::Pipe => left | right,
                Tok::Caret => left ^ right,
                Tok::Amp => left & right,
                Tok::EqEq => i64::from(left == right),
                Tok::NotEq => i64::from(left != right),
                Tok::Lt => i64::from(left < right),
                Tok::Le => i64::from(left <= right),
                Tok::Gt => i64::from(left > right),
                Tok::Ge => i64::from(left >= right),
                Tok::Shl => left.wrapping_shl(right as u32),
                Tok::Shr => left.wrapping_shr(right as u32),
                Tok::Plus => left.wrapping_add(right),
                Tok::Minus => left.wrapping_sub(right),
                Tok::Star => left.wrapping_mul(right),
                _ if right == 0 && live => return Err((span, "division by zero".to_string())),
                Tok::Slash => left.checked_div(right).unwrap_or(0),
                _ => left.checked_rem(right).unwrap_or(0),
            };
        }
    }

    fn unary(&mut self, live: bool) -> Value {
        let mut operators = Vec::new();
        while matches!(self.tok(), Tok::Not | Tok::NotNot | Tok::Minus | Tok::Plus | Tok::Tilde) {
            operators.push(self.tok());
            self.at += 1;
        }
        let mut value = self.primary(live)?;
        while let Some(operator) = operators.pop() {
            value = match operator {
                Tok::Not => i64::from(value == 0),
                Tok::NotNot => i64::from(value != 0),
                Tok::Minus => value.wrapping_neg(),
                Tok::Tilde => !value,
                _ => value,
            };
        }
        Ok(value)
    }

    fn primary(&mut self, live: bool) -> Value {
        let Some(token) = self.line.get(self.at).copied() else {
            return Err((self.end, "the condition ends too early".to_string()));
        };
        self.at += 1;
        let text = self.pre.spelling(token);
        match token.tok {
            Tok::LParen => {
                let value = self.conditional(live)?;
                if !self.eat(Tok::RParen) {
                    return Err((token.span, "this parenthesis is not closed".to_string()));
                }
                Ok(value)
            }
            Tok::Name => Ok(0),
            Tok::Number => number(text).ok_or_else(|| (token.span, format!("`{text}` is no integer"))),
            Tok::Char => {
                let mut characters = text[1..text.len() - 1].chars();
                let value = match (characters.next(), characters.next()) {
                    (Some('\\'), Some('n')) => '\n',
                    (Some('\\'), Some('t')) => '\t',
                    (Some('\\'), Some('0')) => '\0',
                    (Some('\\'), Some(other)) => other,
                    (Some(other), None) => other,
                    _ => return Err((token.span, format!("`{text}` is no character constant"))),
                };
                Ok(i64::from(u32::from(value)))
            }
            _ => Err((token.span, format!("`{text}` is not expected here"))),
        }
    }
}

/// A number of C: decimal, octal or hexadecimal, with a suffix.
fn number(text: &str) -> Option<i64> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&digits[2..], 16),
        [b'0', _, ..] => (&digits[1..], 8),
        _ => (digits, 10),
    };
    u64::from_str_radix(digits, radix).ok().map(|value| value as i64)
}
