//! Processes: what ops ask of them, and how they start one.

use super::fault::FaultKind;
use super::machine::Machine;
use crate::model::ProctypeId;

impl Machine<'_> {
    /// How many there are. As in Spin, the claim counts.
    #[inline(always)]
    pub(super) fn processes(&self) -> i32 {
        (self.process_count() + u32::from(self.model.claim.is_some())) as i32
    }

    #[inline(always)]
    pub(super) fn push_enabled(&mut self) {
        let pid = self.stack.pop();
        let enabled = self.test_enabled(pid);
        self.stack.push(i32::from(enabled));
    }

    #[inline(always)]
    pub(super) fn push_control_state(&mut self) {
        let pid = self.stack.pop();
        self.stack.push(self.remote(pid).map_or(0, |p| self.pc(p) as i32));
    }

    #[inline(always)]
    pub(super) fn push_priority(&mut self) {
        let pid = self.stack.pop();
        self.stack.push(u32::try_from(pid).map_or(0, |p| self.priority(p) as i32));
    }

    /// The first process of a proctype, or -1.
    #[inline(always)]
    pub(super) fn first_pid(&self, proctype: u32) -> i32 {
        let found = self.shape().processes.iter().position(|p| p.proctype.0 == proctype);
        found.map_or(-1, |i| i as i32)
    }

    /// Starts a process with the arguments on the stack; leaves its pid there.
    #[inline(never)]
    pub(super) fn run_process(&mut self, proctype: ProctypeId, priority: u8, args: u16) -> bool {
        let first = self.stack.len() - args as usize;
        let values = self.stack.from(first).to_vec();
        self.stack.truncate(first);
        match self.start(proctype, priority, &values) {
            Some(pid) => {
                self.stack.push(pid as i32);
                true
            }
            None => false,
        }
    }

    fn remote(&self, pid: i32) -> Option<super::shape::ProcessPlace> {
        self.shape().processes.get(usize::try_from(pid).ok()?).copied()
    }

    /// The frame of a process that must be of this proctype.
    #[inline(never)]
    pub(super) fn remote_of(&mut self, pid: i32, proctype: u32) -> Option<u32> {
        let p = self.remote(pid)?;
        if p.proctype.0 == proctype {
            return Some(p.frame);
        }
        self.fault(FaultKind::Remote { wanted: ProctypeId(proctype), process: pid, found: p.proctype });
        None
    }

    #[inline(never)]
    fn test_enabled(&mut self, pid: i32) -> bool {
        match u32::try_from(pid) {
            Ok(p) if p == self.pid && self.model.claim.is_none_or(|c| c.frame != self.frame) => {
                self.fault(FaultKind::EnabledOfSelf);
                false
            }
            Ok(p) => self.is_enabled(p),
            Err(_) => false,
        }
    }

    /// Pops a priority and a pid. False if that is no priority.
    #[inline(never)]
    pub(super) fn set_priority(&mut self) -> bool {
        let priority = self.stack.pop();
        let pid = self.stack.pop();
        let Some(place) = self.remote(pid) else { return true };
        if !(1..=255).contains(&priority) {
            self.fault(FaultKind::Priority { priority });
            return false;
        }
        if let Some(slot) = self.model.proctype(place.proctype).priority {
            let i = place.frame + slot.word;
            let word = self.memory.get(i);
            self.memory.set(i, slot.set(word, priority));
        }
        true
    }
}
