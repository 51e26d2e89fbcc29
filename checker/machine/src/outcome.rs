//! What a search tells: the data of its answer. Everything is typed; whoever reports makes the words.

use crate::code::{FunctionId, Pc, TextId};
use crate::types::Type;

/// A thread, by the number that `__ax_self` gives. `main` is 0. Numbers are given out again.
pub type ThreadNumber = u32;

/// An instruction: where it is, and where it was called from, the innermost call last.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    pub function: FunctionId,
    pub pc: Pc,
    /// The instructions that called, from the outermost function to the one before this.
    pub calls: Vec<(FunctionId, Pc)>,
}

/// A thread that waits, in a deadlock.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Waiting {
    pub thread: ThreadNumber,
    pub location: Location,
    /// The first argument of the library's function in which it waits, while that still needs it: the address of what
    /// it waits for.
    pub argument: u64,
    /// What is at that address, and how far into it the address is. The name of an element or a member is its own.
    pub object: Option<ObjectName>,
    pub offset: u64,
    /// The thread whose end it asked for.
    pub ended: Option<ThreadNumber>,
}

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// An assertion of the program, with the text that it gives.
    Assertion {
        text: String,
    },
    /// Something that C or POSIX leaves undefined, in the library's words.
    Undefined {
        text: String,
    },
    /// An object of the library is used before it was initialised.
    NotInitialised {
        text: String,
    },
    Null {
        write: bool,
        size: u64,
        address: u64,
    },
    /// Beside or behind an object that is alive.
    Bounds {
        write: bool,
        size: u64,
        object: ObjectName,
        offset: i64,
        length: u64,
    },
    /// Of an array whose length the type tells.
    Index {
        index: i128,
        length: u64,
    },
    /// The object was there, and is gone.
    Freed {
        write: bool,
        size: u64,
        object: ObjectName,
    },
    /// No object is or was there.
    Wild {
        write: bool,
        size: u64,
        address: u64,
    },
    ReadOnly {
        object: ObjectName,
    },
    Misaligned {
        address: u64,
        size: u64,
    },
    /// `free` of an address that `malloc` did not give, or that is free already.
    BadFree {
        address: u64,
        object: Option<ObjectName>,
        freed: bool,
    },
    /// Bits that were never set are read.
    Unset {
        text: Option<TextId>,
        object: Option<ObjectName>,
    },
    /// A function ended without a value, and the caller uses it.
    NoValue {
        function: FunctionId,
    },
    /// A call through an address that is no function's.
    BadCall {
        address: u64,
    },
    Division,
    /// The least number divided by -1.
    DivisionOverflow,
    /// With `--check overflow`.
    Overflow,
    Shift,
    /// The program comes to a place of which it said that it never does.
    Unreachable,
    /// `longjmp` to a function that has returned.
    BadJump,
    Abort,
    /// No thread can go on, and not all have ended.
    Deadlock {
        waiting: Vec<Waiting>,
    },
    /// With `--check leak`: objects that nothing leads to.
    Leak {
        objects: Vec<ObjectName>,
    },
    /// Two accesses to the same bytes, not both atomic, one of them a write, that nothing orders.
    Race {
        other: Location,
        other_thread: ThreadNumber,
        write: bool,
        other_write: bool,
        object: Option<ObjectName>,
    },
}

/// An object, as a report names it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ObjectName {
    /// A variable, a string literal.
    Named(String),
    /// A variable of a function that is open in a thread.
    Local {
        name: String,
        function: FunctionId,
        thread: ThreadNumber,
    },
    /// Given by `malloc`: where it was called.
    Heap {
        size: u64,
        allocated: Option<(FunctionId, Pc)>,
    },
    Function(FunctionId),
}

/// Something that happened in a step.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    pub location: Location,
    pub kind: EventKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum EventKind {
    Read {
        address: u64,
        bits: u128,
        bytes: u32,
        atomic: bool,
        object: Option<ObjectName>,
        offset: u64,
    },
    Write {
        address: u64,
        before: Option<u128>,
        bits: u128,
        bytes: u32,
        atomic: bool,
        object: Option<ObjectName>,
        offset: u64,
    },
    /// A variable in a register got a value.
    Set {
        register: u32,
        before: Option<u128>,
        bits: u128,
    },
    Calls {
        function: FunctionId,
    },
    Returns {
        function: FunctionId,
        value: Option<u128>,
    },
    /// The function is the user's, where the library gives that to its own.
    Starts {
        thread: ThreadNumber,
        function: Option<FunctionId>,
    },
    Ends,
    /// A value was chosen: by `__ax_choose`, or for an input.
    Chooses {
        value: i64,
        input: bool,
        /// Of an input: the run goes the same way with each value in here, whatever the others are.
        interval: Option<(i64, i64)>,
    },
    Takes {
        lock: u64,
        object: Option<ObjectName>,
        offset: u64,
    },
    Drops {
        lock: u64,
        object: Option<ObjectName>,
        offset: u64,
    },
    /// A store that waited in a buffer reaches memory.
    Leaves {
        address: u64,
        bits: u128,
        bytes: u32,
        object: Option<ObjectName>,
        offset: u64,
    },
    Prints {
        text: String,
    },
    Exits {
        status: i32,
    },
    Fault,
}

/// One step of one thread.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    pub thread: ThreadNumber,
    pub events: Vec<Event>,
}

/// An error, and a run of the program that comes to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    pub fault: FaultKind,
    pub thread: ThreadNumber,
    pub location: Location,
    pub run: Vec<Step>,
    /// What the failing expression read.
    pub operands: Vec<Operand>,
    /// The run does nothing that the real program could not do. Not so after a value that is not exact.
    pub real: bool,
}

/// Something that a failing expression read.
#[derive(Clone, PartialEq, Debug)]
pub struct Operand {
    /// Where it was read.
    pub function: FunctionId,
    pub pc: Pc,
    pub kind: OperandKind,
    pub bits: u128,
    pub ty: Type,
    /// Of an address: what it leads to, and how far into it.
    pub object: Option<(ObjectName, u64)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    /// A variable in a register.
    Variable { register: u32 },
    /// A place in memory; the origin of the instruction says which.
    Memory,
    /// What a call gave.
    Call { function: FunctionId },
}

/// Why a pass is not possible: each is named once, where it was met first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Obstacle {
    /// A function without a body is called.
    NoBody { name: String, location: Location },
    /// Something without a meaning in the machine.
    NotModelled { text: String, location: Location },
    /// An input of a wide range: only some values were tried.
    Input { low: i64, high: i64, location: Location },
    /// A program for a verifier reads what was never set: it was taken for an input.
    Unset { location: Location },
    /// The program looks at arguments beyond the few that are tried: `-- ARGUMENTS` gives them.
    Arguments { location: Location },
    /// Pointers to different objects are compared by order, or cast and calculated with: one order was tried.
    AddressOrder { location: Location },
}

/// Why a search ended before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    Time,
    Memory,
    States,
    /// The program has no `main`: there was nothing to search.
    NoEntry,
    /// Calls were open too deep in one thread.
    Calls,
    /// A step, an atomic section for instance, did not end.
    Step,
    Interrupted,
    /// All runs with at most so many preemptions were searched, and there are others.
    Preemptions(u32),
}

/// The order in which states are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    BreadthFirst,
    DepthFirst,
    /// Random runs until time is up: no states are kept, and nothing is proved.
    Walk,
    /// Runs with at most so many preemptions, those with fewer first.
    Preemptions(u32),
}

#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub errors: Vec<Found>,
    /// Races, where they are told and do not fail: one for each pair of places.
    pub races: Vec<Found>,
    pub obstacles: Vec<Obstacle>,
    pub limit: Option<Limit>,
    pub statistics: Statistics,
    /// For each function, the instructions that a run came to.
    pub reached: Vec<Vec<bool>>,
    /// What the program gave to `exit`, over all runs.
    pub exits: std::collections::BTreeSet<i32>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    pub stored: u64,
    pub matched: u64,
    pub transitions: u64,
    pub depth: u64,
    /// How often the search began anew because an object turned out to be shared.
    pub restarts: u64,
    pub memory_bytes: u64,
    pub seconds: f64,
}

/// What a thread sees of what others write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemoryModel {
    /// Sequentially consistent: all, at once.
    #[default]
    Sc,
    /// Total store order, as on x86: stores wait in a buffer of their thread.
    Tso,
}

/// What to look for and when to end.
#[derive(Clone, Debug)]
pub struct Options {
    pub overflow: bool,
    pub leak: bool,
    /// Races are errors. If not, they are told in `races`.
    pub race: bool,
    pub uninitialised: bool,
    pub deadlock: bool,
    /// Go on after the first error.
    pub all_errors: bool,
    /// Condition variables wake up without a signal, and nothing promises that they do: a thread that can go on only in
    /// that way waits where a deadlock is looked for.
    pub spurious: bool,
    /// Of states that differ only by which of several threads that are exchangeable is where, one is searched.
    pub symmetry: bool,
    pub memory_model: MemoryModel,
    pub order: Order,
    /// Every access and atomic section is a scheduling point, whatever is known: for tests.
    pub naive: bool,
    /// Every step is made, although it was made before (see `memo`): for tests.
    pub forgets: bool,
    /// Steps that were made before are made again and compared with what is remembered: for tests.
    pub recheck: bool,
    pub time: Option<std::time::Duration>,
    pub memory: Option<u64>,
    pub states: Option<u64>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            overflow: false,
            leak: false,
            race: false,
            uninitialised: true,
            deadlock: true,
            all_errors: false,
            spurious: false,
            symmetry: true,
            memory_model: MemoryModel::Sc,
            order: Order::BreadthFirst,
            naive: false,
            forgets: false,
            recheck: false,
            time: None,
            memory: None,
            states: None,
        }
    }
}
