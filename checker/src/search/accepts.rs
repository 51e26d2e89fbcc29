//! Where accept labels are, and whether a state is at one.

use super::{Property, Search};
use crate::exec::Machine;
use crate::model::Model;

/// Which automata have accept labels that count.
#[derive(Clone, Copy)]
pub struct Accepts {
    claim: bool,
    processes: bool,
    trace: bool,
}

impl Accepts {
    pub fn of(model: &Model, what: &Search) -> Accepts {
        let has = |p: &crate::model::Proctype| p.states.iter().any(|s| s.accept);
        // The claim for progress has the only labels that count then.
        let others = what.property != Property::Progress;
        Accepts {
            claim: model.claim.is_some_and(|c| has(model.proctype(c.proctype))),
            processes: others && model.processes_can_accept(),
            trace: others && model.trace.as_ref().is_some_and(|t| has(model.proctype(t.proctype))),
        }
    }

    #[inline]
    pub fn at(self, machine: &Machine) -> bool {
        (self.claim && machine.claim_accepts())
            || (self.processes && machine.at_accept())
            || (self.trace && machine.trace_accepts())
    }
}
