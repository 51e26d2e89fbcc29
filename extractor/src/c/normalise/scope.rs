//! Which names are types, at the place the normaliser has reached.
//!
//! Only what tells types from values is kept: typedef names, the names that hide them, and the new
//! spelling of parameters that had to be renamed.

use super::word;
use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    Type,
    Value,
    /// A parameter that hides a typedef; it is renamed in the parsed text.
    Renamed,
}

#[derive(Debug, Default)]
pub struct Scopes<'a> {
    names: HashMap<&'a str, Vec<Meaning>>,
    /// What to take back at the end of each open scope.
    declared: Vec<Vec<&'a str>>,
    /// How many entries say [`Meaning::Renamed`].
    renamed: usize,
}

impl<'a> Scopes<'a> {
    pub fn enter(&mut self) {
        self.declared.push(Vec::new());
    }

    pub fn leave(&mut self) {
        for name in self.declared.pop().unwrap_or_default() {
            let meaning = self.names.get_mut(name).and_then(Vec::pop);
            self.renamed -= usize::from(meaning == Some(Meaning::Renamed));
        }
    }

    /// Leaves a scope and tells what it declared.
    pub fn take(&mut self) -> Vec<(&'a str, Meaning)> {
        let names = self.declared.last().cloned().unwrap_or_default();
        let declared = names.into_iter().filter_map(|name| Some((name, self.meaning(name)?))).collect();
        self.leave();
        declared
    }

    /// The meaning of a name, if the program declared it in a way that matters.
    pub fn meaning(&self, name: &str) -> Option<Meaning> {
        self.names.get(name)?.last().copied()
    }

    /// Whether a use of the name stands for a renamed parameter.
    pub fn is_renamed(&self, name: &str) -> bool {
        self.renamed > 0 && self.meaning(name) == Some(Meaning::Renamed)
    }

    pub fn declare(&mut self, name: &'a str, meaning: Meaning) {
        // A value that hides nothing need not be remembered.
        if meaning == Meaning::Value && !word::is_new(name) && self.meaning(name).is_none() {
            return;
        }
        self.renamed += usize::from(meaning == Meaning::Renamed);
        self.names.entry(name).or_default().push(meaning);
        if let Some(scope) = self.declared.last_mut() {
            scope.push(name);
        }
    }
}
