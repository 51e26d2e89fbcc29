//! Declarators, named and abstract, and parameter lists.

use super::Normaliser;
use super::scope::Meaning;
use super::word::Word;

/// What a declarator declares.
#[derive(Debug, Default)]
pub(super) struct Declarator<'a> {
    /// The token of its name.
    pub name: Option<usize>,
    /// The name is followed by a parameter list: it is a function.
    pub function: bool,
    /// The parameter list names parameters only, and their declarations follow.
    pub old_style: bool,
    /// The parameters of that list.
    pub parameters: Vec<(&'a str, Meaning)>,
}

/// What may stand in the place of the name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    /// A variable, function, typedef or member.
    Plain,
    /// A parameter: may be missing, and is renamed if it hides a type.
    Parameter,
    /// No name.
    Abstract,
}

impl<'a> Normaliser<'a> {
    /// `*p`, `a[10]`, `(*f)(int)`. `definable`: the declarator may be that of an old-style definition.
    pub(super) fn declarator(&mut self, definable: bool) -> Declarator<'a> {
        let mut found = Declarator::default();
        self.declare(Naming::Plain, definable, &mut found);
        found
    }

    /// A parameter's declarator, declared in the innermost scope.
    pub(super) fn declarator_of_parameter(&mut self) {
        let mut found = Declarator::default();
        self.declare(Naming::Parameter, false, &mut found);
    }

    /// The pointers, arrays and parameter lists of a type name.
    pub(super) fn abstract_declarator(&mut self) {
        self.declare(Naming::Abstract, false, &mut Declarator::default());
    }

    fn declare(&mut self, naming: Naming, definable: bool, found: &mut Declarator<'a>) {
        self.pointers();
        let mut named_here = false;
        if naming != Naming::Abstract && self.is_name(self.at) {
            found.name = Some(self.at);
            named_here = true;
            self.emit_declared(naming);
        } else if self.next() == "(" && self.nests(naming) {
            let close = self.close(self.at);
            self.emit();
            self.skip_attributes();
            self.declare(naming, definable, found);
            self.skip_attributes();
            self.copy_to(close);
            self.accept(")");
            // `(f)(int)` is a function too; `(*f)(int)` is not.
            named_here = found.name.is_some_and(|n| n + 1 == close);
        }
        loop {
            match self.next() {
                "[" if self.text(self.at + 1) == "[" => self.skip_attributes(),
                "[" => self.array(),
                "(" => {
                    let list = self.parameters(definable);
                    if named_here && !found.function {
                        (found.old_style, found.parameters) = list;
                        found.function = true;
                    }
                }
                _ => break,
            }
            named_here = false;
        }
    }

    /// `* const *`
    fn pointers(&mut self) {
        loop {
            match self.word(self.at) {
                _ if self.next() == "*" => self.emit(),
                Word::Qualifier("") => self.at += 1,
                Word::Qualifier(text) => self.replace(text),
                Word::Atomic => self.emit(),
                Word::Attribute | Word::Extension => self.skip_attributes(),
                _ => break,
            }
        }
    }

    /// Whether `(` opens a nested declarator, and not a parameter list without a name before it.
    fn nests(&self, naming: Naming) -> bool {
        if naming == Naming::Plain {
            return true;
        }
        let inner = self.at + 1;
        match self.word(inner) {
            Word::Attribute => true,
            Word::Name => naming == Naming::Parameter,
            Word::Qualifier("") => true,
            _ => matches!(self.text(inner), "*" | "(" | "[") || self.text(inner) == "^",
        }
    }

    fn emit_declared(&mut self, naming: Naming) {
        let text = self.next();
        if naming != Naming::Parameter {
            self.emit();
        } else if matches!(self.scopes.meaning(text), Some(Meaning::Type | Meaning::Renamed)) {
            self.scopes.declare(text, Meaning::Renamed);
            self.emit_renamed();
        } else {
            self.scopes.declare(text, Meaning::Value);
            self.emit();
        }
    }

    /// `[static const 10]`
    fn array(&mut self) {
        let close = self.close(self.at);
        self.emit();
        while let Word::Specifier(text) | Word::Qualifier(text) = self.word(self.at) {
            self.replace(text);
        }
        self.expression(close);
        self.accept("]");
    }

    /// A parameter list; tells whether it is an old-style one, and what it declares.
    fn parameters(&mut self, definable: bool) -> (bool, Vec<(&'a str, Meaning)>) {
        let close = self.close(self.at);
        if self.names_only(close, definable) {
            return (definable && self.starts_type(close + 1), self.name_list(close));
        }
        self.emit();
        self.scopes.enter();
        if self.next() == "..." && self.at + 1 == close {
            // C23's `f(...)` has no named parameter; an empty list says as little.
            self.at += 1;
        }
        while self.at < close {
            let before = self.at;
            if !self.accept("...") {
                let specifiers = self.specifiers();
                if specifiers.any && !specifiers.typed && (self.is_name(self.at) || self.next() == "*") {
                    self.make("int");
                }
                self.declarator_of_parameter();
                self.skip_attributes();
            }
            if self.at < close && (!self.accept(",") || self.at == before) {
                self.copy_to(close);
            }
        }
        self.accept(")");
        let declared = self.scopes.take();
        (false, declared)
    }

    /// Whether the list up to `close` holds names of parameters without types.
    fn names_only(&self, close: usize, definable: bool) -> bool {
        let mut index = self.at + 1;
        if self.word(index) != Word::Name && !(definable && self.starts_type(close + 1)) {
            return false;
        }
        while self.is_name(index) {
            match self.text(index + 1) {
                "," => index += 2,
                ")" => return index + 1 == close,
                _ => return false,
            }
        }
        false
    }

    /// `(i, n)`
    fn name_list(&mut self, close: usize) -> Vec<(&'a str, Meaning)> {
        let mut names = Vec::new();
        self.emit();
        while self.at < close {
            let text = self.next();
            if !self.is_name(self.at) {
                self.emit();
            } else if self.scopes.meaning(text) == Some(Meaning::Type) {
                names.push((text, Meaning::Renamed));
                self.emit_renamed();
            } else {
                names.push((text, Meaning::Value));
                self.emit();
            }
        }
        self.accept(")");
        names
    }

    /// A type name, up to `end`.
    pub(super) fn type_name(&mut self, end: usize) {
        let start = self.out.mark();
        let specifiers = self.specifiers();
        if specifiers.any && !specifiers.typed {
            self.make("int");
        }
        self.abstract_declarator();
        self.skip_attributes();
        self.copy_to(end);
        self.readings.types.extend(self.out.origin(start));
    }
}
