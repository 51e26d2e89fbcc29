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
