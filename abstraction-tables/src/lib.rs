//! The `.lut` language: tables that say what becomes of each C statement. And the tables we ship.
//!
//! Read `entry` first. Knows C only as canonical text; the extractor makes it, tables compare it.

pub mod entry;
