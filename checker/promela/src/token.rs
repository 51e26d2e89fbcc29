//! Tokens: what the preprocessor hands to the parser.

use super::symbol::{Keyword, Sym};
use crate::source::Span;

/// A token. Small and `Copy`: its spelling is in the symbol table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub tok: Tok,
    pub flags: Flags,
    /// The spelling of names, numbers, constants and strings; [`Sym::NONE`] for punctuation.
    pub text: Sym,
    pub span: Span,
}

/// What is known of a token besides its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags(u8);

impl Flags {
    pub const NONE: Flags = Flags(0);
    /// White space or a comment stands before it.
    pub const SPACE: Flags = Flags(1);
    /// It starts on a later line than the token before it.
    pub const NEWLINE: Flags = Flags(2);
    /// It is the first of its line, so that `#` begins a directive. A comment or a continued line does not count.
    pub const LINE_START: Flags = Flags(4);
    /// A macro name that is not expanded because it came out of its own expansion.
    pub const NO_EXPAND: Flags = Flags(8);
    /// It came out of a macro.
    pub const MACRO: Flags = Flags(16);
    /// A `;` that the text does not have: the end of the line stands for it.
    pub const IMPLIED: Flags = Flags(32);

    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    pub fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    pub fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }

    /// Only those flags that are also in `other`.
    pub fn only(self, other: Flags) -> Flags {
        Flags(self.0 & other.0)
    }
}

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tok {
    /// A name. The preprocessor also calls reserved words names.
    Name,
    /// A reserved word; only the parser sees these.
    Keyword(Keyword),
    Number,
    /// `'a'`
    Char,
    /// `"text"`
    Str,
    /// A character without a use in Promela. Embedded C may hold any.
    Other,
    /// A parameter in the text of a macro; the symbol's index is its number.
    Param,
    /// The end of the input.
    End,
    LParen,
    RParen,
    LBracket,
    RBracket,
    LBrace,
    RBrace,
    Comma,
    Semi,
    Arrow,
    Colon,
    Sep,
    Dot,
    DotDot,
    Assign,
    EqEq,
    NotEq,
    Not,
    NotNot,
    Question,
    QuestionQuestion,
    Lt,
    Le,
    Shl,
    Gt,
    Ge,
    Shr,
    Plus,
    PlusPlus,
    Minus,
    MinusMinus,
    Star,
    Slash,
    Percent,
    Amp,
    AmpAmp,
    Pipe,
    PipePipe,
    Caret,
    Tilde,
    At,
    Hash,
    HashHash,
}

impl Tok {
    /// The spelling of punctuation and reserved words; empty for the other kinds.
    pub fn text(self) -> &'static str {
        use Tok::*;
        match self {
            Keyword(keyword) => keyword.text(),
            Name | Number | Char | Str | Other | Param | End => "",
            LParen => "(",
            RParen => ")",
            LBracket => "[",
            RBracket => "]",
            LBrace => "{",
            RBrace => "}",
            Comma => ",",
            Semi => ";",
            Arrow => "->",
            Colon => ":",
            Sep => "::",
            Dot => ".",
            DotDot => "..",
            Assign => "=",
            EqEq => "==",
            NotEq => "!=",
            Not => "!",
            NotNot => "!!",
            Question => "?",
            QuestionQuestion => "??",
            Lt => "<",
            Le => "<=",
            Shl => "<<",
            Gt => ">",
            Ge => ">=",
            Shr => ">>",
            Plus => "+",
            PlusPlus => "++",
            Minus => "-",
            MinusMinus => "--",
            Star => "*",
            Slash => "/",
            Percent => "%",
            Amp => "&",
            AmpAmp => "&&",
            Pipe => "|",
            PipePipe => "||",
            Caret => "^",
            Tilde => "~",
            At => "@",
            Hash => "#",
            HashHash => "##",
        }
    }

    /// Whether the symbol of such a token is its spelling.
    pub fn is_spelled(self) -> bool {
        matches!(self, Tok::Name | Tok::Number | Tok::Char | Tok::Str | Tok::Other)
    }
}
