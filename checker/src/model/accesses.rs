//! What a step reads, writes, waits for and may do wrong. Every analysis asks here.
//!
//! [`Transition::accesses`] gives the list of accesses in the order in which they happen, with what is known of each:
//! which scalar or which elements,
//! which channel, what becomes of a value that was read, and which value is written if that is always the same. What
//! is known before the step
//! runs ([`Known`]) makes the list more exact; what is unknown makes it larger, never smaller. An access through an
//! address may be to any object.
//!
//! A step is a row of [`Piece`]s: one for a plain step, one for each node of a `d_step`, with the pieces that can come
//! next.

use super::interpret::{self, Asked, Domain, Reached, Receiving};
use super::layout::{Cell, Slot, extract};
use super::{
    Binary, ChannelQuestion, Compare, Constant, Effect, Expr, FormatId, Graph, GraphNode, Guard, LabelId, MessageId,
    Model, Position, ProctypeId, Region, Transition, Type, Unary,
};

/// What a step does.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    /// In order. All of a plain step is one piece.
    pub pieces: Vec<Piece>,
    /// What it waits for before anything else, and may not come.
    pub waits: Waits,
    /// What can go wrong in it, each kind once.
    pub faults: Vec<Fault>,
    /// It is a `d_step`.
    pub d_step: bool,
    /// It has values of other types than `i32`, or one that is chosen: what is made for Promela leaves it alone.
    pub other_types: bool,
}

/// A part of a step that happens as a whole, unless something in it has to wait.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    pub accesses: Vec<Access>,
    /// Pieces that can come next.
    pub next: Vec<usize>,
    /// The step can end with it.
    pub leaves: bool,
    /// If it is not possible, another option may be: none of its accesses is certain.
    pub is_option: bool,
}

/// One access.
#[derive(Clone, Debug, PartialEq)]
pub enum Access {
    Read {
        data: Data,
        used: Used,
    },
    /// `value`: if it is always the same, cut to the size of the data; `from`: if it is what was read there.
    Write {
        data: Data,
        value: Option<i32>,
        from: Option<Data>,
    },
    /// Read, changed by a constant, and written back to the same variable: `x++`. Nothing else depends on what it was.
    Count {
        data: Data,
        by: i32,
    },
    /// `from`: the data that the number of the channel was read from as it is.
    Channel {
        used: ChannelUse,
        from: Option<Data>,
    },
    /// A process is started. `args`: from where each argument was read, if it is passed on as it is; `kept`: what
    /// becomes of the number of the process.
    Start {
        proctype: ProctypeId,
        args: Vec<Option<Data>>,
        kept: Used,
    },
    /// The process ends.
    End,
    /// The priority of a process is set; none: of any.
    SetPriority {
        process: Process,
        value: Option<i32>,
    },
    /// Something about processes is asked. `from`: the data that the number of the process was read from as it is.
    Ask {
        question: Question,
        from: Option<Data>,
    },
    /// It is asked whether another option is possible. `inside`: of a choice in a `d_step`, where it is the last that
    /// is tried, so that nothing else of the process matters.
    Else {
        inside: bool,
    },
    /// The event that a trace is shown.
    Event,
    /// Something is shown to the user. Changes nothing.
    Print {
        only_numbers: bool,
    },
}

/// Data of the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    Scalar {
        region: Region,
        slot: Slot,
    },
    /// Some element of an array or structure. `first`, `last`: the bytes at which the first and the last cell begin
    /// that it can be; `at`: where
    /// the whole begins that the indices lead into.
    Element {
        region: Region,
        at: u32,
        first: u32,
        last: u32,
        cell: Cell,
    },
    /// In the frame of another process.
    Remote {
        process: Process,
        proctype: ProctypeId,
        data: Box<Data>,
    },
    /// Anything that has an address.
    Somewhere,
}

/// Which process is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Process {
    /// The one that takes the step.
    Own,
    Number(i32),
    Any,
}

/// What is asked about processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Pid,
    /// How many there are.
    Count,
    First(ProctypeId),
    ControlState(Process),
    /// Whether a process is at a label.
    IsAt(Process, LabelId),
    Enabled(Process),
    Priority(Process),
    Timeout,
    NonProgress,
}

/// What becomes of a value that was read, or of the number of a process.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Used {
    /// Calculated with, or anything else.
    #[default]
    Otherwise,
    /// It names the channel of an operation.
    AsChannel,
    /// It names the process of which something is asked; a label.
    AsProcess {
        label: bool,
    },
    /// It is stored as it is.
    Stored(Data),
    /// It is an argument of a process that is started: the number of the parameter.
    Argument {
        proctype: ProctypeId,
        parameter: usize,
    },
    /// It is a field of a message that is sent.
    Sent,
    AsIndex,
    Printed,
    /// Nothing: it is dropped.
    Dropped,
}

/// What is done with a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChannelUse {
    /// Its number, if it is always the same.
    pub channel: Option<u32>,
    pub how: Use,
    /// How many fields the statement gives.
    pub fields: Option<u16>,
    /// Waiting for it is a condition of the step.
    pub waits: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    Send { sorted: bool },
    Receive { random: bool, keep: bool },
    Ask(ChannelQuestion),
    Poll { random: bool },
}

/// What a step waits for before it does anything.
#[derive(Clone, Debug, Default)]
pub struct Waits {
    /// Comparisons that have to hold, from the first on up to the first thing that can go wrong, or that looks at
    /// channels or other processes. There may be more conditions.
    pub tests: Vec<Test>,
    /// It can never be taken.
    pub never: bool,
    /// It begins with `timeout`, alone.
    pub timeout: bool,
    /// `else`
    pub others: bool,
    /// It can wait for something: it is not always possible.
    pub at_all: bool,
}

/// A comparison of a global with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    pub slot: Slot,
    pub compare: Compare,
    pub value: i32,
}

/// What can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// An index that may not be below the length.
    Index,
    /// A divisor that may be 0.
    Division,
    Assertion,
    /// A channel that may not exist, or messages with another number of fields.
    Channel,
    /// An address that may not be in an object.
    Address,
    /// A process that may be of another proctype.
    Remote,
    /// There may be too many processes.
    Start,
    /// A priority that may be too large or too small.
    Priority,
    /// A `d_step` that may block or not end.
    DStep,
}

/// What is known before a step runs.
pub trait Known {
    fn pid(&self) -> Option<i32> {
        None
    }
    fn local(&self, _slot: Slot) -> Option<i32> {
        None
    }
    fn global(&self, _slot: Slot) -> Option<i32> {
        None
    }
    /// The first process of a proctype, or -1.
    fn first_pid(&self, _proctype: ProctypeId) -> Option<i32> {
        None
    }
}

/// Nothing.
pub struct Nothing;

impl Known for Nothing {}

impl Transition {
    /// What it reads, writes, waits for and may do wrong.
    pub fn accesses(&self, known: &impl Known) -> Accesses {
        of(&self.guard, &self.effects, known)
    }
}

/// What a guard and effects do.
pub fn of(guard: &Guard, effects: &[Effect], known: &impl Known) -> Accesses {
    let mut reader = Reader::new(known);
    interpret::step(&mut reader, guard, effects);
    reader.finish()
}

/// What it takes to find out a value.
pub fn of_value(e: &Expr, known: &impl Known) -> Accesses {
    let mut reader = Reader::new(known);
    interpret::value(&mut reader, e);
    reader.finish()
}

impl Accesses {
    /// All accesses, in order.
    pub fn all(&self) -> impl Iterator<Item = &Access> {
        self.pieces.iter().flat_map(|p| &p.accesses)
    }

    /// Whether pieces can come again.
    pub fn has_loop(&self) -> bool {
        let mut left: Vec<usize> = (0..self.pieces.len()).collect();
        // What leads only to pieces that lead nowhere in the end is in no loop.
        loop {
            let before = left.len();
            let still = left.clone();
            left.retain(|&i| self.pieces[i].next.iter().any(|n| still.contains(n)));
            if left.len() == before {
                return !left.is_empty();
            }
        }
    }

    /// Whether all of it happens, in one order.
    pub fn is_straight(&self) -> bool {
        self.pieces.iter().all(|p| p.next.len() < 2 && !p.is_option)
    }

    /// The channel operations.
    pub fn channels(&self) -> impl Iterator<Item = ChannelUse> {
        self.all().filter_map(|a| if let Access::Channel { used, .. } = a { Some(*used) } else { None })
    }

    /// What is asked about processes.
    pub fn questions(&self) -> impl Iterator<Item = Question> {
        self.all().filter_map(|a| if let Access::Ask { question, .. } = a { Some(*question) } else { None })
    }

    /// What is read, and what becomes of it. What is only counted is not read.
    pub fn reads(&self) -> impl Iterator<Item = (&Data, &Used)> {
        self.all().filter_map(|a| if let Access::Read { data, used } = a { Some((data, used)) } else { None })
    }

    /// What is written.
    pub fn writes(&self) -> impl Iterator<Item = &Data> {
        self.all().filter_map(Access::written)
    }

    /// Whether it ends the process.
    pub fn ends(&self) -> bool {
        self.all().any(|a| *a == Access::End)
    }

    /// The processes that it starts.
    pub fn starts(&self) -> impl Iterator<Item = ProctypeId> {
        self.all().filter_map(|a| if let Access::Start { proctype, .. } = a { Some(*proctype) } else { None })
    }

    pub fn may_fail(&self) -> bool {
        !self.faults.is_empty()
    }
}

impl Access {
    /// The data that is read, written or counted.
    pub fn data(&self) -> Option<&Data> {
        match self {
            Access::Read { data, .. } | Access::Write { data, .. } | Access::Count { data, .. } => Some(data),
            Access::Channel { .. }
            | Access::Start { .. }
            | Access::End
            | Access::SetPriority { .. }
            | Access::Ask { .. }
            | Access::Else { .. }
            | Access::Event
            | Access::Print { .. } => None,
        }
    }

    /// The data that is written or counted.
    pub fn written(&self) -> Option<&Data> {
        self.data().filter(|_| !matches!(self, Access::Read { .. }))
    }
}

impl Data {
    /// The region that it is in. None: in the frame of another process, or anywhere.
    pub fn region(&self) -> Option<Region> {
        match self {
            Data::Scalar { region, .. } | Data::Element { region, .. } => Some(*region),
            Data::Remote { .. } | Data::Somewhere => None,
        }
    }

    /// The scalar of a region, if it is one.
    pub fn scalar(&self, of: Region) -> Option<Slot> {
        match self {
            Data::Scalar { region, slot } if *region == of => Some(*slot),
            Data::Scalar { .. } | Data::Element { .. } | Data::Remote { .. } | Data::Somewhere => None,
        }
    }
}

impl Model {
    /// What everything in the model does that can run: initialisers, transitions of the program, `provided` clauses
    /// and traces.
    pub fn all_accesses(&self, known: &impl Known) -> Vec<Accesses> {
        let always = |effects: &[Effect]| of(&Guard::Always, effects, known);
        let mut out = vec![always(&self.init)];
        let program = self.transitions.len() - self.origins.len();
        out.extend(self.transitions[..program].iter().map(|t| t.accesses(known)));
        for p in &self.proctypes {
            out.push(always(&p.init));
            out.extend(p.provided.as_ref().map(|e| of_value(e, known)));
        }
        if let Some(trace) = &self.trace {
            out.extend(trace.sends.iter().chain(&trace.receives).map(|e| of_value(e, known)));
        }
        out
    }
}

impl Test {
    /// Whether a state passes.
    pub fn holds(self, state: &[u32]) -> bool {
        self.holds_for(state[self.slot.word as usize])
    }

    /// Whether the test holds for the word that the scalar is in.
    pub fn holds_for(self, word: u32) -> bool {
        self.compare.holds(self.slot.get(word), self.value)
    }

    /// Whether no value passes both.
    pub fn excludes(self, other: Test) -> bool {
        let ((from, to), (first, last)) = (self.passing(), other.passing());
        let (from, to) = (from.max(first), to.min(last));
        let is_out = |t: Test| t.compare == Compare::Ne && from == to && i64::from(t.value) == from;
        self.slot == other.slot && (from > to || is_out(self) || is_out(other))
    }

    /// The first and the last value that pass; for `!=` there is a hole between them.
    fn passing(self) -> (i64, i64) {
        let value = i64::from(self.value);
        match self.compare {
            Compare::Eq => (value, value),
            Compare::Ne => (i64::MIN, i64::MAX),
            Compare::Lt => (i64::MIN, value - 1),
            Compare::Gt => (value + 1, i64::MAX),
            Compare::Le => (i64::MIN, value),
            Compare::Ge => (value, i64::MAX),
        }
    }

    fn negated(self) -> Test {
        Test { compare: self.compare.negated(), ..self }
    }
}

impl Compare {
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Compare::Eq => a == b,
            Compare::Ne => a != b,
            Compare::Lt => a < b,
            Compare::Gt => a > b,
            Compare::Le => a <= b,
            Compare::Ge => a >= b,
        }
    }

    /// What holds if this does not.
    pub fn negated(self) -> Compare {
        match self {
            Compare::Eq => Compare::Ne,
            Compare::Ne => Compare::Eq,
            Compare::Lt => Compare::Ge,
            Compare::Gt => Compare::Le,
            Compare::Le => Compare::Gt,
            Compare::Ge => Compare::Lt,
        }
    }

    /// The same with the operands the other way round.
    pub fn swapped(self) -> Compare {
        match self {
            Compare::Eq => Compare::Eq,
            Compare::Ne => Compare::Ne,
            Compare::Lt => Compare::Gt,
            Compare::Gt => Compare::Lt,
            Compare::Le => Compare::Ge,
            Compare::Ge => Compare::Le,
        }
    }
}

impl Binary {
    /// Of `i32`; `None` if it goes wrong.
    pub fn apply(self, a: i32, b: i32) -> Option<i32> {
        Some(match self {
            Binary::Add => a.wrapping_add(b),
            Binary::Sub => a.wrapping_sub(b),
            Binary::Mul => a.wrapping_mul(b),
            Binary::Div => (b != 0).then(|| a.wrapping_div(b))?,
            Binary::Rem => (b != 0).then(|| a.wrapping_rem(b))?,
            Binary::BitAnd => a & b,
            Binary::BitXor => a ^ b,
            Binary::BitOr => a | b,
            Binary::Shl => a.wrapping_shl(b as u32),
            Binary::Shr => a.wrapping_shr(b as u32),
        })
    }
}

/// A value, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Value {
    what: What,
    /// The read, or the start of a process, that it came from as it is: piece and access.
    from: Option<(usize, usize)>,
    /// The global that holds it, whether its value is known or not.
    global: Option<Slot>,
    /// What it says about a global.
    test: Option<Test>,
}

impl Value {
    fn of(what: What) -> Value {
        Value { what, from: None, global: None, test: None }
    }

    /// What holds if it is not 0.
    fn holds(&self) -> Option<Test> {
        self.test.or_else(|| self.global.map(|slot| Test { slot, compare: Compare::Ne, value: 0 }))
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Known(i32),
    /// What was read, and a constant.
    Plus(i32),
    OwnPid,
    Timeout,
    Unknown,
}

struct Reader<'a, K> {
    known: &'a K,
    found: Accesses,
    /// Only conditions came so far, and they cannot go wrong.
    leading: bool,
    /// How many conditions that was.
    conditions: u32,
    /// The piece that is read, and where in a `d_step` it stands.
    current: usize,
    position: Position,
    /// The channel operation under way: an access of that piece.
    open: Option<usize>,
    /// Accesses whose values are used more than once.
    shared: Vec<(usize, usize)>,
}

impl<'a, K: Known> Reader<'a, K> {
    fn new(known: &'a K) -> Reader<'a, K> {
        let found = Accesses { pieces: vec![Piece { leaves: true, ..Piece::default() }], ..Accesses::default() };
        Reader {
            known,
            found,
            leading: true,
            conditions: 0,
            current: 0,
            position: Position::First,
            open: None,
            shared: Vec::new(),
        }
    }

    fn finish(mut self) -> Accesses {
        let waits = self.found.all().any(|access| match access {
            Access::Channel { used, .. } => matches!(used.how, Use::Send { .. } | Use::Receive { .. }),
            Access::End | Access::Event => true,
            Access::Read { .. } | Access::Write { .. } | Access::Count { .. } | Access::Start { .. } => false,
            Access::SetPriority { .. } | Access::Ask { .. } | Access::Else { .. } | Access::Print { .. } => false,
        });
        self.found.waits.at_all |= waits;
        self.found
    }

    fn add(&mut self, access: Access) -> (usize, usize) {
        let list = &mut self.found.pieces[self.current].accesses;
        list.push(access);
        (self.current, list.len() - 1)
    }

    fn fault(&mut self, fault: Fault) {
        self.leading = false;
        if !self.found.faults.contains(&fault) {
            self.found.faults.push(fault);
        }
    }

    /// What becomes of a value.
    fn used(&mut self, value: &Value, how: Used) {
        let Some(from) = value.from.filter(|from| !self.shared.contains(from)) else { return };
        if matches!(value.what, What::Plus(_)) {
            return;
        }
        if let Access::Read { used, .. } | Access::Start { kept: used, .. } =
            &mut self.found.pieces[from.0].accesses[from.1]
        {
            *used = how;
        }
    }

    /// The data that a value was read from as it is.
    fn read_from(&self, value: &Value) -> Option<Data> {
        let (piece, access) = value.from.filter(|_| !matches!(value.what, What::Plus(_)))?;
        self.found.pieces[piece].accesses[access].data().cloned()
    }

    fn process_of(&self, value: &Value) -> Process {
        match value.what {
            What::OwnPid => Process::Own,
            What::Known(n) => Process::Number(n),
            What::Plus(_) | What::Timeout | What::Unknown => Process::Any,
        }
    }

    /// Which data a place is. Notes indices that may be out of range.
    fn data(&mut self, place: &Reached<Value>) -> Data {
        match place {
            Reached::Slot { region, slot } => {
                self.found.other_types |= slot.bits > 32;
                Data::Scalar { region: *region, slot: *slot }
            }
            Reached::Element { region, at, steps, cell } => {
                self.found.other_types |= cell.bits > 32;
                let (mut first, mut last) = (*at, *at);
                for step in steps {
                    self.used(&step.index, Used::AsIndex);
                    match known(&step.index) {
                        Some(i) if (i as u32) < step.len => {
                            first += i as u32 * step.stride;
                            last += i as u32 * step.stride;
                        }
                        index => {
                            self.fault(Fault::Index);
                            if index.is_none() {
                                last += (step.len.max(1) - 1) * step.stride;
                            }
                        }
                    }
                }
                if first == last && *region != Region::Hidden {
                    let slot =
                        Slot { word: first / 4, shift: (first % 4 * 8) as u8, bits: cell.bits, signed: cell.signed };
                    return Data::Scalar { region: *region, slot };
                }
                Data::Element { region: *region, at: *at, first, last, cell: *cell }
            }
            Reached::Remote { process, proctype, place } => {
                self.used(process, Used::AsProcess { label: false });
                let process = self.process_of(process);
                let data = Box::new(self.data(place));
                self.fault(Fault::Remote);
                Data::Remote { process, proctype: *proctype, data }
            }
            Reached::At { .. } => {
                self.found.other_types = true;
                self.fault(Fault::Address);
                Data::Somewhere
            }
        }
    }

    fn unknown(&self) -> Value {
        Value::of(What::Unknown)
    }

    fn typed(&mut self, ty: Type) {
        self.found.other_types |= ty != Type::I32;
    }

    fn channel_use(&mut self, channel: &Value, how: Use, waits: bool) -> usize {
        self.used(channel, Used::AsChannel);
        let number = known(channel).map(|n| n.max(0) as u32);
        if number.is_none_or(|n| n == 0) {
            self.fault(Fault::Channel);
        }
        let used = ChannelUse { channel: number, how, fields: None, waits };
        let from = self.read_from(channel);
        self.add(Access::Channel { used, from }).1
    }

    fn fields(&mut self, count: usize) {
        let piece = self.current;
        if let Some(Access::Channel { used, .. }) = self.open.take().map(|i| &mut self.found.pieces[piece].accesses[i])
        {
            used.fields = Some(count as u16);
        }
    }
}

impl<K: Known> Domain for Reader<'_, K> {
    type Value = Value;

    fn constant(&mut self, constant: Constant) -> Value {
        self.typed(constant.ty);
        Value::of(constant.as_i32().map_or(What::Unknown, What::Known))
    }

    fn load(&mut self, place: Reached<Value>, ty: Type) -> Value {
        self.typed(ty);
        let data = self.data(&place);
        let global = data.scalar(Region::Global).filter(|_| ty == Type::I32);
        let local = data.scalar(Region::Local).filter(|_| ty == Type::I32);
        let known = global.and_then(|g| self.known.global(g)).or_else(|| local.and_then(|l| self.known.local(l)));
        if let Some(n) = known {
            return Value { global, ..Value::of(What::Known(n)) };
        }
        let from = self.add(Access::Read { data, used: Used::Otherwise });
        Value { from: Some(from), global, ..self.unknown() }
    }

    fn address_of(&mut self, place: Reached<Value>) -> Value {
        self.found.other_types = true;
        self.data(&place);
        self.unknown()
    }

    fn unary(&mut self, op: Unary, ty: Type, value: Value) -> Value {
        self.typed(ty);
        Value::of(match (op, known(&value).filter(|_| ty == Type::I32)) {
            (Unary::Neg, Some(n)) => What::Known(n.wrapping_neg()),
            (Unary::BitNot, Some(n)) => What::Known(!n),
            (_, None) => What::Unknown,
        })
    }

    fn binary(&mut self, op: Binary, ty: Type, left: Value, right: Value) -> Value {
        if matches!(op, Binary::Div | Binary::Rem) && !ty.is_float() && known(&right).is_none_or(|n| n == 0) {
            self.fault(Fault::Division);
        }
        self.typed(ty);
        if ty != Type::I32 {
            return self.unknown();
        }
        match (op, left.what, right.what) {
            (_, What::Known(a), What::Known(b)) => Value::of(op.apply(a, b).map_or(What::Unknown, What::Known)),
            (Binary::Add, _, What::Known(n)) if left.from.is_some() && !matches!(left.what, What::Plus(_)) => {
                Value { from: left.from, ..Value::of(What::Plus(n)) }
            }
            (Binary::Sub, _, What::Known(n)) if left.from.is_some() && !matches!(left.what, What::Plus(_)) => {
                Value { from: left.from, ..Value::of(What::Plus(n.wrapping_neg())) }
            }
            _ => self.unknown(),
        }
    }

    fn compare(&mut self, op: Compare, ty: Type, left: Value, right: Value) -> Value {
        self.typed(ty);
        if ty != Type::I32 {
            return self.unknown();
        }
        let (a, b) = (known(&left), known(&right));
        let test = match (left.global, right.global) {
            (Some(slot), _) if b.is_some() => b.map(|value| Test { slot, compare: op, value }),
            (_, Some(slot)) => a.map(|value| Test { slot, compare: op.swapped(), value }),
            (_, None) => None,
        };
        let holds = a.zip(b).map(|(a, b)| i32::from(op.holds(a, b)));
        Value { test, ..Value::of(holds.map_or(What::Unknown, What::Known)) }
    }

    fn convert(&mut self, _from: Type, _to: Type, _value: Value) -> Value {
        self.found.other_types = true;
        self.unknown()
    }

    fn not(&mut self, value: Value) -> Value {
        let what = known(&value).map_or(What::Unknown, |n| What::Known(i32::from(n == 0)));
        Value { test: value.holds().map(Test::negated), ..Value::of(what) }
    }

    fn branch(&mut self, _value: Value) {}

    fn logical(&mut self, _right: Value) -> Value {
        self.unknown()
    }

    fn either(&mut self, yes: Value, no: Value) -> Value {
        match (yes.what, no.what) {
            (What::Known(a), What::Known(b)) if a == b => Value::of(yes.what),
            _ => self.unknown(),
        }
    }

    fn process(&mut self, question: Asked<Value>) -> Value {
        let (process, label) = match &question {
            Asked::Enabled(pid) | Asked::ControlState(pid) | Asked::Priority(pid) => (Some(*pid), false),
            Asked::IsAt(pid, _) => (Some(*pid), true),
            Asked::Pid | Asked::Count | Asked::Timeout | Asked::NonProgress | Asked::First(_) => (None, false),
        };
        process.iter().for_each(|pid| self.used(pid, Used::AsProcess { label }));
        let from = process.and_then(|pid| self.read_from(&pid));
        let (question, what) = match question {
            Asked::Pid => (Question::Pid, self.known.pid().map_or(What::OwnPid, What::Known)),
            Asked::Count => (Question::Count, What::Unknown),
            Asked::Timeout => (Question::Timeout, What::Timeout),
            Asked::NonProgress => (Question::NonProgress, What::Unknown),
            Asked::Enabled(pid) => (Question::Enabled(self.process_of(&pid)), What::Unknown),
            Asked::ControlState(pid) => (Question::ControlState(self.process_of(&pid)), What::Unknown),
            Asked::IsAt(pid, label) => (Question::IsAt(self.process_of(&pid), label), What::Unknown),
            Asked::Priority(pid) => (Question::Priority(self.process_of(&pid)), What::Unknown),
            Asked::First(p) => (Question::First(p), self.known.first_pid(p).map_or(What::Unknown, What::Known)),
        };
        self.leading &= matches!(question, Question::Pid | Question::Timeout);
        self.add(Access::Ask { question, from });
        Value::of(what)
    }

    fn channel(&mut self, question: ChannelQuestion, channel: Value, waits: bool) -> Value {
        self.channel_use(&channel, Use::Ask(question), waits);
        self.leading = false;
        self.unknown()
    }

    fn poll(&mut self, channel: Value, matched: Vec<(usize, Value)>, random: bool, waits: bool) -> Value {
        self.open = Some(self.channel_use(&channel, Use::Poll { random }, waits));
        self.fields(matched.len());
        self.leading = false;
        self.unknown()
    }

    fn event(&mut self, _send: bool, channel: Value, _matched: Vec<(usize, Value)>) {
        self.used(&channel, Used::AsChannel);
        self.leading = false;
        self.add(Access::Event);
    }

    fn require(&mut self, value: Value) {
        self.found.waits.at_all = true;
        if self.leading {
            self.found.waits.timeout |= value.what == What::Timeout && self.conditions == 0;
            self.found.waits.tests.extend(value.holds());
        }
        self.conditions += 1;
    }

    fn require_else(&mut self) {
        self.found.waits.at_all = true;
        self.found.waits.others = true;
        self.add(Access::Else { inside: self.position != Position::First });
    }

    fn never(&mut self) {
        self.found.waits.at_all = true;
        self.found.waits.never = true;
    }

    fn store(&mut self, place: Reached<Value>, value: Value) {
        self.leading = false;
        let data = self.data(&place);
        let accesses = &mut self.found.pieces[self.current].accesses;
        if let (What::Plus(by), Some(Access::Read { data: read, .. })) = (value.what, accesses.last())
            && value.from == Some((self.current, accesses.len() - 1))
            && *read == data
            && data != Data::Somewhere
        {
            accesses.pop();
            self.add(Access::Count { data, by });
            return;
        }
        let from = self.read_from(&value);
        self.used(&value, Used::Stored(data.clone()));
        let value = match (&data, known(&value)) {
            (Data::Scalar { slot, .. }, Some(n)) if slot.bits <= 32 => {
                Some(extract(n as u32, 0, slot.bits, slot.signed))
            }
            _ => None,
        };
        self.add(Access::Write { data, value, from });
    }

    fn choose(&mut self, _from: Value, _to: Value) -> Value {
        self.found.other_types = true;
        self.found.waits.at_all = true;
        self.leading = false;
        self.unknown()
    }

    fn assert(&mut self, _value: Value, _message: MessageId) {
        self.fault(Fault::Assertion);
    }

    fn print(&mut self, format: Option<FormatId>, args: Vec<Value>) {
        self.leading = false;
        args.iter().for_each(|a| self.used(a, Used::Printed));
        self.add(Access::Print { only_numbers: format.is_some() });
    }

    fn open_send(&mut self, channel: Value) {
        self.leading = false;
        self.open = Some(self.channel_use(&channel, Use::Send { sorted: false }, true));
    }

    fn send(&mut self, args: Vec<Value>, sorted: bool) {
        args.iter().for_each(|a| self.used(a, Used::Sent));
        let piece = self.current;
        if let Some(Access::Channel { used, .. }) = self.open.map(|i| &mut self.found.pieces[piece].accesses[i]) {
            used.how = Use::Send { sorted };
        }
        self.fields(args.len());
    }

    fn open_receive(&mut self, channel: Value, how: Receiving) {
        self.leading = false;
        let how = Use::Receive { random: how.random, keep: how.keep };
        self.open = Some(self.channel_use(&channel, how, true));
    }

    fn receive_match(&mut self, _field: usize, _value: Value) {}

    fn receive_field(&mut self, _field: usize) -> Value {
        self.unknown()
    }

    fn close_receive(&mut self, how: Receiving) {
        self.fields(how.fields);
    }

    fn run(&mut self, proctype: ProctypeId, args: Vec<Value>) -> Value {
        self.fault(Fault::Start);
        for (parameter, value) in args.iter().enumerate() {
            self.used(value, Used::Argument { proctype, parameter });
        }
        let args = args.iter().map(|value| self.read_from(value)).collect();
        let from = self.add(Access::Start { proctype, args, kept: Used::Otherwise });
        Value { from: Some(from), ..self.unknown() }
    }

    fn drop(&mut self, value: Value) {
        self.used(&value, Used::Dropped);
    }

    fn set_priority(&mut self, process: Value, priority: Value) {
        self.leading = false;
        self.used(&process, Used::AsProcess { label: false });
        let value = known(&priority);
        if value.is_none_or(|n| !(1..=255).contains(&n)) {
            self.fault(Fault::Priority);
        }
        let process = self.process_of(&process);
        self.add(Access::SetPriority { process, value });
    }

    fn end(&mut self) {
        self.leading = false;
        self.add(Access::End);
    }

    fn d_step(&mut self, graph: &Graph) {
        self.fault(Fault::DStep);
        self.leading = true;
        self.found.d_step = true;
        let piece = |node: &GraphNode| {
            let (next, leaves, position) = match node {
                GraphNode::Step { next, position, .. } => {
                    (next.iter().map(|n| n.index()).collect(), next.is_none(), position)
                }
                GraphNode::Choice { options, position } => {
                    (options.iter().map(|n| n.index()).collect(), false, position)
                }
            };
            Piece { accesses: Vec::new(), next, leaves, is_option: *position == Position::Option }
        };
        if !graph.nodes.is_empty() {
            self.found.pieces = graph.nodes.iter().map(piece).collect();
        }
    }

    fn shared(&mut self, value: &Value) {
        self.used(value, Used::Otherwise);
        self.shared.extend(value.from);
    }

    fn node(&mut self, number: usize, position: Position) {
        self.leading &= number == 0;
        self.current = number;
        self.position = position;
    }
}

/// The value if it is always the same.
fn known(value: &Value) -> Option<i32> {
    match value.what {
        What::Known(n) => Some(n),
        What::Plus(_) | What::OwnPid | What::Timeout | What::Unknown => None,
    }
}
