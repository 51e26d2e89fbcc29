//! Tests of the translation of ltl formulas: fixed claims, meaning, limits, and comparison with Spin.

mod random;
mod spin;
mod text;
