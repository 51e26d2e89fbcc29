//! Abstraction: every basic statement gets a mapping, and the reason for it.
//!
//! Read this file first. The function to extract is the root of a tree of [`Instance`]s: calls of functions with a body
//! are followed into, each call with its own variables. Then it is found out which data the model can hold (`unknown`,
//! to the fixed point): an object is *known* when its type means the same in Promela and everything assigned to it can
//! be computed from known data; all else is unknown. What the tables say goes before all of this (`judge`).
//!
//! Known or unknown is a property of a variable (or a member of it) in the whole model, not of a moment in a run.

pub mod alias;
pub mod arithmetic;
pub mod audit;
pub mod choice;
pub mod constant;
pub mod expand;
pub mod facts;
pub mod judge;
pub mod memory;
pub mod obey;
pub mod operand;
pub mod place;
pub mod translate;
pub mod unknown;
pub mod unset;

use crate::flow::{Flow, StepId};
use crate::program::{Expr, FunctionId, ObjectId, Program, RecordId, Type, TypeId};
use crate::threads::{Argument, ThreadId, Threads};
use abstraction_tables::entry::{Class, Decision, Kind, Origin, Piece};
use abstraction_tables::tables::Tables;
use promela::source::Span;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

/// A call that was followed into, or the root. Prints as `instance3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InstanceId(pub u32);

impl fmt::Display for InstanceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "instance{}", self.0)
    }
}

/// What to make of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `active proctype f()`: its parameters are unknown.
    Active,
    /// `proctype f(int n)`
    Passive,
    /// `inline f(n)`
    Inline,
}

/// What a function is to the program it is extracted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// Somebody else closes the model.
    #[default]
    Open,
    /// A process of a closed model that has no program around it.
    Process,
    /// `main`: its end is the end of the program.
    Main,
    /// It runs as a thread of the program.
    Thread(ThreadId),
}

#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub form: Form,
    pub role: Role,
    /// How many calls of one function may be open at once in a chain of followed calls.
    pub recursion: u32,
    /// No call is followed into once this many basic statements are in the model.
    pub follow: usize,
    /// Arrays with more elements are unknown.
    pub array: u64,
    /// Each access to shared data is a step of its own.
    pub split: bool,
    /// Functions outside of the sources give every result they can have, and that is no reason for doubt.
    pub most_general: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            form: Form::Active,
            role: Role::Open,
            recursion: 3,
            follow: 2000,
            array: 1024,
            split: true,
            most_general: false,
        }
    }
}

/// All that is known about one model while it is made.
pub struct Abstraction<'a> {
    pub program: &'a Program,
    pub flows: &'a [Flow],
    pub facts: &'a facts::Facts,
    pub threads: &'a Threads,
    pub tables: &'a Tables,
    /// Promela that comes before the model: its macros, inlines and types are known in the text of tables.
    pub prelude: &'a str,
    pub options: Options,
    /// The first is the root.
    pub instances: Vec<Instance>,
    /// What is unknown, and why. A cell is unknown when one of its prefixes is in here.
    pub unknown: BTreeMap<Cell, Why>,
    /// Objects whose address has gone where it is not followed.
    pub escaped: BTreeSet<Var>,
    /// What may be read before it is set.
    pub unset: Vec<unset::Unset>,
    /// What the tables said, by class and text.
    decisions: RefCell<HashMap<(Class, String), Option<Decision>>>,
    /// How the user wrote a statement that macros hid.
    pub spelling: &'a dyn Fn(Span) -> Option<String>,
}

#[derive(Debug)]
pub struct Instance {
    pub function: FunctionId,
    pub parent: Option<(InstanceId, StepId)>,
    /// How many instances of the same function are above it.
    pub level: u32,
    /// Pointers that can only mean one object.
    pub aliases: HashMap<ObjectId, Pointee>,
    /// Subscripts that were evaluated at the call: the variable, and what it is set to in the caller.
    pub frozen: Vec<(Var, Expr)>,
    pub calls: HashMap<StepId, Followed>,
}

/// What became of a call to a function with a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Followed {
    Into(InstanceId),
    /// The bound on recursion is reached: a run that comes here is not in the model.
    Bound,
    /// It starts a thread.
    Thread(ThreadId),
    /// The model would become too large: the call is treated as unknown, with what it may change.
    TooLarge,
}

/// A variable of the model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Var {
    /// Lives outside of functions, static locals included.
    Global(ObjectId),
    Local(InstanceId, ObjectId),
    /// A value that a step leaves for a later one.
    Temp(InstanceId, u32),
    /// What a followed call returns.
    Result(InstanceId),
    /// A subscript of a pointer argument, evaluated at the call.
    Subscript(InstanceId, ObjectId, u32),
}

/// A variable or a member of it, all elements of an array taken together.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell {
    pub var: Var,
    pub members: Vec<u32>,
}

/// An lvalue: a variable, and the way to a part of it.
#[derive(Clone, Debug)]
pub struct Place {
    pub var: Var,
    pub path: Vec<Selector>,
    pub ty: TypeId,
}

#[derive(Clone, Debug)]
pub enum Selector {
    Member(RecordId, u32),
    Index(Subscript),
}

#[derive(Clone, Debug)]
pub enum Subscript {
    Constant(i128),
    Expr(InstanceId, Expr),
    Var(Var),
}

/// What a pointer leads to.
#[derive(Clone, Debug)]
pub struct Pointee {
    pub place: Place,
    /// The place is an array and the pointer leads to its first element.
    pub element: bool,
}

/// Why something is unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// `double`, `long`, `char *`: no type of Promela has its values.
    Type(String),
    /// An array that is too large or has no constant length.
    Array,
    Volatile,
    /// Declared `extern`, defined nowhere.
    External,
    /// A parameter of the function that is extracted.
    Parameter,
    /// Computed from this.
    From(String, Box<Why>),
    /// Its address was given to a function that is not in the model.
    Call(String),
    /// The result of a function that is not in the model.
    Result(String),
    /// A store through a pointer that is not followed.
    Store,
    /// An operation that Promela does not have.
    Operation(&'static str),
    /// A pointer that may lead to several objects.
    Pointer,
    /// Its initialiser is too large or too odd.
    Initialiser,
    /// A table says that it is irrelevant.
    Table,
    /// `asm` writes it.
    Asm,
    /// Its address has left the function, in a program with threads.
    Escaped,
    /// It may be read before it is set.
    Unset,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Type(t) => write!(f, "Promela has no type for `{t}`"),
            Why::Array => f.write_str("the array is too large, or its length is not a constant"),
            Why::Volatile => f.write_str("it is volatile: any read may give another value"),
            Why::External => f.write_str("it is defined in a source that was not given"),
            Why::Parameter => f.write_str("it is a parameter, and nobody says what is passed"),
            Why::From(name, why) => match innermost(why) {
                Why::From(..) => write!(f, "`{name}` is unknown"),
                w => write!(f, "`{name}` is unknown: {w}"),
            },
            Why::Call(name) => write!(f, "its address is passed to `{name}`, which is not in the model"),
            Why::Result(name) => write!(f, "`{name}` is not in the model, its result may be anything"),
            Why::Store => f.write_str("a store through a pointer may change it"),
            Why::Operation(what) => write!(f, "Promela has no {what}"),
            Why::Pointer => f.write_str("the pointer may lead to several objects"),
            Why::Initialiser => f.write_str("its initialiser is not followed"),
            Why::Table => f.write_str("the table says that it is irrelevant"),
            Why::Asm => f.write_str("it is written by `asm`"),
            Why::Escaped => f.write_str("its address has left the function, and another thread may change it"),
            Why::Unset => f.write_str("it may be read before it is set"),
        }
    }
}

fn innermost(why: &Why) -> &Why {
    let mut w = why;
    while let Why::From(_, inner) = w {
        w = inner;
    }
    w
}

/// Something of the program that the model does not check: it stands in the way of a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obstacle {
    pub what: String,
    pub span: Span,
}

/// What becomes of one step, at one place of the model.
#[derive(Clone, Debug)]
pub struct Judgement {
    pub action: Action,
    pub kind: Kind,
    /// In words: why the data is unknown, or what the table's comment says.
    pub reason: Option<String>,
    /// The table entry that decided, if one did.
    pub origin: Option<Origin>,
    /// What is so because a person's table says so, and `ax` cannot tell by itself.
    pub trust: Option<Trust>,
}

/// What a verdict takes from a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// What stands in the model does what the statement does.
    Text,
    /// The statement is left out, and matters to no property.
    Absence,
    /// The call is left out, and changes nothing that its arguments lead to.
    Data,
}

impl Judgement {
    /// It lets more happen than C does, and nobody but the tool says so.
    pub fn is_unfounded(&self) -> bool {
        self.kind == Kind::Generalisation && self.origin.is_none() && self.action != Action::Lost
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Translated with its meaning.
    Keep,
    /// The user keeps what has no exact translation: the text as it stands.
    Literal,
    Hide,
    Print,
    Comment,
    Skip,
    True,
    False,
    Promela(Vec<Piece>),
    /// The body of the function called.
    Follow(InstanceId),
    /// A run that comes here is not in the model.
    Bound,
    /// A call that may block, check or change things in ways the model cannot say.
    Lost,
    /// The result is any of its values.
    Choose,
    /// A thread starts.
    Start(ThreadId),
    /// The program ends.
    EndProgram,
    /// The thread ends.
    EndThread,
}

impl<'a> Abstraction<'a> {
    pub fn flow(&self, instance: InstanceId) -> &'a Flow {
        &self.flows[self.instance(instance).function.0 as usize]
    }

    pub fn instance(&self, id: InstanceId) -> &Instance {
        &self.instances[id.0 as usize]
    }

    pub fn instance_ids(&self) -> impl Iterator<Item = InstanceId> + use<> {
        (0..self.instances.len() as u32).map(InstanceId)
    }

    /// What the root is given, if it is a thread.
    pub fn argument(&self) -> Option<&'a Argument> {
        match self.options.role {
            Role::Thread(id) => Some(&self.threads.thread_of(id).argument),
            _ => None,
        }
    }

    /// The parameter of the root that holds an integer, though its type is a pointer.
    pub fn integer_parameter(&self) -> Option<ObjectId> {
        let root = self.instance(InstanceId(0)).function;
        let is_integer = self.argument() == Some(&Argument::Integer);
        let parameter = *self.program.function(root).parameters.first()?;
        let fixed = self.facts.pointers.get(&parameter).is_some_and(|d| d.count == 1 && !d.addressed);
        (is_integer && fixed).then_some(parameter)
    }

    /// Somebody outside of the model may change what is `volatile`. In a program that is closed nobody does: the answer
    /// rests on that.
    pub fn others_write(&self) -> bool {
        !matches!(self.options.role, Role::Main | Role::Thread(_))
    }

    /// The model is closed, and somebody asks what its runs do: what it does not say must not be overlooked.
    pub fn is_judged(&self) -> bool {
        self.options.role != Role::Open
    }

    /// The program is closed and has more than one thread.
    pub fn has_threads(&self) -> bool {
        !self.others_write() && (!self.threads.list.is_empty() || self.threads.unresolved)
    }

    /// A variable of one process.
    pub fn is_own(&self, var: Var) -> bool {
        match var {
            Var::Global(o) => self.program.object(o).storage == crate::program::Storage::ThreadLocal,
            _ => true,
        }
    }

    /// Shared with other processes: what lives outside of functions.
    pub fn is_shared(&self, var: Var) -> bool {
        match var {
            Var::Global(o) => {
                let object = self.program.object(o);
                !object.constant && object.storage != crate::program::Storage::ThreadLocal
            }
            _ => false,
        }
    }

    /// The C name of a variable or of a member of it: `s.m`.
    pub fn cell_name(&self, cell: &Cell) -> String {
        let mut name = self.name(cell.var);
        let mut ty = self.var_type(cell.var);
        for member in &cell.members {
            while let Type::Array(element, _) = self.program.ty(ty) {
                ty = *element;
            }
            let Type::Record(record) = self.program.ty(ty) else { break };
            let Some(found) = self.program.record(*record).members.as_deref().unwrap_or(&[]).get(*member as usize)
            else {
                break;
            };
            // The members of a struct without a name belong to the one around it.
            if let Some(part) = &found.name {
                name.push('.');
                name.push_str(part);
            }
            ty = found.ty;
        }
        name
    }

    /// The C name of a variable, for messages.
    pub fn name(&self, var: Var) -> String {
        match var {
            Var::Global(o) | Var::Local(_, o) | Var::Subscript(_, o, _) => self.program.object(o).name.clone(),
            Var::Temp(..) => "an intermediate value".to_string(),
            Var::Result(i) => format!("{}()", self.program.function(self.instance(i).function).name),
        }
    }
}
