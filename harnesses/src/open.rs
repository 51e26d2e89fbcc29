//! A model closed by a harness: functions that run as processes, channels between them, and what stands for the world.

use crate::assembly::{self, Assembly};
use crate::closed::{Closed, Closing, Frame, FrameId, Place, Process};
use crate::edit::Edit;
use abstraction_tables::tables::Tables;
use extractor::abstraction::{Form, Options, Role};
use extractor::extract::{self, Prepared, Root};
use extractor::program::FunctionId;
use promela::NoFiles;
use promela::ast::{Active, ExprKind, Unit};
use promela::finding::Findings;
use promela::source::{FileId, Sources, Span};

/// A function that runs as a process, with its tables.
pub struct Part<'t> {
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
    /// Processes that stand for the world.
    pub environments: Vec<Surrounding>,
}

/// A process that stands for a part of the world, as text.
pub struct Surrounding {
    pub text: String,
    /// What runs tell of its lines: a file of the same number of lines, in which a comment stands for the line that has it.
    pub told: FileId,
}

/// The text that runs tell of an environment.
pub fn told(text: &str) -> String {
    let comment = |line: &str| line.split_once("/*")?.1.split_once("*/").map(|(said, _)| said.trim().to_string());
    let lines: Vec<String> = text.lines().map(|line| comment(line).unwrap_or(line.trim().to_string())).collect();
    lines.join("\n")
}

pub fn close(prepared: &Prepared, sources: &Sources, parts: &[Part], world: &World, options: Options) -> Closed {
    let roots: Vec<Root> = parts
        .iter()
        .map(|part| {
            let form = if matches!(part.runs, Runs::Any(_)) { Form::Active } else { Form::Passive };
            let options = Options { form, role: Role::Process, ..options };
            Root { function: part.function, tables: part.tables, prelude: &world.before, options }
        })
        .collect();
    let mut assembly = Assembly::new(world.before.clone());
    let mut started = Vec::new();
    for (index, (part, extraction)) in
        parts.iter().zip(extract::extract_together(prepared, sources, &roots)).enumerate()
    {
        let edits = match &part.runs {
            Runs::Any(n) => counted(&extraction.model.text(), *n),
            Runs::With(lists) => {
                let values = |list: &[i64]| list.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
                let run = |list: &Vec<i64>| format!("run {}({})", extraction.model.proctype, values(list));
                started.extend(lists.iter().map(|list| (index, run(list))));
                Vec::new()
            }
        };
        assembly.add_edited(extraction, &prepared.program.function(part.function).name, Some(Vec::new()), edits);
    }
    let mut closed = assembly.finish(Closing::Harness);
    for surrounding in &world.environments {
        surround(&mut closed, surrounding, sources);
    }
    closed.names.add_own(&declared(&world.before));
    if !started.is_empty() {
        let runs: Vec<&str> = started.iter().map(|(_, run)| run.as_str()).collect();
        closed.text.push_str(&format!("\ninit\n{{\n\tatomic {{\n\t\t{}\n\t}}\n}}\n", runs.join(";\n\t\t")));
    }
    number(&closed.text, &mut closed.processes, &started);
    for process in &closed.processes {
        closed.names.number(process.pids.as_deref().unwrap_or(&[]));
    }
    closed.locks = assembly::named(&prepared.program, assembly::LOCKS);
    closed.conditions = assembly::named(&prepared.program, assembly::CONDITIONS);
    closed
}

/// Adds an environment; each of its lines is a place.
fn surround(closed: &mut Closed, surrounding: &Surrounding, sources: &Sources) {
    let frame = FrameId(closed.frames.len() as u32);
    closed.frames.push(Frame { function: String::new(), caller: None });
    let told = sources.file(surrounding.told);
    for (index, line) in surrounding.text.lines().enumerate() {
        let start = closed.text.len();
        closed.text.push_str(line);
        if let Some(span) = told.line_range(index) {
            let span = Span::new(surrounding.told, span.start, span.end);
            closed.places.push(Place { range: start..closed.text.len(), span, generalised: None, frame });
        }
        closed.text.push('\n');
    }
    closed.text.push('\n');
}

/// The variables that a text declares for all processes.
fn declared(text: &str) -> Vec<String> {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let options = promela::Options::default();
    let program = promela::parse("declarations", text.to_string(), &options, &NoFiles, &mut sources, &mut findings);
    let decls =
        program.units.into_iter().filter_map(|unit| if let Unit::Decl(decl) = unit { Some(decl) } else { None });
    decls.flat_map(|decl| decl.vars).map(|var| var.name.name).collect()
}

/// `active [3] proctype f()`
fn counted(text: &str, instances: u32) -> Vec<Edit> {
    match text.find("active proctype ") {
        Some(at) if instances != 1 => {
            let here = at + "active ".len();
            vec![(here..here, format!("[{instances}] "))]
        }
        _ => Vec::new(),
    }
}

/// The numbers that the processes get: those that are active first, in the order of the text, then those that `init` starts.
fn number(text: &str, processes: &mut [Process], started: &[(usize, String)]) {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let options = promela::Options::default();
    let program = promela::parse("model.pml", text.to_string(), &options, &NoFiles, &mut sources, &mut findings);
    let mut next = 0;
    for unit in &program.units {
        let Unit::Proctype(proctype) = unit else { continue };
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
    for (process, _) in started {
        processes[*process].pids.get_or_insert_default().push(next);
        next += 1;
    }
}
