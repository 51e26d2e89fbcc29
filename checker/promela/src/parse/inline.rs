//! Inlines: their definitions, and the expansion of their calls.
//!
//! A call stands for the body with the arguments put in, token by token and without parentheses, as
//! Spin does it: with `inline f(p) { x = p*2 }`, the call `f(1+2)` assigns `1+2*2`. Arguments are put in
//! wherever the body has a parameter's name, be it a variable, a field or a label, but not in strings.
//! The tokens put in get the span of the parameter they replace.

use super::super::ast::{Ident, StmtKind, VarRef};
use super::super::codes;
use super::super::report::plural;
use super::super::symbol::Sym;
use super::super::token::{Tok, Token};
use super::{Parsed, Parser, Reported};
use crate::finding::Finding;
use crate::source::Span;
use std::rc::Rc;

/// All calls of inlines together may make so many tokens.
const MAX_TOKENS: u64 = 20_000_000;

/// A definition.
pub(super) struct Inline {
    pub name: Ident,
    params: Vec<Sym>,
    /// With its braces.
    body: Vec<Token>,
}

/// A call that is being expanded.
pub(super) struct Call {
    pub name: String,
    pub span: Span,
    symbol: Sym,
    /// `v = f(x)`: what `return` assigns to.
    pub result: Option<VarRef>,
}

impl Parser<'_> {
    /// `inline f(a, b) { … }`
    pub(super) fn inline_definition(&mut self) -> Parsed<()> {
        self.bump();
        let symbol = self.token().text;
        let name = self.ident("the name of an inline")?;
        let open = self.expect(Tok::LParen)?.span;
        let mut params = Vec::new();
        while !self.at(Tok::RParen) {
            params.push(self.token().text);
            self.ident("the name of a parameter")?;
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.close(Tok::RParen, open)?;
        if !self.at(Tok::LBrace) {
            return Err(self.expected("`{`"));
        }
        let body = self.inline_body()?;
        if let Some(before) = self.inlines.get(&symbol) {
            let finding =
                Finding::error(codes::INLINE_REDEFINED, name.span, format!("inline `{}` is defined twice", name.name))
                    .related(before.name.span, "the definition before")
                    .help("give one of them another name");
            self.report(finding);
        }
        self.inlines.insert(symbol, Rc::new(Inline { name, params, body }));
        Ok(())
    }

    /// The tokens from the current `{` to its `}`.
    fn inline_body(&mut self) -> Parsed<Vec<Token>> {
        let open = self.token();
        let mut body = Vec::new();
        let mut depth = 0u32;
        loop {
            let token = self.token();
            body.push(token);
            match token.tok {
                Tok::End => {
                    let finding =
                        self.unexpected(codes::NOT_CLOSED, "`}`").related(open.span, "this `{` is not closed");
                    return Err(self.report(finding));
                }
                Tok::LBrace => depth += 1,
                Tok::RBrace if depth == 1 => {
                    self.bump();
                    return Ok(body);
                }
                Tok::RBrace => depth -= 1,
                _ => {}
            }
            self.cursor.take_raw();
        }
    }

    /// Whether the current token is the name of an inline.
    pub(super) fn at_inline(&self) -> bool {
        self.at(Tok::Name) && self.inlines.contains_key(&self.token().text)
    }

    /// A call, from its name on, expanded: the block that it stands for.
    pub(super) fn inline_call(&mut self, result: Option<VarRef>) -> Parsed<StmtKind> {
        let name = self.token();
        let Some(inline) = self.inlines.get(&name.text).cloned() else { return Err(self.expected("an inline")) };
        self.bump();
        let arguments = self.inline_arguments(&inline, name)?;
        let span = name.span.to(self.span());
        if let Some(outer) = self.calls.iter().find(|call| call.symbol == name.text) {
            let finding =
                Finding::error(codes::RECURSIVE_INLINE, span, format!("inline `{}` calls itself", inline.name.name))
                    .related(outer.span, "it is being expanded for this call")
                    .help("use a proctype that is run again, or a loop");
            self.cursor.pre.report.push(finding);
            // Leave the call out: the `)` is the current token.
            self.bump();
            return Err(Reported);
        }
        let text = expand(&inline, &arguments);
        self.inlined += text.len() as u64;
        if self.inlined > MAX_TOKENS {
            let finding = Finding::error(codes::EXPANSION_SIZE, span, "calls of inlines expand to too much text")
                .label(format!("expanding this call passes the limit of {MAX_TOKENS} tokens"))
                .help("let inlines that call each other call fewer, or use a proctype");
            self.fatal(finding);
            return Err(Reported);
        }
        self.cursor.parens = self.cursor.parens.saturating_sub(1);
        self.cursor.insert(text);
        self.calls.push(Call { name: inline.name.name.clone(), span, symbol: name.text, result });
        let block = self.block();
        self.calls.pop();
        block.map(StmtKind::Block)
    }

    /// The arguments of a call, as tokens. The closing `)` becomes the current token.
    fn inline_arguments(&mut self, inline: &Inline, name: Token) -> Parsed<Vec<Vec<Token>>> {
        if !self.at(Tok::LParen) {
            let text = &inline.name.name;
            let finding = self.unexpected(codes::BAD_INLINE_CALL, "`(`");
            return Err(self.report(finding.help(format!("call the inline as `{text}(…)`"))));
        }
        let open = self.bump();
        let mut arguments = vec![Vec::new()];
        let mut depth = 0u32;
        loop {
            let token = self.token();
            match token.tok {
                Tok::RParen if depth == 0 => break,
                Tok::End | Tok::Semi => {
                    let finding = self.unexpected(codes::NOT_CLOSED, "`)`").related(open.span, "opened here");
                    return Err(self.report(finding));
                }
                Tok::Comma if depth == 0 => {
                    arguments.push(Vec::new());
                    self.cursor.take_raw();
                    continue;
                }
                Tok::LParen | Tok::LBracket | Tok::LBrace => depth += 1,
                Tok::RParen | Tok::RBracket | Tok::RBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
            if let Some(last) = arguments.last_mut() {
                last.push(token);
            }
            self.cursor.take_raw();
        }
        if arguments.len() == 1 && arguments[0].is_empty() {
            arguments.clear();
        }
        if arguments.len() != inline.params.len() {
            let wanted = plural(inline.params.len(), "argument");
            let message = format!("inline `{}` takes {wanted}, not {}", inline.name.name, arguments.len());
            let finding = Finding::error(codes::BAD_INLINE_CALL, name.span.to(self.span()), message)
                .related(inline.name.span, "defined here");
            self.report(finding);
            self.bump();
            return Err(Reported);
        }
        if let Some(empty) = arguments.iter().position(Vec::is_empty) {
            let message = format!("argument {} of inline `{}` is empty", empty + 1, inline.name.name);
            let finding = Finding::error(codes::BAD_INLINE_CALL, name.span.to(self.span()), message);
            self.report(finding);
            self.bump();
            return Err(Reported);
        }
        Ok(arguments)
    }
}

/// The body with the arguments put in.
fn expand(inline: &Inline, arguments: &[Vec<Token>]) -> Vec<Token> {
    let mut text = Vec::with_capacity(inline.body.len());
    for token in &inline.body {
        let param = inline.params.iter().position(|p| token.tok == Tok::Name && *p == token.text);
        match param {
            Some(index) => text.extend(arguments[index].iter().enumerate().map(|(i, argument)| Token {
                span: token.span,
                flags: if i == 0 { token.flags } else { argument.flags.without(super::Flags::NEWLINE) },
                ..*argument
            })),
            None => text.push(*token),
        }
    }
    text
}
