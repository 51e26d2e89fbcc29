//! Where a value can be loaded from and stored to.

use super::layout::{Cell, Slot};
use super::{Expr, ProctypeId, TempId, Type};
use std::fmt;

/// A part of the working memory that places are relative to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Region {
    Global,
    /// The frame of the running process.
    Local,
    /// Declared `hidden`: not part of the state.
    Hidden,
}

impl Region {
    pub const ALL: [Region; 3] = [Region::Global, Region::Local, Region::Hidden];

    pub fn name(self) -> &'static str {
        match self {
            Region::Global => "global",
            Region::Local => "local",
            Region::Hidden => "hidden",
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where a scalar is.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// At a fixed place of a region.
    Slot { region: Region, slot: Slot },
    /// In an array or structure: `at` bytes into the region, and further by each index. An index that is not below its length is a fault.
    Element { region: Region, at: u32, indices: Vec<Index>, cell: Cell },
    /// In the frame of another process: `p[pid]:x`. Can only be read, and is 0 if there is no such process; `place` is a slot or an
    /// element with one index of the local region of that frame.
    Remote { process: Box<Expr>, proctype: ProctypeId, place: Box<Place> },
    /// Through an address: see [`object`](super::object). An access that is not inside of one object is a fault.
    At { address: Box<Expr>, cell: Cell },
    /// A value that exists during one step.
    Temp { temp: TempId, ty: Type },
}

/// An index on the way to an element.
#[derive(Clone, PartialEq, Debug)]
pub struct Index {
    /// Of an integer type.
    pub index: Expr,
    pub len: u32,
    /// In bytes.
    pub stride: u32,
}

impl Place {
    pub fn global(slot: Slot) -> Place {
        Place::Slot { region: Region::Global, slot }
    }

    pub fn local(slot: Slot) -> Place {
        Place::Slot { region: Region::Local, slot }
    }
}
