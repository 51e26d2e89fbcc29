//! From C functions to Promela models: front end, typed program, control flow, abstraction, emission.

pub mod c;
pub mod program;
