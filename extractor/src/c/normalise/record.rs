//! Structs, unions and enums.

use super::Normaliser;
use super::attribute::Attributes;
use super::scope::Meaning;
use super::word::Word;

impl Normaliser<'_> {
    /// `struct S { … }`. Attributes before the body are moved behind it, where lang-c takes them as
    /// what they are.
    pub(super) fn record(&mut self) {
        self.emit();
        let attributes = self.tag();
        if self.next() == "{" {
            let close = self.close(self.at);
            self.emit();
            while self.at < close {
                let before = self.at;
                self.member(close);
                if self.at == before {
                    self.emit();
                }
            }
            self.accept("}");
            self.emit_attributes(&attributes);
        }
    }

    /// Attributes and the tag.
    fn tag(&mut self) -> Attributes {
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes);
        if self.is_name(self.at) {
            self.emit();
        }
        self.attributes(&mut attributes);
        attributes
    }

    /// One declaration of members.
    fn member(&mut self, limit: usize) {
        if self.next() == ";" {
            self.at += 1;
            return;
        }
        if self.word(self.at) == Word::StaticAssert {
            self.static_assert(limit);
            return;
        }
        let specifiers = self.specifiers();
        if !specifiers.typed && self.is_name(self.at) {
            self.make("int");
        }
        while self.at < limit && self.next() != ";" {
            let before = self.at;
            self.skip_attributes();
            if self.next() != ":" {
                self.declarator(false);
            }
            let mut attributes = Attributes::default();
            self.attributes(&mut attributes);
            if self.accept(":") {
                let end = self.find(&[",", ";"], limit);
                self.expression(end);
            }
            self.emit_attributes(&attributes);
            if !self.accept(",") || self.at == before {
                break;
            }
        }
        if self.at == limit {
            // Compilers do without the last semicolon.
            self.make(";");
        } else if !self.accept(";") {
            self.copy_item(limit);
        }
    }

    /// `enum E { A = 1, B }`
    pub(super) fn enumeration(&mut self) {
        self.emit();
        let attributes = self.tag();
        if self.next() == ":" && self.starts_type(self.at + 1) {
            let body = self.find(&["{", ";", ",", ")"], self.source.tokens.len());
            if self.text(body) == "{" {
                // C23's underlying type.
                self.at = body;
            }
        }
        if self.next() != "{" {
            return;
        }
        let close = self.close(self.at);
        self.emit();
        while self.at < close {
            let before = self.at;
            if self.is_name(self.at) {
                self.scopes.declare(self.next(), Meaning::Value);
                self.emit();
                self.skip_attributes();
                if self.accept("=") {
                    let end = self.enumerator_end(close);
                    self.expression(end);
                }
            }
            if !self.accept(",") || self.at == before {
                self.copy_to(close);
            }
        }
        self.accept("}");
        self.emit_attributes(&attributes);
    }

    fn enumerator_end(&self, close: usize) -> usize {
        self.find(&[","], close)
    }
}
