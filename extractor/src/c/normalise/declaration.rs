//! Declarations: at file level, in blocks, in parameter lists (the specifiers), and function definitions.

use super::Normaliser;
use super::attribute::Attributes;
use super::scope::Meaning;
use super::word::{self, Word};

/// What the specifiers of a declaration said.
#[derive(Debug, Default)]
pub(super) struct Specifiers {
    /// At least one token was read.
    pub any: bool,
    pub typedef: bool,
    /// There is a type; otherwise it is `int`, or the initialiser's.
    pub typed: bool,
    /// `__auto_type`, `auto`
    pub inferred: bool,
    pub noreturn: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    File,
    Block,
}

impl<'a> Normaliser<'a> {
    /// The whole source.
    pub(super) fn file(&mut self) {
        let count = self.source.tokens.len();
        while self.at < count {
            let before = self.at;
            match self.word(self.at) {
                _ if self.next() == ";" => self.at += 1,
                Word::Asm => {
                    let end = self.find(&[";"], count);
                    self.at = end + 1;
                }
                Word::StaticAssert => self.static_assert(count),
                _ => self.declaration(Level::File, count),
            }
            if self.at == before {
                self.emit();
            }
        }
    }

    /// `_Static_assert(e, "why");`
    pub(super) fn static_assert(&mut self, limit: usize) {
        let open = self.at + 1;
        self.replace("_Static_assert");
        if self.text(open) == "(" {
            self.emit();
            let close = self.close(open);
            let comma = self.find(&[","], close);
            self.expression(comma);
            if comma == close {
                self.make(",");
                self.make("\"\"");
            }
            self.expression(close);
            self.accept(")");
        }
        if !self.accept(";") {
            self.copy_item(limit);
        }
    }

    /// Specifiers and qualifiers: everything before the first declarator.
    pub(super) fn specifiers(&mut self) -> Specifiers {
        let mut found = Specifiers::default();
        let start = self.at;
        loop {
            let before = self.at;
            let mut attributes = Attributes::default();
            self.attributes(&mut attributes);
            self.emit_attributes(&attributes);
            found.noreturn |= attributes.noreturn;
            match self.word(self.at) {
                // `typedef int bool;`
                _ if found.typed && self.is_declared_word() => {}
                Word::Typedef => {
                    found.typedef = true;
                    self.emit();
                }
                Word::Specifier(text) => self.replace(text),
                Word::Qualifier("") => self.at += 1,
                Word::Qualifier(text) => self.replace(text),
                Word::Type(text) => {
                    found.typed = true;
                    self.type_word(text);
                }
                Word::AutoType => {
                    found.inferred = true;
                    self.at += 1;
                }
                Word::Auto => {
                    found.inferred = true;
                    self.at += 1;
                }
                Word::Atomic if self.text(self.at + 1) == "(" => {
                    found.typed = true;
                    self.emit();
                    self.type_in_parentheses();
                }
                Word::Atomic => self.emit(),
                Word::Record => {
                    found.typed = true;
                    self.record();
                }
                Word::Enum => {
                    found.typed = true;
                    self.enumeration();
                }
                Word::Typeof if self.text(self.at + 1) == "(" => {
                    found.typed = true;
                    self.type_of();
                }
                Word::TypeName if !found.typed && !found.inferred => {
                    found.typed = true;
                    self.emit();
                }
                _ => {}
            }
            if self.at == before {
                break;
            }
        }
        found.any = self.at > start;
        found.inferred &= !found.typed;
        found
    }

    /// Whether the next token is a keyword of a later standard that is declared here as a name.
    fn is_declared_word(&self) -> bool {
        word::is_new(self.next()) && matches!(self.text(self.at + 1), "," | ")" | ";" | "=" | "[" | ":")
    }

    /// A keyword of a type; one keyword may stand for several of lang-c's.
    fn type_word(&mut self, text: &'static str) {
        for part in text.split(' ') {
            self.make(part);
        }
        self.at += 1;
    }

    /// `__typeof__(e)`, `__typeof__(T)`. lang-c tries an expression first and takes `T` and `T[3]` as
    /// one; an empty attribute before the type prevents that.
    fn type_of(&mut self) {
        self.replace("__typeof__");
        let close = self.close(self.at);
        self.accept("(");
        if self.starts_type(self.at) {
            self.make_no_expression();
            self.type_name(close);
        } else {
            self.expression(close);
        }
        self.accept(")");
    }

    /// Says to lang-c that what follows is a type and not an expression.
    pub(super) fn make_no_expression(&mut self) {
        if self.word(self.at) == Word::TypeName {
            self.make("__attribute__");
            self.make("((");
            self.make("))");
        }
    }

    /// `( T )`
    pub(super) fn type_in_parentheses(&mut self) {
        let close = self.close(self.at);
        self.accept("(");
        self.type_name(close);
        self.accept(")");
    }

    /// A declaration or function definition, with its `;` or body. Does not read past `limit`.
    pub(super) fn declaration(&mut self, level: Level, limit: usize) {
        let start = self.out.mark();
        let specifiers = self.specifiers();
        let type_place = self.out.mark();
        let mut noreturn = false;
        if self.accept(";") {
            self.readings.declarations.extend(self.out.origin(start));
            return;
        }
        let declares = self.is_name(self.at) || matches!(self.next(), "*" | "(");
        if !declares {
            self.copy_item(limit);
            return;
        }
        let infer = specifiers.inferred;
        if !specifiers.typed && !infer {
            self.make("int");
        }
        let mut first = true;
        loop {
            self.skip_attributes();
            let declarator = self.declarator(first);
            let mut attributes = Attributes::default();
            self.skip_asm_label(&mut attributes);
            noreturn |= (specifiers.noreturn || attributes.noreturn) && declarator.function;
            self.emit_attributes(&attributes);
            if let Some(name) = declarator.name {
                let meaning = if specifiers.typedef { Meaning::Type } else { Meaning::Value };
                self.scopes.declare(self.text(name), meaning);
            }
            if declarator.function && first && (self.next() == "{" || declarator.old_style) {
                if infer {
                    self.out.insert(type_place, "int");
                }
                if noreturn {
                    self.out.insert(start, "_Noreturn");
                }
                self.definition(level, declarator, limit);
                return;
            }
            if self.accept("=") {
                let end = self.find(&[",", ";"], limit);
                let value = self.out.mark();
                self.initialiser(end);
                if infer && first {
                    self.insert_type_of(type_place, value);
                }
            } else if infer && first {
                self.out.insert(type_place, "int");
            }
            first = false;
            if !self.accept(",") {
                break;
            }
        }
        if noreturn {
            self.out.insert(start, "_Noreturn");
        }
        self.readings.declarations.extend(self.out.origin(start));
        if !self.accept(";") {
            self.copy_item(limit);
        }
    }

    /// Puts `__typeof__((0, e))` at `place`, where `e` is what was written from `value` on. The comma
    /// makes an array a pointer and drops qualifiers, as `__auto_type` does.
    fn insert_type_of(&mut self, place: usize, value: usize) {
        let written = self.out.pieces[value..].to_vec();
        if self.out.pieces.len() + written.len() > self.limit {
            self.not_supported(self.at, "`__auto_type` is nested too deeply");
            return;
        }
        let origin = self.out.pieces.get(value).map_or(0, |p| p.origin);
        let piece = |text: &'static str| super::super::stream::Piece { text: text.into(), origin };
        let before = ["__typeof__", "(", "(", "0", ","].map(piece);
        let after = [")", ")"].map(piece);
        self.out.pieces.splice(place..place, before.into_iter().chain(written).chain(after));
    }

    /// The parameter declarations of an old-style definition, and the body.
    fn definition(&mut self, level: Level, declarator: super::declarator::Declarator<'a>, limit: usize) {
        self.scopes.enter();
        for (name, meaning) in declarator.parameters {
            self.scopes.declare(name, meaning);
        }
        while self.next() != "{" && self.at < limit && self.starts_type(self.at) {
            self.old_style_parameter(limit);
        }
        if self.next() == "{" {
            match (level, declarator.name) {
                (Level::File, Some(name)) => self.readings.functions.push(name as u32),
                (Level::Block, Some(name)) => self.not_supported(name, "functions inside functions are not supported"),
                _ => {}
            }
            self.block();
        } else {
            self.copy_item(limit);
        }
        self.scopes.leave();
    }

    /// `int i, n;` between the parameter list and the body.
    fn old_style_parameter(&mut self, limit: usize) {
        let start = self.out.mark();
        let specifiers = self.specifiers();
        if !specifiers.typed {
            self.make("int");
        }
        loop {
            self.skip_attributes();
            self.declarator_of_parameter();
            self.skip_attributes();
            if !self.accept(",") {
                break;
            }
        }
        self.readings.declarations.extend(self.out.origin(start));
        if !self.accept(";") {
            self.copy_item(limit);
        }
    }
}
