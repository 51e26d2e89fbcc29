//! What a failing expression read, noted while a run is told.
//!
//! Of each value on the way through an expression it is kept what was read for it: variables in registers, places of
//! memory, results of calls, in the order in which they were read. A variable with a name stands for itself: how it got
//! its value is told by the run. A value that is chosen by a branch (`a && b`, `c ? x : y`) is made of what the branch
//! looked at, too. Branches with the same text in their origins are parts of one condition.
//!
//! An error at an instruction was made of its operands; one that the program states by a call (`assert`, `abort`), of
//! the condition that led to the call. Where a parameter decides, what the caller gave for it is told as well.
//!
//! This is for reports alone: nothing that a search decides rests on it. Only one thread is watched.

use crate::code::{Function, FunctionId, Instruction, Pc, Program, Reg};
use crate::control::Control;
use crate::operands::operands;
use crate::outcome::{FaultKind, Location, Operand, OperandKind, ThreadNumber};
use crate::types::Type;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// More is not told.
const MOST: usize = 24;
/// So many callers are asked what they gave.
const CALLERS: usize = 4;

#[derive(Clone, PartialEq)]
struct Item {
    pc: u32,
    kind: OperandKind,
    bits: u128,
    ty: Type,
}

/// What the instruction under way reads, as long as nothing of it is set.
pub struct Read {
    depth: usize,
    items: Vec<Item>,
    arguments: Vec<Vec<Item>>,
}

pub struct Reading {
    pub thread: ThreadNumber,
    frames: Vec<Frame>,
    controls: HashMap<u32, Rc<Control>>,
    /// How often each function sets each register, for those that were met.
    setters: HashMap<u32, Rc<[u32]>>,
    time: u64,
    /// What the instruction read that failed.
    failed: Vec<Item>,
}

#[derive(Default)]
struct Frame {
    function: u32,
    /// What values on the way are made of, and where they were set.
    registers: HashMap<u32, (u32, Vec<Item>)>,
    /// What branches looked at, and when, the last time.
    branches: HashMap<u32, (u64, Vec<Item>)>,
    /// What the caller read for each argument.
    arguments: Vec<Vec<Item>>,
    /// Variables that were set here.
    set: HashSet<u32>,
}

impl Reading {
    pub fn new(thread: ThreadNumber) -> Reading {
        let (controls, setters) = (HashMap::new(), HashMap::new());
        Reading { thread, frames: Vec::new(), controls, setters, time: 0, failed: Vec::new() }
    }

    /// Another thread has the number now.
    pub fn starts(&mut self, thread: ThreadNumber) {
        if thread == self.thread {
            self.frames.clear();
        }
    }

    /// What an instruction is about to read; `value` gives what is in a register.
    pub fn before(&mut self, function: (u32, &Function), pc: u32, depth: usize, value: &dyn Fn(Reg) -> u128) -> Read {
        let (id, code) = function;
        while self.frames.len() <= depth {
            self.frames.push(Frame { function: id, ..Frame::default() });
        }
        if self.frames[depth].function != id {
            self.frames[depth] = Frame { function: id, ..Frame::default() };
        }
        let instruction = &code.code[pc as usize];
        let mut registers = Vec::new();
        operands(instruction, |r| registers.push(r));
        let mut items = Vec::new();
        let mut arguments = Vec::new();
        for r in registers {
            let made = self.made_of(code, (depth, pc), r, value(r));
            join(&mut items, &made);
            arguments.push(made);
        }
        if let Instruction::CallAddress { .. } = instruction {
            arguments.remove(0);
        }
        Read { depth, items, arguments }
    }

    fn made_of(&mut self, code: &Function, (depth, pc): (usize, u32), r: Reg, bits: u128) -> Vec<Item> {
        let register = &code.registers[r.0 as usize];
        match &register.name {
            // Says whether a variable was set.
            Some(name) if name.ends_with('?') => return Vec::new(),
            Some(_) => return vec![Item { pc, kind: OperandKind::Variable { register: r.0 }, bits, ty: register.ty }],
            None => {}
        }
        let Some((at, items)) = self.frames[depth].registers.get(&r.0) else { return Vec::new() };
        let (at, mut items) = (*at, items.clone());
        if self.setters(code, depth)[r.0 as usize] > 1 {
            let control = self.control(code, depth);
            let decide: Vec<u32> =
                control.of(at).iter().copied().filter(|branch| !control.of(pc).contains(branch)).collect();
            join(&mut items, &self.conditions(code, depth, &decide));
        }
        items
    }

    /// What the branches looked at, and those that are parts of the same conditions, in the order in which they did.
    fn conditions(&mut self, code: &Function, depth: usize, branches: &[u32]) -> Vec<Item> {
        let control = self.control(code, depth);
        let text = |pc: u32| code.origins.get(pc as usize).and_then(|o| o.text);
        let mut found = branches.to_vec();
        let mut at = 0;
        while let Some(branch) = found.get(at).copied() {
            let more = control.of(branch).iter().filter(|b| text(**b).is_some() && text(**b) == text(branch));
            let more: Vec<u32> = more.copied().filter(|b| !found.contains(b)).collect();
            found.extend(more);
            at += 1;
        }
        let ran = &self.frames[depth].branches;
        let mut ran: Vec<(u32, u64, &[Item])> =
            found.iter().filter_map(|pc| ran.get(pc).map(|(time, items)| (*pc, *time, items.as_slice()))).collect();
        // One that ran last before another that stands earlier in the code belongs to an earlier turn.
        let all: Vec<(u32, u64)> = ran.iter().map(|(pc, time, _)| (*pc, *time)).collect();
        ran.retain(|(pc, time, _)| !all.iter().any(|(other, later)| other < pc && later > time));
        ran.sort_by_key(|(_, time, _)| *time);
        let mut items = Vec::new();
        ran.iter().for_each(|(.., more)| join(&mut items, more));
        items
    }

    fn control(&mut self, code: &Function, depth: usize) -> Rc<Control> {
        let function = self.frames[depth].function;
        self.controls.entry(function).or_insert_with(|| Rc::new(Control::new(code))).clone()
    }

    fn setters(&mut self, code: &Function, depth: usize) -> Rc<[u32]> {
        let function = self.frames[depth].function;
        let count = || {
            let mut count = vec![0; code.registers.len()];
            for instruction in &code.code {
                operands(instruction, |_| {}).into_iter().flatten().for_each(|r| count[r.0 as usize] += 1);
            }
            count.into()
        };
        self.setters.entry(function).or_insert_with(count).clone()
    }

    /// An instruction was run that went on in its function; `value` gives what is in a register now.
    pub fn after(&mut self, code: &Function, pc: u32, read: Read, value: &dyn Fn(Reg) -> u128) {
        use Instruction as I;
        let Read { depth, mut items, .. } = read;
        let instruction = &code.code[pc as usize];
        self.time += 1;
        if let I::Load { to, ty, .. }
        | I::LoadRaw { to, ty, .. }
        | I::Rmw { to, ty, .. }
        | I::CompareExchange { to, ty, .. } = instruction
        {
            items.insert(0, Item { pc, kind: OperandKind::Memory, bits: value(*to), ty: *ty });
        }
        if let I::Branch { .. } | I::Switch { .. } = instruction {
            self.frames[depth].branches.insert(pc, (self.time, items));
            return;
        }
        let set = operands(instruction, |_| {});
        for (i, r) in set.into_iter().flatten().enumerate() {
            // The shadow of what was loaded was not read.
            let shadow = i == 1 && matches!(instruction, I::LoadRaw { .. });
            let made = if shadow { Vec::new() } else { items.clone() };
            self.note(code, depth, pc, r, made);
        }
    }

    fn note(&mut self, code: &Function, depth: usize, pc: u32, r: Reg, items: Vec<Item>) {
        match code.registers[r.0 as usize].name {
            Some(_) => drop(self.frames[depth].set.insert(r.0)),
            None => drop(self.frames[depth].registers.insert(r.0, (pc, items))),
        }
    }

    /// A function was called: its frame is the next.
    pub fn called(&mut self, function: u32, read: Read) {
        self.frames.truncate(read.depth + 1);
        self.frames.push(Frame { function, arguments: read.arguments, ..Frame::default() });
    }

    /// A call has ended, and gave a value to a register of the caller's.
    pub fn returned(&mut self, callee: FunctionId, caller: &Function, pc: u32, depth: usize, result: (Reg, u128)) {
        let arguments = self.frames.get_mut(depth + 1).map(|f| std::mem::take(&mut f.arguments));
        self.frames.truncate(depth + 1);
        if self.frames.len() <= depth {
            return;
        }
        let (r, bits) = result;
        let kind = OperandKind::Call { function: callee };
        let mut items = vec![Item { pc, kind, bits, ty: caller.registers[r.0 as usize].ty }];
        arguments.iter().flatten().for_each(|more| join(&mut items, more));
        self.note(caller, depth, pc, r, items);
    }

    /// The instruction that reads this ends the run.
    pub fn fails(&mut self, read: Read) {
        self.failed = read.items;
    }

    /// What was read for an error: by the user's function in which it is or that called the library, and by those that
    /// called it.
    pub fn operands(mut self, program: &Program, fault: &FaultKind, location: &Location) -> Vec<Operand> {
        if matches!(fault, FaultKind::Deadlock { .. } | FaultKind::Leak { .. }) {
            return Vec::new();
        }
        let frames: Vec<(FunctionId, Pc)> =
            location.calls.iter().copied().chain([(location.function, location.pc)]).collect();
        let users = |depth: usize| {
            let id = frames[depth].0;
            !program.function(id).library && program.entry != Some(id)
        };
        let stated = matches!(fault, FaultKind::Assertion { .. } | FaultKind::Abort | FaultKind::Unreachable);
        let Some(mut depth) = (0..frames.len()).rev().find(|d| users(*d)) else { return Vec::new() };
        let mut items = match frames.get(depth + 1) {
            Some(_) => self.arguments(depth + 1),
            None if stated => Vec::new(),
            None => std::mem::take(&mut self.failed),
        };
        let mut list: Vec<Operand> = Vec::new();
        for _ in 0..=CALLERS {
            let (id, pc) = frames[depth];
            let code = program.function(id);
            if items.is_empty() && stated && depth < self.frames.len() && self.frames[depth].function == id.0 {
                let branches = self.control(code, depth).of(pc.0).to_vec();
                items = self.conditions(code, depth, &branches);
            }
            let told = items.iter().map(|item| Operand {
                function: id,
                pc: Pc(item.pc),
                kind: item.kind,
                bits: item.bits,
                ty: item.ty,
                object: None,
            });
            list.extend(told);
            if depth == 0 || !users(depth - 1) {
                break;
            }
            let given = |item: &Item| match item.kind {
                OperandKind::Variable { register } if register < code.parameters => Some(register),
                _ => None,
            };
            let mut more = Vec::new();
            for parameter in items.iter().filter_map(given) {
                let Some(frame) = self.frames.get(depth) else { break };
                if let (false, Some(made)) = (frame.set.contains(&parameter), frame.arguments.get(parameter as usize)) {
                    join(&mut more, made);
                }
            }
            // A function that states an error whatever it is given: its caller's condition counts.
            if more.is_empty() && !(stated && items.is_empty()) {
                break;
            }
            items = more;
            depth -= 1;
        }
        list
    }

    fn arguments(&self, depth: usize) -> Vec<Item> {
        let mut items = Vec::new();
        self.frames.get(depth).iter().flat_map(|f| &f.arguments).for_each(|more| join(&mut items, more));
        items
    }
}

/// Adds what is not there yet.
fn join(items: &mut Vec<Item>, more: &[Item]) {
    for item in more {
        if items.len() < MOST && !items.contains(item) {
            items.push(item.clone());
        }
    }
}
