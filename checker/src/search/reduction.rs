//! Which processes have to be tried at a state: one that may be taken alone, else a stubborn set, else all.
//!
//! Stubborn sets cost time at every state. Where they hardly ever leave out a process they are not looked for during a
//! while, which gets longer each time. That is decided by counting, so that the same search is the same each time.

use crate::exec::Machine;
use crate::model::Model;
use crate::optimise::{self, Ample, Safe};
use crate::por::Por;
use crate::stubborn::{Chosen, LazyState, Processes, Sight, Stubborn};

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
    /// At once: for models in which nobody can tell. Processes that have ended might stay, and there might be too many
    /// of them: see [`Reduction::may_exceed_limits`].
    AtOnce,
}

impl Ends {
    /// What a depth-first search does.
    pub fn of(por: Option<&Por>) -> Ends {
        if por.and_then(|por| por.ample.as_ref()).is_some_and(|a| !a.numbers_show) { Ends::AtOnce } else { Ends::Late }
    }
}

/// The answer to the question for a stubborn set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    Set(Processes),
    /// All processes have to be tried; no others than these can move.
    All(Processes),
    /// No stubborn set was computed.
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
    pub fn new(model: &'m Model, por: Option<&'m Por>) -> Reduction<'m> {
        Reduction {
            ample: por.and_then(|por| por.ample.as_ref()),
            stubborn: por.and_then(|por| por.stubborn.as_ref()).map(|facts| Stubborn::new(model, facts)),
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

    /// Whether there might be too many processes or channels if none had ended that was taken alone. If no cycle of
    /// the search starts processes, a run does each of the starts that the search has tried at most once.
    pub fn may_exceed_limits(&self, machine: &Machine) -> bool {
        let (processes, channels) = machine.made;
        let channels = channels + machine.model.global_channels.len() as u64;
        self.ends == Ends::AtOnce
            && self.ample.is_some_and(|a| !a.few)
            && (self.starts_again || processes > optimise::MOST || channels > optimise::MOST)
    }

    /// The youngest process up to this one that may be taken alone.
    pub fn safe_process(&self, machine: &Machine, from: i32) -> Option<u32> {
        self.safe_among(machine.process_count(), from, |pid| place(machine, pid))
    }

    /// The same for so many processes, given where their control states are in the order of `Model::options`.
    #[inline(always)]
    pub fn safe_among(&self, count: u32, from: i32, place: impl Fn(u32) -> usize) -> Option<u32> {
        let ample = self.ample?;
        let may_run = |pid: u32| ample.may_run[place(pid)];
        (0..=from).rev().map(|pid| pid as u32).find(|&pid| match ample.safe[place(pid)] {
            Safe::No => false,
            Safe::Always => true,
            Safe::End if self.ends == Ends::AtOnce => pid + 1 == count,
            Safe::End | Safe::Start => pid + 1 == count && !(0..pid).any(may_run),
        })
    }

    /// A stubborn set for the state of the machine. `repeats`: the answer has to be the one that was given for this
    /// state before.
    pub fn stubborn_set(&mut self, machine: &mut Machine, repeats: bool) -> Found {
        let Some(stubborn) = &mut self.stubborn else { return Found::All(Processes::ALL) };
        if repeats {
            return stubborn.choose(machine).into();
        }
        if self.pace.rests() {
            return Found::Paused;
        }
        self.set_of(machine)
    }

    /// The same, rest or no rest.
    pub fn set_of(&mut self, machine: &mut Machine) -> Found {
        let Some(stubborn) = &mut self.stubborn else { return Found::All(Processes::ALL) };
        let set = stubborn.choose(machine);
        self.learn(set)
    }

    /// Whether sets are looked for in the next state: one step of a rest.
    #[inline(always)]
    pub fn looks_for_sets(&mut self) -> bool {
        self.stubborn.is_some() && !self.pace.rests()
    }

    /// Whether no sets are looked for during a while, and those so far were not worth it.
    #[inline(always)]
    pub fn sets_are_useless(&self) -> bool {
        self.pace.rest > 0 && !self.pace.all.pays()
    }

    /// A stubborn set for a state of which it is known what each process can do: see [`Stubborn::choose_seen`].
    pub fn set_seen(&mut self, states: &[u32], possible: &[u64], state: &mut impl LazyState) -> Found {
        let Some(stubborn) = &mut self.stubborn else { return Found::All(Processes::ALL) };
        let set = stubborn.choose_seen(states, possible, state);
        self.learn(set)
    }

    fn learn(&mut self, set: Chosen) -> Found {
        let Some(stubborn) = &mut self.stubborn else { return set.into() };
        let left_out = match set {
            Chosen::Some(set) => stubborn.moving().saturating_sub(set.0.count_ones()),
            Chosen::All(_) => 0,
        };
        self.pace.learns(stubborn.moving(), left_out, stubborn.take_work());
        set.into()
    }

    /// The last set was not enough: all processes were tried after all.
    pub fn was_not_enough(&mut self) {
        self.pace.loses();
    }

    /// The same as [`Reduction::overdue`] for a state of which it is known what each process can do.
    pub fn overdue_seen(&mut self, here: Sight, possible: &[u64], reached: &[bool], tried: Processes) -> Found {
        let Some(stubborn) = &mut self.stubborn else { return Found::All(Processes::ALL) };
        let set = stubborn.overdue_seen(here, possible, reached);
        set.map_or(Found::All(Processes::ALL), |set| Found::Set(Processes(set.0 & !tried.0)))
    }

    /// The processes that have to be tried besides those of a set, at a state where that led back, so that nothing that
    /// matters is put off.
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

/// Looks for sets as long as that is worth its time, as far as that can be told.
#[derive(Debug)]
struct Pace {
    /// Costs that may be spent before the first rest.
    early: u64,
    /// Since it was last decided whether to go on, and since the search began.
    now: Worth,
    all: Worth,
    /// Processes that the last set left out.
    last: u64,
    /// So many states without.
    rest: u64,
    next_rest: u64,
}

/// What sets are worth.
///
/// What a set leaves out now is known, how many states that saves in the end is not. Where only one process is tried in
/// each state, what is left is hardly more than one run. So it counts how many are tried besides that one, in
/// proportion to those that can move besides one: less than that is not left out as a rule, and the guess is the power
/// of three quarters. It is compared with what the sets cost.
#[derive(Clone, Copy, Debug, Default)]
struct Worth {
    /// States.
    asked: u64,
    /// Processes that could move, those that were left out, and steps that were looked at for it.
    moving: u64,
    left_out: u64,
    work: u64,
}

/// What it costs to search a state and to try a process; and what it costs to ask for a set, besides the steps that are
/// looked at. Each of these counts one, and takes about eight nanoseconds.
const STATE: u64 = 30;
const PROCESS: u64 = 3;
const QUESTION: u64 = 38;

impl Worth {
    fn pays(&self) -> bool {
        let tried = self.moving.saturating_sub(self.left_out);
        let without = self.asked * STATE + self.moving * PROCESS;
        let with = self.asked * STATE + tried * PROCESS + self.work;
        let root = self.share().sqrt();
        self.left_out > 0 && root * root.sqrt() * with as f64 <= without as f64
    }

    /// How many processes were tried besides one, in proportion to those that could move besides one.
    fn share(&self) -> f64 {
        let besides = |processes: u64| processes.saturating_sub(self.asked) as f64;
        besides(self.moving.saturating_sub(self.left_out)) / besides(self.moving).max(1.0)
    }
}

/// After this many states it is decided whether to go on.
const TRIED: u64 = 512;

const FIRST_REST: u64 = 8192;

/// So much may be spent before the first rest, a fiftieth of a second if sets leave out much and less if not: a search
/// that is not larger keeps all that sets leave out.
const EARLY: u64 = 2_800_000;

impl Default for Pace {
    fn default() -> Pace {
        let none = Worth::default();
        Pace { early: EARLY, now: none, all: none, last: 0, rest: 0, next_rest: FIRST_REST }
    }
}

impl Pace {
    fn rests(&mut self) -> bool {
        self.rest = self.rest.saturating_sub(1);
        self.rest > 0
    }

    fn loses(&mut self) {
        for worth in [&mut self.now, &mut self.all] {
            worth.left_out = worth.left_out.saturating_sub(self.last);
        }
    }

    fn learns(&mut self, moving: u32, left_out: u32, work: u64) {
        self.last = u64::from(left_out);
        for worth in [&mut self.now, &mut self.all] {
            worth.asked += 1;
            worth.moving += u64::from(moving);
            worth.left_out += self.last;
            worth.work += work + QUESTION;
        }
        if self.now.asked == TRIED {
            let now = std::mem::take(&mut self.now);
            self.early = self.early.saturating_sub((now.work as f64 * (1.0 + 3.0 * now.share())) as u64);
            if now.pays() {
                self.next_rest = FIRST_REST;
            } else if self.early == 0 {
                self.rest = self.next_rest;
                self.next_rest = self.next_rest.saturating_mul(4);
            }
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
        for _ in 0..7_400 {
            assert!(!pace.rests());
            pace.learns(20, 18, 270);
        }
        let mut pace = Pace::default();
        for _ in 0..9_500 {
            assert!(!pace.rests());
            pace.learns(2, 0, 4);
        }
        for _ in 0..20 * TRIED {
            pace.learns(2, 0, 4);
        }
        assert!(pace.rests());
    }

    #[test]
    fn sets_that_leave_out_enough_are_looked_for() {
        let rests = |moving: u32, left_out: u32, work: u64| {
            let mut pace = Pace::default();
            (0..200 * TRIED).for_each(|_| pace.learns(moving, left_out, work));
            pace.rests()
        };
        assert!(!rests(5, 4, 200), "one of five philosophers is enough");
        assert!(!rests(2, 1, 400), "what is left is one run");
        assert!(!rests(3, 2, 0));
        assert!(rests(3, 1, 0));
        assert!(rests(6, 3, 220), "half of them, at seven times the cost");
        assert!(rests(20, 1, 0));
        assert!(rests(0, 0, 0));
    }
}
