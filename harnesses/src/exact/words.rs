//! The words for what a search of the machine finds: a flat catalogue.
//!
//! A message says what was found and why it matters; where is said by who shows it. Obstacles say what would settle
//! them.

use super::audit::{Hole, HoleKind};
use super::{Asked, Subject};
use crate::ask::FailureKind;
use machine::code::{FunctionId, Program};
use machine::outcome::{FaultKind, Location, MemoryModel, ObjectName, Obstacle};

/// The kind of a fault, as scripts know it.
pub fn kind(fault: &FaultKind) -> FailureKind {
    match fault {
        FaultKind::Assertion { .. } | FaultKind::Abort | FaultKind::Unreachable => FailureKind::Assertion,
        FaultKind::NotInitialised { .. } | FaultKind::Unset { .. } | FaultKind::NoValue { .. } => {
            FailureKind::Uninitialised
        }
        FaultKind::Null { .. } => FailureKind::Null,
        FaultKind::Bounds { .. } | FaultKind::Index { .. } => FailureKind::Bounds,
        FaultKind::Undefined { .. }
        | FaultKind::Freed { .. }
        | FaultKind::Wild { .. }
        | FaultKind::ReadOnly { .. }
        | FaultKind::Misaligned { .. }
        | FaultKind::BadFree { .. }
        | FaultKind::BadCall { .. }
        | FaultKind::BadJump => FailureKind::Memory,
        FaultKind::Division | FaultKind::DivisionOverflow => FailureKind::Division,
        FaultKind::Overflow | FaultKind::Shift => FailureKind::Overflow,
        FaultKind::Deadlock { .. } => FailureKind::Deadlock,
        FaultKind::Leak { .. } => FailureKind::Leak,
        FaultKind::Race { .. } => FailureKind::Race,
    }
}

/// What went wrong; `called` is the library's function in which it did.
pub fn fault(subject: Subject, fault: &FaultKind, called: Option<FunctionId>) -> String {
    let said = match fault {
        FaultKind::Assertion { text } if text.is_empty() => return "assertion fails".to_string(),
        FaultKind::Assertion { text } => return format!("assertion fails: {text}"),
        FaultKind::Undefined { text } => return format!("undefined behaviour: {text}"),
        FaultKind::NotInitialised { text } => return format!("used before it was initialised: {text}"),
        FaultKind::Deadlock { .. } => return "deadlock: no thread can go on".to_string(),
        FaultKind::Abort => return "the program calls abort".to_string(),
        FaultKind::Null { write, address, .. } => {
            let beside = if *address == 0 { String::new() } else { format!(" (at offset {address})") };
            format!("{} through a null pointer{beside}", access(*write))
        }
        FaultKind::Bounds { write, size, object, offset, length } => {
            let name = named(subject, object);
            let count = bytes(*size);
            let where_it_is = match offset {
                _ if *offset < 0 => format!("{} before the start of {name}", bytes(offset.unsigned_abs())),
                _ if *offset as u64 == *length => format!("right behind the end of {name}"),
                _ if *offset as u64 > *length => {
                    format!("{} behind the end of {name}", bytes(*offset as u64 - *length))
                }
                _ => format!("at offset {offset} of {name}, over its end"),
            };
            format!("{} of {count} {where_it_is}, which has {}", access(*write), bytes(*length))
        }
        FaultKind::Index { index, length } => format!("index {index} is outside of an array of {length}"),
        FaultKind::Freed { write, object, .. } => match object {
            ObjectName::Heap { .. } => {
                format!("{} of memory that was freed: {}", access(*write), named(subject, object))
            }
            _ => format!(
                "{} of {}, which is gone: its block or function was left",
                access(*write),
                named(subject, object)
            ),
        },
        FaultKind::Wild { write, address, .. } => {
            format!("{} through a bad pointer: no object is at {address:#x}", access(*write))
        }
        FaultKind::ReadOnly { object } => format!("write to {}, which must not be written", named(subject, object)),
        FaultKind::Misaligned { address, size } => {
            format!("atomic access of {} at {address:#x}, which is not a multiple of its size", bytes(*size))
        }
        FaultKind::BadFree { freed: true, object, .. } => {
            format!("freed again: {}", object.as_ref().map_or("an object".to_string(), |o| named(subject, o)))
        }
        FaultKind::BadFree { address, object, .. } => match object {
            Some(object) => format!("freed, but malloc did not give it: {}", named(subject, object)),
            None => format!("freed, but malloc did not give it: {address:#x}"),
        },
        FaultKind::Unset { text, object } => {
            let text = text.map(|t| format!("`{}`", subject.program.text(t)));
            let object = object.as_ref().map(|o| named(subject, o));
            match (text, object) {
                (Some(text), Some(object)) if text != object => {
                    format!("{text} is read before it was set (in {object})")
                }
                (Some(what), _) | (None, Some(what)) => format!("{what} is read before it was set"),
                (None, None) => "a value is read that was never set".to_string(),
            }
        }
        FaultKind::NoValue { function } => {
            let name = &subject.program.function(*function).name;
            format!("`{name}` ended without a value, and its value is used")
        }
        FaultKind::BadCall { address: 0 } => "call through a null pointer".to_string(),
        FaultKind::BadCall { address } => format!("call of {address:#x}, where no function is"),
        FaultKind::Division => "division by zero".to_string(),
        FaultKind::DivisionOverflow => "division overflows: the least number by -1".to_string(),
        FaultKind::Overflow => "signed overflow: the result does not fit its type".to_string(),
        FaultKind::Shift => "shift by a negative amount, or by as much as the type has bits".to_string(),
        FaultKind::Unreachable => "the program comes to a place that it says is never reached".to_string(),
        FaultKind::BadJump => "longjmp to a function that has returned".to_string(),
        FaultKind::Leak { objects } => leak(subject, objects),
        FaultKind::Race { other, write, other_write, object, .. } => {
            let what = object.as_ref().map_or("one place".to_string(), |o| named(subject, o));
            let place = subject.place(other).map(|span| subject.sources.place(span));
            let there =
                place.map_or(String::new(), |p| format!(" and the {} at {}:{}", access(*other_write), p.file, p.line));
            format!("data race on {what}: nothing orders this {}{there}", access(*write))
        }
    };
    match called {
        Some(function) => format!("{said} (in {})", subject.program.function(function).name),
        None => said,
    }
}

fn access(write: bool) -> &'static str {
    if write { "write" } else { "read" }
}

fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") }
}

fn leak(subject: Subject, objects: &[ObjectName]) -> String {
    match objects {
        [object] => format!("memory leak: nothing leads any more to {}", named(subject, object)),
        _ => format!("memory leak: nothing leads any more to {} objects", objects.len()),
    }
}

/// `x`, `t of w`, `the 8 bytes of main.c:3`
pub fn named(subject: Subject, object: &ObjectName) -> String {
    match object {
        ObjectName::Named(name) => format!("`{name}`"),
        ObjectName::Local { name, function, .. } => format!("`{name}` of {}", subject.program.function(*function).name),
        ObjectName::Heap { size, allocated } => {
            let place = allocated.map(|(function, pc)| subject.sources.place(subject.span(function, pc)));
            match place {
                Some(place) => format!("the {} that were allocated at {}:{}", bytes(*size), place.file, place.line),
                None if *size == 0 => "an object on the heap".to_string(),
                None => format!("{} on the heap", bytes(*size)),
            }
        }
        ObjectName::Function(f) => format!("the function `{}`", subject.program.function(*f).name),
    }
}

/// The address of an object: `&x`, `f`, `the address of the 8 bytes …`
pub fn address(subject: Subject, object: &ObjectName) -> String {
    match object {
        ObjectName::Named(name) if name.starts_with('"') => name.clone(),
        ObjectName::Named(name) | ObjectName::Local { name, .. } => format!("&{name}"),
        ObjectName::Function(f) => subject.program.function(*f).name.clone(),
        ObjectName::Heap { .. } => format!("the address of {}", named(subject, object)),
    }
}

pub fn location(obstacle: &Obstacle) -> &Location {
    match obstacle {
        Obstacle::NoBody { location, .. }
        | Obstacle::NotModelled { location, .. }
        | Obstacle::Input { location, .. }
        | Obstacle::Arguments { location }
        | Obstacle::Unset { location }
        | Obstacle::AddressOrder { location } => location,
    }
}

/// What stands in the way of a pass, and what would settle it.
pub fn obstacle(_: Subject, obstacle: &Obstacle) -> String {
    match obstacle {
        Obstacle::NoBody { name, .. } => no_body(name),
        Obstacle::NotModelled { text, .. } => format!("not modelled: {text}"),
        Obstacle::Input { low, high, .. } => format!(
            "an input between {low} and {high}: only some of its values were tried; narrow it with an assumption, as \
             in `__VERIFIER_assume(x < 10)`"
        ),
        Obstacle::Unset { .. } => {
            "something is read before it was set, and was taken for an input as other verifiers do: \
             `--no-check uninitialised` says that this is meant"
                .to_string()
        }
        Obstacle::Arguments { .. } => {
            "the program may have more arguments than were tried, or longer ones: give those that matter, as in \
             `ax verify FILE.c -- 3 0`"
                .to_string()
        }
        Obstacle::AddressOrder { .. } => {
            "it depends on the order of addresses of different objects, and one order was tried".to_string()
        }
    }
}

/// What the library leaves out of a function: a pass rests on that.
pub fn left_out(function: &str, asked: &Asked) -> Option<&'static str> {
    match function {
        "pthread_create" | "thrd_create" => Some("never fails: a thread can always be started"),
        "malloc" | "calloc" | "realloc" | "aligned_alloc" | "posix_memalign" | "strdup" | "strndup" => {
            Some("never fails for want of memory")
        }
        "pthread_cond_wait" | "pthread_cond_timedwait" | "pthread_cond_clockwait" | "cnd_wait" | "cnd_timedwait"
            if !asked.spurious =>
        {
            Some("does not wake up without a signal")
        }
        "signal" => Some("no signal comes from outside of the program"),
        "pause" => Some("no signal comes from outside of the program, so it waits for ever"),
        "sem_open" => Some("no named semaphore is there when the program begins"),
        _ if asked.memory_model == MemoryModel::Tso && FENCES.contains(&function) => {
            Some("is taken for a fence: no store waits when it returns")
        }
        _ => None,
    }
}

/// Functions of the library that are one atomic section here, and that x86's do without a locked instruction, at least
/// on some paths.
const FENCES: [&str; 27] = [
    "pthread_spin_unlock",
    "pthread_spin_init",
    "pthread_once",
    "call_once",
    "pthread_getspecific",
    "pthread_setspecific",
    "tss_get",
    "tss_set",
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "cnd_signal",
    "cnd_broadcast",
    "pthread_cond_init",
    "cnd_init",
    "pthread_mutex_init",
    "mtx_init",
    "pthread_rwlock_init",
    "pthread_barrier_init",
    "pthread_tryjoin_np",
    "sem_init",
    "sem_getvalue",
    "clock_gettime",
    "clock",
    "time",
    "gettimeofday",
    "timespec_get",
    "pthread_testcancel",
];

fn no_body(name: &str) -> String {
    format!(
        "`{name}` has no body: what it does is not known; give the source that defines it, or write one: \
         `… {name}(…) {{ return __VERIFIER_nondet_int(); }}`"
    )
}

/// What the audit found and no obstacle told.
pub fn hole(program: &Program, hole: &Hole) -> String {
    let function = program.functions.get(hole.function.0 as usize).map_or("", |f| f.name.as_str());
    match hole.kind {
        HoleKind::Trap => format!("something in `{function}` has no meaning here"),
        HoleKind::NotStarted => "no run of the program was searched".to_string(),
    }
}
