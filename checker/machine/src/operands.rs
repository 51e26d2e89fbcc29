//! Which registers an instruction reads and sets, and where it goes on. Analyses of code ask here.

use crate::code::{Instruction, Intrinsic, Pc, Reg};

/// Calls `read` for each register that the instruction reads, and gives the registers that it sets.
pub fn operands(instruction: &Instruction, mut read: impl FnMut(Reg)) -> [Option<Reg>; 2] {
    use Instruction as I;
    match instruction {
        I::Const { to, .. }
        | I::StaticAddress { to, .. }
        | I::SlotAddress { to, .. }
        | I::FunctionAddress { to, .. } => [Some(*to), None],
        I::Move { to, from } => {
            read(*from);
            [Some(*to), None]
        }
        I::Unary { to, value, .. } | I::Convert { to, value, .. } => {
            read(*value);
            [Some(*to), None]
        }
        I::Binary { to, left, right, .. } | I::Compare { to, left, right, .. } => {
            read(*left);
            read(*right);
            [Some(*to), None]
        }
        I::SlotBegin { .. } | I::SlotEnd { .. } | I::Jump { .. } | I::Trap { .. } => [None, None],
        I::Load { to, address, .. } => {
            read(*address);
            [Some(*to), None]
        }
        I::Store { address, value, .. } => {
            read(*address);
            read(*value);
            [None, None]
        }
        I::LoadRaw { to, shadow, address, .. } => {
            read(*address);
            [Some(*to), Some(*shadow)]
        }
        I::StoreRaw { address, value, shadow, .. } => {
            read(*address);
            read(*value);
            read(*shadow);
            [None, None]
        }
        I::Rmw { to, address, value, .. } => {
            read(*address);
            read(*value);
            [Some(*to), None]
        }
        I::CompareExchange { to, done, address, expected, desired, .. } => {
            read(*address);
            read(*expected);
            read(*desired);
            [Some(*to), Some(*done)]
        }
        I::CheckIndex { index, .. } => {
            read(*index);
            [None, None]
        }
        I::CheckSet { shadow, value, .. } => {
            read(*shadow);
            value.iter().for_each(|r| read(*r));
            [None, None]
        }
        I::Branch { condition, .. } => {
            read(*condition);
            [None, None]
        }
        I::Switch { value, .. } => {
            read(*value);
            [None, None]
        }
        I::Call { arguments, result, .. } => {
            arguments.iter().for_each(|r| read(*r));
            [*result, None]
        }
        I::CallAddress { address, arguments, result } => {
            read(*address);
            arguments.iter().for_each(|r| read(*r));
            [*result, None]
        }
        I::Return { value } => {
            value.iter().for_each(|r| read(*r));
            [None, None]
        }
        I::Intrinsic(intrinsic) => [intrinsic_operands(intrinsic, read), None],
    }
}

fn intrinsic_operands(intrinsic: &Intrinsic, mut read: impl FnMut(Reg)) -> Option<Reg> {
    use Intrinsic as N;
    match intrinsic {
        N::AtomicBegin | N::AtomicEnd | N::Fence | N::WaitBegin | N::EndThread | N::Abort => None,
        N::WaitEnd { condition } | N::Assume { condition } => {
            read(*condition);
            None
        }
        N::Choose { to, low, high } | N::Unknown { to, low, high } => {
            read(*low);
            read(*high);
            Some(*to)
        }
        N::Known { to, value } => {
            read(*value);
            Some(*to)
        }
        N::Error { kind, text } => {
            read(*kind);
            read(*text);
            None
        }
        N::This { to } | N::Own { to } | N::GaveValue { to } => Some(*to),
        N::Spawn { to, function, argument } => {
            read(*function);
            read(*argument);
            Some(*to)
        }
        N::HasEnded { to, thread } => {
            read(*thread);
            Some(*to)
        }
        N::Joined { thread } | N::Reclaim { thread } => {
            read(*thread);
            None
        }
        N::Exit { status } => {
            read(*status);
            None
        }
        N::Allocate { to, size } | N::AllocateLocal { to, size } => {
            read(*size);
            Some(*to)
        }
        N::Release { address } | N::ReleaseLocal { address } => {
            read(*address);
            None
        }
        N::Size { to, address } => {
            read(*address);
            Some(*to)
        }
        N::Print { text, length } => {
            read(*text);
            read(*length);
            None
        }
        N::SetJump { to, buffer } => {
            read(*buffer);
            Some(*to)
        }
        N::LongJump { buffer, value } => {
            read(*buffer);
            read(*value);
            None
        }
        N::LockTaken { lock, exclusive } => {
            read(*lock);
            read(*exclusive);
            None
        }
        N::LockDropped { lock } => {
            read(*lock);
            None
        }
        N::Math { to, left, right, .. } => {
            read(*left);
            read(*right);
            Some(*to)
        }
    }
}

/// Calls `go` for each instruction that can come after the one at `pc` in its function.
pub fn successors(instruction: &Instruction, pc: usize, mut go: impl FnMut(usize)) {
    use Instruction as I;
    match instruction {
        I::Jump { target } => go(target.0 as usize),
        I::Branch { then, otherwise, .. } => {
            go(then.0 as usize);
            go(otherwise.0 as usize);
        }
        I::Switch { cases, otherwise, .. } => {
            cases.iter().for_each(|c| go(c.target.0 as usize));
            go(otherwise.0 as usize);
        }
        I::Return { .. } | I::Trap { .. } => {}
        I::Intrinsic(Intrinsic::EndThread | Intrinsic::Exit { .. } | Intrinsic::Abort | Intrinsic::LongJump { .. }) => {
        }
        I::Const { .. }
        | I::Move { .. }
        | I::Unary { .. }
        | I::Binary { .. }
        | I::Compare { .. }
        | I::Convert { .. }
        | I::StaticAddress { .. }
        | I::SlotAddress { .. }
        | I::FunctionAddress { .. }
        | I::SlotBegin { .. }
        | I::SlotEnd { .. }
        | I::Load { .. }
        | I::Store { .. }
        | I::LoadRaw { .. }
        | I::StoreRaw { .. }
        | I::Rmw { .. }
        | I::CompareExchange { .. }
        | I::CheckIndex { .. }
        | I::CheckSet { .. }
        | I::Call { .. }
        | I::CallAddress { .. }
        | I::Intrinsic(_) => go(pc + 1),
    }
}

/// The instruction after.
pub fn next(pc: Pc) -> Pc {
    Pc(pc.0 + 1)
}

/// Calls `each` for every register that an instruction names, whether it is read or set.
pub fn rename(instruction: &mut Instruction, each: &mut dyn FnMut(&mut Reg)) {
    use Instruction as I;
    let mut all = |list: &mut [&mut Reg]| list.iter_mut().for_each(|reg| each(reg));
    match instruction {
        I::Const { to, .. }
        | I::StaticAddress { to, .. }
        | I::SlotAddress { to, .. }
        | I::FunctionAddress { to, .. } => {
            all(&mut [to]);
        }
        I::Move { to, from: value } | I::Unary { to, value, .. } | I::Convert { to, value, .. } => {
            all(&mut [to, value])
        }
        I::Binary { to, left, right, .. } | I::Compare { to, left, right, .. } => all(&mut [to, left, right]),
        I::SlotBegin { .. } | I::SlotEnd { .. } | I::Jump { .. } | I::Trap { .. } => {}
        I::Load { to, address, .. } => all(&mut [to, address]),
        I::Store { address, value, .. } => all(&mut [address, value]),
        I::LoadRaw { to, shadow, address, .. } => all(&mut [to, shadow, address]),
        I::StoreRaw { address, value, shadow, .. } => all(&mut [address, value, shadow]),
        I::Rmw { to, address, value, .. } => all(&mut [to, address, value]),
        I::CompareExchange { to, done, address, expected, desired, .. } => {
            all(&mut [to, done, address, expected, desired]);
        }
        I::CheckIndex { index: reg, .. }
        | I::CheckSet { shadow: reg, value: None, .. }
        | I::Branch { condition: reg, .. }
        | I::Switch { value: reg, .. }
        | I::Return { value: Some(reg) } => all(&mut [reg]),
        I::CheckSet { shadow, value: Some(value), .. } => all(&mut [shadow, value]),
        I::Return { value: None } => {}
        I::Call { arguments, result, .. } => arguments.iter_mut().chain(result).for_each(each),
        I::CallAddress { address, arguments, result } => {
            each(address);
            arguments.iter_mut().chain(result).for_each(each);
        }
        I::Intrinsic(intrinsic) => rename_intrinsic(intrinsic, &mut all),
    }
}

fn rename_intrinsic(intrinsic: &mut Intrinsic, all: &mut dyn FnMut(&mut [&mut Reg])) {
    use Intrinsic as N;
    match intrinsic {
        N::AtomicBegin | N::AtomicEnd | N::Fence | N::WaitBegin | N::EndThread | N::Abort => {}
        N::WaitEnd { condition: a }
        | N::Assume { condition: a }
        | N::This { to: a }
        | N::Own { to: a }
        | N::GaveValue { to: a }
        | N::Joined { thread: a }
        | N::Reclaim { thread: a }
        | N::Exit { status: a }
        | N::Release { address: a }
        | N::ReleaseLocal { address: a }
        | N::LockDropped { lock: a } => all(&mut [a]),
        N::Known { to: a, value: b }
        | N::Error { kind: a, text: b }
        | N::HasEnded { to: a, thread: b }
        | N::Allocate { to: a, size: b }
        | N::Size { to: a, address: b }
        | N::AllocateLocal { to: a, size: b }
        | N::Print { text: a, length: b }
        | N::SetJump { to: a, buffer: b }
        | N::LongJump { buffer: a, value: b }
        | N::LockTaken { lock: a, exclusive: b } => all(&mut [a, b]),
        N::Choose { to: a, low: b, high: c }
        | N::Unknown { to: a, low: b, high: c }
        | N::Spawn { to: a, function: b, argument: c }
        | N::Math { to: a, left: b, right: c, .. } => all(&mut [a, b, c]),
    }
}
