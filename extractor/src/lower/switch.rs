//! `switch`: the cases are collected while the body is lowered, the choice is written behind it.
//!
//! A case may lie anywhere in the body, inside of loops and blocks (Duff's device): the slots of the blocks that are
//! entered that way begin on the way there.

use super::builder::{Breakable, Builder, Entry, Item, Label, ScopeId, Switch};
use super::scalar;
use crate::program::{Expr, Stmt, StmtKind};
use machine::code::{Case, Instruction, Pc};
use machine::types::Type as M;

impl<'p> Builder<'_, 'p> {
    pub(super) fn switch(&mut self, value: &'p Expr, body: &'p Stmt) {
        let promoted = self.program.promoted(value);
        let reg = self.value(value);
        let reg = self.convert(reg, value.ty, promoted);
        let ty = scalar(self.program, promoted).unwrap_or(M::I32);
        // The body may set the variable that was switched on before the choice is read.
        let (choice, after) = (self.label(), self.label());
        self.jump_to(choice);
        let depth = self.open.len();
        self.switches.push(Switch::default());
        self.breakables.push(Breakable { after, next: None, depth });
        match &body.kind {
            StmtKind::Block(_) => self.statement(body),
            _ => {
                self.enter();
                self.statement(body);
                self.leave();
            }
        }
        self.breakables.pop();
        let switch = self.switches.pop().unwrap_or_default();
        if self.reachable() {
            self.jump_to(after);
        }
        let mut entries = Vec::new();
        let mut cases = Vec::new();
        for (low, high, entry) in switch.cases {
            let target = self.entry(entry, depth, &mut entries);
            let (low, high) = match self.program.is_odd(promoted) {
                true => (self.program.wrap(low, promoted), self.program.wrap(high, promoted)),
                false => (low, high),
            };
            cases.push(Case { low, high, target });
        }
        let otherwise = match switch.default {
            Some(entry) => self.entry(entry, depth, &mut entries),
            None => Pc(after.0),
        };
        self.bind(choice);
        self.emit(Instruction::Switch { value: reg, ty, cases, otherwise });
        for (place, entry) in entries {
            self.bind(place);
            for scope in &entry.scopes[depth..] {
                let origin = self.origin();
                self.items.push(Item::Begin(*scope, origin));
            }
            self.jump_to(entry.label);
        }
        self.bind(after);
    }

    /// Where the choice goes to: to the case, or to a place where scopes are entered first.
    fn entry(&mut self, entry: Entry, depth: usize, entries: &mut Vec<(Label, Entry)>) -> Pc {
        let slots = |s: &ScopeId| !self.scopes[s.0 as usize].declared.is_empty();
        if !entry.scopes[depth..].iter().any(slots) {
            return Pc(entry.label.0);
        }
        let place = self.label();
        entries.push((place, entry));
        Pc(place.0)
    }

    pub(super) fn case(&mut self, low: i128, high: i128) {
        let entry = self.new_entry();
        if let Some(switch) = self.switches.last_mut() {
            switch.cases.push((low, high, entry));
        }
    }

    pub(super) fn default(&mut self) {
        let entry = self.new_entry();
        if let Some(switch) = self.switches.last_mut() {
            switch.default = Some(entry);
        }
    }

    fn new_entry(&mut self) -> Entry {
        let label = self.label();
        self.bind(label);
        Entry { label, scopes: self.open.clone() }
    }
}
