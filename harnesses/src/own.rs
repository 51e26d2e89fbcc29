//! The names that closed models have of their own. Nothing of a C program is called so: all begin with `ax_`.

pub use extractor::abstraction::audit::BOUNDS;
pub use extractor::emit::{EXITED, FINISHED, RUNNING};

/// The process that tells a deadlock from the end of the program.
pub const WATCHER: &str = "ax_watch";
/// A run came to a step of more than C allows, and ends there.
pub const CUT: &str = "ax_cut";
/// The process that keeps a model of real runs from a standstill.
pub const CUTTER: &str = "ax_cutter";
/// An array: which function each thread runs, counted from 1.
pub const KIND: &str = "ax_kind";
/// The label at which a process of a harness stays when it is done.
pub const DONE: &str = "end_ax_done";
/// The formula that is checked.
pub const PROPERTY: &str = "ax_property";
/// The beginning of labels for places that a formula speaks of.
pub const AT: &str = "ax_at_";
/// The beginning of labels that count as progress.
pub const PROGRESS: &str = "progress_ax_";

/// A bit of the shipped tables: an assertion that reads it says what the standard leaves open.
pub const LEFT_OPEN: &str = "posix_open";

/// Members of the shipped tables' locks for readers and writers: the writer's number from 1, and how many read.
pub const WRITER: &str = "rw_writer";
pub const READERS: &str = "rw_readers";
/// Members of their barriers: who waits, how many have come, and how many must.
pub const INSIDE: &str = "barrier_inside";
pub const ARRIVED: &str = "barrier_arrived";
pub const SIZE: &str = "barrier_size";

/// Whether a name is one of ours.
pub fn is_own(name: &str) -> bool {
    name.starts_with("ax_")
}

/// Whether a proctype stands for no part of the program or its world.
pub fn is_own_process(proctype: &str) -> bool {
    proctype == WATCHER || proctype == CUTTER
}
