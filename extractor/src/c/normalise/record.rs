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
            self.emit_pack(close);
        }
    }

    /// `#pragma pack(1)` is `packed`; larger bounds have an attribute of our own.
    fn emit_pack(&mut self, close: usize) {
        let attribute = match self.source.pack_at(close) {
            0 => return,
            1 => "packed".to_string(),
            bound => format!("pack({bound})"),
        };
        self.make("__attribute__");
        self.make("((");
        self.make(attribute);
        self.make("))");
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
        if !specifiers.typed && (self.is_name(self.at) || (specifiers.any && self.next() == ";")) {
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
        let underlying = self.underlying();
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
                    let end = self.find(&[","], close);
                    self.expression(end);
                }
            }
            if !self.accept(",") || self.at == before {
                self.copy_to(close);
            }
        }
        self.accept("}");
        self.emit_attributes(&attributes);
        if let Some(first) = underlying {
            let resume = self.at;
            self.at = first;
            for text in ["__attribute__", "((", "underlying", "(", "sizeof", "("] {
                self.make(text);
            }
            let end = self.find(&["{"], resume);
            self.type_name(end);
            self.at = resume.min(self.source.tokens.len().saturating_sub(1));
            for text in [")", ")", "))"] {
                self.make(text);
            }
            self.at = resume;
        }
    }

    /// C23's `: type` before the body of an enum: steps over it and tells where the type is.
    fn underlying(&mut self) -> Option<usize> {
        let first = self.at + 1;
        if self.next() != ":" || !self.starts_type(first) {
            return None;
        }
        let body = self.find(&["{", ";", ",", ")"], self.source.tokens.len());
        if self.text(body) != "{" {
            return None;
        }
        self.at = body;
        Some(first)
    }
}
