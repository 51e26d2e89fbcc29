//! What the runs of a program come to.

use std::collections::BTreeSet;
use std::fmt;

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    Assertion,
    Deadlock,
    Bounds,
    Null,
    Memory,
    Uninitialised,
    Division,
}

impl Kind {
    pub const ALL: [Kind; 7] =
        [Kind::Assertion, Kind::Deadlock, Kind::Bounds, Kind::Null, Kind::Memory, Kind::Uninitialised, Kind::Division];

    /// As the explorer and `ax verify --format json` spell it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Assertion => "assertion",
            Kind::Deadlock => "deadlock",
            Kind::Bounds => "bounds",
            Kind::Null => "null",
            Kind::Memory => "memory",
            Kind::Uninitialised => "uninitialised",
            Kind::Division => "division",
        }
    }

    pub fn parse(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The word in the first line of a program with a known verdict.
    pub fn expectation(self) -> &'static str {
        match self {
            Kind::Assertion => "assert",
            Kind::Uninitialised | Kind::Division => "not safe",
            Kind::Deadlock | Kind::Bounds | Kind::Null | Kind::Memory => self.name(),
        }
    }

    /// Whether a report of the other kind is a report of this one: which of the kinds of memory errors an access is
    /// is not always settled, and after a read of what was never set anything may happen.
    pub fn is_told_by(self, other: Kind) -> bool {
        let memory = |kind| matches!(kind, Kind::Bounds | Kind::Null | Kind::Memory);
        match self {
            Kind::Uninitialised => true,
            Kind::Memory => memory(other),
            Kind::Bounds | Kind::Null => other == self || other == Kind::Memory,
            Kind::Assertion | Kind::Deadlock | Kind::Division => other == self,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One turn of a thread: its number, and where in the code its operation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    pub thread: u32,
    pub address: u64,
}

/// An error that some run ends with.
#[derive(Clone, Debug)]
pub struct Failure {
    pub kind: Kind,
    /// Of an assertion.
    pub line: u64,
    pub schedule: Vec<Turn>,
}

/// Everything that the runs of a program can come to.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    pub failures: Vec<Failure>,
    /// What was observed at the end of runs without an error.
    pub values: BTreeSet<Vec<i64>>,
    pub states: u64,
    pub transitions: u64,
}

impl Truth {
    pub fn kinds(&self) -> BTreeSet<Kind> {
        self.failures.iter().map(|failure| failure.kind).collect()
    }

    /// The failures, each kind (and line) once: the same for two programs that go wrong in the same ways.
    pub fn signature(&self) -> BTreeSet<(Kind, u64)> {
        self.failures.iter().map(|failure| (failure.kind, failure.line)).collect()
    }
}
