//! Embedded C of a Promela model, on the machine: texts become one C program, each step a function of it.
//!
//! The globals of the model are members of `now`, the locals of a process members of `Pname->`, with C's types for them
//! (bits are bit-fields of one bit). The values that a step may touch come in an array of numbers and are put into
//! their members by C text, and back; so nothing here knows how C lays out its structs. A step is a run of the program
//! from its start (`machine::session`).
//!
//! Data of C is part of the state, as its bytes: all static objects of the user's that can be written, what
//! `c_state` adds to `now` and to processes, and nothing of the library. `c_track … "UnMatched"` and
//! `c_state … "Hidden"` say what does not tell states apart. Spin puts back only what is tracked when it backtracks:
//! what a model writes without tracking it is told as a warning.
//!
//! Text without directives needs no compiler: the functions of the library that it may call are declared here. With
//! directives it goes through the preprocessor, as C sources do.

mod leaves;

use checker::compile::embedded::{Embedded, Kind, Made, Maker, Owner, Step, StepKind, Variable};
use checker::model::foreign::{Done, Engine, Executor, Shown};
use checker::model::layout::Leaf;
use extractor::program::{Type, codes};
use extractor::{c, link, lower};
use leaves::Leaves;
use machine::code::{Program, Static, Target};
use machine::session::{Ended, Session};
use promela::finding::{Finding, Findings, Severity};
use promela::source::{Sources, Span};
use std::fmt::Write;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// For `checker::compile::Options`.
pub const MAKER: Maker = Maker(make);

const PRELUDE: &str = "void __ax_error(int, const char *);\ntypedef unsigned long size_t;\n\
int printf(const char *, ...);\nint sprintf(char *, const char *, ...);\n\
int snprintf(char *, size_t, const char *, ...);\n\
int puts(const char *);\nint putchar(int);\nvoid *memcpy(void *, const void *, size_t);\n\
void *memmove(void *, const void *, size_t);\nvoid *memset(void *, int, size_t);\n\
int memcmp(const void *, const void *, size_t);\nsize_t strlen(const char *);\n\
int strcmp(const char *, const char *);\n\
int strncmp(const char *, const char *, size_t);\nchar *strcpy(char *, const char *);\n\
char *strncpy(char *, const char *, size_t);\nchar *strcat(char *, const char *);\nint abs(int);\nint rand(void);\n\
int atoi(const char *);\nvoid *malloc(size_t);\nvoid *calloc(size_t, size_t);\nvoid free(void *);\n\
void exit(int);\nvoid abort(void);\n\
static void assert(long ok) { if (!ok) __ax_error(1, \"\"); }\n";

const HEADERS: &str = "void __ax_error(int, const char *);\n#include <assert.h>\n#include <stdio.h>\n\
    #include <stdlib.h>\n#include <string.h>\n";

const TYPES: &str = "typedef unsigned char uchar;\ntypedef unsigned short ushort;\ntypedef unsigned int uint;\n";

fn make(embedded: &Embedded, sources: &Sources, findings: &mut Findings) -> Option<Made> {
    let unit = Text { embedded, sources, out: String::new() }.unit();
    let mut own = Sources::new();
    let mut own_findings = Findings::default();
    let read = read(&unit, &mut own, &mut own_findings);
    // What comes after these is the library's.
    let files: Vec<String> = own.files().map(|(_, f)| f.name.to_string()).collect();
    let linked = read.as_ref().map(|unit| link::link(&[unit], &mut own, &mut own_findings));
    let parts = Parts::of(embedded, sources);
    // A compiler refuses these; in C sources they only matter where a run comes to them.
    for finding in own_findings.list.iter_mut().filter(|f| MEANINGLESS.contains(&f.code)) {
        if finding.span.is_some_and(|span| parts.around(&own, span).is_some()) {
            finding.severity = Severity::Error;
        }
    }
    if own_findings.has_errors() || linked.is_none() {
        tell(&parts, &own, &own_findings, findings);
        return None;
    }
    let linked = linked?;
    // One for each model that is compiled, for as long as `ax` runs.
    let program: &'static Program =
        Box::leak(Box::new(lower::lower(&linked.program, &lower::Options::of(&linked, &["model".to_string()]))));
    let mut session = Session::new(program)?;
    let library: Vec<String> = own.files().map(|(_, f)| f.name.to_string()).filter(|f| !files.contains(f)).collect();
    let is_own = |span: Span| !library.iter().any(|file| **file == *own.place(span).file);
    let data = data(embedded, program, &is_own, &session, findings)?;
    let bytes = |list: &[Range<usize>]| -> Vec<u32> {
        let mut out = Vec::new();
        for range in list {
            out.extend(session.initial(range.clone()));
            out.resize(out.len().next_multiple_of(4), 0);
        }
        words(&out)
    };
    let (global, hidden) = (bytes(&data.matched), bytes(&data.unmatched));
    let locals = data.locals.iter().map(|range| bytes(range.as_slice())).collect();
    let shown = shown(embedded, &linked.program, program, &session, &data);
    let library = data.library.clone();
    let done = session.place(data.done)?;
    let idle = session.run(&[(session.place(data.step)?.start, &u32::MAX.to_le_bytes())]);
    debug_assert!(matches!(idle, Ended::Exit));
    let rest = library.iter().map(|range| session.read(range.clone()).0).collect();
    let kinds = embedded.steps.iter().map(|s| (s.kind, s.proctype, place(sources, s.span))).collect();
    let engine = C { program, data, kinds, own, done, rest, messages: Mutex::default() };
    warn(embedded, &engine, findings);
    Some(Made { engine: Arc::new(Shared(Arc::new(engine))), global, hidden, locals, shown })
}

fn place(sources: &Sources, span: Span) -> String {
    let place = sources.place(span);
    format!("{}:{}", place.file, place.line)
}

/// Reads the program: by the front end alone if it has no directives.
fn read(unit: &Unit, own: &mut Sources, findings: &mut Findings) -> Option<c::Unit> {
    if !unit.preprocessed {
        return c::read_preprocessed("embedded C", format!("{PRELUDE}{TYPES}{}", unit.text), own, findings);
    }
    let folder = std::env::temp_dir().join(format!("ax-embedded-{}", std::process::id()));
    let file = folder.join("model.c");
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, &unit.text));
    let options = c::Options { include: vec![".".into(), unit.folder.clone().into()], ..c::Options::default() };
    let read = written.ok().and_then(|()| c::read(&file, &options, own, findings));
    let _ = std::fs::remove_dir_all(&folder);
    read
}

/// Names and members that nothing declares.
const MEANINGLESS: [&str; 4] = [codes::UNDECLARED, codes::UNKNOWN_TYPE, codes::NO_MEMBER, codes::NOT_A_FUNCTION];

/// Where the C text of the model stands: a file, its first and its last line.
struct Parts(Vec<(Span, String, u32, u32)>);

impl Parts {
    fn of(embedded: &Embedded, sources: &Sources) -> Parts {
        let parts = embedded.parts.iter().map(|p| (p.span, &p.text));
        let all = parts.chain(embedded.steps.iter().map(|s| (s.span, &s.text)));
        let placed = all.map(|(span, text)| {
            let start = sources.place(span);
            (span, start.file.to_string(), start.line, start.line + text.matches('\n').count() as u32 + 1)
        });
        Parts(placed.collect())
    }

    /// The text around a place.
    fn around(&self, own: &Sources, span: Span) -> Option<Span> {
        let at = own.place(span);
        let found =
            self.0.iter().find(|(_, file, first, last)| **file == *at.file && (*first..=*last).contains(&at.line));
        found.map(|(span, ..)| *span)
    }
}

/// What the front end said, at the place of the model that it names.
fn tell(parts: &Parts, own: &Sources, said: &Findings, findings: &mut Findings) {
    for finding in said.list.iter().filter(|f| f.severity == Severity::Error) {
        let at = finding.span.map(|span| own.place(span));
        let first = parts.0.first().map(|(span, ..)| *span);
        let span = finding.span.and_then(|span| parts.around(own, span)).or(first).unwrap_or_default();
        let line = at.map_or(String::new(), |at| format!(" ({}:{})", at.file, at.line));
        findings.push(Finding::error("C042", span, format!("embedded C: {}{line}", finding.message)));
    }
}

/// The program as text.
struct Unit {
    text: String,
    preprocessed: bool,
    /// Where files are included from.
    folder: String,
}

struct Text<'a> {
    embedded: &'a Embedded,
    sources: &'a Sources,
    out: String,
}

impl Text<'_> {
    fn unit(mut self) -> Unit {
        let e = self.embedded;
        for part in e.parts.iter().filter(|p| !p.is_code) {
            self.placed(&part.text, part.span);
        }
        self.states(&Owner::Hidden);
        for (name, fields) in &e.types {
            self.line(&format!("struct {name} {{"));
            self.members(fields);
            self.line("};");
        }
        self.line("struct State {");
        self.states(&Owner::Global);
        self.line("char __ax_end;");
        self.members(&e.globals);
        self.line("int _nr_pr; };\nstatic struct State now;");
        for (i, p) in (0..).zip(&e.proctypes).filter(|(_, p)| !p.is_claim) {
            let name: String = p.name.chars().filter(|c| *c != ':').collect();
            self.line(&format!("struct P{name} {{"));
            self.states(&Owner::Local(i));
            self.line("char __ax_end;");
            self.members(&p.variables);
            self.line(&format!("int _pid; }};\nstatic struct P{name} __ax_frame_{i};"));
            self.line(&format!("static struct P{name} *const P{name} = &__ax_frame_{i};"));
        }
        for part in e.parts.iter().filter(|p| p.is_code) {
            self.placed(&part.text, part.span);
        }
        self.tracks();
        self.steps();
        let text = self.out.replace("\\#", "#");
        let preprocessed = text.lines().any(|l| l.trim_start().starts_with('#') && !l.starts_with("# "));
        let folder = e.parts.first().map_or(String::new(), |p| self.sources.place(p.span).file.to_string());
        let folder = std::path::Path::new(&folder).parent().map_or(".".into(), |p| p.display().to_string());
        let folder = if folder.is_empty() { ".".to_string() } else { folder };
        match preprocessed {
            true => Unit { text: format!("{HEADERS}{TYPES}{text}"), preprocessed, folder },
            false => Unit { text, preprocessed, folder },
        }
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Text with its place in the model.
    fn placed(&mut self, text: &str, span: Span) {
        let place = self.sources.place(span);
        let _ = write!(self.out, "# {} \"{}\"\n{text}\n# 1 \"embedded C\"\n", place.line, place.file);
    }

    fn states(&mut self, owner: &Owner) {
        for state in self.embedded.states.iter().filter(|s| s.owner == *owner) {
            self.placed(&format!("{};", state.text), state.span);
        }
    }

    fn members(&mut self, list: &[Variable]) {
        for v in list {
            let length = v.len.map_or(String::new(), |n| format!("[{n}]"));
            let name = &v.name;
            match &v.ty {
                Kind::Channel => {}
                Kind::Struct(ty) => self.line(&format!("struct {ty} {name}{length};")),
                Kind::Integer { bits: 8, .. } => self.line(&format!("unsigned char {name}{length};")),
                Kind::Integer { bits: 16, signed: true } => self.line(&format!("short {name}{length};")),
                Kind::Integer { bits: 32, signed: true } => self.line(&format!("int {name}{length};")),
                Kind::Integer { bits, .. } if v.len.is_none() => self.line(&format!("unsigned {name} : {bits};")),
                Kind::Integer { bits: 0..=8, .. } => self.line(&format!("unsigned char {name}{length};")),
                Kind::Integer { bits: 9..=16, .. } => self.line(&format!("unsigned short {name}{length};")),
                Kind::Integer { .. } => self.line(&format!("unsigned {name}{length};")),
            }
        }
    }

    fn tracks(&mut self) {
        for (i, track) in self.embedded.tracks.iter().enumerate() {
            self.placed(&format!("const void *const __ax_track_{i} = {};", track.address), track.span);
            self.placed(&format!("const unsigned long __ax_size_{i} = {};", track.size), track.span);
        }
        let end = |record: &str, name: &str| {
            format!("const unsigned long __ax_end_{name} = __builtin_offsetof(struct {record}, __ax_end);")
        };
        self.line(&end("State", "now"));
        for (i, p) in self.embedded.proctypes.iter().enumerate().filter(|(_, p)| !p.is_claim) {
            let name: String = p.name.chars().filter(|c| *c != ':').collect();
            self.line(&end(&format!("P{name}"), &i.to_string()));
        }
        // Nobody runs this; it makes them parts of the program.
        self.line("static const void *__ax_kept;\nstatic void __ax_keep(void) {\n__ax_kept = &__ax_end_now;");
        for (i, _) in self.embedded.proctypes.iter().enumerate().filter(|(_, p)| !p.is_claim) {
            self.line(&format!("__ax_kept = &__ax_end_{i}; __ax_kept = &__ax_frame_{i};"));
        }
        for i in 0..self.embedded.tracks.len() {
            self.line(&format!("__ax_kept = &__ax_track_{i}; __ax_kept = &__ax_size_{i};"));
        }
        self.line("}");
    }

    /// Copies of numbers into members, or back.
    fn copies(&mut self, name: &str, start: usize, into: &str, list: &[Variable], back: bool) {
        self.line(&format!("static void {name}(void) {{"));
        for (i, (way, _)) in list.iter().flat_map(|v| &v.scalars).enumerate() {
            let (member, value) = (format!("{into}.{way}"), format!("__ax_values[{}]", start + i));
            self.line(&if back { format!("{value} = {member};") } else { format!("{member} = {value};") });
        }
        self.line("}");
    }

    fn steps(&mut self) {
        let e = self.embedded;
        let count = |list: &[Variable]| list.iter().map(|v| v.scalars.len()).sum::<usize>();
        let first = 2 + count(&e.globals);
        let most = e.proctypes.iter().map(|p| count(&p.variables)).max().unwrap_or(0);
        self.line(&format!("static int __ax_values[{}], __ax_step, __ax_result, __ax_done;", first + most));
        self.copies("__ax_in", 2, "now", &e.globals, false);
        self.copies("__ax_out", 2, "now", &e.globals, true);
        for (i, p) in e.proctypes.iter().enumerate().filter(|(_, p)| !p.is_claim) {
            let frame = format!("__ax_frame_{i}");
            self.copies(&format!("__ax_in_{i}"), first, &frame, &p.variables, false);
            self.copies(&format!("__ax_out_{i}"), first, &frame, &p.variables, true);
        }
        for (i, step) in e.steps.iter().enumerate() {
            self.body(i, step);
        }
        self.line("int main(void) {\nnow._nr_pr = __ax_values[1];\n__ax_in();\nswitch (__ax_step) {");
        for (i, step) in e.steps.iter().enumerate() {
            let frame = step.proctype.filter(|p| !e.proctypes[*p as usize].is_claim);
            self.line(&format!("case {i}:"));
            if let Some(p) = frame {
                self.line(&format!("__ax_frame_{p}._pid = __ax_values[0]; __ax_in_{p}();"));
            }
            self.line(&format!("__ax_result = __ax_body_{i}();"));
            if let Some(p) = frame {
                self.line(&format!("__ax_out_{p}();"));
            }
            self.line("break;");
        }
        self.line("case -2: __ax_keep(); break;\n}\n__ax_out();\n__ax_done = 1;\nreturn 0;\n}");
    }

    fn body(&mut self, number: usize, step: &Step) {
        self.line(&format!("static int __ax_body_{number}(void) {{"));
        match step.kind {
            StepKind::Code => {
                if let Some(condition) = &step.precondition {
                    let said = format!("precondition: {condition}").replace('\\', "\\\\").replace('"', "\\\"");
                    let said = said.replace('\n', " ");
                    self.placed(&format!("if (!({condition})) __ax_error(1, \"{said}\");"), step.span);
                }
                // A function of its own: `return` leaves it.
                self.line("return 1; }");
                let head = format!("static void __ax_code_{number}(void) {{");
                let at = self.out.rfind("static int __ax_body_").unwrap_or(0);
                let body = self.out.split_off(at);
                self.line(&head);
                self.placed(&step.text, step.span);
                self.line("}");
                let call = format!("__ax_code_{number}(); return 1; }}");
                self.out.push_str(&body.replace("return 1; }", &call));
            }
            StepKind::Guard => {
                self.placed(&format!("return ({}) ? 1 : 0;", step.text.trim_end().trim_end_matches(';')), step.span);
                self.line("}");
            }
            StepKind::Value => {
                self.placed(&format!("return (int)({});", step.text.trim_end().trim_end_matches(';')), step.span);
                self.line("}");
            }
            StepKind::Initial => {
                for state in &self.embedded.states {
                    let own = match state.owner {
                        Owner::Local(p) => step.proctype == Some(p),
                        Owner::Global | Owner::Hidden => step.proctype.is_none(),
                    };
                    if let (true, Some(init), Some(name)) = (own, &state.init, declared(&state.text)) {
                        let place = match state.owner {
                            Owner::Global => format!("now.{name}"),
                            Owner::Hidden => name.to_string(),
                            Owner::Local(p) => format!("__ax_frame_{p}.{name}"),
                        };
                        self.placed(&format!("{place} = {init};"), state.span);
                    }
                }
                self.line("return 1; }");
            }
        }
    }
}

/// The name that a declaration declares: its last word before any bracket.
fn declared(text: &str) -> Option<&str> {
    let end = text.find('[').unwrap_or(text.len());
    text[..end].split(|c: char| !c.is_alphanumeric() && c != '_').rfind(|w| !w.is_empty())
}

/// Where data is among the static objects of the machine.
#[derive(Debug)]
struct Data {
    matched: Vec<Range<usize>>,
    unmatched: Vec<Range<usize>>,
    /// Of each proctype, if `c_state` gives it any.
    locals: Vec<Option<Range<usize>>>,
    /// Objects of the library: nothing may stay in them.
    library: Vec<Range<usize>>,
    values: Range<usize>,
    result: Range<usize>,
    step: machine::code::StaticId,
    done: machine::code::StaticId,
}

fn data(
    embedded: &Embedded,
    program: &Program,
    is_own: &dyn Fn(Span) -> bool,
    session: &Session,
    findings: &mut Findings,
) -> Option<Data> {
    let statics = || (0..).map(machine::code::StaticId).zip(&program.statics);
    let named = |name: &str| statics().find(|(_, o)| o.name == name).map(|(id, _)| id);
    let constant = |name: &str| {
        let bytes = &program.object(named(name)?).bytes;
        Some(u64::from_le_bytes(bytes.get(..8)?.try_into().ok()?) as usize)
    };
    let mut tracked = Vec::new();
    for (i, track) in embedded.tracks.iter().enumerate() {
        let object = |name: &str| named(&format!("{name}{i}")).map(|id| program.object(id));
        let range = object("__ax_track_").zip(object("__ax_size_")).and_then(|(at, size)| {
            let number = |o: &Static| Some(u64::from_le_bytes(o.bytes.get(..8)?.try_into().ok()?) as usize);
            let [relocation] = &at.addresses[..] else { return None };
            let Target::Static(target) = relocation.target else { return None };
            let place = session.place(target)?;
            let start = place.start + number(at)?;
            let range = start..start.checked_add(number(size)?)?;
            (range.end <= place.end).then_some(range)
        });
        match range {
            Some(range) => tracked.push((range, track.matched)),
            None => findings.push(
                Finding::error("C043", track.span, "what is tracked is not a static object of C as a whole or in part")
                    .help("only data with a fixed address and size can be tracked: no heap, no data of Promela"),
            ),
        }
    }
    let hidden =
        |name: &str| embedded.states.iter().any(|s| s.owner == Owner::Hidden && declared(&s.text) == Some(name));
    let mut data = Data {
        matched: Vec::new(),
        unmatched: Vec::new(),
        locals: Vec::new(),
        library: Vec::new(),
        values: session.place(named("__ax_values")?)?,
        result: session.place(named("__ax_result")?)?,
        step: named("__ax_step")?,
        done: named("__ax_done")?,
    };
    for (id, object) in statics() {
        let Some(place) = session.place(id) else { continue };
        if !object.writable || object.thread_local || object.name.starts_with("__ax_") {
            if object.thread_local {
                findings.push(Finding::error("C044", Span::default(), "thread-local data in embedded C".to_string()));
            }
            continue;
        }
        if !is_own(object.span) {
            data.library.push(place);
            continue;
        }
        let place = match object.name.as_str() {
            "now" => place.start..place.start + constant("__ax_end_now")?,
            _ => place,
        };
        // What is not matched is taken out, byte by byte.
        let unmatched =
            |at: usize| hidden(&object.name) || tracked.iter().any(|(range, matched)| !matched && range.contains(&at));
        let mut at = place.start;
        while at < place.end {
            let kind = unmatched(at);
            let stop = (at..place.end).find(|b| unmatched(*b) != kind).unwrap_or(place.end);
            if kind {
                data.unmatched.push(at..stop)
            } else {
                data.matched.push(at..stop)
            }
            at = stop;
        }
    }
    for i in 0..embedded.proctypes.len() {
        let frame = named(&format!("__ax_frame_{i}")).and_then(|id| session.place(id));
        let has_data = embedded.states.iter().any(|s| s.owner == Owner::Local(i as u32));
        let range =
            frame.filter(|_| has_data).and_then(|f| Some(f.start..f.start + constant(&format!("__ax_end_{i}"))?));
        data.locals.push(range);
    }
    (!findings.has_errors()).then_some(data)
}

/// The integers among the data, for reports.
fn shown(
    embedded: &Embedded,
    linked: &extractor::program::Program,
    program: &Program,
    session: &Session,
    data: &Data,
) -> Shown {
    let [mut matched, mut unmatched] = [&data.matched, &data.unmatched].map(|ranges| Leaves::new(linked, ranges));
    let mut locals: Vec<Vec<Leaf>> = embedded.proctypes.iter().map(|_| Vec::new()).collect();
    for (id, object) in (0..).map(machine::code::StaticId).zip(&program.statics) {
        let known = linked.objects.iter().find(|o| o.name == object.name && o.span == object.span);
        let (Some(place), Some(known)) = (session.place(id), known) else { continue };
        let Some(frame) = object.name.strip_prefix("__ax_frame_").and_then(|i| i.parse::<usize>().ok()) else {
            for leaves in [&mut matched, &mut unmatched] {
                leaves.add(&object.name, known.ty, place.start);
            }
            continue;
        };
        let range = data.locals.get(frame).and_then(Option::as_ref);
        if let (Some(range), Type::Record(record), Some(list)) = (range, linked.ty(known.ty), locals.get_mut(frame)) {
            let mut leaves = Leaves::new(linked, std::slice::from_ref(range));
            leaves.members(linked.record(*record).members.as_deref().unwrap_or(&[]), "", place.start);
            *list = leaves.list;
        }
    }
    Shown { global: matched.list, hidden: unmatched.list, locals }
}

/// Names data that Spin would not put back.
fn warn(embedded: &Embedded, engine: &C, findings: &mut Findings) {
    let tracked = embedded.tracks.len();
    let untracked: Vec<&str> = engine
        .program
        .statics
        .iter()
        .enumerate()
        .filter(|(i, o)| {
            let id = machine::code::StaticId(*i as u32);
            let known = o.name == "now" || o.name.starts_with("__ax_") || !o.writable;
            let place = Session::new(engine.program).and_then(|s| s.place(id));
            let in_data = place.is_some_and(|p| engine.data.matched.iter().any(|m| m.start == p.start));
            !known && in_data && tracked < usize::MAX
        })
        .map(|(_, o)| o.name.as_str())
        .filter(|name| !embedded.tracks.iter().any(|t| t.address.contains(name)))
        .collect();
    if let (Some(first), Some(part)) = (untracked.first(), embedded.parts.first()) {
        findings.push(
            Finding::warning(
                "C045",
                part.span,
                format!(
                    "`{first}` is data of C that is not tracked: it is part of the \
                state"
                ),
            )
            .help(
                "Spin does not put it back when it backtracks: say `c_track`, `\"UnMatched\"` if it should not \
                    tell states apart",
            ),
        );
    }
}

/// The engine.
#[derive(Debug)]
struct C {
    program: &'static Program,
    data: Data,
    kinds: Vec<(StepKind, Option<u32>, String)>,
    own: Sources,
    done: Range<usize>,
    /// What a step that does nothing leaves in the library.
    rest: Vec<Vec<u8>>,
    messages: Mutex<Vec<String>>,
}

impl C {
    fn number(&self, message: String) -> u32 {
        let mut list = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        let known = list.iter().position(|m| *m == message);
        known.unwrap_or_else(|| {
            list.push(message);
            list.len() - 1
        }) as u32
    }

    /// The innermost place of the user's.
    fn place(&self, location: &machine::outcome::Location) -> Option<String> {
        let mut calls = vec![(location.function, location.pc)];
        calls.extend(location.calls.iter().rev());
        let user = calls.into_iter().find(|(f, _)| {
            let function = self.program.function(*f);
            !function.library && function.name != "assert"
        });
        let (function, pc) = user?;
        let span = self.program.function(function).origins.get(pc.0 as usize)?.span;
        let place = self.own.place(span);
        Some(format!("{}:{}", place.file, place.line))
    }
}

/// Shared by all executors.
#[derive(Debug)]
struct Shared(Arc<C>);

impl Engine for Shared {
    fn executor(&self) -> Box<dyn Executor> {
        Box::new(Running { engine: self.0.clone(), session: Session::new(self.0.program), printed: String::new() })
    }

    fn message(&self, number: u32) -> String {
        let list = self.0.messages.lock().unwrap_or_else(PoisonError::into_inner);
        list.get(number as usize).cloned().unwrap_or_default()
    }
}

struct Running {
    engine: Arc<C>,
    session: Option<Session<'static>>,
    printed: String,
}

impl Executor for Running {
    fn run(&mut self, step: u32, values: &mut [i32], words_of: &mut [u32]) -> Done {
        let engine = self.engine.clone();
        let data = &engine.data;
        let (kind, proctype, place) = &engine.kinds[step as usize];
        let obstacle = |what: String| Done::Obstacle(engine.number(format!("{what}, in embedded C ({place})")));
        let Some(session) = &mut self.session else { return obstacle("it has no code".into()) };
        let local = proctype.and_then(|p| data.locals[p as usize].as_ref());
        let parts = [&data.matched[..], &data.unmatched[..], local.map_or(&[][..], std::slice::from_ref)];
        let before: Vec<u8> = words_of.iter().flat_map(|w| w.to_le_bytes()).collect();
        let numbers: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        let number = step.to_le_bytes();
        let step_at = session.place(data.step).map_or(0, |r| r.start);
        let mut set: Vec<(usize, &[u8])> = vec![(data.values.start, &numbers), (step_at, &number)];
        let mut from = 0;
        for part in parts {
            for range in part {
                set.push((range.start, &before[from..from + range.len()]));
                from = (from + range.len()).next_multiple_of(4);
            }
        }
        let ended = session.run(&set);
        self.printed = String::from_utf8_lossy(&session.output()).into_owned();
        match ended {
            Ended::Exit => {}
            Ended::Fault(kind, location) => {
                let at = engine.place(&location).unwrap_or_else(|| place.clone());
                let subject = crate::exact::Subject { program: engine.program, sources: &engine.own };
                let said = crate::exact::words::fault(subject, &kind, None);
                return Done::Fault(engine.number(format!("{said}, in embedded C ({at})")));
            }
            Ended::Not(why, _) => return obstacle(why),
        }
        if session.read(engine.done.clone()).0.iter().all(|b| *b == 0) {
            return obstacle("the code ends the program".into());
        }
        for (range, rest) in data.library.iter().zip(&engine.rest) {
            if session.read(range.clone()).0 != *rest {
                return obstacle("the library keeps data of its own".into());
            }
        }
        let mut after = Vec::with_capacity(before.len());
        for part in parts {
            for range in part {
                let (bytes, is_set) = session.read(range.clone());
                if !is_set {
                    return obstacle("data that was never set is left".into());
                }
                after.extend(bytes);
                after.resize(after.len().next_multiple_of(4), 0);
            }
        }
        let left = session.read(data.values.start..data.values.start + numbers.len()).0;
        if matches!(kind, StepKind::Value | StepKind::Guard) && (left != numbers || after != before) {
            return obstacle("a c_expr changes data".into());
        }
        values.copy_from_slice(&as_numbers(&left));
        words_of.copy_from_slice(&words(&after));
        Done::Value(as_numbers(&session.read(data.result.clone()).0).first().copied().unwrap_or(0))
    }

    fn printed(&mut self) -> String {
        std::mem::take(&mut self.printed)
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    bytes.chunks(4).map(word).collect()
}

fn as_numbers(bytes: &[u8]) -> Vec<i32> {
    words(bytes).into_iter().map(|w| w as i32).collect()
}
