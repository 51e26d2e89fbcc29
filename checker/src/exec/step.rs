//! A step of a run, by name.

use crate::model::TransitionId;

/// Which process takes which transition: one step of a path or trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// [`CLAIM`](super::CLAIM) for a step of the claim.
    pub pid: u32,
    pub transition: TransitionId,
}
