//! When a step is possible and what it does to a state. The body of a `d_step` is made of steps, so it is here, too.

use super::{Expr, FormatId, MessageId, MtypeId, NodeId, Pattern, Place, ProctypeId};

/// One change of a state. Effects of a step happen in order; if one of them has to wait, the step is not possible.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// The value, cut to the size of the place.
    Assign {
        place: Place,
        value: Expr,
    },
    /// Any value from the first to the last, both integers of one type and included. If there is none, the step is not
    /// possible.
    Choose {
        place: Place,
        from: Expr,
        to: Expr,
    },
    /// Waits: the step is possible only if this is not 0 now. What is known before the first effect belongs into the
    /// guard.
    Require(Expr),
    /// A fault if it is 0.
    Assert {
        condition: Expr,
        message: MessageId,
    },
    Print {
        format: FormatId,
        args: Vec<Expr>,
    },
    /// `printm`
    PrintMtype {
        mtype: MtypeId,
        value: Expr,
    },
    /// `q!…`, `q!!…`. Waits for room.
    Send {
        channel: Expr,
        args: Vec<Expr>,
        sorted: bool,
    },
    /// `q?…`; `random`: `q??…`; `keep`: `q?<…>`. Waits for a message.
    Receive {
        channel: Expr,
        patterns: Vec<Pattern>,
        random: bool,
        keep: bool,
    },
    /// Starts a process; its pid is an `i32`.
    Run {
        proctype: ProctypeId,
        args: Vec<Expr>,
        priority: u8,
        result: Option<Place>,
    },
    SetPriority {
        process: Expr,
        priority: Expr,
    },
    /// The process is gone. Waits until it is the youngest.
    End,
    /// `d_step`: all of it. Waits for its first statement.
    DStep(Box<Graph>),
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

/// The body of a `d_step`: begins at its first node and goes on until a node leaves.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    pub nodes: Vec<GraphNode>,
    /// For reports.
    pub line: u32,
}

/// A part of a `d_step`.
#[derive(Debug, Clone, PartialEq)]
pub enum GraphNode {
    /// A statement, and what comes after it; nothing: the end.
    Step { guard: Guard, effects: Vec<Effect>, position: Position, next: Option<NodeId> },
    /// The first of the options whose first statement is possible. Each is a step in the position of an option, or
    /// another choice.
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
    pub fn node(&self, id: NodeId) -> &GraphNode {
        &self.nodes[id.index()]
    }
}
