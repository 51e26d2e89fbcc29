//! Objects that have addresses.
//!
//! ```text
//!   0 .. 0xfff                       nobody's
//!   0x1000 ..                        static objects, in the order of the table
//!   1 << 32 | pid << 24 ..           objects in the frame of that process, in the order of the table
//! ```
//!
//! Addresses are bytes, little endian, and do not depend on what has happened. Each object stands at a multiple of 16,
//! and at least 16 bytes behind it are
//! nobody's. An access names an address and a size, and is a fault unless it lies in one object of a process that
//! exists.
//!
//! The table is data of the model. Other kinds of objects get homes and addresses of their own; what is here stays
//! where it is.

use super::ProctypeId;

/// Where static objects begin.
const STATICS: u64 = 0x1000;
/// Where objects of frames begin, and how many bits of an address tell them apart within one.
const FRAMES: u64 = 1 << 32;
const FRAME_BITS: u32 = 24;
/// Objects stand at multiples of this, and so many bytes are nobody's behind each.
const GAP: u64 = 16;

/// A variable that has an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub name: String,
    pub home: Home,
    /// The byte of its region at which it begins: a multiple of 4.
    pub at: u32,
    /// In bytes.
    pub size: u32,
    pub writable: bool,
    /// Of a static object: its address. In a frame: what is added to the address of the frame.
    pub address: u64,
}

/// What an object is a part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// The global part.
    Static,
    /// The frame of each process of a proctype.
    Frame(ProctypeId),
}

/// A place in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The process whose frame it is in; none: the global part.
    pub process: Option<u32>,
    /// The byte of the region.
    pub byte: u32,
    pub writable: bool,
}

/// Gives addresses to all objects.
pub fn place(objects: &mut [Object]) {
    let mut next: Vec<(Home, u64)> = Vec::new();
    for o in objects {
        let start = if o.home == Home::Static { STATICS } else { 0 };
        let i = next.iter().position(|(home, _)| *home == o.home).unwrap_or_else(|| {
            next.push((o.home, start));
            next.len() - 1
        });
        o.address = next[i].1;
        next[i].1 = (o.address + u64::from(o.size) + GAP).next_multiple_of(GAP);
    }
}

/// What is added to the addresses in the frame of a process.
pub fn frame_address(pid: u32) -> u64 {
    FRAMES + (u64::from(pid) << FRAME_BITS)
}

/// The object in which bytes of a region are.
pub fn at(objects: &[Object], home: Home, byte: u32) -> Option<&Object> {
    objects.iter().find(|o| o.home == home && (o.at..o.at + o.size).contains(&byte))
}

/// Where an address leads. `proctype`: that of a process, if it exists. None if the bytes are not all in one object.
pub fn find(
    objects: &[Object],
    address: u64,
    bytes: u32,
    proctype: impl Fn(u32) -> Option<ProctypeId>,
) -> Option<Spot> {
    let inside =
        |o: &&Object, address: u64| address >= o.address && address + u64::from(bytes) <= o.address + u64::from(o.size);
    if address < FRAMES {
        let o = objects.iter().find(|o| o.home == Home::Static && inside(o, address))?;
        return Some(Spot { process: None, byte: o.at + (address - o.address) as u32, writable: o.writable });
    }
    let pid = u32::try_from((address - FRAMES) >> FRAME_BITS).ok()?;
    let home = Home::Frame(proctype(pid)?);
    let offset = address & ((1 << FRAME_BITS) - 1);
    let o = objects.iter().find(|o| o.home == home && inside(o, offset))?;
    Some(Spot { process: Some(pid), byte: o.at + (offset - o.address) as u32, writable: o.writable })
}
