//! Running a compiled model: working memory, shapes and the interpreter.
//!
//! [`Machine`] holds one state and can take one transition of one process, report what went wrong on the way, and undo
//! it. It knows nothing of searching. Steps are run as byte code (`code`, `op`), which `lower` makes of the typed
//! model, or as native code for those that are tried often (`native`); both are private to this folder.

mod channel;
mod choice;
mod code;
mod data;
mod fault;
mod foreign;
mod fuse;
mod inspect;
mod lower;
mod machine;
mod memory;
pub(crate) mod native;
mod op;
mod open;
mod processes;
mod run;
mod runner;
pub mod shape;
mod stack;
mod step;
mod value;
mod wide;

pub use choice::Choices;
pub use fault::{ChannelOperation, FaultKind};
pub use lower::lower;
pub use machine::{CLAIM, Machine, Printed};
pub use memory::Mark;
pub use native::Engine;
pub use op::MAX_STACK;
pub use step::Move;
pub use value::show;
