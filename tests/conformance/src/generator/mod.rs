//! Random small Promela programs over the whole language.
//!
//! A program is a function of its seed. The programs are meant to have some hundred states: variables
//! take few values because assignments go through a remainder or a constant, channels have few slots,
//! and bodies are short. Nothing here checks that Spin accepts a program; most are.

mod channel;
mod choice;
mod claim;
mod declaration;
mod dstep;
mod expression;
mod features;
mod place;
mod process;
pub mod random;
mod statement;
pub mod tree;
mod types;

pub use features::Features;

use features::Feature;
use random::Random;
use tree::{Node, Tag};
use types::{Declared, Variable};

/// A generated program.
#[derive(Clone, Debug)]
pub struct Generated {
    pub seed: u64,
    pub features: String,
    pub program: Node,
}

/// The program of a seed.
pub fn generate(seed: u64) -> Generated {
    let mut random = Random::new(seed);
    let features = Features::draw(&mut random);
    let mut generator = Generator {
        random,
        features,
        declared: Declared::default(),
        globals: Vec::new(),
        inlines: Vec::new(),
        macros: Vec::new(),
        proctypes: Vec::new(),
        process: Process::default(),
        next_tag: 0,
    };
    let program = generator.program();
    Generated { seed, features: features.to_string(), program }
}

/// The state of the generation.
struct Generator {
    random: Random,
    features: Features,
    declared: Declared,
    globals: Vec<Variable>,
    inlines: Vec<Inline>,
    macros: Vec<Macro>,
    /// Planned before any body is generated, because a `run` or a remote reference names them.
    proctypes: Vec<Proctype>,
    /// The body being generated.
    process: Process,
    next_tag: u32,
}

/// `inline f(a, b) { … }`
#[derive(Clone, Debug)]
struct Inline {
    name: String,
    params: Vec<InlineParam>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InlineParam {
    /// Assigned to in the body: wants a number variable.
    Target,
    /// Only read.
    Value,
}

/// `#define K 3`, `#define M(x) (x + 1)`
#[derive(Clone, Debug)]
struct Macro {
    name: String,
    has_parameter: bool,
}

/// What is decided of a proctype before its body.
#[derive(Clone, Debug)]
struct Proctype {
    /// `init` for the initial process.
    name: String,
    params: Vec<(Variable, Tag)>,
    /// Number of instances at the start; 0 when it is started by `run` only.
    instances: usize,
    /// The number of the first instance, if there is one at the start.
    first_pid: Option<usize>,
    deterministic: bool,
    /// What its body declared at its start, and its labels; empty until the body is there.
    locals: Vec<Variable>,
    labels: Vec<String>,
}

/// What is true at one place of a body.
#[derive(Clone, Debug, Default)]
struct Process {
    /// Index into the proctypes; `None` in claims and inlines.
    index: Option<usize>,
    /// Variables in scope, innermost last. In a claim there are none.
    locals: Vec<Variable>,
    /// Labels that a `goto` may name; those not yet placed are placed later.
    labels: Vec<String>,
    unplaced: Vec<String>,
    /// Variables that must not be assigned, because a loop ends by them.
    frozen: Vec<String>,
    /// Inside a d_step, where Spin wants no remote references.
    in_d_step: bool,
    /// Statements that may still be generated.
    budget: usize,
    next_local: usize,
    next_label: usize,
}

/// Where a statement stands.
#[derive(Clone, Copy, Debug, Default)]
struct Context {
    /// Depth of nesting.
    depth: usize,
    /// Inside a loop, so that `break` is possible.
    in_loop: bool,
    /// After a loop, where a d_step is not wanted.
    after_loop: bool,
    /// First in an option, whose choice inherits an `else` inside of it.
    no_else: bool,
    /// First in a block or an atomic sequence, where Spin wants no label.
    unlabelled_first: bool,
    in_inline: bool,
    /// Executed once per process at most, unless a `goto` comes back.
    straight: bool,
}

impl Generator {
    fn has(&self, feature: Feature) -> bool {
        self.features.has(feature)
    }

    /// True in `percent` of a hundred cases, and only if the feature is on.
    fn has_by_chance(&mut self, feature: Feature, percent: usize) -> bool {
        self.has(feature) && self.random.chance(percent)
    }

    /// `else`, or what stands for it where Spin refuses it: next to channels when some are claimed by
    /// `xr` or `xs`.
    fn otherwise(&self) -> Node {
        // In a d_step Spin would not count an option that begins with printf.
        let instead = if self.process.in_d_step { "true" } else { "printf(\"else\\n\")" };
        tree::text(if self.has(Feature::Exclusive) { instead } else { "else" })
    }

    fn tag(&mut self) -> Tag {
        self.next_tag += 1;
        Tag(self.next_tag)
    }

    fn program(&mut self) -> Node {
        let mut units = Vec::new();
        self.declare(&mut units);
        self.plan_processes();
        self.processes(&mut units);
        self.claims(&mut units);
        tree::lines(units, 1)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_seed_means_one_program() {
        for seed in 0..200 {
            assert_eq!(super::generate(seed).program, super::generate(seed).program);
        }
    }
}
