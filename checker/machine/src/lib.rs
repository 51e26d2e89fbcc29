//! Exact C, searched by state: [`code`] says what a program is, [`outcome`] what a search answers.

mod address;
pub mod code;
mod execute;
pub mod extended;
mod extent;
mod frontier;
mod intern;
mod live;
mod memo;
mod name;
mod object;
pub mod operands;
mod order;
pub mod outcome;
mod parts;
pub mod print;
mod random;
mod search;
mod sharing;
mod shorten;
mod step;
mod steps;
mod tell;
mod thread;
mod twins;
pub mod types;
mod unknown;
mod value;
pub mod verify;
mod walk;
mod world;

pub use address::{ARGUMENTS, THREADS};
pub use execute::{Execution, execute};
pub use search::search;
