//! Promela and its checker: front end, compiled model, search. Knows nothing of C source files.

mod collapse;
pub mod compile;
mod components;
pub mod exec;
pub mod finding;
pub mod ltl;
pub mod model;
pub mod native;
pub mod optimise;
pub mod promela;
pub mod search;
pub mod simulate;
pub mod source;
pub mod stubborn;
mod successors;
pub mod symmetry;
pub mod trail;
