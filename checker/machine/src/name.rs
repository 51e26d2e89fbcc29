//! Runs of the search with twins (see `twins`) as runs without: who is who, and the run made again.

use crate::outcome::ThreadNumber;
use crate::parts::ENDED;
use crate::step::{End, Machine};
use crate::tell::Move;
use crate::twins::Names;

/// A run in which each thread has one number from its start to its end.
pub struct Named {
    pub path: Vec<Move>,
    names: Names,
}

impl Named {
    /// The number of a thread that has one in the last state.
    pub fn number(&self, thread: ThreadNumber) -> ThreadNumber {
        self.names.number(self.names.who(thread))
    }
}

/// Gives each thread of a run of the search the number that it has in the end. `waits`: a step that is not made, in
/// which a thread waits for one that has not ended.
pub fn name(machine: &mut Machine, path: &[Move], waits: Option<&Move>) -> Named {
    let mut names = Names::new();
    let mut moves: Vec<(usize, Move)> = Vec::new();
    let pages = machine.shared.layout.writable / crate::address::PAGE;
    let mut state = start(machine);
    for step in path.iter().chain(waits) {
        let before = state[pages + 1..][..state[pages] as usize].to_vec();
        machine.world.load(&machine.shared, &state, step.thread);
        let mut script = step.script.clone();
        let end = machine.run(&mut script);
        let (swaps, not_ended) = machine.swaps();
        names.moved(swaps);
        if let Some(thread) = not_ended
            && matches!(end, End::Waits)
        {
            names.moved(&machine.twin_that_waits(thread));
        }
        script.retain(|c| !c.twin);
        moves.push((names.who(step.thread), Move { thread: step.thread, script }));
        if !matches!(end, End::Rest) {
            break;
        }
        state = machine.world.save(&mut machine.shared);
        names.step(&before, &state[pages + 1..][..state[pages] as usize]);
        let moved = machine.order_twins(pages, &mut state);
        names.moved(&moved);
    }
    moves.truncate(path.len());
    let path = moves.into_iter().map(|(who, step)| Move { thread: names.number(who), ..step }).collect();
    Named { path, names }
}

/// Makes a run without twins: how its last step ends, and the state then, or the one before.
pub fn replay(machine: &mut Machine, path: &[Move]) -> Option<(End, Vec<u32>)> {
    let takes = std::mem::take(&mut machine.takes_twins);
    let mut state = start(machine);
    let mut last = End::Rest;
    for step in path {
        let pages = machine.shared.layout.writable / crate::address::PAGE;
        let there = state[pages + 1..][..state[pages] as usize].get(step.thread as usize).is_some_and(|p| *p > ENDED);
        if !matches!(last, End::Rest) || !there {
            machine.takes_twins = takes;
            return None;
        }
        machine.world.load(&machine.shared, &state, step.thread);
        last = machine.run(&mut step.script.clone());
        if matches!(last, End::Rest) {
            state = machine.world.save(&mut machine.shared);
        }
    }
    machine.takes_twins = takes;
    Some((last, state))
}

/// The first state.
fn start(machine: &mut Machine) -> Vec<u32> {
    let Some(entry) = machine.program().entry else { return Vec::new() };
    machine.world = crate::world::World::initial(&machine.shared, entry);
    machine.world.set_spurious(&machine.shared, machine.options.spurious);
    machine.world.save(&mut machine.shared)
}
