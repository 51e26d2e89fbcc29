//! The function that a run starts with: constructors, `main`, `exit`.

use super::address::{Address, Base};
use super::builder::Builder;
use super::world::Input;
use super::{Module, tree};
use crate::program::{FunctionId, Type};
use machine::code::{self, Compare, Instruction, Intrinsic, Reg, Relocation, Static, Target};
use machine::types::Type as M;
use promela::source::Span;

/// Makes the entry of a program that has a `main`.
pub(super) fn entry(module: &mut Module) {
    let program = module.program;
    let (exit, atexit) = (module.options.exit, module.options.atexit);
    let ids = || (0..program.functions.len() as u32).map(FunctionId);
    let is_main = |id: &FunctionId| {
        let function = program.function(*id);
        function.name == "main" && function.body.is_some() && function.source < module.options.library
    };
    let Some(main) = ids().find(is_main) else { return };
    let mut builder = Builder::new(module, None);
    builder.span = program.function(main).span;
    let with_body = |id: &FunctionId| program.function(*id).body.is_some();
    let mut destructors: Vec<FunctionId> =
        ids().filter(|id| program.function(*id).destructor.is_some()).filter(with_body).collect();
    // Lower numbers run later, and what is registered first runs last.
    destructors.sort_by_key(|id| program.function(*id).destructor);
    for destructor in destructors {
        register(&mut builder, destructor, atexit);
    }
    let mut constructors: Vec<FunctionId> =
        ids().filter(|id| program.function(*id).constructor.is_some()).filter(with_body).collect();
    constructors.sort_by_key(|id| program.function(*id).constructor);
    for constructor in constructors {
        builder.call_plain(constructor, Vec::new());
    }
    let status = call_main(&mut builder, main);
    match exit.filter(with_body) {
        Some(exit) => builder.call_plain(exit, vec![status]),
        None => builder.emit(Instruction::Intrinsic(Intrinsic::Exit { status })),
    }
    builder.emit(Instruction::Return { value: None });
    let mut function = builder.finish_plain();
    function.name = "(start)".to_string();
    function.library = true;
    function.hides_layout = true;
    let id = module.add_function(function);
    module.out.entry = Some(id);
}

/// `atexit(destructor)`
fn register(builder: &mut Builder, destructor: FunctionId, atexit: Option<FunctionId>) {
    let Some(atexit) = atexit else {
        let name = &builder.program.function(destructor).name;
        return builder.not_modelled(&format!("the destructor `{name}`"));
    };
    let function = builder.function_id(destructor);
    let to = builder.fresh(M::U64);
    builder.emit(Instruction::FunctionAddress { to, function });
    builder.call_plain(atexit, vec![to]);
}

/// An object whose first value is not known ends each run where it starts.
pub(super) fn refuse_unknown(module: &mut Module) {
    let (Some(object), Some(entry)) = (module.unknown.first(), module.out.entry) else { return };
    let name = module.out.object(*object).name.clone();
    let text = module.text(&format!("the initial value of `{name}`"));
    let function = &mut module.out.functions[entry.0 as usize];
    function.code = vec![Instruction::Trap { kind: code::Trap::NotModelled, text }];
    function.origins.truncate(1);
}

fn call_main(builder: &mut Builder, main: FunctionId) -> Reg {
    let function = builder.program.function(main);
    let (parameters, result) = match builder.program.ty(function.ty) {
        Type::Function { parameters, result, .. } => {
            let types = parameters.iter().map(|ty| super::scalar(builder.program, *ty).unwrap_or(M::U64)).collect();
            (types, super::scalar(builder.program, *result))
        }
        _ => (Vec::new(), None),
    };
    let mut passed = Vec::new();
    if !parameters.is_empty() {
        let (count, values) = arguments(builder, function);
        passed.push(count);
        passed.push(values);
        // `envp`: no variables.
        let null = builder.module.add_static(object("envp", vec![0; 8], Vec::new(), 8));
        passed.push(builder.materialise(&Address { base: Base::Static(null), offset: 0 }));
    }
    passed.truncate(parameters.len());
    let function = builder.function_id(main);
    let to = result.map(|ty| builder.fresh(ty));
    builder.emit(Instruction::Call { function, arguments: passed, result: to });
    match (to, result) {
        (Some(to), Some(ty)) => builder.convert_register(to, ty, M::I32),
        _ => builder.constant(M::I32, 0),
    }
}

/// `argc` and `argv`: as given, or as the world likes if nothing was given and `main` looks at them.
fn arguments(builder: &mut Builder, main: &crate::program::Function) -> (Reg, Reg) {
    let given = builder.module.options.arguments;
    let name = ["program".to_string()];
    let texts = if given.is_empty() { &name } else { given };
    let body = main.body.as_deref().unwrap_or(&[]);
    let program = builder.program;
    let looks = |index: usize| main.parameters.get(index).is_some_and(|o| tree::mentions(program, body, *o));
    let input = builder.module.options.input.clone();
    let most = if given.is_empty() && (looks(0) || looks(1)) { input.arguments as usize } else { 0 };
    let mut addresses = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        let object = builder.module.add_static(object(&format!("argv[{index}]"), bytes, Vec::new(), 1));
        addresses.push(Relocation { offset: 8 * index as u64, target: Target::Static(object) });
    }
    let bytes = vec![0; 8 * (texts.len() + most + 1)];
    let array = builder.module.add_static(object("argv", bytes, addresses, 8));
    let count = match most {
        0 => builder.constant(M::I32, texts.len() as u128),
        _ => {
            let low = builder.constant(M::I32, texts.len() as u128);
            let beyond = usize::from(!input.closed);
            let high = builder.constant(M::I32, (texts.len() + most + beyond) as u128);
            let to = builder.fresh(M::I32);
            builder.emit(Instruction::Intrinsic(Intrinsic::Choose { to, low, high }));
            to
        }
    };
    let nothing = Input { length: 0, ..input.clone() };
    let after = builder.label();
    for index in texts.len()..texts.len() + most {
        let number = builder.constant(M::I32, index as u128);
        let there = builder.compare(Compare::Lt, M::I32, number, count);
        let inside = builder.label();
        builder.branch_to(there, inside, after);
        builder.bind(inside);
        any_text(builder, index, if looks(1) { &input } else { &nothing }, array);
        if looks(1) && !input.closed {
            or_longer(builder, index, array);
        }
    }
    builder.bind(after);
    let values = builder.materialise(&Address { base: Base::Static(array), offset: 0 });
    if most > 0 && !input.closed {
        more_arguments(builder, count, values, texts.len() + most);
    }
    (count, values)
}

/// Arguments beyond the bounds: their number is not known, and what they are cannot be asked for.
fn more_arguments(builder: &mut Builder, count: Reg, values: Reg, most: usize) {
    let bound = builder.constant(M::I32, most as u128);
    let beyond = builder.compare(Compare::Lt, M::I32, bound, count);
    let (inside, after) = (builder.label(), builder.label());
    builder.branch_to(beyond, inside, after);
    builder.bind(inside);
    let low = builder.constant(M::I64, most as u128 + 1);
    let high = builder.constant(M::I64, i32::MAX as u128);
    let to = builder.fresh(M::I64);
    builder.emit(Instruction::Intrinsic(Intrinsic::Unknown { to, low, high }));
    builder.emit(Instruction::Convert { from: M::I64, into: M::I32, to: count, value: to });
    builder.emit(Instruction::Const { to: values, bits: u128::from(machine::ARGUMENTS) });
    builder.bind(after);
}

/// `argv[index]` is a text that nobody knows, of at most a length: an object for each length that it may have, so that
/// a look behind its end is one behind the end of an object.
fn any_text(builder: &mut Builder, index: usize, input: &Input, array: code::StaticId) {
    let length = match input.length {
        0 => None,
        most => {
            let [low, high] = [0, most].map(|n| builder.constant(M::I32, u128::from(n)));
            let to = builder.fresh(M::I32);
            builder.emit(Instruction::Intrinsic(Intrinsic::Choose { to, low, high }));
            Some(to)
        }
    };
    let after = builder.label();
    for n in 0..=input.length {
        let next = builder.label();
        if let Some(length) = length {
            let this = builder.constant(M::I32, u128::from(n));
            let same = builder.compare(Compare::Eq, M::I32, length, this);
            let inside = builder.label();
            builder.branch_to(same, inside, next);
            builder.bind(inside);
        }
        let text = builder.module.add_static(object(&format!("argv[{index}]"), vec![0; n as usize + 1], Vec::new(), 1));
        for at in 0..n {
            any_character(builder, Address { base: Base::Static(text), offset: i64::from(at) }, &input.alphabet);
        }
        let value = builder.materialise(&Address { base: Base::Static(text), offset: 0 });
        let address = builder.materialise(&Address { base: Base::Static(array), offset: 8 * index as i64 });
        builder.emit(Instruction::Store { address, value, ty: M::U64, atomic: false });
        builder.jump_to(after);
        builder.bind(next);
    }
    builder.bind(after);
}

/// A character of an alphabet, or any one if that is empty; not the end of the text.
fn any_character(builder: &mut Builder, at: Address, alphabet: &[[u8; 2]]) {
    let (low, high) = (builder.constant(M::I64, 1), builder.constant(M::I64, 255));
    let to = builder.fresh(M::I64);
    builder.emit(Instruction::Intrinsic(Intrinsic::Unknown { to, low, high }));
    let value = builder.convert_register(to, M::I64, M::U8);
    let address = builder.materialise(&at);
    builder.emit(Instruction::Store { address, value, ty: M::U8, atomic: false });
    if alphabet.is_empty() {
        return;
    }
    let [found, outside] = [builder.label(), builder.label()];
    for range in alphabet {
        let [low, high] = range.map(|c| builder.constant(M::U8, u128::from(c)));
        let [at_least, next] = [builder.label(), builder.label()];
        let above = builder.compare(Compare::Le, M::U8, low, value);
        builder.branch_to(above, at_least, outside);
        builder.bind(at_least);
        let below = builder.compare(Compare::Le, M::U8, value, high);
        builder.branch_to(below, found, next);
        builder.bind(next);
    }
    builder.bind(outside);
    let condition = builder.constant(M::I32, 0);
    builder.emit(Instruction::Intrinsic(Intrinsic::Assume { condition }));
    builder.bind(found);
}

/// Or `argv[index]` is a longer text, which cannot be asked for.
fn or_longer(builder: &mut Builder, index: usize, array: code::StaticId) {
    let (low, high) = (builder.constant(M::I32, 0), builder.constant(M::I32, 1));
    let longer = builder.fresh(M::I32);
    builder.emit(Instruction::Intrinsic(Intrinsic::Choose { to: longer, low, high }));
    let (inside, after) = (builder.label(), builder.label());
    builder.branch_to(longer, inside, after);
    builder.bind(inside);
    let value = builder.constant(M::U64, u128::from(machine::ARGUMENTS) + ((index as u128) << 32));
    let address = builder.materialise(&Address { base: Base::Static(array), offset: 8 * index as i64 });
    builder.emit(Instruction::Store { address, value, ty: M::U64, atomic: false });
    builder.bind(after);
}

fn object(name: &str, bytes: Vec<u8>, addresses: Vec<Relocation>, align: u64) -> Static {
    let name = name.to_string();
    Static {
        name,
        bytes,
        addresses,
        align,
        writable: true,
        thread_local: false,
        meeting_points: Vec::new(),
        span: Span::default(),
    }
}
