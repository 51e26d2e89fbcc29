//! What a search has to know of a state besides its words.

/// Flags of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags(u8);

impl Flags {
    /// Inside an atomic sequence or a rendezvous.
    pub const INSIDE: Flags = Flags(1);
    /// The claim's turn.
    pub const CLAIM: Flags = Flags(2);
    /// Nothing else could move: `timeout` holds.
    pub const TIMEOUT: Flags = Flags(4);
    /// The system was stuck below: try again with `timeout`.
    pub const RETRY: Flags = Flags(8);
    /// The system is stuck for good: the claim moves alone.
    pub const STUTTER: Flags = Flags(16);

    pub fn to_bits(self) -> u8 {
        self.0
    }

    pub fn from_bits(bits: u8) -> Flags {
        Flags(bits)
    }

    #[inline(always)]
    pub fn has(self, f: Flags) -> bool {
        self.0 & f.0 != 0
    }

    #[inline(always)]
    pub fn set(&mut self, f: Flags) {
        self.0 |= f.0;
    }

    #[inline(always)]
    pub fn clear(&mut self, f: Flags) {
        self.0 &= !f.0;
    }
}
