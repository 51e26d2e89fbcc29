//! Searches that keep states as keys, the numbers of their parts: see `collapse`.
//!
//! | part | file |
//! |---|---|
//! | how long keys have to be, and whether it pays | `plan` |
//! | sets of keys | `set` |
//! | depth first | `depth_first` |
//! | breadth first, by one thread or several | `breadth_first` |

pub mod breadth_first;
pub mod depth_first;
mod plan;
mod set;
mod varint;
