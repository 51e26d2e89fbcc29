//! Reading a state and writing its copy: scalars that are kept in variables, and words that are not.

use super::super::access::{Area, WordPlace};
use super::{Emit, trusted};
use crate::exec::op::{Base, Cell};
use crate::model::layout::Slot;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_frontend::Variable;

/// The bytes that are copied at a time. States have room for a multiple of it.
pub(in crate::exec::native) const PIECE: u32 = 32;

/// A word that is kept in variables.
pub(in crate::exec::native) struct Kept {
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
            Area::Global => self.row()[0],
            Area::Frame => self.row()[1],
            Area::Hidden => self.hidden,
        }
    }

    /// The state that counts here.
    fn row(&self) -> [Value; 2] {
        if self.copied { self.target } else { self.source }
    }

    /// Copies the state, unless it has been: what follows stores.
    pub fn begin_stores(&mut self) {
        if self.copied {
            return;
        }
        self.copied = true;
        let (again, after) = (self.b.create_block(), self.b.create_block());
        let at = self.b.append_block_param(again, types::I64);
        let start = self.b.ins().iconst(types::I64, 0);
        self.b.ins().jump(again, &[start.into()]);
        self.b.switch_to_block(again);
        let from = self.b.ins().iadd(self.source[0], at);
        let to = self.b.ins().iadd(self.target[0], at);
        let halves = [0, 16].map(|i| self.b.ins().load(types::I8X16, trusted(), from, i));
        for (half, i) in halves.into_iter().zip([0, 16]) {
            self.b.ins().store(trusted(), half, to, i);
        }
        let next = self.b.ins().iadd_imm_u(at, i64::from(PIECE));
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, next, self.bytes);
        self.b.ins().brif(more, again, &[next.into()], after, &[]);
        self.b.switch_to_block(after);
    }

    pub fn word_at(&mut self, (area, word): WordPlace) -> Value {
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
        let row = self.area(Area::Global);
        let pointer = self.b.ins().iadd(row, offset_);
        self.b.ins().load(types::I32, trusted(), pointer, offset(plus))
    }

    pub fn global_byte(&mut self, index: Value, plus: u32) -> Value {
        let offset_ = self.b.ins().ishl_imm_u(index, 2);
        let row = self.area(Area::Global);
        let pointer = self.b.ins().iadd(row, offset_);
        self.b.ins().uload8(types::I32, trusted(), pointer, offset(plus))
    }

    /// Stores a word of a channel.
    pub fn store_global(&mut self, index: Value, plus: u32, new: Value) {
        self.begin_stores();
        let bytes = self.b.ins().ishl_imm_u(index, 2);
        let row = self.area(Area::Global);
        let pointer = self.b.ins().iadd(row, bytes);
        self.b.ins().store(trusted(), new, pointer, offset(plus));
    }

    // Scalars at fixed places.

    pub fn load_slot(&mut self, place: WordPlace, slot: Slot) -> Value {
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

    pub fn store_slot(&mut self, place: WordPlace, slot: Slot, value: Value) {
        if !self.kept.contains_key(&place) {
            self.begin_stores();
            let old = self.word_at(place);
            let new = self.insert(old, slot, value);
            let pointer = self.area(place.0);
            self.b.ins().store(trusted(), new, pointer, offset(place.1));
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
    pub fn variable(&self, place: WordPlace, slot: Slot) -> (Variable, bool) {
        let scalars = &self.kept[&place].scalars;
        let same = |s: &Slot| s.shift == slot.shift && s.bits == slot.bits && (s.signed == slot.signed || s.bits == 32);
        match scalars.iter().find(|(s, _, _)| same(s)) {
            Some(&(_, variable, _)) => (variable, true),
            None => (scalars[0].1, false),
        }
    }

    /// Sets the variables of a kept word, unless they are.
    pub fn ensure(&mut self, place: WordPlace) {
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
        let needed: Vec<WordPlace> =
            self.kept.iter().filter(|(_, k)| k.written || self.access.loops).map(|(&place, _)| place).collect();
        for place in needed {
            self.ensure(place);
        }
        self.loaded_at_entry = self.loaded.clone();
    }

    /// Stores what was kept.
    pub fn store_kept(&mut self) {
        self.begin_stores();
        let written: Vec<WordPlace> = self.kept.iter().filter(|(_, k)| k.written).map(|(&place, _)| place).collect();
        for place in written {
            self.ensure(place);
            let mut new = self.b.use_var(self.kept[&place].old);
            for (slot, variable, written) in self.kept[&place].scalars.clone() {
                if written {
                    let value = self.b.use_var(variable);
                    new = self.insert(new, slot, value);
                }
            }
            let pointer = self.area(place.0);
            self.b.ins().store(trusted(), new, pointer, offset(place.1));
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
        self.begin_stores();
        if matches!(cell.bits, 8 | 16 | 32) {
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
        let shift = self.b.ins().band_imm_u(byte, 3);
        let shift = self.b.ins().ishl_imm_u(shift, 3);
        let mask = self.b.ins().iconst(types::I32, low_bits(cell.bits));
        let value = self.b.ins().band(value, mask);
        let mask = self.b.ins().ishl(mask, shift);
        let value = self.b.ins().ishl(value, shift);
        let rest = self.b.ins().band_not(old, mask);
        let new = self.b.ins().bor(rest, value);
        self.b.ins().store(trusted(), new, pointer, 0);
    }
}

/// A word's place in bytes. Fixed places are small: `compile` bounds the size of a state.
pub(in crate::exec::native) fn offset(word: u32) -> i32 {
    word as i32 * 4
}

fn low_bits(bits: u8) -> i64 {
    i64::from(u32::MAX >> (32 - u32::from(bits)))
}
