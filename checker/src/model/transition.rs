//! Steps of processes.

use super::op::CodeRef;
use super::{Effect, Expr, NodeId, StateId};

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

/// When a step can be taken.
#[derive(Debug, Clone, PartialEq)]
pub enum Guard {
    /// A selection without options.
    Never,
    Always,
    /// `else`: no other option of the process is possible.
    Else,
    /// This `i32` is not 0.
    When(Expr),
}

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

/// The body of a `d_step`: begins at its first node and goes on until a node leaves.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    pub nodes: Vec<Node>,
    /// For reports.
    pub line: u32,
}

/// A part of a `d_step`.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// A statement, and what comes after it; nothing: the end.
    Step { guard: Guard, effects: Vec<Effect>, position: Position, next: Option<NodeId> },
    /// The first of the options whose first statement is possible. Each is a step in the position of an option, or another choice.
    Choice { options: Vec<NodeId>, position: Position },
}

/// Where a part of a `d_step` stands, and so what it means if it is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// At the very beginning: the whole is not possible now.
    First,
    /// At the beginning of an option: the next option is tried.
    Option,
    /// Anywhere else: a fault.
    Inner,
}

impl Graph {
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }
}
