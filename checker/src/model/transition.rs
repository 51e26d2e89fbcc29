//! Steps of processes.

use super::{Effect, Guard, StateId};

/// One option of a state: possible if the guard holds and no effect has to wait; then the effects in order.
#[derive(Debug, Clone)]
pub struct Transition {
    pub guard: Guard,
    pub effects: Vec<Effect>,
    /// How it is run.
    pub action: Action,
    pub target: StateId,
    /// After it the process is still inside an atomic sequence.
    pub atomic: bool,
    /// A receive: the only thing that may run while a rendezvous is under way.
    pub receives: bool,
    /// It receives from the same channel as the transition before it: if there was no message for that, there is none.
    pub repeats: bool,
    /// For an escape of `unless`: the state where the escape begins. 0 otherwise.
    pub escape: u32,
    /// Spin's number of the transition, as trails have it.
    pub id: u32,
    /// Index into `Model::statements`.
    pub statement: u32,
}

impl Transition {
    /// Whether it is a plain `else`.
    pub fn is_else(&self) -> bool {
        self.guard == Guard::Else && self.effects.is_empty()
    }

    /// Whether it is the end of a process.
    pub fn ends(&self) -> bool {
        matches!(self.effects[..], [Effect::End, ..])
    }
}

/// Where the code of a transition begins. What that means, only `exec` knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CodeRef(pub(crate) u32);

/// How a transition is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Cannot be taken: a selection without options.
    Never,
    /// `skip`, `goto`, `break`: always possible.
    Skip,
    /// `else`
    Else,
    /// Possible if the code does not block.
    Code(CodeRef),
    /// Several transitions in one, and variables that are reset after each: made by `optimise`, for the search only.
    Parts {
        /// Index into `Model::parts`.
        first: u32,
        count: u32,
    },
}
