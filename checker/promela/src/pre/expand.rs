//! Macro expansion.
//!
//! A macro's text becomes a context on a stack, and tokens are read from the innermost context before
//! the file. While its context is open a macro is not expanded again (C's rule against recursion): its
//! name is marked for good instead. Arguments are expanded on their own before they are put in, except
//! next to `#` and `##`. The number of tokens made this way is bounded, and so is the nesting of calls
//! inside arguments.

use super::super::codes;
use super::super::lex::{self, Mode};
use super::super::report::plural;
use super::super::token::{Flags, Tok, Token};
use super::Preprocessor;
use super::macros::{Function, Macro, MacroKind};
use crate::finding::Finding;
use crate::source::Span;
use std::rc::Rc;

/// Calls of macros inside arguments of macros may be nested so deeply.
const MAX_ARGUMENT_DEPTH: u32 = 100;

/// Tokens to be read before the file goes on.
pub(super) struct Context {
    tokens: Rc<[Token]>,
    pos: usize,
    /// Set for the text of a macro, not for an argument being expanded.
    expansion: Option<Expansion>,
}

struct Expansion {
    definition: Rc<Macro>,
    /// Where the macro is used.
    span: Span,
}

/// The arguments of a call, as written.
type Arguments = Vec<Vec<Token>>;

impl Preprocessor<'_> {
    /// The next token after expansion. Inside an argument, [`Tok::End`] is the end of the argument.
    pub(super) fn next_expanded(&mut self) -> Token {
        loop {
            let mut token = self.next_raw();
            if token.tok == Tok::End {
                return token;
            }
            token.flags = token.flags.with(std::mem::take(&mut self.carry));
            if token.tok != Tok::Name || token.flags.has(Flags::NO_EXPAND) {
                return token;
            }
            let Some(definition) = self.macros.get(token.text).cloned() else { return token };
            if definition.active.get() {
                token.flags = token.flags.with(Flags::NO_EXPAND);
                return token;
            }
            match &definition.kind {
                MacroKind::Line => {
                    let line = self.sources.place(token.span).line.to_string();
                    return self.constant(token, Tok::Number, &line);
                }
                MacroKind::File => {
                    let name = format!("\"{}\"", self.sources.place(token.span).file);
                    return self.constant(token, Tok::Str, &name);
                }
                MacroKind::Object(body) => {
                    let body = body.clone();
                    self.enter(definition, token, body, token.span);
                }
                MacroKind::Function(function) => {
                    if !self.call(&definition, function, token) {
                        return token;
                    }
                }
            }
        }
    }

    fn constant(&mut self, token: Token, tok: Tok, text: &str) -> Token {
        Token { tok, flags: token.flags.with(Flags::MACRO), text: self.symbols.intern(text), span: token.span }
    }

    /// The next token before expansion, from the innermost context or the file.
    fn next_raw(&mut self) -> Token {
        if let Some(token) = self.pushed_back.take() {
            return token;
        }
        while let Some(context) = self.contexts.last_mut() {
            if let Some(token) = context.tokens.get(context.pos) {
                let mut token = *token;
                context.pos += 1;
                if let Some(expansion) = &context.expansion {
                    token.span = expansion.span;
                    token.flags = token.flags.without(Flags::NEWLINE).with(Flags::MACRO);
                }
                return token;
            }
            match &context.expansion {
                Some(expansion) => expansion.definition.active.set(false),
                None => return self.end_token(),
            }
            self.contexts.pop();
        }
        self.next_of_file()
    }

    /// Starts to read the text of a macro that was used by `token`.
    fn enter(&mut self, definition: Rc<Macro>, token: Token, tokens: Rc<[Token]>, span: Span) {
        self.carry = token.flags.only(Flags::SPACE.with(Flags::NEWLINE));
        if !self.count(tokens.len(), token) {
            return;
        }
        definition.active.set(true);
        self.contexts.push(Context { tokens, pos: 0, expansion: Some(Expansion { definition, span }) });
    }

    /// Counts tokens that macros made. False, and everything stops, if they are too many.
    fn count(&mut self, tokens: usize, name: Token) -> bool {
        self.made += tokens as u64 + 1;
        if self.made <= self.allowed {
            return true;
        }
        if !self.report.stopped() {
            let text = self.symbols.text(name.text).to_string();
            self.report.fatal(
                Finding::error(codes::EXPANSION_SIZE, name.span, "macros expand to too much text")
                    .label(format!("expanding `{text}` here passes the limit of {} tokens", self.allowed))
                    .help("use an inline or a loop instead of macros that double their text"),
            );
        }
        false
    }

    /// Expands a call of a macro with parameters. False if no `(` follows, so that it is no call.
    fn call(&mut self, definition: &Rc<Macro>, function: &Function, name: Token) -> bool {
        let next = self.next_raw();
        if next.tok != Tok::LParen {
            // The end of an argument is found again where it was.
            if next.tok != Tok::End {
                self.pushed_back = Some(next);
            }
            return false;
        }
        let Some((arguments, close)) = self.arguments(function, name, next) else { return true };
        // A call that does not fit stays as it is; the error is reported.
        let Some(arguments) = self.fit(function, arguments, name, close) else { return false };
        let Some(tokens) = self.substitute(function, &arguments, name) else { return true };
        self.enter(definition.clone(), name, tokens.into(), name.span.to(close.span));
        true
    }

    /// Reads the arguments of a call up to its `)`.
    fn arguments(&mut self, function: &Function, name: Token, open: Token) -> Option<(Arguments, Token)> {
        let mut arguments: Arguments = vec![Vec::new()];
        let mut depth = 0;
        let mut lines = open.flags.has(Flags::NEWLINE);
        loop {
            let token = self.next_raw();
            lines |= token.flags.has(Flags::NEWLINE);
            match token.tok {
                Tok::End => {
                    let text = self.symbols.text(name.text).to_string();
                    self.report.fatal(
                        Finding::error(
                            codes::BAD_MACRO_CALL,
                            name.span,
                            format!("call of macro `{text}` is not closed"),
                        )
                        .help("close the call with `)`"),
                    );
                    return None;
                }
                Tok::RParen if depth == 0 => {
                    // What follows the call on its last line starts a line, because the expansion is on the first.
                    if let Some(file) = self.files.last_mut().filter(|_| lines) {
                        file.newline = true;
                    }
                    return Some((arguments, token));
                }
                Tok::Comma if depth == 0 && !(function.variadic && arguments.len() == function.params.len()) => {
                    arguments.push(Vec::new());
                    continue;
                }
                Tok::LParen => depth += 1,
                Tok::RParen => depth -= 1,
                _ => {}
            }
            if let Some(last) = arguments.last_mut() {
                last.push(token);
            }
        }
    }

    /// Checks the number of arguments.
    fn fit(&mut self, function: &Function, mut arguments: Arguments, name: Token, close: Token) -> Option<Arguments> {
        let wanted = function.params.len();
        if wanted == 0 && arguments.len() == 1 && arguments[0].is_empty() {
            arguments.clear();
        }
        if function.variadic && arguments.len() + 1 == wanted {
            arguments.push(Vec::new());
        }
        if arguments.len() == wanted {
            return Some(arguments);
        }
        let text = self.symbols.text(name.text).to_string();
        let mut finding = Finding::error(
            codes::BAD_MACRO_CALL,
            name.span.to(close.span),
            format!("macro `{text}` takes {}, not {}", plural(wanted, "argument"), arguments.len()),
        );
        if let Some(definition) = self.macros.get(name.text) {
            finding = finding.related(definition.span, "defined here");
        }
        self.report.push(finding);
        None
    }

    /// The body of a macro with the arguments put in.
    fn substitute(&mut self, function: &Function, arguments: &Arguments, name: Token) -> Option<Vec<Token>> {
        let mut expanded: Vec<Option<Vec<Token>>> = vec![None; arguments.len()];
        let mut result: Vec<Token> = Vec::new();
        let mut pastes = false;
        let body = &function.body;
        let mut at = 0;
        while let Some(token) = body.get(at).copied() {
            let before = at.checked_sub(1).and_then(|i| body.get(i)).map(|t| t.tok);
            let after = body.get(at + 1);
            at += 1;
            if token.tok == Tok::Hash
                && let Some(param) = after.filter(|t| t.tok == Tok::Param)
            {
                let text = self.stringify(&arguments[param.text.index()]);
                let text = self.symbols.intern(&text);
                result.push(Token { tok: Tok::Str, text, ..token });
                at += 1;
                continue;
            }
            if token.tok != Tok::Param {
                pastes |= token.tok == Tok::HashHash;
                result.push(token);
                continue;
            }
            let index = token.text.index();
            let raw = before == Some(Tok::HashHash) || after.is_some_and(|t| t.tok == Tok::HashHash);
            let tokens: &[Token] = if raw {
                let last = function.variadic && index + 1 == function.params.len();
                if last && self.elide_comma(&mut result, &arguments[index]) {
                    &arguments[index]
                } else if arguments[index].is_empty() {
                    result.push(Token { tok: Tok::Param, ..token });
                    continue;
                } else {
                    &arguments[index]
                }
            } else {
                if expanded[index].is_none() {
                    expanded[index] = Some(self.expand_argument(&arguments[index], name)?);
                }
                expanded[index].as_deref().unwrap_or(&[])
            };
            if !self.count(tokens.len(), name) {
                return None;
            }
            let start = result.len();
            result.extend_from_slice(tokens);
            if let Some(first) = result.get_mut(start) {
                first.flags = first.flags.without(Flags::SPACE).with(token.flags.only(Flags::SPACE));
            }
        }
        if pastes {
            result = self.paste_all(result);
            // What stands for an empty argument next to `##`.
            result.retain(|t| t.tok != Tok::Param);
        }
        Some(result)
    }

    /// gcc's `, ## __VA_ARGS__`: without arguments the comma goes too. True if that form is what is there.
    fn elide_comma(&mut self, result: &mut Vec<Token>, argument: &[Token]) -> bool {
        let [.., comma, paste] = result.as_slice() else { return false };
        if comma.tok != Tok::Comma || paste.tok != Tok::HashHash {
            return false;
        }
        result.pop();
        if argument.is_empty() {
            result.pop();
        }
        true
    }

    /// An argument, expanded on its own.
    fn expand_argument(&mut self, argument: &[Token], name: Token) -> Option<Vec<Token>> {
        if argument.iter().all(|t| t.tok != Tok::Name) {
            return Some(argument.to_vec());
        }
        if self.argument_depth == MAX_ARGUMENT_DEPTH {
            self.report.fatal(
                Finding::error(codes::TOO_DEEP, name.span, "calls of macros are nested too deeply")
                    .help(format!("nest at most {MAX_ARGUMENT_DEPTH} calls inside each other's arguments")),
            );
            return None;
        }
        Some(self.expand_tokens(argument.to_vec()))
    }

    /// Tokens with their macros expanded, as if they stood alone.
    pub(super) fn expand_tokens(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        self.argument_depth += 1;
        let carry = std::mem::take(&mut self.carry);
        let pushed_back = self.pushed_back.take();
        self.contexts.push(Context { tokens: tokens.into(), pos: 0, expansion: None });
        let mut result = Vec::new();
        loop {
            let token = self.next_expanded();
            if token.tok == Tok::End || self.report.stopped() {
                break;
            }
            result.push(token);
        }
        // After an error contexts may be left over; the innermost argument is ours.
        while let Some(context) = self.contexts.pop() {
            match context.expansion {
                Some(expansion) => expansion.definition.active.set(false),
                None => break,
            }
        }
        self.carry = carry;
        self.pushed_back = pushed_back;
        self.argument_depth -= 1;
        result
    }

    /// `#x`: the argument as a string.
    fn stringify(&self, argument: &[Token]) -> String {
        let mut text = String::from("\"");
        for (i, token) in argument.iter().enumerate() {
            if i > 0 && (token.flags.has(Flags::SPACE) || token.flags.has(Flags::NEWLINE)) {
                text.push(' ');
            }
            let spelling = self.spelling(*token);
            if matches!(token.tok, Tok::Str | Tok::Char) {
                text.extend(spelling.chars().flat_map(|c| {
                    let escape = matches!(c, '"' | '\\').then_some('\\');
                    escape.into_iter().chain([c])
                }));
            } else {
                text.push_str(spelling);
            }
        }
        text.push('"');
        text
    }

    /// Carries out every `##` in a list of tokens.
    pub(super) fn paste_all(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        if tokens.iter().all(|t| t.tok != Tok::HashHash) {
            return tokens;
        }
        let mut result: Vec<Token> = Vec::with_capacity(tokens.len());
        let mut tokens = tokens.into_iter();
        while let Some(token) = tokens.next() {
            if token.tok != Tok::HashHash {
                result.push(token);
                continue;
            }
            match (result.pop(), tokens.next()) {
                (Some(left), Some(right)) => {
                    let pasted = self.paste(left, right, token.span);
                    result.push(pasted);
                }
                (left, right) => result.extend(left.into_iter().chain(right)),
            }
        }
        result
    }

    fn paste(&mut self, left: Token, right: Token, span: Span) -> Token {
        // An empty argument: the other side stays as it is.
        if left.tok == Tok::Param {
            return right;
        }
        if right.tok == Tok::Param {
            return left;
        }
        let text = format!("{}{}", self.spelling(left), self.spelling(right));
        let raw = lex::scan(text.as_bytes(), 0, Mode::Text);
        if raw.end != text.len() || raw.start != 0 || raw.fault.is_some() {
            self.report.push(
                Finding::error(codes::BAD_MACRO, span, format!("`##` makes `{text}`, which is no token"))
                    .help("leave the `##` out: tokens need not be pasted to stand side by side"),
            );
            return left;
        }
        let sym = if raw.tok.is_spelled() { self.symbols.intern(&text) } else { super::Sym::NONE };
        Token { tok: raw.tok, flags: left.flags, text: sym, span: left.span }
    }
}
