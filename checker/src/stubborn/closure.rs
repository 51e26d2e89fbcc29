//! The smallest set of processes that is closed: what is known of a state, and the set that is being made.

use super::Sight;
use super::asked::{Asked, waits_for_channel};
use super::table::{Brief, Table, Wait};
use crate::bits::Bits;
use crate::exec::Machine;

/// To try whether a step is possible costs as much as to look at so many others.
const TRY: u64 = 8;

/// What is known of the current state, and of the set that is being made.
#[derive(Default)]
pub struct Closure {
    pub pcs: Vec<u32>,
    /// Steps that can be taken now, and those that can come after the current state, if the set is to be worth
    /// anything.
    pub possible: Vec<u64>,
    ahead: Vec<u64>,
    /// Processes that can move, and those that can do so visibly.
    pub moving: u64,
    visible: u64,
    /// The steps of the set, and of the processes that are taken.
    member: Vec<u64>,
    of_taken: Vec<u64>,
    open: Vec<u32>,
    taken: u64,
    /// A set with so many processes is too large.
    most: u32,
    /// How much has been looked at.
    pub work: u64,
    /// What was asked of the current state, besides which steps are possible.
    pub asked: Vec<Asked>,
    /// Steps that were asked about.
    asked_at: Vec<u64>,
}

/// Whether a set of steps has one.
#[inline(always)]
pub fn has(set: &[u64], i: u32) -> bool {
    set[i as usize / 64] >> (i % 64) & 1 != 0
}

#[inline(always)]
fn add(set: &mut [u64], i: u32) {
    set[i as usize / 64] |= 1 << (i % 64);
}

impl Closure {
    /// Knows where the processes are. Nothing is possible yet.
    fn stand(&mut self, table: &Table, here: Sight) {
        let words = table.steps.len().div_ceil(64);
        for set in [&mut self.possible, &mut self.ahead, &mut self.member, &mut self.of_taken, &mut self.asked_at] {
            set.clear();
            set.resize(words, 0);
        }
        self.pcs.clear();
        (self.moving, self.visible) = (0, 0);
        for pid in 0..table.processes.len() as u32 {
            let pc = here.pc(table.processes[pid as usize]);
            self.pcs.push(pc);
            for (all, own) in self.ahead.iter_mut().zip(table.ahead(pid, pc).words()) {
                *all |= own;
            }
        }
    }

    /// Takes over which steps are possible.
    pub fn see(&mut self, table: &Table, here: Sight, possible: &[u64]) {
        self.stand(table, here);
        for (pid, options) in (0..table.processes.len() as u32).zip(possible) {
            let steps = table.at(pid, self.pcs[pid as usize]);
            let first = steps.clone().next().map_or(0, |i| table.brief[i as usize].transition);
            for i in steps {
                if options >> (table.brief[i as usize].transition - first) & 1 != 0 {
                    add(&mut self.possible, i);
                }
            }
        }
        self.tell_moving(table);
    }

    /// Finds out which steps are possible.
    pub fn look(&mut self, table: &Table, machine: &mut Machine) {
        self.stand(table, Sight::of(machine));
        let mark = machine.mark();
        machine.timeout = false;
        for pid in 0..table.processes.len() as u32 {
            let place = table.processes[pid as usize];
            machine.moved = false;
            for i in table.at(pid, self.pcs[pid as usize]) {
                self.work += TRY;
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
                    add(&mut self.possible, i);
                }
            }
        }
        self.tell_moving(table);
    }

    /// Which processes can move, and which of them visibly.
    fn tell_moving(&mut self, table: &Table) {
        for pid in 0..table.processes.len() as u32 {
            for i in table.at(pid, self.pcs[pid as usize]) {
                if has(&self.possible, i) {
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
                    add(&mut self.possible, i);
                    found = true;
                }
            }
        }
        found
    }

    /// The processes of the smallest set that is made from the steps of one process, whichever it is; of the youngest,
    /// if there are several. `None` if all are needed.
    pub fn smallest(&mut self, table: &mut Table, here: Sight) -> Option<u64> {
        let mut best: Option<(u32, u64)> = None;
        let starts = self.starts(table);
        for (least, pid) in starts {
            let most = match best {
                None => self.moving.count_ones(),
                // One that is as small is better if its process is younger.
                Some((by, set)) => set.count_ones() + u32::from(pid > by),
            };
            if least >= most {
                continue;
            }
            if let Some(set) = self.close(pid, most, table, here) {
                best = Some((pid, set));
            }
        }
        best.map(|(_, set)| set)
    }

    /// The processes that can move, each with how many a set that begins with it has at least: those with few come
    /// first, then the youngest. What is possible brings in what it conflicts with.
    fn starts(&mut self, table: &mut Table) -> Vec<(u32, u32)> {
        let pids: Vec<u32> = (0..table.processes.len() as u32).filter(|pid| self.moving >> pid & 1 != 0).collect();
        let mut needs = vec![0u64; table.processes.len()];
        for &pid in &pids {
            needs[pid as usize] = 1 << pid;
            for i in table.at(pid, self.pcs[pid as usize]).filter(|&i| has(&self.possible, i)) {
                table.need_conflicts(i);
                self.work += self.possible.len() as u64;
                for (n, (word, possible)) in table.conflicts(i).words().iter().zip(&self.possible).enumerate() {
                    let mut both = word & possible & self.ahead[n];
                    while both != 0 {
                        let other = table.brief[n * 64 + both.trailing_zeros() as usize].pid;
                        needs[pid as usize] |= 1 << other;
                        both &= both - 1;
                    }
                }
            }
        }
        loop {
            let mut grew = false;
            for &pid in &pids {
                let own = needs[pid as usize];
                let all = pids.iter().filter(|&&q| own >> q & 1 != 0).fold(own, |all, &q| all | needs[q as usize]);
                grew |= all != own;
                needs[pid as usize] = all;
            }
            if !grew {
                break;
            }
        }
        let mut starts: Vec<(u32, u32)> = pids.iter().map(|&pid| (needs[pid as usize].count_ones(), pid)).collect();
        starts.sort_by_key(|&(least, pid)| (least, u32::MAX - pid));
        starts
    }

    /// The processes of the smallest set that is made from the steps of one. `None` if there are as many as `most`, or
    /// it would be visible.
    fn close(&mut self, pid: u32, most: u32, table: &mut Table, here: Sight) -> Option<u64> {
        self.begin(most);
        (self.take(pid, table) && self.close_open(table, here)).then_some(self.taken & self.moving)
    }

    /// The processes of the set that has all steps that must not be put off. What is not in reach of any process does
    /// not matter.
    pub fn close_over_what_matters(&mut self, table: &mut Table, here: Sight, reached: &[bool]) -> u64 {
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
        if self.close_open(table, here) { self.taken & self.moving } else { self.moving }
    }

    /// Begins to write down what is asked of the state.
    pub fn asks(&mut self) {
        self.asked.clear();
        self.asked_at.fill(0);
    }

    fn begin(&mut self, most: u32) {
        self.member.fill(0);
        self.of_taken.fill(0);
        self.open.clear();
        self.taken = 0;
        self.most = most;
    }

    /// Adds what the open steps need. False if the set becomes too large.
    fn close_open(&mut self, table: &mut Table, here: Sight) -> bool {
        while let Some(i) = self.open.pop() {
            let Brief { pid, halves, state, .. } = table.brief[i as usize];
            let is_here = self.pcs[pid as usize] == state;
            if has(&self.possible, i) {
                table.need_conflicts(i);
                if !self.add_all(table.conflicts(i), table) {
                    return false;
                }
            } else if !self.add_cheapest(i, is_here, table, here) {
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
        for (all, own) in self.of_taken.iter_mut().zip(table.of_process(pid).words()) {
            *all |= own;
        }
        table.at(pid, self.pcs[pid as usize]).all(|i| self.add(i, table))
    }

    /// Adds a step, and with one that is possible all of its process. False if that makes the set too large.
    #[inline]
    fn add(&mut self, i: u32, table: &Table) -> bool {
        if has(&self.member, i) || !has(&self.ahead, i) {
            return true;
        }
        add(&mut self.member, i);
        self.open.push(i);
        !has(&self.possible, i) || self.take(u32::from(table.brief[i as usize].pid), table)
    }

    fn add_all(&mut self, steps: &Bits, table: &Table) -> bool {
        self.work += steps.words().len() as u64;
        for (n, word) in steps.words().iter().enumerate() {
            let mut new = word & !self.member[n] & self.ahead[n];
            while new != 0 {
                let i = n as u32 * 64 + new.trailing_zeros();
                new &= new - 1;
                self.work += 1;
                if !self.add(i, table) {
                    return false;
                }
            }
        }
        true
    }

    /// Adds the steps that can bring about one thing that a step waits for.
    fn add_cheapest(&mut self, i: u32, is_here: bool, table: &mut Table, here: Sight) -> bool {
        let state = here.state;
        let mut best: Option<(u64, Choice)> = None;
        if !is_here {
            let cost = self.cost(table.before(i));
            if cost == 0 {
                return true;
            }
            best = Some((cost, Choice::Before));
        }
        let is_first = !has(&self.asked_at, i);
        add(&mut self.asked_at, i);
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
            let wait = waits_for_channel(i, is_here, table, here);
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
        let cost = self.cost(table.enablers(i, wait));
        if best.is_none_or(|(least, _)| cost < least) {
            *best = Some((cost, Choice::Wait(wait)));
        }
    }

    /// How much the set grows with these steps: those that are possible count most.
    fn cost(&mut self, steps: &Bits) -> u64 {
        self.work += steps.words().len() as u64;
        let mut cost = 0;
        for (n, word) in steps.words().iter().enumerate() {
            let new = word & !self.member[n] & self.ahead[n];
            let moving = new & self.possible[n] & !self.of_taken[n];
            cost += u64::from(new.count_ones()) + 999 * u64::from(moving.count_ones());
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
