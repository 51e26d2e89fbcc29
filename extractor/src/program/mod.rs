//! The typed program: what a C source says, with names resolved and types known.
//!
//! Read this file first. It is a tree of C, not yet of control flow: conversions that C makes are not
//! nodes of their own but follow from the types (`Binary::common`, the type of an assignment's target),
//! so that a statement can be printed as it was written. Spans are places in the user's files.
//!
//! What C allows and this tree has no word for (vector types, `asm`, computed `goto`) is [`ExprKind::Opaque`] or
//! [`StmtKind::Asm`] with the operands it touches: later stages treat it as unknown, never as absent.

mod build;
mod builtins;
mod calls;
pub mod codes;
mod constant;
mod declarations;
mod declarators;
pub mod dump;
mod expressions;
pub mod image;
mod initialisers;
mod layout;
mod literals;
mod number;
mod operators;
pub mod print;
mod records;
mod scopes;
mod specifiers;
mod statements;
mod text;
mod types;

pub use build::{Linked, START_ASYNC, Supply, build, is_async, link};
pub use literals::literal_bytes;
pub use types::Types;

use promela::index;
use promela::source::Span;

index!(/// A type. Equal types have equal indices, typedefs are seen through.
    TypeId, "type");
index!(/// A struct or union.
    RecordId, "record");
index!(/// An enum.
    EnumId, "enum");
index!(/// A variable or parameter.
    ObjectId, "object");
index!(/// A function, defined or only declared.
    FunctionId, "function");

/// The sources given, as one program.
#[derive(Debug, Default)]
pub struct Program {
    pub types: Types,
    pub records: Vec<Record>,
    pub enums: Vec<Enum>,
    pub objects: Vec<Object>,
    pub functions: Vec<Function>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Void,
    /// `_Bool`
    Bool,
    /// Every integer type but `_Bool` and enums; `bits` is 8, 16, 32, 64 or 128.
    Int {
        bits: u8,
        signed: bool,
        rank: Rank,
    },
    /// `float`, `double`, `long double` and their kin; the number of bits.
    Float(u16),
    /// Complex numbers, vectors, `va_list` and other types without a meaning here; `size` in bytes where known.
    Other {
        name: String,
        size: Option<u64>,
    },
    Pointer(TypeId),
    /// `None`: the length is not a constant (`[]`, `[n]`).
    Array(TypeId, Option<u64>),
    Record(RecordId),
    Enum(EnumId),
    /// A declaration without a prototype, `int f()`, is variadic with no parameters; a definition
    /// `int f() { … }` is not variadic, and an old-style definition has the parameters it declares.
    Function {
        result: TypeId,
        parameters: Vec<TypeId>,
        variadic: bool,
    },
    /// A type that could not be made out, after a finding.
    Error,
}

/// Tells integer types of one size apart, as C's conversions do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// Plain `char`; signed on the machines we model.
    PlainChar,
    Char,
    Short,
    Int,
    Long,
    LongLong,
    Int128,
}

#[derive(Debug)]
pub struct Record {
    /// The tag, if it has one.
    pub tag: Option<String>,
    /// The first typedef that names it, if any.
    pub typedef: Option<String>,
    pub union: bool,
    /// `None` while only declared. Bit-fields without a name are not listed.
    pub members: Option<Vec<Member>>,
    /// `None` while only declared, or when a member's size could not be made out.
    pub layout: Option<Layout>,
    pub span: Span,
}

/// How many bytes a record takes, and at which multiples it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    pub size: u64,
    pub align: u64,
}

#[derive(Debug)]
pub struct Member {
    /// `None` for an anonymous struct or union, whose members are found through it.
    pub name: Option<String>,
    pub ty: TypeId,
    /// `int x : 3`
    pub bits: Option<u8>,
    /// In bits, from the start of the record.
    pub offset: u64,
    pub volatile: bool,
    /// `_Atomic`
    pub atomic: bool,
    pub span: Span,
}

#[derive(Debug)]
pub struct Enum {
    pub tag: Option<String>,
    pub typedef: Option<String>,
    pub constants: Vec<Enumerator>,
    /// The integer type that holds its values (`unsigned int` unless a value is negative, as gcc does).
    pub underlying: TypeId,
    pub span: Span,
}

#[derive(Debug)]
pub struct Enumerator {
    pub name: String,
    pub value: i128,
    /// `int`, unless the value does not fit there.
    pub ty: TypeId,
    pub span: Span,
}

/// A variable or parameter.
#[derive(Debug)]
pub struct Object {
    pub name: String,
    pub ty: TypeId,
    pub storage: Storage,
    /// The function it is declared in.
    pub function: Option<FunctionId>,
    pub constant: bool,
    pub volatile: bool,
    /// `_Atomic`
    pub atomic: bool,
    pub init: Option<Init>,
    /// `__attribute__((cleanup(f)))`: called with its address when its scope is left.
    pub cleanup: Option<FunctionId>,
    /// `_Alignas(n)`, `aligned(n)`, of the object or of the typedef it is declared with: in bytes.
    pub align: Option<u64>,
    /// The declaration that defines it (or the first, if none does).
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// At file level, visible to other sources.
    Global,
    /// At file level, `extern` and without a definition in the sources given.
    External,
    /// At file level, `static`.
    FileStatic,
    /// `static` in a function: lives for ever, initialised once.
    LocalStatic,
    /// A local of `main` that a thread is given: it lives outside of functions in the model, and is initialised each
    /// time its declaration is reached.
    Shared,
    /// `_Thread_local`, at any level.
    ThreadLocal,
    Parameter,
    /// Initialised each time its declaration is reached.
    Local,
}

#[derive(Clone, Debug)]
pub enum Init {
    Expr(Expr),
    /// `{ … }`, flattened: what goes where. Elements not named are zero.
    List(Vec<InitItem>),
    /// Too large or too odd to be flattened: the value is unknown.
    Opaque(Span),
}

/// `[1].x = value`. Where two items meet, the later one holds. The value of an array of characters
/// may be a string, when it is too long to be given character by character.
#[derive(Clone, Debug)]
pub struct InitItem {
    pub path: Vec<InitStep>,
    pub value: Expr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InitStep {
    Member(u32),
    /// All elements from the first to the last index.
    Elements(u64, u64),
}

#[derive(Debug)]
pub struct Function {
    pub name: String,
    pub ty: TypeId,
    /// Objects with [`Storage::Parameter`]; of a function without a body, empty.
    pub parameters: Vec<ObjectId>,
    /// `None` when only declared (or called without a declaration).
    pub body: Option<Vec<Stmt>>,
    /// `static`, or `inline` without `extern`.
    pub internal: bool,
    pub noreturn: bool,
    /// Without a body it is what the linker makes of it: nothing (`weak`), or another function (`alias`).
    pub linked: bool,
    /// `__attribute__((constructor))` or `destructor`: it runs before `main` or after it.
    pub outside_main: bool,
    /// `constructor(n)`: lower numbers run earlier, [`NO_PRIORITY`] if none is given.
    pub constructor: Option<u32>,
    /// `destructor(n)`: lower numbers run later.
    pub destructor: Option<u32>,
    /// Lengths in the types of parameters, `int a[][n]`: as in [`Declarator`], evaluated when the function begins.
    pub lengths: Vec<Expr>,
    pub length_types: Vec<TypeId>,
    /// Its name, where it is defined (or first declared).
    pub span: Span,
    /// The file it was read from, by number: two `static` functions of different sources may share a name.
    pub source: u32,
}

impl Function {
    /// No source says what it is; a linker does, and may make its address null.
    pub fn is_linkers(&self) -> bool {
        self.linked && self.body.is_none()
    }
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Block(Vec<Stmt>),
    Declaration(Declaration),
    Expr(Expr),
    Empty,
    If {
        condition: Expr,
        then: Box<Stmt>,
        otherwise: Option<Box<Stmt>>,
    },
    While {
        condition: Expr,
        body: Box<Stmt>,
    },
    DoWhile {
        body: Box<Stmt>,
        condition: Expr,
    },
    For {
        init: Option<Box<Stmt>>,
        condition: Option<Expr>,
        step: Option<Expr>,
        body: Box<Stmt>,
    },
    Switch {
        value: Expr,
        body: Box<Stmt>,
    },
    /// `case low ... high:`; `text` is the label as written, printed.
    Case {
        low: i128,
        high: i128,
        text: String,
        body: Box<Stmt>,
    },
    Default {
        body: Box<Stmt>,
    },
    Label {
        name: String,
        body: Box<Stmt>,
    },
    Goto(String),
    /// `goto *e`
    ComputedGoto(Expr),
    Break,
    Continue,
    Return(Option<Expr>),
    /// What it may write and read.
    Asm {
        outputs: Vec<Expr>,
        inputs: Vec<Expr>,
        text: String,
    },
}

/// One declaration with all its declarators: `short s,E=0,cnt=0`.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// `short`, `static unsigned char`, `struct Buffer`: the specifiers, tokens joined by one space.
    pub specifiers: String,
    /// In order. The initialiser of each is in its object.
    pub declarators: Vec<Declarator>,
}

#[derive(Clone, Debug)]
pub struct Declarator {
    pub object: ObjectId,
    /// `*p`, `a[10]`, `(*f)(int)`: as written, without white space that is not needed.
    pub text: String,
    /// The lengths that are not constants (`int a[n]`), evaluated when the declaration is reached.
    pub lengths: Vec<Expr>,
    /// The array types that have these lengths. In a program made by [`link`] each is a type of its own.
    pub length_types: Vec<TypeId>,
    /// The string that initialises an array of characters, as written.
    pub string: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer or character constant, with its spelling.
    Int {
        value: i128,
        text: String,
    },
    Enumerator {
        of: EnumId,
        index: u32,
    },
    Float(String),
    /// With its quotes, as written; adjacent ones joined.
    Str(String),
    Object(ObjectId),
    Function(FunctionId),
    Unary(UnaryOp, Box<Expr>),
    Deref(Box<Expr>),
    AddressOf(Box<Expr>),
    /// `x++`, `++x`, `x--`, `--x`
    Step {
        prefix: bool,
        decrement: bool,
        operand: Box<Expr>,
    },
    Binary(Box<Binary>),
    /// `a && b`, `a || b`
    Logical {
        and: bool,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Assign(Box<Assign>),
    /// `then` is `None` for `a ?: b`.
    Conditional {
        condition: Box<Expr>,
        then: Option<Box<Expr>>,
        otherwise: Box<Expr>,
    },
    Comma(Vec<Expr>),
    Call {
        callee: Box<Expr>,
        arguments: Vec<Expr>,
    },
    /// `a[i]`; the base is an array or a pointer, the index an integer (`2[a]` is turned round).
    Index(Box<Expr>, Box<Expr>),
    /// `b.m`, `p->m`. Through anonymous members each on the way is a node of its own, without a name.
    Member {
        base: Box<Expr>,
        arrow: bool,
        record: RecordId,
        member: u32,
    },
    /// `(T)e`, with the type as written.
    Cast {
        text: String,
        operand: Box<Expr>,
    },
    /// `(T){ … }`
    Compound {
        text: String,
        init: Box<Init>,
    },
    /// `sizeof`, `_Alignof`, `offsetof`: the value where it is a constant, and of `sizeof` the type where it is not.
    Size {
        value: Option<i128>,
        text: String,
        of: Option<Box<VariableSize>>,
    },
    /// `va_arg(list, T)`; the type is that of the expression. In programs made by [`link`], opaque in others.
    VaArg {
        list: Box<Expr>,
        text: String,
    },
    /// `&&label`. In programs made by [`link`], opaque in others.
    LabelAddress(String),
    /// `({ … })`
    Statement(Vec<Stmt>),
    /// The value that an earlier step of the same statement left behind; printed as what it came from.
    /// Made by `flow` only.
    Temp {
        temp: u32,
        original: Box<Expr>,
    },
    /// What has no meaning here (complex numbers, vectors); the operands are evaluated.
    Opaque {
        text: String,
        operands: Vec<Expr>,
    },
}

/// A type whose size is not a constant, and the lengths that its name gives: `sizeof(int[n])`.
#[derive(Clone, Debug)]
pub struct VariableSize {
    pub ty: TypeId,
    pub lengths: Vec<Expr>,
    pub length_types: Vec<TypeId>,
}

/// Of constructors and destructors without a number: after all others, and before them.
pub const NO_PRIORITY: u32 = 65_536;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    Complement,
    Not,
}

/// The operands are converted to `common` first (for shifts: each is promoted, `common` is the left one's).
/// Pointer arithmetic and comparison have the pointer type as `common`.
#[derive(Clone, Debug)]
pub struct Binary {
    pub op: BinaryOp,
    pub left: Expr,
    pub right: Expr,
    pub common: TypeId,
}

/// `left = right`, `left op= right` (computed in `common`, as for [`Binary`]). The value is converted to the type of
/// `left`.
#[derive(Clone, Debug)]
pub struct Assign {
    pub op: Option<BinaryOp>,
    pub left: Expr,
    pub right: Expr,
    pub common: TypeId,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    And,
    Xor,
    Or,
}

impl Program {
    pub fn ty(&self, id: TypeId) -> &Type {
        &self.types.list[id.0 as usize]
    }

    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id.0 as usize]
    }

    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }
}

impl BinaryOp {
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::And => "&",
            BinaryOp::Xor => "^",
            BinaryOp::Or => "|",
        }
    }
}
