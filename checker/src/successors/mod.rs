//! All successors of a state at once, as rows of words.
//!
//! A successor is the next state of the space: steps inside of an atomic sequence and the two halves of a rendezvous
//! are followed to their end. The state itself is not changed and nothing is undone: native code makes each successor
//! next to the others, so that a search can prefetch all of them before it looks up the first one.
//!
//! This is the common case only. Where something goes wrong, where nothing can move, where a sequence goes on and on,
//! the answer is [`Unusual`], and the worker loop (`search::explorer`) expands the state, with all it knows of claims,
//! errors and trails. Models for which this would always be so are not taken at all: see [`Expander::new`].

mod expander;
mod flags;
mod rows;

pub use expander::Expander;
pub(crate) use expander::{Attempt, Tried};
pub use flags::Flags;
pub use rows::{Successor, Successors, SuccessorsMark};

/// The state has to be expanded by the worker loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unusual;
