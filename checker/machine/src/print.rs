//! The text form of code: one instruction a line, with the names of variables.
//!
//! ```text
//! fn0 main() i32
//!   slot0 a: 12 bytes, align 16
//!   @0  r2 = const 1
//!   @1  x:r0 = add.i32 x:r0 r2
//! ```

use crate::code::{Function, FunctionId, Instruction, Intrinsic, Program, Reg, Static, StaticId, Target};
use crate::types::Type;
use std::fmt::{Result, Write};

/// The whole program.
pub fn program(program: &Program) -> String {
    let mut out = String::new();
    for (index, object) in program.statics.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = print_static(program, StaticId(index as u32), object, &mut out);
    }
    for (index, function) in program.functions.iter().enumerate() {
        let _ = print_function(program, FunctionId(index as u32), function, &mut out);
    }
    if let Some(entry) = program.entry {
        let _ = writeln!(out, "entry {entry}");
    }
    out
}

/// One function.
pub fn function(program: &Program, id: FunctionId) -> String {
    let mut out = String::new();
    let _ = print_function(program, id, program.function(id), &mut out);
    out
}

fn print_static(program: &Program, id: StaticId, object: &Static, out: &mut String) -> Result {
    write!(out, "{id} {}: {} bytes, align {}", object.name, object.bytes.len(), object.align)?;
    if !object.writable {
        out.push_str(", read-only");
    }
    if object.thread_local {
        out.push_str(", thread-local");
    }
    let used = object.bytes.iter().rposition(|b| *b != 0).map_or(0, |at| at + 1);
    if used > 0 {
        out.push_str(" =");
        for byte in &object.bytes[..used.min(64)] {
            write!(out, " {byte:02x}")?;
        }
        if used > 64 {
            out.push_str(" …");
        }
    }
    for address in &object.addresses {
        match address.target {
            Target::Static(to) => write!(out, ", +{}: {to} {}", address.offset, program.object(to).name)?,
            Target::Function(to) => write!(out, ", +{}: {to} {}", address.offset, program.function(to).name)?,
        }
    }
    out.push('\n');
    Ok(())
}

fn print_function(program: &Program, id: FunctionId, function: &Function, out: &mut String) -> Result {
    let printer = Printer { program, function };
    write!(out, "\n{id} {}(", function.name)?;
    for index in 0..function.parameters {
        if index > 0 {
            out.push_str(", ");
        }
        let register = function.registers.get(index as usize);
        let ty = register.map_or("?", |r| r.ty.name());
        write!(out, "{}: {ty}", printer.reg(Reg(index)))?;
    }
    if function.variadic {
        out.push_str(", ...");
    }
    out.push(')');
    if let Some(result) = function.result {
        write!(out, " {result}")?;
    }
    for (flag, word) in [(function.atomic, " atomic"), (function.library, " library")] {
        if flag {
            out.push_str(word);
        }
    }
    out.push('\n');
    for (index, slot) in function.slots.iter().enumerate() {
        writeln!(out, "  slot{index} {}: {} bytes, align {}", slot.name, slot.size, slot.align)?;
    }
    for (pc, instruction) in function.code.iter().enumerate() {
        write!(out, "  @{pc:<3} ")?;
        printer.instruction(instruction, out)?;
        let text = function.origins.get(pc).and_then(|o| o.text);
        if let Some(text) = text {
            write!(out, "    ; {}", program.text(text))?;
        }
        out.push('\n');
    }
    Ok(())
}

struct Printer<'a> {
    program: &'a Program,
    function: &'a Function,
}

impl Printer<'_> {
    fn reg(&self, reg: Reg) -> String {
        match self.function.registers.get(reg.0 as usize).and_then(|r| r.name.as_ref()) {
            Some(name) => format!("{name}:{reg}"),
            None => reg.to_string(),
        }
    }

    fn list(&self, regs: &[Reg]) -> String {
        regs.iter().map(|r| self.reg(*r)).collect::<Vec<_>>().join(", ")
    }

    fn instruction(&self, instruction: &Instruction, out: &mut String) -> Result {
        let r = |reg: &Reg| self.reg(*reg);
        match instruction {
            Instruction::Const { to, bits } => match bits {
                0..=9999 => write!(out, "{} = const {bits}", r(to)),
                _ => write!(out, "{} = const 0x{bits:x}", r(to)),
            },
            Instruction::Move { to, from } => write!(out, "{} = {}", r(to), r(from)),
            Instruction::Unary { op, ty, to, value } => {
                write!(out, "{} = {}.{ty} {}", r(to), lower(op), r(value))
            }
            Instruction::Binary { op, ty, to, left, right } => {
                write!(out, "{} = {}.{ty} {} {}", r(to), lower(op), r(left), r(right))
            }
            Instruction::Compare { op, ty, to, left, right } => {
                write!(out, "{} = {}.{ty} {} {}", r(to), lower(op), r(left), r(right))
            }
            Instruction::Convert { from, into, to, value } => {
                write!(out, "{} = convert.{from}.{into} {}", r(to), r(value))
            }
            Instruction::StaticAddress { to, object, offset } => {
                write!(out, "{} = address {object} {}", r(to), self.program.object(*object).name)?;
                if *offset > 0 {
                    write!(out, " + {offset}")?;
                }
                Ok(())
            }
            Instruction::SlotAddress { to, slot } => {
                let name = self.function.slots.get(slot.0 as usize).map_or("?", |s| s.name.as_str());
                write!(out, "{} = address {slot} {name}", r(to))
            }
            Instruction::FunctionAddress { to, function } => {
                write!(out, "{} = address {function} {}", r(to), self.program.function(*function).name)
            }
            Instruction::SlotBegin { slot } => write!(out, "begin {slot}"),
            Instruction::SlotEnd { slot } => write!(out, "end {slot}"),
            Instruction::Load { to, address, ty, atomic } => {
                write!(out, "{} = load.{ty}{} [{}]", r(to), mark(*atomic), r(address))
            }
            Instruction::Store { address, value, ty, atomic } => {
                write!(out, "store.{ty}{} [{}] {}", mark(*atomic), r(address), r(value))
            }
            Instruction::LoadRaw { to, shadow, address, ty } => {
                write!(out, "{}, {} = load_raw.{ty} [{}]", r(to), r(shadow), r(address))
            }
            Instruction::StoreRaw { address, value, shadow, ty } => {
                write!(out, "store_raw.{ty} [{}] {}, {}", r(address), r(value), r(shadow))
            }
            Instruction::Rmw { op, ty, to, address, value } => {
                write!(out, "{} = rmw_{}.{ty} [{}] {}", r(to), lower(op), r(address), r(value))
            }
            Instruction::CompareExchange { ty, to, done, address, expected, desired } => {
                let (to, done, address) = (r(to), r(done), r(address));
                write!(out, "{to}, {done} = compare_exchange.{ty} [{address}] {} {}", r(expected), r(desired))
            }
            Instruction::CheckIndex { index, ty, length, end } => {
                let end = if *end { " or end" } else { "" };
                write!(out, "check_index.{ty} {} < {length}{end}", r(index))
            }
            Instruction::CheckSet { shadow, text, .. } => {
                write!(out, "check_set {} ; {}", r(shadow), self.program.text(*text))
            }
            Instruction::Jump { target } => write!(out, "jump {target}"),
            Instruction::Branch { condition, then, otherwise } => {
                write!(out, "branch {} {then} {otherwise}", r(condition))
            }
            Instruction::Switch { value, ty, cases, otherwise } => {
                write!(out, "switch.{ty} {}", r(value))?;
                for case in cases {
                    match case.low == case.high {
                        true => write!(out, ", {}: {}", case.low, case.target)?,
                        false => write!(out, ", {}..{}: {}", case.low, case.high, case.target)?,
                    }
                }
                write!(out, ", else {otherwise}")
            }
            Instruction::Call { function, arguments, result } => {
                self.result(result.as_ref(), out)?;
                write!(out, "call {function} {}({})", self.program.function(*function).name, self.list(arguments))
            }
            Instruction::CallAddress { address, arguments, result } => {
                self.result(result.as_ref(), out)?;
                write!(out, "call [{}]({})", r(address), self.list(arguments))
            }
            Instruction::Return { value: Some(value) } => write!(out, "return {}", r(value)),
            Instruction::Return { value: None } => out.write_str("return"),
            Instruction::Trap { kind, text } => write!(out, "trap {} ; {}", lower(kind), self.program.text(*text)),
            Instruction::Intrinsic(intrinsic) => self.intrinsic(intrinsic, out),
        }
    }

    fn result(&self, result: Option<&Reg>, out: &mut String) -> Result {
        match result {
            Some(to) => write!(out, "{} = ", self.reg(*to)),
            None => Ok(()),
        }
    }

    fn intrinsic(&self, intrinsic: &Intrinsic, out: &mut String) -> Result {
        let r = |reg: &Reg| self.reg(*reg);
        match intrinsic {
            Intrinsic::AtomicBegin => out.write_str("atomic_begin"),
            Intrinsic::Fence => out.write_str("fence"),
            Intrinsic::AtomicEnd => out.write_str("atomic_end"),
            Intrinsic::WaitBegin => out.write_str("wait_begin"),
            Intrinsic::WaitEnd { condition } => write!(out, "wait_end {}", r(condition)),
            Intrinsic::Choose { to, low, high } => write!(out, "{} = choose {} {}", r(to), r(low), r(high)),
            Intrinsic::Unknown { to, low, high } => write!(out, "{} = unknown {} {}", r(to), r(low), r(high)),
            Intrinsic::Known { to, value } => write!(out, "{} = known {}", r(to), r(value)),
            Intrinsic::Assume { condition } => write!(out, "assume {}", r(condition)),
            Intrinsic::Error { kind, text } => write!(out, "error {} {}", r(kind), r(text)),
            Intrinsic::This { to } => write!(out, "{} = this", r(to)),
            Intrinsic::Own { to } => write!(out, "{} = own", r(to)),
            Intrinsic::GaveValue { to } => write!(out, "{} = gave_value", r(to)),
            Intrinsic::Spawn { to, function, argument } => {
                write!(out, "{} = spawn [{}]({})", r(to), r(function), r(argument))
            }
            Intrinsic::EndThread => out.write_str("end_thread"),
            Intrinsic::HasEnded { to, thread } => write!(out, "{} = has_ended {}", r(to), r(thread)),
            Intrinsic::Joined { thread } => write!(out, "joined {}", r(thread)),
            Intrinsic::Reclaim { thread } => write!(out, "reclaim {}", r(thread)),
            Intrinsic::Exit { status } => write!(out, "exit {}", r(status)),
            Intrinsic::Abort => out.write_str("abort"),
            Intrinsic::Allocate { to, size } => write!(out, "{} = allocate {}", r(to), r(size)),
            Intrinsic::Release { address } => write!(out, "release [{}]", r(address)),
            Intrinsic::Size { to, address } => write!(out, "{} = size [{}]", r(to), r(address)),
            Intrinsic::AllocateLocal { to, size } => write!(out, "{} = allocate_local {}", r(to), r(size)),
            Intrinsic::ReleaseLocal { address } => write!(out, "release_local [{}]", r(address)),
            Intrinsic::Print { text, length } => write!(out, "print [{}] {}", r(text), r(length)),
            Intrinsic::SetJump { to, buffer } => write!(out, "{} = set_jump [{}]", r(to), r(buffer)),
            Intrinsic::LongJump { buffer, value } => write!(out, "long_jump [{}] {}", r(buffer), r(value)),
            Intrinsic::LockTaken { lock, exclusive } => {
                write!(out, "lock_taken [{}] {}", r(lock), r(exclusive))
            }
            Intrinsic::LockDropped { lock } => write!(out, "lock_dropped [{}]", r(lock)),
            Intrinsic::Math { op, ty: Type::F64, to, left, right } => {
                write!(out, "{} = math_{} {} {}", r(to), lower(op), r(left), r(right))
            }
            Intrinsic::Math { op, ty, to, left, right } => {
                write!(out, "{} = math_{} {ty} {} {}", r(to), lower(op), r(left), r(right))
            }
        }
    }
}

fn mark(atomic: bool) -> &'static str {
    if atomic { ".atomic" } else { "" }
}

/// The name of a variant, as it is spelled in the text.
fn lower(op: &impl std::fmt::Debug) -> String {
    let mut out = String::new();
    for (at, c) in format!("{op:?}").chars().enumerate() {
        if c.is_uppercase() && at > 0 {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}
