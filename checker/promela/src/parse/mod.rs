//! The parser: tokens to syntax tree, by recursive descent, one function for each production.
//!
//! It never fails: a construct with an error is reported and left out, and parsing goes on at the next
//! `;`, `::`, `}` or top-level keyword. Names are not resolved, except where the grammar needs it: the
//! names of typedefs, of inlines, and of the proctypes seen so far (`p:x` is a remote reference only
//! for those; otherwise `p:` is a label).
//!
//! Depth is bounded everywhere ([`MAX_NESTING`], [`MAX_EXPR_DEPTH`]), so that every walk over the tree
//! may be recursive.

mod cursor;
mod decl;
mod embedded;
mod expr;
mod inline;
mod message;
mod operator;
mod recover;
mod stmt;
mod unit;

pub use operator::{is_temporal, precedence};
pub use stmt::select;

use super::ast::{Expr, Ident, Program, Sequence};
use super::codes;
use super::pre::Preprocessor;
use super::symbol::{Keyword, Sym, nearest};
use super::token::{Flags, Tok, Token};
use crate::finding::Finding;
use crate::source::{FileId, Span};
use cursor::Cursor;
use inline::{Call, Inline};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Blocks, parentheses and indices may be nested so deeply.
pub const MAX_NESTING: u32 = 200;
/// An expression's tree may be so deep; `a + a + …` makes a tree as deep as it is long.
pub const MAX_EXPR_DEPTH: u32 = 4000;

/// An error was found and reported; the caller leaves the construct out or gets back on track.
struct Reported;

type Parsed<T> = Result<T, Reported>;

struct Parser<'a> {
    cursor: Cursor<'a>,
    /// Inside an ltl formula, where `U`, `[]` and `->` are operators.
    ltl: bool,
    /// What the text is, for messages.
    whole: &'static str,
    nesting: u32,
    typedefs: HashSet<Sym>,
    proctypes: HashSet<Sym>,
    inlines: HashMap<Sym, Rc<Inline>>,
    /// The inline calls being expanded, the innermost last.
    calls: Vec<Call>,
    /// How many tokens inline calls have made.
    inlined: u64,
}

impl<'a> Parser<'a> {
    fn new(pre: Preprocessor<'a>) -> Parser<'a> {
        Parser {
            cursor: Cursor::new(pre),
            ltl: false,
            whole: "model",
            nesting: 0,
            typedefs: HashSet::new(),
            proctypes: HashSet::new(),
            inlines: HashMap::new(),
            calls: Vec::new(),
            inlined: 0,
        }
    }
}

/// Parses all that the preprocessor gives.
pub fn program(pre: Preprocessor<'_>) -> Program {
    let mut parser = Parser::new(pre);
    parser.start();
    parser.units()
}

/// Parses the statements of a file, after the units of those before it.
pub fn fragment(pre: Preprocessor<'_>, file: FileId) -> Sequence {
    let mut parser = Parser::new(pre);
    parser.whole = "text";
    parser.start();
    parser.units_before(file);
    // The end of the last line before the text is no separator in it.
    while parser.at(Tok::Semi) && parser.token().flags.has(Flags::IMPLIED) {
        parser.bump();
    }
    let sequence = parser.sequence();
    if !parser.at(Tok::End) {
        parser.expected("a statement");
    }
    sequence
}

/// Parses an ltl formula and nothing else.
pub fn formula(pre: Preprocessor<'_>) -> Option<Expr> {
    let mut parser = Parser::new(pre);
    parser.ltl = true;
    parser.whole = "formula";
    parser.start();
    let formula = parser.full_expr().ok()?;
    if !parser.at(Tok::End) {
        parser.rest_of_formula();
    }
    (parser.cursor.pre.report.errors() == 0).then_some(formula)
}

/// Looking at tokens and taking them.
impl Parser<'_> {
    fn start(&mut self) {
        self.bump();
    }

    /// The current token.
    fn token(&self) -> Token {
        self.cursor.current
    }

    fn tok(&self) -> Tok {
        self.cursor.current.tok
    }

    fn span(&self) -> Span {
        self.cursor.current.span
    }

    /// From the start of `start` to the end of the last token taken.
    fn span_from(&self, start: Span) -> Span {
        start.to(self.cursor.previous.span)
    }

    fn at(&self, tok: Tok) -> bool {
        self.tok() == tok
    }

    fn at_keyword(&self, keyword: Keyword) -> bool {
        self.tok() == Tok::Keyword(keyword)
    }

    /// The kind of the token after the current one.
    fn peek(&mut self) -> Tok {
        self.cursor.ahead(0).tok
    }

    /// Takes the current token.
    fn bump(&mut self) -> Token {
        self.cursor.bump(&self.typedefs, &self.proctypes, &self.inlines)
    }

    fn eat(&mut self, tok: Tok) -> bool {
        let found = self.at(tok);
        if found {
            self.bump();
        }
        found
    }

    fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        self.eat(Tok::Keyword(keyword))
    }

    /// Takes the current token if it is `tok`, or reports that it is not.
    fn expect(&mut self, tok: Tok) -> Parsed<Token> {
        if self.at(tok) { Ok(self.bump()) } else { Err(self.expected(&format!("`{}`", tok.text()))) }
    }

    /// Takes the closing bracket of the opening one at `open`.
    fn close(&mut self, tok: Tok, open: Span) -> Parsed<Token> {
        if self.at(tok) {
            return Ok(self.bump());
        }
        if self.at(Tok::Assign) {
            return Err(self.assignment_in_expression());
        }
        let finding = self.unexpected(codes::NOT_CLOSED, &format!("`{}`", tok.text())).related(open, "opened here");
        Err(self.report(finding))
    }

    fn text(&self, token: Token) -> String {
        self.cursor.pre.spelling(token).to_string()
    }

    fn ident_of(&self, token: Token) -> Ident {
        Ident { name: self.text(token), span: token.span }
    }

    /// A name.
    fn ident(&mut self, what: &str) -> Parsed<Ident> {
        if self.at(Tok::Name) {
            let token = self.bump();
            return Ok(self.ident_of(token));
        }
        let mut finding = self.unexpected(codes::UNEXPECTED, what);
        if let Tok::Keyword(keyword) = self.tok() {
            finding = finding.help(format!("`{}` is a reserved word; choose another name", keyword.text()));
        }
        Err(self.report(finding))
    }

    /// Runs `parse` one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting == MAX_NESTING {
            let finding = Finding::error(codes::TOO_DEEP, self.span(), "constructs are nested too deeply here")
                .help(format!("nest at most {MAX_NESTING} blocks and parentheses"));
            self.fatal(finding);
            return Err(Reported);
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }
}

/// Reporting.
impl Parser<'_> {
    fn report(&mut self, mut finding: Finding) -> Reported {
        for call in self.calls.iter().rev().take(4) {
            finding = finding.related(call.span, format!("in this call of inline `{}`", call.name));
        }
        self.cursor.pre.report.push(finding);
        Reported
    }

    fn fatal(&mut self, finding: Finding) {
        self.report(finding);
        self.cursor.stop();
    }

    /// How the current token is called in a message.
    fn found(&self) -> String {
        let token = self.token();
        if token.flags.has(Flags::IMPLIED) {
            return "the end of the line".to_string();
        }
        match token.tok {
            Tok::End => format!("the end of the {}", self.whole),
            Tok::Keyword(keyword) => format!("the word `{}`", keyword.text()),
            Tok::Number => format!("the number `{}`", self.text(token)),
            Tok::Str => "a string".to_string(),
            Tok::Name => format!("the name `{}`", self.text(token)),
            _ => format!("`{}`", self.text(token)),
        }
    }

    /// "expected …, found …" at the current token.
    fn unexpected(&self, code: &'static str, what: &str) -> Finding {
        let finding = Finding::error(code, self.span(), format!("expected {what}, found {}", self.found()));
        if self.token().flags.has(Flags::MACRO) {
            return finding.label("in the expansion of this macro");
        }
        if self.token().flags.has(Flags::IMPLIED) {
            return finding
                .label("the end of a line counts as `;` here")
                .help("let the line end with an operator, or put the expression in parentheses");
        }
        finding
    }

    /// Reports that `what` was expected here.
    fn expected(&mut self, what: &str) -> Reported {
        if self.at(Tok::Other) {
            return self.bad_character();
        }
        let finding = self.unexpected(codes::UNEXPECTED, what);
        self.report(finding)
    }

    /// Reports what stands after a formula, and what may have been meant.
    fn rest_of_formula(&mut self) {
        if self.at(Tok::Other) {
            self.bad_character();
            return;
        }
        const UNARY: [&str; 3] = ["always", "eventually", "next"];
        const BINARY: [&str; 7] = ["until", "stronguntil", "weakuntil", "release", "implies", "equivalent", "U"];
        let mut finding = self.unexpected(codes::UNEXPECTED, "an operator or the end of the formula");
        let before = self.cursor.previous;
        let meant = match (self.tok(), before.tok) {
            (Tok::Assign, _) => Some("an implication is `->`, a comparison `==`".to_string()),
            (Tok::RParen, _) => Some("this parenthesis has no opening one".to_string()),
            (Tok::Name, before_tok) => {
                let here = nearest(&self.text(self.token()), BINARY.into_iter());
                let before =
                    (before_tok == Tok::Name).then(|| nearest(&self.text(before), UNARY.into_iter())).flatten();
                here.or(before).map(|meant| format!("did you mean `{meant}`?"))
            }
            _ => None,
        };
        if let Some(meant) = meant {
            finding = finding.help(meant);
        }
        self.report(finding);
    }

    fn bad_character(&mut self) -> Reported {
        let token = self.token();
        self.cursor.pre.unexpected_character(token);
        Reported
    }

    fn assignment_in_expression(&mut self) -> Reported {
        let finding =
            Finding::error(codes::ASSIGNMENT_IN_EXPRESSION, self.span(), "an assignment cannot stand in an expression")
                .help("compare with `==`");
        self.report(finding)
    }

    /// "did you mean …" for a name that is near a reserved word or the name of an inline.
    fn suggestion(&self, name: &str) -> Option<String> {
        let inlines = self.inlines.values().map(|inline| inline.name.name.as_str());
        let words = inlines.chain(Keyword::all().map(|word| -> &str { word }));
        nearest(name, words).map(|meant| format!("did you mean `{meant}`?"))
    }
}
