//! Sizes and places in memory: the x86-64 System V rules, bit-fields and packed records included.
//!
//! `#pragma pack` is taken like the attribute. Everything is counted in bits while a record is laid out.

use super::{Layout, Member, Program, Type, TypeId};

/// A member about to be placed.
pub(super) struct Field {
    /// `None` for a bit-field without a name, which only takes room.
    pub member: Option<Member>,
    pub ty: TypeId,
    /// `: 3`
    pub bits: Option<u64>,
    /// An alignment given by an attribute, in bytes: at least this.
    pub align: Option<u64>,
    /// An alignment that replaces that of the type: a typedef with an alignment of its own.
    pub natural: Option<u64>,
    pub packed: bool,
}

/// What the attributes of a whole record ask for.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Packing {
    pub packed: bool,
    /// `#pragma pack(n)`: no member stands at multiples of more bytes than this.
    pub limit: Option<u64>,
    /// `aligned(n)`
    pub align: Option<u64>,
}

impl Program {
    /// `sizeof`, in bytes. Functions and `void` have size 1, as for gcc. `None` when incomplete or not a constant.
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        let mut ty = ty;
        let mut count: u64 = 1;
        loop {
            let size = match self.ty(ty) {
                Type::Void | Type::Bool | Type::Function { .. } => 1,
                Type::Int { bits, .. } => u64::from(bits.next_power_of_two()) / 8,
                Type::Float(80) => 16,
                Type::Float(bits) => u64::from(*bits) / 8,
                Type::Other { size, .. } => (*size)?,
                Type::Pointer(_) => 8,
                Type::Array(of, length) => {
                    count = count.checked_mul((*length)?)?;
                    ty = *of;
                    continue;
                }
                Type::Record(r) => self.record(*r).layout?.size,
                Type::Enum(_) => self.size_of(self.underlying(ty))?,
                Type::Error => return None,
            };
            return size.checked_mul(count);
        }
    }

    /// `_Alignof`, in bytes.
    pub fn align_of(&self, ty: TypeId) -> Option<u64> {
        let mut ty = ty;
        loop {
            return match self.ty(ty) {
                Type::Array(of, _) => {
                    ty = *of;
                    continue;
                }
                Type::Record(r) => Some(self.record(*r).layout?.align),
                Type::Other { name, size } => Some(match (*size)? {
                    _ if name == super::types::VA_LIST_NAME => 8,
                    size if name.ends_with("_Complex") => (size / 2).max(1),
                    size => size.next_power_of_two(),
                }),
                _ => self.size_of(ty),
            };
        }
    }

    /// Places the fields in order. The layout is `None` if a size is not known; the offsets are then zero.
    pub(super) fn lay_out(&self, fields: Vec<Field>, union: bool, packing: Packing) -> (Vec<Member>, Option<Layout>) {
        let mut members = Vec::with_capacity(fields.len());
        let mut known = true;
        let mut position: u64 = 0;
        let mut end: u64 = 0;
        let mut align: u64 = 1;
        let last = fields.len().saturating_sub(1);
        for (index, field) in fields.into_iter().enumerate() {
            if union {
                position = 0;
            }
            let flexible = index == last && matches!(self.ty(field.ty), Type::Array(_, None));
            let size = if flexible { Some(0) } else { self.size_of(field.ty) };
            let (Some(size), Some(natural)) = (size, field.natural.or_else(|| self.align_of(field.ty))) else {
                known = false;
                members.extend(field.member);
                continue;
            };
            let packed = packing.packed || field.packed;
            let least = field.align.unwrap_or(1);
            let mut wanted = if packed { least } else { natural.max(least) };
            if let Some(limit) = packing.limit {
                wanted = wanted.min(limit.max(1));
            }
            match field.bits {
                Some(0) => {
                    position = round_up(position, natural.saturating_mul(8));
                }
                Some(bits) => {
                    let natural = packing.limit.map_or(natural, |limit| natural.min(limit.max(1)));
                    let unit = natural.saturating_mul(8).max(1);
                    let room = size.saturating_mul(8) / unit;
                    if field.align.is_some() {
                        position = round_up(position, least.saturating_mul(8));
                    }
                    // A bit-field does not cross more units of its type's alignment than the type has.
                    if !packed && (position % unit + bits).div_ceil(unit) > room {
                        position = round_up(position, unit);
                    }
                    if let Some(mut member) = field.member {
                        member.offset = position;
                        members.push(member);
                        align = align.max(wanted);
                    }
                    position = position.saturating_add(bits);
                }
                None => {
                    position = round_up(position, wanted.saturating_mul(8));
                    align = align.max(wanted);
                    if let Some(mut member) = field.member {
                        member.offset = position;
                        members.push(member);
                    }
                    position = position.saturating_add(size.saturating_mul(8));
                }
            }
            end = end.max(position);
        }
        if !known {
            members.iter_mut().for_each(|m| m.offset = 0);
            return (members, None);
        }
        align = align.max(packing.align.unwrap_or(1));
        let size = round_up(end, align.saturating_mul(8)) / 8;
        (members, Some(Layout { size, align }))
    }
}

fn round_up(value: u64, unit: u64) -> u64 {
    match value.checked_rem(unit) {
        None | Some(0) => value,
        Some(rest) => value.saturating_add(unit - rest),
    }
}
