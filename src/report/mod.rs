//! What is told: findings, results as text and as JSON, runs of the simulator.

pub mod answer;
pub mod automata;
pub mod columns;
mod covered;
pub mod drawing;
pub mod extraction;
pub mod findings;
pub mod formula;
pub mod json;
pub mod observation;
pub mod progress;
pub mod property;
pub mod simulation;
pub mod slice;
pub mod style;
pub mod symmetry;
pub mod tables;
pub mod text;
pub mod timeline;
pub mod trail;
