//! Closing programs: which functions run as processes, and what stands for the rest of the world.
//!
//! Today a program closes itself: `main` is the first process, `pthread_create` starts the others ([`program`]). Read
//! [`closed`] first: what comes out.

pub mod closed;
pub mod program;
