//! Promela and its checker: front end, compiled model, search. Knows nothing of C source files.

pub mod finding;
pub mod ltl;
pub mod promela;
pub mod source;
