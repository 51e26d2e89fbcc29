//! Running a compiled model: working memory, shapes and the interpreter.
//!
//! [`Machine`] holds one state and can take one transition of one process, report what went wrong on
//! the way, and undo it. It knows nothing of searching. It is the reference for any other engine.

mod channel;
mod choice;
mod fault;
mod fuse;
mod inspect;
mod lower;
mod machine;
mod memory;
mod open;
mod run;
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
pub use step::Move;
pub use value::show;
