//! The code of one function while it is made: registers, slots, labels, instructions.
//!
//! Instructions are a list of [`Item`]s with labels for places; `resolve` turns it into code. A variable whose
//! address is not taken is a register (see `taken`); each such local has a second register that says whether it was
//! set, which `unset` takes out again where it is always set.

use super::{Module, object_align, scalar};
use crate::program::{self, FunctionId, ObjectId, Program, Stmt, Storage, TypeId};
use machine::code::{
    self, Binary, Compare, FunctionId as Code, Instruction, Origin, Pc, Reg, Register, Slot, SlotId, StaticId, TextId,
    Trap,
};
use machine::types::Type;
use promela::index;
use promela::source::Span;
use std::collections::{HashMap, HashSet};

/// A place in the code that is not known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label(pub u32);

/// A label of C.
pub(super) struct Named {
    pub label: Label,
    /// The scopes around it, from the outermost; `None` until it was seen.
    pub scopes: Option<Vec<ScopeId>>,
}

/// A jump to a label of C.
pub(super) struct Goto {
    pub name: String,
    /// The scopes around it, and how many of the objects with a cleanup function were declared in each.
    pub from: Vec<(ScopeId, usize)>,
    pub origin: Origin,
}

index!(/// A scope of a function.
    ScopeId, "scope");

#[derive(Default)]
pub(super) struct Scope {
    /// Slots of declared objects.
    pub declared: Vec<SlotId>,
    /// Slots of compound literals and of values on the way.
    pub temporaries: Vec<SlotId>,
    /// Addresses of arrays whose length is not a constant; 0 while they do not live.
    pub arrays: Vec<Reg>,
    /// Objects with a function to be called when they go.
    pub cleanups: Vec<ObjectId>,
}

/// A loop or `switch`: where `break` and `continue` go, and how many scopes are open there.
pub(super) struct Breakable {
    pub after: Label,
    /// `None` for a `switch`.
    pub next: Option<Label>,
    pub depth: usize,
}

#[derive(Default)]
pub(super) struct Switch {
    pub cases: Vec<(i128, i128, Entry)>,
    pub default: Option<Entry>,
}

/// A case: its place, and the scopes around it.
pub(super) struct Entry {
    pub label: Label,
    pub scopes: Vec<ScopeId>,
}

/// An instruction, or something that becomes some when all of the function is known.
pub(super) enum Item {
    Code(Instruction, Origin),
    Begin(ScopeId, Origin),
    End(ScopeId, Origin),
    Goto(Goto),
}

/// Where a variable is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Home {
    Register {
        reg: Reg,
        /// Says which bits were never set. Parameters have none.
        shadow: Option<Reg>,
    },
    Slot(SlotId),
    /// At the address in a register: structs that were passed, arrays whose length is not a constant.
    Indirect(Reg),
    Static(StaticId),
}

pub(super) struct Builder<'m, 'p> {
    pub module: &'m mut Module<'p>,
    pub program: &'p Program,
    pub function: Option<FunctionId>,
    pub registers: Vec<Register>,
    pub slots: Vec<Slot>,
    pub items: Vec<Item>,
    /// The item each label stands before.
    labels: Vec<Option<usize>>,
    /// The item that the label bound last stands before.
    last_bound: Option<usize>,
    pub homes: HashMap<ObjectId, Home>,
    /// Locals that need memory.
    pub taken: HashSet<ObjectId>,
    pub scopes: Vec<Scope>,
    /// The scopes around the place where code is added, from the outermost.
    pub open: Vec<ScopeId>,
    pub named: HashMap<String, Named>,
    pub breakables: Vec<Breakable>,
    pub switches: Vec<Switch>,
    /// Lengths of arrays that are not constants, by the array type.
    pub lengths: HashMap<TypeId, Reg>,
    pub live_temporaries: Vec<SlotId>,
    pub free_slots: Vec<SlotId>,
    /// The address that a struct result is written to.
    pub result_address: Option<Reg>,
    /// The address of the arguments that are not parameters.
    pub variadic_block: Option<Reg>,
    pub shadows: Vec<Reg>,
    /// Registers of variables: what they hold can change.
    pub variables: HashSet<Reg>,
    pub span: Span,
    /// Control can come back to a `setjmp` from any call.
    pub uses_setjmp: bool,
}

impl<'m, 'p> Builder<'m, 'p> {
    pub(super) fn new(module: &'m mut Module<'p>, function: Option<FunctionId>) -> Builder<'m, 'p> {
        let program = module.program;
        Builder {
            module,
            program,
            function,
            registers: Vec::new(),
            slots: Vec::new(),
            items: Vec::new(),
            labels: Vec::new(),
            last_bound: None,
            homes: HashMap::new(),
            taken: HashSet::new(),
            scopes: Vec::new(),
            open: Vec::new(),
            named: HashMap::new(),
            breakables: Vec::new(),
            switches: Vec::new(),
            lengths: HashMap::new(),
            live_temporaries: Vec::new(),
            free_slots: Vec::new(),
            result_address: None,
            variadic_block: None,
            shadows: Vec::new(),
            variables: HashSet::new(),
            span: Span::default(),
            uses_setjmp: false,
        }
    }

    /// Where a variable is; a local is given its place when it is first met.
    pub(super) fn home(&mut self, id: ObjectId) -> Home {
        if let Some(home) = self.homes.get(&id) {
            return *home;
        }
        let object = self.program.object(id);
        let home = match object.storage {
            Storage::Global | Storage::External | Storage::FileStatic | Storage::LocalStatic | Storage::ThreadLocal => {
                Home::Static(self.module.object(id))
            }
            Storage::Parameter | Storage::Local | Storage::Shared => self.local_home(id, object),
        };
        self.homes.insert(id, home);
        home
    }

    fn local_home(&mut self, id: ObjectId, object: &program::Object) -> Home {
        let ty = scalar(self.program, object.ty);
        if !self.taken.contains(&id)
            && let Some(ty) = ty
        {
            let reg = self.new_register(ty, Some(&object.name));
            let shadow = self.new_register(Type::unsigned(ty.bits() as u64 / 8).unwrap_or(Type::U64), None);
            self.registers[shadow.0 as usize].name = Some(format!("{}?", object.name));
            self.variables.insert(reg);
            self.variables.insert(shadow);
            self.shadows.push(shadow);
            return Home::Register { reg, shadow: Some(shadow) };
        }
        let size = self.program.size_of(object.ty).unwrap_or(0);
        Home::Slot(self.new_slot(&object.name, size, object_align(self.program, object)))
    }

    pub(super) fn take_registers(&mut self) -> Vec<Register> {
        std::mem::take(&mut self.registers)
    }

    pub(super) fn label_places(&self) -> &[Option<usize>] {
        &self.labels
    }

    pub(super) fn body(&self) -> Option<&'p [Stmt]> {
        self.program.function(self.function?).body.as_deref()
    }

    pub(super) fn new_register(&mut self, ty: Type, name: Option<&str>) -> Reg {
        self.registers.push(Register { ty, name: name.map(str::to_string) });
        Reg(self.registers.len() as u32 - 1)
    }

    /// A register for a value on the way.
    pub(super) fn fresh(&mut self, ty: Type) -> Reg {
        self.new_register(ty, None)
    }

    /// A register that is set more than once.
    pub(super) fn variable(&mut self, ty: Type) -> Reg {
        let reg = self.fresh(ty);
        self.variables.insert(reg);
        reg
    }

    pub(super) fn register_type(&self, reg: Reg) -> Type {
        self.registers[reg.0 as usize].ty
    }

    pub(super) fn is_variable(&self, reg: Reg) -> bool {
        self.variables.contains(&reg)
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    pub(super) fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = Some(self.items.len());
        self.last_bound = Some(self.items.len());
    }

    pub(super) fn origin(&self) -> Origin {
        Origin { span: self.span, text: None }
    }

    pub(super) fn emit(&mut self, instruction: Instruction) {
        let origin = self.origin();
        self.items.push(Item::Code(instruction, origin));
    }

    /// An access to what the text says, or a branch of the condition that it says.
    pub(super) fn emit_access(&mut self, instruction: Instruction, text: Option<TextId>) {
        let origin = Origin { span: self.span, text };
        self.items.push(Item::Code(instruction, origin));
    }

    pub(super) fn jump(&mut self, goto: Goto) {
        self.c_label(&goto.name);
        self.items.push(Item::Goto(goto));
    }

    pub(super) fn jump_to(&mut self, label: Label) {
        self.emit(Instruction::Jump { target: Pc(label.0) });
    }

    pub(super) fn branch_to(&mut self, condition: Reg, then: Label, otherwise: Label) {
        self.emit(Instruction::Branch { condition, then: Pc(then.0), otherwise: Pc(otherwise.0) });
    }

    /// Whether control can come to the end of what was emitted so far.
    pub(super) fn reachable(&self) -> bool {
        if self.last_bound == Some(self.items.len()) {
            return true;
        }
        match self.items.last() {
            Some(Item::Goto(_)) => false,
            Some(Item::Code(instruction, _)) => !ends(instruction),
            Some(Item::Begin(..) | Item::End(..)) | None => true,
        }
    }

    /// Lets the last instruction set another register, if it is the one that sets a value on the way.
    pub(super) fn retarget(&mut self, from: Reg, into: Reg) -> bool {
        if self.is_variable(from) || self.last_bound == Some(self.items.len()) {
            return false;
        }
        let Some(Item::Code(instruction, _)) = self.items.last_mut() else { return false };
        let to = match instruction {
            Instruction::Const { to, .. }
            | Instruction::Unary { to, .. }
            | Instruction::Binary { to, .. }
            | Instruction::Compare { to, .. }
            | Instruction::Convert { to, .. }
            | Instruction::StaticAddress { to, .. }
            | Instruction::SlotAddress { to, .. }
            | Instruction::FunctionAddress { to, .. }
            | Instruction::Load { to, .. } => to,
            Instruction::Call { result: Some(to), .. } | Instruction::CallAddress { result: Some(to), .. } => to,
            _ => return false,
        };
        if *to != from {
            return false;
        }
        *to = into;
        true
    }

    pub(super) fn constant(&mut self, ty: Type, bits: u128) -> Reg {
        let to = self.fresh(ty);
        self.emit(Instruction::Const { to, bits: ty.cut(bits) });
        to
    }

    pub(super) fn binary(&mut self, op: Binary, ty: Type, left: Reg, right: Reg) -> Reg {
        let to = self.fresh(ty);
        self.emit(Instruction::Binary { op, ty, to, left, right });
        to
    }

    pub(super) fn compare(&mut self, op: Compare, ty: Type, left: Reg, right: Reg) -> Reg {
        let to = self.fresh(Type::I32);
        self.emit(Instruction::Compare { op, ty, to, left, right });
        to
    }

    pub(super) fn convert_register(&mut self, value: Reg, from: Type, into: Type) -> Reg {
        let same = from == into || (!from.is_float() && !into.is_float() && from.bits() == into.bits());
        if same {
            return value;
        }
        let to = self.fresh(into);
        self.emit(Instruction::Convert { from, into, to, value });
        to
    }

    pub(super) fn copy(&mut self, from: Reg) -> Reg {
        let to = self.fresh(self.register_type(from));
        self.emit(Instruction::Move { to, from });
        to
    }

    /// What has no meaning here; the answer is incomplete where a run comes to it.
    pub(super) fn not_modelled(&mut self, text: &str) {
        let text = self.module.text(text);
        self.emit(Instruction::Trap { kind: Trap::NotModelled, text });
    }

    /// As [`Self::not_modelled`], with a register for the value that never comes.
    pub(super) fn no_value(&mut self, text: &str, ty: TypeId) -> Reg {
        self.not_modelled(text);
        let ty = scalar(self.program, ty).unwrap_or(Type::U64);
        self.constant(ty, 0)
    }

    pub(super) fn function_id(&mut self, id: FunctionId) -> Code {
        self.module.function(id)
    }
}

/// Whether control never goes on behind an instruction.
pub(super) fn ends(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Jump { .. }
            | Instruction::Branch { .. }
            | Instruction::Switch { .. }
            | Instruction::Return { .. }
            | Instruction::Trap { .. }
            | Instruction::Intrinsic(
                code::Intrinsic::EndThread
                    | code::Intrinsic::Exit { .. }
                    | code::Intrinsic::Abort
                    | code::Intrinsic::LongJump { .. }
            )
    )
}
