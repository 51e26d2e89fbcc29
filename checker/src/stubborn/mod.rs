//! Stubborn sets: which processes have to be tried in a state (Valmari 1988), from guards and effects of steps (Laarman, Pater, van de
//! Pol, Weber 2013: "Guard-based partial-order reduction").
//!
//! A set of steps is *stubborn* in a state if some step in it is possible, and
//! - for a step in it that is possible, all steps of others that conflict with it are in it (see `table::Table::conflicts`);
//! - for a step in it that is not possible, there is one thing that it waits for, and all steps that can bring that about are in it: those
//!   that lead to its control state, or set what it tests, or send to or receive from its channel.
//!
//! Whatever the others do first, the steps of the set stay possible and can be put before. So it is enough to try
//! those; the search sees to it that the others are not put off for ever, and that what the property looks at is not reordered (no
//! step of a proper set is visible).
//!
//! A set has all steps that a process can take now or none, because they stop each other: the answer is a set of processes. Steps that are
//! not possible because of both their control state and a test may be taken into account by either; the cheaper one is chosen, then
//! the smallest set over all processes to begin with.
//!
//! | part | file |
//! |---|---|
//! | what a step touches, as exactly as can be told | `footprint` |
//! | what is known of the model before the search | `facts` |
//! | the steps of a row of processes, and how they depend on each other | `table` |
//! | sets that were found before | `memo` |
//! | which of two steps can be put before the other, for sleep sets | `independence` |
//!
//! Different from the paper: a rendezvous is two steps that bring each other into the set; what follows a step in its atomic
//! sequence belongs to it; steps that cannot come after the control state of a process are left out; `timeout` is never in a set, because it waits
//! until nothing in the set is possible. No sets are made while a process may still start another one, with priorities,
//! `provided`, `_last` or `enabled`. What reads the frame or the control state of another process conflicts with everything.

pub mod facts;
pub(crate) mod footprint;
pub mod independence;
mod memo;
mod table;

pub use facts::Facts;

use std::collections::HashMap;

use crate::exec::Machine;
use crate::model::Model;
use crate::optimise::bits::Bits;
use memo::{Asked, Memo};
use table::{Brief, Table, Wait};

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

/// Finds stubborn sets. The answer depends on the state only.
pub struct Stubborn<'m> {
    model: &'m Model,
    facts: &'m Facts,
    tables: Vec<Table<'m>>,
    /// For each table.
    memos: Vec<Memo>,
    by_shape: HashMap<u32, Vec<usize>>,
    scratch: Scratch<'m>,
}

/// More tables than this mean that what is constant in frames differs all the time.
const MOST_TABLES: usize = 256;

/// What is known of the current state, and of the set that is being made.
#[derive(Default)]
struct Scratch<'m> {
    pcs: Vec<u32>,
    /// By process: the control states that can still come.
    ahead: Vec<&'m Bits>,
    /// By step: it can be taken now.
    possible: Vec<bool>,
    /// Processes that can move, and those that can do so visibly.
    moving: u64,
    visible: u64,
    /// By step: the number of the set that it was last in.
    member: Vec<u32>,
    set: u32,
    open: Vec<u32>,
    taken: u64,
    /// A set with so many processes is too large.
    most: u32,
    /// How much has been looked at.
    work: u64,
    /// What was asked of the current state, besides which steps are possible.
    asked: Vec<Asked>,
    /// By step: the number of the state that it was last asked about.
    asked_at: Vec<u32>,
    asking: u32,
}

impl<'m> Stubborn<'m> {
    pub fn new(model: &'m Model) -> Option<Stubborn<'m>> {
        let facts = model.stubborn.as_ref()?;
        let scratch = Scratch::default();
        Some(Stubborn { model, facts, tables: Vec::new(), memos: Vec::new(), by_shape: HashMap::new(), scratch })
    }

    /// The processes that have to be tried in the state of the machine.
    pub fn choose(&mut self, machine: &mut Machine) -> Chosen {
        let Some(number) = self.table(machine) else {
            self.scratch.moving = 0;
            return Chosen::All(Processes::ALL);
        };
        let table = &mut self.tables[number];
        let scratch = &mut self.scratch;
        scratch.look(table, machine);
        let moving = if scratch.moving == 0 { Processes::ALL } else { Processes(scratch.moving) };
        if scratch.moving.count_ones() < 2 {
            return Chosen::All(moving);
        }
        let memo = &mut self.memos[number];
        if let Some(chosen) = memo.find(scratch, table, machine) {
            return chosen;
        }
        scratch.asks();
        let mut best: Option<u64> = None;
        let mut most = scratch.moving.count_ones();
        for pid in (0..table.processes.len() as u32).rev() {
            if scratch.moving >> pid & 1 == 0 || best.is_some_and(|b| b >> pid & 1 != 0 && b.count_ones() == 1) {
                continue;
            }
            if let Some(set) = scratch.close(pid, most, table, machine) {
                most = set.count_ones();
                best = Some(set);
                if most == 1 {
                    break;
                }
            }
        }
        let chosen = best.map_or(Chosen::All(moving), |set| Chosen::Some(Processes(set)));
        memo.keep(&scratch.asked, chosen);
        chosen
    }

    /// How many steps were looked at since this was asked last.
    pub fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.scratch.work)
    }

    /// How many processes could move in the last state.
    pub fn moving(&self) -> u32 {
        self.scratch.moving.count_ones()
    }

    /// The processes that have to be tried in the state of the machine so that nothing that matters is put off: neither a step in which something
    /// can go wrong nor one to a control state that was not reached before (`reached`: in the order of `Model::options`). `None` if all.
    /// Not for models with a claim.
    pub fn overdue(&mut self, machine: &mut Machine, reached: &[bool]) -> Option<Processes> {
        let number = self.table(machine)?;
        let table = &mut self.tables[number];
        let scratch = &mut self.scratch;
        scratch.look(table, machine);
        let set = scratch.close_over_what_matters(table, machine, reached);
        (set != scratch.moving).then_some(Processes(set))
    }

    /// The table for the state of the machine. `None` if there may be processes that it knows nothing of.
    fn table(&mut self, machine: &Machine) -> Option<usize> {
        let may_run = |pid| {
            let place = machine.process(pid);
            self.facts.may_run[(place.base + machine.pc(place)) as usize]
        };
        if self.facts.runs && (0..machine.process_count()).any(may_run) {
            return None;
        }
        let state = machine.state();
        let shape = state[0];
        let known = self.by_shape.entry(shape).or_default();
        if let Some(&number) = known.iter().find(|&&n| !self.facts.runs || self.tables[n].fits(state)) {
            return Some(number);
        }
        if self.tables.len() >= MOST_TABLES {
            return None;
        }
        let table = Table::of(self.facts, self.model, machine.shape(), state)?;
        self.tables.push(table);
        self.memos.push(Memo::default());
        known.push(self.tables.len() - 1);
        Some(self.tables.len() - 1)
    }
}

impl<'m> Scratch<'m> {
    /// Finds out which steps are possible.
    fn look(&mut self, table: &Table<'m>, machine: &mut Machine) {
        let count = table.steps.len();
        if self.possible.len() < count {
            self.possible.resize(count, false);
            self.member.resize(count, 0);
            self.asked_at.resize(count, 0);
        }
        self.pcs.clear();
        self.ahead.clear();
        (self.moving, self.visible) = (0, 0);
        for pid in 0..table.processes.len() as u32 {
            let pc = machine.pc(table.processes[pid as usize]);
            self.pcs.push(pc);
            self.ahead.push(&table.steps_of(pid).reach[pc as usize]);
            for i in table.at(pid, pc) {
                self.possible[i as usize] = false;
            }
        }
        let mark = machine.mark();
        machine.timeout = false;
        for pid in 0..table.processes.len() as u32 {
            let place = table.processes[pid as usize];
            machine.moved = false;
            for i in table.at(pid, self.pcs[pid as usize]) {
                let mut possible = machine.step_by(place, pid, table.brief[i as usize].transition);
                if possible && machine.rendezvous() != 0 {
                    possible = self.look_for_receivers(table, machine, pid);
                }
                // What goes wrong is tried, too.
                possible |= !machine.faults.is_empty();
                machine.faults.clear();
                machine.failed_part = None;
                machine.undo(mark);
                if possible {
                    machine.moved = true;
                    self.possible[i as usize] = true;
                }
            }
        }
        for pid in 0..table.processes.len() as u32 {
            for i in table.at(pid, self.pcs[pid as usize]) {
                if self.possible[i as usize] {
                    self.moving |= 1 << pid;
                    if table.brief[i as usize].visible {
                        self.visible |= 1 << pid;
                    }
                }
            }
        }
    }

    /// Whether somebody takes the message of a rendezvous that is under way.
    fn look_for_receivers(&mut self, table: &Table, machine: &mut Machine, sender: u32) -> bool {
        let mark = machine.mark();
        let mut found = false;
        for pid in (0..table.processes.len() as u32).filter(|pid| *pid != sender) {
            let place = table.processes[pid as usize];
            for i in table.at(pid, self.pcs[pid as usize]) {
                let transition = table.brief[i as usize].transition;
                let possible = machine.step_by(place, pid, transition) || !machine.faults.is_empty();
                machine.faults.clear();
                machine.undo(mark);
                if possible {
                    self.possible[i as usize] = true;
                    found = true;
                }
            }
        }
        found
    }

    /// The processes of the smallest set that is made from the steps of one. `None` if there are as many as `most`, or it would be visible.
    fn close(&mut self, pid: u32, most: u32, table: &mut Table, machine: &Machine) -> Option<u64> {
        self.begin(most);
        (self.take(pid, table) && self.close_open(table, machine)).then_some(self.taken & self.moving)
    }

    /// The processes of the set that has all steps that must not be put off. What is not in reach of any process does not matter.
    fn close_over_what_matters(&mut self, table: &mut Table, machine: &Machine, reached: &[bool]) -> u64 {
        self.begin(u32::MAX);
        for pid in 0..table.processes.len() as u32 {
            let first = table.first[pid as usize];
            let base = table.processes[pid as usize].base;
            for (i, step) in (first..).zip(&table.steps_of(pid).list) {
                let is_new = || step.passes.iter().any(|s| !reached[(base + s) as usize]);
                if (table.steps[i as usize].risky || is_new()) && !self.add(i, table) {
                    return self.moving;
                }
            }
        }
        if self.close_open(table, machine) { self.taken & self.moving } else { self.moving }
    }

    /// Begins to write down what is asked of the state.
    fn asks(&mut self) {
        self.asked.clear();
        self.asking = self.asking.wrapping_add(1);
    }

    fn begin(&mut self, most: u32) {
        self.set = self.set.wrapping_add(1);
        self.open.clear();
        self.taken = 0;
        self.most = most;
    }

    /// Adds what the open steps need. False if the set becomes too large.
    fn close_open(&mut self, table: &mut Table, machine: &Machine) -> bool {
        while let Some(i) = self.open.pop() {
            let Brief { pid, halves, state, .. } = table.brief[i as usize];
            let is_here = self.pcs[pid as usize] == state;
            if is_here && self.possible[i as usize] {
                table.need_conflicts(i);
                if !self.add_all(table.conflicts(i), table) {
                    return false;
                }
            } else if !self.add_cheapest(i, is_here, table, machine) {
                return false;
            }
            if halves && is_here {
                table.need_partners(i);
                if !self.add_all(table.partners(i), table) {
                    return false;
                }
            }
        }
        true
    }

    /// Takes all steps of a process that is in the set. False if that makes the set too large.
    fn take(&mut self, pid: u32, table: &Table) -> bool {
        if self.taken >> pid & 1 != 0 {
            return true;
        }
        self.taken |= 1 << pid;
        if self.taken.count_ones() >= self.most || (self.most < u32::MAX && self.visible >> pid & 1 != 0) {
            return false;
        }
        table.at(pid, self.pcs[pid as usize]).all(|i| self.add(i, table))
    }

    /// Whether a step can come after the current state, if the set is to be worth anything.
    #[inline(always)]
    fn matters(&self, i: u32, table: &Table) -> bool {
        let step = &table.brief[i as usize];
        !step.waits && self.ahead[step.pid as usize].has(step.state as usize)
    }

    /// Adds a step, and with one that is possible all of its process. False if that makes the set too large.
    #[inline]
    fn add(&mut self, i: u32, table: &Table) -> bool {
        if self.member[i as usize] == self.set || !self.matters(i, table) {
            return true;
        }
        self.member[i as usize] = self.set;
        self.open.push(i);
        let Brief { pid, state, .. } = table.brief[i as usize];
        let is_possible = self.pcs[pid as usize] == state && self.possible[i as usize];
        !is_possible || self.take(u32::from(pid), table)
    }

    fn add_all(&mut self, steps: &[u32], table: &Table) -> bool {
        self.work += steps.len() as u64;
        steps.iter().all(|&i| self.add(i, table))
    }

    /// Adds the steps that can bring about one thing that a step waits for.
    fn add_cheapest(&mut self, i: u32, is_here: bool, table: &mut Table, machine: &Machine) -> bool {
        let state = machine.state();
        let mut best: Option<(u64, Choice)> = None;
        if !is_here {
            let cost = self.cost(table.before(i), table);
            if cost == 0 {
                return true;
            }
            best = Some((cost, Choice::Before));
        }
        let is_first = std::mem::replace(&mut self.asked_at[i as usize], self.asking) != self.asking;
        for n in 0..table.steps[i as usize].wait.tests.len() {
            let holds = table.steps[i as usize].wait.tests[n].holds(state);
            if is_first {
                self.asked.push(Asked::Test { step: i, test: n as u32, holds });
            }
            if !holds {
                self.consider(i, Wait::Test(n), &mut best, table);
            }
        }
        if table.steps[i as usize].wait.channels.len() == 1 {
            let wait = waits_for_channel(i, is_here, table, machine);
            if is_first {
                self.asked.push(Asked::Channel { step: i, is_here, wait });
            }
            if let Some(wait) = wait {
                self.consider(i, wait, &mut best, table);
            }
        }
        match best {
            Some((0, _)) => true,
            Some((_, Choice::Before)) => self.add_all(table.before(i), table),
            Some((_, Choice::Wait(wait))) => self.add_all(table.enablers(i, wait), table),
            None => {
                table.need_enablers(i, Wait::All);
                self.add_all(table.enablers(i, Wait::All), table)
            }
        }
    }

    fn consider(&mut self, i: u32, wait: Wait, best: &mut Option<(u64, Choice)>, table: &mut Table) {
        table.need_enablers(i, wait);
        let cost = self.cost(table.enablers(i, wait), table);
        if best.is_none_or(|(least, _)| cost < least) {
            *best = Some((cost, Choice::Wait(wait)));
        }
    }

    /// How much the set grows with these steps: those that are possible count most.
    fn cost(&mut self, steps: &[u32], table: &Table) -> u64 {
        self.work += steps.len() as u64;
        let mut cost = 0;
        for &i in steps {
            if self.member[i as usize] == self.set || !self.matters(i, table) {
                continue;
            }
            let step = &table.brief[i as usize];
            let is_here = self.pcs[step.pid as usize] == step.state;
            cost += match is_here && self.possible[i as usize] {
                true if self.taken >> step.pid & 1 == 0 => 1000,
                _ => 1,
            };
        }
        cost
    }
}

#[derive(Clone, Copy)]
enum Choice {
    /// The control state: the steps that lead to it.
    Before,
    Wait(Wait),
}

/// What a step waits for, if it is one channel that is known, and that is why it is not possible now.
fn waits_for_channel(i: u32, is_here: bool, table: &Table, machine: &Machine) -> Option<Wait> {
    use footprint::Use;
    let step = &table.steps[i as usize];
    let [only] = step.wait.channels[..] else { return None };
    let place = machine.shape().channels.get((only.channel? as usize).checked_sub(1)?)?;
    let capacity = machine.model.channel_types[place.ty as usize].capacity;
    if capacity == 0 {
        return None;
    }
    let length = machine.state()[place.at as usize] & 0xff;
    match only.how {
        Use::Receive | Use::Find | Use::NotEmpty if length == 0 => Some(Wait::Message),
        Use::Send | Use::NotFull if length >= capacity => Some(Wait::Room),
        Use::Receive if is_here => Some(Wait::Another),
        _ => None,
    }
}
