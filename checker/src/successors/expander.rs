//! The loop over processes and transitions.
//!
//! A [`Frame`] is a state whose processes are being tried: the one that is expanded, or one that is passed through on
//! the way to a successor. Their rows lie among those of the successors. All options of a process are tried at once by
//! native code where there is some; else one by one. What each step means for the frame below is as in
//! `search::explorer`, which is the reference.

use super::flags::Flags;
use super::{Successor, Successors, Unusual};
use crate::exec::Move;
use crate::exec::native::{Answer, ROUND, Rows, Who};
use crate::exec::shape::ProcessPlace;
use crate::exec::{CLAIM, Machine};
use crate::model::{Action, Model, TransitionId};
use crate::stubborn::Processes;

/// Frames on top of each other: beyond, the worker loop has to find out whether an atomic sequence goes in cycles.
const DEEPEST: usize = 1000;

/// Words of the rows of one state, with those that are passed through: beyond, the worker loop goes through them one by
/// one.
const MOST_WORDS: usize = 1 << 24;

/// Before the first transition of a process.
const START: u32 = u32::MAX;

/// What has to be known of a transition to try it.
#[derive(Clone, Copy, Debug)]
struct Info {
    escape: u32,
    /// The control state it leads to; 0 if that is not known.
    target: u32,
    /// It was taken.
    fired: bool,
    atomic: bool,
    repeats: bool,
    /// The end of a process, and nothing else.
    ends: bool,
}

/// The transitions of a control state.
#[derive(Clone, Copy, Debug)]
struct Options {
    first: u32,
    end: u32,
    /// One of them leads into an atomic sequence.
    into_atomic: bool,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Where its row begins, and how many words it has.
    at: u32,
    len: u32,
    /// The process that is tried now, and the last one to try.
    current: i32,
    to: i32,
    /// Where the frame of the process begins, and its states in `Model::options`.
    process: u32,
    base: u32,
    /// Its control state, where that is known without a look at the row; else `START`.
    state: u32,
    /// The next transition of the process, and past its last one.
    next: u32,
    end: u32,
    /// The escape of `unless` that was taken in the process.
    escape: u32,
    /// A rendezvous is under way on this channel, begun by this process.
    channel: u32,
    sender: u32,
    /// Steps that wait begin here: those above are of this frame.
    waiting: u32,
    /// How many steps away from the root it is.
    depth: u32,
    /// Tells frames apart.
    number: u32,
    /// An option of the process was possible; some step was.
    moved: bool,
    any: bool,
    /// The last transition that was tried found no message.
    no_message: bool,
}

impl Frame {
    /// Whether all has been tried, and nobody asks for what came of it.
    #[inline(always)]
    fn is_over(&self, waiting: usize) -> bool {
        self.current == self.to && self.next >= self.end && self.waiting as usize == waiting && self.channel == 0
    }
}

/// A step that was taken and has to be gone on from.
#[derive(Clone, Copy, Debug)]
struct Taken {
    transition: u32,
    at: u32,
}

/// What came of a step that was tried.
pub(crate) enum Tried {
    Blocked,
    NoMessage,
    /// The successor begins here and has so many words.
    Done(usize, usize),
}

/// A transition to try.
#[derive(Clone, Copy)]
pub(crate) struct Attempt {
    /// Where the state begins, and how many words it has.
    pub at: usize,
    pub len: usize,
    pub pid: u32,
    pub place: ProcessPlace,
    pub transition: u32,
    /// Another option of the process was possible; nothing else can move.
    pub moved: bool,
    pub timeout: bool,
}

/// Expands states of one model.
#[derive(Debug)]
pub struct Expander<'m> {
    model: &'m Model,
    infos: Vec<Info>,
    /// In the order of `Model::options`.
    states: Vec<Options>,
    /// Which control states were reached, in the order of `Model::options`.
    pub reached: Vec<bool>,
    frames: Vec<Frame>,
    waiting: Vec<Taken>,
    /// What native code tells.
    list: Vec<u32>,
    /// The rendezvous under way and its message.
    pub(crate) hidden: Vec<u32>,
    /// Messages of the frames below.
    messages: Vec<u32>,
    /// Frames that were made, and the one whose state the machine is in.
    made: u32,
    loaded: u32,
    /// Of the last state: steps inside of atomic sequences, and how many steps led away the farthest.
    pub atomic_steps: u64,
    pub deepest: u32,
}

impl<'m> Expander<'m> {
    /// Whether states of a model can be usual.
    pub fn takes(model: &Model) -> bool {
        model.claim.is_none() && Expander::steps(model)
    }

    /// Whether steps of a model can be: those of its processes, and of its claim.
    pub fn steps(model: &Model) -> bool {
        model.trace.is_none()
            && model.last.is_none()
            && model.hidden_words == 0
            && !model.has_priority
            && !model.has_provided
            && !model.has_np
            && !model.proctypes.iter().any(|p| p.deterministic)
    }

    /// `None` if states of this model are never usual.
    pub fn new(machine: &Machine<'m>) -> Option<Expander<'m>> {
        Expander::takes(machine.model).then(|| Expander::for_steps(machine))
    }

    /// For single steps of a model whose steps are usual.
    pub(crate) fn for_steps(machine: &Machine<'m>) -> Expander<'m> {
        let model = machine.model;
        let info = |t: &crate::model::Transition| Info {
            escape: t.escape,
            target: t.target.0,
            fired: false,
            atomic: t.atomic,
            repeats: t.repeats,
            ends: !matches!(t.action, Action::Parts { .. }) && t.ends(),
        };
        let infos: Vec<Info> = model.transitions.iter().map(info).collect();
        let options = |&(first, end): &(u32, u32)| {
            let into_atomic = infos[first as usize..end as usize].iter().any(|i| i.atomic);
            Options { first, end, into_atomic }
        };
        let states = model.options.iter().map(options).collect();
        let most = model.options.iter().map(|(first, end)| end - first).max().unwrap_or(0);
        Expander {
            model,
            states,
            infos,
            reached: vec![false; model.options.len()],
            frames: Vec::new(),
            waiting: Vec::new(),
            list: vec![0; most as usize],
            hidden: vec![0; machine.hidden_len()],
            messages: Vec::new(),
            made: 0,
            loaded: 0,
            atomic_steps: 0,
            deepest: 0,
        }
    }

    /// Adds the successors of a state by steps of these processes. The machine may be in another state afterwards. If
    /// nothing can move, `timeout` holds and all processes are tried.
    #[inline]
    pub fn expand(
        &mut self,
        machine: &mut Machine,
        state: &[u32],
        among: Processes,
        found: &mut Successors,
    ) -> Result<(), Unusual> {
        let before = found.mark();
        self.atomic_steps = 0;
        self.deepest = 0;
        (self.made, self.loaded) = (0, 0);
        self.waiting.clear();
        self.messages.clear();
        self.hidden[0] = 0;
        let at = found.write(state);
        let moved = match self.run(machine, (at, state.len()), among, false, found) {
            Ok(false) if self.model.has_timeout && among == Processes::ALL => {
                self.run(machine, (at, state.len()), among, true, found)
            }
            moved => moved,
        };
        // Whether it may stop here is for the worker loop to say.
        if moved == Ok(true) || (moved == Ok(false) && among != Processes::ALL) {
            return Ok(());
        }
        found.back_to(before);
        Err(Unusual)
    }

    /// Takes a single step that was found before, once more. Where the successor begins, and how many words it has.
    pub fn follow(
        &mut self,
        machine: &mut Machine,
        state: &[u32],
        step: Move,
        found: &mut Successors,
    ) -> Option<(usize, usize)> {
        (self.made, self.loaded) = (0, 0);
        self.waiting.clear();
        self.hidden[0] = 0;
        let at = found.write(state);
        let place = machine.shapes().get(state[0]).processes[step.pid as usize];
        let transition = step.transition.0;
        // It was possible, if not otherwise then because nothing else was.
        for timeout in [false, true] {
            let current = step.pid as i32;
            let frame = self.frame_of(at, state.len(), 0, current, current);
            let frame = Frame { process: place.frame, base: place.base, ..frame };
            let info = self.infos[transition as usize];
            if let Ok(Tried::Done(at, len)) = self.step(machine, &frame, transition, info, timeout, found) {
                return Some((at, len));
            }
        }
        None
    }

    /// The transitions of a control state.
    pub(crate) fn options(&self, state: u32) -> (u32, u32) {
        let options = self.states[state as usize];
        (options.first, options.end)
    }

    /// Attempts from here on are from another state, or with another rendezvous under way.
    pub(crate) fn begin_attempts(&mut self) {
        self.made = self.made.wrapping_add(1).max(1);
    }

    /// Tries one transition of a process from a state that was written, with the rendezvous under way that is in
    /// `hidden`.
    pub(crate) fn attempt(
        &mut self,
        machine: &mut Machine,
        attempt: Attempt,
        found: &mut Successors,
    ) -> Result<Tried, Unusual> {
        let Attempt { at, len, pid, place, transition, moved, timeout } = attempt;
        let number = self.made;
        let frame = self.frame_of(at, len, 0, pid as i32, pid as i32);
        self.made = number;
        let frame = Frame { process: place.frame, base: place.base, moved, number, ..frame };
        let info = self.infos[transition as usize];
        let tried = self.step(machine, &frame, transition, info, timeout, found)?;
        if let Tried::Done(..) = tried {
            self.fire(place.base, transition);
        }
        Ok(tried)
    }

    /// Whether anything could move.
    fn run(
        &mut self,
        machine: &mut Machine,
        (at, len): (usize, usize),
        among: Processes,
        timeout: bool,
        found: &mut Successors,
    ) -> Result<bool, Unusual> {
        let mut frames = std::mem::take(&mut self.frames);
        frames.clear();
        frames.push(self.frame(machine, at, len, 0, found, None));
        let moved = self.run_frames(machine, &mut frames, among, timeout, found);
        self.frames = frames;
        moved
    }

    fn run_frames(
        &mut self,
        machine: &mut Machine,
        frames: &mut Vec<Frame>,
        among: Processes,
        timeout: bool,
        found: &mut Successors,
    ) -> Result<bool, Unusual> {
        let limit = found.used() + MOST_WORDS;
        loop {
            let top = frames.len() - 1;
            let frame = &mut frames[top];
            let root = top == 0;
            let among = if root { among } else { Processes::ALL };
            if let Some(above) = self.go_on(machine, frame, among, timeout && root, found)? {
                if above.depth as usize >= DEEPEST || found.used() > limit {
                    return Err(Unusual);
                }
                self.deepest = self.deepest.max(above.depth);
                if frame.channel != 0 {
                    self.messages.extend_from_slice(&self.hidden);
                }
                // Where nobody may receive, the frame has to be there to be told.
                if !root && above.channel == 0 && frame.is_over(self.waiting.len()) {
                    *frame = above;
                } else {
                    frames.push(above);
                }
                continue;
            }
            let frame = *frame;
            if root {
                return Ok(frame.any);
            }
            frames.pop();
            let parent = &mut frames[top - 1];
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
                if machine.shapes().get(found.word(frame.at as usize)).processes.is_empty() {
                    return Err(Unusual);
                }
                // The atomic sequence blocks: this is a state after all.
                let successor = Successor::new(frame.len as usize, frame.depth, Flags::default(), None);
                found.keep(frame.at as usize, successor);
            }
            if parent.channel != 0 {
                let from = self.messages.len() - self.hidden.len();
                self.hidden.copy_from_slice(&self.messages[from..]);
                self.hidden[0] = parent.channel;
                self.messages.truncate(from);
            }
        }
    }

    /// Tries what is left of a frame, up to a step that leads into another one.
    #[inline(always)]
    fn go_on(
        &mut self,
        machine: &mut Machine,
        frame: &mut Frame,
        among: Processes,
        timeout: bool,
        found: &mut Successors,
    ) -> Result<Option<Frame>, Unusual> {
        loop {
            if self.waiting.len() > frame.waiting as usize
                && let Some(taken) = self.waiting.pop()
            {
                if let Some(above) = self.took(machine, frame, taken, frame.len as usize, found) {
                    return Ok(Some(above));
                }
                continue;
            }
            if frame.next < frame.end {
                if let Some(above) = self.try_one(machine, frame, timeout, found)? {
                    return Ok(Some(above));
                }
                continue;
            }
            if frame.next != START {
                frame.current -= 1;
            }
            while frame.current >= frame.to
                && (!among.has(frame.current as u32) || (frame.channel != 0 && frame.sender == frame.current as u32))
            {
                frame.current -= 1;
            }
            if frame.current < frame.to {
                return Ok(None);
            }
            if frame.state == START {
                let at = frame.at as usize;
                let place = machine.shapes().get(found.word(at)).processes[frame.current as usize];
                frame.state = place.base + (found.word(at + place.frame as usize) & place.pc_mask);
                (frame.process, frame.base) = (place.frame, place.base);
            }
            let state = std::mem::replace(&mut frame.state, START);
            let options = self.states[state as usize];
            (frame.next, frame.end) = (options.first, options.end);
            (frame.moved, frame.escape, frame.no_message) = (false, 0, false);
            if frame.channel == 0 {
                self.sweep(machine, frame, state, options.into_atomic, timeout, found);
            }
        }
    }

    /// Tries all options of a process at once, as far as native code does that.
    #[inline(always)]
    fn sweep(
        &mut self,
        machine: &mut Machine,
        frame: &mut Frame,
        state: u32,
        into_atomic: bool,
        timeout: bool,
        found: &mut Successors,
    ) {
        let options = (frame.end - frame.next) as usize;
        let words = (frame.len as usize).next_multiple_of(ROUND);
        let pid = frame.current as u32;
        let who = Who::new(pid, false, timeout);
        let (source, target) = found.row_and_room(frame.at as usize, words, options);
        let rows = Rows { source, target, hidden: &mut self.hidden };
        let Some((count, left)) = machine.native_sweep(rows, frame.process, who, state, &mut self.list) else {
            return;
        };
        let first = frame.next;
        frame.next = left.map_or(frame.end, |option| first + option);
        if count == 0 {
            return;
        }
        frame.moved = true;
        frame.any = true;
        let at = found.take_room(words, count);
        if into_atomic {
            for (i, &option) in self.list[..count].iter().enumerate().rev() {
                self.waiting.push(Taken { transition: first + option, at: (at + i * words) as u32 });
            }
            return;
        }
        for i in 0..count {
            let transition = first + self.list[i];
            self.fire(frame.base, transition);
            found.keep(at + i * words, successor(frame, frame.len as usize, transition));
        }
    }

    /// Tries the next transition of a frame.
    #[inline]
    fn try_one(
        &mut self,
        machine: &mut Machine,
        frame: &mut Frame,
        timeout: bool,
        found: &mut Successors,
    ) -> Result<Option<Frame>, Unusual> {
        let transition = frame.next;
        frame.next += 1;
        let info = self.infos[transition as usize];
        if frame.escape > 0 && frame.escape != info.escape {
            frame.next = frame.end;
            return Ok(None);
        }
        if frame.no_message && info.repeats {
            return Ok(None);
        }
        let (at, len) = match self.step(machine, frame, transition, info, timeout, found)? {
            Tried::Done(at, len) => (at, len),
            Tried::Blocked => {
                frame.no_message = false;
                return Ok(None);
            }
            Tried::NoMessage => {
                frame.no_message = true;
                return Ok(None);
            }
        };
        frame.escape = info.escape;
        frame.no_message = false;
        let channel = self.hidden[0];
        if channel != 0 {
            // Whether this was a step at all depends on who receives.
            self.fire(frame.base, transition);
            let sends = Some((frame.current as u32, channel));
            return Ok(Some(self.frame(machine, at, len, frame.depth + 1, found, sends)));
        }
        frame.moved = true;
        frame.any = true;
        let above = self.took(machine, frame, Taken { transition, at: at as u32 }, len, found);
        if above.is_none() {
            self.hidden[0] = frame.channel;
        }
        Ok(above)
    }

    /// A step was taken: either it leads to a successor, or it goes on inside of an atomic sequence.
    #[inline(always)]
    fn took(
        &mut self,
        machine: &Machine,
        frame: &Frame,
        taken: Taken,
        len: usize,
        found: &mut Successors,
    ) -> Option<Frame> {
        let Taken { transition, at } = taken;
        self.fire(frame.base, transition);
        let info = self.infos[transition as usize];
        if info.atomic {
            self.atomic_steps += 1;
            let (at, depth, current, process, base) =
                (at as usize, frame.depth + 1, frame.current, frame.process, frame.base);
            // The end of a process has no control state that it leads to; all others leave it where it is.
            if info.target == 0 {
                let above = self.frame(machine, at, len, depth, found, None);
                return Some(Frame { current, to: current, ..above });
            }
            let state = base + info.target;
            return Some(Frame { process, base, state, ..self.frame_of(at, len, depth, current, current) });
        }
        found.keep(at as usize, successor(frame, len, transition));
        None
    }

    /// Tries a transition.
    #[inline(always)]
    fn step(
        &mut self,
        machine: &mut Machine,
        frame: &Frame,
        transition: u32,
        info: Info,
        timeout: bool,
        found: &mut Successors,
    ) -> Result<Tried, Unusual> {
        let who = Who::new(frame.current as u32, frame.moved, timeout);
        if info.ends {
            return Ok(self.end(machine, frame, found));
        }
        let words = (frame.len as usize).next_multiple_of(ROUND);
        let (source, target) = found.row_and_room(frame.at as usize, words, 1);
        let rows = Rows { source, target, hidden: &mut self.hidden };
        match machine.native_step(rows, frame.process, who, transition) {
            Answer::Done => Ok(Tried::Done(found.take_room(words, 1), frame.len as usize)),
            Answer::Blocked => Ok(Tried::Blocked),
            Answer::NoMessage => Ok(Tried::NoMessage),
            Answer::GiveUp => self.interpret(machine, frame, who, transition, found),
        }
    }

    /// The same by the interpreter.
    #[inline(never)]
    fn interpret(
        &mut self,
        machine: &mut Machine,
        frame: &Frame,
        who: Who,
        transition: u32,
        found: &mut Successors,
    ) -> Result<Tried, Unusual> {
        if self.loaded != frame.number {
            machine.load(found.words(frame.at as usize, frame.len as usize));
            machine.load_hidden(&self.hidden);
            self.loaded = frame.number;
        }
        let mark = machine.mark();
        (machine.moved, machine.timeout) = (who.moved(), who.timeout());
        machine.stutter = false;
        machine.no_message = false;
        let model = self.model;
        let place = match machine.claim_place() {
            Some(place) if who.pid() == CLAIM => place,
            _ => machine.process(who.pid()),
        };
        let possible = machine.step(place, who.pid(), &model.transitions[transition as usize]);
        if !machine.faults.is_empty() {
            machine.faults.clear();
            machine.failed_part = None;
            return Err(Unusual);
        }
        if !possible {
            machine.undo(mark);
            return Ok(if machine.no_message { Tried::NoMessage } else { Tried::Blocked });
        }
        let (at, len) = (found.write(machine.state()), machine.state().len());
        machine.save_hidden(&mut self.hidden);
        machine.undo(mark);
        Ok(Tried::Done(at, len))
    }

    /// The end of a process: possible for the youngest.
    fn end(&mut self, machine: &Machine, frame: &Frame, found: &mut Successors) -> Tried {
        let shape = machine.shapes().get(found.word(frame.at as usize));
        if frame.current as usize + 1 != shape.processes.len() || self.hidden[0] != 0 {
            return Tried::Blocked;
        }
        let len = machine.shapes().get(shape.parent.0).words as usize;
        let at = found.write_again(frame.at as usize, len);
        found.set_word(at, shape.parent.0);
        Tried::Done(at, len)
    }

    /// A frame that tries all processes. `sends`: who began a rendezvous, on which channel.
    #[inline(always)]
    fn frame(
        &mut self,
        machine: &Machine,
        at: usize,
        len: usize,
        depth: u32,
        found: &Successors,
        sends: Option<(u32, u32)>,
    ) -> Frame {
        let processes = machine.shapes().get(found.word(at)).processes.len();
        let (sender, channel) = sends.unwrap_or((0, 0));
        Frame { channel, sender, ..self.frame_of(at, len, depth, processes as i32 - 1, 0) }
    }

    /// A frame that tries some processes.
    #[inline(always)]
    fn frame_of(&mut self, at: usize, len: usize, depth: u32, current: i32, to: i32) -> Frame {
        self.made += 1;
        Frame {
            at: at as u32,
            len: len as u32,
            current,
            to,
            process: 0,
            base: 0,
            state: START,
            next: START,
            end: 0,
            escape: 0,
            channel: 0,
            sender: 0,
            waiting: self.waiting.len() as u32,
            depth,
            number: self.made,
            moved: false,
            any: false,
            no_message: false,
        }
    }

    /// A transition is taken.
    #[inline(always)]
    fn fire(&mut self, base: u32, transition: u32) {
        if !self.infos[transition as usize].fired {
            self.first_time(base, transition);
        }
    }

    #[cold]
    fn first_time(&mut self, base: u32, transition: u32) {
        self.infos[transition as usize].fired = true;
        let t = &self.model.transitions[transition as usize];
        self.reached[(base + t.target.0) as usize] = true;
        if let Action::Parts { first, count } = t.action {
            for part in &self.model.parts[first as usize..(first + count - 1) as usize] {
                self.reached[(base + self.model.transition(part.transition).target.0) as usize] = true;
            }
        }
    }
}

/// What a transition of the current process of a frame leads to.
#[inline(always)]
fn successor(frame: &Frame, len: usize, transition: u32) -> Successor {
    let by = Move { pid: frame.current as u32, transition: TransitionId(transition) };
    Successor::new(len, frame.depth + 1, Flags::default(), (frame.depth == 0).then_some(by))
}
