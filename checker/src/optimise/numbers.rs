//! Whether somebody can tell the numbers of processes and of channels, and how many there can be.
//!
//! If nobody can, then all is the same for everybody whether a process that has ended is gone or waits for younger ones to end, and in which order
//! processes were started: only the numbers differ, of processes and of the channels that were made with them. Except that there may be
//! too many of them at a time.

use super::access::{self, Access, Code, Variables};
use super::local::code_of;
use crate::model::layout::{Leaf, Show, Slot};
use crate::model::op::{Base, CodeRef, Op};
use crate::model::{Model, Proctype, ProctypeId, ProctypeKind, TransitionId};

/// So many processes, and so many channels, there can be at a time.
pub const MOST: u64 = 255;

/// Whether somebody can tell the numbers of processes or of channels that were made with them.
pub fn show(model: &Model) -> bool {
    let tells = |op: &Op| {
        matches!(op, Op::Pid | Op::ProcessCount | Op::FirstPid(_) | Op::PcValue)
            || matches!(op, Op::LoadRemote { .. } | Op::LoadRemoteIndex { .. })
    };
    let keeps = |ops: &[Op]| matches!(ops[0], Op::Run { .. }) && !matches!(ops[1], Op::Require | Op::Drop);
    let made = model.proctypes.iter().any(|p| !p.channels.is_empty());
    model.code.iter().any(tells) || model.code.windows(2).any(keeps) || (made && !channels_are_names(model))
}

/// Whether numbers of processes are only used as names: what `run` gives is kept in globals, and those only say whose control state is asked for (`p[x]@l`). And no
/// process ever ends, so that no number is used twice. Then it makes no difference in which order processes are started, if no channels are made with them.
pub fn are_names(model: &Model) -> bool {
    let variables = Variables::of(&model.global_leaves);
    let kept = model.code.windows(2).filter_map(|ops| match ops {
        [Op::Run { .. }, Op::StoreGlobal(slot)] => Some(variables.at(*slot)),
        _ => None,
    });
    let kept: Vec<Option<usize>> = kept.collect();
    let is_kept = |place: access::Place| place.variable(&variables).is_none_or(|v| kept.contains(&Some(v)));
    let is_scalar = |v: &Option<usize>| v.is_some_and(|v| variables.list[v].is_scalar);
    let before = std::iter::once(&Op::Done).chain(&model.code);
    let after = model.code.iter().skip(1).chain([&Op::Done]);
    kept.iter().all(is_scalar)
        && before.zip(&model.code).zip(after).all(|((before, op), after)| match op {
            Op::Pid | Op::ProcessCount | Op::FirstPid(_) | Op::LoadRemote { .. } | Op::LoadRemoteIndex { .. } => false,
            Op::Run { .. } => matches!(after, Op::Require | Op::Drop | Op::StoreGlobal(_)),
            Op::PcValue => {
                let is_name = matches!(before, Op::LoadGlobal(slot) if is_kept(access::Place::Slot(*slot)));
                is_name && matches!(after, Op::Label(_))
            }
            Op::LoadGlobal(slot) if is_kept(access::Place::Slot(*slot)) => *after == Op::PcValue,
            Op::StoreGlobal(slot) if is_kept(access::Place::Slot(*slot)) => matches!(before, Op::Run { .. }),
            op => access::of(op).into_iter().flatten().all(|access| match access {
                Access::Read(Base::Global, place)
                | Access::Write(Base::Global, place)
                | Access::Change(Base::Global, place)
                | Access::WritePart(Base::Global, place) => !is_kept(place),
                _ => true,
            }),
        })
        && none_ends(model)
}

/// Whether no process ever ends. One does not if it never comes to its end, or only after it has started one that never ends: only the youngest can end.
fn none_ends(model: &Model) -> bool {
    let is_process = |p: &Proctype| matches!(p.kind, ProctypeKind::Proctype | ProctypeKind::Init);
    let mut lasts = vec![false; model.proctypes.len()];
    loop {
        let ends = |p: &Proctype| {
            let mut seen = vec![false; p.states.len()];
            let mut open = vec![p.start.0];
            while let Some(state) = open.pop() {
                if std::mem::replace(&mut seen[state as usize], true) {
                    continue;
                }
                for t in p.states[state as usize].transitions().map(TransitionId) {
                    let ops = code_of(model, t).map_or(Vec::new(), |code| code.ops);
                    if ops.iter().any(|(op, _)| **op == Op::End) {
                        return true;
                    }
                    let stays = |op: &Op| matches!(op, Op::Run { proctype, .. } if lasts[*proctype as usize]);
                    let is_straight = ops.iter().all(|(_, after)| after.len() < 2);
                    if !(is_straight && ops.iter().any(|(op, _)| stays(op))) {
                        open.push(model.transition(t).target.0);
                    }
                }
            }
            false
        };
        let next: Vec<bool> = model.proctypes.iter().map(|p| !is_process(p) || !ends(p)).collect();
        if next == lasts {
            return lasts.iter().all(|l| *l);
        }
        lasts = next;
    }
}

/// Whether no run can come to too many processes or channels, because what starts them is done a known number of times.
pub fn are_few(model: &Model) -> bool {
    let mut counts =
        Counts { model, known: vec![None; model.proctypes.len()], open: vec![false; model.proctypes.len()] };
    let begin = (0, model.global_channels.len() as u64);
    let total = model.active.iter().try_fold(begin, |sum, (p, _)| Some(add(sum, counts.of(*p)?)));
    total.is_some_and(|(processes, channels)| processes <= MOST && channels <= MOST)
}

fn add(a: (u64, u64), b: (u64, u64)) -> (u64, u64) {
    (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
}

struct Counts<'m> {
    model: &'m Model,
    known: Vec<Option<(u64, u64)>>,
    /// Being worked out.
    open: Vec<bool>,
}

impl Counts<'_> {
    /// How many processes and channels a process makes, with itself and those that it starts. `None` if that is not known.
    fn of(&mut self, id: ProctypeId) -> Option<(u64, u64)> {
        let n = id.0 as usize;
        if self.known[n].is_some() {
            return self.known[n];
        }
        if std::mem::replace(&mut self.open[n], true) {
            return None;
        }
        let model = self.model;
        let p = model.proctype(id);
        let mut sum = (1, p.channels.len() as u64);
        for (state, transition) in (0..).zip(&p.states).flat_map(|(s, state)| state.transitions().map(move |t| (s, t)))
        {
            let Some(code) = code_of(model, TransitionId(transition)) else { continue };
            for (op, _) in &code.ops {
                let Op::Run { proctype, .. } = op else { continue };
                if code.has_loop() || comes_to(model, p, model.transitions[transition as usize].target.0, state) {
                    return None;
                }
                sum = add(sum, self.of(ProctypeId(*proctype))?);
            }
        }
        self.open[n] = false;
        self.known[n] = Some(sum);
        self.known[n]
    }
}

/// Whether one control state can come after another.
fn comes_to(model: &Model, p: &Proctype, from: u32, to: u32) -> bool {
    let mut seen = vec![false; p.states.len()];
    let mut open = vec![from];
    while let Some(state) = open.pop() {
        if state == to {
            return true;
        }
        if !std::mem::replace(&mut seen[state as usize], true) {
            open.extend(p.states[state as usize].transitions().map(|t| model.transitions[t as usize].target.0));
        }
    }
    false
}

/// Whether numbers of channels that were made with a process are only used to name them, by it and by those that got them as arguments when they were started. So
/// nobody has the number of a channel that is gone.
fn channels_are_names(model: &Model) -> bool {
    let channels = |leaves: &[Leaf]| leaves.iter().filter(|l| l.show == Show::Channel).map(|l| l.slot).collect();
    let globals = Names { variables: Variables::of(&model.global_leaves), slots: channels(&model.global_leaves) };
    let is_process = |(_, p): &(usize, &Proctype)| matches!(p.kind, ProctypeKind::Proctype | ProctypeKind::Init);
    model.trace.is_none()
        && !model.hidden_leaves.iter().any(|l| l.show == Show::Channel)
        && model.proctypes.iter().enumerate().filter(is_process).all(|(i, p)| {
            let own = Names { variables: Variables::of(&p.leaves), slots: channels(&p.leaves) };
            let has_rows = p.leaves.iter().any(|l| l.show == Show::Channel && l.name.contains(['[', '.']));
            let transitions = p.states.iter().flat_map(|s| s.transitions());
            let codes = transitions.filter_map(|t| code_of(model, TransitionId(t)));
            let init = model.entries.inits[i];
            let first =
                [init, model.entries.provided[i].unwrap_or(init)].map(|code: CodeRef| Code::at(&model.code, code));
            !has_rows && codes.chain(first).all(|code| keeps_names(model, &code, &own, &globals))
        })
}

/// The variables that hold channels.
struct Names {
    variables: Variables,
    slots: Vec<Slot>,
}

impl Names {
    fn has(&self, slot: Slot) -> bool {
        let place = |s: &Slot| (s.word, s.shift);
        self.slots.iter().any(|s| place(s) == place(&slot))
    }

    /// Whether an access may be to one of them.
    fn is_met(&self, place: access::Place) -> bool {
        place.variable(&self.variables).is_none_or(|v| self.variables.list[v].slots.iter().any(|s| self.has(*s)))
    }
}

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Number,
    /// A channel that was made with a process.
    Made,
    /// One that is always there.
    Fixed,
}

/// Whether code uses channels, and hands them on to processes that it starts, and does nothing else with their numbers.
fn keeps_names(model: &Model, code: &Code, own: &Names, globals: &Names) -> bool {
    // The top of the stack: what was pushed since the last op that is not known here.
    let mut stack: Vec<Value> = Vec::new();
    for (op, _) in &code.ops {
        match **op {
            Op::LoadLocal(slot) => stack.push(if own.has(slot) { Value::Made } else { Value::Number }),
            Op::LoadGlobal(slot) => stack.push(if globals.has(slot) { Value::Fixed } else { Value::Number }),
            Op::Const(_) => stack.push(Value::Number),
            Op::StoreLocal(slot) => {
                if own.has(slot) == matches!(stack.pop(), None | Some(Value::Number)) {
                    return false;
                }
            }
            Op::SendOpen | Op::ReceiveOpen { .. } => {
                if !is_channel(stack.pop()) {
                    return false;
                }
            }
            Op::Len | Op::IsEmpty | Op::IsFull | Op::NotEmpty | Op::NotFull => {
                if !is_channel(stack.pop()) {
                    return false;
                }
                stack.push(Value::Number);
            }
            Op::Run { proctype, args, .. } => {
                let p = &model.proctypes[proctype as usize];
                let is_name = |slot: &Slot| p.leaves.iter().any(|l| l.slot == *slot && l.show == Show::Channel);
                for param in (0..args as usize).rev() {
                    let is_wanted = p.params.get(param).is_some_and(is_name);
                    if is_wanted == matches!(stack.pop(), None | Some(Value::Number)) {
                        return false;
                    }
                }
                stack.push(Value::Number);
            }
            op => {
                let may_change = |access: Access| match access {
                    Access::Read(Base::Local, place) => own.is_met(place),
                    Access::Write(Base::Local, place)
                    | Access::Change(Base::Local, place)
                    | Access::WritePart(Base::Local, place) => own.is_met(place),
                    Access::Write(Base::Global, place)
                    | Access::Change(Base::Global, place)
                    | Access::WritePart(Base::Global, place) => globals.is_met(place),
                    _ => false,
                };
                if access::of(&op).into_iter().flatten().any(may_change) {
                    return false;
                }
                // Made of one or two values. Others may take all there is.
                let takes = match op {
                    Op::AddConst(_) | Op::EqConst(_) | Op::NeConst(_) | Op::LtConst(_) | Op::GtConst(_) => Some(1),
                    Op::BinaryConst { .. } | Op::BinaryGlobal { .. } | Op::BinaryLocal { .. } => Some(1),
                    Op::Neg | Op::Not | Op::BitNot | Op::Bool => Some(1),
                    Op::Add | Op::Sub | Op::Mul | Op::Eq | Op::Ne | Op::Lt | Op::Gt | Op::Le | Op::Ge => Some(2),
                    _ => None,
                };
                let rest = takes.map_or(0, |n| stack.len().saturating_sub(n));
                if stack.drain(rest..).any(|value| value == Value::Made) {
                    return false;
                }
                stack.extend(takes.map(|_| Value::Number));
            }
        }
    }
    true
}

fn is_channel(value: Option<Value>) -> bool {
    matches!(value, Some(Value::Made | Value::Fixed))
}
