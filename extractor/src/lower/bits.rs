//! Bit-fields: reading and writing the storage unit that holds one.
//!
//! The unit is as large as the declared type and stands at a multiple of its size where that touches no member that
//! is not a bit-field (C11's memory locations); else a smaller one, or as many bytes as the field lies in. A read
//! takes the unit with its shadow and checks the bits of the field only; a write reads the unit first and writes it
//! back.

use super::address::Address;
use super::builder::Builder;
use super::scalar;
use crate::program::{Member, RecordId, TypeId};
use machine::code::{Binary, Instruction, Reg, TextId};
use machine::types::Type as M;

#[derive(Clone, Copy, Debug)]
pub(super) struct Bits {
    /// Of the first byte of the unit.
    pub address: Address,
    /// How many bytes each access takes, and how many accesses are made.
    pub bytes: u64,
    pub count: u64,
    /// Of the field in the unit.
    pub shift: u32,
    pub width: u32,
    pub ty: TypeId,
    pub text: Option<TextId>,
}

impl Bits {
    /// The type that the unit is put together in.
    fn unit(&self) -> M {
        let size = (self.bytes * self.count).next_power_of_two();
        M::unsigned(size).unwrap_or(M::U128)
    }

    fn mask(&self) -> u128 {
        let ones = if self.width >= 128 { u128::MAX } else { (1 << self.width) - 1 };
        ones << self.shift
    }
}

impl Builder<'_, '_> {
    pub(super) fn bit_field(
        &mut self,
        record_address: Address,
        record: RecordId,
        member: &Member,
        text: Option<TextId>,
    ) -> Bits {
        let width = u32::from(member.bits.unwrap_or(1));
        let declared = self.program.size_of(member.ty).unwrap_or(4);
        let (first, last) = (member.offset / 8, (member.offset + u64::from(width.max(1)) - 1) / 8);
        let mut bytes = declared.min(8);
        let mut start = first;
        while bytes > 0 {
            start = first / bytes * bytes;
            if last < start + bytes && self.is_free(record, start, start + bytes) {
                break;
            }
            bytes /= 2;
        }
        let (bytes, count) = if bytes == 0 { (1, last - first + 1) } else { (bytes, 1) };
        if count > 1 {
            start = first;
        }
        let shift = (member.offset - start * 8) as u32;
        Bits { address: record_address.plus(start), bytes, count, shift, width, ty: member.ty, text }
    }

    /// Whether bytes of a record belong to bit-fields or to nobody.
    fn is_free(&self, record: RecordId, start: u64, end: u64) -> bool {
        let record = self.program.record(record);
        let size = record.layout.map_or(0, |l| l.size);
        let members = record.members.as_deref().unwrap_or(&[]);
        let plain = |m: &&Member| m.bits.is_none();
        let overlaps = |m: &Member| {
            let from = m.offset / 8;
            from < end && start < from + self.program.size_of(m.ty).unwrap_or(0)
        };
        end <= size && (record.union || !members.iter().filter(plain).any(overlaps))
    }

    /// The unit and its shadow.
    fn read_unit(&mut self, bits: &Bits) -> (Reg, Reg) {
        let unit = bits.unit();
        let part = M::unsigned(bits.bytes).unwrap_or(M::U64);
        let mut whole: Option<(Reg, Reg)> = None;
        for index in 0..bits.count {
            let address = self.materialise(&bits.address.plus(index * bits.bytes));
            let (value, shadow) = (self.fresh(part), self.fresh(part));
            self.emit_access(Instruction::LoadRaw { to: value, shadow, address, ty: part }, bits.text);
            let mut moved = [value, shadow].map(|r| self.convert_register(r, part, unit));
            if let Some((low, low_shadow)) = whole {
                let by = self.constant(unit, u128::from(index * bits.bytes * 8));
                for (reg, low) in moved.iter_mut().zip([low, low_shadow]) {
                    let high = self.binary(Binary::Shl, unit, *reg, by);
                    *reg = self.binary(Binary::BitOr, unit, low, high);
                }
            }
            whole = Some((moved[0], moved[1]));
        }
        whole.unwrap_or_else(|| (self.constant(unit, 0), self.constant(unit, 0)))
    }

    pub(super) fn load_bits(&mut self, bits: &Bits) -> Reg {
        let (value, shadow) = self.read_unit(bits);
        let unit = bits.unit();
        let mask = self.constant(unit, bits.mask());
        let unset = self.binary(Binary::BitAnd, unit, shadow, mask);
        if let Some(text) = bits.text {
            self.emit(Instruction::CheckSet { shadow: unset, value: None, text });
        }
        self.extract(value, unit, bits.shift, bits)
    }

    /// The field out of a unit, at a number of bits, as a value of its declared type.
    fn extract(&mut self, value: Reg, unit: M, at: u32, bits: &Bits) -> Reg {
        let into = scalar(self.program, bits.ty).unwrap_or(M::I32);
        let up = unit.bits() - at - bits.width;
        let mut value = value;
        if up > 0 {
            let up = self.constant(unit, u128::from(up));
            value = self.binary(Binary::Shl, unit, value, up);
        }
        let typed = if into.is_signed() { signed(unit) } else { unit };
        let down = unit.bits() - bits.width;
        if down > 0 {
            let down = self.constant(typed, u128::from(down));
            value = self.binary(Binary::Shr, typed, value, down);
        }
        self.convert_register(value, typed, into)
    }

    /// Writes a value of the declared type; what the field holds then.
    pub(super) fn store_bits(&mut self, bits: &Bits, value: Reg) -> Reg {
        let unit = bits.unit();
        let declared = scalar(self.program, bits.ty).unwrap_or(M::I32);
        let kept = self.extract(value, unsigned(declared), 0, bits);
        let (old, shadow) = self.read_unit(bits);
        let new = self.convert_register(value, unsigned(declared), unit);
        let new = match bits.shift {
            0 => new,
            by => {
                let by = self.constant(unit, u128::from(by));
                self.binary(Binary::Shl, unit, new, by)
            }
        };
        let mask = self.constant(unit, bits.mask());
        let others = self.constant(unit, !bits.mask());
        let new = self.binary(Binary::BitAnd, unit, new, mask);
        let old = self.binary(Binary::BitAnd, unit, old, others);
        let whole = self.binary(Binary::BitOr, unit, old, new);
        let shadow = self.binary(Binary::BitAnd, unit, shadow, others);
        let part = M::unsigned(bits.bytes).unwrap_or(M::U64);
        for index in 0..bits.count {
            let address = self.materialise(&bits.address.plus(index * bits.bytes));
            let [value, shadow] = [whole, shadow].map(|reg| {
                let mut reg = reg;
                if index > 0 {
                    let by = self.constant(unit, u128::from(index * bits.bytes * 8));
                    reg = self.binary(Binary::Shr, unit, reg, by);
                }
                self.convert_register(reg, unit, part)
            });
            self.emit_access(Instruction::StoreRaw { address, value, shadow, ty: part }, bits.text);
        }
        kept
    }
}

fn unsigned(ty: M) -> M {
    M::unsigned(ty.bytes()).unwrap_or(ty)
}

fn signed(ty: M) -> M {
    match ty {
        M::U8 => M::I8,
        M::U16 => M::I16,
        M::U32 => M::I32,
        M::U64 => M::I64,
        M::U128 => M::I128,
        other => other,
    }
}
