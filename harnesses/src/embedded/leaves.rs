//! Data of C for reports: the integers among its bytes, by the names that C has for them.
//!
//! Pointers, floating point and unions are not shown, nor is more than a few elements of an array. Nothing depends on
//! this but what trails and simulations print.

use checker::model::layout::{Leaf, Show, Slot};
use extractor::program::{Program, Type, TypeId};
use std::ops::Range;

/// So many elements of an array, and of everything so many integers.
const ELEMENTS: u64 = 16;
const MOST: usize = 1000;

/// The integers of objects that stand in some ranges of memory. Each range begins a word of a state.
pub struct Leaves<'a> {
    program: &'a Program,
    ranges: &'a [Range<usize>],
    pub list: Vec<Leaf>,
}

impl<'a> Leaves<'a> {
    pub fn new(program: &'a Program, ranges: &'a [Range<usize>]) -> Leaves<'a> {
        Leaves { program, ranges, list: Vec::new() }
    }

    /// An object or a member, `at` an address.
    pub fn add(&mut self, name: &str, ty: TypeId, at: usize) {
        match self.program.ty(self.program.underlying(ty)) {
            Type::Bool => self.integer(name, at, 0, 8, false),
            Type::Int { bits: bits @ 0..=32, signed, .. } => self.integer(name, at, 0, *bits, *signed),
            // A value that is shown has 32 bits.
            Type::Int { bits: 64, .. } => self.integer(&format!("{name}, low 32 bits,"), at, 0, 32, true),
            Type::Array(of, Some(length)) => {
                let Some(size) = self.program.size_of(*of) else { return };
                for i in 0..(*length).min(ELEMENTS) {
                    self.add(&format!("{name}[{i}]"), *of, at + (i * size) as usize);
                }
            }
            Type::Record(record) => {
                let record = self.program.record(*record);
                if !record.union {
                    self.members(record.members.as_deref().unwrap_or(&[]), &format!("{name}."), at);
                }
            }
            _ => {}
        }
    }

    /// Members up to the one that the names of ours begin with.
    pub fn members(&mut self, list: &[extractor::program::Member], prefix: &str, at: usize) {
        let ours = |m: &&extractor::program::Member| m.name.as_deref().is_none_or(|n| !n.starts_with("__ax_"));
        for member in list.iter().take_while(ours) {
            let name = member.name.as_deref().unwrap_or_default();
            match member.bits {
                Some(bits @ 0..=32) => {
                    let signed =
                        matches!(self.program.ty(self.program.underlying(member.ty)), Type::Int { signed: true, .. });
                    let byte = at + (member.offset / 8) as usize;
                    self.integer(&format!("{prefix}{name}"), byte, (member.offset % 8) as usize, bits, signed);
                }
                Some(_) => {}
                None => self.add(&format!("{prefix}{name}"), member.ty, at + (member.offset / 8) as usize),
            }
        }
    }

    /// An integer that lies in one word.
    fn integer(&mut self, name: &str, at: usize, bit: usize, bits: u8, signed: bool) {
        let mut before = 0;
        for range in self.ranges {
            if range.contains(&at) && self.list.len() < MOST {
                let offset = before + at - range.start;
                let shift = offset % 4 * 8 + bit;
                if shift + usize::from(bits) <= 32 && at + (bit + usize::from(bits)).div_ceil(8) <= range.end {
                    let slot = Slot { word: (offset / 4) as u32, shift: shift as u8, bits, signed };
                    self.list.push(Leaf { name: name.to_string(), slot, show: Show::Number });
                }
            }
            before += range.len().next_multiple_of(4);
        }
    }
}
