//! Calls: of functions by name, of addresses, of what compilers and the machine build in.
//!
//! A struct is passed by the address of a copy that the caller made; a struct result is written to an address that
//! the caller gives as the first argument. Arguments without a parameter are put into a block of cells of 16 bytes,
//! whose address is the last argument; a function without a prototype is given its arguments plainly.

use super::address::{Address, Base};
use super::builder::Builder;
use super::place::{Memory, Place};
use super::tree::named_function;
use super::{is_aggregate, outside, scalar};
use crate::program::{Expr, FunctionId, Type, TypeId};
use machine::code::{Instruction, Intrinsic, Reg, Trap};
use machine::types::Type as M;

/// Bytes for each argument that has no parameter.
pub(super) const CELL: u64 = 16;

/// The machine's number for a call whose effect nobody knows: no run through it is real.
const UNKNOWN_CALL: u128 = 8;

/// An argument, evaluated.
struct Argument {
    value: Reg,
    ty: TypeId,
}

impl<'p> Builder<'_, 'p> {
    /// A call. The result is wanted or not; of a struct it is the address.
    pub(super) fn call(&mut self, e: &'p Expr, callee: &'p Expr, arguments: &'p [Expr], wanted: bool) -> Reg {
        if let Some(function) = named_function(callee) {
            let program = self.program;
            let definition = program.function(function);
            if definition.body.is_none()
                && let Some(value) = self.built_in(&definition.name, e, arguments)
            {
                return value;
            }
            return self.call_function(function, e, callee, arguments, wanted);
        }
        let address = self.value(callee);
        let address = if arguments.is_empty() || !self.is_variable(address) { address } else { self.copy(address) };
        let ty = self.function_type(callee.ty);
        let evaluated = self.evaluate(arguments);
        let (mut passed, result) = self.start_arguments(e.ty);
        self.pass(evaluated, ty, &mut passed);
        let to = self.result_register(e.ty, wanted);
        self.emit(Instruction::CallAddress { address, arguments: passed, result: to });
        self.call_value(result, to)
    }

    fn call_function(
        &mut self,
        function: FunctionId,
        e: &'p Expr,
        callee: &'p Expr,
        arguments: &'p [Expr],
        wanted: bool,
    ) -> Reg {
        let definition = self.program.function(function);
        let evaluated = self.evaluate(arguments);
        if definition.body.is_none() {
            if let Some(range) = self.values_of(&definition.name) {
                return self.any_of(range, e.ty);
            }
            let types: Vec<TypeId> = evaluated.iter().map(|a| a.ty).collect();
            if outside::is_number_only(self.module, definition, e.ty, &types) {
                return self.any_result(&definition.name, e.ty);
            }
            let text = self.module.text(&definition.name);
            self.emit(Instruction::Trap { kind: Trap::NoBody, text });
            let ty = scalar(self.program, e.ty).unwrap_or(M::U64);
            return self.constant(ty, 0);
        }
        // The definition decides how arguments are passed, whatever declaration was in sight.
        let ty = if definition.ty == callee.ty { callee.ty } else { definition.ty };
        let expected = match self.program.ty(ty) {
            Type::Function { parameters, .. } => parameters.len(),
            _ => 0,
        };
        if evaluated.len() < expected {
            self.not_modelled(&format!("a call of `{}` with too few arguments", definition.name));
            let ty = scalar(self.program, e.ty).unwrap_or(M::U64);
            return self.constant(ty, 0);
        }
        let (mut passed, result) = self.start_arguments(e.ty);
        self.pass(evaluated, ty, &mut passed);
        let own = match self.program.ty(ty) {
            Type::Function { parameters, variadic, .. } => {
                usize::from(result.is_some()) + parameters.len() + usize::from(*variadic && !parameters.is_empty())
            }
            _ => passed.len(),
        };
        passed.truncate(own);
        let to = self.result_register(e.ty, wanted);
        let function = self.function_id(function);
        self.emit(Instruction::Call { function, arguments: passed, result: to });
        if let (Some(range), Some(value)) = (self.values_of(&definition.name), to) {
            self.assume_between(value, range);
        }
        if definition.noreturn {
            let text = self.module.text(&format!("what follows a call of `{}`, which never returns", definition.name));
            self.emit(Instruction::Trap { kind: Trap::Unreachable, text });
        }
        self.call_value(result, to)
    }

    /// What a function outside of the sources gives: any number.
    fn any_result(&mut self, name: &str, ty: TypeId) -> Reg {
        if !name.starts_with("nondet") {
            let kind = self.constant(M::I32, UNKNOWN_CALL);
            let text = self.constant(M::U64, 0);
            self.emit(Instruction::Intrinsic(Intrinsic::Error { kind, text }));
        }
        let truth = matches!(self.program.ty(ty), Type::Bool);
        let Some(of) = scalar(self.program, ty) else { return Reg(0) };
        let range = match (of.bits(), of.is_signed()) {
            _ if truth => [0, 1],
            (64, _) => [i64::MIN, i64::MAX],
            (bits, true) => [-(1 << (bits - 1)), (1 << (bits - 1)) - 1],
            (bits, false) => [0, (1 << bits) - 1],
        };
        self.any_of(range, ty)
    }

    /// A call of a function by its id with arguments that have the right types.
    pub(super) fn call_plain(&mut self, function: FunctionId, arguments: Vec<Reg>) {
        let definition = self.program.function(function);
        if definition.body.is_none() {
            let text = self.module.text(&definition.name);
            return self.emit(Instruction::Trap { kind: Trap::NoBody, text });
        }
        let function = self.function_id(function);
        self.emit(Instruction::Call { function, arguments, result: None });
    }

    /// A call of a function of the library by its name, with expressions as arguments.
    pub(super) fn call_by_name(&mut self, name: &str, e: &'p Expr, arguments: &'p [Expr]) -> Reg {
        let Some(function) = self.module.by_name(name) else {
            self.evaluate(arguments);
            let text = self.module.text(name);
            self.emit(Instruction::Trap { kind: Trap::NoBody, text });
            let ty = scalar(self.program, e.ty).unwrap_or(M::U64);
            return self.constant(ty, 0);
        };
        let ty = self.program.function(function).ty;
        let result_ty = match self.program.ty(ty) {
            Type::Function { result, .. } => *result,
            _ => TypeId::VOID,
        };
        let evaluated = self.evaluate(arguments);
        let mut passed = Vec::new();
        self.pass(evaluated, ty, &mut passed);
        if let Type::Function { parameters, variadic: false, .. } = self.program.ty(ty) {
            passed.truncate(parameters.len());
        }
        let to = self.result_register(result_ty, true);
        let function = self.function_id(function);
        self.emit(Instruction::Call { function, arguments: passed, result: to });
        match to {
            Some(to) => self.convert(to, result_ty, e.ty),
            None => self.constant(M::I32, 0),
        }
    }

    /// The arguments from left to right, each in a register that keeps its value.
    fn evaluate(&mut self, arguments: &'p [Expr]) -> Vec<Argument> {
        let mut list = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let mut value = self.value(argument);
            for later in &arguments[index + 1..] {
                value = self.hold(value, later);
            }
            let ty = self.decayed_type(argument);
            if is_aggregate(self.program, ty) && ty != TypeId::VA_LIST {
                let copy = self.temporary_of(ty);
                let text = self.lvalue_text(argument);
                self.copy_object(&copy, &Address::reg(value), ty, text);
                value = self.materialise(&copy);
            }
            list.push(Argument { value, ty });
        }
        list
    }

    /// The address for a struct result comes first.
    fn start_arguments(&mut self, result: TypeId) -> (Vec<Reg>, Option<Reg>) {
        if !is_aggregate(self.program, result) {
            return (Vec::new(), None);
        }
        let room = self.temporary_of(result);
        let address = self.materialise(&room);
        (vec![address], Some(address))
    }

    /// Converts the arguments to what a function of a type is given.
    fn pass(&mut self, arguments: Vec<Argument>, ty: TypeId, passed: &mut Vec<Reg>) {
        let (parameters, variadic) = match self.program.ty(ty) {
            Type::Function { parameters, variadic, .. } => (parameters.as_slice(), *variadic),
            _ => (&[][..], true),
        };
        let mut rest = Vec::new();
        for (index, argument) in arguments.into_iter().enumerate() {
            match parameters.get(index) {
                Some(parameter) => passed.push(self.convert(argument.value, argument.ty, *parameter)),
                None => {
                    let ty = self.default_promotion(argument.ty);
                    let value = self.convert(argument.value, argument.ty, ty);
                    rest.push(Argument { value, ty });
                }
            }
        }
        if variadic && !parameters.is_empty() {
            let block = self.block(rest);
            passed.push(block);
        } else {
            passed.extend(rest.iter().map(|a| a.value));
        }
    }

    /// The block of the arguments without a parameter.
    fn block(&mut self, arguments: Vec<Argument>) -> Reg {
        let cells = |b: &Self, ty| b.program.size_of(ty).unwrap_or(8).div_ceil(CELL).max(1);
        let count: u64 = arguments.iter().map(|a| cells(self, a.ty)).sum();
        if count == 0 {
            return self.constant(M::U64, 0);
        }
        let slot = self.temporary(count * CELL, CELL);
        let block = Address { base: Base::Slot(slot), offset: 0 };
        let mut at = 0;
        for argument in arguments {
            let cell = block.plus(at * CELL);
            let count = cells(self, argument.ty);
            if is_aggregate(self.program, argument.ty) && argument.ty != TypeId::VA_LIST {
                self.copy_object(&cell, &Address::reg(argument.value), argument.ty, None);
            } else {
                let ty = if argument.ty == TypeId::VA_LIST { TypeId::VOID_POINTER } else { argument.ty };
                let place = Place::Memory(Memory { address: cell, ty, atomic: false, text: None });
                self.store(&place, argument.value);
            }
            at += count;
        }
        self.materialise(&block)
    }

    fn result_register(&mut self, ty: TypeId, wanted: bool) -> Option<Reg> {
        if !wanted || is_aggregate(self.program, ty) {
            return None;
        }
        let ty = scalar(self.program, ty)?;
        Some(self.fresh(ty))
    }

    fn call_value(&mut self, address: Option<Reg>, value: Option<Reg>) -> Reg {
        match address.or(value) {
            Some(reg) => reg,
            None => Reg(0),
        }
    }

    /// The type of the function that an address leads to.
    fn function_type(&self, ty: TypeId) -> TypeId {
        let mut ty = ty;
        while let Type::Pointer(to) = self.program.ty(ty) {
            ty = *to;
        }
        ty
    }
}
