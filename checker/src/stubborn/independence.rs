//! Which steps depend on each other, for sleep sets.
//!
//! Two steps that are both possible in a state are independent if neither stops the other and both orders lead to the
//! same state. A rendezvous is taken for its send with whoever receives: it depends on what any receiver depends on,
//! and on every step of a process that might receive. What waits for `timeout` depends on everything.

use super::{Sight, Stubborn};
use crate::exec::Machine;

/// The facts about the processes of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known(usize);

impl Stubborn<'_> {
    /// What is known in the state of the machine. `None`: nothing, every step may depend on every other.
    pub fn known(&mut self, machine: &Machine) -> Option<Known> {
        self.table(Sight::of(machine)).map(Known)
    }

    /// The number of a step that a process can try where it is.
    pub fn step(&self, known: Known, machine: &Machine, pid: u32, transition: u32) -> Option<u32> {
        let table = &self.tables[known.0];
        let place = *table.processes.get(pid as usize)?;
        table.at(pid, machine.pc(place)).find(|&i| table.brief[i as usize].transition == transition)
    }

    /// Whether a step, which may begin a rendezvous, depends on another one.
    pub fn depends(&mut self, known: Known, step: u32, other: u32) -> bool {
        let table = &mut self.tables[known.0];
        let (own, by) = (table.brief[step as usize], table.brief[other as usize]);
        if own.pid == by.pid || own.waits || by.waits {
            return true;
        }
        table.need_conflicts(step);
        if table.conflicts(step).has(other as usize) {
            return true;
        }
        if own.halves {
            table.need_partners(step);
            let partners: Vec<u32> = table.partners(step).iter().collect();
            for partner in partners {
                table.need_conflicts(partner);
                let is_his = table.brief[partner as usize].pid == by.pid;
                if is_his || table.conflicts(partner).has(other as usize) {
                    return true;
                }
            }
        }
        false
    }
}
