//! Where data lives in a state vector.
//!
//! A state is a row of 32-bit words:
//!
//! ```text
//!   word 0               the shape: which processes exist (see `exec::shape`)
//!   words 1..G           globals, the claim's frame, `_last`, the trace's state
//!   words of channels    global buffered channels, in order of their numbers
//!   then per process     its frame, then the buffered channels it created
//! ```
//!
//! A frame begins with a word that holds the program counter in its low bits, then the priority if
//! the model uses priorities; small variables fill the rest of it. A scalar never crosses a word, so a store changes
//! one
//! word. Arrays and structures are laid out by bytes with natural alignment; scalars of less than
//! a byte are packed by bits.
//!
//! A buffered channel of `n` messages:
//!
//! ```text
//!   bits 0..8            number of messages
//!   then n messages      of 8, 16 or 32 bits, or of whole words; the first aligned to its size.
//!                        Beyond the number of messages all is 0.
//! ```
//!
//! A rendezvous channel has no words: a message is in flight only between two steps.

/// A place of a scalar: relative to word 0 of the global part, of a frame, or of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Slot {
    pub word: u32,
    pub shift: u8,
    /// 1 to 32.
    pub bits: u8,
    pub signed: bool,
}

impl Slot {
    pub const fn word(word: u32) -> Slot {
        Slot { word, shift: 0, bits: 32, signed: false }
    }

    /// The value of the scalar, given the word it is in.
    #[inline(always)]
    pub fn get(self, word: u32) -> i32 {
        extract(word, self.shift, self.bits, self.signed)
    }

    /// The word with the scalar set to `value`, cut to its size.
    #[inline(always)]
    pub fn set(self, word: u32, value: i32) -> u32 {
        insert(word, self.shift, self.bits, value)
    }
}

/// How a scalar is stored at a byte address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Cell {
    /// 1 to 32, or 64. An element of an array has 8, 16, 32 or 64.
    pub bits: u8,
    pub signed: bool,
}

impl Cell {
    #[inline(always)]
    pub fn bytes(self) -> u32 {
        u32::from(self.bits / 8)
    }
}

#[inline(always)]
pub fn extract(word: u32, shift: u8, bits: u8, signed: bool) -> i32 {
    let up = word << (32 - u32::from(shift) - u32::from(bits));
    let down = 32 - u32::from(bits);
    if signed { (up as i32) >> down } else { (up >> down) as i32 }
}

#[inline(always)]
pub fn insert(word: u32, shift: u8, bits: u8, value: i32) -> u32 {
    let mask = (u32::MAX >> (32 - u32::from(bits))) << shift;
    (word & !mask) | (((value as u32) << shift) & mask)
}

/// A scalar for reports: its full name and how to show it.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// `a[2].x`
    pub name: String,
    pub slot: Slot,
    pub show: Show,
}

/// How a value is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    Number,
    /// Index into `Model::mtypes`.
    Mtype(u32),
    Channel,
}

/// The type of a channel: one for each `[n] of { … }` in the text.
#[derive(Clone, Debug)]
pub struct ChannelType {
    /// The name of the variable that was declared with it.
    pub name: String,
    /// 0 for rendezvous.
    pub capacity: u32,
    /// Fields of a message, places relative to its start.
    pub fields: Vec<Slot>,
    pub shows: Vec<Show>,
    /// Distance between messages, in bits: 8, 16, or a multiple of 32.
    pub stride: u32,
    /// Bit at which the first message begins.
    pub first: u32,
    /// Words in the state vector; 0 for rendezvous.
    pub words: u32,
}
