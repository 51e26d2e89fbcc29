//! Reads code for what it does with values: which kinds it makes one, and how it uses them.
//!
//! The code is run with kinds instead of numbers, on all its ways. Nothing is left out: an op that is not known to treat names of processes as
//! names counts as calculating with them.

use std::collections::{BTreeMap, BTreeSet};

use super::kinds::{Kind, Kinds, Misuse, Names, Origin, Site};
use super::storage::{Scope, Step, Storage};
use crate::model::Model;
use crate::model::layout::Slot;
use crate::model::op::{Base, Binary, CodeRef, Compare, Op};

/// What is found besides kinds.
#[derive(Debug, Default)]
pub struct Found {
    /// Something depends on how many processes there are, or on whether one is still there.
    pub counts: Option<Site>,
    /// Proctypes whose first process is told from the others.
    pub first: BTreeMap<u32, Site>,
    /// Channels that code names by their numbers.
    pub channels: BTreeMap<i64, Site>,
    /// A process starts another one.
    pub runs: bool,
    /// A process ends.
    pub ends: bool,
    /// The code cannot be read.
    pub opaque: Option<Site>,
    /// Families that are set, and of which proctype; none for the global part.
    pub set: BTreeSet<(Option<u32>, String)>,
}

/// Whose code is read.
#[derive(Clone, Copy, Debug)]
pub struct Who {
    pub proctype: u32,
    /// `_pid` names a process that may be exchanged with others.
    pub named: bool,
    pub site: Site,
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Constant(i32),
    Kind(Kind),
    Address { base: Base, at: i64, steps: Vec<Step> },
}

/// What is so before an op.
#[derive(Clone, Debug, Default, PartialEq)]
struct Moment {
    stack: Vec<Value>,
    /// The types of the channel that is open.
    open: BTreeSet<u32>,
}

pub struct Reader<'a> {
    pub model: &'a Model,
    pub kinds: &'a mut Kinds,
    pub storage: &'a Storage,
    pub found: &'a mut Found,
    /// Which types of channels can be opened at an op. Filled, or used if `knows_channels`.
    pub channels: &'a mut BTreeMap<usize, BTreeSet<u32>>,
    pub knows_channels: bool,
}

impl Reader<'_> {
    pub fn read(&mut self, code: CodeRef, who: Who) {
        if !self.follow(code.0 as usize, who) {
            self.found.opaque.get_or_insert(who.site);
        }
    }

    /// Goes through all that can be reached. False if that cannot be done.
    fn follow(&mut self, start: usize, who: Who) -> bool {
        let mut moments: BTreeMap<usize, Moment> = BTreeMap::from([(start, Moment::default())]);
        let mut waiting = BTreeSet::from([start]);
        while let Some(at) = waiting.pop_first() {
            let Some(&op) = self.model.code.get(at) else { return false };
            let mut moment = moments[&at].clone();
            let to = |by: i32| (at + 1).wrapping_add_signed(by as isize);
            let mut next: Vec<(usize, Moment)> = Vec::new();
            match op {
                Op::Done | Op::Block => {}
                Op::Jump(by) => next.push((to(by), moment)),
                Op::JumpIfZero(by) => {
                    let Some(value) = moment.stack.pop() else { return false };
                    self.test(value, who.site);
                    next.extend([(at + 1, moment.clone()), (to(by), moment)]);
                }
                Op::AndJump(by) | Op::OrJump(by) => {
                    let Some(value) = moment.stack.pop() else { return false };
                    self.test(value, who.site);
                    let mut left = moment.clone();
                    left.stack.push(self.plain(who.site));
                    next.extend([(at + 1, moment), (to(by), left)]);
                }
                Op::OnBlock(by) => {
                    // Blocking empties the stack.
                    let blocked = Moment { stack: Vec::new(), ..moment.clone() };
                    next.extend([(at + 1, moment), (to(by), blocked)]);
                }
                op => {
                    if self.apply(op, at, &mut moment, who).is_none() {
                        return false;
                    }
                    next.push((at + 1, moment));
                }
            }
            for (to, moment) in next {
                match moments.get_mut(&to) {
                    None => {
                        moments.insert(to, moment);
                        waiting.insert(to);
                    }
                    Some(old) if old.stack.len() != moment.stack.len() => return false,
                    Some(old) => match join(self.kinds, old, moment, who.site) {
                        Some(true) => {
                            waiting.insert(to);
                        }
                        Some(false) => {}
                        None => return false,
                    },
                }
            }
        }
        true
    }

    /// A number that names nothing.
    fn plain(&mut self, site: Site) -> Value {
        let kind = self.kinds.fresh();
        self.kinds.misuse(kind, Misuse::Number, site);
        Value::Kind(kind)
    }

    fn misuse(&mut self, value: &Value, misuse: Misuse, site: Site) {
        if let Value::Kind(kind) = value {
            self.kinds.misuse(*kind, misuse, site);
        }
    }

    /// It is asked whether a value is 0.
    fn test(&mut self, value: Value, site: Site) {
        if let Value::Kind(kind) = value {
            self.kinds.constant(kind, 0, site);
        }
    }

    /// A value and a kind get each other's values.
    fn meet(&mut self, kind: Kind, value: &Value, site: Site) {
        match value {
            Value::Constant(n) => self.kinds.constant(kind, i64::from(*n), site),
            Value::Kind(other) => self.kinds.same(kind, *other, site),
            Value::Address { .. } => self.kinds.misuse(kind, Misuse::Address, site),
        }
    }

    fn equal(&mut self, a: &Value, b: &Value, site: Site) {
        match (a, b) {
            (Value::Kind(kind), other) | (other, Value::Kind(kind)) => self.meet(*kind, other, site),
            _ => {}
        }
    }

    fn kind_of(&mut self, value: Value, site: Site) -> Kind {
        match value {
            Value::Kind(kind) => kind,
            other => {
                let kind = self.kinds.fresh();
                self.meet(kind, &other, site);
                kind
            }
        }
    }

    fn shifted(&mut self, value: Value, by: i32) -> Value {
        match value {
            Value::Constant(n) => Value::Constant(n.wrapping_add(by)),
            Value::Kind(kind) => Value::Kind(self.kinds.shifted(kind, i64::from(by))),
            Value::Address { base, at, steps } => Value::Address { base, at: at + i64::from(by), steps },
        }
    }

    fn binary(&mut self, op: Binary, a: Value, b: Value, site: Site) -> Value {
        match (op, &a, &b) {
            (Binary::Add, _, Value::Constant(n)) => return self.shifted(a, *n),
            (Binary::Add, Value::Constant(n), _) => return self.shifted(b, *n),
            (Binary::Sub, _, Value::Constant(n)) => return self.shifted(a, n.wrapping_neg()),
            (Binary::Eq | Binary::Ne, ..) => self.equal(&a, &b, site),
            (Binary::Lt | Binary::Gt | Binary::Le | Binary::Ge, ..) => {
                [&a, &b].into_iter().for_each(|v| self.misuse(v, Misuse::Order, site));
            }
            _ => [&a, &b].into_iter().for_each(|v| self.misuse(v, Misuse::Number, site)),
        }
        self.plain(site)
    }

    fn compare(&mut self, kind: Kind, compare: Compare, value: i32, site: Site) {
        match compare {
            Compare::Eq | Compare::Ne => self.kinds.constant(kind, i64::from(value), site),
            Compare::Lt | Compare::Gt => self.kinds.misuse(kind, Misuse::Order, site),
        }
    }

    fn scope(&self, base: Base, who: Who) -> Option<&Scope> {
        match base {
            Base::Global => Some(&self.storage.global),
            Base::Local => self.storage.frames.get(who.proctype as usize),
            Base::Hidden => None,
        }
    }

    /// The kind of a scalar. To name an element of an array is to name its index.
    fn scalar(&mut self, base: Base, slot: Slot, who: Who) -> Option<Kind> {
        let (family, coordinates) = self.scope(base, who)?.slot(slot)?;
        let (kind, indices) = (family.kind, family.indices.clone());
        for (d, c) in indices.iter().zip(coordinates) {
            self.kinds.constant(d.kind, i64::from(c), who.site);
        }
        Some(kind)
    }

    /// The kind of what an address leads to.
    fn element(&mut self, base: Base, at: i64, steps: &[Step], who: Who) -> Option<Kind> {
        let scope = match base {
            Base::Global => &self.storage.global,
            Base::Local => self.storage.frames.get(who.proctype as usize)?,
            Base::Hidden => return None,
        };
        match scope.computed(at, steps) {
            Some((family, indices)) => {
                for (d, index) in family.indices.iter().zip(indices) {
                    match index {
                        Ok(step) => self.kinds.same(d.kind, step.kind, who.site),
                        Err(c) => self.kinds.constant(d.kind, i64::from(c), who.site),
                    }
                }
                Some(family.kind)
            }
            None => {
                let (family, _) = scope.scalar(u64::try_from(at).ok()? * 8)?;
                family.indices.iter().for_each(|d| self.kinds.misuse(d.kind, Misuse::Address, who.site));
                steps.iter().for_each(|s| self.kinds.misuse(s.kind, Misuse::Address, who.site));
                Some(family.kind)
            }
        }
    }

    fn sets(&mut self, base: Base, bit: u64, who: Who) {
        if let Some((family, _)) = self.scope(base, who).and_then(|s| s.scalar(bit)) {
            let name = family.name.clone();
            self.found.set.insert(((base == Base::Local).then_some(who.proctype), name));
        }
    }

    fn sets_slot(&mut self, base: Base, slot: Slot, who: Who) {
        self.sets(base, u64::from(slot.word) * 32 + u64::from(slot.shift), who);
    }

    /// A value that is used as the pid of a process.
    fn pid(&mut self, value: Value, site: Site) {
        self.found.counts.get_or_insert(site);
        let kind = self.kind_of(value, site);
        self.kinds.name(kind, Names::Pid, Some(Origin::Any), site);
    }

    /// The types of the channels that a value can be.
    fn opened(&mut self, value: &Value, at: usize, site: Site) -> BTreeSet<u32> {
        let all = || (0..self.model.channel_types.len() as u32).collect();
        match value {
            Value::Constant(n) => {
                self.found.channels.entry(i64::from(*n)).or_insert(site);
                let ty = usize::try_from(*n - 1).ok().and_then(|n| self.model.global_channels.get(n));
                ty.map_or_else(BTreeSet::new, |&ty| BTreeSet::from([ty]))
            }
            Value::Kind(_) if self.knows_channels => {
                let known = self.channels.get(&at).filter(|types| !types.is_empty());
                known.cloned().unwrap_or_else(all)
            }
            Value::Kind(kind) => {
                let types = self.kinds.channels(*kind).clone();
                self.channels.entry(at).or_default().extend(&types);
                types
            }
            Value::Address { .. } => all(),
        }
    }

    /// The kind of a field of the open channel.
    fn field(&mut self, open: &BTreeSet<u32>, field: usize, site: Site) -> Kind {
        let kinds = open.iter().filter_map(|&ty| self.storage.fields[ty as usize].get(field).copied());
        let kinds: Vec<Kind> = kinds.collect();
        kinds.windows(2).for_each(|pair| self.kinds.same(pair[0], pair[1], site));
        kinds.first().copied().unwrap_or_else(|| self.kinds.fresh())
    }

    /// Values for the fields of a mask, the last on top of the stack.
    fn matches(&mut self, mask: u32, moment: &mut Moment, open: &BTreeSet<u32>, site: Site) -> Option<()> {
        for field in (0..32).rev().filter(|i| mask >> i & 1 != 0) {
            let value = moment.stack.pop()?;
            let kind = self.field(open, field, site);
            self.meet(kind, &value, site);
        }
        Some(())
    }

    /// One op. `None` if it is not understood.
    fn apply(&mut self, op: Op, at: usize, moment: &mut Moment, who: Who) -> Option<()> {
        let site = who.site;
        let stack = &mut moment.stack;
        match op {
            Op::Const(n) => stack.push(Value::Constant(n)),
            Op::LoadGlobal(slot) => {
                let kind = self.scalar(Base::Global, slot, who)?;
                stack.push(Value::Kind(kind));
            }
            Op::LoadLocal(slot) => {
                let kind = self.scalar(Base::Local, slot, who)?;
                stack.push(Value::Kind(kind));
            }
            Op::LoadIndexGlobal { at, len, cell } | Op::LoadIndexLocal { at, len, cell } => {
                let base = if matches!(op, Op::LoadIndexGlobal { .. }) { Base::Global } else { Base::Local };
                let index = stack.pop()?;
                let step = Step { kind: self.kind_of(index, site), len, stride: cell.bytes() };
                let kind = self.element(base, i64::from(at), &[step], who)?;
                stack.push(Value::Kind(kind));
            }
            Op::LoadGlobalAtLocal { at, len, cell, word, shift, bits } => {
                let slot = Slot { word: u32::from(word), shift, bits, signed: false };
                let index = self.scalar(Base::Local, slot, who)?;
                let step = Step { kind: index, len: u32::from(len), stride: cell.bytes() };
                let kind = self.element(Base::Global, i64::from(at), &[step], who)?;
                stack.push(Value::Kind(kind));
            }
            Op::Address { base, at } => stack.push(Value::Address { base, at: i64::from(at), steps: Vec::new() }),
            Op::Index { len, stride } => {
                let index = stack.pop()?;
                let Value::Address { base, at, mut steps } = stack.pop()? else { return None };
                steps.push(Step { kind: self.kind_of(index, site), len, stride });
                stack.push(Value::Address { base, at, steps });
            }
            Op::LoadAt { .. } => {
                let Value::Address { base, at, steps } = stack.pop()? else { return None };
                let kind = self.element(base, at, &steps, who)?;
                stack.push(Value::Kind(kind));
            }
            Op::Drop => {
                stack.pop()?;
            }
            Op::Pick(i) => stack.push(stack.get(usize::from(i))?.clone()),
            Op::Not | Op::Bool => {
                let value = stack.pop()?;
                self.test(value, site);
                stack.push(self.plain(site));
            }
            Op::Neg | Op::BitNot => {
                let value = stack.pop()?;
                self.misuse(&value, Misuse::Number, site);
                stack.push(self.plain(site));
            }
            Op::Mul | Op::Div | Op::Rem | Op::BitAnd | Op::BitXor | Op::BitOr | Op::Shl | Op::Shr => {
                let (b, a) = (stack.pop()?, stack.pop()?);
                stack.push(self.binary(Binary::Mul, a, b, site));
            }
            Op::Add | Op::Sub | Op::Lt | Op::Gt | Op::Le | Op::Ge | Op::Eq | Op::Ne => {
                let op = match op {
                    Op::Add => Binary::Add,
                    Op::Sub => Binary::Sub,
                    Op::Eq | Op::Ne => Binary::Eq,
                    _ => Binary::Lt,
                };
                let (b, a) = (stack.pop()?, stack.pop()?);
                stack.push(self.binary(op, a, b, site));
            }
            Op::AddConst(n) => {
                let value = stack.pop()?;
                stack.push(self.shifted(value, n));
            }
            Op::EqConst(n) | Op::NeConst(n) => {
                let value = stack.pop()?;
                self.equal(&value, &Value::Constant(n), site);
                stack.push(self.plain(site));
            }
            Op::LtConst(_) | Op::GtConst(_) => {
                let value = stack.pop()?;
                self.misuse(&value, Misuse::Order, site);
                stack.push(self.plain(site));
            }
            Op::BinaryGlobal { op, slot } | Op::BinaryLocal { op, slot } => {
                let base =
                    if matches!(self.model.code[at], Op::BinaryGlobal { .. }) { Base::Global } else { Base::Local };
                let b = Value::Kind(self.scalar(base, slot, who)?);
                let a = stack.pop()?;
                stack.push(self.binary(op, a, b, site));
            }
            Op::BinaryConst { op, value } => {
                let a = stack.pop()?;
                stack.push(self.binary(op, a, Value::Constant(value), site));
            }
            Op::Pid => {
                let kind = self.kinds.fresh();
                let origin = who.named.then_some(Origin::Proctype(who.proctype));
                self.kinds.name(kind, Names::Pid, origin, site);
                stack.push(Value::Kind(kind));
            }
            Op::ProcessCount => {
                self.found.counts.get_or_insert(site);
                stack.push(self.plain(site));
            }
            Op::Timeout | Op::NonProgress | Op::Label(_) => stack.push(self.plain(site)),
            Op::PcValue => {
                let pid = stack.pop()?;
                self.pid(pid, site);
                stack.push(self.plain(site));
            }
            Op::FirstPid(proctype) => {
                self.found.counts.get_or_insert(site);
                self.found.first.entry(proctype).or_insert(site);
                let kind = self.kinds.fresh();
                self.kinds.name(kind, Names::Pid, None, site);
                stack.push(Value::Kind(kind));
            }
            Op::LoadRemote { proctype, slot } => {
                let pid = stack.pop()?;
                self.pid(pid, site);
                let kind = self.scalar(Base::Local, slot, Who { proctype, ..who })?;
                stack.push(Value::Kind(kind));
            }
            Op::LoadRemoteIndex { proctype, at, len, cell } => {
                let (pid, index) = (stack.pop()?, stack.pop()?);
                self.pid(pid, site);
                let step = Step { kind: self.kind_of(index, site), len, stride: cell.bytes() };
                let kind = self.element(Base::Local, i64::from(at), &[step], Who { proctype, ..who })?;
                stack.push(Value::Kind(kind));
            }
            Op::Run { proctype, args, .. } => {
                self.found.runs = true;
                let params = self.model.proctypes[proctype as usize].params.clone();
                for i in (0..usize::from(args)).rev() {
                    let value = stack.pop()?;
                    if let Some(&slot) = params.get(i) {
                        let kind = self.scalar(Base::Local, slot, Who { proctype, ..who })?;
                        self.meet(kind, &value, site);
                    }
                }
                stack.push(self.plain(site));
            }
            Op::End => self.found.ends = true,
            Op::Len | Op::IsEmpty | Op::IsFull | Op::NotEmpty | Op::NotFull => {
                let channel = stack.pop()?;
                self.opened(&channel, at, site);
                stack.push(self.plain(site));
            }
            Op::Poll { mask, .. } => {
                let below = stack.len().checked_sub(1 + mask.count_ones() as usize)?;
                let channel = stack[below].clone();
                let open = self.opened(&channel, at, site);
                self.matches(mask, moment, &open, site)?;
                moment.stack.pop()?;
                moment.stack.push(self.plain(site));
            }
            Op::SendOpen | Op::ReceiveOpen { .. } => {
                let channel = stack.pop()?;
                moment.open = self.opened(&channel, at, site);
            }
            Op::SendOpenAt { number, ty, .. } => {
                self.found.channels.entry(i64::from(number)).or_insert(site);
                moment.open = BTreeSet::from([ty]);
            }
            Op::ReceiveOpenAt { number, ty, .. } | Op::ReceiveBuffered { number, ty, .. } => {
                self.found.channels.entry(i64::from(number)).or_insert(site);
                moment.open = BTreeSet::from([ty]);
            }
            Op::Send { args, sorted } => {
                let open = moment.open.clone();
                let given = usize::from(args);
                let most = open.iter().map(|&ty| self.storage.fields[ty as usize].len()).max().unwrap_or(0);
                for i in (0..most.max(given)).rev() {
                    let value = if i < given { stack.pop()? } else { Value::Constant(0) };
                    let kind = self.field(&open, i, site);
                    self.meet(kind, &value, site);
                    if sorted {
                        self.kinds.misuse(kind, Misuse::Order, site);
                    }
                }
            }
            Op::ReceiveMatch(field) => {
                let value = stack.pop()?;
                let kind = self.field(&moment.open.clone(), usize::from(field), site);
                self.meet(kind, &value, site);
            }
            Op::ReceiveMatchConst { field, value } => {
                let kind = self.field(&moment.open.clone(), usize::from(field), site);
                self.kinds.constant(kind, i64::from(value), site);
            }
            Op::ReceiveFind { mask } => {
                let open = moment.open.clone();
                self.matches(mask, moment, &open, site)?;
            }
            Op::ReceiveField(field) => {
                let kind = self.field(&moment.open.clone(), usize::from(field), site);
                moment.stack.push(Value::Kind(kind));
            }
            Op::ReceiveClose { .. } => {}
            Op::Require | Op::Assert(_) => {
                let value = stack.pop()?;
                self.test(value, site);
            }
            Op::RequireBinary(op) => {
                let (b, a) = (stack.pop()?, stack.pop()?);
                let value = self.binary(op, a, b, site);
                self.test(value, site);
            }
            Op::RequireGlobal { slot, compare, value } => {
                let kind = self.scalar(Base::Global, slot, who)?;
                self.compare(kind, compare, value, site);
            }
            Op::RequireLocal { slot, compare, value } => {
                let kind = self.scalar(Base::Local, slot, who)?;
                self.compare(kind, compare, value, site);
            }
            Op::RequireElse | Op::OnBlockFail(_) | Op::OnBlockReturn | Op::NoRendezvous | Op::InDStep => {}
            Op::StoreGlobal(slot) | Op::StoreLocal(slot) => {
                let base = if matches!(op, Op::StoreGlobal(_)) { Base::Global } else { Base::Local };
                let value = stack.pop()?;
                let kind = self.scalar(base, slot, who)?;
                self.sets_slot(base, slot, who);
                self.meet(kind, &value, site);
            }
            Op::AddGlobal { slot, .. } | Op::AddLocal { slot, .. } => {
                let base = if matches!(op, Op::AddGlobal { .. }) { Base::Global } else { Base::Local };
                let kind = self.scalar(base, slot, who)?;
                self.sets_slot(base, slot, who);
                self.kinds.misuse(kind, Misuse::Number, site);
            }
            Op::StoreConstGlobal { slot, value } | Op::StoreConstLocal { slot, value } => {
                let base = if matches!(op, Op::StoreConstGlobal { .. }) { Base::Global } else { Base::Local };
                let kind = self.scalar(base, slot, who)?;
                self.sets_slot(base, slot, who);
                self.kinds.constant(kind, i64::from(value), site);
            }
            Op::StoreIndexGlobal { at, len, cell } | Op::StoreIndexLocal { at, len, cell } => {
                let base = if matches!(op, Op::StoreIndexGlobal { .. }) { Base::Global } else { Base::Local };
                let (value, index) = (stack.pop()?, stack.pop()?);
                let step = Step { kind: self.kind_of(index, site), len, stride: cell.bytes() };
                let kind = self.element(base, i64::from(at), &[step], who)?;
                self.sets(base, u64::from(at) * 8, who);
                self.meet(kind, &value, site);
            }
            Op::StoreAt { .. } => {
                let value = stack.pop()?;
                let Value::Address { base, at, steps } = stack.pop()? else { return None };
                let kind = self.element(base, at, &steps, who)?;
                self.sets(base, u64::try_from(at).ok()? * 8, who);
                self.meet(kind, &value, site);
            }
            Op::Print { args, .. } => {
                let left = stack.len().checked_sub(usize::from(args))?;
                stack.truncate(left);
            }
            Op::PrintMtype(_) => {
                stack.pop()?;
            }
            // Priorities, `enabled`, traces and hidden variables are sorted out before.
            Op::LoadHidden(_)
            | Op::Wide(_)
            | Op::StoreHidden(_)
            | Op::Enabled
            | Op::GetPriority
            | Op::SetPriority
            | Op::EventIs { .. }
            | Op::EventMatch(_) => return None,
            Op::Done
            | Op::Block
            | Op::Jump(_)
            | Op::JumpIfZero(_)
            | Op::AndJump(_)
            | Op::OrJump(_)
            | Op::OnBlock(_) => return None,
        }
        Some(())
    }
}

/// What is so if one way comes from here and one from there. Whether that is something new; `None` if they do not fit.
fn join(kinds: &mut Kinds, old: &mut Moment, new: Moment, site: Site) -> Option<bool> {
    let mut changed = !new.open.is_subset(&old.open);
    old.open.extend(new.open);
    for (old, new) in old.stack.iter_mut().zip(new.stack) {
        match (&*old, &new) {
            (a, b) if a == b => {}
            (Value::Kind(a), Value::Kind(b)) => kinds.same(*a, *b, site),
            (Value::Kind(a), Value::Constant(n)) => kinds.constant(*a, i64::from(*n), site),
            (Value::Constant(a), other) if !matches!(other, Value::Address { .. }) => {
                let kind = kinds.fresh();
                kinds.constant(kind, i64::from(*a), site);
                match other {
                    Value::Constant(n) => kinds.constant(kind, i64::from(*n), site),
                    Value::Kind(other) => kinds.same(kind, *other, site),
                    Value::Address { .. } => {}
                }
                *old = Value::Kind(kind);
                changed = true;
            }
            _ => return None,
        }
    }
    Some(changed)
}
