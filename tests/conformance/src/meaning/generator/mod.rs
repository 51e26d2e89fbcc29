//! Random C programs over integers, without undefined behaviour, that end.
//!
//! A program is a function of its seed. It has global data, functions that call those before them, and the function `f`
//! that works on the globals. Values are kept inside of their types with the ranges of expressions (as csmith's safe
//! arithmetic does it with macros); the order of evaluation never matters because the effects of operands are kept
//! apart; loops count. What slips through (an `int` that a loop counts up too far) the sanitizer finds, and the
//! program is dropped.

mod call;
mod declaration;
mod effects;
mod features;
mod function;
mod jump;
mod leaf;
mod operator;
mod place;
mod repetition;
mod scope;
mod selection;
mod statement;
mod types;
mod value;
mod wide;
mod wild;

pub use leaf::Leaf;

use crate::generator::random::Random;
use crate::generator::tree::{self, Node};
use effects::{Cell, Effects};
use features::Features;
use function::Function;
use scope::{Body, Variable};
use types::{Enum, Spelling, Struct};

/// A generated program.
#[derive(Clone, Debug)]
pub struct Generated {
    pub features: String,
    pub program: Node,
    /// Every scalar of the global data.
    pub leaves: Vec<Leaf>,
}

/// What programs are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Every statement has a meaning that a model can hold.
    Exact,
    /// Some statements have not.
    Wild,
}

/// The program of a seed.
pub fn generate(seed: u64, kind: Kind) -> Generated {
    let mut random = Random::new(seed);
    let features = Features::draw(&mut random);
    let mut generator = Generator {
        random,
        features,
        kind,
        structs: Vec::new(),
        enums: Vec::new(),
        globals: Vec::new(),
        functions: Vec::new(),
        body: Body::default(),
        next_cell: effects::MEMORY.0 + 1,
        next_name: 0,
    };
    let program = generator.program();
    let leaves = leaf::all(&generator.globals, &generator.structs);
    Generated { features: generator.features.to_string(), program, leaves }
}

/// The state of the generation.
struct Generator {
    random: Random,
    features: Features,
    kind: Kind,
    structs: Vec<Struct>,
    enums: Vec<Enum>,
    globals: Vec<Variable>,
    /// Those whose body is there.
    functions: Vec<Function>,
    /// The body being generated.
    body: Body,
    next_cell: u32,
    next_name: u32,
}

impl Generator {
    fn spelling(&self) -> Spelling<'_> {
        Spelling { structs: &self.structs, enums: &self.enums }
    }

    fn cell(&mut self) -> Cell {
        self.next_cell += 1;
        Cell(self.next_cell)
    }

    /// A name that no other thing has: `x7`.
    fn name(&mut self, prefix: &str) -> String {
        self.next_name += 1;
        format!("{prefix}{}", self.next_name)
    }

    /// Generates something whose effects are over before what comes next.
    fn full<T>(&mut self, generate: impl FnOnce(&mut Generator, &mut Effects) -> T) -> T {
        let mut effects = Effects::default();
        let result = generate(self, &mut effects);
        self.body.effects.add(&effects);
        result
    }

    fn program(&mut self) -> Node {
        let mut units = Vec::new();
        if self.kind == Kind::Wild {
            units.push(tree::text(wild::PRELUDE));
        }
        self.declare_types(&mut units);
        self.declare_globals(&mut units);
        let count = if self.features.calls { self.random.between(1, 5) } else { 0 };
        for _ in 0..count {
            units.push(self.function());
        }
        units.push(self.entry());
        tree::lines(units, 1)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_seed_means_one_program() {
        for seed in 0..200 {
            for kind in [super::Kind::Exact, super::Kind::Wild] {
                assert_eq!(super::generate(seed, kind).program, super::generate(seed, kind).program);
            }
        }
    }
}
