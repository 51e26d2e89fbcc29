//! Attributes: `__attribute__((…))`, `__declspec(…)`, `[[…]]`, `_Alignas(…)`.
//!
//! lang-c takes attributes in some places only and reads `struct` followed by one as something else,
//! so all are taken out; the few that matter are written again where they are understood.

use super::word::Word;
use super::{Kind, Normaliser};

/// What attributes said.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    pub noreturn: bool,
    /// Ranges of tokens, `packed` or `aligned ( 8 )`; or the group after `_Alignas`.
    kept: Vec<Kept>,
}

#[derive(Clone, Copy, Debug)]
enum Kept {
    Attribute {
        first: usize,
        end: usize,
    },
    Alignas {
        open: usize,
    },
    /// `asm("name")`: the linker knows it by another name.
    Label,
}

impl Normaliser<'_> {
    /// Reads attributes, asm labels and `__extension__`, if there are any; writes nothing.
    pub(super) fn attributes(&mut self, into: &mut Attributes) {
        loop {
            match self.word(self.at) {
                Word::Attribute => {
                    let open = self.at + 1;
                    if self.text(open) == "(" {
                        self.list(open, into);
                    }
                    self.at = self.after_group(open);
                }
                Word::Alignas if self.text(self.at + 1) == "(" => {
                    into.kept.push(Kept::Alignas { open: self.at + 1 });
                    self.at = self.after_group(self.at + 1);
                }
                Word::Extension => self.at += 1,
                _ if self.next() == "[" && self.text(self.at + 1) == "[" => {
                    self.list(self.at + 1, into);
                    self.at = self.close(self.at) + 1;
                }
                _ => break,
            }
        }
    }

    /// Attributes in a place where none of them matters.
    pub(super) fn skip_attributes(&mut self) {
        self.attributes(&mut Attributes::default());
    }

    /// `asm("name")` after a declarator, among attributes.
    pub(super) fn skip_asm_label(&mut self, into: &mut Attributes) {
        self.attributes(into);
        while self.word(self.at) == Word::Asm && self.text(self.at + 1) == "(" {
            into.kept.push(Kept::Label);
            self.at = self.after_group(self.at + 1);
            self.attributes(into);
        }
    }

    /// The attributes between the outer parentheses or brackets opened at `open`.
    fn list(&self, open: usize, into: &mut Attributes) {
        let end = self.close(open).min(self.source.tokens.len());
        let mut index = open + 1;
        while index < end {
            if self.kind(index) != Kind::Word {
                index += 1;
                continue;
            }
            let first = index;
            index = self.after_group(first + 1);
            let name = self.text(first);
            match name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(name) {
                "noreturn" | "_Noreturn" => into.noreturn = true,
                "packed"
                | "aligned"
                | "mode"
                | "vector_size"
                | "cleanup"
                | "constructor"
                | "destructor"
                | "scalar_storage_order"
                | "weak"
                | "weakref"
                | "alias"
                | "ifunc" => {
                    into.kept.push(Kept::Attribute { first, end: index.min(end) });
                }
                _ => {}
            }
        }
    }

    /// Writes the attributes that matter, in the one form lang-c knows. `at` stays where it is.
    pub(super) fn emit_attributes(&mut self, attributes: &Attributes) {
        let resume = self.at;
        for kept in &attributes.kept {
            self.make("__attribute__");
            self.make("((");
            match *kept {
                Kept::Attribute { first, end } => {
                    self.at = first;
                    let name = self.next().trim_matches('_');
                    self.replace(name);
                    if self.accept("(") {
                        let close = end.saturating_sub(1);
                        self.expression(close);
                        self.copy_to(end);
                    }
                }
                Kept::Label => self.make("alias"),
                Kept::Alignas { open } => {
                    self.at = open;
                    self.make("aligned");
                    self.accept("(");
                    let close = self.close(open);
                    if self.starts_type(self.at) {
                        self.make("_Alignof");
                        self.make("(");
                        self.type_name(close);
                        self.make(")");
                    } else {
                        self.expression(close);
                    }
                    self.accept(")");
                }
            }
            self.make("))");
        }
        self.at = resume;
    }
}
