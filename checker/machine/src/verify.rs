//! Whether code is well-formed: everything it names is there, and operands have the size of their operation.
//!
//! Types are compared by size and by being a number with a fraction or not: `i32` and `u32` hold the same bits.
//! Does not check that a register is set before it is used.

use crate::code::{Function, FunctionId, Instruction, Intrinsic, Pc, Program, Reg, SlotId, Target};
use crate::types::Type;

/// What is wrong, one line for each; nothing if all is well.
pub fn verify(program: &Program) -> Vec<String> {
    let mut errors = Vec::new();
    for object in &program.statics {
        for address in &object.addresses {
            let known = match address.target {
                Target::Static(id) => (id.0 as usize) < program.statics.len(),
                Target::Function(id) => (id.0 as usize) < program.functions.len(),
            };
            if !known || address.offset + 8 > object.bytes.len() as u64 {
                errors.push(format!("{}: the address at {} is wrong", object.name, address.offset));
            }
        }
        if !object.align.is_power_of_two() {
            errors.push(format!("{}: the alignment is {}", object.name, object.align));
        }
    }
    if program.entry.is_some_and(|e| e.0 as usize >= program.functions.len()) {
        errors.push("the entry is not a function".to_string());
    }
    for index in 0..program.functions.len() {
        errors.extend(verify_function(program, FunctionId(index as u32)));
    }
    errors
}

/// What is wrong with the code of one function.
pub fn verify_function(program: &Program, id: FunctionId) -> Vec<String> {
    let mut errors = Vec::new();
    let mut verifier = Verifier { program, function: program.function(id), pc: 0, errors: &mut errors };
    verifier.function();
    errors
}

struct Verifier<'a> {
    program: &'a Program,
    function: &'a Function,
    pc: usize,
    errors: &'a mut Vec<String>,
}

impl Verifier<'_> {
    fn error(&mut self, text: &str) {
        let instruction = self.function.code.get(self.pc);
        self.errors.push(format!("{} @{}: {text}: {instruction:?}", self.function.name, self.pc));
    }

    fn function(&mut self) {
        let function = self.function;
        if function.origins.len() != function.code.len() {
            self.error("there are not as many origins as instructions");
        }
        let given = function.parameters as usize + usize::from(function.variadic);
        if given > function.registers.len() {
            self.error("there are fewer registers than parameters");
        }
        for slot in &function.slots {
            if !slot.align.is_power_of_two() {
                self.error("an alignment is not a power of two");
            }
        }
        match function.code.last() {
            Some(last) if goes_on(last) => self.error("the code runs off its end"),
            Some(_) => {}
            None => self.error("there is no code"),
        }
        for pc in 0..function.code.len() {
            self.pc = pc;
            self.instruction(&function.code[pc]);
        }
    }

    fn is(&mut self, reg: Reg, ty: Type) {
        match self.function.registers.get(reg.0 as usize) {
            None => self.error(&format!("there is no {reg}")),
            Some(register) => {
                let own = register.ty;
                let same = own.bits() == ty.bits() && own.is_float() == ty.is_float();
                if !same {
                    self.error(&format!("{reg} is {own}, not {ty}"));
                }
            }
        }
    }

    fn address(&mut self, reg: Reg) {
        self.is(reg, Type::U64);
    }

    fn any(&mut self, reg: Reg) {
        if reg.0 as usize >= self.function.registers.len() {
            self.error(&format!("there is no {reg}"));
        }
    }

    fn integer(&mut self, reg: Reg) {
        self.any(reg);
        if self.function.registers.get(reg.0 as usize).is_some_and(|r| r.ty.is_float()) {
            self.error(&format!("{reg} is not an integer"));
        }
    }

    fn target(&mut self, pc: Pc) {
        if pc.0 as usize >= self.function.code.len() {
            self.error(&format!("there is no {pc}"));
        }
    }

    fn slot(&mut self, slot: SlotId) {
        if slot.0 as usize >= self.function.slots.len() {
            self.error(&format!("there is no {slot}"));
        }
    }

    fn text(&mut self, text: crate::code::TextId) {
        if text.0 as usize >= self.program.texts.len() {
            self.error(&format!("there is no {text}"));
        }
    }

    /// A shadow has as many bits as the value.
    fn shadow(&mut self, reg: Reg, ty: Type) {
        self.is(reg, Type::unsigned(ty.bytes()).unwrap_or(Type::U64));
    }

    fn instruction(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Const { to, bits } => {
                self.any(*to);
                let ty = self.function.registers.get(to.0 as usize).map_or(Type::U128, |r| r.ty);
                if ty.cut(*bits) != *bits {
                    self.error("the constant is too large");
                }
            }
            Instruction::Move { to, from } => {
                self.any(*to);
                if let Some(register) = self.function.registers.get(to.0 as usize) {
                    self.is(*from, register.ty);
                }
            }
            Instruction::Unary { ty, to, value, .. } => [to, value].into_iter().for_each(|r| self.is(*r, *ty)),
            Instruction::Binary { ty, to, left, right, .. } => {
                [to, left, right].into_iter().for_each(|r| self.is(*r, *ty));
            }
            Instruction::Compare { ty, to, left, right, .. } => {
                self.is(*to, Type::I32);
                [left, right].into_iter().for_each(|r| self.is(*r, *ty));
            }
            Instruction::Convert { from, into, to, value } => {
                self.is(*value, *from);
                self.is(*to, *into);
            }
            Instruction::StaticAddress { to, object, .. } => {
                self.address(*to);
                if object.0 as usize >= self.program.statics.len() {
                    self.error(&format!("there is no {object}"));
                }
            }
            Instruction::SlotAddress { to, slot } => {
                self.address(*to);
                self.slot(*slot);
            }
            Instruction::FunctionAddress { to, function } => {
                self.address(*to);
                if function.0 as usize >= self.program.functions.len() {
                    self.error(&format!("there is no {function}"));
                }
            }
            Instruction::SlotBegin { slot } | Instruction::SlotEnd { slot } => self.slot(*slot),
            Instruction::Load { to, address, ty, .. } => {
                self.is(*to, *ty);
                self.address(*address);
            }
            Instruction::Store { address, value, ty, .. } => {
                self.is(*value, *ty);
                self.address(*address);
            }
            Instruction::LoadRaw { to, shadow, address, ty } => {
                self.is(*to, *ty);
                self.shadow(*shadow, *ty);
                self.address(*address);
            }
            Instruction::StoreRaw { address, value, shadow, ty } => {
                self.is(*value, *ty);
                self.shadow(*shadow, *ty);
                self.address(*address);
            }
            Instruction::Rmw { ty, to, address, value, .. } => {
                [to, value].into_iter().for_each(|r| self.is(*r, *ty));
                self.address(*address);
            }
            Instruction::CompareExchange { ty, to, done, address, expected, desired } => {
                [to, expected, desired].into_iter().for_each(|r| self.is(*r, *ty));
                self.is(*done, Type::I32);
                self.address(*address);
            }
            Instruction::CheckIndex { index, ty, .. } => self.is(*index, *ty),
            Instruction::CheckSet { shadow, value, text } => {
                self.integer(*shadow);
                value.iter().for_each(|r| self.any(*r));
                self.text(*text);
            }
            Instruction::Jump { target } => self.target(*target),
            Instruction::Branch { condition, then, otherwise } => {
                self.integer(*condition);
                self.target(*then);
                self.target(*otherwise);
            }
            Instruction::Switch { value, ty, cases, otherwise } => {
                self.is(*value, *ty);
                cases.iter().for_each(|c| self.target(c.target));
                self.target(*otherwise);
            }
            Instruction::Call { function, arguments, result } => self.call(*function, arguments, *result),
            Instruction::CallAddress { address, arguments, result } => {
                self.address(*address);
                arguments.iter().chain(result).for_each(|r| self.any(*r));
            }
            Instruction::Return { value } => match (value, self.function.result) {
                (Some(value), Some(ty)) => self.is(*value, ty),
                (Some(_), None) => self.error("a value is returned from a function without result"),
                (None, _) => {}
            },
            Instruction::Trap { text, .. } => self.text(*text),
            Instruction::Intrinsic(intrinsic) => self.intrinsic(intrinsic),
        }
    }

    fn call(&mut self, function: FunctionId, arguments: &[Reg], result: Option<Reg>) {
        let Some(callee) = self.program.functions.get(function.0 as usize) else {
            return self.error(&format!("there is no {function}"));
        };
        let wanted = callee.parameters as usize + usize::from(callee.variadic);
        if arguments.len() != wanted {
            self.error(&format!("{} arguments for {wanted} parameters", arguments.len()));
        }
        for (argument, parameter) in arguments.iter().zip(&callee.registers) {
            self.is(*argument, parameter.ty);
        }
        match (result, callee.result) {
            (Some(to), Some(ty)) => self.is(to, ty),
            (Some(_), None) => self.error("the function has no result"),
            (None, _) => {}
        }
    }

    fn intrinsic(&mut self, intrinsic: &Intrinsic) {
        match intrinsic {
            Intrinsic::AtomicBegin
            | Intrinsic::Fence
            | Intrinsic::AtomicEnd
            | Intrinsic::WaitBegin
            | Intrinsic::EndThread
            | Intrinsic::Abort => {}
            Intrinsic::WaitEnd { condition } | Intrinsic::Assume { condition } => self.is(*condition, Type::I32),
            Intrinsic::Choose { to, low, high } => [to, low, high].into_iter().for_each(|r| self.is(*r, Type::I32)),
            Intrinsic::Unknown { to, low, high } => [to, low, high].into_iter().for_each(|r| self.is(*r, Type::I64)),
            Intrinsic::Known { to, value } => {
                self.is(*to, Type::I32);
                self.is(*value, Type::I64);
            }
            Intrinsic::Error { kind, text } => {
                self.is(*kind, Type::I32);
                self.address(*text);
            }
            Intrinsic::This { to } | Intrinsic::Own { to } | Intrinsic::GaveValue { to } => self.is(*to, Type::I32),
            Intrinsic::Spawn { to, function, argument } => {
                self.is(*to, Type::I32);
                self.address(*function);
                self.address(*argument);
            }
            Intrinsic::HasEnded { to, thread } => [to, thread].into_iter().for_each(|r| self.is(*r, Type::I32)),
            Intrinsic::Joined { thread: number }
            | Intrinsic::Reclaim { thread: number }
            | Intrinsic::Exit { status: number } => self.is(*number, Type::I32),
            Intrinsic::Allocate { to, size } | Intrinsic::AllocateLocal { to, size } => {
                [to, size].into_iter().for_each(|r| self.address(*r));
            }
            Intrinsic::Release { address } | Intrinsic::ReleaseLocal { address } => self.address(*address),
            Intrinsic::Size { to, address } => [to, address].into_iter().for_each(|r| self.address(*r)),
            Intrinsic::Print { text, length } => [text, length].into_iter().for_each(|r| self.address(*r)),
            Intrinsic::SetJump { to, buffer } => {
                self.is(*to, Type::I32);
                self.address(*buffer);
            }
            Intrinsic::LongJump { buffer, value } => {
                self.address(*buffer);
                self.is(*value, Type::I32);
            }
            Intrinsic::LockTaken { lock, exclusive } => {
                self.address(*lock);
                self.is(*exclusive, Type::I32);
            }
            Intrinsic::LockDropped { lock } => self.address(*lock),
            Intrinsic::Math { op, ty, to, left, right } => {
                [to, left, right].into_iter().for_each(|r| self.is(*r, *ty));
                if crate::value::math(*op, *ty, 0, 0).is_none() {
                    self.error("there is no such function of a `long double`");
                }
            }
        }
    }
}

fn goes_on(last: &Instruction) -> bool {
    !matches!(
        last,
        Instruction::Jump { .. }
            | Instruction::Branch { .. }
            | Instruction::Switch { .. }
            | Instruction::Return { .. }
            | Instruction::Trap { .. }
            | Instruction::Intrinsic(
                Intrinsic::EndThread | Intrinsic::Exit { .. } | Intrinsic::Abort | Intrinsic::LongJump { .. }
            )
    )
}
