//! The variables of a model as families: `a[].x` is all of `a[0].x`, `a[1].x`, ….
//!
//! The scalars of a family have one kind, and each of its indices has one. Families are found by the names of scalars,
//! and scalars by the bit at which they begin.

use std::collections::HashMap;

use super::kinds::{Kind, Kinds, Misuse};
use crate::model::Model;
use crate::model::layout::{Leaf, Show, Slot};

/// Scalars whose names differ in indices only.
#[derive(Clone, Debug)]
pub struct Family {
    /// `a[].x`
    pub name: String,
    pub kind: Kind,
    pub indices: Vec<Dimension>,
    /// Row by row.
    pub slots: Vec<Slot>,
    pub is_channel: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    pub kind: Kind,
    pub len: u32,
}

impl Family {
    /// The indices of a scalar, given by its number.
    pub fn coordinates(&self, mut number: usize) -> Vec<u32> {
        let mut out = vec![0; self.indices.len()];
        for (at, d) in self.indices.iter().enumerate().rev() {
            out[at] = (number % d.len as usize) as u32;
            number /= d.len as usize;
        }
        out
    }

    pub fn number(&self, coordinates: &[u32]) -> usize {
        self.indices.iter().zip(coordinates).fold(0, |n, (d, &c)| n * d.len as usize + c as usize)
    }
}

/// The variables of the global part, or of the frames of a proctype.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub families: Vec<Family>,
    /// By its first bit: the family of a scalar, and which of its scalars it is.
    at: HashMap<u64, (usize, usize)>,
}

/// An index that is known only when the code runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Subscript {
    pub kind: Kind,
    pub len: u32,
    /// In bytes.
    pub stride: u32,
}

impl Scope {
    fn of(leaves: &[Leaf], arrays: &mut HashMap<String, Kind>, kinds: &mut Kinds) -> Scope {
        let mut scope = Scope::default();
        let mut by_name: HashMap<String, usize> = HashMap::new();
        for leaf in leaves {
            let (name, coordinates) = split(&leaf.name);
            let number = *by_name.entry(name.clone()).or_insert_with(|| {
                let indices = coordinates.iter().map(|(prefix, _)| {
                    let kind = *arrays.entry(prefix.clone()).or_insert_with(|| kinds.fresh());
                    Dimension { kind, len: 0 }
                });
                let (indices, kind) = (indices.collect(), kinds.fresh());
                let is_channel = leaf.show == Show::Channel;
                scope.families.push(Family { name, kind, indices, slots: Vec::new(), is_channel });
                scope.families.len() - 1
            });
            let family = &mut scope.families[number];
            for (d, (_, c)) in family.indices.iter_mut().zip(&coordinates) {
                d.len = d.len.max(c + 1);
            }
            let bit = u64::from(leaf.slot.word) * 32 + u64::from(leaf.slot.shift);
            scope.at.insert(bit, (number, family.slots.len()));
            family.slots.push(leaf.slot);
        }
        // Arrays of one name in several blocks.
        for family in &scope.families {
            let all: usize = family.indices.iter().map(|d| d.len as usize).product();
            if all != family.slots.len() {
                family.indices.iter().for_each(|d| kinds.misuse(d.kind, Misuse::Address, None));
            }
        }
        scope
    }

    /// The scalar that begins at a bit.
    pub fn scalar(&self, bit: u64) -> Option<(&Family, Vec<u32>)> {
        let &(family, number) = self.at.get(&bit)?;
        let family = &self.families[family];
        Some((family, family.coordinates(number)))
    }

    pub fn slot(&self, slot: Slot) -> Option<(&Family, Vec<u32>)> {
        self.scalar(u64::from(slot.word) * 32 + u64::from(slot.shift))
    }

    /// The family that a computed address leads to, and for each of its indices what it is: computed, or known.
    pub fn computed(&self, byte: i64, steps: &[Subscript]) -> Option<(&Family, Vec<Result<Subscript, u32>>)> {
        let (family, coordinates) = self.scalar(u64::try_from(byte).ok()? * 8)?;
        let mut out: Vec<Result<Subscript, u32>> = coordinates.iter().map(|&c| Err(c)).collect();
        for step in steps {
            let fits = |i: usize| {
                let mut next = coordinates.clone();
                next[i] += 1;
                let here = family.slots[family.number(&coordinates)];
                family.indices[i].len == step.len
                    && coordinates[i] == 0
                    && (step.len == 1
                        || family
                            .slots
                            .get(family.number(&next))
                            .is_some_and(|&there| first_byte(there).checked_sub(first_byte(here)) == Some(step.stride)))
            };
            let mut fitting = (0..out.len()).filter(|&i| out[i].is_err() && fits(i));
            // Steps come from the outermost index to the innermost. Of several that fit it may be any: too hard to
            // tell.
            let index = fitting.next()?;
            if fitting.next().is_some() {
                return None;
            }
            out[index] = Ok(*step);
        }
        Some((family, out))
    }
}

fn first_byte(slot: Slot) -> u32 {
    slot.word * 4 + u32::from(slot.shift) / 8
}

/// `a[2].x[1]` as `a[].x[]`, with the arrays `a` and `a[].x` and the index into each.
fn split(name: &str) -> (String, Vec<(String, u32)>) {
    let (mut out, mut indices) = (String::new(), Vec::new());
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        let (index, behind) = after.split_once(']').unwrap_or((after, ""));
        indices.push((out.clone(), index.parse().unwrap_or(0)));
        out.push_str("[]");
        rest = behind;
    }
    out.push_str(rest);
    (out, indices)
}

/// All places where values are kept.
#[derive(Debug)]
pub struct Storage {
    pub global: Scope,
    /// By proctype; the claim's too.
    pub frames: Vec<Scope>,
    /// By channel type and field.
    pub fields: Vec<Vec<Kind>>,
}

impl Storage {
    pub fn of(model: &Model, kinds: &mut Kinds) -> Storage {
        let scope = |leaves: &[Leaf], kinds: &mut Kinds| Scope::of(leaves, &mut HashMap::new(), kinds);
        Storage {
            global: scope(&model.global_leaves, kinds),
            frames: model.proctypes.iter().map(|p| scope(&p.leaves, kinds)).collect(),
            fields: model.channel_types.iter().map(|c| c.fields.iter().map(|_| kinds.fresh()).collect()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_at_their_indices() {
        let array = |name: &str, index| (name.to_string(), index);
        assert_eq!(split("x"), ("x".to_string(), vec![]));
        assert_eq!(split("a[2].x[1]"), ("a[].x[]".to_string(), vec![array("a", 2), array("a[].x", 1)]));
    }
}
