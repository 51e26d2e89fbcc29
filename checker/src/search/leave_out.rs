//! Depth first, as few processes as are enough at a state: one that may be taken alone, else a stubborn set, else all.
//!
//! What a state is, how its processes are tried, and what is on the path is for the search to say:
//! [`depth_first`](super::depth_first) has states as they are, [`keyed::depth_first`](super::keyed::depth_first) has keys.
//! Breadth first nothing is on a path, and what is enough is told otherwise: see
//! [`breadth_first`](super::breadth_first). The worker loop ([`explorer`](super::explorer)) has the same rule, spread over
//! the turns of a node.

use super::reduction::Found;
use crate::stubborn::Processes;

/// A state that is expanded, and the successors that were found so far.
pub trait Expanded {
    /// Why it has to be expanded in another way.
    type Error;

    fn processes(&mut self) -> u32;

    /// The youngest process up to this one that may be taken alone.
    fn safe_process(&mut self, from: i32) -> Option<u32>;

    fn stubborn_set(&mut self) -> Result<Found, Self::Error>;

    /// The processes that have to be tried besides a set that led back.
    fn overdue(&mut self, tried: Processes) -> Found;

    fn try_some(&mut self, among: Processes) -> Result<(), Self::Error>;

    /// Drops what was found, and tries all processes. Whether one could move.
    fn try_all(&mut self) -> Result<bool, Self::Error>;

    fn has_found(&self) -> bool;

    /// Looks up what was found. Whether something of it is not on the path.
    fn leads_ahead(&mut self) -> bool;

    /// What was found led back and is not enough. It counts all the same, as in Spin.
    fn drop_found(&mut self);

    /// A process was enough.
    fn was_alone(&mut self) {}

    /// A set was not.
    fn was_not_enough(&mut self);
}

/// Whether a process could move.
#[inline(always)]
pub fn leave_out<E: Expanded>(state: &mut E) -> Result<bool, E::Error> {
    let mut below = state.processes() as i32 - 1;
    if below <= 0 {
        return state.try_all();
    }
    // As in Spin: one that may be taken alone, or after one that led back another one.
    while let Some(pid) = state.safe_process(below) {
        state.drop_found();
        state.try_some(Processes::only(pid))?;
        if state.leads_ahead() {
            state.was_alone();
            return Ok(true);
        }
        below = pid as i32 - 1;
        if state.has_found() && state.safe_process(below).is_none() {
            return state.try_all();
        }
    }
    state.drop_found();
    let found = state.stubborn_set()?;
    let set = match found {
        Found::Paused => return state.try_all(),
        Found::All(set) | Found::Set(set) => set,
    };
    state.try_some(set)?;
    if !state.has_found() {
        return state.try_all();
    }
    if state.leads_ahead() || matches!(found, Found::All(_)) {
        return Ok(true);
    }
    // It does not matter what is put off, but for what can go wrong.
    match state.overdue(set) {
        Found::Set(Processes(0)) => Ok(true),
        Found::Set(more) => state.try_some(more).map(|()| true),
        Found::All(_) | Found::Paused => {
            state.was_not_enough();
            state.try_all()
        }
    }
}
