//! Searches that keep states as keys, the numbers of their parts: see `collapse`.
//!
//! | part | file |
//! |---|---|
//! | how long keys have to be, and whether it pays | `plan` |
//! | sets of keys | `set` |
//! | depth first | `dive` |
//! | breadth first, by one thread or several | `flood` |

pub mod dive;
pub mod flood;
mod plan;
mod set;
mod varint;
