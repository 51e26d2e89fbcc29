//! Exact C, searched by state: [`code`] says what a program is, [`outcome`] what a search answers.

pub mod code;
pub mod outcome;
pub mod print;
pub mod types;
pub mod verify;
