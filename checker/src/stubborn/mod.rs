//! Stubborn sets: which processes have to be tried in a state (Valmari 1988), from guards and effects of steps
//! (Laarman, Pater, van de Pol, Weber 2013: "Guard-based partial-order reduction").
//!
//! A set of steps is *stubborn* in a state if some step in it is possible, and
//! - for a step in it that is possible, all steps of others that conflict with it are in it (see
//!   `table::Table::conflicts`);
//! - for a step in it that is not possible, there is one thing that it waits for, and all steps that can bring that
//!   about are in it: those that lead to its control state, or set what it tests, or send to or receive from its
//!   channel.
//!
//! Whatever the others do first, the steps of the set stay possible and can be put before. So it is enough to try
//! those; the search sees to it that the others are not put off for ever, and that what the property looks at is not
//! reordered (no step of a proper set is visible).
//!
//! A set has all steps that a process can take now or none, because they stop each other: the answer is a set of
//! processes. Steps that are not possible because of both their control state and a test may be taken into account by
//! either; the cheaper one is chosen, then the smallest set over all processes to begin with.
//!
//! | part | file |
//! |---|---|
//! | what is known of the model before the search | `facts` |
//! | the steps of a row of processes, and how they depend on each other | `table` |
//! | the smallest set of a state | `closure` |
//! | what is asked of the data of a state | `asked` |
//! | sets that were found before | `memo` |
//! | which of two steps can be put before the other, for sleep sets | `independence` |
//!
//! Different from the paper: a rendezvous is two steps that bring each other into the set; what follows a step in its
//! atomic sequence belongs to it; steps that cannot come after the control state of a process are left out; `timeout`
//! is never in a set, because it waits until nothing in the set is possible. No sets are made while a process may still
//! start another one, with priorities, `provided`, `_last` or `enabled`. What reads the frame or the control state of
//! another process conflicts with everything.

mod asked;
mod closure;
pub mod facts;
pub mod independence;
mod memo;
mod table;

pub use facts::Facts;

use std::collections::HashMap;

use crate::exec::Machine;
use crate::exec::shape::{ProcessPlace, Shape};
use crate::model::Model;
use closure::{Closure, has};
use memo::Memo;
use table::Table;

/// A set of processes: bit `n` for pid `n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Processes(pub u64);

impl Processes {
    pub const ALL: Processes = Processes(u64::MAX);

    /// One process, and all that have no bit.
    pub fn only(pid: u32) -> Processes {
        Processes(if pid < 64 { 1 << pid } else { 0 })
    }

    #[inline(always)]
    pub fn has(self, pid: u32) -> bool {
        self.0 >> (pid & 63) & 1 != 0 || pid > 63
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// These are enough, as far as the state itself can tell.
    Some(Processes),
    /// All; no others than these can move.
    All(Processes),
}

/// A state, as far as sets are chosen by it.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    pub model: &'a Model,
    pub shape: &'a Shape,
    pub state: &'a [u32],
}

impl<'a> Sight<'a> {
    pub fn of(machine: &'a Machine) -> Sight<'a> {
        Sight { model: machine.model, shape: machine.shape(), state: machine.state() }
    }

    fn pc(self, place: ProcessPlace) -> u32 {
        self.state[place.frame as usize] & place.pc_mask
    }
}

/// A state that is looked at only if that is necessary.
pub trait LazyState {
    fn shape(&mut self) -> u32;

    /// A global word.
    fn word(&mut self, word: u32) -> u32;

    fn sight(&mut self) -> Sight<'_>;
}

impl LazyState for Sight<'_> {
    fn shape(&mut self) -> u32 {
        self.state[0]
    }

    fn word(&mut self, word: u32) -> u32 {
        self.state[word as usize]
    }

    fn sight(&mut self) -> Sight<'_> {
        *self
    }
}

/// Finds stubborn sets. The answer depends on the state only.
pub struct Stubborn<'m> {
    model: &'m Model,
    facts: &'m Facts,
    tables: Vec<Table<'m>>,
    /// For each table.
    memos: Vec<Memo>,
    by_shape: HashMap<u32, Vec<usize>>,
    closure: Closure,
}

/// More tables than this mean that what is constant in frames differs all the time.
const MOST_TABLES: usize = 256;

/// To find out which table is the right one costs as much as to look at so many steps.
const FIND: u64 = 60;

impl<'m> Stubborn<'m> {
    pub fn new(model: &'m Model, facts: &'m Facts) -> Stubborn<'m> {
        let closure = Closure::default();
        Stubborn { model, facts, tables: Vec::new(), memos: Vec::new(), by_shape: HashMap::new(), closure }
    }

    /// The processes that have to be tried in the state of the machine.
    pub fn choose(&mut self, machine: &mut Machine) -> Chosen {
        let Some(number) = self.table(Sight::of(machine)) else { return self.cannot_tell() };
        let table = &self.tables[number];
        self.closure.look(table, machine);
        let closure = &self.closure;
        let bits = |(pid, &pc): (u32, &u32)| {
            let steps = (0..).zip(table.at(pid, pc));
            let bits = steps.fold(0, |bits, (n, i)| bits | u64::from(has(&closure.possible, i)) << (n & 63));
            (table.processes[pid as usize].base + pc, bits)
        };
        let many = closure.pcs.iter().zip(0..).any(|(&pc, pid)| table.at(pid, pc).len() > 64);
        let processes: Vec<(u32, u64)> = (0..).zip(&closure.pcs).map(bits).collect();
        self.choose_by_table(number, processes.into_iter(), !many, &mut Sight::of(machine), |_, _, _| {})
    }

    /// The same for a state of which it is known what each process can do: its control state in the order of
    /// `Model::options`, and a bit for each of its options.
    pub fn choose_seen(&mut self, states: &[u32], possible: &[u64], state: &mut impl LazyState) -> Chosen {
        if self.facts.runs && states.iter().any(|&state| self.facts.may_run[state as usize]) {
            return self.cannot_tell();
        }
        let known = self.by_shape.get(&state.shape()).filter(|_| !self.facts.runs).and_then(|list| list.first());
        let Some(number) = known.copied().or_else(|| self.table(state.sight())) else { return self.cannot_tell() };
        let moving = (0..).zip(possible).filter(|(_, bits)| **bits != 0);
        self.closure.moving = moving.fold(0, |moving, (pid, _): (u32, _)| moving | 1 << pid);
        let processes = states.iter().copied().zip(possible.iter().copied());
        self.choose_by_table(number, processes, true, state, |closure, table, here| closure.see(table, here, possible))
    }

    fn cannot_tell(&mut self) -> Chosen {
        self.closure.moving = 0;
        Chosen::All(Processes::ALL)
    }

    /// `prepare`: what is to be done before sets are looked for, if it is not known which it is.
    fn choose_by_table<G: LazyState>(
        &mut self,
        number: usize,
        processes: impl Iterator<Item = (u32, u64)>,
        remembers: bool,
        state: &mut G,
        prepare: impl FnOnce(&mut Closure, &Table, Sight),
    ) -> Chosen {
        let table = &mut self.tables[number];
        let closure = &mut self.closure;
        let moving = if closure.moving == 0 { Processes::ALL } else { Processes(closure.moving) };
        if closure.moving.count_ones() < 2 {
            return Chosen::All(moving);
        }
        let memo = &mut self.memos[number];
        if remembers && let Some(chosen) = memo.find(processes, table, state, &mut closure.work) {
            return chosen;
        }
        let here = state.sight();
        prepare(closure, table, here);
        closure.asks();
        let best = closure.smallest(table, here);
        let chosen = best.map_or(Chosen::All(moving), |set| Chosen::Some(Processes(set)));
        if remembers {
            memo.keep(&closure.asked, chosen);
        }
        chosen
    }

    /// How many steps were looked at since this was asked last.
    pub fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.closure.work)
    }

    /// How many processes could move in the last state.
    pub fn moving(&self) -> u32 {
        self.closure.moving.count_ones()
    }

    /// The processes that have to be tried in the state of the machine so that nothing that matters is put off: neither
    /// a step in which something can go wrong nor one to a control state that was not reached before (`reached`: in the
    /// order of `Model::options`). `None` if all. Not for models with a claim.
    pub fn overdue(&mut self, machine: &mut Machine, reached: &[bool]) -> Option<Processes> {
        let number = self.table(Sight::of(machine))?;
        self.closure.look(&self.tables[number], machine);
        self.overdue_by_table(number, Sight::of(machine), reached)
    }

    /// The same for a state of which it is known what each process can do.
    pub fn overdue_seen(&mut self, here: Sight, possible: &[u64], reached: &[bool]) -> Option<Processes> {
        let number = self.table(here)?;
        self.closure.see(&self.tables[number], here, possible);
        self.overdue_by_table(number, here, reached)
    }

    fn overdue_by_table(&mut self, number: usize, here: Sight, reached: &[bool]) -> Option<Processes> {
        let closure = &mut self.closure;
        let set = closure.close_over_what_matters(&mut self.tables[number], here, reached);
        (set != closure.moving).then_some(Processes(set))
    }

    /// The table for a state. `None` if there may be processes that it knows nothing of.
    fn table(&mut self, here: Sight) -> Option<usize> {
        let may_run = |&place: &ProcessPlace| self.facts.may_run[(place.base + here.pc(place)) as usize];
        if self.facts.runs && here.shape.processes.iter().any(may_run) {
            return None;
        }
        self.closure.work += if self.facts.runs { FIND } else { 0 };
        let state = here.state;
        let shape = state[0];
        let known = self.by_shape.entry(shape).or_default();
        if let Some(&number) = known.iter().find(|&&n| !self.facts.runs || self.tables[n].fits(state)) {
            return Some(number);
        }
        if self.tables.len() >= MOST_TABLES {
            return None;
        }
        let table = Table::of(self.facts, self.model, here.shape, state)?;
        self.tables.push(table);
        self.memos.push(Memo::default());
        known.push(self.tables.len() - 1);
        Some(self.tables.len() - 1)
    }
}
