//! Steps given from outside: embedded C. What they mean is known to an [`Engine`] alone.
//!
//! A step gets the values of all variables that it may touch, and raw bytes of the state that are its own; it runs to
//! its end, and what it left is stored. Nothing is known of what it reads and writes, so that all analyses take it for
//! anything, and a model with such steps is searched step by step, without reductions: `Model::hidden_words` is never 0
//! then, which keeps searches by whole states and by keys away.

use super::Region;
use super::layout::{Leaf, Slot};
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

/// All steps of a model.
#[derive(Debug, Clone)]
pub struct Foreign {
    pub engine: Arc<dyn Engine>,
    pub steps: Vec<Step>,
    /// Some of its data does not tell states apart.
    pub unmatched: bool,
    pub shown: Shown,
}

/// Scalars among the raw bytes, for reports alone: nothing else may take them for variables.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    pub global: Vec<Leaf>,
    pub hidden: Vec<Leaf>,
    /// By proctype.
    pub locals: Vec<Vec<Leaf>>,
}

/// What a step exchanges.
#[derive(Debug, Clone, Default)]
pub struct Step {
    pub values: Vec<Source>,
    /// Words of regions, one row behind the other.
    pub words: Vec<(Region, Range<u32>)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Variable(Region, Slot),
    /// `_pid`; not stored back.
    Pid,
    /// `_nr_pr`; not stored back.
    Count,
}

/// Who runs steps.
pub trait Engine: Debug + Send + Sync {
    fn executor(&self) -> Box<dyn Executor>;
    /// What a number of [`Done`] says.
    fn message(&self, number: u32) -> String;
}

/// Runs steps, one at a time.
pub trait Executor {
    fn run(&mut self, step: u32, values: &mut [i32], words: &mut [u32]) -> Done;
    /// What the last step printed.
    fn printed(&mut self) -> String;
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    Value(i32),
    /// An error of the step.
    Fault(u32),
    /// The step cannot be followed: nothing is known of what comes after it.
    Obstacle(u32),
}
