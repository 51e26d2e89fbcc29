//! A program that closes itself: `main` and the threads that it starts.
//!
//! The end of `main` (or `exit`) is the end of all. A process that runs when nothing else can tells a deadlock from
//! that end.

use crate::assembly::{self, Assembly};
use crate::closed::{Closed, Closing, Restriction};
use crate::edit;
use abstraction_tables::tables::Tables;
use extractor::abstraction::{Form, Options, Role};
use extractor::extract::{self, Extraction, Prepared, Root};
use extractor::program::{Function, FunctionId, Program};
use extractor::threads::{Argument, ThreadId};
use promela::source::Sources;
use std::collections::BTreeSet;

/// What all models of programs share.
const HEAD: &str = "/* The program has ended: no process can move. */
bool ax_exited;
/* Threads that have not ended, main among them. */
byte ax_running = 1;

";

/// What tests of indices read, where an index stands in a statement that the model does not have.
const CHECKS: &str = "/* An index that is right reads this. */
bit ax_bounds[1];

";

const WATCH: &str = "/* Nothing can move: the program has ended, or this is a deadlock. */
active proctype ax_watch()
{
	timeout -> assert(ax_exited || ax_running == 0)
}
";

/// The model of a program with its threads.
pub fn close(
    prepared: &mut Prepared,
    tables: &Tables,
    sources: &Sources,
    main: FunctionId,
    options: Options,
) -> Closed {
    let extractions = loop {
        let mut roots = vec![Root {
            function: main,
            tables,
            prelude: "",
            options: Options { form: Form::Active, role: Role::Main, ..options },
        }];
        roots.extend(prepared.threads.list.iter().enumerate().map(|(index, thread)| Root {
            function: thread.function,
            tables,
            prelude: "",
            options: Options { form: Form::Passive, role: Role::Thread(ThreadId(index as u32)), ..options },
        }));
        let extractions = extract::extract_together(prepared, sources, &roots);
        let unsaid: Vec<ThreadId> = extractions.iter().flat_map(|e| e.unsaid.clone()).collect();
        if unsaid.is_empty() {
            break extractions.into_iter().zip(roots.iter().map(|r| r.function)).collect::<Vec<_>>();
        }
        // A thread whose argument is not known at one start does not know it at all.
        for thread in unsaid {
            prepared.threads.list[thread.0 as usize].argument = Argument::Unknown;
        }
    };
    assemble(prepared, extractions)
}

fn assemble(prepared: &Prepared, extractions: Vec<(Extraction, FunctionId)>) -> Closed {
    let reached = reached(&extractions);
    let checks = extractions.iter().any(|(extraction, _)| extraction.model.tests_indices);
    let mut assembly = Assembly::new(edit::text(&if checks { format!("{HEAD}{CHECKS}") } else { HEAD.to_string() }));
    for (index, (extraction, function)) in extractions.into_iter().enumerate() {
        // A thread that nobody starts does not matter.
        if !reached.contains(&index) {
            continue;
        }
        // The first is `main`.
        let pids = (index == 0).then(|| vec![0]);
        assembly.add(extraction, &prepared.program.function(function).name, pids);
    }
    let mut closed = assembly.finish(Closing::Program);
    closed.doubts = doubts(&prepared.program);
    closed.apart = assembly::apart(&prepared.program);
    let spoken: BTreeSet<&String> = closed.processes.iter().flat_map(|p| &p.rows).flat_map(|r| &r.objects).collect();
    let volatile = prepared.program.objects.iter().filter(|o| o.volatile && spoken.contains(&o.name));
    let taken = volatile.map(|object| Restriction {
        what: format!("`{}` is volatile: only the program is taken to change it", object.name),
        span: Some(object.span),
        entry: None,
        reason: None,
    });
    let taken: Vec<Restriction> = taken.collect();
    closed.restrictions.extend(taken);
    closed.document.parts.push(edit::text(WATCH));
    closed.locks = assembly::named(&prepared.program, assembly::LOCKS);
    closed.conditions = assembly::named(&prepared.program, assembly::CONDITIONS);
    closed
}

/// The functions that run: `main`, which is the first, and the threads that it starts or that one of them starts.
fn reached(extractions: &[(Extraction, FunctionId)]) -> BTreeSet<usize> {
    let mut found = BTreeSet::from([0]);
    let mut open = vec![0];
    while let Some(index) = open.pop() {
        let Some((extraction, _)) = extractions.get(index) else { continue };
        open.extend(extraction.starts.iter().map(|thread| thread.0 as usize + 1).filter(|next| found.insert(*next)));
    }
    found
}

/// Functions that run before `main` or after it are not in the model: nothing that it does is sure.
fn doubts(program: &Program) -> Vec<Restriction> {
    let outside = program.functions.iter().filter(|f| f.outside_main && f.body.is_some());
    let doubt = |f: &Function| Restriction {
        what: format!("`{}` runs before `main` or after it, which is not in the model", f.name),
        span: Some(f.span),
        entry: None,
        reason: None,
    };
    outside.map(doubt).collect()
}
