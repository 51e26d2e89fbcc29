//! A program to compare.

use super::generator::{self, Kind, Leaf};
use crate::generator::tree::Node;

#[derive(Clone, Debug)]
pub struct Subject {
    pub seed: u64,
    pub features: String,
    pub program: Node,
    /// Every scalar of the global data.
    pub leaves: Vec<Leaf>,
    /// The function that is extracted.
    pub entry: &'static str,
    /// A folder of headers.
    pub include: Option<&'static str>,
}

impl Subject {
    /// The program of our own generator.
    pub fn generated(seed: u64, kind: Kind) -> Subject {
        let generated = generator::generate(seed, kind);
        Subject {
            seed,
            features: generated.features,
            program: generated.program,
            leaves: generated.leaves,
            entry: "f",
            include: None,
        }
    }
}
