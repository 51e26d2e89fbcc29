//! Reading and writing the memory: scalars that are kept in variables, words that are not, and the log.

use super::access::{Area, Place};
use super::emit::{Emit, trusted};
use crate::model::layout::Slot;
use crate::model::op::{Base, Cell};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, StackSlot, StackSlotData, StackSlotKind, Value, types};
use cranelift_frontend::Variable;
use std::collections::BTreeSet;

/// In the log, marks a word of the hidden part: see `exec::memory`.
const HIDDEN: u32 = 1 << 31;

/// A word that is kept in variables.
pub(super) struct Kept {
    /// What it was.
    pub old: Variable,
    /// Its scalars, and whether they are written.
    pub scalars: Vec<(Slot, Variable, bool)>,
    pub written: bool,
}

impl Emit<'_, '_> {
    /// A scalar out of its word.
    pub fn extract(&mut self, word: Value, shift: u8, bits: u8, signed: bool) -> Value {
        if bits == 32 {
            return word;
        }
        if signed {
            let up = self.b.ins().ishl_imm_u(word, i64::from(32 - shift - bits));
            return self.b.ins().sshr_imm_u(up, i64::from(32 - bits));
        }
        let down = if shift == 0 { word } else { self.b.ins().ushr_imm_u(word, i64::from(shift)) };
        if shift + bits == 32 { down } else { self.b.ins().band_imm_u(down, low_bits(bits)) }
    }

    /// The word with a scalar in it. The scalar may have more bits than there is room for.
    pub fn insert(&mut self, word: Value, slot: Slot, value: Value) -> Value {
        if slot.bits == 32 {
            return value;
        }
        let mask = low_bits(slot.bits) << slot.shift;
        let rest = self.b.ins().band_imm_u(word, i64::from(!(mask as u32)));
        let value = self.b.ins().band_imm_u(value, low_bits(slot.bits));
        let value = if slot.shift == 0 { value } else { self.b.ins().ishl_imm_u(value, i64::from(slot.shift)) };
        self.b.ins().bor(rest, value)
    }

    /// What is left of a value that is stored in a scalar and loaded again.
    pub fn cut(&mut self, slot: Slot, value: Value) -> Value {
        match (slot.bits, slot.signed) {
            (32, _) => value,
            (_, true) => self.extract(value, 0, slot.bits, true),
            (bits, false) => self.b.ins().band_imm_u(value, low_bits(bits)),
        }
    }

    /// A pointer to the first word of an area.
    pub fn area(&self, area: Area) -> Value {
        match area {
            Area::Global => self.words,
            Area::Frame => self.frame_words,
            Area::Hidden => self.hidden,
        }
    }

    pub fn word_at(&mut self, (area, word): Place) -> Value {
        let pointer = self.area(area);
        self.b.ins().load(types::I32, trusted(), pointer, offset(word))
    }

    /// A pointer to a byte of an area.
    pub fn pointer(&mut self, area: Area, byte: Value) -> Value {
        let byte = self.b.ins().uextend(types::I64, byte);
        let base = self.area(area);
        self.b.ins().iadd(base, byte)
    }

    pub fn global_word(&mut self, index: Value, plus: u32) -> Value {
        let offset_ = self.b.ins().ishl_imm_u(index, 2);
        let pointer = self.b.ins().iadd(self.words, offset_);
        self.b.ins().load(types::I32, trusted(), pointer, offset(plus))
    }

    pub fn global_byte(&mut self, index: Value, plus: u32) -> Value {
        let offset_ = self.b.ins().ishl_imm_u(index, 2);
        let pointer = self.b.ins().iadd(self.words, offset_);
        self.b.ins().uload8(types::I32, trusted(), pointer, offset(plus))
    }

    /// The number of a word in the log.
    pub fn logged(&mut self, (area, word): Place) -> Value {
        match area {
            Area::Global => self.b.ins().iconst(types::I64, i64::from(word)),
            Area::Frame if word == 0 => self.frame,
            Area::Frame => self.b.ins().iadd_imm_u(self.frame, i64::from(word)),
            Area::Hidden => self.b.ins().iconst(types::I64, i64::from(word | HIDDEN)),
        }
    }

    /// Stores a word, and what it was in the log if it differs.
    pub fn store_logged(&mut self, pointer: Value, at: i32, number: Value, old: Value, new: Value) {
        let log = self.b.use_var(self.log);
        let high = self.b.ins().uextend(types::I64, old);
        let high = self.b.ins().ishl_imm_u(high, 32);
        let entry = self.b.ins().bor(high, number);
        self.b.ins().store(trusted(), entry, log, 0);
        self.b.ins().store(trusted(), new, pointer, at);
        let changed = self.b.ins().icmp(IntCC::NotEqual, old, new);
        let changed = self.b.ins().uextend(types::I64, changed);
        let step = self.b.ins().ishl_imm_u(changed, 3);
        let log = self.b.ins().iadd(log, step);
        self.b.def_var(self.log, log);
    }

    /// Stores a word of a range.
    pub fn store_word(&mut self, pointer: Value, at: i32, number: Value, old: Value, new: Value) {
        if self.access.loops {
            self.copy_ranges();
            self.b.ins().store(trusted(), new, pointer, at);
        } else {
            self.store_logged(pointer, at, number, old, new);
        }
    }

    /// Stores a word of a channel.
    pub fn store_global(&mut self, index: Value, plus: u32, old: Value, new: Value) {
        let bytes = self.b.ins().ishl_imm_u(index, 2);
        let pointer = self.b.ins().iadd(self.words, bytes);
        let number = self.b.ins().iadd_imm_u(index, i64::from(plus));
        self.store_word(pointer, offset(plus), number, old, new);
    }

    // Scalars at fixed places.

    pub fn load_slot(&mut self, place: Place, slot: Slot) -> Value {
        if !self.kept.contains_key(&place) {
            let word = self.word_at(place);
            return self.extract(word, slot.shift, slot.bits, slot.signed);
        }
        self.ensure(place);
        match self.variable(place, slot) {
            (variable, true) => self.b.use_var(variable),
            (variable, false) => {
                let word = self.b.use_var(variable);
                self.extract(word, slot.shift, slot.bits, slot.signed)
            }
        }
    }

    pub fn store_slot(&mut self, place: Place, slot: Slot, value: Value) {
        if !self.kept.contains_key(&place) {
            let old = self.word_at(place);
            let new = self.insert(old, slot, value);
            let (pointer, number) = (self.area(place.0), self.logged(place));
            self.store_word(pointer, offset(place.1), number, old, new);
            return;
        }
        self.ensure(place);
        match self.variable(place, slot) {
            (variable, true) => {
                let value = self.cut(slot, value);
                self.b.def_var(variable, value);
            }
            (variable, false) => {
                let word = self.b.use_var(variable);
                let word = self.insert(word, slot, value);
                self.b.def_var(variable, word);
            }
        }
    }

    /// The variable of a scalar; false if it is that of the whole word.
    pub fn variable(&self, place: Place, slot: Slot) -> (Variable, bool) {
        let scalars = &self.kept[&place].scalars;
        let same = |s: &Slot| s.shift == slot.shift && s.bits == slot.bits && (s.signed == slot.signed || s.bits == 32);
        match scalars.iter().find(|(s, _, _)| same(s)) {
            Some(&(_, variable, _)) => (variable, true),
            None => (scalars[0].1, false),
        }
    }

    /// Sets the variables of a kept word, unless they are.
    pub fn ensure(&mut self, place: Place) {
        if !self.loaded.insert(place) {
            return;
        }
        let word = self.word_at(place);
        self.b.def_var(self.kept[&place].old, word);
        for (slot, variable, _) in self.kept[&place].scalars.clone() {
            let value = self.extract(word, slot.shift, slot.bits, slot.signed);
            self.b.def_var(variable, value);
        }
    }

    /// Before the first branch: what is written later, and in loops what is read, is loaded here, where all ways begin.
    pub fn leave_entry(&mut self) {
        if !self.at_entry {
            return;
        }
        self.at_entry = false;
        let needed: Vec<Place> =
            self.kept.iter().filter(|(_, k)| k.written || self.access.loops).map(|(&place, _)| place).collect();
        for place in needed {
            self.ensure(place);
        }
        if self.access.loops {
            self.copy_ranges();
        }
        self.loaded_at_entry = self.loaded.clone();
    }

    /// Stores what was kept.
    pub fn store_kept(&mut self) {
        let written: Vec<Place> = self.kept.iter().filter(|(_, k)| k.written).map(|(&place, _)| place).collect();
        for place in written {
            self.ensure(place);
            let old = self.b.use_var(self.kept[&place].old);
            let mut new = old;
            for (slot, variable, written) in self.kept[&place].scalars.clone() {
                if written {
                    let value = self.b.use_var(variable);
                    new = self.insert(new, slot, value);
                }
            }
            let (pointer, number) = (self.area(place.0), self.logged(place));
            self.store_logged(pointer, offset(place.1), number, old, new);
        }
    }

    pub fn written_ranges(&self) -> Vec<Place> {
        let words: BTreeSet<Place> = self
            .access
            .ranges
            .iter()
            .filter(|r| r.written)
            .flat_map(|r| (r.first..r.end).map(|w| (r.area, w)))
            .collect();
        words.into_iter().collect()
    }

    /// Copies what stores without a log may change.
    pub fn copy_ranges(&mut self) {
        if self.copies.is_some() {
            return;
        }
        let words = self.written_ranges();
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, words.len() as u32 * 4, 3);
        let slot = self.b.create_sized_stack_slot(data);
        self.copies = Some(slot);
        let copy = self.b.ins().stack_addr(types::I64, slot, 0);
        for (i, place) in words.into_iter().enumerate() {
            let word = self.word_at(place);
            self.b.ins().store(trusted(), word, copy, offset(i as u32));
        }
    }

    /// Logs what differs from the copies.
    pub fn log_ranges(&mut self, slot: StackSlot) {
        let copy = self.b.ins().stack_addr(types::I64, slot, 0);
        for (i, place) in self.written_ranges().into_iter().enumerate() {
            let old = self.b.ins().load(types::I32, trusted(), copy, offset(i as u32));
            let new = self.word_at(place);
            let (pointer, number) = (self.area(place.0), self.logged(place));
            self.store_logged(pointer, offset(place.1), number, old, new);
        }
    }

    pub fn load(&mut self, base: Base, slot: Slot) -> Value {
        let place = self.view.place(base, slot.word);
        self.load_slot(place, slot)
    }

    pub fn store(&mut self, base: Base, slot: Slot, value: Value) {
        let place = self.view.place(base, slot.word);
        self.store_slot(place, slot, value);
    }

    /// An index that is inside of an array; else the interpreter reports it.
    pub fn check_index(&mut self, index: Value, len: u32) {
        let inside = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, index, i64::from(len));
        self.check(inside);
    }

    /// An address that is inside of its area. It always is: this is for the safety of the memory only.
    pub fn check_address(&mut self, base: Base, address: Value, cell: Cell) {
        let model = self.view.model;
        let words = match base {
            Base::Global => model.global_words,
            Base::Local => model.proctype(self.view.proctype).frame_words,
            Base::Hidden => model.hidden_words,
        };
        self.check_index(address, (words * 4).saturating_sub(u32::from(cell.bits.div_ceil(8)) - 1));
    }

    /// The byte at which an element begins. The frame of the claim is at a fixed place.
    pub fn element(&mut self, base: Base, at: u32, index: Value, cell: Cell) -> (Area, Value) {
        let scaled = match cell.bytes() {
            1 => index,
            2 => self.b.ins().ishl_imm_u(index, 1),
            _ => self.b.ins().ishl_imm_u(index, 2),
        };
        self.shifted(base, at, scaled)
    }

    pub fn shifted(&mut self, base: Base, at: u32, byte: Value) -> (Area, Value) {
        let (area, first) = self.view.place(base, 0);
        let at = at + first * 4;
        let byte = if at == 0 { byte } else { self.b.ins().iadd_imm_u(byte, i64::from(at)) };
        (area, byte)
    }

    pub fn load_cell(&mut self, area: Area, byte: Value, cell: Cell) -> Value {
        let pointer = self.pointer(area, byte);
        match (cell.bits, cell.signed) {
            (8, false) => self.b.ins().uload8(types::I32, trusted(), pointer, 0),
            (8, true) => self.b.ins().sload8(types::I32, trusted(), pointer, 0),
            (16, false) => self.b.ins().uload16(types::I32, trusted(), pointer, 0),
            (16, true) => self.b.ins().sload16(types::I32, trusted(), pointer, 0),
            (32, _) => self.b.ins().load(types::I32, trusted(), pointer, 0),
            // Fields of structures may have fewer bits than they have room for.
            (bits, signed) => {
                let word = self.b.ins().uload8(types::I32, trusted(), pointer, 0);
                let word = if bits <= 8 { word } else { self.wide(pointer, bits) };
                self.extract(word, 0, bits, signed)
            }
        }
    }

    /// Loads the room of a field of more than 8 bits.
    pub fn wide(&mut self, pointer: Value, bits: u8) -> Value {
        if bits <= 16 {
            self.b.ins().uload16(types::I32, trusted(), pointer, 0)
        } else {
            self.b.ins().load(types::I32, trusted(), pointer, 0)
        }
    }

    pub fn store_cell(&mut self, area: Area, byte: Value, cell: Cell, value: Value) {
        if self.access.loops && matches!(cell.bits, 8 | 16 | 32) {
            self.copy_ranges();
            let pointer = self.pointer(area, byte);
            match cell.bits {
                8 => self.b.ins().istore8(trusted(), value, pointer, 0),
                16 => self.b.ins().istore16(trusted(), value, pointer, 0),
                _ => self.b.ins().store(trusted(), value, pointer, 0),
            };
            return;
        }
        let start = self.b.ins().band_imm_u(byte, i64::from(!3u32));
        let pointer = self.pointer(area, start);
        let old = self.b.ins().load(types::I32, trusted(), pointer, 0);
        let new = if cell.bits == 32 {
            value
        } else {
            let shift = self.b.ins().band_imm_u(byte, 3);
            let shift = self.b.ins().ishl_imm_u(shift, 3);
            let mask = self.b.ins().iconst(types::I32, low_bits(cell.bits));
            let value = self.b.ins().band(value, mask);
            let mask = self.b.ins().ishl(mask, shift);
            let value = self.b.ins().ishl(value, shift);
            let rest = self.b.ins().band_not(old, mask);
            self.b.ins().bor(rest, value)
        };
        let word = self.b.ins().ushr_imm_u(byte, 2);
        let word = self.b.ins().uextend(types::I64, word);
        let number = match area {
            Area::Global => word,
            Area::Frame => self.b.ins().iadd(word, self.frame),
            Area::Hidden => self.b.ins().bor_imm_u(word, i64::from(HIDDEN)),
        };
        self.store_word(pointer, 0, number, old, new);
    }
}

/// A word's place in bytes. Fixed places are small: `compile` bounds the size of a state.
pub(super) fn offset(word: u32) -> i32 {
    word as i32 * 4
}

fn low_bits(bits: u8) -> i64 {
    i64::from(u32::MAX >> (32 - u32::from(bits)))
}
