//! The syntax tree of a Promela program, after preprocessing and inline expansion.
//!
//! It mirrors the text: names are not resolved, constants are not folded, and the order of units and
//! statements is that of the file, because Spin numbers states by it. A call of an inline stands as
//! the block that its body became. Two trees are equal when they are the same program: spans count,
//! so compare after [`erase_spans`](super::erase_spans).
//!
//! A tree that was built rather than read may say how its text is to look: [`Notes`] of a statement, and
//! [`ExprKind::Named`] for a value that the text calls by a name. Neither has a meaning: the parser makes none, and
//! [`plain`](super::plain) leaves both out.

use crate::source::Span;

/// A whole program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    pub units: Vec<Unit>,
}

/// A top-level construct.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::large_enum_variant)]
pub enum Unit {
    /// `active [2] proctype p(byte x) priority 3 provided (e) { … }`, `init { … }`
    Proctype(Proctype),
    /// `never name { … }`
    Never(Claim),
    /// `trace { … }` and `notrace { … }`
    Trace(Trace),
    /// `ltl name { formula }`
    Ltl(Ltl),
    /// `hidden int x = 3, y[4];`
    Decl(Decl),
    /// `mtype = { a, b }` and `mtype:colour = { red }`
    Mtype(Mtype),
    /// `typedef T { int x; byte y[3] }`
    Typedef(Typedef),
    /// `c_decl`, `c_code`, `c_state`, `c_track` at top level; refused after parsing.
    EmbeddedC(EmbeddedC),
}

/// A name and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ident {
    pub name: String,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Proctype {
    /// `init` has the name `:init:`, as in Spin.
    pub name: Ident,
    /// `D_proctype`
    pub deterministic: bool,
    /// `active`: one; `active [n]`: n, an expression that must be constant.
    pub active: Option<Active>,
    pub params: Vec<Decl>,
    /// `priority n`
    pub priority: Option<Expr>,
    /// `provided (e)`
    pub provided: Option<Expr>,
    pub body: Sequence,
    pub span: Span,
}

impl Proctype {
    pub fn is_init(&self) -> bool {
        self.name.name == ":init:"
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Active {
    One,
    Count(Expr),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// `None` when the text gives none; Spin then calls it `never_0`, `never_1`, …
    pub name: Option<Ident>,
    pub body: Sequence,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// `notrace`
    pub negated: bool,
    pub body: Sequence,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Ltl {
    /// `None` when the text gives none; Spin then calls it `ltl_0`, `ltl_1`, …
    pub name: Option<Ident>,
    pub formula: Expr,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Mtype {
    /// `mtype:colour`
    pub subtype: Option<Ident>,
    /// In the order of the text. Spin gives the last name of the first list the value 1 … see `compile`.
    pub names: Vec<Ident>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Typedef {
    pub name: Ident,
    pub fields: Vec<Decl>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct EmbeddedC {
    /// `c_code`, `c_decl`, `c_expr`, `c_state`, `c_track`
    pub keyword: String,
    /// `c_code [precondition] { … }`
    pub precondition: Option<String>,
    /// Between the braces, as written; or the strings of `c_state` and `c_track`, as written.
    pub text: String,
    pub span: Span,
}

/// One declaration: a type and the variables declared with it.
#[derive(Clone, PartialEq, Debug)]
pub struct Decl {
    pub visibility: Visibility,
    pub ty: TypeName,
    pub vars: Vec<Declarator>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Visibility {
    #[default]
    Plain,
    Hidden,
    Show,
    Local,
}

/// A type as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeName {
    Bit,
    Bool,
    Byte,
    Pid,
    Short,
    Int,
    /// `unsigned x : 5`; the width is with the declarator.
    Unsigned,
    Chan,
    /// `mtype` or `mtype:colour`
    Mtype(Option<Ident>),
    /// The name of a typedef.
    User(Ident),
}

/// `x`, `x : 5`, `x[4]`, each with an optional initialiser.
#[derive(Clone, PartialEq, Debug)]
pub struct Declarator {
    pub name: Ident,
    /// `unsigned x : 5`
    pub width: Option<Expr>,
    /// `x[n]`; constant, or the name of a variable whose initial value is taken (Spin allows that).
    pub size: Option<Expr>,
    pub init: Option<Init>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Init {
    /// `= e`
    Expr(Expr),
    /// `= { 1, 2, 3 }`
    List(Vec<Expr>),
    /// `= [4] of { mtype, byte }`
    Chan(ChanInit),
}

#[derive(Clone, PartialEq, Debug)]
pub struct ChanInit {
    /// Number of slots, constant; 0 is a rendezvous channel.
    pub capacity: Expr,
    pub fields: Vec<TypeName>,
    pub span: Span,
}

/// Statements in order. The separators `;` and `->` mean the same and are not kept.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sequence {
    pub steps: Vec<Stmt>,
}

/// A statement or a declaration inside a body, with the labels before it.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    pub labels: Vec<Ident>,
    pub kind: StmtKind,
    pub span: Span,
    pub note: Notes,
}

impl Stmt {
    /// A statement without a place, made by a program.
    pub fn made(kind: StmtKind) -> Stmt {
        Stmt { labels: Vec::new(), kind, span: Span::default(), note: Notes::default() }
    }
}

/// What the text of a statement has and its meaning has not. All are equal.
#[derive(Clone, Debug, Default)]
pub struct Notes(pub Option<Box<Note>>);

#[derive(Clone, Debug, Default)]
pub struct Note {
    /// Comments on lines of their own before it, each with the number of labels that stand before the comment.
    pub comments: Vec<(usize, String)>,
    /// Comments on lines of their own behind it.
    pub after: Vec<String>,
    /// A comment on its line.
    pub remark: Option<String>,
    /// `->` stands behind it, not `;`.
    pub arrow: bool,
    /// A declaration with `x=1` in it, not `x = 1`.
    pub tight: bool,
    /// On one line, though it has statements in it.
    pub one_line: bool,
    /// How somebody wrote it.
    pub written: Option<Written>,
    /// What its builder knows of it.
    pub origin: Option<OriginId>,
}

/// Where a statement comes from: an index into a list of who built the tree. Prints as `origin7`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OriginId(pub u32);

impl std::fmt::Display for OriginId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "origin{}", self.0)
    }
}

/// The text of statements that is to be kept as it was written.
#[derive(Clone, Debug)]
pub enum Written {
    /// The text of this statement, and of those after it that are [`Written::Continued`].
    Text(Vec<Piece>),
    /// The text stands at a statement before this one.
    Continued,
}

/// A part of a text with holes that were filled.
#[derive(Clone, Debug)]
pub enum Piece {
    Text(String),
    Filled(Expr),
}

impl PartialEq for Notes {
    fn eq(&self, _: &Notes) -> bool {
        true
    }
}

impl Notes {
    pub fn get(&self) -> Option<&Note> {
        self.0.as_deref()
    }

    pub fn set(&mut self) -> &mut Note {
        self.0.get_or_insert_default()
    }

    pub fn origin(&self) -> Option<OriginId> {
        self.get().and_then(|note| note.origin)
    }

    /// Whether the text of the statement stands at one before it.
    pub fn is_continued(&self) -> bool {
        matches!(self.get(), Some(Note { written: Some(Written::Continued), .. }))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// `int x = 3`
    Decl(Decl),
    /// `xr q` and `xs q`
    Exclusive { kind: Exclusive, channels: Vec<VarRef> },
    /// `x = e`
    Assign(VarRef, Expr),
    /// `x++`
    Increment(VarRef),
    /// `x--`
    Decrement(VarRef),
    /// `q!e,f` and `q!!e,f`; `q!a(b,c)` is `q!a,b,c`
    Send { channel: VarRef, sorted: bool, args: Vec<Expr> },
    /// `q?x,y`, `q??x,y`, `q?<x,y>`, `q??<x,y>`
    Receive { channel: VarRef, random: bool, keep: bool, args: Vec<ReceiveArg> },
    /// A condition: `(x > 3)`, `skip` (which is `1`), `run p()`, `timeout`, `q?[m]`
    Expr(Expr),
    /// `else`
    Else,
    /// `assert(e)`
    Assert(Expr),
    /// `printf("x=%d\n", x)`; the format keeps its quotes and escapes as written.
    Printf { format: String, args: Vec<Expr> },
    /// `printm(x)`
    Printm(Expr),
    /// `if :: … fi`
    If(Vec<Sequence>),
    /// `do :: … od`
    Do(Vec<Sequence>),
    /// `for (i : 1 .. 9) { … }` and `for (i in a) { … }`
    For { var: VarRef, range: ForRange, body: Sequence },
    /// `select (i : 1 .. 9)`
    Select { var: VarRef, from: Expr, to: Expr },
    /// `atomic { … }`
    Atomic(Sequence),
    /// `d_step { … }`
    DStep(Sequence),
    /// `{ … }`, and what a call of an inline became.
    Block(Sequence),
    /// `break`
    Break,
    /// `goto l`
    Goto(Ident),
    /// `s unless t`
    Unless(Box<Stmt>, Box<Stmt>),
    /// `set_priority(p, n)`
    SetPriority(Expr, Expr),
    /// `c_code { … }`; refused after parsing.
    EmbeddedC(EmbeddedC),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exclusive {
    /// `xr`
    Receive,
    /// `xs`
    Send,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ForRange {
    /// `from .. to`
    Between(Expr, Expr),
    /// `in a`, an array or a channel
    In(VarRef),
}

/// An argument of a receive.
#[derive(Clone, PartialEq, Debug)]
pub enum ReceiveArg {
    /// `x`, `_`, or the name of an mtype constant (which then must match)
    Var(VarRef),
    /// `eval(e)`
    Eval(Expr),
    /// `3`, `-3`, `true`
    Const(Expr),
}

/// `a[i].b.c[j]`
#[derive(Clone, PartialEq, Debug)]
pub struct VarRef {
    /// Never empty.
    pub parts: Vec<VarPart>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct VarPart {
    pub name: Ident,
    pub index: Option<Box<Expr>>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// `7`, `true`, `false`, `skip`, `'c'`: the value.
    Const(i32),
    /// A variable, an mtype constant, or one of `_pid _nr_pr _last _priority _ STDIN`.
    Var(VarRef),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `(c -> a : b)`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `run p(a, b) priority 3`
    Run {
        proctype: Ident,
        args: Vec<Expr>,
        priority: Option<Box<Expr>>,
    },
    /// `len(q)`
    Len(VarRef),
    /// `full(q)` and its kin
    Probe(Probe, VarRef),
    /// `q?[x,y]` and `q??[x,y]`
    Poll {
        channel: VarRef,
        random: bool,
        args: Vec<ReceiveArg>,
    },
    /// `enabled(p)`
    Enabled(Box<Expr>),
    /// `pc_value(p)`
    PcValue(Box<Expr>),
    /// `get_priority(p)`
    GetPriority(Box<Expr>),
    /// `timeout`
    Timeout,
    /// `np_`
    NonProgress,
    /// `p@l` and `p[i]@l`
    RemoteLabel {
        proctype: Ident,
        pid: Option<Box<Expr>>,
        label: Ident,
    },
    /// `p:x` and `p[i]:x`
    RemoteVar {
        proctype: Ident,
        pid: Option<Box<Expr>>,
        var: VarRef,
    },
    /// `c_expr { … }`; refused after parsing.
    EmbeddedC(EmbeddedC),
    /// A value that the text writes as a use of a macro: `RED`, `ULT(a,b)`; without a name, in parentheses that it does
    /// not need; with the name `||`, its arguments in one pair of parentheses. The parser makes none.
    Named {
        name: String,
        args: Vec<Expr>,
        value: Box<Expr>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum UnaryOp {
    /// `!`
    Not,
    /// `-`
    Neg,
    /// `~`
    BitNot,
    /// `X`, `next`; ltl only, as are the next two.
    Next,
    /// `[]`, `always`
    Always,
    /// `<>`, `eventually`
    Eventually,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitXor,
    BitOr,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    And,
    Or,
    /// `U`, `until`, `stronguntil`; ltl only, as are the rest.
    Until,
    /// `W`, `weakuntil`
    WeakUntil,
    /// `V`, `release`
    Release,
    /// `->`, `implies`
    Implies,
    /// `<->`, `equivalent`
    Equiv,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Probe {
    Full,
    Empty,
    NFull,
    NEmpty,
}

impl BinaryOp {
    /// How it is written.
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Until => "U",
            BinaryOp::WeakUntil => "W",
            BinaryOp::Release => "V",
            BinaryOp::Implies => "->",
            BinaryOp::Equiv => "<->",
        }
    }
}
