//! Statements and blocks.

use super::Normaliser;
use super::declaration::Level;
use super::word::Word;

impl Normaliser<'_> {
    /// `{ … }`
    pub(super) fn block(&mut self) {
        let close = self.close(self.at);
        self.accept("{");
        self.scopes.enter();
        while self.at < close {
            let before = self.at;
            self.item(close);
            if self.at == before {
                self.emit();
            }
        }
        self.scopes.leave();
        self.accept("}");
    }

    /// A statement or declaration of a block that ends at `limit`.
    fn item(&mut self, limit: usize) {
        if self.next() == "[" && self.text(self.at + 1) == "[" {
            self.skip_attributes();
        }
        match self.word(self.at) {
            Word::LocalLabel => self.at = self.find(&[";"], limit) + 1,
            Word::StaticAssert => self.static_assert(limit),
            _ if self.is_label() => {
                self.labels(limit);
                // A label needs a statement; the end of the block or a declaration is none.
                if self.at >= limit || self.starts_declaration() {
                    self.make(";");
                } else {
                    self.statement(limit);
                }
            }
            _ if self.starts_declaration() => self.declaration(Level::Block, limit),
            _ => self.statement(limit),
        }
    }

    fn starts_declaration(&self) -> bool {
        match self.word(self.at) {
            Word::StaticAssert | Word::LocalLabel => true,
            Word::Attribute => {
                // `__attribute__((fallthrough));` is none.
                let after = self.after_group(self.at + 1);
                self.text(after) != ";" && self.starts_type(self.at)
            }
            _ => self.starts_type(self.at),
        }
    }

    fn is_label(&self) -> bool {
        match self.next() {
            "case" | "default" => true,
            _ => self.text(self.at + 1) == ":" && self.is_name(self.at),
        }
    }

    /// All labels in front of a statement.
    fn labels(&mut self, limit: usize) {
        while self.at < limit && self.is_label() {
            if self.next() == "case" {
                self.emit();
                let colon = self.case_colon(limit);
                self.expression(colon);
            } else {
                self.emit();
            }
            if !self.accept(":") {
                return;
            }
            self.skip_attributes();
        }
    }

    /// The `:` of a `case`, past those of conditional expressions.
    fn case_colon(&self, limit: usize) -> usize {
        let (mut index, mut open) = (self.at, 0);
        while index < limit {
            match self.text(index) {
                "(" | "[" | "{" => index = self.close(index),
                "?" => open += 1,
                ":" if open == 0 => return index,
                ":" => open -= 1,
                ";" => return index,
                _ => {}
            }
            index += 1;
        }
        limit.min(self.source.tokens.len())
    }

    /// One statement.
    pub(super) fn statement(&mut self, limit: usize) {
        self.skip_attributes();
        self.labels(limit);
        self.skip_attributes();
        match self.next() {
            "{" => self.block(),
            "if" | "while" | "switch" | "do" | "for" => {
                // Each is a scope of its own: an enum may be declared in a condition.
                self.scopes.enter();
                self.compound(limit);
                self.scopes.leave();
            }
            "goto" if self.text(self.at + 1) == "*" => {
                self.replace("__ax_goto");
                self.at += 1;
                self.make("(");
                let end = self.find(&[";"], limit);
                self.expression(end);
                self.make(")");
                self.accept(";");
            }
            "goto" => {
                let end = self.find(&[";"], limit);
                self.copy_to((end + 1).min(limit));
            }
            "}" => {}
            _ if self.word(self.at) == Word::Asm => self.assembly(limit),
            _ => {
                let end = self.find(&[";"], limit);
                self.expression(end);
                self.accept(";");
            }
        }
    }

    /// A statement with statements in it; `else if` is read in a loop, however long the chain.
    fn compound(&mut self, limit: usize) {
        match self.next() {
            "if" => loop {
                self.emit();
                self.condition();
                self.statement(limit);
                if !self.accept("else") {
                    break;
                }
                self.skip_attributes();
                if self.next() != "if" {
                    self.statement(limit);
                    break;
                }
            },
            "do" => {
                self.emit();
                self.statement(limit);
                if self.accept("while") {
                    self.condition();
                    self.accept(";");
                }
            }
            "for" => self.for_loop(limit),
            _ => {
                self.emit();
                self.condition();
                self.statement(limit);
            }
        }
    }

    /// `( e )`
    fn condition(&mut self) {
        if self.next() == "(" {
            let close = self.close(self.at);
            self.emit();
            self.expression(close);
            self.accept(")");
        }
    }

    fn for_loop(&mut self, limit: usize) {
        self.emit();
        if self.next() == "(" {
            let close = self.close(self.at);
            self.emit();
            if self.starts_declaration() && self.word(self.at) != Word::StaticAssert {
                self.make_no_expression();
                self.declaration(Level::Block, close);
            }
            self.expression(close);
            self.accept(")");
        }
        self.statement(limit);
    }
}
