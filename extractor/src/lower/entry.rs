//! The function that a run starts with: constructors, `main`, `exit`.

use super::Module;
use super::function::Builder;
use super::place::{Address, Base};
use crate::program::{FunctionId, Type};
use machine::code::{self, Instruction, Intrinsic, Reg, Relocation, Static, Target};
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
    let arguments = arguments(module);
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
    let status = call_main(&mut builder, main, arguments);
    match exit.filter(with_body) {
        Some(exit) => builder.call_plain(exit, vec![status]),
        None => builder.emit(Instruction::Intrinsic(Intrinsic::Exit { status })),
    }
    builder.emit(Instruction::Return { value: None });
    let mut function = builder.finish_plain();
    function.name = "(start)".to_string();
    function.library = true;
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

fn call_main(builder: &mut Builder, main: FunctionId, (count, values): (usize, code::StaticId)) -> Reg {
    let function = builder.program.function(main);
    let (parameters, result) = match builder.program.ty(function.ty) {
        Type::Function { parameters, result, .. } => (parameters.len(), super::scalar(builder.program, *result)),
        _ => (0, None),
    };
    let mut passed = Vec::new();
    for index in 0..parameters {
        let value = match index {
            0 => builder.constant(M::I32, count as u128),
            1 => builder.materialise(&Address { base: Base::Static(values), offset: 0 }),
            // `envp`: the null pointer behind the arguments.
            _ => {
                let offset = 8 * count as i64;
                builder.materialise(&Address { base: Base::Static(values), offset })
            }
        };
        passed.push(value);
    }
    let function = builder.function_id(main);
    let to = result.map(|ty| builder.fresh(ty));
    builder.emit(Instruction::Call { function, arguments: passed, result: to });
    match (to, result) {
        (Some(to), Some(ty)) => builder.convert_register(to, ty, M::I32),
        _ => builder.constant(M::I32, 0),
    }
}

/// `argc`, and the array that `argv` points to.
fn arguments(module: &mut Module) -> (usize, code::StaticId) {
    let texts = module.options.arguments;
    let mut addresses = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        let object = module.add_static(object(&format!("argv[{index}]"), bytes, Vec::new(), 1));
        addresses.push(Relocation { offset: 8 * index as u64, target: Target::Static(object) });
    }
    let bytes = vec![0; 8 * (texts.len() + 1)];
    let array = module.add_static(object("argv", bytes, addresses, 8));
    (texts.len(), array)
}

fn object(name: &str, bytes: Vec<u8>, addresses: Vec<Relocation>, align: u64) -> Static {
    let name = name.to_string();
    Static { name, bytes, addresses, align, writable: true, thread_local: false, span: Span::default() }
}
