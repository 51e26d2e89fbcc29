//! Takes a step from a state of the search: one that was made before (see `memo`), or by the machine.

use crate::memo::{Ended, Memo, Result};
use crate::step::{Choice, End, Machine, Pending};
use std::rc::Rc;

/// What a step came to.
pub struct Taken {
    pub end: End,
    /// The first access that others could see.
    pub first: Option<Rc<Pending>>,
    /// See `Machine::plain_in_sections`.
    pub plain_in_sections: Option<Rc<[Pending]>>,
    /// It was no scheduling point.
    pub invisible: bool,
}

#[derive(Default)]
pub struct Steps {
    memo: Memo,
    /// The state after the last step, if it rests.
    pub next: Vec<u32>,
}

impl Steps {
    pub fn bytes(&self) -> u64 {
        self.memo.bytes()
    }

    /// Takes a step; the script is made longer by what else was chosen. After a fault the machine is where it happened.
    pub fn take(&mut self, machine: &mut Machine, state: &[u32], thread: u32, script: &mut Vec<Choice>) -> Taken {
        let pages = machine.shared.layout.writable / crate::address::PAGE;
        let knowledge = machine.knowledge();
        if machine.options.forgets {
            return self.make(machine, state, thread, script);
        }
        let parts = &machine.shared.parts;
        if let Some(found) = self.memo.find(parts, knowledge, (state, pages), (thread, script), &mut self.next) {
            if machine.options.recheck {
                self.recheck(machine, state, thread, script, &found);
            }
            *script = found.script;
            let Result { end, first, plain_in_sections, invisible, .. } = found;
            return Taken { end: end.into(), first, plain_in_sections, invisible };
        }
        let given = script.clone();
        let known = machine.options.recheck.then(|| machine.sharing.clone());
        let taken = self.make(machine, state, thread, script);
        if machine.knowledge() != knowledge {
            return taken;
        }
        if let Some(mut known) = known {
            known.broken = machine.sharing.broken;
            assert!(known == machine.sharing, "what is known about sharing changed, and was not counted");
        }
        let end = match &taken.end {
            End::Rest => Ended::Rest,
            End::Waits => Ended::Waits,
            End::Dropped => Ended::Dropped,
            End::Exit if !machine.options.leak => Ended::Exit,
            End::Exit | End::Fault(_) | End::Limit(_) => return taken,
        };
        let result = Result {
            end,
            script: script.clone(),
            first: taken.first.clone(),
            plain_in_sections: taken.plain_in_sections.clone(),
            invisible: taken.invisible,
        };
        let (parts, looked) = (&machine.shared.parts, machine.world.looked());
        self.memo.add(parts, (state, pages), (thread, &given), looked, (result, &self.next));
        taken
    }

    /// The machine makes a step.
    fn make(&mut self, machine: &mut Machine, state: &[u32], thread: u32, script: &mut Vec<Choice>) -> Taken {
        machine.world.load(&machine.shared, state, thread);
        let end = machine.run(script);
        if matches!(end, End::Rest) {
            self.next = machine.world.save(&mut machine.shared);
        }
        let plain = machine.plain_in_sections();
        let plain_in_sections = (!plain.is_empty()).then(|| plain.into());
        Taken { end, first: machine.first_access().map(Rc::new), plain_in_sections, invisible: machine.was_invisible() }
    }

    /// Makes a step that is remembered, and compares all that it does.
    fn recheck(&mut self, machine: &mut Machine, state: &[u32], thread: u32, script: &[Choice], found: &Result) {
        let next = std::mem::take(&mut self.next);
        let (knowledge, obstacles, exits) = (machine.knowledge(), machine.obstacles.len(), machine.exits.len());
        let reached = machine.reached.clone();
        let mut script = script.to_vec();
        let made = self.make(machine, state, thread, &mut script);
        let same = std::mem::discriminant(&made.end) == std::mem::discriminant(&End::from(found.end))
            && script == found.script
            && made.first == found.first
            && made.plain_in_sections == found.plain_in_sections
            && made.invisible == found.invisible
            && (found.end != Ended::Rest || self.next == next)
            && (knowledge, obstacles, exits) == (machine.knowledge(), machine.obstacles.len(), machine.exits.len())
            && reached == machine.reached;
        assert!(same, "a step of thread {thread} is not what is remembered: {found:?}, but {:?}", made.end);
        self.next = next;
    }
}

impl From<Ended> for End {
    fn from(ended: Ended) -> End {
        match ended {
            Ended::Rest => End::Rest,
            Ended::Waits => End::Waits,
            Ended::Dropped => End::Dropped,
            Ended::Exit => End::Exit,
        }
    }
}
