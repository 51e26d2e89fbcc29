//! Expressions and initialisers.
//!
//! An expression is walked as a row of tokens; groups in brackets are looked into, since a
//! parenthesis may hold a type, a statement or an expression. The one thing to know at each token is
//! whether an operand came before it: that tells `a && b` from `&&label`.

use super::{Kind, Normaliser};
use std::borrow::Cow;

impl Normaliser<'_> {
    /// The tokens up to `end`, as an expression (or a row of them with `,` and `;` between).
    pub(super) fn expression(&mut self, end: usize) {
        let end = end.min(self.source.tokens.len());
        let mut operand = false;
        while self.at < end {
            match self.kind(self.at) {
                Kind::Word => operand = self.word_in_expression(end),
                Kind::Number | Kind::Str | Kind::Char => {
                    operand = true;
                    self.emit();
                }
                Kind::Punct | Kind::Odd => operand = self.punctuator(operand),
            }
        }
    }

    /// A punctuator or a group; tells whether an operand ends there.
    fn punctuator(&mut self, operand: bool) -> bool {
        match self.next() {
            "(" => return self.group(),
            "[" => {
                if self.text(self.at + 1) == "[" && !operand {
                    self.skip_attributes();
                    return false;
                }
                let close = self.close(self.at);
                self.emit();
                self.expression(close);
                self.accept("]");
                return true;
            }
            "{" => {
                self.braces(false);
                return true;
            }
            "?" if self.text(self.at + 1) == ":" => {
                self.emit();
                self.make("__ax_same");
            }
            "&&" if !operand && self.kind(self.at + 1) == Kind::Word => {
                self.replace("__ax_label");
                self.make("(");
                let name = self.next();
                self.replace(Cow::Owned(format!("\"{name}\"")));
                self.out.push(")", self.at - 1);
                return true;
            }
            "." | "->" => {
                self.emit();
                if self.kind(self.at) == Kind::Word {
                    self.emit();
                    return true;
                }
            }
            "++" | "--" => {
                self.emit();
                return operand;
            }
            ")" | "]" | "}" => {
                self.emit();
                return true;
            }
            _ => self.emit(),
        }
        false
    }

    /// `( … )`: a statement expression, a cast, a compound literal or an expression.
    fn group(&mut self) -> bool {
        let close = self.close(self.at);
        if self.text(self.at + 1) == "{" {
            self.emit();
            self.block();
            self.copy_to(close);
            self.accept(")");
            return true;
        }
        if !self.starts_type(self.at + 1) {
            self.emit();
            self.expression(close);
            self.accept(")");
            return true;
        }
        self.type_in_parentheses();
        let literal = self.next() == "{";
        if literal {
            self.braces(true);
        }
        literal
    }

    /// An initialiser up to `end`.
    pub(super) fn initialiser(&mut self, end: usize) {
        if self.next() == "{" {
            self.braces(false);
        }
        self.expression(end);
    }

    /// `{ .a = 1, [2 ... 3] = 4, b }`. lang-c has no empty compound literal: `filled` puts a 0 there.
    fn braces(&mut self, filled: bool) {
        let close = self.close(self.at);
        self.emit();
        if self.at == close && filled {
            self.make("0");
        }
        while self.at < close {
            let before = self.at;
            self.designators();
            let end = self.find(&[","], close);
            self.initialiser(end);
            self.accept(",");
            if self.at == before {
                self.emit();
            }
        }
        self.accept("}");
    }

    /// `.a[3] =`, or `a:`, or nothing.
    fn designators(&mut self) {
        if self.kind(self.at) == Kind::Word && self.text(self.at + 1) == ":" {
            self.emit();
            self.emit();
            return;
        }
        loop {
            match self.next() {
                "." => {
                    self.emit();
                    self.emit();
                }
                "[" => {
                    let close = self.close(self.at);
                    self.emit();
                    self.expression(close);
                    self.accept("]");
                }
                _ => break,
            }
        }
        self.accept("=");
    }
}
