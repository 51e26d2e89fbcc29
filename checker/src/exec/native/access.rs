//! Which words the code of a transition touches, and how.
//!
//! A scalar at a fixed place can be kept in a register while the transition runs. What is reached through an index or a
//! channel cannot: such words are read and written in memory, and so is every scalar that shares a word with them. This
//! file finds out which words are which. It also says no to code that native code does not cover.

use crate::exec::code::Code;
use crate::exec::op::{Base, Cell, Op};
use crate::model::layout::Slot;
use crate::model::{Action, Model, ProctypeId, Reset, TransitionId};
use std::collections::{BTreeMap, BTreeSet};

/// A part of the memory. The frame of the claim counts as global: it is always at the same place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Area {
    Global,
    Frame,
    Hidden,
}

/// A word at a fixed place.
pub(super) type WordPlace = (Area, u32);

/// What runs as one: a transition of the program, or a part of a larger one.
#[derive(Debug)]
pub(super) struct Unit<'m> {
    /// Where its code begins; none for `skip` and `else`.
    pub code: Option<u32>,
    pub is_else: bool,
    /// It may run while a rendezvous is under way.
    pub receives: bool,
    pub resets: &'m [Reset],
}

/// Words reached in another way than by a fixed place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub area: Area,
    pub first: u32,
    pub end: u32,
    pub written: bool,
}

/// A word at a fixed place that nothing else reaches.
#[derive(Debug, Default)]
pub(super) struct Word {
    /// The scalars in it that are used, and whether they are written. They do not overlap.
    pub scalars: Vec<(Slot, bool)>,
    pub written: bool,
}

#[derive(Debug)]
pub(super) struct Access<'m> {
    pub units: Vec<Unit<'m>>,
    /// Words that can be kept in registers.
    pub words: BTreeMap<WordPlace, Word>,
    pub ranges: Vec<Range>,
    /// Where jumps lead.
    pub leaders: BTreeSet<u32>,
    /// It has a backward jump.
    pub loops: bool,
    /// Past the last word of the frame that is used.
    pub reach: u32,
}

/// Where things are, as far as code of one proctype sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'m> {
    pub model: &'m Model,
    pub code: &'m Code,
    /// Where hidden variables begin in the hidden part.
    pub hidden_base: u32,
    pub proctype: ProctypeId,
    /// The frame of the claim, if this is code of the claim.
    claim: Option<u32>,
}

impl<'m> View<'m> {
    pub fn new(model: &'m Model, hidden_base: u32, proctype: ProctypeId) -> View<'m> {
        let claim = model.claim.filter(|c| c.proctype == proctype).map(|c| c.frame);
        View { model, code: Code::of(model), hidden_base, proctype, claim }
    }

    pub fn place(&self, base: Base, word: u32) -> WordPlace {
        match (base, self.claim) {
            (Base::Global, _) => (Area::Global, word),
            (Base::Local, None) => (Area::Frame, word),
            (Base::Local, Some(frame)) => (Area::Global, frame + word),
            (Base::Hidden, _) => (Area::Hidden, self.hidden_base + word),
        }
    }
}

/// Finds out what a transition does. None if it has to be interpreted.
pub(super) fn scan<'m>(view: View<'m>, transition: TransitionId) -> Option<Access<'m>> {
    let mut scan = Scan {
        view,
        slots: BTreeMap::new(),
        access: Access {
            units: units(view.model, transition)?,
            words: BTreeMap::new(),
            ranges: Vec::new(),
            leaders: BTreeSet::new(),
            loops: false,
            reach: 1,
        },
    };
    let model = view.model;
    if model.has_rendezvous {
        scan.slot(Area::Hidden, Slot::word(RENDEZVOUS), false);
    }
    for code in scan.access.units.iter().filter_map(|u| u.code).collect::<Vec<u32>>() {
        scan.code(code)?;
    }
    for reset in scan.access.units.iter().flat_map(|u| u.resets).collect::<Vec<_>>() {
        if reset.base != Base::Hidden {
            scan.scalar(reset.base, reset.slot, true);
        }
    }
    if model.transition(transition).target.0 > 0 {
        scan.scalar(Base::Local, model.proctype(view.proctype).pc, true);
    }
    Some(scan.finish())
}

/// Places in the hidden part: see `exec::machine`.
pub(super) const RENDEZVOUS: u32 = 0;
pub(super) const MESSAGE: u32 = 1;

fn units(model: &Model, transition: TransitionId) -> Option<Vec<Unit<'_>>> {
    let unit = |t: TransitionId, resets| {
        let t = model.transition(t);
        let (code, is_else) = match t.action {
            Action::Code(code) => (Some(code.0), false),
            Action::Else => (None, true),
            Action::Skip => (None, false),
            Action::Never | Action::Parts { .. } => return None,
        };
        Some(Unit { code, is_else, receives: code.is_some() && t.receives, resets })
    };
    let parts = model.parts_of(transition);
    if parts.is_empty() {
        return Some(vec![unit(transition, &[])?]);
    }
    parts
        .iter()
        .map(|p| unit(p.transition, &model.resets[p.resets.0 as usize..(p.resets.0 + p.resets.1) as usize]))
        .collect()
}

struct Scan<'m> {
    view: View<'m>,
    slots: BTreeMap<WordPlace, Vec<(Slot, bool)>>,
    access: Access<'m>,
}

impl<'m> Scan<'m> {
    fn scalar(&mut self, base: Base, slot: Slot, written: bool) {
        let (area, word) = self.view.place(base, slot.word);
        self.slot(area, Slot { word, ..slot }, written);
    }

    fn slot(&mut self, area: Area, slot: Slot, written: bool) {
        if area == Area::Frame {
            self.access.reach = self.access.reach.max(slot.word + 1);
        }
        let there = self.slots.entry((area, slot.word)).or_default();
        match there.iter_mut().find(|(s, _)| *s == slot) {
            Some(found) => found.1 |= written,
            None => there.push((slot, written)),
        }
    }

    /// An array of scalars that is indexed.
    fn array(&mut self, base: Base, at: u32, len: u32, cell: Cell, written: bool) {
        let (area, first) = self.view.place(base, at / 4);
        let end = first + (at % 4 + len * cell.bytes()).div_ceil(4).max(1);
        self.range(Range { area, first, end, written });
    }

    /// Something inside of a structure: it may be anywhere.
    fn anywhere(&mut self, base: Base, written: bool) {
        let model = self.view.model;
        let (area, first) = self.view.place(base, 0);
        let words = match (base, area) {
            (Base::Hidden, _) => model.hidden_words,
            (Base::Global, _) => model.global_words,
            (Base::Local, _) => model.proctype(self.view.proctype).frame_words,
        };
        self.range(Range { area, first, end: first + words, written });
    }

    fn range(&mut self, range: Range) {
        if range.area == Area::Frame {
            self.access.reach = self.access.reach.max(range.end);
        }
        if !self.access.ranges.contains(&range) {
            self.access.ranges.push(range);
        }
    }

    /// A channel whose number is known when the code runs.
    fn any_channel(&mut self, written: bool, sends: bool) {
        let model = self.view.model;
        let types = || model.global_channels.iter().map(|&ty| &model.channel_types[ty as usize]);
        let words: u32 = types().map(|t| t.words).sum();
        let first = model.global_words;
        self.range(Range { area: Area::Global, first, end: first + words, written });
        if written && types().any(|t| t.capacity == 0) {
            self.message(types().filter(|t| t.capacity == 0).map(|t| t.stride.div_ceil(32)).max().unwrap_or(0), sends);
        }
    }

    /// A channel whose place is known.
    fn channel(&mut self, ty: u32, at: u32, sends: bool) {
        let ty = &self.view.model.channel_types[ty as usize];
        if ty.capacity == 0 {
            self.message(ty.stride.div_ceil(32), sends);
        } else {
            self.range(Range { area: Area::Global, first: at, end: at + ty.words, written: true });
        }
    }

    /// The message of a rendezvous is sent, or received.
    fn message(&mut self, words: u32, sends: bool) {
        for word in MESSAGE..MESSAGE + words {
            self.slot(Area::Hidden, Slot::word(word), sends);
        }
        self.slot(Area::Hidden, Slot::word(RENDEZVOUS), true);
    }

    fn code(&mut self, start: u32) -> Option<()> {
        let mut seen = BTreeSet::new();
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            let op = self.view.code.ops[at as usize];
            self.op(op)?;
            let goes_on = match op {
                Op::Done | Op::Block => false,
                Op::Jump(by) | Op::JumpIfZero(by) | Op::AndJump(by) | Op::OrJump(by) | Op::OnBlock(by) => {
                    let target = (at + 1).checked_add_signed(by)?;
                    self.access.leaders.insert(target);
                    self.access.loops |= by < 0;
                    open.push(target);
                    !matches!(op, Op::Jump(_))
                }
                _ => true,
            };
            if goes_on {
                open.push(at + 1);
            }
        }
        Some(())
    }

    /// Notes what an op touches. None if native code does not have it.
    fn op(&mut self, op: Op) -> Option<()> {
        use Base::{Global, Hidden, Local};
        match op {
            Op::LoadGlobal(slot) | Op::RequireGlobal { slot, .. } | Op::BinaryGlobal { slot, .. } => {
                self.scalar(Global, slot, false);
            }
            Op::LoadLocal(slot) | Op::RequireLocal { slot, .. } | Op::BinaryLocal { slot, .. } => {
                self.scalar(Local, slot, false);
            }
            Op::LoadHidden(slot) => self.scalar(Hidden, slot, false),
            Op::StoreGlobal(slot) | Op::AddGlobal { slot, .. } | Op::StoreConstGlobal { slot, .. } => {
                self.scalar(Global, slot, true);
            }
            Op::StoreLocal(slot) | Op::AddLocal { slot, .. } | Op::StoreConstLocal { slot, .. } => {
                self.scalar(Local, slot, true);
            }
            Op::StoreHidden(slot) => self.scalar(Hidden, slot, true),
            Op::LoadIndexGlobal { at, len, cell } => self.array(Global, at, len, cell, false),
            Op::LoadIndexLocal { at, len, cell } => self.array(Local, at, len, cell, false),
            Op::LoadGlobalAtLocal { at, len, cell, word, shift, bits } => {
                self.scalar(Local, Slot { word: u32::from(word), shift, bits, signed: false }, false);
                self.array(Global, at, u32::from(len), cell, false);
            }
            Op::StoreIndexGlobal { at, len, cell } => self.array(Global, at, len, cell, true),
            Op::StoreIndexLocal { at, len, cell } => self.array(Local, at, len, cell, true),
            Op::LoadAt { base, .. } => self.anywhere(base, false),
            Op::StoreAt { base, .. } => self.anywhere(base, true),
            Op::Len | Op::IsEmpty | Op::IsFull | Op::NotEmpty | Op::NotFull => self.any_channel(false, false),
            Op::SendOpen | Op::ReceiveOpen { .. } => {
                self.untraced()?;
                self.any_channel(true, op == Op::SendOpen);
            }
            Op::SendOpenAt { ty, at, .. } | Op::ReceiveOpenAt { ty, at, .. } | Op::ReceiveBuffered { ty, at, .. } => {
                self.untraced()?;
                self.channel(ty, at, matches!(op, Op::SendOpenAt { .. }));
            }
            Op::Send { sorted, .. } => {
                if sorted {
                    return None;
                }
            }
            Op::Enabled
            | Op::NonProgress
            | Op::ProcessCount
            | Op::PcValue
            | Op::GetPriority
            | Op::FirstPid(_)
            | Op::LoadRemote { .. }
            | Op::LoadRemoteIndex { .. }
            | Op::Run { .. }
            | Op::SetPriority
            | Op::End
            | Op::Poll { .. }
            | Op::ReceiveFind { .. }
            | Op::Pick(_)
            | Op::Wide(_)
            | Op::EventIs { .. }
            | Op::EventMatch(_) => return None,
            Op::Done
            | Op::Const(_)
            | Op::Address { .. }
            | Op::Index { .. }
            | Op::Drop
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
            | Op::Timeout
            | Op::Label(_)
            | Op::ReceiveMatch(_)
            | Op::ReceiveMatchConst { .. }
            | Op::ReceiveField(_)
            | Op::ReceiveClose { .. }
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
            | Op::InDStep => {}
        }
        Some(())
    }

    /// A trace sees every send and receive.
    fn untraced(&self) -> Option<()> {
        self.view.model.trace.is_none().then_some(())
    }

    fn finish(self) -> Access<'m> {
        let Scan { slots, mut access, .. } = self;
        for ((area, word), mut scalars) in slots {
            let written = scalars.iter().any(|(_, written)| *written);
            if access.ranges.iter().any(|r| r.area == area && (r.first..r.end).contains(&word)) {
                if written {
                    access.ranges.push(Range { area, first: word, end: word + 1, written });
                }
                continue;
            }
            let bits: u32 = scalars.iter().map(|(s, _)| u32::from(s.bits)).sum();
            let covered = scalars.iter().fold(0, |mask, (s, _)| mask | s.set(0, -1));
            if bits != covered.count_ones() {
                scalars = vec![(Slot::word(word), written)];
            }
            access.words.insert((area, word), Word { scalars, written });
        }
        access
    }
}

impl Access<'_> {
    /// Whether a rendezvous may begin or end.
    pub fn changes_rendezvous(&self) -> bool {
        let kept = self.words.get(&(Area::Hidden, RENDEZVOUS)).is_some_and(|word| word.written);
        kept || self.ranges.iter().any(|r| r.area == Area::Hidden && r.written)
    }
}
