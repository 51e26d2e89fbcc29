//! What kind of value stands where: numbers that name processes, channels, or plain numbers.
//!
//! Each variable, field of a message, index of an array and value on the way is a [`Kind`]. Kinds that get each other's
//! values are made one; where a constant is added to a value, the two are one kind at a distance. What is done with a
//! value is noted with its kind: where it comes from ([`Origin`]), that it was calculated with, and with which
//! constants it was compared or set to. A kind that both names processes and was calculated with is a contradiction,
//! which whoever asked has to resolve.

use std::collections::{BTreeMap, BTreeSet};

/// A kind, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct Kind(usize);

/// A way to name processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub enum Names {
    /// By their pid.
    Pid,
    /// Processes of a proctype by one of their parameters, given by its number.
    Param(u32, u32),
}

/// Whose processes a value may name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Origin {
    /// `_pid` in this proctype.
    Proctype(u32),
    /// A parameter of a proctype, by its number.
    Param(u32, u32),
    /// Any process: it was used as a pid.
    Any,
}

/// Where something is done: the number of a statement.
pub type Site = Option<u32>;

/// What is done with a value that a name does not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misuse {
    /// Calculated with.
    Number,
    /// Compared by size.
    Order,
    /// Two ways to name processes, or one and the same with something added.
    Mixed,
    /// The place in an array could not be told.
    Address,
}

#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// How it names processes, and what is added to the name.
    pub names: Option<(Names, i64)>,
    pub origins: BTreeSet<Origin>,
    pub misuse: Option<(Misuse, Site)>,
    /// Constants that it is set to or compared with.
    pub constants: BTreeMap<i64, Site>,
    /// It denotes channels.
    pub is_channel: bool,
    /// Types of the channels that it can be.
    pub channels: BTreeSet<u32>,
}

impl Facts {
    /// How it names processes, if nothing else is done with it.
    pub fn naming(&self) -> Option<(Names, i64)> {
        self.names.filter(|_| self.misuse.is_none() && !self.is_channel)
    }
}

#[derive(Clone, Debug)]
struct Entry {
    /// Its value is that of the parent, plus this.
    parent: usize,
    plus: i64,
    facts: Facts,
}

#[derive(Debug, Default)]
pub struct Kinds {
    list: Vec<Entry>,
}

impl Kinds {
    pub fn fresh(&mut self) -> Kind {
        self.list.push(Entry { parent: self.list.len(), plus: 0, facts: Facts::default() });
        Kind(self.list.len() - 1)
    }

    /// A kind for a value that is larger by so much.
    pub fn shifted(&mut self, kind: Kind, by: i64) -> Kind {
        self.list.push(Entry { parent: kind.0, plus: by, facts: Facts::default() });
        Kind(self.list.len() - 1)
    }

    /// The kind that stands for all that were made one with this, and how much larger this one is.
    fn root(&mut self, kind: Kind) -> (usize, i64) {
        let (mut at, mut plus) = (kind.0, 0);
        while self.list[at].parent != at {
            plus += self.list[at].plus;
            at = self.list[at].parent;
        }
        (self.list[kind.0].parent, self.list[kind.0].plus) = if kind.0 == at { (at, 0) } else { (at, plus) };
        (at, plus)
    }

    /// The facts of a kind, its constants and what is added to its names as seen from this kind.
    pub fn facts(&mut self, kind: Kind) -> Facts {
        let (root, plus) = self.root(kind);
        let mut facts = self.list[root].facts.clone();
        facts.names = facts.names.map(|(names, by)| (names, by + plus));
        facts.constants = facts.constants.into_iter().map(|(n, site)| (n + plus, site)).collect();
        facts
    }

    pub fn channels(&mut self, kind: Kind) -> &mut BTreeSet<u32> {
        let (root, _) = self.root(kind);
        &mut self.list[root].facts.channels
    }

    pub fn is_channel(&mut self, kind: Kind) {
        let (root, _) = self.root(kind);
        self.list[root].facts.is_channel = true;
    }

    /// Values of one are values of the other.
    pub fn same(&mut self, a: Kind, b: Kind, site: Site) {
        let ((a, plus_a), (b, plus_b)) = (self.root(a), self.root(b));
        let by = plus_a - plus_b;
        if a == b {
            if by != 0 {
                self.list[a].facts.misuse.get_or_insert((Misuse::Number, site));
            }
            return;
        }
        // The value of b is that of a, plus `by`.
        let other = std::mem::take(&mut self.list[b].facts);
        (self.list[b].parent, self.list[b].plus) = (a, by);
        let facts = &mut self.list[a].facts;
        facts.origins.extend(other.origins);
        facts.channels.extend(other.channels);
        facts.is_channel |= other.is_channel;
        facts.misuse = facts.misuse.or(other.misuse);
        for (n, at) in other.constants {
            facts.constants.entry(n - by).or_insert(at);
        }
        match (facts.names, other.names.map(|(names, plus)| (names, plus - by))) {
            (Some(one), Some(two)) if one != two => {
                facts.misuse.get_or_insert((Misuse::Mixed, site));
            }
            (None, names) => facts.names = names,
            _ => {}
        }
    }

    /// It names processes in this way.
    pub fn name(&mut self, kind: Kind, names: Names, origin: Option<Origin>, site: Site) {
        let named = self.fresh();
        let facts = &mut self.list[named.0].facts;
        facts.names = Some((names, 0));
        facts.origins.extend(origin);
        self.same(kind, named, site);
    }

    pub fn misuse(&mut self, kind: Kind, misuse: Misuse, site: Site) {
        let (root, _) = self.root(kind);
        self.list[root].facts.misuse.get_or_insert((misuse, site));
    }

    /// It is set to a constant, or compared with one.
    pub fn constant(&mut self, kind: Kind, value: i64, site: Site) {
        let (root, plus) = self.root(kind);
        self.list[root].facts.constants.entry(value - plus).or_insert(site);
    }

    /// All that is known, once for kinds that are the same.
    pub fn all(&self) -> impl Iterator<Item = &Facts> {
        self.list.iter().map(|entry| &entry.facts)
    }

    /// All kinds that name processes, and something else happens to them.
    pub fn contradictions(&self) -> Vec<&Facts> {
        self.all().filter(|f| f.names.is_some() && (f.misuse.is_some() || f.is_channel)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_at_a_distance() {
        let mut kinds = Kinds::default();
        let (a, b) = (kinds.fresh(), kinds.fresh());
        kinds.name(a, Names::Pid, Some(Origin::Proctype(0)), None);
        let less = kinds.shifted(a, -1);
        kinds.same(b, less, None);
        assert_eq!(kinds.facts(b).names, Some((Names::Pid, -1)));
        kinds.constant(b, 4, None);
        assert!(kinds.facts(a).constants.contains_key(&5));
        assert!(kinds.contradictions().is_empty());
        // x = x + 1 is no way to treat a name.
        let more = kinds.shifted(b, 1);
        kinds.same(more, b, Some(7));
        assert_eq!(kinds.contradictions().len(), 1);
        assert_eq!(kinds.facts(a).misuse, Some((Misuse::Number, Some(7))));
    }

    #[test]
    fn two_ways_to_name_are_a_contradiction() {
        let mut kinds = Kinds::default();
        let a = kinds.fresh();
        kinds.name(a, Names::Pid, Some(Origin::Proctype(0)), None);
        kinds.name(a, Names::Pid, Some(Origin::Proctype(1)), None);
        assert!(kinds.contradictions().is_empty());
        kinds.name(a, Names::Param(1, 0), Some(Origin::Proctype(1)), None);
        assert_eq!(kinds.contradictions().len(), 1);
    }
}
