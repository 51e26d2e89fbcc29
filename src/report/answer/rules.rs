//! The kinds of errors, with the words that explain them to who has not read the guide.

pub struct Rule {
    pub id: String,
    pub name: &'static str,
    pub short: &'static str,
    pub full: &'static str,
    /// SARIF's `error`, `warning` or `note`.
    pub level: &'static str,
}

/// The rule for a kind of error, or for what is said about a verdict.
pub fn rule(id: &str) -> Rule {
    let (name, short, full, level) = match id {
        "assertion" => (
            "AssertionFails",
            "An assertion fails",
            "There is a run in which the condition of an assertion is false.",
            "error",
        ),
        "deadlock" => (
            "Deadlock",
            "No thread can go on",
            "There is a run after which every thread waits for another one, or for something that never comes.",
            "error",
        ),
        "termination" => (
            "RunsForever",
            "The program may run for ever",
            "There is an endless run in which each thread gets its turn.",
            "error",
        ),
        "bounds" => (
            "IndexOutOfRange",
            "An index is out of range",
            "There is a run that uses an element that the array does not have.",
            "error",
        ),
        "null" => (
            "NullPointer",
            "A null pointer is followed",
            "There is a run that uses the object of a null pointer.",
            "error",
        ),
        "memory" => (
            "BadAccess",
            "Memory is used that is not there",
            "There is a run that uses memory that was freed or never was there, frees what cannot be freed, or does \
             what C or POSIX leaves undefined.",
            "error",
        ),
        "uninitialised" => (
            "NotSet",
            "A value is read before it was set",
            "There is a run that reads an object, or a part of one, that was never given a value.",
            "error",
        ),
        "division" => (
            "DivisionByZero",
            "A division has no result",
            "There is a run that divides by zero, or the least number by -1.",
            "error",
        ),
        "overflow" => (
            "SignedOverflow",
            "A result does not fit its type",
            "There is a run in which the result of signed arithmetic does not fit, or a shift goes too far.",
            "error",
        ),
        "leak" => (
            "Leak",
            "Memory is lost",
            "There is a run after which nothing leads to memory that was allocated and not freed.",
            "error",
        ),
        "race" => (
            "DataRace",
            "Two accesses are not ordered",
            "There is a run in which two threads use the same bytes, one of them writes, not both are atomic, and \
             nothing orders them.",
            "error",
        ),
        "runtime" => (
            "RuntimeError",
            "An operation has no result",
            "There is a run that comes to an operation without a result, for instance a division by zero.",
            "error",
        ),
        "end-state" => (
            "InvalidEndState",
            "A process stops where it must not",
            "There is a run after which a process waits at a statement where it may not stay.",
            "error",
        ),
        "acceptance-cycle" => (
            "RequirementViolated",
            "An endless run violates a requirement",
            "There is an endless run that violates a formula about what happens in time.",
            "error",
        ),
        "progress-cycle" => (
            "NoProgress",
            "An endless run makes no progress",
            "There is an endless run that passes no progress label from some point on.",
            "error",
        ),
        "claim" => (
            "RequirementViolated",
            "A run violates a requirement",
            "There is a run that does what a claim forbids.",
            "error",
        ),
        "obstacle" => (
            "NotInTheModel",
            "A statement is not in the model",
            "What this statement does is not in the model, so a property that no run violates is not known to hold.",
            "warning",
        ),
        "restriction" => (
            "RestsOn",
            "A pass rests on this",
            "The property holds under this assumption: runs that break it were not looked at.",
            "note",
        ),
        _ => ("Violation", "A property is violated", "There is a run that violates a property.", "error"),
    };
    Rule { id: id.to_string(), name, short, full, level }
}
