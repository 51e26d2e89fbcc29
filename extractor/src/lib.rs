//! From C functions to Promela models: front end, typed program, control flow, abstraction, emission.

pub mod abstraction;
pub mod c;
pub mod emit;
pub mod extract;
pub mod flow;
pub mod library;
pub mod link;
pub mod lower;
pub mod program;
pub mod threads;
