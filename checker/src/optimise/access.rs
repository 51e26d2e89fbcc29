//! What code touches: for each op, which data it reads and writes.
//!
//! Data is told apart by variable, not by element: an array or a structure is one thing. What goes through a computed address is
//! a read or a write of the variable that the address begins in.

use std::collections::HashMap;

use crate::model::layout::{Leaf, Show, Slot};
use crate::model::op::{Base, CodeRef, Op};

/// A variable of the global part or of a frame.
#[derive(Debug, Clone)]
pub struct Variable {
    pub slots: Vec<Slot>,
    /// One number, not a channel: neither array nor structure.
    pub is_scalar: bool,
    /// Has fields, or holds channels.
    pub is_special: bool,
}

/// The variables of the global part, or of a frame.
#[derive(Debug, Default)]
pub struct Variables {
    pub list: Vec<Variable>,
    /// By the bit at which a scalar of the variable begins.
    by_start: HashMap<u64, usize>,
}

impl Variables {
    pub fn of(leaves: &[Leaf]) -> Variables {
        let mut out = Variables::default();
        let mut last: Option<&str> = None;
        for leaf in leaves {
            let name = leaf.name.split(['[', '.']).next().unwrap_or_default();
            let is_whole = name.len() == leaf.name.len();
            if is_whole || last != Some(name) {
                let variable = Variable { slots: Vec::new(), is_scalar: is_whole, is_special: false };
                out.list.push(variable);
            }
            last = (!is_whole).then_some(name);
            let number = out.list.len() - 1;
            let variable = &mut out.list[number];
            variable.slots.push(leaf.slot);
            variable.is_scalar &= leaf.show != Show::Channel;
            variable.is_special |= leaf.show == Show::Channel || leaf.name.contains('.');
            out.by_start.insert(start(leaf.slot), number);
        }
        out
    }

    pub fn at(&self, slot: Slot) -> Option<usize> {
        self.by_start.get(&start(slot)).copied()
    }

    pub fn at_byte(&self, byte: u32) -> Option<usize> {
        self.by_start.get(&(u64::from(byte) * 8)).copied()
    }
}

fn start(slot: Slot) -> u64 {
    u64::from(slot.word) * 32 + u64::from(slot.shift)
}

/// Where a variable is: by a scalar of it, or by a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Slot(Slot),
    Byte(u32),
}

impl Place {
    pub fn variable(self, variables: &Variables) -> Option<usize> {
        match self {
            Place::Slot(slot) => variables.at(slot),
            Place::Byte(byte) => variables.at_byte(byte),
        }
    }
}

/// One access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Read(Base, Place),
    /// All of a scalar.
    Write(Base, Place),
    /// Read and then written.
    Change(Base, Place),
    /// A part of an array or of a structure; which, is known only when it runs. For an address: reads as well.
    WritePart(Base, Place),
    /// A variable of another process.
    Remote {
        proctype: u32,
        place: Place,
    },
    /// The channel that an op works on is known only when it runs.
    Channel,
    /// A channel of the global part, by its number.
    FixedChannel(u32),
    /// The number of processes, or which they are.
    Processes,
    /// The control state, priority or enabledness of another process.
    Control,
    /// `timeout`, `np_`: something that depends on all processes.
    System,
}

/// What an op touches, besides the stack: at most two things.
pub fn of(op: &Op) -> [Option<Access>; 2] {
    use Access::{Change, Read, Write, WritePart};
    let one = |a| [Some(a), None];
    match *op {
        Op::LoadGlobal(s) | Op::BinaryGlobal { slot: s, .. } | Op::RequireGlobal { slot: s, .. } => {
            one(Read(Base::Global, Place::Slot(s)))
        }
        Op::LoadLocal(s) | Op::BinaryLocal { slot: s, .. } | Op::RequireLocal { slot: s, .. } => {
            one(Read(Base::Local, Place::Slot(s)))
        }
        Op::LoadHidden(s) => one(Read(Base::Hidden, Place::Slot(s))),
        Op::LoadIndexGlobal { at, .. } => one(Read(Base::Global, Place::Byte(at))),
        Op::LoadIndexLocal { at, .. } => one(Read(Base::Local, Place::Byte(at))),
        Op::LoadGlobalAtLocal { at, word, shift, bits, .. } => {
            let index = Slot { word: u32::from(word), shift, bits, signed: false };
            [Some(Read(Base::Global, Place::Byte(at))), Some(Read(Base::Local, Place::Slot(index)))]
        }
        Op::Address { base, at } => one(WritePart(base, Place::Byte(at))),
        Op::StoreGlobal(s) | Op::StoreConstGlobal { slot: s, .. } => one(Write(Base::Global, Place::Slot(s))),
        Op::StoreLocal(s) | Op::StoreConstLocal { slot: s, .. } => one(Write(Base::Local, Place::Slot(s))),
        Op::StoreHidden(s) => one(Write(Base::Hidden, Place::Slot(s))),
        Op::AddGlobal { slot, .. } => one(Change(Base::Global, Place::Slot(slot))),
        Op::AddLocal { slot, .. } => one(Change(Base::Local, Place::Slot(slot))),
        Op::StoreIndexGlobal { at, .. } => one(WritePart(Base::Global, Place::Byte(at))),
        Op::StoreIndexLocal { at, .. } => one(WritePart(Base::Local, Place::Byte(at))),
        Op::LoadRemote { proctype, slot } => {
            [Some(Access::Remote { proctype, place: Place::Slot(slot) }), Some(Access::Processes)]
        }
        Op::LoadRemoteIndex { proctype, at, .. } => {
            [Some(Access::Remote { proctype, place: Place::Byte(at) }), Some(Access::Processes)]
        }
        Op::ProcessCount | Op::FirstPid(_) | Op::Run { .. } | Op::End => one(Access::Processes),
        Op::Enabled | Op::PcValue | Op::GetPriority | Op::SetPriority => {
            [Some(Access::Control), Some(Access::Processes)]
        }
        // Not told apart: it may be anything.
        Op::Timeout | Op::NonProgress | Op::Wide(_) => one(Access::System),
        Op::SendOpenAt { number, .. } => one(Access::FixedChannel(number)),
        Op::ReceiveOpenAt { number, .. } | Op::ReceiveBuffered { number, .. } => {
            one(Access::FixedChannel(u32::from(number)))
        }
        Op::Len
        | Op::IsEmpty
        | Op::IsFull
        | Op::NotEmpty
        | Op::NotFull
        | Op::Poll { .. }
        | Op::SendOpen
        | Op::ReceiveOpen { .. }
        | Op::EventIs { .. }
        | Op::EventMatch(_) => one(Access::Channel),
        // These go on with what an op before them has opened or addressed.
        Op::Send { .. }
        | Op::ReceiveMatch(_)
        | Op::ReceiveMatchConst { .. }
        | Op::ReceiveFind { .. }
        | Op::ReceiveField(_)
        | Op::ReceiveClose { .. }
        | Op::LoadAt { .. }
        | Op::StoreAt { .. }
        | Op::Index { .. } => [None, None],
        Op::Done
        | Op::Const(_)
        | Op::Drop
        | Op::Pick(_)
        | Op::Neg
        | Op::Not
        | Op::BitNot
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
        | Op::AddConst(_)
        | Op::EqConst(_)
        | Op::NeConst(_)
        | Op::LtConst(_)
        | Op::GtConst(_)
        | Op::BinaryConst { .. }
        | Op::Bool
        | Op::Jump(_)
        | Op::JumpIfZero(_)
        | Op::AndJump(_)
        | Op::OrJump(_)
        | Op::Pid
        | Op::Label(_)
        | Op::Require
        | Op::RequireBinary(_)
        | Op::RequireElse
        | Op::Assert(_)
        | Op::Print { .. }
        | Op::PrintMtype(_)
        | Op::OnBlock(_)
        | Op::OnBlockFail(_)
        | Op::OnBlockReturn
        | Op::Block
        | Op::NoRendezvous
        | Op::InDStep => [None, None],
    }
}

/// The ops of a piece of code, in order, each with the places (in this list) where control can go after it.
#[derive(Debug)]
pub struct Code<'m> {
    pub ops: Vec<(&'m Op, Vec<usize>)>,
}

impl<'m> Code<'m> {
    pub fn at(code: &'m [Op], start: CodeRef) -> Code<'m> {
        let mut seen: Vec<usize> = Vec::new();
        let mut known: HashMap<usize, ()> = HashMap::new();
        let mut open = vec![start.0 as usize];
        while let Some(at) = open.pop() {
            if at >= code.len() || known.insert(at, ()).is_some() {
                continue;
            }
            seen.push(at);
            open.extend(next(&code[at], at));
        }
        seen.sort_unstable();
        let places: HashMap<usize, usize> = seen.iter().enumerate().map(|(i, &at)| (at, i)).collect();
        let ops = seen
            .iter()
            .map(|&at| {
                let after = next(&code[at], at).into_iter().filter_map(|n| places.get(&n).copied()).collect();
                (&code[at], after)
            })
            .collect();
        Code { ops }
    }

    pub fn accesses(&self) -> impl Iterator<Item = Access> {
        self.ops.iter().flat_map(|(op, _)| of(op)).flatten()
    }

    /// Whether a loop is in it.
    pub fn has_loop(&self) -> bool {
        self.ops.iter().enumerate().any(|(i, (_, after))| after.iter().any(|&n| n <= i))
    }
}

fn next(op: &Op, at: usize) -> Vec<usize> {
    let to = |by: i32| (at + 1).wrapping_add_signed(by as isize);
    match *op {
        Op::Done | Op::Block => Vec::new(),
        Op::Jump(by) => vec![to(by)],
        Op::JumpIfZero(by) | Op::AndJump(by) | Op::OrJump(by) | Op::OnBlock(by) => vec![at + 1, to(by)],
        _ => vec![at + 1],
    }
}
