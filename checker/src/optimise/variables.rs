//! Variables as analyses tell them apart: an array or a structure is one thing.

use std::collections::HashMap;

use crate::model::accesses::Data;
use crate::model::layout::{Leaf, Show, Slot};

/// A variable of the global part or of a frame.
#[derive(Debug, Clone)]
pub struct Variable {
    pub slots: Vec<Slot>,
    /// One number, not a channel: neither array nor structure.
    pub is_scalar: bool,
    /// Has fields, or holds channels.
    pub is_special: bool,
}

/// The variables of the global part, or of a frame.
#[derive(Debug, Default)]
pub struct Variables {
    pub list: Vec<Variable>,
    /// By the bit at which a scalar of the variable begins.
    by_start: HashMap<u64, usize>,
}

impl Variables {
    pub fn of(leaves: &[Leaf]) -> Variables {
        let mut out = Variables::default();
        let mut last: Option<&str> = None;
        for leaf in leaves {
            let name = leaf.name.split(['[', '.']).next().unwrap_or_default();
            let is_whole = name.len() == leaf.name.len();
            if is_whole || last != Some(name) {
                let variable = Variable { slots: Vec::new(), is_scalar: is_whole, is_special: false };
                out.list.push(variable);
            }
            last = (!is_whole).then_some(name);
            let number = out.list.len() - 1;
            let variable = &mut out.list[number];
            variable.slots.push(leaf.slot);
            variable.is_scalar &= leaf.show != Show::Channel;
            variable.is_special |= leaf.show == Show::Channel || leaf.name.contains('.');
            out.by_start.insert(start(leaf.slot), number);
        }
        out
    }

    pub fn at(&self, slot: Slot) -> Option<usize> {
        self.by_start.get(&start(slot)).copied()
    }

    /// The variable of the global part, or of the own frame, that data belongs to.
    pub fn of_data(&self, data: &Data) -> Option<usize> {
        match data {
            Data::Scalar { slot, .. } => self.at(*slot),
            Data::Element { at, .. } => self.by_start.get(&(u64::from(*at) * 8)).copied(),
            Data::Remote { .. } | Data::Somewhere => None,
        }
    }
}

fn start(slot: Slot) -> u64 {
    u64::from(slot.word) * 32 + u64::from(slot.shift)
}
