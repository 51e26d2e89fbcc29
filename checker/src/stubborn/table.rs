//! The steps of a given row of processes, and how they depend on each other.
//!
//! A table is for one shape and for one choice of what is constant in the frames. Its relations are worked out when
//! they are asked for first.

use super::facts::{Facts, Steps};
use crate::bits::Bits;
use crate::exec::shape::{ProcessPlace, Shape};
use crate::footprint::{ChannelUse, Footprint, Range, TRACE, Use, Write};
use crate::model::Model;
use crate::model::accesses::{Known, Test};
use crate::model::layout::Slot;

/// More steps than this are too many.
const MOST_STEPS: usize = 4000;

pub struct Table<'m> {
    pub processes: Vec<ProcessPlace>,
    own: Vec<&'m Steps>,
    /// By pid, what is constant, in the order of `Steps::constants`.
    constants: Vec<Vec<i32>>,
    /// By pid, its first step.
    pub first: Vec<u32>,
    pub steps: Vec<Instance>,
    /// What is asked most often of each step.
    pub brief: Vec<Brief>,
    /// Which channels have no room: a message is handed over.
    rendezvous: Vec<bool>,
    before: Vec<Bits>,
    conflicts: Vec<Option<Bits>>,
    partners: Vec<Option<Bits>>,
    /// By step, by what it waits for: all of it, another first message, a message, room, then each test.
    enablers: Vec<Vec<Option<Bits>>>,
    /// By pid: its steps; and by control state those that can come from there on, and do not wait for `timeout`.
    of_process: Vec<Bits>,
    ahead: Vec<Vec<Bits>>,
    nothing: Bits,
}

#[derive(Clone, Copy)]
pub struct Brief {
    pub pid: u8,
    /// It can never be in a set: it waits for `timeout`.
    pub waits: bool,
    /// It may be one half of a rendezvous.
    pub halves: bool,
    pub visible: bool,
    pub state: u32,
    pub transition: u32,
}

/// A step of one process.
pub struct Instance {
    pid: u32,
    print: Footprint,
    /// What it waits for.
    pub wait: Footprint,
    /// Something can go wrong in it.
    pub risky: bool,
    halves: bool,
    /// Channels that are gone after it.
    drops: (u32, u32),
}

struct Frame<'a> {
    facts: &'a Facts,
    state: &'a [u32],
    pid: u32,
    steps: &'a Steps,
    constants: &'a [i32],
}

impl Known for Frame<'_> {
    fn pid(&self) -> Option<i32> {
        Some(self.pid as i32)
    }

    fn local(&self, slot: Slot) -> Option<i32> {
        let place = |s: Slot| (s.word, s.shift, s.bits);
        let i = self.steps.constants.iter().position(|c| place(c.slot) == place(slot))?;
        Some(self.constants[i])
    }

    fn global(&self, slot: Slot) -> Option<i32> {
        self.facts.is_constant(slot).then(|| slot.get(self.state.get(slot.word as usize).copied().unwrap_or(0)))
    }
}

impl<'m> Table<'m> {
    /// The table for a state. `None` if it would be too large.
    pub fn of(facts: &'m Facts, model: &Model, shape: &Shape, state: &[u32]) -> Option<Table<'m>> {
        let places = shape.processes.clone();
        let steps_of = |p: &ProcessPlace| facts.proctypes[p.proctype.0 as usize].as_ref();
        let total: usize = places.iter().filter_map(steps_of).map(|s| s.list.len()).sum();
        if total > MOST_STEPS || places.len() > 64 {
            return None;
        }
        let rendezvous =
            shape.channels.iter().map(|c| model.channel_types[c.ty as usize].capacity == 0).collect::<Vec<_>>();
        let mut table = Table {
            processes: places,
            own: Vec::new(),
            constants: Vec::new(),
            first: Vec::new(),
            steps: Vec::new(),
            brief: Vec::new(),
            rendezvous,
            before: Vec::new(),
            conflicts: Vec::new(),
            partners: Vec::new(),
            enablers: Vec::new(),
            of_process: Vec::new(),
            ahead: Vec::new(),
            nothing: Bits::new(total),
        };
        let globals = model.global_channels.len() as u32;
        let mut channels = globals;
        for (pid, place) in (0..).zip(table.processes.clone()) {
            let steps = steps_of(&place)?;
            table.own.push(steps);
            table.first.push(table.steps.len() as u32);
            let value = |slot: Slot| slot.get(state[(place.frame + slot.word) as usize]);
            let constants: Vec<i32> = steps.constants.iter().map(|c| value(c.slot)).collect();
            let own = model.proctype(place.proctype).channels.len() as u32;
            let first = table.steps.len() as u32;
            let frame = Frame { facts, state, pid, steps, constants: &constants };
            for step in &steps.list {
                let mut print = step.footprint(model, &frame);
                let wait = step.wait(model, &frame);
                if print.channels.iter().any(|c| facts.is_traced(c)) {
                    print.writes.push(Write { range: TRACE, value: None });
                }
                let halves = print
                    .channels
                    .iter()
                    .any(|c| (c.how.is_send() || c.how.is_receive()) && table.is_rendezvous(c.channel));
                let visible = facts.claim.as_ref().is_some_and(|seen| step.visible || is_seen(&print, seen));
                let is_wrong = |c: &ChannelUse| {
                    let place = c.channel.and_then(|n| shape.channels.get((n as usize).wrapping_sub(1)));
                    let Some(ty) = place.map(|p| &model.channel_types[p.ty as usize]) else { return true };
                    let is_own =
                        c.channel.is_some_and(|n| n <= globals || (channels + 1..=channels + own).contains(&n));
                    !is_own
                        || c.args.is_some_and(|n| n as usize != ty.fields.len())
                        || (ty.capacity == 0 && !c.how.is_send() && !c.how.is_receive())
                };
                let risky = print.risky
                    || print.wild
                    || model.proctype(place.proctype).deterministic
                    || print.channels.iter().any(is_wrong)
                    || print.channels.iter().any(|c| facts.is_traced(c));
                let drops = if print.ends { (channels + 1, channels + own) } else { (1, 0) };
                table.before.push(table.set(steps.to[step.state as usize].iter().map(|s| first + s)));
                table.brief.push(Brief {
                    pid: pid as u8,
                    waits: wait.timeout,
                    halves,
                    visible,
                    state: step.state,
                    transition: step.transition.0,
                });
                table.steps.push(Instance { pid, print, wait, risky, halves, drops });
            }
            channels += own;
            table.constants.push(constants);
        }
        for (pid, steps) in (0..).zip(table.own.clone()) {
            let of_states = |is: &dyn Fn(u32) -> bool| {
                let (first, list) = (table.first[pid], (0..).zip(&steps.list));
                table.set(list.filter(|(_, step)| is(step.state)).map(|(i, _): (u32, _)| first + i))
            };
            let is_ahead = |i: &u32| !table.brief[*i as usize].waits;
            let ahead = |reach: &Bits| table.set(of_states(&|s| reach.has(s as usize)).iter().filter(is_ahead));
            let (all, ahead) = (of_states(&|_| true), steps.reach.iter().map(ahead).collect());
            table.of_process.push(all);
            table.ahead.push(ahead);
        }
        let count = table.steps.len();
        table.conflicts = (0..count).map(|_| None).collect();
        table.partners = (0..count).map(|_| None).collect();
        table.enablers = table.steps.iter().map(|s| vec![None; s.wait.tests.len() + 4]).collect();
        Some(table)
    }

    /// Whether the frames of a state of the same shape have what this table takes for constant.
    pub fn fits(&self, state: &[u32]) -> bool {
        self.processes.iter().zip(&self.own).zip(&self.constants).all(|((place, steps), values)| {
            if values.is_empty() {
                return true;
            }
            let pc = (state[place.frame as usize] & place.pc_mask) as usize;
            steps
                .constants
                .iter()
                .zip(values)
                .all(|(c, value)| !c.live[pc] || c.slot.get(state[(place.frame + c.slot.word) as usize]) == *value)
        })
    }

    pub fn steps_of(&self, pid: u32) -> &'m Steps {
        self.own[pid as usize]
    }

    /// The steps of a process at a control state.
    pub fn at(&self, pid: u32, pc: u32) -> std::ops::Range<u32> {
        let steps = self.steps_of(pid);
        let first = self.first[pid as usize];
        first + steps.first[pc as usize]..first + steps.first[pc as usize + 1]
    }

    /// A set of steps.
    fn set(&self, steps: impl Iterator<Item = u32>) -> Bits {
        let mut set = self.nothing.clone();
        steps.for_each(|i| set.add(i as usize));
        set
    }

    /// The steps of a process.
    pub fn of_process(&self, pid: u32) -> &Bits {
        &self.of_process[pid as usize]
    }

    /// The steps that a process can take from a control state on, sooner or later, but for those that wait for
    /// `timeout`.
    pub fn ahead(&self, pid: u32, pc: u32) -> &Bits {
        &self.ahead[pid as usize][pc as usize]
    }

    /// The steps that lead to the control state of a step.
    pub fn before(&self, step: u32) -> &Bits {
        &self.before[step as usize]
    }

    fn is_rendezvous(&self, channel: Option<u32>) -> bool {
        match channel {
            Some(n) => self.rendezvous.get((n as usize).wrapping_sub(1)).copied().unwrap_or(false),
            None => self.rendezvous.iter().any(|r| *r),
        }
    }

    fn all(&self, is: impl Fn(&Instance) -> bool) -> Bits {
        self.set((0..self.steps.len() as u32).filter(|i| is(&self.steps[*i as usize])))
    }

    /// The steps of other processes that do not go together with a step: done in either order they may end differently,
    /// or one may stop the other.
    pub fn conflicts(&self, step: u32) -> &Bits {
        self.conflicts[step as usize].as_ref().unwrap_or(&self.nothing)
    }

    /// The steps that can be the other half of a rendezvous.
    pub fn partners(&self, step: u32) -> &Bits {
        self.partners[step as usize].as_ref().unwrap_or(&self.nothing)
    }

    /// The steps that can make a step possible that is not, because of what it waits for.
    pub fn enablers(&self, step: u32, wait: Wait) -> &Bits {
        self.enablers[step as usize][wait.place()].as_ref().unwrap_or(&self.nothing)
    }

    /// Works out the conflicts of a step, and its partners.
    pub fn need_conflicts(&mut self, step: u32) {
        let i = step as usize;
        let own = &self.steps[i];
        if self.conflicts[i].is_none() {
            self.conflicts[i] = Some(self.all(|other| other.pid != own.pid && conflict(own, other)));
        }
    }

    pub fn need_partners(&mut self, step: u32) {
        let i = step as usize;
        let own = &self.steps[i];
        if self.partners[i].is_none() {
            let meets = |a: &ChannelUse, b: &ChannelUse| {
                same_channel(a, b)
                    && self.is_rendezvous(a.channel.or(b.channel))
                    && ((a.how.is_send() && b.how.is_receive()) || (a.how.is_receive() && b.how.is_send()))
            };
            let is = |other: &Instance| {
                other.halves
                    && other.pid != own.pid
                    && own.print.channels.iter().any(|a| other.print.channels.iter().any(|b| meets(a, b)))
            };
            self.partners[i] = Some(self.all(is));
        }
    }

    pub fn need_enablers(&mut self, step: u32, wait: Wait) {
        let i = step as usize;
        let own = &self.steps[i];
        if self.enablers[i][wait.place()].is_some() {
            return;
        }
        let at_channel = |other: &Instance, is: fn(Use) -> bool| {
            let uses = |a: &ChannelUse| other.print.channels.iter().any(|b| same_channel(a, b) && is(b.how));
            other.print.wild || own.wait.channels.iter().any(uses)
        };
        let row = match wait {
            Wait::All if own.wait.ends => {
                self.all(|other| (other.pid == own.pid + 1 && other.print.ends) || other.print.wild)
            }
            Wait::All | Wait::Another => self.all(|other| enables(own, other, wait)),
            Wait::Message => self.all(|other| at_channel(other, Use::is_send)),
            Wait::Room => self.all(|other| at_channel(other, Use::is_receive)),
            Wait::Test(n) => {
                let test = own.wait.tests[n];
                self.all(|other| other.print.wild || other.print.writes.iter().any(|w| passes(test, w)))
            }
        };
        self.enablers[i][wait.place()] = Some(row);
    }
}

/// What is to become true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// Whatever the step waits for.
    All,
    /// The same, where the one channel that it receives from has a first message, but not the right one.
    Another,
    /// A message in its channel, which is empty now.
    Message,
    /// Room in its channel, which is full now.
    Room,
    /// One of its tests, which does not hold now.
    Test(usize),
}

impl Wait {
    fn place(self) -> usize {
        match self {
            Wait::All => 0,
            Wait::Another => 1,
            Wait::Message => 2,
            Wait::Room => 3,
            Wait::Test(n) => 4 + n,
        }
    }
}

/// Whether setting a place can make a test hold.
fn passes(test: Test, write: &Write) -> bool {
    let range = Range::of(test.slot);
    write.range.meets(range)
        && (write.range != range || write.value.is_none_or(|value| test.compare.holds(value, test.value)))
}

fn same_channel(a: &ChannelUse, b: &ChannelUse) -> bool {
    match (a.channel, b.channel) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

/// Whether the claim can see a step.
fn is_seen(print: &Footprint, seen: &Footprint) -> bool {
    print.wild
        || (seen.wild && !(print.writes.is_empty() && print.channels.is_empty()))
        || (seen.counts && (print.ends || print.runs))
        || (!seen.channels.is_empty() && print.ends)
        || (!seen.channels.is_empty() && print.channels.iter().any(|c| c.how.is_send() || c.how.is_receive()))
        || print.writes.iter().any(|w| seen.reads.iter().any(|r| r.meets(w.range)))
}

/// Whether two steps of different processes that are both possible can disturb each other.
fn conflict(a: &Instance, b: &Instance) -> bool {
    let (p, q) = (&a.print, &b.print);
    if p.wild || q.wild {
        return true;
    }
    let disturbs = |p: &Footprint, q: &Footprint| {
        p.writes.iter().any(|w| {
            q.reads.iter().any(|r| r.meets(w.range)) || q.writes.iter().any(|other| other.range.meets(w.range))
        })
    };
    // Only the youngest can end: two of them never can.
    let processes =
        |p: &Footprint, q: &Footprint| (p.ends && (q.counts || q.runs)) || (p.runs && (q.counts || q.ends || q.runs));
    let drops = |a: &Instance, q: &Footprint| {
        q.channels.iter().any(|c| c.channel.map_or(a.drops.0 <= a.drops.1, |n| (a.drops.0..=a.drops.1).contains(&n)))
    };
    let at_channels = |p: &Footprint, q: &Footprint| {
        p.channels.iter().any(|a| q.channels.iter().any(|b| same_channel(a, b) && !go_together(a.how, b.how)))
    };
    let is_apart = !disturbs(p, q)
        && !disturbs(q, p)
        && !processes(p, q)
        && !processes(q, p)
        && !drops(a, q)
        && !drops(b, p)
        && !at_channels(p, q);
    if is_apart {
        return false;
    }
    // They cannot both be possible.
    !a.wait.tests.iter().any(|t| b.wait.tests.iter().any(|u| t.excludes(*u)))
}

/// Whether two uses of a channel that are both possible can be made in any order.
fn go_together(a: Use, b: Use) -> bool {
    use Use::{Change, Find, IsEmpty, IsFull, Look, NotEmpty, NotFull, Receive, Send};
    match (a, b) {
        (Change, _) | (_, Change) => false,
        (Send, Receive | Find | NotEmpty | IsFull) | (Receive | Find | NotEmpty | IsFull, Send) => true,
        (Receive | Find, NotFull | IsEmpty) | (NotFull | IsEmpty, Receive | Find) => true,
        (Send | Receive | Find, _) | (_, Send | Receive | Find) => false,
        (NotEmpty | NotFull | IsEmpty | IsFull | Look, NotEmpty | NotFull | IsEmpty | IsFull | Look) => true,
    }
}

/// Whether a step can make another one possible.
fn enables(own: &Instance, other: &Instance, for_what: Wait) -> bool {
    let (wait, by) = (&own.wait, &other.print);
    own.print.wild
        || by.wild
        || by.writes.iter().any(|w| wait.reads.iter().any(|r| r.meets(w.range)))
        || (other.pid == own.pid && by.local_writes.iter().any(|w| wait.local_reads.iter().any(|r| r.meets(*w))))
        || (wait.counts && (by.ends || by.runs))
        || wait.channels.iter().any(|a| by.channels.iter().any(|b| same_channel(a, b) && helps(a.how, b.how, for_what)))
}

/// Whether one use of a channel can make another one possible.
fn helps(waits: Use, by: Use, for_what: Wait) -> bool {
    match waits {
        Use::Send | Use::NotFull | Use::IsEmpty => by.is_receive(),
        Use::Receive if for_what == Wait::Another => by.is_receive(),
        Use::Find | Use::IsFull => by.is_send(),
        Use::Receive | Use::NotEmpty | Use::Look | Use::Change => by.is_send() || by.is_receive(),
    }
}
