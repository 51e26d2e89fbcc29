//! The `.lut` language: tables that say what becomes of each C statement. And the tables we ship.
//!
//! Read `entry` first, then `table`. Knows C only as canonical text (`canon`); the extractor makes it, tables
//! compare it. Reads files only through a loader and writes them only in `write`.

pub mod alike;
pub mod canon;
pub mod codes;
pub mod diff;
pub mod entry;
mod format;
pub mod lint;
mod lookup;
mod matching;
pub mod parse;
pub mod shipped;
pub mod status;
pub mod table;
pub mod tables;
pub mod update;
pub mod write;

pub use diff::diff;
pub use format::format;
pub use lint::lint;
pub use status::status;
pub use tables::{Shipped, Tables};
pub use update::{Found, Update, update};
