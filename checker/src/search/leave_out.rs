//! As few processes as are enough at a state: one that may be taken alone, else a stubborn set, else all.
//!
//! The rule is [`first`] and [`next`]: what to try, and what to try when that was not enough. Who judges whether it was
//! enough is the search: depth first a step has to lead to a state that is not on the path, breadth first to one that
//! is new, and where cycles are looked for no step may lead back. The worker loop ([`explorer`](super::explorer)) tries
//! step by step; searches that find all successors of a state at once call [`leave_out`].
//!
//! Why that is sound: see `docs/soundness.md`, "Reductions of the search".

use super::reduction::Found;
use super::visitor::Judgement;
use crate::stubborn::Processes;

/// Which processes are tried at a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// This one.
    Alone(u32),
    /// Those of a stubborn set.
    Set(Processes),
    /// All that can move.
    Moving(Processes),
    /// Those in which something can go wrong, besides a set that led back.
    Overdue(Processes),
    All,
}

/// A state at which processes are chosen.
pub trait Chooser {
    /// Why no set can be told.
    type Error;

    /// The youngest process up to this one that may be taken alone.
    fn safe_process(&mut self, from: i32) -> Option<u32>;

    fn stubborn_set(&mut self) -> Result<Found, Self::Error>;

    /// The processes that have to be tried besides a set that led back; all of them if everything that is put off
    /// matters.
    fn overdue(&mut self, tried: Processes) -> Found;

    /// A set led back, and all have to be tried.
    fn was_not_enough(&mut self);
}

/// What to try first: a process up to `from`, or else more.
pub fn first<C: Chooser>(state: &mut C, from: i32) -> Result<Attempt, C::Error> {
    if let Some(pid) = state.safe_process(from) {
        return Ok(Attempt::Alone(pid));
    }
    Ok(match state.stubborn_set()? {
        Found::Set(set) => Attempt::Set(set),
        Found::All(moving) => Attempt::Moving(moving),
        Found::Paused => Attempt::All,
    })
}

/// What to try after an attempt that was judged not to be enough; nothing if it was after all. `moved`: one of the
/// processes could move.
pub fn next<C: Chooser>(
    state: &mut C,
    attempt: Attempt,
    moved: bool,
    judgement: Judgement,
) -> Result<Option<Attempt>, C::Error> {
    Ok(match attempt {
        Attempt::Alone(pid) if judgement == Judgement::Another => match moved {
            false => Some(first(state, pid as i32 - 1)?),
            // As in Spin: after one that led back another one is taken alone, or all are tried.
            true => Some(state.safe_process(pid as i32 - 1).map_or(Attempt::All, Attempt::Alone)),
        },
        // It does not matter what is put off, but for what can go wrong.
        Attempt::Set(set) if moved => match state.overdue(set) {
            Found::Set(Processes(0)) => None,
            Found::Set(more) => Some(Attempt::Overdue(more)),
            Found::All(_) | Found::Paused => {
                state.was_not_enough();
                Some(Attempt::All)
            }
        },
        Attempt::Alone(_) | Attempt::Set(_) | Attempt::Moving(_) => Some(Attempt::All),
        Attempt::Overdue(_) | Attempt::All => None,
    })
}

/// A state whose successors are found at once.
pub trait Expanded: Chooser {
    /// What is said of an attempt that did not lead ahead.
    const JUDGEMENT: Judgement = Judgement::Another;

    fn processes(&mut self) -> u32;

    fn try_some(&mut self, among: Processes) -> Result<(), Self::Error>;

    /// Drops what was found, and tries all processes. Whether one could move.
    fn try_all(&mut self) -> Result<bool, Self::Error>;

    fn has_found(&self) -> bool;

    /// Looks up what was found. Whether some of it leads ahead.
    fn leads_ahead(&mut self) -> bool;

    /// What was found led back and is not enough. It counts all the same, as in Spin.
    fn drop_found(&mut self);

    /// A process was enough.
    fn was_alone(&mut self) {}
}

/// Finds as few successors as are enough. Whether a process could move.
#[inline(always)]
pub fn leave_out<E: Expanded>(state: &mut E) -> Result<bool, E::Error> {
    let last = state.processes() as i32 - 1;
    if last <= 0 {
        return state.try_all();
    }
    let mut attempt = first(state, last)?;
    loop {
        let among = match attempt {
            Attempt::Alone(pid) => Processes::only(pid),
            Attempt::Set(set) | Attempt::Moving(set) => set,
            Attempt::Overdue(more) => return state.try_some(more).map(|()| true),
            Attempt::All => return state.try_all(),
        };
        state.drop_found();
        state.try_some(among)?;
        let moved = state.has_found();
        if moved && (state.leads_ahead() || matches!(attempt, Attempt::Moving(_))) {
            if matches!(attempt, Attempt::Alone(_)) {
                state.was_alone();
            }
            return Ok(true);
        }
        match next(state, attempt, moved, E::JUDGEMENT)? {
            Some(more) => attempt = more,
            None => return Ok(true),
        }
    }
}
