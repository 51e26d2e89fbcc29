//! The code of transitions: a stack machine over the state vector.
//!
//! Values are 32-bit integers. Jumps are relative to the op after the jump. Code ends with
//! [`Op::Done`]; an op that cannot go on *blocks*: the transition is not possible now, or inside a
//! `d_step`, control goes to where the last [`Op::OnBlock`] said.

pub use crate::model::Region as Base;
pub use crate::model::layout::Cell;
use crate::model::layout::Slot;
use crate::model::{Binary as BinaryOp, Compare as CompareOp, Type, Unary};

/// A comparison with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Gt,
}

impl Compare {
    #[inline(always)]
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Compare::Eq => a == b,
            Compare::Ne => a != b,
            Compare::Lt => a < b,
            Compare::Gt => a > b,
        }
    }
}

/// An operation on two values that cannot go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    BitAnd,
    BitXor,
    BitOr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    /// With a divisor that is not 0.
    Rem,
}

impl Binary {
    #[inline(always)]
    pub fn apply(self, a: i32, b: i32) -> i32 {
        match self {
            Binary::Add => a.wrapping_add(b),
            Binary::Sub => a.wrapping_sub(b),
            Binary::Mul => a.wrapping_mul(b),
            Binary::BitAnd => a & b,
            Binary::BitXor => a ^ b,
            Binary::BitOr => a | b,
            Binary::Lt => i32::from(a < b),
            Binary::Gt => i32::from(a > b),
            Binary::Le => i32::from(a <= b),
            Binary::Ge => i32::from(a >= b),
            Binary::Eq => i32::from(a == b),
            Binary::Ne => i32::from(a != b),
            Binary::Rem => a.wrapping_rem(b),
        }
    }
}

/// No code may need more values on the stack: the interpreter's stack holds that many for each level of `enabled`.
pub const MAX_STACK: usize = 800;

/// The most values that code without backward jumps has on the stack at once.
pub fn stack_need(code: &[Op]) -> usize {
    let (mut now, mut most) = (0i64, 0i64);
    for op in code {
        now = (now + op.stack_effect()).max(0);
        most = most.max(now);
    }
    most as usize
}

/// An operation on values of other types than `i32`. They have a stack of their own.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Wide {
    /// Pushes one of `Code::constants`.
    Const(u32),
    /// Takes an `i32` over from the other stack, extended by its sign or with zeros.
    Enter {
        zeros: bool,
    },
    /// Gives an `i32` to the other stack.
    Leave,
    /// The same for an index: one that is no `i32` is out of range.
    LeaveIndex,
    Drop,
    /// Pushes a value that lies on the stack, counted from where the code began.
    Pick(u16),
    /// Cuts the top value to a type.
    Wrap(Type),
    /// Two words at a fixed place.
    Load {
        base: Base,
        word: u32,
    },
    Store {
        base: Base,
        word: u32,
    },
    /// The same at a byte address on the other stack.
    LoadAt {
        base: Base,
    },
    StoreAt {
        base: Base,
    },
    Unary(Unary, Type),
    Binary(BinaryOp, Type),
    /// Gives 0 or 1 to the other stack.
    Compare(CompareOp, Type),
    Convert {
        from: Type,
        to: Type,
    },
    /// Pushes the address of the frame of the running process.
    Frame,
    /// Pops an index and an address; pushes the address of that element.
    Step {
        len: u32,
        stride: u32,
    },
    /// Pops an address; pushes what is there.
    LoadAddress(Cell),
    /// Pops a value, then an address.
    StoreAddress(Cell),
    /// Pops the last and the first value; pushes the one that is chosen.
    Choose(Type),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Op {
    /// The end: the transition is taken.
    Done,

    // Values.
    Const(i32),
    LoadGlobal(Slot),
    LoadLocal(Slot),
    LoadHidden(Slot),
    /// Pops an index; loads from an array of scalars that begins at byte `at`.
    LoadIndexGlobal {
        at: u32,
        len: u32,
        cell: Cell,
    },
    LoadIndexLocal {
        at: u32,
        len: u32,
        cell: Cell,
    },
    /// Pushes a byte address.
    Address {
        base: Base,
        at: u32,
    },
    /// Pops an index and an address; pushes the address of that element.
    Index {
        len: u32,
        stride: u32,
    },
    /// Pops an address; pushes what is there.
    LoadAt {
        base: Base,
        cell: Cell,
    },
    /// Drops the top value.
    Drop,
    /// Pushes a value that lies on the stack, counted from where the code began.
    Pick(u16),

    Neg,
    Not,
    BitNot,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitXor,
    BitOr,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    AddConst(i32),
    EqConst(i32),
    NeConst(i32),
    LtConst(i32),
    GtConst(i32),
    /// Fused: the second operand is a variable or a constant.
    BinaryGlobal {
        op: Binary,
        slot: Slot,
    },
    BinaryLocal {
        op: Binary,
        slot: Slot,
    },
    BinaryConst {
        op: Binary,
        value: i32,
    },
    /// Fused: the index of a global array is a local scalar.
    LoadGlobalAtLocal {
        at: u32,
        len: u16,
        cell: Cell,
        word: u16,
        shift: u8,
        bits: u8,
    },
    /// Turns the top value into 0 or 1.
    Bool,

    Jump(i32),
    /// Pops; jumps if it was 0.
    JumpIfZero(i32),
    /// If the top is 0, leaves 0 and jumps; else pops it. For `&&`.
    AndJump(i32),
    /// If the top is not 0, leaves 1 and jumps; else pops it. For `||`.
    OrJump(i32),

    // Processes.
    /// Pushes what a step given from outside gives.
    Foreign(u32),
    Pid,
    ProcessCount,
    Timeout,
    NonProgress,
    /// Pops a pid.
    Enabled,
    /// Pops a pid; pushes its program counter, or 0 if there is no such process.
    PcValue,
    /// Pops a pid.
    GetPriority,
    /// Pushes the pid of the first process of a proctype, or -1.
    FirstPid(u32),
    /// Pushes a state number out of `Model::label_refs`.
    Label(u32),
    /// Pops a pid; loads from its frame. 0 if there is no such process.
    LoadRemote {
        proctype: u32,
        slot: Slot,
    },
    /// Pops a pid and then an index.
    LoadRemoteIndex {
        proctype: u32,
        at: u32,
        len: u32,
        cell: Cell,
    },
    /// Pops the arguments; starts a process; pushes its pid.
    Run {
        proctype: u32,
        args: u16,
        priority: u8,
    },
    /// Pops a priority and a pid.
    SetPriority,
    /// The end of a process: possible for the youngest only.
    End,

    // Channels. Each pops a channel number unless it says otherwise.
    Len,
    IsEmpty,
    IsFull,
    NotEmpty,
    NotFull,
    /// `q?[…]`: pops one value for each bit of `mask`, then the channel.
    Poll {
        mask: u32,
        fields: u16,
        random: bool,
    },
    /// Opens a send: pops the channel; blocks if it is full.
    SendOpen,
    /// Pops the arguments and sends them to the channel that was opened.
    Send {
        args: u16,
        sorted: bool,
    },
    /// Opens a receive: the channel must have a message (or the rendezvous be ours).
    ReceiveOpen {
        keep: bool,
    },
    /// The same for a channel whose place is known.
    SendOpenAt {
        number: u32,
        ty: u32,
        at: u32,
    },
    ReceiveOpenAt {
        number: u16,
        keep: bool,
        ty: u32,
        at: u32,
    },
    /// Opens a receive on a buffered channel whose place is known.
    ReceiveBuffered {
        number: u16,
        keep: bool,
        ty: u32,
        at: u32,
    },
    /// Pops a value; blocks unless this field of the first message has it.
    ReceiveMatch(u16),
    ReceiveMatchConst {
        field: u16,
        value: i32,
    },
    /// Pops one value for each bit of `mask`; finds the first message that has them, or blocks.
    ReceiveFind {
        mask: u32,
    },
    /// Pushes a field of the message.
    ReceiveField(u16),
    /// Takes the message out. `args`: the number of fields the statement gives.
    ReceiveClose {
        keep: bool,
        args: u16,
    },

    // Statements.
    /// Pops; blocks if it was 0.
    Require,
    /// Fused: pops two values; blocks unless they compare so.
    RequireBinary(Binary),
    /// Fused: blocks unless a global, or local, compares so with a constant.
    RequireGlobal {
        slot: Slot,
        compare: Compare,
        value: i32,
    },
    RequireLocal {
        slot: Slot,
        compare: Compare,
        value: i32,
    },
    /// Blocks if another option of the process could move.
    RequireElse,
    StoreGlobal(Slot),
    StoreLocal(Slot),
    StoreHidden(Slot),
    AddGlobal {
        slot: Slot,
        by: i32,
    },
    AddLocal {
        slot: Slot,
        by: i32,
    },
    StoreConstGlobal {
        slot: Slot,
        value: i32,
    },
    StoreConstLocal {
        slot: Slot,
        value: i32,
    },
    /// Pops a value, then an index.
    StoreIndexGlobal {
        at: u32,
        len: u32,
        cell: Cell,
    },
    StoreIndexLocal {
        at: u32,
        len: u32,
        cell: Cell,
    },
    /// Pops a value, then an address.
    StoreAt {
        base: Base,
        cell: Cell,
    },
    /// Pops; reports a violation if it was 0. The number is in `Model::messages`.
    Assert(u32),
    /// Pops the arguments. The number is in `Model::formats`.
    Print {
        format: u32,
        args: u16,
    },
    /// `printm`: pops a value; the number is in `Model::mtypes`.
    PrintMtype(u32),
    /// From here on, blocking goes there.
    OnBlock(i32),
    /// From here on, blocking is an error (`d_step` after its first statement).
    OnBlockFail(u32),
    /// From here on, blocking means that the transition is not possible.
    OnBlockReturn,
    /// Blocks.
    Block,
    /// Blocks while a rendezvous is under way.
    NoRendezvous,
    /// A rendezvous send here is an error.
    InDStep,

    /// On values of other types than `i32`.
    Wide(Wide),

    // Traces.
    /// Pops a channel; blocks unless the event is a send (or a receive) on it.
    EventIs {
        send: bool,
    },
    /// Pops a value; blocks unless this field of the event's message has it.
    EventMatch(u16),
}

impl Op {
    /// How many values it leaves on the stack, less those it takes. At a branch: what the way straight on leaves.
    fn stack_effect(&self) -> i64 {
        match *self {
            Op::Const(_)
            | Op::LoadGlobal(_)
            | Op::LoadLocal(_)
            | Op::LoadHidden(_)
            | Op::Address { .. }
            | Op::Foreign(_)
            | Op::Pid
            | Op::ProcessCount
            | Op::Timeout
            | Op::NonProgress
            | Op::FirstPid(_)
            | Op::Label(_)
            | Op::LoadGlobalAtLocal { .. }
            | Op::Pick(_)
            | Op::ReceiveField(_) => 1,
            Op::Index { .. }
            | Op::Drop
            | Op::Add
            | Op::Sub
            | Op::Mul
            | Op::Div
            | Op::Rem
            | Op::BitAnd
            | Op::BitXor
            | Op::BitOr
            | Op::Shl
            | Op::Shr
            | Op::Lt
            | Op::Gt
            | Op::Le
            | Op::Ge
            | Op::Eq
            | Op::Ne
            | Op::JumpIfZero(_)
            | Op::AndJump(_)
            | Op::OrJump(_)
            | Op::LoadRemoteIndex { .. }
            | Op::SendOpen
            | Op::ReceiveOpen { .. }
            | Op::ReceiveMatch(_)
            | Op::Require
            | Op::StoreGlobal(_)
            | Op::StoreLocal(_)
            | Op::StoreHidden(_)
            | Op::Assert(_)
            | Op::PrintMtype(_)
            | Op::EventIs { .. }
            | Op::EventMatch(_) => -1,
            // The other branch begins with what this one began with.
            Op::Jump(_) => -1,
            Op::RequireBinary(_) => -2,
            Op::Wide(Wide::Enter { .. } | Wide::LoadAt { .. } | Wide::StoreAt { .. }) => -1,
            Op::Wide(Wide::Leave | Wide::LeaveIndex | Wide::Compare(..)) => 1,
            Op::SetPriority | Op::StoreIndexGlobal { .. } | Op::StoreIndexLocal { .. } | Op::StoreAt { .. } => -2,
            Op::Run { args, .. } => 1 - i64::from(args),
            Op::Send { args, .. } | Op::Print { args, .. } => -i64::from(args),
            Op::Poll { mask, .. } => -i64::from(mask.count_ones()),
            Op::ReceiveFind { mask } => -i64::from(mask.count_ones()),
            Op::Done
            | Op::LoadIndexGlobal { .. }
            | Op::LoadIndexLocal { .. }
            | Op::LoadAt { .. }
            | Op::Neg
            | Op::Not
            | Op::BitNot
            | Op::AddConst(_)
            | Op::EqConst(_)
            | Op::NeConst(_)
            | Op::LtConst(_)
            | Op::GtConst(_)
            | Op::BinaryGlobal { .. }
            | Op::BinaryLocal { .. }
            | Op::BinaryConst { .. }
            | Op::Bool => 0,
            Op::Enabled
            | Op::PcValue
            | Op::GetPriority
            | Op::LoadRemote { .. }
            | Op::End
            | Op::Len
            | Op::IsEmpty
            | Op::IsFull
            | Op::NotEmpty
            | Op::NotFull
            | Op::SendOpenAt { .. }
            | Op::ReceiveOpenAt { .. }
            | Op::ReceiveBuffered { .. }
            | Op::ReceiveMatchConst { .. }
            | Op::ReceiveClose { .. } => 0,
            Op::RequireGlobal { .. }
            | Op::RequireLocal { .. }
            | Op::RequireElse
            | Op::AddGlobal { .. }
            | Op::AddLocal { .. }
            | Op::StoreConstGlobal { .. }
            | Op::StoreConstLocal { .. }
            | Op::OnBlock(_)
            | Op::OnBlockFail(_)
            | Op::OnBlockReturn
            | Op::Block
            | Op::NoRendezvous
            | Op::InDStep => 0,
            Op::Wide(
                Wide::Const(_)
                | Wide::Drop
                | Wide::Pick(_)
                | Wide::Wrap(_)
                | Wide::Load { .. }
                | Wide::Store { .. }
                | Wide::Unary(..)
                | Wide::Binary(..)
                | Wide::Convert { .. }
                | Wide::Frame
                | Wide::Step { .. }
                | Wide::LoadAddress(_)
                | Wide::StoreAddress(_)
                | Wide::Choose(_),
            ) => 0,
        }
    }
}
