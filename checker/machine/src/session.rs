//! Runs of a program with one thread, each from the start and with some static data set beforehand: how embedded C is
//! executed.
//!
//! A run is whole or it does not count. What a run cannot be followed through ends it with the reason: a choice
//! (input, random numbers), a second thread, a function without a body, memory of the heap that is left, data that was
//! never set and is left.

use crate::address::PAGE;
use crate::code::{Program, StaticId};
use crate::outcome::{FaultKind, Location, Obstacle, Options};
use crate::step::{End, Machine};
use std::ops::Range;

/// So many rests of the thread: a run that goes on does not end.
const RESTS: u32 = 500;

pub struct Session<'p> {
    machine: Machine<'p>,
    initial: Vec<u32>,
}

/// How a run ended.
#[derive(Debug)]
pub enum Ended {
    Exit,
    Fault(FaultKind, Location),
    /// Why it cannot be followed.
    Not(String, Option<Location>),
}

impl<'p> Session<'p> {
    /// `None` without a `main`.
    pub fn new(program: &'p Program) -> Option<Session<'p>> {
        let mut machine = Machine::new(program, Options::default())?;
        let initial = machine.world.save(&mut machine.shared);
        Some(Session { machine, initial })
    }

    /// Where a static object is among those that can be written.
    pub fn place(&self, id: StaticId) -> Option<Range<usize>> {
        let layout = &self.machine.shared.layout;
        let placed = layout.statics.iter().find(|placed| placed.id == id)?;
        let range = placed.offset as usize..(placed.offset + placed.size) as usize;
        (range.end <= layout.writable).then_some(range)
    }

    /// A run with these bytes set at its start.
    pub fn run(&mut self, set: &[(usize, &[u8])]) -> Ended {
        let machine = &mut self.machine;
        machine.obstacles.clear();
        machine.output = Some(Vec::new());
        machine.world.load(&machine.shared, &self.initial, 0);
        for (at, bytes) in set.iter().filter(|(_, bytes)| !bytes.is_empty()) {
            let (to, shadow) = machine.world.parts.statics_mut(*at, bytes.len());
            to.copy_from_slice(bytes);
            shadow.fill(0);
        }
        for _ in 0..RESTS {
            let mut script = Vec::new();
            let end = machine.run(&mut script);
            if !script.is_empty() {
                return Ended::Not("a choice: an input, a random number, a failure of the system".into(), None);
            }
            let location = Some(machine.location()).filter(|_| !machine.world.running.frames.is_empty());
            let heap = !machine.world.heap_slots().is_empty();
            if let Some(obstacle) = machine.obstacles.first() {
                return Ended::Not(words(obstacle), location);
            }
            match end {
                End::Exit if !heap => return Ended::Exit,
                End::Exit => return Ended::Not("memory of the heap is left when the code ends".into(), None),
                End::Fault(kind) => return Ended::Fault(kind, machine.location()),
                End::Waits => return Ended::Not("the code waits for another thread".into(), location),
                End::Dropped => return Ended::Not("an assumption does not hold".into(), location),
                End::Limit(_) => return Ended::Not("the code runs for too long".into(), location),
                End::Rest => {}
            }
            if machine.world.alive().count_ones() != 1 {
                return Ended::Not("the code starts a thread".into(), location);
            }
            let state = machine.world.save(&mut machine.shared);
            machine.world.load(&machine.shared, &state, 0);
        }
        Ended::Not("the code runs for too long".into(), None)
    }

    /// The bytes of static objects before a run.
    pub fn initial(&self, at: Range<usize>) -> Vec<u8> {
        self.machine.shared.layout.image[at].to_vec()
    }

    /// What a run has left in static objects. `None` if some of it was never set.
    pub fn read(&mut self, at: Range<usize>) -> (Vec<u8>, bool) {
        let (bytes, shadow) = self.machine.world.parts.statics(at.start, at.len());
        (bytes.to_vec(), shadow.is_none_or(|s| s.iter().all(|b| *b == 0)))
    }

    /// All bytes that can be written.
    pub fn writable(&self) -> usize {
        self.machine.shared.layout.writable / PAGE * PAGE
    }

    /// What the last run printed.
    pub fn output(&mut self) -> Vec<u8> {
        self.machine.output.take().unwrap_or_default()
    }
}

fn words(obstacle: &Obstacle) -> String {
    match obstacle {
        Obstacle::NoBody { name, .. } => format!("`{name}` has no body: what it does is not known"),
        Obstacle::NotModelled { text, .. } => text.clone(),
        Obstacle::Input { .. } => "an input".to_string(),
        Obstacle::Arguments { .. } => "arguments of the program".to_string(),
        Obstacle::Unset { .. } => "data that was never set".to_string(),
        Obstacle::AddressOrder { .. } => "it depends on where objects stand".to_string(),
    }
}
