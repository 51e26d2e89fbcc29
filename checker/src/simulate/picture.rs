//! All that can be seen of one state, and what differs between two.
//!
//! Channels have no names of their own: one is called after a variable that holds its number, a global one if there is
//! one.

use crate::exec::{Machine, show};
use crate::model::layout::{Leaf, Show};
use crate::model::{Model, ProctypeId, StateId};

/// One state, with the values of all variables and the messages of all channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    globals: Vec<i32>,
    hidden: Vec<i32>,
    /// By pid.
    pub processes: Vec<ProcessPicture>,
    /// By number less 1: the type of the channel, and its messages.
    channels: Vec<(u32, Vec<Vec<i32>>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessPicture {
    pub proctype: ProctypeId,
    pub state: StateId,
    pub priority: u32,
    locals: Vec<i32>,
}

/// A variable and its value, or the messages of the channel it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The pid of its process; `None` if it is global.
    pub pid: Option<u32>,
    pub name: String,
    pub value: String,
    /// The number of the channel whose messages `value` shows.
    pub channel: Option<u32>,
}

/// Something that differs between two states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Started { pid: u32, proctype: ProctypeId },
    Ended { pid: u32, proctype: ProctypeId },
    Value { pid: Option<u32>, name: String, old: String, new: String },
    Messages { pid: Option<u32>, name: String, old: String, new: String },
}

/// Variables of the model, and behind them data of embedded C.
fn shown_globals(model: &Model) -> impl Iterator<Item = &Leaf> {
    model.global_leaves.iter().chain(model.foreign.iter().flat_map(|f| &f.shown.global))
}

fn shown_hidden(model: &Model) -> impl Iterator<Item = &Leaf> {
    model.hidden_leaves.iter().chain(model.foreign.iter().flat_map(|f| &f.shown.hidden))
}

fn shown_locals(model: &Model, proctype: ProctypeId) -> impl Iterator<Item = &Leaf> {
    let of_c = model.foreign.iter().filter_map(move |f| f.shown.locals.get(proctype.0 as usize)).flatten();
    model.proctype(proctype).leaves.iter().chain(of_c)
}

impl Picture {
    pub fn of(machine: &Machine) -> Picture {
        let model = machine.model;
        let processes = machine.shape().processes.iter().enumerate().map(|(pid, &place)| {
            let locals = shown_locals(model, place.proctype);
            ProcessPicture {
                proctype: place.proctype,
                state: StateId(machine.pc(place)),
                priority: machine.priority(pid as u32),
                locals: locals.map(|l| machine.local_value(place, l.slot)).collect(),
            }
        });
        let channels = machine.shape().channels.iter().enumerate().map(|(i, c)| (c.ty, machine.messages(i as u32 + 1)));
        Picture {
            globals: shown_globals(model).map(|l| machine.global_value(l.slot)).collect(),
            hidden: shown_hidden(model).map(|l| machine.hidden_value(l.slot)).collect(),
            processes: processes.collect(),
            channels: channels.collect(),
        }
    }

    /// The messages of a channel, by its number.
    pub fn messages(&self, number: u32) -> &[Vec<i32>] {
        (number as usize).checked_sub(1).and_then(|i| self.channels.get(i)).map_or(&[], |(_, m)| m)
    }

    /// All global variables, in the order of the text.
    pub fn globals(&self, model: &Model) -> Vec<Variable> {
        let globals = shown_globals(model).zip(&self.globals);
        let hidden = shown_hidden(model).zip(&self.hidden);
        globals.chain(hidden).filter_map(|(leaf, &value)| self.variable(model, None, leaf, value)).collect()
    }

    /// All variables of a process.
    pub fn locals(&self, model: &Model, pid: u32) -> Vec<Variable> {
        let Some(process) = self.processes.get(pid as usize) else { return Vec::new() };
        let leaves = shown_locals(model, process.proctype).zip(&process.locals);
        leaves.filter_map(|(leaf, &value)| self.variable(model, Some(pid), leaf, value)).collect()
    }

    /// A variable as it is shown. `None` for one that holds no channel, or a rendezvous channel: there are no messages
    /// then.
    fn variable(&self, model: &Model, pid: Option<u32>, leaf: &Leaf, value: i32) -> Option<Variable> {
        let name = leaf.name.clone();
        if leaf.show != Show::Channel {
            return Some(Variable { pid, name, value: show(model, leaf.show, value), channel: None });
        }
        let number = u32::try_from(value).ok()?;
        let (ty, _) = (number as usize).checked_sub(1).and_then(|i| self.channels.get(i))?;
        if model.channel_types[*ty as usize].capacity == 0 {
            return None;
        }
        Some(Variable { pid, name, value: self.contents(model, number), channel: Some(number) })
    }

    /// `[M,1][A,0]`
    fn contents(&self, model: &Model, number: u32) -> String {
        let Some((ty, messages)) = (number as usize).checked_sub(1).and_then(|i| self.channels.get(i)) else {
            return String::new();
        };
        messages.iter().map(|m| format!("[{}]", fields(model, *ty, m))).collect()
    }

    /// What is different in `after`, a later state.
    pub fn changes(&self, after: &Picture, model: &Model) -> Vec<Change> {
        let mut out = Vec::new();
        let same = self.processes.iter().zip(&after.processes).take_while(|(a, b)| a.proctype == b.proctype).count();
        for (pid, p) in self.processes.iter().enumerate().skip(same) {
            out.push(Change::Ended { pid: pid as u32, proctype: p.proctype });
        }
        for (pid, p) in after.processes.iter().enumerate().skip(same) {
            out.push(Change::Started { pid: pid as u32, proctype: p.proctype });
        }
        let mut compare = |pid: Option<u32>, leaves: &mut dyn Iterator<Item = &Leaf>, old: &[i32], new: &[i32]| {
            for ((leaf, old), new) in leaves.zip(old).zip(new) {
                if old != new {
                    let (old, new) = (show(model, leaf.show, *old), show(model, leaf.show, *new));
                    out.push(Change::Value { pid, name: leaf.name.clone(), old, new });
                }
            }
        };
        compare(None, &mut shown_globals(model), &self.globals, &after.globals);
        compare(None, &mut shown_hidden(model), &self.hidden, &after.hidden);
        for (pid, (a, b)) in self.processes.iter().zip(&after.processes).enumerate().take(same) {
            compare(Some(pid as u32), &mut shown_locals(model, a.proctype), &a.locals, &b.locals);
        }
        for (i, (a, b)) in self.channels.iter().zip(&after.channels).enumerate() {
            let number = i as u32 + 1;
            let rendezvous = model.channel_types[b.0 as usize].capacity == 0;
            if a.0 == b.0 && a.1 != b.1 && !rendezvous {
                let (pid, name) = after.channel_name(model, number);
                let (old, new) = (self.contents(model, number), after.contents(model, number));
                out.push(Change::Messages { pid, name, old, new });
            }
        }
        out
    }

    /// A name for a channel, and the process whose variable it is.
    pub fn channel_name(&self, model: &Model, number: u32) -> (Option<u32>, String) {
        let holds = |(leaf, value): (&Leaf, &i32)| {
            (leaf.show == Show::Channel && *value == number as i32).then(|| leaf.name.clone())
        };
        if let Some(name) = model.global_leaves.iter().zip(&self.globals).find_map(holds) {
            return (None, name);
        }
        for (pid, p) in self.processes.iter().enumerate() {
            if let Some(name) = model.proctype(p.proctype).leaves.iter().zip(&p.locals).find_map(holds) {
                return (Some(pid as u32), name);
            }
        }
        let ty = (number as usize).checked_sub(1).and_then(|i| self.channels.get(i)).map(|(ty, _)| *ty);
        let name = ty.map_or_else(|| format!("channel {number}"), |ty| model.channel_types[ty as usize].name.clone());
        (None, name)
    }

    /// What a process calls a channel that it uses under the name `base`, perhaps with an index.
    pub fn element_name(&self, model: &Model, pid: u32, base: &str, number: u32) -> Option<String> {
        let process = self.processes.get(pid as usize)?;
        let locals = model.proctype(process.proctype).leaves.iter().zip(&process.locals);
        let globals = model.global_leaves.iter().zip(&self.globals);
        let named = |leaf: &Leaf| {
            leaf.name.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.']))
        };
        locals
            .chain(globals)
            .find(|(leaf, value)| leaf.show == Show::Channel && **value == number as i32 && named(leaf))
            .map(|(leaf, _)| leaf.name.clone())
    }
}

/// The fields of a message with commas between them.
pub fn fields(model: &Model, ty: u32, message: &[i32]) -> String {
    let shows = model.channel_types.get(ty as usize).map_or(&[][..], |t| &t.shows);
    let values: Vec<String> = message
        .iter()
        .enumerate()
        .map(|(i, &value)| show(model, shows.get(i).copied().unwrap_or(Show::Number), value))
        .collect();
    values.join(",")
}
