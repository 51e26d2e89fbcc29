//! The compiled model: automata with typed steps over one packed state vector. Read this file first.
//!
//! A model is a table of [`Proctype`]s. Each has [`State`]s, numbered as Spin numbers them, and each
//! state a run of [`Transition`]s in the order in which the search tries them. A transition has a typed [`Guard`] and
//! a list of typed
//! [`Effect`]s, made of [`Expr`]s and [`Place`]s, which do not mirror Promela's syntax. Where data lives is in
//! [`layout`].
//!
//! Nothing here runs: see `exec` for the interpreter and `search` for the search.

pub mod accesses;
mod cycles;
mod effect;
mod expr;
mod fixed;
mod form;
mod index;
pub mod interpret;
pub mod layout;
mod names;
pub mod object;
mod prepared;
mod print;
mod read;
mod region;
mod transition;
mod types;
mod verify;

pub use cycles::AcceptKind;
pub use effect::{Effect, Graph, GraphNode, Guard, Position};
pub use expr::{Binary, ChannelQuestion, Compare, Expr, Index, Pattern, Place, ProcessQuestion, Unary};
pub use fixed::{FixedChannel, FixedChannels};
pub use index::{FormatId, LabelId, MessageId, MtypeId, NodeId, ObjectId, ProctypeId, StateId, TempId, TransitionId};
pub use prepared::{Preparation, Prepared};
pub use read::{ReadError, read};
pub use region::Region;
pub use transition::{Action, CodeRef, Transition};
pub use types::{Constant, Type};
pub use verify::verify;

use layout::{ChannelType, Leaf, Slot};
use object::Object;
use promela::source::Span;

/// A whole model, ready to run.
#[derive(Debug, Clone)]
pub struct Model {
    pub proctypes: Vec<Proctype>,
    /// All transitions; a state holds a range of them.
    pub transitions: Vec<Transition>,
    /// The first and past the last transition that the search tries in each state, proctype by proctype: see
    /// `Proctype::base`. They are those of the states unless `optimise` has changed them.
    pub options: Vec<(u32, u32)>,
    /// What `exec` makes of all transitions, conditions and initialisers.
    pub prepared: Prepared,
    /// What the statements are, for reports: indexed by `Transition::statement`.
    pub statements: Vec<Statement>,
    pub channel_types: Vec<ChannelType>,
    /// Channels that exist from the start, in the order of their numbers (from 1).
    pub global_channels: Vec<u32>,
    /// The variable that each of them was declared with.
    pub channel_variables: Vec<(Region, Slot)>,
    /// Variables that have addresses.
    pub objects: Vec<Object>,
    /// Scalars of the global part, for reports.
    pub global_leaves: Vec<Leaf>,
    /// Scalars declared `hidden`: not part of the state.
    pub hidden_leaves: Vec<Leaf>,
    /// Words of the global part, the header included.
    pub global_words: u32,
    pub hidden_words: u32,
    /// Sets the initial values of the globals; runs before any process exists.
    pub init: Vec<Effect>,
    /// Processes that exist from the start, in the order of their pids.
    pub active: Vec<(ProctypeId, u8)>,
    /// The claim in use and where its frame is (its program counter comes first).
    pub claim: Option<ClaimUse>,
    /// All claims of the program: `never` and `ltl`.
    pub claims: Vec<ProctypeId>,
    pub trace: Option<TraceUse>,
    /// `_last`, when the program reads it.
    pub last: Option<Slot>,
    /// A priority stands in each frame, and only the highest may run.
    pub has_priority: bool,
    /// `timeout` occurs.
    pub has_timeout: bool,
    /// `np_` occurs.
    pub has_np: bool,
    /// `enabled` occurs.
    pub has_enabled: bool,
    /// A `provided` clause occurs.
    pub has_provided: bool,
    /// Rendezvous channels exist.
    pub has_rendezvous: bool,
    /// Names of mtype constants: per subtype (the unnamed one first) the name of each value from 1.
    pub mtypes: Vec<MtypeNames>,
    /// Format strings of `printf`.
    pub formats: Vec<String>,
    /// Texts of assertions and other messages.
    pub messages: Vec<String>,
    /// What `p@l` stands for: the state number of each label that is referred to, and of which proctype.
    pub label_refs: Vec<StateId>,
    pub label_owners: Vec<ProctypeId>,
    /// What transitions of the search are made of: see [`Action::Parts`].
    pub parts: Vec<MergedPart>,
    pub resets: Vec<Reset>,
    /// For each transition that is not of the program but was added for the search: the one of the program that it
    /// begins with.
    pub origins: Vec<TransitionId>,
}

#[derive(Debug, Clone)]
pub struct MtypeNames {
    /// Empty for plain `mtype`.
    pub subtype: String,
    pub names: Vec<String>,
}

#[derive(Debug, Clone, Copy)]
pub struct ClaimUse {
    pub proctype: ProctypeId,
    /// First word of its frame, in the global part.
    pub frame: u32,
    /// It may tell how often a state is repeated: nothing that leaves out steps is allowed.
    pub counts_steps: bool,
}

#[derive(Debug, Clone)]
pub struct TraceUse {
    pub proctype: ProctypeId,
    /// `notrace`
    pub negated: bool,
    /// Where the trace automaton is now.
    pub event: Slot,
    /// The channels whose sends are watched, and whose receives are.
    pub sends: Vec<Expr>,
    pub receives: Vec<Expr>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProctypeKind {
    Proctype,
    Init,
    Claim,
    /// From an `ltl` block.
    Ltl,
    Trace,
    NoTrace,
}

#[derive(Debug, Clone)]
pub struct Proctype {
    pub name: String,
    pub kind: ProctypeKind,
    /// `D_proctype`
    pub deterministic: bool,
    pub span: Span,
    /// Indexed by state number; entry 0 is unused.
    pub states: Vec<State>,
    pub start: StateId,
    /// Where its states begin in `Model::options`.
    pub base: u32,
    /// Words of a frame, the header included.
    pub frame_words: u32,
    /// Where a frame keeps its program counter (the low bits of its first word) and its priority.
    pub pc: Slot,
    pub priority: Option<Slot>,
    /// The scalars that the arguments of `run` go to, in order.
    pub params: Vec<Slot>,
    /// Channels created with each process, in order; each `(channel type, where its number goes)`.
    pub channels: Vec<(u32, Slot)>,
    /// Sets the initial values of locals.
    pub init: Vec<Effect>,
    pub provided: Option<Expr>,
    /// Scalars of a frame, for reports.
    pub leaves: Vec<Leaf>,
    /// Labels, with the state they stand at.
    pub labels: Vec<(String, StateId)>,
    pub promises: Vec<Promise>,
}

/// `xr`, `xs`: only processes of this proctype receive from the channel, or send to it.
#[derive(Debug, Clone)]
pub struct Promise {
    /// `xs`
    pub sends: bool,
    pub channel: Expr,
}

#[derive(Debug, Clone)]
pub struct State {
    pub first: u32,
    pub count: u32,
    /// `end…` labels and the end of the body: a process may stop here.
    pub end: bool,
    pub accept: bool,
    pub progress: bool,
    /// Line and text of the statement that begins here.
    pub span: Span,
}

impl State {
    pub fn transitions(&self) -> std::ops::Range<u32> {
        self.first..self.first + self.count
    }
}

/// A transition of the program as part of a larger one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MergedPart {
    pub transition: TransitionId,
    /// Where its resets begin in `Model::resets`, and how many there are.
    pub resets: (u32, u32),
}

/// A variable whose value does not matter any more gets this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reset {
    pub base: Region,
    pub slot: Slot,
    pub value: i32,
}

/// A statement of the program text.
#[derive(Debug, Clone)]
pub struct Statement {
    pub proctype: ProctypeId,
    /// The state the statement begins at.
    pub state: StateId,
    pub span: Span,
    /// As Spin would print it.
    pub text: String,
    /// Joins, gotos and such: not reported as unreached.
    pub silent: bool,
    pub kind: StatementKind,
    pub standing: Standing,
}

/// Where a statement stands: what `optimise` has to know before it joins it with others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    /// In an atomic sequence; its last statement too.
    pub in_atomic: bool,
    pub labelled: bool,
    /// It has an escape of `unless`.
    pub escapes: bool,
}

/// What a statement is, as far as reports and columns care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatementKind {
    /// Assignments, `printf`, `assert`, jumps, `else`.
    Other,
    /// An expression that has to hold; `skip` too.
    Condition,
    Send,
    Receive,
    End,
    DStep,
}

impl Model {
    /// A model without anything in it.
    pub fn empty() -> Model {
        Model {
            proctypes: Vec::new(),
            transitions: Vec::new(),
            options: Vec::new(),
            prepared: Prepared::default(),
            statements: Vec::new(),
            channel_types: Vec::new(),
            global_channels: Vec::new(),
            channel_variables: Vec::new(),
            objects: Vec::new(),
            global_leaves: Vec::new(),
            hidden_leaves: Vec::new(),
            global_words: 1,
            hidden_words: 0,
            init: Vec::new(),
            active: Vec::new(),
            claim: None,
            claims: Vec::new(),
            trace: None,
            last: None,
            has_priority: false,
            has_timeout: false,
            has_np: false,
            has_enabled: false,
            has_provided: false,
            has_rendezvous: false,
            mtypes: Vec::new(),
            formats: Vec::new(),
            messages: Vec::new(),
            label_refs: Vec::new(),
            label_owners: Vec::new(),
            parts: Vec::new(),
            resets: Vec::new(),
            origins: Vec::new(),
        }
    }

    pub fn proctype(&self, id: ProctypeId) -> &Proctype {
        &self.proctypes[id.0 as usize]
    }

    pub fn transition(&self, id: TransitionId) -> &Transition {
        &self.transitions[id.0 as usize]
    }

    /// The parts of a transition of the search; none if it is not made of parts.
    pub fn parts_of(&self, id: TransitionId) -> &[MergedPart] {
        match self.transition(id).action {
            Action::Parts { first, count } => &self.parts[first as usize..(first + count) as usize],
            _ => &[],
        }
    }

    /// The transitions of the program that a transition of the search stands for.
    pub fn steps_of(&self, id: TransitionId) -> Vec<TransitionId> {
        let parts = self.parts_of(id);
        if parts.is_empty() { vec![self.origin(id)] } else { parts.iter().map(|p| p.transition).collect() }
    }

    /// The transition of the program that a transition of the search begins with.
    pub fn origin(&self, id: TransitionId) -> TransitionId {
        let of_program = self.transitions.len() - self.origins.len();
        (id.0 as usize).checked_sub(of_program).map_or(id, |i| self.origins[i])
    }

    pub fn statement_of(&self, id: TransitionId) -> &Statement {
        &self.statements[self.transition(id).statement as usize]
    }
}
