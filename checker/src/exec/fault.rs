//! What went wrong in a step, as data. The text is made where it is reported.

use crate::model::{MessageId, Model, ProctypeId};

/// One thing that went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// `assert` of something false.
    Assertion(MessageId),
    /// An index that is not below the length.
    Index {
        index: i64,
        len: u64,
    },
    DivisionByZero,
    /// An access that is not inside of one object.
    Address {
        address: u64,
        bytes: u32,
        writes: bool,
    },
    /// A write to an object that must not be written.
    ConstantObject {
        address: u64,
    },
    /// An operation on a number that is no channel.
    NoChannel {
        operation: ChannelOperation,
        number: i32,
    },
    /// A send with more or fewer values than messages have: the type of the channel.
    SendFields {
        channel_type: u32,
        given: u32,
    },
    /// A receive that asks for more fields than messages have.
    ReceiveTooMany {
        channel_type: u32,
    },
    /// A receive that does not name all fields.
    ReceiveMissing {
        channel_type: u32,
        given: u32,
    },
    /// `q?[…]` or `q?<…>` on a rendezvous channel.
    PollOfRendezvous,
    RendezvousInDStep,
    /// A statement of a `d_step` after the first one has to wait.
    BlocksInDStep {
        line: u32,
    },
    EndlessDStep,
    /// `p[pid]:x` of a process of another proctype.
    Remote {
        wanted: ProctypeId,
        process: i32,
        found: ProctypeId,
    },
    /// `enabled` of the process that asks.
    EnabledOfSelf,
    /// `enabled` that asks for `enabled`, and so on.
    EnabledOfEnabled,
    Priority {
        priority: i32,
    },
    TooManyProcesses,
    /// Two options of a `D_proctype` are possible.
    NotDeterministic,
    /// A trace that has two transitions for an event.
    TraceAmbiguous,
    /// An event that the trace does not allow.
    TraceRefuses,
    /// All events of a `notrace` have happened.
    NotraceComplete,
    /// An error of a step given from outside: what its engine calls by this number.
    Foreign(u32),
    /// A step given from outside that cannot be followed.
    ForeignObstacle(u32),
}

/// What was to be done with a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChannelOperation {
    Length,
    State,
    Send,
    Receive,
    Contents,
}

impl ChannelOperation {
    fn text(self) -> &'static str {
        match self {
            ChannelOperation::Length => "length of",
            ChannelOperation::State => "state of",
            ChannelOperation::Send => "send to",
            ChannelOperation::Receive => "receive from",
            ChannelOperation::Contents => "contents of",
        }
    }
}

impl FaultKind {
    /// What is told to the user.
    pub fn message(self, model: &Model) -> String {
        let channel = |ty: u32| {
            let ty = &model.channel_types[ty as usize];
            (&ty.name, ty.fields.len() as u32)
        };
        match self {
            FaultKind::Assertion(message) => format!("assertion violated: {}", model.messages[message.index()]),
            FaultKind::Index { index, len } => format!("index {index} is outside of an array of {len}"),
            FaultKind::DivisionByZero => "division by zero".to_string(),
            FaultKind::Address { address, bytes, writes } => {
                let what = if writes { "write" } else { "read" };
                format!("{what} of {bytes} bytes at address {address:#x}, which is not inside of an object")
            }
            FaultKind::ConstantObject { address } => format!("write at address {address:#x}, which is constant"),
            FaultKind::NoChannel { operation, number: 0 } => {
                format!("{} a channel that is not initialised", operation.text())
            }
            FaultKind::NoChannel { operation, number } => {
                format!("{} channel {number}, which does not exist (any more)", operation.text())
            }
            FaultKind::SendFields { channel_type, given } => {
                let (name, fields) = channel(channel_type);
                let few = if given > fields { "too many" } else { "too few" };
                format!("{few} parameters in send: `{name}` has messages of {fields}, {given} are given")
            }
            FaultKind::ReceiveTooMany { channel_type } => {
                let (name, fields) = channel(channel_type);
                format!("too many fields in receive: `{name}` has messages of {fields}")
            }
            FaultKind::ReceiveMissing { channel_type, given } => {
                let (name, fields) = channel(channel_type);
                format!("missing fields in receive: `{name}` has messages of {fields}, {given} are given")
            }
            FaultKind::PollOfRendezvous => "a rendezvous channel cannot be polled".to_string(),
            FaultKind::RendezvousInDStep => "a rendezvous inside of a d_step".to_string(),
            FaultKind::BlocksInDStep { line } => {
                format!("a statement blocks inside of the d_step at line {line}")
            }
            FaultKind::EndlessDStep => "a d_step that does not end".to_string(),
            FaultKind::Remote { wanted, process, found } => {
                let (wanted, found) = (&model.proctype(wanted).name, &model.proctype(found).name);
                format!("a remote reference to a `{wanted}`, but process {process} is a `{found}`")
            }
            FaultKind::EnabledOfSelf => "`enabled` of the process that asks".to_string(),
            FaultKind::EnabledOfEnabled => "`enabled` depends on itself".to_string(),
            FaultKind::Priority { priority } => format!("a priority of {priority} is not between 1 and 255"),
            FaultKind::TooManyProcesses => {
                "too many processes or channels: there can be 255 of each at a time".to_string()
            }
            FaultKind::NotDeterministic => "two options of a D_proctype are possible".to_string(),
            FaultKind::TraceAmbiguous => "the trace has two ways to go on with this event".to_string(),
            FaultKind::TraceRefuses => "an event that the trace does not allow here".to_string(),
            FaultKind::Foreign(number) | FaultKind::ForeignObstacle(number) => {
                model.foreign.as_ref().map_or_else(String::new, |f| f.engine.message(number))
            }
            FaultKind::NotraceComplete => "all events of the notrace have happened".to_string(),
        }
    }
}
