//! Instructions of a run that is told, with a note of what they read (see `reading`).

use super::{End, Flow, Machine};
use crate::address::{self, plain};
use crate::code::{FunctionId, Instruction, Reg};
use crate::outcome::{ObjectName, Operand};
use crate::reading::Read;
use crate::types::Type;

impl<'p> Machine<'p> {
    #[cold]
    #[inline(never)]
    pub(super) fn run_told(&mut self, instruction: &'p Instruction, pc: u32, base: usize) -> Flow {
        self.set_pc(pc);
        let read = self.reads(pc, base);
        let flow = self.run_instruction(instruction, pc, base);
        if let Some((function, read)) = read {
            self.has_read(FunctionId(function), instruction, (pc, base), read, &flow);
        }
        flow
    }

    /// What the library is told when it asks whether a value is known. It is told the same when a run is made again
    /// with the values.
    pub(super) fn knows(&mut self, known: bool) -> bool {
        self.asked_known |= !known;
        if self.told.values.is_some() {
            return self.told.known.pop_front().unwrap_or(known);
        }
        if self.world.keeps_identities {
            self.told.known.push_back(known);
        }
        known
    }

    /// What the instruction is about to read, if somebody asks for that.
    fn reads(&mut self, pc: u32, base: usize) -> Option<(u32, Read)> {
        let mut reading = self.reading.take_if(|r| r.thread == self.world.current)?;
        let frame = self.world.running.frames.last()?;
        let function = frame.function;
        let code = self.shared.program.function(FunctionId(function));
        let depth = self.world.running.frames.len() - 1;
        let value = |r: Reg| self.get(base, r);
        let read = reading.before((function, code), pc, depth, &value);
        self.reading = Some(reading);
        Some((function, read))
    }

    fn has_read(
        &mut self,
        function: FunctionId,
        instruction: &'p Instruction,
        (pc, base): (u32, usize),
        read: Read,
        flow: &Flow,
    ) {
        let Some(mut reading) = self.reading.take() else { return };
        let program = self.shared.program;
        match (flow, instruction) {
            (Flow::End(End::Fault(_)), _) => reading.fails(read),
            (Flow::Enter, Instruction::Call { .. } | Instruction::CallAddress { .. }) => {
                let callee = self.world.running.frames.last().map_or(0, |f| f.function);
                reading.called(callee, read);
            }
            (Flow::Enter, Instruction::Return { .. }) => {
                let running = &self.world.running;
                if let Some(frame) = running.frames.last() {
                    let (caller, at) = (program.function(FunctionId(frame.function)), frame.pc.saturating_sub(1));
                    if let Instruction::Call { result: Some(r), .. }
                    | Instruction::CallAddress { result: Some(r), .. } = &caller.code[at as usize]
                    {
                        let bits = running.registers[frame.registers + r.0 as usize];
                        reading.returned(function, caller, at, running.frames.len() - 1, (*r, bits));
                    }
                }
            }
            (Flow::Next | Flow::Jump(_), _) => {
                let value = |r: Reg| self.get(base, r);
                reading.after(program.function(function), pc, read, &value);
            }
            (Flow::Enter | Flow::Stop | Flow::End(_), _) => {}
        }
        self.reading = Some(reading);
    }

    /// What an address leads to at the end of a run.
    pub fn leads_to(&mut self, operand: &Operand) -> Option<(ObjectName, u64)> {
        let address = plain(u64::try_from(operand.bits).ok()?);
        if operand.ty != Type::U64 || address == 0 {
            return None;
        }
        if let Some(function) = address::function_at(self.program(), address) {
            return Some((ObjectName::Function(function), 0));
        }
        match self.world.resolve(&self.shared, operand.bits as u64, 1, false) {
            Ok(spot) => {
                let (object, offset) = self.world.part_name(&self.shared, spot);
                Some((object?, offset))
            }
            Err(_) => None,
        }
    }
}
