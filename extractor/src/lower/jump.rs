//! Labels of C, `goto`, and `goto *`.
//!
//! A jump may leave scopes and enter others: slots of those that are left end, slots of those that are entered begin.
//! Which these are is known when the whole function was seen: `resolve` writes them out.

use super::builder::{Builder, Goto, Label, Named};
use super::tree::labels;
use crate::program::Expr;
use machine::code::{Case, Instruction, Pc};
use machine::types::Type;

impl<'p> Builder<'_, 'p> {
    pub(super) fn goto(&mut self, name: &str) {
        let from = self.open.iter().map(|s| (*s, self.scopes[s.0 as usize].cleanups.len())).collect();
        let origin = self.origin();
        self.jump(Goto { name: name.to_string(), from, origin });
    }

    pub(super) fn named_label(&mut self, name: &str) {
        let label = self.c_label(name);
        let scopes = self.open.clone();
        if let Some(named) = self.named.get_mut(name) {
            named.scopes = Some(scopes);
        }
        self.bind(label);
    }

    pub(super) fn c_label(&mut self, name: &str) -> Label {
        if let Some(known) = self.named.get(name) {
            return known.label;
        }
        let label = self.label();
        self.named.insert(name.to_string(), Named { label, scopes: None });
        label
    }

    /// `goto *e`: the address of a label is its number in the function.
    pub(super) fn computed_goto(&mut self, e: &'p Expr) {
        let value = self.value(e);
        let names: Vec<String> = match self.body() {
            Some(body) => labels(body).into_iter().map(str::to_string).collect(),
            None => Vec::new(),
        };
        let mut cases = Vec::new();
        let mut targets = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let entry = self.label();
            let number = index as i128 + 1;
            cases.push(Case { low: number, high: number, target: Pc(entry.0) });
            targets.push((entry, name));
        }
        let otherwise = self.label();
        self.emit(Instruction::Switch { value, ty: Type::U64, cases, otherwise: Pc(otherwise.0) });
        for (entry, name) in targets {
            self.bind(entry);
            self.goto(name);
        }
        self.bind(otherwise);
        self.not_modelled("a jump to what is not a label of this function");
    }
}
