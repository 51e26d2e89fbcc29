//! The checker: from a Promela tree to the compiled model, its search, simulation and trails. Knows nothing of C source
//! files.

mod bits;
mod bytes;
mod collapse;
pub mod compile;
mod components;
pub mod exec;
mod footprint;
pub mod hash;
pub mod ltl;
pub mod model;
pub mod optimise;
pub mod por;
mod prefetch;
pub mod random;
pub mod search;
pub mod simulate;
pub mod stubborn;
mod successors;
pub mod symmetry;
pub mod trail;
