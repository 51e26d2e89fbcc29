//! One function: its parameters, its body, its end.

use super::builder::{Builder, Home, Item};
use super::tree::has_label;
use super::{Module, dialect, is_aggregate, pack, resolve, scalar, taken, unset};
use crate::program::{self, FunctionId, ObjectId, Stmt, TypeId};
use machine::code::{self, Instruction, Reg, Trap};
use machine::types::Type;

/// The code of a function with a body; one without is a trap.
pub(super) fn lower(module: &mut Module, id: FunctionId) -> code::Function {
    let program = module.program;
    let function = program.function(id);
    let library = module.is_library(function.source);
    let mut builder = Builder::new(module, Some(id));
    builder.span = function.span;
    let (parameters, variadic, result) = builder.signature(function.ty);
    match &function.body {
        Some(_) if !library && dialect::is_error(&function.name) => builder.error_word(&function.name),
        Some(body) => builder.whole_body(function, body),
        None => builder.no_body(function),
    }
    let mut lowered = builder.finish();
    lowered.name = function.name.clone();
    lowered.parameters = parameters;
    lowered.variadic = variadic;
    lowered.result = result;
    lowered.atomic = is_atomic(&function.name);
    lowered.library = library;
    lowered.hides_layout = library && !TELLS_OF_BYTES.contains(&function.name.as_str());
    lowered.span = function.span;
    pack::pack(&mut lowered);
    lowered
}

/// Functions of the library whose results depend on the bytes that they read: a program learns from them where objects
/// stand, if these are bytes of addresses. Those that call one of these are not in the list.
const TELLS_OF_BYTES: &[&str] = &[
    "__lib_tells_byte",
    "__lib_tells_number",
    "memccpy",
    "memchr",
    "memrchr",
    "rawmemchr",
    "stpcpy",
    "stpncpy",
    "strchrnul",
    "strcspn",
    "strlen",
    "strncasecmp",
    "strncmp",
    "strnlen",
    "strspn",
    "swab",
];

/// `__VERIFIER_atomic_*`, but not the two words that begin and end a section.
fn is_atomic(name: &str) -> bool {
    name.strip_prefix("__VERIFIER_atomic_").is_some_and(|rest| !matches!(rest, "begin" | "end"))
}

impl<'p> Builder<'_, 'p> {
    /// Makes the registers of the parameters: how many there are without that of the variadic block, whether there is
    /// one, and the type of the result.
    fn signature(&mut self, ty: TypeId) -> (u32, bool, Option<Type>) {
        let program = self.program;
        let program::Type::Function { result, parameters, variadic } = program.ty(ty) else { return (0, false, None) };
        // A declaration without a prototype says nothing about the parameters.
        let variadic = *variadic && !parameters.is_empty();
        if is_aggregate(program, *result) {
            let address = self.new_register(Type::U64, Some("result"));
            self.result_address = Some(address);
        }
        for parameter in parameters {
            self.new_register(scalar(program, *parameter).unwrap_or(Type::U64), None);
        }
        let count = self.registers.len() as u32;
        if variadic {
            self.variadic_block = Some(self.new_register(Type::U64, Some("...")));
        }
        let result = if is_aggregate(program, *result) { None } else { scalar(program, *result) };
        (count, variadic, result)
    }

    fn error_word(&mut self, name: &str) {
        let text = self.module.text(&format!("{name} is called"));
        self.emit(Instruction::Trap { kind: Trap::Error, text });
    }

    fn no_body(&mut self, function: &program::Function) {
        let values = self.module.options.input.values.get(&function.name).copied();
        if let (Some(range), program::Type::Function { result, .. }) = (values, self.program.ty(function.ty)) {
            let value = self.any_of(range, *result);
            return self.emit(Instruction::Return { value: Some(value) });
        }
        let text = self.module.text(&function.name);
        self.emit(Instruction::Trap { kind: Trap::NoBody, text });
    }

    fn whole_body(&mut self, function: &'p program::Function, body: &'p [Stmt]) {
        self.taken = taken::taken(self.program, body, &function.lengths);
        self.enter();
        let first = self.result_address.is_some() as u32;
        for (index, object) in function.parameters.iter().enumerate() {
            self.parameter(*object, Reg(first + index as u32));
        }
        if has_label(body) {
            let (scope, origin) = (self.open[0], self.origin());
            self.items.push(Item::Begin(scope, origin));
        }
        self.take_lengths(&function.length_types, &function.lengths);
        self.statements(body);
        if self.reachable() {
            self.end_of_body(function);
        }
        self.open.pop();
    }

    /// The end of the text is reached: `main` gives 0, others nothing.
    fn end_of_body(&mut self, function: &program::Function) {
        self.call_cleanups(self.open[0]);
        let result = match self.program.ty(function.ty) {
            program::Type::Function { result, .. } => scalar(self.program, *result),
            _ => None,
        };
        let value = result.filter(|_| function.name == "main" && !function.internal).map(|ty| self.constant(ty, 0));
        self.emit(Instruction::Return { value });
    }

    fn parameter(&mut self, id: ObjectId, reg: Reg) {
        let object = self.program.object(id);
        self.registers[reg.0 as usize].name = Some(object.name.clone());
        let home = if is_aggregate(self.program, object.ty) {
            Home::Indirect(reg)
        } else if self.taken.contains(&id)
            && let Some(ty) = scalar(self.program, object.ty)
        {
            let slot = self.new_slot(&object.name, ty.bytes(), ty.bytes());
            self.slots[slot.0 as usize].parameter = true;
            let address = self.fresh(Type::U64);
            self.emit(Instruction::SlotAddress { to: address, slot });
            self.emit(Instruction::Store { address, value: reg, ty, atomic: false });
            Home::Slot(slot)
        } else {
            self.variables.insert(reg);
            Home::Register { reg, shadow: None }
        };
        self.homes.insert(id, home);
    }

    pub(super) fn finish(self) -> code::Function {
        let shadows = self.shadows.clone();
        let keep_all = self.uses_setjmp;
        let mut function = resolve::resolve(self, &shadows);
        unset::settle(&mut function, &shadows, keep_all);
        function
    }

    pub(super) fn finish_plain(self) -> code::Function {
        resolve::resolve(self, &[])
    }
}
