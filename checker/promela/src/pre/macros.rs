//! Macro definitions: what `#define` makes and `#undef` removes.

use super::super::codes;
use super::super::symbol::Sym;
use super::super::token::{Flags, Tok, Token};
use super::Preprocessor;
use crate::finding::Finding;
use crate::source::Span;
use std::cell::Cell;
use std::rc::Rc;

/// A macro.
pub struct Macro {
    pub kind: MacroKind,
    /// Where it is defined.
    pub span: Span,
    /// It is being expanded: its name in its own expansion stands for itself.
    pub active: Cell<bool>,
}

pub enum MacroKind {
    /// `#define N 3`
    Object(Rc<[Token]>),
    /// `#define MAX(a, b) …`
    Function(Function),
    /// `__LINE__`
    Line,
    /// `__FILE__`
    File,
}

/// A macro with parameters. In the body parameters are [`Tok::Param`].
#[derive(PartialEq)]
pub struct Function {
    pub params: Vec<Sym>,
    /// The last parameter takes all remaining arguments.
    pub variadic: bool,
    pub body: Vec<Token>,
}

/// Macros by the index of their name.
#[derive(Default)]
pub struct MacroTable {
    macros: Vec<Option<Rc<Macro>>>,
}

impl MacroTable {
    pub fn get(&self, name: Sym) -> Option<&Rc<Macro>> {
        self.macros.get(name.index()).and_then(Option::as_ref)
    }

    pub fn set(&mut self, name: Sym, definition: Option<Rc<Macro>>) {
        let index = name.index();
        if index >= self.macros.len() {
            self.macros.resize(index + 1, None);
        }
        self.macros[index] = definition;
    }

    pub fn iter(&self) -> impl Iterator<Item = (Sym, &Rc<Macro>)> {
        self.macros.iter().enumerate().filter_map(|(i, m)| Some((Sym::from_index(i), m.as_ref()?)))
    }
}

impl Preprocessor<'_> {
    pub(super) fn define_builtins(&mut self) {
        for (name, kind) in [("__LINE__", MacroKind::Line), ("__FILE__", MacroKind::File)] {
            let name = self.symbols.intern(name);
            let definition = Macro { kind, span: Span::default(), active: Cell::new(false) };
            self.macros.set(name, Some(Rc::new(definition)));
        }
    }

    /// `#define …`; the tokens after `define`.
    pub(super) fn define(&mut self, line: &[Token], directive: Span) {
        let Some((name, rest)) = line.split_first() else {
            let finding = Finding::error(codes::BAD_MACRO, directive, "`#define` without a name");
            return self.report.push(finding.help("write `#define NAME text`"));
        };
        if name.tok != Tok::Name || self.symbols.text(name.text) == "defined" {
            let text = self.spelling(*name).to_string();
            let finding =
                Finding::error(codes::BAD_MACRO, name.span, format!("`{text}` cannot be the name of a macro"));
            return self.report.push(finding);
        }
        let function_like = rest.first().is_some_and(|t| t.tok == Tok::LParen && !t.flags.has(Flags::SPACE));
        let kind = if function_like {
            match self.function(*name, &rest[1..]) {
                Some(function) => MacroKind::Function(function),
                None => return,
            }
        } else {
            let pasted = self.paste_all(rest.to_vec());
            MacroKind::Object(pasted.into())
        };
        if let Some(old) = self.macros.get(name.text)
            && !self.same_definition(&old.kind, &kind)
        {
            let text = self.symbols.text(name.text).to_string();
            let finding = Finding::warning(codes::MACRO_REDEFINED, name.span, format!("macro `{text}` is redefined"))
                .related(old.span, "the definition before")
                .help(format!("write `#undef {text}` first, if that is meant"));
            self.report.push(finding);
        }
        let definition = Macro { kind, span: name.span, active: Cell::new(false) };
        self.macros.set(name.text, Some(Rc::new(definition)));
    }

    /// The parameters and the body of a macro, from after the `(`.
    fn function(&mut self, name: Token, line: &[Token]) -> Option<Function> {
        let mut params: Vec<Sym> = Vec::new();
        let mut variadic = false;
        let mut at = 0;
        let text = |at: usize| line.get(at).map_or(Tok::End, |t| t.tok);
        loop {
            match text(at) {
                Tok::RParen if params.is_empty() || variadic => break,
                // `...`
                Tok::DotDot if text(at + 1) == Tok::Dot && !variadic => {
                    params.push(self.symbols.intern("__VA_ARGS__"));
                    variadic = true;
                    at += 2;
                }
                Tok::Name if !variadic => {
                    let param = line[at].text;
                    if params.contains(&param) {
                        let text = self.symbols.text(param).to_string();
                        self.report.error(
                            codes::BAD_MACRO,
                            line[at].span,
                            format!("two parameters are called `{text}`"),
                        );
                        return None;
                    }
                    params.push(param);
                    at += 1;
                    // `args...`
                    if text(at) == Tok::DotDot && text(at + 1) == Tok::Dot {
                        variadic = true;
                        at += 2;
                    }
                }
                _ => return self.bad_parameters(name, line.get(at)),
            }
            match text(at) {
                Tok::RParen => break,
                Tok::Comma if !variadic => at += 1,
                _ => return self.bad_parameters(name, line.get(at)),
            }
            if text(at) == Tok::RParen {
                return self.bad_parameters(name, line.get(at));
            }
        }
        let mut body = line[at + 1..].to_vec();
        for token in &mut body {
            if let Some(index) = params.iter().position(|p| token.tok == Tok::Name && *p == token.text) {
                token.tok = Tok::Param;
                token.text = Sym::from_index(index);
            }
        }
        let ends = [body.first(), body.last()];
        if let Some(paste) = ends.into_iter().flatten().find(|t| t.tok == Tok::HashHash) {
            self.report.error(codes::BAD_MACRO, paste.span, "`##` needs something on both sides");
            return None;
        }
        Some(Function { params, variadic, body })
    }

    fn bad_parameters(&mut self, name: Token, at: Option<&Token>) -> Option<Function> {
        let span = at.map_or(name.span, |t| t.span);
        let text = self.symbols.text(name.text).to_string();
        let finding = Finding::error(codes::BAD_MACRO, span, format!("malformed parameters of macro `{text}`"))
            .help(format!("write `#define {text}(a, b) …`; leave a space before `(` if it begins the macro's text"));
        self.report.push(finding);
        None
    }

    /// Whether two definitions have the same text, spacing aside.
    fn same_definition(&self, a: &MacroKind, b: &MacroKind) -> bool {
        let same = |a: &[Token], b: &[Token]| {
            a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.tok == y.tok && x.text == y.text)
        };
        match (a, b) {
            (MacroKind::Object(a), MacroKind::Object(b)) => same(a, b),
            (MacroKind::Function(a), MacroKind::Function(b)) => {
                a.params == b.params && a.variadic == b.variadic && same(&a.body, &b.body)
            }
            _ => false,
        }
    }

    /// `#undef NAME`; the tokens after `undef`.
    pub(super) fn undefine(&mut self, line: &[Token], directive: Span) {
        match line.first() {
            Some(name) if name.tok == Tok::Name => self.macros.set(name.text, None),
            other => {
                let span = other.map_or(directive, |t| t.span);
                self.report.error(codes::BAD_MACRO, span, "`#undef` needs the name of a macro");
            }
        }
    }

    /// The macros as they are now, as pairs for [`Options::defines`](crate::Options).
    pub fn definitions(&self) -> Vec<(String, String)> {
        let mut list = Vec::new();
        for (name, definition) in self.macros.iter() {
            let name = self.symbols.text(name);
            match &definition.kind {
                MacroKind::Object(body) => list.push((name.to_string(), self.spell(body, &[]))),
                MacroKind::Function(function) => {
                    let mut params: Vec<&str> = function.params.iter().map(|p| self.symbols.text(*p)).collect();
                    let text = self.spell(&function.body, &params);
                    let mut last = String::new();
                    if function.variadic {
                        last = params.pop().filter(|p| *p != "__VA_ARGS__").unwrap_or("").to_string() + "...";
                        params.push(&last);
                    }
                    list.push((format!("{name}({})", params.join(",")), text));
                    drop(last);
                }
                MacroKind::Line | MacroKind::File => {}
            }
        }
        list
    }

    /// Tokens as text, with a space wherever the text had one.
    pub(super) fn spell(&self, tokens: &[Token], params: &[&str]) -> String {
        let mut text = String::new();
        for token in tokens {
            if !text.is_empty() && (token.flags.has(Flags::SPACE) || token.flags.has(Flags::NEWLINE)) {
                text.push(' ');
            }
            match token.tok {
                Tok::Param => text.push_str(params.get(token.text.index()).unwrap_or(&"")),
                _ => text.push_str(self.spelling(*token)),
            }
        }
        text
    }
}
