//! Values, and the places they are loaded from: typed expressions over a state. They change nothing; what can go wrong
//! in one is a fault. Values name places and places are made of values, so both are here.

use super::layout::{Cell, Slot};
use super::types::{Constant, Type};
use super::{LabelId, ProctypeId, Region, TempId};

/// A value. Operands are evaluated from left to right.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Const(Constant),
    /// What is at a place, cut or extended to the type. A floating point number needs a place of its size.
    Load {
        place: Place,
        ty: Type,
    },
    /// The address of a place that is in an object: a `u64`.
    AddressOf(Place),
    /// On an operand of the type, with a result of the same.
    Unary {
        op: Unary,
        ty: Type,
        value: Box<Expr>,
    },
    /// On operands of the type, with a result of the same. An amount to shift by is of the type, too.
    Binary {
        op: Binary,
        ty: Type,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// Of operands of the type: 0 or 1, an `i32`.
    Compare {
        op: Compare,
        ty: Type,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// Whether an `i32` is 0.
    Not(Box<Expr>),
    /// `&&` of `i32`: 0 or 1. The right side counts only if the left is not 0.
    And(Box<Expr>, Box<Expr>),
    /// `||` of `i32`: 0 or 1. The right side counts only if the left is 0.
    Or(Box<Expr>, Box<Expr>),
    /// `(condition -> yes : no)`: the condition is an `i32`, both branches are of one type.
    Conditional {
        condition: Box<Expr>,
        yes: Box<Expr>,
        no: Box<Expr>,
    },
    /// The value of one type that another stands for: integers are cut or extended, floating point numbers are rounded
    /// to integers towards 0.
    Convert {
        from: Type,
        to: Type,
        value: Box<Expr>,
    },

    /// A question about processes: an `i32`.
    Process(Box<ProcessQuestion>),
    /// A question about a channel, whose number is an `i32`: an `i32`.
    Channel {
        question: ChannelQuestion,
        channel: Box<Expr>,
    },
    /// `q?[…]`: whether a receive of the first message, or of any (`??`), would be possible.
    Poll {
        channel: Box<Expr>,
        patterns: Vec<Pattern>,
        random: bool,
    },
    /// A step given from outside (see [`foreign`](super::foreign)) is run: what it gives, an `i32`. It may change
    /// anything; code in an expression changes nothing, or the answer is incomplete.
    Foreign(u32),
    /// Whether the event that a trace is shown is a send (or a receive) on the channel, with these values. Only as a
    /// condition of a guard.
    Event {
        send: bool,
        channel: Box<Expr>,
        patterns: Vec<Pattern>,
    },
}

/// What can be asked about processes.
#[derive(Clone, PartialEq, Debug)]
pub enum ProcessQuestion {
    /// `_pid`
    Pid,
    /// `_nr_pr`. As in Spin, the claim counts.
    Count,
    /// `timeout`: nothing in the system can move.
    Timeout,
    /// `np_`: no process is at a progress label.
    NonProgress,
    /// `enabled(pid)`
    Enabled(Expr),
    /// `pc_value(pid)`: its control state, or 0.
    ControlState(Expr),
    /// `p[pid]@l`: whether its control state is that of the label.
    IsAt(Expr, LabelId),
    /// `get_priority(pid)`
    Priority(Expr),
    /// The pid of the first process of a proctype, or -1.
    First(ProctypeId),
}

/// What can be asked about a channel without looking at its messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChannelQuestion {
    Length,
    IsEmpty,
    IsFull,
    NotEmpty,
    NotFull,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    Neg,
    /// Of integers.
    BitNot,
}

/// An operation on two values of a type. Integers wrap around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    /// By 0: a fault for integers.
    Div,
    /// Of integers; by 0: a fault.
    Rem,
    BitAnd,
    BitXor,
    BitOr,
    /// By the amount modulo the size of the type.
    Shl,
    /// With zeros, or the sign of a signed type.
    Shr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
}

/// Where a scalar is.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// At a fixed place of a region.
    Slot { region: Region, slot: Slot },
    /// In an array or structure: `at` bytes into the region, and further by each index. An index that is not below its
    /// length is a fault.
    Element { region: Region, at: u32, indices: Vec<Index>, cell: Cell },
    /// In the frame of another process: `p[pid]:x`. Can only be read, and is 0 if there is no such process; `place` is
    /// a slot or an element with one index of the local region of that frame.
    Remote { process: Box<Expr>, proctype: ProctypeId, place: Box<Place> },
    /// Through an address: see [`object`](super::object). An access that is not inside of one object is a fault.
    At { address: Box<Expr>, cell: Cell },
    /// A value that exists during one step.
    Temp { temp: TempId, ty: Type },
}

/// An index on the way to an element.
#[derive(Clone, PartialEq, Debug)]
pub struct Index {
    /// Of an integer type.
    pub index: Expr,
    pub len: u32,
    /// In bytes.
    pub stride: u32,
}

/// What a receive does with a field of a message.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// The field must have this value.
    Match(Expr),
    Store(Place),
    Ignore,
}

impl Expr {
    pub fn i32(value: i32) -> Expr {
        Expr::Const(Constant::i32(value))
    }

    /// The value of a Promela variable.
    pub fn load(place: Place) -> Expr {
        Expr::Load { place, ty: Type::I32 }
    }

    pub fn process(question: ProcessQuestion) -> Expr {
        Expr::Process(Box::new(question))
    }

    pub fn binary(op: Binary, left: Expr, right: Expr) -> Expr {
        Expr::Binary { op, ty: Type::I32, left: Box::new(left), right: Box::new(right) }
    }

    pub fn compare(op: Compare, left: Expr, right: Expr) -> Expr {
        Expr::Compare { op, ty: Type::I32, left: Box::new(left), right: Box::new(right) }
    }

    pub fn ask(question: ChannelQuestion, channel: Expr) -> Expr {
        Expr::Channel { question, channel: Box::new(channel) }
    }

    /// The value if it is a constant `i32`.
    pub fn constant(&self) -> Option<i32> {
        match self {
            Expr::Const(c) => c.as_i32(),
            _ => None,
        }
    }
}

impl Place {
    pub fn global(slot: Slot) -> Place {
        Place::Slot { region: Region::Global, slot }
    }

    pub fn local(slot: Slot) -> Place {
        Place::Slot { region: Region::Local, slot }
    }
}
