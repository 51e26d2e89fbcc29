//! Words with a meaning of their own inside expressions: `sizeof`, `_Alignof`, `_Generic`, builtins
//! that take types, `__real__`, C23's values.

use super::word::Word;
use super::{Kind, Normaliser};

impl Normaliser<'_> {
    /// A word in an expression that ends at `end`; tells whether an operand ends there.
    pub(super) fn word_in_expression(&mut self, end: usize) -> bool {
        match self.word(self.at) {
            Word::Sizeof => self.size_of(end),
            Word::Alignof => self.align_of(end),
            Word::Part(marker) => self.part(marker, end),
            Word::Generic => self.generic(),
            Word::Value(text) => {
                if text.contains("void") {
                    self.readings.types.push(self.at as u32);
                }
                self.replace(text);
            }
            Word::Extension | Word::Attribute => {
                self.skip_attributes();
                return false;
            }
            Word::Statement => {
                self.emit();
                return false;
            }
            Word::Name if self.text(self.at + 1) == "(" && self.next().starts_with("__builtin_") => self.builtin(),
            Word::Name | Word::TypeName => self.emit_use(),
            _ => self.emit(),
        }
        true
    }

    /// `sizeof (T){…}` is the size of a compound literal, which lang-c only sees in parentheses.
    fn size_of(&mut self, end: usize) {
        self.emit();
        let close = self.close(self.at);
        if self.next() != "(" || !self.starts_type(self.at + 1) {
            return;
        }
        if self.text(close + 1) == "{" {
            let operand = self.operand_end(end);
            self.make("(");
            self.expression(operand);
            self.out.push(")", self.at.saturating_sub(1));
        } else {
            self.type_in_parentheses();
        }
    }

    /// `_Alignof(T)`; of an expression it becomes `_Alignof(__typeof__(e))`.
    fn align_of(&mut self, end: usize) {
        self.replace("_Alignof");
        let close = self.close(self.at);
        if self.next() == "(" && self.starts_type(self.at + 1) && self.text(close + 1) != "{" {
            self.type_in_parentheses();
            return;
        }
        let operand = self.operand_end(end);
        self.readings.types.push(self.at as u32);
        for text in ["(", "__typeof__", "("] {
            self.make(text);
        }
        self.expression(operand);
        for text in [")", ")"] {
            self.out.push(text, self.at.saturating_sub(1));
        }
    }

    /// `__real__ e`
    fn part(&mut self, marker: &'static str, end: usize) {
        self.replace(marker);
        let operand = self.operand_end(end);
        self.make("(");
        self.expression(operand);
        self.out.push(")", self.at.saturating_sub(1));
    }

    /// Where the operand of a prefix operator ends that starts at the next token.
    fn operand_end(&self, end: usize) -> usize {
        let mut index = self.at;
        // Prefix operators and casts.
        loop {
            let close = self.close(index);
            match self.text(index) {
                "+" | "-" | "!" | "~" | "*" | "&" | "++" | "--" => index += 1,
                "(" if self.starts_type(index + 1) && self.text(close + 1) != "{" => index = close + 1,
                "(" if self.starts_type(index + 1) => {
                    index = self.close(close + 1) + 1;
                    break;
                }
                "(" => {
                    index = close + 1;
                    break;
                }
                _ if matches!(self.word(index), Word::Sizeof | Word::Part(_) | Word::Extension) => index += 1,
                _ => {
                    index += 1;
                    break;
                }
            }
            if index >= end {
                break;
            }
        }
        // Postfix operators.
        while index < end {
            match self.text(index) {
                "(" | "[" => index = self.close(index) + 1,
                "." | "->" => index += 2,
                "++" | "--" => index += 1,
                _ if self.kind(index) == Kind::Str => index += 1,
                _ => break,
            }
        }
        index.min(end)
    }

    /// `_Generic(e, T: a, default: b)`
    fn generic(&mut self) {
        self.emit();
        if self.next() != "(" {
            return;
        }
        let close = self.close(self.at);
        self.emit();
        let comma = self.find(&[","], close);
        self.expression(comma);
        while self.accept(",") {
            if !self.accept("default") {
                let colon = self.find(&[":"], close);
                self.type_name(colon);
            }
            self.accept(":");
            let comma = self.find(&[","], close);
            self.expression(comma);
        }
        self.copy_to(close);
        self.accept(")");
    }

    /// A builtin. lang-c knows two that take types; for the others `sizeof(T)` stands for `T`.
    fn builtin(&mut self) {
        let offset = self.next() == "__builtin_offsetof";
        let native = offset || self.next() == "__builtin_va_arg";
        self.emit();
        let close = self.close(self.at);
        let first = self.at + 1;
        self.accept("(");
        while self.at < close {
            let before = self.at;
            let comma = self.find(&[","], close);
            if offset && before > first {
                // The name of a member, which may be that of a type too, and is never renamed.
                self.emit();
                self.expression(comma);
            } else if !self.starts_type(self.at) {
                self.expression(comma);
            } else if native {
                self.type_name(comma);
            } else {
                self.make("sizeof");
                self.make("(");
                self.type_name(comma);
                self.out.push(")", comma.saturating_sub(1));
            }
            self.accept(",");
            if self.at == before {
                self.emit();
            }
        }
        self.accept(")");
    }
}
