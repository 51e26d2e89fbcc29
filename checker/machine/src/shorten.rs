//! Makes a run to an error shorter: moves are left out, as long as what is left comes to the same error.
//!
//! First halves are left out, then quarters, and so on to single moves (Zeller and Hildebrandt 2002, in its simple
//! form). A move of a thread that waits or has ended is dropped on the way. The result is a run of the program again;
//! it need not be the shortest.

use crate::outcome::{FaultKind, Location};
use crate::parts::ENDED;
use crate::step::{End, Machine};
use crate::tell::Move;
use crate::walk::Walk;
use std::mem::discriminant;
use std::time::{Duration, Instant};

const LONGEST: Duration = Duration::from_millis(200);

/// The run made shorter, with what is told of its end.
pub fn shorten(machine: &mut Machine, found: Walk, first: &[u32], pages: usize) -> Walk {
    let begin = Instant::now();
    let mut best = found;
    let mut size = best.path.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at < best.path.len() {
            if begin.elapsed() > LONGEST {
                return best;
            }
            let end = (at + size).min(best.path.len());
            let rest: Vec<Move> = [&best.path[..at], &best.path[end..]].concat();
            match leads(machine, &rest, first, pages, (&best.fault, &best.location)) {
                Some(shorter) => best = shorter,
                None => at += size,
            }
        }
        size /= 2;
    }
    best
}

/// Makes the moves of a run that can be made. `None` if it does not come to the error.
fn leads(
    machine: &mut Machine,
    path: &[Move],
    first: &[u32],
    pages: usize,
    (fault, location): (&FaultKind, &Location),
) -> Option<Walk> {
    let mut state = first.to_vec();
    let mut made: Vec<Move> = Vec::new();
    for step in path {
        let threads = &state[pages + 1..][..state[pages] as usize];
        if threads.get(step.thread as usize).is_none_or(|part| *part <= ENDED) {
            continue;
        }
        machine.world.load(&machine.shared, &state, step.thread);
        let mut script = step.script.clone();
        let end = machine.run(&mut script);
        if matches!(end, End::Waits) {
            continue;
        }
        made.push(Move { thread: step.thread, script });
        match end {
            End::Rest => state = machine.world.save(&mut machine.shared),
            End::Fault(found) if discriminant(&found) == discriminant(fault) && machine.location() == *location => {
                return Some(Walk { path: made, fault: found, location: machine.location() });
            }
            End::Fault(_) | End::Waits | End::Dropped | End::Exit | End::Limit(_) => return None,
        }
    }
    if !matches!(fault, FaultKind::Deadlock { .. }) {
        return None;
    }
    let count = state[pages];
    let threads: Vec<u32> = (0..count).filter(|t| state[pages + 1 + *t as usize] > ENDED).collect();
    let all_wait = threads.iter().all(|t| {
        machine.world.load(&machine.shared, &state, *t);
        matches!(machine.run(&mut Vec::new()), End::Waits)
    });
    if !all_wait || threads.is_empty() {
        return None;
    }
    let waiting = threads.iter().map(|t| machine.waits_at(&state, *t)).collect();
    Some(Walk { path: made, fault: FaultKind::Deadlock { waiting }, location: machine.location() })
}
