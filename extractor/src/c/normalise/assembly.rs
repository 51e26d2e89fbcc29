//! `asm` statements.
//!
//! lang-c takes one qualifier (`volatile`) and no labels. The labels of `asm goto` become jumps that
//! may or may not be taken.

use super::{Kind, Normaliser};

impl<'a> Normaliser<'a> {
    /// `asm volatile goto ("…" : outputs : inputs : clobbers : labels);`
    pub(super) fn assembly(&mut self, limit: usize) {
        let start = self.at;
        let mut open = start + 1;
        while open < limit && self.kind(open) == Kind::Word {
            open += 1;
        }
        let close = self.close(open);
        let volatile = (start + 1..open).any(|i| self.text(i).contains("volatile"));
        let labels = self.asm_labels(open, close);
        if !labels.is_empty() {
            self.make("{");
        }
        self.make("__asm__");
        if volatile {
            self.make("volatile");
        }
        self.at = open;
        self.accept("(");
        let mut section = 0;
        while self.at < close {
            match self.next() {
                ":" => {
                    section += 1;
                    if section > 3 {
                        self.at = close;
                    } else {
                        self.emit();
                    }
                }
                "[" => {
                    let end = self.close(self.at) + 1;
                    self.copy_to(end);
                }
                "(" => {
                    let end = self.close(self.at);
                    self.emit();
                    self.expression(end);
                    self.accept(")");
                }
                _ => self.emit(),
            }
        }
        self.accept(")");
        self.accept(";");
        if !labels.is_empty() {
            self.jumps(labels);
        }
    }

    /// The names in the fifth section.
    fn asm_labels(&self, open: usize, close: usize) -> Vec<&'a str> {
        let (mut index, mut section, mut labels) = (open + 1, 0, Vec::new());
        while index < close.min(self.source.tokens.len()) {
            match self.text(index) {
                ":" => section += 1,
                "(" | "[" => index = self.close(index),
                text if section == 4 && self.kind(index) == Kind::Word => labels.push(text),
                _ => {}
            }
            index += 1;
        }
        labels
    }

    fn jumps(&mut self, labels: Vec<&'a str>) {
        let origin = self.at.saturating_sub(1);
        for label in labels {
            for text in ["if", "(", "__ax_asm_goto", "(", ")", ")", "goto", label, ";"] {
                self.out.push(text, origin);
            }
        }
        self.out.push("}", origin);
    }
}
