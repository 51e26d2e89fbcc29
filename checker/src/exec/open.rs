//! Sends and receives that have begun.

/// The channel of a send or receive that has begun.
#[derive(Clone, Copy, Debug, Default)]
pub struct Open {
    pub(super) number: u32,
    pub(super) ty: u32,
    pub(super) at: u32,
    /// Which message is taken.
    pub(super) slot: u32,
}

/// A send or receive that the trace has to allow.
#[derive(Clone, Copy, Debug, Default)]
pub struct Event {
    pub(super) send: bool,
    pub(super) open: Open,
}
