//! What a step touches, as exactly as can be told before it runs: bits of the global data, channels by number,
//! processes.
//!
//! It is made of the accesses of the step (`model::accesses`), given what is known. What a process never changes in its
//! frame is known, and so are its number and globals that nobody sets: then `fork[_pid]` is one place, and `q!x` a send
//! on one channel. What is unknown makes the footprint larger, never smaller. Data of the frame is kept apart: only the
//! process itself can touch it.
//!
//! A footprint may leave searches fewer states than one that is read off byte code, for these reasons, and no others
//! were found when the two were compared on all models that there are:
//! - a step that is *wild*, because it looks into another process or at `else`, still says exactly what it sets. So
//!   more data is known never to change, and with it which element or channel another step means;
//! - a test counts wherever it stands before the first thing that can go wrong: behind a calculation, or an index whose
//!   value is known. A step is not possible if any of its tests fails, however the others are made;
//! - a global channel that is never set is known everywhere, also in a statement with `&&`, `||` or `->`;
//! - how many fields a statement gives belongs to the channel that it sends to, not to one that its arguments look at;
//! - a divisor that is a negative constant is not 0.

use crate::model::accesses::{self, Access, Accesses, Data, Fault, Known, Process, Question, Test};
use crate::model::layout::{Cell, Slot};
use crate::model::{ChannelQuestion, Region, Transition};

/// A row of bits of the global part, or of a frame. Hidden data stands above all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Range {
    pub from: u64,
    pub to: u64,
}

const HIDDEN: u64 = 1 << 40;

/// Where the state of a `trace` is taken to be.
pub const TRACE: Range = Range { from: HIDDEN << 1, to: (HIDDEN << 1) + 1 };

impl Range {
    pub fn of(slot: Slot) -> Range {
        let from = u64::from(slot.word) * 32 + u64::from(slot.shift);
        Range { from, to: from + u64::from(slot.bits) }
    }

    /// Cells from a byte to another.
    fn cells(first: u32, last: u32, cell: Cell) -> Range {
        Range { from: u64::from(first) * 8, to: u64::from(last) * 8 + u64::from(cell.bits) }
    }

    fn hidden(self) -> Range {
        Range { from: self.from + HIDDEN, to: self.to + HIDDEN }
    }

    pub fn meets(self, other: Range) -> bool {
        self.from < other.to && other.from < self.to
    }
}

/// A place that a step sets, and the value if it is always the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    pub range: Range,
    pub value: Option<i32>,
}

/// What is done with a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// A message is put at the end; waits for room.
    Send,
    /// The first message is taken; waits for it.
    Receive,
    /// The first message that fits is taken; waits for it.
    Find,
    /// Waits for something that another message at the end does not undo: `nempty(q)`, `q?[…]`.
    NotEmpty,
    /// Waits for room.
    NotFull,
    IsEmpty,
    IsFull,
    /// Its messages are looked at.
    Look,
    /// Anything.
    Change,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChannelUse {
    /// Its number; `None` if it can be any.
    pub channel: Option<u32>,
    pub how: Use,
    /// The number of fields that the statement gives.
    pub args: Option<u16>,
}

/// What a step touches.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    pub reads: Vec<Range>,
    pub writes: Vec<Write>,
    /// In the frame of the process.
    pub local_reads: Vec<Range>,
    pub local_writes: Vec<Range>,
    pub channels: Vec<ChannelUse>,
    /// All of them have to hold. There may be more conditions.
    pub tests: Vec<Test>,
    /// It ends the process.
    pub ends: bool,
    /// It starts a process.
    pub runs: bool,
    /// It looks at which processes there are.
    pub counts: bool,
    /// It waits for `timeout`, and for nothing else before that.
    pub timeout: bool,
    /// Processes whose frames or control states it looks at; `None` if that can be any. Only [`touched`] tells.
    pub remotes: Vec<Option<u32>>,
    /// It may depend on anything. What it sets is in the lists.
    pub wild: bool,
    /// Something can go wrong in it: an assertion, an index, a division, a `d_step` that blocks or does not end.
    pub risky: bool,
}

impl Footprint {
    pub fn wild() -> Footprint {
        Footprint { wild: true, risky: true, ..Footprint::default() }
    }

    /// Adds what a later part of the same step touches: it cannot wait any more, and whether it is there at all may
    /// depend on what it finds.
    pub fn add_rest(&mut self, rest: Footprint) {
        self.reads.extend(rest.reads);
        self.writes.extend(rest.writes);
        self.local_reads.extend(rest.local_reads);
        self.local_writes.extend(rest.local_writes);
        self.channels.extend(rest.channels.into_iter().map(|c| ChannelUse { how: c.how.at_any_time(), ..c }));
        self.ends |= rest.ends;
        self.runs |= rest.runs;
        self.counts |= rest.counts;
        self.wild |= rest.wild || rest.timeout;
        self.risky |= rest.risky;
    }

    /// Adds what another option of the same process waits for: `else` waits for the opposite.
    pub fn add_opposite(&mut self, other: &Footprint) {
        self.reads.extend(&other.reads);
        self.local_reads.extend(&other.local_reads);
        self.channels.extend(other.channels.iter().map(|c| ChannelUse { how: Use::Look, args: None, ..*c }));
        self.counts |= other.counts || other.ends;
        self.wild |= other.wild;
    }

    pub fn tidy(&mut self) {
        self.reads.sort_unstable();
        self.reads.dedup();
        self.local_reads.sort_unstable();
        self.local_reads.dedup();
        self.local_writes.sort_unstable();
        self.local_writes.dedup();
    }
}

impl Use {
    /// `waits`: the answer to a question is all that the step waits for at that place.
    fn of(how: accesses::Use, waits: bool) -> Use {
        match how {
            accesses::Use::Send { sorted: false } => Use::Send,
            accesses::Use::Send { sorted: true } => Use::Change,
            accesses::Use::Receive { random: false, .. } => Use::Receive,
            accesses::Use::Receive { random: true, .. } => Use::Find,
            accesses::Use::Poll { .. } if waits => Use::NotEmpty,
            accesses::Use::Ask(question) if waits => match question {
                ChannelQuestion::Length => Use::Look,
                ChannelQuestion::IsEmpty => Use::IsEmpty,
                ChannelQuestion::IsFull => Use::IsFull,
                ChannelQuestion::NotEmpty => Use::NotEmpty,
                ChannelQuestion::NotFull => Use::NotFull,
            },
            accesses::Use::Poll { .. } | accesses::Use::Ask(_) => Use::Look,
        }
    }

    /// The same in the middle of a step.
    fn at_any_time(self) -> Use {
        match self {
            Use::Send | Use::Receive | Use::Find | Use::Change => Use::Change,
            Use::NotEmpty | Use::NotFull | Use::IsEmpty | Use::IsFull | Use::Look => Use::Look,
        }
    }

    pub fn is_send(self) -> bool {
        matches!(self, Use::Send | Use::Change)
    }

    pub fn is_receive(self) -> bool {
        matches!(self, Use::Receive | Use::Find | Use::Change)
    }
}

/// The footprint of a step.
pub fn of(t: &Transition, known: &impl Known) -> Footprint {
    let accesses = t.accesses(known);
    let Reading { mut found, is_complete, asks_timeout, asks_else } = Reading::of(&accesses);
    found.tests.clone_from(&accesses.waits.tests);
    found.timeout = accesses.waits.timeout;
    found.risky = accesses.faults.iter().any(|fault| is_risk(*fault));
    if !is_complete || asks_else || !found.remotes.is_empty() {
        found.wild = true;
        found.risky = true;
        // What it waits for is not all in the lists.
        found.tests.clear();
        found.timeout = false;
    }
    found.wild |= asks_timeout && !found.timeout;
    if found.channels.len() > 1 || accesses.d_step {
        for c in &mut found.channels {
            c.how = c.how.at_any_time();
        }
    }
    found
}

/// All that a step may touch, whatever it waits for: what is told of waiting means nothing. `None` if it may be
/// anything.
pub fn touched(accesses: &Accesses) -> Option<Footprint> {
    let reading = Reading::of(accesses);
    reading.is_complete.then_some(reading.found)
}

/// That there may be too many processes is seen to elsewhere: see `optimise::numbers`.
fn is_risk(fault: Fault) -> bool {
    match fault {
        Fault::Start => false,
        Fault::Index | Fault::Division | Fault::Assertion | Fault::Channel | Fault::Address => true,
        Fault::Remote | Fault::Priority | Fault::DStep | Fault::Foreign => true,
    }
}

/// What the accesses of a step come to.
struct Reading {
    found: Footprint,
    /// It depends on nothing that is not in the lists.
    is_complete: bool,
    asks_timeout: bool,
    /// It depends on what the other options of the process can do.
    asks_else: bool,
}

impl Reading {
    fn of(accesses: &Accesses) -> Reading {
        let mut reading = Reading {
            found: Footprint::default(),
            is_complete: !accesses.other_types,
            asks_timeout: false,
            asks_else: false,
        };
        accesses.all().for_each(|access| reading.add(access));
        reading
    }

    fn add(&mut self, access: &Access) {
        match access {
            Access::Read { data, .. } => self.read(data),
            Access::Write { data, value, .. } => self.write(data, *value),
            Access::Count { data, .. } => {
                self.read(data);
                self.write(data, None);
            }
            Access::Channel { used, .. } => {
                let how = Use::of(used.how, used.waits);
                // A poll may give any number of fields.
                let args = used.fields.filter(|_| !matches!(used.how, accesses::Use::Poll { .. }));
                self.found.channels.push(ChannelUse { channel: used.channel, how, args });
            }
            Access::Start { .. } => self.found.runs = true,
            Access::End => self.found.ends = true,
            Access::Ask { question, .. } => match *question {
                Question::Pid => {}
                Question::Count | Question::First(_) => self.found.counts = true,
                Question::ControlState(process) | Question::IsAt(process, _) => self.look_at(process),
                Question::Timeout => self.asks_timeout = true,
                // What depends on other processes as such.
                Question::Enabled(_) | Question::Priority(_) | Question::NonProgress => self.is_complete = false,
            },
            Access::Else { inside } => self.asks_else |= !inside,
            Access::SetPriority { .. } | Access::Event => self.is_complete = false,
            Access::Print { .. } => {}
        }
    }

    /// It looks at a process: which one there is, and what is in its frame.
    fn look_at(&mut self, process: Process) {
        self.found.counts = true;
        self.found.remotes.push(match process {
            Process::Number(pid) => Some(pid as u32),
            Process::Own | Process::Any => None,
        });
    }

    fn read(&mut self, data: &Data) {
        match place(data) {
            Some((Region::Global, range)) => self.found.reads.push(range),
            Some((Region::Hidden, range)) => self.found.reads.push(range.hidden()),
            Some((Region::Local, range)) => self.found.local_reads.push(range),
            None => match data {
                Data::Remote { process, .. } => self.look_at(*process),
                Data::Somewhere | Data::Scalar { .. } | Data::Element { .. } => self.is_complete = false,
            },
        }
    }

    fn write(&mut self, data: &Data, value: Option<i32>) {
        match place(data) {
            Some((Region::Global, range)) => self.found.writes.push(Write { range, value }),
            Some((Region::Hidden, range)) => self.found.writes.push(Write { range: range.hidden(), value: None }),
            Some((Region::Local, range)) => self.found.local_writes.push(range),
            None => {
                self.is_complete = false;
                self.found.writes.push(Write { range: EVERYTHING, value: None });
                self.found.local_writes.push(EVERYTHING);
            }
        }
    }
}

const EVERYTHING: Range = Range { from: 0, to: HIDDEN };

/// Where data is, if that is known.
fn place(data: &Data) -> Option<(Region, Range)> {
    match data {
        Data::Scalar { region, slot } => Some((*region, Range::of(*slot))),
        Data::Element { region, first, last, cell, .. } => Some((*region, Range::cells(*first, *last, *cell))),
        Data::Remote { .. } | Data::Somewhere => None,
    }
}
