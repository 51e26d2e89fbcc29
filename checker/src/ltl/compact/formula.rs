//! Formulas in negation normal form, each kept once.
//!
//! What has no temporal operator is one node, a boolean function of the atoms, so that propositional
//! reasoning is exact. Conjunctions and disjunctions have sorted sets of operands. The functions that
//! make formulas, which simplify, are in `simplify`.

use std::collections::HashMap;

use super::bdd::{Bdd, Bdds};

/// A formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Id(u32);

/// The top of a formula.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// A function of the atoms.
    Now(Bdd),
    And(Box<[Id]>),
    Or(Box<[Id]>),
    /// `X p`
    Next(Id),
    /// `p U q`; `<>q` is `true U q`
    Until(Id, Id),
    /// `p V q`; `[]q` is `false V q`
    Release(Id, Id),
}

/// What is known of the words of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nature {
    /// If a suffix of a word satisfies it the word does: `<>p`.
    pub eventual: bool,
    /// If a word satisfies it all its suffixes do: `[]p`.
    pub universal: bool,
}

impl Nature {
    /// Whether only the far future counts: `[]<>p`.
    pub fn is_lasting(self) -> bool {
        self.eventual && self.universal
    }
}

/// All formulas of one translation.
#[derive(Debug)]
pub struct Formulas {
    pub bdds: Bdds,
    nodes: Vec<(Operation, Nature)>,
    ids: HashMap<Operation, Id>,
    pub(super) implications: HashMap<(Id, Id), bool>,
    pub(super) negations: HashMap<Id, Id>,
}

impl Formulas {
    pub fn new(fuel: u64) -> Formulas {
        Formulas {
            bdds: Bdds::new(fuel),
            nodes: Vec::new(),
            ids: HashMap::new(),
            implications: HashMap::new(),
            negations: HashMap::new(),
        }
    }

    pub fn node(&self, id: Id) -> &Operation {
        &self.nodes[id.0 as usize].0
    }

    pub fn nature(&self, id: Id) -> Nature {
        self.nodes[id.0 as usize].1
    }

    /// The function of the atoms that the formula is, if it is one.
    pub fn now(&self, id: Id) -> Option<Bdd> {
        match self.node(id) {
            Operation::Now(function) => Some(*function),
            _ => None,
        }
    }

    pub fn is_true(&self, id: Id) -> bool {
        self.now(id) == Some(Bdd::TRUE)
    }

    pub fn is_false(&self, id: Id) -> bool {
        self.now(id) == Some(Bdd::FALSE)
    }

    pub fn constant(&mut self, value: bool) -> Id {
        self.function(if value { Bdd::TRUE } else { Bdd::FALSE })
    }

    pub fn function(&mut self, function: Bdd) -> Id {
        self.add(Operation::Now(function))
    }

    /// The operands of a conjunction or disjunction, or the formula itself.
    pub fn operands(&self, of: Junction, id: Id) -> Vec<Id> {
        match (of, self.node(id)) {
            (Junction::And, Operation::And(list)) | (Junction::Or, Operation::Or(list)) => list.to_vec(),
            _ => vec![id],
        }
    }

    /// The formula with exactly this top.
    pub(super) fn add(&mut self, node: Operation) -> Id {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        self.bdds.spend(1);
        let id = Id(self.nodes.len() as u32);
        let nature = self.nature_of(&node);
        self.nodes.push((node.clone(), nature));
        self.ids.insert(node, id);
        id
    }

    fn nature_of(&self, node: &Operation) -> Nature {
        let (eventual, universal) = match node {
            Operation::Now(function) => (function.is_constant(), function.is_constant()),
            Operation::And(list) | Operation::Or(list) => {
                (list.iter().all(|i| self.nature(*i).eventual), list.iter().all(|i| self.nature(*i).universal))
            }
            Operation::Next(a) => (self.nature(*a).eventual, self.nature(*a).universal),
            Operation::Until(a, b) => {
                (self.is_true(*a) || self.nature(*b).eventual, self.nature(*a).universal && self.nature(*b).universal)
            }
            Operation::Release(a, b) => {
                (self.nature(*a).eventual && self.nature(*b).eventual, self.is_false(*a) || self.nature(*b).universal)
            }
        };
        Nature { eventual, universal }
    }
}

/// The operators with sets of operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Junction {
    And,
    Or,
}

impl Junction {
    pub fn dual(self) -> Junction {
        match self {
            Junction::And => Junction::Or,
            Junction::Or => Junction::And,
        }
    }
}
