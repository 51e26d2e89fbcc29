//! Closing programs: which functions run as processes, and what stands for the rest of the world.
//!
//! Today a program closes itself: `main` is the first process, `pthread_create` starts the others ([`program`]). Read
//! [`closed`] first: what comes out. [`story`] tells a run of it as a run of the C program.

pub mod ask;
mod assembly;
pub mod closed;
pub mod edit;
pub mod embedded;
pub mod environment;
pub mod exact;
pub mod formula;
pub mod harness;
pub mod names;
pub mod open;
pub mod own;
pub mod program;
pub mod question;
pub mod slice;
pub mod story;
pub mod symbols;
