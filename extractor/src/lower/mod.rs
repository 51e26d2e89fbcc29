//! From the typed program to the code of the machine: every C statement with its exact meaning.
//!
//! What is lowered is what can be reached: from `main`, from functions whose address is taken, from the
//! initialisers of objects that are used. Evaluation goes from left to right, the right side of an assignment
//! before its place; every access to memory is an instruction of its own. x86-64 Linux as gcc lays it out.
//!
//! One file for each noun: [`builder`] holds the code of one function while it is made, [`place`] says what an lvalue
//! is, [`unset`] takes out the checks of variables that are always set. What has no meaning here (assembly with
//! operands, complex numbers, vectors) becomes a trap where it is reached, never nothing.

mod address;
mod aggregate;
mod async_label;
mod atomic;
mod bits;
mod builder;
mod builtin;
mod call;
mod convert;
pub(crate) mod dialect;
mod entry;
mod expression;
mod function;
mod intrinsic;
mod jump;
mod local;
mod math;
mod operator;
mod outside;
mod pack;
mod place;
mod resolve;
mod scope;
mod statement;
mod statics;
mod switch;
mod taken;
mod tree;
mod unset;
mod va;
mod world;

pub use world::Input;

use crate::program::{self, Expr, FunctionId, Linked, ObjectId, Program, Storage, Type, TypeId};
use machine::code::{self, Static, StaticId, TextId};
use machine::verify;
use std::collections::{HashMap, VecDeque};

/// The object of the library that says whether condition variables wake up without a signal.
const SPURIOUS: &str = "__ax_spurious";

/// Those with an element for each number of a thread.
const BY_THREAD: [&str; 4] = ["__lib_thread_value", "__lib_thread_flags", "__lib_woken", "__lib_cancel_pending"];

/// What a program is lowered with.
pub struct Options<'a> {
    /// Sources from this number on are the library's.
    pub library: u32,
    /// The function that is called when `main` returns, and the one that is told of destructors.
    pub exit: Option<FunctionId>,
    pub atexit: Option<FunctionId>,
    /// `argv`, the name of the program first. Empty: the world's choice, within `input`.
    pub arguments: &'a [String],
    pub input: Input,
}

impl<'a> Options<'a> {
    pub fn of(linked: &Linked, arguments: &'a [String]) -> Options<'a> {
        let input = Input::default();
        Options { library: linked.library, exit: linked.exit, atexit: linked.atexit, arguments, input }
    }
}

/// The code of a program. Without a `main` there is no `entry`, and no code.
pub fn lower(program: &Program, options: &Options) -> code::Program {
    lower_with(program, options, &[])
}

/// As [`lower`], and further functions whether they are reached or not.
pub fn lower_with(program: &Program, options: &Options, roots: &[FunctionId]) -> code::Program {
    let mut module = Module::new(program, options);
    module.out.dialect = dialect::is_spoken(program, options.library);
    entry::entry(&mut module);
    for root in roots {
        module.function(*root);
    }
    module.work_off();
    module.refuse_wrong();
    entry::refuse_unknown(&mut module);
    if !module.out.by_thread.is_empty() {
        let bytes = vec![0; machine::THREADS as usize];
        let twins = module.add_static(Static {
            name: "__ax_twins".to_string(),
            bytes,
            addresses: Vec::new(),
            align: 1,
            writable: true,
            thread_local: false,
            meeting_points: Vec::new(),
            span: Default::default(),
        });
        module.out.twins = Some(twins);
    }
    module.out
}

/// What is still to be lowered.
enum Pending {
    Function(FunctionId),
    Object(ObjectId),
}

/// The program that is made, and who is who in it.
pub(super) struct Module<'p> {
    pub program: &'p Program,
    options: &'p Options<'p>,
    pub out: code::Program,
    functions: HashMap<FunctionId, code::FunctionId>,
    objects: HashMap<ObjectId, StaticId>,
    literals: HashMap<(Vec<u8>, u64), StaticId>,
    texts: HashMap<String, TextId>,
    compounds: HashMap<*const Expr, StaticId>,
    /// Objects with an initialiser that could not be computed.
    unknown: Vec<StaticId>,
    /// Functions that other sources can name, and that have a body.
    named: HashMap<&'p str, FunctionId>,
    /// See [`outside`].
    outside_reaches_nothing: bool,
    pending: VecDeque<Pending>,
}

impl<'p> Module<'p> {
    fn new(program: &'p Program, options: &'p Options<'p>) -> Module<'p> {
        let mut named = HashMap::new();
        for (index, function) in program.functions.iter().enumerate() {
            if function.body.is_some() && !function.internal {
                named.entry(function.name.as_str()).or_insert(FunctionId(index as u32));
            }
        }
        Module {
            program,
            options,
            out: code::Program::default(),
            functions: HashMap::new(),
            objects: HashMap::new(),
            literals: HashMap::new(),
            texts: HashMap::new(),
            compounds: HashMap::new(),
            unknown: Vec::new(),
            named,
            outside_reaches_nothing: outside::reach_nothing(program, options.library),
            pending: VecDeque::new(),
        }
    }

    fn work_off(&mut self) {
        while let Some(next) = self.pending.pop_front() {
            match next {
                Pending::Function(id) => {
                    let lowered = function::lower(self, id);
                    let at = self.functions[&id];
                    self.out.functions[at.0 as usize] = lowered;
                }
                Pending::Object(id) => self.fill(id),
            }
        }
    }

    /// A function whose code does not fit together, because the source has operands that C does not allow, is a trap.
    fn refuse_wrong(&mut self) {
        for index in 0..self.out.functions.len() {
            let id = code::FunctionId(index as u32);
            if verify::verify_function(&self.out, id).is_empty() {
                continue;
            }
            let name = self.out.function(id).name.clone();
            let text = self.text(&format!("`{name}`, where operands have types that C does not allow"));
            let function = &mut self.out.functions[index];
            function.code = vec![code::Instruction::Trap { kind: code::Trap::NotModelled, text }];
            function.origins = vec![code::Origin { span: function.span, text: None }];
        }
    }

    /// The code of a function, which is lowered if it was not yet asked for.
    pub(super) fn function(&mut self, id: FunctionId) -> code::FunctionId {
        if let Some(known) = self.functions.get(&id) {
            return *known;
        }
        let new = self
            .add_function(code::Function { name: self.program.function(id).name.clone(), ..code::Function::default() });
        self.functions.insert(id, new);
        self.pending.push_back(Pending::Function(id));
        new
    }

    pub(super) fn add_function(&mut self, function: code::Function) -> code::FunctionId {
        self.out.functions.push(function);
        code::FunctionId(self.out.functions.len() as u32 - 1)
    }

    /// A function that other sources can name, with a body.
    pub(super) fn by_name(&self, name: &str) -> Option<FunctionId> {
        self.named.get(name).copied()
    }

    /// A variable that lives as long as the program or its thread.
    pub(super) fn object(&mut self, id: ObjectId) -> StaticId {
        if let Some(known) = self.objects.get(&id) {
            return *known;
        }
        let object = self.program.object(id);
        let new = self.add_static(Static {
            name: object.name.clone(),
            bytes: Vec::new(),
            addresses: Vec::new(),
            align: object_align(self.program, object),
            writable: !object.constant,
            thread_local: object.storage == Storage::ThreadLocal,
            meeting_points: self.meeting_points(object.ty),
            span: object.span,
        });
        if object.name == SPURIOUS {
            self.out.spurious = Some(new);
        }
        if BY_THREAD.contains(&object.name.as_str()) {
            self.out.by_thread.push(new);
        }
        self.objects.insert(id, new);
        self.pending.push_back(Pending::Object(id));
        new
    }

    /// The initial value of a variable.
    fn fill(&mut self, id: ObjectId) {
        let program = self.program;
        self.fill_image(self.objects[&id], program.object_image(id), program.object(id).function);
    }

    pub(super) fn add_static(&mut self, object: Static) -> StaticId {
        self.out.statics.push(object);
        StaticId(self.out.statics.len() as u32 - 1)
    }

    /// The bytes of a string literal, its end included; equal literals are one object.
    pub(super) fn literal(&mut self, bytes: Vec<u8>, align: u64, text: &str) -> StaticId {
        if let Some(known) = self.literals.get(&(bytes.clone(), align)) {
            return *known;
        }
        let new = self.add_static(Static {
            name: text.to_string(),
            bytes: bytes.clone(),
            addresses: Vec::new(),
            align,
            writable: false,
            thread_local: false,
            meeting_points: Vec::new(),
            span: promela::source::Span::default(),
        });
        self.literals.insert((bytes, align), new);
        new
    }

    pub(super) fn text(&mut self, text: &str) -> TextId {
        if let Some(known) = self.texts.get(text) {
            return *known;
        }
        self.out.texts.push(text.to_string());
        let new = TextId(self.out.texts.len() as u32 - 1);
        self.texts.insert(text.to_string(), new);
        new
    }

    /// The address of a label: its number in the function, from 1, in the order of the text.
    pub(super) fn label_number(&self, function: FunctionId, name: &str) -> Option<u64> {
        let body = self.program.function(function).body.as_ref()?;
        tree::labels(body).iter().position(|l| *l == name).map(|at| at as u64 + 1)
    }

    pub(super) fn is_library(&self, source: u32) -> bool {
        source >= self.options.library
    }
}

/// At least the alignment of the type. Arrays of 16 bytes or more stand at multiples of 16, as the ABI says.
pub(super) fn object_align(program: &Program, object: &program::Object) -> u64 {
    let natural = program.align_of(object.ty).unwrap_or(1).max(object.align.unwrap_or(1)).max(1);
    let large = matches!(program.ty(object.ty), Type::Array(..)) && program.size_of(object.ty) >= Some(16);
    if large { natural.max(16) } else { natural }
}

/// The type of a value of a C type in a register: arrays, functions and structs are their address there.
pub(super) fn scalar(program: &Program, ty: TypeId) -> Option<machine::types::Type> {
    use machine::types::Type as M;
    Some(match program.ty(program.underlying(ty)) {
        Type::Bool => M::U8,
        Type::Int { bits: 8, signed: true, .. } => M::I8,
        Type::Int { bits: 8, .. } => M::U8,
        Type::Int { bits: 16, signed: true, .. } => M::I16,
        Type::Int { bits: 16, .. } => M::U16,
        Type::Int { bits: 32, signed: true, .. } => M::I32,
        Type::Int { bits: 32, .. } => M::U32,
        Type::Int { bits: 33..=64, signed: true, .. } => M::I64,
        Type::Int { bits: 33..=64, .. } => M::U64,
        Type::Int { signed: true, .. } => M::I128,
        Type::Int { .. } => M::U128,
        Type::Float(32) => M::F32,
        Type::Float(64) => M::F64,
        Type::Float(80) => M::F80,
        Type::Pointer(_) | Type::Array(..) | Type::Function { .. } | Type::Record(_) => M::U64,
        Type::Other { .. } if ty == TypeId::VA_LIST => M::U64,
        Type::Float(_) | Type::Other { .. } | Type::Void | Type::Enum(_) | Type::Error => return None,
    })
}

/// Whether values of the type are in memory only: structs and unions, and `va_list`.
pub(super) fn is_aggregate(program: &Program, ty: TypeId) -> bool {
    matches!(program.ty(ty), Type::Record(_)) || ty == TypeId::VA_LIST
}
