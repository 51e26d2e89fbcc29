//! Whether a pass was earned: every instruction that a run came to must have its own meaning.
//!
//! The machine notes obstacles when it meets them. This looks again, from the other side, at the code that was reached,
//! so that an instruction without an exact meaning cannot be passed by because nobody noted it.

use machine::code::{FunctionId, Instruction, Intrinsic, Pc, Program, Trap};
use machine::outcome::{Obstacle, Outcome};

/// A reached instruction that no obstacle speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hole {
    pub function: FunctionId,
    pub pc: Pc,
    pub kind: HoleKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HoleKind {
    /// Something without a meaning, or a function without a body.
    Trap,
    /// No run began: nothing was searched.
    NotStarted,
}

/// The holes of a search. After an error or a limit there is nothing to earn.
pub fn audit(program: &Program, outcome: &Outcome) -> Vec<Hole> {
    if !outcome.errors.is_empty() || outcome.limit.is_some() {
        return Vec::new();
    }
    let mut holes = Vec::new();
    let function = program.entry.unwrap_or(FunctionId(0));
    let started = program.entry.and_then(|f| outcome.reached.get(f.0 as usize)?.first().copied());
    if started != Some(true) {
        holes.push(Hole { function, pc: Pc(0), kind: HoleKind::NotStarted });
    }
    for (index, function) in program.functions.iter().enumerate() {
        let reached = outcome.reached.get(index);
        for (pc, instruction) in function.code.iter().enumerate() {
            let Some(kind) = inexact(instruction) else { continue };
            let was_reached = reached.and_then(|f| f.get(pc)).copied().unwrap_or(false);
            let hole = Hole { function: FunctionId(index as u32), pc: Pc(pc as u32), kind };
            if was_reached && !is_named(program, &hole, outcome) {
                holes.push(hole);
            }
        }
    }
    holes
}

/// Whether an obstacle speaks of it. Each is told once, where it was met first.
fn is_named(program: &Program, hole: &Hole, outcome: &Outcome) -> bool {
    let text = match program.function(hole.function).code.get(hole.pc.0 as usize) {
        Some(Instruction::Trap { text, .. }) => program.text(*text),
        _ => "",
    };
    outcome.obstacles.iter().any(|obstacle| match (obstacle, hole.kind) {
        (Obstacle::NoBody { name: said, .. } | Obstacle::NotModelled { text: said, .. }, HoleKind::Trap) => {
            said == text
        }
        (
            Obstacle::NoBody { .. }
            | Obstacle::NotModelled { .. }
            | Obstacle::Input { .. }
            | Obstacle::Arguments { .. }
            | Obstacle::Unset { .. }
            | Obstacle::AddressOrder { .. },
            HoleKind::Trap | HoleKind::NotStarted,
        ) => false,
    })
}

/// What an instruction lacks.
fn inexact(instruction: &Instruction) -> Option<HoleKind> {
    match instruction {
        Instruction::Trap { kind, .. } => match kind {
            Trap::NotModelled | Trap::NoBody => Some(HoleKind::Trap),
            Trap::Unreachable | Trap::Abort | Trap::Error => None,
        },
        Instruction::Intrinsic(intrinsic) => missing(intrinsic),
        Instruction::Const { .. }
        | Instruction::Move { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Compare { .. }
        | Instruction::Convert { .. }
        | Instruction::StaticAddress { .. }
        | Instruction::SlotAddress { .. }
        | Instruction::FunctionAddress { .. }
        | Instruction::SlotBegin { .. }
        | Instruction::SlotEnd { .. }
        | Instruction::Load { .. }
        | Instruction::Store { .. }
        | Instruction::LoadRaw { .. }
        | Instruction::StoreRaw { .. }
        | Instruction::Rmw { .. }
        | Instruction::CompareExchange { .. }
        | Instruction::CheckIndex { .. }
        | Instruction::CheckSet { .. }
        | Instruction::Jump { .. }
        | Instruction::Branch { .. }
        | Instruction::Switch { .. }
        | Instruction::Call { .. }
        | Instruction::CallAddress { .. }
        | Instruction::Return { .. } => None,
    }
}

/// All have a meaning of their own. What `Unknown` leaves out depends on its range: the machine notes that.
fn missing(intrinsic: &Intrinsic) -> Option<HoleKind> {
    match intrinsic {
        Intrinsic::AtomicBegin
        | Intrinsic::Fence
        | Intrinsic::AtomicEnd
        | Intrinsic::WaitBegin
        | Intrinsic::WaitEnd { .. }
        | Intrinsic::Choose { .. }
        | Intrinsic::Unknown { .. }
        | Intrinsic::Known { .. }
        | Intrinsic::Assume { .. }
        | Intrinsic::Error { .. }
        | Intrinsic::This { .. }
        | Intrinsic::Own { .. }
        | Intrinsic::Spawn { .. }
        | Intrinsic::EndThread
        | Intrinsic::HasEnded { .. }
        | Intrinsic::GaveValue { .. }
        | Intrinsic::Joined { .. }
        | Intrinsic::Reclaim { .. }
        | Intrinsic::Exit { .. }
        | Intrinsic::Abort
        | Intrinsic::Allocate { .. }
        | Intrinsic::Release { .. }
        | Intrinsic::Size { .. }
        | Intrinsic::AllocateLocal { .. }
        | Intrinsic::ReleaseLocal { .. }
        | Intrinsic::Print { .. }
        | Intrinsic::SetJump { .. }
        | Intrinsic::LongJump { .. }
        | Intrinsic::LockTaken { .. }
        | Intrinsic::LockDropped { .. }
        | Intrinsic::Math { .. } => None,
    }
}
