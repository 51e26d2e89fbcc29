//! Globals that are never read: they keep their initial value.
//!
//! What is printed is not read: a search prints nothing. Nor is a variable read that is only counted up and down. As in Spin,
//! structures and channels stay as they are.

use super::access::{Access, Code, Variables};
use crate::bits::Bits;
use crate::exec::Machine;
use crate::model::layout::Slot;
use crate::model::op::{Base, CodeRef, Op};
use crate::model::{Action, Model, Reset};

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
        for code in pieces(model) {
            let code = Code::at(&model.code, code);
            if is_print(&code) {
                continue;
            }
            for (i, (op, _)) in code.ops.iter().enumerate() {
                if counts_itself(&code, i) {
                    continue;
                }
                for access in super::access::of(op).into_iter().flatten() {
                    let place = match access {
                        Access::Read(Base::Global, place) => place,
                        Access::WritePart(Base::Global, place) if matches!(op, Op::Address { .. }) => place,
                        _ => continue,
                    };
                    if let Some(v) = place.variable(&variables) {
                        unread.remove(v);
                    }
                }
            }
        }
        let initial = Machine::new(model).state().to_vec();
        Unread { variables, unread, initial }
    }

    /// The resets after code that sets such variables.
    pub fn after(&self, model: &Model, action: Action) -> Vec<Reset> {
        let Action::Code(code) = action else { return Vec::new() };
        let mut set = Bits::new(self.variables.list.len());
        for access in Code::at(&model.code, code).accesses() {
            if let Access::Write(Base::Global, place)
            | Access::WritePart(Base::Global, place)
            | Access::Change(Base::Global, place) = access
                && let Some(v) = place.variable(&self.variables)
                && self.unread.has(v)
            {
                set.add(v);
            }
        }
        let variables = self.variables.list.iter().enumerate().filter(|(i, _)| set.has(*i));
        let slots = variables.flat_map(|(_, v)| v.slots.iter().copied());
        slots.map(|slot| Reset { base: Base::Global, slot, value: self.initial(slot) }).collect()
    }

    fn initial(&self, slot: Slot) -> i32 {
        self.initial.get(slot.word as usize).map_or(0, |&word| slot.get(word))
    }
}

/// All code that can run.
fn pieces(model: &Model) -> Vec<CodeRef> {
    let mut out = vec![model.entries.init];
    for t in &model.transitions {
        if let Action::Code(code) = t.action {
            out.push(code);
        }
    }
    let entries = &model.entries;
    out.extend(&entries.inits);
    out.extend(entries.provided.iter().flatten());
    out.extend(entries.trace_sends.iter().chain(&entries.trace_receives));
    out
}

/// Whether the op loads what is only counted up or down, and stored where it was.
fn counts_itself(code: &Code, at: usize) -> bool {
    let [(load, _), (Op::AddConst(_), _), (store, _), ..] = &code.ops[at..] else { return false };
    match (load, store) {
        (Op::LoadGlobal(from), Op::StoreGlobal(to)) => from == to,
        (Op::LoadIndexGlobal { at: from, .. }, Op::StoreIndexGlobal { at: to, .. }) => from == to,
        (Op::LoadGlobalAtLocal { at: from, .. }, Op::StoreIndexGlobal { at: to, .. }) => from == to,
        _ => false,
    }
}

/// Whether code does nothing but print.
fn is_print(code: &Code) -> bool {
    matches!(code.ops[..], [.., (Op::Print { .. } | Op::PrintMtype(_), _), (Op::Done, _)])
        && !code.ops.iter().any(|(op, _)| matches!(op, Op::InDStep | Op::Send { .. } | Op::Assert(_)))
}
