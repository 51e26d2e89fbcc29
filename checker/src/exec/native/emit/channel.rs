//! Operations on channels, as `exec::channel` has them. The layout of a channel is in `model::layout`.
//!
//! What a channel is like is known when the code is made; for a channel whose number is known only when it runs, there
//! is one piece of code for each kind of channel. Only channels that exist from the start are covered: others are left
//! to the interpreter.

use super::super::access::{Area, MESSAGE, RENDEZVOUS, WordPlace};
use super::words::offset;
use super::{Emit, Flow, Open, State, Stop, trusted};
use crate::exec::op::Op;
use crate::model::Model;
use crate::model::layout::{ChannelType, Slot};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

/// Receiving from a channel of more words is left to the interpreter.
const MAX_WORDS: u32 = 64;

/// Where the channels are that exist from the start. Code refers to the table by its address.
#[derive(Debug)]
pub(in crate::exec::native) struct Channels {
    /// By number less 1: first word, type, capacity and 0.
    table: Box<[[u32; 4]]>,
    /// One type for each kind of channel.
    kinds: Vec<u32>,
}

impl Channels {
    pub fn new(model: &Model) -> Channels {
        let types = &model.channel_types;
        let alike = |a: &ChannelType, b: &ChannelType| {
            (a.capacity, &a.fields, a.stride, a.first, a.words) == (b.capacity, &b.fields, b.stride, b.first, b.words)
        };
        let mut kinds: Vec<u32> = Vec::new();
        let mut at = model.global_words;
        let mut table = Vec::new();
        for &ty in &model.global_channels {
            let t = &types[ty as usize];
            let kind = kinds.iter().copied().find(|&k| alike(&types[k as usize], t));
            let kind = kind.unwrap_or_else(|| {
                kinds.push(ty);
                ty
            });
            table.push([at, kind, t.capacity, 0]);
            at += t.words;
        }
        Channels { table: table.into_boxed_slice(), kinds }
    }
}

impl Emit<'_, '_> {
    fn channel_type(&self, open: Open) -> &ChannelType {
        &self.view.model.channel_types[open.ty as usize]
    }

    fn open(&self, state: &State) -> Result<(Open, ChannelType), Stop> {
        let open = state.open.ok_or(Stop::Refused)?;
        Ok((open, self.channel_type(open).clone()))
    }

    fn number(&mut self, open: Open) -> Value {
        match open.fixed {
            Some((number, _)) => self.int(number as i32),
            None => self.b.use_var(self.open_number),
        }
    }

    /// The first word of the open channel.
    fn at(&mut self, open: Open) -> Value {
        match open.fixed {
            Some((_, at)) => self.b.ins().iconst(types::I64, i64::from(at)),
            None => self.b.use_var(self.open_at),
        }
    }

    /// Where a channel is whose number is on the stack, and an entry of its row in the table.
    fn find_channel(&mut self) -> Result<(Value, Value, Value), Stop> {
        let number = self.pop()?;
        let count = self.channels.table.len() as i64;
        if count == 0 {
            self.give_up()?;
        }
        let index = self.b.ins().iadd_imm_s(number, -1);
        let exists = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, index, count);
        self.check(exists);
        let index = self.b.ins().uextend(types::I64, index);
        let row = self.b.ins().ishl_imm_u(index, 4);
        let table = self.b.ins().iconst(types::I64, self.channels.table.as_ptr() as i64);
        let row = self.b.ins().iadd(table, row);
        let at = self.b.ins().uload32(trusted(), row, 0);
        Ok((number, at, row))
    }

    /// Takes the channel of a send or receive from the stack. If there are several kinds, each goes on in its own
    /// block, with this op.
    pub(in crate::exec::native) fn open_any(&mut self, state: &mut State) -> Flow {
        if let Some(open @ Open { tested: false, .. }) = state.open {
            state.open = Some(Open { tested: true, ..open });
            return Ok(());
        }
        let (number, at, row) = self.find_channel()?;
        self.b.def_var(self.open_number, number);
        self.b.def_var(self.open_at, at);
        if let [kind] = self.channels.kinds[..] {
            state.open = Some(Open { ty: kind, fixed: None, tested: true });
            return Ok(());
        }
        let kind = self.b.ins().load(types::I32, trusted(), row, 4);
        let again = |&ty: &u32| (ty as i32, state.again(Open { ty, fixed: None, tested: false }));
        let cases: Vec<(i32, State)> = self.channels.kinds.iter().map(again).collect();
        self.dispatch(kind, &cases)
    }

    pub(in crate::exec::native) fn open_send(&mut self, state: &State) -> Flow {
        let (open, ty) = self.open(state)?;
        if ty.capacity == 0 {
            let (now, number) = (self.rendezvous(), self.number(open));
            let free = self.compare(IntCC::NotEqual, now, number);
            self.require(state, free);
            return Ok(());
        }
        let at = self.at(open);
        let length = self.global_byte(at, 0);
        self.b.def_var(self.open_length, length);
        let room = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, length, i64::from(ty.capacity));
        self.require(state, room);
        Ok(())
    }

    pub(in crate::exec::native) fn open_receive(&mut self, state: &State, keep: bool) -> Flow {
        let (open, ty) = self.open(state)?;
        if ty.capacity == 0 {
            if keep {
                return self.give_up();
            }
            let (now, number) = (self.rendezvous(), self.number(open));
            let ours = self.compare(IntCC::Equal, now, number);
            self.require_message(state, ours);
            return Ok(());
        }
        if self.view.model.has_rendezvous {
            let now = self.rendezvous();
            let none = self.b.ins().icmp_imm_u(IntCC::Equal, now, 0);
            self.require_message(state, none);
        }
        let at = self.at(open);
        let length = self.global_byte(at, 0);
        self.require_message(state, length);
        Ok(())
    }

    /// The words of a message.
    fn message(&mut self, ty: &ChannelType, values: &[Value]) -> Vec<Value> {
        let mut words: Vec<Option<Value>> = vec![None; ty.stride.div_ceil(32).max(1) as usize];
        for (f, &value) in ty.fields.iter().zip(values) {
            let mut v = value;
            if f.bits < 32 {
                v = self.b.ins().band_imm_u(v, i64::from(u32::MAX >> (32 - u32::from(f.bits))));
            }
            if f.shift > 0 {
                v = self.b.ins().ishl_imm_u(v, i64::from(f.shift));
            }
            let word = &mut words[f.word as usize];
            *word = Some(match *word {
                Some(other) => self.b.ins().bor(other, v),
                None => v,
            });
        }
        words.into_iter().map(|w| w.unwrap_or_else(|| self.int(0))).collect()
    }

    pub(in crate::exec::native) fn send(&mut self, state: &State, args: u16) -> Flow {
        let (open, ty) = self.open(state)?;
        if usize::from(args) != ty.fields.len() || (ty.capacity == 0 && state.in_d_step) {
            return self.give_up();
        }
        let values = self.pop_many(usize::from(args))?;
        let message = self.message(&ty, &values);
        if ty.capacity == 0 {
            for (i, &word) in message.iter().enumerate() {
                self.store_whole((Area::Hidden, MESSAGE + i as u32), word);
            }
            let number = self.number(open);
            self.store_whole((Area::Hidden, RENDEZVOUS), number);
            return Ok(());
        }
        let at = self.at(open);
        let length = self.b.use_var(self.open_length);
        let head = self.global_word(at, 0);
        let more = self.b.ins().iadd_imm_u(head, 1);
        if ty.stride >= 32 {
            self.store_global(at, 0, more);
            let index = self.b.ins().imul_imm_u(length, i64::from(ty.stride / 32));
            let index = self.b.ins().uextend(types::I64, index);
            let index = self.b.ins().iadd(at, index);
            for (i, &word) in message.iter().enumerate() {
                self.store_global(index, i as u32 + 1, word);
            }
            return Ok(());
        }
        // Beyond the messages all is 0, so the new one is just added to the bits.
        let bit = self.b.ins().imul_imm_u(length, i64::from(ty.stride));
        let bit = self.b.ins().iadd_imm_u(bit, i64::from(ty.first));
        let shifted = self.b.ins().ishl(message[0], bit);
        if ty.words == 1 {
            let new = self.b.ins().bor(more, shifted);
            self.store_global(at, 0, new);
            return Ok(());
        }
        self.store_global(at, 0, more);
        let word = self.b.ins().ushr_imm_u(bit, 5);
        let word = self.b.ins().uextend(types::I64, word);
        let index = self.b.ins().iadd(at, word);
        let old = self.global_word(index, 0);
        let new = self.b.ins().bor(old, shifted);
        self.store_global(index, 0, new);
        Ok(())
    }

    fn store_whole(&mut self, place: WordPlace, value: Value) {
        self.store_slot(place, Slot::word(place.1), value);
    }

    /// A field of the first message.
    pub(in crate::exec::native) fn field(&mut self, state: &State, i: u16) -> Result<Value, Stop> {
        let (open, ty) = self.open(state)?;
        let Some(&f) = ty.fields.get(usize::from(i)) else {
            self.give_up()?;
            return Err(Stop::Ends);
        };
        if ty.capacity == 0 {
            return Ok(self.load_slot((Area::Hidden, MESSAGE + f.word), f));
        }
        let bit = ty.first + f.word * 32 + u32::from(f.shift);
        let at = self.at(open);
        let word = self.global_word(at, bit / 32);
        Ok(self.extract(word, (bit % 32) as u8, f.bits, f.signed))
    }

    /// Takes the first message out.
    pub(in crate::exec::native) fn close(&mut self, state: &State, keep: bool, args: u16) -> Flow {
        let (open, ty) = self.open(state)?;
        if keep {
            return Ok(());
        }
        if usize::from(args) != ty.fields.len() {
            return self.give_up();
        }
        if ty.capacity == 0 {
            let none = self.int(0);
            self.store_whole((Area::Hidden, RENDEZVOUS), none);
            return Ok(());
        }
        if ty.words > MAX_WORDS {
            return Err(Stop::Refused);
        }
        let at = self.at(open);
        let old: Vec<Value> = (0..ty.words).map(|w| self.global_word(at, w)).collect();
        let zero = self.int(0);
        let word = |i: usize| old.get(i).copied().unwrap_or(zero);
        for w in 0..old.len() {
            let new = if ty.stride >= 32 {
                match w {
                    0 => self.b.ins().iadd_imm_s(old[0], -1),
                    _ => word(w + (ty.stride / 32) as usize),
                }
            } else {
                // All messages move down by one: a shift of the whole row of bits.
                let low = self.b.ins().ushr_imm_u(old[w], i64::from(ty.stride));
                let high = self.b.ins().ishl_imm_u(word(w + 1), i64::from(32 - ty.stride));
                let moved = self.b.ins().bor(low, high);
                if w > 0 {
                    moved
                } else {
                    let keep = (1u32 << ty.first) - 1;
                    let moved = self.b.ins().band_imm_u(moved, i64::from(!keep));
                    let count = self.b.ins().band_imm_u(old[0], i64::from(keep));
                    let count = self.b.ins().iadd_imm_s(count, -1);
                    self.b.ins().bor(moved, count)
                }
            };
            self.store_global(at, w as u32, new);
        }
        Ok(())
    }

    /// `len`, `empty`, `full` and their opposites.
    pub(in crate::exec::native) fn channel_test(&mut self, op: Op) -> Flow {
        let types = &self.view.model.channel_types;
        let rendezvous = |&k: &u32| types[k as usize].capacity == 0;
        let kinds = &self.channels.kinds;
        let (all, any) = (kinds.iter().all(rendezvous), kinds.iter().any(rendezvous));
        let same = self.view.model.channel_types[..].first().map(|t| t.capacity);
        let uniform = kinds.iter().all(|&k| Some(types[k as usize].capacity) == same);
        if any && !all {
            return Err(Stop::Refused);
        }
        let (number, at, row) = self.find_channel()?;
        let length = if all {
            let now = self.rendezvous();
            self.compare(IntCC::Equal, now, number)
        } else {
            self.global_byte(at, 0)
        };
        let capacity = match same {
            Some(n) if uniform => self.int(n.max(1) as i32),
            _ => self.b.ins().load(types::I32, trusted(), row, offset(2)),
        };
        let zero = self.int(0);
        let v = match op {
            Op::Len => length,
            Op::IsEmpty => self.compare(IntCC::Equal, length, zero),
            Op::NotEmpty => self.compare(IntCC::NotEqual, length, zero),
            Op::IsFull => self.compare(IntCC::UnsignedGreaterThanOrEqual, length, capacity),
            _ => self.compare(IntCC::UnsignedLessThan, length, capacity),
        };
        self.push(v);
        Ok(())
    }
}
