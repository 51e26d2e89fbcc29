//! Looking at a state: the values of variables and the messages in channels, for reports.
//!
//! Nothing here changes the state, and nothing here is used while searching.

use super::Machine;
use super::machine::MESSAGE;
use super::shape::ProcessPlace;
use crate::model::layout::{ChannelType, Slot, extract};

impl Machine<'_> {
    /// The value of a scalar of the global part.
    pub fn global_value(&self, slot: Slot) -> i32 {
        slot.get(self.memory.get(slot.word))
    }

    /// The value of a scalar that is declared `hidden`.
    pub fn hidden_value(&self, slot: Slot) -> i32 {
        slot.get(self.memory.get_hidden(self.hidden_base + slot.word))
    }

    /// The value of a scalar in the frame of a process.
    pub fn local_value(&self, place: ProcessPlace, slot: Slot) -> i32 {
        slot.get(self.memory.get(place.frame + slot.word))
    }

    /// The messages in a channel, the oldest first; the fields of each. Numbers that are no channel have none.
    pub fn messages(&self, number: u32) -> Vec<Vec<i32>> {
        let Some((ty, at)) = self.channel(number) else { return Vec::new() };
        if ty.capacity == 0 {
            return if self.rendezvous() == number { vec![self.offered_message(number)] } else { Vec::new() };
        }
        let field = |message: u32, f: &Slot| {
            let bit = ty.first + message * ty.stride + f.word * 32 + u32::from(f.shift);
            extract(self.memory.get(at + bit / 32), (bit % 32) as u8, f.bits, f.signed)
        };
        let length = self.memory.get(at) & 0xff;
        (0..length).map(|m| ty.fields.iter().map(|f| field(m, f)).collect()).collect()
    }

    /// The message that was last offered on a rendezvous channel.
    pub fn offered_message(&self, number: u32) -> Vec<i32> {
        let Some((ty, _)) = self.channel(number) else { return Vec::new() };
        ty.fields.iter().map(|f| f.get(self.memory.get_hidden(MESSAGE + f.word))).collect()
    }

    /// The type of a channel.
    pub fn channel_type(&self, number: u32) -> Option<&ChannelType> {
        self.channel(number).map(|(ty, _)| ty)
    }

    /// The channel of the last send or receive, and which message of it was meant.
    pub fn last_channel(&self) -> (u32, u32) {
        (self.open.number, self.open.slot)
    }

    fn channel(&self, number: u32) -> Option<(&ChannelType, u32)> {
        let place = self.shape().channels.get((number as usize).checked_sub(1)?)?;
        Some((self.model.channel_types.get(place.ty as usize)?, place.at))
    }
}
