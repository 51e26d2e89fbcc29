//! Threads of a program: where they start, which function they run, and what it is given.
//!
//! The argument of a thread is a `void *`. It is followed when all starts of a function agree on what it is: nothing,
//! an integer in disguise (`(void *)(long)i`), the address of one object (`&shared`), or of one element of an array
//! (`&list[i]`).

use crate::flow::{Flow, StepId, StepKind, condition};
use crate::program::{Expr, ExprKind, FunctionId, ObjectId, Program, RecordId, Storage, Type, TypeId};
use std::collections::HashMap;

/// All threads of a program.
#[derive(Debug, Default)]
pub struct Threads {
    /// By the function that has the call.
    pub starts: HashMap<(FunctionId, StepId), Start>,
    /// A function that is given different objects at different starts is several of these.
    pub list: Vec<Thread>,
    /// There are starts of a function that is not known.
    pub unresolved: bool,
}

/// A kind of thread. Prints as `thread3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ThreadId(pub u32);

/// A function that runs as a thread, with what it is given.
#[derive(Clone, Debug)]
pub struct Thread {
    pub function: FunctionId,
    /// The name of its proctype.
    pub name: String,
    pub argument: Argument,
}

/// One call of `pthread_create`.
#[derive(Clone, Debug)]
pub struct Start {
    pub thread: ThreadId,
    /// Where the handle goes, `&t`.
    pub handle: Expr,
    pub argument: Expr,
}

/// What the starts of one function agree on.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    Integer,
    Place(Shape),
    Unknown,
}

/// The address of an object or of a part of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    pub object: ObjectId,
    pub path: Vec<Component>,
    /// The type of what the pointer leads to.
    pub ty: TypeId,
    /// It is an array, and the pointer leads to its first element.
    pub array: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Component {
    Member(RecordId, u32),
    /// `None`: each start has its own.
    Index(Option<i128>),
}

pub fn find(program: &Program, flows: &[Flow]) -> Threads {
    let mut threads = Threads::default();
    for flow in flows {
        for (index, step) in flow.steps.iter().enumerate() {
            let StepKind::Call { call, .. } = &step.kind else { continue };
            let posix = arguments_of(program, call, "pthread_create").map(|[h, _, f, a]| (h, f, a));
            let Some((handle, function, argument)) =
                posix.or_else(|| arguments_of(program, call, "thrd_create").map(|[h, f, a]| (h, f, a)))
            else {
                continue;
            };
            // A start of a function that is not known is a call like others that nobody knows.
            let known = function_of(function).filter(|f| program.function(*f).body.is_some());
            if let Some(f) = known {
                let thread = threads.thread(program, f, given(program, argument));
                let start = Start { thread, handle: handle.clone(), argument: argument.clone() };
                threads.starts.insert((flow.function, StepId(index as u32)), start);
            }
            threads.unresolved |= known.is_none();
        }
    }
    threads
}

impl Threads {
    pub fn thread_of(&self, id: ThreadId) -> &Thread {
        &self.list[id.0 as usize]
    }

    /// The thread that runs a function with what it is given: one that is there already, if that fits.
    fn thread(&mut self, program: &Program, function: FunctionId, given: Argument) -> ThreadId {
        let same = self.list.iter().filter(|t| t.function == function).count();
        for (index, thread) in self.list.iter_mut().enumerate().filter(|(_, t)| t.function == function) {
            let joined = join(thread.argument.clone(), given.clone());
            if joined != Argument::Unknown || given == Argument::Unknown && thread.argument == given {
                thread.argument = joined;
                return ThreadId(index as u32);
            }
        }
        let plain = &program.function(function).name;
        let name = if same == 0 { plain.clone() } else { format!("{plain}_{}", same + 1) };
        self.list.push(Thread { function, name, argument: given });
        ThreadId(self.list.len() as u32 - 1)
    }
}

/// Locals of a function whose address a thread is given. They outlive no caller: `main` runs once.
pub fn shared_locals(program: &Program, threads: &Threads, function: FunctionId) -> Vec<ObjectId> {
    let starts = threads.starts.iter().filter(|((at, _), _)| *at == function);
    let objects = starts.filter_map(|(_, start)| place(program, &start.argument).map(|(shape, _)| shape.object));
    objects.filter(|o| program.object(*o).storage == Storage::Local).collect()
}

/// The subscripts of an argument in the order of the shape's open ones.
pub fn subscripts<'e>(program: &Program, shape: &Shape, argument: &'e Expr) -> Vec<&'e Expr> {
    let Some((_, found)) = place(program, argument) else { return Vec::new() };
    let indices = shape.path.iter().filter(|part| matches!(part, Component::Index(_)));
    indices.zip(found).filter(|(part, _)| **part == Component::Index(None)).map(|(_, e)| e).collect()
}

/// The integer that an argument is in disguise.
pub fn integer<'e>(program: &Program, argument: &'e Expr) -> Option<&'e Expr> {
    let mut e = argument;
    loop {
        if program.is_integer(e.ty) {
            return Some(e);
        }
        let ExprKind::Cast { operand, .. } = &e.kind else { return None };
        e = operand;
    }
}

fn arguments_of<'e, const N: usize>(program: &Program, call: &'e Expr, name: &str) -> Option<&'e [Expr; N]> {
    let ExprKind::Call { arguments, .. } = &call.kind else { return None };
    let callee = program.function(condition::callee(call)?);
    (callee.name == name && callee.body.is_none()).then(|| arguments.as_slice().try_into().ok())?
}

fn function_of(e: &Expr) -> Option<FunctionId> {
    match &e.kind {
        ExprKind::Function(f) => Some(*f),
        ExprKind::AddressOf(x) | ExprKind::Cast { operand: x, .. } | ExprKind::Deref(x) => function_of(x),
        _ => None,
    }
}

fn given(program: &Program, argument: &Expr) -> Argument {
    if integer(program, argument).is_some() {
        return Argument::Integer;
    }
    match place(program, argument) {
        Some((shape, _)) => Argument::Place(shape),
        None => Argument::Unknown,
    }
}

fn join(a: Argument, b: Argument) -> Argument {
    match (a, b) {
        (Argument::Integer, Argument::Integer) => Argument::Integer,
        (Argument::Place(a), Argument::Place(b)) if a == b => Argument::Place(a),
        (Argument::Place(a), Argument::Place(b)) => {
            let (a, b) = (as_element(a), as_element(b));
            let alike = |(a, b): (&Component, &Component)| match (a, b) {
                (Component::Member(r, m), Component::Member(s, n)) => (r, m) == (s, n),
                (Component::Index(_), Component::Index(_)) => true,
                _ => false,
            };
            let same = a.object == b.object && a.ty == b.ty && a.path.len() == b.path.len();
            if !same || !a.path.iter().zip(&b.path).all(alike) {
                return Argument::Unknown;
            }
            let path = a.path.iter().zip(&b.path).map(|(a, b)| if a == b { a.clone() } else { Component::Index(None) });
            Argument::Place(Shape { path: path.collect(), ..a })
        }
        _ => Argument::Unknown,
    }
}

/// `list` as `&list[0]`.
fn as_element(mut shape: Shape) -> Shape {
    if shape.array {
        shape.array = false;
        shape.path.push(Component::Index(Some(0)));
    }
    shape
}

/// The place whose address an argument is, with the subscripts on the way.
fn place<'e>(program: &Program, argument: &'e Expr) -> Option<(Shape, Vec<&'e Expr>)> {
    let mut e = argument;
    while let ExprKind::Cast { operand, .. } = &e.kind {
        e = operand;
    }
    let (lvalue, array) = match &e.kind {
        ExprKind::AddressOf(x) => (&**x, false),
        _ if matches!(program.ty(e.ty), Type::Array(..)) => (e, true),
        _ => return None,
    };
    let ty = match (array, program.ty(lvalue.ty)) {
        (true, Type::Array(element, _)) => *element,
        _ => lvalue.ty,
    };
    let (mut path, mut subscripts) = (Vec::new(), Vec::new());
    let mut at = lvalue;
    loop {
        match &at.kind {
            ExprKind::Object(object) => {
                path.reverse();
                subscripts.reverse();
                return Some((Shape { object: *object, path, ty, array }, subscripts));
            }
            ExprKind::Member { base, arrow: false, record, member } => {
                path.push(Component::Member(*record, *member));
                at = base;
            }
            ExprKind::Index(base, index) if matches!(program.ty(base.ty), Type::Array(..)) => {
                path.push(Component::Index(program.constant(index)));
                subscripts.push(&**index);
                at = base;
            }
            _ => return None,
        }
    }
}
