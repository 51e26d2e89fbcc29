//! Sleep sets along the current path (Godefroid 1990).
//!
//! A step is put to sleep at a state once everything after it was searched. In the states that follow another step it
//! goes on sleeping as long as nothing happens that it depends on: to take it there would only lead to states that were
//! searched in another order. A step that sleeps is possible, so that it still stands in the way of `else`, and a state
//! is no end state because of it.

use crate::exec::Machine;
use crate::stubborn::Stubborn;
use crate::stubborn::independence::Known;

/// The sleep sets of the nodes of the path.
pub struct Sleep<'m> {
    facts: Stubborn<'m>,
    nodes: Vec<PathState>,
    /// The step that is tried now, if it is known.
    trying: Option<SleepingStep>,
    /// How many steps were left out.
    pub slept: u64,
}

#[derive(Clone, Copy, Debug)]
struct SleepingStep {
    pid: u32,
    transition: u32,
    /// Its number in what is known of its state.
    number: u32,
}

#[derive(Debug, Default)]
struct PathState {
    /// Not in the middle of an atomic sequence or a rendezvous.
    is_state: bool,
    /// What is known of its state was looked up; in the middle of a step, what was known before it.
    is_open: bool,
    known: Option<Known>,
    sleeping: Vec<SleepingStep>,
    /// The step to it.
    by: Option<SleepingStep>,
    /// That began a rendezvous.
    sends: bool,
    /// A step was taken from it.
    moved: bool,
}

impl<'m> Sleep<'m> {
    pub fn new(facts: Stubborn<'m>) -> Sleep<'m> {
        Sleep { facts, nodes: Vec::new(), trying: None, slept: 0 }
    }

    /// The top node is a state.
    pub fn arrives(&mut self) {
        if let Some(top) = self.nodes.last_mut() {
            (top.is_state, top.is_open) = (true, false);
        }
    }

    /// Whether a step of the top node sleeps. If not, it may be taken next.
    pub fn sleeps(&mut self, machine: &Machine, pid: u32, transition: u32) -> bool {
        self.trying = None;
        let Some(top) = self.nodes.last_mut() else { return false };
        if top.is_state && !top.is_open {
            top.is_open = true;
            top.known = self.facts.known(machine);
            // The processes of steps that sleep have not moved: their steps are there, but may have other numbers now.
            let facts = &self.facts;
            let number = |s: SleepingStep| {
                Some(SleepingStep { number: facts.step(top.known?, machine, s.pid, s.transition)?, ..s })
            };
            top.sleeping = top.sleeping.iter().filter_map(|s| number(*s)).collect();
        }
        if top.is_state && top.sleeping.iter().any(|s| (s.pid, s.transition) == (pid, transition)) {
            self.slept += 1;
            return true;
        }
        let number = top.known.and_then(|known| self.facts.step(known, machine, pid, transition));
        self.trying = number.map(|number| SleepingStep { pid, transition, number });
        false
    }

    /// The step that was tried is taken.
    pub fn pushed(&mut self, machine: &Machine) {
        let by = self.trying.take();
        let mut node = PathState { by, sends: machine.rendezvous() != 0, ..PathState::default() };
        if let Some(below) = self.nodes.last_mut() {
            below.moved = true;
            node.known = below.known;
            if let (Some(known), Some(by)) = (below.known, by) {
                for step in &below.sleeping {
                    if !self.facts.depends(known, step.number, by.number) {
                        node.sleeping.push(*step);
                    }
                }
            }
        }
        self.nodes.push(node);
    }

    /// Everything after the step to the top node was searched.
    pub fn popped(&mut self) {
        let Some(node) = self.nodes.pop() else { return };
        let Some(below) = self.nodes.last_mut() else { return };
        // A send that nobody received was not possible after all.
        if below.is_state && (node.moved || !node.sends) {
            below.sleeping.extend(node.by);
        }
    }

    pub fn bytes(&self) -> u64 {
        let sleeping: usize = self.nodes.iter().map(|n| n.sleeping.capacity() * size_of::<SleepingStep>()).sum();
        (self.nodes.capacity() * size_of::<PathState>() + sleeping) as u64
    }
}
