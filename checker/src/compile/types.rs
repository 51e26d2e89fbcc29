//! Promela's types, and where typed variables go in words and bytes.

use crate::model::Region;
use crate::model::layout::Cell;
use crate::model::layout::{Show, Slot};
use promela::ast;
use promela::source::Span;
use std::sync::Arc;

/// A basic type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// `bit` and `bool`
    Bit,
    /// `byte` and `pid`
    Byte,
    Short,
    Int,
    /// `unsigned x : n`
    Unsigned(u8),
    Chan,
    /// Index of the subtype in `Model::mtypes`.
    Mtype(u32),
}

impl Scalar {
    pub fn bits(self) -> u8 {
        match self {
            Scalar::Bit => 1,
            Scalar::Byte | Scalar::Chan | Scalar::Mtype(_) => 8,
            Scalar::Short => 16,
            Scalar::Int => 32,
            Scalar::Unsigned(n) => n,
        }
    }

    pub fn signed(self) -> bool {
        matches!(self, Scalar::Short | Scalar::Int)
    }

    /// The size of an array element, and the room for a field. As in Spin, an array of bits is an array of bytes.
    pub fn cell(self) -> Cell {
        let bits = match self.bits() {
            0..=8 => 8,
            9..=16 => 16,
            _ => 32,
        };
        Cell { bits, signed: self.signed() }
    }

    /// The size of a field: `len` is that of the field's array, if it is one.
    pub fn field_cell(self, len: Option<u32>) -> Cell {
        match len {
            Some(_) => self.cell(),
            None => Cell { bits: self.bits(), signed: self.signed() },
        }
    }

    pub fn show(self) -> Show {
        match self {
            Scalar::Chan => Show::Channel,
            Scalar::Mtype(m) => Show::Mtype(m),
            _ => Show::Number,
        }
    }

    /// Spin initialises variables type by type, in this order.
    pub fn init_rank(self) -> u8 {
        match self {
            Scalar::Unsigned(_) => 0,
            Scalar::Bit => 1,
            Scalar::Byte => 2,
            Scalar::Chan => 3,
            Scalar::Mtype(_) => 4,
            Scalar::Short => 5,
            Scalar::Int => 6,
        }
    }
}

/// A typedef, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StructId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Scalar(Scalar),
    Struct(StructId),
}

#[derive(Clone, Debug)]
pub struct Struct {
    pub name: String,
    pub fields: Vec<Field>,
    /// In bytes.
    pub size: u32,
    pub align: u32,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub ty: Type,
    /// `None` for a plain field.
    pub len: Option<u32>,
    /// In bytes from the start of the structure.
    pub offset: u32,
    pub init: Option<Arc<ast::Init>>,
    pub channel_type: Option<u32>,
}

/// A declared variable.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub ty: Type,
    pub len: Option<u32>,
    pub base: Region,
    pub place: VarPlace,
    pub init: Option<Arc<ast::Init>>,
    /// For a channel declared with `[n] of { … }`.
    pub channel_type: Option<u32>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarPlace {
    /// A plain scalar.
    Slot(Slot),
    /// An array or structure, from this byte on.
    Bytes(u32),
}

/// Lays out variables over words: large ones first, so that little is lost to alignment.
#[derive(Debug)]
pub struct Packer {
    /// Next free bit, counted from word 0.
    bit: u32,
    /// Free ranges of bits left by the header.
    hole: Option<(u32, u32)>,
}

impl Packer {
    /// The first `words` words are taken, but for bits `hole` of them.
    pub fn new(words: u32, hole: Option<(u32, u32)>) -> Packer {
        Packer { bit: words * 32, hole }
    }

    /// Places of variables of these sizes, in the order given.
    pub fn place(&mut self, wanted: &[Wanted]) -> Vec<VarPlace> {
        let mut order: Vec<usize> = (0..wanted.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(wanted[i].rank()));
        let mut places = vec![VarPlace::Bytes(0); wanted.len()];
        for i in order {
            places[i] = match wanted[i] {
                Wanted::Bytes { size, align } => VarPlace::Bytes(self.take(size * 8, align * 8) / 8),
                Wanted::Scalar { bits, signed } => {
                    let at = self.take_scalar(u32::from(bits));
                    VarPlace::Slot(Slot { word: at / 32, shift: (at % 32) as u8, bits, signed })
                }
            };
        }
        places
    }

    fn take_scalar(&mut self, bits: u32) -> u32 {
        if let Some((start, end)) = self.hole
            && end - start >= bits
        {
            self.hole = Some((start + bits, end));
            return start;
        }
        if self.bit % 32 + bits > 32 {
            self.bit = self.bit.next_multiple_of(32);
        }
        let at = self.bit;
        self.bit += bits;
        at
    }

    fn take(&mut self, bits: u32, align: u32) -> u32 {
        let at = self.bit.next_multiple_of(align);
        self.bit = at + bits;
        at
    }

    pub fn words(&self) -> u32 {
        self.bit.div_ceil(32)
    }
}

/// A variable that needs a place.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    Scalar { bits: u8, signed: bool },
    Bytes { size: u32, align: u32 },
}

impl Wanted {
    /// What has a high rank is placed first.
    fn rank(self) -> u32 {
        match self {
            Wanted::Bytes { align, .. } => align * 8,
            Wanted::Scalar { bits, .. } => u32::from(bits),
        }
    }
}

/// The slot of a cell at a byte address.
pub fn slot_at(byte: u32, cell: Cell) -> Slot {
    Slot { word: byte / 4, shift: ((byte % 4) * 8) as u8, bits: cell.bits, signed: cell.signed }
}
