//! Operations on channels. The layout of a channel is in `model::layout`.

use super::fault::{ChannelOperation, FaultKind};
use super::machine::{MESSAGE, Machine, RENDEZVOUS};
use super::open::{Event, Open};
use super::shape::ChannelPlace;
use crate::model::layout::{ChannelType, Slot, extract, insert};

impl Machine<'_> {
    /// The channel of a number; reports a number that is none.
    fn place(&mut self, number: i32, operation: ChannelOperation) -> Option<ChannelPlace> {
        if let Some(&c) = self.shape().channels.get((number as usize).wrapping_sub(1)) {
            return Some(c);
        }
        self.fault(FaultKind::NoChannel { operation, number });
        None
    }

    #[inline(always)]
    fn type_of(&self, ty: u32) -> &ChannelType {
        &self.model.channel_types[ty as usize]
    }

    /// Pops a channel; pushes what is asked of it.
    #[inline(always)]
    pub(super) fn push_of_channel(&mut self, f: impl FnOnce(&mut Self, i32) -> i32) {
        let number = self.stack.pop();
        let value = f(self, number);
        self.stack.push(value);
    }

    #[inline(always)]
    pub(super) fn push_poll(&mut self, mask: u32, random: bool) {
        let found = self.poll(mask, random);
        self.stack.push(i32::from(found));
    }

    #[inline(always)]
    pub(super) fn push_field(&mut self, field: u16) {
        let value = self.open_field(field as usize);
        self.stack.push(value);
    }

    /// Pops a channel and opens it.
    #[inline(always)]
    pub(super) fn open_top(&mut self, f: impl FnOnce(&mut Self, i32) -> bool) -> bool {
        let number = self.stack.pop();
        f(self, number)
    }

    /// Pops a channel; whether the event is one of it.
    #[inline(always)]
    pub(super) fn event_is_top(&mut self, send: bool) -> bool {
        let number = self.stack.pop();
        self.event_is(number, send)
    }

    /// Messages in a channel. A rendezvous channel has one while the rendezvous is under way.
    pub(super) fn length(&mut self, number: i32) -> i32 {
        let Some(c) = self.place(number, ChannelOperation::Length) else { return 0 };
        self.length_at(c, number as u32) as i32
    }

    fn length_at(&self, c: ChannelPlace, number: u32) -> u32 {
        if self.type_of(c.ty).capacity == 0 {
            u32::from(self.rendezvous() == number)
        } else {
            self.memory.get(c.at) & 0xff
        }
    }

    pub(super) fn is_full(&mut self, number: i32) -> bool {
        let Some(c) = self.place(number, ChannelOperation::State) else { return false };
        let capacity = self.type_of(c.ty).capacity.max(1);
        self.length_at(c, number as u32) >= capacity
    }

    /// Begins a send. False if the channel is full.
    pub(super) fn open_send(&mut self, number: i32) -> bool {
        let Some(c) = self.place(number, ChannelOperation::Send) else { return false };
        self.open_send_at(number as u32, c.ty, c.at)
    }

    #[inline]
    pub(super) fn open_send_at(&mut self, number: u32, ty: u32, at: u32) -> bool {
        let capacity = self.type_of(ty).capacity.max(1);
        let length = self.length_at(ChannelPlace { ty, at }, number);
        self.open = Open { number, ty, at, slot: length };
        length < capacity
    }

    /// Sends the top `args` values of the stack.
    pub(super) fn send(&mut self, args: usize, sorted: bool, in_d_step: bool) -> bool {
        let open = self.open;
        let model = self.model;
        let ty = &model.channel_types[open.ty as usize];
        let first = self.stack.len() - args;
        if args != ty.fields.len() {
            self.fault(FaultKind::SendFields { channel_type: open.ty, given: args as u32 });
        }
        if ty.capacity == 0 {
            if in_d_step {
                self.fault(FaultKind::RendezvousInDStep);
                self.stack.truncate(first);
                return false;
            }
            for w in 0..ty.stride.div_ceil(32) {
                self.memory.set_hidden(MESSAGE + w, 0);
            }
            for (i, f) in ty.fields.iter().enumerate().take(args) {
                let word = self.memory.get_hidden(MESSAGE + f.word);
                self.memory.set_hidden(MESSAGE + f.word, f.set(word, self.stack.get(first + i)));
            }
            self.memory.set_hidden(RENDEZVOUS, open.number);
        } else {
            let length = open.slot;
            let at = if sorted { self.sorted_place(ty, open.at, length, first, args) } else { length };
            for k in (at..length).rev() {
                self.copy_message(ty, open.at, k, k + 1);
            }
            let word = self.memory.get(open.at);
            self.memory.set(open.at, word + 1);
            for (i, &f) in ty.fields.iter().enumerate() {
                let value = if i < args { self.stack.get(first + i) } else { 0 };
                self.set_field(ty, open.at, at, f, value);
            }
        }
        self.stack.truncate(first);
        self.watch(true, Open { slot: open.slot, ..open });
        true
    }

    /// Where a message goes in a sorted channel: after those that are not larger.
    fn sorted_place(&self, ty: &ChannelType, at: u32, length: u32, first: usize, args: usize) -> u32 {
        for j in 0..length {
            for (i, &f) in ty.fields.iter().enumerate().take(args) {
                let there = self.field(ty, at, j, f);
                let new = self.stack.get(first + i);
                if new > there {
                    break;
                }
                if new < there {
                    return j;
                }
            }
        }
        length
    }

    /// Begins a receive. False if there is nothing to receive.
    pub(super) fn open_receive(&mut self, number: i32, keep: bool) -> bool {
        let Some(c) = self.place(number, ChannelOperation::Receive) else { return false };
        self.open_receive_at(number as u32, c.ty, c.at, keep)
    }

    #[inline(always)]
    pub(super) fn open_buffered(&mut self, number: u16, ty: u32, at: u32) -> bool {
        self.open = Open { number: u32::from(number), ty, at, slot: 0 };
        self.no_message = self.rendezvous() != 0 || self.memory.get(at) & 0xff == 0;
        !self.no_message
    }

    #[inline]
    pub(super) fn open_receive_at(&mut self, number: u32, ty: u32, at: u32, keep: bool) -> bool {
        self.open = Open { number, ty, at, slot: 0 };
        if self.type_of(ty).capacity == 0 {
            if keep {
                self.fault(FaultKind::PollOfRendezvous);
                return false;
            }
            self.no_message = self.rendezvous() != number;
        } else {
            self.no_message = self.rendezvous() != 0 || self.memory.get(at) & 0xff == 0;
        }
        !self.no_message
    }

    /// A field of the message that is being received.
    pub(super) fn open_field(&mut self, i: usize) -> i32 {
        self.field_of(self.open, i)
    }

    fn field_of(&mut self, open: Open, i: usize) -> i32 {
        let model = self.model;
        let ty = &model.channel_types[open.ty as usize];
        let Some(&f) = ty.fields.get(i) else {
            self.fault(FaultKind::ReceiveTooMany { channel_type: open.ty });
            return 0;
        };
        if ty.capacity == 0 {
            f.get(self.memory.get_hidden(MESSAGE + f.word))
        } else {
            self.field(ty, open.at, open.slot, f)
        }
    }

    /// The first message that has the values on top of the stack in the fields of `mask`.
    pub(super) fn find(&mut self, mask: u32) -> bool {
        let count = mask.count_ones() as usize;
        let first = self.stack.len() - count;
        let length = if self.type_of(self.open.ty).capacity == 0 { 1 } else { self.memory.get(self.open.at) & 0xff };
        let mut found = false;
        for slot in 0..length {
            self.open.slot = slot;
            found = true;
            let mut k = first;
            for i in 0..32 {
                if mask & (1 << i) != 0 {
                    if self.open_field(i) != self.stack.get(k) {
                        found = false;
                        break;
                    }
                    k += 1;
                }
            }
            if found {
                break;
            }
        }
        self.stack.truncate(first);
        found
    }

    /// `q?[…]`, `q??[…]`: the values, then the channel below them.
    pub(super) fn poll(&mut self, mask: u32, random: bool) -> bool {
        let count = mask.count_ones() as usize;
        let below = self.stack.len() - count - 1;
        let number = self.stack.get(below);
        let saved = self.open;
        let result = match self.place(number, ChannelOperation::Contents) {
            None => false,
            Some(c) if self.type_of(c.ty).capacity == 0 => {
                self.fault(FaultKind::PollOfRendezvous);
                false
            }
            Some(c) => {
                self.open = Open { number: number as u32, ty: c.ty, at: c.at, slot: 0 };
                let length = self.memory.get(c.at) & 0xff;
                if length == 0 {
                    false
                } else if random && mask != 0 {
                    self.find(mask)
                } else {
                    let mut k = below + 1;
                    let mut same = true;
                    for i in 0..32 {
                        if mask & (1 << i) != 0 {
                            same &= self.open_field(i) == self.stack.get(k);
                            k += 1;
                        }
                    }
                    same
                }
            }
        };
        self.open = saved;
        self.stack.truncate(below);
        result
    }

    /// Takes the message out of the channel.
    pub(super) fn close_receive(&mut self, keep: bool, args: usize) {
        let open = self.open;
        let model = self.model;
        let ty = &model.channel_types[open.ty as usize];
        if keep {
            return;
        }
        if args != ty.fields.len() {
            self.fault(FaultKind::ReceiveMissing { channel_type: open.ty, given: args as u32 });
        }
        self.watch(false, open);
        if ty.capacity == 0 {
            self.memory.set_hidden(RENDEZVOUS, 0);
        } else {
            self.remove(ty, open.at, open.slot);
        }
    }

    #[inline(always)]
    fn field(&self, ty: &ChannelType, at: u32, slot: u32, f: Slot) -> i32 {
        let bit = ty.first + slot * ty.stride + f.word * 32 + u32::from(f.shift);
        extract(self.memory.get(at + bit / 32), (bit % 32) as u8, f.bits, f.signed)
    }

    #[inline(always)]
    fn set_field(&mut self, ty: &ChannelType, at: u32, slot: u32, f: Slot, value: i32) {
        let bit = ty.first + slot * ty.stride + f.word * 32 + u32::from(f.shift);
        let i = at + bit / 32;
        let word = self.memory.get(i);
        self.memory.set(i, insert(word, (bit % 32) as u8, f.bits, value));
    }

    fn copy_message(&mut self, ty: &ChannelType, at: u32, from: u32, to: u32) {
        if ty.stride < 32 {
            let whole = Slot { word: 0, shift: 0, bits: ty.stride as u8, signed: false };
            let value = self.field(ty, at, from, whole);
            self.set_field(ty, at, to, whole, value);
        } else {
            let words = ty.stride / 32;
            for w in 0..words {
                let value = self.memory.get(at + 1 + from * words + w);
                self.memory.set(at + 1 + to * words + w, value);
            }
        }
    }

    /// Closes the gap that a received message leaves.
    fn remove(&mut self, ty: &ChannelType, at: u32, slot: u32) {
        let head = self.memory.get(at);
        let length = head & 0xff;
        if ty.stride < 32 && slot == 0 {
            // All messages move down by one: a shift of the whole row of bits.
            let used = (ty.first + length * ty.stride).div_ceil(32);
            let keep = (1u32 << ty.first) - 1;
            for w in 0..used {
                let low = self.memory.get(at + w);
                let high = if w + 1 < used { self.memory.get(at + w + 1) } else { 0 };
                let moved = (low >> ty.stride) | (high << (32 - ty.stride));
                let new = if w == 0 { (moved & !keep) | ((head & keep) - 1) } else { moved };
                self.memory.set(at + w, new);
            }
            return;
        }
        for k in slot..length - 1 {
            self.copy_message(ty, at, k + 1, k);
        }
        if ty.stride < 32 {
            let whole = Slot { word: 0, shift: 0, bits: ty.stride as u8, signed: false };
            self.set_field(ty, at, length - 1, whole, 0);
        } else {
            let words = ty.stride / 32;
            for w in 0..words {
                self.memory.set(at + 1 + (length - 1) * words + w, 0);
            }
        }
        let head = self.memory.get(at);
        self.memory.set(at, head - 1);
    }

    /// Lets the trace automaton see an event.
    fn watch(&mut self, send: bool, open: Open) {
        let model = self.model;
        let Some(trace) = &model.trace else { return };
        if self.testing > 0 {
            return;
        }
        let entries = self.code;
        let watched = if send { &entries.trace_sends } else { &entries.trace_receives };
        let saved = (self.pid, self.frame, self.open);
        let seen = watched.iter().any(|&code| {
            self.run(code);
            self.stack.pop() == open.number as i32
        });
        if seen {
            // As in Spin: a receive is compared with the first message, whichever is taken.
            let slot = if send { open.slot } else { 0 };
            self.event = Event { send, open: Open { slot, ..open } };
            self.advance_trace(trace);
        }
        (self.pid, self.frame, self.open) = saved;
    }

    fn advance_trace(&mut self, trace: &crate::model::TraceUse) {
        let model = self.model;
        let automaton = model.proctype(trace.proctype);
        let word = self.memory.get(trace.event.word);
        let state = trace.event.get(word) as usize;
        let end = automaton.states.len() - 1;
        let mut next = None;
        // Past its end nothing is allowed any more.
        let options = if state == end { 0..0 } else { automaton.states[state].transitions() };
        for i in options {
            let t = &model.transitions[i as usize];
            let matches = match t.action {
                crate::model::Action::Code(code) => self.run(code),
                _ => false,
            };
            if !matches {
                continue;
            }
            if next.is_some() {
                self.fault(FaultKind::TraceAmbiguous);
                break;
            }
            next = Some(t.target.0);
            if trace.negated && t.target.0 as usize == end {
                break;
            }
        }
        match next {
            Some(state) => {
                let word = self.memory.get(trace.event.word);
                self.memory.set(trace.event.word, trace.event.set(word, state as i32));
                if trace.negated && state as usize == end {
                    self.fault(FaultKind::NotraceComplete);
                }
            }
            // Only the first try counts.
            None if trace.negated => {
                let word = self.memory.get(trace.event.word);
                self.memory.set(trace.event.word, trace.event.set(word, end as i32));
            }
            None => self.fault(FaultKind::TraceRefuses),
        }
    }

    pub(super) fn event_is(&mut self, number: i32, send: bool) -> bool {
        self.event.send == send && self.event.open.number as i32 == number
    }

    pub(super) fn event_field(&mut self, i: usize) -> i32 {
        self.field_of(self.event.open, i)
    }
}
