//! The loop over processes and transitions.
//!
//! A [`Frame`] is a state whose processes are being tried: the one that is expanded, or one that is passed through on the way to a successor. Rows of
//! frames lie behind each other. What each step means for the frame below is as in `search::explorer`, which is the reference.

use super::{Successor, Successors, Unusual};
use crate::exec::Machine;
use crate::model::op::Op;
use crate::model::{Action, Model, TransitionId};
use crate::native::{Answer, ROUND, Rows, Who};
use crate::search::{Flags, Move};
use crate::stubborn::Processes;

/// Frames on top of each other: beyond, the worker loop has to find out whether an atomic sequence goes in circles.
const DEEPEST: usize = 1000;

/// Before the first transition of a process.
const START: u32 = u32::MAX;

/// What has to be known of a transition to try it.
#[derive(Clone, Copy, Debug)]
struct Info {
    escape: u32,
    atomic: bool,
    repeats: bool,
    /// The end of a process, and nothing else.
    ends: bool,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Where its row begins, and how many words it has.
    at: usize,
    len: usize,
    /// The process that is tried now, and the last one to try.
    current: i32,
    to: i32,
    /// The next transition of the process, and past its last one.
    next: u32,
    end: u32,
    /// The escape of `unless` that was taken in the process.
    escape: u32,
    /// An option of the process was possible; some step was.
    moved: bool,
    any: bool,
    /// A rendezvous is under way on this channel, begun by this process.
    channel: u32,
    sender: u32,
    /// Tells frames apart.
    number: u64,
}

/// What came of a step that was tried.
enum Tried {
    Blocked,
    NoMessage,
    /// The successor has so many words.
    Done(usize),
}

/// Expands states of one model.
#[derive(Debug)]
pub struct Expander<'m> {
    model: &'m Model,
    infos: Vec<Info>,
    /// Transitions that were taken.
    fired: Vec<bool>,
    /// Which control states were reached, in the order of `Model::options`.
    pub reached: Vec<bool>,
    /// Rows of frames.
    rows: Vec<u32>,
    below: Vec<Frame>,
    /// The rendezvous under way and its message.
    hidden: Vec<u32>,
    /// Messages of the frames below.
    messages: Vec<u32>,
    frames: u64,
    /// The frame whose state the machine is in.
    loaded: u64,
    /// Of the last state: steps inside of atomic sequences, and how many steps led away the farthest.
    pub atomic_steps: u64,
    pub deepest: u32,
}

impl<'m> Expander<'m> {
    /// `None` if states of this model are never usual.
    pub fn new(machine: &Machine<'m>) -> Option<Expander<'m>> {
        let model = machine.model;
        let plain = model.claim.is_none()
            && model.trace.is_none()
            && model.last.is_none()
            && model.hidden_words == 0
            && !model.has_priority
            && !model.has_provided
            && !model.has_np
            && !model.proctypes.iter().any(|p| p.deterministic);
        let info = |t: &crate::model::Transition| Info {
            escape: t.escape,
            atomic: t.atomic,
            repeats: t.repeats,
            ends: matches!(t.action, Action::Code(code) if model.code[code.0 as usize] == Op::End),
        };
        plain.then(|| Expander {
            model,
            infos: model.transitions.iter().map(info).collect(),
            fired: vec![false; model.transitions.len()],
            reached: vec![false; model.options.len()],
            rows: Vec::new(),
            below: Vec::new(),
            hidden: vec![0; machine.hidden_len()],
            messages: Vec::new(),
            frames: 0,
            loaded: 0,
            atomic_steps: 0,
            deepest: 0,
        })
    }

    /// Adds the successors of a state by steps of these processes. The machine may be in another state afterwards. If nothing can move,
    /// `timeout` holds and all processes are tried.
    #[inline]
    pub fn expand(
        &mut self,
        machine: &mut Machine,
        state: &[u32],
        among: Processes,
        found: &mut Successors,
    ) -> Result<(), Unusual> {
        let before = found.list.len();
        self.atomic_steps = 0;
        self.deepest = 0;
        self.loaded = 0;
        self.below.clear();
        self.messages.clear();
        let len = state.len().next_multiple_of(ROUND);
        if self.rows.len() < len {
            self.rows.resize(len.next_power_of_two(), 0);
        }
        self.rows[..state.len()].copy_from_slice(state);
        let moved = match self.run(machine, state.len(), among, false, found) {
            Ok(false) if self.model.has_timeout && among == Processes::ALL => {
                self.run(machine, state.len(), among, true, found)
            }
            moved => moved,
        };
        // Whether it may stop here is for the worker loop to say.
        if moved == Ok(true) || (moved == Ok(false) && among != Processes::ALL) {
            return Ok(());
        }
        found.truncate(before);
        Err(Unusual)
    }

    /// Whether anything could move.
    fn run(
        &mut self,
        machine: &mut Machine,
        len: usize,
        among: Processes,
        timeout: bool,
        found: &mut Successors,
    ) -> Result<bool, Unusual> {
        let mut frame = self.frame(machine, 0, len, None);
        let at_root = timeout;
        let mut timeout = timeout;
        let rendezvous = self.model.has_rendezvous;
        loop {
            let mut pushed = None;
            'processes: while frame.current >= frame.to {
                let pid = frame.current as u32;
                let place = machine.shapes().get(self.rows[frame.at]).processes[pid as usize];
                if frame.next == START {
                    let left_out = self.below.is_empty() && !among.has(pid);
                    if left_out || (frame.channel != 0 && frame.sender == pid) {
                        frame.current -= 1;
                        continue;
                    }
                    let pc = self.rows[frame.at + place.frame as usize] & place.pc_mask;
                    (frame.next, frame.end) = self.model.options[(place.base + pc) as usize];
                    frame.moved = false;
                    frame.escape = 0;
                }
                let mut no_message = false;
                while frame.next < frame.end {
                    let index = frame.next;
                    frame.next += 1;
                    let info = self.infos[index as usize];
                    if frame.escape > 0 && frame.escape != info.escape {
                        break;
                    }
                    if no_message && info.repeats {
                        continue;
                    }
                    let who = Who::new(pid, frame.moved, timeout);
                    let tried = if info.atomic {
                        self.step::<true>(machine, &frame, place.frame, who, index, info, found)?
                    } else {
                        self.step::<false>(machine, &frame, place.frame, who, index, info, found)?
                    };
                    let len = match tried {
                        Tried::Blocked => {
                            no_message = false;
                            continue;
                        }
                        Tried::NoMessage => {
                            no_message = true;
                            continue;
                        }
                        Tried::Done(len) => len,
                    };
                    if !self.fired[index as usize] {
                        self.fire(place.base, index);
                    }
                    frame.escape = info.escape;
                    let channel = if rendezvous { self.hidden[0] } else { 0 };
                    if channel != 0 {
                        // Whether this was a step at all depends on who receives.
                        let at = self.next_row(&frame);
                        if !info.atomic {
                            self.make_room(at, len);
                            let words = len.next_multiple_of(ROUND);
                            self.rows[at..at + words].copy_from_slice(found.room(len));
                        }
                        pushed = Some(self.frame(machine, at, len, Some((pid, channel))));
                        break 'processes;
                    }
                    frame.moved = true;
                    frame.any = true;
                    if info.atomic {
                        self.atomic_steps += 1;
                        let at = self.next_row(&frame);
                        pushed =
                            Some(Frame { current: pid as i32, to: pid as i32, ..self.frame(machine, at, len, None) });
                        break 'processes;
                    }
                    let alone = self.below.is_empty();
                    let by = alone.then_some(Move { pid, transition: TransitionId(index) });
                    found.keep(Successor::new(len, self.below.len() as u32 + 1, Flags::default(), by));
                    if frame.channel != 0 {
                        self.hidden[0] = frame.channel;
                    }
                }
                frame.current -= 1;
                frame.next = START;
            }
            if let Some(above) = pushed {
                if self.below.len() >= DEEPEST {
                    return Err(Unusual);
                }
                if frame.channel != 0 {
                    self.messages.extend_from_slice(&self.hidden);
                }
                self.below.push(frame);
                self.deepest = self.deepest.max(self.below.len() as u32);
                if above.channel == 0 && rendezvous {
                    self.hidden[0] = 0;
                }
                frame = above;
                timeout = false;
                continue;
            }
            let Some(mut parent) = self.below.pop() else { return Ok(frame.any) };
            if frame.channel != 0 {
                self.hidden[0] = 0;
                if frame.any {
                    parent.any = true;
                    parent.moved = true;
                } else {
                    // Nobody received: the send was not possible after all.
                    parent.escape = 0;
                }
            } else if !frame.any {
                if machine.shapes().get(self.rows[frame.at]).processes.is_empty() {
                    return Err(Unusual);
                }
                // The atomic sequence blocks: this is a state after all.
                let successor = Successor::new(frame.len, self.below.len() as u32 + 1, Flags::default(), None);
                found.push(&self.rows[frame.at..frame.at + frame.len], successor);
            }
            if parent.channel != 0 {
                let from = self.messages.len() - self.hidden.len();
                self.hidden.copy_from_slice(&self.messages[from..]);
                self.hidden[0] = parent.channel;
                self.messages.truncate(from);
            }
            frame = parent;
            timeout = at_root && self.below.is_empty();
        }
    }

    /// Tries a transition. The successor goes behind the row of the frame if `INSIDE`, else to the successors.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn step<const INSIDE: bool>(
        &mut self,
        machine: &mut Machine,
        frame: &Frame,
        process: u32,
        who: Who,
        index: u32,
        info: Info,
        found: &mut Successors,
    ) -> Result<Tried, Unusual> {
        if info.ends {
            return Ok(self.end::<INSIDE>(machine, frame, who, found));
        }
        let words = frame.len.next_multiple_of(ROUND);
        if INSIDE {
            self.make_room(frame.at + words, frame.len);
        }
        let (source, above) = self.rows[frame.at..].split_at_mut(words);
        let target = if INSIDE { &mut above[..words] } else { found.room(frame.len) };
        match machine.native_step(Rows { source, target, hidden: &mut self.hidden }, process, who, index) {
            Answer::Done => Ok(Tried::Done(frame.len)),
            Answer::Blocked => Ok(Tried::Blocked),
            Answer::NoMessage => Ok(Tried::NoMessage),
            Answer::GiveUp => self.interpret::<INSIDE>(machine, frame, who, index, found),
        }
    }

    /// The same by the interpreter.
    #[inline(never)]
    fn interpret<const INSIDE: bool>(
        &mut self,
        machine: &mut Machine,
        frame: &Frame,
        who: Who,
        index: u32,
        found: &mut Successors,
    ) -> Result<Tried, Unusual> {
        if self.loaded != frame.number {
            machine.load(&self.rows[frame.at..frame.at + frame.len]);
            machine.load_hidden(&self.hidden);
            self.loaded = frame.number;
        }
        let mark = machine.mark();
        (machine.moved, machine.timeout) = (who.moved(), who.timeout());
        machine.stutter = false;
        machine.no_message = false;
        let model = self.model;
        let possible = machine.step(machine.process(who.pid()), who.pid(), &model.transitions[index as usize]);
        if !machine.faults.is_empty() {
            machine.faults.clear();
            machine.failed_part = None;
            return Err(Unusual);
        }
        if !possible {
            machine.undo(mark);
            return Ok(if machine.no_message { Tried::NoMessage } else { Tried::Blocked });
        }
        let len = machine.state().len();
        if INSIDE {
            let at = self.next_row(frame);
            self.make_room(at, len);
            self.rows[at..at + len].copy_from_slice(machine.state());
        } else {
            found.room(len)[..len].copy_from_slice(machine.state());
        }
        machine.save_hidden(&mut self.hidden);
        machine.undo(mark);
        Ok(Tried::Done(len))
    }

    /// The end of a process: possible for the youngest.
    fn end<const INSIDE: bool>(&mut self, machine: &Machine, frame: &Frame, who: Who, found: &mut Successors) -> Tried {
        let shape = machine.shapes().get(self.rows[frame.at]);
        if who.pid() as usize + 1 != shape.processes.len() || self.hidden[0] != 0 {
            return Tried::Blocked;
        }
        let (len, parent) = (machine.shapes().get(shape.parent.0).words as usize, shape.parent.0);
        if INSIDE {
            let at = self.next_row(frame);
            self.make_room(at, len);
            self.rows.copy_within(frame.at..frame.at + len, at);
            self.rows[at] = parent;
        } else {
            let row = found.room(len);
            row[..len].copy_from_slice(&self.rows[frame.at..frame.at + len]);
            row[0] = parent;
        }
        Tried::Done(len)
    }

    /// Where the row of the frame above begins.
    fn next_row(&self, frame: &Frame) -> usize {
        frame.at + frame.len.next_multiple_of(ROUND)
    }

    #[inline(always)]
    fn make_room(&mut self, at: usize, len: usize) {
        let end = at + len.next_multiple_of(ROUND);
        if self.rows.len() < end {
            self.rows.resize(end.next_power_of_two(), 0);
        }
    }

    /// A frame that tries all processes. `sends`: who began a rendezvous, on which channel.
    #[inline(always)]
    fn frame(&mut self, machine: &Machine, at: usize, len: usize, sends: Option<(u32, u32)>) -> Frame {
        self.frames += 1;
        let processes = machine.shapes().get(self.rows[at]).processes.len();
        let (sender, channel) = sends.unwrap_or((0, 0));
        Frame {
            at,
            len,
            current: processes as i32 - 1,
            to: 0,
            next: START,
            end: 0,
            escape: 0,
            moved: false,
            any: false,
            channel,
            sender,
            number: self.frames,
        }
    }

    /// A transition is taken for the first time.
    #[cold]
    fn fire(&mut self, base: u32, index: u32) {
        self.fired[index as usize] = true;
        let t = &self.model.transitions[index as usize];
        self.reached[(base + t.target.0) as usize] = true;
        if let Action::Parts { first, count } = t.action {
            for part in &self.model.parts[first as usize..(first + count - 1) as usize] {
                self.reached[(base + self.model.transition(part.transition).target.0) as usize] = true;
            }
        }
    }
}
