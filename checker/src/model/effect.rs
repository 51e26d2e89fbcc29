//! What a step does to a state.

use super::{Expr, FormatId, Graph, MessageId, MtypeId, Place, ProctypeId};

/// One change of a state. Effects of a step happen in order; if one of them has to wait, the step is not possible.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// The value, cut to the size of the place.
    Assign {
        place: Place,
        value: Expr,
    },
    /// Any value from the first to the last, both integers of one type and included. If there is none, the step is not possible.
    Choose {
        place: Place,
        from: Expr,
        to: Expr,
    },
    /// Waits: the step is possible only if this is not 0 now. What is known before the first effect belongs into the guard.
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

/// What a receive does with a field of a message.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// The field must have this value.
    Match(Expr),
    Store(Place),
    Ignore,
}
