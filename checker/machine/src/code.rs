//! The data of the machine: a C program as typed code. Read this file first.
//!
//! A function is a list of instructions over registers. A register is what never has an address: a local variable whose
//! address is not taken, or a value on the way through an expression. Everything else is memory, and memory is reached
//! by an address in a register and a size, whatever the program believes to be there: the machine finds the object when
//! the instruction runs. Nothing in the code rests on an analysis of where pointers lead.
//!
//! One instruction makes at most one access to memory, so that another thread can run between any two of them. Which
//! accesses others can see is decided when the program runs, not here.
//!
//! What was never set: memory has a shadow of its own, one bit for each bit. `Load` fails on bits that were never set.
//! `LoadRaw` and `StoreRaw` move values together with the shadow, which is a register like others: copies of bytes and
//! structs, and bit-fields, are made of these and of `CheckSet`. A variable in a register that may be read before it is
//! set has a second register for its shadow, made by whoever makes the code.

use crate::types::Type;
use promela::index;
use promela::source::Span;

index!(/// A register of a function.
    Reg, "r");
index!(/// A function.
    FunctionId, "fn");
index!(/// An object that lives as long as the program, or as its thread.
    StaticId, "static");
index!(/// An object in the frame of a function.
    SlotId, "slot");
index!(/// An instruction of a function.
    Pc, "@");
index!(/// A text for reports.
    TextId, "text");

/// A closed program: it is started by a call of `entry`, without arguments, in thread 0.
#[derive(Debug, Default)]
pub struct Program {
    pub functions: Vec<Function>,
    pub statics: Vec<Static>,
    pub texts: Vec<String>,
    /// Calls constructors and `main`, and then `exit`.
    pub entry: Option<FunctionId>,
    /// Written for a verifier: `abort` is an end, and what was never set is an input.
    pub dialect: bool,
    /// The `int` of the library that says whether condition variables wake up without a signal.
    pub spurious: Option<StaticId>,
    /// Arrays of the library with an element for each number of a thread.
    pub by_thread: Vec<StaticId>,
    /// A byte for each number of a thread, for the machine: see `twins`.
    pub twins: Option<StaticId>,
}

/// An object that lives as long as the program, or as its thread.
#[derive(Debug)]
pub struct Static {
    pub name: String,
    /// As many bytes as the object has.
    pub bytes: Vec<u8>,
    /// Addresses in the bytes: 8 bytes each, added to what is there.
    pub addresses: Vec<Relocation>,
    pub align: u64,
    /// Not a string literal, and not an object that is `const` as a whole.
    pub writable: bool,
    /// Each thread has one of its own, with these bytes at its start.
    pub thread_local: bool,
    /// Its elements and members that threads meet at (mutexes, semaphores, …), by offset: `[1].lock`. For reports.
    pub meeting_points: Vec<(u64, String)>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Relocation {
    pub offset: u64,
    pub target: Target,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Static(StaticId),
    Function(FunctionId),
}

#[derive(Debug, Default)]
pub struct Function {
    pub name: String,
    /// The first of the registers. A variadic function has one more: the address of the block with the other arguments,
    /// 16 bytes for each.
    pub parameters: u32,
    pub variadic: bool,
    pub registers: Vec<Register>,
    pub slots: Vec<Slot>,
    pub result: Option<Type>,
    pub code: Vec<Instruction>,
    /// Where each instruction comes from.
    pub origins: Vec<Origin>,
    /// No other thread runs while it is open.
    pub atomic: bool,
    /// It comes with `ax`: reports name its caller.
    pub library: bool,
    /// What it does with the bytes of addresses shows the program nothing about where objects stand.
    pub hides_layout: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Register {
    pub ty: Type,
    /// Of a variable: its name.
    pub name: Option<String>,
}

/// An object in a frame. It lives from `SlotBegin` to `SlotEnd`; parameters begin by themselves.
#[derive(Clone, Debug)]
pub struct Slot {
    pub name: String,
    pub size: u64,
    pub align: u64,
    /// Lives as long as the frame.
    pub parameter: bool,
}

/// Where an instruction comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The expression or statement.
    pub span: Span,
    /// Of an access: what is read or written, as the user wrote it (`p->next`). Of a branch: the condition that it is a
    /// part of, if that has several.
    pub text: Option<TextId>,
}

/// Operands are registers; `to` is set. Instructions go on with the next unless they say where.
#[derive(Clone, PartialEq, Debug)]
pub enum Instruction {
    Const {
        to: Reg,
        bits: u128,
    },
    Move {
        to: Reg,
        from: Reg,
    },
    Unary {
        op: Unary,
        ty: Type,
        to: Reg,
        value: Reg,
    },
    /// Operands and result are of the type; an amount to shift by is of the type, too.
    Binary {
        op: Binary,
        ty: Type,
        to: Reg,
        left: Reg,
        right: Reg,
    },
    /// Operands are of the type; the result is an `i32`, 0 or 1.
    Compare {
        op: Compare,
        ty: Type,
        to: Reg,
        left: Reg,
        right: Reg,
    },
    Convert {
        from: Type,
        into: Type,
        to: Reg,
        value: Reg,
    },

    /// Of a static object of the program or, if it is thread-local, of the running thread.
    StaticAddress {
        to: Reg,
        object: StaticId,
        offset: u64,
    },
    /// Of an object in this frame.
    SlotAddress {
        to: Reg,
        slot: SlotId,
    },
    FunctionAddress {
        to: Reg,
        function: FunctionId,
    },

    /// The object begins to live, with no bit set; one that lives already begins anew.
    SlotBegin {
        slot: SlotId,
    },
    SlotEnd {
        slot: SlotId,
    },

    /// All bits must have been set.
    Load {
        to: Reg,
        address: Reg,
        ty: Type,
        atomic: bool,
    },
    Store {
        address: Reg,
        value: Reg,
        ty: Type,
        atomic: bool,
    },
    /// With the shadow: its bits that are 1 were never set.
    LoadRaw {
        to: Reg,
        shadow: Reg,
        address: Reg,
        ty: Type,
    },
    StoreRaw {
        address: Reg,
        value: Reg,
        shadow: Reg,
        ty: Type,
    },
    /// A read and a write in one, by an atomic operation; `to` is what was there before.
    Rmw {
        op: Rmw,
        ty: Type,
        to: Reg,
        address: Reg,
        value: Reg,
    },
    /// `to` is what was there before, `done` an `i32`: whether it was `expected` and is now `desired`.
    CompareExchange {
        ty: Type,
        to: Reg,
        done: Reg,
        address: Reg,
        expected: Reg,
        desired: Reg,
    },

    /// A fault unless `0 <= index < length`, or `<= length` if only an address is made of it.
    CheckIndex {
        index: Reg,
        ty: Type,
        length: u64,
        end: bool,
    },
    /// A fault if a bit is 1: what is in the text was never set. In a program for a verifier a variable becomes an
    /// input then.
    CheckSet {
        shadow: Reg,
        /// The variable, if it is one.
        value: Option<Reg>,
        text: TextId,
    },

    Jump {
        target: Pc,
    },
    /// Of an integer of any type.
    Branch {
        condition: Reg,
        then: Pc,
        otherwise: Pc,
    },
    /// The first case that holds the value.
    Switch {
        value: Reg,
        ty: Type,
        cases: Vec<Case>,
        otherwise: Pc,
    },

    Call {
        function: FunctionId,
        arguments: Vec<Reg>,
        result: Option<Reg>,
    },
    /// Arguments beyond the parameters of what is called are dropped; each is cut or extended with zeros.
    CallAddress {
        address: Reg,
        arguments: Vec<Reg>,
        result: Option<Reg>,
    },
    Return {
        value: Option<Reg>,
    },

    /// Ends the run: something that cannot be gone on from.
    Trap {
        kind: Trap,
        text: TextId,
    },
    Intrinsic(Intrinsic),
}

/// What the C library is made of: see `extractor/library/README.md`.
#[derive(Clone, PartialEq, Debug)]
pub enum Intrinsic {
    AtomicBegin,
    /// Stores that wait reach memory before anything that follows: where stores wait, see `MemoryModel`.
    Fence,
    AtomicEnd,
    /// The condition of a wait is the code from here to `WaitEnd`. It is run again in each state.
    WaitBegin,
    WaitEnd {
        condition: Reg,
    },
    /// An `i32`.
    Choose {
        to: Reg,
        low: Reg,
        high: Reg,
    },
    /// An `i64`.
    Unknown {
        to: Reg,
        low: Reg,
        high: Reg,
    },
    Known {
        to: Reg,
        value: Reg,
    },
    Assume {
        condition: Reg,
    },
    /// The kind is an `i32`, the text the address of a string.
    Error {
        kind: Reg,
        text: Reg,
    },
    This {
        to: Reg,
    },
    /// The same, by a function of the library that does nothing with it that tells threads apart.
    Own {
        to: Reg,
    },
    Spawn {
        to: Reg,
        function: Reg,
        argument: Reg,
    },
    EndThread,
    HasEnded {
        to: Reg,
        thread: Reg,
    },
    /// An `i32`: whether the function that returned last gave a value. Directly after a call.
    GaveValue {
        to: Reg,
    },
    /// The atomic section has waited for the end of a thread.
    Joined {
        thread: Reg,
    },
    Reclaim {
        thread: Reg,
    },
    Exit {
        status: Reg,
    },
    Abort,
    /// An object on the heap, with no bit set.
    Allocate {
        to: Reg,
        size: Reg,
    },
    Release {
        address: Reg,
    },
    Size {
        to: Reg,
        address: Reg,
    },
    /// An object that is gone when the function returns: `alloca`, and arrays whose length is not a constant.
    AllocateLocal {
        to: Reg,
        size: Reg,
    },
    ReleaseLocal {
        address: Reg,
    },
    Print {
        text: Reg,
        length: Reg,
    },
    /// `setjmp`: `to` is an `i32`.
    SetJump {
        to: Reg,
        buffer: Reg,
    },
    /// `longjmp`
    LongJump {
        buffer: Reg,
        value: Reg,
    },
    /// The thread has a lock, alone or (`exclusive` is 0) together with others; or has it no more.
    LockTaken {
        lock: Reg,
        exclusive: Reg,
    },
    LockDropped {
        lock: Reg,
    },
    /// A function of `<math.h>` on an `f64`; of an `f80` those whose result is exact, or rounded exactly.
    Math {
        op: Math,
        ty: Type,
        to: Reg,
        left: Reg,
        right: Reg,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    pub low: i128,
    pub high: i128,
    pub target: Pc,
}

/// Why a run ends at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trap {
    /// What is here has no meaning in the machine: the answer is incomplete.
    NotModelled,
    /// A function that is called has no body: the answer is incomplete. The text is its name.
    NoBody,
    /// The program says that it never comes here (`__builtin_unreachable`), or C does: a function that should give a
    /// value ends without, and the value is used.
    Unreachable,
    /// `__builtin_trap`
    Abort,
    /// What the text says is an error.
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    Neg,
    /// Of integers.
    BitNot,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    /// Of integers: by 0, or of the least number by -1, a fault.
    Div,
    /// As `Div`; of integers only.
    Rem,
    BitAnd,
    BitXor,
    BitOr,
    /// By the amount modulo the size of the type.
    Shl,
    Shr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
}

/// What an atomic operation writes, made of what is there and its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rmw {
    Exchange,
    Add,
    Sub,
    And,
    Or,
    Xor,
    Nand,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Math {
    Sqrt,
    Fabs,
    Floor,
    Ceil,
    Trunc,
    Round,
    Fmod,
    Pow,
    Exp,
    Log,
    Sin,
    Cos,
    Tan,
    Atan2,
}

impl Program {
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    pub fn object(&self, id: StaticId) -> &Static {
        &self.statics[id.0 as usize]
    }

    pub fn text(&self, id: TextId) -> &str {
        &self.texts[id.0 as usize]
    }
}
