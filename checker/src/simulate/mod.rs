//! Running a model step by step: at random, by hand, or along a trail.
//!
//! A [`Simulation`] is a model in one state together with the steps that are possible there, found by the same rules as
//! the search: atomic sequences, rendezvous in two halves, `else`, `timeout`, `provided`, priorities, escapes of
//! `unless`, a claim that moves in turn with the system. [`replay`] takes the steps of a trail again; [`Picture`] tells
//! what a step changed.
//!
//! Nothing is stored, counted or reduced here: see `search` for that.

mod options;
mod picture;
mod replay;
mod simulation;

pub use options::Choice;
pub use picture::{Change, Picture, ProcessPicture, Variable, fields};
pub use replay::{Misfit, Replay};
pub use simulation::{Simulation, Status, Taken};
