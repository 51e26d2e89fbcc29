//! Tests of the translation of ltl formulas: fixed claims, meaning, limits, and comparison with Spin.

mod claims;
mod compact;
mod lasso;
mod limits;
mod meaning;
mod monitor;
mod random;
mod spin;
mod text;
