//! Joins ops that often stand together. The meaning stays the same; only the number of ops changes.

use super::op::{Binary, Compare, Op};
use crate::model::{FixedChannel, FixedChannels};

/// One op in the place of the last few.
fn replace(out: &mut Vec<Op>, drop: usize, new: Op) {
    out.truncate(out.len() - drop);
    out.push(new);
}

/// Joins ops of a basic statement. Code with jumps is left alone: distances would change.
pub(super) fn fuse(channels: &FixedChannels, code: &mut Vec<Op>) {
    let jumps =
        |op: &Op| matches!(op, Op::Jump(_) | Op::JumpIfZero(_) | Op::AndJump(_) | Op::OrJump(_) | Op::OnBlock(_));
    if code.iter().any(jumps) {
        return;
    }
    let mut out: Vec<Op> = Vec::with_capacity(code.len());
    for &op in code.iter() {
        out.push(op);
        fuse_end(channels, &mut out);
    }
    *code = out;
}

fn fuse_end(channels: &FixedChannels, out: &mut Vec<Op>) {
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
        [.., Op::LoadGlobal(slot), Op::SendOpen] => match channels.at(slot) {
            Some(c) => (2, Op::SendOpenAt { number: c.number, ty: c.ty, at: c.at }),
            None => return,
        },
        [.., Op::LoadGlobal(slot), Op::ReceiveOpen { keep }] => match channels.at(slot) {
            Some(&FixedChannel { number, ty, at, capacity, .. }) => {
                let number = number as u16;
                if capacity > 0 {
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
