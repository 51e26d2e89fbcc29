//! What is asked of the data of a state while a set is looked for.

use super::table::{Table, Wait};
use super::{LazyState, Sight};
use crate::footprint::Use;

/// A question about a state, and the answer.
#[derive(Clone, Copy, Debug)]
pub enum Asked {
    Test { step: u32, test: u32, holds: bool },
    Channel { step: u32, is_here: bool, wait: Option<Wait> },
}

impl Asked {
    pub fn is_so(self, table: &Table, state: &mut impl LazyState) -> bool {
        match self {
            Asked::Test { step, test, holds } => {
                let test = table.steps[step as usize].wait.tests[test as usize];
                test.holds_for(state.word(test.slot.word)) == holds
            }
            Asked::Channel { step, is_here, wait } => waits_for_channel(step, is_here, table, state.sight()) == wait,
        }
    }
}

/// What a step waits for, if it is one channel that is known, and that is why it is not possible now.
pub fn waits_for_channel(i: u32, is_here: bool, table: &Table, here: Sight) -> Option<Wait> {
    let step = &table.steps[i as usize];
    let [only] = step.wait.channels[..] else { return None };
    let place = here.shape.channels.get((only.channel? as usize).checked_sub(1)?)?;
    let capacity = here.model.channel_types[place.ty as usize].capacity;
    if capacity == 0 {
        return None;
    }
    let length = here.state[place.at as usize] & 0xff;
    match only.how {
        Use::Receive | Use::Find | Use::NotEmpty if length == 0 => Some(Wait::Message),
        Use::Send | Use::NotFull if length >= capacity => Some(Wait::Room),
        Use::Receive if is_here => Some(Wait::Another),
        _ => None,
    }
}
