//! A model closed by a harness: functions that run as processes, channels between them, and what stands for the world.

use crate::assembly::{self, Assembly};
use crate::closed::{Closed, Closing, Frame, FrameId, Process, StatementOrigin};
use abstraction_tables::tables::Tables;
use extractor::abstraction::{Form, Options, Role};
use extractor::extract::{self, Prepared, Root};
use extractor::program::FunctionId;
use promela::ast::{Active, Expr, ExprKind, OriginId, Proctype, Stmt, StmtKind, Unit};
use promela::build;
use promela::document::{self, Document};
use promela::finding::{Finding, Findings, Severity};
use promela::fragment;
use promela::source::{FileId, Sources, Span};
use promela::visit::each_stmt_mut;

/// A function that runs as a process, with its tables.
pub struct ProcessSpec<'t> {
    pub function: FunctionId,
    pub tables: &'t Tables,
    pub runs: Runs,
}

/// How many run, and with which arguments.
pub enum Runs {
    /// So many, with any arguments.
    Any(u32),
    /// One for each list of arguments.
    With(Vec<Vec<i64>>),
}

/// What is around the processes.
#[derive(Default)]
pub struct World {
    /// Promela text that comes before them.
    pub before: String,
    /// Where the harness has it.
    pub at: Option<Span>,
    /// Processes that stand for the world.
    pub environments: Vec<Surrounding>,
}

/// A process that stands for a part of the world, as text.
pub struct Surrounding {
    pub text: String,
    /// Where the harness asks for it.
    pub at: Option<Span>,
    /// What runs tell of its lines: a file of the same number of lines, in which a comment stands for the line that has
    /// it.
    pub told: FileId,
}

/// The text that runs tell of an environment.
pub fn told(text: &str) -> String {
    let comment = |line: &str| line.split_once("/*")?.1.split_once("*/").map(|(said, _)| said.trim().to_string());
    let lines: Vec<String> = text.lines().map(|line| comment(line).unwrap_or(line.trim().to_string())).collect();
    lines.join("\n")
}

pub fn close(prepared: &Prepared, sources: &Sources, parts: &[ProcessSpec], world: &World, options: Options) -> Closed {
    let roots: Vec<Root> = parts
        .iter()
        .map(|part| {
            let form = if matches!(part.runs, Runs::Any(_)) { Form::Active } else { Form::Passive };
            let options = Options { form, role: Role::Process, ..options };
            Root { function: part.function, tables: part.tables, prelude: &world.before, options }
        })
        .collect();
    let mut problems = Findings::default();
    let before = read("", &world.before, world.at, &mut problems);
    let own = declared(&before);
    let mut assembly = Assembly::new(document::Part::Text { text: world.before.clone(), units: before });
    let mut started = Vec::new();
    let mut counts = Vec::new();
    for (index, (part, extraction)) in
        parts.iter().zip(extract::extract_together(prepared, sources, &roots)).enumerate()
    {
        match &part.runs {
            Runs::Any(n) => counts.push((extraction.model.proctype.clone(), *n)),
            Runs::With(lists) => {
                let name = &extraction.model.proctype;
                started.extend(lists.iter().map(|list| Start { process: index, run: run(name, list) }));
            }
        }
        assembly.add(extraction, &prepared.program.function(part.function).name, Some(Vec::new()));
    }
    let mut closed = assembly.finish(Closing::Harness);
    closed.apart = assembly::apart(&prepared.program);
    for (name, count) in counts.into_iter().filter(|(_, count)| *count != 1) {
        if let Some(process) = closed.document.process_mut(&name) {
            process.active = Some(Active::Count(build::number(count as i32)));
        }
    }
    closed.problems.list.append(&mut problems.list);
    for surrounding in &world.environments {
        surround(&mut closed, surrounding, sources);
    }
    closed.names.add_own(&own);
    if !started.is_empty() {
        closed.document.parts.push(init(&started));
    }
    number(&closed.document, &mut closed.processes, &started);
    for process in &closed.processes {
        closed.names.number(process.pids.as_deref().unwrap_or(&[]));
    }
    closed.locks = assembly::named(&prepared.program, assembly::LOCKS);
    closed.conditions = assembly::named(&prepared.program, assembly::CONDITIONS);
    closed
}

/// A process that `init` starts.
struct Start {
    process: usize,
    run: Expr,
}

fn run(proctype: &str, arguments: &[i64]) -> Expr {
    let args = arguments.iter().map(|n| build::number(*n as i32)).collect();
    build::expr(ExprKind::Run { proctype: build::ident(proctype), args, priority: None })
}

/// The process that starts the others.
fn init(started: &[Start]) -> document::Part {
    let texts: Vec<String> = started.iter().map(|start| promela::print_expr(&start.run)).collect();
    let runs = started.iter().map(|start| build::condition(start.run.clone())).collect();
    let body = build::sequence(vec![Stmt::made(StmtKind::Atomic(build::sequence(runs)))]);
    let unit = Unit::Proctype(Proctype {
        name: build::ident(":init:"),
        deterministic: false,
        active: None,
        params: Vec::new(),
        priority: None,
        provided: None,
        body,
        span: Span::default(),
    });
    let text = format!("\ninit\n{{\n\tatomic {{\n\t\t{}\n\t}}\n}}\n", texts.join(";\n\t\t"));
    document::Part::Text { text, units: vec![unit] }
}

/// The units of a text of the harness, which is read with what the model defines; an error is told at its place.
fn read(before: &str, text: &str, at: Option<Span>, problems: &mut Findings) -> Vec<Unit> {
    match fragment::parse_texts(&[before, text]) {
        Ok(mut lists) => lists.pop().unwrap_or_default(),
        Err(error) => {
            let what = format!("this Promela cannot be read: {}", error.message);
            let mut finding = Finding::new(Severity::Error, "H044", at, what);
            finding.help = error.help;
            problems.push(finding);
            Vec::new()
        }
    }
}

/// Adds an environment; its statements come from their lines.
fn surround(closed: &mut Closed, surrounding: &Surrounding, sources: &Sources) {
    let frame = FrameId(closed.frames.len() as u32);
    closed.frames.push(Frame { function: String::new(), caller: None });
    let told = sources.file(surrounding.told);
    let text: String = surrounding.text.lines().flat_map(|line| [line, "\n"]).collect();
    let mut units = read(&closed.document.definitions(), &text, surrounding.at, &mut closed.problems);
    let first = closed.places.len() as u32;
    let lines = text.lines().count();
    closed.places.extend((0..lines).filter_map(|index| {
        let span = told.line_range(index)?;
        Some(StatementOrigin {
            span: Span::new(surrounding.told, span.start, span.end),
            generalised: None,
            frame,
            starts_thread: false,
        })
    }));
    let last = closed.places.len() as u32;
    for unit in &mut units {
        let Unit::Proctype(process) = unit else { continue };
        each_stmt_mut(&mut process.body, &mut |stmt| {
            let line = text[..(stmt.span.start as usize).min(text.len())].matches('\n').count() as u32;
            if first + line < last {
                stmt.note.set().origin = Some(OriginId(first + line));
            }
        });
    }
    closed.document.parts.push(document::Part::Text { text: text + "\n", units });
}

/// The variables that units declare for all processes.
fn declared(units: &[Unit]) -> Vec<String> {
    let decls = units.iter().filter_map(|unit| if let Unit::Decl(decl) = unit { Some(decl) } else { None });
    decls.flat_map(|decl| &decl.vars).map(|var| var.name.name.clone()).collect()
}

/// The numbers that the processes get: those that are active first, in the order of the text, then those that `init`
/// starts.
fn number(document: &Document, processes: &mut [Process], started: &[Start]) {
    let mut next = 0;
    for proctype in document.proctypes() {
        let count = match &proctype.active {
            _ if proctype.is_init() => 1,
            None => 0,
            Some(Active::One) => 1,
            Some(Active::Count(count)) => match &count.kind {
                ExprKind::Const(n) => u32::try_from(*n).unwrap_or(1),
                _ => 1,
            },
        };
        if let Some(process) = processes.iter_mut().find(|p| p.name == proctype.name.name) {
            process.pids = Some((next..next + count).collect());
        }
        next += count;
    }
    for start in started {
        processes[start.process].pids.get_or_insert_default().push(next);
        next += 1;
    }
}
