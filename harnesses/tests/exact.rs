//! From outcomes of the machine to answers: hand-made outcomes, and what is said of them.

use harnesses::ask::{Failure, FailureKind, Verdict};
use harnesses::exact::{Asked, Settled, Subject, audit, settle};
use harnesses::harness::PropertyKind;
use machine::code::{Function, FunctionId, Instruction, Origin, Pc, Program, Reg, Register, TextId, Trap};
use machine::outcome::{
    Event, EventKind, FaultKind, Found, Limit, Location, MemoryModel, ObjectName, Obstacle, Outcome, Statistics, Step,
    Waiting,
};
use machine::types::Type;
use promela::source::{FileId, Sources, Span};

const TEXT: &str = "\
int x;
void *w(void *a) { x = 1; return a; }
int main(void) {
  pthread_mutex_lock(&m);
  int t = x;
  assert(t == 1);
}
";

const ENTRY: FunctionId = FunctionId(0);
const MAIN: FunctionId = FunctionId(1);
const W: FunctionId = FunctionId(2);
const LOCK: FunctionId = FunctionId(3);

struct Fixture {
    program: Program,
    sources: Sources,
}

impl Fixture {
    fn new() -> Fixture {
        let mut sources = Sources::new();
        let user = sources.add("m.c", TEXT.to_string());
        let library = sources.add("pthread_mutex.c", "int pthread_mutex_lock() { }\n".to_string());
        let at = |text: &str| {
            let start = TEXT.find(text).expect("it is in the text");
            Span::new(user, start, start + text.len())
        };
        let load = Instruction::Load { to: Reg(0), address: Reg(1), ty: Type::I32, atomic: false };
        let compare = Instruction::Branch { condition: Reg(0), then: Pc(0), otherwise: Pc(0) };
        let call = |function| Instruction::Call { function, arguments: Vec::new(), result: None };
        let function = |name: &str, library: bool, code: Vec<(Instruction, Span, Option<TextId>)>| Function {
            name: name.to_string(),
            library,
            registers: vec![
                Register { ty: Type::I32, name: Some("t".to_string()) },
                Register { ty: Type::U64, name: None },
            ],
            origins: code.iter().map(|(_, span, text)| Origin { span: *span, text: *text }).collect(),
            code: code.into_iter().map(|(i, _, _)| i).collect(),
            span: if library { Span::new(FileId(1), 0, 3) } else { at("int main") },
            ..Function::default()
        };
        let nowhere = Span::default();
        let inside = Span::new(library, 0, 5);
        let store = Instruction::Store { address: Reg(1), value: Reg(0), ty: Type::I32, atomic: false };
        let program = Program {
            functions: vec![
                function("entry", false, vec![(call(MAIN), nowhere, None)]),
                function(
                    "main",
                    false,
                    vec![
                        (call(LOCK), at("pthread_mutex_lock(&m)"), None),
                        (load, at("int t = x"), Some(TextId(0))),
                        (compare, at("assert(t == 1)"), None),
                        (Instruction::Trap { kind: Trap::NoBody, text: TextId(1) }, at("assert(t == 1)"), None),
                    ],
                ),
                function("w", false, vec![(store, at("x = 1"), Some(TextId(0)))]),
                function("pthread_mutex_lock", true, vec![(Instruction::Return { value: None }, inside, None)]),
            ],
            texts: vec!["x".to_string(), "beyond".to_string()],
            entry: Some(ENTRY),
            ..Program::default()
        };
        Fixture { program, sources }
    }

    fn settled(&self, outcome: &Outcome) -> Settled {
        self.settled_but(outcome, None)
    }

    fn settled_but(&self, outcome: &Outcome, not: Option<FailureKind>) -> Settled {
        let wants = |kind: FailureKind| Some(kind) != not;
        let asked = Asked {
            name: "safety".to_string(),
            kind: PropertyKind::Safety,
            expect: None,
            wants: &wants,
            checked: vec!["assertion".to_string()],
            spurious: false,
            memory_model: MemoryModel::Sc,
        };
        settle(Subject { program: &self.program, sources: &self.sources }, outcome, &asked)
    }

    fn failure(&self, found: Found) -> Failure {
        let outcome = Outcome { errors: vec![found], ..Outcome::default() };
        match self.settled(&outcome).property.verdict {
            Verdict::Fail(failure) => failure,
            _ => panic!("it is a failure"),
        }
    }

    fn line(&self, span: Option<Span>) -> u32 {
        self.sources.place(span.expect("a place")).line
    }
}

fn inside(function: FunctionId, pc: u32, calls: &[(FunctionId, u32)]) -> Location {
    Location { function, pc: Pc(pc), calls: calls.iter().map(|(f, at)| (*f, Pc(*at))).collect() }
}

fn in_main(pc: u32) -> Location {
    inside(MAIN, pc, &[(ENTRY, 0)])
}

fn in_lock() -> Location {
    inside(LOCK, 0, &[(ENTRY, 0), (MAIN, 0)])
}

fn found(fault: FaultKind, location: Location, run: Vec<Step>) -> Found {
    Found { fault, thread: 0, location, run, operands: Vec::new(), real: true }
}

fn step(thread: u32, events: Vec<(Location, EventKind)>) -> Step {
    Step { thread, events: events.into_iter().map(|(location, kind)| Event { location, kind }).collect() }
}

fn named(name: &str) -> ObjectName {
    ObjectName::Named(name.to_string())
}

#[test]
fn a_pass_needs_all_of_it() {
    let f = Fixture::new();
    let reached = |trap| vec![vec![true], vec![true, true, true, trap], vec![true], vec![true]];
    let outcome = Outcome { reached: reached(false), ..Outcome::default() };
    let settled = f.settled(&outcome);
    assert!(matches!(settled.property.verdict, Verdict::Pass));
    assert!(settled.unreached.is_empty(), "the rest of the line was reached");
    let limited = Outcome { limit: Some(Limit::Calls), ..outcome.clone() };
    assert!(matches!(f.settled(&limited).property.verdict, Verdict::Stopped(Limit::Calls)));
    // A search that did nothing found no error.
    let nothing = f.settled(&Outcome::default()).property.verdict;
    assert!(matches!(nothing, Verdict::Unsure(list) if list[0].what.contains("no run")));
    // The planted hole: a function without a body is reached, and the machine did not say so.
    let holed = Outcome { reached: reached(true), ..outcome.clone() };
    assert_eq!(audit::audit(&f.program, &holed).len(), 1);
    let Verdict::Unsure(list) = f.settled(&holed).property.verdict else { panic!("a hole is no pass") };
    assert_eq!((list.len(), f.line(list[0].span)), (1, 6));
    // Said by the machine, it is told once, with what to do.
    let obstacle = Obstacle::NoBody { name: "beyond".to_string(), location: in_main(3) };
    let told = Outcome { obstacles: vec![obstacle], ..holed };
    let Verdict::Unsure(list) = f.settled(&told).property.verdict else { panic!("an obstacle is no pass") };
    assert_eq!(list.len(), 1);
    assert!(list[0].what.contains("`beyond` has no body") && list[0].what.contains("give the source"));
}

/// Of each kind of instruction without a meaning one is planted: it is a hole where a run came to it and no obstacle
/// names it, whatever else was told.
#[test]
fn every_kind_of_hole_is_found() {
    let mut f = Fixture::new();
    f.program.texts.push("another".to_string());
    let reached = |trap| vec![vec![true], vec![true, true, true, trap], vec![true], vec![true]];
    let outcome = |trap| Outcome { reached: reached(trap), ..Outcome::default() };
    let told = |text: &str| {
        let (text, location) = (text.to_string(), in_main(3));
        Outcome { obstacles: vec![Obstacle::NotModelled { text, location }], ..outcome(true) }
    };
    for (kind, is_hole) in [
        (Trap::NotModelled, true),
        (Trap::NoBody, true),
        (Trap::Unreachable, false),
        (Trap::Abort, false),
        (Trap::Error, false),
    ] {
        f.program.functions[MAIN.0 as usize].code[3] = Instruction::Trap { kind, text: TextId(1) };
        assert_eq!(audit::audit(&f.program, &outcome(true)).len(), usize::from(is_hole), "{kind:?}");
        assert!(audit::audit(&f.program, &outcome(false)).is_empty(), "{kind:?}: no run comes there");
        assert!(audit::audit(&f.program, &told("beyond")).is_empty(), "{kind:?}: it is told");
        assert_eq!(audit::audit(&f.program, &told("another")).len(), usize::from(is_hole), "{kind:?}");
    }
    // Two holes at two places are two.
    let hole = Instruction::Trap { kind: Trap::NotModelled, text: TextId(2) };
    f.program.functions[W.0 as usize].code[0] = hole.clone();
    f.program.functions[MAIN.0 as usize].code[3] = hole;
    assert_eq!(audit::audit(&f.program, &outcome(true)).len(), 2);
    // The start is a hole, too, if nothing was run, or the program has none.
    assert_eq!(audit::audit(&f.program, &Outcome::default())[0].kind, audit::HoleKind::NotStarted);
    f.program.entry = None;
    assert_eq!(audit::audit(&f.program, &outcome(false))[0].kind, audit::HoleKind::NotStarted);
}

#[test]
fn statements_that_no_run_comes_to() {
    let f = Fixture::new();
    let reached = vec![vec![true], vec![true, true, true, false], vec![false], vec![true]];
    let settled = f.settled(&Outcome { reached, ..Outcome::default() });
    assert_eq!(settled.unreached.iter().map(|s| f.line(Some(*s))).collect::<Vec<_>>(), [2]);
}

#[test]
fn a_run_in_terms_of_c() {
    let f = Fixture::new();
    let x = |before, bits| EventKind::Write {
        address: 0x10000,
        before: Some(before),
        bits,
        bytes: 4,
        atomic: false,
        object: Some(named("x")),
        offset: 0,
    };
    let reads =
        EventKind::Read { address: 0x10000, bits: 0, bytes: 4, atomic: false, object: Some(named("x")), offset: 0 };
    let run = vec![
        step(0, vec![(in_main(0), EventKind::Calls { function: LOCK })]),
        step(0, vec![(in_lock(), EventKind::Takes { lock: 0x10010, object: Some(named("m")), offset: 0 })]),
        step(0, vec![(in_lock(), EventKind::Starts { thread: 1, function: Some(W) })]),
        step(
            0,
            vec![
                (in_main(1), reads),
                (in_main(1), EventKind::Set { register: 0, before: None, bits: u128::from(u32::MAX) }),
            ],
        ),
        step(1, vec![(inside(W, 0, &[(LOCK, 0)]), x(0, 1))]),
        step(0, vec![(in_main(2), EventKind::Fault)]),
    ];
    let failure = f.failure(found(FaultKind::Assertion { text: "t == 1".to_string() }, in_main(2), run));
    assert_eq!(failure.message, "assertion fails: t == 1");
    assert_eq!((failure.kind, f.line(failure.at)), (FailureKind::Assertion, 6));
    let told: Vec<String> = failure
        .story
        .steps
        .iter()
        .map(|s| format!("{} {} {}", s.thread.name(), f.line(Some(s.span)), s.changes.join(", ")))
        .collect();
    // The call that waited is told once, where it took the lock.
    assert_eq!(
        told,
        [
            "main 4 m is held by main",
            "main 4 w 1 starts",
            "main 5 reads x, which is 0, t = -1",
            "w 1 2 x = 1 (was 0)",
            "main 6 ",
        ]
    );
}

#[test]
fn a_deadlock_says_who_waits() {
    let f = Fixture::new();
    let run = vec![step(0, vec![(in_lock(), EventKind::Takes { lock: 0x10010, object: Some(named("m")), offset: 0 })])];
    let waiting =
        Waiting { thread: 0, location: in_lock(), argument: 0x10010, object: Some(named("m")), offset: 0, ended: None };
    let fault = FaultKind::Deadlock { waiting: vec![waiting] };
    let failure = f.failure(found(fault, in_lock(), run));
    assert_eq!((failure.kind, failure.at), (FailureKind::Deadlock, None));
    let [standing] = &failure.story.standing[..] else { panic!("one thread stands") };
    assert_eq!(standing.waits_for.as_deref(), Some("for a mutex, m, which main has, and holds m"));
    assert_eq!(f.line(standing.at), 4);
}

#[test]
fn words_of_faults() {
    let f = Fixture::new();
    let heap = ObjectName::Heap { size: 8, allocated: Some((MAIN, Pc(0))) };
    let message = |fault: FaultKind| f.failure(found(fault, in_main(1), Vec::new())).message;
    assert_eq!(message(FaultKind::Null { write: true, size: 4, address: 0 }), "write through a null pointer");
    let bounds = |offset| FaultKind::Bounds { write: false, size: 4, object: named("a"), offset, length: 12 };
    assert_eq!(message(bounds(12)), "read of 4 bytes right behind the end of `a`, which has 12 bytes");
    assert_eq!(message(bounds(-4)), "read of 4 bytes 4 bytes before the start of `a`, which has 12 bytes");
    let freed = FaultKind::Freed { write: false, size: 4, object: heap.clone() };
    assert_eq!(message(freed), "read of memory that was freed: the 8 bytes that were allocated at m.c:4");
    let twice = FaultKind::BadFree { address: 1, object: Some(heap), freed: true };
    assert_eq!(message(twice), "freed again: the 8 bytes that were allocated at m.c:4");
    assert_eq!(message(FaultKind::Unset { text: Some(TextId(0)), object: None }), "`x` is read before it was set");
    assert_eq!(message(FaultKind::Division), "division by zero");
    // Inside of the library the user's call is meant.
    let inside = f.failure(found(FaultKind::Null { write: false, size: 1, address: 0 }, in_lock(), Vec::new()));
    assert_eq!(inside.message, "read through a null pointer (in pthread_mutex_lock)");
    assert_eq!(f.line(inside.at), 4);
}

#[test]
fn what_nobody_asked_for_is_no_failure_and_no_pass() {
    let f = Fixture::new();
    let error = found(FaultKind::Division, in_main(1), Vec::new());
    let outcome = Outcome { errors: vec![error], ..Outcome::default() };
    let verdict = f.settled_but(&outcome, Some(FailureKind::Division)).property.verdict;
    assert!(matches!(verdict, Verdict::Unsure(list) if list[0].what.contains("nobody asked")));
}

#[test]
fn what_is_not_real_is_only_possible() {
    let f = Fixture::new();
    let error = Found { real: false, ..found(FaultKind::Division, in_main(1), Vec::new()) };
    let outcome = Outcome { errors: vec![error.clone()], ..Outcome::default() };
    assert!(matches!(f.settled(&outcome).property.verdict, Verdict::Possible(..)));
    // A real one goes before it.
    let real = found(FaultKind::Overflow, in_main(1), Vec::new());
    let both = Outcome { errors: vec![error, real], statistics: Statistics::default(), ..Outcome::default() };
    let verdict = f.settled(&both).property.verdict;
    assert!(matches!(verdict, Verdict::Fail(failure) if failure.kind == FailureKind::Overflow));
}
