//! The numbers both checkers print, and how two sets of them differ.

use std::fmt;

/// What must be equal, and what we also look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub stored: u64,
    pub matched: u64,
    pub transitions: u64,
    pub atomic_steps: u64,
    pub depth: u64,
    pub errors: u64,
}

/// A named number that differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    pub name: &'static str,
    pub spin: u64,
    pub ax: u64,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} instead of {}", self.name, self.ax, self.spin)
    }
}

impl Counts {
    /// Stored, matched and transitions: the state space itself.
    pub fn differences(&self, ax: &Counts) -> Vec<Difference> {
        differing(&[
            ("stored", self.stored, ax.stored),
            ("matched", self.matched, ax.matched),
            ("transitions", self.transitions, ax.transitions),
        ])
    }

    /// Atomic steps, depth and number of errors, which depend on the order of the search as well.
    pub fn weak_differences(&self, ax: &Counts) -> Vec<Difference> {
        differing(&[
            ("atomic", self.atomic_steps, ax.atomic_steps),
            ("depth", self.depth, ax.depth),
            ("errors", self.errors, ax.errors),
        ])
    }
}

fn differing(numbers: &[(&'static str, u64, u64)]) -> Vec<Difference> {
    numbers.iter().filter(|(_, spin, ax)| spin != ax).map(|&(name, spin, ax)| Difference { name, spin, ax }).collect()
}

/// `a, b, c`
pub fn listed(differences: &[Difference]) -> String {
    differences.iter().map(|d| d.to_string()).collect::<Vec<_>>().join(", ")
}
