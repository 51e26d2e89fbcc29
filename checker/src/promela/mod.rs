//! The Promela front end: text to syntax tree and back. Read [`ast`] first.

pub mod ast;
