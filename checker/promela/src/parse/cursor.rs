//! The parser's place in the token stream.
//!
//! Tokens come from the inline calls being expanded, innermost first, and then from the preprocessor.
//! Here too the end of a line becomes a `;` where Spin takes it for one: inside a body, outside
//! parentheses, after a token that can end a statement. A `;` is also supplied after `}` and after
//! `else`, wherever something follows that cannot go on without one.

use super::super::pre::Preprocessor;
use super::super::symbol::{Keyword, Sym};
use super::super::token::{Flags, Tok, Token};
use super::inline::Inline;
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

pub(super) struct Cursor<'a> {
    pub pre: Preprocessor<'a>,
    pub current: Token,
    /// The last token taken.
    pub previous: Token,
    /// How many tokens were taken.
    pub taken: u64,
    /// Tokens after the current one that were looked at.
    lookahead: VecDeque<Token>,
    /// Text of inline calls still to be read, the innermost last.
    frames: Vec<Frame>,
    /// Inside the braces of a proctype, claim or typedef.
    pub in_body: bool,
    /// How many parentheses are open.
    pub parens: u32,
    /// What the token before the current one says about a line's end between them.
    ends: Ends,
}

struct Frame {
    tokens: Vec<Token>,
    pos: usize,
}

/// What may follow a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// The end of a line after it means nothing.
    Never,
    /// The end of a line after it is a `;`.
    AtLineEnd,
    /// It is a `}`.
    Brace,
    /// It is an `else`.
    Else,
}

impl<'a> Cursor<'a> {
    pub fn new(pre: Preprocessor<'a>) -> Cursor<'a> {
        let end = pre.end_token();
        Cursor {
            pre,
            current: end,
            previous: end,
            taken: 0,
            lookahead: VecDeque::new(),
            frames: Vec::new(),
            in_body: false,
            parens: 0,
            ends: Ends::Never,
        }
    }

    /// The next token of the text, with reserved words told from names.
    fn fetch(&mut self) -> Token {
        while let Some(frame) = self.frames.last_mut() {
            if let Some(token) = frame.tokens.get(frame.pos) {
                frame.pos += 1;
                return *token;
            }
            self.frames.pop();
        }
        let mut token = self.pre.next_token();
        if token.tok == Tok::Name
            && let Some(keyword) = token.text.keyword()
        {
            token.tok = Tok::Keyword(keyword);
        }
        token
    }

    /// The token `n` places after the current one, as it stands in the text.
    pub fn ahead(&mut self, n: usize) -> Token {
        while self.lookahead.len() <= n {
            let token = self.fetch();
            self.lookahead.push_back(token);
        }
        self.lookahead[n]
    }

    /// Takes the current token and moves to the next one.
    pub fn bump(
        &mut self,
        typedefs: &HashSet<Sym>,
        proctypes: &HashSet<Sym>,
        inlines: &HashMap<Sym, Rc<Inline>>,
    ) -> Token {
        let taken = self.current;
        self.previous = taken;
        self.taken += 1;
        match taken.tok {
            Tok::LParen => self.parens += 1,
            Tok::RParen => self.parens = self.parens.saturating_sub(1),
            _ => {}
        }
        self.ends = match taken.tok {
            Tok::Name => {
                let name = taken.text;
                // A type, a proctype or an inline is not the end of anything.
                let known = typedefs.contains(&name) || proctypes.contains(&name) || inlines.contains_key(&name);
                if known { Ends::Never } else { Ends::AtLineEnd }
            }
            tok => ends(tok),
        };
        self.advance();
        taken
    }

    /// Moves to the next token, or to the `;` that stands before it.
    fn advance(&mut self) {
        let next = match self.lookahead.pop_front() {
            Some(token) => token,
            None => self.fetch(),
        };
        if self.implies_separator(next) {
            self.lookahead.push_front(next);
            let mut span = next.span;
            if self.previous.span.file == span.file && self.previous.span.end <= span.start {
                (span.start, span.end) = (self.previous.span.end, self.previous.span.end);
            }
            self.current = Token { tok: Tok::Semi, flags: Flags::IMPLIED, text: Sym::NONE, span };
            return;
        }
        self.current = next;
    }

    fn implies_separator(&self, next: Token) -> bool {
        use Keyword::*;
        let line_end = next.flags.has(Flags::NEWLINE) && self.in_body && self.parens == 0;
        match (self.ends, next.tok) {
            (_, Tok::RBrace | Tok::Semi | Tok::Arrow | Tok::End) | (Ends::Never, _) => false,
            (Ends::Brace, Tok::Keyword(Unless | Proctype | Init | Never | Fi | Od)) => false,
            (Ends::Brace, Tok::Sep | Tok::Comma | Tok::RParen) => false,
            (Ends::Else, Tok::Keyword(Fi)) => false,
            (Ends::Brace | Ends::Else, _) => true,
            (Ends::AtLineEnd, _) => line_end,
        }
    }

    /// Makes `tokens` the text that comes after the current token, which is taken.
    pub fn insert(&mut self, tokens: Vec<Token>) {
        if !self.lookahead.is_empty() {
            let tokens = std::mem::take(&mut self.lookahead).into();
            self.frames.push(Frame { tokens, pos: 0 });
        }
        self.frames.push(Frame { tokens, pos: 0 });
        self.previous = self.current;
        self.taken += 1;
        self.ends = Ends::Never;
        self.advance();
    }

    /// Takes the current token without looking at what follows from it, for text that is not parsed.
    pub fn take_raw(&mut self) -> Token {
        let taken = self.current;
        self.current = match self.lookahead.pop_front() {
            Some(token) => token,
            None => self.fetch(),
        };
        self.previous = taken;
        self.taken += 1;
        taken
    }

    /// Goes on after embedded C, of which the last token is the current one: a `}` that ends the line only.
    pub fn end_embedded(&mut self) {
        self.previous = self.current;
        self.taken += 1;
        self.ends = Ends::AtLineEnd;
        self.advance();
    }

    /// No more tokens: after an error that makes going on senseless.
    pub fn stop(&mut self) {
        self.frames.clear();
        self.lookahead.clear();
        self.pre.report.stop();
        self.current = self.pre.end_token();
    }
}

/// Whether the end of a line after such a token is a `;`.
fn ends(tok: Tok) -> Ends {
    use Keyword::*;
    match tok {
        Tok::RBrace => Ends::Brace,
        Tok::Keyword(Else) => Ends::Else,
        Tok::RParen | Tok::RBracket | Tok::Number | Tok::Char | Tok::PlusPlus | Tok::MinusMinus => Ends::AtLineEnd,
        Tok::Keyword(Od | Fi | Break | True | False | Skip | Timeout) => Ends::AtLineEnd,
        _ => Ends::Never,
    }
}
