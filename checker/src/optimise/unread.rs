//! Globals that are never read: they keep their initial value.
//!
//! What is printed is not read: a search prints nothing. Nor is a variable read that is only counted up and down. As in
//! Spin, structures and channels stay as they are.

use super::variables::Variables;
use crate::bits::Bits;
use crate::exec::Machine;
use crate::model::accesses::{Access, Accesses, Data, Fault, Nothing, Use};
use crate::model::layout::Slot;
use crate::model::{Action, Model, Region, Reset, Transition};

/// Larger arrays stay as they are: to set them back would cost more than it saves.
const MOST_ELEMENTS: usize = 64;

/// The variables of the global part that nobody reads.
pub struct Unread {
    variables: Variables,
    unread: Bits,
    initial: Vec<u32>,
}

impl Unread {
    pub fn of(model: &Model) -> Unread {
        let variables = Variables::of(&model.global_leaves);
        let mut unread = Bits::new(variables.list.len());
        for (i, v) in variables.list.iter().enumerate() {
            if !v.is_special && v.slots.len() <= MOST_ELEMENTS {
                unread.add(i);
            }
        }
        for accesses in model.all_accesses(&Nothing).iter().filter(|a| !is_print(a)) {
            for (data, _) in accesses.reads() {
                match data.region() {
                    Some(Region::Global) => variables.of_data(data).into_iter().for_each(|v| unread.remove(v)),
                    Some(Region::Local | Region::Hidden) => {}
                    None if *data == Data::Somewhere => unread = Bits::new(variables.list.len()),
                    None => {}
                }
            }
        }
        let initial = Machine::new(model).state().to_vec();
        Unread { variables, unread, initial }
    }

    /// The resets after a transition that sets such variables.
    pub fn after(&self, t: &Transition) -> Vec<Reset> {
        if matches!(t.action, Action::Parts { .. }) {
            return Vec::new();
        }
        let mut set = Bits::new(self.variables.list.len());
        for data in t.accesses(&Nothing).writes().filter(|data| data.region() == Some(Region::Global)) {
            if let Some(v) = self.variables.of_data(data).filter(|v| self.unread.has(*v)) {
                set.add(v);
            }
        }
        let variables = self.variables.list.iter().enumerate().filter(|(i, _)| set.has(*i));
        let slots = variables.flat_map(|(_, v)| v.slots.iter().copied());
        slots.map(|slot| Reset { base: Region::Global, slot, value: self.initial(slot) }).collect()
    }

    fn initial(&self, slot: Slot) -> i32 {
        self.initial.get(slot.word as usize).map_or(0, |&word| slot.get(word))
    }
}

/// Whether a step does nothing but print.
fn is_print(accesses: &Accesses) -> bool {
    let only_looks = |access: &Access| match access {
        Access::Read { .. } | Access::Ask { .. } | Access::Print { .. } => true,
        Access::Channel { used, .. } => matches!(used.how, Use::Ask(_) | Use::Poll { .. }),
        Access::Write { .. } | Access::Count { .. } | Access::Start { .. } | Access::End => false,
        Access::SetPriority { .. } | Access::Else { .. } | Access::Event => false,
    };
    accesses.all().any(|a| matches!(a, Access::Print { .. }))
        && accesses.all().all(only_looks)
        && !accesses.d_step
        && !accesses.faults.contains(&Fault::Assertion)
}
