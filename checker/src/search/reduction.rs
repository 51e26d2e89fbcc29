//! Which processes have to be tried at a state: one that may be taken alone, else a stubborn set, else all.
//!
//! Stubborn sets cost time at every state. Where they hardly ever leave out a process they are not looked for during a while, which
//! gets longer each time. That is decided by counting, so that the same search is the same each time.

use crate::exec::Machine;
use crate::model::Model;
use crate::optimise::{Ample, Safe};
use crate::stubborn::{Chosen, Processes, Stubborn};

pub struct Reduction<'m> {
    ample: Option<&'m Ample>,
    stubborn: Option<Stubborn<'m>>,
    pace: Pace,
}

/// The answer to the question for a stubborn set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    Set(Processes),
    /// All processes have to be tried; no others than these can move.
    All(Processes),
    /// It was not looked for one.
    Paused,
}

impl From<Chosen> for Found {
    fn from(chosen: Chosen) -> Found {
        match chosen {
            Chosen::Some(set) => Found::Set(set),
            Chosen::All(moving) => Found::All(moving),
        }
    }
}

impl<'m> Reduction<'m> {
    pub fn new(model: &'m Model) -> Reduction<'m> {
        Reduction { ample: model.ample.as_ref(), stubborn: Stubborn::new(model), pace: Pace::default() }
    }

    /// The youngest process up to this one that may be taken alone.
    pub fn safe_process(&self, machine: &Machine, from: i32) -> Option<u32> {
        let ample = self.ample?;
        let place = |pid: u32| {
            let place = machine.process(pid);
            (place.base + machine.pc(place)) as usize
        };
        let count = machine.process_count();
        (0..=from).rev().map(|pid| pid as u32).find(|&pid| match ample.safe[place(pid)] {
            Safe::No => false,
            Safe::Always => true,
            Safe::End | Safe::Start => pid + 1 == count && !(0..pid).any(|other| ample.may_run[place(other)]),
        })
    }

    /// A stubborn set for the state of the machine. `repeats`: the answer has to be the one that was given for this state before.
    pub fn stubborn_set(&mut self, machine: &mut Machine, repeats: bool) -> Found {
        let Some(stubborn) = &mut self.stubborn else { return Found::All(Processes::ALL) };
        if repeats {
            return stubborn.choose(machine).into();
        }
        if self.pace.rests() {
            return Found::Paused;
        }
        let set = stubborn.choose(machine);
        let left_out = match set {
            Chosen::Some(set) => stubborn.moving().saturating_sub(set.0.count_ones()),
            Chosen::All(_) => 0,
        };
        self.pace.learns(left_out, stubborn.take_work());
        set.into()
    }

    /// The last set was not enough: all processes were tried after all.
    pub fn was_not_enough(&mut self) {
        self.pace.loses();
    }

    /// The processes that have to be tried besides those of a set, at a state where that led back, so that nothing that matters is put off.
    pub fn overdue(&mut self, machine: &mut Machine, reached: &[bool], tried: Processes) -> Found {
        let Some(stubborn) = &mut self.stubborn else { return Found::All(Processes::ALL) };
        stubborn
            .overdue(machine, reached)
            .map_or(Found::All(Processes::ALL), |set| Found::Set(Processes(set.0 & !tried.0)))
    }
}

/// Looks for sets as long as that is worth its time.
#[derive(Debug)]
struct Pace {
    asked: u32,
    /// Processes that were left out, and steps that were looked at for it.
    left_out: u64,
    work: u64,
    /// Processes that the last set left out.
    last: u64,
    /// So many states without.
    rest: u64,
    next_rest: u64,
}

/// After this many states it is decided whether to go on.
const TRIED: u32 = 512;

/// A process that is left out is worth looking at so many steps. To try it would cost as much time as some hundred of these, and what
/// follows from it comes on top.
const WORTH: u64 = 300;

/// A state costs as much as looking at so many steps, sets or no sets.
const STATE: u64 = 40;

const FIRST_REST: u64 = 8192;

impl Default for Pace {
    fn default() -> Pace {
        Pace { asked: 0, left_out: 0, work: 0, last: 0, rest: 0, next_rest: FIRST_REST }
    }
}

impl Pace {
    fn rests(&mut self) -> bool {
        self.rest = self.rest.saturating_sub(1);
        self.rest > 0
    }

    fn loses(&mut self) {
        self.left_out = self.left_out.saturating_sub(self.last);
        self.work += STATE;
    }

    fn learns(&mut self, left_out: u32, work: u64) {
        self.asked += 1;
        self.last = u64::from(left_out);
        self.left_out += self.last;
        self.work += work + STATE;
        if self.asked == TRIED {
            if self.left_out * WORTH < self.work {
                self.rest = self.next_rest;
                self.next_rest = self.next_rest.saturating_mul(4);
            } else {
                self.next_rest = FIRST_REST;
            }
            (self.asked, self.left_out, self.work) = (0, 0, 0);
        }
    }
}
