//! From C functions to Promela models: front end, typed program, control flow, abstraction, emission.

#[macro_use]
mod index;

pub mod abstraction;
pub mod c;
pub mod emit;
pub mod extract;
pub mod flow;
pub mod program;
pub mod slice;
pub mod threads;
