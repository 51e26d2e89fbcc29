//! A model closed by a harness: functions that run as processes, channels between them, and what stands for the world.

use crate::assembly::{self, Assembly};
use crate::closed::{Closed, Closing, Process};
use crate::edit::Edit;
use abstraction_tables::tables::Tables;
use checker::finding::Findings;
use checker::promela::ast::{Active, ExprKind, Unit};
use checker::promela::{self, NoFiles};
use checker::source::Sources;
use extractor::abstraction::{Form, Options, Role};
use extractor::extract::{self, Prepared, Root};
use extractor::program::FunctionId;

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
    /// Environment processes.
    pub after: String,
}

pub fn close(prepared: &Prepared, sources: &Sources, parts: &[Part], world: &World, options: Options) -> Closed {
    let roots: Vec<Root> = parts
        .iter()
        .map(|part| {
            let form = if matches!(part.runs, Runs::Any(_)) { Form::Active } else { Form::Passive };
            let options = Options { form, role: Role::Process, ..options };
            Root { function: part.function, tables: part.tables, options }
        })
        .collect();
    let mut assembly = Assembly::new(world.before.clone());
    let mut started = Vec::new();
    for (index, (part, extraction)) in
        parts.iter().zip(extract::extract_together(prepared, sources, &roots)).enumerate()
    {
        let edits = match &part.runs {
            Runs::Any(n) => counted(&extraction.model.text, *n),
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
    closed.text.push_str(&world.after);
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
