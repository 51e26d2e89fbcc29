//! What a program learns about where its objects stand.
//!
//! The machine searches one layout of memory; a compiler, a linker and an allocator may choose others. A program
//! whose steps depend on that is noticed here, and its answer holds for this layout only
//! ([`Obstacle::AddressOrder`]). What is the same in all layouts is no such dependence:
//!
//! - sums of an address and a number; differences and order of two addresses in one object, its end included;
//! - equality of addresses, unless one is the end of an object and the other the start of another one;
//! - order and equality with numbers that are no addresses anywhere: below the first page that is mapped, and above
//!   what a user's program has;
//! - bits below the alignment that the type of the object promises (tags), and bits 47 and above, which are 0;
//! - the exclusive or of two addresses, as long as it is only kept and taken apart again (lists with one link for both
//!   directions): it gets a mark that no address has, and any other use of it is noticed.
//!
//! The same holds of what atomic operations compute and compare. Asked in code of the user, and in functions of the
//! library whose results tell of bytes (`lower::function` has the list): those that search or compare, and numbers that
//! are written as text to memory. The others copy bytes, or show them (`printf("%p")` decides nothing). `memcmp` asks
//! about bytes that differ, and about parts of words. A number counts as an address if an object is there (or was: see
//! `address::stale`). One that leads to an object by chance is taken for an address, and the answer says less than it
//! could.

use super::Machine;
use crate::address::{self, is_address, plain};
use crate::code::{Binary, Compare, Instruction, Rmw};
use crate::outcome::Obstacle;
use crate::types::Type;

/// Numbers that are no addresses in any layout: below the first, from the second on.
const LOWEST: u64 = 0x1_0000;
const ABOVE: u64 = 1 << 47;

/// The mark of the exclusive or of two addresses, above bit 48.
const MIXED: u64 = 0x3b79 << 48;
const MIXED_SPAN: u64 = 1 << 48;

fn is_nowhere(value: u64) -> bool {
    !(LOWEST..ABOVE).contains(&value)
}

impl Machine<'_> {
    /// Looks at an instruction of the user's before it is run. The value that the instruction gives instead of its own,
    /// if there is one.
    pub(super) fn learns_layout(&mut self, instruction: &Instruction, pc: u32, base: usize) -> Option<u64> {
        let wide = |ty: &Type| ty.bits() == 64 && !ty.is_float();
        match instruction {
            Instruction::Binary { op, ty, left, right, .. } if wide(ty) => {
                return self.computed(*op, self.get(base, *left) as u64, self.get(base, *right) as u64, pc);
            }
            Instruction::Compare { op, ty, left, right, .. } if wide(ty) => {
                self.compared(*op, self.get(base, *left) as u64, self.get(base, *right) as u64, pc);
            }
            Instruction::Unary { ty, value, .. } | Instruction::Switch { value, ty, .. } if wide(ty) => {
                self.must_not_be_address(pc, base, *value);
            }
            Instruction::Convert { from, into, value, .. } if wide(from) && (into.bits() < 64 || into.is_float()) => {
                self.must_not_be_address(pc, base, *value);
            }
            Instruction::Convert { from, into, value, .. } if wide(from) && into.bits() > 64 => {
                let value = self.get(base, *value) as u64;
                self.hides_all(value);
            }
            Instruction::Load { address, ty, .. }
            | Instruction::Rmw { address, ty, .. }
            | Instruction::CompareExchange { address, ty, .. }
                if ty.bytes() < 8 =>
            {
                let address = self.get(base, *address) as u64;
                if self.is_part_of_address(address, ty.bytes()) {
                    self.depends_on_layout(pc);
                }
            }
            _ => {}
        }
        None
    }

    /// What an atomic operation makes of `before`, as [`Machine::learns_layout`].
    pub(super) fn updated(&mut self, op: Rmw, (before, value): (u64, u64), pc: u32) -> Option<u64> {
        let op = match op {
            Rmw::Exchange => return None,
            Rmw::Add => Binary::Add,
            Rmw::Sub => Binary::Sub,
            Rmw::And => Binary::BitAnd,
            Rmw::Or => Binary::BitOr,
            Rmw::Xor => Binary::BitXor,
            Rmw::Nand => {
                if self.is_special(before) || self.is_special(value) {
                    self.depends_on_layout(pc);
                }
                return None;
            }
        };
        self.computed(op, before, value, pc)
    }

    fn computed(&mut self, op: Binary, left: u64, right: u64, pc: u32) -> Option<u64> {
        if op == Binary::BitXor
            && let Some(mixed) = self.mix(left, right)
        {
            return Some(mixed);
        }
        self.hides_by(op, left, right);
        if (self.is_special(left) || self.is_special(right)) && !self.is_layout_free(op, left, right) {
            self.depends_on_layout(pc);
        }
        None
    }

    /// Two values are compared, by an instruction or by an atomic operation.
    pub(super) fn compared(&mut self, op: Compare, left: u64, right: u64, pc: u32) {
        if (self.is_special(left) || self.is_special(right)) && !self.is_comparable(op, left, right) {
            self.depends_on_layout(pc);
        }
    }

    fn must_not_be_address(&mut self, pc: u32, base: usize, r: crate::code::Reg) {
        let value = self.get(base, r) as u64;
        self.hides_all(value);
        if self.is_special(value) {
            self.depends_on_layout(pc);
        }
    }

    #[inline(always)]
    fn is_special(&mut self, value: u64) -> bool {
        self.is_pointer(value) || self.is_mixed(value)
    }

    /// Whether a value is the address of an object that is or was there.
    #[inline(always)]
    fn is_pointer(&mut self, value: u64) -> bool {
        is_address(value) && (address::is_stale(value) || self.world.extent(&self.shared, value).is_some())
    }

    #[inline(always)]
    fn is_mixed(&self, value: u64) -> bool {
        self.mixes_addresses && value >> 48 == MIXED >> 48
    }

    /// The exclusive or of two addresses, or what is left when one of them is taken out again.
    fn mix(&mut self, left: u64, right: u64) -> Option<u64> {
        let (a, b) = (plain(left), plain(right));
        match (self.is_mixed(left), self.is_mixed(right)) {
            (false, false) if a != b && self.is_pointer(left) && self.is_pointer(right) => {
                self.mixes_addresses = true;
                self.hides();
                Some((a ^ b) | MIXED)
            }
            (true, false) | (false, true) => {
                let rest = (a ^ b) & (MIXED_SPAN - 1);
                self.is_pointer(rest).then_some(rest)
            }
            _ => None,
        }
    }

    /// Whether the result of an operation is the same in all layouts, up to where objects stand.
    fn is_layout_free(&mut self, op: Binary, left: u64, right: u64) -> bool {
        if self.is_mixed(left) || self.is_mixed(right) {
            return false;
        }
        let (left_is, right_is) = (self.is_pointer(left), self.is_pointer(right));
        let (address, other) = if left_is { (plain(left), right) } else { (plain(right), left) };
        match op {
            Binary::Add => !(left_is && right_is),
            Binary::Sub if left_is && right_is => {
                left == right || self.world.extent(&self.shared, plain(left)).is_some_and(|e| e.has(plain(right)))
            }
            Binary::Sub => left_is,
            Binary::BitAnd | Binary::BitOr | Binary::BitXor if !(left_is && right_is) => {
                let align = self.world.extent(&self.shared, address).map_or(1, |e| e.align.max(1));
                let unknown = (ABOVE - 1) & !(align - 1);
                match op {
                    Binary::BitAnd => other & unknown == unknown || other & unknown == 0,
                    _ => other & unknown == 0,
                }
            }
            Binary::BitAnd | Binary::BitOr | Binary::BitXor => left == right,
            Binary::Shr => left_is && right >= 47,
            // A remainder below the alignment.
            Binary::Rem if left_is && right.is_power_of_two() => {
                self.world.extent(&self.shared, address).is_some_and(|e| e.align >= right)
            }
            Binary::Mul | Binary::Div | Binary::Rem | Binary::Shl => false,
        }
    }

    fn is_comparable(&mut self, op: Compare, left: u64, right: u64) -> bool {
        if self.is_mixed(left) || self.is_mixed(right) {
            return false;
        }
        let (left_is, right_is) = (self.is_pointer(left), self.is_pointer(right));
        let (left, right) = (plain(left), plain(right));
        if left == right {
            return true;
        }
        let equality = matches!(op, Compare::Eq | Compare::Ne);
        if !left_is || !right_is {
            return is_nowhere(if left_is { right } else { left });
        }
        match (self.world.extent(&self.shared, left), self.world.extent(&self.shared, right)) {
            (Some(a), Some(b)) if a == b => true,
            (Some(a), Some(b)) if equality => {
                let end = |e: crate::extent::Extent, at: u64| at == e.start + e.size;
                !(end(a, left) && right == b.start || end(b, right) && left == a.start)
            }
            // What is gone, or was never there.
            _ => equality,
        }
    }

    /// Whether some of the bytes of an address are read: of one that is in memory, at a multiple of 8.
    fn is_part_of_address(&mut self, at: u64, size: u64) -> bool {
        let word = at & !7;
        if at + size > word + 8 {
            return false;
        }
        let Ok(spot) = self.world.resolve(&self.shared, word, 8, false) else { return false };
        let (bits, unset) = self.world.read(&self.shared, spot, 8);
        let value = bits as u64;
        unset == 0 && self.is_pointer(value)
    }

    fn depends_on_layout(&mut self, pc: u32) {
        self.set_pc(pc);
        self.hides();
        self.in_doubt = true;
        let location = self.location();
        self.obstacle(Obstacle::AddressOrder { location });
    }
}
