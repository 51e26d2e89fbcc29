//! Global channel variables that are never set: each always denotes the channel that it was declared with.

use super::accesses::{Data, Nothing};
use super::layout::Slot;
use super::{Model, Region};

/// A channel whose place in a state is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedChannel {
    /// The variable that denotes it.
    pub slot: Slot,
    pub number: u32,
    pub ty: u32,
    pub capacity: u32,
    /// First word of the channel.
    pub at: u32,
}

/// The fixed channels of a model.
#[derive(Clone, Debug, Default)]
pub struct FixedChannels(Vec<FixedChannel>);

impl FixedChannels {
    pub fn of(model: &Model) -> FixedChannels {
        let mut set: Vec<Slot> = Vec::new();
        for accesses in model.transitions.iter().map(|t| t.accesses(&Nothing)) {
            for data in accesses.writes() {
                match data {
                    Data::Scalar { region: Region::Global, slot } => set.push(*slot),
                    Data::Somewhere => return FixedChannels::default(),
                    // An array has no scalar variable in it.
                    Data::Scalar { .. } | Data::Element { .. } | Data::Remote { .. } => {}
                }
            }
        }
        let is_scalar = |slot| model.global_leaves.iter().any(|l| l.slot == slot && !l.name.contains(['[', '.']));
        let mut at = model.global_words;
        let mut found = Vec::new();
        for ((number, &ty), &(region, slot)) in (1..).zip(&model.global_channels).zip(&model.channel_variables) {
            let kind = &model.channel_types[ty as usize];
            if region == Region::Global && is_scalar(slot) && !set.contains(&slot) {
                found.push(FixedChannel { slot, number, ty, capacity: kind.capacity, at });
            }
            at += kind.words;
        }
        FixedChannels(found)
    }

    /// The channel that a variable denotes.
    pub fn at(&self, slot: Slot) -> Option<&FixedChannel> {
        self.0.iter().find(|c| c.slot == slot)
    }
}
