//! Whether somebody can tell the numbers of processes and of channels, and how many there can be.
//!
//! If nobody can, then all is the same for everybody whether a process that has ended is gone or waits for younger ones
//! to end, and in which order processes were started: only the numbers differ, of processes and of the channels that
//! were made with them. Except that there may be too many of them at a time.

use super::variables::Variables;
use crate::model::accesses::{Access, Accesses, Data, Nothing, Question, Used, of, of_value};
use crate::model::layout::{Leaf, Show, Slot};
use crate::model::{Guard, Model, Proctype, ProctypeId, ProctypeKind, Region};

/// So many processes, and so many channels, there can be at a time.
pub const MOST: u64 = 255;

/// Whether somebody can tell the numbers of processes or of channels that were made with them.
pub fn show(model: &Model) -> bool {
    let keeps = |access: &Access| matches!(access, Access::Start { kept, .. } if *kept != Used::Dropped);
    let made = model.proctypes.iter().any(|p| !p.channels.is_empty());
    let all = model.all_accesses(&Nothing);
    all.iter().flat_map(Accesses::all).any(|access| tells(access) || keeps(access))
        || (made && !channels_are_names(model))
}

/// Whether it depends on the numbers of processes.
fn tells(access: &Access) -> bool {
    match access {
        Access::Ask { question, .. } => match question {
            Question::Pid | Question::Count | Question::First(_) => true,
            Question::ControlState(_) | Question::IsAt(..) => true,
            Question::Enabled(_) | Question::Priority(_) | Question::Timeout | Question::NonProgress => false,
        },
        Access::Read { data, .. } => matches!(data, Data::Remote { .. }),
        Access::Write { .. } | Access::Count { .. } | Access::Channel { .. } | Access::Start { .. } => false,
        Access::End | Access::SetPriority { .. } | Access::Else { .. } | Access::Event | Access::Print { .. } => false,
    }
}

/// Whether numbers of processes are only used as names: what `run` gives is kept in globals, and those only say whose
/// control state is asked for (`p[x]@l`). And no process ever ends, so that no number is used twice. Then it makes no
/// difference in which order processes are started, if no channels are made with them.
pub fn are_names(model: &Model) -> bool {
    let variables = Variables::of(&model.global_leaves);
    let all = model.all_accesses(&Nothing);
    let kept_in = |access: &Access| match access {
        Access::Start { kept: Used::Stored(data), .. } => data.scalar(Region::Global),
        _ => None,
    };
    let kept: Vec<Option<usize>> =
        all.iter().flat_map(Accesses::all).filter_map(kept_in).map(|slot| variables.at(slot)).collect();
    let is_kept = |data: &Data| {
        data.region() == Some(Region::Global) && variables.of_data(data).is_none_or(|v| kept.contains(&Some(v)))
    };
    let is_scalar = |v: &Option<usize>| v.is_some_and(|v| variables.list[v].is_scalar);
    let is_name = |access: &Access| match access {
        Access::Ask { question: Question::IsAt(..), from } => from.as_ref().is_some_and(is_kept),
        Access::Read { data, used } if is_kept(data) => *used == Used::AsProcess { label: true },
        Access::Start { kept, .. } => *kept == Used::Dropped || kept_in(access).is_some(),
        Access::Count { data, .. } => !is_kept(data),
        other => !tells(other),
    };
    // What is written there is what a start gave.
    let only_starts = |a: &Accesses| {
        a.writes().filter(|data| is_kept(data)).count() == a.all().filter_map(kept_in).count() && !a.other_types
    };
    kept.iter().all(is_scalar) && all.iter().all(|a| a.all().all(is_name) && only_starts(a)) && none_ends(model)
}

/// Whether no process ever ends. One does not if it never comes to its end, or only after it has started one that never
/// ends: only the youngest can end.
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
                for t in p.states[state as usize].transitions().map(|t| &model.transitions[t as usize]) {
                    let accesses = t.accesses(&Nothing);
                    if accesses.ends() {
                        return true;
                    }
                    let stays = accesses.starts().any(|proctype| lasts[proctype.0 as usize]);
                    if !(stays && accesses.is_straight()) {
                        open.push(t.target.0);
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
    /// How many processes and channels a process makes, with itself and those that it starts. `None` if that is not
    /// known.
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
            let t = &model.transitions[transition as usize];
            let accesses = t.accesses(&Nothing);
            for proctype in accesses.starts() {
                if accesses.has_loop() || comes_to(model, p, t.target.0, state) {
                    return None;
                }
                sum = add(sum, self.of(proctype)?);
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

/// Whether numbers of channels that were made with a process are only used to name them, by it and by those that got
/// them as arguments when they were started. So nobody has the number of a channel that is gone. To poll a channel is
/// to name it, as to ask for its length is.
fn channels_are_names(model: &Model) -> bool {
    let channels = |leaves: &[Leaf]| leaves.iter().filter(|l| l.show == Show::Channel).map(|l| l.slot).collect();
    let globals = Names { variables: Variables::of(&model.global_leaves), slots: channels(&model.global_leaves) };
    let is_process = |p: &&Proctype| matches!(p.kind, ProctypeKind::Proctype | ProctypeKind::Init);
    model.trace.is_none()
        && !model.hidden_leaves.iter().any(|l| l.show == Show::Channel)
        && model.proctypes.iter().filter(is_process).all(|p| {
            let own = Names { variables: Variables::of(&p.leaves), slots: channels(&p.leaves) };
            let has_rows = p.leaves.iter().any(|l| l.show == Show::Channel && l.name.contains(['[', '.']));
            let transitions = p.states.iter().flat_map(|s| s.transitions());
            let transitions = transitions.map(|t| model.transitions[t as usize].accesses(&Nothing));
            let first = of(&Guard::Always, &p.init, &Nothing);
            let provided = p.provided.as_ref().map(|e| of_value(e, &Nothing));
            let frame = Frame { model, own: &own, globals: &globals };
            !has_rows && transitions.chain([first]).chain(provided).all(|accesses| frame.keeps_names(&accesses))
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
    fn is_met(&self, data: &Data) -> bool {
        self.variables.of_data(data).is_none_or(|v| self.variables.list[v].slots.iter().any(|s| self.has(*s)))
    }
}

/// What a value that is read is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Number,
    /// A channel that was made with a process.
    Made,
    /// One that is always there.
    Fixed,
}

/// Where the steps of a process find channels.
struct Frame<'a> {
    model: &'a Model,
    own: &'a Names,
    globals: &'a Names,
}

impl Frame<'_> {
    /// Whether a step uses channels, and hands them on to processes that it starts, and does nothing else with their
    /// numbers.
    fn keeps_names(&self, accesses: &Accesses) -> bool {
        !accesses.other_types && accesses.all().all(|access| self.keeps(access))
    }

    fn keeps(&self, access: &Access) -> bool {
        match access {
            Access::Read { data, used } => {
                let value = self.value(data);
                let is_array = matches!(data, Data::Element { region: Region::Local, .. });
                !(is_array && self.own.is_met(data)) && (value != Value::Made || self.is_use_of_channel(used))
            }
            Access::Write { data, from, .. } => {
                let is_channel = from.as_ref().is_some_and(|from| self.value(from) != Value::Number);
                match data.region() {
                    Some(Region::Local) => match data.scalar(Region::Local) {
                        Some(slot) => self.own.has(slot) == is_channel,
                        None => !self.own.is_met(data),
                    },
                    Some(Region::Global) => !self.globals.is_met(data),
                    Some(Region::Hidden) => true,
                    None => false,
                }
            }
            Access::Count { data, .. } => match data.region() {
                Some(Region::Local) => !self.own.is_met(data),
                Some(Region::Global) => !self.globals.is_met(data),
                Some(Region::Hidden) => true,
                None => false,
            },
            Access::Channel { from, .. } => from.as_ref().is_some_and(|from| self.value(from) != Value::Number),
            Access::Start { proctype, args, .. } => {
                let is_name = |(i, from): (usize, &Option<Data>)| {
                    let is_channel = from.as_ref().is_some_and(|from| self.value(from) != Value::Number);
                    self.is_channel_parameter(*proctype, i) == is_channel
                };
                args.iter().enumerate().all(is_name)
            }
            Access::End | Access::SetPriority { .. } | Access::Ask { .. } | Access::Else { .. } => true,
            Access::Event | Access::Print { .. } => true,
        }
    }

    fn value(&self, data: &Data) -> Value {
        let local = data.scalar(Region::Local).filter(|slot| self.own.has(*slot)).map(|_| Value::Made);
        let global = data.scalar(Region::Global).filter(|slot| self.globals.has(*slot)).map(|_| Value::Fixed);
        local.or(global).unwrap_or(Value::Number)
    }

    fn is_channel_parameter(&self, proctype: ProctypeId, parameter: usize) -> bool {
        let p = self.model.proctype(proctype);
        let is_name = |slot: &Slot| p.leaves.iter().any(|l| l.slot == *slot && l.show == Show::Channel);
        p.params.get(parameter).is_some_and(is_name)
    }

    fn is_use_of_channel(&self, used: &Used) -> bool {
        match used {
            Used::AsChannel => true,
            Used::Stored(data) => data.scalar(Region::Local).is_some_and(|slot| self.own.has(slot)),
            Used::Argument { proctype, parameter } => self.is_channel_parameter(*proctype, *parameter),
            Used::Otherwise | Used::AsProcess { .. } | Used::Sent | Used::AsIndex => false,
            Used::Printed | Used::Dropped => false,
        }
    }
}
