//! Joins ops that often stand together. The meaning stays the same; only the number of ops changes.

use super::Compiler;
use super::features::written_names;
use super::types::Place;
use crate::model::layout::Slot;
use crate::model::op::{Base, Binary, Compare, Op};
use promela::ast::Program;

/// One op in the place of the last few.
fn replace(out: &mut Vec<Op>, drop: usize, new: Op) {
    out.truncate(out.len() - drop);
    out.push(new);
}

/// A global channel variable that is never assigned to always denotes the same channel.
#[derive(Clone, Copy, Debug)]
pub(super) struct FixedChannel {
    slot: Slot,
    number: u32,
    ty: u32,
    /// First word of the channel.
    at: u32,
}

impl Compiler<'_> {
    /// Finds the channel variables that are never assigned to. `numbers`: what each variable is set to at the start.
    pub(super) fn find_fixed_channels(
        &mut self,
        program: &Program,
        types: &[u32],
        global_words: u32,
        numbers: &[(Base, Slot)],
    ) {
        let written = written_names(program);
        let mut at = global_words;
        for (i, (&ty, &(base, slot))) in types.iter().zip(numbers).enumerate() {
            let place = at;
            at += self.channel_types[ty as usize].words;
            let declared = self.globals.iter().find(|v| v.base == base && v.place == Place::Slot(slot));
            if base == Base::Global && declared.is_some_and(|v| !written.contains(v.name.as_str())) {
                self.fixed_channels.push(FixedChannel { slot, number: i as u32 + 1, ty, at: place });
            }
        }
    }

    /// Joins ops of a basic statement. Code with jumps is left alone: distances would change.
    pub(super) fn fuse(&self, code: &mut Vec<Op>) {
        let jumps =
            |op: &Op| matches!(op, Op::Jump(_) | Op::JumpIfZero(_) | Op::AndJump(_) | Op::OrJump(_) | Op::OnBlock(_));
        if code.iter().any(jumps) {
            return;
        }
        let mut out: Vec<Op> = Vec::with_capacity(code.len());
        for &op in code.iter() {
            out.push(op);
            self.fuse_end(&mut out);
        }
        *code = out;
    }

    fn fuse_end(&self, out: &mut Vec<Op>) {
        let (drop, new) = match out[..] {
            [.., load, compare, Op::Require] => {
                let (compare, value) = match compare {
                    Op::EqConst(n) => (Compare::Eq, n),
                    Op::NeConst(n) => (Compare::Ne, n),
                    Op::LtConst(n) => (Compare::Lt, n),
                    Op::GtConst(n) => (Compare::Gt, n),
                    Op::Not => (Compare::Eq, 0),
                    Op::Lt => return replace(out, 2, Op::RequireBinary(Binary::Lt)),
                    Op::Gt => return replace(out, 2, Op::RequireBinary(Binary::Gt)),
                    Op::Le => return replace(out, 2, Op::RequireBinary(Binary::Le)),
                    Op::Ge => return replace(out, 2, Op::RequireBinary(Binary::Ge)),
                    Op::Eq => return replace(out, 2, Op::RequireBinary(Binary::Eq)),
                    Op::Ne => return replace(out, 2, Op::RequireBinary(Binary::Ne)),
                    _ => return,
                };
                match load {
                    Op::LoadGlobal(slot) => (3, Op::RequireGlobal { slot, compare, value }),
                    Op::LoadLocal(slot) => (3, Op::RequireLocal { slot, compare, value }),
                    _ => return,
                }
            }
            [.., Op::LoadGlobal(from), Op::AddConst(by), Op::StoreGlobal(to)] if from == to => {
                (3, Op::AddGlobal { slot: to, by })
            }
            [.., Op::LoadLocal(from), Op::AddConst(by), Op::StoreLocal(to)] if from == to => {
                (3, Op::AddLocal { slot: to, by })
            }
            [.., Op::Const(value), Op::ReceiveMatch(field)] => (2, Op::ReceiveMatchConst { field, value }),
            [.., Op::LoadGlobal(slot), Op::SendOpen] => match self.fixed_channel(slot) {
                Some(c) => (2, Op::SendOpenAt { number: c.number, ty: c.ty, at: c.at }),
                None => return,
            },
            [.., Op::LoadGlobal(slot), Op::ReceiveOpen { keep }] => match self.fixed_channel(slot) {
                Some(&FixedChannel { number, ty, at, .. }) => {
                    let number = number as u16;
                    if self.channel_types[ty as usize].capacity > 0 {
                        (2, Op::ReceiveBuffered { number, keep, ty, at })
                    } else {
                        (2, Op::ReceiveOpenAt { number, keep, ty, at })
                    }
                }
                None => return,
            },
            _ => return,
        };
        replace(out, drop, new);
    }

    fn fixed_channel(&self, slot: Slot) -> Option<&FixedChannel> {
        self.fixed_channels.iter().find(|c| c.slot == slot)
    }
}
