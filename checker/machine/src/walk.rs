//! Random runs, to come to errors that lie deep before all states are known.
//!
//! Priorities as in PCT (Burckhardt et al. 2010): each thread has one, the highest that can move does, and at a few
//! steps chosen beforehand the running thread gets the lowest. A thread that runs alone for long gets the lowest, too,
//! because it may wait for others in a loop. In every third run threads take turns: one step each, in an order that is
//! chosen at random; that is how each of many threads comes to hold one lock. Each run is a run of the program, so an
//! error that is found is real; that none is found says nothing.

use crate::outcome::{FaultKind, Location};
use crate::parts::ENDED;
use crate::random::Random;
use crate::step::{End, Machine};
use crate::tell::Move;

/// What a random run came to: an error, and how to come there again.
pub struct Walk {
    pub path: Vec<Move>,
    pub fault: FaultKind,
    pub location: Location,
}

/// Steps of one run, at most. The first are shorter.
const LENGTH: usize = 3000;
const SHORT: usize = 200;
/// A thread that has made so many steps one after the other gives way.
const ALONE: usize = 60;

/// One run from a state, the how manieth. `None` if it came to no error.
pub fn walk(machine: &mut Machine, first: &[u32], pages: usize, index: u32, random: &mut Random) -> Option<Walk> {
    let length = (SHORT << (index / 3).min(10)).min(LENGTH);
    let mut state = first.to_vec();
    let mut priority: Vec<usize> = (0..64).map(|_| 2 * LENGTH + random.below(1000)).collect();
    let in_turn = index.is_multiple_of(3);
    let changes: Vec<usize> = (0..random.below(4)).map(|_| random.below(120)).collect();
    let mut path: Vec<Move> = Vec::new();
    let (mut last, mut alone) = (u32::MAX, 0);
    for step in 0..length {
        let count = state[pages] as usize;
        let parts = &state[pages + 1..][..count];
        let mut threads: Vec<u32> = (0..count as u32).filter(|t| parts[*t as usize] > ENDED).collect();
        threads.sort_by_key(|t| std::cmp::Reverse(priority[*t as usize]));
        let mut moved = false;
        for thread in &threads {
            machine.world.load(&machine.shared, &state, *thread);
            let mut script = Vec::new();
            machine.choices = Some(Random(random.below(usize::MAX) as u64 | 1));
            let end = machine.run(&mut script);
            machine.choices = None;
            if matches!(end, End::Waits) {
                continue;
            }
            moved = true;
            path.push(Move { thread: *thread, script });
            match end {
                End::Rest => state = machine.world.save(&mut machine.shared),
                End::Fault(fault) => return Some(Walk { path, fault, location: machine.location() }),
                End::Waits | End::Dropped | End::Exit | End::Limit(_) => return None,
            }
            alone = if *thread == last { alone + 1 } else { 0 };
            last = *thread;
            if in_turn {
                priority[*thread as usize] = 2 * LENGTH - step;
            } else if changes.contains(&step) || alone > ALONE {
                priority[*thread as usize] = random.below(900);
                alone = 0;
            }
            break;
        }
        if !moved {
            threads.sort_unstable();
            let waiting = threads.iter().map(|t| machine.waits_at(&state, *t)).collect();
            let deadlock = !threads.is_empty() && machine.options.deadlock;
            let location = machine.location();
            return deadlock.then_some(Walk { path, fault: FaultKind::Deadlock { waiting }, location });
        }
    }
    None
}
