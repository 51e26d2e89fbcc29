//! Values of other types than `i32`: a stack of their own, of 64 bits each, extended as [`Type::wrap`] says.

use super::fault::FaultKind;
use super::machine::Machine;
use super::op::{Base, Wide};
use crate::model::layout::Cell;
use crate::model::object::{self, Spot};
use crate::model::{Binary, Compare, Type, Unary};

/// What happens after an op.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Block,
    /// Something went wrong that cannot be gone past.
    Fail,
}

impl Machine<'_> {
    fn pop_wide(&mut self) -> u64 {
        self.wide.pop().unwrap_or(0)
    }

    #[inline(never)]
    pub(super) fn run_wide(&mut self, op: Wide, bottom: usize) -> Flow {
        match op {
            Wide::Const(i) => self.wide.push(self.code.constants[i as usize]),
            Wide::Enter { zeros } => {
                let v = self.stack.pop();
                self.wide.push(if zeros { u64::from(v as u32) } else { v as u64 });
            }
            Wide::Leave => {
                let v = self.pop_wide();
                self.stack.push(v as i32);
            }
            Wide::LeaveIndex => {
                // What is no `i32` is no index.
                let v = self.pop_wide();
                self.stack.push(i32::try_from(v as i64).unwrap_or(-1));
            }
            Wide::Drop => {
                self.pop_wide();
            }
            Wide::Pick(i) => {
                let v = self.wide.get(bottom + usize::from(i)).copied().unwrap_or(0);
                self.wide.push(v);
            }
            Wide::Wrap(ty) => {
                let v = self.pop_wide();
                self.wide.push(ty.wrap(v));
            }
            Wide::Load { base, word } => {
                let v = self.load_bytes(base, word * 4, 8);
                self.wide.push(v);
            }
            Wide::Store { base, word } => {
                let v = self.pop_wide();
                self.store_bytes(base, word * 4, 8, v);
            }
            Wide::LoadAt { base } => {
                let byte = self.stack.pop() as u32;
                let v = self.load_bytes(base, byte, 8);
                self.wide.push(v);
            }
            Wide::StoreAt { base } => {
                let v = self.pop_wide();
                let byte = self.stack.pop() as u32;
                self.store_bytes(base, byte, 8, v);
            }
            Wide::Unary(op, ty) => {
                let v = self.pop_wide();
                self.wide.push(unary(op, ty, v));
            }
            Wide::Binary(op, ty) => {
                let (b, a) = (self.pop_wide(), self.pop_wide());
                match binary(op, ty, a, b) {
                    Some(v) => self.wide.push(v),
                    None => {
                        self.fault(FaultKind::DivisionByZero);
                        return Flow::Fail;
                    }
                }
            }
            Wide::Compare(op, ty) => {
                let (b, a) = (self.pop_wide(), self.pop_wide());
                self.stack.push(i32::from(compare(op, ty, a, b)));
            }
            Wide::Convert { from, to } => {
                let v = self.pop_wide();
                self.wide.push(convert(from, to, v));
            }
            Wide::Frame => self.wide.push(object::frame_address(self.pid)),
            Wide::Step { len, stride } => {
                let (index, address) = (self.pop_wide(), self.pop_wide());
                // One past the end has an address.
                if index > u64::from(len) {
                    self.fault(FaultKind::Index { index: index as i64, len: u64::from(len) });
                    return Flow::Fail;
                }
                self.wide.push(address.wrapping_add(index.wrapping_mul(u64::from(stride))));
            }
            Wide::LoadAddress(cell) => {
                let address = self.pop_wide();
                let Some(v) = self.load_address(address, cell) else { return Flow::Fail };
                self.wide.push(v);
            }
            Wide::StoreAddress(cell) => {
                let (v, address) = (self.pop_wide(), self.pop_wide());
                if !self.store_address(address, cell, v) {
                    return Flow::Fail;
                }
            }
            Wide::Choose(ty) => {
                let (to, from) = (self.pop_wide(), self.pop_wide());
                if compare(Compare::Gt, ty, from, to) {
                    return Flow::Block;
                }
                let by = self.choices.choose(to.wrapping_sub(from));
                self.wide.push(ty.wrap(from.wrapping_add(by)));
            }
        }
        Flow::Next
    }

    fn spot(&mut self, address: u64, cell: Cell, writes: bool) -> Option<Spot> {
        let bytes = u32::from(cell.bits).div_ceil(8);
        let shape = self.shape();
        let proctype = |pid: u32| shape.processes.get(pid as usize).map(|p| p.proctype);
        let found = object::find(&self.model.objects, address, bytes, proctype);
        match found {
            Some(spot) if spot.writable || !writes => return Some(spot),
            Some(_) => self.fault(FaultKind::ConstantObject { address }),
            None => self.fault(FaultKind::Address { address, bytes, writes }),
        }
        None
    }

    /// The first word of the region that a spot is in.
    fn origin(&self, spot: Spot) -> u32 {
        spot.process.map_or(0, |pid| self.process(pid).frame)
    }

    fn load_address(&mut self, address: u64, cell: Cell) -> Option<u64> {
        let spot = self.spot(address, cell, false)?;
        let first = self.origin(spot);
        let bytes = u32::from(cell.bits).div_ceil(8);
        let raw = (0..bytes).rev().fold(0, |value, i| {
            let byte = spot.byte + i;
            value << 8 | u64::from(self.memory.get(first + byte / 4) >> (byte % 4 * 8) & 0xff)
        });
        Some(extend(raw, cell))
    }

    fn store_address(&mut self, address: u64, cell: Cell, value: u64) -> bool {
        let Some(spot) = self.spot(address, cell, true) else { return false };
        let first = self.origin(spot);
        for i in 0..u32::from(cell.bits).div_ceil(8) {
            let (byte, shift) = (spot.byte + i, (spot.byte + i) % 4 * 8);
            let word = self.memory.get(first + byte / 4);
            let new = word & !(0xff << shift) | u32::from((value >> (i * 8)) as u8) << shift;
            self.memory.set(first + byte / 4, new);
        }
        true
    }

    /// Whole words of a region.
    fn load_bytes(&self, base: Base, byte: u32, bytes: u32) -> u64 {
        let word = |i: u32| match base {
            Base::Global => self.memory.get(byte / 4 + i),
            Base::Local => self.memory.get(self.frame + byte / 4 + i),
            Base::Hidden => self.memory.get_hidden(self.hidden_base + byte / 4 + i),
        };
        debug_assert_eq!(bytes, 8);
        u64::from(word(0)) | u64::from(word(1)) << 32
    }

    fn store_bytes(&mut self, base: Base, byte: u32, bytes: u32, value: u64) {
        debug_assert_eq!(bytes, 8);
        for (i, word) in [(0, value as u32), (1, (value >> 32) as u32)] {
            match base {
                Base::Global => self.memory.set(byte / 4 + i, word),
                Base::Local => self.memory.set(self.frame + byte / 4 + i, word),
                Base::Hidden => self.memory.set_hidden(self.hidden_base + byte / 4 + i, word),
            }
        }
    }
}

/// Bits of a cell as a value of 64.
fn extend(raw: u64, cell: Cell) -> u64 {
    let unused = 64 - u32::from(cell.bits);
    if cell.signed { ((raw << unused) as i64 >> unused) as u64 } else { raw << unused >> unused }
}

fn unary(op: Unary, ty: Type, v: u64) -> u64 {
    match (op, ty) {
        (Unary::Neg, Type::F64) => (-f64::from_bits(v)).to_bits(),
        (Unary::Neg, Type::F32) => u64::from((-f32::from_bits(v as u32)).to_bits()),
        (Unary::Neg, _) => ty.wrap(v.wrapping_neg()),
        (Unary::BitNot, _) => ty.wrap(!v),
    }
}

/// None: a division by zero.
fn binary(op: Binary, ty: Type, a: u64, b: u64) -> Option<u64> {
    match ty {
        Type::F64 => return float(op, f64::from_bits(a), f64::from_bits(b)).map(f64::to_bits),
        // Twice rounded is the same for these operations on `f32`.
        Type::F32 => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            return float(op, f64::from(a), f64::from(b)).map(|v| u64::from((v as f32).to_bits()));
        }
        Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::U8 | Type::U16 | Type::U32 | Type::U64 => {}
    }
    let amount = (b as u32) % u32::from(ty.bits());
    let value = match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::Div | Binary::Rem if b == 0 => return None,
        Binary::Div if ty.is_signed() => (a as i64).wrapping_div(b as i64) as u64,
        Binary::Rem if ty.is_signed() => (a as i64).wrapping_rem(b as i64) as u64,
        Binary::Div => a / b,
        Binary::Rem => a % b,
        Binary::BitAnd => a & b,
        Binary::BitXor => a ^ b,
        Binary::BitOr => a | b,
        Binary::Shl => a << amount,
        Binary::Shr if ty.is_signed() => (a as i64 >> amount) as u64,
        Binary::Shr => a >> amount,
    };
    Some(ty.wrap(value))
}

fn float(op: Binary, a: f64, b: f64) -> Option<f64> {
    match op {
        Binary::Add => Some(a + b),
        Binary::Sub => Some(a - b),
        Binary::Mul => Some(a * b),
        Binary::Div => Some(a / b),
        // Not of floating point numbers: the verifier sees to that.
        Binary::Rem | Binary::BitAnd | Binary::BitXor | Binary::BitOr | Binary::Shl | Binary::Shr => None,
    }
}

fn compare(op: Compare, ty: Type, a: u64, b: u64) -> bool {
    let order = match ty {
        Type::F64 => f64::from_bits(a).partial_cmp(&f64::from_bits(b)),
        Type::F32 => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        _ if ty.is_signed() => Some((a as i64).cmp(&(b as i64))),
        _ => Some(a.cmp(&b)),
    };
    match op {
        Compare::Eq => order.is_some_and(|o| o.is_eq()),
        Compare::Ne => order.is_none_or(|o| o.is_ne()),
        Compare::Lt => order.is_some_and(|o| o.is_lt()),
        Compare::Gt => order.is_some_and(|o| o.is_gt()),
        Compare::Le => order.is_some_and(|o| o.is_le()),
        Compare::Ge => order.is_some_and(|o| o.is_ge()),
    }
}

/// What is too large for an integer becomes the smallest `i32` or `i64`, as on x86-64.
fn convert(from: Type, to: Type, v: u64) -> u64 {
    let float = match from {
        Type::F64 => f64::from_bits(v),
        Type::F32 => f64::from(f32::from_bits(v as u32)),
        _ if from.is_signed() => v as i64 as f64,
        _ => v as f64,
    };
    match to {
        Type::F64 => float.to_bits(),
        Type::F32 if from.is_float() => u64::from((float as f32).to_bits()),
        Type::F32 if from.is_signed() => u64::from((v as i64 as f32).to_bits()),
        Type::F32 => u64::from((v as f32).to_bits()),
        _ if !from.is_float() => to.wrap(v),
        Type::U64 if float >= 9_223_372_036_854_775_808.0 => truncate(float - 9_223_372_036_854_775_808.0) ^ 1 << 63,
        Type::I64 | Type::U64 | Type::U32 => to.wrap(truncate(float)),
        _ if (-2_147_483_649.0..2_147_483_648.0).contains(&float) && float > -2_147_483_649.0 => {
            to.wrap(float as i32 as u64)
        }
        _ => to.wrap(i32::MIN as u64),
    }
}

fn truncate(v: f64) -> u64 {
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&v) { v as i64 as u64 } else { 1 << 63 }
}
