//! Trails: saved runs of a model, as Spin's verifiers write them and `spin -t` reads them.
//!
//! A trail names the process and the transition of each step, nothing else: the values come back when the run is taken
//! again (`simulate::replay`). Transitions have the numbers that Spin gives them
//! ([`Transition::id`](crate::model::Transition::id)), so that a trail can go from one tool to the other. The file
//! format is in [`text`].

pub mod text;

pub use text::BadTrail;

use crate::exec::{CLAIM, Move};
use crate::model::Model;

/// A saved run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// The claim that took part in the run.
    pub claim: Option<ClaimRef>,
    /// A step may stand for several statements of its process: it was recorded by a verifier that merges them.
    pub merged: bool,
    pub steps: Vec<TrailStep>,
    /// The number of the step after which the run repeats itself, if it does.
    pub cycle: Option<usize>,
}

/// One step of a saved run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailStep {
    /// `exec::CLAIM` for a step of the claim.
    pub pid: u32,
    /// Spin's number of the transition.
    pub id: u32,
}

/// How a trail names its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimRef {
    /// By its place among the proctypes, as Spin does.
    Number(u32),
    Name(String),
}

impl Trail {
    /// The trail of steps that were taken in a model. After `cycle` of them the run repeats the rest.
    pub fn of(model: &Model, moves: &[Move], cycle: Option<usize>) -> Trail {
        Trail {
            claim: model.claim.map(|c| ClaimRef::Number(c.proctype.0)),
            merged: false,
            steps: moves.iter().map(|m| TrailStep { pid: m.pid, id: model.transition(m.transition).id }).collect(),
            cycle,
        }
    }

    /// Whether the claim takes steps.
    pub fn has_claim_steps(&self) -> bool {
        self.steps.iter().any(|s| s.pid == CLAIM)
    }
}
