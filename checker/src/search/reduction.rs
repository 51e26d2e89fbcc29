//! Which processes have to be tried at a state: one that may be taken alone, else a stubborn set, else all.
//!
//! Stubborn sets cost time at every state. Where they hardly ever leave out a process they are not looked for during a while, which
//! gets longer each time. That is decided by counting, so that the same search is the same each time.

use crate::exec::Machine;
use crate::model::Model;
use crate::optimise::{self, Ample, Safe};
use crate::stubborn::{Chosen, Processes, Stubborn};

pub struct Reduction<'m> {
    ample: Option<&'m Ample>,
    stubborn: Option<Stubborn<'m>>,
    pace: Pace,
    ends: Ends,
    /// A path led back to a state in which processes may still be started.
    starts_again: bool,
}

/// When the end of a process may be taken alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// When no other process can start one any more.
    Late,
    /// At once: for models in which nobody can tell. Processes that have ended might stay, and there might be too many of them: see
    /// [`Reduction::is_crowded`].
    AtOnce,
}

impl Ends {
    /// What a depth-first search does.
    pub fn of(model: &Model) -> Ends {
        if model.ample.as_ref().is_some_and(|a| !a.numbers_show) { Ends::AtOnce } else { Ends::Late }
    }
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
        Reduction {
            ample: model.ample.as_ref(),
            stubborn: Stubborn::new(model),
            pace: Pace::default(),
            ends: Ends::Late,
            starts_again: false,
        }
    }

    pub fn take_ends(&mut self, ends: Ends) {
        self.ends = ends;
    }

    /// Whether there might be too many processes, and so it matters where they are started.
    pub fn watches_starts(&self) -> bool {
        self.ends == Ends::AtOnce && self.ample.is_some_and(|a| !a.few) && !self.starts_again
    }

    /// A step led back from the state of the machine to one of the path.
    pub fn led_back(&mut self, machine: &Machine) {
        let Some(ample) = self.ample else { return };
        self.starts_again |= (0..machine.process_count()).any(|pid| ample.may_run[place(machine, pid)]);
    }

    /// Whether there might be too many processes or channels if none had ended that was taken alone. If no circle of the search starts
    /// processes, a run does each of the starts that the search has tried at most once.
    pub fn is_crowded(&self, machine: &Machine) -> bool {
        let (processes, channels) = machine.made;
        let channels = channels + machine.model.global_channels.len() as u64;
        self.ends == Ends::AtOnce
            && self.ample.is_some_and(|a| !a.few)
            && (self.starts_again || processes > optimise::MOST || channels > optimise::MOST)
    }

    /// The youngest process up to this one that may be taken alone.
    pub fn safe_process(&self, machine: &Machine, from: i32) -> Option<u32> {
        let ample = self.ample?;
        let count = machine.process_count();
        let may_run = |pid: u32| ample.may_run[place(machine, pid)];
        (0..=from).rev().map(|pid| pid as u32).find(|&pid| match ample.safe[place(machine, pid)] {
            Safe::No => false,
            Safe::Always => true,
            Safe::End if self.ends == Ends::AtOnce => pid + 1 == count,
            Safe::End | Safe::Start => pid + 1 == count && !(0..pid).any(may_run),
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

/// Where the control state of a process is in the order of `Model::options`.
fn place(machine: &Machine, pid: u32) -> usize {
    let place = machine.process(pid);
    (place.base + machine.pc(place)) as usize
}

/// Looks for sets as long as that is worth its time.
#[derive(Debug)]
struct Pace {
    /// States before the first rest.
    early: u32,
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

/// So many states are looked at before the first rest. That takes little time, and a search that is not larger keeps all that sets leave out.
const EARLY: u32 = 16 * 1024;

impl Default for Pace {
    fn default() -> Pace {
        Pace { early: EARLY, asked: 0, left_out: 0, work: 0, last: 0, rest: 0, next_rest: FIRST_REST }
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
            self.early = self.early.saturating_sub(TRIED);
            if self.left_out * WORTH >= self.work {
                self.next_rest = FIRST_REST;
            } else if self.early == 0 {
                self.rest = self.next_rest;
                self.next_rest = self.next_rest.saturating_mul(4);
            }
            (self.asked, self.left_out, self.work) = (0, 0, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The searches of `snoopy` and `hajek` had more states than Spin's, because they rested.
    #[test]
    fn a_small_search_does_not_rest() {
        let mut pace = Pace::default();
        for _ in 1..EARLY {
            assert!(!pace.rests());
            pace.learns(0, 1000);
        }
        pace.learns(0, 1000);
        assert!(pace.rests());
    }
}
