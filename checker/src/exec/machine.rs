//! A model in one state, and the steps it can take.

use super::choice::Choices;
use super::code::Code;
use super::fault::FaultKind;
use super::memory::{Mark, Memory};
use super::native::{Answer, Engine, Native, Rows, Who};
use super::op::Base;
use super::open::{Event, Open};
use super::runner::Runner;
use super::shape::{CommonShapes, ProcessPlace, Shape, ShapeId, Shapes};
use super::stack::Stack;
use crate::model::{Action, Model, ProctypeId, Reset, Transition};

/// Something a model printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    pub pid: u32,
    pub text: String,
}

/// Places in the hidden part of the memory.
pub(super) const RENDEZVOUS: u32 = 0;
pub(super) const MESSAGE: u32 = 1;

/// The pid of the claim, which is no process.
pub const CLAIM: u32 = u32::MAX;

/// Runs one model.
#[derive(Debug)]
pub struct Machine<'m> {
    pub model: &'m Model,
    pub(super) code: &'m Code,
    pub(super) memory: Memory,
    pub(super) shapes: Shapes,
    /// Hidden variables begin here in the hidden part.
    pub(super) hidden_base: u32,
    pub(super) stack: Stack,
    /// Values of other types than `i32`.
    pub(super) wide: Vec<u64>,
    /// Which values steps choose.
    pub choices: Choices,
    /// The running process.
    pub(super) pid: u32,
    pub(super) frame: u32,
    /// An option of the running process has moved already: `else` is off.
    pub moved: bool,
    /// Nothing in the system can move: `timeout` is on.
    pub timeout: bool,
    /// The claim moves while the system is stuck: `np_` is off.
    pub stutter: bool,
    /// What went wrong in the last step.
    pub faults: Vec<FaultKind>,
    /// In a step of several parts, the first part that went wrong. Whoever takes the faults takes this, too.
    pub failed_part: Option<u32>,
    /// What the last step printed, if `printing`.
    pub printed: Vec<Printed>,
    pub printing: bool,
    /// The channel and message of an open send or receive.
    pub(super) open: Open,
    /// The last step that was tried found no message in a channel that exists.
    pub no_message: bool,
    /// How deep `enabled` is nested.
    pub(super) testing: u32,
    pub(super) event: Event,
    /// Set when a `d_step` has run for very long; polled by whoever can stop it.
    pub interrupted: &'m std::sync::atomic::AtomicBool,
    /// How many processes and channels were made since the machine was.
    pub made: (u64, u64),
    /// Native code, if it is to be used.
    native: Option<Box<Native<'m>>>,
    /// Who runs embedded C.
    pub(super) foreign: Runner,
}

/// For machines that nothing interrupts.
pub static NEVER: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

impl<'m> Machine<'m> {
    /// A machine in the initial state. Faults of initialisers are in `faults`.
    pub fn new(model: &'m Model) -> Machine<'m> {
        let message =
            model.channel_types.iter().filter(|c| c.capacity == 0).map(|c| c.stride.div_ceil(32)).max().unwrap_or(0);
        let hidden_base = MESSAGE + message;
        let shapes = Shapes::new(model);
        let mut machine = Machine {
            model,
            code: Code::of(model),
            memory: Memory::new(shapes.get(0).words as usize, (hidden_base + model.hidden_words) as usize),
            shapes,
            hidden_base,
            stack: Stack::new(),
            wide: Vec::new(),
            choices: Choices::default(),
            pid: 0,
            frame: 0,
            moved: false,
            timeout: false,
            stutter: false,
            faults: Vec::new(),
            failed_part: None,
            printed: Vec::new(),
            printing: false,
            open: Open::default(),
            no_message: false,
            testing: 0,
            event: Event::default(),
            interrupted: &NEVER,
            made: (0, 0),
            native: None,
            foreign: Runner::of(model),
        };
        machine.initialise();
        machine
    }

    fn initialise(&mut self) {
        let model = self.model;
        self.run(self.code.init);
        if let Some(c) = model.claim {
            let p = model.proctype(c.proctype);
            self.memory.set(c.frame, p.pc.set(0, p.start.0 as i32));
            self.frame = c.frame;
            self.run(self.code.inits[c.proctype.index()]);
        }
        if let Some(t) = &model.trace {
            let start = model.proctype(t.proctype).start.0;
            let word = self.memory.get(t.event.word);
            self.memory.set(t.event.word, t.event.set(word, start as i32));
        }
        for &(proctype, priority) in &model.active {
            if self.start(proctype, priority, &[]).is_none() {
                return;
            }
        }
        self.memory.forget();
    }

    #[inline(always)]
    pub fn shape(&self) -> &Shape {
        self.shapes.get(self.memory.get(0))
    }

    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// Agrees with other machines on the numbers of shapes, so that they can exchange states.
    pub fn share_shapes(&mut self, common: &CommonShapes) {
        self.shapes.share(common);
    }

    #[inline(always)]
    pub fn process_count(&self) -> u32 {
        self.shape().processes.len() as u32
    }

    #[inline(always)]
    pub fn process(&self, pid: u32) -> ProcessPlace {
        self.shape().processes[pid as usize]
    }

    /// The words of the current state.
    #[inline(always)]
    pub fn state(&self) -> &[u32] {
        self.memory.state(self.shape().words)
    }

    /// Knows a shape that was found before, in the order in which they were found.
    pub(crate) fn learn_shape(&mut self, parent: ShapeId, proctype: ProctypeId, model: &'m Model) {
        self.shapes.with(parent, proctype, model);
    }

    /// Knows all shapes that the other machines have found.
    pub fn learn_shapes(&mut self) {
        self.shapes.learn_from_common();
    }

    /// How many words a state of a shape has.
    #[inline(always)]
    pub fn words_of(&mut self, shape: u32) -> usize {
        self.shapes.learn(shape);
        self.shapes.get(shape).words as usize
    }

    /// Goes to a state that was the current one before, here or in a machine with the same shapes.
    pub fn load(&mut self, state: &[u32]) {
        self.shapes.learn(state[0]);
        self.memory.load(state);
        self.memory.set_hidden(RENDEZVOUS, 0);
    }

    #[inline(always)]
    pub fn mark(&self) -> Mark {
        self.memory.mark()
    }

    #[inline(always)]
    pub fn undo(&mut self, mark: Mark) {
        self.memory.undo(mark);
    }

    pub fn memory_bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// The number of the channel on which a rendezvous is under way; 0 if none is.
    #[inline(always)]
    pub fn rendezvous(&self) -> u32 {
        self.memory.get_hidden(RENDEZVOUS)
    }

    /// The control state of a process.
    #[inline(always)]
    pub fn pc(&self, place: ProcessPlace) -> u32 {
        self.memory.get(place.frame) & place.pc_mask
    }

    /// Where the claim is, if there is one.
    pub fn claim_place(&self) -> Option<ProcessPlace> {
        self.model.claim.map(|c| ProcessPlace::new(self.model, c.proctype, c.frame))
    }

    #[inline(always)]
    pub fn set_pc(&mut self, place: ProcessPlace, state: u32) {
        let word = self.memory.get(place.frame);
        self.memory.set(place.frame, (word & !place.pc_mask) | state);
    }

    /// `_last` becomes this process.
    #[inline(always)]
    pub fn set_last(&mut self, pid: u32) {
        if let Some(slot) = self.model.last {
            let word = self.memory.get(slot.word);
            self.memory.set(slot.word, slot.set(word, pid as i32));
        }
    }

    /// From now on, steps of [`Machine::step_by`] may be taken by native code.
    pub fn use_engine(&mut self, engine: Engine) {
        // Embedded C is no native code: there is none beside it, either.
        let engine = if self.model.foreign.is_some() { Engine::Interpret } else { engine };
        self.native = match engine {
            Engine::Interpret => None,
            Engine::Native => Some(Box::new(Native::new(self.model, self.hidden_base, false))),
            Engine::NativeAtOnce => Some(Box::new(Native::new(self.model, self.hidden_base, true))),
        };
    }

    /// Makes a successor by native code, whatever state the machine is in. Gives up if there is none for the
    /// transition.
    #[inline(always)]
    pub(crate) fn native_step(&mut self, rows: Rows, frame: u32, who: Who, transition: u32) -> Answer {
        match &mut self.native {
            Some(native) => native.step(rows, frame, who, transition),
            None => Answer::GiveUp,
        }
    }

    /// Makes successors by all options of a control state, if there is native code for that: see [`Native::sweep`].
    #[inline(always)]
    pub(crate) fn native_sweep(
        &mut self,
        rows: Rows,
        frame: u32,
        who: Who,
        state: u32,
        list: &mut [u32],
    ) -> Option<(usize, Option<u32>)> {
        self.native.as_mut()?.sweep(rows, frame, who, state, list)
    }

    /// Words of the hidden part.
    pub(crate) fn hidden_len(&self) -> usize {
        (self.hidden_base + self.model.hidden_words) as usize
    }

    /// The rendezvous under way and hidden variables become these.
    pub(crate) fn load_hidden(&mut self, hidden: &[u32]) {
        for (i, &word) in hidden.iter().enumerate() {
            self.memory.set_hidden(i as u32, word);
        }
        self.memory.forget();
    }

    pub(crate) fn save_hidden(&self, hidden: &mut [u32]) {
        for (i, word) in hidden.iter_mut().enumerate() {
            *word = self.memory.get_hidden(i as u32);
        }
    }

    /// As [`Machine::step`], for a transition of the model, with the engine that was chosen.
    #[inline]
    pub fn step_by(&mut self, place: ProcessPlace, pid: u32, transition: u32) -> bool {
        if let Some(native) = &mut self.native {
            let who = Who::new(pid, self.moved, self.timeout);
            let len = self.shapes.get(self.memory.get(0)).words;
            match self.memory.step(len, |rows| native.step(rows, place.frame, who, transition)) {
                Answer::Done => return true,
                Answer::Blocked => return false,
                Answer::NoMessage => {
                    self.no_message = true;
                    return false;
                }
                Answer::GiveUp => {}
            }
        }
        let model = self.model;
        self.step(place, pid, &model.transitions[transition as usize])
    }

    /// Takes a transition of a process, if it is possible now: its test and effect, and the new control state.
    /// If it is not, stores may have been made: undo to a mark from before.
    #[inline]
    pub fn step(&mut self, place: ProcessPlace, pid: u32, t: &Transition) -> bool {
        let possible = match t.action {
            Action::Code(code) => {
                if self.rendezvous() != 0 && !t.receives {
                    return false;
                }
                self.pid = pid;
                self.frame = place.frame;
                !self.blocks_at_once(code) && self.run(code)
            }
            Action::Skip => self.rendezvous() == 0,
            Action::Else => self.rendezvous() == 0 && !self.moved,
            Action::Never => false,
            Action::Parts { first, count } => self.run_parts(place, pid, first, count),
        };
        if possible && t.target.0 > 0 {
            self.set_pc(place, t.target.0);
        }
        possible
    }

    /// Takes several transitions as one. Which of them went wrong first is in `failed_part` then.
    fn run_parts(&mut self, place: ProcessPlace, pid: u32, first: u32, count: u32) -> bool {
        let model = self.model;
        self.pid = pid;
        self.frame = place.frame;
        for (i, part) in model.parts[first as usize..(first + count) as usize].iter().enumerate() {
            let t = model.transition(part.transition);
            let possible = match t.action {
                Action::Code(code) => {
                    (self.rendezvous() == 0 || t.receives) && !self.blocks_at_once(code) && self.run(code)
                }
                Action::Else => self.rendezvous() == 0 && !self.moved,
                Action::Skip => self.rendezvous() == 0,
                Action::Never | Action::Parts { .. } => false,
            };
            if !self.faults.is_empty() && self.failed_part.is_none() {
                self.failed_part = Some(i as u32);
            }
            if !possible {
                return false;
            }
            // `enabled` asks for the first statement only.
            if self.testing > 0 {
                return true;
            }
            let (from, resets) = part.resets;
            for reset in &model.resets[from as usize..(from + resets) as usize] {
                self.reset(reset);
            }
        }
        true
    }

    #[inline]
    fn reset(&mut self, reset: &Reset) {
        let word = match reset.base {
            Base::Global => reset.slot.word,
            Base::Local => self.frame + reset.slot.word,
            Base::Hidden => return,
        };
        let old = self.memory.get(word);
        self.memory.set(word, reset.slot.set(old, reset.value));
    }

    /// Whether the `provided` clause of a process holds.
    pub fn provided(&mut self, place: ProcessPlace, pid: u32) -> bool {
        match self.code.provided[place.proctype.index()] {
            None => true,
            Some(code) => {
                self.pid = pid;
                self.frame = place.frame;
                self.run(code)
            }
        }
    }

    /// Whether no process of a higher priority could move instead.
    pub fn has_highest_priority(&mut self, pid: u32) -> bool {
        let own = self.priority(pid);
        for other in 0..self.process_count() {
            let place = self.process(other);
            if other != pid && self.priority(other) > own && self.provided(place, other) && self.is_enabled(other) {
                return false;
            }
        }
        true
    }

    pub fn priority(&self, pid: u32) -> u32 {
        let Some(&place) = self.shape().processes.get(pid as usize) else { return 0 };
        match self.model.proctype(place.proctype).priority {
            Some(slot) => slot.get(self.memory.get(place.frame + slot.word)) as u32,
            None => 1,
        }
    }

    /// Whether a process has a transition that is possible now. Changes nothing.
    pub fn is_enabled(&mut self, pid: u32) -> bool {
        let Some(&place) = self.shape().processes.get(pid as usize) else { return false };
        if self.testing > 8 {
            self.fault(FaultKind::EnabledOfEnabled);
            return false;
        }
        self.testing += 1;
        let saved = (self.pid, self.frame, self.open, self.faults.len(), self.printing);
        self.printing = false;
        let state = self.pc(place);
        let model = self.model;
        let range = model.proctype(place.proctype).states[state as usize].transitions();
        let mark = self.mark();
        let mut found = false;
        for i in range {
            found = self.step(place, pid, &model.transitions[i as usize]);
            self.undo(mark);
            if found {
                break;
            }
        }
        self.faults.truncate(saved.3);
        (self.pid, self.frame, self.open, self.printing) = (saved.0, saved.1, saved.2, saved.4);
        self.testing -= 1;
        found
    }

    /// Whether every process is where it may stop.
    pub fn is_valid_end(&self) -> bool {
        self.shape().processes.iter().all(|&p| {
            let state = self.pc(p) as usize;
            self.model.proctype(p.proctype).states[state].end
        })
    }

    /// Whether a process is at a progress label.
    pub fn at_progress(&self) -> bool {
        self.shape().processes.iter().any(|&p| {
            let state = self.pc(p) as usize;
            self.model.proctype(p.proctype).states[state].progress
        })
    }

    /// Whether a process is at an accept label.
    pub fn at_accept(&self) -> bool {
        self.shape().processes.iter().any(|&p| {
            let state = self.pc(p) as usize;
            self.model.proctype(p.proctype).states[state].accept
        })
    }

    /// Whether the claim is at an accept label.
    #[inline]
    pub fn claim_accepts(&self) -> bool {
        self.claim_place().is_some_and(|p| self.model.proctype(p.proctype).states[self.pc(p) as usize].accept)
    }

    /// Whether the trace automaton is at an accept label.
    pub fn trace_accepts(&self) -> bool {
        self.model.trace.as_ref().is_some_and(|t| {
            let state = t.event.get(self.memory.get(t.event.word)) as usize;
            self.model.proctype(t.proctype).states[state].accept
        })
    }

    /// As in Spin: the claim can end when all processes have. Its program counter is 0 then.
    fn end_claim(&mut self) -> bool {
        let Some(place) = self.claim_place() else { return false };
        if self.pc(place) == 0 {
            return false;
        }
        self.set_pc(place, 0);
        true
    }

    /// Whether the trace automaton, if there is one, is where it may stop.
    pub fn is_trace_complete(&self) -> bool {
        self.model.trace.as_ref().is_none_or(|t| {
            let state = t.event.get(self.memory.get(t.event.word)) as usize;
            self.model.proctype(t.proctype).states[state].end
        })
    }

    #[cold]
    pub(super) fn fault(&mut self, kind: FaultKind) {
        self.faults.push(kind);
    }

    /// Starts a process. `None` if there can be no more.
    pub(super) fn start(&mut self, proctype: ProctypeId, priority: u8, args: &[i32]) -> Option<u32> {
        let model = self.model;
        let old = self.memory.get(0);
        let Some(new) = self.shapes.with(ShapeId(old), proctype, model) else {
            self.fault(FaultKind::TooManyProcesses);
            return None;
        };
        self.made = (self.made.0 + 1, self.made.1 + model.proctype(proctype).channels.len() as u64);
        let (pid, frame) = (self.shapes.get(old).processes.len() as u32, self.shapes.get(old).words);
        let first_channel = self.shapes.get(old).channels.len() as i32 + 1;
        self.memory.reserve(self.shapes.get(new.0).words);
        self.memory.set(0, new.0);
        let p = model.proctype(proctype);
        let mut word = p.pc.set(0, p.start.0 as i32);
        if let Some(slot) = p.priority {
            if slot.word == 0 {
                word = slot.set(word, i32::from(priority));
            } else {
                let second = self.memory.get(frame + slot.word);
                self.memory.set(frame + slot.word, slot.set(second, i32::from(priority)));
            }
        }
        self.memory.set(frame, word);
        for (slot, value) in p.params.iter().zip(args) {
            let word = self.memory.get(frame + slot.word);
            self.memory.set(frame + slot.word, slot.set(word, *value));
        }
        for (i, (_, slot)) in p.channels.iter().enumerate() {
            let word = self.memory.get(frame + slot.word);
            self.memory.set(frame + slot.word, slot.set(word, first_channel + i as i32));
        }
        let saved = (self.pid, self.frame);
        (self.pid, self.frame) = (pid, frame);
        self.run(self.code.inits[proctype.index()]);
        (self.pid, self.frame) = saved;
        Some(pid)
    }

    /// Ends the running process, if it is the youngest.
    pub(super) fn end(&mut self) -> bool {
        let shape = self.shapes.get(self.memory.get(0));
        if self.pid == CLAIM {
            return shape.processes.is_empty() && self.end_claim();
        }
        if self.pid as usize + 1 != shape.processes.len() {
            return false;
        }
        let (first, last, parent) = (shape.processes[self.pid as usize].frame, shape.words, shape.parent);
        for i in first..last {
            self.memory.set(i, 0);
        }
        self.memory.set(0, parent.0);
        true
    }
}
