//! The exit status of `ax`.

/// The property holds.
pub const HOLDS: u8 = 0;
/// It does not.
pub const VIOLATED: u8 = 1;
/// Wrong usage or input.
pub const BAD_INPUT: u8 = 2;
/// A limit was hit, and nothing was found before.
pub const INCOMPLETE: u8 = 3;
